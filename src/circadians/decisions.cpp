// What each decision does to the state, and the machine that runs until the next one.
//
// A decision takes its step off the stack and pushes what follows from it, the last thing first.
// Some steps ask more than once (trades, abilities, options): they stay until nothing is left to
// ask or the player is done. Implemented here: CIR-2.4 and CIR-2.5 as far as players choose,
// CIR-5.3, CIR-Q37 (how the entry cost is paid), CIR-Q41, CIR-Q44 to CIR-Q49, CIR-Q75, CIR-Q79.
// Sending itself is in action.cpp, secret choices are in setup.cpp.
#include <algorithm>

#include "circadians/play.h"

namespace tidelock::circadians {

// --- decisions ---

void Play::apply(Seat seat, Move move) {
  decide(seat, move);
  proceed();
}

// One line for each step that waits for a player (steps.h). Whoever answers a step takes it off the
// stack first, so that what follows from the answer lies on what was below; the small answers are
// given here. Steps that ask again, such as trades, stay and count down.
void Play::decide(Seat seat, Move move) {
  switch (s.todo.top().what) {
    case Do::kLeaders:
    case Do::kDraft:
    case Do::kPlan: apply_sealed(seat, move); break;
    case Do::kSend: apply_send(seat, move); break;
    case Do::kPartner: apply_partner(seat, move); break;
    case Do::kPayEntry: apply_pay_entry(seat, move); break;
    case Do::kPay: apply_pay(seat, move); break;
    case Do::kTrade: apply_trade(seat, move); break;
    case Do::kWalk: apply_walk(seat, move); break;
    case Do::kMoveAny: apply_move_any(seat, move); break;
    case Do::kMoveBack:
      s.todo.pop();
      move_towards(seat, move.direction());
      break;
    case Do::kStack: apply_stack(seat, move); break;
    case Do::kGarage: apply_garage(seat, move); break;
    case Do::kContract: apply_contract(seat, move); break;
    case Do::kDiscard: apply_discard(seat, move); break;
    case Do::kChoose: apply_choose(seat, move); break;
    case Do::kOptional: apply_optional(seat, move); break;
    case Do::kSwap:
      s.todo.pop();
      swap(seat, move.swapped());
      break;
    case Do::kSetupSpace: apply_setup_space(seat, move); break;
    case Do::kBreakthrough: apply_breakthrough(seat, move); break;
    case Do::kMichela: apply_michela(seat, move); break;
    case Do::kSetback:
      s.todo.pop();
      resolve_setback(seat, move.setback());
      break;
    case Do::kAbility: apply_ability(seat, move); break;
    case Do::kUseOutpost:
      s.todo.pop();
      use_outpost(seat, move.owner());
      break;
    case Do::kPeek: apply_peek(seat, move); break;
    case Do::kRollToFarm:
      s.todo.pop();
      if (move.kind() == Move::Kind::kYes) push(Do::kRollFarm, seat);
      break;
    case Do::kToFarm: apply_to_farm(seat, move); break;
    case Do::kOptions: apply_option(seat, move); break;
    case Do::kRepeat: apply_repeat(seat, move); break;
    case Do::kEndCards: apply_end_card(seat, move); break;
    default: break;
  }
}

// The pair pays and saves as one piece from here on (CIR-Q42).
void Play::apply_partner(Seat seat, Move move) {
  s.todo.pop();
  s.now.partner = static_cast<std::uint8_t>(move.from());
  const Sender first = g.sender(s, seat, s.now.from, s.now.hq_space);
  Rules::Partners others;
  g.partners(s, seat, first, others);
  for (const Sender& other : others) {
    if (other.from != move.from()) continue;
    const Sender pair = Rules::pair_of(first, other);
    if (g.ship_trades(player(seat), other.from)) s.now.ships |= 2U;
    auto send = top<step::Act>();
    send.garage_cost = pair.garage;
    update(send);
    s.now.less = pair.less;
  }
}

void Play::apply_pay_entry(Seat seat, Move move) {
  const int garage_cost = top<step::PayEntry>().garage_cost;
  s.todo.pop();
  pay_entry_by(seat, garage_cost, move);
}

// CIR-Q37, in its order: the alternative, the discount of free choice, "less for the action", what
// another resource stands for; the Garages come on top.
void Play::pay_entry_by(Seat seat, int garage_cost, Move way) {
  const Sender piece = Rules::sent_piece(s, garage_cost);
  Costs costs;
  g.entry_costs(s, seat, piece, s.now.target, s.now.value, costs);
  Goods cost = costs[std::min(idx(way.alternative()), costs.size() - 1)];
  if (way.discounted() >= 0) {
    auto& cut = cost[idx(way.discounted())];
    cut = static_cast<std::int16_t>(std::max(0, cut - g.free_choice(s, seat, piece, s.now.target)));
  }
  cost = g.substituted(player(seat), inner_cost(cost), way.substituted());
  cost[kAlgae] = static_cast<std::int16_t>(cost[kAlgae] + garage_cost);
  spend(seat, cost);
}

void Play::apply_pay(Seat seat, Move move) {
  const Goods cost = top<step::Pay>().cost;
  s.todo.pop();
  spend(seat, g.substituted(player(seat), cost, move.substituted()));
}

void Play::apply_trade(Seat seat, Move move) {
  if (move.kind() == Move::Kind::kDone) {
    s.todo.pop();
    return;
  }
  count_down<step::Trade>();
  make_trade(seat, move.trade());
}

// CIR-Q49. The step is paid after it was made: a token on the way may pay for it.
void Play::apply_walk(Seat seat, Move move) {
  if (move.kind() == Move::Kind::kDone) {
    s.todo.pop();
    return;
  }
  auto walk = top<step::Walk>();
  const bool costs = walk.made >= g.steps(s, seat).free;
  ++walk.made;
  update(walk);
  move_towards(seat, walk.direction);
  if (costs) pay(seat, inner_cost(c.step_cost));
}

void Play::apply_move_any(Seat seat, Move move) {
  auto moving = top<step::MoveAny>();
  s.todo.pop();
  if (move.kind() == Move::Kind::kDone) return;
  // Below what the Harvester finds on its way.
  if (--moving.left > 0) push(seat, moving);
  move_towards(seat, move.direction());
}

void Play::apply_stack(Seat seat, Move move) {
  const auto stack = top<step::Stack>();
  s.todo.pop();
  const bool other = Rules::is_other_stack(s, stack, move.stack());
  take_tile(seat, stack.kind, move.stack());
  if (other) pay(seat, inner_cost(c.other_stack_cost));
}

void Play::apply_garage(Seat seat, Move move) {
  const int ship = top<step::Garage>().ship;
  s.todo.pop();
  player(seat).ship[idx(move.garage())] = static_cast<std::uint8_t>(ship + 1);
  tell(What::kShip, seat, ship, move.garage());
}

// The Contract is laid down once it is paid for: how may have to be asked.
void Play::apply_contract(Seat seat, Move move) {
  const auto how = top<step::Contract>();
  s.todo.pop();
  if (move.kind() == Move::Kind::kDone) return;
  Goods cost = g.contract_cost(move.card(), how.less, kNoLess);
  if (!how.full_cost) cost = inner_cost(cost);
  push(seat, step::Fulfilled{.card = move.card(), .at_depository = how.at_depository});
  pay(seat, cost);
}

void Play::apply_discard(Seat seat, Move move) {
  player(seat).hand.remove(move.card());
  s.discards.add(move.card());
  tell(What::kDiscarded, seat, move.card());
  count_down<step::Discard>();
}

void Play::apply_choose(Seat seat, Move move) {
  const auto choice = top<step::Choose>();
  s.todo.pop();
  push_run(seat, c.lists[idx(choice.lists.begin + move.chosen())], choice.value);
}

void Play::apply_optional(Seat seat, Move move) {
  const auto offer = top<step::Optional>();
  s.todo.pop();
  if (move.kind() == Move::Kind::kYes) push_run(seat, offer.effects, offer.value);
}

// The Specialist of one of the three set-up spaces is gained and waits to be unlocked (CIR-5.3,
// CIR-Q67).
void Play::apply_setup_space(Seat seat, Move move) {
  s.todo.pop();
  Player& p = player(seat);
  p.gained = static_cast<std::uint8_t>(p.gained | (1U << move.space()));
  if (g.rules() > 1 && static_cast<Phase>(s.phase) == Phase::kEnd)
    p.gained_late = static_cast<std::uint8_t>(p.gained_late | (1U << move.space()));
  ++p.locked;
  tell(What::kSpecialist, seat, move.space());
  push(Do::kUnlock, seat);
}

void Play::apply_breakthrough(Seat seat, Move move) {
  s.todo.pop();
  s.breakthroughs = static_cast<std::uint16_t>(s.breakthroughs | (1U << move.breakthrough()));
  put_token(Rules::negotiator(s), false, move.breakthrough());
  tell(What::kBreakthrough, seat, move.breakthrough());
  push_run(seat, c.breakthroughs[idx(move.breakthrough())].effects);
}

// Hers is free: no token is used, and it stays for others.
void Play::apply_michela(Seat seat, Move move) {
  s.todo.pop();
  if (move.kind() == Move::Kind::kDone) return;
  player(seat).flags |= kRewardUsed;
  tell(What::kBreakthrough, seat, move.breakthrough());
  push_run(seat, c.breakthroughs[idx(move.breakthrough())].effects);
}

// The faction's own ability, and with Hikaru another one, in any order: the question stays until
// nothing is left or the player is done.
void Play::apply_ability(Seat seat, Move move) {
  if (move.kind() == Move::Kind::kDone) {
    s.todo.pop();
    return;
  }
  const int faction = move.faction();
  const bool own = faction == (s.now.target - kToNegotiation) / kRows;
  s.now.flags = static_cast<std::uint8_t>(s.now.flags | (own ? kOwnAbility : kOtherAbility));
  tell(What::kAbility, seat, faction);
  push_run(seat, c.abilities[idx(faction)][has_bit(s.sides, faction + 1) ? 1 : 0]);
}

void Play::apply_peek(Seat seat, Move move) {
  s.todo.pop();
  tell(What::kPeeked, seat, move.corner());
  if (!has_bit(player(seat).seen, move.corner())) push(seat, step::Reveal{.corner = move.corner()});
}

void Play::apply_to_farm(Seat seat, Move move) {
  const int value = top<step::ToFarm>().value;
  s.todo.pop();
  if (move.kind() == Move::Kind::kDone) return;
  Player& p = player(seat);
  --p.idle;
  p.farm[idx(move.slot())] = static_cast<std::uint8_t>(value);
  tell(What::kFarmPlaced, seat, value, move.slot());
}

// The question stays: there may be another option.
void Play::apply_option(Seat seat, Move move) {
  if (move.kind() == Move::Kind::kDone) {
    s.todo.pop();
    return;
  }
  if (move.option() == kOptionLeader) {
    s.now.flags |= kLeaderUsed;
    push_run(seat, g.leader_option(s, move.leader_list()), s.now.value);
  } else {
    s.now.flags |= move.option() == kOptionTrade ? kTraded : kPartnerTraded;
    make_trade(seat, move.trade());
  }
}

// Tariq: the send is resolved again from its payment on, without the piece moving.
void Play::apply_repeat(Seat seat, Move move) {
  s.todo.pop();
  if (move.kind() == Move::Kind::kDone) return;
  tell(What::kRepeat, seat);
  s.now.less = g.less_again(s);
  s.now.flags |= kRepeated;
  update(step::Act{.next = SendStep::kPay, .garage_cost = 0});
}

void Play::apply_end_card(Seat seat, Move move) {
  Player& p = player(seat);
  if (move.kind() == Move::Kind::kDone) {
    s.todo.pop();
    p.draft = {};
    return;
  }
  p.draft.remove(move.card());
  tell(What::kEndCard, seat, move.card());
  for (const Rule& rule : c.of(c.contracts[idx(move.card())].rules)) {
    if (rule.on == On::kEnd) push_run(seat, rule.effects);
  }
}

// --- the machine ---

// Whether a decision offers nothing any more: it is then left out, and nobody is asked a question
// with one answer that changes nothing.
bool Play::lapses() {
  const auto seat = static_cast<Seat>(s.todo.top().seat);
  const Player& p = player(seat);
  switch (s.todo.top().what) {
    case Do::kTrade: return !has_trade(p);
    case Do::kWalk: return walk_lapses(seat);
    case Do::kDiscard: return p.hand.empty() || top<step::Discard>().left == 0;
    case Do::kStack: {
      const int kind = top<step::Stack>().kind;
      return !g.any_tile(s, kind) || (kind == kFarmTile && !g.tile_free(p));
    }
    case Do::kRollToFarm: return p.idle == 0 || !has_free_farm(p);
    case Do::kOptions: return options_lapse(p);
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
    case Do::kPayEntry: return g.legal_count(s, seat) == 0;
    case Do::kAbility: return g.legal_count(s, seat) <= 1;  // nothing but "done"
    default: return false;
  }
}

bool Play::has_trade(const Player& p) const {
  FixedList<std::uint8_t, kMaxTrades> options;
  g.trades(p, p.goods, options);
  return !options.empty();
}

bool Play::walk_lapses(Seat seat) const {
  const auto walk = top<step::Walk>();
  const Rules::Steps steps = g.steps(s, seat);
  if (walk.made >= steps.most || g.step_from(s, seat, walk.direction) < 0) return true;
  if (walk.made < steps.free) return false;
  const Player& p = s.players[idx(seat)];
  return !g.can_pay(p, p.goods, reduced(c.step_cost, s.now.less));
}

bool Play::has_free_farm(const Player& p) const {
  for (int slot = 0; slot < kFarms; ++slot) {
    const Tile* farm = g.farm_at(p, slot);
    if (farm != nullptr && farm->slot && p.farm[idx(slot)] == 0) return true;
  }
  return false;
}

bool Play::options_lapse(const Player& p) const {
  FixedList<std::uint8_t, 8> own;
  g.leader_options(s, own);
  if (!own.empty()) return false;
  if (!top<step::ActionOptions>().after) return true;
  if (!g.may_trade(s, false) && !g.may_trade(s, true)) return true;
  return !has_trade(p);
}

// Runs what runs by itself and leaves out what has lapsed, until the step on top waits for a player
// or for chance.
void Play::proceed() {
  while (true) {
    const Do what = s.todo.top().what;
    if (runs_by_itself(what)) {
      run_top();
    } else if (what == Do::kDraw) {
      if (!draw_lapses()) return;
      s.todo.pop();
    } else if (what == Do::kPlan) {
      if (!all_chosen()) return;
      plan_ready();
    } else if (is_decision(what) && what > Do::kPlan && lapses()) {
      s.todo.pop();
    } else {
      return;
    }
  }
}

// Whether there is no card to draw; an empty deck is renewed from the discards first (CIR-Q19).
bool Play::draw_lapses() {
  if (top<step::Draw>().left == 0) return true;
  if (!s.deck.empty()) return false;
  if (s.discards.empty()) return true;
  s.deck = s.discards;
  s.discards = {};
  tell(What::kReshuffled, kNobody);
  return false;
}

bool Play::all_chosen() const {
  for (int seat = 0; seat < g.seats(); ++seat) {
    if (s.players[idx(seat)].stage != Stage::kDone) return false;
  }
  return true;
}

// What runs by itself. The operands are read before the step is taken off, as something else may
// lie in its place as soon as anything is pushed. Most steps are done in one go; a list of effects,
// a send (Act) and the round stay and go on where they were when all they have pushed is done.
void Play::run_top() {
  const auto seat = static_cast<Seat>(s.todo.top().seat);
  switch (s.todo.top().what) {
    case Do::kRun: run_next_effect(seat); break;
    case Do::kAct: act(); break;
    case Do::kGetSpecialist:
      s.todo.pop();
      // All three are gained already: there is none left to choose.
      if (player(seat).gained != 7) push(Do::kSetupSpace, seat);
      break;
    case Do::kUnlock: unlock(seat); break;
    case Do::kGetDice: {
      const int n = top<step::GetDice>().n;
      s.todo.pop();
      get_dice(seat, n);
      break;
    }
    case Do::kReceive: {
      const Goods goods = top<step::Receive>().goods;
      s.todo.pop();
      for (int r = 0; r < kResources; ++r) gain(seat, r, goods[idx(r)]);
      break;
    }
    case Do::kFulfilled: fulfil(seat); break;
    case Do::kDepositoryReward: {
      const Range reward = c.depository[idx(top<step::DepositoryReward>().row)].effects;
      s.todo.pop();
      push_run(seat, reward);
      break;
    }
    case Do::kHarvestFarm: {
      const auto farm = top<step::HarvestFarm>();
      s.todo.pop();
      harvest_farm(seat, farm.slot, farm.early);
      break;
    }
    case Do::kRound: round_step(); break;
    case Do::kSeatTask: seat_step(); break;
    case Do::kAi: ai_intrigue_specialist(); break;
    default: s.todo.pop(); break;
  }
}

// The rest of the list stays below what the effect pushes.
void Play::run_next_effect(Seat seat) {
  auto run = top<step::Run>();
  const Effect& e = c.effects[run.effects.begin];
  ++run.effects.begin;
  if (run.effects.begin >= run.effects.end) {
    s.todo.pop();
  } else {
    update(run);
  }
  run_effect(seat, e, run.value);
}

// Stays on the stack until no Specialist can be unlocked: several may have been waiting.
void Play::unlock(Seat seat) {
  const Player& p = player(seat);
  const bool can = p.locked != 0 && Rules::active_specialists(p) < g.specialist_limit(p) &&
                   g.regular_dice(p) > 0;
  if (!can) {
    s.todo.pop();
    return;
  }
  push(Do::kSwap, seat);
  if (!lapses()) return;
  s.todo.pop();
  s.todo.pop();
}

// A Contract that is paid for counts from now on, for this action's costs at once (CIR-Q41).
void Play::fulfil(Seat seat) {
  const auto done = top<step::Fulfilled>();
  const int card = done.card;
  s.todo.pop();
  Player& p = player(seat);
  tell(What::kFulfilled, seat, card);
  // Before it lies there: it does not set itself off.
  g.each_rule(s, p, On::kFulfil, [&](const Rule& rule) {
    if (done.at_depository || !rule.at_depository) trigger(seat, rule, 0);
  });
  p.hand.remove(card);
  p.fulfilled.add(card);
  if ((s.now.flags & kActive) == 0 || s.now.seat != seat) return;
  for (const Rule& rule : c.of(c.contracts[idx(card)].rules)) {
    if (Rules::takes_off(rule, s.now.from, s.now.piece == Piece::kSpecialist))
      add_discount(rule, s.now.less);
  }
}

}  // namespace tidelock::circadians
