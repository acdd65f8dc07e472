// The input features of a network: numbered inputs of a position with small integer values, and the
// traits (features) of a move. The games define them; to the network they are only numbers.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>

#include "core/fixed.h"
#include "core/luck.h"

namespace tidelock {

// Quantised: a binary input that is on is kOne; amounts go from -127 to 127 in the same unit.
struct Input {
  static constexpr int kOne = 16;
  std::uint16_t index;
  std::int16_t value;
};

// Binary inputs apart from amounts: nearly all are binary, and adding their weights is quicker than
// multiplying.
class Inputs {
 public:
  void clear() {
    yes_.clear();
    amounts_.clear();
  }
  void yes(int index) { yes_.push(static_cast<std::uint16_t>(index)); }
  // `sixteenths` of one.
  void amount(int index, int sixteenths) {
    const int value = sixteenths > 127 ? 127 : sixteenths < -127 ? -127 : sixteenths;
    if (value != 0)
      amounts_.push({static_cast<std::uint16_t>(index), static_cast<std::int16_t>(value)});
  }
  using Yes = FixedList<std::uint16_t, 512>;
  using Amounts = FixedList<Input, 160>;
  [[nodiscard]] const Yes& all_yes() const { return yes_; }
  [[nodiscard]] const Amounts& all_amounts() const { return amounts_; }

 private:
  Yes yes_;
  Amounts amounts_;
};

// The features of a move: numbers below G::kTraits.
using Traits = FixedList<std::uint16_t, 12>;

// `inputs` are the features of a position for a seat, computed from that seat's knowledge only;
// `traits` those of one of its legal moves.
template <class G>
concept Learned = requires(const G g, const typename G::State s, typename G::Move m, Seat seat,
                           Inputs& inputs, Traits& traits) {
  { G::kInputs } -> std::convertible_to<int>;
  { G::kTraits } -> std::convertible_to<int>;
  g.inputs(s, seat, inputs);
  g.traits(s, seat, m, traits);
};

// All inputs of a seat in a row, one byte each, for networks that are not ours.
template <Learned G>
void write_inputs(const G& game, const typename G::State& s, Seat seat,
                  std::span<std::int8_t, static_cast<std::size_t>(G::kInputs)> row) {
  Inputs inputs;
  game.inputs(s, seat, inputs);
  std::fill(row.begin(), row.end(), std::int8_t{0});
  for (const auto index : inputs.all_yes()) row[index] = Input::kOne;
  for (const Input& one : inputs.all_amounts())
    row[one.index] = static_cast<std::int8_t>(one.value);
}

}  // namespace tidelock
