// Compiles what a pack says into what the rules look up: which boards are next to each other, which
// action a die's value takes, which cards speak of which occasion.
#include <algorithm>

#include "circadians/pack.h"

namespace tidelock::circadians {

namespace {

[[nodiscard]] std::uint32_t bit(On on) { return 1U << static_cast<unsigned>(on); }

bool changes_costs(const Rule& rule) {
  return rule.discounts || !rule.replace.empty() ||
         std::any_of(rule.surcharge.begin(), rule.surcharge.end(),
                     [](std::int8_t n) { return n != 0; });
}

// The places whose entry costs a rule changes (CIR-Q37); what it takes off every action is not
// among them (CIR-Q38).
std::uint16_t costs_at(const Rule& rule) {
  if (!changes_costs(rule)) return 0;
  if (rule.on == On::kNegotiate) return 1U << kNegotiation;
  return rule.on == On::kSend && rule.any_discount == 0 ? rule.to : std::uint16_t{0};
}

void link_planet(Components& c) {
  for (std::size_t i = 0; i < kSpaces; ++i) {
    const PlanetSpace& from = c.planet[0][i];
    c.distance[i] = static_cast<std::uint8_t>(hex_distance(from.q, from.r));
    for (std::size_t d = 0; d < kHexSteps.size(); ++d) {
      c.next[i][d] = kNone;
      for (std::size_t k = 0; k < kSpaces; ++k) {
        const PlanetSpace& to = c.planet[0][k];
        if (to.q == from.q + kHexSteps[d][0] && to.r == from.r + kHexSteps[d][1])
          c.next[i][d] = static_cast<std::uint8_t>(k);
      }
    }
  }
  for (const Components::Cache& cache : c.caches) c.front_harvest[cache.front] = cache.harvest;
}

// Where actions overlap, the first one counts.
void index_actions(Station& station, bool by_column) {
  for (std::size_t k = station.actions.size(); k-- > 0;) {
    Action& action = station.actions[k];
    const auto from = by_column ? action.column : action.low;
    const auto to = by_column ? action.column : action.high;
    for (std::size_t v = from; v <= to; ++v) station.action[v] = static_cast<std::uint8_t>(k);
    for (Cost& cost : action.costs) {
      for (std::size_t v = 0; v < cost.at.size(); ++v) {
        for (std::size_t r = 0; r < kResources; ++r)
          cost.at[v][r] =
              static_cast<std::int16_t>(std::max(0, cost.amounts[r].of(static_cast<int>(v))));
      }
    }
  }
}

void index_contracts(Components& c) {
  for (std::size_t i = 0; i < c.contracts.size(); ++i) {
    const int card = static_cast<int>(i);
    for (const Rule& rule : c.of(c.contracts[i].rules)) {
      c.contracts_on[static_cast<std::size_t>(rule.on)].add(card);
      if (changes_costs(rule)) c.discounting.add(card);
      c.contracts[i].costs_at |= costs_at(rule);
    }
    c.all_contracts.add(card);
    if (!c.contracts[i].expansion) c.base_contracts.add(card);
  }
}

void summarise(const Components& c, EventCard& card) {
  for (const Rule& rule : c.of(card.rules)) {
    card.on |= bit(rule.on);
    card.costs_at |= costs_at(rule);
  }
}

void summarise(const Components& c, Leader& leader) {
  for (auto k = leader.rules.begin; k < leader.rules.end; ++k) {
    const Rule& rule = c.rules[k];
    leader.specials = static_cast<std::uint16_t>(leader.specials | rule.specials);
    leader.on |= bit(rule.on);
    leader.changes_costs = leader.changes_costs || changes_costs(rule);
    leader.costs_at |= costs_at(rule);
    leader.options = leader.options || (rule.on == On::kSend && rule.when == When::kEither);
    leader.free_discount = leader.free_discount || rule.any_discount != 0;
    if (rule.substitute_n != 0) leader.substitute = k;
    for (auto e = rule.effects.begin; e < rule.effects.end; ++e) {
      const Effect::Op op = c.effects[e].op;
      leader.other_ability = leader.other_ability || op == Effect::Op::kOtherAbility;
      leader.rewards = leader.rewards || op == Effect::Op::kBreakthrough;
    }
  }
}

}  // namespace

void compile(Components& c) {
  link_planet(c);
  for (int i = 0; i < kStations; ++i) index_actions(c.stations[idx(i)], i == kMiningCamp);
  index_contracts(c);
  for (EventCard& card : c.events) summarise(c, card);
  for (Leader& leader : c.leaders) summarise(c, leader);
  for (const RuleRange rules : c.specialist_rules) {
    for (const Rule& rule : c.of(rules)) {
      if (rule.on == On::kOutpostUsed) c.ability_one = rule.effects;
    }
  }
}

}  // namespace tidelock::circadians
