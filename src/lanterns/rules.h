// Lanterns, a small game to show how a game is made, and to test on: hidden hands, dice, a sealed
// choice, a choice inside a choice, three seats.
//
// Nine lanterns of brightness 1 to 9, two dealt to each player. In each of three rounds all choose
// a lantern in secret; the brightest wins its owner a roll of the die, which gives that many
// points. On an even number these may be shared: the roller gets more, and somebody else a little.
// Then everybody draws a lantern while there are any. Most points win.
//
// The rules with their ids are in docs/rules/lanterns.md; the code cites the ids. This file and
// rules.cpp are plain data and integers: they run on the processor, in the browser and on a GPU.
// Names, notation, JSON and sentences are in game.h.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/fixed.h"
#include "core/luck.h"
#include "core/rules.h"

namespace tidelock::lanterns {

inline constexpr int kSeats = 3;
inline constexpr int kRounds = 3;
inline constexpr int kLanterns = 9;
inline constexpr int kHand = 2;
inline constexpr int kFaces = 6;

// What a component pack says.
struct Components {
  std::array<std::uint8_t, kFaces> die;  // the points of each face
  std::uint8_t sharer, neighbour;        // what sharing gives to whom
};

// A set of lanterns: bit n-1 is the one of brightness n.
using Set = std::uint16_t;
[[nodiscard]] constexpr Set only(int lantern) { return static_cast<Set>(1U << (lantern - 1)); }
[[nodiscard]] constexpr Set lowest_of(Set set) { return static_cast<Set>(set & -set); }
// The brightness of the n-th of a set, from 0.
[[nodiscard]] constexpr int nth_of(Set set, std::uint32_t n) {
  for (; n > 0; --n) set = static_cast<Set>(set ^ lowest_of(set));
  return std::countr_zero(set) + 1;
}

enum class Step : std::uint8_t { kDeal, kChoose, kRoll, kShare, kWhom, kDraw, kOver };

struct State {
  Set deck;
  std::array<Set, kSeats> hand;
  std::array<std::uint8_t, kSeats> chosen;  // a lantern, no longer in the hand; or 0
  std::array<std::uint8_t, kSeats> points;
  std::uint8_t round;
  std::uint8_t winner;  // of the last round
  Step step;
  std::uint8_t seat;  // who deals, rolls, shares or draws
  friend bool operator==(const State&, const State&) = default;
};

// 1 to 9: that lantern; then the others.
struct Move {
  static constexpr std::uint8_t kKeep = kLanterns + 1;
  static constexpr std::uint8_t kShare = kKeep + 1;
  static constexpr std::uint8_t kWith = kShare + 1;  // the first seat, then the others
  std::uint8_t bits = 0;
  friend bool operator==(const Move&, const Move&) = default;
};

enum Stream : std::uint8_t { kStreamDeck, kStreamDie };
enum class What : std::uint16_t {
  kDrew,        // who, a: lantern (only the owner sees this one)
  kDrewHidden,  // who (what the others see)
  kWon,         // who, a: lantern
  kRolled,      // who, a: points of the face
  kPoints,      // who, a: how many
  kShared,      // who, a: the other seat, from 1
  kOver,
};

class Rules {
 public:
  using State = lanterns::State;
  using Move = lanterns::Move;
  using List = FixedList<Move, kLanterns>;

  explicit Rules(const Components& components) : c_(components) {}

  [[nodiscard]] int seats() const { return kSeats; }
  [[nodiscard]] State start() const;

  [[nodiscard]] At at(const State& s) const;
  [[nodiscard]] SeatMask to_act(const State& s) const;
  void legal(const State& s, Seat seat, List& out) const;
  [[nodiscard]] std::uint32_t legal_count(const State& s, Seat seat) const;
  [[nodiscard]] Move legal_nth(const State& s, Seat seat, std::uint32_t n) const;
  static constexpr std::uint32_t kActions = Move::kWith + kSeats;
  [[nodiscard]] static std::uint32_t action_of(Move move) { return move.bits; }
  [[nodiscard]] static Move move_of(const State& /*s*/, std::uint32_t action) {
    return {static_cast<std::uint8_t>(action)};
  }
  template <class Sink>
  void apply(State& s, Seat seat, Move move, const Sink& sink) const;
  [[nodiscard]] Sight sight(const State& s, Seat /*seat*/, Move /*move*/) const {
    return secret(s) ? Sight::kSealed : Sight::kOpen;
  }
  [[nodiscard]] bool secret(const State& s) const { return s.step == Step::kChoose; }
  [[nodiscard]] Ask ask(const State& s) const;
  template <class Sink>
  void resolve(State& s, std::uint32_t outcome, const Sink& sink) const;

  [[nodiscard]] State knows(const State& s, Seat seat) const;
  void resample(State& s, Seat seat, Rng& rng) const;

  [[nodiscard]] bool quiet(const State& s) const {
    return s.step == Step::kChoose || s.step == Step::kOver;
  }
  [[nodiscard]] bool begins_turn(const State& s) const {
    return s.step == Step::kOver || (s.step == Step::kChoose && s.chosen == decltype(s.chosen){});
  }
  [[nodiscard]] int evaluate(const State& s, Seat seat) const {
    return 100 * s.points[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] Scores scores(const State& s) const;
  [[nodiscard]] Places places(const State& s) const { return places_of(s.points, kSeats); }
  [[nodiscard]] SeatMask winners(const State& s) const { return first_places(places(s)); }

  [[nodiscard]] const Components& components() const { return c_; }

 private:
  Components c_;
};

}  // namespace tidelock::lanterns
