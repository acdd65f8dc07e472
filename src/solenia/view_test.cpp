// What a view spells out so that no reader needs a rule: slots that wait, orders that can be paid,
// pairs, cards that stay, the voyage that is being paid.
#include <algorithm>
#include <bit>

#include "solenia/testing_games.h"

namespace tidelock::solenia {

namespace {

// Any seat's view has it: all of this is open.
Json seen_player(const TestTable& t, std::size_t of, Seat viewer = kNobody) {
  return t.game.view(t.s, viewer)["players"][of];
}

// The numbers of tiles in a list of orders, those that can be paid only.
std::set<int> paid(const Json& orders) {
  std::set<int> out;
  for (const Json& order : orders) {
    if (order["pays"].get<bool>()) out.insert(order["tile"].get<int>());
  }
  return out;
}

}  // namespace

// WIN-2: a free slot waits for tiles on the level below, and for none when it may be chosen.
TEST(View, WinterSlotsSayWhatTheyWaitFor) {
  const TestTable t = Position({2, Mode::kWinter, Start::kDawn, 0})
                          .turn(24)
                          .slots(0, kDay, {"SSS", "", "AAA", ""})
                          .slots(0, kNight, {"WWW", "HHH", "WWH", ""})
                          .build();
  EXPECT_EQ(seen_player(t, 0)["needs"],
            Json::parse(R"({"day":[null,0,null,1,0,0],"night":[null,null,null,0,0,0]})"));
  EXPECT_EQ(seen_player(t, 1)["needs"],
            Json::parse(R"({"day":[0,0,1,1,1,1],"night":[0,0,1,1,1,1]})"));
  EXPECT_FALSE(seen_player(t, 0).contains("pairs"));
  int asked = 0;
  for (const Played& played : played_games()) {
    for (const Step& step : played.steps) {
      if (step.what() != Do::kSlot) continue;
      const auto at = static_cast<std::size_t>(step.seat);
      const auto& row = kHemispheres[step.before.todo.top().a()];
      const Json needs = played.game.view(step.before, kNobody)["players"][at]["needs"][row];
      std::set<int> open;
      Solenia::List list;
      played.game.legal(step.before, step.seat, list);
      for (const Move move : list) open.insert(move.b());
      for (std::size_t slot = 0; slot < kSlots; ++slot)
        ASSERT_EQ(needs[slot] == 0, open.contains(static_cast<int>(slot)));
      ++asked;
    }
  }
  EXPECT_GT(asked, 100);
}

// CITY-2: in summer the first free slot from the left is the next.
TEST(View, SummerSlotsWaitForThoseBefore) {
  const TestTable t = Position().turn(12).slots(0, kDay, {"SSS", "AAA"}).build();
  EXPECT_EQ(seen_player(t, 0)["needs"],
            Json::parse(R"({"day":[null,null,0,1,2,3],"night":[0,1,2,3,4,5]})"));
  int delivered = 0;
  for (const Played& played : played_games()) {
    if (played.options.mode != Mode::kSummer) continue;
    for (const Step& step : played.steps) {
      const Event* event = step.find(What::kDelivered);
      if (event == nullptr) continue;
      const Json needs = played.game.view(
          step.before, kNobody)["players"][static_cast<std::size_t>(event->who)]["needs"];
      ASSERT_EQ(needs[kHemispheres[static_cast<std::size_t>(event->a)]]
                     [static_cast<std::size_t>(event->c)],
                0);
      ++delivered;
    }
  }
  EXPECT_GT(delivered, 50);
}

// What of the cost is not in the store, for every seat, whoever looks.
TEST(View, OrdersSayWhatIsMissing) {
  const TestTable t = Position()
                          .turn(12)
                          .store(0, "SSAH")
                          .store(1, "WS")
                          .display(kDay, {"SSS", "SSA", "WSA"})
                          .build();
  const auto order = [](const char* cost, bool pays, const char* missing) {
    return Json{{"tile", tile_named(kDay, cost) + 1}, {"pays", pays}, {"missing", missing}};
  };
  for (const Seat viewer : {kNobody, Seat{0}, Seat{1}}) {
    EXPECT_EQ(
        seen_player(t, 0, viewer)["orders"]["day"],
        Json::array({order("SSS", false, "S"), order("SSA", true, ""), order("WSA", false, "W")}));
    EXPECT_EQ(seen_player(t, 1, viewer)["orders"]["day"],
              Json::array({order("SSS", false, "SS"), order("SSA", false, "SA"),
                           order("WSA", false, "A")}));
  }
}

// CITY-3: with all six slots filled no order of the row can be delivered, whatever is in the store.
TEST(View, AFullRowPaysForNothing) {
  const Position full =
      Position().turn(28).store(0, "SSSAAA").display(kDay, {"SSA"}).hand(0, {"1W"});
  const std::vector<std::string> five = {"SSS", "AAA", "SAA", "WSA", "HSA"};
  std::vector<std::string> six = five;
  six.emplace_back("WSS");
  const TestTable with_room = Position(full).slots(0, kDay, five).build();
  const TestTable without = Position(full).slots(0, kDay, six).build();
  const auto pays = [](const TestTable& t) {
    return seen_player(t, 0)["orders"]["day"][0]["pays"];
  };
  EXPECT_EQ(pays(with_room), true);
  EXPECT_TRUE(with_room.can("1W-b3"));
  EXPECT_EQ(pays(without), false);
  EXPECT_FALSE(without.can("1W-b3"));
}

// VOY-1: a move into a city tells which orders can be paid there after the voyage.
TEST(View, MovesTellTheOrdersThatTheVoyageLeaves) {
  int cities = 0;
  int fewer = 0;  // orders, because the voyage takes too much
  int stood_in = 0;
  for (const AtPlay& at : play_states()) {
    const Player& p = at.s.players[static_cast<std::size_t>(at.seat)];
    const Json view = at.game->view(at.s, at.seat);
    const Json& orders = view["players"][static_cast<std::size_t>(at.seat)]["orders"];
    Solenia::List list;
    at.game->legal(at.s, at.seat, list);
    std::uint32_t asked = 0;  // a space is one question, whatever the card
    for (const Move move : list) {
      const int where = at.game->terrain(at.s, move.b());
      if (move.kind() != Move::Kind::kPlay || where < kDayCity || has_space(asked, move.b()))
        continue;
      asked |= space_bit(move.b());
      const auto h = static_cast<std::size_t>(where - kDayCity);
      std::set<int> wanted;
      const int voyage = slow_cost(*at.game, at.s, at.seat, move.b());
      for (const Goods left : slow_payments(p.store, voyage)) {
        for (const auto tile : at.s.display[h]) {
          if (tile != kNone &&
              slow_can_deliver(*at.game, p, left, at.game->components().tiles[h][tile]))
            wanted.insert(tile + 1);
        }
      }
      const Json gives = at.game->move_json(at.s, at.seat, move)["gives"];
      ASSERT_EQ(gives["orders"].get<std::set<int>>(), wanted);
      const std::set<int> now = paid(orders[kHemispheres[h]]);
      if (voyage == 0) {
        ASSERT_EQ(now, wanted);
      }
      fewer += now.size() > wanted.size() ? 1 : 0;
      ++cities;
      for (const Json& order : orders[kHemispheres[h]])
        stood_in +=
            order["pays"].get<bool>() && !order["missing"].get_ref<const std::string&>().empty()
                ? 1
                : 0;
    }
  }
  EXPECT_GT(cities, 500);
  EXPECT_GT(fewer, 20);
  EXPECT_GT(stood_in, 5);
}

// Pairs count 1, 3, 6, 10, and no more after the fourth.
TEST(View, PairsTellWhatTheNextIsWorth) {
  const std::vector<std::string> day = {"SSS", "AAA", "SAA", "WSA", "HSA", "WSS"};
  const std::vector<std::string> night = {"WWW", "HHH", "WWH", "WHS", "WHA"};
  const auto pairs = [&](std::size_t n, std::size_t more) {
    const auto end = [&](const auto& tiles, std::size_t count) {
      return std::vector<std::string>(tiles.begin(), tiles.begin() + static_cast<long>(count));
    };
    const TestTable t = Position()
                            .turn(28)
                            .slots(0, kDay, end(day, n + more))
                            .slots(0, kNight, end(night, n))
                            .build();
    Json out = seen_player(t, 0)["pairs"];
    EXPECT_EQ(out["stars"], t.game.scores(t.s).by[0][1]) << "the sheet says the same";
    return out;
  };
  EXPECT_EQ(pairs(0, 0), Json::parse(R"({"n":0,"stars":0,"next":1})"));
  EXPECT_EQ(pairs(1, 2), Json::parse(R"({"n":1,"stars":1,"next":3})"));
  EXPECT_EQ(pairs(2, 0), Json::parse(R"({"n":2,"stars":3,"next":6})"));
  EXPECT_EQ(pairs(3, 1), Json::parse(R"({"n":3,"stars":6,"next":10})"));
  EXPECT_EQ(pairs(4, 0), Json::parse(R"({"n":4,"stars":10})"));
  EXPECT_EQ(pairs(5, 1), Json::parse(R"({"n":5,"stars":10})"));
}

// TURN-1: a card stays when there are fewer turns than strips up to it; the turn that goes on
// counts if the airship may move in it.
TEST(View, CardsThatStay) {
  const auto stays = [](const TestTable& t) { return t.game.view(t.s, kNobody)["stays"]; };
  const Position late = Position()
                            .card(0, "a1", "1S")
                            .card(1, "a2", "1S")
                            .card(0, "b3", "1A")
                            .card(1, "e4", "1A")
                            .card(0, "d5", "1W")
                            .store(0, "WWW")
                            .hand(0, {"0WS"});
  EXPECT_EQ(stays(Position(late).turn(26).build()), Json::array());
  EXPECT_EQ(stays(Position(late).turn(28).build()), Json::array({"d5"}));
  EXPECT_EQ(stays(Position(late).turn(30).build()), Json::array({"b3", "e4", "d5"}));
  // The way is long and has to be paid: the card is known, and with it whether the airship moves.
  TestTable zero = Position(late).turn(30).build();
  zero.play("0WS-e1");
  EXPECT_EQ(stays(zero), Json::array({"b3", "e4", "d5"}));
  TestTable one = Position(late).turn(30).hand(0, {"1H"}).build();
  one.play("1H-e1");
  EXPECT_EQ(stays(one), Json::array({"a2", "b3", "e4", "d5"}));

  int said = 0;
  for (const Played& played : played_games()) {
    int turned = 0;  // strips from here to the end
    for (auto step = played.steps.rbegin(); step != played.steps.rend(); ++step) {
      turned += step->find(What::kTurned) != nullptr ? 1 : 0;
      const State& s = step->before;
      const std::uint32_t stay = played.game.occupied(s) & ~played.game.may_be_lifted(s);
      ASSERT_EQ(stay & ((1U << (kColumns * std::min(turned, kStrips))) - 1), 0U);
      said += std::popcount(stay);
    }
    const State& end = played.steps.back().after;
    if (played.game.at(end) == At::kOver) {
      ASSERT_EQ(played.game.may_be_lifted(end), 0U);
    }
  }
  EXPECT_GT(said, 500);
}

// VOY-1: the voyage that is being paid, from the nearest place.
TEST(View, TheVoyageThatIsPaid) {
  TestTable t = Position().turn(12).store(0, "WWHH").card(0, "a5", "1S").hand(0, {"1W"}).build();
  EXPECT_FALSE(t.game.view(t.s, 0).contains("voyage"));
  t.play("1W-c5");
  const Json from_ship = Json{{"card", "1W"}, {"space", "c5"}, {"from", "c3"}};
  EXPECT_EQ(t.game.view(t.s, 1)["voyage"], from_ship) << "everybody sees it";
  t.play("W");
  EXPECT_FALSE(t.game.view(t.s, 0).contains("voyage"));
}

// The level-1 tile works once both its slots are filled, a half once its own is.
TEST(View, ImprovementsThatWork) {
  const Position improved =
      Position({2, Mode::kImprovements, Start::kDawn, 0}).turn(26).slots(0, kDay, {"SSS"});
  const auto works = [](const TestTable& t) { return seen_player(t, 0)["improvements"]["works"]; };
  EXPECT_EQ(works(Position(improved).build()), Json::array());
  EXPECT_EQ(works(Position(improved).slots(0, kNight, {"WWW"}).build()), Json::array({"level1"}));
  EXPECT_EQ(works(Position(improved).slots(0, kNight, {"", "WWW", "HHH", "", "", "WWH"}).build()),
            Json::array({"night"}));
}

}  // namespace tidelock::solenia
