// Many games at once and their statistics: scores, wins, where the points came from, how often each
// event happened.
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

// Integer sums only: the same for any number of threads.
struct SimReport {
  static constexpr int kShares = 12;  // a win; a shared one is divided among the winners
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
  std::vector<std::int64_t> items;  // how often each item was used, by any seat

  void add(const ai::GameOutcome& outcome);
  void add(const SimReport& other);
  [[nodiscard]] double mean(int seat) const;
  [[nodiscard]] double standard_deviation(int seat) const;
};

// Runs `work` for the units 0 to units - 1, each in one of the threads. `tick` is called now and
// then, and at the end; once it returns false, no more units are started.
void parallel_for(std::uint64_t units, unsigned threads,
                  const std::function<void(unsigned thread, std::uint64_t unit)>& work,
                  const std::function<bool()>& tick);

// `progress` is called now and then with the number of games played; once it returns false, no more
// are started.
SimReport simulate(const ai::AnyAi& ai, const SimOptions& options,
                   const std::function<bool(std::uint64_t)>& progress);

[[nodiscard]] Json report_json(const SimReport& report, const AnyGame& game,
                               const SimOptions& options);
[[nodiscard]] std::string report_csv(const SimReport& report, const AnyGame& game);
[[nodiscard]] std::string report_text(const SimReport& report, const AnyGame& game,
                                      const SimOptions& options);

}  // namespace tidelock::arena
