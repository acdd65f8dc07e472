#include "arena/format.h"

#include <cmath>
#include <cstdint>

namespace tidelock::arena {

std::string fixed(double value, int digits) {
  const double scale = std::pow(10.0, digits);
  const auto rounded = static_cast<std::int64_t>(std::llround(std::abs(value) * scale));
  std::string text = std::to_string(rounded);
  const auto n = static_cast<std::size_t>(digits);
  while (text.size() <= n) text.insert(text.begin(), '0');
  if (digits > 0) text.insert(text.size() - n, ".");
  return (value < 0 && rounded != 0 ? "-" : "") + text;
}

std::string signed_fixed(double value, int digits) {
  std::string text = fixed(value, digits);
  return text.front() == '-' ? text : "+" + text;
}

std::string right(std::string text, std::size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

std::string left(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

}  // namespace tidelock::arena
