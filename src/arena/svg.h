// What plots share.
#pragma once

#include <string>
#include <string_view>

namespace tidelock::arena {

// Characters, not bytes: labels may hold more than ASCII.
[[nodiscard]] std::size_t length(std::string_view text);
// Safe between tags and in attributes.
[[nodiscard]] std::string xml(std::string_view text);
// A round distance between marks, not below `least`, so that there are at most `most` of them.
[[nodiscard]] double mark_step(double span, int most, double least = 1);

}  // namespace tidelock::arena
