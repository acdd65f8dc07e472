// `tidelock bench server`: the server that people run, in a process and on a core of its own,
// against a crowd on another core of this machine.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sched.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "cli/common.h"
#include "load/echo.h"
#include "load/players.h"

namespace tidelock::cli {
namespace {

constexpr int kServerCore = 0;
constexpr int kLoadCore = 1;
// Sockets besides those of the tables: some are not gone yet when the next come.
constexpr std::size_t kSpare = 1000;

void stay_on(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  (void)sched_setaffinity(0, sizeof cores, &cores);
}

rlim_t most_files() {
  rlimit files{};
  return getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur : 0;
}

// As many open files as this user may have, for this process and those it starts.
void open_many_files() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  constexpr rlim_t kWanted = 65536;
  const rlimit more{kWanted, kWanted};
  if (files.rlim_max < kWanted && setrlimit(RLIMIT_NOFILE, &more) == 0) return;
  files.rlim_cur = files.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &files);
}

// A process on the server's core, and the port that it listens on.
class Child {
 public:
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, -1)), port_(other.port_) {}
  Child& operator=(Child&&) = delete;
  ~Child() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  static Result<Child> serving(const std::vector<std::string>& options) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return error("no-process", std::strerror(errno));
    std::vector<std::string> words = {"tidelock", "serve", "--port", "0"};
    words.insert(words.end(), options.begin(), options.end());
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&files, ends[0]);
    posix_spawn_file_actions_addclose(&files, ends[1]);
    stay_on(kServerCore);
    pid_t pid = -1;
    const int wrong =
        posix_spawn(&pid, "/proc/self/exe", &files, nullptr, arguments.data(), environ);
    stay_on(kLoadCore);
    posix_spawn_file_actions_destroy(&files);
    ::close(ends[1]);
    if (wrong != 0) return error("no-process", std::strerror(wrong));
    return listening(pid, ends[0]);
  }

  static Result<Child> echoing() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return error("no-process", std::strerror(errno));
    const pid_t pid = ::fork();
    if (pid == 0) {
      stay_on(kServerCore);
      load::echo([&](std::uint16_t port) {
        const std::string line = "http://localhost:" + std::to_string(port) + "/\n";
        (void)!::write(ends[1], line.data(), line.size());
        ::close(ends[1]);
      });
      ::_exit(0);
    }
    ::close(ends[1]);
    if (pid < 0) return error("no-process", std::strerror(errno));
    return listening(pid, ends[0]);
  }

  [[nodiscard]] std::uint16_t port() const { return port_; }

  [[nodiscard]] double megabytes() const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/statm");
    double all = 0;
    double resident = 0;
    file >> all >> resident;
    return resident * double(::sysconf(_SC_PAGESIZE)) / 1e6;
  }
  // Of its core, since it began: all of its threads.
  [[nodiscard]] double seconds() const {
    double out = 0;
    std::error_code gone;
    for (const auto& thread :
         std::filesystem::directory_iterator("/proc/" + std::to_string(pid_) + "/task", gone)) {
      std::ifstream file(thread.path() / "schedstat");
      double nanoseconds = 0;
      file >> nanoseconds;
      out += nanoseconds / 1e9;
    }
    return out;
  }

 private:
  Child(pid_t pid, std::uint16_t port) : pid_(pid), port_(port) {}

  // Its first line is its address.
  static Result<Child> listening(pid_t pid, int from) {
    std::string line;
    char c = 0;
    while (::read(from, &c, 1) == 1 && c != '\n') line.push_back(c);
    ::close(from);
    const std::size_t colon = line.rfind(':');
    Child out(pid, 0);
    if (colon == std::string::npos) return error("no-server", "the server did not start");
    out.port_ = static_cast<std::uint16_t>(std::strtoul(line.c_str() + colon + 1, nullptr, 10));
    return out;
  }

  pid_t pid_;
  std::uint16_t port_;
};

// A folder of its own, with a page to serve.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "tidelock-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
    std::ofstream(path_ + "/index.html") << "<!doctype html><title>bench</title>\n";
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class Bench {
 public:
  explicit Bench(const BenchServerArgs& args) : args_(args) {}

  std::optional<Error> run() {
    const std::array<std::pair<const char*, std::function<std::optional<Error>()>>, 4> parts = {{
        {"echo", [this] { return memory_and_echo(); }},
        {"kept", [this] { return kept(); }},
        {"pace", [this] { return pace(); }},
        {"live", [this] { return live(); }},
    }};
    for (const auto& [name, part] : parts) {
      const auto& only = args_.only;
      if (!only.empty() && std::find(only.begin(), only.end(), name) == only.end()) continue;
      if (auto bad = part()) return bad;
    }
    return std::nullopt;
  }
  [[nodiscard]] const Json& told() const { return told_; }

 private:
  Result<Child> served(const std::string& database, std::size_t tables) const {
    // As many as there are, and some that are not gone yet when the next come.
    const std::size_t wanted =
        std::min<std::size_t>(load::Players::kPlayers * tables + kSpare, most_files() - kSpare / 2);
    return Child::serving({"--page", scratch_.path(), "--database", database, "--sockets",
                           std::to_string(wanted), "--connections", "16"});
  }
  void tell(const std::string& key, const std::string& sentence, Json numbers) {
    if (!args_.json) {
      std::printf("%-22s %s\n", key.c_str(), sentence.c_str());
      std::fflush(stdout);
    }
    told_[key] = std::move(numbers);
  }
  static std::string text(const char* format, auto... values) {
    std::array<char, 300> out{};
    (void)std::snprintf(out.data(), out.size(), format, values...);
    return out.data();
  }

  static load::Busy busy_of(const Child& server) {
    return [&server] { return server.seconds(); };
  }

  void tell_speed(const std::string& kind, const load::Speed& one) {
    tell(
        kind,
        text("%9.0f messages/s of %zu bytes, %8.0f moves/s, %.1f us of the server each, %zu tables",
             one.messages_per_second(), one.mean_bytes(), one.moves_per_second(),
             1e6 * one.busy / double(one.moves), args_.tables),
        {{"messages_per_second", one.messages_per_second()},
         {"moves_per_second", one.moves_per_second()},
         {"busy_us_a_move", 1e6 * one.busy / double(one.moves)},
         {"bytes", one.mean_bytes()}});
  }

  // By turns, so that both meet the machine in the same state.
  std::optional<Error> memory_and_echo() {
    constexpr int kTurns = 5;
    const auto server = served("memory", args_.tables);
    if (!server) return server.error();
    const auto bare = Child::echoing();
    if (!bare) return bare.error();
    load::Players players(server.value().port(), args_.game, busy_of(server.value()));
    if (auto bad = players.begin(args_.tables)) return bad;
    load::Echoes echoes(bare.value().port(), busy_of(bare.value()));
    if (auto bad = echoes.begin(load::Players::kPlayers * args_.tables)) return bad;
    load::Speed game;
    load::Speed echo;
    std::vector<double> shares;
    std::vector<double> costs;
    for (int i = 0; i < kTurns; ++i) {
      const auto played = players.rush(args_.seconds / kTurns);
      if (!played) return played.error();
      const auto echoed = echoes.rush(played.value().mean_bytes(), args_.seconds / kTurns);
      if (!echoed) return echoed.error();
      game += played.value();
      echo += echoed.value();
      shares.push_back(played.value().messages_per_second() / echoed.value().messages_per_second());
      costs.push_back((echoed.value().busy / double(echoed.value().messages)) /
                      (played.value().busy / double(played.value().messages)));
    }
    std::sort(shares.begin(), shares.end());
    std::sort(costs.begin(), costs.end());
    const double share = shares[kTurns / 2];
    tell_speed("memory", game);
    tell("echo",
         text("%9.0f messages/s of the same size; the server in memory manages %.2f of it (%.2f to "
              "%.2f in %d turns; %.2f by processor time)",
              echo.messages_per_second(), share, shares.front(), shares.back(), kTurns,
              costs[kTurns / 2]),
         {{"messages_per_second", echo.messages_per_second()},
          {"share", share},
          {"share_of_processor_time", costs[kTurns / 2]}});
    return std::nullopt;
  }

  std::optional<Error> kept() {
    if (auto bad = speed("sqlite", scratch_.path() + "/speed.db")) return bad;
    for (const std::string& database : args_.databases) {
      if (auto bad = speed(database.substr(0, database.find(':')), database)) return bad;
    }
    return std::nullopt;
  }

  std::optional<Error> speed(const std::string& kind, const std::string& database) {
    const auto server = served(database, args_.tables);
    if (!server) return server.error();
    load::Players players(server.value().port(), args_.game, busy_of(server.value()));
    if (auto bad = players.begin(args_.tables)) return bad;
    const auto rushed = players.rush(args_.seconds);
    if (!rushed) return rushed.error();
    tell_speed(kind, rushed.value());
    return std::nullopt;
  }

  std::optional<Error> pace() {
    const auto server = served(scratch_.path() + "/pace.db", args_.tables);
    if (!server) return server.error();
    load::Players players(server.value().port(), args_.game, busy_of(server.value()));
    if (auto bad = players.begin(args_.tables)) return bad;
    const auto strolled = players.stroll(std::max(args_.seconds, 5.0));
    if (!strolled) return strolled.error();
    const load::Times& times = strolled.value();
    tell("a move a second",
         text("p50 %.1f, p99 %.1f, longest %.1f ms to the other one's socket, kept in SQLite, %zu "
              "tables, %zu moves, %zu missed",
              times.part(0.5), times.part(0.99), times.part(1), args_.tables, times.all.size(),
              times.missed),
         {{"p50_ms", times.part(0.5)},
          {"p99_ms", times.part(0.99)},
          {"longest_ms", times.part(1)},
          {"moves", times.all.size()},
          {"missed", times.missed}});
    return std::nullopt;
  }

  std::optional<Error> live() {
    const std::string file = scratch_.path() + "/memory.db";
    const auto server = served(file, args_.live);
    if (!server) return server.error();
    const double empty = server.value().megabytes();
    // Where there are not files enough for two sockets at each table, some have one when they have
    // moved.
    const std::size_t sockets = most_files() - kSpare / 2;
    const std::size_t alone = 2 * args_.live > sockets ? 2 * args_.live - sockets : 0;
    if (alone > args_.live) return error("few-files", "--live needs as many open files");
    load::Players few(server.value().port(), args_.game, busy_of(server.value()));
    load::Players players(server.value().port(), args_.game, busy_of(server.value()));
    constexpr int kMoves = 20;
    for (auto [group, tables] : {std::pair(&few, alone), {&players, args_.live - alone}}) {
      if (auto bad = group->begin(tables)) return bad;
      for (int i = 0; i < kMoves; ++i) {
        if (auto bad = group->round()) return bad;
      }
      if (group == &few) few.leave_one();
    }
    const double live = server.value().megabytes();
    few.leave();
    players.leave();
    double asleep = live;
    // Until it does not get less any more.
    for (int quiet = 0; quiet < 10;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      const double now = server.value().megabytes();
      quiet = now < asleep ? 0 : quiet + 1;
      asleep = std::min(asleep, now);
    }
    const auto tables = double(args_.live);
    tell("live tables",
         text("%zu after %d moves, two sockets each (%zu: one): %.0f MB, %.1f KB a "
              "table; asleep %.0f MB (%.0f MB before), %.1f KB a table on disk",
              args_.live, kMoves, alone, live, 1000 * (live - empty) / tables, asleep, empty,
              double(std::filesystem::file_size(file)) / 1000 / tables),
         {{"live_mb", live},
          {"live_kb_each", 1000 * (live - empty) / tables},
          {"asleep_mb", asleep},
          {"before_mb", empty}});
    constexpr std::size_t kWoken = 500;
    const auto woken = players.come_back(kWoken);
    if (!woken) return woken.error();
    tell("waking",
         text("p50 %.2f, p99 %.2f ms from the upgrade to the game so far", woken.value().part(0.5),
              woken.value().part(0.99)),
         {{"p50_ms", woken.value().part(0.5)}, {"p99_ms", woken.value().part(0.99)}});
    return std::nullopt;
  }

  const BenchServerArgs& args_;
  Scratch scratch_;
  Json told_ = Json::object();
};

}  // namespace

int run_bench_server(const BenchServerArgs& args) {
  open_many_files();
  if (!args.json)
    std::printf(
        "tidelock bench server, built by %s: the server on core %d, the players on core %d\n",
        TIDELOCK_COMPILER, kServerCore, kLoadCore);
  Bench bench(args);
  if (const auto bad = bench.run()) return fail(*bad);
  if (args.json) std::printf("%s\n", dump_json(bench.told()).c_str());
  return kExitOk;
}

}  // namespace tidelock::cli
