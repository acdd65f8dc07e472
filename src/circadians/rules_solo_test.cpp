// CIR-2.10, CIR-5.12, CIR-6.11, CIR-Q82 to CIR-Q90: the automatic opponent.
#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

using Strings = std::set<std::string>;
constexpr Seat kAi = Circadians::kAiSeat;

// Alone, with a die in Headquarters that is about to act and one in a Garage.
TestTable alone(const Setting& more = {}, int gems = 1) {
  Setting setting = more;
  setting.players = 1;
  TestTable t(setting);
  t.in_hq(1, 0, 1).die(0, 1, 1).hq_turn();
  t.s.tokens = 0;  // nothing in the way of its Harvester
  t.p(kAi).goods[kGem] = static_cast<std::int16_t>(gems);
  return t;
}
// The AI's Execute with these cards.
TestTable& schemes(TestTable& t, std::initializer_list<std::string_view> cards) {
  t.fix();
  t.next(cards).play("hq>canteen");
  EXPECT_TRUE(t.answers.empty());
  return t;
}
int ai_gems(const TestTable& t) { return t.p(kAi).goods[kGem]; }

// CIR-2.10, CIR-Q82, CIR-6.11
TEST(SoloQ82, Beginning) {
  constexpr std::array<int, 4> kDice = {3, 3, 4, 4};
  for (int level = 1; level <= 4; ++level) {
    const Circadians game = make_game({.players = 1, .ai = level});
    const State s = game.start();
    const Player& ai = s.players[1];
    EXPECT_EQ(ai.idle, kDice[idx(level - 1)]);
    EXPECT_EQ(ai.reserve, 13 - kDice[idx(level - 1)]);
    EXPECT_EQ(write_goods(ai.goods), "1G");
    EXPECT_EQ(ai.progress, 0);
    EXPECT_EQ(ai.harvester, 0);
    EXPECT_EQ(ai.leader, kNone);
    EXPECT_EQ(std::popcount(s.schemes), 26);
    EXPECT_EQ(std::popcount(make_game({.players = 1, .expansion = false}).start().schemes), 20);
  }
}

// CIR-2.10, CIR-Q83: your HQ dice, the Scheme cards, your Garages; two cards a round.
TEST(SoloQ83, Sequence) {
  TestTable t = alone();
  schemes(t, {"SC3", "SC9"});
  EXPECT_EQ(t.asks(), Do::kSend);
  EXPECT_EQ(t.s.todo.top().a, 0);
  EXPECT_EQ(t.count(What::kScheme), 2);
  EXPECT_EQ(t.count(What::kAiSent), 2);
  t.finish_round();
  EXPECT_EQ(t.s.scheme_shown, 0U);
  EXPECT_EQ(std::popcount(t.s.scheme_discards), 2);
}

// CIR-Q86, CIR-6.11: a negotiation costs 1 Gem, the smallest free row; its Breakthrough is a Gem.
TEST(SoloQ86, Negotiates) {
  TestTable t = alone();
  t.negotiated(kJrayek, 1, 0, 1);
  schemes(t, {"SC3", "SC14"});  // value 3: Jrayek
  EXPECT_EQ(t.s.negotiation[kJrayek][1], Piece(kAi, 3));
  EXPECT_EQ(t.count(What::kBreakthrough, kAi), 1);
  EXPECT_TRUE(has_bit(t.s.breakthroughs, breakthrough_no("BT1"))) << "the first free entry";
  EXPECT_EQ(ai_gems(t), 1 - 1 + 1 + 2) << "and 2 of the Mining Camp";
  EXPECT_EQ(t.p(kAi).out, 1);
  // Without a Gem it goes on to the next place.
  TestTable poor = alone({}, 0);
  schemes(poor, {"SC3", "SC14"});
  EXPECT_TRUE(poor.s.negotiation[kJrayek][0].empty());
  EXPECT_EQ(poor.p(kAi).progress, 1) << "the Laboratory";
  EXPECT_FALSE(poor.s.station[kLaboratory][0].empty());
}
// CIR-Q86, CIR-Q90: its Setback gives you 3 Water, Lysias 1 more; B20 and Luna hear it.
TEST(SoloQ86, SetbacksAndListeners) {
  TestTable t = alone({.leaders = {"lysias"}});
  t.negotiated(kJrayek, 1, 0, 3).fulfilled(0, {"B20"});
  schemes(t, {"SC3", "SC14"});
  EXPECT_EQ(t.delta(0), "+8W") << "Canteen 2, Setback 3, Lysias 1, B20 2";
  EXPECT_EQ(t.s.setbacks, 1) << "the first free one";
  EXPECT_EQ(t.s.setback_values, 1U << 3);
}
// CIR-Q86: the Depository: 1 Gem, the column of the value, the lowest free row.
TEST(SoloQ86, Depository) {
  TestTable t = alone();
  t.delivered(4, 1, 0);
  schemes(t, {"SC4", "SC9"});
  EXPECT_EQ(t.s.depository[3][1], Piece(kAi, 4));
  TestTable full = alone();
  full.delivered(4, 1, 0).delivered(4, 2, 0).die(0, 5, 1);
  full.p(kAi).idle = 1;
  schemes(full, {"SC4", "SC9", "SC14"});
  EXPECT_EQ(full.s.depository[3][1], Piece(0, 4));
  EXPECT_FALSE(full.s.station[kFoundry][0].empty()) << "the next place";
  EXPECT_EQ(full.count(What::kScheme), 3) << "an extra card";
}
// CIR-Q86, CIR-2.10: the Depository only with a Gem; one extra card a round.
TEST(SoloQ86, FoundryOnceARound) {
  TestTable t = alone({}, 0);
  schemes(t, {"SC4", "SC20", "SC14"});
  EXPECT_TRUE(t.s.depository[3][0].empty());
  EXPECT_EQ(t.s.station[kFoundry][0], Piece(kAi, 4));
  EXPECT_TRUE(t.s.station[kFoundry][1].empty());
  EXPECT_EQ(t.p(kAi).progress, 1) << "the extra card's next place";
  EXPECT_EQ(t.count(What::kScheme), 3);
  TestTable later = alone({}, 0);
  schemes(later, {"SC4", "SC14", "SC7"});
  EXPECT_TRUE(later.s.station[kFoundry][1].empty());
  EXPECT_EQ(later.s.negotiation[kZcharo][0], Piece(kAi, 1));
}
// CIR-Q86: Mining Camp and Market: the leftmost free space, the Gems of the card.
TEST(SoloQ86, CampAndMarket) {
  TestTable t = alone({}, 0);
  t.on_station(kMiningCamp, 1, 0, 1);
  schemes(t, {"SC14", "SC15"});
  EXPECT_EQ(t.s.station[kMiningCamp][1], Piece(kAi, 2));
  EXPECT_EQ(t.s.station[kMarket][0], Piece(kAi, 3));
  EXPECT_EQ(ai_gems(t), 4);
}
// CIR-Q86, CIR-Q87: the Laboratory as long as a Progress token is left; from three gone on, three
// cards.
TEST(SoloQ86, LaboratoryAndProgress) {
  TestTable t = alone({}, 0);
  t.p(kAi).progress = 2;
  schemes(t, {"SC13", "SC14"});
  EXPECT_EQ(t.p(kAi).progress, 3);
  EXPECT_EQ(t.count(What::kScheme), 2) << "CIR-Q87: it had not gone before";
  TestTable three = alone({}, 0);
  three.p(kAi).progress = 3;
  schemes(three, {"SC13", "SC14", "SC15"});
  EXPECT_EQ(three.p(kAi).progress, 3);
  EXPECT_TRUE(three.s.station[kLaboratory][0].empty());
}
// CIR-Q87: an exhausted deck is made anew from the discards, without what this round has shown.
TEST(SoloQ87, ANewDeckFromTheDiscards) {
  TestTable t = alone();
  const std::uint32_t last = 1U << index_of(pack()->schemes, "SC3");
  t.s.scheme_discards = t.s.schemes & ~last;
  t.s.schemes = last;
  schemes(t, {"SC3", "SC9"});
  EXPECT_EQ(t.count(What::kScheme), 2);
  EXPECT_EQ(t.s.scheme_shown, last | (1U << index_of(pack()->schemes, "SC9")));
  EXPECT_EQ(std::popcount(t.s.schemes), 24);
  EXPECT_EQ(t.s.scheme_discards, 0U);
}
// CIR-Q86: the Academy: the fitting space, 2 dice at once, at most 5 on its board.
TEST(SoloQ86, Academy) {
  TestTable t = alone({}, 0);
  schemes(t, {"SC5", "SC14"});
  EXPECT_EQ(t.p(kAi).idle, 3 - 1 + 2 - 1);
  EXPECT_EQ(t.s.station[kAcademy][1], Piece(kAi, 5));
  TestTable full = alone({}, 0);
  full.p(kAi).idle = 5;
  schemes(full, {"SC5", "SC14"});
  EXPECT_EQ(full.p(kAi).idle, 5 - 1) << "4 and 1 more, then one went to the Mining Camp";
}
// CIR-Q86: the Temple: 1 Gem, a Specialist that waits for Intrigue.
TEST(SoloQ86, Temple) {
  TestTable t = alone();
  schemes(t, {"SC21", "SC14"});
  EXPECT_EQ(t.p(kAi).gained, 1);
  EXPECT_EQ(t.p(kAi).locked, 1);
  EXPECT_EQ(ai_gems(t), 1 - 1 + 2);
  const int reserve = t.p(kAi).reserve;
  t.finish_round();
  EXPECT_EQ(t.p(kAi).locked, 0) << "CIR-Q88: Intrigue exchanges a die of the board for it";
  EXPECT_EQ(t.p(kAi).idle_specialists, 1);
  EXPECT_EQ(t.p(kAi).reserve, reserve - 1 + 1);
}
// CIR-Q86: no Temple with three Specialists: the next place.
TEST(SoloQ86, NoTempleWithAllThree) {
  TestTable t = alone();
  t.p(kAi).gained = 7;
  t.p(kAi).locked = 3;
  schemes(t, {"SC21", "SC14"});
  EXPECT_TRUE(t.s.station[kTemple][0].empty());
  EXPECT_EQ(t.s.negotiation[kOxataya][0], Piece(kAi, 1));
}
// CIR-Q86: no possible place: the die remains, 1 Gem; no die: nothing.
TEST(SoloQ86, Stuck) {
  TestTable t = alone({}, 0);
  for (int i = 1; i <= 3; ++i) t.on_station(kMiningCamp, i, 0, 1);
  t.p(kAi).progress = 3;
  t.p(0).idle = 0;
  schemes(t, {"SC3", "SC13", "SC1"});
  EXPECT_EQ(t.count(What::kAiSent), 2) << "that Gem pays for what the next cards do";
  EXPECT_EQ(t.count(What::kAiStuck), 1);
  TestTable none = alone({}, 0);
  none.p(kAi).idle = 0;
  schemes(none, {"SC14", "SC15"});
  EXPECT_EQ(ai_gems(none), 0);
  EXPECT_EQ(none.count(What::kAiSent), 0);
}

// CIR-Q85: the first card drives its Harvester: Water goes back, a Gem halts it.
TEST(SoloQ85, Harvester) {
  for (int value = 1; value <= 6; ++value) {
    constexpr std::array<const char*, 6> kCards = {"SC1", "SC14", "SC15", "SC10", "SC17", "SC26"};
    TestTable t = alone({}, 0);
    t.s.tokens = TestTable({.players = 1}).s.tokens;
    schemes(t, {kCards[idx(value - 1)], "SC2"});
    int at = 0;
    bool gem = false;
    for (int k = 0; k < 3 && !gem; ++k) {
      at = pack()->next[idx(at)][idx(value - 1)];
      gem = at < kFirstCorner && pack()->planet[0][idx(at)].token[kGem] != 0;
    }
    EXPECT_EQ(t.p(kAi).harvester, at) << value;
    EXPECT_EQ(t.s.tokens >> at & 1U, 0U);
    EXPECT_EQ(t.delta(0), "+2W") << "nobody gets the Water";
  }
  // Not onto your Cache; its arrival shows you nothing.
  TestTable taken = alone({}, 0);
  taken.harvester(0, 0, -3);
  taken.s.tokens = 0;
  schemes(taken, {"SC1", "SC2"});
  EXPECT_EQ(taken.p(kAi).harvester, space_at(0, -2));
  TestTable cache = alone({}, 0);
  cache.s.tokens = 0;
  schemes(cache, {"SC1", "SC2"});
  EXPECT_EQ(cache.p(kAi).harvester, kFirstCorner);
  EXPECT_EQ(cache.p(0).seen, 0);
  EXPECT_EQ(cache.count(What::kCacheSeen), 0);
}

// CIR-Q83, CIR-6.11: its Harvest and Rest.
TEST(SoloQ83, HarvestAndRest) {
  constexpr std::array<int, 4> kGems = {1, 1, 1, 2};
  constexpr std::array<int, 4> kDice = {1, 2, 2, 2};
  for (int level = 1; level <= 4; ++level) {
    for (int progress = 0; progress <= 3; ++progress) {
      TestTable t({.players = 1, .ai = level});
      t.die(0, 1, 1);
      t.p(kAi).progress = static_cast<std::uint8_t>(progress);
      t.p(kAi).idle = 1;
      t.p(kAi).goods[kGem] = 0;
      t.p(kAi).harvester = static_cast<std::uint8_t>(space_at(0, -3));
      t.no_breakthroughs().fix().play("g1>canteen");
      EXPECT_EQ(ai_gems(t), kGems[idx(level - 1)] + 1 + (progress >= 1 ? 1 : 0));
      EXPECT_EQ(t.p(kAi).idle, 1 + kDice[idx(level - 1)] + (progress >= 2 ? 1 : 0));
    }
  }
}
// CIR-Q87: dice that come back beyond 5 go to the reserve, in Harvest.
TEST(SoloQ87, FiveOnTheBoard) {
  TestTable t({.players = 1, .leaders = {"michela"}});
  t.die(0, 1, 1).on_station(kMarket, 1, kAi, 3);
  t.p(kAi).idle = 5;
  t.fix();
  const int reserve = t.p(kAi).reserve;
  t.play("g1>canteen");
  ASSERT_EQ(t.asks(), Do::kMichela) << "in your Harvest";
  EXPECT_TRUE(t.s.station[kMarket][0].empty());
  EXPECT_EQ(t.p(kAi).idle, 5);
  EXPECT_EQ(t.p(kAi).reserve, reserve + 1);
}
// CIR-Q84: the top tile of the largest stack, the leftmost of equals, of Farms and Ships.
TEST(SoloQ84, RemovesTiles) {
  TestTable t({.players = 1});
  t.die(0, 1, 1);
  t.s.down[kShipTile] = {2, 4, 4};
  t.s.down[kFarmTile] = {3, 3, 3};
  t.fix();
  const auto ships = t.s.down[kShipTile];
  const auto farms = t.s.down[kFarmTile];
  t.play("g1>canteen");
  EXPECT_EQ(t.s.down[kShipTile][0], ships[0]);
  EXPECT_EQ(t.s.down[kShipTile][1], ships[1] - 1);
  EXPECT_EQ(t.s.down[kShipTile][2], ships[2]);
  EXPECT_EQ(t.s.down[kFarmTile][0], farms[0] - 1);
  EXPECT_EQ(t.s.down[kFarmTile][1], farms[1]);
  EXPECT_EQ(t.count(What::kAiTile), 2);
}

// CIR-5.12, CIR-Q88: Exploitation.
TestTable exploiting(int gems = 1, const Setting& more = {}) {
  TestTable t = alone(more, gems);
  t.p(kAi).gained = 1;
  t.p(kAi).idle_specialists = 1;
  t.p(kAi).idle = 2;
  return t;
}
TEST(SoloQ88, ExploitationOne) {
  TestTable t = exploiting();
  schemes(t, {"1", "SC14", "SC15"});
  EXPECT_EQ(t.p(kAi).progress, 1);
  EXPECT_EQ(t.p(kAi).outpost[0], Piece(kAi, Piece::kSpecialist));
  EXPECT_EQ(ai_gems(t), 1 - 1 + 4);
  // Without a Gem or a token: as 2 and 3.
  for (const bool tokens : {false, true}) {
    TestTable other = exploiting(tokens ? 0 : 1);
    if (!tokens) other.p(kAi).progress = 3;
    other.fix();
    if (tokens) {
      schemes(other, {"1", "#B1", "SC14", "SC15"});
    } else {
      schemes(other, {"1", "#B1", "SC14", "SC15", "SC2"});
    }
    EXPECT_EQ(other.p(0).outpost[0], Piece(kAi, Piece::kSpecialist));
  }
}
TEST(SoloQ88, ExploitationTwoAndThree) {
  for (const char* roll : {"2", "3"}) {
    TestTable t = exploiting(0);
    t.p(0).gained = 1;
    t.p(0).idle_specialists = 1;
    t.fix();
    t.next({roll, "#B1"}).play("hq>canteen");
    EXPECT_EQ(t.asks(), Do::kChoose) << "your bonus, ability 1 included";
    EXPECT_EQ(t.delta(0), "+4W");
    EXPECT_EQ(t.drew(0), 1);
    EXPECT_EQ(ai_gems(t), 2);
    t.next({"SC14", "SC15"}).play("a");
    EXPECT_EQ(t.p(0).goods[kAlgae], 2);
    // It comes back in Rest.
    t.finish_round();
    EXPECT_TRUE(t.p(0).outpost[0].empty());
    EXPECT_EQ(t.p(kAi).idle_specialists, 1);
  }
  // Occupied, or X4: as 4 to 6.
  TestTable closed = exploiting(0);
  closed.event("X4");
  schemes(closed, {"2", "SC14", "SC15", "SC2"});
  EXPECT_TRUE(closed.p(0).outpost[0].empty());
  EXPECT_EQ(closed.s.station[kMiningCamp][0], Piece(kAi, Piece::kSpecialist));
}
TEST(SoloQ88, ExploitationFourToSix) {
  for (const char* roll : {"4", "5", "6"}) {
    TestTable t = exploiting();
    schemes(t, {roll, "SC3", "SC14", "SC15"});
    EXPECT_EQ(t.s.negotiation[kJrayek][0], Piece(kAi, Piece::kSpecialist));
    EXPECT_EQ(t.s.specialist_breakthroughs, 1) << "by the Specialist rule";
    EXPECT_EQ(t.s.breakthrough_values, 0);
    EXPECT_EQ(t.count(What::kScheme), 3) << "its card does not count";
    EXPECT_EQ(t.count(What::kAiMoved), 1);
  }
}
// CIR-5.12: an occupied Outpost of the AI: to yours; yours occupied: by a card.
TEST(SoloQ88, OccupiedOutposts) {
  TestTable its = exploiting();
  its.p(kAi).outpost[0] = Piece(0, Piece::kSpecialist);
  its.p(0).gained = 2;
  schemes(its, {"1", "#B1", "SC14", "SC15"});
  EXPECT_EQ(its.p(0).outpost[0], Piece(kAi, Piece::kSpecialist));
  EXPECT_EQ(its.p(kAi).outpost[0], Piece(0, Piece::kSpecialist));
  EXPECT_EQ(its.p(kAi).progress, 0);
  EXPECT_EQ(ai_gems(its), 1 + 2 + 4);
  TestTable yours = exploiting();
  yours.p(0).outpost[0] = Piece(0, Piece::kSpecialist);
  schemes(yours, {"2", "SC3", "SC14", "SC15"});
  EXPECT_EQ(yours.p(0).outpost[0], Piece(0, Piece::kSpecialist));
  EXPECT_EQ(yours.s.negotiation[kJrayek][0], Piece(kAi, Piece::kSpecialist));
  EXPECT_EQ(yours.drew(0), 0) << "no bonus";
}
// CIR-Q88: Corey's Outpost blocks it only with both spaces full.
TEST(SoloQ88, CoreysTwoSpaces) {
  TestTable one = exploiting(1, {.leaders = {"corey"}});
  one.p(0).outpost[0] = Piece(0, Piece::kSpecialist);
  one.p(0).gained = 2;
  schemes(one, {"2", "#B1", "SC14", "SC15"});
  EXPECT_EQ(one.p(0).outpost[0], Piece(0, Piece::kSpecialist));
  EXPECT_EQ(one.p(0).outpost[1], Piece(kAi, Piece::kSpecialist));
  EXPECT_EQ(one.delta(0), "+4W") << "Canteen and bonus; his Algae is for players";
  TestTable two = exploiting(1, {.leaders = {"corey"}});
  two.p(0).outpost = {Piece(0, Piece::kSpecialist), Piece(0, 4)};
  schemes(two, {"2", "SC3", "SC14", "SC15"});
  EXPECT_EQ(two.p(0).outpost[1], Piece(0, 4));
  EXPECT_EQ(two.s.negotiation[kJrayek][0], Piece(kAi, Piece::kSpecialist));
}
// CIR-Q88: no place for the Specialist: it remains, 1 Gem. CIR-Q87: it counts for the 5 of the
// board.
TEST(SoloQ88, TheSpecialistIsStuck) {
  TestTable t = exploiting(0);
  for (int i = 1; i <= 3; ++i) t.on_station(kMiningCamp, i, 0, 1);
  t.p(kAi).idle = 4;
  t.fix();
  const int reserve = t.p(kAi).reserve;
  schemes(t, {"4", "SC21", "SC12", "SC15"});
  EXPECT_EQ(t.count(What::kAiStuck), 1);
  EXPECT_EQ(t.p(kAi).idle_specialists, 1);
  EXPECT_EQ(ai_gems(t), 1 + 2) << "and 2 of the Market";
  EXPECT_EQ(t.p(kAi).reserve, reserve - 1) << "one of the Academy's dice has room";
  EXPECT_EQ(t.p(kAi).idle, 4 - 1 + 1 - 1);
}
// CIR-Q88: the Specialist goes though no regular die is left.
TEST(SoloQ88, TheSpecialistGoesAlone) {
  TestTable t = exploiting();
  t.p(kAi).idle = 0;
  schemes(t, {"4", "SC14", "SC15", "SC2"});
  EXPECT_EQ(t.s.station[kMiningCamp][0], Piece(kAi, Piece::kSpecialist));
  EXPECT_EQ(t.count(What::kAiSent), 1);
  EXPECT_EQ(ai_gems(t), 1 + 2);
}
// CIR-Q86, CIR-2.5: the AI's Specialist joins a Specialist: a Setback, 3 Water for you.
TEST(SoloQ86, SetbackOfItsSpecialist) {
  TestTable t = exploiting();
  t.negotiated(kJrayek, 1, 0, Piece::kSpecialist);
  schemes(t, {"4", "SC3", "SC14", "SC15"});
  EXPECT_EQ(t.s.negotiation[kJrayek][1], Piece(kAi, Piece::kSpecialist));
  EXPECT_EQ(t.delta(0), "+5W") << "Canteen 2, Setback 3";
  EXPECT_EQ(t.s.specialist_setbacks, 1);
  EXPECT_EQ(t.s.specialist_breakthroughs, 2);
}
// CIR-5.12: without an active Specialist, or the expansion, no roll.
TEST(SoloQ88, NoExploitation) {
  TestTable t = alone();
  schemes(t, {"SC14", "SC15"});
  EXPECT_EQ(t.count(What::kAiExploit), 0);
}

// CIR-5.12, CIR-Q88: Intrigue places one die on the topmost Ahzuri space it qualifies for.
TEST(SoloQ88, IntrigueAhzuri) {
  TestTable t({.players = 1});
  t.die(0, 1, 1).delivered(1, 1, kAi).delivered(2, 1, kAi).delivered(3, 1, kAi);
  t.p(kAi).progress = 3;
  t.fix();
  TestTable more = t;
  t.next({}).play("g1>canteen");
  EXPECT_TRUE(t.s.negotiation[kAhzuri][1].empty());
  EXPECT_FALSE(t.s.negotiation[kAhzuri][2].empty()) << "all Progress tokens removed";
  more.delivered(4, 1, kAi).fix().play("g1>canteen");
  EXPECT_FALSE(more.s.negotiation[kAhzuri][1].empty()) << "four dice in the Depository";
  EXPECT_TRUE(more.s.negotiation[kAhzuri][2].empty()) << "one a round";
  // CIR-Q76, CIR-Q90: Luna hears it.
  TestTable luna({.players = 1, .leaders = {"luna"}});
  luna.die(0, 1, 1);
  luna.p(kAi).progress = 3;
  luna.fix().play("g1>canteen");
  EXPECT_EQ(luna.has(0), "8W1A") << "Canteen 2, Planet 3 and 1, Luna 3";
}

// CIR-5.12: a locked Specialist waits as long as another is active.
TEST(SoloQ88, IntrigueWithAnActiveSpecialist) {
  TestTable t({.players = 1});
  t.die(0, 1, 1);
  t.p(kAi).gained = 3;
  t.p(kAi).locked = 1;
  t.p(kAi).idle_specialists = 1;
  t.fix().play("g1>canteen");
  ASSERT_TRUE(t.planning());
  EXPECT_EQ(t.p(kAi).locked, 1);
  EXPECT_EQ(t.p(kAi).idle_specialists, 1);
}
// The AI has all dice but these in the Depository and with Leyrien, and a locked Specialist.
TestTable used_up(int idle) {
  TestTable t({.players = 1});
  t.die(0, 1, 1).no_breakthroughs();
  for (int i = 0; i < 13 - idle; ++i) {
    if (i < 12) {
      t.delivered(i % 6 + 1, i / 6 + 1, kAi);
    } else {
      t.negotiated(kLeyrien, 1, kAi, 3);
    }
  }
  t.p(kAi).idle = static_cast<std::uint8_t>(idle);
  t.p(kAi).gained = 1;
  t.p(kAi).locked = 1;
  t.fix();
  EXPECT_EQ(t.p(kAi).reserve, 0);
  return t;
}
// CIR-Q88: an empty reserve places nothing, an empty board exchanges nothing.
TEST(SoloQ88, IntrigueWithoutDice) {
  TestTable none = used_up(0);
  none.play("g1>canteen");
  ASSERT_TRUE(none.planning());
  EXPECT_TRUE(none.s.negotiation[kAhzuri][1].empty()) << "though the requirement is met";
  EXPECT_EQ(none.p(kAi).locked, 1);
  EXPECT_EQ(none.p(kAi).idle_specialists, 0);
}
// CIR-5.12: Ahzuri first: the die that the Specialist frees comes too late for it.
TEST(SoloQ88, IntrigueInOrder) {
  TestTable t = used_up(5);
  t.play("g1>canteen");
  ASSERT_TRUE(t.planning());
  EXPECT_EQ(t.p(kAi).locked, 0);
  EXPECT_EQ(t.p(kAi).idle_specialists, 1);
  EXPECT_EQ(t.p(kAi).reserve, 1);
  EXPECT_TRUE(t.s.negotiation[kAhzuri][1].empty());
  TestTable both({.players = 1});
  both.die(0, 1, 1);
  both.p(kAi).progress = 3;
  both.p(kAi).gained = 1;
  both.p(kAi).locked = 1;
  both.fix().play("g1>canteen");
  std::vector<What> order;
  for (const Event& e : both.events) {
    const auto what = static_cast<What>(e.what);
    if (what == What::kAiAhzuri || what == What::kAiUnlocked) order.push_back(what);
  }
  EXPECT_EQ(order, (std::vector<What>{What::kAiAhzuri, What::kAiUnlocked}));
}

// CIR-Q90: others would gain: you lose instead.
TEST(SoloQ90, SetbacksAreLosses) {
  const std::vector<std::pair<const char*, const char*>> kAll = {{"sb1", "-3W"},    {"sb2", "-2A"},
                                                                 {"sb3", "-1E"},    {"sb6", "-3W"},
                                                                 {"sb7", "-2A-1E"}, {"sb8", "-5W"}};
  for (const auto& [id, delta] : kAll) {
    for (const bool lysias : {false, true}) {
      TestTable t({.players = 1, .leaders = {lysias ? "lysias" : "viktor_hale"}});
      t.own(0, "9W12A9E").die(0, 1, 3).die(0, 5, 1).negotiated(kLeyrien, 2, kAi, 3).fix();
      t.play("g1>leyrien1").own(0, "9W9A9E");
      t.mark();
      t.play(id);
      if (lysias) t.p(0).goods[kWater] = static_cast<std::int16_t>(t.p(0).goods[kWater] - 1);
      EXPECT_EQ(t.delta(0), delta) << id;
    }
  }
  for (const char* id : {"sb4", "sb5"}) {
    TestTable t({.players = 1});
    t.own(0, "3A").die(0, 1, 3).die(0, 5, 1).hand(0, {"B1", "B2"});
    t.negotiated(kLeyrien, 2, kAi, 3).fix().play({"g1>leyrien1", id});
    EXPECT_EQ(t.moves(), (Strings{"-#B1", "-#B2"}));
  }
}
// CIR-Q90: each use of its Outpost earns it 1 Gem, 2 from the second Specialist on.
TEST(SoloQ90, ItsOutpost) {
  for (int gained = 0; gained <= 2; ++gained) {
    TestTable t({.players = 1});
    t.own(0, "2A").specialist(0, 1).die(0, 5, 1).token(kAi, "O8");
    t.p(kAi).gained = static_cast<std::uint8_t>((1 << gained) - 1);
    t.p(kAi).locked = static_cast<std::uint8_t>(gained);
    t.fix();
    const int before = ai_gems(t);
    t.play("g1>out2");
    EXPECT_EQ(ai_gems(t) - before, gained >= 2 ? 2 : 1);
    EXPECT_EQ(t.delta(0), "-2A+2G");
  }
}

// CIR-6.11, CIR-Q89: its score; equal points lose.
TEST(SoloQ89, ScoreAndVictory) {
  constexpr std::array<std::array<int, 4>, 4> kPoints = {
      {{3, 2, 2, 3}, {4, 2, 2, 4}, {4, 3, 3, 4}, {5, 3, 3, 5}}};
  for (int level = 1; level <= 4; ++level) {
    const auto& points = kPoints[idx(level - 1)];
    TestTable t({.players = 1, .ai = level});
    t.delivered(2, 1, kAi).delivered(3, 1, kAi, Piece::kSpecialist).negotiated(kJrayek, 2, kAi, 4);
    t.p(kAi).progress = 2;
    t.p(kAi).gained = 7;
    t.p(kAi).locked = 2;
    t.p(kAi).goods[kGem] = 6;
    t.p(kAi).harvester = kFirstCorner + 5;
    t.s.cache[5] = 5;
    t.fix();
    const int score = 2 * points[0] + 3 + 2 * points[1] + points[2] + points[3] + 6 + 6;
    EXPECT_EQ(t.game.ai_score(t.s), score);
    t.own(0, std::to_string(score) + "G");
    EXPECT_EQ(t.game.winners(t.s), 0) << "equal points lose";
    t.own(0, std::to_string(score + 1) + "G");
    EXPECT_EQ(t.game.winners(t.s), 1);
  }
}

}  // namespace
}  // namespace tidelock::circadians
