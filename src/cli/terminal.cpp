#include "cli/terminal.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "cli/console.h"
#include "core/json.h"
#include "core/text.h"

namespace tidelock::cli {

namespace {

constexpr char kCtrlC = 3;

int from_environment(const char* name, int fallback) {
  const char* text = std::getenv(name);
  const int value = text != nullptr ? std::atoi(text) : 0;
  return value > 0 ? value : fallback;
}

}  // namespace

bool Terminal::input_is_person() { return console::is_terminal(console::Stream::kInput); }
bool Terminal::output_is_screen() { return console::is_screen(); }

Terminal::Terminal(bool screen) : screen_(screen), person_(input_is_person()) {
  console::watch();
  if (screen_) console::write("\x1b[?1049h\x1b[H\x1b[2J");
  raw_ = screen_ && person_ && console::take_keys();
}

Terminal::~Terminal() {
  if (raw_) console::give_keys_back();
  if (screen_) console::write("\x1b[0m\x1b[?1049l");
}

int Terminal::width() const {
  const auto size = console::size();
  return size && size->columns > 0 ? size->columns : from_environment("COLUMNS", 80);
}

int Terminal::height() const {
  const auto size = console::size();
  return size && size->rows > 0 ? size->rows : from_environment("LINES", 24);
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
  console::write(out);
}

void Terminal::print(std::string_view text) { console::write(text); }

Input Terminal::read(std::string& line) {
  if (raw_) return read_keys(line);
  line.clear();
  while (true) {
    if (stopped_ || console::stopped()) return Input::kInterrupted;
    char c = 0;
    const std::ptrdiff_t n = console::read(&c, 1);
    if (n == console::kWoken) continue;
    if (n == console::kEnd) return line.empty() ? Input::kEnd : Input::kLine;
    if (c == '\n') return Input::kLine;
    if (line.size() < 1000) line += c;
  }
}

bool Terminal::pressed() {
  if (stopped_ || console::stopped()) return true;
  if (!raw_ || !console::input_waits()) return false;
  std::array<char, 16> some{};
  const std::ptrdiff_t n = console::read(some.data(), some.size());
  if (n <= 0 || std::find(some.begin(), some.begin() + n, kCtrlC) != some.begin() + n)
    stopped_ = true;
  return true;
}

Input Terminal::read_keys(std::string& line) {
  const auto erase_last = [&] {
    const int columns = display_width(typed_);
    if (typed_.empty()) return;
    do {
      typed_.pop_back();
    } while (!typed_.empty() && !is_utf8(typed_));
    for (int i = display_width(typed_); i < columns; ++i) console::write("\b \b");
  };
  while (true) {
    if (stopped_ || console::stopped()) return Input::kInterrupted;
    if (console::take_resized()) return Input::kResized;
    char c = 0;
    const std::ptrdiff_t n = console::read(&c, 1);
    if (n == console::kWoken) continue;
    if (n == console::kEnd) return Input::kEnd;
    if (c == '\r' || c == '\n') {
      line = typed_;
      typed_.clear();
      return Input::kLine;
    }
    if (c == kCtrlC) return Input::kInterrupted;
    if (c == 4) {
      if (typed_.empty()) return Input::kEnd;
    } else if (c == 127 || c == 8) {
      erase_last();
    } else if (c == 21) {
      while (!typed_.empty()) erase_last();
    } else if (c == 27) {
      // An arrow or function key: its bytes arrive together and mean nothing here.
      std::array<char, 16> rest{};
      if (console::input_waits()) (void)console::read(rest.data(), rest.size());
    } else if (static_cast<unsigned char>(c) >= 32 && typed_.size() < 60) {
      typed_ += c;
      console::write(std::string_view(&c, 1));
    }
  }
}

}  // namespace tidelock::cli
