// Names that two messages have in common, where one function writes or reads both: a static_assert
// of them no longer compiles when one of the messages gets another name for it.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace tidelock {

[[nodiscard]] consteval bool same_names(
    std::initializer_list<std::pair<std::string_view, std::string_view>> names) {
  return std::all_of(names.begin(), names.end(),
                     [](const auto& pair) { return pair.first == pair.second; });
}

}  // namespace tidelock
