// Sets of small numbers as the bits of a word.
#pragma once

#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace tidelock {

// The n-th member, counted from 0; the set must have more than n.
[[nodiscard]] inline int nth_bit(std::uint32_t set, std::uint32_t n) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u32(1U << n, set));
#else
  // Halves the part of the word where it must be, without a branch that could be mispredicted.
  unsigned at = 0;
  for (unsigned half = 16; half > 0; half /= 2) {
    const auto below = static_cast<std::uint32_t>(std::popcount(set >> at & ((1U << half) - 1)));
    const bool above = n >= below;
    n -= above ? below : 0;
    at += above ? half : 0;
  }
  return static_cast<int>(at);
#endif
}

}  // namespace tidelock
