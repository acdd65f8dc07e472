// A connection that takes every message whole: what the kernel does not take at once waits here and
// follows when it does. So a message is one call of the kernel and nothing for the loop, for nearly
// all of them fit; and frames never mix, whoever writes them. How much waits is up to whoever
// writes: one message, and what Beast says by itself. What comes is read when it has come, and not
// before. For socket.cpp.
#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <cerrno>
#include <functional>
#include <memory>
#include <string>
#include <sys/socket.h>
#include <type_traits>
#include <unistd.h>
#include <utility>
#include <vector>

#include "core/prefetch.h"
#include "server/ears.h"
#include "server/loop.h"

namespace tidelock::server {

class EagerStream final : public Ear {
 public:
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, InLoop>;
  using executor_type = InLoop;  // NOLINT(readability-identifier-naming): as Asio asks for it
  using Code = boost::system::error_code;

  // Whoever this is a part of.
  struct Owner {
    std::weak_ptr<void> alive;  // lives as long as something is on its way
    const void* at = nullptr;   // what is fetched before ...
    std::size_t bytes = 0;
    std::function<void(std::size_t stage)> fetch = nullptr;  // ... this is called
  };

  explicit EagerStream(Socket socket) : loop_(socket.get_executor()), ears_(&Ears::of(loop_)) {
    Code wrong;
    file_ = socket.release(wrong);
    if (wrong) file_ = -1;
  }
  // Before anything is read or written.
  EagerStream(EagerStream&& other) noexcept
      : loop_(std::move(other.loop_)), ears_(other.ears_), file_(std::exchange(other.file_, -1)) {}
  EagerStream(const EagerStream&) = delete;
  EagerStream& operator=(const EagerStream&) = delete;
  EagerStream& operator=(EagerStream&&) = delete;
  ~EagerStream() override { close(); }

  void belongs_to(Owner owner) { owner_ = std::move(owner); }

  [[nodiscard]] executor_type get_executor() { return loop_; }

  // Whether everything that was written is with the kernel; if not, calls `then` when it is, or
  // cannot be any more.
  [[nodiscard]] bool flushed() const { return !flushing_; }
  void when_flushed(std::function<void(Code)> then) { then_.push_back(std::move(then)); }

  template <class Buffers>
  std::size_t write_some(const Buffers& buffers, Code& wrong) {
    constexpr std::size_t kUsual = 2048;
    const std::size_t size = boost::asio::buffer_size(buffers);
    wrong = failed_;
    if (wrong) return 0;
    std::array<char, kUsual> few;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::vector<char> many(size > kUsual ? size : 0);
    char* const flat = size > kUsual ? many.data() : few.data();
    boost::asio::buffer_copy(boost::asio::buffer(flat, size), buffers);
    const std::size_t sent = flushing_ ? 0 : send(flat, size, wrong);
    if (wrong || sent == size) return wrong ? 0 : size;
    waiting_.append(flat + sent, size - sent);
    if (!std::exchange(flushing_, true)) begin_to_wait();
    wrong = failed_;
    return wrong ? 0 : size;
  }
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers) {
    return checked([&](Code& wrong) { return write_some(buffers, wrong); });
  }
  // Takes it at once like the others, and is done when the kernel has it: who asks for answers of
  // Beast and does not take them is not read from.
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(Code, std::size_t)>(
        [this](auto handler, const Buffers& all) {
          Code wrong;
          const std::size_t size = write_some(all, wrong);
          auto kept = std::make_shared<decltype(handler)>(std::move(handler));
          const auto done = [kept, size, executor = get_executor()](Code code) {
            boost::asio::post(executor,
                              boost::beast::bind_handler(std::move(*kept), code, code ? 0 : size));
          };
          if (wrong || flushed()) return done(wrong);
          when_flushed(done);
        },
        token, buffers);
  }

  // Into the first part alone: whatever is read here fits into it nearly always.
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers, Code& wrong) {
    return receive(first_of(buffers), wrong);
  }
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers) {
    return checked([&](Code& wrong) { return read_some(buffers, wrong); });
  }
  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(Code, std::size_t)>(
        [this](auto handler, boost::asio::mutable_buffer into) {
          into_ = into;
          reading_ = std::make_unique<ReadingBy<decltype(handler)>>(std::move(handler));
          begin_to_wait();
          if (!more_ && !failed_ && into.size() > 0) return;
          boost::asio::post(loop_, [this, alive = owner_.alive.lock()] {
            if (alive) read_now();
          });
        },
        token, first_of(buffers));
  }

  // How Beast ends a connection.
  friend void beast_close_socket(EagerStream& stream) { stream.close(); }
  friend void teardown(boost::beast::role_type /*role*/, EagerStream& stream, Code& /*wrong*/) {
    stream.close();
  }
  template <class Handler>
  friend void async_teardown(boost::beast::role_type /*role*/, EagerStream& stream,
                             Handler&& handler) {
    (void)::shutdown(stream.file_, SHUT_WR);
    Drain<std::decay_t<Handler>>{&stream, std::forward<Handler>(handler)}();
  }

  void ready(bool in, bool out, bool end) override {
    const auto alive = owner_.alive.lock();
    ended_ = ended_ || end;
    more_ = more_ || in;
    try {
      if (out && flushing_) send_more();
    } catch (...) {
      // Whoever was told that it is sent threw something: it is read all the same.
      boost::asio::post(loop_, [this, alive] { read_now(); });
      throw;
    }
    if (more_) read_now();
  }
  void abandon() override {
    const auto gone = std::move(reading_);
    const auto told = std::move(then_);
    ears_->forget(file_, *this);
  }
  void fetch(std::size_t stage) const override {
    if (stage == 0) return fetch_soon(owner_.at, owner_.bytes);
    if (owner_.fetch) owner_.fetch(stage);
  }

 private:
  // Somebody who waits for something to read.
  struct Reading {
    Reading() = default;
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
    virtual ~Reading() = default;
    virtual void done(std::unique_ptr<Reading> self, Code wrong, std::size_t bytes) = 0;
  };
  template <class Handler>
  struct ReadingBy final : Reading {
    explicit ReadingBy(Handler from) : handler(std::move(from)) {}
    void done(std::unique_ptr<Reading> self, Code wrong, std::size_t bytes) override {
      Handler last = std::move(handler);
      self.reset();
      last(wrong, bytes);
    }
    Handler handler;
  };
  // The other side has said all and is told so: reads until it has done the same.
  template <class Handler>
  struct Drain {
    EagerStream* stream;
    Handler handler;
    std::unique_ptr<std::array<char, 512>> scratch = std::make_unique<std::array<char, 512>>();

    void operator()() {
      const auto into = boost::asio::buffer(*scratch);
      stream->async_read_some(into, std::move(*this));
    }
    void operator()(Code wrong, std::size_t /*bytes*/) {
      if (!wrong) return (*this)();
      if (wrong != boost::asio::error::operation_aborted) stream->close();
      handler(wrong == boost::asio::error::eof ? Code() : wrong);
    }
  };

  // For something to read, or for room.
  void begin_to_wait() {
    if (file_ < 0) failed_ = boost::asio::error::operation_aborted;
    if (!failed_ && !is_linked()) failed_ = ears_->add(file_, *this);
    ears_->wait_for(+1);
    if (flushing_ && failed_) sent_all(failed_);
  }
  // How much of it the kernel takes now.
  std::size_t send(const char* bytes, std::size_t size, Code& wrong) {
    const auto n = again([&] { return ::send(file_, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL); });
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EAGAIN) failed_ = wrong = system_error();
    return 0;
  }
  void send_more() {
    Code wrong;
    std::size_t sent = 0;
    while (sent < waiting_.size()) {
      const std::size_t n = send(waiting_.data() + sent, waiting_.size() - sent, wrong);
      if (n == 0) break;
      sent += n;
    }
    waiting_.erase(0, sent);
    if (wrong || waiting_.empty()) sent_all(wrong);
  }
  void sent_all(Code wrong) {
    flushing_ = false;
    ears_->wait_for(-1);
    failed_ = wrong;
    waiting_ = {};
    for (const auto& one : std::exchange(then_, {})) one(wrong);
  }

  std::size_t receive(boost::asio::mutable_buffer into, Code& wrong) {
    wrong = failed_;
    if (wrong || into.size() == 0) return 0;
    const auto n = again([&] { return ::recv(file_, into.data(), into.size(), MSG_DONTWAIT); });
    if (n < 0) wrong = system_error();
    if (n == 0) wrong = boost::asio::error::eof;
    if (n <= 0) return 0;
    // If it was all, it is heard when more comes.
    more_ = ended_ || static_cast<std::size_t>(n) == into.size();
    return static_cast<std::size_t>(n);
  }
  void read_now() {
    if (!reading_) return;
    Code wrong;
    const std::size_t n = receive(into_, wrong);
    if (wrong == boost::asio::error::would_block) {
      more_ = false;
      return;
    }
    auto reading = std::move(reading_);
    ears_->wait_for(-1);
    Reading& one = *reading;
    one.done(std::move(reading), wrong, n);
  }

  // Whoever waits is told, later.
  void close() {
    if (file_ < 0) return;
    ears_->forget(file_, *this);
    ::close(std::exchange(file_, -1));
    failed_ = boost::asio::error::operation_aborted;
    if (flushing_) {
      flushing_ = false;
      ears_->wait_for(-1);
    }
    waiting_ = {};
    if (!then_.empty()) {
      boost::asio::post(loop_, [then = std::exchange(then_, {})] {
        for (const auto& one : then) one(boost::asio::error::operation_aborted);
      });
    }
    if (!reading_) return;
    ears_->wait_for(-1);
    boost::asio::post(loop_, [reading = std::move(reading_)]() mutable {
      Reading& one = *reading;
      one.done(std::move(reading), boost::asio::error::operation_aborted, 0);
    });
  }

  template <class Call>
  static ssize_t again(Call&& call) {
    while (true) {
      const ssize_t n = call();
      if (n >= 0 || errno != EINTR) return n;
    }
  }
  static Code system_error() { return {errno, boost::system::system_category()}; }
  template <class Buffers>
  static boost::asio::mutable_buffer first_of(const Buffers& buffers) {
    return *boost::asio::buffer_sequence_begin(buffers);
  }
  template <class Do>
  static std::size_t checked(Do&& act) {
    Code wrong;
    const std::size_t n = act(wrong);
    if (wrong) throw boost::system::system_error(wrong);
    return n;
  }

  InLoop loop_;
  Ears* ears_;
  int file_ = -1;
  bool flushing_ = false;
  bool more_ = false;   // there may be something to read that no event is going to tell of
  bool ended_ = false;  // the other side says nothing any more, or there was an error
  Code failed_;
  std::unique_ptr<Reading> reading_;
  boost::asio::mutable_buffer into_;
  Owner owner_;
  std::string waiting_;  // has not been sent
  std::vector<std::function<void(Code)>> then_;
};

}  // namespace tidelock::server
