// What of a state still matters, and how far apart the seats can end: near the end most tiles can
// no longer be delivered by anybody, and most cards on the board will never be lifted. For exact
// solving, where it makes many states one and spares the look at others.
#include <algorithm>
#include <bit>

#include "solenia/rules.h"

namespace tidelock::solenia {

namespace {

// The strips that so many moves of the airship lift.
constexpr std::uint32_t first_rows(int n) { return (1U << (kColumns * std::min(n, kStrips))) - 1; }

std::uint32_t tiles_in(const std::array<std::uint8_t, kMaxDisplay>& display) {
  std::uint32_t tiles = 0;
  for (const auto tile : display) tiles |= tile != kNone ? 1U << tile : 0U;
  return tiles;
}

// What a card gives at most when it is lifted: resources, or with its stars in half stars.
int most_lifted(const Card& card, bool stars) {
  switch (card.effect) {
    case Card::Effect::kSpace: return stars ? 2 * card.amount : card.amount;
    case Card::Effect::kGain: return total_of(card.gain);
    case Card::Effect::kStar: return stars ? 2 : 0;
  }
  return 0;
}

}  // namespace

Solenia::Prospect Solenia::prospect(const State& s, Seat seat) const {
  const auto me = static_cast<std::size_t>(seat);
  const Player& p = s.players[me];
  Prospect out{0, p.store, 0};
  int before = 0;  // turns that end before its last one begins
  for (int i = 0; i < total_turns() - s.turn; ++i) {
    if ((s.first + s.turn + i) % colours() != seat) continue;
    ++out.turns;
    before = i;
  }
  for (std::uint32_t spaces = s.cards[me] & first_rows(before); spaces != 0; spaces &= spaces - 1) {
    const int space = std::countr_zero(spaces);
    out.store += removal(s.card_at[static_cast<std::size_t>(space)], terrain(s, space)).gain;
  }
  if (out.turns < 2) return out;
  // A turn before the last: a card on an island or a delivery with its bonus, and the card lifted.
  int bonus = 0;
  for (const auto& row : c_->slots[winter() ? 1 : 0]) {
    for (const Bonus& slot : row)
      bonus = std::max(bonus, total_of(slot.gain) + (slot.choice != 0 ? 1 : 0));
  }
  int most = bonus;  // of a turn whose card has been played
  for (std::uint32_t cards = p.hand | p.deck; cards != 0; cards &= cards - 1) {
    const Card& card = c_->cards[static_cast<std::size_t>(std::countr_zero(cards))];
    most = std::max(most, most_lifted(card, false) + std::max<int>(card.value, bonus));
  }
  out.more = (out.turns - 1) * most;
  return out;
}

bool Solenia::in_reach(const Tile& tile, const Prospect& hopes) const {
  if (hopes.turns == 0) return false;
  const int more = hopes.more + (mode() == Mode::kImprovements ? 1 : 0);  // something may stand in
  // All counts at once: the high bit of a byte stays where it costs no less than is there.
  constexpr Goods kHigh = 0x80808080U;
  const Goods apart = (tile.cost | kHigh) - hopes.store;
  const Goods short_of = apart & kHigh;
  const int missing = total_of(apart & (short_of - (short_of >> 7U)));
  return missing <= more;
}

State Solenia::essence(const State& s) const {
  // Alone, the neutral player takes tiles that nobody could deliver.
  if (solo()) return s;
  const Do what = s.todo.top().what();
  // A place in the display is being spoken of.
  if (what == Do::kStandIn || what == Do::kSlot || what == Do::kRefill) return s;
  State out = s;
  const int left = total_turns() - s.turn;
  // Cards that cannot come to the rear any more are only in the way.
  for (int space = kColumns * std::min(left, kStrips); space < kSpaces; ++space)
    out.card_at[static_cast<std::size_t>(space)] = 0;
  // Improvements can bring more than is reckoned with, except in a seat's last turn.
  if (mode() == Mode::kImprovements && left > seats()) return out;
  std::array<Prospect, kMaxSeats> prospects;
  for (Seat seat = 0; seat < seats(); ++seat)
    prospects[static_cast<std::size_t>(seat)] = prospect(s, seat);
  for (std::size_t h = 0; h < 2; ++h) {
    auto& deck = out.tile_deck[h];
    auto& display = out.display[h];
    if (left <= 1) deck = 0;  // nobody will deliver what is drawn
    std::uint32_t idle = 0;   // tiles that nobody can deliver any more
    for (std::uint32_t left_over = deck | tiles_in(display); left_over != 0;
         left_over &= left_over - 1) {
      const Tile& tile = c_->tiles[h][static_cast<std::size_t>(std::countr_zero(left_over))];
      const bool matters =
          std::any_of(prospects.begin(), prospects.begin() + seats(),
                      [&](const Prospect& hopes) { return in_reach(tile, hopes); });
      if (!matters) idle |= left_over & -left_over;
    }
    // In the deck only their number matters: they are the lowest ones.
    int kept = std::popcount(deck & idle);
    deck &= ~idle;
    for (std::uint32_t rest = idle; kept > 0; --kept, rest &= rest - 1) deck |= rest & -rest;
    for (auto& tile : display) {
      if (tile != kNone && (idle >> tile & 1U) != 0) tile = kNone;
    }
    std::sort(display.begin(), display.end());
  }
  // Stars are stars, those of delivered tiles as well, and what all have decides nothing.
  std::array<int, kMaxSeats> sums{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(seats()); ++i) {
    Player& p = out.players[i];
    sums[i] = p.stars[0] + p.stars[1] + p.stars[2] + p.stars[3];
    if (mode() == Mode::kImprovements) continue;
    for (std::size_t h = 0; h < 2; ++h) {
      for (auto& tile : p.slots[h]) {
        if (tile == 0) continue;
        sums[i] += c_->tiles[h][tile - 1U].stars - c_->tiles[h][0].stars;
        tile = 1;
      }
    }
    if (prospects[i].turns != 0) continue;
    // Nothing will be paid or played any more.
    p.store = goods(0, static_cast<std::uint32_t>(total_of(p.store)));
    p.hand = p.deck = 0;
  }
  const auto [least, most] = std::minmax_element(sums.begin(), sums.begin() + seats());
  const int common = *least;
  if (*most - common > 0xFF) return s;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seats()); ++i)
    out.players[i].stars = {static_cast<std::uint8_t>(sums[i] - common), 0, 0, 0};
  return out;
}

Span Solenia::lead(const State& s) const {
  const Todo& todo = s.todo.top();
  const bool known = todo.what() == Do::kPlay || todo.what() == Do::kPay;
  if (!known || seats() != 2 || mode() == Mode::kImprovements) return {-kFar, kFar};
  const Scores sheet = scores(s);
  std::array<Span, 2> ends{};
  for (const Seat seat : {Seat{0}, Seat{1}}) {
    const auto i = static_cast<std::size_t>(seat);
    const Prospect hopes = prospect(s, seat);
    // Nobody has to lose anything: an island or a discard (STUCK-1) costs nothing, and tiles are
    // worth what they cost. But for a voyage that is being paid.
    const bool pays = todo.what() == Do::kPay && todo.seat() == seat;
    const int lost = pays || !fair_tiles_ ? (total_of(s.players[i].store) + 1) / 2 : 0;
    ends[i] = {sheet.total[i] - lost, sheet.total[i] + (most_halves(s, seat, hopes) + 1) / 2};
  }
  return {ends[0].low - ends[1].high, ends[0].high - ends[1].low};
}

// What a seat can still get, in half stars (a resource that is left over is one): never less than
// the rules allow.
int Solenia::most_halves(const State& s, Seat seat, const Prospect& hopes) const {
  const auto me = static_cast<std::size_t>(seat);
  const Player& p = s.players[me];
  const int left = total_turns() - s.turn;
  // In its last turn it is known where a card can go, and in the last of all whether the airship
  // moves.
  const Todo& todo = s.todo.top();
  const bool now = hopes.turns == 1 && todo.seat() == seat;
  Reach reach{};
  if (now && todo.what() == Do::kPay) {
    reach.at[todo.a()] = space_bit(todo.c());
  } else if (now) {
    reach = legal_spaces(s, seat);
  }
  const bool stuck = now && todo.what() == Do::kPlay && reach.at[0] == 0;  // STUCK-1
  bool lifts = !now || left > 1 || stuck;
  int on_island = 0;
  int on_city = 0;
  for (std::uint32_t cards = p.hand | p.deck; cards != 0; cards &= cards - 1) {
    const Card& card = c_->cards[static_cast<std::size_t>(std::countr_zero(cards))];
    const bool lifted = lifts || card.value == 0;
    const int again = lifted ? most_lifted(card, true) : 0;
    on_island = std::max(on_island, card.value + again);
    on_city = std::max(on_city, 2 * card.value + again);
  }
  for (std::uint32_t cards = p.hand | p.deck; cards != 0; cards &= cards - 1)
    lifts = lifts || c_->cards[static_cast<std::size_t>(std::countr_zero(cards))].value == 0;
  int halves = 0;
  if (lifts) {
    for (std::uint32_t spaces = s.cards[me] & first_rows(left); spaces != 0; spaces &= spaces - 1) {
      const int space = std::countr_zero(spaces);
      const Removal& gives = removal(s.card_at[static_cast<std::size_t>(space)], terrain(s, space));
      halves += total_of(gives.gain) + 2 * static_cast<int>(gives.stars);
    }
  }
  if (hopes.turns == 0) return halves;

  // The cheapest voyage to one of these; more than kMaxVoyage: none.
  const auto voyage_to = [&](std::uint32_t spaces) {
    int cost = 0;
    while (cost <= kMaxVoyage && (reach.at[static_cast<std::size_t>(cost)] & spaces) == 0) ++cost;
    return cost;
  };
  int best = on_island;
  if (now) best -= voyage_to(~(s.cities[kDay] | s.cities[kNight]));
  if (stuck) best = std::max(best, 0);
  for (std::size_t h = 0; h < 2; ++h) {
    const int voyage = now ? voyage_to(s.cities[h]) : 0;
    if (p.delivered[h] == kSlots || voyage > kMaxVoyage) continue;
    int bonus = 0;
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (p.slots[h][slot] != 0) continue;
      const Bonus& gives = c_->slots[winter() ? 1 : 0][h][slot];
      bonus = std::max(bonus, 2 * gives.stars + total_of(gives.gain) + (gives.choice != 0 ? 1 : 0));
      if (!winter() && hopes.turns == 1) break;  // CITY-2: the next one
    }
    int most = -kFar;  // stars, less what would be left over
    for (std::uint32_t tiles = tiles_in(s.display[h]) | (now ? 0 : s.tile_deck[h]); tiles != 0;
         tiles &= tiles - 1) {
      const Tile& tile = c_->tiles[h][static_cast<std::size_t>(std::countr_zero(tiles))];
      const bool paid = !now || total_of(p.store) >= tile.size + voyage;
      const int worth = 2 * tile.stars - tile.size;
      if (worth > most && paid && in_reach(tile, hopes)) most = worth;
    }
    int pair = 0;  // END-2: a delivery where the row is shorter
    if (!winter() && (hopes.turns > 1 || p.delivered[h] < p.delivered[1 - h])) {
      const int pairs = std::min(p.delivered[kDay], p.delivered[kNight]);
      const auto stars = [&](int n) {
        return c_->pair_score[static_cast<std::size_t>(std::min(n, 4))];
      };
      pair = stars(pairs + hopes.turns) - stars(pairs);
    }
    best = std::max(best, most - voyage + bonus + on_city + 2 * pair);
  }
  return halves + hopes.turns * best;
}

}  // namespace tidelock::solenia
