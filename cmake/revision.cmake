# Names the revision of this source tree: cmake [-DOUT=FILE] -P cmake/revision.cmake
# Without OUT it prints the full version: 0.2.0 at the tag v0.2.0, else 0.2.0~git20261119.abcdef0.
# OUT is a C++ file for src/cli/revision.h.
cmake_policy(VERSION 3.21)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
file(STRINGS ${root}/src/core/version.h version REGEX "kVersion = ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" version "${version}")

function(git out)
  execute_process(COMMAND git -C ${root} ${ARGN} OUTPUT_VARIABLE said ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${out} "${said}" PARENT_SCOPE)
endfunction()

# A tarball has the answers in revision.txt; in a checkout that file holds only the questions.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/revision.txt lines)
list(GET lines 0 hash)
if(hash MATCHES "^[0-9a-f]+$")
  list(LENGTH lines length)
  list(GET lines 1 date)
  set(tag "")
  if(length GREATER 2)
    list(GET lines 2 tag)
  endif()
elseif(EXISTS ${root}/.git)
  git(hash rev-parse HEAD)
  git(date show -s --format=%cs HEAD)
  git(tag describe --tags --match v* HEAD)
else()
  set(hash "")
endif()

if(hash STREQUAL "")
  set(full "${version}~unknown")
  set(revision "unknown")
else()
  string(SUBSTRING ${hash} 0 7 short)
  string(SUBSTRING ${hash} 0 12 revision)
  string(REPLACE "-" "" date "${date}")
  if(tag STREQUAL "v${version}")
    set(full "${version}")
  else()
    set(full "${version}~git${date}.${short}")
  endif()
endif()

if(OUT)
  file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
#include "cli/revision.h"

namespace tidelock::cli {
const char* const kFullVersion = "@full@";
const char* const kRevision = "@revision@";
}  // namespace tidelock::cli
]])
else()
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${full})
endif()
