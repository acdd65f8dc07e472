#include "arena/study_plots.h"

#include <algorithm>
#include <cmath>

#include "arena/format.h"
#include "arena/svg.h"

namespace tidelock::arena {

namespace {

constexpr double kWidth = 800;
constexpr double kLeft = 24;
constexpr double kTop = 92;
constexpr double kBottom = 52;
constexpr double kSign = 7.3;  // about as wide as a letter
constexpr int kMostMarks = 9;

// A sheet with a title, and what is drawn on it from top to bottom.
class Sheet {
 public:
  Sheet(const std::string& title, const std::string& below, double height, std::size_t longest)
      : height_(height), begin_(kLeft + 16 + kSign * static_cast<double>(longest)) {
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + fixed(kWidth, 0) + " " +
           fixed(height, 0) + "\" width=\"" + fixed(kWidth, 0) + "\" height=\"" + fixed(height, 0) +
           "\" role=\"img\" aria-label=\"" + xml(title) +
           "\">\n"
           "<style>\n"
           "  text { font: 13px system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif; fill: #222; }\n"
           "  .title { font-size: 18px; font-weight: 600; }\n"
           "  .small, .mark, .axis { font-size: 12px; fill: #666; }\n"
           "  .mark { text-anchor: middle; }\n"
           "  .limit { text-anchor: middle; font-size: 12px; fill: #b45309; }\n"
           "  .name, .value, .axis { text-anchor: end; }\n"
           "  .after { font-size: 12px; fill: #666; }\n"
           "  .value { font-size: 12px; fill: #666; }\n"
           "  .paper { fill: #fff; }\n"
           "  .grid { stroke: #e4e4e4; }\n"
           "  .rule { stroke: #bbb; }\n"
           "  .middle { stroke: #888; }\n"
           "  .edge { stroke: #d97706; stroke-dasharray: 5 4; }\n"
           "  .error { stroke: #2b6cb0; stroke-width: 2; }\n"
           "  .dot, .bar { fill: #2b6cb0; }\n"
           "  .shape { fill: #2b6cb0; fill-opacity: 0.75; }\n"
           "  .out { stroke: #c2410c; stroke-width: 2; }\n"
           "  .outdot { fill: #c2410c; }\n"
           "  .mean { stroke: #c2410c; stroke-width: 2; }\n"
           "  @media (prefers-color-scheme: dark) {\n"
           "    text { fill: #eee; }\n"
           "    .small, .mark, .axis, .value, .after { fill: #aaa; }\n"
           "    .limit { fill: #fbbf24; }\n"
           "    .paper { fill: #17181c; }\n"
           "    .grid { stroke: #2e3037; }\n"
           "    .rule { stroke: #4a4c55; }\n"
           "    .middle { stroke: #888; }\n"
           "    .edge { stroke: #fbbf24; }\n"
           "    .error { stroke: #7ab8f5; }\n"
           "    .dot, .bar, .shape { fill: #7ab8f5; }\n"
           "    .out, .mean { stroke: #fb923c; }\n"
           "    .outdot { fill: #fb923c; }\n"
           "  }\n"
           "</style>\n"
           "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
    text(kLeft, 34, "title", title);
    text(kLeft, 56, "small", below);
  }

  // What the width between begin and `right` before the edge stands for.
  void scale(double first, double last, double right) {
    first_ = first;
    last_ = last;
    end_ = kWidth - right;
  }
  [[nodiscard]] double x(double value) const {
    return begin_ + (value - first_) / (last_ - first_) * (end_ - begin_);
  }
  [[nodiscard]] double begin() const { return begin_; }
  [[nodiscard]] double end() const { return end_; }
  [[nodiscard]] double floor() const { return height_ - kBottom; }

  void text(double tx, double ty, const char* style, const std::string& words) {
    out_ += "<text class=\"" + std::string(style) + "\" x=\"" + fixed(tx, 1) + "\" y=\"" +
            fixed(ty, 1) + "\">" + xml(words) + "</text>\n";
  }
  void line(const char* style, double x1, double y1, double x2, double y2) {
    out_ += "<line class=\"" + std::string(style) + "\" x1=\"" + fixed(x1, 1) + "\" y1=\"" +
            fixed(y1, 1) + "\" x2=\"" + fixed(x2, 1) + "\" y2=\"" + fixed(y2, 1) + "\"/>\n";
  }
  void dot(const char* style, double cx, double cy) {
    out_ += "<circle class=\"" + std::string(style) + "\" cx=\"" + fixed(cx, 1) + "\" cy=\"" +
            fixed(cy, 1) + "\" r=\"4.5\"/>\n";
  }
  void rect(const char* style, double left, double top, double width, double height) {
    out_ += "<rect class=\"" + std::string(style) + "\" x=\"" + fixed(left, 1) + "\" y=\"" +
            fixed(top, 1) + "\" width=\"" + fixed(width, 1) + "\" height=\"" + fixed(height, 1) +
            "\"/>\n";
  }
  void path(const char* style, const std::string& d) {
    out_ += "<path class=\"" + std::string(style) + "\" d=\"" + d + "\"/>\n";
  }
  void marks(double step, int digits) {
    for (double mark = first_; mark <= last_ + step / 2; mark += step) {
      line("grid", x(mark), kTop - 8, x(mark), floor());
      text(x(mark), floor() + 18, "mark", fixed(mark, digits));
    }
  }
  void axis(const std::string& words) { text(end_, floor() + 40, "axis", words); }
  [[nodiscard]] std::string done() const { return out_ + "</svg>\n"; }

 private:
  double height_, begin_;
  double first_ = 0, last_ = 1, end_ = kWidth;
  std::string out_;
};

std::size_t longest_label(const std::vector<Bar>& bars) {
  std::size_t longest = 6;
  for (const Bar& bar : bars) longest = std::max(longest, length(bar.label));
  return longest;
}

}  // namespace

std::string bars_svg(const Bars& plot) {
  constexpr double kRow = 22;
  constexpr double kGap = 12;  // before what belongs together
  constexpr double kRight = 108;
  double least = plot.middle;
  double most = plot.middle;
  double height = kTop + kBottom;
  for (const Bar& bar : plot.bars) {
    height += kRow + (bar.first ? kGap : 0);
    if (bar.error < 0) continue;
    least = std::min(least, bar.value - bar.error);
    most = std::max(most, bar.value + bar.error);
  }
  for (const double limit : plot.limits) {
    least = std::min(least, limit);
    most = std::max(most, limit);
  }
  const double step = mark_step(std::max(most - least, 0.1), kMostMarks, plot.digits > 0 ? 0.1 : 1);
  Sheet sheet(plot.title, plot.below, height, longest_label(plot.bars));
  sheet.scale(std::floor(least / step) * step,
              std::max(std::ceil(most / step) * step, least + step), kRight);
  sheet.marks(step, step < 1 ? 1 : 0);
  sheet.line("middle", sheet.x(plot.middle), kTop - 8, sheet.x(plot.middle), sheet.floor());
  for (const double limit : plot.limits) {
    sheet.line("edge", sheet.x(limit), kTop - 8, sheet.x(limit), sheet.floor());
    sheet.text(sheet.x(limit), kTop - 12, "limit", fixed(limit, 0));
  }
  double y = kTop;
  bool any = false;
  for (const Bar& bar : plot.bars) {
    if (bar.first) {
      y += kGap;
      if (any) sheet.line("rule", kLeft, y - kGap / 2, kWidth - kLeft, y - kGap / 2);
    }
    any = true;
    const double middle = y + kRow / 2;
    y += kRow;
    sheet.text(sheet.begin() - 12, middle + 4.5, "name", bar.label);
    if (bar.error < 0) {
      sheet.text(sheet.end() + 84, middle + 4, "value", "too few");
      continue;
    }
    const bool out =
        !plot.limits.empty() && (bar.value < plot.limits.front() || bar.value > plot.limits.back());
    const double from = sheet.x(bar.value - bar.error);
    const double to = sheet.x(bar.value + bar.error);
    sheet.line(out ? "out" : "error", from, middle, to, middle);
    for (const double at : {from, to})
      sheet.line(out ? "out" : "error", at, middle - 4, at, middle + 4);
    sheet.dot(out ? "outdot" : "dot", sheet.x(bar.value), middle);
    sheet.text(sheet.end() + 84, middle + 4, "value",
               (plot.digits > 0 ? signed_fixed(bar.value, plot.digits) : fixed(bar.value, 0)) +
                   " ± " + fixed(bar.error, plot.digits));
  }
  sheet.axis(plot.axis);
  return sheet.done();
}

std::string columns_svg(const std::string& title, const std::string& below, const std::string& axis,
                        const std::vector<Bar>& bars) {
  constexpr double kRow = 20;
  constexpr double kRight = 72;
  double most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.value);
  const double step = mark_step(std::max(most, 1.0), kMostMarks);
  Sheet sheet(title, below, kTop + kRow * static_cast<double>(bars.size()) + kBottom,
              longest_label(bars));
  sheet.scale(0, std::max(step, std::ceil(most / step) * step), kRight);
  sheet.marks(step, 0);
  double y = kTop;
  for (const Bar& bar : bars) {
    sheet.text(sheet.begin() - 10, y + kRow / 2 + 4.5, "name", bar.label);
    sheet.rect("bar", sheet.begin(), y + 3, sheet.x(bar.value) - sheet.begin(), kRow - 6);
    sheet.text(sheet.x(bar.value) + 6, y + kRow / 2 + 4, "after",
               bar.value == 0 ? "never" : fixed(bar.value, bar.value < 10 ? 1 : 0));
    y += kRow;
  }
  sheet.axis(axis);
  return sheet.done();
}

std::string histograms_svg(const std::string& title, const std::string& below,
                           const std::vector<Histogram>& rows) {
  constexpr double kRow = 64;
  constexpr double kHigh = 50;  // the highest of a row
  constexpr double kRight = 32;
  constexpr std::size_t kBin = 2;
  std::size_t least = 1000000;
  std::size_t most = 0;
  std::size_t longest = 6;
  for (const Histogram& row : rows) {
    longest = std::max(longest, length(row.label));
    for (std::size_t i = 0; i < row.counts.size(); ++i) {
      if (row.counts[i] == 0) continue;
      least = std::min(least, i);
      most = std::max(most, i);
    }
  }
  if (least > most) least = 0;
  const double step = mark_step(static_cast<double>(most - least + 1), kMostMarks, 10);
  Sheet sheet(title, below, kTop + kRow * static_cast<double>(rows.size()) + kBottom, longest);
  sheet.scale(std::floor(static_cast<double>(least) / step) * step,
              std::ceil(static_cast<double>(most + 1) / step) * step, kRight);
  sheet.marks(step, 0);
  double y = kTop;
  for (const Histogram& row : rows) {
    y += kRow;
    std::vector<double> bins(row.counts.size() / kBin + 1);
    double highest = 1;
    for (std::size_t i = 0; i < row.counts.size(); ++i) {
      bins[i / kBin] += static_cast<double>(row.counts[i]);
      highest = std::max(highest, bins[i / kBin]);
    }
    std::string path;
    for (std::size_t b = 0; b < bins.size(); ++b) {
      if (bins[b] == 0) continue;
      const double left = sheet.x(static_cast<double>(b * kBin));
      const double right = sheet.x(static_cast<double>((b + 1) * kBin));
      const double top = y - kHigh * bins[b] / highest;
      path += "M" + fixed(left, 1) + " " + fixed(y, 1) + "V" + fixed(top, 1) + "H" +
              fixed(right, 1) + "V" + fixed(y, 1) + "Z";
    }
    sheet.path("shape", path);
    sheet.line("rule", sheet.begin(), y, sheet.end(), y);
    sheet.line("mean", sheet.x(row.mean), y - kHigh - 4, sheet.x(row.mean), y);
    sheet.text(sheet.begin() - 12, y - 22, "name", row.label);
    sheet.text(sheet.begin() - 12, y - 6, "value", "mean " + fixed(row.mean, 1));
  }
  sheet.axis("points");
  return sheet.done();
}

}  // namespace tidelock::arena
