// Questions about a state: limits, counts, who may send what where, what it costs.
#include "circadians/rules.h"

#include <algorithm>

#include "core/json.h"

namespace tidelock::circadians {

namespace {

constexpr std::array<std::uint8_t, kResources> kNoLess = {};

// Whether a rule about sending fits.
bool fits(const Rule& rule, int place, int from, bool specialist) {
  if (rule.to != 0 && !has_bit(rule.to, place)) return false;
  if (rule.from != 0) {
    const int bit = from < kGarages ? 0 : from == kFromHq ? 1 : 2;
    if (!has_bit(rule.from, bit)) return false;
  }
  return !rule.specialist || specialist;
}

}  // namespace

std::string write_goods(const Goods& goods) {
  std::string text;
  for (std::size_t r = 0; r < kResources; ++r) {
    if (goods[r] != 0) text += std::to_string(goods[r]) + kLetters[r];
  }
  return text.empty() ? "0" : text;
}

Circadians::Circadians(std::shared_ptr<const Components> components, Options options)
    : c_(std::move(components)), options_(std::move(options)) {}

std::uint32_t Circadians::leaders_in_play() const {
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < c_->leaders.size(); ++i) {
    if (options_.expansion || !c_->leaders[i].expansion) mask |= 1U << i;
  }
  return mask;
}
std::uint32_t Circadians::events_in_play() const {
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < c_->events.size(); ++i) {
    if (!c_->events[i].last && (options_.expansion || !c_->events[i].expansion)) mask |= 1U << i;
  }
  return mask;
}
std::uint32_t Circadians::schemes_in_play() const {
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < c_->schemes.size(); ++i) {
    if (options_.expansion || !c_->schemes[i].expansion) mask |= 1U << i;
  }
  return mask;
}
int Circadians::last_event() const {
  for (std::size_t i = 0; i < c_->events.size(); ++i) {
    if (c_->events[i].last) return static_cast<int>(i);
  }
  return 0;
}

bool Circadians::breakthrough_in_play(const State& s, int i) const {
  const Incident& one = c_->breakthroughs[idx(i)];
  if (one.expansion && !options_.expansion) return false;
  if (!one.with_leader) return true;
  for (int seat = 0; seat < options_.players; ++seat) {
    const Leader* who = leader(s.players[idx(seat)]);
    if (who != nullptr && who->adds_breakthroughs) return true;
  }
  return false;
}

const Rules& Circadians::event_rules(const State& s) const {
  static const Rules kEmpty;
  return s.event == kNone ? kEmpty : c_->events[s.event].rules;
}

bool Circadians::outposts_owner_only(const State& s) const {
  for (const Rule& rule : event_rules(s)) {
    if (has_bit(rule.specials, static_cast<int>(Special::kOutpostsOwnerOnly))) return true;
  }
  return false;
}

// --- limits and counts ---

int Circadians::dice_limit(const Player& p) const {
  int limit = c_->dice_limit;
  for (const int card : p.fulfilled & c_->contracts_on[idx(static_cast<int>(On::kAlways))]) {
    for (const Rule& rule : c_->contracts[idx(card)].rules) limit += rule.dice_limit;
  }
  if (const Leader* who = leader(p)) {
    for (const Rule& rule : who->rules) limit += rule.dice_limit;
  }
  return std::max(limit, 1);
}
int Circadians::hand_limit(const Player& p) const {
  int limit = c_->hand_limit;
  for (const int card : p.fulfilled & c_->contracts_on[idx(static_cast<int>(On::kAlways))]) {
    for (const Rule& rule : c_->contracts[idx(card)].rules) limit += rule.hand_limit;
  }
  if (const Leader* who = leader(p)) {
    for (const Rule& rule : who->rules) limit += rule.hand_limit;
  }
  return std::max(limit, 0);
}
int Circadians::specialist_limit(const Player& p) const {
  int limit = c_->specialist_limit;
  for (const int card : p.fulfilled & c_->contracts_on[idx(static_cast<int>(On::kAlways))]) {
    for (const Rule& rule : c_->contracts[idx(card)].rules) limit += rule.specialist_limit;
  }
  if (const Leader* who = leader(p)) {
    for (const Rule& rule : who->rules) limit += rule.specialist_limit;
  }
  return limit;
}
bool Circadians::specialists_uncounted(const Player& p) const {
  for (int i = 0; i < 3; ++i) {
    if (!has_bit(p.gained, i)) continue;
    for (const Rule& rule : c_->specialist_rules[idx(i)]) {
      if (rule.uncounted) return true;
    }
  }
  return false;
}

int Circadians::count(const State& s, Seat seat, Count what, int column, int row) const {
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
    case Count::kSupplyDie: return regular_dice(p) + active_specialists(p);
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
    case Count::kSpecialistsGained: return std::popcount(p.gained);
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

bool Circadians::meets(const State& s, Seat seat, const Need& need) const {
  return std::any_of(need.any.begin(), need.any.end(),
                     [&](const Need::One& one) { return count(s, seat, one.count) >= one.least; });
}

// --- the base and the boards ---

const Tile* Circadians::farm_at(const Player& p, int slot) const {
  if (slot < kPrintedFarms) return &c_->printed_farms[idx(slot)];
  const auto tile = p.tile[idx(slot - kPrintedFarms)];
  return tile == 0 ? nullptr : &c_->farms[tile - 1U];
}
bool Circadians::farm_takes(const Player& p, int slot, int value) const {
  if (p.farm[idx(slot)] != 0) return false;
  const Tile* farm = farm_at(p, slot);
  if (farm == nullptr || !farm->slot) return false;
  const int v = value == Piece::kSpecialist ? 6 : value;
  return v >= farm->low && v <= farm->high;
}

int Circadians::fronts_left(const State& s, int n, int front) const {
  int left = 0;
  for (const auto& cache : c_->caches) left += cache.front == front ? 1 : 0;
  for (int i = 0; i < n; ++i) left -= (has_bit(s.fronts, i) ? 1 : 0) == front ? 1 : 0;
  return left;
}
std::uint32_t Circadians::unseen_tiles(const State& s, int corner) const {
  std::uint32_t tiles = 0;
  const int front = has_bit(s.fronts, corner) ? 1 : 0;
  for (int i = 0; i < kCorners; ++i) {
    if (c_->caches[idx(i)].front == front) tiles |= 1U << i;
  }
  for (const auto cache : s.cache) {
    if (cache != kNone) tiles &= ~(1U << cache);
  }
  return tiles;
}
bool Circadians::can_enter(const State& s, Seat seat, int space) const {
  if (space < kFirstCorner) return true;
  for (int i = 0; i < colours(); ++i) {
    if (i != seat && s.players[idx(i)].harvester == space) return false;
  }
  return true;
}
int Circadians::step_from(const State& s, Seat seat, int direction) const {
  const auto to = c_->next[s.players[idx(seat)].harvester][idx(direction)];
  return to != kNone && can_enter(s, seat, to) ? to : -1;
}
int Circadians::free_hq(const State& s) const {
  for (int i = 0; i < kHqSpaces; ++i) {
    if (hq_open(i) && s.hq[idx(i)].empty()) return i;
  }
  return -1;
}
int Circadians::free_space(const State& s, int station, int column, int value) const {
  const auto& spaces = c_->stations[idx(station)].spaces[side()];
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    const StationSpace& space = spaces[i];
    if (space.players <= options_.players && space.column == column && value >= space.low &&
        value <= space.high && s.station[idx(station)][i].empty())
      return static_cast<int>(i);
  }
  return -1;
}
const Action& Circadians::action_of(int target, int value) const {
  const Place place = place_of(target);
  const auto& actions = c_->stations[place].actions;
  for (const Action& action : actions) {
    if (place == kMiningCamp ? action.column == target - kToMine + 1
                             : value >= action.low && value <= action.high)
      return action;
  }
  return actions.front();
}

// --- what may be sent ---

int Circadians::leftmost(const Player& p) const {
  for (int g = 0; g < kGarages; ++g) {
    if (p.garage[idx(g)] != 0 && p.garage[idx(g)] != Piece::kSpecialist) return g;
  }
  return -1;
}
bool Circadians::free_order(const Player& p, int garage) const {
  const auto ship = p.ship[idx(garage)];
  if (ship == 0) return false;
  for (const Rule& rule : c_->ships[ship - 1U].rules) {
    if (rule.free_order) return true;
  }
  return false;
}
bool Circadians::ship_trades(const Player& p, int garage) const {
  if (garage >= kGarages) return false;
  const auto ship = p.ship[idx(garage)];
  if (ship == 0) return false;
  for (const Rule& rule : c_->ships[ship - 1U].rules) {
    if (rule.on == On::kSend && rule.when == When::kEither && !rule.effects.empty()) return true;
  }
  return false;
}

int Circadians::garage_cost(const State& s, Seat seat, int garage) const {
  const Player& p = s.players[idx(seat)];
  int cost = c_->garage_cost[idx(garage)];
  if (const auto ship = p.ship[idx(garage)]; ship != 0) {
    for (const Rule& rule : c_->ships[ship - 1U].rules) {
      if (rule.garage_cost >= 0) cost = rule.garage_cost;
    }
  }
  for (const Rule& rule : event_rules(s)) cost -= rule.garage_discount;
  for (const int card : p.fulfilled & c_->contracts_on[idx(static_cast<int>(On::kAlways))]) {
    for (const Rule& rule : c_->contracts[idx(card)].rules) cost -= rule.garage_discount;
  }
  return std::max(cost, 0);
}

void Circadians::add_less(const State& s, Seat seat, Sender& sender) const {
  const Player& p = s.players[idx(seat)];
  const bool specialist = sender.piece == Piece::kSpecialist;
  const auto add = [&](const Rule& rule) {
    for (std::size_t r = 0; r < kResources; ++r)
      sender.less[r] = static_cast<std::uint8_t>(std::min(99, sender.less[r] + rule.discount[r]));
  };
  const auto general = [&](const Rule& rule) {
    return rule.discounts && rule.on == On::kSend && rule.to == 0 && rule.any_discount == 0 &&
           fits(rule, kMiningCamp, sender.from, specialist);
  };
  for (const int card : p.fulfilled & c_->discounting) {
    for (const Rule& rule : c_->contracts[idx(card)].rules) {
      if (general(rule)) add(rule);
    }
  }
  if (const Leader* who = leader(p)) {
    for (const Rule& rule : who->rules) {
      if (general(rule)) add(rule);
    }
  }
  if (sender.from >= kGarages) return;
  if (const auto ship = p.ship[sender.from]; ship != 0) {
    for (const Rule& rule : c_->ships[ship - 1U].rules) {
      if (general(rule)) add(rule);
    }
  }
  if (!specialist) return;
  // CIR-Q38: the Garage first, what is left for the rest of the action.
  for (int i = 0; i < 3; ++i) {
    if (!has_bit(p.gained, i)) continue;
    for (const Rule& rule : c_->specialist_rules[idx(i)]) {
      if (!general(rule)) continue;
      const int cut = std::min<int>(sender.garage, rule.discount[kAlgae]);
      sender.garage = static_cast<std::uint8_t>(sender.garage - cut);
      add(rule);
      sender.less[kAlgae] = static_cast<std::uint8_t>(sender.less[kAlgae] - cut);
    }
  }
}

Sender Circadians::garage_sender(const State& s, Seat seat, int garage) const {
  const Player& p = s.players[idx(seat)];
  Sender sender;
  sender.from = static_cast<std::uint8_t>(garage);
  sender.piece = p.garage[idx(garage)];
  sender.garage = static_cast<std::uint8_t>(garage_cost(s, seat, garage));
  const bool specialist = sender.piece == Piece::kSpecialist;
  sender.reach = specialist ? std::uint8_t{0x7E} : static_cast<std::uint8_t>(1U << sender.piece);
  sender.outposts = specialist && options_.expansion;
  if (const auto ship = p.ship[idx(garage)]; ship != 0) {
    for (const Rule& rule : c_->ships[ship - 1U].rules) {
      if (rule.allow_outpost && options_.expansion) sender.outposts = true;
      if (!rule.changes_value || specialist) continue;  // CIR-Q34
      for (int v = std::max(1, sender.piece + rule.value[0]);
           v <= std::min(6, sender.piece + rule.value[1]); ++v)
        sender.reach = static_cast<std::uint8_t>(sender.reach | (1U << v));
      sender.reach = static_cast<std::uint8_t>(sender.reach | rule.value_set);
    }
  }
  add_less(s, seat, sender);
  return sender;
}
Sender Circadians::hq_sender(const State& s, int space) const {
  const Piece piece = s.hq[idx(space)];
  Sender sender;
  sender.from = kFromHq;
  sender.hq_space = static_cast<std::uint8_t>(space);
  sender.piece = static_cast<std::uint8_t>(piece.value());
  const bool specialist = piece.specialist();
  sender.reach = specialist ? std::uint8_t{0x7E} : static_cast<std::uint8_t>(1U << piece.value());
  sender.outposts = specialist && options_.expansion;
  add_less(s, piece.owner(), sender);
  return sender;
}
Sender Circadians::sal_sender(const State& s, Seat seat) const {
  Sender sender;
  sender.from = kFromSal;
  sender.piece = Piece::kSal;
  sender.reach = 1U << 3;
  add_less(s, seat, sender);
  return sender;
}
Sender Circadians::sender(const State& s, Seat seat, int from, int hq_space) const {
  if (from == kFromHq) return hq_sender(s, hq_space);
  return from == kFromSal ? sal_sender(s, seat) : garage_sender(s, seat, from);
}

// CIR-Q42: who may be the other half of a pair.
void Circadians::partners(const State& s, Seat seat, const Sender& first, Partners& out) const {
  out.clear();
  const Player& p = s.players[idx(seat)];
  if (first.from == kFromHq) {
    for (int i = first.hq_space + 1; i < kHqSpaces; ++i) {
      const Piece piece = s.hq[idx(i)];
      if (piece.empty() || piece.owner() != seat || has_bit(s.hq_waits, i)) continue;
      out.push(hq_sender(s, i));
      return;
    }
  }
  int next = -1;  // the regular die whose turn it would be
  const bool die = first.from < kGarages && first.piece != Piece::kSpecialist;
  for (int g = die ? first.from + 1 : 0; g < kGarages && next < 0; ++g) {
    if (g != first.from && p.garage[idx(g)] != 0 && p.garage[idx(g)] != Piece::kSpecialist)
      next = g;
  }
  for (int g = 0; g < kGarages; ++g) {
    if (g == first.from || p.garage[idx(g)] == 0) continue;
    if (g == next || p.garage[idx(g)] == Piece::kSpecialist || free_order(p, g))
      out.push(garage_sender(s, seat, g));
  }
  // Sal may go with his owner's last die from Headquarters.
  if (first.from == kFromHq && has_special(p, Special::kSal) && (p.flags & kSalSent) == 0)
    out.push(sal_sender(s, seat));
  if (first.from < kGarages && has_special(p, Special::kSal) && (p.flags & kSalSent) == 0)
    out.push(sal_sender(s, seat));
}

// --- costs ---

void Circadians::entry_costs(const State& s, Seat seat, const Sender& sender, int target, int value,
                             Costs& out) const {
  out.clear();
  const Place place = place_of(target);
  const Player& p = s.players[idx(seat)];
  const bool specialist = sender.piece == Piece::kSpecialist;
  int faction = -1;
  if (place == kNegotiation) {
    faction = (target - kToNegotiation) / kRows;
    out.push(negotiation_space(faction, (target - kToNegotiation) % kRows).cost);
  } else if (place < kStations) {
    for (const Cost& cost : action_of(target, value).costs) out.push(cost.of(value));
  } else {
    out.push(Goods{});
  }
  // CIR-Q37: replaced, then surcharges, then the discounts of the place.
  std::array<int, kResources> more{};
  std::array<int, kResources> less{};
  const auto applies = [&](const Rule& rule) {
    if (rule.on == On::kNegotiate)
      return faction >= 0 && rule.by != By::kOpponent &&
             (rule.with == 0 || has_bit(rule.with, faction));
    return rule.on == On::kSend && rule.to != 0 && rule.any_discount == 0 &&
           fits(rule, place, sender.from, specialist);
  };
  const auto look = [&](const Rule& rule) {
    if (!applies(rule)) return;
    if (!rule.replace.empty()) {
      out.clear();
      for (const Goods& goods : rule.replace) out.push(goods);
    }
    for (std::size_t r = 0; r < kResources; ++r) {
      more[r] += rule.surcharge[r];
      less[r] += rule.discount[r];
    }
  };
  for (const Rule& rule : event_rules(s)) look(rule);
  for (const int card : p.fulfilled & c_->discounting) {
    for (const Rule& rule : c_->contracts[idx(card)].rules) look(rule);
  }
  if (const Leader* who = leader(p)) {
    for (const Rule& rule : who->rules) look(rule);
  }
  Costs net;
  for (const Goods& cost : out) {
    Goods goods{};
    for (std::size_t r = 0; r < kResources; ++r)
      goods[r] = static_cast<std::int16_t>(std::max(0, cost[r] + more[r] - less[r]));
    net.push(goods);
  }
  out = net;
}

// Pieces of any one resource that the entry costs less.
int Circadians::free_choice(const State& s, Seat seat, const Sender& sender, int target) const {
  const Player& p = s.players[idx(seat)];
  const Leader* who = leader(p);
  if (who == nullptr) return 0;
  for (const Rule& rule : who->rules) {
    if (rule.any_discount == 0 || rule.on != On::kSend) continue;
    if (rule.first && (p.flags & kFirstGarageSend) != 0) continue;
    if (fits(rule, place_of(target), sender.from, sender.piece == Piece::kSpecialist))
      return rule.any_discount;
  }
  return 0;
}

bool Circadians::can_pay(const Player& p, const Goods& have, const Goods& cost) const {
  if (covers(have, cost)) return true;
  const Leader* who = leader(p);
  if (who == nullptr) return false;
  for (const Rule& rule : who->rules) {
    if (rule.substitute_n == 0) continue;
    Goods rest = cost;
    const int short_of = cost[rule.substitute_from] - have[rule.substitute_from];
    if (short_of <= 0) return false;
    rest[rule.substitute_from] = have[rule.substitute_from];
    rest[rule.substitute_to] =
        static_cast<std::int16_t>(rest[rule.substitute_to] + short_of * rule.substitute_n);
    return covers(have, rest);
  }
  return false;
}

void Circadians::payments(const State& s, Seat seat, const Sender& sender, const Sender* partner,
                          int target, int value, Payments& out) const {
  out.clear();
  const Player& p = s.players[idx(seat)];
  Costs costs;
  entry_costs(s, seat, sender, target, value, costs);
  std::array<int, kResources> less{};
  int garage = sender.garage;
  for (std::size_t r = 0; r < kResources; ++r) less[r] = sender.less[r];
  if ((s.now.flags & kActive) != 0 && (s.now.flags & kRepeated) != 0) garage = 0;
  if (partner != nullptr && (s.now.flags & kRepeated) == 0) garage += partner->garage;
  const int any = free_choice(s, seat, sender, target);
  const Rule* substitute = nullptr;
  if (const Leader* who = leader(p)) {
    for (const Rule& rule : who->rules) {
      if (rule.substitute_n != 0) substitute = &rule;
    }
  }
  const auto offer = [&](std::uint8_t alternative, std::uint8_t free, Goods goods) {
    for (std::size_t r = 0; r < kResources; ++r)
      goods[r] = static_cast<std::int16_t>(std::max(0, goods[r] - less[r]));
    goods[kAlgae] = static_cast<std::int16_t>(goods[kAlgae] + garage);
    const int most = substitute != nullptr ? goods[substitute->substitute_from] : 0;
    for (int k = 0; k <= most && k < 16; ++k) {
      Goods total = goods;
      if (substitute != nullptr) {
        total[substitute->substitute_from] =
            static_cast<std::int16_t>(total[substitute->substitute_from] - k);
        total[substitute->substitute_to] = static_cast<std::int16_t>(
            total[substitute->substitute_to] + k * substitute->substitute_n);
      }
      if (!covers(p.goods, total)) continue;
      bool known = false;
      for (const Payment& one : out) known = known || one.goods == total;
      if (!known && out.size() < 40)
        out.push({alternative, static_cast<std::uint8_t>(k), free, total});
    }
  };
  for (std::size_t i = 0; i < costs.size(); ++i) {
    bool cut = false;
    for (std::size_t r = 0; any > 0 && r < kResources; ++r) {
      Goods goods = costs[i];
      if (goods[r] <= less[r]) continue;
      goods[r] = static_cast<std::int16_t>(std::max(0, goods[r] - any));
      offer(static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(r), goods);
      cut = true;
    }
    if (!cut) offer(static_cast<std::uint8_t>(i), kNone, costs[i]);
  }
}

Goods Circadians::sure_gains(const State& s, Seat seat, const Sender& sender, int target) const {
  Goods gains{};
  const Player& p = s.players[idx(seat)];
  const Place place = place_of(target);
  const bool specialist = sender.piece == Piece::kSpecialist;
  const auto look = [&](const Rule& rule) {
    if (rule.effects.empty() || rule.may || rule.when != When::kNormal) return;
    const bool mine = rule.on == On::kSend ? fits(rule, place, sender.from, specialist)
                                           : rule.on == On::kUseOutpost && place == kOutpost;
    if (!mine) return;
    for (auto i = rule.effects.begin; i < rule.effects.end; ++i) {
      const Effect& e = c_->effects[i];
      if (e.op == Effect::Op::kGain && e.what < kResources)
        gains[e.what] = static_cast<std::int16_t>(gains[e.what] + e.amount.of(0));
    }
  };
  for (const Rule& rule : event_rules(s)) look(rule);
  const On on = place == kOutpost ? On::kUseOutpost : On::kSend;
  for (const int card : p.fulfilled&(c_->contracts_on[idx(static_cast<int>(on))] |
                                     c_->contracts_on[idx(static_cast<int>(On::kSend))])) {
    for (const Rule& rule : c_->contracts[idx(card)].rules) look(rule);
  }
  if (sender.from < kGarages && p.ship[sender.from] != 0) {
    for (const Rule& rule : c_->ships[p.ship[sender.from] - 1U].rules) look(rule);
  }
  if (const Leader* who = leader(p)) {
    for (const Rule& rule : who->rules) look(rule);
  }
  if (place == kOutpost) {
    const Range gain = c_->sender_gain[idx(
        is_ai(target - kToOutpost) ? 0 : outpost_board(s.players[idx(target - kToOutpost)]))];
    for (auto i = gain.begin; i < gain.end; ++i) {
      const Effect& e = c_->effects[i];
      if (e.op == Effect::Op::kGain && e.what < kResources)
        gains[e.what] = static_cast<std::int16_t>(gains[e.what] + e.amount.of(0));
    }
  }
  return gains;
}

Goods Circadians::contract_cost(int card, const std::array<std::int8_t, kResources>& less,
                                const std::array<std::uint8_t, kResources>& less_action) const {
  Goods cost = c_->contracts[idx(card)].cost;
  for (std::size_t r = 0; r < kResources; ++r)
    cost[r] = static_cast<std::int16_t>(std::max(0, cost[r] - less[r] - less_action[r]));
  return cost;
}

bool Circadians::can_fulfil(const State& s, Seat seat, const Goods& have, int kinds,
                            const std::array<std::int8_t, kResources>& less,
                            const std::array<std::uint8_t, kResources>& less_action,
                            bool /*delivering*/) const {
  const Player& p = s.players[idx(seat)];
  for (const int card : p.hand) {
    if ((c_->contracts[idx(card)].kind & kinds) != 0 &&
        can_pay(p, have, contract_cost(card, less, less_action)))
      return true;
  }
  return false;
}

bool Circadians::possible(const State& s, Seat seat, Range effects, Goods have,
                          const std::array<std::uint8_t, kResources>& less_action) const {
  using Op = Effect::Op;
  const Player& p = s.players[idx(seat)];
  int hand = p.hand.count();
  std::array<std::uint8_t, kResources> less = less_action;
  for (auto i = effects.begin; i < effects.end; ++i) {
    const Effect& e = c_->effects[i];
    switch (e.op) {
      case Op::kGain:
        if (e.what < kResources)
          have[e.what] = static_cast<std::int16_t>(have[e.what] + e.amount.of(0));
        break;
      case Op::kPay: {
        Goods cost{};
        for (std::size_t r = 0; r < kResources; ++r) {
          const int cut = std::min<int>(less[r], e.goods[r]);
          less[r] = static_cast<std::uint8_t>(less[r] - cut);
          cost[r] = static_cast<std::int16_t>(e.goods[r] - cut);
        }
        if (e.n > hand || !can_pay(p, have, cost)) return false;
        hand -= e.n;
        // What is left: the cheapest way to see what follows is to pay what is held.
        for (std::size_t r = 0; r < kResources; ++r)
          have[r] = static_cast<std::int16_t>(std::max(0, have[r] - cost[r]));
        break;
      }
      case Op::kMove: {
        bool any = false;
        for (int d = 0; d < 6 && !any; ++d) {
          const int to = step_from(s, seat, d);
          any =
              to >= 0 && (e.what != kBackward || c_->distance[idx(to)] < c_->distance[p.harvester]);
        }
        if (!any && !e.up_to) return false;
        break;
      }
      case Op::kTile:
        if (!any_tile(s, e.what)) return false;
        if (e.what == kFarmTile && !tile_free(p)) return false;
        break;
      case Op::kFulfil:
        if (!can_fulfil(s, seat, have, e.what, e.goods, e.n != 0 ? kNoLess : less)) return false;
        break;
      case Op::kUseOutpost: {
        bool any = false;
        for (int owner = 0; owner < colours() && !any; ++owner)
          any = outpost_usable(s, seat, owner, have, less, true);
        if (!any) return false;
        break;
      }
      case Op::kSpecial:
        if (static_cast<Special>(e.what) == Special::kReserveDieToHq &&
            (p.reserve == 0 || free_hq(s) < 0))
          return false;
        break;
      default: break;
    }
  }
  return true;
}

bool Circadians::outpost_usable(const State& s, Seat seat, int owner, const Goods& have,
                                const std::array<std::uint8_t, kResources>& less,
                                bool without_die) const {
  if (!options_.expansion) return false;
  const auto token = token_of(s, owner);
  if (token == kNone) return false;
  if (owner != seat && outposts_owner_only(s)) return false;
  const Player& host = s.players[idx(owner)];
  const int spaces = is_ai(owner) ? 1 : c_->outpost_spaces[idx(outpost_board(host))];
  if (without_die) {
    if (!host.outpost[0].empty() || !host.outpost[1].empty()) return false;
  } else if (!host.outpost[0].empty() && (spaces == 1 || !host.outpost[1].empty())) {
    return false;
  }
  return possible(s, seat, c_->tokens[token].effects, have, less);
}

bool Circadians::ability_usable(const State& s, Seat seat, int faction) const {
  if (!faction_in_play(faction)) return false;
  const auto effects = c_->abilities[idx(faction)][has_bit(s.sides, faction + 1) ? 1 : 0];
  for (auto i = effects.begin; i < effects.end; ++i) {
    if (c_->effects[i].op != Effect::Op::kUseOutpost) continue;
    // The gains of using one come before its action.
    const Player& p = s.players[idx(seat)];
    Goods have = p.goods;
    const auto look = [&](const Rule& rule) {
      if (rule.on != On::kUseOutpost) return;
      for (auto k = rule.effects.begin; k < rule.effects.end; ++k) {
        const Effect& e = c_->effects[k];
        if (e.op == Effect::Op::kGain && e.what < kResources)
          have[e.what] = static_cast<std::int16_t>(have[e.what] + e.amount.of(0));
      }
    };
    for (const Rule& rule : event_rules(s)) look(rule);
    for (const int card : p.fulfilled & c_->contracts_on[idx(static_cast<int>(On::kUseOutpost))]) {
      for (const Rule& rule : c_->contracts[idx(card)].rules) look(rule);
    }
    for (int owner = 0; owner < colours(); ++owner) {
      if (outpost_usable(s, seat, owner, have, s.now.less, true)) return true;
    }
    return false;
  }
  return true;
}

void Circadians::trades(const Player& p, const Goods& have,
                        FixedList<std::uint8_t, kMaxTrades>& out) const {
  out.clear();
  for (std::size_t i = 0; i < c_->trades.size(); ++i) {
    if (can_pay(p, have, c_->trades[i].give)) out.push(static_cast<std::uint8_t>(i));
  }
}

// --- targets ---

// Every place and value that this piece may be sent to; values that make no difference once.
template <class F>
void Circadians::each_target(const State& s, Seat seat, const Sender& sender,
                             const F& found) const {
  const Player& p = s.players[idx(seat)];
  const bool specialist = sender.piece == Piece::kSpecialist;
  const bool sal = sender.piece == Piece::kSal;
  if (sender.garage > p.goods[kAlgae]) return;  // only the Canteen is left
  Goods after_garage = p.goods;
  after_garage[kAlgae] = static_cast<std::int16_t>(after_garage[kAlgae] - sender.garage);
  // The value of a range that is nearest to what the die shows.
  const auto nearest = [&](int low, int high) {
    int best = 0;
    for (int v = low; v <= high; ++v) {
      if (!has_bit(sender.reach, v)) continue;
      if (specialist) {
        best = v;
      } else if (best == 0 || std::abs(v - sender.piece) < std::abs(best - sender.piece)) {
        best = v;
      }
    }
    return best;
  };
  const auto payable = [&](int target, int value) {
    Costs costs;
    entry_costs(s, seat, sender, target, value, costs);
    const int any = free_choice(s, seat, sender, target);
    for (const Goods& cost : costs) {
      Goods goods = cost;
      for (std::size_t r = 0; r < kResources; ++r)
        goods[r] = static_cast<std::int16_t>(std::max(0, goods[r] - sender.less[r]));
      if (any > 0) {
        for (std::size_t r = 0; r < kResources; ++r) {
          if (goods[r] == 0) continue;
          Goods cut = goods;
          cut[r] = static_cast<std::int16_t>(std::max(0, cut[r] - any));
          if (can_pay(p, after_garage, cut)) return true;
        }
      }
      if (can_pay(p, after_garage, goods)) return true;
    }
    return false;
  };

  for (int column = 0; column < 3; ++column) {
    const int target = kToMine + column;
    const Action& action = action_of(target, 0);
    const int value = nearest(action.low, action.high);
    if (value != 0 && free_space(s, kMiningCamp, column + 1, value) >= 0 && payable(target, value))
      found(target, value);
  }
  if (free_space(s, kLaboratory, 0, 1) >= 0 && any_tile(s, kFarmTile) && tile_free(p)) {
    Partners others;
    partners(s, seat, sender, others);
    for (int v = 1; v <= 6 && !others.empty(); ++v) {
      if (!has_bit(sender.reach, v)) continue;
      for (const Sender& other : others) {
        if (!has_bit(other.reach, v)) continue;
        Sender pair = sender;
        pair.garage = static_cast<std::uint8_t>(sender.garage + other.garage);
        for (std::size_t r = 0; r < kResources; ++r)
          pair.less[r] = static_cast<std::uint8_t>(sender.less[r] + other.less[r]);
        Payments ways;
        payments(s, seat, pair, nullptr, kToLaboratory, v, ways);
        if (ways.empty()) continue;
        found(static_cast<int>(kToLaboratory), v);
        break;
      }
    }
  }
  if (any_tile(s, kShipTile) && free_space(s, kFoundry, 0, 1) >= 0) {
    for (const Action& action : c_->stations[kFoundry].actions) {
      const int value = nearest(action.low, action.high);
      if (value != 0 && payable(kToFoundry, value)) found(static_cast<int>(kToFoundry), value);
    }
  }
  if (free_space(s, kControlRoom, 0, 1) >= 0 && payable(kToControlRoom, 1)) {
    for (int v = 1; v <= 6; ++v) {
      if (has_bit(sender.reach, v) && step_from(s, seat, v - 1) >= 0)
        found(static_cast<int>(kToControlRoom), v);
    }
  }
  if (free_space(s, kMarket, 0, 1) >= 0 && payable(kToMarket, 1)) {
    int value = std::bit_width(static_cast<unsigned>(sender.reach)) - 1;
    if (const Leader* who = leader(p)) {
      for (const Rule& rule : who->rules) {
        if (rule.value_as != 0 && fits(rule, kMarket, sender.from, specialist))
          value = std::max<int>(value, rule.value_as);
      }
    }
    found(static_cast<int>(kToMarket), value);
  }
  if (p.reserve > 0) {
    // One value for each pair of an action and a free space.
    int done_action = -1;
    int done_space = -1;
    for (int v = 1; v <= 6; ++v) {
      if (!has_bit(sender.reach, v)) continue;
      const int space = free_space(s, kAcademy, 0, v);
      if (space < 0) continue;
      const Action& action = action_of(kToAcademy, v);
      if (action.low == done_action && space == done_space) continue;
      int value = v;
      for (int w = v + 1; w <= action.high; ++w) {
        if (has_bit(sender.reach, w) && w == sender.piece && free_space(s, kAcademy, 0, w) == space)
          value = w;
      }
      if (!payable(kToAcademy, value)) continue;
      done_action = action.low;
      done_space = space;
      found(static_cast<int>(kToAcademy), value);
    }
  }
  if (options_.expansion && free_space(s, kTemple, 0, 1) >= 0) {
    for (const Action& action : c_->stations[kTemple].actions) {
      const int value = nearest(action.low, action.high);
      if (value != 0 && payable(kToTemple, value)) found(static_cast<int>(kToTemple), value);
    }
  }
  if (sal) return;
  const auto each_value = [&](const auto& f) {
    if (specialist) {
      f(0);
      return;
    }
    for (int v = 1; v <= 6; ++v) {
      if (has_bit(sender.reach, v)) f(v);
    }
  };
  if (sender.from != kFromHq && free_hq(s) >= 0)
    each_value([&](int v) { found(static_cast<int>(kToHq), v); });
  {
    Goods have = after_garage;
    const Goods gains = sure_gains(s, seat, sender, kToDepository);
    for (std::size_t r = 0; r < kResources; ++r)
      have[r] = static_cast<std::int16_t>(have[r] + gains[r]);
    bool asked = false;
    bool can = false;
    for (int row = 0; row < kDepositoryRows; ++row) {
      if (!depository_open(row)) continue;
      for (int v = 1; v <= 6; ++v) {
        if (!has_bit(sender.reach, v) || !s.depository[idx(v - 1)][idx(row)].empty()) continue;
        if (!asked) {
          can = can_fulfil(s, seat, have, kAnyKind, {}, sender.less, true);
          asked = true;
        }
        if (can) found(kToDepository + row, v);
      }
    }
  }
  for (int f = 0; f < kFactions; ++f) {
    if (!faction_in_play(f)) continue;
    const int n = rows(f);
    for (int row = 0; row < n; ++row) {
      if (!s.negotiation[idx(f)][idx(row)].empty()) continue;
      const int target = kToNegotiation + kRows * f + row;
      const Need& need = negotiation_space(f, row).need;
      if (need.any.empty() ? !payable(target, 0) : !meets(s, seat, need)) continue;
      each_value([&](int v) { found(target, v); });
    }
  }
  if (sender.outposts) {
    for (int owner = 0; owner < colours(); ++owner) {
      const int target = kToOutpost + owner;
      Goods have = after_garage;
      const Goods gains = sure_gains(s, seat, sender, target);
      for (std::size_t r = 0; r < kResources; ++r)
        have[r] = static_cast<std::int16_t>(have[r] + gains[r]);
      if (outpost_usable(s, seat, owner, have, sender.less, false)) found(target, 0);
    }
  }
  if (specialist) {
    for (int slot = 0; slot < kFarms; ++slot) {
      if (farm_takes(p, slot, Piece::kSpecialist)) found(kToFarm + slot, 0);
    }
  }
}

bool Circadians::has_target(const State& s, Seat seat, const Sender& sender) const {
  bool any = false;
  each_target(s, seat, sender, [&](int, int) { any = true; });
  return any;
}

bool Circadians::has_something_to_send(const State& s, Seat seat) const {
  const Player& p = s.players[idx(seat)];
  for (const auto die : p.garage) {
    if (die != 0) return true;
  }
  if (has_special(p, Special::kAmosHarvestTurn) && (p.flags & kFarmsHarvested) == 0) return true;
  return has_special(p, Special::kSal) && (p.flags & (kSalSent | kSendingEnded)) == 0 &&
         has_target(s, seat, sal_sender(s, seat));
}

// CIR-Q79: whether the action just resolved can be resolved again.
bool Circadians::can_repeat(const State& s) const {
  const auto seat = static_cast<Seat>(s.now.seat);
  const Player& p = s.players[idx(seat)];
  if (s.now.from != kFromHq || (s.now.flags & kRepeated) != 0 || (p.flags & kFirstHqSend) != 0)
    return false;
  if (!has_special(p, Special::kRepeatAction)) return false;
  const Place place = place_of(s.now.target);
  if (place == kFarm || place == kHeadquarters) return false;
  Sender sender;
  sender.from = kFromHq;
  sender.piece = s.now.piece;
  add_less(s, seat, sender);
  const int value = s.now.value != 0 ? s.now.value : s.now.piece;
  State again = s;  // the space is not asked again
  again.now.flags |= kRepeated;
  Payments ways;
  payments(again, seat, sender, nullptr, s.now.target, value, ways);
  if (ways.empty()) return false;
  switch (place) {
    case kLaboratory: return any_tile(s, kFarmTile) && tile_free(p);
    case kFoundry: return any_tile(s, kShipTile);
    case kControlRoom: return step_from(s, seat, value - 1) >= 0;
    case kAcademy: return p.reserve > 0;
    case kDepository: {
      Goods have = p.goods;
      const Goods gains = sure_gains(s, seat, sender, s.now.target);
      for (std::size_t r = 0; r < kResources; ++r)
        have[r] = static_cast<std::int16_t>(have[r] + gains[r]);
      return can_fulfil(s, seat, have, kAnyKind, {}, sender.less, true);
    }
    case kOutpost: {
      Goods have = p.goods;
      const Goods gains = sure_gains(s, seat, sender, s.now.target);
      for (std::size_t r = 0; r < kResources; ++r)
        have[r] = static_cast<std::int16_t>(have[r] + gains[r]);
      const auto token = token_of(s, s.now.target - kToOutpost);
      return token != kNone && possible(s, seat, c_->tokens[token].effects, have, sender.less);
    }
    default: return true;
  }
}

// --- what the leader may do around a send ---

void Circadians::leader_options(const State& s, FixedList<std::uint8_t, 8>& out) const {
  out.clear();
  if ((s.now.flags & (kLeaderUsed | kRepeated)) != 0) return;
  const auto seat = static_cast<Seat>(s.now.seat);
  const Player& p = s.players[idx(seat)];
  const Leader* who = leader(p);
  if (who == nullptr) return;
  const Place place = place_of(s.now.target);
  std::uint8_t number = 0;
  for (const Rule& rule : who->rules) {
    if (rule.on != On::kSend || rule.when != When::kEither) continue;
    if (has_bit(rule.specials, static_cast<int>(Special::kCharleneBoard))) {
      for (std::size_t k = 0; k < who->board.size(); ++k, ++number) {
        if (who->board_column[k] == 0) break;
        const bool column = solo() || s.now.target - kToMine + 1 == who->board_column[k];
        if (place == kMiningCamp && column && possible(s, seat, who->board[k], p.goods, kNoLess))
          out.push(number);
      }
      continue;
    }
    const bool here = fits(rule, place, s.now.from, s.now.piece == Piece::kSpecialist);
    for (auto i = rule.effects.begin; i < rule.effects.end; ++i) {
      const Effect& e = c_->effects[i];
      if (e.op != Effect::Op::kChoose) continue;
      for (auto k = e.list.begin; k < e.list.end; ++k, ++number) {
        if (here && possible(s, seat, c_->lists[k], p.goods, kNoLess)) out.push(number);
      }
    }
  }
}
Range Circadians::leader_option(const State& s, int which) const {
  const Leader* who = leader(s.players[s.now.seat]);
  if (who == nullptr) return {};
  int number = 0;
  for (const Rule& rule : who->rules) {
    if (rule.on != On::kSend || rule.when != When::kEither) continue;
    if (has_bit(rule.specials, static_cast<int>(Special::kCharleneBoard))) {
      for (std::size_t k = 0; k < who->board.size() && who->board_column[k] != 0; ++k, ++number) {
        if (number == which) return who->board[k];
      }
      continue;
    }
    for (auto i = rule.effects.begin; i < rule.effects.end; ++i) {
      const Effect& e = c_->effects[i];
      if (e.op != Effect::Op::kChoose) continue;
      for (auto k = e.list.begin; k < e.list.end; ++k, ++number) {
        if (number == which) return c_->lists[k];
      }
    }
  }
  return {};
}

// --- Plan ---

int Circadians::next_to_assign(const Player& p) {
  if (p.idle_specialists != 0) return Piece::kSpecialist;
  for (int v = 6; v >= 1; --v) {
    if (p.rolled[idx(v - 1)] != 0) return v;
  }
  return 0;
}

// The first stage from `from` on that asks something.
Stage Circadians::first_stage(const State& s, Seat seat, Stage from) const {
  const Player& p = s.players[idx(seat)];
  const Leader* who = leader(p);
  bool exchange = false;
  bool reroll = false;
  bool raise = false;
  if (who != nullptr) {
    for (const Rule& rule : who->rules) {
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

Seat Circadians::sealed_chance(const State& s) const {
  for (Seat seat = 0; seat < options_.players; ++seat) {
    const Stage stage = s.players[idx(seat)].stage;
    if (stage == Stage::kRoll || stage == Stage::kDrawing || stage == Stage::kRerolling)
      return seat;
  }
  return kNobody;
}

SeatMask Circadians::to_act(const State& s) const {
  const Todo& top = s.todo.top();
  if (top.what <= Do::kPlan) {
    if (sealed_chance(s) != kNobody) return 0;
    SeatMask mask = 0;
    for (Seat seat = 0; seat < options_.players; ++seat) {
      if (s.players[idx(seat)].stage != Stage::kDone) mask |= seat_bit(seat);
    }
    return mask;
  }
  return is_decision(top.what) ? seat_bit(static_cast<Seat>(top.seat)) : SeatMask{0};
}

Sight Circadians::sight(const State& s, Seat /*seat*/, Move move) const {
  if (s.todo.top().what > Do::kPlan) return Sight::kOpen;
  const Move::Kind kind = move.kind();
  return kind == Move::Kind::kPick || kind == Move::Kind::kPickThree ? Sight::kOwn : Sight::kSealed;
}

// --- what is legal ---

void Circadians::legal(const State& s, Seat seat, List& out) const {
  using Kind = Move::Kind;
  out.clear();
  const Todo& top = s.todo.top();
  if (seat < 0 || seat >= options_.players) return;
  if (top.what <= Do::kPlan) {
    if (sealed_chance(s) == kNobody) legal_sealed(s, seat, out);
    return;
  }
  if (!is_decision(top.what) || top.seat != seat) return;
  const Player& p = s.players[idx(seat)];
  const auto list = [&](Kind kind, int a, int b = 0, int c = 0) {
    out.push(Move::make(kind, a, b, c));
  };
  const auto done = [&] { out.push(Move::make(Kind::kDone)); };
  switch (top.what) {
    case Do::kSend: legal_send(s, seat, out); break;
    case Do::kPartner: {
      const Sender first = sender(s, seat, s.now.from, s.now.hq_space);
      Partners others;
      partners(s, seat, first, others);
      for (const Sender& other : others) {
        if (!has_bit(other.reach, s.now.value)) continue;
        Sender pair = first;
        for (std::size_t r = 0; r < kResources; ++r)
          pair.less[r] = static_cast<std::uint8_t>(first.less[r] + other.less[r]);
        Payments ways;
        payments(s, seat, pair, &other, kToLaboratory, s.now.value, ways);
        if (!ways.empty()) list(Kind::kPartner, other.from);
      }
      break;
    }
    case Do::kPayEntry: {
      Sender first;
      first.from = s.now.from;
      first.piece = s.now.piece;
      first.garage = top.a;
      first.less = s.now.less;
      Payments ways;
      payments(s, seat, first, nullptr, s.now.target, s.now.value, ways);
      for (const Payment& way : ways)
        list(Kind::kPay, way.alternative, way.substituted, way.free == kNone ? 0 : way.free + 1);
      break;
    }
    case Do::kPay: {
      const Leader* who = leader(p);
      for (int k = 0; k < 16 && who != nullptr; ++k) {
        for (const Rule& rule : who->rules) {
          if (rule.substitute_n == 0) continue;
          Goods cost = {
              static_cast<std::int16_t>(top.pc & 0xFF), static_cast<std::int16_t>(top.pc >> 8),
              static_cast<std::int16_t>(top.n & 0xFF), static_cast<std::int16_t>(top.n >> 8)};
          if (k > cost[rule.substitute_from]) continue;
          cost[rule.substitute_from] = static_cast<std::int16_t>(cost[rule.substitute_from] - k);
          cost[rule.substitute_to] =
              static_cast<std::int16_t>(cost[rule.substitute_to] + k * rule.substitute_n);
          if (covers(p.goods, cost)) list(Kind::kPay, 0, k);
        }
      }
      break;
    }
    case Do::kTrade: {
      FixedList<std::uint8_t, kMaxTrades> options;
      trades(p, p.goods, options);
      for (const auto trade : options) list(Kind::kTrade, trade);
      done();
      break;
    }
    case Do::kStep:
      list(Kind::kDirection, top.a);
      done();
      break;
    case Do::kMoveAny:
    case Do::kMoveBack:
      for (int d = 0; d < 6; ++d) {
        const int to = step_from(s, seat, d);
        if (to < 0) continue;
        if (top.what == Do::kMoveBack && c_->distance[idx(to)] >= c_->distance[p.harvester])
          continue;
        list(Kind::kDirection, d);
      }
      if (top.what == Do::kMoveAny && top.b != 0) done();
      break;
    case Do::kStack:
      for (int stack = 0; stack < kStacks; ++stack) {
        if (s.up[top.a][idx(stack)] == 0) continue;
        if (top.b != kNone && stack != top.b && s.up[top.a][top.b] != 0) {
          Goods cost = c_->other_stack_cost;
          for (std::size_t r = 0; r < kResources; ++r)
            cost[r] = static_cast<std::int16_t>(std::max(0, cost[r] - s.now.less[r]));
          if (!can_pay(p, p.goods, cost)) continue;
        }
        list(Kind::kStack, stack);
      }
      break;
    case Do::kGarage:
      for (int g = 0; g < kGarages; ++g) list(Kind::kGarage, g);
      break;
    case Do::kContract: {
      const std::array<std::int8_t, kResources> less = {
          static_cast<std::int8_t>(top.pc & 0xFF), static_cast<std::int8_t>(top.pc >> 8),
          static_cast<std::int8_t>(top.n & 0xFF), static_cast<std::int8_t>(top.n >> 8)};
      const auto& action = has_bit(top.b, 1) ? kNoLess : s.now.less;
      for (const int card : p.hand) {
        if ((c_->contracts[idx(card)].kind & top.a) != 0 &&
            can_pay(p, p.goods, contract_cost(card, less, action)))
          list(Kind::kContract, card);
      }
      if (has_bit(top.b, 0)) done();
      break;
    }
    case Do::kDiscard:
      for (const int card : p.hand) list(Kind::kDiscard, card);
      break;
    case Do::kChoose:
      for (auto i = top.pc; i < top.n; ++i) {
        if (possible(s, seat, c_->lists[i], p.goods, s.now.less)) list(Kind::kChoose, i - top.pc);
      }
      break;
    case Do::kOptional:
      if (possible(s, seat, {top.pc, top.n}, p.goods, s.now.less)) list(Kind::kYes, 0);
      done();
      break;
    case Do::kSwap: legal_swap(s, seat, out); break;
    case Do::kSetupSpace:
      for (int i = 0; i < 3; ++i) {
        if (!has_bit(p.gained, i)) list(Kind::kSpace, i);
      }
      break;
    case Do::kBreakthrough:
      for (std::size_t i = 0; i < c_->breakthroughs.size(); ++i) {
        if (!has_bit(s.breakthroughs, static_cast<int>(i)) &&
            breakthrough_in_play(s, static_cast<int>(i)))
          list(Kind::kBreakthrough, static_cast<int>(i));
      }
      break;
    case Do::kSetback:
      for (std::size_t i = 0; i < c_->setbacks.size(); ++i) {
        if (!has_bit(s.setbacks, static_cast<int>(i)) && setback_in_play(static_cast<int>(i)))
          list(Kind::kSetback, static_cast<int>(i));
      }
      break;
    case Do::kAbility: {
      const int own = (s.now.target - kToNegotiation) / kRows;
      bool other = false;
      if (const Leader* who = leader(p)) {
        for (const Rule& rule : who->rules) {
          for (auto i = rule.effects.begin; i < rule.effects.end; ++i)
            other = other || c_->effects[i].op == Effect::Op::kOtherAbility;
        }
      }
      for (int f = 0; f < kFactions; ++f) {
        const bool open = f == own ? (s.now.flags & kOwnAbility) == 0
                                   : other && (s.now.flags & kOtherAbility) == 0;
        if (open && ability_usable(s, seat, f)) list(Kind::kFaction, f);
      }
      done();
      break;
    }
    case Do::kUseOutpost:
      for (int owner = 0; owner < colours(); ++owner) {
        // Gains of using an Outpost have not come yet: see ability_usable.
        Goods have = p.goods;
        const auto look = [&](const Rule& rule) {
          if (rule.on != On::kUseOutpost) return;
          for (auto k = rule.effects.begin; k < rule.effects.end; ++k) {
            const Effect& e = c_->effects[k];
            if (e.op == Effect::Op::kGain && e.what < kResources)
              have[e.what] = static_cast<std::int16_t>(have[e.what] + e.amount.of(0));
          }
        };
        for (const Rule& rule : event_rules(s)) look(rule);
        for (const int card :
             p.fulfilled & c_->contracts_on[idx(static_cast<int>(On::kUseOutpost))]) {
          for (const Rule& rule : c_->contracts[idx(card)].rules) look(rule);
        }
        if (outpost_usable(s, seat, owner, have, s.now.less, true)) list(Kind::kOutpost, owner);
      }
      break;
    case Do::kPeek:
      for (int corner = 0; corner < kCorners; ++corner) list(Kind::kPeek, corner);
      break;
    case Do::kRollToFarm:
      list(Kind::kYes, 0);
      done();
      break;
    case Do::kToFarm:
      for (int slot = 0; slot < kFarms; ++slot) {
        if (farm_takes(p, slot, top.a)) list(Kind::kFarm, slot);
      }
      done();
      break;
    case Do::kOptions: {
      FixedList<std::uint8_t, kMaxTrades> options;
      if (top.a == 1) {
        trades(p, p.goods, options);
        if ((s.now.flags & kTraded) == 0 && ship_trades(p, s.now.from)) {
          for (const auto trade : options) list(Kind::kOption, kOptionTrade, trade);
        }
        if (s.now.partner != kNone && (s.now.flags & kPartnerTraded) == 0 &&
            ship_trades(p, s.now.partner)) {
          for (const auto trade : options) list(Kind::kOption, kOptionPartnerTrade, trade);
        }
      }
      FixedList<std::uint8_t, 8> own;
      leader_options(s, own);
      for (const auto which : own) list(Kind::kOption, kOptionLeader, which);
      done();
      break;
    }
    case Do::kRepeat:
      list(Kind::kYes, 0);
      done();
      break;
    case Do::kEndCards: {
      bool must = false;
      for (const int card : p.draft) {
        list(Kind::kEndCard, card);
        for (const Rule& rule : c_->contracts[idx(card)].rules)
          must = must || (rule.on == On::kEnd && !rule.may);
      }
      if (!must) done();
      break;
    }
    case Do::kMichela:
      for (std::size_t i = 0; i < c_->breakthroughs.size(); ++i) {
        if (!has_bit(s.breakthroughs, static_cast<int>(i)) &&
            breakthrough_in_play(s, static_cast<int>(i)))
          list(Kind::kBreakthrough, static_cast<int>(i));
      }
      done();
      break;
    default: break;
  }
}

void Circadians::legal_sealed(const State& s, Seat seat, List& out) const {
  using Kind = Move::Kind;
  const Player& p = s.players[idx(seat)];
  const auto list = [&](Kind kind, int a, int b = 0, int c = 0) {
    out.push(Move::make(kind, a, b, c));
  };
  switch (p.stage) {
    case Stage::kLeader:
      for (int i = 0; i < kMaxLeaders; ++i) {
        if (has_bit(p.leaders, i)) list(Kind::kLeader, i);
      }
      break;
    case Stage::kToken:
      for (int i = 0; i < kMaxTokens; ++i) {
        if (has_bit(p.tokens, i)) list(Kind::kToken, i);
      }
      break;
    case Stage::kPick:
      if (!solo()) {
        for (const int card : p.draft) list(Kind::kPick, card);
        break;
      }
      // Alone: three of five at once, however many the pack says, one after the other in order.
      {
        int left = 0;
        for (const int card : p.draft) left += card >= p.pick ? 1 : 0;
        const int wanted = c_->draft_keep - s.picks;
        for (const int card : p.draft) {
          if (card < p.pick) continue;
          if (left-- >= wanted) list(Kind::kPick, card);
        }
      }
      break;
    default: legal_plan(s, seat, out); break;
  }
}

void Circadians::legal_plan(const State& s, Seat seat, List& out) const {
  using Kind = Move::Kind;
  const Player& p = s.players[idx(seat)];
  const auto list = [&](Kind kind, int a, int b = 0, int c = 0) {
    out.push(Move::make(kind, a, b, c));
  };
  switch (p.stage) {
    case Stage::kExchange:
      for (const int card : p.hand) list(Kind::kExchange, card);
      list(Kind::kKeep, 0);
      break;
    case Stage::kReroll: {
      // Every set of dice but the empty one.
      std::array<std::uint8_t, 6> n{};
      const auto next = [&] {
        for (std::size_t v = 6; v-- > 0;) {
          if (n[v] < p.rolled[v] && n[v] < 7) {
            ++n[v];
            return true;
          }
          n[v] = 0;
        }
        return false;
      };
      while (next() && out.size() < 512) {
        std::uint32_t bits = static_cast<std::uint32_t>(Kind::kReroll) << 24;
        for (std::size_t v = 0; v < 6; ++v) bits |= std::uint32_t{n[v]} << (3 * (5 - v));
        out.push(Move{bits});
      }
      list(Kind::kKeep, 0);
      break;
    }
    case Stage::kRaise: {
      int one = 0;
      bool two = false;
      if (const Leader* who = leader(p)) {
        for (const Rule& rule : who->rules) {
          for (const auto& raise : rule.raises) {
            if (raise[0] == 1) one = std::max<int>(one, raise[1]);
            if (raise[0] == 2) two = true;
          }
        }
      }
      for (int v = 1; v <= 5; ++v) {
        if (p.rolled[idx(v - 1)] == 0) continue;
        for (int by = 1; by <= std::max(one, two ? 1 : 0) && v + by <= 6; ++by) {
          list(Kind::kRaise, v, by);
          for (int w = v; two && by == 1 && w <= 5; ++w) {
            if (p.rolled[idx(w - 1)] >= (w == v ? 2 : 1)) list(Kind::kRaise, v, 1, w);
          }
        }
      }
      list(Kind::kKeep, 0);
      break;
    }
    case Stage::kAssign: {
      const int die = next_to_assign(p);
      // Equal dice fill slots from left to right, so that each plan is offered once.
      for (int slot = p.pick; slot < kCanteenSlot; ++slot) {
        if (slot < kGarages ? p.garage[idx(slot)] == 0 : farm_takes(p, slot - kGarages, die))
          list(Kind::kAssign, slot);
      }
      list(Kind::kAssign, kCanteenSlot);
      break;
    }
    default: break;
  }
}

void Circadians::legal_send(const State& s, Seat seat, List& out) const {
  using Kind = Move::Kind;
  const Todo& top = s.todo.top();
  const Player& p = s.players[idx(seat)];
  const bool chosen = (s.now.flags & kBeforeTrade) != 0;  // the piece is, by its trade
  const auto targets = [&](const Sender& sender) {
    const std::size_t before = out.size();
    each_target(s, seat, sender, [&](int target, int value) {
      if (out.size() < 880) out.push(Move::make(Kind::kSend, sender.from, target, value));
    });
    if (sender.from != kFromSal && (!chosen || out.size() == before))
      out.push(Move::make(Kind::kSend, sender.from, kToCanteen, 0));
  };
  if (chosen) {
    targets(sender(s, seat, s.now.from, s.now.hq_space));
    return;
  }
  if (top.a == 1) {
    targets(hq_sender(s, top.b));
    return;
  }
  if (has_special(p, Special::kAmosHarvestTurn) && (p.flags & kFarmsHarvested) == 0)
    out.push(Move::make(Kind::kHarvestTurn));
  const int left = leftmost(p);
  bool any = false;
  for (int g = 0; g < kGarages; ++g) {
    if (p.garage[idx(g)] == 0) continue;
    if (g != left && p.garage[idx(g)] != Piece::kSpecialist && !free_order(p, g)) continue;
    targets(garage_sender(s, seat, g));
    any = true;
  }
  if (has_special(p, Special::kSal) && (p.flags & (kSalSent | kSendingEnded)) == 0) {
    targets(sal_sender(s, seat));
  }
  for (int g = 0; g < kGarages; ++g) {
    if (p.garage[idx(g)] == 0 || !ship_trades(p, g)) continue;
    if (g != left && p.garage[idx(g)] != Piece::kSpecialist && !free_order(p, g)) continue;
    FixedList<std::uint8_t, kMaxTrades> options;
    trades(p, p.goods, options);
    for (const auto trade : options) out.push(Move::make(Kind::kTradeFirst, g, trade));
  }
  if (!any && !out.empty() && out[0].kind() != Kind::kHarvestTurn)
    out.push(Move::make(Kind::kDone));
}

void Circadians::legal_swap(const State& s, Seat seat, List& out) const {
  const Player& p = s.players[idx(seat)];
  const auto list = [&](int place) { out.push(Move::make(Move::Kind::kSwap, place)); };
  const auto mine = [&](Piece piece) {
    return !piece.empty() && piece.owner() == seat && piece.regular();
  };
  const auto regular = [](std::uint8_t die) { return die != 0 && die != Piece::kSpecialist; };
  for (int g = 0; g < kGarages; ++g) {
    if (regular(p.garage[idx(g)])) list(kSwapGarage + g);
  }
  for (int slot = 0; slot < kFarms; ++slot) {
    if (regular(p.farm[idx(slot)])) list(kSwapFarm + slot);
  }
  if (p.idle != 0) list(kSwapIdle);
  if (p.canteen != 0) list(kSwapCanteen);
  for (int i = 0; i < kHqSpaces; ++i) {
    if (mine(s.hq[idx(i)])) list(kSwapHq + i);
  }
  for (int station = 0; station < kStations; ++station) {
    bool any = false;
    for (const Piece piece : s.station[idx(station)]) any = any || mine(piece);
    if (station == kLaboratory) {
      for (const Piece piece : s.partner) any = any || mine(piece);
    }
    if (any) list(kSwapStation + station);
  }
  for (int owner = 0; owner < colours(); ++owner) {
    const auto& outpost = s.players[idx(owner)].outpost;
    if (mine(outpost[0]) || mine(outpost[1])) list(kSwapOutpost + owner);
  }
}

}  // namespace tidelock::circadians
