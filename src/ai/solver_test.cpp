// The exact solver against plain recursion, and bots near the end against the solver.
#include <gtest/gtest.h>
#include <map>

#include "ai/ai_of.h"
#include "ai/testing.h"
#include "core/testing/slow.h"
#include "games/games.h"
#include "lanterns/testing.h"
#include "solenia/game.h"

namespace tidelock::ai {
namespace {

using solenia::Solenia;
using Exact = Solver<Solenia>;
using Values = std::array<std::int64_t, kMaxSeats>;

// Means are rounded: far less than a thousandth of a point.
constexpr std::int64_t kRounding = 32;

std::shared_ptr<const AnyGame> make(const Json& options) {
  return games::ListedGames().make("solenia", "reconstruction-1", options).value();
}

// The reference: plain expectiminimax (max^n) over all lines of play; gives up when there are too
// many to wait for.
struct Plain {
  const Solenia& game;
  Goal goal;
  int left;
  int chances = 0;  // with several outcomes

  Values of(const solenia::State& s) {
    if (--left < 0) return {};
    const auto seats = static_cast<std::size_t>(game.seats());
    if (game.at(s) == At::kOver) {
      Values out{};
      const Scores scores = game.scores(s);
      const SeatMask winners = game.winners(s);
      for (std::size_t i = 0; i < seats; ++i) {
        int margin = scores.total[i];
        int other = seats > 1 ? -1000 : 0;
        for (std::size_t k = 0; k < seats; ++k) {
          if (k != i) other = std::max<int>(other, scores.total[k]);
        }
        margin -= other;
        const int share = (winners >> i & 1U) != 0 ? kWin / std::popcount(winners) : 0;
        out[i] = goal == Goal::kMargin || seats == 1 ? margin * Exact::kPoint
                                                     : utility_of(share, 100 * margin);
      }
      return out;
    }
    Values out{};
    if (game.at(s) == At::kChance) {
      const auto n = game.ask(s).n;
      chances += n > 1 ? 1 : 0;
      for (std::uint32_t i = 0; i < n && left >= 0; ++i) {
        solenia::State next = s;
        game.resolve(next, i, NoEvents{});
        const Values values = of(next);
        for (std::size_t k = 0; k < seats; ++k) out[k] += values[k];
      }
      for (auto& value : out) value /= n;
      return out;
    }
    const Seat seat = first_seat(game.to_act(s));
    const auto me = static_cast<std::size_t>(seat);
    Solenia::List list;
    game.legal(s, seat, list);
    bool first = true;
    for (const auto move : list) {
      if (left < 0) break;
      const Values values = after(s, seat, move);
      if (first || values[me] > out[me]) out = values;
      first = false;
    }
    return out;
  }
  Values after(const solenia::State& s, Seat seat, solenia::Move move) {
    solenia::State next = s;
    game.apply(next, seat, move, NoEvents{});
    return of(next);
  }
};

// The rules' score bounds hold, and are exact where one turn is left.
void expect_score_bounds(const Solenia& game, const solenia::State& s, std::int64_t end) {
  const ScoreBounds margin = game.score_bounds(s);
  ASSERT_LE(margin.low * Exact::kPoint, end + kRounding);
  ASSERT_GE(margin.high * Exact::kPoint, end - kRounding);
  if (game.mode() != solenia::Mode::kImprovements && game.begins_turn(s) &&
      game.total_turns() - s.turn == 1) {
    ASSERT_EQ(margin.low, margin.high);
  }
}

// The same values come out of slices, however small, with the expected result of best play.
void expect_piecewise(Exact& solver, const Solenia& game, const solenia::State& s,
                      const std::map<std::uint32_t, std::int64_t>& values, std::int64_t best) {
  const bool margins = solver.goal() == Goal::kMargin || game.seats() == 1;
  ASSERT_TRUE(solver.ask(game, s, 100000));
  for (const auto& [bits, value] : values) {
    solenia::Move move;
    move.bits = static_cast<decltype(move.bits)>(bits);
    std::uint64_t most = 16;
    std::optional<Exact::Expected> found;
    while (!found) found = solver.expect(s, move, most += 8);
    ASSERT_LE(std::abs(found->value - value), kRounding);
    ASSERT_GE(found->chance, 0);
    ASSERT_LE(found->chance, kWin);
    if (margins) {
      ASSERT_LE(std::abs(found->margin - value), kRounding);
    } else {
      // The rest of the value is for the margin, between nothing and all of it.
      ASSERT_LE(3 * found->chance, 4 * (value + kRounding));
      ASSERT_GE(3 * found->chance + kWin, 4 * (value - kRounding));
      // At least nearly as far ahead as its chance says, and the other way round.
      ASSERT_TRUE(found->chance < kWin || found->margin >= 0);
      ASSERT_TRUE(found->chance > 0 || found->margin <= 0);
    }
    ASSERT_EQ(solver.beats(s, move, value - 2 * kRounding, 100000), true);
    ASSERT_EQ(solver.beats(s, move, best + 2 * kRounding, 100000), false);
  }
}

// Every late decision of random games, in the middle of turns too; counts the chances on the way.
void expect_exact(const Json& options, Goal goal, int& chances) {
  const auto made = make(options);
  const Solenia& game = rules_of<Solenia>(made);
  const int seats = game.seats();
  Exact solver(goal);
  int solved = 0;
  const auto games = static_cast<std::uint64_t>(testing::some(16));
  for (std::uint64_t seed = 1; seed <= games; ++seed) {
    walk(game, seed, [&](const solenia::State& s) {
      if (game.total_turns() - s.turn > 4) return;
      const Seat seat = first_seat(game.to_act(s));
      Solenia::List list;
      game.legal(s, seat, list);
      Plain plain{game, goal, 30000};
      std::map<std::uint32_t, std::int64_t> values;
      std::int64_t best = std::numeric_limits<std::int64_t>::min();
      for (const auto move : list) {
        values[move.bits] = plain.after(s, seat, move)[static_cast<std::size_t>(seat)];
        best = std::max(best, values[move.bits]);
      }
      if (plain.left < 0) return;
      if (seats == 2 && goal == Goal::kMargin)
        expect_score_bounds(game, s, seat == 0 ? best : -best);
      const auto found = solver.solve(game, s, {});
      ASSERT_TRUE(found.has_value());
      ASSERT_EQ(found->size(), list.size());
      ASSERT_LE(std::abs(found->front().value - best), kRounding);
      for (const auto& one : *found) {
        ASSERT_GE(one.value, values[one.move.bits] - kRounding);
        if (seats != 2) {
          ASSERT_LE(std::abs(one.value - values[one.move.bits]), kRounding);
        }
        const auto exact = solver.value(game, s, one.move, {});
        ASSERT_TRUE(exact.has_value());
        ASSERT_LE(std::abs(*exact - values[one.move.bits]), kRounding);
      }
      expect_piecewise(solver, game, s, values, best);
      // It finds the best move in any order, however wrong the guess is.
      const std::vector<solenia::Move> backwards(std::reverse_iterator(list.end()),
                                                 std::reverse_iterator(list.begin()));
      for (const std::int64_t off : {-9, 0, 9}) {
        const auto one = solver.best(game, s, backwards, best + off * Exact::kPoint, {});
        ASSERT_TRUE(one.has_value());
        ASSERT_TRUE(one->sure);
        ASSERT_GE(values[one->move.bits], best - kRounding);
        ASSERT_LE(std::abs(one->value - best), Exact::kPoint / 4 + kRounding);
      }
      const auto rough = solver.best(game, s, backwards, best, {.rough = true});
      ASSERT_EQ(rough.has_value(), seats == 2);
      if (rough) {
        ASSERT_FALSE(rough->sure);
        ASSERT_TRUE(values.contains(rough->move.bits));
        if (plain.chances == 0) {
          ASSERT_GE(values[rough->move.bits], best - kRounding);
        }
      }
      ++solved;
      chances += plain.chances;
    });
  }
  EXPECT_GT(solved, testing::some(16)) << options.dump();
}

TEST(Solving, IsExactInEveryMode) {
  int chances = 0;
  for (const char* mode : {"summer", "winter", "improvements"}) {
    for (int players = 1; players <= 4; ++players) {
      for (const Goal goal : {Goal::kMargin, Goal::kWinning}) {
        if (testing::kSlow && players > 2 && goal == Goal::kMargin) continue;
        expect_exact({{"mode", mode}, {"players", players}}, goal, chances);
      }
    }
  }
  EXPECT_GT(chances, testing::some(400));
}

// Score bounds after greedy play: both seats have orders to deliver, and compete for them.
TEST(Solving, KnowsBetweenWhatGoodPlayEnds) {
  int asked = 0;
  for (const char* mode : {"summer", "winter"}) {
    const auto made = make({{"players", 2}, {"mode", mode}});
    const Solenia& game = rules_of<Solenia>(made);
    const auto bot = make_bot<Solenia>("greedy", {}).value();
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(testing::some(60)); ++seed) {
      const Seeded luck{seed};
      solenia::State s = game.start();
      resolve_chance(game, s, luck);
      while (game.total_turns() - s.turn > 2 || !game.begins_turn(s)) {
        const Seat seat = first_seat(game.to_act(s));
        step(game, s, seat, bot->choose(game, game.knows(s, seat), seat, seed), luck);
      }
      Plain plain{game, Goal::kMargin, 200000};
      const Values values = plain.of(s);
      if (plain.left < 0) continue;
      expect_score_bounds(game, s, values[0]);
      ++asked;
    }
  }
  EXPECT_GT(asked, testing::some(60));
}

// What was solved before changes nothing, not even the number of nodes.
TEST(Solving, ForgetsWhatItSolvedBefore) {
  const auto made = make({{"players", 2}});
  const Solenia& game = rules_of<Solenia>(made);
  Exact used(Goal::kMargin);
  int asked = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    walk(game, seed, [&](const solenia::State& s) {
      if (game.total_turns() - s.turn > 4) return;
      Exact fresh(Goal::kMargin);
      const auto a = used.solve(game, s, {5000});
      const auto b = fresh.solve(game, s, {5000});
      ASSERT_EQ(used.nodes(), fresh.nodes());
      ASSERT_EQ(a.has_value(), b.has_value());
      if (a) {
        ASSERT_EQ(a->front().move, b->front().move);
      }
      ++asked;
    });
  }
  EXPECT_GT(asked, 50);
}

TEST(Solving, GivesUpWhereItMust) {
  const auto made = make({{"players", 2}});
  const Solenia& game = rules_of<Solenia>(made);
  solenia::State start = game.start();
  resolve_chance(game, start, Seeded{1});
  Exact solver(Goal::kMargin);
  EXPECT_FALSE(solver.solve(game, start, {1000}).has_value());  // hands are hidden
  EXPECT_EQ(solver.nodes(), 0U);

  // Out of nodes or out of time: the moves it had finished are returned, and exact.
  int parts = 0;
  walk(game, 3, [&](const solenia::State& s) {
    if (game.total_turns() - s.turn > 3 || !game.begins_turn(s)) return;
    const auto whole = solver.solve(game, s, {});
    ASSERT_TRUE(whole.has_value());
    const std::uint64_t all = solver.nodes();
    EXPECT_FALSE(solver.solve(game, s, {all / 2}).has_value());
    EXPECT_LT(solver.nodes(), all);
    std::vector<solenia::Move> moves;
    for (const auto& one : *whole) moves.push_back(one.move);
    const auto part = solver.solve(game, s, moves, {all / 2});
    if (!part.empty() && part.size() < moves.size()) {
      ++parts;
      EXPECT_LE(std::abs(part.front().value - whole->front().value), kRounding);
    }
    const std::int64_t guess = whole->front().value;
    if (const auto best = solver.best(game, s, moves, guess, {}); all > 1000) {
      EXPECT_TRUE(best->sure);
      const auto hasty = solver.best(game, s, moves, guess, {solver.nodes() / 2});
      EXPECT_TRUE(!hasty || !hasty->sure);
      EXPECT_FALSE(
          solver.best(game, s, moves, guess, {all, Exact::SteadyClock::now()}).has_value());
    }
    if (all > 1000) {
      EXPECT_FALSE(solver.solve(game, s, {all, Exact::SteadyClock::now()}).has_value());
    }
  });
  EXPECT_GT(parts, 0);

  // Choices in secret.
  const lanterns::Game secretive = lanterns::make_game();
  Solver<lanterns::Game> other(Goal::kMargin);
  walk(secretive, 2, [&](const lanterns::State& s) {
    if (secretive.secret(s)) {
      EXPECT_FALSE(other.solve(secretive, s, {100000}).has_value());
    }
  });
}

// The command that judges bots: one that solves everything loses nothing, one that does not think
// loses.
TEST(Endgames, JudgeBotsByWhatTheyLose) {
  const auto ai = games::ai_of(make({{"players", 2}}));
  const auto judge = [&](const char* bot, std::uint64_t seed) {
    std::vector<EndgameChoice> out;
    const auto wrong = ai->endgames(bot, seed, [&](const EndgameChoice& choice) {
      out.push_back(choice);
      return out.size() < static_cast<std::size_t>(testing::some(16));
    });
    EXPECT_FALSE(wrong.has_value());
    return out;
  };
  double lost = 0;
  for (const auto& choice : judge("random", 4)) {
    EXPECT_FALSE(choice.solved);
    EXPECT_GE(choice.loss, 0);
    lost += choice.loss;
  }
  EXPECT_GT(lost, 0);
  int solved = 0;
  for (const auto& choice : judge("hard", 4)) {
    solved += choice.solved ? 1 : 0;
    if (choice.solved) {
      EXPECT_LT(choice.loss, 0.001);
    }
  }
  EXPECT_GT(solved, 0);
  const auto none = [](const EndgameChoice& /*choice*/) { return true; };
  EXPECT_EQ(ai->endgames("nobody", 1, none)->code, "unknown-bot");
  EXPECT_EQ(games::ai_of(make({{"players", 3}}))->endgames("hard", 1, none)->code, "bad-players");
}

}  // namespace
}  // namespace tidelock::ai
