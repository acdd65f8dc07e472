#include "server/http_server.h"

#include <arpa/inet.h>
#include <array>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace tidelock::server {
namespace {

constexpr std::chrono::milliseconds kSoon{20};
constexpr std::size_t kManyBytes = std::size_t{24} << 20;  // more than the buffers between

const std::string& many_bytes() {
  static const std::string kText(kManyBytes, 'x');
  return kText;
}

// "/many" is large, every other path is answered with a word.
Answer word_or_many(const Request& request) {
  if (request.method != "GET" && request.method != "HEAD") return refusal(405);
  return {
      200, {{"X-Test", "1"}}, request.target == "/many" ? std::string_view(many_bytes()) : "word"};
}

class RunningServer {
 public:
  explicit RunningServer(ServerOptions options) : server_(opened(std::move(options))) {
    thread_ = std::thread([this] { server_.run(); });
  }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;
  ~RunningServer() { end(); }

  [[nodiscard]] std::uint16_t port() const { return server_.port(); }
  void stop() { server_.stop(); }
  void end() {
    if (!thread_.joinable()) return;
    server_.stop();
    thread_.join();
  }

 private:
  static HttpServer opened(ServerOptions options) {
    options.until_signal = false;
    auto server = HttpServer::open(std::move(options), word_or_many);
    if (!server) throw std::runtime_error(server.error().sentence());
    return std::move(server).value();
  }

  HttpServer server_;
  std::thread thread_;
};

class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // What lies between is little, whatever this machine would allow.
    const int little = 65536;
    EXPECT_EQ(::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &little, sizeof little), 0);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as sockets want it
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { close(); }

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }
  void send(const std::string& text) const {
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t n = ::send(socket_, text.data() + done, text.size() - done, MSG_NOSIGNAL);
      if (n <= 0) return;
      done += static_cast<std::size_t>(n);
    }
  }
  void ask(const std::string& target) const {
    send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  // Until so many have come or there is no more.
  [[nodiscard]] std::string receive(std::size_t most = kManyBytes * 2) const {
    std::string out;
    std::array<char, 65536> part{};
    while (out.size() < most) {
      const ssize_t n = ::recv(socket_, part.data(), std::min(part.size(), most - out.size()), 0);
      if (n <= 0) break;
      out.append(part.data(), static_cast<std::size_t>(n));
    }
    return out;
  }
  [[nodiscard]] std::string receive_until(const std::string& end) const {
    std::string out;
    while (!out.ends_with(end)) {
      const std::string one = receive(1);
      if (one.empty()) break;
      out += one;
    }
    return out;
  }

 private:
  int socket_;
};

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(HttpServer, OneConnectionManyRequests) {
  RunningServer server({});
  const Client client(server.port());
  for (int i = 0; i < 3; ++i) {
    client.ask("/");
    EXPECT_TRUE(client.receive_until("word").starts_with("HTTP/1.1 200 OK\r\n"));
  }
  // Several at once, the head of one without its body, and the last with an end.
  client.send(
      "GET / HTTP/1.1\r\nHost: a\r\n\r\nHEAD /many HTTP/1.1\r\nHost: a\r\n\r\n"
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const std::string all = client.receive();
  EXPECT_EQ(times(all, "HTTP/1.1 200 OK\r\n"), 3U);
  EXPECT_EQ(times(all, "word"), 2U);
  EXPECT_EQ(times(all, "Content-Length: " + std::to_string(kManyBytes)), 1U);
  EXPECT_EQ(times(all, "Connection: close"), 1U);
  EXPECT_LT(all.size(), 2000U);
}

TEST(HttpServer, LateRequestsAreClosed) {
  ServerOptions options;
  options.header = kSoon;
  RunningServer server(options);
  const Client client(server.port());
  client.send("GET / HTTP/1.1\r\nHost: loc");
  EXPECT_EQ(client.receive(), "");
}

TEST(HttpServer, IdleConnectionsAreClosed) {
  ServerOptions options;
  options.idle = kSoon;
  RunningServer server(options);
  const Client silent(server.port());
  EXPECT_EQ(silent.receive(), "");
  const Client once(server.port());
  once.ask("/");
  EXPECT_EQ(times(once.receive(), "word"), 1U);
}

TEST(HttpServer, ReadersThatDoNotReadAreClosed) {
  ServerOptions options;
  options.write = kSoon;
  options.connections = 1;
  RunningServer server(options);
  const Client stuck(server.port());
  stuck.ask("/many");
  // Its place is free only when it has been given up.
  const Client next(server.port());
  next.ask("/");
  EXPECT_TRUE(next.receive_until("word").ends_with("word"));
  EXPECT_LT(stuck.receive().size(), kManyBytes);
}

TEST(HttpServer, ConnectionsAreCounted) {
  ServerOptions options;
  options.connections = 2;
  RunningServer server(options);
  Client a(server.port());
  a.ask("/");
  EXPECT_TRUE(a.receive_until("word").ends_with("word"));
  const Client b(server.port());
  b.ask("/");
  EXPECT_TRUE(b.receive_until("word").ends_with("word"));
  // One more is let in, and whoever has said nothing for longest goes.
  a.ask("/");
  EXPECT_TRUE(a.receive_until("word").ends_with("word"));
  const Client c(server.port());
  c.ask("/");
  EXPECT_TRUE(c.receive_until("word").ends_with("word"));
  EXPECT_EQ(b.receive(), "");
  a.ask("/");
  EXPECT_TRUE(a.receive_until("word").ends_with("word"));
}

// Who never sends a whole request keeps nobody out, not even before the time for it is over.
TEST(HttpServer, HalfRequestsMakeRoom) {
  ServerOptions options;
  options.connections = 2;
  options.header = std::chrono::hours(1);
  RunningServer server(options);
  const Client one(server.port());
  one.send("GET / HTTP/1.1\r\nHost: loc");
  const Client two(server.port());
  two.send("GET / HTTP/1.1\r\nHost: loc");
  for (int i = 0; i < 3; ++i) {
    const Client next(server.port());
    next.ask("/");
    EXPECT_TRUE(next.receive_until("word").ends_with("word"));
  }
}

// A byte now and then is not enough: the whole answer has its time.
TEST(HttpServer, AnAnswerHasItsTime) {
  ServerOptions options;
  options.write = std::chrono::hours(1);
  options.answer = kSoon;
  options.bytes_per_second = kManyBytes * 2;
  options.connections = 1;
  RunningServer server(options);
  const Client slow(server.port());
  slow.ask("/many");
  EXPECT_EQ(slow.receive(1), "H");
  const Client next(server.port());
  next.ask("/");
  EXPECT_TRUE(next.receive_until("word").ends_with("word"));
  EXPECT_LT(slow.receive().size(), kManyBytes);
}

// Behind a proxy that is believed connections are nobody's, but requests are somebody's.
TEST(HttpServer, RequestsInFlightAreCountedBehindAProxy) {
  ServerOptions options;
  options.proxies = {Network::read("127.0.0.1").value()};
  LimitRules rules;
  ASSERT_FALSE(rules.set("connections=1"));
  options.limits = std::make_shared<Limits>(rules);
  RunningServer server(options);
  const auto ask = [](const Client& client, const std::string& target, const std::string& from) {
    client.send("GET " + target + " HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: " + from + "\r\n\r\n");
  };
  const Client slow(server.port());
  ask(slow, "/many", "192.0.2.1");
  EXPECT_EQ(slow.receive(1), "H");
  const Client same(server.port());
  ask(same, "/", "192.0.2.1");
  EXPECT_TRUE(same.receive_until("\r\n\r\n").starts_with("HTTP/1.1 429 "));
  const Client other(server.port());
  for (int i = 0; i < 3; ++i) {
    ask(other, "/", "192.0.2.2");
    EXPECT_TRUE(other.receive_until("word").starts_with("HTTP/1.1 200 "));
  }
}

TEST(HttpServer, HeadHasNoBodyWhateverIsAnswered) {
  ServerOptions options;
  LimitRules rules;
  ASSERT_FALSE(rules.set("requests=1:0.001"));
  options.limits = std::make_shared<Limits>(rules);
  RunningServer server(options);
  const Client client(server.port());
  for (int i = 0; i < 3; ++i) client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
  client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const std::string all = client.receive();
  EXPECT_EQ(times(all, "HTTP/1.1 429 "), 3U);
  EXPECT_EQ(times(all, "too-many"), 1U);
}

TEST(HttpServer, NumbersAreForThisMachineByItsName) {
  const auto numbers = [](const ServerOptions& options, const std::string& headers) {
    RunningServer server(options);
    const Client client(server.port());
    client.send("GET /metrics HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n");
    return times(client.receive(), "tidelock_build_info{") == 1;
  };
  ServerOptions alone;
  alone.hosts = Hosts::kThisMachine;
  EXPECT_TRUE(numbers(alone, "Host: localhost\r\n"));
  EXPECT_FALSE(numbers(alone, "Host: evil.example\r\n")) << "a name that was made to lead here";
  EXPECT_FALSE(numbers(alone, ""));
  EXPECT_FALSE(numbers(alone, "Host: localhost\r\nX-Forwarded-For: 127.0.0.1\r\n"));
  // A proxy comes for others, also when it does not say for whom.
  ServerOptions behind;
  behind.proxies = {Network::read("127.0.0.1").value()};
  for (const char* from : {"", "X-Forwarded-For: \r\n", "X-Forwarded-For: unknown\r\n",
                           "X-Forwarded-For: 127.0.0.1\r\n", "X-Forwarded-For: 192.0.2.1\r\n"})
    EXPECT_FALSE(numbers(behind, std::string("Host: a\r\n") + from)) << from;
  behind.metrics_readers = {Network::read("127.0.0.1").value(), Network::read("192.0.2.1").value()};
  EXPECT_TRUE(numbers(behind, "Host: a\r\n"));
  EXPECT_TRUE(numbers(behind, "Host: a\r\nX-Forwarded-For: 192.0.2.1\r\n"));
  EXPECT_FALSE(numbers(behind, "Host: a\r\nX-Forwarded-For: unknown\r\n"));
  EXPECT_FALSE(numbers(behind, "Host: a\r\nX-Forwarded-For: 192.0.2.2\r\n"));
}

TEST(HttpServer, StopFinishesAnswers) {
  ServerOptions options;
  options.grace = std::chrono::minutes(10);
  options.write = options.grace;
  RunningServer server(options);
  const Client idle(server.port());
  const Client half(server.port());
  half.send("GET / HT");
  const Client busy(server.port());
  busy.ask("/many");
  std::string got = busy.receive(1);
  server.stop();
  EXPECT_EQ(idle.receive(), "");
  EXPECT_EQ(half.receive(), "");
  got += busy.receive();
  EXPECT_GE(got.size(), kManyBytes);
  EXPECT_TRUE(got.ends_with("xxxx"));
  server.end();
}

TEST(HttpServer, StopDoesNotWaitForever) {
  ServerOptions options;
  options.grace = kSoon;
  options.write = std::chrono::hours(1);
  RunningServer server(options);
  const Client stuck(server.port());
  stuck.ask("/many");
  EXPECT_EQ(stuck.receive(1), "H");
  server.end();
  EXPECT_LT(stuck.receive().size(), kManyBytes);
}

TEST(HttpServer, StopBeforeRunAndTwice) {
  auto opened = HttpServer::open({.until_signal = false}, word_or_many);
  ASSERT_TRUE(opened.ok());
  opened.value().stop();
  opened.value().stop();
  opened.value().run();
  // And one that never ran, with somebody waiting.
  auto other = HttpServer::open({.until_signal = false}, word_or_many);
  ASSERT_TRUE(other.ok());
  const Client client(other.value().port());
  client.ask("/");
}

TEST(HttpServer, Nonsense) {
  RunningServer server({});
  struct Case {
    std::string sent, status;
  };
  const std::string host = "Host: localhost\r\n";
  const std::string much(100000, 'a');
  const std::vector<Case> cases = {
      {"nonsense\r\n\r\n", "400"},
      {"\r\n\r\n\r\n", "400"},
      {"GET /\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nno colon\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\n" + host + "Content-Length: x\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\n" + host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"},
      {"GET /\t HTTP/1.1\r\n" + host + "\r\n", "400"},
      {std::string("GET /\0 HTTP/1.1\r\n", 18) + host + "\r\n", "400"},
      {std::string("\0\1\2\3\xff\xfe\r\n\r\n", 10), "400"},
      {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + "\r\n\r\n", "400"},
      {"GET / HTTP/2.0\r\n" + host + "\r\n", "505"},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"},
      {"GET /" + much + " HTTP/1.1\r\n" + host + "\r\n", "414"},
      {"GET / HTTP/1.1\r\n" + host + "X: " + much + "\r\n\r\n", "431"},
      {"GET / HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\nhello", "413"},
      {"GET / HTTP/1.1\r\n" + host + "Content-Length: 99999999999\r\n\r\n" + much, "413"},
      {"GET / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
       "413"},
      {"POST / HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\nhello", "405"},
  };
  for (const auto& [sent, status] : cases) {
    const Client client(server.port());
    client.send(sent);
    const std::string got = client.receive();
    EXPECT_TRUE(got.starts_with("HTTP/1.1 " + status + " ")) << sent.substr(0, 80) << " " << got;
    EXPECT_EQ(times(got, "Connection: close\r\n"), 1U) << sent.substr(0, 80);
    EXPECT_EQ(times(got, "Content-Security-Policy: "), 1U);
    EXPECT_EQ(times(got, "HTTP/1."), status == "505" ? 3U : 1U) << "what follows is not a request";
  }
  const Client client(server.port());
  client.ask("/");
  EXPECT_TRUE(client.receive_until("word").ends_with("word"));
}

TEST(HttpServer, OldClients) {
  RunningServer server({});
  const Client once(server.port());
  once.send("GET / HTTP/1.0\r\nHost: localhost\r\n\r\n");
  const std::string got = once.receive();
  EXPECT_TRUE(got.starts_with("HTTP/1.0 200 OK\r\n")) << got;
  EXPECT_TRUE(got.ends_with("word"));
}

TEST(HttpServer, WhereItListens) {
  const auto first = HttpServer::open({.until_signal = false}, word_or_many);
  ASSERT_TRUE(first.ok());
  const std::uint16_t port = first.value().port();
  EXPECT_NE(port, 0);
  EXPECT_EQ(first.value().url(), "http://127.0.0.1:" + std::to_string(port) + "/");
  const auto second = HttpServer::open({.port = port, .until_signal = false}, word_or_many);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, "port-taken");
  EXPECT_NE(second.error().message.find("--port 0"), std::string::npos);
  for (const char* address : {"", "nowhere", "127.0.0", "256.0.0.1", "192.0.2.1", "127.0.0.1:80"}) {
    const auto wrong = HttpServer::open({.address = address, .until_signal = false}, word_or_many);
    ASSERT_FALSE(wrong.ok()) << address;
    EXPECT_EQ(wrong.error().code, "bad-address") << address;
  }
  const auto all = HttpServer::open({.address = "0.0.0.0", .until_signal = false}, word_or_many);
  ASSERT_TRUE(all.ok());
  EXPECT_TRUE(all.value().url().starts_with("http://127.0.0.1:"));
  EXPECT_TRUE(is_loopback("127.0.0.1") && is_loopback("localhost") && is_loopback("::1"));
  EXPECT_TRUE(is_loopback("127.9.9.9"));
  EXPECT_FALSE(is_loopback("0.0.0.0") || is_loopback("::") || is_loopback("x"));
}

}  // namespace
}  // namespace tidelock::server
