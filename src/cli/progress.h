// Long runs: how far they are, and whether somebody wants them to end.
#pragma once

#include <cstdint>
#include <string>

namespace tidelock::cli {

// From now on Ctrl-C (and a request to end) is only remembered.
void catch_interrupts();
[[nodiscard]] bool interrupted();

// A line on a terminal's error output that goes when it is no longer needed; silent elsewhere.
class ProgressBar {
 public:
  explicit ProgressBar(std::uint64_t all, bool shown = true);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  // `note` is said behind the numbers.
  void at(std::uint64_t done, const std::string& note = {}) const;

 private:
  std::uint64_t all_;
  bool shown_;
};

}  // namespace tidelock::cli
