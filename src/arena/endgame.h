// How well a bot plays in endgames that the exact solver solves.
#pragma once

#include <functional>
#include <string>

#include "ai/any_ai.h"
#include "core/json.h"

namespace tidelock::arena {

struct EndgameOptions {
  std::string bot;
  std::uint64_t positions = 0;
  std::uint64_t seed = 0;
};

struct EndgameReport {
  std::uint64_t positions = 0;
  std::uint64_t close = 0;   // choices that lost at most kClose
  std::uint64_t solved = 0;  // by the bot itself
  double loss = 0;           // points, summed
  double worst = 0;
  std::uint64_t nanoseconds = 0;

  static constexpr double kClose = 0.05;  // points
  void add(const ai::EndgameChoice& choice);
};

// `tick` gets the report so far and returns whether to go on.
Result<EndgameReport> judge_endgames(const ai::AnyAi& ai, const EndgameOptions& options,
                                     const std::function<bool(const EndgameReport&)>& tick);

[[nodiscard]] std::string endgame_text(const EndgameReport& report, const AnyGame& game,
                                       const EndgameOptions& options);
[[nodiscard]] Json endgame_json(const EndgameReport& report, const AnyGame& game,
                                const EndgameOptions& options);

}  // namespace tidelock::arena
