// The printed things of Solenia as flat tables, compiled from a component pack
// (data/solenia/*.json). Components are data, rules are code: every printed number lives here, with
// no string or map in sight of a move.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

namespace tidelock::solenia {

// Resources in the order W H S A. A store is four counts in one word, one byte each, so that "can
// this be paid" is one subtraction.
enum Resource : std::uint8_t { kWood, kWheat, kStone, kWater };
inline constexpr int kResources = 4;
using Goods = std::uint32_t;

[[nodiscard]] constexpr Goods goods(int resource, std::uint32_t n = 1) {
  return n << (8 * resource);
}
[[nodiscard]] constexpr int count_of(Goods g, int resource) {
  return static_cast<int>((g >> (8 * resource)) & 0xFF);
}
[[nodiscard]] constexpr int total_of(Goods g) { return static_cast<int>((g * 0x01010101U) >> 24); }
// The set of resources of which there is at least one (bit r: resource r). The multiplication
// brings the lowest bits of the four bytes together.
[[nodiscard]] constexpr std::uint32_t resources_in(Goods g) {
  const Goods some = ((g | 0x80808080U) - 0x01010101U) >> 7 & 0x01010101U;
  return (some * 0x10204080U) >> 28;
}
static_assert(resources_in(goods(kWood, 3) | goods(kStone)) == 0b0101);
static_assert(resources_in(goods(kWheat, 127) | goods(kWater)) == 0b1010 && resources_in(0) == 0);
[[nodiscard]] constexpr bool covers(Goods store, Goods cost) {
  return (((store | 0x80808080U) - cost) & 0x80808080U) == 0x80808080U;
}

enum Hemisphere : std::uint8_t { kDay, kNight };
// What a space is: one of the four islands, or a city of one hemisphere.
enum Terrain : std::uint8_t { kDayCity = 4, kNightCity = 5 };

inline constexpr int kCards = 16;
inline constexpr int kStrips = 5;
inline constexpr int kDawnDuskStrip = 4;
inline constexpr int kColumns = 5;
inline constexpr int kSlots = 6;
inline constexpr int kMaxTiles = 32;
inline constexpr int kLevel1Tiles = 8;
inline constexpr int kHalves = 8;
inline constexpr int kMaxDisplay = 4;
inline constexpr int kDieSides = 6;

// A removal effect: a number (1 or 2 of the space), resources, or a star on one kind of island.
struct Card {
  enum class Effect : std::uint8_t { kSpace, kGain, kStar };
  std::uint8_t value;
  Effect effect;
  std::uint8_t amount;  // kSpace: how many; kStar: which resource
  Goods gain;           // kGain
  friend bool operator==(const Card&, const Card&) = default;
};

struct Tile {
  Goods cost;
  std::uint8_t size;  // resources in the cost
  std::uint8_t stars;
};

// What a slot gives when a tile is placed there.
struct Bonus {
  Goods gain;
  std::uint8_t choice;  // one resource out of this set (bit r: resource r)
  std::uint8_t stars;
  std::uint8_t capacity;
};

struct Level1 {
  enum class Kind : std::uint8_t {
    kGainChoice,
    kGainEach,
    kStars,  // at once
    kVoyageDiscount,
    kStandIn,
    kDeliveryStars,
    kZeroGain,
    kDiagonal  // lasting
  };
  Kind kind;
  std::uint8_t n;
};
[[nodiscard]] constexpr bool lasts(Level1::Kind kind) {
  return kind >= Level1::Kind::kVoyageDiscount;
}

struct Level3 {
  enum class Kind : std::uint8_t {
    kRow,
    kOppositeRow,
    kPairs,
    kLeftovers,
    kCostExactly,
    kCostAtLeast,
    kOwnCards,
    kFlat
  };
  Kind kind;
  std::uint8_t n;
  std::uint8_t cost;
  friend bool operator==(const Level3&, const Level3&) = default;
};

struct Components {
  std::array<Card, kCards> cards;
  // Cards with the same value and effect are one choice: `type` is the lowest such card, `same` all
  // of them.
  std::array<std::uint8_t, kCards> type;
  std::array<std::uint16_t, kCards> same;

  // [2 * strip + side][column]; side 0 is day (or dawn), 1 night (or dusk). City spaces as bits per
  // hemisphere.
  std::array<std::array<std::uint8_t, kColumns>, 2 * kStrips> terrain;
  std::array<std::array<std::uint32_t, 2>, 2 * kStrips> cities;

  std::array<std::array<Tile, kMaxTiles>, 2> tiles;
  std::array<int, 2> tile_count;
  std::array<int, 2> smallest_tile;  // resources in the smallest cost

  std::array<std::array<std::array<Bonus, kSlots>, 2>, 2> slots;  // [winter][hemisphere][slot]
  std::array<int, 2> capacity;                                    // [winter]
  std::array<int, 5> display;                                     // [players]
  std::array<std::array<Goods, 4>, 5> start;                      // [players][place in turn order]

  std::array<Level1, kLevel1Tiles> level1;
  std::array<std::array<Level3, kHalves>, 2> level3;  // [hemisphere]

  std::array<int, 5> pair_score;
  [[nodiscard]] int pair_stars(int pairs) const {  // END-2
    return pair_score[static_cast<std::size_t>(pairs < 4 ? pairs : 4)];
  }
  std::array<int, 3> solo_bands;
};

static_assert(std::is_trivially_copyable_v<Components>);

}  // namespace tidelock::solenia
