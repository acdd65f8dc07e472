// A connection that takes every message whole: what the kernel does not take at once waits here and
// follows when it does. So a message is one call of the kernel and nothing for the loop, for nearly
// all of them fit; and frames never mix, whoever writes them. How much waits is up to whoever
// writes: one message, and what Beast says by itself. For socket.cpp.
#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/loop.h"

namespace tidelock::server {

class EagerStream {
 public:
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, InLoop>;
  using executor_type = InLoop;  // NOLINT(readability-identifier-naming): as Asio asks for it
  using Code = boost::system::error_code;

  explicit EagerStream(Socket socket) : socket_(std::move(socket)) {
    Code ignored;
    socket_.non_blocking(true, ignored);
  }
  // Whoever this is a part of: lives as long as something is on its way.
  void belongs_to(std::weak_ptr<void> owner) { owner_ = std::move(owner); }

  [[nodiscard]] executor_type get_executor() { return socket_.get_executor(); }

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
    const std::size_t sent = flushing_ ? 0 : send(boost::asio::buffer(flat, size), wrong);
    if (wrong) return 0;
    if (sent == size) return size;
    waiting_.append(flat + sent, size - sent);
    if (!flushing_) flush();
    return size;
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
    return socket_.read_some(first_of(buffers), wrong);
  }
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers) {
    return checked([&](Code& wrong) { return read_some(buffers, wrong); });
  }
  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return socket_.async_read_some(first_of(buffers), std::forward<Token>(token));
  }

  // How Beast ends a connection.
  friend void beast_close_socket(EagerStream& stream) {
    Code ignored;
    stream.socket_.close(ignored);
  }
  friend void teardown(boost::beast::role_type role, EagerStream& stream, Code& wrong) {
    boost::beast::websocket::teardown(role, stream.socket_, wrong);
  }
  template <class Handler>
  friend void async_teardown(boost::beast::role_type role, EagerStream& stream, Handler&& handler) {
    boost::beast::websocket::async_teardown(role, stream.socket_, std::forward<Handler>(handler));
  }

 private:
  // How much of it the kernel takes now.
  std::size_t send(boost::asio::const_buffer bytes, Code& wrong) {
    const std::size_t sent = socket_.send(bytes, 0, wrong);
    if (wrong != boost::asio::error::would_block) return wrong ? 0 : sent;
    wrong = {};
    return 0;
  }
  void flush() {
    flushing_ = true;
    if (sending_.empty()) std::swap(sending_, waiting_);
    socket_.async_write_some(boost::asio::buffer(sending_),
                             [this, owner = owner_.lock()](Code wrong, std::size_t sent) {
                               if (owner) sent_more(wrong, sent);
                             });
  }
  void sent_more(Code wrong, std::size_t sent) {
    sending_.erase(0, sent);
    if (!wrong && (!sending_.empty() || !waiting_.empty())) return flush();
    flushing_ = false;
    failed_ = wrong;
    sending_ = {};
    waiting_ = {};
    for (const auto& one : std::exchange(then_, {})) one(wrong);
  }
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

  Code failed_;
  bool flushing_ = false;
  Socket socket_;
  std::weak_ptr<void> owner_;
  std::string waiting_;  // has not been sent
  std::string sending_;  // is being sent
  std::vector<std::function<void(Code)>> then_;
};

}  // namespace tidelock::server
