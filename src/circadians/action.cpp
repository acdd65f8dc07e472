// One send from its first step to its last (CIR-Q35): choosing piece and place, paying, putting the
// piece down, what that brings, Incidents (CIR-2.5), the effect of the place, the bonus of an
// Outpost's owner.
//
// State::now holds the send while it lasts, and step::Act on the stack says which of its steps is
// next: each step may leave questions above it, and the send goes on when they are answered.
#include <algorithm>

#include "circadians/play.h"

namespace tidelock::circadians {

// --- sending ---

void Play::apply_send(Seat seat, Move move) {
  switch (move.kind()) {
    case Move::Kind::kHarvestTurn: harvest_turn(seat); return;
    case Move::Kind::kDone:
      s.todo.pop();
      player(seat).flags |= kSendingEnded;
      return;
    case Move::Kind::kTradeFirst: trade_first(seat, move); return;
    default: break;
  }
  if (move.target() == kToCanteen) {
    to_canteen(seat, move.from());
    return;
  }
  const int hq_space = top<step::Send>().hq_space;
  s.todo.pop();
  start_action(seat, g.sender(s, seat, move.from(), hq_space), move.target(), move.value());
}

// Amos harvests his Farms in place of a send (CIR-Q69).
void Play::harvest_turn(Seat seat) {
  s.todo.pop();
  player(seat).flags |= kFarmsHarvested;
  tell(What::kHarvestTurn, seat);
  gain(seat, kWater, 3);
  for (int slot = kFarms - 1; slot >= 0; --slot)
    push(seat, step::HarvestFarm{.slot = slot, .early = true});
}

// The "before" trade of a Ship (CIR-Q35 step 1). It binds the player to the piece, and to its
// partner if that one's Ship traded (CIR-Q26, CIR-Q42), so State::now keeps them while the question
// where to send stays on the stack.
void Play::trade_first(Seat seat, Move move) {
  if ((s.now.flags & kBeforeTrade) == 0) {
    s.now = {};
    s.now.seat = static_cast<std::uint8_t>(seat);
    s.now.from = static_cast<std::uint8_t>(move.from());
    s.now.partner = kNone;
    s.now.flags = kBeforeTrade;
    if (s.now.from == kFromHq)
      s.now.hq_space = static_cast<std::uint8_t>(top<step::Send>().hq_space);
  }
  if (move.partner() < 0) {
    s.now.flags |= kTraded;
  } else {
    s.now.flags |= kPartnerTraded;
    s.now.partner = static_cast<std::uint8_t>(move.partner());
  }
  make_trade(seat, move.trade());
}

// The last resort of a turn: no send, so nothing that listens to sends hears of it (CIR-Q26).
void Play::to_canteen(Seat seat, int from) {
  const int hq_space = top<step::Send>().hq_space;
  s.todo.pop();
  Player& p = player(seat);
  const int piece = from == kFromHq ? s.hq[idx(hq_space)].value() : p.garage[idx(from)];
  leave(seat, from, hq_space);
  ++(piece == Piece::kSpecialist ? p.canteen_specialists : p.canteen);
  s.now = {};
  tell(What::kCanteen, seat, piece);
  gain(seat, kWater, c.canteen_water);
}

// CIR-Q35 step 2 is made: State::now is the send from here on. What was traded before stays noted.
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
  push(seat, step::Act{.next = SendStep::kBefore, .garage_cost = sender.garage});
  if (target == kToLaboratory) push(Do::kPartner, seat);
}

// One step of the send. When Tariq repeats the action (CIR-Q79), the steps that move the piece or
// look for an Incident have nothing to do, and there is no option before or after it.
void Play::act() {
  const auto seat = static_cast<Seat>(s.todo.top().seat);
  const bool repeated = (s.now.flags & kRepeated) != 0;
  auto send = top<step::Act>();
  const SendStep now = send.next;
  send.next = static_cast<SendStep>(static_cast<int>(now) + 1);
  update(send);
  switch (now) {
    case SendStep::kBefore: {
      FixedList<std::uint8_t, 8> own;
      g.leader_options(s, own);
      if (!own.empty()) push(seat, step::ActionOptions{.after = false});
      break;
    }
    case SendStep::kPay: pay_entry(); break;
    case SendStep::kPlace:
      if (!repeated) place();
      break;
    case SendStep::kUnlock:
      if (!repeated) push(Do::kUnlock, seat);
      break;
    case SendStep::kGain: gains(); break;
    case SendStep::kIncident:
      if (!repeated && place_of(s.now.target) == kNegotiation) incident();
      break;
    case SendStep::kEffect: effect(); break;
    case SendStep::kAfter:
      if (!repeated) push(seat, step::ActionOptions{.after = true});
      break;
    case SendStep::kOwner: owner_bonus(); break;
    case SendStep::kRepeat: {
      Player& p = player(seat);
      const bool first = s.now.from == kFromHq && (p.flags & kFirstHqSend) == 0;
      if (first && g.can_repeat(s)) push(Do::kRepeat, seat);
      if (first) p.flags |= kFirstHqSend;
      break;
    }
    case SendStep::kEnd:
      s.now = {};
      s.todo.pop();
      break;
  }
}

// Garages and entry cost are one sum (CIR-Q35 step 4). One way to pay is no choice.
void Play::pay_entry() {
  const auto seat = static_cast<Seat>(s.todo.top().seat);
  const int garage_cost = top<step::Act>().garage_cost;
  Payments ways;
  g.payments(s, seat, Rules::sent_piece(s, garage_cost), s.now.target, s.now.value, ways);
  if (ways.size() > 1) {
    push(seat, step::PayEntry{.garage_cost = garage_cost});
    return;
  }
  const Payment only = ways.empty() ? Payment{} : ways[0];
  pay_entry_by(seat, garage_cost,
               Move::make(Move::Kind::kPay, only.alternative, only.substituted,
                          only.free == kNone ? 0 : only.free + 1));
}

// A piece leaves a Garage or Headquarters; Sal only leaves its owner's side.
void Play::leave(Seat seat, int from, int hq_space) {
  if (from < kGarages) {
    player(seat).garage[idx(from)] = 0;
  } else if (from == kFromHq) {
    s.hq[idx(hq_space)] = Piece();
  } else {
    player(seat).flags |= kSalSent;
  }
}

// CIR-Q35 step 5. A die shows its chosen value wherever it comes to lie (CIR-Q34), except at the
// Market, where the value only counts trades.
void Play::place() {
  const auto seat = static_cast<Seat>(s.now.seat);
  Player& p = player(seat);
  const Place where = place_of(s.now.target);
  const bool die = s.now.piece != Piece::kSpecialist && s.now.piece != Piece::kSal;
  const bool shows_value = die && s.now.value != 0 && where != kMarket;
  tell(What::kSent, seat, s.now.target, die ? s.now.value : s.now.piece, s.now.from);
  leave(seat, s.now.from, s.now.hq_space);
  if (s.now.from < kGarages && where < kStations) p.flags |= kFirstGarageSend;
  put_down(seat, where, Piece(seat, shows_value ? s.now.value : s.now.piece));
}

void Play::put_down(Seat seat, Place where, Piece piece) {
  Player& p = player(seat);
  const auto leaves_supply = [&] { ++(piece.specialist() ? p.out_specialists : p.out); };
  switch (where) {
    case kHeadquarters: put_in_hq(seat, piece.value()); break;
    case kDepository:
      s.depository[idx(s.now.value - 1)][idx(s.now.target - kToDepository)] = piece;
      leaves_supply();
      break;
    case kNegotiation: {
      const int n = s.now.target - kToNegotiation;
      s.negotiation[idx(n / kRows)][idx(n % kRows)] = piece;
      leaves_supply();
      break;
    }
    case kOutpost: {
      auto& outpost = player(s.now.target - kToOutpost).outpost;
      outpost[outpost[0].empty() ? 0 : 1] = piece;
      break;
    }
    case kFarm: p.farm[idx(s.now.target - kToFarm)] = s.now.piece; break;
    default: put_on_station(seat, where, piece); break;
  }
}

void Play::put_on_station(Seat seat, Place where, Piece piece) {
  const int column = where == kMiningCamp ? s.now.target - kToMine + 1 : 0;
  const int space = g.free_space(s, where, column, s.now.value);
  if (space < 0) return;
  s.station[where][idx(space)] = piece;
  if (s.now.partner != kNone) put_partner(seat, space);
}

// The other half of a Laboratory pair. One from Headquarters is the seat's next piece there that
// may act in this round (CIR-Q27, CIR-Q42).
void Play::put_partner(Seat seat, int space) {
  const std::uint8_t from = s.now.partner;
  int hq_space = 0;
  int piece = Piece::kSal;
  if (from < kGarages) {
    piece = player(seat).garage[from];
  } else if (from == kFromHq) {
    for (int i = 0; i < kHqSpaces; ++i) {
      const Piece there = s.hq[idx(i)];
      if (there.empty() || there.owner() != seat || has_bit(s.hq_waits, i)) continue;
      hq_space = i;
      piece = there.value();
      break;
    }
  }
  leave(seat, from, hq_space);
  const bool die = piece != Piece::kSpecialist && piece != Piece::kSal;
  s.partner[idx(space)] = Piece(seat, die ? s.now.value : piece);
  tell(What::kPartnerSent, seat, from, die ? s.now.value : piece);
}

// CIR-Q35 step 7, the last to gain first onto the stack: opponents, then the board of the Outpost,
// then what the sender's own Event, Contracts, Ships and leader bring. Their rules are collected
// before any of them does something.
void Play::gains() {
  const auto seat = static_cast<Seat>(s.now.seat);
  const Player& p = player(seat);
  const Place where = place_of(s.now.target);
  const int faction = where == kNegotiation ? (s.now.target - kToNegotiation) / kRows : -1;
  const bool specialist = s.now.piece == Piece::kSpecialist;
  const auto fires = [&](const Rule& rule) {
    switch (rule.on) {
      case On::kSend: return Rules::fits(rule, where, s.now.from, specialist);
      case On::kNegotiate:
        return faction >= 0 && rule.by != By::kOpponent &&
               (rule.with == 0 || has_bit(rule.with, faction));
      case On::kUseOutpost: return where == kOutpost;
      default: return false;
    }
  };
  FixedList<const Rule*, 64> mine;
  const auto look = [&](std::span<const Rule> rules) {
    for (const Rule& rule : rules) {
      if (rule.effects.empty() || rule.when != When::kNormal || rule.may || mine.size() >= 60)
        continue;
      if (fires(rule)) mine.push(&rule);
    }
  };
  look(g.event_rules(s));
  const CardSet cards = p.fulfilled & (c.contracts_on[idx(static_cast<int>(On::kSend))] |
                                       c.contracts_on[idx(static_cast<int>(On::kNegotiate))] |
                                       c.contracts_on[idx(static_cast<int>(On::kUseOutpost))]);
  for (const int card : cards) look(c.of(c.contracts[idx(card)].rules));
  for (const std::uint8_t from : {s.now.from, s.now.partner}) {
    if (from < kGarages && p.ship[from] != 0) look(c.of(c.ships[p.ship[from] - 1U].rules));
  }
  look(g.leader_rules(p));
  if (where == kNegotiation) opponents_gain(seat, faction);
  if (where == kOutpost) {
    const int owner = s.now.target - kToOutpost;
    s.now.outpost = static_cast<std::uint8_t>(owner + 1);
    tell(What::kOutpostUsed, seat, owner, g.token_of(s, owner));
    if (!g.is_ai(owner)) push_run(seat, c.sender_gain[idx(g.outpost_board(player(owner)))]);
  }
  for (std::size_t i = mine.size(); i-- > 0;) trigger(seat, *mine[i], s.now.value);
}

// Those who gain when another negotiates (Luna, B20), clockwise from the sender.
void Play::opponents_gain(Seat seat, int faction) {
  for (int i = g.seats() - 1; i >= 1; --i)
    overhear(static_cast<Seat>((seat + i) % g.seats()), faction);
}

// What a player has from somebody else's negotiation.
void Play::overhear(Seat who, int faction) {
  const Player& p = player(who);
  const auto look = [&](std::span<const Rule> rules) {
    for (const Rule& rule : rules) {
      if (rule.on != On::kNegotiate || rule.by == By::kSelf || rule.effects.empty()) continue;
      if (rule.with == 0 || has_bit(rule.with, faction)) trigger(who, rule, 0);
    }
  };
  look(g.leader_rules(p));
  for (const int card : p.fulfilled& c.contracts_on[idx(static_cast<int>(On::kNegotiate))])
    look(c.of(c.contracts[idx(card)].rules));
}

// CIR-2.5: what the piece on the Negotiation board sets off. A Breakthrough comes before the
// Setback of the same Specialist, so it is pushed after it.
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

// An Incident token goes under a Breakthrough or Setback. Only tokens that are used lie somewhere:
// a position from outside may not know which one was.
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

// A Setback, and what it brings to those who gain from any (Lysias, CIR-Q80).
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

// What the place does (CIR-Q35 step 9). In the Depository the Contract comes first and the reward
// after it (CIR-Q46), so the reward is pushed first.
void Play::effect() {
  const auto seat = static_cast<Seat>(s.now.seat);
  const Place where = place_of(s.now.target);
  switch (where) {
    case kHeadquarters: hq_reward(seat); break;
    case kDepository:
      push(seat, step::DepositoryReward{.row = s.now.target - kToDepository});
      push(seat, step::Contract{.at_depository = true});
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

// Of each piece that enters Headquarters by a send or a roll.
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

// What the owner of the used Outpost gains (CIR-Q35 step 11): the bonus of the board, and with the
// first Specialist its ability, which asks the owner in another's turn (CIR-Q33).
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
