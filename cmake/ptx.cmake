# Keeps a PTX module if it needs nothing from outside. There is no library on the other side: a call of the allocator, a
# guarded static, a thrown exception would show here.
file(STRINGS ${IN} missing REGEX "^[ \t]*\\.extern")
if(missing)
  string(REPLACE ";" "\n" missing "${missing}")
  message(FATAL_ERROR "${OUT} calls what does not exist on a GPU:\n${missing}")
endif()
file(COPY_FILE ${IN} ${OUT} ONLY_IF_DIFFERENT)
