// JSON: the only header that includes nlohmann/json. Reading cannot throw or abort, and writing
// never meets invalid text.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "core/json_fwd.h"
#include "core/result.h"

namespace tidelock {

// Limits on the size of one text and on its nesting.
inline constexpr std::size_t kMaxJsonBytes = std::size_t{8} << 20;
inline constexpr int kMaxJsonDepth = 40;

[[nodiscard]] bool is_utf8(std::string_view text);

// Checks size, UTF-8 and depth, then parses; a duplicate member of an object is an error.
Result<Json> parse_json(std::string_view text);

// One line; or indented for people, with short lists kept on one line.
[[nodiscard]] std::string dump_json(const Json& value);
[[nodiscard]] std::string dump_json_pretty(const Json& value);

// Writes an object member by member without building a tree, for messages that are sent often.
class JsonText {
 public:
  [[nodiscard]] bool empty() const { return text_.empty(); }
  // A member whose value is JSON text already.
  void add(std::string_view key, std::string_view json);
  void add(std::string_view key, std::uint64_t number);
  // A member whose value the caller appends to the returned string before adding anything else.
  [[nodiscard]] std::string& begin(std::string_view key);
  // A member whose value is a string, or a list of strings.
  void add_text(std::string_view key, std::string_view value);
  void add_texts(std::string_view key, std::span<const std::string> values);
  void add_all(const Json& object);
  void add_all(const JsonText& other);
  [[nodiscard]] std::string text() && {
    if (text_.empty()) text_ = '{';
    text_ += '}';
    return std::move(text_);
  }

 private:
  std::string text_;  // all of it but its end; nothing before the first member
};

// Reads a JSON value of unknown shape. Every accessor says what is expected; the first value that
// does not fit is kept as the error, with its path, and all accessors go on with harmless defaults.
// So a reader is written straight down and checks once, at its end, whether all went well.
class JsonIn {
 public:
  class Trouble {
   public:
    [[nodiscard]] bool any() const { return any_; }
    [[nodiscard]] const Error& first() const { return first_; }
    void add(Error error) {
      if (any_) return;
      any_ = true;
      first_ = std::move(error);
    }

   private:
    bool any_ = false;
    Error first_;
  };

  JsonIn(const Json& value, Trouble& trouble, std::string path = {})
      : value_(&value), trouble_(&trouble), path_(std::move(path)) {}

  [[nodiscard]] bool exists() const { return value_ != nullptr; }
  [[nodiscard]] bool is_object() const { return exists() && value_->is_object(); }
  [[nodiscard]] bool is_array() const { return exists() && value_->is_array(); }
  [[nodiscard]] bool is_text() const { return exists() && value_->is_string(); }
  [[nodiscard]] bool is_number() const { return exists() && value_->is_number_integer(); }
  [[nodiscard]] bool is_null() const { return exists() && value_->is_null(); }
  [[nodiscard]] const Json& raw() const;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] Trouble& trouble() const { return *trouble_; }
  [[nodiscard]] bool ok() const { return !trouble_->any(); }

  // A required member; an optional one (see exists()).
  [[nodiscard]] JsonIn operator[](std::string_view key) const;
  [[nodiscard]] JsonIn maybe(std::string_view key) const;
  // An element; the size of the list, which must be within bounds.
  [[nodiscard]] JsonIn operator[](std::size_t index) const;
  [[nodiscard]] std::size_t size(std::size_t least, std::size_t most) const;

  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
  [[nodiscard]] std::uint64_t unsigned64() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::string text(std::size_t longest = 200) const;
  // The index of the string among the words.
  [[nodiscard]] int one_of(std::span<const std::string_view> words) const;
  [[nodiscard]] int one_of(std::initializer_list<std::string_view> words) const {
    return one_of(std::span<const std::string_view>(words.begin(), words.size()));
  }
  // No member but these.
  void only(std::span<const std::string_view> keys) const;
  void only(std::initializer_list<std::string_view> keys) const {
    only(std::span<const std::string_view>(keys.begin(), keys.size()));
  }

  // "path: expected <what>, found <value>". `text` is the same sentence for the catalogues, with
  // the placeholder {found}.
  void expected(std::string_view what, Text text = {}) const;
  // "path: <sentence>"
  void wrong(std::string_view sentence, Text text = {}) const;

 private:
  JsonIn(const Json* value, Trouble* trouble, std::string path)
      : value_(value), trouble_(trouble), path_(std::move(path)) {}

  const Json* value_;
  Trouble* trouble_;
  std::string path_;
};

// A value of the wrong kind as errors name it: 'WX', 12, a list, nothing.
[[nodiscard]] std::string found(const Json* value);

}  // namespace tidelock
