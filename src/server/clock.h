// What time it is, for the server: in milliseconds since 1970. It never goes back, and it knows
// when it jumped.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "core/result.h"

namespace tidelock::server {

using Time = std::int64_t;  // milliseconds since 1970
// The end of the year 9999. A table that has a later time in its log could not be read again.
inline constexpr Time kEndOfTime = 253402300799999;

// For any thread.
class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;

  // From 0 to kEndOfTime. If the clock of the machine is set back, time passes at half its pace
  // until it is reached again: if it stood still, nothing that is to end would, such as the lease
  // of a server that died.
  [[nodiscard]] Time now();
  // When time last went on without having passed: the clock was set, or the machine slept.
  [[nodiscard]] Time jumped() const;
  // How long to wait at most before looking at it again.
  [[nodiscard]] virtual Time patience() const { return 10000; }

 protected:
  [[nodiscard]] virtual Time wall() const;    // as it is set
  [[nodiscard]] virtual Time steady() const;  // since something

 private:
  mutable std::mutex mutex_;
  bool begun_ = false;
  Time last_ = 0;
  Time last_steady_ = 0;
  Time jumped_ = 0;
};

[[nodiscard]] std::unique_ptr<Clock> machine_clock();
// For tests: the number of milliseconds in a file is added to the time.
[[nodiscard]] Result<std::unique_ptr<Clock>> clock_with(const std::string& file);

}  // namespace tidelock::server
