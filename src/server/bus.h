// How servers on one database tell each other that a table has more lines. It is a hint and nothing
// else: what was said is looked up, and what was lost is noticed a little later (watch.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/result.h"

namespace tidelock::server {

class Bus {
 public:
  // Called from a thread of the bus. Without a name: anything may have happened meanwhile.
  using Heard = std::function<void(const std::string& table, std::uint64_t lines)>;

  Bus() = default;
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;
  virtual ~Bus() = default;

  // Begins to listen, once; when `end` returns nothing is called any more.
  virtual void begin(Heard heard) = 0;
  virtual void end() = 0;
  // Never waits; what cannot be said is lost.
  virtual void tell(const std::string& table, std::uint64_t lines) = 0;
  // Whether others can be heard now.
  [[nodiscard]] virtual bool works() const = 0;
};

// Redis: redis://[USER:PASSWORD@]HOST[:PORT]. One that is not there at first is an error; one that
// goes away later is waited for.
[[nodiscard]] Result<std::unique_ptr<Bus>> open_redis(const std::string& address);

}  // namespace tidelock::server
