# libtidelock: the rooms up to capi as one library, and what a program outside needs to build against it (docs/library.md).
set(rooms core ${games} ai games table capi)
list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_OBJECTS:tidelock_\\1>" OUTPUT_VARIABLE objects)

# Both kinds are made of the same objects. Programs link tidelock::tidelock: the shared one where there is one.
function(library target type)
  add_library(${target} ${type} ${objects})
  target_compile_features(${target} INTERFACE cxx_std_20)
  # Every file that sees JSON values must agree on this.
  target_compile_definitions(${target} INTERFACE JSON_NOEXCEPTION=1)
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} INTERFACE nlohmann_json::nlohmann_json PRIVATE Threads::Threads)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME tidelock LINKER_LANGUAGE CXX)
endfunction()

library(libtidelock_static STATIC)
set(libraries libtidelock_static)
if(BUILD_SHARED_LIBS)
  library(libtidelock SHARED)
  # The C++ interface may change with every minor version, and the name of the file with it.
  set_target_properties(libtidelock PROPERTIES EXPORT_NAME tidelock VERSION ${PROJECT_VERSION}
                        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  set_target_properties(libtidelock_static PROPERTIES EXPORT_NAME static)
  list(APPEND libraries libtidelock)
  if(NOT WIN32 AND NOT APPLE)  # its own functions call each other, and nobody's in between
    target_link_options(libtidelock PRIVATE -Wl,-Bsymbolic-functions)
  endif()
else()
  set_target_properties(libtidelock_static PROPERTIES EXPORT_NAME tidelock)
endif()

include(CMakePackageConfigHelpers)
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tidelock)
install(TARGETS ${libraries} EXPORT tidelockTargets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT lib
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT lib NAMELINK_COMPONENT dev
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(EXPORT tidelockTargets NAMESPACE tidelock:: DESTINATION ${cmake_folder} COMPONENT dev)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tidelockConfig.cmake.in
                              ${CMAKE_CURRENT_BINARY_DIR}/tidelockConfig.cmake INSTALL_DESTINATION ${cmake_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tidelockConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tidelockConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/tidelockConfigVersion.cmake
        DESTINATION ${cmake_folder} COMPONENT dev)

# Paths relative to the file itself, so that what was installed can be moved.
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/tidelock.pc.in ${CMAKE_CURRENT_BINARY_DIR}/tidelock.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tidelock.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

# Here headers include each other by their room, there by <tidelock/ROOM/...>: nothing else has to be on the path.
set(headers capi/tidelock.h)
foreach(room core ${games} ai games table)
  file(GLOB found RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${room}/*.h)
  list(APPEND headers ${found})
endforeach()
list(FILTER headers EXCLUDE REGEX "/testing")
set(generated "")  # cmake/messages.cmake
foreach(room core ${games} table)
  file(GLOB found RELATIVE ${TIDELOCK_MESSAGES} ${TIDELOCK_MESSAGES}/${room}/*.h)
  list(APPEND generated ${found})
endforeach()
install(CODE "set(HEADERS \"${headers}\")\nset(FROM \"${CMAKE_CURRENT_SOURCE_DIR}\")
set(GENERATED \"${generated}\")\nset(GENERATED_FROM \"${TIDELOCK_MESSAGES}\")
set(TO \"${CMAKE_CURRENT_BINARY_DIR}/include/tidelock\")" COMPONENT dev)
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/public_headers.cmake COMPONENT dev)
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/include/tidelock DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
        FILES_MATCHING PATTERN "*.h")
