// In place of bus.cpp, where Redis is left out.
#include "server/bus.h"

namespace tidelock::server {

Result<std::unique_ptr<Bus>> open_redis(const std::string& /*address*/) {
  return error("not-built",
               "this tidelock was built without Redis: install libhiredis-dev and build it with "
               "-DTIDELOCK_REDIS=ON");
}

}  // namespace tidelock::server
