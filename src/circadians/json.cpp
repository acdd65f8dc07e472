// A whole state as JSON, and back. One description of its fields serves both ways (state_fields).
// What a seat sees of it, and moves, are in view.cpp.
#include "core/json.h"

#include <algorithm>

#include "circadians/game.h"
#include "circadians/schema.h"

namespace tidelock::circadians {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Do::kOver) + 1> kDoNames = {
    "",
    "leaders",
    "draft",
    "plan",
    "send",
    "partner",
    "pay-entry",
    "pay",
    "trade",
    "step",
    "move",
    "move-back",
    "stack",
    "garage",
    "contract",
    "discard",
    "choose",
    "optional",
    "swap",
    "set-up-space",
    "breakthrough",
    "setback",
    "ability",
    "use-outpost",
    "peek",
    "roll-to-farm",
    "to-farm",
    "options",
    "repeat",
    "end-cards",
    "reward",
    "set-up",
    "draw",
    "tile",
    "event",
    "roll-hq",
    "roll-farm",
    "scheme",
    "exploit",
    "ai-ahzuri",
    "reveal",
    "run",
    "act",
    "get-specialist",
    "unlock",
    "get-dice",
    "receive",
    "fulfilled",
    "delivery",
    "harvest-farm",
    "round",
    "seat",
    "ai",
    "over"};

std::string piece_text(Piece piece) {
  std::string text = std::to_string(piece.owner() + 1) + "-";
  if (piece.specialist()) return text + "s";
  return piece.regular() ? text + std::to_string(piece.value()) : text + "sal";
}

// Writes.
class StateOut {
 public:
  StateOut(Json& json, const Texts& texts) : json_(json), texts_(texts) {}

  template <class T>
  void number(const char* name, T& value, int /*least*/, int /*most*/) {
    json_[name] = static_cast<int>(value);
  }
  // Left out where it is 0.
  template <class T>
  void optional_number(const char* name, T& value, int least, int most) {
    if (value != 0) number(name, value, least, most);
  }
  template <class T>
  void numbers(const char* name, T& list, int /*least*/, int /*most*/) {
    Json out = Json::array();
    for (const auto value : list) out.push_back(static_cast<int>(value));
    json_[name] = out;
  }
  void goods(const char* name, Goods& goods) {
    Json out = Json::object();
    for (std::size_t r = 0; r < kResources; ++r) out[std::string(kResourceIds[r])] = goods[r];
    json_[name] = out;
  }
  template <class T>
  void id(const char* name, std::uint8_t& value, const T& list) {
    json_[name] = value == kNone ? Json() : Json(texts_.id(list[value]));
  }
  // Numbered from 1, 0 for none.
  template <class U, class T>
  void tiles(const char* name, U& values, const T& list) {
    Json out = Json::array();
    for (const auto value : values)
      out.push_back(value == 0 ? Json() : Json(texts_.id(list[value - 1U])));
    json_[name] = out;
  }
  template <class U, class T>
  void ids(const char* name, U& values, const T& list) {
    Json out = Json::array();
    for (const auto value : values)
      out.push_back(value == kNone ? Json() : Json(texts_.id(list[value])));
    json_[name] = out;
  }
  template <class M, class T>
  void mask(const char* name, M& mask, const T& list) {
    Json out = Json::array();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (((std::uint64_t{mask} >> i) & 1U) != 0) out.push_back(texts_.id(list[i]));
    }
    json_[name] = out;
  }
  void cards(const char* name, CardSet& set, const Contracts& list) {
    Json out = Json::array();
    for (const int card : set) out.push_back(texts_.id(list[idx(card)]));
    json_[name] = out;
  }
  template <class T>
  void pieces(const char* name, T& list) {
    Json out = Json::array();
    for (const Piece piece : list) out.push_back(piece.empty() ? Json() : Json(piece_text(piece)));
    json_[name] = out;
  }
  // Copies by kind.
  template <class U, class T>
  void pool(const char* name, U& values, const T& list) {
    Json out = Json::object();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (values[i] != 0) out[texts_.id(list[i])] = values[i];
    }
    json_[name] = out;
  }
  // The value of each token by the Incident that it lies under.
  void tokens(const char* name, IncidentTokens& under, bool setback, const Incidents& list) {
    Json out = Json::object();
    for (int token = 0; token < static_cast<int>(under.at.size()); ++token) {
      const int which = under.where(token, setback);
      if (which != 0)
        out[texts_.id(list[idx(which - 1)])] =
            token < IncidentTokens::kSpecialists ? Json(token + 1) : Json("specialist");
    }
    json_[name] = out;
  }
  void todo(FixedStack<Todo, kTodos>& stack) {
    Json out = Json::array();
    for (std::uint32_t i = 0; i < stack.depth; ++i) {
      const Todo& t = stack.items[i];
      namespace member = schema::state::step;
      out.push_back({{member::kDo, kDoNames[idx(static_cast<int>(t.what))]},
                     {member::kSeat, t.seat + 1},
                     {member::kArgs, {t.a, t.b, t.pc, t.n}}});
    }
    json_[schema::state::kTodo] = out;
  }
  template <class F>
  void object(const char* name, const F& fill) {
    Json inner = Json::object();
    StateOut out(inner, texts_);
    fill(out);
    json_[name] = inner;
  }
  template <class F>
  void list(const char* name, std::size_t n, const F& fill) {
    Json outer = Json::array();
    for (std::size_t i = 0; i < n; ++i) {
      Json inner = Json::object();
      StateOut out(inner, texts_);
      fill(out, i);
      outer.push_back(inner);
    }
    json_[name] = outer;
  }
  template <class T>
  void piece_lists(const char* name, T& lists) {
    Json outer = Json::array();
    for (auto& one : lists) {
      Json inner = Json::object();
      StateOut out(inner, texts_);
      out.pieces("x", one);
      outer.push_back(inner["x"]);
    }
    json_[name] = outer;
  }
  void done() {}

 private:
  Json& json_;
  const Texts& texts_;
};

// Reads.
class StateIn {
 public:
  StateIn(const JsonIn& in, const Texts& texts) : in_(in), texts_(texts) {}

  template <class T>
  void number(const char* name, T& value, int least, int most) {
    value = static_cast<T>(in(name).integer(least, most));
  }
  template <class T>
  void optional_number(const char* name, T& value, int least, int most) {
    known_.emplace_back(name);
    const JsonIn from = in_.maybe(name);
    if (from.exists()) value = static_cast<T>(from.integer(least, most));
  }
  template <class T>
  void numbers(const char* name, T& list, int least, int most) {
    const JsonIn from = in(name);
    if (from.size(list.size(), list.size()) != list.size()) return;
    for (std::size_t i = 0; i < list.size(); ++i)
      list[i] =
          static_cast<std::remove_reference_t<decltype(list[0])>>(from[i].integer(least, most));
  }
  void goods(const char* name, Goods& goods) {
    const JsonIn from = in(name);
    from.only(schema::state::goods::kTakes);
    for (std::size_t r = 0; r < kResources; ++r)
      goods[r] = static_cast<std::int16_t>(from[kResourceIds[r]].integer(0, 20000));
  }
  template <class T>
  void id(const char* name, std::uint8_t& value, const T& list) {
    value = read_id(in(name), list);
  }
  template <class U, class T>
  void tiles(const char* name, U& values, const T& list) {
    const JsonIn from = in(name);
    if (from.size(values.size(), values.size()) != values.size()) return;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto one = read_id(from[i], list);
      values[i] = static_cast<std::uint8_t>(one == kNone ? 0 : one + 1);
    }
  }
  template <class U, class T>
  void ids(const char* name, U& values, const T& list) {
    const JsonIn from = in(name);
    if (from.size(values.size(), values.size()) != values.size()) return;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = read_id(from[i], list);
  }
  template <class M, class T>
  void mask(const char* name, M& mask, const T& list) {
    const JsonIn from = in(name);
    const std::size_t n = from.size(0, list.size());
    for (std::size_t i = 0; i < n; ++i) {
      const auto one = read_id(from[i], list);
      if (one == kNone || ((std::uint64_t{mask} >> one) & 1U) != 0) {
        from[i].expected("each id once");
        return;
      }
      mask = static_cast<M>(mask | (M{1} << one));
    }
  }
  void cards(const char* name, CardSet& set, const Contracts& list) {
    const JsonIn from = in(name);
    const std::size_t n = from.size(0, list.size());
    for (std::size_t i = 0; i < n; ++i) {
      const auto one = read_id(from[i], list);
      if (one == kNone || set.has(one)) {
        from[i].expected("each contract once");
        return;
      }
      set.add(one);
    }
  }
  template <class T>
  void pieces(const char* name, T& list) {
    read_pieces(in(name), list);
  }
  template <class U, class T>
  void pool(const char* name, U& values, const T& list) {
    const JsonIn from = in(name);
    if (!from.is_object()) {
      from.expected("an object");
      return;
    }
    for (auto it = from.raw().begin(); it != from.raw().end(); ++it) {
      const std::size_t kind = texts_.find(list, it.key());
      if (kind == list.size()) {
        from.wrong("expected ids of tiles");
        return;
      }
      values[kind] = static_cast<std::uint8_t>(from[it.key()].integer(1, 12));
    }
  }
  // Positions may leave them out: they were written before, or nobody knows.
  void tokens(const char* name, IncidentTokens& under, bool setback, const Incidents& list) {
    known_.emplace_back(name);
    const JsonIn from = in_.maybe(name);
    if (!from.exists()) return;
    if (!from.is_object()) {
      from.expected("an object");
      return;
    }
    for (auto it = from.raw().begin(); it != from.raw().end(); ++it) {
      const std::size_t which = texts_.find(list, it.key());
      if (which == list.size()) {
        from.wrong("expected ids of Incidents");
        return;
      }
      const JsonIn value = from[it.key()];
      const int v = value.is_text() && value.text(20) == "specialist"
                        ? Piece::kSpecialist
                        : static_cast<int>(value.integer(1, 6));
      if (!in_.ok()) return;
      if (!under.put(v, setback, static_cast<int>(which))) {
        value.expected("each token once");
        return;
      }
    }
  }
  void todo(FixedStack<Todo, kTodos>& stack) {
    namespace member = schema::state::step;
    const JsonIn from = in(schema::state::kTodo);
    const std::size_t n = from.size(1, 26);
    for (std::size_t i = 0; i < n; ++i) {
      from[i].only(member::kTakes);
      Todo t;
      t.what = static_cast<Do>(
          from[i][member::kDo].one_of(std::span<const std::string_view>(kDoNames).subspan(1)) + 1);
      t.seat = static_cast<std::uint8_t>(from[i][member::kSeat].integer(1, kMaxSeats) - 1);
      const JsonIn args = from[i][member::kArgs];
      if (args.size(4, 4) != 4) return;
      t.a = static_cast<std::uint8_t>(args[std::size_t{0}].integer(0, 255));
      t.b = static_cast<std::uint8_t>(args[std::size_t{1}].integer(0, 255));
      t.pc = static_cast<std::uint16_t>(args[std::size_t{2}].integer(0, 65535));
      t.n = static_cast<std::uint16_t>(args[std::size_t{3}].integer(0, 65535));
      if (in_.ok()) stack.push(t);
    }
  }
  template <class F>
  void object(const char* name, const F& fill) {
    const JsonIn from = in(name);
    StateIn inner(from, texts_);
    fill(inner);
    inner.done();
  }
  template <class F>
  void list(const char* name, std::size_t n, const F& fill) {
    const JsonIn from = in(name);
    if (from.size(n, n) != n) return;
    for (std::size_t i = 0; i < n; ++i) {
      const JsonIn one = from[i];
      StateIn inner(one, texts_);
      fill(inner, i);
      inner.done();
    }
  }
  template <class T>
  void piece_lists(const char* name, T& lists) {
    const JsonIn from = in(name);
    if (from.size(lists.size(), lists.size()) != lists.size()) return;
    for (std::size_t i = 0; i < lists.size(); ++i) read_pieces(from[i], lists[i]);
  }
  // No member that nobody asked for.
  void done() {
    if (!in_.is_object()) {
      in_.expected("an object");
      return;
    }
    for (auto it = in_.raw().begin(); it != in_.raw().end(); ++it) {
      if (std::find(known_.begin(), known_.end(), it.key()) == known_.end())
        in_.wrong("expected no member '" + it.key().substr(0, 40) + "'");
    }
  }

 private:
  JsonIn in(const char* name) {
    known_.emplace_back(name);
    return in_[name];
  }
  template <class T>
  std::uint8_t read_id(const JsonIn& from, const T& list) {
    if (from.is_null()) return kNone;
    const std::size_t which = texts_.find(list, from.text(60));
    if (which < list.size()) return static_cast<std::uint8_t>(which);
    from.expected("an id of the pack");
    return kNone;
  }
  template <class T>
  static void read_pieces(const JsonIn& from, T& list) {
    if (from.size(list.size(), list.size()) != list.size()) return;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (from[i].is_null()) continue;
      const std::string text = from[i].text(10);
      const std::string value = text.size() > 2 ? text.substr(2) : "";
      int v = -1;
      if (value == "s") v = Piece::kSpecialist;
      if (value == "sal") v = Piece::kSal;
      if (value.size() == 1 && value[0] >= '1' && value[0] <= '6') v = value[0] - '0';
      if (v < 0 || text[0] < '1' || text[0] > '4' || text[1] != '-') {
        from[i].expected("a seat and a die, as in '1-4', '2-s' or '1-sal'");
        return;
      }
      list[i] = Piece(static_cast<Seat>(text[0] - '1'), v);
    }
  }

  const JsonIn& in_;
  const Texts& texts_;
  std::vector<std::string> known_;
};

template <class A>
void player_fields(A& a, Player& p, const Components& c) {
  namespace member = schema::state::player;
  a.cards(member::kHand, p.hand, c.contracts);
  a.cards(member::kFulfilled, p.fulfilled, c.contracts);
  a.cards(member::kDraft, p.draft, c.contracts);
  a.goods(member::kGoods, p.goods);
  a.mask(member::kLeaders, p.leaders, c.leaders);
  a.mask(member::kTokens, p.tokens, c.tokens);
  a.id(member::kLeader, p.leader, c.leaders);
  a.id(member::kToken, p.token, c.tokens);
  a.numbers(member::kGarages, p.garage, 0, 7);
  a.numbers(member::kFarms, p.farm, 0, 7);
  a.tiles(member::kShips, p.ship, c.ships);
  a.tiles(member::kFarmTiles, p.tile, c.farms);
  a.numbers(member::kRolled, p.rolled, 0, 20);
  a.number(member::kBase, p.idle, 0, 20);
  a.number(member::kBaseSpecialists, p.idle_specialists, 0, 3);
  a.number(member::kCanteen, p.canteen, 0, 20);
  a.number(member::kCanteenSpecialists, p.canteen_specialists, 0, 3);
  a.number(member::kReserve, p.reserve, 0, 20);
  a.number(member::kGained, p.gained, 0, 7);
  a.optional_number(member::kGainedLate, p.gained_late, 0, 7);
  a.number(member::kLocked, p.locked, 0, 3);
  a.number(member::kHarvester, p.harvester, 0, kSpaces - 1);
  a.number(member::kStage, p.stage, 0, static_cast<int>(Stage::kDone));
  a.number(member::kPick, p.pick, 0, 255);
  a.number(member::kToRoll, p.to_roll, 0, 20);
  a.number(member::kPlanRolls, p.plan_rolls, 0, 60);
  a.number(member::kSeen, p.seen, 0, 63);
  a.number(member::kFlags, p.flags, 0, 127);
  a.number(member::kExchanged, p.exchanged, 0, kMaxContracts);
  a.number(member::kRenewed, p.renewed, 0, 1);
  a.number(member::kDrawn, p.drawn, 0, 8);
  a.pieces(member::kOutpost, p.outpost);
  a.number(member::kProgress, p.progress, 0, 3);
}

template <class A>
void state_fields(A& a, State& s, const Circadians& g) {
  namespace member = schema::state;
  const Components& c = g.components();
  a.number(member::kRound, s.round, 0, 12);
  a.number(member::kPhase, s.phase, 0, static_cast<int>(Phase::kScore));
  a.number(member::kRadio, s.radio, 0, kMaxSeats - 1);
  a.number(member::kTurn, s.turn, 0, kMaxSeats - 1);
  a.id(member::kEvent, s.event, c.events);
  a.mask(member::kEvents, s.events, c.events);
  a.number(member::kSides, s.sides, 0, 63);
  a.list(member::kPlayers, idx(g.colours()),
         [&](auto& inner, std::size_t i) { player_fields(inner, s.players[i], c); });
  a.cards(member::kDeck, s.deck, c.contracts);
  a.cards(member::kDiscards, s.discards, c.contracts);
  a.cards(member::kPlanDiscards, s.plan_discards, c.contracts);
  a.number(member::kPicks, s.picks, 0, 8);
  a.number(member::kFronts, s.fronts, 0, 63);
  a.number(member::kRevealed, s.revealed, 0, 63);
  a.ids(member::kCaches, s.cache, c.caches);
  std::array<std::uint8_t, kSpaces> tokens{};
  for (std::size_t i = 0; i < kSpaces; ++i) tokens[i] = (s.tokens >> i) & 1U;
  a.numbers(member::kPlanetTokens, tokens, 0, 1);
  s.tokens = 0;
  for (std::size_t i = 0; i < kSpaces; ++i) s.tokens |= std::uint64_t{tokens[i]} << i;
  a.pool(member::kShipPool, s.ship_pool, c.ships);
  a.pool(member::kFarmPool, s.farm_pool, c.farms);
  a.tiles(member::kShipsUp, s.up[kShipTile], c.ships);
  a.tiles(member::kFarmsUp, s.up[kFarmTile], c.farms);
  a.numbers(member::kShipsDown, s.down[kShipTile], 0, 60);
  a.numbers(member::kFarmsDown, s.down[kFarmTile], 0, 60);
  a.piece_lists(member::kNegotiation, s.negotiation);
  a.piece_lists(member::kDepository, s.depository);
  a.piece_lists(member::kStations, s.station);
  a.pieces(member::kPartners, s.partner);
  a.pieces(member::kHq, s.hq);
  a.number(member::kHqWaits, s.hq_waits, 0, 15);
  a.mask(member::kBreakthroughs, s.breakthroughs, c.breakthroughs);
  a.mask(member::kSetbacks, s.setbacks, c.setbacks);
  a.number(member::kBreakthroughValues, s.breakthrough_values, 0, 127);
  a.number(member::kSetbackValues, s.setback_values, 0, 127);
  a.number(member::kSpecialistBreakthroughs, s.specialist_breakthroughs, 0, 2);
  a.number(member::kSpecialistSetbacks, s.specialist_setbacks, 0, 2);
  a.tokens(member::kBreakthroughTokens, s.incident_tokens, false, c.breakthroughs);
  a.tokens(member::kSetbackTokens, s.incident_tokens, true, c.setbacks);
  a.id(member::kAiToken, s.ai_token, c.tokens);
  a.mask(member::kSchemes, s.schemes, c.schemes);
  a.mask(member::kSchemeDiscards, s.scheme_discards, c.schemes);
  a.mask(member::kSchemeShown, s.scheme_shown, c.schemes);
  a.number(member::kSchemeCards, s.scheme_cards, 0, 255);
  a.number(member::kSchemeTotal, s.scheme_total, 0, 8);
  a.numbers(member::kAsked, s.asked, 0, 65535);
  a.object(member::kNow, [&](auto& inner) {
    Current& now = s.now;
    inner.number(member::now::kSeat, now.seat, 0, kMaxSeats - 1);
    inner.number(member::now::kFrom, now.from, 0, kFromSal);
    inner.number(member::now::kPiece, now.piece, 0, 7);
    inner.number(member::now::kValue, now.value, 0, 6);
    inner.number(member::now::kTarget, now.target, 0, kToCanteen);
    inner.number(member::now::kPartner, now.partner, 0, 255);
    inner.number(member::now::kOutpost, now.outpost, 0, kMaxSeats);
    inner.number(member::now::kFlags, now.flags, 0, 255);
    inner.numbers(member::now::kLess, now.less, 0, 99);
    inner.number(member::now::kHqSpace, now.hq_space, 0, kHqSpaces - 1);
    inner.number(member::now::kShips, now.ships, 0, 3);
  });
  a.todo(s.todo);
}

}  // namespace

Json Circadians::to_json(const State& s) const {
  Json json = Json::object();
  State copy = s;
  StateOut out(json, texts());
  state_fields(out, copy, *this);
  return json;
}

Result<State> Circadians::from_json(const Json& json) const {
  JsonIn::Trouble trouble;
  const JsonIn in(json, trouble);
  State s{};
  StateIn reader(in, texts());
  state_fields(reader, s, *this);
  reader.done();
  if (trouble.any()) {
    Error wrong = trouble.first();
    wrong.code = name_of(Code::kBadState);
    return wrong;
  }
  for (int i = colours(); i < kMaxSeats; ++i) {
    s.players[idx(i)].leader = kNone;
    s.players[idx(i)].token = kNone;
  }
  // What follows from the boards.
  const auto out = [&](Piece piece) {
    if (piece.empty() || piece.owner() >= colours()) return;
    Player& p = s.players[idx(piece.owner())];
    ++(piece.specialist() ? p.out_specialists : p.out);
  };
  for (const auto& column : s.negotiation) {
    for (const Piece piece : column) out(piece);
  }
  for (const auto& column : s.depository) {
    for (const Piece piece : column) out(piece);
  }
  if (auto wrong = check(s)) return *wrong;
  // What a seat knows may leave another without a choice; what is played may not.
  for (Seat seat = 0; seat < chosen().players; ++seat) {
    if ((to_act(s) & seat_bit(seat)) == 0) continue;
    List list;
    legal(s, seat, list);
    if (list.empty())
      return error(Code::kBadState, "expected a step that leaves a choice", schema::state::kTodo);
  }
  return s;
}

}  // namespace tidelock::circadians
