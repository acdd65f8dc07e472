// What an operator reads: one JSON object a line. No secret, no message and no name that opens a
// table: a table is named by the start of its digest. Lines are written by a thread of their own
// from a queue that is bounded, so whoever reads them slowly delays nobody.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <variant>

#include "core/result.h"

namespace tidelock::server {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarn, kError };
[[nodiscard]] Result<LogLevel> read_log_level(std::string_view text);

struct LogField {
  std::string_view name;
  std::variant<std::string_view, std::int64_t, double, bool> value;
};

// How a log calls a table.
[[nodiscard]] std::string table_in_log(std::string_view table);

class Log {
 public:
  Log() = default;  // of nothing
  // A file that is added to, or "-" for the standard error.
  static Result<std::unique_ptr<Log>> open(const std::string& file, LogLevel from);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  ~Log();  // when all is written

  [[nodiscard]] bool wants(LogLevel level) const { return fd_ >= 0 && level >= from_; }
  // From any thread. A field whose text is empty is left out.
  void write(LogLevel level, std::string_view event, std::initializer_list<LogField> fields);
  // Opens the file again: somebody moved it away.
  void reopen();
  // When all is written.
  void flush();

 private:
  void run();

  int fd_ = -1;
  std::string file_;
  LogLevel from_ = LogLevel::kInfo;
  std::mutex mutex_;
  std::condition_variable more_;
  std::condition_variable written_;
  std::deque<std::string> lines_;
  std::uint64_t dropped_ = 0;
  bool reopen_ = false;
  bool writing_ = false;
  bool ending_ = false;
  std::thread thread_;
};

// One line, as it is written.
[[nodiscard]] std::string log_line(double unix_time, LogLevel level, std::string_view event,
                                   std::initializer_list<LogField> fields);

}  // namespace tidelock::server
