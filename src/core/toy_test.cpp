// The core proven on a toy game: hidden hands, dice, a sealed choice, a choice inside a choice,
// three seats.
#include "core/testing/toy.h"

#include "core/testing/properties.h"

namespace tidelock::toy {
namespace {

TEST(Toy, HoldsEveryProperty) {
  const Toy game;
  testing::Properties<Toy> properties(game);
  properties.actions_are_dense();
  const long decisions = properties.play(300, 7);
  EXPECT_GT(decisions, testing::some(300) * 9);
}

TEST(Toy, SameSeedDealsTheSameWhateverIsChosen) {
  const Toy game;
  std::array<std::uint16_t, kToySeats> dealt{};
  for (std::uint64_t choice = 0; choice < 8; ++choice) {
    Rng rng(choice);
    const Seeded luck{99};
    State s = game.start();
    resolve_chance(game, s, luck);
    std::array<std::uint16_t, kToySeats> ever = s.hand;
    while (game.at(s) != At::kOver) {
      const Seat seat = first_seat(game.to_act(s));
      Toy::List list;
      game.legal(s, seat, list);
      step(game, s, seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], luck);
      for (std::size_t i = 0; i < kToySeats; ++i)
        ever[i] = static_cast<std::uint16_t>(ever[i] | s.hand[i]);
    }
    if (choice == 0) dealt = ever;
    EXPECT_EQ(ever, dealt);
  }
}

}  // namespace
}  // namespace tidelock::toy
