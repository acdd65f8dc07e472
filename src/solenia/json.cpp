// A state as JSON, whole or as a seat sees it, and back.
#include "core/json.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "core/same_names.h"
#include "solenia/game.h"
#include "solenia/schema.h"

namespace tidelock::solenia {

namespace {

constexpr std::array<std::string_view, 20> kDoNames = {
    "",         "draft",     "play",     "pay",          "tile",
    "stand-in", "slot",      "gain",     "return",       "neutral-space",
    "setup",    "refill",    "draw",     "neutral-card", "neutral-die",
    "bonus",    "zero-gain", "end-turn", "finish",       "over"};
static_assert(kDoNames.size() == static_cast<std::size_t>(Do::kOver) + 1);

constexpr std::array<const char*, kStarSources> kStarNames = {
    schema::state::stars::kCities, schema::state::stars::kSlots, schema::state::stars::kRemoval,
    schema::state::stars::kImprovements};

// What a state and a view tell in the same words is written and read by the names of the state.
static_assert(same_names({{schema::view::kRows, schema::state::kRows},
                          {schema::view::kCards, schema::state::kCards},
                          {schema::view::kTurn, schema::state::kTurn},
                          {schema::view::kFirst, schema::state::kFirst},
                          {schema::view::kMoved, schema::state::kMoved},
                          {schema::view::kDisplay, schema::state::kDisplay},
                          {schema::view::kDecks, schema::state::kDecks},
                          {schema::view::kOffers, schema::state::kOffers},
                          {schema::view::kTodo, schema::state::kTodo}}));
static_assert(same_names({{schema::view::own::kHand, schema::state::player::kHand},
                          {schema::view::own::kDeck, schema::state::player::kDeck},
                          {schema::view::own::kStore, schema::state::player::kStore},
                          {schema::view::own::kCapacity, schema::state::player::kCapacity},
                          {schema::view::own::kStars, schema::state::player::kStars},
                          {schema::view::own::kSlots, schema::state::player::kSlots},
                          {schema::view::own::kImprovements, schema::state::player::kImprovements},
                          {schema::view::other::kStore, schema::state::player::kStore},
                          {schema::view::other::kCapacity, schema::state::player::kCapacity},
                          {schema::view::other::kStars, schema::state::player::kStars},
                          {schema::view::other::kSlots, schema::state::player::kSlots},
                          {schema::view::other::kImprovements,
                           schema::state::player::kImprovements}}));
static_assert(
    same_names({{schema::view::improvements::kLevel1, schema::state::improvements::kLevel1},
                {schema::view::improvements::kDay, schema::state::improvements::kDay},
                {schema::view::improvements::kNight, schema::state::improvements::kNight},
                {schema::view::improvements::kActive, schema::state::improvements::kActive}}));
// And to both seats alike.
static_assert(same_names({{schema::view::other::kScore, schema::view::own::kScore},
                          {schema::view::other::kDiscards, schema::view::own::kDiscards},
                          {schema::view::other::kOrders, schema::view::own::kOrders},
                          {schema::view::other::kNeeds, schema::view::own::kNeeds},
                          {schema::view::other::kPairs, schema::view::own::kPairs}}));
// Where something is told of day and night.
static_assert(same_names({{schema::state::display::kDay, kHemispheres[kDay]},
                          {schema::state::display::kNight, kHemispheres[kNight]},
                          {schema::state::decks::kDay, kHemispheres[kDay]},
                          {schema::state::decks::kNight, kHemispheres[kNight]},
                          {schema::state::slots::kDay, kHemispheres[kDay]},
                          {schema::state::slots::kNight, kHemispheres[kNight]},
                          {schema::state::improvements::kDay, kHemispheres[kDay]},
                          {schema::state::improvements::kNight, kHemispheres[kNight]},
                          {schema::view::orders::kDay, kHemispheres[kDay]},
                          {schema::view::orders::kNight, kHemispheres[kNight]},
                          {schema::view::needs::kDay, kHemispheres[kDay]},
                          {schema::view::needs::kNight, kHemispheres[kNight]},
                          {schema::view::tiles::kDay, kHemispheres[kDay]},
                          {schema::view::tiles::kNight, kHemispheres[kNight]}}));

Json cards_json(const Components& c, std::uint32_t mask) {
  Json out = Json::array();
  for (; mask != 0; mask &= mask - 1)
    out.push_back(card_name(c.cards[static_cast<std::size_t>(std::countr_zero(mask))]));
  return out;
}

Json tile_numbers(std::uint32_t mask) {
  Json out = Json::array();
  for (; mask != 0; mask &= mask - 1) out.push_back(std::countr_zero(mask) + 1);
  return out;
}

// A tile, a side or an improvement by its number in the pack; null where there is none.
Json number_or_null(std::uint8_t value) { return value == kNone ? Json() : Json(value + 1); }

Json display_json(const State& s) {
  Json out;
  for (std::size_t h = 0; h < 2; ++h) {
    Json row = Json::array();
    for (const auto tile : s.display[h]) row.push_back(number_or_null(tile));
    while (!row.empty() && row.back().is_null()) row.erase(row.size() - 1);
    out[kHemispheres[h]] = row;
  }
  return out;
}

Json player_json(const Player& p) {
  namespace member = schema::state::player;
  Json stars;
  for (std::size_t i = 0; i < kStarSources; ++i) stars[kStarNames[i]] = p.stars[i];
  Json out = {{member::kStore, write_goods(p.store)},
              {member::kCapacity, p.capacity},
              {member::kStars, stars}};
  for (std::size_t h = 0; h < 2; ++h) {
    Json row = Json::array();
    for (const auto tile : p.slots[h]) row.push_back(tile == 0 ? Json() : Json(tile));
    out[member::kSlots][kHemispheres[h]] = row;
  }
  if (p.level1 != kNone || p.level3[kDay] != kNone) {
    out[member::kImprovements] = {
        {schema::state::improvements::kLevel1, number_or_null(p.level1)},
        {schema::state::improvements::kDay, number_or_null(p.level3[kDay])},
        {schema::state::improvements::kNight, number_or_null(p.level3[kNight])},
        {schema::state::improvements::kActive, p.active != 0}};
  }
  return out;
}

Json todo_json(const State& s) {
  namespace member = schema::state::step;
  Json out = Json::array();
  for (std::uint32_t i = 0; i < s.todo.depth; ++i) {
    const Todo& t = s.todo.items[i];
    out.push_back({{member::kDo, kDoNames[static_cast<std::size_t>(t.what())]},
                   {member::kSeat, t.seat() + 1},
                   {member::kArgs, {t.a(), t.b(), t.c()}}});
  }
  return out;
}

Goods missing_of(Goods cost, Goods store) {
  Goods out = 0;
  for (int r = 0; r < kResources; ++r) {
    const int n = count_of(cost, r) - count_of(store, r);
    if (n > 0) out += goods(r, static_cast<std::uint32_t>(n));
  }
  return out;
}

// Which orders of the display a seat could deliver with what is in its store, and what it lacks.
Json orders_json(const Solenia& g, const State& s, const Player& p) {
  namespace member = schema::view::order_row;
  const Components& c = g.components();
  Json out;
  for (std::size_t h = 0; h < 2; ++h) {
    Json row = Json::array();
    for (const auto tile : s.display[h]) {
      if (tile == kNone) continue;
      const Tile& order = c.tiles[h][tile];
      const bool room = p.delivered[h] < kSlots;  // CITY-3
      row.push_back({{member::kTile, tile + 1},
                     {member::kPays, room && g.can_deliver(p, p.store, order, 0)},
                     {member::kMissing, write_goods(missing_of(order.cost, p.store))}});
    }
    out[kHemispheres[h]] = row;
  }
  return out;
}

// How many tiles each slot waits for; null where one lies.
Json needs_json(const Solenia& g, const Player& p) {
  Json out;
  for (int h = 0; h < 2; ++h) {
    Json row = Json::array();
    for (int slot = 0; slot < kSlots; ++slot) {
      const bool filled = p.slots[static_cast<std::size_t>(h)][static_cast<std::size_t>(slot)] != 0;
      row.push_back(filled ? Json() : Json(g.tiles_first(p, h, slot)));
    }
    out[kHemispheres[static_cast<std::size_t>(h)]] = row;
  }
  return out;
}

// END-2: what the pairs count if the game ended now, and with one more if that is more.
Json pairs_json(const Components& c, const Player& p) {
  namespace member = schema::view::pairs;
  const int n = std::min(p.delivered[kDay], p.delivered[kNight]);
  Json out = {{member::kN, n}, {member::kStars, c.pair_stars(n)}};
  if (n < kSlots && c.pair_stars(n + 1) > c.pair_stars(n)) out[member::kNext] = c.pair_stars(n + 1);
  return out;
}

// IMP-3: the improvements whose slots are filled.
Json works_json(const Player& p) {
  Json out = Json::array();
  if (p.level1 != kNone && p.slots[kDay][0] != 0 && p.slots[kNight][0] != 0)
    out.push_back(schema::view::improvements::kLevel1);
  for (std::size_t h = 0; h < 2; ++h) {
    if (p.level3[h] != kNone && p.slots[h][kSlots - 1] != 0) out.push_back(kHemispheres[h]);
  }
  return out;
}

// The voyage that is being paid: card, space, and the nearest place it can begin at (VOY-1).
Json voyage_json(const Solenia& g, const State& s) {
  namespace member = schema::view::voyage;
  const Todo& todo = s.todo.top();
  const auto far = [&](int from) {
    return std::abs(from % kColumns - todo.c() % kColumns) +
           std::abs(from / kColumns - todo.c() / kColumns);
  };
  int from = kShipSpace;
  for (std::uint32_t own = s.cards[static_cast<std::size_t>(todo.seat())]; own != 0; own &= own - 1)
    if (far(std::countr_zero(own)) < far(from)) from = std::countr_zero(own);
  return {{member::kCard, card_name(g.components().cards[todo.b()])},
          {member::kSpace, space_name(todo.c())},
          {member::kFrom, space_name(from)}};
}

// What is open to everybody.
Json open_json(const Solenia& g, const State& s) {
  namespace member = schema::state;
  const Components& c = g.components();
  Json rows = Json::array();
  for (const auto side : s.rows) rows.push_back(side == kNone ? Json() : Json(side_name(side)));
  Json cards = Json::object();
  for (std::size_t i = 0; i < static_cast<std::size_t>(g.colours()); ++i) {
    for (std::uint32_t left = s.cards[i]; left != 0; left &= left - 1) {
      const int space = std::countr_zero(left);
      cards[space_name(space)] = std::to_string(i + 1) + ":" +
                                 card_name(c.cards[s.card_at[static_cast<std::size_t>(space)]]);
    }
  }
  Json out = {{member::kRows, rows},          {member::kCards, cards},
              {member::kTurn, s.turn},        {member::kFirst, s.first + 1},
              {member::kMoved, s.moved != 0}, {member::kDisplay, display_json(s)},
              {member::kTodo, todo_json(s)}};
  for (std::size_t h = 0; h < 2; ++h)
    out[member::kDecks][kHemispheres[h]] = tile_numbers(s.tile_deck[h]);
  if (g.mode() == Mode::kImprovements) {
    Json level1 = Json::array();
    Json pairs = Json::array();
    for (std::size_t i = 0; i < static_cast<std::size_t>(g.colours()); ++i) {
      level1.push_back(number_or_null(s.offer1[i]));
      pairs.push_back({number_or_null(s.offer3[i][kDay]), number_or_null(s.offer3[i][kNight])});
    }
    out[member::kOffers] = {{member::offers::kLevel1, level1}, {member::offers::kPairs, pairs}};
  }
  return out;
}

}  // namespace

Json Solenia::to_json(const State& s) const {
  namespace member = schema::state;
  Json out = open_json(*this, s);
  Json players = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(colours()); ++i) {
    const Player& p = s.players[i];
    Json player = player_json(p);
    player[member::player::kHand] = cards_json(components(), p.hand);
    player[member::player::kDeck] = cards_json(components(), p.deck);
    players.push_back(player);
  }
  out[member::kPlayers] = players;
  return out;
}

Json Solenia::view(const State& state, Seat seat) const {
  namespace member = schema::view;
  const State s = knows(state, seat);  // nothing below can show what this seat may not know
  Json out = open_json(*this, s);
  Json players = Json::array();
  const Scores sheet = scores(s);
  for (std::size_t i = 0; i < static_cast<std::size_t>(colours()); ++i) {
    const Player& p = s.players[i];
    Json player = player_json(p);
    const auto hidden = static_cast<std::uint32_t>(p.hand | p.deck);
    if (static_cast<Seat>(i) == seat) {
      player[member::own::kHand] = cards_json(components(), p.hand);
      player[member::own::kDeck] = cards_json(components(), p.deck);
    } else {
      player[member::other::kHandSize] = std::popcount(p.hand);
      player[member::other::kUnseen] = cards_json(components(), hidden);
    }
    if (i < static_cast<std::size_t>(seats())) {
      player[member::own::kDiscards] = kCards - std::popcount(hidden) - std::popcount(s.cards[i]);
      player[member::own::kScore] = sheet.total[i];
      player[member::own::kOrders] = orders_json(*this, s, p);
      player[member::own::kNeeds] = needs_json(*this, p);
      if (!winter()) player[member::own::kPairs] = pairs_json(components(), p);  // WIN-1
      if (player.contains(member::own::kImprovements))
        player[member::own::kImprovements][member::improvements::kWorks] = works_json(p);
    }
    players.push_back(player);
  }
  out[member::kPlayers] = players;
  out[member::kSeat] = seat < 0 ? Json() : Json(seat + 1);
  // The board space by space, so that no reader needs the pack to draw it.
  Json board = Json::array();
  for (int space = 0; space < kSpaces; ++space) {
    if (s.rows[static_cast<std::size_t>(space / kColumns)] == kNone) continue;
    const int where = terrain(s, space);
    board.push_back(
        {{member::board_space::kSpace, space_name(space)},
         {member::board_space::kIs,
          where < kDayCity ? std::string(1, kLetters[static_cast<std::size_t>(where)])
                           : std::string(where == kDayCity ? "day-city" : "night-city")}});
  }
  out[member::kBoard] = board;
  for (std::size_t h = 0; h < 2; ++h) {
    Json row = Json::array();
    for (const auto tile : s.display[h]) {
      if (tile == kNone) continue;
      row.push_back({{member::tile_row::kTile, tile + 1},
                     {member::tile_row::kCost, write_goods(components().tiles[h][tile].cost)},
                     {member::tile_row::kStars, components().tiles[h][tile].stars}});
    }
    out[member::kTiles][kHemispheres[h]] = row;
  }
  out[member::kRound] = std::min(kRounds, s.turn / colours() + 1);
  out[member::kRounds] = kRounds;
  out[member::kMode] = options()[schema::options::kMode];
  out[member::kStays] = Json::array();
  for (std::uint32_t left = occupied(s) & ~may_be_lifted(s); left != 0; left &= left - 1)
    out[member::kStays].push_back(space_name(std::countr_zero(left)));
  if (s.todo.top().what() == Do::kPay) out[member::kVoyage] = voyage_json(*this, s);
  return out;
}

namespace {

class StateReader {
 public:
  StateReader(const Solenia& g, const JsonIn& in) : g_(g), c_(g.components()), in_(in) {}

  State read() {
    namespace member = schema::state;
    State s = g_.start();
    s.todo = {};
    in_.only(member::kTakes);
    read_rows(s);
    read_cards(s);
    s.turn = static_cast<std::uint8_t>(in_[member::kTurn].integer(0, g_.total_turns()));
    s.first = static_cast<std::uint8_t>(in_[member::kFirst].integer(1, g_.seats()) - 1);
    s.moved = in_[member::kMoved].boolean() ? 1 : 0;
    read_tiles(s);
    read_offers(s);
    const JsonIn players = in_[member::kPlayers];
    const auto n = static_cast<std::size_t>(g_.colours());
    if (players.size(n, n) == n) {
      for (std::size_t i = 0; i < n; ++i) read_player(players[i], s.players[i]);
    }
    const JsonIn todo = in_[member::kTodo];
    const std::size_t depth = todo.size(1, s.todo.items.size());
    for (std::size_t i = 0; i < depth; ++i) {
      todo[i].only(member::step::kTakes);
      const auto what = static_cast<Do>(todo[i][member::step::kDo].one_of(kDoNames));
      const auto seat = static_cast<Seat>(todo[i][member::step::kSeat].integer(1, kMaxSeats) - 1);
      const JsonIn args = todo[i][member::step::kArgs];
      if (args.size(3, 3) == 0) continue;
      s.todo.push(Todo(what, seat, static_cast<int>(args[std::size_t{0}].integer(0, 255)),
                       static_cast<int>(args[1].integer(0, 63)),
                       static_cast<int>(args[2].integer(0, 63))));
    }
    return s;
  }

 private:
  void read_rows(State& s) {
    namespace member = schema::state;
    const JsonIn rows = in_[member::kRows];
    s.cities = {0, 0};
    if (rows.size(kStrips, kStrips) == 0) return;
    for (std::size_t row = 0; row < kStrips; ++row) {
      s.rows[row] = kNone;
      if (rows[row].is_null()) continue;
      const std::string name = rows[row].text(20);
      for (int side = 0; side < 2 * kStrips; ++side) {
        if (side_name(side) == name) s.rows[row] = static_cast<std::uint8_t>(side);
      }
      if (s.rows[row] == kNone) {
        rows[row].expected("a strip and its side, as in '1day' or '5dusk'");
        return;
      }
      for (std::size_t h = 0; h < 2; ++h)
        s.cities[h] |= c_.cities[s.rows[row]][h] << (kColumns * row);
    }
  }
  int read_card(const JsonIn& in, std::string_view name) const {
    for (std::size_t i = 0; i < kCards; ++i) {
      if (card_name(c_.cards[i]) == name) return c_.type[i];
    }
    in.expected("a card of the pack");
    return 0;
  }
  void read_cards(State& s) {
    namespace member = schema::state;
    const JsonIn cards = in_[member::kCards];
    if (!cards.is_object()) {
      cards.expected("an object");
      return;
    }
    for (auto it = cards.raw().begin(); it != cards.raw().end(); ++it) {
      const std::string& where = it.key();
      const JsonIn entry = cards[where];
      const std::string text = entry.text(20);
      const bool space = where.size() == 2 && where[0] >= 'a' && where[0] <= 'e' &&
                         where[1] >= '1' && where[1] <= '5';
      if (!space || text.size() < 3 || text[0] < '1' || text[0] >= '1' + g_.colours() ||
          text[1] != ':') {
        entry.expected("a space from a1 to e5 with owner and card, as in \"c3\": \"1:0WS\"");
        return;
      }
      const int at = (where[1] - '1') * kColumns + (where[0] - 'a');
      s.cards[static_cast<std::size_t>(text[0] - '1')] |= 1U << at;
      s.card_at[static_cast<std::size_t>(at)] =
          static_cast<std::uint8_t>(read_card(entry, std::string_view(text).substr(2)));
    }
  }
  void read_tiles(State& s) {
    namespace member = schema::state;
    const JsonIn display = in_[member::kDisplay];
    const JsonIn decks = in_[member::kDecks];
    display.only(member::display::kTakes);
    decks.only(member::decks::kTakes);
    for (std::size_t h = 0; h < 2; ++h) {
      const JsonIn row = display[kHemispheres[h]];
      const std::size_t n = row.size(0, kMaxDisplay);
      for (std::size_t i = 0; i < n; ++i) s.display[h][i] = number(row[i], c_.tile_count[h]);
      const JsonIn deck = decks[kHemispheres[h]];
      const std::size_t left = deck.size(0, static_cast<std::size_t>(c_.tile_count[h]));
      s.tile_deck[h] = 0;
      for (std::size_t i = 0; i < left; ++i) {
        const std::uint32_t bit = 1U << (deck[i].integer(1, c_.tile_count[h]) - 1);
        if ((s.tile_deck[h] & bit) != 0) deck[i].wrong("expected each tile once");
        s.tile_deck[h] |= bit;
      }
    }
  }
  static std::uint8_t number(const JsonIn& in, int most) {
    return in.is_null() ? kNone : static_cast<std::uint8_t>(in.integer(1, most) - 1);
  }
  void read_offers(State& s) {
    namespace member = schema::state;
    const JsonIn offers = in_.maybe(member::kOffers);
    if (!offers.exists()) return;
    offers.only(member::offers::kTakes);
    const auto n = static_cast<std::size_t>(g_.colours());
    if (offers[member::offers::kLevel1].size(n, n) != n ||
        offers[member::offers::kPairs].size(n, n) != n)
      return;
    for (std::size_t i = 0; i < n; ++i) {
      s.offer1[i] = number(offers[member::offers::kLevel1][i], kLevel1Tiles);
      const JsonIn pair = offers[member::offers::kPairs][i];
      if (pair.size(2, 2) == 0) return;
      for (std::size_t h = 0; h < 2; ++h) s.offer3[i][h] = number(pair[h], kHalves);
    }
  }
  // A pile of cards, taken in order from the copies that are left.
  std::uint16_t read_pile(const JsonIn& in, std::uint16_t& left) const {
    std::uint32_t pile = 0;
    const std::size_t n = in.size(0, kCards);
    for (std::size_t i = 0; i < n; ++i) {
      const auto type = static_cast<std::size_t>(read_card(in[i], in[i].text(20)));
      std::uint32_t copies = left & c_.same[type];
      if (copies == 0) {
        in[i].wrong("expected no more copies of a card than the pack has");
        return 0;
      }
      // Of cards that are the same the highest stay longest (see rules.cpp, draw_card).
      while ((copies & (copies - 1)) != 0) copies &= copies - 1;
      pile |= copies;
      left = static_cast<std::uint16_t>(left & ~copies);
    }
    return static_cast<std::uint16_t>(pile);
  }
  void read_player(const JsonIn& in, Player& p) const {
    namespace member = schema::state::player;
    in.only(member::kTakes);
    std::uint16_t left = 0xFFFF;
    p.deck = read_pile(in[member::kDeck], left);
    p.hand = read_pile(in[member::kHand], left);
    const JsonIn store = in[member::kStore];
    for (const char letter : store.text(100)) {
      const auto at = kLetters.find(letter);
      if (at == std::string_view::npos) {
        store.expected("letters W H S A");
        break;
      }
      p.store += goods(static_cast<int>(at));
    }
    p.capacity = static_cast<std::uint8_t>(in[member::kCapacity].integer(0, 40));
    in[member::kStars].only(schema::state::stars::kTakes);
    for (std::size_t i = 0; i < kStarSources; ++i)
      p.stars[i] = static_cast<std::uint8_t>(in[member::kStars][kStarNames[i]].integer(0, 120));
    in[member::kSlots].only(schema::state::slots::kTakes);
    for (std::size_t h = 0; h < 2; ++h) {
      const JsonIn row = in[member::kSlots][kHemispheres[h]];
      if (row.size(kSlots, kSlots) == 0) continue;
      for (std::size_t i = 0; i < kSlots; ++i) {
        p.slots[h][i] = row[i].is_null()
                            ? std::uint8_t{0}
                            : static_cast<std::uint8_t>(row[i].integer(1, c_.tile_count[h]));
        p.delivered[h] = static_cast<std::uint8_t>(p.delivered[h] + (p.slots[h][i] != 0 ? 1 : 0));
      }
    }
    const JsonIn improvements = in.maybe(member::kImprovements);
    if (!improvements.exists()) return;
    improvements.only(schema::state::improvements::kTakes);
    p.level1 = number(improvements[schema::state::improvements::kLevel1], kLevel1Tiles);
    for (std::size_t h = 0; h < 2; ++h)
      p.level3[h] = number(improvements[kHemispheres[h]], kHalves);
    p.active = improvements[schema::state::improvements::kActive].boolean() ? 1 : 0;
  }

  const Solenia& g_;
  const Components& c_;
  const JsonIn& in_;
};

}  // namespace

Result<State> Solenia::from_json(const Json& json) const {
  JsonIn::Trouble trouble;
  const JsonIn in(json, trouble);
  const State s = StateReader(*this, in).read();
  if (trouble.any()) {
    Error wrong = trouble.first();
    wrong.code = name_of(Code::kBadState);
    return wrong;
  }
  if (auto wrong = check(s)) return *wrong;
  return s;
}

Json Solenia::move_json(const State& s, Seat seat, Move move) const {
  using Kind = Move::Kind;
  namespace member = schema::move;
  switch (move.kind()) {
    case Kind::kPlay: {
      const int where = terrain(s, move.b());
      const int value = components().cards[static_cast<std::size_t>(move.a())].value;
      const int voyage = voyage_cost(s, seat, move.b());
      Json gives = Json::object();
      if (where < kDayCity) {
        if (value > 0)
          gives[member::gives::kGoods] = std::string(static_cast<std::size_t>(value),
                                                     kLetters[static_cast<std::size_t>(where)]);
      } else {
        const auto h = static_cast<std::size_t>(where - kDayCity);
        Json orders = Json::array();  // VOY-2: what the voyage leaves pays for one of these
        for (const auto tile : s.display[h]) {
          const Player& p = s.players[static_cast<std::size_t>(seat)];
          if (tile != kNone && can_deliver(p, p.store, components().tiles[h][tile], voyage))
            orders.push_back(tile + 1);
        }
        gives = {{member::gives::kStars, value},
                 {member::gives::kDelivery, kHemispheres[h]},
                 {member::gives::kOrders, orders}};
      }
      return {
          {member::kKind, "play"},
          {member::play::kCard, card_name(components().cards[static_cast<std::size_t>(move.a())])},
          {member::play::kSpace, space_name(move.b())},
          {member::play::kVoyage, voyage},
          {member::play::kGives, gives},
          {member::play::kAirship, value == 0}};
    }
    case Kind::kDiscard:
      return {{member::kKind, "discard"},
              {member::discard::kCard,
               card_name(components().cards[static_cast<std::size_t>(move.a())])},
              {member::discard::kAirship, true}};
    case Kind::kPay:
      return {{member::kKind, "pay"},
              {member::pay::kResource, letter(move.b())},
              {member::pay::kLeft, s.todo.top().a()}};
    case Kind::kTile: {
      const auto h = static_cast<std::size_t>(move.a());
      const auto tile = s.display[h][static_cast<std::size_t>(move.b())];
      return {{member::kKind, "tile"},
              {member::tile::kRow, kHemispheres[h]},
              {member::tile::kPlace, move.b() + 1},
              {member::tile::kTile, tile + 1},
              {member::tile::kCost, write_goods(components().tiles[h][tile].cost)},
              {member::tile::kStars, components().tiles[h][tile].stars}};
    }
    case Kind::kExact: return {{member::kKind, "exact"}};
    case Kind::kStandIn:
      return {{member::kKind, "stand-in"},
              {member::stand_in::kOut, letter(move.a())},
              {member::stand_in::kIn, letter(move.b())}};
    case Kind::kSlot:
      return {{member::kKind, "slot"},
              {member::slot::kRow, kHemispheres[static_cast<std::size_t>(move.a())]},
              {member::slot::kSlot, move.b() + 1},
              {member::slot::kLevel, move.b() / 2 + 1}};
    case Kind::kGain:
      return {{member::kKind, "gain"},
              {member::gain::kResource, letter(move.b())},
              {member::gain::kLeft, s.todo.top().b()}};
    case Kind::kReturn:
      return {{member::kKind, "return"}, {member::return_::kResource, letter(move.b())}};
    case Kind::kDraft: {
      const auto at = static_cast<std::size_t>(move.b());
      if (move.a() == 1)
        return {{member::kKind, "draft"},
                {member::draft::kLevel, 1},
                {member::draft::kPlace, move.b() + 1},
                {member::draft::kTile, s.offer1[at] + 1}};
      return {{member::kKind, "draft"},
              {member::draft::kLevel, 3},
              {member::draft::kPlace, move.b() + 1},
              {member::draft::kDay, s.offer3[at][kDay] + 1},
              {member::draft::kNight, s.offer3[at][kNight] + 1}};
    }
    case Kind::kNeutral:
      return {{member::kKind, "neutral"}, {member::neutral::kSpace, space_name(move.b())}};
    case Kind::kInvalid: break;
  }
  return {{member::kKind, "unknown"}};
}

}  // namespace tidelock::solenia
