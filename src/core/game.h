// What a game is: a decision machine.
//
// A state is at a decision (some seats may choose a move), at chance (it asks a question, see
// luck.h) or over. `apply` and `resolve` are the only ways to change it. Every choice the rules
// give is a decision of its own, even one with a single option. Unfinished business lies on a stack
// inside the state. A state is plain data that copies in nanoseconds and holds neither the order of
// a deck nor a die that is not rolled yet.
//
// `G` itself is a compiled pack with its options: immutable, shared by threads.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/fixed.h"
#include "core/json_fwd.h"
#include "core/luck.h"
#include "core/result.h"

namespace tidelock {

enum class At : std::uint8_t { kDecision, kChance, kOver };

// Who may know a move: everybody, everybody once the sealed choices are opened, or only its own
// seat.
enum class Sight : std::uint8_t { kOpen, kSealed, kOwn };

// Something a move or an outcome did. `what` indexes GameFacts::events; `who` is the seat it
// happened to.
struct Event {
  std::uint16_t what;
  Seat who;
  SeatMask sees;
  std::int16_t a = 0, b = 0, c = 0;
  friend bool operator==(const Event&, const Event&) = default;
};

// Nobody listens: search and simulation pay nothing for events.
struct NoEvents {
  static constexpr bool kListens = false;
  void operator()(const Event& /*event*/) const {}
};

// Somebody listens: a function and what it is called with.
class Listener {
 public:
  static constexpr bool kListens = true;
  using Hear = void (*)(void* context, const Event& event);
  Listener(Hear hear, void* context) : hear_(hear), context_(context) {}
  template <class F>
  explicit Listener(F& f)
      : hear_([](void* context, const Event& event) { (*static_cast<F*>(context))(event); }),
        context_(&f) {}
  void operator()(const Event& event) const { hear_(context_, event); }

 private:
  Hear hear_;
  void* context_;
};
inline const Listener kNoListener([](void*, const Event&) {}, nullptr);

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

// An option of a new game, for command lines, messages and lobbies.
struct OptionFacts {
  std::string_view name;
  std::string_view values;  // for people: "1 to 4", "summer, winter, improvements"
  std::string_view fallback;
};

// What is always true of a game. Views into static data.
struct GameFacts {
  std::string_view id;
  int rules_version;  // of new games; grows whenever the same record could replay differently
  int min_seats, max_seats;
  std::span<const std::string_view> streams;     // names of the streams of luck
  std::span<const std::string_view> events;      // kinds of events
  std::span<const std::string_view> categories;  // lines of the score sheet
  std::span<const OptionFacts> options;
  int oldest_rules = 1;  // games that began under this version or a later one still replay
};

// The version that new games get.
inline constexpr int kNewestRules = 0;

// The rules: what search, simulation and tables need. `legal` lists ascending and is never empty
// for a seat that may decide. `knows` puts what a seat cannot know to one canonical value (views
// are written from it alone); `resample` fills such a state with a random possible truth. `quiet`
// marks states that are good to evaluate for a bot that looks a step ahead; `begins_turn` those
// where nothing is half done, which search judges.
template <class G>
concept Game = requires(const G g, typename G::State s, const typename G::State cs,
                        typename G::Move m, typename G::List out, NoEvents sink, Listener listener,
                        Seat seat, std::uint32_t outcome, Rng rng, std::string_view text,
                        const Json& json) {
  requires std::is_trivially_copyable_v<typename G::State>;
  requires std::has_unique_object_representations_v<typename G::State>;
  requires std::is_trivially_copyable_v<typename G::Move> && sizeof(typename G::Move) <= 4;
  { m.bits } -> std::convertible_to<std::uint32_t>;
  { G::facts() } -> std::same_as<const GameFacts&>;
  { G::compile(json, json) } -> std::same_as<Result<G>>;  // a pack and options
  { g.options() } -> std::same_as<Json>;                  // the options in full
  { g.seats() } -> std::same_as<int>;
  { g.start() } -> std::same_as<typename G::State>;
  { g.at(cs) } -> std::same_as<At>;
  {
    g.to_act(cs)
    } -> std::same_as<SeatMask>;  // several seats only while choices are sealed; these commute
  g.legal(cs, seat, out);
  g.apply(s, seat, m, sink);
  g.apply(s, seat, m, listener);
  { g.sight(cs, seat, m) } -> std::same_as<Sight>;
  // Seats choose in secret, whether somebody decides or chance answers one of them: what was chosen
  // is not open yet.
  { g.secret(cs) } -> std::same_as<bool>;
  { g.ask(cs) } -> std::same_as<Ask>;
  g.resolve(s, outcome, sink);
  g.resolve(s, outcome, listener);
  { g.knows(cs, seat) } -> std::same_as<typename G::State>;
  g.resample(s, seat, rng);
  { g.quiet(cs) } -> std::same_as<bool>;
  { g.begins_turn(cs) } -> std::same_as<bool>;
  { g.evaluate(cs, seat) } -> std::same_as<int>;  // in hundredths of a point, for simple bots
  { g.scores(cs) } -> std::same_as<Scores>;
  { g.places(cs) } -> std::same_as<Places>;
  { g.winners(cs) } -> std::same_as<SeatMask>;  // the first places
  { g.check(cs) } -> std::same_as<std::optional<Error>>;
  { g.write(cs, seat, m) } -> std::same_as<std::string>;
  {
    g.read(cs, seat, text)
    } -> std::same_as<Result<typename G::Move>>;  // a legal move, or why it is none
  { g.write_outcome(cs, outcome) } -> std::same_as<std::string>;
  { g.read_outcome(cs, text) } -> std::same_as<Result<std::uint32_t>>;
  { g.to_json(cs) } -> std::same_as<Json>;
  { g.from_json(json) } -> std::same_as<Result<typename G::State>>;
};

// Games whose rules were corrected: those that began under an earlier version go on under it.
template <class G>
concept Versioned = requires(const G g, const Json& json, int rules) {
  { G::compile(json, json, rules) } -> std::same_as<Result<G>>;
  { g.rules() } -> std::same_as<int>;
};

// Games with a solo opponent that scores.
template <class G>
concept HasOpponent = requires(const G g, const typename G::State cs) {
  { g.opponent_score(cs) } -> std::same_as<std::optional<int>>;
};

// Games that have many things to use: cards, tiles. `items_of` are the numbers of the things that
// an event is about: used by its seat, or in play for all if it has none. `begins` is true of the
// event that tells who is the first player.
using Items = FixedList<std::int16_t, 8>;
template <class G>
concept Itemised = requires(const G g, const Event& event) {
  { g.item_names() } -> std::same_as<std::vector<std::string>>;
  { g.items_of(event) } -> std::same_as<Items>;
  { g.begins(event) } -> std::same_as<bool>;
};

// Between what something will end.
struct Span {
  int low, high;
};
inline constexpr int kFar = 1000;  // points that no game ends apart

// Games that can tell what of a state near its end no longer matters: for exact solving. `essence`
// is a state that goes on in the same ways to the same winners and the same differences between
// totals, and one for many states; it need not pass `check`. With two seats `lead` bounds how far
// the first one's total will be above the other's if both do their best. `alike` says of each
// outcome of chance for how many it stands that go on in the same ways: 0 where another one does.
template <class G>
concept Essential = requires(const G g, const typename G::State cs,
                             std::span<std::uint16_t> weights) {
  { g.essence(cs) } -> std::same_as<typename G::State>;
  { g.lead(cs) } -> std::same_as<Span>;
  { g.alike(cs, weights) } -> std::same_as<void>;
};

// The seat that decides; the lowest one while several may.
[[nodiscard]] inline Seat first_seat(SeatMask mask) {
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if ((mask & seat_bit(seat)) != 0) return seat;
  }
  return kNobody;
}

// The one loop of simulation, search and tables: answer chance until somebody has to decide.
template <class G, class Luck, class Sink = NoEvents>
void settle(const G& game, typename G::State& state, Luck&& luck, Sink&& sink = {}) {
  while (game.at(state) == At::kChance) game.resolve(state, luck(game.ask(state)), sink);
}

template <class G, class Luck, class Sink = NoEvents>
void step(const G& game, typename G::State& state, Seat seat, typename G::Move move, Luck&& luck,
          Sink&& sink = {}) {
  game.apply(state, seat, move, sink);
  settle(game, state, luck, sink);
}

// States that also hold what no rule asks for have a `bare()` without it.
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
