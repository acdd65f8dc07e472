// `tidelock train`: a network from play against itself (docs/learning.md).
#include <cstdio>
#include <thread>

#include "cli/common.h"
#include "cli/progress.h"
#include "games/games.h"
#include "train/trainer.h"

namespace tidelock::cli {

int run_train(const TrainArgs& args) {
  const auto plain = GameChoice{args.game, args.pack, {}}.make();
  if (!plain) return fail(plain.error());
  std::vector<std::shared_ptr<const ai::AnyAi>> played;
  for (const Json& options : games::find(args.game)->training_options) {
    auto game = games::ListedGames().make(args.game, plain.value()->pack().content, options);
    if (!game) return fail(game.error());
    played.push_back(games::ai_of(game.value()));
  }
  if (played.front()->inputs() == 0)
    return fail(error("bad-game", "no network can be learned for " + args.game, "game"));
  train::Options options;
  options.seed = args.seed;
  options.threads =
      args.threads != 0 ? args.threads : std::max(1U, std::thread::hardware_concurrency());
  options.iterations = args.iterations;
  options.games = args.games;
  options.window = args.window;
  options.seconds = 60 * args.minutes;
  const std::string state_file = args.out + ".state";
  if (args.resume) {
    auto state = read_file(state_file);
    if (!state) return fail(state.error());
    options.state = std::move(state).value();
  }
  train::Trainer trainer(std::move(played), std::move(options));
  if (!trainer.ready())
    return fail(error("bad-state", "expected the state of a training of " + args.game, state_file));
  catch_interrupts();
  std::fprintf(stderr, "%5s %9s %8s %9s %9s %9s %9s\n", "round", "games", "seconds", "lessons",
               "chance", "points", "moves");
  std::optional<Error> wrong;
  trainer.run([&](const train::Progress& p) {
    const double judged = std::max(1.0, p.loss.judged);
    std::fprintf(stderr, "%5d %9llu %8.0f %9zu %9.4f %9.3f %9.4f\n", p.generation,
                 static_cast<unsigned long long>(p.games), p.seconds, p.samples,
                 p.loss.chance / judged, p.loss.margin / judged,
                 p.loss.moves / std::max(1.0, p.loss.moved));
    wrong = write_file(args.out, trainer.network().write(args.game));
    if (!wrong) wrong = write_file(state_file, trainer.state());
    return !wrong && !interrupted();
  });
  if (wrong) return fail(*wrong);
  return interrupted() ? kExitInterrupted : kExitOk;
}

}  // namespace tidelock::cli
