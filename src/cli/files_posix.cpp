#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"

namespace tidelock::cli::files {

bool write(const std::string& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  int wrong = 0;
  while (!text.empty() && wrong == 0) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n >= 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      wrong = errno;
    }
  }
  if (wrong == 0 && ::fsync(file) != 0) wrong = errno;
  if (::close(file) != 0 && wrong == 0) wrong = errno;
  errno = wrong;
  return wrong == 0;
}

void make_folders(const std::string& path) {
  for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    (void)::mkdir(path.substr(0, at).c_str(), 0700);
  }
  (void)::mkdir(path.c_str(), 0700);
}

std::string home_of_states() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return state;
  const char* home = std::getenv("HOME");
  return std::string(home != nullptr ? home : "/tmp") + "/.local/state";
}

}  // namespace tidelock::cli::files
