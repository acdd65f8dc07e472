# The toolchain of the page's engine: clang's wasm32-wasi with Debian's libc and libc++, without threads, exceptions and
# files.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CXX_COMPILER_WORKS TRUE)  # there is no archiver to try it with, and none is needed
set(CMAKE_C_COMPILER_WORKS TRUE)
set(TIDELOCK_WASM TRUE)
