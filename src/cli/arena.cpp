// `tidelock arena`: bots against each other.
#include <cmath>
#include <cstdio>
#include <thread>

#include "arena/format.h"
#include "arena/match.h"
#include "cli/common.h"
#include "cli/progress.h"
#include "games/games.h"

namespace tidelock::cli {

namespace {

constexpr double kMostElo = 2000;

unsigned threads_for(const ArenaArgs& args) {
  return args.threads != 0 ? args.threads : std::max(1U, std::thread::hardware_concurrency());
}

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

Result<arena::Stage> stage_for(const ArenaArgs& args, const std::vector<std::string>& bots) {
  const auto game = args.choice.make();
  if (!game) return game.error();
  arena::Stage stage{game.value(), games::ai_of(game.value(), read_file)};
  for (const auto& bot : bots) {
    if (const auto wrong = arena::check_bot(*stage.ai, bot)) return *wrong;
  }
  return stage;
}

arena::MatchOptions match_options(const ArenaArgs& args) {
  arena::MatchOptions options;
  options.games = args.games;
  options.seed = args.seed;
  options.mirror = args.mirror;
  options.exec_milliseconds = static_cast<int>(std::lround(args.exec_timeout * 1000));
  if (!args.sprt.empty()) options.sprt = arena::Sprt{args.sprt[0], args.sprt[1]};
  return options;
}

int interrupted_after(std::uint64_t games) {
  std::fprintf(stderr, "tidelock: interrupted after %llu games\n",
               static_cast<unsigned long long>(games));
  return kExitInterrupted;
}

std::string note(const arena::MatchReport& report, bool test) {
  std::string out = "  score " + arena::fixed(report.tally.score(), 3);
  if (test) out += "  LLR " + arena::signed_fixed(report.llr, 2);
  return out;
}

}  // namespace

int run_arena(const ArenaArgs& args) {
  auto options = match_options(args);
  options.a = args.a;
  options.b = args.b;
  if (const auto wrong = check_sprt(args.sprt)) return fail(*wrong);
  const auto stage = stage_for(args, {args.a, args.b});
  if (!stage) return fail(stage.error());
  arena::Threads crew(threads_for(args));
  catch_interrupts();
  const auto report = [&] {
    const ProgressBar bar(options.games, crew.leads());
    return arena::play_match(stage.value(), options, crew, [&](const arena::MatchReport& so_far) {
      bar.at(so_far.tally.games(), note(so_far, options.sprt.has_value()));
      return !interrupted();
    });
  }();
  if (!report) return fail(report.error());
  if (args.json) {
    std::printf(
        "%s\n",
        dump_json_pretty(arena::match_json(report.value(), stage.value(), options)).c_str());
  } else {
    std::fputs(arena::match_text(report.value(), stage.value(), options).c_str(), stdout);
  }
  if (report.value().ending == arena::Ending::kInterrupted)
    return interrupted_after(report.value().tally.games());
  return kExitOk;
}

}  // namespace tidelock::cli
