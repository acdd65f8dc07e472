// What a network reads of Solenia (core/inputs.h): only what the seat may know. Whatever depends on
// printed numbers is described by what it costs and gives, so that a pack with other numbers can
// still be read.
#include <algorithm>
#include <bit>

#include "solenia/rules.h"

namespace tidelock::solenia {

namespace {

constexpr int kOne = Input::kOne;
constexpr int kTerrains = 6;
constexpr int kReachable = kMaxVoyage + 2;  // costs, and out of reach
constexpr int kMissing = 4;                 // resources that a tile lacks: 0 to 3

// Inputs, in order: first number of each group.
struct In {
  enum : int {
    kTodo = 0,
    kMode = kTodo + 11,
    kPlayers = kMode + 3,
    kTurnsLeft = kPlayers + 4,
    kWhose = kTurnsLeft + kCards + 1,
    kMoved = kWhose + kMaxSeats,
    kTerrain = kMoved + 1,
    kRow = kTerrain + kSpaces * kTerrains,
    kOwnCard = kRow + kStrips * 2 * kStrips,
    kOtherCard = kOwnCard + kSpaces,
    kRemovalGoods = kOtherCard + kSpaces,
    kRemovalStars = kRemovalGoods + kStrips,
    kCity = kRemovalStars + kStrips,
    kIsland = kCity + 2 * kReachable,
    kTile = kIsland + kResources * kReachable,
    kHand = kTile + 2 * kMissing,
    kDeck = kHand + kCards,
    kHandValues = kDeck + kCards,
    kPlayer = kHandValues + 3,
  };
};

// Of each player, the seat itself first.
struct Of {
  enum : int {
    kStore = 0,
    kTotal = kStore + 4 * kResources,
    kCapacity = kTotal + 11,
    kLeft = kCapacity + 1,
    kDelivered = kLeft + 3,
    kSlot = kDelivered + 2 * (kSlots + 1),
    kLevel1 = kSlot + 2 * kSlots,
    kActive = kLevel1 + kLevel1Tiles,
    kLevel3 = kActive + 1,
    kPoints = kLevel3 + 2 * kHalves,
    kBest = kPoints + 1,
    kPresent = kBest + 2,
    kCount = kPresent + 1,
  };
};
static_assert(In::kPlayer + kMaxSeats * Of::kCount == Rules::kInputs);

// Traits of moves.
struct Is {
  enum : int {
    kValueOn = 0,                           // card value, terrain
    kSpace = kValueOn + 3 * kTerrains,      //
    kType = kSpace + kSpaces,               //
    kRemoval = kType + kCards,              // what it will give: goods or stars
    kVoyage = kRemoval + 4,                 //
    kWanted = kVoyage + kMaxVoyage + 1,     // card value, how near a tile that wants it
    kStars = kWanted + 3 * (kMissing + 2),  // of the best tile that can be delivered, card value
    kHave = kStars + 3 * 12,                // resource, how many
    kRear = kHave + 5 * kResources,         // own cards on the rear strip when the airship moves
    kDiscard = kRear + 4,                   //
    kPay = kDiscard + kCards,               // resource
    kPayHave = kPay + kResources,           // how many
    kPayWanted = kPayHave + 5,              //
    kTile = kPayWanted + kMissing + 2,      // hemisphere, size
    kTileStars = kTile + 2 * 8,             //
    kTileDone = kTileStars + 12,            // hemisphere, delivered so far
    kExact = kTileDone + 2 * (kSlots + 1),  //
    kStandIn = kExact + 1,                  // left out, paid
    kSlot = kStandIn + kResources * kResources,  // winter, hemisphere, slot
    kGain = kSlot + 4 * kSlots,                  // resource
    kGainWanted = kGain + kResources,            //
    kGainHave = kGainWanted + kMissing + 2,      //
    kReturn = kGainHave + 5,                     // resource
    kReturnWanted = kReturn + kResources,        //
    kReturnHave = kReturnWanted + kMissing + 2,  //
    kDraft1 = kReturnHave + 5,                   //
    kDraftDay = kDraft1 + kLevel1Tiles,          //
    kDraftNight = kDraftDay + kHalves,           //
    kNeutralSpace = kDraftNight + kHalves,       //
    kNeutralOn = kNeutralSpace + kSpaces,        // terrain
    kCount = kNeutralOn + kTerrains,
  };
};
static_assert(Is::kCount == Rules::kTraits);

int missing_for(Goods cost, Goods store) {
  int missing = 0;
  for (int r = 0; r < kResources; ++r)
    missing += std::max(0, count_of(cost, r) - count_of(store, r));
  return missing;
}

// How many resources lack for the nearest tile on display that wants one more of this; kMissing for
// more, kMissing + 1 for none.
int wanted(const Components& c, const State& s, const Player& p, int resource) {
  int nearest = kMissing + 1;
  for (std::size_t h = 0; h < 2; ++h) {
    if (p.delivered[h] == kSlots) continue;
    for (const auto tile : s.display[h]) {
      if (tile == kNone) continue;
      const Goods cost = c.tiles[h][tile].cost;
      if (count_of(cost, resource) <= count_of(p.store, resource)) continue;
      nearest = std::min(nearest, std::min(kMissing, missing_for(cost, p.store)));
    }
  }
  return nearest;
}

// The most stars of a tile that `store` pays for.
int best_stars(const Components& c, const State& s, const Player& p, std::size_t h) {
  int best = 0;
  if (p.delivered[h] == kSlots) return 0;
  for (const auto tile : s.display[h]) {
    if (tile != kNone && covers(p.store, c.tiles[h][tile].cost))
      best = std::max<int>(best, c.tiles[h][tile].stars);
  }
  return best;
}

}  // namespace

void Rules::inputs(const State& s, Seat seat, Inputs& in) const {
  in.clear();
  const auto me = static_cast<std::size_t>(seat);
  const Player& own = s.players[me];
  const Todo& todo = s.todo.top();
  if (todo.what() < Do::kSetup) in.yes(In::kTodo + static_cast<int>(todo.what()));
  in.yes(In::kMode + static_cast<int>(options_.mode));
  in.yes(In::kPlayers + options_.players - 1);
  in.yes(In::kTurnsLeft + std::popcount(static_cast<unsigned>(own.hand | own.deck)));
  if (s.turn < total_turns()) in.yes(In::kWhose + (seat_of_turn(s) - seat + colours()) % colours());
  if (s.moved != 0) in.yes(In::kMoved);

  // The board. In the set-up its rows are not laid yet.
  const std::uint32_t taken = occupied(s);
  for (int row = 0; row < kStrips; ++row) {
    const int side = s.rows[static_cast<std::size_t>(row)];
    if (side == kNone) continue;
    in.yes(In::kRow + row * 2 * kStrips + side);
    int goods_here = 0;
    int stars_here = 0;
    for (int column = 0; column < kColumns; ++column) {
      const int space = row * kColumns + column;
      const int where =
          c_.terrain[static_cast<std::size_t>(side)][static_cast<std::size_t>(column)];
      const std::uint32_t bit = 1U << static_cast<unsigned>(space);
      if ((taken & bit) == 0) {
        in.yes(In::kTerrain + space * kTerrains + where);
      } else if ((s.cards[me] & bit) != 0) {
        in.yes(In::kOwnCard + space);
        const Removal& gives = removal(s.card_at[static_cast<std::size_t>(space)], where);
        goods_here += total_of(gives.gain);
        stars_here += static_cast<int>(gives.stars);
      } else {
        in.yes(In::kOtherCard + space);
      }
    }
    in.amount(In::kRemovalGoods + row, goods_here * kOne / 2);
    in.amount(In::kRemovalStars + row, stars_here * kOne);
  }
  if (s.rows[kStrips - 1] != kNone) {
    const Reach near = reach(s, seat);
    std::array<int, kTerrains> cost;
    cost.fill(kReachable - 1);
    for (int price = kMaxVoyage; price >= 0; --price) {
      for (std::uint32_t left = near.at[static_cast<std::size_t>(price)]; left != 0;
           left &= left - 1)
        cost[static_cast<std::size_t>(terrain(s, std::countr_zero(left)))] = price;
    }
    for (int r = 0; r < kResources; ++r)
      in.yes(In::kIsland + r * kReachable + cost[static_cast<std::size_t>(r)]);
    for (int h = 0; h < 2; ++h)
      in.yes(In::kCity + h * kReachable + cost[static_cast<std::size_t>(kDayCity + h)]);
  }
  for (std::size_t h = 0; h < 2; ++h) {
    std::array<int, kMissing> stars{};
    for (const auto tile : s.display[h]) {
      if (tile == kNone || own.delivered[h] == kSlots) continue;
      const Tile& t = c_.tiles[h][tile];
      const int missing = missing_for(t.cost, own.store);
      if (missing < kMissing)
        stars[static_cast<std::size_t>(missing)] =
            std::max<int>(stars[static_cast<std::size_t>(missing)], t.stars);
    }
    for (int m = 0; m < kMissing; ++m)
      in.amount(In::kTile + static_cast<int>(h) * kMissing + m,
                stars[static_cast<std::size_t>(m)] * kOne / 8);
  }

  // The cards of the seat itself.
  std::array<int, 3> values{};
  for (std::uint32_t left = own.hand; left != 0; left &= left - 1) {
    const auto card = static_cast<std::size_t>(std::countr_zero(left));
    ++values[c_.cards[card].value];
    in.yes(In::kHand + static_cast<int>(card));
  }
  for (std::uint32_t left = own.deck; left != 0; left &= left - 1)
    in.yes(In::kDeck + std::countr_zero(left));
  for (int v = 0; v < 3; ++v)
    in.amount(In::kHandValues + v, values[static_cast<std::size_t>(v)] * kOne / 2);

  const int players = colours();
  const int lead_of = stars_of(own);
  for (int k = 0; k < players; ++k) {
    const auto who = static_cast<std::size_t>((seat + k) % players);
    const Player& p = s.players[who];
    const int at = In::kPlayer + k * Of::kCount;
    in.yes(at + Of::kPresent);
    if (solo() && who == static_cast<std::size_t>(kNeutral)) continue;
    for (int r = 0; r < kResources; ++r) {
      for (int n = 0; n < std::min(4, count_of(p.store, r)); ++n)
        in.yes(at + Of::kStore + 4 * r + n);
    }
    in.yes(at + Of::kTotal + std::min(10, total_of(p.store)));
    in.amount(at + Of::kCapacity, (p.capacity - 6) * kOne / 2);
    std::array<int, 3> left_of{};
    for (std::uint32_t left = static_cast<std::uint32_t>(p.hand | p.deck); left != 0;
         left &= left - 1)
      ++left_of[c_.cards[static_cast<std::size_t>(std::countr_zero(left))].value];
    for (int v = 0; v < 3; ++v)
      in.amount(at + Of::kLeft + v, left_of[static_cast<std::size_t>(v)] * kOne / 4);
    for (int h = 0; h < 2; ++h) {
      const auto hemisphere = static_cast<std::size_t>(h);
      in.yes(at + Of::kDelivered + h * (kSlots + 1) + p.delivered[hemisphere]);
      for (int slot = 0; slot < kSlots; ++slot) {
        if (p.slots[hemisphere][static_cast<std::size_t>(slot)] != 0)
          in.yes(at + Of::kSlot + h * kSlots + slot);
      }
      if (options_.mode == Mode::kImprovements && p.level3[hemisphere] != kNone)
        in.yes(at + Of::kLevel3 + h * kHalves + p.level3[hemisphere]);
      in.amount(at + Of::kBest + h, best_stars(c_, s, p, hemisphere) * kOne / 8);
    }
    if (options_.mode == Mode::kImprovements && p.level1 != kNone) {
      in.yes(at + Of::kLevel1 + p.level1);
      if (p.active != 0) in.yes(at + Of::kActive);
    }
    in.amount(at + Of::kPoints, k == 0 ? lead_of * kOne / 16 : (lead_of - stars_of(p)) * kOne / 8);
  }
}

void Rules::traits(const State& s, Seat seat, Move move, Traits& is) const {
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  const auto have = [&](int resource) { return std::min(4, count_of(p.store, resource)); };
  const auto add = [&](int trait) { is.push(static_cast<std::uint16_t>(trait)); };
  switch (move.kind()) {
    case Move::Kind::kPlay: {
      const int space = move.b();
      const int where = terrain(s, space);
      const Card& card = c_.cards[static_cast<std::size_t>(move.a())];
      add(Is::kValueOn + card.value * kTerrains + where);
      add(Is::kSpace + space);
      add(Is::kType + move.a());
      const Removal& gives = removal(move.a(), where);
      add(Is::kRemoval + (gives.stars != 0 ? 3 : std::min(2, total_of(gives.gain))));
      add(Is::kVoyage + voyage_cost(s, seat, space));
      if (where < kDayCity) {
        add(Is::kWanted + card.value * (kMissing + 2) + wanted(c_, s, p, where));
        add(Is::kHave + 5 * where + have(where));
      } else {
        const int stars = best_stars(c_, s, p, static_cast<std::size_t>(where - kDayCity));
        add(Is::kStars + card.value * 12 + std::min(11, stars));
      }
      if (card.value == 0)
        add(Is::kRear +
            std::min(3, std::popcount(s.cards[static_cast<std::size_t>(seat)] & kFirstStrip)));
      break;
    }
    case Move::Kind::kDiscard: add(Is::kDiscard + move.a()); break;
    case Move::Kind::kPay:
      add(Is::kPay + move.b());
      add(Is::kPayHave + have(move.b()));
      add(Is::kPayWanted + wanted(c_, s, p, move.b()));
      break;
    case Move::Kind::kTile: {
      const auto h = static_cast<std::size_t>(move.a());
      const Tile& tile = c_.tiles[h][s.display[h][static_cast<std::size_t>(move.b())]];
      add(Is::kTile + 8 * move.a() + std::min<int>(7, tile.size));
      add(Is::kTileStars + std::min<int>(11, tile.stars));
      add(Is::kTileDone + move.a() * (kSlots + 1) + p.delivered[h]);
      break;
    }
    case Move::Kind::kExact: add(Is::kExact); break;
    case Move::Kind::kStandIn: add(Is::kStandIn + kResources * move.a() + move.b()); break;
    case Move::Kind::kSlot:
      add(Is::kSlot + ((winter() ? 2 : 0) + move.a()) * kSlots + move.b());
      break;
    case Move::Kind::kGain:
      add(Is::kGain + move.b());
      add(Is::kGainWanted + wanted(c_, s, p, move.b()));
      add(Is::kGainHave + have(move.b()));
      break;
    case Move::Kind::kReturn:
      add(Is::kReturn + move.b());
      add(Is::kReturnWanted + wanted(c_, s, p, move.b()));
      add(Is::kReturnHave + have(move.b()));
      break;
    case Move::Kind::kDraft: {
      const auto place = static_cast<std::size_t>(move.b());
      if (move.a() == 1) {
        add(Is::kDraft1 + s.offer1[place]);
      } else {
        add(Is::kDraftDay + s.offer3[place][kDay]);
        add(Is::kDraftNight + s.offer3[place][kNight]);
      }
      break;
    }
    case Move::Kind::kNeutral:
      add(Is::kNeutralSpace + move.b());
      add(Is::kNeutralOn + terrain(s, move.b()));
      break;
    case Move::Kind::kInvalid: break;
  }
}

}  // namespace tidelock::solenia
