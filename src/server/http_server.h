// HTTP/1.1 on a port, in one thread, by Boost.Beast: connections, TLS, limits, timeouts and
// signals. What is answered is decided by the site, below /api/ by the hall, and what an operator
// asks for
// (/healthz, /metrics) here. Boost stays behind this header, and so do its exceptions.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "server/address.h"
#include "server/hall.h"
#include "server/limits.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/site.h"

namespace tidelock::server {

struct ServerOptions {
  std::string address = "127.0.0.1";  // an IP address, or localhost
  std::uint16_t port = 0;             // 0: any that is free
  bool until_signal = true;           // SIGINT and SIGTERM end it, SIGHUP reads files again
  // At once. For one more whoever has said nothing for longest is closed; where all are being
  // answered it waits.
  std::size_t connections = 2000;
  std::size_t header_bytes = 16384;
  std::chrono::milliseconds idle{30000};    // between two requests
  std::chrono::milliseconds header{10000};  // from the first byte of a request to its last
  std::chrono::milliseconds write{30000};   // without a byte being taken
  std::chrono::milliseconds answer{30000};  // for all of an answer, and the time that its bytes
  std::size_t bytes_per_second = 4096;      // take at least at this rate
  std::chrono::milliseconds linger{1000};   // for the other side to close first
  std::chrono::milliseconds grace{3000};    // for answers that are being sent when it stops
  std::chrono::milliseconds drain{0};       // from a signal until it stops, for /healthz to say so
  std::size_t sockets = 10000;              // WebSockets at once; more are refused
  SocketLimits socket = {};
  std::size_t body_bytes = 16384;
  Hosts hosts = Hosts::kAny;         // for what is below /api/; a site judges for itself
  std::string tls_certificate = {};  // files; empty: without encryption
  std::string tls_key = {};
  std::vector<Network> proxies = {};          // whose X-Forwarded-For is believed
  std::vector<Network> metrics_readers = {};  // who may read /metrics, besides this machine
  std::shared_ptr<Limits> limits = std::make_shared<Limits>(LimitRules{.on = false});
  std::shared_ptr<Metrics> metrics = std::make_shared<Metrics>();
  std::shared_ptr<Log> log = std::make_shared<Log>();
  bool log_addresses = false;
};

// Whether only this machine can reach an address.
[[nodiscard]] bool is_loopback(const std::string& address);

class HttpServer {
 public:
  // Listens when it returns; answers once it runs. With a hall there are tables below /api/.
  using MakeHall = std::function<std::unique_ptr<Hall>(Loop&)>;
  static Result<HttpServer> open(ServerOptions options, Site site, const MakeHall& hall = nullptr);
  HttpServer(HttpServer&&) noexcept;
  HttpServer& operator=(HttpServer&&) noexcept;
  ~HttpServer();

  // "http://127.0.0.1:8017/"; of an address that means all of them, the one of this machine.
  [[nodiscard]] std::string url() const;
  [[nodiscard]] std::uint16_t port() const;

  // Until a signal or stop(). When it returns, whatever was acknowledged is kept.
  void run();
  // From any thread: no more requests; what is being answered is answered.
  void stop();

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tidelock::server
