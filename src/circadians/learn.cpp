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

namespace {

// Writes the inputs of one seat, from what that seat knows.
class InputWriter {
 public:
  InputWriter(const Rules& rules, const State& state, Seat seat, Inputs& in)
      : g_(rules),
        c_(rules.components()),
        s_(state),
        own_(state.players[idx(seat)]),
        players_(rules.seats()),
        seat_(seat),
        in_(in) {}

  void write() {
    in_.clear();
    round();
    stations();
    negotiation();
    depository();
    stacks();
    if (g_.solo()) automatic_opponent();
    secrets();
    const Scores sheet = g_.scores(s_);
    for (int k = 0; k < players_; ++k) player(k, sheet);
  }

 private:
  // Seats are numbered from the one that looks on, so that what it learns on one is of use to all.
  [[nodiscard]] int relative(int who) const { return (who - seat_ + players_) % players_; }

  void round() {
    const Todo& top = s_.todo.top();
    if (is_decision(top.what)) in_.yes(In::kTodo + std::min(kDos - 1, static_cast<int>(top.what)));
    in_.yes(In::kRound + std::min<int>(9, s_.round));
    in_.yes(In::kPlayers + players_ - 1);
    if (g_.expansion()) in_.yes(In::kExpansion);
    if (s_.radio < players_) in_.yes(In::kRadio + relative(s_.radio));
    const int acting = top.what <= Do::kPlan ? seat_ : top.seat;
    if (acting < players_) in_.yes(In::kWhose + relative(acting));
    if (s_.event != kNone) in_.yes(In::kEvent + s_.event);
    for (int i = 0; i < 6; ++i) {
      if (has_bit(s_.sides, i)) in_.yes(In::kSides + i);
    }
  }

  // How full they are, and Headquarters.
  void stations() {
    for (int i = 0; i < kStations; ++i) {
      int taken = 0;
      for (const Piece piece : s_.station[idx(i)]) taken += piece.empty() ? 0 : 1;
      in_.amount(In::kTaken + i, taken * kOne / 2);
    }
    int waiting = 0;
    for (const Piece piece : s_.hq) {
      if (piece.empty()) continue;
      ++waiting;
      if (piece.owner() >= 0 && piece.owner() < kMaxSeats) ++in_hq_[idx(piece.owner())];
    }
    in_.amount(In::kHqTaken, waiting * kOne / 2);
    if (Rules::leaves_hq(s_)) in_.yes(In::kHqLeads);
  }

  void negotiation() {
    for (int f = 0; f < kFactions; ++f) {
      if (!g_.faction_in_play(f)) continue;
      int free_row = kRows;
      int mine = 0;
      int theirs = 0;
      for (int row = g_.rows(f) - 1; row >= 0; --row) {
        const Piece piece = s_.negotiation[idx(f)][idx(row)];
        if (piece.empty())
          free_row = row;
        else
          ++(piece.owner() == seat_ ? mine : theirs);
      }
      in_.yes(In::kColumn + f * (kRows + 1) + free_row);
      in_.amount(In::kColumnOwn + f, mine * kOne / 2);
      in_.amount(In::kColumnOther + f, theirs * kOne / 2);
    }
  }

  void depository() {
    for (int row = 0; row < kDepositoryRows; ++row) {
      int mine = 0;
      int theirs = 0;
      for (const auto& column : s_.depository) {
        const Piece piece = column[idx(row)];
        if (!piece.empty()) ++(piece.owner() == seat_ ? mine : theirs);
      }
      in_.amount(In::kDepositoryOwn + row, mine * kOne / 2);
      in_.amount(In::kDepositoryOther + row, theirs * kOne / 4);
    }
  }

  void stacks() {
    for (int i = 0; i < kStacks; ++i) {
      if (const int tile = s_.up[kShipTile][idx(i)]; tile != 0) in_.yes(In::kShipUp + tile - 1);
      if (const int tile = s_.up[kFarmTile][idx(i)]; tile != 0) in_.yes(In::kFarmUp + tile - 1);
    }
  }

  void automatic_opponent() {
    const Player& other = s_.players[Rules::kAiSeat];
    in_.yes(In::kAiLevel + g_.chosen().ai_level - 1);
    in_.amount(In::kAiProgress, other.progress * kOne / 2);
    in_.amount(In::kAiGems, other.goods[kGem] * kOne / 8);
    in_.amount(In::kAiDice, g_.regular_dice(other) * kOne / 4);
  }

  // What only the seat itself knows.
  void secrets() {
    for (const int card : own_.hand) {
      in_.yes(In::kHand + card_number(card));
      bool paid = true;
      for (int r = 0; r < kResources; ++r)
        paid = paid && own_.goods[idx(r)] >= c_.contracts[idx(card)].cost[idx(r)];
      if (paid) in_.yes(In::kNearCard + card_number(card));
    }
    for (int v = 0; v < 6; ++v) in_.amount(In::kRolled + v, own_.rolled[idx(v)] * kOne / 2);
  }

  // The k-th player from the seat on.
  void player(int k, const Scores& sheet) {
    const int who = (seat_ + k) % players_;
    const Player& p = s_.players[idx(who)];
    const int at = In::kPlayer + std::min(k, kBlocks - 1) * Of::kCount;
    in_.yes(at + Of::kPresent);
    supply(p, at);
    base(p, at);
    if (p.leader != kNone) in_.yes(at + Of::kLeader + p.leader);
    if (p.token != kNone) in_.yes(at + Of::kToken + p.token);
    harvester(p, at);
    in_.amount(at + Of::kCards, p.hand.count() * kOne / 4);
    int ongoing = 0;
    for (const int card : p.fulfilled) {
      if (k == 0) in_.yes(In::kFulfilled + card_number(card));
      ongoing += c_.contracts[idx(card)].kind == kOngoing ? 1 : 0;
    }
    in_.amount(at + Of::kOngoing, ongoing * kOne / 2);
    in_.amount(at + Of::kHq, in_hq_[idx(who)] * kOne);
    // Its own points; of others how far they are behind, for that is what a result is made of.
    const int points = sheet.total[idx(who)];
    in_.amount(at + Of::kPoints,
               k == 0 ? points * kOne / 16 : (sheet.total[idx(seat_)] - points) * kOne / 8);
    if ((p.flags & kSendingEnded) != 0) in_.yes(at + Of::kEnded);
    if ((p.flags & kFarmsHarvested) != 0) in_.yes(at + Of::kHarvested);
  }

  // Resources twice: by steps, so that a network can tell few from none, and as an amount.
  void supply(const Player& p, int at) {
    for (int r = 0; r < kResources; ++r) {
      const int n = p.goods[idx(r)];
      in_.yes(at + Of::kGoods + r * kSteps + step_of(n));
      in_.amount(at + Of::kGoodsAmount + r, n * kOne / 8);
    }
    in_.yes(at + Of::kDice + std::clamp(g_.counted_dice(p), 0, 9));
    in_.amount(at + Of::kIdle, p.idle * kOne / 2);
    in_.amount(at + Of::kCanteen, (p.canteen + p.canteen_specialists) * kOne / 2);
    in_.yes(at + Of::kSpecialists + std::clamp(Rules::active_specialists(p), 0, 3));
    in_.amount(at + Of::kLocked, p.locked * kOne);
  }

  // Garages with their dice and Ships, Farms with theirs.
  void base(const Player& p, int at) {
    int to_send = 0;
    for (int g = 0; g < kGarages; ++g) {
      const int die = p.garage[idx(g)];
      if (die != 0) {
        in_.yes(at + Of::kGarage + g * kDieFaces + die);
        ++to_send;
      }
      if (const int ship = p.ship[idx(g)]; ship != 0) {
        in_.yes(at + Of::kShips + g);
        in_.yes(at + Of::kShip + ship - 1);
      }
    }
    in_.yes(at + Of::kToSend + to_send);
    for (int slot = 0; slot < kFarms; ++slot) {
      const int die = p.farm[idx(slot)];
      if (die != 0) in_.amount(at + Of::kFarm + slot, die * kOne / 4);
    }
    for (int slot = 0; slot < kTileFarms; ++slot) {
      const int tile = p.tile[idx(slot)];
      if (tile == 0) continue;
      in_.yes(at + Of::kTiles + slot);
      in_.yes(at + Of::kTile + tile - 1);
    }
  }

  // Where it is, and what the Cache there is worth, if the seat that looks has seen it.
  void harvester(const Player& p, int at) {
    if (p.harvester >= kSpaces) return;
    in_.yes(at + Of::kHarvester + p.harvester);
    if (p.harvester < kFirstCorner) return;
    const int corner = p.harvester - kFirstCorner;
    if (has_bit(own_.seen, corner) && s_.cache[idx(corner)] != kNone)
      in_.amount(at + Of::kCache, c_.caches[s_.cache[idx(corner)]].points * kOne / 4);
  }

  const Rules& g_;
  const Components& c_;
  const State& s_;
  const Player& own_;
  const int players_;
  const Seat seat_;
  Inputs& in_;
  std::array<int, kMaxSeats> in_hq_{};  // pieces in Headquarters, by owner
};

}  // namespace

void Rules::inputs(const State& s, Seat seat, Inputs& in) const {
  InputWriter(*this, s, seat, in).write();
}

// Several moves may share a trait, and one move has several: what it is (kKind), what it is about,
// and where it matters together with what. Numbers that a pack may raise are counted round (%), so
// that the number of traits is fixed; two cards that share one only learn together. A case for each
// kind of move, most of one line, is why this is long.
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
      // The place with the value it is used with, as that decides what the action does.
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
    // Which list or effects it is about: their place in the pack stands for them.
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
