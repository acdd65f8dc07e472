// The version of the program, as it tells it.
#pragma once

#include <string_view>

namespace tidelock {
inline constexpr std::string_view kVersion = "0.1.0";
}
