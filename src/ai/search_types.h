// The options of a search, and the value estimates it works with.
#pragma once

#include <cstdint>
#include <memory>

#include "ai/network.h"
#include "ai/spec.h"

namespace tidelock::ai {

enum class Goal : std::uint8_t { kWinning, kMargin };

// Turns of a policy rollout, for `master`, hints and analysis.
inline constexpr int kRolloutTurns = 4;

struct SearchOptions {
  Limits limits;
  std::shared_ptr<const Network> network;  // none: the simple evaluation and uniform priors
  Goal goal = Goal::kWinning;
  bool playouts = false;       // random playouts to the end in the place of an evaluation
  int rollout_turns = 0;       // turns of a policy rollout before a position is evaluated
  int exploration = kWin / 3;  // PUCT's constant c, in parts of kWin
  bool root_noise = false;     // for self-play
};

// The value estimate of a position or move for one seat.
struct ValueEstimate {
  int utility = 0;  // what the search maximises, in parts of kWin
  int chance = 0;   // of winning, in parts of kWin
  int margin = 0;   // hundredths of a point ahead of the best other seat; solo: of the score
};

// The chance of winning, in parts of kWin, that goes with a margin in hundredths of a point, where
// there is no network to say better: 1/2 + x / (2 * (|x| + 10 points)), an S-curve in integers. A
// margin of kThreeOfFour wins three games of four.
[[nodiscard]] constexpr int chance_of_margin(int margin) {
  constexpr int kThreeOfFour = 1000;
  const std::int64_t x = margin < 0 ? -std::int64_t{margin} : std::int64_t{margin};
  const std::int64_t half = kWin / 2 * x / (x + kThreeOfFour);
  return static_cast<int>(kWin / 2 + (margin < 0 ? -half : half));
}

// What is maximised: the chance of winning, and with a quarter of the weight the margin.
[[nodiscard]] constexpr int utility_of(int chance, int margin) {
  return (3 * chance + chance_of_margin(margin)) / 4;
}

}  // namespace tidelock::ai
