// Where a piece may go, and the moves that send it there (CIR-Q35 to CIR-Q42): every legal move of
// Execute comes from here, so most of a game's time is spent here too.
#include <algorithm>

#include "circadians/rules.h"

namespace tidelock::circadians {

// Finds every place and value that a piece may be sent to: found(target, value). Values that make
// no difference are found once.
template <class F>
class Targets {
 public:
  Targets(const Rules& rules, const State& state, Seat seat, const Sender& sender, const F& found)
      : g_(rules),
        c_(rules.components()),
        s_(state),
        p_(state.players[idx(seat)]),
        sender_(sender),
        found_(found),
        seat_(seat),
        specialist_(sender.piece == Piece::kSpecialist),
        who_(rules.leader(p_)),
        bargains_(who_ != nullptr && (who_->free_discount || who_->substitute >= 0)),
        changed_(rules.changed_places(state, p_)),
        after_garage_(p_.goods) {
    after_garage_[kAlgae] = static_cast<std::int16_t>(after_garage_[kAlgae] - sender.garage);
    for (std::size_t r = 0; r < kResources; ++r)
      budget_[r] = static_cast<std::int16_t>(after_garage_[r] + sender.less[r]);
  }

  void all() const {
    // Who cannot pay the Garage has the Canteen, and the Laboratory if its partner helps to pay;
    // a pair that is bound has the Laboratory alone.
    const bool laboratory_only =
        sender_.garage > p_.goods[kAlgae] || Rules::bound_partner(s_) != kNone;
    if (!laboratory_only) mining_camp();
    laboratory();
    if (laboratory_only) return;
    foundry();
    control_room();
    market();
    academy();
    temple();
    if (sender_.piece == Piece::kSal) return;
    headquarters();
    depository();
    negotiation();
    outposts();
    farms();
  }

 private:
  void found(int target, int value) const { found_(target, value); }

  // The value of a range that is nearest to what the die shows, of two the lower; a Specialist's is
  // the highest. 0: none.
  [[nodiscard]] int nearest(int low, int high) const {
    const std::uint32_t values = sender_.reach & ((2U << high) - (1U << low));
    const std::uint32_t up_to = values & ((2U << sender_.piece) - 1);
    if (values == 0) return 0;
    if (specialist_ || up_to == values) return std::bit_width(values) - 1;
    const int above = std::countr_zero(values & ~up_to);
    const int below = std::bit_width(up_to) - 1;
    return up_to != 0 && sender_.piece - below <= above - sender_.piece ? below : above;
  }
  // The values of a mask: f(value).
  template <class Each>
  static void each_of(std::uint32_t values, const Each& f) {
    for (; values != 0; values &= values - 1) f(std::countr_zero(values));
  }
  // The values that a piece may stand for where its value is remembered; 0: a Specialist.
  template <class Each>
  void each_value(const Each& f) const {
    each_of(specialist_ ? 1U : sender_.reach, f);
  }

  [[nodiscard]] Rules::Change change_to(Place place, int faction = -1) const {
    return has_bit(changed_, place) ? g_.look_up_change(s_, seat_, sender_, place, faction)
                                    : Rules::Change{};
  }
  // What may be spent at a place. What the action costs less, and what the place costs more or
  // less, is part of it instead of being taken off every cost: goods are never negative, so that is
  // the same.
  [[nodiscard]] Goods budget_at(const Rules::Change& change) const {
    Goods budget = budget_;
    for (std::size_t r = 0; r < kResources; ++r)
      budget[r] = static_cast<std::int16_t>(budget[r] - change.more[r]);
    return budget;
  }
  [[nodiscard]] bool payable(Place place, int target, int value) const {
    const Rules::Change change = change_to(place);
    if (bargains_) return payable_by_bargain(change, target, value);
    const Goods budget = budget_at(change);
    bool can = false;
    g_.each_printed_cost(change, target, value,
                         [&](const Goods& cost) { can = can || covers(budget, cost); });
    return can;
  }
  template <class Costs>
  [[nodiscard]] static bool covers_any(const Goods& budget, const Costs& costs) {
    return std::any_of(costs.begin(), costs.end(),
                       [&](const Goods& cost) { return covers(budget, cost); });
  }
  // With a leader who pays some resources by others, or any one less.
  [[nodiscard]] bool payable_by_bargain(const Rules::Change& change, int target, int value) const {
    const int any = who_->free_discount ? g_.free_choice(s_, seat_, sender_, target) : 0;
    bool can = false;
    g_.each_entry_cost(change, target, value, [&](Goods goods) {
      if (can) return;
      goods = reduced(goods, sender_.less);
      can = g_.can_pay(p_, after_garage_, goods);
      for (std::size_t r = 0; any > 0 && !can && r < kResources; ++r) {
        Goods cut = goods;
        cut[r] = static_cast<std::int16_t>(std::max(0, cut[r] - any));
        can = g_.can_pay(p_, after_garage_, cut);
      }
    });
    return can;
  }

  void mining_camp() const {
    for (int column = 0; column < 3; ++column) {
      const int target = kToMine + column;
      const Action& action = g_.action_of(target, 0);
      const int value = nearest(action.low, action.high);
      if (value != 0 && g_.free_space(s_, kMiningCamp, column + 1, value) >= 0 &&
          payable(kMiningCamp, target, value))
        found(target, value);
    }
  }
  void laboratory() const {
    if (g_.free_space(s_, kLaboratory, 0, 1) < 0 || !g_.any_tile(s_, kFarmTile) ||
        !g_.tile_free(p_))
      return;
    Rules::Partners others;
    g_.partners(s_, seat_, sender_, others);
    for (int v = 1; v <= 6; ++v) {
      const bool fits_one = std::any_of(others.begin(), others.end(), [&](const Sender& other) {
        return g_.pair_fits(s_, seat_, sender_, other, v);
      });
      if (fits_one) found(kToLaboratory, v);
    }
  }
  // One value for each action of a Station.
  void each_action(Place place, int target) const {
    for (const Action& action : c_.stations[place].actions) {
      const int value = nearest(action.low, action.high);
      if (value != 0 && payable(place, target, value)) found(target, value);
    }
  }
  void foundry() const {
    if (g_.any_tile(s_, kShipTile) && g_.free_space(s_, kFoundry, 0, 1) >= 0)
      each_action(kFoundry, kToFoundry);
  }
  void control_room() const {
    if (g_.free_space(s_, kControlRoom, 0, 1) < 0 || !payable(kControlRoom, kToControlRoom, 1))
      return;
    each_of(sender_.reach, [&](int v) {
      if (g_.step_from(s_, seat_, v - 1) >= 0) found(kToControlRoom, v);
    });
  }
  void market() const {
    if (g_.free_space(s_, kMarket, 0, 1) < 0 || !payable(kMarket, kToMarket, 1)) return;
    int value = std::bit_width(static_cast<unsigned>(sender_.reach)) - 1;
    if (who_ != nullptr) {
      for (const Rule& rule : c_.of(who_->rules)) {
        if (rule.value_as != 0 && Rules::fits(rule, kMarket, sender_.from, specialist_))
          value = std::max<int>(value, rule.value_as);
      }
    }
    found(kToMarket, value);
  }
  // One value for each pair of an action and a free space.
  void academy() const {
    if (p_.reserve == 0) return;
    int done_action = -1;
    int done_space = -1;
    for (int v = 1; v <= 6; ++v) {
      if (!has_bit(sender_.reach, v)) continue;
      const int space = g_.free_space(s_, kAcademy, 0, v);
      if (space < 0) continue;
      const Action& action = g_.action_of(kToAcademy, v);
      if (action.low == done_action && space == done_space) continue;
      int value = v;
      for (int w = v + 1; w <= action.high; ++w) {
        if (has_bit(sender_.reach, w) && w == sender_.piece &&
            g_.free_space(s_, kAcademy, 0, w) == space)
          value = w;
      }
      if (!payable(kAcademy, kToAcademy, value)) continue;
      done_action = action.low;
      done_space = space;
      found(kToAcademy, value);
    }
  }
  void temple() const {
    if (g_.expansion() && g_.free_space(s_, kTemple, 0, 1) >= 0) each_action(kTemple, kToTemple);
  }
  void headquarters() const {
    if (sender_.from != kFromHq && g_.free_hq(s_) >= 0) each_value([&](int v) { found(kToHq, v); });
  }
  void depository() const {
    std::array<std::uint32_t, kDepositoryRows> values{};
    std::uint32_t any = 0;
    for (int row = 0; row < kDepositoryRows; ++row) {
      if (!g_.depository_open(row)) continue;
      each_of(sender_.reach, [&](int v) {
        if (s_.depository[idx(v - 1)][idx(row)].empty()) values[idx(row)] |= 1U << v;
      });
      any |= values[idx(row)];
    }
    if (any == 0) return;
    const Goods have = g_.with_sure_gains(s_, seat_, sender_, kToDepository, after_garage_);
    if (!g_.can_fulfil(s_, seat_, have, kAnyKind, {}, sender_.less)) return;
    for (int row = 0; row < kDepositoryRows; ++row)
      each_of(values[idx(row)], [&](int v) { found(kToDepository + row, v); });
  }
  void negotiation() const {
    for (int f = 0; f < kFactions; ++f) {
      if (g_.faction_in_play(f)) negotiation_with(f);
    }
  }
  void negotiation_with(int faction) const {
    const NegotiationSpace* spaces = &g_.negotiation_space(faction, 0);
    const int n = g_.rows(faction);
    const Rules::Change change = change_to(kNegotiation, faction);
    const Goods budget = budget_at(change);
    for (int row = 0; row < n; ++row) {
      if (!s_.negotiation[idx(faction)][idx(row)].empty()) continue;
      const int target = kToNegotiation + kRows * faction + row;
      const NegotiationSpace& space = spaces[row];
      const bool may = !space.need.any.empty()     ? g_.meets(s_, seat_, space.need)
                       : bargains_                 ? payable_by_bargain(change, target, 0)
                       : change.replace != nullptr ? covers_any(budget, change.replace->replace)
                                                   : covers(budget, space.cost);
      if (may) each_value([&](int v) { found(target, v); });
    }
  }
  void outposts() const {
    if (!sender_.outposts) return;
    for (int owner = 0; owner < g_.colours(); ++owner) {
      const int target = kToOutpost + owner;
      const Goods have = g_.with_sure_gains(s_, seat_, sender_, target, after_garage_);
      if (g_.outpost_usable(s_, seat_, owner, have, sender_.less, false)) found(target, 0);
    }
  }
  void farms() const {
    if (!specialist_) return;
    for (int slot = 0; slot < kFarms; ++slot) {
      if (g_.farm_takes(p_, slot, Piece::kSpecialist)) found(kToFarm + slot, 0);
    }
  }

  const Rules& g_;
  const Components& c_;
  const State& s_;
  const Player& p_;
  const Sender& sender_;
  const F& found_;
  Seat seat_;
  bool specialist_;
  const Leader* who_;
  bool bargains_;          // there may be several ways to pay a cost
  std::uint32_t changed_;  // bit Place: something may change a cost there
  Goods after_garage_;     // what is left for the entry
  Goods budget_;           // that and what the action costs less
};

template <class F>
void Rules::each_target(const State& s, Seat seat, const Sender& sender, const F& found) const {
  Targets<F>(*this, s, seat, sender, found).all();
}

bool Rules::has_target(const State& s, Seat seat, const Sender& sender) const {
  bool any = false;
  each_target(s, seat, sender, [&](int, int) { any = true; });
  return any;
}

bool Rules::pair_can_go(const State& s, Seat seat, const Sender& first, int partner,
                        const Goods& have) const {
  State then = s;
  then.players[idx(seat)].goods = have;
  then.now.flags |= kPartnerTraded;
  then.now.partner = static_cast<std::uint8_t>(partner);
  bool can = false;
  each_target(then, seat, first, [&](int, int) { can = true; });
  return can;
}

// --- the moves ---

// CIR-Q35 step 1, CIR-Q42: the trades of S-a before sending this piece: of its own Ship, and of one
// in a partner's Garage if the pair can go to the Laboratory after it.
template <class Out>
void Rules::legal_trades_first(const State& s, Seat seat, const Sender& first, Out& out) const {
  const Player& p = s.players[idx(seat)];
  if (!any_ship_trades(p)) return;
  const auto bound = bound_partner(s);
  const bool chosen = (s.now.flags & kBeforeTrade) != 0;
  FixedList<std::uint8_t, kMaxTrades> options;
  trades(p, p.goods, options);
  if (options.empty()) return;
  // A pair that is bound to go must still be able to.
  const auto leaves_pair = [&](int trade, int partner) {
    const Trade& one = c_.trades[idx(trade)];
    for (int k = 0; k <= most_substituted(p, one.give); ++k) {
      const Goods cost = substituted(p, one.give, k);
      if (!covers(p.goods, cost)) continue;
      Goods have = p.goods;
      for (std::size_t r = 0; r < kResources; ++r)
        have[r] = static_cast<std::int16_t>(have[r] - cost[r] + one.get[r]);
      if (pair_can_go(s, seat, first, partner, have)) return true;
    }
    return false;
  };
  const bool own =
      ship_trades(p, first.from) && (!chosen || (rules() > 1 && (s.now.flags & kTraded) == 0));
  Partners others;
  if (rules() > 1 && bound == kNone && free_space(s, kLaboratory, 0, 1) >= 0 &&
      any_tile(s, kFarmTile) && tile_free(p))
    partners(s, seat, first, others);
  for (const auto trade : options) {
    const auto offer = [&](int partner) {
      if (out.size() < 890)
        out.push(Move::make(Move::Kind::kTradeFirst, first.from, trade, partner));
    };
    if (own && (bound == kNone || leaves_pair(trade, bound))) offer(0);
    for (int g = 0; g < kGarages; ++g) {
      if (!ship_trades(p, g)) continue;
      const bool pair = std::any_of(others.begin(), others.end(),
                                    [&](const Sender& other) { return other.from == g; });
      if (pair && leaves_pair(trade, g)) offer(g + 1);
    }
  }
}

template <class Out>
void Rules::legal_send(const State& s, Seat seat, Out& out) const {
  using Kind = Move::Kind;
  const auto asked = as<step::Send>(s.todo.top());
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
  if (chosen || asked.from_hq) {
    const Sender piece =
        chosen ? sender(s, seat, s.now.from, s.now.hq_space) : hq_sender(s, asked.hq_space);
    targets(piece);
    if (rules() > 1) legal_trades_first(s, seat, piece, out);
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
  for (int g = 0; g < kGarages && any_ship_trades(p); ++g) {
    if (p.garage[idx(g)] == 0) continue;
    if (g != left && p.garage[idx(g)] != Piece::kSpecialist && !free_order(p, g)) continue;
    legal_trades_first(s, seat, garage_sender(s, seat, g), out);
  }
  if (has_special(p, Special::kSal) && (p.flags & (kSalSent | kSendingEnded)) == 0)
    legal_trades_first(s, seat, sal_sender(s, seat), out);
  if (!any && !out.empty() && out.front().kind() != Kind::kHarvestTurn)
    out.push(Move::make(Kind::kDone));
}

template void Rules::legal_send(const State&, Seat, List&) const;
template void Rules::legal_send(const State&, Seat, MovePicker<Move>&) const;

}  // namespace tidelock::circadians
