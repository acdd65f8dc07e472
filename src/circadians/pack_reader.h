// Reads a component pack: every entry is checked, and the error names its place and what was
// expected there. What follows from the entries is worked out afterwards (compile.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "circadians/pack.h"
#include "circadians/schema.h"
#include "core/json.h"

namespace tidelock::circadians {

inline constexpr std::array<std::string_view, 4> kTags = {"RB", "REV", "INF", "R"};
inline constexpr std::array<std::string_view, 4> kLangIds = {"en", "pl", "de", "zh-Hant"};

inline constexpr std::array<std::string_view, kOns> kOnIds = {
    "reveal",      "setup",        "plan",      "turn",   "send",     "negotiate",
    "use_outpost", "outpost_used", "hq_reward", "fulfil", "gain_die", "setback",
    "harvest",     "rest",         "end",       "score",  "always"};
inline constexpr std::array<std::string_view, kSpecialCount> kSpecialIds = {
    "outposts_owner_only",
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
inline constexpr std::array<std::string_view, 20> kCountIds = {"supply_die",
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
inline constexpr std::array<std::string_view, 7> kGainableIds = {
    "water", "algae", "energy", "gem", "contract", "die", "specialist"};

[[nodiscard]] constexpr std::uint32_t on_mask(std::initializer_list<On> ons) {
  std::uint32_t mask = 0;
  for (const On on : ons) mask |= 1U << static_cast<unsigned>(on);
  return mask;
}
inline constexpr std::uint32_t kCardOns =
    on_mask({On::kSend, On::kNegotiate, On::kUseOutpost, On::kHqReward, On::kFulfil, On::kSetback,
             On::kHarvest, On::kRest, On::kEnd, On::kScore, On::kAlways});
inline constexpr std::uint32_t kEventOns =
    on_mask({On::kSend, On::kNegotiate, On::kUseOutpost, On::kHqReward, On::kFulfil, On::kHarvest,
             On::kAlways});
inline constexpr std::uint32_t kLeaderOns =
    (kCardOns & ~on_mask({On::kEnd, On::kScore})) |
    on_mask({On::kReveal, On::kSetup, On::kPlan, On::kTurn, On::kGainDie});
inline constexpr std::uint32_t kShipOns = on_mask({On::kSend, On::kAlways});
inline constexpr std::uint32_t kFarmOns = on_mask({On::kHarvest});
inline constexpr std::uint32_t kSpecialistOns = on_mask({On::kOutpostUsed, On::kSend, On::kAlways});

class Reader {
 public:
  explicit Reader(Pack& out) : out_(out.components), texts_(out.texts) {}

  void read(const JsonIn& in);

 private:
  static std::uint8_t small(const JsonIn& in, int least, int most) {
    return static_cast<std::uint8_t>(in.integer(least, most));
  }
  static std::int8_t tiny(const JsonIn& in, int least, int most) {
    return static_cast<std::int8_t>(in.integer(least, most));
  }

  // Id, names and provenance of an entry.
  void read_named(const JsonIn& in, Named& out) {
    namespace member = schema::pack::contract;
    std::string id = in[member::kId].text(40);
    if (id.empty() ||
        id.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != std::string::npos)
      in[member::kId].expected("letters, digits, - and _", {"circadians.pack.id", {}});
    out.text = texts_.add({std::move(id), read_names(in[member::kName])});
    read_tag(in);
    if (const JsonIn expansion = in.maybe(member::kExpansion); expansion.exists())
      out.expansion = expansion.boolean();
  }
  static Names read_names(const JsonIn& in) {
    namespace member = schema::pack::name;
    Names names;
    in.only(member::kTakes);
    names[0] = in[member::kEn].text(60);
    for (std::size_t i = 1; i < names.size(); ++i) {
      const JsonIn name = in.maybe(kLangIds[i]);
      names[i] = name.exists() ? name.text(60) : names[0];
    }
    return names;
  }
  static void read_tag(const JsonIn& in) {
    namespace member = schema::pack::contract;
    (void)in[member::kTag].one_of(kTags);
    const JsonIn parts = in.maybe(member::kTags);
    if (!parts.exists()) return;
    if (!parts.is_object()) {
      parts.expected("a tag for each part", {"circadians.pack.tags", {}});
      return;
    }
    for (auto it = parts.raw().begin(); it != parts.raw().end(); ++it)
      (void)parts[it.key()].one_of(kTags);
  }
  template <class T>
  void check_unique(const JsonIn& in, const T& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (texts_.id(list[i]) == texts_.id(list[k]))
          in[i][schema::pack::contract::kId].expected("an id of its own",
                                                      {"circadians.pack.own-id", {}});
      }
    }
  }

  static Goods read_goods(const JsonIn& in, int most = 40) {
    namespace member = schema::pack::goods40;
    Goods goods{};
    in.only(member::kTakes);
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
    namespace member = schema::pack::cost;
    Cost cost;
    in.only(member::kTakes);
    for (std::size_t r = 0; r < kResources; ++r) {
      const JsonIn one = in.maybe(kResourceIds[r]);
      if (one.exists()) cost.amounts[r] = read_amount(one);
    }
    return cost;
  }
  static void read_costs(const JsonIn& in, InplaceVector<Cost, kMaxCosts>& costs) {
    if (in.is_array()) {
      const std::size_t n = in.size(1, kMaxCosts);
      for (std::size_t i = 0; i < n; ++i) costs.push_back(read_cost(in[i]));
    } else {
      costs.push_back(read_cost(in));
    }
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

  // Puts a list into one of the tables of the pack, as a range of it.
  template <class R = Range, class T, std::size_t N>
  static R add(const JsonIn& in, const std::vector<T>& list, InplaceVector<T, N>& table) {
    if (!in.ok()) return {};
    if (table.size() + list.size() > N) {
      in.wrong("expected fewer effects in the pack", {"circadians.pack.many-effects", {}});
      return {};
    }
    const auto begin = table.count;
    for (const T& one : list) table.push_back(one);
    return {begin, table.count};
  }
  Range read_effects(const JsonIn& in, int depth = 0) {
    std::vector<Effect> list;
    const std::size_t n = in.size(0, 8);
    for (std::size_t i = 0; i < n; ++i) read_effect(in[i], list, depth);
    return add_effects(in, list);
  }
  Range add_effects(const JsonIn& in, const std::vector<Effect>& list) {
    const Range range = add(in, list, out_.effects);
    for (auto i = range.begin; i < range.end; ++i) out_.list_ends[i] = range.end;
    return range;
  }
  void read_effect(const JsonIn& in, std::vector<Effect>& list, int depth);
  static void read_gains(const JsonIn& in, bool gains, std::vector<Effect>& list);
  bool read_nested(const std::string& key, const JsonIn& in, int depth, Effect& e);
  bool read_plain(const std::string& key, const JsonIn& value, Effect& e);
  void read_tile_effect(const JsonIn& in, Effect& e);
  void read_rule(const JsonIn& in, std::uint32_t ons, Rule& rule);
  static void read_on(const JsonIn& in, std::uint32_t ons, Rule& rule);
  static void read_where(const JsonIn& in, Rule& rule);
  static void read_condition(const JsonIn& in, Rule& rule);
  static void read_points(const JsonIn& in, Rule& rule);
  static void read_lookup(const std::string& key, const JsonIn& value, Rule& rule);
  static void read_change(const JsonIn& in, bool discount, Rule& rule);
  static void read_substitute(const JsonIn& in, Rule& rule);
  static void read_plan(const JsonIn& in, Rule& rule);
  RuleRange read_rules(const JsonIn& in, std::uint32_t ons) {
    std::vector<Rule> rules;
    const std::size_t n = in.size(0, 6);
    for (std::size_t i = 0; i < n && in.ok(); ++i) read_rule(in[i], ons, rules.emplace_back());
    return add<RuleRange>(in, rules, out_.rules);
  }

  void read_caches(const JsonIn& in);
  void read_trades(const JsonIn& in);
  void read_events(const JsonIn& in);
  void read_constants(const JsonIn& in);
  void read_planet(const JsonIn& in);
  void read_negotiation(const JsonIn& in);
  void read_factions(const JsonIn& in);
  void read_incidents(const JsonIn& in, InplaceVector<Incident, kMaxBreakthroughs>& out,
                      std::size_t most, bool setbacks);
  void read_spaceport(const JsonIn& in);
  void read_stations(const JsonIn& in);
  void read_base(const JsonIn& in);
  void read_tiles(const JsonIn& in, TileKind kind, InplaceVector<Tile, kMaxTileKinds>& out);
  void read_contracts(const JsonIn& in);
  void read_leaders(const JsonIn& in);
  void read_outposts(const JsonIn& tokens, const JsonIn& boards, const JsonIn& specialists);
  void read_solo(const JsonIn& in);
  void read_schemes(const JsonIn& in);
  void read_ai_levels(const JsonIn& in);
  static void read_ai_progress(const JsonIn& in);
  void read_ai(const JsonIn& in);
  void read_exploitation(const JsonIn& in);
  static Need read_need(const JsonIn& in);

  Components& out_;
  Texts& texts_;
};

}  // namespace tidelock::circadians
