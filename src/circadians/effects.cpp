// What cards, tiles and boards do (docs/packs.md): the vocabulary of effects that packs are written
// in (run_effect), and what the effects come down to: resources, cards, dice (CIR-Q20, CIR-Q32,
// CIR-Q45), payments (CIR-Q37, CIR-Q38), the Harvester (CIR-2.6, CIR-Q50), tiles (CIR-Q21,
// CIR-Q22), Specialists that become active (CIR-Q55).
//
// Resources are gained at once; what may ask a player or chance goes onto the stack.
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
    push(seat, step::Draw{.left = n});
  } else if (what == kDice) {
    push(seat, step::GetDice{.n = n});
  } else {
    for (int i = 0; i < n; ++i) push(Do::kGetSpecialist, seat);
  }
}

// As much as there is (CIR-Q45).
void Play::lose(Seat seat, int what, int n) {
  Player& p = player(seat);
  if (what == kContracts) {
    n = std::min(n, p.hand.count());
    if (n > 0) push(seat, step::Discard{.left = n});
    return;
  }
  n = std::min<int>(n, p.goods[idx(what)]);
  if (n <= 0) return;
  p.goods[idx(what)] = static_cast<std::int16_t>(p.goods[idx(what)] - n);
  tell(What::kLost, seat, what, n);
}

// What is left of an inner payment after "less for the action" (CIR-Q38). What was taken off is
// used up: the next payment of the same action has less of it.
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

// Asks how, where one resource may stand for another (Garmon, CIR-Q74) and there is more than one
// way.
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
    push(seat, step::Pay{.cost = cost});
  } else {
    spend(seat, g.substituted(p, cost, only));
  }
}

// The payment first; what it brings waits below it, so that it cannot pay for itself.
void Play::make_trade(Seat seat, int which) {
  const Trade& trade = c.trades[idx(which)];
  tell(What::kTrade, seat, which);
  push(seat, step::Receive{.goods = trade.get});
  pay(seat, trade.give);
}

// From the reserve, unrolled (CIR-Q20, CIR-Q32); Oru Ven may roll those of Execute. A new die may
// be what a waiting Specialist replaces, which comes before the roll (CIR-Q80).
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

// Picks up the token of a space, learns the points of a Cache (CIR-Q3).
void Play::move_harvester(Seat seat, int to) {
  Player& p = player(seat);
  p.harvester = static_cast<std::uint8_t>(to);
  tell(What::kMoved, seat, to);
  if (to >= kFirstCorner) {
    const int corner = to - kFirstCorner;
    if (!has_bit(p.seen, corner)) push(seat, step::Reveal{.corner = corner});
    return;
  }
  if (((s.tokens >> to) & 1U) == 0) return;
  s.tokens &= ~(std::uint64_t{1} << to);
  tell(What::kTokenTaken, seat, to);
  const Goods& token = c.planet[s.sides & 1U][idx(to)].token;
  for (int r = 0; r < kResources; ++r) gain(seat, r, token[idx(r)]);
}

void Play::move_towards(Seat seat, int direction) {
  const int to = g.step_from(s, seat, direction);
  if (to >= 0) move_harvester(seat, to);
}

// A Specialist takes the place of a regular die (CIR-Q55), which goes back to the reserve.
void Play::swap(Seat seat, int place) {
  Player& p = player(seat);
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
  } else {
    swap_on_board(seat, place);
  }
  ++p.reserve;
  --p.locked;
  tell(What::kUnlocked, seat, place);
}

// The first die of the player there: dice on a board are alike in what follows.
void Play::swap_on_board(Seat seat, int place) {
  const auto replace = [&](auto& pieces) {
    for (Piece& piece : pieces) {
      if (piece.empty() || piece.owner() != seat || !piece.regular()) continue;
      piece = Piece(seat, Piece::kSpecialist);
      return true;
    }
    return false;
  };
  if (place < kSwapStation) {
    s.hq[idx(place - kSwapHq)] = Piece(seat, Piece::kSpecialist);
  } else if (place < kSwapOutpost) {
    const int station = place - kSwapStation;
    if (!replace(s.station[idx(station)]) && station == kLaboratory) (void)replace(s.partner);
  } else {
    (void)replace(player(place - kSwapOutpost).outpost);
  }
}

// In the first empty slot (CIR-Q22).
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
    push(seat, step::Garage{.ship = tile});
  }
  // The next one is turned up at once (CIR-Q21).
  if (s.down[idx(kind)][idx(stack)] != 0) push(seat, step::Tile{.kind = kind, .stack = stack});
}

// What enters Headquarters now acts in the next round (CIR-Q27).
void Play::put_in_hq(Seat seat, int value) {
  const int space = g.free_hq(s);
  if (space < 0) return;
  s.hq[idx(space)] = Piece(seat, value);
  s.hq_waits = static_cast<std::uint8_t>(s.hq_waits | (1U << space));
}

// --- effects ---

// `value`: of the die, for effects that depend on it; 0: there is none.
void Play::run_effect(Seat seat, const Effect& e, int value) {
  using Op = Effect::Op;
  switch (e.op) {
    case Op::kGain: gain(seat, e.what, e.amount.of(value)); break;
    case Op::kLose: lose(seat, e.what, e.amount.of(value)); break;
    case Op::kPay:
      if (e.n != 0) push(seat, step::Discard{.left = e.n});
      pay(seat, inner_cost(e.goods));
      break;
    case Op::kOthers: others_run(seat, e.list, value); break;
    case Op::kChoose: push(seat, step::Choose{.lists = e.list, .value = value}); break;
    case Op::kOptional: push(seat, step::Optional{.effects = e.list, .value = value}); break;
    case Op::kByValue:
      for (auto i = e.list.begin; i < e.list.end; ++i) {
        if (value < c.cases[i].low || value > c.cases[i].high) continue;
        push_run(seat, c.cases[i].effects, value);
        break;
      }
      break;
    case Op::kPer: run_per(seat, e, value); break;
    case Op::kMove: begin_move(seat, e, value); break;
    case Op::kPeek: push(Do::kPeek, seat); break;
    case Op::kHarvestPlanet: {
      const Goods& goods = g.harvest_of(s, player(seat).harvester);
      for (int r = 0; r < kResources; ++r) gain(seat, r, goods[idx(r)]);
      break;
    }
    case Op::kHarvestFarms:
      for (int slot = kFarms - 1; slot >= 0; --slot)
        push(seat, step::HarvestFarm{.slot = slot, .early = true});
      break;
    case Op::kTrades: begin_trades(seat, e.amount, value); break;
    case Op::kTile: push(seat, step::Stack{.kind = e.what, .named = e.n}); break;
    case Op::kStartTile: put_start_tile(seat, e); break;
    case Op::kFulfil:
      push(seat, step::Contract{.kinds = e.what, .full_cost = e.n != 0, .less = e.goods});
      break;
    case Op::kUseOutpost: push(Do::kUseOutpost, seat); break;
    case Op::kOtherAbility:
    case Op::kBreakthrough: break;  // asked where they belong
    case Op::kSpecial:
      if (static_cast<Special>(e.what) == Special::kReserveDieToHq) push(seat, step::RollHq{});
      break;
  }
}

// "All others", clockwise from the acting player (CIR-Q33). Lysias counts as another to himself
// (CIR-Q80).
void Play::others_run(Seat seat, Range effects, int value) {
  for (int i = g.seats() - 1; i >= 0; --i) {
    const auto other = static_cast<Seat>((seat + i) % g.seats());
    if (other != seat || g.has_special(player(seat), Special::kCountsAsOther))
      push_run(other, effects, value);
  }
}

// A list of effects for each of something. Equal simple gains are made as one: many little ones
// would fill the stack.
void Play::run_per(Seat seat, const Effect& e, int value) {
  int n = g.count(s, seat, static_cast<Count>(e.what));
  if (e.n != 0) n = std::min<int>(n, e.n);
  for (auto i = e.list.end; i-- > e.list.begin;) {
    const Effect& one = c.effects[i];
    if (one.op == Effect::Op::kGain && one.what <= kDice) {
      gain(seat, one.what, std::min(n * one.amount.of(value), 200));
    } else {
      for (int k = 0; k < std::min(n, 6); ++k)
        push_run(seat, {i, static_cast<std::uint16_t>(i + 1)}, value);
    }
  }
}

// In the Control Room the first step is not asked about: it was chosen with the value of the die.
void Play::begin_move(Seat seat, const Effect& e, int value) {
  if (e.what == kBackward) {
    push(Do::kMoveBack, seat);
    return;
  }
  if (e.what != kByDie) {
    push(seat, step::MoveAny{.left = e.n, .may_stop = e.up_to});
    return;
  }
  const int to = g.step_from(s, seat, value - 1);
  if (to < 0) return;
  push(seat, step::Walk{.direction = value - 1, .made = 1});
  move_harvester(seat, to);
}

// At the Market as many as the value of the die, and what rules add to that.
void Play::begin_trades(Seat seat, Amount amount, int value) {
  int n = amount.of(value);
  if (amount.kind == Amount::Kind::kValue) {
    g.each_rule(s, player(seat), On::kSend, [&](const Rule& rule) {
      if (has_bit(rule.to, kMarket)) n += rule.trades;
    });
  }
  if (n > 0) push(seat, step::Trade{.left = std::min(n, 60)});
}

// A tile that a leader begins with.
void Play::put_start_tile(Seat seat, const Effect& e) {
  const auto tile = static_cast<std::uint8_t>(e.amount.n + 1);
  if (e.what == kShipTile) {
    player(seat).ship[e.n] = tile;
    tell(What::kShip, seat, e.amount.n, e.n);
  } else {
    player(seat).tile[e.n] = tile;
    tell(What::kFarmTile, seat, e.amount.n, e.n);
  }
}

// The effects of a rule: resources at once, and from the first other effect on all on the stack.
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
