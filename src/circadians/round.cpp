// The phases of a round, Harvest, Rest and the end of the game.
#include <algorithm>

#include "circadians/play.h"

namespace tidelock::circadians {

void Play::round_step() {
  Todo& top = s.todo.top();
  const auto phase = static_cast<Phase>(top.a);
  s.phase = top.a;
  const auto next = [&](Phase to) { s.todo.top().a = static_cast<std::uint8_t>(to); };
  const auto each_seat = [&](SeatStep what) {
    for (int i = g.seats() - 1; i >= 0; --i)
      push(Do::kSeatStep, g.seat_at(s, i), static_cast<int>(what));
  };
  const auto each_resting_seat = [&](SeatStep what) {
    constexpr int kBit = static_cast<int>(On::kRest);
    for (int i = g.seats() - 1; i >= 0; --i) {
      const Seat seat = g.seat_at(s, i);
      const Leader* who = g.leader(player(seat));
      if ((who != nullptr && has_bit(who->on, kBit)) ||
          !(player(seat).fulfilled & c.contracts_on[idx(kBit)]).empty())
        push(Do::kSeatStep, seat, static_cast<int>(what));
    }
  };
  switch (phase) {
    case Phase::kEvent:
      ++s.round;
      tell(What::kRound, kNobody, s.round);
      for (auto& p : s.players) p.flags = 0;
      next(Phase::kPlan);
      if (s.round >= c.rounds) {
        s.event = static_cast<std::uint8_t>(g.last_event());
        tell(What::kEvent, kNobody, s.event);
      } else if (s.events != 0) {
        push(Do::kEventCard, 0);
      }
      break;
    case Phase::kPlan:
      next(Phase::kScreens);
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
      break;
    case Phase::kScreens:
      s.hq_waits = 0;
      next(Phase::kHq);
      break;
    case Phase::kHq: {
      for (int i = 0; i < kHqSpaces; ++i) {
        const Piece piece = s.hq[idx(i)];
        if (piece.empty() || has_bit(s.hq_waits, i)) continue;
        push(Do::kSend, piece.owner(), 1, i);
        return;
      }
      next(g.solo() ? Phase::kExploit : Phase::kTurns);
      s.turn = s.radio;
      break;
    }
    case Phase::kExploit:
      next(Phase::kAiExecute);
      s.scheme_cards = 0;
      s.scheme_total = 0;
      if (g.expansion() && ai_active() > 0) push(Do::kExploit, 0);
      break;
    case Phase::kAiExecute: {
      if (s.scheme_total == 0) {
        s.scheme_total = static_cast<std::uint8_t>(c.ai.scheme_cards +
                                                   (player(Rules::kAiSeat).progress >= 3 ? 1 : 0));
        s.scheme_cards = static_cast<std::uint8_t>(s.scheme_cards | s.scheme_total);
      }
      const int left = s.scheme_cards & 0x7F;
      if (left == 0) {
        next(Phase::kTurns);
        s.turn = s.radio;
        break;
      }
      --s.scheme_cards;
      push_scheme(0);
      break;
    }
    case Phase::kTurns: {
      for (int i = 0; i < g.seats(); ++i) {
        const int seat = (s.turn + i) % g.seats();
        Player& p = player(seat);
        if ((p.flags & kSendingEnded) != 0) continue;
        if (!g.has_something_to_send(s, static_cast<Seat>(seat))) {
          p.flags |= kSendingEnded;
          continue;
        }
        s.turn = static_cast<std::uint8_t>((seat + 1) % g.seats());
        push(Do::kSend, seat, 0);
        return;
      }
      next(g.solo() ? Phase::kAiHarvest : Phase::kHarvest);
      break;
    }
    case Phase::kAiHarvest:
      next(Phase::kHarvest);
      ai_harvest();
      break;
    case Phase::kHarvest:
      next(Phase::kRest);
      each_seat(SeatStep::kHarvest);
      break;
    case Phase::kRest:
      next(Phase::kReturn);
      if (g.solo()) ai_rest();
      break;
    case Phase::kReturn:
      next(Phase::kDeclan);
      return_pieces();
      // A Specialist may have waited for a die that was on an Outpost (CIR-Q1).
      for (int i = g.seats() - 1; i >= 0 && g.rules() > 1; --i) {
        const Seat seat = g.seat_at(s, i);
        if (player(seat).locked != 0) push(Do::kUnlock, seat);
      }
      break;
    case Phase::kDeclan:
      next(Phase::kDiceLimit);
      each_resting_seat(SeatStep::kRestDraw);
      break;
    case Phase::kDiceLimit:
      next(Phase::kHandLimit);
      for (int i = 0; i < g.seats(); ++i) dice_limit(g.seat_at(s, i));
      break;
    case Phase::kHandLimit:
      next(Phase::kBritta);
      for (int i = g.seats() - 1; i >= 0; --i) {
        const Seat seat = g.seat_at(s, i);
        const int over = player(seat).hand.count() - g.hand_limit(player(seat));
        if (over > 0) push(Do::kDiscard, seat, over);
      }
      break;
    case Phase::kBritta:
      next(g.solo() ? Phase::kIntrigue : Phase::kRadio);
      each_resting_seat(SeatStep::kRestGain);
      break;
    case Phase::kIntrigue:
      next(Phase::kRadio);
      s.scheme_discards |= s.scheme_shown;
      s.scheme_shown = 0;
      if (g.expansion()) {
        push(Do::kAi, 0);
        if (const int row = ai_ahzuri(); row >= 0 && player(Rules::kAiSeat).reserve > 0)
          push(Do::kAiAhzuri, 0, row);
      }
      break;
    case Phase::kRadio:
      if (s.round >= c.rounds) {
        next(Phase::kEnd);
        break;
      }
      next(Phase::kEvent);
      if (!g.solo()) {
        s.radio = static_cast<std::uint8_t>((s.radio + 1) % g.seats());
        tell(What::kRadio, static_cast<Seat>(s.radio));
      }
      break;
    case Phase::kEnd:
      next(Phase::kScore);
      for (int seat = 0; seat < g.seats(); ++seat) {
        player(seat).draft =
            player(seat).fulfilled & c.contracts_on[idx(static_cast<int>(On::kEnd))];
      }
      each_seat(SeatStep::kEndCards);
      break;
    case Phase::kScore: finish_game(); break;
  }
}

void Play::seat_step() {
  const Todo top = s.todo.top();
  const auto seat = static_cast<Seat>(top.seat);
  const Player& p = player(seat);
  // Of two kinds of things to do in Rest, those that count missing dice come after the limits.
  const auto counts_missing = [&](const Rule& rule) {
    for (auto i = rule.effects.begin; i < rule.effects.end; ++i) {
      if (c.effects[i].op == Effect::Op::kPer &&
          static_cast<Count>(c.effects[i].what) == Count::kMissingDie)
        return true;
    }
    return false;
  };
  const auto rest = [&](bool missing) {
    const auto look = [&](const Rule& rule) {
      if (rule.on == On::kRest && counts_missing(rule) == missing) push_run(seat, rule.effects);
    };
    for (const Rule& rule : g.leader_rules(p)) look(rule);
    for (const int card : p.fulfilled& c.contracts_on[idx(static_cast<int>(On::kRest))]) {
      for (const Rule& rule : c.of(c.contracts[idx(card)].rules)) look(rule);
    }
  };
  switch (static_cast<SeatStep>(top.a)) {
    case SeatStep::kReveal: {
      s.todo.pop();
      const auto rules = g.leader_rules(player(seat));
      for (auto i = rules.rbegin(); i != rules.rend(); ++i) {  // what is pushed last runs first
        const Rule& rule = *i;
        if (rule.on == On::kReveal) push_run(seat, rule.effects);
      }
      break;
    }
    case SeatStep::kSetup: seat_setup(seat); break;
    case SeatStep::kHarvest: harvest(seat); break;
    case SeatStep::kRestDraw:
      s.todo.pop();
      rest(false);
      break;
    case SeatStep::kRestGain:
      s.todo.pop();
      rest(true);
      break;
    case SeatStep::kEndCards:
      s.todo.pop();
      push(Do::kEndCards, seat);
      break;
  }
}

// CIR-Q60. Todo: b: the next step. One after the other, until one has something to ask or to do.
void Play::harvest(Seat seat) {
  for (const auto depth = s.todo.depth; s.todo.depth == depth;)
    harvest_step(seat, s.todo.top().b++);
}
void Play::harvest_step(Seat seat, int step) {
  Player& p = player(seat);
  const Leader* who = g.leader(p);
  const bool rewards = who != nullptr && who->rewards;
  constexpr int kFarmsFrom = 2;
  if (step == 0) {
    tell(What::kHarvest, seat);
    p.flags = static_cast<std::uint8_t>(p.flags & ~(kRewardUsed | kWaterCollected));
    if (rewards) push(Do::kMichela, seat, 0);
  } else if (step == 1) {
    const Goods goods = g.planet_goods(s, p.harvester);
    if (goods[kWater] > 0) p.flags |= kWaterCollected;
    for (int r = 0; r < kResources; ++r) gain(seat, r, goods[idx(r)]);
  } else if (step < kFarmsFrom + kFarms) {
    if ((p.flags & kFarmsHarvested) == 0) harvest_farm(seat, step - kFarmsFrom, false);
  } else if (step == kFarmsFrom + kFarms) {
    for (const int card : p.fulfilled& c.contracts_on[idx(static_cast<int>(On::kHarvest))]) {
      for (const Rule& rule : c.of(c.contracts[idx(card)].rules)) {
        if (rule.on == On::kHarvest) trigger(seat, rule, 0);
      }
    }
  } else if (step == kFarmsFrom + kFarms + 1) {
    for (const Rule& rule : g.leader_rules(p)) {
      if (rule.on != On::kHarvest || rule.when != When::kNormal) continue;
      if (rule.outpost_empty && (!p.outpost[0].empty() || !p.outpost[1].empty())) continue;
      if (rule.no_water && (p.flags & kWaterCollected) != 0) continue;
      trigger(seat, rule, 0);
    }
  } else if (step == kFarmsFrom + kFarms + 2) {
    if (rewards && (p.flags & kRewardUsed) == 0) push(Do::kMichela, seat, 1);
  } else {
    p.flags = static_cast<std::uint8_t>(p.flags & ~kFarmsHarvested);
    s.todo.pop();
  }
}

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
    // Whether Water was collected matters to Garmon.
    const auto water = p.goods[kWater];
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

// CIR-Q62 (1)
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

// CIR-Q63
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
    push(Do::kReveal, 0, corner, 1);
    return;
  }
  s.todo.pop();
  push(Do::kOver, 0);
  tell(What::kOver, kNobody);
}

}  // namespace tidelock::circadians
