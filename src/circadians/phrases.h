// Parts of sentences that the picture and the reading of a table share: what things are and what
// they do, put together from the catalogue, so that every card of every pack has its words.
#pragma once

#include "circadians/game.h"

namespace tidelock::circadians {

using Args = std::vector<TextArg>;
using Lines = std::vector<std::string>;
inline TextArg number(const char* name, int n) { return {name, std::int64_t{n}}; }
inline TextArg text(const char* name, std::string_view value) { return {name, literal(value)}; }
inline TextArg choice(const char* name, std::string_view word) { return {name, std::string(word)}; }

// The words that are typed for the Stations, and for directions by value.
inline constexpr std::array<std::string_view, kStations> kStationWords = {
    "mine", "lab", "foundry", "control", "market", "academy", "temple"};
inline constexpr std::array<std::string_view, 6> kDirectionWords = {"n", "ne", "se",
                                                                    "s", "sw", "nw"};

struct Shape;

class Phrases {
 public:
  Phrases(const Circadians& game, const State& state, const Teller& teller)
      : g(game), c(game.components()), s(state), teller_(teller) {}

  const Circadians& g;
  const Components& c;
  const State& s;

  [[nodiscard]] std::string say(std::string_view key, Args args = {}) const {
    return teller_.say(Text{"circadians." + std::string(key), std::move(args)});
  }
  [[nodiscard]] const Player& player(Seat seat) const { return s.players[idx(seat)]; }
  [[nodiscard]] TextArg who(Seat seat, const char* as = "player") const {
    if (g.is_ai(seat)) return {as, "@circadians.ai"};
    return number(as, seat + 1);
  }
  [[nodiscard]] std::string name(Seat seat) const {
    return g.is_ai(seat) ? say("ai") : teller_.name(seat);
  }
  // The owner of a piece: a digit, or A for the AI.
  [[nodiscard]] std::string mark(Seat seat) const {
    return g.is_ai(seat) ? "A" : std::to_string(seat + 1);
  }
  [[nodiscard]] const std::string& name(const Names& names) const {
    return names[static_cast<std::size_t>(teller_.words().lang())];
  }
  [[nodiscard]] const std::string& name(const Named& what) const {
    return name(g.texts().names(what));
  }
  [[nodiscard]] bool acts(Seat seat) const {
    return seat >= 0 && (g.to_act(s) & seat_bit(seat)) != 0;
  }
  [[nodiscard]] bool over() const { return g.at(s) == At::kOver; }
  // Whether the viewer knows the points of a Cache.
  [[nodiscard]] bool knows_cache(Seat viewer, int corner) const {
    const auto seen = s.revealed | (viewer >= 0 ? player(viewer).seen : 0);
    return has_bit(seen, corner) && s.cache[idx(corner)] != kNone;
  }
  [[nodiscard]] int score(Seat seat, Seat viewer) const { return g.score_seen(s, seat, viewer); }
  [[nodiscard]] std::string phase() const;

  [[nodiscard]] std::string list(const Lines& parts, std::string_view key = "list") const;
  [[nodiscard]] std::string together(const Lines& parts) const;  // "a, b and c"
  [[nodiscard]] std::string nothing() const { return say("nothing"); }
  [[nodiscard]] std::string points(int n) const { return say("points", {number("n", n)}); }

  // --- things ---

  // "2 water", "1 die".
  [[nodiscard]] std::string thing(int what, int n) const;
  [[nodiscard]] std::string goods(const Goods& goods) const;  // "3 water, 1 gem"; "nothing"
  // The same inside a hand-written sentence, as what is gained, lost, paid or asked: "3 water and 1
  // gem".
  [[nodiscard]] std::string some(int what, int n) const;
  template <class T, std::size_t Size>
  [[nodiscard]] std::string some(const std::array<T, Size>& all) const {
    Lines parts;
    for (std::size_t what = 0; what < Size; ++what) {
      if (all[what] != 0) parts.push_back(some(static_cast<int>(what), all[what]));
    }
    return parts.empty() ? nothing() : together(parts);
  }
  [[nodiscard]] std::string piece(int value) const;    // "a 4", "a Specialist"
  [[nodiscard]] std::string place(int place) const;    // of Place
  [[nodiscard]] std::string target(int target) const;  // of Target
  [[nodiscard]] std::string from(int from) const;      // a Garage, Headquarters, Sal
  [[nodiscard]] std::string direction(int direction) const;
  [[nodiscard]] std::string space(int space, Seat viewer) const;  // of the Planet
  [[nodiscard]] std::string need(const Need& need) const;
  [[nodiscard]] Range ability(int faction) const {
    return c.abilities[idx(faction)][has_bit(s.sides, faction + 1) ? 1 : 0];
  }

  // --- powers (powers.cpp) ---

  // A list of effects as a part of a sentence; with a value, what they do for a die of that value.
  [[nodiscard]] std::string effects(Range range, int value = 0) const;

  // What is printed, in whole sentences: written by hand for the shape of the effect (shapes.h),
  // put together from the catalogue where there is no such text. `of`: "ship" or nothing special.
  [[nodiscard]] std::string rules(RuleRange rules, std::string_view of = "") const;
  [[nodiscard]] std::string printed(Range range) const;
  [[nodiscard]] std::string power(const Tile& tile, int kind) const {
    return rules(tile.rules, kind == kShipTile ? "ship" : "");
  }
  [[nodiscard]] std::string power(const Leader& leader) const;
  [[nodiscard]] std::string power(const Contract& card) const { return rules(card.rules); }
  [[nodiscard]] std::string power(const EventCard& card) const {
    return card.last && card.rules.empty() ? say("card.last") : rules(card.rules);
  }
  [[nodiscard]] std::string power(const OutpostToken& token) const {
    return printed(token.effects);
  }
  [[nodiscard]] std::string power(const Incident& setback) const {
    return printed(g.solo() ? setback.solo : setback.effects);
  }
  // What a piece sent there does, and for which price.
  [[nodiscard]] std::string actions(const Station& station) const;
  // Name, price, points and effect.
  [[nodiscard]] std::string contract(int card) const;
  [[nodiscard]] std::string tile(const Tile& tile, int kind) const;
  [[nodiscard]] std::string scheme(int card) const;

  // Where an effect stands, by its name: a card, a tile, a place; nothing if it has none.
  [[nodiscard]] std::string owner_of(int effect) const;

  // --- in signs, for the picture ---

  [[nodiscard]] std::string brief(Range range) const;
  [[nodiscard]] std::string brief_need(const Need& need) const;
  [[nodiscard]] std::string brief_farm(const Tile& tile) const;
  [[nodiscard]] static std::string cost(const Goods& goods) { return write_goods(goods); }

 private:
  [[nodiscard]] std::string amount(int what, const Amount& amount, int value) const;
  [[nodiscard]] std::string effect(const Effect& e, int value) const;
  [[nodiscard]] std::string rule(const Rule& rule, std::string_view of) const;
  [[nodiscard]] std::string occasion(const Rule& rule, std::string_view of) const;
  void lookups(const Rule& rule, Lines& out) const;
  [[nodiscard]] std::string sentence(const Shape& shape, const std::string& composed) const;
  [[nodiscard]] bool holds(Range range, int effect) const;
  [[nodiscard]] std::string counted(Count what, int n, int column = 0, int row = 0) const;

  const Teller& teller_;
};

// "1–2", "6".
[[nodiscard]] std::string values_text(int low, int high);

}  // namespace tidelock::circadians
