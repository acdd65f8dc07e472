// What a network reads of Rules (core/inputs.h): only what the seat may know.
#include <algorithm>
#include <bit>

#include "circadians/rules.h"

namespace tidelock::circadians {

namespace {

constexpr int kOne = Input::kOne;
constexpr int kCardNumbers = 64;  // contracts, counted round
constexpr int kDos = 32;
constexpr int kDieFaces = 8;
constexpr int kSteps = 9;  // of an amount: 0, 1, 2, 3, 4, 6, 8, 12, 16 and more
constexpr int kPlaceOfCanteen = kPlaces;
constexpr int kSlots = kGarages + kFarms + 1;

int step_of(int n) {
  constexpr std::array<int, kSteps> kFrom = {0, 1, 2, 3, 4, 6, 8, 12, 16};
  int step = 0;
  while (step + 1 < kSteps && n >= kFrom[idx(step + 1)]) ++step;
  return step;
}
int card_number(int card) { return card % kCardNumbers; }

struct In {
  enum : int {
    kTodo = 0,
    kRound = kTodo + kDos,
    kPlayers = kRound + 10,
    kExpansion = kPlayers + 4,
    kRadio = kExpansion + 1,
    kWhose = kRadio + kMaxSeats,
    kEvent = kWhose + kMaxSeats,
    kSides = kEvent + kMaxEvents,
    kTaken = kSides + 6,            // of each Station
    kHqTaken = kTaken + kStations,  //
    kHqLeads = kHqTaken + 1,        // what is sent now comes from Headquarters
    kColumn = kHqLeads + 1,         // of each Faction: the first free row
    kColumnOwn = kColumn + kFactions * (kRows + 1),
    kColumnOther = kColumnOwn + kFactions,
    kDepositoryOwn = kColumnOther + kFactions,
    kDepositoryOther = kDepositoryOwn + kDepositoryRows,
    kShipUp = kDepositoryOther + kDepositoryRows,
    kFarmUp = kShipUp + kMaxTileKinds,
    kAiLevel = kFarmUp + kMaxTileKinds,
    kAiProgress = kAiLevel + kAiLevels,
    kAiGems = kAiProgress + 1,
    kAiDice = kAiGems + 1,
    kHand = kAiDice + 1,
    kNearCard = kHand + kCardNumbers,  // in hand and paid for
    kRolled = kNearCard + kCardNumbers,
    kFulfilled = kRolled + 6,
    kPlayer = kFulfilled + kCardNumbers,
  };
};

// Of each player, the seat itself first; the last two of four are read as one.
constexpr int kBlocks = 3;
struct Of {
  enum : int {
    kPresent = 0,
    kGoods = kPresent + 1,
    kGoodsAmount = kGoods + kResources * kSteps,
    kDice = kGoodsAmount + kResources,
    kIdle = kDice + 10,
    kCanteen = kIdle + 1,
    kSpecialists = kCanteen + 1,
    kLocked = kSpecialists + 4,
    kGarage = kLocked + 1,
    kFarm = kGarage + kGarages * kDieFaces,
    kShips = kFarm + kFarms,
    kShip = kShips + kGarages,
    kTiles = kShip + kMaxTileKinds,
    kTile = kTiles + kTileFarms,
    kLeader = kTile + kMaxTileKinds,
    kToken = kLeader + kMaxLeaders,
    kHarvester = kToken + kMaxTokens,
    kCache = kHarvester + kSpaces,
    kCards = kCache + 1,
    kOngoing = kCards + 1,
    kHq = kOngoing + 1,
    kPoints = kHq + 1,
    kEnded = kPoints + 1,
    kHarvested = kEnded + 1,
    kToSend = kHarvested + 1,
    kCount = kToSend + 6,
  };
};
static_assert(In::kPlayer + kBlocks * Of::kCount == Rules::kInputs);

struct Is {
  enum : int {
    kKind = 0,
    kLeader = kKind + 40,
    kToken = kLeader + kMaxLeaders,
    kPick = kToken + kMaxTokens,
    kGiveUp = kPick + kCardNumbers,
    kFulfil = kGiveUp + kCardNumbers,
    kReroll = kFulfil + kCardNumbers,
    kRaise = kReroll + 7,
    kAssign = kRaise + 8,
    kAssignFilled = kAssign + kSlots * kDieFaces,
    kFrom = kAssignFilled + kGarages,
    kPiece = kFrom + 8,
    kTo = kPiece + kDieFaces,
    kPlaceValue = kTo + 64,
    kRowPoints = kPlaceValue + (kPlaces + 1) * kDieFaces,
    kTrade = kRowPoints + 12,
    kPay = kTrade + kMaxTrades,
    kPayOther = kPay + 8,
    kDirection = kPayOther + 8,
    kStepTo = kDirection + 8,
    kStack = kStepTo + kSpaces,
    kTileKind = kStack + 4,
    kGarage = kTileKind + 2 * kMaxTileKinds,
    kChoose = kGarage + kGarages,
    kYes = kChoose + 128,
    kDone = kYes + 64,
    kSwap = kDone + kDos,
    kSpace = kSwap + 48,
    kBreakthrough = kSpace + 8,
    kSetback = kBreakthrough + kMaxBreakthroughs,
    kFaction = kSetback + kMaxSetbacks,
    kOutpost = kFaction + kFactions,
    kPeek = kOutpost + 2,
    kFarm = kPeek + kCorners,
    kOption = kFarm + 8,
    kCount = kOption + 3 * kMaxTrades,
  };
};
static_assert(Is::kCount == Rules::kTraits);

}  // namespace

bool Rules::begins_turn(const State& s) const {
  switch (s.todo.top().what) {
    case Do::kSend:
    case Do::kOver: return true;
    case Do::kLeaders:
    case Do::kDraft:
    case Do::kPlan: break;
    default: return false;
  }
  // All choose at once: it begins while nobody has done anything.
  for (int seat = 0; seat < options_.players; ++seat) {
    const Player& p = s.players[idx(seat)];
    if (p.stage == Stage::kDone || p.stage == Stage::kToken || p.pick != 0 || p.canteen != 0)
      return false;
    for (const auto die : p.garage) {
      if (die != 0) return false;
    }
    for (const auto die : p.farm) {
      if (die != 0) return false;
    }
  }
  return true;
}

void Rules::inputs(const State& s, Seat seat, Inputs& in) const {
  in.clear();
  const Player& own = s.players[idx(seat)];
  const int players = options_.players;
  const auto relative = [&](int who) { return (who - seat + players) % players; };
  const Todo& top = s.todo.top();
  if (is_decision(top.what)) in.yes(In::kTodo + std::min(kDos - 1, static_cast<int>(top.what)));
  in.yes(In::kRound + std::min<int>(9, s.round));
  in.yes(In::kPlayers + players - 1);
  if (expansion()) in.yes(In::kExpansion);
  if (s.radio < players) in.yes(In::kRadio + relative(s.radio));
  const int acting = top.what <= Do::kPlan ? seat : top.seat;
  if (acting < players) in.yes(In::kWhose + relative(acting));
  if (s.event != kNone) in.yes(In::kEvent + s.event);
  for (int i = 0; i < 6; ++i) {
    if (has_bit(s.sides, i)) in.yes(In::kSides + i);
  }
  for (int i = 0; i < kStations; ++i) {
    int taken = 0;
    for (const Piece piece : s.station[idx(i)]) taken += piece.empty() ? 0 : 1;
    in.amount(In::kTaken + i, taken * kOne / 2);
  }
  int waiting = 0;
  std::array<int, kMaxSeats> in_hq{};
  for (const Piece piece : s.hq) {
    if (piece.empty()) continue;
    ++waiting;
    if (piece.owner() >= 0 && piece.owner() < kMaxSeats) ++in_hq[idx(piece.owner())];
  }
  in.amount(In::kHqTaken, waiting * kOne / 2);
  if (leaves_hq(s)) in.yes(In::kHqLeads);
  for (int f = 0; f < kFactions; ++f) {
    if (!faction_in_play(f)) continue;
    int free_row = kRows;
    int mine = 0;
    int theirs = 0;
    for (int row = rows(f) - 1; row >= 0; --row) {
      const Piece piece = s.negotiation[idx(f)][idx(row)];
      if (piece.empty())
        free_row = row;
      else
        ++(piece.owner() == seat ? mine : theirs);
    }
    in.yes(In::kColumn + f * (kRows + 1) + free_row);
    in.amount(In::kColumnOwn + f, mine * kOne / 2);
    in.amount(In::kColumnOther + f, theirs * kOne / 2);
  }
  for (int row = 0; row < kDepositoryRows; ++row) {
    int mine = 0;
    int theirs = 0;
    for (const auto& column : s.depository) {
      const Piece piece = column[idx(row)];
      if (!piece.empty()) ++(piece.owner() == seat ? mine : theirs);
    }
    in.amount(In::kDepositoryOwn + row, mine * kOne / 2);
    in.amount(In::kDepositoryOther + row, theirs * kOne / 4);
  }
  for (int i = 0; i < kStacks; ++i) {
    if (const int tile = s.up[kShipTile][idx(i)]; tile != 0) in.yes(In::kShipUp + tile - 1);
    if (const int tile = s.up[kFarmTile][idx(i)]; tile != 0) in.yes(In::kFarmUp + tile - 1);
  }
  if (solo()) {
    const Player& other = s.players[kAiSeat];
    in.yes(In::kAiLevel + options_.ai_level - 1);
    in.amount(In::kAiProgress, other.progress * kOne / 2);
    in.amount(In::kAiGems, other.goods[kGem] * kOne / 8);
    in.amount(In::kAiDice, regular_dice(other) * kOne / 4);
  }

  // What only the seat itself knows.
  for (const int card : own.hand) {
    in.yes(In::kHand + card_number(card));
    bool paid = true;
    for (int r = 0; r < kResources; ++r)
      paid = paid && own.goods[idx(r)] >= c_.contracts[idx(card)].cost[idx(r)];
    if (paid) in.yes(In::kNearCard + card_number(card));
  }
  for (int v = 0; v < 6; ++v) in.amount(In::kRolled + v, own.rolled[idx(v)] * kOne / 2);

  const Scores sheet = scores(s);
  for (int k = 0; k < players; ++k) {
    const int who = (seat + k) % players;
    const Player& p = s.players[idx(who)];
    const int at = In::kPlayer + std::min(k, kBlocks - 1) * Of::kCount;
    in.yes(at + Of::kPresent);
    for (int r = 0; r < kResources; ++r) {
      const int n = p.goods[idx(r)];
      in.yes(at + Of::kGoods + r * kSteps + step_of(n));
      in.amount(at + Of::kGoodsAmount + r, n * kOne / 8);
    }
    in.yes(at + Of::kDice + std::clamp(counted_dice(p), 0, 9));
    in.amount(at + Of::kIdle, p.idle * kOne / 2);
    in.amount(at + Of::kCanteen, (p.canteen + p.canteen_specialists) * kOne / 2);
    in.yes(at + Of::kSpecialists + std::clamp(active_specialists(p), 0, 3));
    in.amount(at + Of::kLocked, p.locked * kOne);
    int to_send = 0;
    for (int g = 0; g < kGarages; ++g) {
      const int die = p.garage[idx(g)];
      if (die != 0) {
        in.yes(at + Of::kGarage + g * kDieFaces + die);
        ++to_send;
      }
      if (const int ship = p.ship[idx(g)]; ship != 0) {
        in.yes(at + Of::kShips + g);
        in.yes(at + Of::kShip + ship - 1);
      }
    }
    in.yes(at + Of::kToSend + to_send);
    for (int slot = 0; slot < kFarms; ++slot) {
      const int die = p.farm[idx(slot)];
      if (die != 0) in.amount(at + Of::kFarm + slot, die * kOne / 4);
    }
    for (int slot = 0; slot < kTileFarms; ++slot) {
      const int tile = p.tile[idx(slot)];
      if (tile == 0) continue;
      in.yes(at + Of::kTiles + slot);
      in.yes(at + Of::kTile + tile - 1);
    }
    if (p.leader != kNone) in.yes(at + Of::kLeader + p.leader);
    if (p.token != kNone) in.yes(at + Of::kToken + p.token);
    if (p.harvester < kSpaces) in.yes(at + Of::kHarvester + p.harvester);
    if (p.harvester >= kFirstCorner && p.harvester < kSpaces) {
      const int corner = p.harvester - kFirstCorner;
      if (has_bit(own.seen, corner) && s.cache[idx(corner)] != kNone)
        in.amount(at + Of::kCache, c_.caches[s.cache[idx(corner)]].points * kOne / 4);
    }
    in.amount(at + Of::kCards, p.hand.count() * kOne / 4);
    int ongoing = 0;
    for (const int card : p.fulfilled) {
      if (k == 0) in.yes(In::kFulfilled + card_number(card));
      ongoing += c_.contracts[idx(card)].kind == kOngoing ? 1 : 0;
    }
    in.amount(at + Of::kOngoing, ongoing * kOne / 2);
    in.amount(at + Of::kHq, in_hq[idx(who)] * kOne);
    const int points = sheet.total[idx(who)];
    in.amount(at + Of::kPoints,
              k == 0 ? points * kOne / 16 : (sheet.total[idx(seat)] - points) * kOne / 8);
    if ((p.flags & kSendingEnded) != 0) in.yes(at + Of::kEnded);
    if ((p.flags & kFarmsHarvested) != 0) in.yes(at + Of::kHarvested);
  }
}

void Rules::traits(const State& s, Seat seat, Move move, Traits& is) const {
  using Kind = Move::Kind;
  const Player& p = s.players[idx(seat)];
  const Todo& top = s.todo.top();
  const int todo = std::min(kDos - 1, static_cast<int>(top.what));
  const int a = move.a();
  const int b = move.b();
  const auto add = [&](int trait) { is.push(static_cast<std::uint16_t>(trait)); };
  add(Is::kKind + static_cast<int>(move.kind()));
  switch (move.kind()) {
    case Kind::kLeader: add(Is::kLeader + a % kMaxLeaders); break;
    case Kind::kToken: add(Is::kToken + a % kMaxTokens); break;
    case Kind::kPick: add(Is::kPick + card_number(a)); break;
    case Kind::kExchange:
    case Kind::kDiscard: add(Is::kGiveUp + card_number(a)); break;
    case Kind::kContract:
    case Kind::kEndCard: add(Is::kFulfil + card_number(a)); break;
    case Kind::kReroll:
      for (int v = 1; v <= 6; ++v) {
        if (move.rerolled(v) != 0) add(Is::kReroll + v);
      }
      break;
    case Kind::kRaise: add(Is::kRaise + a % 8); break;
    case Kind::kAssign: {
      const int slot = std::min(a, kSlots - 1);
      add(Is::kAssign + slot * kDieFaces + std::clamp<int>(next_to_assign(p), 0, kDieFaces - 1));
      if (slot < kGarages && p.ship[idx(slot)] != 0) add(Is::kAssignFilled + slot);
      break;
    }
    case Kind::kSend: {
      const int from = std::min(a, 7);
      const int piece = a < kGarages ? p.garage[idx(a)] : move.c();
      const int value = std::clamp(move.c(), 0, kDieFaces - 1);
      const int place = b >= kToCanteen ? kPlaceOfCanteen : static_cast<int>(place_of(b));
      add(Is::kFrom + from);
      add(Is::kPiece + std::clamp(piece, 0, kDieFaces - 1));
      add(Is::kTo + std::min(b, 63));
      add(Is::kPlaceValue + place * kDieFaces + value);
      if (b >= kToNegotiation && b < kToOutpost) {
        const int cell = b - kToNegotiation;
        add(Is::kRowPoints +
            std::min<int>(11, negotiation_space(cell / kRows, cell % kRows).points));
      }
      break;
    }
    case Kind::kTradeFirst: add(Is::kTrade + b % kMaxTrades); break;
    case Kind::kTrade: add(Is::kTrade + a % kMaxTrades); break;
    case Kind::kPartner: add(Is::kFrom + std::min(a, 7)); break;
    case Kind::kPay:
      add(Is::kPay + a % 8);
      add(Is::kPayOther + b % 8);
      break;
    case Kind::kDirection: {
      add(Is::kDirection + a % 8);
      const int to = a < 6 && p.harvester < kSpaces ? c_.next[p.harvester][idx(a)] : kNone;
      if (to < kSpaces) add(Is::kStepTo + to);
      break;
    }
    case Kind::kStack: {
      add(Is::kStack + a % 4);
      const int kind = as<step::Stack>(top).kind == kFarmTile ? kFarmTile : kShipTile;
      if (a < kStacks && s.up[idx(kind)][idx(a)] != 0)
        add(Is::kTileKind + kind * kMaxTileKinds + s.up[idx(kind)][idx(a)] - 1);
      break;
    }
    case Kind::kGarage: add(Is::kGarage + a % kGarages); break;
    case Kind::kChoose: add(Is::kChoose + (as<step::Choose>(top).lists.begin * 5 + a) % 128); break;
    case Kind::kYes: {
      const int effects = top.what == Do::kOptional ? as<step::Optional>(top).effects.begin : 0;
      add(Is::kYes + (todo + effects * 7) % 64);
      break;
    }
    case Kind::kDone:
    case Kind::kKeep: add(Is::kDone + todo); break;
    case Kind::kSwap: add(Is::kSwap + a % 48); break;
    case Kind::kSpace: add(Is::kSpace + a % 8); break;
    case Kind::kBreakthrough: add(Is::kBreakthrough + a % kMaxBreakthroughs); break;
    case Kind::kSetback: add(Is::kSetback + a % kMaxSetbacks); break;
    case Kind::kFaction: add(Is::kFaction + a % kFactions); break;
    case Kind::kOutpost: add(Is::kOutpost + (a == seat ? 0 : 1)); break;
    case Kind::kPeek: add(Is::kPeek + a % kCorners); break;
    case Kind::kFarm: add(Is::kFarm + a % 8); break;
    case Kind::kOption: add(Is::kOption + a % 3 * kMaxTrades + b % kMaxTrades); break;
    case Kind::kHarvestTurn:
    case Kind::kInvalid: break;
  }
}

}  // namespace tidelock::circadians
