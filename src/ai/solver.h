// An exact solver for endgames: positions with few decisions left where nothing is hidden any more.
// Chance nodes are worth the mean of their outcomes, and every seat maximises its own value. The
// solver gives up when the position turns out to be too large.
//
// Two seats: expectiminimax with alpha-beta pruning (Knuth & Moore 1975).
// - Decision nodes: the first move gets the full window, every other one a null window, and is
//   searched again only if it turns out better (NegaScout: Reinefeld 1983).
// - Chance nodes: Star1 (Ballard 1983) turns the window of the mean into one for each outcome.
// - The best move at the root: null-window searches that close in on its value (the MTD family:
//   Plaat, Schaeffer, Pijls & de Bruin 1996).
// - Moves are ordered by the transposition table's move first, then by the history heuristic
//   (Schaeffer 1989).
// - States that can only go on in the same way share one canonical form, and so one entry of the
//   table (core/rules.h, `Solvable`).
// Any other number of seats: every line is searched, each seat maximising its own entry of a vector
// of values (max^n: Luckhardt & Irani 1986), with the same table but without pruning.
//
// All values are integers, and a mean is rounded towards zero: a value may be off by one unit for
// each chance node on the way.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ai/search_types.h"
#include "core/rules.h"

namespace tidelock::ai {

template <Rules G>
class Solver {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  // The unit of values: one point for Goal::kMargin. For Goal::kWinning a certain win is kWin.
  static constexpr std::int64_t kPoint = 1 << 16;

  struct Solved {
    Move move;
    std::int64_t value = 0;  // for the seat to move
  };

  using SteadyClock = std::chrono::steady_clock;

  // When to give up: after this many nodes, or at this time.
  struct Effort {
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / 2;
    SteadyClock::time_point until = SteadyClock::time_point::max();
    bool rough = false;  // sample a few outcomes of each chance node: only for `best`, two seats
  };

  explicit Solver(Goal goal) : goal_(goal) {}
  [[nodiscard]] Goal goal() const { return goal_; }

  // All moves of the seat to move, best first; nullopt if something is hidden or the solver gave
  // up. The first value is exact. With two seats the other values are upper bounds: that those
  // moves are no better is all the null windows show.
  [[nodiscard]] std::optional<std::vector<Solved>> solve(const G& game, const State& state,
                                                         const Effort& effort) {
    const Seat seat = first_seat(game.to_act(state));
    std::vector<Solved> order;
    typename G::List list;
    game.legal(state, seat, list);
    for (const Move move : list) {
      State next = state;
      game.apply(next, seat, move, NoEvents{});
      order.push_back({move, game.evaluate(next, seat)});
    }
    best_first(order);
    std::vector<Move> moves;
    moves.reserve(order.size());
    for (const Solved& one : order) moves.push_back(one.move);
    auto found = solve(game, state, moves, effort);
    if (found.size() < moves.size()) return std::nullopt;
    return found;
  }
  // The same for these moves in this order: the sooner a good one comes, the more is pruned. If the
  // solver gives up, the moves it had finished are returned: none if three quarters of the budget
  // were not enough for the first one.
  [[nodiscard]] std::vector<Solved> solve(const G& game, const State& state,
                                          const std::vector<Move>& moves, const Effort& effort) {
    std::vector<Solved> out;
    if (!begin(game, state, effort)) return out;
    const Seat seat = first_seat(game.to_act(state));
    std::int64_t best = -kInfinity;
    const auto now = SteadyClock::now();
    for (const Move move : moves) {
      limit_ = effort;
      if (out.empty() && moves.size() > 1)
        limit_ = {effort.most / 4 * 3, now + (effort.until - now) / 4 * 3};
      const std::int64_t value = value_of(after(state, seat, move), seat, best);
      if (gave_up_) break;
      best = std::max(best, value);
      out.push_back({move, value + middle()});
    }
    best_first(out);
    return out;
  }
  // Which of these moves is best, searched in this order, but not by how much: that takes fewer
  // nodes. The nearer `guess` is to the best move's value, the fewer. If the solver gives up, the
  // best of the moves it had finished is returned with `sure` unset; nullopt if half of the budget
  // was not enough for the first one.
  struct Best {
    Move move;
    bool sure = false;
    std::int64_t value = 0;  // to within the last step of mtd()
  };
  [[nodiscard]] std::optional<Best> best(const G& game, const State& state,
                                         const std::vector<Move>& moves, std::int64_t guess,
                                         const Effort& effort) {
    if (game.seats() != 2) {
      if (effort.rough) return std::nullopt;
      const auto found = solve(game, state, moves, effort);
      if (found.empty()) return std::nullopt;
      return Best{found.front().move, found.size() == moves.size(), found.front().value};
    }
    if (!begin(game, state, effort)) return std::nullopt;
    const Seat seat = first_seat(game.to_act(state));
    const auto now = SteadyClock::now();
    limit_ = {effort.most / 2, now + (effort.until - now) / 2};
    Best out{moves[0]};
    ValueRange worth{-kInfinity, kInfinity};
    mtd(after(state, seat, out.move), seat, guess - middle(), worth);
    if (gave_up_) return std::nullopt;
    limit_ = effort;
    std::vector<Move> others(moves.begin() + 1, moves.end());
    for (std::size_t i = 0; i < others.size() && !gave_up_; ++i) {
      const Move move = others[i];
      ValueRange other{worth.least, kInfinity};
      mtd(after(state, seat, move), seat, worth.least, other);
      if (other.least <= worth.least) continue;
      if (worth.most > other.least) others.push_back(out.move);
      out.move = move;
      worth = other;
    }
    out.sure = !gave_up_ && !effort.rough;
    out.value = worth.least + middle();
    return out;
  }
  // The exact value of one move, for the seat to move.
  [[nodiscard]] std::optional<std::int64_t> value(const G& game, const State& state, Move move,
                                                  const Effort& effort) {
    const auto found = solve(game, state, {move}, effort);
    if (found.empty()) return std::nullopt;
    return found.front().value;
  }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  // --- the same in slices, for callers that have to answer in between ---

  // What a move leads to if every seat plays its best.
  struct Expected {
    std::int64_t value = 0;   // what the goal makes of it
    std::int64_t chance = 0;  // of winning, in parts of kWin
    std::int64_t margin = 0;  // ahead of the best other seat, in kPoint; solo: the points
  };
  // Starts on a position for which `most` nodes may be searched in all. False if something is
  // hidden.
  [[nodiscard]] bool ask(const G& game, const State& state, std::uint64_t most) {
    return begin(game, state, {most});
  }
  // The value of a move in this or a later position; nullopt if `most` nodes were not enough. The
  // table keeps what was found so far, so asking again gets further.
  [[nodiscard]] std::optional<Expected> expect(const State& state, Move move, std::uint64_t most) {
    resume(most);
    const Seat seat = first_seat(game_->to_act(state));
    const State next = after(state, seat, move);
    Expected out{value_of(next, seat, -kInfinity) + middle(), 0, 0};
    if (expectations_seat_ != seat) expectations_.clear();
    expectations_seat_ = seat;
    const Expectation expected = expectation_of(next, seat);
    if (gave_up_) return std::nullopt;
    out.chance = expected.chance / kFine;
    out.margin = expected.margin;
    return out;
  }
  // True if the move's value exceeds `value`, by one null-window search; nullopt if the nodes ran
  // out.
  [[nodiscard]] std::optional<bool> beats(const State& state, Move move, std::int64_t value,
                                          std::uint64_t most) {
    resume(most);
    const Seat seat = first_seat(game_->to_act(state));
    const std::int64_t at = value - middle();
    const State next = after(state, seat, move);
    const bool more = game_->seats() == 2 ? search_for(next, seat, at, at + 1) > at
                                          : value_of(next, seat, at) > at;
    if (gave_up_) return std::nullopt;
    return more;
  }

 private:
  using Values = std::array<std::int32_t, kMaxSeats>;
  // Beyond any value.
  static constexpr std::int64_t kInfinity = 5000 * kPoint;
  static constexpr std::size_t kMaxTableEntries = 1 << 21;
  static constexpr std::size_t kHistorySlots = 1 << 10;

  struct TableEntry {
    std::uint64_t key = 0;
    // Two seats: the lower and upper bound on the first seat's value, and the move to try first.
    // Otherwise the exact value for each seat.
    Values numbers{};
  };
  struct ValueRange {
    std::int64_t least, most;
  };
  struct Expectation {
    std::int64_t chance = 0;  // kFine times finer than kWin, for means of means
    std::int64_t margin = 0;
  };
  static constexpr std::int64_t kFine = 1 << 10;
  struct ScoredMove {
    std::uint64_t history;
    Move move;
  };
  struct Outcome {
    State state;
    std::uint64_t key;
    std::int64_t weight, low, high;
  };

  static void best_first(std::vector<Solved>& moves) {
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Solved& a, const Solved& b) { return a.value > b.value; });
  }

  bool begin(const G& game, const State& state, const Effort& effort) {
    const std::uint64_t most = effort.most;
    rough_ = effort.rough;
    game_ = &game;
    nodes_ = 0;
    gave_up_ = false;
    if (game.at(state) != At::kDecision || hides(state)) return false;
    const std::size_t entries = most < 2 * kMaxTableEntries
                                    ? std::bit_ceil(static_cast<std::size_t>(most / 2 + 2))
                                    : kMaxTableEntries;
    if (transpositions_.size() < entries) transpositions_.resize(entries);
    shift_ = 64 - std::countr_zero(entries);
    generation_ = mix(generation_ + 1);
    history_ = {};
    move_stack_.clear();
    outcome_stack_.clear();
    expectations_.clear();
    return true;
  }
  void resume(std::uint64_t most) {
    limit_ = {most};
    nodes_ = 0;
    gave_up_ = false;
    move_stack_.clear();
    outcome_stack_.clear();
  }

  // True if some seat's information state differs from the state itself.
  [[nodiscard]] bool hides(const State& s) const {
    for (Seat seat = 0; seat < game_->seats(); ++seat) {
      if (!(game_->knows(s, seat) == s)) return true;
    }
    return false;
  }
  // True if the answer of chance is hidden from some seat.
  [[nodiscard]] bool hides(const Ask& ask, const State& next) const {
    const auto all = static_cast<SeatMask>((1U << static_cast<unsigned>(game_->seats())) - 1);
    return (ask.sees & all) != all && hides(next);
  }

  [[nodiscard]] State after(const State& s, Seat seat, Move move) const {
    State next = s;
    game_->apply(next, seat, move, NoEvents{});
    return next;
  }

  // Without what can no longer matter, so that more positions share a table entry.
  [[nodiscard]] State canonical_form(const State& s) const {
    if constexpr (Solvable<G>) return game_->canonical_form(s);
    return s;
  }

  // Plays forced moves up to the next real choice of this turn, in canonical form.
  [[nodiscard]] State skip_forced(const State& s) const {
    State out = s;
    while (game_->at(out) == At::kDecision && !game_->begins_turn(out)) {
      out = canonical_form(out);
      const Seat seat = first_seat(game_->to_act(out));
      typename G::List list;
      game_->legal(out, seat, list);
      if (list.size() > 1 || game_->secret(out)) break;
      game_->apply(out, seat, list[0], NoEvents{});
    }
    return out;
  }

  // The transposition key: a hash of the whole state. Not incremental as Zobrist's keys (1970) are:
  // a state is small, and its canonical form is made anew anyway. Quicker than hash_state, because
  // the four chains do not wait for each other. Two states with the same 64 bits would be mixed up;
  // that is accepted.
  [[nodiscard]] std::uint64_t transposition_key(const State& s) const {
    constexpr std::size_t kStep = 4 * sizeof(std::uint64_t);
    const auto* bytes = reinterpret_cast<const unsigned char*>(&s);
    std::array<std::uint64_t, 4> chains = {1, 2, 3, 4};
    const auto add = [&](std::size_t at, std::size_t size) {
      std::array<std::uint64_t, 4> words{};
      std::memcpy(words.data(), bytes + at, size);
      for (std::size_t i = 0; i < 4; ++i) {
        chains[i] = (chains[i] ^ words[i]) * 0x9E3779B97F4A7C15ULL;
        chains[i] ^= chains[i] >> 32;
      }
    };
    for (std::size_t at = 0; at + kStep <= sizeof(State); at += kStep) add(at, kStep);
    if constexpr (sizeof(State) % kStep != 0)
      add(sizeof(State) / kStep * kStep, sizeof(State) % kStep);
    return mix(chains[0] ^ mix(chains[1] ^ mix(chains[2] ^ mix(chains[3]))));
  }

  // The transposition table: one entry a slot, always replaced. Entries of earlier positions carry
  // the key of another generation, so they are never found, and an answer does not depend on what
  // was solved before.
  [[nodiscard]] const Values* probe(std::uint64_t key) const {
    const TableEntry& entry = transpositions_[static_cast<std::size_t>(key >> shift_)];
    return entry.key == (key ^ generation_) ? &entry.numbers : nullptr;
  }
  void store(std::uint64_t key, const Values& numbers) {
    transpositions_[static_cast<std::size_t>(key >> shift_)] = {key ^ generation_, numbers};
  }

  // Counts a node; false once the budget is spent. The clock is read only now and then.
  [[nodiscard]] bool count_node() {
    constexpr std::uint64_t kSeldom = 256;
    if (++nodes_ > limit_.most) gave_up_ = true;
    if (nodes_ % kSeldom == 0 && limit_.until != SteadyClock::time_point::max() &&
        SteadyClock::now() >= limit_.until)
      gave_up_ = true;
    return !gave_up_;
  }

  // For `seat`: exact if above `alpha`, otherwise an upper bound.
  [[nodiscard]] std::int64_t value_of(const State& s, Seat seat, std::int64_t alpha) {
    if (game_->seats() != 2) return values_of(s)[static_cast<std::size_t>(seat)];
    if (alpha == -kInfinity) return search_for(s, seat, -kInfinity, kInfinity);
    const std::int64_t value = search_for(s, seat, alpha, alpha + 1);
    return value <= alpha ? value : search_for(s, seat, alpha, kInfinity);
  }

  // --- two seats: zero-sum; values are for the first seat, and 0 is even ---

  // What makes the game zero-sum for Goal::kWinning: half a win is taken off each side.
  [[nodiscard]] std::int64_t middle() const {
    return game_->seats() == 2 && goal_ == Goal::kWinning ? kWin / 2 : 0;
  }
  [[nodiscard]] std::int64_t search_for(const State& s, Seat seat, std::int64_t alpha,
                                        std::int64_t beta) {
    return seat == 0 ? alpha_beta(s, alpha, beta) : -alpha_beta(s, -beta, -alpha);
  }

  // Narrows `worth` down to a quarter of a point (or of kWin, a 64th) by null-window searches, from
  // the guess `at`: in growing steps until the value is bracketed, then by bisection. A driver of
  // the MTD family, like MTD(f), where the guess comes from the tree search.
  void mtd(const State& s, Seat seat, std::int64_t at, ValueRange& worth) {
    const std::int64_t near = goal_ == Goal::kMargin ? kPoint / 4 : kWin / 64;
    std::int64_t step = near;
    while (worth.most > worth.least + near) {
      const std::int64_t value = search_for(s, seat, at, at + 1);
      if (gave_up_) return;
      (value > at ? worth.least : worth.most) = value;
      at = value > at ? value + step : value - step;
      step *= 2;
      if (worth.least != -kInfinity && worth.most != kInfinity) at = (worth.least + worth.most) / 2;
    }
  }

  // The value of a position: exact if between `alpha` and `beta`, otherwise a bound (fail-soft): an
  // upper bound at or below `alpha`, a lower one at or above `beta`. Zero once the solver gave up;
  // no such value may be stored.
  std::int64_t alpha_beta(const State& s, std::int64_t alpha, std::int64_t beta) {
    State rest = skip_forced(s);
    const auto [least, most] = bounds(rest);
    if (least >= beta || most <= alpha) return !count_node() ? 0 : least >= beta ? least : most;
    if (game_->begins_turn(rest)) rest = canonical_form(rest);
    return alpha_beta(rest, transposition_key(rest), alpha, beta);
  }
  std::int64_t alpha_beta(const State& s, std::uint64_t key, std::int64_t alpha,
                          std::int64_t beta) {
    if (!count_node()) return 0;
    if (game_->at(s) == At::kOver) return end_of(s)[0] - middle();
    std::int64_t least = -kInfinity;
    std::int64_t most = kInfinity;
    std::uint32_t best = 0;
    if (const Values* numbers = probe(key)) {
      least = (*numbers)[0];
      most = (*numbers)[1];
      best = static_cast<std::uint32_t>((*numbers)[2]);
      if (least >= beta || least == most) return least;
      if (most <= alpha) return most;
      alpha = std::max(alpha, least);
      beta = std::min(beta, most);
    }
    const std::int64_t value = game_->at(s) == At::kChance ? chance_node(s, alpha, beta)
                                                           : decision_node(s, alpha, beta, best);
    if (gave_up_) return 0;
    if (value > alpha) least = std::max(least, value);
    if (value < beta) most = std::min(most, value);
    store(key, {static_cast<std::int32_t>(least), static_cast<std::int32_t>(most),
                static_cast<std::int32_t>(best), 0});
    return value;
  }

  // The score bounds that the rules prove without a search, as values; equal ones are the value.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> bounds(const State& s) const {
    if (game_->at(s) == At::kOver) {
      const std::int64_t end = end_of(s)[0] - middle();
      return {end, end};
    }
    if constexpr (Solvable<G>) {
      const ScoreBounds margin = game_->score_bounds(s);
      if (goal_ == Goal::kMargin) return {margin.low * kPoint, margin.high * kPoint};
      return {utility_of(margin.low > 0 ? kWin : 0, 100 * margin.low) - middle(),
              utility_of(margin.high < 0 ? 0 : kWin, 100 * margin.high) - middle()};
    }
    return {-kInfinity, kInfinity};
  }

  // A decision node. `best`: the transposition table's move on entry, the best one on return. Moves
  // that end the game come first, as their value is known at once; then `best`; then the others by
  // the history heuristic: a move that raised alpha often elsewhere is mostly strong here too.
  // Unlike Schaeffer's, the scores are not weighted by depth, for all depths here are small.
  std::int64_t decision_node(const State& s, std::int64_t alpha, std::int64_t beta,
                             std::uint32_t& best) {
    if (game_->secret(s)) {
      gave_up_ = true;
      return 0;
    }
    const Seat seat = first_seat(game_->to_act(s));
    const std::int64_t sign = seat == 0 ? 1 : -1;
    const std::int64_t own_beta = seat == 0 ? beta : -alpha;
    const std::int64_t own_alpha = seat == 0 ? alpha : -beta;
    typename G::List list;
    game_->legal(s, seat, list);
    std::int64_t found = -kInfinity;
    const std::size_t first = move_stack_.size();
    // If the first move does not end the game, mostly none does.
    const bool last = game_->at(after(s, seat, list[0])) == At::kOver;
    for (const Move move : list) {
      if (last) {
        if (const State next = after(s, seat, move); game_->at(next) == At::kOver) {
          const std::int64_t value = sign * alpha_beta(next, alpha, beta);
          if (value > found) {
            found = value;
            best = move.bits;
          }
          if (gave_up_ || found >= own_beta) break;
          continue;
        }
      }
      const std::uint64_t history = move.bits == best ? std::numeric_limits<std::uint64_t>::max()
                                                      : history_of(seat, move.bits);
      move_stack_.push_back({history, move});
    }
    const auto begin = move_stack_.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, move_stack_.end(), [](const ScoredMove& a, const ScoredMove& b) {
      return a.history != b.history ? a.history > b.history : a.move.bits < b.move.bits;
    });
    const std::size_t end = move_stack_.size();
    for (std::size_t i = first; i < end && found < own_beta && !gave_up_; ++i) {
      const Move move = move_stack_[i].move;
      const State next = after(s, seat, move);
      const std::int64_t own_floor = std::max(own_alpha, found);
      std::int64_t value = search_for(next, seat, own_floor, i == first ? own_beta : own_floor + 1);
      if (i != first && value > own_floor && value < own_beta)
        value = search_for(next, seat, own_floor, own_beta);
      if (value > found) {
        found = value;
        best = move.bits;
      }
    }
    move_stack_.resize(first);
    if (found > own_alpha) ++history_of(seat, best);
    return sign * found;
  }
  [[nodiscard]] std::uint64_t& history_of(Seat seat, std::uint32_t move) {
    return history_[static_cast<std::size_t>(seat)][mix(move) % kHistorySlots];
  }

  // How many outcomes each one represents: its own equivalence class, or 0 where another outcome
  // represents it. Too many outcomes to list are taken one by one.
  using Weights = std::array<std::uint16_t, 64>;
  void outcome_classes(const State& s, const Ask& ask, Weights& weights) const {
    weights.fill(1);
    if (ask.n > weights.size()) return;
    const auto all = std::span(weights).first(ask.n);
    if constexpr (Solvable<G>) game_->outcome_classes(s, all);
    if (rough_) thin_out(all);
  }
  // Keeps about kFew evenly spaced representatives of the outcomes that are alone in their class.
  static void thin_out(std::span<std::uint16_t> weights) {
    constexpr std::size_t kFew = 3;
    const auto single = static_cast<std::size_t>(std::count(weights.begin(), weights.end(), 1));
    const std::size_t part = (single + kFew - 1) / kFew;
    std::size_t seen = 0;
    std::uint16_t* chosen = nullptr;
    for (std::uint16_t& weight : weights) {
      if (weight != 1) continue;
      if (seen++ % part == 0) {
        chosen = &weight;
      } else {
        weight = 0;
        ++*chosen;
      }
    }
  }

  std::int64_t chance_node(const State& s, std::int64_t alpha, std::int64_t beta) {
    const Ask ask = game_->ask(s);
    const std::size_t first = outcome_stack_.size();
    std::int64_t sure = 0;  // the weighted sum of the outcomes whose bounds already meet
    Weights weights;
    outcome_classes(s, ask, weights);
    for (std::uint32_t i = 0; i < ask.n && !gave_up_; ++i) {
      const std::int64_t weight = i < weights.size() ? weights[i] : 1;
      if (weight == 0) continue;
      State next = s;
      game_->resolve(next, i, NoEvents{});
      if (hides(ask, next)) gave_up_ = true;
      next = skip_forced(next);
      auto [least, most] = bounds(next);
      if (least == most) {
        sure += weight * least;
        continue;
      }
      if (game_->begins_turn(next)) next = canonical_form(next);
      const std::uint64_t key = transposition_key(next);
      const auto begin = outcome_stack_.begin() + static_cast<std::ptrdiff_t>(first);
      const auto same = std::find_if(begin, outcome_stack_.end(),
                                     [&](const Outcome& one) { return one.key == key; });
      if (same != outcome_stack_.end()) {
        same->weight += weight;
        continue;
      }
      if (const Values* numbers = probe(key)) {
        least = (*numbers)[0];
        most = (*numbers)[1];
      }
      outcome_stack_.push_back({next, key, weight, least, most});
    }
    const std::int64_t value = gave_up_ ? 0 : star1(first, ask.n, sure, alpha, beta);
    outcome_stack_.resize(first);
    return value;
  }

  // Star1 (Ballard 1983): the mean of `n` outcomes, namely those on the stack from `first` on and
  // others whose sum is `sure`. `least` and `most` bound the sum: each outcome contributes its own
  // bounds until it is searched. An outcome's window follows from what the sum can still become.
  //
  // A first pass searches every outcome with the parent's own window: mostly all of them fail to
  // the same side, and the mean with them. If not, the outcomes on the rarer side are searched for
  // their value, then the others, until the rest cannot change the answer.
  std::int64_t star1(std::size_t first, std::int64_t n, std::int64_t sure, std::int64_t alpha,
                     std::int64_t beta) {
    const std::size_t end = outcome_stack_.size();
    std::int64_t least = sure;  // of the sum
    std::int64_t most = sure;
    for (std::size_t i = first; i < end; ++i) {
      least += outcome_stack_[i].weight * outcome_stack_[i].low;
      most += outcome_stack_[i].weight * outcome_stack_[i].high;
    }
    const auto decided = [&] {
      return gave_up_ || least == most || least >= beta * n || most <= alpha * n;
    };
    const auto ask = [&](std::size_t i, std::int64_t from, std::int64_t to) {
      const Outcome one = outcome_stack_[i];  // a copy: the search may reallocate the stack
      const std::int64_t value = alpha_beta(one.state, one.key, from, to);
      Outcome& now = outcome_stack_[i];
      if (value > from) now.low = std::max(now.low, value);
      if (value < to) now.high = std::min(now.high, value);
      least += one.weight * (now.low - one.low);
      most += one.weight * (now.high - one.high);
    };
    std::int64_t above = 0;
    for (std::size_t i = first; i < end && !decided(); ++i) {
      const Outcome& one = outcome_stack_[i];
      if (one.low < one.high && one.low < beta && one.high > alpha) ask(i, alpha, beta);
      if (outcome_stack_[i].low >= beta) above += outcome_stack_[i].weight;
    }
    for (const bool upper : {2 * above < n, 2 * above >= n}) {
      for (std::size_t i = first; i < end && !decided(); ++i) {
        const Outcome& one = outcome_stack_[i];
        if (one.low == one.high || (one.low >= beta) != upper) continue;
        // If this outcome is worth `from` or less the mean is at most `alpha`, if it is worth `to`
        // or more at least `beta`, whatever the others are worth.
        const std::int64_t from = floor_of(alpha * n - (most - one.weight * one.high), one.weight);
        const std::int64_t to = -floor_of(least - one.weight * one.low - beta * n, one.weight);
        ask(i, std::max(from, one.low - 1), std::min(to, one.high + 1));
      }
    }
    return least >= beta * n ? least / n : most / n;
  }
  [[nodiscard]] static constexpr std::int64_t floor_of(std::int64_t a, std::int64_t b) {
    return a >= 0 ? a / b : -((b - 1 - a) / b);
  }

  // --- any number of seats: max^n over the whole tree ---

  // What each seat gets if all play their best, each for itself. No line can be pruned: how good a
  // move is for one seat says nothing about the others, so no bound carries over. A chance node is
  // worth the mean of its outcomes, each equally likely. What is hidden or chosen in secret ends
  // the attempt, since the seats would have to decide without knowing where they are.
  [[nodiscard]] Values values_of(const State& s) {
    if (!count_node()) return {};
    const At at = game_->at(s);
    if (at == At::kOver) return end_of(s);
    const State rest = game_->begins_turn(s) ? canonical_form(s) : s;
    const std::uint64_t key = transposition_key(rest);
    if (const Values* numbers = probe(key)) return *numbers;
    Values found{};
    if (at == At::kChance) {
      const Ask ask = game_->ask(rest);
      std::array<std::int64_t, kMaxSeats> sum{};
      for (std::uint32_t i = 0; i < ask.n && !gave_up_; ++i) {
        State next = rest;
        game_->resolve(next, i, NoEvents{});
        if (hides(ask, next)) gave_up_ = true;
        const Values values = values_of(canonical_form(next));
        for (std::size_t seat = 0; seat < sum.size(); ++seat) sum[seat] += values[seat];
      }
      for (std::size_t seat = 0; seat < sum.size(); ++seat)
        found[seat] = static_cast<std::int32_t>(sum[seat] / ask.n);
    } else {
      if (game_->secret(rest)) gave_up_ = true;
      const Seat seat = first_seat(game_->to_act(rest));
      const auto me = static_cast<std::size_t>(seat);
      found[me] = std::numeric_limits<std::int32_t>::min();
      typename G::List list;
      game_->legal(rest, seat, list);
      for (const Move move : list) {
        if (gave_up_) break;
        const Values values = values_of(after(rest, seat, move));
        if (values[me] > found[me]) found = values;
      }
    }
    if (!gave_up_) store(key, found);
    return found;
  }

  [[nodiscard]] Values end_of(const State& s) const {
    Values out{};
    const Scores scores = game_->scores(s);
    const auto seats = static_cast<std::size_t>(game_->seats());
    const bool points = goal_ == Goal::kMargin || seats == 1;
    const SeatMask winners = points ? SeatMask{0} : game_->winners(s);
    for (std::size_t i = 0; i < seats; ++i) {
      const int margin = margin_of(scores, i);
      out[i] = points ? static_cast<std::int32_t>(margin * kPoint)
                      : utility_of(share_of(winners, i), 100 * margin);
    }
    return out;
  }
  [[nodiscard]] int margin_of(const Scores& scores, std::size_t seat) const {
    const auto seats = static_cast<std::size_t>(game_->seats());
    int other = seats > 1 ? std::numeric_limits<int>::min() : 0;
    for (std::size_t k = 0; k < seats; ++k) {
      if (k != seat) other = std::max<int>(other, scores.total[k]);
    }
    return scores.total[seat] - other;
  }
  [[nodiscard]] static int share_of(SeatMask winners, std::size_t seat) {
    return (winners & seat_bit(static_cast<Seat>(seat))) != 0 ? kWin / std::popcount(winners) : 0;
  }

  // --- the expected result of best play ---

  // A value mixes the chance of winning and the margin; this takes them apart, by following the
  // best moves through the table and searching again where an entry was replaced.
  [[nodiscard]] Expectation expectation_of(const State& s, Seat seat) {
    if (!count_node()) return {};
    State rest = game_->seats() == 2 ? skip_forced(s) : s;
    const auto me = static_cast<std::size_t>(seat);
    if (game_->at(rest) == At::kOver)
      return {share_of(game_->winners(rest), me) * kFine,
              margin_of(game_->scores(rest), me) * kPoint};
    if constexpr (Solvable<G>) {
      if (game_->seats() == 2) {
        const ScoreBounds margin = game_->score_bounds(rest);
        const int own = seat == 0 ? margin.low : -margin.low;
        if (margin.low == margin.high && own != 0)
          return {own > 0 ? kWin * kFine : 0, own * kPoint};
      }
    }
    if (game_->begins_turn(rest)) rest = canonical_form(rest);
    const std::uint64_t key = transposition_key(rest);
    if (const auto found = expectations_.find(key); found != expectations_.end())
      return found->second;
    Expectation expected;
    if (game_->at(rest) == At::kChance) {
      const Ask ask = game_->ask(rest);
      Weights weights;
      outcome_classes(rest, ask, weights);
      for (std::uint32_t i = 0; i < ask.n && !gave_up_; ++i) {
        const std::int64_t weight = i < weights.size() ? weights[i] : 1;
        if (weight == 0) continue;
        State next = rest;
        game_->resolve(next, i, NoEvents{});
        const Expectation one = expectation_of(next, seat);
        expected.chance += weight * one.chance;
        expected.margin += weight * one.margin;
      }
      expected.chance /= ask.n;
      expected.margin /= ask.n;
    } else {
      expected =
          expectation_of(after(rest, first_seat(game_->to_act(rest)), choice(rest, key)), seat);
    }
    if (!gave_up_) expectations_.emplace(key, expected);
    return expected;
  }
  // A best move of the seat to move: the table's if it is one, else the first found to reach the
  // value.
  [[nodiscard]] Move choice(const State& s, std::uint64_t key) {
    const Seat seat = first_seat(game_->to_act(s));
    typename G::List list;
    game_->legal(s, seat, list);
    Move chosen = list[0];
    if (game_->seats() != 2) {
      const std::int64_t value = values_of(s)[static_cast<std::size_t>(seat)];
      for (const Move move : list) {
        if (gave_up_ || value_of(after(s, seat, move), seat, 0) == value) return move;
      }
      return chosen;
    }
    const std::int64_t value = (seat == 0 ? 1 : -1) * alpha_beta(s, key, -kInfinity, kInfinity);
    const Values* numbers = probe(key);
    const auto likely = numbers != nullptr ? static_cast<std::uint32_t>((*numbers)[2]) : 0;
    std::int64_t most = -kInfinity;
    for (const bool now : {true, false}) {
      for (const Move move : list) {
        if ((move.bits == likely) != now) continue;
        const std::int64_t worth = search_for(after(s, seat, move), seat, value - 1, value);
        if (gave_up_ || worth >= value) return move;
        if (worth > most) {
          most = worth;
          chosen = move;
        }
      }
    }
    return chosen;
  }

  const G* game_ = nullptr;
  Goal goal_;
  Effort limit_;
  std::uint64_t nodes_ = 0;
  bool gave_up_ = false;
  bool rough_ = false;
  std::uint64_t generation_ = 0;
  int shift_ = 0;
  std::vector<TableEntry> transpositions_;
  std::array<std::array<std::uint64_t, kHistorySlots>, 2> history_{};
  // For each position on the current line the moves and outcomes still to be searched, one after
  // the other, so that no node allocates.
  std::vector<ScoredMove> move_stack_;
  std::vector<Outcome> outcome_stack_;
  std::unordered_map<std::uint64_t, Expectation> expectations_;  // for this seat
  Seat expectations_seat_ = kNobody;
};

}  // namespace tidelock::ai
