// Counts allocations, so that `tidelock bench` can tell how many a game makes. Where it is there,
// mimalloc serves them: messages of a server are many small texts.
#include <cstdlib>
#include <new>
#ifdef TIDELOCK_MIMALLOC
#include <mimalloc.h>
#endif

#include "cli/common.h"

namespace {
thread_local std::uint64_t counted =
    0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

#ifdef TIDELOCK_MIMALLOC
void* taken(std::size_t size) { return mi_malloc(size); }
void given_back(void* memory) { mi_free(memory); }
#else
void* taken(std::size_t size) { return std::malloc(size); }
void given_back(void* memory) { std::free(memory); }
#endif

void* counted_alloc(std::size_t size) {
  ++counted;
  void* memory = taken(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}
}  // namespace

void* operator new(std::size_t size) { return counted_alloc(size); }
void* operator new[](std::size_t size) { return counted_alloc(size); }
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return counted_alloc(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return counted_alloc(size);
}
void operator delete(void* memory) noexcept { given_back(memory); }
void operator delete[](void* memory) noexcept { given_back(memory); }
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept { given_back(memory); }
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept { given_back(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { given_back(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { given_back(memory); }

namespace tidelock::cli {
std::uint64_t allocations() { return counted; }
void give_memory_back_at_once() {
#ifdef TIDELOCK_MIMALLOC
#if MI_MALLOC_VERSION >= 210
  mi_option_set(mi_option_purge_delay, 0);
#else
  mi_option_set(mi_option_decommit_delay, 0);
#endif
#endif
}
}  // namespace tidelock::cli
