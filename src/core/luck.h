// Luck. A state never holds its future: at a chance node it asks a question, and the driver of the
// game answers. At a table the answer is a pure function of (seed, stream, index), a counter-based
// generator (Salmon et al. 2011). So undoing and playing again meets the same luck, and the same
// seed deals the same cards whatever the players do.
#pragma once

#include <cstdint>

namespace tidelock {

using Seat = std::int8_t;            // 0, 1, 2, 3
using SeatMask = std::uint8_t;       // bit s: seat s
inline constexpr Seat kNobody = -1;  // a spectator; chance
inline constexpr int kMaxSeats = 4;
inline constexpr SeatMask kEverybody = 0xFF;
inline constexpr SeatMask kSpectators = 0x80;  // viewers without a seat

// The spectators' bit for kNobody; none for a number that is no seat.
[[nodiscard]] constexpr SeatMask seat_bit(Seat seat) {
  if (seat < 0) return kSpectators;
  return seat < kMaxSeats ? static_cast<SeatMask>(1U << static_cast<unsigned>(seat)) : SeatMask{0};
}

// A chance node: which of n equally likely outcomes? `index` counts the questions of this stream so
// far and follows from the state. `sees`: the seats that learn the answer.
struct Ask {
  std::uint8_t stream;
  SeatMask sees;
  std::uint16_t index;
  std::uint16_t n;
  friend bool operator==(const Ask&, const Ask&) = default;
};

// A bijection of 64-bit numbers that leaves no pattern: the finaliser of SplitMix64 (Steele, Lea &
// Flood 2014).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xBF58476D1CE4E5B9ULL;
  x ^= x >> 27;
  x *= 0x94D049BB133111EBULL;
  x ^= x >> 31;
  return x;
}

// 0 to n-1 from 64 random bits by multiplication instead of division (Lemire 2019), without his
// rejection step: the bias is below n / 2^32, and every call takes exactly one number.
[[nodiscard]] constexpr std::uint32_t scale(std::uint64_t bits, std::uint32_t n) {
  return static_cast<std::uint32_t>(((bits >> 32) * n) >> 32);
}

// The luck of a seeded table.
class Seeded {
 public:
  explicit constexpr Seeded(std::uint64_t seed) : key_(mix(seed + 0x9E3779B97F4A7C15ULL)) {}

  [[nodiscard]] constexpr std::uint32_t operator()(const Ask& ask) const {
    const std::uint64_t question = (std::uint64_t{ask.stream} << 32) | ask.index;
    return scale(mix(key_ ^ mix(question + 0xD1B54A32D192ED03ULL)), ask.n);
  }

 private:
  std::uint64_t key_;
};

// SplitMix64 (Steele, Lea & Flood 2014), for choices that are not part of a game: random players,
// resampling.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) : state_(mix(seed ^ 0x5851F42D4C957F2DULL)) {}

  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    return mix(state_);
  }
  constexpr std::uint32_t below(std::uint32_t n) { return scale(next(), n); }

 private:
  std::uint64_t state_;
};

// The seed of the i-th of many games.
[[nodiscard]] constexpr std::uint64_t nth_seed(std::uint64_t seed, std::uint64_t i) {
  return mix(mix(seed) + i * 0x9E3779B97F4A7C15ULL);
}

}  // namespace tidelock
