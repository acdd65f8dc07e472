// Secrets, and luck that nobody at a table can choose or foresee; by libsodium, the only file that
// includes it. Secrets are 128 random bits, written as 32 hexadecimal digits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/luck.h"

namespace tidelock::server {

[[nodiscard]] std::string fresh_secret();
// Whether a text is written like one.
[[nodiscard]] bool is_secret(std::string_view text);
// 96 random bits that can stand in an address: whoever has a table's name may come to it.
[[nodiscard]] std::string fresh_table_name();
[[nodiscard]] bool is_table_name(std::string_view text);

// SHA-256, 64 hexadecimal digits: what is kept of a secret, and what a table says of its own.
[[nodiscard]] std::string digest_of(std::string_view text);
// Takes as long whatever the texts have in common.
[[nodiscard]] bool same_digest(std::string_view a, std::string_view b);

// Luck from the secret of a table, of which everybody knew the digest before giving a share, and
// the shares of its seats. Everything is HMAC-SHA-256, so that anybody can work it out again when
// the secret is told: docs/server.md says how.
class FairLuck {
 public:
  FairLuck(std::string_view secret, const std::vector<std::string>& shares);
  [[nodiscard]] std::uint32_t operator()(const Ask& ask) const;
  // For the whims of bots.
  [[nodiscard]] std::uint64_t whims() const;

 private:
  [[nodiscard]] std::uint64_t number(std::string_view question) const;
  struct Keyed;
  std::shared_ptr<const Keyed> keyed_;  // HMAC, with the key in it
};

}  // namespace tidelock::server
