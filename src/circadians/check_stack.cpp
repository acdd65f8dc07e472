// Whether the stack of a state fits: each step by itself, the steps together, the phase that they
// belong to, and the send that is being resolved (State::now).
#include "circadians/checker.h"

namespace tidelock::circadians {

// --- the stack ---

// At the bottom lies what the game is in (a question of the set-up, a choice of all, the round, the
// end), above it what is still to be done in it, on top what waits for somebody.
void Checker::check_stack() {
  need(s_.todo.depth >= 1 && s_.todo.depth <= 30, "todo", "expected 1 to 30 steps");
  if (wrong_) return;
  for (std::uint32_t i = s_.todo.depth; i < kTodos; ++i)
    need(s_.todo.items[i] == Todo(), "todo", "expected nothing above the top");
  const auto is_phase = [](Do what) {
    return what == Do::kChance || what == Do::kLeaders || what == Do::kDraft ||
           what == Do::kRound || what == Do::kOver;
  };
  need(is_phase(bottom().what), "todo", "expected a phase of the game at the bottom");
  need(!runs_by_itself(top()), "todo", "expected a decision or chance at the top");
  for (std::uint32_t i = 0; i < s_.todo.depth && !wrong_; ++i) {
    const Todo& t = steps()[i];
    need(t.seat < n_, "todo", "expected a seat");
    need(!is_phase(t.what) || i == 0, "todo", "expected a phase only at the bottom");
    need(t.what != Do::kPlan || (i == 1 && i + 1 == s_.todo.depth), "todo",
         "expected the plan at the top");
    need(fine(t), "todo", "expected a step of the rules");
  }
  if (bottom().what == Do::kRound) check_phase();
  check_inside_send();
}

// Some steps are parts of a send and come above it.
void Checker::check_inside_send() {
  int acts = 0;
  for (const Todo& t : steps()) {
    acts += t.what == Do::kAct ? 1 : 0;
    const bool inner = t.what == Do::kPartner || t.what == Do::kPayEntry ||
                       t.what == Do::kOptions || t.what == Do::kRepeat || t.what == Do::kAbility ||
                       t.what == Do::kUseOutpost || t.what == Do::kWalk ||
                       t.what == Do::kDepositoryReward;
    need(!inner || (acts == 1 && t.seat == s_.now.seat), "todo",
         "expected it inside a send, for who sends");
  }
  need(acts <= 1, "todo", "expected one send at a time");
  need((acts != 0) == ((s_.now.flags & kActive) != 0), "now",
       "expected it to be active with a send only");
}

// The phase that runs and the one that comes next, and what may wait in it.
void Checker::check_phase() {
  const Phase next = next_phase();
  const auto phase = static_cast<Phase>(s_.phase);
  if (in_setup()) {
    need(next == Phase::kEvent && phase == Phase::kEvent, "phase", "expected the first one");
    return;
  }
  const bool again = phase == Phase::kHq || phase == Phase::kAiExecute || phase == Phase::kTurns ||
                     phase == Phase::kScore;
  const bool last = phase == Phase::kBritta && !g_.solo();
  need(again ? next == phase : static_cast<int>(next) == static_cast<int>(phase) + (last ? 2 : 1),
       "phase", "expected the phase before the next one");
  const bool alone = phase == Phase::kExploit || phase == Phase::kAiExecute ||
                     phase == Phase::kAiHarvest || phase == Phase::kIntrigue;
  need(g_.solo() || !alone, "phase", "expected a phase with the AI only");
  for (std::uint32_t i = 1; i < s_.todo.depth; ++i)
    need(in_phase(steps()[i], static_cast<int>(i)), "todo", "expected a step of this phase");
}

bool Checker::in_phase(const Todo& t, int depth) const {
  const auto phase = static_cast<Phase>(s_.phase);
  switch (t.what) {
    case Do::kEventCard: return phase == Phase::kEvent;
    case Do::kPlan: return phase == Phase::kPlan;
    case Do::kSend:
      return depth == 1 && phase == (as<step::Send>(t).from_hq ? Phase::kHq : Phase::kTurns);
    case Do::kAct:
    case Do::kFulfilled:
      return phase == Phase::kHq || phase == Phase::kTurns || phase == Phase::kEnd;
    case Do::kHarvestFarm: return phase == Phase::kTurns;
    case Do::kMichela: return phase == Phase::kHarvest;
    case Do::kEndCards: return phase == Phase::kEnd;
    case Do::kExploit: return phase == Phase::kExploit;
    case Do::kAi:
    case Do::kAiAhzuri: return phase == Phase::kIntrigue;
    case Do::kSeatTask: return task_in_phase(as<step::SeatTask>(t).task);
    default: return true;
  }
}

bool Checker::task_in_phase(SeatTask task) const {
  const auto phase = static_cast<Phase>(s_.phase);
  switch (task) {
    case SeatTask::kHarvest: return phase == Phase::kHarvest;
    case SeatTask::kRestDraw: return phase == Phase::kDeclan;
    case SeatTask::kRestGain: return phase == Phase::kBritta;
    case SeatTask::kEndCards: return phase == Phase::kEnd;
    default: return false;  // of the set-up
  }
}

// --- one step ---

namespace {

bool is_goods(const Goods& goods) {
  return std::all_of(goods.begin(), goods.end(), [](int n) { return n <= 99; });
}

}  // namespace

bool Checker::fine(const Todo& t) const {
  if (is_decision(t.what)) return asks_fine(t);
  return t.what < Do::kRun ? chance_fine(t) : runs_fine(t);
}

// Steps that wait for a player.
bool Checker::asks_fine(const Todo& t) const {
  const auto from_1 = [](int n, int most) { return n >= 1 && n <= most; };
  switch (t.what) {
    case Do::kNothing: return false;
    case Do::kSend: {
      const auto [from_hq, space] = as<step::Send>(t);
      return t.a <= 1 && (!from_hq || (space < kHqSpaces && !s_.hq[idx(space)].empty() &&
                                       s_.hq[idx(space)].owner() == static_cast<Seat>(t.seat)));
    }
    case Do::kPayEntry: return as<step::PayEntry>(t).garage_cost <= 30;
    case Do::kPay: {
      const Leader* who = g_.leader(player(t.seat));
      return who != nullptr && who->substitute >= 0 && is_goods(as<step::Pay>(t).cost);
    }
    case Do::kContract: {
      const auto how = as<step::Contract>(t);
      return is_goods(how.less) && from_1(how.kinds, kAnyKind);
    }
    case Do::kTrade: return from_1(as<step::Trade>(t).left, 60);
    case Do::kWalk: {
      const auto walk = as<step::Walk>(t);
      return walk.direction < 6 && from_1(walk.made, 20);
    }
    case Do::kMoveAny: return from_1(as<step::MoveAny>(t).left, 6);
    case Do::kStack: {
      const auto [kind, named] = as<step::Stack>(t);
      return kind <= kFarmTile && (named < kStacks || named == kNone);
    }
    case Do::kGarage: return idx(as<step::Garage>(t).ship) < c_.ships.size();
    case Do::kDiscard: return from_1(as<step::Discard>(t).left, 100);
    case Do::kChoose: {
      const auto [lists, value] = as<step::Choose>(t);
      return are_choices(lists) && value <= Piece::kSpecialist;
    }
    case Do::kOptional: {
      const auto [effects, value] = as<step::Optional>(t);
      return in_one_list(effects, t.seat) && value <= Piece::kSpecialist;
    }
    case Do::kToFarm: return from_1(as<step::ToFarm>(t).value, 6);
    default: return true;
  }
}

// Steps that wait for chance.
bool Checker::chance_fine(const Todo& t) const {
  switch (t.what) {
    case Do::kChance: {
      const auto [ask, number] = as<step::Chance>(t);
      return ask <= SetupAsk::kDeal && number <= 40;
    }
    case Do::kDraw: {
      const int left = as<step::Draw>(t).left;
      return left >= 1 && left <= 250;
    }
    case Do::kTile: {
      const auto [kind, stack] = as<step::Tile>(t);
      return kind <= kFarmTile && stack < kStacks;
    }
    case Do::kScheme:
      return g_.solo() && as<step::Scheme>(t).use <= SchemeUse::kSpecialist && s_.schemes != 0;
    case Do::kExploit: return g_.solo() && player(Circadians::kAiSeat).idle_specialists != 0;
    case Do::kAiAhzuri: {
      const int row = as<step::AiAhzuri>(t).row;
      return g_.solo() && row < g_.rows(kAhzuri) && g_.expansion() &&
             s_.negotiation[kAhzuri][idx(row)].empty() && player(Circadians::kAiSeat).reserve != 0;
    }
    default: return true;
  }
}

// Steps that run by themselves.
bool Checker::runs_fine(const Todo& t) const {
  switch (t.what) {
    case Do::kAct: {
      const auto [next, garage_cost] = as<step::Act>(t);
      return next <= SendStep::kEnd && garage_cost <= 30;
    }
    case Do::kReceive: return is_goods(as<step::Receive>(t).goods);
    case Do::kRun: {
      const auto [effects, value] = as<step::Run>(t);
      return in_one_list(effects, t.seat) && value <= Piece::kSpecialist;
    }
    case Do::kAi: return g_.solo();
    case Do::kGetDice: return as<step::GetDice>(t).n <= 250;
    case Do::kFulfilled: {
      const int card = as<step::Fulfilled>(t).card;
      return player(t.seat).hand.has(card & 127) && idx(card) < c_.contracts.size();
    }
    case Do::kDepositoryReward: return as<step::DepositoryReward>(t).row < kDepositoryRows;
    case Do::kHarvestFarm: return as<step::HarvestFarm>(t).slot < kFarms;
    case Do::kSeatTask: {
      const auto [task, part] = as<step::SeatTask>(t);
      return task <= SeatTask::kEndCards && part <= 20;
    }
    default: return true;
  }
}

// Part of one list of effects; what is done inside a send is done by who sends.
bool Checker::in_one_list(Range effects, int seat) const {
  if (effects.begin >= effects.end || effects.end > c_.effects.size() ||
      effects.end > c_.list_ends[effects.begin])
    return false;
  for (auto i = effects.begin; i < effects.end; ++i) {
    const Effect& e = c_.effects[i];
    const bool inner =
        e.op == Effect::Op::kUseOutpost || (e.op == Effect::Op::kMove && e.what == kByDie);
    if (inner && ((s_.now.flags & kActive) == 0 || seat != s_.now.seat)) return false;
  }
  return true;
}

// The lists of one choice.
bool Checker::are_choices(Range lists) const {
  return std::any_of(c_.effects.begin(), c_.effects.end(), [&](const Effect& e) {
    return e.op == Effect::Op::kChoose && e.list.begin == lists.begin && e.list.end == lists.end;
  });
}

// --- the send ---

// State::now is empty, or holds a send (with step::Act on the stack), or a piece that is bound by a
// trade before sending (with step::Send on top, or the payment of that trade).
void Checker::check_now() {
  const Current& now = s_.now;
  if ((now.flags & (kActive | kBeforeTrade)) == 0) {
    need(now == Current{}, "now", "expected nothing without a send");
    return;
  }
  need(now.seat < n_, "now.seat", "expected a seat");
  need(now.partner == kNone || now.partner <= kFromSal, "now.partner", "expected a die");
  need(now.outpost <= all_, "now.outpost", "expected a player");
  if (wrong_) return;
  if ((now.flags & kActive) == 0) {
    need(top() == Do::kSend || top() == Do::kPay, "now", "expected a send");
    check_trade_first();
    return;
  }
  SendStep next = SendStep::kBefore;
  for (const Todo& t : steps()) {
    if (t.what != Do::kAct) continue;
    need(t.seat == now.seat, "now.seat", "expected the seat that sends");
    next = as<step::Act>(t).next;
  }
  if (g_.rules() > 1) {
    check_less();
    check_flags();
  }
  check_target();
  if (wrong_) return;
  if (next <= SendStep::kPlace && (now.flags & kRepeated) == 0) check_not_placed();
}

// A place that is in play, and steps on the stack that belong to it.
void Checker::check_target() {
  const Current& now = s_.now;
  const Place place = place_of(now.target);
  const bool known =
      now.target < kToDepository + kDepositoryRows ||
      (now.target >= kToNegotiation && now.target < kToNegotiation + kRows * kFactions) ||
      (now.target >= kToOutpost && now.target < kToOutpost + all_) ||
      (now.target >= kToFarm && now.target < kToFarm + kFarms);
  need(known, "now.target", "expected a place");
  need(!on_stack(Do::kPartner) || now.target == kToLaboratory, "now.target",
       "expected the Laboratory");
  need(!on_stack(Do::kAbility) || place == kNegotiation, "now.target", "expected a negotiation");
  need(!on_stack(Do::kDepositoryReward) || place == kDepository, "now.target",
       "expected the Depository");
  need(place != kOutpost || g_.expansion(), "now.target", "expected no Outpost");
  if (place < kStations)
    need(g_.station_in_play(place) && now.value >= 1, "now.target", "expected a station in play");
  if (place == kDepository) need(now.value >= 1, "now.value", "expected a value");
  if (wrong_ || place != kNegotiation) return;
  const int n = now.target - kToNegotiation;
  need(g_.faction_in_play(n / kRows) && n % kRows < g_.rows(n / kRows), "now.target",
       "expected a space in play");
}

// Before it is placed the die still stands where it comes from, and its space is free.
void Checker::check_not_placed() {
  const Current& now = s_.now;
  const Place place = place_of(now.target);
  check_source();
  check_space_free();
  if (now.partner != kNone) {
    need(place == kLaboratory && now.partner != now.from, "now.partner", "expected another die");
    need(now.partner >= kGarages || player(now.seat).garage[now.partner] != 0, "now.partner",
         "expected a die there");
  }
  const bool regular = now.piece >= 1 && now.piece <= 6;
  need(regular || now.piece == Piece::kSpecialist || now.piece == Piece::kSal, "now.piece",
       "expected a die");
  need(place < kStations || place == kDepository || now.value != 0 || !regular || place == kOutpost,
       "now.value", "expected a value");
}

// The piece where it comes from.
void Checker::check_source() {
  const Current& now = s_.now;
  const Player& p = player(now.seat);
  if (now.from < kGarages) {
    need(p.garage[now.from] == now.piece && now.piece != 0, "now.from", "expected the die there");
  } else if (now.from == kFromHq) {
    const Piece piece = s_.hq[now.hq_space];
    need(!piece.empty() && piece.owner() == static_cast<Seat>(now.seat) &&
             piece.value() == now.piece,
         "now.from", "expected the die there");
  } else {
    need(g_.has_special(p, Special::kSal) && now.piece == Piece::kSal &&
             place_of(now.target) < kStations,
         "now.from", "expected Sal");
  }
}

void Checker::check_space_free() {
  const Current& now = s_.now;
  const Place place = place_of(now.target);
  need(
      place != kFarm || (now.piece == Piece::kSpecialist &&
                         g_.farm_takes(player(now.seat), now.target - kToFarm, Piece::kSpecialist)),
      "now.target", "expected a free Farm");
  const auto is_free = [&] {
    switch (place) {
      case kHeadquarters: return g_.free_hq(s_) >= 0;
      case kDepository:
        return s_.depository[idx(now.value - 1)][idx(now.target - kToDepository)].empty();
      case kNegotiation: {
        const int n = now.target - kToNegotiation;
        return s_.negotiation[idx(n / kRows)][idx(n % kRows)].empty();
      }
      case kOutpost: {
        const int owner = now.target - kToOutpost;
        const auto& outpost = player(owner).outpost;
        return outpost[0].empty() || (outpost_spaces(owner) == 2 && outpost[1].empty());
      }
      case kFarm: return true;
      default: {
        const int column = place == kMiningCamp ? now.target - kToMine + 1 : 0;
        return g_.free_space(s_, place, column, now.value) >= 0;
      }
    }
  };
  need(is_free(), "now.target", "expected a free space");
}

// A trade was made before sending: the piece is chosen, and perhaps its partner.
void Checker::check_trade_first() {
  const Current& now = s_.now;
  const Player& p = player(now.seat);
  if (g_.rules() == 1) {
    need(now.from < kGarages && p.garage[now.from] != 0, "now.from",
         "expected a die in the Garage");
    return;
  }
  const bool waits = s_.todo.depth > 1 && steps()[1].what == Do::kSend;
  const step::Send send = waits ? as<step::Send>(steps()[1]) : step::Send{};
  need(waits && steps()[1].seat == now.seat && send.from_hq == (now.from == kFromHq) &&
           (!send.from_hq || send.hq_space == now.hq_space),
       "now", "expected the send that waits");
  if (wrong_) return;
  need((now.flags & kTraded) == 0 || g_.ship_trades(p, now.from), "now.from",
       "expected a Ship that trades");
  need((now.flags & kPartnerTraded) == 0 || g_.ship_trades(p, now.partner), "now.partner",
       "expected a Ship that trades");
  need((now.flags & ~(kBeforeTrade | kTraded | kPartnerTraded)) == 0 &&
           (now.flags & (kTraded | kPartnerTraded)) != 0,
       "now.flags", "expected a trade before sending");
  const bool pair = (now.flags & kPartnerTraded) != 0;
  need(now.from < kGarages ? p.garage[now.from] != 0 : pair, "now.from",
       "expected a die in the Garage");
  need(now.from != kFromHq || (!s_.hq[now.hq_space].empty() &&
                               s_.hq[now.hq_space].owner() == static_cast<Seat>(now.seat)),
       "now.from", "expected the die there");
  need(now.from != kFromSal || (g_.has_special(p, Special::kSal) && (p.flags & kSalSent) == 0),
       "now.from", "expected Sal");
  need(pair ? now.partner < kGarages && now.partner != now.from && p.garage[now.partner] != 0
            : now.partner == kNone,
       "now.partner", "expected a die in a Garage");
  // The rest is not known before the send (Play::trade_first).
  Current known{};
  known.seat = now.seat;
  known.from = now.from;
  known.partner = now.partner;
  known.flags = now.flags;
  if (now.from == kFromHq) known.hq_space = now.hq_space;
  need(now == known, "now", "expected nothing else before sending");
}

// What is left of "less for the action" came from somewhere (CIR-Q38).
void Checker::check_less() {
  const Current& now = s_.now;
  const Player& p = player(now.seat);
  std::array<int, kResources> most{};
  const auto add = [&](RuleRange rules, int from, bool special) {
    for (const Rule& rule : c_.of(rules)) {
      if (!Rules::takes_off(rule, from, special)) continue;
      for (std::size_t r = 0; r < kResources; ++r) most[r] += rule.discount[r];
    }
  };
  const bool specialist = now.piece == Piece::kSpecialist;
  for (const int card : p.fulfilled) add(c_.contracts[idx(card)].rules, now.from, specialist);
  if (const Leader* who = g_.leader(p)) add(who->rules, now.from, specialist);
  // The Ship that a piece came with may be covered by now: of each resource the most that one
  // takes off. The Specialists' abilities count for a pair once (Rules::add_less).
  bool ability = true;
  const auto add_garage = [&](int from, bool special) {
    if (from >= kGarages) return;
    std::array<int, kResources> ship{};
    for (const Tile& tile : c_.ships) {
      std::array<int, kResources> sum{};
      for (const Rule& rule : c_.of(tile.rules)) {
        if (!Rules::takes_off(rule, from, special)) continue;
        for (std::size_t r = 0; r < kResources; ++r) sum[r] += rule.discount[r];
      }
      for (std::size_t r = 0; r < kResources; ++r) ship[r] = std::max(ship[r], sum[r]);
    }
    for (std::size_t r = 0; r < kResources; ++r) most[r] += ship[r];
    for (std::size_t i = 0; special && ability && i < 3; ++i) {
      if (has_bit(p.gained, static_cast<int>(i))) add(c_.specialist_rules[i], from, true);
    }
    ability = ability && !special;
  };
  // A partner that was sent lies in the Laboratory.
  const bool beside = std::any_of(s_.partner.begin(), s_.partner.end(), [&](Piece piece) {
    return !piece.empty() && piece.specialist() && piece.owner() == static_cast<Seat>(now.seat);
  });
  add_garage(now.from, specialist);
  add_garage(now.partner,
             beside || (now.partner < kGarages && p.garage[now.partner] == Piece::kSpecialist));
  for (std::size_t r = 0; r < kResources; ++r)
    need(now.less[r] <= most[r], "now.less", "expected less of a discount");
}

// What has been done inside a send fits it.
void Checker::check_flags() {
  const Current& now = s_.now;
  const Leader* who = g_.leader(player(now.seat));
  const auto flag = [&](int bits, bool may) {
    need((now.flags & bits) == 0 || may, "now.flags", "expected what this send may have done");
  };
  flag(kBeforeTrade, false);
  flag(kRepeated, now.from == kFromHq && g_.has_special(player(now.seat), Special::kRepeatAction));
  flag(kTraded, now.from < kGarages && has_bit(now.ships, 0));
  flag(kPartnerTraded, now.partner < kGarages);
  flag(kLeaderUsed, who != nullptr && who->options);
  flag(kOwnAbility, place_of(now.target) == kNegotiation);
  flag(kOtherAbility, place_of(now.target) == kNegotiation && who != nullptr && who->other_ability);
  need((!has_bit(now.ships, 0) || now.from < kGarages) &&
           (!has_bit(now.ships, 1) || now.partner < kGarages),
       "now.ships", "expected Ships of the Garages that they come from");
}

}  // namespace tidelock::circadians
