// Information-set Monte Carlo tree search (ISMCTS: Cowling, Powley & Whitehouse 2012) with a policy
// and a value network (Silver et al. 2017), for every game.
//
// One iteration:
//   1. determinization: what the observer cannot know is sampled anew (`resample`);
//   2. selection: PUCT picks a move at each known node, chance nodes are sampled;
//   3. expansion: new nodes get their priors from the policy logits, to the end of the turn in
//      which the known tree was left, so that no half-paid move is ever evaluated;
//   4. evaluation: after an optional policy rollout the value head, or the simple evaluation of the
//      game, judges the position for every seat;
//   5. backup: the observer's value is added to the observer's nodes on the path.
//
// A node is an information set: what the seat to move knows, and nothing else. The tree is a
// transposition table keyed by it, so different orders of moves that lead to the same knowledge
// share their statistics.
//
// Each iteration has one observer: it is determinized from that seat's knowledge and backed up into
// that seat's nodes only. So no choice in the tree depends on what its seat cannot see (strategy
// fusion), and opponents' nodes do not learn what the searching seat holds. It is close to the
// paper's multiple-observer variant, which backs up into the trees of all seats at once.
//
// All values are integers, so every machine finds the same move.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <memory>
#include <vector>

#include "ai/network.h"
#include "ai/search_types.h"
#include "ai/spec.h"
#include "core/rules.h"

namespace tidelock::ai {

// The square root, rounded down, bit by bit.
[[nodiscard]] constexpr std::uint32_t integer_sqrt(std::uint64_t n) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
    if ((root | bit) * (root | bit) <= n) root |= bit;
  }
  return static_cast<std::uint32_t>(root);
}

template <Rules G>
class Search {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  explicit Search(SearchOptions options) : options_(std::move(options)) {}

  // Starts a search for this seat. The tree of earlier searches is reused for the positions that
  // can still arise, unless `fresh`.
  void begin(const G& game, const State& known, Seat seat, std::uint64_t seed, bool fresh) {
    // Solo and for margins the utility is relative to the root's value (baseline_), so a tree made
    // from another root cannot be reused.
    const bool from_here = game.seats() == 1 || options_.goal == Goal::kMargin;
    if (fresh || from_here || nodes_.size() > kMaxNodes / 2) forget();
    game_ = &game;
    known_ = known;
    seat_ = seat;
    rng_ = Rng(seed);
    done_ = 0;
    started_ = SteadyClock::now();
    baseline_ = 0;
    if (from_here) {
      State sample = known;
      game.resample(sample, seat, rng_);
      std::array<ValueEstimate, kMaxSeats> estimates;
      evaluate_leaf(sample, estimates);
      baseline_ = estimates[static_cast<std::size_t>(seat)].margin;
    }
    root_ = node_of(known, seat);
    limits_ = options_.limits;
    focus_ = kNone;
    if (options_.root_noise) add_root_noise(nodes_[root_]);
  }

  // This much of its time is spent already.
  void spent(std::chrono::steady_clock::duration time) { started_ -= time; }

  // From now on only this root move is searched, up to a limit of its own, to learn its value.
  void focus(Move move, Limits limits) {
    const Node& node = nodes_[root_];
    for (std::uint32_t i = 0; i < node.count; ++i) {
      if (edges_[node.first + i].move == move.bits) focus_ = i;
    }
    limits_ = limits;
    if (limits.iterations != 0) limits_.iterations += done_;
    started_ = SteadyClock::now();
  }

  // Searches until a limit is reached (true) or the slice is over (false).
  bool advance(std::chrono::milliseconds slice) {
    const auto stop = SteadyClock::now() + slice;
    while (!finished()) {
      for (int i = 0; i < kBatch && !finished(); ++i) iterate();
      if (SteadyClock::now() >= stop) return finished();
    }
    return true;
  }
  void run() {
    while (!finished()) iterate();
  }

  [[nodiscard]] bool finished() const {
    if (nodes_[root_].count == 1 && done_ > 0) return true;
    if (limits_.iterations != 0 && done_ >= limits_.iterations) return true;
    return limits_.milliseconds != 0 && done_ % kBatch == 0 &&
           SteadyClock::now() - started_ >= std::chrono::milliseconds(limits_.milliseconds);
  }

  struct Choice {
    Move move;
    std::uint32_t visits = 0;
    int prior = 0;  // the policy's probability, in parts of kWin
    ValueEstimate estimate;
  };
  static void best_first(std::vector<Choice>& choices) {
    std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
      if (a.visits != b.visits) return a.visits > b.visits;
      return a.visits == 0 ? a.prior > b.prior : a.estimate.utility > b.estimate.utility;
    });
  }
  // The legal moves, best first: by visits, not by value, because a value of few visits is noise.
  [[nodiscard]] std::vector<Choice> choices() const { return choices_of(nodes_[root_]); }
  // The principal variation: the best move and the moves after it, until chance or another seat
  // decides.
  [[nodiscard]] std::vector<Move> line() {
    std::vector<Move> moves;
    State s = known_;
    while (game_->at(s) == At::kDecision && (game_->to_act(s) & seat_bit(seat_)) != 0) {
      const std::uint32_t place = slot_of(information_set_key(game_->knows(s, seat_), seat_));
      if (place == kNone || moves.size() >= kLongestLine) break;
      const Choice best = choices_of(nodes_[place])[0];
      if (best.visits == 0 && nodes_[place].count > 1) break;
      moves.push_back(best.move);
      game_->apply(s, seat_, best.move, NoEvents{});
    }
    return moves;
  }
  [[nodiscard]] std::uint32_t iterations() const { return done_; }
  [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }

 private:
  using SteadyClock = std::chrono::steady_clock;
  static constexpr int kBatch = 16;
  static constexpr std::size_t kMaxNodes = 1 << 18;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr int kMaxDepth = 400;
  static constexpr int kOthersTurn = 4;  // one of this many iterations has another seat as observer

  struct Edge {
    std::uint32_t move = 0;
    std::uint32_t visits = 0;
    std::int64_t utility = 0, chance = 0, margin = 0;
    std::uint32_t prior = 0;
  };
  struct Node {
    std::uint64_t key = 0;
    std::uint32_t first = 0, count = 0, visits = 0;
    std::int64_t utility = 0;
  };
  struct PathStep {
    std::uint32_t node, edge;
    Seat seat;
  };

  [[nodiscard]] std::vector<Choice> choices_of(const Node& node) const {
    std::vector<Choice> out;
    out.reserve(node.count);
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const Edge& edge = edges_[node.first + i];
      Choice choice;
      choice.move.bits = static_cast<decltype(choice.move.bits)>(edge.move);
      choice.visits = edge.visits;
      choice.prior = static_cast<int>(edge.prior);
      if (const std::int64_t n = edge.visits; n != 0)
        choice.estimate = {static_cast<int>(edge.utility / n), static_cast<int>(edge.chance / n),
                           static_cast<int>(edge.margin / n)};
      out.push_back(choice);
    }
    best_first(out);
    return out;
  }

  void forget() {
    nodes_.clear();
    edges_.clear();
    node_table_.assign(kSmallestNodeTable, kNone);
  }

  // The slot of a key in the hash table (linear probing): its node, or the free slot for it.
  std::uint32_t& slot_of(std::uint64_t key) {
    std::size_t at = key & (node_table_.size() - 1);
    while (node_table_[at] != kNone && nodes_[node_table_[at]].key != key)
      at = (at + 1) & (node_table_.size() - 1);
    return node_table_[at];
  }
  // Keeps the load at a half or less.
  void widen() {
    if (2 * nodes_.size() < node_table_.size()) return;
    node_table_.assign(std::max(kSmallestNodeTable, 2 * node_table_.size()), kNone);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) slot_of(nodes_[i].key) = i;
  }
  static std::uint64_t information_set_key(const State& known, Seat seat) {
    return mix(hash_state(known) + static_cast<std::uint64_t>(seat));
  }
  // The node of what a seat knows, created if it is new; kNone if the seat has no legal move.
  std::uint32_t node_of(const State& known, Seat seat) {
    const std::uint64_t key = information_set_key(known, seat);
    widen();
    std::uint32_t& place = slot_of(key);
    if (place != kNone) return place;
    game_->legal(known, seat, list_);
    if (list_.empty()) return kNone;
    Node node;
    node.key = key;
    node.first = static_cast<std::uint32_t>(edges_.size());
    node.count = static_cast<std::uint32_t>(list_.size());
    for (const Move move : list_) {
      Edge edge;
      edge.move = move.bits;
      edge.prior = kWin / node.count;
      edges_.push_back(edge);
    }
    if (node.count > 1) set_priors(known, seat, node);
    place = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
    return place;
  }

  // The policy logit of each move of list_, in logits_; returns the greatest.
  int policy_logits(const State& known, Seat seat) {
    int most = std::numeric_limits<int>::min();
    if constexpr (Learned<G>) {
      Inputs inputs;
      game_->inputs(known, seat, inputs);
      Network::Hidden hidden;
      options_.network->hidden(inputs, hidden);
      logits_.clear();
      Traits traits;
      for (const Move move : list_) {
        traits.clear();
        game_->traits(known, seat, move, traits);
        logits_.push_back(options_.network->policy_logit(hidden, traits));
        most = std::max(most, logits_.back());
      }
    }
    return most;
  }

  void set_priors(const State& known, Seat seat, const Node& node) {
    if (!Learned<G> || !options_.network) return;
    // Softmax. The greatest logit is subtracted first, so the exponents cannot overflow.
    const int most = policy_logits(known, seat);
    std::uint64_t sum = 0;
    for (const int logit : logits_) sum += exp_neg(most - logit);
    for (std::uint32_t i = 0; i < node.count; ++i) {
      // A sixteenth is spread evenly, so that no move has a prior of zero.
      const std::uint64_t share = (std::uint64_t{exp_neg(most - logits_[i])} << 16) / sum;
      edges_[node.first + i].prior =
          static_cast<std::uint32_t>(share * 15 / 16) + kWin / 16 / node.count;
    }
  }

  // Root noise, for variety in self-play. In the place of AlphaZero's Dirichlet noise, which needs
  // floating point: the fourth powers of uniform numbers, normalised, which like a sparse Dirichlet
  // sample give most of the weight to few moves. A quarter of the prior is noise, as there.
  void add_root_noise(const Node& node) {
    std::vector<std::uint64_t> shares(node.count);
    std::uint64_t sum = 0;
    for (auto& share : shares) {
      const std::uint64_t x = rng_.below(1 << 10);
      share = x * x * x * x >> 10;
      sum += share;
    }
    for (std::uint32_t i = 0; i < node.count && sum != 0; ++i) {
      Edge& edge = edges_[node.first + i];
      edge.prior =
          static_cast<std::uint32_t>((3 * std::uint64_t{edge.prior} + shares[i] * kWin / sum) / 4);
    }
  }

  // PUCT (Rosin 2011, in the form of Silver et al. 2017): the move with the greatest
  //   Q + c * P * sqrt(N + 1) / (n + 1)
  // where Q is its mean utility, P its prior, n its visits, N the node's and c the option
  // `exploration`. The first-play value of an unvisited move is the node's mean less a sixteenth: a
  // new move is tried when its prior speaks for it, not before every known one.
  std::uint32_t select(const Node& node) {
    const std::int64_t parent_value = node.visits == 0 ? kWin / 2 : node.utility / node.visits;
    const std::int64_t first_play_value = parent_value - parent_value / 16;
    const std::uint64_t root = integer_sqrt(std::uint64_t{node.visits + 1} << 16);  // times 256
    const std::uint64_t weight = static_cast<std::uint64_t>(options_.exploration) * root >> 8;
    std::uint32_t best = 0;
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    const std::uint32_t turn = rng_.below(node.count);  // breaks ties at random
    for (std::uint32_t k = 0; k < node.count; ++k) {
      const std::uint32_t i = k + turn < node.count ? k + turn : k + turn - node.count;
      const Edge& edge = edges_[node.first + i];
      const std::int64_t value = edge.visits == 0 ? first_play_value : edge.utility / edge.visits;
      const auto exploration =
          static_cast<std::int64_t>((weight * edge.prior >> 16) / (edge.visits + 1));
      if (value + exploration > most) {
        most = value + exploration;
        best = i;
      }
    }
    return best;
  }

  // The observer of this iteration: the searching seat in three of four, the others in turn.
  [[nodiscard]] Seat determinization_seat() const {
    const auto others = static_cast<std::uint32_t>(game_->seats() - 1);
    if (others == 0 || done_ % kOthersTurn != 0) return seat_;
    const auto other = static_cast<Seat>(done_ / kOthersTurn % others);
    return static_cast<Seat>(other < seat_ ? other : other + 1);
  }

  void iterate() {
    ++done_;
    const Seat observer = determinization_seat();
    State s = known_;
    game_->resample(s, seat_, rng_);
    if (observer != seat_) {
      s = game_->knows(s, observer);
      game_->resample(s, observer, rng_);
    }
    path_.clear();
    bool fresh = false;  // a node was added: stop where the next turn begins
    for (int depth = 0; depth < kMaxDepth; ++depth) {
      const At at = game_->at(s);
      if (at == At::kChance) {
        game_->resolve(s, rng_.below(game_->ask(s).n), NoEvents{});
        continue;
      }
      if (at == At::kOver || (fresh && game_->begins_turn(s))) break;
      const SeatMask mask = game_->to_act(s);
      const Seat who = (mask & seat_bit(seat_)) != 0 ? seat_ : first_seat(mask);
      if (nodes_.size() >= kMaxNodes || edges_.size() >= kMaxEdges) {
        if (slot_of(information_set_key(game_->knows(s, who), who)) == kNone) break;
      }
      const std::size_t before = nodes_.size();
      const std::uint32_t here = node_of(game_->knows(s, who), who);
      // Resampled in the middle of a move, a hand may not allow what is being done: there is no
      // such world, and the iteration is dropped.
      if (here == kNone) return;
      fresh = fresh || nodes_.size() != before;
      const Node& node = nodes_[here];
      const std::uint32_t edge = node.count == 1                    ? 0
                                 : here == root_ && focus_ != kNone ? focus_
                                                                    : select(node);
      path_.push_back({here, edge, who});
      Move move;
      move.bits = static_cast<decltype(move.bits)>(edges_[node.first + edge].move);
      game_->apply(s, who, move, NoEvents{});
    }
    std::array<ValueEstimate, kMaxSeats> estimates;
    if (options_.playouts)
      random_rollout(s);
    else
      policy_rollout(s);
    evaluate_leaf(s, estimates);
    // Backup: values are sums, and means are taken when they are read.
    const ValueEstimate& backed_up = estimates[static_cast<std::size_t>(observer)];
    for (const PathStep& step : path_) {
      if (step.seat != observer) continue;
      Node& node = nodes_[step.node];
      Edge& edge = edges_[node.first + step.edge];
      ++node.visits;
      node.utility += backed_up.utility;
      ++edge.visits;
      edge.utility += backed_up.utility;
      edge.chance += backed_up.chance;
      edge.margin += backed_up.margin;
    }
  }

  // A policy rollout: plays `rollout_turns` more turns, every seat drawing its moves from the
  // softmax of its policy logits at temperature 1/2, so that what was begun shows what it is worth.
  void policy_rollout(State& s) {
    if (!Learned<G> || !options_.network || options_.rollout_turns == 0) return;
    int turns = 0;
    for (int depth = 0; depth < kMaxDepth; ++depth) {
      const At at = game_->at(s);
      if (at == At::kOver ||
          (at == At::kDecision && game_->begins_turn(s) && turns++ == options_.rollout_turns))
        return;
      if (at == At::kChance) {
        game_->resolve(s, rng_.below(game_->ask(s).n), NoEvents{});
        continue;
      }
      const Seat who = first_seat(game_->to_act(s));
      const State known = game_->knows(s, who);
      game_->legal(known, who, list_);
      if (list_.empty()) return;
      std::size_t chosen = 0;
      if (list_.size() > 1) {
        const int most = policy_logits(known, who);
        const auto weight = [&](int logit) { return exp_neg(2 * (most - logit)); };
        std::uint32_t sum = 0;
        for (const int logit : logits_) sum += weight(logit);
        for (std::uint32_t left = rng_.below(sum); left >= weight(logits_[chosen]); ++chosen)
          left -= weight(logits_[chosen]);
      }
      game_->apply(s, who, list_[chosen], NoEvents{});
    }
  }

  // Uniformly random play to the end: plain MCTS.
  void random_rollout(State& s) {
    for (int n = 0; n < kMaxRollout && game_->at(s) != At::kOver; ++n) {
      if (game_->at(s) == At::kChance) {
        game_->resolve(s, rng_.below(game_->ask(s).n), NoEvents{});
        continue;
      }
      const Seat who = first_seat(game_->to_act(s));
      game_->legal(s, who, list_);
      game_->apply(s, who, list_[rng_.below(static_cast<std::uint32_t>(list_.size()))], NoEvents{});
    }
  }

  // The value estimate of a position for each seat: exact if the game is over, else by the value
  // head, else by the simple evaluation. Estimates of several seats come from different views of
  // the position, so their chances are scaled to a sum of one.
  void evaluate_leaf(const State& s, std::array<ValueEstimate, kMaxSeats>& estimates) {
    const bool over = game_->at(s) == At::kOver;
    const auto seats = static_cast<std::size_t>(game_->seats());
    std::array<int, kMaxSeats> worth{};
    for (std::size_t i = 0; i < seats; ++i) worth[i] = game_->evaluate(s, static_cast<Seat>(i));
    const SeatMask winners = over ? game_->winners(s) : SeatMask{0};
    const int shares = std::max(1, std::popcount(winners));
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < seats; ++i) {
      ValueEstimate& estimate = estimates[i];
      estimate.margin = worth[i];
      int other = seats > 1 ? std::numeric_limits<int>::min() : 0;
      for (std::size_t k = 0; k < seats; ++k) {
        if (k != i) other = std::max(other, worth[k]);
      }
      estimate.margin -= other;
      if (over) {
        estimate.chance = (winners & seat_bit(static_cast<Seat>(i))) != 0 ? kWin / shares : 0;
        continue;
      }
      estimate.chance = chance_of_margin(estimate.margin);
      if constexpr (Learned<G>) {
        if (options_.network) {
          Inputs inputs;
          // While choices are sealed a seat must not read the others'.
          if (game_->secret(s))
            game_->inputs(game_->knows(s, static_cast<Seat>(i)), static_cast<Seat>(i), inputs);
          else
            game_->inputs(s, static_cast<Seat>(i), inputs);
          Network::Hidden hidden;
          options_.network->hidden(inputs, hidden);
          const ValueOutput value = options_.network->value_head(hidden);
          estimate.chance = value.chance;
          estimate.margin += value.margin;
        }
      }
      sum += estimate.chance;
    }
    for (std::size_t i = 0; i < seats; ++i) {
      ValueEstimate& estimate = estimates[i];
      if (!over && seats > 1 && sum > 0)
        estimate.chance = static_cast<int>(std::int64_t{estimate.chance} * kWin / sum);
      // To win, and a quarter for by how much; solo, points.
      const int margin = estimate.margin - baseline_;
      if (options_.goal == Goal::kMargin)
        estimate.utility = std::clamp(kWin / 2 + margin * 10, 0, kWin);
      else if (seats == 1)
        estimate.utility = chance_of_margin(margin);
      else
        estimate.utility = utility_of(estimate.chance, margin);
    }
  }

  static constexpr std::size_t kSmallestNodeTable = 1 << 10;
  static constexpr std::size_t kMaxEdges = 1 << 22;
  static constexpr int kMaxRollout = 4000;
  static constexpr std::size_t kLongestLine = 24;

  SearchOptions options_;
  const G* game_ = nullptr;
  State known_{};
  Seat seat_ = 0;
  Rng rng_{0};
  int baseline_ = 0;
  std::uint32_t done_ = 0, root_ = 0;
  Limits limits_;                // of this search, or of focus()
  std::uint32_t focus_ = kNone;  // the edge of that move
  SteadyClock::time_point started_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> node_table_;
  std::vector<PathStep> path_;
  std::vector<int> logits_;
  typename G::List list_;
};

}  // namespace tidelock::ai
