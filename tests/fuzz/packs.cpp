// Component packs from outside. One that is accepted plays a whole game, clean in every state.
#include "play.h"

namespace tidelock::fuzz {
namespace {

bool accepts(const Json& pack) { return Fuzzed::compile(pack, Json::object()).ok(); }

void load(const std::uint8_t* data, std::size_t size) {
  const auto pack = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!pack) return;
  const auto checked = Fuzzed::compile(pack.value(), Json::object());
  if (!checked) {
    must(!checked.error().message.empty() && is_utf8(checked.error().sentence()),
         "a refusal says why");
    return;
  }
  keep_accepted(pack.value());
  Rng rng(hash_bytes(data, size));
  const auto& options = all_options();
  const auto game =
      Fuzzed::compile(pack.value(), options[rng.below(static_cast<std::uint32_t>(options.size()))]);
  must(game.ok(), "a pack that is right is right for every game");
  const Fuzzed::State start = game.value().start();
  must(!game.value().check(start).has_value(), "the start is a state");
  play_to_the_end(game.value(), start, rng.next());
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
