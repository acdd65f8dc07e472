// `tidelock sim` and `tidelock bench`.
#include <cstdio>
#include <set>
#include <thread>

#include "arena/bench.h"
#include "arena/simulate.h"
#include "cli/common.h"
#include "cli/progress.h"
#include "games/games.h"

namespace tidelock::cli {

int run_sim(const SimArgs& args) {
  const auto game = args.choice.make();
  if (!game) return fail(game.error());
  const auto ai = games::ai_of(game.value(), read_file);
  arena::SimOptions options;
  options.games = args.games;
  options.seed = args.seed;
  options.threads =
      args.threads != 0 ? args.threads : std::max(1U, std::thread::hardware_concurrency());
  // One name for all seats, or one for each.
  std::string name;
  for (const char c : args.bot + ",") {
    if (c != ',') {
      name += c;
      continue;
    }
    if (const auto bot = ai->bot(name); !bot) {
      Error wrong = bot.error();
      wrong.where = "--bot";
      return fail(wrong);
    }
    options.bots.push_back(name);
    name.clear();
  }
  const auto seats = static_cast<std::size_t>(game.value()->seats());
  if (options.bots.size() == 1) options.bots.resize(seats, options.bots.front());
  if (options.bots.size() != seats)
    return fail(error("bad-seats",
                      "expected one bot, or one for each of " + std::to_string(seats) + " seats",
                      "--bot"));

  catch_interrupts();
  arena::SimReport report;
  {
    const ProgressBar bar(options.games);
    report = arena::simulate(*ai, options, [&](std::uint64_t done) {
      bar.at(done);
      return !interrupted();
    });
  }
  if (args.json) {
    std::printf("%s\n",
                dump_json_pretty(arena::report_json(report, *game.value(), options)).c_str());
  } else if (args.csv) {
    std::fputs(arena::report_csv(report, *game.value()).c_str(), stdout);
  } else {
    std::fputs(arena::report_text(report, *game.value(), options).c_str(), stdout);
  }
  if (interrupted()) {
    std::fprintf(stderr, "tidelock: interrupted after %llu games\n",
                 static_cast<unsigned long long>(report.games));
    return kExitInterrupted;
  }
  return kExitOk;
}

int run_bench(const BenchArgs& args) {
  if (!args.game.empty()) {
    const auto known = games::ListedGames().make(args.game, {}, {});
    if (!known) return fail(known.error());
  }
  std::vector<arena::BenchCase> cases;
  std::set<std::string> used;
  // The signature goes through the games in their order; what it is after each tells which changed.
  std::uint64_t signature = 0;
  Json signature_after = Json::object();
  for (const auto& entry : games::all()) {
    std::vector<arena::BenchCase> own;
    for (const Json& options : entry.bench_options) {
      auto game = games::ListedGames().make(entry.facts->id, entry.measured_pack(), options);
      if (!game) return fail(game.error());
      used.insert(game.value()->pack().id);
      std::string mode;
      for (auto it = options.begin(); it != options.end(); ++it) {
        if (it.key() == "players" || !it->is_string()) continue;
        const std::string value = it->get<std::string>();
        mode += (mode.empty() ? "" : ",") + (it.key() == "mode" ? value : it.key() + "-" + value);
      }
      own.push_back({mode, game.value(), games::ai_of(game.value(), read_file)});
    }
    if (own.empty()) continue;
    signature = arena::signature(own, signature);
    signature_after[std::string(entry.facts->id)] = std::to_string(signature);
    cases.insert(cases.end(), std::make_move_iterator(own.begin()),
                 std::make_move_iterator(own.end()));
  }
  std::string packs;
  for (const std::string& pack : used) packs += (packs.empty() ? "" : ", ") + pack;
  if (args.signature) {
    std::printf("%s\n", std::to_string(signature).c_str());
    return kExitOk;
  }
  Json results = Json::array();
  if (!args.json) {
    std::printf(
        "tidelock bench, built by %s, -march=%s, pack %s, one core\n%-10s %-14s %7s %12s %14s %8s "
        "%6s %12s\n",
        TIDELOCK_COMPILER, TIDELOCK_MARCH_NAME, packs.c_str(), "game", "mode", "players", "games/s",
        "decisions/s", "copy ns", "bytes", "allocs/game");
  }
  for (const auto& one : cases) {
    if (!args.game.empty() && one.game->facts().id != args.game) continue;
    const arena::BenchResult r = arena::bench(one, args.seconds, [] { return allocations(); });
    const int players = one.game->seats();
    if (!args.json) {
      std::printf("%-10s %-14s %7d %12.0f %14.0f %8.1f %6zu %12.3f\n",
                  std::string(one.game->facts().id).c_str(), one.mode.c_str(), players,
                  r.games_per_second, r.decisions_per_second, r.copy_ns, r.state_bytes,
                  r.allocations_per_game);
      std::fflush(stdout);
    }
    results.push_back({{"game", one.game->facts().id},
                       {"mode", one.mode},
                       {"players", players},
                       {"games_per_second", r.games_per_second},
                       {"decisions_per_second", r.decisions_per_second},
                       {"copy_ns", r.copy_ns},
                       {"state_bytes", r.state_bytes},
                       {"allocations_per_game", r.allocations_per_game}});
  }
  if (args.json) {
    std::printf("%s\n", dump_json_pretty({{"signature", std::to_string(signature)},
                                          {"signature_after", signature_after},
                                          {"pack", packs},
                                          {"compiler", TIDELOCK_COMPILER},
                                          {"march", TIDELOCK_MARCH_NAME},
                                          {"results", results}})
                            .c_str());
  } else {
    std::printf("signature %s\n", std::to_string(signature).c_str());
  }
  return kExitOk;
}

}  // namespace tidelock::cli
