// CIR-2.4, CIR-2.5, CIR-Q27 to CIR-Q54, CIR-6.4 to CIR-6.6: who sends what, where, and for what.
#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

using Strings = std::set<std::string>;

// --- who sends what ---

// CIR-Q27
TEST(SendQ27, HeadquartersActInTheOrderOfTheirSpaces) {
  TestTable t({.players = 3});
  for (int seat = 0; seat < 3; ++seat) t.own(seat, "20W9A9E9G");
  t.in_hq(1, 2, 4).in_hq(2, 0, 5).in_hq(4, 1, 6).die(0, 1, 3).hq_turn(1).fix();
  EXPECT_EQ(t.to_act(), 2);
  EXPECT_TRUE(t.starting("g").empty());
  t.play("hq>mine1");
  EXPECT_EQ(t.to_act(), 0);
  t.play("hq>canteen");
  EXPECT_EQ(t.to_act(), 1);
  t.play({"hq>market", "done"});
  // All are gone: Garage turns from the Radio on.
  EXPECT_EQ(t.to_act(), 0);
  EXPECT_TRUE(t.can("g1>mine1"));
}

// CIR-Q27: what arrives in this phase waits, whatever its space.
TEST(SendQ27, ArrivalsActInTheNextRound) {
  TestTable t;
  t.own(0, "9W9A9E9G").token(0, "O3").in_hq(1, 0, 2).in_hq(2, 1, 4).specialist(0, 1);
  t.s.hq[0] = Piece(0, Piece::kSpecialist);
  t.p(0).garage[0] = 0;
  t.die(0, 1, 3).hq_turn(1).fix();
  t.next({"5"}).play({"hq>out1", "b"});
  EXPECT_EQ(t.s.hq[0], Piece(0, 5)) << "the die of O3 takes the space that was freed";
  EXPECT_EQ(t.to_act(), 1) << "and does not act";
  t.play("hq>canteen");
  t.play({"g1>hq", "a"});
  EXPECT_EQ(t.s.hq[1], Piece(0, 3));
  EXPECT_EQ(t.to_act(), 1);
  t.play("g1>canteen");  // Execute ends
  ASSERT_TRUE(t.planning());
  EXPECT_EQ(t.s.hq[0], Piece(0, 5));
  EXPECT_EQ(t.s.hq[1], Piece(0, 3));
  while (t.planning()) ASSERT_TRUE(t.first_choice());
  // Now both act, before any Garage, space 1 first.
  for (int space = 0; space < 2; ++space) {
    ASSERT_EQ(t.asks(), Do::kSend);
    EXPECT_EQ(t.s.todo.top().a, 1);
    EXPECT_EQ(t.s.todo.top().b, space);
    EXPECT_EQ(t.to_act(), 0);
    t.play("hq>canteen");
  }
  EXPECT_EQ(t.asks(), Do::kSend);
  EXPECT_EQ(t.s.todo.top().a, 0);
}

// CIR-Q28
TEST(SendQ28, NotFromHeadquartersToHeadquarters) {
  TestTable t;
  t.own(0, "9A").in_hq(1, 0, 2).hq_turn().fix();
  EXPECT_TRUE(t.starting("hq>hq").empty());
  TestTable other;
  other.own(0, "9A").die(0, 1, 2).fix();
  EXPECT_TRUE(other.can("g1>hq"));
}

// CIR-Q29: one send each, round and round, without those that have nothing left.
TEST(SendQ29, TurnsGoRound) {
  TestTable t({.players = 3});
  t.die(0, 1, 1).die(0, 2, 1).die(2, 2, 1).die(2, 3, 1).fix();
  std::vector<int> order;
  while (t.asks() == Do::kSend) {
    order.push_back(t.to_act());
    t.play(*t.starting("g").begin());
  }
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 0, 2, 2}));
  EXPECT_TRUE(t.planning());
  EXPECT_EQ(t.s.round, 2);
}

// CIR-Q29: past a seat with nothing left the turn goes on clockwise.
TEST(SendQ29, SkipsClockwise) {
  TestTable t({.players = 3});
  t.s.radio = 1;
  t.die(0, 1, 1).die(0, 2, 1).die(1, 2, 1).die(1, 3, 1).turn(1).fix();
  std::vector<int> order;
  while (t.asks() == Do::kSend) {
    order.push_back(t.to_act());
    t.play(*t.starting("g").begin());
  }
  EXPECT_EQ(order, (std::vector<int>{1, 2, 0, 1, 0, 1}));
}

// CIR-Q30
TEST(SendQ30, TheLeftmostDieSpecialistsAndShipNine) {
  TestTable t;
  t.own(0, "9A").specialist(0, 1).die(0, 3, 2).die(0, 4, 3).die(0, 5, 4).ship(0, 5, "SH9").fix();
  Strings from;
  for (const auto& move : t.moves()) from.insert(move.substr(0, move.find('>')));
  EXPECT_EQ(from, (Strings{"g1", "g3", "g5"}));
}

// CIR-Q31
TEST(SendQ31, NobodyPasses) {
  TestTable t;
  t.die(0, 2, 3).fix();  // no Algae for the Garage
  EXPECT_EQ(t.moves(), (Strings{"g2>canteen"}));
  t.own(0, "1A").fix();
  EXPECT_FALSE(t.can("done"));
  EXPECT_TRUE(t.can("g2>mine1"));
}

// CIR-Q6, CIR-Q26: the Canteen when it should be sent.
TEST(SendQ26, TheCanteenIsNoSend) {
  TestTable t({.players = 2, .leaders = {"priya_raman"}});
  t.own(0, "3A").die(0, 2, 3).die(0, 3, 4).ship(0, 2, "SH6").fulfilled(0, {"B1"}).fix();
  t.play("g2>canteen");
  EXPECT_EQ(t.delta(0), "+2W") << "no Garage cost, no Ship";
  EXPECT_EQ(t.count(What::kSent), 0);
  EXPECT_EQ(t.p(0).canteen, 1);
  EXPECT_EQ(t.p(0).flags & kFirstGarageSend, 0);
}

// CIR-Q26: a Specialist too, and from Headquarters.
TEST(SendQ26, SpecialistsAndHeadquartersEat) {
  TestTable t;
  t.in_hq(1, 0, Piece::kSpecialist).hq_turn().fix();
  t.play("hq>canteen");
  EXPECT_EQ(t.delta(0), "+2W");
  EXPECT_EQ(t.p(0).canteen_specialists, 1);
  EXPECT_TRUE(t.s.hq[0].empty());
}

// CIR-Q32
TEST(SendQ32, GainedDiceAreForTheNextRound) {
  TestTable t;
  t.own(0, "9A").die(0, 1, 1).fix();
  const int idle = t.p(0).idle;
  t.play("g1>academy");
  EXPECT_EQ(t.p(0).idle, idle + 1);
  EXPECT_EQ(t.new_dice(0), 1);
  EXPECT_EQ(t.to_act(), 1);
  EXPECT_EQ(t.game.regular_dice(t.p(0)), 4);
  t.play("g1>canteen");
  ASSERT_TRUE(t.planning());
  int rolled = 0;
  for (const auto n : t.p(0).rolled) rolled += n;
  EXPECT_EQ(rolled, 4);
}

// CIR-Q34: every Ship that changes values reaches exactly what it says; nothing wraps.
TEST(SendQ34, ShipsThatChangeValues) {
  struct One {
    const char* ship;
    int low, high;
    bool one_or_six;
  };
  for (const One& one : {One{"SH1", 0, 1, false}, One{"SH2", -1, 0, false},
                         One{"SH3", -1, 1, false}, One{"SH4", 0, 2, false}, One{"SH10", 0, 0, true},
                         One{"SHU", -2, 2, false}, One{"SH5", 0, 0, false}}) {
    for (int value = 1; value <= 6; ++value) {
      TestTable t({.players = 2, .leaders = {"ul_kah_tal"}});
      t.p(0).ship = {};
      t.own(0, "9A").die(0, 2, value).ship(0, 2, one.ship).fix();
      Strings wanted;
      for (int v = 1; v <= 6; ++v) {
        const bool reach = (v >= value + one.low && v <= value + one.high) ||
                           (one.one_or_six && (v == 1 || v == 6));
        if (reach) wanted.insert(v == value ? "g2>hq" : "g2>hq@" + std::to_string(v));
      }
      EXPECT_EQ(t.starting("g2>hq"), wanted) << one.ship << " " << value;
      // Wherever it comes to lie it shows the changed value.
      t.play(*wanted.rbegin()).play("b");
      const auto at = wanted.rbegin()->find('@');
      EXPECT_EQ(t.s.hq[0].value(),
                at == std::string::npos ? value : std::stoi(wanted.rbegin()->substr(at + 1)));
    }
  }
}

// CIR-Q34: Specialists have no pips to change; on the Negotiation board the changed value lies.
TEST(SendQ34, ChangedValuesOnTheBoards) {
  TestTable t;
  t.own(0, "9A").specialist(0, 2).ship(0, 2, "SH1").fix();
  EXPECT_EQ(t.starting("g2>hq"), (Strings{"g2>hq"}));
  TestTable board;
  board.own(0, "9A").die(0, 2, 3).ship(0, 2, "SH1").no_breakthroughs().fix();
  board.play("g2>leyrien1@4");
  EXPECT_EQ(board.s.negotiation[kLeyrien][0], Piece(0, 4));
  TestTable depository;
  depository.own(0, "9W9A9E9G").die(0, 2, 3).ship(0, 2, "SH1").hand(0, {"B1"}).fix();
  depository.play({"g2>dep1@4", "#B1"});
  EXPECT_EQ(depository.s.depository[3][0], Piece(0, 4));
}

// --- one send ---

// CIR-Q35: pay, place, gain, Incident, effect.
TEST(SendQ35, StepsInOrder) {
  TestTable t({.players = 2, .leaders = {"sanna_lindqvist", "luna"}});
  t.own(0, "9A").die(0, 2, 3).ship(0, 2, "SH6").fulfilled(0, {"B7"}).fulfilled(1, {"B20"});
  t.event("E13").fix();
  t.play("g2>leyrien1");
  EXPECT_EQ(t.asks(), Do::kBreakthrough) << "the Incident comes before the ability";
  EXPECT_EQ(t.delta(0), "+5W-4A");
  EXPECT_EQ(t.delta(1), "+2W");
  EXPECT_EQ(t.new_dice(0), 1);
  t.play("bt1");
  EXPECT_EQ(t.asks(), Do::kAbility);
  t.play("leyrien");
  EXPECT_EQ(t.new_dice(0), 2);
  std::vector<What> order;
  for (const Event& e : t.events) {
    const auto what = static_cast<What>(e.what);
    if (what == What::kPaid || what == What::kSent || what == What::kBreakthrough ||
        what == What::kAbility)
      order.push_back(what);
  }
  EXPECT_EQ(order,
            (std::vector<What>{What::kPaid, What::kSent, What::kBreakthrough, What::kAbility}));
}

// CIR-Q35 steps 1 and 10, CIR-5.7: the trade of S-a before or after, once.
TEST(SendQ35, TheShipsTradeOnceBeforeOrAfter) {
  TestTable t;
  t.own(0, "6W").die(0, 2, 3).die(0, 3, 3).ship(0, 2, "S-a").fix();
  EXPECT_FALSE(t.can("g2>mine1"));  // no Algae
  EXPECT_TRUE(t.can("g2-t1"));
  EXPECT_TRUE(t.starting("g3-").empty());
  TestTable after = t;
  t.play("g2-t1");
  EXPECT_EQ(t.delta(0), "-3W+2A");
  EXPECT_TRUE(t.starting("g2-").empty()) << "only one trade";
  EXPECT_TRUE(t.can("g2>mine1"));
  EXPECT_FALSE(t.can("g2>canteen")) << "CIR-Q26: only for lack of any place";
  t.play("g2>mine1");
  EXPECT_EQ(t.to_act(), 1) << "no second trade";
  EXPECT_EQ(t.delta(0), "-3W+1A+1G");
  after.own(0, "6W1A").fix().play("g2>mine1");
  EXPECT_EQ(after.asks(), Do::kOptions);
  after.play("ship-t1");
  EXPECT_EQ(after.delta(0), "-3W+1A+1G");
  EXPECT_EQ(after.to_act(), 1);
}

// CIR-Q26: after the trade the Canteen only without any legal place.
TEST(SendQ26, CanteenAfterTheTradeForLackOfAPlace) {
  TestTable t;
  t.own(0, "4A").die(0, 5, 3).ship(0, 5, "S-a").fix();
  t.play("g5-t2");  // 2 Algae left pay the Garage
  EXPECT_FALSE(t.can("g5>canteen"));
  TestTable poor;
  poor.own(0, "3A").die(0, 5, 3).ship(0, 5, "S-a").fix();
  poor.play("g5-t2");  // 1 Algae left
  EXPECT_EQ(poor.moves(), (Strings{"g5>canteen"}));
}

// --- CIR-Q36, CIR-6.4: what each place wants and gives ---

// CIR-6.4: every Station, every value: legal exactly where the table says, at its price.
TEST(Send64, MiningCamp) {
  for (int v = 1; v <= 6; ++v) {
    TestTable t;
    t.own(0, "3A3E").die(0, 1, v).fix();
    EXPECT_TRUE(t.can("g1>mine1"));
    EXPECT_EQ(t.can("g1>mine2"), v >= 3);
    EXPECT_EQ(t.can("g1>mine3"), v >= 5);
    const auto result = [&](const char* to) {
      TestTable one = t;
      one.play(to);
      return one.delta(0);
    };
    EXPECT_EQ(result("g1>mine1"), "+1G");
    if (v >= 3) {
      EXPECT_EQ(result("g1>mine2"), "-3A+2G");
    }
    if (v >= 5) {
      EXPECT_EQ(result("g1>mine3"), "-3E+3G");
    }
    t.own(0, "2A2E").fix();
    EXPECT_FALSE(t.can("g1>mine2"));
    EXPECT_FALSE(t.can("g1>mine3"));
  }
}

// CIR-6.4, CIR-Q42
TEST(Send64, LaboratoryCostsSevenMinusValueAndEnergy) {
  for (int v = 1; v <= 6; ++v) {
    TestTable t;
    t.own(0, "9W1A1E").die(0, 1, v).die(0, 2, v).top_farm(2, "FA4").fix();
    t.play({"g1>lab", "with-g2", "stack2"});
    EXPECT_EQ(t.delta(0), "-" + std::to_string(7 - v) + "W-1A-1E");
    EXPECT_EQ(t.p(0).tile[0], farm_no("FA4") + 1);
    EXPECT_EQ(t.p(0).garage[0] + t.p(0).garage[1], 0);
    TestTable poor;
    poor.own(0, std::to_string(6 - v) + "W1A1E").die(0, 1, v).die(0, 2, v).fix();
    EXPECT_FALSE(poor.can("g1>lab"));
    TestTable odd;
    odd.own(0, "9W1A1E").die(0, 1, v).die(0, 2, v % 6 + 1).fix();
    EXPECT_FALSE(odd.can("g1>lab"));
  }
}

// CIR-6.4, CIR-Q48: the value names the stack; another one costs 1 Energy, nothing if it is empty.
TEST(Send64, FoundryStacks) {
  for (int v = 1; v <= 6; ++v) {
    const int named = (v - 1) / 2;
    for (int stack = 0; stack < 3; ++stack) {
      TestTable t;
      t.own(0, "3A3E").die(0, 1, v).fix();
      const auto tile = t.s.up[kShipTile][idx(stack)];
      t.play({"g1>foundry", "stack" + std::to_string(stack + 1), "g4"});
      EXPECT_EQ(t.delta(0), stack == named ? "-1A-1E" : "-1A-2E");
      EXPECT_EQ(t.p(0).ship[3], tile);
      EXPECT_NE(t.s.up[kShipTile][idx(stack)], 0) << "the next one is turned up";
    }
    TestTable poor;
    poor.own(0, "1A1E").die(0, 1, v).fix();
    poor.play("g1>foundry");
    EXPECT_EQ(poor.moves(), (Strings{"stack" + std::to_string(named + 1)}));
    TestTable gone;
    gone.own(0, "1A1E").die(0, 1, v);
    gone.s.up[kShipTile][idx(named)] = 0;
    gone.s.down[kShipTile][idx(named)] = 0;
    gone.fix().play("g1>foundry");
    EXPECT_EQ(gone.moves().size(), 2U);
    gone.play({gone.moves().begin()->c_str(), "g1"});
    EXPECT_EQ(gone.delta(0), "-1A-1E");
  }
}

// CIR-Q48: the named stack is used up: another one is free of the surcharge, however much is owned.
TEST(SendQ48, NoSurchargeForAUsedUpStack) {
  TestTable t;
  t.own(0, "3A3E").die(0, 1, 1);
  t.s.up[kShipTile][0] = 0;
  t.s.down[kShipTile][0] = 0;
  t.fix().play({"g1>foundry", "stack2", "g1"});
  EXPECT_EQ(t.delta(0), "-1A-1E");
}

// CIR-6.4, CIR-Q49: one step free, two more at 1 Energy each, in the direction of the value.
TEST(Send64, ControlRoom) {
  constexpr std::array<std::array<int, 2>, 6> kSteps = {
      {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}};
  constexpr std::array<const char*, 6> kNames = {"n", "ne", "se", "s", "sw", "nw"};
  for (std::size_t d = 0; d < 6; ++d) {
    TestTable t;
    t.own(0, "9E").die(0, 1, static_cast<int>(d) + 1);
    t.s.tokens = 0;
    t.fix().play("g1>control");
    EXPECT_EQ(t.p(0).harvester, space_at(kSteps[d][0], kSteps[d][1]));
    EXPECT_EQ(t.moves(), (Strings{kNames[d], "done"}));
    t.play(kNames[d]);
    EXPECT_EQ(t.delta(0), "-1E");
    t.play(kNames[d]);
    EXPECT_EQ(t.delta(0), "-2E");
    EXPECT_EQ(t.p(0).harvester, kFirstCorner + static_cast<int>(d)) << "corners in order";
    EXPECT_EQ(t.to_act(), 1) << "three is the maximum";
    TestTable early;
    early.own(0, "9E").die(0, 1, static_cast<int>(d) + 1).fix();
    early.play({"g1>control", "done"});
    EXPECT_EQ(early.p(0).goods[kEnergy], 9);
    EXPECT_EQ(early.to_act(), 1);
    TestTable poor;
    poor.die(0, 1, static_cast<int>(d) + 1).fix().play("g1>control");
    EXPECT_EQ(poor.to_act(), 1) << "no Energy, no further step";
  }
}

// CIR-6.4, CIR-Q52: as many trades as the value, each singly, none if one likes.
TEST(Send64, MarketTrades) {
  const std::vector<std::pair<const char*, const char*>> kTrades = {
      {"t1", "-3W+2A"}, {"t2", "+3W-2A"}, {"t3", "-2A+1E"}, {"t4", "+2A-1E"},
      {"t5", "-3E+1G"}, {"t6", "+2E-1G"}, {"t7", "-3W+1E"}};
  for (const auto& [trade, delta] : kTrades) {
    TestTable t;
    t.own(0, "9W9A9E9G").die(0, 1, 1).fix();
    EXPECT_TRUE(t.can("g1>market"));
    t.play({"g1>market", trade});
    EXPECT_EQ(t.delta(0), delta);
    EXPECT_EQ(t.to_act(), 1) << "a 1 trades once";
  }
  for (int v = 1; v <= 6; ++v) {
    TestTable t;
    t.own(0, "30W").die(0, 1, v).fix().play("g1>market");
    int made = 0;
    for (; t.asks() == Do::kTrade && made < 9; ++made) t.play("t1");
    EXPECT_EQ(made, v);
  }
  TestTable none;
  none.die(0, 1, 6).fix();
  EXPECT_TRUE(none.can("g1>market")) << "CIR-Q36: no trade is fine";
  none.play("g1>market");
  EXPECT_EQ(none.delta(0), "0");
}

// CIR-6.4, CIR-Q20
TEST(Send64, Academy) {
  for (int v = 1; v <= 6; ++v) {
    TestTable t;
    t.own(0, "4A1E").die(0, 1, v).fix().play("g1>academy");
    EXPECT_EQ(t.delta(0), v <= 2 ? "-2A" : v <= 4 ? "-4A" : "-2A-1E");
    EXPECT_EQ(t.new_dice(0), v <= 2 ? 1 : 2);
    // CIR-Q36: a die in the reserve is needed.
    TestTable empty;
    empty.own(0, "4A1E").die(0, 1, v);
    empty.p(0).idle = 12;
    empty.fix();
    EXPECT_FALSE(empty.can("g1>academy"));
    // CIR-Q48: the value selects the space; with two players there is one for each.
    TestTable taken;
    taken.own(0, "4A1E").die(0, 1, v).on_station(kAcademy, (v - 1) / 2 + 1, 1, v).fix();
    EXPECT_FALSE(taken.can("g1>academy"));
  }
  // CIR-Q20: what the reserve holds.
  TestTable last;
  last.own(0, "4A").die(0, 1, 3);
  last.p(0).idle = 11;
  last.fix().play("g1>academy");
  EXPECT_EQ(last.new_dice(0), 1);
}

// CIR-6.4, CIR-6.1, CIR-6.5: open spaces by the number of players.
TEST(Send61, SpacesForTheNumberOfPlayers) {
  // Mining Camp, Laboratory, Foundry, Control Room, Market, Academy, Temple, HQ, Depository rows.
  constexpr std::array<std::array<int, 9>, 4> kOpen = {{{3, 1, 2, 2, 2, 2, 1, 3, 2},
                                                        {3, 2, 3, 3, 3, 3, 1, 3, 2},
                                                        {6, 3, 3, 4, 4, 4, 2, 4, 3},
                                                        {6, 3, 4, 4, 4, 4, 3, 4, 3}}};
  for (int players = 1; players <= 4; ++players) {
    const Circadians game = make_game({.players = players});
    const auto& open = kOpen[idx(players - 1)];
    for (int station = 0; station < kStations; ++station) {
      int n = 0;
      for (int i = 0; i < kStationSpaces; ++i) n += game.space_open(station, i) ? 1 : 0;
      EXPECT_EQ(n, open[idx(station)]) << players << " players, station " << station;
    }
    int hq = 0;
    for (int i = 0; i < kHqSpaces; ++i) hq += game.hq_open(i) ? 1 : 0;
    EXPECT_EQ(hq, open[7]);
    int rows = 0;
    for (int i = 0; i < kDepositoryRows; ++i) rows += game.depository_open(i) ? 1 : 0;
    EXPECT_EQ(rows, open[8]) << "CIR-Q47";
    for (int f = 0; f < kFactions; ++f) EXPECT_EQ(game.rows(f), players == 1 ? 4 : 5);
  }
}

// CIR-2.4: a space holds one die; one player may use several spaces of a board.
TEST(Send24, SpacesBlock) {
  TestTable t;
  t.own(0, "9A").die(0, 1, 4).die(0, 2, 4).fix();
  t.play("g1>mine1").play("g1>canteen");
  EXPECT_FALSE(t.can("g2>mine1"));
  EXPECT_TRUE(t.can("g2>mine2"));
  t.play("g2>mine2");
  EXPECT_EQ(t.count(What::kSent, 0), 2);
}

// --- costs ---

// CIR-Q36, CIR-Q39: Garage and entry cost together from what is owned; gains come too late.
TEST(SendQ39, EntryCostFromWhatIsOwned) {
  TestTable t;
  t.own(0, "4A").die(0, 2, 3).ship(0, 2, "SH8").fix();
  EXPECT_TRUE(t.can("g2>mine2"));
  t.own(0, "3A").fix();
  EXPECT_FALSE(t.can("g2>mine2")) << "the Algae of SH8 comes after paying";
  // For a Contract it comes in time: B17 costs 1 Energy and 1 Algae.
  TestTable inner;
  inner.own(0, "1A1E").die(0, 2, 3).ship(0, 2, "SH8").hand(0, {"B17"}).fix();
  EXPECT_TRUE(inner.can("g2>dep1"));
  inner.play({"g2>dep1", "#B17"});
  EXPECT_EQ(inner.delta(0), "-1A-1E+1G");
  TestTable without;
  without.own(0, "1A1E").die(0, 2, 3).hand(0, {"B17"}).fix();
  EXPECT_FALSE(without.can("g2>dep1"));
}

// CIR-6.3, CIR-2.3: what the Garages cost.
TEST(Send63, GarageCosts) {
  constexpr std::array<int, 5> kCost = {0, 1, 1, 2, 2};
  for (int garage = 1; garage <= 5; ++garage) {
    TestTable t;
    const int cost = kCost[idx(garage - 1)];
    t.own(0, "5A").die(0, garage, 2).fix();
    const std::string from = "g" + std::to_string(garage);
    t.play(from + ">mine1");
    EXPECT_EQ(5 - t.p(0).goods[kAlgae], cost);
    if (cost == 0) continue;
    t.own(0, std::to_string(cost - 1) + "A").die(0, garage, 2).turn(0).fix();
    EXPECT_EQ(t.moves(), (Strings{from + ">canteen"}));
  }
}

// CIR-Q37: surcharge before discount, each within its resource, not below 0.
TEST(SendQ37, SurchargesAndDiscounts) {
  TestTable t;
  t.own(0, "9A9E").die(0, 1, 1).event("E6").fulfilled(0, {"B13"}).fix();
  t.play({"g1>foundry", "stack1", "g1"});
  EXPECT_EQ(t.delta(0), "-3A");
  // 2 Algae and 1 of E12, less 2.
  TestTable academy;
  academy.own(0, "9A9E").die(0, 1, 1).event("E12").fulfilled(0, {"B14"}).fix();
  academy.play("g1>academy");
  EXPECT_EQ(academy.delta(0), "-1A");
  // No remainder goes anywhere: 1 Energy less twice, Foundry.
  TestTable twice;
  twice.own(0, "9A9E").die(0, 1, 1).event("E5").fulfilled(0, {"B13"}).fix();
  twice.play("g1>foundry");
  EXPECT_EQ(twice.delta(0), "-1A");
  twice.play({"stack2", "g1"});
  EXPECT_EQ(twice.delta(0), "-1A-1E") << "CIR-Q38: the other stack is an inner payment";
}

// CIR-Q37, CIR-Q10: X1 takes the place of the Temple's cost, then discounts.
TEST(SendQ37, TheTempleInstead) {
  TestTable t;
  t.own(0, "20W9A9E9G").die(0, 1, 5).event("X1").fix().play("g1>temple");
  EXPECT_EQ(t.moves(), (Strings{"pay-5W", "pay-1E"}));
  TestTable aqualung;
  aqualung.own(0, "20W9A9E9G").die(0, 1, 5).fulfilled(0, {"2"}).fix().play("g1>temple");
  EXPECT_EQ(aqualung.moves(), (Strings{"pay-5W", "pay-1G"}));
  TestTable both;
  both.own(0, "20W9A9E9G").die(0, 1, 5).event("X1").fulfilled(0, {"2"}).fix().play("g1>temple");
  EXPECT_EQ(both.moves(), (Strings{"pay-0", "pay-1E"}));
  TestTable dear;
  dear.own(0, "20W9A9E9G").die(0, 1, 5).event("X2").fix().play("g1>temple");
  EXPECT_EQ(dear.moves(), (Strings{"pay-10W2A", "pay-2A1G"}));
}

// CIR-Q38: SH7 serves the entry cost first, then what is inside.
TEST(SendQ38, OneEnergyLessForTheWholeAction) {
  TestTable t;
  t.own(0, "9A9E").die(0, 1, 1).ship(0, 1, "SH7").fix();
  t.play({"g1>foundry", "stack2", "g1"});
  EXPECT_EQ(t.delta(0), "-1A-1E") << "used up by the entry cost";
  TestTable rest;
  rest.own(0, "9A9E").die(0, 1, 1).ship(0, 1, "SH7").event("E5").fix();
  rest.play({"g1>foundry", "stack2", "g1"});
  EXPECT_EQ(rest.delta(0), "-1A");
  TestTable steps;
  steps.own(0, "9E").die(0, 1, 1).ship(0, 1, "SH7");
  steps.s.tokens = 0;
  steps.fix().play({"g1>control", "n", "n"});
  EXPECT_EQ(steps.delta(0), "-1E");
  TestTable contract;
  contract.own(0, "9W9A9E").die(0, 1, 1).ship(0, 1, "SH7").hand(0, {"B18"}).fix();
  contract.play({"g1>dep1", "#B18"});
  EXPECT_EQ(contract.delta(0), "-1E+1G");
  TestTable none;
  none.own(0, "9E").die(0, 1, 1).ship(0, 1, "SH7").fix();
  none.play({"g1>market", "t4"});
  EXPECT_EQ(none.delta(0), "+2A-1E") << "trades are exchanges";
}

// CIR-Q38: Contracts 21 and 22 for pieces from Headquarters, together 2 Gems.
TEST(SendQ38, LandingShips) {
  for (const int n : {0, 1, 2}) {
    TestTable t;
    t.own(0, "9G").in_hq(1, 0, 3).no_breakthroughs().hq_turn();
    if (n > 0) t.fulfilled(0, {"21"});
    if (n > 1) t.fulfilled(0, {"22"});
    t.fix().play("hq>jrayek4");
    EXPECT_EQ(t.delta(0), n == 3 ? "0" : "-" + std::to_string(3 - n) + "G");
    // Not from a Garage.
    TestTable garage;
    garage.own(0, "9G").die(0, 1, 3).no_breakthroughs().fulfilled(0, {"21", "22"}).fix();
    garage.play("g1>jrayek4");
    EXPECT_EQ(garage.delta(0), "-3G");
  }
  // A remainder serves the Contract that is delivered: B34 costs 2 Gems.
  TestTable t;
  t.in_hq(1, 0, 3).hand(0, {"B34"}).fulfilled(0, {"21", "22"}).hq_turn().fix();
  t.play({"hq>dep2", "#B34"});
  EXPECT_EQ(t.delta(0), "+1A+1E");
}

// CIR-Q38: "at full cost" is not discounted (Temple with a 1, Ahzuri B).
TEST(SendQ38, FullCost) {
  TestTable t;
  t.own(0, "20W9A9E1G").in_hq(1, 0, 1).hand(0, {"B34", "B18"}).fulfilled(0, {"21", "22"});
  t.hq_turn().fix();
  t.play("hq>temple");
  while (t.asks() != Do::kOptional && t.asks() != Do::kSend) t.play(*t.moves().begin());
  t.play("yes");
  EXPECT_EQ(t.moves(), (Strings{"#B18"})) << "2 Gems are not there";
  t.play("#B18");
  EXPECT_EQ(t.p(0).goods[kEnergy], 7);
}

// CIR-Q38: a remainder of "less for the action" does not touch a Contract at full cost.
TEST(SendQ38, FullCostIsPaidInFull) {
  TestTable t;
  t.own(0, "9G").in_hq(1, 0, 1).hand(0, {"B34"}).fulfilled(0, {"21", "22"}).hq_turn().fix();
  t.play("hq>temple");
  EXPECT_EQ(t.delta(0), "0") << "the Temple's Gem, less 2";
  t.play({"spec1", "swap-base", "yes", "#B34"});
  EXPECT_EQ(t.delta(0), "-2G");
}

// CIR-Q40: "when sending to" for any piece of the owner, once for a pair, never for others.
TEST(SendQ40, Triggers) {
  TestTable t;
  t.own(0, "9W9A9E").own(1, "9W9A9E").die(0, 1, 2).die(0, 2, 2).die(1, 2, 1);
  t.fulfilled(0, {"B5", "B11"}).fix();
  t.play({"g1>lab", "with-g2", "stack1"});
  EXPECT_EQ(t.p(0).goods[kWater], 9 - 5 + 5);
  t.mark();
  t.play({"g1>market", "done"});
  EXPECT_EQ(t.delta(0), "0");
  TestTable special;
  special.own(0, "9A").specialist(0, 1).fulfilled(0, {"B11"}).fix();
  special.play({"g1>market@6", "done"});
  EXPECT_EQ(special.delta(0), "+1G");
  TestTable sal({.players = 2, .leaders = {"bjorg"}});
  sal.own(0, "9A").die(0, 2, 1).fulfilled(0, {"B11"}).fix();
  sal.play({"sal>market", "done"});
  EXPECT_EQ(sal.delta(0), "+1G");
}

// CIR-Q40: borrowing the ability of a faction is not negotiating with it.
TEST(SendQ40, BorrowedAbilities) {
  TestTable t({.players = 2, .leaders = {"hikaru"}, .sides_b = "zcharo"});
  t.own(0, "9A9E").die(0, 1, 2).fulfilled(0, {"B8"}).no_breakthroughs().fix();
  t.play({"g1>leyrien1", "zcharo", "n", "done"});
  EXPECT_EQ(t.new_dice(0), 0);
}

// CIR-Q41: a Contract is too late for step 7 of its own action, in time for limits.
TEST(SendQ41, EffectiveAfterItsStep) {
  TestTable t({.players = 2, .leaders = {"viktor_hale"}});
  t.own(0, "9W9A9E9G").die(0, 1, 2).hand(0, {"B19"}).fix();
  t.play({"g1>dep1", "#B19"});
  EXPECT_EQ(t.game.dice_limit(t.p(0)), 6);
  EXPECT_TRUE(t.p(0).fulfilled.has(card("B19")));
  EXPECT_FALSE(t.p(0).hand.has(card("B19")));
}

// --- the Laboratory ---

// CIR-Q42: a Garage die: the next regular one on its right, SH9, Specialists.
TEST(SendQ42, PartnersOfAGarageDie) {
  TestTable t;
  t.own(0, "9W9A9E").die(0, 1, 4).specialist(0, 2).die(0, 3, 4).die(0, 4, 4).die(0, 5, 4);
  t.ship(0, 5, "SH9").fix();
  t.play("g1>lab");
  EXPECT_EQ(t.moves(), (Strings{"with-g2", "with-g3", "with-g5"}));
  // The next regular die has another value: then not the one behind it.
  TestTable other;
  other.own(0, "9W9A9E").die(0, 1, 4).die(0, 3, 5).die(0, 4, 4).fix();
  EXPECT_TRUE(other.starting("g1>lab").empty());
  // A Ship of its own Garage helps the partner.
  other.ship(0, 3, "SH2").fix();
  other.play({"g1>lab", "with-g3", "stack1"});
  EXPECT_EQ(other.s.partner[0], Piece(0, 4));
}

// CIR-Q42: a Specialist: the leftmost regular die, SH9, a second Specialist; it copies.
TEST(SendQ42, PartnersOfASpecialist) {
  TestTable t({.players = 2, .leaders = {"melvan"}});
  t.own(0, "9W9A9E").die(0, 1, 4).specialist(0, 2).specialist(0, 3, 2).die(0, 4, 4).fix();
  EXPECT_EQ(t.starting("g2>lab"),
            (Strings{"g2>lab@1", "g2>lab@2", "g2>lab@3", "g2>lab@4", "g2>lab@5", "g2>lab@6"}));
  TestTable two = t;
  t.play("g2>lab@4");
  EXPECT_EQ(t.moves(), (Strings{"with-g1", "with-g3"}));
  two.play("g2>lab@6");
  EXPECT_EQ(two.moves(), (Strings{"with-g3"})) << "for two Specialists the value is free";
}

// CIR-Q42: Headquarters: an earlier die only with the following one; the last with a Garage.
TEST(SendQ42, PartnersFromHeadquarters) {
  TestTable t;
  t.own(0, "9W9A9E").in_hq(1, 0, 4).in_hq(2, 1, 4).in_hq(3, 0, 4).die(0, 2, 4).specialist(0, 3);
  t.hq_turn(1).fix();
  t.play("hq>lab");
  EXPECT_EQ(t.moves(), (Strings{"with-hq"}));
  t.play({"with-hq", "stack1"});
  EXPECT_EQ(t.delta(0), "-3W-1E");
  EXPECT_TRUE(t.s.hq[0].empty());
  EXPECT_TRUE(t.s.hq[2].empty()) << "it goes along";
  EXPECT_EQ(t.s.hq[1], Piece(1, 4));
  EXPECT_EQ(t.to_act(), 1);
  t.play("hq>canteen");
  EXPECT_EQ(t.s.todo.top().a, 0) << "no turn is left for the one that went along";
  TestTable last;
  last.own(0, "9W9A9E").in_hq(1, 0, 4).in_hq(2, 1, 4).die(0, 2, 4).die(0, 4, 4).specialist(0, 3);
  last.hq_turn(1).fix().play("hq>lab");
  EXPECT_EQ(last.moves(), (Strings{"with-g2", "with-g3"}));
  last.play({"with-g2", "stack1"});
  EXPECT_EQ(last.delta(0), "-3W-1A-1E") << "the partner's Garage is paid";
  TestTable different;
  different.own(0, "9W9A9E").in_hq(1, 0, 4).in_hq(2, 0, 5).die(0, 2, 4).hq_turn(1).fix();
  EXPECT_TRUE(different.starting("hq>lab").empty());
}

// CIR-Q42: both Ships apply; the partner's S-a trades before sending or after the action.
TEST(SendQ42, BothShips) {
  TestTable t;
  t.own(0, "9W9A9E").die(0, 2, 4).die(0, 3, 4).ship(0, 2, "SH6").ship(0, 3, "SH7").fix();
  t.play({"g2>lab", "with-g3", "stack1"});
  EXPECT_EQ(t.delta(0), "-1W-2A") << "3 Water less the Ship's 2, two Garages, no Energy";
  for (const int rules : {1, 2}) {
    TestTable trade({.rules = rules});
    trade.own(0, "9W9A9E").die(0, 2, 4).die(0, 3, 4).ship(0, 3, "S-a").fix();
    EXPECT_TRUE(trade.starting("g3-").empty());
    EXPECT_TRUE(trade.starting("g2-").empty());
    EXPECT_EQ(trade.starting("g2+g3-").empty(), rules == 1) << "version " << rules;
    trade.play({"g2>lab", "with-g3", "stack1", "partner-t4"});
    EXPECT_EQ(trade.delta(0), "-3W-2E");
    EXPECT_EQ(trade.to_act(), 1);
  }
}

// CIR-Q42, CIR-Q35, CIR-Q26: the partner's S-a before sending: only if the pair can go afterwards,
// and then it goes.
TEST(SendQ42, ThePartnersTradeFirst) {
  TestTable t;
  t.own(0, "9W9A9E").die(0, 2, 4).die(0, 3, 4).ship(0, 3, "S-a").fix();
  t.play("g2+g3-t4");
  EXPECT_EQ(t.moves(), (Strings{"g2>lab"})) << "bound, and no Canteen";
  t.play("g2>lab");
  EXPECT_EQ(t.moves(), (Strings{"with-g3"})) << "no other partner";
  t.play({"with-g3", "stack1"});
  EXPECT_EQ(t.delta(0), "-3W-2E");
  EXPECT_EQ(t.to_act(), 1) << "one trade only";
  // It may bring what the pair costs; and it may not take what it needs.
  TestTable poor;
  poor.own(0, "6W2A").die(0, 2, 4).die(0, 3, 4).ship(0, 3, "S-a").fix();
  EXPECT_TRUE(poor.starting("g2>lab").empty()) << "1 Energy is missing";
  for (const std::string& move : poor.starting("g2+g3-")) {
    TestTable after = poor;
    after.play(move);
    EXPECT_EQ(after.moves(), (Strings{"g2>lab"})) << move;
  }
  EXPECT_FALSE(poor.starting("g2+g3-").empty());
  EXPECT_FALSE(poor.can("g2+g3-t1")) << "3 Water for 2 Algae: still no Energy";
  // Values that do not fit: no pair, no trade.
  TestTable different;
  different.own(0, "9W9A9E").die(0, 2, 4).die(0, 3, 5).ship(0, 3, "S-a").fix();
  EXPECT_TRUE(different.starting("g2+").empty());
}

// CIR-Q42: each of the two Ships trades once, before or after.
TEST(SendQ42, BothShipsTradeOnceEach) {
  TestTable t;
  t.own(0, "9W9A9E9G").die(0, 2, 4).die(0, 3, 4).ship(0, 2, "S-a").ship(0, 3, "S-a").fix();
  TestTable own_first = t;
  own_first.play("g2-t1");
  EXPECT_TRUE(own_first.starting("g2-").empty());
  EXPECT_TRUE(own_first.can("g2+g3-t1"));
  EXPECT_TRUE(own_first.can("g2>mine1")) << "the die is chosen, its place is not";
  own_first.play({"g2+g3-t1", "g2>lab", "with-g3", "stack1"});
  EXPECT_EQ(own_first.to_act(), 1) << "both have traded";
  TestTable after = t;
  after.play({"g2+g3-t1"});
  EXPECT_EQ(after.moves(),
            (Strings{"g2>lab", "g2-t1", "g2-t2", "g2-t3", "g2-t4", "g2-t5", "g2-t6", "g2-t7"}));
  after.play({"g2>lab", "with-g3", "stack1"});
  EXPECT_EQ(after.asks(), Do::kOptions);
  EXPECT_TRUE(after.starting("partner-").empty());
  EXPECT_TRUE(after.can("ship-t1"));
}

// CIR-Q42: with the last die from Headquarters, with Sal, and with a payment that has two ways.
TEST(SendQ42, ThePartnersTradeFirstFromElsewhere) {
  TestTable hq;
  hq.own(0, "9W9A9E").in_hq(1, 0, 4).die(0, 3, 4).ship(0, 3, "S-a").hq_turn().fix();
  hq.play("hq+g3-t4");
  EXPECT_EQ(hq.moves(), (Strings{"hq>lab"}));
  hq.play({"hq>lab", "with-g3", "stack1"});
  EXPECT_TRUE(hq.s.hq[0].empty());
  TestTable sal({.players = 2, .leaders = {"bjorg"}});
  sal.own(0, "9W9A9E").die(0, 3, 3).ship(0, 3, "S-a").fix();
  sal.play({"sal+g3-t4", "sal>lab", "with-g3", "stack1"});
  EXPECT_EQ(sal.s.station[kLaboratory][0], Piece(0, Piece::kSal));
  // Garmon would pay a Gem with the Water that the pair needs: not that way.
  TestTable garmon({.players = 2, .leaders = {"garmon"}});
  garmon.own(0, "8W2A1E1G").die(0, 2, 4).die(0, 3, 4).ship(0, 3, "S-a").fix();
  for (const std::string& move : garmon.starting("g2+g3-")) {
    TestTable t = garmon;
    t.play(move);
    if (t.asks() == Do::kPay) t.play(*t.moves().begin());
    EXPECT_EQ(t.moves(), (Strings{"g2>lab"})) << move;
  }
}

// CIR-Q42: the gains of the partner's Ship come too.
TEST(SendQ42, ThePartnersShipGains) {
  TestTable t;
  t.own(0, "9W9A9E").die(0, 2, 4).die(0, 3, 4).ship(0, 3, "SH6").fix();
  t.play({"g2>lab", "with-g3", "stack1"});
  EXPECT_EQ(t.delta(0), "-1W-2A-1E");
}
// CIR-Q42: also a die that goes out of order has its partner on its right.
TEST(SendQ42, PartnersOfShipNine) {
  TestTable t;
  t.own(0, "9W9A9E").die(0, 1, 4).die(0, 2, 4).die(0, 3, 4).ship(0, 2, "SH9").fix();
  t.play("g2>lab");
  EXPECT_EQ(t.moves(), (Strings{"with-g3"}));
  TestTable left;
  left.own(0, "9W9A9E").die(0, 1, 4).die(0, 2, 4).die(0, 3, 5).ship(0, 2, "SH9").fix();
  EXPECT_FALSE(left.can("g2>lab"));
  EXPECT_TRUE(left.can("g1>lab"));
}

// CIR-Q42, CIR-Q38: ability 3 once for a pair, whichever Garage has to be paid.
TEST(SendQ42, AbilityThreeOnceForAPair) {
  TestTable t({.players = 2, .leaders = {"melvan"}});
  t.own(0, "9W9A9E").specialist(0, 2, 1).specialist(0, 3, 3).fix();
  t.play({"g2>lab@6", "with-g3", "stack1"});
  EXPECT_EQ(t.delta(0), "-1W-1A-1E") << "two Garages for 2 Algae, 1 less";
}
TEST(SendQ42, AbilityThreeForThePartnersGarage) {
  TestTable t;
  t.own(0, "9W9A9E").specialist(0, 1, 3).die(0, 2, 6).fix();
  t.play({"g1>lab@6", "with-g2", "stack1"});
  EXPECT_EQ(t.delta(0), "-1W-1E") << "the Garages cost 0 and 1 Algae, 1 less";
}

// CIR-Q36: the Laboratory needs a tile and a slot for it; the Foundry a tile.
TEST(SendQ36, TilesAndSlots) {
  TestTable t;
  t.own(0, "9W9A9E").die(0, 1, 4).die(0, 2, 4);
  for (int i = 1; i <= 4; ++i) t.farm(0, i, i < 3 ? "FA1" : i < 4 ? "FA2" : "FA3");
  t.fix();
  EXPECT_TRUE(t.starting("g1>lab").empty());
  t.p(0).tile[3] = 0;
  t.fix();
  EXPECT_FALSE(t.starting("g1>lab").empty());
  t.s.up = {};
  t.s.down = {};
  t.fix();
  EXPECT_TRUE(t.starting("g1>lab").empty());
  EXPECT_TRUE(t.starting("g1>foundry").empty());
}

// --- Headquarters, Depository ---

// CIR-Q54, CIR-2.4, CIR-Q7
TEST(SendQ54, HeadquartersTakeTheLowestFreeSpace) {
  for (const int round : {1, 7}) {
    TestTable t;
    t.own(0, "1A").in_hq(1, 1, 3).die(0, 1, 5).round(round).fix();
    t.play("g1>hq");
    EXPECT_EQ(t.s.hq[1], Piece(0, 5));
    TestTable water = t;
    t.play("a");
    EXPECT_EQ(t.drew(0), 2);
    EXPECT_EQ(t.delta(0), "0");
    water.play("b");
    EXPECT_EQ(water.delta(0), "+5W");
    EXPECT_EQ(water.drew(0), 0);
  }
  TestTable full;
  full.own(0, "1A").in_hq(1, 1, 3).in_hq(2, 1, 3).in_hq(3, 1, 3).die(0, 1, 5).fix();
  EXPECT_FALSE(full.can("g1>hq")) << "the fourth space is for three players";
}

// CIR-Q46, CIR-Q47, CIR-6.5: the column of the value, any free row, one Contract, then the reward.
TEST(SendQ46, DepositoryRows) {
  const std::array<const char*, 3> kReward = {"+1G", "+1A+1E", "+5W"};
  for (int row = 1; row <= 3; ++row) {
    for (int v = 1; v <= 6; ++v) {
      TestTable t({.players = 3});
      t.own(0, "2A5W").die(0, 1, v).hand(0, {"B3", "B2"}).fix();
      const std::string to = "g1>dep" + std::to_string(row);
      EXPECT_TRUE(t.can(to));
      t.play(to);
      EXPECT_EQ(t.moves(), (Strings{"#B3"}));
      t.play("#B3");
      t.p(0).goods[kAlgae] = static_cast<std::int16_t>(t.p(0).goods[kAlgae] + 2);
      t.p(0).goods[kWater] = static_cast<std::int16_t>(t.p(0).goods[kWater] + 5);
      EXPECT_EQ(t.delta(0), kReward[idx(row - 1)]);
      EXPECT_EQ(t.s.depository[idx(v - 1)][idx(row - 1)], Piece(0, v));
      EXPECT_EQ(t.p(0).out, 1);
    }
  }
  // CIR-Q47: row 3 is closed with two; a taken space too.
  TestTable two;
  two.own(0, "9W9A9E").die(0, 1, 4).hand(0, {"B3"}).delivered(4, 1, 1).fix();
  EXPECT_EQ(two.starting("g1>dep"), (Strings{"g1>dep2"}));
  // CIR-Q36: no Contract that can be paid.
  TestTable poor;
  poor.own(0, "1A5W").die(0, 1, 4).hand(0, {"B3"}).fix();
  EXPECT_TRUE(poor.starting("g1>dep").empty());
}

// --- Negotiation ---

// CIR-6.6, CIR-Q4: every space at its price.
TEST(Send66, NegotiationSpaces) {
  const std::array<std::array<const char*, 5>, 4> kCosts = {{{"6W", "8W", "10W", "13W", "16W"},
                                                             {"3A", "4A", "5A", "6A", "8A"},
                                                             {"1E", "2E", "3E", "4E", "5E"},
                                                             {"1G", "2G", "2G", "3G", "4G"}}};
  const std::array<std::array<int, 5>, 5> kPoints = {
      {{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}, {5, 4, 3, 6, 8}}};
  for (int f = 0; f < 4; ++f) {
    for (int row = 1; row <= 5; ++row) {
      const char* cost = kCosts[idx(f)][idx(row - 1)];
      const std::string to = "g1>" + std::string(kFactionIds[idx(f)]) + std::to_string(row);
      TestTable t;
      t.own(0, cost).die(0, 1, 4).no_breakthroughs().fix();
      EXPECT_TRUE(t.can(to)) << to;
      t.play(to).finish();
      EXPECT_EQ(t.told(What::kPaid).size(), 1U);
      EXPECT_EQ(write_goods([&] {
                  Goods paid{};
                  for (const Event& e : t.told(What::kPaid)) paid[idx(e.a)] = e.b;
                  return paid;
                }()),
                cost);
      EXPECT_EQ(t.line(0, 2), kPoints[idx(f)][idx(row - 1)]);
      Goods less = goods(cost);
      for (auto& n : less) n = static_cast<std::int16_t>(std::max(0, n - 1));
      TestTable poor;
      poor.own(0, write_goods(less)).die(0, 1, 4).fix();
      EXPECT_FALSE(poor.can(to));
      poor.own(0, "90W90A90E90G").negotiated(f, row, 1, 2).fix();
      EXPECT_FALSE(poor.can(to));
    }
  }
  for (int row = 0; row < 5; ++row)
    EXPECT_EQ(make_game().negotiation_space(kAhzuri, row).points, kPoints[4][idx(row)]);
  constexpr std::array<int, 4> kSolo = {4, 5, 5, 8};
  for (int row = 0; row < 4; ++row)
    EXPECT_EQ(make_game({.players = 1}).negotiation_space(kAhzuri, row).points, kSolo[idx(row)]);
}

// CIR-Q43, CIR-5.9: the requirements of Ahzuri, tested without the die about to be placed.
TEST(SendQ43, AhzuriNeeds) {
  const auto open = [](TestTable t) {
    t.fix();
    Strings rows;
    for (const auto& move : t.starting("g5>ahzuri")) rows.insert(move.substr(9, 1));
    return rows;
  };
  TestTable t;
  t.own(0, "2A").die(0, 5, 4).fix();
  EXPECT_EQ(open(t), Strings{});
  TestTable one = t;
  one.fulfilled(0, {"B1", "B2", "B3"});
  EXPECT_EQ(open(one), Strings{});
  one.fulfilled(0, {"B4"});
  EXPECT_EQ(open(one), Strings{"1"});
  TestTable two = t;
  two.negotiated(kLeyrien, 1, 0, 1).negotiated(kLeyrien, 2, 0, 2).negotiated(kZcharo, 1, 0, 3);
  two.negotiated(kZcharo, 2, 1, 3);
  EXPECT_EQ(open(two), Strings{});
  TestTable specialist = two;
  specialist.negotiated(kJrayek, 1, 0, Piece::kSpecialist);
  EXPECT_EQ(open(specialist), Strings{"2"});
  two.negotiated(kJrayek, 1, 0, 6);
  EXPECT_EQ(open(two), Strings{"2"});
  TestTable three = t;
  three.harvester(0, 0, -3);
  EXPECT_EQ(open(three), Strings{"3"});
  TestTable four = t;
  for (int i = 1; i <= 3; ++i) four.ship(0, i, "SH1");
  EXPECT_EQ(open(four), Strings{});
  four.ship(0, 4, "SH2");
  EXPECT_EQ(open(four), Strings{"4"});
  TestTable farms = t;
  farms.farm(0, 1, "FA1").farm(0, 2, "FA2");
  EXPECT_EQ(open(farms), Strings{});
  farms.farm(0, 3, "FA3");
  EXPECT_EQ(open(farms), Strings{"4"});
  TestTable five = t;
  five.negotiated(kJrayek, 1, 0, Piece::kSpecialist).negotiated(kZcharo, 1, 0, Piece::kSpecialist);
  EXPECT_EQ(open(five), Strings{});
  five.delivered(3, 1, 0, Piece::kSpecialist);
  EXPECT_EQ(open(five), Strings{"5"});
}

// CIR-Q43 solo, CIR-5.9
TEST(SendQ43, AhzuriNeedsAlone) {
  const auto open = [](TestTable t) {
    t.fix();
    Strings rows;
    for (const auto& move : t.starting("g5>ahzuri")) rows.insert(move.substr(9, 1));
    return rows;
  };
  TestTable t({.players = 1});
  t.own(0, "2A").die(0, 5, 4).fix();
  EXPECT_EQ(open(t), Strings{});
  TestTable one = t;
  one.negotiated(kLeyrien, 1, 0, 1).negotiated(kLeyrien, 2, 0, 2).negotiated(kZcharo, 1, 0, 3);
  one.negotiated(kJrayek, 1, 0, 6);
  EXPECT_EQ(open(one), Strings{"1"});
  TestTable two = t;
  two.fulfilled(0, {"B1", "B2", "B3", "B4"});
  EXPECT_EQ(open(two), Strings{"2"});
  TestTable three = t;
  three.ship(0, 1, "SH1").ship(0, 2, "SH1").ship(0, 3, "SH1");
  EXPECT_EQ(open(three), Strings{"3"});
  TestTable farms = t;
  farms.farm(0, 1, "FA1").farm(0, 2, "FA2").farm(0, 3, "FA3");
  EXPECT_EQ(open(farms), Strings{"3"});
  TestTable four = t;
  four.negotiated(kJrayek, 1, 0, Piece::kSpecialist).negotiated(kZcharo, 1, 0, Piece::kSpecialist);
  four.delivered(3, 1, 0, Piece::kSpecialist);
  EXPECT_EQ(open(four), Strings{"4"});
}

// CIR-2.5: the first die of a value anywhere, anyone's: a Breakthrough.
TEST(Send25, FirstDieOfAValue) {
  for (int v = 1; v <= 6; ++v) {
    TestTable t;
    t.own(0, "9A9E").die(0, 1, v).negotiated(kZcharo, 1, 1, v % 6 + 1).fix();
    t.play("g1>leyrien1");
    ASSERT_EQ(t.asks(), Do::kBreakthrough);
    EXPECT_EQ(t.moves().size(), 7U) << "any that is free; one was used";
    t.play("bt1");
    EXPECT_EQ(t.p(0).goods[kWater], 5);
    TestTable second;
    second.own(0, "9A9E").die(0, 1, v).negotiated(kZcharo, 1, 1, v).fix();
    second.play("g1>leyrien1");
    EXPECT_EQ(second.asks(), Do::kAbility) << "other column, no Setback";
  }
}

// CIR-2.5, CIR-Q45: a die joining its value in a column: a Setback, once for each value.
TEST(Send25, SameValueInTheColumn) {
  for (int v = 1; v <= 6; ++v) {
    for (const int owner : {0, 1}) {
      TestTable t;
      t.own(0, "9A").die(0, 1, v).negotiated(kLeyrien, 2, owner, v).fix();
      t.play("g1>leyrien1");
      ASSERT_EQ(t.asks(), Do::kSetback);
      EXPECT_EQ(t.moves().size(), 8U);
      t.play("sb1");
      EXPECT_EQ(t.delta(1), "+3W");
      EXPECT_EQ(t.s.setback_values, 1U << v);
      // The token is used: nothing more.
      t.play("done").die(0, 1, v).turn(0).own(0, "9A").fix();
      t.play("g1>leyrien3");
      EXPECT_EQ(t.asks(), Do::kAbility);
    }
  }
}

// CIR-Q44: a Breakthrough cannot be declined, one without effect may be picked.
TEST(SendQ44, NoEffectIsAllowed) {
  TestTable t;
  t.own(0, "9A").die(0, 1, 3);
  t.p(0).idle = 12;
  t.p(0).gained = 7;
  t.p(0).locked = 2;
  t.p(0).idle_specialists = 1;
  t.fix().play("g1>leyrien1");
  EXPECT_FALSE(t.can("done"));
  EXPECT_TRUE(t.can("bt5"));
  EXPECT_TRUE(t.can("bt8"));
  EXPECT_FALSE(t.can("bt9")) << "comes with Michela";
  TestTable die = t;
  t.play("bt8");
  EXPECT_EQ(t.asks(), Do::kAbility);
  die.play("bt5");
  EXPECT_EQ(die.new_dice(0), 0);
}

// --- the Planet ---

// CIR-Q50, CIR-Q2: not off the board, not onto a taken Cache; a move ends before.
TEST(SendQ50, WhereTheHarvesterCannotGo) {
  TestTable t;
  t.own(0, "9E").harvester(0, 0, -3).die(0, 1, 1).fix();
  EXPECT_FALSE(t.can("g1>control")) << "off the board";
  TestTable taken;
  taken.own(0, "9E").harvester(0, 0, -2).harvester(1, 0, -3).die(0, 1, 1).fix();
  EXPECT_FALSE(taken.can("g1>control"));
  taken.harvester(0, 0, -1);
  taken.fix().play("g1>control");
  EXPECT_EQ(taken.p(0).harvester, space_at(0, -2));
  EXPECT_EQ(taken.to_act(), 1) << "it ends before the taken Cache";
  // CIR-Q2: elsewhere several may stand.
  TestTable together;
  together.harvester(1, 0, -1).die(0, 1, 1).fix().play("g1>control");
  EXPECT_EQ(together.p(0).harvester, together.p(1).harvester);
}

// CIR-Q51, CIR-2.6: tokens are taken when entered, also in passing, once.
TEST(SendQ51, TokensInPassing) {
  TestTable t;
  t.own(0, "9E").die(0, 1, 4).die(1, 1, 4).die(1, 2, 1);
  t.fix();  // south: 3 Water on the first space
  t.play({"g1>control", "s"});
  EXPECT_EQ(t.delta(0), "+3W-1E");
  EXPECT_EQ(t.count(What::kTokenTaken), 1);
  t.play("done").play("g1>control");
  EXPECT_EQ(t.delta(1), "0") << "only the first to come takes it";
  TestTable again;
  again.own(1, "9E").die(1, 1, 4).harvester(0, 0, 1).turn(1).fix();
  again.play("g1>control");
  EXPECT_EQ(again.delta(1), "0") << "never put back";
}

// CIR-Q3: the points of a Cache become known to who arrives.
TEST(SendQ3, ArrivalShowsThePoints) {
  TestTable t;
  t.own(0, "9E").die(0, 1, 1).harvester(0, 0, -2).fix();
  t.next({"K3"}).play("g1>control");
  EXPECT_EQ(t.p(0).seen, 1);
  EXPECT_EQ(t.p(1).seen, 0);
  EXPECT_EQ(t.s.cache[0], 2);
  ASSERT_EQ(t.told(What::kCacheSeen).size(), 1U);
  EXPECT_EQ(t.told(What::kCacheSeen)[0].sees, seat_bit(0));
  EXPECT_EQ(t.game.scores(t.s).by[0][3], 5);
}

// CIR-6.2: what the Planet holds, on both sides.
TEST(Send62, PlanetTotals) {
  for (std::size_t side = 0; side < 2; ++side) {
    int water = 0;
    int gems = 0;
    for (int i = 0; i < kFirstCorner; ++i) {
      const Goods& token = pack()->planet[side][idx(i)].token;
      water += token[kWater] == 3 ? 1 : 0;
      gems += token[kGem] == 1 ? 1 : 0;
    }
    EXPECT_EQ(water, 6);
    EXPECT_EQ(gems, 9);
    EXPECT_EQ(write_goods(pack()->planet[side][0].harvest), "3W1A");
    for (int i = 0; i < kFirstCorner; ++i) EXPECT_LT(pack()->distance[idx(i)], 4);
    for (int i = kFirstCorner; i < kSpaces; ++i) EXPECT_EQ(pack()->distance[idx(i)], 3);
  }
  // Side B is side A turned one direction clockwise.
  for (int i = 0; i < kFirstCorner; ++i) {
    const auto& a = pack()->planet[0][idx(i)];
    for (const auto& b : pack()->planet[1]) {
      if (b.q == -a.r && b.r == a.q + a.r) {
        EXPECT_EQ(b.harvest, a.harvest);
      }
    }
  }
}

// --- the Temple ---

// CIR-5.6, CIR-Q53, CIR-Q8
TEST(Send56, TempleByValue) {
  for (int v = 1; v <= 6; ++v) {
    for (const char* pay : {"pay-1G", "pay-10W"}) {
      TestTable t;
      t.own(0, "10W1G").die(0, 1, v).hand(0, {"B17"}).fix();
      t.play({"g1>temple", pay});
      EXPECT_EQ(t.asks(), Do::kSetupSpace) << "the Specialist comes before everything else";
      t.play("spec2");
      EXPECT_EQ(t.moves(), (Strings{"swap-base", "swap-temple"})) << "even the die that was sent";
      t.play("swap-temple");
      EXPECT_EQ(t.s.station[kTemple][0], Piece(0, Piece::kSpecialist));
      EXPECT_EQ(t.p(0).gained, 2);
      EXPECT_EQ(t.drew(0), v == 2 || v == 3 ? 3 : 0);
      EXPECT_EQ(t.new_dice(0), v >= 4 ? 0 : -1) << "one came, one went back";
    }
  }
  // CIR-Q36: also with all three gained.
  TestTable all;
  all.own(0, "10W").die(0, 1, 5);
  all.p(0).gained = 7;
  all.p(0).locked = 2;
  all.p(0).idle_specialists = 1;
  all.fix().play("g1>temple");
  EXPECT_EQ(all.new_dice(0), 1);
}

// CIR-Q53: with a 1 a Contract at full cost, if one likes.
TEST(SendQ53, AContractAtTheTemple) {
  TestTable t;
  t.own(0, "10W1A1E").die(0, 1, 1).hand(0, {"B17", "B18"}).fix();
  t.play({"g1>temple", "spec1", "swap-base"});
  EXPECT_EQ(t.moves(), (Strings{"done", "yes"}));
  TestTable no = t;
  t.play({"yes", "#B17"});
  EXPECT_TRUE(t.p(0).fulfilled.has(card("B17")));
  EXPECT_EQ(t.delta(0), "-10W-1A-1E") << "no delivery reward";
  no.play("done");
  EXPECT_TRUE(no.p(0).fulfilled.empty());
}

// CIR-Q36: nothing to spend, nowhere to go: every legal send can be carried out.
TEST(SendQ36, LegalSendsEndInTheNextTurn) {
  for (const char* money : {"", "3W", "1A", "2A1E", "10W", "1G", "9W4A3E2G"}) {
    for (int v = 1; v <= 6; ++v) {
      TestTable t;
      t.own(0, money).die(0, 1, v).hand(0, {"B17", "B3", "B36"}).fix();
      for (const auto& move : t.moves()) {
        TestTable one = t;
        one.play(move).finish();
        EXPECT_EQ(one.asks(), Do::kSend) << move;
        EXPECT_EQ(one.to_act(), 1) << move;
        EXPECT_EQ(one.p(0).garage[0], 0) << move;
      }
    }
  }
}

// CIR-Q38, CIR-Q42: what a Specialist takes off serves either Garage of a pair, also one that is
// too dear for its own die.
TEST(SendPairs, TheOthersAbilityPaysTheGarage) {
  TestTable t;
  t.own(0, "9W9E").specialist(0, 1, 3).die(0, 2, 3).fix();
  EXPECT_EQ(t.starting("g2>"), (Strings{"g2>lab", "g2>canteen"}));
  t.play({"g2>lab", "with-g1"});
  EXPECT_EQ(t.delta(0), "-4W-1E");
}
// CIR-Q21, CIR-Q22: the next Ship is turned up before the Garage is chosen; the new one does
// nothing for the die that bought it.
TEST(SendFoundry, TheNewShip) {
  TestTable t;
  t.own(0, "9W9A9E").die(0, 1, 1).top_ship(1, "S-a").fix();
  t.play({"g1>foundry", "stack1"});
  ASSERT_EQ(t.asks(), Do::kGarage);
  EXPECT_NE(t.s.up[kShipTile][0], 0);
  t.play("g1");
  EXPECT_NE(t.asks(), Do::kOptions) << t.legal();
  TestTable before;
  before.own(0, "9W9A9E").die(0, 1, 1).ship(0, 1, "S-a").fix();
  before.play({"g1>foundry", "stack1", "g2"});
  EXPECT_EQ(before.asks(), Do::kOptions);
}
// CIR-Q22, CIR-5.7: a die keeps the trade of the Ship it came with, even when what it bought covers
// that Ship.
TEST(SendFoundry, TheTradeOfACoveredShip) {
  for (const int rules : {1, 2}) {
    TestTable t({.rules = rules});
    t.own(0, "9W9A9E").die(0, 1, 1).ship(0, 1, "S-a").top_ship(1, "SH1").fix();
    t.play({"g1>foundry", "stack1", "g1"});
    EXPECT_EQ(t.asks() == Do::kOptions, rules > 1) << "version " << rules;
    if (rules == 1) continue;
    EXPECT_TRUE(t.can("ship-t1"));
    t.play("ship-t1");
    EXPECT_NE(t.asks(), Do::kOptions) << "once";
    // The next die from there has the new Ship and no trade.
    EXPECT_EQ(t.p(0).ship[0], ship_no("SH1") + 1);
  }
}
// CIR-Q41: what a new Contract takes off counts in the same action.
TEST(SendDiscounts, ANewContractAtOnce) {
  TestTable t({.leaders = {"hikaru"}, .sides_b = "ahzuri"});
  t.own(0, "1A2E1G").hand(0, {"21", "B34"}).in_hq(1, 0, 3).token(0, "O6").hq_turn();
  t.p(0).harvester = kFirstCorner;
  t.no_breakthroughs().fix();
  t.play({"hq>ahzuri3", "ahzuri", "yes", "#21", "oxataya", "out1", "#B34"});
  EXPECT_EQ(t.delta(0), "-1A-2E");
}

}  // namespace
}  // namespace tidelock::circadians
