// Where a game of Circadians stands: plain data, at most 1,536 bytes, copied as bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "circadians/steps.h"
#include "core/fixed.h"
#include "core/luck.h"

namespace tidelock::circadians {

// What lies on one space: nothing (0), or an owner and a die of a value, a Specialist or Sal.
class Piece {
 public:
  static constexpr int kSal = 0;
  static constexpr int kSpecialist = 7;
  constexpr Piece() = default;
  constexpr Piece(Seat owner, int value)
      : bits_(static_cast<std::uint8_t>((owner + 1) | (value << 3))) {}
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr Seat owner() const { return static_cast<Seat>((bits_ & 7) - 1); }
  [[nodiscard]] constexpr int value() const { return bits_ >> 3; }  // 1 to 6, or one of the above
  [[nodiscard]] constexpr bool regular() const { return value() != kSal && value() != kSpecialist; }
  [[nodiscard]] constexpr bool specialist() const { return value() == kSpecialist; }
  friend constexpr bool operator==(const Piece&, const Piece&) = default;

 private:
  std::uint8_t bits_ = 0;
};

// Streams of luck. Each seat rolls its own dice.
enum Stream : std::uint8_t {
  kSetupStream,
  kCacheStream,
  kLeaderStream,
  kTokenStream,
  kContractStream,
  kEventStream,
  kShipStream,
  kFarmStream,
  kSchemeStream,
  kAiDieStream,
  kDieStream,  // and the next three
};
inline constexpr int kStreams = kDieStream + kMaxSeats;

// Where a seat is while all choose at the same time.
enum class Stage : std::uint8_t {
  kNothing,
  kLeader,
  kToken,
  kPick,
  kRoll,       // chance
  kExchange,   // Eden
  kDrawing,    // chance: Eden draws
  kReroll,     // Sanna
  kRerolling,  // chance
  kRaise,      // Charlene
  kAssign,
  kDone,
};

enum Flag : std::uint8_t {
  kFarmsHarvested = 1,  // Amos' token lies on its other side
  kSalSent = 2,
  kFirstGarageSend = 4,  // the first Garage die of the round went to a Station
  kFirstHqSend = 8,      // the first piece of the round left Headquarters
  kRewardUsed = 16,      // Michela
  kWaterCollected = 32,  // in this Harvest
  kSendingEnded = 64,    // passed over for good
};

struct Player {
  CardSet hand, fulfilled;
  CardSet draft;  // cards to choose from; at the end of the game, cards still to be used
  Goods goods;
  std::uint32_t leaders;                      // dealt
  std::uint16_t tokens;                       // dealt
  std::uint8_t leader;                        // or kNone
  std::uint8_t token;                         // or kNone
  std::array<std::uint8_t, kGarages> garage;  // 0, a value, or Piece::kSpecialist
  std::array<std::uint8_t, kFarms> farm;      // the same
  std::array<std::uint8_t, kGarages> ship;    // tile + 1, or 0
  std::array<std::uint8_t, kTileFarms> tile;  // Farm tile + 1, or 0
  std::array<std::uint8_t, 6> rolled;         // dice to be assigned, by value
  std::uint8_t idle;                          // regular dice in the base, nowhere in it
  std::uint8_t idle_specialists;
  std::uint8_t canteen, canteen_specialists;
  std::uint8_t reserve;
  std::uint8_t out, out_specialists;  // on the Negotiation board and in the Depository
  std::uint8_t gained;                // bit i: the Specialist of set-up space i
  std::uint8_t locked;
  std::uint8_t harvester;
  Stage stage;
  std::uint8_t pick;        // sealed: a card + 1; Plan: the slot of the last die of the same value
  std::uint8_t to_roll;     // dice still to roll in this stage
  std::uint8_t plan_rolls;  // rolled in this Plan
  std::uint8_t seen;        // Caches whose points the seat knows
  std::uint8_t flags;
  std::uint8_t exchanged;        // Eden's discard + 1, until the Screens go
  std::uint8_t drawn;            // what she drew for it
  std::uint8_t renewed;          // 1: for that the deck was made anew, with her discard in it
  std::array<Piece, 2> outpost;  // dice on this player's Outpost
  std::uint8_t progress;         // the AI: Progress tokens removed
  std::uint8_t gained_late;      // bits of `gained`: at the end of the game (CIR-Q67)
  std::uint8_t spare[6];
  friend bool operator==(const Player&, const Player&) = default;
};

// The send that is being resolved.
struct Current {
  std::uint8_t seat;
  std::uint8_t from;   // a Garage, kFromHq, kFromSal
  std::uint8_t piece;  // value, Piece::kSpecialist or Piece::kSal
  std::uint8_t value;  // chosen; 0: none
  std::uint8_t target;
  std::uint8_t partner;  // from where, or kNone
  std::uint8_t outpost;  // whose Outpost was used + 1
  std::uint8_t flags;
  std::array<std::uint8_t, kResources> less;  // still left of "less for the action"
  std::uint8_t hq_space;
  std::uint8_t ships;  // bit 0: the Ship that it came with trades, bit 1: the partner's
  std::uint8_t spare[2];
  friend bool operator==(const Current&, const Current&) = default;
};
inline constexpr std::array<std::uint8_t, kResources> kNoLess = {};
inline constexpr std::uint8_t kFromHq = 5;
inline constexpr std::uint8_t kFromSal = 6;
enum CurrentFlag : std::uint8_t {
  kActive = 1,
  kRepeated = 2,
  kTraded = 4,  // the Ship's trade was made
  kPartnerTraded = 8,
  kLeaderUsed = 16,  // Peyton or Charlene
  kOwnAbility = 32,
  kOtherAbility = 64,
  kBeforeTrade = 128,  // made before sending: the piece is chosen, and its partner if that traded
};

// Where a piece may go, in one number.
enum Target : std::uint8_t {
  kToMine = 0,  // + column
  kToLaboratory = 3,
  kToFoundry,
  kToControlRoom,
  kToMarket,
  kToAcademy,
  kToTemple,
  kToHq,
  kToDepository = 10,   // + row
  kToNegotiation = 16,  // + kRows * faction + row
  kToOutpost = 44,      // + owner
  kToFarm = 48,         // + slot
  kToCanteen = 60,
};
[[nodiscard]] constexpr Place place_of(int target) {
  if (target < kToLaboratory) return kMiningCamp;
  if (target < kToDepository) return static_cast<Place>(target - kToLaboratory + kLaboratory);
  if (target < kToNegotiation) return kDepository;
  if (target < kToOutpost) return kNegotiation;
  return target < kToFarm ? kOutpost : kFarm;
}

// Where the tokens of the values 1 to 6 and the two of the Specialists lie: the Breakthrough + 1 in
// the low half, the Setback + 1 in the high half; 0: not known, or not used. No rule asks, the
// board shows it.
struct IncidentTokens {
  static constexpr int kSpecialists = 6;  // the first of them; the lower Incident is always there
  std::array<std::uint8_t, kSpecialists + 2> at;

  [[nodiscard]] constexpr int where(int token, bool setback) const {
    return (at[idx(token)] >> (setback ? 4 : 0)) & 15;
  }
  // A token is put under an Incident; false: there is none left of that value.
  constexpr bool put(int value, bool setback, int which) {
    if (value != Piece::kSpecialist) return set(value - 1, setback, which + 1);
    const int other = where(kSpecialists, setback);
    if (other == 0 || other < which + 1)
      return set(other == 0 ? kSpecialists : kSpecialists + 1, setback, which + 1);
    if (!set(kSpecialists + 1, setback, other)) return false;
    clear(kSpecialists, setback);
    return set(kSpecialists, setback, which + 1);
  }
  friend constexpr bool operator==(const IncidentTokens&, const IncidentTokens&) = default;

 private:
  constexpr void clear(int token, bool setback) { at[idx(token)] &= setback ? 0x0F : 0xF0; }
  constexpr bool set(int token, bool setback, int number) {
    if (where(token, setback) != 0) return false;
    at[idx(token)] = static_cast<std::uint8_t>(at[idx(token)] | (number << (setback ? 4 : 0)));
    return true;
  }
};

// State::scheme_cards in two parts.
inline constexpr std::uint8_t kSchemesLeft = 0x7F;  // to reveal in this Execute of the AI
inline constexpr std::uint8_t kExtraScheme = 0x80;  // the extra card was revealed (Foundry)

struct State {
  std::array<Player, kMaxSeats> players;  // solo: 1 is the AI
  CardSet deck, discards;
  CardSet plan_discards;  // the discards when Eden exchanged a card in this Plan
  std::uint64_t tokens;   // spaces of the Planet whose token was not taken
  std::uint32_t events;   // not revealed yet
  std::uint32_t schemes, scheme_discards, scheme_shown;
  FixedStack<Todo, kTodos> todo;
  Current now;
  std::array<std::uint16_t, kStreams> asked;
  std::array<std::uint8_t, kMaxTileKinds> ship_pool, farm_pool;  // face down, by kind
  std::array<std::array<std::uint8_t, kStacks>, 2> up, down;     // [kind]: face up + 1; below it
  std::array<std::array<Piece, kRows>, kFactions> negotiation;
  std::array<std::array<Piece, kDepositoryRows>, 6> depository;
  std::array<std::array<Piece, kStationSpaces>, kStations> station;
  std::array<Piece, kStationSpaces> partner;  // second dice in the Laboratory
  std::array<Piece, kHqSpaces> hq;
  std::array<std::uint8_t, kCorners> cache;  // which tile lies there; kNone: nobody has seen it
  std::uint8_t phase;                        // Phase
  std::uint16_t breakthroughs, setbacks;     // used
  std::uint8_t breakthrough_values, setback_values;            // value tokens used
  std::uint8_t specialist_breakthroughs, specialist_setbacks;  // tokens used
  std::uint8_t hq_waits;      // pieces that entered in this Execute
  std::uint8_t event;         // in force, or kNone
  std::uint8_t round;         // from 1; 0 in set-up
  std::uint8_t radio;         // who holds it
  std::uint8_t turn;          // whose Garage turn
  std::uint8_t sides;         // bit 0: Planet side B; bits 1 to 5: Faction boards, side B
  std::uint8_t picks;         // draft picks made
  std::uint8_t scheme_cards;  // kSchemesLeft, kExtraScheme
  std::uint8_t ai_token;
  std::uint8_t scheme_total;  // cards of this AI Execute
  std::uint8_t fronts;        // bit i: the second kind of front lies on corner i
  std::uint8_t revealed;      // Caches shown to all at the end
  IncidentTokens incident_tokens;
  std::uint8_t spare[2];
  // Without what is for the eyes alone.
  [[nodiscard]] State bare() const {
    State out = *this;
    out.incident_tokens = {};
    return out;
  }
  friend bool operator==(const State&, const State&) = default;
};
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 1536);

// A choice: what kind, and what is chosen. Numbers ascend in the order choices are listed.
struct Move {
  enum class Kind : std::uint8_t {
    kInvalid,
    kLeader,    // a
    kToken,     // a
    kPick,      // a: contract
    kExchange,  // a: contract
    kReroll,    // bits: three for each value
    kRaise,     // a: value, b: by, c: a second value
    kKeep,      // Plan: do not use it
    kAssign,    // a: slot
    kHarvestTurn,
    kSend,        // a: from, b: target, c: value
    kTradeFirst,  // a: from, b: trade, c: 0 its own Ship, or the partner's Garage + 1
    kPartner,     // a: from
    kPay,         // a: alternative, b: substituted, c: resource with the free discount
    kTrade,       // a
    kDirection,   // a
    kStack,       // a
    kGarage,      // a
    kContract,    // a
    kDiscard,     // a
    kChoose,      // a
    kYes,
    kSwap,          // a: SwapPlace
    kSpace,         // a: set-up space
    kBreakthrough,  // a
    kSetback,       // a
    kFaction,       // a
    kOutpost,       // a: owner
    kPeek,          // a: corner
    kFarm,          // a: slot
    kOption,        // a: Option, b
    kEndCard,       // a: contract
    kDone,          // no, enough, nothing
  };
  std::uint32_t bits = 0;

  [[nodiscard]] static constexpr Move make(Kind kind, int a = 0, int b = 0, int c = 0) {
    return Move{(static_cast<std::uint32_t>(kind) << 24) | (static_cast<std::uint32_t>(a) << 16) |
                (static_cast<std::uint32_t>(b) << 8) | static_cast<std::uint32_t>(c)};
  }
  [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(bits >> 24); }
  [[nodiscard]] constexpr int a() const { return (bits >> 16) & 0xFF; }
  [[nodiscard]] constexpr int b() const { return (bits >> 8) & 0xFF; }
  [[nodiscard]] constexpr int c() const { return bits & 0xFF; }

  // The operands by their names, each for the kinds that have it.
  [[nodiscard]] constexpr int card() const {
    return a_of({Kind::kPick, Kind::kExchange, Kind::kContract, Kind::kDiscard, Kind::kEndCard});
  }
  [[nodiscard]] constexpr int leader() const { return a_of({Kind::kLeader}); }
  [[nodiscard]] constexpr int token() const { return a_of({Kind::kToken}); }
  [[nodiscard]] constexpr int slot() const { return a_of({Kind::kAssign, Kind::kFarm}); }
  [[nodiscard]] constexpr int from() const {
    return a_of({Kind::kSend, Kind::kTradeFirst, Kind::kPartner});
  }
  [[nodiscard]] constexpr int target() const { return b_of({Kind::kSend}); }
  [[nodiscard]] constexpr int value() const { return c_of({Kind::kSend}); }
  [[nodiscard]] constexpr int trade() const {
    return kind() == Kind::kTrade ? a() : b_of({Kind::kTradeFirst, Kind::kOption});
  }
  // The Garage whose Ship trades; -1 for that of the piece itself.
  [[nodiscard]] constexpr int partner() const { return c_of({Kind::kTradeFirst}) - 1; }
  [[nodiscard]] constexpr int alternative() const { return a_of({Kind::kPay}); }
  [[nodiscard]] constexpr int substituted() const { return b_of({Kind::kPay}); }
  // The resource of which the free discount takes some off; -1 for none.
  [[nodiscard]] constexpr int discounted() const { return c_of({Kind::kPay}) - 1; }
  [[nodiscard]] constexpr int direction() const { return a_of({Kind::kDirection}); }
  [[nodiscard]] constexpr int stack() const { return a_of({Kind::kStack}); }
  [[nodiscard]] constexpr int garage() const { return a_of({Kind::kGarage}); }
  [[nodiscard]] constexpr int chosen() const { return a_of({Kind::kChoose}); }
  [[nodiscard]] constexpr int swapped() const { return a_of({Kind::kSwap}); }  // SwapPlace
  [[nodiscard]] constexpr int space() const { return a_of({Kind::kSpace}); }
  [[nodiscard]] constexpr int breakthrough() const { return a_of({Kind::kBreakthrough}); }
  [[nodiscard]] constexpr int setback() const { return a_of({Kind::kSetback}); }
  [[nodiscard]] constexpr int faction() const { return a_of({Kind::kFaction}); }
  [[nodiscard]] constexpr int owner() const { return a_of({Kind::kOutpost}); }
  [[nodiscard]] constexpr int corner() const { return a_of({Kind::kPeek}); }
  [[nodiscard]] constexpr int option() const { return a_of({Kind::kOption}); }
  [[nodiscard]] constexpr int leader_list() const { return b_of({Kind::kOption}); }
  [[nodiscard]] constexpr int raised() const { return a_of({Kind::kRaise}); }
  [[nodiscard]] constexpr int raised_by() const { return b_of({Kind::kRaise}); }
  [[nodiscard]] constexpr int raised_too() const { return c_of({Kind::kRaise}); }  // or 0
  // Of kReroll: how many dice of a value.
  [[nodiscard]] constexpr int rerolled(int value) const { return (bits >> (3 * (6 - value))) & 7; }
  friend bool operator==(const Move&, const Move&) = default;

 private:
  using Kinds = std::initializer_list<Kind>;
  constexpr void expect_one_of([[maybe_unused]] Kinds kinds) const {
    assert(std::find(kinds.begin(), kinds.end(), kind()) != kinds.end());
  }
  [[nodiscard]] constexpr int a_of(Kinds kinds) const {
    expect_one_of(kinds);
    return a();
  }
  [[nodiscard]] constexpr int b_of(Kinds kinds) const {
    expect_one_of(kinds);
    return b();
  }
  [[nodiscard]] constexpr int c_of(Kinds kinds) const {
    expect_one_of(kinds);
    return c();
  }
};

// Where a regular die may be that a Specialist replaces.
enum SwapPlace : std::uint8_t {
  kSwapGarage = 0,  // + garage
  kSwapFarm = 8,    // + farm
  kSwapIdle = 16,
  kSwapCanteen = 17,
  kSwapHq = 20,       // + space
  kSwapStation = 24,  // + station
  kSwapOutpost = 32,  // + owner; under version 1 of the rules
};

// What may be done before or after the effect of a place.
enum Option : std::uint8_t {
  kOptionTrade,         // b: trade, the Ship of the sent piece
  kOptionPartnerTrade,  // b: trade, the Ship of the partner
  kOptionLeader,        // b: which of the leader's lists
};

}  // namespace tidelock::circadians
