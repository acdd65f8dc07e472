// The rules of Lanterns, one by one (docs/rules/lanterns.md).
#include "core/canvas.h"
#include "lanterns/testing.h"

namespace tidelock::lanterns {
namespace {

// A table that plays notation, and is told what chance brings.
class Lanterns : public ::testing::Test {
 protected:
  void chance(std::string_view outcome) {
    const auto n = game_.read_outcome(s_, outcome);
    ASSERT_TRUE(n.ok()) << outcome << ": " << n.error().sentence();
    game_.resolve(s_, n.value(), NoEvents{});
  }
  void play(Seat seat, std::string_view text) {
    const auto move = game_.read(s_, seat, text);
    ASSERT_TRUE(move.ok()) << text << ": " << move.error().sentence();
    game_.apply(s_, seat, move.value(), NoEvents{});
  }
  [[nodiscard]] std::vector<std::string> choices(Seat seat) const {
    Game::List list;
    game_.legal(s_, seat, list);
    std::vector<std::string> out;
    for (const Move move : list) out.push_back(game_.write(s_, seat, move));
    return out;
  }
  // The first seat has 1 and 4, the second 2 and 5, the third 3 and 6.
  void deal() {
    for (const char* lantern : {"1", "2", "3", "4", "5", "6"}) chance(lantern);
  }
  void choose(const char* first, const char* second, const char* third) {
    play(0, first);
    play(1, second);
    play(2, third);
  }

  Game game_ = make_game();
  State s_ = game_.start();
};

using Texts = std::vector<std::string>;

// SETUP-1
TEST_F(Lanterns, ThreePlay) {
  EXPECT_EQ(game_.seats(), 3);
  EXPECT_TRUE(Game::compile(shipped_pack(), {{"players", 3}}).ok());
  EXPECT_EQ(Game::compile(shipped_pack(), {{"players", 2}}).error().code, "bad-options");
}

// SETUP-2
TEST_F(Lanterns, EveryoneIsDealtTwo) {
  EXPECT_EQ(game_.ask(s_), (Ask{kStreamDeck, seat_bit(0), 0, 9}));
  deal();
  EXPECT_EQ(game_.at(s_), At::kDecision);
  EXPECT_EQ(choices(0), (Texts{"1", "4"}));
  EXPECT_EQ(choices(1), (Texts{"2", "5"}));
  EXPECT_EQ(choices(2), (Texts{"3", "6"}));
  EXPECT_EQ(game_.knows(s_, 1).hand[0], only(1) | only(3)) << "the lowest that could be there";
}

// ROUND-1
TEST_F(Lanterns, AllChooseInSecret) {
  deal();
  EXPECT_EQ(game_.to_act(s_), 0b111);
  play(1, "5");
  EXPECT_EQ(game_.to_act(s_), 0b101);
  EXPECT_TRUE(game_.secret(s_));
  EXPECT_EQ(game_.knows(s_, 0).chosen[1], 0) << "nobody else sees it";
  EXPECT_EQ(game_.knows(s_, 1).chosen[1], 5);
}

// ROUND-2
TEST_F(Lanterns, TheBrightestWins) {
  deal();
  choose("4", "5", "3");
  EXPECT_EQ(s_.winner, 1);
  EXPECT_EQ(game_.ask(s_), (Ask{kStreamDie, kEverybody, 0, 6}));
  EXPECT_EQ(s_.hand[0], only(1));
}

// ROUND-3, ROUND-4
TEST_F(Lanterns, AnOddRollIsPointsAndNoMore) {
  deal();
  choose("4", "5", "3");
  chance("3");
  EXPECT_EQ(s_.points, (std::array<std::uint8_t, 3>{0, 3, 0}));
  EXPECT_EQ(s_.step, Step::kDraw);
}

// ROUND-4
TEST_F(Lanterns, AfterAnEvenRollTheWinnerMayShare) {
  deal();
  choose("4", "5", "3");
  chance("4");
  EXPECT_EQ(game_.to_act(s_), seat_bit(1));
  EXPECT_EQ(choices(1), (Texts{"keep", "share"}));
  State kept = s_;
  game_.apply(kept, 1, game_.read(kept, 1, "keep").value(), NoEvents{});
  EXPECT_EQ(kept.points, (std::array<std::uint8_t, 3>{0, 4, 0}));
  play(1, "share");
  EXPECT_EQ(choices(1), (Texts{"with1", "with3"}));
  play(1, "with3");
  EXPECT_EQ(s_.points, (std::array<std::uint8_t, 3>{0, 7, 2}));
}

// ROUND-5, END-1
TEST_F(Lanterns, AllDrawOnceAndAfterThreeRoundsMostPointsWin) {
  deal();
  choose("4", "5", "6");
  chance("1");
  for (const char* lantern : {"9", "8", "7"}) chance(lantern);
  EXPECT_EQ(choices(0), (Texts{"1", "9"}));
  choose("1", "2", "3");
  chance("1");
  EXPECT_EQ(game_.at(s_), At::kDecision) << "there is nothing to draw";
  choose("9", "8", "7");
  chance("2");
  play(0, "keep");
  EXPECT_EQ(game_.at(s_), At::kOver);
  EXPECT_EQ(game_.winners(s_), seat_bit(0) | seat_bit(2)) << "2 points each";
  EXPECT_EQ(game_.places(s_), (Places{1, 3, 1}));
}

TEST_F(Lanterns, AWrongPackIsRefusedWithItsPlace) {
  const auto refused = [](const char* where, auto change) {
    Json pack = shipped_pack();
    change(pack);
    const auto made = Game::compile(pack, Json::object());
    ASSERT_FALSE(made.ok()) << where;
    EXPECT_EQ(made.error().code, "bad-pack");
    EXPECT_EQ(made.error().where, where);
  };
  refused("die", [](Json& pack) { pack["die"].push_back(7); });
  refused("die[2]", [](Json& pack) { pack["die"][2] = 10; });
  refused("share.friend", [](Json& pack) { pack["share"].erase("friend"); });
  refused("game", [](Json& pack) { pack["game"] = "candles"; });
}

// Whatever is shown has its words, in every language.
TEST_F(Lanterns, CanBeShownAtATerminal) {
  deal();
  for (const Lang lang : kLangs) {
    std::stringstream text;
    text << std::ifstream(std::string(TIDELOCK_SOURCE_DIR "/data/lang/") +
                          std::string(lang_code(lang)) + "/lanterns.json")
                .rdbuf();
    const Catalogue words = Catalogue::load(lang, parse_json(text.str()).value()).value();
    const Teller teller(words, {"Ada", "Bo", "Cy"});
    const auto lines = game_.describe(s_, 0, teller);
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_NE(lines[1].find("Ada"), std::string::npos);
    EXPECT_NE(lines[4].find("1 4"), std::string::npos);
    EXPECT_EQ(game_.areas(s_, 0, teller).size(), 4U);
    EXPECT_EQ(game_.explain(s_, 0, teller).size(), 3U);
    EXPECT_NE(game_.prompt(s_, 0, teller), "lanterns.prompt.lantern");
  }
}

}  // namespace
}  // namespace tidelock::lanterns
