#include <algorithm>

#include "store/store.h"

namespace tidelock::store {
namespace {

bool is_postgres(const std::string& database) {
  return database.starts_with("postgresql://") || database.starts_with("postgres://");
}

// A file has no scheme.
std::optional<Error> unknown_kind(const std::string& database) {
  if (database.find("://") == std::string::npos) return std::nullopt;
  return error("bad-database",
               "expected a file, memory, or postgresql://USER@HOST/DATABASE, found '" +
                   without_password(database) + "'");
}

}  // namespace

std::string without_password(std::string_view address) {
  std::string out(address);
  const std::size_t scheme = out.find("://");
  if (scheme == std::string::npos) return out;
  const std::size_t from = scheme + 3;
  const std::size_t query = std::min(out.find('?', from), out.size());
  out.resize(query);  // a password may stand there as well
  const std::size_t at = out.rfind('@');
  if (at == std::string::npos || at < from) return out;
  const std::size_t colon = out.find(':', from);
  if (colon < at) out.erase(colon, at - colon);
  return out;
}

Result<std::unique_ptr<Store>> open(const std::string& database) {
  if (database == "memory") return in_memory();
  if (is_postgres(database)) return open_postgres(database);
  if (auto bad = unknown_kind(database)) return *bad;
  return open_sqlite(database);
}

Result<std::unique_ptr<StoreReader>> read(const std::string& database) {
  if (database == "memory") return std::unique_ptr<StoreReader>(in_memory());
  if (is_postgres(database)) return read_postgres(database);
  if (auto bad = unknown_kind(database)) return *bad;
  return read_sqlite(database);
}

}  // namespace tidelock::store
