// Moves and chance: the way into Play, the questions that a state asks of chance, and what their
// answers do.
//
// A question says how many answers are equally likely, who sees the answer, and from which stream
// of luck it comes: each kind of luck has its own, so that a game with another choice in it still
// draws the same cards (core/luck.h). The state never holds an answer that nobody has asked for.
#include <algorithm>

#include "circadians/play.h"
#include "core/bits.h"

namespace tidelock::circadians {

namespace {

const Listener* ear_of(const NoEvents& /*sink*/) { return nullptr; }
const Listener* ear_of(const Listener& sink) { return &sink; }

int pool_size(const std::array<std::uint8_t, kMaxTileKinds>& pool) {
  int n = 0;
  for (const auto one : pool) n += one;
  return n;
}

}  // namespace

State Rules::start() const {
  State s{};
  Play(*this, s, nullptr).begin();
  return s;
}

template <class Sink>
void Rules::apply(State& s, Seat seat, Move move, const Sink& sink) const {
  Play(*this, s, ear_of(sink)).apply(seat, move);
}
template void Rules::apply(State&, Seat, Move, const NoEvents&) const;
template void Rules::apply(State&, Seat, Move, const Listener&) const;

template <class Sink>
void Rules::resolve(State& s, std::uint32_t outcome, const Sink& sink) const {
  Play(*this, s, ear_of(sink)).resolve(outcome);
}
template void Rules::resolve(State&, std::uint32_t, const NoEvents&) const;
template void Rules::resolve(State&, std::uint32_t, const Listener&) const;

// --- questions ---

std::uint32_t Rules::leaders_left(const State& s) const {
  std::uint32_t left = leaders_in_play();
  for (const Player& p : s.players) left &= ~p.leaders;
  return left;
}
std::uint32_t Rules::tokens_left(const State& s) const {
  std::uint32_t left = (1U << c_.tokens.size()) - 1;
  if (s.ai_token != kNone) left &= ~(1U << s.ai_token);
  for (const Player& p : s.players) left &= ~std::uint32_t{p.tokens};
  return left;
}
int Rules::tile_in_pool(const State& s, int kind, std::uint32_t n) {
  const auto& pool = kind == kShipTile ? s.ship_pool : s.farm_pool;
  int tile = 0;
  while (tile + 1 < kMaxTileKinds && n >= pool[idx(tile)]) n -= pool[idx(tile++)];
  return tile;
}

namespace {

Ask question(const State& s, int stream, SeatMask sees, int n) {
  return Ask{static_cast<std::uint8_t>(stream), sees, s.asked[idx(stream)],
             static_cast<std::uint16_t>(std::max(n, 1))};
}

}  // namespace

Ask Rules::ask(const State& s) const {
  const Todo& top = s.todo.top();
  const auto seat = static_cast<Seat>(top.seat);
  if (top.what <= Do::kPlan) return ask_sealed(s);
  switch (top.what) {
    case Do::kChance: return ask_setup(s);
    case Do::kDraw: return question(s, kContractStream, seat_bit(seat), s.deck.count());
    case Do::kTile: {
      const bool ship = as<step::Tile>(top).kind == kShipTile;
      return question(s, ship ? kShipStream : kFarmStream, kEverybody,
                      pool_size(ship ? s.ship_pool : s.farm_pool));
    }
    case Do::kEventCard: return question(s, kEventStream, kEverybody, std::popcount(s.events));
    case Do::kRollHq:
    case Do::kRollFarm: return question(s, kDieStream + seat, kEverybody, 6);
    case Do::kScheme: return question(s, kSchemeStream, kEverybody, std::popcount(s.schemes));
    case Do::kReveal: {
      const auto look = as<step::Reveal>(top);
      const bool known = s.cache[idx(look.corner)] != kNone;
      return question(s, kCacheStream, look.to_all ? kEverybody : seat_bit(seat),
                      known ? 1 : std::popcount(unseen_tiles(s, look.corner)));
    }
    case Do::kExploit:
    case Do::kAiAhzuri: return question(s, kAiDieStream, kEverybody, 6);
    default: return question(s, kSetupStream, kEverybody, 1);
  }
}

// The dice or the card of the first seat that waits for some.
Ask Rules::ask_sealed(const State& s) const {
  const Seat who = sealed_chance(s);
  if (who == kNobody) return question(s, kSetupStream, kEverybody, 1);
  if (s.players[idx(who)].stage == Stage::kDrawing)
    return question(s, kContractStream, seat_bit(who), s.deck.count());
  return question(s, kDieStream + who, seat_bit(who), 6);
}

Ask Rules::ask_setup(const State& s) const {
  const auto [what, number] = as<step::Chance>(s.todo.top());
  const SeatMask own = seat_bit(static_cast<Seat>(s.todo.top().seat));
  switch (what) {
    case SetupAsk::kPlanet:
    case SetupAsk::kFaction: return question(s, kSetupStream, kEverybody, 2);
    case SetupAsk::kFirst: return question(s, kSetupStream, kEverybody, options_.players);
    case SetupAsk::kCache: return question(s, kCacheStream, kEverybody, kCorners - number);
    case SetupAsk::kAiToken:
      return question(s, kTokenStream, kEverybody, static_cast<int>(c_.tokens.size()));
    case SetupAsk::kLeader: return question(s, kLeaderStream, own, std::popcount(leaders_left(s)));
    case SetupAsk::kToken: return question(s, kTokenStream, own, std::popcount(tokens_left(s)));
    case SetupAsk::kDeal: return question(s, kContractStream, own, s.deck.count());
  }
  return question(s, kSetupStream, kEverybody, 1);
}

// --- answers ---

void Play::resolve(std::uint32_t outcome) {
  const Ask asked = g.ask(s);
  ++s.asked[asked.stream];
  if (s.todo.top().what > Do::kPlan) {
    answer(outcome);
  } else if (const Seat who = g.sealed_chance(s); who != kNobody) {
    resolve_sealed(who, outcome);
  }
  proceed();
}

void Play::answer(std::uint32_t outcome) {
  const auto seat = static_cast<Seat>(s.todo.top().seat);
  const int value = static_cast<int>(outcome) + 1;  // of a die
  switch (s.todo.top().what) {
    case Do::kChance: resolve_setup(outcome); break;
    case Do::kDraw: resolve_draw(seat, outcome); break;
    case Do::kTile: resolve_tile(outcome); break;
    case Do::kEventCard: resolve_event(outcome); break;
    case Do::kRollHq: resolve_hq_roll(seat, value); break;
    case Do::kRollFarm:
      s.todo.pop();
      tell(What::kFarmRoll, seat, value);
      push(seat, step::ToFarm{.value = value});
      break;
    case Do::kScheme: {
      const SchemeUse use = top<step::Scheme>().use;
      s.todo.pop();
      ai_scheme(nth_bit(s.schemes, outcome), use);
      break;
    }
    case Do::kExploit:
      s.todo.pop();
      ai_exploit(value);
      break;
    case Do::kReveal: resolve_reveal(seat, outcome); break;
    case Do::kAiAhzuri: resolve_ai_ahzuri(value); break;
    default: break;
  }
}

void Play::resolve_draw(Seat seat, std::uint32_t outcome) {
  const int card = s.deck.nth(static_cast<int>(outcome));
  s.deck.remove(card);
  player(seat).hand.add(card);
  tell(What::kDrew, seat, card, 0, 0, seat_bit(seat));
  tell(What::kDrewHidden, seat, 0, 0, 0, others_of(seat));
  count_down<step::Draw>();
}

void Play::resolve_tile(std::uint32_t outcome) {
  const auto turned = top<step::Tile>();
  s.todo.pop();
  const int tile = Rules::tile_in_pool(s, turned.kind, outcome);
  auto& left = (turned.kind == kShipTile ? s.ship_pool : s.farm_pool)[idx(tile)];
  if (left != 0) --left;
  auto& down = s.down[idx(turned.kind)][idx(turned.stack)];
  if (down != 0) --down;
  s.up[idx(turned.kind)][idx(turned.stack)] = static_cast<std::uint8_t>(tile + 1);
  tell(What::kTileShown, kNobody, turned.kind, turned.stack, tile);
  if (s.todo.top().what == Do::kChance) setup_step();
}

void Play::resolve_event(std::uint32_t outcome) {
  s.todo.pop();
  s.event = static_cast<std::uint8_t>(nth_bit(s.events, outcome));
  s.events &= ~(1U << s.event);
  tell(What::kEvent, kNobody, s.event);
}

// The die that a token, or Tariq's start, puts straight into Headquarters (CIR-Q32).
void Play::resolve_hq_roll(Seat seat, int value) {
  const bool from_base = top<step::RollHq>().from_base;
  s.todo.pop();
  Player& p = player(seat);
  const int space = g.free_hq(s);
  auto& from = from_base ? p.idle : p.reserve;
  if (space < 0 || from == 0) return;
  --from;
  put_in_hq(seat, value);
  tell(What::kHqRoll, seat, value, space);
  hq_reward(seat);
  push(Do::kUnlock, seat);
}

// A seat learns the points of a Cache (CIR-Q3), or all do at the end. Which tile lies there is
// drawn when the first one looks.
void Play::resolve_reveal(Seat seat, std::uint32_t outcome) {
  const auto [corner, to_all] = top<step::Reveal>();
  s.todo.pop();
  auto& tile = s.cache[idx(corner)];
  if (tile == kNone) tile = static_cast<std::uint8_t>(nth_bit(g.unseen_tiles(s, corner), outcome));
  if (!to_all) {
    Player& p = player(seat);
    p.seen = static_cast<std::uint8_t>(p.seen | (1U << corner));
    tell(What::kCacheSeen, seat, corner, tile, 0, seat_bit(seat));
    return;
  }
  s.revealed = static_cast<std::uint8_t>(s.revealed | (1U << corner));
  Seat who = kNobody;
  for (int i = 0; i < g.colours(); ++i) {
    if (player(i).harvester == kFirstCorner + corner) who = static_cast<Seat>(i);
  }
  tell(What::kCacheRevealed, who, corner, tile);
}

// CIR-5.12, Intrigue 1
void Play::resolve_ai_ahzuri(int value) {
  const int row = top<step::AiAhzuri>().row;
  s.todo.pop();
  Player& ai = player(Rules::kAiSeat);
  const Piece piece(Rules::kAiSeat, value);
  s.negotiation[kAhzuri][idx(row)] = piece;
  --ai.reserve;
  ++ai.out;
  tell(What::kAiAhzuri, Rules::kAiSeat, row, value);
  ai_incident(kAhzuri, value, false, piece);
}

}  // namespace tidelock::circadians
