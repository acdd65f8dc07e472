#include "server/glicko.h"

#include <array>
#include <gtest/gtest.h>
#include <vector>

namespace tidelock::server {
namespace {

// The worked example of the paper: three games in one rating period.
TEST(Glicko, WorkedExample) {
  const Rating me{1500, 200, 0.06};
  const std::array<Encounter, 3> games = {
      Encounter{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
  const Rating after = played(me, kRatingPeriodMs, games);
  EXPECT_NEAR(after.rating, 1464.06, 0.01);
  EXPECT_NEAR(after.deviation, 151.52, 0.01);
  EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

TEST(Glicko, WinningNeverHurtsAndLosingNeverHelps) {
  for (const double mine : {800.0, 1500.0, 2200.0}) {
    for (const double theirs : {800.0, 1500.0, 2200.0}) {
      for (const double deviation : {30.0, 120.0, 350.0}) {
        const Rating me{mine, deviation, 0.06};
        const Rating other{theirs, 200, 0.06};
        const auto after = [&](double score) {
          const std::array<Encounter, 1> game = {Encounter{other, score, 1}};
          return played(me, 0, game);
        };
        EXPECT_GE(after(1).rating, mine);
        EXPECT_LE(after(0).rating, mine);
        EXPECT_GE(after(1).rating, after(0.5).rating);
        EXPECT_GE(after(0.5).rating, after(0).rating);
        for (const double score : {0.0, 0.5, 1.0}) {
          EXPECT_GE(after(score).deviation, 30);
          EXPECT_LE(after(score).deviation, 350);
        }
      }
    }
  }
}

// One game is one game, however many sat at it: three equal opponents who lost count as one.
TEST(Glicko, WeightsOfAGameAddUpToOne) {
  const Rating me{1600, 150, 0.06};
  const Rating other{1500, 90, 0.06};
  const std::array<Encounter, 1> one = {Encounter{other, 1, 1}};
  const std::vector<Encounter> three(3, Encounter{other, 1, 1.0 / 3});
  EXPECT_NEAR(played(me, 0, one).rating, played(me, 0, three).rating, 1e-6);
  EXPECT_NEAR(played(me, 0, one).deviation, played(me, 0, three).deviation, 1e-6);
}

TEST(Glicko, DeviationGrowsWithTimeToTheMost) {
  const Rating me{1700, 60, 0.06};
  EXPECT_EQ(rested(me, 0), me);
  EXPECT_EQ(rested(me, -kRatingPeriodMs), me);  // a clock that was set back
  EXPECT_GT(rested(me, 30 * kRatingPeriodMs).deviation, 60);
  EXPECT_LT(rested(me, 30 * kRatingPeriodMs).deviation, 120);
  EXPECT_EQ(rested(me, 100000 * kRatingPeriodMs).deviation, 350);
  EXPECT_EQ(rested(me, 100000 * kRatingPeriodMs).rating, 1700);
}

TEST(Glicko, SomebodyFarAwaySaysNothingAndBreaksNothing) {
  const std::array<Encounter, 1> game = {Encounter{{90000, 30, 0.06}, 0, 1}};
  const Rating after = played({1500, 200, 0.06}, 0, game);
  EXPECT_EQ(after.rating, 1500);
  const std::array<Encounter, 1> other = {Encounter{{90000, 30, 0.06}, 1, 1}};
  EXPECT_GE(played({1500, 200, 0.06}, 0, other).rating, 1500);
}

TEST(Glicko, NothingPlayedChangesNothing) {
  const Rating me{1500, 200, 0.06};
  EXPECT_EQ(played(me, 5, {}), me);
}

}  // namespace
}  // namespace tidelock::server
