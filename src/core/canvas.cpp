#include "core/canvas.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/text.h"

namespace tidelock {

namespace {

// Codes of the 256-colour palette, from its fixed part: themes repaint the first sixteen.
int colour_code(Colour colour) {
  switch (colour) {
    case Colour::kPlain: return -1;
    case Colour::kBlack: return 16;
    case Colour::kCoal: return 238;
    case Colour::kGrey: return 245;
    case Colour::kSilver: return 252;
    case Colour::kWhite: return 231;
    case Colour::kRed: return 160;
    case Colour::kOrange: return 208;
    case Colour::kBrown: return 130;
    case Colour::kGold: return 178;
    case Colour::kYellow: return 227;
    case Colour::kLime: return 113;
    case Colour::kGreen: return 34;
    case Colour::kTeal: return 37;
    case Colour::kSky: return 117;
    case Colour::kBlue: return 33;
    case Colour::kNavy: return 18;
    case Colour::kPurple: return 135;
    case Colour::kPink: return 211;
  }
  return -1;
}

void add_code(std::string& codes, std::string_view code) {
  if (!codes.empty()) codes += ';';
  codes += code;
}

void add_colour(std::string& codes, Colour colour, bool background) {
  const int code = colour_code(colour);
  if (code < 0) {
    add_code(codes, background ? "49" : "39");
  } else {
    add_code(codes, (background ? "48;5;" : "38;5;") + std::to_string(code));
  }
}

// The codes that lead from one style to another, without a detour.
std::string codes_between(const Style& from, const Style& to) {
  std::string codes;
  // 22 ends both bold and dim.
  const bool lighter = (from.bold && !to.bold) || (from.dim && !to.dim);
  if (lighter) add_code(codes, "22");
  if (to.bold && (lighter || !from.bold)) add_code(codes, "1");
  if (to.dim && (lighter || !from.dim)) add_code(codes, "2");
  if (from.underline != to.underline) add_code(codes, to.underline ? "4" : "24");
  if (from.reverse != to.reverse) add_code(codes, to.reverse ? "7" : "27");
  if (from.fg != to.fg) add_colour(codes, to.fg, false);
  if (from.bg != to.bg) add_colour(codes, to.bg, true);
  return codes;
}

void change_style(std::string& out, Style& current, const Style& to) {
  if (current == to) return;
  const std::string direct = codes_between(current, to);
  std::string anew = "0";
  const std::string set = codes_between({}, to);
  if (!set.empty()) add_code(anew, set);
  out += "\x1b[";
  out += anew.size() <= direct.size() ? anew : direct;
  out += 'm';
  current = to;
}

// Blanks show only what lies behind and below them.
bool looks_alike_when_blank(const Style& a, const Style& b) {
  return a.bg == b.bg && !a.underline && !b.underline && !a.reverse && !b.reverse;
}

// A character in a form that every terminal draws equally wide. Terminals disagree about joined
// emoji, skin tones and variation selectors, so those give way to the plain first picture, which
// may be narrower.
Glyph steady(const Glyph& glyph) {
  // More marks than any language stacks up; a cell of hundreds would drip over the lines below.
  constexpr int kMostMarks = 4;
  Glyph out;
  int marks = 0;
  bool flag = false;
  for (std::size_t at = 0; at < glyph.text.size();) {
    const char32_t c = next_code_point(glyph.text, at);
    const bool flag_letter = c >= 0x1F1E6 && c <= 0x1F1FF;
    if (out.text.empty() || (flag && flag_letter)) {
      append_utf8(out.text, c);
      flag = flag_letter;
    } else if (is_combining(c) && !(c >= 0xFE00 && c <= 0xFE0F) && marks < kMostMarks) {
      append_utf8(out.text, c);
      ++marks;
    }
  }
  out.width = display_width(out.text);
  return out;
}

struct Strokes {
  std::string_view across, down, top_left, top_right, bottom_left, bottom_right;
};

Strokes strokes_of(Border border) {
  switch (border) {
    case Border::kLight: break;
    case Border::kRound: return {"─", "│", "╭", "╮", "╰", "╯"};
    case Border::kHeavy: return {"━", "┃", "┏", "┓", "┗", "┛"};
    case Border::kTwin: return {"═", "║", "╔", "╗", "╚", "╝"};
    case Border::kAscii: return {"-", "|", "+", "+", "+", "+"};
  }
  return {"─", "│", "┌", "┐", "└", "┘"};
}

// Cut to what an int holds: corners of a picture far outside must not overflow.
int narrow(std::int64_t value) {
  return static_cast<int>(std::clamp<std::int64_t>(value, std::numeric_limits<int>::min(),
                                                   std::numeric_limits<int>::max()));
}

}  // namespace

Canvas::Canvas(int width, int height)
    : width_(std::clamp(width, 0, kMaxSide)), height_(std::clamp(height, 0, kMaxSide)) {
  cells_.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
}

// Before a cell is overwritten: blanks the other half of the wide character it belongs to.
void Canvas::release(int x, int y) {
  if (cell(x, y).glyph.empty() && x > 0) cell(x - 1, y).glyph = ' ';
  if (x + 1 < width_ && cell(x + 1, y).glyph.empty()) cell(x + 1, y).glyph = ' ';
}

void Canvas::set(std::int64_t x, int y, std::string_view glyph, int columns, Style style) {
  const bool whole = x >= 0 && x + columns <= width_;
  for (int i = 0; i < columns; ++i) {
    if (x + i < 0 || x + i >= width_) continue;
    const int column = static_cast<int>(x) + i;
    release(column, y);
    Cell& target = cell(column, y);
    target.style = style;
    target.glyph = whole ? (i == 0 ? glyph : std::string_view{}) : std::string_view{" "};
  }
}

int Canvas::put(int x, int y, std::string_view text, Style style) {
  std::int64_t column = x;
  const bool visible = y >= 0 && y < height_;
  for (std::size_t at = 0; at < text.size();) {
    const Glyph glyph = next_glyph(text, at);
    if (glyph.width == 0) continue;
    if (visible && column < width_ && column + glyph.width > 0) {
      const Glyph drawn = steady(glyph);
      set(column, y, drawn.text, drawn.width, style);
      if (drawn.width < glyph.width) set(column + drawn.width, y, " ", 1, style);
    }
    column += glyph.width;
  }
  return narrow(column);
}

void Canvas::fill(int x, int y, int width, int height, Style style, std::string_view glyph) {
  Glyph unit{" ", 1};
  for (std::size_t at = 0; at < glyph.size();) {
    const Glyph next = next_glyph(glyph, at);
    if (next.width == 0) continue;
    unit = steady(next);
    break;
  }
  const std::int64_t right = std::int64_t{x} + width;
  const std::int64_t top = std::max(y, 0);
  const std::int64_t bottom = std::min<std::int64_t>(std::int64_t{y} + height, height_);
  // Whole characters left of the picture are skipped, so that a wide one keeps its place.
  const std::int64_t left = x < 0 ? x + (-std::int64_t{x} / unit.width) * unit.width : x;
  for (std::int64_t row = top; row < bottom; ++row) {
    for (std::int64_t column = left; column < right && column < width_; column += unit.width) {
      const bool fits = column + unit.width <= right;
      set(column, static_cast<int>(row), fits ? unit.text : " ", fits ? unit.width : 1, style);
    }
  }
}

void Canvas::hline(int x, int y, int width, Style style, std::string_view glyph) {
  fill(x, y, width, 1, style, glyph);
}

void Canvas::vline(int x, int y, int height, Style style, std::string_view glyph) {
  fill(x, y, 1, height, style, glyph);
}

void Canvas::box(int x, int y, int width, int height, Style style, Border border) {
  if (width < 2 || height < 2 || x >= width_ || y >= height_) return;
  const Strokes strokes = strokes_of(border);
  const std::int64_t far_x = std::int64_t{x} + width - 1;
  const std::int64_t far_y = std::int64_t{y} + height - 1;
  auto row = [&](std::int64_t at, std::string_view left, std::string_view right) {
    if (at < 0 || at >= height_) return;
    const int line = static_cast<int>(at);
    hline(x, line, width, style, strokes.across);
    set(x, line, left, 1, style);
    set(far_x, line, right, 1, style);
  };
  row(y, strokes.top_left, strokes.top_right);
  row(far_y, strokes.bottom_left, strokes.bottom_right);
  const int from = std::max(y, -1) + 1;
  const int to = static_cast<int>(std::min<std::int64_t>(far_y, height_));
  vline(x, from, to - from, style, strokes.down);
  if (far_x < width_) vline(static_cast<int>(far_x), from, to - from, style, strokes.down);
}

void Canvas::render_line(int y, ColourMode mode, std::string& out) const {
  auto shows_nothing = [&](int x) {
    const Cell& here = cell(x, y);
    return here.glyph == " " &&
           (mode == ColourMode::kNone || looks_alike_when_blank(here.style, {}));
  };
  int end = width_;
  while (end > 0 && shows_nothing(end - 1)) --end;

  Style current;
  for (int x = 0; x < end; ++x) {
    const Cell& here = cell(x, y);
    if (here.glyph.empty()) continue;
    if (mode == ColourMode::kAnsi &&
        !(here.glyph == " " && looks_alike_when_blank(here.style, current))) {
      change_style(out, current, here.style);
    }
    out += here.glyph;
  }
  change_style(out, current, {});
}

std::string Canvas::render(ColourMode mode) const {
  std::string out;
  for (int y = 0; y < height_; ++y) {
    if (y > 0) out += '\n';
    render_line(y, mode, out);
  }
  return out;
}

std::string plain_safe(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    // Joiners are unseen too, but spell words of some languages and make up emoji.
    const bool joiner = c == 0x200C || c == 0x200D;
    if (c == '\t' || c == '\n' || c == '\r') {
      out += ' ';
    } else if (joiner || (!is_control(c) && !is_invisible(c))) {
      append_utf8(out, c);
    }
  }
  return out;
}

}  // namespace tidelock
