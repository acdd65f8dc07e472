// What systems do differently about files: files_posix.cpp, files_windows.cpp. Names are UTF-8.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tidelock::cli::files {

// std::filesystem would take the bytes of a name for letters of the system's code page.
[[nodiscard]] inline std::filesystem::path path_of(std::string_view name) {
  return std::u8string(name.begin(), name.end());
}

// A new file that only this person may read, safe on disk before it answers; what was in one of
// that name is gone. If it cannot be done, errno says why.
[[nodiscard]] bool write(const std::string& path, std::string_view text);

// With all folders above it, for this person alone.
void make_folders(const std::string& path);

// Where programs keep what they know of this person from one time to the next.
[[nodiscard]] std::string home_of_states();

}  // namespace tidelock::cli::files
