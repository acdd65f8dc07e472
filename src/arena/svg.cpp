#include "arena/svg.h"

#include <algorithm>

#include "core/canvas.h"

namespace tidelock::arena {

std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string xml(std::string_view text) {
  std::string out;
  for (const char c : plain_safe(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

double mark_step(double span, int most, double least) {
  double step = least;
  while (true) {
    for (const double times : {1.0, 2.0, 5.0}) {
      if (span / (step * times) <= most) return step * times;
    }
    step *= 10;
  }
}

}  // namespace tidelock::arena
