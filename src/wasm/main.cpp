// The door to a page: the message language in the memory of a WebAssembly module. The page hands
// over the files of data/ it has, then requests; answers are lines of JSON, as from `tidelock
// engine`.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <unistd.h>

#include "arena/bench.h"
#include "games/games.h"
#include "table/session.h"
#include "wasm/provided.h"

#define TIDELOCK_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace tidelock {

namespace {

std::uint64_t fresh_seed() {
  std::uint64_t seed = 0;
  if (::getentropy(&seed, sizeof seed) != 0) seed = 1;
  return seed >> 16;  // short enough to type, and exact in any JSON reader
}

table::Session& session() {
  static const games::ListedGames kSource;
  static table::Session one([] {
    table::World world;
    world.games = &kSource;
    world.ai_of = [](const std::shared_ptr<const AnyGame>& game) {
      return std::shared_ptr<const ai::AnyAi>(games::ai_of(game));
    };
    world.fresh_seed = fresh_seed;
    world.list_games = games::listing;
    world.words = [](Lang lang) { return &games::words(lang); };
    return world;
  }());
  return one;
}

// What was answered last; it stays until the next call.
std::string& answer() {
  static std::string text;
  return text;
}

void say(const std::string& line) {
  if (!answer().empty()) answer() += '\n';
  answer() += line;
}

std::vector<arena::BenchCase> bench_cases() {
  std::vector<arena::BenchCase> cases;
  for (const games::Entry& entry : games::all()) {
    for (const Json& options : entry.bench_options) {
      const auto game =
          games::ListedGames().make(entry.facts->id, Json(entry.measured_pack()), options);
      if (!game) continue;
      cases.push_back({"", game.value(), games::ai_of(game.value())});
    }
  }
  return cases;
}

}  // namespace

}  // namespace tidelock

using namespace tidelock;  // NOLINT(google-build-using-namespace): the exports

// Room for what the page hands over next.
TIDELOCK_EXPORT(room) char* room(std::size_t size) { return static_cast<char*>(std::malloc(size)); }

// A file of data/: name and content lie one after the other in a room, which is given back.
TIDELOCK_EXPORT(provide) void provide(char* at, std::size_t name, std::size_t size) {
  data::provide(std::string(at, name), std::string(at + name, size));
  std::free(at);
}

// Each answers how long the answer is; where it lies says `said`.
TIDELOCK_EXPORT(said) const char* said() { return answer().data(); }

TIDELOCK_EXPORT(hello) std::size_t hello() {
  answer() = dump_json(session().hello());
  return answer().size();
}

TIDELOCK_EXPORT(handle) std::size_t handle(char* at, std::size_t size) {
  const std::string line(at, size);
  std::free(at);
  answer().clear();
  for (const std::string& one : session().handle_line(line)) say(one);
  return answer().size();
}

// While it thinks the page calls step, between other requests.
TIDELOCK_EXPORT(thinking) bool thinking() { return session().thinking(); }

TIDELOCK_EXPORT(step) std::size_t step() {
  answer().clear();
  for (const Json& one : session().step()) say(dump_json(one));
  return answer().size();
}

// --- what proves and measures it ---

// `tidelock bench --signature`, as far as this engine has the games; `checksum`: of those before.
TIDELOCK_EXPORT(signature) std::size_t signature(std::uint64_t checksum) {
  answer() = std::to_string(arena::signature(bench_cases(), checksum));
  return answer().size();
}

// Sequences of decisions from the start of a game with these options, JSON in a room.
TIDELOCK_EXPORT(perft)
std::size_t perft(char* at, std::size_t size, std::uint64_t seed, std::uint32_t depth) {
  const auto options = parse_json(std::string_view(at, size));
  std::free(at);
  const games::Entry& entry = games::all().front();
  const auto game = games::ListedGames().make(entry.facts->id, entry.measured_pack(),
                                              options ? options.value() : Json());
  answer() = game ? std::to_string(games::ai_of(game.value())->perft(seed, static_cast<int>(depth)))
                  : game.error().sentence();
  return answer().size();
}

// Random games of the n-th case of `tidelock bench`; the games it played in a second.
TIDELOCK_EXPORT(bench) double bench(std::size_t n, double seconds) {
  const auto cases = bench_cases();
  if (n >= cases.size()) return 0;
  return arena::bench(cases[n], seconds, [] { return std::uint64_t{0}; }).games_per_second;
}
