// What is counted and measured, and how it is told to Prometheus. Counting is one atomic addition
// that waits for nobody, so it may stand anywhere.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace tidelock::server {

class Counter {
 public:
  void add(std::uint64_t n = 1) { n_.fetch_add(n, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t value() const { return n_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> n_{0};
};

// What goes up and down.
class Gauge {
 public:
  void add(std::int64_t n) { n_.fetch_add(n, std::memory_order_relaxed); }
  void set(std::int64_t n) { n_.store(n, std::memory_order_relaxed); }
  [[nodiscard]] std::int64_t value() const { return n_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> n_{0};
};

// How long something took.
class Histogram {
 public:
  static constexpr std::array<double, 14> kBounds = {
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5};
  void observe(std::chrono::steady_clock::duration took);
  [[nodiscard]] std::uint64_t count() const;
  void write(std::string& out, std::string_view name, std::string_view help) const;

 private:
  std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> buckets_{};
  std::atomic<std::uint64_t> nanoseconds_{0};
};

// Measures from when it was made to when the last of those who share it lets it go.
class Stopwatch {
 public:
  using SteadyClock = std::chrono::steady_clock;
  explicit Stopwatch(Histogram& histogram, SteadyClock::time_point began = SteadyClock::now())
      : histogram_(&histogram), began_(began) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { histogram_->observe(SteadyClock::now() - began_); }

 private:
  Histogram* histogram_;
  SteadyClock::time_point began_;
};

// One more while it lives.
class Counted {
 public:
  explicit Counted(Gauge& gauge) : gauge_(&gauge) { gauge_->add(1); }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { gauge_->add(-1); }

 private:
  Gauge* gauge_;
};

// Counts of things with names, at most so many names: what comes from outside cannot fill memory.
class Named {
 public:
  void add(std::string_view name);
  void write(std::string& out, std::string_view name, std::string_view help,
             std::string_view label) const;

 private:
  static constexpr std::size_t kMost = 200;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

struct Metrics {
  // Now.
  Gauge tables_awake;
  Gauge connections;
  Gauge sockets;
  Gauge bots_thinking;
  Gauge draining;  // 1 while it ends
  // Since it began.
  Counter tables_made;
  Counter moves;                // lines that a move made
  Counter messages;             // by sockets, both ways
  Counter connections_dropped;  // for others, when there were too many
  Counter sockets_opened;
  Counter sockets_dropped;  // who took nothing any more
  Counter limited;
  Counter store_errors;
  Named requests;  // by status
  Named errors;    // by code
  // How long.
  Histogram request;    // by HTTP, from its head to the answer
  Histogram message;    // by socket, from a request to its answer
  Histogram move_told;  // from a move's request to the last socket that hears of it
  Histogram flush;      // one batch of lines to the disk
  Histogram wake;       // a table from its log

  // What the store did with the last lines. Who is told that it fails sends nothing any more; so
  // that it can show that it works again, a failure counts for half a minute.
  void store_worked() { store_failed_.store(kNever, std::memory_order_relaxed); }
  void store_failed(std::chrono::steady_clock::time_point now);
  [[nodiscard]] bool store_failing(std::chrono::steady_clock::time_point now) const;

  [[nodiscard]] std::string text() const;

 private:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min();
  std::atomic<std::int64_t> store_failed_{kNever};  // nanoseconds of the steady clock
};

}  // namespace tidelock::server
