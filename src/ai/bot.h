// Bots: given what a seat knows, they choose a legal move. Written for every game at once, chosen
// by name.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <string_view>

#include "ai/spec.h"
#include "core/game.h"

namespace tidelock::ai {

// `known` is knows(state, seat) and nothing else; the same knowledge and seed give the same move.
template <Game G>
class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  virtual ~Bot() = default;
  virtual typename G::Move choose(const G& game, const typename G::State& known, Seat seat,
                                  std::uint64_t seed) = 0;
};

// Any legal move.
template <Game G>
class RandomBot final : public Bot<G> {
 public:
  typename G::Move choose(const G& game, const typename G::State& known, Seat seat,
                          std::uint64_t seed) override {
    typename G::List list;
    game.legal(known, seat, list);
    return list[Rng(seed).below(static_cast<std::uint32_t>(list.size()))];
  }
};

// Looks at all it can do until the end of its own turn, and takes what evaluates best there. What
// chance brings on the way is sampled, what is hidden is resampled.
template <Game G>
class GreedyBot final : public Bot<G> {
 public:
  typename G::Move choose(const G& game, const typename G::State& known, Seat seat,
                          std::uint64_t seed) override {
    typename G::List list;
    game.legal(known, seat, list);
    if (list.size() == 1) return list[0];
    Rng rng(seed);
    typename G::State state = known;
    game.resample(state, seat, rng);
    int best = kWorst;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      typename G::State next = state;
      Rng luck = rng;  // every choice meets the same luck
      game.apply(next, seat, list[i], NoEvents{});
      nodes_ = 0;
      const int value = look(game, next, seat, luck);
      if (value > best) {
        best = value;
        chosen = i;
      }
    }
    return list[chosen];
  }

 private:
  static constexpr int kWorst = std::numeric_limits<int>::min();
  static constexpr int kMostNodes = 200;  // for each choice

  int look(const G& game, typename G::State& state, Seat seat, Rng& rng) {
    while (true) {
      if (game.quiet(state) || game.at(state) == At::kOver) return game.evaluate(state, seat);
      if (game.at(state) == At::kChance) {
        game.resolve(state, rng.below(game.ask(state).n), NoEvents{});
        continue;
      }
      typename G::List list;
      const Seat who = first_seat(game.to_act(state));
      game.legal(state, who, list);
      // Others are asked inside this turn only for small things: they do the first that is allowed.
      if (who != seat || ++nodes_ > kMostNodes) {
        game.apply(state, who, list[0], NoEvents{});
        continue;
      }
      int best = kWorst;
      for (const auto move : list) {
        typename G::State next = state;
        Rng luck = rng;
        game.apply(next, seat, move, NoEvents{});
        best = std::max(best, look(game, next, seat, luck));
      }
      return best;
    }
  }

  int nodes_ = 0;
};

// A bot as it is asked for (ai/spec.h).
template <Game G>
Result<std::unique_ptr<Bot<G>>> make_bot(std::string_view text) {
  const auto spec = read_bot(text);
  if (!spec) return spec.error();
  std::unique_ptr<Bot<G>> bot;
  if (spec.value().name == "random") bot = std::make_unique<RandomBot<G>>();
  if (spec.value().name == "greedy") bot = std::make_unique<GreedyBot<G>>();
  return bot;
}

}  // namespace tidelock::ai
