#include "server/address.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <netinet/in.h>

namespace tidelock::server {
namespace {

constexpr int kMappedBits = 96;
constexpr std::array<std::uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::size_t kLongestAddress = 45;

std::string_view without_blanks(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t") - from + 1);
}

// "[::1]:80" and "192.0.2.1:80" without what does not belong to the address.
std::string_view without_port(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    return end == std::string_view::npos ? std::string_view() : text.substr(1, end - 1);
  }
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos && text.find(':', colon + 1) == std::string_view::npos)
    return text.substr(0, colon);
  return text;
}

}  // namespace

std::optional<Address> Address::read(std::string_view text) {
  text = without_port(without_blanks(text));
  if (text.empty() || text.size() > kLongestAddress) return std::nullopt;
  const std::string ended(text);
  Address out;
  if (::inet_pton(AF_INET6, ended.c_str(), out.bytes.data()) == 1) return out;
  std::copy(kMapped.begin(), kMapped.end(), out.bytes.begin());
  if (::inet_pton(AF_INET, ended.c_str(), out.bytes.data() + kMapped.size()) == 1) return out;
  return std::nullopt;
}

bool Address::is_v4() const { return std::equal(kMapped.begin(), kMapped.end(), bytes.begin()); }

bool Address::is_loopback() const {
  if (is_v4()) return bytes[kMapped.size()] == 127;
  Address one;
  one.bytes.back() = 1;
  return *this == one;
}

std::string Address::text() const {
  std::array<char, INET6_ADDRSTRLEN> out{};
  const bool v4 = is_v4();
  const void* from = v4 ? bytes.data() + kMapped.size() : bytes.data();
  if (::inet_ntop(v4 ? AF_INET : AF_INET6, from, out.data(), out.size()) == nullptr) return {};
  return out.data();
}

Address Address::household() const {
  Address out = *this;
  if (!is_v4()) std::fill(out.bytes.begin() + 8, out.bytes.end(), std::uint8_t{0});
  return out;
}

std::size_t AddressHash::operator()(const Address& one) const {
  return std::hash<std::string_view>{}(
      {reinterpret_cast<const char*>(one.bytes.data()), one.bytes.size()});
}

Result<Network> Network::read(std::string_view text) {
  const auto wrong = [&] {
    return error("bad-network", "expected an address, or a network such as 10.0.0.0/8, found '" +
                                    std::string(text) + "'");
  };
  const std::size_t slash = text.find('/');
  const std::string_view host = text.substr(0, slash);
  const auto address = Address::read(host);
  // A port, or brackets, have no meaning here.
  if (!address || host.find('[') != std::string_view::npos ||
      (address->is_v4() && host.find('.') != std::string_view::npos &&
       std::count(host.begin(), host.end(), ':') == 1))
    return wrong();
  Network out{*address, 128};
  if (slash == std::string_view::npos) return out;
  const std::string_view digits = text.substr(slash + 1);
  const int most = address->is_v4() ? 32 : 128;
  int bits = 0;
  const auto [end, bad] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  if (bad != std::errc() || end != digits.data() + digits.size() || bits < 0 || bits > most)
    return wrong();
  out.bits = address->is_v4() ? kMappedBits + bits : bits;
  return out;
}

bool Network::has(const Address& one) const {
  for (int bit = 0; bit < bits; bit += 8) {
    const auto i = static_cast<std::size_t>(bit / 8);
    const int here = std::min(8, bits - bit);
    const auto mask = static_cast<std::uint8_t>(0xff00U >> static_cast<unsigned>(here));
    if ((one.bytes[i] & mask) != (address.bytes[i] & mask)) return false;
  }
  return true;
}

Forwarded forwarded(const Address& peer, std::string_view chain, std::string_view scheme,
                    const std::vector<Network>& proxies) {
  const auto believed = [&](const Address& one) {
    return std::any_of(proxies.begin(), proxies.end(),
                       [&](const Network& network) { return network.has(one); });
  };
  Forwarded out{peer, false};
  if (!believed(peer)) return out;
  const std::string_view last = without_blanks(scheme.substr(scheme.rfind(',') + 1));
  out.encrypted = last == "https";
  while (believed(out.from) && !chain.empty()) {
    const std::size_t comma = chain.rfind(',');
    const auto hop = Address::read(chain.substr(comma + 1));  // of all if there is none: npos + 1
    if (!hop) break;
    out.from = *hop;
    chain = comma == std::string_view::npos ? std::string_view() : chain.substr(0, comma);
  }
  return out;
}

}  // namespace tidelock::server
