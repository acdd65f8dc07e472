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
  for (; n > 0; --n) set &= set - 1;
  return std::countr_zero(set);
#endif
}

}  // namespace tidelock
