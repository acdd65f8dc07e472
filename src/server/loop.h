// The thread that the server lives in: sockets and tables take turns there, so that a move goes
// from one to the other without a thread having to be woken. For the files of this room that use
// Boost.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace tidelock::server {

struct Loop {
  boost::asio::io_context io{1};
};

// What runs there. By its name: an executor of any kind is copied at every step, and that costs.
using InLoop = boost::asio::io_context::executor_type;
template <class T>
using Awaitable = boost::asio::awaitable<T, InLoop>;
inline constexpr boost::asio::use_awaitable_t<InLoop> kAwaitable;

}  // namespace tidelock::server
