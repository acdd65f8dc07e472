#include <gtest/gtest.h>

#include "server/testing_match.h"

namespace tidelock::server {
namespace {

constexpr Time kHourOf = 3600000;

// A match whose first seats are held by accounts.
class WithAccounts {
 public:
  explicit WithAccounts(const Json& wish, std::vector<std::string> accounts)
      : first_(Match::first_line(wish, world_).value()) {
    log_.push_back(dump_json(first_));
    wake();
    for (std::size_t i = 0; i < accounts.size(); ++i) sit(static_cast<Seat>(i), accounts[i]);
  }

  void wake() { match_.emplace(std::move(Match::wake(log_, world_)).value()); }
  Match& match() { return *match_; }

  std::string sit(Seat seat, const std::string& account, std::optional<std::int64_t> notify = {}) {
    const server::Person person{account, "session", account != "Hidden", notify};
    const Json request = {{"do", "sit"},
                          {"seat", seat + 1},
                          {"secret", std::string(32, static_cast<char>('a' + seat))},
                          {"name", "Guest " + std::to_string(seat + 1)},
                          {"share", std::string(32, '1')}};
    JsonIn::Trouble trouble;
    return keep(match_->sit(JsonIn(request, trouble), now, account.empty() ? nullptr : &person));
  }
  std::string act(Seat seat, const Json& request) {
    JsonIn::Trouble trouble;
    return keep(match_->act(JsonIn(request, trouble), seat, now));
  }
  // Anything legal, until it is somebody's turn again or the game is over.
  void move() {
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      if ((match_->turn() & seat_bit(seat)) == 0) continue;
      JsonIn::Trouble trouble;
      const Json legal = {{"do", "legal"}};
      const auto moves = match_->look(JsonIn(legal, trouble), match_->viewer(seat), nullptr);
      if (moves.ok() && !moves.value()["moves"].empty()) {
        EXPECT_EQ(act(seat, {{"do", "apply"}, {"move", moves.value()["moves"][0]["move"]}}), "");
      } else {
        EXPECT_EQ(act(seat, {{"do", "confirm"}}), "");
      }
      return;
    }
  }
  bool note(const Match::Line& line) {
    if (line) log_.push_back(line->text);
    return line.has_value();
  }
  void add(std::string line) {
    log_.push_back(std::move(line));
    wake();
  }

  Time now = 1790000000000;

 private:
  std::string keep(const Result<Match::Line>& line) {
    if (!line) return line.error().code;
    if (line.value()) log_.push_back(line.value()->text);
    return "";
  }

  table::World world_ = whole_world();
  Json first_;
  std::vector<std::string> log_;
  std::optional<Match> match_;
};

Json people(int seats) { return {{"game", "solenia"}, {"options", {{"players", seats}}}}; }

TEST(MatchAccounts, AnAccountOpensItsSeatAndIsToldUnlessItIsHidden) {
  WithAccounts played(people(2), {"Ada", "Hidden"});
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(played.match().seat_of_account("aDA"), 0);
    EXPECT_EQ(played.match().seat_of_account("hidden"), 1);
    EXPECT_EQ(played.match().seat_of_account("bob"), kNobody);
    EXPECT_EQ(played.match().seat_of_account(""), kNobody);
    const Json seats = played.match().card()["seats"];
    EXPECT_EQ(seats[0]["account"], "Ada");
    EXPECT_FALSE(seats[1].contains("account"));
    played.wake();
  }
}

TEST(MatchAccounts, AResignedSeatHasLost) {
  WithAccounts played(people(2), {"Ada", "Bob"});
  EXPECT_FALSE(played.match().owes_results());
  EXPECT_EQ(played.act(0, {{"do", "resign"}}), "");
  const Time ended = played.now;
  played.now += kHourOf;
  EXPECT_TRUE(played.match().owes_results());
  EXPECT_EQ(played.match().due_asleep(), ended);
  played.wake();
  const Ending ending = played.match().ending("t");
  EXPECT_EQ(ending.at, ended);
  EXPECT_EQ(ending.game, "solenia");
  EXPECT_FALSE(ending.aborted);
  ASSERT_EQ(ending.players.size(), 2U);
  EXPECT_EQ(score_between(ending.players[0], ending.players[1]), 0);
  // Once it says so it is done.
  EXPECT_TRUE(played.note(played.match().rated(played.now)));
  for (int again = 0; again < 2; ++again) {
    EXPECT_FALSE(played.match().owes_results());
    EXPECT_FALSE(played.match().due_asleep());
    played.wake();
  }
}

TEST(MatchAccounts, WhoWasReplacedHasLostAndWhoCameLaterIsNotCounted) {
  WithAccounts played(people(2), {"Ada", "Bob"});
  EXPECT_EQ(played.act(1, {{"do", "leave"}}), "");
  EXPECT_EQ(played.act(0, {{"do", "replace"}, {"whom", 2}, {"with", "person"}}), "");
  const Json request = {{"do", "sit"},
                        {"seat", 2},
                        {"secret", std::string(32, 'c')},
                        {"name", "New"},
                        {"share", std::string(32, '1')}};
  const server::Person cyd{"Cyd", "session"};
  JsonIn::Trouble trouble;
  const auto line = played.match().sit(JsonIn(request, trouble), played.now, &cyd);
  ASSERT_TRUE(line.ok() && line.value());
  played.add(line.value()->text);
  EXPECT_EQ(played.match().seat_of_account("bob"), kNobody);
  EXPECT_EQ(played.act(0, {{"do", "resign"}}), "");
  const Ending ending = played.match().ending("t");
  ASSERT_EQ(ending.players.size(), 2U);
  EXPECT_EQ(ending.players[1].account, "Bob");
  EXPECT_FALSE(ending.players[0].stayed);
  EXPECT_FALSE(ending.players[1].stayed);
  EXPECT_NE(std::find(ending.others.begin(), ending.others.end(), "Cyd"), ending.others.end());
}

TEST(MatchAccounts, AnAbortedGameHasNoResult) {
  WithAccounts played(people(2), {"Ada", "Bob"});
  EXPECT_EQ(played.act(0, {{"do", "propose"}, {"what", "abort"}}), "");
  EXPECT_EQ(played.act(1, {{"do", "answer"}, {"n", 1}, {"yes", true}}), "");
  EXPECT_TRUE(played.match().owes_results());
  EXPECT_TRUE(opponents_of(played.match().ending("t"), "Ada").empty());
}

TEST(MatchAccounts, WithoutAccountsThereIsNothingToSettle) {
  WithAccounts played(people(2), {"", ""});
  EXPECT_EQ(played.act(0, {{"do", "resign"}}), "");
  EXPECT_FALSE(played.match().owes_results());
}

TEST(MatchAccounts, ATurnThatWaitsIsToldOnce) {
  WithAccounts played(people(2), {"", ""});
  EXPECT_FALSE(played.match().due());
  EXPECT_EQ(played.act(0, {{"do", "notify"}, {"after", 59}}), "bad-value");
  for (const Seat seat : {Seat{0}, Seat{1}})
    EXPECT_EQ(played.act(seat, {{"do", "notify"}, {"after", 3600}}), "");
  EXPECT_EQ(played.match().notify_of(0), 3600);
  int told = 0;
  SeatMask last = 0;
  for (int step = 0; step < 40; ++step) {
    if (played.match().phase() == store::Phase::kOver) break;
    ASSERT_TRUE(played.match().due()) << step;
    const SeatMask turn = played.match().turn();
    played.now += kHourOf - 1;
    EXPECT_FALSE(played.note(played.match().notice(played.now)));
    played.now += 1;
    const bool noticed = played.note(played.match().notice(played.now));
    EXPECT_TRUE(noticed || turn == last) << step;
    told += noticed ? 1 : 0;
    if (noticed) {
      const Seat seat = turn == seat_bit(0) ? 0 : 1;
      EXPECT_EQ(played.match().waiting(seat, played.now).seconds, 3600);
    }
    // Not again in the same turn, whoever wakes it.
    played.wake();
    played.now += 10 * kHourOf;
    EXPECT_FALSE(played.match().notice(played.now));
    EXPECT_FALSE(played.match().due());
    last = turn;
    played.move();
    if (played.match().turn() == last) {
      // The same turn goes on.
      EXPECT_FALSE(played.match().due());
      while (played.match().turn() == last) played.move();
    }
  }
  EXPECT_GT(told, 10);
  EXPECT_EQ(played.act(0, {{"do", "notify"}, {"after", nullptr}}), "");
  EXPECT_EQ(played.act(1, {{"do", "notify"}, {"after", nullptr}}), "");
  EXPECT_FALSE(played.match().due());
  EXPECT_TRUE(played.match().notify_of(0).is_null());
}

// Asking again, or for something else, is no reason to be told again in the same turn.
TEST(MatchAccounts, WhoWasToldIsNotToldAgainForAskingAgain) {
  WithAccounts played(people(2), {"", ""});
  for (const Seat seat : {Seat{0}, Seat{1}})
    EXPECT_EQ(played.act(seat, {{"do", "notify"}, {"after", 3600}}), "");
  played.now += 2 * kHourOf;
  EXPECT_TRUE(played.note(played.match().notice(played.now)));
  for (const int after : {3600, 60, 3600}) {
    for (const Seat seat : {Seat{0}, Seat{1}})
      EXPECT_EQ(played.act(seat, {{"do", "notify"}, {"after", after}}), "");
    EXPECT_FALSE(played.match().due());
    EXPECT_FALSE(played.match().notice(played.now + kHourOf));
    played.wake();
  }
}

TEST(MatchAccounts, WhoIsForgottenLeavesMovesAlone) {
  WithAccounts played(people(2), {"Ada", "Bob"});
  EXPECT_EQ(played.act(0, {{"do", "say"}, {"text", "my poem"}}), "");
  played.move();
  const Json before = played.match().card();
  played.add(dump_json({{"do", "forget"}, {"seat", 1}, {"at", played.now}}));
  const std::string after = dump_json(played.match().card());
  EXPECT_EQ(after.find("Ada"), std::string::npos);
  EXPECT_EQ(after.find("Guest 1"), std::string::npos);
  EXPECT_NE(after.find("Bob"), std::string::npos);
  Viewer viewer = played.match().viewer(1);
  const auto news = news_for(played.match(), viewer, played.now);
  ASSERT_TRUE(news);
  EXPECT_EQ(dump_json(*news).find("my poem"), std::string::npos);
  EXPECT_EQ(played.match().seat_of_account("ada"), kNobody);
  // The seat is still whoever's has its secret.
  EXPECT_EQ(played.match().seat_of(std::string(32, 'a')), 0);
  EXPECT_EQ(played.match().card()["phase"], before["phase"]);
}

}  // namespace
}  // namespace tidelock::server
