// What a server does about others on the same database. It holds the leases of tables whose bots
// and clocks it runs, finds out which tables grew elsewhere, and which are due although nobody
// looks after them. A bus makes it quick; without one the store is asked every second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "server/bus.h"
#include "server/journal.h"
#include "store/now.h"

namespace tidelock::server {

struct WatchTimes {
  std::chrono::milliseconds look{1000};
  std::chrono::milliseconds lease{10000};  // renewed when less than half of it is left
  std::function<std::int64_t()> now = store::now_ms;
};

// For any thread.
class Watch {
 public:
  // Called from other threads, until `end` returns.
  struct Calls {
    std::function<void(const std::string& table)> grown;  // another server has added lines
    std::function<void(const std::string& table)> due;    // and no server holds it
  };

  // `alone`: nobody else can know these tables.
  Watch(Journal& journal, bool alone, std::shared_ptr<Bus> bus, WatchTimes times);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch() { end(); }

  void begin(Calls calls);
  // Gives back all that is held, and wants nothing any more: another server may do it.
  void rest();
  // Gives back all that is held. Before the journal is closed.
  void end();

  // A table is awake here and its log has so many lines; those that were added here are told to
  // others.
  void knows(const std::string& table, std::uint64_t lines);
  void added(const std::string& table, std::uint64_t lines);
  void asleep(const std::string& table);

  // Whether nobody else can know these tables.
  [[nodiscard]] bool alone() const { return alone_; }
  // Whether this server may let a table act by itself.
  [[nodiscard]] bool holds(const std::string& table) const;
  // Asks for that, and calls back from any thread with whether it may now.
  void want(const std::string& table, std::function<void(bool)> done);
  // A table that is due but cannot do anything is left alone for a while.
  void lay_aside(const std::string& table);

 private:
  struct Wanted {
    std::string table;
    std::function<void(bool)> done;
  };
  using Lock = std::unique_lock<std::mutex>;

  void run();
  void look(store::Store& store);
  void ask_for_leases(Lock& lock);
  void take(store::Store& store, const std::vector<std::string>& tables, std::int64_t now);
  void heard(const std::string& table, std::uint64_t lines);
  void count(store::Store& store);

  Journal& journal_;
  const bool alone_;
  const std::shared_ptr<Bus> bus_;
  const WatchTimes times_;
  const std::string holder_;
  Calls calls_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::unordered_map<std::string, std::uint64_t> awake_;  // with how many lines
  std::unordered_map<std::string, std::int64_t> held_;    // until when
  std::vector<std::string> given_up_;                     // to be given back
  std::vector<Wanted> wanted_;
  bool asking_ = false;   // for leases
  bool looking_ = false;  // a look is on its way
  bool missed_ = false;   // the bus was away
  int looks_ = 0;         // since tables were counted
  bool begun_ = false;
  bool resting_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace tidelock::server
