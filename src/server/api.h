// What is asked for below /api/, and whether whoever asks may: before anything is looked up.
// Documented in docs/server.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/result.h"
#include "server/accounts.h"
#include "server/site.h"

namespace tidelock::server {

struct Call {
  enum class Route : std::uint8_t {
    kRefused,
    kMakeTable,
    kListTables,
    kShowTable,
    kSocket,
    kAccount
  };
  Route route = Route::kRefused;
  int status = 200;  // of a refusal
  Error why;
  std::string table;  // its name
  AccountCall account;
  bool body = false;  // comes with it
};

// Nothing for a request that goes elsewhere.
[[nodiscard]] std::optional<Call> read_call(const Request& request, Hosts hosts);

}  // namespace tidelock::server
