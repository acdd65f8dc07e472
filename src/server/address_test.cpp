#include "server/address.h"

#include <gtest/gtest.h>

namespace tidelock::server {
namespace {

std::string read_address(std::string_view text) {
  const auto out = Address::read(text);
  return out ? out->text() : "none";
}

TEST(Address, IsReadAsProxiesWriteIt) {
  EXPECT_EQ(read_address("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(read_address(" 192.0.2.1:8080\t"), "192.0.2.1");
  EXPECT_EQ(read_address("2001:DB8::1"), "2001:db8::1");
  EXPECT_EQ(read_address("[2001:db8::1]:443"), "2001:db8::1");
  EXPECT_EQ(read_address("::ffff:192.0.2.1"), "192.0.2.1") << "the same, whoever wrote it";
  for (const char* nonsense : {"", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "[::1", "::1%eth0",
                               "300.1.1.1", "1.2.3.4/8", "\x01"})
    EXPECT_EQ(read_address(nonsense), "none") << nonsense;
  EXPECT_EQ(read_address(std::string(100000, ':')), "none");
}

TEST(Address, ThoseOfOneHouseholdAreOne) {
  const auto household = [](const char* text) { return Address::read(text)->household(); };
  EXPECT_EQ(household("2001:db8:1:2::1"), household("2001:db8:1:2:ffff::9"));
  EXPECT_NE(household("2001:db8:1:2::1"), household("2001:db8:1:3::1"));
  EXPECT_NE(household("192.0.2.1"), household("192.0.2.2"));
  EXPECT_TRUE(Address::read("127.3.2.1")->is_loopback());
  EXPECT_TRUE(Address::read("::1")->is_loopback());
  EXPECT_FALSE(Address::read("128.0.0.1")->is_loopback());
}

TEST(Address, NetworksHaveTheirAddresses) {
  const auto has = [](const char* network, const char* one) {
    const auto read = Network::read(network);
    EXPECT_TRUE(read.ok()) << network;
    return read.ok() && read.value().has(*Address::read(one));
  };
  EXPECT_TRUE(has("10.0.0.0/8", "10.200.3.4"));
  EXPECT_FALSE(has("10.0.0.0/8", "11.0.0.0"));
  EXPECT_TRUE(has("10.0.0.0/9", "10.127.0.0"));
  EXPECT_FALSE(has("10.0.0.0/9", "10.128.0.0"));
  EXPECT_TRUE(has("192.0.2.7", "192.0.2.7"));
  EXPECT_FALSE(has("192.0.2.7", "192.0.2.6"));
  EXPECT_TRUE(has("2001:db8::/32", "2001:db8:ffff::1"));
  EXPECT_FALSE(has("2001:db8::/32", "2001:db9::1"));
  EXPECT_TRUE(has("0.0.0.0/0", "192.0.2.7"));
  EXPECT_FALSE(has("0.0.0.0/0", "2001:db8::1"));
  EXPECT_TRUE(has("::/0", "192.0.2.7"));
  for (const char* nonsense : {"", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8x",
                               "::/129", "10.0.0.1:80", "[::1]", "localhost"})
    EXPECT_FALSE(Network::read(nonsense).ok()) << nonsense;
}

TEST(Address, OnlyProxiesThatAreNamedAreBelieved) {
  const std::vector<Network> proxies = {Network::read("127.0.0.1").value(),
                                        Network::read("10.0.0.0/8").value()};
  const auto from = [&](const char* peer, const char* chain) {
    return forwarded(*Address::read(peer), chain, "", proxies).from.text();
  };
  EXPECT_EQ(from("192.0.2.1", "203.0.113.5"), "192.0.2.1") << "not a proxy";
  EXPECT_EQ(from("127.0.0.1", "203.0.113.5"), "203.0.113.5");
  EXPECT_EQ(from("127.0.0.1", ""), "127.0.0.1") << "the proxy itself asks";
  EXPECT_EQ(from("127.0.0.1", "203.0.113.5, 10.1.1.1"), "203.0.113.5") << "two proxies";
  // Whoever writes addresses into the header gains nothing: the last hop was written by a proxy.
  EXPECT_EQ(from("127.0.0.1", "198.51.100.1, 203.0.113.5"), "203.0.113.5");
  EXPECT_EQ(from("127.0.0.1", "198.51.100.1, 203.0.113.5, 10.1.1.1"), "203.0.113.5");
  EXPECT_EQ(from("127.0.0.1", "203.0.113.5, nonsense"), "127.0.0.1");
  EXPECT_EQ(from("127.0.0.1", "nonsense, 10.1.1.1"), "10.1.1.1");
  EXPECT_EQ(from("127.0.0.1", "10.1.1.2, 10.1.1.1"), "10.1.1.2");
  const auto encrypted = [&](const char* peer, const char* scheme) {
    return forwarded(*Address::read(peer), "203.0.113.5", scheme, proxies).encrypted;
  };
  EXPECT_TRUE(encrypted("127.0.0.1", "https"));
  EXPECT_TRUE(encrypted("127.0.0.1", "http, https"));
  EXPECT_FALSE(encrypted("127.0.0.1", "https, http"));
  EXPECT_FALSE(encrypted("127.0.0.1", ""));
  EXPECT_FALSE(encrypted("192.0.2.1", "https"));
}

}  // namespace
}  // namespace tidelock::server
