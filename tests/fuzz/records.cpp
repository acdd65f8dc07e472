// Records from outside. One that is accepted is written and read again as the same, and every
// seat's part of it can be written.
#include "cached.h"
#include "core/record.h"

namespace tidelock::fuzz {
namespace {

bool accepts(const Json& json) { return read_record(json, source()).ok(); }

void load(const std::uint8_t* data, std::size_t size) {
  const auto json = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!json) return;
  const auto record = read_record(json.value(), source());
  if (!record) {
    must(record.error().code == "bad-record", "a refusal has its code");
    must(!record.error().message.empty() && is_utf8(record.error().sentence()),
         "a refusal says why");
    return;
  }
  keep_accepted(json.value());
  const Json written = write_record(record.value(), true);
  const auto again = read_record(written, source());
  must(again.ok(), "what is written is read: " + (again.ok() ? "" : again.error().sentence()));
  must(write_record(again.value(), true) == written, "what is read is written as the same");
  for (Seat viewer = kNobody; viewer < record.value().game->seats(); ++viewer) {
    const Json seen = write_record_for(record.value(), viewer);
    must(!seen.contains("seed"), "a seat's record has no seed");
    must(!read_record(seen, source()).ok(), "a seat's record is not a whole one");
  }
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tidelock::fuzz::load(data, size);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return tidelock::fuzz::mutate_accepted(data, size, most, seed, tidelock::fuzz::accepts);
}
