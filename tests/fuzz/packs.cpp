// Component packs from outside. One that is accepted plays whole games, clean in every state.
#include "play.h"

namespace tidelock::fuzz {
namespace {

void load(const std::uint8_t* data, std::size_t size) {
  const auto pack = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!pack) return;
  const auto checked = solenia::compile_components(pack.value());
  if (!checked) {
    must(!checked.error().message.empty() && is_utf8(checked.error().sentence()),
         "a refusal says why");
    return;
  }
  const std::uint64_t seed = hash_bytes(data, size);
  Rng rng(seed);
  for (int i = 0; i < 4; ++i) {
    const Json options = {{"mode", kModes[rng.below(3)]}, {"players", 1 + rng.below(kMaxSeats)}};
    const auto game = solenia::Solenia::compile(pack.value(), options);
    must(game.ok(), "a pack that is right is right for every game");
    const solenia::State start = game.value().start();
    must(!game.value().check(start).has_value(), "the start is a state");
    play_to_the_end(game.value(), start, rng.next());
  }
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tidelock::fuzz::load(data, size);
  return 0;
}

TIDELOCK_FUZZ_JSON;
