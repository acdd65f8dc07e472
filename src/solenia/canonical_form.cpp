// Canonical forms and score bounds for the exact solver (ai/solver.h). Near the end most tiles can
// no longer be delivered by any seat, and most cards on the board will never be removed: what no
// longer matters is cleared, so that many states become one, and what can still be scored bounds
// the result.
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

Rules::Prospect Rules::prospect(const State& s, Seat seat) const {
  const auto me = static_cast<std::size_t>(seat);
  const Player& p = s.players[me];
  Prospect out{0, p.store, 0};
  int before = 0;  // turns that end before its last one begins
  for (int i = 0; i < total_turns() - s.turn; ++i) {
    if ((s.first + s.turn + i) % colours() != seat) continue;
    ++out.turns;
    before = i;
  }
  const Do what = s.todo.top().what();
  const bool stays = what != Do::kPlay && what != Do::kPay && s.moved == 0;
  if (stays && before > 0) --before;  // this turn lifts nothing
  for (std::uint32_t spaces = s.cards[me] & first_rows(before); spaces != 0; spaces &= spaces - 1) {
    const int space = std::countr_zero(spaces);
    out.store += removal(s.card_at[static_cast<std::size_t>(space)], terrain(s, space)).gain;
  }
  if (out.turns < 2) return out;
  // A turn before the last: a card on an island or a delivery with its bonus, and the card lifted.
  int bonus = 0;
  for (const auto& row : c_.slots[winter() ? 1 : 0]) {
    for (const Bonus& slot : row)
      bonus = std::max(bonus, total_of(slot.gain) + (slot.choice != 0 ? 1 : 0));
  }
  int most = bonus;  // of a turn whose card has been played
  for (std::uint32_t cards = p.hand | p.deck; cards != 0; cards &= cards - 1) {
    const Card& card = c_.cards[static_cast<std::size_t>(std::countr_zero(cards))];
    most = std::max(most, most_lifted(card, false) + std::max<int>(card.value, bonus));
  }
  out.more = (out.turns - 1) * most;
  return out;
}

bool Rules::in_reach(const Tile& tile, const Prospect& hopes) const {
  if (hopes.turns == 0) return false;
  const int more = hopes.more + (mode() == Mode::kImprovements ? 1 : 0);  // something may stand in
  // All counts at once: the high bit of a byte stays where it costs no less than is there.
  constexpr Goods kHigh = 0x80808080U;
  const Goods apart = (tile.cost | kHigh) - hopes.store;
  const Goods short_of = apart & kHigh;
  const int missing = total_of(apart & (short_of - (short_of >> 7U)));
  return missing <= more;
}

// Whether in this turn nothing is left to pay where it matters what with.
bool Rules::pays_no_more(const State& s) const {
  const Todo& todo = s.todo.top();
  switch (todo.what()) {
    case Do::kPay: return terrain(s, todo.c()) < kDayCity;
    case Do::kSlot:
    case Do::kRefill:
    case Do::kGain:
    case Do::kReturn: return true;
    default: return false;
  }
}

// Of the tiles that can be drawn, those that nobody could deliver are one.
void Rules::outcome_classes(const State& s, std::span<std::uint16_t> weights) const {
  std::fill(weights.begin(), weights.end(), std::uint16_t{1});
  const Todo& todo = s.todo.top();
  const int left = total_turns() - s.turn;
  if (todo.what() != Do::kRefill || solo() || (mode() == Mode::kImprovements && left > seats()))
    return;
  std::array<Prospect, kMaxSeats> prospects;
  for (Seat seat = 0; seat < seats(); ++seat) {
    Prospect& hopes = prospects[static_cast<std::size_t>(seat)];
    hopes = prospect(s, seat);
    if (seat == seat_of_turn(s)) --hopes.turns;  // this one delivers no more
  }
  std::size_t idle = weights.size();  // the first that is
  std::uint32_t tiles = s.tile_deck[todo.a()];
  for (std::size_t i = 0; tiles != 0; ++i, tiles &= tiles - 1) {
    const Tile& tile = c_.tiles[todo.a()][static_cast<std::size_t>(std::countr_zero(tiles))];
    if (std::any_of(prospects.begin(), prospects.begin() + seats(),
                    [&](const Prospect& hopes) { return in_reach(tile, hopes); }))
      continue;
    if (idle == weights.size()) {
      idle = i;
      continue;
    }
    weights[i] = 0;
    ++weights[idle];
  }
}

State Rules::canonical_form(const State& s) const {
  // Alone, the neutral player takes tiles that nobody could deliver.
  if (solo()) return s;
  State out = s;
  const int left = total_turns() - s.turn;
  const Do what = s.todo.top().what();
  if (left <= seats() && pays_no_more(s)) {
    Player& p = out.players[static_cast<std::size_t>(seat_of_turn(s))];
    p.store = goods(0, static_cast<std::uint32_t>(total_of(p.store)));
    const Todo todo = s.todo.top();
    if (what == Do::kGain) {
      out.todo.pop();
      out.todo.push(Todo(what, todo.seat(), 1, todo.b(), todo.c()));
    }
    if (todo.seat() == seat_of_turn(s)) return out;
  }
  // Something of the display is being paid for or a place in it is being spoken of.
  if (what != Do::kPlay && what != Do::kGain && what != Do::kReturn) return out;
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
      const Tile& tile = c_.tiles[h][static_cast<std::size_t>(std::countr_zero(left_over))];
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
        sums[i] += c_.tiles[h][tile - 1U].stars - c_.tiles[h][0].stars;
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

ScoreBounds Rules::score_bounds(const State& s) const {
  const Todo& todo = s.todo.top();
  const bool known = todo.what() == Do::kPlay || todo.what() == Do::kPay;
  if (!known || seats() != 2 || mode() == Mode::kImprovements) return {-kFar, kFar};
  if (todo.what() == Do::kPlay && s.turn + 1 == total_turns()) {
    const int end = last_lead(s);
    return {end, end};
  }
  if (todo.what() == Do::kPlay && s.turn + 2 == total_turns()) {
    if (const auto span = late_score_bounds(s)) return *span;
  }
  std::array<ScoreBounds, 2> ends{};
  for (const Seat seat : {Seat{0}, Seat{1}}) {
    const auto i = static_cast<std::size_t>(seat);
    const Prospect hopes = prospect(s, seat);
    // Nobody has to lose anything: an island or a discard (STUCK-1) costs nothing, and tiles are
    // worth what they cost. But for a voyage that is being paid.
    const bool pays = todo.what() == Do::kPay && todo.seat() == seat;
    const int lost = pays || !fair_tiles_ ? (total_of(s.players[i].store) + 1) / 2 : 0;
    const int now = points(s.players[i]);
    ends[i] = {now - lost, now + (most_halves(s, seat, hopes) + 1) / 2};
  }
  return {ends[0].low - ends[1].high, ends[0].high - ends[1].low};
}

Rules::Ends Rules::last_ends(const State& s, Seat seat, const Chances& chances) const {
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  const int store = total_of(p.store);
  const int before = 2 * (points(p) - store / 2);
  const Removal lifted = lifted_next(s, seat);
  Ends ends = {-kFar, -kFar};
  // Whatever is paid is paid before anything comes in, so that a store need fit only once, in the
  // end.
  const auto end = [&](bool moves, int got, int stars, int capacity, const Removal& own) {
    if (moves) {
      got += total_of(lifted.gain) + total_of(own.gain);
      stars += static_cast<int>(lifted.stars + own.stars);
    }
    int& best = ends[moves ? 1 : 0];
    best = std::max(best, before + 2 * stars + std::min(store + got, capacity));
  };
  if (chances.stuck) end(true, 0, 0, p.capacity, {});  // STUCK-1
  const auto deliver = [&](std::size_t h, int value, int voyage, const Removal& own) {
    for (int slot = winter() ? 0 : p.delivered[h]; slot < kSlots; ++slot) {
      if (winter() && !slot_open(p, static_cast<int>(h), slot)) continue;
      const Bonus& bonus = c_.slots[winter() ? 1 : 0][h][static_cast<std::size_t>(slot)];
      const int got = total_of(bonus.gain) + (bonus.choice != 0 ? 1 : 0) - voyage;
      const int stars = value + bonus.stars + next_pair(p, h);
      for (std::uint32_t tiles = chances.tiles[h]; tiles != 0; tiles &= tiles - 1) {
        const Tile& tile = c_.tiles[h][static_cast<std::size_t>(std::countr_zero(tiles))];
        if (tile.size + voyage <= store)
          end(value == 0, got - tile.size, stars + tile.stars, p.capacity + bonus.capacity, own);
      }
      if (!winter()) break;  // CITY-2: the next one
    }
  };
  const auto play = [&](std::uint32_t spaces, int value, int voyage, const Removal& own) {
    if ((spaces & ~(s.cities[kDay] | s.cities[kNight])) != 0)
      end(value == 0, value - voyage, 0, p.capacity, own);
    for (std::size_t h = 0; h < 2; ++h) {
      if ((spaces & s.cities[h]) != 0) deliver(h, value, voyage, own);
    }
  };
  for (std::uint32_t types = hand_types(p.hand); types != 0; types &= types - 1) {
    const int type = std::countr_zero(types);
    const int value = c_.cards[static_cast<std::size_t>(type)].value;
    for (int voyage = 0; voyage <= std::min(kMaxVoyage, store); ++voyage) {
      const std::uint32_t spaces = chances.spaces.at[static_cast<std::size_t>(voyage)];
      play(spaces, value, voyage, {});
      // On the strip that is lifted then it matters which space it is.
      if (value != 0 || !chances.rear) continue;
      for (std::uint32_t rear = spaces & first_rows(1); rear != 0; rear &= rear - 1)
        play(rear & -rear, value, voyage, removal(type, terrain(s, std::countr_zero(rear))));
    }
  }
  return ends;
}

std::uint32_t Rules::covered(const Player& p, std::size_t hemisphere, std::uint32_t tiles) const {
  std::uint32_t out = 0;
  for (; tiles != 0; tiles &= tiles - 1) {
    const auto tile = static_cast<std::size_t>(std::countr_zero(tiles));
    if (covers(p.store, c_.tiles[hemisphere][tile].cost)) out |= tiles & -tiles;
  }
  return out;
}
std::array<std::uint32_t, 2> Rules::covered(const State& s, Seat seat) const {
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  return {covered(p, kDay, tiles_in(s.display[kDay])),
          covered(p, kNight, tiles_in(s.display[kNight]))};
}

// Those that lie in front of a player.
int Rules::stars_of(const Player& p) const {
  int out = 0;
  for (const auto stars : p.stars) out += stars;
  for (std::size_t h = 0; h < 2; ++h) {
    for (const auto tile : p.slots[h]) out += tile != 0 ? c_.tiles[h][tile - 1U].stars : 0;
  }
  return out;
}

// What `scores` says without improvements.
int Rules::points(const Player& p) const {
  const int out = stars_of(p) + total_of(p.store) / 2;
  return winter() ? out : out + c_.pair_stars(std::min(p.delivered[kDay], p.delivered[kNight]));
}

Removal Rules::lifted_next(const State& s, Seat seat) const {
  Removal out{};
  for (std::uint32_t spaces = s.cards[static_cast<std::size_t>(seat)] & first_rows(1); spaces != 0;
       spaces &= spaces - 1) {
    const int space = std::countr_zero(spaces);
    const Removal& gives = removal(s.card_at[static_cast<std::size_t>(space)], terrain(s, space));
    out.gain += gives.gain;
    out.stars += gives.stars;
  }
  return out;
}

// END-2: what a delivery where the row is shorter brings.
int Rules::next_pair(const Player& p, std::size_t hemisphere) const {
  const int pairs = p.delivered[hemisphere];
  if (winter() || pairs >= p.delivered[1 - hemisphere]) return 0;
  return c_.pair_stars(pairs + 1) - c_.pair_stars(pairs);
}

// Before the last turn of all it is known how the game ends.
int Rules::last_lead(const State& s) const {
  const Seat seat = s.todo.top().seat();
  const auto me = static_cast<std::size_t>(seat);
  const std::size_t you = 1 - me;
  const Reach spaces = legal_spaces(s, seat);
  const Ends ends = last_ends(s, seat, {spaces, covered(s, seat), spaces.at[0] == 0, true});
  const Player& other = s.players[you];
  const int store = total_of(other.store);
  const Removal lifted = lifted_next(s, static_cast<Seat>(you));
  const int gets = static_cast<int>(lifted.stars) - store / 2 +
                   std::min<int>(store + total_of(lifted.gain), other.capacity) / 2;
  const int margin = std::max(ends[0] >> 1, (ends[1] >> 1) - gets) - points(other);
  return seat == 0 ? margin : -margin;
}

// Before the last turn but one the seat can do what is best for itself, whatever the other does
// with its own. The other can do so as well, with one space less, and with one tile less if that
// was a city.
std::optional<ScoreBounds> Rules::late_score_bounds(const State& s) const {
  const Seat seat = s.todo.top().seat();
  const auto other = static_cast<Seat>(1 - seat);
  const auto me = static_cast<std::size_t>(seat);
  const auto you = static_cast<std::size_t>(other);
  const Player& p = s.players[me];
  const Reach spaces = legal_spaces(s, seat);
  const std::uint32_t all = spaces.all();
  if (!fair_tiles_ || spaces.at[0] == 0) return std::nullopt;
  const auto card_of = [&](std::size_t who) -> const Card& {
    return c_.cards[static_cast<std::size_t>(std::countr_zero(s.players[who].hand))];
  };
  State then = s;
  if (card_of(me).value == 0) {
    // STUCK-1: a discard moves the airship too, and takes no space.
    apply(then, seat, Move::make(Move::Kind::kDiscard, std::countr_zero(hand_types(p.hand))),
          NoEvents{});
    if (then.todo.top().what() != Do::kPlay) return std::nullopt;
  }
  const std::array<std::uint32_t, 2> own = covered(s, seat);
  const Ends ends = last_ends(s, seat, {spaces, own, false, true});
  const int best = std::max(ends[0], ends[1]);

  const std::array<std::uint32_t, 2>& cities = then.cities;
  const std::uint32_t islands = kAllSpaces & ~(cities[kDay] | cities[kNight]);
  const Reach free = reach(then, other);
  const std::array<std::uint32_t, 2> tiles = covered(then, other);
  Chances most{free, tiles, std::popcount(free.at[0] & islands) < 2, true};
  for (std::size_t h = 0; h < 2; ++h) {
    if ((all & s.cities[h]) != 0) most.tiles[h] |= covered(then.players[you], h, s.tile_deck[h]);
  }
  const Ends upper = last_ends(then, other, most);

  const int store = total_of(then.players[you].store);
  const int before = 2 * (points(then.players[you]) - store / 2) + store;
  int least = kFar;
  // One of these spaces is taken, and one of these tiles is gone.
  const auto without = [&](std::uint32_t kind, std::size_t h, std::uint32_t tile) {
    Chances left{free, tiles, false, false};
    left.tiles[h] &= ~tile;
    for (auto& at : left.spaces.at) {
      const std::uint32_t nearest = at & kind;
      if (std::has_single_bit(nearest)) at ^= nearest;
      if (nearest != 0) break;
    }
    const Ends lower = last_ends(then, other, left);
    least = std::min(least, std::max({before, lower[0], lower[1]}));
  };
  without(islands, kDay, 0);
  for (std::size_t h = 0; h < 2; ++h) {
    if ((all & s.cities[h]) == 0) continue;
    if ((own[h] & ~tiles[h]) != 0) without(cities[h], h, 0);
    for (std::uint32_t both = own[h] & tiles[h]; both != 0; both &= both - 1)
      without(cities[h], h, both & -both);
  }

  int later = 0;  // what the other's move of the airship can bring this seat
  if (card_of(you).value == 0 || most.stuck) {
    const Removal lifted = lifted_next(then, seat);
    later =
        total_of(lifted.gain) + 2 * static_cast<int>(lifted.stars) + most_lifted(card_of(me), true);
  }
  const int low = (best >> 1) - (std::max(upper[0], upper[1]) >> 1);
  const int high = ((best + later) >> 1) - (least >> 1);
  return seat == 0 ? ScoreBounds{low, high} : ScoreBounds{-high, -low};
}

// What a seat can still get, in half stars (a resource that is left over is one): never less than
// the rules allow.
int Rules::most_halves(const State& s, Seat seat, const Prospect& hopes) const {
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
    const Card& card = c_.cards[static_cast<std::size_t>(std::countr_zero(cards))];
    const bool lifted = lifts || card.value == 0;
    const int again = lifted ? most_lifted(card, true) : 0;
    on_island = std::max(on_island, card.value + again);
    on_city = std::max(on_city, 2 * card.value + again);
  }
  for (std::uint32_t cards = p.hand | p.deck; cards != 0; cards &= cards - 1)
    lifts = lifts || c_.cards[static_cast<std::size_t>(std::countr_zero(cards))].value == 0;
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
      const Bonus& gives = c_.slots[winter() ? 1 : 0][h][slot];
      bonus = std::max(bonus, 2 * gives.stars + total_of(gives.gain) + (gives.choice != 0 ? 1 : 0));
      if (!winter() && hopes.turns == 1) break;  // CITY-2: the next one
    }
    int most = -kFar;  // stars, less what would be left over
    for (std::uint32_t tiles = tiles_in(s.display[h]) | (now ? 0 : s.tile_deck[h]); tiles != 0;
         tiles &= tiles - 1) {
      const Tile& tile = c_.tiles[h][static_cast<std::size_t>(std::countr_zero(tiles))];
      const bool paid = !now || total_of(p.store) >= tile.size + voyage;
      const int worth = 2 * tile.stars - tile.size;
      if (worth > most && paid && in_reach(tile, hopes)) most = worth;
    }
    int pair = 0;  // END-2: a delivery where the row is shorter
    if (!winter() && (hopes.turns > 1 || p.delivered[h] < p.delivered[1 - h])) {
      const int pairs = std::min(p.delivered[kDay], p.delivered[kNight]);
      pair = c_.pair_stars(pairs + hopes.turns) - c_.pair_stars(pairs);
    }
    best = std::max(best, most - voyage + bonus + on_city + 2 * pair);
  }
  return halves + hopes.turns * best;
}

}  // namespace tidelock::solenia
