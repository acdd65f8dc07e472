// Where a game of Solenia stands: plain data, at most 256 bytes, copied as bytes.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/fixed.h"
#include "core/luck.h"
#include "solenia/components.h"

namespace tidelock::solenia {

// Spaces are numbered row by row from the rear: a1 is 0, e1 is 4, c3 is 12, e5 is 24.
inline constexpr int kSpaces = 25;
inline constexpr int kShipSpace = 12;
inline constexpr std::uint32_t kAllSpaces = (1U << kSpaces) - 1;
[[nodiscard]] constexpr std::uint32_t space_bit(int space) {
  return 1U << static_cast<unsigned>(space);
}
inline constexpr std::uint32_t kFirstStrip = 0x1F;
inline constexpr int kHandSize = 3;
inline constexpr std::uint8_t kNone = 0xFF;

// What is still to be done; the last one first. Each says whether it waits for a player, for
// chance, or runs by itself.
enum class Do : std::uint8_t {
  kNothing,
  // waits for a player
  kDraft,         // a: how many choices were made before
  kPlay,          // a card and a space, or a discard
  kPay,           // a: resources still to pay, b: card type, c: space
  kTile,          // a: hemisphere
  kStandIn,       // a: hemisphere, b: place in the display
  kSlot,          // a: hemisphere, b: place in the display
  kGain,          // a: set to choose from, b: how many are left
  kReturn,        // until the store fits
  kNeutralSpace,  // a: neutral card
  // waits for chance
  kSetup,   // a: how many questions of the set-up were answered before
  kRefill,  // a: hemisphere, b: place in the display
  kDraw,
  kNeutralCard,
  kNeutralDie,  // a: neutral card
  // runs by itself
  kBonus,     // a: hemisphere, b: slot
  kZeroGain,  // the improvement's resource for a 0 card
  kEndTurn,   // removal
  kFinish,    // the strip is turned, the next card drawn
  kOver,      // nothing any more
};

[[nodiscard]] constexpr bool runs_by_itself(Do what) {
  return what >= Do::kBonus && what != Do::kOver;
}

// Written and read as one word: a load that straddles several fresh byte stores would stall.
class Todo {
 public:
  constexpr Todo() = default;
  constexpr Todo(Do what, Seat seat, int a = 0, int b = 0, int c = 0)
      : bits_(static_cast<std::uint32_t>(what) | (static_cast<std::uint32_t>(seat) << 8) |
              (static_cast<std::uint32_t>(a) << 12) | (static_cast<std::uint32_t>(b) << 20) |
              (static_cast<std::uint32_t>(c) << 26)) {}
  [[nodiscard]] constexpr Do what() const { return static_cast<Do>(bits_ & 0xFF); }
  [[nodiscard]] constexpr Seat seat() const { return static_cast<Seat>((bits_ >> 8) & 0xF); }
  [[nodiscard]] constexpr std::uint8_t a() const {
    return static_cast<std::uint8_t>((bits_ >> 12) & 0xFF);
  }
  [[nodiscard]] constexpr std::uint8_t b() const {
    return static_cast<std::uint8_t>((bits_ >> 20) & 0x3F);
  }
  [[nodiscard]] constexpr std::uint8_t c() const {
    return static_cast<std::uint8_t>((bits_ >> 26) & 0x3F);
  }
  friend constexpr bool operator==(const Todo&, const Todo&) = default;

 private:
  std::uint32_t bits_ = 0;
};

// Stars taken during play, by where they came from.
enum StarSource : std::uint8_t { kFromCities, kFromSlots, kFromRemoval, kFromImprovements };
inline constexpr int kStarSources = 4;

struct Player {
  Goods store;
  std::uint16_t hand, deck;  // bit i: card i of the pack
  std::array<std::uint8_t, kStarSources> stars;
  std::uint8_t capacity;
  std::uint8_t level1;                 // improvement tile of level 1, or kNone
  std::array<std::uint8_t, 2> level3;  // halves by hemisphere, or kNone
  std::uint8_t active;                 // the lasting effect of level1 works since this turn's start
  std::array<std::uint8_t, 2> delivered;                  // filled slots by hemisphere
  std::array<std::array<std::uint8_t, kSlots>, 2> slots;  // tile + 1, or 0
  std::uint8_t spare;
  friend bool operator==(const Player&, const Player&) = default;
};

struct State {
  std::array<Player, kMaxSeats> players;       // solo: 1 is the neutral player
  std::array<std::uint32_t, kMaxSeats> cards;  // spaces that hold a card of this player
  std::array<std::uint32_t, 2> cities;  // spaces that are cities, by hemisphere (follows from rows)
  std::array<std::uint32_t, 2> tile_deck;  // bit i: tile i is not drawn yet
  FixedStack<Todo, 6> todo;                // what is still to be done, the last one first
  std::array<std::array<std::uint8_t, kMaxDisplay>, 2> display;  // tiles face up, or kNone
  std::array<std::uint8_t, kSpaces> card_at;  // type of the card on a space (where `cards` has one)
  std::array<std::uint8_t, kStrips>
      rows;  // 2 * strip + side, from the rear; kNone before it is laid
  std::array<std::uint8_t, kMaxSeats> offer1;  // improvement tiles to draft, or kNone
  std::array<std::array<std::uint8_t, 2>, kMaxSeats> offer3;  // [which][hemisphere]
  std::uint8_t turn;                                          // turns finished
  std::uint8_t first;                                         // first player
  std::uint8_t moved;                                         // the airship advanced in this turn
  std::array<std::uint8_t, 3> spare;
  friend bool operator==(const State&, const State&) = default;
};
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 256);

// A choice in 16 bits: what kind, and what is chosen. Numbers ascend in the order choices are
// listed.
struct Move {
  enum class Kind : std::uint8_t {
    kInvalid,
    kDraft,
    kPlay,
    kDiscard,
    kPay,
    kTile,
    kExact,
    kStandIn,
    kSlot,
    kGain,
    kReturn,
    kNeutral
  };
  std::uint16_t bits = 0;
  static constexpr int kBitsOfB = 5;

  [[nodiscard]] static constexpr Move make(Kind kind, int a = 0, int b = 0) {
    return Move{static_cast<std::uint16_t>((static_cast<int>(kind) << 12) | (a << kBitsOfB) | b)};
  }
  [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(bits >> 12); }
  [[nodiscard]] constexpr int a() const {
    return (bits >> kBitsOfB) & 0x7F;
  }  // card type, level, resource left out
  [[nodiscard]] constexpr int b() const { return bits & 0x1F; }  // space, place, slot, resource
  friend bool operator==(const Move&, const Move&) = default;
};

}  // namespace tidelock::solenia
