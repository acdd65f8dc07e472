// States from outside: {"mode": "winter", "players": 2, "state": {...}}. One that is accepted is
// played to the end, clean in every state on the way; what a seat sees of it can be written.
#include "play.h"

namespace tidelock::fuzz {
namespace {

void load(const std::uint8_t* data, std::size_t size) {
  const auto json = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!json || !json.value().is_object()) return;
  JsonIn::Trouble trouble;
  const JsonIn in(json.value(), trouble);
  const int mode = in["mode"].one_of({kModes[0], kModes[1], kModes[2]});
  const auto players = in["players"].integer(1, kMaxSeats);
  if (trouble.any()) return;
  const solenia::Solenia& game =
      shipped_game(static_cast<std::size_t>(mode), static_cast<std::size_t>(players - 1));
  const auto state = game.from_json(in.maybe("state").raw());
  if (!state) {
    must(!state.error().message.empty() && is_utf8(state.error().sentence()), "a refusal says why");
    return;
  }
  const auto again = game.from_json(game.to_json(state.value()));
  must(again.ok() && again.value() == state.value(), "a state is read as it is written");
  Rng rng(size);
  for (Seat seat = kNobody; seat < game.seats(); ++seat) {
    const solenia::State known = game.knows(state.value(), seat);
    must(!game.check(known).has_value(), "what a seat knows is a state");
    solenia::State other = known;
    game.resample(other, seat, rng);
    must(!game.check(other).has_value(), "what could be is a state");
    must(game.view(other, seat) == game.view(state.value(), seat), "a view hides what is hidden");
  }
  const std::uint64_t seed = hash_bytes(data, size);
  for (std::uint64_t i = 0; i < 2; ++i) play_to_the_end(game, state.value(), nth_seed(seed, i));
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tidelock::fuzz::load(data, size);
  return 0;
}

TIDELOCK_FUZZ_JSON;
