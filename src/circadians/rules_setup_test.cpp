// CIR-2.2, CIR-5.2, CIR-Q12 to CIR-Q22, CIR-7: the set-up.
#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

// A game from its first question on, by first choices, until something is asked.
template <class Stop>
TestTable begun(Circadians game, const Stop& stop, std::uint64_t seed = 3) {
  TestTable t;
  t.game = std::move(game);
  t.luck = Seeded(seed);
  t.s = t.game.start();
  t.mark();
  t.resolve_chance();
  while (!stop(t) && t.game.at(t.s) == At::kDecision) {
    if (!t.first_choice()) break;
  }
  return t;
}
bool at_leaders(const TestTable& t) { return t.asks() == Do::kLeaders; }
bool at_draft(const TestTable& t) { return t.asks() == Do::kDraft; }

// CIR-2.2, CIR-5.2: what everybody starts with, and what lies ready.
TEST(Setup22, StartingPosition) {
  for (int players = 1; players <= 4; ++players) {
    for (const bool expansion : {false, true}) {
      const TestTable t =
          begun(make_game({.players = players, .expansion = expansion}, true), at_leaders);
      for (int seat = 0; seat < players; ++seat) {
        EXPECT_EQ(t.has(seat), "15W4A2E");
        EXPECT_EQ(t.p(seat).idle, 3);
        EXPECT_EQ(t.p(seat).reserve, 10);
        EXPECT_EQ(t.p(seat).harvester, 0);
        EXPECT_EQ(std::popcount(t.p(seat).leaders), 3);
        EXPECT_EQ(std::popcount(t.p(seat).tokens), expansion ? 2 : 0);
      }
      EXPECT_EQ(std::popcount(t.s.tokens), 15);
      EXPECT_EQ(t.s.deck.count(), expansion ? 62 : 36);
      EXPECT_EQ(std::popcount(t.s.events), expansion ? 21 : 15);
      for (int stack = 0; stack < 3; ++stack) {
        EXPECT_EQ(t.s.down[kShipTile][idx(stack)] + 1, expansion ? 7 : 6);
        EXPECT_EQ(t.s.down[kFarmTile][idx(stack)] + 1, expansion ? 6 : 5);
        EXPECT_NE(t.s.up[kShipTile][idx(stack)], 0);
        EXPECT_NE(t.s.up[kFarmTile][idx(stack)], 0);
      }
      EXPECT_EQ(std::popcount(t.s.fronts), 3) << "CIR-Q16: three tiles share each front";
      EXPECT_EQ(t.s.ai_token != kNone, players == 1 && expansion) << "CIR-Q15";
    }
  }
}

// CIR-2.2, CIR-Q13: a random start player.
TEST(Setup22, RandomStartPlayer) {
  std::set<int> seen;
  for (std::uint64_t seed = 1; seed < 40; ++seed)
    seen.insert(begun(make_game({.players = 4}, true), at_leaders, seed).s.radio);
  EXPECT_EQ(seen.size(), 4U);
}

// CIR-Q12: options; named leaders must differ and be in play; nothing of chapter 5 without it.
TEST(SetupQ12, Options) {
  const auto ok = [](const Json& options) {
    return Circadians::compile(pack_json(), options).ok();
  };
  EXPECT_TRUE(ok({{"players", 2}, {"leaders", {"eden", "luna"}}}));
  EXPECT_FALSE(ok({{"players", 2}, {"leaders", {"eden", "eden"}}}));
  EXPECT_FALSE(ok({{"players", 2}, {"leaders", {"eden"}}}));
  EXPECT_FALSE(ok({{"players", 2}, {"expansion", false}, {"leaders", {"eden", "luna"}}}));
  EXPECT_TRUE(ok({{"players", 2}, {"expansion", false}, {"leaders", {"bjorg", "lysias"}}}));
  EXPECT_FALSE(
      ok({{"players", 4}, {"leaders", {"eden", "luna", "bjorg", "lysias", "melvan", "sal"}}}));
  EXPECT_FALSE(ok({{"players", 5}}));
  EXPECT_FALSE(ok({{"players", 0}}));
  EXPECT_FALSE(ok({{"ai", 5}, {"players", 1}}));
  EXPECT_FALSE(ok({{"planet", "C"}}));
  const Circadians base = make_game({.expansion = false});
  EXPECT_EQ(std::popcount(base.leaders_in_play()), 12);
  EXPECT_EQ(base.contracts_in_play().count(), 36);
  EXPECT_FALSE(base.station_in_play(kTemple));
  EXPECT_FALSE(base.faction_in_play(kOxataya));
  EXPECT_FALSE(base.faction_in_play(kAhzuri));
  EXPECT_FALSE(base.setback_in_play(setback_no("SB7")));
  EXPECT_EQ(std::popcount(make_game().leaders_in_play()), 24);
}
// CIR-Q12: sides that are named lie so, others are drawn.
TEST(SetupQ12, Sides) {
  EXPECT_EQ(begun(make_game({.planet_b = true, .sides_b = "zcharo ahzuri"}), at_leaders).s.sides,
            1 | (2 << kZcharo) | (2 << kAhzuri));
  std::set<int> seen;
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    const auto game = Circadians::compile(pack_json(), {{"players", 2}});
    ASSERT_TRUE(game.ok());
    seen.insert(begun(game.value(), at_leaders, seed).s.sides);
  }
  EXPECT_GT(seen.size(), 10U);
}

// CIR-Q13, CIR-5.2: Tariq hands the Radio on before the draft; leaders decide in that seat order.
TEST(SetupQ13, LeadersDecideInSeatOrder) {
  struct One {
    std::vector<std::string> leaders;
    const char* first;
    int radio;
    std::vector<std::pair<int, Do>> order;
  };
  const std::vector<One> kAll = {
      {{"melvan", "luna", "tariq"},
       "3",
       0,
       {{0, Do::kSetupSpace}, {0, Do::kSwap}, {1, Do::kMoveAny}, {2, Do::kChoose}}},
      {{"tariq", "melvan", "luna"},
       "1",
       1,
       {{1, Do::kSetupSpace}, {1, Do::kSwap}, {2, Do::kMoveAny}, {0, Do::kChoose}}}};
  for (const One& one : kAll) {
    TestTable t;
    t.game = make_game({.players = 3, .leaders = one.leaders});
    t.s = t.game.start();
    t.next({one.first}).resolve_chance();
    EXPECT_EQ(t.s.radio, std::stoi(one.first) - 1) << "drawn";
    while (at_leaders(t)) ASSERT_TRUE(t.first_choice());
    ASSERT_TRUE(at_draft(t));
    EXPECT_EQ(t.s.radio, one.radio);
    while (at_draft(t)) ASSERT_TRUE(t.first_choice());
    EXPECT_EQ(t.s.radio, one.radio);
    std::vector<std::pair<int, Do>> order;
    while (!t.planning()) {
      order.emplace_back(t.to_act(), t.asks());
      ASSERT_TRUE(t.first_choice());
    }
    EXPECT_EQ(order, one.order) << one.leaders[0];
  }
}

// CIR-Q14, CIR-Q15: leader, then token, sealed; shown together; the others are gone.
TEST(SetupQ15, LeaderAndToken) {
  TestTable t = begun(make_game({.players = 2}, true), at_leaders);
  const auto dealt = t.p(0).leaders;
  const auto tokens = t.p(0).tokens;
  EXPECT_EQ(dealt & t.p(1).leaders, 0U);
  EXPECT_EQ(tokens & t.p(1).tokens, 0U);
  EXPECT_EQ(t.game.sight(t.s, 0, t.moves_of(0)[0]), Sight::kSealed);
  const State seen = t.game.knows(t.s, 1);
  ASSERT_TRUE(t.first_choice());
  EXPECT_EQ(t.moves_of(0).size(), 2U) << "the token after the leader";
  EXPECT_EQ(t.moves_of(0)[0].kind(), Move::Kind::kToken);
  ASSERT_TRUE(t.first_choice());
  EXPECT_EQ(t.game.knows(t.s, 1), seen);
  EXPECT_EQ(t.count(What::kLeader), 0);
  ASSERT_TRUE(t.first_choice());
  ASSERT_TRUE(t.first_choice());
  EXPECT_EQ(t.count(What::kLeader), 2);
  EXPECT_EQ(t.count(What::kToken), 2);
  EXPECT_TRUE(has_bit(dealt, t.p(0).leader));
  EXPECT_EQ(t.p(0).leaders, 0U);
}

// CIR-Q17, CIR-Q14: one of four, the rest to the left, three times; the last card goes back.
TEST(SetupQ17, Draft) {
  for (int players = 2; players <= 4; ++players) {
    TestTable t = begun(make_game({.players = players}), at_draft);
    std::array<CardSet, 4> packs{};
    std::array<CardSet, 4> kept{};
    for (int seat = 0; seat < players; ++seat) packs[idx(seat)] = t.p(seat).draft;
    for (int pick = 0; pick < 3; ++pick) {
      for (int seat = 0; seat < players; ++seat) {
        EXPECT_EQ(t.p(seat).draft, packs[idx(seat)]) << "everybody finishes a pick first";
        EXPECT_EQ(t.p(seat).draft.count(), 4 - pick);
      }
      for (int seat = 0; seat < players; ++seat) {
        const int chosen = packs[idx(seat)].first();
        EXPECT_EQ(t.to_act(), seat);
        ASSERT_TRUE(t.first_choice());
        packs[idx(seat)].remove(chosen);
        kept[idx(seat)].add(chosen);
      }
      const auto passed = packs;
      for (int seat = 0; seat < players; ++seat)
        packs[idx((seat + 1) % players)] = passed[idx(seat)];
    }
    for (int seat = 0; seat < players; ++seat) {
      EXPECT_EQ(t.p(seat).hand, kept[idx(seat)]);
      EXPECT_EQ((t.s.deck & packs[idx(seat)]).count(), 1) << "back to the deck";
    }
    EXPECT_EQ(t.s.deck.count(), 62 - 3 * players);
  }
  TestTable solo = begun(make_game({.players = 1}), at_draft);
  EXPECT_EQ(solo.p(0).draft.count(), 5);
  while (at_draft(solo)) ASSERT_TRUE(solo.first_choice());
  EXPECT_EQ(solo.p(0).hand.count(), 3);
  EXPECT_EQ(solo.s.deck.count(), 59);
}

// CIR-Q18: what lies in other hands is not seen; what a seat knows does not depend on it.
TEST(SetupQ18, HiddenHands) {
  TestTable t;
  t.hand(0, {"B1", "B2"}).hand(1, {"B3"}).fix();
  TestTable other;
  other.hand(0, {"B7", "26"}).hand(1, {"B3"}).fix();
  other.s.asked = t.s.asked;
  EXPECT_EQ(t.game.knows(t.s, 1), other.game.knows(other.s, 1));
  EXPECT_FALSE(t.game.knows(t.s, 0) == other.game.knows(other.s, 0));
  EXPECT_EQ(t.game.knows(t.s, 1).players[0].hand.count(), 2);
}

// CIR-Q18, CIR-Q3, CIR-Q16: points of a Cache that one seat has seen stay unknown to the other.
TEST(SetupQ18, PointsOthersHaveSeen) {
  TestTable t;
  t.die(0, 1, 1).harvester(0, 0, -2).fix();
  TestTable other = t;
  t.next({"K1"}).play("g1>control");
  other.next({"K3"}).play("g1>control");
  ASSERT_EQ(t.s.cache[0], 0);
  ASSERT_EQ(other.s.cache[0], 2) << "the same front, other points";
  EXPECT_EQ(t.game.knows(t.s, 0).cache[0], 0);
  EXPECT_EQ(t.game.knows(t.s, 1).cache[0], kNone);
  EXPECT_EQ(t.game.knows(t.s, 1), other.game.knows(other.s, 1));
  EXPECT_EQ(t.game.view(t.s, 1), other.game.view(other.s, 1));
  EXPECT_NE(t.game.view(t.s, 0), other.game.view(other.s, 0));
}

// CIR-Q19: an empty deck is renewed from the discards; if that is not enough, fewer.
TEST(SetupQ19, RenewedDeck) {
  TestTable t;
  t.die(0, 1, 3);
  CardSet rest = t.s.deck;
  t.s.deck = {};
  t.s.deck.add(card("B1"));
  rest.remove(card("B1"));
  t.s.discards = rest;
  t.fix().play("g1>hq");
  t.next({"#B1", "#B5"}).play("a");
  EXPECT_TRUE(t.p(0).hand.has(card("B1")) && t.p(0).hand.has(card("B5")));
  EXPECT_TRUE(t.s.discards.empty());
  EXPECT_EQ(t.count(What::kReshuffled), 1);
  TestTable few;
  few.die(0, 1, 3);
  CardSet all = few.s.deck;
  few.s.deck = {};
  few.s.deck.add(card("B1"));
  all.remove(card("B1"));
  few.p(1).fulfilled = all;
  few.fix().play("g1>hq");
  EXPECT_TRUE(few.can("a"));
  few.play("a");
  EXPECT_EQ(few.drew(0), 1);
}

// CIR-Q21: the next tile of a stack is turned up at once; a used-up stack is not renewed.
TEST(SetupQ21, Stacks) {
  TestTable t;
  t.own(0, "9A9E").die(0, 1, 1);
  t.s.down[kShipTile] = {0, 3, 3};
  t.fix().play({"g1>foundry", "stack1", "g1"});
  EXPECT_EQ(t.s.up[kShipTile][0], 0);
  TestTable more;
  more.own(0, "9A9E").die(0, 1, 1).fix();
  const int down = more.s.down[kShipTile][0];
  more.play("g1>foundry").next({"SH10"}).play({"stack1", "g1"});
  EXPECT_EQ(more.s.up[kShipTile][0], ship_no("SH10") + 1);
  EXPECT_EQ(more.s.down[kShipTile][0], down - 1);
}

// What a game holds after its set-up: counted from the state, not from the pack.
struct Box {
  int contracts = 0, events = 0, schemes = 0, ships = 0, farms = 0, leaders = 0, stations = 0,
      columns = 0, breakthroughs = 0, setbacks = 0;
  std::vector<int> dice, reserve;
};
Box box_of(int players, bool expansion) {
  Options options;
  options.players = players;
  options.expansion = expansion;
  const Circadians game(shipped_pack(), options);
  const State s = game.start();
  Box box;
  box.contracts = s.deck.count();
  box.events = std::popcount(s.events) + 1;  // End of an Era lies below
  box.schemes = std::popcount(s.schemes);
  for (const auto n : s.ship_pool) box.ships += n;
  for (const auto n : s.farm_pool) box.farms += n;
  box.leaders = std::popcount(game.leaders_in_play());
  for (int i = 0; i < kStations; ++i) box.stations += game.station_in_play(i) ? 1 : 0;
  for (int f = 0; f < kFactions; ++f) box.columns += game.faction_in_play(f) ? 1 : 0;
  for (int i = 0; i < static_cast<int>(pack()->breakthroughs.size()); ++i)
    box.breakthroughs += game.breakthrough_in_play(s, i) ? 1 : 0;
  for (int i = 0; i < static_cast<int>(pack()->setbacks.size()); ++i)
    box.setbacks += game.setback_in_play(i) ? 1 : 0;
  for (int i = 0; i < players; ++i) {
    box.dice.push_back(s.players[idx(i)].idle);
    box.reserve.push_back(s.players[idx(i)].reserve);
  }
  return box;
}

// CIR-2.1: what there is in the base game, for any number of players.
TEST(Setup21, TheBaseBox) {
  for (int players = 1; players <= 4; ++players) {
    const Box box = box_of(players, false);
    EXPECT_EQ(box.contracts, 36);
    EXPECT_EQ(box.events, 16);
    EXPECT_EQ(box.schemes, players == 1 ? 20 : 0);
    EXPECT_EQ(box.ships, 18);
    EXPECT_EQ(box.farms, 15);
    EXPECT_EQ(box.leaders, 12);
    EXPECT_EQ(box.stations, 6);
    EXPECT_EQ(box.columns, 3);
    EXPECT_EQ(box.breakthroughs + box.setbacks, 12);  // one for each Incident token
    EXPECT_EQ(box.dice, std::vector<int>(idx(players), 3));
    EXPECT_EQ(box.reserve, std::vector<int>(idx(players), 10));
  }
  EXPECT_EQ(pack()->rounds, 7);
}

// CIR-5.1: what the expansion adds to it.
TEST(Setup51, TheExpansionsBox) {
  for (int players = 1; players <= 4; ++players) {
    const Box base = box_of(players, false);
    const Box box = box_of(players, true);
    EXPECT_EQ(box.contracts - base.contracts, 26);
    EXPECT_EQ(box.events - base.events, 6);
    EXPECT_EQ(box.schemes - base.schemes, players == 1 ? 6 : 0);
    EXPECT_EQ(box.ships - base.ships, 3);
    EXPECT_EQ(box.farms - base.farms, 3);
    EXPECT_EQ(box.leaders - base.leaders, 12);
    EXPECT_EQ(box.stations - base.stations, 1);
    EXPECT_EQ(box.columns - base.columns, 2);
    EXPECT_EQ(box.breakthroughs + box.setbacks, 12 + 4);
    EXPECT_EQ(box.dice, base.dice);
  }
  EXPECT_EQ(pack()->tokens.size(), 8U);
  EXPECT_EQ(pack()->outpost_spaces, (std::array<std::uint8_t, 2>{1, 2}));  // Corey's is the second
}

// CIR-7: totals of the pack.
TEST(Setup7, Totals) {
  const Components& c = *pack();
  EXPECT_EQ(c.contracts.size(), 62U);
  EXPECT_EQ(c.tokens.size(), 8U);
  EXPECT_EQ(c.leaders.size(), 24U);
  EXPECT_EQ(c.schemes.size(), 26U);
  EXPECT_EQ(c.breakthroughs.size(), 10U);
  EXPECT_EQ(c.setbacks.size(), 8U);
  EXPECT_EQ(c.rounds, 7);
  EXPECT_EQ(c.dice, 13);
  constexpr std::array<int, 6> kPoints = {3, 4, 5, 4, 5, 6};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(c.caches[i].points, kPoints[i]);
}

}  // namespace
}  // namespace tidelock::circadians
