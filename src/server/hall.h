// The tables that somebody looks at. Each has a strand: what is asked of it is done one after the
// other, and nothing is told before it is on disk. They share a loop, with the sockets of a server;
// bots think in threads of their own. A table that nobody looks at is asleep: it is its log, and
// wakes from it. Boost stays behind this header.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/accounts.h"
#include "server/clock.h"
#include "server/limits.h"
#include "server/metrics.h"
#include "server/reply.h"
#include "server/watch.h"
#include "store/store.h"
#include "table/session.h"

namespace tidelock::server {

struct Loop;

struct HallOptions {
  unsigned bot_threads = 1;
  std::shared_ptr<Metrics> metrics = std::make_shared<Metrics>();
  std::shared_ptr<Bus> bus;  // to other servers on the same database; there need not be one
  WatchTimes watch;
  AccountOptions accounts = {};
  std::shared_ptr<Clock> clock = nullptr;  // none: that of the machine
};

class Guest;  // guest.h

// At the other side of a guest, in the same loop.
class Bell {
 public:
  Bell() = default;
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;
  virtual ~Bell() = default;
  // There may be news; what it is given is to be kept until the guest was told.
  virtual void ring(const std::shared_ptr<const void>& until_told) = 0;
  // It may be rung in a moment: what that touches can be fetched.
  virtual void fetch() const {}
};

class Hall {
 public:
  Hall(Loop& loop, std::unique_ptr<store::Store> store, table::World world,
       HallOptions options = {});
  Hall(const Hall&) = delete;
  Hall& operator=(const Hall&) = delete;
  ~Hall();

  // No bot begins to think any more, and no table waits for its time: what they would do, the next
  // server does.
  void drain();
  // No bot begins to think, what is on its way to the disk gets there, and from then on nothing
  // comes into the loop from other threads. Before the loop ends.
  void end();

  // What is asked for by HTTP.
  using Reply = server::Reply;
  using Answered = std::function<void(Reply)>;
  void make_table(std::string wish, Answered done);
  void list_tables(Answered done);
  void show_table(const std::string& name, Answered done);

  // The bell is rung when there may be news for the guest. `may` takes one of what whoever comes
  // through this door may have: 0, or so many seconds until there is one. Whoever the cookies
  // belong to may sit down with an account.
  using May = std::function<double(Limited)>;
  [[nodiscard]] std::shared_ptr<Guest> enter(const std::string& name, std::weak_ptr<Bell> bell,
                                             May may = nullptr, Cookies cookies = {});

  // Who sits at tables under a name of their own.
  [[nodiscard]] Accounts& accounts();

  // How many tables are awake.
  [[nodiscard]] std::size_t awake() const;

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace tidelock::server
