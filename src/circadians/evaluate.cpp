// How good a state is for a seat, for simple bots: points, and what things are worth until the end.
#include <algorithm>

#include "circadians/rules.h"

namespace tidelock::circadians {

namespace {

// What a player has, in hundredths of a point. Working values: Water 1, Algae 2, Energy 4, Gem 8,
// Contract 2½, die 6; about 8 Water make a point. Near the end what cannot be used any more is
// worth less.
class Worth {
 public:
  Worth(const Rules& rules, const State& state, Seat who)
      : g_(rules),
        c_(rules.components()),
        s_(state),
        p_(state.players[idx(who)]),
        who_(who),
        left_(std::max(0, c_.rounds - state.round)),
        unit_(4 + 3 * std::min(left_, 3)) {}

  [[nodiscard]] int beside_points() const {
    return resources() + cards() + crew() + garages() + farms() + waiting();
  }

 private:
  [[nodiscard]] int resources() const;
  [[nodiscard]] int cards() const;
  [[nodiscard]] int crew() const;
  [[nodiscard]] int garages() const;
  [[nodiscard]] int farms() const;
  [[nodiscard]] int waiting() const;

  const Rules& g_;
  const Components& c_;
  const State& s_;
  const Player& p_;
  Seat who_;
  int left_;  // rounds to come
  int unit_;  // of a Water
};

// Nearly all can still be turned into points while rounds are left.
int Worth::resources() const {
  const auto some = [](int n, int most) { return std::min(n, most) + std::max(0, n - most) / 3; };
  return unit_ * some(p_.goods[kWater], 24) + 2 * unit_ * some(p_.goods[kAlgae], 12) +
         4 * unit_ * some(p_.goods[kEnergy], 8) + 3 * unit_ * some(p_.goods[kGem], 6);
}

// A card is worth what it scores if it is within reach.
int Worth::cards() const {
  int hand = 0;
  for (const int card : p_.hand) {
    const Contract& contract = c_.contracts[idx(card)];
    hand += 12 * contract.points + (contract.kind == kEndGame ? 10 : 4 * left_);
  }
  int value = left_ > 0 ? std::min(hand, 50 * (left_ + 1)) : 0;
  for (const int card : p_.fulfilled) {
    if (c_.contracts[idx(card)].kind == kOngoing) value += 22 * left_;
  }
  return value;
}

// Dice, Specialists, tiles and the way of the Harvester.
int Worth::crew() const {
  const int dice = std::min(g_.counted_dice(p_), g_.dice_limit(p_));
  int value = 60 * left_ * dice + 40 * left_ * std::min(dice, 4);
  value += 70 * std::min(left_, 3) * Rules::active_specialists(p_) + 60 * p_.locked;
  for (const auto tile : p_.tile) value += tile != 0 ? 35 * left_ : 0;
  for (const auto tile : p_.ship) value += tile != 0 ? 15 * left_ : 0;
  value += 22 * left_ * c_.distance[p_.harvester];
  return p_.harvester >= kFirstCorner ? value + 60 : value;
}

// Dice that have not acted yet.
int Worth::garages() const {
  int value = 0;
  for (int garage = 0; garage < kGarages; ++garage) {
    const int die = p_.garage[idx(garage)];
    if (die == 0) continue;
    const int cost = g_.garage_cost(s_, who_, garage);
    value += (die == Piece::kSpecialist ? 330 : 215 + 12 * die) - 2 * unit_ * cost;
  }
  return value;
}

int Worth::farms() const {
  int value = 0;
  for (int slot = 0; slot < kFarms; ++slot) {
    const int die = p_.farm[idx(slot)] == Piece::kSpecialist ? 6 : p_.farm[idx(slot)];
    if (die == 0) continue;
    int gain = 4;
    if (slot == 0) gain = die + 1;
    if (slot == 1) gain = 2 * ((die + 1) / 2);
    if (slot == 2) gain = die >= 5 ? 8 : 4;
    if (slot >= kPrintedFarms) gain = die + 4;
    value += unit_ * gain;
  }
  return value;
}

// What is on its way: Water from the Canteen, pieces in Headquarters, trades that may still be
// made, rolled dice that wait for a place.
int Worth::waiting() const {
  int value = p_.stage != Stage::kNothing ? unit_ * c_.canteen_water * p_.canteen : 0;
  for (const Piece piece : s_.hq) {
    if (left_ > 0 && !piece.empty() && piece.owner() == who_) value += 150;
  }
  const Todo& top = s_.todo.top();
  if (top.what == Do::kTrade && top.seat == who_)
    value += unit_ * std::min(as<step::Trade>(top).left, 4);
  for (const auto n : p_.rolled) value += 180 * n;
  return value;
}

}  // namespace

int Rules::evaluate(const State& s, Seat seat) const {
  const Scores sheet = scores(s);
  const auto worth = [&](Seat who) {
    return 100 * sheet.total[idx(who)] + Worth(*this, s, who).beside_points();
  };
  int best = 0;
  for (Seat other = 0; other < options_.players; ++other) {
    if (other != seat) best = std::max(best, worth(other));
  }
  return worth(seat) - best / 8;
}

}  // namespace tidelock::circadians
