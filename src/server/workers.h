// A few threads for what may wait, and a bounded queue before them.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace tidelock::server {

class Workers {
 public:
  Workers(unsigned threads, std::size_t most_waiting) : most_(most_waiting) {
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() { stop(); }

  // Whether it will be done; not when too much waits, or it has stopped.
  [[nodiscard]] bool post(std::function<void()> work) {
    {
      const std::lock_guard lock(mutex_);
      if (ending_ || work_.size() >= most_) return false;
      work_.push_back(std::move(work));
    }
    more_.notify_one();
    return true;
  }

  // When all that was taken is done.
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    more_.notify_all();
    for (std::thread& one : threads_) {
      if (one.joinable()) one.join();
    }
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      more_.wait(lock, [this] { return ending_ || !work_.empty(); });
      if (work_.empty()) return;
      const auto work = std::move(work_.front());
      work_.pop_front();
      lock.unlock();
      work();
      lock.lock();
    }
  }

  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::function<void()>> work_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tidelock::server
