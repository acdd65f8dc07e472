// Why a text that is no legal move is none (core/refusal.h): what stands in the way, from the
// outside in, and what of it is missing.
#include <algorithm>
#include <optional>

#include "circadians/game.h"
#include "circadians/schema.h"
#include "circadians/why.h"
#include "core/refusal.h"

namespace tidelock::circadians {

namespace {

template <class CodeOrWhy>
Error refuse(CodeOrWhy code, std::string message, std::vector<ErrorArg> args = {}) {
  return refusal("circadians.why.", code, std::move(message), std::move(args));
}

int source_of(std::string_view from) {
  if (from == "hq") return kFromHq;
  return from.size() == 2 && from[0] == 'g' ? from[1] - '1' : kFromSal;
}

}  // namespace

// The reasons for one text. None (nullopt) where there is no special one.
class Refusals {
 public:
  Refusals(const Circadians& game, const State& state, Seat seat, const Circadians::List& list,
           const std::string& wanted)
      : g_(game),
        c_(game.components()),
        s_(state),
        p_(state.players[idx(seat)]),
        seat_(seat),
        list_(list),
        wanted_(wanted) {}

  [[nodiscard]] Error say() const;

 private:
  using Kind = Move::Kind;
  using Reason = std::optional<Error>;

  [[nodiscard]] std::string text(Move move) const {
    return several::lower(g_.write(s_, seat_, move));
  }
  [[nodiscard]] ErrorArg example(Move move) const {
    return {schema::refusal::unknown_move::kExample, g_.write(s_, seat_, move)};
  }
  [[nodiscard]] ErrorArg example() const { return example(list_[0]); }
  [[nodiscard]] std::string expected(const std::string& message) const {
    return message + g_.write(s_, seat_, list_[0]);
  }
  [[nodiscard]] Error cannot_pay(const std::string& item, const Goods& cost) const;
  template <class List>
  [[nodiscard]] std::optional<int> find(const List& entries, std::string_view name) const;

  [[nodiscard]] bool is_move() const;
  [[nodiscard]] Reason special() const;
  [[nodiscard]] Reason contract(bool given_away) const;
  [[nodiscard]] Reason stack() const;
  [[nodiscard]] Reason trade() const;
  [[nodiscard]] Reason assign() const;
  [[nodiscard]] Reason send() const;
  [[nodiscard]] bool all_taken(int target) const;
  [[nodiscard]] Error not_there(const Sender& piece, int target, const std::string& place) const;
  [[nodiscard]] Error not_to_space(const Sender& piece, int target, const std::string& place) const;

  const Circadians& g_;
  const Components& c_;
  const State& s_;
  const Player& p_;
  Seat seat_;
  const Circadians::List& list_;
  const std::string& wanted_;
};

Error Circadians::why_not(const State& s, Seat seat, const List& list,
                          const std::string& wanted) const {
  if (at(s) == At::kOver) return refuse(Code::kOver, "the game is over");
  if (list.empty()) return refuse(Code::kNotYourDecision, "another seat decides now");
  return Refusals(*this, s, seat, list, wanted).say();
}

Error Refusals::say() const {
  if (const Reason reason = special()) return *reason;
  if (is_move())
    return refuse(Code::kNotOffered,
                  expected("this is not among the choices now: expected one as in "),
                  {{schema::refusal::not_offered::kItem, wanted_}, example()});
  return refuse(Code::kUnknownMove, expected("expected one of the listed moves, as in "),
                {example()});
}

Refusals::Reason Refusals::special() const {
  switch (s_.todo.top().what) {
    case Do::kSend: return send();
    case Do::kContract: return contract(false);
    case Do::kDiscard: return contract(true);
    case Do::kStack: return stack();
    case Do::kTrade: return trade();
    case Do::kPlan:
      if (p_.stage == Stage::kAssign) return assign();
      if (p_.stage == Stage::kExchange) return contract(true);
      return std::nullopt;
    default: return std::nullopt;
  }
}

// Whether this is how any move of the game is written. What has very many ways is known by its
// beginning.
bool Refusals::is_move() const {
  constexpr std::string_view kLettersUsed = "abcdefghijklmnopqrstuvwxyz0123456789#+-@>";
  if (wanted_.find_first_not_of(kLettersUsed) != std::string::npos) return false;
  for (const std::string_view start : {"pay-", "reroll-", "raise-"}) {
    if (wanted_.starts_with(start)) return true;
  }
  if (const auto arrow = wanted_.find('>'); arrow != std::string::npos) {
    const std::string place = wanted_.substr(arrow + 1);
    return g_.read_target(place.substr(0, place.find('@'))).has_value() ||
           (place.size() == 2 && place[0] == 'g' && place[1] >= '1' && place[1] < '1' + kGarages);
  }
  for (std::uint32_t action = 0; action < kActionTable.size(); ++action) {
    const Move move = Rules::move_of(s_, action);
    const bool many = move.kind() == Kind::kSend || move.kind() == Kind::kPay;
    if (!many && text(move) == wanted_) return true;
  }
  return false;
}

Error Refusals::cannot_pay(const std::string& item, const Goods& cost) const {
  Goods missing{};
  for (std::size_t r = 0; r < kResources; ++r)
    missing[r] = static_cast<std::int16_t>(std::max(0, cost[r] - p_.goods[r]));
  const std::string all = write_goods(cost);
  const std::string lacks = write_goods(missing);
  return refuse(Why::kCannotPay, "this costs " + all + ", and " + lacks + " of it is missing",
                {{schema::refusal::cannot_pay::kItem, item},
                 {schema::refusal::cannot_pay::kCost, all},
                 {schema::refusal::cannot_pay::kMissing, lacks}});
}

template <class List>
std::optional<int> Refusals::find(const List& entries, std::string_view name) const {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (several::lower(g_.id(entries[i])) == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

// A Contract that is not fulfilled, or not given away.
Refusals::Reason Refusals::contract(bool given_away) const {
  const std::string_view mark = given_away ? "-#" : "#";
  if (!wanted_.starts_with(mark)) return std::nullopt;
  const auto card = find(c_.contracts, std::string_view(wanted_).substr(mark.size()));
  if (!card) return std::nullopt;
  const ErrorArg it{schema::refusal::wrong_contract::kContract, g_.id(c_.contracts[idx(*card)])};
  if (!p_.hand.has(*card))
    return refuse(Why::kNotInHand, "this Contract is not in your hand", {it});
  if (given_away) return std::nullopt;
  const auto how = as<step::Contract>(s_.todo.top());
  if ((c_.contracts[idx(*card)].kind & how.kinds) == 0)
    return refuse(Why::kWrongContract, "a Contract of this kind cannot be fulfilled now", {it});
  return cannot_pay(wanted_,
                    g_.contract_cost(*card, how.less, how.full_cost ? kNoLess : s_.now.less));
}

Refusals::Reason Refusals::stack() const {
  for (int i = 0; i < kStacks; ++i) {
    if (text(Move::make(Kind::kStack, i)) != wanted_) continue;
    if (s_.up[idx(as<step::Stack>(s_.todo.top()).kind)][idx(i)] == 0)
      return refuse(Why::kNoTile, "there is no tile on this stack",
                    {{schema::refusal::no_tile::kItem, wanted_}});
    return cannot_pay(wanted_, reduced(c_.other_stack_cost, s_.now.less));
  }
  return std::nullopt;
}

Refusals::Reason Refusals::trade() const {
  const auto which = find(c_.trades, wanted_);
  if (!which) return std::nullopt;
  return cannot_pay(wanted_, c_.trades[idx(*which)].give);
}

Refusals::Reason Refusals::assign() const {
  const auto arrow = wanted_.find('>');
  if (arrow == std::string::npos) return std::nullopt;
  for (int slot = 0; slot < kCanteenSlot; ++slot) {
    const std::string known = text(Move::make(Kind::kAssign, slot));
    const auto at = known.find('>');
    if (known.substr(at) != wanted_.substr(arrow)) continue;
    if (known != wanted_)
      return refuse(Why::kNotThisDie, expected("this die is not the next: expected one as in "),
                    {example()});
    const ErrorArg place{schema::refusal::farm_refuses::kPlace, wanted_.substr(arrow + 1)};
    const bool garage = slot < kGarages;
    if ((garage ? p_.garage[idx(slot)] : p_.farm[idx(slot - kGarages)]) != 0)
      return refuse(Why::kSpaceTaken, "no space is free there", {place});
    if (!garage && !g_.farm_takes(p_, slot - kGarages, Rules::next_to_assign(p_)))
      return refuse(Why::kFarmRefuses, "this Farm is not there, or does not take this die",
                    {place});
  }
  return std::nullopt;
}

// --- sends ---

Refusals::Reason Refusals::send() const {
  const auto arrow = wanted_.find('>');
  if (arrow == std::string::npos) return std::nullopt;
  const std::string from = wanted_.substr(0, arrow);
  const bool any_from = std::any_of(list_.begin(), list_.end(), [&](Move move) {
    if (move.kind() != Kind::kSend) return false;
    const std::string name = text(move);
    return name.substr(0, name.find('>')) == from;
  });
  if (!any_from)
    return refuse(Why::kNotThisDie, expected("this die cannot be sent now: expected one as in "),
                  {example()});
  const std::string place = wanted_.substr(arrow + 1, wanted_.find('@') - arrow - 1);
  const std::optional<int> target = g_.read_target(place);
  if (!target) return refuse(Why::kUnknownPlace, expected("expected a place, as in "), {example()});
  if (Rules::bound_partner(s_) != kNone)
    return refuse(Why::kPairBound, expected("this pair has to go to the Laboratory: expected "),
                  {example()});
  const int source = source_of(from);
  const Sender piece = g_.sender(s_, seat_, source, Rules::sends_from(s_));
  const std::int64_t held = p_.goods[kAlgae];
  if (*target != kToCanteen && piece.garage > held)
    return refuse(Why::kGarageCost, "the Garage costs more Algae than you have",
                  {{schema::refusal::garage_cost::kFrom, from},
                   {schema::refusal::garage_cost::kCost, std::int64_t{piece.garage}},
                   {schema::refusal::garage_cost::kHeld, held}});
  if (all_taken(*target))
    return refuse(Why::kSpaceTaken, "no space is free there",
                  {{schema::refusal::space_taken::kPlace, place}});
  for (const Move move : list_) {
    if (move.kind() == Kind::kSend && move.a() == source && move.b() == *target)
      return refuse(Why::kWrongValue,
                    "the die cannot count as that there: expected " + g_.write(s_, seat_, move),
                    {{schema::refusal::wrong_value::kPlace, place}, example(move)});
  }
  return not_there(piece, *target, place);
}

bool Refusals::all_taken(int target) const {
  const Place place = place_of(target);
  if (place == kNegotiation) {
    const int n = target - kToNegotiation;
    return !s_.negotiation[idx(n / kRows)][idx(n % kRows)].empty();
  }
  if (place == kHeadquarters) return g_.free_hq(s_) < 0;
  if (place >= kStations) return false;
  const int column = place == kMiningCamp ? target - kToMine + 1 : 0;
  for (int v = 1; v <= 6; ++v) {
    if (g_.free_space(s_, place, column, v) >= 0) return false;
  }
  return true;
}

// The place is known and has room, and still the piece cannot go there.
Error Refusals::not_there(const Sender& piece, int target, const std::string& place) const {
  const ErrorArg at{schema::refusal::no_delivery::kPlace, place};
  if (target == kToCanteen && piece.from == kFromSal)
    return refuse(Why::kNoCanteen, "only dice and Specialists go to the Canteen");
  if (target == kToCanteen)
    return refuse(Why::kNotStuck,
                  "after a trade the Canteen is only for a piece with no place to go");
  switch (place_of(target)) {
    case kDepository:
      return refuse(Why::kNoDelivery,
                    "no free space for this die's value, or no Contract in hand that you can pay",
                    {at});
    case kOutpost:
      return refuse(Why::kNoOutpost,
                    "this piece cannot use that Outpost now, or its action cannot be done", {at});
    case kFarm:
      return refuse(Why::kNoFarm, "only a Specialist goes to an empty Farm of your own", {at});
    default: return not_to_space(piece, target, place);
  }
}

// A Station or the Negotiation board: a value that has no space, a requirement, or the cost.
Error Refusals::not_to_space(const Sender& piece, int target, const std::string& place) const {
  const ErrorArg at{schema::refusal::requirement::kPlace, place};
  const Place board = place_of(target);
  Error impossible =
      refuse(Why::kNotPossible, "what happens there cannot be done with this piece now", {at});
  if (board == kNegotiation) {
    const int faction = (target - kToNegotiation) / kRows;
    const int row = (target - kToNegotiation) % kRows;
    if (!g_.faction_in_play(faction) || row >= g_.rows(faction)) return impossible;
    if (faction == kAhzuri || !g_.negotiation_space(faction, row).need.any.empty())
      return refuse(Why::kRequirement, "the requirement of this space is not met", {at});
  } else if (board >= kStations || board == kLaboratory) {
    return impossible;
  }
  bool room = board == kNegotiation;
  std::optional<Goods> cheapest;
  int least = 0;
  for (int value = 1; value <= 6; ++value) {
    if (!has_bit(piece.reach, value)) continue;
    if (board != kNegotiation &&
        g_.free_space(s_, board, board == kMiningCamp ? target - kToMine + 1 : 0, value) < 0)
      continue;
    room = true;
    Payments ways;
    g_.payments(s_, seat_, piece, target, value, ways);
    if (!ways.empty()) return impossible;
    Costs costs;
    g_.entry_costs(s_, seat_, piece, target, value, costs);
    for (const Goods& entry : costs) {
      Goods cost = reduced(entry, piece.less);
      cost[kAlgae] = static_cast<std::int16_t>(cost[kAlgae] + piece.garage);
      int missing = 0;
      for (std::size_t r = 0; r < kResources; ++r) missing += std::max(0, cost[r] - p_.goods[r]);
      if (cheapest && missing >= least) continue;
      cheapest = cost;
      least = missing;
    }
  }
  if (!room)
    return refuse(Why::kNoSpaceForValue, "no free space there is for a value of this die", {at});
  return cheapest ? cannot_pay(place, *cheapest) : impossible;
}

}  // namespace tidelock::circadians
