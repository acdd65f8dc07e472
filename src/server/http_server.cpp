#include "server/http_server.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <csignal>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <unordered_set>
#include <utility>

#include "core/json.h"
#include "server/api.h"
#include "server/callback.h"
#include "server/loop.h"
#include "server/socket.h"

namespace tidelock::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 40> text{};
  if (gmtime_r(&now, &parts) == nullptr) return {};
  const std::size_t n =
      std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return {text.data(), n};
}

std::string_view view_of(beast::string_view text) { return {text.data(), text.size()}; }

asio::ip::address address_of(const std::string& text, error_code& wrong) {
  return asio::ip::make_address(text == "localhost" ? "127.0.0.1" : text, wrong);
}

// Several lines of one header are one list.
template <class Fields>
std::string joined(const Fields& fields, http::field name) {
  std::string out;
  const auto [begin, end] = fields.equal_range(name);
  for (auto it = begin; it != end; ++it) {
    if (!out.empty()) out += ", ";
    out += view_of(it->value());
  }
  return out;
}

}  // namespace

class HttpServer::Impl {
 public:
  Impl(ServerOptions options, Site site, const MakeHall& hall)
      : options_(std::move(options)), site_(std::move(site)) {
    if (hall) hall_ = hall(loop_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    ending_ = true;
    if (hall_) hall_->end();
  }

  std::optional<Error> open();
  [[nodiscard]] std::string url() const;
  [[nodiscard]] std::uint16_t port() const { return endpoint_.port(); }
  void run();
  void stop_soon() {
    asio::post(io_, [this] { stop(); });
  }

 private:
  class Connection;

  void accept();
  void stop();
  void gone(Connection* connection);
  void gone(Socket* socket);
  [[nodiscard]] bool idle() const { return connections_.empty() && sockets_.empty(); }

  ServerOptions options_;
  Site site_;
  std::unique_ptr<Hall> hall_;
  // These outlive the loop, which destroys the connections that are left.
  std::unordered_set<Connection*> connections_;
  std::unordered_set<Socket*> sockets_;
  bool accepting_ = false;
  bool stopping_ = false;
  bool ending_ = false;
  tcp::endpoint endpoint_;
  Loop loop_;
  asio::io_context& io_ = loop_.io;
  tcp::acceptor acceptor_{io_};
  asio::signal_set signals_{io_};
  asio::steady_timer pause_{io_};
  asio::steady_timer grace_{io_};
};

// One connection: waits, reads the head of a request, answers, and again. What it waits for keeps
// it alive; when nothing does, it is closed.
class HttpServer::Impl::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Impl& server)
      : stream_(std::move(socket)), server_(server), buffer_(2 * server.options_.header_bytes) {
    server_.connections_.insert(this);
    error_code ignored;
    stream_.socket().set_option(tcp::no_delay(true), ignored);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { server_.gone(this); }

  // For the next request.
  void wait() {
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(server_.options_.header_bytes));
    parser_->body_limit(boost::none);  // no body is ever read
    if (buffer_.size() > 0) return read();
    stream_.expires_after(server_.options_.idle);
    stream_.async_read_some(buffer_.prepare(kRead),
                            [self = shared_from_this()](error_code wrong, std::size_t n) {
                              if (wrong) return;
                              self->buffer_.commit(n);
                              self->read();
                            });
  }

  void drop() { stream_.close(); }

  // What has arrived is still read, then comes the end: no more requests, however slow they are.
  void hear_no_more() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_receive, ignored);
  }

 private:
  static constexpr std::size_t kRead = 4096;
  static constexpr unsigned kVersion11 = 11;
  using Body = http::span_body<const char>;

  void read() {
    stream_.expires_after(server_.options_.header);
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code wrong, std::size_t) { self->have_read(wrong); });
  }

  void have_read(error_code wrong) {
    if (wrong) {
      const int status = refused_with(wrong);
      if (status != 0) send(refusal(status), false, kVersion11, false);
      return;
    }
    const auto& head = parser_->get();
    const std::string accept_encoding = joined(head, http::field::accept_encoding);
    const std::string if_none_match = joined(head, http::field::if_none_match);
    const std::string host = joined(head, http::field::host);  // two of them are none of ours
    const std::string origin = joined(head, http::field::origin);
    const std::string content_type = joined(head, http::field::content_type);
    const std::string_view method = view_of(head.method_string());
    const Request request{method,        view_of(head.target()),
                          host,          accept_encoding,
                          if_none_match, origin,
                          content_type,  beast::websocket::is_upgrade(head)};
    if (server_.hall_) {
      if (const auto call = read_call(request, server_.options_.hosts)) return answer_call(*call);
    }
    Answer answer = server_.site_(request);
    const bool body = !parser_->is_done();
    if (body && answer.status < 400) answer = refusal(413);
    send(answer, method == "HEAD", head.version(), head.keep_alive() && !body);
  }

  void answer_call(const Call& call) {
    keep_ = parser_->get().keep_alive();
    version_ = parser_->get().version();
    if (call.what == Call::What::kMakeTable) return read_wish();
    const bool body = !parser_->is_done();
    keep_ = keep_ && !body;  // it is never read
    if (call.what == Call::What::kRefused) return refuse(call.status, call.why);
    if (body) return refuse(413, error("too-large", "expected a request without a body"));
    if (call.what == Call::What::kListTables) return server_.hall_->list_tables(replied());
    if (call.what == Call::What::kShowTable)
      return server_.hall_->show_table(call.table, replied());
    upgrade(call.table);
  }

  void read_wish() {
    // Beast looks at a length that is told only while it reads the head.
    const auto told = parser_->content_length();
    if (told && *told > server_.options_.body_bytes) return have_wish(http::error::body_limit);
    wish_.emplace(std::move(*parser_));
    wish_->body_limit(server_.options_.body_bytes);
    stream_.expires_after(server_.options_.header);
    http::async_read(
        stream_, buffer_, *wish_,
        [self = shared_from_this()](error_code wrong, std::size_t) { self->have_wish(wrong); });
  }

  void have_wish(error_code wrong) {
    if (wrong == http::error::body_limit) {
      keep_ = false;
      return refuse(413, error("too-large", "expected a shorter body"));
    }
    if (wrong) return;
    server_.hall_->make_table(wish_->get().body(), replied());
  }

  // The hall answers from another thread.
  Hall::Answered replied() {
    stream_.expires_never();
    return back_in<Hall::Reply>(
        stream_.get_executor(),
        [self = shared_from_this()](Hall::Reply reply) { self->reply(std::move(reply)); });
  }

  void reply(Hall::Reply reply) {
    text_ = std::move(reply.body);
    send(json_answer(reply.status, text_), false, version_, keep_);
  }

  void refuse(int status, const Error& why) {
    reply({status, dump_json({{"error", {{"code", why.code}, {"message", why.message}}}})});
  }

  void upgrade(const std::string& table) {
    if (server_.stopping_ || server_.sockets_.size() >= server_.options_.sockets) {
      keep_ = false;
      return refuse(503, error("busy", "too many are here; try later"));
    }
    const auto socket =
        std::make_shared<Socket>(stream_.release_socket(), SocketLimits{},
                                 [&server = server_](Socket* one) { server.gone(one); });
    server_.sockets_.insert(socket.get());
    socket->begin(parser_->release(), *server_.hall_, table);
  }

  // The status of an answer to what is no request; 0 where there is nobody to answer.
  [[nodiscard]] int refused_with(error_code wrong) const {
    if (wrong == http::error::header_limit || wrong == http::error::buffer_overflow)
      return parser_->get().target().empty() ? 414 : 431;  // before or after the first line
    if (wrong == http::error::bad_version) return 505;
    if (wrong == http::error::end_of_stream || wrong == http::error::partial_message) return 0;
    return wrong.category() == http::make_error_code(http::error::bad_value).category() ? 400 : 0;
  }

  void send(const Answer& answer, bool head_only, unsigned version, bool keep) {
    keep_ = keep && !server_.stopping_;
    head_only_ = head_only;
    answer_ = {};
    answer_.version(version);
    answer_.result(static_cast<unsigned>(answer.status));
    for (const auto& [name, value] : answer.headers)
      answer_.insert(beast::string_view(name.data(), name.size()),
                     beast::string_view(value.data(), value.size()));
    answer_.set(http::field::date, date_now());
    answer_.keep_alive(keep_);
    constexpr int kNotModified = 304;
    if (answer.status != kNotModified) answer_.content_length(answer.body.size());
    answer_.body() = {answer.body.data(), answer.body.size()};
    serializer_.emplace(answer_);
    serializer_->split(head_only_);
    write();
  }

  // Bit by bit, so that a slow reader has time as long as it reads.
  void write() {
    stream_.expires_after(server_.options_.write);
    http::async_write_some(stream_, *serializer_,
                           [self = shared_from_this()](error_code wrong, std::size_t) {
                             if (wrong) return;
                             self->written();
                           });
  }

  void written() {
    const bool done = serializer_->is_done() || (head_only_ && serializer_->is_header_done());
    if (!done) return write();
    if (keep_) return wait();
    // Closing with something unread would reset the connection, and with it the answer.
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(server_.options_.linger);
    buffer_.clear();
    linger();
  }

  void linger() {
    stream_.async_read_some(buffer_.prepare(kRead),
                            [self = shared_from_this()](error_code wrong, std::size_t) {
                              if (!wrong) self->linger();
                            });
  }

  beast::tcp_stream stream_;
  Impl& server_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::optional<http::request_parser<http::string_body>> wish_;  // for a table
  std::string text_;                                             // of an answer that no site keeps
  http::response<Body> answer_;
  std::optional<http::response_serializer<Body>> serializer_;
  unsigned version_ = kVersion11;
  bool keep_ = false;
  bool head_only_ = false;
};

std::optional<Error> HttpServer::Impl::open() {
  error_code wrong;
  const asio::ip::address address = address_of(options_.address, wrong);
  if (wrong) {
    return error("bad-address",
                 "expected an IP address such as 127.0.0.1, 0.0.0.0 or ::1, found '" +
                     options_.address + "'");
  }
  const std::string port = std::to_string(options_.port);
  const auto refused = [&](const error_code& why) {
    if (why == asio::error::address_in_use) {
      return error("port-taken", "port " + port + " of " + address.to_string() +
                                     " is taken by another program; end that one, choose another "
                                     "port with --port N, or let one be found with --port 0");
    }
    if (why == asio::error::access_denied) {
      return error("port-refused", "port " + port +
                                       " needs more rights than this program has; choose one "
                                       "above 1023 with --port N, or --port 0");
    }
    if (why.value() == EADDRNOTAVAIL) {
      return error("bad-address", "expected an address of this machine, found '" +
                                      options_.address + "'; 127.0.0.1 is always there");
    }
    return error("no-port", "cannot listen on port " + port + " of " + address.to_string() + ": " +
                                why.message());
  };
  const tcp::endpoint wanted(address, options_.port);
  acceptor_.open(wanted.protocol(), wrong);
  if (wrong) return refused(wrong);
  // A program that is started from here must not keep the port.
  (void)::fcntl(acceptor_.native_handle(), F_SETFD, FD_CLOEXEC);
  acceptor_.set_option(tcp::acceptor::reuse_address(true), wrong);
  if (!wrong) acceptor_.bind(wanted, wrong);
  if (!wrong) acceptor_.listen(asio::socket_base::max_listen_connections, wrong);
  if (!wrong) endpoint_ = acceptor_.local_endpoint(wrong);
  if (wrong) return refused(wrong);
  if (options_.until_signal) {
    signals_.add(SIGINT);
    signals_.add(SIGTERM);
    signals_.async_wait([this](error_code aborted, int) {
      if (!aborted) stop();
    });
  }
  accept();
  return std::nullopt;
}

std::string HttpServer::Impl::url() const {
  asio::ip::address address = endpoint_.address();
  if (address.is_unspecified()) {
    if (address.is_v4()) {
      address = asio::ip::address_v4::loopback();
    } else {
      address = asio::ip::address_v6::loopback();
    }
  }
  const std::string text = address.to_string();
  return "http://" + (address.is_v6() ? "[" + text + "]" : text) + ":" + std::to_string(port()) +
         "/";
}

void HttpServer::Impl::run() {
  while (true) {
    try {
      io_.run();
      return;
    } catch (const std::exception&) {
      // No memory for one connection is no reason to end the others.
      accept();
    }
  }
}

void HttpServer::Impl::accept() {
  if (stopping_ || ending_ || accepting_ || connections_.size() >= options_.connections) return;
  accepting_ = true;
  acceptor_.async_accept([this](error_code wrong, tcp::socket socket) {
    accepting_ = false;
    if (stopping_) return;
    if (wrong && wrong != asio::error::connection_aborted) {
      // No more files may be open, most likely; that passes.
      constexpr std::chrono::milliseconds kPause{100};
      pause_.expires_after(kPause);
      pause_.async_wait([this](error_code aborted) {
        if (!aborted) accept();
      });
      return;
    }
    if (!wrong) std::make_shared<Connection>(std::move(socket), *this)->wait();
    accept();
  });
}

void HttpServer::Impl::stop() {
  if (stopping_) return;
  stopping_ = true;
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  if (hall_) hall_->rest();
  // From here on a signal does what it always does: a second Ctrl-C ends it at once.
  signals_.cancel(ignored);
  signals_.clear(ignored);
  if (idle()) return;
  for (Connection* one : connections_) one->hear_no_more();
  for (Socket* one : sockets_) one->close();
  grace_.expires_after(options_.grace);
  grace_.async_wait([this](error_code aborted) {
    if (aborted) return;
    for (Connection* one : connections_) one->drop();
    for (Socket* one : sockets_) one->drop();
  });
}

void HttpServer::Impl::gone(Connection* connection) {
  connections_.erase(connection);
  if (ending_) return;
  if (stopping_ && idle()) grace_.cancel();
  accept();
}

void HttpServer::Impl::gone(Socket* socket) {
  sockets_.erase(socket);
  if (!ending_ && stopping_ && idle()) grace_.cancel();
}

bool is_loopback(const std::string& address) {
  error_code wrong;
  const asio::ip::address parsed = address_of(address, wrong);
  return !wrong && parsed.is_loopback();
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::HttpServer(HttpServer&&) noexcept = default;
HttpServer& HttpServer::operator=(HttpServer&&) noexcept = default;
HttpServer::~HttpServer() = default;

Result<HttpServer> HttpServer::open(ServerOptions options, Site site, const MakeHall& hall) {
  try {
    auto impl = std::make_unique<Impl>(std::move(options), std::move(site), hall);
    if (auto wrong = impl->open()) return *std::move(wrong);
    return HttpServer(std::move(impl));
  } catch (const std::exception& wrong) {
    return error("no-server", std::string("the server cannot be started: ") + wrong.what());
  }
}

std::string HttpServer::url() const { return impl_->url(); }
std::uint16_t HttpServer::port() const { return impl_->port(); }
void HttpServer::run() { impl_->run(); }
void HttpServer::stop() { impl_->stop_soon(); }

}  // namespace tidelock::server
