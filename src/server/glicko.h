// Ratings by Glicko-2, as Mark Glickman describes it (2013). One game is one rating period's
// results; between games the deviation grows with time. Documented in docs/server.md.
#pragma once

#include <cstdint>
#include <span>

namespace tidelock::server {

struct Rating {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;
  friend bool operator==(const Rating&, const Rating&) = default;
};

// How a game ended against one opponent.
struct Encounter {
  Rating opponent;    // before the game
  double score = 0;   // 1 won, 0.5 drawn, 0 lost
  double weight = 1;  // those of one game add up to 1
};

// One rating period, within which volatility makes the deviation grow.
inline constexpr std::int64_t kRatingPeriodMs = std::int64_t{24} * 60 * 60 * 1000;

// What is known of somebody who has not played for a while: less than it was.
[[nodiscard]] Rating rested(const Rating& rating, std::int64_t elapsed_ms);

// After a game, which took place `elapsed_ms` after the last one. What it gives depends on its
// arguments and their order alone.
[[nodiscard]] Rating played(const Rating& rating, std::int64_t elapsed_ms,
                            std::span<const Encounter> encounters);

}  // namespace tidelock::server
