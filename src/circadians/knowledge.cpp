// Who knows what (CIR-Q18): what a seat knows of a state, and a random truth that fits it.
#include <algorithm>

#include "circadians/rules.h"
#include "core/bits.h"

namespace tidelock::circadians {

// A Contract that is being paid for is on the table already.
CardSet Rules::being_fulfilled(const State& s, Seat seat) {
  CardSet cards;
  for (std::uint32_t i = 0; i < s.todo.depth; ++i) {
    const Todo& todo = s.todo.items[i];
    if (todo.what == Do::kFulfilled && todo.seat == static_cast<std::uint8_t>(seat))
      cards.add(as<step::Fulfilled>(todo).card & 127);
  }
  return cards;
}

// What the seat cannot know is put to one canonical value: lowest cards in hidden hands, others'
// secret choices not made yet, their dice not assigned, Caches in order.
State Rules::knows(const State& real, Seat seat) const {
  State s = real;
  const bool leaders =
      s.todo.top().what == Do::kLeaders ||
      (s.todo.top().what == Do::kChance && as<step::Chance>(s.todo.top()).ask >= SetupAsk::kLeader);
  const bool draft = s.todo.top().what == Do::kDraft;
  const bool plan = s.todo.top().what == Do::kPlan;
  CardSet pool = s.deck;
  std::uint32_t leader_pool = leaders_in_play();
  std::uint32_t token_pool = (1U << c_.tokens.size()) - 1;
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

void Rules::resample(State& s, Seat seat, Rng& rng) const {
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
  std::uint32_t token_pool = (1U << c_.tokens.size()) - 1;
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

}  // namespace tidelock::circadians
