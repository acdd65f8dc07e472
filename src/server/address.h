// Addresses of the net: whom a request comes from, also through proxies that are believed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace tidelock::server {

// An IPv6 address; one of IPv4 is written as ::ffff:a.b.c.d.
struct Address {
  std::array<std::uint8_t, 16> bytes{};
  friend bool operator==(const Address&, const Address&) = default;

  // "192.0.2.1", "2001:db8::1", also in brackets and with a port as proxies write them.
  static std::optional<Address> read(std::string_view text);
  [[nodiscard]] bool is_v4() const;
  [[nodiscard]] bool is_loopback() const;
  [[nodiscard]] std::string text() const;
  // Whoever has one address of IPv6 has all of its /64: they are one.
  [[nodiscard]] Address household() const;
};

struct AddressHash {
  std::size_t operator()(const Address& one) const;
};

// "10.0.0.0/8", "::1", "192.0.2.7".
struct Network {
  Address address;
  int bits = 128;  // of all 128, also for IPv4
  static Result<Network> read(std::string_view text);
  [[nodiscard]] bool has(const Address& one) const;
};

// What a request says of itself through its proxies.
struct Forwarded {
  Address from;
  bool encrypted = false;
};

// Proxies whose word is believed. `peer` is who is connected, `chain` the header X-Forwarded-For
// and `scheme` X-Forwarded-Proto. Whoever is connected and is no proxy is asked for nothing; of a
// chain the last hop that is no proxy counts, for what stands before it anybody could have written.
[[nodiscard]] Forwarded forwarded(const Address& peer, std::string_view chain,
                                  std::string_view scheme, const std::vector<Network>& proxies);

}  // namespace tidelock::server
