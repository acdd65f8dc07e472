# What is installed besides the program and the library, and the Debian packages: `cpack -G DEB` in the build folder.
# tools/release calls it, with the right settings.
include(GNUInstallDirs)

# Manual pages and completions, from what the program says of itself.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_FOUND AND NOT CMAKE_CROSSCOMPILING AND NOT TIDELOCK_SANITIZE)
  set(pages ${CMAKE_BINARY_DIR}/command-pages)
  file(GLOB page_parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/packaging/manual/*.roff)
  add_custom_command(
    OUTPUT ${pages}/_tidelock
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tools/command_pages $<TARGET_FILE:tidelock> ${pages}
    DEPENDS tidelock ${CMAKE_SOURCE_DIR}/tools/command_pages ${page_parts}
    COMMENT "Manual pages and completions" VERBATIM)
  add_custom_target(command_pages ALL DEPENDS ${pages}/_tidelock)
  install(DIRECTORY ${pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT command)
  set(TIDELOCK_ZSH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "where zsh looks for completions")
  install(FILES ${pages}/tidelock.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME tidelock
          COMPONENT command)
  install(FILES ${pages}/_tidelock DESTINATION ${TIDELOCK_ZSH_COMPLETIONS} COMPONENT command)
  install(FILES ${pages}/tidelock.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT command)
endif()

# What --help and the manual refer to.
install(FILES CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT command)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT command FILES_MATCHING PATTERN *.md PATTERN *.json
        PATTERN look EXCLUDE PATTERN pictures EXCLUDE)

# The licences of all that a package holds, where tools/release wrote them.
foreach(package_of "command tidelock" "dev libtidelock-dev")
  separate_arguments(package_of)
  list(POP_FRONT package_of component package)
  install(FILES ${CMAKE_BINARY_DIR}/copyright-${package} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME copyright
          COMPONENT ${component} OPTIONAL)
endforeach()

# The page, where it was built.
install(DIRECTORY build-web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tidelock/page COMPONENT page OPTIONAL)

configure_file(packaging/tidelock.service.in tidelock.service @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/tidelock.service DESTINATION lib/systemd/system COMPONENT service)

# --- Debian ---
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tidelock)
set(CPACK_PACKAGE_CONTACT "The tidelock contributors <tidelock@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL command page service lib dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# Maintainer scripts of 0755 whatever the umask.
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_TIDELOCK_PACKAGE_NAME tidelock)
set(CPACK_DEBIAN_TIDELOCK_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_TIDELOCK_PACKAGE_SUGGESTS "default-mta | mail-transport-agent, postgresql, redis-server, xdg-utils")
set(CPACK_DEBIAN_TIDELOCK_DESCRIPTION "board games of day and night, by their rules
Two board games with bots of five levels, hints and analysis: in the terminal,
on a page for the browser, and at tables of a server that people share. Also
an engine for other programs, which speaks JSON.")
set(CPACK_DEBIAN_TIDELOCK_PACKAGE_CONTROL_EXTRA
    "${CMAKE_SOURCE_DIR}/packaging/debian/postinst;${CMAKE_SOURCE_DIR}/packaging/debian/prerm;${CMAKE_SOURCE_DIR}/packaging/debian/postrm")

set(CPACK_DEBIAN_LIBTIDELOCK-DEV_PACKAGE_NAME libtidelock-dev)
set(CPACK_DEBIAN_LIBTIDELOCK-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBTIDELOCK-DEV_PACKAGE_DEPENDS nlohmann-json3-dev)
set(CPACK_DEBIAN_LIBTIDELOCK-DEV_DESCRIPTION "engine of tidelock as a library for C and C++
Rules, bots, hints and analysis of its board games, for CMake (find_package)
and pkg-config.")
include(CPack)
cpack_add_component(command GROUP tidelock)
cpack_add_component(page GROUP tidelock)
cpack_add_component(service GROUP tidelock)
cpack_add_component(lib GROUP libtidelock-dev)
cpack_add_component(dev GROUP libtidelock-dev)
