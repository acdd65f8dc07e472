// Bytes as they come by the wire, to a whole server in this process: what is no request, many of
// them, half of one; after a W, frames of a WebSocket that is open at a table. Every connection
// ends, whatever is answered is HTTP, and others are answered meanwhile. TTTTTTTTTTTTTTTT is the
// name of a table that there is.
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstdint>
#include <netinet/in.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include "core/json.h"
#include "games/games.h"
#include "must.h"
#include "server/hall.h"
#include "server/http_server.h"
#include "server/testing_world.h"
#include "store/store.h"

namespace tidelock::fuzz {
namespace {

const std::string kNoName(16, 'T');

class Wire {
 public:
  explicit Wire(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{9, 0};
    (void)::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const auto connected = [&] {
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as sockets want it
      return ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0 ||
             errno == EISCONN;
    };
    while (!connected()) must(errno == EINTR || errno == EALREADY, "it can be reached");
  }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  ~Wire() {
    // Without a trace, or there would soon be no port left to come from.
    const linger none{1, 0};
    (void)::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    ::close(socket_);
  }

  void send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n < 0 && errno == EINTR) continue;  // the fuzzer looks at its watch
      if (n <= 0) return;                     // it has heard enough
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  void say_no_more() const { (void)::shutdown(socket_, SHUT_WR); }
  // To the end of a head, or to the end.
  [[nodiscard]] std::string receive(bool head) const {
    std::string out;
    std::array<char, 4096> part{};
    while (!head || out.find("\r\n\r\n") == std::string::npos) {
      const ssize_t n = ::recv(socket_, part.data(), head ? 1 : part.size(), 0);
      if (n < 0 && errno == EINTR) continue;
      must(n >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK), "a connection ends");
      if (n <= 0) break;
      out.append(part.data(), static_cast<std::size_t>(n));
    }
    return out;
  }

 private:
  int socket_;
};

struct Served {
  std::uint16_t port = 0;
  std::string table;
};

// One for all inputs; it runs until the process ends.
const Served& served() {
  static const Served kServed = [] {
    server::LimitRules rules;
    for (const char* rule : {"requests", "upgrades", "chat", "guesses"})
      must(!rules.set(std::string(rule) + "=1000000:1000000"), "a limit is set");
    // One that has ended may be counted for a moment longer.
    rules.sockets = rules.connections = 1000000;
    // Wishes are tried elsewhere: here tables, and bots that think at them, would only add up.
    must(!rules.set("tables=1:0.001"), "a limit is set");
    server::ServerOptions options;
    options.until_signal = false;
    options.limits = std::make_shared<server::Limits>(rules);
    // Sooner than whoever reads here gives up.
    options.socket.handshake = std::chrono::seconds(2);
    options.socket.idle = std::chrono::seconds(4);
    server::HallOptions threads;
    threads.accounts.cost = server::least_cost();
    auto opened = server::HttpServer::open(
        options, [](const server::Request&) { return server::refusal(404); },
        [&](server::Loop& loop) {
          return std::make_unique<server::Hall>(loop, store::in_memory(), server::whole_world(),
                                                threads);
        });
    must(opened.ok(), "it listens");
    static server::HttpServer& running = *new server::HttpServer(std::move(opened).value());
    std::thread([] { running.run(); }).detach();
    Served out{running.port(), {}};
    const Wire wire(out.port);
    const std::string wish = dump_json({{"game", games::all().front().facts->id}});
    wire.send(
        "POST /api/tables HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
        "Content-Type: application/json\r\nContent-Length: " +
        std::to_string(wish.size()) + "\r\n\r\n" + wish);
    const std::string answer = wire.receive(false);
    const auto made = parse_json(answer.substr(answer.find("\r\n\r\n") + 4));
    must(made.ok() && made.value().contains("table"), "a table is made");
    out.table = made.value()["table"].get<std::string>();
    must(out.table.size() == kNoName.size(), "a name of a table is as long as any other");
    return out;
  }();
  return kServed;
}

void speak(std::string text) {
  const Served& there = served();
  for (std::size_t at = text.find(kNoName); at != std::string::npos; at = text.find(kNoName, at))
    text.replace(at, kNoName.size(), there.table);
  const Wire wire(there.port);
  const bool frames = text.starts_with('W');
  if (frames) {
    wire.send("GET /api/tables/" + there.table +
              "/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
    must(wire.receive(true).starts_with("HTTP/1.1 101 "), "a socket opens");
    text.erase(0, 1);
  }
  wire.send(text);
  wire.say_no_more();
  const std::string answer = wire.receive(false);
  must(frames || answer.empty() || answer.starts_with("HTTP/1."), "an answer is HTTP");
  const Wire other(there.port);
  other.send("GET /healthz HTTP/1.0\r\n\r\n");
  must(other.receive(false).ends_with("ok\n"), "others are answered");
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters here
  tidelock::fuzz::speak(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
