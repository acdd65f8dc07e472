// The list of games.
#include "games/games.h"

#include <gtest/gtest.h>
#include <set>

#include "arena/bench.h"
#include "core/record.h"
#include "core/sha256.h"

namespace tidelock::games {
namespace {

Result<std::shared_ptr<const AnyGame>> make(const Json& pack, const Json& options) {
  return ListedGames().make("solenia", pack, options);
}

// What `tidelock bench` prints goes through the measured games in their order, so it is another
// number with a game more. After these it is what it always was: people compare it.
constexpr std::string_view kLast = "circadians";
constexpr std::uint64_t kSignature = 16762579737650393578ULL;

TEST(Signature, OfTheBenchmarkIsAsEver) {
  std::vector<arena::BenchCase> cases;
  for (const Entry& entry : all()) {
    for (const Json& options : entry.bench_options) {
      const auto game = ListedGames().make(entry.facts->id, entry.measured_pack(), options).value();
      cases.push_back({"", game, ai_of(game)});
    }
    if (entry.facts->id == kLast) break;
  }
  EXPECT_EQ(arena::signature(cases), kSignature) << "tests/kept has what changed, game by game";
}

TEST(Games, EveryGameHasWhatDoorsNeed) {
  std::set<std::string_view> names;
  for (const Entry& entry : all()) {
    EXPECT_TRUE(names.insert(entry.facts->id).second);
    EXPECT_EQ(find(entry.facts->id), &entry);
    EXPECT_FALSE(entry.packs.empty());
    EXPECT_FALSE(entry.training_options.empty());
    for (const OptionFacts& option : entry.facts->options) {
      EXPECT_FALSE(option.name.empty() || option.values.empty() || option.fallback.empty());
    }
    EXPECT_LE(entry.facts->events.size(), ai::kMaxEventKinds);
    EXPECT_LE(entry.facts->categories.size(), static_cast<std::size_t>(kMaxCategories));
    EXPECT_LE(entry.facts->max_seats, kMaxSeats);
  }
  EXPECT_EQ(find("chess"), nullptr);
  EXPECT_EQ(find(""), nullptr);
}

TEST(Games, EveryShippedPackCompiles) {
  for (const Entry& entry : all()) {
    for (const Shipped& pack : entry.packs) {
      const auto game = ListedGames().make(entry.facts->id, Json(pack.id), {});
      ASSERT_TRUE(game.ok()) << pack.id << ": " << game.error().sentence();
      EXPECT_EQ(game.value()->pack().id, pack.id);
      EXPECT_TRUE(game.value()->pack().shipped);
      EXPECT_EQ(game.value()->pack().hash.size(), 64U);
    }
    // The first is the default, and every option has a value without being named.
    const auto usual = ListedGames().make(entry.facts->id, {}, {});
    ASSERT_TRUE(usual.ok());
    EXPECT_EQ(usual.value()->pack().id, entry.packs.front().id);
    const Json options = usual.value()->options();
    for (const OptionFacts& option : entry.facts->options) {
      ASSERT_TRUE(options.contains(option.name)) << option.name;
      const Json& value = options[std::string(option.name)];
      EXPECT_EQ(value.is_string() ? value.get<std::string>() : dump_json(value), option.fallback);
    }
    // The options in full make the same game.
    EXPECT_EQ(ListedGames().make(entry.facts->id, {}, options).value()->options(), options);
  }
}

TEST(Games, TheNewestPackIsTheDefaultAndTheOldestIsMeasured) {
  for (const char* game : {"solenia", "circadians"}) {
    EXPECT_EQ(find(game)->packs.front().id, "reconstruction-2");
    EXPECT_EQ(find(game)->measured_pack(), "reconstruction-1");
  }
}

TEST(Games, EveryBenchCaseIsAnotherGameThatPlays) {
  for (const Entry& entry : all()) {
    std::set<std::string> seen;
    for (const Json& options : entry.bench_options) {
      const auto game = ListedGames().make(entry.facts->id, entry.measured_pack(), options);
      ASSERT_TRUE(game.ok()) << game.error().sentence();
      EXPECT_TRUE(seen.insert(dump_json(game.value()->options())).second);
      std::uint64_t checksum = 0;
      EXPECT_GT(ai_of(game.value())->play_random(1, 0, 3, &checksum), 0U);
    }
  }
}

TEST(Games, APackOfOnesOwnIsCarried) {
  Json pack = make(measured_pack("solenia"), {}).value()->pack().content;
  const auto same = make(pack, {});
  ASSERT_TRUE(same.ok());
  EXPECT_TRUE(same.value()->pack().shipped) << "a shipped pack given in full is still that pack";

  pack["id"] = "my-own";
  pack["tiles"]["day"][0]["stars"] = 9;
  const auto own = make(pack, {});
  ASSERT_TRUE(own.ok()) << own.error().sentence();
  EXPECT_FALSE(own.value()->pack().shipped);
  EXPECT_EQ(own.value()->pack().id, "my-own");
  EXPECT_EQ(own.value()->pack().content, pack);
  EXPECT_EQ(own.value()->pack().hash, sha256_hex(dump_json(pack)));
  EXPECT_NE(own.value()->pack().hash, same.value()->pack().hash);

  pack["id"] = "reconstruction-1";  // the name alone does not make it the shipped one
  EXPECT_FALSE(make(pack, {}).value()->pack().shipped);
}

TEST(Games, WrongNamesAreRefusedWithWhatWasExpected) {
  const auto expect = [](const Result<std::shared_ptr<const AnyGame>>& made, const char* code,
                         const char* where, const char* says) {
    ASSERT_FALSE(made.ok()) << code;
    EXPECT_EQ(made.error().code, code);
    EXPECT_EQ(made.error().where, where);
    EXPECT_NE(made.error().message.find(says), std::string::npos) << made.error().sentence();
  };
  for (const char* name : {"", "chess", "Solenia", "solenia "})
    expect(ListedGames().make(name, {}, {}), "unknown-game", "game", "solenia");
  for (const Json& pack : {Json("reconstruction-9"), Json(""), Json(1), Json(true), Json::array()})
    expect(make(pack, {}), "unknown-pack", "pack", "reconstruction-1");
  expect(make(Json::object(), {}), "bad-pack", "format", "expected a value");
  expect(make({{"format", "pack"}}, {}), "bad-pack", "format", "component-pack/1");
  expect(make({}, {{"players", 5}}), "bad-options", "options.players", "1 to 4");
  expect(make({}, {{"players", "two"}}), "bad-options", "options.players", "1 to 4");
  expect(make({}, {{"mode", "autumn"}}), "bad-options", "options.mode", "'winter'");
  expect(make({}, {{"start", 1}}), "bad-options", "options.start", "'dusk'");
  expect(make({}, {{"first", 3}}), "bad-options", "options.first", "1 to 2");
  expect(make({}, {{"first", "last"}}), "bad-options", "options.first", "random");
  expect(make({}, {{"colour", "red"}}), "bad-options", "options", "players");
  expect(make({}, Json::array()), "bad-options", "options", "an object");
  expect(make({}, "summer"), "bad-options", "options", "an object");
}

// A record says by which version of the rules it is played, and is read by that version.
TEST(Games, GamesGoOnUnderTheRulesTheyBeganWith) {
  for (const Entry& entry : all()) {
    const GameFacts& facts = *entry.facts;
    EXPECT_EQ(ListedGames().make(facts.id, {}, {}).value()->rules(), facts.rules_version);
    for (int rules = facts.oldest_rules; rules <= facts.rules_version; ++rules) {
      Record record;
      record.game = ListedGames().make(facts.id, {}, {}, rules).value();
      EXPECT_EQ(record.game->rules(), rules);
      const Json json = write_record(record, false);
      EXPECT_EQ(json["rules"], rules);
      const auto again = read_record(json, ListedGames());
      ASSERT_TRUE(again.ok()) << again.error().sentence();
      EXPECT_EQ(again.value().game->rules(), rules);
    }
    for (const int rules : {facts.oldest_rules - 1, facts.rules_version + 1}) {
      if (rules == kNewestRules) continue;
      const auto refused = ListedGames().make(facts.id, {}, {}, rules);
      ASSERT_FALSE(refused.ok());
      EXPECT_EQ(refused.error().code, "unknown-rules");
      EXPECT_EQ(refused.error().where, "rules");
    }
  }
}

// What is wrong in a pack that a record carries is named by its place in the record.
TEST(Games, ARecordsOwnPackIsRefusedWithItsPlace) {
  Record record;
  record.game = make(measured_pack("solenia"), {}).value();
  Json json = write_record(record, false);
  json["pack"]["content"] = record.game->pack().content;
  json["pack"]["content"]["tiles"]["night"][7]["cost"] = "WX";
  const auto read = read_record(json, ListedGames());
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, "bad-record");
  EXPECT_EQ(read.error().where, "pack.content.tiles.night[7].cost");
}

// Every game has a name, and words for its options, scores and events, in every language.
TEST(Words, EveryGameHasItsWords) {
  for (const Lang lang : kLangs) {
    EXPECT_EQ(words(lang).lang(), lang);
    for (const Entry& entry : all()) {
      const auto expect = [&](const std::string& part, std::string_view name) {
        const std::string key = std::string(entry.facts->id) + part + std::string(name);
        EXPECT_TRUE(words(lang).has(key)) << lang_code(lang) << " " << key;
      };
      expect(".", "name");
      for (const OptionFacts& option : entry.facts->options) expect(".option.", option.name);
      for (const auto category : entry.facts->categories) expect(".score.", category);
      for (const auto event : entry.facts->events) expect(".event.", event);
    }
  }
}

}  // namespace
}  // namespace tidelock::games
