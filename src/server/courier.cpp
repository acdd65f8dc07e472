#include "server/courier.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <pthread.h>
#include <sodium.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "core/json.h"
#include "server/workers.h"

namespace tidelock::server {
namespace {

constexpr std::size_t kLongestMailAddress = 254;
// Less than a pipe takes at once, so that nobody has to read for it to be written.
constexpr std::size_t kMostInput = 60000;
constexpr std::size_t kLineLetters = 76;  // in a line of base64
constexpr std::chrono::milliseconds kGlance{10};

std::string base64(std::string_view text) {
  std::string out(sodium_base64_encoded_len(text.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): a text is bytes
  sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(text.data()),
                    text.size(), sodium_base64_VARIANT_ORIGINAL);
  out.pop_back();  // the end that C needs
  return out;
}

using CourierClock = std::chrono::steady_clock;

// Runs a program with a text as its input, and waits for its end, at most until it may run no
// longer, which may change meanwhile; what is wrong, if anything.
std::optional<std::string> run_program(const std::vector<std::string>& words,
                                       const std::string& input, std::chrono::milliseconds limit,
                                       const std::atomic<CourierClock::duration>& last) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "no pipe: " + std::string(std::strerror(errno));
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&how);
  posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
#ifdef __GLIBC__
  // Sockets of others are none of its business.
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
#endif
  sigset_t none;
  sigset_t usual;
  sigemptyset(&none);
  sigfillset(&usual);
  posix_spawnattr_setsigmask(&how, &none);
  posix_spawnattr_setsigdefault(&how, &usual);
  posix_spawnattr_setpgroup(&how, 0);  // so that all it starts can be ended with it
  posix_spawnattr_setflags(&how,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> kept = words;
  std::vector<char*> arguments;
  arguments.reserve(kept.size() + 1);
  for (std::string& one : kept) arguments.push_back(one.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int begun =
      posix_spawn(&child, words.front().c_str(), &files, &how, arguments.data(), environ);
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[0]);
  if (begun != 0) {
    ::close(ends[1]);
    return "it could not be started: " + std::string(std::strerror(begun));
  }
  // Who does not read what it is given is not told off for it; SIGPIPE is blocked here.
  (void)!::write(ends[1], input.data(), input.size());
  ::close(ends[1]);
  const auto until = CourierClock::now() + limit;
  int status = 0;
  while (true) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) return "nobody knows what became of it";
    const auto now = CourierClock::now();
    const bool all_ends = now.time_since_epoch() >= last.load();
    if (now >= until || all_ends) {
      (void)::kill(-child, SIGKILL);
      (void)::waitpid(child, &status, 0);
      return all_ends ? "it was ended, for the server ends" : "it took too long";
    }
    std::this_thread::sleep_for(kGlance);
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::nullopt;
  if (WIFEXITED(status)) return "it ended with " + std::to_string(WEXITSTATUS(status));
  return "it was ended by signal " + std::to_string(WTERMSIG(status));
}

TextArg text_arg(std::string name, std::string_view value) {
  return {std::move(name), literal(value)};
}

}  // namespace

class Courier::Running {
 public:
  Running(unsigned threads, std::size_t waiting) : workers(threads, waiting) {}
  std::atomic<CourierClock::duration> ends = CourierClock::duration::max();  // since its epoch
  std::atomic<std::size_t> dropped = 0;
  Workers workers;  // the last, so that it is the first to go
};

bool is_mail_address(std::string_view text) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const auto made_of = [&](std::string_view part, std::string_view more) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [&](char c) {
      return kAlphabet.find(c) != std::string_view::npos || more.find(c) != std::string_view::npos;
    });
  };
  const std::size_t at = text.find('@');
  if (text.size() > kLongestMailAddress || at == std::string_view::npos) return false;
  const std::string_view domain = text.substr(at + 1);
  return made_of(text.substr(0, at), ".!#$%&*+/=?^_`{|}~-") && !text.starts_with('-') &&
         made_of(domain, ".-") && !domain.starts_with('-') && !domain.starts_with('.') &&
         !domain.ends_with('.') && domain.find("..") == std::string_view::npos;
}

std::string mail_text(const std::string& from, const std::string& to, const std::string& subject,
                      const std::string& text) {
  std::string out = "From: " + from + "\nTo: " + to + "\nSubject: =?UTF-8?B?" + base64(subject) +
                    "?=\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
                    "Content-Transfer-Encoding: base64\nAuto-Submitted: auto-generated\n\n";
  const std::string body = base64(text);
  for (std::size_t i = 0; i < body.size(); i += kLineLetters)
    out += body.substr(i, kLineLetters) + "\n";
  return out;
}

Result<std::shared_ptr<Courier>> Courier::open(CourierOptions options) {
  const auto can_run = [](const std::string& program) {
    std::error_code unknown;
    return program.starts_with('/') && std::filesystem::is_regular_file(program, unknown) &&
           ::access(program.c_str(), X_OK) == 0;
  };
  if (!options.command.empty() && !can_run(options.command)) {
    return error("bad-option",
                 "expected the whole path of a program for --notify-command, found '" +
                     options.command + "'");
  }
  if (!options.mail_from.empty()) {
    if (!is_mail_address(options.mail_from)) {
      return error("bad-option",
                   "expected an address such as games@example.org for --mail-from, "
                   "found '" +
                       options.mail_from + "'");
    }
    if (!can_run(options.sendmail)) {
      return error("bad-option",
                   "expected the whole path of a program that sends mail, as sendmail does, found "
                   "'" +
                       options.sendmail + "'; install one, or say where it is with --sendmail");
    }
  }
  std::string& url = options.public_url;
  const bool sends = !options.command.empty() || !options.mail_from.empty();
  if (sends && url.empty()) {
    return error("bad-option",
                 "expected --public-url too: notices have links, and this server cannot know what "
                 "browsers call it");
  }
  if (!url.empty()) {
    const bool plain =
        std::all_of(url.begin(), url.end(), [](char c) { return c > ' ' && c < 127; });
    const std::size_t scheme = url.starts_with("https://") ? 8 : url.starts_with("http://") ? 7 : 0;
    const std::string host = url.substr(scheme, url.find('/', scheme) - scheme);
    if (!plain || scheme == 0 || host.empty() || host.starts_with(':') ||
        url.find_first_of("?#") != std::string::npos)
      return error(
          "bad-option",
          "expected an address such as https://example.org/ for --public-url, found '" + url + "'");
    if (!url.ends_with('/')) url += '/';
  }
  return std::shared_ptr<Courier>(new Courier(std::move(options)));
}

Courier::Courier(CourierOptions options)
    : options_(std::move(options)),
      running_(std::make_unique<Running>(options_.at_once, options_.waiting)) {}
Courier::~Courier() { end(); }

void Courier::end() {
  CourierClock::duration never = CourierClock::duration::max();
  (void)running_->ends.compare_exchange_strong(
      never, (CourierClock::now() + options_.grace).time_since_epoch());
  running_->workers.stop();
  const std::size_t dropped = running_->dropped.exchange(0);
  if (dropped > 0 && options_.failed)
    options_.failed(std::to_string(dropped) + " that waited were dropped, for the server ends");
}

bool Courier::send_code(const std::string& address, const std::string& code, Lang lang) {
  const Catalogue& words = *options_.words(lang);
  const std::vector<TextArg> args = {text_arg("code", code), text_arg("link", options_.public_url)};
  return send_mail(address, words.say({"server.mail.code.subject", args}),
                   words.say({"server.mail.code", args}));
}

bool Courier::notify(const Notice& notice) {
  const std::string link = options_.public_url + "#/online/" + notice.table;
  bool taken = true;
  if (commands()) {
    Json out = {{"table", notice.table}, {"game", notice.game},
                {"name", notice.name},   {"mail", notice.mail.empty() ? Json() : Json(notice.mail)},
                {"link", link},          {"waited", notice.waited}};
    taken = run(options_.command, false, dump_json(out) + "\n");
  }
  if (mails() && !notice.mail.empty()) {
    constexpr std::int64_t kMinuteOf = 60;
    constexpr std::int64_t kHourOf = 60 * kMinuteOf;
    const Catalogue& words = *options_.words(notice.lang);
    const std::vector<TextArg> args = {text_arg("name", notice.name),
                                       text_arg("link", link),
                                       {"hours", notice.waited / kHourOf},
                                       {"minutes", notice.waited / kMinuteOf}};
    taken = send_mail(notice.mail, words.say({"server.mail.turn.subject", args}),
                      words.say({"server.mail.turn", args})) &&
            taken;
  }
  return taken;
}

bool Courier::send_mail(const std::string& to, const std::string& subject,
                        const std::string& text) {
  return run(options_.sendmail, true, mail_text(options_.mail_from, to, subject, text));
}

bool Courier::run(const std::string& program, bool mail, std::string input) {
  if (input.size() > kMostInput) return false;
  return running_->workers.post([this, program, mail, input = std::move(input)] {
    if (CourierClock::now().time_since_epoch() >= running_->ends.load()) {
      ++running_->dropped;
      return;
    }
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    (void)pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    std::vector<std::string> words = {program};
    if (mail) words.insert(words.end(), {"-t", "-i"});
    const auto wrong = run_program(words, input, options_.limit, running_->ends);
    if (wrong && options_.failed) options_.failed(program + ": " + *wrong);
  });
}

}  // namespace tidelock::server
