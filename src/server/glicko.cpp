#include "server/glicko.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tidelock::server {
namespace {

// The paper's names: mu and phi are rating and deviation on its inner scale, sigma the volatility,
// tau how much that may change.
constexpr double kScale = 173.7178;
constexpr double kBase = 1500;
constexpr double kTau = 0.5;
constexpr double kMostDeviation = 350;
constexpr double kLeastDeviation = 30;  // somebody who plays much still moves
constexpr double kClose = 0.000001;
constexpr int kMostSteps = 100;  // far more than it ever takes

double g_of(double phi) {
  return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi));
}

// Step 5: the new volatility, by the Illinois form of regula falsi.
double new_volatility(double sigma, double phi, double v, double delta) {
  const double a = std::log(sigma * sigma);
  const auto f = [&](double x) {
    const double e = std::exp(x);
    const double d = phi * phi + v + e;
    return e * (delta * delta - d) / (2 * d * d) - (x - a) / (kTau * kTau);
  };
  double low = a;
  double high = 0;
  if (delta * delta > phi * phi + v) {
    high = std::log(delta * delta - phi * phi - v);
  } else {
    int k = 1;
    while (f(a - k * kTau) < 0 && k < kMostSteps) ++k;
    high = a - k * kTau;
  }
  double f_low = f(low);
  double f_high = f(high);
  for (int step = 0; std::abs(high - low) > kClose && step < kMostSteps; ++step) {
    const double middle = low + (low - high) * f_low / (f_high - f_low);
    const double f_middle = f(middle);
    if (f_middle * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      f_low /= 2;
    }
    high = middle;
    f_high = f_middle;
  }
  return std::exp(low / 2);
}

double periods_in(std::int64_t elapsed_ms) {
  // A clock that was set back takes no time away.
  return static_cast<double>(std::max<std::int64_t>(0, elapsed_ms)) /
         static_cast<double>(kRatingPeriodMs);
}

}  // namespace

Rating rested(const Rating& rating, std::int64_t elapsed_ms) {
  const double grown = rating.volatility * kScale;
  Rating out = rating;
  out.deviation = std::min(kMostDeviation, std::sqrt(rating.deviation * rating.deviation +
                                                     grown * grown * periods_in(elapsed_ms)));
  return out;
}

Rating played(const Rating& rating, std::int64_t elapsed_ms,
              std::span<const Encounter> encounters) {
  if (encounters.empty()) return rating;
  const double mu = (rating.rating - kBase) / kScale;
  const double phi = rating.deviation / kScale;
  double information = 0;
  double surprise = 0;
  for (const Encounter& one : encounters) {
    const double g = g_of(one.opponent.deviation / kScale);
    const double expected = 1 / (1 + std::exp(-g * (mu - (one.opponent.rating - kBase) / kScale)));
    information += one.weight * g * g * expected * (1 - expected);
    surprise += one.weight * g * (one.score - expected);
  }
  // Against somebody who is hopelessly far away nothing can be learned.
  if (!(information > kClose)) return rested(rating, elapsed_ms);
  const double v = 1 / information;
  Rating out = rating;
  out.volatility = new_volatility(rating.volatility, phi, v, v * surprise);
  const double before =
      rested({rating.rating, rating.deviation, out.volatility}, elapsed_ms).deviation / kScale;
  const double after = 1 / std::sqrt(1 / (before * before) + information);
  out.deviation = std::clamp(after * kScale, kLeastDeviation, kMostDeviation);
  out.rating = kBase + kScale * (mu + after * after * surprise);
  return out;
}

}  // namespace tidelock::server
