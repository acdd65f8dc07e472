// What the games of a match tell about bot A: its share of the points, margins, Elo, and whether a
// sequential test is decided. Only whole numbers are summed, so the order of addition is no matter.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/luck.h"

namespace tidelock::arena {

inline constexpr int kPoint =
    12;  // the point of a game in parts that two, three and four can share

// One game as A sees it.
struct GameLine {
  std::int32_t share = 0;      // A's part of the point
  std::int32_t margin = 0;     // A's total less the best other one
  std::int32_t total_a = 0;    // what A scored
  std::int32_t total_b = 0;    // what all Bs scored together
  std::int32_t decisions = 0;  // that were asked of a bot
};

// Two rival claims about A's Elo, judged while the games come in: Wald's test of their likelihoods.
struct Sprt {
  static constexpr double kWrong = 0.05;          // how often it may err, either way
  static constexpr double kBound = 2.9444389792;  // log((1 - kWrong) / kWrong)
  double low = 0, high = 0;
};

inline constexpr double kEloScale = 400;          // ten times the odds
inline constexpr double kNormal95 = 1.959963985;  // standard errors that hold the truth in 95 %

// A's share of the points for a difference in Elo among `sides` players, all others B: odds of
// 10^(elo / 400) against each of them. And back.
[[nodiscard]] double expected_score(double elo, int sides);
[[nodiscard]] double elo_of_score(double share, int sides);

// Games come in groups that share a deal, and errors are reckoned over groups: games of one group
// are no independent witnesses.
class Tally {
 public:
  // `sides`: players of a game; two for solo games, which are compared.
  Tally(int sides, int games_in_group) : sides_(sides), group_(games_in_group) {}

  void add(std::span<const GameLine> group);

  [[nodiscard]] int sides() const { return sides_; }
  [[nodiscard]] std::uint64_t groups() const { return groups_; }
  [[nodiscard]] std::uint64_t games() const { return groups_ * static_cast<std::uint64_t>(group_); }
  [[nodiscard]] std::uint64_t wins() const { return wins_; }      // alone
  [[nodiscard]] std::uint64_t draws() const { return draws_; }    // shared with others
  [[nodiscard]] std::uint64_t losses() const { return losses_; }  // without a share
  [[nodiscard]] std::uint64_t decisions() const { return decisions_; }

  [[nodiscard]] double score() const;        // 0 to 1; without games the fair share
  [[nodiscard]] double score_error() const;  // its standard error, at least half a game
  // Half a game away from 0 and 1 at least, where Elo would have no end.
  [[nodiscard]] double safe_score() const;
  [[nodiscard]] double fair() const { return 1.0 / sides_; }
  [[nodiscard]] double margin() const;
  [[nodiscard]] double margin_error() const;
  [[nodiscard]] double points_a() const;   // the mean total
  [[nodiscard]] double points_b() const;   // of one B
  [[nodiscard]] double elo() const;        // of the safe score
  [[nodiscard]] double elo_error() const;  // of 95 %

  // How much more likely the groups are if A's Elo is `test.high` than if it is `test.low`, as a
  // logarithm: each claim may choose the distribution of a group's score that suits it best among
  // those with its mean (the generalised test; of pairs, over their five results).
  [[nodiscard]] double llr(const Sprt& test) const;

 private:
  int sides_;
  int group_;
  std::uint64_t groups_ = 0, wins_ = 0, draws_ = 0, losses_ = 0, decisions_ = 0;
  std::int64_t margins_ = 0, margins_squared_ = 0;  // of whole groups
  std::int64_t totals_a_ = 0, totals_b_ = 0;
  std::array<std::uint64_t, kPoint * kMaxSeats + 1> by_score_{};  // groups by the points of A
};

}  // namespace tidelock::arena
