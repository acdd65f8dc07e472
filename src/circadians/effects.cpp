// What cards, tiles and boards do: resources, cards, dice, the Harvester, tiles.
#include <algorithm>

#include "circadians/play.h"

namespace tidelock::circadians {

// --- resources, cards and dice ---

void Play::gain(Seat seat, int what, int n) {
  if (n <= 0) return;
  if (what < kResources) {
    auto& have = player(seat).goods[idx(what)];
    have = static_cast<std::int16_t>(std::min(30000, have + n));
    tell(What::kGained, seat, what, n);
  } else if (what == kContracts) {
    push(Do::kDraw, seat, n);
  } else if (what == kDice) {
    push(Do::kGetDice, seat, n);
  } else {
    for (int i = 0; i < n; ++i) push(Do::kGetSpecialist, seat);
  }
}

// As much as there is (CIR-Q45).
void Play::lose(Seat seat, int what, int n) {
  Player& p = player(seat);
  if (what == kContracts) {
    n = std::min(n, p.hand.count());
    if (n > 0) push(Do::kDiscard, seat, n);
    return;
  }
  n = std::min<int>(n, p.goods[idx(what)]);
  if (n <= 0) return;
  p.goods[idx(what)] = static_cast<std::int16_t>(p.goods[idx(what)] - n);
  tell(What::kLost, seat, what, n);
}

// What is left of an inner payment after "less for the action" (CIR-Q38).
Goods Play::inner_cost(Goods cost) {
  for (std::size_t r = 0; r < kResources; ++r) {
    const int cut = std::min<int>(cost[r], s.now.less[r]);
    cost[r] = static_cast<std::int16_t>(cost[r] - cut);
    s.now.less[r] = static_cast<std::uint8_t>(s.now.less[r] - cut);
  }
  return cost;
}

// What is held of it leaves the player.
void Play::spend(Seat seat, const Goods& cost) {
  Player& p = player(seat);
  for (std::size_t r = 0; r < kResources; ++r) {
    const int n = std::min(cost[r], p.goods[r]);
    if (n <= 0) continue;
    p.goods[r] = static_cast<std::int16_t>(p.goods[r] - n);
    tell(What::kPaid, seat, static_cast<int>(r), n);
  }
}

// Asks how, where one resource may stand for another and there is more than one way.
void Play::pay(Seat seat, const Goods& cost) {
  const Player& p = player(seat);
  int ways = 0;
  int only = 0;
  for (int k = 0; k <= g.most_substituted(p, cost); ++k) {
    if (!covers(p.goods, g.substituted(p, cost, k))) continue;
    ++ways;
    only = k;
  }
  if (ways > 1) {
    push(Do::kPay, seat, 0, 0, low_half(cost), high_half(cost));
  } else {
    spend(seat, g.substituted(p, cost, only));
  }
}

void Play::make_trade(Seat seat, int which) {
  const Trade& trade = c.trades[idx(which)];
  tell(What::kTrade, seat, which);
  push(Do::kReceive, seat, 0, 0, low_half(trade.get), high_half(trade.get));
  pay(seat, trade.give);
}

// From the reserve, unrolled (CIR-Q20, CIR-Q32).
void Play::get_dice(Seat seat, int n) {
  Player& p = player(seat);
  n = std::min<int>(n, p.reserve);
  if (n == 0) {
    tell(What::kNoDice, seat);
    return;
  }
  p.reserve = static_cast<std::uint8_t>(p.reserve - n);
  p.idle = static_cast<std::uint8_t>(p.idle + n);
  tell(What::kDice, seat, n);
  const auto phase = static_cast<Phase>(s.phase);
  if (phase >= Phase::kHq && phase <= Phase::kTurns && g.has_special(p, Special::kRollToFarm)) {
    for (int i = 0; i < n; ++i) push(Do::kRollToFarm, seat);
  }
  push(Do::kUnlock, seat);
}

void Play::move_harvester(Seat seat, int to) {
  Player& p = player(seat);
  p.harvester = static_cast<std::uint8_t>(to);
  tell(What::kMoved, seat, to);
  if (to >= kFirstCorner) {
    const int corner = to - kFirstCorner;
    if (!has_bit(p.seen, corner)) push(Do::kReveal, seat, corner);
    return;
  }
  if (((s.tokens >> to) & 1U) == 0) return;
  s.tokens &= ~(std::uint64_t{1} << to);
  tell(What::kTokenTaken, seat, to);
  const Goods& token = c.planet[s.sides & 1U][idx(to)].token;
  for (int r = 0; r < kResources; ++r) gain(seat, r, token[idx(r)]);
}

// A Specialist takes the place of a regular die (CIR-Q55).
void Play::swap(Seat seat, int place) {
  Player& p = player(seat);
  const auto mine = [&](Piece piece) {
    return !piece.empty() && piece.owner() == seat && piece.regular();
  };
  const auto replace = [&](Piece& piece) {
    if (!mine(piece)) return false;
    piece = Piece(seat, Piece::kSpecialist);
    return true;
  };
  if (place < kSwapFarm) {
    p.garage[idx(place - kSwapGarage)] = Piece::kSpecialist;
  } else if (place < kSwapIdle) {
    p.farm[idx(place - kSwapFarm)] = Piece::kSpecialist;
  } else if (place == kSwapIdle) {
    --p.idle;
    ++p.idle_specialists;
  } else if (place == kSwapCanteen) {
    --p.canteen;
    ++p.canteen_specialists;
  } else if (place < kSwapStation) {
    (void)replace(s.hq[idx(place - kSwapHq)]);
  } else if (place < kSwapOutpost) {
    const int station = place - kSwapStation;
    bool found = false;
    for (auto& piece : s.station[idx(station)]) found = found || replace(piece);
    if (station == kLaboratory) {
      for (auto& piece : s.partner) found = found || replace(piece);
    }
  } else {
    auto& outpost = player(place - kSwapOutpost).outpost;
    if (!replace(outpost[0])) (void)replace(outpost[1]);
  }
  ++p.reserve;
  --p.locked;
  tell(What::kUnlocked, seat, place);
}

void Play::put_farm(Seat seat, int tile) {
  Player& p = player(seat);
  for (int i = 0; i < kTileFarms; ++i) {
    if (p.tile[idx(i)] != 0) continue;
    p.tile[idx(i)] = static_cast<std::uint8_t>(tile + 1);
    tell(What::kFarmTile, seat, tile, i);
    return;
  }
}

void Play::take_tile(Seat seat, int kind, int stack) {
  auto& up = s.up[idx(kind)][idx(stack)];
  const int tile = up - 1;
  up = 0;
  if (kind == kFarmTile) {
    put_farm(seat, tile);
  } else {
    push(Do::kGarage, seat, tile);
  }
  // The next one is turned up at once (CIR-Q21).
  if (s.down[idx(kind)][idx(stack)] != 0) push(Do::kTile, seat, kind, stack);
}

void Play::put_in_hq(Seat seat, int value) {
  const int space = g.free_hq(s);
  if (space < 0) return;
  s.hq[idx(space)] = Piece(seat, value);
  s.hq_waits = static_cast<std::uint8_t>(s.hq_waits | (1U << space));
}

// --- effects ---

void Play::run_effect(Seat seat, const Effect& e, int value) {
  using Op = Effect::Op;
  switch (e.op) {
    case Op::kGain: gain(seat, e.what, e.amount.of(value)); break;
    case Op::kLose: lose(seat, e.what, e.amount.of(value)); break;
    case Op::kPay: {
      if (e.n != 0) push(Do::kDiscard, seat, e.n);
      pay(seat, inner_cost(e.goods));
      break;
    }
    case Op::kOthers:
      for (int i = g.seats() - 1; i >= 0; --i) {
        const auto other = static_cast<Seat>((seat + i) % g.seats());
        if (other != seat || g.has_special(player(seat), Special::kCountsAsOther))
          push_run(other, e.list, value);
      }
      break;
    case Op::kChoose: push(Do::kChoose, seat, value, 0, e.list.begin, e.list.end); break;
    case Op::kOptional: push(Do::kOptional, seat, value, 0, e.list.begin, e.list.end); break;
    case Op::kByValue:
      for (auto i = e.list.begin; i < e.list.end; ++i) {
        if (value < c.cases[i].low || value > c.cases[i].high) continue;
        push_run(seat, c.cases[i].effects, value);
        break;
      }
      break;
    case Op::kPer: {
      int n = g.count(s, seat, static_cast<Count>(e.what));
      if (e.n != 0) n = std::min<int>(n, e.n);
      // The same simple gains many times are one gain.
      for (auto i = e.list.end; i-- > e.list.begin;) {
        const Effect& one = c.effects[i];
        if (one.op == Op::kGain && one.what <= kDice) {
          gain(seat, one.what, std::min(n * one.amount.of(value), 200));
        } else {
          for (int k = 0; k < std::min(n, 6); ++k)
            push_run(seat, {i, static_cast<std::uint16_t>(i + 1)}, value);
        }
      }
      break;
    }
    case Op::kMove:
      if (e.what == kByDie) {
        const int to = g.step_from(s, seat, value - 1);
        if (to < 0) break;
        push(Do::kStep, seat, value - 1, 1);
        move_harvester(seat, to);
      } else if (e.what == kBackward) {
        push(Do::kMoveBack, seat);
      } else {
        push(Do::kMoveAny, seat, e.n, e.up_to ? 1 : 0);
      }
      break;
    case Op::kPeek: push(Do::kPeek, seat); break;
    case Op::kHarvestPlanet: {
      const Player& p = player(seat);
      const Goods& goods = g.harvest_of(s, p.harvester);
      for (int r = 0; r < kResources; ++r) gain(seat, r, goods[idx(r)]);
      break;
    }
    case Op::kHarvestFarms:
      for (int slot = kFarms - 1; slot >= 0; --slot) push(Do::kHarvestFarm, seat, slot, 1);
      break;
    case Op::kTrades: {
      int n = e.amount.of(value);
      if (e.amount.kind == Amount::Kind::kValue) {
        g.each_rule(s, player(seat), On::kSend, [&](const Rule& rule) {
          if (has_bit(rule.to, kMarket)) n += rule.trades;
        });
      }
      if (n > 0) push(Do::kTrade, seat, std::min(n, 60));
      break;
    }
    case Op::kTile: push(Do::kStack, seat, e.what, e.n); break;
    case Op::kStartTile:
      if (e.what == kShipTile) {
        player(seat).ship[e.n] = static_cast<std::uint8_t>(e.amount.n + 1);
        tell(What::kShip, seat, e.amount.n, e.n);
      } else {
        player(seat).tile[e.n] = static_cast<std::uint8_t>(e.amount.n + 1);
        tell(What::kFarmTile, seat, e.amount.n, e.n);
      }
      break;
    case Op::kFulfil:
      push(Do::kContract, seat, e.what, e.n != 0 ? 2 : 0, low_half(e.goods), high_half(e.goods));
      break;
    case Op::kUseOutpost: push(Do::kUseOutpost, seat); break;
    case Op::kOtherAbility:
    case Op::kBreakthrough: break;  // asked where they belong
    case Op::kSpecial:
      if (static_cast<Special>(e.what) == Special::kReserveDieToHq) push(Do::kRollHq, seat, 0);
      break;
  }
}

// The effects of a rule: resources at once, the rest on the stack.
void Play::trigger(Seat seat, const Rule& rule, int value) {
  for (auto i = rule.effects.begin; i < rule.effects.end; ++i) {
    const Effect& e = c.effects[i];
    if (e.op == Effect::Op::kGain && e.what < kResources) {
      gain(seat, e.what, e.amount.of(value));
    } else {
      push_run(seat, {i, rule.effects.end}, value);
      return;
    }
  }
}

}  // namespace tidelock::circadians
