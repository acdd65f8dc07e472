// The table in sentences, what is asked, and every choice in words, made from a state as the viewer
// knows it.
#include <utility>

#include "solenia/phrases.h"

namespace tidelock::solenia {

namespace {

constexpr std::array<std::string_view, kSlots> kSlotKeys = {"s1l", "s1r", "s2l",
                                                            "s2r", "s3l", "s3r"};
constexpr std::array<std::string_view, 4> kSkies = {"day", "night", "dawn", "dusk"};

using Lines = std::vector<std::string>;

class Reading {
 public:
  Reading(const Phrases& words, Seat viewer)
      : w_(words), g_(words.g), c_(words.c), s_(words.s), viewer_(viewer) {}

  // The table as it lies.
  Lines describe() {
    say_round();
    say_board();
    say_reach();
    say_tiles();
    for (Seat seat = 0; seat < g_.colours(); ++seat) say_player(seat);
    say_offers();
    if (viewer_ >= 0) say_hand("describe.hand", w_.hand(viewer_));
    return std::move(lines_);
  }

  // The same in parts.
  std::vector<Area> areas() {
    part(w_.say("area.round"), kNobody, [&] { say_round(); });
    if (viewer_ >= 0)
      part(w_.say("area.hand"), viewer_, [&] { say_hand("describe.hand", w_.hand(viewer_)); });
    for (Seat seat = 0; seat < g_.colours(); ++seat) {
      if (w_.is_neutral(seat)) {
        part(w_.say("neutral"), kNobody, [&] { say_player(seat); });
        continue;
      }
      part(w_.name(seat), seat, [&] { say_player(seat); });
      count_player(seat);
    }
    part(w_.say("area.tiles"), kNobody, [&] {
      say_tiles();
      say_offers();
    });
    part(w_.say("area.board"), kNobody, [&] {
      say_board();
      say_reach();
    });
    return std::move(areas_);
  }

  // What the signs mean, and how a choice is written.
  Lines explain() {
    for (const char* key :
         {"explain.goal", "explain.board", "explain.sky", "explain.islands", "explain.cities",
          "explain.airship", "explain.card", "explain.value", "explain.effect"}) {
      add(key);
    }
    if (viewer_ >= 0) {
      std::vector<int> kinds;  // cards that are the same are explained once
      for (const int i : w_.hand(viewer_)) {
        if (kinds.empty() || c_.type[idx(kinds.back())] != c_.type[idx(i)]) kinds.push_back(i);
      }
      say_hand("explain.hand", kinds);
    }
    add("explain.reach");
    add("explain.tiles");
    add("explain.players");
    explain_slots();
    explain_improvements();
    if (g_.solo()) add("explain.solo");
    explain_choice();
    return std::move(lines_);
  }

 private:
  void add(std::string_view key, Args args = {}) { lines_.push_back(w_.say(key, std::move(args))); }
  template <class F>
  void part(std::string label, Seat seat, const F& say) {
    say();
    if (!lines_.empty()) areas_.push_back({std::move(label), seat, {}, std::exchange(lines_, {})});
  }
  void count_player(Seat seat) {
    const Player& p = w_.player(seat);
    auto& counters = areas_.back().counters;
    counters.push_back({w_.say("area.stars"), g_.scores(s_).total[idx(seat)], 0});
    for (int r = 0; r < kResources; ++r)
      counters.push_back({w_.say(kTerrainKeys[idx(r)]), count_of(p.store, r), 0});
    counters.push_back({w_.say("area.store"), total_of(p.store), p.capacity});
    counters.push_back({w_.say("area.deck"), std::popcount(p.deck), 0});
  }

  void say_round() {
    const Do what = s_.todo.top().what();
    if (g_.at(s_) == At::kOver) {
      add("title.over");
      lines_.push_back(w_.result());
    } else if (what == Do::kSetup) {
      add("title.setup");
    } else if (what == Do::kDraft) {
      add("title.draft");
    } else {
      add("describe.round", {number("round", std::min(kRounds, s_.turn / g_.colours() + 1)),
                             number("rounds", kRounds)});
    }
    const Seat seat = first_seat(g_.to_act(s_));
    if (seat != kNobody) add("describe.turn", {w_.who(seat)});
  }

  void say_board() {
    for (int row = kStrips - 1; row >= 0; --row) {
      const int side = s_.rows[idx(row)];
      if (side == kNone) continue;
      Lines spaces;
      for (int column = 0; column < kColumns; ++column)
        spaces.push_back(space(row * kColumns + column));
      add(row == kStrips - 1 ? "describe.row.front"
          : row == 0         ? "describe.row.rear"
                             : "describe.row",
          {number("row", row + 1), sky(sky_of(side)),
           text("spaces", w_.list(spaces, "list.long"))});
    }
    add("describe.airship", {text("space", space_name(w_.airship()))});
  }
  static TextArg sky(int i) { return {"sky", "@solenia.sky." + std::string(kSkies[idx(i)])}; }
  [[nodiscard]] std::string space(int i) const {
    const int where = g_.terrain(s_, i);
    Args args = {text("space", space_name(i)), text("terrain", w_.terrain(where))};
    const Seat owner = w_.owner(i);
    if (owner == kNobody) return w_.say("describe.space", std::move(args));
    const int type = s_.card_at[idx(i)];
    args.push_back(w_.who(owner));
    args.push_back(text("card", card_name(c_.cards[idx(type)])));
    if (w_.is_neutral(owner)) return w_.say("describe.space.neutral", std::move(args));
    args.push_back(text("gives", w_.removal(g_.removal(type, where))));
    return w_.say("describe.space.card", std::move(args));
  }
  void say_reach() {
    if (!w_.acts(viewer_) || s_.todo.top().what() != Do::kPlay) return;
    const Reach reach = g_.legal_spaces(s_, viewer_);
    for (int cost = 0; cost <= kMaxVoyage; ++cost) {
      Lines names;
      for (int i = 0; i < kSpaces; ++i) {
        if (has(reach.at[idx(cost)], i)) names.push_back(space_name(i));
      }
      if (names.empty()) continue;
      const TextArg spaces = text("spaces", w_.list(names));
      if (cost == 0) {
        add("describe.reach", {spaces});
      } else {
        add("describe.voyage", {number("n", cost), spaces});
      }
    }
  }

  void say_tiles() {
    for (int h = 0; h < 2; ++h) {
      Lines tiles;
      for (int place = 0; place < g_.display_size(); ++place) {
        const auto tile = s_.display[idx(h)][idx(place)];
        if (tile == kNone) continue;
        const bool fits = w_.payable(viewer_, h, tile);
        tiles.push_back(w_.say(fits ? "describe.tile.fits" : "describe.tile",
                               {text("place", (h == kDay ? "d" : "n") + std::to_string(place + 1)),
                                text("tile", w_.tile(h, tile))}));
      }
      add("describe.tiles",
          {choice("row", kHemispheres[idx(h)]),
           text("tiles", tiles.empty() ? w_.nothing() : w_.list(tiles, "list.long")),
           number("n", std::popcount(s_.tile_deck[idx(h)]))});
    }
  }

  void say_player(Seat seat) {
    const Player& p = w_.player(seat);
    if (w_.is_neutral(seat)) {
      add("describe.neutral", {number("n", std::popcount(p.deck))});
      return;
    }
    add("describe.player", {w_.who(seat), text("stars", w_.stars(g_.scores(s_).total[idx(seat)])),
                            text("store", w_.goods_words(p.store)), number("n", total_of(p.store)),
                            number("capacity", p.capacity), number("hand", std::popcount(p.hand)),
                            number("deck", std::popcount(p.deck))});
    for (int h = 0; h < 2; ++h) {
      if (g_.winter()) {
        say_winter_slots(seat, h);
      } else {
        const int n = p.delivered[idx(h)];
        add("describe.slots",
            {w_.who(seat), choice("row", kHemispheres[idx(h)]), number("n", n),
             number("slots", kSlots),
             text("bonus", n == kSlots ? w_.nothing() : w_.bonus(w_.bonus_at(h, n)))});
      }
    }
    say_improvements(seat);
  }
  void say_winter_slots(Seat seat, int h) {
    const Player& p = w_.player(seat);
    Lines slots;
    for (int slot = 0; slot < kSlots; ++slot) {
      const auto tile = p.slots[idx(h)][idx(slot)];
      const TextArg name = text("slot", w_.slot_name(slot));
      if (tile != 0) {
        slots.push_back(w_.say("describe.slot.filled",
                               {name, text("stars", w_.stars(c_.tiles[idx(h)][tile - 1U].stars))}));
      } else {
        slots.push_back(
            w_.say(g_.slot_open(p, h, slot) ? "describe.slot.open" : "describe.slot.closed",
                   {name, text("bonus", w_.slot_gives(p, h, slot))}));
      }
    }
    add("describe.slots.winter", {w_.who(seat), choice("row", kHemispheres[idx(h)]),
                                  text("slots", w_.list(slots, "list.long"))});
  }
  void say_improvements(Seat seat) {
    const Player& p = w_.player(seat);
    if (p.level1 != kNone) {
      add("describe.level1", {w_.who(seat), text("tile", w_.level1(p.level1)),
                              choice("state", Phrases::level1_filled(p) ? "works" : "waits")});
    }
    for (int h = 0; h < 2; ++h) {
      const auto half = p.level3[idx(h)];
      if (half == kNone) continue;
      add("describe.level3",
          {w_.who(seat), choice("row", kHemispheres[idx(h)]), text("half", w_.level3(h, half)),
           choice("state", p.slots[idx(h)][kSlots - 1] != 0 ? "works" : "waits")});
    }
  }
  void say_offers() {
    if (!w_.drafting()) return;
    for (int i = 0; i < g_.colours(); ++i) {
      if (s_.offer1[idx(i)] == kNone) continue;
      add("describe.offer1",
          {text("name", "i" + std::to_string(i + 1)), text("tile", w_.level1(s_.offer1[idx(i)]))});
    }
    for (int i = 0; i < g_.colours(); ++i) {
      const auto& pair = s_.offer3[idx(i)];
      if (pair[kDay] == kNone) continue;
      add("describe.offer3",
          {text("name", "p" + std::to_string(i + 1)), text("day", w_.level3(kDay, pair[kDay])),
           text("night", w_.level3(kNight, pair[kNight]))});
    }
  }
  void say_hand(std::string_view key, const std::vector<int>& cards) {
    for (const int i : cards) {
      const Card& card = c_.cards[idx(i)];
      add(key, {text("card", card_name(c_.cards[idx(i)])), number("value", card.value),
                text("gives", w_.effect(card))});
    }
  }

  void explain_slots() {
    add(g_.winter() ? "explain.slots.winter" : "explain.slots");
    for (int h = 0; h < 2; ++h) {
      Lines bonuses;
      for (int slot = 0; slot < kSlots; ++slot) {
        const std::string gives = w_.covered(slot)
                                      ? w_.say(slot == 0 ? "slot.level1" : "slot.level3")
                                      : w_.bonus(w_.bonus_at(h, slot));
        const std::string name =
            g_.winter() ? std::string(kSlotKeys[idx(slot)]) : std::to_string(slot + 1);
        bonuses.push_back(w_.say("explain.slot", {text("slot", name), text("bonus", gives)}));
      }
      add("explain.bonuses",
          {choice("row", kHemispheres[idx(h)]), text("bonuses", w_.list(bonuses, "list.long"))});
    }
    if (g_.winter()) return;
    Lines pairs;
    for (int n = 1; n < static_cast<int>(c_.pair_score.size()); ++n) {
      pairs.push_back(
          w_.say("explain.pair", {number("n", n), number("stars", c_.pair_score[idx(n)])}));
    }
    add("explain.pairs", {text("pairs", w_.list(pairs))});
  }
  void explain_improvements() {
    if (g_.mode() != Mode::kImprovements) return;
    add("explain.improvements");
    say_offers();
    for (Seat seat = 0; seat < g_.seats(); ++seat) say_improvements(seat);
  }

  void explain_choice() {
    if (!w_.acts(viewer_)) {
      add("explain.wait");
      return;
    }
    Solenia::List list;
    g_.legal(s_, viewer_, list);
    const TextArg example = text("example", g_.write(s_, viewer_, list[0]));
    const TextArg other = text("other", g_.write(s_, viewer_, list[list.size() - 1]));
    const char* key = "explain.write.resource";
    switch (s_.todo.top().what()) {
      case Do::kDraft: key = "explain.write.draft"; break;
      case Do::kPlay:
        key = list[list.size() - 1].kind() == Move::Kind::kDiscard ? "explain.write.stuck"
                                                                   : "explain.write.play";
        break;
      case Do::kTile: key = "explain.write.tile"; break;
      case Do::kStandIn: key = "explain.write.stand-in"; break;
      case Do::kSlot: key = "explain.write.slot"; break;
      case Do::kNeutralSpace: key = "explain.write.neutral"; break;
      default: break;
    }
    add(key, {example, other});
  }

  const Phrases& w_;
  const Solenia& g_;
  const Components& c_;
  const State& s_;
  Seat viewer_;
  Lines lines_;
  std::vector<Area> areas_;
};

}  // namespace

std::vector<std::string> Solenia::describe(const State& s, Seat viewer,
                                           const Teller& teller) const {
  const Phrases words(*this, s, teller);
  return Reading(words, viewer).describe();
}

std::vector<Area> Solenia::areas(const State& s, Seat viewer, const Teller& teller) const {
  const Phrases words(*this, s, teller);
  return Reading(words, viewer).areas();
}

std::vector<std::string> Solenia::explain(const State& s, Seat viewer, const Teller& teller) const {
  const Phrases words(*this, s, teller);
  return Reading(words, viewer).explain();
}

// --- what is asked, and what a choice means ---

std::string Solenia::prompt(const State& s, Seat seat, const Teller& teller) const {
  const Phrases w(*this, s, teller);
  if (at(s) == At::kOver) return w.say("title.over");
  if (at(s) == At::kChance) return w.say("prompt.chance");
  if (!w.acts(seat)) return w.say("prompt.wait", {w.who(s.todo.top().seat())});
  const Todo todo = s.todo.top();
  const Player& p = w.player(seat);
  List list;
  legal(s, seat, list);
  const TextArg example = text("example", write(s, seat, list[0]));
  const auto cost = [&] {
    return text("cost",
                write_goods(components().tiles[todo.a()][s.display[todo.a()][todo.b()]].cost));
  };
  switch (todo.what()) {
    case Do::kDraft:
      if (p.level1 != kNone) return w.say("prompt.draft.level3", {example});
      if (p.level3[kDay] != kNone) return w.say("prompt.draft.level1", {example});
      return w.say("prompt.draft", {example});
    case Do::kPlay: {
      const Move last = list[list.size() - 1];
      if (last.kind() == Move::Kind::kDiscard)
        return w.say("prompt.stuck", {text("example", write(s, seat, last))});
      return w.say("prompt.play", {example});
    }
    case Do::kPay:
      return w.say("prompt.pay", {number("n", todo.a()), text("space", space_name(todo.c()))});
    case Do::kTile: return w.say("prompt.tile", {choice("row", kHemispheres[todo.a()])});
    case Do::kStandIn: return w.say("prompt.stand-in", {cost()});
    case Do::kSlot: return w.say("prompt.slot", {cost(), choice("row", kHemispheres[todo.a()])});
    case Do::kGain: return w.say("prompt.gain", {number("n", todo.b())});
    case Do::kReturn:
      return w.say("prompt.return",
                   {number("n", total_of(p.store) - p.capacity), number("capacity", p.capacity)});
    case Do::kNeutralSpace:
      return w.say("prompt.neutral", {text("card", card_name(components().cards[todo.a()]))});
    default: return {};
  }
}

std::string Solenia::move_words(const State& s, Seat seat, Move move, const Teller& teller) const {
  using Kind = Move::Kind;
  const Phrases w(*this, s, teller);
  const Todo todo = s.todo.top();
  const Player& p = w.player(seat);
  const auto where = [&](int space) { return text("terrain", w.terrain(terrain(s, space))); };
  switch (move.kind()) {
    case Kind::kPlay: {
      const int value = components().cards[idx(move.a())].value;
      const int ground = terrain(s, move.b());
      std::vector<std::string> parts;
      const int cost = voyage_cost(s, seat, move.b());
      if (cost > 0) parts.push_back(w.say("move.voyage", {number("n", cost)}));
      if (value > 0) {
        parts.push_back(
            w.say("move.plus",
                  {text("what", ground < kDayCity ? w.resource(ground, value) : w.stars(value))}));
      }
      if (value == 0) parts.push_back(w.say("move.airship"));
      if (ground >= kDayCity)
        parts.push_back(
            w.say("move.deliver", {choice("row", kHemispheres[idx(ground - kDayCity)])}));
      return w.say("move.play", {number("value", value), text("space", space_name(move.b())),
                                 where(move.b()), text("what", w.list(parts))});
    }
    case Kind::kDiscard:
      return w.say("move.discard", {text("card", card_name(components().cards[idx(move.a())]))});
    case Kind::kPay:
      return w.say("move.pay", {text("what", w.resource(move.b(), 1)), number("n", todo.a() - 1)});
    case Kind::kTile: {
      const int tile = s.display[idx(move.a())][idx(move.b())];
      if (winter()) return w.tile(move.a(), tile);
      const int slot = p.delivered[idx(move.a())];
      return w.say("move.tile", {text("tile", w.tile(move.a(), tile)),
                                 text("bonus", w.bonus(w.bonus_at(move.a(), slot)))});
    }
    case Kind::kExact: {
      const int tile = s.display[todo.a()][todo.b()];
      return w.say("move.exact",
                   {text("cost", write_goods(components().tiles[todo.a()][idx(tile)].cost))});
    }
    case Kind::kStandIn:
      return w.say("move.stand-in",
                   {text("out", w.resource(move.a(), 1)), text("in", w.resource(move.b(), 1))});
    case Kind::kSlot:
      return w.say("move.slot", {text("slot", w.slot_name(move.b())),
                                 text("bonus", w.slot_gives(p, move.a(), move.b()))});
    case Kind::kGain: return w.say("move.plus", {text("what", w.resource(move.b(), 1))});
    case Kind::kReturn: return w.say("move.minus", {text("what", w.resource(move.b(), 1))});
    case Kind::kDraft:
      if (move.a() == 1) return w.level1(s.offer1[idx(move.b())]);
      return w.say("move.pair", {text("day", w.level3(kDay, s.offer3[idx(move.b())][kDay])),
                                 text("night", w.level3(kNight, s.offer3[idx(move.b())][kNight]))});
    case Kind::kNeutral:
      return w.say("move.neutral", {text("card", card_name(components().cards[todo.a()])),
                                    text("space", space_name(move.b())), where(move.b())});
    case Kind::kInvalid: break;
  }
  return {};
}

}  // namespace tidelock::solenia
