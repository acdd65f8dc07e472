#include "server/clock.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <optional>
#include <utility>

namespace tidelock::server {
namespace {

// More than a machine under load is late.
constexpr Time kJump = 5000;

std::optional<Time> number_in(const std::string& file) {
  std::ifstream in(file);
  std::string text;
  if (!(in >> text)) return std::nullopt;
  Time out = 0;
  const char* end = text.data() + text.size();
  const auto [rest, wrong] = std::from_chars(text.data(), end, out);
  if (wrong != std::errc() || rest != end) return std::nullopt;
  return std::clamp(out, -kEndOfTime, kEndOfTime);  // so that it can be added to the time
}

class ShiftedClock final : public Clock {
 public:
  ShiftedClock(std::string file, Time by) : file_(std::move(file)), by_(by) {}
  [[nodiscard]] Time patience() const override { return 20; }

 private:
  [[nodiscard]] Time wall() const override {
    // A file that is just being written has no number.
    if (const auto by = number_in(file_)) by_ = *by;
    return Clock::wall() + by_;
  }
  std::string file_;
  mutable Time by_;  // wall() is asked by one thread at a time
};

}  // namespace

Time Clock::now() {
  const std::lock_guard lock(mutex_);
  const Time steady_now = steady();
  const Time wall_now = std::min(wall(), kEndOfTime);
  if (!std::exchange(begun_, true)) last_steady_ = steady_now;
  if (wall_now <= last_) {
    const Time half = (steady_now - last_steady_) / 2;
    last_ = std::min(last_ + half, kEndOfTime);
    last_steady_ += 2 * half;
    return last_;
  }
  if (wall_now - last_ > steady_now - last_steady_ + kJump) jumped_ = wall_now;
  last_ = wall_now;
  last_steady_ = steady_now;
  return last_;
}

Time Clock::jumped() const {
  const std::lock_guard lock(mutex_);
  return jumped_;
}

Time Clock::wall() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Time Clock::steady() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::unique_ptr<Clock> machine_clock() { return std::make_unique<Clock>(); }

Result<std::unique_ptr<Clock>> clock_with(const std::string& file) {
  const auto by = number_in(file);
  if (!by)
    return error("bad-clock", "expected a number of milliseconds in the file '" + file + "'");
  return std::unique_ptr<Clock>(std::make_unique<ShiftedClock>(file, *by));
}

}  // namespace tidelock::server
