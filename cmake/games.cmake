# What CMake knows of games: src/games/list.cmake names them, and everything else is found in their folders.

# The files of a game's rules: they include its rules.h or play.h, which what is around them never does itself.
function(rules_of game out)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${game}/*.cpp)
  list(FILTER files EXCLUDE REGEX "_test\\.cpp$")
  set(found)
  foreach(file ${files})
    file(STRINGS ${file} includes REGEX "^#include \"${game}/(rules|play)\\.h\"")
    if(includes)
      list(APPEND found ${file})
    endif()
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# The ids of a game's packs as C++ strings, the newest first.
function(packs_of game out)
  file(GLOB packs RELATIVE ${PROJECT_SOURCE_DIR}/data/${game} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/${game}/*.json)
  list(TRANSFORM packs REPLACE "\\.json$" "")
  list(SORT packs COMPARE NATURAL ORDER DESCENDING)
  list(TRANSFORM packs REPLACE "(.+)" "\"\\1\"")
  list(JOIN packs ", " packs)
  set(${out} "${packs}" PARENT_SCOPE)
endfunction()

# Whether this build has a game: DEMO is said of those that are there to show and test how a game is made.
function(has_game out)
  set(${out} TRUE PARENT_SCOPE)
  if("DEMO" IN_LIST ARGN AND NOT TIDELOCK_DEMO)
    set(${out} FALSE PARENT_SCOPE)
  endif()
endfunction()

# The list of these games as a C++ file.
function(write_list_of_games file)
  set(declarations)
  set(entries)
  foreach(game ${ARGN})
    string(APPEND declarations "Entry ${game}_entry();  // NOLINT(readability-redundant-declaration)\n")
    list(APPEND entries "${game}_entry()")
  endforeach()
  list(JOIN entries ", " entries)
  configure_file(${PROJECT_SOURCE_DIR}/src/games/list.cpp.in ${file} @ONLY)
endfunction()
