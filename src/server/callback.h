// Between threads that call back and coroutines that wait; for the files of this room that use
// Boost.
#pragma once

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>
#include <memory>
#include <utility>

namespace tidelock::server {

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

// Waits for something that is done elsewhere: `begin` is given the function to call with what came
// of it.
template <class T, class Begin>
boost::asio::awaitable<T> called_back(Begin begin) {
  auto token = boost::asio::use_awaitable;
  co_return co_await boost::asio::async_initiate<decltype(token), void(T)>(
      [](auto handler, Begin start) {
        const auto executor = boost::asio::get_associated_executor(handler);
        start(back_in<T>(executor, std::move(handler)));
      },
      token, std::move(begin));
}

}  // namespace tidelock::server
