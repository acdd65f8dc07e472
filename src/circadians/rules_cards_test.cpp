// CIR-5.7, CIR-5.8, CIR-5.11, CIR-6.6 to CIR-6.9, CIR-Q59, CIR-Q81: every card, tile and token.
#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

using Strings = std::set<std::string>;

// Sends a die of seat 0 somewhere and answers with the first choices.
struct Sent {
  std::string delta;
  int drew, dice;
};
Sent send(TestTable t, std::string_view move) {
  t.fix().play(move).finish();
  return {t.delta(0), t.drew(0), t.new_dice(0)};
}
TestTable rich(int value = 4) {
  TestTable t;
  t.own(0, "50W50A50E50G").die(0, 1, value).die(0, 2, value).die(1, 2, 1).no_breakthroughs();
  return t;
}

// --- Contracts that act when something is sent ---

// CIR-6.8 B1 to B12, CIR-5.11 9, 13, 15 to 18, 25: what a send to a place brings more than before.
TEST(CardsContracts, WhenSendingTo) {
  struct One {
    const char* id;
    const char* to;
    const char* goods;  // more than without
    int drew, dice;
  };
  const std::vector<One> kAll = {
      {"B1", "mine1", "3W", 0, 0},   {"B2", "control", "1A", 0, 0}, {"B3", "academy", "1E", 0, 0},
      {"B4", "foundry", "2A", 0, 0}, {"B5", "lab", "5W", 0, 0},     {"B7", "leyrien1", "", 0, 1},
      {"B8", "zcharo1", "", 0, 1},   {"B9", "jrayek1", "", 0, 1},   {"B10", "lab", "1G", 0, 0},
      {"B11", "market", "1G", 0, 0}, {"B12", "foundry", "", 1, 0},  {"9", "mine1", "", 1, 0},
      {"13", "foundry", "1G", 0, 0}, {"14", "oxataya1", "", 0, 1},  {"15", "lab", "", 0, 1},
      {"16", "temple", "", 0, 1},    {"17", "academy", "1G", 0, 0}, {"18", "market", "", 1, 0},
      {"25", "control", "1G", 0, 0}};
  const std::vector<const char*> kPlaces = {"mine1",    "control", "academy", "foundry", "lab",
                                            "leyrien1", "zcharo1", "jrayek1", "market",  "temple",
                                            "oxataya1", "hq",      "dep1"};
  for (const One& one : kAll) {
    for (const char* to : kPlaces) {
      const std::string move = "g1>" + std::string(to);
      TestTable with = rich();
      with.hand(0, {"B36"}).fulfilled(0, {one.id}).fix().play(move);
      TestTable without = rich();
      without.hand(0, {"B36"}).fix().play(move);
      // Up to the first decision inside both are alike, but for what the card brings.
      if (to == std::string_view("lab")) {
        with.play("with-g2");
        without.play("with-g2");
      }
      if (to == std::string_view("temple")) {
        with.play("pay-1G");
        without.play("pay-1G");
      }
      const bool mine = one.to == std::string_view(to);
      const Goods more = mine ? goods(one.goods) : Goods{};
      for (std::size_t r = 0; r < kResources; ++r)
        EXPECT_EQ(with.p(0).goods[r] - without.p(0).goods[r], more[r]) << one.id << " " << to;
      EXPECT_EQ(with.drew(0) - without.drew(0), mine ? one.drew : 0) << one.id << " " << to;
      EXPECT_EQ(with.new_dice(0) - without.new_dice(0), mine ? one.dice : 0) << one.id << " " << to;
    }
  }
}

// CIR-6.8 B6
TEST(CardsContracts, OneMoreTrade) {
  for (int v = 1; v <= 6; ++v) {
    TestTable t = rich(v);
    t.fulfilled(0, {"B6"}).fix().play("g1>market");
    int made = 0;
    for (; t.asks() == Do::kTrade && made < 9; ++made) t.play("t1");
    EXPECT_EQ(made, v + 1);
  }
}

// CIR-6.8 B13 to B15, CIR-5.11 2: less.
TEST(CardsContracts, Less) {
  TestTable foundry = rich();
  foundry.fulfilled(0, {"B13"});
  EXPECT_EQ(send(foundry, "g1>foundry").delta.substr(0, 3), "-1A");
  TestTable academy = rich(5);
  academy.fulfilled(0, {"B14"});
  EXPECT_EQ(send(academy, "g1>academy").delta, "-1E");
  TestTable lab = rich();
  lab.fulfilled(0, {"B15"});
  EXPECT_EQ(send(lab, "g1>lab").delta, "-3W-1A");
  TestTable temple = rich();
  temple.own(0, "5W").fulfilled(0, {"2"});
  EXPECT_EQ(send(temple, "g1>temple").delta, "-5W");
}

// CIR-6.8.B16, CIR-Q49
TEST(CardsContracts, OneMoreFreeStep) {
  TestTable t = rich(1);
  t.harvester(0, 0, 3).fulfilled(0, {"B16"});
  t.s.tokens = 0;
  t.fix().play({"g1>control", "n"});
  EXPECT_EQ(t.delta(0), "0");
  t.play({"n", "n"});
  EXPECT_EQ(t.delta(0), "-2E");
  EXPECT_EQ(t.to_act(), 1);
}

// CIR-6.8 B17, B18
TEST(CardsContracts, InEveryHarvest) {
  TestTable t;
  t.die(0, 1, 1).fulfilled(0, {"B17", "B18"}).fix().finish_round();
  EXPECT_EQ(t.has(0), "7W2A") << "Canteen 2, Planet 3 W 1 A, and 2 W 1 A";
}

// CIR-6.8.B19, CIR-5.11.11, CIR-5.11.26: limits, in Rest.
TEST(CardsContracts, Limits) {
  for (const int n : {0, 1, 2}) {
    TestTable t;
    t.die(0, 1, 1);
    t.p(0).idle = 9;
    if (n > 0) t.fulfilled(0, {"B19"});
    if (n > 1) t.fulfilled(0, {"11"});
    t.fix().finish_round();
    EXPECT_EQ(t.game.regular_dice(t.p(0)), 5 + n);
  }
  for (const bool scrolls : {false, true}) {
    TestTable t;
    t.die(0, 1, 1).hand(0, {"B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10", "B11"});
    if (scrolls) t.fulfilled(0, {"26"});
    t.fix().finish_round();
    EXPECT_EQ(t.p(0).hand.count(), scrolls ? 10 : 8);
  }
}

// CIR-6.8.B20
TEST(CardsContracts, WheneverAnOpponentNegotiates) {
  TestTable t = rich();
  t.fulfilled(1, {"B20"}).fix().play("g1>leyrien1");
  EXPECT_EQ(t.delta(1), "+2W");
  TestTable own = rich();
  own.fulfilled(0, {"B20"}).fix().play("g1>leyrien1");
  EXPECT_EQ(own.delta(0), "-3A");
  TestTable camp = rich();
  camp.fulfilled(1, {"B20"}).fix().play("g1>mine1");
  EXPECT_EQ(camp.delta(1), "0");
}

// CIR-5.11 1, 3, 8, CIR-Q40: any Outpost, one's own too, also by the Oxataya ability.
TEST(CardsContracts, WhenUsingAnOutpost) {
  const std::vector<std::pair<const char*, const char*>> kAll = {
      {"1", "+1E"}, {"3", "+2A"}, {"8", "+5W"}};
  for (const auto& [id, gain] : kAll) {
    for (const int owner : {0, 1}) {
      TestTable t;
      t.specialist(0, 1).token(owner, "O2").fulfilled(0, {id});
      t.s.tokens = 0;
      t.fix().play("g1>out" + std::to_string(owner + 1)).finish();
      EXPECT_EQ(t.delta(0), gain);
      TestTable ability;
      ability.own(0, "6W").die(0, 1, 3).token(owner, "O2").fulfilled(0, {id}).no_breakthroughs();
      ability.s.tokens = 0;
      ability.fix().play({"g1>oxataya1", "oxataya", "out" + std::to_string(owner + 1)});
      ability.p(0).goods[kWater] = static_cast<std::int16_t>(ability.p(0).goods[kWater] + 6);
      EXPECT_EQ(ability.delta(0), gain);
    }
  }
  // In time for the token's action: 2 Algae of Leyrien Canoe pay for O8.
  TestTable t;
  t.specialist(0, 1).token(0, "O8").fulfilled(0, {"3"}).fix();
  EXPECT_TRUE(t.can("g1>out1"));
  t.play("g1>out1");
  EXPECT_EQ(t.delta(0), "+2G");
}

// --- Contracts that score ---

// CIR-6.8 B21 to B36, CIR-5.11 5 to 7, 10, 23, CIR-Q68; CIR-6.8.B29, CIR-5.11.5
TEST(CardsContracts, ScoringEffects) {
  struct One {
    const char* id;
    int points;
  };
  TestTable t;
  t.own(0, "17W9A7E5G").harvester(0, 0, -3);
  t.die(0, 1, 2).in_hq(1, 0, 4).in_hq(2, 1, 4);
  t.negotiated(kLeyrien, 1, 0, 1).negotiated(kLeyrien, 2, 0, 2).negotiated(kLeyrien, 3, 1, 3);
  t.negotiated(kZcharo, 1, 0, 3).negotiated(kJrayek, 1, 0, 6).negotiated(kJrayek, 2, 0, 5);
  t.negotiated(kJrayek, 3, 0, 4).negotiated(kAhzuri, 1, 0, 2).negotiated(kOxataya, 1, 0, 7);
  t.negotiated(kOxataya, 2, 0, 2).delivered(2, 1, 0).delivered(3, 1, 0).delivered(4, 2, 0);
  t.delivered(5, 1, 1).delivered(6, 1, 0, 7);
  t.p(0).idle = 0;
  t.p(0).idle_specialists = 1;
  t.p(0).gained = 7;
  t.ship(0, 1, "SH1").ship(0, 3, "SH1").ship(0, 4, "SH2");
  t.farm(0, 1, "FA1").farm(0, 2, "FA10");
  t.hand(0, {"B1", "B2", "B3", "B4", "B5"});
  t.fix();
  for (const One& one : {One{"B21", 3} /* in the base, in HQ, a Specialist */,
                         One{"B22", 4},
                         One{"B23", 2},
                         One{"B24", 6},
                         One{"B25", 3},
                         One{"B26", 2},
                         One{"B27", 1},
                         One{"B28", 3},
                         One{"B29", 2},
                         One{"B30", 2},
                         One{"B31", 2},
                         One{"B32", 2},
                         One{"B33", 2},
                         One{"B34", 5},
                         One{"B35", 6},
                         One{"B36", 0},
                         One{"5", 4},
                         One{"6", 3},
                         One{"7", 2},
                         One{"10", 4},
                         One{"23", 4}}) {
    TestTable scored = t;
    scored.fulfilled(0, {one.id}).fix();
    EXPECT_EQ(scored.line(0, 1), one.points) << one.id;
    EXPECT_EQ(scored.line(0, 0), pack()->contracts[idx(card(one.id))].points);
    EXPECT_EQ(scored.line(1, 1), 0);
  }
  // Caps.
  TestTable most;
  most.own(0, "900W900A900E900G");
  for (const char* id : {"B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10", "B11"})
    most.hand(0, {id});
  for (const auto& [id, points] : std::vector<std::pair<const char*, int>>{
           {"B29", 4}, {"B30", 5}, {"B31", 5}, {"B32", 5}, {"B33", 5}, {"B28", 0}}) {
    TestTable one = most;
    one.fulfilled(0, {id}).fix();
    EXPECT_EQ(one.line(0, 1), points) << id;
  }
}

// CIR-2.9, CIR-7: kinds and numbers of the Contracts.
TEST(CardsContracts, KindsAndNumbers) {
  std::array<std::array<int, 2>, 2> n{};  // [expansion][end]
  for (const Contract& one : pack()->contracts)
    ++n[one.expansion ? 1 : 0][one.kind == kEndGame ? 1 : 0];
  EXPECT_EQ(n[0][0], 20);
  EXPECT_EQ(n[0][1], 16);
  EXPECT_EQ(n[1][0], 16);
  EXPECT_EQ(n[1][1], 10);
  for (int i = 1; i <= 36; ++i)
    EXPECT_EQ(pack()->contracts[idx(card("B" + std::to_string(i)))].kind,
              i <= 20 ? kOngoing : kEndGame);
  const std::set<int> end = {4, 5, 6, 7, 10, 12, 19, 20, 23, 24};
  for (int i = 1; i <= 26; ++i)
    EXPECT_EQ(pack()->contracts[idx(card(std::to_string(i)))].kind,
              end.contains(i) ? kEndGame : kOngoing);
}

// --- Events ---

// CIR-6.9, CIR-Q81: every Event with a price or a gain at one place, and nothing elsewhere.
TEST(CardsEvents, CostsAndGains) {
  struct One {
    const char* id;
    const char* to;
    const char* change;
    int dice;
  };
  const std::vector<One> kAll = {
      {"E1", "mine1", "+1G", 0},     {"E1", "mine2", "+1G", 0},   {"E2", "mine1", "-2W", 0},
      {"E2", "mine2", "-2W", 0},     {"E3", "lab", "+1E", 0},     {"E4", "lab", "-3W", 0},
      {"E5", "foundry", "+1E", 0},   {"E6", "foundry", "-2A", 0}, {"E8", "control", "-1E", 0},
      {"E10", "market", "-2W", 0},   {"E11", "academy", "", 1},   {"E12", "academy", "-1A", 0},
      {"E13", "leyrien1", "+3W", 0}, {"E13", "jrayek2", "+3W", 0}};
  for (const One& one : kAll) {
    for (const char* to : {"mine1", "mine2", "lab", "foundry", "control", "market", "academy",
                           "leyrien1", "jrayek2", "hq"}) {
      const std::string move = "g1>" + std::string(to);
      TestTable with = rich();
      with.event(one.id).fix().play(move);
      TestTable without = rich();
      without.fix().play(move);
      if (to == std::string_view("lab")) {
        with.play("with-g2");
        without.play("with-g2");
      }
      bool mine = false;
      for (const One& other : kAll)
        mine = mine || (other.id == std::string_view(one.id) && other.to == std::string_view(to));
      std::string change;
      for (std::size_t r = 0; r < kResources; ++r) {
        const int n = with.p(0).goods[r] - without.p(0).goods[r];
        if (n != 0) change += (n > 0 ? "+" : "") + std::to_string(n) + kLetters[r];
      }
      EXPECT_EQ(change, mine ? one.change : "") << one.id << " " << to;
      EXPECT_EQ(with.new_dice(0) - without.new_dice(0), mine ? one.dice : 0);
    }
  }
}

// CIR-6.9.E7
TEST(CardsEvents, FirstExtraStepFree) {
  TestTable t = rich(1);
  t.harvester(0, 0, 3).event("E7");
  t.s.tokens = 0;
  t.fix().play({"g1>control", "n"});
  EXPECT_EQ(t.delta(0), "0");
  t.play("n");
  EXPECT_EQ(t.delta(0), "-1E");
  EXPECT_EQ(t.to_act(), 1) << "the maximum stays";
}
// CIR-6.9.E9
TEST(CardsEvents, TwoMoreTrades) {
  TestTable t = rich(2);
  t.event("E9").fix().play("g1>market");
  int made = 0;
  for (; t.asks() == Do::kTrade && made < 9; ++made) t.play("t1");
  EXPECT_EQ(made, 4);
  // Other trades of the list are not at the Market.
  TestTable zcharo = rich(2);
  zcharo.event("E9").fix().play({"g1>zcharo1", "zcharo"});
  made = 0;
  for (; zcharo.asks() == Do::kTrade && made < 9; ++made) zcharo.play("t1");
  EXPECT_EQ(made, 3);
}
// CIR-6.9.E14: for a Contract that a Depository die fulfils, no other.
TEST(CardsEvents, AlgaeForADelivery) {
  TestTable t = rich();
  t.hand(0, {"B18"}).event("E14").fix().play({"g1>dep1", "#B18"});
  EXPECT_EQ(t.delta(0), "+1A-2E+1G");
  TestTable temple = rich(1);
  temple.hand(0, {"B18"}).event("E14").fix();
  temple.play({"g1>temple", "pay-1G", "spec1", "swap-base", "yes", "#B18"});
  EXPECT_EQ(temple.delta(0), "-2E-1G");
}
// CIR-6.9.E15
TEST(CardsEvents, GaragesCostLess) {
  for (int garage = 1; garage <= 5; ++garage) {
    TestTable t;
    t.own(0, "9A").die(0, garage, 2).event("E15").fix();
    t.play("g" + std::to_string(garage) + ">mine1");
    EXPECT_EQ(9 - t.p(0).goods[kAlgae], garage <= 3 ? 0 : 1);
  }
}
// CIR-6.9.X3, CIR-6.9.X4, CIR-Q81
TEST(CardsEvents, Outposts) {
  TestTable t;
  t.own(0, "9A").specialist(0, 1).token(0, "O8").token(1, "O2").event("X3").fix();
  t.play("g1>out1");
  EXPECT_EQ(t.delta(0), "+2W-2A+2G");
  TestTable ability;
  ability.own(0, "6W9A").die(0, 1, 3).token(0, "O8").token(1, "O2").event("X3");
  ability.no_breakthroughs().fix().play({"g1>oxataya1", "oxataya", "out1"});
  EXPECT_EQ(ability.delta(0), "-4W-2A+2G");
  TestTable closed;
  closed.own(0, "9A").specialist(0, 1).token(0, "O8").token(1, "O2").event("X4").fix();
  EXPECT_TRUE(closed.can("g1>out1"));
  EXPECT_FALSE(closed.can("g1>out2"));
  TestTable by_ability;
  by_ability.own(0, "6W9A").die(0, 1, 3).token(0, "O8").token(1, "O2").event("X4");
  by_ability.no_breakthroughs().fix().play({"g1>oxataya1", "oxataya"});
  EXPECT_EQ(by_ability.moves(), (Strings{"out1"}));
}
// CIR-6.9.X5: whichever reward is chosen, the die of O3 too.
TEST(CardsEvents, HeadquartersPayTwoMore) {
  for (const char* choice : {"a", "b"}) {
    TestTable t;
    t.die(0, 1, 3).event("X5").fix().play({"g1>hq", choice});
    EXPECT_EQ(t.p(0).goods[kWater], choice[0] == 'a' ? 2 : 7);
    TestTable roll;
    roll.specialist(0, 1).token(0, "O3").event("X5").fix().play({"g1>out1", choice});
    EXPECT_EQ(roll.p(0).goods[kWater], choice[0] == 'a' ? 2 : 7);
  }
}
// CIR-6.9.X6, CIR-Q59: in Harvest, not by O1.
TEST(CardsEvents, ThePlanetYieldsMore) {
  TestTable t;
  t.die(0, 1, 1).event("X6").fix().finish_round();
  EXPECT_EQ(t.p(0).goods[kWater], 2 + 3 + 2);
  TestTable o1;
  o1.specialist(0, 1).token(0, "O1").harvester(0, 0, -1).event("X6").fix();
  o1.play("g1>out1").finish();
  EXPECT_EQ(o1.delta(0), "+3W+1A+2E");
}
// CIR-2.3, CIR-6.9: six Events, then End of an Era.
TEST(CardsEvents, Numbers) {
  int base = 0;
  int more = 0;
  for (const EventCard& one : pack()->events) ++(one.expansion ? more : base);
  EXPECT_EQ(base, 16);
  EXPECT_EQ(more, 6);
  EXPECT_TRUE(pack()->events[idx(event_no("E16"))].last);
  EXPECT_TRUE(pack()->events[idx(event_no("E16"))].rules.empty());
}

// --- Ships (values: CIR-Q34) ---

// CIR-6.7 SH5, SH6, SH8
TEST(CardsShips, GarageShips) {
  const auto sent = [](const char* ship) {
    TestTable t;
    t.own(0, "9A").die(0, 5, 2).ship(0, 5, ship).fix().play("g5>mine1");
    return t.delta(0);
  };
  EXPECT_EQ(sent("SH5"), "+1G");
  EXPECT_EQ(sent("SH6"), "+2W-2A+1G");
  EXPECT_EQ(sent("SH8"), "-1A+1G");
  EXPECT_EQ(sent("SH9"), "-2A+1G");
}
// CIR-5.7: a die from S-b to an Outpost, by the rules for Specialists.
TEST(CardsShips, ADieToAnOutpost) {
  TestTable t;
  t.own(0, "9A").die(0, 2, 4).die(0, 3, 4).ship(0, 2, "S-b").token(1, "O8").fix();
  EXPECT_TRUE(t.can("g2>out2"));
  t.play("g2>out2");
  EXPECT_EQ(t.p(1).outpost[0], Piece(0, 4));
  EXPECT_EQ(t.delta(0), "-3A+2G");
  EXPECT_EQ(t.delta(1), "+2W");
  TestTable plain;
  plain.own(0, "9A").die(0, 2, 4).token(1, "O8").fix();
  EXPECT_TRUE(plain.starting("g2>out").empty()) << "the only way for regular dice";
}
// CIR-Q22: any Garage; the covered tile is gone; a waiting die already has the new Ship.
TEST(CardsShips, OnAnyGarage) {
  TestTable t = rich(1);
  t.p(0).garage[1] = 3;
  t.ship(0, 2, "SH6").top_ship(1, "SH10").die(1, 2, 1).fix();
  t.play({"g1>foundry", "stack1"});
  EXPECT_EQ(t.moves(), (Strings{"g1", "g2", "g3", "g4", "g5"}));
  const int pool = t.s.ship_pool[idx(ship_no("SH6"))];
  t.play("g2").play("g1>canteen");
  EXPECT_EQ(t.p(0).ship[1], ship_no("SH10") + 1);
  EXPECT_EQ(t.s.ship_pool[idx(ship_no("SH6"))], pool) << "out of the game";
  EXPECT_EQ(t.starting("g2>hq"), (Strings{"g2>hq", "g2>hq@1", "g2>hq@6"}));
}
// CIR-6.7, CIR-7: numbers and points of the tiles.
TEST(CardsTiles, NumbersAndPoints) {
  const std::vector<std::tuple<const char*, int, int>> kShips = {
      {"SH1", 2, 3}, {"SH2", 2, 2}, {"SH3", 2, 2}, {"SH4", 2, 2}, {"SH5", 3, 2},
      {"SH6", 2, 2}, {"SH7", 2, 2}, {"SH8", 2, 1}, {"SH9", 2, 1}, {"SH10", 3, 1},
      {"S-a", 2, 2}, {"S-b", 2, 1}, {"SHU", 0, 1}};
  for (const auto& [id, points, copies] : kShips) {
    const Tile& tile = pack()->ships[idx(ship_no(id))];
    EXPECT_EQ(tile.points, points) << id;
    EXPECT_EQ(tile.copies, copies) << id;
  }
  const std::vector<std::tuple<const char*, int, int>> kFarmTiles = {
      {"FA1", 3, 2}, {"FA2", 3, 2}, {"FA3", 3, 2}, {"FA4", 3, 2}, {"FA5", 3, 1},
      {"FA6", 3, 2}, {"FA7", 3, 1}, {"FA8", 3, 1}, {"FA9", 3, 1}, {"FA10", 6, 1},
      {"F-a", 1, 2}, {"F-b", 2, 1}, {"FAU", 0, 1}};
  for (const auto& [id, points, copies] : kFarmTiles) {
    const Tile& tile = pack()->farms[idx(farm_no(id))];
    EXPECT_EQ(tile.points, points) << id;
    EXPECT_EQ(tile.copies, copies) << id;
  }
}

// --- Farms ---

// CIR-6.3, CIR-6.7, CIR-5.7, CIR-Q61, CIR-Q24: every Farm with every die and without.
TEST(CardsFarms, Yields) {
  struct Yield {
    std::string goods = {};
    int dice = 0, cards = 0, specialists = 0;
  };
  const auto expected = [](const std::string& id, int v) -> Yield {
    const auto step = [&](int a, int b, int c) {
      return std::to_string(v <= 2 ? a : v <= 4 ? b : c);
    };
    if (id == "FA6") return {"4W"};
    if (id == "FA7") return {"1A"};
    if (id == "FA8") return {"1E"};
    if (id == "F-a") return {"", 0, 1};
    if (id == "FA10" || v == 0) return {};
    if (id == "well") return {std::to_string(v + 1) + "W"};
    if (id == "tank") return {step(1, 2, 3) + "A"};
    if (id == "array") return {v <= 4 ? "1E" : "2E"};
    if (id == "FA1") return {std::to_string(v + 3) + "W"};
    if (id == "FA2") return {step(2, 3, 4) + "A"};
    if (id == "FA3") return {step(1, 2, 3) + "E"};
    if (id == "FA4") return {"1G"};
    if (id == "FA5") return {"", 1};
    if (id == "FA9") return {"", 0, 2};
    if (id == "F-b") return {"", 0, 0, 1};
    return {};
  };
  const auto takes = [](const std::string& id, int v) {
    if (id == "FA6" || id == "FA7" || id == "FA8" || id == "F-a" || id == "FA10") return false;
    if (id == "FA4") return v >= 5;
    if (id == "FA5") return v >= 4;
    return id != "F-b" || v == 6;
  };
  for (const std::string id : {"well", "tank", "array", "FA1", "FA2", "FA3", "FA4", "FA5", "FA6",
                               "FA7", "FA8", "FA9", "FA10", "F-a", "F-b"}) {
    for (int v = 0; v <= 7; ++v) {  // 7: a Specialist, a 6
      TestTable t;
      t.die(0, 1, 1);
      int slot = id == "well" ? 0 : id == "tank" ? 1 : id == "array" ? 2 : 3;
      if (slot == 3) t.farm(0, 1, id);
      t.fix();
      if (v != 0) {
        EXPECT_EQ(t.game.farm_takes(t.p(0), slot, v), takes(id, std::min(v, 6))) << id << v;
        if (!takes(id, std::min(v, 6))) continue;
      }
      t.p(0).farm[idx(slot)] = static_cast<std::uint8_t>(v);
      t.fix().finish_round();
      const Yield yield = expected(id, std::min(v, 6));
      Goods total = goods(yield.goods);
      total[kWater] = static_cast<std::int16_t>(total[kWater] + 2 + 3);
      total[kAlgae] = static_cast<std::int16_t>(total[kAlgae] + 1);
      EXPECT_EQ(t.has(0), write_goods(total)) << id << " " << v;
      EXPECT_EQ(t.drew(0), yield.cards) << id << " " << v;
      EXPECT_EQ(t.count(What::kDice, 0), yield.dice) << id << " " << v;
      EXPECT_EQ(t.count(What::kSpecialist, 0), yield.specialists) << id << " " << v;
    }
  }
}
// CIR-Q22: the first empty slot from the left.
TEST(CardsFarms, FillFromTheLeft) {
  TestTable t = rich();
  t.farm(0, 1, "FA6").farm(0, 2, "FA7").top_farm(3, "FA8").fix();
  t.play({"g1>lab", "with-g2", "stack3"});
  EXPECT_EQ(t.p(0).tile[2], farm_no("FA8") + 1);
}

// --- Outpost tokens ---

// CIR-5.4 O1: backward, the resources of the new space and 2 Energy; not in the centre.
TEST(CardsTokens, O1) {
  TestTable t;
  t.specialist(0, 1).token(0, "O1").fix();
  EXPECT_FALSE(t.can("g1>out1"));
  t.harvester(0, 1, -2).fix();  // two ways back
  t.play("g1>out1");
  EXPECT_EQ(t.moves(), (Strings{"s", "sw"}));
  t.play("s");
  EXPECT_EQ(t.delta(0), "+4W+2A+2E") << "2 A, 1 W, 2 Energy, and the token of 3 Water";
}
// CIR-5.4 O2, CIR-Q59, CIR-Q3
TEST(CardsTokens, O2) {
  TestTable t;
  t.specialist(0, 1).token(0, "O2");
  t.s.tokens = 0;
  t.fix().play("g1>out1");
  EXPECT_EQ(t.moves(), (Strings{"yes", "done"}));
  TestTable blind = t;
  t.play("yes");
  EXPECT_EQ(t.moves().size(), 6U) << "any Cache";
  t.next({"K6"}).play("peek4");
  EXPECT_EQ(t.s.cache[3], 5);
  EXPECT_EQ(t.p(0).seen, 1 << 3);
  EXPECT_FALSE(t.can("done")) << "the step must be made";
  t.play("nw");
  EXPECT_EQ(t.p(0).harvester, space_at(-1, 0));
  blind.play({"done", "n"});
  EXPECT_EQ(blind.p(0).seen, 0);
}
// CIR-5.4 O3, CIR-Q27: the space of the piece that leaves Headquarters is free for the rolled die.
TEST(CardsTokens, O3FromAFullHeadquarters) {
  TestTable t;
  t.token(0, "O3").in_hq(1, 0, Piece::kSpecialist).in_hq(2, 1, 3).in_hq(3, 1, 4).hq_turn().fix();
  ASSERT_TRUE(t.can("hq>out1"));
  t.next({"5"}).play("hq>out1");
  EXPECT_EQ(t.s.hq[0], Piece(0, 5));
  EXPECT_TRUE(has_bit(t.s.hq_waits, 0));
}
// CIR-5.4 O3, CIR-Q59
TEST(CardsTokens, O3) {
  TestTable t;
  t.specialist(0, 1).token(0, "O3").in_hq(1, 1, 2).fix();
  t.next({"4"}).play("g1>out1");
  EXPECT_EQ(t.s.hq[1], Piece(0, 4));
  EXPECT_EQ(t.new_dice(0), 1);
  EXPECT_EQ(t.moves(), (Strings{"a", "b"}));
  for (const Event& e : t.told(What::kHqRoll)) EXPECT_EQ(e.sees, kEverybody);
  TestTable full;
  full.specialist(0, 1).token(0, "O3").in_hq(1, 1, 2).in_hq(2, 1, 2).in_hq(3, 1, 2).fix();
  EXPECT_FALSE(full.can("g1>out1"));
  TestTable empty;
  empty.specialist(0, 1).token(0, "O3");
  empty.p(0).idle = 13;
  empty.fix();
  EXPECT_FALSE(empty.can("g1>out1"));
}
// CIR-5.4 O4
TEST(CardsTokens, O4) {
  TestTable t;
  t.own(0, "5W").specialist(0, 1).token(0, "O4").top_ship(2, "SH10").fix();
  t.play({"g1>out1", "stack2", "g5"});
  EXPECT_EQ(t.delta(0), "-5W+1A");
  EXPECT_EQ(t.p(0).ship[4], ship_no("SH10") + 1);
  TestTable poor;
  poor.own(0, "4W").specialist(0, 1).token(0, "O4").fix();
  EXPECT_FALSE(poor.can("g1>out1"));
}
// CIR-5.4 O5
TEST(CardsTokens, O5) {
  TestTable t;
  t.own(0, "1E").specialist(0, 1).token(0, "O5").hand(0, {"B1", "B2"}).top_farm(1, "FA8").fix();
  t.play("g1>out1");
  EXPECT_EQ(t.moves(), (Strings{"-#B1", "-#B2"}));
  t.play({"-#B2", "stack1"});
  EXPECT_EQ(t.delta(0), "-1E");
  EXPECT_TRUE(t.s.discards.has(card("B2")));
  EXPECT_EQ(t.p(0).tile[0], farm_no("FA8") + 1);
  TestTable no_card;
  no_card.own(0, "1E").specialist(0, 1).token(0, "O5").fix();
  EXPECT_FALSE(no_card.can("g1>out1"));
  TestTable no_slot;
  no_slot.own(0, "1E").specialist(0, 1).token(0, "O5").hand(0, {"B1"});
  no_slot.farm(0, 1, "FA1").farm(0, 2, "FA1").farm(0, 3, "FA2").farm(0, 4, "FA2").fix();
  EXPECT_FALSE(no_slot.can("g1>out1"));
}
// CIR-5.4 O6, O7: a Contract of the kind for less, without delivery reward.
TEST(CardsTokens, O6AndO7) {
  TestTable t;
  t.own(0, "4W").specialist(0, 1).token(0, "O6").hand(0, {"B36", "B22", "B28", "B17"}).fix();
  t.play("g1>out1");
  EXPECT_EQ(t.moves(), (Strings{"#B22", "#B28"})) << "5 W 1 G and 4 W 1 G, less 1 G and 2 W";
  t.play("#B22");
  EXPECT_EQ(t.delta(0), "-3W");
  EXPECT_TRUE(t.p(0).fulfilled.has(card("B22")));
  TestTable seven;
  seven.own(0, "1E").specialist(0, 1).token(0, "O7").hand(0, {"B19", "B18", "B28"}).fix();
  seven.play("g1>out1");
  EXPECT_EQ(seven.moves(), (Strings{"#B19", "#B18"}));
  seven.play("#B19");
  EXPECT_EQ(seven.delta(0), "-1E") << "2 E 2 A 2 W, less 1 E, 2 A and 3 W";
  TestTable poor;
  poor.specialist(0, 1).token(0, "O7").hand(0, {"B18"}).fix();
  EXPECT_FALSE(poor.can("g1>out1"));
}
// CIR-5.4 O8
TEST(CardsTokens, O8) {
  TestTable t;
  t.own(0, "2A").specialist(0, 1).token(0, "O8").fix();
  t.play("g1>out1");
  EXPECT_EQ(t.delta(0), "-2A+2G");
  EXPECT_EQ(t.drew(0), 2);
  TestTable poor;
  poor.own(0, "1A").specialist(0, 1).token(0, "O8").fix();
  EXPECT_FALSE(poor.can("g1>out1"));
}

// --- Breakthroughs and Setbacks ---

// CIR-6.6, CIR-5.8
TEST(CardsIncidents, Breakthroughs) {
  const std::vector<std::pair<const char*, const char*>> kGoods = {{"bt1", "+5W"}, {"bt2", "+3A"},
                                                                   {"bt3", "+2E"}, {"bt4", "+1G"},
                                                                   {"bt9", "+1G"}, {"bt10", "+4W"}};
  TestTable t({.players = 2, .leaders = {"sanna_lindqvist", "michela"}});
  t.own(0, "3A").die(0, 1, 3).fix().play("g1>leyrien1");
  t.mark();
  for (const auto& [id, delta] : kGoods) {
    TestTable one = t;
    one.play(id);
    EXPECT_EQ(one.delta(0), delta) << id;
  }
  TestTable die = t;
  die.play("bt5");
  EXPECT_EQ(die.new_dice(0), 1);
  TestTable step = t;
  step.play("bt6");
  EXPECT_EQ(step.asks(), Do::kMoveAny);
  EXPECT_EQ(step.moves().size(), 6U);
  TestTable cards = t;
  cards.play("bt7");
  EXPECT_EQ(cards.drew(0), 2);
  TestTable specialist = t;
  specialist.play({"bt8", "spec3", "swap-base"});
  EXPECT_EQ(specialist.p(0).gained, 4);
}
// CIR-6.6, CIR-5.8, CIR-Q45, CIR-Q33: seat order, the loser decides, as much as there is.
TEST(CardsIncidents, Setbacks) {
  const auto resolved = [](const char* id, const char* own) {
    TestTable t({.players = 4});
    t.die(0, 1, 3).negotiated(kLeyrien, 2, 1, 3).own(0, "3A").hand(0, {"B1", "B2"}).fix();
    t.play("g1>leyrien1").own(0, own);
    t.mark();
    t.play(id);
    return t;
  };
  for (const auto& [id, delta] : std::vector<std::pair<const char*, const char*>>{
           {"sb1", "+3W"}, {"sb2", "+2A"}, {"sb3", "+1E"}, {"sb7", "+1G"}, {"sb8", "+5W"}}) {
    const TestTable t = resolved(id, "");
    std::vector<int> order;
    for (const Event& e : t.told(What::kGained)) order.push_back(e.who);
    EXPECT_EQ(order, (std::vector<int>{1, 2, 3})) << id;
    for (int seat = 1; seat < 4; ++seat) EXPECT_EQ(t.delta(seat), delta) << id;
    EXPECT_EQ(t.delta(0), "0") << id;
  }
  const TestTable cards = resolved("sb4", "");
  for (int seat = 1; seat < 4; ++seat) EXPECT_EQ(cards.drew(seat), 1);
  TestTable discard = resolved("sb5", "");
  EXPECT_EQ(discard.to_act(), 0);
  EXPECT_EQ(discard.moves(), (Strings{"-#B1", "-#B2"}));
  discard.play("-#B2");
  EXPECT_EQ(discard.asks(), Do::kAbility);
  EXPECT_EQ(resolved("sb6", "9W").delta(0), "-3W");
  EXPECT_EQ(resolved("sb6", "2W").delta(0), "-2W");
}

// --- Faction abilities ---

// CIR-6.6, CIR-5.4
TEST(CardsFactions, Abilities) {
  const auto used = [](int faction, bool b) {
    const std::string name(kFactionIds[idx(faction)]);
    TestTable t({.players = 2, .sides_b = b ? name : ""});
    t.own(0, "50W50A50E50G").die(0, 1, 3).no_breakthroughs().token(1, "O8");
    t.farm(0, 1, "FA1").farm(0, 2, "FA1").farm(0, 3, "FA2").farm(0, 4, "FA2").harvester(0, 0, -3);
    t.hand(0, {"B18"}).fix();
    t.play("g1>" + name + (faction == kAhzuri ? "3" : "1")).mark();
    t.play(name);
    return t;
  };
  EXPECT_EQ(used(kLeyrien, false).new_dice(0), 1);
  EXPECT_EQ(used(kLeyrien, true).delta(0), "+3A") << "four tiles, at most 3";
  TestTable trades = used(kZcharo, false);
  int made = 0;
  for (; trades.asks() == Do::kTrade && made < 9; ++made) trades.play("t1");
  EXPECT_EQ(made, 3);
  EXPECT_EQ(used(kZcharo, true).asks(), Do::kMoveAny);
  EXPECT_EQ(used(kJrayek, false).drew(0), 2);
  EXPECT_EQ(used(kJrayek, true).delta(0), "+5W");
  EXPECT_EQ(used(kOxataya, false).asks(), Do::kUseOutpost);
  EXPECT_EQ(used(kOxataya, true).delta(0), "+2A");
  EXPECT_EQ(used(kOxataya, true).drew(0), 1);
  EXPECT_EQ(used(kAhzuri, false).delta(0), "+1G");
  TestTable contract = used(kAhzuri, true);
  EXPECT_EQ(contract.moves(), (Strings{"yes", "done"}));
  contract.play({"yes", "#B18"});
  EXPECT_EQ(contract.delta(0), "-2E") << "no delivery reward";
}

}  // namespace
}  // namespace tidelock::circadians
