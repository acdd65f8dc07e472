// What a view and a legal move tell besides the state, so that a board does not have to guess.
#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

Json part_of(const TestTable& t, const char* member, Seat viewer = 0) {
  return t.game.view(t.s, viewer)[member];
}
Json move_of(const TestTable& t, std::string_view text) {
  for (const Move move : t.moves_of(t.to_act())) {
    if (t.game.write(t.s, t.to_act(), move) == text) return t.game.move_json(t.s, t.to_act(), move);
  }
  ADD_FAILURE() << text << " is none of " << t.legal();
  return {};
}

// CIR-2.5: a token lies under what it was moved to, for all to see.
TEST(View, TokensUnderIncidents) {
  TestTable t;
  t.own(0, "9A9E").die(0, 1, 4).negotiated(kZcharo, 1, 1, 2).fix();
  t.play("g1>leyrien1");
  EXPECT_EQ(part_of(t, "breakthrough_tokens"), Json::object()) << "where the 2 lies nobody said";
  t.play("bt1");
  for (const Seat viewer : {Seat{0}, Seat{1}, kNobody})
    EXPECT_EQ(part_of(t, "breakthrough_tokens", viewer), (Json{{"BT1", 4}}));
  EXPECT_EQ(part_of(t, "setback_tokens"), Json::object());

  TestTable again;
  again.own(0, "9A").die(0, 1, 5).negotiated(kLeyrien, 2, 1, 5).fix();
  again.play({"g1>leyrien1", "sb2"});
  EXPECT_EQ(part_of(again, "setback_tokens"), (Json{{"SB2", 5}}));
  EXPECT_EQ(part_of(again, "breakthrough_tokens"), Json::object());
}
TEST(View, TokensOfSpecialists) {
  TestTable t;
  t.own(0, "9A").specialist(0, 1).negotiated(kLeyrien, 2, 1, Piece::kSpecialist).fix();
  t.play({"g1>leyrien1", "bt1", "sb3"});
  EXPECT_EQ(part_of(t, "breakthrough_tokens"), (Json{{"BT1", "specialist"}}));
  EXPECT_EQ(part_of(t, "setback_tokens"), (Json{{"SB3", "specialist"}}));
  // The second one, whichever Incident it takes, is written the same.
  for (const int which : {0, 5}) {
    IncidentTokens tokens{};
    IncidentTokens turned{};
    EXPECT_TRUE(tokens.put(Piece::kSpecialist, true, 3) &&
                tokens.put(Piece::kSpecialist, true, which));
    EXPECT_TRUE(turned.put(Piece::kSpecialist, true, which) &&
                turned.put(Piece::kSpecialist, true, 3));
    EXPECT_EQ(tokens, turned);
    EXPECT_FALSE(tokens.put(Piece::kSpecialist, true, 7)) << "there are two";
    EXPECT_EQ(tokens, turned);
  }
}
TEST(View, TokensOfTheAi) {
  TestTable t({.players = 1});
  t.in_hq(1, 0, 1).die(0, 1, 1).hq_turn().negotiated(kJrayek, 1, 0, 1);
  t.s.tokens = 0;
  t.p(Circadians::kAiSeat).goods[kGem] = 1;
  t.fix().next({"SC3", "SC14"}).play("hq>canteen");  // a 3 to Jrayek
  EXPECT_EQ(part_of(t, "breakthrough_tokens"), (Json{{"BT1", 3}}));
}

// Positions written before there were any may leave them out; what no game leads to is refused.
TEST(View, TokensInAPosition) {
  TestTable t;
  t.own(0, "9A9E").die(0, 1, 4).fix().play({"g1>leyrien1", "bt3"});
  const Json json = t.game.to_json(t.s);
  const Result<State> same = t.game.from_json(json);
  ASSERT_TRUE(same);
  EXPECT_EQ(same.value(), t.s);
  Json bare = json;
  bare.erase("breakthrough_tokens");
  bare.erase("setback_tokens");
  const Result<State> older = t.game.from_json(bare);
  ASSERT_TRUE(older);
  EXPECT_EQ(older.value(), t.s.bare());
  for (const Json& wrong :
       {Json{{"BT4", 4}}, Json{{"BT3", 5}}, Json{{"BT3", "specialist"}}, Json{{"BT3", 7}},
        Json{{"BT3", 4}, {"BT4", 4}}, Json{{"SB1", 4}}, Json{{"BT3", "sal"}}, Json(4)}) {
    Json changed = json;
    changed["breakthrough_tokens"] = wrong;
    EXPECT_FALSE(t.game.from_json(changed)) << wrong;
  }
}
// Bots have the same luck wherever a token lies.
TEST(View, TokensAreForTheEyes) {
  TestTable t;
  t.own(0, "9A9E").die(0, 1, 4).fix().play({"g1>leyrien1", "bt3"});
  EXPECT_NE(t.s, t.s.bare());
  EXPECT_EQ(hash_state(t.s), hash_state(t.s.bare()));
}

TEST(View, PointsOfTheAi) {
  TestTable t({.players = 1});
  t.p(Circadians::kAiSeat).goods[kGem] = 6;
  t.p(Circadians::kAiSeat).harvester = kFirstCorner + 5;
  t.s.cache[5] = 5;
  t.fix();
  EXPECT_EQ(part_of(t, "ai_points"), 6) << "nobody has looked at its Cache";
  EXPECT_EQ(part_of(t, "points").size(), 1U);
  t.p(0).seen = 1U << 5;
  EXPECT_EQ(part_of(t, "ai_points"), t.game.ai_score(t.s));
  EXPECT_GT(part_of(t, "ai_points"), 6);
  EXPECT_FALSE(TestTable().game.view(TestTable().s, 0).contains("ai_points")) << "there is none";
}

TEST(View, Expansion) {
  for (const bool on : {true, false})
    EXPECT_EQ(part_of(TestTable({.expansion = on}), "expansion"), on);
}

// CIR-2.3: dice in Headquarters go first; who has to go now is marked.
TEST(View, WhoLeavesHeadquarters) {
  TestTable t;
  t.in_hq(1, 1, 5).in_hq(2, 0, 3).hq_turn(2).fix();
  for (const Seat viewer : {Seat{0}, Seat{1}})
    EXPECT_EQ(part_of(t, "due", viewer), (Json{{"seat", 1}, {"hq", 2}, {"piece", 3}}));
  TestTable specialist;
  specialist.in_hq(1, 1, Piece::kSpecialist).hq_turn(1);
  specialist.p(1).gained = 1;
  specialist.fix();
  EXPECT_EQ(part_of(specialist, "due")["piece"], "specialist");
  TestTable garage;
  garage.die(0, 1, 3).fix();
  EXPECT_EQ(part_of(garage, "due"), Json());
}

// CIR-2.5: what a send to a faction sets off is said before.
TEST(View, IncidentsOfASend) {
  TestTable t;
  t.own(0, "9A9E9G").die(0, 1, 4).negotiated(kLeyrien, 2, 1, 4).fix();
  EXPECT_EQ(move_of(t, "g1>leyrien1")["incidents"], Json::array({"setback"}));
  EXPECT_EQ(move_of(t, "g1>zcharo1")["incidents"], Json::array()) << "another column";
  EXPECT_FALSE(move_of(t, "g1>mine1").contains("incidents"));
  TestTable first;
  first.own(0, "9A9E").die(0, 1, 4).negotiated(kLeyrien, 2, 1, 3).fix();
  EXPECT_EQ(move_of(first, "g1>leyrien1")["incidents"], Json::array({"breakthrough"}));
  TestTable both;
  both.own(0, "9A").specialist(0, 1).negotiated(kLeyrien, 2, 1, Piece::kSpecialist).fix();
  EXPECT_EQ(move_of(both, "g1>leyrien1")["incidents"], Json::array({"breakthrough", "setback"}));
  both.s.specialist_breakthroughs = 2;
  both.s.breakthroughs = 3;
  EXPECT_EQ(move_of(both, "g1>leyrien1")["incidents"], Json::array({"setback"}));
}

}  // namespace
}  // namespace tidelock::circadians
