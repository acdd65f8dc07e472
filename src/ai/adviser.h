// The value of each move of a position, in slices: a tree search first, then, where nothing is
// hidden and little is left to play, the exact solver.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "ai/searches.h"
#include "ai/solver.h"

namespace tidelock::ai {

template <Rules G>
class Adviser {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  struct Choice {
    Move move;
    std::uint32_t visits = 0;
    ValueEstimate estimate;
    bool exact = false;  // solved: the result if every seat plays its best
  };

  // `all`: solve every move, not only the best.
  Adviser(const SearchOptions& options, unsigned threads, bool all)
      : search_(options, threads), solver_(options.goal), limits_(options.limits), all_(all) {}

  void begin(const G& game, const State& known, Seat seat, std::uint64_t seed, bool fresh) {
    game_ = &game;
    known_ = known;
    seat_ = seat;
    limit_ = limits_;
    sure_ = false;
    searched_ = false;
    asked_.reset();
    moves_.clear();
    started_ = SteadyClock::now();
    search_.begin(game, known, seat, seed, fresh);
    open_ = solver_.ask(game, known, kStep);
    // If the position can be solved at all, half of a limit in time is left for the solver.
    if (open_) search_.spent(time() / 2);
  }

  // From now on only this move is examined, up to a limit of its own.
  void focus(Move move, Limits limits) {
    limit_ = limits;
    started_ = SteadyClock::now();
    left_ = positions();
    asked_ = move;
    searched_ = sure_;
    if (!sure_) search_.focus(move, limits);
  }

  // Works until its limit is reached (true) or the slice is over (false).
  bool advance(std::chrono::milliseconds slice) {
    const auto stop = SteadyClock::now() + slice;
    if (!searched_) {
      if (!search_.advance(slice)) return false;
      searched_ = true;
      if (asked_ || !open_ || sure_) return true;
      begin_solving();
    }
    while (open_ && may_solve() && solve_on()) {
      if (SteadyClock::now() >= stop) return false;
    }
    if (!sure_ || !asked_ || place_of(*asked_)->estimate) return true;
    // Too much to solve.
    search_.focus(*asked_, limit_);
    searched_ = false;
    return false;
  }

  // All legal moves, best first.
  [[nodiscard]] std::vector<Choice> choices() const {
    std::vector<Choice> out;
    for (const auto& one : search_.choices()) out.push_back({one.move, one.visits, one.estimate});
    if (!sure_) return out;
    const ValueEstimate& most = *moves_[best_].estimate;
    for (Choice& one : out) {
      const auto solved = place_of(one.move);
      one.exact = solved->estimate.has_value();
      if (one.exact) {
        one.estimate = *solved->estimate;
      } else {
        // Not solved, but proved no better than the best.
        one.estimate = {std::min(one.estimate.utility, most.utility),
                        std::min(one.estimate.chance, most.chance),
                        std::min(one.estimate.margin, most.margin)};
      }
    }
    const auto rank = [&](const Choice& one) {
      return one.move == moves_[best_].move ? 2 : one.exact || one.visits != 0 ? 1 : 0;
    };
    std::stable_sort(out.begin(), out.end(), [&](const Choice& a, const Choice& b) {
      return rank(a) != rank(b) ? rank(a) > rank(b) : a.estimate.utility > b.estimate.utility;
    });
    return out;
  }
  // The principal variation: the best move and what its seat would play after it.
  [[nodiscard]] std::vector<Move> line() { return sure_ ? line_ : search_.line(); }
  [[nodiscard]] std::uint32_t iterations() const { return search_.iterations(); }

 private:
  using SteadyClock = std::chrono::steady_clock;
  using Positions = std::uint64_t;
  // Nodes between two looks at the clock: a few milliseconds. A fixed number, so that with a limit
  // in iterations the answer does not depend on the machine.
  static constexpr Positions kStep = 1 << 13;
  static constexpr Positions kForAnIteration = 300;

  struct Looked {
    Move move;
    std::optional<ValueEstimate> estimate;
  };

  [[nodiscard]] SteadyClock::duration time() const {
    return std::chrono::milliseconds(limit_.milliseconds);
  }
  [[nodiscard]] Positions positions() const {
    return limit_.iterations != 0 ? limit_.iterations * kForAnIteration
                                  : std::numeric_limits<Positions>::max();
  }
  [[nodiscard]] bool may_solve() const {
    return left_ != 0 && (limit_.milliseconds == 0 || SteadyClock::now() < started_ + time());
  }

  [[nodiscard]] auto place_of(Move move) const {
    return std::find_if(moves_.begin(), moves_.end(),
                        [&](const Looked& look) { return look.move == move; });
  }

  void begin_solving() {
    left_ = positions();
    for (const auto& one : search_.choices()) moves_.push_back({one.move, std::nullopt});
    best_ = 0;
    next_ = 0;
    line_.clear();
    // The table gets the size it may need from the start.
    open_ = solver_.ask(*game_, known_, std::min<Positions>(left_, kTable));
  }

  // One step; false when there is nothing left to solve.
  bool solve_on() {
    const Positions now = std::min(left_, kStep);
    const bool more = sure_ ? value_next(now) : compare_next(now);
    left_ -= std::min(left_, std::max<Positions>(solver_.nodes(), 1));
    return more;
  }

  // Finds the best move: values the first one, then each that beats the best so far.
  bool compare_next(Positions now) {
    if (next_ < moves_.size()) {
      if (next_ > 0) {
        const auto more = solver_.beats(known_, moves_[next_].move, value_, now);
        if (!more) return true;
        if (!*more) {
          ++next_;
          return true;
        }
      }
      if (!value(next_, now)) return true;
      best_ = next_++;
      value_ = latest_;
      return true;
    }
    find_line(now);
    sure_ = true;
    next_ = 0;
    return true;
  }

  // The best move, and the best ones after it in the same turn, as far as `now` nodes reach.
  void find_line(Positions now) {
    State s = known_;
    line_ = {moves_[best_].move};
    while (true) {
      game_->apply(s, seat_, line_.back(), NoEvents{});
      if (game_->at(s) != At::kDecision || first_seat(game_->to_act(s)) != seat_) return;
      typename G::List list;
      game_->legal(s, seat_, list);
      std::optional<std::int64_t> most;
      Move chosen = list[0];
      for (std::size_t i = 0; i < list.size() && list.size() > 1; ++i) {
        const auto found = solver_.expect(s, list[i], now);
        if (!found) return;
        now -= solver_.nodes();
        if (!most || found->value > *most) {
          most = found->value;
          chosen = list[i];
        }
      }
      line_.push_back(chosen);
    }
  }

  // Values the other moves, or the one in focus.
  bool value_next(Positions now) {
    if (asked_) {
      const auto at = place_of(*asked_);
      if (!at->estimate) value(static_cast<std::size_t>(at - moves_.begin()), now);
      return !at->estimate;
    }
    while (next_ < moves_.size() && moves_[next_].estimate) ++next_;
    if (!all_ || next_ == moves_.size()) return false;
    value(next_, now);
    return true;
  }

  bool value(std::size_t at, Positions now) {
    const auto found = solver_.expect(known_, moves_[at].move, now);
    if (!found) return false;
    latest_ = found->value;
    moves_[at].estimate = {static_cast<int>(found->value), static_cast<int>(found->chance),
                           static_cast<int>(found->margin * 100 / Solver<G>::kPoint)};
    return true;
  }

  static constexpr Positions kTable = 1 << 19;

  Searches<G> search_;
  Solver<G> solver_;
  Limits limits_, limit_;
  bool all_;
  const G* game_ = nullptr;
  State known_;
  Seat seat_ = kNobody;
  SteadyClock::time_point started_;
  bool open_ = false, searched_ = false;
  bool sure_ = false;          // the best move is proved
  Positions left_ = 0;         // nodes the solver may still search
  std::vector<Looked> moves_;  // in the order of the search
  std::size_t best_ = 0, next_ = 0;
  std::int64_t value_ = 0, latest_ = 0;  // of the best move; of the one valued last
  std::vector<Move> line_;
  std::optional<Move> asked_;
};

}  // namespace tidelock::ai
