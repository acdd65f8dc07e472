// Root parallelization (Chaslot, Winands & van den Herik 2008): independent searches, one a thread,
// whose root statistics are added up. No tree is shared, so with a limit in iterations the result
// depends on the number of threads but not on how they are scheduled.
#pragma once

#ifndef __wasm__
#include <thread>
#endif
#include <vector>

#include "ai/search.h"

namespace tidelock::ai {

template <Rules G>
class Searches {
 public:
  using Choice = typename Search<G>::Choice;

  explicit Searches(SearchOptions options, unsigned threads = 1) {
    // The limit is shared out, rounded up.
    if (options.limits.iterations != 0)
      options.limits.iterations = std::max(1U, (options.limits.iterations + threads - 1) / threads);
    for (unsigned i = 0; i < threads; ++i) searches_.emplace_back(options);
  }

  void begin(const G& game, const typename G::State& known, Seat seat, std::uint64_t seed,
             bool fresh) {
    for (std::size_t i = 0; i < searches_.size(); ++i)
      searches_[i].begin(game, known, seat, i == 0 ? seed : nth_seed(seed, i), fresh);
  }
  void spent(std::chrono::steady_clock::duration time) {
    for (Search<G>& search : searches_) search.spent(time);
  }
  void focus(typename G::Move move, Limits limits) {
    const auto count = static_cast<std::uint32_t>(searches_.size());
    if (limits.iterations != 0) limits.iterations = (limits.iterations + count - 1) / count;
    for (Search<G>& search : searches_) search.focus(move, limits);
  }
  bool advance(std::chrono::milliseconds slice) {
    each([slice](Search<G>& search) { search.advance(slice); });
    bool done = true;
    for (const Search<G>& search : searches_) done = done && search.finished();
    return done;
  }
  void run() {
    each([](Search<G>& search) { search.run(); });
  }

  [[nodiscard]] std::vector<Choice> choices() const {
    auto sum = searches_[0].choices();
    for (std::size_t i = 1; i < searches_.size(); ++i) {
      for (const Choice& more : searches_[i].choices()) {
        const auto same = std::find_if(sum.begin(), sum.end(),
                                       [&](const Choice& one) { return one.move == more.move; });
        if (same == sum.end() || more.visits == 0) continue;
        const std::int64_t a = same->visits;
        const std::int64_t b = more.visits;
        const auto mean = [&](int x, int y) { return static_cast<int>((a * x + b * y) / (a + b)); };
        same->estimate = {mean(same->estimate.utility, more.estimate.utility),
                          mean(same->estimate.chance, more.estimate.chance),
                          mean(same->estimate.margin, more.estimate.margin)};
        same->visits += more.visits;
      }
    }
    Search<G>::best_first(sum);
    return sum;
  }
  // The principal variation of the first of them.
  [[nodiscard]] std::vector<typename G::Move> line() { return searches_[0].line(); }
  [[nodiscard]] std::uint32_t iterations() const {
    std::uint32_t sum = 0;
    for (const Search<G>& search : searches_) sum += search.iterations();
    return sum;
  }

 private:
  template <class F>
  void each(const F& f) {
#ifdef __wasm__  // no threads here: one after the other, with the same result
    for (Search<G>& search : searches_) f(search);
#else
    std::vector<std::thread> workers;
    for (std::size_t i = 1; i < searches_.size(); ++i)
      workers.emplace_back([&f, this, i] { f(searches_[i]); });
    f(searches_[0]);
    for (auto& one : workers) one.join();
#endif
  }

  std::vector<Search<G>> searches_;
};

}  // namespace tidelock::ai
