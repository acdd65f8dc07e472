// Two bots, many games: who is better, by how much, and how sure is that.
//
// Games are counted in groups. A plain group is one game with its own deal, and A moves on by a
// seat from game to game. A mirrored group is one deal played once with A in every seat, all other
// seats being B's. A solo group is one deal that both play alone; the higher total wins the point.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ai/any_ai.h"
#include "arena/stats.h"
#include "arena/worker_pool.h"

namespace tidelock::arena {

struct PairingOptions {
  std::string a, b;           // as for AnyAi::bot, or exec:PROGRAM
  std::uint64_t games = 400;  // rounded up to whole groups
  std::uint64_t seed = 1;
  bool mirror = false;
  std::optional<Sprt> sprt;
  int exec_milliseconds = 10000;  // for one answer of an outside program
};

// A game and who plays it.
struct Stage {
  std::shared_ptr<const AnyGame> game;
  std::shared_ptr<const ai::AnyAi> ai;

  [[nodiscard]] int sides() const { return game->seats() == 1 ? 2 : game->seats(); }
  // What counts as games: two solo games that are compared count as one.
  [[nodiscard]] int games_in_group(bool mirror) const;
};

enum class Ending { kAllPlayed, kDecided, kInterrupted };

struct PairingReport {
  Tally tally;
  Ending ending = Ending::kAllPlayed;
  double llr = 0;                 // where there is a test
  std::array<BotTime, 2> time{};  // of A and of B
  double seconds = 0;
};

// An error for a bot that nobody knows, without starting anything.
[[nodiscard]] std::optional<Error> check_bot(const ai::AnyAi& ai, const std::string& bot);

// Every result depends on the options alone, if the bots' choices do: not on the crew. `progress`
// hears what was counted so far and answers whether to go on. An error where an outside program
// failed. In a process that does not lead the report is empty.
[[nodiscard]] Result<PairingReport> play_pairing(
    const Stage& stage, const PairingOptions& options, WorkerPool& workers,
    const std::function<bool(const PairingReport&)>& progress);

// All but "timing" is the same in every run.
[[nodiscard]] Json pairing_json(const PairingReport& report, const Stage& stage,
                                const PairingOptions& options);
[[nodiscard]] std::string pairing_text(const PairingReport& report, const Stage& stage,
                                       const PairingOptions& options);

}  // namespace tidelock::arena
