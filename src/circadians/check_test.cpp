// What a position may say of the send that is being resolved: what no game leads to is refused.
#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

template <class F>
bool now_fits(const TestTable& t, const F& change) {
  State s = t.s;
  change(s.now);
  return !t.game.check(s).has_value();
}
bool less_fits(const TestTable& t, Resource what, int n) {
  return now_fits(t, [&](Current& now) { now.less[what] = static_cast<std::uint8_t>(n); });
}
bool flag_fits(const TestTable& t, CurrentFlag flag) {
  return now_fits(t,
                  [&](Current& now) { now.flags = static_cast<std::uint8_t>(now.flags | flag); });
}

// CIR-Q38: a Contract counts for the pieces it speaks of, a Ship for what came with it.
TEST(CheckNow, LessIsOfThisPiece) {
  TestTable garage;
  garage.own(0, "9W9A9E").fulfilled(0, {"21"}).die(0, 1, 1).fix().play({"g1>foundry", "stack1"});
  EXPECT_TRUE(less_fits(garage, kEnergy, 1)) << "of a Ship that another covered";
  EXPECT_FALSE(less_fits(garage, kEnergy, 2));
  EXPECT_FALSE(less_fits(garage, kGem, 1)) << "only from Headquarters";
  EXPECT_FALSE(less_fits(garage, kAlgae, 1)) << "only for a Specialist";
  TestTable hq;
  hq.own(0, "9W9A9E").fulfilled(0, {"21"}).in_hq(1, 0, 1).hq_turn().fix();
  hq.play({"hq>foundry", "stack1"});
  EXPECT_EQ(hq.s.now.less[kGem], 1);
  EXPECT_FALSE(less_fits(hq, kGem, 2));
  EXPECT_FALSE(less_fits(hq, kEnergy, 1)) << "it came from no Garage";
}
// CIR-Q42: of the partner its Ship, and the Specialists' ability once.
TEST(CheckNow, LessIsOfThisPair) {
  TestTable dice;
  dice.own(0, "9W9A9E").die(0, 1, 4).die(0, 2, 4).specialist(0, 4, 3).fix();
  dice.play({"g1>lab", "with-g2"});
  EXPECT_TRUE(less_fits(dice, kEnergy, 2));
  EXPECT_FALSE(less_fits(dice, kEnergy, 3));
  EXPECT_FALSE(less_fits(dice, kAlgae, 1)) << "the Specialist stays at home";
  TestTable mixed;
  mixed.own(0, "9W9A9E").die(0, 1, 4).specialist(0, 2, 3).fix().play({"g1>lab", "with-g2"});
  EXPECT_TRUE(less_fits(mixed, kAlgae, 1));
  EXPECT_FALSE(less_fits(mixed, kAlgae, 2));
}

TEST(CheckNow, OnlySomeLeadersHaveAnOption) {
  for (const bool peyton : {false, true}) {
    TestTable t({.leaders = {peyton ? "peyton" : "amos"}});
    t.own(0, "9W9A9E").die(0, 1, 1).fix().play({"g1>foundry", "stack1"});
    EXPECT_EQ(flag_fits(t, kLeaderUsed), peyton);
  }
}

// CIR-Q35, CIR-Q42: before the send nothing is known but the piece, and its partner.
TEST(CheckNow, BeforeTheSend) {
  TestTable garage;
  garage.own(0, "9W9A9E").die(0, 2, 4).die(0, 3, 4).ship(0, 3, "S-a").fix().play("g2+g3-t4");
  TestTable hq;
  hq.own(0, "9W9A9E").in_hq(1, 0, 4).die(0, 3, 4).ship(0, 3, "S-a").hq_turn().fix();
  hq.play("hq+g3-t4");
  for (const TestTable& t : {garage, hq}) {
    EXPECT_TRUE(now_fits(t, [](Current&) {}));
    EXPECT_FALSE(now_fits(t, [](Current& now) { now.piece = 4; }));
    EXPECT_FALSE(now_fits(t, [](Current& now) { now.value = 4; }));
    EXPECT_FALSE(now_fits(t, [](Current& now) { now.target = kToLaboratory; }));
    EXPECT_FALSE(now_fits(t, [](Current& now) { now.outpost = 1; }));
    EXPECT_FALSE(now_fits(t, [](Current& now) { now.hq_space = 1; }));
    EXPECT_FALSE(now_fits(t, [](Current& now) { now.ships = 2; }));
    EXPECT_FALSE(less_fits(t, kWater, 1));
    EXPECT_FALSE(flag_fits(t, kLeaderUsed));
  }
}

// What 0.1.0 took is still taken (docs/protocol.md).
TEST(CheckNow, AnythingUnderVersionOne) {
  TestTable t({.rules = 1});
  t.own(0, "9W9A9E").die(0, 1, 1).ship(0, 1, "S-a").fix().play({"g1>foundry", "stack1"});
  EXPECT_TRUE(now_fits(t, [](Current& now) { now.ships = 0; }));
  EXPECT_TRUE(flag_fits(t, kTraded));
}

}  // namespace
}  // namespace tidelock::circadians
