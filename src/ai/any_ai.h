// Type-erased bots, search and mass play: any game behind one interface, for tables, the arena and
// the command.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ai/network.h"
#include "ai/search_types.h"
#include "ai/spec.h"
#include "ai/training_sample.h"
#include "core/any_game.h"

namespace tidelock::ai {

inline constexpr std::size_t kMaxEventKinds = 96;

// How one simulated game ended, and how often each kind of event happened to each seat.
struct GameOutcome {
  Scores scores;
  SeatMask winners = 0;
  int decisions = 0;
  std::array<std::array<std::uint16_t, kMaxEventKinds>, kMaxSeats> events{};
  Seat first = 0;                    // the first player
  std::vector<std::uint16_t> items;  // how often each item was used (AnyGame::item_names)
  std::array<std::vector<std::uint16_t>, kMaxSeats> items_by;  // and by whom
};

// A bot's choice in an endgame that the solver solved.
struct EndgameChoice {
  double loss = 0;      // points of expected margin lost against the best move
  bool solved = false;  // the bot solved the position itself
  std::uint64_t nanoseconds = 0;
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
    ValueEstimate estimate;  // only where there were visits, or exact
    bool exact = false;      // solved: the result of best play by every seat
  };
  std::vector<Option> options;  // all legal moves, best first
  std::vector<AnyMove> line;    // the principal variation
  std::uint32_t iterations = 0;
};

// A search in slices: begin, advance again and again, ask for advice in between, drop at any time.
class AnySearch {
 public:
  AnySearch() = default;
  AnySearch(const AnySearch&) = delete;
  AnySearch& operator=(const AnySearch&) = delete;
  virtual ~AnySearch() = default;
  // `known` is the seat's information state. The tree of earlier searches is reused, unless
  // `fresh`.
  virtual void begin(const AnyState& known, Seat seat, std::uint64_t seed, bool fresh) = 0;
  // From now on only this legal move is searched, up to a limit of its own.
  virtual void focus(AnyMove move, Limits limits) = 0;
  // Works until its limit is reached (true) or the slice is over (false).
  virtual bool advance(std::chrono::milliseconds slice) = 0;
  [[nodiscard]] virtual Advice advice() = 0;
};

class AnyAi {
 public:
  AnyAi() = default;
  AnyAi(const AnyAi&) = delete;
  AnyAi& operator=(const AnyAi&) = delete;
  virtual ~AnyAi() = default;

  // A bot from its specification (ai/spec.h), or what is wrong with that.
  virtual Result<std::unique_ptr<AnyBot>> bot(std::string_view text) const = 0;
  // A search with the shipped network. Where nothing is hidden and little is left to play, the best
  // move is solved afterwards, and with `all` every other one too.
  [[nodiscard]] virtual std::unique_ptr<AnySearch> search(Limits limits, Goal goal,
                                                          bool all) const = 0;
  // Plays the games number `first` to `first + count - 1` of the seed with bots[i] in seat i; bot()
  // must have accepted each of them.
  virtual void play(const std::vector<std::string>& bots, std::uint64_t seed, std::uint64_t first,
                    std::uint64_t count,
                    const std::function<void(const GameOutcome&)>& hear) const = 0;
  // Lets a bot choose in solvable positions of the last two turns of both seats, playing for the
  // margin (ai/endgame.h), until `hear` returns false.
  virtual std::optional<Error> endgames(
      std::string_view bot, std::uint64_t seed,
      const std::function<bool(const EndgameChoice&)>& hear) const = 0;
  // The size of a network's inputs for this game; 0: the game has none.
  [[nodiscard]] virtual int inputs() const = 0;
  [[nodiscard]] virtual int traits() const = 0;
  // Self-play: the games number `first` to `first + count - 1` of the seed, as training samples.
  virtual void self_play(const SearchOptions& options, std::uint64_t seed, std::uint64_t first,
                         std::uint64_t count, TrainingSet& out) const = 0;
  // Uniformly random games through the interface that search uses; returns the number of decisions.
  // `checksum`, if any, collects a number that depends on how each game ended.
  virtual std::uint64_t play_random(std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                                    std::uint64_t* checksum) const = 0;
  // Perft: the number of sequences of `depth` decisions from the start of a seeded game.
  [[nodiscard]] virtual std::uint64_t perft(std::uint64_t seed, int depth) const = 0;
  // Nanoseconds for one copy of a state.
  [[nodiscard]] virtual double copy_ns() const = 0;
  [[nodiscard]] virtual std::size_t state_bytes() const = 0;
};

}  // namespace tidelock::ai
