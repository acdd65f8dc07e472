// The verbs of core/game.h: options, chance, who knows what, scores.
#include <algorithm>

#include "circadians/play.h"
#include "core/json.h"

namespace tidelock::circadians {

namespace {

std::uint32_t nth_bit(std::uint32_t mask, std::uint32_t n) {
  for (; n > 0; --n) mask &= mask - 1;
  return static_cast<std::uint32_t>(std::countr_zero(mask));
}

const Listener* ear_of(const NoEvents& /*sink*/) { return nullptr; }
const Listener* ear_of(const Listener& sink) { return &sink; }

int pool_size(const std::array<std::uint8_t, kMaxTileKinds>& pool) {
  int n = 0;
  for (const auto one : pool) n += one;
  return n;
}
// The kind of the n-th tile of a pool.
int pool_at(const std::array<std::uint8_t, kMaxTileKinds>& pool, std::uint32_t n) {
  int kind = 0;
  while (kind + 1 < kMaxTileKinds && n >= pool[idx(kind)]) n -= pool[idx(kind++)];
  return kind;
}

}  // namespace

// --- options ---

Result<Circadians> Circadians::compile(const Json& pack, const Json& options, int rules) {
  auto components = compile_pack(pack);
  if (!components) return components.error();
  const Components& c = *components.value();
  JsonIn::Trouble trouble;
  const JsonIn in(options, trouble, "options");
  in.only({"players", "expansion", "planet", "oxataya", "leyrien", "zcharo", "jrayek", "ahzuri",
           "ai", "leaders"});
  Options chosen;
  chosen.rules = rules;
  const auto side = [&](std::string_view name) {
    const JsonIn one = in.maybe(name);
    return one.exists() ? static_cast<std::uint8_t>(one.one_of({"A", "B", "random"}))
                        : Options::kRandomSide;
  };
  if (in.maybe("players").exists())
    chosen.players = static_cast<int>(in["players"].integer(1, kMaxSeats));
  if (const JsonIn expansion = in.maybe("expansion"); expansion.exists()) {
    chosen.expansion =
        expansion.is_text() ? expansion.one_of({"off", "on"}) == 1 : expansion.boolean();
  }
  chosen.planet = side("planet");
  for (std::size_t f = 0; f < kFactions; ++f) chosen.faction[f] = side(kFactionIds[f]);
  if (in.maybe("ai").exists()) chosen.ai_level = static_cast<int>(in["ai"].integer(1, kAiLevels));
  const JsonIn leaders = in.maybe("leaders");
  const bool dealt = !leaders.exists() || (leaders.is_text() && leaders.raw() == "dealt");
  if (!dealt && !trouble.any()) {
    std::vector<std::string> names;
    if (leaders.is_array()) {
      const auto n = static_cast<std::size_t>(chosen.players);
      if (leaders.size(n, n) == n) {
        for (std::size_t i = 0; i < n; ++i) names.push_back(leaders[i].text(40));
      }
    } else {
      std::string text = leaders.text(200);
      for (std::size_t at = 0; at != std::string::npos;) {
        const std::size_t end = text.find('+', at);
        names.push_back(text.substr(at, end == std::string::npos ? end : end - at));
        at = end == std::string::npos ? end : end + 1;
      }
    }
    for (const std::string& name : names) {
      for (std::size_t i = 0; i < c.leaders.size(); ++i) {
        const bool known =
            std::find(chosen.leaders.begin(), chosen.leaders.end(), i) != chosen.leaders.end();
        if (c.leaders[i].id == name && !known && (chosen.expansion || !c.leaders[i].expansion))
          chosen.leaders.push_back(static_cast<std::uint8_t>(i));
      }
    }
    if (!trouble.any() &&
        (names.size() != chosen.leaders.size() || chosen.leaders.size() != idx(chosen.players)))
      leaders.expected("'dealt', or a different leader in play for each player, as in eden+luna");
  }
  if (trouble.any()) {
    Error wrong = trouble.first();
    wrong.code = "bad-options";
    return wrong;
  }
  return Circadians(std::move(components).value(), std::move(chosen));
}

Json Circadians::options() const {
  constexpr std::array<std::string_view, 3> kSides = {"A", "B", "random"};
  Json out = {{"players", options_.players},
              {"expansion", options_.expansion ? "on" : "off"},
              {"planet", kSides[options_.planet]},
              {"ai", options_.ai_level}};
  for (std::size_t f = 0; f < kFactions; ++f)
    out[std::string(kFactionIds[f])] = kSides[options_.faction[f]];
  if (options_.leaders.empty()) {
    out["leaders"] = "dealt";
  } else {
    out["leaders"] = Json::array();
    for (const auto i : options_.leaders) out["leaders"].push_back(c_->leaders[i].id);
  }
  return out;
}

State Circadians::start() const {
  State s{};
  Play(*this, s, nullptr).begin();
  return s;
}

// --- moves and chance ---

template <class Sink>
void Circadians::apply(State& s, Seat seat, Move move, const Sink& sink) const {
  Play(*this, s, ear_of(sink)).apply(seat, move);
}
template void Circadians::apply(State&, Seat, Move, const NoEvents&) const;
template void Circadians::apply(State&, Seat, Move, const Listener&) const;

template <class Sink>
void Circadians::resolve(State& s, std::uint32_t outcome, const Sink& sink) const {
  Play(*this, s, ear_of(sink)).resolve(outcome);
}
template void Circadians::resolve(State&, std::uint32_t, const NoEvents&) const;
template void Circadians::resolve(State&, std::uint32_t, const Listener&) const;

Ask Circadians::ask(const State& s) const {
  const Todo& top = s.todo.top();
  const auto seat = static_cast<Seat>(top.seat);
  const auto make = [&](int stream, SeatMask sees, int n) {
    return Ask{static_cast<std::uint8_t>(stream), sees, s.asked[idx(stream)],
               static_cast<std::uint16_t>(std::max(n, 1))};
  };
  if (top.what <= Do::kPlan) {
    const Seat who = sealed_chance(s);
    if (who == kNobody) return make(kSetupStream, kEverybody, 1);
    if (s.players[idx(who)].stage == Stage::kDrawing)
      return make(kContractStream, seat_bit(who), s.deck.count());
    return make(kDieStream + who, seat_bit(who), 6);
  }
  switch (top.what) {
    case Do::kChance:
      switch (static_cast<SetupAsk>(top.a)) {
        case SetupAsk::kPlanet:
        case SetupAsk::kFaction: return make(kSetupStream, kEverybody, 2);
        case SetupAsk::kFirst: return make(kSetupStream, kEverybody, options_.players);
        case SetupAsk::kCache: return make(kCacheStream, kEverybody, kCorners - top.b);
        case SetupAsk::kAiToken:
          return make(kTokenStream, kEverybody, static_cast<int>(c_->tokens.size()));
        case SetupAsk::kLeader: {
          std::uint32_t left = leaders_in_play();
          for (const Player& p : s.players) left &= ~p.leaders;
          return make(kLeaderStream, seat_bit(seat), std::popcount(left));
        }
        case SetupAsk::kToken: {
          std::uint32_t left = (1U << c_->tokens.size()) - 1;
          if (s.ai_token != kNone) left &= ~(1U << s.ai_token);
          for (const Player& p : s.players) left &= ~std::uint32_t{p.tokens};
          return make(kTokenStream, seat_bit(seat), std::popcount(left));
        }
        case SetupAsk::kDeal: return make(kContractStream, seat_bit(seat), s.deck.count());
      }
      break;
    case Do::kDraw: return make(kContractStream, seat_bit(seat), s.deck.count());
    case Do::kTile:
      return make(top.a == kShipTile ? kShipStream : kFarmStream, kEverybody,
                  pool_size(top.a == kShipTile ? s.ship_pool : s.farm_pool));
    case Do::kEventCard: return make(kEventStream, kEverybody, std::popcount(s.events));
    case Do::kRollHq:
    case Do::kRollFarm: return make(kDieStream + seat, kEverybody, 6);
    case Do::kScheme: return make(kSchemeStream, kEverybody, std::popcount(s.schemes));
    case Do::kReveal:
      return make(kCacheStream, top.b != 0 ? kEverybody : seat_bit(seat),
                  s.cache[top.a] != kNone ? 1 : std::popcount(unseen_tiles(s, top.a)));
    case Do::kExploit:
    case Do::kAiAhzuri: return make(kAiDieStream, kEverybody, 6);
    default: break;
  }
  return make(kSetupStream, kEverybody, 1);
}

void Play::resolve(std::uint32_t outcome) {
  const Ask question = g.ask(s);
  ++s.asked[question.stream];
  const Todo top = s.todo.top();
  const auto seat = static_cast<Seat>(top.seat);
  if (top.what <= Do::kPlan) {
    const Seat who = g.sealed_chance(s);
    if (who != kNobody) resolve_sealed(who, outcome);
    bool done = s.todo.top().what == Do::kPlan;
    for (int i = 0; i < g.seats(); ++i) done = done && player(i).stage == Stage::kDone;
    if (done) plan_ready();
    proceed();
    return;
  }
  switch (top.what) {
    case Do::kChance: resolve_setup(outcome); break;
    case Do::kDraw: {
      const int card = s.deck.nth(static_cast<int>(outcome));
      s.deck.remove(card);
      player(seat).hand.add(card);
      tell(What::kDrew, seat, card, 0, 0, seat_bit(seat));
      tell(What::kDrewHidden, seat, 0, 0, 0, others_of(seat));
      if (--s.todo.top().a == 0) s.todo.pop();
      break;
    }
    case Do::kTile: {
      s.todo.pop();
      auto& pool = top.a == kShipTile ? s.ship_pool : s.farm_pool;
      const int kind = pool_at(pool, outcome);
      if (pool[idx(kind)] != 0) --pool[idx(kind)];
      auto& down = s.down[top.a][top.b];
      if (down != 0) --down;
      s.up[top.a][top.b] = static_cast<std::uint8_t>(kind + 1);
      tell(What::kTileShown, kNobody, top.a, top.b, kind);
      if (s.todo.top().what == Do::kChance) setup_step();
      break;
    }
    case Do::kEventCard:
      s.todo.pop();
      s.event = static_cast<std::uint8_t>(nth_bit(s.events, outcome));
      s.events &= ~(1U << s.event);
      tell(What::kEvent, kNobody, s.event);
      break;
    case Do::kRollHq: {
      s.todo.pop();
      Player& p = player(seat);
      const int space = g.free_hq(s);
      auto& from = top.a == 1 ? p.idle : p.reserve;
      if (space < 0 || from == 0) break;
      --from;
      const int value = static_cast<int>(outcome) + 1;
      put_in_hq(seat, value);
      tell(What::kHqRoll, seat, value, space);
      hq_reward(seat);
      push(Do::kUnlock, seat);
      break;
    }
    case Do::kRollFarm:
      s.todo.pop();
      tell(What::kFarmRoll, seat, static_cast<int>(outcome) + 1);
      push(Do::kToFarm, seat, static_cast<int>(outcome) + 1);
      break;
    case Do::kScheme:
      s.todo.pop();
      ai_scheme(static_cast<int>(nth_bit(s.schemes, outcome)), top.a);
      break;
    case Do::kExploit:
      s.todo.pop();
      ai_exploit(static_cast<int>(outcome) + 1);
      break;
    case Do::kReveal: {
      s.todo.pop();
      if (s.cache[top.a] == kNone)
        s.cache[top.a] = static_cast<std::uint8_t>(nth_bit(g.unseen_tiles(s, top.a), outcome));
      if (top.b != 0) {
        s.revealed = static_cast<std::uint8_t>(s.revealed | (1U << top.a));
        Seat who = kNobody;
        for (int i = 0; i < g.colours(); ++i) {
          if (player(i).harvester == kFirstCorner + top.a) who = static_cast<Seat>(i);
        }
        tell(What::kCacheRevealed, who, top.a, s.cache[top.a]);
        break;
      }
      Player& p = player(seat);
      p.seen = static_cast<std::uint8_t>(p.seen | (1U << top.a));
      tell(What::kCacheSeen, seat, top.a, s.cache[top.a], 0, seat_bit(seat));
      break;
    }
    case Do::kAiAhzuri: {
      s.todo.pop();
      Player& ai = player(Circadians::kAiSeat);
      const int value = static_cast<int>(outcome) + 1;
      const Piece piece(Circadians::kAiSeat, value);
      s.negotiation[kAhzuri][top.a] = piece;
      --ai.reserve;
      ++ai.out;
      tell(What::kAiAhzuri, Circadians::kAiSeat, top.a, value);
      ai_incident(kAhzuri, value, false, piece);
      break;
    }
    default: break;
  }
  proceed();
}

// --- who knows what (CIR-Q18) ---

// A Contract that is being paid for is on the table already.
CardSet Circadians::being_fulfilled(const State& s, Seat seat) {
  CardSet cards;
  for (std::uint32_t i = 0; i < s.todo.depth; ++i) {
    const Todo& todo = s.todo.items[i];
    if (todo.what == Do::kFulfilled && todo.seat == static_cast<std::uint8_t>(seat))
      cards.add(todo.a & 127);
  }
  return cards;
}

// What the seat cannot know is put to one canonical value: lowest cards in hidden hands, others'
// secret choices not made yet, their dice not assigned, Caches in order.
State Circadians::knows(const State& real, Seat seat) const {
  State s = real;
  const bool leaders = s.todo.top().what == Do::kLeaders ||
                       (s.todo.top().what == Do::kChance &&
                        static_cast<SetupAsk>(s.todo.top().a) >= SetupAsk::kLeader);
  const bool draft = s.todo.top().what == Do::kDraft;
  const bool plan = s.todo.top().what == Do::kPlan;
  CardSet pool = s.deck;
  std::uint32_t leader_pool = leaders_in_play();
  std::uint32_t token_pool = (1U << c_->tokens.size()) - 1;
  if (s.ai_token != kNone) token_pool &= ~(1U << s.ai_token);
  if (seat >= 0) {
    leader_pool &= ~s.players[idx(seat)].leaders;
    token_pool &= ~std::uint32_t{s.players[idx(seat)].tokens};
  }
  const auto lowest = [](std::uint32_t& from, int n) {
    std::uint32_t out = 0;
    for (; n > 0 && from != 0; --n) {
      out |= from & (~from + 1);
      from &= from - 1;
    }
    return out;
  };
  // Secret exchanges in this Plan are undone first, for they change what everybody counts.
  for (int i = 0; plan && i < options_.players; ++i) {
    Player& p = s.players[idx(i)];
    if (i == seat || p.exchanged == 0) continue;
    // Everything hidden becomes one pool below; only the numbers matter here.
    s.asked[kContractStream] = static_cast<std::uint16_t>(s.asked[kContractStream] - p.drawn);
    pool = (contracts_in_play() - s.plan_discards);
    for (const Player& other : s.players) pool = pool - other.fulfilled;
    if (seat >= 0) pool = pool - s.players[idx(seat)].hand;
    s.discards = s.plan_discards;
  }
  const auto shown = [&](int i) { return being_fulfilled(s, static_cast<Seat>(i)); };
  struct Counts {
    int hand = 0, draft = 0;
  };
  std::array<Counts, kMaxSeats> counts{};
  for (int i = 0; i < options_.players; ++i) {
    Player& p = s.players[idx(i)];
    if (i == seat) continue;
    p.hand = p.hand - shown(i);
    counts[idx(i)] = {p.hand.count(), p.draft.count()};
    if (plan && p.exchanged != 0) counts[idx(i)].hand += 1 - p.drawn;
    pool |= p.hand - s.discards;  // of a deck that was made anew in secret
    if (draft || s.todo.top().what == Do::kChance) {
      pool |= p.draft;
    } else {
      counts[idx(i)].draft = 0;
    }
  }
  for (int i = 0; i < options_.players; ++i) {
    Player& p = s.players[idx(i)];
    if (i == seat) continue;
    p.hand = {};
    for (int n = counts[idx(i)].hand; n > 0; --n) {
      const int card = pool.first();
      p.hand.add(card);
      pool.remove(card);
    }
    p.hand |= shown(i);
    if (draft || s.todo.top().what == Do::kChance) {
      p.draft = {};
      for (int n = counts[idx(i)].draft; n > 0; --n) {
        const int card = pool.first();
        p.draft.add(card);
        pool.remove(card);
      }
    }
    if (draft) {
      p.stage = Stage::kPick;
      p.pick = 0;
    }
    if (leaders) {
      p.leaders = lowest(leader_pool, std::popcount(p.leaders));
      p.tokens = static_cast<std::uint16_t>(lowest(token_pool, std::popcount(p.tokens)));
    }
    if (s.todo.top().what == Do::kLeaders) {
      if (options_.leaders.empty()) {
        p.leader = kNone;
        p.stage = Stage::kLeader;
      } else {
        p.leaders = 1U << options_.leaders[idx(i)];
        p.stage = Stage::kToken;
      }
      p.token = kNone;
    }
    if (!plan) continue;
    int dice = p.idle + p.canteen;
    int specialists = p.idle_specialists + p.canteen_specialists;
    for (const auto n : p.rolled) dice += n;
    for (auto& die : p.garage) {
      (die == Piece::kSpecialist ? specialists : dice) += die != 0 ? 1 : 0;
      die = 0;
    }
    for (auto& die : p.farm) {
      (die == Piece::kSpecialist ? specialists : dice) += die != 0 ? 1 : 0;
      die = 0;
    }
    if (p.stage == Stage::kRerolling) dice += p.to_roll;
    const auto stream = idx(kDieStream + i);
    s.asked[stream] = static_cast<std::uint16_t>(s.asked[stream] - p.plan_rolls + dice);
    p.plan_rolls = static_cast<std::uint8_t>(dice);
    p.idle = 0;
    p.canteen = 0;
    p.canteen_specialists = 0;
    p.idle_specialists = static_cast<std::uint8_t>(specialists);
    p.rolled = {};
    p.rolled[0] = static_cast<std::uint8_t>(dice);
    p.to_roll = 0;
    p.exchanged = 0;
    p.renewed = 0;
    p.drawn = 0;
    p.pick = 0;
    p.stage = first_stage(s, static_cast<Seat>(i), Stage::kExchange);
  }
  s.deck = pool;
  if (plan) {
    bool exchanged = false;
    for (int i = 0; i < options_.players; ++i)
      exchanged = exchanged || s.players[idx(i)].exchanged != 0;
    if (!exchanged) s.plan_discards = {};
  }
  // Points of Caches that only others have seen are as unknown as those that nobody has.
  const auto seen = s.revealed | (seat >= 0 ? s.players[idx(seat)].seen : 0);
  for (int i = 0; i < kCorners; ++i) {
    if (!has_bit(seen, i)) s.cache[idx(i)] = kNone;
  }
  for (int i = 0; i < options_.players; ++i) {
    if (i != seat) s.players[idx(i)].seen &= s.revealed;
  }
  return s;
}

void Circadians::resample(State& s, Seat seat, Rng& rng) const {
  const Do what = s.todo.top().what;
  const bool dealing = what == Do::kDraft || what == Do::kChance;
  CardSet pool = s.deck;
  for (int i = 0; i < options_.players; ++i) {
    if (i == seat) continue;
    pool |= s.players[idx(i)].hand - being_fulfilled(s, static_cast<Seat>(i));
    if (dealing) pool |= s.players[idx(i)].draft;
  }
  const auto deal = [&](CardSet& into) {
    const int n = into.count();
    into = {};
    for (int k = 0; k < n; ++k) {
      const int card =
          pool.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(pool.count()))));
      pool.remove(card);
      into.add(card);
    }
  };
  std::uint32_t leader_pool = leaders_in_play();
  std::uint32_t token_pool = (1U << c_->tokens.size()) - 1;
  if (s.ai_token != kNone) token_pool &= ~(1U << s.ai_token);
  if (seat >= 0) {
    leader_pool &= ~s.players[idx(seat)].leaders;
    token_pool &= ~std::uint32_t{s.players[idx(seat)].tokens};
  }
  const auto draw = [&](std::uint32_t& from, int n) {
    std::uint32_t out = 0;
    for (; n > 0 && from != 0; --n) {
      const std::uint32_t bit =
          1U << nth_bit(from, rng.below(static_cast<std::uint32_t>(std::popcount(from))));
      out |= bit;
      from &= ~bit;
    }
    return out;
  };
  for (int i = 0; i < options_.players; ++i) {
    Player& p = s.players[idx(i)];
    if (i == seat) continue;
    const CardSet open = being_fulfilled(s, static_cast<Seat>(i));
    p.hand = p.hand - open;
    deal(p.hand);
    p.hand |= open;
    if (dealing) deal(p.draft);
    if (p.leaders != 0 && options_.leaders.empty())
      p.leaders = draw(leader_pool, std::popcount(p.leaders));
    if (p.tokens != 0)
      p.tokens = static_cast<std::uint16_t>(draw(token_pool, std::popcount(p.tokens)));
    if (what != Do::kPlan) continue;
    int dice = 0;
    for (const auto n : p.rolled) dice += n;
    p.rolled = {};
    for (; dice > 0; --dice) ++p.rolled[rng.below(6)];
    p.stage = first_stage(s, static_cast<Seat>(i), Stage::kExchange);
  }
  s.deck = pool;
}

// --- scores (CIR-Q68) ---

Scores Circadians::scores(const State& s) const {
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
      const Contract& contract = c_->contracts[idx(card)];
      printed += contract.points;
      for (const Rule& rule : contract.rules) {
        if (rule.points.n == 0) continue;
        int points = count(s, seat, rule.points.per, rule.points.column, rule.points.row) /
                     rule.points.each * rule.points.n;
        if (rule.points.most != 0) points = std::min<int>(points, rule.points.most);
        effects += points;
      }
    }
    int cache = 0;
    if (p.harvester >= kFirstCorner) {
      const auto tile = s.cache[idx(p.harvester - kFirstCorner)];
      if (tile != kNone) cache = c_->caches[tile].points;
    }
    int farms = 0;
    int farm_count = 0;
    for (const auto tile : p.tile) {
      if (tile == 0) continue;
      farms += c_->farms[tile - 1U].points;
      ++farm_count;
    }
    int ships = 0;
    int ship_count = 0;
    for (const auto tile : p.ship) {
      if (tile == 0) continue;
      ships += c_->ships[tile - 1U].points;
      ++ship_count;
    }
    const int base = (ship_count == kGarages ? c_->all_ships_points : 0) +
                     (farm_count == kTileFarms ? c_->all_farms_points : 0);
    const int outpost = (has_bit(p.gained, 0) ? c_->top_specialist_points : 0) +
                        ((p.gained & 6) == 6 ? c_->specialist_pair_points : 0);
    const std::array<int, 9> all = {printed, effects, negotiations[idx(seat)],        cache,  farms,
                                    ships,   base,    p.goods[kGem] * c_->gem_points, outpost};
    int total = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
      by[k] = static_cast<std::int16_t>(all[k]);
      total += all[k];
    }
    sheet.total[idx(seat)] = static_cast<std::int16_t>(total);
  }
  return sheet;
}

int Circadians::ai_score(const State& s) const {
  if (!solo()) return 0;
  const Player& ai = s.players[kAiSeat];
  const AiLevel& level = ai_level();
  int total = ai.goods[kGem] * c_->gem_points + ai.progress * level.progress_points;
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
  if (ai.harvester >= kFirstCorner) {
    const auto tile = s.cache[idx(ai.harvester - kFirstCorner)];
    if (tile != kNone) total += c_->caches[tile].points;
  }
  return total;
}

int Circadians::score_seen(const State& s, Seat of, Seat viewer) const {
  const int total = is_ai(of) ? ai_score(s) : scores(s).total[idx(of)];
  const int corner = s.players[idx(of)].harvester - kFirstCorner;
  if (corner < 0 || s.cache[idx(corner)] == kNone) return total;
  const auto seen = s.revealed | (viewer >= 0 ? s.players[idx(viewer)].seen : 0);
  return has_bit(seen, corner) ? total : total - c_->caches[s.cache[idx(corner)]].points;
}

Places Circadians::places(const State& s) const {
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
