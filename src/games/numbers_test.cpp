// What must not change by accident: what a fixed run of each game ends in, how many sequences of
// decisions there are, and what the number of each action means. tests/kept/NAME.json holds it, for
// every version of the game's rules; a change of the rules changes these numbers:
//   TIDELOCK_UPDATE=1 build/games_test --gtest_filter='Numbers*' && git diff tests/kept
// writes them anew. What perft counts from is chosen there by hand; a new file begins as {}.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

#include "ai/testing.h"
#include "arena/bench.h"
#include "core/sha256.h"
#include "games/every_game.h"
#include "games/games.h"

namespace tidelock::games {
namespace {

bool update() { return std::getenv("TIDELOCK_UPDATE") != nullptr; }

std::string kept_file(std::string_view game) {
  return TIDELOCK_SOURCE_DIR "/tests/kept/" + std::string(game) + ".json";
}

// Empty where a game keeps nothing.
Json kept_of(std::string_view game) {
  std::stringstream text;
  text << std::ifstream(kept_file(game)).rdbuf();
  if (text.str().empty()) return Json::object();
  auto json = parse_json(text.str());
  EXPECT_TRUE(json.ok()) << kept_file(game) << ": " << json.error().sentence();
  return json ? std::move(json).value() : Json::object();
}

// --- perft ---

constexpr std::uint64_t kMostBefore = 2000;  // a level deeper is not counted after more
constexpr int kDeepest = 4;

// A place to count from: {"options", "seed", "after", "counts"}, after so many random decisions.
struct Perft {
  const Entry* entry;
  Json place;

  [[nodiscard]] std::uint64_t seed() const { return place["seed"].get<std::uint64_t>(); }
  [[nodiscard]] int after() const { return place["after"].get<int>(); }
  [[nodiscard]] std::string name() const {
    std::string out(entry->facts->id);
    for (const Json& value : place["options"])
      out += "_" + (value.is_string() ? value.get<std::string>() : dump_json(value));
    std::erase_if(out, [](char c) { return c != '_' && std::isalnum(c) == 0; });
    return out + "_seed" + std::to_string(seed()) + "_after" + std::to_string(after());
  }
  friend void PrintTo(const Perft& perft, std::ostream* out) { *out << perft.name(); }
};

std::vector<Perft> kept_perft() {
  std::vector<Perft> out;
  for (const Entry& entry : all()) {
    for (const Json& place : kept_of(entry.facts->id).value("perft", Json::array()))
      out.push_back({&entry, place});
  }
  return out;
}

// Counts through the interface of tables, by the moves' names: what is written is read as what it
// was, at every node.
class Walk {
 public:
  Walk(const AnyGame& game, std::uint64_t seed, int after) : game_(game), luck_{seed} {
    Rng rng(seed);
    start_ = game_.start();
    resolve_chance(start_);
    for (int i = 0; i < after; ++i) {
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

// Sequences of 1, 2, 3 and 4 decisions from a place; fewer where there are too many to count.
std::vector<std::uint64_t> counts_from(const Perft& perft) {
  const auto game =
      ListedGames()
          .make(perft.entry->facts->id, perft.entry->measured_pack(), perft.place["options"])
          .value();
  const auto ai = ai_of(game);
  Walk walk(*game, perft.seed(), perft.after());
  std::vector<std::uint64_t> out;
  while (out.size() < kDeepest && (out.empty() || out.back() < kMostBefore)) {
    const int depth = static_cast<int>(out.size()) + 1;
    out.push_back(walk.count(depth));
    // The count that search and benchmark make knows no names.
    if (perft.after() == 0) {
      EXPECT_EQ(ai->perft(perft.seed(), depth), out.back()) << depth << " deep";
    }
  }
  return out;
}

class PerftCounts : public ::testing::TestWithParam<Perft> {};
INSTANTIATE_TEST_SUITE_P(Perft, PerftCounts, ::testing::ValuesIn(kept_perft()),
                         [](const auto& tested) { return tested.param.name(); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PerftCounts);

TEST_P(PerftCounts, AreAsKept) {
  if (update()) GTEST_SKIP();
  EXPECT_EQ(Json(counts_from(GetParam())), GetParam().place["counts"]);
}

// --- signature and actions of each game ---

// From one compiler and one machine to the next: the same play.
std::uint64_t signature_of(const Entry& entry, int rules) {
  std::vector<arena::BenchCase> cases;
  for (const Json& options : entry.bench_options) {
    const auto game =
        ListedGames().make(entry.facts->id, entry.measured_pack(), options, rules).value();
    cases.push_back({"", game, ai_of(game)});
  }
  return arena::signature(cases);
}

// Networks and statistics know moves by their numbers. `table`: the move of each number, in the
// bits of a move; `written`: what those that random games meet mean, as records write it.
template <class G>
Json actions_of(const Entry& entry, int rules) {
  constexpr int kGames = 8;
  std::string table;
  std::set<std::string> meanings;
  std::set<std::uint32_t> met;
  for (const Json& options :
       entry.bench_options.empty() ? entry.training_options : entry.bench_options) {
    const auto game =
        ListedGames().make(entry.facts->id, entry.measured_pack(), options, rules).value();
    const G& g = ai::rules_of<G>(game);
    const auto start = g.start();
    for (std::uint32_t action = 0; action < G::kActions; ++action)
      table += std::to_string(g.move_of(start, action).bits) + "\n";
    for (std::uint64_t i = 0; i < kGames; ++i) {
      ai::walk(g, nth_seed(5, i), [&](const typename G::State& s) {
        const Seat seat = first_seat(g.to_act(s));
        typename G::List list;
        g.legal(s, seat, list);
        for (const auto move : list) {
          const std::uint32_t action = g.action_of(move);
          met.insert(action);
          meanings.insert(std::to_string(action) + " " + g.write(s, seat, move) + "\n");
        }
      });
    }
  }
  std::string text;
  for (const std::string& one : meanings) text += one;
  return {{"count", std::uint32_t{G::kActions}},
          {"table", sha256_hex(table)},
          {"met", met.size()},
          {"written", sha256_hex(text)}};
}

template <class G>
class Numbers : public ::testing::Test {
 protected:
  // The entry's rules, and the numbers of each version as the file has them: by its name.
  static const Entry& entry() { return *find(G::facts().id); }
  static Json signatures() {
    Json out = Json::object();
    if (entry().bench_options.empty()) return out;
    // As text: JavaScript, which reads them too, has no numbers of 64 bits.
    each_version([&](int rules) {
      out[std::to_string(rules)] = std::to_string(signature_of(entry(), rules));
    });
    return out;
  }
  static Json actions() {
    Json out = Json::object();
    each_version([&](int rules) { out[std::to_string(rules)] = actions_of<G>(entry(), rules); });
    return out;
  }

 private:
  template <class F>
  static void each_version(const F& f) {
    for (int rules = G::facts().oldest_rules; rules <= G::facts().rules_version; ++rules) f(rules);
  }
};
TYPED_TEST_SUITE(Numbers, EveryGame, NameOfGame);

TYPED_TEST(Numbers, SignatureIsAsKept) {
  if (update() || this->entry().bench_options.empty()) GTEST_SKIP();
  EXPECT_EQ(this->signatures(), kept_of(TypeParam::facts().id).value("signature", Json()))
      << "the rules, the luck or a bot changed: see the head of this file";
}

TYPED_TEST(Numbers, ActionsAreAsKept) {
  const Json kept = kept_of(TypeParam::facts().id);
  if (update() || kept.empty()) GTEST_SKIP();
  EXPECT_EQ(this->actions(), kept.value("actions", Json()))
      << "a trained network no longer fits: within a version of the rules the numbers stay";
}

TYPED_TEST(Numbers, AreWrittenAnew) {
  const std::string_view id = TypeParam::facts().id;
  const Json kept = kept_of(id);
  if (!update() || !std::filesystem::exists(kept_file(id))) GTEST_SKIP();
  std::string text = "{\n \"signature\": " + dump_json(this->signatures()) + ",\n \"actions\": {";
  const Json actions = this->actions();
  for (auto it = actions.begin(); it != actions.end(); ++it)
    text += std::string(it == actions.begin() ? "\n" : ",\n") + "  \"" + it.key() +
            "\": " + dump_json(*it);
  text += "\n },\n \"perft\": [";
  bool first = true;
  for (Json place : kept.value("perft", Json::array())) {
    place["counts"] = counts_from({&this->entry(), place});
    text += std::string(first ? "\n" : ",\n") + "  " + dump_json(place);
    first = false;
  }
  std::ofstream(kept_file(id)) << text << "\n ]\n}\n";
}

}  // namespace
}  // namespace tidelock::games
