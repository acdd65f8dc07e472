#include "solenia/rules.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "core/bits.h"

namespace tidelock::solenia {

namespace {

constexpr std::uint32_t kColumnA = 0x0108421;
constexpr std::uint32_t kColumnE = kColumnA << 4;

// Spaces next to these, and these themselves.
constexpr std::uint32_t grow(std::uint32_t x) {
  return (x | ((x & ~kColumnE) << 1) | ((x & ~kColumnA) >> 1) | (x << kColumns) | (x >> kColumns)) &
         kAllSpaces;
}

constexpr std::uint32_t diagonals(std::uint32_t x) {
  const std::uint32_t sides = ((x & ~kColumnE) << 1) | ((x & ~kColumnA) >> 1);
  return ((sides << kColumns) | (sides >> kColumns)) & kAllSpaces;
}

constexpr int lowest(std::uint32_t word) { return std::countr_zero(word); }

// Eight numbers that g++ and clang add in one instruction where the machine has one.
using Eight [[gnu::vector_size(16)]] = std::uint16_t;

// For every byte the places of its set bits, in order.
constexpr auto kBitsOfByte = [] {
  std::array<std::array<std::uint16_t, 8>, 256> out{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    std::size_t n = 0;
    for (std::uint8_t bit = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1U) != 0) out[byte][n++] = bit;
    }
  }
  return out;
}();

// Writes `card` with each of the spaces. Eight at a time whatever their number: a loop over random
// spaces would mispredict its end. What is written too much is overwritten or never read.
inline void write_row(Move* to, std::uint16_t card, std::uint32_t spaces) {
  for (unsigned base = 0; base < kSpaces; base += 8) {
    const std::uint32_t byte = spaces >> base & 0xFF;
    Eight moves;
    std::memcpy(&moves, kBitsOfByte[byte].data(), sizeof moves);
    moves += static_cast<std::uint16_t>(card + base);
    std::memcpy(static_cast<void*>(to), &moves, sizeof moves);
    to += std::popcount(byte);
  }
}

}  // namespace

Removal removal_of(const Card& card, int terrain) {
  switch (card.effect) {
    case Card::Effect::kSpace:  // REM-1
      if (terrain < kDayCity) return {goods(terrain, card.amount), 0};
      return {0, card.amount};
    case Card::Effect::kGain: return {card.gain, 0};                         // REM-2
    case Card::Effect::kStar: return {0, terrain == card.amount ? 1U : 0U};  // REM-3
  }
  return {0, 0};
}

Rules::Rules(const Components& components, const Options& options)
    : c_(components), options_(options), removal_{} {
  for (std::size_t type = 0; type < kCards; ++type) {
    for (int where = 0; where <= kNightCity; ++where) {
      removal_[type][static_cast<std::size_t>(where)] = removal_of(c_.cards[type], where);
    }
  }
  for (std::size_t h = 0; h < 2; ++h) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(c_.tile_count[h]); ++i)
      fair_tiles_ = fair_tiles_ && 2 * c_.tiles[h][i].stars > c_.tiles[h][i].size;
  }
  using Kind = SetupItem::Kind;
  const auto item = [&](Kind kind, int a = 0, int b = 0) {
    script_.push({kind, static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)});
  };
  if (options_.start == Start::kRandom) item(Kind::kStart);
  for (const int row : {0, 1, 3, 4}) item(Kind::kStrip, row);
  if (options_.first < 0 && !solo()) item(Kind::kFirst);
  for (int h = 0; h < 2; ++h) {
    for (int i = 0; i < display_size(); ++i) item(Kind::kTile, h, i);
  }
  for (int p = 0; p < seats(); ++p) {
    for (int i = 0; i < kHandSize; ++i) item(Kind::kCard, p);
  }
  if (options_.mode == Mode::kImprovements) {
    for (int i = 0; i < colours(); ++i) item(Kind::kLevel1, i);
    for (int i = 0; i < colours(); ++i) {
      item(Kind::kDayHalf, i);
      item(Kind::kNightHalf, i);
    }
  }
}

// The verbs of a turn. They change the state and tell what happened; what is left to do goes on the
// stack.
template <class Sink>
struct Rules::Turn {
  const Rules& g;
  const Components& c;
  State& s;
  const Sink& sink;

  Turn(const Rules& game, State& state, const Sink& listener)
      : g(game), c(game.c_), s(state), sink(listener) {}

  void tell(What what, Seat who, int a = 0, int b = 0, int d = 0,
            SeatMask sees = kEverybody) const {
    if constexpr (Sink::kListens) {
      sink(Event{static_cast<std::uint16_t>(what), who, sees, static_cast<std::int16_t>(a),
                 static_cast<std::int16_t>(b), static_cast<std::int16_t>(d)});
    }
  }
  Player& player(Seat seat) const { return s.players[static_cast<std::size_t>(seat)]; }
  void push(Do what, Seat seat, int a = 0, int b = 0, int d = 0) const {
    s.todo.push(Todo(what, seat, a, b, d));
  }

  // Gains. One source may give several; the capacity is checked when all of it is taken (STO-1).
  void get(Seat seat, Goods what, GotFrom from) const {
    player(seat).store += what;
    if constexpr (Sink::kListens) {
      for (int r = 0; r < kResources; ++r) {
        if (count_of(what, r) > 0) tell(What::kGot, seat, r, count_of(what, r), from);
      }
    }
  }
  void stars(Seat seat, int n, StarSource source) const {
    auto& sum = player(seat).stars[source];
    sum = static_cast<std::uint8_t>(sum + n);
    if (n > 0) tell(What::kStars, seat, n, source);
  }
  void fit_store(Seat seat) const {
    if (total_of(player(seat).store) > player(seat).capacity) push(Do::kReturn, seat);
  }

  void draw_card(Seat seat, std::uint32_t outcome) const {
    Player& p = player(seat);
    const auto type = c.type[static_cast<std::size_t>(nth_bit(p.deck, outcome))];
    // Of cards that are the same the lowest leaves first, so that equal hands are equal bits.
    const auto bit = static_cast<std::uint16_t>(1U << lowest(p.deck & c.same[type]));
    p.deck = static_cast<std::uint16_t>(p.deck ^ bit);
    p.hand = static_cast<std::uint16_t>(p.hand | bit);
    tell(What::kDrew, seat, type, 0, 0, seat_bit(seat));
    tell(What::kDrewHidden, seat, 0, 0, 0, static_cast<SeatMask>(~seat_bit(seat)));
  }
  void leave_hand(Seat seat, int type) const {
    Player& p = player(seat);
    const std::uint32_t same = p.hand & c.same[static_cast<std::size_t>(type)];
    assert(same != 0);
    p.hand = static_cast<std::uint16_t>(p.hand & ~(same & -same));
  }

  void show_tile(int hemisphere, int place, std::uint32_t outcome) const {
    auto& deck = s.tile_deck[static_cast<std::size_t>(hemisphere)];
    const int tile = nth_bit(deck, outcome);
    deck &= ~(1U << static_cast<unsigned>(tile));
    s.display[static_cast<std::size_t>(hemisphere)][static_cast<std::size_t>(place)] =
        static_cast<std::uint8_t>(tile);
    tell(What::kTileShown, kNobody, hemisphere, tile, place);
  }
  // The tile has left the display: another takes its place, or the gap closes (CITY-2, CITY-4).
  void refill(int hemisphere, int place) const {
    auto& row = s.display[static_cast<std::size_t>(hemisphere)];
    row[static_cast<std::size_t>(place)] = kNone;
    if (s.tile_deck[static_cast<std::size_t>(hemisphere)] != 0) {
      push(Do::kRefill, 0, hemisphere, place);
      return;
    }
    for (int i = place; i + 1 < kMaxDisplay; ++i) {
      row[static_cast<std::size_t>(i)] = row[static_cast<std::size_t>(i) + 1];
    }
    row[kMaxDisplay - 1] = kNone;
  }

  void lay_strip(int row, int side) const {
    s.rows[static_cast<std::size_t>(row)] = static_cast<std::uint8_t>(side);
    for (std::size_t h = 0; h < 2; ++h) {
      s.cities[h] &= ~(kFirstStrip << (kColumns * row));
      s.cities[h] |= c.cities[static_cast<std::size_t>(side)][h] << (kColumns * row);
    }
  }

  void place_card(Seat seat, int type, int space) const {
    s.cards[static_cast<std::size_t>(seat)] |= space_bit(space);
    s.card_at[static_cast<std::size_t>(space)] = static_cast<std::uint8_t>(type);
  }
  void move_airship() const {
    s.moved = 1;
    tell(What::kAirship, kNobody);
  }

  // TURN-5: the voyage is paid; place, take, move the airship, deliver, end the turn.
  void land(Seat seat, int type, int space) const {
    leave_hand(seat, type);
    place_card(seat, type, space);
    const int where = g.terrain(s, space);
    tell(What::kPlayed, seat, type, space, where);
    const int value = c.cards[static_cast<std::size_t>(type)].value;
    push(Do::kEndTurn, seat);
    if (value == 0 && g.has_lasting(player(seat), Level1::Kind::kZeroGain))
      push(Do::kZeroGain, seat);
    if (where < kDayCity) {
      get(seat, goods(where, static_cast<std::uint32_t>(value)), kGotIsland);  // ISL-1
      if (value == 0) move_airship();                                          // ADV-1
      fit_store(seat);
    } else {
      stars(seat, value, kFromCities);  // CITY-1
      if (value == 0) move_airship();   // ADV-1
      push(Do::kTile, seat, where - kDayCity);
    }
  }

  void pay_tile(Seat seat, int hemisphere, int place, Goods cost) const {
    Player& p = player(seat);
    assert(covers(p.store, cost));
    p.store -= cost;
    if (g.winter()) {
      push(Do::kSlot, seat, hemisphere, place);
    } else {
      put_tile(seat, hemisphere, place,
               p.delivered[static_cast<std::size_t>(hemisphere)]);  // CITY-2
    }
  }
  void put_tile(Seat seat, int hemisphere, int place, int slot) const {
    const auto h = static_cast<std::size_t>(hemisphere);
    Player& p = player(seat);
    const int tile = s.display[h][static_cast<std::size_t>(place)];
    p.slots[h][static_cast<std::size_t>(slot)] = static_cast<std::uint8_t>(tile + 1);
    ++p.delivered[h];
    tell(What::kDelivered, seat, hemisphere, tile, slot);
    if (g.has_lasting(p, Level1::Kind::kDeliveryStars))
      stars(seat, c.level1[p.level1].n, kFromImprovements);
    push(Do::kBonus, seat, hemisphere, slot);
    refill(hemisphere, place);
  }
  void take_bonus(Seat seat, int hemisphere, int slot) const {
    Player& p = player(seat);
    if (g.mode() == Mode::kImprovements) {
      if (slot ==
          0) {  // IMP-3: covered by the level-1 tile, which works once both its slots are filled
        if (p.slots[kDay][0] != 0 && p.slots[kNight][0] != 0) activate(seat);
        return;
      }
      if (slot == kSlots - 1) return;  // covered by a level-3 half, counted at the end
    }
    const Bonus& bonus = c.slots[g.winter() ? 1 : 0][static_cast<std::size_t>(hemisphere)]
                                [static_cast<std::size_t>(slot)];
    if (bonus.capacity > 0) {
      p.capacity = static_cast<std::uint8_t>(p.capacity + bonus.capacity);
      tell(What::kCapacity, seat, p.capacity);
    }
    stars(seat, bonus.stars, kFromSlots);
    if (bonus.gain != 0) get(seat, bonus.gain, kGotSlot);
    if (bonus.choice != 0) {
      push(Do::kGain, seat, bonus.choice, 1, kGotSlot);
    } else {
      fit_store(seat);
    }
  }
  void activate(Seat seat)
      const {  // IMP-5: in place of the slot bonus; lasting effects start with the next turn
    const Level1& tile = c.level1[player(seat).level1];
    tell(What::kActivated, seat, player(seat).level1);
    switch (tile.kind) {
      case Level1::Kind::kGainChoice: push(Do::kGain, seat, 0xF, tile.n, kGotImprovement); break;
      case Level1::Kind::kGainEach:
        get(seat, 0x01010101U * tile.n, kGotImprovement);
        fit_store(seat);
        break;
      case Level1::Kind::kStars: stars(seat, tile.n, kFromImprovements); break;
      default: break;
    }
  }

  // ADV-2: every card on the first strip is resolved for its owner and discarded; then returns, the
  // turn's player first, the others clockwise.
  void remove_cards(Seat turn_seat) const {
    for (std::uint32_t spaces = g.occupied(s) & kFirstStrip; spaces != 0; spaces &= spaces - 1) {
      const int space = lowest(spaces);
      const int type = s.card_at[static_cast<std::size_t>(space)];
      const auto on = [&](std::size_t seat) { return (s.cards[seat] >> space) & 1U; };
      const auto owner = static_cast<Seat>(on(1) + 2 * on(2) + 3 * on(3));
      s.card_at[static_cast<std::size_t>(space)] = 0;
      tell(What::kRemoved, owner, type, space);
      if (g.solo() && owner == kNeutral) continue;  // SOLO-3
      const Removal& what = g.removal(type, g.terrain(s, space));
      get(owner, what.gain, kGotRemoval);
      stars(owner, what.stars, kFromRemoval);
    }
    for (auto& cards : s.cards) cards &= ~kFirstStrip;
    for (int i = g.colours() - 1; i >= 0; --i) {
      const auto seat = static_cast<Seat>((turn_seat + i) % g.colours());
      if (seat < g.seats()) fit_store(seat);
    }
  }
  void turn_strip() const {
    const int side = s.rows[0] ^ 1;
    for (std::size_t row = 0; row + 1 < kStrips; ++row) s.rows[row] = s.rows[row + 1];
    for (auto& cards : s.cards) cards >>= kColumns;
    for (auto& cities : s.cities) cities >>= kColumns;
    std::memmove(s.card_at.data(), s.card_at.data() + kColumns, kSpaces - kColumns);
    std::memset(s.card_at.data() + kSpaces - kColumns, 0, kColumns);
    lay_strip(kStrips - 1, side);
    s.moved = 0;
    tell(What::kTurned, kNobody, side);
  }
  void begin_turn(Seat seat) const {
    if (s.turn == g.total_turns()) {
      push(Do::kOver, 0);
      tell(What::kOver, kNobody);
      return;
    }
    if (g.solo() && seat == kNeutral) {
      push(Do::kNeutralCard, 0);
      return;
    }
    if (g.mode() == Mode::kImprovements) {  // IMP-5: lasting effects work from the turn after
      Player& p = player(seat);
      const bool filled = p.slots[kDay][0] != 0 && p.slots[kNight][0] != 0;
      p.active = filled && lasts(c.level1[p.level1].kind) ? 1 : 0;
    }
    tell(What::kTurn, seat, s.turn / g.colours() + 1);
    push(Do::kPlay, seat);
  }
  void end_turn(Seat seat) const {
    ++s.turn;
    begin_turn(static_cast<Seat>(seat + 1 == g.colours() ? 0 : seat + 1));
  }
  void draw_or_pass(Seat seat) const {
    if (seat < g.seats() && player(seat).deck != 0) {
      push(Do::kDraw, seat);  // TURN-6
    } else {
      end_turn(seat);
    }
  }

  // SOLO-1: where a neutral card goes by the die; kNone if no space is free.
  int neutral_space(int die) const {
    constexpr std::array<int, 5> kAround = {kShipSpace + kColumns, kShipSpace + 1,
                                            kShipSpace - kColumns, kShipSpace - 1, kShipSpace};
    const std::uint32_t taken = g.occupied(s);
    const auto is_free = [&](int i) {
      return (taken & space_bit(kAround[static_cast<std::size_t>(i)])) == 0;
    };
    if (is_free(die - 1)) return kAround[static_cast<std::size_t>(die - 1)];
    const int from =
        die == 5 ? 0
                 : die;  // clockwise from the next one; from under the airship start at the front
    for (int i = 0; i < 4; ++i) {
      if (is_free((from + i) % 4)) return kAround[static_cast<std::size_t>((from + i) % 4)];
    }
    return is_free(4) ? kShipSpace : kNone;
  }
  void neutral_land(int type, int space) const {
    push(Do::kEndTurn, kNeutral);
    const bool zero = c.cards[static_cast<std::size_t>(type)].value == 0;
    if (space == kNone) {
      tell(What::kNeutralDiscarded, kNeutral, type);
      if (zero) move_airship();
      return;
    }
    place_card(kNeutral, type, space);
    tell(What::kNeutralPlayed, kNeutral, type, space);
    if (zero) move_airship();  // SOLO-3
    const int where = g.terrain(s, space);
    if (where < kDayCity) return;
    // SOLO-2: the tile with the most stars, the leftmost of equals, leaves the game.
    const auto h = static_cast<std::size_t>(where - kDayCity);
    int best = -1;
    for (int i = 0; i < kMaxDisplay; ++i) {
      const auto tile = s.display[h][static_cast<std::size_t>(i)];
      if (tile == kNone) continue;
      if (best < 0 ||
          c.tiles[h][tile].stars > c.tiles[h][s.display[h][static_cast<std::size_t>(best)]].stars)
        best = i;
    }
    if (best < 0) return;
    tell(What::kNeutralTile, kNeutral, where - kDayCity,
         s.display[h][static_cast<std::size_t>(best)]);
    refill(where - kDayCity, best);
  }

  // Does what needs neither a player nor chance.
  void run() const {
    while (runs_by_itself(s.todo.top().what())) {
      const Todo todo = s.todo.top();
      switch (todo.what()) {
        case Do::kBonus:
          s.todo.pop();
          take_bonus(todo.seat(), todo.a(), todo.b());
          break;
        case Do::kZeroGain:
          s.todo.pop();
          push(Do::kGain, todo.seat(), 0xF, c.level1[player(todo.seat()).level1].n,
               kGotImprovement);
          break;
        case Do::kEndTurn:
          s.todo.pop();
          if (s.moved != 0) {
            push(Do::kFinish, todo.seat());
            remove_cards(todo.seat());
          } else {
            draw_or_pass(todo.seat());
          }
          break;
        case Do::kFinish:
          s.todo.pop();
          turn_strip();
          draw_or_pass(todo.seat());
          break;
        default: return;
      }
    }
  }

  void next_setup(int answered) const {
    if (answered < static_cast<int>(g.script_.size())) {
      push(Do::kSetup, 0, answered);
      return;
    }
    // SET-5: what the third and fourth in turn order begin with.
    for (int i = 0; i < g.seats(); ++i) {
      const Goods what = c.start[static_cast<std::size_t>(g.seats())][static_cast<std::size_t>(i)];
      const auto seat = static_cast<Seat>((s.first + i) % g.seats());
      player(seat).store += what;
      if constexpr (Sink::kListens) {
        for (int r = 0; r < kResources; ++r) {
          if (count_of(what, r) > 0) tell(What::kStartGoods, seat, r, count_of(what, r));
        }
      }
    }
    if (g.mode() == Mode::kImprovements) {
      next_draft(0);
    } else {
      begin_turn(static_cast<Seat>(s.first));
    }
  }
  // IMP-2: from the last player counter-clockwise; then the same order again.
  void next_draft(int made) const {
    if (made == 2 * g.seats()) {
      begin_turn(static_cast<Seat>(s.first));
      return;
    }
    const int place = g.seats() - 1 - made % g.seats();
    push(Do::kDraft, static_cast<Seat>((s.first + place) % g.seats()), made);
  }
  void draft(Seat seat, int made, int level, int place) const {
    const auto i = static_cast<std::size_t>(place);
    Player& p = player(seat);
    if (level == 1) {
      p.level1 = s.offer1[i];
      s.offer1[i] = kNone;
      tell(What::kDrafted1, seat, p.level1);
    } else {
      p.level3 = s.offer3[i];
      s.offer3[i] = {kNone, kNone};
      tell(What::kDrafted3, seat, p.level3[kDay], p.level3[kNight]);
    }
    next_draft(made + 1);
  }

  void resolve_setup(int index, std::uint32_t outcome) const {
    const SetupItem item = g.script_[static_cast<std::size_t>(index)];
    switch (item.kind) {
      case SetupItem::Kind::kStart:
        lay_strip(2, 2 * kDawnDuskStrip + static_cast<int>(outcome));
        tell(What::kStart, kNobody, static_cast<int>(outcome));
        break;
      case SetupItem::Kind::kStrip: {
        // SET-2: the two behind the middle show the other side than the two before it.
        const int strip = nth_bit(unlaid_strips(s), outcome);
        const bool dawn = s.rows[2] == 2 * kDawnDuskStrip;
        const int side = (item.a < 2) == dawn ? kNight : kDay;
        lay_strip(item.a, 2 * strip + side);
        tell(What::kStrip, kNobody, item.a, 2 * strip + side);
        break;
      }
      case SetupItem::Kind::kFirst:
        s.first = static_cast<std::uint8_t>(outcome);
        tell(What::kFirst, static_cast<Seat>(outcome));
        break;
      case SetupItem::Kind::kTile: show_tile(item.a, item.b, outcome); break;
      case SetupItem::Kind::kCard: draw_card(static_cast<Seat>(item.a), outcome); break;
      case SetupItem::Kind::kLevel1: {
        const int tile = nth_bit(unseen_level1(s), outcome);
        s.offer1[item.a] = static_cast<std::uint8_t>(tile);
        tell(What::kOffer1, kNobody, item.a, tile);
        break;
      }
      case SetupItem::Kind::kDayHalf:
        s.offer3[item.a][kDay] =
            static_cast<std::uint8_t>(nth_bit(unseen_halves(g, s, kDay, item.a), outcome));
        break;
      case SetupItem::Kind::kNightHalf: {
        auto& pair = s.offer3[item.a];
        pair[kNight] =
            static_cast<std::uint8_t>(nth_bit(unseen_halves(g, s, kNight, item.a), outcome));
        tell(What::kOffer3, kNobody, item.a, pair[kDay], pair[kNight]);
        break;
      }
    }
    next_setup(index + 1);
  }

  // What the set-up draws from; these follow from the state.
  static std::uint32_t unlaid_strips(const State& s) {
    std::uint32_t left = (1U << kDawnDuskStrip) - 1;
    for (const auto side : s.rows) {
      if (side != kNone) left &= ~(1U << (side / 2U));
    }
    return left;
  }
  static std::uint32_t unseen_level1(const State& s) {
    std::uint32_t left = (1U << kLevel1Tiles) - 1;
    for (const auto tile : s.offer1) {
      if (tile != kNone) left &= ~(1U << tile);
    }
    return left;
  }
  static std::uint32_t unseen_halves(const Rules& g, const State& s, Hemisphere hemisphere,
                                     int place) {
    std::uint32_t left = (1U << kHalves) - 1;
    for (const auto& pair : s.offer3) {
      if (pair[hemisphere] != kNone) left &= ~(1U << pair[hemisphere]);
    }
    if (hemisphere == kNight) {  // IMP-1: not the effect of its day half
      const Level3& day = g.c_.level3[kDay][s.offer3[static_cast<std::size_t>(place)][kDay]];
      for (std::size_t i = 0; i < kHalves; ++i) {
        if (g.c_.level3[kNight][i] == day) left &= ~(1U << i);
      }
    }
    return left;
  }
};

Rules::State Rules::start() const {
  State s{};
  for (std::size_t i = 0; i < kMaxSeats; ++i) {
    Player& p = s.players[i];
    p.level1 = kNone;
    p.level3 = {kNone, kNone};
    if (static_cast<int>(i) >= colours()) continue;
    p.deck = 0xFFFF;
    p.capacity = static_cast<std::uint8_t>(c_.capacity[winter() ? 1 : 0]);
  }
  for (std::size_t h = 0; h < 2; ++h) {
    s.tile_deck[h] = static_cast<std::uint32_t>((std::uint64_t{1} << c_.tile_count[h]) - 1);
    s.display[h].fill(kNone);
  }
  s.rows.fill(kNone);
  s.offer1.fill(kNone);
  for (auto& pair : s.offer3) pair = {kNone, kNone};
  s.first = static_cast<std::uint8_t>(options_.first < 0 ? 0 : options_.first);
  const NoEvents nobody;
  const Turn<NoEvents> turn(*this, s, nobody);
  if (options_.start != Start::kRandom)
    turn.lay_strip(2, 2 * kDawnDuskStrip + (options_.start == Start::kDusk ? 1 : 0));
  turn.next_setup(0);
  return s;
}

template <class Sink>
void Rules::apply(State& s, Seat seat, Move move, const Sink& sink) const {
  const Turn<Sink> turn(*this, s, sink);
  const Todo todo = s.todo.top();
  assert(at(s) == At::kDecision && todo.seat() == seat);
  Player& p = s.players[static_cast<std::size_t>(seat)];
  switch (todo.what()) {
    case Do::kPlay:
      s.todo.pop();
      if (move.kind() ==
          Move::Kind::kDiscard) {  // STUCK-1: nothing else happens but the airship's move
        turn.leave_hand(seat, move.a());
        turn.tell(What::kDiscarded, seat, move.a());
        turn.push(Do::kEndTurn, seat);
        turn.move_airship();
      } else {
        const int cost = voyage_cost(s, seat, move.b());
        if (cost > 0) {
          turn.push(Do::kPay, seat, cost, move.a(), move.b());
        } else {
          turn.land(seat, move.a(), move.b());
        }
      }
      break;
    case Do::kPay:
      p.store -= goods(move.b());
      turn.tell(What::kVoyage, seat, move.b());
      s.todo.pop();
      if (todo.a() > 1) {
        turn.push(Do::kPay, seat, todo.a() - 1, todo.b(), todo.c());
      } else {
        turn.land(seat, todo.b(), todo.c());
      }
      break;
    case Do::kTile:
      s.todo.pop();
      if (has_lasting(p, Level1::Kind::kStandIn)) {
        turn.push(Do::kStandIn, seat, todo.a(), move.b());
      } else {
        turn.pay_tile(
            seat, todo.a(), move.b(),
            c_.tiles[todo.a()][s.display[todo.a()][static_cast<std::size_t>(move.b())]].cost);
      }
      break;
    case Do::kStandIn: {
      s.todo.pop();
      Goods cost = c_.tiles[todo.a()][s.display[todo.a()][todo.b()]].cost;
      if (move.kind() == Move::Kind::kStandIn) {
        cost = cost - goods(move.a()) + goods(move.b());
        turn.tell(What::kStoodIn, seat, move.a(), move.b());
      }
      turn.pay_tile(seat, todo.a(), todo.b(), cost);
      break;
    }
    case Do::kSlot:
      s.todo.pop();
      turn.put_tile(seat, todo.a(), todo.b(), move.b());
      break;
    case Do::kGain:
      turn.get(seat, goods(move.b()), static_cast<GotFrom>(todo.c()));
      s.todo.pop();
      if (todo.b() > 1) {
        turn.push(Do::kGain, seat, todo.a(), todo.b() - 1, todo.c());
      } else {
        turn.fit_store(seat);
      }
      break;
    case Do::kReturn:
      p.store -= goods(move.b());
      turn.tell(What::kReturned, seat, move.b());
      if (total_of(p.store) <= p.capacity) s.todo.pop();
      break;
    case Do::kDraft:
      s.todo.pop();
      turn.draft(seat, todo.a(), move.a(), move.b());
      break;
    case Do::kNeutralSpace:
      s.todo.pop();
      turn.neutral_land(todo.a(), move.b());
      break;
    default: assert(false); break;
  }
  turn.run();
}

template <class Sink>
void Rules::resolve(State& s, std::uint32_t outcome, const Sink& sink) const {
  const Turn<Sink> turn(*this, s, sink);
  const Todo todo = s.todo.top();
  assert(at(s) == At::kChance && outcome < ask(s).n);
  s.todo.pop();
  switch (todo.what()) {
    case Do::kSetup: turn.resolve_setup(todo.a(), outcome); break;
    case Do::kRefill: turn.show_tile(todo.a(), todo.b(), outcome); break;
    case Do::kDraw:
      turn.draw_card(todo.seat(), outcome);
      turn.end_turn(todo.seat());
      break;
    case Do::kNeutralCard: {
      Player& p = s.players[kNeutral];
      const auto type = c_.type[static_cast<std::size_t>(nth_bit(p.deck, outcome))];
      const std::uint32_t same = p.deck & c_.same[type];
      p.deck = static_cast<std::uint16_t>(p.deck & ~(same & -same));
      turn.tell(What::kNeutralCard, kNeutral, type);
      turn.push(Do::kNeutralDie, 0, type);
      break;
    }
    case Do::kNeutralDie: {
      const int die = static_cast<int>(outcome) + 1;
      turn.tell(What::kNeutralDie, kNeutral, die);
      if (die == kDieSides && turn.neutral_space(1) != kNone) {
        turn.push(Do::kNeutralSpace, 0, todo.a());
      } else {
        turn.neutral_land(todo.a(), turn.neutral_space(die == kDieSides ? 1 : die));
      }
      break;
    }
    default: assert(false); break;
  }
  turn.run();
}

template void Rules::apply(State&, Seat, Move, const NoEvents&) const;
template void Rules::apply(State&, Seat, Move, const Listener&) const;
template void Rules::resolve(State&, std::uint32_t, const NoEvents&) const;
template void Rules::resolve(State&, std::uint32_t, const Listener&) const;

Ask Rules::ask_setup(const State& s) const {
  const SetupItem item = script_[s.todo.top().a()];
  const auto question = [](int stream, int index, int n, SeatMask sees = kEverybody) {
    return Ask{static_cast<std::uint8_t>(stream), sees, static_cast<std::uint16_t>(index),
               static_cast<std::uint16_t>(n)};
  };
  using Verbs = Turn<NoEvents>;
  switch (item.kind) {
    case SetupItem::Kind::kStart: return question(kStreamStart, 0, 2);
    case SetupItem::Kind::kStrip: {
      const int left = std::popcount(Verbs::unlaid_strips(s));
      return question(kStreamStrips, kDawnDuskStrip - left, left);
    }
    case SetupItem::Kind::kFirst: return question(kStreamFirst, 0, seats());
    case SetupItem::Kind::kTile: {
      const int left = std::popcount(s.tile_deck[item.a]);
      return question(kStreamDay + item.a, c_.tile_count[item.a] - left, left);
    }
    case SetupItem::Kind::kCard: {
      const int left = std::popcount(s.players[item.a].deck);
      return question(kStreamDeck1 + item.a, kCards - left, left,
                      seat_bit(static_cast<Seat>(item.a)));
    }
    case SetupItem::Kind::kLevel1:
      return question(kStreamLevel1, item.a, std::popcount(Verbs::unseen_level1(s)));
    case SetupItem::Kind::kDayHalf:
      return question(kStreamDayHalves, item.a,
                      std::popcount(Verbs::unseen_halves(*this, s, kDay, item.a)));
    case SetupItem::Kind::kNightHalf:
      return question(kStreamNightHalves, item.a,
                      std::popcount(Verbs::unseen_halves(*this, s, kNight, item.a)));
  }
  return {};
}

Ask Rules::ask(const State& s) const {
  const Todo& todo = s.todo.top();
  const auto question = [](int stream, int all, int left, SeatMask sees) {
    return Ask{static_cast<std::uint8_t>(stream), sees, static_cast<std::uint16_t>(all - left),
               static_cast<std::uint16_t>(left)};
  };
  switch (todo.what()) {
    case Do::kRefill:
      return question(kStreamDay + todo.a(), c_.tile_count[todo.a()],
                      std::popcount(s.tile_deck[todo.a()]), kEverybody);
    case Do::kDraw:
      return question(kStreamDeck1 + todo.seat(), kCards,
                      std::popcount(s.players[static_cast<std::size_t>(todo.seat())].deck),
                      seat_bit(todo.seat()));
    case Do::kNeutralCard:
      return question(kStreamDeck2, kCards, std::popcount(s.players[kNeutral].deck), kEverybody);
    case Do::kNeutralDie:
      return Ask{kStreamDie, kEverybody, static_cast<std::uint16_t>(s.turn / 2), kDieSides};
    default: return ask_setup(s);
  }
}

bool Rules::can_deliver(const Player& p, Goods store, const Tile& tile, int reserve) const {
  if (total_of(store) < tile.size + reserve) return false;
  if (covers(store, tile.cost)) return true;
  if (!has_lasting(p, Level1::Kind::kStandIn)) return false;
  int missing = 0;
  for (int r = 0; r < kResources; ++r)
    missing += std::max(0, count_of(tile.cost, r) - count_of(store, r));
  return missing <= 1;
}

bool Rules::can_deliver_any(const State& s, Seat seat, int hemisphere, Goods store,
                            int reserve) const {
  const auto h = static_cast<std::size_t>(hemisphere);
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  if (p.delivered[h] == kSlots) return false;  // CITY-3
  for (const auto tile : s.display[h]) {
    if (tile != kNone && can_deliver(p, store, c_.tiles[h][tile], reserve)) return true;
  }
  return false;
}

// TURN-3, TURN-4, VOY-1: distance 0 and 1 cost nothing, each further space one resource.
Rules::Voyages Rules::voyages(const State& s, Seat seat) const {
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  const std::uint32_t own = s.cards[static_cast<std::size_t>(seat)];
  Voyages out{grow(own | space_bit(kShipSpace)), 0};
  if (p.active != 0) {
    if (has_lasting(p, Level1::Kind::kDiagonal)) {
      out.corners = diagonals(own);
    } else if (has_lasting(p, Level1::Kind::kVoyageDiscount)) {
      for (int n = c_.level1[p.level1].n; n > 0; --n) out.near = grow(out.near);
    }
  }
  return out;
}

Reach Rules::reach(const State& s, Seat seat) const {
  const Voyages start = voyages(s, seat);
  std::uint32_t free = kAllSpaces & ~occupied(s);
  std::uint32_t within = start.near;
  Reach out{};
  out.at[0] = free & (within | start.corners);
  for (std::size_t cost = 1; cost <= kMaxVoyage; ++cost) {
    free &= ~out.at[cost - 1];
    within = grow(within);
    out.at[cost] = free & within;
  }
  return out;
}

int Rules::voyage_cost(const State& s, Seat seat, int space) const {
  const Voyages start = voyages(s, seat);
  const std::uint32_t there = space_bit(space);
  std::uint32_t within = start.near;
  int cost = 0;
  if ((there & start.corners) != 0) return cost;
  while ((there & within) == 0 && cost < kMaxVoyage) {
    within = grow(within);
    ++cost;
  }
  return cost;
}

Reach Rules::legal_spaces(const State& s, Seat seat) const {
  Reach out = reach(s, seat);
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  const int total = total_of(p.store);
  // The voyage and the delivery are paid from one store (VOY-2): what the smallest tile in reach
  // leaves over.
  std::array<int, 2> spare = {-1, -1};
  for (std::size_t h = 0; h < 2; ++h) {
    if (p.delivered[h] == kSlots || total < c_.smallest_tile[h]) continue;
    for (const auto tile : s.display[h]) {
      if (tile == kNone) continue;
      const Tile& t = c_.tiles[h][tile];
      const bool can = covers(p.store, t.cost) || (p.active != 0 && can_deliver(p, p.store, t, 0));
      spare[h] = std::max(spare[h], can ? total - t.size : -1);
    }
  }
  for (int cost = 0; cost <= kMaxVoyage; ++cost) {
    auto& spaces = out.at[static_cast<std::size_t>(cost)];
    if (cost > total) {
      spaces = 0;
      continue;
    }
    if (spare[kDay] < cost) spaces &= ~s.cities[kDay];
    if (spare[kNight] < cost) spaces &= ~s.cities[kNight];
  }
  return out;
}

int Rules::tiles_first(const Player& p, int hemisphere, int slot) const {
  const auto h = static_cast<std::size_t>(hemisphere);
  if (!winter()) return slot - p.delivered[h];  // CITY-2: from the left
  const int level = slot / 2;
  if (level == 0) return 0;
  const auto filled = [&](int l) {
    return int{p.slots[h][static_cast<std::size_t>(2 * l)] != 0} +
           int{p.slots[h][static_cast<std::size_t>(2 * l + 1)] != 0};
  };
  // WIN-2: the first needs one below, the second both.
  return std::max(0, filled(level) + 1 - filled(level - 1));
}

bool Rules::slot_open(const Player& p, int hemisphere, int slot) const {
  return p.slots[static_cast<std::size_t>(hemisphere)][static_cast<std::size_t>(slot)] == 0 &&
         tiles_first(p, hemisphere, slot) == 0;
}

std::uint32_t Rules::may_be_lifted(const State& s) const {
  const Todo& todo = s.todo.top();
  const auto zero = [&](int type) { return c_.cards[static_cast<std::size_t>(type)].value == 0; };
  bool moves = s.moved != 0;  // in this turn; a strip waits for it
  switch (todo.what()) {
    case Do::kDraft:
    case Do::kSetup:
    case Do::kPlay:
    case Do::kNeutralCard: moves = true; break;
    case Do::kPay: moves = zero(todo.b()); break;  // ADV-1
    case Do::kNeutralDie:
    case Do::kNeutralSpace: moves = zero(todo.a()); break;  // SOLO-3
    default: break;
  }
  // ADV-2: one strip a turn, and none once the game is over (END-1).
  const int left = std::max(0, total_turns() - s.turn - (moves ? 0 : 1));
  return (1U << (kColumns * std::min(left, kStrips))) - 1;
}

std::uint16_t Rules::hand_types(std::uint16_t cards) const {
  std::uint32_t types = 0;
  for (std::uint32_t left = cards; left != 0; left &= left - 1)
    types |= 1U << c_.type[static_cast<std::size_t>(lowest(left))];
  return static_cast<std::uint16_t>(types);
}

// The moves of a turn's first decision, card by card and space by space, and of who is stuck; of
// any other decision those of its set.
[[gnu::flatten]] void Rules::legal(const State& s, Seat seat, List& out) const {
  out.clear();
  const Todo& todo = s.todo.top();
  if (at(s) != At::kDecision || todo.seat() != seat) return;
  if (todo.what() != Do::kPlay) {
    for (std::uint32_t left = choice_set(s, seat); left != 0; left &= left - 1)
      out.push(numbered_choice(todo, lowest(left)));
    return;
  }
  using Kind = Move::Kind;
  const Reach spaces = legal_spaces(s, seat);
  const std::uint32_t types = hand_types(s.players[static_cast<std::size_t>(seat)].hand);
  const std::uint32_t all = spaces.all();
  const auto n = static_cast<std::size_t>(std::popcount(all));
  for (std::uint32_t t = types; t != 0; t &= t - 1) {
    write_row(out.extend(n), Move::make(Kind::kPlay, lowest(t)).bits, all);
  }
  if (spaces.at[0] == 0) {  // STUCK-1
    for (std::uint32_t t = types; t != 0; t &= t - 1)
      out.push(Move::make(Kind::kDiscard, lowest(t)));
  }
}

// The move that `which` chooses by its number of so many.
template <class Which>
Move Rules::choose_move(const State& s, Seat seat, const Which& which) const {
  const Todo& todo = s.todo.top();
  if (at(s) != At::kDecision || todo.seat() != seat) {
    which(0);
    return {};
  }
  using Kind = Move::Kind;
  if (todo.what() == Do::kPlay) {
    const Reach spaces = legal_spaces(s, seat);
    const std::uint32_t types = hand_types(s.players[static_cast<std::size_t>(seat)].hand);
    const std::uint32_t all = spaces.all();
    const auto wide = static_cast<std::uint32_t>(std::popcount(all));
    const auto cards = static_cast<std::uint32_t>(std::popcount(types));
    const std::uint32_t plays = wide * cards;
    const std::uint32_t n = which(plays + (spaces.at[0] == 0 ? cards : 0));
    if (n >= plays) return Move::make(Kind::kDiscard, nth_bit(types, n - plays));
    return Move::make(Kind::kPlay, nth_bit(types, n / wide), nth_bit(all, n % wide));
  }
  const std::uint32_t set = choice_set(s, seat);
  return numbered_choice(todo, nth_bit(set, which(static_cast<std::uint32_t>(std::popcount(set)))));
}
std::uint32_t Rules::legal_count(const State& s, Seat seat) const {
  std::uint32_t count = 0;
  (void)choose_move(s, seat, [&](std::uint32_t n) { return count = n, 0U; });
  return count;
}
Move Rules::legal_nth(const State& s, Seat seat, std::uint32_t n) const {
  return choose_move(s, seat, [&](std::uint32_t) { return n; });
}
[[gnu::flatten]] Move Rules::random_move(const State& s, Seat seat, Rng& rng) const {
  return choose_move(s, seat, [&](std::uint32_t n) { return rng.below(n); });
}

// Every decision but that of a turn has few choices: a set of small numbers, in the order in which
// they are listed. `numbered_choice` is the move of a number.
std::uint32_t Rules::choice_set(const State& s, Seat seat) const {
  const Todo& todo = s.todo.top();
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  std::uint32_t set = 0;
  switch (todo.what()) {
    case Do::kPay: {
      set = resources_in(p.store);
      const int where = terrain(s, todo.c());
      if (where < kDayCity) break;
      for (std::uint32_t left = set; left != 0; left &= left - 1) {
        const int r = lowest(left);
        if (!can_deliver_any(s, seat, where - kDayCity, p.store - goods(r), todo.a() - 1))
          set ^= 1U << r;
      }
      break;
    }
    case Do::kTile:
      for (unsigned i = 0; i < kMaxDisplay; ++i) {
        const auto tile = s.display[todo.a()][i];
        if (tile != kNone && can_deliver(p, p.store, c_.tiles[todo.a()][tile], 0)) set |= 1U << i;
      }
      break;
    case Do::kStandIn: {
      const Goods cost = c_.tiles[todo.a()][s.display[todo.a()][todo.b()]].cost;
      if (covers(p.store, cost)) set = 1;
      for (int x = 0; x < kResources; ++x) {
        for (int y = 0; y < kResources; ++y) {
          if (x != y && count_of(cost, x) > 0 && covers(p.store, cost - goods(x) + goods(y)))
            set |= 2U << (kResources * x + y);
        }
      }
      break;
    }
    case Do::kSlot:
      for (int slot = 0; slot < kSlots; ++slot) {
        if (slot_open(p, todo.a(), slot)) set |= 1U << slot;
      }
      break;
    case Do::kGain: return todo.a();
    case Do::kReturn: return resources_in(p.store);
    case Do::kDraft:
      for (unsigned i = 0; i < static_cast<unsigned>(colours()); ++i) {
        if (p.level1 == kNone && s.offer1[i] != kNone) set |= 1U << i;
        if (p.level3[kDay] == kNone && s.offer3[i][kDay] != kNone) set |= 1U << (kMaxSeats + i);
      }
      break;
    case Do::kNeutralSpace: return grow(1U << kShipSpace) & ~occupied(s);
    default: break;
  }
  return set;
}

Move Rules::numbered_choice(const Todo& todo, int number) {
  using Kind = Move::Kind;
  switch (todo.what()) {
    case Do::kPay: return Move::make(Kind::kPay, 0, number);
    case Do::kTile: return Move::make(Kind::kTile, todo.a(), number);
    case Do::kStandIn:
      if (number == 0) return Move::make(Kind::kExact);
      return Move::make(Kind::kStandIn, (number - 1) / kResources, (number - 1) % kResources);
    case Do::kSlot: return Move::make(Kind::kSlot, todo.a(), number);
    case Do::kGain: return Move::make(Kind::kGain, 0, number);
    case Do::kReturn: return Move::make(Kind::kReturn, 0, number);
    case Do::kDraft:
      return Move::make(Kind::kDraft, number < kMaxSeats ? 1 : 3, number % kMaxSeats);
    case Do::kNeutralSpace: return Move::make(Kind::kNeutral, 0, number);
    default: return {};
  }
}

// The cards of `other` whose place only its owner knows, how many of them are in hand, and what of
// the hand is open: the card that is being played while its voyage is paid.
Rules::Hidden Rules::hidden_cards(const State& s, Seat other) const {
  const Player& p = s.players[static_cast<std::size_t>(other)];
  Hidden out{static_cast<std::uint32_t>(p.hand | p.deck), 0, std::popcount(p.hand)};
  const Todo& todo = s.todo.top();
  if (todo.what() == Do::kPay && todo.seat() == other) {
    const std::uint32_t same = out.pool & c_.same[todo.b()];
    out.open = same & -same;
    out.pool ^= out.open;
    --out.held;
  }
  return out;
}

State Rules::knows(const State& s, Seat seat) const {
  State known = s;
  for (Seat other = 0; other < seats(); ++other) {
    if (other == seat) continue;
    // The split between hand and deck is hidden: as if the hand were the lowest cards.
    auto [pool, hand, held] = hidden_cards(s, other);
    for (; held > 0; --held) {
      hand |= pool & -pool;
      pool &= pool - 1;
    }
    Player& p = known.players[static_cast<std::size_t>(other)];
    p.hand = static_cast<std::uint16_t>(hand);
    p.deck = static_cast<std::uint16_t>(pool);
  }
  return known;
}

void Rules::resample(State& s, Seat seat, Rng& rng) const {
  for (Seat other = 0; other < seats(); ++other) {
    if (other == seat) continue;
    auto [pool, hand, held] = hidden_cards(s, other);
    for (; held > 0; --held) {
      const int card = nth_bit(pool, rng.below(static_cast<std::uint32_t>(std::popcount(pool))));
      const std::uint32_t same = pool & c_.same[static_cast<std::size_t>(card)];
      hand |= same & -same;
      pool &= ~(same & -same);
    }
    Player& p = s.players[static_cast<std::size_t>(other)];
    p.hand = static_cast<std::uint16_t>(hand);
    p.deck = static_cast<std::uint16_t>(pool);
  }
}

Scores Rules::scores(const State& s) const {
  Scores out;
  out.seats = seats();
  out.categories = kCategories;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats()); ++seat) {
    const Player& p = s.players[seat];
    auto& by = out.by[seat];
    const auto add = [&](std::size_t category, int n) {
      by[category] = static_cast<std::int16_t>(by[category] + n);
    };
    for (std::size_t h = 0; h < 2; ++h) {
      for (const auto tile : p.slots[h]) {
        if (tile != 0) add(kTiles, c_.tiles[h][tile - 1U].stars);
      }
    }
    const int pairs = std::min(p.delivered[kDay], p.delivered[kNight]);
    if (!winter()) add(kPairs, c_.pair_stars(pairs));  // END-2, WIN-1
    add(kCities, p.stars[kFromCities]);
    add(kSlotStars, p.stars[kFromSlots]);
    add(kRemoval, p.stars[kFromRemoval]);
    add(kImproved, p.stars[kFromImprovements]);
    add(kLeftovers, total_of(p.store) / 2);
    if (options_.mode == Mode::kImprovements) {
      for (std::size_t h = 0; h < 2; ++h) {  // IMP-4
        if (p.level3[h] == kNone || p.slots[h][kSlots - 1] == 0) continue;
        const Level3& half = c_.level3[h][p.level3[h]];
        const auto tiles_where = [&](auto fits) {
          int n = 0;
          for (std::size_t row = 0; row < 2; ++row) {
            for (const auto tile : p.slots[row])
              n += tile != 0 && fits(c_.tiles[row][tile - 1U].size) ? 1 : 0;
          }
          return n;
        };
        int n = 0;
        switch (half.kind) {
          case Level3::Kind::kRow: n = p.delivered[h]; break;
          case Level3::Kind::kOppositeRow: n = p.delivered[1 - h]; break;
          case Level3::Kind::kPairs: n = pairs; break;
          case Level3::Kind::kLeftovers: n = total_of(p.store); break;
          case Level3::Kind::kCostExactly:
            n = tiles_where([&](int size) { return size == half.cost; });
            break;
          case Level3::Kind::kCostAtLeast:
            n = tiles_where([&](int size) { return size >= half.cost; });
            break;
          case Level3::Kind::kOwnCards: n = std::popcount(s.cards[seat]); break;
          case Level3::Kind::kFlat: n = 1; break;
        }
        add(kImproved, n * half.n);
      }
    }
    int total = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(out.categories); ++i) total += by[i];
    out.total[seat] = static_cast<std::int16_t>(total);
  }
  return out;
}

Places Rules::places(const State& s) const {  // END-3
  const Scores sheet = scores(s);
  return places_of(sheet.total, sheet.seats);
}

}  // namespace tidelock::solenia
