// What a study counts: by hand, on Lanterns, and on games of random bots.
#include "arena/study.h"

#include <cmath>
#include <gtest/gtest.h>

#include "ai/ai_of.h"
#include "arena/study_plots.h"
#include "arena/testing.h"
#include "games/games.h"
#include "lanterns/testing.h"

namespace tidelock::arena {
namespace {

Study study_of(const std::string& name, std::uint64_t games, unsigned threads = 1) {
  const games::ListedGames source;
  Study out;
  const auto pack = source.make(name, games::measured_pack(name), {}).value()->pack().content;
  out.plan = games::find(name)->study(pack);
  for (auto& mode : out.plan.modes) {
    mode.options.resize(std::min<std::size_t>(mode.options.size(), 6));  // a taste is enough
    auto& bot_games = out.bot_games.emplace_back();
    for (const Json& options : mode.options) {
      const auto game = source.make(name, games::measured_pack(name), options).value();
      bot_games.push_back({game, games::ai_of(game)});
    }
  }
  out.bot = "random";
  out.games = games;
  out.seed = 7;
  out.threads = threads;
  return out;
}

Study lanterns_study(std::uint64_t games) {
  PackRef pack;
  pack.id = "none";
  const auto game = std::make_shared<Wrapped<lanterns::Game>>(lanterns::make_game(), pack);
  Study out;
  out.plan.modes = {{"three", 1, {Json::object()}}};
  out.plan.groups = {{"lanterns", "lanterns that win", "drawn", "", ""},
                     {"end", "the end", "", "", ""}};
  out.plan.claims = {{StudyClaim::Kind::kUsed, "all lanterns win", "lanterns"},
                     {StudyClaim::Kind::kPlaces, "no place is better", "", 0, 1},
                     {StudyClaim::Kind::kScores, "scores are low", "", 0, 2},
                     {StudyClaim::Kind::kFairShare, "each lantern is fair", "lanterns", 0.9, 1.1}};
  out.bot_games = {{{game, std::make_shared<ai::AiOf<lanterns::Game>>(game, ai::Networks{})}}};
  out.bot = "random";
  out.games = games;
  return out;
}

// Three seats, the second began; the first two share the win.
ai::GameOutcome shared_win() {
  ai::GameOutcome out;
  out.scores.seats = 3;
  out.scores.categories = 1;
  out.scores.total = {10, 10, 4, 0};
  out.winners = 3;
  out.first = 1;
  out.decisions = 5;
  out.items = {3, 0, 1};
  out.items_by = {{{2, 0, 0}, {1, 0, 0}, {0, 0, 0}}};
  return out;
}

TEST(Study, CountsByHand) {
  ModeSums sums;
  sums.add(shared_win());
  EXPECT_EQ(sums.games, 1U);
  EXPECT_EQ(sums.decisions, 5U);
  EXPECT_EQ(sums.score.sum, 24);
  EXPECT_EQ(sums.table.sum, kPoint * 8);
  // Half a win of three is one and a half of what is fair; places go on from who began.
  EXPECT_EQ(sums.places[0].share.sum, kPoint * 3 / 2);
  EXPECT_EQ(sums.places[1].share.sum, 0);
  EXPECT_EQ(sums.places[2].share.sum, kPoint * 3 / 2);
  EXPECT_EQ(sums.places[0].margin.sum, kPoint * 2);
  EXPECT_EQ(sums.places[1].margin.sum, -kPoint * 4);
  // Used by two seats, three times; by nobody; in play for all.
  EXPECT_EQ(sums.items[0].uses, 3);
  EXPECT_EQ(sums.items[0].share.n, 2);
  EXPECT_EQ(sums.items[0].share.sum, kPoint * 3);
  EXPECT_EQ(sums.items[0].margin.sum, kPoint * 4);
  EXPECT_EQ(sums.items[0].table.n, 0);
  EXPECT_EQ(sums.items[1].uses, 0);
  EXPECT_EQ(sums.items[1].share.n + sums.items[1].table.n, 0);
  EXPECT_EQ(sums.items[2].share.n, 0);
  EXPECT_EQ(sums.items[2].table.sum, kPoint * 8);
  EXPECT_EQ(sums.items[2].opening.sum, kPoint * 3 / 2);

  ModeSums twice;
  twice.add(sums);
  twice.add(ModeSums());
  twice.add(sums);
  sums.add(shared_win());
  EXPECT_EQ(twice.games, sums.games);
  EXPECT_EQ(twice.histogram, sums.histogram);
  EXPECT_EQ(twice.items[0].share.squares, sums.items[0].share.squares);
  EXPECT_EQ(twice.places[1].margin.squares, sums.places[1].margin.squares);
}

TEST(Study, MomentsByHand) {
  Moments m;
  EXPECT_EQ(m.mean(), 0);
  EXPECT_EQ(m.error(), 0);
  for (const int value : {2, 4, 4, 4, 5, 5, 7, 9}) m.add(value);
  EXPECT_DOUBLE_EQ(m.mean(), 5);
  EXPECT_NEAR(m.standard_deviation(), std::sqrt(32.0 / 7), 1e-12);
  EXPECT_NEAR(m.error(), std::sqrt(32.0 / 7 / 8), 1e-12);
}

TEST(Study, BandsAndParts) {
  ModeSums mode;
  for (const int score : {39, 40, 49, 50, 61, 300}) {
    ai::GameOutcome game;
    game.scores.seats = 1;
    game.scores.total = {static_cast<std::int16_t>(score), 0, 0, 0};
    mode.add(game);
  }
  EXPECT_EQ(count_bands(mode, {40, 50, 60}), (std::vector<std::uint64_t>{1, 2, 1, 2}));
  EXPECT_EQ(mode.score_at(0.5), 49);
  EXPECT_EQ(mode.score_at(1), 255) << "the last bin holds all above";
}

TEST(Study, LanternsAddUp) {
  Study study = lanterns_study(600);
  const StudyReport report = run_study(study, kGoOn);
  ASSERT_EQ(report.games, 600U);
  const ModeSums& mode = report.modes[0];
  // Whoever wins, all shares together are one for each seat.
  std::int64_t shares = 0;
  std::int64_t margins = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(mode.places[i].share.n, 600);
    shares += mode.places[i].share.sum;
    margins += mode.places[i].margin.sum;
  }
  EXPECT_EQ(shares, 600 * 3 * kPoint);
  EXPECT_EQ(margins, 0);
  const StudyComparison cards = study_comparison(study, report, study.plan.groups[0]);
  ASSERT_EQ(cards.rows.size(), 9U);
  EXPECT_FALSE(cards.for_all);
  std::int64_t won = 0;
  std::int64_t drawn = 0;
  for (const StudyRow& row : cards.rows) {
    won += row.uses;
    drawn += row.offered;
    EXPECT_LE(row.uses, row.offered);
    EXPECT_LE(row.times, row.uses);
  }
  EXPECT_EQ(won, 600 * lanterns::kRounds);
  EXPECT_EQ(drawn, 600 * lanterns::kLanterns) << "every card is drawn";
  // A round that is won gives points: who has used a card wins more than a fair share.
  for (const StudyRow& row : cards.rows) {
    if (row.times <= 50) continue;
    EXPECT_GT(row.share, 1) << row.name;
    EXPECT_GT(row.margin, 0) << row.name;
  }
  const StudyComparison end = study_comparison(study, report, study.plan.groups[1]);
  ASSERT_EQ(end.rows.size(), 1U);
  EXPECT_TRUE(end.for_all);
  EXPECT_EQ(end.rows[0].times, 600);
  EXPECT_NEAR(end.rows[0].margin, 0, 1e-9);

  const auto verdicts = study_verdicts(study, report);
  ASSERT_EQ(verdicts.size(), 4U);
  EXPECT_FALSE(verdicts[0].holds) << "the lowest two cards never win";
  EXPECT_FALSE(verdicts[1].holds) << "who won the last round is ahead";
  EXPECT_FALSE(verdicts[2].holds);
  EXPECT_FALSE(verdicts[3].holds);
  study.plan.claims[2].high = 100;
  EXPECT_TRUE(study_verdicts(study, report)[2].holds);
}

TEST(Study, TheNumberOfThreadsChangesNothing) {
  for (const std::string name : {"solenia", "circadians"}) {
    const Study one = study_of(name, 250, 1);
    const Study three = study_of(name, 250, 3);
    const StudyReport first = run_study(one, kGoOn);
    const StudyReport again = run_study(three, kGoOn);
    EXPECT_EQ(first.games, 250U);
    EXPECT_EQ(dump_json(study_json(one, first)), dump_json(study_json(three, again)));
    EXPECT_EQ(study_text(one, first, "this"), study_text(three, again, "this"));
    EXPECT_EQ(study_plots(one, first), study_plots(three, again));
  }
}

TEST(Study, GamesOfBotsAddUp) {
  for (const std::string name : {"solenia", "circadians"}) {
    const Study study = study_of(name, 300);
    const StudyReport report = run_study(study, kGoOn);
    std::uint64_t games = 0;
    for (std::size_t m = 0; m < report.modes.size(); ++m) {
      const ModeSums& mode = report.modes[m];
      EXPECT_EQ(mode.games, study.games_of(m));
      games += mode.games;
      const int seats = study.bot_games[m].front().game->seats();
      EXPECT_EQ(mode.score.n, static_cast<std::int64_t>(mode.games) * seats);
      if (seats == 1) continue;
      std::int64_t shares = 0;
      std::int64_t margins = 0;
      for (const auto& place : mode.places) {
        shares += place.share.sum;
        margins += place.margin.sum;
      }
      EXPECT_EQ(shares, static_cast<std::int64_t>(mode.games) * seats * kPoint);
      EXPECT_EQ(margins, 0);
    }
    EXPECT_EQ(games, 300U);
    // Every group that is looked at is there, and what is offered is taken at most as often.
    for (const auto& group : study.plan.groups) {
      const StudyComparison table = study_comparison(study, report, group);
      EXPECT_FALSE(table.rows.empty()) << group.group;
      std::int64_t uses = 0;
      for (const StudyRow& row : table.rows) {
        uses += row.uses;
        EXPECT_TRUE(group.offered.empty() || row.uses <= row.offered) << row.id;
        EXPECT_FALSE(row.name.empty());
      }
      EXPECT_GT(uses, 0) << group.group;
    }
  }
}

TEST(Study, WhatIsChosenOnceIsCountedOnce) {
  const Study study = study_of("solenia", 400);
  const StudyReport report = run_study(study, kGoOn);
  const auto seats_in = [&](const std::string& part) {
    std::int64_t n = 0;
    for (std::size_t m = 0; m < report.modes.size(); ++m) {
      if (study.plan.modes[m].name.find(part) != std::string::npos) n += report.modes[m].score.n;
    }
    return n;
  };
  const auto uses = [&](const std::string& group) {
    std::int64_t n = 0;
    for (const auto& one : study.plan.groups) {
      if (one.group != group) continue;
      for (const auto& row : study_comparison(study, report, one).rows) n += row.uses;
    }
    return n;
  };
  for (const char* group : {"level1", "halves-day", "halves-night"})
    EXPECT_EQ(uses(group), seats_in("improvements")) << group;
  EXPECT_EQ(uses("start"), 400);
  EXPECT_EQ(uses("strips"), 400 * 4);

  const Study other = study_of("circadians", 120);
  const StudyReport told = run_study(other, kGoOn);
  std::int64_t seats = 0;
  for (const auto& mode : told.modes) seats += mode.score.n;
  std::int64_t leaders = 0;
  for (const auto& row : study_comparison(other, told, other.plan.groups[0]).rows)
    leaders += row.uses;
  EXPECT_EQ(other.plan.groups[0].group, "leaders");
  EXPECT_EQ(leaders, seats);
}

TEST(Study, StopsWhenAsked) {
  const Study study = study_of("solenia", 100000000, 2);
  int asked = 0;
  const StudyReport report = run_study(study, [&](std::uint64_t /*done*/) { return ++asked < 3; });
  EXPECT_LT(report.games, study.games);
  std::uint64_t games = 0;
  for (const auto& mode : report.modes) games += mode.games;
  EXPECT_EQ(games, report.games);
}

TEST(Study, PlotsOfNothingAreStillPlots) {
  EXPECT_NE(bars_svg({"a < b", "", "", 0, {}, 1, {}}).find("a &lt; b"), std::string::npos);
  EXPECT_NE(histograms_svg("none", "", {}).find("</svg>"), std::string::npos);
  EXPECT_NE(columns_svg("none", "", "", {}).find("</svg>"), std::string::npos);
}

}  // namespace
}  // namespace tidelock::arena
