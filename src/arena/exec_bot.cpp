#include "arena/exec_bot.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "arena/message_names.h"
#include "core/any_names.h"
#include "core/canvas.h"

extern "C" char** environ;  // NOLINT(readability-redundant-declaration): not in every unistd.h

namespace tidelock::arena {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kLongestAnswer = 65536;
constexpr std::chrono::milliseconds kFarewell(500);  // to end by itself when its input ends

struct Pipe {
  int read = -1, write = -1;
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
};

void shut(int& file) {
  if (file >= 0) ::close(file);
  file = -1;
}

// It stays a zombie for now: its number, and so its group's, is not given to another process.
bool has_ended(pid_t process) {
  siginfo_t info{};
  const int code = ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT);
  return code != 0 || info.si_pid == process;
}

bool ends_by_itself(pid_t process, std::chrono::milliseconds patience) {
  const auto until = SteadyClock::now() + patience;
  while (!has_ended(process)) {
    if (SteadyClock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

// Ends the program and what it has started; answers its status.
int bury(pid_t process) {
  int status = 0;
  ::kill(-process, SIGKILL);
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

int left_ms(SteadyClock::time_point until) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(until - SteadyClock::now());
  return left.count() > 0 ? static_cast<int>(left.count()) : 0;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 80;
  const std::string safe = plain_safe(text.substr(0, kMost));
  return "'" + safe + (text.size() > kMost ? "…'" : "'");
}

}  // namespace

ExecBot::ExecBot(std::shared_ptr<const AnyGame> game, std::string name, int milliseconds)
    : game_(std::move(game)), name_(std::move(name)), milliseconds_(milliseconds) {}

Result<std::unique_ptr<ExecBot>> ExecBot::start(std::shared_ptr<const AnyGame> game,
                                                std::string_view text, int milliseconds) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : std::string(text.substr(kExec.size())) + " ") {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  if (words.empty()) return error("bad-program", "expected a program, as in exec:./mybot", "bot");
  std::unique_ptr<ExecBot> bot(new ExecBot(std::move(game), std::string(text), milliseconds));
  const auto no_start = [&](int code) {
    return error("bad-program", "cannot be started: " + std::string(std::strerror(code)),
                 plain_safe(text));
  };

  Pipe in;
  Pipe out;
  if (!in.open()) return no_start(errno);
  bot->to_ = in.write;
  if (!out.open()) {
    const int code = errno;
    shut(in.read);
    return no_start(code);
  }
  bot->from_ = out.read;
  // We may wait for no pipe longer than the time limit.
  for (const int file : {bot->to_, bot->from_}) ::fcntl(file, F_SETFL, O_NONBLOCK);

  // A group of its own: Ctrl-C is for us, and what the program starts can end with it. Signals that
  // we ignore it must not.
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.read, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.write, STDOUT_FILENO);
  posix_spawnattr_t manner;
  posix_spawnattr_init(&manner);
  sigset_t usual;
  sigemptyset(&usual);
  for (const int one : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&usual, one);
  posix_spawnattr_setsigdefault(&manner, &usual);
  posix_spawnattr_setpgroup(&manner, 0);
  posix_spawnattr_setflags(&manner, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (auto& one : words) argv.push_back(one.data());
  argv.push_back(nullptr);
  const int code = ::posix_spawnp(&bot->process_, argv[0], &files, &manner, argv.data(), environ);
  posix_spawnattr_destroy(&manner);
  posix_spawn_file_actions_destroy(&files);
  shut(in.read);
  shut(out.write);
  if (code != 0) {
    bot->process_ = -1;
    return no_start(code);
  }
  return bot;
}

ExecBot::~ExecBot() {
  shut(to_);
  shut(from_);
  if (process_ < 0) return;
  if (!broken_) (void)ends_by_itself(process_, kFarewell);
  (void)bury(process_);
}

Error ExecBot::wrong(std::string_view what) const {
  return error("bad-program", std::string(what), plain_safe(name_));
}

Error ExecBot::gone() {
  // Its output has ended; how it went is known a moment later, or it lives on in silence.
  if (!ends_by_itself(process_, kFarewell)) return wrong("closed its output before it answered");
  const int status = bury(process_);
  process_ = -1;
  std::string how = "ended before it answered";
  if (WIFSIGNALED(status)) how += ", by signal " + std::to_string(WTERMSIG(status));
  if (WIFEXITED(status)) how += ", with exit status " + std::to_string(WEXITSTATUS(status));
  return wrong(how);
}

// One line there, one line back.
Result<std::string> ExecBot::ask(const std::string& line) {
  const auto until = SteadyClock::now() + std::chrono::milliseconds(milliseconds_);
  const auto late = [&] {
    return wrong("gave no answer within " + std::to_string(milliseconds_) + " ms");
  };
  std::size_t said = 0;
  while (true) {
    if (const auto end = unread_.find('\n'); said == line.size() && end != std::string::npos) {
      std::string answer = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return answer;
    }
    std::array<pollfd, 2> files = {{{from_, POLLIN, 0}, {to_, POLLOUT, 0}}};
    const int n = ::poll(files.data(), said < line.size() ? 2 : 1, left_ms(until));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return late();
    if (files[0].revents != 0) {
      std::array<char, 4096> buffer{};
      const ssize_t got = ::read(from_, buffer.data(), buffer.size());
      if (got == 0) return gone();
      if (got > 0) unread_.append(buffer.data(), static_cast<std::size_t>(got));
      if (unread_.size() > kLongestAnswer) return wrong("gave an answer longer than 64 KiB");
    } else if (said < line.size() && files[1].revents != 0) {
      const ssize_t put = ::write(to_, line.data() + said, line.size() - said);
      if (put < 0 && errno == EPIPE) return gone();
      if (put > 0) said += static_cast<std::size_t>(put);
    }
  }
}

Result<AnyMove> ExecBot::judge(const std::string& answer, const AnyState& known, Seat seat) const {
  const std::string expected =
      "expected {\"id\":" + std::to_string(asked_) + ",\"move\":\"…\"}, found " + shortened(answer);
  const auto json = parse_json(answer);
  if (!json || !json.value().is_object()) return wrong(expected);
  JsonIn::Trouble trouble;
  const JsonIn in(json.value(), trouble);
  const std::uint64_t id = in[choose::answer::kId].unsigned64();
  const std::string text = in[choose::answer::kMove].text();
  if (trouble.any() || id != asked_) return wrong(expected);
  auto move = game_->read(known, seat, text);
  if (!move) return wrong("the move " + shortened(text) + " is not legal: " + move.error().message);
  return move;
}

AnyMove ExecBot::choose(const AnyState& known, Seat seat, std::uint64_t seed) {
  const auto legal = game_->legal(known, seat);
  if (broken_) return legal.front();
  Json moves = Json::array();
  for (const AnyMove move : legal) {
    Json one = game_->move_json(known, seat, move);
    one[any_move::kMove] = game_->write(known, seat, move);
    moves.push_back(one);
  }
  namespace member = choose;
  constexpr int kInexact = 11;  // bits of a seed that not every JSON reader would keep
  const auto answer =
      ask(dump_json({{member::kId, ++asked_},
                     {member::kDo, "choose"},
                     {member::kGame, game_->facts().id},
                     {member::kOptions, game_->options()},
                     {member::kPack, {{"id", game_->pack().id}, {"hash", game_->pack().hash}}},
                     {member::kSeat, seat + 1},
                     {member::kView, game_->view(known, seat)},
                     {member::kMoves, moves},
                     {member::kSeed, seed >> kInexact}}) +
          "\n");
  const auto move = answer ? judge(answer.value(), known, seat) : Result<AnyMove>(answer.error());
  if (move) return move.value();
  broken_ = move.error();
  return legal.front();
}

}  // namespace tidelock::arena
