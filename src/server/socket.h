// One WebSocket: requests of a guest in, answers and news out, by Boost.Beast. For
// http_server.cpp, which owns the thread that all of them run in.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#ifdef TIDELOCK_TLS
#include <boost/beast/ssl.hpp>
#endif

#include "server/hall.h"
#include "server/limits.h"
#include "server/loop.h"
#include "server/metrics.h"

namespace tidelock::server {

using PlainStream = boost::beast::basic_stream<boost::asio::ip::tcp, InLoop>;
#ifdef TIDELOCK_TLS
using TlsStream = boost::beast::ssl_stream<PlainStream>;
#endif

// Why a socket is closed, besides what RFC 6455 has.
inline constexpr std::uint16_t kServiceRestart = 1012;  // of its registry: come back
inline constexpr std::uint16_t kNoSuchTable = 4004;

// What a socket needs of its server.
struct SocketHost {
  SocketLimits limits;
  std::shared_ptr<Metrics> metrics;
  // When it ends: who it was, and with which code it was closed (0: without a word).
  std::function<void(class Socket*, std::uint16_t)> gone;
  Hall::May may;
  Cookies cookies;  // of the upgrade
};

// Lives as long as something is read or written.
class Socket {
 public:
  using Request = boost::beast::http::request<boost::beast::http::empty_body>;

  Socket() = default;
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  virtual ~Socket() = default;

  // Takes the upgrade and goes on until one side ends it.
  virtual void begin(Request request, Hall& hall, const std::string& table) = 0;
  // Says why, when what is being asked is answered; at once, without a word.
  virtual void close(std::uint16_t why) = 0;
  virtual void drop() = 0;
  // To be called now and then: who says nothing is asked whether they are still there, and dropped
  // if they are not. Answers whether they were for not having taken a message for too long.
  virtual bool tend(std::chrono::steady_clock::time_point now) = 0;
};

[[nodiscard]] std::shared_ptr<Socket> make_socket(PlainStream stream, SocketHost host);
#ifdef TIDELOCK_TLS
[[nodiscard]] std::shared_ptr<Socket> make_socket(TlsStream stream, SocketHost host);
#endif

}  // namespace tidelock::server
