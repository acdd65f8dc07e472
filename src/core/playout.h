// Random playouts (rollouts): uniformly random games from a seed to the end. Speed is measured on
// them, the signature of a build is made of them, and every target must play them alike.
#pragma once

#include <cstdint>

#include "core/rules.h"

namespace tidelock {

// Rules with a way that beats a list (to count and then pick is slower) have a member of this name.
template <Rules R>
[[nodiscard]] typename R::Move random_move(const R& rules, const typename R::State& s, Seat seat,
                                           Rng& rng) {
  if constexpr (requires { rules.random_move(s, seat, rng); }) {
    return rules.random_move(s, seat, rng);
  } else {
    typename R::List list;
    rules.legal(s, seat, list);
    return list[rng.below(static_cast<std::uint32_t>(list.size()))];
  }
}

template <Rules R>
struct Playout {
  typename R::State end;
  std::uint64_t decisions;
};

template <Rules R>
[[nodiscard]] Playout<R> play_randomly(const R& rules, std::uint64_t seed) {
  const Seeded luck{seed};
  Rng rng(seed);
  Playout<R> out{rules.start(), 0};
  typename R::State& s = out.end;
  resolve_chance(rules, s, luck);
  for (; rules.at(s) != At::kOver; ++out.decisions) {
    const Seat seat = first_seat(rules.to_act(s));
    step(rules, s, seat, random_move(rules, s, seat, rng), luck);
  }
  return out;
}

// Folds a value into the checksum of a run of games.
[[nodiscard]] inline std::uint64_t add_to_checksum(std::uint64_t checksum, std::uint64_t value) {
  return mix(checksum ^ value);
}

}  // namespace tidelock
