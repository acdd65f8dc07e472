// Every bot, with few iterations: for tests that want all of them and little time.
#pragma once

#include <array>
#include <string_view>

namespace tidelock::ai {

inline constexpr std::array<std::string_view, 8> kQuickBots = {
    "random", "greedy", "novice:5", "easy:5", "medium:5", "hard:8", "master:8", "mcts-plain:3"};

}  // namespace tidelock::ai
