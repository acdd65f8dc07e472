// What time it is, as rows say it: milliseconds since 1970.
#pragma once

#include <chrono>
#include <cstdint>

namespace tidelock::store {

inline std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace tidelock::store
