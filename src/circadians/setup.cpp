// Set-up, and what all seats choose at the same time: leaders, the draft, the plan.
#include <algorithm>

#include "circadians/play.h"
#include "core/bits.h"

namespace tidelock::circadians {

// --- chance in the set-up (CIR-Q13) ---

void Play::begin() {
  for (auto& p : s.players) {
    p.leader = kNone;
    p.token = kNone;
  }
  s.event = kNone;
  s.ai_token = kNone;
  for (auto& cache : s.cache) cache = kNone;
  for (int seat = 0; seat < g.seats(); ++seat) {
    Player& p = player(seat);
    p.goods = c.start_goods;
    p.idle = static_cast<std::uint8_t>(c.start_dice);
    p.reserve = static_cast<std::uint8_t>(c.dice - c.start_dice);
  }
  if (g.solo()) ai_begin();
  s.deck = g.contracts_in_play();
  s.events = g.events_in_play();
  s.schemes = g.solo() ? g.schemes_in_play() : 0U;
  for (int kind = 0; kind < 2; ++kind) {
    const auto& tiles = kind == kShipTile ? c.ships : c.farms;
    auto& pool = kind == kShipTile ? s.ship_pool : s.farm_pool;
    int total = 0;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      if (tiles[i].unique || (tiles[i].expansion && !g.expansion())) continue;
      pool[i] = tiles[i].copies;
      total += tiles[i].copies;
    }
    for (auto& down : s.down[idx(kind)]) down = static_cast<std::uint8_t>(total / kStacks);
  }
  push(Do::kChance, 0);
  setup_step();
  proceed();
}

// Asks the next question of the set-up, or goes on to the leaders. Todo: a: SetupAsk, b: which one.
void Play::setup_step() {
  while (s.todo.top().what == Do::kChance) {
    Todo& top = s.todo.top();
    switch (static_cast<SetupAsk>(top.a)) {
      case SetupAsk::kPlanet: {
        const auto side = g.chosen().planet;
        if (side == Options::kRandomSide && top.b == 0) return;
        if (side == 1) s.sides |= 1U;
        s.tokens = 0;
        for (int i = 0; i < kFirstCorner; ++i) {
          if (!covers(Goods{}, c.planet[s.sides & 1U][idx(i)].token))
            s.tokens |= std::uint64_t{1} << i;
        }
        top.a = static_cast<std::uint8_t>(SetupAsk::kFaction);
        top.b = 0;
        break;
      }
      case SetupAsk::kFaction: {
        if (top.b == kFactions) {
          tell(What::kSides, kNobody, s.sides);
          top.a = static_cast<std::uint8_t>(SetupAsk::kFirst);
          top.b = 0;
          break;
        }
        const auto side = g.chosen().faction[top.b];
        if (g.faction_in_play(top.b) && side == Options::kRandomSide) return;
        if (g.faction_in_play(top.b) && side == 1)
          s.sides = static_cast<std::uint8_t>(s.sides | (2U << top.b));
        ++top.b;
        break;
      }
      case SetupAsk::kFirst:
        if (!g.solo() && top.b == 0) return;
        top.a = static_cast<std::uint8_t>(SetupAsk::kCache);
        top.b = 0;
        break;
      case SetupAsk::kCache:
        if (top.b < kCorners) return;
        top = {};
        s.todo.pop();
        push(Do::kChance, 0, static_cast<int>(SetupAsk::kAiToken));
        for (int kind = 1; kind >= 0; --kind) {
          for (int stack = kStacks - 1; stack >= 0; --stack) push(Do::kTile, 0, kind, stack);
        }
        return;
      case SetupAsk::kAiToken:
        if (g.solo() && g.expansion() && top.b == 0) return;
        top.a = static_cast<std::uint8_t>(SetupAsk::kLeader);
        top.b = 0;
        break;
      case SetupAsk::kLeader:
        if (!g.chosen().leaders.empty()) {
          for (int seat = 0; seat < g.seats(); ++seat)
            player(seat).leaders = 1U << g.chosen().leaders[idx(seat)];
        } else if (top.b < g.seats() * c.leaders_dealt) {
          top.seat = static_cast<std::uint8_t>(top.b % g.seats());
          return;
        }
        top.a = static_cast<std::uint8_t>(SetupAsk::kToken);
        top.b = 0;
        break;
      case SetupAsk::kToken:
        if (g.expansion() && top.b < g.seats() * c.tokens_dealt) {
          top.seat = static_cast<std::uint8_t>(top.b % g.seats());
          return;
        }
        s.todo.pop();
        begin_leaders();
        return;
      case SetupAsk::kDeal: {
        const int each = g.solo() ? c.solo_draw : c.draft_cards;
        if (top.b < g.seats() * each) {
          top.seat = static_cast<std::uint8_t>(top.b % g.seats());
          return;
        }
        s.todo.pop();
        s.picks = 0;
        begin_draft();
        return;
      }
    }
  }
}

void Play::resolve_setup(std::uint32_t outcome) {
  Todo& top = s.todo.top();
  const auto seat = static_cast<Seat>(top.seat);
  switch (static_cast<SetupAsk>(top.a)) {
    case SetupAsk::kPlanet:
      if (outcome == 1) s.sides |= 1U;
      top.b = 1;
      break;
    case SetupAsk::kFaction:
      if (outcome == 1) s.sides = static_cast<std::uint8_t>(s.sides | (2U << top.b));
      ++top.b;
      break;
    case SetupAsk::kFirst:
      s.radio = static_cast<std::uint8_t>(outcome);
      tell(What::kFirst, static_cast<Seat>(outcome));
      top.b = 1;
      break;
    case SetupAsk::kCache:
      if (outcome >= idx(g.fronts_left(s, top.b, 0)))
        s.fronts = static_cast<std::uint8_t>(s.fronts | (1U << top.b));
      ++top.b;
      break;
    case SetupAsk::kAiToken:
      s.ai_token = static_cast<std::uint8_t>(outcome);
      tell(What::kAiToken, Rules::kAiSeat, s.ai_token);
      top.b = 1;
      break;
    case SetupAsk::kLeader: {
      std::uint32_t left = g.leaders_in_play();
      for (const Player& p : s.players) left &= ~p.leaders;
      const int which = nth_bit(left, outcome);
      player(seat).leaders |= 1U << which;
      tell(What::kLeaderDealt, seat, which, 0, 0, seat_bit(seat));
      ++top.b;
      break;
    }
    case SetupAsk::kToken: {
      std::uint32_t left = (1U << c.tokens.size()) - 1;
      if (s.ai_token != kNone) left &= ~(1U << s.ai_token);
      for (const Player& p : s.players) left &= ~std::uint32_t{p.tokens};
      const int which = nth_bit(left, outcome);
      player(seat).tokens = static_cast<std::uint16_t>(player(seat).tokens | (1U << which));
      tell(What::kTokenDealt, seat, which, 0, 0, seat_bit(seat));
      ++top.b;
      break;
    }
    case SetupAsk::kDeal: {
      const int card = s.deck.nth(static_cast<int>(outcome));
      s.deck.remove(card);
      player(seat).draft.add(card);
      tell(What::kCardDealt, seat, card, 0, 0, seat_bit(seat));
      ++top.b;
      break;
    }
  }
  setup_step();
}

// --- leaders and Outpost tokens (CIR-Q14, CIR-Q15) ---

void Play::begin_leaders() {
  for (int seat = 0; seat < g.seats(); ++seat) player(seat).stage = Stage::kLeader;
  push(Do::kLeaders, 0);
  if (g.chosen().leaders.empty()) return;
  // Named leaders leave only the tokens to choose.
  for (int seat = 0; seat < g.seats(); ++seat) {
    Player& p = player(seat);
    p.leader = static_cast<std::uint8_t>(std::countr_zero(p.leaders));
    p.stage = g.expansion() ? Stage::kToken : Stage::kDone;
  }
  if (!g.expansion()) leaders_chosen();
}

void Play::leaders_chosen() {
  s.todo.pop();
  for (int seat = 0; seat < g.seats(); ++seat) {
    Player& p = player(seat);
    p.leaders = 0;
    p.tokens = 0;
    p.stage = Stage::kNothing;
    tell(What::kLeader, static_cast<Seat>(seat), p.leader);
    if (p.token != kNone) tell(What::kToken, static_cast<Seat>(seat), p.token);
  }
  // The Radio first: it decides the order of what follows.
  for (int seat = 0; seat < g.seats(); ++seat) {
    if (!g.has_special(player(seat), Special::kRadioLeft)) continue;
    s.radio = static_cast<std::uint8_t>((seat + 1) % g.seats());
    tell(What::kRadio, static_cast<Seat>(s.radio));
  }
  push(Do::kChance, 0, static_cast<int>(SetupAsk::kDeal));
  for (int i = g.seats() - 1; i >= 0; --i)
    push(Do::kSeatStep, g.seat_at(s, i), static_cast<int>(SeatStep::kReveal));
}

// --- the draft (CIR-Q17) ---

void Play::begin_draft() {
  for (int seat = 0; seat < g.seats(); ++seat) {
    player(seat).stage = Stage::kPick;
    player(seat).pick = 0;
  }
  push(Do::kDraft, 0);
}

// All have picked one.
void Play::draft_picked() {
  const int n = g.seats();
  if (g.solo()) {
    s.deck |= player(0).draft;
    player(0).draft = {};
  } else {
    for (int seat = 0; seat < n; ++seat) {
      Player& p = player(seat);
      const int card = p.pick - 1;
      p.draft.remove(card);
      p.hand.add(card);
      p.pick = 0;
    }
    ++s.picks;
    if (s.picks < c.draft_keep) {
      const CardSet last = player(n - 1).draft;
      for (int seat = n - 1; seat > 0; --seat) player(seat).draft = player(seat - 1).draft;
      player(0).draft = last;  // passed to the left
      for (int seat = 0; seat < n; ++seat) player(seat).stage = Stage::kPick;
      return;
    }
    for (int seat = 0; seat < n; ++seat) {
      s.deck |= player(seat).draft;
      player(seat).draft = {};
    }
  }
  s.picks = 0;
  for (int seat = 0; seat < n; ++seat) {
    player(seat).stage = Stage::kNothing;
    player(seat).pick = 0;
  }
  s.todo.pop();
  push(Do::kRound, 0, static_cast<int>(Phase::kEvent));
  for (int i = n - 1; i >= 0; --i)
    push(Do::kSeatStep, g.seat_at(s, i), static_cast<int>(SeatStep::kSetup));
}

// --- secret choices ---

void Play::apply_sealed(Seat seat, Move move) {
  using Kind = Move::Kind;
  Player& p = player(seat);
  switch (move.kind()) {
    case Kind::kLeader:
      p.leader = static_cast<std::uint8_t>(move.a());
      p.stage = g.expansion() ? Stage::kToken : Stage::kDone;
      break;
    case Kind::kToken:
      p.token = static_cast<std::uint8_t>(move.a());
      p.stage = Stage::kDone;
      break;
    case Kind::kPick:
      tell(What::kPicked, seat, move.a(), 0, 0, seat_bit(seat));
      if (g.solo()) {
        p.draft.remove(move.a());
        p.hand.add(move.a());
        ++s.picks;
        p.pick = static_cast<std::uint8_t>(move.a() + 1);
        if (s.picks >= c.draft_keep || p.draft.empty()) p.stage = Stage::kDone;
      } else {
        p.pick = static_cast<std::uint8_t>(move.a() + 1);
        p.stage = Stage::kDone;
      }
      break;
    case Kind::kExchange: {
      p.hand.remove(move.a());
      p.exchanged = static_cast<std::uint8_t>(move.a() + 1);
      p.drawn = 0;
      s.plan_discards = s.discards;
      tell(What::kExchanged, seat, move.a(), 0, 0, seat_bit(seat));
      int wanted = 0;
      for (const Rule& rule : c.of(c.leaders[p.leader].rules))
        wanted = std::max<int>(wanted, rule.exchange_in);
      p.to_roll = static_cast<std::uint8_t>(wanted);
      p.stage = Stage::kDrawing;
      refill_for(seat);
      break;
    }
    case Kind::kReroll: {
      int n = 0;
      for (int v = 1; v <= 6; ++v) {
        const int k = move.rerolled(v);
        p.rolled[idx(v - 1)] = static_cast<std::uint8_t>(p.rolled[idx(v - 1)] - k);
        n += k;
      }
      p.to_roll = static_cast<std::uint8_t>(n);
      p.stage = Stage::kRerolling;
      tell(What::kRerolled, seat, n, 0, 0, seat_bit(seat));
      break;
    }
    case Kind::kRaise: {
      const auto raise = [&](int value, int by) {
        --p.rolled[idx(value - 1)];
        ++p.rolled[idx(value + by - 1)];
        tell(What::kRaised, seat, value, by, 0, seat_bit(seat));
      };
      // The higher one first, so that a raised die is not taken for the other.
      if (move.c() != 0) raise(move.c(), 1);
      raise(move.a(), move.b());
      enter(seat, Stage::kAssign);
      break;
    }
    case Kind::kKeep: enter(seat, static_cast<Stage>(static_cast<int>(p.stage) + 1)); break;
    case Kind::kAssign: {
      const int die = Rules::next_to_assign(p);
      const int slot = move.a();
      if (die == Piece::kSpecialist) {
        --p.idle_specialists;
      } else {
        --p.rolled[idx(die - 1)];
      }
      if (slot < kGarages) {
        p.garage[idx(slot)] = static_cast<std::uint8_t>(die);
      } else if (slot < kCanteenSlot) {
        p.farm[idx(slot - kGarages)] = static_cast<std::uint8_t>(die);
      } else if (die == Piece::kSpecialist) {
        ++p.canteen_specialists;
      } else {
        ++p.canteen;
      }
      const int next = Rules::next_to_assign(p);
      p.pick = static_cast<std::uint8_t>(next == die ? slot : 0);
      if (next == 0) {
        p.stage = Stage::kDone;
        p.pick = 0;
      }
      break;
    }
    default: break;
  }
  for (int i = 0; i < g.seats(); ++i) {
    if (player(i).stage != Stage::kDone) return;
  }
  switch (s.todo.top().what) {
    case Do::kLeaders: leaders_chosen(); break;
    case Do::kDraft: draft_picked(); break;
    default: plan_ready(); break;
  }
}

// Eden's draw goes on with a new deck, into which her discard goes too (CIR-Q73), or ends.
void Play::refill_for(Seat seat) {
  Player& p = player(seat);
  if (p.to_roll != 0 && s.deck.empty()) {
    s.deck = s.discards;
    s.discards = {};
    if (p.renewed == 0) s.deck.add(p.exchanged - 1);
    p.renewed = 1;
  }
  if (p.to_roll != 0 && !s.deck.empty()) return;
  p.to_roll = 0;
  enter(seat, Stage::kReroll);
}

// The next stage of a Plan that asks something.
void Play::enter(Seat seat, Stage from) {
  Player& p = player(seat);
  p.stage = g.first_stage(s, seat, from);
  p.pick = 0;
}

void Play::resolve_sealed(Seat seat, std::uint32_t outcome) {
  Player& p = player(seat);
  if (p.stage == Stage::kDrawing) {
    const int card = s.deck.nth(static_cast<int>(outcome));
    s.deck.remove(card);
    p.hand.add(card);
    ++p.drawn;
    tell(What::kDrew, seat, card, 0, 0, seat_bit(seat));
    --p.to_roll;
    refill_for(seat);
    return;
  }
  ++p.rolled[outcome];
  ++p.plan_rolls;
  if (p.stage == Stage::kRoll) --p.idle;
  tell(What::kRolled, seat, static_cast<int>(outcome) + 1, 0, 0, seat_bit(seat));
  if (--p.to_roll != 0) return;
  enter(seat, p.stage == Stage::kRoll ? Stage::kExchange : Stage::kRaise);
}

// The Screens go.
void Play::plan_ready() {
  s.todo.pop();
  for (int i = 0; i < g.seats(); ++i) {
    const Seat seat = g.seat_at(s, i);
    Player& p = player(seat);
    p.stage = Stage::kNothing;
    p.plan_rolls = 0;
    for (int slot = 0; slot < kGarages; ++slot) {
      if (p.garage[idx(slot)] != 0) tell(What::kPlanned, seat, p.garage[idx(slot)], slot);
    }
    for (int slot = 0; slot < kFarms; ++slot) {
      if (p.farm[idx(slot)] != 0) tell(What::kPlanned, seat, p.farm[idx(slot)], kGarages + slot);
    }
    if (p.exchanged != 0) {
      // With a deck that ran out the discard went into the new one.
      tell(What::kDiscarded, seat, p.exchanged - 1);
      if (p.renewed != 0) {
        tell(What::kReshuffled, kNobody);
      } else {
        s.discards.add(p.exchanged - 1);
      }
      p.exchanged = 0;
      p.renewed = 0;
      p.drawn = 0;
      s.plan_discards = {};
    }
    const int eaters = p.canteen + p.canteen_specialists;
    if (eaters > 0) {
      for (int k = 0; k < p.canteen; ++k) tell(What::kCanteen, seat, kSomeDie);
      for (int k = 0; k < p.canteen_specialists; ++k)
        tell(What::kCanteen, seat, Piece::kSpecialist);
      gain(seat, kWater, eaters * c.canteen_water);
    }
  }
}

// --- leader decisions after the draft ---

void Play::seat_setup(Seat seat) {
  Player& p = player(seat);
  s.todo.pop();
  const auto rules = g.leader_rules(p);
  for (auto i = rules.rbegin(); i != rules.rend(); ++i) {  // what is pushed last runs first
    const Rule& rule = *i;
    if (rule.on != On::kSetup) continue;
    push_run(seat, rule.effects);
    if (has_bit(rule.specials, static_cast<int>(Special::kMelvanStart)))
      push(Do::kGetSpecialist, seat);
    if (has_bit(rule.specials, static_cast<int>(Special::kTariqStart))) push(Do::kRollHq, seat, 1);
  }
}

}  // namespace tidelock::circadians
