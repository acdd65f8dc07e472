// Trains a network by self-play: games, training samples, better network, better games. There is no
// gate: each generation's network plays the next one (as in AlphaZero: Silver et al. 2018).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ai/any_ai.h"
#include "train/model.h"

namespace tidelock::train {

struct Options {
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::uint32_t iterations = 150;  // of a full search
  std::uint64_t games = 1000;      // per generation
  int window = 6;                  // generations in the replay window
  int passes = 1;                  // epochs over the window per generation
  double seconds = 3600;           // for this run
  std::string state;               // of an earlier run, to continue; or empty
};

// How a generation went.
struct Progress {
  int generation = 0;
  std::uint64_t games = 0;  // so far
  double seconds = 0;       // so far, this run
  std::size_t samples = 0;  // in the window
  Loss loss;                // over the last pass
};

class Trainer {
 public:
  // `games`: the modes to play, in turn.
  Trainer(std::vector<std::shared_ptr<const ai::AnyAi>> games, Options options);
  // False if the state of an earlier run does not fit.
  [[nodiscard]] bool ready() const { return ready_; }
  // Generation after generation; `hear` is called after each and returns whether to go on.
  void run(const std::function<bool(const Progress&)>& hear);
  [[nodiscard]] ai::Network network() const { return model_.network(); }
  // For an Options::state.
  [[nodiscard]] std::string state() const;

 private:
  [[nodiscard]] ai::TrainingSet play(std::uint64_t count, std::uint32_t iterations);

  std::vector<std::shared_ptr<const ai::AnyAi>> games_;
  Options options_;
  Model model_;
  std::vector<ai::TrainingSet> window_;
  std::shared_ptr<const ai::Network> network_;
  int generation_ = 0;
  std::uint64_t played_ = 0;
  bool ready_ = true;
};

}  // namespace tidelock::train
