// The version of tidelock, and the only place where it is written: CMakeLists.txt reads it here.
#pragma once

#include <string_view>

namespace tidelock {
inline constexpr std::string_view kVersion = "0.2.0";
}
