// The exact value of a position where few decisions are left and nothing is hidden any more: chance
// by its mean, each seat for its own good. Gives up when the position is too large.
//
// What one of two seats wins the other loses, so between two most lines of play need no look:
// alpha-beta, with windows of no width for all moves but the first of a position, and through
// chance as well. With another number of seats every line is looked at. All numbers are whole, and
// a mean is rounded towards zero: a value may be off by one unit for each chance on the way.
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
  // Of Goal::kMargin: a point. Of Goal::kWinning a sure win is kWin.
  static constexpr std::int64_t kPoint = 1 << 16;

  struct Solved {
    Move move;
    std::int64_t value = 0;  // for the seat that decides
  };

  using Clock = std::chrono::steady_clock;

  // When to give up: after so many positions, or at a time.
  struct Effort {
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / 2;
    Clock::time_point until = Clock::time_point::max();
    bool rough = false;  // a few outcomes of each chance stand for all: only `best`, between two
  };

  explicit Solver(Goal goal) : goal_(goal) {}
  [[nodiscard]] Goal goal() const { return goal_; }

  // All moves of the seat that decides, the best first; nothing if something is hidden or it gave
  // up. The first has its exact value. With two seats the others are worth at most what they say:
  // that they are no better is all that was looked for.
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
  // The same for moves that are looked at in this order: the sooner a good one comes, the less
  // there is to do. Where it gives up, those that it had looked at: none, if three quarters of all
  // was not enough for the first.
  [[nodiscard]] std::vector<Solved> solve(const G& game, const State& state,
                                          const std::vector<Move>& moves, const Effort& effort) {
    std::vector<Solved> out;
    if (!begin(game, state, effort)) return out;
    const Seat seat = first_seat(game.to_act(state));
    std::int64_t best = -kMost;
    const auto now = Clock::now();
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
  // Which of these moves is the best, looked at in this order, and not by how much: that is sooner
  // known. The nearer `guess` is to what it is worth, the sooner. Where it gives up, the best of
  // those that it had looked at, and not sure; nothing, if half of all was not enough for the
  // first.
  struct Best {
    Move move;
    bool sure = false;
    std::int64_t value = 0;  // nearly
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
    const auto now = Clock::now();
    limit_ = {effort.most / 2, now + (effort.until - now) / 2};
    Best out{moves[0]};
    Worth worth{-kMost, kMost};
    narrow(after(state, seat, out.move), seat, guess - middle(), worth);
    if (gave_up_) return std::nullopt;
    limit_ = effort;
    std::vector<Move> others(moves.begin() + 1, moves.end());
    for (std::size_t i = 0; i < others.size() && !gave_up_; ++i) {
      const Move move = others[i];
      Worth other{worth.least, kMost};
      narrow(after(state, seat, move), seat, worth.least, other);
      if (other.least <= worth.least) continue;
      if (worth.most > other.least) others.push_back(out.move);
      out.move = move;
      worth = other;
    }
    out.sure = !gave_up_ && !effort.rough;
    out.value = worth.least + middle();
    return out;
  }
  // The exact value of one move, for the seat that decides.
  [[nodiscard]] std::optional<std::int64_t> value(const G& game, const State& state, Move move,
                                                  const Effort& effort) {
    const auto found = solve(game, state, {move}, effort);
    if (found.empty()) return std::nullopt;
    return found.front().value;
  }
  [[nodiscard]] std::uint64_t looked() const { return looked_; }

  // --- the same piece by piece, for those who cannot wait ---

  // What a move leads to if all do what is best for them.
  struct Expected {
    std::int64_t value = 0;   // of the goal
    std::int64_t chance = 0;  // of winning, of kWin
    std::int64_t margin = 0;  // ahead of the best other seat, in kPoint; alone: points
  };
  // Begins with a position for which `most` positions will be looked at in all. False if something
  // is hidden.
  [[nodiscard]] bool ask(const G& game, const State& state, std::uint64_t most) {
    return begin(game, state, {most});
  }
  // What a move in this or a later position is worth; nothing if so many positions were not enough.
  // What was found until then is kept: ask again.
  [[nodiscard]] std::optional<Expected> expect(const State& state, Move move, std::uint64_t most) {
    go_on(most);
    const Seat seat = first_seat(game_->to_act(state));
    const State next = after(state, seat, move);
    Expected out{value_of(next, seat, -kMost) + middle(), 0, 0};
    if (fates_of_ != seat) fates_.clear();
    fates_of_ = seat;
    const Fate fate = fate_of(next, seat);
    if (gave_up_) return std::nullopt;
    out.chance = fate.chance / kFine;
    out.margin = fate.margin;
    return out;
  }
  // Whether a move is worth more than that; nothing as above.
  [[nodiscard]] std::optional<bool> beats(const State& state, Move move, std::int64_t value,
                                          std::uint64_t most) {
    go_on(most);
    const Seat seat = first_seat(game_->to_act(state));
    const std::int64_t at = value - middle();
    const State next = after(state, seat, move);
    const bool more =
        game_->seats() == 2 ? for_seat(next, seat, at, at + 1) > at : value_of(next, seat, at) > at;
    if (gave_up_) return std::nullopt;
    return more;
  }

 private:
  using Values = std::array<std::int32_t, kMaxSeats>;
  // Further than any value.
  static constexpr std::int64_t kMost = 5000 * kPoint;
  static constexpr std::size_t kMostPlaces = 1 << 21;
  static constexpr std::size_t kGlories = 1 << 10;

  struct Place {
    std::uint64_t key = 0;
    // Of two seats what the position is worth to the first, at least and at most, and the move to
    // try first; otherwise what it is worth to each.
    Values numbers{};
  };
  struct Worth {
    std::int64_t least, most;
  };
  struct Fate {
    std::int64_t chance = 0;  // in parts of kFine
    std::int64_t margin = 0;
  };
  static constexpr std::int64_t kFine = 1 << 10;
  struct Try {
    std::uint64_t glory;
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
    looked_ = 0;
    gave_up_ = false;
    if (game.at(state) != At::kDecision || hides(state)) return false;
    const std::size_t places = most < 2 * kMostPlaces
                                   ? std::bit_ceil(static_cast<std::size_t>(most / 2 + 2))
                                   : kMostPlaces;
    if (table_.size() < places) table_.resize(places);
    shift_ = 64 - std::countr_zero(places);
    age_ = mix(age_ + 1);
    glories_ = {};
    tries_.clear();
    outcomes_.clear();
    fates_.clear();
    return true;
  }
  void go_on(std::uint64_t most) {
    limit_ = {most};
    looked_ = 0;
    gave_up_ = false;
    tries_.clear();
    outcomes_.clear();
  }

  // Whether somebody does not know something.
  [[nodiscard]] bool hides(const State& s) const {
    for (Seat seat = 0; seat < game_->seats(); ++seat) {
      if (!(game_->knows(s, seat) == s)) return true;
    }
    return false;
  }
  // Whether the answer leaves somebody guessing.
  [[nodiscard]] bool hides(const Ask& ask, const State& next) const {
    const auto all = static_cast<SeatMask>((1U << static_cast<unsigned>(game_->seats())) - 1);
    return (ask.sees & all) != all && hides(next);
  }

  [[nodiscard]] State after(const State& s, Seat seat, Move move) const {
    State next = s;
    game_->apply(next, seat, move, NoEvents{});
    return next;
  }

  // What of a position matters.
  [[nodiscard]] State canonical_form(const State& s) const {
    if constexpr (Solvable<G>) return game_->canonical_form(s);
    return s;
  }

  // Where the next choice is, if one is left in this turn, and what of it matters.
  [[nodiscard]] State onward(const State& s) const {
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

  // Quicker than hash_state: four chains that do not wait for each other.
  [[nodiscard]] std::uint64_t key_of(const State& s) const {
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

  // What the table holds of earlier questions is never found, because it is of another age, and
  // always gives way: an answer does not depend on it.
  [[nodiscard]] const Values* known(std::uint64_t key) const {
    const Place& place = table_[static_cast<std::size_t>(key >> shift_)];
    return place.key == (key ^ age_) ? &place.numbers : nullptr;
  }
  void keep(std::uint64_t key, const Values& numbers) {
    table_[static_cast<std::size_t>(key >> shift_)] = {key ^ age_, numbers};
  }

  // One more position; false if that is too much.
  [[nodiscard]] bool may_look() {
    constexpr std::uint64_t kSeldom = 256;
    if (++looked_ > limit_.most) gave_up_ = true;
    if (looked_ % kSeldom == 0 && limit_.until != Clock::time_point::max() &&
        Clock::now() >= limit_.until)
      gave_up_ = true;
    return !gave_up_;
  }

  // Exact if above `low`, otherwise not less than the value.
  [[nodiscard]] std::int64_t value_of(const State& s, Seat seat, std::int64_t low) {
    if (game_->seats() != 2) return values_of(s)[static_cast<std::size_t>(seat)];
    if (low == -kMost) return for_seat(s, seat, -kMost, kMost);
    const std::int64_t value = for_seat(s, seat, low, low + 1);
    return value <= low ? value : for_seat(s, seat, low, kMost);
  }

  // --- two seats: numbers are for the first one, and 0 where both have the same ---

  // Of two seats each has the half of kWin before anything is decided.
  [[nodiscard]] std::int64_t middle() const {
    return game_->seats() == 2 && goal_ == Goal::kWinning ? kWin / 2 : 0;
  }
  [[nodiscard]] std::int64_t for_seat(const State& s, Seat seat, std::int64_t low,
                                      std::int64_t high) {
    return seat == 0 ? look(s, low, high) : -look(s, -high, -low);
  }

  // Asks whether it is worth more than `at`, and then more or less than that, until it is known
  // nearly.
  void narrow(const State& s, Seat seat, std::int64_t at, Worth& worth) {
    const std::int64_t near = goal_ == Goal::kMargin ? kPoint / 4 : kWin / 64;
    std::int64_t step = near;
    while (worth.most > worth.least + near) {
      const std::int64_t value = for_seat(s, seat, at, at + 1);
      if (gave_up_) return;
      (value > at ? worth.least : worth.most) = value;
      at = value > at ? value + step : value - step;
      step *= 2;
      if (worth.least != -kMost && worth.most != kMost) at = (worth.least + worth.most) / 2;
    }
  }

  // What a position is worth: exact if between `low` and `high`, otherwise a bound on its side of
  // them.
  std::int64_t look(const State& s, std::int64_t low, std::int64_t high) {
    State rest = onward(s);
    const auto [least, most] = bounds(rest);
    if (least >= high || most <= low) return !may_look() ? 0 : least >= high ? least : most;
    if (game_->begins_turn(rest)) rest = canonical_form(rest);
    return look(rest, key_of(rest), low, high);
  }
  std::int64_t look(const State& s, std::uint64_t key, std::int64_t low, std::int64_t high) {
    if (!may_look()) return 0;
    if (game_->at(s) == At::kOver) return end_of(s)[0] - middle();
    std::int64_t least = -kMost;
    std::int64_t most = kMost;
    std::uint32_t best = 0;
    if (const Values* numbers = known(key)) {
      least = (*numbers)[0];
      most = (*numbers)[1];
      best = static_cast<std::uint32_t>((*numbers)[2]);
      if (least >= high || least == most) return least;
      if (most <= low) return most;
      low = std::max(low, least);
      high = std::min(high, most);
    }
    const std::int64_t value =
        game_->at(s) == At::kChance ? chance(s, low, high) : decide(s, low, high, best);
    if (gave_up_) return 0;
    if (value > low) least = std::max(least, value);
    if (value < high) most = std::min(most, value);
    keep(key, {static_cast<std::int32_t>(least), static_cast<std::int32_t>(most),
               static_cast<std::int32_t>(best), 0});
    return value;
  }

  // What the game itself says of its end.
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
    return {-kMost, kMost};
  }

  // `best`: the move to try first, and then the best one. It is put first by its place in the
  // table, the others by how often they were good elsewhere: what is strong in one position mostly
  // is in the next.
  std::int64_t decide(const State& s, std::int64_t low, std::int64_t high, std::uint32_t& best) {
    if (game_->secret(s)) {
      gave_up_ = true;
      return 0;
    }
    const Seat seat = first_seat(game_->to_act(s));
    const std::int64_t sign = seat == 0 ? 1 : -1;
    const std::int64_t enough = seat == 0 ? high : -low;
    const std::int64_t too_little = seat == 0 ? low : -high;
    typename G::List list;
    game_->legal(s, seat, list);
    std::int64_t found = -kMost;
    const std::size_t first = tries_.size();
    // What ends the game is known at once; where one move does not, mostly none does.
    const bool last = game_->at(after(s, seat, list[0])) == At::kOver;
    for (const Move move : list) {
      if (last) {
        if (const State next = after(s, seat, move); game_->at(next) == At::kOver) {
          const std::int64_t value = sign * look(next, low, high);
          if (value > found) {
            found = value;
            best = move.bits;
          }
          if (gave_up_ || found >= enough) break;
          continue;
        }
      }
      const std::uint64_t glory =
          move.bits == best ? std::numeric_limits<std::uint64_t>::max() : glory_of(seat, move.bits);
      tries_.push_back({glory, move});
    }
    const auto begin = tries_.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, tries_.end(), [](const Try& a, const Try& b) {
      return a.glory != b.glory ? a.glory > b.glory : a.move.bits < b.move.bits;
    });
    const std::size_t end = tries_.size();
    for (std::size_t i = first; i < end && found < enough && !gave_up_; ++i) {
      const Move move = tries_[i].move;
      const State next = after(s, seat, move);
      const std::int64_t floor = std::max(too_little, found);
      std::int64_t value = for_seat(next, seat, floor, i == first ? enough : floor + 1);
      if (i != first && value > floor && value < enough)
        value = for_seat(next, seat, floor, enough);
      if (value > found) {
        found = value;
        best = move.bits;
      }
    }
    tries_.resize(first);
    if (found > too_little) ++glory_of(seat, best);
    return sign * found;
  }
  [[nodiscard]] std::uint64_t& glory_of(Seat seat, std::uint32_t move) {
    return glories_[static_cast<std::size_t>(seat)][mix(move) % kGlories];
  }

  // For how many outcomes each stands; of very many each stands for itself.
  using Weights = std::array<std::uint16_t, 64>;
  void outcome_classes(const State& s, const Ask& ask, Weights& weights) const {
    weights.fill(1);
    if (ask.n > weights.size()) return;
    const auto all = std::span(weights).first(ask.n);
    if constexpr (Solvable<G>) game_->outcome_classes(s, all);
    if (rough_) thin_out(all);
  }
  // Of those that stand for themselves alone, in their order, each kFew-th part becomes one.
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

  std::int64_t chance(const State& s, std::int64_t low, std::int64_t high) {
    const Ask ask = game_->ask(s);
    const std::size_t first = outcomes_.size();
    std::int64_t sure = 0;  // the sum of those that need no look
    Weights weights;
    outcome_classes(s, ask, weights);
    for (std::uint32_t i = 0; i < ask.n && !gave_up_; ++i) {
      const std::int64_t weight = i < weights.size() ? weights[i] : 1;
      if (weight == 0) continue;
      State next = s;
      game_->resolve(next, i, NoEvents{});
      if (hides(ask, next)) gave_up_ = true;
      next = onward(next);
      auto [least, most] = bounds(next);
      if (least == most) {
        sure += weight * least;
        continue;
      }
      if (game_->begins_turn(next)) next = canonical_form(next);
      const std::uint64_t key = key_of(next);
      const auto begin = outcomes_.begin() + static_cast<std::ptrdiff_t>(first);
      const auto same =
          std::find_if(begin, outcomes_.end(), [&](const Outcome& one) { return one.key == key; });
      if (same != outcomes_.end()) {
        same->weight += weight;
        continue;
      }
      if (const Values* numbers = known(key)) {
        least = (*numbers)[0];
        most = (*numbers)[1];
      }
      outcomes_.push_back({next, key, weight, least, most});
    }
    const std::int64_t value = gave_up_ ? 0 : mean(first, ask.n, sure, low, high);
    outcomes_.resize(first);
    return value;
  }

  // The mean of `n` outcomes: those from `first` on, and others whose sum is sure. First each is
  // asked what the mean is asked; mostly they agree. If they do not, those on the rarer side are
  // asked by how much, and then the others, until the rest cannot change the answer (Star1).
  std::int64_t mean(std::size_t first, std::int64_t n, std::int64_t sure, std::int64_t low,
                    std::int64_t high) {
    const std::size_t end = outcomes_.size();
    std::int64_t least = sure;  // of the sum
    std::int64_t most = sure;
    for (std::size_t i = first; i < end; ++i) {
      least += outcomes_[i].weight * outcomes_[i].low;
      most += outcomes_[i].weight * outcomes_[i].high;
    }
    const auto settled = [&] {
      return gave_up_ || least == most || least >= high * n || most <= low * n;
    };
    const auto ask = [&](std::size_t i, std::int64_t from, std::int64_t to) {
      const Outcome one = outcomes_[i];  // looking may move them
      const std::int64_t value = look(one.state, one.key, from, to);
      Outcome& now = outcomes_[i];
      if (value > from) now.low = std::max(now.low, value);
      if (value < to) now.high = std::min(now.high, value);
      least += one.weight * (now.low - one.low);
      most += one.weight * (now.high - one.high);
    };
    std::int64_t above = 0;
    for (std::size_t i = first; i < end && !settled(); ++i) {
      const Outcome& one = outcomes_[i];
      if (one.low < one.high && one.low < high && one.high > low) ask(i, low, high);
      if (outcomes_[i].low >= high) above += outcomes_[i].weight;
    }
    for (const bool upper : {2 * above < n, 2 * above >= n}) {
      for (std::size_t i = first; i < end && !settled(); ++i) {
        const Outcome& one = outcomes_[i];
        if (one.low == one.high || (one.low >= high) != upper) continue;
        // With this much or less of it the mean is at most `low`, with that or more at least
        // `high`.
        const std::int64_t from = floor_of(low * n - (most - one.weight * one.high), one.weight);
        const std::int64_t to = -floor_of(least - one.weight * one.low - high * n, one.weight);
        ask(i, std::max(from, one.low - 1), std::min(to, one.high + 1));
      }
    }
    return least >= high * n ? least / n : most / n;
  }
  [[nodiscard]] static constexpr std::int64_t floor_of(std::int64_t a, std::int64_t b) {
    return a >= 0 ? a / b : -((b - 1 - a) / b);
  }

  // --- any number of seats ---

  [[nodiscard]] Values values_of(const State& s) {
    if (!may_look()) return {};
    const At at = game_->at(s);
    if (at == At::kOver) return end_of(s);
    const State rest = game_->begins_turn(s) ? canonical_form(s) : s;
    const std::uint64_t key = key_of(rest);
    if (const Values* numbers = known(key)) return *numbers;
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
    if (!gave_up_) keep(key, found);
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

  // --- where the best play of all leads ---

  // Goes through what was solved, and asks again where it is no longer known.
  [[nodiscard]] Fate fate_of(const State& s, Seat seat) {
    if (!may_look()) return {};
    State rest = game_->seats() == 2 ? onward(s) : s;
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
    const std::uint64_t key = key_of(rest);
    if (const auto found = fates_.find(key); found != fates_.end()) return found->second;
    Fate fate;
    if (game_->at(rest) == At::kChance) {
      const Ask ask = game_->ask(rest);
      Weights weights;
      outcome_classes(rest, ask, weights);
      for (std::uint32_t i = 0; i < ask.n && !gave_up_; ++i) {
        const std::int64_t weight = i < weights.size() ? weights[i] : 1;
        if (weight == 0) continue;
        State next = rest;
        game_->resolve(next, i, NoEvents{});
        const Fate one = fate_of(next, seat);
        fate.chance += weight * one.chance;
        fate.margin += weight * one.margin;
      }
      fate.chance /= ask.n;
      fate.margin /= ask.n;
    } else {
      fate = fate_of(after(rest, first_seat(game_->to_act(rest)), choice(rest, key)), seat);
    }
    if (!gave_up_) fates_.emplace(key, fate);
    return fate;
  }
  // What is best for the seat that decides.
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
    const std::int64_t value = (seat == 0 ? 1 : -1) * look(s, key, -kMost, kMost);
    const Values* numbers = known(key);
    const auto likely = numbers != nullptr ? static_cast<std::uint32_t>((*numbers)[2]) : 0;
    std::int64_t most = -kMost;
    for (const bool now : {true, false}) {
      for (const Move move : list) {
        if ((move.bits == likely) != now) continue;
        const std::int64_t worth = for_seat(after(s, seat, move), seat, value - 1, value);
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
  std::uint64_t looked_ = 0;
  bool gave_up_ = false;
  bool rough_ = false;
  std::uint64_t age_ = 0;
  int shift_ = 0;
  std::vector<Place> table_;
  std::array<std::array<std::uint64_t, kGlories>, 2> glories_{};
  // Stacks: of each position that is being looked at, what is still to be tried.
  std::vector<Try> tries_;
  std::vector<Outcome> outcomes_;
  std::unordered_map<std::uint64_t, Fate> fates_;  // of this seat
  Seat fates_of_ = kNobody;
};

}  // namespace tidelock::ai
