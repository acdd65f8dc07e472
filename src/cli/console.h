// What systems do differently where a program meets a person: console_posix.cpp,
// console_windows.cpp. Texts are UTF-8 with the sequences of ANSI terminals on all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tidelock::cli::console {

// Once, when the program begins.
void set_up();

enum class Stream : std::uint8_t { kInput, kOutput, kError };
[[nodiscard]] bool is_terminal(Stream stream);
// Whether the output is a terminal that a picture can be drawn on.
[[nodiscard]] bool is_screen();
// Whether more than ASCII is shown as it should be.
[[nodiscard]] bool shows_utf8();
// As en_GB or en-GB; empty if nobody chose one.
[[nodiscard]] std::string locale();

struct Size {
  int columns, rows;
};
[[nodiscard]] std::optional<Size> size();

void write(std::string_view text);

inline constexpr std::ptrdiff_t kEnd = 0;
inline constexpr std::ptrdiff_t kWoken = -1;  // nothing was read: see stopped() and take_resized()
// Waits for input; answers how many bytes it put to `to`.
[[nodiscard]] std::ptrdiff_t read(char* to, std::size_t size);
// Whether read() would answer at once.
[[nodiscard]] bool input_waits();

// Keys as they are pressed, Ctrl-C among them, and not shown; until they are given back.
[[nodiscard]] bool take_keys();
void give_keys_back();

// From now on a request to end and a new size of the screen are only remembered.
void watch();
[[nodiscard]] bool stopped();
[[nodiscard]] bool take_resized();  // since it was asked last

}  // namespace tidelock::cli::console
