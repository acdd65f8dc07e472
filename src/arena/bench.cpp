#include "arena/bench.h"

#include <algorithm>
#include <chrono>

namespace tidelock::arena {

BenchResult bench(const BenchCase& one, double seconds,
                  const std::function<std::uint64_t()>& allocations) {
  BenchResult out;
  out.copy_ns = one.ai->copy_ns();
  out.state_bytes = one.ai->state_bytes();
  std::uint64_t first = 0;
  const auto timed = [&](std::uint64_t count, std::uint64_t& decisions) {
    const auto begin = std::chrono::steady_clock::now();
    decisions = one.ai->play_random(1, first, count, nullptr);
    first += count;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  std::uint64_t decisions = 0;
  std::uint64_t count = 256;
  double spent = timed(count, decisions);  // warm up, and see how long a run must be
  // The best of several stretches: others on the machine can only slow it down.
  constexpr int kStretches = 8;
  count = std::max<std::uint64_t>(
      256, static_cast<std::uint64_t>(static_cast<double>(count) / std::max(spent, 1e-9) * seconds /
                                      kStretches));
  const std::uint64_t before = allocations();
  for (int i = 0; i < kStretches; ++i) {
    spent = timed(count, decisions);
    const double rate = static_cast<double>(count) / spent;
    if (rate > out.games_per_second) {
      out.games_per_second = rate;
      out.decisions_per_second = static_cast<double>(decisions) / spent;
    }
  }
  out.allocations_per_game =
      static_cast<double>(allocations() - before) / static_cast<double>(kStretches * count);
  return out;
}

std::uint64_t signature(const std::vector<BenchCase>& cases, std::uint64_t checksum) {
  for (const BenchCase& one : cases) {
    (void)one.ai->play_random(20, 0, 500, &checksum);
    const std::vector<std::string> bots(static_cast<std::size_t>(one.game->seats()), "greedy");
    one.ai->play(bots, 21, 0, 4, [&](const ai::GameOutcome& outcome) {
      for (const auto total : outcome.scores.total)
        checksum = mix(checksum + static_cast<std::uint64_t>(total));
    });
  }
  return checksum;
}

}  // namespace tidelock::arena
