// Passwords by argon2id, through libsodium. Slow on purpose: never on a thread that others wait
// for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace tidelock::server {

struct PasswordCost {
  std::uint64_t passes = 2;
  std::size_t bytes = std::size_t{64} << 20;
};
// For tests, which do not want to wait.
[[nodiscard]] PasswordCost least_cost();

inline constexpr std::size_t kShortestPassword = 8;  // in bytes
inline constexpr std::size_t kLongestPassword = 200;

// As it is kept, with its salt and cost; empty where there is not enough memory.
[[nodiscard]] std::string keep_password(const std::string& password, PasswordCost cost);
[[nodiscard]] bool right_password(const std::string& kept, const std::string& password);

// 256 random bits in 64 hexadecimal digits, and a number for people that nobody can guess.
[[nodiscard]] std::string fresh_token();
[[nodiscard]] std::string fresh_session_id();
[[nodiscard]] std::string fresh_code();

// How often something may be tried under a name: `burst` at once, then one each `pause_ms`. Holds
// a bounded number of names; for one thread at a time.
class GuessLimit {
 public:
  GuessLimit(double burst, std::int64_t pause_ms) : burst_(burst), pause_ms_(pause_ms) {}
  // Counts one, where it is allowed.
  [[nodiscard]] bool take(const std::string& name, std::int64_t now);
  // It was no guess after all.
  void give_back(const std::string& name);

 private:
  struct Bucket {
    double left = 0;
    std::int64_t at = 0;
  };
  [[nodiscard]] double left_in(const Bucket& bucket, std::int64_t now) const;
  void make_room(std::int64_t now);

  double burst_;
  std::int64_t pause_ms_;
  std::map<std::string, Bucket> buckets_;
};

}  // namespace tidelock::server
