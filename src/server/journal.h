// The store in a thread of its own. What tables want to add while one flush is on its way to the
// disk goes there together with the next: many tables cost hardly more than one.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "store/store.h"

namespace tidelock::server {

class Journal {
 public:
  explicit Journal(std::unique_ptr<store::Store> store);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();  // when all that was asked for is done

  // Each calls back once, from the journal's thread: a line that is said to be added is on disk.
  void append(store::Append line, std::function<void(Result<store::Appended>)> done);
  void log(std::string table, std::function<void(Result<std::vector<std::string>>)> done);
  void list(std::size_t most, std::function<void(Result<std::vector<store::Listed>>)> done);
  // Anything else, in the journal's thread, after the lines that were given to it before.
  void ask(std::function<void(store::Store&)> question);

 private:
  struct Wanted {
    store::Append line;
    std::function<void(Result<store::Appended>)> done;
  };
  void run();
  void append_all(std::vector<Wanted> lines);

  std::unique_ptr<store::Store> store_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::vector<Wanted> lines_;
  std::vector<std::function<void(store::Store&)>> questions_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace tidelock::server
