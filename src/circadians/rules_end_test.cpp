// CIR-2.7, CIR-5.5, CIR-Q5, CIR-Q60 to CIR-Q68: Harvest, Rest, the end and the score sheet.
#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

using Strings = std::set<std::string>;

// CIR-Q60: seat order, and in a seat the Planet, the Farms from the left, B17 and B18.
TEST(EndQ60, HarvestInOrder) {
  TestTable t({.players = 3});
  t.s.radio = 1;
  for (int seat = 0; seat < 3; ++seat) t.p(seat).farm[1] = 6;
  t.p(0).farm[0] = 1;
  t.farm(0, 1, "FA8").fulfilled(0, {"B17"}).die(0, 1, 1).fix();
  t.finish_round();
  std::vector<int> order;
  for (const Event& e : t.told(What::kHarvest)) order.push_back(e.who);
  EXPECT_EQ(order, (std::vector<int>{1, 2, 0}));
  std::vector<std::string> gains;
  bool mine = false;
  for (const Event& e : t.events) {
    if (e.what == static_cast<std::uint16_t>(What::kHarvest)) mine = e.who == 0;
    if (mine && e.what == static_cast<std::uint16_t>(What::kGained) && e.who == 0)
      gains.push_back(std::to_string(e.b) + kLetters[idx(e.a)]);
  }
  EXPECT_EQ(gains, (std::vector<std::string>{"3W", "1A", "2W", "3A", "1E", "2W"}));
}

// CIR-Q60, CIR-6.2: the view tells what the Harvest will bring, place by place.
TEST(EndQ60, HarvestAsItStands) {
  for (int value = 1; value <= 6; ++value) {
    TestTable t;
    t.farm(0, 1, "FA8").die(0, 1, 1);
    t.p(0).farm[0] = static_cast<std::uint8_t>(value);
    t.p(0).farm[1] = static_cast<std::uint8_t>(7 - value);
    t.fix();
    const Json mine = t.game.view(t.s, 0)["players"][0];
    EXPECT_EQ(mine["harvest"]["planet"], "3W1A");
    EXPECT_EQ(mine["harvest"]["farms"][0], mine["yields"][0][idx(value - 1)]);
    EXPECT_EQ(mine["harvest"]["farms"][1], mine["yields"][1][idx(6 - value)]);
    Goods wanted = goods(mine["harvest"]["sum"].get<std::string>());
    wanted[kWater] = static_cast<std::int16_t>(wanted[kWater] + 2);  // the Canteen
    t.finish_round();
    EXPECT_EQ(t.has(0), write_goods(wanted)) << value;
  }
}

// CIR-Q55, CIR-Q60: a Specialist gained on F-b makes a 6 of Farms not yet reached.
TEST(EndQ60, FarmsNotYetReached) {
  TestTable t;
  t.die(0, 1, 1).farm(0, 1, "F-b").farm(0, 2, "FA1");
  t.p(0).farm[3] = 6;
  t.p(0).farm[4] = 1;
  t.p(0).farm[0] = 1;
  t.fix();
  t.play("g1>canteen").play("g1>canteen");
  t.play("spec1");
  const int before = t.p(0).goods[kWater];
  TestTable late = t;
  t.play("swap-farm5");
  EXPECT_EQ(t.p(0).goods[kWater] - before, 9) << "6 + 3";
  late.play("swap-farm1");
  EXPECT_EQ(late.p(0).goods[kWater] - before, 4) << "the Well was reached before";
}

// CIR-6.2: every space of the Planet yields what it shows, Caches what their front shows.
TEST(EndQ60, EverySpaceYields) {
  for (int space = 0; space < kSpaces; ++space) {
    TestTable t;
    t.die(0, 1, 1);
    t.p(0).harvester = static_cast<std::uint8_t>(space);
    t.fix().finish_round();
    Goods wanted = space >= kFirstCorner ? goods(space < kFirstCorner + 3 ? "1A1G" : "2A2E")
                                         : pack()->planet[0][idx(space)].harvest;
    wanted[kWater] = static_cast<std::int16_t>(wanted[kWater] + 2);
    EXPECT_EQ(t.has(0), write_goods(wanted)) << space;
  }
}

// CIR-Q62 (1), CIR-2.3: what returns and what stays.
TEST(EndQ62, WhatReturns) {
  TestTable t;
  t.die(0, 1, 1).in_hq(2, 0, 3).negotiated(kLeyrien, 1, 0, 4).delivered(2, 1, 0);
  t.on_station(kMarket, 1, 0, 5).specialist(0, 2);
  t.p(0).garage[1] = 0;
  t.p(1).outpost[0] = Piece(0, Piece::kSpecialist);
  t.p(0).farm[2] = 4;
  t.p(0).idle = 0;
  t.fix().finish_round();
  ASSERT_TRUE(t.planning());
  int rolled = 0;
  for (const auto n : t.p(0).rolled) rolled += n;
  EXPECT_EQ(rolled, 3) << "Canteen, Market, Farm";
  EXPECT_EQ(t.p(0).idle_specialists, 1);
  EXPECT_EQ(t.s.hq[1], Piece(0, 3));
  EXPECT_EQ(t.p(0).out, 2);
  EXPECT_TRUE(t.p(1).outpost[0].empty());
  EXPECT_EQ(t.s.negotiation[kLeyrien][0], Piece(0, 4));
  EXPECT_EQ(t.s.depository[1][0], Piece(0, 2));
}

// CIR-Q63: Research Base first, then Headquarters from the highest space; only regular dice.
TEST(EndQ63, DiceLimit) {
  TestTable t({.players = 3});
  t.die(0, 1, 1).in_hq(1, 0, 3).in_hq(2, 1, 4).in_hq(3, 0, 5).in_hq(4, 0, 6);
  t.p(0).idle = 4;
  t.fix().finish_round();
  EXPECT_EQ(t.game.regular_dice(t.p(0)), 5);
  EXPECT_EQ(t.s.hq[0], Piece(0, 3));
  EXPECT_EQ(t.s.hq[3], Piece(0, 6)) << "the base gave three";
  TestTable michela({.players = 3, .leaders = {"michela"}});
  michela.turn(1).in_hq(1, 0, 3).in_hq(2, 0, 4).in_hq(3, 0, 5).in_hq(4, 0, 6);
  michela.p(0).idle = 1;
  michela.fix();
  while (!michela.planning()) {
    if (michela.asks() == Do::kSend) {
      michela.play("g1>canteen");
    } else {
      michela.play("done");
    }
  }
  EXPECT_EQ(michela.s.hq[2], Piece(0, 5));
  EXPECT_TRUE(michela.s.hq[3].empty()) << "limit 3: the base first, then the highest space";
  EXPECT_EQ(michela.game.regular_dice(michela.p(0)), 3);
  // During a round both limits may be exceeded.
  TestTable busy;
  busy.own(0, "9A").die(0, 1, 3);
  busy.p(0).idle = 4;
  busy.fix().play("g1>academy");
  EXPECT_EQ(busy.game.regular_dice(busy.p(0)), 7);
}

// CIR-Q63, CIR-Q62: every seat is cut.
TEST(EndQ63, EverySeat) {
  TestTable t;
  t.die(0, 1, 1);
  t.p(0).idle = 6;
  t.p(1).idle = 7;
  t.fix().finish_round();
  EXPECT_EQ(t.game.regular_dice(t.p(0)), 5);
  EXPECT_EQ(t.game.regular_dice(t.p(1)), 5);
}

// CIR-Q64
TEST(EndQ64, TheOwnerDiscards) {
  TestTable t;
  t.die(0, 1, 1).hand(0, {"B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10"}).fix();
  t.play("g1>canteen").play("g1>canteen");
  ASSERT_EQ(t.asks(), Do::kDiscard);
  EXPECT_EQ(t.moves().size(), 10U);
  t.play({"-#B10", "-#B1"});
  EXPECT_EQ(t.p(0).hand.count(), 8);
  EXPECT_TRUE(t.s.discards.has(card("B1")) && t.s.discards.has(card("B10")));
  EXPECT_TRUE(t.planning());
}

// CIR-Q65
TEST(EndQ65, TheRadioGoesLeft) {
  for (int players = 2; players <= 4; ++players) {
    for (int holder = 0; holder < players; ++holder) {
      TestTable t({.players = players});
      t.s.radio = static_cast<std::uint8_t>(holder);
      t.die(0, 1, 1).fix().finish_round();
      EXPECT_EQ(t.s.radio, (holder + 1) % players);
    }
  }
}

TestTable last_round(const Setting& setting = {}) {
  TestTable t(setting);
  t.round(7).die(0, 1, 1);
  return t;
}

// CIR-Q66: round 7 is complete; merely the Radio stays.
TEST(EndQ66, TheLastRound) {
  TestTable t = last_round();
  t.p(0).idle = 9;
  for (const char* id : {"B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9"}) t.hand(0, {id});
  t.fulfilled(0, {"B21", "B29"}).fix().finish_round();
  ASSERT_TRUE(t.over());
  EXPECT_EQ(t.s.radio, 0);
  EXPECT_EQ(t.p(0).hand.count(), 8);
  EXPECT_EQ(t.game.regular_dice(t.p(0)), 5);
  EXPECT_EQ(t.line(0, 1), 5 + 4);
  EXPECT_EQ(t.has(0), "5W1A") << "harvested";
  EXPECT_EQ(t.count(What::kCacheRevealed), 6) << "CIR-Q3";
}

// CIR-Q67, CIR-5.11 4, 12, 19, 24, CIR-5.11.20: in any order, to the extent one likes, save for 4.
TEST(EndQ67, ContractsThatActAtTheEnd) {
  TestTable t = last_round();
  t.fulfilled(0, {"4", "12", "19", "20", "24"}).own(0, "15W").top_farm(1, "FA10");
  t.top_ship(3, "SH10").fix();
  t.play("g1>canteen").play("g1>canteen");
  EXPECT_EQ(t.moves(), (Strings{"#4", "#12", "#19", "#20", "#24"}));
  t.play({"#12", "stack1"});
  EXPECT_EQ(t.line(0, 4), 6);
  t.play({"#19", "stack3", "g2"});
  EXPECT_EQ(t.line(0, 5), 3);
  t.play({"#24", "t7", "t7", "t7", "t7", "t7"});
  EXPECT_EQ(t.asks(), Do::kEndCards) << "five trades";
  EXPECT_EQ(t.p(0).goods[kEnergy], 5);
  t.play({"#20", "se", "se"});
  EXPECT_EQ(t.p(0).harvester, space_at(2, 0));
  EXPECT_EQ(t.p(0).goods[kGem], 1) << "a token is collected";
  EXPECT_EQ(t.moves(), (Strings{"#4"})) << "must";
  t.play({"#4", "spec1", "swap-base"});
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.line(0, 8), 2);
}
TEST(EndQ67, MayBeLeftOut) {
  TestTable t = last_round();
  t.fulfilled(0, {"20", "24"}).own(0, "15W").fix();
  t.play("g1>canteen").play("g1>canteen");
  EXPECT_TRUE(t.can("done"));
  TestTable half = t;
  t.play("done");
  EXPECT_TRUE(t.over());
  half.play({"#20", "n"});
  EXPECT_TRUE(half.can("done"));
  half.play({"done", "#24", "t1", "done"});
  EXPECT_TRUE(half.over());
  EXPECT_EQ(half.p(0).harvester, space_at(0, -1));
}
// CIR-Q67: without room the free tile is lost (CIR-Q21).
TEST(EndQ67, LostTiles) {
  TestTable t = last_round();
  t.fulfilled(0, {"12", "4", "6"}).farm(0, 1, "FA1").farm(0, 2, "FA1").farm(0, 3, "FA2");
  t.farm(0, 4, "FA2").fix();
  t.play("g1>canteen").play("g1>canteen");
  t.play("#12");
  EXPECT_EQ(t.asks(), Do::kEndCards);
  t.play({"#4", "spec2", "swap-base"});
  ASSERT_TRUE(t.over());
  EXPECT_EQ(t.line(0, 6), 4);
}
// CIR-Q67, CIR-5.5, CIR-5.11: a Specialist gained at the end of the game counts for the Outpost,
// but not for Moon Pin; under version 1 for both.
TEST(EndQ67, MoonPinCountsTheGame) {
  for (const int rules : {1, 2}) {
    TestTable t = last_round({.rules = rules});
    t.fulfilled(0, {"4", "6"});
    t.p(0).gained = 2;
    t.p(0).idle_specialists = 1;
    --t.p(0).idle;
    t.fix();
    t.play("g1>canteen").play("g1>canteen");
    t.play({"#4", "spec3"});
    ASSERT_TRUE(t.over());
    EXPECT_EQ(t.line(0, 1), rules == 1 ? 2 : 1) << "version " << rules;
    EXPECT_EQ(t.line(0, 8), 5) << "both lower ones";
    // The position says so, and is read back.
    const Json json = t.game.to_json(t.s);
    EXPECT_EQ(json["players"][0].contains("gained_late"), rules > 1);
    const auto again = t.game.from_json(json);
    ASSERT_TRUE(again.ok()) << again.error().sentence();
    EXPECT_EQ(again.value(), t.s);
  }
}
// CIR-Q67: each seat in order.
TEST(EndQ67, SeatOrder) {
  TestTable t = last_round();
  t.s.radio = 1;
  t.fulfilled(0, {"20"}).fulfilled(1, {"24"}).own(1, "9W").fix();
  t.play("g1>canteen").play("g1>canteen");
  EXPECT_EQ(t.to_act(), 1);
  t.play("done");
  EXPECT_EQ(t.to_act(), 0);
}

// CIR-Q68, CIR-2.7, CIR-6.3: the lines of the sheet.
TEST(EndQ68, ScoreSheet) {
  TestTable t({.players = 2, .leaders = {"ul_kah_tal"}});
  t.own(0, "40W9A9E7G").harvester(0, 3, -3).fulfilled(0, {"B36", "B1"});
  t.negotiated(kLeyrien, 5, 0, 1).negotiated(kJrayek, 4, 0, 7).negotiated(kZcharo, 3, 1, 3);
  t.s.cache[1] = 1;  // K2: 4 points
  for (int i = 1; i <= 5; ++i) {
    if (i != 2) t.ship(0, i, i < 4 ? "SH1" : "SH5");
  }
  t.farm(0, 1, "FA10").farm(0, 2, "F-a").farm(0, 3, "FA1").farm(0, 4, "F-b");
  t.p(0).gained = 6;
  t.p(0).locked = 1;
  t.fix();
  const Scores sheet = t.game.scores(t.s);
  constexpr std::array<int, 9> kLines = {8, 0, 10, 4, 12, 10, 9, 7, 5};
  for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(sheet.by[0][k], kLines[k]) << k;
  EXPECT_EQ(sheet.total[0], 65);
  EXPECT_EQ(sheet.total[1], 3);
  EXPECT_EQ(Circadians::facts().categories.size(), 9U);
  // One Ship or Farm less: no points of the base.
  t.p(0).tile[3] = 0;
  t.p(0).ship[4] = 0;
  t.fix();
  EXPECT_EQ(t.line(0, 6), 0);
}

// CIR-Q5: points, Gems, the number of other pieces; then the win is shared.
TEST(EndQ5, Ties) {
  const auto winners = [](const char* a, const char* b, const char* c) {
    TestTable t({.players = 3});
    t.own(0, a).own(1, b).own(2, c);
    // Points that make up for Gems: Negotiation spaces.
    t.negotiated(kLeyrien, 1, 2, 1).negotiated(kZcharo, 1, 2, 2);
    return t.game.winners(t.s);
  };
  EXPECT_EQ(winners("5G", "4G", ""), 1);
  EXPECT_EQ(winners("2G", "1G", ""), 1) << "2 points each: more Gems";
  EXPECT_EQ(winners("2G", "2G1W", ""), 2) << "then the other pieces";
  EXPECT_EQ(winners("2G3W", "2G1W2A", ""), 3) << "each worth the same, shared";
  EXPECT_EQ(winners("2G3W", "2G1W1A2E", ""), 2);
  EXPECT_EQ(winners("1G", "1G", "9W"), 4);
}

// CIR-Q5, CIR-Q89: the tie-break decides each place; who is still tied shares it.
TEST(EndQ5, Places) {
  TestTable t({.players = 4});
  t.own(0, "2G").own(1, "2G1W").own(2, "3G").own(3, "2G1A");
  EXPECT_EQ(t.game.places(t.s), (Places{4, 2, 1, 2}));
  TestTable alone({.players = 1});
  EXPECT_EQ(alone.game.places(alone.s)[0], 2) << "a tie is lost";
  EXPECT_EQ(alone.game.winners(alone.s), 0);
  EXPECT_EQ(alone.game.opponent_score(alone.s), alone.game.ai_score(alone.s));
  EXPECT_FALSE(t.game.opponent_score(t.s).has_value());
}

}  // namespace
}  // namespace tidelock::circadians
