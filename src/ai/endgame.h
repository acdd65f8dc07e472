// Bots in endgames that the solver solves: how many points do their choices cost?
#pragma once

#include <chrono>
#include <vector>

#include "ai/any_ai.h"
#include "ai/bot.h"

namespace tidelock::ai {

// Plays games with a quick bot that makes many random moves, and calls `visit` with a uniform
// sample of the decisions in the last two turns of each seat that have at least kFewestMoves moves
// and nothing hidden. Ends when `visit` returns false, or after kMostBarren games in a row without
// such a decision (then the result is false).
template <Rules G, class F>
bool visit_endgames(const G& game, const Networks& networks, std::uint64_t seed, const F& visit) {
  constexpr std::size_t kFewestMoves = 4;
  constexpr std::uint32_t kOneOf = 8;            // one decision in this many is visited
  constexpr std::uint32_t kRandomMoveOneIn = 6;  // one move in this many is random
  constexpr int kMostBarren = 20;
  const auto bot = make_bot<G>("medium", networks).value();
  int barren = 0;
  for (std::uint64_t i = 0; barren < kMostBarren; ++i) {
    const std::uint64_t own = nth_seed(seed, i);
    const Seeded luck{own};
    Rng rng(own);
    std::vector<typename G::State> decisions;
    std::vector<std::size_t> turns;  // where each begins
    typename G::State s = game.start();
    resolve_chance(game, s, luck);
    while (game.at(s) != At::kOver) {
      if (game.begins_turn(s)) turns.push_back(decisions.size());
      decisions.push_back(s);
      const Seat seat = first_seat(game.to_act(s));
      typename G::List list;
      game.legal(s, seat, list);
      const auto move = rng.below(kRandomMoveOneIn) == 0
                            ? list[rng.below(static_cast<std::uint32_t>(list.size()))]
                            : bot->choose(game, game.knows(s, seat), seat, rng.next());
      step(game, s, seat, move, luck);
    }
    ++barren;
    const auto last = static_cast<std::size_t>(2 * game.seats());
    for (std::size_t k = turns.size() < last ? 0 : turns[turns.size() - last]; k < decisions.size();
         ++k) {
      const typename G::State& one = decisions[k];
      const Seat seat = first_seat(game.to_act(one));
      typename G::List list;
      game.legal(one, seat, list);
      bool open = list.size() >= kFewestMoves;
      for (Seat other = 0; other < game.seats(); ++other)
        open = open && game.knows(one, other) == one;
      if (!open) continue;
      barren = 0;
      if (rng.below(kOneOf) == 0 && !visit(one, seat, rng.next())) return true;
    }
  }
  return false;
}

// The choices of a bot that plays for the margin in such positions. Ends when `hear` returns false;
// false if the game has no such positions.
template <Rules G>
bool judge_endgames(const G& game, const Networks& networks, Bot<G>& bot, std::uint64_t seed,
                    const std::function<bool(const EndgameChoice&)>& hear) {
  Solver<G> solver(Goal::kMargin);
  return visit_endgames(
      game, networks, seed, [&](const typename G::State& s, Seat seat, std::uint64_t bot_seed) {
        const auto started = std::chrono::steady_clock::now();
        const auto move = bot.choose(game, game.knows(s, seat), seat, bot_seed);
        const auto took = std::chrono::steady_clock::now() - started;
        const auto best = solver.solve(game, s, {});
        const auto chosen = solver.value(game, s, move, {});
        if (!best || !chosen) return true;  // chance will hide something
        EndgameChoice choice;
        choice.loss = static_cast<double>(best->front().value - *chosen) / Solver<G>::kPoint;
        choice.solved = bot.solved();
        choice.nanoseconds = static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
        return hear(choice);
      });
}

}  // namespace tidelock::ai
