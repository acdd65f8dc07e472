// Pairings and ladders: statistics by hand, the same result for every worker pool, mirrored luck.
#include "arena/pairing.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <gtest/gtest.h>

#include "arena/exec_bot.h"
#include "arena/ladder.h"
#include "arena/testing.h"
#include "games/games.h"

namespace tidelock::arena {
namespace {

BotGame bot_game_of(const std::string& name, const Json& options) {
  const auto game = games::ListedGames().make(name, games::measured_pack(name), options).value();
  return {game, games::ai_of(game)};
}

PairingOptions pairing_of(const std::string& a, const std::string& b, std::uint64_t games,
                          bool mirror) {
  PairingOptions out;
  out.a = a;
  out.b = b;
  out.games = games;
  out.mirror = mirror;
  out.seed = 5;
  return out;
}

PairingReport play(const BotGame& bot_game, const PairingOptions& options, unsigned threads = 2) {
  ThreadWorkers workers(threads);
  return play_pairing(bot_game, options, workers, kGoOn).value();
}

// The part of a report that is the same in every run.
std::string told(const PairingReport& report, const BotGame& bot_game,
                 const PairingOptions& options) {
  Json json = pairing_json(report, bot_game, options);
  json.erase("timing");
  return dump_json(json);
}

// Groups of `shares`, each given as often as it says.
Tally tally_of(int sides, int group, const std::vector<std::pair<int, std::vector<int>>>& groups) {
  Tally out(sides, group);
  for (const auto& [times, shares] : groups) {
    std::vector<GameLine> lines;
    for (const int share : shares) {
      GameLine line;
      line.share = share;
      line.margin = share - kPoint / 2;
      lines.push_back(line);
    }
    for (int i = 0; i < times; ++i) out.add(lines);
  }
  return out;
}

TEST(Tally, PairsByHand) {
  // Ten pairs: three of 1, two of 3/4, four of 1/2, one of 0.
  const Tally tally =
      tally_of(2, 2, {{3, {12, 12}}, {2, {12, 6}}, {3, {12, 0}}, {1, {6, 6}}, {1, {0, 0}}});
  EXPECT_EQ(tally.groups(), 10U);
  EXPECT_EQ(tally.games(), 20U);
  EXPECT_EQ(tally.wins(), 11U);
  EXPECT_EQ(tally.draws(), 4U);
  EXPECT_EQ(tally.losses(), 5U);
  EXPECT_DOUBLE_EQ(tally.score(), 0.65);
  EXPECT_NEAR(tally.score_error(), 0.1, 1e-12);  // squares 0.9, over 9 and 10
  EXPECT_NEAR(tally.elo(), 107.54, 0.01);
  EXPECT_NEAR(tally.elo_error(), 149.66, 0.01);
  EXPECT_NEAR(tally.margin(), 1.8, 1e-12);        // 12 * 0.65 - 6
  EXPECT_NEAR(tally.margin_error(), 1.2, 1e-12);  // 12 times that of the score
}

TEST(Tally, NothingIsCertain) {
  const Tally won = tally_of(2, 2, {{10, {12, 12}}});
  EXPECT_EQ(won.score(), 1.0);
  EXPECT_NEAR(won.elo(), 400 * std::log10(39.0), 1e-9);  // 19.5 of 20
  EXPECT_TRUE(std::isfinite(won.elo_error()));
  EXPECT_GT(won.elo_error(), 100);
  const Tally lost = tally_of(2, 2, {{10, {0, 0}}});
  EXPECT_DOUBLE_EQ(lost.elo(), -won.elo());
  EXPECT_DOUBLE_EQ(lost.elo_error(), won.elo_error());
  const Tally none(2, 2);
  EXPECT_EQ(none.score(), 0.5);
  EXPECT_EQ(none.elo(), 0);
  EXPECT_TRUE(std::isfinite(none.elo_error()));
  EXPECT_EQ(none.llr({0, 50}), 0);
  const Tally one = tally_of(2, 1, {{1, {12}}});
  EXPECT_TRUE(std::isfinite(one.elo_error()));
  EXPECT_EQ(one.margin_error(), 0);
}

TEST(Tally, MoreThanTwo) {
  EXPECT_DOUBLE_EQ(expected_score(0, 4), 0.25);
  EXPECT_NEAR(expected_score(400, 2), 10.0 / 11, 1e-12);
  EXPECT_NEAR(elo_of_score(expected_score(123, 3), 3), 123, 1e-9);
  // One win alone, one shared by three, one loss.
  const Tally tally = tally_of(3, 3, {{1, {12, 4, 0}}, {1, {0, 0, 0}}});
  EXPECT_NEAR(tally.score(), 2.0 / 9, 1e-12);
  EXPECT_NEAR(tally.fair(), 1.0 / 3, 1e-12);
  EXPECT_EQ(tally.draws(), 1U);
}

TEST(Tally, LikelihoodsByHand) {
  // With wins and losses only it is the plain ratio of two binomial likelihoods.
  const Sprt test{0, 100};
  const double high = expected_score(100, 2);
  const Tally good = tally_of(2, 1, {{30, {12}}, {10, {0}}});
  EXPECT_NEAR(good.llr(test), 30 * std::log(high / 0.5) + 10 * std::log((1 - high) / 0.5), 1e-9);
  EXPECT_NEAR(good.llr(test), 4.122, 0.001);
  const Tally bad = tally_of(2, 1, {{10, {12}}, {30, {0}}});
  EXPECT_LT(bad.llr(test), -Sprt::kBound);
  EXPECT_NEAR(bad.llr({-100, 0}), -good.llr(test), 1e-9);
  // The two claims are equally far away.
  EXPECT_NEAR(tally_of(2, 1, {{20, {12}}, {20, {0}}}).llr({-30, 30}), 0, 1e-9);
  // Of many pairs it is near the ratio of two normal distributions.
  const Tally pairs = tally_of(
      2, 2, {{200, {12, 12}}, {300, {12, 6}}, {400, {12, 0}}, {250, {6, 0}}, {150, {0, 0}}});
  const double n = 1300;
  const double m = pairs.score();
  const double v = std::pow(pairs.score_error(), 2) * (n - 1);
  const double s1 = expected_score(20, 2);
  const double normal = n * (s1 - 0.5) * (2 * m - 0.5 - s1) / (2 * v);
  EXPECT_NEAR(pairs.llr({0, 20}), normal, 0.01 * normal);
  // Results that never came do not make a claim impossible.
  EXPECT_NEAR(tally_of(2, 2, {{10, {12, 12}}}).llr(test), 10 * std::log(high / 0.5), 0.01);
  EXPECT_TRUE(std::isfinite(tally_of(2, 2, {{10, {6, 6}}}).llr(test)));
}

TEST(Pairing, TheWorkersChangeNoNumber) {
  struct Case {
    BotGame bot_game;
    PairingOptions options;
  };
  std::vector<Case> cases = {
      {bot_game_of("solenia", {}), pairing_of("greedy", "random", 40, true)},
      {bot_game_of("solenia", {{"players", 3}}), pairing_of("greedy", "random", 20, true)},
      {bot_game_of("solenia", {{"players", 4}}), pairing_of("random", "greedy", 11, false)},
      {bot_game_of("solenia", {{"players", 1}}), pairing_of("greedy", "random", 20, false)},
      {bot_game_of("circadians", {}), pairing_of("random", "random", 12, false)}};
  cases.front().options.sprt = Sprt{0, 60};
  for (const Case& one : cases) {
    const PairingReport first = play(one.bot_game, one.options, 1);
    for (const unsigned threads : {2U, 3U}) {
      EXPECT_EQ(told(play(one.bot_game, one.options, threads), one.bot_game, one.options),
                told(first, one.bot_game, one.options));
    }
    EXPECT_EQ(first.time[0].decisions + first.time[1].decisions, first.tally.decisions());
    EXPECT_FALSE(pairing_text(first, one.bot_game, one.options).empty());
  }
}

TEST(Pairing, GamesAreRoundedUpToGroups) {
  EXPECT_EQ(play(bot_game_of("solenia", {}), pairing_of("random", "random", 5, true)).tally.games(),
            6U);
  EXPECT_EQ(
      play(bot_game_of("solenia", {}), pairing_of("random", "random", 5, false)).tally.games(), 5U);
  const PairingReport four =
      play(bot_game_of("solenia", {{"players", 4}}), pairing_of("random", "random", 5, true));
  EXPECT_EQ(four.tally.games(), 8U);
  EXPECT_EQ(four.tally.groups(), 2U);
}

// The same bot on both sides of a mirror plays the same game: nothing but the seats differs.
TEST(Pairing, MirrorsShareTheirLuck) {
  for (const std::string bot : {"random", "greedy"}) {
    const BotGame two = bot_game_of("solenia", {});
    const PairingReport pairs = play(two, pairing_of(bot, bot, 20, true));
    EXPECT_EQ(pairs.tally.score(), 0.5);
    EXPECT_EQ(pairs.tally.margin(), 0);
    EXPECT_EQ(pairs.tally.wins(), pairs.tally.losses());
    EXPECT_NE(play(two, pairing_of(bot, bot, 20, false)).tally.margin(), 0)
        << "without a mirror every game has its own deal";

    const BotGame three = bot_game_of("solenia", {{"players", 3}});
    const PairingReport rounds = play(three, pairing_of(bot, bot, 12, true));
    EXPECT_NEAR(rounds.tally.score(), 1.0 / 3, 1e-12);
    EXPECT_NEAR(rounds.tally.points_a(), rounds.tally.points_b(), 1e-9);

    const BotGame alone = bot_game_of("solenia", {{"players", 1}});
    const PairingReport solo = play(alone, pairing_of(bot, bot, 6, true));
    EXPECT_EQ(solo.tally.games(), 6U);
    EXPECT_EQ(solo.tally.draws(), 6U);
  }
}

TEST(Pairing, ATestStopsByItself) {
  const BotGame bot_game = bot_game_of("solenia", {});
  PairingOptions options = pairing_of("greedy", "random", 1000, true);
  options.sprt = Sprt{0, 100};
  const PairingReport high = play(bot_game, options, 3);
  EXPECT_EQ(high.ending, Ending::kDecided);
  EXPECT_GE(high.llr, Sprt::kBound);
  EXPECT_LT(high.tally.games(), 100U);
  std::swap(options.a, options.b);
  const PairingReport low = play(bot_game, options, 3);
  EXPECT_EQ(low.ending, Ending::kDecided);
  EXPECT_LE(low.llr, -Sprt::kBound);
  EXPECT_EQ(pairing_json(low, bot_game, options)["sprt"]["verdict"], "low");
}

TEST(Pairing, StopsWhenAsked) {
  const BotGame bot_game = bot_game_of("solenia", {});
  ThreadWorkers workers(2);
  const auto report =
      play_pairing(bot_game, pairing_of("random", "random", 100000000, true), workers,
                   [](const PairingReport& so_far) { return so_far.tally.games() < 10; });
  EXPECT_EQ(report.value().ending, Ending::kInterrupted);
  EXPECT_GE(report.value().tally.games(), 10U);
  EXPECT_LT(report.value().tally.games(), 1000000U);
}

// A slow early game delays the results after it, whichever worker is done first.
TEST(WorkerPool, ResultsCountInTheOrderOfTheirNumbers) {
  for (const unsigned threads : {1U, 2U, 3U}) {
    std::atomic<std::uint64_t> later{0};
    const MakeWorker make_worker = [&]() -> PlayGroup {
      return [&](std::uint64_t number, const std::atomic<bool>& /*stop*/) {
        if (number == 0) {
          for (int i = 0; i < 200 && later < threads - 1; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        } else {
          ++later;
        }
        GroupResult out;
        out.number = number;
        return out;
      };
    };
    std::vector<std::uint64_t> heard;
    ThreadWorkers workers(threads);
    workers.run(
        make_worker, 50,
        [&](const GroupResult& result) {
          heard.push_back(result.number);
          return result.number != 7;
        },
        [] { return true; });
    EXPECT_EQ(heard, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  }
}

TEST(WorkerPool, NoWorkIsNoWork) {
  ThreadWorkers workers(3);
  workers.run([]() -> PlayGroup { return {}; }, 0, [](const GroupResult&) { return true; },
              [] { return true; });
}

TEST(WorkerPool, AnErrorTravelsWithItsResult) {
  GroupResult result;
  const std::string many(2000, 'x');
  result.fail(error("some-code", many, "somewhere"));
  EXPECT_EQ(result.error().code, "some-code");
  EXPECT_EQ(result.error().where, "somewhere");
  EXPECT_EQ(result.error().message, many.substr(0, result.message.size() - 1));
}

TEST(ExecBot, WhatIsNoBotIsAnError) {
  std::signal(SIGPIPE, SIG_IGN);
  const BotGame bot_game = bot_game_of("solenia", {});
  for (const std::string bot :
       {"exec:/nowhere/to/be/found", "exec:true", "exec:cat", "exec:yes", "exec:sleep 100"}) {
    PairingOptions options = pairing_of("random", bot, 10, true);
    options.exec_milliseconds = 200;
    ThreadWorkers workers(2);
    const auto report = play_pairing(bot_game, options, workers, kGoOn);
    ASSERT_FALSE(report.ok()) << bot;
    EXPECT_EQ(report.error().code, "bad-program");
    EXPECT_EQ(report.error().where, bot);
    EXPECT_FALSE(report.error().message.empty());
  }
  EXPECT_TRUE(check_bot(*bot_game.ai, "exec: "));
  EXPECT_TRUE(check_bot(*bot_game.ai, "nobody"));
  EXPECT_FALSE(check_bot(*bot_game.ai, "greedy"));
  EXPECT_FALSE(bot_game.ai->bot("exec:true").ok()) << "only the arena starts programs";
}

TEST(Ladder, TwoBotsAreAsFarApartAsTheirPairing) {
  const Tally tally = tally_of(2, 2, {{3, {12, 12}}, {6, {12, 0}}, {1, {0, 0}}});
  const auto ratings = rate(2, {{0, 1, PairingReport{tally}}}, 2);
  ASSERT_EQ(ratings.size(), 2U);
  EXPECT_EQ(ratings[1].elo, 0);
  EXPECT_NEAR(ratings[0].elo, tally.elo(), 1e-6);
  EXPECT_NEAR(ratings[0].error + ratings[1].error, tally.elo_error(), 1e-6);
}

TEST(Ladder, RatingsExplainAllResults) {
  const Tally more = tally_of(2, 2, {{6, {12, 12}}, {4, {0, 0}}});
  // In a circle nobody is better.
  const auto circle = rate(
      3, {{0, 1, PairingReport{more}}, {1, 2, PairingReport{more}}, {2, 0, PairingReport{more}}},
      2);
  for (const Rating& one : circle) {
    EXPECT_NEAR(one.elo, 0, 1e-6);
    EXPECT_GT(one.error, 0);
  }
  // 3:1 and 3:1 in a row are 9:1 from end to end; whole results, so the fit is exact.
  const Tally odds3 = tally_of(2, 1, {{75, {12}}, {25, {0}}});
  const Tally odds9 = tally_of(2, 1, {{90, {12}}, {10, {0}}});
  const auto row = rate(
      3, {{0, 1, PairingReport{odds3}}, {1, 2, PairingReport{odds3}}, {0, 2, PairingReport{odds9}}},
      2);
  EXPECT_NEAR(row[0].elo, 400 * std::log10(9.0), 1e-6);
  EXPECT_NEAR(row[1].elo, 400 * std::log10(3.0), 1e-6);
  EXPECT_EQ(row[2].elo, 0);
  // A pairing without games says nothing.
  EXPECT_TRUE(rate(2, {{0, 1, PairingReport{Tally(2, 2)}}}, 2).empty());
}

TEST(Ladder, EveryPairingIsPlayedAsTheArenaPlaysIt) {
  for (const int players : {2, 3}) {
    const BotGame bot_game = bot_game_of("solenia", {{"players", players}});
    LadderOptions options;
    options.bots = {"random", "greedy"};
    options.pairing = pairing_of("", "", 12, true);
    ThreadWorkers workers(2);
    const auto ladder =
        play_ladder(bot_game, options, workers, [](std::uint64_t) { return true; }).value();
    ASSERT_EQ(ladder.pairings.size(), pairings_of(2, players));
    for (const Pairing& one : ladder.pairings) {
      const PairingOptions pairing = pairing_of(options.bots[one.a], options.bots[one.b], 12, true);
      EXPECT_EQ(told(one.report, bot_game, pairing),
                told(play(bot_game, pairing), bot_game, pairing));
    }
    EXPECT_EQ(ladder.order(2), (std::vector<std::size_t>{1, 0}));
    EXPECT_GT(ladder.score(1, 0), ladder.score(0, 1));
    const Json json = ladder_json(ladder, bot_game, options);
    EXPECT_EQ(json["bots"][0]["bot"], "greedy");
    EXPECT_EQ(json["bots"][1]["elo"], 0.0);
    EXPECT_NE(ladder_text(ladder, bot_game, options).find("greedy"), std::string::npos);
    options.bots[0] = "<&\"\x1b";
    const std::string svg = ladder_svg(ladder, bot_game, options);
    EXPECT_TRUE(svg.starts_with("<svg"));
    EXPECT_NE(svg.find("&lt;&amp;&quot;"), std::string::npos);
    EXPECT_EQ(svg.find('\x1b'), std::string::npos);
  }
}

}  // namespace
}  // namespace tidelock::arena
