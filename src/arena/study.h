// How balanced a game is: many games of one bot against itself, and how the seats fared that had a
// given leader or tile, or the first turn.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ai/any_ai.h"
#include "arena/pairing.h"
#include "core/study.h"

namespace tidelock::arena {

struct Study {
  StudyPlan plan;
  std::vector<std::vector<BotGame>> bot_games;  // for each mode, for each of its options
  std::string bot;
  std::uint64_t games = 2000;
  std::uint64_t seed = 1;
  unsigned threads = 1;

  [[nodiscard]] const AnyGame& game() const { return *bot_games.front().front().game; }
  [[nodiscard]] std::uint64_t games_of(std::size_t mode) const;
};

// Moments of integers: the same in any order of addition.
struct Moments {
  std::int64_t n = 0, sum = 0, squares = 0;
  void add(std::int64_t value) {
    ++n;
    sum += value;
    squares += value * value;
  }
  void add(const Moments& other) {
    n += other.n;
    sum += other.sum;
    squares += other.squares;
  }
  [[nodiscard]] double mean() const;
  [[nodiscard]] double standard_deviation() const;
  [[nodiscard]] double error() const;  // of the mean
};

// Shares of a win are scaled by kPoint (stats.h) and the number of seats, so that kPoint is the
// fair share for any number of players; margins are points above the mean of the table, times
// kPoint.
struct ModeSums {
  struct Place {
    Moments share, margin;
  };
  struct Item {
    std::int64_t uses = 0;   // by any seat
    Moments share, margin;   // of the seats that used it
    Moments table, opening;  // of games with it in play for all: mean score, first player's share
  };
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t won = 0;  // alone, against the game
  Moments score;          // of all seats, in points
  Moments table;
  static constexpr std::size_t kBins = 256;
  std::array<std::uint64_t, kBins> histogram{};
  std::array<Place, kMaxSeats> places;  // from the first player on
  std::vector<Item> items;

  void add(const ai::GameOutcome& outcome);
  void add(const ModeSums& other);
  // The quantile: this part of all scores is not higher.
  [[nodiscard]] int score_at(double part) const;
};

struct StudyReport {
  std::vector<ModeSums> modes;
  std::uint64_t games = 0;
};

// `progress` gets the number of games played and returns whether to go on.
[[nodiscard]] StudyReport run_study(const Study& study,
                                    const std::function<bool(std::uint64_t)>& progress);

// One item of a group.
struct StudyRow {
  std::string id, name;
  std::int64_t uses = 0, offered = 0;
  std::int64_t times = 0;               // seats that used it, or games where it was in play
  double share = 1, share_error = 0;    // of wins, 1 is fair; in play for all: the first player's
  double margin = 0, margin_error = 0;  // points above the mean of the table; or of such games
};
struct StudyComparison {
  const StudyGroup* group = nullptr;
  bool for_all = false;        // items that are in play for every seat
  std::vector<StudyRow> rows;  // best first
};
[[nodiscard]] StudyComparison study_comparison(const Study& study, const StudyReport& report,
                                               const StudyGroup& group);

struct StudyVerdict {
  std::string claim, found;
  bool holds = false;
};
[[nodiscard]] std::vector<StudyVerdict> study_verdicts(const Study& study,
                                                       const StudyReport& report);

// The number of solo results in each band.
[[nodiscard]] std::vector<std::uint64_t> count_bands(const ModeSums& mode,
                                                     const std::vector<int>& bands);

[[nodiscard]] Json study_json(const Study& study, const StudyReport& report);
// The report as Markdown; `command` is the command line that made it.
[[nodiscard]] std::string study_text(const Study& study, const StudyReport& report,
                                     const std::string& command);
// The plots of the report: file names and contents.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> study_plots(
    const Study& study, const StudyReport& report);

}  // namespace tidelock::arena
