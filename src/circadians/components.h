// A component pack of Circadians, compiled: boards, tiles, cards and leaders as tables, their
// powers as rules over a small vocabulary (docs/packs.md) that the rules interpret. Plain data
// without a pointer: lists of unknown length are ranges of the tables of Components. Ids and names
// are in names.h.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/fixed.h"

namespace tidelock::circadians {

enum Resource : std::uint8_t { kWater, kAlgae, kEnergy, kGem };
inline constexpr int kResources = 4;
using Goods = std::array<std::int16_t, kResources>;

[[nodiscard]] constexpr std::size_t idx(int i) { return static_cast<std::size_t>(i); }
[[nodiscard]] constexpr bool has_bit(std::uint32_t mask, int i) { return ((mask >> i) & 1U) != 0; }

// The Planet's directions, in the order of the die that moves the Harvester, as steps on axes q, r.
inline constexpr std::array<std::array<int, 2>, 6> kHexSteps = {
    {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}};
[[nodiscard]] constexpr int hex_distance(int q, int r) {
  const auto size = [](int n) { return n < 0 ? -n : n; };
  const int near = size(q) > size(r) ? size(q) : size(r);
  return near > size(q + r) ? near : size(q + r);
}

// What can be gained, lost or paid: the resources, and these.
enum Gainable : std::uint8_t { kContracts = 4, kDice, kSpecialists };

// Where a die can be sent. The stations come first.
enum Place : std::uint8_t {
  kMiningCamp,
  kLaboratory,
  kFoundry,
  kControlRoom,
  kMarket,
  kAcademy,
  kTemple,
  kHeadquarters,
  kDepository,
  kNegotiation,
  kOutpost,
  kFarm,
};
inline constexpr int kStations = 7;
inline constexpr int kPlaces = 12;

enum Faction : std::uint8_t { kOxataya, kLeyrien, kZcharo, kJrayek, kAhzuri };
inline constexpr int kFactions = 5;

inline constexpr int kRows = 5;  // of a Negotiation column
inline constexpr int kDepositoryRows = 3;
inline constexpr int kGarages = 5;
inline constexpr int kPrintedFarms = 3;
inline constexpr int kTileFarms = 4;
inline constexpr int kFarms = kPrintedFarms + kTileFarms;
inline constexpr int kHqSpaces = 4;
inline constexpr int kStationSpaces = 6;  // at most, on one board
inline constexpr int kSpaces = 37;        // of the Planet; the last six are the corners
inline constexpr int kCorners = 6;
inline constexpr int kFirstCorner = kSpaces - kCorners;
inline constexpr int kStacks = 3;
inline constexpr int kMaxContracts = 128;
inline constexpr int kMaxLeaders = 32;
inline constexpr int kMaxTokens = 16;
inline constexpr int kMaxEvents = 32;
inline constexpr int kMaxSchemes = 32;
inline constexpr int kMaxTileKinds = 20;
inline constexpr int kMaxBreakthroughs = 12;
inline constexpr int kMaxSetbacks = 10;
inline constexpr int kMaxTrades = 12;
inline constexpr int kAiLevels = 4;
inline constexpr int kMaxCosts = 3;    // alternatives
inline constexpr int kMaxNeeds = 4;    // alternatives
inline constexpr int kMaxActions = 6;  // of a Station
inline constexpr int kMaxEffects = 4096;
inline constexpr int kMaxLists = 1024;
inline constexpr int kMaxCases = 1024;
inline constexpr int kMaxRules = 1440;
inline constexpr std::uint8_t kNone = 0xFF;

// A set of contracts.
struct CardSet {
  std::array<std::uint64_t, 2> words{};

  [[nodiscard]] constexpr bool has(int card) const {
    return ((words[idx(card >> 6)] >> (card & 63)) & 1U) != 0;
  }
  constexpr void add(int card) { words[idx(card >> 6)] |= std::uint64_t{1} << (card & 63); }
  constexpr void remove(int card) { words[idx(card >> 6)] &= ~(std::uint64_t{1} << (card & 63)); }
  [[nodiscard]] constexpr int count() const {
    return std::popcount(words[0]) + std::popcount(words[1]);
  }
  [[nodiscard]] constexpr bool empty() const { return (words[0] | words[1]) == 0; }
  [[nodiscard]] constexpr int first() const {
    return words[0] != 0 ? std::countr_zero(words[0]) : 64 + std::countr_zero(words[1]);
  }
  // The n-th member, counted from 0.
  [[nodiscard]] constexpr int nth(int n) const {
    std::size_t w = 0;
    if (const int low = std::popcount(words[0]); n >= low) {
      n -= low;
      w = 1;
    }
    std::uint64_t left = words[w];
    for (; n > 0; --n) left &= left - 1;
    return static_cast<int>(w) * 64 + std::countr_zero(left);
  }
  constexpr CardSet& operator|=(const CardSet& o) {
    words[0] |= o.words[0];
    words[1] |= o.words[1];
    return *this;
  }
  [[nodiscard]] friend constexpr CardSet operator|(CardSet a, const CardSet& b) { return a |= b; }
  [[nodiscard]] friend constexpr CardSet operator&(const CardSet& a, const CardSet& b) {
    return {{a.words[0] & b.words[0], a.words[1] & b.words[1]}};
  }
  // Without.
  [[nodiscard]] friend constexpr CardSet operator-(const CardSet& a, const CardSet& b) {
    return {{a.words[0] & ~b.words[0], a.words[1] & ~b.words[1]}};
  }
  friend constexpr bool operator==(const CardSet&, const CardSet&) = default;

  class Iterator;
  [[nodiscard]] constexpr Iterator begin() const;
  [[nodiscard]] constexpr Iterator end() const;
};

class CardSet::Iterator {
 public:
  explicit constexpr Iterator(const CardSet& left) : left_(left) {}
  constexpr int operator*() const { return left_.first(); }
  constexpr Iterator& operator++() {
    auto& word = left_.words[0] != 0 ? left_.words[0] : left_.words[1];
    word &= word - 1;
    return *this;
  }
  friend constexpr bool operator==(const Iterator& a, const Iterator& b) {
    return a.left_ == b.left_;
  }

 private:
  CardSet left_;
};
constexpr CardSet::Iterator CardSet::begin() const { return Iterator(*this); }
constexpr CardSet::Iterator CardSet::end() const { return Iterator(CardSet{}); }

// --- powers ---

// A number that may depend on the value of a die.
struct Amount {
  enum class Kind : std::uint8_t { kNumber, kValue, kMinusValue, kAll };  // n; value+n; n-value
  Kind kind = Kind::kNumber;
  std::int8_t n = 0;
  [[nodiscard]] int of(int value) const {
    switch (kind) {
      case Kind::kValue: return value + n;
      case Kind::kMinusValue: return n - value;
      default: return n;
    }
  }
};

// A part of the effects of the pack: [begin, end).
struct Range {
  std::uint16_t begin = 0, end = 0;
  [[nodiscard]] bool empty() const { return begin == end; }
};

struct Effect {
  enum class Op : std::uint8_t {
    kGain,           // what, amount
    kLose,           // what, amount
    kPay,            // goods, n contracts
    kOthers,         // list
    kChoose,         // lists[list.begin .. list.end)
    kOptional,       // list
    kByValue,        // cases[list.begin .. list.end)
    kPer,            // what: count, n: at most (0: no limit), list
    kMove,           // n steps, what: direction
    kPeek,           //
    kHarvestPlanet,  //
    kHarvestFarms,   //
    kTrades,         // amount
    kTile,           // what: kind, n: stack (kNone as 0xFF: any)
    kStartTile,      // what: kind, amount.n: tile, n: slot
    kFulfil,         // what: kinds, goods: less, n: at full cost
    kUseOutpost,     //
    kOtherAbility,   //
    kBreakthrough,   //
    kSpecial,        // what: Special
  };
  Op op = Op::kGain;
  std::uint8_t what = 0;
  std::uint8_t n = 0;
  bool up_to = false;  // of a move
  Amount amount;
  Range list;
  Goods goods{};
};
enum Direction : std::uint8_t { kAnyDirection, kBackward, kByDie };
enum TileKind : std::uint8_t { kShipTile, kFarmTile };
enum ContractKinds : std::uint8_t { kOngoing = 1, kEndGame = 2, kAnyKind = 3 };

// What only one card does, and code has to know by name.
enum class Special : std::uint8_t {
  kOutpostsOwnerOnly,
  kAmosHarvestTurn,
  kCharleneBoard,
  kMelvanStart,
  kRadioLeft,
  kTariqStart,
  kRepeatAction,
  kSal,
  kRollToFarm,
  kCountsAsOther,
  kReserveDieToHq,
};
inline constexpr int kSpecialCount = 11;

enum class On : std::uint8_t {
  kReveal,
  kSetup,
  kPlan,
  kTurn,
  kSend,
  kNegotiate,
  kUseOutpost,
  kOutpostUsed,
  kHqReward,
  kFulfil,
  kGainDie,
  kSetback,
  kHarvest,
  kRest,
  kEnd,
  kScore,
  kAlways,
};
inline constexpr int kOns = 17;

enum class Count : std::uint8_t {
  kSupplyDie,
  kFulfilled,
  kInHand,
  kShipTiles,
  kFarmTiles,
  kShipFarmPairs,
  kColumnDie,
  kNegotiationDie,
  kFactionWithDie,
  kDepositoryDie,
  kDepositoryRowDie,
  kSpecialistsGained,
  kSpecialistsOut,
  kMissingDie,
  kHarvesterOnCache,
  kProgressRemoved,
  kWaterLeft,
  kAlgaeLeft,
  kEnergyLeft,
  kGemsLeft,
};

enum class By : std::uint8_t { kSelf, kOpponent, kAny };
enum class When : std::uint8_t { kNormal, kBefore, kAfter, kEither };

struct Points {
  std::int8_t n = 0;  // 0: no points
  Count per = Count::kSupplyDie;
  std::uint8_t each = 1, most = 0, column = 0, row = 0;  // most 0: no limit
};

// When `on` happens and everything else fits, the effects; and what is looked up when it matters.
struct Rule {
  On on = On::kAlways;
  std::uint16_t to = 0;   // places; 0: any
  std::uint8_t from = 0;  // bit 0: a Garage, bit 1: Headquarters; 0: any
  std::uint8_t with = 0;  // factions; 0: any
  By by = By::kSelf;
  bool at_depository = false;
  std::array<std::uint8_t, 2> die = {0, 0};  // a die of this value lies on the Farm; 0: no matter
  bool outpost_empty = false, specialist = false, first = false, no_water = false;
  When when = When::kNormal;
  bool may = false, once = false;
  Range effects;
  // Looked up:
  std::array<std::int8_t, kResources> discount{};  // kAll: the whole
  std::array<std::int8_t, kResources> surcharge{};
  std::int8_t any_discount = 0;
  bool discounts = false;                   // any of the two discounts
  InplaceVector<Goods, kMaxCosts> replace;  // the entry cost, by one of these
  std::int8_t garage_discount = 0, garage_cost = -1;
  bool free_order = false, allow_outpost = false, changes_value = false;
  std::array<std::int8_t, 2> value = {0, 0};
  std::uint8_t value_set = 0, value_as = 0;  // set: bit v; as: 0 for none
  std::int8_t trades = 0, free_steps = 0, max_steps = 0, planet_water = 0;
  std::int8_t dice_limit = 0, hand_limit = 0, specialist_limit = 0;
  bool uncounted = false;
  std::uint8_t substitute_from = 0, substitute_to = 0, substitute_n = 0;  // n 0: none
  Points points;
  std::uint16_t specials = 0;
  // Plan, after the roll.
  std::uint8_t exchange_out = 0, exchange_in = 0;  // discard so many Contracts to draw so many
  bool reroll = false;
  InplaceVector<std::array<std::uint8_t, 2>, 6> raises;  // how many dice, by how much

  static constexpr std::int8_t kAll = 127;
};
// A part of the rules of the pack: [begin, end).
struct RuleRange {
  std::uint16_t begin = 0, end = 0;
  [[nodiscard]] bool empty() const { return begin == end; }
};

// --- components ---

// What has an id and names: which entry of the pack's texts (names.h) they are.
struct Named {
  std::uint16_t text = 0;
  bool expansion = false;
};

struct Cost {
  std::array<Amount, kResources> amounts;
  std::array<Goods, 8> at{};  // by the value of what is sent
};

struct Need {
  struct One {
    Count count = Count::kFulfilled;
    std::uint8_t least = 0;
  };
  InplaceVector<One, kMaxNeeds> any;
};

struct NegotiationSpace {
  Goods cost{};
  std::uint8_t points = 0;
  Need need, ai_need;
};
struct Column : Named {
  std::array<std::array<NegotiationSpace, kRows>, 2> rows;  // [solo]
  std::array<std::uint8_t, 2> count = {0, 0};
};

struct Action {
  std::uint8_t column = 0, low = 1, high = 6;
  InplaceVector<Cost, kMaxCosts> costs;  // alternatives
  Range effects;
};
struct StationSpace {
  std::uint8_t column = 0, low = 1, high = 6, players = 1;
};
struct Station : Named {
  std::array<InplaceVector<StationSpace, kStationSpaces>, 2> spaces;  // [solo]
  InplaceVector<Action, kMaxActions> actions;
  std::array<std::uint8_t, 8> action{};  // which one, by value; in the Mining Camp by column
};

struct PlanetSpace {
  std::int8_t q = 0, r = 0;
  Goods harvest{};
  Goods token{};
};

struct Tile : Named {  // Ship or Farm
  std::uint8_t points = 0, copies = 0;
  bool slot = false;  // a Farm that takes a die
  bool unique = false;
  std::uint8_t low = 1, high = 6;  // values of dice that it takes
  RuleRange rules;
};

struct Contract : Named {
  std::uint8_t kind = kOngoing;
  std::uint8_t points = 0;
  Goods cost{};
  RuleRange rules;
  std::uint16_t costs_at = 0;  // bit Place: where its rules change what a send costs
};

struct EventCard : Named {
  bool last = false;
  std::uint32_t on = 0;        // bit On: what its rules are about
  std::uint16_t costs_at = 0;  // as of a Contract
  RuleRange rules;
};

struct Leader : Named {
  RuleRange rules;
  std::uint32_t on = 0;  // bit On: what they are about
  std::uint16_t specials = 0;
  std::array<std::uint8_t, 4> board_column{};  // Charlene
  std::array<Range, 4> board{};
  bool own_outpost_board = false, adds_breakthroughs = false;
  // Which of its rules are worth a look.
  bool changes_costs = false, free_discount = false, other_ability = false, rewards = false,
       options = false;
  std::uint16_t costs_at = 0;  // as of a Contract
  int substitute = -1;         // the rule of the pack, or -1
};

struct OutpostToken : Named {
  Range effects;
};

struct Incident : Named {
  Range effects, solo;
  bool with_leader = false;  // in play only with the leader that adds them
};

struct Scheme : Named {
  std::uint8_t value = 1, gems = 0;
  std::array<std::uint8_t, 3> places{};  // Place, or kNegotiationWith + Faction
  static constexpr std::uint8_t kNegotiationWith = 32;
};

struct AiLevel : Named {
  std::uint8_t start_dice = 0, start_gems = 0, harvest_gems = 0, rest_dice = 0, max_dice = 0,
               depository_points = 0, progress_points = 0;
  std::array<std::uint8_t, 3> specialist_points{};
};

struct Trade : Named {
  Goods give{}, get{};
};

struct Case {
  std::uint8_t low, high;
  Range effects;
};

using Contracts = InplaceVector<Contract, kMaxContracts>;
using Incidents = InplaceVector<Incident, kMaxBreakthroughs>;

struct Components {
  InplaceVector<Effect, kMaxEffects> effects;          // list after list
  std::array<std::uint16_t, kMaxEffects> list_ends{};  // of each effect: where its list ends
  InplaceVector<Range, kMaxLists> lists;               // of choose
  InplaceVector<Case, kMaxCases> cases;                // of by_value
  InplaceVector<Rule, kMaxRules> rules;                // list after list
  [[nodiscard]] std::span<const Rule> of(RuleRange range) const {
    return {rules.begin() + range.begin, rules.begin() + range.end};
  }

  int rounds = 7, dice = 13, start_dice = 3, dice_limit = 5, hand_limit = 8, specialist_limit = 1,
      leaders_dealt = 3, tokens_dealt = 2, draft_cards = 4, draft_keep = 3, solo_draw = 5,
      event_cards = 6, gem_points = 1, canteen_water = 2;
  Goods start_goods{};
  Range hq_reward;

  std::array<std::array<PlanetSpace, kSpaces>, 2> planet;
  std::array<std::array<std::uint8_t, 6>, kSpaces> next;  // by direction; kNone: off the board
  std::array<std::uint8_t, kSpaces> distance;             // from the centre
  struct Cache : Named {
    std::uint8_t front = 0, points = 0;
    Goods harvest{};
  };
  std::array<Cache, kCorners> caches;
  std::array<Goods, 2> front_harvest{};

  std::array<Column, kFactions> columns;
  std::array<std::array<Range, 2>, kFactions> abilities;  // [side]
  std::array<std::array<Named, 2>, kFactions> ability_texts;
  Incidents breakthroughs, setbacks;
  struct DepositoryRow {
    std::uint8_t players = 1;
    Range effects;
  };
  std::array<DepositoryRow, kDepositoryRows> depository;
  std::array<std::uint8_t, kHqSpaces> hq_players{};
  Named hq_text, depository_text;
  std::array<Station, kStations> stations;
  Goods other_stack_cost{}, step_cost{};
  int free_steps = 1, max_steps = 3;
  InplaceVector<Trade, kMaxTrades> trades;
  std::array<std::uint8_t, kGarages> garage_cost{};
  std::array<Tile, kPrintedFarms> printed_farms;
  int all_ships_points = 5, all_farms_points = 4;
  InplaceVector<Tile, kMaxTileKinds> ships, farms;
  Contracts contracts;
  InplaceVector<EventCard, kMaxEvents> events;
  InplaceVector<Leader, kMaxLeaders> leaders;
  InplaceVector<OutpostToken, kMaxTokens> tokens;
  std::array<Range, 2> owner_bonus;  // [normal, the board with two spaces]
  std::array<Range, 2> sender_gain;
  std::array<std::uint8_t, 2> outpost_spaces = {1, 2};
  std::array<RuleRange, 3> specialist_rules;
  int top_specialist_points = 2, specialist_pair_points = 5;
  Range ability_one;  // the owner's choice when an opponent uses the Outpost
  InplaceVector<Scheme, kMaxSchemes> schemes;
  std::array<AiLevel, kAiLevels> ai_levels;
  struct Ai {
    std::uint8_t scheme_cards = 2, cache_gem = 1, stuck_gem = 1, negotiation_cost = 1,
                 depository_cost = 1, temple_cost = 1, academy_dice = 2, breakthrough_gem = 1,
                 setback_water = 3, outpost_gem = 1, outpost_gem_2 = 2, exploit_cost = 1,
                 exploit_gems = 2;
    std::array<std::uint8_t, 6> exploit{};  // by roll: 0 own Outpost, 1 yours, 2 a Scheme
  } ai;

  // Contracts with a rule for it.
  std::array<CardSet, kOns> contracts_on;
  CardSet discounting;  // Contracts that make something cheaper
  CardSet base_contracts, all_contracts;
};

static_assert(std::is_trivially_copyable_v<Components>);

}  // namespace tidelock::circadians
