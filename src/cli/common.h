// What the commands share: files, options, seeds, errors.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/any_game.h"
#include "core/record.h"
#include "table/session.h"

namespace CLI {  // NOLINT(readability-identifier-naming): not ours
class App;
}

namespace tidelock::cli {

inline constexpr int kExitOk = 0;
inline constexpr int kExitError = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitInterrupted = 130;  // as shells say of Ctrl-C

Result<std::string> read_file(const std::string& path);
// Whole or not at all: written beside and then renamed, safe on disk before it answers.
std::optional<Error> write_file(const std::string& path, const std::string& text);

[[nodiscard]] bool file_exists(const std::string& path);

// A record, or the one inside a saved game.
Result<Record> record_from_file(const std::string& path);

[[nodiscard]] std::uint64_t fresh_seed();
// Where games of this person are kept.
[[nodiscard]] std::string state_folder();
int fail(const Error& wrong);

// As asked for, or from the locale, or English.
[[nodiscard]] Lang language(const std::string& wanted);
// A number with one place behind the point, or the comma of the language.
[[nodiscard]] std::string decimal(double value, Lang lang);

inline constexpr const char* kPackHelp = "component pack: a file, or the id of a shipped one";

// All games, as "one, another".
[[nodiscard]] std::string game_names();

// Options of games on the command line (--players, --mode ...): every option any game has, as JSON.
struct GameChoice {
  std::string game;
  std::string pack;  // a file, or the id of a shipped pack; empty for the default
  std::map<std::string, std::string> options;

  // Without one that is required it is the first of the list.
  enum class Named { kRequired, kOptional, kByFlag };
  void add_to(CLI::App& app, Named named);
  Result<std::shared_ptr<const AnyGame>> make() const;
};

[[nodiscard]] table::World world();

int run_engine();
struct AnalyseArgs {
  std::string record;
  std::uint32_t iterations = 0;
  std::uint32_t milliseconds = 0;
  std::string svg;
  std::string lang;
  bool json = false;
  bool all = false;
  bool plain = false;
  bool no_colour = false;
};
int run_analyse(const AnalyseArgs& args);

int run_replay(const std::string& path, const std::string& lang, bool quiet);

struct SimArgs {
  GameChoice choice;
  std::string bot = "random";
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  bool json = false;
  bool csv = false;
};
int run_sim(const SimArgs& args);

struct TrainArgs {
  std::string game;
  std::string pack;
  std::string out;
  double minutes = 60;
  std::uint64_t seed = 1;
  std::uint64_t games = 1000;
  std::uint32_t iterations = 150;
  int window = 6;
  unsigned threads = 0;
  bool resume = false;
};
int run_train(const TrainArgs& args);

struct ArenaArgs {
  GameChoice choice;
  std::string a, b;
  std::uint64_t games = 400;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  bool mirror = false;
  std::vector<double> sprt;  // nothing, or the lower and the higher claim
  double exec_timeout = 10;  // seconds
  bool json = false;
};
int run_arena(const ArenaArgs& args);

struct LadderArgs {
  ArenaArgs common;
  std::vector<std::string> bots;  // none: all levels
  std::string svg = "ladder.svg";
};
int run_ladder(const LadderArgs& args);

struct EndgameArgs {
  GameChoice choice;
  std::string bot = "master:40ms";
  std::uint64_t positions = 1000;
  std::uint64_t seed = 1;
  bool json = false;
};
int run_endgame(const EndgameArgs& args);

struct StudyArgs {
  std::string game;
  std::string pack;
  std::string level = "hard";
  std::uint64_t games = 2000;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  std::string out;  // a folder; empty: study-GAME
  bool json = false;
};
int run_study(const StudyArgs& args);

struct BenchArgs {
  std::string game;
  double seconds = 1.0;
  bool json = false;
  bool signature = false;
};
int run_bench(const BenchArgs& args);

struct BenchServerArgs {
  std::string game;
  double seconds = 5;
  std::size_t tables = 2000;
  std::size_t live = 10000;
  std::vector<std::string> databases;  // besides memory and SQLite
  std::vector<std::string> only;       // parts of it; none: all
  bool json = false;
};
int run_bench_server(const BenchServerArgs& args);

struct PlayArgs {
  GameChoice choice;
  std::string seats;
  std::optional<std::uint64_t> seed;
  std::string lang;
  std::string resume;
  std::string save;
  bool resume_last = false;
  bool fresh = false;
  bool plain = false;
  bool no_confirm = false;
  bool no_colour = false;
  bool free_undo = false;
};
int run_play(const PlayArgs& args);

struct ServeArgs {
  std::string page;  // a folder; empty: the installed one, or where ./play builds it
  std::string bind = "127.0.0.1";
  std::uint16_t port = 8017;
  std::string database;        // a file; memory; postgresql://; empty: a file in the state folder
  std::string bus;             // redis://; empty: none
  std::string clock;           // a file with what is added to the time; empty: nothing
  std::string public_url;      // how browsers come here
  std::string notify_command;  // a program that is told whose turn waits
  std::string mail_from;       // an address; empty: no mail
  std::string sendmail;        // a program; empty: the usual one
  bool open = false;
  // The wire and the operator's view; texts are read when it begins.
  std::string tls_certificate;
  std::string tls_key;
  std::vector<std::string> proxies;
  std::string limits = "auto";
  std::vector<std::string> limit;
  std::optional<int> sockets = {};      // the usual number
  std::optional<int> connections = {};  // the same
  int drain = 0;                        // seconds
  std::string log;
  std::string log_level;
  bool log_addresses = false;
  std::vector<std::string> metrics_readers;
};
int run_serve(const ServeArgs& args);

struct DbArgs {
  std::string what;      // backup, restore, check or upgrade
  std::string file;      // of a backup
  std::string database;  // as for serve
};
int run_db(const DbArgs& args);

// How often this thread has asked for memory.
[[nodiscard]] std::uint64_t allocations();
// What is freed from now on goes back to the machine, not only to this program: when the tables of
// a server sleep they take no memory.
void give_memory_back_at_once();

}  // namespace tidelock::cli
