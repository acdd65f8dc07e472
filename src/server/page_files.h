// The built page, read once and kept: what a request names is looked up here and never on the disk,
// so no path of a request can lead out of the folder.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace tidelock::server {

// One way to send a file.
struct Form {
  std::string bytes;
  std::string etag;  // quoted, from the bytes
};

struct PageFile {
  std::string_view type;  // of the plain form
  bool forever = false;   // its name changes whenever its content does
  Form plain;
  std::optional<Form> br;    // from NAME.br beside it
  std::optional<Form> gzip;  // from NAME.gz beside it
};

// The Content-Type of a file by the end of its name.
[[nodiscard]] std::string_view media_type(std::string_view path);
// Under /assets/, with a hash in its name as Vite writes it: /assets/index-DiwrgTda.js.
[[nodiscard]] bool has_hashed_name(std::string_view path);

class PageFiles {
 public:
  // So much may lie in a folder that is a page; a mistaken --page / ends here.
  static constexpr std::size_t kMostFiles = 10000;
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  // All plain files of a folder that has an index.html. Links are not followed, and names that
  // begin with a dot are left out.
  static Result<PageFiles> read(const std::string& folder);

  // By the decoded path, "/" included; nullptr where there is none.
  [[nodiscard]] const PageFile* find(std::string_view path) const;
  [[nodiscard]] std::size_t size() const { return files_.size(); }

 private:
  std::map<std::string, PageFile, std::less<>> files_;
};

}  // namespace tidelock::server
