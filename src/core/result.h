// Errors as values. Bad input from outside (a typed move, a file, a message) leads to an Error that
// says what was expected; nothing on that path throws or aborts.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/codes.h"

namespace tidelock {

// A named value inside a sentence: a number (which may pick a plural form) or a text.
struct TextArg {
  std::string name;
  std::variant<std::int64_t, std::string> value;
  friend bool operator==(const TextArg&, const TextArg&) = default;
};

// A sentence before translation: the key of a catalogue entry and the values of its placeholders.
struct Text {
  std::string key;
  std::vector<TextArg> args;
  int about = 0;  // the seat, from 1, whom it tells of; 0: none
  friend bool operator==(const Text&, const Text&) = default;
};

// What a program is told of an error besides its code: a number, a text or several texts.
struct ErrorArg {
  std::string name;
  std::variant<std::int64_t, std::string, std::vector<std::string>> value;
  friend bool operator==(const ErrorArg&, const ErrorArg&) = default;
};

struct Error {
  std::string code;     // stable, for programs, as "space-taken"
  std::string message;  // one English sentence that says what was expected
  std::string where;    // path inside the input ("tiles.night[7].cost"), or empty
  Text text;            // the same sentence for the catalogues; an empty key where there is none
  std::vector<ErrorArg> args = {};  // what the code is about, as "space": "c4"

  // "where: message", as it is printed.
  [[nodiscard]] std::string sentence() const {
    return where.empty() ? message : where + ": " + message;
  }
};

[[nodiscard]] inline Error error(std::string code, std::string message, std::string where = {}) {
  return Error{std::move(code), std::move(message), std::move(where), {}};
}
// One of the message language: core, ai, games and table make no other.
[[nodiscard]] inline Error error(Code code, std::string message, std::string where = {}) {
  return error(std::string(name_of(code)), std::move(message), std::move(where));
}

// A value or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(T value) : value_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : value_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const { return value_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() & {
    assert(ok());
    return *std::get_if<0>(&value_);
  }
  [[nodiscard]] const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&value_);
  }
  [[nodiscard]] T&& value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&value_));
  }
  [[nodiscard]] const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&value_);
  }

 private:
  std::variant<T, Error> value_;
};

}  // namespace tidelock
