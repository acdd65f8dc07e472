// What a search is asked, and what it answers.
#pragma once

#include <cstdint>
#include <memory>

#include "ai/network.h"
#include "ai/spec.h"

namespace tidelock::ai {

enum class Goal : std::uint8_t { kWinning, kMargin };

// How far the strongest play on (SearchOptions::ahead).
inline constexpr int kRolloutTurns = 4;

struct SearchOptions {
  Limits limits;
  std::shared_ptr<const Network> network;  // none: the simple evaluation, and all moves alike
  Goal goal = Goal::kWinning;
  bool playouts = false;  // random play to the end in place of an evaluation
  int rollout_turns = 0;  // turns that are played on by first thoughts before a position is judged
  int exploration = kWin / 3;
  bool root_noise = false;  // at the root, for games that are learned from
};

// What a position promises a seat.
struct ValueEstimate {
  int utility = 0;  // what the search maximises, of kWin
  int chance = 0;   // of winning, of kWin
  int margin = 0;   // points ahead of the best other seat, in hundredths; alone: points
};

// kWin times the chance of winning with a lead of so many hundredths of a point: a curve close to
// the logistic one. With kThreeOfFour it wins three times of four.
[[nodiscard]] constexpr int chance_of_margin(int lead) {
  constexpr int kThreeOfFour = 1000;
  const std::int64_t x = lead < 0 ? -std::int64_t{lead} : std::int64_t{lead};
  const std::int64_t half = kWin / 2 * x / (x + kThreeOfFour);
  return static_cast<int>(kWin / 2 + (lead < 0 ? -half : half));
}

// What is played for: to win, and a little by how much.
[[nodiscard]] constexpr int utility_of(int chance, int lead) {
  return (3 * chance + chance_of_margin(lead)) / 4;
}

}  // namespace tidelock::ai
