// What tests of pictures and sentences share.
#pragma once

#include <string>
#include <vector>

namespace tidelock::testing {

inline std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace tidelock::testing
