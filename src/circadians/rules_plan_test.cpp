// CIR-2.3, CIR-Q14, CIR-Q23 to CIR-Q26: the Event and the Plan.
#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

using Strings = std::set<std::string>;

// The next Plan, with these dice for seat 0 (and 1s for the other).
TestTable planning(TestTable t, std::initializer_list<std::string_view> dice) {
  t.turn(1);
  t.p(0).idle = static_cast<std::uint8_t>(dice.size());
  t.fix();
  t.next({"E2"}).next(dice).next({"1", "1", "1"}).play("g1>canteen");
  EXPECT_TRUE(t.planning());
  return t;
}
TestTable plain() { return TestTable({.players = 2, .leaders = {"viktor_hale", "tobias_okoro"}}); }

// CIR-2.3, CIR-2.2: one Event a round, then End of an Era.
TEST(Plan23, EventsOfTheRounds) {
  TestTable t = plain();
  t.die(0, 1, 1).fix();
  std::set<int> seen;
  while (!t.over()) {
    t.finish_round();
    if (t.over()) break;
    if (t.s.round < 7) {
      EXPECT_TRUE(seen.insert(t.s.event).second);
    }
    EXPECT_EQ(t.s.event == event_no("E16"), t.s.round == 7);
    while (t.planning()) ASSERT_TRUE(t.first_choice());
  }
  EXPECT_EQ(t.s.round, 7);
}

// CIR-Q23: all dice of the base are rolled, those in Headquarters not.
TEST(PlanQ23, RollsTheBase) {
  TestTable start = plain();
  start.in_hq(1, 0, 5);
  const TestTable t = planning(start, {"3", "3", "6", "1"});
  EXPECT_EQ(t.p(0).rolled, (std::array<std::uint8_t, 6>{1, 0, 2, 0, 0, 1}));
  EXPECT_EQ(t.s.hq[0], Piece(0, 5));
  EXPECT_EQ(t.p(0).idle, 0);
}
// CIR-Q23, CIR-Q18: the roll is the owner's secret.
TEST(PlanQ23, InSecret) {
  const TestTable t = planning(plain(), {"3", "3", "6"});
  for (const Event& e : t.told(What::kRolled)) EXPECT_EQ(e.sees, seat_bit(e.who));
  EXPECT_EQ(t.game.knows(t.s, 1).players[0].rolled,
            (std::array<std::uint8_t, 6>{3, 0, 0, 0, 0, 0}));
}

// CIR-Q24: one die in a Garage and on a Farm; what Farms accept; the Canteen always.
TEST(PlanQ24, WhereDiceFit) {
  for (int v = 1; v <= 6; ++v) {
    TestTable start = plain();
    start.farm(0, 1, "FA4").farm(0, 2, "FA5").farm(0, 3, "F-b").farm(0, 4, "FA6");
    const std::string die = std::to_string(v);
    TestTable t = planning(start, {die});
    Strings wanted = {"g1", "g2", "g3", "g4", "g5", "farm1", "farm2", "farm3", "canteen"};
    if (v >= 5) wanted.insert("farm4");
    if (v >= 4) wanted.insert("farm5");
    if (v == 6) wanted.insert("farm6");
    Strings found;
    for (const auto& move : t.moves()) found.insert(move.substr(2));
    EXPECT_EQ(found, wanted) << v;
  }
  for (const char* none : {"FA6", "FA7", "FA8", "FA10"}) {
    TestTable start = plain();
    start.farm(0, 1, none);
    EXPECT_FALSE(planning(start, {"6"}).can("6>farm4")) << none;
  }
  TestTable two = planning(plain(), {"6", "5"});
  two.play("6>g3");
  EXPECT_FALSE(two.can("5>g3"));
  EXPECT_TRUE(two.can("5>g1")) << "any Garage may be left empty";
  EXPECT_TRUE(two.can("5>g4"));
}

// CIR-Q25: more dice than places: the Canteen has room; nobody may keep a die back.
TEST(PlanQ25, TheCanteenHasNoBound) {
  TestTable t = planning(plain(), {"1", "1", "1", "1", "1"});
  for (int i = 0; i < 5; ++i) t.play("1>canteen");
  t.play({"1>canteen", "1>canteen", "1>canteen"});
  EXPECT_EQ(t.count(What::kCanteen, 0), 5);
  for (const Event& event : t.told(What::kCanteen))
    EXPECT_TRUE(event.who != 0 || event.a == kSomeDie) << "no value is made up";
}

// CIR-Q26: 2 Water apiece when the Screens go, not before.
TEST(PlanQ26, WaterWhenTheScreensGo) {
  TestTable start = plain();
  start.p(0).idle_specialists = 1;
  TestTable t = planning(start, {"4", "2"});
  t.mark();
  t.play({"s>canteen", "4>canteen", "2>g1"});
  EXPECT_EQ(t.delta(0), "0");
  t.play({"1>g1", "1>g2", "1>canteen"});
  EXPECT_FALSE(t.planning());
  EXPECT_EQ(t.delta(0), "+4W");
  EXPECT_EQ(t.delta(1), "+2W");
  EXPECT_EQ(t.p(0).canteen, 1);
  EXPECT_EQ(t.p(0).canteen_specialists, 1);
}

// CIR-Q14: a Plan is sealed until everybody is done.
TEST(PlanQ14, Sealed) {
  TestTable t = planning(plain(), {"4", "2"});
  const Move move = t.moves_of(0)[0];
  EXPECT_EQ(t.game.sight(t.s, 0, move), Sight::kSealed);
  const State before = t.game.knows(t.s, 1);
  t.play({"4>g1", "2>g2"});
  EXPECT_EQ(t.game.knows(t.s, 1), before) << "the other seat sees nothing of it";
  EXPECT_EQ(t.count(What::kPlanned), 0);
  t.play({"1>g1", "1>g2", "1>g3"});
  EXPECT_EQ(t.count(What::kPlanned), 5);
}

}  // namespace
}  // namespace tidelock::circadians
