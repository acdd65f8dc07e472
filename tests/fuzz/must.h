// What every target promises whatever its input is.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace tidelock::fuzz {

// Our own mistake, not the input's: the fuzzer keeps what led here.
[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "broken promise: %s\n", what.c_str());
  std::abort();
}
inline void must(bool holds, const std::string& what) {
  if (!holds) fail(what);
}

}  // namespace tidelock::fuzz
