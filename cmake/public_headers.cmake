# Writes the library's headers as programs outside include them. HEADERS, below FROM, to TO; tidelock.h lies on top.
file(REMOVE_RECURSE ${TO})
foreach(header ${HEADERS})
  file(READ ${FROM}/${header} text)
  string(REGEX REPLACE "#include \"([a-z]+/[a-z0-9_]+\\.h)\"" "#include <tidelock/\\1>" text "${text}")
  string(REPLACE "capi/" "" header ${header})
  file(WRITE ${TO}/${header} "${text}")
endforeach()
