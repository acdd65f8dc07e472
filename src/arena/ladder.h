// Bots in the order of their strength: a round robin of mirrored pairings, and the ratings that
// explain all results best. With more than two players each bot of a pairing is once the one among
// many.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/pairing.h"

namespace tidelock::arena {

// The pairing of bots[a] with bots[b], and how it ended.
struct Pairing {
  std::size_t a, b;
  PairingReport report;
};

struct Rating {
  double elo = 0;    // above the weakest
  double error = 0;  // half the 95 % confidence interval, relative to the mean of all
};

// Maximum-likelihood ratings over all games of all pairings: the Bradley-Terry model (1952) in Elo
// units, with expected_score() for more than two players. The errors come from the observed
// variance between groups (a sandwich estimator). Empty if a pairing has no games.
[[nodiscard]] std::vector<Rating> rate(std::size_t bots, const std::vector<Pairing>& pairings,
                                       int sides);

struct LadderOptions {
  std::vector<std::string> bots;
  PairingOptions pairing;  // of every pairing, a and b apart; always mirrored
};

// The number of pairings.
[[nodiscard]] std::size_t pairings_of(std::size_t bots, int sides);

struct LadderReport {
  std::vector<Pairing> pairings;
  std::vector<Rating> ratings;  // one for each bot, or none
  bool interrupted = false;

  // The bots, strongest first.
  [[nodiscard]] std::vector<std::size_t> order(std::size_t bots) const;
  // The share of the points of one bot against another; less than 0 if they have not met.
  [[nodiscard]] double score(std::size_t bot, std::size_t against) const;
};

// `progress` gets the number of games so far and returns whether to go on.
[[nodiscard]] Result<LadderReport> play_ladder(const BotGame& bot_game,
                                               const LadderOptions& options, WorkerPool& workers,
                                               const std::function<bool(std::uint64_t)>& progress);

[[nodiscard]] Json ladder_json(const LadderReport& report, const BotGame& bot_game,
                               const LadderOptions& options);
[[nodiscard]] std::string ladder_text(const LadderReport& report, const BotGame& bot_game,
                                      const LadderOptions& options);
// Bots from top to bottom, Elo from left to right, with the errors.
[[nodiscard]] std::string ladder_svg(const LadderReport& report, const BotGame& bot_game,
                                     const LadderOptions& options);

}  // namespace tidelock::arena
