#include "server/socket.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/prefetch.h"
#include "server/callback.h"
#include "server/eager_stream.h"
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
class SocketOn final : public Socket,
                       public Bell,
                       public std::enable_shared_from_this<SocketOn<Stream>> {
 public:
  SocketOn(Stream stream, SocketHost host);
  ~SocketOn() override { host_.gone(this, static_cast<std::uint16_t>(why_)); }

  void begin(Request request, Hall& hall, const std::string& table) override;
  void close(std::uint16_t why) override { end(static_cast<websocket::close_code>(why)); }
  void drop() override;
  bool tend(steady_clock::time_point now) override;
  void ring(const std::shared_ptr<const void>& until_told) override;
  void fetch() const override {
    fetch_soon(this, sizeof *this);
    fetch_soon(&stream_.next_layer(), sizeof(Stream));
  }

 private:
  void fetch_ahead(std::size_t stage) const;
  Awaitable<void> live(Request request);
  void over();
  void read();
  void heard(const error_code& wrong);
  [[nodiscard]] std::string_view request() const {
    return {static_cast<const char*>(buffer_.data().data()), buffer_.size()};
  }
  Awaitable<void> answer_later();
  void answer_with(std::string answer);
  Awaitable<void> fetch_news();
  void say(std::string text);
  void go_on();
  void write(std::string text);
  void written(const error_code& wrong);
  steady_clock::time_point spend();
  void end(websocket::close_code why);

  websocket::stream<Stream, false> stream_;  // nobody is offered compression
  SocketHost host_;
  std::shared_ptr<Guest> guest_;
  std::vector<std::shared_ptr<const void>> untold_;  // kept until the news are written
  std::vector<std::shared_ptr<const void>> telling_;
  std::vector<std::string> to_say_;  // behind what is being written: an answer or two
  std::string saying_;
  beast::flat_buffer buffer_;
  bool news_ = false;
  bool fetching_ = false;
  bool ended_ = false;
  bool asking_ = false;
  bool writing_ = false;
  bool closing_ = false;
  bool open_ = false;    // the upgrade is done
  bool pinged_ = false;  // since it was heard of last
  steady_clock::time_point writing_since_;
  websocket::close_code why_ = websocket::close_code::none;
  Signal said_;    // nothing waits to be written, or it ended
  double credit_;  // requests that may be asked now
  steady_clock::time_point heard_;
};

template <class Stream>
SocketOn<Stream>::SocketOn(Stream stream, SocketHost host)
    : stream_(std::move(stream)),
      host_(std::move(host)),
      credit_(host_.limits.requests_at_once),
      heard_(steady_clock::now()) {
  // Beast would set a timer for every message: who is silent is looked for now and then instead.
  stream_.set_option(
      {host_.limits.handshake, websocket::stream_base::none(), /*keep_alive_pings=*/false});
  stream_.read_message_max(host_.limits.message_bytes);
  stream_.auto_fragment(false);
  // Pings and pongs cost as much as requests, but nobody waits for an answer: who sends far too
  // many goes.
  stream_.control_callback([this](websocket::frame_type kind, beast::string_view) {
    if (kind == websocket::frame_type::close) return;
    (void)spend();
    if (credit_ > -host_.limits.requests_at_once) return;
    asio::post(stream_.get_executor(), [weak = this->weak_from_this()] {
      if (const auto self = weak.lock()) self->drop();
    });
  });
}

template <class Stream>
void SocketOn<Stream>::begin(Request request, Hall& hall, const std::string& table) {
  if constexpr (std::is_same_v<Stream, EagerStream>) {
    static_assert(Ear::kStages >= 2 + Guest::kStages);
    stream_.next_layer().belongs_to({this->weak_from_this(), this, sizeof *this,
                                     [this](std::size_t stage) { fetch_ahead(stage); }});
  }
  guest_ = hall.enter(table, this->weak_from_this(), host_.may, host_.cookies);
  asio::co_spawn(
      stream_.get_executor(),
      [self = this->shared_from_this(), request = std::move(request)]() mutable {
        return self->live(std::move(request));
      },
      asio::detached);
}

template <class Stream>
void SocketOn<Stream>::ring(const std::shared_ptr<const void>& until_told) {
  if (ended_) return;
  news_ = true;
  if (until_told) untold_.push_back(until_told);
  go_on();
}

// What the next request is going to touch; this itself was fetched before.
template <class Stream>
void SocketOn<Stream>::fetch_ahead(std::size_t stage) const {
  constexpr std::size_t kGuest = 256;
  if (stage == 1) return fetch_soon(guest_.get(), kGuest);
  if (guest_) guest_->fetch(stage - 2);
}

template <class Stream>
void SocketOn<Stream>::drop() {
  ended_ = true;
  said_.raise();
  beast::close_socket(beast::get_lowest_layer(stream_));
}

template <class Stream>
bool SocketOn<Stream>::tend(steady_clock::time_point now) {
  if (writing_ && now - writing_since_ > host_.limits.write) {
    drop();
    return true;
  }
  if (!open_ || ended_) return false;
  if (now - heard_ > host_.limits.idle) {
    drop();
  } else if (now - heard_ > host_.limits.idle / 2 && !std::exchange(pinged_, true)) {
    stream_.async_ping({}, [self = this->shared_from_this()](const error_code&) {});
  }
  return false;
}

template <class Stream>
void SocketOn<Stream>::end(websocket::close_code why) {
  if (why_ == websocket::close_code::none) why_ = why;
  go_on();
}

template <class Stream>
Awaitable<void> SocketOn<Stream>::live(Request request) {
  const auto self = this->shared_from_this();
  error_code wrong;
  co_await stream_.async_accept(request, to(wrong));
  if (wrong) co_return;
  request = {};  // it was large, and is not needed as long as this goes on
  stream_.text(true);
  open_ = true;
  auto greeting = co_await guest_->greet();
  if (greeting) {
    say(std::move(*greeting));
    read();
    co_return;
  }
  end(static_cast<websocket::close_code>(kNoSuchTable));
  // The other side closes too, or is not waited for.
  co_await stream_.async_read(buffer_, to(wrong));
  over();
}

template <class Stream>
void SocketOn<Stream>::over() {
  guest_.reset();  // at once: a table that nobody looks at sleeps
  drop();
}

// One request at a time: nothing is asked before the last answer is on its way, so nobody can pile
// up questions. While nobody asks anything there is no coroutine, which would only take memory.
template <class Stream>
void SocketOn<Stream>::read() {
  buffer_.clear();
  stream_.async_read(buffer_, [self = this->shared_from_this()](
                                  const error_code& wrong, std::size_t) { self->heard(wrong); });
}

template <class Stream>
void SocketOn<Stream>::heard(const error_code& wrong) {
  if (wrong || ended_) return over();
  if (!stream_.got_text()) end(websocket::close_code::unknown_data);
  // Once it is said that this ends, nothing more is begun.
  if (why_ != websocket::close_code::none) return read();
  host_.metrics->messages.add();
  asking_ = true;
  const auto came = spend();
  if (credit_ >= 0 && to_say_.empty()) {
    const Stopwatch answered(host_.metrics->message, came);
    if (auto answer = guest_->ask_now(request())) return answer_with(std::move(*answer));
  }
  asio::co_spawn(
      stream_.get_executor(), [self = this->shared_from_this()] { return self->answer_later(); },
      asio::detached);
}

// To whoever asks too much, or what has to be waited for.
template <class Stream>
Awaitable<void> SocketOn<Stream>::answer_later() {
  const auto self = this->shared_from_this();
  if (credit_ < 0) {
    error_code ignored;
    asio::steady_timer pause(stream_.get_executor());
    pause.expires_after(std::chrono::duration_cast<steady_clock::duration>(
        std::chrono::duration<double>(-credit_ / host_.limits.requests_per_second)));
    co_await pause.async_wait(to(ignored));
  }
  while (!to_say_.empty() && !ended_) co_await said_.wait();
  if (ended_) {
    over();
    co_return;
  }
  const Stopwatch answered(host_.metrics->message);
  std::string answer = co_await guest_->ask(std::string(request()));
  answer_with(std::move(answer));
}

template <class Stream>
void SocketOn<Stream>::answer_with(std::string answer) {
  to_say_.push_back(std::move(answer));
  asking_ = false;
  go_on();
  read();
}

// Takes from what may be asked, and answers what time it is.
template <class Stream>
steady_clock::time_point SocketOn<Stream>::spend() {
  const auto now = steady_clock::now();
  const double since = std::chrono::duration<double>(now - heard_).count();
  heard_ = now;
  pinged_ = false;
  credit_ =
      std::min(host_.limits.requests_at_once, credit_ + since * host_.limits.requests_per_second) -
      1;
  return now;
}

template <class Stream>
Awaitable<void> SocketOn<Stream>::fetch_news() {
  const auto self = this->shared_from_this();
  const auto guest = guest_;
  auto news = co_await guest->news();
  fetching_ = false;
  if (news) telling_.insert(telling_.end(), untold_.begin(), untold_.end());
  untold_.clear();
  if (news) say(std::move(*news));
  go_on();
}

template <class Stream>
void SocketOn<Stream>::say(std::string text) {
  to_say_.push_back(std::move(text));
  go_on();
}

// Writes whatever is to be written, one message after the other. News are fetched when there is
// nothing else to write: whoever reads slowly is told all of it later, in one piece.
template <class Stream>
void SocketOn<Stream>::go_on() {
  while (!writing_ && !closing_ && !ended_) {
    if (!to_say_.empty()) {
      std::string text = std::move(to_say_.front());
      to_say_.erase(to_say_.begin());
      if (to_say_.empty()) said_.raise();
      write(std::move(text));
      continue;
    }
    if (fetching_) return;
    std::string text;
    const auto news =
        guest_ && std::exchange(news_, false) ? guest_->news_now(text) : Guest::News::kNone;
    if (news == Guest::News::kThese) {
      std::swap(telling_, untold_);
      write(std::move(text));
      continue;
    }
    if (news == Guest::News::kWait) {
      fetching_ = true;
      asio::co_spawn(
          stream_.get_executor(), [self = this->shared_from_this()] { return self->fetch_news(); },
          asio::detached);
      return;
    }
    untold_.clear();
    if (why_ == websocket::close_code::none || asking_) return;
    closing_ = true;
    stream_.async_close(why_,
                        [self = this->shared_from_this()](const error_code&) { self->drop(); });
  }
}

// Most messages are written when this returns; others are on their way.
template <class Stream>
void SocketOn<Stream>::write(std::string text) {
  const auto later = [this] {
    return [self = this->shared_from_this()](const error_code& wrong, std::size_t = 0) {
      self->written(wrong);
      self->go_on();
    };
  };
  if constexpr (std::is_same_v<Stream, EagerStream>) {
    error_code wrong;
    stream_.write(asio::buffer(text), wrong);
    if (wrong || stream_.next_layer().flushed()) return written(wrong);
    stream_.next_layer().when_flushed(later());
  } else {
    saying_ = std::move(text);
    stream_.async_write(asio::buffer(saying_), later());
  }
  writing_ = true;
  writing_since_ = steady_clock::now();
}

template <class Stream>
void SocketOn<Stream>::written(const error_code& wrong) {
  writing_ = false;
  saying_ = {};  // whoever says nothing for a long time keeps nothing
  telling_.clear();
  host_.metrics->messages.add();
  if (wrong) drop();
}

}  // namespace

// What watched over requests is not needed any more: the WebSocket has timeouts of its own.
std::shared_ptr<Socket> make_socket(PlainStream stream, SocketHost host) {
  return std::make_shared<SocketOn<EagerStream>>(EagerStream(stream.release_socket()),
                                                 std::move(host));
}

#ifdef TIDELOCK_TLS
std::shared_ptr<Socket> make_socket(TlsStream stream, SocketHost host) {
  beast::get_lowest_layer(stream).expires_never();
  return std::make_shared<SocketOn<TlsStream>>(std::move(stream), std::move(host));
}
#endif

}  // namespace tidelock::server
