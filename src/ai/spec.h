// A bot as it is asked for: NAME[:LIMIT][*THREADS][@NETWORK], as in hard, master:40ms,
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

// How long a search may take; 0: no such limit. With both, whichever comes first.
struct Limits {
  std::uint32_t iterations = 0;
  std::uint32_t milliseconds = 0;
  friend bool operator==(const Limits&, const Limits&) = default;
};

struct BotSpec {
  std::string name;  // one of kBotNames
  Limits limits;     // none: the bot's own
  unsigned threads = 1;
  std::string network;  // a file; empty: the one that comes with the game
  friend bool operator==(const BotSpec&, const BotSpec&) = default;
};

// An error that says what was expected for anything else: an unknown name, a limit that is not
// above zero or that the bot has no use for.
Result<BotSpec> read_bot(std::string_view text);

// "40ms", "2s", "500".
Result<Limits> read_limits(std::string_view text);

[[nodiscard]] bool searches(std::string_view name);

}  // namespace tidelock::ai
