// The list of games, and what must not change by accident: how many sequences of decisions each
// set-up has, and the signature of a fixed run of the games that are measured. A change of the
// rules changes these numbers:
//   TIDELOCK_UPDATE=1 build/games_test --gtest_filter='Perft*:Signature*'
// prints them anew.
#include "games/games.h"

#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <set>

#include "arena/bench.h"
#include "core/record.h"
#include "core/sha256.h"

namespace tidelock::games {
namespace {

// --- the numbers ---

constexpr std::uint64_t kSignature = 16762579737650393578ULL;
// Games that began under version 1 of the rules of Circadians are played as they always were.
constexpr std::uint64_t kSignatureOfVersion1 = 2522979577345838489ULL;

struct Perft {
  const char* mode;
  int players;
  std::uint64_t seed;
  int after;                            // so many random decisions
  std::array<std::uint64_t, 4> counts;  // of 1, 2, 3 and 4 decisions; 0: too many to count
};

constexpr Perft kPerft[] = {
    {"summer", 1, 1, 0, {12, 50, 1275, 23313}},
    {"summer", 1, 1, 18, {3, 7, 219, 3027}},
    {"summer", 1, 2, 22, {60, 216, 3477, 0}},
    {"summer", 2, 1, 0, {12, 114, 2808, 0}},
    {"summer", 2, 1, 28, {3, 72, 1431, 16113}},
    {"summer", 2, 2, 40, {39, 573, 8855, 0}},
    {"summer", 3, 1, 0, {12, 108, 2592, 0}},
    {"summer", 3, 1, 38, {2, 4, 80, 264}},
    {"summer", 3, 2, 58, {60, 222, 4275, 0}},
    {"summer", 4, 1, 0, {12, 108, 2592, 0}},
    {"summer", 4, 1, 48, {18, 225, 1965, 16779}},
    {"summer", 4, 2, 76, {4, 216, 2672, 0}},
    {"winter", 1, 1, 0, {12, 50, 1275, 23313}},
    {"winter", 1, 1, 18, {3, 7, 219, 601}},
    {"winter", 1, 2, 22, {1, 30, 324, 2454}},
    {"winter", 2, 1, 0, {12, 114, 2808, 0}},
    {"winter", 2, 1, 28, {30, 120, 1071, 18441}},
    {"winter", 2, 2, 40, {3, 117, 1178, 8375}},
    {"winter", 3, 1, 0, {12, 108, 2592, 0}},
    {"winter", 3, 1, 38, {3, 99, 846, 13347}},
    {"winter", 3, 2, 58, {2, 4, 144, 2020}},
    {"winter", 4, 1, 0, {12, 108, 2592, 0}},
    {"winter", 4, 1, 48, {4, 216, 460, 4784}},
    {"winter", 4, 2, 76, {63, 281, 1918, 16210}},
    {"improvements", 1, 1, 0, {4, 8, 96, 400}},
    {"improvements", 1, 1, 18, {3, 60, 519, 2330}},
    {"improvements", 1, 2, 22, {39, 109, 2221, 0}},
    {"improvements", 2, 1, 0, {4, 12, 16, 16}},
    {"improvements", 2, 1, 28, {4, 13, 34, 408}},
    {"improvements", 2, 2, 40, {3, 8, 384, 1104}},
    {"improvements", 3, 1, 0, {6, 30, 120, 216}},
    {"improvements", 3, 1, 38, {27, 171, 1324, 12054}},
    {"improvements", 3, 2, 58, {2, 108, 336, 3230}},
    {"improvements", 4, 1, 0, {8, 56, 336, 1680}},
    {"improvements", 4, 1, 48, {27, 558, 6944, 0}},
    {"improvements", 4, 2, 76, {2, 84, 584, 4300}},
    {"specialists", 1, 1, 0, {3, 6, 18, 36}},
    {"specialists", 1, 1, 14, {6, 96, 528, 2103}},
    {"specialists", 1, 2, 24, {8, 29, 481, 2791}},
    {"specialists", 2, 1, 0, {3, 6, 18, 36}},
    {"specialists", 2, 1, 14, {5, 45, 185, 3330}},
    {"specialists", 2, 2, 40, {8, 21, 94, 645}},
    {"specialists", 3, 1, 0, {3, 6, 18, 36}},
    {"specialists", 3, 1, 14, {2, 4, 36, 292}},
    {"specialists", 3, 2, 40, {9, 73, 529, 3393}},
    {"specialists", 4, 1, 0, {3, 6, 18, 36}},
    {"specialists", 4, 1, 14, {3, 9, 18, 36}},
    {"specialists", 4, 2, 40, {9, 23, 174, 1187}},
    {"base", 1, 1, 0, {3, 9, 18, 30}},
    {"base", 1, 1, 14, {2, 11, 77, 513}},
    {"base", 1, 2, 24, {9, 73, 1017, 5449}},
    {"base", 2, 1, 0, {3, 9, 36, 144}},
    {"base", 2, 1, 14, {5, 62, 312, 1772}},
    {"base", 2, 2, 40, {1, 9, 73, 269}},
    {"base", 3, 1, 0, {3, 9, 27, 108}},
    {"base", 3, 1, 14, {5, 45, 185, 1345}},
    {"base", 3, 2, 40, {9, 73, 657, 5913}},
    {"base", 4, 1, 0, {3, 9, 27, 81}},
    {"base", 4, 1, 14, {2, 4, 36, 292}},
    {"base", 4, 2, 40, {6, 13, 89, 410}},
};

// --- what they are compared with ---

constexpr std::uint64_t kMostBefore = 2000;  // a level deeper is not counted after more

bool update() { return std::getenv("TIDELOCK_UPDATE") != nullptr; }

Result<std::shared_ptr<const AnyGame>> make(const Json& pack, const Json& options) {
  return ListedGames().make("solenia", pack, options);
}

// Counts through the interface of tables, by the moves' names: what is written is read as what it
// was, at every node.
class Walk {
 public:
  Walk(const AnyGame& game, const Perft& from) : game_(game), luck_{from.seed} {
    Rng rng(from.seed);
    start_ = game_.start();
    resolve_chance(start_);
    for (int i = 0; i < from.after; ++i) {
      EXPECT_EQ(game_.at(start_), At::kDecision) << "the game is over after " << i;
      const Seat seat = first_seat(game_.to_act(start_));
      const auto moves = game_.legal(start_, seat);
      game_.apply(start_, seat, moves[rng.below(static_cast<std::uint32_t>(moves.size()))],
                  kNoListener);
      resolve_chance(start_);
    }
  }

  std::uint64_t count(int depth) { return count(start_, depth); }

 private:
  void resolve_chance(AnyState& state) const {
    while (game_.at(state) == At::kChance) {
      const Ask ask = game_.ask(state);
      const std::uint32_t outcome = luck_(ask);
      EXPECT_LT(outcome, ask.n);
      // Be it another copy of the same card.
      const auto read = game_.read_outcome(state, game_.write_outcome(state, outcome));
      ASSERT_TRUE(read.ok());
      game_.resolve(state, read.value(), kNoListener);
    }
  }

  std::uint64_t count(const AnyState& state, int depth) {
    if (depth == 0 || game_.at(state) == At::kOver) return 1;
    const Seat seat = first_seat(game_.to_act(state));
    for (Seat other = 0; other < game_.seats(); ++other) {
      EXPECT_EQ(game_.legal(state, other).empty(), (game_.to_act(state) & seat_bit(other)) == 0);
    }
    std::set<std::string> names;
    std::uint64_t sum = 0;
    for (const AnyMove move : game_.legal(state, seat)) {
      const std::string name = game_.write(state, seat, move);
      EXPECT_TRUE(names.insert(name).second) << name << " means two moves";
      const auto read = game_.read(state, seat, name);
      if (!read.ok() || read.value() != move) {
        ADD_FAILURE() << name << " is not read as what was written";
        return 0;
      }
      if (depth == 1) {
        ++sum;
        continue;
      }
      AnyState next = state;
      game_.apply(next, seat, read.value(), kNoListener);
      resolve_chance(next);
      sum += count(next, depth - 1);
    }
    return sum;
  }

  const AnyGame& game_;
  const Seeded luck_;
  AnyState start_;
};

class PerftCounts : public ::testing::TestWithParam<Perft> {};

// A mode of Solenia; or Circadians, with the Specialists or without.
std::shared_ptr<const AnyGame> game_of(const Perft& kept) {
  const std::string mode = kept.mode;
  if (mode == "specialists" || mode == "base") {
    return ListedGames()
        .make("circadians", measured_pack("circadians"),
              {{"expansion", mode == "base" ? "off" : "on"}, {"players", kept.players}})
        .value();
  }
  return make(measured_pack("solenia"), {{"mode", mode}, {"players", kept.players}}).value();
}

INSTANTIATE_TEST_SUITE_P(Perft, PerftCounts, ::testing::ValuesIn(kPerft), [](const auto& tested) {
  return std::string(tested.param.mode) + std::to_string(tested.param.players) + "_seed" +
         std::to_string(tested.param.seed) + "_after" + std::to_string(tested.param.after);
});

TEST_P(PerftCounts, AreAsKept) {
  const Perft& kept = GetParam();
  const auto game = game_of(kept);
  const auto ai = ai_of(game);
  Walk walk(*game, kept);
  std::array<std::uint64_t, 4> now{};
  for (std::size_t i = 0; i < now.size() && (i == 0 || now[i - 1] < kMostBefore); ++i) {
    const int depth = static_cast<int>(i) + 1;
    now[i] = walk.count(depth);
    // The count that search and benchmark make knows no names.
    if (kept.after == 0) {
      EXPECT_EQ(ai->perft(kept.seed, depth), now[i]) << depth << " deep";
    }
  }
  if (update()) {
    std::printf("    {\"%s\", %d, %llu, %d, {%llu, %llu, %llu, %llu}},\n", kept.mode, kept.players,
                static_cast<unsigned long long>(kept.seed), kept.after,
                static_cast<unsigned long long>(now[0]), static_cast<unsigned long long>(now[1]),
                static_cast<unsigned long long>(now[2]), static_cast<unsigned long long>(now[3]));
    return;
  }
  EXPECT_EQ(now, kept.counts);
}

// From one compiler and one machine to the next: the same play.
std::uint64_t signature(int rules) {
  std::vector<arena::BenchCase> cases;
  for (const Entry& entry : all()) {
    for (const Json& options : entry.bench_options) {
      const auto game =
          ListedGames().make(entry.facts->id, entry.measured_pack(), options, rules).value();
      cases.push_back({"", game, ai_of(game)});
    }
  }
  return arena::signature(cases);
}

TEST(Signature, IsAsKept) {
  const std::uint64_t now = signature(kNewestRules);
  if (update()) {
    std::printf("constexpr std::uint64_t kSignature = %lluULL;\n",
                static_cast<unsigned long long>(now));
    return;
  }
  EXPECT_EQ(now, kSignature) << "the rules, the luck or a bot changed: see the head of this file";
}

TEST(Signature, OfVersion1IsAsEver) { EXPECT_EQ(signature(1), kSignatureOfVersion1); }

// --- the list ---

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
