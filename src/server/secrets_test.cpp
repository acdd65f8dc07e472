#include "server/secrets.h"

#include <gtest/gtest.h>
#include <set>

#include "core/sha256.h"

namespace tidelock::server {
namespace {

TEST(Secrets, AreLongAndNeverTheSame) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const std::string secret = fresh_secret();
    const std::string name = fresh_table_name();
    EXPECT_TRUE(is_secret(secret));
    EXPECT_TRUE(is_table_name(name));
    seen.insert(secret);
    seen.insert(name);
  }
  EXPECT_EQ(seen.size(), 2000U);
}

TEST(Secrets, AreWrittenInOneWay) {
  EXPECT_FALSE(is_secret(""));
  EXPECT_FALSE(is_secret(std::string(31, 'a')));
  EXPECT_FALSE(is_secret(std::string(32, 'A')));
  EXPECT_FALSE(is_table_name("../../etc/passwd"));
  EXPECT_FALSE(is_table_name(std::string(17, 'a')));
}

TEST(Secrets, AreKnownByTheirDigest) {
  const std::string secret(32, 'a');
  EXPECT_EQ(digest_of(secret), sha256_hex(secret));
  EXPECT_TRUE(same_digest(digest_of(secret), sha256_hex(secret)));
  EXPECT_FALSE(same_digest(digest_of(secret), digest_of("b")));
  EXPECT_FALSE(same_digest(digest_of(secret), ""));
}

std::string from_hex(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    out += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
  return out;
}

// HMAC-SHA-256 as RFC 2104 has it, for keys that are not longer than a block.
std::string plain_hmac(const std::string& key, const std::string& message) {
  constexpr std::size_t kBlock = 64;
  std::string inner(kBlock, '\x36');
  std::string outer(kBlock, '\x5c');
  for (std::size_t i = 0; i < key.size(); ++i) {
    inner[i] = static_cast<char>(inner[i] ^ key[i]);
    outer[i] = static_cast<char>(outer[i] ^ key[i]);
  }
  return from_hex(sha256_hex(outer + from_hex(sha256_hex(inner + message))));
}

// What docs/server.md tells anybody who wants to check a game.
TEST(FairLuck, CanBeWorkedOutAgain) {
  const std::string secret(32, '3');
  const FairLuck luck(secret, {std::string(32, '1'), "", std::string(32, '2')});
  const std::string key = plain_hmac(
      secret, "tidelock-luck/1\n" + std::string(32, '1') + "\n\n" + std::string(32, '2'));
  for (std::uint16_t index = 0; index < 200; ++index) {
    const Ask ask{3, kEverybody, index, 17};
    const std::string mac = plain_hmac(key, "3:" + std::to_string(index));
    std::uint64_t first = 0;  // 32 bits
    for (std::size_t i = 0; i < 4; ++i) first = first * 256 + static_cast<unsigned char>(mac[i]);
    EXPECT_EQ(luck(ask), first * 17 >> 32);
  }
}

TEST(FairLuck, HangsOnEveryShare) {
  const std::string secret(32, '3');
  const std::string share(32, '1');
  const FairLuck luck(secret, {share, share});
  EXPECT_NE(luck.whims(), FairLuck(secret, {share, std::string(32, '2')}).whims());
  EXPECT_NE(luck.whims(), FairLuck(std::string(32, '4'), {share, share}).whims());
}

}  // namespace
}  // namespace tidelock::server
