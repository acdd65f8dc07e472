// What a position is worth to a seat, in hundredths of a star: the score so far and what the rest
// of the game will probably make of store, cards on the board and open slots. For bots that look no
// further than their own turn.
#include <algorithm>
#include <bit>

#include "solenia/rules.h"

namespace tidelock::solenia {

int Rules::evaluate(const State& s, Seat seat) const {
  const auto me = static_cast<std::size_t>(seat);
  const Player& p = s.players[me];
  int value = 100 * scores(s).total[me];
  if (at(s) == At::kOver) return value;

  const int turns_left = std::popcount(static_cast<std::uint32_t>(p.hand | p.deck));
  // A resource is worth what it brings towards a tile that can still be delivered: the best face-up
  // tiles of both hemispheres, by how much of their cost is there. Late resources are only
  // leftovers.
  const int store = total_of(p.store);
  int plan = 0;
  for (std::size_t h = 0; h < 2; ++h) {
    if (p.delivered[h] == kSlots) continue;
    int best = 0;
    for (const auto tile : s.display[h]) {
      if (tile == kNone) continue;
      const Tile& t = c_.tiles[h][tile];
      int missing = 0;
      for (int r = 0; r < kResources; ++r)
        missing += std::max(0, count_of(t.cost, r) - count_of(p.store, r));
      // Each missing resource costs about a turn; a city must come in reach as well.
      if (missing + 1 > turns_left) continue;
      const int have = t.size - missing;
      best = std::max(best, (100 * t.stars * (have + (missing == 0 ? 1 : 0))) / (t.size + 2));
    }
    plan += best;
  }
  const int per_good = turns_left >= 4 ? 60 : 20 * turns_left;
  value += plan * 5 / 8 + per_good * std::min<int>(store, p.capacity) - 50 * (store / 2);

  // Own cards on the board bring something when they are removed, sooner the nearer they lie to the
  // rear.
  for (std::uint32_t left = s.cards[me]; left != 0; left &= left - 1) {
    const int space = std::countr_zero(left);
    const Card& card = c_.cards[s.card_at[static_cast<std::size_t>(space)]];
    const int where = terrain(s, space);
    const int row = space / kColumns;
    const int chance =
        std::max(0, std::min(100, 20 * turns_left * colours() / 2 - 20 * row));  // in hundredths
    int gain = 0;
    switch (card.effect) {
      case Card::Effect::kSpace:
        gain = card.amount * (where < kDayCity ? per_good + 30 : 100);
        break;
      case Card::Effect::kGain: gain = total_of(card.gain) * (per_good + 30); break;
      case Card::Effect::kStar: gain = where == card.amount ? 100 : 0; break;
    }
    value += gain * chance / 100;
  }
  // Slots bring bonuses: an even game fills pairs, and later slots are worth more.
  const int open_pairs = std::min(p.delivered[kDay], p.delivered[kNight]);
  if (!winter()) value += 40 * open_pairs;
  return value;
}

}  // namespace tidelock::solenia
