// Self-play: games that a search plays against itself, and the training samples they yield.
#pragma once

#include <algorithm>
#include <array>

#include "ai/bot.h"
#include "ai/search.h"
#include "ai/training_sample.h"

namespace tidelock::ai {

// One game.
// - Value targets: the start of each turn, seen by the seat to move and by one other seat; half the
//   result of the game, half the search's own estimate there (which has less variance).
// - Policy targets: the visit distribution of full searches.
// - Playout cap randomization (Wu 2019): one decision in four gets a full search with root noise
//   and becomes a policy target; the others get a sixth of the iterations, because the value head
//   learns more from many games than from good ones.
// - Half of the moves after a full search are drawn in proportion to their visits (temperature 1),
//   so that no two games are alike.
// Without a network the greedy bot plays, and its moves are the policy targets: a first network has
// something to imitate.
template <Rules G>
requires Learned<G>
class TrainingGame {
 public:
  TrainingGame(const G& game, const SearchOptions& options, std::uint64_t seed, TrainingSet& out)
      : game_(game),
        seats_(static_cast<std::size_t>(game.seats())),
        out_(out),
        luck_{seed},
        rng_(mix(seed)),
        s_(game.start()),
        network_(options.network != nullptr),
        in_full_(options),
        in_short_(shortened(options)) {
    resolve_chance(game_, s_, luck_);
  }

  void play() {
    while (game_.at(s_) != At::kOver) {
      const Seat seat = first_seat(game_.to_act(s_));
      game_.legal(s_, seat, list_);
      const State known = game_.knows(s_, seat);
      const Decision decision = decide(known, seat);
      const bool begins = game_.begins_turn(s_);
      if (decision.full || begins) {
        TrainingSample& sample = add_sample(known, seat);
        if (begins) await_result(seat, decision.estimate, decision.visits > 0 && network_);
        if (decision.full && decision.visits > 0) add_policy_target(sample, known, seat, decision);
      }
      if (begins && seats_ > 1) add_other_view(seat, decision);
      step(game_, s_, seat, decision.move, luck_);
    }
    set_value_targets();
  }

 private:
  using State = typename G::State;
  using Move = typename G::Move;
  using Choice = typename Search<G>::Choice;

  struct Decision {
    Move move;
    bool full = false;  // after a full search, or the greedy bot's: a policy target
    ValueEstimate estimate = {};
    std::vector<Choice> choices = {};
    std::uint32_t visits = 0;  // of all choices
  };
  // A value target that waits for the result.
  struct Open {
    std::size_t sample;
    std::size_t seat;
    ValueEstimate estimate;
    bool judged;  // there is an estimate
    int simple_margin;
  };

  static SearchOptions shortened(SearchOptions options) {
    options.root_noise = false;
    options.limits.iterations = std::max(1U, options.limits.iterations / 6);
    return options;
  }

  Decision decide(const State& known, Seat seat) {
    if (list_.size() == 1) return {list_[0]};
    return network_ ? search(known, seat) : imitate(known, seat);
  }
  // The greedy bot's move counts about fifteen times as much as all others together. One move in
  // eight is a random one, so that its games differ.
  Decision imitate(const State& known, Seat seat) {
    Decision out{greedy_.choose(game_, known, seat, rng_.next()), true};
    const auto moves = static_cast<std::uint32_t>(list_.size());
    for (const Move one : list_)
      out.choices.push_back({one, one == out.move ? 15U * moves : 1U, 0, {}});
    for (const Choice& choice : out.choices) out.visits += choice.visits;
    if (rng_.below(8) == 0) out.move = list_[rng_.below(moves)];
    return out;
  }
  Decision search(const State& known, Seat seat) {
    const bool full = rng_.below(4) == 0;
    Search<G>& search = full ? in_full_ : in_short_;
    search.begin(game_, known, seat, rng_.next(), true);
    search.run();
    Decision out{list_[0], full, {}, search.choices()};
    for (const Choice& choice : out.choices) out.visits += choice.visits;
    out.estimate = out.choices[0].estimate;
    out.move = out.choices[0].move;
    if (full && rng_.below(2) == 0 && out.visits > 0) {
      auto at = rng_.below(out.visits);
      for (const Choice& choice : out.choices) {
        out.move = choice.move;
        if (at < choice.visits) break;
        at -= choice.visits;
      }
    }
    return out;
  }

  // Without targets yet.
  TrainingSample& add_sample(const State& known, Seat seat) {
    Inputs inputs;
    game_.inputs(known, seat, inputs);
    TrainingSample sample;
    sample.first_input = out_.inputs.size();
    sample.inputs =
        static_cast<std::uint32_t>(inputs.all_yes().size() + inputs.all_amounts().size());
    sample.first_trait = out_.traits.size();
    sample.first_move = out_.options.size();
    sample.weight = 0;
    for (const std::uint16_t index : inputs.all_yes()) out_.inputs.push_back({index, Input::kOne});
    out_.inputs.insert(out_.inputs.end(), inputs.all_amounts().begin(), inputs.all_amounts().end());
    out_.samples.push_back(sample);
    return out_.samples.back();
  }
  void add_policy_target(TrainingSample& sample, const State& known, Seat seat,
                         const Decision& decision) {
    sample.moves = static_cast<std::uint32_t>(decision.choices.size());
    Traits traits;
    for (const Choice& choice : decision.choices) {
      traits.clear();
      game_.traits(known, seat, choice.move, traits);
      out_.traits.insert(out_.traits.end(), traits.begin(), traits.end());
      out_.options.push_back(
          {static_cast<std::uint32_t>(traits.size()),
           static_cast<float>(choice.visits) / static_cast<float>(decision.visits)});
    }
  }
  // The same position as another seat knows it. With two seats the estimate is the opposite one.
  void add_other_view(Seat seat, const Decision& decision) {
    const std::size_t step = 1 + rng_.below(static_cast<std::uint32_t>(seats_ - 1));
    const auto other = static_cast<Seat>((static_cast<std::size_t>(seat) + step) % seats_);
    add_sample(game_.knows(s_, other), other);
    await_result(other, {0, kWin - decision.estimate.chance, -decision.estimate.margin},
                 decision.visits > 0 && seats_ == 2 && network_);
  }

  // The last sample gets its value target when the game is over.
  void await_result(Seat seat, const ValueEstimate& estimate, bool judged) {
    const auto me = static_cast<std::size_t>(seat);
    open_.push_back({out_.samples.size() - 1, me, estimate, judged, simple_margins()[me]});
  }
  // The margin target is relative to the simple evaluation, which the network only corrects.
  void set_value_targets() {
    const std::array<int, kMaxSeats> ends = simple_margins();
    const SeatMask winners = game_.winners(s_);
    const int shares = std::max(1, std::popcount(winners));
    for (const Open& one : open_) {
      TrainingSample& sample = out_.samples[one.sample];
      const bool won = (winners & seat_bit(static_cast<Seat>(one.seat))) != 0;
      float chance = won ? 1.0F / static_cast<float>(shares) : 0.0F;
      auto margin = static_cast<float>(ends[one.seat]);
      if (one.judged) {  // half the result, half the search's estimate
        chance = 0.5F * chance + 0.5F * static_cast<float>(one.estimate.chance) / kWin;
        margin = 0.5F * margin + 0.5F * static_cast<float>(one.estimate.margin);
      }
      sample.chance = chance;
      sample.margin = (margin - static_cast<float>(one.simple_margin)) / 100.0F;
      sample.weight = 1;
    }
  }
  // By the simple evaluation, of each seat.
  [[nodiscard]] std::array<int, kMaxSeats> simple_margins() const {
    std::array<int, kMaxSeats> worth{};
    std::array<int, kMaxSeats> margin{};
    for (std::size_t i = 0; i < seats_; ++i) worth[i] = game_.evaluate(s_, static_cast<Seat>(i));
    for (std::size_t i = 0; i < seats_; ++i) {
      int other = seats_ > 1 ? std::numeric_limits<int>::min() : 0;
      for (std::size_t k = 0; k < seats_; ++k) {
        if (k != i) other = std::max(other, worth[k]);
      }
      margin[i] = worth[i] - other;
    }
    return margin;
  }

  const G& game_;
  const std::size_t seats_;
  TrainingSet& out_;
  const Seeded luck_;
  Rng rng_;
  State s_;
  const bool network_;
  Search<G> in_full_, in_short_;
  GreedyBot<G> greedy_;
  typename G::List list_;
  std::vector<Open> open_;
};

template <Rules G>
requires Learned<G>
void play_training_game(const G& game, const SearchOptions& options, std::uint64_t seed,
                        TrainingSet& out) {
  TrainingGame<G>(game, options, seed, out).play();
}

}  // namespace tidelock::ai
