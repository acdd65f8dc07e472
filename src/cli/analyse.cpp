// `tidelock analyse RECORD`: what each decision of a game was worth.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "cli/common.h"
#include "cli/console.h"
#include "cli/graph.h"
#include "cli/progress.h"
#include "games/games.h"
#include "table/analysis.h"

namespace tidelock::cli {

namespace {

using table::Analysis;
using table::Decision;
using table::Grade;

constexpr double kWorthTelling = 0.02;  // of the chance of winning
constexpr double kPointsWorthTelling = 0.8;

class Report {
 public:
  Report(const Record& record, Analysis analysis, Lang lang)
      : record_(&record),
        analysis_(std::move(analysis)),
        lang_(lang),
        teller_(games::words(lang), names(record)) {}

  void print(const AnalyseArgs& args) const {
    const auto n = static_cast<std::int64_t>(analysis_.decisions.size());
    if (analysis_.of == 0) {
      say(words("shell.analyse.none"));
      return;
    }
    say(words("shell.analyse.title", {{"n", n}, {"players", std::int64_t{analysis_.seats}}}));
    if (analysis_.decisions.size() < analysis_.of)
      say(words("shell.analyse.partly",
                {{"n", n}, {"all", static_cast<std::int64_t>(analysis_.of)}}));
    say("");
    print_decisions(args.all, args.plain);
    say("");
    for (Seat seat = 0; seat < analysis_.seats; ++seat) say(accuracy(seat));
    print_turns();
    const char* no_colour = std::getenv("NO_COLOR");
    const bool colour = console::is_terminal(console::Stream::kOutput) && !args.plain &&
                        !args.no_colour && (no_colour == nullptr || *no_colour == '\0');
    const auto graph = graph_lines(
        analysis_, teller_, args.plain || !console::shows_utf8() ? Signs::kAscii : Signs::kBlocks,
        colour ? ColourMode::kAnsi : ColourMode::kNone);
    if (!graph.empty()) say("");
    for (const auto& line : graph) say(line);
  }

  [[nodiscard]] std::string svg() const {
    std::string title(record_->game->facts().id);
    if (!title.empty()) title[0] = static_cast<char>(title[0] - 32);
    for (Seat seat = 0; seat < analysis_.seats; ++seat)
      title += (seat == 0 ? ": " : " – ") + teller_.name(seat);
    return graph_svg(analysis_, teller_, clip(title, kTitle));
  }

  [[nodiscard]] std::string words(const std::string& key, std::vector<TextArg> args = {}) const {
    return teller_.say(Text{key, std::move(args)});
  }

 private:
  static constexpr int kTitle = 90;

  static void say(const std::string& line) { std::printf("%s\n", line.c_str()); }

  static std::vector<std::string> names(const Record& record) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < static_cast<std::size_t>(record.game->seats()); ++i)
      out.push_back(plain_safe(i < record.names.size() ? record.names[i] : std::to_string(i + 1)));
    return out;
  }

  [[nodiscard]] bool alone() const { return analysis_.seats == 1; }
  [[nodiscard]] static std::int64_t percent(double chance) { return std::lround(chance * 100); }
  [[nodiscard]] std::string grade(Grade grade) const {
    return words("shell.analyse.grade." +
                 std::string(table::kGradeNames[static_cast<std::size_t>(grade)]));
  }
  [[nodiscard]] std::string move_words(const Decision& one, AnyMove move) const {
    return record_->game->move_words(one.known, one.seat, move, teller_);
  }

  void print_decisions(bool all, bool plain) const {
    std::vector<const Decision*> shown;
    for (const Decision& one : analysis_.decisions) {
      const bool much =
          alone() ? one.lost.points >= kPointsWorthTelling : one.lost.chance >= kWorthTelling;
      if (all || much) shown.push_back(&one);
    }
    if (shown.empty()) {
      say(words("shell.analyse.clean"));
      return;
    }
    say(words(all ? "shell.analyse.head.all" : "shell.analyse.head"));
    const auto right = [](const std::string& text, int columns) {
      const int room = columns - display_width(text);
      return std::string(static_cast<std::size_t>(std::max(0, room)), ' ') + text;
    };
    const auto left = [](const std::string& text, int columns) {
      return pad(clip(text, columns), columns) + " ";
    };
    constexpr int kName = 8;
    constexpr int kMove = 12;
    constexpr int kNumber = 8;
    const auto column = [&](const std::string& name) {
      return clip(words("shell.analyse.column." + name), kNumber - 1);
    };
    if (!plain) {
      say("      " + left(column("player"), kName) +
          left(words("shell.analyse.column.played"), kMove) +
          left(words("shell.analyse.column.best"), kMove) +
          right(column(alone() ? "points" : "chance"), kNumber) + right(column("lost"), kNumber) +
          (alone() ? "" : right(column("points"), kNumber)));
    }
    for (const Decision* one : shown) {
      const std::string points = decimal(one->lost.points, lang_);
      if (plain) {
        say(words(alone() ? "shell.analyse.sentence.alone" : "shell.analyse.sentence",
                  sentence_args(*one)));
        continue;
      }
      const std::string worth = alone() ? decimal(one->best_value.points, lang_)
                                        : std::to_string(percent(one->best_value.chance)) + " %";
      const std::string lost = alone() ? points : std::to_string(percent(one->lost.chance)) + " %";
      say(right(std::to_string(one->entry), 4) + "  " + left(teller_.name(one->seat), kName) +
          left(one->played_text, kMove) + left(one->best_text, kMove) + right(worth, kNumber) +
          right(lost, kNumber) + (alone() ? "" : right(points, kNumber)) + "  " +
          grade(one->grade));
    }
  }

  [[nodiscard]] std::vector<TextArg> sentence_args(const Decision& one) const {
    std::vector<TextArg> args = {{"entry", static_cast<std::int64_t>(one.entry)},
                                 {"player", std::int64_t{one.seat} + 1},
                                 {"played", literal(one.played_text)},
                                 {"best", literal(one.best_text)},
                                 {"lost", percent(one.lost.chance)},
                                 {"points", decimal(one.lost.points, lang_)},
                                 {"grade", literal(grade(one.grade))}};
    if (alone()) {
      args.push_back({"chance", decimal(one.played_value.points, lang_)});
      args.push_back({"most", decimal(one.best_value.points, lang_)});
    } else {
      args.push_back({"chance", percent(one.played_value.chance)});
      args.push_back({"most", percent(one.best_value.chance)});
    }
    return args;
  }

  [[nodiscard]] std::string accuracy(Seat seat) const {
    const table::Player& player = analysis_.players[static_cast<std::size_t>(seat)];
    const auto count = [&](Grade grade) {
      return std::int64_t{player.grades[static_cast<std::size_t>(grade)]};
    };
    if (player.decisions == 0)
      return words("shell.analyse.accuracy.none", {{"player", std::int64_t{seat} + 1}});
    return words("shell.analyse.accuracy", {{"player", std::int64_t{seat} + 1},
                                            {"accuracy", decimal(player.accuracy, lang_)},
                                            {"n", std::int64_t{player.decisions}},
                                            {"best", count(Grade::kBest)},
                                            {"inaccuracies", count(Grade::kInaccuracy)},
                                            {"mistakes", count(Grade::kMistake)},
                                            {"blunders", count(Grade::kBlunder)}});
  }

  void print_turns() const {
    if (analysis_.turning_points.empty()) return;
    say("");
    say(words("shell.analyse.turns"));
    for (const auto& turn : analysis_.turning_points) {
      const Decision& one = analysis_.decisions[turn.decision];
      std::vector<TextArg> args = {{"entry", static_cast<std::int64_t>(one.entry)},
                                   {"player", std::int64_t{one.seat} + 1},
                                   {"played", literal(one.played_text)},
                                   {"words", literal(move_words(one, one.played))}};
      if (alone()) {
        args.push_back({"before", decimal(turn.before, lang_)});
        args.push_back({"after", decimal(turn.after, lang_)});
      } else {
        args.push_back({"before", percent(turn.before)});
        args.push_back({"after", percent(turn.after)});
      }
      print_wrapped(words(alone() ? "shell.analyse.turn.alone" : "shell.analyse.turn", args), 2);
      const bool much =
          alone() ? one.lost.points >= kPointsWorthTelling : one.lost.chance >= kWorthTelling;
      if (!much) {
        print_wrapped(words("shell.analyse.turn.luck"), 6);
        continue;
      }
      print_wrapped(words(alone() ? "shell.analyse.turn.better.alone" : "shell.analyse.turn.better",
                          {{"best", literal(one.best_text)},
                           {"words", literal(move_words(one, one.best))},
                           {"lost", percent(one.lost.chance)},
                           {"points", decimal(one.lost.points, lang_)}}),
                    6);
    }
  }

  static void print_wrapped(const std::string& text, int indent) {
    constexpr int kColumns = 80;
    for (const auto& line : wrap(text, kColumns - indent))
      say(std::string(static_cast<std::size_t>(indent), ' ') + line);
  }

  const Record* record_;
  Analysis analysis_;
  Lang lang_;
  Teller teller_;
};

}  // namespace

int run_analyse(const AnalyseArgs& args) {
  if (!args.lang.empty() && !lang_from_code(args.lang))
    return fail(error("bad-language", "expected en, pl, de or zh-Hant", "--lang"));
  const auto record = record_from_file(args.record);
  if (!record) return fail(record.error());
  ai::Limits limits{args.iterations, args.milliseconds};
  if (limits == ai::Limits{}) limits = table::kAnalysisLimits;
  const auto ai = games::ai_of(record.value().game);
  table::RecordAnalysis analysis(record.value(), *ai, limits);
  catch_interrupts();
  {
    constexpr std::chrono::milliseconds kSlice{30};
    const ProgressBar bar(analysis.of());
    while (!interrupted() && !analysis.advance(kSlice)) bar.at(analysis.done());
  }
  const Report report(record.value(), analysis.analysis(), language(args.lang));
  if (args.json) {
    Json out = {{"game", record.value().game->facts().id},
                {"options", record.value().game->options()},
                {"names", record.value().names},
                {"cancelled", analysis.done() < analysis.of()}};
    out.update(analysis.result(nullptr));
    std::printf("%s\n", dump_json_pretty(out).c_str());
  } else {
    report.print(args);
  }
  if (!args.svg.empty()) {
    if (const auto wrong = write_file(args.svg, report.svg())) return fail(*wrong);
    if (!args.json)
      std::printf(
          "%s\n",
          report.words("shell.analyse.drawn", {{"file", literal(plain_safe(args.svg))}}).c_str());
  }
  return analysis.done() < analysis.of() ? kExitInterrupted : kExitOk;
}

}  // namespace tidelock::cli
