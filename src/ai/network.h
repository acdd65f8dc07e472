// A small policy and value network, quantised: evaluated in integers only, so that every machine
// computes the same bits. The quantisation is that of Jacob et al. (2018) with one scale for all
// weights. Few of many inputs are on at a time and the activations are clipped, as in NNUE (Nasu
// 2018).
//
//   inputs -> hidden (clipped ReLU) -> second (clipped ReLU) -> value head: chance, margin
//                   \-> policy head: a logit for each legal move
//
// The policy head is a bilinear form: the logit of a move is the dot product of the hidden layer
// with the sum of the rows of the move's traits. So a game with thousands of moves needs no output
// for each of them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/inputs.h"
#include "core/result.h"

namespace tidelock::ai {

// A certain win; chances are parts of this.
inline constexpr int kWin = 1 << 16;

// The logistic function (sigmoid) of x / 256, in parts of kWin.
[[nodiscard]] int sigmoid(int x);
// 2^16 * e^(-x / 256), for x >= 0: the terms of a softmax in fixed point.
[[nodiscard]] std::uint32_t exp_neg(int x);

// What the value head says of a position.
struct ValueOutput {
  int chance;  // of winning, in parts of kWin
  int margin;  // hundredths of a point to add to the simple evaluation's margin
};

// Quantised: fixed point with 8 bits after the point, so kUnit stands for 1.0. The limits make sure
// that no sum overflows 32 bits. Layers are stored in the order in which they are read.
struct Weights {
  static constexpr std::size_t kHidden = 64;
  static constexpr std::size_t kSecond = 32;
  static constexpr std::size_t kOuts = 2;
  static constexpr int kUnit = 256;
  static constexpr int kMaxWeight = 8 * kUnit - 1;      // the greatest absolute weight
  static constexpr int kMaxActivation = 4 * kUnit - 1;  // where the ReLU is clipped
  static constexpr int kPointsPerOne = 10;              // the margin output is in tens of points
  std::vector<std::int16_t> in;      // [inputs + 1][kHidden]; the last row is the bias
  std::vector<std::int16_t> policy;  // [traits][kHidden]
  std::array<std::int16_t, kSecond * kHidden> second{};
  std::array<std::int16_t, kSecond> second_bias{};
  std::array<std::int16_t, kOuts * kSecond> out{};
  std::array<std::int16_t, kOuts> out_bias{};
};

class Network {
 public:
  struct alignas(64) Hidden {
    std::array<std::int16_t, Weights::kHidden> values;
  };

  explicit Network(Weights weights) : w_(std::move(weights)) {}
  // From the bytes of a file, for a game with this many inputs and traits.
  static Result<std::shared_ptr<const Network>> read(std::string_view bytes, std::string_view game,
                                                     int inputs, int traits);
  [[nodiscard]] std::string write(std::string_view game) const;

  void hidden(const Inputs& inputs, Hidden& out) const;
  [[nodiscard]] ValueOutput value_head(const Hidden& hidden) const;
  // The policy logit of a move with these traits, in kUnit: 256 more make it e times as likely.
  [[nodiscard]] int policy_logit(const Hidden& hidden, const Traits& traits) const;
  [[nodiscard]] const Weights& weights() const { return w_; }

 private:
  Weights w_;
};

// Where networks come from: the one shipped with the game (none if it could not be read: then all
// bots use the simple evaluation), and files, where a bot may name one.
struct Networks {
  std::string_view game;  // the name of the game they are for
  std::shared_ptr<const Network> shipped;
  Result<std::string> (*open)(const std::string& path) = nullptr;
};

}  // namespace tidelock::ai
