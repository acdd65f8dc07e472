// A random game from a seed to its end: what speed is measured on, what the signature of a build is
// made of, and what every target must play alike.
#pragma once

#include <cstdint>

#include "core/rules.h"

namespace tidelock {

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
  settle(rules, s, luck);
  typename R::List list;
  for (; rules.at(s) != At::kOver; ++out.decisions) {
    const Seat seat = first_seat(rules.to_act(s));
    rules.legal(s, seat, list);
    step(rules, s, seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], luck);
  }
  return out;
}

// What a run of games comes to, in one number.
[[nodiscard]] inline std::uint64_t add_to_mark(std::uint64_t mark, std::uint64_t value) {
  return mix(mark ^ value);
}

}  // namespace tidelock
