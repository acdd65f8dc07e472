# Turns files of data/ into one C++ file, so that the program needs nothing beside itself.
#   cmake -DOUT=embedded.cpp -DROOT=data -DFILES=a.json;b.json -P embed.cmake
set(code "// Made from the files of data/ by cmake/embed.cmake.\n#include \"games/embedded.h\"\n\nnamespace tidelock::data {\n\n")
string(APPEND code "struct File {\n  std::string_view name, text;\n};\n\nstatic constexpr File kFiles[] = {\n")
foreach(file ${FILES})
  file(READ "${ROOT}/${file}" text)
  string(APPEND code "    {\"${file}\", R\"~data~(${text})~data~\"},\n")
endforeach()
string(APPEND code "};\n\n")
string(APPEND code "std::string_view file(std::string_view name) {\n  for (const File& one : kFiles) {\n    if (one.name == name) return one.text;\n  }\n  return {};\n}\n\n}  // namespace tidelock::data\n")
file(WRITE "${OUT}" "${code}")
