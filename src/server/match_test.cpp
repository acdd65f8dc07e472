#include "server/match.h"

#include <gtest/gtest.h>

#include "server/testing_match.h"

namespace tidelock::server {
namespace {

struct Kind {
  std::string name;
  Json wish;
  int seats = 2;
};

class MatchTest : public ::testing::TestWithParam<Kind> {};

// At any time, what a woken match is and tells is what the one that went on is and tells.
TEST_P(MatchTest, WakesAsItWas) {
  Played table(GetParam().wish);
  for (Seat seat = 0; seat < GetParam().seats; ++seat) {
    if (table.match().phase() == store::Phase::kGathering) (void)table.sit(seat);
  }
  ASSERT_EQ(table.match().phase(), store::Phase::kPlaying);
  Rng rng(5);
  for (int n = 0; n < 4000 && step(table, GetParam().seats, rng); ++n) {
    if (n % 25 != 0 && table.match().phase() != store::Phase::kOver) continue;
    const Match woken = table.woken();
    ASSERT_EQ(woken.lines(), table.log().size());
    ASSERT_EQ(woken.lines(), table.match().lines());
    for (Seat viewer = kNobody; viewer < GetParam().seats; ++viewer)
      ASSERT_EQ(Played::all_news(woken, viewer), table.all_news(viewer));
    // To the draw: several may read the same in a log.
    const Json ask = {{"do", "record"}};
    JsonIn::Trouble trouble;
    const auto told = woken.look(JsonIn(ask, trouble), woken.viewer(0), nullptr);
    ASSERT_TRUE(told.ok());
    ASSERT_EQ(told.value(), table.look(0, ask));
  }
  ASSERT_EQ(table.match().phase(), store::Phase::kOver);
  EXPECT_EQ(table.match().card()["luck"]["shares"].size(),
            static_cast<std::size_t>(GetParam().seats));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, MatchTest,
    ::testing::Values(Kind{"Solenia", {{"game", "solenia"}}, 2},
                      Kind{"SoleniaOfThreeWithABot",
                           {{"game", "solenia"},
                            {"options", {{"players", 3}, {"mode", "winter"}}},
                            {"seats", {Json::object(), {{"bot", "novice"}}, Json::object()}}},
                           3},
                      Kind{"SoleniaUnconfirmed", {{"game", "solenia"}, {"confirm", false}}, 2},
                      Kind{"Circadians", {{"game", "circadians"}}, 2},
                      Kind{"CircadiansWithABot",
                           {{"game", "circadians"},
                            {"seats", {{{"bot", "novice"}}, Json::object()}},
                            {"undo", "free"}},
                           2}),
    [](const auto& kind) { return kind.param.name; });

TEST(Match, ASeatIsOpenedByItsSecretAlone) {
  Played table(Json{{"game", "solenia"}});
  EXPECT_EQ(table.sit(1), "");
  EXPECT_EQ(table.sit(1), "again");
  EXPECT_EQ(table.match().phase(), store::Phase::kGathering);
  EXPECT_EQ(table.match().seat_of(Played::secret(1)), 1);
  EXPECT_EQ(table.match().seat_of(Played::secret(0)), kNobody);
  EXPECT_EQ(table.match().seat_of(""), kNobody);
  Json other = {{"secret", std::string(32, 'f')}, {"name", "X"}, {"share", std::string(32, '0')}};
  other["seat"] = 2;
  EXPECT_EQ(table.sit(other), "seat-taken");
  other["seat"] = nullptr;
  EXPECT_EQ(table.sit(other), "");
  EXPECT_EQ(table.match().seat_of(std::string(32, 'f')), 0);
  other["secret"] = std::string(32, 'e');
  EXPECT_EQ(table.sit(other), "seat-taken");
  // What is kept, and what is told, holds no secret of a seat.
  for (const std::string& line : table.log()) {
    EXPECT_EQ(line.find(std::string(32, 'f')), std::string::npos);
    EXPECT_EQ(line.find(Played::secret(1)), std::string::npos);
  }
}

TEST(Match, TheSecretOfItsLuckIsToldAtTheEndAlone) {
  Played table(Json{{"game", "solenia"}});
  table.sit(0);
  table.sit(1);
  const Json first = parse_json(table.log().front()).value();
  const auto secret = first["secret"].get<std::string>();
  EXPECT_EQ(table.match().card()["luck"], (Json{{"commit", digest_of(secret)}}));
  EXPECT_EQ(table.all_news(kNobody).find(secret), std::string::npos);
}

TEST(Match, AMoveSentTwiceCountsOnce) {
  Played table(Json{{"game", "solenia"}});
  table.sit(0);
  table.sit(1);
  const Seat seat = table.look(0, {{"do", "legal"}})["moves"].empty() ? 1 : 0;
  const Json move = table.look(seat, {{"do", "legal"}})["moves"][0]["move"];
  const Json request = {{"do", "apply"}, {"move", move}, {"key", "k1"}};
  EXPECT_EQ(table.act(seat, request), "");
  EXPECT_EQ(table.act(seat, request), "again");
  const Json back = {{"do", "undo"}, {"key", "k2"}};
  EXPECT_EQ(table.act(seat, back), "");
  EXPECT_EQ(table.act(seat, request), "again") << "also when it was taken back";
  Match woken = table.woken();
  JsonIn::Trouble trouble;
  const auto again = woken.act(JsonIn(request, trouble), seat, 0);
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again.value());
}

// Two tables that differ in what the other seat chose in secret: the same to the byte.
TEST(Match, TellsNothingOfASecretChoice) {
  Played one(Json{{"game", "circadians"}});
  Played two(Json{{"game", "circadians"}});
  two.start_with(parse_json(one.log().front()).value());
  for (Played* table : {&one, &two}) {
    table->sit(0);
    table->sit(1);
  }
  const Json moves = one.look(1, {{"do", "legal"}})["moves"];
  ASSERT_GT(moves.size(), 1U);
  EXPECT_EQ(one.act(1, {{"do", "apply"}, {"move", moves[0]["move"]}}), "");
  EXPECT_EQ(two.act(1, {{"do", "apply"}, {"move", moves[1]["move"]}}), "");
  EXPECT_NE(one.look(1, {{"do", "observe"}}), two.look(1, {{"do", "observe"}}));
  for (const Seat viewer : {kNobody, Seat{0}}) {
    EXPECT_EQ(one.all_news(viewer), two.all_news(viewer));
    EXPECT_EQ(one.look(viewer, {{"do", "observe"}}), two.look(viewer, {{"do", "observe"}}));
  }
}

TEST(Match, JudgesWhoAsksForWhat) {
  Played table(Json{{"game", "solenia"}});
  EXPECT_EQ(table.act(0, {{"do", "apply"}, {"move", "x"}}), "not-begun");
  EXPECT_EQ(table.look(0, {{"do", "legal"}}), "not-begun");
  table.sit(0);
  table.sit(1);
  const Seat turn = table.look(0, {{"do", "legal"}})["moves"].empty() ? 1 : 0;
  const auto other = static_cast<Seat>(1 - turn);
  const Json move = table.look(turn, {{"do", "legal"}})["moves"][0]["move"];
  EXPECT_EQ(table.act(kNobody, {{"do", "apply"}, {"move", move}}), "no-seat");
  EXPECT_EQ(table.act(other, {{"do", "apply"}, {"move", move}}), "not-your-decision");
  EXPECT_EQ(table.act(other, {{"do", "apply"}, {"move", move}, {"seat", turn + 1}}), "bad-value");
  EXPECT_EQ(table.act(turn, {{"do", "apply"}, {"move", "nonsense"}}), "unknown-card");
  EXPECT_EQ(table.act(turn, {{"do", "apply"}, {"move", 7}}), "bad-value");
  EXPECT_EQ(table.act(turn, {{"do", "apply"}, {"move", move}, {"go", false}}), "bad-value");
  EXPECT_EQ(table.act(turn, {{"do", "confirm"}}), "nothing-to-confirm");
  EXPECT_EQ(table.look(turn, {{"do", "observe"}, {"seat", other + 1}}), "bad-value");
  EXPECT_EQ(table.look(kNobody, {{"do", "legal"}}), "no-seat");
  EXPECT_EQ(table.log().size(), 3U);
}

TEST(Match, RefusesWishesThatMakeNoSense) {
  const table::World world = whole_world();
  const auto code = [&](const Json& wish) {
    const auto line = Match::first_line(wish, world);
    return line.ok() ? std::string() : line.error().code;
  };
  EXPECT_EQ(code({{"game", "solenia"}}), "");
  EXPECT_EQ(code(Json::array()), "bad-request");
  EXPECT_EQ(code({{"game", "chess"}}), "unknown-game");
  EXPECT_EQ(code({{"game", "solenia"}, {"options", {{"players", 9}}}}), "bad-options");
  EXPECT_EQ(code({{"game", "solenia"}, {"seed", 7}}), "bad-value");
  EXPECT_EQ(code({{"game", "solenia"}, {"pack", Json::object()}}), "bad-value");
  EXPECT_EQ(code({{"game", "solenia"}, {"seats", {Json::object()}}}), "bad-value");
  EXPECT_EQ(code({{"game", "solenia"}, {"undo", "free"}}), "bad-value");
  const Json bot = {{"bot", "easy"}};
  const Json hungry = {{"bot", "master:600s*64"}};
  EXPECT_EQ(code({{"game", "solenia"}, {"seats", {bot, bot}}}), "bad-seats");
  EXPECT_EQ(code({{"game", "solenia"}, {"seats", {Json::object(), hungry}}}), "bad-value");
}

TEST(Match, SaysWhichLineDoesNotFit) {
  Played table(Json{{"game", "solenia"}});
  table.sit(0);
  table.sit(1);
  const table::World world = whole_world();
  std::vector<std::string> log = table.log();
  log.push_back(R"({"do":"apply","seat":1,"moves":["nonsense"]})");
  const auto woken = Match::wake(log, world);
  ASSERT_FALSE(woken.ok());
  EXPECT_EQ(woken.error().code, "no-longer-fits");
  EXPECT_NE(woken.error().message.find("1: nonsense"), std::string::npos);
  EXPECT_EQ(woken.error().where.substr(0, 6), "line 3");
  EXPECT_EQ(Match::wake({}, world).error().code, "no-such-table");
}

// What everybody is told all the time is written without a tree, and is the same.
TEST(Match, WhatIsToldAsTextIsWhatTheTreeSays) {
  for (const char* game : {"solenia", "circadians"}) {
    const Json wish = {{"game", game}};
    Played table(wish);
    table.sit(0);
    table.sit(1);
    Rng rng(5);
    Viewer viewer = table.match().viewer(1);
    (void)news_for(table.match(), viewer, 0);
    while (step(table, 2, rng)) {
      const Json seen = table.look(1, {{"do", "events"}, {"from", viewer.seen}});
      const auto news = news_for(table.match(), viewer, 0);
      if (!news) continue;
      ASSERT_EQ((*news)["events"], seen["events"]);
      ASSERT_EQ((*news)["status"], table.look(1, {{"do", "observe"}})["status"]);
    }
  }
}

// When it is over every answer of chance follows from what was told.
TEST(Match, EveryDrawCanBeWorkedOutAgain) {
  const Json wish = {{"game", "circadians"}};
  Played table(wish);
  table.sit(0);
  table.sit(1);
  Rng rng(9);
  EXPECT_FALSE(table.look(0, {{"do", "record"}}).contains("luck"));
  while (step(table, 2, rng)) {
  }
  const Json luck = table.look(0, {{"do", "record"}})["luck"];
  const FairLuck again(luck["secret"].get<std::string>(),
                       luck["shares"].get<std::vector<std::string>>());
  ASSERT_GT(luck["draws"].size(), 20U);
  for (const Json& draw : luck["draws"]) {
    Ask ask{};
    ask.stream = draw[0].get<decltype(ask.stream)>();
    ask.index = draw[1].get<decltype(ask.index)>();
    ask.n = draw[2].get<decltype(ask.n)>();
    EXPECT_EQ(again(ask), draw[3].get<std::uint32_t>());
  }
}

// A log that still fits, but led somewhere else when it was played, is not gone on with unnoticed;
// nor is one that began under rules that nobody here knows.
TEST(Match, NoticesThatAMoveLedSomewhereElse) {
  const Json wish = {{"game", "solenia"}};
  Played table(wish);
  table.sit(0);
  table.sit(1);
  Rng rng(3);
  for (int i = 0; i < 10; ++i) step(table, 2, rng);
  std::vector<std::string> log = table.log();
  EXPECT_TRUE(Match::wake(log, whole_world()).ok());
  Json last = parse_json(log.back()).value();
  ASSERT_TRUE(last.contains("sum"));
  last["sum"] = last["sum"].get<std::uint32_t>() ^ 1U;
  log.back() = dump_json(last);
  const auto woken = Match::wake(log, whole_world());
  ASSERT_FALSE(woken.ok());
  EXPECT_EQ(woken.error().code, "no-longer-fits");
  EXPECT_NE(woken.error().where.find("line " + std::to_string(log.size() - 1)), std::string::npos);
  EXPECT_NE(woken.error().message.find("another position"), std::string::npos);
  Json first = parse_json(log.front()).value();
  first["rules"] = 7;
  log = table.log();
  log.front() = dump_json(first);
  const auto later = Match::wake(log, whole_world());
  ASSERT_FALSE(later.ok());
  EXPECT_EQ(later.error().code, "no-longer-fits");
  EXPECT_NE(later.error().message.find("found 7"), std::string::npos);
}

}  // namespace
}  // namespace tidelock::server
