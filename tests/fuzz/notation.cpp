// Typed moves and outcomes, in any state of a game: what is accepted is legal and is read again as
// it is written; what is refused says why.
#include "play.h"

namespace tidelock::fuzz {
namespace {

// The first bytes choose a game and a state of it, the rest is typed.
constexpr std::size_t kHead = 3;

void type(const std::uint8_t* data, std::size_t size) {
  if (size < kHead) return;
  const auto& all = shipped_games();
  const Fuzzed& game = all[data[0] % all.size()].game;
  const std::string_view text(reinterpret_cast<const char*>(data) + kHead, size - kHead);
  Rng rng(data[1]);
  const Seeded luck{data[1]};
  Fuzzed::State state = game.start();
  Fuzzed::List list;
  for (int steps = 2 * data[2]; steps > 0 && game.at(state) != At::kOver; --steps) {
    if (game.at(state) == At::kChance) {
      game.resolve(state, luck(game.ask(state)), NoEvents{});
      continue;
    }
    const Seat seat = first_seat(game.to_act(state));
    game.legal(state, seat, list);
    game.apply(state, seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
  }
  const Fuzzed::State before = state;
  for (Seat seat = kNobody; seat < kMaxSeats; ++seat) {
    const auto read = game.read(state, seat, text);
    if (!read.ok()) {
      must(!read.error().code.empty() && !read.error().message.empty(), "a refusal says why");
      must(is_utf8(read.error().sentence()), "a refusal can be shown");
      for (const char c : read.error().sentence())
        must(static_cast<unsigned char>(c) >= 0x20, "a refusal holds no controls");
      continue;
    }
    must((game.to_act(state) & seat_bit(seat)) != 0, "only who decides may move");
    game.legal(state, seat, list);
    must(std::find(list.begin(), list.end(), read.value()) != list.end(), "what is read is legal");
    const auto again = game.read(state, seat, game.write(state, seat, read.value()));
    must(again.ok() && again.value() == read.value(), "what is written is read as the same");
  }
  const auto outcome = game.read_outcome(state, text);
  if (outcome.ok()) {
    must(game.at(state) == At::kChance && outcome.value() < game.ask(state).n,
         "an outcome is possible");
    const auto again = game.read_outcome(state, game.write_outcome(state, outcome.value()));
    must(again.ok() && again.value() == outcome.value(), "an outcome is read as it is written");
  } else {
    must(!outcome.error().message.empty() && is_utf8(outcome.error().sentence()),
         "a refusal says why");
  }
  must(state == before, "reading changes nothing");
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tidelock::fuzz::type(data, size);
  return 0;
}
