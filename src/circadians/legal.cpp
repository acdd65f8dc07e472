// Every choice that the rules give, listed.
#include <algorithm>

#include "circadians/rules.h"

namespace tidelock::circadians {

void Rules::legal(const State& s, Seat seat, List& out) const {
  out.clear();
  list_moves(s, seat, out);
}
std::uint32_t Rules::legal_count(const State& s, Seat seat) const {
  MovePicker<Move> moves;
  list_moves(s, seat, moves);
  return static_cast<std::uint32_t>(moves.size());
}
Move Rules::legal_nth(const State& s, Seat seat, std::uint32_t n) const {
  MovePicker<Move> moves(n);
  list_moves(s, seat, moves);
  return moves.picked();
}

template <class Out>
void Rules::list_moves(const State& s, Seat seat, Out& out) const {
  using Kind = Move::Kind;
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
        if (pair_fits(s, seat, first, other, s.now.value)) list(Kind::kPartner, other.from);
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
      payments(s, seat, first, s.now.target, s.now.value, ways);
      for (const Payment& way : ways)
        list(Kind::kPay, way.alternative, way.substituted, way.free == kNone ? 0 : way.free + 1);
      break;
    }
    case Do::kPay: {
      const Goods cost = unpack(top);
      for (int k = 0; k <= most_substituted(p, cost); ++k) {
        const Goods way = substituted(p, cost, k);
        if (covers(p.goods, way) && !strands_pair(s, seat, way)) list(Kind::kPay, 0, k);
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
        if (top.what == Do::kMoveBack && c_.distance[idx(to)] >= c_.distance[p.harvester]) continue;
        list(Kind::kDirection, d);
      }
      if (top.what == Do::kMoveAny && top.b != 0) done();
      break;
    case Do::kStack:
      for (int stack = 0; stack < kStacks; ++stack) {
        if (s.up[top.a][idx(stack)] == 0) continue;
        if (top.b != kNone && stack != top.b && s.up[top.a][top.b] != 0) {
          if (!can_pay(p, p.goods, reduced(c_.other_stack_cost, s.now.less))) continue;
        }
        list(Kind::kStack, stack);
      }
      break;
    case Do::kGarage:
      for (int g = 0; g < kGarages; ++g) list(Kind::kGarage, g);
      break;
    case Do::kContract: {
      const Goods less = unpack(top);
      const auto& action = has_bit(top.b, 1) ? kNoLess : s.now.less;
      for (const int card : p.hand) {
        if ((c_.contracts[idx(card)].kind & top.a) != 0 &&
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
        if (possible(s, seat, c_.lists[i], p.goods, s.now.less)) list(Kind::kChoose, i - top.pc);
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
      for (std::size_t i = 0; i < c_.breakthroughs.size(); ++i) {
        if (!has_bit(s.breakthroughs, static_cast<int>(i)) &&
            breakthrough_in_play(s, static_cast<int>(i)))
          list(Kind::kBreakthrough, static_cast<int>(i));
      }
      break;
    case Do::kSetback:
      for (std::size_t i = 0; i < c_.setbacks.size(); ++i) {
        if (!has_bit(s.setbacks, static_cast<int>(i)) && setback_in_play(static_cast<int>(i)))
          list(Kind::kSetback, static_cast<int>(i));
      }
      break;
    case Do::kAbility: {
      const int own = (s.now.target - kToNegotiation) / kRows;
      const Leader* who = leader(p);
      const bool other = who != nullptr && who->other_ability;
      for (int f = 0; f < kFactions; ++f) {
        const bool open = f == own ? (s.now.flags & kOwnAbility) == 0
                                   : other && (s.now.flags & kOtherAbility) == 0;
        if (open && ability_usable(s, seat, f)) list(Kind::kFaction, f);
      }
      done();
      break;
    }
    case Do::kUseOutpost: {
      const Goods have = goods_at_outpost(s, seat);
      for (int owner = 0; owner < colours(); ++owner) {
        if (outpost_usable(s, seat, owner, have, s.now.less, true)) list(Kind::kOutpost, owner);
      }
      break;
    }
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
        if (may_trade(s, false)) {
          for (const auto trade : options) list(Kind::kOption, kOptionTrade, trade);
        }
        if (may_trade(s, true)) {
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
        for (const Rule& rule : c_.of(c_.contracts[idx(card)].rules))
          must = must || (rule.on == On::kEnd && !rule.may);
      }
      if (!must) done();
      break;
    }
    case Do::kMichela:
      for (std::size_t i = 0; i < c_.breakthroughs.size(); ++i) {
        if (!has_bit(s.breakthroughs, static_cast<int>(i)) &&
            breakthrough_in_play(s, static_cast<int>(i)))
          list(Kind::kBreakthrough, static_cast<int>(i));
      }
      done();
      break;
    default: break;
  }
}

template <class Out>
void Rules::legal_sealed(const State& s, Seat seat, Out& out) const {
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
      // Alone: a set, so its cards are asked in ascending order.
      {
        int left = 0;
        for (const int card : p.draft) left += card >= p.pick ? 1 : 0;
        const int wanted = c_.draft_keep - s.picks;
        for (const int card : p.draft) {
          if (card < p.pick) continue;
          if (left-- >= wanted) list(Kind::kPick, card);
        }
      }
      break;
    default: legal_plan(s, seat, out); break;
  }
}

template <class Out>
void Rules::legal_plan(const State& s, Seat seat, Out& out) const {
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
      // Every set of dice but the empty one, as far as they have numbers (actions.cpp).
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
        int dice = 0;
        for (const auto count : n) dice += count;
        if (dice > kMaxRerolled) continue;
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
        for (const Rule& rule : c_.of(who->rules)) {
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

template <class Out>
void Rules::legal_swap(const State& s, Seat seat, Out& out) const {
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
  if (rules() > 1) return;  // a die on an Outpost is not in the supply (CIR-Q55)
  for (int owner = 0; owner < colours(); ++owner) {
    const auto& outpost = s.players[idx(owner)].outpost;
    if (mine(outpost[0]) || mine(outpost[1])) list(kSwapOutpost + owner);
  }
}

}  // namespace tidelock::circadians
