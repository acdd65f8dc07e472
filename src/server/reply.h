// What is answered to a request below /api/: a status, an object in JSON, and headers besides those
// that every answer has.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tidelock::server {

struct Reply {
  int status = 200;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

}  // namespace tidelock::server
