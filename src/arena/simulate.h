// Many games at once, and what they tell: scores, wins, where the points came from, how often
// things happened.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "ai/any_ai.h"

namespace tidelock::arena {

struct SimOptions {
  std::vector<std::string> bots;  // one for each seat
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  unsigned threads = 1;
};

// Sums only, in whole numbers: the same whatever the number of threads.
struct SimReport {
  static constexpr int kShares = 12;  // a shared win counts a part of this for each
  static constexpr std::size_t kBins = 256;

  struct SeatSums {
    std::int64_t score = 0;
    std::int64_t score_squared = 0;
    int least = 0, most = 0;
    std::int64_t win_shares = 0;
    std::array<std::int64_t, kMaxCategories> by{};
    std::array<std::int64_t, ai::kMaxEventKinds> events{};
    std::array<std::uint64_t, kBins> histogram{};  // by score; the last bin holds all above
  };
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  int seats = 0;
  std::array<SeatSums, kMaxSeats> by_seat{};
  std::vector<std::int64_t> items;  // how often each thing was used, by anybody

  void add(const ai::GameOutcome& outcome);
  void add(const SimReport& other);
  [[nodiscard]] double mean(int seat) const;
  [[nodiscard]] double standard_deviation(int seat) const;  // standard deviation
};

// Does the units 0 to units - 1, each in one of the threads. `tick` is called now and then, and at
// the end; when it answers false, no more are begun.
void parallel_for(std::uint64_t units, unsigned threads,
                  const std::function<void(unsigned thread, std::uint64_t unit)>& work,
                  const std::function<bool()>& tick);

// `progress` is called now and then with the number of games played; when it answers false, no more
// are begun.
SimReport simulate(const ai::AnyAi& ai, const SimOptions& options,
                   const std::function<bool(std::uint64_t)>& progress);

[[nodiscard]] Json report_json(const SimReport& report, const AnyGame& game,
                               const SimOptions& options);
[[nodiscard]] std::string report_csv(const SimReport& report, const AnyGame& game);
[[nodiscard]] std::string report_text(const SimReport& report, const AnyGame& game,
                                      const SimOptions& options);

}  // namespace tidelock::arena
