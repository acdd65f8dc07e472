// CIR-2.8, CIR-5.10, CIR-6.10, CIR-Q69 to CIR-Q80: each of the 24 leaders.
#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

using Strings = std::set<std::string>;

Setting with(const char* leader, int players = 2, const char* sides_b = "") {
  return {.players = players, .leaders = {leader}, .sides_b = sides_b};
}
// A game up to the first Plan, by first choices, with answers of chance for what comes after the
// draft.
TestTable from_start(const Setting& setting) {
  TestTable t(setting);
  t.s = t.game.start();
  t.resolve_chance();
  while (t.s.todo.top().what != Do::kPlan && t.s.todo.items[0].what != Do::kRound)
    t.play(t.game.write(t.s, t.to_act(), t.moves_of(t.to_act())[0]));
  return t;
}

// CIR-2.2, CIR-5.10: what each leader starts with.
TEST(LeadersSetup, StartingGoodsAndDice) {
  struct One {
    const char* leader;
    const char* goods;
    int dice;
  };
  for (const One& one :
       {One{"amos", "15W2A2E", 4}, One{"eden", "15W8A4E1G", 3}, One{"hikaru", "20W4A2E", 3},
        One{"michela", "10W4A2E", 3}, One{"britta", "15W4A2E", 3}, One{"charlene", "15W4A2E", 3},
        One{"corey", "15W4A2E", 3}, One{"garmon", "15W4A2E", 3}, One{"peyton", "15W4A2E", 3},
        One{"troy_sullivan", "15W4A2E", 3}, One{"bjorg", "15W4A2E", 3},
        One{"lysias", "15W4A2E", 3}}) {
    const TestTable t = from_start(with(one.leader));
    EXPECT_EQ(t.has(0), one.goods) << one.leader;
    EXPECT_EQ(t.game.regular_dice(t.p(0)), one.dice) << one.leader;
    EXPECT_EQ(t.has(1), "15W4A2E");
  }
}

// --- Amos ---

// CIR-Q69, CIR-5.10.amos
TEST(LeadersAmos, HarvestsInATurnInsteadOfSending) {
  TestTable t(with("amos"));
  t.own(0, "3A").die(0, 1, 2).farm(0, 1, "FA6");
  t.p(0).farm[0] = 5;
  t.p(0).idle = 0;
  t.fix();
  EXPECT_TRUE(t.can("harvest"));
  t.play("harvest");
  EXPECT_EQ(t.delta(0), "+13W") << "3 and the Well's 6 and 4 of FA6";
  EXPECT_EQ(t.to_act(), 1);
  t.play("g1>canteen");
  EXPECT_FALSE(t.can("harvest")) << "once a round";
  t.mark();
  t.play("g1>canteen");
  ASSERT_TRUE(t.planning());
  EXPECT_EQ(t.delta(0), "+5W+1A") << "the Planet and the Canteen, no Farm again";
  EXPECT_EQ(t.p(0).flags & kFarmsHarvested, 0);
}

// CIR-Q69: one more turn for it, even without any die.
TEST(LeadersAmos, MustHarvest) {
  TestTable t(with("amos"));
  t.die(0, 1, 2).fix();
  t.play("g1>canteen").play("g1>canteen");
  EXPECT_EQ(t.to_act(), 0);
  EXPECT_EQ(t.moves(), (Strings{"harvest"}));
  TestTable none(with("amos"));
  none.turn(1).fix();
  none.play("g1>canteen");
  EXPECT_EQ(none.moves(), (Strings{"harvest"}));
}

// CIR-Q69: not in a Headquarters turn; B17 and B18 wait; Farms reached later give nothing.
TEST(LeadersAmos, Limits) {
  TestTable t(with("amos"));
  t.in_hq(1, 0, 2).die(0, 1, 1).hq_turn().fix();
  EXPECT_FALSE(t.can("harvest"));
  TestTable later(with("amos"));
  later.fulfilled(0, {"B17", "B18"}).specialist(0, 1).fix();
  later.play("harvest");
  EXPECT_EQ(later.delta(0), "+3W");
  later.play("g1>canteen").play("g1>farm1");
  ASSERT_TRUE(later.planning());
  EXPECT_EQ(later.delta(0), "+8W+2A") << "3, the Planet's 3 W 1 A, 2 W and 1 A of the Contracts";
}

// --- Britta ---

// CIR-5.10, CIR-Q70: limit 5, 3 dice in the supply: 2 and 2.
TEST(LeadersBritta, TwoAndTwo) {
  for (int dice = 1; dice <= 8; ++dice) {
    TestTable t(with("britta"));
    t.p(0).idle = static_cast<std::uint8_t>(dice - 1);
    t.die(0, 1, 1);
    t.p(0).idle = static_cast<std::uint8_t>(dice - 1);
    t.fix().finish_round();
    const int missing = std::max(0, 5 - dice);
    EXPECT_EQ(t.p(0).goods[kEnergy], missing) << dice;
    EXPECT_EQ(t.p(0).goods[kAlgae], 1 + missing) << dice;
  }
  // Her limit grows, Specialists that do not count are missing too, Headquarters count.
  TestTable t(with("britta"));
  t.fulfilled(0, {"B19"}).in_hq(1, 0, 4).specialist(0, 1, 2).fix();
  t.finish_round();
  EXPECT_EQ(t.p(0).goods[kEnergy], 2) << "limit 6, three in the base and one in Headquarters";
}

// --- Charlene ---

// CIR-5.10, CIR-Q71: 1 die by up to 2, or 2 dice by 1, none above 6.
TEST(LeadersCharlene, RaisesInPlan) {
  TestTable t(with("charlene"));
  t.own(0, "9A").turn(1).fix();
  t.next({"E2", "2", "5", "6", "1", "1", "1"}).play("g1>canteen");
  ASSERT_TRUE(t.planning());
  EXPECT_EQ(t.moves(), (Strings{"keep", "raise-2+1", "raise-2+2", "raise-5+1", "raise-2+1-5+1"}));
  TestTable two = t;
  t.play("raise-2+2");
  EXPECT_EQ(t.p(0).rolled, (std::array<std::uint8_t, 6>{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(t.told(What::kRaised).at(0).sees, seat_bit(0)) << "secretly";
  two.play("raise-2+1-5+1");
  EXPECT_EQ(two.p(0).rolled, (std::array<std::uint8_t, 6>{0, 0, 1, 0, 0, 2}));
}

// CIR-5.10, CIR-6.4: her board at the Mining Camp, before or after, only for her.
TEST(LeadersCharlene, Board) {
  TestTable one(with("charlene"));
  one.own(0, "9A9E").die(0, 1, 6).hand(0, {"B1", "B2"}).fix();
  TestTable two = one;
  TestTable three = one;
  one.play("g1>mine1");
  EXPECT_EQ(one.moves(), (Strings{"leader-a", "done"}));
  one.play("leader-a");
  EXPECT_EQ(one.delta(0), "+1A+1G");
  EXPECT_EQ(one.to_act(), 1) << "not again afterwards";
  two.play({"g1>mine2", "done"});
  EXPECT_EQ(two.moves(), (Strings{"leader-b", "done"})) << "after";
  two.play("leader-b");
  EXPECT_EQ(two.drew(0), 1);
  three.play({"g1>mine3", "leader-c"});
  three.finish();
  EXPECT_EQ(three.p(0).hand.count(), 0) << "two Contracts for the step";
  EXPECT_NE(three.p(0).harvester, 0);
  TestTable poor(with("charlene"));
  poor.own(0, "9A9E").die(0, 1, 6).hand(0, {"B1"}).fix().play("g1>mine3");
  EXPECT_EQ(poor.to_act(), 1) << "both discards are needed";
  TestTable other({.players = 2, .leaders = {"sanna_lindqvist", "charlene"}});
  other.own(0, "9A9E").die(0, 1, 6).fix().play("g1>mine1");
  EXPECT_EQ(other.delta(0), "+1G");
  EXPECT_EQ(other.to_act(), 1);
}

// CIR-Q71: alone she has the choice of all three.
TEST(LeadersCharlene, AnyAbilityAlone) {
  TestTable t(with("charlene", 1));
  t.own(0, "9A9E").die(0, 1, 6).die(0, 5, 1).hand(0, {"B1", "B2"}).fix();
  t.play("g1>mine1");
  EXPECT_EQ(t.moves(), (Strings{"leader-a", "leader-b", "leader-c", "done"}));
}

// --- Corey ---

// CIR-Q72, CIR-5.10.corey: two spaces, each send pays 1 Algae first, a Gem if nobody came.
TEST(LeadersCorey, Outpost) {
  TestTable t({.players = 3, .leaders = {"corey"}});
  t.token(0, "O8")
      .own(1, "1A")
      .own(2, "1A")
      .specialist(1, 1)
      .specialist(2, 1)
      .die(2, 2, 1)
      .turn(1)
      .fix();
  EXPECT_TRUE(t.can("g1>out1")) << "his Algae helps to pay the token's 2";
  t.play("g1>out1");
  EXPECT_EQ(t.delta(1), "-1A+2G") << "1 gained before, 2 spent";
  EXPECT_EQ(t.drew(1), 2);
  EXPECT_EQ(t.delta(0), "+2W");
  EXPECT_EQ(t.drew(0), 1);
  EXPECT_EQ(t.p(0).outpost[0], Piece(1, Piece::kSpecialist));
  t.play("g1>out1");
  EXPECT_EQ(t.p(0).outpost[1], Piece(2, Piece::kSpecialist)) << "the upper space first";
  t.finish_round();
  EXPECT_EQ(t.p(0).goods[kGem], 0);
  EXPECT_TRUE(t.p(0).outpost[0].empty());
  // Also when he goes there himself, for no bonus.
  TestTable own(with("corey"));
  own.own(0, "1A").specialist(0, 1).token(0, "O8").fix();
  own.play("g1>out1");
  EXPECT_EQ(own.delta(0), "-1A+2G");
  EXPECT_EQ(own.drew(0), 2);
}
TEST(LeadersCorey, AGemIfNobodyCame) {
  TestTable t(with("corey"));
  t.die(0, 1, 1).fix().finish_round();
  EXPECT_EQ(t.p(0).goods[kGem], 1);
}
// CIR-Q72: his Algae comes on top of what the sender owns.
TEST(LeadersCorey, TheSendersAlgae) {
  TestTable t({.players = 2, .leaders = {"sanna_lindqvist", "corey"}});
  t.own(0, "3A").specialist(0, 1).token(1, "O8").fix().play("g1>out2");
  EXPECT_EQ(t.delta(0), "-1A+2G") << "1 gained, 2 spent";
  EXPECT_EQ(t.delta(1), "+2W");
}

// CIR-Q72, CIR-Q58: the Oxataya ability pays no Algae and does no harm.
TEST(LeadersCorey, UsedWithoutADie) {
  TestTable t({.players = 2, .leaders = {"sanna_lindqvist", "corey"}});
  t.own(0, "6W2A").die(0, 1, 3).token(1, "O8").token(0, "O4").no_breakthroughs().fix();
  t.play({"g1>oxataya1", "oxataya", "out2"});
  EXPECT_EQ(t.delta(0), "-6W-2A+2G");
  EXPECT_EQ(t.delta(1), "+2W");
  t.finish_round();
  EXPECT_EQ(t.p(1).goods[kGem], 1);
}

// --- Eden ---

// CIR-Q73, CIR-5.10
TEST(LeadersEden, ExchangesOnceInPlan) {
  TestTable t(with("eden"));
  t.hand(0, {"B1", "B2"}).turn(1).fix();
  t.next({"E2", "2", "5", "6", "1", "1", "1"}).play("g1>canteen");
  ASSERT_TRUE(t.planning());
  EXPECT_EQ(t.moves(), (Strings{"-#B1", "-#B2", "keep"})) << "after the roll";
  const int deck = t.s.deck.count();
  t.next({"#B5", "#B6"}).play("-#B1");
  EXPECT_TRUE(t.p(0).hand.has(card("B5")) && t.p(0).hand.has(card("B6")));
  EXPECT_FALSE(t.p(0).hand.has(card("B1")));
  EXPECT_FALSE(t.can("keep")) << "once";
  // CIR-Q18: others see neither.
  const State seen = t.game.knows(t.s, 1);
  EXPECT_EQ(seen.players[0].hand.count(), 2);
  EXPECT_EQ(seen.deck.count(), deck);
  EXPECT_TRUE(seen.discards.empty());
  while (t.planning()) t.play(t.game.write(t.s, t.to_act(), t.moves_of(t.to_act())[0]));
  EXPECT_TRUE(t.s.discards.has(card("B1"))) << "when the Screens fall";
}
TEST(LeadersEden, TheDiscardIsAmongTheReshuffled) {
  TestTable t(with("eden"));
  t.hand(0, {"B1", "B2"}).turn(1);
  t.s.discards = t.s.deck;
  t.s.deck = {};
  t.s.discards.remove(card("B7"));
  t.s.deck.add(card("B7"));
  t.fix();
  t.next({"E2", "2", "5", "6", "1", "1", "1"}).play("g1>canteen");
  t.next({"#B7", "#B1"}).play("-#B1");
  EXPECT_TRUE(t.p(0).hand.has(card("B1"))) << "drawn again";
}
// CIR-Q18, CIR-Q73: the others count the same cards and the same deck, even if it ran out; with the
// Screens they see her discard and hear of the new deck.
TEST(LeadersEden, TheOthersCountAsBefore) {
  for (const bool one_left : {true, false}) {
    TestTable t(with("eden"));
    t.hand(0, {"B1", "B2"}).turn(1);
    t.s.discards = t.s.deck;
    t.s.deck = {};
    if (one_left) {
      t.s.discards.remove(card("B7"));
      t.s.deck.add(card("B7"));
    }
    t.fix();
    t.next({"E2", "2", "5", "6", "1", "1", "1"}).play("g1>canteen");
    const State before = t.game.knows(t.s, 1);
    t.play("-#B1");
    EXPECT_EQ(t.game.knows(t.s, 1), before);
    while (t.planning()) t.play(t.game.write(t.s, t.to_act(), t.moves_of(t.to_act())[0]));
    EXPECT_EQ(t.count(What::kDiscarded, 0), 1);
    EXPECT_EQ(t.count(What::kReshuffled), 1);
    EXPECT_TRUE(t.s.discards.empty());
  }
}

// --- Garmon ---

// CIR-5.10, CIR-Q74: 18 Water for 3 Gems with Jrayek, and everything between.
TEST(LeadersGarmon, EighteenWater) {
  TestTable t(with("garmon"));
  t.own(0, "18W3G").die(0, 1, 3).no_breakthroughs().fix();
  t.play("g1>jrayek4");
  EXPECT_EQ(t.moves(), (Strings{"pay-3G", "pay-6W2G", "pay-12W1G", "pay-18W"}));
  t.play("pay-18W");
  EXPECT_EQ(t.delta(0), "-18W");
  TestTable poor(with("garmon"));
  poor.own(0, "17W").die(0, 1, 3).no_breakthroughs().fix();
  EXPECT_FALSE(poor.can("g1>jrayek4"));
  TestTable other;
  other.own(0, "90W").die(0, 1, 3).fix();
  EXPECT_FALSE(other.can("g1>jrayek4"));
}
// CIR-Q74: on a Contract, on a trade; CIR-Q10: the Temple's Gem, not reduced by Aqualung.
TEST(LeadersGarmon, EveryGemHeSpends) {
  TestTable contract(with("garmon"));
  contract.own(0, "14W1G").die(0, 1, 3).hand(0, {"B34"}).fix();
  contract.play({"g1>dep2", "#B34"});
  EXPECT_EQ(contract.moves(), (Strings{"pay-6W1G", "pay-12W"}));
  contract.play("pay-6W1G");
  EXPECT_EQ(contract.delta(0), "-6W+1A+1E-1G");
  TestTable trade(with("garmon"));
  trade.own(0, "6W").die(0, 1, 1).fix();
  trade.play({"g1>market", "t6"});
  EXPECT_EQ(trade.delta(0), "-6W+2E");
  TestTable temple(with("garmon"));
  temple.own(0, "20W1G").die(0, 1, 5).fulfilled(0, {"2"}).fix().play("g1>temple");
  EXPECT_EQ(temple.moves(), (Strings{"pay-1G", "pay-6W", "pay-5W"}));
}
// CIR-Q74: 6 Water in a Harvest without any.
TEST(LeadersGarmon, SixWaterWithoutWater) {
  const auto harvest = [](const auto& change) {
    TestTable t(with("garmon"));
    t.harvester(0, 2, -1).die(0, 1, 1);  // 2 Algae and 1 Energy
    change(t);
    t.fix().finish_round();
    return static_cast<int>(t.p(0).goods[kWater]) - 2;  // the Canteen
  };
  EXPECT_EQ(harvest([](TestTable&) {}), 6);
  EXPECT_EQ(harvest([](TestTable& t) { t.harvester(0, 0, 0); }), 3) << "the Planet gave Water";
  EXPECT_EQ(harvest([](TestTable& t) { t.event("X6"); }), 2);
  EXPECT_EQ(harvest([](TestTable& t) { t.farm(0, 1, "FA6"); }), 4) << "a Farm gave Water";
  EXPECT_EQ(harvest([](TestTable& t) { t.p(0).farm[0] = 1; }), 2) << "a printed Farm too";
  EXPECT_EQ(harvest([](TestTable& t) { t.fulfilled(0, {"B17"}); }), 8) << "B17 is no Farm";
  EXPECT_EQ(harvest([](TestTable& t) { t.farm(0, 1, "FA7"); }), 6);
}

// --- Hikaru ---

// CIR-5.10, CIR-Q75: the ability of one other faction, before or after; Leyrien with Oxataya.
TEST(LeadersHikaru, OneOtherAbility) {
  TestTable t(with("hikaru"));
  t.own(0, "9W9A9E").die(0, 1, 3).token(1, "O8").no_breakthroughs().fix();
  t.play("g1>leyrien1");
  EXPECT_EQ(t.moves(), (Strings{"leyrien", "oxataya", "zcharo", "jrayek", "ahzuri", "done"}));
  TestTable first = t;
  t.play({"leyrien"});
  EXPECT_EQ(t.new_dice(0), 1);
  EXPECT_EQ(t.moves(), (Strings{"oxataya", "zcharo", "jrayek", "ahzuri", "done"}));
  t.play({"oxataya", "out2"});
  EXPECT_EQ(t.drew(0), 2);
  EXPECT_EQ(t.delta(0), "-5A+2G");
  EXPECT_EQ(t.delta(1), "+2W") << "the owner is paid";
  EXPECT_EQ(t.to_act(), 1) << "only one other";
  first.play({"oxataya", "out2"});
  EXPECT_EQ(first.moves(), (Strings{"leyrien", "done"}));
  first.play("leyrien");
  EXPECT_EQ(first.new_dice(0), 1);
  EXPECT_EQ(first.to_act(), 1);
}
// CIR-Q75: abilities that achieve nothing may be picked, but an Outpost has to be usable.
TEST(LeadersHikaru, UselessAbilities) {
  TestTable t({.players = 2, .leaders = {"hikaru"}, .sides_b = "leyrien"});
  t.own(0, "3A").die(0, 1, 3).token(0, "O8").token(1, "O4").no_breakthroughs().fix();
  t.play("g1>leyrien1");
  EXPECT_TRUE(t.can("leyrien")) << "no Farm tile, nothing gained";
  EXPECT_FALSE(t.can("oxataya")) << "neither 2 Algae nor 5 Water";
  // Everybody else has the one of the column only.
  TestTable other;
  other.own(0, "9A").die(0, 1, 3).no_breakthroughs().fix().play("g1>leyrien1");
  EXPECT_EQ(other.moves(), (Strings{"leyrien", "done"}));
}

// --- Luna ---

// CIR-Q76, CIR-5.10.luna
TEST(LeadersLuna, AhzuriPays) {
  TestTable own(with("luna"));
  own.die(0, 1, 3).harvester(0, 0, -3).no_breakthroughs().fix();
  own.play({"g1>ahzuri3", "done"});
  EXPECT_EQ(own.delta(0), "+1G");
  TestTable other({.players = 2, .leaders = {"sanna_lindqvist", "luna"}});
  other.own(0, "9A").die(0, 1, 3).harvester(0, 0, -3).no_breakthroughs().fix();
  TestTable leyrien = other;
  other.play({"g1>ahzuri3", "done"});
  EXPECT_EQ(other.delta(1), "+3W");
  EXPECT_EQ(other.delta(0), "0");
  leyrien.play({"g1>leyrien1", "done"});
  EXPECT_EQ(leyrien.delta(1), "0");
}
TEST(LeadersLuna, MovesInTheSetUp) {
  TestTable t(with("luna"));
  t.s = t.game.start();
  t.resolve_chance();
  while (t.asks() != Do::kMoveAny) t.play(t.game.write(t.s, t.to_act(), t.moves_of(t.to_act())[0]));
  EXPECT_EQ(t.s.round, 0);
  EXPECT_EQ(t.p(0).hand.count(), 3) << "after the draft";
  EXPECT_EQ(t.moves(), (Strings{"n", "ne", "se", "s", "sw", "nw"}));
  t.play("s");
  EXPECT_EQ(t.has(0), "18W4A2E") << "a token is picked up";
  EXPECT_EQ(t.p(0).harvester, space_at(0, 1));
}

// --- Melvan ---

// CIR-Q77, CIR-Q11, CIR-5.10
TEST(LeadersMelvan, StartsWithASpecialist) {
  for (int space = 1; space <= 3; ++space) {
    TestTable t(with("melvan"));
    t.s = t.game.start();
    t.resolve_chance();
    while (t.asks() != Do::kSetupSpace)
      t.play(t.game.write(t.s, t.to_act(), t.moves_of(t.to_act())[0]));
    t.play("spec" + std::to_string(space)).finish();
    EXPECT_EQ(t.p(0).gained, 1 << (space - 1));
    EXPECT_EQ(Circadians::active_specialists(t.p(0)), 1);
    EXPECT_EQ(t.game.regular_dice(t.p(0)), 2);
    EXPECT_EQ(t.p(0).reserve, 11);
    t.fulfilled(0, {"6"});
    EXPECT_EQ(t.line(0, 1), 1) << "Moon Pin counts it";
  }
}
// CIR-5.10.melvan: 2 active Specialists, and ability 2 covers both.
TEST(LeadersMelvan, TwoActiveSpecialists) {
  TestTable t(with("melvan"));
  t.own(0, "1G").specialist(0, 2).die(0, 1, 2).fix();
  t.play({"g1>temple", "spec2", "swap-base"});
  EXPECT_EQ(Circadians::active_specialists(t.p(0)), 2);
  EXPECT_EQ(t.p(0).locked, 0);
  EXPECT_EQ(t.game.counted_dice(t.p(0)), t.game.regular_dice(t.p(0))) << "ability 2 covers both";
  // A third is locked.
  TestTable third(with("melvan"));
  third.own(0, "1G").specialist(0, 2).specialist(0, 3, 2).die(0, 1, 2).fix();
  third.play({"g1>temple", "spec3"});
  EXPECT_EQ(third.p(0).locked, 1);
}

// --- Michela ---

// CIR-Q77, CIR-5.10
TEST(LeadersMichela, UsesAFreeBreakthroughEachHarvest) {
  TestTable t(with("michela"));
  t.die(0, 1, 1).negotiated(kLeyrien, 1, 1, 4).turn(0).fix();  // BT10 is used
  t.play("g1>canteen").play("g1>canteen");
  ASSERT_EQ(t.asks(), Do::kMichela);
  EXPECT_EQ(t.moves(),
            (Strings{"bt1", "bt2", "bt3", "bt4", "bt5", "bt6", "bt7", "bt8", "bt9", "done"}));
  TestTable after = t;
  t.play("bt9");
  EXPECT_EQ(t.p(0).goods[kGem], 1);
  EXPECT_EQ(std::popcount(t.s.breakthroughs), 1) << "no token moves";
  EXPECT_TRUE(t.planning()) << "not again afterwards";
  EXPECT_EQ(after.p(0).goods[kAlgae], 0) << "before collecting";
  after.play("done");
  EXPECT_EQ(after.p(0).goods[kAlgae], 1) << "after collecting";
  ASSERT_EQ(after.asks(), Do::kMichela);
  after.play({"bt8", "spec1"});
  EXPECT_EQ(after.p(0).gained, 1);
}
TEST(LeadersMichela, DiceLimitThreeAndTwoMoreForAll) {
  const TestTable t(with("michela"));
  EXPECT_EQ(t.game.dice_limit(t.p(0)), 3);
  TestTable raised(with("michela"));
  raised.fulfilled(0, {"B19", "11"}).fix();
  EXPECT_EQ(raised.game.dice_limit(raised.p(0)), 5);
  TestTable other({.players = 2, .leaders = {"sanna_lindqvist", "michela"}});
  other.own(0, "9A").die(0, 1, 3).fix().play("g1>leyrien1");
  EXPECT_EQ(other.moves().size(), 10U);
  other.play("bt10");
  EXPECT_EQ(other.p(0).goods[kWater], 4);
}

// --- Peyton ---

// CIR-Q78, CIR-5.10
TEST(LeadersPeyton, AtMarketAndLaboratory) {
  TestTable t(with("peyton"));
  t.own(0, "9W9A9E").die(0, 1, 3).die(0, 2, 3).hand(0, {"B1"}).fix();
  TestTable lab = t;
  TestTable mine = t;
  t.play("g1>market");
  EXPECT_EQ(t.moves(), (Strings{"leader-a", "leader-b", "done"})) << "before";
  TestTable after = t;
  t.play("leader-a");
  EXPECT_EQ(t.drew(0), 2);
  EXPECT_EQ(t.asks(), Do::kTrade);
  t.play("done");
  EXPECT_EQ(t.to_act(), 1) << "one time";
  after.play({"done", "done", "leader-b", "-#B1"});
  EXPECT_EQ(after.delta(0), "+1G");
  EXPECT_TRUE(after.p(0).hand.empty());
  lab.play({"g1>lab", "with-g2"});
  EXPECT_EQ(lab.asks(), Do::kOptions);
  lab.play({"leader-a", "stack1"});
  EXPECT_EQ(lab.drew(0), 2);
  EXPECT_EQ(lab.to_act(), 1);
  mine.play("g1>mine1");
  EXPECT_EQ(mine.to_act(), 1);
}
TEST(LeadersPeyton, TwoContractsMoreInTheSetUp) {
  const TestTable t = from_start(with("peyton"));
  EXPECT_EQ(t.p(0).hand.count(), 5);
  EXPECT_EQ(t.p(1).hand.count(), 3);
}

// --- Tariq ---

// CIR-Q79, CIR-5.2: the Radio starts with his left neighbour; one of his dice in Headquarters.
TEST(LeadersTariq, SetUp) {
  for (int players = 2; players <= 4; ++players) {
    TestTable t(with("tariq", players));
    t.s = t.game.start();
    t.resolve_chance();
    while (t.asks() != Do::kChoose)
      t.play(t.game.write(t.s, t.to_act(), t.moves_of(t.to_act())[0]));
    EXPECT_EQ(t.s.radio, 1);
    EXPECT_FALSE(t.s.hq[0].empty());
    EXPECT_EQ(t.s.hq[0].owner(), 0);
    EXPECT_EQ(t.p(0).idle, 2);
    EXPECT_EQ(t.p(0).reserve, 10);
    EXPECT_EQ(t.moves(), (Strings{"a", "b"})) << "with the normal reward";
    t.play("b");
    EXPECT_EQ(t.p(0).goods[kWater], 20);
  }
}

// CIR-5.10: two Farms at the Laboratory, with Ryh-zu Armour two dice.
TEST(LeadersTariq, DoubleLaboratory) {
  TestTable t(with("tariq"));
  t.own(0, "9W9A9E").in_hq(1, 0, 4).die(0, 2, 4).fulfilled(0, {"15"}).hq_turn().fix();
  t.play({"hq>lab", "with-g2", "stack1"});
  EXPECT_EQ(t.new_dice(0), 1);
  EXPECT_EQ(t.moves(), (Strings{"yes", "done"}));
  t.play({"yes", "stack1"});
  EXPECT_EQ(t.delta(0), "-6W-1A-2E") << "twice the entry cost, the Garage once";
  EXPECT_EQ(t.new_dice(0), 2);
  EXPECT_NE(t.p(0).tile[1], 0);
  EXPECT_EQ(t.asks(), Do::kSend);
  EXPECT_EQ(t.to_act(), 1);
}

// CIR-5.10: Depository: a Contract and its reward, then another; Landing Ship helps the second.
TEST(LeadersTariq, DoubleDelivery) {
  TestTable t(with("tariq"));
  t.own(0, "9A2E1G").in_hq(1, 0, 4).hand(0, {"21", "B34"}).hq_turn().fix();
  t.play({"hq>dep2", "#21"});
  EXPECT_EQ(t.delta(0), "-1E") << "2 E and 1 A paid, 1 E and 1 A of the row";
  t.play({"yes", "#B34"});
  EXPECT_EQ(t.p(0).goods[kGem], 0) << "2 Gems less 1";
  EXPECT_EQ(t.p(0).goods[kEnergy], 2);
  EXPECT_EQ(t.p(0).fulfilled.count(), 2);
  EXPECT_EQ(t.p(0).out, 1) << "no new placing";
  EXPECT_EQ(t.to_act(), 1);
}

// CIR-Q79, CIR-Q9: only the first piece, only if it is possible, and not again.
TEST(LeadersTariq, OnlyTheFirstPiece) {
  TestTable t(with("tariq"));
  t.own(0, "9A").in_hq(1, 0, 4).in_hq(2, 0, 3).die(0, 1, 1).hq_turn().fix();
  TestTable canteen = t;
  t.play({"hq>mine1", "yes"});
  EXPECT_EQ(t.delta(0), "+2G");
  EXPECT_EQ(t.s.todo.top().b, 1) << "the second piece";
  t.play("hq>mine2");
  EXPECT_EQ(t.delta(0), "-3A+4G") << "no repeat";
  canteen.play("hq>canteen").play("hq>mine2");
  EXPECT_EQ(canteen.asks(), Do::kRepeat) << "the Canteen leaves the right untouched";
  canteen.play("yes");
  EXPECT_EQ(canteen.delta(0), "+2W-6A+4G");
  TestTable poor(with("tariq"));
  poor.own(0, "5A").in_hq(1, 0, 4).hq_turn().fix().play("hq>mine2");
  EXPECT_NE(poor.asks(), Do::kRepeat) << "3 Algae are not there any more";
  TestTable farm(with("tariq"));
  farm.own(0, "9A").in_hq(1, 0, Piece::kSpecialist).in_hq(2, 0, 3).hq_turn().fix();
  farm.play("hq>farm1").play("hq>mine1");
  EXPECT_NE(farm.asks(), Do::kRepeat) << "a piece sent to a Farm consumes it";
  TestTable garage(with("tariq"));
  garage.own(0, "9A").die(0, 1, 4).fix().play("g1>mine1");
  EXPECT_EQ(garage.to_act(), 1);
}

// CIR-Q79, CIR-Q9, CIR-Q36: no repeat that could not be carried out.
TEST(LeadersTariq, NoTargetLeft) {
  for (const int row : {-1, -2}) {
    TestTable control(with("tariq"));
    control.in_hq(1, 0, 1).harvester(0, 0, row).hq_turn().fix().play("hq>control");
    EXPECT_EQ(control.asks(), row == -1 ? Do::kRepeat : Do::kSend) << "off the board";
  }
  for (const int idle : {9, 11}) {  // and one in Headquarters
    TestTable academy(with("tariq"));
    academy.own(0, "9A").in_hq(1, 0, 3).hq_turn();
    academy.p(0).idle = static_cast<std::uint8_t>(idle);
    academy.fix().play("hq>academy");
    EXPECT_EQ(academy.asks(), idle == 9 ? Do::kRepeat : Do::kSend) << "an empty reserve";
  }
  for (const int tiles : {2, 3}) {
    TestTable lab(with("tariq"));
    lab.own(0, "9W9A9E").in_hq(1, 0, 4).die(0, 2, 4).die(0, 3, 1).hq_turn();
    for (int i = 1; i <= tiles; ++i) lab.farm(0, i, i < 3 ? "FA1" : "FA2");
    lab.fix().play({"hq>lab", "with-g2", "stack1"});
    EXPECT_EQ(lab.asks(), tiles == 2 ? Do::kRepeat : Do::kSend) << "no slot";
  }
  for (const bool last : {false, true}) {
    TestTable foundry(with("tariq"));
    foundry.own(0, "9A9E").in_hq(1, 0, 1).hq_turn();
    foundry.s.down[kShipTile] = {};
    foundry.s.up[kShipTile][1] = 0;
    if (last) foundry.s.up[kShipTile][2] = 0;
    foundry.fix().play({"hq>foundry", "stack1", "g1"});
    EXPECT_EQ(foundry.asks(), last ? Do::kSend : Do::kRepeat) << "no tile";
  }
}
// CIR-Q79, CIR-2.5: a Specialist that negotiates twice causes one Incident.
TEST(LeadersTariq, OneIncidentOfASpecialist) {
  TestTable t(with("tariq"));
  t.own(0, "9A").in_hq(1, 0, Piece::kSpecialist).hq_turn().fix();
  t.play({"hq>leyrien1", "bt4", "done", "yes"});
  EXPECT_EQ(t.asks(), Do::kAbility);
  t.play("done");
  EXPECT_EQ(t.delta(0), "-6A+1G");
  EXPECT_EQ(t.s.specialist_breakthroughs, 1);
  EXPECT_EQ(t.count(What::kBreakthrough), 1);
}

// CIR-Q79: Negotiation: cost, gains and ability; no Incident, no further points.
TEST(LeadersTariq, NegotiatesTwice) {
  TestTable t({.players = 2, .leaders = {"tariq", "luna"}});
  t.own(0, "9A").in_hq(1, 0, 4).event("E13").fulfilled(0, {"B7"}).fulfilled(1, {"B20"}).hq_turn();
  t.fix().play({"hq>leyrien1", "bt1", "leyrien", "yes", "leyrien"});
  EXPECT_EQ(t.delta(0), "+11W-6A");
  EXPECT_EQ(t.new_dice(0), 4);
  EXPECT_EQ(t.delta(1), "+4W");
  EXPECT_EQ(t.line(0, 2), 1);
  EXPECT_EQ(t.count(What::kBreakthrough), 1);
}
// CIR-Q79: Outposts: the owner is paid twice; an Ahzuri requirement is not tested anew.
TEST(LeadersTariq, OutpostAndAhzuri) {
  TestTable t(with("tariq"));
  t.own(0, "4A").in_hq(1, 0, Piece::kSpecialist).token(1, "O8").hq_turn().fix();
  t.play({"hq>out2", "yes"});
  EXPECT_EQ(t.delta(0), "-4A+4G");
  EXPECT_EQ(t.drew(0), 4);
  EXPECT_EQ(t.delta(1), "+4W");
  EXPECT_EQ(t.drew(1), 2);
  TestTable ahzuri(with("tariq"));
  ahzuri.in_hq(1, 0, 4).harvester(0, 0, -3).no_breakthroughs().hq_turn().fix();
  ahzuri.play({"hq>ahzuri3", "ahzuri", "yes", "ahzuri"});
  EXPECT_EQ(ahzuri.delta(0), "+2G");
}
// CIR-Q38, CIR-Q79: what makes the whole action cheaper does so each time it is resolved.
TEST(LeadersTariq, DiscountsEachTime) {
  TestTable t(with("tariq"));
  t.own(0, "9G").in_hq(1, 0, 4).fulfilled(0, {"21"}).no_breakthroughs().hq_turn().fix();
  t.play({"hq>jrayek4", "done", "yes", "done"});
  EXPECT_EQ(t.delta(0), "-4G");
}
TEST(LeadersTariq, ThePartnersShipEachTime) {
  TestTable ship(with("tariq"));
  ship.own(0, "9W9A9E").in_hq(1, 0, 4).die(0, 2, 4).ship(0, 2, "SH7").hq_turn().fix();
  ship.play({"hq>lab", "with-g2", "stack1", "yes", "stack1"});
  EXPECT_EQ(ship.delta(0), "-6W-1A") << "SH7 of the partner, once each time";
}

// --- base leaders ---

// CIR-6.10: 1 piece less per negotiation, 5 Water with Oxataya; CIR-Q80: nothing with Ahzuri.
TEST(LeadersTroy, NegotiatesForLess) {
  const std::array<std::array<const char*, 5>, 4> kCosts = {{{"1W", "3W", "5W", "8W", "11W"},
                                                             {"2A", "3A", "4A", "5A", "7A"},
                                                             {"0", "1E", "2E", "3E", "4E"},
                                                             {"0", "1G", "1G", "2G", "3G"}}};
  for (int f = 0; f < 4; ++f) {
    for (int row = 1; row <= 5; ++row) {
      const char* cost = kCosts[idx(f)][idx(row - 1)];
      TestTable t(with("troy_sullivan"));
      t.own(0, cost == std::string("0") ? "" : cost).die(0, 1, 4).no_breakthroughs().fix();
      const std::string to = "g1>" + std::string(kFactionIds[idx(f)]) + std::to_string(row);
      EXPECT_TRUE(t.can(to)) << to;
      t.play(to);
      Goods paid{};
      for (const Event& e : t.told(What::kPaid)) paid[idx(e.a)] = e.b;
      EXPECT_EQ(write_goods(paid), cost);
    }
  }
  TestTable camp(with("troy_sullivan"));
  camp.own(0, "3A").die(0, 1, 4).fix().play("g1>mine2");
  EXPECT_EQ(camp.delta(0), "-3A+2G") << "only when he negotiates";
}

// CIR-2.8, CIR-6.7, CIR-6.10
TEST(LeadersUnique, UlKahTalAndSunariStartWithTiles) {
  const TestTable ship = from_start(with("ul_kah_tal"));
  EXPECT_EQ(ship.p(0).ship[1], ship_no("SHU") + 1);
  EXPECT_EQ(ship.line(0, 5), 0) << "no points";
  const TestTable farm = from_start(with("sunari"));
  EXPECT_EQ(farm.p(0).tile[0], farm_no("FAU") + 1);
  EXPECT_EQ(farm.line(0, 4), 0);
  for (int v = 1; v <= 6; ++v) {
    TestTable t(with("sunari"));
    t.die(0, 1, 1);
    t.p(0).farm[3] = static_cast<std::uint8_t>(v);
    t.fix().finish_round();
    EXPECT_EQ(t.p(0).goods[kWater], 2 + 3 + v);
    EXPECT_EQ(t.p(0).goods[kAlgae], 1 + 1);
  }
}

// CIR-Q80: Sal goes to every Station as a 3, without Garage cost, nowhere else.
TEST(LeadersBjorg, Sal) {
  TestTable t(with("bjorg"));
  t.own(0, "20W9A9E9G").die(0, 2, 3).die(0, 3, 4).hand(0, {"B17"}).fix();
  EXPECT_EQ(t.starting("sal"), (Strings{"sal>mine1", "sal>mine2", "sal>lab", "sal>foundry",
                                        "sal>control", "sal>market", "sal>academy", "sal>temple"}));
  t.play("sal>mine2");
  EXPECT_EQ(t.delta(0), "-3A+2G");
  EXPECT_EQ(t.s.station[kMiningCamp][1], Piece(0, Piece::kSal)) << "blocks a space";
  t.play("g1>canteen");
  EXPECT_TRUE(t.starting("sal").empty()) << "once per round";
  t.finish_round();
  ASSERT_TRUE(t.planning());
  EXPECT_EQ(t.p(0).flags & kSalSent, 0) << "returns in Rest";
  EXPECT_TRUE(t.s.station[kMiningCamp][1].empty());
}
TEST(LeadersBjorg, WhenOnlySalIsLeft) {
  TestTable t(with("bjorg"));
  t.fix();
  EXPECT_TRUE(t.can("done"));
  EXPECT_TRUE(t.can("sal>mine1"));
  EXPECT_FALSE(t.can("sal>canteen"));
  TestTable sent = t;
  t.play("done").play("g1>canteen");
  EXPECT_TRUE(t.planning()) << "he has stopped";
  sent.play("sal>mine1").play("g1>canteen");
  EXPECT_TRUE(sent.planning());
  TestTable dice(with("bjorg"));
  dice.own(0, "9A").die(0, 2, 4).fix();
  EXPECT_FALSE(dice.can("done")) << "a die is left";
}
// CIR-Q80, CIR-Q42: Sal pairs with the leftmost die, SH9 and Specialists; with the last HQ die.
TEST(LeadersBjorg, SalInTheLaboratory) {
  TestTable t(with("bjorg"));
  t.own(0, "9W9A9E").die(0, 2, 3).die(0, 3, 3).specialist(0, 4).fix();
  t.play("sal>lab");
  EXPECT_EQ(t.moves(), (Strings{"with-g2", "with-g4"}));
  t.play({"with-g2", "stack1"});
  EXPECT_EQ(t.delta(0), "-4W-1A-1E");
  TestTable hq(with("bjorg"));
  hq.own(0, "9W9A9E").in_hq(1, 0, 3).hq_turn().fix();
  hq.play({"hq>lab", "with-sal", "stack1"});
  EXPECT_EQ(hq.p(0).flags & kSalSent, kSalSent);
  EXPECT_EQ(hq.delta(0), "-4W-1E");
  TestTable wrong(with("bjorg"));
  wrong.own(0, "9W9A9E").in_hq(1, 0, 4).hq_turn().fix();
  EXPECT_TRUE(wrong.starting("hq>lab").empty()) << "Sal is a 3";
}
// CIR-Q80: Sal is the partner of a die on a Garage turn.
TEST(LeadersBjorg, SalAsThePartner) {
  TestTable t(with("bjorg"));
  t.own(0, "9W9A9E").die(0, 1, 3).fix();
  t.play({"g1>lab", "with-sal", "stack1"});
  EXPECT_EQ(t.delta(0), "-4W-1E");
  EXPECT_EQ(t.s.station[kLaboratory][0], Piece(0, 3));
  EXPECT_EQ(t.s.partner[0], Piece(0, Piece::kSal));
  EXPECT_EQ(t.p(0).flags & kSalSent, kSalSent);
  TestTable other(with("bjorg"));
  other.own(0, "9W9A9E").die(0, 1, 4).fix();
  EXPECT_FALSE(other.can("g1>lab")) << "Sal is a 3";
}
// CIR-Q80: limits and swaps do not see Sal.
TEST(LeadersBjorg, SalIsNoDie) {
  TestTable t(with("bjorg"));
  t.own(0, "1G").die(0, 2, 4).fix();
  t.play({"sal>temple", "spec1"});
  EXPECT_FALSE(t.can("swap-temple"));
  EXPECT_TRUE(t.can("swap-g2"));
}

// CIR-Q80: Oru rolls what he gains in Execute and may put it on a Farm.
TEST(LeadersOru, RollsGainedDice) {
  TestTable t(with("oru_ven"));
  t.own(0, "4A").die(0, 1, 3).fix();
  t.play("g1>academy");
  EXPECT_EQ(t.moves(), (Strings{"yes", "done"}));
  t.next({"5"}).play("yes");
  EXPECT_EQ(t.moves(), (Strings{"farm1", "farm2", "farm3", "done"}));
  t.play("farm1");
  EXPECT_EQ(t.p(0).farm[0], 5);
  t.next({"2"}).play({"yes"});
  EXPECT_EQ(t.moves(), (Strings{"farm2", "farm3", "done"}));
  const int idle = t.p(0).idle;
  t.play("done");
  EXPECT_EQ(t.p(0).idle, idle) << "or else as CIR-Q32 says";
  EXPECT_EQ(t.to_act(), 1);
  // Not without a free Farm, and O3 gives no die.
  TestTable full(with("oru_ven"));
  full.own(0, "4A").die(0, 1, 3);
  full.p(0).idle = 0;
  full.p(0).farm[0] = full.p(0).farm[1] = full.p(0).farm[2] = 1;
  full.fix().play("g1>academy");
  EXPECT_EQ(full.to_act(), 1);
  TestTable hq(with("oru_ven"));
  hq.specialist(0, 1).token(0, "O3").fix();
  hq.play({"g1>out1", "b"});
  EXPECT_EQ(hq.to_act(), 1);
}
TEST(LeadersOru, NotInHarvest) {
  TestTable t(with("oru_ven"));
  t.die(0, 1, 3).farm(0, 1, "FA5");
  t.p(0).farm[3] = 4;
  t.fix().finish_round();
  ASSERT_TRUE(t.planning());
  EXPECT_EQ(t.count(What::kFarmRoll), 0);
  EXPECT_EQ(t.count(What::kDice, 0), 1);
}

// CIR-Q80, CIR-2.5, CIR-5.8: Lysias is one of "all other players", and gains 1 Water each time.
TEST(LeadersLysias, EverySetback) {
  const std::vector<std::pair<const char*, const char*>> kOwn = {
      {"sb1", "+4W"}, {"sb2", "+1W+2A"}, {"sb3", "+1W+1E"}, {"sb7", "+1W+1G"}, {"sb8", "+6W"}};
  for (const auto& [setback, delta] : kOwn) {
    TestTable t({.players = 3, .leaders = {"lysias"}});
    t.own(0, "3A").die(0, 1, 3).negotiated(kLeyrien, 2, 1, 3).fix();
    t.play("g1>leyrien1");
    t.p(0).goods[kAlgae] = 3;
    t.play(setback);
    EXPECT_EQ(t.delta(0), delta) << setback;
  }
  TestTable other({.players = 2, .leaders = {"sanna_lindqvist", "lysias"}});
  other.own(0, "3A").die(0, 1, 3).negotiated(kLeyrien, 2, 1, 3).fix();
  other.play({"g1>leyrien1", "sb6"});
  EXPECT_EQ(other.delta(1), "+1W");
  EXPECT_EQ(other.delta(0), "-3A") << "3 Water are not there to lose";
}

// CIR-Q80: the Water comes after the Setback itself, whatever that asks and whoever resolves it.
TEST(LeadersLysias, WaterAfterTheSetback) {
  const auto with_cards = [](int rules) {
    TestTable t({.players = 2, .leaders = {"lysias"}, .rules = rules});
    t.own(0, "3A").die(0, 1, 3).hand(0, {"B1", "B2"}).negotiated(kLeyrien, 2, 1, 3).fix();
    t.play({"g1>leyrien1", "sb5"});
    EXPECT_EQ(t.asks(), Do::kDiscard);
    return t;
  };
  TestTable t = with_cards(2);
  EXPECT_EQ(t.delta(0), "-3A") << "nothing yet";
  t.play("-#B1");
  EXPECT_EQ(t.delta(0), "+1W-3A");
  EXPECT_EQ(with_cards(1).delta(0), "+1W-3A") << "version 1: before it";
  // Alone the Setback takes Water first, and less of it where there is not enough.
  for (const int rules : {1, 2}) {
    TestTable alone({.players = 1, .leaders = {"lysias"}, .rules = rules});
    alone.own(0, "3W3A")
        .die(0, 1, 3)
        .die(0, 5, 1)
        .negotiated(kLeyrien, 2, Circadians::kAiSeat, 3)
        .fix();
    alone.play({"g1>leyrien1", "sb8"});
    EXPECT_EQ(alone.p(0).goods[kWater], rules == 1 ? 0 : 1) << "version " << rules;
  }
}

// CIR-6.10, CIR-Q49
TEST(LeadersInes, OneMoreFreeStep) {
  TestTable t(with("ines_marchetti"));
  t.own(0, "9E").die(0, 1, 1).harvester(0, 0, 3);
  t.s.tokens = 0;
  t.fix().play({"g1>control", "n"});
  EXPECT_EQ(t.delta(0), "0");
  t.play({"n", "n"});
  EXPECT_EQ(t.delta(0), "-2E");
  EXPECT_EQ(t.to_act(), 1) << "four is her maximum";
}

// CIR-6.10.tobias_okoro
TEST(LeadersTobias, SixAtTheMarket) {
  for (int v = 1; v <= 6; ++v) {
    TestTable t(with("tobias_okoro"));
    t.own(0, "30W").die(0, 1, v).fix().play(*t.starting("g1>market").begin());
    int made = 0;
    for (; t.asks() == Do::kTrade && made < 9; ++made) t.play("t1");
    EXPECT_EQ(made, 6);
  }
}

// CIR-6.10, CIR-Q23
TEST(LeadersSanna, RerollsASetOnce) {
  TestTable t(with("sanna_lindqvist"));
  t.turn(1).fix();
  t.next({"E2", "2", "2", "6", "1", "1", "1"}).play("g1>canteen");
  EXPECT_EQ(t.moves(),
            (Strings{"keep", "reroll-2", "reroll-2-2", "reroll-6", "reroll-2-6", "reroll-2-2-6"}));
  t.next({"5", "4"}).play("reroll-2-6");
  EXPECT_EQ(t.p(0).rolled, (std::array<std::uint8_t, 6>{0, 1, 0, 1, 1, 0}));
  EXPECT_TRUE(t.starting("reroll").empty());
}

// CIR-6.10, CIR-Q64
TEST(LeadersDeclan, ElevenCardsAndADraw) {
  TestTable t(with("declan_moss"));
  t.die(0, 1, 1).fix();
  EXPECT_EQ(t.game.hand_limit(t.p(0)), 11);
  t.finish_round();
  EXPECT_EQ(t.p(0).hand.count(), 1);
  TestTable full(with("declan_moss"));
  full.die(0, 1, 1).hand(0, {"B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10", "B11"});
  full.fix().play("g1>canteen").play("g1>canteen");
  ASSERT_EQ(full.asks(), Do::kDiscard);
  EXPECT_EQ(full.moves().size(), 12U) << "the draw comes before the limit";
  full.play("-#B1");
  EXPECT_EQ(full.p(0).hand.count(), 11);
}

// CIR-Q80, CIR-6.10: one piece of a resource less, for the first send from a Garage to a Station.
TEST(LeadersPriya, OneResourceLess) {
  TestTable t(with("priya_raman"));
  t.own(0, "9A9E").die(0, 1, 5).die(0, 2, 5).die(1, 2, 1).fix();
  TestTable camp = t;
  t.play("g1>academy");
  EXPECT_EQ(t.moves(), (Strings{"pay-1A1E", "pay-2A"}));
  t.play("pay-2A");
  t.play("g1>canteen").mark();
  t.play("g2>mine2");
  EXPECT_EQ(t.delta(0), "-4A+2G") << "only the first";
  camp.play("g1>mine1").play("g1>canteen").mark();
  camp.play("g2>mine2");
  EXPECT_EQ(camp.delta(0), "-4A+2G") << "spent even if nothing was to be paid";
  // Of what her Ship covers too: that is then left for the other stack.
  TestTable ship(with("priya_raman"));
  ship.own(0, "1A").die(0, 1, 1).ship(0, 1, "SH7").fix().play("g1>foundry");
  EXPECT_EQ(ship.moves(), (Strings{"pay-0", "pay-1A"}));
  EXPECT_TRUE(ship.play("pay-1A").can("stack2"));
  // Not the Garage, not other places; these leave it.
  TestTable other(with("priya_raman"));
  other.own(0, "9A9E").die(0, 2, 3).die(0, 3, 4).die(1, 2, 1).no_breakthroughs().fix();
  other.play({"g2>leyrien1", "done"});
  EXPECT_EQ(other.delta(0), "-4A");
  other.play("g1>canteen").mark();
  other.play("g3>mine2");
  EXPECT_EQ(other.delta(0), "-3A+2G");
  TestTable hq(with("priya_raman"));
  hq.own(0, "9A").in_hq(1, 0, 3).hq_turn().fix().play("hq>mine2");
  EXPECT_EQ(hq.delta(0), "-3A+2G");
}

// CIR-6.10.viktor_hale: a Gem by any means of fulfilling.
TEST(LeadersViktor, AGemForEachContract) {
  TestTable t(with("viktor_hale"));
  t.own(0, "9W9A9E").die(0, 1, 1).hand(0, {"B17"}).fix();
  t.play({"g1>dep2", "#B17"});
  EXPECT_EQ(t.delta(0), "+1G");
  TestTable outpost(with("viktor_hale"));
  outpost.own(0, "9W9A9E").specialist(0, 1).hand(0, {"B17"}).token(0, "O7").fix();
  outpost.play({"g1>out1", "#B17"});
  EXPECT_EQ(outpost.delta(0), "+1G");
}

}  // namespace
}  // namespace tidelock::circadians
