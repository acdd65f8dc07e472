// SOLO-1 to SOLO-4: alone against the neutral player.
#include "solenia/testing_games.h"

namespace tidelock::solenia {

namespace {

constexpr Options kSoloDawn = {1, Mode::kSummer, Start::kDawn, 0};
constexpr Options kSoloDusk = {1, Mode::kSummer, Start::kDusk, 0};

// The five spaces of the die: front, right, rear, left, under.
constexpr std::array<const char*, 5> kDie = {"c4", "d3", "c2", "b3", "c3"};

std::vector<const Played*> solo_games() {
  std::vector<const Played*> out;
  for (const Played& played : played_games()) {
    if (played.options.players == 1) out.push_back(&played);
  }
  return out;
}
bool is_zero(const Solenia& game, int type) {
  return game.components().cards[static_cast<std::size_t>(type)].value == 0;
}
// The player's turn is over and the card drawn: the neutral turn begins.
TestTable& finish_turn(TestTable& t) {
  while (t.game.at(t.s) == At::kChance && t.s.todo.top().what() != Do::kNeutralCard)
    t.answer(t.game.write_outcome(t.s, 0));
  return t;
}

// SOLO-1
TEST(Solo1, EveryModeWithTheSetUpOfTwo) {
  for (const Mode mode : kEveryMode) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      TestTable t({1, mode, Start::kRandom, -1}, seed);
      if (mode == Mode::kImprovements) t.play({"i1", "p2"});
      EXPECT_EQ(t.s.first, 0);
      EXPECT_EQ(t.to_act(), 0) << "you are first player";
      EXPECT_EQ(t.store(0), "");
      EXPECT_EQ(t.player(kNeutral).deck, 0xFFFF) << "the second colour's deck";
      EXPECT_EQ(t.player(kNeutral).hand, 0);
      EXPECT_EQ(std::count(t.s.display[kDay].begin(), t.s.display[kDay].end(), kNone), 1);
      if (mode != Mode::kImprovements) continue;
      EXPECT_EQ(t.player(kNeutral).level1, kNone);
      EXPECT_EQ(4 - std::count(t.s.offer1.begin(), t.s.offer1.end(), kNone), 1)
          << "of two you took one";
    }
  }
  for (const Played* played : solo_games()) {
    EXPECT_TRUE(played->finished);
    if (played->options.mode != Mode::kImprovements) continue;
    std::array<std::uint8_t, 4> left{};  // nobody takes what you left
    for (const Step& step : played->steps) {
      if (step.what() == Do::kDraft) left = step.after.offer1;
    }
    EXPECT_EQ(played->steps.back().after.offer1, left);
  }
}

// SOLO-1
TEST(Solo1, DrawThenCardThenDieThenChoice) {
  int choices = 0;
  for (const Played* played : solo_games()) {
    std::vector<Do> order;
    int neutral_turns = 0;
    for (const Step& step : played->steps) {
      if (step.what() == Do::kNeutralCard) {
        ASSERT_EQ(neutral_turns, step.before.turn / 2) << "after each of your turns";
        ++neutral_turns;
        const int drawn = std::min(16, 3 + neutral_turns);
        ASSERT_EQ(std::popcount(step.before.players[0].deck), 16 - drawn) << "drawn before";
        ASSERT_EQ(step.after.todo.top().what(), Do::kNeutralDie) << "the card before the roll";
        ASSERT_NE(step.find(What::kNeutralCard), nullptr);
        ASSERT_EQ(played->game.ask(step.before).n, 17 - neutral_turns) << "one shuffled deck";
        ASSERT_EQ(played->game.ask(step.before).sees, kEverybody);
        ASSERT_EQ(played->game.ask(step.after).n, 6);
      }
      if (step.what() == Do::kNeutralSpace) {
        ++choices;
        ASSERT_EQ(step.seat, 0) << "your choice";
      }
      if (const Event* die = step.find(What::kNeutralDie)) {
        ASSERT_EQ(die->a, static_cast<int>(step.outcome) + 1);
        ASSERT_EQ(step.after.todo.top().what() == Do::kNeutralSpace,
                  die->a == 6 && step.find(What::kNeutralDiscarded) == nullptr);
      }
    }
    EXPECT_EQ(neutral_turns, 16);
  }
  EXPECT_GT(choices, 10);
}

// SOLO-1
TEST(Solo1, WhereTheCardGoes) {
  // Every way the five spaces can be taken, with every face of the die.
  std::map<std::string, int> seen;
  for (const Played* played : solo_games()) {
    int tried = 0;
    for (const Step& step : played->steps) {
      if (step.what() != Do::kNeutralDie || step.before.turn < 12 || tried == 2) continue;
      ++tried;
      const Solenia& game = played->game;
      const int card = step.before.todo.top().a();
      for (std::uint32_t taken = 0; taken < 32; ++taken) {
        State s = step.before;
        s.cards = {};
        s.card_at = {};
        std::size_t next = 0;  // a card that the player has played
        for (std::size_t i = 0; i < 5; ++i) {
          if (((taken >> i) & 1U) == 0) continue;
          while ((((s.players[0].hand | s.players[0].deck) >> next) & 1U) != 0) ++next;
          s.cards[0] |= 1U << space_at(kDie.at(i));
          s.card_at.at(static_cast<std::size_t>(space_at(kDie.at(i)))) =
              game.components().type.at(next++);
        }
        ASSERT_FALSE(game.check(s)) << game.check(s)->sentence();
        for (std::size_t die = 0; die < 6; ++die) {
          TestTable t(game, s);
          t.answer(std::to_string(die + 1));
          const bool all_taken = taken == 31;
          if (die == 5 && !all_taken) {
            std::vector<std::string> expected;
            for (const char* space : {"c2", "b3", "c3", "d3", "c4"}) {
              if (!has_space(s.cards[0], space_at(space)))
                expected.push_back(std::string("N-") + space);
            }
            ASSERT_EQ(t.moves(), expected) << "your choice among the free ones";
            const std::string move = expected.at(static_cast<std::size_t>(tried) % expected.size());
            t.play(move);
            ASSERT_EQ(t.count(What::kNeutralPlayed), 1);
            for (const Event& e : t.events) {
              if (is(e, What::kNeutralPlayed)) {
                ASSERT_EQ("N-" + space_name(e.b), move);
              }
            }
            continue;
          }
          // The thrown space, else the next free one clockwise, then under the airship.
          std::vector<std::size_t> order = {die};
          const std::size_t from = die == 4 ? 0 : die + 1;
          for (std::size_t k = 0; k < 4; ++k) order.push_back((from + k) % 4);
          order.push_back(4);
          std::string expected = "discarded";
          for (const std::size_t i : order) {
            if (i == 5 || ((taken >> i) & 1U) != 0) continue;
            expected = kDie.at(i);
            break;
          }
          std::string got;
          for (const Event& e : t.events) {
            if (is(e, What::kNeutralPlayed)) {
              got += space_name(e.b);
              ASSERT_EQ(e.a, card);
            }
            if (is(e, What::kNeutralDiscarded)) got += "discarded";
          }
          ASSERT_EQ(got, expected) << "die " << die + 1 << ", taken " << taken;
          ++seen[expected + (is_zero(game, card) ? " 0" : "")];
          ASSERT_EQ(t.count(What::kAirship), is_zero(game, card) ? 1 : 0)
              << "also for a discarded 0";
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), 12U) << "five spaces and the discard, for 0 cards and for others";
}

// SOLO-2
TEST(Solo2, TheTileWithTheMostStarsLeavesTheGame) {
  struct Case {
    std::vector<std::string> display;
    std::size_t leaves;
  };
  for (const Case& one : {Case{{"SSA", "SSAA", "WSAA"}, 1}, Case{{"SSA", "SAA", "WSA"}, 0},
                          Case{{"SSA", "SSAA", "SSSAA"}, 2}, Case{{"SSSAA", "SSAAA", "SSA"}, 0}}) {
    TestTable t = Position(kSoloDawn).hand(0, {"1H"}).display(kDay, one.display).build();
    const auto night = t.s.display[kNight];
    const auto before = t.s.display[kDay];
    finish_turn(t.play("1H-c3")).answer("1W").answer("4");  // b3, a city of the day
    ASSERT_EQ(t.s.todo.top().what(), Do::kRefill);
    t.answer("20:WHSA6");
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(t.s.display[kDay].at(i), i == one.leaves ? tile_named(kDay, "WHSA") : before.at(i));
    }
    EXPECT_EQ(t.s.display[kNight], night);
    EXPECT_EQ(t.s.tile_deck[kDay] & (1U << before.at(one.leaves)), 0U) << "it does not come back";
    EXPECT_EQ(t.s.cards[kNeutral], 1U << space_at("b3"));
    EXPECT_EQ(t.to_act(), 0);
  }
}

// SOLO-2
TEST(Solo2, ACityOfTheNightTakesANightTile) {
  TestTable t = Position(kSoloDusk).hand(0, {"1H"}).display(kNight, {"WHH", "WWHH", "HHH"}).build();
  const auto day = t.s.display[kDay];
  finish_turn(t.play("1H-c3")).answer("1W").answer("2");
  t.resolve_chance();
  EXPECT_EQ(t.s.display[kDay], day);
  EXPECT_NE(t.s.display[kNight][1], tile_named(kNight, "WWHH"));
  TestTable island = Position(kSoloDusk).hand(0, {"1H"}).build();
  finish_turn(island.play("1H-c3")).answer("1W").answer("1").resolve_chance();
  EXPECT_EQ(island.count(What::kNeutralTile), 0) << "an island takes none";
}

// SOLO-2
TEST(Solo2, WithoutATileTheCardIsPlacedAllTheSame) {
  TestTable t = Position(kSoloDawn).hand(0, {"1H"}).display(kDay, {}).deck(kDay, {}).build();
  finish_turn(t.play("1H-c3")).answer("1W").answer("4");
  EXPECT_EQ(t.s.cards[kNeutral], 1U << space_at("b3"));
  EXPECT_EQ(t.count(What::kNeutralTile), 0);
  EXPECT_EQ(t.to_act(), 0);
  // With an empty deck the gap closes.
  TestTable last = Position(kSoloDawn)
                       .hand(0, {"1H"})
                       .display(kDay, {"SSA", "SSAA", "WSA"})
                       .deck(kDay, {})
                       .build();
  finish_turn(last.play("1H-c3")).answer("1W").answer("4");
  EXPECT_EQ(last.s.display[kDay][0], tile_named(kDay, "SSA"));
  EXPECT_EQ(last.s.display[kDay][1], tile_named(kDay, "WSA"));
  EXPECT_EQ(last.s.display[kDay][2], kNone);
}

// SOLO-2
TEST(Solo2, InRandomGames) {
  int seen = 0;
  for (const Played* played : solo_games()) {
    for (const Step& step : played->steps) {
      const Event* placed = step.find(What::kNeutralPlayed);
      const Event* taken = step.find(What::kNeutralTile);
      if (placed == nullptr) {
        ASSERT_EQ(taken, nullptr);
        continue;
      }
      const int where = played->game.terrain(step.before, placed->b);
      if (where < kDayCity) {
        ASSERT_EQ(taken, nullptr);
        continue;
      }
      ++seen;
      const auto h = static_cast<std::size_t>(where - kDayCity);
      int best = -1;
      int stars = -1;
      for (const auto tile : step.before.display.at(h)) {
        if (tile == kNone || played->game.components().tiles[h][tile].stars <= stars) continue;
        best = tile;
        stars = played->game.components().tiles[h][tile].stars;
      }
      ASSERT_NE(taken, nullptr);
      ASSERT_EQ(taken->a, where - kDayCity);
      ASSERT_EQ(taken->b, best);
    }
  }
  EXPECT_GT(seen, 50);
}

// SOLO-3
TEST(Solo3, ANeutralZeroAdvancesAndYourCardsAreResolved) {
  TestTable t = Position(kSoloDawn)
                    .turn(4)
                    .hand(0, {"1H"})
                    .card(0, "b1", "1A")
                    .card(kNeutral, "a1", "0x2")
                    .card(kNeutral, "e1", "1W")
                    .build();
  const auto rows = t.s.rows;
  finish_turn(t.play("1H-d3"));
  EXPECT_EQ(t.count(What::kTurned), 0);
  t.answer("0HS").answer("1");
  EXPECT_EQ(t.store(0), "HA") << "the wheat of d3, the water of the removed card";
  EXPECT_EQ(t.count(What::kAirship), 1);
  EXPECT_EQ(t.count(What::kRemoved), 3);
  EXPECT_EQ(t.s.rows[0], rows[1]);
  EXPECT_EQ(t.player(kNeutral).store, 0U) << "neutral cards give nothing";
  EXPECT_EQ(t.stars(kNeutral), 0);
  EXPECT_EQ(t.s.cards[kNeutral], 1U << space_at("c3")) << "it went to c4, and the board moved";
  EXPECT_EQ(t.to_act(), 0);
}

// SOLO-3
TEST(Solo3, YouReturnWhatANeutralRemovalGivesTooMuch) {
  TestTable t =
      Position(kSoloDawn).turn(4).hand(0, {"0HS"}).card(0, "b2", "1A").store(0, "WWWWWWWW").build();
  finish_turn(t.play("0HS-c3"));  // b2 comes to the rear
  t.answer("0HS").answer("1");
  EXPECT_EQ(t.to_act(), 0);
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"-W", "-A"}));
  EXPECT_EQ(t.count(What::kTurned), 1) << "yours; the second waits";
  t.play("-A");
  EXPECT_EQ(t.count(What::kTurned), 2);
}

// SOLO-3
TEST(Solo3, NeutralCardsGiveNoAdjacencyAndNothingOnRemoval) {
  const TestTable t =
      Position(kSoloDawn).turn(4).hand(0, {"1H"}).card(kNeutral, "c4", "1W").build();
  EXPECT_FALSE(t.can("1H-c5"));
  EXPECT_FALSE(t.can("1H-c4"));
  int seen = 0;
  for (const Played* played : solo_games()) {
    for (const Step& step : played->steps) {
      Seat owner = kNobody;
      for (const Event& e : step.events) {
        if (is(e, What::kRemoved)) owner = e.who;
        seen += is(e, What::kRemoved) && e.who == kNeutral ? 1 : 0;
        if ((is(e, What::kGot) && e.c == kGotRemoval) ||
            (is(e, What::kStars) && e.b == kFromRemoval)) {
          ASSERT_EQ(owner, 0);
          ASSERT_EQ(e.who, 0);
        }
      }
      ASSERT_EQ(step.after.players[kNeutral].store, 0U);
    }
  }
  EXPECT_GT(seen, 50);
}

// SOLO-4
TEST(Solo4, SixteenRoundsAndTheLastNeutralTurn) {
  for (const Played* played : solo_games()) {
    int neutral = 0;
    for (const Step& step : played->steps) {
      for (const Event& e : step.events) {
        neutral += is(e, What::kNeutralPlayed) || is(e, What::kNeutralDiscarded) ? 1 : 0;
        if (is(e, What::kOver)) {
          ASSERT_EQ(neutral, 16);
        }
      }
    }
    ASSERT_EQ(neutral, 16);
    ASSERT_EQ(played->game.at(played->steps.back().after), At::kOver);
    ASSERT_EQ(played->steps.back().after.players[kNeutral].deck, 0);
  }
}

// SOLO-4
TEST(Solo4, AfterTheLastNeutralTurnsRemoval) {
  TestTable t =
      Position(kSoloDawn).turn(30).hand(0, {"1H"}).card(0, "b1", "1A").card(0, "a2", "2*W").build();
  t.play("1H-d3");
  EXPECT_FALSE(t.over()) << "your sixteenth card is not the end";
  ASSERT_EQ(t.s.todo.top().what(), Do::kNeutralCard);
  while (t.game.ask(t.s).stream == kStreamDeck2) t.answer(t.game.write_outcome(t.s, 0));
  const bool zero = is_zero(t.game, t.s.todo.top().a());
  t.answer("1");
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.store(0), zero ? "HA" : "H");
  EXPECT_EQ(t.game.scores(t.s).total[0], zero ? 1 : 0) << "score as usual";
}

// SOLO-4
TEST(Solo4, ResultBands) {
  EXPECT_EQ(make_game(kSoloDawn).components().solo_bands, (std::array<int, 3>{40, 50, 60}));
}

}  // namespace

}  // namespace tidelock::solenia
