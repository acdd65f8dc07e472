// What is still to be done: the steps on the stack of a state, and what each of them carries.
//
// The rules never call deeper into a player's decision. What has to happen after it is pushed on
// the stack first, and the step on top is the one that runs, asks chance or asks a player
// (decisions.cpp: proceed). So a state between two decisions is plain data, and a search can copy
// it there. What is pushed last is done first: code that pushes several steps pushes them in
// reverse.
//
// A step is stored as a Todo of eight bytes whose operands mean something else in each kind of
// step. A kind with operands has a view below, a struct with named fields:
//
//   push(seat, step::Trade{.left = 3});                    (play.h)
//   const int left = as<step::Trade>(s.todo.top()).left;
//
// `operands` says where each field is stored. The JSON of a state shows the same places
// (docs/protocol.md), so a field never moves. Views are taken apart by the compiler and cost
// nothing.
#pragma once

#include <cassert>
#include <cstdint>

#include "circadians/components.h"
#include "core/luck.h"

namespace tidelock::circadians {

// The kinds, in three groups: what waits for players, what waits for chance, what runs by itself.
// `as` and the comments of the views say more of those with operands.
enum class Do : std::uint8_t {
  kNothing,
  // All seats choose at the same time, in secret (Player::stage).
  kLeaders,
  kDraft,
  kPlan,
  // Waits for a player.
  kSend,
  kPartner,  // the second piece of a pair for the Laboratory
  kPayEntry,
  kPay,
  kTrade,
  kWalk,
  kMoveAny,
  kMoveBack,  // one step nearer to the centre
  kStack,
  kGarage,
  kContract,
  kDiscard,
  kChoose,
  kOptional,
  kSwap,          // which regular die a Specialist replaces
  kSetupSpace,    // which of the three Specialists is gained
  kBreakthrough,  // which one is put under the Incident token
  kSetback,
  kAbility,     // which abilities of factions are used, one after the other
  kUseOutpost,  // which one, without a die
  kPeek,        // at which Cache
  kRollToFarm,  // Oru Ven: roll the gained die?
  kToFarm,
  kOptions,
  kRepeat,    // Tariq: do the action once more?
  kEndCards,  // Contracts that do something at the end of the game
  kMichela,
  // Waits for chance.
  kChance,
  kDraw,
  kTile,
  kEventCard,
  kRollHq,
  kRollFarm,  // Oru Ven's gained die
  kScheme,
  kExploit,  // the die of the AI's Exploitation
  kAiAhzuri,
  kReveal,
  // Runs by itself.
  kRun,
  kAct,
  kGetSpecialist,
  kUnlock,  // a gained Specialist becomes active if it may (CIR-Q55, CIR-Q56)
  kGetDice,
  kReceive,
  kFulfilled,
  kDepositoryReward,
  kHarvestFarm,
  kRound,
  kSeatTask,
  kAi,  // a waiting Specialist of the AI becomes active
  kOver,
};
[[nodiscard]] constexpr bool is_decision(Do what) { return what < Do::kChance; }
[[nodiscard]] constexpr bool runs_by_itself(Do what) {
  return what >= Do::kRun && what != Do::kOver;
}

// Questions to chance in the set-up.
enum class SetupAsk : std::uint8_t {
  kPlanet,
  kFaction,
  kFirst,
  kCache,
  kAiToken,
  kLeader,
  kToken,
  kDeal
};

// Stations of a round, in order.
enum class Phase : std::uint8_t {
  kEvent,
  kPlan,
  kScreens,
  kHq,         // Execute: dice from Headquarters
  kExploit,    // solo with Specialists: Exploitation
  kAiExecute,  // solo: the AI's Schemes
  kTurns,      // Execute: one piece in turn
  kAiHarvest,
  kHarvest,
  kRest,
  kReturn,     // dice come home
  kDeclan,     // leaders and Contracts in Rest, as far as they do not count missing dice
  kDiceLimit,  // CIR-Q63
  kHandLimit,  // CIR-Q64
  kBritta,     // the others of them
  kIntrigue,   // solo
  kRadio,
  kEnd,
  kScore,
};

// What happens to one seat after the other.
enum class SeatTask : std::uint8_t { kReveal, kSetup, kHarvest, kRestDraw, kRestGain, kEndCards };

// The steps of one send (CIR-Q35; action.cpp).
enum class SendStep : std::uint8_t {
  kBefore,
  kPay,
  kPlace,
  kUnlock,
  kGain,
  kIncident,
  kEffect,
  kAfter,
  kOwner,
  kRepeat,
  kEnd,
};

// What a Scheme of the AI is revealed for.
enum class SchemeUse : std::uint8_t { kExecute, kExtra, kSpecialist };

struct Todo {
  Do what = Do::kNothing;
  std::uint8_t seat = 0;
  std::uint8_t a = 0, b = 0;
  std::uint16_t pc = 0, n = 0;
  friend constexpr bool operator==(const Todo&, const Todo&) = default;
};
inline constexpr int kTodos = 40;

// Where the fields of a view are stored: one description of a view reads it and writes it.
class OperandsIn {
 public:
  explicit constexpr OperandsIn(const Todo& todo) : todo_(todo) {}
  constexpr void a(auto& field) const { read(field, todo_.a); }
  constexpr void b(auto& field) const { read(field, todo_.b); }
  constexpr void b_bits(auto&... bits) const {
    int bit = 0;
    ((bits = has_bit(todo_.b, bit++)), ...);
  }
  constexpr void range(Range& range) const { range = {todo_.pc, todo_.n}; }
  constexpr void goods(Goods& goods) const {
    goods = {low(todo_.pc), high(todo_.pc), low(todo_.n), high(todo_.n)};
  }

 private:
  template <class T>
  static constexpr void read(T& field, std::uint8_t from) {
    field = static_cast<T>(from);
  }
  static constexpr std::int16_t low(int two) { return static_cast<std::int16_t>(two & 0xFF); }
  static constexpr std::int16_t high(int two) { return static_cast<std::int16_t>(two >> 8); }

  const Todo& todo_;
};

class OperandsOut {
 public:
  explicit constexpr OperandsOut(Todo& todo) : todo_(todo) {}
  constexpr void a(auto field) const { todo_.a = static_cast<std::uint8_t>(field); }
  constexpr void b(auto field) const { todo_.b = static_cast<std::uint8_t>(field); }
  constexpr void b_bits(auto... bits) const {
    int bit = 0;
    int all = 0;
    ((all |= (bits ? 1 : 0) << bit++), ...);
    todo_.b = static_cast<std::uint8_t>(all);
  }
  constexpr void range(Range range) const {
    todo_.pc = range.begin;
    todo_.n = range.end;
  }
  constexpr void goods(const Goods& goods) const {
    todo_.pc = both(goods[kWater], goods[kAlgae]);
    todo_.n = both(goods[kEnergy], goods[kGem]);
  }

 private:
  static constexpr std::uint16_t both(int low, int high) {
    return static_cast<std::uint16_t>(low | (high << 8));
  }

  Todo& todo_;
};

// The view of a step of this kind.
template <class Step>
[[nodiscard]] constexpr Step as(const Todo& todo) {
  assert(todo.what == Step::kDo);
  Step step;
  step.operands(OperandsIn(todo));
  return step;
}
// Its fields take new values.
template <class Step>
constexpr void put(Step step, Todo& todo) {
  assert(todo.what == Step::kDo);
  step.operands(OperandsOut(todo));
}
template <class Step>
[[nodiscard]] constexpr Todo todo_of(int seat, const Step& step) {
  Todo todo{.what = Step::kDo, .seat = static_cast<std::uint8_t>(seat)};
  put(step, todo);
  return todo;
}

namespace step {

// --- waits for a player ---

// Sends a piece: from a Garage (or Sal), or the one on a space of Headquarters, whose turn it is.
struct Send {
  static constexpr Do kDo = Do::kSend;
  bool from_hq = false;
  int hq_space = 0;
  constexpr void operands(const auto& in) {
    in.a(from_hq);
    in.b(hq_space);
  }
};

// How the entry cost of the send is paid, where there are alternatives (CIR-Q37). The Algae of the
// Garages are part of the sum.
struct PayEntry {
  static constexpr Do kDo = Do::kPayEntry;
  int garage_cost = 0;
  constexpr void operands(const auto& in) { in.a(garage_cost); }
};

// How another cost is paid by somebody who may pay some of it with another resource (Garmon).
struct Pay {
  static constexpr Do kDo = Do::kPay;
  Goods cost{};
  constexpr void operands(const auto& in) { in.goods(cost); }
};

// Trades at the Market's rates, one after the other.
struct Trade {
  static constexpr Do kDo = Do::kTrade;
  int left = 0;
  constexpr void operands(const auto& in) { in.a(left); }
};

// Control Room: the Harvester goes on in its direction, or stops (CIR-Q49).
struct Walk {
  static constexpr Do kDo = Do::kWalk;
  int direction = 0;
  int made = 0;  // steps, the first one included
  constexpr void operands(const auto& in) {
    in.a(direction);
    in.b(made);
  }
};

// Moves the Harvester in directions of the player's choice.
struct MoveAny {
  static constexpr Do kDo = Do::kMoveAny;
  int left = 0;  // steps
  bool may_stop = false;
  constexpr void operands(const auto& in) {
    in.a(left);
    in.b(may_stop);
  }
};

// Takes the top tile of a stack. The die may name one; another then costs more (Foundry).
struct Stack {
  static constexpr Do kDo = Do::kStack;
  int kind = 0;       // kShipTile or kFarmTile
  int named = kNone;  // a stack
  constexpr void operands(const auto& in) {
    in.a(kind);
    in.b(named);
  }
};

// Over which Garage a Ship goes.
struct Garage {
  static constexpr Do kDo = Do::kGarage;
  int ship = 0;
  constexpr void operands(const auto& in) { in.a(ship); }
};

// Which Contract of the hand is paid for and fulfilled.
struct Contract {
  static constexpr Do kDo = Do::kContract;
  int kinds = kAnyKind;        // bits of Kind
  bool may_refuse = false;     // or none
  bool full_cost = false;      // "less for the action" does not count (CIR-Q38)
  bool at_depository = false;  // delivered there, which some powers ask for
  Goods less{};                // what the effect takes off the cost
  constexpr void operands(const auto& in) {
    in.a(kinds);
    in.b_bits(may_refuse, full_cost, at_depository);
    in.goods(less);
  }
};

// Discards Contracts from the hand, one after the other.
struct Discard {
  static constexpr Do kDo = Do::kDiscard;
  int left = 0;
  constexpr void operands(const auto& in) { in.a(left); }
};

// One of several lists of effects; they are Components::lists of this range.
struct Choose {
  static constexpr Do kDo = Do::kChoose;
  Range lists{};
  int value = 0;  // of the die, for effects that depend on it
  constexpr void operands(const auto& in) {
    in.a(value);
    in.range(lists);
  }
};

// Effects that may be left.
struct Optional {
  static constexpr Do kDo = Do::kOptional;
  Range effects{};
  int value = 0;
  constexpr void operands(const auto& in) {
    in.a(value);
    in.range(effects);
  }
};

// Oru Ven: on which Farm the rolled die goes.
struct ToFarm {
  static constexpr Do kDo = Do::kToFarm;
  int value = 0;
  constexpr void operands(const auto& in) { in.a(value); }
};

// What may be used before or after the effect of the place: leaders and, after it, Ships that trade
// (CIR-Q35 steps 3 and 10).
struct ActionOptions {
  static constexpr Do kDo = Do::kOptions;
  bool after = false;
  constexpr void operands(const auto& in) { in.a(after); }
};

// Michela's Breakthrough, before or after the rest of her Harvest.
struct Michela {
  static constexpr Do kDo = Do::kMichela;
  bool after = false;
  constexpr void operands(const auto& in) { in.a(after); }
};

// --- waits for chance ---

// The set-up asks; `number` counts boards, corners or cards within one kind of question.
struct Chance {
  static constexpr Do kDo = Do::kChance;
  SetupAsk ask = SetupAsk::kPlanet;
  int number = 0;
  constexpr void operands(const auto& in) {
    in.a(ask);
    in.b(number);
  }
};

// Draws Contracts, one after the other.
struct Draw {
  static constexpr Do kDo = Do::kDraw;
  int left = 0;
  constexpr void operands(const auto& in) { in.a(left); }
};

// The next tile of a stack is turned up.
struct Tile {
  static constexpr Do kDo = Do::kTile;
  int kind = 0;  // kShipTile or kFarmTile
  int stack = 0;
  constexpr void operands(const auto& in) {
    in.a(kind);
    in.b(stack);
  }
};

// A die is rolled into Headquarters: from the reserve, or (Tariq's start) from the base.
struct RollHq {
  static constexpr Do kDo = Do::kRollHq;
  bool from_base = false;
  constexpr void operands(const auto& in) { in.a(from_base); }
};

// A Scheme of the AI is revealed.
struct Scheme {
  static constexpr Do kDo = Do::kScheme;
  SchemeUse use = SchemeUse::kExecute;
  constexpr void operands(const auto& in) { in.a(use); }
};

// The AI rolls a die for this space of the Ahzuri.
struct AiAhzuri {
  static constexpr Do kDo = Do::kAiAhzuri;
  int row = 0;
  constexpr void operands(const auto& in) { in.a(row); }
};

// The points of a Cache, seen by the seat of the step or, at the end, by all.
struct Reveal {
  static constexpr Do kDo = Do::kReveal;
  int corner = 0;
  bool to_all = false;
  constexpr void operands(const auto& in) {
    in.a(corner);
    in.b(to_all);
  }
};

// --- runs by itself ---

// Effects, one after the other; the range grows shorter from its front.
struct Run {
  static constexpr Do kDo = Do::kRun;
  Range effects{};
  int value = 0;  // of the die, for effects that depend on it
  constexpr void operands(const auto& in) {
    in.a(value);
    in.range(effects);
  }
};

// The send of State::now.
struct Act {
  static constexpr Do kDo = Do::kAct;
  SendStep next = SendStep::kBefore;
  int garage_cost = 0;  // Algae for the Garages that the pieces came from
  constexpr void operands(const auto& in) {
    in.a(next);
    in.b(garage_cost);
  }
};

struct GetDice {
  static constexpr Do kDo = Do::kGetDice;
  int n = 0;
  constexpr void operands(const auto& in) { in.a(n); }
};

// What a trade brings: it comes after the payment, which may have to be asked about.
struct Receive {
  static constexpr Do kDo = Do::kReceive;
  Goods goods{};
  constexpr void operands(const auto& in) { in.goods(goods); }
};

// A Contract that has just been paid for is laid down.
struct Fulfilled {
  static constexpr Do kDo = Do::kFulfilled;
  int card = 0;
  bool at_depository = false;
  constexpr void operands(const auto& in) {
    in.a(card);
    in.b(at_depository);
  }
};

struct DepositoryReward {
  static constexpr Do kDo = Do::kDepositoryReward;
  int row = 0;
  constexpr void operands(const auto& in) { in.a(row); }
};

struct HarvestFarm {
  static constexpr Do kDo = Do::kHarvestFarm;
  int slot = 0;
  bool early = false;  // not in Harvest
  constexpr void operands(const auto& in) {
    in.a(slot);
    in.b(early);
  }
};

// At the bottom of the stack from the set-up to the end: the phase that comes next.
struct Round {
  static constexpr Do kDo = Do::kRound;
  Phase next = Phase::kEvent;
  constexpr void operands(const auto& in) { in.a(next); }
};

struct SeatTask {
  static constexpr Do kDo = Do::kSeatTask;
  circadians::SeatTask task = circadians::SeatTask::kReveal;
  int part = 0;  // of Harvest, the next one
  constexpr void operands(const auto& in) {
    in.a(task);
    in.b(part);
  }
};

}  // namespace step
}  // namespace tidelock::circadians
