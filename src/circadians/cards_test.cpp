// The hand-written texts of cards: every effect of the shipped packs has one, and none is there for
// nothing; what a pack changes is said.
#include <functional>
#include <map>
#include <set>

#include "circadians/shapes.h"
#include "circadians/testing.h"
#include "circadians/testing_words.h"

namespace tidelock::circadians {
namespace {

constexpr std::array<const char*, 4> kCodes = {"en", "pl", "de", "zh-Hant"};
constexpr std::string_view kRoom = "circadians.card.";

Json pack_of(int n) {
  const std::ifstream file(TIDELOCK_SOURCE_DIR "/data/circadians/reconstruction-" +
                           std::to_string(n) + ".json");
  std::stringstream text;
  text << file.rdbuf();
  return parse_json(text.str()).value();
}

// What each piece says, by its list and id.
using Said = std::map<std::string, std::string>;
Said said_of(const Circadians& game, const Teller& teller) {
  Said out;
  for (const PieceWords& one : game.pieces(teller)) out[one.piece] = one.words;
  return out;
}
Said said_of(const Json& pack, const Teller& teller) {
  const Result<Circadians> game = Circadians::compile(pack, Json::object());
  if (!game) ADD_FAILURE() << game.error().sentence();
  return game ? said_of(game.value(), teller) : Said();
}

// The shapes of everything printed, with the piece that has it.
std::map<std::string, std::string> shapes_of(const Circadians& game) {
  std::map<std::string, std::string> out;
  const State s = game.start();
  const Teller teller = teller_of();
  const Phrases words(game, s, teller);
  const Components& c = game.components();
  const auto add = [&](const Shape& shape, const Named& piece) {
    if (!shape.key.empty()) out[shape.key] = game.id(piece);
  };
  const auto rules = [&](const auto& pieces, const char* of) {
    for (const auto& piece : pieces) {
      for (const Rule& rule : c.of(piece.rules)) add(shape_of(words, rule, of), piece);
    }
  };
  rules(c.leaders, "");
  rules(c.contracts, "");
  rules(c.events, "");
  rules(c.ships, "ship");
  rules(c.farms, "");
  rules(c.printed_farms, "");
  for (const RuleRange& range : c.specialist_rules) {
    for (const Rule& rule : c.of(range)) add(shape_of(words, rule), c.hq_text);
  }
  for (const Leader& leader : c.leaders) {
    for (const Range& part : leader.board) add(shape_of(words, "board", part), leader);
    if (leader.own_outpost_board) add(shape_of(words, "leader-outpost", c.sender_gain[1]), leader);
    if (leader.adds_breakthroughs) add(shape_of_added(words), leader);
  }
  const auto effects = [&](Range range, const Named& piece) {
    add(shape_of(words, "do", range), piece);
  };
  for (const OutpostToken& token : c.tokens) effects(token.effects, token);
  for (std::size_t f = 0; f < kFactions; ++f) {
    for (std::size_t side = 0; side < 2; ++side)
      effects(c.abilities[f][side], c.ability_texts[f][side]);
  }
  for (const Incident& one : c.breakthroughs) effects(one.effects, one);
  for (const Incident& one : c.setbacks) {
    effects(one.effects, one);
    effects(one.solo, one);
  }
  return out;
}

TEST(Cards, EveryEffectHasATextAndEveryTextAnEffect) {
  std::set<std::string> used = {std::string(kRoom) + "none", std::string(kRoom) + "last"};
  for (const int n : {1, 2}) {
    const Result<Circadians> game = Circadians::compile(pack_of(n), Json::object());
    ASSERT_TRUE(game.ok()) << game.error().sentence();
    for (const auto& [key, piece] : shapes_of(game.value())) {
      used.insert(std::string(kRoom) + key);
      for (const char* code : kCodes)
        EXPECT_TRUE(words_of(code).has(std::string(kRoom) + key))
            << code << " " << key << ": " << piece;
    }
  }
  for (const char* code : kCodes) {
    for (const std::string& key : words_of(code).keys())
      EXPECT_TRUE(!key.starts_with(kRoom) || used.contains(key)) << code << " " << key;
  }
}

TEST(Cards, AreWholeSentences) {
  for (const char* code : kCodes) {
    const std::string stop = std::string_view(code) == "zh-Hant" ? "。" : ".";
    for (const int n : {1, 2}) {
      for (const auto& [piece, words] : said_of(pack_of(n), teller_of(code))) {
        if (piece.starts_with("stations.")) continue;
        EXPECT_TRUE(all_said(words)) << piece << ": " << words;
        EXPECT_TRUE(words.ends_with(stop)) << piece << ": " << words;
        EXPECT_FALSE(words[0] >= 'a' && words[0] <= 'z') << piece << ": " << words;
      }
    }
  }
}

// --- what a pack changes ---

constexpr std::array<const char*, 10> kLists = {
    "leaders",  "contracts", "ships",         "farms",    "events",
    "factions", "outposts",  "breakthroughs", "setbacks", "research_base"};

// Every value inside the effects of an entry.
void each_value(Json& in, const std::function<void(Json&)>& see) {
  see(in);
  if (!in.is_structured()) return;
  for (auto& inner : in) each_value(inner, see);
}
void each_effect_value(Json& entry, const std::function<void(Json&)>& see) {
  for (const char* part : {"rules", "do", "solo_do", "board"}) {
    if (entry.contains(part)) each_value(entry[part], see);
  }
}

struct Changes {
  int made = 0;
  std::vector<std::string> silent;  // pieces that say the same as before
};

// Changes each value in its turn, where that makes a pack, and looks whether the piece says so.
Changes changed(const std::function<bool(Json&)>& change) {
  Json pack = pack_of(2);
  const Teller teller = teller_of();
  const Said before = said_of(pack, teller);
  Changes out;
  for (const char* list : kLists) {
    const std::string name = list == std::string("research_base") ? "research_base.farms" : list;
    Json& entries = name == list ? pack[list] : pack[list]["farms"];
    for (Json& entry : entries) {
      const std::string piece = name + "." + entry["id"].get<std::string>();
      each_effect_value(entry, [&](Json& value) {
        const Json old = value;
        if (!change(value)) return;
        const Result<Circadians> game = Circadians::compile(pack, Json::object());
        if (game) {
          const Said after = said_of(game.value(), teller);
          const auto alone = [&](const Said& said, const std::string& which) {
            const auto found = said.find(which);
            return found == said.end() ? std::string() : found->second;
          };
          ++out.made;
          if (alone(before, piece) == alone(after, piece) &&
              alone(before, piece + ".solo_do") == alone(after, piece + ".solo_do"))
            out.silent.push_back(piece + " " + old.dump() + " to " + value.dump());
        }
        value = old;
      });
    }
  }
  return out;
}

TEST(Cards, EveryNumberIsSaid) {
  const Changes out = changed([](Json& value) {
    if (!value.is_number_integer()) return false;
    const int n = value.get<int>();
    value = n < 0 ? n - 1 : n == 6 ? 5 : n + 1;  // the last value of a die has none after it
    return true;
  });
  EXPECT_GT(out.made, 150);
  EXPECT_EQ(out.silent, std::vector<std::string>());
}

TEST(Cards, EveryResourceIsSaid) {
  const Changes out = changed([](Json& value) {
    if (!value.is_object()) return false;
    for (const std::string_view from : kResourceIds) {
      for (const std::string_view to : kResourceIds) {
        if (!value.contains(from) || value.contains(to)) continue;
        value[std::string(to)] = value[std::string(from)];
        value.erase(std::string(from));
        return true;
      }
    }
    return false;
  });
  EXPECT_GT(out.made, 80);
  EXPECT_EQ(out.silent, std::vector<std::string>());
}

// Another shape is said too, put together from the catalogue, as a sentence.
TEST(Cards, WhatHasNoTextIsPutTogether) {
  Json pack = pack_of(2);
  Json& rule = pack["contracts"][0]["rules"][0];
  rule["do"].push_back({{"lose", {{"algae", 1}}}});
  const std::map<std::string, std::string> expected = {
      {"en", "When you send a piece (Mining Camp): gain 3 water, lose 1 algae."},
      {"pl",
       "Gdy wysyłasz Kość (cel: Obóz Górniczy): zyskaj 3 jednostki Wody, strać 1 jednostkę Alg."},
      {"de",
       "Wenn du eine Figur entsendest (Ziel: Bergbaulager): 3 Wasser erhalten, 1 Alge verlieren."},
      {"zh-Hant", "派遣至採礦營地時：獲得 3 水、失去 1 藻類。"}};
  for (const auto& [code, words] : expected)
    EXPECT_EQ(said_of(pack, teller_of(code.c_str()))["contracts.B1"], words);
  rule["do"].erase(1);
  rule["may"] = true;
  EXPECT_EQ(said_of(pack, teller_of())["contracts.B1"],
            "When you send a piece (Mining Camp): you may: gain 3 water.");
}

TEST(Cards, CountAsTheLanguageDoes) {
  Json pack = pack_of(2);
  const auto said = [&](const char* code, const char* what, int n) {
    pack["contracts"][0]["rules"][0]["do"][0] = {{"gain", {{what, n}}}};
    return said_of(pack, teller_of(code))["contracts.B1"];
  };
  EXPECT_EQ(said("en", "gem", 1), "Mining Camp: gain 1 gem each time you send here.");
  EXPECT_EQ(said("en", "gem", 22), "Mining Camp: gain 22 gems each time you send here.");
  EXPECT_EQ(said("pl", "gem", 1), "Obóz Górniczy: zyskujesz 1 Klejnot, gdy wysyłasz tu Kość.");
  EXPECT_EQ(said("pl", "gem", 2), "Obóz Górniczy: zyskujesz 2 Klejnoty, gdy wysyłasz tu Kość.");
  EXPECT_EQ(said("pl", "gem", 5), "Obóz Górniczy: zyskujesz 5 Klejnotów, gdy wysyłasz tu Kość.");
  EXPECT_EQ(said("pl", "water", 22),
            "Obóz Górniczy: zyskujesz 22 jednostki Wody, gdy wysyłasz tu Kość.");
  EXPECT_EQ(said("pl", "specialist", 1),
            "Obóz Górniczy: zyskujesz 1 Specjalistę, gdy wysyłasz tu Kość.");
  EXPECT_EQ(said("de", "specialist", 1),
            "Bergbaulager: Immer wenn du hierher entsendest, erhältst du 1 Spezialisten.");
  EXPECT_EQ(said("zh-Hant", "gem", 5), "採礦營地：每次派遣到此時，獲得 5 顆寶石。");
}

}  // namespace
}  // namespace tidelock::circadians
