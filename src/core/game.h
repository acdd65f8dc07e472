// A game: its rules (core/rules.h), and what reading and writing it takes besides: packs and
// options, notation, JSON. What a terminal shows is in core/show.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json_fwd.h"
#include "core/result.h"
#include "core/rules.h"

namespace tidelock {

// An option of a new game, for command lines, messages and lobbies.
struct OptionFacts {
  std::string_view name;
  std::string_view values;  // for people: "1 to 4", "summer, winter, improvements"
  std::string_view fallback;
};

// Static facts about a game. Views into static data.
struct GameFacts {
  std::string_view id;
  int rules_version;  // of new games; grows whenever the same record could replay differently
  int min_seats, max_seats;
  std::span<const std::string_view> streams;     // names of the streams of luck
  std::span<const std::string_view> events;      // kinds of events
  std::span<const std::string_view> categories;  // lines of the score sheet
  std::span<const OptionFacts> options;
  int oldest_rules = 1;  // games begun under this version or a later one can be replayed
};

// The version of the rules for new games, whatever its number is.
inline constexpr int kNewestRules = 0;

// `G` is the rules with the names of a pack: immutable, shared by threads. The rules alone are
// `G::Rules`.
template <class G>
concept Game = Rules<typename G::Rules> && std::derived_from<G, typename G::Rules> &&
    requires(const G g, const typename G::State cs, typename G::Move m, Seat seat,
             std::uint32_t outcome, std::string_view text, const Json& json, const Event& event) {
  { G::facts() } -> std::same_as<const GameFacts&>;
  { G::compile(json, json) } -> std::same_as<Result<G>>;  // a pack and options
  { g.options() } -> std::same_as<Json>;                  // the options in full
  { g.check(cs) } -> std::same_as<std::optional<Error>>;  // every invariant
  { g.write(cs, seat, m) } -> std::same_as<std::string>;
  // A legal move, or why the text is none.
  { g.read(cs, seat, text) } -> std::same_as<Result<typename G::Move>>;
  { g.write_outcome(cs, outcome) } -> std::same_as<std::string>;
  { g.read_outcome(cs, text) } -> std::same_as<Result<std::uint32_t>>;
  { g.to_json(cs) } -> std::same_as<Json>;
  { g.from_json(json) } -> std::same_as<Result<typename G::State>>;
  // A seat's view, one of its moves and an event as messages; an event as a sentence.
  { g.view(cs, seat) } -> std::same_as<Json>;
  { g.move_json(cs, seat, m) } -> std::same_as<Json>;
  { g.event_json(event) } -> std::same_as<Json>;
  { g.event_text(event) } -> std::same_as<Text>;
};

// Games whose rules were corrected: a game begun under an earlier version continues under it.
template <class G>
concept Versioned = requires(const G g, const Json& json, int rules) {
  { G::compile(json, json, rules) } -> std::same_as<Result<G>>;
  { g.rules() } -> std::same_as<int>;
};

// Games with items to use, such as cards and tiles, for studies. `items_of`: the items an event is
// about, used by its seat, or in play for all if it has no seat. `begins` is true for the event
// that names the first player.
using Items = FixedList<std::int16_t, 8>;
template <class G>
concept Itemised = requires(const G g, const Event& event) {
  { g.item_names() } -> std::same_as<std::vector<std::string>>;
  { g.items_of(event) } -> std::same_as<Items>;
  { g.begins(event) } -> std::same_as<bool>;
};

}  // namespace tidelock
