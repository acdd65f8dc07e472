// AnyAi for one game type: search, bots and mass play behind the type-erased interface.
#pragma once

#include "ai/adviser.h"
#include "ai/any_ai.h"
#include "ai/bot.h"
#include "ai/endgame.h"
#include "ai/self_play.h"
#include "core/playout.h"

namespace tidelock::ai {

template <class G>
class AiOf final : public AnyAi {
  using R = typename G::Rules;

 public:
  AiOf(std::shared_ptr<const Wrapped<G>> game, Networks networks)
      : game_(std::move(game)), networks_(std::move(networks)) {}

  Result<std::unique_ptr<AnyBot>> bot(std::string_view text) const override {
    auto bot = make_bot<R>(text, networks_);
    if (!bot) return bot.error();
    return std::unique_ptr<AnyBot>(std::make_unique<BotOf>(game_, std::move(bot).value()));
  }

  [[nodiscard]] std::unique_ptr<AnySearch> search(Limits limits, Goal goal,
                                                  bool all) const override {
    SearchOptions options;
    options.limits = limits;
    options.network = networks_.shipped;
    options.goal = goal;
    options.rollout_turns = kRolloutTurns;
    return std::make_unique<SearchOf>(game_, options, all);
  }

  // The games `first` to `first + count - 1` of a series. Each has a seed of its own, from which
  // both its luck and its bots are derived: whoever plays it, in whatever order and on however many
  // threads, it goes the same way.
  void play(const std::vector<std::string>& bots, std::uint64_t seed, std::uint64_t first,
            std::uint64_t count,
            const std::function<void(const GameOutcome&)>& hear) const override {
    const R& g = rules();
    std::vector<std::unique_ptr<Bot<R>>> seats;
    seats.reserve(bots.size());
    for (const auto& name : bots) seats.push_back(make_bot<R>(name, networks_).value());
    const std::size_t items = game_->item_names().size();
    for (std::uint64_t i = first; i < first + count; ++i) {
      const std::uint64_t own = nth_seed(seed, i);
      const Seeded luck{own};
      Rng rng(own);
      GameOutcome out;
      out.items.resize(items);
      for (int seat = 0; seat < g.seats(); ++seat)
        out.items_by[static_cast<std::size_t>(seat)].resize(items);
      // What a study asks about is counted from events, so that no game has to keep statistics.
      auto count_event = [&](const Event& event) {
        if (event.who >= 0 && event.who < kMaxSeats)
          ++out.events[static_cast<std::size_t>(event.who)][event.what];
        if constexpr (Itemised<G>) {
          for (const auto item : game_->game().items_of(event)) {
            ++out.items[static_cast<std::size_t>(item)];
            if (event.who >= 0 && event.who < g.seats())
              ++out.items_by[static_cast<std::size_t>(event.who)][static_cast<std::size_t>(item)];
          }
          if (game_->game().begins(event)) out.first = event.who;
        }
      };
      const Listener listener(count_event);
      typename G::State s = g.start();
      resolve_chance(g, s, luck, listener);
      while (g.at(s) != At::kOver) {
        const Seat seat = first_seat(g.to_act(s));
        // A bot gets what its seat knows and nothing else, also where all are in one process.
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

  std::optional<Error> endgames(
      std::string_view bot, std::uint64_t seed,
      const std::function<bool(const EndgameChoice&)>& hear) const override {
    const auto made = make_bot<R>(bot, networks_, Goal::kMargin);
    if (!made) return made.error();
    if (game_->seats() != 2)
      return error(Code::kBadPlayers, "exact values take too long but for two players",
                   "--players");
    if (judge_endgames(rules(), networks_, *made.value(), seed, hear)) return std::nullopt;
    return error(Code::kNoPositions, "this game ends with something hidden: nothing can be solved");
  }

  [[nodiscard]] int inputs() const override {
    if constexpr (Learned<R>) return R::kInputs;
    return 0;
  }
  [[nodiscard]] int traits() const override {
    if constexpr (Learned<R>) return R::kTraits;
    return 0;
  }
  void self_play(const SearchOptions& options, std::uint64_t seed, std::uint64_t first,
                 std::uint64_t count, TrainingSet& out) const override {
    if constexpr (Learned<R>) {
      for (std::uint64_t i = first; i < first + count; ++i)
        play_training_game(rules(), options, nth_seed(seed, i), out);
    }
  }

  std::uint64_t play_random(std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                            std::uint64_t* checksum) const override {
    std::uint64_t decisions = 0;
    for (std::uint64_t i = first; i < first + count; ++i) {
      const auto played = play_randomly(rules(), nth_seed(seed, i));
      decisions += played.decisions;
      if (checksum != nullptr) *checksum = add_to_checksum(*checksum, hash_state(played.end));
    }
    if (checksum != nullptr) *checksum = add_to_checksum(*checksum, decisions);
    return decisions;
  }

  [[nodiscard]] std::uint64_t perft(std::uint64_t seed, int depth) const override {
    const R& g = rules();
    typename G::State s = g.start();
    const Seeded luck{seed};
    resolve_chance(g, s, luck);
    return count_sequences(s, luck, depth);
  }

  [[nodiscard]] double copy_ns() const override;
  [[nodiscard]] std::size_t state_bytes() const override { return sizeof(typename G::State); }

 private:
  class BotOf final : public AnyBot {
   public:
    BotOf(std::shared_ptr<const Wrapped<G>> game, std::unique_ptr<Bot<R>> bot)
        : game_(std::move(game)), bot_(std::move(bot)) {}
    AnyMove choose(const AnyState& known, Seat seat, std::uint64_t seed) override {
      return bot_->choose(game_->game(), Wrapped<G>::in(known), seat, seed).bits;
    }

   private:
    std::shared_ptr<const Wrapped<G>> game_;
    std::unique_ptr<Bot<R>> bot_;
  };

  class SearchOf final : public AnySearch {
   public:
    SearchOf(std::shared_ptr<const Wrapped<G>> game, const SearchOptions& options, bool all)
        : game_(std::move(game)), search_(options, 1, all) {}
    void begin(const AnyState& known, Seat seat, std::uint64_t seed, bool fresh) override {
      search_.begin(game_->game(), game_->game().knows(Wrapped<G>::in(known), seat), seat, seed,
                    fresh);
    }
    void focus(AnyMove move, Limits limits) override {
      typename G::Move wanted;
      wanted.bits = static_cast<decltype(wanted.bits)>(move);
      search_.focus(wanted, limits);
    }
    bool advance(std::chrono::milliseconds slice) override { return search_.advance(slice); }
    [[nodiscard]] Advice advice() override {
      Advice out;
      for (const auto& choice : search_.choices())
        out.options.push_back({choice.move.bits, choice.visits, choice.estimate, choice.exact});
      for (const auto move : search_.line()) out.line.push_back(move.bits);
      out.iterations = search_.iterations();
      return out;
    }

   private:
    std::shared_ptr<const Wrapped<G>> game_;
    Adviser<R> search_;
  };

  [[nodiscard]] const R& rules() const { return game_->game(); }

  // Perft: chance is answered by the seed, so only decisions branch.
  [[nodiscard]] std::uint64_t count_sequences(const typename G::State& s, const Seeded& luck,
                                              int depth) const {
    const R& g = rules();
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
  // Copies along an array of states, so that neither end stays in a register.
  std::vector<typename G::State> states(64, game_->game().start());
  return measure_copies(
      states.data(), states.data() + 1, sizeof(typename G::State), [](void* to, const void* from) {
        *static_cast<typename G::State*>(to) = *static_cast<const typename G::State*>(from);
      });
}

}  // namespace tidelock::ai
