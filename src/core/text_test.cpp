#include "core/text.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <limits>
#include <random>

#include "core/json.h"

namespace tidelock {
namespace {

Json read_cases() {
  std::ifstream file(TIDELOCK_SOURCE_DIR "/data/lang/cases.json");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Result<Json> parsed = parse_json(text);
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().sentence());
  return parsed.ok() ? parsed.value()["cases"] : Json::array();
}

Catalogue catalogue(Lang lang, const Json& messages) {
  Result<Catalogue> loaded = Catalogue::load(lang, messages);
  EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().sentence());
  return loaded.ok() ? std::move(loaded).value() : Catalogue();
}

Error trouble(const Json& messages) {
  Result<Catalogue> loaded = Catalogue::load(Lang::kEn, messages);
  EXPECT_FALSE(loaded.ok());
  return loaded.ok() ? Error{} : loaded.error();
}

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t bound) {
  return static_cast<std::size_t>(random() % bound);
}

// Texts of everything that is hard: Chinese, accents, emoji of several parts, flags, controls,
// bytes that are no UTF-8.
std::string random_text(Random& random, std::size_t most) {
  static const std::vector<std::string> kBits = {"a",
                                                 "B",
                                                 " ",
                                                 " ",
                                                 "-",
                                                 "word",
                                                 "ż",
                                                 "ö",
                                                 "e\u0301",
                                                 "漢",
                                                 "字",
                                                 "，",
                                                 "。",
                                                 "「",
                                                 "」",
                                                 "한",
                                                 "ﾊ",
                                                 "Ｆ",
                                                 "☀",
                                                 "🌙",
                                                 "☀\uFE0F",
                                                 "👍🏽",
                                                 "🇵🇱",
                                                 "🇵",
                                                 "\u200d",
                                                 "\u200b",
                                                 "\uFE0F",
                                                 "👩‍🚀",
                                                 "\u0301",
                                                 "\u3000",
                                                 "\x1b",
                                                 "\n",
                                                 "\t",
                                                 "\x7f",
                                                 "\xff",
                                                 "\xe6",
                                                 "\xf0\x9f",
                                                 "\xc0\x80",
                                                 "\u202e",
                                                 "\u0085",
                                                 "1\uFE0F\u20E3",
                                                 "…"};
  std::string text;
  for (std::size_t left = below(random, most + 1); left > 0; --left) {
    text += kBits[below(random, kBits.size())];
  }
  return text;
}

TEST(Lang, CodesAreReadBack) {
  for (const Lang lang : kLangs) EXPECT_EQ(lang_from_code(lang_code(lang)), lang);
}

TEST(Lang, LooseCodes) {
  for (const char* code : {"pl_PL.UTF-8", "PL", "pl", "pl-PL", "Pl_pl@euro", "pl.UTF-8"}) {
    EXPECT_EQ(lang_from_code(code), Lang::kPl) << code;
  }
  for (const char* code : {"zh_TW", "zh-TW", "zh", "ZH-hant", "zh_HK.UTF-8", "zh-Hant-TW"}) {
    EXPECT_EQ(lang_from_code(code), Lang::kZhHant) << code;
  }
  EXPECT_EQ(lang_from_code("de_AT"), Lang::kDe);
  EXPECT_EQ(lang_from_code("en_GB.UTF-8"), Lang::kEn);
  for (const char* code :
       {"", "C", "POSIX", "C.UTF-8", "fr_FR", "english", "plt", "p", "_", "-pl"}) {
    EXPECT_EQ(lang_from_code(code), std::nullopt) << code;
  }
}

TEST(Plural, SignPlaysNoPart) {
  for (const Lang lang : kLangs) {
    for (std::int64_t n = 0; n < 1000; ++n) EXPECT_EQ(plural_of(lang, n), plural_of(lang, -n));
  }
  EXPECT_EQ(plural_of(Lang::kPl, std::numeric_limits<std::int64_t>::min()), Plural::kMany);
}

TEST(Message, Cases) {
  const Json cases = read_cases();
  ASSERT_GE(cases.size(), 60U);
  for (const Json& entry : cases) {
    const std::string& message = entry["message"].get_ref<const std::string&>();
    SCOPED_TRACE(dump_json(entry));
    if (entry.contains("error")) {
      const Error error = trouble({{"the.key", message}});
      EXPECT_EQ(error.where, "the.key");
      EXPECT_EQ(error.code, "bad-message");
      EXPECT_TRUE(error.message.starts_with("expected ")) << error.message;
      EXPECT_NE(error.message.find(" at character "), std::string::npos) << error.message;
      continue;
    }
    const auto lang = lang_from_code(entry["lang"].get<std::string>());
    ASSERT_TRUE(lang.has_value());
    Json messages = entry.contains("keys") ? entry["keys"] : Json::object();
    messages["the.message"] = message;
    Text text{"the.message", {}};
    for (auto it = entry["args"].begin(); it != entry["args"].end(); ++it) {
      if (it->is_number()) {
        text.args.push_back({it.key(), it->get<std::int64_t>()});
      } else {
        text.args.push_back({it.key(), it->get<std::string>()});
      }
    }
    EXPECT_EQ(catalogue(*lang, messages).say(text), entry["expect"].get<std::string>());
  }
}

TEST(Message, ErrorsSayWhatAndWhere) {
  EXPECT_EQ(trouble({{"k", "żółw {n, plural, one {a}}"}}).sentence(),
            "k: expected a form 'other', found '}' at character 25");
  EXPECT_EQ(trouble({{"k", "{na me}"}}).sentence(),
            "k: expected '}' or ',' behind the name na, found 'm' at character 5");
  EXPECT_EQ(trouble({{"k", "{n"}}).sentence(),
            "k: expected '}' or ',' behind the name n, found the end at character 3");
  EXPECT_EQ(trouble({{"k", "{漢}"}}).sentence(),
            "k: expected the name of a value, found '漢' at character 2");
  EXPECT_EQ(trouble({{"k", "{n, plural, one {} one {} other {}}"}}).sentence(),
            "k: expected each form once, found 'one' again at character 20");
  // No control character gets to the terminal through an error.
  EXPECT_EQ(trouble({{"k", "{\x1b}"}}).sentence(),
            "k: expected the name of a value, found '?' at character 2");
}

TEST(Catalogue, RefusesWhatIsNotTexts) {
  EXPECT_EQ(trouble(Json::array({"a"})).sentence(),
            "expected an object of keys and messages, found a list of 1");
  EXPECT_EQ(trouble({{"good", "a"}, {"k", 7}}).sentence(), "k: expected a text, found 7");
  EXPECT_EQ(trouble({{"k", {{"nested", "a"}}}}).sentence(), "k: expected a text, found an object");
  EXPECT_EQ(trouble({{"k", nullptr}}).sentence(), "k: expected a text, found null");
  EXPECT_EQ(trouble({{"k", "\xff"}}).sentence(), "k: expected text in UTF-8");
}

TEST(Catalogue, KeysAndPlaceholders) {
  const Catalogue words = catalogue(
      Lang::kEn,
      {{"b", "{z} {n, plural, one {{y}} other {{x, select, other {{z} '{w}'}}}}"}, {"a", "#"}});
  EXPECT_EQ(words.lang(), Lang::kEn);
  EXPECT_TRUE(words.has("a"));
  EXPECT_FALSE(words.has("c"));
  EXPECT_EQ(words.keys(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(words.placeholders("b"), (std::vector<std::string>{"n", "x", "y", "z"}));
  EXPECT_TRUE(words.placeholders("a").empty());
  EXPECT_TRUE(words.placeholders("c").empty());
  EXPECT_EQ(words.say({"c", {}}), "<c>");
  EXPECT_EQ(Catalogue().say({"c", {}}), "<c>");
}

TEST(Catalogue, LiteralTextNeverNamesAnEntry) {
  const Catalogue words = catalogue(Lang::kEn, {{"k", "{name}"}, {"secret", "no"}});
  for (const char* name : {"@secret", "@@secret", "@", "secret", "", "a@secret"}) {
    EXPECT_EQ(words.say({"k", {{"name", literal(name)}}}), name);
  }
}

TEST(Catalogue, LargeNumbersAreWrittenPlainly) {
  const Catalogue words =
      catalogue(Lang::kPl, {{"k", "{n} {n, plural, one {a} few {b} many {c} other {d}}"}});
  EXPECT_EQ(words.say({"k", {{"n", std::numeric_limits<std::int64_t>::min()}}}),
            "-9223372036854775808 c");
  EXPECT_EQ(words.say({"k", {{"n", std::numeric_limits<std::int64_t>::max()}}}),
            "9223372036854775807 c");
}

TEST(Catalogue, EntriesThatMultiplyComeToAnEnd) {
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "{a}";
  const Catalogue words = catalogue(Lang::kEn, {{"k", many}});
  EXPECT_LT(words.say({"k", {{"a", std::string("@k")}}}).size(), std::size_t{1} << 20);
}

// Whatever becomes of a message, it is read or refused, and what is read can be said.
TEST(Message, MutationsNeverBreakTheReader) {
  const Json cases = read_cases();
  const std::vector<std::string> bits = {"{", "}", "'", "#",  ",", "=", "other", "plural", "select",
                                         "n", "x", " ", "\n", "1", "-", "@",     "漢",     "\xff"};
  Random random(20240501);
  int read = 0;
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string message = cases[below(random, cases.size())]["message"].get<std::string>();
    for (std::size_t left = 1 + below(random, 6); left > 0; --left) {
      const std::size_t at = below(random, message.size() + 1);
      const std::size_t length = below(random, 4);
      switch (below(random, 4)) {
        case 0: message.insert(at, bits[below(random, bits.size())]); break;
        case 1: message.erase(at, length); break;
        case 2: message.insert(at, message.substr(below(random, message.size() + 1), 12)); break;
        default: message.resize(at); break;
      }
    }
    const Result<Catalogue> loaded = Catalogue::load(Lang::kPl, {{"k", message}});
    if (!loaded.ok()) {
      ++refused;
      EXPECT_TRUE(loaded.error().message.starts_with("expected ")) << loaded.error().message;
      continue;
    }
    ++read;
    const Text text{
        "k", {{"n", std::int64_t{3}}, {"x", std::string("@k")}, {"who", random_text(random, 3)}}};
    EXPECT_LT(loaded.value().say(text).size(), std::size_t{1} << 20);
  }
  EXPECT_GT(read, 1000);
  EXPECT_GT(refused, 1000);
}

TEST(Message, DeepNestingIsRefusedNotFollowed) {
  std::string message;
  for (int i = 0; i < 100'000; ++i) message += "{n, plural, other {";
  EXPECT_EQ(trouble({{"k", message}}).code, "bad-message");
}

TEST(Width, Characters) {
  const std::vector<std::pair<const char*, int>> widths = {{"", 0},
                                                           {"abc", 3},
                                                           {"żółw", 4},
                                                           {"漢字", 4},
                                                           {"ﾊ", 1},
                                                           {"Ａ", 2},
                                                           {"한국", 4},
                                                           {"e\u0301", 1},
                                                           {"\u0301", 0},
                                                           {"\u200b", 0},
                                                           {"\x1b\n\x7f", 0},
                                                           {"\u0085", 0},
                                                           {"🌙", 2},
                                                           {"⭐", 2},
                                                           {"☀", 1},
                                                           {"☀\uFE0F", 2},
                                                           {"👍🏽", 2},
                                                           {"👩‍🚀", 2},
                                                           {"🇵🇱", 2},
                                                           {"🇵🇱🇩🇪", 4},
                                                           {"1\uFE0F\u20E3", 2},
                                                           {"…", 1},
                                                           {"│─┌", 3},
                                                           {"\u3000", 2},
                                                           {"\u00a0", 1},
                                                           {"\xff", 1},
                                                           {"「好」", 6},
                                                           {"ᄒ\u1161\u11ab", 2},
                                                           {"\u00ad", 0},
                                                           {"a\uFE0F", 1}};
  for (const auto& [text, width] : widths) EXPECT_EQ(display_width(text), width) << text;
}

TEST(Width, CodePointsAreWrittenAsTheyWereRead) {
  for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 7) {
    std::string text;
    append_utf8(text, c);
    ASSERT_TRUE(is_utf8(text));
    std::size_t at = 0;
    const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    ASSERT_EQ(next_code_point(text, at), surrogate ? char32_t{0xFFFD} : c);
    ASSERT_EQ(at, text.size());
  }
  std::string text;
  append_utf8(text, 0x110000);
  EXPECT_EQ(text, "\uFFFD");
}

TEST(Width, GlyphsMakeUpTheText) {
  Random random(1);
  for (int round = 0; round < 5000; ++round) {
    const std::string text = random_text(random, 12);
    std::string whole;
    std::string repaired;
    int width = 0;
    for (std::size_t at = 0; at < text.size();) {
      const Glyph glyph = next_glyph(text, at);
      EXPECT_GE(glyph.width, 0);
      EXPECT_LE(glyph.width, 2);
      whole += glyph.text;
      width += glyph.width;
    }
    for (std::size_t at = 0; at < text.size();) append_utf8(repaired, next_code_point(text, at));
    EXPECT_EQ(whole, repaired);
    EXPECT_EQ(width, display_width(text));
  }
}

TEST(Clip, Examples) {
  EXPECT_EQ(clip("Solenia", 7), "Solenia");
  EXPECT_EQ(clip("Solenia", 6), "Solen…");
  EXPECT_EQ(clip("漢字漢字", 8), "漢字漢字");
  EXPECT_EQ(clip("漢字漢字", 7), "漢字漢…");
  EXPECT_EQ(clip("漢字漢字", 6), "漢字…");
  EXPECT_EQ(clip("漢", 1), "…");
  EXPECT_EQ(clip("abc", 0), "");
  EXPECT_EQ(clip("abc", -5), "");
  EXPECT_EQ(clip("", 5), "");
  EXPECT_EQ(clip("cafe\u0301s", 5), "cafe\u0301s");
  EXPECT_EQ(clip("cafe\u0301s", 4), "caf…");
  EXPECT_EQ(clip("cafe\u0301 au lait", 5), "cafe\u0301…");
}

TEST(Clip, NeverWiderAlwaysUtf8) {
  Random random(2);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = random_text(random, 15);
    const int columns = static_cast<int>(below(random, 20));
    const std::string clipped = clip(text, columns);
    EXPECT_LE(display_width(clipped), columns);
    EXPECT_TRUE(is_utf8(clipped));
    if (columns > 0 && display_width(text) <= columns) {
      EXPECT_EQ(clipped, pad(text, 0));
    } else if (columns > 0) {
      EXPECT_TRUE(clipped.ends_with("…"));
      // As much as fits: one column may be left where a wide character was next, and one it took.
      EXPECT_GE(display_width(clipped), columns - 1);
    }
  }
}

TEST(Pad, AtLeastAsWideAndBeginsWithTheText) {
  EXPECT_EQ(pad("漢", 5), "漢   ");
  EXPECT_EQ(pad("abc", 2), "abc");
  EXPECT_EQ(pad("a", -1), "a");
  Random random(3);
  for (int round = 0; round < 5000; ++round) {
    const std::string text = random_text(random, 10);
    const int columns = static_cast<int>(below(random, 30));
    const std::string padded = pad(text, columns);
    EXPECT_EQ(display_width(padded), std::max(columns, display_width(text)));
    EXPECT_TRUE(is_utf8(padded));
  }
}

using Lines = std::vector<std::string>;

TEST(Wrap, Examples) {
  EXPECT_EQ(wrap("the quick brown fox", 10), (Lines{"the quick", "brown fox"}));
  EXPECT_EQ(wrap("the quick brown fox", 9), (Lines{"the quick", "brown fox"}));
  EXPECT_EQ(wrap("the quick brown fox", 8), (Lines{"the", "quick", "brown", "fox"}));
  EXPECT_EQ(wrap("", 10), (Lines{""}));
  EXPECT_EQ(wrap("   ", 10), (Lines{""}));
  EXPECT_EQ(wrap("a\n\nb\n", 10), (Lines{"a", "", "b", ""}));
  EXPECT_EQ(wrap("a\r\nb", 10), (Lines{"a", "b"}));
  EXPECT_EQ(wrap("  indented text", 10), (Lines{"  indented", "text"}));
  EXPECT_EQ(wrap("a  b", 10), (Lines{"a  b"}));
  EXPECT_EQ(wrap("ab supercalifragilistic", 7), (Lines{"ab", "superca", "lifragi", "listic"}));
  EXPECT_EQ(wrap("輪到你選擇一張牌", 8), (Lines{"輪到你選", "擇一張牌"}));
  EXPECT_EQ(wrap("輪到你選擇一張牌", 7), (Lines{"輪到你", "選擇一", "張牌"}));
  // A line neither begins with a closing mark nor ends with an opening one.
  EXPECT_EQ(wrap("輪到你選，一張", 8), (Lines{"輪到你", "選，一張"}));
  EXPECT_EQ(wrap("輪到你「選」", 8), (Lines{"輪到你", "「選」"}));
  EXPECT_EQ(wrap("拿 3 wood 木材", 10), (Lines{"拿 3 wood", "木材"}));
  EXPECT_EQ(wrap("獲得VP十分", 6), (Lines{"獲得VP", "十分"}));
  EXPECT_EQ(wrap("100\u00a0km away", 8), (Lines{"100\u00a0km", "away"}));
  EXPECT_EQ(wrap("abc", 0), (Lines{"a", "b", "c"}));
  EXPECT_EQ(wrap("漢字", 1), (Lines{"漢", "字"}));
}

// What is not blank, in order.
std::string ink(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (c != ' ' && c != 0x3000 && !is_control(c)) append_utf8(out, c);
  }
  return out;
}

TEST(Wrap, NeverWiderLosesNothing) {
  Random random(4);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = random_text(random, 25);
    const int columns = 2 + static_cast<int>(below(random, 20));
    std::string all;
    for (const std::string& line : wrap(text, columns)) {
      EXPECT_LE(display_width(line), columns);
      EXPECT_TRUE(is_utf8(line));
      EXPECT_FALSE(line.ends_with(' '));
      all += line;
    }
    EXPECT_EQ(ink(all), ink(text));
  }
}

// Greedy: the first word of a line would not have fitted on the line before.
TEST(Wrap, FillsItsLines) {
  Random random(5);
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (int i = 0; i < 12; ++i) {
      if (i > 0) text += ' ';
      text.append(1 + below(random, 8), 'x');
    }
    const int columns = 8 + static_cast<int>(below(random, 20));
    const std::vector<std::string> lines = wrap(text, columns);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const std::string first = lines[i].substr(0, lines[i].find(' '));
      EXPECT_GT(display_width(lines[i - 1]) + 1 + display_width(first), columns);
    }
  }
}

TEST(Text, ThingsWithNamesOfTheirOwn) {
  const std::string lamp = named({"lamp", "lampa", "Lampe", "燈"});
  constexpr std::array<const char*, 4> kSaid = {"a lamp!", "a lampa!", "a Lampe!", "a 燈!"};
  for (const Lang lang : kLangs) {
    const auto words = Catalogue::load(lang, Json{{"x", "a {thing}!"}});
    ASSERT_TRUE(words.ok());
    EXPECT_EQ(words.value().say({"x", {{"thing", lamp}}}),
              kSaid.at(static_cast<std::size_t>(lang)));
  }
}

}  // namespace
}  // namespace tidelock
