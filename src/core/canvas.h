// A picture in a terminal: a grid of characters, each with a style, written out as lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidelock {

// A small palette, the same on every terminal with 256 colours; kPlain is what the terminal has.
enum class Colour : std::uint8_t {
  kPlain,
  kBlack,
  kCoal,
  kGrey,
  kSilver,
  kWhite,
  kRed,
  kOrange,
  kBrown,
  kGold,
  kYellow,
  kLime,
  kGreen,
  kTeal,
  kSky,
  kBlue,
  kNavy,
  kPurple,
  kPink,
};

struct Style {
  Colour fg = Colour::kPlain;
  Colour bg = Colour::kPlain;
  bool bold = false;
  bool dim = false;
  bool underline = false;
  bool reverse = false;
  friend bool operator==(const Style&, const Style&) = default;
};

enum class ColourMode : std::uint8_t { kNone, kAnsi };
enum class Border : std::uint8_t { kLight, kRound, kHeavy, kTwin, kAscii };

// Drawing may reach outside the canvas and is clipped. A wide character
// takes two cells; where only one of them can be drawn, or one is overwritten, the other is blank.
class Canvas {
 public:
  // Sides are clamped to 0..kMaxSide.
  static constexpr int kMaxSide = 2000;
  Canvas(int width, int height);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }

  // One line of text; control characters are left out. Returns the column after the text.
  int put(int x, int y, std::string_view text, Style style = {});
  // A rectangle full of one character.
  void fill(int x, int y, int width, int height, Style style = {}, std::string_view glyph = " ");
  void hline(int x, int y, int width, Style style = {}, std::string_view glyph = "─");
  void vline(int x, int y, int height, Style style = {}, std::string_view glyph = "│");
  // A frame, its inside untouched; nothing when it is smaller than 2 by 2.
  void box(int x, int y, int width, int height, Style style = {}, Border border = Border::kLight);

  // height() lines joined by "\n", blanks at their ends left out, none wider than width(). With
  // ansi, styles are escape codes and every line ends in the terminal's own style; with none there
  // are no such codes.
  [[nodiscard]] std::string render(ColourMode mode) const;

 private:
  struct Cell {
    std::string glyph = " ";  // empty: the right half of the wide character on its left
    Style style;
  };

  [[nodiscard]] Cell& cell(int x, int y) {
    return cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                  static_cast<std::size_t>(x)];
  }
  [[nodiscard]] const Cell& cell(int x, int y) const {
    return cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                  static_cast<std::size_t>(x)];
  }
  void set(std::int64_t x, int y, std::string_view glyph, int columns, Style style);
  void release(int x, int y);
  void render_line(int y, ColourMode mode, std::string& out) const;

  int width_;
  int height_;
  std::vector<Cell> cells_;
};

// Text from outside (a player's name) as it may be shown: in valid UTF-8, without control
// characters and without characters that turn the direction of a line or cannot be seen; tabs and
// new lines become blanks.
[[nodiscard]] std::string plain_safe(std::string_view text);

}  // namespace tidelock
