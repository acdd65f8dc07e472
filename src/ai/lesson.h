// What games played against oneself teach a network.
#pragma once

#include <cstdint>
#include <vector>

#include "core/inputs.h"

namespace tidelock::ai {

struct Lesson {
  std::uint64_t first_input = 0, first_trait = 0;
  std::uint32_t inputs = 0;
  std::uint32_t moves = 0;  // 0: it tells nothing of moves
  float chance = 0;         // of winning, 0 to 1
  float margin = 0;         // points the simple evaluation was off by
  float weight = 1;         // of chance and margin; 0: it tells only of moves
  std::uint64_t first_move = 0;
};

// Many lessons, in a few long lists.
struct Lessons {
  struct Option {
    std::uint32_t traits = 0;
    float share = 0;  // how much of the search went there
  };
  std::vector<Lesson> lessons;
  std::vector<Input> inputs;
  std::vector<std::uint16_t> traits;
  std::vector<Option> options;

  void add(const Lessons& other) {
    for (Lesson lesson : other.lessons) {
      lesson.first_input += inputs.size();
      lesson.first_trait += traits.size();
      lesson.first_move += options.size();
      lessons.push_back(lesson);
    }
    inputs.insert(inputs.end(), other.inputs.begin(), other.inputs.end());
    traits.insert(traits.end(), other.traits.begin(), other.traits.end());
    options.insert(options.end(), other.options.begin(), other.options.end());
  }
};

}  // namespace tidelock::ai
