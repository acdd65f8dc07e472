#include "core/text.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "core/json.h"

namespace tidelock {

// --- languages ---

std::string_view lang_code(Lang lang) {
  switch (lang) {
    case Lang::kEn: return "en";
    case Lang::kPl: return "pl";
    case Lang::kDe: return "de";
    case Lang::kZhHant: return "zh-Hant";
  }
  return "en";
}

std::optional<Lang> lang_from_code(std::string_view code) {
  // Only the language matters; script, country and encoding are ignored.
  std::string language;
  for (const char c : code.substr(0, code.find_first_of("_-.@"))) {
    language += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (language == "en") return Lang::kEn;
  if (language == "pl") return Lang::kPl;
  if (language == "de") return Lang::kDe;
  if (language == "zh") return Lang::kZhHant;
  return std::nullopt;
}

Plural plural_of(Lang lang, std::int64_t number) {
  // Unsigned, because the least int64 has no positive twin.
  const auto bits = static_cast<std::uint64_t>(number);
  const std::uint64_t n = number < 0 ? 0 - bits : bits;
  switch (lang) {
    case Lang::kEn:
    case Lang::kDe: return n == 1 ? Plural::kOne : Plural::kOther;
    case Lang::kPl: {
      if (n == 1) return Plural::kOne;
      const bool teen = n % 100 >= 12 && n % 100 <= 14;
      return n % 10 >= 2 && n % 10 <= 4 && !teen ? Plural::kFew : Plural::kMany;
    }
    case Lang::kZhHant: return Plural::kOther;
  }
  return Plural::kOther;
}

// --- messages ---

namespace {

constexpr std::array<std::string_view, 6> kPluralWords = {"zero", "one",  "two",
                                                          "few",  "many", "other"};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

class MessageReader {
 public:
  explicit MessageReader(std::string_view source) : source_(source) {}

  Result<Message> read() {
    Message message = read_message(0, false);
    if (error_.has_value()) return std::move(*error_);
    return message;
  }

 private:
  using Kind = MessagePart::Kind;

  [[nodiscard]] bool done() const { return at_ >= source_.size(); }
  // NUL marks the end; a NUL inside the source is ordinary text.
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  void skip_spaces() {
    while (is_space(peek())) ++at_;
  }
  std::string read_word() {
    const std::size_t begin = at_;
    while (is_word(peek())) ++at_;
    return std::string(source_.substr(begin, at_ - begin));
  }

  void fail(const std::string& sentence, std::size_t at) {
    if (error_.has_value()) return;
    int character = 1;
    for (std::size_t i = 0; i < at; ++character) (void)next_code_point(source_, i);
    error_ = error(Code::kBadMessage, sentence + " at character " + std::to_string(character));
  }
  void expected(std::string_view what) {
    std::string here = "the end";
    if (!done()) {
      std::size_t behind = at_;
      const char32_t c = next_code_point(source_, behind);
      here = "'";
      append_utf8(here, is_control(c) || is_invisible(c) ? U'?' : c);
      here += "'";
    }
    fail("expected " + std::string(what) + ", found " + here, at_);
  }

  // Up to the end, or up to the } that closes the form this message is (depth > 0).
  Message read_message(int depth, bool in_plural) {
    Message parts;
    std::string text;
    auto flush = [&] {
      if (text.empty()) return;
      parts.push_back({Kind::kText, std::move(text), {}});
      text.clear();
    };
    while (!done() && !error_.has_value()) {
      const char c = peek();
      if (c == '\'') {
        read_apostrophe(text, in_plural);
      } else if (c == '#' && in_plural) {
        flush();
        parts.push_back({Kind::kNumber, {}, {}});
        ++at_;
      } else if (c == '{') {
        flush();
        parts.push_back(read_argument(depth));
      } else if (c == '}') {
        if (depth == 0)
          fail("expected no } without its { (in apostrophes, '}', it is a brace)", at_);
        break;
      } else {
        text += c;
        ++at_;
      }
    }
    flush();
    return parts;
  }

  void read_apostrophe(std::string& text, bool in_plural) {
    ++at_;
    const char c = peek();
    if (c == '\'') {
      text += '\'';
      ++at_;
      return;
    }
    if (c != '{' && c != '}' && !(c == '#' && in_plural)) {
      text += '\'';
      return;
    }
    // As in ICU, a quotation that is never closed reaches to the end.
    while (!done()) {
      if (peek() == '\'') {
        ++at_;
        if (peek() != '\'') return;
      }
      text += peek();
      ++at_;
    }
  }

  MessagePart read_argument(int depth) {
    MessagePart part{Kind::kValue, {}, {}};
    ++at_;
    skip_spaces();
    if (is_digit(peek())) {
      expected("a name that begins with a letter");
      return part;
    }
    part.text = read_word();
    if (part.text.empty()) {
      expected("the name of a value");
      return part;
    }
    skip_spaces();
    if (peek() == '}') {
      ++at_;
      return part;
    }
    if (peek() != ',') {
      expected("'}' or ',' behind the name " + part.text);
      return part;
    }
    ++at_;
    skip_spaces();
    const std::size_t word_at = at_;
    const std::string word = read_word();
    if (word == "plural" || word == "select") {
      part.kind = word == "plural" ? Kind::kPlural : Kind::kSelect;
    } else {
      at_ = word_at;
      expected("'plural' or 'select'");
      return part;
    }
    skip_spaces();
    if (peek() != ',') {
      expected("',' behind '" + word + "'");
      return part;
    }
    ++at_;
    read_forms(part, depth);
    return part;
  }

  // The forms and the } behind them.
  void read_forms(MessagePart& part, int depth) {
    const bool plural = part.kind == Kind::kPlural;
    if (depth >= kMaxMessageDepth) {
      fail("expected forms nested at most " + std::to_string(kMaxMessageDepth) + " deep", at_);
      return;
    }
    bool has_other = false;
    while (!error_.has_value()) {
      skip_spaces();
      if (peek() == '}') {
        if (!has_other) expected("a form 'other'");
        ++at_;
        return;
      }
      const std::size_t selector_at = at_;
      MessageForm form;
      read_selector(form, plural);
      if (error_.has_value()) return;
      for (const MessageForm& before : part.forms) {
        if (before.selector == form.selector) {
          fail("expected each form once, found '" + form.selector + "' again", selector_at);
        }
      }
      has_other = has_other || form.selector == "other";
      skip_spaces();
      if (peek() != '{') {
        expected("'{' behind '" + form.selector + "'");
        return;
      }
      ++at_;
      form.message = read_message(depth + 1, plural);
      if (peek() != '}') {
        expected("'}' behind the form '" + form.selector + "'");
        return;
      }
      ++at_;
      part.forms.push_back(std::move(form));
    }
  }

  void read_selector(MessageForm& form, bool plural) {
    // Few enough digits for every reader: a page's numbers are exact up to 2^53.
    constexpr std::size_t kMostDigits = 15;
    if (plural && peek() == '=') {
      const std::size_t begin = at_++;
      const bool negative = peek() == '-';
      if (negative) ++at_;
      const std::size_t digits_at = at_;
      std::int64_t number = 0;
      while (is_digit(peek()) && at_ - digits_at < kMostDigits) {
        number = number * 10 + (peek() - '0');
        ++at_;
      }
      if (at_ == digits_at || is_digit(peek())) {
        at_ = digits_at;
        expected("a whole number of at most 15 digits behind '='");
        return;
      }
      if (is_word(peek()) || peek() == '.') {
        at_ = begin;
        expected("a whole number behind '='");
        return;
      }
      form.exact = negative ? -number : number;
      form.selector = "=" + std::to_string(*form.exact);
      return;
    }
    const std::size_t begin = at_;
    form.selector = read_word();
    const bool known =
        std::find(kPluralWords.begin(), kPluralWords.end(), form.selector) != kPluralWords.end();
    if (plural ? !known : form.selector.empty()) {
      at_ = begin;
      expected(plural ? "'=' and a number, or zero, one, two, few, many or other"
                      : "the word of a form, or '}'");
    }
  }

  std::string_view source_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

void collect_names(const Message& message, std::set<std::string>& names) {
  for (const MessagePart& part : message) {
    const bool named =
        part.kind != MessagePart::Kind::kText && part.kind != MessagePart::Kind::kNumber;
    if (named) names.insert(part.text);
    for (const MessageForm& form : part.forms) collect_names(form.message, names);
  }
}

}  // namespace

Result<Message> parse_message(std::string_view source) {
  if (!is_utf8(source)) return error(Code::kBadMessage, "expected text in UTF-8");
  return MessageReader(source).read();
}

Result<Catalogue> Catalogue::load(Lang lang, const Json& messages) {
  if (!messages.is_object()) {
    return error(Code::kBadCatalogue,
                 "expected an object of keys and messages, found " + found(&messages));
  }
  Catalogue catalogue;
  catalogue.lang_ = lang;
  for (auto it = messages.begin(); it != messages.end(); ++it) {
    const std::string& key = it.key();
    if (!it->is_string())
      return error(Code::kBadMessage, "expected a text, found " + found(&*it), key);
    Result<Message> message = parse_message(it->get_ref<const std::string&>());
    if (!message.ok()) {
      Error trouble = message.error();
      trouble.where = key;
      return trouble;
    }
    catalogue.messages_.emplace(key, std::move(message).value());
  }
  return catalogue;
}

// Formats one sentence.
namespace {
// Written by named(), read by Speaker: no message can hold these.
constexpr std::string_view kNamed = "@\x1f";
constexpr char kBetweenNames = '\x1f';
}  // namespace

class Catalogue::Speaker {
 public:
  Speaker(const Catalogue& catalogue, const std::vector<TextArg>& args)
      : catalogue_(catalogue), args_(args) {}

  void say_entry(std::string_view key, int references) {
    const auto it = catalogue_.messages_.find(key);
    if (it == catalogue_.messages_.end() || references > kMaxReferences) {
      out_ += '<';
      out_ += key;
      out_ += '>';
      return;
    }
    say_message(it->second, nullptr, references);
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  using Kind = MessagePart::Kind;

  // Entries that name one another many times each would grow without measure.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 18;
  static constexpr int kMostParts = 20'000;

  [[nodiscard]] const TextArg* find(std::string_view name) const {
    for (const TextArg& arg : args_) {
      if (arg.name == name) return &arg;
    }
    return nullptr;
  }

  // `counted` is what # stands for.
  void say_message(const Message& message, const TextArg* counted, int references) {
    for (const MessagePart& part : message) {
      if (++parts_ > kMostParts || out_.size() > kMostBytes) return;
      if (part.kind == Kind::kText) {
        out_ += part.text;
        continue;
      }
      if (part.kind == Kind::kNumber) {
        if (counted != nullptr) say_value(*counted, references);
        continue;
      }
      const TextArg* arg = find(part.text);
      if (arg == nullptr) {
        out_ += '{';
        out_ += part.text;
        out_ += '}';
      } else if (part.kind == Kind::kValue) {
        say_value(*arg, references);
      } else if (const MessageForm* form = choose(part, *arg); form != nullptr) {
        say_message(form->message, part.kind == Kind::kPlural ? arg : nullptr, references);
      }
    }
  }

  void say_value(const TextArg& arg, int references) {
    if (const auto* number = std::get_if<std::int64_t>(&arg.value); number != nullptr) {
      out_ += std::to_string(*number);
      return;
    }
    const std::string_view text = *std::get_if<std::string>(&arg.value);
    if (text.starts_with("@@")) {
      out_ += text.substr(1);
    } else if (text.starts_with(kNamed)) {
      out_ += own_name(text.substr(kNamed.size()));
    } else if (text.starts_with('@')) {
      say_entry(text.substr(1), references + 1);
    } else {
      out_ += text;
    }
  }

  // The name in this language (see named()).
  [[nodiscard]] std::string_view own_name(std::string_view names) const {
    for (auto skip = static_cast<int>(catalogue_.lang_); skip > 0; --skip) {
      const auto at = names.find(kBetweenNames);
      if (at == std::string_view::npos) return {};
      names.remove_prefix(at + 1);
    }
    return names.substr(0, names.find(kBetweenNames));
  }

  [[nodiscard]] const MessageForm* choose(const MessagePart& part, const TextArg& arg) const {
    const auto* number = std::get_if<std::int64_t>(&arg.value);
    std::string word;
    if (part.kind == Kind::kSelect) {
      word = number != nullptr ? std::to_string(*number) : *std::get_if<std::string>(&arg.value);
    } else if (number != nullptr) {
      for (const MessageForm& form : part.forms) {
        if (form.exact == *number) return &form;
      }
      word = kPluralWords[static_cast<std::size_t>(plural_of(catalogue_.lang_, *number))];
    }
    const MessageForm* other = nullptr;
    for (const MessageForm& form : part.forms) {
      if (form.selector == word) return &form;
      if (form.selector == "other") other = &form;
    }
    return other;
  }

  const Catalogue& catalogue_;
  const std::vector<TextArg>& args_;
  std::string out_;
  int parts_ = 0;
};

std::string Catalogue::say(const Text& text) const {
  Speaker speaker(*this, text.args);
  speaker.say_entry(text.key, 0);
  return speaker.take();
}

bool Catalogue::has(std::string_view key) const { return messages_.find(key) != messages_.end(); }

std::vector<std::string> Catalogue::keys() const {
  std::vector<std::string> keys;
  keys.reserve(messages_.size());
  for (const auto& entry : messages_) keys.push_back(entry.first);
  return keys;
}

std::vector<std::string> Catalogue::placeholders(std::string_view key) const {
  std::set<std::string> names;
  const auto it = messages_.find(key);
  if (it != messages_.end()) collect_names(it->second, names);
  return {names.begin(), names.end()};
}

std::string named(const std::array<std::string, kLangs.size()>& names) {
  std::string out(kNamed);
  for (const std::string& name : names) {
    out += name;
    out += kBetweenNames;
  }
  return out;
}

std::string literal(std::string_view text) {
  std::string out;
  if (text.starts_with('@')) out += '@';
  out += text;
  return out;
}

// --- room in a terminal ---

namespace {

struct Range {
  char32_t first, last;
};

// From Unicode 17: East_Asian_Width W and F. Letters of flags are counted in next_glyph.
// clang-format off
constexpr Range kWide[] = {
    {0x1100, 0x115F}, {0x231A, 0x231B}, {0x2329, 0x232A}, {0x23E9, 0x23EC}, {0x23F0, 0x23F0},
    {0x23F3, 0x23F3}, {0x25FD, 0x25FE}, {0x2614, 0x2615}, {0x2630, 0x2637}, {0x2648, 0x2653},
    {0x267F, 0x267F}, {0x268A, 0x268F}, {0x2693, 0x2693}, {0x26A1, 0x26A1}, {0x26AA, 0x26AB},
    {0x26BD, 0x26BE}, {0x26C4, 0x26C5}, {0x26CE, 0x26CE}, {0x26D4, 0x26D4}, {0x26EA, 0x26EA},
    {0x26F2, 0x26F3}, {0x26F5, 0x26F5}, {0x26FA, 0x26FA}, {0x26FD, 0x26FD}, {0x2705, 0x2705},
    {0x270A, 0x270B}, {0x2728, 0x2728}, {0x274C, 0x274C}, {0x274E, 0x274E}, {0x2753, 0x2755},
    {0x2757, 0x2757}, {0x2795, 0x2797}, {0x27B0, 0x27B0}, {0x27BF, 0x27BF}, {0x2B1B, 0x2B1C},
    {0x2B50, 0x2B50}, {0x2B55, 0x2B55}, {0x2E80, 0x2E99}, {0x2E9B, 0x2EF3}, {0x2F00, 0x2FD5},
    {0x2FF0, 0x3029}, {0x3030, 0x303E}, {0x3041, 0x3096}, {0x309B, 0x30FF}, {0x3105, 0x312F},
    {0x3131, 0x3163}, {0x3165, 0x318E}, {0x3190, 0x31E5}, {0x31EF, 0x321E}, {0x3220, 0x3247},
    {0x3250, 0xA48C}, {0xA490, 0xA4C6}, {0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
    {0xFE10, 0xFE19}, {0xFE30, 0xFE52}, {0xFE54, 0xFE66}, {0xFE68, 0xFE6B}, {0xFF01, 0xFF60},
    {0xFFE0, 0xFFE6}, {0x16FE0, 0x16FE3}, {0x16FF2, 0x16FF6}, {0x17000, 0x18CD5},
    {0x18CFF, 0x18D1E}, {0x18D80, 0x18DF2}, {0x1AFF0, 0x1AFF3}, {0x1AFF5, 0x1AFFB},
    {0x1AFFD, 0x1AFFE}, {0x1B000, 0x1B122}, {0x1B132, 0x1B132}, {0x1B150, 0x1B152},
    {0x1B155, 0x1B155}, {0x1B164, 0x1B167}, {0x1B170, 0x1B2FB}, {0x1D300, 0x1D356},
    {0x1D360, 0x1D376}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E},
    {0x1F191, 0x1F19A}, {0x1F200, 0x1F202}, {0x1F210, 0x1F23B}, {0x1F240, 0x1F248},
    {0x1F250, 0x1F251}, {0x1F260, 0x1F265}, {0x1F300, 0x1F320}, {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3},
    {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440},
    {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567},
    {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F},
    {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D8},
    {0x1F6DC, 0x1F6DF}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB},
    {0x1F7F0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF},
    {0x1FA70, 0x1FA7C}, {0x1FA80, 0x1FA8A}, {0x1FA8E, 0x1FAC6}, {0x1FAC8, 0x1FAC8},
    {0x1FACD, 0x1FADC}, {0x1FADF, 0x1FAEA}, {0x1FAEF, 0x1FAF8}, {0x20000, 0x2FFFD},
    {0x30000, 0x3FFFD},
};

// From Unicode 17: general categories Mn and Me, and the Hangul vowels and finals that join what is before.
constexpr Range kCombining[] = {
    {0x300, 0x36F}, {0x483, 0x489}, {0x591, 0x5BD}, {0x5BF, 0x5BF}, {0x5C1, 0x5C2}, {0x5C4, 0x5C5},
    {0x5C7, 0x5C7}, {0x610, 0x61A}, {0x64B, 0x65F}, {0x670, 0x670}, {0x6D6, 0x6DC}, {0x6DF, 0x6E4},
    {0x6E7, 0x6E8}, {0x6EA, 0x6ED}, {0x711, 0x711}, {0x730, 0x74A}, {0x7A6, 0x7B0}, {0x7EB, 0x7F3},
    {0x7FD, 0x7FD}, {0x816, 0x819}, {0x81B, 0x823}, {0x825, 0x827}, {0x829, 0x82D}, {0x859, 0x85B},
    {0x897, 0x89F}, {0x8CA, 0x8E1}, {0x8E3, 0x902}, {0x93A, 0x93A}, {0x93C, 0x93C}, {0x941, 0x948},
    {0x94D, 0x94D}, {0x951, 0x957}, {0x962, 0x963}, {0x981, 0x981}, {0x9BC, 0x9BC}, {0x9C1, 0x9C4},
    {0x9CD, 0x9CD}, {0x9E2, 0x9E3}, {0x9FE, 0xA02}, {0xA3C, 0xA3C}, {0xA41, 0xA51}, {0xA70, 0xA71},
    {0xA75, 0xA75}, {0xA81, 0xA82}, {0xABC, 0xABC}, {0xAC1, 0xAC8}, {0xACD, 0xACD}, {0xAE2, 0xAE3},
    {0xAFA, 0xB01}, {0xB3C, 0xB3C}, {0xB3F, 0xB3F}, {0xB41, 0xB44}, {0xB4D, 0xB56}, {0xB62, 0xB63},
    {0xB82, 0xB82}, {0xBC0, 0xBC0}, {0xBCD, 0xBCD}, {0xC00, 0xC00}, {0xC04, 0xC04}, {0xC3C, 0xC3C},
    {0xC3E, 0xC40}, {0xC46, 0xC56}, {0xC62, 0xC63}, {0xC81, 0xC81}, {0xCBC, 0xCBC}, {0xCBF, 0xCBF},
    {0xCC6, 0xCC6}, {0xCCC, 0xCCD}, {0xCE2, 0xCE3}, {0xD00, 0xD01}, {0xD3B, 0xD3C}, {0xD41, 0xD44},
    {0xD4D, 0xD4D}, {0xD62, 0xD63}, {0xD81, 0xD81}, {0xDCA, 0xDCA}, {0xDD2, 0xDD6}, {0xE31, 0xE31},
    {0xE34, 0xE3A}, {0xE47, 0xE4E}, {0xEB1, 0xEB1}, {0xEB4, 0xEBC}, {0xEC8, 0xECE}, {0xF18, 0xF19},
    {0xF35, 0xF35}, {0xF37, 0xF37}, {0xF39, 0xF39}, {0xF71, 0xF7E}, {0xF80, 0xF84}, {0xF86, 0xF87},
    {0xF8D, 0xFBC}, {0xFC6, 0xFC6}, {0x102D, 0x1030}, {0x1032, 0x1037}, {0x1039, 0x103A},
    {0x103D, 0x103E}, {0x1058, 0x1059}, {0x105E, 0x1060}, {0x1071, 0x1074}, {0x1082, 0x1082},
    {0x1085, 0x1086}, {0x108D, 0x108D}, {0x109D, 0x109D}, {0x1160, 0x11FF}, {0x135D, 0x135F},
    {0x1712, 0x1714}, {0x1732, 0x1733}, {0x1752, 0x1753}, {0x1772, 0x1773}, {0x17B4, 0x17B5},
    {0x17B7, 0x17BD}, {0x17C6, 0x17C6}, {0x17C9, 0x17D3}, {0x17DD, 0x17DD}, {0x180B, 0x180D},
    {0x180F, 0x180F}, {0x1885, 0x1886}, {0x18A9, 0x18A9}, {0x1920, 0x1922}, {0x1927, 0x1928},
    {0x1932, 0x1932}, {0x1939, 0x193B}, {0x1A17, 0x1A18}, {0x1A1B, 0x1A1B}, {0x1A56, 0x1A56},
    {0x1A58, 0x1A60}, {0x1A62, 0x1A62}, {0x1A65, 0x1A6C}, {0x1A73, 0x1A7F}, {0x1AB0, 0x1B03},
    {0x1B34, 0x1B34}, {0x1B36, 0x1B3A}, {0x1B3C, 0x1B3C}, {0x1B42, 0x1B42}, {0x1B6B, 0x1B73},
    {0x1B80, 0x1B81}, {0x1BA2, 0x1BA5}, {0x1BA8, 0x1BA9}, {0x1BAB, 0x1BAD}, {0x1BE6, 0x1BE6},
    {0x1BE8, 0x1BE9}, {0x1BED, 0x1BED}, {0x1BEF, 0x1BF1}, {0x1C2C, 0x1C33}, {0x1C36, 0x1C37},
    {0x1CD0, 0x1CD2}, {0x1CD4, 0x1CE0}, {0x1CE2, 0x1CE8}, {0x1CED, 0x1CED}, {0x1CF4, 0x1CF4},
    {0x1CF8, 0x1CF9}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20F0}, {0x2CEF, 0x2CF1}, {0x2D7F, 0x2D7F},
    {0x2DE0, 0x2DFF}, {0x302A, 0x302D}, {0x3099, 0x309A}, {0xA66F, 0xA672}, {0xA674, 0xA67D},
    {0xA69E, 0xA69F}, {0xA6F0, 0xA6F1}, {0xA802, 0xA802}, {0xA806, 0xA806}, {0xA80B, 0xA80B},
    {0xA825, 0xA826}, {0xA82C, 0xA82C}, {0xA8C4, 0xA8C5}, {0xA8E0, 0xA8F1}, {0xA8FF, 0xA8FF},
    {0xA926, 0xA92D}, {0xA947, 0xA951}, {0xA980, 0xA982}, {0xA9B3, 0xA9B3}, {0xA9B6, 0xA9B9},
    {0xA9BC, 0xA9BD}, {0xA9E5, 0xA9E5}, {0xAA29, 0xAA2E}, {0xAA31, 0xAA32}, {0xAA35, 0xAA36},
    {0xAA43, 0xAA43}, {0xAA4C, 0xAA4C}, {0xAA7C, 0xAA7C}, {0xAAB0, 0xAAB0}, {0xAAB2, 0xAAB4},
    {0xAAB7, 0xAAB8}, {0xAABE, 0xAABF}, {0xAAC1, 0xAAC1}, {0xAAEC, 0xAAED}, {0xAAF6, 0xAAF6},
    {0xABE5, 0xABE5}, {0xABE8, 0xABE8}, {0xABED, 0xABED}, {0xD7B0, 0xD7FB}, {0xFB1E, 0xFB1E},
    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0x101FD, 0x101FD}, {0x102E0, 0x102E0}, {0x10376, 0x1037A},
    {0x10A01, 0x10A0F}, {0x10A38, 0x10A3F}, {0x10AE5, 0x10AE6}, {0x10D24, 0x10D27},
    {0x10D69, 0x10D6D}, {0x10EAB, 0x10EAC}, {0x10EFA, 0x10EFF}, {0x10F46, 0x10F50},
    {0x10F82, 0x10F85}, {0x11001, 0x11001}, {0x11038, 0x11046}, {0x11070, 0x11070},
    {0x11073, 0x11074}, {0x1107F, 0x11081}, {0x110B3, 0x110B6}, {0x110B9, 0x110BA},
    {0x110C2, 0x110C2}, {0x11100, 0x11102}, {0x11127, 0x1112B}, {0x1112D, 0x11134},
    {0x11173, 0x11173}, {0x11180, 0x11181}, {0x111B6, 0x111BE}, {0x111C9, 0x111CC},
    {0x111CF, 0x111CF}, {0x1122F, 0x11231}, {0x11234, 0x11234}, {0x11236, 0x11237},
    {0x1123E, 0x1123E}, {0x11241, 0x11241}, {0x112DF, 0x112DF}, {0x112E3, 0x112EA},
    {0x11300, 0x11301}, {0x1133B, 0x1133C}, {0x11340, 0x11340}, {0x11366, 0x11374},
    {0x113BB, 0x113C0}, {0x113CE, 0x113CE}, {0x113D0, 0x113D0}, {0x113D2, 0x113D2},
    {0x113E1, 0x113E2}, {0x11438, 0x1143F}, {0x11442, 0x11444}, {0x11446, 0x11446},
    {0x1145E, 0x1145E}, {0x114B3, 0x114B8}, {0x114BA, 0x114BA}, {0x114BF, 0x114C0},
    {0x114C2, 0x114C3}, {0x115B2, 0x115B5}, {0x115BC, 0x115BD}, {0x115BF, 0x115C0},
    {0x115DC, 0x115DD}, {0x11633, 0x1163A}, {0x1163D, 0x1163D}, {0x1163F, 0x11640},
    {0x116AB, 0x116AB}, {0x116AD, 0x116AD}, {0x116B0, 0x116B5}, {0x116B7, 0x116B7},
    {0x1171D, 0x1171D}, {0x1171F, 0x1171F}, {0x11722, 0x11725}, {0x11727, 0x1172B},
    {0x1182F, 0x11837}, {0x11839, 0x1183A}, {0x1193B, 0x1193C}, {0x1193E, 0x1193E},
    {0x11943, 0x11943}, {0x119D4, 0x119DB}, {0x119E0, 0x119E0}, {0x11A01, 0x11A0A},
    {0x11A33, 0x11A38}, {0x11A3B, 0x11A3E}, {0x11A47, 0x11A47}, {0x11A51, 0x11A56},
    {0x11A59, 0x11A5B}, {0x11A8A, 0x11A96}, {0x11A98, 0x11A99}, {0x11B60, 0x11B60},
    {0x11B62, 0x11B64}, {0x11B66, 0x11B66}, {0x11C30, 0x11C3D}, {0x11C3F, 0x11C3F},
    {0x11C92, 0x11CA7}, {0x11CAA, 0x11CB0}, {0x11CB2, 0x11CB3}, {0x11CB5, 0x11CB6},
    {0x11D31, 0x11D45}, {0x11D47, 0x11D47}, {0x11D90, 0x11D91}, {0x11D95, 0x11D95},
    {0x11D97, 0x11D97}, {0x11EF3, 0x11EF4}, {0x11F00, 0x11F01}, {0x11F36, 0x11F3A},
    {0x11F40, 0x11F40}, {0x11F42, 0x11F42}, {0x11F5A, 0x11F5A}, {0x13440, 0x13440},
    {0x13447, 0x13455}, {0x1611E, 0x16129}, {0x1612D, 0x1612F}, {0x16AF0, 0x16AF4},
    {0x16B30, 0x16B36}, {0x16F4F, 0x16F4F}, {0x16F8F, 0x16F92}, {0x16FE4, 0x16FE4},
    {0x1BC9D, 0x1BC9E}, {0x1CF00, 0x1CF46}, {0x1D167, 0x1D169}, {0x1D17B, 0x1D182},
    {0x1D185, 0x1D18B}, {0x1D1AA, 0x1D1AD}, {0x1D242, 0x1D244}, {0x1DA00, 0x1DA36},
    {0x1DA3B, 0x1DA6C}, {0x1DA75, 0x1DA75}, {0x1DA84, 0x1DA84}, {0x1DA9B, 0x1DAAF},
    {0x1E000, 0x1E02A}, {0x1E08F, 0x1E08F}, {0x1E130, 0x1E136}, {0x1E2AE, 0x1E2AE},
    {0x1E2EC, 0x1E2EF}, {0x1E4EC, 0x1E4EF}, {0x1E5EE, 0x1E5EF}, {0x1E6E3, 0x1E6E3},
    {0x1E6E6, 0x1E6E6}, {0x1E6EE, 0x1E6EF}, {0x1E6F5, 0x1E6F5}, {0x1E8D0, 0x1E8D6},
    {0x1E944, 0x1E94A}, {0xE0100, 0xE01EF},
};

// Default-ignorable characters and formatting that no terminal draws.
constexpr Range kInvisible[] = {
    {0xAD, 0xAD}, {0x61C, 0x61C}, {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E},
    {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE00FF}, {0xE01F0, 0xE0FFF},
};
// clang-format on

template <std::size_t N>
bool is_in(const Range (&ranges)[N], char32_t c) {
  const Range* it =
      std::upper_bound(std::begin(ranges), std::end(ranges), c,
                       [](char32_t value, Range range) { return value < range.first; });
  return it != std::begin(ranges) && c <= std::prev(it)->last;
}

constexpr char32_t kReplacement = 0xFFFD;
constexpr char32_t kJoiner = 0x200D;
constexpr char32_t kEmojiStyle = 0xFE0F;

bool is_flag_letter(char32_t c) { return c >= 0x1F1E6 && c <= 0x1F1FF; }
bool is_skin_tone(char32_t c) { return c >= 0x1F3FB && c <= 0x1F3FF; }
// Where emoji live. Generous, because it only matters next to a joiner or a variation selector.
bool is_picture(char32_t c) {
  return (c >= 0x203C && c <= 0x2BFF) || c == 0x3030 || c == 0x303D || c == 0x3297 || c == 0x3299 ||
         (c >= 0x1F000 && c <= 0x1FAFF);
}
bool has_emoji_style(char32_t c) {
  return is_picture(c) || (c >= '0' && c <= '9') || c == '#' || c == '*' || c == 0xA9 || c == 0xAE;
}

}  // namespace

char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  std::size_t length = 1;
  if (lead >= 0xF0) {
    length = 4;
  } else if (lead >= 0xE0) {
    length = 3;
  } else if (lead >= 0xC0) {
    length = 2;
  }
  const std::string_view bytes = text.substr(at, length);
  if (bytes.size() < length || !is_utf8(bytes)) {
    at += 1;
    return kReplacement;
  }
  at += length;
  if (length == 1) return lead;
  char32_t code_point = lead & (0x7FU >> length);
  for (const char c : bytes.substr(1)) {
    code_point = (code_point << 6) | (static_cast<unsigned char>(c) & 0x3FU);
  }
  return code_point;
}

void append_utf8(std::string& out, char32_t code_point) {
  char32_t c = code_point;
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = kReplacement;
  auto tail = [&](int shift) { out += static_cast<char>(0x80U | ((c >> shift) & 0x3FU)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0U | (c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0U | (c >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0U | (c >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

bool is_combining(char32_t code_point) {
  return code_point >= 0x300 && is_in(kCombining, code_point);
}
bool is_invisible(char32_t code_point) {
  return code_point >= 0xAD && is_in(kInvisible, code_point);
}
bool is_control(char32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0);
}

Glyph next_glyph(std::string_view text, std::size_t& at) {
  Glyph glyph;
  const char32_t base = next_code_point(text, at);
  append_utf8(glyph.text, base);
  if (is_control(base) || is_combining(base) || is_invisible(base)) return glyph;
  glyph.width = base >= 0x1100 && is_in(kWide, base) ? 2 : 1;
  bool half_flag = is_flag_letter(base);
  bool joined = false;
  while (at < text.size()) {
    std::size_t behind = at;
    const char32_t c = next_code_point(text, behind);
    if (half_flag && is_flag_letter(c)) {
      glyph.width = 2;
    } else if (joined && is_picture(base) && is_picture(c)) {
      glyph.width = 2;
    } else if (c == kEmojiStyle && has_emoji_style(base)) {
      glyph.width = 2;
    } else if (!is_combining(c) && !is_invisible(c) && !(is_skin_tone(c) && is_picture(base))) {
      break;
    }
    half_flag = false;
    joined = c == kJoiner;
    append_utf8(glyph.text, c);
    at = behind;
  }
  return glyph;
}

int display_width(std::string_view text) {
  int width = 0;
  for (std::size_t at = 0; at < text.size();) width += next_glyph(text, at).width;
  return width;
}

std::string clip(std::string_view text, int columns) {
  if (columns <= 0) return {};
  std::string out;
  std::size_t cut = 0;  // what still leaves a column for the ellipsis
  int width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Glyph glyph = next_glyph(text, at);
    if (glyph.width > columns - width) {
      out.resize(cut);
      return out + "…";
    }
    width += glyph.width;
    out += glyph.text;
    if (width < columns) cut = out.size();
  }
  return out;
}

std::string pad(std::string_view text, int columns) {
  std::string out;
  int width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Glyph glyph = next_glyph(text, at);
    width += glyph.width;
    out += glyph.text;
  }
  if (width < columns) out.append(static_cast<std::size_t>(columns - width), ' ');
  return out;
}

namespace {

// Marks that stay with what is before them, and with what is behind them.
constexpr std::string_view kClosing =
    "!%),.:;?]}\"'…‥·—–”’»、。，．：；？！）］｝〉》」』】〕〗〙〞％ー々";
constexpr std::string_view kOpening = "([{\"'“‘«（［｛〈《「『【〔〖〘〝＄";

bool holds(std::string_view marks, std::string_view glyph) {
  return marks.find(glyph) != std::string_view::npos;
}

// A piece of text that is not broken where it can be helped, and the blanks before it.
struct Piece {
  std::string gap;
  int gap_width = 0;
  std::vector<Glyph> glyphs;
  int width = 0;
};

std::vector<Piece> split_pieces(std::string_view text) {
  std::vector<Piece> pieces;
  Piece blank;  // the gap seen since the last piece
  for (std::size_t at = 0; at < text.size();) {
    Glyph glyph = next_glyph(text, at);
    if (glyph.text == " " || glyph.text == "\u3000") {
      blank.gap += glyph.text;
      blank.gap_width += glyph.width;
      continue;
    }
    bool fresh = pieces.empty() || !blank.gap.empty();
    if (!fresh) {
      const Glyph& last = pieces.back().glyphs.back();
      fresh = (last.width == 2 || glyph.width == 2) && !holds(kClosing, glyph.text) &&
              !holds(kOpening, last.text);
    }
    if (fresh) pieces.push_back(std::exchange(blank, {}));
    pieces.back().width += glyph.width;
    pieces.back().glyphs.push_back(std::move(glyph));
  }
  return pieces;
}

void wrap_paragraph(std::string_view text, int columns, std::vector<std::string>& lines) {
  std::string line;
  int used = 0;
  auto flush = [&] {
    lines.push_back(std::move(line));
    line.clear();
    used = 0;
  };
  bool first = true;
  for (const Piece& piece : split_pieces(text)) {
    // The blanks a line would begin with go, but for those the paragraph itself begins with.
    if ((used > 0 || first) && piece.gap_width <= columns - used - piece.width) {
      line += piece.gap;
      used += piece.gap_width;
    } else if (used > 0) {
      flush();
    }
    first = false;
    for (const Glyph& glyph : piece.glyphs) {
      if (used > 0 && glyph.width > columns - used) flush();
      line += glyph.text;
      used += glyph.width;
    }
  }
  flush();
}

}  // namespace

std::vector<std::string> wrap(std::string_view text, int columns) {
  // Controls go before characters are told apart: two that they kept asunder may make one together.
  std::vector<std::string> lines;
  std::string paragraph;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (c == '\n') {
      wrap_paragraph(paragraph, std::max(columns, 1), lines);
      paragraph.clear();
    } else if (c == '\t') {
      paragraph += ' ';
    } else if (!is_control(c)) {
      append_utf8(paragraph, c);
    }
  }
  wrap_paragraph(paragraph, std::max(columns, 1), lines);
  return lines;
}

}  // namespace tidelock
