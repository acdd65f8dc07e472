// What each decision does, and the machine that runs until the next one.
#include <algorithm>

#include "circadians/play.h"

namespace tidelock::circadians {

// --- decisions ---

void Play::apply(Seat seat, Move move) {
  using Kind = Move::Kind;
  const Todo top = s.todo.top();
  Player& p = player(seat);
  switch (top.what) {
    case Do::kLeaders:
    case Do::kDraft:
    case Do::kPlan: apply_sealed(seat, move); break;
    case Do::kSend: apply_send(seat, move); break;
    case Do::kPartner: {
      s.todo.pop();
      s.now.partner = static_cast<std::uint8_t>(move.a());
      const Sender first = g.sender(s, seat, s.now.from, s.now.hq_space);
      Rules::Partners others;
      g.partners(s, seat, first, others);
      for (const Sender& other : others) {
        if (other.from != move.a()) continue;
        const Sender pair = Rules::pair_of(first, other);
        if (g.ship_trades(p, other.from)) s.now.ships |= 2U;
        s.todo.top().b = pair.garage;
        s.now.less = pair.less;
      }
      break;
    }
    case Do::kPayEntry: {
      s.todo.pop();
      Sender first;
      first.from = s.now.from;
      first.piece = s.now.piece;
      first.garage = top.a;
      first.less = s.now.less;
      Costs costs;
      g.entry_costs(s, seat, first, s.now.target, s.now.value, costs);
      Goods cost = costs[std::min(idx(move.a()), costs.size() - 1)];
      if (move.c() != 0) {
        auto& cut = cost[idx(move.c() - 1)];
        cut = static_cast<std::int16_t>(
            std::max(0, cut - g.free_choice(s, seat, first, s.now.target)));
      }
      cost = inner_cost(cost);
      cost = g.substituted(p, cost, move.b());
      cost[kAlgae] = static_cast<std::int16_t>(cost[kAlgae] + top.a);
      spend(seat, cost);
      break;
    }
    case Do::kPay:
      s.todo.pop();
      spend(seat, g.substituted(p, unpack(top), move.b()));
      break;
    case Do::kTrade: {
      if (move.kind() == Kind::kDone) {
        s.todo.pop();
        break;
      }
      --s.todo.top().a;
      if (s.todo.top().a == 0) s.todo.pop();
      make_trade(seat, move.a());
      break;
    }
    case Do::kStep: {
      if (move.kind() == Kind::kDone) {
        s.todo.pop();
        break;
      }
      const bool costs = top.b >= g.steps(s, seat).free;
      ++s.todo.top().b;
      const int to = g.step_from(s, seat, top.a);
      if (to >= 0) move_harvester(seat, to);
      if (costs) pay(seat, inner_cost(c.step_cost));
      break;
    }
    case Do::kMoveAny:
    case Do::kMoveBack: {
      s.todo.pop();
      if (move.kind() == Kind::kDone) break;
      if (top.what == Do::kMoveAny && top.a > 1) push(Do::kMoveAny, seat, top.a - 1, top.b);
      const int to = g.step_from(s, seat, move.a());
      if (to >= 0) move_harvester(seat, to);
      break;
    }
    case Do::kStack: {
      s.todo.pop();
      const int stack = move.a();
      const bool other = top.b != kNone && stack != top.b && s.up[top.a][top.b] != 0;
      take_tile(seat, top.a, stack);
      if (other) pay(seat, inner_cost(c.other_stack_cost));
      break;
    }
    case Do::kGarage:
      s.todo.pop();
      p.ship[idx(move.a())] = static_cast<std::uint8_t>(top.a + 1);
      tell(What::kShip, seat, top.a, move.a());
      break;
    case Do::kContract: {
      s.todo.pop();
      if (move.kind() == Kind::kDone) break;
      const Goods less = unpack(top);
      Goods cost = c.contracts[idx(move.a())].cost;
      for (std::size_t r = 0; r < kResources; ++r)
        cost[r] = static_cast<std::int16_t>(std::max(0, cost[r] - less[r]));
      if (!has_bit(top.b, 1)) cost = inner_cost(cost);
      push(Do::kFulfilled, seat, move.a(), has_bit(top.b, 2) ? 1 : 0);
      pay(seat, cost);
      break;
    }
    case Do::kDiscard:
      p.hand.remove(move.a());
      s.discards.add(move.a());
      tell(What::kDiscarded, seat, move.a());
      if (--s.todo.top().a == 0) s.todo.pop();
      break;
    case Do::kChoose:
      s.todo.pop();
      push_run(seat, c.lists[idx(top.pc + move.a())], top.a);
      break;
    case Do::kOptional:
      s.todo.pop();
      if (move.kind() == Kind::kYes) push_run(seat, {top.pc, top.n}, top.a);
      break;
    case Do::kSwap:
      s.todo.pop();
      swap(seat, move.a());
      break;
    case Do::kSetupSpace:
      s.todo.pop();
      p.gained = static_cast<std::uint8_t>(p.gained | (1U << move.a()));
      if (g.rules() > 1 && static_cast<Phase>(s.phase) == Phase::kEnd)
        p.gained_late = static_cast<std::uint8_t>(p.gained_late | (1U << move.a()));
      ++p.locked;
      tell(What::kSpecialist, seat, move.a());
      push(Do::kUnlock, seat);
      break;
    case Do::kBreakthrough:
      s.todo.pop();
      s.breakthroughs = static_cast<std::uint16_t>(s.breakthroughs | (1U << move.a()));
      put_token(Rules::negotiator(s), false, move.a());
      tell(What::kBreakthrough, seat, move.a());
      push_run(seat, c.breakthroughs[idx(move.a())].effects);
      break;
    case Do::kMichela:
      s.todo.pop();
      if (move.kind() == Kind::kDone) break;
      p.flags |= kRewardUsed;
      tell(What::kBreakthrough, seat, move.a());
      push_run(seat, c.breakthroughs[idx(move.a())].effects);
      break;
    case Do::kSetback:
      s.todo.pop();
      resolve_setback(seat, move.a());
      break;
    case Do::kAbility: {
      if (move.kind() == Kind::kDone) {
        s.todo.pop();
        break;
      }
      const int own = (s.now.target - kToNegotiation) / kRows;
      s.now.flags =
          static_cast<std::uint8_t>(s.now.flags | (move.a() == own ? kOwnAbility : kOtherAbility));
      tell(What::kAbility, seat, move.a());
      push_run(seat, c.abilities[idx(move.a())][has_bit(s.sides, move.a() + 1) ? 1 : 0]);
      break;
    }
    case Do::kUseOutpost:
      s.todo.pop();
      use_outpost(seat, move.a());
      break;
    case Do::kPeek:
      s.todo.pop();
      tell(What::kPeeked, seat, move.a());
      if (!has_bit(p.seen, move.a())) push(Do::kReveal, seat, move.a());
      break;
    case Do::kRollToFarm:
      s.todo.pop();
      if (move.kind() == Kind::kYes) push(Do::kRollFarm, seat);
      break;
    case Do::kToFarm:
      s.todo.pop();
      if (move.kind() == Kind::kDone) break;
      --p.idle;
      p.farm[idx(move.a())] = top.a;
      tell(What::kFarmPlaced, seat, top.a, move.a());
      break;
    case Do::kOptions:
      if (move.kind() == Kind::kDone) {
        s.todo.pop();
        break;
      }
      if (move.a() == kOptionLeader) {
        s.now.flags |= kLeaderUsed;
        push_run(seat, g.leader_option(s, move.b()), s.now.value);
      } else {
        s.now.flags |= move.a() == kOptionTrade ? kTraded : kPartnerTraded;
        make_trade(seat, move.b());
      }
      break;
    case Do::kRepeat: {
      s.todo.pop();
      if (move.kind() == Kind::kDone) break;
      tell(What::kRepeat, seat);
      s.now.less = g.less_again(s);
      s.now.flags |= kRepeated;
      s.todo.top().a = kPayStep;
      s.todo.top().b = 0;
      break;
    }
    case Do::kEndCards:
      if (move.kind() == Kind::kDone) {
        s.todo.pop();
        p.draft = {};
        break;
      }
      p.draft.remove(move.a());
      tell(What::kEndCard, seat, move.a());
      for (const Rule& rule : c.of(c.contracts[idx(move.a())].rules)) {
        if (rule.on == On::kEnd) push_run(seat, rule.effects);
      }
      break;
    default: break;
  }
  proceed();
}

// --- the machine ---

// A decision that offers nothing any more is left out.
bool Play::lapses() {
  const Todo top = s.todo.top();
  const Player& p = player(top.seat);
  const auto seat = static_cast<Seat>(top.seat);
  switch (top.what) {
    case Do::kTrade: {
      FixedList<std::uint8_t, kMaxTrades> options;
      g.trades(p, p.goods, options);
      return options.empty();
    }
    case Do::kStep: {
      const Rules::Steps steps = g.steps(s, seat);
      if (top.b >= steps.most || g.step_from(s, seat, top.a) < 0) return true;
      if (top.b < steps.free) return false;
      return !g.can_pay(p, p.goods, reduced(c.step_cost, s.now.less));
    }
    case Do::kDiscard: return p.hand.empty() || top.a == 0;
    case Do::kStack: return !g.any_tile(s, top.a) || (top.a == kFarmTile && !g.tile_free(p));
    case Do::kRollToFarm: {
      if (p.idle == 0) return true;
      for (int slot = 0; slot < kFarms; ++slot) {
        const Tile* farm = g.farm_at(p, slot);
        if (farm != nullptr && farm->slot && p.farm[idx(slot)] == 0) return false;
      }
      return true;
    }
    case Do::kOptions: {
      FixedList<std::uint8_t, 8> own;
      g.leader_options(s, own);
      if (!own.empty()) return false;
      if (top.a == 0) return true;
      if (!g.may_trade(s, false) && !g.may_trade(s, true)) return true;
      FixedList<std::uint8_t, kMaxTrades> options;
      g.trades(p, p.goods, options);
      return options.empty();
    }
    case Do::kEndCards: return p.draft.empty();
    case Do::kContract:
    case Do::kChoose:
    case Do::kSwap:
    case Do::kSetupSpace:
    case Do::kBreakthrough:
    case Do::kSetback:
    case Do::kUseOutpost:
    case Do::kMoveAny:
    case Do::kMoveBack:
    case Do::kPartner:
    case Do::kPay:
    case Do::kPayEntry: {
      Rules::List list;
      g.legal(s, seat, list);
      return list.empty();
    }
    case Do::kAbility: {
      Rules::List list;
      g.legal(s, seat, list);
      return list.size() <= 1;
    }
    default: return false;
  }
}

void Play::proceed() {
  while (true) {
    const Do what = s.todo.top().what;
    if (runs_by_itself(what)) {
      step();
      continue;
    }
    if (what == Do::kDraw) {
      if (s.todo.top().a == 0) {
        s.todo.pop();
        continue;
      }
      if (s.deck.empty()) {
        if (s.discards.empty()) {
          s.todo.pop();
          continue;
        }
        s.deck = s.discards;
        s.discards = {};
        tell(What::kReshuffled, kNobody);
      }
      return;
    }
    if (is_decision(what) && what > Do::kPlan && lapses()) {
      s.todo.pop();
      continue;
    }
    if (what == Do::kPlan) {
      // Nobody has anything to plan.
      bool waiting = false;
      for (int i = 0; i < g.seats(); ++i) waiting = waiting || player(i).stage != Stage::kDone;
      if (!waiting) {
        plan_ready();
        continue;
      }
    }
    return;
  }
}

void Play::step() {
  Todo& top = s.todo.top();
  const auto seat = static_cast<Seat>(top.seat);
  switch (top.what) {
    case Do::kRun: {
      const Effect& e = c.effects[top.pc];
      const int value = top.a;
      if (++top.pc >= top.n) s.todo.pop();
      run_effect(seat, e, value);
      break;
    }
    case Do::kAct: act(); break;
    case Do::kGetSpecialist:
      s.todo.pop();
      if (player(seat).gained != 7) push(Do::kSetupSpace, seat);
      break;
    case Do::kUnlock: {
      const Player& p = player(seat);
      if (p.locked != 0 && Rules::active_specialists(p) < g.specialist_limit(p) &&
          g.regular_dice(p) > 0) {
        push(Do::kSwap, seat);
        if (lapses()) {
          s.todo.pop();
          s.todo.pop();
        }
      } else {
        s.todo.pop();
      }
      break;
    }
    case Do::kGetDice: {
      const int n = top.a;
      s.todo.pop();
      get_dice(seat, n);
      break;
    }
    case Do::kReceive: {
      const Goods goods = unpack(top);
      s.todo.pop();
      for (int r = 0; r < kResources; ++r) gain(seat, r, goods[idx(r)]);
      break;
    }
    case Do::kFulfilled: {
      const int card = top.a;
      const bool delivered = top.b != 0;
      s.todo.pop();
      Player& p = player(seat);
      tell(What::kFulfilled, seat, card);
      g.each_rule(s, p, On::kFulfil, [&](const Rule& rule) {
        if (delivered || !rule.at_depository) trigger(seat, rule, 0);
      });
      p.hand.remove(card);
      p.fulfilled.add(card);
      // What it takes off an action counts at once (CIR-Q41).
      if ((s.now.flags & kActive) != 0 && s.now.seat == seat) {
        for (const Rule& rule : c.of(c.contracts[idx(card)].rules)) {
          if (Rules::takes_off(rule, s.now.from, s.now.piece == Piece::kSpecialist))
            add_discount(rule, s.now.less);
        }
      }
      break;
    }
    case Do::kDepositoryReward: {
      const Range reward = c.depository[top.a].effects;
      s.todo.pop();
      push_run(seat, reward);
      break;
    }
    case Do::kHarvestFarm: {
      const int slot = top.a;
      const bool early = top.b != 0;
      s.todo.pop();
      harvest_farm(seat, slot, early);
      break;
    }
    case Do::kRound: round_step(); break;
    case Do::kSeatStep: seat_step(); break;
    case Do::kAi: ai_intrigue_specialist(); break;
    default: s.todo.pop(); break;
  }
}

}  // namespace tidelock::circadians
