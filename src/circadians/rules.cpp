// Questions about a state: what is in play, limits, counts, boards, who chooses now.
#include "circadians/rules.h"

#include <algorithm>

namespace tidelock::circadians {

Rules::Rules(const Components& components, const Options& options)
    : c_(components), options_(options) {
  for (std::size_t i = 0; i < c_.leaders.size(); ++i) {
    if (options_.expansion || !c_.leaders[i].expansion) leaders_in_play_ |= 1U << i;
  }
}
Rules::Incidents Rules::incidents(const State& s, int piece, int faction, int value) {
  const int shows = piece == Piece::kSpecialist ? Piece::kSpecialist : value;
  const auto& column = s.negotiation[idx(faction)];
  const bool joins = std::any_of(column.begin(), column.end(), [&](Piece other) {
    return !other.empty() && other.value() == shows;
  });
  if (shows == Piece::kSpecialist)
    return {s.specialist_breakthroughs < 2, joins && s.specialist_setbacks < 2};
  const bool first = !has_bit(s.breakthrough_values, shows);
  return {first, !first && joins && !has_bit(s.setback_values, shows)};
}

std::uint32_t Rules::events_in_play() const {
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < c_.events.size(); ++i) {
    if (!c_.events[i].last && (options_.expansion || !c_.events[i].expansion)) mask |= 1U << i;
  }
  return mask;
}
std::uint32_t Rules::schemes_in_play() const {
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < c_.schemes.size(); ++i) {
    if (options_.expansion || !c_.schemes[i].expansion) mask |= 1U << i;
  }
  return mask;
}
int Rules::last_event() const {
  for (std::size_t i = 0; i < c_.events.size(); ++i) {
    if (c_.events[i].last) return static_cast<int>(i);
  }
  return 0;
}

bool Rules::breakthrough_in_play(const State& s, int i) const {
  const Incident& one = c_.breakthroughs[idx(i)];
  if (one.expansion && !options_.expansion) return false;
  if (!one.with_leader) return true;
  for (int seat = 0; seat < options_.players; ++seat) {
    const Leader* who = leader(s.players[idx(seat)]);
    if (who != nullptr && who->adds_breakthroughs) return true;
  }
  return false;
}

bool Rules::outposts_owner_only(const State& s) const {
  for (const Rule& rule : event_rules(s)) {
    if (has_bit(rule.specials, static_cast<int>(Special::kOutpostsOwnerOnly))) return true;
  }
  return false;
}

// --- limits and counts ---

int Rules::dice_limit(const Player& p) const {
  int limit = c_.dice_limit;
  for (const int card : p.fulfilled& c_.contracts_on[idx(static_cast<int>(On::kAlways))]) {
    for (const Rule& rule : c_.of(c_.contracts[idx(card)].rules)) limit += rule.dice_limit;
  }
  if (const Leader* who = leader(p)) {
    for (const Rule& rule : c_.of(who->rules)) limit += rule.dice_limit;
  }
  return std::max(limit, 1);
}
int Rules::hand_limit(const Player& p) const {
  int limit = c_.hand_limit;
  for (const int card : p.fulfilled& c_.contracts_on[idx(static_cast<int>(On::kAlways))]) {
    for (const Rule& rule : c_.of(c_.contracts[idx(card)].rules)) limit += rule.hand_limit;
  }
  if (const Leader* who = leader(p)) {
    for (const Rule& rule : c_.of(who->rules)) limit += rule.hand_limit;
  }
  return std::max(limit, 0);
}
int Rules::specialist_limit(const Player& p) const {
  int limit = c_.specialist_limit;
  for (const int card : p.fulfilled& c_.contracts_on[idx(static_cast<int>(On::kAlways))]) {
    for (const Rule& rule : c_.of(c_.contracts[idx(card)].rules)) limit += rule.specialist_limit;
  }
  if (const Leader* who = leader(p)) {
    for (const Rule& rule : c_.of(who->rules)) limit += rule.specialist_limit;
  }
  return limit;
}
bool Rules::specialists_uncounted(const Player& p) const {
  for (int i = 0; i < 3; ++i) {
    if (!has_bit(p.gained, i)) continue;
    for (const Rule& rule : c_.of(c_.specialist_rules[idx(i)])) {
      if (rule.uncounted) return true;
    }
  }
  return false;
}

int Rules::count(const State& s, Seat seat, Count what, int column, int row) const {
  const Player& p = s.players[idx(seat)];
  const auto own = [&](Piece piece) { return !piece.empty() && piece.owner() == seat ? 1 : 0; };
  const auto in_column = [&](int f) {
    int n = 0;
    for (const Piece piece : s.negotiation[idx(f)]) n += own(piece);
    return n;
  };
  const auto ships = [&] {
    return static_cast<int>(
        std::count_if(p.ship.begin(), p.ship.end(), [](auto t) { return t != 0; }));
  };
  const auto farms = [&] {
    return static_cast<int>(
        std::count_if(p.tile.begin(), p.tile.end(), [](auto t) { return t != 0; }));
  };
  int n = 0;
  switch (what) {
    case Count::kSupplyDie:
      n = regular_dice(p) + active_specialists(p);
      for (std::size_t i = 0; i < kMaxSeats && rules() > 1;
           ++i) {  // not those on Outposts (CIR-Q55)
        for (const Piece piece : s.players[i].outpost) n -= piece.regular() ? own(piece) : 0;
      }
      return n;
    case Count::kFulfilled: return p.fulfilled.count();
    case Count::kInHand: return p.hand.count();
    case Count::kShipTiles: return ships();
    case Count::kFarmTiles: return farms();
    case Count::kShipFarmPairs: return std::min(ships(), farms());
    case Count::kColumnDie: return in_column(column);
    case Count::kNegotiationDie:
      for (int f = 0; f < kFactions; ++f) n += in_column(f);
      return n;
    case Count::kFactionWithDie:
      for (int f = 0; f < kFactions; ++f) n += in_column(f) > 0 ? 1 : 0;
      return n;
    case Count::kDepositoryDie:
      for (const auto& spaces : s.depository) {
        for (const Piece piece : spaces) n += own(piece);
      }
      return n;
    case Count::kDepositoryRowDie:
      for (const auto& spaces : s.depository) n += own(spaces[idx(row)]);
      return n;
    case Count::kSpecialistsGained:  // during the game (CIR-Q67)
      return std::popcount(static_cast<std::uint8_t>(p.gained & ~p.gained_late));
    case Count::kSpecialistsOut: return p.out_specialists;
    case Count::kMissingDie: return std::max(0, dice_limit(p) - counted_dice(p));
    case Count::kHarvesterOnCache: return p.harvester >= kFirstCorner ? 1 : 0;
    case Count::kProgressRemoved: return p.progress;
    case Count::kWaterLeft: return p.goods[kWater];
    case Count::kAlgaeLeft: return p.goods[kAlgae];
    case Count::kEnergyLeft: return p.goods[kEnergy];
    case Count::kGemsLeft: return p.goods[kGem];
  }
  return 0;
}

bool Rules::meets(const State& s, Seat seat, const Need& need) const {
  return std::any_of(need.any.begin(), need.any.end(),
                     [&](const Need::One& one) { return count(s, seat, one.count) >= one.least; });
}

// --- the base and the boards ---

Goods Rules::planet_goods(const State& s, int space) const {
  Goods goods = harvest_of(s, space);
  for (const Rule& rule : event_rules(s)) {
    if (rule.on == On::kHarvest)
      goods[kWater] = static_cast<std::int16_t>(goods[kWater] + rule.planet_water);
  }
  return goods;
}
Goods Rules::farm_goods(const Player& p, int slot, int value) const {
  Goods goods{};
  const Tile* farm = farm_at(p, slot);
  if (farm == nullptr) return goods;
  for (const Rule& rule : c_.of(farm->rules)) {
    if (!works_with(rule, value)) continue;
    each_effect(rule.effects, value, [&](auto i) {
      const Effect& e = c_.effects[i];
      if (e.op == Effect::Op::kGain && e.what < kResources)
        goods[e.what] = static_cast<std::int16_t>(goods[e.what] + e.amount.of(value));
    });
  }
  return goods;
}
int Rules::fronts_left(const State& s, int n, int front) const {
  int left = 0;
  for (const auto& cache : c_.caches) left += cache.front == front ? 1 : 0;
  for (int i = 0; i < n; ++i) left -= (has_bit(s.fronts, i) ? 1 : 0) == front ? 1 : 0;
  return left;
}
std::uint32_t Rules::unseen_tiles(const State& s, int corner) const {
  std::uint32_t tiles = 0;
  const int front = has_bit(s.fronts, corner) ? 1 : 0;
  for (int i = 0; i < kCorners; ++i) {
    if (c_.caches[idx(i)].front == front) tiles |= 1U << i;
  }
  for (const auto cache : s.cache) {
    if (cache != kNone) tiles &= ~(1U << cache);
  }
  return tiles;
}
bool Rules::can_enter(const State& s, Seat seat, int space) const {
  if (space < kFirstCorner) return true;
  for (int i = 0; i < colours(); ++i) {
    if (i != seat && s.players[idx(i)].harvester == space) return false;
  }
  return true;
}
int Rules::step_from(const State& s, Seat seat, int direction) const {
  const auto to = c_.next[s.players[idx(seat)].harvester][idx(direction)];
  return to != kNone && can_enter(s, seat, to) ? to : -1;
}
int Rules::free_hq(const State& s) const {
  for (int i = 0; i < kHqSpaces; ++i) {
    if (hq_open(i) && s.hq[idx(i)].empty()) return i;
  }
  return -1;
}
// --- Plan ---

int Rules::next_to_assign(const Player& p) {
  if (p.idle_specialists != 0) return Piece::kSpecialist;
  for (int v = 6; v >= 1; --v) {
    if (p.rolled[idx(v - 1)] != 0) return v;
  }
  return 0;
}

// The first stage from `from` on that asks something.
Stage Rules::first_stage(const State& s, Seat seat, Stage from) const {
  const Player& p = s.players[idx(seat)];
  const Leader* who = leader(p);
  bool exchange = false;
  bool reroll = false;
  bool raise = false;
  if (who != nullptr) {
    for (const Rule& rule : c_.of(who->rules)) {
      exchange = exchange || rule.exchange_out != 0;
      reroll = reroll || rule.reroll;
      raise = raise || !rule.raises.empty();
    }
  }
  int dice = 0;
  int raisable = 0;
  for (std::size_t v = 0; v < 6; ++v) {
    dice += p.rolled[v];
    if (v < 5) raisable += p.rolled[v];
  }
  if (from <= Stage::kExchange && exchange && !p.hand.empty()) return Stage::kExchange;
  if (from <= Stage::kReroll && reroll && dice > 0) return Stage::kReroll;
  if (from <= Stage::kRaise && raise && raisable > 0) return Stage::kRaise;
  return next_to_assign(p) != 0 ? Stage::kAssign : Stage::kDone;
}

Sight Rules::sight(const State& s, Seat /*seat*/, Move move) const {
  if (s.todo.top().what > Do::kPlan) return Sight::kOpen;
  return move.kind() == Move::Kind::kPick ? Sight::kOwn : Sight::kSealed;
}

}  // namespace tidelock::circadians
