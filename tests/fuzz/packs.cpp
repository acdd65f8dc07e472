// Component packs from outside. One that is accepted plays a whole game, clean in every state.
#include "play.h"

namespace tidelock::fuzz {
namespace {

bool accepts(const Json& pack) { return solenia::compile_components(pack).ok(); }

void load(const std::uint8_t* data, std::size_t size) {
  const auto pack = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!pack) return;
  const auto checked = solenia::compile_components(pack.value());
  if (!checked) {
    must(!checked.error().message.empty() && is_utf8(checked.error().sentence()),
         "a refusal says why");
    return;
  }
  keep_accepted(pack.value());
  Rng rng(hash_bytes(data, size));
  const Json options = {{"mode", kModes[rng.below(3)]}, {"players", 1 + rng.below(kMaxSeats)}};
  const auto game = solenia::Solenia::compile(pack.value(), options);
  must(game.ok(), "a pack that is right is right for every game");
  const solenia::State start = game.value().start();
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
