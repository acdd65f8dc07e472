// Plots of a study as SVG: plain, light and dark.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tidelock::arena {

struct Bar {
  std::string label;
  double value = 0;
  double error = 0;    // to each side; less than 0: nothing is known
  bool first = false;  // of several that belong together
};

struct Bars {
  std::string title, below;  // `below` the title, smaller
  std::string axis;
  double middle = 0;           // what all are compared with
  std::vector<double> limits;  // marked; what lies outside stands out
  int digits = 0;              // behind the point
  std::vector<Bar> bars;
};

// From top to bottom, a dot and its error for each.
[[nodiscard]] std::string bars_svg(const Bars& plot);
// From top to bottom, as long as the value.
[[nodiscard]] std::string columns_svg(const std::string& title, const std::string& below,
                                      const std::string& axis, const std::vector<Bar>& bars);

struct Histogram {
  std::string label;
  std::vector<std::uint64_t> counts;  // by score
  double mean = 0;
};
// One below the other, over the same axis, each as high as the others.
[[nodiscard]] std::string histograms_svg(const std::string& title, const std::string& below,
                                         const std::vector<Histogram>& rows);

}  // namespace tidelock::arena
