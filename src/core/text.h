// Texts for players: message catalogues in four languages, and the width of text in a terminal.
//
// Messages use a subset of ICU MessageFormat. What is accepted here means the same in ICU, except
// that numbers are written without grouping:
//
//   {name}                                              a value
//   {n, plural, =0 {..} one {..} few {..} other {..}}   a form by number; # writes the number
//   {x, select, wood {..} other {..}}                   a form by word
//
// Forms are messages themselves. '' is one apostrophe; an apostrophe directly before { or } (or
// before # directly inside a plural) quotes up to the next one; any other apostrophe is itself. A #
// inside a select is itself even when a plural lies around it. Stricter than ICU, to catch
// mistakes: a } without its {, a form given twice, a plural word that CLDR does not know and a name
// that is not [A-Za-z_][A-Za-z0-9_]* are errors.
//
// data/lang/cases.json holds the test cases for every parser of messages: this one and the page's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_fwd.h"
#include "core/result.h"

namespace tidelock {

enum class Lang : std::uint8_t { kEn, kPl, kDe, kZhHant };
inline constexpr std::array kLangs = {Lang::kEn, Lang::kPl, Lang::kDe, Lang::kZhHant};

// "en", "pl", "de", "zh-Hant".
[[nodiscard]] std::string_view lang_code(Lang lang);
// Codes as people and systems write them: "PL", "pl_PL.UTF-8", "de-AT", "zh_TW". Every variant of
// Chinese maps to the one there is. Nullopt for "", "C", "POSIX" and languages without a catalogue.
[[nodiscard]] std::optional<Lang> lang_from_code(std::string_view code);

// CLDR's cardinal plural categories; the sign of a number is ignored.
enum class Plural : std::uint8_t { kZero, kOne, kTwo, kFew, kMany, kOther };
[[nodiscard]] Plural plural_of(Lang lang, std::int64_t number);

// --- messages ---

struct MessagePart;
using Message = std::vector<MessagePart>;

// One form of a plural or a select.
struct MessageForm {
  std::string selector;               // "few", "wood", "=2"
  std::optional<std::int64_t> exact;  // 2 for "=2"
  Message message;
};

struct MessagePart {
  enum class Kind : std::uint8_t { kText, kValue, kNumber, kPlural, kSelect };
  Kind kind = Kind::kText;
  std::string text;  // the text itself; or the name of the value
  std::vector<MessageForm> forms;
};

// How deep forms may nest.
inline constexpr int kMaxMessageDepth = 12;

// The error says what was expected and at which character, counted from 1.
Result<Message> parse_message(std::string_view source);

// The sentences of one language.
//
// A text value that begins with '@' stands for another entry, said with the same values:
// "@resource.wood" is how a resource inside a sentence is translated, and its entry may look at {n}
// for a plural of its own. A value that begins with "@@" is plain text that begins with one '@'
// (see literal()); one made by named() has a form of its own for each language. A select compares
// the value as it was given; a plural of a text takes `other`.
class Catalogue {
 public:
  // From a flat object of key -> message. An error's `where` is the key.
  static Result<Catalogue> load(Lang lang, const Json& messages);

  // Never fails: a missing entry is said as "<key>", a missing value as "{name}".
  [[nodiscard]] std::string say(const Text& text) const;

  [[nodiscard]] Lang lang() const { return lang_; }
  [[nodiscard]] bool has(std::string_view key) const;
  // In alphabetical order.
  [[nodiscard]] std::vector<std::string> keys() const;
  // The names of the values an entry asks for, in alphabetical order, each once.
  [[nodiscard]] std::vector<std::string> placeholders(std::string_view key) const;

  // How deep entries may refer to each other through '@'.
  static constexpr int kMaxReferences = 4;

 private:
  class Speaker;

  Lang lang_ = Lang::kEn;
  std::map<std::string, Message, std::less<>> messages_;
};

// Text from outside (a player's name) as a value that cannot name an entry.
[[nodiscard]] std::string literal(std::string_view text);
// Something that has a name in each language, in the order of Lang: a card of a component pack.
[[nodiscard]] std::string named(const std::array<std::string, kLangs.size()>& names);

// --- room in a terminal ---

// The code point at `at`, which moves behind it; U+FFFD for a byte that is not UTF-8.
// `at` must lie inside the text.
[[nodiscard]] char32_t next_code_point(std::string_view text, std::size_t& at);
void append_utf8(std::string& out, char32_t code_point);

// Combining marks, drawn onto the character before them; invisible characters (zero-width spaces
// and joiners, directions); C0 and C1 controls and DEL.
[[nodiscard]] bool is_combining(char32_t code_point);
[[nodiscard]] bool is_invisible(char32_t code_point);
[[nodiscard]] bool is_control(char32_t code_point);

// A grapheme cluster: what a reader takes for one character (a letter with its accents, an emoji of
// several parts, a flag), and the columns it takes.
struct Glyph {
  std::string text;  // valid UTF-8 whatever came in
  int width = 0;     // 0, 1 or 2
};
// The character at `at`, which moves behind it. `at` must lie inside the text.
[[nodiscard]] Glyph next_glyph(std::string_view text, std::size_t& at);

// Columns in a terminal; controls, new lines among them, take none.
[[nodiscard]] int display_width(std::string_view text);

// At most so many columns, with "…" where something was cut. These three answer valid UTF-8 always.
[[nodiscard]] std::string clip(std::string_view text, int columns);
// At least so many columns, with blanks on the right.
[[nodiscard]] std::string pad(std::string_view text, int columns);
// Lines of at most so many columns, at least one line: broken at new lines, at spaces, between
// Chinese characters (but not before a closing nor after an opening mark), and inside a word only
// where it is wider than a line. In one column a wide character still takes its two.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, int columns);

}  // namespace tidelock
