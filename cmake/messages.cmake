# C++ names for what the schemas of docs/schema describe, made when the build is configured and made anew when a schema
# changes. In ${CMAKE_BINARY_DIR}/messages:
#   core/codes.h          enum class Code: what can be wrong with a request (codes.json)
#   NAME/why.h            enum class Why: why the game NAME alone refuses a move (NAME-refusal.json)
#   core/record_names.h   the members of a record (record.json)
#   core/any_names.h      the members that the moves and the events of all games have (*-move.json, *-event.json), and
#                         those of refusals that are the same for all
#   table/message_names.h enum class Verb, the members each takes, and those of requests and answers (message.json,
#                         answer.json)
#   arena/message_names.h the members of what an outside bot is asked and answers (choose.json)
#   server/message_names.h the members of what a server is asked and tells (server.json, account.json)
#   NAME/schema.h         the members of a game's own messages (NAME-*.json), where it has such schemas
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

# A schema, or the definition of this file that it refers to.
function(resolved schema file out)
  string(JSON ref ERROR_VARIABLE none GET "${schema}" "$ref")
  if(NOT none AND ref MATCHES "^#/\\$defs/(.*)$")
    string(JSON schema GET "${file}" "$defs" ${CMAKE_MATCH_1})
  endif()
  set(${out} "${schema}" PARENT_SCOPE)
endfunction()

# The members of an object, what has to be there first: CMake tells them by the alphabet, and people read them in errors.
function(in_order schema properties out)
  set(names "")
  part_of("${schema}" required required)
  foreach(list required properties)
    if(NOT ${list} STREQUAL "")
      string(JSON count LENGTH "${${list}}")
      math(EXPR last "${count} - 1")
      foreach(i RANGE ${last})
        if(list STREQUAL "required")
          string(JSON name GET "${required}" ${i})
        else()
          string(JSON name MEMBER "${properties}" ${i})
        endif()
        string(JSON kind ERROR_VARIABLE none TYPE "${properties}" ${name})
        if(NOT none)
          list(APPEND names ${name})
        endif()
      endforeach()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

# One constant for each member of an object, kTakes with all of them, and a namespace for the members of an object inside.
# What an object has only under some condition, what a list is made of, and each of several kinds counts too.
function(write_members schema file out)
  set(text "")
  set(names "")
  set(inside "")
  set(part_0 "${schema}")
  set(parts 1)
  set(at 0)
  while(at LESS parts)
    set(one "${part_${at}}")
    math(EXPR at "${at} + 1")
    foreach(word then else items)
      part_of("${one}" ${word} inner)
      if(NOT inner STREQUAL "")
        resolved("${inner}" "${file}" part_${parts})
        math(EXPR parts "${parts} + 1")
      endif()
    endforeach()
    foreach(word oneOf anyOf allOf prefixItems)
      part_of("${one}" ${word} kinds)
      if(NOT kinds STREQUAL "")
        string(JSON count LENGTH "${kinds}")
        math(EXPR last "${count} - 1")
        foreach(i RANGE ${last})
          string(JSON inner GET "${kinds}" ${i})
          resolved("${inner}" "${file}" part_${parts})
          math(EXPR parts "${parts} + 1")
        endforeach()
      endif()
    endforeach()
    names_of_patterns("${one}" patterns)
    foreach(name ${patterns})
      if(NOT name IN_LIST names)
        list(APPEND names ${name})
        camel(${name} constant)
        string(APPEND text "inline constexpr const char* k${constant} = \"${name}\";\n")
      endif()
    endforeach()
    part_of("${one}" properties properties)
    if(properties STREQUAL "")
      continue()
    endif()
    in_order("${one}" "${properties}" members)
    foreach(name ${members})
      if(NOT name IN_LIST names)
        list(APPEND names ${name})
        camel(${name} constant)
        string(APPEND text "inline constexpr const char* k${constant} = \"${name}\";\n")
      endif()
      part_of("${properties}" ${name} inner)
      if(NOT name IN_LIST inside AND inner MATCHES "\"(properties|patternProperties)\"")
        list(APPEND inside ${name})
        write_members("${inner}" "${file}" inner_text)
        space_of(${name} space)
        string(APPEND text "namespace ${space} {\n${inner_text}}\n")
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

# What a namespace is called: one like a word of C++ gets an underscore.
function(space_of name out)
  string(REGEX REPLACE "([a-z])([A-Z])" "\\1_\\2" space ${name})
  string(REPLACE "-" "_" space ${space})
  string(TOLOWER ${space} space)
  string(REGEX REPLACE "^(auto|case|default|delete|do|else|for|if|new|private|public|return|switch|this|while)$" "\\1_" space ${space})
  set(${out} ${space} PARENT_SCOPE)
endfunction()

# The members that a pattern lists: ^(tiles|pairs)$.
function(names_of_patterns schema out)
  set(names "")
  part_of("${schema}" patternProperties patterns)
  if(NOT patterns STREQUAL "")
    string(JSON count LENGTH "${patterns}")
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
      string(JSON pattern MEMBER "${patterns}" ${i})
      if(pattern MATCHES "^\\^\\(?([A-Za-z0-9_|-]+)\\)?\\$$")
        string(REPLACE "|" ";" listed ${CMAKE_MATCH_1})
        list(APPEND names ${listed})
      endif()
    endforeach()
  endif()
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

# A namespace for each object among the definitions of a file.
function(write_definitions file out)
  set(text "")
  string(JSON count ERROR_VARIABLE none LENGTH "${file}" "$defs")
  if(none)
    set(${out} "" PARENT_SCOPE)
    return()
  endif()
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

# The names in a message that is one of several kinds, of all kinds and in a namespace for each: `word` is the member that
# tells which. With `inside` those of the object in that member.
function(write_kinds file word inside out)
  set(kinds "")
  set(all "")
  string(JSON count LENGTH "${file}" oneOf)
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON schema GET "${file}" oneOf ${i})
    string(JSON kind ERROR_VARIABLE none GET "${schema}" properties ${word} const)
    if(none)
      string(JSON listed GET "${schema}" properties ${word} enum)
      string(REGEX REPLACE "[][\", \n]+" ";" kind "${listed}")
      list(REMOVE_ITEM kind "")
    endif()
    if(inside)
      string(JSON schema GET "${schema}" properties ${inside})
    endif()
    string(APPEND all ", ${schema}")
    foreach(one ${kind})
      list(APPEND kinds ${one})
      string(APPEND alike_${one} ", ${schema}")
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES kinds)
  string(SUBSTRING "${all}" 2 -1 all)
  write_members("{\"oneOf\": [${all}]}" "${file}" text)
  foreach(kind ${kinds})
    string(SUBSTRING "${alike_${kind}}" 2 -1 alike)
    write_members("{\"oneOf\": [${alike}]}" "${file}" members)
    if(NOT members STREQUAL "")
      space_of(${kind} space)
      string(APPEND text "namespace ${space} {\n${members}}\n")
    endif()
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

# --- what all games have in common ---

# The members that every kind has in all of these files, for code that knows no game.
function(common_members pattern out)
  set(common "")
  file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR}/docs/schema CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/schema/${pattern}.json)
  foreach(file ${files})
    string(REGEX REPLACE "\\.json$" "" name ${file})
    read_schema(${name} schema)
    string(JSON count LENGTH "${schema}" oneOf)
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
      string(JSON properties GET "${schema}" oneOf ${i} properties)
      set(names "")
      string(JSON members LENGTH "${properties}")
      math(EXPR last_member "${members} - 1")
      foreach(j RANGE ${last_member})
        string(JSON name MEMBER "${properties}" ${j})
        list(APPEND names ${name})
      endforeach()
      if(common STREQUAL "")
        set(common "${names}")
      endif()
      foreach(name ${common})
        if(NOT name IN_LIST names)
          list(REMOVE_ITEM common ${name})
        endif()
      endforeach()
    endforeach()
  endforeach()
  set(text "")
  foreach(name ${common})
    camel(${name} constant)
    string(APPEND text "inline constexpr const char* k${constant} = \"${name}\";\n")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

common_members(*-move move_names)
common_members(*-event event_names)
read_schema(answer schema)
foreach(name itemCount unknownItem)
  string(JSON args GET "${schema}" "$defs" ${name} properties args)
  write_members("${args}" "${schema}" ${name})
endforeach()
write_if_changed(core/any_names.h "// Made from docs/schema/*-move.json, *-event.json and answer.json by cmake/messages.cmake.
#pragma once

#include <string_view>

namespace tidelock {

// The members of each move, and of each event, whatever the game.
namespace any_move {
${move_names}}
namespace any_event {
${event_names}}

// What a choice of several items is refused for (core/several.h).
namespace item_count {
${itemCount}}
namespace unknown_item {
${unknownItem}}

}  // namespace tidelock
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

# --- what an outside bot is asked ---

read_schema(choose schema)
write_members("${schema}" "${schema}" members)
write_definitions("${schema}" definitions)
write_if_changed(arena/message_names.h "// Made from docs/schema/choose.json by cmake/messages.cmake.
#pragma once

#include <string_view>

namespace tidelock::choose {

${members}${definitions}
}  // namespace tidelock::choose
")

# --- a server ---

read_schema(server server)
read_schema(account account)
write_definitions("${server}" server_names)
write_definitions("${account}" account_names)
write_if_changed(server/message_names.h "// Made from docs/schema/server.json and account.json by cmake/messages.cmake.
#pragma once

#include <string_view>

namespace tidelock::server::message {

${server_names}
namespace account {
${account_names}}  // namespace account

}  // namespace tidelock::server::message
")

# --- games ---

# The names in a game's own messages, as far as it has schemas of them.
function(write_game_names game)
  set(text "")
  file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR}/docs/schema CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/schema/${game}-*.json)
  foreach(file ${files})
    string(REGEX REPLACE "^${game}-(.*)\\.json$" "\\1" part ${file})
    string(REGEX REPLACE "\\.json$" "" name ${file})
    read_schema(${name} schema)
    if(part STREQUAL "event")
      write_kinds("${schema}" event "" members)
    elseif(part STREQUAL "move")
      write_kinds("${schema}" kind "" members)
    elseif(part STREQUAL "refusal")
      write_kinds("${schema}" code args members)
    else()
      write_members("${schema}" "${schema}" members)
    endif()
    write_definitions("${schema}" definitions)
    space_of(${part} space)
    string(APPEND text "// ${file}\nnamespace ${space} {\n${members}${definitions}}\n\n")
  endforeach()
  if(files)
    write_if_changed(${game}/schema.h "// Made from docs/schema/${game}-*.json by cmake/messages.cmake.
#pragma once

#include <string_view>

namespace tidelock::${game}::schema {

${text}}  // namespace tidelock::${game}::schema
")
  endif()
endfunction()
