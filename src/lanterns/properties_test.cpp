// Every property of core/testing/properties.h.
#include "core/testing/properties.h"

#include "lanterns/testing.h"

namespace tidelock::lanterns {
namespace {

TEST(LanternsProperties, Hold) {
  const Game game = make_game();
  testing::Properties<Game> properties(game);
  properties.actions_are_dense();
  const long decisions = properties.play(300, 7);
  EXPECT_GT(decisions, testing::some(300) * 9);
}

TEST(LanternsProperties, TheSameSeedDealsTheSameWhateverIsChosen) {
  const Game game = make_game();
  std::array<Set, kSeats> dealt{};
  for (std::uint64_t choice = 0; choice < 8; ++choice) {
    Rng rng(choice);
    const Seeded luck{99};
    State s = game.start();
    resolve_chance(game, s, luck);
    std::array<Set, kSeats> ever = s.hand;
    while (game.at(s) != At::kOver) {
      const Seat seat = first_seat(game.to_act(s));
      Game::List list;
      game.legal(s, seat, list);
      step(game, s, seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], luck);
      for (std::size_t i = 0; i < kSeats; ++i) ever[i] = static_cast<Set>(ever[i] | s.hand[i]);
    }
    if (choice == 0) dealt = ever;
    EXPECT_EQ(ever, dealt);
  }
}

}  // namespace
}  // namespace tidelock::lanterns
