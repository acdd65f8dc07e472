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
void play_training_game(const G& game, const SearchOptions& options, std::uint64_t seed,
                        TrainingSet& out) {
  using State = typename G::State;
  using Move = typename G::Move;
  const auto seats = static_cast<std::size_t>(game.seats());
  const Seeded luck{seed};
  Rng rng(mix(seed));
  State s = game.start();
  resolve_chance(game, s, luck);
  // Value targets that wait for the result: the sample, its seat, what the search estimated, and
  // the margin by the simple evaluation.
  struct Open {
    std::size_t sample;
    std::size_t seat;
    ValueEstimate estimate;
    bool judged;
    int simple_margin;
  };
  std::vector<Open> open;
  Search<G> in_full(options);
  SearchOptions shorter = options;
  shorter.root_noise = false;
  shorter.limits.iterations = std::max(1U, options.limits.iterations / 6);
  Search<G> in_short(shorter);
  GreedyBot<G> greedy;
  typename G::List list;
  const auto remember = [&](const State& known, Seat seat) -> TrainingSample& {
    Inputs inputs;
    game.inputs(known, seat, inputs);
    TrainingSample sample;
    sample.first_input = out.inputs.size();
    sample.inputs =
        static_cast<std::uint32_t>(inputs.all_yes().size() + inputs.all_amounts().size());
    sample.first_trait = out.traits.size();
    sample.first_move = out.options.size();
    sample.weight = 0;
    for (const std::uint16_t index : inputs.all_yes()) out.inputs.push_back({index, Input::kOne});
    out.inputs.insert(out.inputs.end(), inputs.all_amounts().begin(), inputs.all_amounts().end());
    out.samples.push_back(sample);
    return out.samples.back();
  };
  const auto simple_margins = [&](const State& state) {
    std::array<int, kMaxSeats> worth{};
    std::array<int, kMaxSeats> margin{};
    for (std::size_t i = 0; i < seats; ++i) worth[i] = game.evaluate(state, static_cast<Seat>(i));
    for (std::size_t i = 0; i < seats; ++i) {
      int other = seats > 1 ? std::numeric_limits<int>::min() : 0;
      for (std::size_t k = 0; k < seats; ++k) {
        if (k != i) other = std::max(other, worth[k]);
      }
      margin[i] = worth[i] - other;
    }
    return margin;
  };

  while (game.at(s) != At::kOver) {
    const Seat seat = first_seat(game.to_act(s));
    const auto me = static_cast<std::size_t>(seat);
    game.legal(s, seat, list);
    const State known = game.knows(s, seat);
    const bool begins = game.begins_turn(s);
    Move move = list[0];
    ValueEstimate estimate;
    const bool searched = list.size() > 1;
    const bool full = searched && (!options.network || rng.below(4) == 0);
    std::vector<typename Search<G>::Choice> choices;
    std::uint32_t sum = 0;  // of the visits
    if (searched && !options.network) {
      move = greedy.choose(game, known, seat, rng.next());
      for (const Move one : list)
        choices.push_back(
            {one, one == move ? 15U * static_cast<std::uint32_t>(list.size()) : 1U, 0, {}});
      for (const auto& choice : choices) sum += choice.visits;
      if (rng.below(8) == 0) move = list[rng.below(static_cast<std::uint32_t>(list.size()))];
    } else if (searched) {
      Search<G>& search = full ? in_full : in_short;
      search.begin(game, known, seat, rng.next(), true);
      search.run();
      choices = search.choices();
      for (const auto& choice : choices) sum += choice.visits;
      estimate = choices[0].estimate;
      move = choices[0].move;
      if (full && rng.below(2) == 0 && sum > 0) {
        auto at = rng.below(sum);
        for (const auto& choice : choices) {
          move = choice.move;
          if (at < choice.visits) break;
          at -= choice.visits;
        }
      }
    }
    if (full || begins) {
      TrainingSample& sample = remember(known, seat);
      if (begins)
        open.push_back({out.samples.size() - 1, me, estimate, sum > 0 && options.network,
                        simple_margins(s)[me]});
      if (full && sum > 0) {
        sample.moves = static_cast<std::uint32_t>(choices.size());
        Traits traits;
        for (const auto& choice : choices) {
          traits.clear();
          game.traits(known, seat, choice.move, traits);
          out.traits.insert(out.traits.end(), traits.begin(), traits.end());
          out.options.push_back({static_cast<std::uint32_t>(traits.size()),
                                 static_cast<float>(choice.visits) / static_cast<float>(sum)});
        }
      }
    }
    if (begins && seats > 1) {
      // The same position as another seat knows it.
      const auto other =
          static_cast<Seat>((me + 1 + rng.below(static_cast<std::uint32_t>(seats - 1))) % seats);
      const auto they = static_cast<std::size_t>(other);
      remember(game.knows(s, other), other);
      const ValueEstimate theirs = {0, kWin - estimate.chance, -estimate.margin};
      open.push_back({out.samples.size() - 1, they, theirs,
                      sum > 0 && seats == 2 && options.network, simple_margins(s)[they]});
    }
    step(game, s, seat, move, luck);
  }

  const std::array<int, kMaxSeats> ends = simple_margins(s);
  const SeatMask winners = game.winners(s);
  const int shares = std::max(1, std::popcount(winners));
  for (const Open& one : open) {
    TrainingSample& sample = out.samples[one.sample];
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

}  // namespace tidelock::ai
