// Software prefetch. With more tables than a cache holds, most of the time of a move is waiting for
// memory.
#pragma once

#include <cstddef>

namespace tidelock {

inline void fetch_soon(const void* from, std::size_t bytes = 1) {
  constexpr std::size_t kLine = 64;
  const auto* const begin = static_cast<const std::byte*>(from);
  for (std::size_t i = 0; i < bytes; i += kLine) __builtin_prefetch(begin + i);
}

}  // namespace tidelock
