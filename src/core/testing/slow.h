// How much a test does: less where everything runs many times slower.
#pragma once

namespace tidelock::testing {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSlow = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kSlow = true;
#else
inline constexpr bool kSlow = false;
#endif
#else
inline constexpr bool kSlow = false;
#endif

// Of so many, how many.
[[nodiscard]] constexpr int some(int n) { return kSlow ? (n + 7) / 8 : n; }

}  // namespace tidelock::testing
