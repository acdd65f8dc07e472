// Many WebSockets of one program, for measuring a server: as little work as possible on this side,
// so that the other one is the bottleneck. Only for servers of this machine that are known to be
// friendly.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace tidelock::load {

class Crowd {
 public:
  // What is said to one of them, in whole messages.
  using Heard = std::function<void(std::size_t who, std::string_view message)>;

  Crowd(std::uint16_t port, Heard heard);
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;
  ~Crowd();

  // One more, with the upgrade to a WebSocket behind it.
  Result<std::size_t> enter(const std::string& path);
  void say(std::size_t who, std::string_view message);
  void leave(std::size_t who);

  // Hears what there is, and waits for it until then at most.
  void hear(std::chrono::steady_clock::time_point until);
  // Until `enough` says so; an error when nothing is heard for ten seconds.
  std::optional<Error> hear_until(const std::function<bool()>& enough);

  // How many were closed by the other side.
  [[nodiscard]] std::size_t lost() const { return lost_; }

 private:
  struct One {
    int file = -1;
    std::string in;   // the beginning of a message
    std::string out;  // what could not be sent yet
  };
  void read(std::size_t who);
  void write(One& one, std::string_view bytes);

  std::uint16_t port_;
  Heard heard_;
  int epoll_;
  std::size_t lost_ = 0;
  std::size_t messages_ = 0;
  std::vector<One> all_;
  std::string buffer_;
};

// One request of HTTP, and its answer's body; an error for any status but 200 and 201.
class Clerk {
 public:
  explicit Clerk(std::uint16_t port) : port_(port) {}
  Clerk(const Clerk&) = delete;
  Clerk& operator=(const Clerk&) = delete;
  ~Clerk();
  Result<std::string> post(const std::string& path, const std::string& body);

 private:
  std::uint16_t port_;
  int file_ = -1;
};

}  // namespace tidelock::load
