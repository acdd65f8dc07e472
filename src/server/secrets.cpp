#include "server/secrets.h"

#include <array>
#include <cstdlib>
#include <sodium.h>
#include <span>

namespace tidelock::server {
namespace {

constexpr std::size_t kSecretBytes = 16;
constexpr std::size_t kNameBytes = 12;
constexpr std::size_t kNameLetters = kNameBytes * 4 / 3;

// Without a source of randomness there is nothing that could be served.
void need_sodium() {
  static const bool kReady = sodium_init() >= 0;
  if (!kReady) std::abort();
}

template <std::size_t N>
std::string hex(const std::array<unsigned char, N>& bytes) {
  std::array<char, 2 * N + 1> text{};
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  return {text.data(), 2 * N};
}

using Mac = std::array<unsigned char, crypto_auth_hmacsha256_BYTES>;

}  // namespace

// Half of the work is the same for every message.
struct FairLuck::Keyed {
  explicit Keyed(std::span<const unsigned char> key) {
    crypto_auth_hmacsha256_init(&state, key.data(), key.size());
  }
  [[nodiscard]] Mac of(std::string_view message) const {
    crypto_auth_hmacsha256_state copy = state;
    Mac out{};
    crypto_auth_hmacsha256_update(&copy, bytes(message).data(), message.size());
    crypto_auth_hmacsha256_final(&copy, out.data());
    return out;
  }
  static std::span<const unsigned char> bytes(std::string_view text) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): texts are bytes
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
  }
  crypto_auth_hmacsha256_state state{};
};

std::string fresh_secret() {
  need_sodium();
  std::array<unsigned char, kSecretBytes> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return hex(bytes);
}

bool is_secret(std::string_view text) {
  return text.size() == 2 * kSecretBytes &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string fresh_table_name() {
  need_sodium();
  std::array<unsigned char, kNameBytes> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::array<char, kNameLetters + 1> text{};
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(),
                    sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  return {text.data(), kNameLetters};
}

bool is_table_name(std::string_view text) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return text.size() == kNameLetters && text.find_first_not_of(kLetters) == std::string_view::npos;
}

std::string digest_of(std::string_view text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> out{};
  crypto_hash_sha256(out.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return hex(out);
}

bool same_digest(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

FairLuck::FairLuck(std::string_view secret, const std::vector<std::string>& shares) {
  std::string message = "tidelock-luck/1";
  for (const std::string& share : shares) message += "\n" + share;
  const Mac key = Keyed(Keyed::bytes(secret)).of(message);
  keyed_ = std::make_shared<const Keyed>(key);
}

std::uint64_t FairLuck::number(std::string_view question) const {
  const Mac mac = keyed_->of(question);
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < sizeof out; ++i) out = (out << 8) | mac[i];
  return out;
}

std::uint32_t FairLuck::operator()(const Ask& ask) const {
  return scale(number(std::to_string(ask.stream) + ":" + std::to_string(ask.index)), ask.n);
}

std::uint64_t FairLuck::whims() const { return number("bots"); }

}  // namespace tidelock::server
