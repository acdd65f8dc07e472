#include "arena/stats.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tidelock::arena {

namespace {

// Pseudo-count of the scores 0 and 1 if they never occurred: otherwise no distribution over the
// seen scores might have a hypothesis' mean.
constexpr double kUnseen = 1e-3;

struct Part {
  double value, weight;
};

// The maximum-likelihood distribution with a given mean divides each weight by
// 1 + theta * (value - mean), with theta a Lagrange multiplier. Values lie on both sides of the
// mean, so there is exactly one such theta; it is found by bisection.
double theta_for(const std::vector<Part>& parts, double mean) {
  double least = -1.0 / (parts.back().value - mean);
  double most = -1.0 / (parts.front().value - mean);
  constexpr int kHalvings = 100;
  for (int i = 0; i < kHalvings; ++i) {
    const double theta = (least + most) / 2;
    double slope = 0;
    for (const Part& part : parts)
      slope += part.weight * (part.value - mean) / (1 + theta * (part.value - mean));
    (slope > 0 ? least : most) = theta;
  }
  return (least + most) / 2;
}

}  // namespace

double expected_score(double elo, int sides) {
  const double odds = std::pow(10.0, elo / kEloScale);
  return odds / (odds + sides - 1);
}

double elo_of_score(double share, int sides) {
  return kEloScale * std::log10(share * (sides - 1) / (1 - share));
}

void Tally::add(std::span<const GameLine> group) {
  std::int64_t share = 0;
  std::int64_t margin = 0;
  for (const GameLine& game : group) {
    share += game.share;
    margin += game.margin;
    totals_a_ += game.total_a;
    totals_b_ += game.total_b;
    decisions_ += static_cast<std::uint64_t>(game.decisions);
    ++(game.share == kPoint ? wins_ : game.share == 0 ? losses_ : draws_);
  }
  margins_ += margin;
  margins_squared_ += margin * margin;
  ++by_score_[static_cast<std::size_t>(share)];
  ++groups_;
}

double Tally::score() const {
  if (groups_ == 0) return fair();
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < by_score_.size(); ++i) sum += by_score_[i] * i;
  return static_cast<double>(sum) / (kPoint * static_cast<double>(games()));
}

double Tally::score_error() const {
  if (groups_ == 0) return 0.5;
  const double n = static_cast<double>(groups_);
  const double least = 0.5 / static_cast<double>(games());
  if (groups_ < 2) return least;
  const double mean = score();
  double squares = 0;
  for (std::size_t i = 0; i < by_score_.size(); ++i) {
    const double away = static_cast<double>(i) / (kPoint * group_) - mean;
    squares += static_cast<double>(by_score_[i]) * away * away;
  }
  return std::max(least, std::sqrt(squares / (n - 1) / n));
}

double Tally::margin() const {
  return groups_ == 0 ? 0 : static_cast<double>(margins_) / static_cast<double>(games());
}

double Tally::margin_error() const {
  if (groups_ < 2) return 0;
  const double n = static_cast<double>(groups_);
  const double mean = static_cast<double>(margins_) / n;
  const double squares = static_cast<double>(margins_squared_) - n * mean * mean;
  return std::sqrt(std::max(0.0, squares) / (n - 1) / n) / group_;
}

double Tally::points_a() const {
  return groups_ == 0 ? 0 : static_cast<double>(totals_a_) / static_cast<double>(games());
}

double Tally::points_b() const {
  if (groups_ == 0) return 0;
  return static_cast<double>(totals_b_) / static_cast<double>(games()) / (sides_ - 1);
}

double Tally::safe_score() const {
  if (groups_ == 0) return fair();
  const double half = 0.5 / static_cast<double>(games());
  return std::clamp(score(), half, 1 - half);
}

double Tally::elo() const { return elo_of_score(safe_score(), sides_); }

double Tally::elo_error() const {
  const double s = safe_score();
  return kNormal95 * score_error() * kEloScale / (std::log(10.0) * s * (1 - s));
}

double Tally::llr(const Sprt& test) const {
  if (groups_ == 0) return 0;
  std::vector<Part> parts;
  const std::size_t top = static_cast<std::size_t>(kPoint) * static_cast<std::size_t>(group_);
  for (std::size_t i = 0; i <= top; ++i) {
    double weight = static_cast<double>(by_score_[i]);
    if (weight == 0 && (i == 0 || i == top)) weight = kUnseen;
    if (weight > 0) parts.push_back({static_cast<double>(i) / static_cast<double>(top), weight});
  }
  const double low = expected_score(test.low, sides_);
  const double high = expected_score(test.high, sides_);
  const double theta_low = theta_for(parts, low);
  const double theta_high = theta_for(parts, high);
  double sum = 0;
  for (const Part& part : parts) {
    sum += part.weight * (std::log1p(theta_low * (part.value - low)) -
                          std::log1p(theta_high * (part.value - high)));
  }
  return sum;
}

}  // namespace tidelock::arena
