// How good a state is for a seat, for simple bots: points, and what things are worth until the end.
#include <algorithm>

#include "circadians/rules.h"

namespace tidelock::circadians {

// In hundredths of a point. Working values: Water 1, Algae 2, Energy 4, Gem 8, Contract 2½, die 6;
// about 8 Water make a point. Near the end what cannot be used any more is worth less.
int Rules::evaluate(const State& s, Seat seat) const {
  const Scores sheet = scores(s);
  const auto worth = [&](Seat who) {
    const Player& p = s.players[idx(who)];
    const int left = std::max(0, c_.rounds - s.round);  // rounds to come
    int value = 100 * sheet.total[idx(who)];
    // Resources: nearly all can still be turned into points while rounds are left.
    const int soon = std::min(left, 3);
    const int unit = 4 + 3 * soon;  // of a Water
    const auto some = [](int n, int most) { return std::min(n, most) + std::max(0, n - most) / 3; };
    value += unit * some(p.goods[kWater], 24);
    value += 2 * unit * some(p.goods[kAlgae], 12);
    value += 4 * unit * some(p.goods[kEnergy], 8);
    value += 3 * unit * some(p.goods[kGem], 6);
    // A card is worth what it scores if it is within reach.
    int cards = 0;
    for (const int card : p.hand) {
      const Contract& contract = c_.contracts[idx(card)];
      cards += 12 * contract.points + (contract.kind == kEndGame ? 10 : 4 * left);
    }
    value += left > 0 ? std::min(cards, 50 * (left + 1)) : 0;
    for (const int card : p.fulfilled) {
      if (c_.contracts[idx(card)].kind == kOngoing) value += 22 * left;
    }
    const int dice = std::min(counted_dice(p), dice_limit(p));
    value += 60 * left * dice + 40 * left * std::min(dice, 4);
    value += 70 * std::min(left, 3) * active_specialists(p) + 60 * p.locked;
    for (const auto tile : p.tile) value += tile != 0 ? 35 * left : 0;
    for (const auto tile : p.ship) value += tile != 0 ? 15 * left : 0;
    value += 22 * left * c_.distance[p.harvester];
    if (p.harvester >= kFirstCorner) value += 60;
    // Dice that are placed and have not acted yet.
    for (int g = 0; g < kGarages; ++g) {
      const int die = p.garage[idx(g)];
      if (die == 0) continue;
      const int cost = garage_cost(s, who, g);
      value += (die == Piece::kSpecialist ? 330 : 215 + 12 * die) - 2 * unit * cost;
    }
    for (int slot = 0; slot < kFarms; ++slot) {
      const int die = p.farm[idx(slot)] == Piece::kSpecialist ? 6 : p.farm[idx(slot)];
      if (die == 0) continue;
      int gain = 4;
      if (slot == 0) gain = die + 1;
      if (slot == 1) gain = 2 * ((die + 1) / 2);
      if (slot == 2) gain = die >= 5 ? 8 : 4;
      if (slot >= kPrintedFarms) gain = die + 4;
      value += unit * gain;
    }
    value += unit * c_.canteen_water * (p.stage != Stage::kNothing ? p.canteen : 0);
    for (int i = 0; i < kHqSpaces; ++i) {
      if (!s.hq[idx(i)].empty() && s.hq[idx(i)].owner() == who) value += left > 0 ? 150 : 0;
    }
    // Trades that may still be made.
    const Todo& top = s.todo.top();
    if (top.what == Do::kTrade && top.seat == who) value += unit * std::min<int>(top.a, 4);
    // Rolled dice that wait for a place.
    for (const auto n : p.rolled) value += 180 * n;
    return value;
  };
  int best = 0;
  for (Seat other = 0; other < options_.players; ++other) {
    if (other != seat) best = std::max(best, worth(other));
  }
  return worth(seat) - best / 8;
}

}  // namespace tidelock::circadians
