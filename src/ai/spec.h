// The specification of a bot: NAME[:LIMIT][*THREADS][@NETWORK], as in hard, master:40ms,
// mcts-plain:500 (iterations), master:2s*4@my.network.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace tidelock::ai {

inline constexpr std::array<std::string_view, 8> kBotNames = {
    "random", "greedy", "novice", "easy", "medium", "hard", "master", "mcts-plain"};
// The levels people choose from, each stronger than the one before.
inline constexpr std::array<std::string_view, 5> kLevels = {"novice", "easy", "medium", "hard",
                                                            "master"};

// How long a search may take; 0: no such limit. With both, the first one to be reached counts.
struct Limits {
  std::uint32_t iterations = 0;
  std::uint32_t milliseconds = 0;
  friend bool operator==(const Limits&, const Limits&) = default;
};

struct BotSpec {
  std::string name;  // one of kBotNames
  Limits limits;     // none: the level's own
  unsigned threads = 1;
  std::string network;  // a file; empty: the shipped one
  friend bool operator==(const BotSpec&, const BotSpec&) = default;
};

// Errors name what was expected: for an unknown name, a limit of zero, or a limit for a bot that
// does not search.
Result<BotSpec> read_bot(std::string_view text);

// "40ms", "2s", "500".
Result<Limits> read_limits(std::string_view text);

[[nodiscard]] bool searches(std::string_view name);

}  // namespace tidelock::ai
