// Reads the powers of a pack: effects, and the rules that say when they happen (docs/packs.md).
#include "circadians/pack_reader.h"
#include "core/text.h"

namespace tidelock::circadians {

void Reader::read_effect(const JsonIn& in, std::vector<Effect>& list, int depth) {
  const std::string key = only_key(in);
  if (key.empty()) return;
  if (depth > 4) {
    in.wrong("expected fewer effects inside effects", {"circadians.pack.deep-effects", {}});
    return;
  }
  const JsonIn value = in[key];
  if (key == "gain" || key == "lose") {
    read_gains(value, key == "gain", list);
    return;
  }
  Effect e;
  if (!read_nested(key, in, depth, e) && !read_plain(key, value, e)) {
    const Json name = key;
    in.wrong("expected an effect of docs/packs.md, found " + found(&name),
             {"circadians.pack.effect", {{"found", literal(found(&name))}}});
  }
  list.push_back(e);
}

// One effect for each thing that is gained or lost.
void Reader::read_gains(const JsonIn& in, bool gains, std::vector<Effect>& list) {
  in.only({"water", "algae", "energy", "gem", "contract", "die", "specialist"});
  for (std::size_t what = 0; what < kGainableIds.size(); ++what) {
    const JsonIn one = in.maybe(kGainableIds[what]);
    if (!one.exists()) continue;
    if (!gains && what > kContracts)
      one.wrong("expected resources or contracts", {"circadians.pack.lose", {}});
    Effect e;
    e.op = gains ? Effect::Op::kGain : Effect::Op::kLose;
    e.what = static_cast<std::uint8_t>(what);
    e.amount = read_amount(one);
    if (gains && e.amount.kind == Amount::Kind::kAll)
      one.expected("a number, 'value', 'value+N' or 'N-value'", {"circadians.pack.gain", {}});
    if (what > kGem && (e.amount.kind != Amount::Kind::kNumber || e.amount.n > 6))
      one.expected("a number from 0 to 6", {"shell.wrong.number", {{"least", 0}, {"most", 6}}});
    list.push_back(e);
  }
}

// Effects that hold lists of effects.
bool Reader::read_nested(const std::string& key, const JsonIn& in, int depth, Effect& e) {
  using Op = Effect::Op;
  const JsonIn value = in[key];
  if (key == "others" || key == "optional") {
    e.op = key == "others" ? Op::kOthers : Op::kOptional;
    e.list = read_effects(value, depth + 1);
  } else if (key == "choose") {
    e.op = Op::kChoose;
    std::vector<Range> options;
    const std::size_t n = value.size(1, 6);
    for (std::size_t i = 0; i < n; ++i) options.push_back(read_effects(value[i], depth + 1));
    e.list = add(in, options, out_.lists);
  } else if (key == "by_value") {
    e.op = Op::kByValue;
    std::vector<Case> cases;
    const std::size_t n = value.size(1, 6);
    for (std::size_t i = 0; i < n; ++i) {
      value[i].only({"value", "do"});
      Case one{1, 6, {}};
      read_values(value[i]["value"], one.low, one.high);
      one.effects = read_effects(value[i]["do"], depth + 1);
      cases.push_back(one);
    }
    e.list = add(in, cases, out_.cases);
  } else if (key == "per") {
    e.op = Op::kPer;
    value.only({"count", "max", "do"});
    e.what = static_cast<std::uint8_t>(value["count"].one_of(kCountIds));
    if (const JsonIn most = value.maybe("max"); most.exists()) e.n = small(most, 1, 20);
    e.list = read_effects(value["do"], depth + 1);
  } else {
    return false;
  }
  return true;
}

// Effects without effects inside, one after the other by their names.
bool Reader::read_plain(const std::string& key, const JsonIn& value, Effect& e) {
  using Op = Effect::Op;
  if (key == "pay") {
    e.op = Op::kPay;
    value.only({"water", "algae", "energy", "gem", "contract"});
    for (std::size_t r = 0; r < kResources; ++r) {
      const JsonIn one = value.maybe(kResourceIds[r]);
      if (one.exists()) e.goods[r] = tiny(one, 0, 40);
    }
    if (const JsonIn one = value.maybe("contract"); one.exists()) e.n = small(one, 0, 4);
  } else if (key == "move") {
    e.op = Op::kMove;
    value.only({"steps", "dir", "up_to"});
    e.n = small(value["steps"], 1, 6);
    e.what = static_cast<std::uint8_t>(value["dir"].one_of({"any", "back", "value"}));
    if (const JsonIn up_to = value.maybe("up_to"); up_to.exists()) e.up_to = up_to.boolean();
  } else if (key == "peek") {
    e.op = Op::kPeek;
    (void)value.integer(1, 1);
  } else if (key == "harvest") {
    e.op = value.one_of({"planet", "farms"}) == 0 ? Op::kHarvestPlanet : Op::kHarvestFarms;
  } else if (key == "trades") {
    e.op = Op::kTrades;
    e.amount = read_amount(value);
  } else if (key == "tile") {
    read_tile_effect(value, e);
  } else if (key == "fulfil") {
    e.op = Op::kFulfil;
    value.only({"kind", "less", "full_cost"});
    e.what = static_cast<std::uint8_t>(value["kind"].one_of({"ongoing", "end", "any"}) + 1);
    if (const JsonIn less = value.maybe("less"); less.exists()) e.goods = read_goods(less);
    if (const JsonIn full = value.maybe("full_cost"); full.exists()) e.n = full.boolean() ? 1 : 0;
  } else if (key == "use_outpost") {
    e.op = Op::kUseOutpost;
    (void)value.one_of({"unoccupied"});
  } else if (key == "ability") {
    e.op = Op::kOtherAbility;
    (void)value.one_of({"other_faction"});
  } else if (key == "breakthrough") {
    e.op = Op::kBreakthrough;
    (void)value.one_of({"free"});
  } else if (key == "special") {
    e.op = Op::kSpecial;
    e.what = static_cast<std::uint8_t>(value.one_of(kSpecialIds));
  } else {
    return false;
  }
  return true;
}

// A tile from a stack, or one that a leader begins with.
void Reader::read_tile_effect(const JsonIn& in, Effect& e) {
  e.what = static_cast<std::uint8_t>(in["kind"].one_of({"ship", "farm"}));
  if (in.maybe("stack").exists()) {
    in.only({"kind", "stack"});
    e.op = Effect::Op::kTile;
    e.n = in["stack"].is_text() ? (static_cast<void>(in["stack"].one_of({"any"})), kNone)
                                : static_cast<std::uint8_t>(small(in["stack"], 1, kStacks) - 1);
    return;
  }
  in.only({"kind", "id", "slot"});
  e.op = Effect::Op::kStartTile;
  const auto& tiles = e.what == kShipTile ? out_.ships : out_.farms;
  const std::string id = in["id"].text(40);
  const std::size_t which = texts_.find(tiles, id);
  if (which == tiles.size())
    in["id"].expected("the id of a tile of that kind", {"circadians.pack.tile", {}});
  e.amount.n = static_cast<std::int8_t>(which);
  e.n = static_cast<std::uint8_t>(
      small(in["slot"], 1, e.what == kShipTile ? kGarages : kTileFarms) - 1);
}

namespace {

constexpr std::array<std::string_view, 14> kLookups = {
    "discount",    "surcharge",  "replace_cost", "substitute", "garage_discount",
    "garage_cost", "free_order", "allow",        "value",      "value_set",
    "value_as",    "extra",      "limit",        "uncounted"};

}  // namespace

// A discount or a surcharge, by resource.
void Reader::read_change(const JsonIn& in, bool discount, Rule& rule) {
  if (discount) {
    in.only({"water", "algae", "energy", "gem", "any"});
    rule.discounts = true;
  } else {
    in.only({"water", "algae", "energy", "gem"});
  }
  auto& into = discount ? rule.discount : rule.surcharge;
  for (std::size_t r = 0; r < kResources; ++r) {
    const JsonIn one = in.maybe(kResourceIds[r]);
    if (!one.exists()) continue;
    const Amount amount = read_amount(one);
    if (amount.kind == Amount::Kind::kAll && discount) {
      into[r] = Rule::kAll;
    } else if (amount.kind == Amount::Kind::kNumber) {
      into[r] = amount.n;
    } else {
      one.expected("a number or 'all'", {"circadians.pack.discount", {}});
    }
  }
  if (const JsonIn any = in.maybe("any"); any.exists()) rule.any_discount = tiny(any, 0, 4);
}

// One resource that may stand for another: {"gem": {"water": 6}}.
void Reader::read_substitute(const JsonIn& in, Rule& rule) {
  const std::string from = only_key(in);
  if (from.empty()) return;
  const std::string to = only_key(in[from]);
  const auto place_of = [](const std::string& id) {
    return std::find(kResourceIds.begin(), kResourceIds.end(), id) - kResourceIds.begin();
  };
  const auto a = place_of(from);
  const auto b = place_of(to);
  const auto none = static_cast<std::ptrdiff_t>(kResourceIds.size());
  if (a == none || b == none || a == b) {
    in.expected("a resource for another, as in {\"gem\": {\"water\": 6}}",
                {"circadians.pack.substitute", {}});
    return;
  }
  rule.substitute_from = static_cast<std::uint8_t>(a);
  rule.substitute_to = static_cast<std::uint8_t>(b);
  rule.substitute_n = small(in[from][to], 1, 20);
}

// What is looked up where a cost, a value or a limit is needed, and so is no effect that happens.
void Reader::read_lookup(const std::string& key, const JsonIn& value, Rule& rule) {
  if (key == "discount" || key == "surcharge") {
    read_change(value, key == "discount", rule);
  } else if (key == "replace_cost") {
    const std::size_t n = value.size(1, kMaxCosts);
    for (std::size_t i = 0; i < n; ++i) rule.replace.push_back(read_goods(value[i]));
  } else if (key == "substitute") {
    read_substitute(value, rule);
  } else if (key == "garage_discount") {
    rule.garage_discount = tiny(value, 0, 9);
  } else if (key == "garage_cost") {
    rule.garage_cost = tiny(value, 0, 9);
  } else if (key == "free_order") {
    rule.free_order = value.boolean();
  } else if (key == "allow") {
    rule.allow_outpost = value.one_of({"outpost"}) == 0;
  } else if (key == "value") {
    if (value.size(2, 2) == 2) {
      rule.value = {tiny(value[std::size_t{0}], -5, 0), tiny(value[std::size_t{1}], 0, 5)};
      rule.changes_value = true;
    }
  } else if (key == "value_set") {
    const std::size_t n = value.size(1, 6);
    for (std::size_t i = 0; i < n; ++i)
      rule.value_set = static_cast<std::uint8_t>(rule.value_set | (1U << small(value[i], 1, 6)));
    rule.changes_value = true;
  } else if (key == "value_as") {
    rule.value_as = small(value, 1, 6);
  } else if (key == "extra") {
    value.only({"trades", "free_steps", "max_steps", "planet_water"});
    const auto maybe = [&](const char* name, std::int8_t& into) {
      if (const JsonIn one = value.maybe(name); one.exists()) into = tiny(one, 0, 9);
    };
    maybe("trades", rule.trades);
    maybe("free_steps", rule.free_steps);
    maybe("max_steps", rule.max_steps);
    maybe("planet_water", rule.planet_water);
  } else if (key == "limit") {
    value.only({"dice", "hand", "specialists"});
    const auto maybe = [&](const char* name, std::int8_t& into) {
      if (const JsonIn one = value.maybe(name); one.exists()) into = tiny(one, -4, 4);
    };
    maybe("dice", rule.dice_limit);
    maybe("hand", rule.hand_limit);
    maybe("specialists", rule.specialist_limit);
    if (rule.specialist_limit < 0 || rule.specialist_limit > 2)
      value["specialists"].expected("0 to 2", {"shell.wrong.number", {{"least", 0}, {"most", 2}}});
  } else {
    rule.uncounted = value.one_of({"active_specialists"}) == 0;
  }
}

// The three things a leader may do in Plan.
void Reader::read_plan(const JsonIn& in, Rule& rule) {
  const std::size_t n = in.size(1, 2);
  const auto raise = [&](const JsonIn& one) {
    one.only({"raise"});
    one["raise"].only({"dice", "by"});
    rule.raises.push_back({small(one["raise"]["dice"], 1, 2), small(one["raise"]["by"], 1, 5)});
  };
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    const std::string key = only_key(in[i]);
    if (key == "reroll") {
      rule.reroll = in[i][key].one_of({"any"}) == 0;
    } else if (key == "raise") {
      raise(in[i]);
    } else if (key == "choose") {
      const JsonIn options = in[i][key];
      const std::size_t count = options.size(1, 3);
      for (std::size_t k = 0; k < count; ++k) {
        if (options[k].size(1, 1) == 1) raise(options[k][std::size_t{0}]);
      }
    } else if (key == "pay") {
      in[i][key].only({"contract"});
      rule.exchange_out = small(in[i][key]["contract"], 1, 1);
    } else if (key == "gain") {
      in[i][key].only({"contract"});
      rule.exchange_in = small(in[i][key]["contract"], 1, 4);
    } else {
      in[i].wrong("expected reroll, raise, or pay and gain of contracts",
                  {"circadians.pack.plan", {}});
    }
  }
  if ((rule.exchange_out == 0) != (rule.exchange_in == 0))
    in.wrong("expected both pay and gain of contracts", {"circadians.pack.exchange", {}});
}

// When the rule counts; each kind of component may have some of the occasions only.
void Reader::read_on(const JsonIn& in, std::uint32_t ons, Rule& rule) {
  rule.on = static_cast<On>(in.one_of(kOnIds));
  if (has_bit(ons, static_cast<int>(rule.on))) return;
  std::string names;
  for (int i = 0; i < kOns; ++i) {
    if (has_bit(ons, i)) names += (names.empty() ? "" : ", ") + std::string(kOnIds[idx(i)]);
  }
  in.expected("one of: " + names, {"shell.wrong.one-of", {{"words", literal(names)}}});
}

// Which sends, factions and players it is about.
void Reader::read_where(const JsonIn& in, Rule& rule) {
  if (const JsonIn to = in.maybe("to"); to.exists()) {
    const std::size_t n = to.size(1, kPlaces);
    for (std::size_t i = 0; i < n; ++i)
      rule.to = static_cast<std::uint16_t>(rule.to | (1U << to[i].one_of(kPlaceIds)));
  }
  if (const JsonIn from = in.maybe("from"); from.exists())
    rule.from = static_cast<std::uint8_t>(1U << from.one_of({"garage", "hq"}));
  if (const JsonIn with = in.maybe("with"); with.exists())
    rule.with = static_cast<std::uint8_t>(1U << with.one_of(kFactionIds));
  if (const JsonIn by = in.maybe("by"); by.exists())
    rule.by = static_cast<By>(by.one_of({"self", "opponent", "any"}));
  if (const JsonIn at = in.maybe("at"); at.exists())
    rule.at_depository = at.one_of({"depository"}) == 0;
}

void Reader::read_condition(const JsonIn& in, Rule& rule) {
  in.only({"die", "outpost", "collected", "specialist", "first"});
  if (const JsonIn die = in.maybe("die"); die.exists()) read_values(die, rule.die[0], rule.die[1]);
  if (const JsonIn outpost = in.maybe("outpost"); outpost.exists())
    rule.outpost_empty = outpost.one_of({"empty"}) == 0;
  if (const JsonIn collected = in.maybe("collected"); collected.exists()) {
    collected.only({"water"});
    rule.no_water = collected["water"].integer(0, 0) == 0;
  }
  if (const JsonIn piece = in.maybe("specialist"); piece.exists())
    rule.specialist = piece.boolean();
  if (const JsonIn first = in.maybe("first"); first.exists()) rule.first = first.boolean();
}

// So many points for each of what is counted.
void Reader::read_points(const JsonIn& in, Rule& rule) {
  in.only({"n", "per", "each", "max", "column", "row"});
  rule.points.n = tiny(in["n"], 1, 20);
  rule.points.per = static_cast<Count>(in["per"].one_of(kCountIds));
  if (const JsonIn each = in.maybe("each"); each.exists()) rule.points.each = small(each, 1, 50);
  if (const JsonIn most = in.maybe("max"); most.exists()) rule.points.most = small(most, 1, 100);
  if (const JsonIn column = in.maybe("column"); column.exists())
    rule.points.column = static_cast<std::uint8_t>(column.one_of(kFactionIds));
  if (const JsonIn row = in.maybe("row"); row.exists())
    rule.points.row = static_cast<std::uint8_t>(small(row, 1, kDepositoryRows) - 1);
}

// When, where and whether, then what it does. Of what stands under "do" only effects become a list
// that is run; all else is kept in the rule itself, as somebody looks it up there.
void Reader::read_rule(const JsonIn& in, std::uint32_t ons, Rule& rule) {
  in.only({"on", "to", "from", "with", "by", "at", "if", "when", "may", "once", "do"});
  read_on(in["on"], ons, rule);
  read_where(in, rule);
  if (const JsonIn condition = in.maybe("if"); condition.exists()) read_condition(condition, rule);
  if (const JsonIn when = in.maybe("when"); when.exists())
    rule.when = static_cast<When>(when.one_of({"before", "after", "either"}) + 1);
  if (const JsonIn may = in.maybe("may"); may.exists()) rule.may = may.boolean();
  if (const JsonIn once = in.maybe("once"); once.exists()) rule.once = once.one_of({"round"}) == 0;
  const JsonIn effects = in["do"];
  if (rule.on == On::kPlan) {
    read_plan(effects, rule);
    return;
  }
  std::vector<Effect> list;
  const std::size_t n = effects.size(0, 8);
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    const std::string key = only_key(effects[i]);
    if (key.empty()) return;
    if (std::find(kLookups.begin(), kLookups.end(), key) != kLookups.end()) {
      read_lookup(key, effects[i][key], rule);
    } else if (key == "points") {
      read_points(effects[i][key], rule);
    } else if (key == "special") {
      const int which = effects[i][key].one_of(kSpecialIds);
      rule.specials = static_cast<std::uint16_t>(rule.specials | (1U << which));
    } else {
      read_effect(effects[i], list, 0);
    }
  }
  rule.effects = add_effects(in, list);
}

}  // namespace tidelock::circadians
