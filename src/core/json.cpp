#include "core/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <vector>

#include "core/text.h"

namespace tidelock {

bool is_utf8(std::string_view text) {
  std::size_t i = 0;
  auto follows = [&](std::size_t at, unsigned low, unsigned high) {
    if (at >= text.size()) return false;
    const auto byte = static_cast<unsigned char>(text[at]);
    return byte >= low && byte <= high;
  };
  while (i < text.size()) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      i += 1;
    } else if (lead >= 0xC2 && lead <= 0xDF) {
      if (!follows(i + 1, 0x80, 0xBF)) return false;
      i += 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
      const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
      const unsigned high = lead == 0xED ? 0x9F : 0xBF;
      if (!follows(i + 1, low, high) || !follows(i + 2, 0x80, 0xBF)) return false;
      i += 3;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
      const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
      if (!follows(i + 1, low, high) || !follows(i + 2, 0x80, 0xBF) || !follows(i + 3, 0x80, 0xBF))
        return false;
      i += 4;
    } else {
      return false;
    }
  }
  return true;
}

namespace {

// Brackets are counted before parsing: a value nested a million deep would overflow the stack when
// copied.
bool nests_too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJsonDepth) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

// A fast path for nearly all input: ASCII, no escapes, no fractions, no duplicate keys, read in a
// third of the time. Anything else, and anything wrong, is left to the library.
class PlainReader {
 public:
  explicit PlainReader(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  // False: not such input.
  bool all(Json& out) { return value(out) && !more(); }

 private:
  // Whether something follows.
  bool more() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
    return at_ != end_;
  }
  bool next(char c) {
    if (!more() || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool word(std::string_view wanted) {
    if (!std::string_view(at_, end_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

  bool value(Json& out) {
    if (!more()) return false;
    switch (*at_) {
      case '{':
      case '[': {
        if (++depth_ > kMaxJsonDepth) return false;
        const bool read = *at_ == '{' ? object(out) : array(out);
        --depth_;
        return read;
      }
      case '"': {
        std::string_view found;
        if (!text(found)) return false;
        out = found;
        return true;
      }
      case 't': out = true; return word("true");
      case 'f': out = false; return word("false");
      case 'n': out = nullptr; return word("null");
      default: return number(out);
    }
  }
  bool text(std::string_view& out) {
    if (!next('"')) return false;
    const char* const begin = at_;
    while (at_ != end_ && *at_ != '"') {
      if (*at_ == '\\' || *at_ < ' ' || *at_ > '~') return false;
      ++at_;
    }
    out = std::string_view(begin, at_);
    return next('"');
  }
  bool number(Json& out) {
    constexpr std::ptrdiff_t kSafe = 18;  // digits
    const bool negative = *at_ == '-';
    if (negative) ++at_;
    std::uint64_t digits = 0;
    const char* const begin = at_;
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
      if (at_ - begin == kSafe) return false;
      digits = 10 * digits + static_cast<std::uint64_t>(*at_ - '0');
    }
    const std::ptrdiff_t n = at_ - begin;
    if (n == 0 || (*begin == '0' && (n > 1 || negative))) return false;
    if (at_ != end_ && (*at_ == '.' || *at_ == 'e' || *at_ == 'E')) return false;
    if (negative) {
      out = -static_cast<std::int64_t>(digits);
    } else {
      out = digits;
    }
    return true;
  }
  bool array(Json& out) {
    ++at_;
    out = Json::array();
    auto& list = out.get_ref<Json::array_t&>();
    if (next(']')) return true;
    do {
      if (!value(list.emplace_back())) return false;
    } while (next(','));
    return next(']');
  }
  bool object(Json& out) {
    ++at_;
    out = Json::object();
    auto& members = out.get_ref<Json::object_t&>();
    if (next('}')) return true;
    do {
      std::string_view key;
      if (!text(key) || !next(':')) return false;
      const auto [member, fresh] = members.try_emplace(std::string(key));
      if (!fresh || !value(member->second)) return false;
    } while (next(','));
    return next('}');
  }

  const char* at_;
  const char* end_;
  int depth_ = 0;
};

// Finds a member that occurs twice in one object: some readers take the first, some the last.
// The library's own parser could look while it reads, but then takes quadratic time for many
// objects.
class RepeatedMember final : public nlohmann::json_sax<Json> {
 public:
  [[nodiscard]] const std::string& name() const { return name_; }

  bool start_object(std::size_t /*size*/) override {
    open_.emplace_back();
    return true;
  }
  bool end_object() override {
    open_.pop_back();
    return true;
  }
  bool key(std::string& name) override {
    if (open_.back().insert(name).second) return true;
    constexpr std::size_t kLongest = 40;
    name_ = name.substr(0, kLongest);
    while (!is_utf8(name_)) name_.pop_back();
    return false;
  }
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(std::int64_t /*value*/) override { return true; }
  bool number_unsigned(std::uint64_t /*value*/) override { return true; }
  bool number_float(double /*value*/, const std::string& /*text*/) override { return true; }
  bool string(std::string& /*value*/) override { return true; }
  bool binary(Json::binary_t& /*value*/) override { return true; }
  bool start_array(std::size_t /*size*/) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*wrong*/) override {
    return false;
  }

 private:
  std::vector<std::set<std::string>> open_;  // the members of each open object so far
  std::string name_;
};

}  // namespace

Result<Json> parse_json(std::string_view text) {
  if (text.size() > kMaxJsonBytes) return error(Code::kTooLarge, "expected at most 8 MiB of JSON");
  Json plain;
  if (PlainReader(text).all(plain)) return plain;
  if (!is_utf8(text)) return error(Code::kBadUtf8, "expected text in UTF-8");
  if (text.find('\0') !=
      std::string_view::npos) {  // the parser would stop there and call it the end
    return error(Code::kBadJson, "expected JSON, found a zero byte");
  }
  if (nests_too_deep(text)) return error(Code::kBadJson, "expected JSON nested at most 40 deep");
  Json value = Json::parse(text, nullptr, false);
  if (value.is_discarded())
    return error(Code::kBadJson, "expected JSON, found text that does not parse");
  RepeatedMember repeated;
  if (!Json::sax_parse(text, &repeated))
    return error(Code::kBadJson, "expected the member '" + repeated.name() + "' once");
  return value;
}

namespace {

// Most texts are letters and digits, and stand in quotes as they are.
void add_quoted(std::string& out, std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  });
  if (!plain) {
    out += dump_json(Json(text));
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

}  // namespace

std::string& JsonText::begin(std::string_view key) {
  constexpr std::size_t kUsual = 500;
  if (text_.empty()) text_.reserve(kUsual);
  text_ += text_.empty() ? "{\"" : ",\"";
  text_ += key;
  text_ += "\":";
  return text_;
}

void JsonText::add(std::string_view key, std::string_view json) { begin(key) += json; }

void JsonText::add(std::string_view key, std::uint64_t number) {
  constexpr std::size_t kLongest = 20;
  std::array<char, kLongest> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  add(key, std::string_view(digits.data(), static_cast<std::size_t>(written.ptr - digits.data())));
}

void JsonText::add_text(std::string_view key, std::string_view value) {
  add_quoted(begin(key), value);
}

void JsonText::add_texts(std::string_view key, std::span<const std::string> values) {
  std::string& out = begin(key);
  out += '[';
  for (const std::string& one : values) {
    if (&one != values.data()) out += ',';
    add_quoted(out, one);
  }
  out += ']';
}

void JsonText::add_all(const Json& object) {
  if (!object.is_object() || object.empty()) return;
  const std::string text = dump_json(object);
  text_ += text_.empty() ? '{' : ',';
  text_.append(text, 1, text.size() - 2);
}

void JsonText::add_all(const JsonText& other) {
  if (other.empty()) return;
  text_ += text_.empty() ? '{' : ',';
  text_.append(other.text_, 1);
}

std::string dump_json(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

namespace {

void dump_into(std::string& out, const Json& value, int indent) {
  constexpr std::size_t kLine = 110;
  const std::string flat = dump_json(value);
  if (!value.is_structured() || value.empty() || flat.size() + indent <= kLine) {
    out += flat;
    return;
  }
  const std::string inner(static_cast<std::size_t>(indent) + 1, ' ');
  const bool object = value.is_object();
  out += object ? "{\n" : "[\n";
  bool first = true;
  for (auto it = value.begin(); it != value.end(); ++it) {
    if (!first) out += ",\n";
    first = false;
    out += inner;
    if (object) {
      out += dump_json(Json(it.key()));
      out += ": ";
    }
    dump_into(out, *it, indent + 1);
  }
  out += '\n';
  out.append(static_cast<std::size_t>(indent), ' ');
  out += object ? '}' : ']';
}

}  // namespace

std::string dump_json_pretty(const Json& value) {
  std::string out;
  dump_into(out, value, 0);
  return out;
}

std::string found(const Json* value) {
  if (value == nullptr) return "nothing";
  switch (value->type()) {
    case Json::value_t::null: return "null";
    case Json::value_t::object: return "an object";
    case Json::value_t::array: return "a list of " + std::to_string(value->size());
    case Json::value_t::string: {
      // Control characters never reach a terminal through an error.
      std::string text;
      for (const char c : value->get_ref<const std::string&>()) {
        text += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
      }
      if (text.size() > 40) {
        text.resize(40);
        while (!is_utf8(text)) text.pop_back();
        text += "...";
      }
      return "'" + text + "'";
    }
    default: return dump_json(*value);
  }
}

namespace {
const Json kNull;
}

const Json& JsonIn::raw() const { return value_ != nullptr ? *value_ : kNull; }

void JsonIn::wrong(std::string_view sentence, Text text) const {
  trouble_->add(
      {std::string(name_of(Code::kBadValue)), std::string(sentence), path_, std::move(text)});
}

void JsonIn::expected(std::string_view what, Text text) const {
  if (!text.key.empty()) {
    if (!exists() || is_null()) {
      text.args.push_back({"found", "@shell.wrong.found.nothing"});
    } else if (is_object()) {
      text.args.push_back({"found", "@shell.wrong.found.object"});
    } else if (is_array()) {
      text.args.push_back({"found", "@shell.wrong.found.list"});
      text.args.push_back({"items", static_cast<std::int64_t>(value_->size())});
    } else {
      text.args.push_back({"found", literal(found(value_))});
    }
  }
  wrong("expected " + std::string(what) + ", found " + found(value_), std::move(text));
}

JsonIn JsonIn::maybe(std::string_view key) const {
  std::string path = path_.empty() ? std::string(key) : path_ + "." + std::string(key);
  if (!is_object()) return {nullptr, trouble_, std::move(path)};
  const auto it = value_->find(key);
  return {it == value_->end() ? nullptr : &*it, trouble_, std::move(path)};
}

JsonIn JsonIn::operator[](std::string_view key) const {
  if (exists() && !is_object()) expected("an object", {"shell.wrong.object", {}});
  JsonIn member = maybe(key);
  if (is_object() && !member.exists()) member.expected("a value", {"shell.wrong.missing", {}});
  return member;
}

JsonIn JsonIn::operator[](std::size_t index) const {
  std::string path = path_ + "[" + std::to_string(index) + "]";
  const bool there = is_array() && index < value_->size();
  return {there ? &(*value_)[index] : nullptr, trouble_, std::move(path)};
}

std::size_t JsonIn::size(std::size_t least, std::size_t most) const {
  if (!is_array() || value_->size() < least || value_->size() > most) {
    std::string what = "a list of " + std::to_string(least);
    Text text{"shell.wrong.list.exact", {{"n", static_cast<std::int64_t>(least)}}};
    if (most != least) {
      what += " to " + std::to_string(most);
      text = {
          "shell.wrong.list",
          {{"least", static_cast<std::int64_t>(least)}, {"most", static_cast<std::int64_t>(most)}}};
    }
    expected(what, std::move(text));
    return 0;
  }
  return value_->size();
}

std::int64_t JsonIn::integer(std::int64_t least, std::int64_t most) const {
  if (is_number()) {
    const bool fits = !value_->is_number_unsigned() ||
                      value_->get<std::uint64_t>() <=
                          static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (fits) {
      const auto number = value_->get<std::int64_t>();
      if (number >= least && number <= most) return number;
    }
  }
  expected("a whole number from " + std::to_string(least) + " to " + std::to_string(most),
           {"shell.wrong.number", {{"least", least}, {"most", most}}});
  return least;
}

std::uint64_t JsonIn::unsigned64() const {
  if (exists() && value_->is_number_unsigned()) return value_->get<std::uint64_t>();
  expected("a whole number from 0 to 18446744073709551615",
           {"shell.wrong.number", {{"least", 0}, {"most", "18446744073709551615"}}});
  return 0;
}

bool JsonIn::boolean() const {
  if (exists() && value_->is_boolean()) return value_->get<bool>();
  expected("true or false", {"shell.wrong.boolean", {}});
  return false;
}

std::string JsonIn::text(std::size_t longest) const {
  if (is_text() && value_->get_ref<const std::string&>().size() <= longest) {
    return value_->get_ref<const std::string&>();
  }
  expected("a text of at most " + std::to_string(longest) + " characters",
           {"shell.wrong.text", {{"most", static_cast<std::int64_t>(longest)}}});
  return {};
}

int JsonIn::one_of(std::span<const std::string_view> words) const {
  if (is_text()) {
    const std::string& word = value_->get_ref<const std::string&>();
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == word) return static_cast<int>(i);
    }
  }
  std::string list;
  for (const auto word : words) list += (list.empty() ? "'" : " '") + std::string(word) + "'";
  const bool several = words.size() > 1;
  expected(several ? "one of " + list : list,
           {several ? "shell.wrong.one-of" : "shell.wrong.exactly", {{"words", literal(list)}}});
  return 0;
}

void JsonIn::only(std::span<const std::string_view> keys) const {
  if (!exists()) return;
  if (!is_object()) {
    expected("an object", {"shell.wrong.object", {}});
    return;
  }
  for (auto it = value_->begin(); it != value_->end(); ++it) {
    bool known = false;
    for (const auto key : keys) known = known || key == it.key();
    if (known) continue;
    std::string names;
    for (const auto key : keys) names += (names.empty() ? "" : ", ") + std::string(key);
    const Json name = it.key();
    wrong("expected only the members " + names + ", found " + found(&name),
          {"shell.wrong.members", {{"words", literal(names)}, {"found", literal(found(&name))}}});
    return;
  }
}

}  // namespace tidelock
