#include "server/match.h"

#include <gtest/gtest.h>

#include "server/testing_world.h"

namespace tidelock::server {
namespace {

// A match and the log that its lines make.
class Played {
 public:
  explicit Played(const Json& wish) {
    auto line = Match::first_line(wish, world_);
    EXPECT_TRUE(line.ok()) << line.error().sentence();
    log_.push_back(dump_json(line.value()));
    match_.emplace(woken());
  }

  [[nodiscard]] Match woken() const {
    auto match = Match::wake(log_, world_);
    EXPECT_TRUE(match.ok()) << match.error().sentence();
    return std::move(match).value();
  }
  [[nodiscard]] const Match& match() const { return *match_; }
  [[nodiscard]] const std::vector<std::string>& log() const { return log_; }
  void start_with(const Json& line) {
    log_ = {dump_json(line)};
    match_.emplace(woken());
  }

  // The code of what is wrong; "again" if it was done before, "" if it is done now.
  std::string sit(const Json& request) {
    return done([&](const JsonIn& in) { return match_->sit(in); }, request);
  }
  std::string sit(Seat seat) {
    return sit({{"do", "sit"},
                {"seat", seat + 1},
                {"secret", secret(seat)},
                {"name", "Guest " + std::to_string(seat + 1)},
                {"share", std::string(32, static_cast<char>('1' + seat))}});
  }
  std::string act(Seat seat, const Json& request) {
    return done([&](const JsonIn& in) { return match_->act(in, seat); }, request);
  }
  Json look(Seat seat, const Json& request) const {
    JsonIn::Trouble trouble;
    Viewer viewer;
    viewer.seat = seat;
    const auto out = match_->look(JsonIn(request, trouble), viewer, nullptr);
    return out.ok() ? out.value() : Json(out.error().code);
  }
  void think() {
    const auto thought = match_->thought();
    ASSERT_TRUE(thought);
    const AnyMove move =
        match_->bot(thought->seat)->choose(thought->known, thought->seat, thought->whim);
    auto line = match_->decide(*thought, move);
    ASSERT_TRUE(line);
    log_.push_back(dump_json(*line));
    EXPECT_FALSE(match_->decide(*thought, move)) << "an old thought is of no use";
  }
  [[nodiscard]] std::string all_news(Seat seat) const { return all_news(*match_, seat); }
  static std::string all_news(const Match& match, Seat seat) {
    Viewer viewer;
    viewer.seat = seat;
    const auto news = match.news(viewer);
    EXPECT_FALSE(match.news(viewer)) << "told twice";
    return news ? dump_json(*news) : "";
  }
  static std::string secret(Seat seat) {
    return std::string(31, 'a') + static_cast<char>('0' + seat);
  }

 private:
  template <class Change>
  std::string done(const Change& change, const Json& request) {
    JsonIn::Trouble trouble;
    const auto line = change(JsonIn(request, trouble));
    if (!line) return line.error().code;
    if (!line.value()) return "again";
    log_.push_back(dump_json(*line.value()));
    return "";
  }

  table::World world_ = whole_world();
  std::vector<std::string> log_;
  std::optional<Match> match_;
};

// One step of somebody; false when the game is over.
bool step(Played& table, int seats, Rng& rng) {
  if (table.match().phase() == store::Phase::kOver) return false;
  if (table.match().thought()) {
    table.think();
    return true;
  }
  for (Seat seat = 0; seat < seats; ++seat) {
    const Json legal = table.look(seat, {{"do", "legal"}});
    if (rng.below(12) == 0 && table.act(seat, {{"do", "undo"}}).empty()) return true;
    if (legal["status"]["at"] == "confirm") {
      if (table.act(seat, {{"do", "confirm"}}).empty()) return true;
      continue;
    }
    const Json& moves = legal["moves"];
    if (moves.empty()) continue;
    const Json& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    EXPECT_EQ(table.act(seat, {{"do", "apply"}, {"move", move["move"]}}), "");
    return true;
  }
  ADD_FAILURE() << "nobody can do anything: " << table.all_news(kNobody);
  return false;
}

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
  const auto again = woken.act(JsonIn(request, trouble), seat);
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
  EXPECT_EQ(woken.error().code, "bad-log");
  EXPECT_EQ(woken.error().where.substr(0, 6), "line 3");
  EXPECT_EQ(Match::wake({}, world).error().code, "no-such-table");
}

}  // namespace
}  // namespace tidelock::server
