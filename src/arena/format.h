// Numbers and columns in reports.
#pragma once

#include <string>

namespace tidelock::arena {

// The same digits with every C library: rounded in integers of the last digit.
[[nodiscard]] std::string fixed(double value, int digits);
// With its sign, also a plus.
[[nodiscard]] std::string signed_fixed(double value, int digits);
// Filled with spaces up to a width.
[[nodiscard]] std::string right(std::string text, std::size_t width);
[[nodiscard]] std::string left(std::string text, std::size_t width);

}  // namespace tidelock::arena
