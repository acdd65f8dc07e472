// `tidelock serve`.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "cli/common.h"
#include "cli/files.h"
#include "core/version.h"
#include "server/address.h"
#include "server/clock.h"
#include "server/courier.h"
#include "server/hall.h"
#include "server/http_server.h"
#include "server/limits.h"
#include "server/log.h"
#include "server/page_files.h"
#include "server/site.h"
#include "store/store.h"

namespace tidelock::cli {
namespace {

// Where it was installed with this program, or where ./play builds it: beside the folder of this
// program.
std::string default_page() {
  std::error_code unknown;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (unknown) return "build-web";
  const auto installed = (self.parent_path() / TIDELOCK_PAGE_FROM_PROGRAM).lexically_normal();
  if (std::filesystem::exists(installed / "index.html", unknown)) return installed.string();
  return (self.parent_path().parent_path() / "build-web").string();
}

// Asks the desktop to show an address. Where there is none nothing happens: the address is printed.
void open_in_browser(const std::string& url) {
#ifdef __APPLE__
  const char* program = "open";
#else
  const char* program = "xdg-open";
  // Without a screen it would look for a browser that takes this terminal.
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
#endif
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  if (posix_spawn_file_actions_init(&files) != 0) return;
  if (posix_spawnattr_init(&how) != 0) {
    posix_spawn_file_actions_destroy(&files);
    return;
  }
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // A group of its own, so that Ctrl-C here does not end the browser, and signals as usual.
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGCHLD);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&how, &usual);
  posix_spawnattr_setpgroup(&how, 0);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  std::string name = program;
  std::string address = url;
  std::array<char*, 3> arguments{name.data(), address.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program, &files, &how, arguments.data(), environ) == 0)
    std::thread([child] { (void)::waitpid(child, nullptr, 0); }).detach();
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
}

Result<std::unique_ptr<store::Store>> open_store(const std::string& database) {
  if (!database.empty()) return store::open(database);
  files::make_folders(state_folder());
  return store::open(state_folder() + "/tables.db");
}

Result<std::vector<server::Network>> networks_of(const std::vector<std::string>& texts,
                                                 const std::string& option) {
  std::vector<server::Network> out;
  for (const std::string& text : texts) {
    auto one = server::Network::read(text);
    if (!one) return error(one.error().code, one.error().message, option);
    out.push_back(one.value());
  }
  return out;
}

struct Room {
  std::size_t sockets = 0;
  std::size_t connections = 0;
};

// How many sockets and connections there may be: so many as were asked for, or as many of the usual
// number as the machine gives files for.
Result<Room> allow_files(const ServeArgs& args) {
  constexpr std::size_t kOtherFiles = 128;
  constexpr std::size_t kUsualSockets = 10000;
  constexpr std::size_t kUsualConnections = 2000;
  constexpr std::size_t kFewest = 16;
  constexpr std::size_t kShare = 4;  // of all files one part is for connections
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) files.rlim_max = RLIM_INFINITY;
  const std::size_t free = files.rlim_max - std::min<std::size_t>(files.rlim_max, kOtherFiles);
  Room out;
  out.sockets = args.sockets ? static_cast<std::size_t>(*args.sockets) : kUsualSockets;
  out.connections = args.connections
                        ? static_cast<std::size_t>(*args.connections)
                        : std::max(kFewest, std::min(kUsualConnections, free / kShare));
  // What was not asked for gives way to what was.
  const auto rest = [&](std::size_t taken) { return free - std::min(free, taken); };
  if (!args.sockets) {
    out.sockets = std::clamp(rest(out.connections), kFewest, kUsualSockets);
  } else if (!args.connections) {
    out.connections = std::clamp(rest(out.sockets), kFewest, out.connections);
  }
  const std::size_t wanted = out.sockets + out.connections + kOtherFiles;
  if (files.rlim_max < wanted) {
    return error("few-files", "--sockets and --connections need " + std::to_string(wanted) +
                                  " open files, and this process may have " +
                                  std::to_string(files.rlim_max) +
                                  "; choose fewer, or raise the limit (ulimit -n, LimitNOFILE)");
  }
  if (files.rlim_cur < wanted) {
    files.rlim_cur = wanted;
    (void)::setrlimit(RLIMIT_NOFILE, &files);
  }
  return out;
}

// Whose word is believed about others should be few.
std::optional<Error> check_proxies(const std::vector<server::Network>& proxies) {
  constexpr int kWidestV4 = 96 + 8;  // 10.0.0.0/8
  constexpr int kWidestV6 = 7;       // fc00::/7
  for (const server::Network& one : proxies) {
    const bool wide = one.bits < (one.address.is_v4() ? kWidestV4 : kWidestV6);
    if (wide) {
      return error("bad-network",
                   "this would believe strangers; name the addresses of your proxies, or a network "
                   "no wider than 10.0.0.0/8 or fc00::/7",
                   "--proxy");
    }
  }
  return std::nullopt;
}

// What the command line says of the wire, or what makes no sense in it.
Result<server::ServerOptions> wire_options(const ServeArgs& args) {
  server::ServerOptions out;
  out.address = args.bind;
  out.port = args.port;
  if (args.tls_certificate.empty() != args.tls_key.empty()) {
    return error("bad-tls", args.tls_key.empty()
                                ? "--tls-cert needs the key of the certificate too: --tls-key FILE"
                                : "--tls-key needs a certificate too: --tls-cert FILE");
  }
  out.tls_certificate = args.tls_certificate;
  out.tls_key = args.tls_key;
  auto proxies = networks_of(args.proxies, "--proxy");
  if (!proxies) return proxies.error();
  out.proxies = std::move(proxies).value();
  if (auto bad = check_proxies(out.proxies)) return *bad;
  auto readers = networks_of(args.metrics_readers, "--metrics-address");
  if (!readers) return readers.error();
  out.metrics_readers = std::move(readers).value();
  const bool alone = server::is_loopback(args.bind) && out.proxies.empty();
  out.hosts = alone ? server::Hosts::kThisMachine : server::Hosts::kAny;
  server::LimitRules rules;
  rules.on = args.limits == "auto" ? !alone || !args.limit.empty() : args.limits == "on";
  if (!rules.on && !args.limit.empty())
    return error("bad-limit", "expected no --limit with --limits off");
  for (const std::string& text : args.limit) {
    if (auto bad = rules.set(text)) return *bad;
  }
  out.limits = std::make_shared<server::Limits>(rules);
  const auto room = allow_files(args);
  if (!room) return room.error();
  out.sockets = room.value().sockets;
  out.connections = room.value().connections;
  out.drain = std::chrono::seconds(args.drain);
  if (args.log.empty() && (!args.log_level.empty() || args.log_addresses))
    return error("no-log", "--log-level and --log-addresses need a log: --log FILE, or --log -");
  if (!args.log.empty()) {
    const auto level = server::read_log_level(args.log_level.empty() ? "info" : args.log_level);
    if (!level) return error(level.error().code, level.error().message, "--log-level");
    auto log = server::Log::open(args.log, level.value());
    if (!log) return log.error();
    out.log = std::move(log).value();
    out.log_addresses = args.log_addresses;
  }
  return out;
}

// Nothing where nothing can be sent.
Result<std::shared_ptr<server::Courier>> open_courier(const ServeArgs& args,
                                                      const std::shared_ptr<server::Log>& log) {
  server::CourierOptions options;
  if (!args.sendmail.empty() && args.mail_from.empty()) {
    return error("bad-option",
                 "--sendmail needs the address that mails come from too: --mail-from ADDRESS");
  }
  options.command = args.notify_command;
  options.mail_from = args.mail_from;
  if (!args.sendmail.empty()) options.sendmail = args.sendmail;
  options.public_url = args.public_url;
  options.words = world().words;
  options.failed = [log](const std::string& what) {
    if (log->wants(server::LogLevel::kError))
      return log->write(server::LogLevel::kError, "notice-not-sent", {{"why", what}});
    std::fprintf(stderr, "tidelock: a notice was not sent: %s\n", what.c_str());
  };
  return server::Courier::open(std::move(options));
}

}  // namespace

int run_serve(const ServeArgs& args) {
  auto files = server::PageFiles::read(args.page.empty() ? default_page() : args.page);
  if (!files) return fail(files.error());
  auto wire = wire_options(args);
  if (!wire) return fail(wire.error());
  server::ServerOptions options = std::move(wire).value();
  const auto site =
      std::make_shared<const server::PageSite>(std::move(files).value(), options.hosts);
  // What makes no sense is said before a database is made.
  server::HallOptions threads;
  auto courier = open_courier(args, options.log);
  if (!courier) return fail(courier.error());
  threads.accounts.courier = std::move(courier).value();
  threads.accounts.secure = args.public_url.starts_with("https://");
  // Tables take little time, and bots what is left of the machine, whose cores may be unknown (0).
  threads.bot_threads = std::max(2U, std::thread::hardware_concurrency()) - 1;
  give_memory_back_at_once();
  const auto metrics = options.metrics;
  threads.metrics = metrics;
  threads.accounts.log = options.log;
  threads.accounts.metrics = metrics;
  if (!args.bus.empty()) {
    if (args.database == "memory")
      return fail(
          error("bad-bus", "expected --database with --bus: tables in memory cannot be shared"));
    auto bus = server::open_redis(args.bus);
    if (!bus) return fail(bus.error());
    threads.bus = std::move(bus).value();
  }
  if (!args.clock.empty()) {
    auto clock = server::clock_with(args.clock);
    if (!clock) return fail(clock.error());
    threads.clock = std::move(clock).value();
  }
  auto tables = open_store(args.database);
  if (!tables) return fail(tables.error());
  const auto hall = [&](server::Loop& loop) {
    return std::make_unique<server::Hall>(loop, std::move(tables).value(), world(), threads);
  };
  const auto log = options.log;
  auto opened = server::HttpServer::open(
      std::move(options), [site](const server::Request& request) { return site->answer(request); },
      hall);
  if (!opened) return fail(opened.error());
  server::HttpServer& http = opened.value();
  const std::string url = http.url();
  std::printf("%s\n", url.c_str());
  std::fflush(stdout);
  log->write(server::LogLevel::kInfo, "listening", {{"url", url}, {"version", kVersion}});
  if (args.open) open_in_browser(url);
  http.run();
  threads.accounts.courier->end();
  log->write(server::LogLevel::kInfo, "ended", {});
  if (metrics->bots_thinking.value() > 0) {
    // What is acknowledged is kept; nobody waits for what a bot would have done.
    log->flush();
    std::_Exit(kExitOk);
  }
  return kExitOk;
}

}  // namespace tidelock::cli
