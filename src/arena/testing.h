// What tests of the arena share.
#pragma once

namespace tidelock::arena {

// Whatever is told on the way: go on.
inline constexpr auto kGoOn = [](const auto& /*so_far*/) { return true; };

}  // namespace tidelock::arena
