// Statistics of a pairing from A's point of view: score, margins, Elo and the sequential
// probability ratio test. Only integers are summed, so the order of addition does not matter.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/luck.h"

namespace tidelock::arena {

inline constexpr int kPoint = 12;  // a won game, divisible among two, three and four winners

// One game from A's point of view.
struct GameLine {
  std::int32_t share = 0;      // A's part of the point
  std::int32_t margin = 0;     // A's total less the best other one
  std::int32_t total_a = 0;    // what A scored
  std::int32_t total_b = 0;    // what all Bs scored together
  std::int32_t decisions = 0;  // made by a bot, forced moves apart
};

// The sequential probability ratio test (SPRT: Wald 1945) between two hypotheses about A's Elo: it
// ends when the log-likelihood ratio leaves [-kBound, kBound].
struct Sprt {
  static constexpr double kWrong = 0.05;          // alpha = beta: the rate of either error
  static constexpr double kBound = 2.9444389792;  // log((1 - kWrong) / kWrong)
  double low = 0, high = 0;
};

inline constexpr double kEloScale = 400;          // this much Elo is odds of ten to one
inline constexpr double kNormal95 = 1.959963985;  // standard errors of a 95 % confidence interval

// A's expected score for a difference in Elo among `sides` players, all others B: odds of
// 10^(elo / 400) against each of them (with two sides Elo's logistic curve). And back.
[[nodiscard]] double expected_score(double elo, int sides);
[[nodiscard]] double elo_of_score(double share, int sides);

// Counts the games of a pairing. Games of one group share a deal and are correlated, so errors are
// computed over groups (for pairs the pentanomial model of engine testing).
class Tally {
 public:
  // `sides`: players of a game; two for solo games, as two of them are compared.
  Tally(int sides, int games_in_group) : sides_(sides), group_(games_in_group) {}

  void add(std::span<const GameLine> group);

  [[nodiscard]] int sides() const { return sides_; }
  [[nodiscard]] std::uint64_t groups() const { return groups_; }
  [[nodiscard]] std::uint64_t games() const { return groups_ * static_cast<std::uint64_t>(group_); }
  [[nodiscard]] std::uint64_t wins() const { return wins_; }      // alone
  [[nodiscard]] std::uint64_t draws() const { return draws_; }    // shared with others
  [[nodiscard]] std::uint64_t losses() const { return losses_; }  // without a share
  [[nodiscard]] std::uint64_t decisions() const { return decisions_; }

  [[nodiscard]] double score() const;        // 0 to 1; the fair share if there are no games
  [[nodiscard]] double score_error() const;  // its standard error, at least half a game
  // At least half a game away from 0 and 1, where Elo would be infinite.
  [[nodiscard]] double safe_score() const;
  [[nodiscard]] double fair() const { return 1.0 / sides_; }
  [[nodiscard]] double margin() const;
  [[nodiscard]] double margin_error() const;
  [[nodiscard]] double points_a() const;   // the mean total
  [[nodiscard]] double points_b() const;   // of one B
  [[nodiscard]] double elo() const;        // of the safe score
  [[nodiscard]] double elo_error() const;  // half the 95 % confidence interval

  // The log-likelihood ratio of `test.high` against `test.low`. Elo fixes only the mean of a
  // group's score; the rest of its distribution is a nuisance parameter, so each hypothesis gets
  // the maximum-likelihood multinomial with its mean (generalised SPRT, as fishtest uses it). For
  // mirrored pairs the groups have five scores: pentanomial.
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
