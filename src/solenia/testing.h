// What the tests of Solenia share: the shipped pack, a table that plays notation, and positions
// written with names. Random games and a second opinion are in testing_games.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.h"
#include "solenia/game.h"
#include "solenia/pack.h"

namespace tidelock::solenia {

inline const Json& shipped_pack() {
  static const Json kPack = [] {
    const std::ifstream file(TIDELOCK_SOURCE_DIR "/data/solenia/reconstruction-1.json");
    std::stringstream text;
    text << file.rdbuf();
    Result<Json> json = parse_json(text.str());
    if (!json) ADD_FAILURE() << json.error().sentence();
    return json ? json.value() : Json();
  }();
  return kPack;
}

inline Solenia make_game(Options options = {}) {
  static const Components kComponents = [] {
    Result<Components> components = compile_components(shipped_pack());
    if (components) return components.value();
    ADD_FAILURE() << components.error().sentence();
    std::abort();  // no test can go on without a pack
  }();
  if (options.players == 1) options.first = 0;
  return {kComponents, options};
}

inline constexpr std::array<Mode, 3> kEveryMode = {Mode::kSummer, Mode::kWinter,
                                                   Mode::kImprovements};

inline int space_at(std::string_view name) { return (name[1] - '1') * kColumns + (name[0] - 'a'); }
inline bool has_space(std::uint32_t set, int space) {
  return ((set >> static_cast<unsigned>(space)) & 1U) != 0;
}
inline Goods goods_of(std::string_view letters) {
  Goods sum = 0;
  for (const char c : letters) sum += goods(static_cast<int>(kLetters.find(c)));
  return sum;
}
// A card type and a tile by their name and cost.
inline int card_named(std::string_view name) {
  const Solenia game = make_game();
  for (int i = 0; i < kCards; ++i) {
    if (card_name(game.components().cards[static_cast<std::size_t>(i)]) == name) return i;
  }
  ADD_FAILURE() << "no card " << name;
  return 0;
}
inline int tile_named(int hemisphere, std::string_view cost) {
  const Solenia game = make_game();
  const auto h = static_cast<std::size_t>(hemisphere);
  for (int i = 0; i < game.components().tile_count[h]; ++i) {
    if (game.components().tiles[h][static_cast<std::size_t>(i)].cost == goods_of(cost)) return i;
  }
  ADD_FAILURE() << "no tile " << cost;
  return 0;
}

inline bool is(const Event& e, What what) { return e.what == static_cast<std::uint16_t>(what); }

// A game somebody plays by notation. Every state on the way is checked.
class TestTable {
 public:
  TestTable(Solenia the_game, State state) : game(std::move(the_game)), s(state) {}
  // A new game after its set-up (and before the draft).
  explicit TestTable(Options options, std::uint64_t seed = 1)
      : TestTable(make_game(options), State{}) {
    s = game.start();
    luck = Seeded{seed};
    resolve_chance();
  }

  // The move of whoever decides; what chance has to say before it is said by the seed.
  TestTable& play(std::string_view text) {
    resolve_chance();
    const Seat seat = to_act();
    if (moves().empty()) {  // only a broken rule leads here
      ADD_FAILURE() << "'" << text << "': there is nothing to choose";
      return *this;
    }
    const Result<Move> move = game.read(s, seat, text);
    if (!move) {
      ADD_FAILURE() << "'" << text << "': " << move.error().sentence();
      return *this;
    }
    auto hear = [this](const Event& e) { events.push_back(e); };
    game.apply(s, seat, move.value(), Listener(hear));
    check(text);
    return *this;
  }
  TestTable& play(std::initializer_list<std::string_view> moves) {
    for (const std::string_view text : moves) play(text);
    return *this;
  }
  // What chance brings, as it is written: a card, "4:WHH5", a die.
  TestTable& answer(std::string_view text) {
    const Result<std::uint32_t> outcome = game.read_outcome(s, text);
    if (!outcome) {
      ADD_FAILURE() << "'" << text << "': " << outcome.error().sentence();
      return *this;
    }
    resolve(outcome.value());
    check(text);
    return *this;
  }
  TestTable& resolve_chance() {
    while (game.at(s) == At::kChance && resolve(luck(game.ask(s)))) {
    }
    check("chance");
    return *this;
  }

  [[nodiscard]] Seat to_act() const { return first_seat(game.to_act(s)); }
  [[nodiscard]] bool over() const { return game.at(s) == At::kOver; }
  [[nodiscard]] std::vector<std::string> moves() const {
    std::vector<std::string> out;
    if (game.at(s) != At::kDecision) return out;
    Solenia::List list;
    game.legal(s, to_act(), list);
    for (const Move move : list) out.push_back(game.write(s, to_act(), move));
    return out;
  }
  [[nodiscard]] bool can(std::string_view text) const {
    const auto list = moves();
    return std::find(list.begin(), list.end(), text) != list.end();
  }
  // Why a move is not legal; empty if it is.
  [[nodiscard]] std::string why_not(std::string_view text) const {
    const Result<Move> move = game.read(s, to_act(), text);
    return move ? std::string() : move.error().code;
  }
  [[nodiscard]] const Player& player(Seat seat) const {
    return s.players[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] std::string store(Seat seat) const { return write_goods(player(seat).store); }
  [[nodiscard]] int stars(Seat seat) const {
    int sum = 0;
    for (const auto n : player(seat).stars) sum += n;
    return sum;
  }
  [[nodiscard]] int count(What what, Seat who = -2) const {
    int n = 0;
    for (const Event& e : events) {
      n += is(e, what) && (who == -2 || e.who == who) ? 1 : 0;
    }
    return n;
  }

  Solenia game;
  State s;
  std::vector<Event> events;
  Seeded luck{1};

 private:
  bool resolve(std::uint32_t outcome) {
    if (game.ask(s).n == 0 || outcome >= game.ask(s).n) {
      ADD_FAILURE() << "chance has no answer";
      return false;
    }
    auto hear = [this](const Event& e) { events.push_back(e); };
    game.resolve(s, outcome, Listener(hear));
    return true;
  }
  void check(std::string_view after) const {
    if (const auto wrong = game.check(s))
      ADD_FAILURE() << "after " << after << ": " << wrong->sentence();
  }
};

// A position at the start of a turn, written with names. What is not said is filled in: hands and
// displays with the first cards and tiles left, empty stores, improvements in order.
class Position {
 public:
  explicit Position(Options options = {2, Mode::kSummer, Start::kDawn, 0})
      : game_(make_game(options)), first_(std::max(0, options.first)) {
    if (options.start == Start::kDusk) rows_ = {"1day", "2day", "5dusk", "3night", "4night"};
  }
  // Default, from the rear:      dusk:
  //   1night  A W A C S            1day    W C H S H
  //   2night  S C H S A            2day    H W A C W
  //   5dawn   W C A H S            5dusk   W A H C S
  //   3day    C H W A C            3night  C H S A C
  //   4day    S C W H C            4night  C A S C W
  Position& rows(std::array<const char*, kStrips> names) {
    rows_ = names;
    return *this;
  }
  Position& turn(int turns) {
    turn_ = turns;
    return *this;
  }
  Position& card(Seat seat, const char* space, const char* name) {
    cards_[space] = {seat, name};
    return *this;
  }
  Position& hand(Seat seat, std::vector<std::string> names) {
    at(seat).hand = std::move(names);
    return *this;
  }
  Position& store(Seat seat, const char* letters) {
    at(seat).store = letters;
    return *this;
  }
  Position& stars(Seat seat, int from_cities) {
    at(seat).stars = from_cities;
    return *this;
  }
  // Tiles by their cost; "" leaves a slot empty.
  Position& slots(Seat seat, int hemisphere, std::vector<std::string> costs) {
    at(seat).slots[static_cast<std::size_t>(hemisphere)] = std::move(costs);
    return *this;
  }
  Position& display(int hemisphere, std::vector<std::string> costs) {
    display_[static_cast<std::size_t>(hemisphere)] = std::move(costs);
    return *this;
  }
  // Solo: all that is left in the deck; the others left the game.
  Position& deck(int hemisphere, std::vector<std::string> costs) {
    deck_[static_cast<std::size_t>(hemisphere)] = std::move(costs);
    return *this;
  }
  Position& improvements(Seat seat, Level1::Kind level1, int day_half = -1, int night_half = -1) {
    at(seat).level1 = static_cast<int>(level1);  // the pack has one of each kind, in this order
    at(seat).level3 = {day_half, night_half};
    return *this;
  }

  [[nodiscard]] TestTable build() const {
    const Result<State> state = game_.from_json(json());
    if (!state) ADD_FAILURE() << "the position: " << state.error().sentence();
    return {game_, state ? state.value() : game_.start()};
  }

 private:
  struct One {
    std::vector<std::string> hand;
    std::string store;
    int stars = 0;
    std::array<std::vector<std::string>, 2> slots;
    int level1 = -1;
    std::array<int, 2> level3 = {-1, -1};
  };
  One& at(Seat seat) { return players_[static_cast<std::size_t>(seat)]; }

  [[nodiscard]] int played(int seat) const {
    const int n = game_.colours();
    return (turn_ + n - 1 - (seat - first_ + n) % n) / n;
  }
  [[nodiscard]] Json player_json(int seat) const {
    const Components& c = game_.components();
    const One& one = players_[static_cast<std::size_t>(seat)];
    const bool human = seat < game_.seats();
    std::vector<std::string> left;
    for (const Card& card : c.cards) left.push_back(card_name(card));
    const auto take = [&](const std::string& name) {
      const auto it = std::find(left.begin(), left.end(), name);
      if (it == left.end()) {
        ADD_FAILURE() << "no card " << name << " is left";
      } else {
        left.erase(it);
      }
    };
    for (const std::string& name : one.hand) take(name);
    for (const auto& [space, card] : cards_) {
      if (card.first == seat) take(card.second);
    }
    const auto next = [&] {
      std::string name = left.empty() ? std::string() : left.front();
      if (!left.empty()) left.erase(left.begin());
      return name;
    };
    const int unplayed = kCards - played(seat);
    std::vector<std::string> hand = one.hand;
    const auto held = static_cast<std::size_t>(human ? std::min(kHandSize, unplayed) : 0);
    while (hand.size() < held) hand.push_back(next());
    std::vector<std::string> deck;
    while (deck.size() < static_cast<std::size_t>(unplayed) - held) deck.push_back(next());
    Json out = {
        {"hand", hand},
        {"deck", deck},
        {"store", one.store},
        {"stars", {{"cities", one.stars}, {"slots", 0}, {"removal", 0}, {"improvements", 0}}}};
    int capacity = c.capacity[game_.winter() ? 1 : 0];
    for (std::size_t h = 0; h < 2; ++h) {
      Json row = Json::array();
      for (std::size_t i = 0; i < kSlots; ++i) {
        const bool filled = i < one.slots[h].size() && !one.slots[h][i].empty();
        row.push_back(filled ? Json(tile_named(static_cast<int>(h), one.slots[h][i]) + 1) : Json());
        if (filled && game_.winter()) capacity += c.slots[1][h][i].capacity;
      }
      out["slots"][h == kDay ? "day" : "night"] = row;
    }
    out["capacity"] = capacity;
    if (game_.mode() == Mode::kImprovements && human) {
      const bool both = !out["slots"]["day"][0].is_null() && !out["slots"]["night"][0].is_null();
      const int level1 = level1_of(seat);
      const auto kind = c.level1[static_cast<std::size_t>(level1)].kind;
      out["improvements"] = {{"level1", level1 + 1},
                             {"day", half_of(kDay, seat) + 1},
                             {"night", half_of(kNight, seat) + 1},
                             {"active", both && lasts(kind)}};
    }
    return out;
  }
  // Whoever is not given an improvement gets one that nobody has; day halves from the front of the
  // list, night halves from its end, so that a pair has two effects.
  template <class Given>
  [[nodiscard]] int given_or_free(int seat, bool backwards, const Given& given) const {
    if (const int tile = given(players_[static_cast<std::size_t>(seat)]); tile >= 0) return tile;
    std::set<int> taken;
    for (const One& one : players_) taken.insert(given(one));
    int before = 0;
    for (int i = 0; i < seat; ++i)
      before += given(players_[static_cast<std::size_t>(i)]) < 0 ? 1 : 0;
    for (int i = 0; i < kHalves; ++i) {
      const int tile = backwards ? kHalves - 1 - i : i;
      if (!taken.contains(tile) && before-- == 0) return tile;
    }
    return 0;
  }
  [[nodiscard]] int level1_of(int seat) const {
    return given_or_free(seat, false, [](const One& one) { return one.level1; });
  }
  [[nodiscard]] int half_of(int hemisphere, int seat) const {
    const auto h = static_cast<std::size_t>(hemisphere);
    return given_or_free(seat, h == kNight, [h](const One& one) { return one.level3[h]; });
  }
  [[nodiscard]] Json json() const {
    const Components& c = game_.components();
    const int to_play = (first_ + turn_) % game_.colours();
    Json out = {
        {"rows", rows_},  {"cards", Json::object()},
        {"turn", turn_},  {"first", first_ + 1},
        {"moved", false}, {"todo", {{{"do", "play"}, {"seat", to_play + 1}, {"args", {0, 0, 0}}}}}};
    for (const auto& [space, card] : cards_)
      out["cards"][space] = std::to_string(card.first + 1) + ":" + card.second;
    for (std::size_t h = 0; h < 2; ++h) {
      const char* name = h == kDay ? "day" : "night";
      std::set<int> used;
      for (const One& one : players_) {
        for (const std::string& cost : one.slots[h]) {
          if (!cost.empty()) used.insert(tile_named(static_cast<int>(h), cost));
        }
      }
      std::set<int> kept;  // what the position says lies in the deck
      if (deck_[h]) {
        for (const std::string& cost : *deck_[h])
          kept.insert(tile_named(static_cast<int>(h), cost));
      }
      Json shown = Json::array();
      for (const std::string& cost : display_[h]) {
        const int tile = tile_named(static_cast<int>(h), cost);
        used.insert(tile);
        shown.push_back(tile + 1);
      }
      Json left = Json::array();
      for (int tile = 0; tile < c.tile_count[h]; ++tile) {
        if (used.contains(tile)) continue;
        if (deck_[h]) {
          if (kept.contains(tile)) left.push_back(tile + 1);
        } else if (shown.size() < static_cast<std::size_t>(game_.display_size())) {
          shown.push_back(tile + 1);
        } else {
          left.push_back(tile + 1);
        }
      }
      out["display"][name] = shown;
      out["decks"][name] = left;
    }
    out["players"] = Json::array();
    for (int i = 0; i < game_.colours(); ++i) out["players"].push_back(player_json(i));
    if (game_.mode() == Mode::kImprovements) {
      Json level1 = Json::array();
      Json pairs = Json::array();
      for (int i = 0; i < game_.colours(); ++i) {
        const bool left = i >= game_.seats();  // solo: what nobody took
        level1.push_back(left ? Json(level1_of(i) + 1) : Json());
        pairs.push_back(left ? Json::array({half_of(kDay, i) + 1, half_of(kNight, i) + 1})
                             : Json::array({Json(), Json()}));
      }
      out["offers"] = {{"level1", level1}, {"pairs", pairs}};
    }
    return out;
  }

  Solenia game_;
  int first_;
  int turn_ = 0;
  std::array<const char*, kStrips> rows_ = {"1night", "2night", "5dawn", "3day", "4day"};
  std::map<std::string, std::pair<Seat, std::string>> cards_;
  std::array<One, kMaxSeats> players_;
  std::array<std::vector<std::string>, 2> display_;
  std::array<std::optional<std::vector<std::string>>, 2> deck_;
};

}  // namespace tidelock::solenia
