// Bots and mass play of a game of whatever kind, for tables and doors.
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
  std::vector<std::uint16_t> items;  // how often each thing was used (AnyGame::item_names)
  std::array<std::vector<std::uint16_t>, kMaxSeats> items_by;  // and by whom
};

// A bot's choice near the end, where the best one is known.
struct EndgameChoice {
  double loss = 0;      // points of the expected margin behind the best
  bool solved = false;  // the bot knew the best itself
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
    bool exact = false;      // solved: this is where the best play of all leads
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
  // From here on only this legal move is tried, up to a limit of its own.
  virtual void focus(AnyMove move, Limits limits) = 0;
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
  // A search with the shipped network. Where nothing is hidden and little is left to play the best
  // move is solved after it, and if `all` every other as well.
  [[nodiscard]] virtual std::unique_ptr<AnySearch> search(Limits limits, Goal goal,
                                                          bool all) const = 0;
  // Plays the games number `first` to `first + count - 1` of the seed, bots[i] in seat i (as for
  // bot(), which has taken each of them).
  virtual void play(const std::vector<std::string>& bots, std::uint64_t seed, std::uint64_t first,
                    std::uint64_t count,
                    const std::function<void(const GameOutcome&)>& hear) const = 0;
  // Lets a bot (as for bot()) that plays for the margin choose in positions of the last two turns
  // of both seats (ai/endgame.h), until `hear` answers no.
  virtual std::optional<Error> endgames(
      std::string_view bot, std::uint64_t seed,
      const std::function<bool(const EndgameChoice&)>& hear) const = 0;
  // What a network for this game reads; 0: none can be learned.
  [[nodiscard]] virtual int inputs() const = 0;
  [[nodiscard]] virtual int traits() const = 0;
  // Plays the games number `first` to `first + count - 1` of the seed against itself, for learning.
  virtual void self_play(const SearchOptions& options, std::uint64_t seed, std::uint64_t first,
                         std::uint64_t count, TrainingSet& out) const = 0;
  // Uniformly random games through the interface that search uses; answers the decisions made.
  // `checksum`, if any, collects a number that depends on how each game ended.
  virtual std::uint64_t play_random(std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                                    std::uint64_t* checksum) const = 0;
  // Sequences of `depth` decisions from the start of a seeded game.
  [[nodiscard]] virtual std::uint64_t perft(std::uint64_t seed, int depth) const = 0;
  // Nanoseconds for one copy of a state.
  [[nodiscard]] virtual double copy_ns() const = 0;
  [[nodiscard]] virtual std::size_t state_bytes() const = 0;
};

}  // namespace tidelock::ai
