// Things and powers in words.
#include "circadians/phrases.h"

#include <algorithm>

namespace tidelock::circadians {

namespace {

constexpr std::array<std::string_view, 7> kThings = {"water",    "algae", "energy",    "gem",
                                                     "contract", "die",   "specialist"};
constexpr std::array<std::string_view, 20> kCounts = {
    "supply-die",       "fulfilled",  "in-hand",     "ship-tile",   "farm-tile",
    "ship-farm-pair",   "column-die", "negotiation", "faction",     "depository",
    "depository-row",   "gained",     "out",         "missing-die", "on-cache",
    "progress-removed", "water",      "algae",       "energy",      "gem"};
constexpr std::array<std::string_view, 20> kCountSigns = {"D", "C", "h",  "S",  "F", "SF", "d",
                                                          "N", "f", "De", "De", "P", "P",  "m",
                                                          "H", "★", "W",  "A",  "E", "G"};
constexpr std::array<std::string_view, kSpecialCount> kSpecials = {
    "outposts-owner-only", "amos-harvest-turn", "charlene-board",   "melvan-start",
    "radio-left",          "tariq-start",       "repeat-action",    "sal",
    "roll-to-farm",        "counts-as-other",   "reserve-die-to-hq"};
constexpr std::array<std::string_view, kOns> kOnKeys = {
    "reveal",      "setup",        "plan",      "turn",   "send",     "negotiate",
    "use-outpost", "outpost-used", "hq-reward", "fulfil", "gain-die", "setback",
    "harvest",     "rest",         "end",       "score",  "always"};
constexpr std::array<std::string_view, 3> kBys = {"self", "opponent", "any"};
constexpr std::array<std::string_view, 4> kContractKinds = {"any", "ongoing", "end", "any"};

Goods to_goods(const std::array<std::int8_t, kResources>& from) {
  Goods goods{};
  for (std::size_t r = 0; r < kResources; ++r) goods[r] = from[r];
  return goods;
}
template <class T>
bool any_of(const std::array<T, kResources>& goods) {
  return std::any_of(goods.begin(), goods.end(), [](int n) { return n != 0; });
}

}  // namespace

std::string values_text(int low, int high) {
  return low == high ? std::to_string(low) : std::to_string(low) + "–" + std::to_string(high);
}

std::string Phrases::phase() const { return say("phase." + std::string(g.phase_name(s))); }

std::string Phrases::list(const Lines& parts, std::string_view key) const {
  std::string sum;
  for (const std::string& part : parts)
    sum = sum.empty() ? part : say(key, {text("a", sum), text("b", part)});
  return sum;
}

// --- things ---

std::string Phrases::thing(int what, int n) const {
  return say("count",
             {number("n", n), {"resource", "@circadians." + std::string(kThings[idx(what)])}});
}

std::string Phrases::goods(const Goods& goods) const {
  Lines parts;
  for (int r = 0; r < kResources; ++r) {
    if (goods[idx(r)] != 0) parts.push_back(thing(r, goods[idx(r)]));
  }
  return parts.empty() ? nothing() : list(parts);
}

std::string Phrases::amount(int what, const Amount& amount, int value) const {
  if (amount.kind == Amount::Kind::kNumber) return thing(what, amount.n);
  if (value > 0) return thing(what, std::max(0, amount.of(value)));
  return say(
      amount.kind == Amount::Kind::kValue ? "count.value" : "count.minus",
      {number("n", amount.n), {"resource", "@circadians." + std::string(kThings[idx(what)])}});
}

std::string Phrases::piece(int value) const { return say("piece", {number("die", value)}); }

std::string Phrases::place(int place) const {
  if (place < kStations) return name(c.stations[idx(place)]);
  if (place == kHeadquarters) return name(c.hq_text);
  if (place == kDepository) return name(c.depository_text);
  return say(place == kNegotiation ? "place.negotiation"
             : place == kOutpost   ? "place.outpost"
                                   : "place.farm");
}

std::string Phrases::target(int target) const {
  if (target == kToCanteen) return say("place.canteen");
  const Place where = place_of(target);
  switch (where) {
    case kMiningCamp:
      return say("place.column", {text("place", place(where)), number("n", target - kToMine + 1)});
    case kDepository:
      return say("place.row",
                 {text("place", place(where)), number("n", target - kToDepository + 1)});
    case kNegotiation: {
      const int n = target - kToNegotiation;
      return say("place.faction",
                 {text("faction", name(c.columns[idx(n / kRows)])), number("n", n % kRows + 1)});
    }
    case kOutpost:
      return say("place.outpost-of", {who(static_cast<Seat>(target - kToOutpost), "owner")});
    case kFarm: return say("place.farm-n", {number("n", target - kToFarm + 1)});
    default: return place(where);
  }
}

std::string Phrases::from(int from) const {
  return say("from", {number("from", from < kGarages ? from + 1 : from == kFromHq ? 6 : 7)});
}

std::string Phrases::direction(int direction) const {
  return say("direction." + std::string(kDirectionWords[idx(direction)]));
}

std::string Phrases::space(int space, Seat viewer) const {
  Lines parts = {goods(g.harvest_of(s, space))};
  if (space >= kFirstCorner) {
    const int corner = space - kFirstCorner;
    parts.push_back(
        knows_cache(viewer, corner)
            ? say("space.cache-seen", {number("n", c.caches[s.cache[idx(corner)]].points)})
            : say("space.cache"));
  } else if (((s.tokens >> space) & 1U) != 0) {
    parts.push_back(
        say("space.token", {text("what", goods(c.planet[s.sides & 1U][idx(space)].token))}));
  }
  return list(parts);
}

std::string Phrases::counted(Count what, int n, int column, int row) const {
  return say(
      "per." + std::string(kCounts[static_cast<std::size_t>(what)]),
      {number("n", n), text("faction", name(c.columns[idx(column)])), number("row", row + 1)});
}

std::string Phrases::need(const Need& need) const {
  Lines parts;
  for (const Need::One& one : need.any)
    parts.push_back(say("need", {text("what", counted(one.count, one.least))}));
  return list(parts, "list.or");
}

// --- effects ---

std::string Phrases::effect(const Effect& e, int value) const {
  using Op = Effect::Op;
  const auto inner = [&](Range range) { return text("what", effects(range, value)); };
  switch (e.op) {
    case Op::kGain: return say("do.gain", {text("what", amount(e.what, e.amount, value))});
    case Op::kLose: return say("do.lose", {text("what", amount(e.what, e.amount, value))});
    case Op::kPay: {
      Lines parts;
      if (any_of(e.goods)) parts.push_back(say("do.pay", {text("what", goods(e.goods))}));
      if (e.n != 0) parts.push_back(say("do.discard", {number("n", e.n)}));
      return list(parts);
    }
    case Op::kOthers: return say("do.others", {inner(e.list)});
    case Op::kChoose: {
      Lines parts;
      for (auto i = e.list.begin; i < e.list.end; ++i) parts.push_back(effects(c.lists[i], value));
      return list(parts, "list.or");
    }
    case Op::kOptional: return say("do.optional", {inner(e.list)});
    case Op::kByValue: {
      Lines parts;
      for (auto i = e.list.begin; i < e.list.end; ++i) {
        const Case& one = c.cases[i];
        if (value >= one.low && value <= one.high) return effects(one.effects, value);
        parts.push_back(say("do.case", {text("values", values_text(one.low, one.high)),
                                        text("what", effects(one.effects))}));
      }
      return value > 0 ? nothing() : list(parts, "list.long");
    }
    case Op::kPer:
      return say(
          e.n != 0 ? "do.per.most" : "do.per",
          {text("per", counted(static_cast<Count>(e.what), 1)), inner(e.list), number("n", e.n)});
    case Op::kMove:
      if (e.what == kByDie)
        return value > 0 ? say("do.move.to", {text("direction", direction(value - 1))})
                         : say("do.move.value");
      if (e.what == kBackward) return say("do.move.back");
      return say(e.up_to ? "do.move.up-to" : "do.move", {number("n", e.n)});
    case Op::kPeek: return say("do.peek");
    case Op::kHarvestPlanet: return say("do.harvest.planet");
    case Op::kHarvestFarms: return say("do.harvest.farms");
    case Op::kTrades:
      if (e.amount.kind != Amount::Kind::kNumber && value == 0) return say("do.trades.value");
      return say("do.trades", {number("n", e.amount.of(value))});
    case Op::kTile:
      return say("do.tile", {choice("kind", e.what == kShipTile ? "ship" : "farm"),
                             number("n", e.n == kNone ? 0 : e.n + 1)});
    case Op::kStartTile: {
      const Tile& tile = (e.what == kShipTile ? c.ships : c.farms)[idx(e.amount.n)];
      return say("do.start-tile",
                 {choice("kind", e.what == kShipTile ? "ship" : "farm"), text("tile", name(tile)),
                  number("n", e.n + 1), text("what", power(tile, e.what))});
    }
    case Op::kFulfil: {
      const TextArg kind = choice("kind", kContractKinds[e.what & 3U]);
      if (any_of(e.goods)) return say("do.fulfil.less", {kind, text("what", goods(e.goods))});
      return say(e.n != 0 ? "do.fulfil.full" : "do.fulfil", {kind});
    }
    case Op::kUseOutpost: return say("do.use-outpost");
    case Op::kOtherAbility: return say("do.other-ability");
    case Op::kBreakthrough: return say("do.breakthrough");
    case Op::kSpecial: return say("special." + std::string(kSpecials[e.what]));
  }
  return {};
}

std::string Phrases::effects(Range range, int value) const {
  Lines parts;
  Lines gains;  // several things gained are said together
  const auto flush = [&] {
    if (!gains.empty()) parts.push_back(say("do.gain", {text("what", list(gains))}));
    gains.clear();
  };
  for (auto i = range.begin; i < range.end; ++i) {
    const Effect& e = c.effects[i];
    if (e.op == Effect::Op::kGain) {
      gains.push_back(amount(e.what, e.amount, value));
      continue;
    }
    flush();
    parts.push_back(effect(e, value));
  }
  flush();
  return parts.empty() ? nothing() : list(parts);
}

// --- rules ---

// What a rule changes without an effect of its own.
void Phrases::lookups(const Rule& rule, Lines& out) const {
  const auto add = [&](std::string_view key, Args args = {}) {
    out.push_back(say(key, std::move(args)));
  };
  if (rule.discounts) {
    Lines parts;
    for (int r = 0; r < kResources; ++r) {
      const int n = rule.discount[idx(r)];
      if (n == Rule::kAll) {
        add("look.discount-all",
            {{"resource", "@circadians." + std::string(kThings[idx(r)])}, number("n", 0)});
      } else if (n != 0) {
        parts.push_back(thing(r, n));
      }
    }
    if (!parts.empty()) add("look.discount", {text("what", list(parts))});
    if (rule.any_discount != 0) add("look.discount-any", {number("n", rule.any_discount)});
  }
  if (any_of(rule.surcharge))
    add("look.surcharge", {text("what", goods(to_goods(rule.surcharge)))});
  if (!rule.replace.empty()) {
    Lines parts;
    for (const Goods& one : rule.replace) parts.push_back(goods(one));
    add("look.replace", {text("what", list(parts, "list.or"))});
  }
  if (rule.garage_discount != 0)
    add("look.garage-discount", {text("what", thing(kAlgae, rule.garage_discount))});
  if (rule.garage_cost >= 0)
    add("look.garage-cost", {text("what", thing(kAlgae, rule.garage_cost))});
  if (rule.free_order) add("look.free-order");
  if (rule.allow_outpost) add("look.outpost");
  if (rule.value[0] != 0 || rule.value[1] != 0) {
    add("look.value", {choice("way", rule.value[0] == 0   ? "up"
                                     : rule.value[1] == 0 ? "down"
                                                          : "both"),
                       number("n", std::max<int>(-rule.value[0], rule.value[1]))});
  }
  if (rule.value_set != 0) {
    Lines parts;
    for (int v = 1; v <= 6; ++v) {
      if (has_bit(rule.value_set, v)) parts.push_back(std::to_string(v));
    }
    add("look.value-set", {text("values", list(parts, "list.or"))});
  }
  if (rule.value_as != 0) add("look.value-as", {number("n", rule.value_as)});
  if (rule.trades != 0) add("look.trades", {number("n", rule.trades)});
  if (rule.free_steps != 0) add("look.free-steps", {number("n", rule.free_steps)});
  if (rule.max_steps != 0) add("look.max-steps", {number("n", rule.max_steps)});
  if (rule.planet_water != 0)
    add("look.planet-water", {text("what", thing(kWater, rule.planet_water))});
  const auto limit = [&](std::string_view which, int n) {
    if (n == 0) return;
    add("look.limit", {choice("which", which),
                       text("change", (n > 0 ? "+" : "−") + std::to_string(std::abs(n)))});
  };
  limit("dice", rule.dice_limit);
  limit("hand", rule.hand_limit);
  limit("specialists", rule.specialist_limit);
  if (rule.uncounted) add("look.uncounted");
  if (rule.substitute_n != 0) {
    add("look.substitute", {text("what", thing(rule.substitute_to, rule.substitute_n)),
                            text("for", thing(rule.substitute_from, 1))});
  }
  if (const Points& p = rule.points; p.n != 0) {
    add(p.most != 0 ? "look.points.most" : "look.points",
        {text("points", points(p.n)), text("per", counted(p.per, p.each, p.column, p.row)),
         number("n", p.most)});
  }
  for (int i = 0; i < kSpecialCount; ++i) {
    if (has_bit(rule.specials, i)) add("special." + std::string(kSpecials[idx(i)]));
  }
  if (rule.exchange_out != 0)
    add("look.exchange", {text("out", thing(kContracts, rule.exchange_out)),
                          text("in", thing(kContracts, rule.exchange_in))});
  if (rule.reroll) add("look.reroll");
  Lines raises;
  for (const auto& raise : rule.raises)
    raises.push_back(say("look.raise", {number("n", raise[0]), number("by", raise[1])}));
  if (!raises.empty()) out.push_back(list(raises, "list.or"));
}

// When it happens; nothing for what always holds.
std::string Phrases::occasion(const Rule& rule, std::string_view of) const {
  std::string key = "on." + std::string(kOnKeys[static_cast<std::size_t>(rule.on)]);
  Args args = {choice("by", kBys[static_cast<std::size_t>(rule.by)])};
  switch (rule.on) {
    case On::kAlways:
    case On::kScore: return {};
    case On::kSend: {
      args.push_back(choice("piece", of == "ship"      ? "ship"
                                     : rule.specialist ? "specialist"
                                                       : "any"));
      args.push_back(choice("from", rule.from == 1 ? "garage" : rule.from == 2 ? "hq" : "any"));
      args.push_back(choice("first", rule.first ? "yes" : "no"));
      constexpr std::uint16_t kAllStations = (1U << kStations) - 1;
      if (rule.to == kAllStations) {
        args.push_back(text("places", say("place.station")));
      } else {
        Lines places;
        for (int i = 0; i < kPlaces; ++i) {
          if (has_bit(rule.to, i)) places.push_back(place(i));
        }
        args.push_back(text("places", list(places, "list.or")));
      }
      if (rule.to != 0) key += ".to";
      break;
    }
    case On::kNegotiate:
      if (rule.with != 0) {
        Lines names;
        for (int f = 0; f < kFactions; ++f) {
          if (has_bit(rule.with, f)) names.push_back(name(c.columns[idx(f)]));
        }
        args.push_back(text("faction", list(names, "list.or")));
        key += ".with";
      }
      break;
    case On::kFulfil:
      if (rule.at_depository) key += ".depository";
      break;
    case On::kHarvest:
      if (rule.die[0] != 0) {
        args.push_back(text("values", values_text(rule.die[0], rule.die[1])));
        key += rule.die[0] == 1 && rule.die[1] == 6 ? ".any-die" : ".die";
      } else if (rule.outpost_empty) {
        key += ".outpost-empty";
      } else if (rule.no_water) {
        key += ".no-water";
      }
      break;
    default: break;
  }
  return say(key, std::move(args));
}

std::string Phrases::rule(const Rule& rule, std::string_view of) const {
  Lines parts;
  lookups(rule, parts);
  if (!rule.effects.empty()) parts.push_back(effects(rule.effects));
  if (parts.empty()) return {};
  std::string what = list(parts);
  if (rule.may && !rule.changes_value) what = say("rule.may", {text("what", what)});
  if (rule.when == When::kEither) what = say("rule.either", {text("what", what)});
  if (rule.once && !rule.first) what = say("rule.once", {text("what", what)});
  const std::string when = occasion(rule, of);
  return when.empty() ? what : say("rule", {text("when", when), text("what", what)});
}

std::string Phrases::rules(RuleRange rules, std::string_view of) const {
  Lines parts;
  for (const Rule& one : c.of(rules)) {
    std::string words = rule(one, of);
    if (!words.empty()) parts.push_back(std::move(words));
  }
  return parts.empty() ? say("rule.none") : list(parts, "list.long");
}

std::string Phrases::power(const Leader& leader) const {
  Lines parts = {rules(leader.rules)};
  for (std::size_t k = 0; k < leader.board.size() && leader.board_column[k] != 0; ++k) {
    parts.push_back(say("leader.board", {number("n", leader.board_column[k]),
                                         text("what", effects(leader.board[k]))}));
  }
  if (leader.own_outpost_board)
    parts.push_back(say("leader.outpost", {number("n", c.outpost_spaces[1]),
                                           text("what", effects(c.sender_gain[1]))}));
  if (leader.adds_breakthroughs) {
    Lines more;
    for (const Incident& one : c.breakthroughs) {
      if (one.with_leader) more.push_back(effects(one.effects));
    }
    parts.push_back(say("leader.breakthroughs", {text("what", list(more, "list.long"))}));
  }
  return list(parts, "list.long");
}

// Whether an effect is one of these, or inside one of them.
bool Phrases::holds(Range range, int effect) const {
  using Op = Effect::Op;
  if (effect >= range.begin && effect < range.end) return true;
  for (auto i = range.begin; i < range.end; ++i) {
    const Effect& e = c.effects[i];
    for (auto k = e.list.begin; k < e.list.end; ++k) {
      if (e.op == Op::kChoose && holds(c.lists[k], effect)) return true;
      if (e.op == Op::kByValue && holds(c.cases[k].effects, effect)) return true;
    }
    if ((e.op == Op::kOthers || e.op == Op::kOptional || e.op == Op::kPer) && holds(e.list, effect))
      return true;
  }
  return false;
}

std::string Phrases::owner_of(int effect) const {
  const auto in = [&](RuleRange range) {
    const auto rules = c.of(range);
    return std::any_of(rules.begin(), rules.end(),
                       [&](const Rule& rule) { return holds(rule.effects, effect); });
  };
  for (const Contract& one : c.contracts) {
    if (in(one.rules)) return name(one);
  }
  for (const Leader& one : c.leaders) {
    const bool board = std::any_of(one.board.begin(), one.board.end(),
                                   [&](Range range) { return holds(range, effect); });
    if (board || in(one.rules)) return name(one);
  }
  for (const EventCard& one : c.events) {
    if (in(one.rules)) return name(one);
  }
  for (const auto* tiles : {&c.ships, &c.farms}) {
    for (const Tile& one : *tiles) {
      if (in(one.rules)) return name(one);
    }
  }
  for (const OutpostToken& one : c.tokens) {
    if (holds(one.effects, effect)) return name(one);
  }
  for (const auto* incidents : {&c.breakthroughs, &c.setbacks}) {
    for (const Incident& one : *incidents) {
      if (holds(one.effects, effect) || holds(one.solo, effect)) return name(one);
    }
  }
  for (int faction = 0; faction < kFactions; ++faction) {
    if (holds(ability(faction), effect)) return name(c.columns[idx(faction)]);
  }
  for (const Station& one : c.stations) {
    for (const Action& action : one.actions) {
      if (holds(action.effects, effect)) return name(one);
    }
  }
  for (const auto& row : c.depository) {
    if (holds(row.effects, effect)) return place(kDepository);
  }
  if (holds(c.hq_reward, effect)) return place(kHeadquarters);
  for (int i = 0; i < 3; ++i) {
    if (in(c.specialist_rules[idx(i)])) return say("specialist.n", {number("n", i + 1)});
  }
  // Only its owner is asked about an Outpost that others use.
  if (holds(c.owner_bonus[0], effect) || holds(c.owner_bonus[1], effect))
    return target(kToOutpost + s.todo.top().seat);
  return {};
}

std::string Phrases::contract(int card) const {
  const Contract& one = c.contracts[idx(card)];
  return say(
      "contract.words",
      {text("name", name(one)), text("cost", goods(one.cost)), text("points", points(one.points)),
       choice("kind", kContractKinds[one.kind & 3U]), text("what", power(one))});
}
std::string Phrases::tile(const Tile& tile, int kind) const {
  return say("tile.words",
             {choice("kind", kind == kShipTile ? "ship" : "farm"), text("name", name(tile)),
              text("points", points(tile.points)), text("what", power(tile, kind))});
}
std::string Phrases::scheme(int card) const {
  const Scheme& one = c.schemes[idx(card)];
  Lines places;
  for (const auto where : one.places) {
    places.push_back(where >= Scheme::kNegotiationWith
                         ? name(c.columns[idx(where - Scheme::kNegotiationWith)])
                         : place(where));
  }
  return say("scheme", {text("name", name(one)), number("value", one.value),
                        text("gems", thing(kGem, one.gems)), text("places", list(places))});
}

// --- signs ---

std::string Phrases::brief(Range range) const {
  using Op = Effect::Op;
  constexpr std::string_view kSigns = "WAEGCDS";
  std::string out;
  for (auto i = range.begin; i < range.end; ++i) {
    const Effect& e = c.effects[i];
    switch (e.op) {
      case Op::kGain:
        if (e.amount.kind == Amount::Kind::kNumber) {
          out += std::to_string(e.amount.n);
        } else if (e.amount.kind == Amount::Kind::kValue) {
          out += "v";
          if (e.amount.n != 0) out += "+" + std::to_string(e.amount.n);
        } else {
          out += std::to_string(e.amount.n) + "-v";
        }
        out += kSigns[e.what];
        break;
      case Op::kPay: out += "-" + write_goods(e.goods) + " "; break;
      case Op::kByValue:
        for (auto k = e.list.begin; k < e.list.end; ++k)
          out += (k == e.list.begin ? "" : "/") + brief(c.cases[k].effects);
        break;
      case Op::kChoose:
        for (auto k = e.list.begin; k < e.list.end; ++k)
          out += (k == e.list.begin ? "" : "/") + brief(c.lists[k]);
        break;
      case Op::kPer: out += brief(e.list) + "/" + std::string(kCountSigns[e.what]); break;
      case Op::kMove: out += e.what == kByDie ? "→v" : "→" + std::to_string(e.n); break;
      case Op::kTrades:
        out += (e.amount.kind == Amount::Kind::kNumber ? std::to_string(e.amount.n) : "v") + "⇄";
        break;
      case Op::kTile: out += say(e.what == kShipTile ? "brief.ship" : "brief.farm"); break;
      case Op::kFulfil: out += "✓C"; break;
      case Op::kOptional: out += "(" + brief(e.list) + ")"; break;
      case Op::kUseOutpost: out += say("brief.outpost"); break;
      default: out += "…"; break;
    }
  }
  return out;
}

std::string Phrases::brief_need(const Need& need) const {
  std::string out;
  for (const Need::One& one : need.any) {
    out += (out.empty() ? "" : "/") + (one.least > 1 ? std::to_string(one.least) : "") +
           std::string(kCountSigns[static_cast<std::size_t>(one.count)]);
  }
  return out;
}

std::string Phrases::brief_farm(const Tile& tile) const {
  std::string out;
  for (const Rule& one : c.of(tile.rules)) {
    if (one.die[0] > 1) out += values_text(one.die[0], one.die[1]) + ":";
    out += brief(one.effects);
  }
  return out.empty() ? std::to_string(tile.points) + "★" : out;
}

}  // namespace tidelock::circadians
