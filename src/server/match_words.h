// What the files of a match read in the same way, from requests and from lines.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "ai/spec.h"
#include "core/game.h"
#include "core/json.h"
#include "server/secrets.h"

namespace tidelock::server {

inline constexpr std::size_t kLongestName = 40;
inline constexpr std::size_t kLongestKey = 40;
inline constexpr std::size_t kLongestDigest = 64;
// The bot that plays for those who cannot.
inline constexpr std::string_view kSubstitute = "medium";
inline constexpr std::string_view kPerson = "person";

// A bot in the n-th seat, as in games against bots at one's own screen.
inline constexpr std::array<std::string_view, kMaxSeats> kBotNames = {"Mira", "Anselm", "Tove",
                                                                      "Radek"};

inline constexpr std::array<std::string_view, 10> kColours = {
    "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "grey"};
inline constexpr std::array<std::string_view, 13> kPhrases = {
    "hello",  "luck",  "moment",    "back-soon",   "here-again", "nice", "ouch",
    "thanks", "sorry", "your-turn", "well-played", "again",      "bye"};

// One line as people see it: nothing that moves a cursor, breaks a line or turns the direction of
// what stands beside it. Of UTF-8.
[[nodiscard]] inline bool is_plain(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned one = byte(i);
    const unsigned two = byte(i + 1);
    const unsigned three = byte(i + 2);
    if (one < 0x20 || one == 0x7F) return false;
    if (one == 0xC2 && two < 0xA0) return false;  // U+0080 to U+009F
    // U+2028 to U+202E, U+2066 to U+2069
    if (one == 0xE2 && two == 0x80 && three >= 0xA8 && three <= 0xAE) return false;
    if (one == 0xE2 && two == 0x81 && three >= 0xA6 && three <= 0xA9) return false;
  }
  return true;
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
