#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <io.h>

#include "cli/files.h"

namespace tidelock::cli::files {

bool write(const std::string& path, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  int wrong = 0;
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0 ||
      ::_commit(::_fileno(file)) != 0) {
    wrong = errno;
  }
  if (std::fclose(file) != 0 && wrong == 0) wrong = errno;
  errno = wrong;
  return wrong == 0;
}

// The folders of a person are theirs alone by themselves.
void make_folders(const std::string& path) {
  std::error_code ignored;
  std::filesystem::create_directories(path_of(path), ignored);
}

std::string home_of_states() {
  const char* value = std::getenv("APPDATA");
  std::string folder = value != nullptr && *value != '\0' ? value : ".";
  std::replace(folder.begin(), folder.end(), '\\', '/');  // as what follows it is written
  return folder;
}

}  // namespace tidelock::cli::files
