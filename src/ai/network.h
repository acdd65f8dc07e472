// A small network that judges positions and moves. It computes in whole numbers, so that every
// machine agrees. Inputs go through a hidden layer; from there a second one leads to the chance of
// winning and to the points that the simple evaluation is off by, and each trait of a move has a
// row that says how much it speaks for the move.
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

// A certain win.
inline constexpr int kWin = 1 << 16;

// kWin times the logistic function of x / 256.
[[nodiscard]] int sigmoid(int x);
// 2^16 times e to the power of -x / 256, for x from 0.
[[nodiscard]] std::uint32_t exp_neg(int x);

struct ValueOutput {
  int chance;  // of winning, of kWin
  int margin;  // hundredths of a point to add to the simple evaluation's lead
};

// Layers are kept in the order they are read. 256 is one.
struct Weights {
  static constexpr std::size_t kHidden = 64;
  static constexpr std::size_t kSecond = 32;
  static constexpr std::size_t kOuts = 2;
  static constexpr int kUnit = 256;
  static constexpr int kMaxWeight = 8 * kUnit - 1;      // of a weight, either way
  static constexpr int kMaxActivation = 4 * kUnit - 1;  // of a hidden value
  static constexpr int kPointsPerOne = 10;              // of the margin
  std::vector<std::int16_t> in;      // [inputs + 1][kHidden]; the last is always on
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
  // From the bytes of a file, for a game with so many inputs and traits.
  static Result<std::shared_ptr<const Network>> read(std::string_view bytes, std::string_view game,
                                                     int inputs, int traits);
  [[nodiscard]] std::string write(std::string_view game) const;

  void hidden(const Inputs& inputs, Hidden& out) const;
  [[nodiscard]] ValueOutput value_head(const Hidden& hidden) const;
  // How much speaks for a move with these traits; 256 more make it e times as likely.
  [[nodiscard]] int policy_logit(const Hidden& hidden, const Traits& traits) const;
  [[nodiscard]] const Weights& weights() const { return w_; }

 private:
  Weights w_;
};

// Where networks come from: the one that comes with the game (or none, where it could not be read:
// then all play by the simple evaluation), and files, where files may be asked for.
struct Networks {
  std::string_view game;  // the name of the game they are for
  std::shared_ptr<const Network> shipped;
  Result<std::string> (*open)(const std::string& path) = nullptr;
};

}  // namespace tidelock::ai
