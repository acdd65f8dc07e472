#include "server/passwords.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sodium.h>

namespace tidelock::server {
namespace {

constexpr std::size_t kMostNames = 10000;
constexpr std::size_t kTokenBytes = 32;
constexpr std::size_t kSessionBytes = 8;
constexpr std::uint32_t kCodes = 100000000;  // of eight digits

template <std::size_t N>
std::string random_hex() {
  if (sodium_init() < 0) std::abort();  // nothing could be kept secret
  std::array<unsigned char, N> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::array<char, 2 * N + 1> text{};
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  return {text.data(), 2 * N};
}

}  // namespace

PasswordCost least_cost() { return {crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN}; }

std::string keep_password(const std::string& password, PasswordCost cost) {
  if (sodium_init() < 0) std::abort();
  std::array<char, crypto_pwhash_STRBYTES> out{};
  if (crypto_pwhash_str_alg(out.data(), password.data(), password.size(), cost.passes, cost.bytes,
                            crypto_pwhash_ALG_ARGON2ID13) != 0)
    return {};
  return out.data();
}

bool right_password(const std::string& kept, const std::string& password) {
  return crypto_pwhash_str_verify(kept.c_str(), password.data(), password.size()) == 0;
}

std::string fresh_token() { return random_hex<kTokenBytes>(); }
std::string fresh_session_id() { return random_hex<kSessionBytes>(); }

std::string fresh_code() {
  if (sodium_init() < 0) std::abort();
  return std::to_string(kCodes + randombytes_uniform(kCodes)).substr(1);
}

double GuessLimit::left_in(const Bucket& bucket, std::int64_t now) const {
  const auto since = static_cast<double>(std::max<std::int64_t>(0, now - bucket.at));
  return std::min(burst_, bucket.left + since / static_cast<double>(pause_ms_));
}

bool GuessLimit::take(const std::string& name, std::int64_t now) {
  if (buckets_.size() >= kMostNames && !buckets_.contains(name)) make_room(now);
  const auto [found, fresh] = buckets_.try_emplace(name, Bucket{burst_, now});
  Bucket& bucket = found->second;
  bucket = {left_in(bucket, now), now};
  if (bucket.left < 1) return false;
  bucket.left -= 1;
  return true;
}

void GuessLimit::give_back(const std::string& name) {
  const auto found = buckets_.find(name);
  if (found != buckets_.end()) found->second.left = std::min(burst_, found->second.left + 1);
}

// Those that are as new go first, then whichever has most left.
void GuessLimit::make_room(std::int64_t now) {
  std::erase_if(buckets_, [&](const auto& one) { return left_in(one.second, now) >= burst_; });
  if (buckets_.size() < kMostNames) return;
  buckets_.erase(
      std::max_element(buckets_.begin(), buckets_.end(), [&](const auto& a, const auto& b) {
        return left_in(a.second, now) < left_in(b.second, now);
      }));
}

}  // namespace tidelock::server
