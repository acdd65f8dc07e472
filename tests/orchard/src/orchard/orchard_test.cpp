// The rules of Orchard (docs/rules/orchard.md), and the properties of every game.
#include <fstream>
#include <sstream>

#include "core/testing/properties.h"
#include "orchard/game.h"

namespace tidelock::orchard {
namespace {

Game make_game(int players) {
  std::stringstream text;
  text << std::ifstream(TIDELOCK_SOURCE_DIR "/data/orchard/orchard-1.json").rdbuf();
  return Game::compile(parse_json(text.str()).value(), {{"players", players}}).value();
}

void choose(const Game& game, State& s, std::initializer_list<int> trees) {
  Seat seat = 0;
  for (const int tree : trees) game.apply(s, seat++, {static_cast<std::uint8_t>(tree)}, NoEvents{});
}

using Apples = std::array<std::uint8_t, kPlayers>;

TEST(Orchard, HoldsEveryProperty) {
  for (int players = 1; players <= kPlayers; ++players) {
    const Game game = make_game(players);
    testing::Properties<Game> properties(game);
    properties.actions_are_dense();
    EXPECT_GT(properties.play(100, 1), 0);
  }
}

TEST(Orchard, SaysWhatIsWrongWithAText) {
  const Game game = make_game(2);
  const Error wrong = game.read(game.start(), 0, "4").error();
  EXPECT_EQ(wrong.code, "no-such-tree");
  EXPECT_EQ(wrong.text.key, "orchard.why.no-such-tree");
  EXPECT_EQ(game.read(game.start(), 0, "tree").error().code, "unknown-move");
}

// SETUP-1
TEST(Orchard, OneToThreePlayAtThreeTrees) {
  EXPECT_EQ(make_game(3).seats(), 3);
  EXPECT_EQ(make_game(1).components().trees, (std::array<std::uint8_t, kTrees>{2, 3, 4}));
  EXPECT_EQ(make_game(2).legal_count(State{}, 1), 3U);
}

// ROUND-1
TEST(Orchard, AllChooseInSecret) {
  const Game game = make_game(3);
  State s = game.start();
  EXPECT_EQ(game.to_act(s), 0b111);
  game.apply(s, 1, {2}, NoEvents{});
  EXPECT_EQ(game.to_act(s), 0b101);
  EXPECT_TRUE(game.secret(s));
  EXPECT_EQ(game.knows(s, 1), s);
  EXPECT_EQ(game.knows(s, 0), game.start());
  EXPECT_EQ(game.knows(s, 2), game.start());
  EXPECT_EQ(game.knows(s, kNobody), game.start());
}

// ROUND-2
TEST(Orchard, OnlyThoseAloneGain) {
  const Game game = make_game(3);
  State s = game.start();
  choose(game, s, {3, 1, 3});
  EXPECT_EQ(s.apples, (Apples{0, 2, 0}));
  choose(game, s, {3, 1, 2});
  EXPECT_EQ(s.apples, (Apples{4, 4, 3}));
}

// SOLO-1
TEST(Orchard, ACrowComesToWhoeverIsAlone) {
  const Game game = make_game(1);
  State s = game.start();
  choose(game, s, {3});
  ASSERT_EQ(game.at(s), At::kChance);
  game.resolve(s, game.read_outcome(s, "2").value(), NoEvents{});
  EXPECT_EQ(s.apples[0], 4);
  EXPECT_EQ(game.opponent_score(s), 3);
  choose(game, s, {1});
  game.resolve(s, game.read_outcome(s, "1").value(), NoEvents{});
  EXPECT_EQ(s.apples[0], 4);
  EXPECT_EQ(game.opponent_score(s), 3);
  EXPECT_FALSE(make_game(2).opponent_score(State{}).has_value());
}

// END-1
TEST(Orchard, AfterFiveRoundsMostApplesWin) {
  const Game game = make_game(3);
  State s = game.start();
  for (int round = 0; round < 5; ++round) {
    EXPECT_EQ(game.at(s), At::kDecision);
    choose(game, s, {1, 2, 2});
  }
  EXPECT_EQ(game.at(s), At::kOver);
  EXPECT_EQ(game.places(s), (Places{1, 2, 2}));
}

// SOLO-2
TEST(Orchard, TheCrowHasToBeBeaten) {
  const Game game = make_game(1);
  EXPECT_EQ(game.winners(State{{}, {8}, 7, 5}), seat_bit(0));
  EXPECT_EQ(game.winners(State{{}, {8}, 8, 5}), 0);
}

}  // namespace
}  // namespace tidelock::orchard
