// How much one address may ask for: so often, and so many at once. No clock and no network: whoever
// asks says when. Memory is bounded, and nobody gets a fresh allowance by being forgotten: only
// those are forgotten whose allowance is full again, and when there are too many others, whoever is
// new shares one allowance.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/result.h"
#include "server/address.h"

namespace tidelock::server {

enum class Limited : std::uint8_t {
  kRequests,  // by HTTP, whatever is asked for
  kTables,    // made
  kUpgrades,  // to a WebSocket
  kChat,      // lines
  kGuesses,   // of passwords and of secrets that open nothing
};
inline constexpr std::size_t kLimitedThings = 5;

enum class Held : std::uint8_t {
  kConnections,  // or requests in flight, of whoever comes through a proxy
  kSockets,
  kSlow,  // requests that take a thread of their own for long: passwords, exports
};
inline constexpr std::size_t kHeldThings = 3;

// So many at once, and then so many a minute.
struct Allowance {
  double at_once = 0;
  double per_minute = 0;
};

struct LimitRules {
  bool on = true;
  std::array<Allowance, kLimitedThings> allowances = {{
      {600, 1800},  // requests: a page has many files
      {20, 10},     // tables
      {60, 60},     // upgrades
      {15, 60},     // chat
      {10, 6},      // guesses
  }};
  std::size_t sockets = 100;      // at once; a school may have one address
  std::size_t connections = 100;  // at once by HTTP; a browser has six
  std::size_t slow = 2;           // passwords and exports at once: the others wait for them
  std::size_t callers = 20000;    // that are remembered
  double strangers = 10;  // so many times the allowance for all who are too many to remember
  // Changes one by "tables=20:10" (at once, a minute), "sockets=100", "connections=100".
  std::optional<Error> set(std::string_view text);
};

// Seconds of a clock that never goes back.
[[nodiscard]] double steady_seconds();

// How much one WebSocket may ask for, and how long it is waited for.
struct SocketLimits {
  std::size_t message_bytes = 16384;
  double requests_per_second = 20;  // who asks faster is read from more slowly
  double requests_at_once = 60;
  std::chrono::milliseconds handshake{10000};
  std::chrono::milliseconds idle{60000};   // without a sign of life; half of it before it is asked
  std::chrono::milliseconds write{30000};  // for one message to be taken
};

class Limits {
 public:
  explicit Limits(LimitRules rules = {}) : rules_(rules) {}

  // Takes one of what the address may have now, in seconds of a clock that never goes back: 0; or
  // so many seconds until there is one.
  [[nodiscard]] double take(const Address& from, Limited what, double now);
  // The same without taking it: whether one more would be refused.
  [[nodiscard]] double wait_for(const Address& from, Limited what, double now);

  // One that was taken need not have been.
  void give_back(const Address& from, Limited what, double now);

  // Something that is opened and closed. Who may not enter does not leave either.
  [[nodiscard]] bool enter(const Address& from, Held what, double now);
  void leave(const Address& from, Held what);

  [[nodiscard]] std::size_t remembered() const { return callers_.size(); }

 private:
  struct Caller {
    Address address;
    std::array<double, kLimitedThings> used{};  // what is not given back yet
    double counted = 0;                         // when that was true
    std::array<std::size_t, kHeldThings> held{};
  };
  using Callers = std::list<Caller>;  // those who asked last are at the end

  Caller& find(const Address& from, double now);
  void age(Caller& caller, double now, double times) const;
  void forget(double now);

  LimitRules rules_;
  Callers order_;
  std::unordered_map<Address, Callers::iterator, AddressHash> callers_;
  Caller strangers_;
};

}  // namespace tidelock::server
