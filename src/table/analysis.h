// Hints and analysis: what a search says about a position, or about every decision of a record. A
// seat is judged by what it could know, and nothing else is looked at. What takes long is done in
// slices, so that whoever waits can listen in between. The formulas are in docs/analysis.md.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ai/any_ai.h"
#include "core/any_game.h"
#include "core/record.h"

namespace tidelock::table {

inline constexpr ai::Limits kHintLimits{4000, 0};
inline constexpr ai::Limits kAnalysisLimits{1000, 0};  // for each decision
inline constexpr std::uint32_t kMostIterations = 1000000;
inline constexpr std::uint32_t kMostMilliseconds = 600000;

class Thinking {
 public:
  Thinking() = default;
  Thinking(const Thinking&) = delete;
  Thinking& operator=(const Thinking&) = delete;
  virtual ~Thinking() = default;
  // Goes on for about so long; answers whether it is done.
  virtual bool advance(std::chrono::milliseconds slice) = 0;
  // What was found so far, in short; and in full, at the end or whenever it is asked to stop. With
  // a teller moves come in words, too.
  [[nodiscard]] virtual Json progress(const Teller* teller) = 0;
  [[nodiscard]] virtual Json result(const Teller* teller) = 0;
};

// What a move promises its seat.
struct MoveValue {
  double chance = 0;  // of winning, 0 to 1; means nothing to a seat that plays alone
  double points = 0;  // ahead of the best other seat; alone, in all
};

struct Hint {
  struct Move {
    AnyMove move = 0;
    std::string text;
    std::uint32_t visits = 0;
    MoveValue value;
    bool exact = false;  // solved, not searched
  };
  std::vector<Move> moves;         // those that were tried, the best first; never none
  std::vector<AnyMove> line;       // the best move and what its seat would do on
  std::vector<std::string> words;  // the same as it is written
  std::uint32_t iterations = 0;
};

// For a seat that has to decide in this state. An eighth of the limit goes to the second best move,
// so that what is said of it is worth something.
class HintSearch final : public Thinking {
 public:
  HintSearch(std::shared_ptr<const AnyGame> game, const ai::AnyAi& ai, const AnyState& state,
             Seat seat, ai::Limits limits);
  bool advance(std::chrono::milliseconds slice) override;
  [[nodiscard]] Json progress(const Teller* teller) override;
  [[nodiscard]] Json result(const Teller* teller) override;
  [[nodiscard]] Hint hint();
  [[nodiscard]] const AnyState& known() const { return known_; }

 private:
  [[nodiscard]] Json told(const Hint::Move& move, const Teller* teller) const;

  std::shared_ptr<const AnyGame> game_;
  AnyState known_;
  Seat seat_;
  ai::Limits rest_;
  std::unique_ptr<ai::AnySearch> search_;
  std::optional<AnyMove> best_, second_;  // once they are compared
};

// How good a decision was, by what it lost.
enum class Grade : std::uint8_t { kBest, kGood, kInaccuracy, kMistake, kBlunder };
inline constexpr std::array<std::string_view, 5> kGradeNames = {"best", "good", "inaccuracy",
                                                                "mistake", "blunder"};

struct Decision {
  std::size_t entry = 0;  // of the record, from 1
  Seat seat = kNobody;
  AnyState known;  // what the seat knew
  AnyMove played = 0, best = 0;
  std::string played_text, best_text;
  MoveValue played_value, best_value;
  MoveValue lost;
  bool exact = false;  // both are solved
  Grade grade = Grade::kBest;
  std::vector<std::string> line;  // from the best move on
};

struct Player {
  std::array<int, kGradeNames.size()> grades{};
  int decisions = 0;
  double accuracy = 100;  // 0 to 100
  MoveValue lost;         // on average
};

// The chances of all seats after a decision, or the points of the only one. Each seat's is what it
// could know at its own last decision; together they are brought to 1. The last point of a finished
// game is its result.
struct GraphPoint {
  std::size_t entry = 0;
  std::array<double, kMaxSeats> values{};
};

// Where the chance of the seat that decided had changed most since the decision before.
struct TurningPoint {
  std::size_t decision = 0;  // its place among the decisions
  double before = 0, after = 0;
};

struct Analysis {
  int seats = 0;
  std::size_t of = 0;  // decisions there are, if all of them are looked at
  std::vector<Decision> decisions;
  std::vector<Player> players;
  std::vector<GraphPoint> graph;
  std::vector<TurningPoint> turning_points;  // in the order they were played
};

// What a decision is worth to its player's accuracy, 0 to 100.
[[nodiscard]] double accuracy_of(const MoveValue& lost, bool alone);
[[nodiscard]] Grade grade_of(const MoveValue& lost, bool best, bool alone);
[[nodiscard]] Json analysis_json(const Analysis& analysis, const AnyGame& game,
                                 const Teller* teller);

class RecordAnalysis final : public Thinking {
 public:
  RecordAnalysis(Record record, const ai::AnyAi& ai, ai::Limits limits);
  bool advance(std::chrono::milliseconds slice) override;
  [[nodiscard]] Json progress(const Teller* teller) override;
  [[nodiscard]] Json result(const Teller* teller) override;
  // Of what was looked at so far.
  [[nodiscard]] Analysis analysis() const;
  [[nodiscard]] std::size_t done() const { return decisions_.size(); }
  [[nodiscard]] std::size_t of() const { return of_; }

 private:
  bool find_next();
  void judge(const ai::Advice& advice);

  Record record_;
  Replay replay_;
  std::size_t of_ = 0;
  ai::Limits limits_;
  std::unique_ptr<ai::AnySearch> search_;
  AnyState known_;
  bool searching_ = false;
  std::optional<AnyMove> best_;  // while the move that was played is looked at
  std::vector<Decision> decisions_;
};

}  // namespace tidelock::table
