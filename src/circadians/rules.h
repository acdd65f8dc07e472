// The rules of Circadians: First Light with Specialists, by docs/rules/circadians.md (the code
// cites its ids), on the concept of core/rules.h.
//
// Up to four players lead a crew of dice on the planet Ryh. In each of a few rounds an Event is
// revealed; all roll their dice in secret and assign them behind Screens to Garages and Farms
// (Plan); then they send them one by one to Stations, factions and Outposts (Execute), bring in
// what the Planet and the Farms yield (Harvest), and take the dice home (Rest). A send is a chain
// of steps, in each of which a leader, a Contract, a Ship, an Event or a Specialist may have its
// say: what is still to be done lies on a stack in the state (state.h).
//
//   rules.cpp      what is in play, limits, counts, boards
//   send.cpp       which dice may be sent, and what that costs
//   targets.cpp    where they may go
//   legal.cpp      the legal moves
//   actions.cpp    moves as numbers
//   steps.h        what is still to be done: the steps on the stack
//   play.h         what happens to a state: setup.cpp, round.cpp, action.cpp, effects.cpp,
//                  decisions.cpp, solo.cpp
//   chance.cpp     the questions to chance and their answers
//   knowledge.cpp  what a seat knows, and what it may suppose of the rest
//   scores.cpp     points and places
//   evaluate.cpp, learn.cpp  what simple bots and networks read
//
// All of it is plain data and integers: it runs on the processor, in the browser and on a GPU.
// Names, notation, JSON and pictures are in game.h.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "circadians/components.h"
#include "circadians/state.h"
#include "core/actions.h"
#include "core/inputs.h"
#include "core/rules.h"

namespace tidelock::circadians {

// Version 1 differed from the rulebook in five rulings (docs/record.md). Games that began under it
// go on under it.
inline constexpr int kRulesVersion = 2;

struct Options {
  static constexpr std::uint8_t kRandomSide = 2;
  int players = 2;
  bool expansion = true;
  std::uint8_t planet = kRandomSide;  // 0: A, 1: B
  std::array<std::uint8_t, kFactions> faction = {kRandomSide, kRandomSide, kRandomSide, kRandomSide,
                                                 kRandomSide};
  int ai_level = 1;
  // Named, one for each player; empty: dealt and chosen.
  InplaceVector<std::uint8_t, kMaxSeats> leaders;
  int rules = kRulesVersion;  // by which version it is played
};

// Everything that can happen; the names are in words.cpp.
enum class What : std::uint16_t {
  kSides,  // a: bit 0 Planet B, the rest Faction boards
  kFirst,
  kAiToken,      // a: token
  kLeaderDealt,  // a: leader; own
  kTokenDealt,   // a: token; own
  kLeader,       // a: leader
  kToken,        // a: token
  kCardDealt,    // a: contract; own
  kPicked,       // a: contract; own
  kRound,        // a
  kEvent,        // a: event card
  kRolled,       // a: value; own
  kPlanned,      // a: value or Specialist, b: slot
  kCanteen,      // a: value, Specialist or kSomeDie
  kSent,         // a: target, b: value or piece, c: from
  kPartnerSent,  // a: from, b: value
  kGained,       // a: resource, b: how many
  kPaid,         // a: resource, b: how many
  kLost,         // a: resource, b: how many
  kDrew,         // a: contract; own
  kDrewHidden,   // others
  kDiscarded,    // a: contract
  kReshuffled,
  kFulfilled,     // a: contract
  kDice,          // a: how many
  kNoDice,        // the reserve is empty
  kSpecialist,    // a: set-up space
  kUnlocked,      // a: SwapPlace
  kShip,          // a: tile, b: garage
  kFarmTile,      // a: tile, b: slot
  kTileShown,     // a: kind, b: stack, c: tile
  kTrade,         // a: trade
  kMoved,         // a: space
  kTokenTaken,    // a: space
  kCacheSeen,     // a: corner, b: cache; own
  kPeeked,        // a: corner
  kBreakthrough,  // a
  kSetback,       // a
  kAbility,       // a: faction
  kOutpostUsed,   // a: owner
  kHarvestTurn,
  kHarvest,
  kFarmWorked,  // a: farm slot, b: tile or kNone
  kHqReward,
  kHqRoll,      // a: value, b: space
  kFarmRoll,    // a: value
  kFarmPlaced,  // a: value, b: slot
  kRepeat,
  kExchanged,     // a: contract; own
  kRerolled,      // a: how many; own
  kRaised,        // a: value, b: by; own
  kDiceReturned,  // a: how many, over the limit
  kRadio,
  kEndCard,        // a: contract
  kCacheRevealed,  // a: corner, b: cache
  kScheme,         // a: scheme
  kAiSent,         // a: Place or Scheme::kNegotiationWith + faction, b: value, c: Specialist
  kAiStuck,
  kAiGems,        // a: how many, may be negative
  kAiDice,        // a: how many
  kAiMoved,       // a: space
  kAiProgress,    // a: stars
  kAiSpecialist,  // a: which one
  kAiUnlocked,
  kAiExploit,  // a: roll
  kAiOutpost,  // a: 0 own, 1 yours
  kAiTile,     // a: kind, b: tile
  kAiAhzuri,   // a: row, b: value
  kOver,
};
inline constexpr int kSomeDie = 8;  // in events: a die whose value nobody asks for
inline constexpr int kWhats = static_cast<int>(What::kOver) + 1;

// A piece that may be sent now.
struct Sender {
  std::uint8_t from = 0;   // a Garage, kFromHq or kFromSal
  std::uint8_t piece = 0;  // value, Piece::kSpecialist or Piece::kSal
  std::uint8_t reach = 0;  // bit v: it may count as v
  std::uint8_t hq_space = 0;
  std::uint8_t garage = 0;                      // Algae
  std::array<std::uint8_t, kResources> less{};  // for the action, after the Garage
  std::uint8_t spare = 0;                       // of it, Algae that a Garage may cost less too
  bool outposts = false;
};

// Whether `have` (which may be below nothing) is enough for a cost: all four resources at once, as
// lanes of a word. The top bit of a lane is free, since amounts are small, and shows after the
// subtraction whether it borrowed.
[[nodiscard]] constexpr bool covers(const Goods& have, const Goods& cost) {
  constexpr std::uint64_t kTop = 0x8000'8000'8000'8000;
  const auto h = std::bit_cast<std::uint64_t>(have);
  const auto c = std::bit_cast<std::uint64_t>(cost);
  return (((h | kTop) - c) & ~h & kTop) == kTop;
}

// What an action costs less grows by a rule's discount.
inline void add_discount(const Rule& rule, std::array<std::uint8_t, kResources>& less) {
  for (std::size_t r = 0; r < kResources; ++r) {
    const int n = less[r] + rule.discount[r];
    less[r] = static_cast<std::uint8_t>(n < 99 ? n : 99);
  }
}
// What is left to pay of a cost.
[[nodiscard]] inline Goods reduced(Goods cost, const std::array<std::uint8_t, kResources>& less) {
  for (std::size_t r = 0; r < kResources; ++r)
    cost[r] = static_cast<std::int16_t>(cost[r] > less[r] ? cost[r] - less[r] : 0);
  return cost;
}

using Costs = FixedList<Goods, 4>;

// One way to pay.
struct Payment {
  std::uint8_t alternative = 0, substituted = 0, free = kNone;
  Goods goods{};
};
using Payments = FixedList<Payment, 48>;

// By Move::Kind; sets of dice to roll again come last.
inline constexpr ActionTable<33> kActionTable({{
    {0, 0, 0},                                 // kInvalid
    {kMaxLeaders, 1, 1},                       // kLeader
    {kMaxTokens, 1, 1},                        // kToken
    {kMaxContracts, 1, 1},                     // kPick
    {kMaxContracts, 1, 1},                     // kExchange
    {0, 0, 0},                                 // kReroll
    {6, 6, 6},                                 // kRaise: value, by, a second value
    {1, 1, 1},                                 // kKeep
    {kGarages + kFarms + 1, 1, 1},             // kAssign: slot
    {1, 1, 1},                                 // kHarvestTurn
    {kFromSal + 1, kToCanteen + 1, 7},         // kSend: from, target, value
    {kFromSal + 1, kMaxTrades, kGarages + 1},  // kTradeFirst: from, trade, whose
    {kFromSal + 1, 1, 1},                      // kPartner: from
    {4, 16, kResources + 1},                   // kPay: alternative, substituted, free
    {kMaxTrades, 1, 1},                        // kTrade
    {6, 1, 1},                                 // kDirection
    {kStacks, 1, 1},                           // kStack
    {kGarages, 1, 1},                          // kGarage
    {kMaxContracts, 1, 1},                     // kContract
    {kMaxContracts, 1, 1},                     // kDiscard
    {8, 1, 1},                                 // kChoose
    {1, 1, 1},                                 // kYes
    {kSwapOutpost + kMaxSeats, 1, 1},          // kSwap: place
    {3, 1, 1},                                 // kSpace
    {kMaxBreakthroughs, 1, 1},                 // kBreakthrough
    {kMaxSetbacks, 1, 1},                      // kSetback
    {kFactions, 1, 1},                         // kFaction
    {kMaxSeats, 1, 1},                         // kOutpost
    {kCorners, 1, 1},                          // kPeek
    {kFarms, 1, 1},                            // kFarm
    {3, 64, 1},                                // kOption: which, its trade or the leader's list
    {kMaxContracts, 1, 1},                     // kEndCard
    {1, 1, 1},                                 // kDone
}});
inline constexpr int kMaxRerolled = 13;  // dice of one player
inline constexpr std::uint32_t kRerolls = 27131;

class Play;
template <class F>
class Targets;

class Rules {
 public:
  using State = circadians::State;
  using Move = circadians::Move;
  using List = FixedList<Move, 900>;

  Rules(const Components& components, const Options& options);

  [[nodiscard]] int rules() const { return options_.rules; }
  [[nodiscard]] int seats() const { return options_.players; }
  [[nodiscard]] State start() const;

  [[nodiscard]] At at(const State& s) const {
    const Do what = s.todo.top().what;
    if (what <= Do::kPlan) return sealed_chance(s) == kNobody ? At::kDecision : At::kChance;
    return is_decision(what) ? At::kDecision : what == Do::kOver ? At::kOver : At::kChance;
  }
  [[nodiscard]] SeatMask to_act(const State& s) const {
    const Todo& top = s.todo.top();
    if (top.what > Do::kPlan)
      return is_decision(top.what) ? seat_bit(static_cast<Seat>(top.seat)) : SeatMask{0};
    if (sealed_chance(s) != kNobody) return 0;
    SeatMask mask = 0;
    for (Seat seat = 0; seat < options_.players; ++seat) {
      if (s.players[idx(seat)].stage != Stage::kDone) mask |= seat_bit(seat);
    }
    return mask;
  }
  void legal(const State& s, Seat seat, List& out) const;
  [[nodiscard]] std::uint32_t legal_count(const State& s, Seat seat) const;
  [[nodiscard]] Move legal_nth(const State& s, Seat seat, std::uint32_t n) const;
  static constexpr std::uint32_t kActions = kActionTable.size() + kRerolls;
  [[nodiscard]] static std::uint32_t action_of(Move move);
  [[nodiscard]] static Move move_of(const State& s, std::uint32_t action);
  template <class Sink>
  void apply(State& s, Seat seat, Move move, const Sink& sink) const;
  [[nodiscard]] Sight sight(const State& s, Seat seat, Move move) const;
  [[nodiscard]] bool secret(const State& s) const { return s.todo.top().what <= Do::kPlan; }
  [[nodiscard]] Ask ask(const State& s) const;
  template <class Sink>
  void resolve(State& s, std::uint32_t outcome, const Sink& sink) const;

  [[nodiscard]] State knows(const State& real, Seat seat) const;
  void resample(State& s, Seat seat, Rng& rng) const;

  [[nodiscard]] bool quiet(const State& s) const {
    const Do what = s.todo.top().what;
    return what == Do::kSend || what == Do::kPlan || what == Do::kDraft || what == Do::kTrade ||
           what == Do::kOver;
  }
  [[nodiscard]] bool begins_turn(const State& s) const;
  [[nodiscard]] int evaluate(const State& s, Seat seat) const;
  [[nodiscard]] Scores scores(const State& s) const;
  [[nodiscard]] int ai_score(const State& s) const;
  // Points so far, of the AI as well, without those of a Cache that the viewer cannot know.
  [[nodiscard]] int score_seen(const State& s, Seat of, Seat viewer) const;
  [[nodiscard]] Places places(const State& s) const;
  [[nodiscard]] SeatMask winners(const State& s) const { return first_places(places(s)); }
  [[nodiscard]] std::optional<int> opponent_score(const State& s) const {
    return solo() ? std::optional<int>(ai_score(s)) : std::nullopt;
  }

  // For networks (core/inputs.h).
  static constexpr int kInputs = 1149;
  static constexpr int kTraits = 1081;
  void inputs(const State& s, Seat seat, Inputs& in) const;
  void traits(const State& s, Seat seat, Move move, Traits& is) const;

  // Questions about a state that several files share.
  [[nodiscard]] const Components& components() const { return c_; }
  [[nodiscard]] const Options& chosen() const { return options_; }
  [[nodiscard]] bool expansion() const { return options_.expansion; }
  [[nodiscard]] bool solo() const { return options_.players == 1; }
  [[nodiscard]] std::size_t side() const { return solo() ? 1 : 0; }
  [[nodiscard]] int colours() const { return solo() ? 2 : options_.players; }
  [[nodiscard]] bool is_ai(int seat) const { return solo() && seat == kAiSeat; }
  static constexpr Seat kAiSeat = 1;
  [[nodiscard]] const AiLevel& ai_level() const { return c_.ai_levels[idx(options_.ai_level - 1)]; }

  [[nodiscard]] bool faction_in_play(int faction) const {
    return options_.expansion || !c_.columns[idx(faction)].expansion;
  }
  [[nodiscard]] int rows(int faction) const { return c_.columns[idx(faction)].count[side()]; }
  [[nodiscard]] const NegotiationSpace& negotiation_space(int faction, int row) const {
    return c_.columns[idx(faction)].rows[side()][idx(row)];
  }
  [[nodiscard]] bool station_in_play(int station) const {
    return options_.expansion || !c_.stations[idx(station)].expansion;
  }
  [[nodiscard]] bool space_open(int station, int space) const {
    const auto& spaces = c_.stations[idx(station)].spaces[side()];
    return idx(space) < spaces.size() && spaces[idx(space)].players <= options_.players;
  }
  [[nodiscard]] bool hq_open(int space) const {
    return c_.hq_players[idx(space)] <= options_.players;
  }
  [[nodiscard]] bool depository_open(int row) const {
    return c_.depository[idx(row)].players <= options_.players;
  }
  [[nodiscard]] bool breakthrough_in_play(const State& s, int i) const;
  [[nodiscard]] bool setback_in_play(int i) const {
    return options_.expansion || !c_.setbacks[idx(i)].expansion;
  }
  // What a piece that comes to a faction sets off (CIR-2.5).
  struct Incidents {
    bool breakthrough = false, setback = false;
  };
  [[nodiscard]] static Incidents incidents(const State& s, int piece, int faction, int value);
  // What the send to the Negotiation board that is being resolved put there; 0: there is none.
  [[nodiscard]] static int negotiator(const State& s) {
    if ((s.now.flags & kActive) == 0 || place_of(s.now.target) != kNegotiation) return 0;
    const int n = s.now.target - kToNegotiation;
    const Piece piece = s.negotiation[idx(n / kRows)][idx(n % kRows)];
    return piece.empty() ? 0 : piece.value();
  }
  [[nodiscard]] CardSet contracts_in_play() const {
    return options_.expansion ? c_.all_contracts : c_.base_contracts;
  }
  [[nodiscard]] std::uint32_t leaders_in_play() const { return leaders_in_play_; }
  // Not dealt yet.
  [[nodiscard]] std::uint32_t leaders_left(const State& s) const;
  [[nodiscard]] std::uint32_t tokens_left(const State& s) const;
  // The n-th of the tiles of a kind that lie face down.
  [[nodiscard]] static int tile_in_pool(const State& s, int kind, std::uint32_t n);
  [[nodiscard]] std::uint32_t events_in_play() const;  // without the last one
  [[nodiscard]] std::uint32_t schemes_in_play() const;
  [[nodiscard]] int last_event() const;

  [[nodiscard]] const Leader* leader(const Player& p) const {
    return p.leader == kNone ? nullptr : &c_.leaders[p.leader];
  }
  [[nodiscard]] std::span<const Rule> leader_rules(const Player& p) const {
    return c_.of(p.leader == kNone ? RuleRange{} : c_.leaders[p.leader].rules);
  }
  [[nodiscard]] bool has_special(const Player& p, Special special) const {
    return p.leader != kNone && has_bit(c_.leaders[p.leader].specials, static_cast<int>(special));
  }
  [[nodiscard]] std::span<const Rule> event_rules(const State& s) const {
    return c_.of(s.event == kNone ? RuleRange{} : c_.events[s.event].rules);
  }
  // The rules for something, of the Event, of the player's Contracts and of the leader.
  template <class F>
  void each_rule(const State& s, const Player& p, On on, const F& f) const {
    const auto look = [&](RuleRange rules) {
      for (const Rule& rule : c_.of(rules)) {
        if (rule.on == on) f(rule);
      }
    };
    const int bit = static_cast<int>(on);
    if (s.event != kNone && has_bit(c_.events[s.event].on, bit)) look(c_.events[s.event].rules);
    for (const int card : p.fulfilled& c_.contracts_on[idx(bit)])
      look(c_.contracts[idx(card)].rules);
    if (const Leader* who = leader(p); who != nullptr && has_bit(who->on, bit)) look(who->rules);
  }
  // Whether a rule about sending speaks of this place and piece.
  [[nodiscard]] static bool fits(const Rule& rule, int place, int from, bool specialist);
  [[nodiscard]] static bool takes_off(const Rule& rule, int from, bool specialist);
  [[nodiscard]] bool outposts_owner_only(const State& s) const;
  [[nodiscard]] int outpost_board(const Player& p) const {
    return p.leader != kNone && c_.leaders[p.leader].own_outpost_board ? 1 : 0;
  }
  // The token of an Outpost, or kNone.
  [[nodiscard]] std::uint8_t token_of(const State& s, int owner) const {
    return is_ai(owner) ? s.ai_token : s.players[idx(owner)].token;
  }

  [[nodiscard]] static int active_specialists(const Player& p) {
    return std::popcount(p.gained) - p.locked - p.out_specialists;
  }
  [[nodiscard]] int regular_dice(const Player& p) const {  // in the supply or on an Outpost
    return c_.dice - p.reserve - p.out;
  }
  [[nodiscard]] int dice_limit(const Player& p) const;
  [[nodiscard]] int hand_limit(const Player& p) const;
  [[nodiscard]] int specialist_limit(const Player& p) const;
  [[nodiscard]] bool specialists_uncounted(const Player& p) const;
  [[nodiscard]] int counted_dice(const Player& p) const {
    return regular_dice(p) + (specialists_uncounted(p) ? 0 : active_specialists(p));
  }
  [[nodiscard]] int count(const State& s, Seat seat, Count what, int column = 0, int row = 0) const;
  [[nodiscard]] bool meets(const State& s, Seat seat, const Need& need) const;

  [[nodiscard]] const Tile* farm_at(const Player& p, int slot) const {  // null: an empty tile slot
    if (slot < kPrintedFarms) return &c_.printed_farms[idx(slot)];
    const auto tile = p.tile[idx(slot - kPrintedFarms)];
    return tile == 0 ? nullptr : &c_.farms[tile - 1U];
  }
  [[nodiscard]] bool farm_takes(const Player& p, int slot, int value) const {
    if (p.farm[idx(slot)] != 0) return false;
    const Tile* farm = farm_at(p, slot);
    if (farm == nullptr || !farm->slot) return false;
    const int v = value == Piece::kSpecialist ? 6 : value;
    return v >= farm->low && v <= farm->high;
  }
  [[nodiscard]] bool tile_free(const Player& p) const { return p.tile[kTileFarms - 1] == 0; }
  [[nodiscard]] bool any_tile(const State& s, int kind) const {
    return (s.up[idx(kind)][0] | s.up[idx(kind)][1] | s.up[idx(kind)][2]) != 0;
  }
  // Whether the tile is taken from another stack than the die names, which costs more (CIR-Q48).
  [[nodiscard]] static bool is_other_stack(const State& s, const step::Stack& from, int stack) {
    return from.named != kNone && stack != from.named && s.up[idx(from.kind)][idx(from.named)] != 0;
  }
  [[nodiscard]] const Goods& harvest_of(const State& s, int space) const {
    return space >= kFirstCorner ? c_.front_harvest[has_bit(s.fronts, space - kFirstCorner) ? 1 : 0]
                                 : c_.planet[s.sides & 1U][idx(space)].harvest;
  }
  // What comes from a space at Harvest, with the Event.
  [[nodiscard]] Goods planet_goods(const State& s, int space) const;
  // What a Farm does at Harvest with a die of this value: f(number of the effect), in their order.
  static bool works_with(const Rule& rule, int value) {
    return rule.on == On::kHarvest &&
           (rule.die[0] == 0 || (value >= rule.die[0] && value <= rule.die[1]));
  }
  template <class F>
  void each_effect(Range list, int value, const F& f) const {
    for (auto i = list.begin; i < list.end; ++i) {
      const Effect& e = c_.effects[i];
      if (e.op != Effect::Op::kByValue) {
        f(i);
        continue;
      }
      for (auto k = e.list.begin; k < e.list.end; ++k) {
        if (value >= c_.cases[k].low && value <= c_.cases[k].high)
          each_effect(c_.cases[k].effects, value, f);
      }
    }
  }
  // The resources of it.
  [[nodiscard]] Goods farm_goods(const Player& p, int slot, int value) const;
  // Tiles of a front that lie on none of the first n corners.
  [[nodiscard]] int fronts_left(const State& s, int n, int front) const;
  // Tiles that may lie on a corner whose points nobody has seen.
  [[nodiscard]] std::uint32_t unseen_tiles(const State& s, int corner) const;
  [[nodiscard]] bool can_enter(const State& s, Seat seat, int space) const;
  [[nodiscard]] int step_from(const State& s, Seat seat, int direction) const;  // space or -1
  [[nodiscard]] int free_hq(const State& s) const;                              // or -1
  // A piece from Headquarters is about to be sent: its space will be free (CIR-Q27).
  [[nodiscard]] static bool leaves_hq(const State& s) {
    return s.todo.top().what == Do::kSend && as<step::Send>(s.todo.top()).from_hq;
  }
  // The space of Headquarters that a piece from there is sent from.
  [[nodiscard]] static int sends_from(const State& s) {
    return s.todo.top().what == Do::kSend ? as<step::Send>(s.todo.top()).hq_space : s.now.hq_space;
  }
  [[nodiscard]] int free_space(const State& s, int station, int column, int value) const {  // or -1
    const auto& spaces = c_.stations[idx(station)].spaces[side()];
    for (std::size_t i = 0; i < spaces.size(); ++i) {
      const StationSpace& space = spaces[i];
      if (space.players <= options_.players && space.column == column && value >= space.low &&
          value <= space.high && s.station[idx(station)][i].empty())
        return static_cast<int>(i);
    }
    return -1;
  }
  [[nodiscard]] const Action& action_of(int target, int value) const {
    const Station& station = c_.stations[place_of(target)];
    return station.actions[station.action[idx(target < kToLaboratory ? target + 1 : value)]];
  }

  // Which dice may be sent, and where.
  [[nodiscard]] int leftmost(const Player& p) const;  // Garage with a regular die, or -1
  [[nodiscard]] bool free_order(const Player& p, int garage) const;
  [[nodiscard]] int garage_cost(const State& s, Seat seat, int garage) const;
  // `second`: as the other half of a pair; `ability`: with the Specialists' abilities.
  [[nodiscard]] Sender garage_sender(const State& s, Seat seat, int garage, bool second = false,
                                     bool ability = true) const;
  [[nodiscard]] Sender hq_sender(const State& s, int space, bool second = false) const;
  [[nodiscard]] Sender sal_sender(const State& s, Seat seat, bool second = false) const;
  [[nodiscard]] Sender sender(const State& s, Seat seat, int from, int hq_space) const;
  // The piece of the send that is being resolved, as its entry cost is paid.
  [[nodiscard]] static Sender sent_piece(const State& s, int garage_cost) {
    Sender sent;
    sent.from = s.now.from;
    sent.piece = s.now.piece;
    sent.garage = static_cast<std::uint8_t>(garage_cost);
    sent.less = s.now.less;
    return sent;
  }
  [[nodiscard]] static Sender pair_of(const Sender& first, const Sender& other);
  using Partners = FixedList<Sender, 12>;
  void partners(const State& s, Seat seat, const Sender& first, Partners& out) const;
  struct Change {
    Goods more{};  // surcharges less discounts
    const Rule* replace = nullptr;
  };
  [[nodiscard]] Change change_at(const State& s, Seat seat, const Sender& sender, Place place,
                                 int faction) const {
    return has_bit(changed_places(s, s.players[idx(seat)]), place)
               ? look_up_change(s, seat, sender, place, faction)
               : Change{};
  }
  // The places where something may change a cost.
  [[nodiscard]] std::uint32_t changed_places(const State& s, const Player& p) const {
    std::uint32_t places = s.event == kNone ? 0 : c_.events[s.event].costs_at;
    if (const Leader* who = leader(p)) places |= who->costs_at;
    for (const int card : p.fulfilled& c_.discounting) places |= c_.contracts[idx(card)].costs_at;
    return places;
  }
  // The alternatives of an entry cost: as they are printed or replaced, and with what changes them.
  template <class F>
  void each_printed_cost(const Change& change, int target, int value, const F& f) const {
    const Place place = place_of(target);
    if (change.replace != nullptr) {
      for (const Goods& goods : change.replace->replace) f(goods);
    } else if (place == kNegotiation) {
      const int n = target - kToNegotiation;
      f(negotiation_space(n / kRows, n % kRows).cost);
    } else if (place < kStations) {
      for (const Cost& cost : action_of(target, value).costs) f(cost.at[idx(value)]);
    } else {
      f(Goods{});
    }
  }
  template <class F>
  void each_entry_cost(const Change& change, int target, int value, const F& f) const {
    each_printed_cost(change, target, value, [&](const Goods& cost) {
      Goods goods{};
      for (std::size_t r = 0; r < kResources; ++r)
        goods[r] = static_cast<std::int16_t>(std::max(0, cost[r] + change.more[r]));
      f(goods);
    });
  }
  // Entry cost alternatives, Event and place discounts included, "less for the action" not.
  void entry_costs(const State& s, Seat seat, const Sender& sender, int target, int value,
                   Costs& out) const;
  [[nodiscard]] int free_choice(const State& s, Seat seat, const Sender& sender, int target) const;
  void payments(const State& s, Seat seat, const Sender& sender, int target, int value,
                Payments& out) const;
  // A cost with k pieces paid by the resource that may stand for them, and the greatest k.
  [[nodiscard]] Goods substituted(const Player& p, Goods cost, int k) const;
  [[nodiscard]] int most_substituted(const Player& p, const Goods& cost) const;
  [[nodiscard]] bool can_pay(const Player& p, const Goods& have, const Goods& cost) const {
    return covers(have, cost) || can_substitute(p, have, cost);
  }
  // What is held with the resources that the send is sure to bring before its inner payments.
  [[nodiscard]] Goods with_sure_gains(const State& s, Seat seat, const Sender& sender, int target,
                                      Goods have) const;
  [[nodiscard]] bool can_fulfil(const State& s, Seat seat, const Goods& have, int kinds,
                                const Goods& less,
                                const std::array<std::uint8_t, kResources>& less_action) const;
  [[nodiscard]] Goods contract_cost(int card, const Goods& less,
                                    const std::array<std::uint8_t, kResources>& less_action) const;
  [[nodiscard]] bool outpost_usable(const State& s, Seat seat, int owner, const Goods& have,
                                    const std::array<std::uint8_t, kResources>& less,
                                    bool without_die) const;
  // Whether a list of effects can be done from its first to its last.
  [[nodiscard]] bool possible(const State& s, Seat seat, Range effects, Goods have,
                              const std::array<std::uint8_t, kResources>& less) const;
  // What the player has after the gains of using an Outpost without a die.
  [[nodiscard]] Goods goods_at_outpost(const State& s, Seat seat) const;
  // Control Room: free steps, and the most.
  struct Steps {
    int free, most;
  };
  [[nodiscard]] Steps steps(const State& s, Seat seat) const;
  [[nodiscard]] bool ability_usable(const State& s, Seat seat, int faction) const;
  template <class F>
  void each_target(const State& s, Seat seat, const Sender& sender, const F& found) const;
  [[nodiscard]] bool has_target(const State& s, Seat seat, const Sender& sender) const;
  // Whether two pieces can go to the Laboratory as a pair of this value.
  [[nodiscard]] bool pair_fits(const State& s, Seat seat, const Sender& first, const Sender& other,
                               int value) const;
  // The partner that traded before sending: the pair has to go to the Laboratory (CIR-Q42). Or
  // kNone.
  [[nodiscard]] static std::uint8_t bound_partner(const State& s) {
    return (s.now.flags & kPartnerTraded) != 0 ? s.now.partner : kNone;
  }
  // Whether paying this much for that trade would keep the pair from going.
  [[nodiscard]] bool strands_pair(const State& s, Seat seat, const Goods& cost) const;
  // Whether the pair could go with other goods in hand.
  [[nodiscard]] bool pair_can_go(const State& s, Seat seat, const Sender& first, int partner,
                                 const Goods& have) const;
  [[nodiscard]] bool can_repeat(const State& s) const;
  [[nodiscard]] bool has_something_to_send(const State& s, Seat seat) const;
  void trades(const Player& p, const Goods& have, FixedList<std::uint8_t, kMaxTrades>& out) const;
  // Lists of effects that the leader may use before or after this send, with their numbers.
  void leader_options(const State& s, FixedList<std::uint8_t, 8>& out) const;
  [[nodiscard]] Range leader_option(const State& s, int which) const;
  [[nodiscard]] bool ship_trades(const Player& p, int garage) const;
  [[nodiscard]] bool any_ship_trades(const Player& p) const;  // over a Garage that is not empty
  [[nodiscard]] bool may_trade(const State& s, bool partner) const;  // after the action

  // The next die to assign in Plan: a value, Piece::kSpecialist, or 0.
  [[nodiscard]] static int next_to_assign(const Player& p);
  [[nodiscard]] Stage first_stage(const State& s, Seat seat, Stage from) const;
  [[nodiscard]] Seat seat_at(const State& s, int i) const {  // i-th from the Radio on
    return static_cast<Seat>((s.radio + i) % options_.players);
  }

  // Whose dice or cards chance answers while all choose in secret.
  [[nodiscard]] Seat sealed_chance(const State& s) const {
    for (Seat seat = 0; seat < options_.players; ++seat) {
      const Stage stage = s.players[idx(seat)].stage;
      if (stage == Stage::kRoll || stage == Stage::kDrawing || stage == Stage::kRerolling)
        return seat;
    }
    return kNobody;
  }

 private:
  friend class Play;
  template <class F>
  friend class Targets;
  class Hider;  // knowledge.cpp
  [[nodiscard]] static CardSet being_fulfilled(const State& s, Seat seat);
  [[nodiscard]] Change look_up_change(const State& s, Seat seat, const Sender& sender, Place place,
                                      int faction) const;
  void add_gains(Range effects, Goods& have) const;
  [[nodiscard]] bool can_substitute(const Player& p, const Goods& have, const Goods& cost) const;
  [[nodiscard]] int rule_points(const State& s, Seat seat, const Rule& rule) const;
  [[nodiscard]] int cache_points(const State& s, const Player& p) const;
  [[nodiscard]] Ask ask_sealed(const State& s) const;
  [[nodiscard]] Ask ask_setup(const State& s) const;
  // What follows writes a List or fills a MovePicker.
  template <class Out>
  void list_moves(const State& s, Seat seat, Out& out) const;
  template <class Out>
  void legal_send(const State& s, Seat seat, Out& out) const;
  template <class Out>
  void legal_trades_first(const State& s, Seat seat, const Sender& first, Out& out) const;
  // Less for the action: from rules without a place of their own.
  void add_less(const State& s, Seat seat, Sender& sender, bool second, bool ability) const;
  [[nodiscard]] std::array<std::uint8_t, kResources> less_again(const State& s) const;

  Components c_;
  Options options_;
  std::uint32_t leaders_in_play_ = 0;
};

inline constexpr int kCanteenSlot = kGarages + kFarms;  // slots of Plan: Garages, Farms, Canteen

static_assert(tidelock::Rules<Rules> && HasOpponent<Rules> && Learned<Rules>);
static_assert(std::is_trivially_copyable_v<Rules>);

}  // namespace tidelock::circadians
