// `tidelock engine`: the message language on stdin and stdout, a line each. While it thinks about
// something it looks between two steps whether more was said.
#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "cli/common.h"
#include "cli/console.h"

namespace tidelock::cli {

namespace {

// Lines of the input without their ends. Of a line that is too long only as much is kept as shows
// that it is.
class Lines {
 public:
  enum class Next { kLine, kNothingYet, kEnd };
  Next next(std::string& line, bool wait) {
    while (true) {
      for (; at_ < filled_; ++at_) {
        const char c = buffer_[at_];
        if (c == '\n') {
          ++at_;
          line = std::exchange(line_, {});
          return Next::kLine;
        }
        if (line_.size() <= kMaxJsonBytes) line_ += c;
      }
      if (ended_) {
        line = std::exchange(line_, {});
        return line.empty() ? Next::kEnd : Next::kLine;
      }
      if (!wait && !console::input_waits()) return Next::kNothingYet;
      const std::ptrdiff_t n = console::read(buffer_.data(), buffer_.size());
      if (n == console::kWoken) continue;
      at_ = 0;
      filled_ = static_cast<std::size_t>(n);
      ended_ = n == console::kEnd;
    }
  }

 private:
  std::array<char, 65536> buffer_{};
  std::size_t at_ = 0, filled_ = 0;
  std::string line_;
  bool ended_ = false;
};

bool say(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
         std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
}

}  // namespace

int run_engine() {
  table::Session session(world());
  if (!say(dump_json(session.hello()))) return kExitError;
  Lines lines;
  std::string line;
  while (!session.ended()) {
    const Lines::Next next = lines.next(line, !session.thinking());
    // What was asked for is answered, even if nothing more will be asked.
    if (next == Lines::Next::kEnd && !session.thinking()) break;
    if (next != Lines::Next::kLine) {
      for (const Json& message : session.step()) {
        if (!say(dump_json(message))) return kExitError;
      }
      continue;
    }
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    for (const std::string& answer : session.handle_line(line)) {
      if (!say(answer)) return kExitError;
    }
  }
  return kExitOk;
}

}  // namespace tidelock::cli
