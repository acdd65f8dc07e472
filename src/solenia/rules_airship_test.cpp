// ADV-1, ADV-2, REM-1 to REM-3 and END-1 to END-3: the airship, what leaves the board, the end.
#include "solenia/testing_games.h"

namespace tidelock::solenia {

namespace {

// ADV-1
TEST(Adv1, AZeroMovesTheAirshipOnIslandsAndInCities) {
  std::map<std::pair<bool, bool>, int> seen;  // zero, city
  for (const Played& played : played_games()) {
    for (const auto& turn : turns_of(played)) {
      int moves = 0;
      bool zero = false;
      bool discarded = false;
      for (const Step* step : turn) {
        for (const Event& e : step->events) {
          moves += is(e, What::kAirship) ? 1 : 0;
          discarded = discarded || is(e, What::kDiscarded);
        }
        if (const Event* e = step->find(What::kPlayed)) {
          zero = played.game.components().cards[static_cast<std::size_t>(e->a)].value == 0;
          ++seen[{zero, e->c >= kDayCity}];
          if (e->c >= kDayCity) {
            ASSERT_EQ(step->after.moved, zero ? 1 : 0) << "at once, before the delivery";
          }
        }
      }
      ASSERT_EQ(moves, zero || discarded ? 1 : 0);
    }
  }
  EXPECT_EQ(seen.size(), 4U);
}

// ADV-1
TEST(Adv1, OneSpaceStraightAhead) {
  // After the turn the airship stands over the space that was in front of it: the card that lay
  // there lies under it, and the columns are the same.
  for (const char* move : {"0WS-d3", "0WS-b3"}) {
    TestTable t = Position()
                      .turn(2)
                      .hand(0, {"0WS"})
                      .card(1, "c4", "1A")
                      .store(0, "SSA")
                      .display(kDay, {"SSA", "WWAA", "HHAA"})
                      .build();
    t.play(move);
    if (t.can("d1")) {
      EXPECT_EQ(t.s.moved, 1) << "before the tile is chosen";
      t.play("d1");
    }
    t.resolve_chance();
    EXPECT_EQ(t.count(What::kAirship), 1);
    EXPECT_EQ(t.s.cards[1], 1U << space_at("c3"));
    EXPECT_EQ(t.s.cards[0], 1U << space_at(move[4] == 'd' ? "d2" : "b2"));
  }
}

// ADV-2
TEST(Adv2, TheFirstStripLeavesIsTurnedAndBecomesTheLast) {
  int advanced = 0;
  int stayed = 0;
  int fresh = 0;
  for (const Played& played : played_games()) {
    for (const auto& turn : turns_of(played, true)) {
      State board = turn.front()->before;
      bool moved = false;
      std::vector<std::array<int, 3>> removed;  // owner, card, space
      for (const Step* step : turn) {
        for (const Event& e : step->events) {
          if (is(e, What::kPlayed) || is(e, What::kNeutralPlayed)) {
            board.cards.at(static_cast<std::size_t>(e.who)) |= 1U << e.b;
            board.card_at.at(static_cast<std::size_t>(e.b)) = static_cast<std::uint8_t>(e.a);
            fresh += e.b < kColumns ? 1 : 0;
          }
          moved = moved || is(e, What::kAirship);
          if (is(e, What::kRemoved)) removed.push_back({e.who, e.a, e.b});
        }
      }
      std::vector<std::array<int, 3>> expected;
      State after = board;
      if (moved) {
        ++advanced;
        for (int space = 0; space < kColumns; ++space) {
          for (int owner = 0; owner < kMaxSeats; ++owner) {
            if (has_space(board.cards.at(static_cast<std::size_t>(owner)), space))
              expected.push_back({owner, board.card_at.at(static_cast<std::size_t>(space)), space});
          }
        }
        for (std::size_t i = 0; i + 1 < kStrips; ++i) after.rows.at(i) = board.rows.at(i + 1);
        const int first = board.rows[0];
        after.rows[4] = static_cast<std::uint8_t>(first % 2 == 0 ? first + 1 : first - 1);
        for (std::size_t owner = 0; owner < kMaxSeats; ++owner) {
          after.cards.at(owner) = 0;
          for (int space = kColumns; space < kSpaces; ++space) {
            if (has_space(board.cards.at(owner), space))
              after.cards.at(owner) |= 1U << (space - kColumns);
          }
        }
        for (std::size_t i = 0; i < kSpaces; ++i)
          after.card_at.at(i) = i + kColumns < kSpaces ? board.card_at.at(i + kColumns) : 0;
      } else {
        ++stayed;
      }
      std::sort(removed.begin(), removed.end());
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(removed, expected) << "every card of the first strip, for its owner";
      const State& end = turn.back()->after;
      ASSERT_EQ(end.rows, after.rows);
      ASSERT_EQ(end.cards, after.cards);
      ASSERT_EQ(end.card_at, after.card_at);
      for (int space = 0; space < kSpaces; ++space) {
        const int where = played.game.terrain(end, space);
        ASSERT_EQ(has_space(end.cities[kDay], space), where == kDayCity);
        ASSERT_EQ(has_space(end.cities[kNight], space), where == kNightCity);
      }
    }
  }
  EXPECT_GT(advanced, 100);
  EXPECT_GT(stayed, 100);
  EXPECT_GT(fresh, 10) << "cards just played on the first strip among them";
}

// ADV-2
TEST(Adv2, RemovalThenReturnsThenTheStripThenTheDraw) {
  int returns = 0;
  for (const Played& played : played_games()) {
    for (const auto& turn : turns_of(played, true)) {
      int phase = 0;  // 1 removal, 2 returns, 3 turned, 4 drawn
      for (const Step* step : turn) {
        if (step->after.todo.items[0].what() == Do::kFinish) {
          for (const std::uint32_t cards : step->after.cards)
            ASSERT_EQ(cards & 0x1FU, 0U) << "all are discarded before anything is returned";
        }
        for (const Event& e : step->events) {
          int now = phase;
          if (is(e, What::kRemoved)) now = 1;
          if (is(e, What::kReturned) && phase > 0) now = 2;
          if (is(e, What::kTurned)) now = 3;
          if (is(e, What::kDrew) || is(e, What::kOver)) now = 4;
          ASSERT_GE(now, phase);
          returns += now == 2 ? 1 : 0;
          phase = now;
        }
      }
    }
  }
  EXPECT_GT(returns, 30);
}

// ADV-2
TEST(Adv2, ACardJustPlayedOnTheFirstStripCounts) {
  TestTable t = Position().turn(2).hand(0, {"0WA"}).card(0, "c2", "1x1").build();
  t.play("0WA-c1").resolve_chance();
  EXPECT_EQ(t.store(0), "WA");
  EXPECT_EQ(t.s.cards[0], 1U << space_at("c1"))
      << "only the other card is left, a row further back";
}

// ADV-2
TEST(Adv2, FourDayStripsDuskFourNightStripsDawn) {
  int full_circles = 0;
  for (const Played& played : played_games()) {
    std::string world;  // what came to the front, one letter a strip
    const auto letter = [](int side) {
      return side / 2 == kDawnDuskStrip ? (side % 2 == 0 ? '^' : 'v') : side % 2 == 0 ? 'd' : 'n';
    };
    for (const Step& step : played.steps) {
      if (world.empty() && step.what() == Do::kPlay) {
        for (const auto side : step.before.rows) world += letter(side);
      }
      if (const Event* e = step.find(What::kTurned)) world += letter(e->a);
    }
    const std::string circle = "ddddvnnnn^";
    std::size_t at = world.starts_with("nn^") ? 7 : 2;  // where the circle is at the rear strip
    for (const char c : world) {
      ASSERT_EQ(c, circle.at(at % 10)) << world;
      ++at;
    }
    full_circles += world.size() > 15 ? 1 : 0;
  }
  EXPECT_GT(full_circles, 5);
}

struct Removed {
  const Card* card;
  int where;
  bool neutral;
  Goods got;
  int stars;
};
// What each card that left the board gave, and nobody else's.
std::vector<Removed> removals() {
  std::vector<Removed> out;
  for (const Played& played : played_games()) {
    for (const Step& step : played.steps) {
      const Event* last = nullptr;
      for (const Event& e : step.events) {
        if (is(e, What::kRemoved)) {
          last = &e;
          out.push_back({&played.game.components().cards[static_cast<std::size_t>(e.a)],
                         played.game.terrain(step.before, e.b),
                         played.options.players == 1 && e.who == kNeutral, 0, 0});
        } else if (is(e, What::kGot) && e.c == kGotRemoval) {
          EXPECT_TRUE(last != nullptr && e.who == last->who) << "the owner's";
          if (last != nullptr) out.back().got += goods(e.a, static_cast<std::uint32_t>(e.b));
        } else if (is(e, What::kStars) && e.b == kFromRemoval) {
          EXPECT_TRUE(last != nullptr && e.who == last->who) << "the owner's";
          if (last != nullptr) out.back().stars += e.a;
        }
      }
    }
  }
  return out;
}

// REM-1
TEST(Rem1, NumberEffect) {
  std::map<std::pair<int, int>, int> seen;
  for (const Removed& r : removals()) {
    if (r.neutral || r.card->effect != Card::Effect::kSpace) continue;
    const std::uint32_t n = r.card->value == 0 ? 2 : 1;  // 0x2 and 1x1
    ++seen[{r.where, static_cast<int>(n)}];
    ASSERT_EQ(r.got, r.where < kDayCity ? goods(r.where, n) : 0U);
    ASSERT_EQ(r.stars, r.where < kDayCity ? 0 : static_cast<int>(n));
  }
  EXPECT_EQ(seen.size(), 12U) << "1 and 2 on all islands and cities";
}

// REM-2
TEST(Rem2, ResourceEffect) {
  std::map<std::pair<Goods, int>, int> seen;
  for (const Removed& r : removals()) {
    if (r.neutral || r.card->effect != Card::Effect::kGain) continue;
    ++seen[{r.card->gain, r.where}];
    ASSERT_EQ(r.got, r.card->gain);
    ASSERT_EQ(r.stars, 0);
  }
  EXPECT_GT(seen.size(), 40U) << "8 cards on 6 kinds of spaces";
}

// REM-2
TEST(Rem2, OneOfEachShownWhateverTheSpace) {
  for (const char* space : {"a1", "b1", "d1"}) {  // water, wood, a city
    for (const char* card : {"0WS", "0HA", "1H", "1A"}) {
      TestTable t = Position().turn(8).hand(0, {"0WA"}).card(1, space, card).build();
      t.play("0WA-c3");
      EXPECT_EQ(t.store(1), std::string(card).substr(1));
      EXPECT_EQ(t.stars(1), 0);
    }
  }
}

// REM-3
TEST(Rem3, StarEffect) {
  std::map<std::pair<int, int>, int> seen;
  for (const Removed& r : removals()) {
    if (r.neutral || r.card->effect != Card::Effect::kStar) continue;
    ++seen[{r.card->amount, r.where}];
    ASSERT_EQ(r.got, 0U);
    ASSERT_EQ(r.stars, r.where == r.card->amount ? 1 : 0);
  }
  EXPECT_GT(seen.size(), 18U) << "4 cards on 6 kinds of spaces";
}

// REM-3
TEST(Rem3, AStarOnlyOnTheShownIsland) {
  const auto stars = [](const char* space) {
    TestTable t = Position().turn(8).hand(0, {"0WA"}).card(1, space, "2*W").build();
    t.play("0WA-c3");
    EXPECT_EQ(t.store(1), "");
    return t.stars(1);
  };
  EXPECT_EQ(stars("b1"), 1);  // wood
  EXPECT_EQ(stars("a1"), 0);  // water
  EXPECT_EQ(stars("e1"), 0);  // stone
  EXPECT_EQ(stars("d1"), 0);  // a city
}

// The last turn of a game of two, seat 1's: one card is left.
Position last_turn(const char* card) {
  Position position({2, Mode::kSummer, Start::kDawn, 1});
  position.turn(31).hand(0, {card});
  return position;
}

// END-1
TEST(End1, AfterEveryonesSixteenthCardAndTheLastRemoval) {
  TestTable t = last_turn("0HS").card(0, "a1", "1x1").card(1, "b1", "1W").build();
  t.play("0HS-c3").resolve_chance();
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.store(0), "A") << "what lay on the first strip still counted";
  EXPECT_EQ(t.store(1), "W");
  EXPECT_EQ(t.count(What::kTurned), 1);

  TestTable without = last_turn("1H").card(0, "a1", "1x1").build();
  without.play("1H-c3").resolve_chance();
  EXPECT_TRUE(without.over());
  EXPECT_EQ(without.store(0), "A") << "from c3; a1 was not removed";
}

// END-1
TEST(End1, NotBeforeTheLastReturn) {
  TestTable t = last_turn("0HS")
                    .card(0, "a1", "1x1")
                    .card(1, "b1", "1W")
                    .store(0, "SSSSSSSS")
                    .store(1, "SSSSSSSS")
                    .build();
  t.play("0HS-c3");
  EXPECT_EQ(t.to_act(), 0);
  t.play("-S");
  EXPECT_FALSE(t.over());
  EXPECT_EQ(t.to_act(), 1);
  t.play("-S");
  EXPECT_TRUE(t.over());
}

// END-1
TEST(End1, CardsOnTheBoardScoreNothing) {
  int seen = 0;
  for (const Played& played : played_games()) {
    if (played.options.mode == Mode::kImprovements) continue;  // an improvement may count them
    State s = played.steps.back().after;
    ASSERT_EQ(played.game.at(s), At::kOver);
    const Scores with = played.game.scores(s);
    s.cards = {};
    s.card_at = {};
    ASSERT_EQ(played.game.scores(s).total, with.total);
    seen += with.seats;
  }
  EXPECT_GT(seen, 50);
}

// END-1
TEST(End1, OverOnlyThen) {
  for (const Played& played : played_games()) {
    int cards = 0;
    for (const Step& step : played.steps) {
      ASSERT_NE(played.game.at(step.before), At::kOver);
      for (const Event& e : step.events) {
        cards += is(e, What::kPlayed) || is(e, What::kDiscarded) ? 1 : 0;
        if (is(e, What::kOver)) {
          ASSERT_EQ(cards, 16 * played.options.players);
        }
      }
      const bool removal_due = step.after.moved != 0;
      ASSERT_FALSE(played.game.at(step.after) == At::kOver && removal_due);
    }
  }
}

// END-2
TEST(End2, StarsTilesLeftoversPairs) {
  constexpr std::array<int, 7> kPairs = {0, 1, 3, 6, 10, 10, 10};
  for (const Played& played : played_games()) {
    if (played.options.mode != Mode::kSummer) continue;
    for (const Step& step : played.steps) {
      const State& s = step.after;
      const Scores sheet = played.game.scores(s);
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(played.options.players); ++seat) {
        const Player& p = s.players.at(seat);
        int expected = 0;
        for (const auto stars : p.stars) expected += stars;
        std::array<std::size_t, 2> delivered{};
        for (std::size_t h = 0; h < 2; ++h) {
          for (const auto tile : p.slots.at(h)) {
            if (tile == 0) continue;
            ++delivered.at(h);
            expected += played.game.components().tiles[h][tile - 1U].stars;
          }
        }
        for (int r = 0, n = 0; r < kResources; ++r) {
          n += count_of(p.store, r);
          if (r == kResources - 1) expected += n / 2;
        }
        expected += kPairs.at(std::min(delivered[0], delivered[1]));
        ASSERT_EQ(sheet.total.at(seat), expected);
      }
    }
  }
}

// END-2
TEST(End2, OnePerTwoResourcesRoundedDown) {
  constexpr std::array<int, 9> kWorth = {0, 0, 1, 1, 2, 2, 3, 3, 4};
  const std::string all = "WHSAWHSA";
  for (std::size_t n = 0; n <= 8; ++n) {
    const TestTable t = Position().store(0, all.substr(0, n).c_str()).build();
    EXPECT_EQ(t.game.scores(t.s).total[0], kWorth.at(n)) << n;
  }
}

// END-2
TEST(End2, PairsOfDayAndNightTiles) {
  const std::vector<std::string> day = {"SSS", "AAA", "SSA", "SAA", "WSA", "HSA"};
  const std::vector<std::string> night = {"WWW", "HHH", "WWH", "WHH", "WHS", "WHA"};
  constexpr std::array<int, 7> kPairs = {0, 1, 3, 6, 10, 10, 10};
  for (std::size_t d = 0; d <= 6; ++d) {
    for (std::size_t n = 0; n <= 6; ++n) {
      const auto first = [](const std::vector<std::string>& v, std::size_t k) {
        return std::vector<std::string>{v.begin(), v.begin() + static_cast<std::ptrdiff_t>(k)};
      };
      const TestTable t = Position()
                              .turn(24)
                              .slots(0, kDay, first(day, d))
                              .slots(0, kNight, first(night, n))
                              .build();
      const int stars = 5 * static_cast<int>(d + n);  // tiles with a cost of three
      EXPECT_EQ(t.game.scores(t.s).total[0], stars + kPairs.at(std::min(d, n))) << d << " " << n;
    }
  }
}

TestTable stars_of_three(int a, int b, int c) {
  return Position({3, Mode::kSummer, Start::kDawn, 0})
      .turn(15)
      .stars(0, a)
      .stars(1, b)
      .stars(2, c)
      .build();
}

// END-3
TEST(End3, MostStarsWin) {
  const auto winners = [](int a, int b, int c) {
    const TestTable t = stars_of_three(a, b, c);
    return t.game.winners(t.s);
  };
  EXPECT_EQ(winners(9, 7, 8), 0b001);
  EXPECT_EQ(winners(7, 9, 8), 0b010);
  EXPECT_EQ(winners(7, 8, 9), 0b100);
  EXPECT_EQ(winners(9, 9, 8), 0b011) << "tied players share the victory";
  EXPECT_EQ(winners(8, 9, 9), 0b110);
  EXPECT_EQ(winners(9, 8, 9), 0b101);
  EXPECT_EQ(winners(0, 0, 0), 0b111);
}

// END-3: tied players share a place.
TEST(End3, Places) {
  const auto places = [](int a, int b, int c) {
    const TestTable t = stars_of_three(a, b, c);
    const Places all = t.game.places(t.s);
    return std::array<int, 4>{all[0], all[1], all[2], all[3]};
  };
  EXPECT_EQ(places(9, 7, 8), (std::array<int, 4>{1, 3, 2, 0}));
  EXPECT_EQ(places(9, 9, 8), (std::array<int, 4>{1, 1, 3, 0}));
  EXPECT_EQ(places(9, 8, 8), (std::array<int, 4>{1, 2, 2, 0}));
  EXPECT_EQ(places(7, 7, 7), (std::array<int, 4>{1, 1, 1, 0}));
}

// END-3
TEST(End3, NothingBreaksATie) {
  // The same ten stars from tiles and from cities, with another number of leftovers below two.
  const TestTable t =
      Position().turn(10).stars(0, 10).store(0, "W").slots(1, kDay, {"SSS", "AAA"}).build();
  EXPECT_EQ(t.game.winners(t.s), 0b11);
  for (const Played& played : played_games()) {
    const Scores sheet = played.game.scores(played.steps.back().after);
    const SeatMask mask = played.game.winners(played.steps.back().after);
    int best = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(sheet.seats); ++i)
      best = std::max<int>(best, sheet.total.at(i));
    for (int i = 0; i < sheet.seats; ++i) {
      EXPECT_EQ((mask & seat_bit(static_cast<Seat>(i))) != 0,
                sheet.total.at(static_cast<std::size_t>(i)) == best);
    }
  }
}

}  // namespace

}  // namespace tidelock::solenia
