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
  if (key == schema::pack::effect::kGain || key == schema::pack::effect::kLose) {
    read_gains(value, key == schema::pack::effect::kGain, list);
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
  namespace member = schema::pack::gain;
  in.only(member::kTakes);
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
  if (key == schema::pack::effect::kOthers || key == schema::pack::effect::kOptional) {
    e.op = key == schema::pack::effect::kOthers ? Op::kOthers : Op::kOptional;
    e.list = read_effects(value, depth + 1);
  } else if (key == schema::pack::effect::kChoose) {
    e.op = Op::kChoose;
    std::vector<Range> options;
    const std::size_t n = value.size(1, 6);
    for (std::size_t i = 0; i < n; ++i) options.push_back(read_effects(value[i], depth + 1));
    e.list = add(in, options, out_.lists);
  } else if (key == schema::pack::effect::kByValue) {
    e.op = Op::kByValue;
    std::vector<Case> cases;
    const std::size_t n = value.size(1, 6);
    for (std::size_t i = 0; i < n; ++i) {
      value[i].only(schema::pack::by_value::kTakes);
      Case one{1, 6, {}};
      read_values(value[i][schema::pack::by_value::kValue], one.low, one.high);
      one.effects = read_effects(value[i][schema::pack::by_value::kDo], depth + 1);
      cases.push_back(one);
    }
    e.list = add(in, cases, out_.cases);
  } else if (key == schema::pack::effect::kPer) {
    e.op = Op::kPer;
    value.only(schema::pack::per::kTakes);
    e.what = static_cast<std::uint8_t>(value[schema::pack::per::kCount].one_of(kCountIds));
    if (const JsonIn most = value.maybe(schema::pack::per::kMax); most.exists())
      e.n = small(most, 1, 20);
    e.list = read_effects(value[schema::pack::per::kDo], depth + 1);
  } else {
    return false;
  }
  return true;
}

bool Reader::read_plain(const std::string& key, const JsonIn& value, Effect& e) {
  using Op = Effect::Op;
  if (key == schema::pack::effect::kPay) {
    e.op = Op::kPay;
    value.only(schema::pack::pay::kTakes);
    for (std::size_t r = 0; r < kResources; ++r) {
      const JsonIn one = value.maybe(kResourceIds[r]);
      if (one.exists()) e.goods[r] = tiny(one, 0, 40);
    }
    if (const JsonIn one = value.maybe(schema::pack::pay::kContract); one.exists())
      e.n = small(one, 0, 4);
  } else if (key == schema::pack::effect::kMove) {
    e.op = Op::kMove;
    value.only(schema::pack::move::kTakes);
    e.n = small(value[schema::pack::move::kSteps], 1, 6);
    e.what =
        static_cast<std::uint8_t>(value[schema::pack::move::kDir].one_of({"any", "back", "value"}));
    if (const JsonIn up_to = value.maybe(schema::pack::move::kUpTo); up_to.exists())
      e.up_to = up_to.boolean();
  } else if (key == schema::pack::effect::kPeek) {
    e.op = Op::kPeek;
    (void)value.integer(1, 1);
  } else if (key == schema::pack::effect::kHarvest) {
    e.op = value.one_of({"planet", "farms"}) == 0 ? Op::kHarvestPlanet : Op::kHarvestFarms;
  } else if (key == schema::pack::effect::kTrades) {
    e.op = Op::kTrades;
    e.amount = read_amount(value);
  } else if (key == schema::pack::effect::kTile) {
    read_tile_effect(value, e);
  } else if (key == schema::pack::effect::kFulfil) {
    e.op = Op::kFulfil;
    value.only(schema::pack::fulfil::kTakes);
    e.what = static_cast<std::uint8_t>(
        value[schema::pack::fulfil::kKind].one_of({"ongoing", "end", "any"}) + 1);
    if (const JsonIn less = value.maybe(schema::pack::fulfil::kLess); less.exists())
      e.goods = read_goods(less);
    if (const JsonIn full = value.maybe(schema::pack::fulfil::kFullCost); full.exists())
      e.n = full.boolean() ? 1 : 0;
  } else if (key == schema::pack::effect::kUseOutpost) {
    e.op = Op::kUseOutpost;
    (void)value.one_of({"unoccupied"});
  } else if (key == schema::pack::effect::kAbility) {
    e.op = Op::kOtherAbility;
    (void)value.one_of({"other_faction"});
  } else if (key == schema::pack::effect::kBreakthrough) {
    e.op = Op::kBreakthrough;
    (void)value.one_of({"free"});
  } else if (key == schema::pack::effect::kSpecial) {
    e.op = Op::kSpecial;
    e.what = static_cast<std::uint8_t>(value.one_of(kSpecialIds));
  } else {
    return false;
  }
  return true;
}

// A tile from a stack, or one that a leader begins with.
void Reader::read_tile_effect(const JsonIn& in, Effect& e) {
  namespace member = schema::pack::tile;
  e.what = static_cast<std::uint8_t>(in[member::kKind].one_of({"ship", "farm"}));
  if (in.maybe(member::kStack).exists()) {
    in.only({member::kKind, member::kStack});
    e.op = Effect::Op::kTile;
    e.n = in[member::kStack].is_text()
              ? (static_cast<void>(in[member::kStack].one_of({"any"})), kNone)
              : static_cast<std::uint8_t>(small(in[member::kStack], 1, kStacks) - 1);
    return;
  }
  in.only({member::kKind, member::kId, member::kSlot});
  e.op = Effect::Op::kStartTile;
  const auto& tiles = e.what == kShipTile ? out_.ships : out_.farms;
  const std::string id = in[member::kId].text(40);
  const std::size_t which = texts_.find(tiles, id);
  if (which == tiles.size())
    in[member::kId].expected("the id of a tile of that kind", {"circadians.pack.tile", {}});
  e.amount.n = static_cast<std::int8_t>(which);
  e.n = static_cast<std::uint8_t>(
      small(in[member::kSlot], 1, e.what == kShipTile ? kGarages : kTileFarms) - 1);
}

namespace {

constexpr std::array<std::string_view, 14> kLookups = {
    schema::pack::lookup::kDiscount,       schema::pack::lookup::kSurcharge,
    schema::pack::lookup::kReplaceCost,    schema::pack::lookup::kSubstitute,
    schema::pack::lookup::kGarageDiscount, schema::pack::lookup::kGarageCost,
    schema::pack::lookup::kFreeOrder,      schema::pack::lookup::kAllow,
    schema::pack::lookup::kValue,          schema::pack::lookup::kValueSet,
    schema::pack::lookup::kValueAs,        schema::pack::lookup::kExtra,
    schema::pack::lookup::kLimit,          schema::pack::lookup::kUncounted};

}  // namespace

void Reader::read_lookup(const std::string& key, const JsonIn& value, Rule& rule) {
  namespace member = schema::pack::lookup;
  if (key == member::kDiscount || key == member::kSurcharge) {
    if (key == member::kDiscount) {
      value.only(member::discount::kTakes);
    } else {
      value.only(schema::pack::goods20::kTakes);
    }
    auto& into = key == member::kDiscount ? rule.discount : rule.surcharge;
    for (std::size_t r = 0; r < kResources; ++r) {
      const JsonIn one = value.maybe(kResourceIds[r]);
      if (!one.exists()) continue;
      const Amount amount = read_amount(one);
      if (amount.kind == Amount::Kind::kAll && key == member::kDiscount) {
        into[r] = Rule::kAll;
      } else if (amount.kind == Amount::Kind::kNumber) {
        into[r] = amount.n;
      } else {
        one.expected("a number or 'all'", {"circadians.pack.discount", {}});
      }
    }
    if (const JsonIn any = value.maybe(member::discount::kAny); any.exists())
      rule.any_discount = tiny(any, 0, 4);
    if (key == member::kDiscount) rule.discounts = true;
  } else if (key == member::kReplaceCost) {
    const std::size_t n = value.size(1, kMaxCosts);
    for (std::size_t i = 0; i < n; ++i) rule.replace.push_back(read_goods(value[i]));
  } else if (key == member::kSubstitute) {
    const std::string from = only_key(value);
    if (from.empty()) return;
    const std::string to = only_key(value[from]);
    const auto place_of = [](const std::string& id) {
      return std::find(kResourceIds.begin(), kResourceIds.end(), id) - kResourceIds.begin();
    };
    const auto a = place_of(from);
    const auto b = place_of(to);
    const auto none = static_cast<std::ptrdiff_t>(kResourceIds.size());
    if (a == none || b == none || a == b) {
      value.expected("a resource for another, as in {\"gem\": {\"water\": 6}}",
                     {"circadians.pack.substitute", {}});
      return;
    }
    rule.substitute_from = static_cast<std::uint8_t>(a);
    rule.substitute_to = static_cast<std::uint8_t>(b);
    rule.substitute_n = small(value[from][to], 1, 20);
  } else if (key == member::kGarageDiscount) {
    rule.garage_discount = tiny(value, 0, 9);
  } else if (key == member::kGarageCost) {
    rule.garage_cost = tiny(value, 0, 9);
  } else if (key == member::kFreeOrder) {
    rule.free_order = value.boolean();
  } else if (key == member::kAllow) {
    rule.allow_outpost = value.one_of({"outpost"}) == 0;
  } else if (key == member::kValue) {
    if (value.size(2, 2) == 2) {
      rule.value = {tiny(value[std::size_t{0}], -5, 0), tiny(value[std::size_t{1}], 0, 5)};
      rule.changes_value = true;
    }
  } else if (key == member::kValueSet) {
    const std::size_t n = value.size(1, 6);
    for (std::size_t i = 0; i < n; ++i)
      rule.value_set = static_cast<std::uint8_t>(rule.value_set | (1U << small(value[i], 1, 6)));
    rule.changes_value = true;
  } else if (key == member::kValueAs) {
    rule.value_as = small(value, 1, 6);
  } else if (key == member::kExtra) {
    value.only(member::extra::kTakes);
    const auto maybe = [&](const char* name, std::int8_t& into) {
      if (const JsonIn one = value.maybe(name); one.exists()) into = tiny(one, 0, 9);
    };
    maybe(member::extra::kTrades, rule.trades);
    maybe(member::extra::kFreeSteps, rule.free_steps);
    maybe(member::extra::kMaxSteps, rule.max_steps);
    maybe(member::extra::kPlanetWater, rule.planet_water);
  } else if (key == member::kLimit) {
    value.only(member::limit::kTakes);
    const auto maybe = [&](const char* name, std::int8_t& into) {
      if (const JsonIn one = value.maybe(name); one.exists()) into = tiny(one, -4, 4);
    };
    maybe(member::limit::kDice, rule.dice_limit);
    maybe(member::limit::kHand, rule.hand_limit);
    maybe(member::limit::kSpecialists, rule.specialist_limit);
    if (rule.specialist_limit < 0 || rule.specialist_limit > 2)
      value[member::limit::kSpecialists].expected(
          "0 to 2", {"shell.wrong.number", {{"least", 0}, {"most", 2}}});
  } else {
    rule.uncounted = value.one_of({"active_specialists"}) == 0;
  }
}

// The three things a leader may do in Plan.
void Reader::read_plan(const JsonIn& in, Rule& rule) {
  namespace member = schema::pack::plan_effect;
  const std::size_t n = in.size(1, 2);
  const auto raise = [&](const JsonIn& one) {
    one.only({member::kRaise});
    one[member::kRaise].only(schema::pack::raise::kTakes);
    rule.raises.push_back({small(one[member::kRaise][schema::pack::raise::kDice], 1, 2),
                           small(one[member::kRaise][schema::pack::raise::kBy], 1, 5)});
  };
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    const std::string key = only_key(in[i]);
    if (key == member::kReroll) {
      rule.reroll = in[i][key].one_of({"any"}) == 0;
    } else if (key == member::kRaise) {
      raise(in[i]);
    } else if (key == member::kChoose) {
      const JsonIn options = in[i][key];
      const std::size_t count = options.size(1, 3);
      for (std::size_t k = 0; k < count; ++k) {
        if (options[k].size(1, 1) == 1) raise(options[k][std::size_t{0}]);
      }
    } else if (key == member::kPay) {
      in[i][key].only(member::pay::kTakes);
      rule.exchange_out = small(in[i][key][member::pay::kContract], 1, 1);
    } else if (key == member::kGain) {
      in[i][key].only(member::gain::kTakes);
      rule.exchange_in = small(in[i][key][member::gain::kContract], 1, 4);
    } else {
      in[i].wrong("expected reroll, raise, or pay and gain of contracts",
                  {"circadians.pack.plan", {}});
    }
  }
  if ((rule.exchange_out == 0) != (rule.exchange_in == 0))
    in.wrong("expected both pay and gain of contracts", {"circadians.pack.exchange", {}});
}

void Reader::read_rule(const JsonIn& in, std::uint32_t ons, Rule& rule) {
  namespace member = schema::pack::rule;
  in.only(member::kTakes);
  rule.on = static_cast<On>(in[member::kOn].one_of(kOnIds));
  if (!has_bit(ons, static_cast<int>(rule.on))) {
    std::string names;
    for (int i = 0; i < kOns; ++i) {
      if (has_bit(ons, i)) names += (names.empty() ? "" : ", ") + std::string(kOnIds[idx(i)]);
    }
    in[member::kOn].expected("one of: " + names,
                             {"shell.wrong.one-of", {{"words", literal(names)}}});
  }
  if (const JsonIn to = in.maybe(member::kTo); to.exists()) {
    const std::size_t n = to.size(1, kPlaces);
    for (std::size_t i = 0; i < n; ++i)
      rule.to = static_cast<std::uint16_t>(rule.to | (1U << to[i].one_of(kPlaceIds)));
  }
  if (const JsonIn from = in.maybe(member::kFrom); from.exists())
    rule.from = static_cast<std::uint8_t>(1U << from.one_of({"garage", "hq"}));
  if (const JsonIn with = in.maybe(member::kWith); with.exists())
    rule.with = static_cast<std::uint8_t>(1U << with.one_of(kFactionIds));
  if (const JsonIn by = in.maybe(member::kBy); by.exists())
    rule.by = static_cast<By>(by.one_of({"self", "opponent", "any"}));
  if (const JsonIn at = in.maybe(member::kAt); at.exists())
    rule.at_depository = at.one_of({"depository"}) == 0;
  if (const JsonIn cond = in.maybe(member::kIf); cond.exists()) {
    cond.only(member::if_::kTakes);
    if (const JsonIn die = cond.maybe(member::if_::kDie); die.exists())
      read_values(die, rule.die[0], rule.die[1]);
    if (const JsonIn outpost = cond.maybe(member::if_::kOutpost); outpost.exists())
      rule.outpost_empty = outpost.one_of({"empty"}) == 0;
    if (const JsonIn collected = cond.maybe(member::if_::kCollected); collected.exists()) {
      collected.only(member::if_::collected::kTakes);
      rule.no_water = collected[member::if_::collected::kWater].integer(0, 0) == 0;
    }
    if (const JsonIn piece = cond.maybe(member::if_::kSpecialist); piece.exists())
      rule.specialist = piece.boolean();
    if (const JsonIn first = cond.maybe(member::if_::kFirst); first.exists())
      rule.first = first.boolean();
  }
  if (const JsonIn when = in.maybe(member::kWhen); when.exists())
    rule.when = static_cast<When>(when.one_of({"before", "after", "either"}) + 1);
  if (const JsonIn may = in.maybe(member::kMay); may.exists()) rule.may = may.boolean();
  if (const JsonIn once = in.maybe(member::kOnce); once.exists())
    rule.once = once.one_of({"round"}) == 0;
  const JsonIn effects = in[member::kDo];
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
    } else if (key == schema::pack::rule_effect::kPoints) {
      const JsonIn points = effects[i][key];
      points.only(schema::pack::rule_effect::points::kTakes);
      rule.points.n = tiny(points[schema::pack::rule_effect::points::kN], 1, 20);
      rule.points.per =
          static_cast<Count>(points[schema::pack::rule_effect::points::kPer].one_of(kCountIds));
      if (const JsonIn each = points.maybe(schema::pack::rule_effect::points::kEach); each.exists())
        rule.points.each = small(each, 1, 50);
      if (const JsonIn most = points.maybe(schema::pack::rule_effect::points::kMax); most.exists())
        rule.points.most = small(most, 1, 100);
      if (const JsonIn column = points.maybe(schema::pack::rule_effect::points::kColumn);
          column.exists())
        rule.points.column = static_cast<std::uint8_t>(column.one_of(kFactionIds));
      if (const JsonIn row = points.maybe(schema::pack::rule_effect::points::kRow); row.exists())
        rule.points.row = static_cast<std::uint8_t>(small(row, 1, kDepositoryRows) - 1);
    } else if (key == schema::pack::rule_effect::kSpecial) {
      const int which = effects[i][key].one_of(kSpecialIds);
      rule.specials = static_cast<std::uint16_t>(rule.specials | (1U << which));
    } else {
      read_effect(effects[i], list, 0);
    }
  }
  rule.effects = add_effects(in, list);
}

}  // namespace tidelock::circadians
