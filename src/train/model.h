// The network in training: the layers of ai::Weights in floating point, with back-propagation and
// Adam (Kingma & Ba 2015). network() quantises it for play.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ai/network.h"
#include "ai/training_sample.h"

namespace tidelock::train {

// Sums over samples; divide by the counts for means. `chance`: cross-entropy. `margin`: absolute
// error in points. `moves`: Kullback-Leibler divergence of the policy from the search's visits.
struct Loss {
  double chance = 0, margin = 0, moves = 0;
  double judged = 0, moved = 0;  // samples with a value target, with a policy target
  void add(const Loss& other) {
    chance += other.chance;
    margin += other.margin;
    moves += other.moves;
    judged += other.judged;
    moved += other.moved;
  }
};

class Model {
 public:
  Model(int inputs, int traits, std::uint64_t seed);

  // One step of Adam on the batch `which`, on this many threads. Deterministic for the same samples
  // and number of threads: floating-point sums depend on how the batch is split.
  Loss learn(const ai::TrainingSet& data, const std::vector<std::uint32_t>& which, float rate,
             unsigned threads);
  // The loss without a step.
  [[nodiscard]] Loss evaluate(const ai::TrainingSet& data,
                              const std::vector<std::uint32_t>& which) const;

  [[nodiscard]] ai::Network network() const;

  // Weights and optimiser state, to continue later.
  [[nodiscard]] std::string save() const;
  [[nodiscard]] bool load(std::string_view bytes);

 private:
  static constexpr std::size_t kHidden = ai::Weights::kHidden;
  static constexpr std::size_t kSecond = ai::Weights::kSecond;
  static constexpr std::size_t kOuts = ai::Weights::kOuts;

  // Where each layer begins in the vector of parameters.
  struct Places {
    std::size_t in = 0, policy = 0, second = 0, second_bias = 0, out = 0, out_bias = 0, all = 0;
  };
  void add_gradient(const ai::TrainingSet& data, const ai::TrainingSample& sample, float* gradient,
                    Loss& loss) const;

  std::size_t inputs_, traits_;
  Places at_;
  std::vector<float> weights_, first_moment_, second_moment_;
  std::uint64_t steps_ = 0;
};

}  // namespace tidelock::train
