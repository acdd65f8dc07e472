// How much a test does: less where everything runs many times slower.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define TIDELOCK_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TIDELOCK_SANITIZED
#endif
#endif

namespace tidelock::testing {

#if defined(TIDELOCK_SANITIZED)
inline constexpr bool kSlow = true;
#else
inline constexpr bool kSlow = false;
#endif

// Of so many, how many.
[[nodiscard]] constexpr int some(int n) { return kSlow ? (n + 7) / 8 : n; }

}  // namespace tidelock::testing
