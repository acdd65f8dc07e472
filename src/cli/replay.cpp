// `tidelock replay RECORD`: checks a record and prints it move by move.
#include <cstdio>

#include "cli/common.h"
#include "core/record.h"
#include "games/games.h"

namespace tidelock::cli {

int run_replay(const std::string& path, const std::string& lang, bool quiet) {
  if (!lang.empty() && !lang_from_code(lang)) {
    return fail(error("bad-language", "expected en, pl, de or zh-Hant", "--lang"));
  }
  const auto record = record_from_file(path);
  if (!record) return fail(record.error());
  const AnyGame& game = *record.value().game;
  const Lang language = lang_from_code(lang).value_or(Lang::kEn);
  std::vector<std::string> names;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    names.push_back(plain_safe(i < record.value().names.size() ? record.value().names[i]
                                                               : std::to_string(i + 1)));
  }
  const Teller teller(games::words(language), names);
  Replay replay(record.value());
  while (!replay.done()) {
    if (!quiet) std::printf("%4zu  %s\n", replay.index() + 1, replay.text().c_str());
    auto hear = [&](const Event& event) {
      // What only one seat saw is shown by the entry itself; the rest in words.
      if (!quiet && event.sees == kEverybody)
        std::printf("      %s\n", teller.say(game.event_text(event)).c_str());
    };
    replay.step(Listener(hear));
  }
  std::printf("%s, %s: %zu moves and outcomes, all legal\n", std::string(game.facts().id).c_str(),
              dump_json(game.options()).c_str(), replay.index());
  if (game.at(replay.state()) != At::kOver) return kExitOk;
  const Scores sheet = game.scores(replay.state());
  const Places places = game.places(replay.state());
  for (std::size_t i = 0; i < names.size(); ++i)
    std::printf("%d. %s: %d\n", places[i], names[i].c_str(), sheet.total[i]);
  if (const auto entry = not_of_seed(record.value())) {
    std::fprintf(stderr,
                 "tidelock: the seed did not give all of its luck: moves[%zu] is another's\n",
                 *entry);
  }
  for (const std::string& line : game.verdict(replay.state(), teller))
    std::printf("%s\n", plain_safe(line).c_str());
  return kExitOk;
}

}  // namespace tidelock::cli
