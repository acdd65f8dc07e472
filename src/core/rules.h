// The rules of a game: a decision machine.
//
// A state is a decision node (some seats may choose a move), a chance node (it asks a question, see
// luck.h) or terminal. Only `apply` and `resolve` change it. Every choice the rules give is a
// decision of its own, even one with a single option. Unfinished steps lie on a stack inside the
// state. A state is plain data that copies in nanoseconds, and it holds no future: neither the
// order of a deck nor a die that is not rolled yet.
//
// The rules themselves, a component pack and options compiled into tables, are plain data too: one
// block without pointers, which can be copied to another process or to a GPU and works there. So
// this file and everything that implements it includes no string, no growing container and no
// JSON, and allocates nothing (checked by tools/check_rules). What reading and showing a game takes
// besides is in core/game.h.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "core/fixed.h"
#include "core/luck.h"

namespace tidelock {

// The kind of node a state is: decision, chance, terminal.
enum class At : std::uint8_t { kDecision, kChance, kOver };

// Who may know a move: everybody, everybody once the sealed choices are opened, or only its own
// seat.
enum class Sight : std::uint8_t { kOpen, kSealed, kOwn };

// An effect of a move or an outcome of chance. `what` indexes GameFacts::events (core/game.h);
// `who` is the seat it happened to.
struct Event {
  std::uint16_t what;
  Seat who;
  SeatMask sees;
  std::int16_t a = 0, b = 0, c = 0;
  friend bool operator==(const Event&, const Event&) = default;
};

// No listener: search and simulation pay nothing for events.
struct NoEvents {
  static constexpr bool kListens = false;
  void operator()(const Event& /*event*/) const {}
};

// A listener: a function and its context, without allocating.
class Listener {
 public:
  static constexpr bool kListens = true;
  using Hear = void (*)(void* context, const Event& event);
  constexpr Listener(Hear hear, void* context) : hear_(hear), context_(context) {}
  template <class F>
  explicit Listener(F& f)
      : hear_([](void* context, const Event& event) { (*static_cast<F*>(context))(event); }),
        context_(&f) {}
  void operator()(const Event& event) const { hear_(context_, event); }

 private:
  Hear hear_;
  void* context_;
};
inline constexpr Listener kNoListener([](void*, const Event&) {}, nullptr);

inline constexpr int kMaxCategories = 16;

// The score sheet: per seat, by category (GameFacts::categories).
struct Scores {
  int seats = 0;
  int categories = 0;
  std::array<std::array<std::int16_t, kMaxCategories>, kMaxSeats> by{};
  std::array<std::int16_t, kMaxSeats> total{};
};

// The place of each seat, from 1.
// Those who are tied share one: two at the top and one behind them have the places 1, 1 and 3.
// A solo opponent takes one too.
using Places = std::array<std::uint8_t, kMaxSeats>;

// `results` of all who play, the better the greater.
template <class List>
[[nodiscard]] constexpr Places places_of(const List& results, int seats) {
  Places out{};
  const auto n = static_cast<std::size_t>(seats);
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = 1;
    for (std::size_t k = 0; k < n; ++k) {
      if (results[k] > results[i]) ++out[i];
    }
  }
  return out;
}
[[nodiscard]] constexpr SeatMask first_places(const Places& places) {
  SeatMask mask = 0;
  for (Seat seat = 0; seat < kMaxSeats; ++seat)
    mask = static_cast<SeatMask>(
        mask | (places[static_cast<std::size_t>(seat)] == 1 ? seat_bit(seat) : 0));
  return mask;
}

inline constexpr std::size_t kMaxStateBytes = 1536;

// What `legal` writes: FixedList is one, and so is what knows its size and is read in order.
template <class List, class Move>
concept ListOf = std::default_initializable<List> && requires(const List list, std::size_t i) {
  { list.size() } -> std::same_as<std::size_t>;
  { list.empty() } -> std::same_as<bool>;
  { list[i] } -> std::convertible_to<Move>;
  { *list.begin() } -> std::convertible_to<Move>;
  { list.begin() != list.end() } -> std::same_as<bool>;
};

// What search, simulation, learning and tables need of the rules. `legal` lists ascending and is
// never empty for a seat that may decide; `legal_count` and `legal_nth` say the same without a
// list. Every move has a number below `kActions`, the same in every mode and as long as the version
// of the rules stays (core/actions.h). `knows` puts what a seat cannot know to one canonical value
// (views are written from it alone); `resample` fills such a state with a random possible truth.
// `quiet` marks states that are good to evaluate for a bot that looks a step ahead; `begins_turn`
// those where nothing is half done, which search judges.
template <class R>
concept Rules = requires(const R r, typename R::State s, const typename R::State cs,
                         typename R::Move m, typename R::List out, NoEvents sink, Listener listener,
                         Seat seat, std::uint32_t outcome, std::uint32_t n, Rng rng) {
  requires std::regular<typename R::State> && std::is_trivially_copyable_v<typename R::State>;
  requires sizeof(typename R::State) <= kMaxStateBytes && alignof(typename R::State) <= 16;
  requires std::has_unique_object_representations_v<typename R::State>;
  requires std::regular<typename R::Move> && std::is_trivially_copyable_v<typename R::Move>;
  requires sizeof(typename R::Move) <= 4 && std::unsigned_integral<decltype(R::Move::bits)>;
  requires ListOf<typename R::List, typename R::Move>;
  { r.seats() } -> std::same_as<int>;
  { r.start() } -> std::same_as<typename R::State>;
  { r.at(cs) } -> std::same_as<At>;
  // Several seats only while choices are sealed; these commute.
  { r.to_act(cs) } -> std::same_as<SeatMask>;
  r.legal(cs, seat, out);
  { r.legal_count(cs, seat) } -> std::same_as<std::uint32_t>;
  { r.legal_nth(cs, seat, n) } -> std::same_as<typename R::Move>;
  { R::kActions } -> std::convertible_to<std::uint32_t>;
  { r.action_of(m) } -> std::same_as<std::uint32_t>;
  // The move of a number; if it is legal in this state, it is the one `legal` lists.
  { r.move_of(cs, n) } -> std::same_as<typename R::Move>;
  r.apply(s, seat, m, sink);
  r.apply(s, seat, m, listener);
  { r.sight(cs, seat, m) } -> std::same_as<Sight>;
  // Seats choose in secret, whether somebody decides or chance answers one of them: what was chosen
  // is not open yet.
  { r.secret(cs) } -> std::same_as<bool>;
  { r.ask(cs) } -> std::same_as<Ask>;
  r.resolve(s, outcome, sink);
  r.resolve(s, outcome, listener);
  { r.knows(cs, seat) } -> std::same_as<typename R::State>;
  r.resample(s, seat, rng);
  { r.quiet(cs) } -> std::same_as<bool>;
  { r.begins_turn(cs) } -> std::same_as<bool>;
  { r.evaluate(cs, seat) } -> std::same_as<int>;  // in hundredths of a point, for simple bots
  { r.scores(cs) } -> std::same_as<Scores>;
  { r.places(cs) } -> std::same_as<Places>;
  { r.winners(cs) } -> std::same_as<SeatMask>;  // the first places
};

// Rules with a solo opponent that scores.
template <class R>
concept HasOpponent = requires(const R r, const typename R::State cs) {
  { r.opponent_score(cs) } -> std::same_as<std::optional<int>>;
};

// Proved bounds on a final difference of scores.
struct ScoreBounds {
  int low, high;
};
inline constexpr int kFar = 1000;  // more points than any two totals differ by

// Rules with what exact solving of endgames needs (ai/solver.h):
// - `canonical_form`: one state for all that continue in the same ways to the same winners and the
//   same differences of totals: their canonical form. It need not pass `check`.
// - `score_bounds`: with two seats, score bounds: between what the first total less the second is
//   proved to lie under best play.
// - `outcome_classes`: groups equally likely outcomes of chance that continue in the same ways. The
//   weight of one of each class becomes the size of the class, and that of the others 0.
template <class R>
concept Solvable = requires(const R r, const typename R::State cs,
                            std::span<std::uint16_t> weights) {
  { r.canonical_form(cs) } -> std::same_as<typename R::State>;
  { r.score_bounds(cs) } -> std::same_as<ScoreBounds>;
  { r.outcome_classes(cs, weights) } -> std::same_as<void>;
};

// The seat to move; the lowest one while several may.
[[nodiscard]] inline Seat first_seat(SeatMask mask) {
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if ((mask & seat_bit(seat)) != 0) return seat;
  }
  return kNobody;
}

// Resolves chance nodes until the state is a decision node or terminal. `luck` answers; `sink`
// hears the events.
template <class R, class Luck, class Sink = NoEvents>
void resolve_chance(const R& rules, typename R::State& state, Luck&& luck, Sink&& sink = {}) {
  while (rules.at(state) == At::kChance) rules.resolve(state, luck(rules.ask(state)), sink);
}

// A move and the chance nodes after it: the step of every simulation.
template <class R, class Luck, class Sink = NoEvents>
void step(const R& rules, typename R::State& state, Seat seat, typename R::Move move, Luck&& luck,
          Sink&& sink = {}) {
  rules.apply(state, seat, move, sink);
  resolve_chance(rules, state, luck, sink);
}

// States that also hold things no rule depends on have a `bare()` without them.
template <class State>
[[nodiscard]] State bare_state(const State& state) {
  if constexpr (requires { state.bare(); }) return state.bare();
  return state;
}

// A 64-bit hash of a state's bytes, bare: the same on every machine of one byte order.
template <class State>
[[nodiscard]] std::uint64_t hash_state(const State& whole) {
  static_assert(std::has_unique_object_representations_v<State>);
  const State state = bare_state(whole);
  std::uint64_t hash = sizeof(State);
  const auto* bytes = reinterpret_cast<const unsigned char*>(&state);
  for (std::size_t i = 0; i < sizeof(State); i += 8) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < 8 && i + k < sizeof(State); ++k) {
      word |= std::uint64_t{bytes[i + k]} << (8 * k);
    }
    hash = mix(hash ^ word) + 0x9E3779B97F4A7C15ULL;
  }
  return hash;
}

}  // namespace tidelock
