// The thread that the server lives in: sockets and tables take turns there, so that a move goes
// from one to the other without a thread having to be woken. For the files of this room that use
// Boost.
#pragma once

#include <boost/asio/io_context.hpp>

namespace tidelock::server {

struct Loop {
  boost::asio::io_context io{1};
};

}  // namespace tidelock::server
