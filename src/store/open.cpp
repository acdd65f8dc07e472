#include "store/store.h"

namespace tidelock::store {

Result<std::unique_ptr<Store>> open(const std::string& database) {
  if (database == "memory") return in_memory();
  if (database.starts_with("postgresql://") || database.starts_with("postgres://"))
    return open_postgres(database);
  if (database.find("://") != std::string::npos)
    return error("bad-database",
                 "expected a file, memory, or postgresql://USER@HOST/DATABASE, found '" +
                     without_password(database) + "'");
  return open_sqlite(database);
}

}  // namespace tidelock::store
