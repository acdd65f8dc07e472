// Containers of fixed capacity that live inside states and on the stack. They never allocate.
// FixedStack and InplaceVector are plain data without padding, so that states can be copied,
// compared and hashed as bytes.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tidelock {

template <class T, std::size_t N>
class FixedList {
 public:
  FixedList() {}  // NOLINT: items come with push; setting up N of them would cost more than a list
  void clear() { size_ = 0; }
  void push(T value) {
    assert(size_ < N);
    items_[size_++] = value;
  }
  // Room for n more; the caller fills it.
  [[nodiscard]] T* extend(std::size_t n) {
    assert(size_ + n <= N);
    size_ += n;
    return items_.data() + (size_ - n);
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const T& operator[](std::size_t i) const {
    assert(i < size_);
    return items_[i];
  }
  [[nodiscard]] const T& front() const { return (*this)[0]; }
  [[nodiscard]] const T* begin() const { return items_.data(); }
  [[nodiscard]] const T* end() const { return items_.data() + size_; }

 private:
  static_assert(std::is_trivially_copyable_v<T>);
  std::size_t size_ = 0;
  union {
    std::array<T, N> items_;  // NOLINT: private as the rest; only the first size_ are ever read
  };
};

// A vector of at most N items that is plain data: the items themselves and their number. Unused
// items are zero, so that equal vectors are equal bytes. For tables that are made once; FixedList
// is for lists on the stack, which are made anew all the time and skip that work.
template <class T, std::size_t N>
struct InplaceVector {
  std::array<T, N> items{};
  std::uint16_t count = 0;

  static constexpr std::size_t kCapacity = N;
  constexpr void push_back(const T& value) {
    assert(count < N);
    items[count++] = value;
  }
  [[nodiscard]] constexpr std::size_t size() const { return count; }
  [[nodiscard]] constexpr bool empty() const { return count == 0; }
  [[nodiscard]] constexpr T& operator[](std::size_t i) {
    assert(i < count);
    return items[i];
  }
  [[nodiscard]] constexpr const T& operator[](std::size_t i) const {
    assert(i < count);
    return items[i];
  }
  [[nodiscard]] constexpr const T& front() const { return (*this)[0]; }
  [[nodiscard]] constexpr T* begin() { return items.data(); }
  [[nodiscard]] constexpr T* end() { return items.data() + count; }
  [[nodiscard]] constexpr const T* begin() const { return items.data(); }
  [[nodiscard]] constexpr const T* end() const { return items.data() + count; }
};

// The stack of unfinished steps in a state. Popped items are zeroed, so that equal stacks are equal
// bytes.
template <class T, std::size_t N>
struct FixedStack {
  std::array<T, N> items{};
  std::uint32_t depth = 0;

  void push(T value) {
    assert(depth < N);
    items[depth++] = value;
  }
  void pop() {
    assert(depth > 0);
    items[--depth] = T{};
  }
  [[nodiscard]] T& top() {
    assert(depth > 0);
    return items[depth - 1];
  }
  [[nodiscard]] const T& top() const {
    assert(depth > 0);
    return items[depth - 1];
  }
  friend bool operator==(const FixedStack&, const FixedStack&) = default;
};

}  // namespace tidelock
