// Every choice in words, with its price and what it brings. The question is in prompt.cpp.
#include <algorithm>

#include "circadians/phrases.h"

namespace tidelock::circadians {

namespace {

class Choice {
 public:
  Choice(const Phrases& words, Seat seat)
      : w_(words), g_(words.g), c_(words.c), s_(words.s), seat_(seat), p_(words.player(seat)) {}

  [[nodiscard]] std::string words(Move move) const;

 private:
  [[nodiscard]] std::string say(std::string_view key, Args args = {}) const {
    return w_.say(key, std::move(args));
  }
  [[nodiscard]] static TextArg what(std::string_view words) { return text("what", words); }

  // Everything that may change a send: the Event, fulfilled Contracts, the leader.
  template <class F>
  void each_rule(const F& f) const {
    for (const Rule& rule : g_.event_rules(s_)) f(rule);
    for (const int card : p_.fulfilled) {
      for (const Rule& rule : c_.of(c_.contracts[idx(card)].rules)) f(rule);
    }
    if (const Leader* who = g_.leader(p_)) {
      for (const Rule& rule : c_.of(who->rules)) f(rule);
    }
  }

  [[nodiscard]] std::string send(Move move) const;
  [[nodiscard]] std::string send_gain(const Sender& sender, int target, int value) const;
  void bonuses(const Sender& sender, int target, Lines& out) const;
  [[nodiscard]] std::string incident(const Sender& sender, int faction, int value) const;
  [[nodiscard]] std::string price(const Payments& ways) const;
  [[nodiscard]] std::string assign(int slot) const;
  [[nodiscard]] std::string trade(int i) const {
    const Trade& one = c_.trades[idx(i)];
    return say("move.trade", {text("give", w_.goods(one.give)), text("get", w_.goods(one.get))});
  }
  [[nodiscard]] std::string pay(Move move) const;
  [[nodiscard]] std::string partner(int from) const;
  [[nodiscard]] std::string swap(int place) const;
  [[nodiscard]] std::string reroll(Move move) const;
  [[nodiscard]] std::string raise(Move move) const;
  [[nodiscard]] std::string trade_first(Move move) const;
  [[nodiscard]] std::string direction(int direction) const;
  [[nodiscard]] std::string stack(int stack) const;
  [[nodiscard]] std::string garage(int garage) const;
  [[nodiscard]] std::string contract(int card) const;
  [[nodiscard]] std::string outpost(int owner) const;
  [[nodiscard]] std::string titled(const std::string& name, const std::string& words) const {
    return say("titled", {text("name", name), what(words)});
  }
  [[nodiscard]] std::string yes() const;
  [[nodiscard]] std::string done() const;
  [[nodiscard]] std::string farm_yield(int slot, int value) const;
  [[nodiscard]] std::string corner(int corner) const {
    return say("space.corner", {text("direction", w_.direction(corner)),
                                what(w_.goods(g_.harvest_of(s_, kFirstCorner + corner)))});
  }

  const Phrases& w_;
  const Circadians& g_;
  const Components& c_;
  const State& s_;
  Seat seat_;
  const Player& p_;
};

std::string Choice::price(const Payments& ways) const {
  Lines parts;
  for (const Payment& way : ways) {
    if (way.goods == Goods{}) return say("price.free");
    parts.push_back(w_.goods(way.goods));
  }
  if (parts.empty()) return say("price.free");
  if (parts.size() > 4) parts.resize(4);
  return w_.list(parts, "list.or");
}

void Choice::bonuses(const Sender& sender, int target, Lines& out) const {
  const Place place = place_of(target);
  const auto fires = [&](const Rule& rule) {
    if (rule.effects.empty() || rule.may || rule.when != When::kNormal) return false;
    if (rule.on == On::kUseOutpost) return place == kOutpost;
    if (rule.on == On::kHqReward) return place == kHeadquarters;
    if (rule.on == On::kFulfil) return place == kDepository;
    if (rule.on == On::kNegotiate)
      return place == kNegotiation && rule.by != By::kOpponent &&
             (rule.with == 0 || has_bit(rule.with, (target - kToNegotiation) / kRows));
    if (rule.on != On::kSend) return false;
    if (rule.to != 0 && !has_bit(rule.to, place)) return false;
    if (rule.from != 0 && !has_bit(rule.from, sender.from < kGarages   ? 0
                                              : sender.from == kFromHq ? 1
                                                                       : 2))
      return false;
    return !rule.specialist || sender.piece == Piece::kSpecialist;
  };
  const auto look = [&](const Rule& rule) {
    if (fires(rule)) out.push_back(w_.effects(rule.effects));
  };
  each_rule(look);
  if (sender.from < kGarages && p_.ship[sender.from] != 0) {
    for (const Rule& rule : c_.of(c_.ships[p_.ship[sender.from] - 1U].rules)) look(rule);
  }
}

std::string Choice::incident(const Sender& sender, int faction, int value) const {
  const Circadians::Incidents comes = Circadians::incidents(s_, sender.piece, faction, value);
  Lines parts;
  if (comes.breakthrough) parts.push_back(say("move.breakthrough"));
  if (comes.setback) parts.push_back(say("move.setback"));
  return w_.list(parts);
}

std::string Choice::farm_yield(int slot, int value) const {
  const Tile* farm = g_.farm_at(p_, slot);
  if (farm == nullptr) return w_.nothing();
  Lines parts;
  for (const Rule& rule : c_.of(farm->rules))
    parts.push_back(w_.effects(rule.effects, value == Piece::kSpecialist ? 6 : value));
  return say("move.farm",
             {text("name", w_.name(*farm)), what(parts.empty() ? w_.nothing() : w_.list(parts))});
}

std::string Choice::send_gain(const Sender& sender, int target, int value) const {
  const Place place = place_of(target);
  Lines parts;
  std::string tile;  // whole sentences, so they come last
  if (place < kStations) {
    if (place == kMarket) {
      int n = value;
      int more = 0;
      each_rule([&](const Rule& rule) {
        if (rule.on != On::kSend || !has_bit(rule.to, kMarket)) return;
        if (rule.value_as != 0) n = rule.value_as;
        more += rule.trades;
      });
      parts.push_back(say("do.trades", {number("n", n + more)}));
    } else if (place == kControlRoom) {
      const int to = value > 0 ? g_.step_from(s_, seat_, value - 1) : -1;
      parts.push_back(w_.effects(g_.action_of(target, value).effects, value));
      if (to >= 0) parts.push_back(w_.space(to, seat_));
    } else if (place == kLaboratory) {
      parts.push_back(say("move.pair", {number("n", value)}));
      parts.push_back(w_.effects(g_.action_of(target, value).effects, value));
    } else {
      const Range effects = g_.action_of(target, value).effects;
      parts.push_back(w_.effects(effects, value));
      for (auto i = effects.begin; i < effects.end; ++i) {
        const Effect& e = c_.effects[i];
        if (e.op != Effect::Op::kTile || e.n == kNone || s_.up[e.what][e.n] == 0) continue;
        const auto& tiles = e.what == kShipTile ? c_.ships : c_.farms;
        tile = w_.tile(tiles[s_.up[e.what][e.n] - 1U], e.what);
      }
    }
  } else if (place == kHeadquarters) {
    parts.push_back(w_.effects(c_.hq_reward));
  } else if (place == kDepository) {
    parts.push_back(say("do.fulfil", {choice("kind", "any")}));
    parts.push_back(w_.effects(c_.depository[idx(target - kToDepository)].effects));
  } else if (place == kNegotiation) {
    const int faction = (target - kToNegotiation) / kRows;
    const NegotiationSpace& space =
        g_.negotiation_space(faction, (target - kToNegotiation) % kRows);
    parts.push_back(w_.points(space.points));
    parts.push_back(say("move.ability", {what(w_.effects(w_.ability(faction)))}));
    if (std::string more = incident(sender, faction, value); !more.empty())
      parts.push_back(std::move(more));
  } else if (place == kOutpost) {
    const int owner = target - kToOutpost;
    parts.push_back(w_.effects(c_.tokens[g_.token_of(s_, owner)].effects));
    if (owner != seat_ && !g_.is_ai(owner)) {
      const int board = g_.outpost_board(s_.players[idx(owner)]);
      parts.push_back(say("move.owner", {w_.who(static_cast<Seat>(owner), "owner"),
                                         what(w_.effects(c_.owner_bonus[idx(board)]))}));
    }
  } else {
    parts.push_back(farm_yield(target - kToFarm, Piece::kSpecialist));
  }
  bonuses(sender, target, parts);
  if (!tile.empty()) parts.push_back(std::move(tile));
  return w_.list(parts, "list.long");
}

std::string Choice::send(Move move) const {
  const int space = Rules::sends_from(s_);
  const Sender sender = g_.sender(s_, seat_, move.a(), space);
  const int value = move.c();
  Args args = {text("from", w_.from(move.a())), number("die", sender.piece),
               text("place", w_.target(move.b())), number("value", value)};
  const bool changed = value != 0 && value != sender.piece && sender.piece != Piece::kSal;
  args.push_back(choice("changed", changed ? "yes" : "no"));
  if (move.b() == kToCanteen) {
    args.push_back(text("gain", w_.thing(kWater, c_.canteen_water)));
    return say("move.canteen", std::move(args));
  }
  Payments ways;
  g_.payments(s_, seat_, sender, move.b(), value, ways);
  std::string cost = price(ways);
  if (sender.garage > 0)
    cost =
        say("price.garage", {text("cost", cost), text("garage", w_.thing(kAlgae, sender.garage))});
  args.push_back(text("cost", cost));
  args.push_back(text("gain", send_gain(sender, move.b(), value)));
  return say("move.send", std::move(args));
}

std::string Choice::assign(int slot) const {
  const int die = Circadians::next_to_assign(p_);
  const TextArg piece = number("die", die);
  if (slot >= kCanteenSlot)
    return say("move.assign.canteen", {piece, what(w_.thing(kWater, c_.canteen_water))});
  if (slot >= kGarages)
    return say("move.assign.farm",
               {piece, number("n", slot - kGarages + 1), what(farm_yield(slot - kGarages, die))});
  const int algae = g_.garage_cost(s_, seat_, slot);
  const auto ship = p_.ship[idx(slot)];
  if (ship == 0)
    return say("move.assign.garage",
               {piece, number("n", slot + 1), text("cost", w_.thing(kAlgae, algae))});
  return say(
      "move.assign.ship",
      {piece, number("n", slot + 1), text("cost", w_.thing(kAlgae, algae)),
       text("name", w_.name(c_.ships[ship - 1U])), what(w_.power(c_.ships[ship - 1U], kShipTile))});
}

std::string Choice::pay(Move move) const {
  const std::string written = g_.write(s_, seat_, move);
  // The notation says how much; here it is said in words.
  Goods goods{};
  int n = 0;
  for (const char ch : written.substr(std::min<std::size_t>(written.size(), 4))) {
    if (ch >= '0' && ch <= '9') {
      n = n * 10 + (ch - '0');
      continue;
    }
    const auto r = kLetters.find(ch);
    if (r != std::string_view::npos) goods[r] = static_cast<std::int16_t>(n);
    n = 0;
  }
  return say("do.pay", {what(w_.some(goods))});
}

std::string Choice::partner(int from) const {
  const Sender first = g_.sender(s_, seat_, s_.now.from, s_.now.hq_space);
  Circadians::Partners others;
  g_.partners(s_, seat_, first, others);
  for (const Sender& other : others) {
    if (other.from != from) continue;
    const Sender pair = Circadians::pair_of(first, other);
    Payments ways;
    g_.payments(s_, seat_, pair, kToLaboratory, s_.now.value, ways);
    return say("move.partner", {text("from", w_.from(from)), number("die", other.piece),
                                text("cost", price(ways))});
  }
  return w_.from(from);
}

std::string Choice::swap(int place) const {
  if (place < kSwapFarm)
    return say("move.swap.garage", {number("n", place + 1), number("die", p_.garage[idx(place)])});
  if (place < kSwapIdle)
    return say("move.swap.farm", {number("n", place - kSwapFarm + 1),
                                  number("die", p_.farm[idx(place - kSwapFarm)])});
  if (place == kSwapIdle) return say("move.swap.base");
  if (place == kSwapCanteen) return say("move.swap.canteen");
  if (place < kSwapStation)
    return say("move.swap.hq", {number("n", place - kSwapHq + 1),
                                number("die", s_.hq[idx(place - kSwapHq)].value())});
  if (place < kSwapOutpost)
    return say("move.swap.station", {text("place", w_.place(place - kSwapStation))});
  return say("move.swap.station", {text("place", w_.target(kToOutpost + place - kSwapOutpost))});
}

std::string Choice::yes() const {
  const Todo& top = s_.todo.top();
  switch (top.what) {
    case Do::kOptional: {
      const auto offer = as<step::Optional>(top);
      return w_.effects(offer.effects, offer.value);
    }
    case Do::kRollToFarm: return say("move.roll-to-farm");
    case Do::kRepeat: return say("move.repeat", {text("place", w_.target(s_.now.target))});
    default: return say("move.yes");
  }
}

std::string Choice::done() const {
  switch (s_.todo.top().what) {
    case Do::kSend: return say("move.done.send");
    case Do::kTrade: return say("move.done.trade");
    case Do::kWalk:
    case Do::kMoveAny: return say("move.done.stop");
    default: return say("move.done");
  }
}

std::string Choice::reroll(Move move) const {
  Lines dice;
  for (int v = 1; v <= 6; ++v) {
    for (int k = move.rerolled(v); k > 0; --k) dice.push_back(std::to_string(v));
  }
  return say("move.reroll", {text("dice", w_.list(dice))});
}

std::string Choice::raise(Move move) const {
  const int value = move.a();
  Lines parts = {say("move.raise", {number("value", value), number("to", value + move.b())})};
  if (const int other = move.c(); other != 0)
    parts.push_back(say("move.raise", {number("value", other), number("to", other + 1)}));
  return w_.list(parts);
}

std::string Choice::trade_first(Move move) const {
  if (move.c() == 0)
    return say("move.trade-first", {text("from", w_.from(move.a())), what(trade(move.b()))});
  return say("move.trade-first.partner",
             {text("from", w_.from(move.a())), text("partner", w_.from(move.c() - 1)),
              what(trade(move.b()))});
}

std::string Choice::direction(int direction) const {
  const int to = g_.step_from(s_, seat_, direction);
  std::string where = titled(w_.direction(direction), to >= 0 ? w_.space(to, seat_) : w_.nothing());
  const Todo& top = s_.todo.top();
  if (top.what != Do::kWalk) return where;
  const bool free = as<step::Walk>(top).made < g_.steps(s_, seat_).free;
  const Goods cost = free ? Goods{} : c_.step_cost;
  return say("move.step",
             {text("place", where), text("cost", w_.goods(reduced(cost, s_.now.less)))});
}

std::string Choice::stack(int stack) const {
  const auto from = as<step::Stack>(s_.todo.top());
  const auto& tiles = from.kind == kShipTile ? c_.ships : c_.farms;
  std::string tile = w_.tile(tiles[s_.up[idx(from.kind)][idx(stack)] - 1U], from.kind);
  if (!Circadians::is_other_stack(s_, from, stack)) return tile;
  return say("move.stack", {text("tile", tile),
                            text("cost", w_.goods(reduced(c_.other_stack_cost, s_.now.less)))});
}

std::string Choice::garage(int garage) const {
  const auto ship = p_.ship[idx(garage)];
  return say(
      ship == 0 ? "move.garage" : "move.garage.covers",
      {number("n", garage + 1), text("name", ship == 0 ? "" : w_.name(c_.ships[ship - 1U]))});
}

std::string Choice::contract(int card) const {
  const auto how = as<step::Contract>(s_.todo.top());
  const Goods cost = g_.contract_cost(card, how.less, how.full_cost ? kNoLess : s_.now.less);
  return say("move.contract", {text("name", w_.contract(card)), text("cost", w_.goods(cost))});
}

std::string Choice::outpost(int owner) const {
  const auto token = g_.token_of(s_, owner);
  return titled(w_.target(kToOutpost + owner),
                token == kNone ? w_.nothing() : w_.power(c_.tokens[token]));
}

std::string Choice::words(Move move) const {
  using Kind = Move::Kind;
  const Todo& top = s_.todo.top();
  const int a = move.a();
  switch (move.kind()) {
    case Kind::kLeader: return titled(w_.name(c_.leaders[idx(a)]), w_.power(c_.leaders[idx(a)]));
    case Kind::kToken: return titled(w_.name(c_.tokens[idx(a)]), w_.power(c_.tokens[idx(a)]));
    case Kind::kPick: return w_.contract(a);
    case Kind::kExchange: return say("move.exchange", {text("name", w_.contract(a))});
    case Kind::kReroll: return reroll(move);
    case Kind::kRaise: return raise(move);
    case Kind::kKeep: return say("move.keep");
    case Kind::kAssign: return assign(a);
    case Kind::kHarvestTurn: return say("special.amos-harvest-turn");
    case Kind::kSend: return send(move);
    case Kind::kTradeFirst: return trade_first(move);
    case Kind::kPartner: return partner(a);
    case Kind::kPay: return pay(move);
    case Kind::kTrade: return trade(a);
    case Kind::kDirection: return direction(a);
    case Kind::kStack: return stack(a);
    case Kind::kGarage: return garage(a);
    case Kind::kContract: return contract(a);
    case Kind::kDiscard: return say("move.discard", {text("name", w_.contract(a))});
    case Kind::kChoose: {
      const auto choice = as<step::Choose>(top);
      return w_.effects(c_.lists[idx(choice.lists.begin + a)], choice.value);
    }
    case Kind::kYes: return yes();
    case Kind::kSwap: return swap(a);
    case Kind::kSpace:
      return titled(say("specialist.n", {number("n", a + 1)}),
                    w_.rules(c_.specialist_rules[idx(a)]));
    case Kind::kBreakthrough: return w_.printed(c_.breakthroughs[idx(a)].effects);
    case Kind::kSetback: return w_.power(c_.setbacks[idx(a)]);
    case Kind::kFaction: return titled(w_.name(c_.columns[idx(a)]), w_.printed(w_.ability(a)));
    case Kind::kOutpost: return outpost(a);
    case Kind::kPeek: return corner(a);
    case Kind::kFarm: return farm_yield(a, as<step::ToFarm>(top).value);
    case Kind::kOption:
      if (a == kOptionLeader) return w_.effects(g_.leader_option(s_, move.b()));
      return trade(move.b());
    case Kind::kEndCard:
      return titled(w_.name(c_.contracts[idx(a)]), w_.power(c_.contracts[idx(a)]));
    case Kind::kDone: return done();
    default: return {};
  }
}

}  // namespace

std::string Circadians::move_words(const State& s, Seat seat, Move move,
                                   const Teller& teller) const {
  const Phrases words(*this, s, teller);
  return Choice(words, seat).words(move);
}

}  // namespace tidelock::circadians
