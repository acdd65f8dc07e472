// Plays random games with the rules themselves, as search does, and tells how many a second:
// random_games [GAME [COUNT]]. What random_games.c does through C.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <tidelock/circadians/game.h>
#include <tidelock/games/games.h>
#include <tidelock/solenia/game.h>

using namespace tidelock;

template <class Game>
int play(const AnyGame& made, long count) {
  using Rules = typename Game::Rules;
  const Rules& rules = dynamic_cast<const Wrapped<Game>&>(made).game();
  Rng rng(1);
  long decisions = 0;
  long points = 0;
  const std::clock_t started = std::clock();
  for (long i = 0; i < count; ++i) {
    const Seeded luck(static_cast<std::uint64_t>(i));
    typename Rules::State state = rules.start();
    resolve_chance(rules, state, luck);
    for (; rules.at(state) != At::kOver; ++decisions) {
      const Seat seat = first_seat(rules.to_act(state));
      typename Rules::List list;
      rules.legal(state, seat, list);
      step(rules, state, seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], luck);
    }
    points += rules.scores(state).total[0];
  }
  const double seconds = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
  std::printf(
      "%ld games of %s, %ld decisions, %.1f points for the first seat; %.0f games a second\n",
      count, Game::facts().id.data(), decisions,
      static_cast<double>(points) / static_cast<double>(count),
      static_cast<double>(count) / seconds);
  return 0;
}

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "solenia";
  const long count = argc > 2 ? std::atol(argv[2]) : 10000;
  const auto made = games::ListedGames().make(name, nullptr, nullptr);
  if (!made) {
    std::fprintf(stderr, "%s\n", made.error().sentence().c_str());
    return 1;
  }
  return name == "solenia" ? play<solenia::Game>(*made.value(), count)
                           : play<circadians::Game>(*made.value(), count);
}
