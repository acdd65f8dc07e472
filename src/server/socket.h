// One WebSocket: requests of a guest in, answers and news out, by coroutines of Boost.Beast. For
// http_server.cpp, which owns the thread that all of them run in.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "server/hall.h"

namespace tidelock::server {

// Why a socket is closed, besides what RFC 6455 has.
inline constexpr std::uint16_t kNoSuchTable = 4004;

struct SocketLimits {
  std::size_t message_bytes = 16384;
  double requests_per_second = 20;  // who asks faster is read from more slowly
  double requests_at_once = 60;
  std::chrono::milliseconds handshake{10000};
  std::chrono::milliseconds idle{60000};  // without a sign of life; half of it before it is asked
};

// Lives as long as its coroutines.
class Socket : public std::enable_shared_from_this<Socket> {
 public:
  using Request = boost::beast::http::request<boost::beast::http::empty_body>;

  Socket(boost::asio::ip::tcp::socket socket, SocketLimits limits,
         std::function<void(Socket*)> gone);
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() { gone_(this); }

  // Takes the upgrade and goes on until one side ends it.
  void begin(Request request, Hall& hall, const std::string& table);
  // Says that the server ends; at once, without a word.
  void close();
  void drop();

 private:
  boost::asio::awaitable<void> read(Request request);
  boost::asio::awaitable<void> answer_requests();
  boost::asio::awaitable<void> write();
  boost::asio::awaitable<void> keep_pace();
  void say(std::string text);
  void end(boost::beast::websocket::close_code why);

  boost::beast::websocket::stream<boost::beast::tcp_stream> stream_;
  SocketLimits limits_;
  std::function<void(Socket*)> gone_;
  std::shared_ptr<Guest> guest_;
  std::deque<std::string> out_;
  bool news_ = false;
  bool ended_ = false;
  boost::beast::websocket::close_code why_ = boost::beast::websocket::close_code::none;
  boost::asio::steady_timer more_;  // cancelled when there is something to write
  boost::asio::steady_timer said_;  // cancelled when all is written
  double credit_;                   // requests that may be asked now
  std::chrono::steady_clock::time_point counted_;
};

}  // namespace tidelock::server
