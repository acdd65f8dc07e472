// For the tests of Solenia: random games of every mode and number of players, positions with
// crowded boards, and a slow second opinion on where a card may go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "solenia/testing.h"

namespace tidelock::solenia {

// One step of a random game: what was decided or answered, and what it did.
struct Step {
  State before, after;
  bool chance;
  Seat seat;  // who decided
  Move move;
  std::uint32_t outcome;
  std::vector<Event> events;

  [[nodiscard]] Do what() const { return before.todo.top().what(); }
  [[nodiscard]] const Event* find(What what) const {
    for (const Event& e : events) {
      if (is(e, what)) return &e;
    }
    return nullptr;
  }
};
struct Played {
  Options options;
  Solenia game;
  std::vector<Step> steps;
  bool finished;  // false: a broken rule stopped it
};

// A random player who likes cities and the leftmost slots, so that improvements get to work.
inline Move random_move(const Solenia& game, const State& s, const Solenia::List& list, Rng& rng) {
  if (s.todo.top().what() == Do::kSlot && rng.below(2) == 0) return list[0];
  if (s.todo.top().what() == Do::kPlay && rng.below(4) != 0) {
    std::vector<Move> cities;
    for (const Move move : list) {
      if (move.kind() == Move::Kind::kPlay && game.terrain(s, move.b()) >= kDayCity)
        cities.push_back(move);
    }
    if (!cities.empty()) return cities[rng.below(static_cast<std::uint32_t>(cities.size()))];
  }
  return list[rng.below(static_cast<std::uint32_t>(list.size()))];
}

inline void fill_store(Player& p, Rng& rng) {
  p.store = 0;
  for (std::uint32_t n = rng.below(2) == 0 ? p.capacity : rng.below(p.capacity + 1U); n > 0; --n)
    p.store += goods(static_cast<int>(rng.below(kResources)));
}

// With gifts every turn begins with a well-filled store, so that rows fill up and decks run out.
inline Played play_randomly(Options options, std::uint64_t seed, bool gifts) {
  Played out{options, make_game(options), {}, true};
  State s = out.game.start();
  Rng rng(seed);
  const Seeded luck{seed};
  while (out.game.at(s) != At::kOver && out.steps.size() < 2000) {
    if (gifts && s.todo.top().what() == Do::kPlay)
      fill_store(s.players[static_cast<std::size_t>(s.todo.top().seat())], rng);
    Step step{s, s, out.game.at(s) == At::kChance, kNobody, {}, 0, {}};
    auto hear = [&](const Event& e) { step.events.push_back(e); };
    const Listener listener(hear);
    if (step.chance) {
      const Ask ask = out.game.ask(s);
      if (ask.n == 0) break;
      step.outcome = luck(ask);
      out.game.resolve(step.after, step.outcome, listener);
    } else {
      step.seat = first_seat(out.game.to_act(s));
      Solenia::List list;
      out.game.legal(s, step.seat, list);
      if (list.empty()) break;
      step.move = random_move(out.game, s, list, rng);
      out.game.apply(step.after, step.seat, step.move, listener);
    }
    s = step.after;
    out.steps.push_back(std::move(step));
    if (out.game.quiet(s) && out.game.check(s)) break;
  }
  out.finished = out.game.at(s) == At::kOver && !out.game.check(s);
  return out;
}

// Random games of every mode and number of players, played once and shared by the tests. A game
// that a broken rule leads into an impossible state stops there.
inline const std::vector<Played>& played_games() {
  static const std::vector<Played> kGames = [] {
    std::vector<Played> games;
    for (int players = 1; players <= 4; ++players) {
      for (const Mode mode : kEveryMode) {
        for (std::uint64_t i = 0; i < (mode == Mode::kImprovements ? 12 : 6); ++i) {
          const auto kind =
              static_cast<std::uint64_t>(mode) * 10 + static_cast<std::uint64_t>(players);
          games.push_back(
              play_randomly({players, mode, Start::kRandom, -1}, nth_seed(kind, i), i % 3 != 0));
        }
      }
    }
    return games;
  }();
  return kGames;
}

// The steps of a game cut into turns.
using Turns = std::vector<std::vector<const Step*>>;
inline Turns turns_of(const Played& played, bool with_neutral = false) {
  Turns out;
  bool counts = false;
  for (const Step& step : played.steps) {
    if (step.what() == Do::kPlay || step.what() == Do::kNeutralCard) {
      counts = step.what() == Do::kPlay || with_neutral;
      if (counts) out.emplace_back();
    }
    if (counts) out.back().push_back(&step);
  }
  return out;
}

// The same turn with another board and other stores: cards anywhere, many of them, so that players
// get stuck and voyages get long.
inline State scrambled(const Solenia& game, const State& at_play, Rng& rng) {
  State s = at_play;
  std::vector<int> spaces(kSpaces);
  for (int i = 0; i < kSpaces; ++i) spaces[static_cast<std::size_t>(i)] = i;
  for (std::size_t i = kSpaces; i-- > 1;)
    std::swap(spaces[i], spaces[rng.below(static_cast<std::uint32_t>(i) + 1)]);
  if (rng.below(2) == 0) {  // the middle first: that is where players get stuck
    std::stable_sort(spaces.begin(), spaces.end(), [](int a, int b) {
      const auto far = [](int i) { return std::abs(i / 5 - 2) + std::abs(i % 5 - 2); };
      return far(a) < far(b);
    });
  }
  const Seat seat = game.seat_of_turn(s);
  const std::uint32_t own = rng.below(3);  // few cards of the player, all of the others
  s.cards = {};
  s.card_at = {};
  for (Player& p : s.players) p.stars[kFromRemoval] = 0;  // nothing has been lifted
  std::size_t used = 0;
  for (int i = 0; i < game.colours(); ++i) {
    const Player& p = s.players[static_cast<std::size_t>(i)];
    std::uint32_t placed = 0;
    for (std::size_t card = 0; card < kCards && used < kSpaces - 1; ++card) {
      if ((((p.hand | p.deck) >> card) & 1U) != 0 || (i == seat && placed == own)) continue;
      const auto space = static_cast<std::size_t>(spaces[used++]);
      s.cards[static_cast<std::size_t>(i)] |= 1U << space;
      s.card_at[space] = game.components().type[card];
      ++placed;
    }
  }
  fill_store(s.players[static_cast<std::size_t>(seat)], rng);
  return s;
}

struct AtPlay {
  const Solenia* game;
  State s;
  Seat seat;
};
// Every state of the random games where a card is to be played, and each of them scrambled.
inline const std::vector<AtPlay>& play_states() {
  static const std::vector<AtPlay> kStates = [] {
    std::vector<AtPlay> states;
    Rng rng(11);
    for (const Played& played : played_games()) {
      for (const Step& step : played.steps) {
        if (step.what() != Do::kPlay) continue;
        states.push_back({&played.game, step.before, step.seat});
        states.push_back({&played.game, scrambled(played.game, step.before, rng), step.seat});
      }
    }
    return states;
  }();
  return kStates;
}

// The second opinion: as the rules say it, without a thought for speed.
inline int slow_distance(int a, int b) {
  return std::abs(a / kColumns - b / kColumns) + std::abs(a % kColumns - b % kColumns);
}
inline bool slow_lasting(const Solenia& game, const Player& p, Level1::Kind kind) {
  return p.active != 0 && game.components().level1[p.level1].kind == kind;
}
inline int slow_cost(const Solenia& game, const State& s, Seat seat, int space) {
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  int nearest = slow_distance(space, space_at("c3"));
  bool diagonal = false;
  for (int i = 0; i < kSpaces; ++i) {
    if (!has_space(s.cards[static_cast<std::size_t>(seat)], i)) continue;
    nearest = std::min(nearest, slow_distance(space, i));
    diagonal = diagonal || (std::abs(space / kColumns - i / kColumns) == 1 &&
                            std::abs(space % kColumns - i % kColumns) == 1);
  }
  int cost = std::max(0, nearest - 1);
  if (slow_lasting(game, p, Level1::Kind::kVoyageDiscount)) cost = std::max(0, cost - 1);
  if (slow_lasting(game, p, Level1::Kind::kDiagonal) && diagonal) cost = 0;
  return cost;
}
// Every store that paying n resources can leave.
inline std::set<Goods> slow_payments(Goods store, int n) {
  std::set<Goods> now = {store};
  for (; n > 0; --n) {
    std::set<Goods> next;
    for (const Goods g : now) {
      for (int r = 0; r < kResources; ++r) {
        if (count_of(g, r) > 0) next.insert(g - goods(r));
      }
    }
    now = std::move(next);
  }
  return now;
}
inline bool slow_covers(Goods store, Goods cost) {
  bool all = true;
  for (int r = 0; r < kResources; ++r) all = all && count_of(store, r) >= count_of(cost, r);
  return all;
}
inline bool slow_can_deliver(const Solenia& game, const Player& p, Goods store, const Tile& tile) {
  if (slow_covers(store, tile.cost)) return true;
  if (!slow_lasting(game, p, Level1::Kind::kStandIn)) return false;
  bool any = false;
  for (int out = 0; out < kResources; ++out) {
    for (int in = 0; in < kResources; ++in) {
      if (out == in || count_of(tile.cost, out) == 0) continue;
      any = any || slow_covers(store, tile.cost - goods(out) + goods(in));
    }
  }
  return any;
}
inline bool slow_can_deliver_any(const Solenia& game, const State& s, Seat seat, int hemisphere,
                                 Goods store) {
  const auto h = static_cast<std::size_t>(hemisphere);
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  if (std::count(p.slots[h].begin(), p.slots[h].end(), 0) == 0) return false;
  return std::any_of(s.display[h].begin(), s.display[h].end(), [&](std::uint8_t tile) {
    return tile != kNone && slow_can_deliver(game, p, store, game.components().tiles[h][tile]);
  });
}
// The cost of every space where a card may go now.
inline std::map<int, int> slow_spaces(const Solenia& game, const State& s, Seat seat) {
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  std::map<int, int> out;
  for (int space = 0; space < kSpaces; ++space) {
    bool taken = false;
    for (const std::uint32_t cards : s.cards) taken = taken || has_space(cards, space);
    const int cost = slow_cost(game, s, seat, space);
    if (taken || total_of(p.store) < cost) continue;
    const int where = game.terrain(s, space);
    const auto stores = slow_payments(p.store, cost);
    if (where < kDayCity || std::any_of(stores.begin(), stores.end(), [&](Goods left) {
          return slow_can_deliver_any(game, s, seat, where - kDayCity, left);
        })) {
      out[space] = cost;
    }
  }
  return out;
}

}  // namespace tidelock::solenia
