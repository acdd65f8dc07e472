// How fast the engine is, through the interface that search uses: list the legal moves, pick one,
// apply it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ai/any_ai.h"

namespace tidelock::arena {

struct BenchCase {
  std::string mode;  // what tells it from the other cases of the game, besides the players
  std::shared_ptr<const AnyGame> game;
  std::shared_ptr<const ai::AnyAi> ai;
};

struct BenchResult {
  double games_per_second = 0;
  double decisions_per_second = 0;
  double copy_ns = 0;
  std::size_t state_bytes = 0;
  double allocations_per_game = 0;
};

// `allocations`: the number of allocations of this thread so far.
BenchResult bench(const BenchCase& one, double seconds,
                  const std::function<std::uint64_t()>& allocations);

// One number from a fixed run over all cases: the same for every compiler and machine, and
// different after any change of the rules or of the bots in it (as Stockfish's bench). `checksum`:
// that of the cases before these.
std::uint64_t signature(const std::vector<BenchCase>& cases, std::uint64_t checksum = 0);

}  // namespace tidelock::arena
