// Orchard: one to three players choose trees in secret, and only who is alone at a tree gains its
// apples. A player alone meets a crow there.
//
// The rules with their ids are in docs/rules/orchard.md; the code cites the ids.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/rules.h"

namespace tidelock::orchard {

inline constexpr int kPlayers = 3;  // at most
inline constexpr int kTrees = 3;

// What a component pack says.
struct Components {
  std::array<std::uint8_t, kTrees> trees;  // apples on each
  std::uint8_t rounds;
};

struct State {
  std::array<std::uint8_t, kPlayers> chosen;  // a tree, from 1; 0: none yet
  std::array<std::uint8_t, kPlayers> apples;
  std::uint8_t crow;   // its apples
  std::uint8_t round;  // those that are over
  friend bool operator==(const State&, const State&) = default;
};

struct Move {
  std::uint8_t bits = 0;  // a tree, from 1
  friend bool operator==(const Move&, const Move&) = default;
};

enum class What : std::uint16_t {
  kPicked,  // who, a: tree, b: apples gained
  kCrow,    // a: tree, b: apples gained
};

class Rules {
 public:
  using State = orchard::State;
  using Move = orchard::Move;
  using List = FixedList<Move, kTrees>;

  Rules(const Components& components, int players) : c_(components), players_(players) {}

  [[nodiscard]] int seats() const { return players_; }
  [[nodiscard]] bool solo() const { return players_ == 1; }
  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] At at(const State& s) const {
    if (s.round == c_.rounds) return At::kOver;
    return waiting(s) == 0 ? At::kChance : At::kDecision;  // for the crow: SOLO-1
  }
  [[nodiscard]] SeatMask to_act(const State& s) const {
    return at(s) == At::kDecision ? waiting(s) : SeatMask{0};
  }

  void legal(const State& s, Seat seat, List& out) const;
  [[nodiscard]] std::uint32_t legal_count(const State& s, Seat seat) const {
    return seat >= 0 && (to_act(s) & seat_bit(seat)) != 0 ? kTrees : 0;
  }
  [[nodiscard]] Move legal_nth(const State& /*s*/, Seat /*seat*/, std::uint32_t n) const {
    return {static_cast<std::uint8_t>(n + 1)};
  }
  static constexpr std::uint32_t kActions = kTrees;
  [[nodiscard]] static std::uint32_t action_of(Move move) { return move.bits - 1U; }
  [[nodiscard]] static Move move_of(const State& /*s*/, std::uint32_t action) {
    return {static_cast<std::uint8_t>(action + 1)};
  }
  template <class Sink>
  void apply(State& s, Seat seat, Move move, const Sink& sink) const;
  // With one player there is nobody to hide anything from.
  [[nodiscard]] Sight sight(const State& s, Seat /*seat*/, Move /*move*/) const {
    return secret(s) ? Sight::kSealed : Sight::kOpen;
  }
  [[nodiscard]] bool secret(const State& s) const { return !solo() && at(s) == At::kDecision; }

  [[nodiscard]] Ask ask(const State& s) const { return {0, kEverybody, s.round, kTrees}; }
  template <class Sink>
  void resolve(State& s, std::uint32_t outcome, const Sink& sink) const;

  // Nobody knows what others have chosen; every choice is possible, none made yet included.
  [[nodiscard]] State knows(const State& s, Seat seat) const;
  void resample(State& /*s*/, Seat /*seat*/, Rng& /*rng*/) const {}

  [[nodiscard]] bool quiet(const State& s) const { return at(s) != At::kChance; }
  [[nodiscard]] bool begins_turn(const State& s) const { return s.chosen == decltype(s.chosen){}; }
  [[nodiscard]] int evaluate(const State& s, Seat seat) const {
    return 100 * (s.apples[static_cast<std::size_t>(seat)] - s.crow);
  }

  [[nodiscard]] Scores scores(const State& s) const;
  [[nodiscard]] Places places(const State& s) const;
  [[nodiscard]] SeatMask winners(const State& s) const { return first_places(places(s)); }
  [[nodiscard]] std::optional<int> opponent_score(const State& s) const {
    return solo() ? std::optional<int>(s.crow) : std::nullopt;
  }

  [[nodiscard]] const Components& components() const { return c_; }

 private:
  [[nodiscard]] SeatMask waiting(const State& s) const;  // those who have not chosen yet
  template <class Sink>
  void end_round(State& s, int crow, const Sink& sink) const;

  Components c_;
  int players_;
};

}  // namespace tidelock::orchard
