// Numbers for objects that a program outside owns. A number that was freed or never given out is
// noticed, for the places of objects are never given back and know which number they have now.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tidelock::capi {

// A handle is a kind (4 bits), how often its place was used before (36), and the place (24).
enum class Kind : std::uint64_t { kGame = 1, kState, kBot, kSession };

inline constexpr unsigned kPlaceBits = 24;
inline constexpr unsigned kUseBits = 36;

[[nodiscard]] constexpr Kind kind_of(std::uint64_t handle) {
  return static_cast<Kind>(handle >> (kPlaceBits + kUseBits));
}

template <class T, Kind OfKind>
class Handles {
 public:
  // 0 if there are as many as there may be.
  [[nodiscard]] std::uint64_t add(std::unique_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    if (free_.empty() && !grow()) return 0;
    const std::uint64_t place = free_.back();
    free_.pop_back();
    Place& here = *at(place);
    const std::lock_guard alone(here.mutex);
    here.object = std::move(object);
    here.uses = (here.uses + 1) & ((std::uint64_t{1} << kUseBits) - 1);
    here.handle = (static_cast<std::uint64_t>(OfKind) << (kPlaceBits + kUseBits)) |
                  here.uses << kPlaceBits | place;
    return here.handle;
  }

  // Whether there was one.
  bool remove(std::uint64_t handle) {
    Place* here = at(place_of(handle));
    if (here == nullptr) return false;
    std::unique_ptr<T> object;
    {
      const std::lock_guard alone(here->mutex);
      if (here->handle != handle || handle == 0) return false;
      object = std::move(here->object);
      here->handle = 0;
    }
    const std::lock_guard lock(mutex_);
    free_.push_back(place_of(handle));  // there is room: grow() reserved it
    return true;
  }

  // Calls `use` with the object, which nobody else uses meanwhile; false if there is none.
  template <class F>
  bool with(std::uint64_t handle, F&& use) {
    Place* here = at(place_of(handle));
    if (here == nullptr) return false;
    const std::lock_guard alone(here->mutex);
    if (here->handle != handle || handle == 0) return false;
    use(*here->object);
    return true;
  }

 private:
  struct Place {
    std::mutex mutex;
    std::uint64_t handle = 0;
    std::uint64_t uses = 0;
    std::unique_ptr<T> object;
  };

  // Blocks of places, each as large as all before it and kFirst more.
  static constexpr std::uint64_t kFirst = 64;
  static constexpr std::size_t kBlocks = 18;

  [[nodiscard]] static std::uint64_t place_of(std::uint64_t handle) {
    return handle & ((std::uint64_t{1} << kPlaceBits) - 1);
  }
  [[nodiscard]] Place* at(std::uint64_t place) {
    const auto block = static_cast<std::size_t>(std::bit_width(place / kFirst + 1) - 1);
    if (block >= kBlocks) return nullptr;
    Place* first = blocks_[block].load(std::memory_order_acquire);
    return first == nullptr ? nullptr
                            : first + (place - kFirst * ((std::uint64_t{1} << block) - 1));
  }
  bool grow() {
    if (used_ == kBlocks) return false;
    const std::uint64_t size = kFirst << used_;
    const std::uint64_t begin = kFirst * ((std::uint64_t{1} << used_) - 1);
    free_.reserve(begin + size);
    auto block = std::make_unique<Place[]>(size);  // NOLINT(modernize-avoid-c-arrays)
    for (std::uint64_t i = size; i-- > 0;) free_.push_back(begin + i);
    blocks_[used_++].store(block.release(), std::memory_order_release);
    return true;
  }

  std::mutex mutex_;  // of what follows; taken before that of a place
  std::vector<std::uint64_t> free_;
  std::size_t used_ = 0;
  std::array<std::atomic<Place*>, kBlocks> blocks_{};
};

}  // namespace tidelock::capi
