# Which -march this build uses. The results of a game never depend on it (integers only); its speed does.
if(TIDELOCK_MARCH STREQUAL "auto")
  include(CheckCXXSourceRuns)
  check_cxx_source_runs(
    "int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }"
    TIDELOCK_HAS_V3)
  if(TIDELOCK_HAS_V3)
    set(TIDELOCK_MARCH_RESOLVED "x86-64-v3")
  else()
    set(TIDELOCK_MARCH_RESOLVED "none")
  endif()
else()
  set(TIDELOCK_MARCH_RESOLVED "${TIDELOCK_MARCH}")
endif()
