#include <algorithm>
#include <chrono>

#include "ai/ai_of.h"

namespace tidelock::ai {

double measure_copies(void* to, const void* from, std::size_t bytes,
                      void (*copy)(void*, const void*)) {
  constexpr int kTimes = 200000;
  constexpr std::size_t kRow = 62;
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kTimes; ++i) {
      const std::size_t at = static_cast<std::size_t>(i) % kRow * bytes;
      copy(static_cast<char*>(to) + at, static_cast<const char*>(from) + at);
    }
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
    best = std::min(best, spent.count() / kTimes);
  }
  return best;
}

}  // namespace tidelock::ai
