#include "core/canvas.h"

#include <gtest/gtest.h>
#include <limits>
#include <random>

#include "core/json.h"
#include "core/text.h"

namespace tidelock {
namespace {

constexpr int kFar = std::numeric_limits<int>::max();
constexpr int kNear = std::numeric_limits<int>::min();

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

// What a terminal does with our escape codes: the style it ends in, and each cell's look.
struct Terminal {
  struct Cell {
    std::string glyph;
    std::string style;
  };
  std::vector<Cell> cells;
  std::string plain;  // the line without its codes
  int changes = 0;
  std::string fg, bg;
  bool bold = false, dim = false, underline = false, reverse = false;

  [[nodiscard]] std::string style() const {
    return fg + "/" + bg + (bold ? "b" : "") + (dim ? "d" : "") + (underline ? "u" : "") +
           (reverse ? "r" : "");
  }
  void apply(int code, const std::vector<int>& codes, std::size_t& i) {
    switch (code) {
      case 0:
        fg = bg = "";
        bold = dim = underline = reverse = false;
        break;
      case 1: bold = true; break;
      case 2: dim = true; break;
      case 4: underline = true; break;
      case 7: reverse = true; break;
      case 22: bold = dim = false; break;
      case 24: underline = false; break;
      case 27: reverse = false; break;
      case 38:
      case 48:
        ASSERT_LT(i + 2, codes.size());
        ASSERT_EQ(codes[i + 1], 5);
        (code == 38 ? fg : bg) = std::to_string(codes[i + 2]);
        i += 2;
        break;
      case 39: fg = ""; break;
      case 49: bg = ""; break;
      default: FAIL() << "code " << code;
    }
  }
  void write(const std::string& line) {
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] != '\x1b') {
        const Glyph glyph = next_glyph(line, at);
        ASSERT_GT(glyph.width, 0);
        cells.push_back({glyph.text, style()});
        if (glyph.width == 2) cells.push_back({"", style()});
        plain += glyph.text;
        continue;
      }
      const std::size_t end = line.find('m', at);
      ASSERT_NE(end, std::string::npos);
      ASSERT_EQ(line[at + 1], '[');
      std::vector<int> codes(1, 0);
      for (const char c : line.substr(at + 2, end - at - 2)) {
        if (c == ';') {
          codes.push_back(0);
        } else {
          ASSERT_TRUE(c >= '0' && c <= '9');
          codes.back() = codes.back() * 10 + (c - '0');
        }
      }
      ++changes;
      for (std::size_t i = 0; i < codes.size(); ++i) apply(codes[i], codes, i);
      at = end + 1;
    }
  }
};

TEST(Canvas, PutsTextAndCutsItAtTheEdges) {
  Canvas canvas(6, 3);
  EXPECT_EQ(canvas.put(0, 0, "abc"), 3);
  EXPECT_EQ(canvas.put(4, 1, "wxyz"), 8);
  EXPECT_EQ(canvas.put(-2, 2, "12345"), 3);
  canvas.put(0, 3, "below");
  canvas.put(0, -1, "above");
  EXPECT_EQ(canvas.render(ColourMode::kNone), "abc\n    wx\n345");
}

TEST(Canvas, WideCharactersAtTheEdgesAreBlankHalves) {
  Canvas canvas(5, 2);
  canvas.put(0, 0, "#####");
  canvas.put(-1, 0, "漢");
  canvas.put(4, 0, "字");
  EXPECT_EQ(canvas.render(ColourMode::kNone), " ###\n");
  canvas.put(0, 1, "漢字漢");
  EXPECT_EQ(canvas.render(ColourMode::kNone), " ###\n漢字");
}

TEST(Canvas, OverwritingHalfBlanksTheOther) {
  Canvas canvas(6, 1);
  canvas.put(0, 0, "漢字好");
  canvas.put(1, 0, "a");
  EXPECT_EQ(canvas.render(ColourMode::kNone), " a字好");
  canvas.put(2, 0, "b");
  EXPECT_EQ(canvas.render(ColourMode::kNone), " ab 好");
  canvas.put(3, 0, "中");
  EXPECT_EQ(canvas.render(ColourMode::kNone), " ab中");
}

TEST(Canvas, EveryTerminalAgreesOnEmoji) {
  Canvas canvas(20, 4);
  // The same columns as display_width says, in characters whose width is not in dispute.
  EXPECT_EQ(canvas.put(0, 0, "☀\uFE0F|"), 3);
  EXPECT_EQ(canvas.put(0, 1, "👩‍🚀|👍🏽|🇵🇱|"), 9);
  EXPECT_EQ(canvas.put(0, 2, "☀\uFE0F"), 2);
  canvas.put(0, 3, "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301!");
  EXPECT_EQ(canvas.render(ColourMode::kNone), "☀ |\n👩|👍|🇵🇱|\n☀\ne\u0301\u0301\u0301\u0301!");
}

TEST(Canvas, LeavesControlsOut) {
  Canvas canvas(20, 1);
  canvas.put(0, 0, "a\x1b[31mb\nc\u009bd\u202e\u200be");
  EXPECT_EQ(canvas.render(ColourMode::kNone), "a[31mbcde");
}

TEST(Canvas, BoxesLinesAndFills) {
  Canvas canvas(8, 4);
  canvas.fill(0, 0, 8, 4, {}, ".");
  canvas.box(1, 0, 5, 3);
  canvas.hline(0, 3, 3);
  EXPECT_EQ(canvas.render(ColourMode::kNone), ".┌───┐..\n.│...│..\n.└───┘..\n───.....");
  canvas.box(-1, -1, 4, 3, {}, Border::kTwin);
  EXPECT_EQ(canvas.render(ColourMode::kNone), ".┌║──┐..\n══╝..│..\n.└───┘..\n───.....");
  canvas.fill(-1, 0, 6, 4, {}, "漢");
  EXPECT_EQ(canvas.render(ColourMode::kNone), " 漢漢┐..\n 漢漢│..\n 漢漢┘..\n 漢漢...");
  canvas.fill(0, 0, 8, 4);
  canvas.box(0, 0, 1, 9);
  canvas.box(0, 0, 9, 1);
  canvas.box(2, 2, 0, -3);
  canvas.vline(7, -2, 4, {}, "|");
  EXPECT_EQ(canvas.render(ColourMode::kNone), "       |\n       |\n\n");
}

TEST(Canvas, FarAwayIsOutside) {
  Canvas canvas(4, 2);
  for (const int x : {kNear, kNear + 1, -1, 0, 3, 4, kFar - 1, kFar}) {
    for (const int y : {kNear, kNear + 1, -1, 0, 1, 2, kFar - 1, kFar}) {
      for (const int size : {kNear, -1, 0, 1, 2, 3, kFar}) {
        canvas.box(x, y, size, size);
        canvas.fill(x, y, size, size, {}, "漢");
        canvas.hline(x, y, size);
        canvas.vline(x, y, size);
      }
      canvas.put(x, y, "漢x");
    }
  }
  EXPECT_EQ(canvas.put(kFar, 0, "abc"), kFar);
  canvas.fill(kNear, kNear, kFar, kFar, {}, "x");
  canvas.fill(-1, -1, kFar, kFar, {}, "y");
  EXPECT_EQ(canvas.render(ColourMode::kNone), "yyyy\nyyyy");
  EXPECT_EQ(Canvas(kNear, kNear).render(ColourMode::kAnsi), "");
  EXPECT_EQ(Canvas(0, 3).render(ColourMode::kAnsi), "\n\n");
  EXPECT_EQ(Canvas(kFar, 1).width(), Canvas::kMaxSide);
}

TEST(Canvas, StylesAreWrittenOnceAndResetAtTheEnd) {
  Canvas canvas(12, 2);
  const Style red{.fg = Colour::kRed, .bold = true};
  canvas.put(0, 0, "ab", red);
  canvas.put(3, 0, "cd", red);
  canvas.put(5, 0, "e");
  canvas.put(0, 1, "f", {.bg = Colour::kNavy});
  // A blank between two red words needs no change of style.
  EXPECT_EQ(canvas.render(ColourMode::kAnsi),
            "\x1b[1;38;5;160mab cd\x1b[0me\n\x1b[48;5;18mf\x1b[0m");
  EXPECT_EQ(canvas.render(ColourMode::kNone), "ab cde\nf");
}

TEST(Canvas, ColouredBlanksAreKeptOthersTrimmed) {
  Canvas canvas(6, 1);
  canvas.put(0, 0, "a     ", {.fg = Colour::kRed, .bold = true});
  EXPECT_EQ(canvas.render(ColourMode::kAnsi), "\x1b[1;38;5;160ma\x1b[0m");
  canvas.put(1, 0, "  ", {.bg = Colour::kBlue});
  EXPECT_EQ(canvas.render(ColourMode::kAnsi), "\x1b[1;38;5;160ma\x1b[0;48;5;33m  \x1b[0m");
  canvas.put(1, 0, "  ", {.underline = true});
  EXPECT_EQ(canvas.render(ColourMode::kAnsi), "\x1b[1;38;5;160ma\x1b[0;4m  \x1b[0m");
  EXPECT_EQ(canvas.render(ColourMode::kNone), "a");
}

// Random pictures: with and without colours the same characters, never too wide, reset at the end.
TEST(Canvas, RandomPicturesAreTheSameInBothModes) {
  std::mt19937_64 random(7);
  auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  const std::vector<std::string> words = {"ab", "漢",       "x字y", "☀\uFE0F", "e\u0301",
                                          "🌙",  "👍🏽", " ",    "\x1b[7m", "\xff"};
  for (int round = 0; round < 2000; ++round) {
    const int width = 1 + below(12);
    const int height = 1 + below(4);
    Canvas canvas(width, height);
    for (int step = below(25); step > 0; --step) {
      const Style style{.fg = static_cast<Colour>(below(19)),
                        .bg = below(3) == 0 ? static_cast<Colour>(below(19)) : Colour::kPlain,
                        .bold = below(3) == 0,
                        .dim = below(4) == 0,
                        .underline = below(5) == 0,
                        .reverse = below(5) == 0};
      const int x = below(width + 4) - 2;
      const int y = below(height + 2) - 1;
      const std::string& word =
          words[static_cast<std::size_t>(below(static_cast<int>(words.size())))];
      switch (below(4)) {
        case 0: canvas.box(x, y, below(6), below(5), style); break;
        case 1: canvas.fill(x, y, below(6), below(4), style, word); break;
        default: canvas.put(x, y, word, style); break;
      }
    }
    const std::vector<std::string> plain = split_lines(canvas.render(ColourMode::kNone));
    const std::vector<std::string> ansi = split_lines(canvas.render(ColourMode::kAnsi));
    ASSERT_EQ(plain.size(), static_cast<std::size_t>(height));
    ASSERT_EQ(ansi.size(), static_cast<std::size_t>(height));
    for (std::size_t y = 0; y < plain.size(); ++y) {
      EXPECT_LE(display_width(plain[y]), width);
      EXPECT_TRUE(is_utf8(plain[y]));
      EXPECT_EQ(plain[y].find('\x1b'), std::string::npos);
      EXPECT_FALSE(plain[y].ends_with(' '));
      Terminal terminal;
      terminal.write(ansi[y]);
      EXPECT_LE(terminal.cells.size(), static_cast<std::size_t>(width));
      EXPECT_EQ(terminal.style(), "/");
      std::string shown = terminal.plain;
      while (shown.ends_with(' ')) shown.pop_back();
      EXPECT_EQ(shown, plain[y]);
    }
  }
}

// Cell by cell: any style after any other is shown as that style.
TEST(Canvas, EveryChangeOfStyleArrives) {
  std::vector<Style> styles;
  styles.reserve(64);
  for (int i = 0; i < 64; ++i) {
    styles.push_back({.fg = (i & 1) != 0 ? Colour::kRed : Colour::kPlain,
                      .bg = (i & 2) != 0 ? Colour::kSky : Colour::kPlain,
                      .bold = (i & 4) != 0,
                      .dim = (i & 8) != 0,
                      .underline = (i & 16) != 0,
                      .reverse = (i & 32) != 0});
  }
  for (const Style& first : styles) {
    for (const Style& second : styles) {
      Canvas canvas(2, 1);
      canvas.put(0, 0, "a", first);
      canvas.put(1, 0, "b", second);
      Terminal terminal;
      terminal.write(canvas.render(ColourMode::kAnsi));
      ASSERT_EQ(terminal.cells.size(), 2U);
      auto expected = [](const Style& style) {
        Terminal look;
        look.fg = style.fg == Colour::kRed ? "160" : "";
        look.bg = style.bg == Colour::kSky ? "117" : "";
        look.bold = style.bold;
        look.dim = style.dim;
        look.underline = style.underline;
        look.reverse = style.reverse;
        return look.style();
      };
      EXPECT_EQ(terminal.cells[0].style, expected(first));
      EXPECT_EQ(terminal.cells[1].style, expected(second));
      EXPECT_EQ(terminal.style(), "/");
      const int changes = (first != Style{}) + (first != second) + (second != Style{});
      EXPECT_EQ(terminal.changes, changes);
    }
  }
}

TEST(PlainSafe, StripsWhatSteersATerminal) {
  EXPECT_EQ(plain_safe("Ada"), "Ada");
  EXPECT_EQ(plain_safe("Zażółć 漢字 🌙"), "Zażółć 漢字 🌙");
  EXPECT_EQ(plain_safe("\x1b[31mred\x1b[0m"), "[31mred[0m");
  EXPECT_EQ(plain_safe("a\u009b31mb"), "a31mb");
  EXPECT_EQ(plain_safe("a\tb\nc\rd\be\x7f"), "a b c de");
  EXPECT_EQ(plain_safe("a\u202eb\u2066c\u200bd\ufeff"), "abcd");
  EXPECT_EQ(plain_safe("a\xff\xe6z"), "a\uFFFD\uFFFDz");
  EXPECT_EQ(plain_safe("👩‍🚀"), "👩‍🚀");
  EXPECT_EQ(plain_safe(std::string_view("a\0b", 3)), "ab");
}

TEST(PlainSafe, AnyBytesBecomeSafeText) {
  std::mt19937_64 random(8);
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (auto left = random() % 20; left > 0; --left) text += static_cast<char>(random() & 0xFF);
    const std::string safe = plain_safe(text);
    EXPECT_TRUE(is_utf8(safe));
    EXPECT_EQ(plain_safe(safe), safe);
    for (std::size_t at = 0; at < safe.size();) EXPECT_FALSE(is_control(next_code_point(safe, at)));
  }
}

}  // namespace
}  // namespace tidelock
