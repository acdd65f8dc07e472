#include "core/json.h"

#include <array>
#include <gtest/gtest.h>

#include "core/luck.h"

namespace tidelock {
namespace {

TEST(Json, RefusesWhatWouldHurt) {
  EXPECT_EQ(parse_json("{").error().code, "bad-json");
  EXPECT_EQ(parse_json("\"\xff\"").error().code, "bad-utf8");
  EXPECT_EQ(parse_json(std::string(100000, '[')).error().code, "bad-json");
  EXPECT_EQ(parse_json(std::string(kMaxJsonBytes + 1, ' ')).error().code, "too-large");
  EXPECT_TRUE(parse_json("\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"").ok());
}

TEST(Json, RefusesRepeatedMembers) {
  for (const char* text : {R"({"a":1,"a":1})", R"({"a":{"b":1,"b":2}})", R"([{"a":1,"\u0061":2}])",
                           R"({"a":[{"b":1}],"c":1,"a":2})"}) {
    const auto read = parse_json(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().code, "bad-json");
    EXPECT_TRUE(read.error().message.ends_with("' once")) << read.error().message;
  }
  EXPECT_TRUE(parse_json(R"({"a":{"a":1},"b":[{"a":1},{"a":2}],"\u00e9":1})").ok());
  // As many objects as there can be take no longer than other texts of that length.
  std::string many = R"({"a":"\u00e9","b":[{})";
  while (many.size() + 8 < kMaxJsonBytes) many += ",{}";
  EXPECT_TRUE(parse_json(many + "]}").ok());
}

// Whatever is read, the library reads the same: kinds of numbers too, and what is wrong.
TEST(Json, ReadsWhatTheLibraryReads) {
  constexpr std::array<std::string_view, 40> kParts = {"{",
                                                       "}",
                                                       "[",
                                                       "]",
                                                       ",",
                                                       ":",
                                                       "\"",
                                                       "\"a\"",
                                                       "\"b\"",
                                                       "\"key\"",
                                                       "\\",
                                                       "\\n",
                                                       "\\u00e9",
                                                       "\xC3\xB3",
                                                       "\n",
                                                       "\t",
                                                       " ",
                                                       "0",
                                                       "-0",
                                                       "1",
                                                       "-1",
                                                       "01",
                                                       "12",
                                                       "1.5",
                                                       ".",
                                                       "e3",
                                                       "1e400",
                                                       "-",
                                                       "true",
                                                       "false",
                                                       "null",
                                                       "nul",
                                                       "true1",
                                                       "999999999999999999",
                                                       "9999999999999999999",
                                                       "-999999999999999999",
                                                       "\"a\":",
                                                       "\"b\":1",
                                                       "{}",
                                                       "[]"};
  const auto same = [](const std::string& text) {
    const auto read = parse_json(text);
    const Json wanted = Json::parse(text, nullptr, false);
    if (!read && read.error().message.ends_with("' once")) return false;  // a repeated member
    EXPECT_EQ(read.ok(), !wanted.is_discarded()) << text;
    if (!read || wanted.is_discarded()) return false;
    EXPECT_EQ(read.value(), wanted) << text;
    EXPECT_EQ(read.value().type(), wanted.type()) << text;
    EXPECT_EQ(dump_json(read.value()), dump_json(wanted)) << text;
    return true;
  };
  Rng rng(5);
  int good = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string text;
    for (auto n = rng.below(7); n > 0; --n)
      text += kParts[rng.below(static_cast<std::uint32_t>(kParts.size()))];
    good += same(text) ? 1 : 0;
  }
  EXPECT_GT(good, 1000);
  // A whole one, and what becomes of it when something is cut out or put in.
  const std::string whole =
      R"({"id":7,"do":"apply","moves":["1W-c4",{"n":[-3,0,null]}],"on":12,"x":{"y":true,"z":[]}})";
  for (std::size_t from = 0; from <= whole.size(); ++from) {
    for (std::size_t n = 0; n < 4; ++n) {
      std::string text = whole;
      text.erase(from, n);
      for (const std::string_view part : kParts) {
        std::string other = text;
        (void)same(other.insert(from, part));
      }
    }
  }
}

TEST(Json, NamesThePlaceAndTheExpectation) {
  const auto json = parse_json(
      R"({"tiles": {"night": [{"cost": "W"}, {"cost": 12}]}, "n": 99999999999999999999})");
  JsonIn::Trouble trouble;
  const JsonIn in(json.value(), trouble);
  EXPECT_EQ(in["tiles"]["night"][std::size_t{0}]["cost"].text(), "W");
  EXPECT_FALSE(trouble.any());
  (void)in["tiles"]["night"][1]["cost"].text(5);
  ASSERT_TRUE(trouble.any());
  EXPECT_EQ(trouble.first().sentence(),
            "tiles.night[1].cost: expected a text of at most 5 characters, found 12");
  JsonIn::Trouble second;
  const JsonIn again(json.value(), second);
  EXPECT_EQ(again["n"].integer(-5, 5), -5);
  EXPECT_EQ(again["nowhere"]["deep"][3]["down"].integer(1, 2), 1);
  EXPECT_EQ(second.first().where, "n");
}

// Whatever the value, every question gives an answer in range and never aborts.
// The kind of a mistake and what fills its sentence; a text from outside names no entry.
TEST(Json, TellsMistakesToTheCatalogues) {
  const Json json = {{"n", "@shell.you"}, {"list", {1, 2, 3}}, {"none", nullptr}};
  const auto text = [&](const auto& ask) {
    JsonIn::Trouble trouble;
    ask(JsonIn(json, trouble));
    return trouble.first().text;
  };
  EXPECT_EQ(text([](const JsonIn& in) { (void)in["n"].integer(1, 4); }),
            (Text{"shell.wrong.number", {{"least", 1}, {"most", 4}, {"found", "'@shell.you'"}}}));
  EXPECT_EQ(text([](const JsonIn& in) { (void)in["list"].size(4, 4); }),
            (Text{"shell.wrong.list.exact",
                  {{"n", 4}, {"found", "@shell.wrong.found.list"}, {"items", 3}}}));
  EXPECT_EQ(text([](const JsonIn& in) {
              (void)in["none"].one_of({"a", "b"});
            }),
            (Text{"shell.wrong.one-of",
                  {{"words", "'a' 'b'"}, {"found", "@shell.wrong.found.nothing"}}}));
  EXPECT_EQ(text([](const JsonIn& in) { in["n"].expected("a card"); }).key, "");
}

TEST(Json, EveryQuestionSurvivesEveryValue) {
  for (const char* text :
       {"null", "true", "-1", "1.5", "1e400", "18446744073709551615", "9223372036854775808",
        "\"x\"", "[]", "[1,[2]]", "{}", "{\"a\":{\"a\":1}}"}) {
    const auto json = parse_json(text);
    if (!json.ok()) continue;
    JsonIn::Trouble trouble;
    const JsonIn in(json.value(), trouble);
    for (const JsonIn& value : {in, in["a"], in[std::size_t{0}], in.maybe("a"), in["a"]["a"]}) {
      EXPECT_GE(value.integer(3, 9), 3);
      EXPECT_LE(value.integer(3, 9), 9);
      (void)value.boolean();
      (void)value.unsigned64();
      EXPECT_LE(value.text(4).size(), 4U);
      EXPECT_LT(value.one_of({"a", "b"}), 2);
      EXPECT_LE(value.size(0, 2), 2U);
      value.only({"a"});
    }
  }
}

TEST(Json, PrettyPrintingKeepsTheValue) {
  const auto json = parse_json(
      R"({"a": [1, 2, {"b": "ąß晝"}], "long": ["0123456789012345678901234567890123456789", "0123456789012345678901234567890123456789", "01234567890123456789012345678901234567890123456789"]})");
  EXPECT_EQ(parse_json(dump_json_pretty(json.value())).value(), json.value());
}

TEST(Luck, IsAPureFunctionThatCoversItsRange) {
  const Seeded luck{5};
  std::array<int, 6> seen{};
  for (std::uint16_t i = 0; i < 6000; ++i) {
    const Ask ask{3, kEverybody, i, 6};
    EXPECT_EQ(luck(ask), luck(ask));
    ++seen[luck(ask)];
  }
  for (const int n : seen) EXPECT_NEAR(n, 1000, 150);
  EXPECT_NE(Seeded{6}(Ask{0, 0, 0, 1000}), luck(Ask{0, 0, 0, 1000}));
}

}  // namespace
}  // namespace tidelock
