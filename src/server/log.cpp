#include "server/log.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "core/json.h"
#include "server/secrets.h"

namespace tidelock::server {
namespace {

constexpr std::array<std::string_view, 4> kLevels = {"debug", "info", "warn", "error"};
constexpr std::size_t kMostLogLines = 10000;
constexpr std::size_t kDigestInLog = 12;

int open_for_lines(const std::string& file) {
  return ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
}

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;  // a full disk takes no log either
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

// "2026-11-16T19:03:01.123Z"
std::string written_time(double unix_time) {
  const double whole = std::floor(unix_time);
  const auto seconds = static_cast<std::time_t>(whole);
  std::tm parts{};
  std::array<char, 32> text{};
  if (gmtime_r(&seconds, &parts) == nullptr) return {};
  const std::size_t n = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::array<char, 8> rest{};
  (void)std::snprintf(rest.data(), rest.size(), ".%03dZ",
                      static_cast<int>((unix_time - whole) * 1000));
  return std::string(text.data(), n) + rest.data();
}

double now_unix() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

Result<LogLevel> read_log_level(std::string_view text) {
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    if (kLevels[i] == text) return static_cast<LogLevel>(i);
  }
  return error("bad-log-level",
               "expected debug, info, warn or error, found '" + std::string(text) + "'");
}

std::string table_in_log(std::string_view table) {
  return table.empty() ? std::string() : digest_of(table).substr(0, kDigestInLog);
}

std::string log_line(double unix_time, LogLevel level, std::string_view event,
                     std::initializer_list<LogField> fields) {
  std::string out = R"({"time":")" + written_time(unix_time) + R"(","level":")" +
                    std::string(kLevels[static_cast<std::size_t>(level)]) + R"(","event":)" +
                    dump_json(std::string(event));
  for (const LogField& field : fields) {
    if (const auto* text = std::get_if<std::string_view>(&field.value)) {
      if (text->empty()) continue;
      out += "," + dump_json(std::string(field.name)) + ":" + dump_json(std::string(*text));
      continue;
    }
    out += "," + dump_json(std::string(field.name)) + ":";
    if (const auto* whole = std::get_if<std::int64_t>(&field.value)) out += std::to_string(*whole);
    if (const auto* yes = std::get_if<bool>(&field.value)) out += *yes ? "true" : "false";
    if (const auto* real = std::get_if<double>(&field.value)) {
      std::array<char, 40> text{};
      (void)std::snprintf(text.data(), text.size(), "%.3f", std::isfinite(*real) ? *real : -1);
      out += text.data();
    }
  }
  return out + "}\n";
}

Result<std::unique_ptr<Log>> Log::open(const std::string& file, LogLevel from) {
  auto out = std::make_unique<Log>();
  out->from_ = from;
  out->fd_ = file == "-" ? ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) : open_for_lines(file);
  if (out->fd_ < 0) {
    return error("no-log", "the log " + file + " cannot be written: " + std::strerror(errno) +
                               "; choose another with --log FILE, or - for the standard error");
  }
  if (file != "-") out->file_ = file;
  out->thread_ = std::thread([log = out.get()] { log->run(); });
  return out;
}

Log::~Log() {
  if (fd_ < 0) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  more_.notify_one();
  thread_.join();
  ::close(fd_);
}

void Log::write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) {
  if (!wants(level)) return;
  std::string line = log_line(now_unix(), level, event, fields);
  {
    const std::lock_guard lock(mutex_);
    if (lines_.size() >= kMostLogLines) {
      ++dropped_;
      return;
    }
    lines_.push_back(std::move(line));
  }
  more_.notify_one();
}

void Log::reopen() {
  if (fd_ < 0 || file_.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    reopen_ = true;
  }
  more_.notify_one();
}

void Log::flush() {
  std::unique_lock lock(mutex_);
  written_.wait(lock, [this] { return fd_ < 0 || (lines_.empty() && !writing_); });
}

void Log::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    more_.wait(lock, [this] { return ending_ || reopen_ || !lines_.empty(); });
    if (lines_.empty() && ending_) return;
    const auto lines = std::exchange(lines_, {});
    const std::uint64_t dropped = std::exchange(dropped_, 0);
    const bool again = std::exchange(reopen_, false);
    writing_ = true;
    lock.unlock();
    if (again) {
      // Where it cannot be opened the old one stays: better there than nowhere.
      const int fresh = open_for_lines(file_);
      if (fresh >= 0) {
        (void)::dup2(fresh, fd_);
        (void)::fcntl(fd_, F_SETFD, FD_CLOEXEC);
        ::close(fresh);
      }
    }
    std::string text;
    for (const std::string& line : lines) text += line;
    if (dropped > 0)
      text += log_line(now_unix(), LogLevel::kWarn, "lines-dropped",
                       {{"count", static_cast<std::int64_t>(dropped)}});
    write_all(fd_, text);
    lock.lock();
    writing_ = false;
    written_.notify_all();
  }
}

}  // namespace tidelock::server
