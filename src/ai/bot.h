// Bots: given what a seat knows, they choose a legal move. Written for every game at once, chosen
// by name.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <memory>
#include <string_view>

#include "ai/searches.h"
#include "ai/solver.h"
#include "ai/spec.h"
#include "core/rules.h"

namespace tidelock::ai {

// `known` is knows(state, seat) and nothing else; the same knowledge and seed give the same move.
template <Rules G>
class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  virtual ~Bot() = default;
  virtual typename G::Move choose(const G& game, const typename G::State& known, Seat seat,
                                  std::uint64_t seed) = 0;
  // Whether the last choice was solved: exactly the best.
  [[nodiscard]] virtual bool solved() const { return false; }
};

// Any legal move.
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

// Looks at all it can do until the end of its own turn, and takes what evaluates best there. What
// chance brings on the way is sampled, what is hidden is resampled.
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
      Rng luck = rng;  // every choice meets the same luck
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
      // Others are asked inside this turn only for small things: they do the first that is allowed.
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

// How a level plays. Levels up to hard are fixed by iterations: the same on every machine.
struct Level {
  std::string_view name;
  Limits limits;
  int temperature;  // how far apart, of kWin, two moves must be for the worse to be e times less
                    // likely; 0: the best is played
  bool solves = false;  // the end of a game, where it can
  bool playouts = false;
  int rollout_turns = 0;  // turns that are played on before a position is judged
};
inline constexpr std::array<Level, 6> kHowLevelsPlay = {{
    {"novice", {32, 0}, kWin / 15},
    {"easy", {32, 0}, kWin / 110},
    {"medium", {8, 0}, 0},
    {"hard", {300, 0}, 0, true},
    {"master", {0, 1000}, 0, true, false, kRolloutTurns},
    {"mcts-plain", {0, 1000}, 0, false, true},
}};

// Positions that a solver may look at at once, and where a search says what to look at first: a
// part of a limit in time, or a few times what so many iterations take.
[[nodiscard]] constexpr std::uint64_t quickly_solved(const Limits& limits) {
  return limits.iterations != 0 ? std::uint64_t{limits.iterations} * 12
                                : std::uint64_t{limits.milliseconds} * 50;
}
[[nodiscard]] constexpr std::uint64_t worth_solving(const Limits& limits) {
  return limits.iterations != 0 ? std::uint64_t{limits.iterations} * 60
                                : std::uint64_t{limits.milliseconds} * 5000;
}

// Searches, and plays what it tried most. The weaker levels choose among all moves by what the
// search thinks of them, but never what it thinks the worst of more than four.
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
    const auto started = Clock::now();
    if (solves_) {
      if (const auto found = solver_.solve(game, own, {quickly_solved(limits_)})) {
        solved_ = true;
        return found->front().move;
      }
    }
    // With a limit in iterations the move depends on nothing but what the seat knows and the seed.
    search_.begin(game, own, seat, seed, fresh_);
    search_.spent(Clock::now() - started);
    if (solves_ && solver_.nodes() != 0) {
      // Open, but not solved at once: the first part of the search tells which moves to look at
      // first, and the best of those that were looked at is better than any guess.
      const Clock::duration time = std::chrono::milliseconds(limits_.milliseconds);
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
      // What is best with few outcomes of each chance mostly is with all.
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
    }
    search_.run();
    auto choices = search_.choices();
    if (temperature_ == 0) return choices[0].move;
    // What was never tried counts for as much as the least that was.
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
  [[nodiscard]] bool solved() const override { return solved_; }

 private:
  using Clock = std::chrono::steady_clock;

  Searches<G> search_;
  Solver<G> solver_;
  Limits limits_;
  Goal goal_;
  int temperature_;
  bool fresh_, solves_, solved_ = false;
};

// A bot as it is asked for (ai/spec.h).
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
      return error("bad-network", "networks from files are not taken here", "bot");
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
      return error("bad-network", "this game has no networks", "bot");
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
  return error("unknown-bot", "there is no such bot", "bot");
}

}  // namespace tidelock::ai
