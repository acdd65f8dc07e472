#include "arena/worker_pool.h"

#include <algorithm>
#include <cstring>

namespace tidelock::arena {

namespace {

template <std::size_t N>
void keep(std::array<char, N>& to, const std::string& text) {
  to.fill('\0');
  std::memcpy(to.data(), text.data(), std::min(text.size(), N - 1));
}

}  // namespace

void GroupResult::fail(const Error& wrong) {
  failed = 1;
  keep(code, wrong.code);
  keep(message, wrong.message);
  keep(where, wrong.where);
}

Error GroupResult::error() const {
  return tidelock::error(code.data(), message.data(), where.data());
}

ThreadPool::ThreadPool(unsigned threads, MakeWorker make_worker)
    : threads_(std::max(1U, threads)), make_worker_(std::move(make_worker)) {
  for (unsigned i = 0; i < threads_; ++i) workers_.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(guard_);
    stop_ = true;
  }
  more_.notify_all();
  for (auto& worker : workers_) worker.join();
}

void ThreadPool::give(std::uint64_t number) {
  {
    const std::lock_guard lock(guard_);
    todo_.push_back(number);
  }
  ++open_;
  more_.notify_one();
}

std::vector<GroupResult> ThreadPool::take(std::chrono::milliseconds patience) {
  std::unique_lock lock(guard_);
  ready_.wait_for(lock, patience, [this] { return !done_.empty(); });
  open_ -= done_.size();
  return std::exchange(done_, {});
}

void ThreadPool::work() {
  PlayGroup play;
  std::unique_lock lock(guard_);
  while (true) {
    more_.wait(lock, [this] { return stop_ || !todo_.empty(); });
    if (stop_) return;
    const std::uint64_t number = todo_.front();
    todo_.pop_front();
    lock.unlock();
    if (!play) play = make_worker_();  // only once there is work: making one may be costly
    const GroupResult result = play(number, stop_);
    lock.lock();
    if (stop_) return;
    done_.push_back(result);
    ready_.notify_one();
  }
}

bool InOrder::add(const GroupResult& result) {
  early_.emplace(result.number, result);
  while (open_ && !early_.empty() && early_.begin()->first == next_) {
    open_ = hear_(early_.begin()->second);
    early_.erase(early_.begin());
    ++next_;
  }
  return open_;
}

void ThreadWorkers::run(const MakeWorker& make_worker, std::uint64_t count, const Hear& hear,
                        const Tick& tick) {
  constexpr std::chrono::milliseconds kPatience(50);
  const auto threads =
      static_cast<unsigned>(std::min<std::uint64_t>(threads_, std::max<std::uint64_t>(1, count)));
  ThreadPool pool(threads, make_worker);
  InOrder order(hear);
  std::uint64_t given = 0;
  bool go_on = true;
  while (go_on && order.heard() < count) {
    while (given < count && pool.has_room()) pool.give(given++);
    for (const GroupResult& result : pool.take(kPatience)) go_on = order.add(result) && go_on;
    go_on = go_on && tick();
  }
}

}  // namespace tidelock::arena
