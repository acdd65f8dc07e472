#include "cli/terminal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "core/json.h"
#include "core/text.h"

namespace tidelock::cli {

namespace {

volatile std::sig_atomic_t resized =
    0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
volatile std::sig_atomic_t stopped =
    0;             // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
termios before{};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void on_signal(int signal) {
  if (signal == SIGWINCH) {
    resized = 1;
  } else {
    stopped = 1;
  }
}

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

int from_environment(const char* name, int fallback) {
  const char* text = std::getenv(name);
  const int value = text != nullptr ? std::atoi(text) : 0;
  return value > 0 ? value : fallback;
}

}  // namespace

bool Terminal::input_is_person() { return ::isatty(STDIN_FILENO) == 1; }
bool Terminal::output_is_screen() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

Terminal::Terminal(bool screen) : screen_(screen), person_(input_is_person()) {
  struct sigaction action {};
  action.sa_handler =
      on_signal;  // without SA_RESTART: a read is interrupted, and the loop looks around
  for (const int signal : {SIGWINCH, SIGINT, SIGTERM, SIGHUP})
    ::sigaction(signal, &action, nullptr);
  if (screen_) write_all("\x1b[?1049h\x1b[H\x1b[2J");
  if (screen_ && person_ && ::tcgetattr(STDIN_FILENO, &before) == 0) {
    termios keys = before;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    raw_ = ::tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
  }
}

Terminal::~Terminal() {
  if (raw_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before);
  if (screen_) write_all("\x1b[0m\x1b[?1049l");
}

int Terminal::width() const {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return from_environment("COLUMNS", 80);
}

int Terminal::height() const {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0) return size.ws_row;
  return from_environment("LINES", 24);
}

void Terminal::show(std::string_view text) {
  if (!screen_) {
    print(text);
    return;
  }
  // Each line is cleared before it is written (clearing behind a full line would take its last
  // character), then everything below: nothing of the last picture stays.
  std::string out = "\x1b[H\x1b[2K";
  for (const char c : text) {
    if (c == '\n') {
      out += "\r\n\x1b[2K";
    } else {
      out += c;
    }
  }
  out += "\x1b[J";
  write_all(out);
}

void Terminal::print(std::string_view text) { write_all(text); }

Input Terminal::read(std::string& line) {
  if (raw_) return read_keys(line);
  line.clear();
  while (true) {
    if (stopped != 0) return Input::kInterrupted;
    char c = 0;
    const ssize_t n = ::read(STDIN_FILENO, &c, 1);
    if (n < 0 && errno == EINTR) {
      if (stopped != 0) return Input::kInterrupted;
      continue;
    }
    if (n <= 0) return line.empty() ? Input::kEnd : Input::kLine;
    if (c == '\n') return Input::kLine;
    if (line.size() < 1000) line += c;
  }
}

bool Terminal::pressed() {
  pollfd keys{STDIN_FILENO, POLLIN, 0};
  if (stopped != 0 || !raw_ || ::poll(&keys, 1, 0) <= 0) return stopped != 0;
  std::array<char, 16> some{};
  const ssize_t n = ::read(STDIN_FILENO, some.data(), some.size());
  if (n <= 0 || std::find(some.begin(), some.begin() + n, '\x03') != some.begin() + n) stopped = 1;
  return true;
}

Input Terminal::read_keys(std::string& line) {
  const auto erase_last = [&] {
    const int columns = display_width(typed_);
    if (typed_.empty()) return;
    do {
      typed_.pop_back();
    } while (!typed_.empty() && !is_utf8(typed_));
    for (int i = display_width(typed_); i < columns; ++i) write_all("\b \b");
  };
  while (true) {
    if (stopped != 0) return Input::kInterrupted;
    if (resized != 0) {
      resized = 0;
      return Input::kResized;
    }
    char c = 0;
    const ssize_t n = ::read(STDIN_FILENO, &c, 1);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Input::kEnd;
    if (c == '\r' || c == '\n') {
      line = typed_;
      typed_.clear();
      return Input::kLine;
    }
    if (c == 3) return Input::kInterrupted;
    if (c == 4) {
      if (typed_.empty()) return Input::kEnd;
    } else if (c == 127 || c == 8) {
      erase_last();
    } else if (c == 21) {
      while (!typed_.empty()) erase_last();
    } else if (c == 27) {
      // An arrow or function key: its bytes arrive together and mean nothing here.
      std::array<char, 16> rest{};
      termios now{};
      ::tcgetattr(STDIN_FILENO, &now);
      termios quick = now;
      quick.c_cc[VMIN] = 0;
      quick.c_cc[VTIME] = 0;
      ::tcsetattr(STDIN_FILENO, TCSANOW, &quick);
      (void)!::read(STDIN_FILENO, rest.data(), rest.size());
      ::tcsetattr(STDIN_FILENO, TCSANOW, &now);
    } else if (static_cast<unsigned char>(c) >= 32 && typed_.size() < 60) {
      typed_ += c;
      write_all(std::string_view(&c, 1));
    }
  }
}

}  // namespace tidelock::cli
