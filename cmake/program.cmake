# What the program knows of itself; included where the target tidelock is made.

# Which revision this is: written again when HEAD moves, also in a worktree.
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} rev-parse --git-path logs/HEAD
                OUTPUT_VARIABLE moves_of_head ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(moves_of_head)
  get_filename_component(moves_of_head ${moves_of_head} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
endif()
if(NOT EXISTS "${moves_of_head}")
  set(moves_of_head)
endif()
set(revision ${CMAKE_CURRENT_BINARY_DIR}/revision.cpp)
add_custom_command(
  OUTPUT ${revision}
  COMMAND ${CMAKE_COMMAND} -DOUT=${revision} -P ${PROJECT_SOURCE_DIR}/cmake/revision.cmake
  DEPENDS ${moves_of_head} core/version.h ${PROJECT_SOURCE_DIR}/cmake/revision.cmake ${PROJECT_SOURCE_DIR}/cmake/revision.txt
  VERBATIM)
target_sources(tidelock PRIVATE ${revision})

# Where the page is installed, seen from the program: both can be moved together.
include(GNUInstallDirs)
file(RELATIVE_PATH page_from_program ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_DATADIR}/tidelock/page)
target_compile_definitions(tidelock PRIVATE TIDELOCK_PAGE_FROM_PROGRAM="${page_from_program}")
