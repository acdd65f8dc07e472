#include "server/page_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/sha256.h"

namespace tidelock::server {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIndex = "/index.html";
constexpr std::size_t kEtagDigits = 32;

constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kTypes{{
    {"html", "text/html; charset=utf-8"},
    {"js", "text/javascript; charset=utf-8"},
    {"mjs", "text/javascript; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"svg", "image/svg+xml; charset=utf-8"},
    {"json", "application/json; charset=utf-8"},
    {"map", "application/json; charset=utf-8"},
    {"webmanifest", "application/manifest+json; charset=utf-8"},
    {"wasm", "application/wasm"},
    {"txt", "text/plain; charset=utf-8"},
    {"md", "text/markdown; charset=utf-8"},
    {"xml", "application/xml; charset=utf-8"},
    {"png", "image/png"},
    {"jpg", "image/jpeg"},
    {"webp", "image/webp"},
    {"ico", "image/x-icon"},
    {"woff2", "font/woff2"},
    {"network", "application/octet-stream"},
}};

Form form_of(std::string bytes) {
  std::string etag = '"' + sha256_hex(bytes).substr(0, kEtagDigits) + '"';
  return {std::move(bytes), std::move(etag)};
}

Error unreadable(const fs::path& path, const std::string& reason) {
  return error("no-page", "cannot be read: " + reason, path.string());
}

// The bytes of every file that belongs to the page, by its path in requests.
Result<std::map<std::string, std::string>> bytes_of(const fs::path& folder) {
  std::map<std::string, std::string> out;
  std::size_t bytes = 0;
  std::error_code wrong;
  fs::recursive_directory_iterator at(folder, wrong);
  for (; !wrong && at != fs::recursive_directory_iterator(); at.increment(wrong)) {
    const fs::path& path = at->path();
    const bool hidden = path.filename().native().starts_with('.');
    std::error_code unknown;
    const fs::file_status status = at->symlink_status(unknown);
    if (unknown) return unreadable(path, unknown.message());
    if (hidden && fs::is_directory(status)) at.disable_recursion_pending();
    if (hidden || !fs::is_regular_file(status)) continue;
    const auto size = static_cast<std::size_t>(at->file_size(unknown));
    if (unknown) return unreadable(path, unknown.message());
    if (out.size() >= PageFiles::kMostFiles || size > PageFiles::kMostBytes - bytes) {
      return error("too-large",
                   "expected a built page, at most " + std::to_string(PageFiles::kMostFiles) +
                       " files and " + std::to_string(PageFiles::kMostBytes >> 20) + " MiB",
                   folder.string());
    }
    std::ifstream file(path, std::ios::binary);
    std::string content(size, '\0');
    if (!file || !file.read(content.data(), static_cast<std::streamsize>(size)))
      return unreadable(path, std::strerror(errno));
    bytes += size;
    out.emplace("/" + path.lexically_relative(folder).generic_string(), std::move(content));
  }
  if (wrong) return unreadable(folder, wrong.message());
  return out;
}

}  // namespace

std::string_view media_type(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot != std::string_view::npos) {
    const std::string_view end = path.substr(dot + 1);
    for (const auto& [name, type] : kTypes) {
      if (name == end) return type;
    }
  }
  return "application/octet-stream";
}

bool has_hashed_name(std::string_view path) {
  constexpr std::string_view kFolder = "/assets/";
  constexpr std::size_t kHash = 8;  // characters of base64url
  if (!path.starts_with(kFolder)) return false;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto other = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos;
       dot = name.find('.', dot + 1)) {
    if (dot <= kHash || name[dot - kHash - 1] != '-') continue;
    const std::string_view hash = name.substr(dot - kHash, kHash);
    // A word of eight letters is no hash; a hash that looks like one is merely asked for again.
    if (std::all_of(hash.begin(), hash.end(), [&](char c) { return lower(c) || other(c); }) &&
        std::any_of(hash.begin(), hash.end(), other))
      return true;
  }
  return false;
}

Result<PageFiles> PageFiles::read(const std::string& folder) {
  std::error_code unknown;
  const fs::path root(folder);
  if (!fs::is_regular_file(root / kIndex.substr(1), unknown)) {
    return error("no-page",
                 "expected a folder with the built page and its index.html; ./play builds it, and "
                 "--page FOLDER names another",
                 folder);
  }
  auto content = bytes_of(root);
  if (!content) return content.error();
  auto bytes = std::move(content).value();
  const auto take = [&](const std::string& path) -> std::optional<Form> {
    const auto it = bytes.find(path);
    if (it == bytes.end()) return std::nullopt;
    return form_of(std::move(it->second));
  };
  PageFiles out;
  for (auto& [path, text] : bytes) {
    if (path.ends_with(".br") || path.ends_with(".gz")) continue;
    PageFile file;
    file.type = media_type(path);
    file.forever = has_hashed_name(path);
    file.plain = form_of(std::move(text));
    file.br = take(path + ".br");
    file.gzip = take(path + ".gz");
    out.files_.emplace(path, std::move(file));
  }
  if (out.find(kIndex) == nullptr)
    return error("no-page", "expected an index.html that is a file and no link", folder);
  return out;
}

const PageFile* PageFiles::find(std::string_view path) const {
  const auto it = files_.find(path == "/" ? kIndex : path);
  return it == files_.end() ? nullptr : &it->second;
}

}  // namespace tidelock::server
