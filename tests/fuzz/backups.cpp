// A backup as somebody else may have written it: it is taken whole, and then gives the same backup
// again, or it is refused with the line that is wrong, and nothing of it is there.
#include <sstream>
#include <string>

#include "must.h"
#include "store/backup.h"

namespace tidelock::fuzz {
namespace {

// Without the first line, which says when it was made.
std::string tables_of(store::Store& store) {
  std::ostringstream out;
  must(store::back_up(store, out).ok(), "what is there can be backed up");
  const std::string text = out.str();
  return text.substr(text.find('\n'));
}

void check(const std::string& text) {
  const auto store = store::in_memory();
  std::istringstream in(text);
  const auto done = store::restore(in, *store);
  const std::string there = tables_of(*store);
  if (!done) {
    must(done.error().where.starts_with("line ") || done.error().code == "bad-database",
         "an error says where");
    must(there == "\n{\"end\":0}\n", "what is refused leaves nothing");
    return;
  }
  const auto other = store::in_memory();
  std::istringstream again("{\"format\":\"tidelock-backup/1\"}" + there);
  must(store::restore(again, *other).ok(), "a backup can be restored");
  must(tables_of(*other) == there, "and is the same");
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tidelock::fuzz::check(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
