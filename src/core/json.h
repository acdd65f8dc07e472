// JSON at the edges: the one header that includes nlohmann/json, reading that cannot throw or
// abort, and writing that cannot meet invalid text.
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

// The most that is read in one piece, and how deep it may nest.
inline constexpr std::size_t kMaxJsonBytes = std::size_t{8} << 20;
inline constexpr int kMaxJsonDepth = 40;

[[nodiscard]] bool is_utf8(std::string_view text);

// Checks size, UTF-8 and depth, then parses; refuses a member that stands twice in an object.
Result<Json> parse_json(std::string_view text);

// One line; or indented for people, with short lists kept on one line.
[[nodiscard]] std::string dump_json(const Json& value);
[[nodiscard]] std::string dump_json_pretty(const Json& value);

// An object that is written member by member, for what is told often: no tree is built of it.
class JsonText {
 public:
  [[nodiscard]] bool empty() const { return text_.empty(); }
  // A member whose value is JSON already, and those of an object.
  void add(std::string_view key, std::string_view json);
  void add(std::string_view key, std::uint64_t number);
  // One whose value is to be added to what this answers, before anything else is.
  [[nodiscard]] std::string& begin(std::string_view key);
  // One whose value is a text, or a list of texts.
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

// Reads a JSON value of unknown shape. Every question names what is expected; the first answer that
// does not fit is kept as the error, with its path, and all questions go on with harmless defaults.
// So a reader is written straight down and asks once at its end whether all went well.
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

  // A member that must be there; one that may be there (see exists()).
  [[nodiscard]] JsonIn operator[](std::string_view key) const;
  [[nodiscard]] JsonIn maybe(std::string_view key) const;
  // An element; the size of the list, which must lie within bounds.
  [[nodiscard]] JsonIn operator[](std::size_t index) const;
  [[nodiscard]] std::size_t size(std::size_t least, std::size_t most) const;

  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
  [[nodiscard]] std::uint64_t unsigned64() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::string text(std::size_t longest = 200) const;
  // The position of the text among the words.
  [[nodiscard]] int one_of(std::span<const std::string_view> words) const;
  [[nodiscard]] int one_of(std::initializer_list<std::string_view> words) const {
    return one_of(std::span<const std::string_view>(words.begin(), words.size()));
  }
  // No member but these.
  void only(std::initializer_list<std::string_view> keys) const;

  // "path: expected <what>, found <value>". The text is the same sentence for the catalogues; what
  // was found fills its gap {found}.
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

// How a value of the wrong kind is named in an error: 'WX', 12, a list, nothing.
[[nodiscard]] std::string found(const Json* value);

}  // namespace tidelock
