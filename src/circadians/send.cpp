// Which dice may be sent where, and what it costs.
#include <algorithm>

#include "circadians/rules.h"

namespace tidelock::circadians {

bool Rules::fits(const Rule& rule, int place, int from, bool specialist) {
  if (rule.to != 0 && !has_bit(rule.to, place)) return false;
  if (rule.from != 0) {
    const int bit = from < kGarages ? 0 : from == kFromHq ? 1 : 2;
    if (!has_bit(rule.from, bit)) return false;
  }
  return !rule.specialist || specialist;
}

// --- what may be sent ---

int Rules::leftmost(const Player& p) const {
  for (int g = 0; g < kGarages; ++g) {
    if (p.garage[idx(g)] != 0 && p.garage[idx(g)] != Piece::kSpecialist) return g;
  }
  return -1;
}
bool Rules::free_order(const Player& p, int garage) const {
  const auto ship = p.ship[idx(garage)];
  if (ship == 0) return false;
  for (const Rule& rule : c_.of(c_.ships[ship - 1U].rules)) {
    if (rule.free_order) return true;
  }
  return false;
}
bool Rules::ship_trades(const Player& p, int garage) const {
  if (garage >= kGarages) return false;
  const auto ship = p.ship[idx(garage)];
  if (ship == 0) return false;
  for (const Rule& rule : c_.of(c_.ships[ship - 1U].rules)) {
    if (rule.on == On::kSend && rule.when == When::kEither && !rule.effects.empty()) return true;
  }
  return false;
}

bool Rules::any_ship_trades(const Player& p) const {
  for (int g = 0; g < kGarages; ++g) {
    if (p.garage[idx(g)] != 0 && ship_trades(p, g)) return true;
  }
  return false;
}

// A Ship trades once, for the piece that came with it, even when another Ship has covered it since
// (CIR-Q22); under version 1 not then.
bool Rules::may_trade(const State& s, bool partner) const {
  const std::uint8_t from = partner ? s.now.partner : s.now.from;
  if (from >= kGarages || (s.now.flags & (partner ? kPartnerTraded : kTraded)) != 0) return false;
  return has_bit(s.now.ships, partner ? 1 : 0) &&
         (rules() > 1 || ship_trades(s.players[s.now.seat], from));
}

int Rules::garage_cost(const State& s, Seat seat, int garage) const {
  const Player& p = s.players[idx(seat)];
  int cost = c_.garage_cost[idx(garage)];
  if (const auto ship = p.ship[idx(garage)]; ship != 0) {
    for (const Rule& rule : c_.of(c_.ships[ship - 1U].rules)) {
      if (rule.garage_cost >= 0) cost = rule.garage_cost;
    }
  }
  for (const Rule& rule : event_rules(s)) cost -= rule.garage_discount;
  for (const int card : p.fulfilled& c_.contracts_on[idx(static_cast<int>(On::kAlways))]) {
    for (const Rule& rule : c_.of(c_.contracts[idx(card)].rules)) cost -= rule.garage_discount;
  }
  return std::max(cost, 0);
}

// Whether a rule takes something off an action, wherever it is.
bool Rules::takes_off(const Rule& rule, int from, bool specialist) {
  return rule.discounts && rule.on == On::kSend && rule.to == 0 && rule.any_discount == 0 &&
         fits(rule, kMiningCamp, from, specialist);
}
// What Contracts, the leader, the Ship and the Specialists' abilities take off an action (CIR-Q38).
// Of the second piece of a pair only its Ship counts, and the ability if the first has none.
void Rules::add_less(const State& s, Seat seat, Sender& sender, bool second, bool ability) const {
  const Player& p = s.players[idx(seat)];
  const bool specialist = sender.piece == Piece::kSpecialist;
  const auto add = [&](const Rule& rule) { add_discount(rule, sender.less); };
  const auto general = [&](const Rule& rule) { return takes_off(rule, sender.from, specialist); };
  if (!second) {
    for (const int card : p.fulfilled& c_.discounting) {
      for (const Rule& rule : c_.of(c_.contracts[idx(card)].rules)) {
        if (general(rule)) add(rule);
      }
    }
    if (const Leader* who = leader(p); who != nullptr && who->changes_costs) {
      for (const Rule& rule : c_.of(who->rules)) {
        if (general(rule)) add(rule);
      }
    }
  }
  if (sender.from >= kGarages) return;
  if (const auto ship = p.ship[sender.from]; ship != 0) {
    for (const Rule& rule : c_.of(c_.ships[ship - 1U].rules)) {
      if (general(rule)) add(rule);
    }
  }
  if (!specialist || !ability) return;
  // The Garage first, what is left for the rest of the action.
  for (int i = 0; i < 3; ++i) {
    if (!has_bit(p.gained, i)) continue;
    for (const Rule& rule : c_.of(c_.specialist_rules[idx(i)])) {
      if (!general(rule)) continue;
      const int cut = std::min<int>(sender.garage, rule.discount[kAlgae]);
      sender.garage = static_cast<std::uint8_t>(sender.garage - cut);
      add(rule);
      sender.less[kAlgae] = static_cast<std::uint8_t>(sender.less[kAlgae] - cut);
      sender.spare = static_cast<std::uint8_t>(sender.spare + rule.discount[kAlgae] - cut);
    }
  }
}

Sender Rules::garage_sender(const State& s, Seat seat, int garage, bool second,
                            bool ability) const {
  const Player& p = s.players[idx(seat)];
  Sender sender;
  sender.from = static_cast<std::uint8_t>(garage);
  sender.piece = p.garage[idx(garage)];
  sender.garage = static_cast<std::uint8_t>(garage_cost(s, seat, garage));
  const bool specialist = sender.piece == Piece::kSpecialist;
  sender.reach = specialist ? std::uint8_t{0x7E} : static_cast<std::uint8_t>(1U << sender.piece);
  sender.outposts = specialist && options_.expansion;
  if (const auto ship = p.ship[idx(garage)]; ship != 0) {
    for (const Rule& rule : c_.of(c_.ships[ship - 1U].rules)) {
      if (rule.allow_outpost && options_.expansion) sender.outposts = true;
      if (!rule.changes_value || specialist) continue;  // CIR-Q34
      for (int v = std::max(1, sender.piece + rule.value[0]);
           v <= std::min(6, sender.piece + rule.value[1]); ++v)
        sender.reach = static_cast<std::uint8_t>(sender.reach | (1U << v));
      sender.reach = static_cast<std::uint8_t>(sender.reach | rule.value_set);
    }
  }
  add_less(s, seat, sender, second, ability);
  return sender;
}
Sender Rules::hq_sender(const State& s, int space, bool second) const {
  const Piece piece = s.hq[idx(space)];
  Sender sender;
  sender.from = kFromHq;
  sender.hq_space = static_cast<std::uint8_t>(space);
  sender.piece = static_cast<std::uint8_t>(piece.value());
  const bool specialist = piece.specialist();
  sender.reach = specialist ? std::uint8_t{0x7E} : static_cast<std::uint8_t>(1U << piece.value());
  sender.outposts = specialist && options_.expansion;
  add_less(s, piece.owner(), sender, second, true);
  return sender;
}
Sender Rules::sal_sender(const State& s, Seat seat, bool second) const {
  Sender sender;
  sender.from = kFromSal;
  sender.piece = Piece::kSal;
  sender.reach = 1U << 3;
  add_less(s, seat, sender, second, true);
  return sender;
}
Sender Rules::sender(const State& s, Seat seat, int from, int hq_space) const {
  if (from == kFromHq) return hq_sender(s, hq_space);
  return from == kFromSal ? sal_sender(s, seat) : garage_sender(s, seat, from);
}

// Both pieces of a pair as one: what is left of the ability serves the other Garage.
Sender Rules::pair_of(const Sender& first, const Sender& other) {
  Sender pair = first;
  const int garage = first.garage + other.garage;
  for (std::size_t r = 0; r < kResources; ++r)
    pair.less[r] = static_cast<std::uint8_t>(first.less[r] + other.less[r]);
  const int cut = std::min(garage, first.spare + other.spare);
  pair.garage = static_cast<std::uint8_t>(garage - cut);
  pair.less[kAlgae] = static_cast<std::uint8_t>(pair.less[kAlgae] - cut);
  pair.spare = 0;
  return pair;
}

// CIR-Q42: who may be the other half of a pair.
void Rules::partners(const State& s, Seat seat, const Sender& first, Partners& out) const {
  out.clear();
  const Player& p = s.players[idx(seat)];
  if (first.from == kFromHq) {
    for (int i = first.hq_space + 1; i < kHqSpaces; ++i) {
      const Piece piece = s.hq[idx(i)];
      if (piece.empty() || piece.owner() != seat || has_bit(s.hq_waits, i)) continue;
      out.push(hq_sender(s, i, true));
      return;
    }
  }
  const bool ability = first.from < kGarages && first.piece == Piece::kSpecialist;
  int next = -1;  // the regular die whose turn it would be
  const bool die = first.from < kGarages && first.piece != Piece::kSpecialist;
  for (int g = die ? first.from + 1 : 0; g < kGarages && next < 0; ++g) {
    if (g != first.from && p.garage[idx(g)] != 0 && p.garage[idx(g)] != Piece::kSpecialist)
      next = g;
  }
  for (int g = 0; g < kGarages; ++g) {
    if (g == first.from || p.garage[idx(g)] == 0) continue;
    if (g == next || p.garage[idx(g)] == Piece::kSpecialist || free_order(p, g))
      out.push(garage_sender(s, seat, g, true, !ability));
  }
  // Sal may go with his owner's last die from Headquarters.
  if (first.from == kFromHq && has_special(p, Special::kSal) && (p.flags & kSalSent) == 0)
    out.push(sal_sender(s, seat, true));
  if (first.from < kGarages && has_special(p, Special::kSal) && (p.flags & kSalSent) == 0)
    out.push(sal_sender(s, seat, true));
  if (const auto bound = bound_partner(s); bound != kNone) {
    const Partners all = out;
    out.clear();
    for (const Sender& one : all) {
      if (one.from == bound) out.push(one);
    }
  }
}

bool Rules::pair_fits(const State& s, Seat seat, const Sender& first, const Sender& other,
                      int value) const {
  if (!has_bit(first.reach, value) || !has_bit(other.reach, value)) return false;
  Payments ways;
  payments(s, seat, pair_of(first, other), kToLaboratory, value, ways);
  return !ways.empty();
}

// What the trade brings waits below the payment.
bool Rules::strands_pair(const State& s, Seat seat, const Goods& cost) const {
  const auto partner = bound_partner(s);
  if ((s.now.flags & kBeforeTrade) == 0 || partner == kNone || s.todo.depth < 2) return false;
  const Todo& below = s.todo.items[s.todo.depth - 2];
  if (below.what != Do::kReceive) return false;
  const Goods get = as<step::Receive>(below).goods;
  Goods have = s.players[idx(seat)].goods;
  for (std::size_t r = 0; r < kResources; ++r)
    have[r] = static_cast<std::int16_t>(have[r] - cost[r] + get[r]);
  return !pair_can_go(s, seat, sender(s, seat, s.now.from, s.now.hq_space), partner, have);
}

// --- costs ---

// What the Event, Contracts and the leader change at a place (CIR-Q37).
Rules::Change Rules::look_up_change(const State& s, Seat seat, const Sender& sender, Place place,
                                    int faction) const {
  Change change;
  const Player& p = s.players[idx(seat)];
  const bool specialist = sender.piece == Piece::kSpecialist;
  const auto look = [&](const Rule& rule) {
    if (rule.on == On::kNegotiate) {
      if (faction < 0 || rule.by == By::kOpponent) return;
      if (rule.with != 0 && !has_bit(rule.with, faction)) return;
    } else if (rule.on != On::kSend || rule.to == 0 || rule.any_discount != 0 ||
               !fits(rule, place, sender.from, specialist)) {
      return;
    }
    if (!rule.replace.empty()) change.replace = &rule;
    for (std::size_t r = 0; r < kResources; ++r)
      change.more[r] =
          static_cast<std::int16_t>(change.more[r] + rule.surcharge[r] - rule.discount[r]);
  };
  for (const Rule& rule : event_rules(s)) look(rule);
  for (const int card : p.fulfilled& c_.discounting) {
    for (const Rule& rule : c_.of(c_.contracts[idx(card)].rules)) look(rule);
  }
  if (const Leader* who = leader(p); who != nullptr && who->changes_costs) {
    for (const Rule& rule : c_.of(who->rules)) look(rule);
  }
  return change;
}

void Rules::entry_costs(const State& s, Seat seat, const Sender& sender, int target, int value,
                        Costs& out) const {
  const Place place = place_of(target);
  const int faction = place == kNegotiation ? (target - kToNegotiation) / kRows : -1;
  out.clear();
  each_entry_cost(change_at(s, seat, sender, place, faction), target, value,
                  [&](const Goods& cost) { out.push(cost); });
}
// Pieces of any one resource that the entry costs less.
int Rules::free_choice(const State& s, Seat seat, const Sender& sender, int target) const {
  const Player& p = s.players[idx(seat)];
  const Leader* who = leader(p);
  if (who == nullptr || !who->free_discount) return 0;
  for (const Rule& rule : c_.of(who->rules)) {
    if (rule.any_discount == 0 || rule.on != On::kSend) continue;
    if (rule.first && (p.flags & kFirstGarageSend) != 0) continue;
    if (fits(rule, place_of(target), sender.from, sender.piece == Piece::kSpecialist))
      return rule.any_discount;
  }
  return 0;
}

Goods Rules::substituted(const Player& p, Goods cost, int k) const {
  if (k == 0) return cost;
  const Leader& who = c_.leaders[p.leader];
  const Rule& rule = c_.rules[idx(who.substitute)];
  auto& from = cost[rule.substitute_from];
  auto& to = cost[rule.substitute_to];
  from = static_cast<std::int16_t>(from - k);
  to = static_cast<std::int16_t>(to + k * rule.substitute_n);
  return cost;
}
int Rules::most_substituted(const Player& p, const Goods& cost) const {
  const Leader* who = leader(p);
  if (who == nullptr || who->substitute < 0) return 0;
  return std::min<int>(15, cost[c_.rules[idx(who->substitute)].substitute_from]);
}

bool Rules::can_substitute(const Player& p, const Goods& have, const Goods& cost) const {
  const Leader* who = leader(p);
  if (who == nullptr || who->substitute < 0) return false;
  const int from = c_.rules[idx(who->substitute)].substitute_from;
  const int short_of = cost[idx(from)] - have[idx(from)];
  return short_of > 0 && covers(have, substituted(p, cost, short_of));
}

void Rules::payments(const State& s, Seat seat, const Sender& sender, int target, int value,
                     Payments& out) const {
  out.clear();
  const Player& p = s.players[idx(seat)];
  Costs costs;
  entry_costs(s, seat, sender, target, value, costs);
  int garage = sender.garage;
  if ((s.now.flags & kActive) != 0 && (s.now.flags & kRepeated) != 0) garage = 0;
  const int any = free_choice(s, seat, sender, target);
  const auto offer = [&](std::uint8_t alternative, std::uint8_t free, Goods goods) {
    goods = reduced(goods, sender.less);
    goods[kAlgae] = static_cast<std::int16_t>(goods[kAlgae] + garage);
    for (int k = 0; k <= most_substituted(p, goods); ++k) {
      const Goods total = substituted(p, goods, k);
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
      if (goods[r] == 0) continue;
      goods[r] = static_cast<std::int16_t>(std::max(0, goods[r] - any));
      offer(static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(r), goods);
      cut = true;
    }
    if (!cut) offer(static_cast<std::uint8_t>(i), kNone, costs[i]);
  }
}

// Resources that a list of effects is sure to give.
void Rules::add_gains(Range effects, Goods& have) const {
  for (auto i = effects.begin; i < effects.end; ++i) {
    const Effect& e = c_.effects[i];
    if (e.op == Effect::Op::kGain && e.what < kResources)
      have[e.what] = static_cast<std::int16_t>(have[e.what] + e.amount.of(0));
  }
}

Goods Rules::with_sure_gains(const State& s, Seat seat, const Sender& sender, int target,
                             Goods have) const {
  const Player& p = s.players[idx(seat)];
  const Place place = place_of(target);
  const bool specialist = sender.piece == Piece::kSpecialist;
  const auto look = [&](const Rule& rule) {
    if (rule.may || rule.when != When::kNormal) return;
    if (rule.on == On::kSend && !fits(rule, place, sender.from, specialist)) return;
    add_gains(rule.effects, have);
  };
  each_rule(s, p, On::kSend, look);
  if (sender.from < kGarages && p.ship[sender.from] != 0) {
    for (const Rule& rule : c_.of(c_.ships[p.ship[sender.from] - 1U].rules)) {
      if (rule.on == On::kSend) look(rule);
    }
  }
  if (place != kOutpost) return have;
  each_rule(s, p, On::kUseOutpost, look);
  const int owner = target - kToOutpost;
  add_gains(c_.sender_gain[idx(is_ai(owner) ? 0 : outpost_board(s.players[idx(owner)]))], have);
  return have;
}

Goods Rules::contract_cost(int card, const Goods& less,
                           const std::array<std::uint8_t, kResources>& less_action) const {
  Goods cost = c_.contracts[idx(card)].cost;
  for (std::size_t r = 0; r < kResources; ++r)
    cost[r] = static_cast<std::int16_t>(std::max(0, cost[r] - less[r] - less_action[r]));
  return cost;
}

bool Rules::can_fulfil(const State& s, Seat seat, const Goods& have, int kinds, const Goods& less,
                       const std::array<std::uint8_t, kResources>& less_action) const {
  const Player& p = s.players[idx(seat)];
  for (const int card : p.hand) {
    if ((c_.contracts[idx(card)].kind & kinds) != 0 &&
        can_pay(p, have, contract_cost(card, less, less_action)))
      return true;
  }
  return false;
}

// Goes through the list as if its effects were done, without a copy of the state: only what is held
// is followed, for a payment may come from an earlier gain. An effect that asks for more (a tile,
// an Outpost, a step) is judged by the state as it is now. A case for each effect that may be
// impossible makes it long; no case for one that is always possible.
bool Rules::possible(const State& s, Seat seat, Range effects, Goods have,
                     const std::array<std::uint8_t, kResources>& less_action) const {
  using Op = Effect::Op;
  const Player& p = s.players[idx(seat)];
  int hand = p.hand.count();
  std::array<std::uint8_t, kResources> less = less_action;  // each discount is used up once
  for (auto i = effects.begin; i < effects.end; ++i) {
    const Effect& e = c_.effects[i];
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
          any = to >= 0 && (e.what != kBackward || c_.distance[idx(to)] < c_.distance[p.harvester]);
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
            (p.reserve == 0 || (free_hq(s) < 0 && !leaves_hq(s))))
          return false;
        break;
      default: break;
    }
  }
  return true;
}

bool Rules::outpost_usable(const State& s, Seat seat, int owner, const Goods& have,
                           const std::array<std::uint8_t, kResources>& less,
                           bool without_die) const {
  if (!options_.expansion) return false;
  const auto token = token_of(s, owner);
  if (token == kNone) return false;
  if (owner != seat && outposts_owner_only(s)) return false;
  const Player& host = s.players[idx(owner)];
  const int spaces = is_ai(owner) ? 1 : c_.outpost_spaces[idx(outpost_board(host))];
  if (without_die) {
    if (!host.outpost[0].empty() || !host.outpost[1].empty()) return false;
  } else if (!host.outpost[0].empty() && (spaces == 1 || !host.outpost[1].empty())) {
    return false;
  }
  return possible(s, seat, c_.tokens[token].effects, have, less);
}

Goods Rules::goods_at_outpost(const State& s, Seat seat) const {
  const Player& p = s.players[idx(seat)];
  Goods have = p.goods;
  each_rule(s, p, On::kUseOutpost, [&](const Rule& rule) { add_gains(rule.effects, have); });
  return have;
}

Rules::Steps Rules::steps(const State& s, Seat seat) const {
  Steps out{c_.free_steps, c_.max_steps};
  each_rule(s, s.players[idx(seat)], On::kSend, [&](const Rule& rule) {
    if (!has_bit(rule.to, kControlRoom)) return;
    out.free += rule.free_steps;
    out.most += rule.max_steps;
  });
  return out;
}

bool Rules::ability_usable(const State& s, Seat seat, int faction) const {
  if (!faction_in_play(faction)) return false;
  const auto effects = c_.abilities[idx(faction)][has_bit(s.sides, faction + 1) ? 1 : 0];
  for (auto i = effects.begin; i < effects.end; ++i) {
    if (c_.effects[i].op != Effect::Op::kUseOutpost) continue;
    const Goods have = goods_at_outpost(s, seat);
    for (int owner = 0; owner < colours(); ++owner) {
      if (outpost_usable(s, seat, owner, have, s.now.less, true)) return true;
    }
    return false;
  }
  return true;
}

void Rules::trades(const Player& p, const Goods& have,
                   FixedList<std::uint8_t, kMaxTrades>& out) const {
  out.clear();
  for (std::size_t i = 0; i < c_.trades.size(); ++i) {
    if (can_pay(p, have, c_.trades[i].give)) out.push(static_cast<std::uint8_t>(i));
  }
}

bool Rules::has_something_to_send(const State& s, Seat seat) const {
  const Player& p = s.players[idx(seat)];
  for (const auto die : p.garage) {
    if (die != 0) return true;
  }
  if (has_special(p, Special::kAmosHarvestTurn) && (p.flags & kFarmsHarvested) == 0) return true;
  return has_special(p, Special::kSal) && (p.flags & (kSalSent | kSendingEnded)) == 0 &&
         has_target(s, seat, sal_sender(s, seat));
}

// "Less for the action" of a second resolution: the Ship of a partner works again.
std::array<std::uint8_t, kResources> Rules::less_again(const State& s) const {
  const auto seat = static_cast<Seat>(s.now.seat);
  Sender first;
  first.from = s.now.from;
  first.piece = s.now.piece;
  add_less(s, seat, first, false, false);
  if (s.now.partner < kGarages) {
    Sender partner;
    partner.from = s.now.partner;
    partner.piece = 1;
    add_less(s, seat, partner, true, false);
    for (std::size_t r = 0; r < kResources; ++r)
      first.less[r] = static_cast<std::uint8_t>(first.less[r] + partner.less[r]);
  }
  return first.less;
}

// CIR-Q79: whether the action just resolved can be resolved again.
bool Rules::can_repeat(const State& s) const {
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
  sender.less = less_again(s);
  const int value = s.now.value != 0 ? s.now.value : s.now.piece;
  State again = s;  // the space is not asked again
  again.now.flags |= kRepeated;
  Payments ways;
  payments(again, seat, sender, s.now.target, value, ways);
  if (ways.empty()) return false;
  switch (place) {
    case kLaboratory: return any_tile(s, kFarmTile) && tile_free(p);
    case kFoundry: return any_tile(s, kShipTile);
    case kControlRoom: return step_from(s, seat, value - 1) >= 0;
    case kAcademy: return p.reserve > 0;
    case kDepository: {
      const Goods have = with_sure_gains(s, seat, sender, s.now.target, p.goods);
      return can_fulfil(s, seat, have, kAnyKind, {}, sender.less);
    }
    case kOutpost: {
      const Goods have = with_sure_gains(s, seat, sender, s.now.target, p.goods);
      const auto token = token_of(s, s.now.target - kToOutpost);
      return token != kNone && possible(s, seat, c_.tokens[token].effects, have, sender.less);
    }
    default: return true;
  }
}

// --- what the leader may do around a send ---

void Rules::leader_options(const State& s, FixedList<std::uint8_t, 8>& out) const {
  out.clear();
  if ((s.now.flags & (kLeaderUsed | kRepeated)) != 0) return;
  const auto seat = static_cast<Seat>(s.now.seat);
  const Player& p = s.players[idx(seat)];
  const Leader* who = leader(p);
  if (who == nullptr || !who->options) return;
  const Place place = place_of(s.now.target);
  std::uint8_t number = 0;
  for (const Rule& rule : c_.of(who->rules)) {
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
      const Effect& e = c_.effects[i];
      if (e.op != Effect::Op::kChoose) continue;
      for (auto k = e.list.begin; k < e.list.end; ++k, ++number) {
        if (here && possible(s, seat, c_.lists[k], p.goods, kNoLess)) out.push(number);
      }
    }
  }
}
Range Rules::leader_option(const State& s, int which) const {
  const Leader* who = leader(s.players[s.now.seat]);
  if (who == nullptr) return {};
  int number = 0;
  for (const Rule& rule : c_.of(who->rules)) {
    if (rule.on != On::kSend || rule.when != When::kEither) continue;
    if (has_bit(rule.specials, static_cast<int>(Special::kCharleneBoard))) {
      for (std::size_t k = 0; k < who->board.size() && who->board_column[k] != 0; ++k, ++number) {
        if (number == which) return who->board[k];
      }
      continue;
    }
    for (auto i = rule.effects.begin; i < rule.effects.end; ++i) {
      const Effect& e = c_.effects[i];
      if (e.op != Effect::Op::kChoose) continue;
      for (auto k = e.list.begin; k < e.list.end; ++k, ++number) {
        if (number == which) return c_.lists[k];
      }
    }
  }
  return {};
}

}  // namespace tidelock::circadians
