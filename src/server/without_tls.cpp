// In place of tls.cpp, where TLS is left out.
#include "server/tls.h"

namespace tidelock::server {

Result<TlsContext> read_tls(const std::string& /*certificate*/, const std::string& /*key*/) {
  return error("not-built",
               "this tidelock was built without TLS: install libssl-dev and build it with "
               "-DTIDELOCK_TLS=ON, or let a proxy encrypt");
}

}  // namespace tidelock::server
