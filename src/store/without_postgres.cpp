// In place of postgres.cpp, where PostgreSQL is left out.
#include "store/store.h"

namespace tidelock::store {

namespace {

Error no_postgres() {
  return error("not-built",
               "this tidelock was built without PostgreSQL: install libpq-dev and build it with "
               "-DTIDELOCK_POSTGRES=ON");
}

}  // namespace

Result<std::unique_ptr<Store>> open_postgres(const std::string& /*address*/) {
  return no_postgres();
}
Result<std::unique_ptr<StoreReader>> read_postgres(const std::string& /*address*/) {
  return no_postgres();
}

}  // namespace tidelock::store
