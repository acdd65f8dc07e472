// Bots and mass play of a game of whatever kind, for tables and doors.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ai/bot.h"
#include "ai/self_play.h"
#include "core/any_game.h"

namespace tidelock::ai {

inline constexpr std::size_t kMaxEventKinds = 96;

// How one simulated game ended, and how often each kind of event happened to each seat.
struct GameOutcome {
  Scores scores;
  SeatMask winners = 0;
  int decisions = 0;
  std::array<std::array<std::uint16_t, kMaxEventKinds>, kMaxSeats> events{};
  std::vector<std::uint16_t> items;  // how often each thing was used (AnyGame::item_names)
};

class AnyBot {
 public:
  AnyBot() = default;
  AnyBot(const AnyBot&) = delete;
  AnyBot& operator=(const AnyBot&) = delete;
  virtual ~AnyBot() = default;
  virtual AnyMove choose(const AnyState& known, Seat seat, std::uint64_t seed) = 0;
};

// What a search has found so far.
struct Advice {
  struct Option {
    AnyMove move = 0;
    std::uint32_t visits = 0;
    Promise promise;  // only where there were visits
  };
  std::vector<Option> options;  // all legal moves, the best first
  std::vector<AnyMove> line;    // the best move and what its seat would do on
  std::uint32_t iterations = 0;
};

// A search that is watched: begun, advanced in slices, asked in between, and dropped at any time.
class AnySearch {
 public:
  AnySearch() = default;
  AnySearch(const AnySearch&) = delete;
  AnySearch& operator=(const AnySearch&) = delete;
  virtual ~AnySearch() = default;
  // `known` is what the seat knows. What was found before about positions that can still come is
  // kept, unless `fresh`.
  virtual void begin(const AnyState& known, Seat seat, std::uint64_t seed, bool fresh) = 0;
  // Goes on for so long, or until its limit (true).
  virtual bool advance(std::chrono::milliseconds slice) = 0;
  [[nodiscard]] virtual Advice advice() = 0;
};

class AnyAi {
 public:
  AnyAi() = default;
  AnyAi(const AnyAi&) = delete;
  AnyAi& operator=(const AnyAi&) = delete;
  virtual ~AnyAi() = default;

  // A bot as it is asked for (ai/spec.h), or what was wrong with that.
  virtual Result<std::unique_ptr<AnyBot>> bot(std::string_view text) const = 0;
  // A search with the shipped network.
  [[nodiscard]] virtual std::unique_ptr<AnySearch> search(Limits limits, Goal goal,
                                                          unsigned threads) const = 0;
  // Plays the games number `first` to `first + count - 1` of the seed, bots[i] in seat i (as for
  // bot(), which has taken each of them).
  virtual void play(const std::vector<std::string>& bots, std::uint64_t seed, std::uint64_t first,
                    std::uint64_t count,
                    const std::function<void(const GameOutcome&)>& hear) const = 0;
  // What a network for this game reads; 0: none can be learned.
  [[nodiscard]] virtual int inputs() const = 0;
  [[nodiscard]] virtual int traits() const = 0;
  // Plays the games number `first` to `first + count - 1` of the seed against itself, for learning.
  virtual void lessons(const SearchOptions& options, std::uint64_t seed, std::uint64_t first,
                       std::uint64_t count, Lessons& out) const = 0;
  // Uniformly random games through the interface that search uses; answers the decisions made.
  // `mark`, if any, collects a number that depends on how each game ended.
  virtual std::uint64_t play_random(std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                                    std::uint64_t* mark) const = 0;
  // Sequences of `depth` decisions from the start of a seeded game.
  [[nodiscard]] virtual std::uint64_t perft(std::uint64_t seed, int depth) const = 0;
  // Nanoseconds for one copy of a state.
  [[nodiscard]] virtual double copy_ns() const = 0;
  [[nodiscard]] virtual std::size_t state_bytes() const = 0;
};

template <class G>
class AiOf final : public AnyAi {
 public:
  AiOf(std::shared_ptr<const Wrapped<G>> game, Networks networks)
      : game_(std::move(game)), networks_(std::move(networks)) {}

  Result<std::unique_ptr<AnyBot>> bot(std::string_view text) const override {
    auto bot = make_bot<G>(text, networks_);
    if (!bot) return bot.error();
    return std::unique_ptr<AnyBot>(std::make_unique<BotOf>(game_, std::move(bot).value()));
  }

  [[nodiscard]] std::unique_ptr<AnySearch> search(Limits limits, Goal goal,
                                                  unsigned threads) const override {
    SearchOptions options;
    options.limits = limits;
    options.network = networks_.shipped;
    options.goal = goal;
    return std::make_unique<SearchOf>(game_, options, threads);
  }

  void play(const std::vector<std::string>& bots, std::uint64_t seed, std::uint64_t first,
            std::uint64_t count,
            const std::function<void(const GameOutcome&)>& hear) const override {
    const G& g = game_->game();
    std::vector<std::unique_ptr<Bot<G>>> seats;
    seats.reserve(bots.size());
    for (const auto& name : bots) seats.push_back(make_bot<G>(name, networks_).value());
    const std::size_t items = game_->item_names().size();
    for (std::uint64_t i = first; i < first + count; ++i) {
      const std::uint64_t own = nth_seed(seed, i);
      const Seeded luck{own};
      Rng rng(own);
      GameOutcome out;
      out.items.resize(items);
      auto count_event = [&](const Event& event) {
        if (event.who >= 0 && event.who < kMaxSeats)
          ++out.events[static_cast<std::size_t>(event.who)][event.what];
        if constexpr (Itemised<G>) {
          if (const int item = g.item_of(event); item >= 0)
            ++out.items[static_cast<std::size_t>(item)];
        }
      };
      const Listener listener(count_event);
      typename G::State s = g.start();
      settle(g, s, luck, listener);
      while (g.at(s) != At::kOver) {
        const Seat seat = first_seat(g.to_act(s));
        const auto move =
            seats[static_cast<std::size_t>(seat)]->choose(g, g.knows(s, seat), seat, rng.next());
        step(g, s, seat, move, luck, listener);
        ++out.decisions;
      }
      out.scores = g.scores(s);
      out.winners = g.winners(s);
      hear(out);
    }
  }

  [[nodiscard]] int inputs() const override {
    if constexpr (Learned<G>) return G::kInputs;
    return 0;
  }
  [[nodiscard]] int traits() const override {
    if constexpr (Learned<G>) return G::kTraits;
    return 0;
  }
  void lessons(const SearchOptions& options, std::uint64_t seed, std::uint64_t first,
               std::uint64_t count, Lessons& out) const override {
    if constexpr (Learned<G>) {
      for (std::uint64_t i = first; i < first + count; ++i)
        play_for_lessons(game_->game(), options, nth_seed(seed, i), out);
    }
  }

  std::uint64_t play_random(std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                            std::uint64_t* mark) const override {
    const G& g = game_->game();
    std::uint64_t decisions = 0;
    typename G::List list;
    for (std::uint64_t i = first; i < first + count; ++i) {
      const std::uint64_t own = nth_seed(seed, i);
      const Seeded luck{own};
      Rng rng(own);
      typename G::State s = g.start();
      settle(g, s, luck);
      while (g.at(s) != At::kOver) {
        const Seat seat = first_seat(g.to_act(s));
        g.legal(s, seat, list);
        step(g, s, seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], luck);
        ++decisions;
      }
      if (mark != nullptr) *mark = mix(*mark ^ hash_state(s));
    }
    if (mark != nullptr) *mark = mix(*mark ^ decisions);
    return decisions;
  }

  [[nodiscard]] std::uint64_t perft(std::uint64_t seed, int depth) const override {
    const G& g = game_->game();
    typename G::State s = g.start();
    const Seeded luck{seed};
    settle(g, s, luck);
    return count_sequences(s, luck, depth);
  }

  [[nodiscard]] double copy_ns() const override;
  [[nodiscard]] std::size_t state_bytes() const override { return sizeof(typename G::State); }

 private:
  class BotOf final : public AnyBot {
   public:
    BotOf(std::shared_ptr<const Wrapped<G>> game, std::unique_ptr<Bot<G>> bot)
        : game_(std::move(game)), bot_(std::move(bot)) {}
    AnyMove choose(const AnyState& known, Seat seat, std::uint64_t seed) override {
      return bot_->choose(game_->game(), Wrapped<G>::in(known), seat, seed).bits;
    }

   private:
    std::shared_ptr<const Wrapped<G>> game_;
    std::unique_ptr<Bot<G>> bot_;
  };

  class SearchOf final : public AnySearch {
   public:
    SearchOf(std::shared_ptr<const Wrapped<G>> game, const SearchOptions& options, unsigned threads)
        : game_(std::move(game)), search_(options, threads) {}
    void begin(const AnyState& known, Seat seat, std::uint64_t seed, bool fresh) override {
      search_.begin(game_->game(), game_->game().knows(Wrapped<G>::in(known), seat), seat, seed,
                    fresh);
    }
    bool advance(std::chrono::milliseconds slice) override { return search_.advance(slice); }
    [[nodiscard]] Advice advice() override {
      Advice out;
      for (const auto& choice : search_.choices())
        out.options.push_back({choice.move.bits, choice.visits, choice.promise});
      for (const auto move : search_.line()) out.line.push_back(move.bits);
      out.iterations = search_.iterations();
      return out;
    }

   private:
    std::shared_ptr<const Wrapped<G>> game_;
    Searches<G> search_;
  };

  [[nodiscard]] std::uint64_t count_sequences(const typename G::State& s, const Seeded& luck,
                                              int depth) const {
    const G& g = game_->game();
    if (depth == 0 || g.at(s) == At::kOver) return 1;
    const Seat seat = first_seat(g.to_act(s));
    typename G::List list;
    g.legal(s, seat, list);
    if (depth == 1) return list.size();
    std::uint64_t sum = 0;
    for (const auto move : list) {
      typename G::State next = s;
      step(g, next, seat, move, luck);
      sum += count_sequences(next, luck, depth - 1);
    }
    return sum;
  }

  std::shared_ptr<const Wrapped<G>> game_;
  Networks networks_;
};

double measure_copies(void* to, const void* from, std::size_t bytes,
                      void (*copy)(void*, const void*));

template <class G>
double AiOf<G>::copy_ns() const {
  // Copies along a row of states, so that neither end stays in a register.
  std::vector<typename G::State> states(64, game_->game().start());
  return measure_copies(
      states.data(), states.data() + 1, sizeof(typename G::State), [](void* to, const void* from) {
        *static_cast<typename G::State*>(to) = *static_cast<const typename G::State*>(from);
      });
}

}  // namespace tidelock::ai
