// The store in a thread of its own. What tables want to add while one flush is on its way to the
// disk goes there together with the next: many tables cost hardly more than one. A store that never
// makes one wait needs no thread, and is asked where the question is.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/metrics.h"
#include "store/store.h"

namespace tidelock::server {

class Journal {
 public:
  explicit Journal(std::unique_ptr<store::Store> store,
                   std::shared_ptr<Metrics> metrics = std::make_shared<Metrics>());
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal() { close(); }

  // When all that was asked for is done. What comes later is done where it is asked.
  void close();

  // Where the store does not wait for anything, a line is added by whoever calls, with no detour.
  [[nodiscard]] bool waits() const { return waits_; }
  Result<store::Appended> append_here(const store::Append& line);

  // Each calls back once, from any thread: a line that is said to be added is on disk.
  void append(store::Append line, std::function<void(Result<store::Appended>)> done);
  void log(std::string table, std::function<void(Result<std::vector<std::string>>)> done);
  void list(std::size_t most, std::function<void(Result<std::vector<store::Listed>>)> done);
  // Anything else, after the lines that were given to it before.
  void ask(std::function<void(store::Store&)> question);

 private:
  struct Wanted {
    store::Append line;
    std::function<void(Result<store::Appended>)> done;
  };
  void run();
  void append_all(std::vector<Wanted> lines);

  // Counts whether the store did what was asked.
  template <class T>
  Result<T> looked_at(Result<T> done);

  std::unique_ptr<store::Store> store_;
  const bool waits_;
  std::shared_ptr<Metrics> metrics_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::vector<Wanted> lines_;
  std::vector<std::function<void(store::Store&)>> questions_;
  bool ending_ = false;
  bool closed_;  // there is no thread, or none any more
  std::recursive_mutex here_;
  std::thread thread_;
};

}  // namespace tidelock::server
