#include "server/socket.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <utility>
#include <vector>

#include "server/callback.h"
#include "server/guest.h"

namespace tidelock::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;
using std::chrono::steady_clock;

auto to(error_code& wrong) { return asio::redirect_error(kAwaitable, wrong); }

template <class Stream>
class SocketOn final : public Socket, public std::enable_shared_from_this<SocketOn<Stream>> {
 public:
  SocketOn(Stream stream, SocketHost host);
  ~SocketOn() override { host_.gone(this, static_cast<std::uint16_t>(why_)); }

  void begin(Request request, Hall& hall, const std::string& table) override;
  void close(std::uint16_t why) override { end(static_cast<websocket::close_code>(why)); }
  void drop() override;
  [[nodiscard]] bool stuck(steady_clock::time_point now) const override {
    return writing_ && now - writing_since_ > host_.limits.write;
  }

 private:
  Awaitable<void> read(Request request);
  Awaitable<void> answer_requests();
  Awaitable<void> tell_news();
  Awaitable<void> say(std::string text);
  Awaitable<void> keep_pace();
  void spend();
  void end(websocket::close_code why);

  websocket::stream<Stream, false> stream_;  // nobody is offered compression
  SocketHost host_;
  std::shared_ptr<Guest> guest_;
  std::vector<std::shared_ptr<const void>> untold_;  // kept until the news are written
  bool news_ = false;
  bool ended_ = false;
  bool asking_ = false;
  bool writing_ = false;
  steady_clock::time_point writing_since_;
  websocket::close_code why_ = websocket::close_code::none;
  Signal more_;     // there may be news, or an end
  Signal written_;  // another message may be written
  double credit_;   // requests that may be asked now
  steady_clock::time_point counted_;
};

template <class Stream>
SocketOn<Stream>::SocketOn(Stream stream, SocketHost host)
    : stream_(std::move(stream)),
      host_(std::move(host)),
      credit_(host_.limits.requests_at_once),
      counted_(steady_clock::now()) {
  beast::get_lowest_layer(stream_).expires_never();  // the WebSocket has timeouts of its own
  websocket::stream_base::timeout timeouts{};
  timeouts.handshake_timeout = host_.limits.handshake;
  timeouts.idle_timeout = host_.limits.idle;
  timeouts.keep_alive_pings = true;
  stream_.set_option(timeouts);
  stream_.read_message_max(host_.limits.message_bytes);
  stream_.auto_fragment(false);
  // Pings and pongs cost as much as requests, but nobody waits for an answer: who sends far too
  // many goes.
  stream_.control_callback([this](websocket::frame_type kind, beast::string_view) {
    if (kind == websocket::frame_type::close) return;
    spend();
    if (credit_ > -host_.limits.requests_at_once) return;
    asio::post(stream_.get_executor(), [weak = this->weak_from_this()] {
      if (const auto self = weak.lock()) self->drop();
    });
  });
}

template <class Stream>
void SocketOn<Stream>::begin(Request request, Hall& hall, const std::string& table) {
  guest_ = hall.enter(
      table,
      [weak = this->weak_from_this()](std::shared_ptr<const void> until_told) {
        const auto self = weak.lock();
        if (!self || self->ended_) return;
        self->news_ = true;
        if (until_told) self->untold_.push_back(std::move(until_told));
        self->more_.raise();
      },
      host_.may, host_.cookies);
  asio::co_spawn(
      stream_.get_executor(),
      [self = this->shared_from_this(), request = std::move(request)]() mutable {
        return self->read(std::move(request));
      },
      asio::detached);
}

template <class Stream>
void SocketOn<Stream>::drop() {
  ended_ = true;
  more_.raise();
  written_.raise();
  beast::get_lowest_layer(stream_).close();
}

template <class Stream>
void SocketOn<Stream>::end(websocket::close_code why) {
  if (why_ == websocket::close_code::none) why_ = why;
  more_.raise();
}

// One message after the other, whoever has it.
template <class Stream>
Awaitable<void> SocketOn<Stream>::say(std::string text) {
  while (writing_ && !ended_) co_await written_.wait();
  if (ended_) co_return;
  error_code wrong;
  writing_ = true;
  writing_since_ = steady_clock::now();
  co_await stream_.async_write(asio::buffer(text), to(wrong));
  writing_ = false;
  host_.metrics->messages.add();
  if (wrong) drop();
  written_.raise();
}

template <class Stream>
Awaitable<void> SocketOn<Stream>::read(Request request) {
  const auto self = this->shared_from_this();
  error_code wrong;
  co_await stream_.async_accept(request, to(wrong));
  if (wrong) co_return;
  request = {};  // it was large, and is not needed as long as this goes on
  stream_.text(true);
  asio::co_spawn(
      stream_.get_executor(), [self] { return self->tell_news(); }, asio::detached);
  auto greeting = co_await guest_->greet();
  if (greeting) {
    co_await say(std::move(*greeting));
    co_await answer_requests();
  } else {
    end(static_cast<websocket::close_code>(kNoSuchTable));
    // The other side closes too, or is not waited for.
    beast::flat_buffer ignored;
    co_await stream_.async_read(ignored, to(wrong));
  }
  ended_ = true;
  guest_.reset();  // at once: a table that nobody looks at sleeps
  more_.raise();
}

// One at a time: the next is read when the answer is on its way, so nobody can pile up questions.
template <class Stream>
Awaitable<void> SocketOn<Stream>::answer_requests() {
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
    // Once it is said that this ends, nothing more is begun.
    if (why_ != websocket::close_code::none) {
      buffer.clear();
      continue;
    }
    host_.metrics->messages.add();
    std::string request = beast::buffers_to_string(buffer.data());
    buffer.clear();
    asking_ = true;
    co_await keep_pace();
    std::string answer;
    {
      const Stopwatch answered(host_.metrics->message);
      answer = co_await guest_->ask(std::move(request));
    }
    co_await say(std::move(answer));
    asking_ = false;
    if (why_ != websocket::close_code::none) more_.raise();
  }
}

template <class Stream>
void SocketOn<Stream>::spend() {
  const auto now = steady_clock::now();
  const double since = std::chrono::duration<double>(now - counted_).count();
  counted_ = now;
  credit_ =
      std::min(host_.limits.requests_at_once, credit_ + since * host_.limits.requests_per_second) -
      1;
}

template <class Stream>
Awaitable<void> SocketOn<Stream>::keep_pace() {
  spend();
  if (credit_ >= 0) co_return;
  error_code cancelled;
  asio::steady_timer pause(stream_.get_executor());
  pause.expires_after(std::chrono::duration_cast<steady_clock::duration>(
      std::chrono::duration<double>(-credit_ / host_.limits.requests_per_second)));
  co_await pause.async_wait(to(cancelled));
}

// News are fetched when there is nothing else to write: whoever reads slowly is told all of it
// later, in one piece.
template <class Stream>
Awaitable<void> SocketOn<Stream>::tell_news() {
  const auto self = this->shared_from_this();
  while (!ended_) {
    if (writing_) {
      co_await written_.wait();
    } else if (why_ != websocket::close_code::none && !asking_) {
      error_code wrong;
      co_await stream_.async_close(why_, to(wrong));
      break;
    } else if (std::exchange(news_, false)) {
      const auto guest = guest_;
      if (!guest) break;
      const auto telling = std::exchange(untold_, {});
      auto news = co_await guest->news();
      if (news) co_await say(std::move(*news));
    } else {
      co_await more_.wait();
    }
  }
  drop();
}

}  // namespace

std::shared_ptr<Socket> make_socket(PlainStream stream, SocketHost host) {
  return std::make_shared<SocketOn<PlainStream>>(std::move(stream), std::move(host));
}

std::shared_ptr<Socket> make_socket(TlsStream stream, SocketHost host) {
  return std::make_shared<SocketOn<TlsStream>>(std::move(stream), std::move(host));
}

}  // namespace tidelock::server
