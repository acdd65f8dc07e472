// Counts allocations, so that `tidelock bench` can tell how many a game makes. Where it is there,
// mimalloc serves them: messages of a server are many small texts. It goes round through all of its
// memory, so that what it gives is seldom in the cache; so a few pieces of each size that were just
// given back are kept here, and the last of them is given first.
#include <array>
#include <cstdlib>
#include <new>
#include <utility>
#ifdef TIDELOCK_MIMALLOC
#include <mimalloc.h>
#endif

#include "cli/common.h"

namespace {
thread_local std::uint64_t counted =
    0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

#ifdef TIDELOCK_MIMALLOC
struct Piece {
  Piece* next;
};
constexpr std::size_t kStep = 16;
constexpr std::size_t kSizes = 33;  // 16 to 512 bytes
constexpr unsigned kMost = 16;      // of each size

struct Pieces {
  std::array<Piece*, kSizes> last;
  std::array<unsigned, kSizes> room;  // for so many more
};
// Nothing has to be done before the first use of it, nor after the last.
thread_local constinit Pieces kept =
    {};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

// Makes room for pieces while the thread lives, and gives them back when it ends.
struct Keeper {
  Keeper() { kept.room.fill(kMost); }
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  ~Keeper() {
    kept.room.fill(0);
    for (Piece*& last : kept.last) {
      while (last != nullptr) mi_free(std::exchange(last, last->next));
    }
  }
};

std::size_t place_of(std::size_t size) { return (size + kStep - 1) / kStep; }

void* taken(std::size_t size) {
  const std::size_t place = place_of(size);
  if (place >= kSizes) return mi_malloc(size);
  Piece*& last = kept.last[place];
  if (last == nullptr) return mi_malloc(place * kStep);
  ++kept.room[place];
  return std::exchange(last, last->next);
}
void given_back(void* memory) { mi_free(memory); }
void given_back(void* memory, std::size_t size) {
  const std::size_t place = place_of(size);
  if (memory == nullptr || place >= kSizes) return mi_free(memory);
  if (kept.room[place] == 0) {
    // The first time in this thread there is no room yet, and the last times none any more.
    thread_local const Keeper kKeeper;
    if (kept.room[place] == 0) return mi_free(memory);
  }
  --kept.room[place];
  kept.last[place] = new (memory) Piece{kept.last[place]};
}
#else
void* taken(std::size_t size) { return std::malloc(size); }
void given_back(void* memory) { std::free(memory); }
void given_back(void* memory, std::size_t /*size*/) { std::free(memory); }
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
void operator delete(void* memory, std::size_t size) noexcept { given_back(memory, size); }
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
