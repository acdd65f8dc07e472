// `tidelock arena` and `tidelock ladder`: bots against each other.
#include <cmath>
#include <cstdio>
#include <set>

#include "arena/format.h"
#include "arena/ladder.h"
#include "arena/mpi.h"
#include "arena/pairing.h"
#include "cli/common.h"
#include "cli/progress.h"
#include "games/games.h"

namespace tidelock::cli {

namespace {

constexpr double kMostElo = 2000;

std::optional<Error> check_sprt(const std::vector<double>& claims) {
  if (claims.empty()) return std::nullopt;
  const bool fits = claims.size() == 2 && std::abs(claims[0]) <= kMostElo &&
                    std::abs(claims[1]) <= kMostElo && claims[0] < claims[1];
  if (fits) return std::nullopt;
  return error("bad-sprt",
               "expected two differences in Elo from -2000 to 2000, the lower one first, as in "
               "--sprt 0 20",
               "--sprt");
}

Result<arena::BotGame> bot_game_for(const ArenaArgs& args, const std::vector<std::string>& bots) {
  if (const auto wrong = check_sprt(args.sprt)) return *wrong;
  const auto game = args.choice.make();
  if (!game) return game.error();
  arena::BotGame bot_game{game.value(), games::ai_of(game.value(), read_file)};
  for (const auto& bot : bots) {
    if (const auto wrong = arena::check_bot(*bot_game.ai, bot)) return *wrong;
  }
  return bot_game;
}

arena::PairingOptions pairing_options(const ArenaArgs& args) {
  arena::PairingOptions options;
  options.games = args.games;
  options.seed = args.seed;
  options.mirror = args.mirror;
  options.exec_milliseconds = static_cast<int>(std::lround(args.exec_timeout * 1000));
  if (!args.sprt.empty()) options.sprt = arena::Sprt{args.sprt[0], args.sprt[1]};
  return options;
}

// What is wrong in one process ends them all, and is said once.
bool any_trouble(arena::WorkerPool& workers, const Result<arena::BotGame>& bot_game) {
  const auto trouble = workers.trouble(!bot_game.ok());
  if (trouble.speak) (void)fail(bot_game.error());
  return trouble.any;
}

void print_json(const Json& json) { std::printf("%s\n", dump_json_pretty(json).c_str()); }

int interrupted_after(std::uint64_t games) {
  std::fprintf(stderr, "tidelock: interrupted after %llu games\n",
               static_cast<unsigned long long>(games));
  return kExitInterrupted;
}

// All levels.
std::vector<std::string> default_bots() { return {ai::kLevels.begin(), ai::kLevels.end()}; }

std::string note(const arena::PairingReport& report, bool test) {
  std::string out = "  score " + arena::fixed(report.tally.score(), 3);
  if (test) out += "  LLR " + arena::signed_fixed(report.llr, 2);
  return out;
}

}  // namespace

int run_arena(const ArenaArgs& args) {
  auto options = pairing_options(args);
  options.a = args.a;
  options.b = args.b;
  const auto workers = arena::make_worker_pool(args.threads);
  if (!workers) return fail(workers.error());
  const auto bot_game = bot_game_for(args, {args.a, args.b});
  if (any_trouble(*workers.value(), bot_game)) return kExitError;
  catch_interrupts();
  const auto report = [&] {
    const ProgressBar bar(options.games, workers.value()->leads());
    return arena::play_pairing(
        bot_game.value(), options, *workers.value(), [&](const arena::PairingReport& so_far) {
          bar.at(so_far.tally.games(), note(so_far, options.sprt.has_value()));
          return !interrupted();
        });
  }();
  if (!report) return fail(report.error());
  if (!workers.value()->leads()) return kExitOk;
  if (args.json) {
    print_json(arena::pairing_json(report.value(), bot_game.value(), options));
  } else {
    std::fputs(arena::pairing_text(report.value(), bot_game.value(), options).c_str(), stdout);
  }
  if (report.value().ending == arena::Ending::kInterrupted)
    return interrupted_after(report.value().tally.games());
  return kExitOk;
}

int run_ladder(const LadderArgs& args) {
  arena::LadderOptions options;
  options.pairing = pairing_options(args.common);
  options.bots = args.bots.empty() ? default_bots() : args.bots;
  const auto workers = arena::make_worker_pool(args.common.threads);
  if (!workers) return fail(workers.error());
  const auto bot_game = [&]() -> Result<arena::BotGame> {
    const std::set<std::string> different(options.bots.begin(), options.bots.end());
    if (different.size() < 2 || different.size() != options.bots.size()) {
      return error("bad-bots", "expected at least two different bots, as in random,greedy",
                   "--bots");
    }
    return bot_game_for(args.common, options.bots);
  }();
  if (any_trouble(*workers.value(), bot_game)) return kExitError;
  catch_interrupts();
  const auto report = [&] {
    const std::size_t pairings = arena::pairings_of(options.bots.size(), bot_game.value().sides());
    const ProgressBar bar(options.pairing.games * pairings, workers.value()->leads());
    return arena::play_ladder(bot_game.value(), options, *workers.value(),
                              [&](std::uint64_t games) {
                                bar.at(games);
                                return !interrupted();
                              });
  }();
  if (!report) return fail(report.error());
  if (!workers.value()->leads()) return kExitOk;
  if (args.common.json) {
    print_json(arena::ladder_json(report.value(), bot_game.value(), options));
  } else {
    std::fputs(arena::ladder_text(report.value(), bot_game.value(), options).c_str(), stdout);
  }
  if (report.value().interrupted) {
    std::uint64_t games = 0;
    for (const auto& one : report.value().pairings) games += one.report.tally.games();
    return interrupted_after(games);
  }
  const auto wrong =
      write_file(args.svg, arena::ladder_svg(report.value(), bot_game.value(), options));
  if (wrong) return fail(*wrong);
  if (!args.common.json) std::printf("drawn in %s\n", plain_safe(args.svg).c_str());
  return kExitOk;
}

}  // namespace tidelock::cli
