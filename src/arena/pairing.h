// A pairing: two bots play many games. Which is stronger, by how much Elo, and how sure is that?
//
// Games are counted in groups, which are independent of each other. A plain group is one game with
// its own deal; A moves one seat on from game to game. A mirrored group is one deal (same seed, so
// the same luck) played once with A in each seat and B in all others: with two seats the game pair
// of engine testing. A solo group is one deal that both play alone; the higher total wins.
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

// A game that bots play, and where they come from.
struct BotGame {
  std::shared_ptr<const AnyGame> game;
  std::shared_ptr<const ai::AnyAi> ai;

  [[nodiscard]] int sides() const { return game->seats() == 1 ? 2 : game->seats(); }
  // Games counted for a group: two solo games that are compared count as one.
  [[nodiscard]] int games_in_group(bool mirror) const;
};

enum class Ending { kAllPlayed, kDecided, kInterrupted };

struct PairingReport {
  Tally tally;
  Ending ending = Ending::kAllPlayed;
  double llr = 0;                 // log-likelihood ratio, if there is an SPRT
  std::array<BotTime, 2> time{};  // of A and of B
  double seconds = 0;
};

// An error for an unknown bot, without starting a program.
[[nodiscard]] std::optional<Error> check_bot(const ai::AnyAi& ai, const std::string& bot);

// If the bots are deterministic, the result depends on the options only, not on the workers.
// `progress` gets the counts so far and returns whether to go on. An error if an outside program
// failed. The report is empty in a process that does not lead.
[[nodiscard]] Result<PairingReport> play_pairing(
    const BotGame& bot_game, const PairingOptions& options, WorkerPool& workers,
    const std::function<bool(const PairingReport&)>& progress);

// Everything but "timing" is the same in every run.
[[nodiscard]] Json pairing_json(const PairingReport& report, const BotGame& bot_game,
                                const PairingOptions& options);
[[nodiscard]] std::string pairing_text(const PairingReport& report, const BotGame& bot_game,
                                       const PairingOptions& options);

}  // namespace tidelock::arena
