// Counts what a program allocates, by replacing operator new: for one file of a test program.
// Sanitizers replace it themselves; with them nothing is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "core/testing/slow.h"

namespace tidelock::testing {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): operator new has no object
inline thread_local std::uint64_t allocated = 0;

// How often this thread has allocated memory since.
class Allocations {
 public:
  [[nodiscard]] std::uint64_t count() const { return allocated - before_; }

 private:
  std::uint64_t before_ = allocated;
};

inline void* counted_memory(std::size_t size, std::size_t alignment) {
  ++allocated;
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
  if (memory == nullptr) std::abort();
  return memory;
}
inline void give_back(void* memory) { std::free(memory); }

}  // namespace tidelock::testing

#if !defined(TIDELOCK_SANITIZED)
// Inlined, their malloc and free would look to g++ as if they were mixed up with new and delete.
// NOLINTBEGIN(misc-definitions-in-headers): a replacement may not be inline
[[gnu::noinline]] void* operator new(std::size_t size) {
  return tidelock::testing::counted_memory(size, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return tidelock::testing::counted_memory(size, static_cast<std::size_t>(alignment));
}
// The array and nothrow forms call these.
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  tidelock::testing::give_back(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  tidelock::testing::give_back(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  tidelock::testing::give_back(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/,
                                       std::align_val_t /*alignment*/) noexcept {
  tidelock::testing::give_back(memory);
}
// NOLINTEND(misc-definitions-in-headers)
#endif
