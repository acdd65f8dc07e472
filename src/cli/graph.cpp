#include "cli/graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "arena/svg.h"

namespace tidelock::cli {

namespace {

constexpr int kWidth = 72;
constexpr int kRows = 11;
constexpr int kAxis = 6;  // columns of the scale on the left

constexpr std::array<Colour, kMaxSeats> kColours = {Colour::kOrange, Colour::kSky, Colour::kLime,
                                                    Colour::kPink};

bool alone(const table::Analysis& analysis) { return analysis.seats == 1; }

// What the top of the graph stands for: a certain win, or alone a round number of points.
double top_of(const table::Analysis& analysis) {
  if (!alone(analysis)) return 1;
  double most = 10;
  for (const auto& point : analysis.graph) most = std::max(most, point.values[0]);
  return std::ceil(most / 10) * 10;
}

std::string scale_text(const table::Analysis& analysis, double part) {
  const auto n = static_cast<int>(std::lround(part * (alone(analysis) ? top_of(analysis) : 100)));
  return std::to_string(n) + (alone(analysis) ? "" : " %");
}

std::string title_of(const table::Analysis& analysis, const Teller& teller) {
  return teller.say(alone(analysis) ? "shell.analyse.graph.alone" : "shell.analyse.graph");
}

// The point that a column of the graph shows: the last of those that fall into it.
std::size_t point_at(std::size_t column, std::size_t columns, std::size_t points) {
  return points <= columns ? column * points / columns : (column + 1) * points / columns - 1;
}

std::string number(double value) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

}  // namespace

std::vector<std::string> graph_lines(const table::Analysis& analysis, const Teller& teller,
                                     Signs signs, ColourMode mode) {
  const auto& graph = analysis.graph;
  if (graph.empty()) return {};
  const bool filled = signs == Signs::kBlocks && analysis.seats <= 2;
  constexpr int kColumns = kWidth - kAxis - 1;
  constexpr int kBelow = 2;
  Canvas canvas(kWidth, kRows + 1 + kBelow + 1);
  canvas.put(0, 0, title_of(analysis, teller), Style{.bold = true});
  for (int row = 0; row < kRows; ++row) {
    if (row % 5 == 0) {
      const std::string text = scale_text(analysis, 1 - row / (kRows - 1.0));
      canvas.put(kAxis - 1 - display_width(text), row + 1, text);
    }
    const bool mark = row % 5 == 0;
    canvas.put(kAxis, row + 1, signs == Signs::kAscii ? (mark ? "+" : "|") : (mark ? "┤" : "│"));
  }
  const double top = top_of(analysis);
  for (int column = 0; column < kColumns; ++column) {
    const auto& point = graph[point_at(static_cast<std::size_t>(column), kColumns, graph.size())];
    const int x = kAxis + 1 + column;
    const auto part = [&](int seat) {
      return std::clamp(point.values[static_cast<std::size_t>(seat)] / top, 0.0, 1.0);
    };
    if (filled) {
      // Eighths of a cell, from below.
      static constexpr std::array<const char*, 9> kParts = {" ", "▁", "▂", "▃", "▄",
                                                            "▅", "▆", "▇", "█"};
      const auto eighths = static_cast<int>(std::lround(part(0) * kRows * 8));
      Style style{.fg = kColours[0]};
      for (int row = 0; row < kRows; ++row) {
        const int here = std::clamp(eighths - 8 * (kRows - 1 - row), 0, 8);
        canvas.put(x, row + 1, kParts[static_cast<std::size_t>(here)], style);
      }
      continue;
    }
    std::array<int, kRows> seen{};
    for (int seat = 0; seat < analysis.seats; ++seat) {
      const auto row = static_cast<int>(std::lround((1 - part(seat)) * (kRows - 1)));
      const bool taken = seen[static_cast<std::size_t>(row)]++ > 0;
      canvas.put(x, row + 1, taken ? "*" : std::to_string(seat + 1),
                 taken ? Style{} : Style{.fg = kColours[static_cast<std::size_t>(seat)]});
    }
  }
  // Where it turned, and which entries of the record these are.
  for (const auto& turn : analysis.turning_points) {
    for (int column = 0; column < kColumns; ++column) {
      if (point_at(static_cast<std::size_t>(column), kColumns, graph.size()) < turn.decision)
        continue;
      canvas.put(kAxis + 1 + column, kRows + 1, signs == Signs::kAscii ? "^" : "▲");
      break;
    }
  }
  const std::string last = std::to_string(graph.back().entry);
  canvas.put(kAxis + 1, kRows + 2, std::to_string(graph.front().entry));
  const std::string entries = teller.say("shell.analyse.entries");
  canvas.put(kAxis + 1 + (kColumns - display_width(entries)) / 2, kRows + 2, entries);
  canvas.put(kWidth - display_width(last), kRows + 2, last);
  if (filled && analysis.seats == 2) {
    canvas.put(kAxis + 1, kRows + 3,
               teller.say({"shell.analyse.graph.below",
                           {{"a", literal(teller.name(0))}, {"b", literal(teller.name(1))}}}));
  } else if (!alone(analysis)) {
    int x = kAxis + 1;
    for (Seat seat = 0; seat < analysis.seats; ++seat) {
      x = canvas.put(x, kRows + 3, std::to_string(seat + 1) + " " + teller.name(seat),
                     Style{.fg = kColours[static_cast<std::size_t>(seat)]}) +
          3;
    }
  }
  std::vector<std::string> lines(1);
  for (const char c : canvas.render(mode)) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  while (lines.back().empty()) lines.pop_back();
  return lines;
}

std::string graph_svg(const table::Analysis& analysis, const Teller& teller,
                      const std::string& title) {
  constexpr double kPicture = 900;
  constexpr double kHeight = 440;
  constexpr double kLeft = 64;
  constexpr double kRight = kPicture - 150;  // names stand there
  constexpr double kTop = 84;
  constexpr double kFloor = kHeight - 56;
  constexpr double kLine = 18;  // of names, so that none covers another
  const auto& graph = analysis.graph;
  const double top = top_of(analysis);
  const auto x = [&](std::size_t i) {
    const auto n = static_cast<double>(std::max<std::size_t>(1, graph.size() - 1));
    return kLeft + (kRight - kLeft) * static_cast<double>(i) / n;
  };
  const auto y = [&](double value) {
    return kFloor - (kFloor - kTop) * std::clamp(value / top, 0.0, 1.0);
  };
  const auto text = [&](double tx, double ty, const std::string& style, const std::string& words) {
    return "<text class=\"" + style + "\" x=\"" + number(tx) + "\" y=\"" + number(ty) + "\">" +
           arena::xml(words) + "</text>\n";
  };
  const auto line = [&](const char* style, double x1, double y1, double x2, double y2) {
    return "<line class=\"" + std::string(style) + "\" x1=\"" + number(x1) + "\" y1=\"" +
           number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) + "\"/>\n";
  };
  const std::string about = title_of(analysis, teller);
  std::string out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 440\" width=\"900\" "
      "height=\"440\" role=\"img\" aria-label=\"" +
      arena::xml(about) +
      "\">\n"
      "<style>\n"
      "  text { font: 14px system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif; fill: #222; }\n"
      "  .title { font-size: 18px; font-weight: 600; }\n"
      "  .small, .mark, .scale { font-size: 12px; fill: #666; }\n"
      "  .mark { text-anchor: middle; }\n"
      "  .scale { text-anchor: end; }\n"
      "  .paper { fill: #fff; }\n"
      "  .grid { stroke: #ddd; }\n"
      "  .axis { stroke: #999; }\n"
      "  .turn { stroke: #999; stroke-dasharray: 3 4; }\n"
      "  .seat { fill: none; stroke-width: 2.5; stroke-linejoin: round; }\n"
      "  .dot { stroke: #fff; stroke-width: 1.5; }\n"
      "  .s1 { stroke: #c2570c; } .f1 { fill: #c2570c; }\n"
      "  .s2 { stroke: #1d5fa8; } .f2 { fill: #1d5fa8; }\n"
      "  .s3 { stroke: #2f7d32; } .f3 { fill: #2f7d32; }\n"
      "  .s4 { stroke: #8e3a9d; } .f4 { fill: #8e3a9d; }\n"
      "  @media (prefers-color-scheme: dark) {\n"
      "    text { fill: #eee; }\n"
      "    .small, .mark, .scale { fill: #aaa; }\n"
      "    .paper { fill: #17181c; }\n"
      "    .grid { stroke: #3a3c44; }\n"
      "    .axis, .turn { stroke: #777; }\n"
      "    .dot { stroke: #17181c; }\n"
      "    .s1 { stroke: #f59e5b; } .f1 { fill: #f59e5b; }\n"
      "    .s2 { stroke: #7ab8f5; } .f2 { fill: #7ab8f5; }\n"
      "    .s3 { stroke: #7fd083; } .f3 { fill: #7fd083; }\n"
      "    .s4 { stroke: #d99be6; } .f4 { fill: #d99be6; }\n"
      "  }\n"
      "</style>\n"
      "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
  out += text(24, 34, "title", title);
  out += text(24, 56, "small", about);
  for (int mark = 0; mark <= 4; ++mark) {
    const double at = y(top * mark / 4);
    out += line(mark == 0 ? "axis" : "grid", kLeft, at, kRight, at);
    out += text(kLeft - 8, at + 4, "scale", scale_text(analysis, mark / 4.0));
  }
  out += line("axis", kLeft, kTop, kLeft, kFloor);
  if (graph.empty()) return out + "</svg>\n";

  // About eight entries on the axis.
  const std::size_t step = std::max<std::size_t>(1, (graph.size() + 6) / 8);
  for (std::size_t i = 0; i < graph.size(); i += step) {
    out += line("axis", x(i), kFloor, x(i), kFloor + 5);
    out += text(x(i), kFloor + 20, "mark", std::to_string(graph[i].entry));
  }
  out += text((kLeft + kRight) / 2, kFloor + 42, "mark", teller.say("shell.analyse.entries"));
  for (const auto& turn : analysis.turning_points)
    out += line("turn", x(turn.decision), kTop, x(turn.decision), kFloor);

  struct Label {
    double y;
    std::size_t seat;
  };
  std::vector<Label> labels;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(analysis.seats); ++seat) {
    const std::string n = std::to_string(seat + 1);
    out += "<polyline class=\"seat s" + n + "\" points=\"";
    for (std::size_t i = 0; i < graph.size(); ++i)
      out += (i == 0 ? "" : " ") + number(x(i)) + "," + number(y(graph[i].values[seat]));
    out += "\"/>\n";
    labels.push_back({y(graph.back().values[seat]), seat});
  }
  // A turning point on the line of who decided, and its entry of the record above.
  for (const auto& turn : analysis.turning_points) {
    const auto seat = static_cast<std::size_t>(analysis.decisions[turn.decision].seat);
    out += "<circle class=\"dot f" + std::to_string(seat + 1) + "\" cx=\"" +
           number(x(turn.decision)) + "\" cy=\"" + number(y(graph[turn.decision].values[seat])) +
           "\" r=\"5\"/>\n";
    out += text(x(turn.decision), kTop - 6, "mark", std::to_string(graph[turn.decision].entry));
  }
  // Names from above, pushed apart; then back up, where they would leave the picture.
  std::stable_sort(labels.begin(), labels.end(),
                   [](const Label& a, const Label& b) { return a.y < b.y; });
  for (std::size_t i = 1; i < labels.size(); ++i)
    labels[i].y = std::max(labels[i].y, labels[i - 1].y + kLine);
  for (std::size_t i = labels.size(); i-- > 0;) {
    const double most = i + 1 < labels.size() ? labels[i + 1].y - kLine : kFloor;
    labels[i].y = std::min(labels[i].y, most);
  }
  constexpr int kLongestName = 16;
  for (const Label& label : labels)
    out += text(kRight + 10, label.y + 5, "f" + std::to_string(label.seat + 1),
                clip(teller.name(static_cast<Seat>(label.seat)), kLongestName));
  return out + "</svg>\n";
}

}  // namespace tidelock::cli
