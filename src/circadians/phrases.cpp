// Things and powers in words.
#include "circadians/phrases.h"

#include <algorithm>

#include "circadians/keys.h"

namespace tidelock::circadians {

namespace {

constexpr std::array<std::string_view, 20> kCountSigns = {"D", "C", "h",  "S",  "F", "SF", "d",
                                                          "N", "f", "De", "De", "P", "P",  "m",
                                                          "H", "★", "W",  "A",  "E", "G"};

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

std::string Phrases::together(const Lines& parts) const {
  if (parts.size() < 2) return list(parts);
  return say("list.and",
             {text("a", list({parts.begin(), parts.end() - 1})), text("b", parts.back())});
}

// --- things ---

std::string Phrases::some(int what, int n) const {
  return say("some." + std::string(kThings[idx(what)]), {number("n", n)});
}

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
  if (amount.kind == Amount::Kind::kNumber) return some(what, amount.n);
  if (value > 0) return some(what, std::max(0, amount.of(value)));
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
      if (e.goods != Goods{}) parts.push_back(say("do.pay", {text("what", some(e.goods))}));
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
      if (e.goods != Goods{}) return say("do.fulfil.less", {kind, text("what", some(e.goods))});
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
    if (!gains.empty()) parts.push_back(say("do.gain", {text("what", together(gains))}));
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
