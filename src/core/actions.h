// Actions: moves as dense numbers, for policies, masks and histograms. And picking a move without
// writing the list of all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tidelock {

// A game's kinds of moves and how many values each of the numbers in them takes: the actions of a
// kind follow each other, those of the next kind follow them. An action never changes within a
// version of the rules, so a trained policy goes on fitting; new kinds come last.
template <std::size_t Kinds>
class ActionTable {
 public:
  using Sizes = std::array<std::uint16_t, 3>;
  struct Parts {
    std::size_t kind;
    int a, b, c;
  };

  explicit constexpr ActionTable(const std::array<Sizes, Kinds>& sizes) : sizes_(sizes) {
    for (std::size_t i = 0; i < Kinds; ++i) {
      const Sizes& n = sizes[i];
      first_[i + 1] = first_[i] + std::uint32_t{n[0]} * n[1] * n[2];
      weights_[i] = {first_[i], std::uint32_t{n[1]} * n[2], n[2]};
    }
  }
  [[nodiscard]] constexpr std::uint32_t size() const { return first_[Kinds]; }
  [[nodiscard]] constexpr std::uint32_t number(std::size_t kind, int a, int b = 0,
                                               int c = 0) const {
    const Weights& w = weights_[kind];
    return w.first + static_cast<std::uint32_t>(a) * w.a + static_cast<std::uint32_t>(b) * w.b +
           static_cast<std::uint32_t>(c);
  }
  [[nodiscard]] constexpr Parts parts(std::uint32_t action) const {
    std::size_t kind = 0;
    while (action >= first_[kind + 1]) ++kind;
    const Sizes& n = sizes_[kind];
    const std::uint32_t rest = action - first_[kind];
    return {kind, static_cast<int>(rest / n[2] / n[1]), static_cast<int>(rest / n[2] % n[1]),
            static_cast<int>(rest % n[2])};
  }

 private:
  // All that `number` reads of a kind: it is asked for every move of a list.
  struct Weights {
    std::uint32_t first, a, b;
  };
  std::array<Sizes, Kinds> sizes_;
  std::array<Weights, Kinds> weights_{};
  std::array<std::uint32_t, Kinds + 1> first_{};
};

// Takes the place of a list of moves: counts them and keeps the first one and the wanted one.
template <class Move>
class MovePicker {
 public:
  MovePicker() = default;
  explicit MovePicker(std::size_t wanted) : wanted_(wanted) {}
  void push(Move move) {
    if (size_ == 0) first_ = move;
    if (size_ == wanted_) picked_ = move;
    ++size_;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move front() const { return first_; }
  [[nodiscard]] Move picked() const { return picked_; }

 private:
  std::size_t size_ = 0;
  std::size_t wanted_ = SIZE_MAX;
  Move first_{}, picked_{};
};

}  // namespace tidelock
