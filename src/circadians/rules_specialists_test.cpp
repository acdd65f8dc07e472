// CIR-5.3 to CIR-5.6, CIR-Q1, CIR-Q33, CIR-Q55 to CIR-Q59: Specialists and Outposts.
#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

using Strings = std::set<std::string>;

// CIR-5.3: gaining: active below the limit, else locked, nothing once all three are gained.
TEST(Specialists53, GainingOne) {
  TestTable t;
  t.own(0, "3G").die(0, 1, 4).fix();
  t.play({"g1>temple"});
  EXPECT_EQ(t.moves(), (Strings{"spec1", "spec2", "spec3"}));
  t.play({"spec1", "swap-base"});
  EXPECT_EQ(t.p(0).locked, 0);
  EXPECT_EQ(Circadians::active_specialists(t.p(0)), 1);
  EXPECT_EQ(t.p(0).reserve, 10 + 1 - 1) << "one die went back, one was gained";
  TestTable second;
  second.own(0, "3G").die(0, 1, 4).specialist(0, 2).fix();
  second.play("g1>temple");
  EXPECT_EQ(second.moves(), (Strings{"spec2", "spec3"}));
  second.play("spec3");
  EXPECT_EQ(second.p(0).locked, 1);
  EXPECT_EQ(second.to_act(), 1) << "no die is replaced";
}

// CIR-Q55: it may replace each regular die of the supply, wherever it is; equal ones once. A die on
// an Outpost is not in the supply; under version 1 it could be replaced too.
TEST(SpecialistsQ55, WhatItMayReplace) {
  for (const int rules : {1, 2}) {
    TestTable t({.rules = rules});
    t.own(0, "3G").die(0, 1, 4).die(0, 3, 2).in_hq(2, 0, 3).in_hq(1, 1, 3);
    t.on_station(kMarket, 1, 0, 2).on_station(kMarket, 2, 0, 3).on_station(kFoundry, 1, 1, 3);
    t.p(0).farm[1] = 5;
    t.p(0).canteen = 2;
    t.p(1).outpost[0] = Piece(0, 6);  // by S-b
    t.fix().play({"g1>temple", "spec1"});
    Strings expected = {"swap-g3",  "swap-farm2",  "swap-base",  "swap-canteen",
                        "swap-hq2", "swap-market", "swap-temple"};
    if (rules == 1) expected.insert("swap-out2");
    EXPECT_EQ(t.moves(), expected) << "version " << rules;
    const auto after = [&](const char* move) {
      TestTable one = t;
      one.play(move);
      return one;
    };
    EXPECT_EQ(after("swap-g3").p(0).garage[2], Piece::kSpecialist);
    EXPECT_EQ(after("swap-farm2").p(0).farm[1], Piece::kSpecialist);
    EXPECT_EQ(after("swap-canteen").p(0).canteen_specialists, 1);
    EXPECT_EQ(after("swap-hq2").s.hq[1], Piece(0, Piece::kSpecialist));
    EXPECT_EQ(after("swap-base").p(0).idle_specialists, 1);
    if (rules == 1) {
      EXPECT_EQ(after("swap-out2").p(1).outpost[0], Piece(0, Piece::kSpecialist));
    }
    for (const auto& move : t.moves()) {
      TestTable one = t;
      one.play(move);
      EXPECT_EQ(one.delta(0), "-1G") << "no benefit of the place";
      EXPECT_EQ(one.p(0).reserve, t.p(0).reserve + 1 - 1);
    }
  }
}

// CIR-Q55, CIR-Q1: with the only die on an Outpost the Specialist waits; it comes out when the die
// is home, before anything counts dice.
TEST(SpecialistsQ55, WaitsForADieOnAnOutpost) {
  TestTable t;
  t.own(0, "9W9A9E").specialist(0, 1).die(1, 1, 1);
  t.p(0).idle = 0;
  t.p(0).gained = 3;
  t.p(0).locked = 1;
  t.p(1).outpost[0] = Piece(0, 6);  // by S-b
  t.fix().play({"g1>leyrien1"});
  EXPECT_EQ(t.asks(), Do::kBreakthrough) << "no die to replace";
  EXPECT_EQ(t.p(0).locked, 1);
  t.play({"bt1", "done"});
  EXPECT_EQ(t.p(0).locked, 1);
  t.finish_round();
  ASSERT_TRUE(t.planning());
  EXPECT_EQ(t.count(What::kUnlocked, 0), 1);
  EXPECT_EQ(t.p(0).locked, 0);
  EXPECT_EQ(Circadians::active_specialists(t.p(0)), 1);
  EXPECT_EQ(t.game.regular_dice(t.p(0)), 0);
}

// CIR-Q55: from a Garage it can still go this round.
TEST(SpecialistsQ55, StillGoes) {
  TestTable t;
  t.own(0, "9A3G").die(0, 1, 4).die(0, 3, 2).die(1, 2, 1).fix();
  t.play({"g1>temple", "spec1", "swap-g3"}).play("g1>canteen");
  EXPECT_TRUE(t.can("g3>mine3@6") || t.can("g3>mine1@6"));
}

// CIR-Q55: a pair in the Laboratory: the partner die too, also beside a Specialist or Sal.
TEST(SpecialistsQ55, ThePartnerInTheLaboratory) {
  TestTable t({.players = 2, .leaders = {"melvan"}});
  t.own(0, "1G").die(0, 1, 4).on_station(kLaboratory, 1, 0, Piece::kSpecialist);
  t.s.partner[0] = Piece(0, 4);
  t.fix().play({"g1>temple", "spec2"});
  EXPECT_TRUE(t.can("swap-lab"));
  t.play("swap-lab");
  EXPECT_EQ(t.s.partner[0], Piece(0, Piece::kSpecialist));
  EXPECT_EQ(Circadians::active_specialists(t.p(0)), 2);
  TestTable sal({.players = 2, .leaders = {"bjorg"}});
  sal.own(0, "9W9A9E1G").die(0, 1, 3).die(0, 2, 4).die(1, 2, 1).fix();
  sal.play({"sal>lab", "with-g1", "stack1"}).play("g1>canteen");
  sal.play({"g2>temple", "spec1", "swap-lab"});
  EXPECT_EQ(sal.s.station[kLaboratory][0], Piece(0, Piece::kSal));
  EXPECT_EQ(sal.s.partner[0], Piece(0, Piece::kSpecialist));
}

// CIR-Q1: no regular die in the supply: locked, and out as soon as there is one.
TEST(SpecialistsQ1, WaitsForADie) {
  TestTable t;
  t.own(0, "9A").die(0, 1, 4);
  t.p(0).idle = 0;
  t.fix().play({"g1>leyrien1", "bt8", "spec1"});
  EXPECT_EQ(t.p(0).locked, 1) << "the only die lies on the board";
  EXPECT_EQ(t.asks(), Do::kAbility);
  t.play("leyrien");  // a die
  EXPECT_EQ(t.moves(), (Strings{"swap-base"}));
  t.play("swap-base");
  EXPECT_EQ(t.p(0).locked, 0);
  EXPECT_EQ(t.p(0).idle_specialists, 1);
  EXPECT_EQ(t.p(0).idle, 0);
  // The die of O3 is one too.
  TestTable roll;
  roll.own(0, "6W").specialist(0, 1).token(1, "O3");
  roll.p(0).idle = 0;
  roll.p(0).gained = 3;
  roll.p(0).locked = 1;
  roll.fix().play({"g1>oxataya1", "bt1", "oxataya", "out2"});
  EXPECT_EQ(roll.asks(), Do::kSwap);
  EXPECT_EQ(roll.moves(), (Strings{"swap-hq1"}));
}

// CIR-5.3, CIR-Q56: one that leaves unlocks the next at once, before Incident and effect.
TEST(SpecialistsQ56, UnlockingBeforeTheIncident) {
  TestTable t;
  t.own(0, "9A").specialist(0, 1);
  t.p(0).gained = 3;
  t.p(0).locked = 1;
  t.fix().play("g1>leyrien1");
  EXPECT_EQ(t.asks(), Do::kSwap);
  t.play("swap-base");
  EXPECT_EQ(t.asks(), Do::kBreakthrough);
  t.play({"bt8", "spec3"});
  EXPECT_EQ(t.p(0).locked, 1) << "meets one already active";
  EXPECT_EQ(t.p(0).out_specialists, 1);
  // The Depository too; a Station not.
  TestTable depository;
  depository.own(0, "9W9A9E").specialist(0, 1).hand(0, {"B17"});
  depository.p(0).gained = 3;
  depository.p(0).locked = 1;
  depository.fix().play("g1>dep1@4");
  EXPECT_EQ(depository.asks(), Do::kSwap);
  TestTable camp;
  camp.specialist(0, 1);
  camp.p(0).gained = 3;
  camp.p(0).locked = 1;
  camp.fix().play("g1>mine1@6");
  EXPECT_EQ(camp.to_act(), 1);
  EXPECT_EQ(camp.p(0).locked, 1);
}

// CIR-5.3: on the Negotiation board it has no value; 2.5: its own tokens.
TEST(Specialists53, IncidentsOfSpecialists) {
  TestTable first;
  first.own(0, "9A").specialist(0, 1).negotiated(kLeyrien, 2, 1, 6).fix();
  first.play("g1>leyrien1");
  EXPECT_EQ(first.asks(), Do::kBreakthrough);
  EXPECT_EQ(first.s.negotiation[kLeyrien][0], Piece(0, Piece::kSpecialist));
  EXPECT_EQ(first.s.breakthrough_values, 1U << 6) << "no value's token";
  // The second one in the column of the first: both, the Breakthrough first.
  TestTable second;
  second.own(0, "9A").specialist(0, 1).negotiated(kLeyrien, 2, 1, 7).fix();
  second.play("g1>leyrien1");
  ASSERT_EQ(second.asks(), Do::kBreakthrough);
  second.play("bt1");
  ASSERT_EQ(second.asks(), Do::kSetback);
  second.play("sb1");
  EXPECT_EQ(second.s.specialist_setbacks, 1);
  // The third one elsewhere: nothing; in a column with one: a Setback.
  TestTable third;
  third.own(0, "9A9E").specialist(0, 1).negotiated(kLeyrien, 2, 1, 7).negotiated(kJrayek, 1, 1, 7);
  third.fix();
  TestTable elsewhere = third;
  third.play("g1>leyrien1");
  EXPECT_EQ(third.asks(), Do::kSetback);
  elsewhere.play("g1>zcharo1");
  EXPECT_EQ(elsewhere.asks(), Do::kAbility);
  // After two Specialist Setbacks no further one.
  TestTable fourth({.players = 3});
  fourth.own(0, "9A9E").specialist(0, 1);
  for (int row = 2; row <= 4; ++row) fourth.negotiated(kLeyrien, row, row == 4 ? 2 : 1, 7);
  fourth.s.specialist_setbacks = 2;
  fourth.s.setbacks = 3;
  fourth.fix().play("g1>leyrien1");
  EXPECT_EQ(fourth.asks(), Do::kAbility);
}

// CIR-5.3: any value at Stations and in the Depository.
TEST(Specialists53, AnyValue) {
  TestTable t;
  t.own(0, "50W50A50E50G").specialist(0, 1).hand(0, {"B17"}).delivered(4, 1, 1).fix();
  EXPECT_EQ(t.starting("g1>dep").size(), 11U) << "every free space";
  EXPECT_EQ(t.starting("g1>control").size(), 6U);
  EXPECT_EQ(t.starting("g1>foundry").size(), 3U);
  EXPECT_EQ(t.starting("g1>academy").size(), 3U);
  EXPECT_EQ(t.starting("g1>temple").size(), 3U);
  EXPECT_EQ(t.starting("g1>mine").size(), 3U);
  EXPECT_EQ(t.starting("g1>leyrien1").size(), 1U);
  t.play({"g1>dep1@6", "#B17"});
  EXPECT_EQ(t.s.depository[5][0], Piece(0, Piece::kSpecialist));
}

// CIR-Q57: to an own Farm with an empty slot for the Garage's Algae; the Ship's gains count.
TEST(SpecialistsQ57, ToAFarm) {
  TestTable t;
  t.own(0, "9A").specialist(0, 2).ship(0, 2, "SH6").farm(0, 1, "FA6").farm(0, 2, "FA4");
  t.p(0).farm[0] = 3;
  t.p(0).idle = 2;
  t.fix();
  EXPECT_EQ(t.starting("g2>farm"), (Strings{"g2>farm2", "g2>farm3", "g2>farm5"}));
  t.play("g2>farm5");
  EXPECT_EQ(t.delta(0), "+2W-1A");
  EXPECT_EQ(t.p(0).farm[4], Piece::kSpecialist);
  t.finish_round();
  EXPECT_EQ(t.p(0).goods[kGem], 1) << "a 6 in Harvest";
  TestTable die;
  die.own(0, "9A").die(0, 2, 6).fix();
  EXPECT_TRUE(die.starting("g2>farm").empty());
  TestTable hq;
  hq.in_hq(1, 0, Piece::kSpecialist).hq_turn().fix();
  EXPECT_TRUE(hq.can("hq>farm1"));
  hq.play("hq>farm1");
  EXPECT_EQ(hq.delta(0), "0");
}

// CIR-5.4: any player's Outpost; the owner gains 1 Contract and 2 Water if an opponent uses it.
TEST(Specialists54, OwnersBonus) {
  for (const int owner : {0, 1, 2}) {
    TestTable t({.players = 3});
    t.own(0, "2A").specialist(0, 1).token(owner, "O8").fix();
    const std::string to = "g1>out" + std::to_string(owner + 1);
    t.play(to);
    for (int seat = 0; seat < 3; ++seat) {
      const bool bonus = seat == owner && owner != 0;
      if (seat != 0) {
        EXPECT_EQ(t.delta(seat), bonus ? "+2W" : "0");
      }
      EXPECT_EQ(t.drew(seat), (bonus ? 1 : 0) + (seat == 0 ? 2 : 0));
    }
    EXPECT_EQ(t.p(owner).outpost[0], Piece(0, Piece::kSpecialist));
  }
}

// CIR-5.4, CIR-Q58: one space; free again in Rest.
TEST(SpecialistsQ58, OccupiedUntilRest) {
  TestTable t({.players = 3});
  t.own(0, "2A").own(1, "9A").specialist(0, 1).specialist(1, 2).token(2, "O8").fix();
  t.play("g1>out3");
  EXPECT_FALSE(t.can("g2>out3"));
  t.finish_round();
  EXPECT_TRUE(t.p(2).outpost[0].empty());
  EXPECT_EQ(t.p(0).idle_specialists, 1) << "back in the base";
  // The Oxataya ability needs one without dice.
  TestTable ability;
  ability.own(0, "6W9A").die(0, 1, 3).token(1, "O8").token(0, "O2").no_breakthroughs();
  ability.p(1).outpost[0] = Piece(1, Piece::kSpecialist);
  ability.fix().play({"g1>oxataya1", "oxataya"});
  EXPECT_EQ(ability.moves(), (Strings{"out1"}));
}

// CIR-Q38, CIR-Q36: the Oxataya ability pays with what is left of "less for the action".
TEST(SpecialistsQ38, ARemainderForTheOutpost) {
  for (const bool ship : {true, false}) {
    for (const char* money : {"6W", "6W2E"}) {
      TestTable t;
      t.own(0, money).die(0, 1, 3).hand(0, {"B1"}).token(1, "O5").no_breakthroughs();
      if (ship) t.ship(0, 1, "SH7");
      t.fix().play("g1>oxataya1");
      if (!ship && money == std::string_view("6W")) {
        EXPECT_EQ(t.to_act(), 1) << "1 Energy is not there";
        continue;
      }
      t.play({"oxataya", "out2", "-#B1", "stack1"});
      EXPECT_EQ(t.delta(0), ship ? "-6W" : "-6W-1E");
      EXPECT_NE(t.p(0).tile[0], 0);
    }
  }
  // The entry cost comes first: nothing is left of it.
  TestTable used({.players = 2, .leaders = {"hikaru"}});
  used.own(0, "2E").die(0, 1, 3).ship(0, 1, "SH7").hand(0, {"B1"}).token(1, "O5");
  used.no_breakthroughs().fix();
  used.play({"g1>zcharo1", "oxataya", "out2", "-#B1", "stack1"});
  EXPECT_EQ(used.delta(0), "-1E");
  // Ability 3, and a Contract that is fulfilled there.
  TestTable three;
  three.own(0, "6W1A").specialist(0, 1, 3).token(1, "O8").fix();
  three.play({"g1>oxataya1", "bt3", "oxataya", "out2"});
  EXPECT_EQ(three.delta(0), "-6W-1A+2E+2G");
  TestTable contract;
  contract.own(0, "6W").in_hq(1, 0, 3).fulfilled(0, {"21"}).hand(0, {"B34"}).token(1, "O6");
  contract.no_breakthroughs().hq_turn().fix();
  contract.play({"hq>oxataya1", "oxataya", "out2", "#B34"});
  EXPECT_EQ(contract.delta(0), "-6W") << "2 Gems, less 1 of O6 and 1 of Landing Ship";
}
// CIR-Q35, CIR-Q36: gains for using an Outpost come before the token's action and pay for it.
TEST(SpecialistsQ36, GainsOfUsingPayForTheAction) {
  struct One {
    const char* id;
    const char* token;
    const char* delta;
  };
  for (const One& one :
       {One{"1", "O5", "-6W"}, One{"3", "O8", "-6W+2G"}, One{"8", "O4", "-6W+1A"}}) {
    for (const bool has : {true, false}) {
      TestTable t;
      t.own(0, "6W").die(0, 1, 3).hand(0, {"B1"}).token(1, one.token).no_breakthroughs();
      t.token(0, one.token == std::string_view("O4") ? "O8" : "O4");
      t.p(0).outpost[0] = Piece(1, Piece::kSpecialist);  // only the other one is free
      t.p(1).gained = 2;
      if (has) t.fulfilled(0, {one.id});
      t.fix().play("g1>oxataya1");
      EXPECT_EQ(t.can("oxataya"), has) << one.id;
      if (!has) continue;
      t.play({"oxataya", "out2"}).finish();
      EXPECT_EQ(t.delta(0), one.delta) << one.id;
    }
  }
}

// CIR-5.3 ability 1, CIR-Q33: the owner chooses at once, off turn, after the action.
TEST(Specialists53, AbilityOne) {
  for (const char* choice : {"a", "b"}) {
    TestTable t;
    t.own(0, "2A").specialist(0, 1).token(1, "O8");
    t.p(1).gained = 1;
    t.p(1).idle_specialists = 1;
    t.fix().play("g1>out2");
    EXPECT_EQ(t.drew(0), 2) << "the action is done";
    EXPECT_EQ(t.to_act(), 1);
    EXPECT_EQ(t.asks(), Do::kChoose);
    t.play(choice);
    EXPECT_EQ(t.delta(1), choice[0] == 'a' ? "+2W+2A" : "+2W+1E");
    EXPECT_EQ(t.drew(1), 1);
    // The own Outpost gives nothing.
    TestTable own;
    own.own(0, "2A").specialist(0, 1, 1).token(0, "O8").fix().play("g1>out1");
    EXPECT_EQ(own.delta(0), "-2A+2G");
    EXPECT_EQ(own.asks(), Do::kSend);
  }
}

// CIR-5.3: only the top space gives ability 1.
TEST(Specialists53, AbilityOneOfTheTopSpace) {
  for (const int gained : {1, 2, 4}) {
    TestTable t;
    t.own(0, "2A").specialist(0, 1).token(1, "O8");
    t.p(1).gained = static_cast<std::uint8_t>(gained);
    t.p(1).idle_specialists = 1;
    t.fix().play("g1>out2");
    EXPECT_EQ(t.to_act(), 1);
    EXPECT_EQ(t.asks(), gained == 1 ? Do::kChoose : Do::kSend) << gained;
    if (gained == 1) {
      EXPECT_EQ(t.moves(), (Strings{"a", "b"}));
    }
    EXPECT_EQ(t.delta(1), "+2W");
  }
}

// CIR-5.3 ability 2, CIR-Q63: active Specialists do not count toward the limit.
TEST(Specialists53, AbilityTwo) {
  for (const int space : {1, 2}) {
    TestTable t;
    t.specialist(0, 1, space);
    t.p(0).idle = 7;
    t.fix().finish_round();
    EXPECT_EQ(t.game.regular_dice(t.p(0)), space == 2 ? 5 : 4);
    EXPECT_EQ(Circadians::active_specialists(t.p(0)), 1) << "only regular dice return";
  }
}

// CIR-5.3 ability 3, CIR-Q38: 1 Algae less for the Garage or any other part, once.
TEST(Specialists53, AbilityThree) {
  const auto sent = [](int garage, const char* to) {
    TestTable t;
    t.own(0, "9A9E").specialist(0, garage, 3).token(0, "O8").no_breakthroughs().fix();
    t.play("g" + std::to_string(garage) + ">" + to).finish();
    return t.delta(0);
  };
  EXPECT_EQ(sent(2, "mine1@6"), "+1G");
  EXPECT_EQ(sent(5, "mine1@6"), "-1A+1G");
  EXPECT_EQ(sent(1, "mine2@6"), "-2A+2G") << "the entry cost";
  EXPECT_EQ(sent(2, "mine2@6"), "-3A+2G") << "the Garage first";
  EXPECT_EQ(sent(1, "out1"), "-1A+2G") << "an inner payment";
  TestTable hq;
  hq.own(0, "9A").in_hq(1, 0, Piece::kSpecialist).hq_turn();
  hq.p(0).gained = 4;
  hq.fix().play("hq>mine2@6");
  EXPECT_EQ(hq.delta(0), "-3A+2G") << "only from a Garage";
  TestTable die;
  die.own(0, "9A").die(0, 2, 6);
  die.p(0).gained = 4;
  die.p(0).idle_specialists = 1;
  die.fix().play("g2>mine1");
  EXPECT_EQ(die.delta(0), "-1A+1G") << "only a Specialist";
}

// CIR-5.3: emptying a space unlocks its ability though the Specialist is locked.
TEST(Specialists53, AbilitiesOfLockedOnes) {
  TestTable t;
  t.specialist(0, 2, 1);
  t.own(0, "9A").p(0).gained = 5;
  t.p(0).locked = 1;
  t.fix().play("g2>mine1@6");
  EXPECT_EQ(t.delta(0), "+1G");
}

// CIR-5.3: in Headquarters like a die: strictly in order, keeps standing.
TEST(Specialists53, InHeadquarters) {
  TestTable t;
  t.specialist(0, 1).die(1, 2, 1).fix().play({"g1>hq", "b"});
  EXPECT_EQ(t.s.hq[0], Piece(0, Piece::kSpecialist));
  t.finish_round();
  EXPECT_EQ(t.s.hq[0], Piece(0, Piece::kSpecialist));
  EXPECT_EQ(t.p(0).idle_specialists, 0);
}

// CIR-5.3: in Plan it is assigned like a die.
TEST(Specialists53, IsPlanned) {
  TestTable t;
  t.turn(1);
  t.p(0).idle = 0;
  t.p(0).idle_specialists = 1;
  t.farm(0, 1, "F-b").fix();
  t.next({"E2"}).play("g1>canteen");
  ASSERT_TRUE(t.planning());
  EXPECT_EQ(t.moves(), (Strings{"s>g1", "s>g2", "s>g3", "s>g4", "s>g5", "s>farm1", "s>farm2",
                                "s>farm3", "s>farm4", "s>canteen"}));
}

// CIR-5.5: 2, 5 and 7 points.
TEST(Specialists55, OutpostPoints) {
  constexpr std::array<int, 8> kPoints = {0, 2, 0, 2, 0, 2, 5, 7};
  for (std::size_t gained = 0; gained < 8; ++gained) {
    TestTable t;
    t.p(0).gained = static_cast<std::uint8_t>(gained);
    t.p(0).locked = static_cast<std::uint8_t>(std::popcount(gained));
    EXPECT_EQ(t.line(0, 8), kPoints[gained]);
  }
}

// CIR-5.3: an effect that gains a die never gives a Specialist.
TEST(Specialists53, ADieIsNoSpecialist) {
  TestTable t;
  t.own(0, "9A").die(0, 1, 1).fix().play("g1>academy");
  EXPECT_EQ(t.p(0).gained, 0);
}

}  // namespace
}  // namespace tidelock::circadians
