// One send from its first step to its last (CIR-Q35).
#include <algorithm>

#include "circadians/play.h"

namespace tidelock::circadians {

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
    if ((s.now.flags & kBeforeTrade) == 0) {
      s.now = {};
      s.now.seat = static_cast<std::uint8_t>(seat);
      s.now.from = static_cast<std::uint8_t>(move.a());
      s.now.partner = kNone;
      s.now.flags = kBeforeTrade;
      if (s.now.from == kFromHq) s.now.hq_space = top.b;
    }
    if (move.c() == 0) {
      s.now.flags |= kTraded;
    } else {
      s.now.flags |= kPartnerTraded;
      s.now.partner = static_cast<std::uint8_t>(move.c() - 1);
    }
    make_trade(seat, move.b());
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
  const std::uint8_t traded = s.now.flags & (kTraded | kPartnerTraded);
  const std::uint8_t partner = Rules::bound_partner(s);
  s.now = {};
  s.now.seat = static_cast<std::uint8_t>(seat);
  s.now.from = sender.from;
  s.now.piece = sender.piece;
  s.now.value = static_cast<std::uint8_t>(value);
  s.now.target = static_cast<std::uint8_t>(target);
  s.now.partner = partner;
  s.now.flags = static_cast<std::uint8_t>(kActive | traded);
  s.now.less = sender.less;
  s.now.hq_space = sender.hq_space;
  s.now.ships = g.ship_trades(player(seat), sender.from) ? 1 : 0;
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
  g.payments(s, seat, first, s.now.target, s.now.value, ways);
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
        if (!Rules::fits(rule, where, s.now.from, specialist)) return;
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
    for (const Rule& rule : c.of(c.contracts[idx(card)].rules)) look(rule);
  }
  for (const std::uint8_t from : {s.now.from, s.now.partner}) {
    if (from >= kGarages || p.ship[from] == 0) continue;
    for (const Rule& rule : c.of(c.ships[p.ship[from] - 1U].rules)) look(rule);
  }
  if (const Leader* who = g.leader(p)) {
    for (const Rule& rule : c.of(who->rules)) look(rule);
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
        for (const Rule& rule : c.of(who->rules)) overhear(rule);
      }
      for (const int card : o.fulfilled& c.contracts_on[idx(static_cast<int>(On::kNegotiate))]) {
        for (const Rule& rule : c.of(c.contracts[idx(card)].rules)) overhear(rule);
      }
    }
  }
  if (where == kOutpost) {
    const int owner = s.now.target - kToOutpost;
    s.now.outpost = static_cast<std::uint8_t>(owner + 1);
    tell(What::kOutpostUsed, seat, owner, g.token_of(s, owner));
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

// Only tokens that are used lie somewhere: a position from outside may not know which one was.
void Play::put_token(int value, bool setback, int which) {
  IncidentTokens& tokens = s.incident_tokens;
  if (value == Piece::kSpecialist) {
    int lie = 0;
    for (const int token : {IncidentTokens::kSpecialists, IncidentTokens::kSpecialists + 1})
      lie += tokens.where(token, setback) != 0 ? 1 : 0;
    if (lie >= (setback ? s.specialist_setbacks : s.specialist_breakthroughs)) return;
  } else if (!has_bit(setback ? s.setback_values : s.breakthrough_values, value)) {
    return;
  }
  tokens.put(value, setback, which);
}

void Play::resolve_setback(Seat seat, int which) {
  s.setbacks = static_cast<std::uint16_t>(s.setbacks | (1U << which));
  put_token(Rules::negotiator(s), true, which);
  tell(What::kSetback, seat, which);
  // What it brings to those who listen comes after the Setback itself (CIR-Q80); under version 1
  // resources came before it.
  for (int i = g.seats() - 1; i >= 0; --i) {
    const auto other = static_cast<Seat>((seat + i) % g.seats());
    const Player& o = player(other);
    const auto look = [&](const Rule& rule) {
      if (rule.on != On::kSetback || rule.effects.empty()) return;
      if (rule.by != By::kAny && (rule.by == By::kSelf) != (other == seat)) return;
      if (g.rules() == 1) {
        trigger(other, rule, 0);
      } else {
        push_run(other, rule.effects);
      }
    };
    if (const Leader* who = g.leader(o)) {
      for (const Rule& rule : c.of(who->rules)) look(rule);
    }
    for (const int card : o.fulfilled& c.contracts_on[idx(static_cast<int>(On::kSetback))]) {
      for (const Rule& rule : c.of(c.contracts[idx(card)].rules)) look(rule);
    }
  }
  push_run(seat, g.solo() ? c.setbacks[idx(which)].solo : c.setbacks[idx(which)].effects);
}

// CIR-Q35 step 9.
void Play::effect() {
  const auto seat = static_cast<Seat>(s.now.seat);
  const Place where = place_of(s.now.target);
  switch (where) {
    case kHeadquarters: hq_reward(seat); break;
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

void Play::hq_reward(Seat seat) {
  tell(What::kHqReward, seat);
  push_run(seat, c.hq_reward);
  g.each_rule(s, player(seat), On::kHqReward, [&](const Rule& rule) { trigger(seat, rule, 0); });
}

// The Oxataya ability: as with a die, but without one.
void Play::use_outpost(Seat seat, int owner) {
  const auto token = g.token_of(s, owner);
  s.now.outpost = static_cast<std::uint8_t>(owner + 1);
  tell(What::kOutpostUsed, seat, owner, token);
  if (token != kNone) push_run(seat, c.tokens[token].effects);
  g.each_rule(s, player(seat), On::kUseOutpost, [&](const Rule& rule) { trigger(seat, rule, 0); });
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

}  // namespace tidelock::circadians
