// Points and places: CIR-2.7, CIR-5.5, CIR-Q68, the AI's points (CIR-6.11), ties (CIR-Q5, CIR-Q89).
#include <algorithm>

#include "circadians/rules.h"

namespace tidelock::circadians {

namespace {

// The tiles that lie somewhere (numbered from 1, 0 for none), and their points.
struct Tiles {
  int n = 0, points = 0;
};
template <class Slots, class List>
Tiles tiles_of(const Slots& slots, const List& list) {
  Tiles out;
  for (const auto tile : slots) {
    if (tile == 0) continue;
    out.points += list[tile - 1U].points;
    ++out.n;
  }
  return out;
}

}  // namespace

// In the order of GameFacts::categories. The Negotiation board is counted once for all seats, as
// each piece on it belongs to one of them; everything else lies with its player.
Scores Rules::scores(const State& s) const {
  Scores sheet;
  sheet.seats = options_.players;
  sheet.categories = 9;
  std::array<int, kMaxSeats> negotiations{};
  for (int f = 0; f < kFactions; ++f) {
    for (int row = 0; row < rows(f); ++row) {
      const Piece piece = s.negotiation[idx(f)][idx(row)];
      if (!piece.empty()) negotiations[idx(piece.owner())] += negotiation_space(f, row).points;
    }
  }
  for (Seat seat = 0; seat < options_.players; ++seat) {
    const Player& p = s.players[idx(seat)];
    auto& by = sheet.by[idx(seat)];
    int printed = 0;
    int effects = 0;
    for (const int card : p.fulfilled) {
      const Contract& contract = c_.contracts[idx(card)];
      printed += contract.points;
      for (const Rule& rule : c_.of(contract.rules)) effects += rule_points(s, seat, rule);
    }
    const Tiles farms = tiles_of(p.tile, c_.farms);
    const Tiles ships = tiles_of(p.ship, c_.ships);
    const int base = (ships.n == kGarages ? c_.all_ships_points : 0) +
                     (farms.n == kTileFarms ? c_.all_farms_points : 0);
    const int outpost = (has_bit(p.gained, 0) ? c_.top_specialist_points : 0) +
                        ((p.gained & 6) == 6 ? c_.specialist_pair_points : 0);
    const std::array<int, 9> all = {printed,
                                    effects,
                                    negotiations[idx(seat)],
                                    cache_points(s, p),
                                    farms.points,
                                    ships.points,
                                    base,
                                    p.goods[kGem] * c_.gem_points,
                                    outpost};
    int total = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
      by[k] = static_cast<std::int16_t>(all[k]);
      total += all[k];
    }
    sheet.total[idx(seat)] = static_cast<std::int16_t>(total);
  }
  return sheet;
}

// Points that a Contract gives for what its owner has.
int Rules::rule_points(const State& s, Seat seat, const Rule& rule) const {
  if (rule.points.n == 0) return 0;
  const int n = count(s, seat, rule.points.per, rule.points.column, rule.points.row);
  const int points = n / rule.points.each * rule.points.n;
  return rule.points.most != 0 ? std::min<int>(points, rule.points.most) : points;
}

// Of the Cache that the Harvester reached. Its tile is known, or nobody has looked: then it counts
// nothing until it is revealed.
int Rules::cache_points(const State& s, const Player& p) const {
  if (p.harvester < kFirstCorner) return 0;
  const auto tile = s.cache[idx(p.harvester - kFirstCorner)];
  return tile == kNone ? 0 : c_.caches[tile].points;
}

int Rules::ai_score(const State& s) const {
  if (!solo()) return 0;
  const Player& ai = s.players[kAiSeat];
  const AiLevel& level = ai_level();
  int total = ai.goods[kGem] * c_.gem_points + ai.progress * level.progress_points;
  for (int f = 0; f < kFactions; ++f) {
    for (int row = 0; row < kRows; ++row) {
      const Piece piece = s.negotiation[idx(f)][idx(row)];
      if (!piece.empty() && piece.owner() == kAiSeat) total += negotiation_space(f, row).points;
    }
  }
  total += count(s, kAiSeat, Count::kDepositoryDie) * level.depository_points;
  for (int i = 0; i < 3; ++i) {
    if (has_bit(ai.gained, i)) total += level.specialist_points[idx(i)];
  }
  return total + cache_points(s, ai);
}

int Rules::score_seen(const State& s, Seat of, Seat viewer) const {
  const int total = is_ai(of) ? ai_score(s) : scores(s).total[idx(of)];
  const int corner = s.players[idx(of)].harvester - kFirstCorner;
  if (corner < 0 || s.cache[idx(corner)] == kNone) return total;
  const auto seen = s.revealed | (viewer >= 0 ? s.players[idx(viewer)].seen : 0);
  return has_bit(seen, corner) ? total : total - c_.caches[s.cache[idx(corner)]].points;
}

Places Rules::places(const State& s) const {
  const Scores sheet = scores(s);
  if (solo()) return {static_cast<std::uint8_t>(sheet.total[0] > ai_score(s) ? 1 : 2)};  // CIR-Q89
  // CIR-Q5: points, then Gems, then what else is left.
  std::array<std::array<int, 3>, kMaxSeats> results{};
  for (std::size_t i = 0; i < idx(options_.players); ++i) {
    const Goods& left = s.players[i].goods;
    results[i] = {sheet.total[i], left[kGem], left[kWater] + left[kAlgae] + left[kEnergy]};
  }
  return places_of(results, options_.players);
}

}  // namespace tidelock::circadians
