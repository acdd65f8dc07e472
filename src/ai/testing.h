// What tests of bots share.
#pragma once

#include <array>
#include <gtest/gtest.h>
#include <memory>
#include <string_view>

#include "core/any_game.h"

namespace tidelock::ai {

// Every bot, with few iterations: for tests that want all of them and little time.
inline constexpr std::array<std::string_view, 8> kQuickBots = {
    "random", "greedy", "novice:5", "easy:5", "medium:5", "hard:8", "master:8", "mcts-plain:3"};

template <class G>
const G& rules_of(const std::shared_ptr<const AnyGame>& game) {
  return static_cast<const Wrapped<G>&>(*game).game();
}

// Calls `visit` with every state of a random game where somebody decides.
template <class G, class F>
void walk(const G& game, std::uint64_t seed, const F& visit) {
  Rng rng(seed);
  const Seeded luck{seed};
  typename G::State state = game.start();
  resolve_chance(game, state, luck);
  while (game.at(state) != At::kOver && !::testing::Test::HasFatalFailure()) {
    visit(state);
    const Seat seat = first_seat(game.to_act(state));
    typename G::List list;
    game.legal(state, seat, list);
    step(game, state, seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], luck);
  }
}

}  // namespace tidelock::ai
