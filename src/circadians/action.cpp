// One send from its first step to its last (CIR-Q35), and the effects of cards, tiles and boards.
#include <algorithm>

#include "circadians/play.h"

namespace tidelock::circadians {

namespace {

constexpr std::array<std::uint8_t, kResources> kNoLess = {};

Goods unpack(const Todo& todo) {
  return {static_cast<std::int16_t>(todo.pc & 0xFF), static_cast<std::int16_t>(todo.pc >> 8),
          static_cast<std::int16_t>(todo.n & 0xFF), static_cast<std::int16_t>(todo.n >> 8)};
}
int low_half(const Goods& goods) { return goods[kWater] | (goods[kAlgae] << 8); }
int high_half(const Goods& goods) { return goods[kEnergy] | (goods[kGem] << 8); }

// The steps of kAct.
enum Step : std::uint8_t {
  kBeforeStep,
  kPayStep,
  kPlaceStep,
  kUnlockStep,
  kGainStep,
  kIncidentStep,
  kEffectStep,
  kAfterStep,
  kOwnerStep,
  kRepeatStep,
  kEndStep,
};

}  // namespace

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

void Play::pay(Seat seat, const Goods& cost) {
  Player& p = player(seat);
  if (const Leader* who = g.leader(p)) {
    for (const Rule& rule : who->rules) {
      if (rule.substitute_n == 0 || cost[rule.substitute_from] == 0) continue;
      int ways = 0;
      int only = 0;
      for (int k = 0; k <= cost[rule.substitute_from] && k < 16; ++k) {
        Goods total = cost;
        total[rule.substitute_from] = static_cast<std::int16_t>(total[rule.substitute_from] - k);
        total[rule.substitute_to] =
            static_cast<std::int16_t>(total[rule.substitute_to] + k * rule.substitute_n);
        if (!covers(p.goods, total)) continue;
        ++ways;
        only = k;
      }
      if (ways > 1) {
        push(Do::kPay, seat, 0, 0, low_half(cost), high_half(cost));
        return;
      }
      Goods total = cost;
      total[rule.substitute_from] = static_cast<std::int16_t>(total[rule.substitute_from] - only);
      total[rule.substitute_to] =
          static_cast<std::int16_t>(total[rule.substitute_to] + only * rule.substitute_n);
      for (std::size_t r = 0; r < kResources; ++r) {
        const int n = std::min(total[r], p.goods[r]);
        if (n == 0) continue;
        p.goods[r] = static_cast<std::int16_t>(p.goods[r] - n);
        tell(What::kPaid, seat, static_cast<int>(r), n);
      }
      return;
    }
  }
  for (std::size_t r = 0; r < kResources; ++r) {
    const int n = std::min(cost[r], p.goods[r]);
    if (n == 0) continue;
    p.goods[r] = static_cast<std::int16_t>(p.goods[r] - n);
    tell(What::kPaid, seat, static_cast<int>(r), n);
  }
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
  if (s.down[idx(kind)][idx(stack)] != 0) push(Do::kTile, seat, kind, stack);
  if (kind == kFarmTile) {
    put_farm(seat, tile);
  } else {
    push(Do::kGarage, seat, tile);
  }
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
      Goods cost{};
      for (std::size_t r = 0; r < kResources; ++r) cost[r] = e.goods[r];
      if (e.n != 0) push(Do::kDiscard, seat, e.n);
      pay(seat, inner_cost(cost));
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
        const auto extra = [&](const Rule& rule) {
          if (rule.on == On::kSend && has_bit(rule.to, kMarket)) n += rule.trades;
        };
        const Player& p = player(seat);
        for (const Rule& rule : g.event_rules(s)) extra(rule);
        for (const int card : p.fulfilled& c.contracts_on[idx(static_cast<int>(On::kSend))]) {
          for (const Rule& rule : c.contracts[idx(card)].rules) extra(rule);
        }
        if (const Leader* who = g.leader(p)) {
          for (const Rule& rule : who->rules) extra(rule);
        }
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
    case Op::kFulfil: {
      Goods less{};
      for (std::size_t r = 0; r < kResources; ++r) less[r] = e.goods[r];
      push(Do::kContract, seat, e.what, e.n != 0 ? 2 : 0, low_half(less), high_half(less));
      break;
    }
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

// --- sending ---

void Play::apply_send(Seat seat, Move move) {
  using Kind = Move::Kind;
  Player& p = player(seat);
  const Todo top = s.todo.top();
  if (move.kind() == Kind::kHarvestTurn) {
    s.todo.pop();
    p.flags |= kFarmsHarvested;
    tell(What::kHarvestTurn, seat);
    gain(seat, kWater, 3);
    for (int slot = kFarms - 1; slot >= 0; --slot) push(Do::kHarvestFarm, seat, slot, 1);
    return;
  }
  if (move.kind() == Kind::kDone) {
    s.todo.pop();
    p.flags |= kSendingEnded;
    return;
  }
  if (move.kind() == Kind::kTradeFirst) {
    s.now = {};
    s.now.seat = static_cast<std::uint8_t>(seat);
    s.now.from = static_cast<std::uint8_t>(move.a());
    s.now.partner = kNone;
    s.now.flags = kBeforeTrade | kTraded;
    tell(What::kTrade, seat, move.b());
    const Trade& trade = c.trades[idx(move.b())];
    push(Do::kReceive, seat, 0, 0, low_half(trade.get), high_half(trade.get));
    pay(seat, trade.give);
    return;
  }
  const int from = move.a();
  const int target = move.b();
  s.todo.pop();
  if (target == kToCanteen) {
    const int piece = from == kFromHq ? s.hq[top.b].value() : p.garage[idx(from)];
    if (from == kFromHq) {
      s.hq[top.b] = Piece();
    } else {
      p.garage[idx(from)] = 0;
    }
    if (piece == Piece::kSpecialist) {
      ++p.canteen_specialists;
    } else {
      ++p.canteen;
    }
    s.now = {};
    tell(What::kCanteen, seat, piece);
    gain(seat, kWater, c.canteen_water);
    return;
  }
  start_action(seat, g.sender(s, seat, from, top.b), target, move.c());
}

void Play::start_action(Seat seat, const Sender& sender, int target, int value) {
  const std::uint8_t traded = s.now.flags & kTraded;
  s.now = {};
  s.now.seat = static_cast<std::uint8_t>(seat);
  s.now.from = sender.from;
  s.now.piece = sender.piece;
  s.now.value = static_cast<std::uint8_t>(value);
  s.now.target = static_cast<std::uint8_t>(target);
  s.now.partner = kNone;
  s.now.flags = static_cast<std::uint8_t>(kActive | traded);
  s.now.less = sender.less;
  s.now.hq_space = sender.hq_space;
  push(Do::kAct, seat, kBeforeStep, sender.garage);
  if (target == kToLaboratory) push(Do::kPartner, seat);
}

// Todo: a: the next step, b: what the Garages cost.
void Play::act() {
  Todo& top = s.todo.top();
  const auto seat = static_cast<Seat>(top.seat);
  const bool repeated = (s.now.flags & kRepeated) != 0;
  const auto step = static_cast<Step>(top.a);
  ++top.a;
  switch (step) {
    case kBeforeStep: {
      FixedList<std::uint8_t, 8> own;
      g.leader_options(s, own);
      if (!own.empty()) push(Do::kOptions, seat, 0);
      break;
    }
    case kPayStep: pay_entry(); break;
    case kPlaceStep:
      if (!repeated) place();
      break;
    case kUnlockStep:
      if (!repeated) push(Do::kUnlock, seat);
      break;
    case kGainStep: gains(); break;
    case kIncidentStep:
      if (!repeated && place_of(s.now.target) == kNegotiation) incident();
      break;
    case kEffectStep: effect(); break;
    case kAfterStep:
      if (!repeated) push(Do::kOptions, seat, 1);
      break;
    case kOwnerStep: owner_bonus(); break;
    case kRepeatStep: {
      Player& p = player(seat);
      const bool first = s.now.from == kFromHq && (p.flags & kFirstHqSend) == 0;
      if (first && g.can_repeat(s)) push(Do::kRepeat, seat);
      if (first) p.flags |= kFirstHqSend;
      break;
    }
    case kEndStep:
      s.now = {};
      s.todo.pop();
      break;
  }
}

void Play::pay_entry() {
  const Todo top = s.todo.top();
  const auto seat = static_cast<Seat>(top.seat);
  Sender first;
  first.from = s.now.from;
  first.piece = s.now.piece;
  first.garage = top.b;
  first.less = s.now.less;
  Payments ways;
  g.payments(s, seat, first, nullptr, s.now.target, s.now.value, ways);
  push(Do::kPayEntry, seat, top.b);
  if (ways.size() > 1) return;
  // One way to pay is no choice.
  apply(seat, Move::make(Move::Kind::kPay, ways.empty() ? 0 : ways[0].alternative,
                         ways.empty() ? 0 : ways[0].substituted,
                         ways.empty() || ways[0].free == kNone ? 0 : ways[0].free + 1));
}

void Play::place() {
  const auto seat = static_cast<Seat>(s.now.seat);
  Player& p = player(seat);
  const Place where = place_of(s.now.target);
  const auto take = [&](std::uint8_t from, std::uint8_t hq_space) {
    if (from < kGarages) {
      p.garage[from] = 0;
    } else if (from == kFromHq) {
      s.hq[hq_space] = Piece();
    } else {
      p.flags |= kSalSent;
    }
  };
  const bool plain = s.now.piece != Piece::kSpecialist && s.now.piece != Piece::kSal;
  const Piece piece(seat,
                    plain && s.now.value != 0 && where != kMarket ? s.now.value : s.now.piece);
  tell(What::kSent, seat, s.now.target, plain ? s.now.value : s.now.piece, s.now.from);
  take(s.now.from, s.now.hq_space);
  if (s.now.from < kGarages && where < kStations) p.flags |= kFirstGarageSend;
  const auto leaves = [&] {
    if (piece.specialist()) {
      ++p.out_specialists;
    } else {
      ++p.out;
    }
  };
  switch (where) {
    case kHeadquarters: put_in_hq(seat, piece.value()); break;
    case kDepository:
      s.depository[idx(s.now.value - 1)][idx(s.now.target - kToDepository)] = piece;
      leaves();
      break;
    case kNegotiation: {
      const int n = s.now.target - kToNegotiation;
      s.negotiation[idx(n / kRows)][idx(n % kRows)] = piece;
      leaves();
      break;
    }
    case kOutpost: {
      auto& outpost = player(s.now.target - kToOutpost).outpost;
      outpost[outpost[0].empty() ? 0 : 1] = piece;
      break;
    }
    case kFarm: p.farm[idx(s.now.target - kToFarm)] = s.now.piece; break;
    default: {
      const int column = where == kMiningCamp ? s.now.target - kToMine + 1 : 0;
      const int space = g.free_space(s, where, column, s.now.value);
      if (space < 0) break;
      s.station[where][idx(space)] = piece;
      if (s.now.partner == kNone) break;
      const std::uint8_t from = s.now.partner;
      std::uint8_t hq_space = 0;
      int other = Piece::kSal;
      if (from < kGarages) {
        other = p.garage[from];
      } else if (from == kFromHq) {
        for (std::uint8_t i = 0; i < kHqSpaces; ++i) {
          if (s.hq[i].empty() || s.hq[i].owner() != seat || has_bit(s.hq_waits, i)) continue;
          hq_space = i;
          other = s.hq[i].value();
          break;
        }
      }
      take(from, hq_space);
      const bool die = other != Piece::kSpecialist && other != Piece::kSal;
      s.partner[idx(space)] = Piece(seat, die ? s.now.value : other);
      tell(What::kPartnerSent, seat, from, die ? s.now.value : other);
      break;
    }
  }
}

// CIR-Q35 step 7.
void Play::gains() {
  const auto seat = static_cast<Seat>(s.now.seat);
  const Player& p = player(seat);
  const Place where = place_of(s.now.target);
  const int faction = where == kNegotiation ? (s.now.target - kToNegotiation) / kRows : -1;
  const bool specialist = s.now.piece == Piece::kSpecialist;
  FixedList<const Rule*, 64> mine;
  const auto look = [&](const Rule& rule) {
    if (rule.effects.empty() || rule.when != When::kNormal || rule.may || mine.size() >= 60) return;
    switch (rule.on) {
      case On::kSend:
        if (rule.to != 0 && !has_bit(rule.to, where)) return;
        if (rule.from != 0 && !has_bit(rule.from, s.now.from < kGarages   ? 0
                                                  : s.now.from == kFromHq ? 1
                                                                          : 2))
          return;
        if (rule.specialist && !specialist) return;
        break;
      case On::kNegotiate:
        if (faction < 0 || rule.by == By::kOpponent) return;
        if (rule.with != 0 && !has_bit(rule.with, faction)) return;
        break;
      case On::kUseOutpost:
        if (where != kOutpost) return;
        break;
      default: return;
    }
    mine.push(&rule);
  };
  for (const Rule& rule : g.event_rules(s)) look(rule);
  const CardSet cards = p.fulfilled & (c.contracts_on[idx(static_cast<int>(On::kSend))] |
                                       c.contracts_on[idx(static_cast<int>(On::kNegotiate))] |
                                       c.contracts_on[idx(static_cast<int>(On::kUseOutpost))]);
  for (const int card : cards) {
    for (const Rule& rule : c.contracts[idx(card)].rules) look(rule);
  }
  // A second resolution is not a second send of the Ship's die.
  for (const std::uint8_t from : {s.now.from, s.now.partner}) {
    if ((s.now.flags & kRepeated) != 0 || from >= kGarages || p.ship[from] == 0) continue;
    for (const Rule& rule : c.ships[p.ship[from] - 1U].rules) look(rule);
  }
  if (const Leader* who = g.leader(p)) {
    for (const Rule& rule : who->rules) look(rule);
  }
  if (where == kNegotiation) {
    for (int i = g.seats() - 1; i >= 1; --i) {
      const auto other = static_cast<Seat>((seat + i) % g.seats());
      const Player& o = player(other);
      const auto overhear = [&](const Rule& rule) {
        if (rule.on != On::kNegotiate || rule.by == By::kSelf || rule.effects.empty()) return;
        if (rule.with == 0 || has_bit(rule.with, faction)) trigger(other, rule, 0);
      };
      if (const Leader* who = g.leader(o)) {
        for (const Rule& rule : who->rules) overhear(rule);
      }
      for (const int card : o.fulfilled& c.contracts_on[idx(static_cast<int>(On::kNegotiate))]) {
        for (const Rule& rule : c.contracts[idx(card)].rules) overhear(rule);
      }
    }
  }
  if (where == kOutpost) {
    const int owner = s.now.target - kToOutpost;
    s.now.outpost = static_cast<std::uint8_t>(owner + 1);
    tell(What::kOutpostUsed, seat, owner);
    if (!g.is_ai(owner)) push_run(seat, c.sender_gain[idx(g.outpost_board(player(owner)))]);
  }
  for (std::size_t i = mine.size(); i-- > 0;) trigger(seat, *mine[i], s.now.value);
}

// CIR-2.5
void Play::incident() {
  const auto seat = static_cast<Seat>(s.now.seat);
  const int n = s.now.target - kToNegotiation;
  const auto& column = s.negotiation[idx(n / kRows)];
  const int value = column[idx(n % kRows)].value();
  if (value == Piece::kSpecialist) {
    int before = 0;
    for (int row = 0; row < kRows; ++row) {
      if (row != n % kRows && !column[idx(row)].empty() && column[idx(row)].specialist()) ++before;
    }
    if (before > 0 && s.specialist_setbacks < 2) {
      ++s.specialist_setbacks;
      push(Do::kSetback, seat);
    }
    if (s.specialist_breakthroughs < 2) {
      ++s.specialist_breakthroughs;
      push(Do::kBreakthrough, seat);
    }
    return;
  }
  if (!has_bit(s.breakthrough_values, value)) {
    s.breakthrough_values = static_cast<std::uint8_t>(s.breakthrough_values | (1U << value));
    push(Do::kBreakthrough, seat);
    return;
  }
  if (has_bit(s.setback_values, value)) return;
  for (int row = 0; row < kRows; ++row) {
    if (row == n % kRows || column[idx(row)].empty() || column[idx(row)].value() != value) continue;
    s.setback_values = static_cast<std::uint8_t>(s.setback_values | (1U << value));
    push(Do::kSetback, seat);
    return;
  }
}

void Play::resolve_setback(Seat seat, int which) {
  s.setbacks = static_cast<std::uint16_t>(s.setbacks | (1U << which));
  tell(What::kSetback, seat, which);
  for (int i = g.seats() - 1; i >= 0; --i) {
    const auto other = static_cast<Seat>((seat + i) % g.seats());
    const Player& o = player(other);
    const auto look = [&](const Rule& rule) {
      if (rule.on != On::kSetback || rule.effects.empty()) return;
      if (rule.by == By::kAny || (rule.by == By::kSelf) == (other == seat)) trigger(other, rule, 0);
    };
    if (const Leader* who = g.leader(o)) {
      for (const Rule& rule : who->rules) look(rule);
    }
    for (const int card : o.fulfilled& c.contracts_on[idx(static_cast<int>(On::kSetback))]) {
      for (const Rule& rule : c.contracts[idx(card)].rules) look(rule);
    }
  }
  push_run(seat, g.solo() ? c.setbacks[idx(which)].solo : c.setbacks[idx(which)].effects);
}

// CIR-Q35 step 9.
void Play::effect() {
  const auto seat = static_cast<Seat>(s.now.seat);
  const Place where = place_of(s.now.target);
  switch (where) {
    case kHeadquarters: {
      tell(What::kHqReward, seat);
      for (const Rule& rule : g.event_rules(s)) {
        if (rule.on == On::kHqReward) trigger(seat, rule, 0);
      }
      push_run(seat, c.hq_reward);
      break;
    }
    case kDepository:
      push(Do::kDepositoryReward, seat, s.now.target - kToDepository);
      push(Do::kContract, seat, kAnyKind, 4);
      break;
    case kNegotiation:
      s.now.flags = static_cast<std::uint8_t>(s.now.flags & ~(kOwnAbility | kOtherAbility));
      push(Do::kAbility, seat);
      break;
    case kOutpost: {
      const auto token = g.token_of(s, s.now.target - kToOutpost);
      if (token != kNone) push_run(seat, c.tokens[token].effects);
      break;
    }
    case kFarm: break;
    default: push_run(seat, g.action_of(s.now.target, s.now.value).effects, s.now.value); break;
  }
}

void Play::use_outpost(Seat seat, int owner) {
  s.now.outpost = static_cast<std::uint8_t>(owner + 1);
  tell(What::kOutpostUsed, seat, owner);
  const auto token = g.token_of(s, owner);
  if (token != kNone) push_run(seat, c.tokens[token].effects);
  const Player& p = player(seat);
  for (const Rule& rule : g.event_rules(s)) {
    if (rule.on == On::kUseOutpost) trigger(seat, rule, 0);
  }
  for (const int card : p.fulfilled& c.contracts_on[idx(static_cast<int>(On::kUseOutpost))]) {
    for (const Rule& rule : c.contracts[idx(card)].rules) {
      if (rule.on == On::kUseOutpost) trigger(seat, rule, 0);
    }
  }
}

// CIR-Q35 step 11.
void Play::owner_bonus() {
  if (s.now.outpost == 0) return;
  const auto owner = static_cast<Seat>(s.now.outpost - 1);
  s.now.outpost = 0;
  if (owner == static_cast<Seat>(s.now.seat)) return;
  if (g.is_ai(owner)) {
    ai_used_outpost();
    return;
  }
  const Player& o = player(owner);
  if (has_bit(o.gained, 0)) push_run(owner, c.ability_one);
  push_run(owner, c.owner_bonus[idx(g.outpost_board(o))]);
}

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
      Circadians::Partners others;
      g.partners(s, seat, first, others);
      for (const Sender& other : others) {
        if (other.from != move.a()) continue;
        s.todo.top().b = static_cast<std::uint8_t>(first.garage + other.garage);
        for (std::size_t r = 0; r < kResources; ++r) {
          // Contracts of the action were counted with the first piece.
          int more = other.less[r];
          if (other.from == kFromHq || other.from == kFromSal) more = 0;
          s.now.less[r] = static_cast<std::uint8_t>(s.now.less[r] + more);
        }
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
      if (const Leader* who = g.leader(p)) {
        for (const Rule& rule : who->rules) {
          if (rule.substitute_n == 0 || move.b() == 0) continue;
          auto& from = cost[rule.substitute_from];
          auto& to = cost[rule.substitute_to];
          from = static_cast<std::int16_t>(from - move.b());
          to = static_cast<std::int16_t>(to + move.b() * rule.substitute_n);
        }
      }
      cost[kAlgae] = static_cast<std::int16_t>(cost[kAlgae] + top.a);
      for (std::size_t r = 0; r < kResources; ++r) {
        const int n = std::min(cost[r], p.goods[r]);
        if (n <= 0) continue;
        p.goods[r] = static_cast<std::int16_t>(p.goods[r] - n);
        tell(What::kPaid, seat, static_cast<int>(r), n);
      }
      break;
    }
    case Do::kPay: {
      s.todo.pop();
      Goods cost = unpack(top);
      for (const Rule& rule : c.leaders[p.leader].rules) {
        if (rule.substitute_n == 0) continue;
        auto& from = cost[rule.substitute_from];
        auto& to = cost[rule.substitute_to];
        from = static_cast<std::int16_t>(from - move.b());
        to = static_cast<std::int16_t>(to + move.b() * rule.substitute_n);
      }
      for (std::size_t r = 0; r < kResources; ++r) {
        const int n = std::min(cost[r], p.goods[r]);
        if (n <= 0) continue;
        p.goods[r] = static_cast<std::int16_t>(p.goods[r] - n);
        tell(What::kPaid, seat, static_cast<int>(r), n);
      }
      break;
    }
    case Do::kTrade: {
      if (move.kind() == Kind::kDone) {
        s.todo.pop();
        break;
      }
      --s.todo.top().a;
      if (s.todo.top().a == 0) s.todo.pop();
      const Trade& trade = c.trades[idx(move.a())];
      tell(What::kTrade, seat, move.a());
      push(Do::kReceive, seat, 0, 0, low_half(trade.get), high_half(trade.get));
      pay(seat, trade.give);
      break;
    }
    case Do::kStep: {
      if (move.kind() == Kind::kDone) {
        s.todo.pop();
        break;
      }
      int free = c.free_steps;
      const auto look = [&](const Rule& rule) {
        if (rule.on == On::kSend && has_bit(rule.to, kControlRoom)) free += rule.free_steps;
      };
      for (const Rule& rule : g.event_rules(s)) look(rule);
      for (const int card : p.fulfilled& c.contracts_on[idx(static_cast<int>(On::kSend))]) {
        for (const Rule& rule : c.contracts[idx(card)].rules) look(rule);
      }
      if (const Leader* who = g.leader(p)) {
        for (const Rule& rule : who->rules) look(rule);
      }
      const bool costs = top.b >= free;
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
      ++p.locked;
      tell(What::kSpecialist, seat, move.a());
      push(Do::kUnlock, seat);
      break;
    case Do::kBreakthrough:
      s.todo.pop();
      s.breakthroughs = static_cast<std::uint16_t>(s.breakthroughs | (1U << move.a()));
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
        const Trade& trade = c.trades[idx(move.b())];
        tell(What::kTrade, seat, move.b());
        push(Do::kReceive, seat, 0, 0, low_half(trade.get), high_half(trade.get));
        pay(seat, trade.give);
      }
      break;
    case Do::kRepeat: {
      s.todo.pop();
      if (move.kind() == Kind::kDone) break;
      tell(What::kRepeat, seat);
      Sender again;
      again.from = kFromHq;
      again.piece = s.now.piece;
      g.add_less(s, seat, again);
      s.now.less = again.less;
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
      for (const Rule& rule : c.contracts[idx(move.a())].rules) {
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
      int free = c.free_steps;
      int most = c.max_steps;
      const auto look = [&](const Rule& rule) {
        if (rule.on != On::kSend || !has_bit(rule.to, kControlRoom)) return;
        free += rule.free_steps;
        most += rule.max_steps;
      };
      for (const Rule& rule : g.event_rules(s)) look(rule);
      for (const int card : p.fulfilled& c.contracts_on[idx(static_cast<int>(On::kSend))]) {
        for (const Rule& rule : c.contracts[idx(card)].rules) look(rule);
      }
      if (const Leader* who = g.leader(p)) {
        for (const Rule& rule : who->rules) look(rule);
      }
      if (top.b >= most || g.step_from(s, seat, top.a) < 0) return true;
      if (top.b < free) return false;
      Goods cost = c.step_cost;
      for (std::size_t r = 0; r < kResources; ++r)
        cost[r] = static_cast<std::int16_t>(std::max(0, cost[r] - s.now.less[r]));
      return !g.can_pay(p, p.goods, cost);
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
      const bool trade = ((s.now.flags & kTraded) == 0 && g.ship_trades(p, s.now.from)) ||
                         (s.now.partner != kNone && (s.now.flags & kPartnerTraded) == 0 &&
                          g.ship_trades(p, s.now.partner));
      if (!trade) return true;
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
      Circadians::List list;
      g.legal(s, seat, list);
      return list.empty();
    }
    case Do::kAbility: {
      Circadians::List list;
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
      if (p.locked != 0 && Circadians::active_specialists(p) < g.specialist_limit(p) &&
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
      const auto look = [&](const Rule& rule) {
        if (rule.on == On::kFulfil && (delivered || !rule.at_depository)) trigger(seat, rule, 0);
      };
      for (const Rule& rule : g.event_rules(s)) look(rule);
      for (const int own : p.fulfilled& c.contracts_on[idx(static_cast<int>(On::kFulfil))]) {
        for (const Rule& rule : c.contracts[idx(own)].rules) look(rule);
      }
      if (const Leader* who = g.leader(p)) {
        for (const Rule& rule : who->rules) look(rule);
      }
      p.hand.remove(card);
      p.fulfilled.add(card);
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
