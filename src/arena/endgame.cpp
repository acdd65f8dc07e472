#include "arena/endgame.h"

#include <algorithm>

#include "arena/format.h"

namespace tidelock::arena {

namespace {

double per_position(double sum, const EndgameReport& report) {
  return report.positions == 0 ? 0 : sum / static_cast<double>(report.positions);
}

double milliseconds(const EndgameReport& report) {
  return per_position(static_cast<double>(report.nanoseconds) / 1e6, report);
}

}  // namespace

void EndgameReport::add(const ai::EndgameChoice& choice) {
  ++positions;
  close += choice.loss <= kClose ? 1 : 0;
  solved += choice.solved ? 1 : 0;
  loss += choice.loss;
  worst = std::max(worst, choice.loss);
  nanoseconds += choice.nanoseconds;
}

Result<EndgameReport> judge_endgames(const ai::AnyAi& ai, const EndgameOptions& options,
                                     const std::function<bool(const EndgameReport&)>& tick) {
  EndgameReport report;
  const auto wrong = ai.endgames(options.bot, options.seed, [&](const ai::EndgameChoice& choice) {
    report.add(choice);
    return tick(report) && report.positions < options.positions;
  });
  if (wrong) return *wrong;
  return report;
}

std::string endgame_text(const EndgameReport& report, const AnyGame& game,
                         const EndgameOptions& options) {
  const auto share = [&](std::uint64_t n) {
    return fixed(100 * per_position(static_cast<double>(n), report), 1) + " %";
  };
  return std::string(game.facts().id) + ", the last two turns of each seat, " + options.bot +
         " for the margin, seed " + std::to_string(options.seed) + "\n" +
         "positions              " + std::to_string(report.positions) + "\n" + "within " +
         fixed(EndgameReport::kClose, 2) + " of the best " + right(share(report.close), 10) + "\n" +
         "solved by the bot      " + share(report.solved) + "\n" + "mean loss              " +
         fixed(per_position(report.loss, report), 4) + " points\n" + "largest loss           " +
         fixed(report.worst, 4) + " points\n" + "time for a decision    " +
         fixed(milliseconds(report), 1) + " ms\n";
}

Json endgame_json(const EndgameReport& report, const AnyGame& game, const EndgameOptions& options) {
  return {{"game", game.facts().id},
          {"options", game.options()},
          {"pack", game.pack().id},
          {"bot", options.bot},
          {"seed", options.seed},
          {"positions", report.positions},
          {"close", per_position(static_cast<double>(report.close), report)},
          {"solved", per_position(static_cast<double>(report.solved), report)},
          {"mean_loss", per_position(report.loss, report)},
          {"largest_loss", report.worst},
          {"mean_ms", milliseconds(report)}};
}

}  // namespace tidelock::arena
