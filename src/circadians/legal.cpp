// Every choice that the rules give, listed: for each step that waits for a player the moves that
// answer it (steps.h). Sends are in send.cpp, because which of them are legal is mostly a question
// of what they cost.
//
// What cannot be carried out to its end is not offered (CIR-Q36, CIR-Q91), and each choice only
// once: where several ways lead to the same position (equal dice, sets of cards) one order stands
// for all.
#include <algorithm>

#include "circadians/rules.h"

namespace tidelock::circadians {

void Rules::legal(const State& s, Seat seat, List& out) const {
  out.clear();
  list_moves(s, seat, out);
}
std::uint32_t Rules::legal_count(const State& s, Seat seat) const {
  MovePicker<Move> moves;
  list_moves(s, seat, moves);
  return static_cast<std::uint32_t>(moves.size());
}
Move Rules::legal_nth(const State& s, Seat seat, std::uint32_t n) const {
  MovePicker<Move> moves(n);
  list_moves(s, seat, moves);
  return moves.picked();
}

// Lists the moves of one seat into `Out`, a List or a MovePicker.
template <class Out>
class MoveLister {
 public:
  MoveLister(const Rules& rules, const State& state, Seat seat, Out& out)
      : g_(rules),
        c_(rules.components()),
        s_(state),
        p_(state.players[idx(seat)]),
        seat_(seat),
        out_(out) {}

  // What the step on top asks of the seat.
  void answers() const;
  // What a seat may do in secret, by its Stage.
  void sealed() const;

 private:
  using Kind = Move::Kind;

  void list(Kind kind, int a = 0, int b = 0, int c = 0) const {
    out_.push(Move::make(kind, a, b, c));
  }
  void done() const { list(Kind::kDone); }
  template <class Step>
  [[nodiscard]] Step top() const {
    return as<Step>(s_.todo.top());
  }

  void partners() const;
  void entry_payments() const;
  void payments() const;
  void trades() const;
  void directions() const;
  void directions_back() const;
  void stacks() const;
  void contracts() const;
  void lists_of_effects() const;
  void optional_effects() const;
  void swaps() const;
  void swaps_on_boards() const;
  void breakthroughs() const;
  void setbacks() const;
  void abilities() const;
  void outposts() const;
  void farms() const;
  void options() const;
  void end_cards() const;

  void picks() const;
  void rerolls() const;
  void raises() const;
  void slots() const;

  const Rules& g_;
  const Components& c_;
  const State& s_;
  const Player& p_;
  const Seat seat_;
  Out& out_;
};

template <class Out>
void Rules::list_moves(const State& s, Seat seat, Out& out) const {
  if (seat < 0 || seat >= options_.players) return;
  const Todo& top = s.todo.top();
  const MoveLister<Out> moves(*this, s, seat, out);
  if (top.what <= Do::kPlan) {
    if (sealed_chance(s) == kNobody) moves.sealed();
  } else if (top.what == Do::kSend && top.seat == seat) {
    legal_send(s, seat, out);
  } else if (is_decision(top.what) && top.seat == seat) {
    moves.answers();
  }
}

// Ascending, as `legal` promises: in each list the first operand grows, and "done" comes last
// because of its place in Move::Kind. A step that has
// nothing to offer was left out before (Play::lapses).
template <class Out>
void MoveLister<Out>::answers() const {
  switch (s_.todo.top().what) {
    case Do::kPartner: partners(); break;
    case Do::kPayEntry: entry_payments(); break;
    case Do::kPay: payments(); break;
    case Do::kTrade: trades(); break;
    case Do::kWalk:  // only straight on
      list(Kind::kDirection, top<step::Walk>().direction);
      done();
      break;
    case Do::kMoveAny: directions(); break;
    case Do::kMoveBack: directions_back(); break;
    case Do::kStack: stacks(); break;
    case Do::kGarage:  // a Ship may cover another one (CIR-Q22)
      for (int garage = 0; garage < kGarages; ++garage) list(Kind::kGarage, garage);
      break;
    case Do::kContract: contracts(); break;
    case Do::kDiscard:
      for (const int card : p_.hand) list(Kind::kDiscard, card);
      break;
    case Do::kChoose: lists_of_effects(); break;
    case Do::kOptional: optional_effects(); break;
    case Do::kSwap: swaps(); break;
    case Do::kSetupSpace:
      for (int i = 0; i < 3; ++i) {
        if (!has_bit(p_.gained, i)) list(Kind::kSpace, i);
      }
      break;
    case Do::kBreakthrough: breakthroughs(); break;
    case Do::kSetback: setbacks(); break;
    case Do::kAbility: abilities(); break;
    case Do::kUseOutpost: outposts(); break;
    case Do::kPeek:
      for (int corner = 0; corner < kCorners; ++corner) list(Kind::kPeek, corner);
      break;
    case Do::kRollToFarm:
    case Do::kRepeat:
      list(Kind::kYes);
      done();
      break;
    case Do::kToFarm: farms(); break;
    case Do::kOptions: options(); break;
    case Do::kEndCards: end_cards(); break;
    case Do::kMichela:
      breakthroughs();
      done();
      break;
    default: break;
  }
}

// --- paying and trading ---

template <class Out>
void MoveLister<Out>::partners() const {
  const Sender first = g_.sender(s_, seat_, s_.now.from, s_.now.hq_space);
  Rules::Partners others;
  g_.partners(s_, seat_, first, others);
  for (const Sender& other : others) {
    if (g_.pair_fits(s_, seat_, first, other, s_.now.value)) list(Kind::kPartner, other.from);
  }
}

template <class Out>
void MoveLister<Out>::entry_payments() const {
  const Sender piece = Rules::sent_piece(s_, top<step::PayEntry>().garage_cost);
  Payments ways;
  g_.payments(s_, seat_, piece, s_.now.target, s_.now.value, ways);
  for (const Payment& way : ways)
    list(Kind::kPay, way.alternative, way.substituted, way.free == kNone ? 0 : way.free + 1);
}

template <class Out>
void MoveLister<Out>::payments() const {
  const Goods cost = top<step::Pay>().cost;
  for (int k = 0; k <= g_.most_substituted(p_, cost); ++k) {
    const Goods way = g_.substituted(p_, cost, k);
    if (covers(p_.goods, way) && !g_.strands_pair(s_, seat_, way)) list(Kind::kPay, 0, k);
  }
}

template <class Out>
void MoveLister<Out>::trades() const {
  FixedList<std::uint8_t, kMaxTrades> trades;
  g_.trades(p_, p_.goods, trades);
  for (const auto trade : trades) list(Kind::kTrade, trade);
  done();
}

// Kinds of Contracts, each at what is left of its cost.
template <class Out>
void MoveLister<Out>::contracts() const {
  const auto how = top<step::Contract>();
  const auto& less_action = how.full_cost ? kNoLess : s_.now.less;
  for (const int card : p_.hand) {
    if ((c_.contracts[idx(card)].kind & how.kinds) != 0 &&
        g_.can_pay(p_, p_.goods, g_.contract_cost(card, how.less, less_action)))
      list(Kind::kContract, card);
  }
  if (how.may_refuse) done();
}

// --- the Harvester and tiles ---

template <class Out>
void MoveLister<Out>::directions() const {
  for (int d = 0; d < 6; ++d) {
    if (g_.step_from(s_, seat_, d) >= 0) list(Kind::kDirection, d);
  }
  if (top<step::MoveAny>().may_stop) done();
}

// Only closer to the centre (CIR-Q50).
template <class Out>
void MoveLister<Out>::directions_back() const {
  for (int d = 0; d < 6; ++d) {
    const int to = g_.step_from(s_, seat_, d);
    if (to >= 0 && c_.distance[idx(to)] < c_.distance[p_.harvester]) list(Kind::kDirection, d);
  }
}

template <class Out>
void MoveLister<Out>::stacks() const {
  const auto from = top<step::Stack>();
  for (int stack = 0; stack < kStacks; ++stack) {
    if (s_.up[idx(from.kind)][idx(stack)] == 0) continue;
    if (Rules::is_other_stack(s_, from, stack) &&
        !g_.can_pay(p_, p_.goods, reduced(c_.other_stack_cost, s_.now.less)))
      continue;
    list(Kind::kStack, stack);
  }
}

// --- effects ---

template <class Out>
void MoveLister<Out>::lists_of_effects() const {
  const Range lists = top<step::Choose>().lists;
  for (auto i = lists.begin; i < lists.end; ++i) {
    if (g_.possible(s_, seat_, c_.lists[i], p_.goods, s_.now.less))
      list(Kind::kChoose, i - lists.begin);
  }
}

template <class Out>
void MoveLister<Out>::optional_effects() const {
  if (g_.possible(s_, seat_, top<step::Optional>().effects, p_.goods, s_.now.less))
    list(Kind::kYes);
  done();
}

template <class Out>
void MoveLister<Out>::breakthroughs() const {
  for (int i = 0; i < static_cast<int>(c_.breakthroughs.size()); ++i) {
    if (!has_bit(s_.breakthroughs, i) && g_.breakthrough_in_play(s_, i))
      list(Kind::kBreakthrough, i);
  }
}

template <class Out>
void MoveLister<Out>::setbacks() const {
  for (int i = 0; i < static_cast<int>(c_.setbacks.size()); ++i) {
    if (!has_bit(s_.setbacks, i) && g_.setback_in_play(i)) list(Kind::kSetback, i);
  }
}

// The faction's own one once and, for Hikaru, another one once (CIR-Q75).
template <class Out>
void MoveLister<Out>::abilities() const {
  const int own = (s_.now.target - kToNegotiation) / kRows;
  const Leader* who = g_.leader(p_);
  const bool other = who != nullptr && who->other_ability;
  for (int f = 0; f < kFactions; ++f) {
    const bool open =
        f == own ? (s_.now.flags & kOwnAbility) == 0 : other && (s_.now.flags & kOtherAbility) == 0;
    if (open && g_.ability_usable(s_, seat_, f)) list(Kind::kFaction, f);
  }
  done();
}

template <class Out>
void MoveLister<Out>::outposts() const {
  const Goods have = g_.goods_at_outpost(s_, seat_);
  for (int owner = 0; owner < g_.colours(); ++owner) {
    if (g_.outpost_usable(s_, seat_, owner, have, s_.now.less, true)) list(Kind::kOutpost, owner);
  }
}

template <class Out>
void MoveLister<Out>::farms() const {
  const int value = top<step::ToFarm>().value;
  for (int slot = 0; slot < kFarms; ++slot) {
    if (g_.farm_takes(p_, slot, value)) list(Kind::kFarm, slot);
  }
  done();
}

template <class Out>
void MoveLister<Out>::options() const {
  if (top<step::ActionOptions>().after) {
    FixedList<std::uint8_t, kMaxTrades> trades;
    g_.trades(p_, p_.goods, trades);
    for (const bool partner : {false, true}) {
      if (!g_.may_trade(s_, partner)) continue;
      for (const auto trade : trades)
        list(Kind::kOption, partner ? kOptionPartnerTrade : kOptionTrade, trade);
    }
  }
  FixedList<std::uint8_t, 8> own;
  g_.leader_options(s_, own);
  for (const auto which : own) list(Kind::kOption, kOptionLeader, which);
  done();
}

// In the order that the player likes; a card that says "must" is not left out.
template <class Out>
void MoveLister<Out>::end_cards() const {
  bool must = false;
  for (const int card : p_.draft) {
    list(Kind::kEndCard, card);
    for (const Rule& rule : c_.of(c_.contracts[idx(card)].rules))
      must = must || (rule.on == On::kEnd && !rule.may);
  }
  if (!must) done();
}

// --- the die that a Specialist replaces (CIR-Q55) ---

template <class Out>
void MoveLister<Out>::swaps() const {
  const auto regular = [](std::uint8_t die) { return die != 0 && die != Piece::kSpecialist; };
  for (int garage = 0; garage < kGarages; ++garage) {
    if (regular(p_.garage[idx(garage)])) list(Kind::kSwap, kSwapGarage + garage);
  }
  for (int slot = 0; slot < kFarms; ++slot) {
    if (regular(p_.farm[idx(slot)])) list(Kind::kSwap, kSwapFarm + slot);
  }
  if (p_.idle != 0) list(Kind::kSwap, kSwapIdle);
  if (p_.canteen != 0) list(Kind::kSwap, kSwapCanteen);
  swaps_on_boards();
}

template <class Out>
void MoveLister<Out>::swaps_on_boards() const {
  const auto mine = [&](Piece piece) {
    return !piece.empty() && piece.owner() == seat_ && piece.regular();
  };
  for (int i = 0; i < kHqSpaces; ++i) {
    if (mine(s_.hq[idx(i)])) list(Kind::kSwap, kSwapHq + i);
  }
  for (int station = 0; station < kStations; ++station) {
    const auto& spaces = s_.station[idx(station)];
    bool any = std::any_of(spaces.begin(), spaces.end(), mine);
    if (station == kLaboratory)
      any = any || std::any_of(s_.partner.begin(), s_.partner.end(), mine);
    if (any) list(Kind::kSwap, kSwapStation + station);
  }
  if (g_.rules() > 1) return;  // a die on an Outpost is not in the supply
  for (int owner = 0; owner < g_.colours(); ++owner) {
    const auto& outpost = s_.players[idx(owner)].outpost;
    if (mine(outpost[0]) || mine(outpost[1])) list(Kind::kSwap, kSwapOutpost + owner);
  }
}

// --- secret choices ---

template <class Out>
void MoveLister<Out>::sealed() const {
  switch (p_.stage) {
    case Stage::kLeader:
      for (int i = 0; i < kMaxLeaders; ++i) {
        if (has_bit(p_.leaders, i)) list(Kind::kLeader, i);
      }
      break;
    case Stage::kToken:
      for (int i = 0; i < kMaxTokens; ++i) {
        if (has_bit(p_.tokens, i)) list(Kind::kToken, i);
      }
      break;
    case Stage::kPick: picks(); break;
    case Stage::kExchange:
      for (const int card : p_.hand) list(Kind::kExchange, card);
      list(Kind::kKeep);
      break;
    case Stage::kReroll: rerolls(); break;
    case Stage::kRaise: raises(); break;
    case Stage::kAssign: slots(); break;
    default: break;
  }
}

// Alone the cards that are kept are a set, so they are asked for in ascending order, and none that
// would leave too few.
template <class Out>
void MoveLister<Out>::picks() const {
  if (!g_.solo()) {
    for (const int card : p_.draft) list(Kind::kPick, card);
    return;
  }
  int left = 0;
  for (const int card : p_.draft) left += card >= p_.pick ? 1 : 0;
  const int wanted = c_.draft_keep - s_.picks;
  for (const int card : p_.draft) {
    if (card < p_.pick) continue;
    if (left-- >= wanted) list(Kind::kPick, card);
  }
}

// Every set of dice but the empty one, as far as they have numbers (actions.cpp).
template <class Out>
void MoveLister<Out>::rerolls() const {
  std::array<std::uint8_t, 6> n{};  // of each value
  const auto next = [&] {
    for (std::size_t v = 6; v-- > 0;) {
      if (n[v] < p_.rolled[v] && n[v] < 7) {
        ++n[v];
        return true;
      }
      n[v] = 0;
    }
    return false;
  };
  while (next() && out_.size() < 512) {
    int dice = 0;
    for (const auto count : n) dice += count;
    if (dice > kMaxRerolled) continue;
    std::uint32_t bits = static_cast<std::uint32_t>(Kind::kReroll) << 24;
    for (std::size_t v = 0; v < 6; ++v) bits |= std::uint32_t{n[v]} << (3 * (5 - v));
    out_.push(Move{bits});
  }
  list(Kind::kKeep);
}

// Charlene raises one die by as much as her power says, or two by 1 (CIR-Q71).
template <class Out>
void MoveLister<Out>::raises() const {
  int one = 0;
  bool two = false;
  for (const Rule& rule : g_.leader_rules(p_)) {
    for (const auto& [dice, by] : rule.raises) {
      if (dice == 1) one = std::max<int>(one, by);
      if (dice == 2) two = true;
    }
  }
  for (int v = 1; v <= 5; ++v) {
    if (p_.rolled[idx(v - 1)] == 0) continue;
    for (int by = 1; by <= std::max(one, two ? 1 : 0) && v + by <= 6; ++by) {
      list(Kind::kRaise, v, by);
      for (int w = v; two && by == 1 && w <= 5; ++w) {
        if (p_.rolled[idx(w - 1)] >= (w == v ? 2 : 1)) list(Kind::kRaise, v, 1, w);
      }
    }
  }
  list(Kind::kKeep);
}

// Equal dice fill slots from left to right, so that each plan is offered once.
template <class Out>
void MoveLister<Out>::slots() const {
  const int die = Rules::next_to_assign(p_);
  for (int slot = p_.pick; slot < kCanteenSlot; ++slot) {
    const bool open =
        slot < kGarages ? p_.garage[idx(slot)] == 0 : g_.farm_takes(p_, slot - kGarages, die);
    if (open) list(Kind::kAssign, slot);
  }
  list(Kind::kAssign, kCanteenSlot);
}

}  // namespace tidelock::circadians
