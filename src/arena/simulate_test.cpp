// Many games at once: the same numbers whatever the threads, and sums that add up.
#include "arena/simulate.h"

#include <gtest/gtest.h>
#include <thread>

#include "arena/testing.h"
#include "games/games.h"

namespace tidelock::arena {
namespace {

struct Case {
  std::shared_ptr<const AnyGame> game;
  std::shared_ptr<const ai::AnyAi> ai;
  SimOptions options;
};

Case solenia_case(const std::string& mode, std::vector<std::string> bots, std::uint64_t games,
                  std::uint64_t seed = 3) {
  const games::ListedGames source;
  Case out;
  out.game = source
                 .make("solenia", games::measured_pack("solenia"),
                       {{"mode", mode}, {"players", static_cast<int>(bots.size())}})
                 .value();
  out.ai = games::ai_of(out.game);
  out.options.bots = std::move(bots);
  out.options.games = games;
  out.options.seed = seed;
  return out;
}

std::vector<Case> cases() {
  return {solenia_case("summer", {"random", "random"}, 1000),
          solenia_case("winter", {"random", "greedy", "random"}, 130),
          solenia_case("improvements", {"random", "random", "random", "random"}, 333),
          solenia_case("improvements", {"greedy"}, 70)};
}

TEST(Simulate, TheNumberOfThreadsChangesNoNumber) {
  for (Case& one : cases()) {
    one.options.threads = 1;
    const SimReport first = simulate(*one.ai, one.options, kGoOn);
    EXPECT_EQ(first.games, one.options.games);
    for (const unsigned threads : {2U, 3U, 7U}) {
      one.options.threads = threads;
      const SimReport again = simulate(*one.ai, one.options, kGoOn);
      EXPECT_EQ(dump_json(report_json(again, *one.game, one.options)),
                dump_json(report_json(first, *one.game, one.options)));
      EXPECT_EQ(report_csv(again, *one.game), report_csv(first, *one.game));
      EXPECT_EQ(report_text(again, *one.game, one.options),
                report_text(first, *one.game, one.options));
    }
  }
}

TEST(Simulate, AnotherSeedIsAnotherRun) {
  Case one = solenia_case("summer", {"random", "random"}, 200, 3);
  const Json first = report_json(simulate(*one.ai, one.options, kGoOn), *one.game, one.options);
  EXPECT_EQ(report_json(simulate(*one.ai, one.options, kGoOn), *one.game, one.options), first);
  one.options.seed = 4;
  const Json second = report_json(simulate(*one.ai, one.options, kGoOn), *one.game, one.options);
  EXPECT_NE(second["seats"], first["seats"]);
}

TEST(Simulate, SumsAddUp) {
  for (const Case& one : cases()) {
    const SimReport report = simulate(*one.ai, one.options, kGoOn);
    const auto seats = static_cast<std::size_t>(one.game->seats());
    ASSERT_EQ(report.seats, one.game->seats());
    ASSERT_EQ(report.games, one.options.games);
    std::int64_t shares = 0;
    for (std::size_t i = 0; i < seats; ++i) {
      const SimReport::SeatSums& sums = report.by_seat[i];
      std::int64_t by = 0;
      for (const auto part : sums.by) by += part;
      EXPECT_EQ(by, sums.score) << "the score is the sum of its categories";
      std::uint64_t games = 0;
      std::int64_t score = 0;
      std::int64_t squared = 0;
      for (std::size_t bin = 0; bin < sums.histogram.size(); ++bin) {
        const auto n = static_cast<std::int64_t>(sums.histogram[bin]);
        const auto points = static_cast<std::int64_t>(bin);
        games += sums.histogram[bin];
        score += n * points;
        squared += n * points * points;
      }
      EXPECT_EQ(games, report.games);
      EXPECT_EQ(score, sums.score);
      EXPECT_EQ(squared, sums.score_squared);
      EXPECT_LE(sums.least, report.mean(static_cast<int>(i)));
      EXPECT_GE(sums.most, report.mean(static_cast<int>(i)));
      EXPECT_GT(report.standard_deviation(static_cast<int>(i)), 0);
      shares += sums.win_shares;
    }
    EXPECT_EQ(shares, static_cast<std::int64_t>(report.games) * SimReport::kShares);

    const Json json = report_json(report, *one.game, one.options);
    double wins = 0;
    ASSERT_EQ(json["seats"].size(), seats);
    for (const auto& seat : json["seats"]) {
      wins += seat["wins"].get<double>();
      double by = 0;
      for (const auto& part : seat["score_by"]) by += part.get<double>();
      EXPECT_NEAR(by, seat["score_mean"].get<double>(), 1e-9);
      EXPECT_NEAR(seat["win_rate"].get<double>() * static_cast<double>(report.games),
                  seat["wins"].get<double>(), 1e-9);
      // Every player plays sixteen cards, on the board or (stuck) beside it.
      const Json& events = seat["events_per_game"];
      EXPECT_NEAR(events["played"].get<double>() + events.value("discarded", 0.0), 16.0, 1e-9);
      EXPECT_NEAR(events["drew"].get<double>(), 16.0, 1e-9);
    }
    EXPECT_NEAR(wins, static_cast<double>(report.games), 1e-6);
  }
}

TEST(Simulate, ASharedWinIsShared) {
  SimReport report;
  ai::GameOutcome outcome;
  outcome.scores.seats = 3;
  outcome.scores.categories = 1;
  outcome.scores.total = {10, 10, 4, 0};
  for (std::size_t i = 0; i < 3; ++i) outcome.scores.by[i][0] = outcome.scores.total[i];
  outcome.winners = 3;
  report.add(outcome);
  outcome.winners = 4;
  report.add(outcome);
  outcome.winners = 7;
  report.add(outcome);
  EXPECT_EQ(report.by_seat[0].win_shares, 6 + 0 + 4);
  EXPECT_EQ(report.by_seat[1].win_shares, 6 + 0 + 4);
  EXPECT_EQ(report.by_seat[2].win_shares, 0 + 12 + 4);
}

TEST(Simulate, AddingReportsIsAddingGames) {
  const Case one = solenia_case("summer", {"random", "random"}, 1);
  SimReport whole;
  SimReport left;
  SimReport right;
  std::uint64_t n = 0;
  one.ai->play(one.options.bots, 9, 0, 50, [&](const ai::GameOutcome& outcome) {
    whole.add(outcome);
    (n++ < 20 ? left : right).add(outcome);
  });
  SimReport both;
  both.add(SimReport());
  both.add(right);
  both.add(SimReport());
  both.add(left);
  EXPECT_EQ(report_json(both, *one.game, one.options), report_json(whole, *one.game, one.options));
}

TEST(Simulate, StopsWhenAsked) {
  for (const unsigned threads : {1U, 3U}) {
    Case one = solenia_case("summer", {"random", "random"}, 1000000000ULL);
    one.options.threads = threads;
    std::uint64_t asked = 0;
    std::uint64_t last = 0;
    const SimReport report = simulate(*one.ai, one.options, [&](std::uint64_t done) {
      EXPECT_GE(done, last);
      last = done;
      return ++asked < 3;
    });
    EXPECT_GE(asked, 3U);
    EXPECT_LT(report.games, one.options.games);
    EXPECT_EQ(report.games, last) << "the last call tells how many were played";
    std::int64_t shares = 0;
    for (const auto& seat : report.by_seat) shares += seat.win_shares;
    EXPECT_EQ(shares, static_cast<std::int64_t>(report.games) * SimReport::kShares);
  }
}

TEST(Simulate, NoGamesAreNoGames) {
  Case one = solenia_case("summer", {"random", "random"}, 0);
  one.options.threads = 2;
  const SimReport report = simulate(*one.ai, one.options, kGoOn);
  EXPECT_EQ(report.games, 0U);
  const Json json = report_json(report, *one.game, one.options);
  EXPECT_EQ(json["games"], 0);
  EXPECT_FALSE(report_text(report, *one.game, one.options).empty());
}

}  // namespace
}  // namespace tidelock::arena
