// The terminal itself: its size, its keys, its screen.
#pragma once

#include <string>
#include <string_view>

namespace tidelock::cli {

enum class Input { kLine, kEnd, kInterrupted, kResized };

// Reads lines from a person (with editing, a redraw on resize, Ctrl-C as an answer) or from a pipe.
// Restores the terminal when it goes.
class Terminal {
 public:
  explicit Terminal(bool screen);  // `screen`: a full screen that leaves nothing behind
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  [[nodiscard]] static bool input_is_person();
  [[nodiscard]] static bool output_is_screen();
  [[nodiscard]] int width() const;
  [[nodiscard]] int height() const;

  // Replaces the whole screen (or, without one, prints the text).
  void show(std::string_view text);
  void print(std::string_view text);
  // What was typed so far stays across kResized.
  Input read(std::string& line);
  // Whether a key was pressed while nobody asked, which means nothing else then; or whether
  // somebody wants to leave.
  [[nodiscard]] bool pressed();
  [[nodiscard]] const std::string& typed() const { return typed_; }

 private:
  Input read_keys(std::string& line);
  bool screen_;
  bool raw_ = false;
  bool person_;
  bool stopped_ = false;  // somebody pressed Ctrl-C while nobody asked
  std::string typed_;
};

}  // namespace tidelock::cli
