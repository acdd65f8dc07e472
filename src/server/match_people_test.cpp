#include <gtest/gtest.h>

#include "server/testing_match.h"

namespace tidelock::server {
namespace {

const Json kHuman = Json::object();

Played begun(const Json& wish, int people = 2) {
  Played table(wish);
  for (Seat seat = 0; seat < people; ++seat) EXPECT_EQ(table.sit(seat), "");
  EXPECT_EQ(table.match().phase(), store::Phase::kPlaying);
  return table;
}

Seat asked(const Played& table) {
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if ((table.match().turn() & seat_bit(seat)) != 0) return seat;
  }
  return kNobody;
}

std::string first_move(Played& table, Seat seat) {
  const Json moves = table.look(seat, {{"do", "legal"}})["moves"];
  const Json move = moves.empty() ? Json("none") : moves[0]["move"];
  return table.act(seat, {{"do", "apply"}, {"move", move}});
}

// A whole turn of whoever is asked.
Seat turn(Played& table) {
  const Seat seat = asked(table);
  while (asked(table) == seat) {
    if (table.act(seat, {{"do", "confirm"}}).empty()) continue;
    EXPECT_EQ(first_move(table, seat), "");
  }
  return seat;
}

std::string propose(Played& table, Seat seat, const std::string& what) {
  return table.act(seat, {{"do", "propose"}, {"what", what}});
}

std::string answer(Played& table, Seat seat, bool yes) {
  const Json card = table.match().card();
  const Json n = card.contains("proposal") ? card["proposal"]["n"] : Json(1);
  return table.act(seat, {{"do", "answer"}, {"n", n}, {"yes", yes}});
}

std::string replace(Played& table, Seat seat, Seat whom, const std::string& with) {
  return table.act(seat, {{"do", "replace"}, {"whom", whom + 1}, {"with", with}});
}

std::string sit_as(Played& table, char own, Json more = Json::object()) {
  more.update({{"do", "sit"},
               {"secret", std::string(32, own)},
               {"name", std::string(1, own)},
               {"share", std::string(32, own)}});
  return table.sit(more);
}

const Json kTwo = {{"game", "solenia"}};
const Json kTimed = {{"game", "solenia"}, {"clock", {{"move", 10}, {"bank", 100}}}};

// --- time ---

TEST(MatchTime, EachMoveHasSomeForFreeAndThenTheBankRuns) {
  Played table = begun(kTimed);
  const Seat seat = asked(table);
  EXPECT_EQ(table.clock(seat)["since"], table.now());
  EXPECT_EQ(table.match().due(), table.now() + 110000);
  table.pass(25000);
  turn(table);
  EXPECT_EQ(table.clock(seat)["bank"], 85000);
  EXPECT_EQ(table.clock(seat)["since"], nullptr);
  EXPECT_EQ(table.match().due(), table.now() + 110000);
  table.pass(9999);
  turn(table);
  EXPECT_EQ(table.clock(static_cast<Seat>(1 - seat))["bank"], 100000);
}

TEST(MatchTime, TakingBackGivesNoTime) {
  Json wish = kTimed;
  wish["confirm"] = false;
  Played table = begun(wish);
  const Seat seat = asked(table);
  table.pass(9000);
  for (int i = 0; i < 5 && asked(table) == seat; ++i) EXPECT_EQ(first_move(table, seat), "");
  if (table.act(seat, {{"do", "undo"}}).empty()) {
    EXPECT_EQ(table.clock(seat)["until"], table.now() + 101000);
  }
}

TEST(MatchTime, ABotTakesThePlaceOfWhoIsLateAndGivesItBack) {
  Played table = begun(kTimed);
  const Seat seat = asked(table);
  table.pass(109999);
  EXPECT_EQ(table.tick(), "");
  table.pass(1);
  EXPECT_EQ(table.tick(), "late");
  EXPECT_EQ(table.tick(), "");
  EXPECT_EQ(table.match().level(seat), "medium");
  EXPECT_EQ(table.match().turn() & seat_bit(seat), 0);
  EXPECT_EQ(first_move(table, seat), "bot-seat");
  EXPECT_EQ(table.act(seat, {{"do", "back"}}), "");
  EXPECT_EQ(table.act(seat, {{"do", "back"}}), "not-away");
  EXPECT_EQ(table.match().due(), table.now() + 10000) << "the bank is empty";
  EXPECT_EQ(first_move(table, seat), "");
}

TEST(MatchTime, ATableThatWaitsLetsOthersDecide) {
  Json wish = kTimed;
  wish["late"] = "wait";
  Played table = begun(wish);
  const Seat seat = asked(table);
  const auto other = static_cast<Seat>(1 - seat);
  EXPECT_EQ(replace(table, other, seat, "easy"), "ask-first");
  table.pass(110000);
  EXPECT_EQ(table.tick(), "late");
  EXPECT_EQ(table.clock(seat)["late"], true);
  EXPECT_EQ(table.match().due(), std::nullopt);
  EXPECT_EQ(first_move(table, seat), "") << "late is not too late";
  EXPECT_EQ(replace(table, other, seat, "easy"), "");
  EXPECT_EQ(table.match().level(seat), "easy");
}

// Nobody loses because the server did not run.
TEST(MatchTime, WhoWasNotLookedAfterHasAMinuteMore) {
  Played table = begun(kTimed);
  const Seat seat = asked(table);
  table.pass(5000000);
  EXPECT_EQ(table.tick(table.now()), "grace");
  EXPECT_EQ(table.tick(table.now()), "");
  EXPECT_EQ(table.match().due(), table.now() + 60000);
  table.pass(60000);
  EXPECT_EQ(table.tick(table.now()), "late") << "once";
  EXPECT_EQ(table.match().level(seat), "medium");
}

TEST(MatchTime, NobodyIsReplacedWhereNobodyWaits) {
  Played table = begun({{"game", "solenia"},
                        {"clock", {{"move", 10}, {"bank", 0}}},
                        {"seats", {kHuman, {{"bot", "novice"}}}}},
                       1);
  while (asked(table) == kNobody) table.think();
  table.pass(10000);
  EXPECT_EQ(table.tick(), "late");
  EXPECT_EQ(table.match().level(0), "");
  EXPECT_EQ(first_move(table, 0), "");
}

TEST(MatchTime, NeverGoesBack) {
  Played table = begun(kTimed);
  table.pass(-500000);
  turn(table);
  const Json last = parse_json(table.log().back()).value();
  EXPECT_EQ(last["at"], table.now() + 500000);
}

TEST(MatchTime, LogsOfTheFirstVersionWake) {
  Played table = begun(kTwo);
  turn(table);
  std::vector<std::string> log;
  for (const std::string& text : table.log()) {
    Json line = parse_json(text).value();
    for (const char* later : {"at", "clock", "late"}) line.erase(later);
    log.push_back(dump_json(line));
  }
  const auto woken = Match::wake(log, whole_world());
  ASSERT_TRUE(woken.ok()) << woken.error().sentence();
  for (Seat viewer = kNobody; viewer < 2; ++viewer)
    EXPECT_EQ(Played::all_news(woken.value(), viewer), table.all_news(viewer));
}

// --- seats ---

TEST(MatchSeats, ColoursAreThereOnce) {
  Played table(kTwo);
  EXPECT_EQ(sit_as(table, 'a', {{"colour", "teal"}}), "");
  EXPECT_EQ(sit_as(table, 'b', {{"colour", "teal"}}), "colour-taken");
  EXPECT_EQ(sit_as(table, 'b', {{"colour", "mauve"}}), "bad-value");
  EXPECT_EQ(sit_as(table, 'b', {{"colour", "red"}}), "");
  EXPECT_EQ(table.match().card()["seats"][0]["colour"], "teal");
}

TEST(MatchSeats, WhoLeavesBeforeTheGameFreesTheChair) {
  Played table(kTwo);
  table.sit(0);
  const Viewer viewer = table.match().viewer(0);
  EXPECT_EQ(table.act(0, {{"do", "leave"}}), "");
  EXPECT_EQ(table.match().seat_of(viewer), kNobody);
  EXPECT_EQ(table.match().seat_of(Played::secret(0)), kNobody);
  EXPECT_EQ(sit_as(table, 'b'), "");
  EXPECT_EQ(table.match().seat_of(std::string(32, 'b')), 0);
  EXPECT_EQ(replace(table, 0, 1, "easy"), "") << "and a bot fills a chair that nobody wants";
  EXPECT_EQ(table.match().phase(), store::Phase::kPlaying);
}

TEST(MatchSeats, WhoLeftCanBeReplacedByAnotherPerson) {
  Played table = begun(kTwo);
  Viewer first = table.match().viewer(0);
  (void)news_for(table.match(), first, 0);
  EXPECT_EQ(sit_as(table, 'c'), "seat-taken");
  EXPECT_EQ(table.act(0, {{"do", "leave"}}), "");
  EXPECT_EQ(table.match().card()["seats"][0]["away"], true);
  EXPECT_EQ(replace(table, 1, 0, "person"), "");
  EXPECT_EQ(table.match().card()["seats"][0]["open"], true);
  const std::string known = table.all_news(0);
  EXPECT_EQ(sit_as(table, 'c', {{"seat", 1}}), "");
  EXPECT_EQ(table.match().seat_of(std::string(32, 'c')), 0);
  EXPECT_EQ(table.match().seat_of(Played::secret(0)), kNobody);
  const Json told = *news_for(table.match(), first, 0);
  EXPECT_EQ(told["seat"], nullptr);
  EXPECT_EQ(told["from"], 0) << "from now on a spectator, who has seen nothing";
  EXPECT_EQ(parse_json(table.all_news(0)).value()["events"], parse_json(known).value()["events"]);
  // Its luck goes on as it began.
  EXPECT_EQ(propose(table, 0, "abort"), "");
  EXPECT_EQ(answer(table, 1, true), "");
  EXPECT_EQ(table.match().card()["luck"]["shares"][0], std::string(32, '1'));
}

TEST(MatchSeats, OneComesBackUntilSomebodyElseSitsThere) {
  Played table = begun(kTwo);
  table.act(0, {{"do", "leave"}});
  EXPECT_EQ(replace(table, 1, 0, "person"), "");
  EXPECT_EQ(table.act(0, {{"do", "back"}}), "");
  EXPECT_EQ(sit_as(table, 'c'), "seat-taken");
  EXPECT_EQ(replace(table, 1, 0, "easy"), "ask-first");
}

TEST(MatchSeats, APrivateTableIsForThoseWhoAreInvited) {
  const table::World world = whole_world();
  std::string invite;
  const auto line = Match::first_line({{"game", "solenia"}, {"private", true}}, world, &invite);
  ASSERT_TRUE(line.ok());
  EXPECT_EQ(dump_json(line.value()).find(invite), std::string::npos);
  Played table(kTwo);
  table.start_with(line.value());
  EXPECT_EQ(sit_as(table, 'a'), "wrong-invite");
  EXPECT_EQ(sit_as(table, 'a', {{"invite", std::string(32, '0')}}), "wrong-invite");
  EXPECT_EQ(sit_as(table, 'a', {{"invite", invite}}), "");
  EXPECT_EQ(sit_as(table, 'b', {{"invite", invite}}), "");
  EXPECT_EQ(table.all_news(kNobody), "");
  EXPECT_EQ(table.look(kNobody, {{"do", "observe"}}), "private");
  EXPECT_FALSE(table.look(kNobody, {{"do", "table"}})["table"]["seats"][0].contains("name"));
  EXPECT_EQ(table.look(0, {{"do", "table"}})["table"]["seats"][0]["name"], "a");
  EXPECT_EQ(Match::first_line({{"game", "solenia"}, {"private", true}, {"listed", true}}, world)
                .error()
                .code,
            "bad-value");
}

TEST(MatchSeats, TheTableConfirmsWhereItIsAskedTo) {
  Played table = begun(kTwo);
  const Seat seat = asked(table);
  EXPECT_EQ(table.act(seat, {{"do", "auto"}, {"confirm", true}}), "");
  while (asked(table) == seat) EXPECT_EQ(first_move(table, seat), "");
  EXPECT_EQ(table.match().auto_of(seat)["confirm"], true);
  EXPECT_EQ(Played::all_news(table.woken(), kNobody), table.all_news(kNobody));
}

// --- agreements ---

TEST(MatchVotes, APauseStopsMovesAndClocks) {
  Played table = begun(kTimed);
  const Seat seat = asked(table);
  table.pass(30000);
  EXPECT_EQ(propose(table, 0, "pause"), "");
  EXPECT_EQ(propose(table, 1, "abort"), "proposal-open");
  EXPECT_EQ(table.act(1, {{"do", "answer"}, {"n", 7}, {"yes", true}}), "no-proposal");
  EXPECT_EQ(answer(table, 1, true), "");
  EXPECT_EQ(table.match().card()["paused"], true);
  EXPECT_EQ(table.match().due(), std::nullopt);
  EXPECT_EQ(table.match().turn(), 0);
  EXPECT_EQ(first_move(table, seat), "paused");
  table.pass(10000000);
  EXPECT_EQ(table.tick(), "");
  EXPECT_EQ(table.act(seat, {{"do", "resume"}}), "");
  EXPECT_EQ(table.act(1, {{"do", "resume"}}), "not-paused");
  EXPECT_EQ(table.match().due(), table.now() + 80000);
  EXPECT_EQ(first_move(table, seat), "");
}

// Nobody starts the clock of somebody who sleeps; but nobody sleeps for ever.
TEST(MatchVotes, WhoeverWouldBeAskedAgreesToGoOn) {
  for (const bool agrees : {true, false}) {
    Played table = begun(kTimed);
    const Seat seat = asked(table);
    const auto other = static_cast<Seat>(1 - seat);
    EXPECT_EQ(propose(table, other, "pause"), "");
    EXPECT_EQ(answer(table, seat, true), "");
    EXPECT_EQ(table.act(other, {{"do", "resume"}}), "");
    EXPECT_EQ(table.match().card()["proposal"]["what"], "resume");
    EXPECT_EQ(table.match().card()["paused"], true);
    EXPECT_EQ(answer(table, seat, agrees), "");
    EXPECT_EQ(table.match().card().contains("paused"), !agrees);
    if (agrees) continue;
    table.pass(Time{24} * 3600 * 1000);
    EXPECT_EQ(table.act(other, {{"do", "resume"}}), "");
    EXPECT_FALSE(table.match().card().contains("paused"));
  }
}

// Of two players neither can put the other out: only who has left, is late, or has been waited for
// for long.
TEST(MatchVotes, NobodyLosesASeatWithoutASingleYes) {
  Played two = begun(kTwo);
  const Seat seat = asked(two);
  const auto other = static_cast<Seat>(1 - seat);
  const auto put_out = [](Played& table, Seat by, Seat whom) {
    return table.act(
        by, {{"do", "propose"}, {"what", "replace"}, {"whom", whom + 1}, {"with", "person"}});
  };
  EXPECT_EQ(put_out(two, other, seat), "not-away");
  EXPECT_EQ(put_out(two, seat, other), "not-away");
  two.pass(Time{15} * 60 * 1000);
  EXPECT_EQ(put_out(two, seat, other), "not-away") << "nobody waits for them";
  EXPECT_EQ(put_out(two, other, seat), "");
  EXPECT_EQ(two.match().card()["seats"][static_cast<std::size_t>(seat)]["open"], true);
  // Of three, the one who was asked leaves: then nobody has agreed.
  Played three = begun({{"game", "solenia"}, {"options", {{"players", 3}}}}, 3);
  EXPECT_EQ(put_out(three, 0, 2), "");
  EXPECT_EQ(three.act(1, {{"do", "leave"}}), "");
  EXPECT_FALSE(three.match().card().contains("proposal"));
  EXPECT_FALSE(three.match().card()["seats"][2].contains("open"));
}

// What touches their moves or their result waits for those who are away.
TEST(MatchVotes, WhoIsAwayKeepsTheirMovesAndTheirGame) {
  Played table = begun(kTwo);
  const Seat first = turn(table);
  const Seat second = turn(table);
  EXPECT_EQ(table.act(second, {{"do", "leave"}}), "");
  EXPECT_EQ(propose(table, first, "undo"), "");
  EXPECT_EQ(table.match().card()["proposal"]["what"], "undo");
  EXPECT_EQ(answer(table, first, false), "");
  EXPECT_EQ(propose(table, first, "abort"), "");
  EXPECT_EQ(table.match().phase(), store::Phase::kPlaying);
}

// A proposal is about a person: who sits down meanwhile was not asked, and is not meant.
TEST(MatchVotes, WhoSitsDownLaterIsNotMeant) {
  Played table = begun({{"game", "solenia"}, {"options", {{"players", 4}}}}, 4);
  EXPECT_EQ(table.act(3, {{"do", "leave"}}), "");
  EXPECT_EQ(replace(table, 0, 3, "person"), "");
  EXPECT_EQ(propose(table, 0, "abort"), "");
  EXPECT_EQ(answer(table, 1, true), "");
  EXPECT_EQ(sit_as(table, 'd', {{"seat", 4}}), "");
  EXPECT_EQ(answer(table, 2, true), "");
  EXPECT_EQ(table.match().phase(), store::Phase::kPlaying) << "the new one has not agreed";
  EXPECT_EQ(answer(table, 3, true), "");
  EXPECT_EQ(table.match().phase(), store::Phase::kOver);
}

// Whoever does for ever what no game needs stops nobody.
TEST(MatchSeats, OneSeatDoesNotUseUpTheGame) {
  Played table = begun(kTwo);
  const Seat seat = asked(table);
  const auto other = static_cast<Seat>(1 - seat);
  EXPECT_EQ(table.act(other, {{"do", "auto"}, {"confirm", false}}), "again") << "nothing changes";
  int done = 0;
  while (table.act(other, {{"do", "auto"}, {"confirm", done % 2 == 0}}).empty()) ++done;
  EXPECT_LE(done, 1000);
  EXPECT_EQ(table.act(other, {{"do", "leave"}}), "too-long");
  EXPECT_EQ(turn(table), seat);
  EXPECT_EQ(turn(table), other);
  EXPECT_EQ(table.act(seat, {{"do", "auto"}, {"confirm", true}}), "");
  EXPECT_EQ(table.act(other, {{"do", "resign"}}), "");
}

// Whoever has sat longest frees the chair of somebody who is gone, before it begins.
TEST(MatchSeats, TheHostFreesAChair) {
  Played table({{"game", "solenia"}, {"options", {{"players", 3}}}});
  EXPECT_EQ(table.sit(1), "");
  EXPECT_EQ(table.sit(0), "");
  EXPECT_EQ(table.match().card()["host"], 2);
  EXPECT_EQ(replace(table, 0, 1, "person"), "seat-taken");
  EXPECT_EQ(replace(table, 1, 0, "easy"), "seat-taken") << "freed first, then filled";
  Viewer gone = table.match().viewer(0);
  EXPECT_EQ(replace(table, 1, 0, "person"), "");
  EXPECT_EQ((*news_for(table.match(), gone, 0))["seat"], nullptr);
  EXPECT_EQ(table.match().card()["seats"][0]["taken"], false);
  EXPECT_EQ(sit_as(table, 'c', {{"seat", 1}}), "");
  EXPECT_EQ(table.act(1, {{"do", "leave"}}), "");
  EXPECT_EQ(table.match().card()["host"], 1);
}

// Forced moves are made for those who want it so.
TEST(MatchSeats, ForcedMovesAreMadeByHandWhereItIsWanted) {
  int forced = 0;
  for (const bool by_hand : {false, true}) {
    Played table = begun({{"game", "circadians"}, {"confirm", false}});
    for (Seat seat = 0; seat < 2; ++seat) {
      EXPECT_EQ(table.act(seat, {{"do", "auto"}, {"confirm", false}, {"forced", !by_hand}}),
                by_hand ? "" : "again");
      EXPECT_EQ(table.match().auto_of(seat), (Json{{"confirm", false}, {"forced", !by_hand}}));
    }
    Rng rng(1);
    while (table.match().phase() == store::Phase::kPlaying) {
      const Seat seat = asked(table);
      const Json moves = table.look(seat, {{"do", "legal"}})["moves"];
      forced += moves.size() == 1 ? 1 : 0;
      ASSERT_TRUE(by_hand || moves.size() > 1);
      const Json& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      ASSERT_EQ(table.act(seat, {{"do", "apply"}, {"move", move["move"]}}), "");
    }
    EXPECT_EQ(Played::all_news(table.woken(), 0), table.all_news(0));
  }
  EXPECT_GT(forced, 0);
}

// Whoever says which position a move is for is told when it is another one.
TEST(MatchSeats, AMoveForAnotherPositionIsRefused) {
  Played table = begun(kTwo);
  const Seat seat = asked(table);
  const Json legal = table.look(seat, {{"do", "legal"}});
  Json request = {{"do", "apply"}, {"move", legal["moves"][0]["move"]}, {"on", 77}};
  EXPECT_EQ(table.act(seat, request), "moved-on");
  request["on"] = legal["status"]["moves"];
  EXPECT_EQ(table.act(seat, request), "");
}

// Names and talk are one line that turns nothing around.
TEST(MatchSeats, NamesAreOnePlainLine) {
  for (const char* bad :
       {"a\nb", "a\x7F", "a\xC2\x85", "a\xE2\x80\xAE", "a\xE2\x81\xA6", "a\xE2\x80\xA8"}) {
    Played table(kTwo);
    EXPECT_EQ(table.sit(Json{{"do", "sit"},
                             {"secret", std::string(32, 'c')},
                             {"share", std::string(32, 'c')},
                             {"name", bad}}),
              "bad-value");
  }
  Played table(kTwo);
  EXPECT_EQ(table.sit(Json{{"do", "sit"},
                           {"secret", std::string(32, 'c')},
                           {"share", std::string(32, 'c')},
                           {"name", "Żółć 太陽 …"}}),
            "");
}

TEST(MatchVotes, ANoEndsAProposalAndSoDoesItsProposer) {
  Played table = begun(kTwo);
  for (const Seat seat : {Seat{0}, Seat{1}}) {
    EXPECT_EQ(propose(table, 0, "abort"), "");
    EXPECT_EQ(answer(table, seat, false), "");
    EXPECT_FALSE(table.match().card().contains("proposal"));
    EXPECT_EQ(table.match().phase(), store::Phase::kPlaying);
  }
}

TEST(MatchVotes, AnAbortedGameHasNoResult) {
  Played table = begun(kTwo);
  EXPECT_EQ(propose(table, 0, "abort"), "");
  EXPECT_EQ(answer(table, 1, true), "");
  EXPECT_EQ(table.match().phase(), store::Phase::kOver);
  EXPECT_EQ(table.match().card()["ended"], (Json{{"how", "aborted"}}));
  EXPECT_EQ(first_move(table, asked(table) == kNobody ? 0 : 1), "game-over");
  EXPECT_EQ(table.look(0, {{"do", "legal"}})["status"]["at"], "over");
  // Nothing is hidden any more, from anybody.
  EXPECT_EQ(table.look(kNobody, {{"do", "observe"}, {"seat", 1}})["view"],
            table.look(0, {{"do", "observe"}})["view"]);
  const Json record = table.look(kNobody, {{"do", "record"}});
  EXPECT_FALSE(record["record"].contains("seat"));
  EXPECT_TRUE(record["luck"].contains("secret"));
}

TEST(MatchVotes, UndoAcrossAMoveOfAnotherNeedsConsent) {
  Played table = begun(kTwo);
  const Seat seat = turn(table);
  const Seat other = turn(table);
  ASSERT_NE(seat, other);
  const Json before = table.look(seat, {{"do", "record"}})["record"]["moves"];
  EXPECT_EQ(table.act(seat, {{"do", "undo"}}), "nothing-to-undo");
  EXPECT_EQ(propose(table, seat, "undo"), "");
  EXPECT_EQ(first_move(table, seat), "");
  EXPECT_FALSE(table.match().card().contains("proposal")) << "a move ends it";
  EXPECT_EQ(table.act(seat, {{"do", "undo"}}), "");
  EXPECT_EQ(propose(table, other, "undo"), "");
  EXPECT_EQ(answer(table, seat, true), "");
  EXPECT_EQ(asked(table), other);
  // Luck is not rolled again.
  EXPECT_EQ(turn(table), other);
  EXPECT_EQ(table.look(seat, {{"do", "record"}})["record"]["moves"], before);
}

TEST(MatchVotes, WhoPlaysAloneNeedsNoConsent) {
  Played table = begun({{"game", "solenia"}, {"seats", {kHuman, {{"bot", "novice"}}}}}, 1);
  while (asked(table) == kNobody) table.think();
  turn(table);
  while (asked(table) == kNobody) table.think();
  EXPECT_EQ(table.act(0, {{"do", "undo"}}), "nothing-to-undo");
  EXPECT_EQ(propose(table, 0, "undo"), "");
  EXPECT_EQ(propose(table, 0, "pause"), "");
  EXPECT_EQ(table.act(0, {{"do", "resume"}}), "");
  EXPECT_EQ(table.act(0, {{"do", "resign"}}), "");
  EXPECT_EQ(table.match().card()["ended"]["winners"], Json{2});
}

TEST(MatchVotes, WhereTwoPlayEachOtherWhoResignsLoses) {
  Played table = begun(kTwo);
  EXPECT_EQ(table.act(0, {{"do", "resign"}}), "");
  EXPECT_EQ(table.match().phase(), store::Phase::kOver);
  EXPECT_EQ(table.match().card()["ended"],
            (Json{{"how", "resigned"}, {"winners", {2}}, {"ranks", {2, 1}}, {"resigned", {1}}}));
}

TEST(MatchVotes, OtherwiseABotPlaysOnAndWhoResignedRanksLast) {
  Played table = begun({{"game", "solenia"}, {"options", {{"players", 3}}}}, 3);
  EXPECT_EQ(table.act(2, {{"do", "resign"}}), "");
  EXPECT_EQ(table.act(2, {{"do", "back"}}), "resigned");
  EXPECT_EQ(table.match().level(2), "medium");
  EXPECT_EQ(table.match().phase(), store::Phase::kPlaying);
  EXPECT_EQ(replace(table, 0, 2, "novice"), "") << "another bot, so that this test is short";
  Rng rng(2);
  while (step(table, 3, rng)) {
  }
  const Json ended = table.match().card()["ended"];
  EXPECT_EQ(ended["how"], "finished");
  EXPECT_EQ(ended["ranks"][2], 3);
  EXPECT_EQ(ended["resigned"], Json{3});
}

TEST(MatchVotes, ASeatIsGivenAwayByVote) {
  Played table = begun({{"game", "solenia"}, {"options", {{"players", 3}}}}, 3);
  const Json wanted = {{"do", "propose"}, {"what", "replace"}, {"whom", 3}, {"with", "easy"}};
  EXPECT_EQ(table.act(0, wanted), "");
  EXPECT_EQ(table.match().card()["proposal"], (Json{{"n", 1},
                                                    {"what", "replace"},
                                                    {"by", 1},
                                                    {"seat", 3},
                                                    {"with", "easy"},
                                                    {"yes", Json::array()},
                                                    {"asked", {2}}}));
  EXPECT_EQ(answer(table, 2, false), "not-asked");
  EXPECT_EQ(answer(table, 1, true), "");
  EXPECT_EQ(table.match().level(2), "easy");
  // Who has to agree and leaves is not waited for.
  EXPECT_EQ(propose(table, 0, "pause"), "");
  EXPECT_EQ(table.act(1, {{"do", "leave"}}), "");
  EXPECT_EQ(table.match().card()["paused"], true);
}

// --- talk ---

TEST(MatchTalk, IsHeardByEverybodyOnce) {
  Played table(kTwo);
  table.sit(0);
  EXPECT_EQ(table.act(0, {{"do", "say"}, {"phrase", "hello"}}), "");
  EXPECT_EQ(table.act(0, {{"do", "say"}, {"text", "  Where are you?  "}}), "");
  for (const Json& wrong :
       {Json{{"text", "   "}}, Json{{"text", "a\nb"}}, Json{{"text", std::string(301, 'x')}},
        Json{{"phrase", "nonsense"}}, Json{{"phrase", "hello"}, {"text", "x"}}, Json::object()}) {
    Json request = wrong;
    request["do"] = "say";
    EXPECT_EQ(table.act(0, request), "bad-value") << dump_json(wrong);
  }
  EXPECT_EQ(table.act(kNobody, {{"do", "say"}, {"phrase", "hello"}}), "no-seat");
  Viewer viewer;
  viewer.heard = 1;
  const Json told = *news_for(table.match(), viewer, 0);
  EXPECT_EQ(told["talk_from"], 1);
  EXPECT_EQ(
      told["talk"],
      Json::array(
          {{{"seat", 1}, {"name", "Guest 1"}, {"at", table.now()}, {"text", "Where are you?"}}}));
  EXPECT_FALSE(news_for(table.match(), viewer, 0));
  EXPECT_EQ(Played::all_news(table.woken(), kNobody), table.all_news(kNobody));
}

TEST(MatchTalk, OnlyTheLastIsKeptInMemoryAndItHasAnEnd) {
  Played table(kTwo);
  table.sit(0);
  int said = 0;
  while (table.act(0, {{"do", "say"}, {"text", std::to_string(said)}}).empty()) ++said;
  EXPECT_EQ(said, 2000);
  const Json told = parse_json(table.all_news(kNobody)).value();
  EXPECT_EQ(told["talk"].size(), 500U);
  EXPECT_EQ(told["talk_from"], 1500);
  EXPECT_EQ(told["talk"][0]["text"], "1500");
  EXPECT_EQ(table.sit(1), "") << "and does not keep anybody from playing";
}

// A bot goes on thinking while people talk.
TEST(MatchTalk, DisturbsNoBot) {
  Played table = begun({{"game", "solenia"}, {"seats", {kHuman, {{"bot", "novice"}}}}}, 1);
  while (!table.match().thought()) turn(table);
  const auto thought = table.match().thought();
  table.act(0, {{"do", "say"}, {"phrase", "moment"}});
  EXPECT_EQ(table.match().thought()->whim, thought->whim);
}

// --- again ---

TEST(MatchAgain, SeatsAreRotatedAndReserved) {
  Json wish = kTimed;
  wish["options"] = {{"players", 3}, {"mode", "winter"}};
  wish["seats"] = {kHuman, kHuman, {{"bot", "novice"}}};
  Played table = begun(wish);
  EXPECT_EQ(table.act(0, {{"do", "rematch"}}), "not-over");
  propose(table, 0, "abort");
  answer(table, 1, true);
  EXPECT_EQ(table.act(1, {{"do", "rematch"}}), "");
  EXPECT_EQ(table.act(0, {{"do", "rematch"}}), "again");
  const std::string name = table.match().next();
  EXPECT_TRUE(is_table_name(name));
  EXPECT_EQ(table.match().card()["next"], name);
  EXPECT_EQ(table.woken().next_first_line(), table.match().next_first_line());
  Played next(kTwo);
  next.start_with(table.match().next_first_line());
  const Json card = next.match().card();
  EXPECT_EQ(card["options"], table.match().card()["options"]);
  EXPECT_EQ(card["clock"], table.match().card()["clock"]);
  EXPECT_NE(card["luck"], table.match().card()["luck"]);
  EXPECT_EQ(card["seats"], (Json{{{"taken", false}, {"reserved", true}, {"name", "Guest 2"}},
                                 {{"taken", true}, {"bot", "novice"}},
                                 {{"taken", false}, {"reserved", true}, {"name", "Guest 1"}}}));
  EXPECT_EQ(sit_as(next, 'f'), "seat-taken");
  EXPECT_EQ(
      next.sit({{"secret", Played::secret(1)}, {"name", "B"}, {"share", std::string(32, 'b')}}),
      "");
  EXPECT_EQ(next.match().seat_of(Played::secret(1)), 0);
  EXPECT_EQ(replace(next, 0, 2, "person"), "") << "who does not come is not waited for";
  EXPECT_EQ(sit_as(next, 'f'), "");
  EXPECT_EQ(next.match().phase(), store::Phase::kPlaying);
}

// --- all of it ---

// Anything that people do, at random times.
void meddle(Played& table, int seats, Rng& rng) {
  const auto seat = static_cast<Seat>(rng.below(static_cast<std::uint32_t>(seats)));
  const auto whom = static_cast<int>(rng.below(static_cast<std::uint32_t>(seats))) + 1;
  const std::string with = rng.below(2) == 0 ? "person" : "novice";
  table.pass(rng.below(10) == 0 ? rng.below(200000) : rng.below(3000));
  switch (rng.below(14)) {
    case 0: table.act(seat, {{"do", "say"}, {"text", std::to_string(rng.below(100))}}); break;
    case 1:
      table.act(seat,
                {{"do", "auto"}, {"confirm", rng.below(2) == 0}, {"forced", rng.below(2) == 0}});
      break;
    case 2: table.act(seat, {{"do", "leave"}}); break;
    case 3:
    case 4: table.act(seat, {{"do", "back"}}); break;
    case 5: table.act(seat, {{"do", "replace"}, {"whom", whom}, {"with", with}}); break;
    case 6:
      table.act(seat, {{"do", "propose"}, {"what", "replace"}, {"whom", whom}, {"with", with}});
      break;
    case 7: propose(table, seat, "undo"); break;
    case 8: propose(table, seat, "pause"); break;
    case 9: answer(table, seat, rng.below(4) != 0); break;
    case 10: table.act(seat, {{"do", "resume"}}); break;
    case 11: sit_as(table, static_cast<char>('b' + rng.below(5))); break;
    case 12: table.tick(rng.below(2) == 0 ? table.now() : 0); break;
    default:
      if (rng.below(30) == 0) table.act(seat, {{"do", rng.below(2) == 0 ? "resign" : "rematch"}});
  }
}

struct Crowd {
  std::string name;
  Json wish;
  int seats = 2;
};

class MatchCrowdTest : public ::testing::TestWithParam<Crowd> {};

// At any time, whatever people do, what a woken match is and tells is what the one that went on is
// and tells.
TEST_P(MatchCrowdTest, WakesAsItWas) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Played table(GetParam().wish);
    Rng rng(seed);
    for (Seat seat = 0; seat < GetParam().seats; ++seat) {
      if (table.match().phase() == store::Phase::kGathering) (void)table.sit(seat);
    }
    std::vector<Viewer> viewers;
    for (int n = 0; n < 400; ++n) {
      if (rng.below(3) == 0) {
        meddle(table, GetParam().seats, rng);
      } else if (table.match().thought()) {
        table.think();
      } else {
        const Seat seat = asked(table);
        if (seat != kNobody && !table.act(seat, {{"do", "confirm"}}).empty()) {
          const Json moves = table.look(seat, {{"do", "legal"}})["moves"];
          const Json& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
          EXPECT_EQ(table.act(seat, {{"do", "apply"}, {"move", move["move"]}}), "");
        }
      }
      // Those who hear of each line hear the same as who comes now: nothing told is out of date.
      Viewer fresh = table.match().viewer(kNobody);
      const auto told = news_for(table.match(), fresh, 0);
      ASSERT_TRUE(told && (*told)["table"] == table.match().card()) << n;
      if (n % 20 != 0) continue;
      const Match woken = table.woken();
      ASSERT_EQ(woken.lines(), table.match().lines());
      ASSERT_EQ(woken.due(), table.match().due());
      ASSERT_EQ(woken.turn(), table.match().turn());
      ASSERT_EQ(woken.thought().has_value(), table.match().thought().has_value());
      ASSERT_EQ(*table.match().card_text(), dump_json(table.match().card()));
      for (Seat viewer = kNobody; viewer < GetParam().seats; ++viewer)
        ASSERT_EQ(Played::all_news(woken, viewer), table.all_news(viewer));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Crowds, MatchCrowdTest,
                         ::testing::Values(Crowd{"Two", kTimed, 2},
                                           Crowd{"ThreeThatWait",
                                                 {{"game", "solenia"},
                                                  {"options", {{"players", 3}}},
                                                  {"confirm", false},
                                                  {"late", "wait"},
                                                  {"clock", {{"move", 0}, {"bank", 300}}}},
                                                 3},
                                           Crowd{"Sealed",
                                                 {{"game", "circadians"},
                                                  {"clock", {{"move", 60}, {"bank", 60}}}},
                                                 2},
                                           Crowd{"OneAndBots",
                                                 {{"game", "circadians"},
                                                  {"options", {{"players", 3}}},
                                                  {"seats", {kHuman, {{"bot", "novice"}}, kHuman}}},
                                                 3}),
                         [](const auto& crowd) { return crowd.param.name; });

// Two tables that differ in what, and how often, a seat chose in secret: the same to the byte for
// all others, whatever else happens.
TEST(MatchCrowd, NothingTellsOfASecretChoice) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Json wish = {{"game", "circadians"}, {"clock", {{"move", 20}, {"bank", 50}}}};
    Played one(wish);
    Played two(wish);
    two.start_with(parse_json(one.log().front()).value());
    std::array<Viewer, 2> watchers;
    std::array<Viewer, 2> others;
    for (Played* table : {&one, &two}) {
      table->sit(0);
      table->sit(1);
    }
    others = {one.match().viewer(0), two.match().viewer(0)};
    const Json moves = one.look(1, {{"do", "legal"}})["moves"];
    ASSERT_GT(moves.size(), 1U);
    const auto choose = [](Played& table, const Json& move) {
      EXPECT_EQ(table.act(1, {{"do", "apply"}, {"move", move["move"]}}), "");
    };
    choose(one, moves[0]);
    choose(two, moves[1]);
    if (seed % 2 == 0 && two.act(1, {{"do", "undo"}}).empty()) choose(two, moves[1]);
    Rng left(seed);
    Rng right(seed);
    for (int n = 0; n < 25; ++n) {
      meddle(one, 1, left);
      meddle(two, 1, right);
      // Of the seat that chose, what everybody sees.
      const Json said = {{"do", "say"}, {"text", std::to_string(n)}};
      one.act(1, said);
      two.act(1, said);
      const auto news = [](Played& table, Viewer& viewer) {
        const auto told = news_for(table.match(), viewer, table.now());
        return told ? dump_json(*told) : std::string();
      };
      ASSERT_EQ(news(one, watchers[0]), news(two, watchers[1]));
      ASSERT_EQ(news(one, others[0]), news(two, others[1]));
      ASSERT_EQ(one.match().due(), two.match().due());
      ASSERT_EQ(one.match().turn(), two.match().turn());
    }
  }
}

}  // namespace
}  // namespace tidelock::server
