// `tidelock study`: how fair a game is.
#include "arena/study.h"

#include <cstdio>
#include <thread>

#include "cli/common.h"
#include "cli/files.h"
#include "cli/progress.h"
#include "games/games.h"

namespace tidelock::cli {

namespace {

Result<arena::Study> prepare(const StudyArgs& args) {
  const auto plain = GameChoice{args.game, args.pack, {}}.make();
  if (!plain) return plain.error();
  const PackRef& pack = plain.value()->pack();
  arena::Study out;
  out.bot = args.level;
  out.games = args.games;
  out.seed = args.seed;
  out.threads =
      args.threads != 0 ? args.threads : std::max(1U, std::thread::hardware_concurrency());
  out.plan = games::find(args.game)->study(pack.content);
  for (const auto& mode : out.plan.modes) {
    auto& bot_games = out.bot_games.emplace_back();
    for (const Json& options : mode.options) {
      const auto game = games::ListedGames().make(args.game, pack.content, options);
      if (!game) return game.error();
      bot_games.push_back({game.value(), games::ai_of(game.value(), read_file)});
    }
  }
  if (const auto bot = out.bot_games.front().front().ai->bot(args.level); !bot) {
    Error wrong = bot.error();
    wrong.where = "--level";
    return wrong;
  }
  return out;
}

// What was typed, less what changes no number.
std::string command_of(const StudyArgs& args, const arena::Study& study) {
  return "tidelock study " + args.game + " --pack " +
         plain_safe(args.pack.empty() ? study.game().pack().id : args.pack) + " --level " +
         plain_safe(args.level) + " --games " + std::to_string(args.games) + " --seed " +
         std::to_string(args.seed);
}

}  // namespace

int run_study(const StudyArgs& args) {
  const auto made = prepare(args);
  if (!made) return fail(made.error());
  const arena::Study& study = made.value();
  catch_interrupts();
  arena::StudyReport report;
  {
    const ProgressBar bar(study.games);
    report = arena::run_study(study, [&](std::uint64_t done) {
      bar.at(done);
      return !interrupted();
    });
  }
  if (args.json) {
    std::printf("%s\n", dump_json_pretty(arena::study_json(study, report)).c_str());
  } else {
    for (const auto& one : arena::study_verdicts(study, report))
      std::printf("%s  %s\n      %s\n", one.holds ? "holds" : "FAILS", one.claim.c_str(),
                  one.found.c_str());
  }
  // A report of some of the games would not be what its command gives.
  if (report.games < study.games) {
    std::fprintf(stderr, "tidelock: interrupted after %llu games, no report is written\n",
                 static_cast<unsigned long long>(report.games));
    return kExitInterrupted;
  }
  const std::string folder = args.out.empty() ? "study-" + args.game : args.out;
  std::error_code wrong;
  std::filesystem::create_directories(files::path_of(folder), wrong);
  if (wrong) return fail(error("not-written", wrong.message(), folder));
  const std::string text = arena::study_text(study, report, command_of(args, study));
  if (const auto failed = write_file(folder + "/report.md", text)) return fail(*failed);
  for (const auto& [name, plot] : arena::study_plots(study, report)) {
    if (const auto failed = write_file(folder + "/" + name, plot)) return fail(*failed);
  }
  if (!args.json) std::printf("told in %s/report.md\n", plain_safe(folder).c_str());
  return kExitOk;
}

}  // namespace tidelock::cli
