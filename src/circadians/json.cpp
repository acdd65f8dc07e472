// A state as JSON, whole or as a seat sees it, and back. One description serves both ways.
#include "core/json.h"

#include <algorithm>

#include "circadians/game.h"

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
      out.push_back({{"do", kDoNames[idx(static_cast<int>(t.what))]},
                     {"seat", t.seat + 1},
                     {"args", {t.a, t.b, t.pc, t.n}}});
    }
    json_["todo"] = out;
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
    from.only({"water", "algae", "energy", "gem"});
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
    const JsonIn from = in("todo");
    const std::size_t n = from.size(1, 26);
    for (std::size_t i = 0; i < n; ++i) {
      from[i].only({"do", "seat", "args"});
      Todo t;
      t.what = static_cast<Do>(
          from[i]["do"].one_of(std::span<const std::string_view>(kDoNames).subspan(1)) + 1);
      t.seat = static_cast<std::uint8_t>(from[i]["seat"].integer(1, kMaxSeats) - 1);
      const JsonIn args = from[i]["args"];
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
  a.cards("hand", p.hand, c.contracts);
  a.cards("fulfilled", p.fulfilled, c.contracts);
  a.cards("draft", p.draft, c.contracts);
  a.goods("goods", p.goods);
  a.mask("leaders", p.leaders, c.leaders);
  a.mask("tokens", p.tokens, c.tokens);
  a.id("leader", p.leader, c.leaders);
  a.id("token", p.token, c.tokens);
  a.numbers("garages", p.garage, 0, 7);
  a.numbers("farms", p.farm, 0, 7);
  a.tiles("ships", p.ship, c.ships);
  a.tiles("farm_tiles", p.tile, c.farms);
  a.numbers("rolled", p.rolled, 0, 20);
  a.number("base", p.idle, 0, 20);
  a.number("base_specialists", p.idle_specialists, 0, 3);
  a.number("canteen", p.canteen, 0, 20);
  a.number("canteen_specialists", p.canteen_specialists, 0, 3);
  a.number("reserve", p.reserve, 0, 20);
  a.number("gained", p.gained, 0, 7);
  a.optional_number("gained_late", p.gained_late, 0, 7);
  a.number("locked", p.locked, 0, 3);
  a.number("harvester", p.harvester, 0, kSpaces - 1);
  a.number("stage", p.stage, 0, static_cast<int>(Stage::kDone));
  a.number("pick", p.pick, 0, 255);
  a.number("to_roll", p.to_roll, 0, 20);
  a.number("plan_rolls", p.plan_rolls, 0, 60);
  a.number("seen", p.seen, 0, 63);
  a.number("flags", p.flags, 0, 127);
  a.number("exchanged", p.exchanged, 0, kMaxContracts);
  a.number("renewed", p.renewed, 0, 1);
  a.number("drawn", p.drawn, 0, 8);
  a.pieces("outpost", p.outpost);
  a.number("progress", p.progress, 0, 3);
}

template <class A>
void state_fields(A& a, State& s, const Circadians& g) {
  const Components& c = g.components();
  a.number("round", s.round, 0, 12);
  a.number("phase", s.phase, 0, static_cast<int>(Phase::kScore));
  a.number("radio", s.radio, 0, kMaxSeats - 1);
  a.number("turn", s.turn, 0, kMaxSeats - 1);
  a.id("event", s.event, c.events);
  a.mask("events", s.events, c.events);
  a.number("sides", s.sides, 0, 63);
  a.list("players", idx(g.colours()),
         [&](auto& inner, std::size_t i) { player_fields(inner, s.players[i], c); });
  a.cards("deck", s.deck, c.contracts);
  a.cards("discards", s.discards, c.contracts);
  a.cards("plan_discards", s.plan_discards, c.contracts);
  a.number("picks", s.picks, 0, 8);
  a.number("fronts", s.fronts, 0, 63);
  a.number("revealed", s.revealed, 0, 63);
  a.ids("caches", s.cache, c.caches);
  std::array<std::uint8_t, kSpaces> tokens{};
  for (std::size_t i = 0; i < kSpaces; ++i) tokens[i] = (s.tokens >> i) & 1U;
  a.numbers("planet_tokens", tokens, 0, 1);
  s.tokens = 0;
  for (std::size_t i = 0; i < kSpaces; ++i) s.tokens |= std::uint64_t{tokens[i]} << i;
  a.pool("ship_pool", s.ship_pool, c.ships);
  a.pool("farm_pool", s.farm_pool, c.farms);
  a.tiles("ships_up", s.up[kShipTile], c.ships);
  a.tiles("farms_up", s.up[kFarmTile], c.farms);
  a.numbers("ships_down", s.down[kShipTile], 0, 60);
  a.numbers("farms_down", s.down[kFarmTile], 0, 60);
  a.piece_lists("negotiation", s.negotiation);
  a.piece_lists("depository", s.depository);
  a.piece_lists("stations", s.station);
  a.pieces("partners", s.partner);
  a.pieces("hq", s.hq);
  a.number("hq_waits", s.hq_waits, 0, 15);
  a.mask("breakthroughs", s.breakthroughs, c.breakthroughs);
  a.mask("setbacks", s.setbacks, c.setbacks);
  a.number("breakthrough_values", s.breakthrough_values, 0, 127);
  a.number("setback_values", s.setback_values, 0, 127);
  a.number("specialist_breakthroughs", s.specialist_breakthroughs, 0, 2);
  a.number("specialist_setbacks", s.specialist_setbacks, 0, 2);
  a.tokens("breakthrough_tokens", s.incident_tokens, false, c.breakthroughs);
  a.tokens("setback_tokens", s.incident_tokens, true, c.setbacks);
  a.id("ai_token", s.ai_token, c.tokens);
  a.mask("schemes", s.schemes, c.schemes);
  a.mask("scheme_discards", s.scheme_discards, c.schemes);
  a.mask("scheme_shown", s.scheme_shown, c.schemes);
  a.number("scheme_cards", s.scheme_cards, 0, 255);
  a.number("scheme_total", s.scheme_total, 0, 8);
  a.numbers("asked", s.asked, 0, 65535);
  a.object("now", [&](auto& inner) {
    Current& now = s.now;
    inner.number("seat", now.seat, 0, kMaxSeats - 1);
    inner.number("from", now.from, 0, kFromSal);
    inner.number("piece", now.piece, 0, 7);
    inner.number("value", now.value, 0, 6);
    inner.number("target", now.target, 0, kToCanteen);
    inner.number("partner", now.partner, 0, 255);
    inner.number("outpost", now.outpost, 0, kMaxSeats);
    inner.number("flags", now.flags, 0, 255);
    inner.numbers("less", now.less, 0, 99);
    inner.number("hq_space", now.hq_space, 0, kHqSpaces - 1);
    inner.number("ships", now.ships, 0, 3);
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
    wrong.code = "bad-state";
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
    if (list.empty()) return error("bad-state", "expected a step that leaves a choice", "todo");
  }
  return s;
}

// --- what a seat sees ---

namespace {

Json die_json(int value) {
  return value == Piece::kSpecialist ? Json("specialist")
         : value == Piece::kSal      ? Json("sal")
                                     : Json(value);
}

Json from_json_of(int from) {
  if (from < kGarages) return from + 1;
  return from == kFromHq ? "hq" : "sal";
}

// Which die lies on a Farm counts there; none is 0.
int farm_value(const Player& p, int slot) {
  const int die = p.farm[idx(slot)];
  return die == Piece::kSpecialist ? 6 : die;
}

}  // namespace

// What the base of a seat costs and brings as it stands, for whoever may see it.
void Circadians::add_prospects(const State& s, Seat seat, Json& out) const {
  const Player& p = s.players[idx(seat)];
  Json costs = Json::array();
  int algae = 0;
  for (int i = 0; i < kGarages; ++i) {
    const int cost = garage_cost(s, seat, i);
    costs.push_back(cost);
    if (p.garage[idx(i)] != 0) algae += cost;
  }
  Goods sum = planet_goods(s, p.harvester);
  out["harvest"]["planet"] = write_goods(sum);
  Json farms = Json::array();
  for (int slot = 0; slot < kFarms; ++slot) {
    const Goods goods = farm_goods(p, slot, farm_value(p, slot));
    for (std::size_t r = 0; r < kResources; ++r)
      sum[r] = static_cast<std::int16_t>(sum[r] + goods[r]);
    farms.push_back(write_goods(goods));
  }
  out["harvest"]["farms"] = farms;
  out["harvest"]["sum"] = write_goods(sum);
  out["garage_costs"] = costs;
  out["garages_cost"] = algae;
}

// What the viewer would otherwise have to reckon: Farms by value, deeds, what Contracts lack.
void Circadians::add_means(const State& s, Seat seat, Json& out) const {
  const Player& p = s.players[idx(seat)];
  Json yields = Json::array();
  for (int slot = 0; slot < kFarms; ++slot) {
    const Tile* farm = farm_at(p, slot);
    Json by_value = Json::array();
    for (int value = 1; value <= 6; ++value) {
      const bool takes = farm != nullptr && farm->slot && value >= farm->low && value <= farm->high;
      by_value.push_back(takes ? Json(write_goods(farm_goods(p, slot, value))) : Json());
    }
    yields.push_back(by_value);
  }
  out["yields"] = yields;
  Json deeds = Json::array();
  for (int row = 0; row < kRows; ++row) {
    const Need& need = negotiation_space(kAhzuri, row).need;
    deeds.push_back(!need.any.empty() && meets(s, seat, need));
  }
  out["deeds"] = deeds;
  Json missing = Json::object();
  for (const int card : p.hand) {
    const Contract& contract = components().contracts[idx(card)];
    Goods lacks{};
    if (!can_pay(p, p.goods, contract.cost)) {
      for (std::size_t r = 0; r < kResources; ++r)
        lacks[r] = static_cast<std::int16_t>(std::max(0, contract.cost[r] - p.goods[r]));
    }
    missing[id(contract)] = write_goods(lacks);
  }
  out["missing"] = missing;
}

Json Circadians::view(const State& real, Seat seat) const {
  const State s = knows(real, seat);
  Json v = to_json(s);
  for (const char* name : {"asked", "todo", "now", "deck", "plan_discards", "events", "schemes",
                           "scheme_cards", "scheme_total", "hq_waits", "picks", "phase"})
    v.erase(name);
  v["deck"] = s.deck.count();
  const auto seen = s.revealed | (seat >= 0 ? s.players[idx(seat)].seen : 0);
  Json caches = Json::array();
  for (int i = 0; i < kCorners; ++i) {
    const auto tile = s.cache[idx(i)];
    Json one = {{"front", has_bit(s.fronts, i) ? "energy" : "gem"}};
    if (tile != kNone && has_bit(seen, i)) one["points"] = components().caches[tile].points;
    caches.push_back(one);
  }
  v["caches"] = caches;
  for (int i = 0; i < colours(); ++i) {
    Json& p = v["players"][idx(i)];
    for (const char* name :
         {"stage", "pick", "to_roll", "plan_rolls", "flags", "exchanged", "renewed", "drawn"})
      p.erase(name);
    const Player& player = s.players[idx(i)];
    if (i != seat) {
      p["hand"] = player.hand.count();
      p.erase("draft");
      p.erase("leaders");
      p.erase("tokens");
      p.erase("seen");
      if (s.todo.top().what == Do::kPlan) {
        p.erase("rolled");
        int dice = player.idle;
        for (const auto n : player.rolled) dice += n;
        p["base"] = dice;
      }
    }
    p["active_specialists"] = active_specialists(player);
    if (is_ai(i)) continue;
    add_prospects(s, static_cast<Seat>(i), p);
    if (i == seat) add_means(s, seat, p);
    p["dice_limit"] = dice_limit(player);
    p["hand_limit"] = hand_limit(player);
  }
  Json points = Json::array();
  for (Seat i = 0; i < chosen().players; ++i) points.push_back(score_seen(s, i, seat));
  v["points"] = points;
  if (solo()) v["ai_points"] = score_seen(s, kAiSeat, seat);
  v["expansion"] = chosen().expansion;
  // The piece that has to leave Headquarters now.
  v["due"] = Json();
  if (leaves_hq(s)) {
    const Todo& top = s.todo.top();
    v["due"] = {
        {"seat", top.seat + 1}, {"hq", top.b + 1}, {"piece", die_json(s.hq[top.b].value())}};
  }
  v["phase"] = phase_name(s);
  v["seats"] = chosen().players;
  return v;
}

Json Circadians::move_json(const State& s, Seat seat, Move move) const {
  using Kind = Move::Kind;
  constexpr std::array<std::string_view, 33> kKinds = {
      "unknown", "leader", "token",   "pick",         "exchange",    "reroll",  "raise",
      "keep",    "assign", "harvest", "send",         "trade-first", "partner", "pay",
      "trade",   "step",   "stack",   "garage",       "contract",    "discard", "choose",
      "yes",     "swap",   "space",   "breakthrough", "setback",     "ability", "outpost",
      "peek",    "farm",   "option",  "end-card",     "done"};
  Json out = {{"kind", kKinds[idx(static_cast<int>(move.kind()))]}};
  const Player& p = s.players[idx(seat)];
  switch (move.kind()) {
    case Kind::kLeader: out["leader"] = id(components().leaders[idx(move.a())]); break;
    case Kind::kToken: out["token"] = id(components().tokens[idx(move.a())]); break;
    case Kind::kPick:
    case Kind::kExchange:
    case Kind::kDiscard:
    case Kind::kEndCard: out["contract"] = id(components().contracts[idx(move.a())]); break;
    case Kind::kContract: {
      const Todo& top = s.todo.top();
      out["contract"] = id(components().contracts[idx(move.a())]);
      out["cost"] = write_goods(
          contract_cost(move.a(), unpack(top),
                        has_bit(top.b, 1) ? std::array<std::uint8_t, kResources>{} : s.now.less));
      break;
    }
    case Kind::kAssign: {
      out["die"] = die_json(next_to_assign(p));
      if (move.a() < kGarages) {
        out["garage"] = move.a() + 1;
      } else if (move.a() < kCanteenSlot) {
        out["farm"] = move.a() - kGarages + 1;
      } else {
        out["canteen"] = true;
      }
      break;
    }
    case Kind::kSend: {
      const Sender piece = sender(s, seat, move.a(), s.todo.top().b);
      out["from"] = from_json_of(move.a());
      out["piece"] = die_json(piece.piece);
      if (move.b() == kToCanteen) {
        out["to"] = "canteen";
        break;
      }
      const Place place = place_of(move.b());
      out["to"] = kPlaceIds[place];
      if (place == kMiningCamp) out["column"] = move.b() - kToMine + 1;
      if (place == kDepository) {
        out["column"] = move.c();
        out["row"] = move.b() - kToDepository + 1;
      }
      if (place == kNegotiation) {
        const int n = move.b() - kToNegotiation;
        out["faction"] = kFactionIds[idx(n / kRows)];
        out["row"] = n % kRows + 1;
        out["points"] = negotiation_space(n / kRows, n % kRows).points;
        const Incidents comes = incidents(s, piece.piece, n / kRows, move.c());
        out["incidents"] = Json::array();
        if (comes.breakthrough) out["incidents"].push_back("breakthrough");
        if (comes.setback) out["incidents"].push_back("setback");
      }
      if (place == kOutpost) out["owner"] = move.b() - kToOutpost + 1;
      if (place == kFarm) out["farm"] = move.b() - kToFarm + 1;
      if (move.c() != 0) out["value"] = move.c();
      out["garage_cost"] = piece.garage;
      Costs costs;
      entry_costs(s, seat, piece, move.b(), move.c(), costs);
      Json list = Json::array();
      for (const Goods& cost : costs) list.push_back(write_goods(reduced(cost, piece.less)));
      out["cost"] = list;
      break;
    }
    case Kind::kTradeFirst:
      out["from"] = from_json_of(move.a());
      if (move.c() != 0) out["partner"] = move.c();
      out["trade"] = id(components().trades[idx(move.b())]);
      break;
    case Kind::kTrade: out["trade"] = id(components().trades[idx(move.a())]); break;
    case Kind::kDirection: out["direction"] = move.a() + 1; break;
    case Kind::kStack: {
      const auto tile = s.up[s.todo.top().a][idx(move.a())];
      const auto& tiles = s.todo.top().a == kShipTile ? components().ships : components().farms;
      out["stack"] = move.a() + 1;
      if (tile != 0) out["tile"] = id(tiles[tile - 1U]);
      break;
    }
    case Kind::kGarage: out["garage"] = move.a() + 1; break;
    case Kind::kBreakthrough:
      out["breakthrough"] = id(components().breakthroughs[idx(move.a())]);
      break;
    case Kind::kSetback: out["setback"] = id(components().setbacks[idx(move.a())]); break;
    case Kind::kFaction: out["faction"] = kFactionIds[idx(move.a())]; break;
    case Kind::kOutpost: out["owner"] = move.a() + 1; break;
    default: break;
  }
  return out;
}

}  // namespace tidelock::circadians
