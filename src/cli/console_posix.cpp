#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/console.h"

namespace tidelock::cli::console {

namespace {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): signals reach nothing else
volatile std::sig_atomic_t resized = 0;
volatile std::sig_atomic_t ended = 0;
termios before{};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void on_signal(int signal) {
  if (signal == SIGWINCH) {
    resized = 1;
  } else {
    ended = 1;
  }
}

// The first of these that says anything.
template <std::size_t N>
std::string from_environment(const std::array<const char*, N>& names) {
  for (const char* name : names) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return value;
  }
  return {};
}

}  // namespace

void set_up() { std::signal(SIGPIPE, SIG_IGN); }

bool is_terminal(Stream stream) {
  constexpr std::array<int, 3> kFiles = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
  return ::isatty(kFiles[static_cast<std::size_t>(stream)]) == 1;
}

bool is_screen() {
  const char* kind = std::getenv("TERM");
  return is_terminal(Stream::kOutput) && kind != nullptr && std::string_view(kind) != "dumb";
}

bool shows_utf8() {
  std::string text;
  for (const char c : from_environment(std::array{"LC_ALL", "LC_CTYPE", "LANG"})) {
    if (c != '-') text += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  return text.find("utf8") != std::string::npos;
}

std::string locale() { return from_environment(std::array{"LC_ALL", "LC_MESSAGES", "LANG"}); }

std::optional<Size> size() {
  winsize found{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &found) != 0) return std::nullopt;
  return Size{found.ws_col, found.ws_row};
}

void write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::ptrdiff_t read(char* to, std::size_t size) {
  const ssize_t n = ::read(STDIN_FILENO, to, size);
  if (n < 0 && errno == EINTR) return kWoken;
  return n > 0 ? n : kEnd;
}

bool input_waits() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0;
}

bool take_keys() {
  if (::tcgetattr(STDIN_FILENO, &before) != 0) return false;
  termios keys = before;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  return ::tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
}

void give_keys_back() { ::tcsetattr(STDIN_FILENO, TCSANOW, &before); }

void watch() {
  struct sigaction action {};
  action.sa_handler = on_signal;  // without SA_RESTART: who reads is woken, and looks around
  for (const int signal : {SIGWINCH, SIGINT, SIGTERM, SIGHUP})
    ::sigaction(signal, &action, nullptr);
}

bool stopped() { return ended != 0; }

bool take_resized() {
  const bool was = resized != 0;
  resized = 0;
  return was;
}

}  // namespace tidelock::cli::console
