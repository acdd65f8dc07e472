// States from outside: {"options": {"mode": "winter", "players": 2}, "state": {...}}. One that is
// accepted is played to the end, clean in every state on the way; what a seat sees of it can be
// written.
#include "play.h"

namespace tidelock::fuzz {
namespace {

// States that were accepted.
struct Accepted {
  const Shipped* of;
  Fuzzed::State state;
};
std::vector<Accepted>& accepted_states() {
  static std::vector<Accepted> all;
  return all;
}

// The game that is meant, or nothing.
const Shipped* game_of(const Json& json) {
  if (!json.is_object() || !json.contains("options") || !json.contains("state")) return nullptr;
  for (const Shipped& one : shipped_games()) {
    if (one.options == json["options"]) return &one;
  }
  return nullptr;
}

void load(const std::uint8_t* data, std::size_t size) {
  const auto json = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!json || game_of(json.value()) == nullptr) return;
  const Shipped& shipped = *game_of(json.value());
  const Fuzzed& game = shipped.game;
  const auto state = game.from_json(json.value()["state"]);
  if (!state) {
    must(!state.error().message.empty() && is_utf8(state.error().sentence()), "a refusal says why");
    return;
  }
  constexpr std::size_t kMost = 2000;
  const std::uint64_t seed = hash_bytes(data, size);
  const Accepted now = {&shipped, state.value()};
  if (accepted_states().size() < kMost) {
    accepted_states().push_back(now);
  } else {
    accepted_states()[seed % kMost] = now;
  }
  const auto again = game.from_json(game.to_json(state.value()));
  must(again.ok() && again.value() == state.value(), "a state is read as it is written");
  Rng rng(size);
  for (Seat seat = kNobody; seat < game.seats(); ++seat) {
    const Fuzzed::State known = game.knows(state.value(), seat);
    must(!game.check(known).has_value(), "what a seat knows is a state");
    Fuzzed::State other = known;
    game.resample(other, seat, rng);
    must(!game.check(other).has_value(), "what could be is a state");
    must(game.view(other, seat) == game.view(state.value(), seat), "a view hides what is hidden");
  }
  play_to_the_end(game, state.value(), seed);
}

}  // namespace

// Of a stack in a state, if it has one: no reader makes a depth that is not there.
template <class State>
void keep_depth(State& changed, const State& from) {
  if constexpr (requires { changed.todo.depth; }) changed.todo.depth = from.todo.depth;
}

// Nearly every change of a state is refused, and nothing is played. So bytes of an accepted state
// are changed until the check accepts that too: what it lets through is what is looked for.
std::string change_state(Rng& rng) {
  constexpr int kTries = 300;
  const auto& from =
      accepted_states()[rng.below(static_cast<std::uint32_t>(accepted_states().size()))];
  const Fuzzed& game = from.of->game;
  Fuzzed::State state = from.state;
  for (int i = 0; i < kTries; ++i) {
    std::array<std::uint8_t, sizeof state> bytes{};
    std::memcpy(bytes.data(), &from.state, sizeof state);
    const auto any = [&] { return rng.below(sizeof state); };
    for (std::uint32_t n = 1 + rng.below(3); n > 0; --n) {
      auto& byte = bytes[any()];
      switch (rng.below(6)) {
        case 0: byte = static_cast<std::uint8_t>(rng.below(256)); break;
        case 1: byte = static_cast<std::uint8_t>(byte ^ (1U << rng.below(8))); break;
        case 2: byte = static_cast<std::uint8_t>(byte + 1); break;
        case 3: byte = static_cast<std::uint8_t>(byte - 1); break;
        case 4: byte = bytes[any()]; break;
        default: std::swap(byte, bytes[any()]); break;
      }
    }
    Fuzzed::State changed;
    std::memcpy(&changed, bytes.data(), sizeof changed);
    keep_depth(changed, from.state);
    if (changed == from.state || game.check(changed).has_value()) continue;
    state = changed;
    break;
  }
  return dump_json({{"options", from.of->options}, {"state", game.to_json(state)}});
}

}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tidelock::fuzz::load(data, size);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  using namespace tidelock::fuzz;  // NOLINT(google-build-using-namespace)
  tidelock::Rng rng(seed);
  if (accepted_states().empty() || rng.below(3) == 0) return mutate_json(data, size, most, seed);
  return put(change_state(rng), data, size, most);
}
