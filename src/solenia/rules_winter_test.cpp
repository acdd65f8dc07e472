// WIN-1 to WIN-3: the winter side of the player boards.
#include "solenia/testing_games.h"

namespace tidelock::solenia {

namespace {

constexpr Options kWinterDawn = {2, Mode::kWinter, Start::kDawn, 0};
constexpr Options kWinterDusk = {2, Mode::kWinter, Start::kDusk, 0};
const std::vector<std::string> kDayTiles = {"SSS", "AAA", "SAA", "WSA", "HSA", "WSS"};
const std::vector<std::string> kNightTiles = {"WWW", "HHH", "WWH", "WHS", "WHA", "WWS"};

// The slots of a row that are filled, as a set of bits, with tiles in them.
std::vector<std::string> filled(int hemisphere, std::uint32_t slots) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < kSlots; ++i) {
    const auto& tiles = hemisphere == kDay ? kDayTiles : kNightTiles;
    out.push_back(((slots >> i) & 1U) != 0 ? tiles.at(i) : "");
  }
  return out;
}

// A card is in the city, the tile chosen: which slot?
TestTable at_slot(Options options, int hemisphere, std::uint32_t slots, std::uint32_t other_row) {
  TestTable t =
      Position({options.players, options.mode, hemisphere == kDay ? Start::kDawn : Start::kDusk, 0})
          .turn(24)
          .hand(0, {"1W"})
          .store(0, hemisphere == kDay ? "SSA" : "WHH")
          .slots(0, hemisphere, filled(hemisphere, slots))
          .slots(0, 1 - hemisphere, filled(1 - hemisphere, other_row))
          .display(hemisphere, {hemisphere == kDay ? "SSA" : "WHH"})
          .build();
  t.play(hemisphere == kDay ? "1W-b3" : "1W-d3").play(hemisphere == kDay ? "d1" : "n1");
  return t;
}

// WIN-1
TEST(Win1, SixAndUpToEight) {
  for (const auto& [slots, capacity] : std::map<std::uint32_t, int>{
           {0b000000, 6}, {0b000011, 6}, {0b000101, 7}, {0b001001, 6}, {0b111111, 7}}) {
    EXPECT_EQ(Position(kWinterDawn)
                  .turn(24)
                  .slots(0, kDay, filled(kDay, slots))
                  .build()
                  .player(0)
                  .capacity,
              capacity);
  }
  TestTable t = at_slot(kWinterDusk, kNight, 0b000001, 0b000101);
  EXPECT_EQ(t.player(0).capacity, 7);
  t.play("s2l").resolve_chance();
  EXPECT_EQ(t.player(0).capacity, 8);
  for (const Played& played : played_games()) {
    if (played.options.mode == Mode::kSummer) continue;
    for (const Step& step : played.steps) {
      for (Seat seat = 0; seat < played.game.seats(); ++seat) {
        const int capacity = step.after.players[static_cast<std::size_t>(seat)].capacity;
        ASSERT_TRUE(capacity >= 6 && capacity <= 8);
      }
    }
  }
}

// WIN-1
TEST(Win1, GrowsAtOnceAlsoForTheSameTurnsRemoval) {
  const TestTable t = Position(kWinterDusk)
                          .turn(24)
                          .hand(0, {"0WS"})
                          .card(0, "a1", "0HS")
                          .card(0, "c1", "0WA")
                          .store(0, "WHHSSS")
                          .slots(0, kNight, {"WWW"})
                          .display(kNight, {"WHH"})
                          .build();
  TestTable grows = t;
  grows.play({"0WS-d3", "n1", "s2l"}).resolve_chance();
  EXPECT_EQ(grows.store(0), "WHSSSSA") << "seven, and nothing to return";
  EXPECT_EQ(grows.to_act(), 1);

  TestTable does_not = t;
  does_not.play({"0WS-d3", "n1", "s1r"}).resolve_chance();  // water
  EXPECT_EQ(does_not.store(0), "WHSSSSAA");
  EXPECT_EQ(does_not.to_act(), 0);
  does_not.play({"-A", "-A"}).resolve_chance();
  EXPECT_EQ(does_not.to_act(), 1);
}

// WIN-1
TEST(Win1, NoPairScoring) {
  const TestTable t = Position(kWinterDawn)
                          .turn(24)
                          .store(0, "WWH")
                          .stars(0, 3)
                          .slots(0, kDay, filled(kDay, 0b111111))
                          .slots(0, kNight, filled(kNight, 0b111111))
                          .build();
  EXPECT_EQ(t.game.scores(t.s).total[0], 12 * 5 + 3 + 1);
  for (const Played& played : played_games()) {
    if (played.options.mode != Mode::kWinter) continue;
    const State& s = played.steps.back().after;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(played.options.players); ++seat) {
      const Player& p = s.players.at(seat);
      int expected = total_of(p.store) / 2;
      for (const auto stars : p.stars) expected += stars;
      for (std::size_t h = 0; h < 2; ++h) {
        for (const auto tile : p.slots.at(h))
          expected += tile == 0 ? 0 : played.game.components().tiles[h][tile - 1U].stars;
      }
      ASSERT_EQ(played.game.scores(s).total.at(seat), expected);
    }
  }
}

// Which slots of a row are open, as the rule says it.
std::set<std::string> open_slots(const std::array<bool, kSlots>& row) {
  const std::array<const char*, kSlots> names = {"s1l", "s1r", "s2l", "s2r", "s3l", "s3r"};
  std::set<std::string> out;
  for (std::size_t i = 0; i < kSlots; ++i) {
    if (row.at(i)) continue;
    if (i >= 2) {
      const std::size_t level = i / 2;
      const int below = int{row.at(2 * level - 2)} + int{row.at(2 * level - 1)};
      const bool second = row.at(i ^ 1U);
      if (below < (second ? 2 : 1)) continue;
    }
    out.insert(names.at(i));
  }
  return out;
}

// WIN-2
TEST(Win2, EveryBoard) {
  // From the empty row along every order of filling; the other row does not matter.
  for (const int h : {0, 1}) {
    std::set<std::uint32_t> seen = {0};
    std::vector<std::uint32_t> todo = {0};
    while (!todo.empty()) {
      const std::uint32_t slots = todo.back();
      todo.pop_back();
      if (slots == 0b111111) continue;
      std::array<bool, kSlots> row{};
      for (std::size_t i = 0; i < kSlots; ++i) row.at(i) = ((slots >> i) & 1U) != 0;
      for (const std::uint32_t other : {0U, 0b111111U}) {
        const TestTable t = at_slot(kWinterDawn, h, slots, other);
        const auto moves = t.moves();
        ASSERT_EQ(std::set<std::string>(moves.begin(), moves.end()), open_slots(row)) << slots;
      }
      for (std::size_t i = 0; i < kSlots; ++i) {
        const std::array<const char*, kSlots> names = {"s1l", "s1r", "s2l", "s2r", "s3l", "s3r"};
        const std::uint32_t next = slots | (1U << i);
        if (open_slots(row).contains(names.at(i)) && seen.insert(next).second) todo.push_back(next);
      }
    }
    EXPECT_EQ(seen.size(), 26U) << "boards that can come about";
  }
}

// WIN-2
TEST(Win2, InRandomGames) {
  int seen = 0;
  for (const Played& played : played_games()) {
    for (const Step& step : played.steps) {
      if (step.what() != Do::kSlot) continue;
      ++seen;
      const auto& slots = step.before.players[static_cast<std::size_t>(step.seat)]
                              .slots[step.before.todo.top().a()];
      std::array<bool, kSlots> row{};
      for (std::size_t i = 0; i < kSlots; ++i) row.at(i) = slots.at(i) != 0;
      Solenia::List list;
      played.game.legal(step.before, step.seat, list);
      std::set<std::string> may;
      for (const Move move : list) may.insert(played.game.write(step.before, step.seat, move));
      ASSERT_EQ(may, open_slots(row));
      const auto& after =
          step.after.players[static_cast<std::size_t>(step.seat)].slots[step.before.todo.top().a()];
      ASSERT_NE(after.at(static_cast<std::size_t>(step.move.b())), 0) << "the player chooses";
    }
  }
  EXPECT_GT(seen, 200);
}

// WIN-2
TEST(Win2, FirstAndSecondInOrderOfFilling) {
  // The right slot of level 2 may be the first one; the left one is then the second.
  EXPECT_TRUE(at_slot(kWinterDawn, kDay, 0b000010, 0).can("s2r"));
  EXPECT_FALSE(at_slot(kWinterDawn, kDay, 0b001010, 0).can("s2l"));
  EXPECT_TRUE(at_slot(kWinterDawn, kDay, 0b001011, 0).can("s2l"));
}

// WIN-3
TEST(Win3, WinterBonuses) {
  const std::array<std::array<const char*, kSlots>, 2> gives = {
      {{"W", "H", "", "WH", "", ""}, {"S", "A", "", "SA", "", ""}}};
  const std::array<const char*, kSlots> names = {"s1l", "s1r", "s2l", "s2r", "s3l", "s3r"};
  for (const int h : {0, 1}) {
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      const std::uint32_t below = (1U << (slot / 2 * 2)) - 1;
      TestTable t = at_slot(kWinterDawn, h, below, 0);
      const int capacity = t.player(0).capacity;
      t.play(names.at(slot)).answer(t.game.write_outcome(t.s, 0));
      EXPECT_EQ(t.store(0), gives.at(static_cast<std::size_t>(h)).at(slot)) << names.at(slot);
      EXPECT_EQ(t.stars(0) - 1, slot >= 4 ? 5 : 0) << names.at(slot);
      EXPECT_EQ(t.player(0).capacity - capacity, slot == 2 ? 1 : 0) << names.at(slot);
    }
  }
}

}  // namespace

}  // namespace tidelock::solenia
