// Bots on every mode of Solenia: strong enough, never peeking, and the same whenever they know the
// same.
#include "ai/bot.h"

#include <gtest/gtest.h>
#include <set>

#include "ai/ai_of.h"
#include "ai/testing.h"
#include "circadians/game.h"
#include "core/testing/slow.h"
#include "games/games.h"
#include "lanterns/testing.h"
#include "solenia/game.h"

namespace tidelock::ai {
namespace {

using solenia::Solenia;

std::shared_ptr<const AnyGame> solenia_game(const std::string& mode, int players) {
  const games::ListedGames source;
  return source
      .make("solenia", games::measured_pack("solenia"), {{"mode", mode}, {"players", players}})
      .value();
}

class Bots : public ::testing::TestWithParam<std::tuple<const char*, int>> {
 protected:
  const std::shared_ptr<const AnyGame> game_ =
      solenia_game(std::get<0>(GetParam()), std::get<1>(GetParam()));
};

INSTANTIATE_TEST_SUITE_P(Solenia, Bots,
                         ::testing::Combine(::testing::Values("summer", "winter", "improvements"),
                                            ::testing::ValuesIn(testing::kSlow
                                                                    ? std::vector{1, 4}
                                                                    : std::vector{1, 2, 3, 4})),
                         [](const auto& tested) {
                           return std::string(std::get<0>(tested.param)) +
                                  std::to_string(std::get<1>(tested.param));
                         });

// With the network that comes with the game, if there is one.
template <class G>
Networks networks_of() {
  const games::Entry* entry = games::find(G::facts().id);
  return entry != nullptr ? entry->networks() : Networks{};
}

// A bot gets its seat's information state. It does the same if it is given the true state by
// mistake, or any other determinization: it does not read what it may not know.
template <class G>
int expect_no_peeking(const G& game, std::uint64_t seed, int every) {
  int different = 0;
  int states = 0;
  Rng rng(seed);
  walk(game, seed, [&](const typename G::State& truth) {
    if (++states % every != 0) return;
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      if ((game.to_act(truth) & seat_bit(seat)) == 0) continue;
      const typename G::State known = game.knows(truth, seat);
      typename G::State twin = known;
      game.resample(twin, seat, rng);
      different += twin == truth ? 0 : 1;
      for (const auto name : kQuickBots) {
        const auto bot = make_bot<G>(name, networks_of<G>()).value();
        const std::uint64_t bot_seed = rng.next();
        const auto move = bot->choose(game, known, seat, bot_seed);
        ASSERT_EQ(bot->choose(game, truth, seat, bot_seed), move) << name;
        ASSERT_EQ(bot->choose(game, twin, seat, bot_seed), move) << name;
        typename G::List list;
        game.legal(truth, seat, list);
        ASSERT_NE(std::find(list.begin(), list.end(), move), list.end()) << name;
      }
    }
  });
  return different;
}

TEST_P(Bots, NeverPeek) {
  const Solenia& rules = rules_of<Solenia>(game_);
  int different = 0;
  for (const std::uint64_t seed : {1, 2, 3}) different += expect_no_peeking(rules, seed, 3);
  EXPECT_EQ(different > 0, rules.seats() > 1);
}

TEST(LanternsBots, NeverPeek) {
  const lanterns::Game game = lanterns::make_game();
  int different = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) different += expect_no_peeking(game, seed, 1);
  EXPECT_GT(different, 0);
}

TEST(CircadiansBots, NeverPeek) {
  int different = 0;
  for (int players = 1; players <= 4; ++players) {
    const auto game =
        games::ListedGames()
            .make("circadians", games::measured_pack("circadians"), {{"players", players}})
            .value();
    const auto& rules = static_cast<const Wrapped<circadians::Circadians>&>(*game).game();
    different += expect_no_peeking(rules, 7, 11);
  }
  EXPECT_GT(different, 0);
}

// The same knowledge and seed give the same move, whatever the bot did before.
TEST_P(Bots, TheSameSeedGivesTheSameMove) {
  const Solenia& rules = rules_of<Solenia>(game_);
  for (const auto name : kQuickBots) {
    const auto used = make_bot<Solenia>(name, networks_of<Solenia>()).value();
    std::uint64_t bot_seed = 40;
    walk(rules, 3, [&](const solenia::State& state) {
      if (++bot_seed % 3 != 0) return;
      const Seat seat = first_seat(rules.to_act(state));
      const solenia::State known = rules.knows(state, seat);
      const auto move = used->choose(rules, known, seat, bot_seed);
      ASSERT_EQ(make_bot<Solenia>(name, networks_of<Solenia>())
                    .value()
                    ->choose(rules, known, seat, bot_seed),
                move);
      ASSERT_EQ(used->choose(rules, known, seat, bot_seed), move);
    });
  }
}

// Behind the interface for tables it is the same bot.
TEST_P(Bots, AreTheSameAtATable) {
  const Solenia& rules = rules_of<Solenia>(game_);
  const auto ai = games::ai_of(game_);
  for (const auto name : kQuickBots) {
    const auto at_table = ai->bot(name).value();
    ASSERT_NE(at_table, nullptr);
    walk(rules, 5, [&](const solenia::State& state) {
      const Seat seat = first_seat(rules.to_act(state));
      const solenia::State known = rules.knows(state, seat);
      ASSERT_EQ(at_table->choose(Wrapped<Solenia>::out(known), seat, 9),
                make_bot<Solenia>(name, networks_of<Solenia>())
                    .value()
                    ->choose(rules, known, seat, 9)
                    .bits);
    });
  }
}

TEST(RandomBot, ChoosesEveryMoveSometimes) {
  const auto game = solenia_game("summer", 2);
  const Solenia& rules = rules_of<Solenia>(game);
  solenia::State state = rules.start();
  resolve_chance(rules, state, Seeded{1});
  const Seat seat = first_seat(rules.to_act(state));
  Solenia::List list;
  rules.legal(state, seat, list);
  std::map<std::uint16_t, int> chosen;
  RandomBot<Solenia> bot;
  const int times = 400 * static_cast<int>(list.size());
  for (int i = 0; i < times; ++i)
    ++chosen[bot.choose(rules, state, seat, static_cast<std::uint64_t>(i)).bits];
  EXPECT_EQ(chosen.size(), list.size());
  for (const auto& [move, n] : chosen) {
    EXPECT_GT(n, 300) << move;
    EXPECT_LT(n, 500) << move;
  }
}

TEST(BotNames, AnUnknownNameIsNoBot) {
  for (const auto name : kBotNames) EXPECT_TRUE(make_bot<lanterns::Game>(name, {}).ok());
  for (const char* name : {"", "Random", "greedy ", "oracle"})
    EXPECT_EQ(make_bot<lanterns::Game>(name, {}).error().code, "unknown-bot");
  EXPECT_FALSE(games::ai_of(solenia_game("summer", 2))->bot("oracle").ok());
}

// Mirrored seats share their luck: each deal is played from both sides.
TEST(GreedyBot, BeatsTheRandomOneClearly) {
  constexpr std::uint64_t kPairs = 30;
  for (const char* mode : {"summer", "winter", "improvements"}) {
    const auto game = solenia_game(mode, 2);
    const auto ai = games::ai_of(game);
    double won = 0;
    for (const Seat greedy : {Seat{0}, Seat{1}}) {
      std::vector<std::string> bots = {"random", "random"};
      bots[static_cast<std::size_t>(greedy)] = "greedy";
      ai->play(bots, 2024, 0, kPairs, [&](const GameOutcome& outcome) {
        const bool shared = outcome.winners == 3;
        won += shared ? 0.5 : outcome.winners == seat_bit(greedy) ? 1 : 0;
      });
    }
    EXPECT_GT(won, 0.9 * 2 * kPairs) << mode;
  }
}

TEST(GreedyBot, ScoresLikeACarefulBeginner) {
  for (const char* mode : {"summer", "winter", "improvements"}) {
    const auto game = solenia_game(mode, 2);
    double sum = 0;
    constexpr std::uint64_t kGames = 60;
    games::ai_of(game)->play({"greedy", "greedy"}, 7, 0, kGames, [&](const GameOutcome& outcome) {
      sum += outcome.scores.total[0] + outcome.scores.total[1];
    });
    EXPECT_GE(sum / (2.0 * kGames), 35.0) << mode;
  }
}

TEST(AnyAi, TheSameGamesWhateverTheStretches) {
  const auto game = solenia_game("winter", 3);
  const auto ai = games::ai_of(game);
  const std::vector<std::string> bots = {"greedy", "random", "random"};
  std::vector<std::int16_t> whole;
  std::vector<std::int16_t> parts;
  ai->play(bots, 5, 0, 12, [&](const GameOutcome& one) { whole.push_back(one.scores.total[0]); });
  for (const std::uint64_t first : {0, 4, 8})
    ai->play(bots, 5, first, 4,
             [&](const GameOutcome& one) { parts.push_back(one.scores.total[0]); });
  EXPECT_EQ(whole, parts);
  EXPECT_GT(std::set<std::int16_t>(whole.begin(), whole.end()).size(), 3U);
}

}  // namespace
}  // namespace tidelock::ai
