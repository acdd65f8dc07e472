// `tidelock endgame`: how well a bot plays where the best move is known.
#include "arena/endgame.h"

#include <cstdio>

#include "cli/common.h"
#include "cli/progress.h"
#include "games/games.h"

namespace tidelock::cli {

int run_endgame(const EndgameArgs& args) {
  const auto game = args.choice.make();
  if (!game) return fail(game.error());
  const auto ai = games::ai_of(game.value(), read_file);
  if (const auto bot = ai->bot(args.bot); !bot) {
    Error wrong = bot.error();
    wrong.where = "--bot";
    return fail(wrong);
  }
  const arena::EndgameOptions options{args.bot, args.positions, args.seed};
  catch_interrupts();
  const auto report = [&] {
    const ProgressBar bar(options.positions);
    return arena::judge_endgames(*ai, options, [&](const arena::EndgameReport& so_far) {
      bar.at(so_far.positions);
      return !interrupted();
    });
  }();
  if (!report) return fail(report.error());
  if (args.json) {
    const Json json = arena::endgame_json(report.value(), *game.value(), options);
    std::printf("%s\n", dump_json_pretty(json).c_str());
  } else {
    std::fputs(arena::endgame_text(report.value(), *game.value(), options).c_str(), stdout);
  }
  if (report.value().positions == options.positions) return kExitOk;
  std::fprintf(stderr, "tidelock: interrupted after %llu positions\n",
               static_cast<unsigned long long>(report.value().positions));
  return kExitInterrupted;
}

}  // namespace tidelock::cli
