// Windows 10 and later, whose console understands UTF-8 and ANSI sequences when asked to.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <io.h>
#include <utility>
#include <windows.h>

#include "cli/console.h"

namespace tidelock::cli::console {

namespace {

struct State {
  std::atomic<bool> ended = false, resized = false;
  UINT input_page = 0, output_page = 0;  // as they were
  DWORD keys_before = 0;
  bool keys = false;
  std::wstring half;   // of a character, whose other half comes with the next key
  std::string unread;  // what was typed, as UTF-8
};
State state;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): handlers reach no other

HANDLE handle(Stream stream) {
  constexpr std::array<DWORD, 3> kHandles = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
  return ::GetStdHandle(kHandles[static_cast<std::size_t>(stream)]);
}

std::string utf8(const std::wstring& text) {
  const int units = static_cast<int>(text.size());
  const int bytes =
      ::WideCharToMultiByte(CP_UTF8, 0, text.data(), units, nullptr, 0, nullptr, nullptr);
  std::string out(static_cast<std::size_t>(std::max(bytes, 0)), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), units, out.data(), bytes, nullptr, nullptr);
  return out;
}

// In a thread of its own. An Enter, which is never read, wakes who waits for input.
BOOL WINAPI on_event(DWORD event) {
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) return FALSE;
  state.ended = true;
  INPUT_RECORD enter{};
  enter.EventType = KEY_EVENT;
  enter.Event.KeyEvent.bKeyDown = TRUE;
  enter.Event.KeyEvent.wRepeatCount = 1;
  enter.Event.KeyEvent.wVirtualKeyCode = VK_RETURN;
  enter.Event.KeyEvent.uChar.UnicodeChar = L'\r';
  DWORD n = 0;
  ::WriteConsoleInputW(handle(Stream::kInput), &enter, 1, &n);
  return TRUE;
}

// What a record of the console's input means to us: a key, a new size, or nothing.
void hear(const INPUT_RECORD& record) {
  if (record.EventType == WINDOW_BUFFER_SIZE_EVENT) state.resized = true;
  if (record.EventType != KEY_EVENT || record.Event.KeyEvent.bKeyDown == 0) return;
  const wchar_t unit = record.Event.KeyEvent.uChar.UnicodeChar;
  if (unit == 0) return;  // an arrow, a function key
  state.half += unit;
  if (unit >= 0xd800 && unit < 0xdc00) return;
  state.unread += utf8(std::exchange(state.half, {}));
}

std::ptrdiff_t take_unread(char* to, std::size_t size) {
  const std::size_t n = std::min(size, state.unread.size());
  std::memcpy(to, state.unread.data(), n);
  state.unread.erase(0, n);
  return static_cast<std::ptrdiff_t>(n);
}

std::ptrdiff_t read_keys(char* to, std::size_t size) {
  while (state.unread.empty()) {
    INPUT_RECORD record{};
    DWORD n = 0;
    if (::ReadConsoleInputW(handle(Stream::kInput), &record, 1, &n) == 0) return kEnd;
    if (state.ended) return kWoken;
    hear(record);
    if (state.resized) return kWoken;
  }
  return take_unread(to, size);
}

// A line that the console let a person edit. ReadFile would give its letters beyond ASCII as zeros.
std::ptrdiff_t read_line(char* to, std::size_t size) {
  constexpr wchar_t kCtrlZ = 0x1a;
  while (state.unread.empty()) {
    std::array<wchar_t, 512> line{};
    DWORD n = 0;
    if (::ReadConsoleW(handle(Stream::kInput), line.data(), line.size(), &n, nullptr) == 0)
      return kEnd;
    if (n == 0) state.ended = true;  // Ctrl-C, before on_event() has heard of it
    if (state.ended) return kWoken;
    if (line[0] == kCtrlZ) return kEnd;
    state.unread = utf8(std::wstring(line.data(), n));
  }
  return take_unread(to, size);
}

}  // namespace

void set_up() {
  // What is written is what the caller says, byte by byte.
  for (const int file : {0, 1, 2}) ::_setmode(file, _O_BINARY);
  state.input_page = ::GetConsoleCP();
  state.output_page = ::GetConsoleOutputCP();
  ::SetConsoleCP(CP_UTF8);
  ::SetConsoleOutputCP(CP_UTF8);
  std::atexit([] {
    if (state.ended) ::FlushConsoleInputBuffer(handle(Stream::kInput));
    ::SetConsoleCP(state.input_page);
    ::SetConsoleOutputCP(state.output_page);
  });
  // The C library would hand a console one byte after the other, and no byte of a letter is a
  // letter.
  if (is_terminal(Stream::kOutput)) std::setvbuf(stdout, nullptr, _IOFBF, 1U << 16);
  for (const Stream stream : {Stream::kOutput, Stream::kError}) {
    DWORD mode = 0;
    if (::GetConsoleMode(handle(stream), &mode) != 0)
      ::SetConsoleMode(handle(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

bool is_terminal(Stream stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle(stream), &mode) != 0;
}

bool is_screen() {
  DWORD mode = 0;
  return ::GetConsoleMode(handle(Stream::kOutput), &mode) != 0 &&
         (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

bool shows_utf8() { return true; }

std::string locale() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return value;
  }
  std::array<wchar_t, LOCALE_NAME_MAX_LENGTH> name{};
  ::GetUserDefaultLocaleName(name.data(), static_cast<int>(name.size()));
  return utf8(name.data());
}

std::optional<Size> size() {
  CONSOLE_SCREEN_BUFFER_INFO found{};
  if (::GetConsoleScreenBufferInfo(handle(Stream::kOutput), &found) == 0) return std::nullopt;
  return Size{found.srWindow.Right - found.srWindow.Left + 1,
              found.srWindow.Bottom - found.srWindow.Top + 1};
}

void write(std::string_view text) {
  while (!text.empty()) {
    DWORD n = 0;
    const auto some = static_cast<DWORD>(std::min<std::size_t>(text.size(), 1U << 20));
    if (::WriteFile(handle(Stream::kOutput), text.data(), some, &n, nullptr) == 0 || n == 0) return;
    text.remove_prefix(n);
  }
}

std::ptrdiff_t read(char* to, std::size_t size) {
  if (state.keys) return read_keys(to, size);
  if (is_terminal(Stream::kInput)) return read_line(to, size);
  DWORD n = 0;
  const auto most = static_cast<DWORD>(std::min<std::size_t>(size, 1U << 20));
  return ::ReadFile(handle(Stream::kInput), to, most, &n, nullptr) != 0 ? n : kEnd;
}

bool input_waits() {
  const HANDLE input = handle(Stream::kInput);
  if (!state.unread.empty()) return true;
  if (is_terminal(Stream::kInput)) {
    DWORD waiting = 0;
    while (state.unread.empty() && ::GetNumberOfConsoleInputEvents(input, &waiting) != 0 &&
           waiting > 0) {
      INPUT_RECORD record{};
      if (::ReadConsoleInputW(input, &record, 1, &waiting) == 0) break;
      hear(record);
    }
    return !state.unread.empty();
  }
  if (::GetFileType(input) != FILE_TYPE_PIPE) return true;
  DWORD waiting = 0;  // a pipe that was closed says so when it is read
  return ::PeekNamedPipe(input, nullptr, 0, nullptr, &waiting, nullptr) == 0 || waiting > 0;
}

bool take_keys() {
  const HANDLE input = handle(Stream::kInput);
  if (::GetConsoleMode(input, &state.keys_before) == 0) return false;
  state.keys = ::SetConsoleMode(input, ENABLE_WINDOW_INPUT) != 0;
  return state.keys;
}

void give_keys_back() {
  ::SetConsoleMode(handle(Stream::kInput), state.keys_before);
  state.keys = false;
}

void watch() {
  // Only a console wakes who reads from it; a program that reads from elsewhere just ends.
  if (is_terminal(Stream::kInput)) ::SetConsoleCtrlHandler(on_event, TRUE);
}

bool stopped() { return state.ended; }
bool take_resized() { return state.resized.exchange(false); }

}  // namespace tidelock::cli::console
