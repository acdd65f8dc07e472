// Between threads that call back and coroutines that wait; for the files of this room that use
// Boost.
#pragma once

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "server/loop.h"

namespace tidelock::server {

// A coroutine that waits: called once, it goes on.
using Resume =
    boost::asio::async_result<boost::asio::use_awaitable_t<InLoop>, void()>::handler_type;

// Waits until somebody calls what `hand_over` is given.
template <class HandOver>
Awaitable<void> suspended(HandOver hand_over) {
  auto token = kAwaitable;
  co_await boost::asio::async_initiate<decltype(token), void()>(
      [](Resume resume, HandOver hand) { hand(std::move(resume)); }, token, std::move(hand_over));
}

// It goes on in its own executor, and not before whoever calls this is through.
inline void resume_later(Resume resume) {
  const auto executor = boost::asio::get_associated_executor(resume);
  boost::asio::post(executor, std::move(resume));
}

// One coroutine waits for something that another one in the same loop brings about. What it waits
// for is looked at before and after: raised while nobody waits, it does nothing.
class Signal {
 public:
  Awaitable<void> wait() {
    auto keep = [this](Resume resume) { waiting_.emplace(std::move(resume)); };
    return suspended(keep);
  }
  void raise() {
    if (!waiting_) return;
    Resume resume = std::move(*waiting_);
    waiting_.reset();
    resume_later(std::move(resume));
  }

 private:
  std::optional<Resume> waiting_;
};

// What is done one after the other, also while one of them waits for the disk: where Boost's strand
// lets the next one in as soon as the one before waits. For coroutines of one loop.
class Strand {
 public:
  class Turn {
   public:
    explicit Turn(Strand& strand) : strand_(&strand) {}
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { strand_->leave(); }

   private:
    Strand* strand_;
  };

  // Whether the turn could be had at once; if not, it is waited for, and whoever leaves hands it
  // on. Then a Turn gives it back.
  [[nodiscard]] bool take() { return !std::exchange(busy_, true); }
  Awaitable<void> wait() {
    auto queue = [this](Resume resume) { waiting_.push_back(std::move(resume)); };
    return suspended(queue);
  }

 private:
  void leave() {
    if (waiting_.empty()) {
      busy_ = false;
      return;
    }
    Resume next = std::move(waiting_.front());
    waiting_.pop_front();
    resume_later(std::move(next));
  }

  bool busy_ = false;
  std::list<Resume> waiting_;
};

// A function for another thread, which calls it once: `then` is run, and destroyed, where the
// executor runs things. That does not end before.
template <class T, class Executor, class Then>
std::function<void(T)> back_in(const Executor& executor, Then then) {
  struct Kept {
    boost::asio::executor_work_guard<Executor> work;
    Then then;
  };
  auto kept = std::make_shared<std::unique_ptr<Kept>>(
      new Kept{boost::asio::executor_work_guard<Executor>(executor), std::move(then)});
  return [kept](T value) {
    std::unique_ptr<Kept> mine = std::move(*kept);
    const auto& where = mine->work.get_executor();
    boost::asio::post(where, [mine = std::move(mine), value = std::move(value)]() mutable {
      std::move(mine->then)(std::move(value));
    });
  };
}

// What is done elsewhere, and whoever waits for it. The loop does not end before.
template <class T>
class Awaited {
 public:
  void come(T value) {
    std::optional<Waiting> waiting;
    {
      const std::lock_guard lock(mutex_);
      value_.emplace(std::move(value));
      if (waiting_) waiting.emplace(std::move(*waiting_));
      waiting_.reset();
    }
    if (waiting) resume_later(std::move(waiting->resume));
  }
  [[nodiscard]] bool there() {
    const std::lock_guard lock(mutex_);
    return value_.has_value();
  }
  void wait(Resume resume) {
    {
      const std::lock_guard lock(mutex_);
      if (!value_) {
        const auto executor = boost::asio::get_associated_executor(resume);
        waiting_.emplace(Waiting{Work(executor), std::move(resume)});
        return;
      }
    }
    resume_later(std::move(resume));
  }
  T take() { return std::move(*value_); }

 private:
  using Work = boost::asio::executor_work_guard<InLoop>;
  struct Waiting {
    Work work;
    Resume resume;
  };
  std::mutex mutex_;
  std::optional<T> value_;
  std::optional<Waiting> waiting_;
};

// Waits for something that is done elsewhere: `begin` is given the function to call with what came
// of it, from any thread. What is there at once is not waited for.
template <class T, class Begin>
Awaitable<T> called_back(Begin begin) {
  const auto awaited = std::make_shared<Awaited<T>>();
  begin([awaited](T value) { awaited->come(std::move(value)); });
  if (!awaited->there()) {
    auto wait = [awaited](Resume resume) { awaited->wait(std::move(resume)); };
    co_await suspended(wait);
  }
  co_return awaited->take();
}

}  // namespace tidelock::server
