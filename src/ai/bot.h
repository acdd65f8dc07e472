// Bots: given what a seat knows, a bot chooses a legal move. Written once for every game, selected
// by name.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "ai/searches.h"
#include "ai/solver.h"
#include "ai/spec.h"
#include "core/rules.h"

namespace tidelock::ai {

// `known` is the information state knows(state, seat) and nothing else; the same knowledge and seed
// give the same move.
template <Rules G>
class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  virtual ~Bot() = default;
  virtual typename G::Move choose(const G& game, const typename G::State& known, Seat seat,
                                  std::uint64_t seed) = 0;
  // True if the last choice was solved: proved to be the best.
  [[nodiscard]] virtual bool solved() const { return false; }
};

// A uniformly random legal move.
template <Rules G>
class RandomBot final : public Bot<G> {
 public:
  typename G::Move choose(const G& game, const typename G::State& known, Seat seat,
                          std::uint64_t seed) override {
    typename G::List list;
    game.legal(known, seat, list);
    return list[Rng(seed).below(static_cast<std::uint32_t>(list.size()))];
  }
};

// Searches its own turn to the end, up to kMostNodes, and maximises the game's simple evaluation
// there. Chance is sampled, and one determinization of what is hidden serves all moves.
template <Rules G>
class GreedyBot final : public Bot<G> {
 public:
  typename G::Move choose(const G& game, const typename G::State& known, Seat seat,
                          std::uint64_t seed) override {
    typename G::List list;
    game.legal(known, seat, list);
    if (list.size() == 1) return list[0];
    Rng rng(seed);
    typename G::State state = known;
    game.resample(state, seat, rng);
    int best = kWorst;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      typename G::State next = state;
      Rng luck = rng;  // common random numbers: every move meets the same luck
      game.apply(next, seat, list[i], NoEvents{});
      nodes_ = 0;
      const int value = look(game, next, seat, luck);
      if (value > best) {
        best = value;
        chosen = i;
      }
    }
    return list[chosen];
  }

 private:
  static constexpr int kWorst = std::numeric_limits<int>::min();
  static constexpr int kMostNodes = 200;  // for each choice

  int look(const G& game, typename G::State& state, Seat seat, Rng& rng) {
    while (true) {
      if (game.quiet(state) || game.at(state) == At::kOver) return game.evaluate(state, seat);
      if (game.at(state) == At::kChance) {
        game.resolve(state, rng.below(game.ask(state).n), NoEvents{});
        continue;
      }
      typename G::List list;
      const Seat who = first_seat(game.to_act(state));
      game.legal(state, who, list);
      // Other seats are asked only small things inside this turn: they take the first legal move.
      if (who != seat || ++nodes_ > kMostNodes) {
        game.apply(state, who, list[0], NoEvents{});
        continue;
      }
      int best = kWorst;
      for (const auto move : list) {
        typename G::State next = state;
        Rng luck = rng;
        game.apply(next, seat, move, NoEvents{});
        best = std::max(best, look(game, next, seat, luck));
      }
      return best;
    }
  }

  int nodes_ = 0;
};

// How a level plays. Levels up to hard are limited in iterations: the same on every machine.
struct Level {
  std::string_view name;
  Limits limits;
  int temperature;  // of the softmax over utilities that picks the move, in parts of kWin: a move
                    // that much worse is e times less likely; 0: the best is played
  bool solves = false;  // endgames, where it can
  bool playouts = false;
  int rollout_turns = 0;
};
inline constexpr std::array<Level, 6> kHowLevelsPlay = {{
    {"novice", {32, 0}, kWin / 15},
    {"easy", {32, 0}, kWin / 110},
    {"medium", {8, 0}, 0},
    {"hard", {300, 0}, 0, true},
    {"master", {0, 1000}, 0, true, false, kRolloutTurns},
    {"mcts-plain", {0, 1000}, 0, false, true},
}};

// Nodes the solver may search before the tree search, and after it, when the search has ordered the
// moves. As a multiple of the limit: about as long as a few iterations take, or a part of the time.
[[nodiscard]] constexpr std::uint64_t quickly_solved(const Limits& limits) {
  return limits.iterations != 0 ? std::uint64_t{limits.iterations} * 12
                                : std::uint64_t{limits.milliseconds} * 50;
}
[[nodiscard]] constexpr std::uint64_t worth_solving(const Limits& limits) {
  return limits.iterations != 0 ? std::uint64_t{limits.iterations} * 60
                                : std::uint64_t{limits.milliseconds} * 5000;
}

// Plays the most visited move of a tree search; in endgames the solver's, where it finishes. The
// weaker levels draw from a softmax over the moves' utilities, but never the worst of more than
// four moves.
template <Rules G>
class SearchBot final : public Bot<G> {
 public:
  SearchBot(const SearchOptions& options, const Level& level, unsigned threads)
      : search_(options, threads),
        solver_(options.goal),
        limits_(options.limits),
        goal_(options.goal),
        temperature_(level.temperature),
        fresh_(options.limits.milliseconds == 0),
        solves_(level.solves) {}

  typename G::Move choose(const G& game, const typename G::State& known, Seat seat,
                          std::uint64_t seed) override {
    typename G::List list;
    game.legal(known, seat, list);
    solved_ = list.size() == 1;
    if (solved_) return list[0];
    const typename G::State own = game.knows(known, seat);
    const auto started = SteadyClock::now();
    if (solves_) {
      if (const auto found = solver_.solve(game, own, {quickly_solved(limits_)})) {
        solved_ = true;
        return found->front().move;
      }
    }
    // With a limit in iterations the tree is not reused, so the move depends only on what the seat
    // knows and on the seed.
    search_.begin(game, own, seat, seed, fresh_);
    search_.spent(SteadyClock::now() - started);
    if (solves_ && solver_.nodes() != 0) {
      if (const auto move = solve_in_order(game, own, started)) return *move;
    }
    search_.run();
    return temperature_ == 0 ? search_.choices()[0].move : draw(search_.choices(), seed);
  }
  [[nodiscard]] bool solved() const override { return solved_; }

 private:
  using SteadyClock = std::chrono::steady_clock;

  // Nothing is hidden, but the position was not solved at once: a first part of the search orders
  // the moves, and the best of those that the solver then finishes beats any estimate.
  std::optional<typename G::Move> solve_in_order(const G& game, const typename G::State& own,
                                                 SteadyClock::time_point started) {
    const SteadyClock::duration time = std::chrono::milliseconds(limits_.milliseconds);
    search_.spent(time * 7 / 8);
    search_.run();
    search_.spent(-time * 7 / 8);
    std::vector<typename G::Move> order;
    const auto choices = search_.choices();
    order.reserve(choices.size());
    for (const auto& choice : choices) order.push_back(choice.move);
    const ValueEstimate& hope = choices[0].estimate;
    std::int64_t guess =
        goal_ == Goal::kMargin ? hope.margin * Solver<G>::kPoint / 100 : hope.utility;
    typename Solver<G>::Effort effort{worth_solving(limits_)};
    if (limits_.milliseconds != 0) effort.until = started + time * 15 / 16;
    // The best move with a few outcomes of each chance node mostly is the best with all of them.
    auto rough = effort;
    rough.rough = true;
    rough.most /= 2;
    if (limits_.milliseconds != 0) rough.until = started + time / 2;
    const auto likely = solver_.best(game, own, order, guess, rough);
    if (likely) {
      const auto at = std::find(order.begin(), order.end(), likely->move);
      std::rotate(order.begin(), at, at + 1);
      guess = likely->value;
    }
    const auto found = solver_.best(game, own, order, guess, effort);
    solved_ = found && found->sure;
    if (found) return found->move;
    if (likely) return likely->move;
    return std::nullopt;
  }

  // Draws from a softmax over the utilities.
  typename G::Move draw(std::vector<typename Search<G>::Choice> choices, std::uint64_t seed) const {
    // A move without visits counts as the worst one with visits.
    int least = kWin;
    for (const auto& choice : choices) {
      if (choice.visits != 0) least = std::min(least, choice.estimate.utility);
    }
    for (auto& choice : choices) {
      if (choice.visits == 0) choice.estimate.utility = least;
    }
    std::stable_sort(choices.begin(), choices.end(), [](const auto& a, const auto& b) {
      return a.estimate.utility != b.estimate.utility ? a.estimate.utility > b.estimate.utility
                                                      : a.visits > b.visits;
    });
    if (choices.size() > 4) choices.pop_back();
    std::uint64_t sum = 0;
    const auto weight = [&](const auto& choice) {
      const std::int64_t behind = choices[0].estimate.utility - choice.estimate.utility;
      return exp_neg(
          static_cast<int>(std::min<std::int64_t>(behind * 256 / temperature_, 1 << 20)));
    };
    for (const auto& choice : choices) sum += weight(choice);
    std::uint64_t at = scale(Rng(mix(seed)).next(), static_cast<std::uint32_t>(sum));
    for (const auto& choice : choices) {
      if (at < weight(choice)) return choice.move;
      at -= weight(choice);
    }
    return choices[0].move;
  }

  Searches<G> search_;
  Solver<G> solver_;
  Limits limits_;
  Goal goal_;
  int temperature_;
  bool fresh_, solves_, solved_ = false;
};

// A bot from its specification (ai/spec.h).
template <Rules G>
Result<std::unique_ptr<Bot<G>>> make_bot(std::string_view text, const Networks& networks,
                                         Goal goal = Goal::kWinning) {
  const auto spec = read_bot(text);
  if (!spec) return spec.error();
  const BotSpec& wanted = spec.value();
  std::unique_ptr<Bot<G>> bot;
  if (wanted.name == "random") bot = std::make_unique<RandomBot<G>>();
  if (wanted.name == "greedy") bot = std::make_unique<GreedyBot<G>>();
  if (bot) return bot;
  SearchOptions options;
  options.network = networks.shipped;
  options.goal = goal;
  if (!wanted.network.empty()) {
    if (networks.open == nullptr)
      return error(Code::kBadNetwork, "networks from files are not taken here", "bot");
    if constexpr (Learned<G>) {
      const auto bytes = networks.open(wanted.network);
      if (!bytes) return bytes.error();
      auto network = Network::read(bytes.value(), networks.game, G::kInputs, G::kTraits);
      if (!network) {
        Error wrong = network.error();
        wrong.where = wanted.network;
        return wrong;
      }
      options.network = network.value();
    } else {
      return error(Code::kBadNetwork, "this game has no networks", "bot");
    }
  }
  for (const Level& level : kHowLevelsPlay) {
    if (level.name != wanted.name) continue;
    options.limits = wanted.limits == Limits{} ? level.limits : wanted.limits;
    options.playouts = level.playouts;
    options.rollout_turns = level.rollout_turns;
    if (level.playouts) options.network = nullptr;
    return std::unique_ptr<Bot<G>>(std::make_unique<SearchBot<G>>(options, level, wanted.threads));
  }
  return error(Code::kUnknownBot, "there is no such bot", "bot");
}

}  // namespace tidelock::ai
