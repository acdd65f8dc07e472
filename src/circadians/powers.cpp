// What cards, tiles, leaders and Events do.
#include <algorithm>

#include "circadians/keys.h"
#include "circadians/shapes.h"

namespace tidelock::circadians {

namespace {

Goods to_goods(const std::array<std::int8_t, kResources>& from) {
  Goods goods{};
  for (std::size_t r = 0; r < kResources; ++r) goods[r] = from[r];
  return goods;
}

// A sentence begins with a capital, in the alphabets that have them.
std::string capitalised(std::string_view text) {
  std::size_t at = 0;
  char32_t first = text.empty() ? 0 : next_code_point(text, at);
  const bool odd = first % 2 == 1;
  if ((first >= U'a' && first <= U'z') || (first >= 0xE0 && first <= 0xFE && first != 0xF7)) {
    first -= 0x20;
  } else if (first >= 0x100 && first <= 0x17E) {
    // Pairs, of which the capital is the even one, but in two stretches the odd one.
    const bool capital_odd = (first >= 0x139 && first <= 0x148) || first >= 0x179;
    if (odd != capital_odd) --first;
  }
  std::string out;
  if (at != 0) append_utf8(out, first);
  return out.append(text.substr(at));
}

}  // namespace

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
        parts.push_back(some(r, n));
      }
    }
    if (!parts.empty()) add("look.discount", {text("what", together(parts))});
    if (rule.any_discount != 0) add("look.discount-any", {number("n", rule.any_discount)});
  }
  if (const Goods more = to_goods(rule.surcharge); more != Goods{})
    add("look.surcharge", {text("what", some(more))});
  if (!rule.replace.empty()) {
    Lines parts;
    for (const Goods& one : rule.replace) parts.push_back(some(one));
    add("look.replace", {text("what", list(parts, "list.or"))});
  }
  if (rule.garage_discount != 0)
    add("look.garage-discount", {text("what", some(kAlgae, rule.garage_discount))});
  if (rule.garage_cost >= 0)
    add("look.garage-cost", {text("what", some(kAlgae, rule.garage_cost))});
  if (rule.free_order) add("look.free-order");
  if (rule.allow_outpost) add("look.outpost");
  const int down = -rule.value[0];
  const int up = rule.value[1];
  const auto value = [&](const char* way, int n) {
    add("look.value", {choice("way", way), number("n", n)});
  };
  if (down != 0 && down == up) {
    value("both", up);
  } else {
    if (down != 0) value("down", down);
    if (up != 0) value("up", up);
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
    add("look.planet-water", {text("what", some(kWater, rule.planet_water))});
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
    add("look.substitute", {text("what", some(rule.substitute_to, rule.substitute_n)),
                            choice("for", kThings[rule.substitute_from])});
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
    add("look.exchange", {text("out", some(kContracts, rule.exchange_out)),
                          text("in", some(kContracts, rule.exchange_in))});
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

// The text that was written for this shape, or else the one that was put together.
std::string Phrases::sentence(const Shape& shape, const std::string& composed) const {
  const std::string key = "circadians.card." + shape.key;
  if (teller_.words().has(key)) return teller_.say(Text{key, shape.args});
  return say("sentence", {text("what", capitalised(composed))});
}

std::string Phrases::printed(Range range) const {
  return range.empty() ? say("card.none") : sentence(shape_of(*this, "do", range), effects(range));
}

std::string Phrases::rules(RuleRange rules, std::string_view of) const {
  Lines parts;
  for (const Rule& one : c.of(rules)) {
    const std::string composed = rule(one, of);
    if (!composed.empty()) parts.push_back(sentence(shape_of(*this, one, of), composed));
  }
  return parts.empty() ? say("card.none") : list(parts, "sentences");
}

std::string Phrases::power(const Leader& leader) const {
  Lines parts;
  if (!leader.rules.empty()) parts.push_back(rules(leader.rules));
  for (std::size_t k = 0; k < leader.board.size() && leader.board_column[k] != 0; ++k) {
    const TextArg column = number("column", leader.board_column[k]);
    const TextArg station = text("place", place(kMiningCamp));
    Shape shape = shape_of(*this, "board", leader.board[k]);
    shape.args.insert(shape.args.end(), {column, station});
    parts.push_back(sentence(
        shape, say("leader.board", {column, station, text("what", effects(leader.board[k]))})));
  }
  if (leader.own_outpost_board) {
    const TextArg spaces = number("spaces", c.outpost_spaces[1]);
    Shape shape = shape_of(*this, "leader-outpost", c.sender_gain[1]);
    shape.args.push_back(spaces);
    parts.push_back(
        sentence(shape, say("leader.outpost", {spaces, text("what", effects(c.sender_gain[1]))})));
  }
  if (leader.adds_breakthroughs) {
    Lines more;
    for (const Incident& one : c.breakthroughs) {
      if (one.with_leader) more.push_back(effects(one.effects));
    }
    parts.push_back(sentence(shape_of_added(*this),
                             say("leader.breakthroughs", {text("what", list(more, "list.long"))})));
  }
  return parts.empty() ? say("card.none") : list(parts, "sentences");
}

std::string Phrases::actions(const Station& station) const {
  Lines all;
  for (const Action& action : station.actions) {
    Lines costs;
    for (const Cost& cost : action.costs) {
      Lines parts;
      for (int r = 0; r < kResources; ++r) {
        const Amount& one = cost.amounts[idx(r)];
        if (one.kind != Amount::Kind::kNumber || one.n != 0) parts.push_back(amount(r, one, 0));
      }
      costs.push_back(parts.empty() ? nothing() : together(parts));
    }
    all.push_back(
        say(action.column != 0 ? "explain.action.column" : "explain.action",
            {number("n", action.column), text("values", values_text(action.low, action.high)),
             text("cost", costs.empty() ? nothing() : list(costs, "list.or")),
             text("what", effects(action.effects))}));
  }
  return list(all, "list.long");
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

}  // namespace tidelock::circadians
