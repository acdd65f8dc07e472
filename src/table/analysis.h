// Hints and analysis: what a search says about a position, or about every decision of a record. A
// decision is judged only by what its seat could know. Long work is done in slices, so that the
// caller can answer other requests in between. The formulas are in docs/analysis.md.
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
  // Works for about this long; returns whether it is done.
  virtual bool advance(std::chrono::milliseconds slice) = 0;
  // A short interim result; the full one, at the end or when it is cancelled. With a teller moves
  // also come in words.
  [[nodiscard]] virtual Json progress(const Teller* teller) = 0;
  [[nodiscard]] virtual Json result(const Teller* teller) = 0;
};

// The value of a move for its seat.
struct MoveValue {
  double chance = 0;  // of winning, 0 to 1; without meaning in solo games
  double points = 0;  // ahead of the best other seat; solo: the final score
};

struct Hint {
  struct Move {
    AnyMove move = 0;
    std::string text;
    std::uint32_t visits = 0;
    MoveValue value;
    bool exact = false;  // solved, not searched
  };
  std::vector<Move> moves;         // those with visits, best first; never empty
  std::vector<AnyMove> line;       // the principal variation
  std::vector<std::string> words;  // the same in notation
  std::uint32_t iterations = 0;
};

// A hint for a seat that has to decide in this state. An eighth of the limit is spent on the second
// best move alone, so that its value is comparable.
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

// The grade of a decision, by the value it lost.
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
  bool exact = false;  // both moves are solved
  Grade grade = Grade::kBest;
  std::vector<std::string> line;  // from the best move on
};

struct Player {
  std::array<int, kGradeNames.size()> grades{};
  int decisions = 0;
  double accuracy = 100;  // 0 to 100
  MoveValue lost;         // on average
};

// The chances of all seats after a decision, or the points of a solo seat. Each seat's chance is
// the one at its own last decision; they are normalised to a sum of 1. The last point of a finished
// game is its result.
struct GraphPoint {
  std::size_t entry = 0;
  std::array<double, kMaxSeats> values{};
};

// A decision where the mover's chance had changed most since the decision before.
struct TurningPoint {
  std::size_t decision = 0;  // index among the decisions
  double before = 0, after = 0;
};

struct Analysis {
  int seats = 0;
  std::size_t of = 0;  // decisions in the record
  std::vector<Decision> decisions;
  std::vector<Player> players;
  std::vector<GraphPoint> graph;
  std::vector<TurningPoint> turning_points;  // in the order they were played
};

// The accuracy of one decision, 0 to 100.
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
  // Of the decisions examined so far.
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
  std::optional<AnyMove> best_;  // set while the played move is examined
  std::vector<Decision> decisions_;
};

}  // namespace tidelock::table
