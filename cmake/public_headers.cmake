# Writes the library's headers as programs outside include them: HEADERS, below FROM, and GENERATED, below GENERATED_FROM,
# to TO. tidelock.h lies on top.
file(REMOVE_RECURSE ${TO})
function(publish from)
  foreach(header ${ARGN})
    file(READ ${from}/${header} text)
    string(REGEX REPLACE "#include \"([a-z]+/[a-z0-9_]+\\.h)\"" "#include <tidelock/\\1>" text "${text}")
    string(REPLACE "capi/" "" header ${header})
    file(WRITE ${TO}/${header} "${text}")
  endforeach()
endfunction()
publish(${FROM} ${HEADERS})
publish(${GENERATED_FROM} ${GENERATED})
