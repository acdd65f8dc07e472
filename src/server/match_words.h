// What the files of a match read in the same way, from requests and from lines.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "ai/spec.h"
#include "core/json.h"
#include "server/secrets.h"

namespace tidelock::server {

inline constexpr std::size_t kLongestName = 40;
inline constexpr std::size_t kLongestKey = 40;
inline constexpr std::size_t kLongestDigest = 64;
// The bot that plays for those who cannot.
inline constexpr std::string_view kSubstitute = "medium";
inline constexpr std::string_view kPerson = "person";

inline constexpr std::array<std::string_view, 10> kColours = {
    "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "grey"};
inline constexpr std::array<std::string_view, 13> kPhrases = {
    "hello",  "luck",  "moment",    "back-soon",   "here-again", "nice", "ouch",
    "thanks", "sorry", "your-turn", "well-played", "again",      "bye"};

// One line as people see it: nothing that moves a cursor or breaks a line.
[[nodiscard]] inline bool is_plain(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code == 0x7F;
  });
}

[[nodiscard]] inline std::string read_secret(const JsonIn& in) {
  std::string secret = in.text(kLongestKey);
  // What was found is not repeated: an error may be written down somewhere.
  if (in.ok() && !is_secret(secret)) in.wrong("expected 32 hexadecimal digits, in lower case");
  return secret;
}

[[nodiscard]] inline std::string read_level(const JsonIn& in) {
  return std::string(ai::kLevels[static_cast<std::size_t>(in.one_of(ai::kLevels))]);
}

// A level, or a person.
[[nodiscard]] inline std::string read_with(const JsonIn& in) {
  if (in.is_text() && in.raw() == kPerson) return std::string(kPerson);
  return read_level(in);
}

[[nodiscard]] inline std::string read_colour(const JsonIn& in) {
  return std::string(kColours[static_cast<std::size_t>(in.one_of(kColours))]);
}

}  // namespace tidelock::server
