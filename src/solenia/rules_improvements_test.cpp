// IMP-1 to IMP-5: improvement tiles.
#include "solenia/testing_games.h"

namespace tidelock::solenia {

namespace {

using Kind1 = Level1::Kind;
using Kind3 = Level3::Kind;
constexpr Options kImprovedDawn = {2, Mode::kImprovements, Start::kDawn, 0};
constexpr Options kImprovedDusk = {2, Mode::kImprovements, Start::kDusk, 0};

// IMP-1
TEST(Imp1, AsManyTilesAndPairsAsPlayers) {
  for (int players = 1; players <= 4; ++players) {
    const int n = players == 1 ? 2 : players;  // SOLO-1
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const TestTable t({players, Mode::kImprovements, Start::kRandom, -1}, seed);
      std::set<int> level1;
      std::array<std::set<int>, 2> halves;
      for (int i = 0; i < kMaxSeats; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (i >= n) {
          EXPECT_EQ(t.s.offer1.at(at), kNone);
          EXPECT_EQ(t.s.offer3.at(at)[kDay], kNone);
          EXPECT_EQ(t.s.offer3.at(at)[kNight], kNone);
          continue;
        }
        level1.insert(t.s.offer1.at(at));
        for (std::size_t h = 0; h < 2; ++h) halves.at(h).insert(t.s.offer3.at(at).at(h));
        const Components& c = t.game.components();
        const Level3& day = c.level3[kDay][t.s.offer3.at(at)[kDay]];
        const Level3& night = c.level3[kNight][t.s.offer3.at(at)[kNight]];
        EXPECT_FALSE(day.kind == night.kind && day.n == night.n && day.cost == night.cost)
            << "two halves of different effect";
      }
      for (const auto& drawn : {level1, halves[0], halves[1]}) {
        EXPECT_EQ(drawn.size(), static_cast<std::size_t>(n)) << "without replacement";
        EXPECT_FALSE(drawn.contains(kNone));
      }
    }
  }
}

// IMP-1
TEST(Imp1, EveryTileAndEveryPairCanCome) {
  const Solenia game = make_game(kImprovedDawn);
  State s = game.start();
  while (game.ask(s).stream != kStreamLevel1) game.resolve(s, 0, NoEvents{});
  std::set<int> first;
  for (std::uint32_t i = 0; i < game.ask(s).n; ++i) {
    State next = s;
    game.resolve(next, i, NoEvents{});
    first.insert(next.offer1[0]);
  }
  EXPECT_EQ(first.size(), 8U);
  while (game.ask(s).stream != kStreamDayHalves) game.resolve(s, 0, NoEvents{});
  std::set<std::pair<int, int>> pairs;
  for (std::uint32_t day = 0; day < game.ask(s).n; ++day) {
    State with_day = s;
    game.resolve(with_day, day, NoEvents{});
    for (std::uint32_t night = 0; night < game.ask(with_day).n; ++night) {
      State next = with_day;
      game.resolve(next, night, NoEvents{});
      pairs.insert({next.offer3[0][kDay], next.offer3[0][kNight]});
    }
  }
  EXPECT_EQ(pairs.size(), 56U) << "8 day halves with 7 night halves each";
}

// IMP-2
TEST(Imp2, FromTheLastPlayerCounterClockwiseTwice) {
  for (int players = 1; players <= 4; ++players) {
    for (int first = 0; first < players; ++first) {
      Rng rng(static_cast<std::uint64_t>(first));
      TestTable t({players, Mode::kImprovements, Start::kRandom, first});
      // Hands and display are dealt before.
      for (Seat seat = 0; seat < players; ++seat) EXPECT_EQ(std::popcount(t.player(seat).hand), 3);
      for (const auto& row : t.s.display)
        EXPECT_EQ(4 - std::count(row.begin(), row.end(), kNone), players == 4 ? 4 : 3);
      std::array<int, kMaxSeats> level{};  // of the first choice
      const int n = players == 1 ? 2 : players;
      int left1 = n;
      int left3 = n;
      for (int i = 0; i < 2 * players; ++i) {
        const auto seat = static_cast<Seat>((first + 2 * players - 1 - i % players) % players);
        ASSERT_EQ(t.to_act(), seat) << players << " players, choice " << i;
        int& mine = level.at(static_cast<std::size_t>(seat));
        std::vector<std::string> expected;
        for (int k = 0; k < n; ++k) {
          if (t.s.offer1.at(static_cast<std::size_t>(k)) != kNone && mine != 1)
            expected.push_back("i" + std::to_string(k + 1));
        }
        for (int k = 0; k < n; ++k) {
          if (t.s.offer3.at(static_cast<std::size_t>(k))[kDay] != kNone && mine != 3)
            expected.push_back("p" + std::to_string(k + 1));
        }
        ASSERT_EQ(t.moves(), expected) << "one of either level, then one of the other";
        const std::string move =
            expected.at(rng.below(static_cast<std::uint32_t>(expected.size())));
        const auto place = static_cast<std::size_t>(move[1] - '1');
        const auto offered = t.s;
        t.play(move);
        if (move[0] == 'i') {
          mine = 1;
          --left1;
          EXPECT_EQ(t.player(seat).level1, offered.offer1.at(place));
          EXPECT_EQ(t.s.offer1.at(place), kNone);
        } else {
          mine = 3;
          --left3;
          EXPECT_EQ(t.player(seat).level3, offered.offer3.at(place));
          EXPECT_EQ(t.s.offer3.at(place)[kDay], kNone);
        }
      }
      EXPECT_EQ(left1, n - players);
      EXPECT_EQ(left3, n - players);
      EXPECT_EQ(t.s.todo.top().what(), Do::kPlay);
      EXPECT_EQ(t.to_act(), first);
    }
  }
}

// Seat 0 has filled slots and this level-1 tile, and stands before a night city with a 1 (or
// another card) and enough for WHH.
Position before_night(Kind1 kind, std::vector<std::string> day, std::vector<std::string> night,
                      const char* card = "1W", const char* store = "WHH") {
  Position position(kImprovedDusk);
  position.turn(24)
      .hand(0, {card})
      .store(0, store)
      .improvements(0, kind)
      .slots(0, kDay, std::move(day))
      .slots(0, kNight, std::move(night))
      .display(kNight, {"WHH", "WWSS", "HHAA"});
  return position;
}

// IMP-3
TEST(Imp3, TheFirstOfTheTwoSlotsGivesNothing) {
  for (const Kind1 kind : {Kind1::kStars, Kind1::kGainEach, Kind1::kDeliveryStars}) {
    TestTable t = before_night(kind, {}, {}).build();
    t.play({"1W-d3", "n1", "s1l"}).resolve_chance();
    EXPECT_EQ(t.store(0), "") << "no stone: the slot is covered";
    EXPECT_EQ(t.stars(0), 1) << "that of the card";
    EXPECT_EQ(t.count(What::kActivated), 0);
  }
}

// IMP-3
TEST(Imp3, ItCountsAsOccupied) {
  TestTable t = before_night(Kind1::kStars, {}, {"WWW"}).build();
  t.play({"1W-d3", "n1"});
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"s1r", "s2l", "s2r"}));
}

// IMP-3
TEST(Imp3, BothFilledActivate) {
  TestTable t = before_night(Kind1::kStars, {"SSS"}, {}).build();
  t.play({"1W-d3", "n1", "s1l"}).resolve_chance();
  EXPECT_EQ(t.stars(0), 1 + 4);
  EXPECT_EQ(t.count(What::kActivated, 0), 1);
  // Not any day slot: the one opposite.
  TestTable other = before_night(Kind1::kStars, {"", "AAA"}, {}).build();
  other.play({"1W-d3", "n1", "s1l"}).resolve_chance();
  EXPECT_EQ(other.stars(0), 1);
}

// IMP-3
TEST(Imp3, RightmostSlotsAreCoveredToo) {
  TestTable right = before_night(Kind1::kVoyageDiscount, {}, {"", "HHH", "", "WHS"}).build();
  right.play({"1W-d3", "n1", "s3r"}).resolve_chance();
  EXPECT_EQ(right.stars(0), 1) << "no five stars";
  TestTable left = before_night(Kind1::kVoyageDiscount, {}, {"", "HHH", "", "WHS"}).build();
  left.play({"1W-d3", "n1", "s3l"}).resolve_chance();
  EXPECT_EQ(left.stars(0), 1 + 5) << "the other one is not covered";
}

// IMP-3
TEST(Imp3, OtherSlotsGiveWhatIsPrinted) {
  const std::map<std::string, std::string> gives = {{"s1r", "A"}, {"s2l", ""}, {"s2r", "SA"}};
  for (const auto& [slot, store] : gives) {
    TestTable t = before_night(Kind1::kVoyageDiscount, {}, {"WWW"}).build();
    const int capacity = t.player(0).capacity;
    t.play({"1W-d3", "n1", slot}).resolve_chance();
    EXPECT_EQ(t.store(0), store);
    EXPECT_EQ(t.player(0).capacity, capacity + (slot == "s2l" ? 1 : 0));
  }
}

// IMP-3
TEST(Imp3, EachHalfWorksOnceItsOwnSlotIsFilled) {
  const std::vector<std::string> day = {"SSS", "AAA", "SAA", "WSA", "HSA", "WSS"};
  const std::vector<std::string> night = {"WWW", "HHH", "WWH", "WHS", "WHA", "WWS"};
  const auto score = [&](bool day_full, bool night_full) {
    auto some_day = day;
    auto some_night = night;
    if (!day_full) some_day.back() = "";
    if (!night_full) some_night.back() = "";
    const TestTable t = Position(kImprovedDawn)
                            .turn(24)
                            .improvements(0, Kind1::kStars, static_cast<int>(Kind3::kFlat),
                                          static_cast<int>(Kind3::kPairs))
                            .slots(0, kDay, some_day)
                            .slots(0, kNight, some_night)
                            .build();
    int tiles = 50;
    tiles += day_full ? 5 : 0;
    tiles += night_full ? 5 : 0;
    return t.game.scores(t.s).total[0] - tiles;
  };
  EXPECT_EQ(score(false, false), 0);
  EXPECT_EQ(score(true, false), 7);
  EXPECT_EQ(score(false, true), 3 * 5);
  EXPECT_EQ(score(true, true), 7 + 3 * 6);
}

// IMP-4
TEST(Imp4, ThreeResourcesOfChoice) {
  TestTable t = before_night(Kind1::kGainChoice, {"SSS"}, {}).build();
  t.play({"1W-d3", "n1", "s1l"}).resolve_chance();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(t.moves(), (std::vector<std::string>{"+W", "+H", "+S", "+A"}));
    t.play(i == 0 ? "+A" : "+W");
  }
  t.resolve_chance();
  EXPECT_EQ(t.store(0), "WWA");
  EXPECT_EQ(t.to_act(), 1);
}

// IMP-4
TEST(Imp4, CapacityIsCheckedAfterTheLastOfThem) {
  // Three never overfill a store of six after a delivery; five of another pack do.
  Json pack = shipped_pack();
  pack["improvements"]["level1"][0]["n"] = 5;
  const auto game = Solenia::compile(
      pack, {{"players", 2}, {"mode", "improvements"}, {"start", "dusk"}, {"first", 1}});
  ASSERT_TRUE(game.ok());
  TestTable t(game.value(),
              before_night(Kind1::kGainChoice, {"SSS"}, {}, "1W", "WHHSSS").build().s);
  t.play({"1W-d3", "n1", "s1l"}).resolve_chance();
  t.play({"+A", "+A", "+A", "+A"});
  EXPECT_EQ(t.store(0), "SSSAAAA") << "nothing is returned in between";
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"+W", "+H", "+S", "+A"}));
  t.play("+W");
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"-W", "-S", "-A"}));
  t.play({"-A", "-A"}).resolve_chance();
  EXPECT_EQ(t.store(0), "WSSSAA");
}

// IMP-4
TEST(Imp4, OneOfEachResource) {
  TestTable t = before_night(Kind1::kGainEach, {"SSS"}, {}, "1W", "WHHSSS").build();
  t.play({"1W-d3", "n1", "s1l"}).resolve_chance();
  EXPECT_EQ(t.store(0), "WHSSSSA");
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"-W", "-H", "-S", "-A"}));
  t.play("-S").resolve_chance();
  EXPECT_EQ(t.store(0), "WHSSSA");
  EXPECT_EQ(t.to_act(), 1);
}

// IMP-4
TEST(Imp4, FourStars) {
  TestTable t = before_night(Kind1::kStars, {"SSS"}, {}).build();
  t.play({"1W-d3", "n1", "s1l"}).resolve_chance();
  EXPECT_EQ(t.stars(0), 5);
  EXPECT_EQ(t.store(0), "");
}

// IMP-4
TEST(Imp4, FirstSpaceOfAVoyageIsFree) {
  const TestTable t = before_night(Kind1::kVoyageDiscount, {"SSS"}, {"WWW"}, "1W", "H").build();
  TestTable one = t;
  one.play("1W-c5");  // one space between
  EXPECT_EQ(one.count(What::kPlayed), 1);
  EXPECT_EQ(one.store(0), "HS");
  TestTable two = t;
  two.play("1W-b5");  // two spaces between
  EXPECT_EQ(two.moves(), (std::vector<std::string>{"pay H"}));
  // It counts for STUCK-1: with everything around the airship taken there is still a way.
  Position crowded = before_night(Kind1::kVoyageDiscount, {"SSS"}, {"WWW"}, "1W", "");
  crowded.card(1, "c2", "0WS").card(1, "b3", "1x1").card(1, "c3", "1W").card(1, "c4", "1A");
  EXPECT_FALSE(crowded.build().can("1W-x"));
  EXPECT_TRUE(crowded.build().can("1W-b2"));
}

// IMP-4
TEST(Imp4, OneResourceStandsInForAnother) {
  // Of WHH with WHHS in the store: exactly, or the stone for one of the others.
  TestTable t = before_night(Kind1::kStandIn, {"SSS"}, {"WWW"}, "1W", "WHHS").build();
  t.play({"1W-d3", "n1"});
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"exact", "W>S", "H>S"}));
  TestTable exact = t;
  exact.play({"exact", "s1r"});
  EXPECT_EQ(exact.store(0), "S");
  t.play({"H>S", "s1r"});
  EXPECT_EQ(t.store(0), "H");
  // One may be missing, two may not.
  EXPECT_TRUE(before_night(Kind1::kStandIn, {"SSS"}, {"WWW"}, "1W", "WHA").build().can("1W-d3"));
  EXPECT_FALSE(before_night(Kind1::kStandIn, {"SSS"}, {"WWW"}, "1W", "WAAAA").build().can("1W-d3"));
  EXPECT_FALSE(before_night(Kind1::kStars, {"SSS"}, {"WWW"}, "1W", "WHA").build().can("1W-d3"));
  TestTable missing = before_night(Kind1::kStandIn, {"SSS"}, {"WWW"}, "1W", "WHA").build();
  missing.play({"1W-d3", "n1"});
  EXPECT_EQ(missing.moves(), (std::vector<std::string>{"H>A"}));
}

// IMP-4
TEST(Imp4, StandInsInRandomGames) {
  int seen = 0;
  for (const Played& played : played_games()) {
    for (const Step& step : played.steps) {
      if (step.what() != Do::kStandIn) continue;
      ++seen;
      const Todo todo = step.before.todo.top();
      const Goods store = step.before.players[static_cast<std::size_t>(step.seat)].store;
      const Goods cost =
          played.game.components().tiles[todo.a()][step.before.display[todo.a()][todo.b()]].cost;
      std::set<std::string> expected;
      if (slow_covers(store, cost)) expected.insert("exact");
      for (int out = 0; out < kResources; ++out) {
        for (int in = 0; in < kResources; ++in) {
          if (out == in || count_of(cost, out) == 0) continue;
          if (slow_covers(store, cost - goods(out) + goods(in))) {
            expected.insert({kLetters[static_cast<std::size_t>(out)], '>',
                             kLetters[static_cast<std::size_t>(in)]});
          }
        }
      }
      Solenia::List list;
      played.game.legal(step.before, step.seat, list);
      std::set<std::string> may;
      for (const Move move : list) may.insert(played.game.write(step.before, step.seat, move));
      ASSERT_EQ(may, expected);
      Goods paid = cost;
      if (step.move.kind() == Move::Kind::kStandIn)
        paid = paid - goods(step.move.a()) + goods(step.move.b());
      ASSERT_EQ(step.after.players[static_cast<std::size_t>(step.seat)].store, store - paid);
    }
  }
  EXPECT_GT(seen, 5);
}

// IMP-4
TEST(Imp4, AStarForEachLaterDelivery) {
  TestTable t = before_night(Kind1::kDeliveryStars, {"SSS"}, {"WWW"}).build();
  t.play({"1W-d3", "n1", "s1r"}).resolve_chance();
  EXPECT_EQ(t.stars(0), 1 + 1);
  TestTable inactive = before_night(Kind1::kDeliveryStars, {"SSS"}, {"", "WWW"}).build();
  inactive.play({"1W-d3", "n1", "s2r"}).resolve_chance();
  EXPECT_EQ(inactive.stars(0), 1);
}

// IMP-4
TEST(Imp4, AResourceForEachZero) {
  // In a city: after the slot bonus, before the removal.
  Position position = before_night(Kind1::kZeroGain, {"SSS"}, {"WWW"}, "0WS", "WHH");
  position.card(0, "a1", "1H");
  TestTable t = position.build();
  t.play({"0WS-d3", "n1", "s1r"});
  ASSERT_EQ(t.s.todo.top().what(), Do::kRefill);
  t.answer(t.game.write_outcome(t.s, 0));
  EXPECT_EQ(t.store(0), "A") << "the slot's water, and no wheat yet";
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"+W", "+H", "+S", "+A"}));
  t.play("+W").resolve_chance();
  EXPECT_EQ(t.store(0), "WHA");
  EXPECT_EQ(t.to_act(), 1);

  TestTable island = before_night(Kind1::kZeroGain, {"SSS"}, {"WWW"}, "0WS", "").build();
  island.play("0WS-c3");
  EXPECT_EQ(island.moves(), (std::vector<std::string>{"+W", "+H", "+S", "+A"}));
  island.play("+S");
  EXPECT_EQ(island.store(0), "S");

  TestTable one = before_night(Kind1::kZeroGain, {"SSS"}, {"WWW"}, "1W", "").build();
  one.play("1W-c3").resolve_chance();
  EXPECT_EQ(one.to_act(), 1) << "for a 0 only";

  Position stuck = before_night(Kind1::kZeroGain, {"SSS"}, {"WWW"}, "0WS", "");
  stuck.card(1, "c2", "0WS").card(1, "b3", "1x1").card(1, "c3", "1W").card(1, "c4", "1A");
  TestTable discard = stuck.build();
  discard.play("0WS-x").resolve_chance();
  EXPECT_EQ(discard.to_act(), 1) << "a discarded 0 is not a 0 card played";
  EXPECT_EQ(discard.store(0), "");
}

// IMP-4
TEST(Imp4, ItNeverPaysForTheSameTurn) {
  const Position position = before_night(Kind1::kZeroGain, {"SSS"}, {"WWW"}, "0WS", "HH");
  EXPECT_FALSE(position.build().can("0WS-d3")) << "the wood would come too late";
}

// IMP-4
TEST(Imp4, SpacesDiagonalToAnOwnCardCostNothing) {
  Position position = before_night(Kind1::kDiagonal, {"SSS"}, {"WWW"}, "1W", "");
  position.card(0, "c4", "1x1").card(1, "a1", "1x1");
  const TestTable t = position.build();
  EXPECT_TRUE(t.can("1W-b5"));
  EXPECT_FALSE(t.can("1W-b2")) << "diagonal to the airship";
  EXPECT_FALSE(t.can("1W-b1")) << "nor another's card";
  // e5 is three steps from c4, whatever lies diagonally between: two to pay.
  EXPECT_EQ(t.game.voyage_cost(t.s, 0, space_at("e5")), 2);
  EXPECT_EQ(t.game.voyage_cost(t.s, 0, space_at("a5")), 2);
  int free_diagonals = 0;
  for (const AtPlay& at : play_states()) {
    const Player& p = at.s.players[static_cast<std::size_t>(at.seat)];
    if (!slow_lasting(*at.game, p, Kind1::kDiagonal)) continue;
    for (int space = 0; space < kSpaces; ++space) {
      bool taken = false;
      for (const std::uint32_t cards : at.s.cards) taken = taken || has_space(cards, space);
      if (taken) continue;
      const int cost = slow_cost(*at.game, at.s, at.seat, space);
      ASSERT_EQ(at.game->voyage_cost(at.s, at.seat, space), cost);
      free_diagonals += cost == 0 ? 1 : 0;
    }
  }
  EXPECT_GT(free_diagonals, 20);
}

// IMP-4
TEST(Imp4, TwentyFourTiles) {
  // The effects and numbers of the list, each of them once.
  const Solenia game = make_game(kImprovedDawn);
  const Components& c = game.components();
  const std::array<int, 8> level1 = {3, 1, 4, 1, 1, 1, 1, 1};
  const std::array<int, 8> level3 = {2, 2, 3, 1, 2, 2, 1, 7};
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(c.level1.at(i).kind, static_cast<Kind1>(i));
    EXPECT_EQ(c.level1.at(i).n, level1.at(i));
    for (std::size_t h = 0; h < 2; ++h) {
      EXPECT_EQ(c.level3.at(h).at(i).kind, static_cast<Kind3>(i));
      EXPECT_EQ(c.level3.at(h).at(i).n, level3.at(i));
    }
  }
}

// What a level-3 half is worth, as the rule says it.
int slow_half(const Solenia& game, const State& s, std::size_t seat, std::size_t h) {
  const Player& p = s.players.at(seat);
  if (p.slots.at(h).at(5) == 0) return 0;
  std::array<int, 2> tiles{};
  int of_three = 0;
  int of_four = 0;
  for (std::size_t row = 0; row < 2; ++row) {
    for (const auto tile : p.slots.at(row)) {
      if (tile == 0) continue;
      ++tiles.at(row);
      const int cost = total_of(game.components().tiles[row][tile - 1U].cost);
      of_three += cost == 3 ? 1 : 0;
      of_four += cost >= 4 ? 1 : 0;
    }
  }
  int cards = 0;
  for (int space = 0; space < kSpaces; ++space) cards += has_space(s.cards.at(seat), space) ? 1 : 0;
  switch (static_cast<Kind3>(p.level3.at(h))) {
    case Kind3::kRow: return 2 * tiles.at(h);
    case Kind3::kOppositeRow: return 2 * tiles.at(1 - h);
    case Kind3::kPairs: return 3 * std::min(tiles[0], tiles[1]);
    case Kind3::kLeftovers: return total_of(p.store);
    case Kind3::kCostExactly: return 2 * of_three;
    case Kind3::kCostAtLeast: return 2 * of_four;
    case Kind3::kOwnCards: return cards;
    case Kind3::kFlat: return 7;
  }
  return 0;
}
int slow_score(const Solenia& game, const State& s, std::size_t seat) {
  const Player& p = s.players.at(seat);
  int sum = total_of(p.store) / 2;
  for (const auto stars : p.stars) sum += stars;
  for (std::size_t h = 0; h < 2; ++h) {
    for (const auto tile : p.slots.at(h))
      sum += tile == 0 ? 0 : game.components().tiles[h][tile - 1U].stars;
    sum += slow_half(game, s, seat, h);
  }
  return sum;
}

// IMP-4
TEST(Imp4, HalvesInRandomGames) {
  std::set<std::pair<std::size_t, int>> seen;
  for (const Played& played : played_games()) {
    if (played.options.mode != Mode::kImprovements) continue;
    for (const Step& step : played.steps) {
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(played.options.players); ++seat) {
        ASSERT_EQ(played.game.scores(step.after).total.at(seat),
                  slow_score(played.game, step.after, seat));
        const Player& p = step.after.players.at(seat);
        for (std::size_t h = 0; h < 2; ++h) {
          if (p.slots.at(h)[5] != 0) seen.insert({h, p.level3.at(h)});
        }
      }
    }
  }
  EXPECT_GT(seen.size(), 8U);
}

// IMP-4
TEST(Imp4, EveryHalfOnAFullBoard) {
  const std::vector<std::string> day = {"SSS", "AAA", "SSAA", "WSAA", "SSSAA", "WSS"};
  for (const std::vector<std::string>& night :
       {std::vector<std::string>{"WWW", "HHH", "WWHH", "WHS", "", "WWWHH"},
        std::vector<std::string>{"WWW", "HHH", "WWHH", "WHS", "WWS", "WWWHH"}}) {
    for (std::size_t half = 0; half < 8; ++half) {
      const std::size_t other = half == 7 ? 0 : 7;
      for (std::size_t h = 0; h < 2; ++h) {
        const auto day_half = static_cast<int>(h == kDay ? half : other);
        const auto night_half = static_cast<int>(h == kDay ? other : half);
        const TestTable t = Position(kImprovedDawn)
                                .turn(26)
                                .improvements(0, Kind1::kStars, day_half, night_half)
                                .store(0, "WWHSA")
                                .card(0, "a1", "1x1")
                                .card(0, "b1", "1W")
                                .card(1, "c1", "1W")
                                .slots(0, kDay, day)
                                .slots(0, kNight, night)
                                .build();
        const int n = night[4].empty() ? 5 : 6;
        const int threes = 3 + (n == 6 ? 4 : 3);
        const int fours = 3 + 2;
        const std::array<int, 8> worth = {
            h == kDay ? 12 : 2 * n, h == kDay ? 2 * n : 12, 3 * n, 5, 2 * threes, 2 * fours, 2, 7};
        const int tiles = 5 + 5 + 6 + 6 + 7 + 5 + 5 + 5 + 6 + 5 + 7 + (n == 6 ? 5 : 0);
        const int other_worth = other == 7 ? 7 : h == kDay ? 2 * n : 12;
        EXPECT_EQ(t.game.scores(t.s).total[0], tiles + 2 + worth.at(half) + other_worth)
            << "half " << half << (h == kDay ? " by day" : " by night");
        EXPECT_EQ(t.game.scores(t.s).total[0], slow_score(t.game, t.s, 0));
      }
    }
  }
}

// IMP-4
TEST(Imp4, CardsAreCountedAfterTheLastRemoval) {
  TestTable t = Position({2, Mode::kImprovements, Start::kDawn, 1})
                    .turn(31)
                    .hand(0, {"0WS"})
                    .improvements(0, Kind1::kStars, static_cast<int>(Kind3::kOwnCards), 0)
                    .card(0, "a1", "2*H")
                    .card(0, "a2", "1x1")
                    .slots(0, kDay, {"SSS", "AAA", "SAA", "WSA", "HSA", "WSS"})
                    .build();
  t.play("0WS-c3").resolve_chance();
  ASSERT_TRUE(t.over());
  EXPECT_EQ(t.game.scores(t.s).total[0], 6 * 5 + 2) << "a1 has left the board";
}

// IMP-5
TEST(Imp5, InPlaceOfTheSlotBonus) {
  for (const Kind1 kind : {Kind1::kStars, Kind1::kVoyageDiscount, Kind1::kDiagonal}) {
    TestTable t = before_night(kind, {"SSS"}, {}).build();
    t.play({"1W-d3", "n1", "s1l"}).resolve_chance();
    EXPECT_EQ(t.store(0), "") << "no stone";
    EXPECT_EQ(t.count(What::kActivated, 0), 1);
  }
}

// IMP-5
TEST(Imp5, LastingEffectsStartWithTheOwnersNextTurn) {
  // The delivery that activates is no later delivery.
  TestTable stars = before_night(Kind1::kDeliveryStars, {"SSS"}, {}).build();
  stars.play({"1W-d3", "n1", "s1l"}).resolve_chance();
  EXPECT_EQ(stars.stars(0), 1);
  // The 0 that activates gives nothing.
  TestTable zero = before_night(Kind1::kZeroGain, {"SSS"}, {}, "0WS").build();
  zero.play({"0WS-d3", "n1", "s1l"}).resolve_chance();
  EXPECT_EQ(zero.to_act(), 1);
  EXPECT_EQ(zero.store(0), "");
  // Then it works.
  Position position = before_night(Kind1::kVoyageDiscount, {"SSS"}, {});
  TestTable voyage = position.hand(1, {"1x1"}).build();
  voyage.play({"1W-d3", "n1", "s1l"}).resolve_chance();
  EXPECT_EQ(voyage.player(0).active, 0);
  voyage.play("1x1-c3").resolve_chance();
  ASSERT_EQ(voyage.to_act(), 0);
  EXPECT_EQ(voyage.player(0).active, 1);
  EXPECT_EQ(voyage.game.voyage_cost(voyage.s, 0, space_at("c5")), 0);
}

// IMP-5
TEST(Imp5, InRandomGames) {
  int lasting = 0;
  for (const Played& played : played_games()) {
    if (played.options.mode != Mode::kImprovements) continue;
    for (const Step& step : played.steps) {
      const Todo next = step.after.todo.top();
      for (Seat seat = 0; seat < played.game.seats(); ++seat) {
        const Player& before = step.before.players[static_cast<std::size_t>(seat)];
        const Player& after = step.after.players[static_cast<std::size_t>(seat)];
        if (next.what() != Do::kPlay || next.seat() != seat) {
          ASSERT_EQ(after.active, before.active) << "nothing changes but at the owner's turn";
          continue;
        }
        const bool both = after.slots[kDay][0] != 0 && after.slots[kNight][0] != 0;
        const bool for_long = after.level1 >= 3;  // the first three work at once
        ASSERT_EQ(after.active != 0, both && for_long);
        lasting += after.active;
      }
    }
  }
  EXPECT_GT(lasting, 50);
}

}  // namespace

}  // namespace tidelock::solenia
