#include "load/echo.h"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/stream.hpp>

namespace tidelock::load {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;

asio::awaitable<void> answer(tcp::socket socket) {
  try {
    socket.set_option(tcp::no_delay(true));
    beast::websocket::stream<beast::tcp_stream> stream(std::move(socket));
    co_await stream.async_accept(asio::use_awaitable);
    beast::flat_buffer buffer;
    while (true) {
      co_await stream.async_read(buffer, asio::use_awaitable);
      stream.text(stream.got_text());
      co_await stream.async_write(buffer.data(), asio::use_awaitable);
      buffer.clear();
    }
  } catch (const std::exception&) {
    co_return;  // the other side has left
  }
}

asio::awaitable<void> accept(tcp::acceptor& acceptor) {
  while (true) {
    tcp::socket socket = co_await acceptor.async_accept(asio::use_awaitable);
    asio::co_spawn(acceptor.get_executor(), answer(std::move(socket)), asio::detached);
  }
}

}  // namespace

void echo(const std::function<void(std::uint16_t)>& listens) {
  asio::io_context io{1};
  tcp::acceptor acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  listens(acceptor.local_endpoint().port());
  asio::co_spawn(io, accept(acceptor), asio::detached);
  io.run();
}

}  // namespace tidelock::load
