// What the tests of this room share.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace tidelock::server {

// A folder of its own that is gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tidelock-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string path() const { return path_.string(); }
  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path to = path_ / name;
    std::filesystem::create_directories(to.parent_path());
    std::ofstream(to, std::ios::binary) << text;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace tidelock::server
