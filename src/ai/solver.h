// The exact value of a position where few decisions are left and nothing is hidden any more: every
// line of play is looked at, chance by its mean, each seat for its own good. Gives up when the
// position is too large.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <vector>

#include "ai/promise.h"
#include "core/game.h"

namespace tidelock::ai {

template <Game G>
class Solver {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  // Of Goal::kMargin: a point. Of Goal::kWinning a sure win is kWin.
  static constexpr std::int64_t kPoint = 1 << 16;
  using Values = std::array<std::int64_t, kMaxSeats>;

  struct Solved {
    Move move;
    std::int64_t value = 0;  // for the seat that decides
  };

  // `most`: positions that are looked at before it gives up.
  Solver(Goal goal, std::uint64_t most) : goal_(goal), most_(most) {}

  // All moves of the seat that decides, with their exact values, the best first; nothing if the
  // position is too large or something is hidden.
  [[nodiscard]] std::optional<std::vector<Solved>> solve(const G& game, const State& state) {
    game_ = &game;
    looked_ = 0;
    if (game.at(state) != At::kDecision || hides(state)) return std::nullopt;
    table_.assign(kPlaces, {});
    const Seat seat = first_seat(game.to_act(state));
    typename G::List list;
    game.legal(state, seat, list);
    std::vector<Solved> out;
    for (const Move move : list) {
      State next = state;
      game.apply(next, seat, move, NoEvents{});
      const auto values = value_of(next);
      if (!values) return std::nullopt;
      out.push_back({move, (*values)[static_cast<std::size_t>(seat)]});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Solved& a, const Solved& b) { return a.value > b.value; });
    return out;
  }
  [[nodiscard]] std::uint64_t looked() const { return looked_; }

 private:
  static constexpr std::size_t kPlaces = 1 << 14;
  struct Place {
    std::uint64_t key = 0;
    Values values{};
  };

  // Whether somebody does not know something.
  [[nodiscard]] bool hides(const State& s) const {
    for (Seat seat = 0; seat < game_->seats(); ++seat) {
      if (!(game_->knows(s, seat) == s)) return true;
    }
    return false;
  }

  [[nodiscard]] std::optional<Values> value_of(const State& s) {
    if (++looked_ > most_) return std::nullopt;
    const At at = game_->at(s);
    if (at == At::kOver) return end_of(s);
    const std::uint64_t key = hash_state(s) | 1;
    Place& place = table_[key >> 50];
    if (place.key == key) return place.values;
    std::optional<Values> found;
    if (at == At::kChance) {
      const Ask ask = game_->ask(s);
      Values sum{};
      for (std::uint32_t outcome = 0; outcome < ask.n; ++outcome) {
        State next = s;
        game_->resolve(next, outcome, NoEvents{});
        // An answer that only some see: the rest would have to guess.
        if (ask.n > 1 && hides(next)) return std::nullopt;
        const auto values = value_of(next);
        if (!values) return std::nullopt;
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += (*values)[i];
      }
      for (auto& value : sum) value /= ask.n;
      found = sum;
    } else {
      const SeatMask mask = game_->to_act(s);
      if (game_->secret(s)) return std::nullopt;
      const Seat seat = first_seat(mask);
      const auto me = static_cast<std::size_t>(seat);
      typename G::List list;
      game_->legal(s, seat, list);
      for (const Move move : list) {
        State next = s;
        game_->apply(next, seat, move, NoEvents{});
        const auto values = value_of(next);
        if (!values) return std::nullopt;
        if (!found || (*values)[me] > (*found)[me]) found = values;
      }
    }
    Place& again = table_[key >> 50];
    again = {key, *found};
    return found;
  }

  [[nodiscard]] Values end_of(const State& s) const {
    Values out{};
    const Scores scores = game_->scores(s);
    const SeatMask winners = game_->winners(s);
    const int shares = std::max(1, std::popcount(winners));
    const auto seats = static_cast<std::size_t>(game_->seats());
    for (std::size_t i = 0; i < seats; ++i) {
      int other = seats > 1 ? std::numeric_limits<int>::min() : 0;
      for (std::size_t k = 0; k < seats; ++k) {
        if (k != i) other = std::max<int>(other, scores.total[k]);
      }
      const int margin = scores.total[i] - other;
      const bool won = (winners & seat_bit(static_cast<Seat>(i))) != 0;
      out[i] = goal_ == Goal::kMargin || seats == 1
                   ? margin * kPoint
                   : win_and_lead(won ? kWin / shares : 0, 100 * margin);
    }
    return out;
  }

  const G* game_ = nullptr;
  Goal goal_;
  std::uint64_t most_, looked_ = 0;
  std::vector<Place> table_;
};

}  // namespace tidelock::ai
