#include "server/socket.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <utility>

#include "server/callback.h"

namespace tidelock::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;

asio::redirect_error_t<asio::use_awaitable_t<>> to(error_code& wrong) {
  return asio::redirect_error(asio::use_awaitable, wrong);
}

asio::awaitable<void> wait_for(asio::steady_timer& timer) {
  error_code cancelled;
  timer.expires_at(asio::steady_timer::time_point::max());
  co_await timer.async_wait(to(cancelled));
}

}  // namespace

Socket::Socket(asio::ip::tcp::socket socket, SocketLimits limits, std::function<void(Socket*)> gone)
    : stream_(std::move(socket)),
      limits_(limits),
      gone_(std::move(gone)),
      more_(stream_.get_executor()),
      said_(stream_.get_executor()),
      credit_(limits.requests_at_once),
      counted_(std::chrono::steady_clock::now()) {
  beast::get_lowest_layer(stream_).expires_never();  // the WebSocket has timeouts of its own
  websocket::stream_base::timeout timeouts{};
  timeouts.handshake_timeout = limits_.handshake;
  timeouts.idle_timeout = limits_.idle;
  timeouts.keep_alive_pings = true;
  stream_.set_option(timeouts);
  stream_.read_message_max(limits_.message_bytes);
  stream_.auto_fragment(false);
}

void Socket::begin(Request request, Hall& hall, const std::string& table) {
  // A table calls from its own threads. As long as it can, this one does not end.
  auto work =
      std::make_shared<asio::executor_work_guard<asio::any_io_executor>>(stream_.get_executor());
  guest_ = hall.enter(table, [weak = weak_from_this(), work] {
    asio::post(work->get_executor(), [weak] {
      const auto self = weak.lock();
      if (!self) return;
      self->news_ = true;
      self->more_.cancel();
    });
  });
  asio::co_spawn(
      stream_.get_executor(),
      [self = shared_from_this(), request = std::move(request)]() mutable {
        return self->read(std::move(request));
      },
      asio::detached);
}

void Socket::close() { end(websocket::close_code::going_away); }

void Socket::drop() {
  ended_ = true;
  more_.cancel();
  said_.cancel();
  beast::get_lowest_layer(stream_).close();
}

void Socket::end(websocket::close_code why) {
  if (why_ == websocket::close_code::none) why_ = why;
  more_.cancel();
}

void Socket::say(std::string text) {
  out_.push_back(std::move(text));
  more_.cancel();
}

asio::awaitable<void> Socket::read(Request request) {
  const auto self = shared_from_this();
  error_code wrong;
  co_await stream_.async_accept(request, to(wrong));
  if (wrong) co_return;
  asio::co_spawn(
      stream_.get_executor(), [self] { return self->write(); }, asio::detached);
  auto greet = [this](auto done) { guest_->greet(std::move(done)); };
  auto greeting = co_await called_back<std::optional<std::string>>(greet);
  if (greeting) {
    say(std::move(*greeting));
    co_await answer_requests();
  } else {
    end(static_cast<websocket::close_code>(kNoSuchTable));
    // The other side closes too, or is not waited for.
    beast::flat_buffer ignored;
    co_await stream_.async_read(ignored, to(wrong));
  }
  ended_ = true;
  guest_.reset();  // at once: a table that nobody looks at sleeps
  more_.cancel();
}

// One at a time: the next is read when the answer is on its way, so nobody can pile up questions.
asio::awaitable<void> Socket::answer_requests() {
  beast::flat_buffer buffer;
  while (!ended_) {
    error_code wrong;
    co_await stream_.async_read(buffer, to(wrong));
    if (wrong) co_return;
    if (!stream_.got_text()) {
      end(websocket::close_code::unknown_data);
      buffer.clear();
      continue;
    }
    std::string request = beast::buffers_to_string(buffer.data());
    buffer.clear();
    co_await keep_pace();
    auto ask = [&](auto done) { guest_->ask(std::move(request), std::move(done)); };
    say(co_await called_back<std::string>(ask));
    while (!out_.empty() && !ended_) co_await wait_for(said_);
  }
}

asio::awaitable<void> Socket::keep_pace() {
  const auto now = std::chrono::steady_clock::now();
  const double since = std::chrono::duration<double>(now - counted_).count();
  counted_ = now;
  credit_ = std::min(limits_.requests_at_once, credit_ + since * limits_.requests_per_second) - 1;
  if (credit_ >= 0) co_return;
  error_code cancelled;
  asio::steady_timer pause(stream_.get_executor());
  pause.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(-credit_ / limits_.requests_per_second)));
  co_await pause.async_wait(to(cancelled));
}

// All that is written, one after the other. News are fetched when there is nothing else to write:
// whoever reads slowly is told all of it later, in one piece.
asio::awaitable<void> Socket::write() {
  const auto self = shared_from_this();
  error_code wrong;
  while (!ended_ && !wrong) {
    if (!out_.empty()) {
      stream_.text(true);
      const std::string text = std::move(out_.front());
      co_await stream_.async_write(asio::buffer(text), to(wrong));
      out_.pop_front();
      if (out_.empty()) said_.cancel();
    } else if (why_ != websocket::close_code::none) {
      co_await stream_.async_close(why_, to(wrong));
      break;
    } else if (std::exchange(news_, false)) {
      const auto guest = guest_;
      if (!guest) break;
      auto fetch = [&guest](auto done) { guest->news(std::move(done)); };
      auto news = co_await called_back<std::optional<std::string>>(fetch);
      if (news) say(std::move(*news));
    } else {
      co_await wait_for(more_);
    }
  }
  drop();
}

}  // namespace tidelock::server
