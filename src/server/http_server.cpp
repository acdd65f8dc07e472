#include "server/http_server.h"

#include <algorithm>
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
#include <cmath>
#include <csignal>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <list>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/json.h"
#include "server/api.h"
#include "server/callback.h"
#include "server/ears.h"
#include "server/loop.h"
#include "server/secrets.h"
#include "server/socket.h"
#include "server/tls.h"

namespace tidelock::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Accepted = asio::basic_stream_socket<tcp, InLoop>;
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
template <class Fields, class Name>
std::string joined(const Fields& fields, Name name, std::string_view between = ", ") {
  std::string out;
  const auto [begin, end] = fields.equal_range(name);
  for (auto it = begin; it != end; ++it) {
    if (!out.empty()) out += between;
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
  // Whatever its stream is.
  class Connection {
   public:
    Connection() = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection() = default;
    virtual void drop() = 0;
    // What has arrived is still read, then comes the end: no more requests, however slow they are.
    virtual void hear_no_more() = 0;
    // Where it stands among those that are waited for.
    std::optional<std::list<Connection*>::iterator> waits;
  };
  template <class Stream>
  class ConnectionOn;

  // A socket that is open, for its log.
  struct Opened {
    std::string id;
    std::string table;  // as a log calls it
    Address from;
    std::chrono::steady_clock::time_point since;
  };

  void accept();
  void take(Accepted socket);
  void waits(Connection& connection);
  void waits_no_more(Connection& connection);
  void hear_signals();
  void drain();
  void stop();
  void read_files_again();
  void sweep();
  void gone(Connection* connection, const Address& peer);
  void gone(Socket* socket, std::uint16_t why);
  [[nodiscard]] bool idle() const { return connections_.empty() && sockets_.empty(); }
  [[nodiscard]] bool is_proxy(const Address& one) const {
    return std::any_of(options_.proxies.begin(), options_.proxies.end(),
                       [&](const Network& network) { return network.has(one); });
  }
  [[nodiscard]] bool reads_metrics(const Address& peer, const Address& from, bool forwarded) const;
  [[nodiscard]] std::string next_id();
  [[nodiscard]] std::string in_log(const Address& from) const {
    return options_.log_addresses ? from.text() : std::string();
  }

  ServerOptions options_;
  Site site_;
  std::unique_ptr<Hall> hall_;
  TlsContext tls_;  // of connections to come
  // These outlive the loop, which destroys the connections that are left.
  std::unordered_set<Connection*> connections_;
  std::list<Connection*> waiting_;  // for the other side to say something; the longest first
  std::unordered_map<Socket*, Opened> sockets_;
  std::uint64_t ids_ = 0;
  std::string run_id_ = fresh_secret().substr(0, 8);
  bool accepting_ = false;
  bool draining_ = false;
  bool stopping_ = false;
  bool ending_ = false;
  tcp::endpoint endpoint_;
  Loop loop_;
  asio::io_context& io_ = loop_.io;
  asio::basic_socket_acceptor<tcp, InLoop> acceptor_{io_};
  asio::signal_set signals_{io_};
  asio::signal_set hang_up_{io_};
  asio::steady_timer pause_{io_};
  asio::steady_timer grace_{io_};
  asio::steady_timer sweep_{io_};
};

// One connection: waits, reads the head of a request, answers, and again. What it waits for keeps
// it alive; when nothing does, it is closed.
template <class Stream>
class HttpServer::Impl::ConnectionOn final
    : public Connection,
      public std::enable_shared_from_this<ConnectionOn<Stream>> {
 public:
  ConnectionOn(Stream stream, Impl& server, const Address& peer)
      : stream_(std::move(stream)),
        server_(server),
        peer_(peer),
        from_(peer),
        buffer_(2 * server.options_.header_bytes) {
    server_.connections_.insert(this);
  }
  ~ConnectionOn() override {
    leave_all();
    server_.waits_no_more(*this);
    server_.gone(this, peer_);
  }

  void begin() {
    server_.waits(*this);
    if constexpr (kTls) {
      lowest().expires_after(server_.options_.header);
      stream_.async_handshake(Stream::server, [self = this->shared_from_this()](error_code wrong) {
        if (!wrong) self->wait();
      });
    } else {
      wait();
    }
  }

  void drop() override { lowest().close(); }

  void hear_no_more() override {
    error_code ignored;
    lowest().socket().shutdown(tcp::socket::shutdown_receive, ignored);
  }

 private:
  static constexpr bool kTls = !std::is_same_v<Stream, PlainStream>;
  static constexpr std::size_t kRead = 4096;
  static constexpr unsigned kVersion11 = 11;
  using Body = http::span_body<const char>;
  using SteadyClock = std::chrono::steady_clock;

  PlainStream& lowest() { return beast::get_lowest_layer(stream_); }

  // For the next request.
  void wait() {
    leave_all();
    server_.waits(*this);
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(server_.options_.header_bytes));
    parser_->body_limit(boost::none);  // no body is ever read
    if (buffer_.size() > 0) return read();
    lowest().expires_after(server_.options_.idle);
    stream_.async_read_some(buffer_.prepare(kRead),
                            [self = this->shared_from_this()](error_code wrong, std::size_t n) {
                              if (wrong) return;
                              self->buffer_.commit(n);
                              self->read();
                            });
  }

  void read() {
    lowest().expires_after(server_.options_.header);
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = this->shared_from_this()](error_code wrong, std::size_t) {
                              self->have_read(wrong);
                            });
  }

  void have_read(error_code wrong) {
    server_.waits_no_more(*this);
    began_ = SteadyClock::now();
    wish_.reset();
    route_ = "page";
    table_.clear();
    more_headers_.clear();
    method_.clear();
    id_ = server_.next_id();
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
    const std::string chain = joined(head, "X-Forwarded-For");
    const auto [from, behind_tls] =
        forwarded(peer_, chain, joined(head, "X-Forwarded-Proto"), server_.options_.proxies);
    from_ = from;
    encrypted_ = kTls || behind_tls;
    method_ = view_of(head.method_string());
    keep_ = head.keep_alive();
    version_ = head.version();
    if (operators_question(view_of(head.target()), host, !chain.empty())) return;
    if (const double seconds = take(Limited::kRequests); seconds > 0) return too_many(seconds);
    // Connections of a proxy are nobody's; what goes through them is somebody's.
    constexpr double kSoon = 1;
    if (server_.is_proxy(peer_) && !enter(Held::kConnections)) return too_many(kSoon);
    const std::string cookies = joined(head, http::field::cookie, "; ");
    const Request request{method_,       view_of(head.target()),
                          host,          accept_encoding,
                          if_none_match, origin,
                          content_type,  beast::websocket::is_upgrade(head),
                          from_,         encrypted_,
                          cookies,       view_of(head[http::field::user_agent])};
    if (server_.hall_) {
      if (const auto call = read_call(request, server_.options_.hosts)) return answer_call(*call);
    }
    Answer answer = server_.site_(request);
    const bool body = !parser_->is_done();
    if (body && answer.status < 400) answer = refusal(413);
    send(answer, method_ == "HEAD", head.version(), head.keep_alive() && !body);
  }

  // How it is, for whoever looks after this server.
  bool operators_question(std::string_view target, std::string_view host, bool forwarded) {
    const bool health = target == "/healthz";
    // A page whose name was made to lead here reads no numbers either: the site tells it so.
    const Request request{method_, target, host, {}, {}};
    const bool numbers = target == "/metrics" && server_.reads_metrics(peer_, from_, forwarded) &&
                         place_of(request, server_.options_.hosts).refused == 0;
    if (!health && !numbers) return false;
    route_ = health ? "healthz" : "metrics";
    const auto& head = parser_->get();
    if (method_ != "GET" && method_ != "HEAD") {
      send(refusal(405), false, head.version(), false);
      return true;
    }
    int status = 200;
    if (numbers) {
      Metrics& metrics = *server_.options_.metrics;
      if (server_.hall_)
        metrics.tables_awake.set(static_cast<std::int64_t>(server_.hall_->awake()));
      text_ = metrics.text();
    } else if (server_.draining_) {
      status = 503;
      text_ = "draining: this server is ending\n";
    } else if (server_.options_.metrics->store_failing(SteadyClock::now())) {
      status = 503;
      text_ = "store failing: what is played cannot be kept\n";
    } else {
      text_ = "ok\n";
    }
    const std::string_view type =
        numbers ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain; charset=utf-8";
    send(text_answer(status, type, text_), method_ == "HEAD", head.version(),
         head.keep_alive() && parser_->is_done());
    return true;
  }

  double take(Limited what) { return server_.options_.limits->take(from_, what, steady_seconds()); }

  bool enter(Held what) {
    const bool may = server_.options_.limits->enter(from_, what, steady_seconds());
    if (may) entered_[static_cast<std::size_t>(what)] = from_;
    return may;
  }
  void leave(Held what) {
    const auto who = std::exchange(entered_[static_cast<std::size_t>(what)], std::nullopt);
    if (who) server_.options_.limits->leave(*who, what);
  }
  void leave_all() {
    leave(Held::kConnections);
    leave(Held::kSlow);
  }

  void too_many(double seconds) {
    more_headers_.emplace_back("Retry-After", std::to_string(static_cast<int>(std::ceil(seconds))));
    server_.options_.metrics->limited.add();
    if (server_.options_.log->wants(LogLevel::kWarn)) {
      server_.options_.log->write(
          LogLevel::kWarn, "limited",
          {{"id", id_}, {"route", route_}, {"from", server_.in_log(from_)}, {"wait", seconds}});
    }
    keep_ = keep_ && (wish_ ? wish_->is_done() : parser_->is_done());
    refuse(429, error("too-many", "too much was asked for from this address; try again later"));
  }

  void answer_call(const Call& call) {
    route_ = "tables";
    account_.reset();
    if (!call.table.empty()) {
      route_ = call.route == Call::Route::kSocket ? "socket" : "table";
      table_ = table_in_log(call.table);
    }
    if (call.route == Call::Route::kAccount) {
      route_ = "accounts";
      account_ = call.account;
      // Before it is tried: many at once are many guesses too.
      if (call.account.guess()) {
        if (const double seconds = take(Limited::kGuesses); seconds > 0) return too_many(seconds);
      }
      if (call.body) return read_wish();
    }
    if (call.route == Call::Route::kMakeTable) {
      if (server_.draining_) return refuse_draining();
      if (const double seconds = take(Limited::kTables); seconds > 0) return too_many(seconds);
      return read_wish();
    }
    const bool body = !parser_->is_done();
    keep_ = keep_ && !body;  // it is never read
    if (call.route == Call::Route::kRefused) return refuse(call.status, call.why);
    if (body) return refuse(413, error("too-large", "expected a request without a body"));
    if (account_) return ask_accounts();
    if (call.route == Call::Route::kListTables) return server_.hall_->list_tables(replied());
    if (call.route == Call::Route::kShowTable)
      return server_.hall_->show_table(call.table, replied());
    upgrade(call.table, call.account.cookies);
  }

  void refuse_draining() {
    keep_ = false;
    refuse(503, error("draining", "this server is ending; ask the next one"));
  }

  void read_wish() {
    // Beast looks at a length that is told only while it reads the head.
    const auto told = parser_->content_length();
    if (told && *told > server_.options_.body_bytes) return have_wish(http::error::body_limit);
    wish_.emplace(std::move(*parser_));
    wish_->body_limit(server_.options_.body_bytes);
    server_.waits(*this);
    lowest().expires_after(server_.options_.header);
    http::async_read(stream_, buffer_, *wish_,
                     [self = this->shared_from_this()](error_code wrong, std::size_t) {
                       self->have_wish(wrong);
                     });
  }

  void have_wish(error_code wrong) {
    server_.waits_no_more(*this);
    if (wrong == http::error::body_limit) {
      keep_ = false;
      return refuse(413, error("too-large", "expected a shorter body"));
    }
    if (wrong) return;
    if (account_) {
      account_->body = std::move(wish_->get().body());
      if (account_->body.empty()) return refuse(400, error("bad-json", "expected an object"));
      return ask_accounts();
    }
    server_.hall_->make_table(wish_->get().body(), replied());
  }

  void ask_accounts() {
    AccountCall call = std::move(*account_);
    account_.reset();
    if (call.slow()) {
      constexpr double kSoon = 1;
      if (!enter(Held::kSlow)) return too_many(kSoon);
    }
    // What was right was no guess, but an account that is made counts as one.
    guess_ = call.guess() && call.verb != AccountCall::Verb::kSignUp;
    server_.hall_->accounts().answer(std::move(call), replied());
  }

  // The hall answers from another thread.
  Hall::Answered replied() {
    lowest().expires_never();
    return back_in<Hall::Reply>(
        stream_.get_executor(),
        [self = this->shared_from_this()](Hall::Reply reply) { self->reply(std::move(reply)); });
  }

  void reply(Hall::Reply reply) {
    leave(Held::kSlow);
    constexpr int kRefused = 400;
    if (std::exchange(guess_, false) && reply.status < kRefused)
      server_.options_.limits->give_back(from_, Limited::kGuesses, steady_seconds());
    text_ = std::move(reply.body);
    headers_ = std::move(reply.headers);
    Answer answer = json_answer(reply.status, text_);
    for (const auto& [name, value] : headers_) answer.headers.emplace_back(name, value);
    send(answer, method_ == "HEAD", version_, keep_);
  }

  void refuse(int status, const Error& why) {
    server_.options_.metrics->errors.add(why.code);
    reply({status, dump_json({{"error", {{"code", why.code}, {"message", why.message}}}})});
  }

  void upgrade(const std::string& table, const Cookies& cookies) {
    // Beast does not look at it.
    constexpr std::size_t kKeyLength = 24;
    const auto key = parser_->get()[http::field::sec_websocket_key];
    if (key.size() != kKeyLength || !key.ends_with("=="))
      return refuse(400, error("bad-upgrade", "expected a Sec-WebSocket-Key of 16 bytes"));
    if (server_.draining_) return refuse_draining();
    if (server_.sockets_.size() >= server_.options_.sockets) {
      keep_ = false;
      return refuse(503, error("busy", "too many are here; try later"));
    }
    const auto limits = server_.options_.limits;
    if (const double seconds = take(Limited::kUpgrades); seconds > 0) return too_many(seconds);
    constexpr double kAMinute = 60;
    if (!limits->enter(from_, Held::kSockets, steady_seconds())) return too_many(kAMinute);
    Impl& server = server_;
    server.options_.metrics->sockets_opened.add();
    server.options_.metrics->sockets.add(1);
    server.options_.metrics->requests.add("101");
    SocketHost host;
    host.limits = server.options_.socket;
    host.metrics = server.options_.metrics;
    host.gone = [&server](Socket* one, std::uint16_t why) { server.gone(one, why); };
    host.may = [limits, from = from_, metrics = host.metrics](Limited what) {
      const double seconds = limits->take(from, what, steady_seconds());
      if (seconds > 0) metrics->limited.add();
      return seconds;
    };
    host.cookies = cookies;
    leave_all();  // it is counted as a socket from here on
    const auto socket = make_socket(std::move(stream_), std::move(host));
    server.sockets_.emplace(socket.get(), Opened{id_, table_, from_, SteadyClock::now()});
    if (server.options_.log->wants(LogLevel::kInfo)) {
      server.options_.log->write(LogLevel::kInfo, "socket-open",
                                 {{"id", id_}, {"table", table_}, {"from", server.in_log(from_)}});
    }
    socket->begin(parser_->release(), *server.hall_, table);
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
    for (const auto& [name, value] : more_headers_) answer_.insert(name, value);
    // A year: who has once come by an encrypted way comes by no other.
    if (encrypted_) answer_.set(http::field::strict_transport_security, "max-age=31536000");
    answer_.set(http::field::date, date_now());
    answer_.keep_alive(keep_);
    constexpr int kNotModified = 304;
    if (answer.status != kNotModified) answer_.content_length(answer.body.size());
    answer_.body() = {answer.body.data(), answer.body.size()};
    serializer_.emplace(answer_);
    serializer_->split(head_only_);
    tell_operator(answer.status);
    written_by_ = SteadyClock::now() + server_.options_.answer +
                  std::chrono::seconds(answer.body.size() / server_.options_.bytes_per_second);
    write();
  }

  void tell_operator(int status) {
    const auto took = SteadyClock::now() - began_;
    server_.options_.metrics->request.observe(took);
    server_.options_.metrics->requests.add(std::to_string(status));
    constexpr int kServerErrors = 500;
    const bool called = route_ == "tables" || route_ == "table" || route_ == "accounts";
    LogLevel level = called ? LogLevel::kInfo : LogLevel::kDebug;
    if (status >= kServerErrors && route_ != "healthz") level = LogLevel::kWarn;
    if (!server_.options_.log->wants(level)) return;
    server_.options_.log->write(level, "request",
                                {{"id", id_},
                                 {"method", std::string_view(method_).substr(0, 20)},
                                 {"route", route_},
                                 {"table", table_},
                                 {"status", std::int64_t{status}},
                                 {"ms", std::chrono::duration<double, std::milli>(took).count()},
                                 {"from", server_.in_log(from_)}});
  }

  // Bit by bit, so that a slow reader has time as long as it reads; but not for ever, a byte at a
  // time.
  void write() {
    lowest().expires_at(std::min(written_by_, SteadyClock::now() + server_.options_.write));
    http::async_write_some(stream_, *serializer_,
                           [self = this->shared_from_this()](error_code wrong, std::size_t) {
                             if (wrong) return;
                             self->written();
                           });
  }

  void written() {
    const bool done = serializer_->is_done() || (head_only_ && serializer_->is_header_done());
    if (!done) return write();
    if (keep_) return wait();
    server_.waits(*this);
    // Closing with something unread would reset the connection, and with it the answer.
    lowest().expires_after(server_.options_.linger);
    if constexpr (kTls) {
      stream_.async_shutdown([self = this->shared_from_this()](error_code) {});
    } else {
      error_code ignored;
      stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
      buffer_.clear();
      linger();
    }
  }

  void linger() {
    stream_.async_read_some(buffer_.prepare(kRead),
                            [self = this->shared_from_this()](error_code wrong, std::size_t) {
                              if (!wrong) self->linger();
                            });
  }

  Stream stream_;
  Impl& server_;
  Address peer_;
  Address from_;  // of the request that is being answered, as what follows
  bool encrypted_ = kTls;
  SteadyClock::time_point began_;
  SteadyClock::time_point written_by_;
  std::string id_;
  std::string method_;
  std::string_view route_;
  std::string table_;
  std::vector<std::pair<std::string, std::string>> more_headers_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::optional<http::request_parser<http::string_body>> wish_;  // for a table
  std::string text_;                                             // of an answer that no site keeps
  std::vector<std::pair<std::string, std::string>> headers_;     // and of it
  std::optional<AccountCall> account_;                           // what is asked of accounts
  bool guess_ = false;                                       // that is given back when it was right
  std::array<std::optional<Address>, kHeldThings> entered_;  // who holds what, until it leaves
  http::response<Body> answer_;
  std::optional<http::response_serializer<Body>> serializer_;
  unsigned version_ = kVersion11;
  bool keep_ = false;
  bool head_only_ = false;
};

std::optional<Error> HttpServer::Impl::open() {
  if (!options_.tls_certificate.empty()) {
    auto read = read_tls(options_.tls_certificate, options_.tls_key);
    if (!read) return read.error();
    tls_ = std::move(read).value();
  }
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
  (void)Ears::of(io_.get_executor());  // while there are files to be had
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
  if (options_.until_signal) hear_signals();
  sweep();
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
  return (tls_ ? "https://" : "http://") + (address.is_v6() ? "[" + text + "]" : text) + ":" +
         std::to_string(port()) + "/";
}

void HttpServer::Impl::run() {
  while (true) {
    try {
      io_.run();
      return;
    } catch (const std::exception& wrong) {
      // No memory for one connection is no reason to end the others.
      options_.log->write(LogLevel::kError, "exception", {{"why", wrong.what()}});
      accept();
    }
  }
}

void HttpServer::Impl::accept() {
  if (stopping_ || ending_ || accepting_) return;
  if (connections_.size() >= options_.connections && waiting_.empty()) return;
  accepting_ = true;
  acceptor_.async_accept([this](error_code wrong, Accepted socket) {
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
    if (!wrong) take(std::move(socket));
    accept();
  });
}

void HttpServer::Impl::take(Accepted socket) {
  error_code wrong;
  socket.set_option(tcp::no_delay(true), wrong);
  const auto endpoint = socket.remote_endpoint(wrong);
  if (wrong) return;  // gone already
  const auto peer = Address::read(endpoint.address().to_string()).value_or(Address());
  // A proxy comes for many.
  if (!is_proxy(peer) && !options_.limits->enter(peer, Held::kConnections, steady_seconds())) {
    options_.metrics->limited.add();
    return;
  }
  if (connections_.size() >= options_.connections && !waiting_.empty()) {
    Connection& longest = *waiting_.front();
    waits_no_more(longest);
    longest.drop();
    options_.metrics->connections_dropped.add();
  }
  options_.metrics->connections.add(1);
#ifdef TIDELOCK_TLS
  if (tls_) {
    // The stream keeps what it needs of the context, also when another one comes.
    std::make_shared<ConnectionOn<TlsStream>>(TlsStream(std::move(socket), *tls_), *this, peer)
        ->begin();
    return;
  }
#endif
  std::make_shared<ConnectionOn<PlainStream>>(PlainStream(std::move(socket)), *this, peer)->begin();
}

void HttpServer::Impl::waits(Connection& connection) {
  waits_no_more(connection);
  connection.waits = waiting_.insert(waiting_.end(), &connection);
  accept();  // there is somebody to make room for another
}

void HttpServer::Impl::waits_no_more(Connection& connection) {
  if (const auto place = std::exchange(connection.waits, std::nullopt)) waiting_.erase(*place);
}

void HttpServer::Impl::hear_signals() {
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  signals_.async_wait([this](error_code aborted, int) {
    if (!aborted) drain();
  });
  hang_up_.add(SIGHUP);
  read_files_again();
}

// A certificate that was renewed, a log that was moved away: at every SIGHUP.
void HttpServer::Impl::read_files_again() {
  hang_up_.async_wait([this](error_code aborted, int) {
    if (aborted) return;
    options_.log->reopen();
    if (tls_) {
      auto read = read_tls(options_.tls_certificate, options_.tls_key);
      if (read.ok()) {
        tls_ = std::move(read).value();
        options_.log->write(LogLevel::kInfo, "tls-read", {});
      } else {
        options_.log->write(LogLevel::kError, "tls-kept", {{"why", read.error().message}});
      }
    }
    read_files_again();
  });
}

// Who takes nothing, or says nothing, is not waited for.
void HttpServer::Impl::sweep() {
  constexpr std::chrono::seconds kEvery{1};
  sweep_.expires_after(std::min<std::chrono::milliseconds>(
      kEvery, std::min(options_.socket.write, options_.socket.idle / 4)));
  sweep_.async_wait([this](error_code aborted) {
    if (aborted || stopping_) return;
    const auto now = std::chrono::steady_clock::now();
    for (const auto& [one, opened] : sockets_) {
      if (one->tend(now)) options_.metrics->sockets_dropped.add();
    }
    sweep();
  });
}

// Whoever asks how it is hears that it ends, nothing is begun any more, and after a while it stops.
void HttpServer::Impl::drain() {
  if (draining_) return;
  draining_ = true;
  options_.metrics->draining.set(1);
  options_.log->write(LogLevel::kInfo, "draining",
                      {{"sockets", static_cast<std::int64_t>(sockets_.size())}});
  // From here on a signal does what it always does: a second Ctrl-C ends it at once.
  error_code ignored;
  signals_.cancel(ignored);
  signals_.clear(ignored);
  if (hall_) hall_->drain();
  if (options_.drain.count() == 0) return stop();
  grace_.expires_after(options_.drain);
  grace_.async_wait([this](error_code aborted) {
    if (!aborted) stop();
  });
}

void HttpServer::Impl::stop() {
  if (stopping_) return;
  stopping_ = true;
  draining_ = true;
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  sweep_.cancel();
  signals_.cancel(ignored);
  signals_.clear(ignored);
  hang_up_.cancel(ignored);
  if (hall_) hall_->drain();
  if (idle()) return;
  for (Connection* one : connections_) one->hear_no_more();
  // Pages come back by themselves, to the next process.
  for (const auto& [one, opened] : sockets_) one->close(kServiceRestart);
  grace_.expires_after(options_.grace);
  grace_.async_wait([this](error_code aborted) {
    if (aborted) return;
    for (Connection* one : connections_) one->drop();
    for (const auto& [one, opened] : sockets_) one->drop();
  });
}

void HttpServer::Impl::gone(Connection* connection, const Address& peer) {
  connections_.erase(connection);
  options_.metrics->connections.add(-1);
  if (!is_proxy(peer)) options_.limits->leave(peer, Held::kConnections);
  if (ending_) return;
  if (stopping_ && idle()) grace_.cancel();
  accept();
}

void HttpServer::Impl::gone(Socket* socket, std::uint16_t why) {
  const auto there = sockets_.find(socket);
  if (there == sockets_.end()) return;
  const Opened& one = there->second;
  options_.metrics->sockets.add(-1);
  options_.limits->leave(one.from, Held::kSockets);
  if (options_.log->wants(LogLevel::kInfo)) {
    const auto open = std::chrono::steady_clock::now() - one.since;
    options_.log->write(LogLevel::kInfo, "socket-close",
                        {{"id", one.id},
                         {"table", one.table},
                         {"code", std::int64_t{why}},
                         {"seconds", std::chrono::duration<double>(open).count()},
                         {"from", in_log(one.from)}});
  }
  sockets_.erase(there);
  if (!ending_ && stopping_ && idle()) grace_.cancel();
}

// This machine itself, but nobody whom some proxy here sent on: not one that is not believed, and
// not one that does not say for whom it asks.
bool HttpServer::Impl::reads_metrics(const Address& peer, const Address& from,
                                     bool forwarded) const {
  const bool proxy = is_proxy(peer);
  if (forwarded && (!proxy || is_proxy(from))) return false;
  return (from.is_loopback() && !proxy) ||
         std::any_of(options_.metrics_readers.begin(), options_.metrics_readers.end(),
                     [&](const Network& network) { return network.has(from); });
}

std::string HttpServer::Impl::next_id() { return run_id_ + "-" + std::to_string(++ids_); }

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
