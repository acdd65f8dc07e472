# C++ names for what the schemas of docs/schema describe, made when the build is configured and made anew when a schema
# changes. In ${CMAKE_BINARY_DIR}/messages:
#   core/codes.h          enum class Code: what can be wrong with a request (codes.json)
#   NAME/why.h            enum class Why: why the game NAME alone refuses a move (NAME-refusal.json)
#   core/record_names.h   the members of a record (record.json)
#   table/message_names.h enum class Verb, the members each takes, and those of requests and answers (message.json,
#                         answer.json)
# C++ writes answer::legal::kMoves and not "moves", so that it no longer compiles when a schema calls it otherwise. CMake
# reads the JSON itself: nobody needs another program to build tidelock.

set(TIDELOCK_MESSAGES ${CMAKE_BINARY_DIR}/messages)

function(read_schema name out)
  set(file ${PROJECT_SOURCE_DIR}/docs/schema/${name}.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# "every_ms", "not-legal" -> EveryMs, NotLegal
function(camel name out)
  string(REGEX REPLACE "[_-]" ";" words "${name}")
  set(text "")
  foreach(word ${words})
    string(SUBSTRING "${word}" 0 1 first)
    string(SUBSTRING "${word}" 1 -1 rest)
    string(TOUPPER "${first}" first)
    string(APPEND text "${first}${rest}")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(write_if_changed file text)
  file(CONFIGURE OUTPUT ${TIDELOCK_MESSAGES}/${file} CONTENT "${text}" @ONLY)
endfunction()

# The member `key` of an object; empty if there is none that is an object or a list.
function(part_of schema key out)
  string(JSON kind ERROR_VARIABLE none TYPE "${schema}" ${key})
  set(part "")
  if(kind STREQUAL "OBJECT" OR kind STREQUAL "ARRAY")
    string(JSON part GET "${schema}" ${key})
  endif()
  set(${out} "${part}" PARENT_SCOPE)
endfunction()

# One constant for each member of an object, kTakes with all of them, and a namespace for the members of an object inside.
# What an object has only under some condition, and what a list is made of, counts too.
function(write_members schema file out)
  set(text "")
  set(names "")
  set(part_0 "${schema}")
  set(parts 1)
  set(at 0)
  while(at LESS parts)
    set(part "${part_${at}}")
    math(EXPR at "${at} + 1")
    foreach(word then else items)
      part_of("${part}" ${word} inner)
      if(NOT inner STREQUAL "")
        string(JSON ref ERROR_VARIABLE none GET "${inner}" "$ref")
        if(NOT none AND ref MATCHES "^#/\\$defs/(.*)$")
          string(JSON inner GET "${file}" "$defs" ${CMAKE_MATCH_1})
        endif()
        set(part_${parts} "${inner}")
        math(EXPR parts "${parts} + 1")
      endif()
    endforeach()
    part_of("${part}" properties properties)
    if(properties STREQUAL "")
      continue()
    endif()
    string(JSON count LENGTH "${properties}")
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
      string(JSON name MEMBER "${properties}" ${i})
      if(name IN_LIST names)
        continue()
      endif()
      list(APPEND names ${name})
      camel(${name} constant)
      string(APPEND text "inline constexpr const char* k${constant} = \"${name}\";\n")
      part_of("${properties}" ${name} inner)
      if(inner MATCHES "\"properties\"")
        write_members("${inner}" "${file}" inner_text)
        string(APPEND text "namespace ${name} {\n${inner_text}}\n")
      endif()
    endforeach()
  endwhile()
  if(names)
    list(TRANSFORM names REPLACE "(.+)" "\"\\1\"")
    list(JOIN names ", " names)
    string(APPEND text "inline constexpr std::string_view kTakes[] = {${names}};\n")
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# A namespace for each object among the definitions of a file; one that is called like a word of C++ gets an
# underscore.
function(space_of name out)
  string(REGEX REPLACE "([a-z])([A-Z])" "\\1_\\2" space ${name})
  string(TOLOWER ${space} space)
  string(REGEX REPLACE "^new$" "new_" space ${space})
  set(${out} ${space} PARENT_SCOPE)
endfunction()

function(write_definitions file out)
  set(text "")
  string(JSON count LENGTH "${file}" "$defs")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON name MEMBER "${file}" "$defs" ${i})
    string(JSON schema GET "${file}" "$defs" ${name})
    write_members("${schema}" "${file}" members)
    if(members STREQUAL "")
      continue()
    endif()
    space_of(${name} space)
    string(APPEND text "namespace ${space} {\n${members}}\n")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# --- codes ---

# An enumeration of the codes that a schema lists, each with its name.
function(write_codes codes enumeration table space source file)
  set(values "")
  set(names "")
  string(JSON count LENGTH "${codes}")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON code GET "${codes}" ${i} const)
    string(JSON meaning GET "${codes}" ${i} description)
    camel(${code} constant)
    string(APPEND values "  k${constant},  // ${meaning}\n")
    string(APPEND names "    \"${code}\",\n")
  endforeach()
  write_if_changed(${file} "// Made from docs/schema/${source}.json by cmake/messages.cmake.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ${space} {

enum class ${enumeration} : std::uint8_t {
${values}};

inline constexpr std::array<std::string_view, ${count}> ${table} = {
${names}};

// As messages spell it.
[[nodiscard]] constexpr std::string_view name_of(${enumeration} code) {
  return ${table}[static_cast<std::size_t>(code)];
}

}  // namespace ${space}
")
endfunction()

read_schema(codes schema)
string(JSON codes GET "${schema}" oneOf)
write_codes("${codes}" Code kCodes tidelock codes core/codes.h)
file(GLOB refusals CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/schema/*-refusal.json)
foreach(file ${refusals})
  get_filename_component(name ${file} NAME_WE)
  string(REPLACE "-refusal" "" game ${name})
  read_schema(${name} schema)
  string(JSON codes ERROR_VARIABLE none GET "${schema}" "$defs" code oneOf)
  if(NOT none)
    write_codes("${codes}" Why kWhys tidelock::${game} ${name} ${game}/why.h)
  endif()
endforeach()

# --- records ---

read_schema(record schema)
write_members("${schema}" "${schema}" members)
write_if_changed(core/record_names.h "// Made from docs/schema/record.json by cmake/messages.cmake.
#pragma once

#include <string_view>

namespace tidelock::record {

${members}
}  // namespace tidelock::record
")

# --- requests and answers ---

read_schema(message requests)
read_schema(answer answers)
set(values "")
set(table "")
string(JSON verbs LENGTH "${requests}" oneOf)
math(EXPR last "${verbs} - 1")
foreach(i RANGE ${last})
  string(JSON ref GET "${requests}" oneOf ${i} "$ref")
  string(REPLACE "#/$defs/" "" verb ${ref})
  camel(${verb} constant)
  space_of(${verb} space)
  string(APPEND values "  k${constant},\n")
  string(APPEND table "    {\"${verb}\", request::${space}::kTakes},\n")
endforeach()
write_definitions("${requests}" request_names)
write_definitions("${answers}" answer_names)
write_if_changed(table/message_names.h "// Made from docs/schema/message.json and answer.json by cmake/messages.cmake.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace tidelock::table {

// The members of requests.
namespace request {
${request_names}}  // namespace request

// The members of answers.
namespace answer {
${answer_names}}  // namespace answer

enum class Verb : std::uint8_t {
${values}};

struct VerbFacts {
  std::string_view name;
  std::span<const std::string_view> takes;  // the members of its request
};

inline constexpr std::array<VerbFacts, ${verbs}> kVerbs = {{
${table}}};

}  // namespace tidelock::table
")
