// What is asked now, in words: the question of the step on top (steps.h), and the card or place
// that it comes from.
#include <algorithm>

#include "circadians/phrases.h"

namespace tidelock::circadians {

namespace {

class Question {
 public:
  Question(const Phrases& words, Seat seat, const Circadians::List& choices)
      : w_(words), g_(words.g), c_(words.c), s_(words.s), seat_(seat), choices_(choices) {}

  // With what it comes from, where that is not in it.
  [[nodiscard]] std::string words() const {
    if (s_.todo.top().what <= Do::kPlan) return sealed();
    std::string question = open();
    const std::string from = source();
    if (from.empty() || question.find(from) != std::string::npos) return question;
    return say("prompt.from", {text("source", from), text("question", question)});
  }

 private:
  [[nodiscard]] std::string say(std::string_view key, Args args = {}) const {
    return w_.say(std::string(key), std::move(args));
  }
  [[nodiscard]] TextArg example() const {
    return text("example", g_.write(s_, seat_, choices_[0]));
  }
  // The place of the send that is being resolved.
  [[nodiscard]] TextArg place() const { return text("place", w_.target(s_.now.target)); }
  [[nodiscard]] std::string sealed() const;
  [[nodiscard]] std::string open() const;
  [[nodiscard]] std::string send() const;
  [[nodiscard]] std::string choose() const;
  [[nodiscard]] std::string ability() const;
  [[nodiscard]] std::string contract() const;
  [[nodiscard]] std::string incident(const std::string& kind) const;
  [[nodiscard]] std::string options() const;
  [[nodiscard]] std::string source() const;

  const Phrases& w_;
  const Circadians& g_;
  const Components& c_;
  const State& s_;
  Seat seat_;
  const Circadians::List& choices_;
};

std::string Question::sealed() const {
  const Player& p = w_.player(seat_);
  switch (p.stage) {
    case Stage::kLeader: return say("prompt.leader", {example()});
    case Stage::kToken: return say("prompt.token", {example()});
    case Stage::kPick:
      return say("prompt.pick", {example(), number("n", c_.draft_keep - s_.picks)});
    case Stage::kExchange: return say("prompt.exchange", {example()});
    case Stage::kReroll: return say("prompt.reroll", {example()});
    case Stage::kRaise: return say("prompt.raise", {example()});
    default: {
      int left = p.idle_specialists;
      for (const auto n : p.rolled) left += n;
      return say("prompt.assign",
                 {number("die", Circadians::next_to_assign(p)), number("n", left - 1), example()});
    }
  }
}

std::string Question::contract() const {
  const auto how = as<step::Contract>(s_.todo.top());
  return say(how.less == Goods{} ? "prompt.contract" : "prompt.contract.less",
             {choice("kind", how.kinds == kOngoing   ? "ongoing"
                             : how.kinds == kEndGame ? "end"
                                                     : "any"),
              choice("may", how.may_refuse ? "yes" : "no"), text("what", w_.goods(how.less))});
}

std::string Question::incident(const std::string& kind) const {
  const int die = Circadians::negotiator(s_);
  // A position from outside may have forgotten the piece.
  if (die == 0) return say("prompt.choose", {text("what", say("move." + kind))});
  const int faction = (s_.now.target - kToNegotiation) / kRows;
  return say("prompt." + kind,
             {number("die", die), text("faction", w_.name(c_.columns[idx(faction)]))});
}

std::string Question::options() const {
  Lines parts;
  bool trades = false;
  for (const Move move : choices_) {
    if (move.kind() != Move::Kind::kOption) continue;
    if (move.a() == kOptionLeader) {
      parts.push_back(w_.effects(g_.leader_option(s_, move.b())));
    } else if (!trades) {
      parts.push_back(say("do.trades", {number("n", 1)}));
      trades = true;
    }
  }
  return say("prompt.options",
             {choice("when", as<step::ActionOptions>(s_.todo.top()).after ? "after" : "before"),
              place(), text("what", parts.empty() ? w_.nothing() : w_.list(parts, "list.or"))});
}

std::string Question::send() const {
  const auto piece = as<step::Send>(s_.todo.top());
  if (!piece.from_hq || (s_.now.flags & kBeforeTrade) != 0) return say("prompt.send", {example()});
  return say("prompt.send-hq", {number("n", piece.hq_space + 1),
                                number("die", s_.hq[idx(piece.hq_space)].value()), example()});
}

// What there is to choose from is listed below the question; where a card or a place asks, that
// says enough.
std::string Question::choose() const {
  if (!source().empty()) return say("prompt.choose-one");
  const auto choice = as<step::Choose>(s_.todo.top());
  Lines parts;
  for (const Move move : choices_)
    parts.push_back(w_.effects(c_.lists[idx(choice.lists.begin + move.a())], choice.value));
  return say("prompt.choose", {text("what", w_.list(parts, "list.or"))});
}

std::string Question::ability() const {
  Lines names;
  for (const Move move : choices_) {
    if (move.kind() == Move::Kind::kFaction) names.push_back(w_.name(c_.columns[idx(move.a())]));
  }
  return say("prompt.ability", {text("faction", w_.list(names, "list.or"))});
}

std::string Question::open() const {
  const Todo& top = s_.todo.top();
  switch (top.what) {
    case Do::kSend: return send();
    case Do::kPartner: return say("prompt.partner", {number("n", s_.now.value)});
    case Do::kPayEntry: return say("prompt.pay-entry", {place()});
    case Do::kPay: return say("prompt.pay", {text("what", w_.goods(as<step::Pay>(top).cost))});
    case Do::kTrade: return say("prompt.trade", {number("n", as<step::Trade>(top).left)});
    case Do::kWalk:
      return say("prompt.step", {text("direction", w_.direction(as<step::Walk>(top).direction))});
    case Do::kMoveAny: {
      const auto moving = as<step::MoveAny>(top);
      return say("prompt.move",
                 {number("n", moving.left), choice("may", moving.may_stop ? "yes" : "no")});
    }
    case Do::kMoveBack: return say("prompt.move-back");
    case Do::kStack:
      return say("prompt.stack",
                 {choice("kind", as<step::Stack>(top).kind == kShipTile ? "ship" : "farm")});
    case Do::kGarage:
      return say("prompt.garage",
                 {text("tile", w_.name(c_.ships[idx(as<step::Garage>(top).ship)]))});
    case Do::kContract: return contract();
    case Do::kDiscard:
      return say(s_.phase == static_cast<int>(Phase::kHandLimit) ? "prompt.discard.limit"
                                                                 : "prompt.discard",
                 {number("n", as<step::Discard>(top).left),
                  number("limit", g_.hand_limit(w_.player(seat_)))});
    case Do::kChoose: return choose();
    case Do::kOptional: {
      const auto offer = as<step::Optional>(top);
      return say("prompt.optional", {text("what", w_.effects(offer.effects, offer.value))});
    }
    case Do::kSwap: return say("prompt.swap");
    case Do::kSetupSpace: return say("prompt.specialist");
    case Do::kBreakthrough: return incident("breakthrough");
    case Do::kSetback: return incident("setback");
    case Do::kAbility: return ability();
    case Do::kUseOutpost: return say("prompt.use-outpost");
    case Do::kPeek: return say("prompt.peek");
    case Do::kRollToFarm: return say("prompt.roll-to-farm");
    case Do::kToFarm: return say("prompt.to-farm", {number("die", as<step::ToFarm>(top).value)});
    case Do::kOptions: return options();
    case Do::kRepeat: return say("prompt.repeat", {place()});
    case Do::kEndCards: return say("prompt.end-cards");
    default: return say("prompt.michela");
  }
}

// The card or place behind the question: by its effect where the stack still tells it, else where
// the piece was sent.
std::string Question::source() const {
  const Todo& top = s_.todo.top();
  if (top.what == Do::kSend || top.what == Do::kPartner || top.what == Do::kPayEntry ||
      top.what == Do::kBreakthrough || top.what == Do::kSetback || top.what == Do::kAbility ||
      top.what == Do::kGarage || top.what == Do::kSwap)
    return {};
  if (top.what == Do::kChoose)
    return w_.owner_of(c_.lists[as<step::Choose>(top).lists.begin].begin);
  if (top.what == Do::kOptional) return w_.owner_of(as<step::Optional>(top).effects.begin);
  if (s_.todo.depth > 1) {
    const Todo& below = s_.todo.items[s_.todo.depth - 2];
    if (below.what == Do::kRun && below.seat == top.seat)
      return w_.owner_of(as<step::Run>(below).effects.begin);
  }
  if ((s_.now.flags & kActive) == 0 || s_.now.seat != seat_) return {};
  return w_.target(s_.now.target);
}

}  // namespace

std::string Circadians::prompt(const State& s, Seat seat, const Teller& teller) const {
  const Phrases w(*this, s, teller);
  if (w.over()) return w.say("phase.over");
  if (at(s) == At::kChance) return w.say("prompt.chance");
  if (!w.acts(seat)) {
    Lines names;
    for (Seat other = 0; other < chosen().players; ++other) {
      if (w.acts(other)) names.push_back(w.name(other));
    }
    return w.say("prompt.wait", {text("players", w.list(names))});
  }
  List choices;
  legal(s, seat, choices);
  if (choices.empty()) return w.say("prompt.chance");
  return Question(w, seat, choices).words();
}

}  // namespace tidelock::circadians
