#include "server/watch.h"

#include <algorithm>
#include <utility>

#include "server/secrets.h"

namespace tidelock::server {
namespace {

constexpr std::size_t kMostDue = 100;
constexpr int kLooksWithBus = 5;  // a hint may be lost; so seldom that is found out
constexpr std::int64_t kLaidAside = 60'000;
static_assert(kLaidAside <= store::kLongestLease);

}  // namespace

Watch::Watch(Journal& journal, bool alone, std::shared_ptr<Bus> bus, WatchTimes times)
    : journal_(journal),
      alone_(alone),
      bus_(std::move(bus)),
      times_(std::move(times)),
      holder_(fresh_secret()) {}

void Watch::begin(Calls calls) {
  calls_ = std::move(calls);
  begun_ = true;
  if (bus_)
    bus_->begin([this](const std::string& table, std::uint64_t lines) { heard(table, lines); });
  thread_ = std::thread([this] { run(); });
}

void Watch::rest() {
  {
    const std::lock_guard lock(mutex_);
    resting_ = true;
    missed_ = true;  // at once
    for (const auto& [table, until] : held_) given_up_.push_back(table);
    held_.clear();
  }
  wake_.notify_all();
}

void Watch::end() {
  std::vector<std::string> held;
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(ending_, true)) return;
    for (const auto& [table, until] : held_) held.push_back(table);
    held.insert(held.end(), given_up_.begin(), given_up_.end());
    held_.clear();
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (bus_ && begun_) bus_->end();
  if (alone_ || held.empty()) return;
  journal_.ask([held = std::move(held), holder = holder_](store::Store& store) {
    (void)store.release(held, holder);
  });
}

void Watch::knows(const std::string& table, std::uint64_t lines) {
  if (alone_) return;
  const std::lock_guard lock(mutex_);
  awake_[table] = lines;
}

void Watch::added(const std::string& table, std::uint64_t lines) {
  knows(table, lines);
  if (bus_) bus_->tell(table, lines);
}

void Watch::asleep(const std::string& table) {
  if (alone_) return;
  const std::lock_guard lock(mutex_);
  awake_.erase(table);
  if (held_.erase(table) > 0) given_up_.push_back(table);
}

bool Watch::holds(const std::string& table) const {
  if (alone_) return true;
  const std::lock_guard lock(mutex_);
  const auto there = held_.find(table);
  return there != held_.end() && there->second > times_.now();
}

void Watch::want(const std::string& table, std::function<void(bool)> done) {
  if (alone_) return done(true);
  Lock lock(mutex_);
  if (ending_ || resting_) return;
  wanted_.push_back({table, std::move(done)});
  if (!asking_) ask_for_leases(lock);
}

// Those that are wanted meanwhile go together with the next.
void Watch::ask_for_leases(Lock& lock) {
  asking_ = !wanted_.empty();
  if (!asking_) return;
  auto wanted = std::make_shared<std::vector<Wanted>>(std::exchange(wanted_, {}));
  lock.unlock();
  journal_.ask([this, wanted](store::Store& store) {
    std::vector<std::string> tables;
    for (const Wanted& one : *wanted) tables.push_back(one.table);
    take(store, tables, times_.now());
    for (const Wanted& one : *wanted) one.done(holds(one.table));
    Lock again(mutex_);
    ask_for_leases(again);
  });
}

void Watch::take(store::Store& store, const std::vector<std::string>& tables, std::int64_t now) {
  const std::int64_t until = now + times_.lease.count();
  const auto held = store.lease(tables, holder_, now, until);
  {
    const std::lock_guard lock(mutex_);
    for (const std::string& table : tables) held_.erase(table);
    if (!held) return;
    if (!resting_ && !ending_) {
      for (const std::string& table : held.value()) held_[table] = until;
      return;
    }
  }
  (void)store.release(held.value(), holder_);
}

void Watch::lay_aside(const std::string& table) {
  if (alone_) return;
  journal_.ask([this, table](store::Store& store) {
    const std::int64_t now = times_.now();
    const std::vector<std::string> one{table};
    // Under another name: it is not held by anybody who would do something.
    (void)store.lease(one, holder_, now, now);
    (void)store.lease(one, "nobody", now, now + kLaidAside);
    const std::lock_guard lock(mutex_);
    held_.erase(table);
  });
}

void Watch::run() {
  Lock lock(mutex_);
  while (!ending_) {
    wake_.wait_for(lock, times_.look, [this] { return ending_ || missed_; });
    if (ending_) return;
    missed_ = false;
    // A database that does not answer is asked one thing at a time.
    if (std::exchange(looking_, true)) continue;
    lock.unlock();
    journal_.ask([this](store::Store& store) { look(store); });
    lock.lock();
  }
}

// In the thread of the journal.
void Watch::look(store::Store& store) {
  const std::int64_t now = times_.now();
  std::vector<std::string> given_up;
  std::vector<std::string> to_renew;
  bool counting = false;
  {
    const std::lock_guard lock(mutex_);
    given_up = std::exchange(given_up_, {});
    for (const auto& [table, until] : held_) {
      if (until - now < times_.lease.count() / 2) to_renew.push_back(table);
    }
    counting = ++looks_ >= (bus_ && bus_->works() ? kLooksWithBus : 1);
    if (counting) looks_ = 0;
  }
  if (!given_up.empty()) (void)store.release(given_up, holder_);
  if (!to_renew.empty()) take(store, to_renew, now);
  if (counting && store.others_wrote()) count(store);
  if (const auto due = store.due(now, kMostDue); due.ok()) {
    for (const std::string& table : due.value()) calls_.due(table);
  }
  {
    const std::lock_guard lock(mutex_);
    looking_ = false;
  }
}

// Which of the tables that are awake have more lines than is known here.
void Watch::count(store::Store& store) {
  std::vector<std::string> tables;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [table, lines] : awake_) tables.push_back(table);
  }
  if (tables.empty()) return;
  const auto counts = store.counts(tables);
  if (!counts) return;
  for (std::size_t i = 0; i < tables.size(); ++i) heard(tables[i], counts.value()[i]);
}

void Watch::heard(const std::string& table, std::uint64_t lines) {
  {
    const std::lock_guard lock(mutex_);
    if (table.empty()) {
      missed_ = true;
      looks_ = kLooksWithBus;
    } else {
      const auto there = awake_.find(table);
      if (there == awake_.end() || there->second >= lines) return;
    }
  }
  if (table.empty()) return wake_.notify_all();
  calls_.grown(table);
}

}  // namespace tidelock::server
