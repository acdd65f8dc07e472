// Somebody at a table, through whatever door. For the files of this room that use Boost.
#pragma once

#include <optional>
#include <string>

#include "server/loop.h"

namespace tidelock::server {

// To be asked in the loop of the hall, one thing after the other; news may be fetched meanwhile.
class Guest {
 public:
  Guest() = default;
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;
  virtual ~Guest() = default;

  // The first message, before any request; nothing if there is no such table.
  virtual Awaitable<std::optional<std::string>> greet() = 0;
  // The answer to one request.
  virtual Awaitable<std::string> ask(std::string request) = 0;
  // What the guest has not been told yet; nothing if there is nothing.
  virtual Awaitable<std::optional<std::string>> news() = 0;
};

}  // namespace tidelock::server
