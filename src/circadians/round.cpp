// The phases of a round (CIR-2.3): the Event, the beginning of Plan, whose turn it is in Execute,
// Harvest (CIR-Q60), Rest (CIR-Q62 to CIR-Q65), in solo the AI's phases (CIR-Q83), and the end of
// the game.
//
// step::Round lies at the bottom of the stack and names the phase that comes next. A phase pushes
// what has to be done in it; when all of that is done the next phase runs.
#include <algorithm>

#include "circadians/play.h"

namespace tidelock::circadians {

// Runs the next phase. Those that come back to themselves (a send, a Scheme, a Cache at a time)
// name the one after them only when nothing is left to do.
void Play::round_step() {
  const Phase phase = top<step::Round>().next;
  s.phase = static_cast<std::uint8_t>(phase);
  switch (phase) {
    case Phase::kEvent: begin_round(); break;
    case Phase::kPlan: begin_plan(); break;
    case Phase::kScreens:
      next_phase(Phase::kHq);
      s.hq_waits = 0;
      break;
    case Phase::kHq: next_hq_send(); break;
    case Phase::kExploit:
      next_phase(Phase::kAiExecute);
      s.scheme_cards = 0;
      s.scheme_total = 0;
      if (g.expansion() && ai_active() > 0) push(Do::kExploit, 0);
      break;
    case Phase::kAiExecute: next_ai_scheme(); break;
    case Phase::kTurns: next_garage_turn(); break;
    case Phase::kAiHarvest:
      next_phase(Phase::kHarvest);
      ai_harvest();
      break;
    case Phase::kHarvest:
      next_phase(Phase::kRest);
      push_each_seat(SeatTask::kHarvest);
      break;
    case Phase::kEnd: begin_end(); break;
    case Phase::kScore: finish_game(); break;
    default: rest_step(phase); break;
  }
}

// Rest, in which all seats do one thing before the next begins (CIR-Q62), and Intrigue.
void Play::rest_step(Phase phase) {
  switch (phase) {
    case Phase::kRest:
      next_phase(Phase::kReturn);
      if (g.solo()) ai_rest();
      break;
    case Phase::kReturn:
      next_phase(Phase::kDeclan);
      come_home();
      break;
    case Phase::kDeclan:
      next_phase(Phase::kDiceLimit);
      push_each_resting_seat(SeatTask::kRestDraw);
      break;
    case Phase::kDiceLimit:
      next_phase(Phase::kHandLimit);
      for (int i = 0; i < g.seats(); ++i) dice_limit(g.seat_at(s, i));
      break;
    case Phase::kHandLimit:
      next_phase(Phase::kBritta);
      check_hands();
      break;
    case Phase::kBritta:
      next_phase(g.solo() ? Phase::kIntrigue : Phase::kRadio);
      push_each_resting_seat(SeatTask::kRestGain);
      break;
    case Phase::kIntrigue:
      next_phase(Phase::kRadio);
      begin_intrigue();
      break;
    case Phase::kRadio: pass_radio(); break;
    default: break;
  }
}

// In seat order: the first is pushed last.
void Play::push_each_seat(SeatTask task) {
  for (int i = g.seats() - 1; i >= 0; --i) push(g.seat_at(s, i), step::SeatTask{.task = task});
}

// Those only who have a leader or a Contract that does something in Rest.
void Play::push_each_resting_seat(SeatTask task) {
  constexpr int kBit = static_cast<int>(On::kRest);
  for (int i = g.seats() - 1; i >= 0; --i) {
    const Seat seat = g.seat_at(s, i);
    const Leader* who = g.leader(player(seat));
    if ((who != nullptr && has_bit(who->on, kBit)) ||
        !(player(seat).fulfilled & c.contracts_on[idx(kBit)]).empty())
      push(seat, step::SeatTask{.task = task});
  }
}

// --- Event, Plan and Execute ---

void Play::begin_round() {
  next_phase(Phase::kPlan);
  ++s.round;
  tell(What::kRound, kNobody, s.round);
  for (auto& p : s.players) p.flags = 0;
  if (s.round >= c.rounds) {
    s.event = static_cast<std::uint8_t>(g.last_event());
    tell(What::kEvent, kNobody, s.event);
  } else if (s.events != 0) {
    push(Do::kEventCard, 0);
  }
}

// Those with dice roll first (CIR-Q23); the others enter the first stage that asks something.
void Play::begin_plan() {
  next_phase(Phase::kScreens);
  for (int seat = 0; seat < g.seats(); ++seat) {
    Player& p = player(seat);
    p.to_roll = p.idle;
    p.plan_rolls = 0;
    if (p.idle != 0) {
      p.stage = Stage::kRoll;
      p.pick = 0;
    } else {
      enter(static_cast<Seat>(seat), Stage::kExchange);
    }
  }
  push(Do::kPlan, 0);
}

// The first piece in Headquarters that was there when Execute began (CIR-Q27).
void Play::next_hq_send() {
  for (int i = 0; i < kHqSpaces; ++i) {
    const Piece piece = s.hq[idx(i)];
    if (piece.empty() || has_bit(s.hq_waits, i)) continue;
    push(piece.owner(), step::Send{.from_hq = true, .hq_space = i});
    return;
  }
  next_phase(g.solo() ? Phase::kExploit : Phase::kTurns);
  s.turn = s.radio;
}

// CIR-Q87. How many cards there are is settled with the first one: Progress tokens that go
// meanwhile count from the next round on.
void Play::next_ai_scheme() {
  if (s.scheme_total == 0) {
    s.scheme_total = static_cast<std::uint8_t>(c.ai.scheme_cards +
                                               (player(Rules::kAiSeat).progress >= 3 ? 1 : 0));
    s.scheme_cards = static_cast<std::uint8_t>(s.scheme_cards | s.scheme_total);
  }
  if ((s.scheme_cards & kSchemesLeft) == 0) {
    next_phase(Phase::kTurns);
    s.turn = s.radio;
    return;
  }
  --s.scheme_cards;
  push_scheme(SchemeUse::kExecute);
}

// The next seat that has something to send; one that has nothing is out until the next round
// (CIR-Q29).
void Play::next_garage_turn() {
  for (int i = 0; i < g.seats(); ++i) {
    const int seat = (s.turn + i) % g.seats();
    Player& p = player(seat);
    if ((p.flags & kSendingEnded) != 0) continue;
    if (!g.has_something_to_send(s, static_cast<Seat>(seat))) {
      p.flags |= kSendingEnded;
      continue;
    }
    s.turn = static_cast<std::uint8_t>((seat + 1) % g.seats());
    push(seat, step::Send{});
    return;
  }
  next_phase(g.solo() ? Phase::kAiHarvest : Phase::kHarvest);
}

// --- Rest and the end ---

void Play::come_home() {
  return_pieces();
  // A Specialist may have waited for a die that was on an Outpost (CIR-Q1).
  for (int i = g.seats() - 1; i >= 0 && g.rules() > 1; --i) {
    const Seat seat = g.seat_at(s, i);
    if (player(seat).locked != 0) push(Do::kUnlock, seat);
  }
}

// CIR-Q64
void Play::check_hands() {
  for (int i = g.seats() - 1; i >= 0; --i) {
    const Seat seat = g.seat_at(s, i);
    const int over = player(seat).hand.count() - g.hand_limit(player(seat));
    if (over > 0) push(seat, step::Discard{.left = over});
  }
}

// CIR-5.12, phase 5: the die for an Ahzuri requirement first, so it is pushed last.
void Play::begin_intrigue() {
  s.scheme_discards |= s.scheme_shown;
  s.scheme_shown = 0;
  if (!g.expansion()) return;
  push(Do::kAi, 0);
  if (const int row = ai_ahzuri(); row >= 0 && player(Rules::kAiSeat).reserve > 0)
    push(0, step::AiAhzuri{.row = row});
}

// CIR-Q65
void Play::pass_radio() {
  if (s.round >= c.rounds) {
    next_phase(Phase::kEnd);
    return;
  }
  next_phase(Phase::kEvent);
  if (g.solo()) return;
  s.radio = static_cast<std::uint8_t>((s.radio + 1) % g.seats());
  tell(What::kRadio, static_cast<Seat>(s.radio));
}

// The Contracts that do something now wait in `draft`: their owners choose the order.
void Play::begin_end() {
  next_phase(Phase::kScore);
  for (int seat = 0; seat < g.seats(); ++seat) {
    player(seat).draft = player(seat).fulfilled & c.contracts_on[idx(static_cast<int>(On::kEnd))];
  }
  push_each_seat(SeatTask::kEndCards);
}

// The leader of a seat is revealed. What is pushed last runs first.
void Play::reveal(Seat seat) {
  s.todo.pop();
  const auto rules = g.leader_rules(player(seat));
  for (std::size_t i = rules.size(); i-- > 0;) {
    if (rules[i].on == On::kReveal) push_run(seat, rules[i].effects);
  }
}

void Play::seat_step() {
  const auto seat = static_cast<Seat>(s.todo.top().seat);
  switch (top<step::SeatTask>().task) {
    case SeatTask::kReveal: reveal(seat); break;
    case SeatTask::kSetup: seat_setup(seat); break;
    case SeatTask::kHarvest: harvest(seat); break;
    case SeatTask::kRestDraw:
      s.todo.pop();
      rest(seat, false);
      break;
    case SeatTask::kRestGain:
      s.todo.pop();
      rest(seat, true);
      break;
    case SeatTask::kEndCards:
      s.todo.pop();
      push(Do::kEndCards, seat);
      break;
  }
}

// What leaders and Contracts do in Rest. Those that count missing dice come after the limits
// (CIR-Q70), the others before them.
void Play::rest(Seat seat, bool missing) {
  const auto counts_missing = [&](const Rule& rule) {
    for (auto i = rule.effects.begin; i < rule.effects.end; ++i) {
      if (c.effects[i].op == Effect::Op::kPer &&
          static_cast<Count>(c.effects[i].what) == Count::kMissingDie)
        return true;
    }
    return false;
  };
  const auto look = [&](std::span<const Rule> rules) {
    for (const Rule& rule : rules) {
      if (rule.on == On::kRest && counts_missing(rule) == missing) push_run(seat, rule.effects);
    }
  };
  const Player& p = player(seat);
  look(g.leader_rules(p));
  for (const int card : p.fulfilled& c.contracts_on[idx(static_cast<int>(On::kRest))])
    look(c.of(c.contracts[idx(card)].rules));
}

// --- Harvest ---

// CIR-Q60: one part after the other, until one has something to ask or to do.
void Play::harvest(Seat seat) {
  for (const auto depth = s.todo.depth; s.todo.depth == depth;) {
    auto task = top<step::SeatTask>();
    const int part = task.part++;
    update(task);
    harvest_step(seat, part);
  }
}

void Play::harvest_step(Seat seat, int part) {
  constexpr int kMichelaBefore = 0;
  constexpr int kPlanet = 1;
  constexpr int kFirstFarm = 2;
  constexpr int kFarmsEnd = kFirstFarm + kFarms;
  constexpr int kOfContracts = kFarmsEnd;
  constexpr int kOfLeader = kFarmsEnd + 1;
  constexpr int kMichelaAfter = kFarmsEnd + 2;
  Player& p = player(seat);
  const Leader* who = g.leader(p);
  const bool rewards = who != nullptr && who->rewards;
  if (part == kMichelaBefore) {
    tell(What::kHarvest, seat);
    p.flags = static_cast<std::uint8_t>(p.flags & ~(kRewardUsed | kWaterCollected));
    if (rewards) push(seat, step::Michela{.after = false});
  } else if (part == kPlanet) {
    const Goods goods = g.planet_goods(s, p.harvester);
    if (goods[kWater] > 0) p.flags |= kWaterCollected;
    for (int r = 0; r < kResources; ++r) gain(seat, r, goods[idx(r)]);
  } else if (part < kFarmsEnd) {
    if ((p.flags & kFarmsHarvested) == 0) harvest_farm(seat, part - kFirstFarm, false);
  } else if (part == kOfContracts) {
    harvest_contracts(seat);
  } else if (part == kOfLeader) {
    harvest_leader(seat);
  } else if (part == kMichelaAfter) {
    if (rewards && (p.flags & kRewardUsed) == 0) push(seat, step::Michela{.after = true});
  } else {
    p.flags = static_cast<std::uint8_t>(p.flags & ~kFarmsHarvested);
    s.todo.pop();
  }
}

void Play::harvest_contracts(Seat seat) {
  const CardSet fulfilled = player(seat).fulfilled;
  for (const int card : fulfilled& c.contracts_on[idx(static_cast<int>(On::kHarvest))]) {
    for (const Rule& rule : c.of(c.contracts[idx(card)].rules)) {
      if (rule.on == On::kHarvest) trigger(seat, rule, 0);
    }
  }
}

// Corey's empty Outpost, Garmon's Water (CIR-Q72, CIR-Q74).
void Play::harvest_leader(Seat seat) {
  const Player& p = player(seat);
  for (const Rule& rule : g.leader_rules(p)) {
    if (rule.on != On::kHarvest || rule.when != When::kNormal) continue;
    if (rule.outpost_empty && (!p.outpost[0].empty() || !p.outpost[1].empty())) continue;
    if (rule.no_water && (p.flags & kWaterCollected) != 0) continue;
    trigger(seat, rule, 0);
  }
}

// What one Farm yields with the die on it; `early`: on Amos' turn, or by an effect, outside
// Harvest.
void Play::harvest_farm(Seat seat, int slot, bool early) {
  Player& p = player(seat);
  const Tile* farm = g.farm_at(p, slot);
  if (farm == nullptr) return;
  const int die = p.farm[idx(slot)];
  const int value = die == Piece::kSpecialist ? 6 : die;
  for (const Rule& rule : c.of(farm->rules)) {
    if (!Rules::works_with(rule, value)) continue;
    tell(What::kFarmWorked, seat, slot,
         slot < kPrintedFarms ? -1 : p.tile[idx(slot - kPrintedFarms)] - 1);
    const auto water = p.goods[kWater];  // whether any was collected matters to Garmon (CIR-Q74)
    g.each_effect(rule.effects, value, [&](auto i) {
      const Effect& e = c.effects[i];
      if (e.op == Effect::Op::kGain && e.what < kResources) {
        gain(seat, e.what, e.amount.of(value));
      } else {
        push_run(seat, {i, static_cast<std::uint16_t>(i + 1)}, value);
      }
    });
    if (p.goods[kWater] != water && !early) p.flags |= kWaterCollected;
  }
}

// CIR-Q62 (1). The AI takes its own home in its own phases.
void Play::return_pieces() {
  const auto home = [&](Piece& piece) {
    if (piece.empty() || g.is_ai(piece.owner())) return;
    Player& p = player(piece.owner());
    if (piece.regular()) {
      ++p.idle;
    } else if (piece.specialist()) {
      ++p.idle_specialists;
    }
    piece = Piece();
  };
  for (auto& station : s.station) {
    for (auto& piece : station) home(piece);
  }
  for (auto& piece : s.partner) home(piece);
  for (int seat = 0; seat < g.colours(); ++seat) {
    for (auto& piece : player(seat).outpost) home(piece);
  }
  for (int seat = 0; seat < g.seats(); ++seat) {
    Player& p = player(seat);
    for (auto& die : p.farm) {
      if (die == Piece::kSpecialist) {
        ++p.idle_specialists;
      } else if (die != 0) {
        ++p.idle;
      }
      die = 0;
    }
    p.idle = static_cast<std::uint8_t>(p.idle + p.canteen);
    p.idle_specialists = static_cast<std::uint8_t>(p.idle_specialists + p.canteen_specialists);
    p.canteen = 0;
    p.canteen_specialists = 0;
    p.flags = static_cast<std::uint8_t>(p.flags & ~kSalSent);
  }
}

// CIR-Q63: surplus dice go from the base first, then from Headquarters, highest space first.
void Play::dice_limit(Seat seat) {
  Player& p = player(seat);
  int over = g.counted_dice(p) - g.dice_limit(p);
  int returned = 0;
  for (; over > 0 && p.idle != 0; --over, ++returned) {
    --p.idle;
    ++p.reserve;
  }
  for (int i = kHqSpaces; over > 0 && i-- > 0;) {
    Piece& piece = s.hq[idx(i)];
    if (piece.empty() || piece.owner() != seat || !piece.regular()) continue;
    piece = Piece();
    ++p.reserve;
    --over;
    ++returned;
  }
  if (returned > 0) tell(What::kDiceReturned, seat, returned);
}

// All Caches are shown (CIR-Q3), one after the other.
void Play::finish_game() {
  for (int corner = 0; corner < kCorners; ++corner) {
    if (has_bit(s.revealed, corner)) continue;
    push(0, step::Reveal{.corner = corner, .to_all = true});
    return;
  }
  s.todo.pop();
  push(Do::kOver, 0);
  tell(What::kOver, kNobody);
}

}  // namespace tidelock::circadians
