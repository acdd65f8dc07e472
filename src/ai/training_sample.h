// What self-play teaches a network: training samples with a value target, a policy target or both.
#pragma once

#include <cstdint>
#include <vector>

#include "core/inputs.h"

namespace tidelock::ai {

struct TrainingSample {
  std::uint64_t first_input = 0, first_trait = 0;
  std::uint32_t inputs = 0;
  std::uint32_t moves = 0;  // of the policy target; 0: there is none
  float chance = 0;         // value target: the chance of winning, 0 to 1
  float margin = 0;         // value target: the points the simple evaluation was off by
  float weight = 1;         // of the value target; 0: there is none
  std::uint64_t first_move = 0;
};

// Many samples as a structure of arrays: each sample names its stretch of the long lists.
struct TrainingSet {
  struct Option {
    std::uint32_t traits = 0;
    float share = 0;  // policy target: this move's share of the root's visits
  };
  std::vector<TrainingSample> samples;
  std::vector<Input> inputs;
  std::vector<std::uint16_t> traits;
  std::vector<Option> options;

  void add(const TrainingSet& other) {
    for (TrainingSample sample : other.samples) {
      sample.first_input += inputs.size();
      sample.first_trait += traits.size();
      sample.first_move += options.size();
      samples.push_back(sample);
    }
    inputs.insert(inputs.end(), other.inputs.begin(), other.inputs.end());
    traits.insert(traits.end(), other.traits.begin(), other.traits.end());
    options.insert(options.end(), other.options.begin(), other.options.end());
  }
};

}  // namespace tidelock::ai
