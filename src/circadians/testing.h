// What the tests of Circadians share: the shipped pack, and a table whose position is built by hand
// and on which notation is played.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <gtest/gtest.h>
#include <initializer_list>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "circadians/game.h"
#include "core/json.h"

namespace tidelock::circadians {

inline const Json& pack_json() {
  static const Json kPack = [] {
    const std::ifstream file(TIDELOCK_SOURCE_DIR "/data/circadians/reconstruction-1.json");
    std::stringstream text;
    text << file.rdbuf();
    Result<Json> json = parse_json(text.str());
    if (!json) ADD_FAILURE() << json.error().sentence();
    return json ? json.value() : Json();
  }();
  return kPack;
}
inline const Pack& shipped_pack() {
  static const std::shared_ptr<const Pack> kPack = [] {
    auto compiled = compile_pack(pack_json());
    if (compiled) return compiled.value();
    ADD_FAILURE() << compiled.error().sentence();
    std::abort();  // no test can go on without a pack
  }();
  return *kPack;
}
inline const Components* pack() { return &shipped_pack().components; }
inline const Names& names_of(const Named& what) { return shipped_pack().texts.names(what); }
inline const std::string& id_of(const Named& what) { return shipped_pack().texts.id(what); }

template <class List>
int index_of(const List& list, std::string_view id) {
  const std::size_t i = shipped_pack().texts.find(list, id);
  if (i < list.size()) return static_cast<int>(i);
  ADD_FAILURE() << "no " << id << " in the pack";
  return 0;
}
inline int card(std::string_view id) { return index_of(pack()->contracts, id); }
inline int leader_no(std::string_view id) { return index_of(pack()->leaders, id); }
inline int token_no(std::string_view id) { return index_of(pack()->tokens, id); }
inline int event_no(std::string_view id) { return index_of(pack()->events, id); }
inline int ship_no(std::string_view id) { return index_of(pack()->ships, id); }
inline int farm_no(std::string_view id) { return index_of(pack()->farms, id); }
inline int breakthrough_no(std::string_view id) { return index_of(pack()->breakthroughs, id); }
inline int setback_no(std::string_view id) { return index_of(pack()->setbacks, id); }
inline int space_at(int q, int r) {
  for (int i = 0; i < kSpaces; ++i) {
    if (pack()->planet[0][idx(i)].q == q && pack()->planet[0][idx(i)].r == r) return i;
  }
  ADD_FAILURE() << "no space " << q << "," << r;
  return 0;
}

// Goods by their letters: "3W1E".
inline Goods goods(std::string_view text) {
  Goods out{};
  int n = 0;
  for (const char ch : text) {
    if (ch >= '0' && ch <= '9') {
      n = n * 10 + (ch - '0');
    } else {
      out[kLetters.find(ch)] = static_cast<std::int16_t>(n);
      n = 0;
    }
  }
  return out;
}

struct Setting {
  int players = 2;
  std::vector<std::string> leaders = {};  // of the first seats; the others get quiet ones
  bool expansion = true;
  bool planet_b = false;
  std::string sides_b = {};  // faction ids whose boards lie on side B
  int ai = 1;
  int rules = kRulesVersion;
};

inline Circadians make_game(const Setting& setting = {}, bool dealt = false) {
  Options options;
  options.players = setting.players;
  options.expansion = setting.expansion;
  options.planet = setting.planet_b ? 1 : 0;
  for (std::size_t f = 0; f < kFactions; ++f)
    options.faction[f] = setting.sides_b.find(kFactionIds[f]) != std::string::npos ? 1 : 0;
  options.ai_level = setting.ai;
  options.rules = setting.rules;
  if (!dealt) {
    for (const std::string& id : setting.leaders)
      options.leaders.push_back(static_cast<std::uint8_t>(leader_no(id)));
    for (const char* quiet :
         {"sanna_lindqvist", "viktor_hale", "tobias_okoro", "ines_marchetti", "declan_moss"}) {
      const auto id = static_cast<std::uint8_t>(leader_no(quiet));
      if (options.leaders.size() < idx(setting.players) &&
          std::find(options.leaders.begin(), options.leaders.end(), id) == options.leaders.end())
        options.leaders.push_back(id);
    }
  }
  return {shipped_pack(), options};
}

// A game in round 1 with the turn of seat 0 from a Garage. Nobody owns anything; seat 0 has three
// dice in no Garage, the others one of theirs, a 1, in the first. Tests put things down, call
// fix(), and play.
class TestTable {
 public:
  explicit TestTable(const Setting& setting = {}) : game(make_game(setting)), s(game.start()) {
    resolve_chance();
    while (s.todo.top().what != Do::kPlan) {
      Circadians::List list;
      const Seat seat = to_act();
      game.legal(s, seat, list);
      if (list.empty()) std::abort();
      game.apply(s, seat, list[0], NoEvents());
      resolve_chance();
    }
    clear();
    fix();
    mark();
  }

  // --- the position ---

  Player& p(int seat) { return s.players[idx(seat)]; }
  [[nodiscard]] const Player& p(int seat) const { return s.players[idx(seat)]; }

  TestTable& own(int seat, std::string_view text) {
    p(seat).goods = goods(text);
    return *this;
  }
  // Garages are counted from 1 here, as in notation.
  TestTable& die(int seat, int garage, int value) {
    Player& one = p(seat);
    if (one.idle > 0 && one.garage[idx(garage - 1)] == 0) --one.idle;
    one.garage[idx(garage - 1)] = static_cast<std::uint8_t>(value);
    return *this;
  }
  // A Specialist of a set-up space (1 to 3) in a Garage.
  TestTable& specialist(int seat, int garage, int space = 1) {
    p(seat).garage[idx(garage - 1)] = Piece::kSpecialist;
    p(seat).gained = static_cast<std::uint8_t>(p(seat).gained | (1U << (space - 1)));
    return *this;
  }
  TestTable& hand(int seat, std::initializer_list<std::string_view> ids) {
    for (const auto id : ids) {
      take_card(card(id));
      p(seat).hand.add(card(id));
    }
    return *this;
  }
  TestTable& fulfilled(int seat, std::initializer_list<std::string_view> ids) {
    for (const auto id : ids) {
      take_card(card(id));
      p(seat).fulfilled.add(card(id));
    }
    return *this;
  }
  TestTable& ship(int seat, int garage, std::string_view id) {
    p(seat).ship[idx(garage - 1)] = static_cast<std::uint8_t>(ship_no(id) + 1);
    return *this;
  }
  TestTable& farm(int seat, int slot, std::string_view id) {
    p(seat).tile[idx(slot - 1)] = static_cast<std::uint8_t>(farm_no(id) + 1);
    return *this;
  }
  TestTable& top_ship(int stack, std::string_view id) {
    s.up[kShipTile][idx(stack - 1)] = static_cast<std::uint8_t>(ship_no(id) + 1);
    return *this;
  }
  TestTable& top_farm(int stack, std::string_view id) {
    s.up[kFarmTile][idx(stack - 1)] = static_cast<std::uint8_t>(farm_no(id) + 1);
    return *this;
  }
  TestTable& token(int seat, std::string_view id) {
    const auto wanted = static_cast<std::uint8_t>(token_no(id));
    auto& mine = game.is_ai(seat) ? s.ai_token : p(seat).token;
    for (auto& other : s.players) {
      if (other.token == wanted) other.token = mine;
    }
    if (s.ai_token == wanted) s.ai_token = mine;
    mine = wanted;
    return *this;
  }
  TestTable& event(std::string_view id) {
    const auto which = event_no(id);
    s.events = game.events_in_play() & ~(1U << which);
    s.event = static_cast<std::uint8_t>(which);
    return *this;
  }
  // A die or Specialist (7) that negotiated before, its Breakthrough taken from the end of the
  // pool.
  TestTable& negotiated(int faction, int row, int seat, int value) {
    s.negotiation[idx(faction)][idx(row - 1)] = Piece(static_cast<Seat>(seat), value);
    bool incident = false;
    if (value == Piece::kSpecialist) {
      incident = s.specialist_breakthroughs < 2;
      if (incident) ++s.specialist_breakthroughs;
    } else {
      incident = !has_bit(s.breakthrough_values, value);
      s.breakthrough_values = static_cast<std::uint8_t>(s.breakthrough_values | (1U << value));
    }
    for (int i = static_cast<int>(pack()->breakthroughs.size()) - 1; incident && i >= 0; --i) {
      if (has_bit(s.breakthroughs, i) || !game.breakthrough_in_play(s, i)) continue;
      s.breakthroughs = static_cast<std::uint16_t>(s.breakthroughs | (1U << i));
      break;
    }
    return *this;
  }
  // All Breakthroughs of values are used, so that dice cause none.
  TestTable& no_breakthroughs() {
    for (int v = 1; v <= 6; ++v) {
      if (has_bit(s.breakthrough_values, v)) continue;
      s.breakthrough_values = static_cast<std::uint8_t>(s.breakthrough_values | (1U << v));
      for (int i = static_cast<int>(pack()->breakthroughs.size()) - 1; i >= 0; --i) {
        if (has_bit(s.breakthroughs, i) || !game.breakthrough_in_play(s, i)) continue;
        s.breakthroughs = static_cast<std::uint16_t>(s.breakthroughs | (1U << i));
        break;
      }
    }
    return *this;
  }
  TestTable& delivered(int value, int row, int seat, int piece = 0) {
    s.depository[idx(value - 1)][idx(row - 1)] =
        Piece(static_cast<Seat>(seat), piece == 0 ? value : piece);
    return *this;
  }
  TestTable& in_hq(int space, int seat, int value) {
    s.hq[idx(space - 1)] = Piece(static_cast<Seat>(seat), value);
    return *this;
  }
  TestTable& on_station(int station, int space, int seat, int value) {
    s.station[idx(station)][idx(space - 1)] = Piece(static_cast<Seat>(seat), value);
    return *this;
  }
  TestTable& harvester(int seat, int q, int r) {
    p(seat).harvester = static_cast<std::uint8_t>(space_at(q, r));
    return *this;
  }
  TestTable& round(int n) {
    s.round = static_cast<std::uint8_t>(n);
    std::uint32_t left = game.events_in_play();
    for (int i = 0; i < std::min(n, pack()->rounds - 1); ++i) left &= left - 1;
    s.events = left;
    s.event = n >= pack()->rounds ? static_cast<std::uint8_t>(game.last_event()) : kNone;
    return *this;
  }
  // Whose Garage turn it is.
  TestTable& turn(int seat) {
    begin_phase(Phase::kTurns);
    s.turn = static_cast<std::uint8_t>((seat + 1) % game.seats());
    s.todo.push({Do::kSend, static_cast<std::uint8_t>(seat), 0, 0, 0, 0});
    return *this;
  }
  // The piece on this space of Headquarters (from 1) acts.
  TestTable& hq_turn(int space = 1) {
    begin_phase(Phase::kHq);
    s.turn = 0;
    const auto owner = static_cast<std::uint8_t>(s.hq[idx(space - 1)].owner());
    s.todo.push({Do::kSend, owner, 1, static_cast<std::uint8_t>(space - 1), 0, 0});
    return *this;
  }

  // Counts everything anew that follows from what lies where; and looks whether it is a state.
  TestTable& fix() {
    struct Sum {
      int dice = 0, out = 0, out_specialists = 0, specialists = 0;
    };
    std::array<Sum, kMaxSeats> sums{};
    const auto count = [&](Piece piece, bool stays) {
      if (piece.empty()) return;
      Sum& sum = sums[idx(piece.owner())];
      if (piece.specialist()) {
        ++(stays ? sum.out_specialists : sum.specialists);
      } else if (piece.regular()) {
        ++(stays ? sum.out : sum.dice);
      }
    };
    for (const auto& column : s.negotiation) {
      for (const Piece piece : column) count(piece, true);
    }
    for (const auto& column : s.depository) {
      for (const Piece piece : column) count(piece, true);
    }
    for (const auto& station : s.station) {
      for (const Piece piece : station) count(piece, false);
    }
    for (const Piece piece : s.partner) count(piece, false);
    for (const Piece piece : s.hq) count(piece, false);
    for (const auto& one : s.players) {
      for (const Piece piece : one.outpost) count(piece, false);
    }
    for (int i = 0; i < game.colours(); ++i) {
      Player& one = p(i);
      Sum& sum = sums[idx(i)];
      const auto lies = [&](std::uint8_t die) {
        if (die == Piece::kSpecialist) {
          ++sum.specialists;
        } else if (die != 0) {
          ++sum.dice;
        }
      };
      for (const auto die : one.garage) lies(die);
      for (const auto die : one.farm) lies(die);
      for (const auto n : one.rolled) sum.dice += n;
      sum.dice += one.idle + one.canteen;
      sum.specialists += one.idle_specialists + one.canteen_specialists;
      one.out = static_cast<std::uint8_t>(sum.out);
      one.out_specialists = static_cast<std::uint8_t>(sum.out_specialists);
      one.reserve = static_cast<std::uint8_t>(pack()->dice - sum.dice - sum.out);
      // Whoever has more Specialists somewhere than were said to be gained has gained them.
      for (int k = 0; k < 3; ++k) {
        if (std::popcount(one.gained) < sum.specialists + sum.out_specialists + one.locked)
          one.gained = static_cast<std::uint8_t>(one.gained | (1U << k));
      }
    }
    fix_tiles();
    for (int i = 0; i < game.colours(); ++i) {
      const int space = p(i).harvester;
      if (space < kFirstCorner) s.tokens &= ~(std::uint64_t{1} << space);
    }
    check("the position");
    mark();
    return *this;
  }

  // --- play ---

  // Answers of chance to come, as they are written; without any, chance is seeded.
  TestTable& next(std::initializer_list<std::string_view> texts) {
    for (const auto text : texts) answers.emplace_back(text);
    return *this;
  }
  TestTable& play(std::string_view text) {
    const Seat seat = to_act();
    if (game.at(s) != At::kDecision) {
      ADD_FAILURE() << "'" << text << "': nobody has to decide";
      return *this;
    }
    const Result<Move> move = game.read(s, seat, text);
    if (!move) {
      ADD_FAILURE() << "'" << text << "': " << move.error().sentence() << "; legal: " << legal();
      return *this;
    }
    auto hear = [this](const Event& e) { events.push_back(e); };
    game.apply(s, seat, move.value(), Listener(hear));
    check(text);
    resolve_chance();
    return *this;
  }
  TestTable& play(std::initializer_list<std::string_view> moves) {
    for (const auto text : moves) play(text);
    return *this;
  }
  // Puts the piece of seat 0 on its way and goes on to the next decision of a Garage turn, by
  // first choices.
  TestTable& finish() {
    while (game.at(s) == At::kDecision && s.todo.top().what != Do::kSend && !planning()) {
      if (!first_choice()) break;
    }
    return *this;
  }
  bool first_choice() {
    const auto list = moves_of(to_act());
    if (list.empty()) {
      ADD_FAILURE() << "no choice";
      return false;
    }
    play(game.write(s, to_act(), list[0]));
    return true;
  }
  // Drops everything that is left in Canteens, until the next Plan or the end.
  TestTable& finish_round() {
    for (int n = 0; n < 400 && game.at(s) == At::kDecision && !planning(); ++n) {
      if (s.todo.top().what != Do::kSend) {
        if (!first_choice()) break;
        continue;
      }
      bool done = false;
      for (const Move move : moves_of(to_act())) {
        const bool drops = move.kind() == Move::Kind::kSend && move.b() == kToCanteen;
        if (!drops && move.kind() != Move::Kind::kDone) continue;
        play(game.write(s, to_act(), move));
        done = true;
        break;
      }
      if (!done && !first_choice()) break;
    }
    return *this;
  }
  TestTable& resolve_chance() {
    while (game.at(s) == At::kChance) {
      const Ask question = game.ask(s);
      std::uint32_t outcome = luck(question);
      if (!answers.empty()) {
        const Result<std::uint32_t> wanted = game.read_outcome(s, answers.front());
        if (!wanted) {
          ADD_FAILURE() << "'" << answers.front() << "': " << wanted.error().sentence();
          answers.clear();
          return *this;
        }
        outcome = wanted.value();
        answers.pop_front();
      }
      asked.push_back(question);
      auto hear = [this](const Event& e) { events.push_back(e); };
      game.resolve(s, outcome, Listener(hear));
      check("chance");
    }
    return *this;
  }

  // --- questions ---

  [[nodiscard]] bool planning() const { return s.todo.top().what == Do::kPlan; }
  [[nodiscard]] bool over() const { return game.at(s) == At::kOver; }
  [[nodiscard]] Seat to_act() const { return first_seat(game.to_act(s)); }
  [[nodiscard]] Do asks() const { return s.todo.top().what; }
  [[nodiscard]] std::vector<Move> moves_of(Seat seat) const {
    Circadians::List list;
    game.legal(s, seat, list);
    return {list.begin(), list.end()};
  }
  [[nodiscard]] std::set<std::string> moves() const {
    std::set<std::string> out;
    if (game.at(s) != At::kDecision) return out;
    for (const Move move : moves_of(to_act())) out.insert(game.write(s, to_act(), move));
    return out;
  }
  [[nodiscard]] std::string legal() const {
    std::string out;
    for (const auto& text : moves()) out += (out.empty() ? "" : " ") + text;
    return out;
  }
  [[nodiscard]] bool can(std::string_view text) const {
    return moves().contains(std::string(text));
  }
  // Legal moves that begin so.
  [[nodiscard]] std::set<std::string> starting(std::string_view text) const {
    std::set<std::string> out;
    for (const auto& move : moves()) {
      if (move.substr(0, text.size()) == text) out.insert(move);
    }
    return out;
  }
  [[nodiscard]] std::string has(int seat) const { return write_goods(p(seat).goods); }
  // What changed since fix() or mark(): "+3W-1A", or "0".
  [[nodiscard]] std::string delta(int seat) const {
    std::string out;
    for (std::size_t r = 0; r < kResources; ++r) {
      const int n = p(seat).goods[r] - before_[idx(seat)].goods[r];
      if (n != 0) out += (n > 0 ? "+" : "") + std::to_string(n) + kLetters[r];
    }
    return out.empty() ? "0" : out;
  }
  [[nodiscard]] int drew(int seat) const {
    return p(seat).hand.count() - before_[idx(seat)].hand.count();
  }
  // Dice that came from the reserve.
  [[nodiscard]] int new_dice(int seat) const {
    return before_[idx(seat)].reserve - p(seat).reserve;
  }
  void mark() {
    before_ = s.players;
    events.clear();
    asked.clear();
  }
  [[nodiscard]] int count(What what, int who = -2) const {
    int n = 0;
    for (const Event& e : events)
      n += e.what == static_cast<std::uint16_t>(what) && (who == -2 || e.who == who) ? 1 : 0;
    return n;
  }
  [[nodiscard]] std::vector<Event> told(What what) const {
    std::vector<Event> out;
    for (const Event& e : events) {
      if (e.what == static_cast<std::uint16_t>(what)) out.push_back(e);
    }
    return out;
  }
  [[nodiscard]] int line(int seat, std::size_t category) const {
    return game.scores(s).by[idx(seat)][category];
  }

  Circadians game;
  State s;
  std::vector<Event> events;
  std::vector<Ask> asked;
  std::deque<std::string> answers;
  Seeded luck{7};

 private:
  void begin_phase(Phase phase) {
    while (s.todo.depth > 0) s.todo.pop();
    s.todo.push({Do::kRound, 0, static_cast<std::uint8_t>(phase), 0, 0, 0});
    s.phase = static_cast<std::uint8_t>(phase);
  }
  void take_card(int which) {
    s.deck.remove(which);
    s.discards.remove(which);
    for (auto& one : s.players) {
      one.hand.remove(which);
      one.fulfilled.remove(which);
    }
  }
  void clear() {
    s.hq = {};
    s.tokens = 0;
    for (int i = 0; i < kFirstCorner; ++i) {
      if (!covers(Goods{}, pack()->planet[s.sides & 1U][idx(i)].token))
        s.tokens |= std::uint64_t{1} << i;
    }
    for (auto& cache : s.cache) cache = kNone;
    s.fronts = 0x38;  // K1 to K3 in the north, K4 to K6 in the south
    s.hq_waits = 0;
    s.radio = 0;
    s.event = kNone;
    s.events = game.events_in_play() & (game.events_in_play() - 1);
    for (int i = 0; i < game.seats(); ++i) {
      Player& one = p(i);
      s.deck |= one.hand;
      one.hand = {};
      one.garage = {};
      one.farm = {};
      one.rolled = {};
      one.idle = 3;
      one.idle_specialists = 0;
      one.canteen = 0;
      one.canteen_specialists = 0;
      one.gained = 0;
      one.locked = 0;
      one.goods = {};
      one.stage = Stage::kNothing;
      one.pick = 0;
      one.to_roll = 0;
      one.plan_rolls = 0;
      one.exchanged = 0;
      one.renewed = 0;
      one.drawn = 0;
      one.seen = 0;
      one.flags = 0;
      one.harvester = 0;
      if (game.expansion()) one.token = kNone;
      if (i > 0) die(i, 1, 1);
    }
    s.plan_discards = {};
    if (game.expansion()) {
      // Tokens that ask for something when used come last.
      constexpr std::array<const char*, 4> kTokens = {"O8", "O4", "O5", "O6"};
      if (game.solo()) s.ai_token = static_cast<std::uint8_t>(token_no("O4"));
      for (int i = 0; i < game.seats(); ++i)
        p(i).token = static_cast<std::uint8_t>(token_no(kTokens[idx(i)]));
    }
    turn(0);
  }
  void fix_tiles() {
    for (int kind = 0; kind < 2; ++kind) {
      const auto& tiles = kind == kShipTile ? pack()->ships : pack()->farms;
      auto& pool = kind == kShipTile ? s.ship_pool : s.farm_pool;
      std::array<int, kMaxTileKinds> left{};
      for (std::size_t i = 0; i < tiles.size(); ++i) {
        if (!tiles[i].unique && (game.expansion() || !tiles[i].expansion))
          left[i] = tiles[i].copies;
      }
      for (int i = 0; i < game.seats(); ++i) {
        if (kind == kShipTile) {
          for (const auto tile : p(i).ship) left[tile == 0 ? kMaxTileKinds - 1 : tile - 1U]--;
        } else {
          for (const auto tile : p(i).tile) left[tile == 0 ? kMaxTileKinds - 1 : tile - 1U]--;
        }
      }
      for (auto& up : s.up[idx(kind)]) {
        if (up == 0) continue;
        if (left[up - 1U] <= 0) {  // taken: another one lies there
          const auto other = std::find_if(left.begin(), left.end(), [](int n) { return n > 0; });
          up = other == left.end() ? std::uint8_t{0}
                                   : static_cast<std::uint8_t>(other - left.begin() + 1);
        }
        if (up != 0) --left[up - 1U];
      }
      int total = 0;
      for (const auto down : s.down[idx(kind)]) total += down;
      int in_pool = 0;
      for (std::size_t i = 0; i < tiles.size(); ++i) {
        pool[i] = static_cast<std::uint8_t>(std::max(0, left[i]));
        in_pool += pool[i];
      }
      // Tiles that are more than the stacks hold are out of the game.
      for (std::size_t i = 0; in_pool > total; i = (i + 1) % tiles.size()) {
        if (pool[i] == 0) continue;
        --pool[i];
        --in_pool;
      }
      for (std::size_t stack = 0; in_pool < total; stack = (stack + 1) % kStacks) {
        if (s.down[idx(kind)][stack] == 0) continue;
        --s.down[idx(kind)][stack];
        --total;
      }
    }
  }
  void check(std::string_view after) const {
    if (const auto wrong = game.check(s))
      ADD_FAILURE() << "after " << after << ": " << wrong->sentence() << " at " << wrong->where;
  }

  std::array<Player, kMaxSeats> before_{};
};

}  // namespace tidelock::circadians
