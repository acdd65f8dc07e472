// Set-up (CIR-2.2, CIR-5.2, CIR-Q13), and what all seats choose at the same time and in secret:
// leaders and tokens (CIR-Q15), the draft (CIR-Q17), the Plan (CIR-Q23 to CIR-Q26).
//
// While all choose, one step on the stack waits for all of them, and each seat has a Stage of its
// own: what it is asked next. Nobody's choice is visible, nor changes what another may choose,
// until the last one is done (CIR-Q14): a secret move touches its own Player only.
#include <algorithm>

#include "circadians/play.h"
#include "core/bits.h"

namespace tidelock::circadians {

// --- chance in the set-up (CIR-Q13) ---

// Nothing is drawn or dealt here: decks are sets, and chance is asked for each card.
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
  fill_pool(kShipTile);
  fill_pool(kFarmTile);
  push(0, step::Chance{});
  setup_step();
  proceed();
}

// Face down in stacks of equal height; which tile lies where is drawn when it is turned up.
void Play::fill_pool(int kind) {
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

// Asks the next question of the set-up, or goes on to the next kind of questions.
void Play::setup_step() {
  while (s.todo.top().what == Do::kChance) {
    if (setup_asks()) return;
    setup_goes_on(top<step::Chance>().ask);
  }
}

// Whether chance has to answer now; what needs no answer is settled here.
bool Play::setup_asks() {
  auto step = top<step::Chance>();
  switch (step.ask) {
    case SetupAsk::kPlanet: return g.chosen().planet == Options::kRandomSide && step.number == 0;
    case SetupAsk::kFaction:
      for (; step.number < kFactions; ++step.number) {
        update(step);
        if (!g.faction_in_play(step.number)) continue;
        if (g.chosen().faction[idx(step.number)] == Options::kRandomSide) return true;
        if (g.chosen().faction[idx(step.number)] == 1) put_side_b(step.number);
      }
      return false;
    case SetupAsk::kFirst: return !g.solo() && step.number == 0;
    case SetupAsk::kCache: return step.number < kCorners;
    case SetupAsk::kAiToken: return g.solo() && g.expansion() && step.number == 0;
    case SetupAsk::kLeader: return g.chosen().leaders.empty() && deals_to_each(c.leaders_dealt);
    case SetupAsk::kToken: return g.expansion() && deals_to_each(c.tokens_dealt);
    case SetupAsk::kDeal: return deals_to_each(g.solo() ? c.solo_draw : c.draft_cards);
  }
  return false;
}

// One to each seat in turn until all have so many.
bool Play::deals_to_each(int cards) {
  const int number = top<step::Chance>().number;
  if (number >= g.seats() * cards) return false;
  s.todo.top().seat = static_cast<std::uint8_t>(number % g.seats());
  return true;
}

// One kind of questions is answered.
void Play::setup_goes_on(SetupAsk answered) {
  const auto next = [&](SetupAsk ask) { update(step::Chance{.ask = ask, .number = 0}); };
  switch (answered) {
    case SetupAsk::kPlanet:
      lay_planet_tokens();
      next(SetupAsk::kFaction);
      break;
    case SetupAsk::kFaction:
      tell(What::kSides, kNobody, s.sides);
      next(SetupAsk::kFirst);
      break;
    case SetupAsk::kFirst: next(SetupAsk::kCache); break;
    case SetupAsk::kCache: turn_up_tiles(); break;
    case SetupAsk::kAiToken: next(SetupAsk::kLeader); break;
    case SetupAsk::kLeader:
      for (std::size_t seat = 0; seat < g.chosen().leaders.size(); ++seat)
        s.players[seat].leaders = 1U << g.chosen().leaders[seat];
      next(SetupAsk::kToken);
      break;
    case SetupAsk::kToken:
      s.todo.pop();
      begin_leaders();
      break;
    case SetupAsk::kDeal:
      s.todo.pop();
      s.picks = 0;
      begin_draft();
      break;
  }
}

void Play::lay_planet_tokens() {
  if (g.chosen().planet == 1) s.sides |= 1U;
  s.tokens = 0;
  for (int i = 0; i < kFirstCorner; ++i) {
    if (!covers(Goods{}, c.planet[s.sides & 1U][idx(i)].token)) s.tokens |= std::uint64_t{1} << i;
  }
}

void Play::put_side_b(int faction) {
  s.sides = static_cast<std::uint8_t>(s.sides | (2U << faction));
}

// Above the question that comes after them: chance answers for the tiles first.
void Play::turn_up_tiles() {
  s.todo.pop();
  push(0, step::Chance{.ask = SetupAsk::kAiToken});
  for (int kind = 1; kind >= 0; --kind) {
    for (int stack = kStacks - 1; stack >= 0; --stack)
      push(0, step::Tile{.kind = kind, .stack = stack});
  }
}

// Chance has answered; the next question follows.
void Play::resolve_setup(std::uint32_t outcome) {
  auto step = top<step::Chance>();
  const auto seat = static_cast<Seat>(s.todo.top().seat);
  Player& p = player(seat);
  switch (step.ask) {
    case SetupAsk::kPlanet:
      if (outcome == 1) s.sides |= 1U;
      break;
    case SetupAsk::kFaction:
      if (outcome == 1) put_side_b(step.number);
      break;
    case SetupAsk::kFirst:
      s.radio = static_cast<std::uint8_t>(outcome);
      tell(What::kFirst, static_cast<Seat>(outcome));
      break;
    case SetupAsk::kCache:
      if (outcome >= idx(g.fronts_left(s, step.number, 0)))
        s.fronts = static_cast<std::uint8_t>(s.fronts | (1U << step.number));
      break;
    case SetupAsk::kAiToken:
      s.ai_token = static_cast<std::uint8_t>(outcome);
      tell(What::kAiToken, Rules::kAiSeat, s.ai_token);
      break;
    case SetupAsk::kLeader: {
      const int which = nth_bit(g.leaders_left(s), outcome);
      p.leaders |= 1U << which;
      tell(What::kLeaderDealt, seat, which, 0, 0, seat_bit(seat));
      break;
    }
    case SetupAsk::kToken: {
      const int which = nth_bit(g.tokens_left(s), outcome);
      p.tokens = static_cast<std::uint16_t>(p.tokens | (1U << which));
      tell(What::kTokenDealt, seat, which, 0, 0, seat_bit(seat));
      break;
    }
    case SetupAsk::kDeal: {
      const int card = s.deck.nth(static_cast<int>(outcome));
      s.deck.remove(card);
      p.draft.add(card);
      tell(What::kCardDealt, seat, card, 0, 0, seat_bit(seat));
      break;
    }
  }
  ++step.number;
  update(step);
  setup_step();
}

// --- leaders and Outpost tokens (CIR-Q14, CIR-Q15) ---

// Each seat chooses a leader among those dealt, and then, knowing it, a token.
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

// All see the chosen leaders and tokens; the others go back to the box unseen (CIR-Q15). What the
// leaders bring comes at once, and after it the draft (CIR-Q13 steps 4 and 5).
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
  push(0, step::Chance{.ask = SetupAsk::kDeal});
  push_each_seat(SeatTask::kReveal);
}

// --- the draft (CIR-Q17) ---

void Play::begin_draft() {
  for (int seat = 0; seat < g.seats(); ++seat) {
    player(seat).stage = Stage::kPick;
    player(seat).pick = 0;
  }
  push(Do::kDraft, 0);
}

// All have picked one: the next pick, or the end of the draft. Alone there are no picks to wait
// for.
void Play::draft_picked() {
  if (!g.solo()) {
    take_picks();
    ++s.picks;
    if (s.picks < c.draft_keep) {
      for (int seat = 0; seat < g.seats(); ++seat) player(seat).stage = Stage::kPick;
      return;
    }
  }
  end_draft();
}

// The picked cards go to the hands, the others to the left.
void Play::take_picks() {
  const int n = g.seats();
  for (int seat = 0; seat < n; ++seat) {
    Player& p = player(seat);
    const int card = p.pick - 1;
    p.draft.remove(card);
    p.hand.add(card);
    p.pick = 0;
  }
  if (s.picks + 1 >= c.draft_keep) return;  // what is left goes back to the deck
  const CardSet last = player(n - 1).draft;
  for (int seat = n - 1; seat > 0; --seat) player(seat).draft = player(seat - 1).draft;
  player(0).draft = last;
}

void Play::end_draft() {
  for (int seat = 0; seat < g.seats(); ++seat) {
    Player& p = player(seat);
    s.deck |= p.draft;
    p.draft = {};
    p.stage = Stage::kNothing;
    p.pick = 0;
  }
  s.picks = 0;
  s.todo.pop();
  push(0, step::Round{});
  push_each_seat(SeatTask::kSetup);
}

// --- secret choices ---

void Play::apply_sealed(Seat seat, Move move) {
  choose_sealed(seat, move);
  if (!all_chosen()) return;
  switch (s.todo.top().what) {
    case Do::kLeaders: leaders_chosen(); break;
    case Do::kDraft: draft_picked(); break;
    default: plan_ready(); break;
  }
}

void Play::choose_sealed(Seat seat, Move move) {
  using Kind = Move::Kind;
  Player& p = player(seat);
  switch (move.kind()) {
    case Kind::kLeader:
      p.leader = static_cast<std::uint8_t>(move.leader());
      p.stage = g.expansion() ? Stage::kToken : Stage::kDone;
      break;
    case Kind::kToken:
      p.token = static_cast<std::uint8_t>(move.token());
      p.stage = Stage::kDone;
      break;
    case Kind::kPick: pick(seat, move.card()); break;
    case Kind::kExchange: exchange(seat, move.card()); break;
    case Kind::kReroll: reroll(seat, move); break;
    case Kind::kRaise: raise(seat, move); break;
    case Kind::kKeep: enter(seat, static_cast<Stage>(static_cast<int>(p.stage) + 1)); break;
    case Kind::kAssign: assign(seat, move.slot()); break;
    default: break;
  }
}

// Alone the cards are asked for one after the other in ascending order, and taken at once; `pick`
// is then the first card that may still be asked for. Otherwise it is the sealed choice + 1.
void Play::pick(Seat seat, int card) {
  Player& p = player(seat);
  tell(What::kPicked, seat, card, 0, 0, seat_bit(seat));
  p.pick = static_cast<std::uint8_t>(card + 1);
  if (!g.solo()) {
    p.stage = Stage::kDone;
    return;
  }
  p.draft.remove(card);
  p.hand.add(card);
  ++s.picks;
  if (s.picks >= c.draft_keep || p.draft.empty()) p.stage = Stage::kDone;
}

// Eden's exchange (CIR-Q73): the discard stays secret until the Screens go, and so do the draws.
void Play::exchange(Seat seat, int card) {
  Player& p = player(seat);
  p.hand.remove(card);
  p.exchanged = static_cast<std::uint8_t>(card + 1);
  p.drawn = 0;
  s.plan_discards = s.discards;
  tell(What::kExchanged, seat, card, 0, 0, seat_bit(seat));
  int wanted = 0;
  for (const Rule& rule : g.leader_rules(p)) wanted = std::max<int>(wanted, rule.exchange_in);
  p.to_roll = static_cast<std::uint8_t>(wanted);
  p.stage = Stage::kDrawing;
  refill_for(seat);
}

void Play::reroll(Seat seat, Move move) {
  Player& p = player(seat);
  int n = 0;
  for (int v = 1; v <= 6; ++v) {
    const int k = move.rerolled(v);
    p.rolled[idx(v - 1)] = static_cast<std::uint8_t>(p.rolled[idx(v - 1)] - k);
    n += k;
  }
  p.to_roll = static_cast<std::uint8_t>(n);
  p.stage = Stage::kRerolling;
  tell(What::kRerolled, seat, n, 0, 0, seat_bit(seat));
}

void Play::raise(Seat seat, Move move) {
  Player& p = player(seat);
  const auto raise_one = [&](int value, int by) {
    --p.rolled[idx(value - 1)];
    ++p.rolled[idx(value + by - 1)];
    tell(What::kRaised, seat, value, by, 0, seat_bit(seat));
  };
  // The higher one first, so that a raised die is not taken for the other.
  if (move.raised_too() != 0) raise_one(move.raised_too(), 1);
  raise_one(move.raised(), move.raised_by());
  enter(seat, Stage::kAssign);
}

// Dice are assigned in a fixed order, and equal dice from left to right (`pick` is where the last
// one went): each plan can be made in one way only.
void Play::assign(Seat seat, int slot) {
  Player& p = player(seat);
  const int die = Rules::next_to_assign(p);
  const bool specialist = die == Piece::kSpecialist;
  --(specialist ? p.idle_specialists : p.rolled[idx(die - 1)]);
  if (slot < kGarages) {
    p.garage[idx(slot)] = static_cast<std::uint8_t>(die);
  } else if (slot < kCanteenSlot) {
    p.farm[idx(slot - kGarages)] = static_cast<std::uint8_t>(die);
  } else {
    ++(specialist ? p.canteen_specialists : p.canteen);
  }
  const int next = Rules::next_to_assign(p);
  p.pick = static_cast<std::uint8_t>(next == die ? slot : 0);
  if (next != 0) return;
  p.stage = Stage::kDone;
  p.pick = 0;
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

// A die or a card for the seat that waits for one; the last of them leads to the next stage.
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

// The Screens go: everybody hears what was planned, and the Canteens give Water.
void Play::plan_ready() {
  s.todo.pop();
  for (int i = 0; i < g.seats(); ++i) {
    const Seat seat = g.seat_at(s, i);
    Player& p = player(seat);
    p.stage = Stage::kNothing;
    p.plan_rolls = 0;
    show_plan(seat);
    if (p.exchanged != 0) show_exchange(seat);
    for (int k = 0; k < p.canteen; ++k) tell(What::kCanteen, seat, kSomeDie);
    for (int k = 0; k < p.canteen_specialists; ++k) tell(What::kCanteen, seat, Piece::kSpecialist);
    gain(seat, kWater, (p.canteen + p.canteen_specialists) * c.canteen_water);
  }
}

void Play::show_plan(Seat seat) {
  const Player& p = player(seat);
  for (int slot = 0; slot < kGarages; ++slot) {
    if (p.garage[idx(slot)] != 0) tell(What::kPlanned, seat, p.garage[idx(slot)], slot);
  }
  for (int slot = 0; slot < kFarms; ++slot) {
    if (p.farm[idx(slot)] != 0) tell(What::kPlanned, seat, p.farm[idx(slot)], kGarages + slot);
  }
}

// With a deck that ran out the discard went into the new one.
void Play::show_exchange(Seat seat) {
  Player& p = player(seat);
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

// --- leader decisions after the draft ---

// CIR-Q13 step 6: what a leader does before round 1.
void Play::seat_setup(Seat seat) {
  Player& p = player(seat);
  s.todo.pop();
  const auto rules = g.leader_rules(p);
  for (std::size_t i = rules.size(); i-- > 0;) {  // what is pushed last runs first
    const Rule& rule = rules[i];
    if (rule.on != On::kSetup) continue;
    push_run(seat, rule.effects);
    if (has_bit(rule.specials, static_cast<int>(Special::kMelvanStart)))
      push(Do::kGetSpecialist, seat);
    if (has_bit(rule.specials, static_cast<int>(Special::kTariqStart)))
      push(seat, step::RollHq{.from_base = true});
  }
}

}  // namespace tidelock::circadians
