# The toolchain of the GPU modules: clang's nvptx64 with the headers of this machine's libstdc++ and C library, of which
# the rules use only what is inline. No CUDA SDK. The driver compiles the PTX for its card: sm_70 is the oldest one.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR nvptx64)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET nvptx64-nvidia-cuda)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CXX_COMPILER_WORKS TRUE)  # there is no archiver and no linker to try it with, and none is needed
set(TIDELOCK_GPU TRUE)

file(GLOB versions /usr/include/c++/*)
list(SORT versions COMPARE NATURAL)
list(GET versions -1 standard)
get_filename_component(version ${standard} NAME)
set(CMAKE_CXX_FLAGS_INIT
    "-march=sm_70 -nogpulib -fno-rtti -D_GNU_SOURCE -D__linux__ -D__x86_64__ -nostdinc++ -isystem ${standard} -isystem /usr/include/x86_64-linux-gnu/c++/${version} -isystem /usr/include/x86_64-linux-gnu -isystem /usr/include")
