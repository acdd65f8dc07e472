// Hints and analyses of Lanterns and of both games: legal, the same again, and blind for what a
// seat cannot know.
#include "table/analysis.h"

#include <gtest/gtest.h>
#include <set>

#include "ai/ai_of.h"
#include "circadians/game.h"
#include "core/sha256.h"
#include "core/testing/slow.h"
#include "games/games.h"
#include "lanterns/testing.h"
#include "solenia/game.h"
#include "table/session.h"

namespace tidelock::table::thought {
namespace {

using std::chrono::milliseconds;

template <class G>
struct Played {
  std::shared_ptr<const Wrapped<G>> game;
  std::shared_ptr<const ai::AnyAi> ai;
};

Played<lanterns::Game> lanterns_game() {
  const auto game = std::make_shared<Wrapped<lanterns::Game>>(lanterns::make_game(),
                                                              PackRef{"lanterns-1", "", true, {}});
  return {game, std::make_shared<ai::AiOf<lanterns::Game>>(game, ai::Networks{})};
}

template <class G>
Played<G> shipped(const char* name, const Json& options) {
  const auto game = games::ListedGames().make(name, games::measured_pack(name), options).value();
  return {std::static_pointer_cast<const Wrapped<G>>(game), games::ai_of(game)};
}

// A whole game of random moves.
Record random_game(const std::shared_ptr<const AnyGame>& game, std::uint64_t seed) {
  Record record;
  record.game = game;
  Rng rng(seed);
  AnyState state = game->start();
  while (game->at(state) != At::kOver) {
    Entry entry;
    if (game->at(state) == At::kChance) {
      entry.value = Seeded{seed}(game->ask(state));
      game->resolve(state, entry.value, kNoListener);
    } else {
      entry.seat = first_seat(game->to_act(state));
      const auto moves = game->legal(state, entry.seat);
      entry.value = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      game->apply(state, entry.seat, entry.value, kNoListener);
    }
    record.entries.push_back(entry);
  }
  return record;
}

void finish(Thinking& thinking, milliseconds slice = milliseconds(1000)) {
  while (!thinking.advance(slice)) {
  }
}

// At some decisions of a random game: another truth that looks the same to a seat gives the same
// hint, and so does the search in the smallest slices. The game itself stays as it was.
template <class G>
int blind_hints(const Played<G>& played, std::uint64_t seed, std::size_t every) {
  const AnyGame& game = *played.game;
  const Record record = random_game(played.game, seed);
  Rng rng(seed);
  int different = 0;
  for (Replay replay(record); !replay.done(); replay.step(kNoListener)) {
    if (replay.index() % every != 0 || game.at(replay.state()) != At::kDecision) continue;
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      if ((game.to_act(replay.state()) & seat_bit(seat)) == 0) continue;
      auto truth = played.game->game().knows(Wrapped<G>::in(replay.state()), seat);
      played.game->game().resample(truth, seat, rng);
      const AnyState other = Wrapped<G>::out(truth);
      if (other == replay.state()) continue;
      ++different;
      HintSearch one(played.game, *played.ai, replay.state(), seat, {48, 0});
      HintSearch two(played.game, *played.ai, other, seat, {48, 0});
      finish(one);
      finish(two, milliseconds(0));
      EXPECT_EQ(one.result(nullptr), two.result(nullptr)) << replay.index();
      EXPECT_EQ(one.progress(nullptr), two.progress(nullptr));
      const Hint hint = one.hint();
      const auto legal = game.legal(replay.state(), seat);
      for (const auto& move : hint.moves) {
        EXPECT_TRUE(std::find(legal.begin(), legal.end(), move.move) != legal.end());
        EXPECT_GE(move.value.chance, 0);
        EXPECT_LE(move.value.chance, 1);
      }
      EXPECT_EQ(hint.line.front(), hint.moves.front().move);
      EXPECT_EQ(hint.words.front(), hint.moves.front().text);
    }
  }
  return different;
}

TEST(Hint, KnowsNoMoreThanItsSeat) {
  EXPECT_GT(blind_hints(lanterns_game(), 1, 1), 5);
  for (const char* mode : {"summer", "improvements"})
    EXPECT_GT(
        blind_hints(shipped<solenia::Solenia>("solenia", {{"mode", mode}, {"players", 3}}), 2, 2),
        5);
  for (const int players : testing::kSlow ? std::vector{2} : std::vector{2, 4})
    EXPECT_GT(
        blind_hints(shipped<circadians::Circadians>("circadians", {{"players", players}}), 3, 7),
        5);
}

TEST(Hint, AnswersHoweverSoonItEnds) {
  const auto played = shipped<solenia::Solenia>("solenia", {{"players", 2}, {"first", 1}});
  const Record record = random_game(played.game, 4);
  Replay replay(record);
  while (played.game->at(replay.state()) != At::kDecision) replay.step(kNoListener);
  HintSearch begun(played.game, *played.ai, replay.state(), 0, {kMostIterations, 0});
  EXPECT_FALSE(begun.hint().moves.empty());
  EXPECT_GT(begun.hint().moves.front().visits, 0U);
  for (const ai::Limits limits : {ai::Limits{1, 0}, {7, 0}, {8, 0}, {0, 1}, {1, 1}, {64, 600000}}) {
    HintSearch search(played.game, *played.ai, replay.state(), 0, limits);
    finish(search, milliseconds(5));
    EXPECT_FALSE(search.hint().moves.empty());
    if (limits.iterations != 0) {
      EXPECT_LE(search.hint().iterations, limits.iterations);
    }
  }
}

TEST(Hint, TheSecondBestIsLookedAt) {
  const auto played = shipped<circadians::Circadians>("circadians", {{"players", 2}});
  const Record record = random_game(played.game, 5);
  Replay replay(record);
  while (played.game->at(replay.state()) != At::kDecision) replay.step(kNoListener);
  HintSearch search(played.game, *played.ai, replay.state(), 0, {400, 0});
  finish(search);
  const Hint hint = search.hint();
  EXPECT_EQ(hint.iterations, 400U);
  ASSERT_GT(hint.moves.size(), 1U);
  // Three of four iterations are the seat's own.
  EXPECT_GE(hint.moves[1].visits, 400U / 8 * 3 / 4 - 2);
}

TEST(Analysis, Formulas) {
  EXPECT_DOUBLE_EQ(accuracy_of({0, 0}, false), 100);
  EXPECT_NEAR(accuracy_of({0.05, 9}, false), 81.87, 0.01);
  EXPECT_NEAR(accuracy_of({0.2, 0}, false), 44.93, 0.01);
  EXPECT_NEAR(accuracy_of({0.2, 10}, true), 36.79, 0.01);
  EXPECT_EQ(grade_of({0, 0}, true, false), Grade::kBest);
  EXPECT_EQ(grade_of({0.049, 30}, false, false), Grade::kGood);
  EXPECT_EQ(grade_of({0.05, 0}, false, false), Grade::kInaccuracy);
  EXPECT_EQ(grade_of({0.1, 0}, false, false), Grade::kMistake);
  EXPECT_EQ(grade_of({0.2, 0}, false, false), Grade::kBlunder);
  EXPECT_EQ(grade_of({0.9, 1.9}, false, true), Grade::kGood);
  EXPECT_EQ(grade_of({0, 2}, false, true), Grade::kInaccuracy);
  EXPECT_EQ(grade_of({0, 4}, false, true), Grade::kMistake);
  EXPECT_EQ(grade_of({0, 8}, false, true), Grade::kBlunder);
}

template <class G>
void check_analysis(const Played<G>& played, std::uint64_t seed) {
  const AnyGame& game = *played.game;
  const Record record = random_game(played.game, seed);
  RecordAnalysis thinking(record, *played.ai, {24, 0});
  finish(thinking, milliseconds(3));
  const Analysis analysis = thinking.analysis();
  // Every decision with a choice, and no other.
  std::vector<std::size_t> entries;
  for (Replay replay(record); !replay.done(); replay.step(kNoListener)) {
    const Entry entry = replay.entry();
    if (entry.seat != kNobody && game.legal(replay.state(), entry.seat).size() > 1)
      entries.push_back(replay.index() + 1);
  }
  EXPECT_EQ(analysis.of, entries.size());
  ASSERT_EQ(analysis.decisions.size(), entries.size());
  std::vector<int> decisions(analysis.players.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Decision& one = analysis.decisions[i];
    EXPECT_EQ(one.entry, entries[i]);
    EXPECT_EQ(one.seat, record.entries[one.entry - 1].seat);
    EXPECT_EQ(one.played, record.entries[one.entry - 1].value);
    EXPECT_EQ(one.known, game.knows(one.known, one.seat));
    EXPECT_EQ(one.line.front(), one.best_text);
    EXPECT_GE(one.lost.chance, 0);
    EXPECT_GE(one.lost.points, 0);
    if (one.played == one.best) {
      EXPECT_EQ(one.lost.chance, 0);
    }
    EXPECT_EQ(one.grade == Grade::kBest, one.played == one.best);
    ++decisions[static_cast<std::size_t>(one.seat)];
  }
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    EXPECT_EQ(analysis.players[i].decisions, decisions[i]);
    EXPECT_GT(analysis.players[i].accuracy, 0);
    EXPECT_LE(analysis.players[i].accuracy, 100);
  }
  EXPECT_EQ(analysis.graph.size(), entries.size() + 1);
  EXPECT_EQ(analysis.graph.back().entry, record.entries.size());
  for (const GraphPoint& point : analysis.graph) {
    double sum = 0;
    for (const double value : point.values) sum += value;
    // The solo opponent may win.
    if (game.seats() > 1) {
      EXPECT_NEAR(sum, 1, 1e-9);
    }
  }
  for (const TurningPoint& turn : analysis.turning_points)
    EXPECT_GE(std::abs(turn.after - turn.before), game.seats() == 1 ? 4 : 0.1);

  // What comes later plays no part, and what is stopped tells of what it has seen.
  Record half = record;
  half.entries.resize(record.entries.size() / 2);
  RecordAnalysis part(half, *played.ai, {24, 0});
  finish(part);
  const Json all = thinking.result(nullptr);
  const Json some = part.result(nullptr);
  ASSERT_LE(some["decisions"].size(), all["decisions"].size());
  for (std::size_t i = 0; i < some["decisions"].size(); ++i)
    EXPECT_EQ(some["decisions"][i], all["decisions"][i]);
  RecordAnalysis stopped(record, *played.ai, {24, 0});
  while (stopped.done() < 3) (void)stopped.advance(milliseconds(0));
  EXPECT_EQ(stopped.result(nullptr)["decisions"].size(), stopped.done());
  EXPECT_EQ(stopped.result(nullptr)["of"], all["of"]);
}

TEST(Analysis, OfRandomGames) {
  check_analysis(lanterns_game(), 1);
  for (const int players : {1, 2, 4})
    check_analysis(
        shipped<solenia::Solenia>("solenia", {{"players", players}, {"mode", "improvements"}}), 2);
  for (const int players : testing::kSlow ? std::vector{1} : std::vector{1, 3})
    check_analysis(shipped<circadians::Circadians>("circadians", {{"players", players}}), 3);
}

TEST(Analysis, OfNothing) {
  const auto played = shipped<solenia::Solenia>("solenia", {{"players", 2}});
  Record record;
  record.game = played.game;
  RecordAnalysis thinking(record, *played.ai, kAnalysisLimits);
  EXPECT_TRUE(thinking.advance(milliseconds(0)));
  EXPECT_EQ(thinking.result(nullptr)["of"], 0);
  EXPECT_TRUE(thinking.result(nullptr)["players"][0]["accuracy"].is_null());
  EXPECT_TRUE(thinking.result(nullptr)["graph"].empty());
}

// Random moves lose more than the search's own.
TEST(Analysis, TellsGoodPlayersFromOthers) {
  const auto played = shipped<solenia::Solenia>("solenia", {{"players", 2}, {"first", 1}});
  table::Setup setup;
  setup.game = played.game;
  setup.ai = played.ai;
  setup.seats = {{"", "mcts-plain:150"}, {"", "random"}};
  setup.seed = 9;
  Table table = Table::create(std::move(setup)).value();
  table.advance();
  RecordAnalysis thinking(table.record(), *played.ai, {100, 0});
  finish(thinking);
  const auto players = thinking.analysis().players;
  EXPECT_GT(players[0].accuracy, players[1].accuracy);
  EXPECT_LT(players[0].lost.points, players[1].lost.points);
}

// Where the end can be reckoned nobody is blamed for a move that is the best, and a hint never
// names another.
TEST(Analysis, IsExactNearTheEnd) {
  using solenia::Solenia;
  constexpr std::int64_t kRounding = 32;
  constexpr std::uint64_t kLittle = 4000;  // positions, far fewer than the analysis may look at
  int solved = 0;
  int best_moves = 0;
  for (const int players : {1, 2, 2}) {
    const auto played = shipped<Solenia>("solenia", {{"players", players}});
    const Solenia& game = played.game->game();
    table::Setup setup;
    setup.game = played.game;
    setup.ai = played.ai;
    setup.seats.assign(static_cast<std::size_t>(players), {"", "hard:30"});
    setup.seats.back().bot = "medium";
    setup.seed = static_cast<std::uint64_t>(4 + solved);
    Table table = Table::create(std::move(setup)).value();
    table.advance();
    const Record record = table.record();
    RecordAnalysis thinking(record, *played.ai, {60, 0});
    finish(thinking, milliseconds(1));
    ai::Solver<Solenia> solver(ai::Goal::kWinning);
    for (const Decision& one : thinking.analysis().decisions) {
      const auto& known = Wrapped<Solenia>::in(one.known);
      const auto found = solver.solve(game, known, {kLittle});
      EXPECT_TRUE(one.exact || !found) << one.entry;
      if (!found) continue;
      ++solved;
      solenia::Move move;
      move.bits = static_cast<decltype(move.bits)>(one.played);
      const auto value = solver.value(game, known, move, {});
      const bool best = *value >= found->front().value - kRounding;
      EXPECT_EQ(best, one.grade == Grade::kBest) << one.entry;
      best_moves += best ? 1 : 0;
      HintSearch search(played.game, *played.ai, one.known, one.seat, {60, 0});
      finish(search, milliseconds(0));
      const Hint hint = search.hint();
      EXPECT_TRUE(hint.moves.front().exact);
      move.bits = static_cast<decltype(move.bits)>(hint.moves.front().move);
      EXPECT_GE(*solver.value(game, known, move, {}), found->front().value - kRounding);
      EXPECT_EQ(hint.line.front(), hint.moves.front().move);
    }
  }
  EXPECT_GT(solved, 10);
  EXPECT_GT(best_moves, 5);
}

// --- in messages ---

Session session() {
  static const games::ListedGames kSource;
  World world;
  world.games = &kSource;
  world.ai_of = [](const std::shared_ptr<const AnyGame>& game) -> std::shared_ptr<const ai::AnyAi> {
    return games::ai_of(game);
  };
  world.fresh_seed = [] { return std::uint64_t{7}; };
  world.list_games = [] { return Json::array(); };
  return Session(std::move(world));
}

TEST(SessionThinks, OneThingAtATimeUntilItIsCancelled) {
  Session s = session();
  const Json begun =
      s.handle({{"id", 1}, {"do", "new"}, {"game", "solenia"}, {"options", {{"first", 1}}}}).at(0);
  ASSERT_TRUE(begun.contains("ok"));
  EXPECT_TRUE(s.step().empty());
  const Json endless = {
      {"id", "h"}, {"do", "hint"}, {"seat", 1}, {"limit", {{"ms", 600000}}}, {"every_ms", 1}};
  EXPECT_TRUE(s.handle(endless).empty());
  EXPECT_TRUE(s.thinking());
  std::vector<Json> told = s.step();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0]["id"], "h");
  EXPECT_TRUE(told[0].contains("progress"));
  EXPECT_EQ(s.handle({{"id", 2}, {"do", "analyse"}}).at(0)["error"]["code"], "busy");
  EXPECT_TRUE(s.handle({{"id", 3}, {"do", "scores"}}).at(0).contains("ok"));
  told = s.handle({{"id", 4}, {"do", "cancel"}});
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0]["id"], "h");
  EXPECT_EQ(told[0]["cancelled"], true);
  EXPECT_EQ(told[1], (Json{{"id", 4}, {"ok", true}, {"cancelled", true}}));
  EXPECT_FALSE(s.thinking());
  // A move ends a hint with its position.
  EXPECT_TRUE(s.handle(endless).empty());
  const std::string move = told[0]["moves"][0]["move"].get<std::string>();
  told = s.handle({{"id", 5}, {"do", "apply"}, {"seat", 1}, {"move", move}});
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0]["id"], "h");
  EXPECT_EQ(told[1]["id"], 5);
  EXPECT_FALSE(s.thinking());
}

}  // namespace
}  // namespace tidelock::table::thought
