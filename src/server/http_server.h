// HTTP/1.1 on a port, in one thread, by Boost.Beast: connections, limits, timeouts and signals.
// What is answered is decided by the site, and below /api/ by the hall. Boost stays behind this
// header, and so do its exceptions.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/result.h"
#include "server/hall.h"
#include "server/site.h"

namespace tidelock::server {

struct ServerOptions {
  std::string address = "127.0.0.1";  // an IP address, or localhost
  std::uint16_t port = 0;             // 0: any that is free
  bool until_signal = true;           // SIGINT and SIGTERM stop it
  std::size_t connections = 256;      // at once; more wait until one is closed
  std::size_t header_bytes = 16384;
  std::chrono::milliseconds idle{30000};    // between two requests
  std::chrono::milliseconds header{10000};  // from the first byte of a request to its last
  std::chrono::milliseconds write{30000};   // without a byte being taken
  std::chrono::milliseconds linger{1000};   // for the other side to close first
  std::chrono::milliseconds grace{3000};    // for answers that are being sent when it stops
  std::size_t sockets = 2000;               // WebSockets at once; more are refused
  std::size_t body_bytes = 16384;
  Hosts hosts = Hosts::kAny;  // for what is below /api/; a site judges for itself
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

  // Until a signal or stop().
  void run();
  // From any thread: no more requests; what is being answered is answered.
  void stop();

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tidelock::server
