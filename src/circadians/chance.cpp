// Moves and chance: the way into Play, the questions that a state asks, and their answers.
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
// The kind of the n-th tile of a pool.
int pool_at(const std::array<std::uint8_t, kMaxTileKinds>& pool, std::uint32_t n) {
  int kind = 0;
  while (kind + 1 < kMaxTileKinds && n >= pool[idx(kind)]) n -= pool[idx(kind++)];
  return kind;
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

Ask Rules::ask(const State& s) const {
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
          return make(kTokenStream, kEverybody, static_cast<int>(c_.tokens.size()));
        case SetupAsk::kLeader: {
          std::uint32_t left = leaders_in_play();
          for (const Player& p : s.players) left &= ~p.leaders;
          return make(kLeaderStream, seat_bit(seat), std::popcount(left));
        }
        case SetupAsk::kToken: {
          std::uint32_t left = (1U << c_.tokens.size()) - 1;
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
      Player& ai = player(Rules::kAiSeat);
      const int value = static_cast<int>(outcome) + 1;
      const Piece piece(Rules::kAiSeat, value);
      s.negotiation[kAhzuri][top.a] = piece;
      --ai.reserve;
      ++ai.out;
      tell(What::kAiAhzuri, Rules::kAiSeat, top.a, value);
      ai_incident(kAhzuri, value, false, piece);
      break;
    }
    default: break;
  }
  proceed();
}

}  // namespace tidelock::circadians
