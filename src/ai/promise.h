// What a search is asked, and what it answers.
#pragma once

#include <cstdint>
#include <memory>

#include "ai/network.h"
#include "ai/spec.h"

namespace tidelock::ai {

enum class Goal : std::uint8_t { kWinning, kMargin };

struct SearchOptions {
  Limits limits;
  std::shared_ptr<const Network> network;  // none: the simple evaluation, and all moves alike
  Goal goal = Goal::kWinning;
  bool playouts = false;  // random play to the end in place of an evaluation
  int exploration = kWin / 3;
  bool noise = false;  // at the root, for games that are learned from
};

// What a position promises a seat.
struct Promise {
  int goal = 0;    // what the search maximises, of kWin
  int chance = 0;  // of winning, of kWin
  int margin = 0;  // points ahead of the best other seat, in hundredths; alone: points
};

}  // namespace tidelock::ai
