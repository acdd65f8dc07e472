#include "train/trainer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include "core/luck.h"

namespace tidelock::train {

namespace {

constexpr std::size_t kBatch = 1024;
constexpr std::uint64_t kChunk = 4;
constexpr int kGreedyGenerations = 2;  // generations
constexpr float kFirstLearningRate = 2e-3F;
constexpr float kLastLearningRate = 3e-4F;

struct Counts {
  std::uint64_t generation, played;
};

}  // namespace

Trainer::Trainer(std::vector<std::shared_ptr<const ai::AnyAi>> games, Options options)
    : games_(std::move(games)),
      options_(std::move(options)),
      model_(games_.front()->inputs(), games_.front()->traits(), options_.seed) {
  if (options_.state.empty()) return;
  const std::string_view state = options_.state;
  Counts counts{};
  ready_ = state.size() > sizeof counts && model_.load(state.substr(sizeof counts));
  if (!ready_) return;
  std::memcpy(&counts, state.data(), sizeof counts);
  generation_ = static_cast<int>(counts.generation);
  played_ = counts.played;
  network_ = std::make_shared<ai::Network>(model_.network());
}

std::string Trainer::state() const {
  const Counts counts = {static_cast<std::uint64_t>(generation_), played_};
  std::string bytes(reinterpret_cast<const char*>(&counts), sizeof counts);
  return bytes + model_.save();
}

ai::TrainingSet Trainer::play(std::uint64_t count, std::uint32_t iterations) {
  ai::SearchOptions search;
  search.limits.iterations = iterations;
  search.network = network_;
  search.root_noise = true;
  std::vector<ai::TrainingSet> chunks((count + kChunk - 1) / kChunk);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < chunks.size(); i = next++) {
      const std::uint64_t first = played_ + i * kChunk;
      const auto& game = games_[(first / kChunk) % games_.size()];
      game->self_play(search, options_.seed, first, std::min(kChunk, count - i * kChunk),
                      chunks[i]);
    }
  };
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < options_.threads; ++i) workers.emplace_back(work);
  work();
  for (auto& one : workers) one.join();
  ai::TrainingSet all;
  for (const auto& chunk : chunks) all.add(chunk);
  played_ += count;
  return all;
}

void Trainer::run(const std::function<bool(const Progress&)>& hear) {
  using SteadyClock = std::chrono::steady_clock;
  const auto begin = SteadyClock::now();
  const auto spent = [&] {
    return std::chrono::duration<double>(SteadyClock::now() - begin).count();
  };
  while (spent() < options_.seconds) {
    // The first generation has no network yet and learns from the greedy bot's games. They are
    // quick, so there are four times as many.
    const bool first = network_ == nullptr;
    window_.push_back(play(first ? 4 * options_.games : options_.games, options_.iterations));
    // The greedy bot's games are dropped once there are two generations of self-play.
    const bool outgrown = generation_ == kGreedyGenerations && window_.size() > kGreedyGenerations;
    if (outgrown || window_.size() > static_cast<std::size_t>(options_.window))
      window_.erase(window_.begin());
    ai::TrainingSet all;
    for (const auto& one : window_) all.add(one);
    // The learning rate falls linearly over the run.
    const auto done = static_cast<float>(std::min(1.0, spent() / options_.seconds));
    const float rate = kFirstLearningRate + (kLastLearningRate - kFirstLearningRate) * done;
    std::vector<std::uint32_t> order(all.samples.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    Rng rng(nth_seed(options_.seed, static_cast<std::uint64_t>(generation_)));
    Progress progress;
    std::vector<std::uint32_t> batch;
    for (int pass = 0; pass < options_.passes; ++pass) {
      progress.loss = {};
      for (std::size_t i = order.size(); i > 1; --i)  // Fisher-Yates shuffle
        std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
      for (std::size_t at = 0; at < order.size(); at += kBatch) {
        batch.assign(
            order.begin() + static_cast<std::ptrdiff_t>(at),
            order.begin() + static_cast<std::ptrdiff_t>(std::min(at + kBatch, order.size())));
        progress.loss.add(model_.learn(all, batch, rate, std::min(options_.threads, 8U)));
      }
    }
    network_ = std::make_shared<ai::Network>(model_.network());
    progress.generation = ++generation_;
    progress.games = played_;
    progress.seconds = spent();
    progress.samples = all.samples.size();
    if (!hear(progress)) return;
  }
}

}  // namespace tidelock::train
