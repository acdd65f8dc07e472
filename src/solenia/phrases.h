// Parts of sentences that the picture and the reading of a table share: what things are, in words.
#pragma once

#include <algorithm>
#include <bit>

#include "solenia/game.h"

namespace tidelock::solenia {

constexpr std::size_t idx(int i) { return static_cast<std::size_t>(i); }
constexpr bool has(std::uint32_t spaces, int space) { return ((spaces >> space) & 1U) != 0; }

constexpr std::array<std::string_view, 6> kTerrainKeys = {"wood",  "wheat",    "stone",
                                                          "water", "day-city", "night-city"};

// The light over a strip: day, night, dawn, dusk.
constexpr int sky_of(int side) { return side / 2 == kDawnDuskStrip ? 2 + side % 2 : side % 2; }

using Args = std::vector<TextArg>;
inline TextArg number(const char* name, int n) { return {name, std::int64_t{n}}; }
inline TextArg text(const char* name, std::string_view value) { return {name, literal(value)}; }
inline TextArg choice(const char* name, std::string_view word) { return {name, std::string(word)}; }

class Phrases {
 public:
  Phrases(const Solenia& game, const State& state, const Teller& teller)
      : g(game), c(game.components()), s(state), teller_(teller) {}

  const Solenia& g;
  const Components& c;
  const State& s;

  [[nodiscard]] std::string say(std::string_view key, Args args = {}) const {
    return teller_.say(Text{"solenia." + std::string(key), std::move(args)});
  }
  [[nodiscard]] const Player& player(Seat seat) const { return s.players[idx(seat)]; }
  [[nodiscard]] bool is_neutral(Seat seat) const { return g.solo() && seat == kNeutral; }
  [[nodiscard]] TextArg who(Seat seat) const {
    if (is_neutral(seat)) return {"player", "@solenia.neutral"};
    return number("player", seat + 1);
  }
  [[nodiscard]] std::string name(Seat seat) const {
    return is_neutral(seat) ? say("neutral") : teller_.name(seat);
  }
  // The owner of a card: a digit, or N for the neutral player.
  [[nodiscard]] std::string mark(Seat seat) const {
    return is_neutral(seat) ? "N" : std::to_string(seat + 1);
  }
  [[nodiscard]] Seat owner(int space) const {
    for (Seat seat = 0; seat < g.colours(); ++seat) {
      if (has(s.cards[idx(seat)], space)) return seat;
    }
    return kNobody;
  }
  [[nodiscard]] int airship() const { return s.moved != 0 ? kShipSpace + kColumns : kShipSpace; }
  [[nodiscard]] bool drafting() const { return s.todo.top().what() == Do::kDraft; }
  [[nodiscard]] bool acts(Seat seat) const {
    return seat >= 0 && (g.to_act(s) & seat_bit(seat)) != 0;
  }
  [[nodiscard]] bool payable(Seat seat, int hemisphere, int tile) const {
    if (seat < 0 || g.at(s) == At::kOver) return false;
    const Player& p = player(seat);
    return p.delivered[idx(hemisphere)] < kSlots &&
           g.can_deliver(p, p.store, c.tiles[idx(hemisphere)][idx(tile)], 0);
  }
  [[nodiscard]] const Bonus& bonus_at(int hemisphere, int slot) const {
    return c.slots[g.winter() ? 1 : 0][idx(hemisphere)][idx(slot)];
  }
  // IMP-3: the slots under improvements.
  [[nodiscard]] bool covered(int slot) const {
    return g.mode() == Mode::kImprovements && (slot == 0 || slot == kSlots - 1);
  }
  [[nodiscard]] static bool level1_filled(const Player& p) {
    return p.slots[kDay][0] != 0 && p.slots[kNight][0] != 0;
  }
  [[nodiscard]] std::vector<int> hand(Seat seat) const {
    std::vector<int> cards;
    for (std::uint32_t left = player(seat).hand; left != 0; left &= left - 1)
      cards.push_back(std::countr_zero(left));
    return cards;
  }

  [[nodiscard]] std::string list(const std::vector<std::string>& parts,
                                 std::string_view key = "list") const {
    std::string sum;
    for (const std::string& part : parts)
      sum = sum.empty() ? part : say(key, {text("a", sum), text("b", part)});
    return sum;
  }
  [[nodiscard]] std::string resource(int r, int n) const {
    return say("count",
               {number("n", n), {"resource", "@solenia." + std::string(kTerrainKeys[idx(r)])}});
  }
  [[nodiscard]] std::string terrain(int where) const {
    return say("terrain." + std::string(kTerrainKeys[idx(where)]));
  }
  [[nodiscard]] std::string stars(int n) const { return say("stars", {number("n", n)}); }
  [[nodiscard]] std::string nothing() const { return say("nothing"); }
  [[nodiscard]] std::string goods_words(Goods what) const {
    std::vector<std::string> parts;
    for (int r = 0; r < kResources; ++r) {
      if (count_of(what, r) > 0) parts.push_back(resource(r, count_of(what, r)));
    }
    return parts.empty() ? nothing() : list(parts);
  }
  [[nodiscard]] std::string removal(const Removal& what) const {
    return what.stars > 0 ? stars(static_cast<int>(what.stars)) : goods_words(what.gain);
  }
  [[nodiscard]] std::string effect(const Card& card) const {
    switch (card.effect) {
      case Card::Effect::kSpace: return say("effect.space", {number("n", card.amount)});
      case Card::Effect::kGain: return goods_words(card.gain);
      case Card::Effect::kStar: return say("effect.star", {text("terrain", terrain(card.amount))});
    }
    return {};
  }
  [[nodiscard]] std::string bonus(const Bonus& what) const {
    if (what.capacity > 0) return say("bonus.capacity", {number("n", what.capacity)});
    if (what.stars > 0) return stars(what.stars);
    if (what.choice == 0) return goods_words(what.gain);
    std::vector<std::string> parts;
    for (int r = 0; r < kResources; ++r) {
      if (((what.choice >> r) & 1) != 0) parts.push_back(resource(r, 1));
    }
    return list(parts, "list.or");
  }
  // Who won; alone, how well it went (END-3, SOLO-4).
  [[nodiscard]] std::string result() const {
    if (g.solo()) {
      const int total = g.scores(s).total[0];
      const auto band = std::count_if(c.solo_bands.begin(), c.solo_bands.end(),
                                      [&](int least) { return total >= least; });
      return say("solo.band." + std::to_string(band));
    }
    std::vector<std::string> names;
    for (Seat seat = 0; seat < g.seats(); ++seat) {
      if ((g.winners(s) & seat_bit(seat)) != 0) names.push_back(name(seat));
    }
    return say("result",
               {number("n", static_cast<int>(names.size())), text("players", list(names))});
  }
  // What a slot gives to this player, improvements included.
  [[nodiscard]] std::string slot_gives(const Player& p, int hemisphere, int slot) const {
    if (!covered(slot)) return bonus(bonus_at(hemisphere, slot));
    if (slot == 0) {
      if (p.level1 == kNone) return say("slot.level1");
      return say(p.slots[idx(1 - hemisphere)][0] != 0 ? "slot.activates" : "slot.waits",
                 {text("tile", level1(p.level1))});
    }
    const auto half = p.level3[idx(hemisphere)];
    return half == kNone ? say("slot.level3")
                         : say("slot.counts", {text("half", level3(hemisphere, half))});
  }
  [[nodiscard]] std::string slot_name(int slot) const {
    return say("slot.name",
               {number("level", slot / 2 + 1), choice("side", slot % 2 == 0 ? "left" : "right")});
  }
  [[nodiscard]] std::string tile(int hemisphere, int i) const {
    const Tile& t = c.tiles[idx(hemisphere)][idx(i)];
    return say("tile", {text("cost", write_goods(t.cost)), number("stars", t.stars)});
  }

  // Improvements in the words that events use for them, or in a few signs.
  [[nodiscard]] std::string level1(int i) const {
    return improvement(What::kOffer1, i, "tile", nullptr);
  }
  [[nodiscard]] std::string level3(int hemisphere, int i) const {
    return improvement(What::kOffer3, i, kHemispheres[idx(hemisphere)], nullptr);
  }
  [[nodiscard]] std::string brief_level1(int i) const {
    return improvement(What::kOffer1, i, "tile", "short.level1.",
                       {number("n", c.level1[idx(i)].n)});
  }
  [[nodiscard]] std::string brief_level3(int hemisphere, int i) const {
    const Level3& half = c.level3[idx(hemisphere)][idx(i)];
    return improvement(What::kOffer3, i, kHemispheres[idx(hemisphere)], "short.level3.",
                       {number("n", half.n), number("cost", half.cost)});
  }

 private:
  [[nodiscard]] std::string improvement(What what, int i, std::string_view name, const char* brief,
                                        Args args = {}) const {
    const auto which = static_cast<std::int16_t>(i);
    const Text offer =
        g.event_text(Event{static_cast<std::uint16_t>(what), kNobody, kEverybody, 0, which, which});
    for (const TextArg& arg : offer.args) {
      if (arg.name != name) continue;
      const std::string key = std::get_if<std::string>(&arg.value)->substr(1);
      if (brief == nullptr) return teller_.say(Text{key, offer.args});
      return say(brief + key.substr(key.rfind('.') + 1), std::move(args));
    }
    return {};
  }

  const Teller& teller_;
};

}  // namespace tidelock::solenia
