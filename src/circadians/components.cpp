#include "circadians/components.h"

#include <algorithm>

#include "core/json.h"
#include "core/text.h"

namespace tidelock::circadians {

namespace {

constexpr std::array<std::string_view, 4> kTags = {"RB", "REV", "INF", "R"};
constexpr std::array<std::string_view, 4> kLangIds = {"en", "pl", "de", "zh-Hant"};

constexpr std::array<std::string_view, kOns> kOnIds = {
    "reveal",      "setup",        "plan",      "turn",   "send",     "negotiate",
    "use_outpost", "outpost_used", "hq_reward", "fulfil", "gain_die", "setback",
    "harvest",     "rest",         "end",       "score",  "always"};
constexpr std::array<std::string_view, kSpecialCount> kSpecialIds = {"outposts_owner_only",
                                                                     "amos_harvest_turn",
                                                                     "charlene_board",
                                                                     "melvan_start",
                                                                     "radio_to_left_neighbour",
                                                                     "tariq_start",
                                                                     "repeat_action",
                                                                     "sal",
                                                                     "roll_to_farm",
                                                                     "counts_as_other",
                                                                     "reserve_die_to_hq"};
constexpr std::array<std::string_view, 20> kCountIds = {"supply_die",
                                                        "fulfilled_contract",
                                                        "contract_in_hand",
                                                        "ship_tile",
                                                        "farm_tile",
                                                        "ship_farm_pair",
                                                        "column_die",
                                                        "negotiation_die",
                                                        "faction_with_die",
                                                        "depository_die",
                                                        "depository_row_die",
                                                        "specialist_gained",
                                                        "specialist_out",
                                                        "missing_die",
                                                        "harvester_on_cache",
                                                        "progress_removed",
                                                        "water",
                                                        "algae",
                                                        "energy",
                                                        "gem"};
constexpr std::array<std::string_view, 7> kGainableIds = {"water",    "algae", "energy",    "gem",
                                                          "contract", "die",   "specialist"};

constexpr std::uint32_t on_mask(std::initializer_list<On> ons) {
  std::uint32_t mask = 0;
  for (const On on : ons) mask |= 1U << static_cast<unsigned>(on);
  return mask;
}
constexpr std::uint32_t kCardOns =
    on_mask({On::kSend, On::kNegotiate, On::kUseOutpost, On::kHqReward, On::kFulfil, On::kSetback,
             On::kHarvest, On::kRest, On::kEnd, On::kScore, On::kAlways});
constexpr std::uint32_t kEventOns =
    on_mask({On::kSend, On::kNegotiate, On::kUseOutpost, On::kHqReward, On::kFulfil, On::kHarvest,
             On::kAlways});
constexpr std::uint32_t kLeaderOns =
    (kCardOns & ~on_mask({On::kEnd, On::kScore})) |
    on_mask({On::kReveal, On::kSetup, On::kPlan, On::kTurn, On::kGainDie});
constexpr std::uint32_t kShipOns = on_mask({On::kSend, On::kAlways});
constexpr std::uint32_t kFarmOns = on_mask({On::kHarvest});
constexpr std::uint32_t kSpecialistOns = on_mask({On::kOutpostUsed, On::kSend, On::kAlways});

bool changes_costs(const Rule& rule) {
  return rule.discounts || !rule.replace.empty() ||
         std::any_of(rule.surcharge.begin(), rule.surcharge.end(),
                     [](std::int8_t n) { return n != 0; });
}

class Reader {
 public:
  explicit Reader(Components& out) : out_(out) {}

  void read(const JsonIn& in);

 private:
  static std::uint8_t small(const JsonIn& in, int least, int most) {
    return static_cast<std::uint8_t>(in.integer(least, most));
  }
  static std::int8_t tiny(const JsonIn& in, int least, int most) {
    return static_cast<std::int8_t>(in.integer(least, most));
  }

  // Id, names and provenance of an entry.
  static void read_named(const JsonIn& in, Named& out) {
    out.id = in["id"].text(40);
    if (out.id.empty() ||
        out.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != std::string::npos)
      in["id"].expected("letters, digits, - and _", {"circadians.pack.id", {}});
    out.names = read_names(in["name"]);
    read_tag(in);
    if (const JsonIn expansion = in.maybe("expansion"); expansion.exists())
      out.expansion = expansion.boolean();
  }
  static Names read_names(const JsonIn& in) {
    Names names;
    in.only({"en", "pl", "de", "zh-Hant"});
    names[0] = in["en"].text(60);
    for (std::size_t i = 1; i < names.size(); ++i) {
      const JsonIn name = in.maybe(kLangIds[i]);
      names[i] = name.exists() ? name.text(60) : names[0];
    }
    return names;
  }
  static void read_tag(const JsonIn& in) {
    (void)in["tag"].one_of(kTags);
    const JsonIn parts = in.maybe("tags");
    if (!parts.exists()) return;
    if (!parts.is_object()) {
      parts.expected("a tag for each part", {"circadians.pack.tags", {}});
      return;
    }
    for (auto it = parts.raw().begin(); it != parts.raw().end(); ++it)
      (void)parts[it.key()].one_of(kTags);
  }
  template <class T>
  static void check_unique(const JsonIn& in, const T& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (list[i].id == list[k].id)
          in[i]["id"].expected("an id of its own", {"circadians.pack.own-id", {}});
      }
    }
  }

  static Goods read_goods(const JsonIn& in, int most = 40) {
    Goods goods{};
    in.only({"water", "algae", "energy", "gem"});
    for (std::size_t r = 0; r < kResources; ++r) {
      const JsonIn one = in.maybe(kResourceIds[r]);
      if (one.exists()) goods[r] = static_cast<std::int16_t>(one.integer(0, most));
    }
    return goods;
  }
  static Amount read_amount(const JsonIn& in) {
    Amount amount;
    if (!in.is_text()) {
      amount.n = tiny(in, 0, 40);
      return amount;
    }
    const std::string text = in.text(20);
    if (text == "all") {
      amount.kind = Amount::Kind::kAll;
    } else if (text == "value") {
      amount.kind = Amount::Kind::kValue;
    } else if (text.size() == 7 && text.starts_with("value+") && text[6] >= '0' && text[6] <= '9') {
      amount.kind = Amount::Kind::kValue;
      amount.n = static_cast<std::int8_t>(text[6] - '0');
    } else if (text.size() == 7 && text.ends_with("-value") && text[0] >= '0' && text[0] <= '9') {
      amount.kind = Amount::Kind::kMinusValue;
      amount.n = static_cast<std::int8_t>(text[0] - '0');
    } else {
      in.expected("a number, 'value', 'value+N', 'N-value' or 'all'",
                  {"circadians.pack.amount", {}});
    }
    return amount;
  }
  static Cost read_cost(const JsonIn& in) {
    Cost cost;
    in.only({"water", "algae", "energy", "gem"});
    for (std::size_t r = 0; r < kResources; ++r) {
      const JsonIn one = in.maybe(kResourceIds[r]);
      if (one.exists()) cost.amounts[r] = read_amount(one);
      for (std::size_t v = 0; v < cost.at.size(); ++v)
        cost.at[v][r] =
            static_cast<std::int16_t>(std::max(0, cost.amounts[r].of(static_cast<int>(v))));
    }
    return cost;
  }
  static std::vector<Cost> read_costs(const JsonIn& in) {
    std::vector<Cost> costs;
    if (in.is_array()) {
      const std::size_t n = in.size(1, 3);
      for (std::size_t i = 0; i < n; ++i) costs.push_back(read_cost(in[i]));
    } else {
      costs.push_back(read_cost(in));
    }
    return costs;
  }
  // "value": [lo, hi]
  static void read_values(const JsonIn& in, std::uint8_t& low, std::uint8_t& high) {
    if (in.size(2, 2) != 2) return;
    low = small(in[std::size_t{0}], 1, 6);
    high = small(in[std::size_t{1}], low, 6);
  }

  // The name of the only member.
  static std::string only_key(const JsonIn& in) {
    if (!in.is_object() || in.raw().size() != 1) {
      in.expected("an object with one member", {"circadians.pack.one-member", {}});
      return {};
    }
    return in.raw().begin().key();
  }

  Range add(const std::vector<Effect>& list) {
    const std::size_t begin = out_.effects.size();
    out_.effects.insert(out_.effects.end(), list.begin(), list.end());
    out_.list_ends.resize(out_.effects.size(), static_cast<std::uint16_t>(out_.effects.size()));
    return {static_cast<std::uint16_t>(begin), static_cast<std::uint16_t>(out_.effects.size())};
  }
  Range read_effects(const JsonIn& in, int depth = 0) {
    std::vector<Effect> list;
    const std::size_t n = in.size(0, 8);
    for (std::size_t i = 0; i < n; ++i) read_effect(in[i], list, depth);
    if (out_.effects.size() > 4000)
      in.wrong("expected fewer effects in the pack", {"circadians.pack.many-effects", {}});
    return in.ok() ? add(list) : Range{};
  }
  void read_effect(const JsonIn& in, std::vector<Effect>& list, int depth);
  void read_rule(const JsonIn& in, std::uint32_t ons, Rule& rule);
  void read_lookup(const std::string& key, const JsonIn& value, Rule& rule);
  void read_plan(const JsonIn& in, Rule& rule);
  RuleList read_rules(const JsonIn& in, std::uint32_t ons) {
    RuleList rules;
    const std::size_t n = in.size(0, 6);
    for (std::size_t i = 0; i < n && in.ok(); ++i) read_rule(in[i], ons, rules.emplace_back());
    return rules;
  }

  void read_constants(const JsonIn& in);
  void read_planet(const JsonIn& in);
  void read_negotiation(const JsonIn& in);
  void read_factions(const JsonIn& in);
  void read_incidents(const JsonIn& in, std::vector<Incident>& out, std::size_t most,
                      bool setbacks);
  void read_spaceport(const JsonIn& in);
  void read_stations(const JsonIn& in);
  void read_base(const JsonIn& in);
  void read_tiles(const JsonIn& in, TileKind kind, std::vector<Tile>& out);
  void read_contracts(const JsonIn& in);
  void read_leaders(const JsonIn& in);
  void read_outposts(const JsonIn& tokens, const JsonIn& boards, const JsonIn& specialists);
  void read_solo(const JsonIn& in);
  static Need read_need(const JsonIn& in);

  Components& out_;
};

void Reader::read_effect(const JsonIn& in, std::vector<Effect>& list, int depth) {
  using Op = Effect::Op;
  const std::string key = only_key(in);
  if (key.empty()) return;
  if (depth > 4) {
    in.wrong("expected fewer effects inside effects", {"circadians.pack.deep-effects", {}});
    return;
  }
  const JsonIn value = in[key];
  Effect e;
  if (key == "gain" || key == "lose") {
    e.op = key == "gain" ? Op::kGain : Op::kLose;
    value.only({"water", "algae", "energy", "gem", "contract", "die", "specialist"});
    for (std::size_t what = 0; what < kGainableIds.size(); ++what) {
      const JsonIn one = value.maybe(kGainableIds[what]);
      if (!one.exists()) continue;
      if (key == "lose" && what > kContracts)
        one.wrong("expected resources or contracts", {"circadians.pack.lose", {}});
      e.what = static_cast<std::uint8_t>(what);
      e.amount = read_amount(one);
      if (key == "gain" && e.amount.kind == Amount::Kind::kAll)
        one.expected("a number, 'value', 'value+N' or 'N-value'", {"circadians.pack.gain", {}});
      if (what > kGem && (e.amount.kind != Amount::Kind::kNumber || e.amount.n > 6))
        one.expected("a number from 0 to 6", {"shell.wrong.number", {{"least", 0}, {"most", 6}}});
      list.push_back(e);
    }
    return;
  }
  if (key == "pay") {
    e.op = Op::kPay;
    value.only({"water", "algae", "energy", "gem", "contract"});
    for (std::size_t r = 0; r < kResources; ++r) {
      const JsonIn one = value.maybe(kResourceIds[r]);
      if (one.exists()) e.goods[r] = tiny(one, 0, 40);
    }
    if (const JsonIn one = value.maybe("contract"); one.exists()) e.n = small(one, 0, 4);
  } else if (key == "others" || key == "optional") {
    e.op = key == "others" ? Op::kOthers : Op::kOptional;
    e.list = read_effects(value, depth + 1);
  } else if (key == "choose") {
    e.op = Op::kChoose;
    std::vector<Range> options;
    const std::size_t n = value.size(1, 6);
    for (std::size_t i = 0; i < n; ++i) options.push_back(read_effects(value[i], depth + 1));
    e.list.begin = static_cast<std::uint16_t>(out_.lists.size());
    out_.lists.insert(out_.lists.end(), options.begin(), options.end());
    e.list.end = static_cast<std::uint16_t>(out_.lists.size());
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
    e.list.begin = static_cast<std::uint16_t>(out_.cases.size());
    out_.cases.insert(out_.cases.end(), cases.begin(), cases.end());
    e.list.end = static_cast<std::uint16_t>(out_.cases.size());
  } else if (key == "per") {
    e.op = Op::kPer;
    value.only({"count", "max", "do"});
    e.what = static_cast<std::uint8_t>(value["count"].one_of(kCountIds));
    if (const JsonIn most = value.maybe("max"); most.exists()) e.n = small(most, 1, 20);
    e.list = read_effects(value["do"], depth + 1);
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
    e.what = static_cast<std::uint8_t>(value["kind"].one_of({"ship", "farm"}));
    if (value.maybe("stack").exists()) {
      value.only({"kind", "stack"});
      e.op = Op::kTile;
      e.n = value["stack"].is_text()
                ? (static_cast<void>(value["stack"].one_of({"any"})), kNone)
                : static_cast<std::uint8_t>(small(value["stack"], 1, kStacks) - 1);
    } else {
      value.only({"kind", "id", "slot"});
      e.op = Op::kStartTile;
      const auto& tiles = e.what == kShipTile ? out_.ships : out_.farms;
      const std::string id = value["id"].text(40);
      const auto found =
          std::find_if(tiles.begin(), tiles.end(), [&](const Tile& tile) { return tile.id == id; });
      if (found == tiles.end())
        value["id"].expected("the id of a tile of that kind", {"circadians.pack.tile", {}});
      e.amount.n = static_cast<std::int8_t>(found - tiles.begin());
      e.n = static_cast<std::uint8_t>(
          small(value["slot"], 1, e.what == kShipTile ? kGarages : kTileFarms) - 1);
    }
  } else if (key == "fulfil") {
    e.op = Op::kFulfil;
    value.only({"kind", "less", "full_cost"});
    e.what = static_cast<std::uint8_t>(value["kind"].one_of({"ongoing", "end", "any"}) + 1);
    if (const JsonIn less = value.maybe("less"); less.exists()) {
      e.goods = read_goods(less);
    }
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
    const Json name = key;
    in.wrong("expected an effect of docs/packs.md, found " + found(&name),
             {"circadians.pack.effect", {{"found", literal(found(&name))}}});
  }
  list.push_back(e);
}

constexpr std::array<std::string_view, 14> kLookups = {
    "discount",    "surcharge",  "replace_cost", "substitute", "garage_discount",
    "garage_cost", "free_order", "allow",        "value",      "value_set",
    "value_as",    "extra",      "limit",        "uncounted"};

void Reader::read_lookup(const std::string& key, const JsonIn& value, Rule& rule) {
  if (key == "discount" || key == "surcharge") {
    if (key == "discount") {
      value.only({"water", "algae", "energy", "gem", "any"});
    } else {
      value.only({"water", "algae", "energy", "gem"});
    }
    auto& into = key == "discount" ? rule.discount : rule.surcharge;
    for (std::size_t r = 0; r < kResources; ++r) {
      const JsonIn one = value.maybe(kResourceIds[r]);
      if (!one.exists()) continue;
      const Amount amount = read_amount(one);
      if (amount.kind == Amount::Kind::kAll && key == "discount") {
        into[r] = Rule::kAll;
      } else if (amount.kind == Amount::Kind::kNumber) {
        into[r] = amount.n;
      } else {
        one.expected("a number or 'all'", {"circadians.pack.discount", {}});
      }
    }
    if (const JsonIn any = value.maybe("any"); any.exists()) rule.any_discount = tiny(any, 0, 4);
    if (key == "discount") rule.discounts = true;
  } else if (key == "replace_cost") {
    const std::size_t n = value.size(1, 3);
    for (std::size_t i = 0; i < n; ++i) rule.replace.push_back(read_goods(value[i]));
  } else if (key == "substitute") {
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

void Reader::read_rule(const JsonIn& in, std::uint32_t ons, Rule& rule) {
  in.only({"on", "to", "from", "with", "by", "at", "if", "when", "may", "once", "do"});
  rule.on = static_cast<On>(in["on"].one_of(kOnIds));
  if (!has_bit(ons, static_cast<int>(rule.on))) {
    std::string names;
    for (int i = 0; i < kOns; ++i) {
      if (has_bit(ons, i)) names += (names.empty() ? "" : ", ") + std::string(kOnIds[idx(i)]);
    }
    in["on"].expected("one of: " + names, {"shell.wrong.one-of", {{"words", literal(names)}}});
  }
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
  if (const JsonIn cond = in.maybe("if"); cond.exists()) {
    cond.only({"die", "outpost", "collected", "specialist", "first"});
    if (const JsonIn die = cond.maybe("die"); die.exists())
      read_values(die, rule.die[0], rule.die[1]);
    if (const JsonIn outpost = cond.maybe("outpost"); outpost.exists())
      rule.outpost_empty = outpost.one_of({"empty"}) == 0;
    if (const JsonIn collected = cond.maybe("collected"); collected.exists()) {
      collected.only({"water"});
      rule.no_water = collected["water"].integer(0, 0) == 0;
    }
    if (const JsonIn piece = cond.maybe("specialist"); piece.exists())
      rule.specialist = piece.boolean();
    if (const JsonIn first = cond.maybe("first"); first.exists()) rule.first = first.boolean();
  }
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
      const JsonIn points = effects[i][key];
      points.only({"n", "per", "each", "max", "column", "row"});
      rule.points.n = tiny(points["n"], 1, 20);
      rule.points.per = static_cast<Count>(points["per"].one_of(kCountIds));
      if (const JsonIn each = points.maybe("each"); each.exists())
        rule.points.each = small(each, 1, 50);
      if (const JsonIn most = points.maybe("max"); most.exists())
        rule.points.most = small(most, 1, 100);
      if (const JsonIn column = points.maybe("column"); column.exists())
        rule.points.column = static_cast<std::uint8_t>(column.one_of(kFactionIds));
      if (const JsonIn row = points.maybe("row"); row.exists())
        rule.points.row = static_cast<std::uint8_t>(small(row, 1, kDepositoryRows) - 1);
    } else if (key == "special") {
      const int which = effects[i][key].one_of(kSpecialIds);
      rule.specials = static_cast<std::uint16_t>(rule.specials | (1U << which));
    } else {
      read_effect(effects[i], list, 0);
    }
  }
  if (in.ok()) rule.effects = add(list);
}

void Reader::read_constants(const JsonIn& in) {
  const auto value = [&](const char* name) {
    in[name].only({"value", "tag"});
    read_tag(in[name]);
    return in[name]["value"];
  };
  const auto number = [&](const char* name, int least, int most) {
    return static_cast<int>(value(name).integer(least, most));
  };
  in.only({"rounds", "dice_per_player", "start_dice", "specialists_per_player", "dice_limit",
           "hand_limit", "active_specialist_limit", "start_resources", "leaders_dealt",
           "outpost_tokens_dealt", "draft_cards", "draft_keep", "solo_draw", "event_cards_on_top",
           "incident_tokens", "hq_reward", "stacks", "gem_points", "canteen_water"});
  out_.rounds = number("rounds", 1, 12);
  out_.dice = number("dice_per_player", 4, 20);
  out_.start_dice = number("start_dice", 1, 4);
  (void)number("specialists_per_player", 3, 3);
  out_.dice_limit = number("dice_limit", 3, 8);
  out_.hand_limit = number("hand_limit", 1, 12);
  out_.specialist_limit = number("active_specialist_limit", 1, 1);
  out_.start_goods = read_goods(value("start_resources"), 99);
  out_.leaders_dealt = number("leaders_dealt", 1, 4);
  out_.tokens_dealt = number("outpost_tokens_dealt", 1, 2);
  out_.draft_cards = number("draft_cards", 2, 6);
  out_.draft_keep = number("draft_keep", 1, out_.draft_cards - 1);
  out_.solo_draw = number("solo_draw", out_.draft_keep + 1, 8);
  out_.event_cards = number("event_cards_on_top", out_.rounds - 1, out_.rounds - 1);
  const JsonIn tokens = value("incident_tokens");
  tokens.only({"base", "expansion"});
  (void)tokens["base"].integer(12, 12);
  (void)tokens["expansion"].integer(4, 4);
  (void)value("hq_reward");
  (void)number("stacks", kStacks, kStacks);
  out_.gem_points = number("gem_points", 0, 5);
  out_.canteen_water = number("canteen_water", 0, 9);
}

void Reader::read_planet(const JsonIn& in) {
  in.only({"radius", "hexes", "tag", "tags", "directions", "cache_corners", "sides"});
  read_tag(in);
  (void)in["radius"].integer(3, 3);
  constexpr std::array<std::array<int, 2>, 6> kSteps = {
      {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}};
  const JsonIn directions = in["directions"];
  if (directions.size(6, 6) != 6) return;
  for (std::size_t i = 0; i < 6; ++i) {
    directions[i].only({"id", "name", "value", "q", "r", "tag", "tags"});
    (void)directions[i]["value"].integer(static_cast<int>(i) + 1, static_cast<int>(i) + 1);
    (void)directions[i]["q"].integer(kSteps[i][0], kSteps[i][0]);
    (void)directions[i]["r"].integer(kSteps[i][1], kSteps[i][1]);
  }
  const JsonIn corners = in["cache_corners"];
  if (corners.size(kCorners, kCorners) != kCorners) return;
  const auto far = [](int q, int r) {
    return std::max({std::abs(q), std::abs(r), std::abs(q + r)});
  };
  const JsonIn sides = in["sides"];
  if (sides.size(2, 2) != 2) return;
  for (std::size_t side = 0; side < 2; ++side) {
    sides[side].only({"id", "name", "tag", "tags", "spaces"});
    read_tag(sides[side]);
    const JsonIn spaces = sides[side]["spaces"];
    if (spaces.size(kFirstCorner, kFirstCorner) != kFirstCorner) return;
    auto& planet = out_.planet[side];
    for (int i = 0; i < kSpaces; ++i) {
      const bool corner = i >= kFirstCorner;
      const JsonIn space = corner ? corners[idx(i - kFirstCorner)] : spaces[idx(i)];
      PlanetSpace& one = planet[idx(i)];
      one.q = tiny(space["q"], -3, 3);
      one.r = tiny(space["r"], -3, 3);
      const int distance = far(one.q, one.r);
      if (distance > 3 ||
          corner != (distance == 3 && (one.q == 0 || one.r == 0 || one.q + one.r == 0)))
        corner
            ? space.wrong("expected a corner", {"circadians.pack.corner", {}})
            : space.wrong("expected a space that is no corner", {"circadians.pack.no-corner", {}});
      if (i == 0 && distance != 0)
        space.wrong("expected the centre first", {"circadians.pack.centre", {}});
      for (int k = 0; k < i; ++k) {
        if (planet[idx(k)].q == one.q && planet[idx(k)].r == one.r)
          space.wrong("expected each space once", {"circadians.pack.space-once", {}});
        if (side == 1 && k == 0 &&
            (out_.planet[0][idx(i)].q != one.q || out_.planet[0][idx(i)].r != one.r))
          space.wrong("expected the spaces in the order of the first side",
                      {"circadians.pack.space-order", {}});
      }
      if (corner) {
        space.only({"q", "r"});
        continue;
      }
      space.only({"id", "ring", "q", "r", "harvest", "token"});
      one.harvest = read_goods(space["harvest"], 20);
      if (const JsonIn token = space.maybe("token"); token.exists())
        one.token = read_goods(token, 20);
    }
  }
  if (!in.ok()) return;
  for (std::size_t i = 0; i < kSpaces; ++i) {
    const PlanetSpace& from = out_.planet[0][i];
    out_.distance[i] = static_cast<std::uint8_t>(far(from.q, from.r));
    for (std::size_t d = 0; d < 6; ++d) {
      out_.next[i][d] = kNone;
      for (std::size_t k = 0; k < kSpaces; ++k) {
        const PlanetSpace& to = out_.planet[0][k];
        if (to.q == from.q + kSteps[d][0] && to.r == from.r + kSteps[d][1])
          out_.next[i][d] = static_cast<std::uint8_t>(k);
      }
    }
  }
}

Need Reader::read_need(const JsonIn& in) {
  Need need;
  const auto one = [&](const JsonIn& entry) {
    entry.only({"count", "at_least"});
    need.any.push_back(
        {static_cast<Count>(entry["count"].one_of(kCountIds)), small(entry["at_least"], 1, 20)});
  };
  if (const JsonIn any = in.maybe("any"); any.exists()) {
    in.only({"any"});
    const std::size_t n = any.size(1, 4);
    for (std::size_t i = 0; i < n; ++i) one(any[i]);
  } else {
    one(in);
  }
  return need;
}

void Reader::read_negotiation(const JsonIn& in) {
  if (in.size(kFactions, kFactions) != kFactions) return;
  for (std::size_t f = 0; f < kFactions; ++f) {
    const JsonIn entry = in[f];
    entry.only({"id", "name", "tag", "tags", "expansion", "position", "resource", "rows",
                "rows_multi", "rows_solo"});
    Column& column = out_.columns[f];
    read_named(entry, column);
    (void)entry["id"].one_of({kFactionIds[f]});
    if (entry.maybe("rows").exists()) {
      const JsonIn rows = entry["rows"];
      const std::size_t n = rows.size(1, kRows);
      for (std::size_t i = 0; i < n; ++i) {
        const JsonIn row = rows[i];
        row.only({"row", "cost", "points", "sides"});
        NegotiationSpace space;
        space.cost = read_goods(row["cost"]);
        space.points = small(row["points"], 0, 20);
        const JsonIn sides = row["sides"];
        const std::size_t count = sides.size(1, 2);
        for (std::size_t k = 0; k < count; ++k) {
          const auto side = idx(sides[k].one_of({"multi", "solo"}));
          if (column.count[side] != i)
            row.wrong("expected the rows of a side from the first on",
                      {"circadians.pack.rows", {}});
          column.rows[side][i] = space;
          column.count[side] = static_cast<std::uint8_t>(i + 1);
        }
      }
    } else {
      for (std::size_t side = 0; side < 2; ++side) {
        const JsonIn rows = entry[side == 0 ? "rows_multi" : "rows_solo"];
        const std::size_t n = rows.size(1, kRows);
        for (std::size_t i = 0; i < n; ++i) {
          const JsonIn row = rows[i];
          row.only({"row", "need", "ai_need", "points"});
          NegotiationSpace& space = column.rows[side][i];
          space.need = read_need(row["need"]);
          if (side == 1) space.ai_need = read_need(row["ai_need"]);
          space.points = small(row["points"], 0, 20);
        }
        column.count[side] = static_cast<std::uint8_t>(n);
      }
    }
  }
}

void Reader::read_factions(const JsonIn& in) {
  if (in.size(2 * kFactions, 2 * kFactions) != 2 * kFactions) return;
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < 2 * kFactions; ++i) {
    const JsonIn entry = in[i];
    entry.only({"id", "name", "tag", "tags", "faction", "side", "expansion", "do"});
    Named named;
    read_named(entry, named);
    const auto f = idx(entry["faction"].one_of(kFactionIds));
    const auto side = idx(entry["side"].one_of({"A", "B"}));
    if (has_bit(seen, static_cast<int>(2 * f + side)))
      entry.wrong("expected each side once", {"circadians.pack.side-once", {}});
    seen |= 1U << (2 * f + side);
    out_.abilities[f][side] = read_effects(entry["do"]);
    out_.ability_names[f][side] = named.names;
  }
}

void Reader::read_incidents(const JsonIn& in, std::vector<Incident>& out, std::size_t most,
                            bool setbacks) {
  const std::size_t n = in.size(6, most);
  for (std::size_t i = 0; i < n; ++i) {
    const JsonIn entry = in[i];
    Incident one;
    read_named(entry, one);
    one.effects = read_effects(entry["do"]);
    if (setbacks) {
      entry.only({"id", "name", "tag", "tags", "expansion", "do", "solo_do"});
      one.solo = read_effects(entry["solo_do"]);
    } else {
      entry.only({"id", "name", "tag", "tags", "expansion", "leader", "do"});
      one.with_leader = entry.maybe("leader").exists();
    }
    out.push_back(one);
  }
  check_unique(in, out);
  const auto count = [&](bool expansion) {
    return std::count_if(out.begin(), out.end(), [&](const Incident& one) {
      return !one.with_leader && (expansion || !one.expansion);
    });
  };
  if (count(false) < 6)
    in.wrong("expected at least 6 of the base game", {"circadians.pack.base", {{"n", 6}}});
  if (count(true) < 8)
    in.wrong("expected at least 8 with the expansion", {"circadians.pack.expansion", {{"n", 8}}});
}

void Reader::read_spaceport(const JsonIn& in) {
  in.only({"depository", "hq"});
  const JsonIn depository = in["depository"];
  depository.only({"id", "name", "tag", "tags", "columns", "rows"});
  read_tag(depository);
  out_.depository_names = read_names(depository["name"]);
  (void)depository["columns"].size(6, 6);
  const JsonIn rows = depository["rows"];
  if (rows.size(kDepositoryRows, kDepositoryRows) != kDepositoryRows) return;
  for (std::size_t i = 0; i < kDepositoryRows; ++i) {
    rows[i].only({"row", "min_players", "do"});
    out_.depository[i].players = small(rows[i]["min_players"], 1, 4);
    out_.depository[i].effects = read_effects(rows[i]["do"]);
  }
  const JsonIn hq = in["hq"];
  hq.only({"id", "name", "tag", "tags", "spaces", "do"});
  read_tag(hq);
  out_.hq_names = read_names(hq["name"]);
  const JsonIn spaces = hq["spaces"];
  const std::size_t n = spaces.size(1, kHqSpaces);
  for (std::size_t i = 0; i < kHqSpaces; ++i)
    out_.hq_players[i] = i < n ? small(spaces[i]["min_players"], 1, 4) : std::uint8_t{5};
  out_.hq_reward = read_effects(hq["do"]);
}

void Reader::read_stations(const JsonIn& in) {
  if (in.size(kStations, kStations) != kStations) return;
  for (std::size_t i = 0; i < kStations; ++i) {
    const JsonIn entry = in[i];
    entry.only({"id", "name", "tag", "tags", "expansion", "pair", "spaces", "actions",
                "other_stack_cost", "free_steps", "max_steps", "step_cost"});
    Station& station = out_.stations[i];
    read_named(entry, station);
    (void)entry["id"].one_of({kPlaceIds[i]});
    entry["spaces"].only({"multi", "solo"});
    for (std::size_t side = 0; side < 2; ++side) {
      const JsonIn spaces = entry["spaces"][side == 0 ? "multi" : "solo"];
      const std::size_t most = i == kLaboratory ? 3 : kStationSpaces;
      const std::size_t n = spaces.size(1, most);
      for (std::size_t k = 0; k < n; ++k) {
        spaces[k].only({"column", "value", "min_players"});
        StationSpace space;
        if (i == kMiningCamp) space.column = small(spaces[k]["column"], 1, 3);
        if (const JsonIn value = spaces[k].maybe("value"); value.exists())
          read_values(value, space.low, space.high);
        if (const JsonIn players = spaces[k].maybe("min_players"); players.exists())
          space.players = small(players, 1, 4);
        station.spaces[side].push_back(space);
      }
    }
    const JsonIn actions = entry["actions"];
    const std::size_t n = actions.size(1, 6);
    for (std::size_t k = 0; k < n; ++k) {
      const JsonIn one = actions[k];
      one.only({"column", "value", "cost", "do"});
      Action action;
      if (i == kMiningCamp) action.column = small(one["column"], 1, 3);
      read_values(one["value"], action.low, action.high);
      action.costs = read_costs(one["cost"]);
      action.effects = read_effects(one["do"]);
      station.actions.push_back(action);
    }
    std::stable_sort(station.actions.begin(), station.actions.end(),
                     [](const Action& a, const Action& b) { return a.low < b.low; });
    for (std::uint8_t v = 1; v <= 6; ++v) {
      const auto fits = [&](const Action& a) { return v >= a.low && v <= a.high; };
      if (std::none_of(station.actions.begin(), station.actions.end(), fits))
        actions.wrong("expected an action for the value " + std::to_string(v),
                      {"circadians.pack.action", {{"value", v}}});
    }
    for (std::size_t k = station.actions.size(); k-- > 0;) {
      const Action& action = station.actions[k];
      const auto from = i == kMiningCamp ? action.column : action.low;
      const auto to = i == kMiningCamp ? action.column : action.high;
      for (std::size_t v = from; v <= to; ++v) station.action[v] = static_cast<std::uint8_t>(k);
    }
    if (i == kFoundry) out_.other_stack_cost = read_goods(entry["other_stack_cost"]);
    if (i == kControlRoom) {
      out_.free_steps = small(entry["free_steps"], 1, 3);
      out_.max_steps = small(entry["max_steps"], 1, 6);
      out_.step_cost = read_goods(entry["step_cost"]);
    }
  }
}

void Reader::read_base(const JsonIn& in) {
  in.only(
      {"id", "name", "tag", "tags", "garages", "farms", "farm_tile_slots", "canteen", "points"});
  read_tag(in);
  const JsonIn garages = in["garages"];
  if (garages.size(kGarages, kGarages) != kGarages) return;
  for (std::size_t i = 0; i < kGarages; ++i) {
    garages[i].only({"garage", "cost"});
    garages[i]["cost"].only({"algae"});
    const JsonIn cost = garages[i]["cost"].maybe("algae");
    out_.garage_cost[i] = cost.exists() ? small(cost, 0, 9) : std::uint8_t{0};
  }
  const JsonIn farms = in["farms"];
  if (farms.size(kPrintedFarms, kPrintedFarms) != kPrintedFarms) return;
  for (std::size_t i = 0; i < kPrintedFarms; ++i) {
    farms[i].only({"id", "name", "tag", "tags", "slot", "rules"});
    read_named(farms[i], out_.printed_farms[i]);
    out_.printed_farms[i].slot = farms[i]["slot"].boolean();
    out_.printed_farms[i].rules = read_rules(farms[i]["rules"], kFarmOns);
  }
  (void)in["farm_tile_slots"].integer(kTileFarms, kTileFarms);
  const JsonIn points = in["points"];
  if (points.size(2, 2) != 2) return;
  for (std::size_t i = 0; i < 2; ++i) {
    points[i].only({"when", "points"});
    const int which = points[i]["when"].one_of({"all_garages_have_ships", "all_farm_slots_filled"});
    (which == 0 ? out_.all_ships_points : out_.all_farms_points) =
        small(points[i]["points"], 0, 20);
  }
}

void Reader::read_tiles(const JsonIn& in, TileKind kind, std::vector<Tile>& out) {
  const std::size_t n = in.size(1, kMaxTileKinds);
  int base = 0;
  int more = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const JsonIn entry = in[i];
    entry.only(
        {"id", "name", "tag", "tags", "expansion", "unique", "slot", "points", "copies", "rules"});
    Tile tile;
    read_named(entry, tile);
    tile.unique = entry.maybe("unique").exists();
    tile.points = small(entry["points"], 0, 20);
    tile.copies = small(entry["copies"], 1, 12);
    if (kind == kFarmTile) tile.slot = entry["slot"].boolean();
    tile.rules = read_rules(entry["rules"], kind == kShipTile ? kShipOns : kFarmOns);
    for (const Rule& rule : tile.rules) {
      if (kind == kFarmTile && rule.die[0] != 0) {
        tile.low = rule.die[0];
        tile.high = rule.die[1];
      }
    }
    if (!tile.unique) (tile.expansion ? more : base) += tile.copies;
    out.push_back(tile);
  }
  check_unique(in, out);
  if (base % kStacks != 0 || more % kStacks != 0 || base + more > 60 || base < 2 * kStacks)
    in.wrong("expected copies that make three equal stacks", {"circadians.pack.stacks", {}});
}

void Reader::read_contracts(const JsonIn& in) {
  const std::size_t n = in.size(30, kMaxContracts);
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    const JsonIn entry = in[i];
    entry.only({"id", "name", "tag", "tags", "expansion", "kind", "cost", "points", "rules"});
    Contract card;
    read_named(entry, card);
    card.kind = static_cast<std::uint8_t>(entry["kind"].one_of({"ongoing", "end"}) + 1);
    card.points = small(entry["points"], 0, 20);
    card.cost = read_goods(entry["cost"], 30);
    card.rules = read_rules(entry["rules"], kCardOns);
    for (const Rule& rule : card.rules) {
      out_.contracts_on[idx(static_cast<int>(rule.on))].add(static_cast<int>(i));
      if (changes_costs(rule)) out_.discounting.add(static_cast<int>(i));
      if (rule.specials != 0)
        entry["rules"].wrong("expected no special effects", {"circadians.pack.special", {}});
    }
    out_.all_contracts.add(static_cast<int>(i));
    if (!card.expansion) out_.base_contracts.add(static_cast<int>(i));
    out_.contracts.push_back(card);
  }
  check_unique(in, out_.contracts);
  if (out_.base_contracts.count() < 30)
    in.wrong("expected at least 30 contracts of the base game",
             {"circadians.pack.base", {{"n", 30}}});
}

void Reader::read_leaders(const JsonIn& in) {
  const std::size_t n = in.size(12, kMaxLeaders);
  int base = 0;
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    const JsonIn entry = in[i];
    entry.only({"id", "name", "tag", "tags", "expansion", "ally", "slot", "rules", "token", "board",
                "outpost_board", "breakthroughs"});
    Leader leader;
    read_named(entry, leader);
    leader.rules = read_rules(entry["rules"], kLeaderOns);
    for (const Rule& rule : leader.rules)
      leader.specials = static_cast<std::uint16_t>(leader.specials | rule.specials);
    for (std::size_t k = 0; k < leader.rules.size(); ++k) {
      const Rule& rule = leader.rules[k];
      leader.on |= on_mask({rule.on});
      leader.changes_costs = leader.changes_costs || changes_costs(rule);
      leader.free_discount = leader.free_discount || rule.any_discount != 0;
      if (rule.substitute_n != 0) leader.substitute = static_cast<int>(k);
      for (auto e = rule.effects.begin; e < rule.effects.end; ++e) {
        leader.other_ability =
            leader.other_ability || out_.effects[e].op == Effect::Op::kOtherAbility;
        leader.rewards = leader.rewards || out_.effects[e].op == Effect::Op::kBreakthrough;
      }
    }
    if (const JsonIn board = entry.maybe("board"); board.exists()) {
      const std::size_t parts = board.size(1, 4);
      for (std::size_t k = 0; k < parts; ++k) {
        board[k].only({"column", "do", "tag", "tags"});
        leader.board_column[k] = small(board[k]["column"], 1, 3);
        leader.board[k] = read_effects(board[k]["do"]);
      }
    }
    leader.own_outpost_board = entry.maybe("outpost_board").exists();
    leader.adds_breakthroughs = entry.maybe("breakthroughs").exists();
    base += leader.expansion ? 0 : 1;
    out_.leaders.push_back(leader);
  }
  check_unique(in, out_.leaders);
  if (base < 4 * out_.leaders_dealt)
    in.wrong("expected enough leaders of the base game for four players",
             {"circadians.pack.leaders", {}});
}

void Reader::read_outposts(const JsonIn& tokens, const JsonIn& boards, const JsonIn& specialists) {
  const std::size_t n = tokens.size(5, kMaxTokens);
  for (std::size_t i = 0; i < n; ++i) {
    tokens[i].only({"id", "name", "tag", "tags", "expansion", "do"});
    OutpostToken token;
    read_named(tokens[i], token);
    token.effects = read_effects(tokens[i]["do"]);
    out_.tokens.push_back(token);
  }
  check_unique(tokens, out_.tokens);
  if (n < static_cast<std::size_t>(4 * out_.tokens_dealt))
    tokens.wrong("expected enough tokens for four players", {"circadians.pack.tokens", {}});
  if (boards.size(2, 2) == 2) {
    for (std::size_t i = 0; i < 2; ++i) {
      boards[i].only({"id", "name", "tag", "tags", "expansion", "copies", "spaces", "owner_bonus",
                      "sender_gain"});
      out_.outpost_spaces[i] = small(boards[i]["spaces"], 1, 2);
      out_.owner_bonus[i] = read_effects(boards[i]["owner_bonus"]);
      if (const JsonIn gain = boards[i].maybe("sender_gain"); gain.exists())
        out_.sender_gain[i] = read_effects(gain);
    }
  }
  if (specialists.size(3, 3) == 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      const JsonIn entry = specialists[i];
      entry.only({"id", "name", "tag", "tags", "expansion", "space", "rules", "points"});
      read_tag(entry);
      out_.specialist_rules[i] = read_rules(entry["rules"], kSpecialistOns);
      for (const Rule& rule : out_.specialist_rules[i]) {
        if (rule.on == On::kOutpostUsed) out_.ability_one = rule.effects;
      }
      if (const JsonIn points = entry.maybe("points"); points.exists())
        out_.top_specialist_points = small(points, 0, 20);
    }
  }
}

void Reader::read_solo(const JsonIn& in) {
  const JsonIn schemes = in["schemes"];
  const std::size_t n = schemes.size(6, kMaxSchemes);
  constexpr std::array<std::string_view, 12> kPlacesOfAi = {
      "mining_camp", "laboratory", "foundry", "market", "academy", "temple",
      "depository",  "oxataya",    "leyrien", "zcharo", "jrayek",  "ahzuri"};
  constexpr std::array<std::uint8_t, 12> kCodes = {kMiningCamp,
                                                   kLaboratory,
                                                   kFoundry,
                                                   kMarket,
                                                   kAcademy,
                                                   kTemple,
                                                   kDepository,
                                                   Scheme::kNegotiationWith + kOxataya,
                                                   Scheme::kNegotiationWith + kLeyrien,
                                                   Scheme::kNegotiationWith + kZcharo,
                                                   Scheme::kNegotiationWith + kJrayek,
                                                   Scheme::kNegotiationWith + kAhzuri};
  int base = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const JsonIn entry = schemes[i];
    entry.only({"id", "name", "tag", "tags", "expansion", "value", "gems", "places"});
    Scheme scheme;
    read_named(entry, scheme);
    scheme.value = small(entry["value"], 1, 6);
    scheme.gems = small(entry["gems"], 0, 9);
    if (entry["places"].size(3, 3) == 3) {
      for (std::size_t k = 0; k < 3; ++k)
        scheme.places[k] = kCodes[idx(entry["places"][k].one_of(kPlacesOfAi))];
    }
    base += scheme.expansion ? 0 : 1;
    out_.schemes.push_back(scheme);
  }
  check_unique(schemes, out_.schemes);
  if (base < 6)
    schemes.wrong("expected at least 6 schemes of the base game",
                  {"circadians.pack.base", {{"n", 6}}});
  const JsonIn levels = in["ai_levels"];
  if (levels.size(kAiLevels, kAiLevels) == kAiLevels) {
    for (std::size_t i = 0; i < kAiLevels; ++i) {
      const JsonIn entry = levels[i];
      entry.only({"id", "name", "tag", "tags", "start_dice", "start_gems", "harvest_gems",
                  "rest_dice", "max_dice", "depository_die_points", "progress_points",
                  "specialist_points"});
      AiLevel& level = out_.ai_levels[i];
      read_named(entry, level);
      level.max_dice = small(entry["max_dice"], 1, 5);
      level.start_dice = small(entry["start_dice"], 1, level.max_dice);
      level.start_gems = small(entry["start_gems"], 0, 9);
      level.harvest_gems = small(entry["harvest_gems"], 0, 9);
      level.rest_dice = small(entry["rest_dice"], 0, 5);
      level.depository_points = small(entry["depository_die_points"], 0, 20);
      level.progress_points = small(entry["progress_points"], 0, 20);
      if (entry["specialist_points"].size(3, 3) == 3) {
        for (std::size_t k = 0; k < 3; ++k)
          level.specialist_points[k] = small(entry["specialist_points"][k], 0, 20);
      }
    }
  }
  const JsonIn progress = in["ai_progress"];
  if (progress.size(3, 3) == 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      progress[i].only({"id", "name", "tag", "tags", "stars", "off"});
      read_tag(progress[i]);
    }
  }
  const JsonIn ai = in["ai"];
  ai.only({"id", "name", "tag", "tags", "scheme_cards", "cache_gem", "stuck_gem", "gem_cost",
           "academy_dice", "breakthrough_gem", "setback_water", "outpost_use_gem",
           "outpost_use_gem_2", "exploitation", "exploitation_tag"});
  read_tag(ai);
  out_.ai.scheme_cards = small(ai["scheme_cards"], 1, 3);
  out_.ai.cache_gem = small(ai["cache_gem"], 0, 9);
  out_.ai.stuck_gem = small(ai["stuck_gem"], 0, 9);
  ai["gem_cost"].only({"negotiation", "depository", "temple"});
  out_.ai.negotiation_cost = small(ai["gem_cost"]["negotiation"], 0, 9);
  out_.ai.depository_cost = small(ai["gem_cost"]["depository"], 0, 9);
  out_.ai.temple_cost = small(ai["gem_cost"]["temple"], 0, 9);
  out_.ai.academy_dice = small(ai["academy_dice"], 0, 5);
  out_.ai.breakthrough_gem = small(ai["breakthrough_gem"], 0, 9);
  out_.ai.setback_water = small(ai["setback_water"], 0, 20);
  out_.ai.outpost_gem = small(ai["outpost_use_gem"], 0, 9);
  out_.ai.outpost_gem_2 = small(ai["outpost_use_gem_2"], 0, 9);
  const JsonIn exploitation = ai["exploitation"];
  std::uint32_t rolls = 0;
  if (exploitation.size(3, 3) == 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      const JsonIn one = exploitation[i];
      one.only({"roll", "to", "gems", "progress", "else"});
      std::uint8_t low = 1;
      std::uint8_t high = 1;
      read_values(one["roll"], low, high);
      const int to = one["to"].one_of({"own_outpost", "your_outpost", "scheme"});
      for (int roll = low; roll <= high; ++roll) {
        out_.ai.exploit[idx(roll - 1)] = static_cast<std::uint8_t>(to);
        rolls |= 1U << roll;
      }
      if (to == 0) out_.ai.exploit_cost = static_cast<std::uint8_t>(-one["gems"].integer(-9, 0));
      if (to == 1) out_.ai.exploit_gems = small(one["gems"], 0, 9);
    }
    if (rolls != 0x7E)
      exploitation.wrong("expected every roll from 1 to 6 once", {"circadians.pack.rolls", {}});
  }
}

void Reader::read(const JsonIn& in) {
  (void)in["format"].one_of({"component-pack/1"});
  (void)in["game"].one_of({"circadians"});
  in.only({"format",
           "game",
           "id",
           "note",
           "tags",
           "tag_rule",
           "provenance",
           "constants",
           "planet",
           "caches",
           "negotiation",
           "factions",
           "breakthroughs",
           "setbacks",
           "spaceport",
           "stations",
           "trades",
           "research_base",
           "ships",
           "farms",
           "contracts",
           "events",
           "leaders",
           "outposts",
           "outpost_boards",
           "specialists",
           "specialist_pair_points",
           "schemes",
           "ai_levels",
           "ai_progress",
           "ai"});
  (void)in["id"].text(60);
  read_constants(in["constants"]);
  read_planet(in["planet"]);
  const JsonIn caches = in["caches"];
  if (caches.size(kCorners, kCorners) == kCorners) {
    for (std::size_t i = 0; i < kCorners; ++i) {
      caches[i].only({"id", "name", "tag", "tags", "front", "harvest", "points"});
      auto& cache = out_.caches[i];
      read_named(caches[i], cache);
      cache.front = static_cast<std::uint8_t>(caches[i]["front"].one_of({"gem", "power"}));
      cache.harvest = read_goods(caches[i]["harvest"], 20);
      cache.points = small(caches[i]["points"], 0, 20);
      out_.front_harvest[cache.front] = cache.harvest;
      for (std::size_t k = 0; k < i; ++k) {
        if (out_.caches[k].front == cache.front && out_.caches[k].harvest != cache.harvest)
          caches[i]["harvest"].wrong("expected the same for every tile of one front",
                                     {"circadians.pack.harvest", {}});
      }
    }
    check_unique(caches, out_.caches);
  }
  if (!in.ok()) return;
  read_negotiation(in["negotiation"]);
  const JsonIn trades = in["trades"];
  const std::size_t n = trades.size(1, kMaxTrades);
  for (std::size_t i = 0; i < n; ++i) {
    trades[i].only({"id", "name", "tag", "tags", "give", "get"});
    Trade trade;
    read_named(trades[i], trade);
    trade.give = read_goods(trades[i]["give"]);
    trade.get = read_goods(trades[i]["get"]);
    out_.trades.push_back(trade);
  }
  check_unique(trades, out_.trades);
  read_tiles(in["ships"], kShipTile, out_.ships);
  read_tiles(in["farms"], kFarmTile, out_.farms);
  if (!in.ok()) return;
  read_factions(in["factions"]);
  read_incidents(in["breakthroughs"], out_.breakthroughs, kMaxBreakthroughs, false);
  read_incidents(in["setbacks"], out_.setbacks, kMaxSetbacks, true);
  read_spaceport(in["spaceport"]);
  read_stations(in["stations"]);
  read_base(in["research_base"]);
  read_contracts(in["contracts"]);
  if (!in.ok()) return;
  const JsonIn events = in["events"];
  const std::size_t count = events.size(1, kMaxEvents);
  int base = 0;
  int last = 0;
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    events[i].only({"id", "name", "tag", "tags", "expansion", "last", "rules"});
    EventCard card;
    read_named(events[i], card);
    if (const JsonIn ends = events[i].maybe("last"); ends.exists()) card.last = ends.boolean();
    card.rules = read_rules(events[i]["rules"], kEventOns);
    for (const Rule& rule : card.rules) card.on |= on_mask({rule.on});
    card.changes_costs = std::any_of(card.rules.begin(), card.rules.end(), changes_costs);
    (card.last ? last : base) += card.expansion ? 0 : 1;
    out_.events.push_back(card);
  }
  check_unique(events, out_.events);
  if (in.ok() && (last != 1 || base < out_.event_cards))
    events.wrong("expected one last event and enough others of the base game",
                 {"circadians.pack.events", {}});
  read_leaders(in["leaders"]);
  read_outposts(in["outposts"], in["outpost_boards"], in["specialists"]);
  in["specialist_pair_points"].only({"id", "name", "tag", "tags", "spaces", "points"});
  out_.specialist_pair_points = small(in["specialist_pair_points"]["points"], 0, 20);
  read_solo(in);
}

}  // namespace

Result<std::shared_ptr<const Components>> compile_pack(const Json& pack) {
  auto out = std::make_shared<Components>();
  JsonIn::Trouble trouble;
  const JsonIn in(pack, trouble);
  Reader(*out).read(in);
  if (trouble.any()) {
    Error wrong = trouble.first();
    wrong.code = "bad-pack";
    return wrong;
  }
  return std::shared_ptr<const Components>(std::move(out));
}

}  // namespace tidelock::circadians
