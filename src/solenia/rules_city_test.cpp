// ISL-1, STO-1, CITY-1 to CITY-4 and SLOT-1: what a card gives where it lands.
#include "solenia/testing_games.h"

namespace tidelock::solenia {

namespace {

int value_of(const Solenia& game, int type) {
  return game.components().cards[static_cast<std::size_t>(type)].value;
}
std::vector<int> shown(const State& s, int hemisphere) {
  std::vector<int> out;
  for (const auto tile : s.display[static_cast<std::size_t>(hemisphere)]) {
    if (tile != kNone) out.push_back(tile);
  }
  return out;
}

// ISL-1
TEST(Isl1, AnIslandGivesAsManyOfItsResourceAsTheCardsValue) {
  std::map<std::pair<int, int>, int> seen;  // by resource and value
  for (const Played& played : played_games()) {
    for (const Step& step : played.steps) {
      const Event* placed = step.find(What::kPlayed);
      if (placed == nullptr) continue;
      const int where = played.game.terrain(step.before, placed->b);
      ASSERT_EQ(where, placed->c);
      const int value = value_of(played.game, placed->a);
      Goods got = 0;
      for (const Event& e : step.events) {
        if (!is(e, What::kGot) || e.c != kGotIsland) continue;
        ASSERT_EQ(e.who, step.seat);
        got += goods(e.a, static_cast<std::uint32_t>(e.b));
      }
      if (where >= kDayCity) {
        ASSERT_EQ(got, 0U);
        continue;
      }
      ASSERT_EQ(got, goods(where, static_cast<std::uint32_t>(value)));
      ++seen[{where, value}];
    }
  }
  EXPECT_EQ(seen.size(), 12U) << "every resource with 0, 1 and 2";
}

// ISL-1
TEST(Isl1, ZeroOneTwo) {
  const TestTable t = Position().hand(0, {"0WS", "1S", "2*S"}).store(0, "W").build();
  EXPECT_EQ(TestTable(t).play("0WS-d3").store(0), "W");
  EXPECT_EQ(TestTable(t).play("1S-d3").store(0), "WH");
  EXPECT_EQ(TestTable(t).play("2*S-d3").store(0), "WHH");
}

// STO-1
TEST(Sto1, NeverMoreThanTheCapacityButWhileReturning) {
  int returns = 0;
  for (const Played& played : played_games()) {
    for (const Step& step : played.steps) {
      for (Seat seat = 0; seat < played.game.seats(); ++seat) {
        const Player& p = step.after.players[static_cast<std::size_t>(seat)];
        bool taking = false;  // a choice of this player's is still coming
        for (std::uint32_t i = 0; i < step.after.todo.depth; ++i) {
          const Todo todo = step.after.todo.items[i];
          taking = taking || (todo.seat() == seat &&
                              (todo.what() == Do::kReturn || todo.what() == Do::kGain));
        }
        if (!taking) {
          ASSERT_LE(total_of(p.store), p.capacity);
        }
      }
      if (step.what() != Do::kReturn) continue;
      ++returns;
      const Player& before = step.before.players[static_cast<std::size_t>(step.seat)];
      const Player& after = step.after.players[static_cast<std::size_t>(step.seat)];
      ASSERT_GT(total_of(before.store), before.capacity) << "nothing is returned without need";
      Goods got = 0;  // a removal may follow at once
      for (const Event& e : step.events) {
        if (is(e, What::kGot) && e.who == step.seat)
          got += goods(e.a, static_cast<std::uint32_t>(e.b));
      }
      ASSERT_EQ(after.store, before.store - goods(step.move.b()) + got) << "one at a time";
      const Todo next = step.after.todo.top();
      if (got == 0 && (next.what() != Do::kReturn || next.seat() != step.seat)) {
        ASSERT_EQ(total_of(after.store), after.capacity) << "down to exactly the capacity";
      }
      Solenia::List list;
      played.game.legal(step.before, step.seat, list);
      std::set<int> may;
      for (const Move move : list) may.insert(move.b());
      std::set<int> held;
      for (int r = 0; r < kResources; ++r) {
        if (count_of(before.store, r) > 0) held.insert(r);
      }
      ASSERT_EQ(may, held) << "of free choice";
    }
  }
  EXPECT_GT(returns, 100);
}

// STO-1
TEST(Sto1, AGainIsTakenThenReturned) {
  TestTable t = Position().hand(0, {"2*W"}).store(0, "WWWWWWWS").build();
  t.play("2*W-d3");
  EXPECT_EQ(t.store(0), "WWWWWWWHHS") << "it cannot be declined";
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"-W", "-H", "-S"}));
  t.play("-W");
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"-W", "-H", "-S"}));
  t.play("-S");
  EXPECT_EQ(t.store(0), "WWWWWWHH");
  t.resolve_chance();
  EXPECT_EQ(t.to_act(), 1) << "at the capacity it is over";
}

// STO-1
TEST(Sto1, ExactlyFullIsNotTooMuch) {
  TestTable t = Position().hand(0, {"2*W"}).store(0, "WWWWWW").build();
  t.play("2*W-d3").resolve_chance();
  EXPECT_EQ(t.store(0), "WWWWWWHH");
  EXPECT_EQ(t.to_act(), 1);
}

// STO-1
TEST(Sto1, TheTurnsPlayerReturnsFirstTheOthersClockwise) {
  TestTable t = Position({3, Mode::kSummer, Start::kDusk, 0})
                    .turn(4)
                    .hand(1, {"0WS"})
                    .card(0, "a1", "1W")
                    .card(1, "d1", "1S")
                    .card(2, "c1", "1H")
                    .store(0, "AAAAAAAA")
                    .store(1, "AAAAAAAA")
                    .store(2, "AAAAAAAA")
                    .build();
  t.play("0WS-c3");
  for (const Seat seat : {Seat{1}, Seat{2}, Seat{0}}) {
    EXPECT_EQ(t.to_act(), seat);
    EXPECT_EQ(t.count(What::kTurned), 0) << "the strip waits for the last return";
    t.play("-A");
  }
  EXPECT_EQ(t.count(What::kTurned), 1);
}

// STO-1
TEST(Sto1, ReturnsAfterARemovalAreInSeatOrderFromTheTurnsPlayer) {
  int several = 0;
  for (const Played& played : played_games()) {
    int last = -1;
    for (const Step& step : played.steps) {
      if (step.what() != Do::kReturn || step.before.todo.items[0].what() != Do::kFinish) {
        last = -1;
        continue;
      }
      const int n = played.game.colours();
      const int place = (step.seat - played.game.seat_of_turn(step.before) + n) % n;
      ASSERT_GE(place, last);
      several += last >= 0 && place > last ? 1 : 0;
      last = place;
    }
  }
  EXPECT_GT(several, 3);
}

// STO-1
TEST(Sto1, AllGainsOfTheRemovalBeforeAnyReturn) {
  TestTable t = Position({2, Mode::kSummer, Start::kDusk, 0})
                    .turn(6)
                    .hand(0, {"1W", "0WS"})
                    .card(0, "a1", "0HS")
                    .card(0, "c1", "1A")
                    .store(0, "WWWWWWW")
                    .build();
  t.play("0WS-c3");
  EXPECT_EQ(t.store(0), "WWWWWWWHSA") << "7 and 3";
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"-W", "-H", "-S", "-A"}));
  t.play({"-W", "-W"}).resolve_chance();
  EXPECT_EQ(t.store(0), "WWWWWHSA");
  EXPECT_EQ(t.to_act(), 1);
}

// CITY-1
TEST(City1, StarsThenADeliveryOfTheCitysType) {
  std::map<std::pair<int, int>, int> seen;  // by hemisphere and value
  for (const Played& played : played_games()) {
    for (const auto& turn : turns_of(played)) {
      int city = -1;
      int delivered = 0;
      for (const Step* step : turn) {
        if (const Event* placed = step->find(What::kPlayed)) {
          const int where = played.game.terrain(step->before, placed->b);
          const int value = value_of(played.game, placed->a);
          int stars = 0;
          for (const Event& e : step->events)
            stars += is(e, What::kStars) && e.b == kFromCities ? e.a : 0;
          ASSERT_EQ(stars, where >= kDayCity ? value : 0);
          if (where >= kDayCity) {
            city = where - kDayCity;
            ++seen[{city, value}];
            ASSERT_EQ(step->after.todo.top(), Todo(Do::kTile, step->seat, city))
                << "a delivery has to follow";
            const auto seat = static_cast<std::size_t>(step->seat);
            ASSERT_EQ(step->after.players[seat].stars[kFromCities],
                      step->before.players[seat].stars[kFromCities] + value);
          }
        }
        if (step->what() == Do::kTile) {
          const Player& p = step->before.players[static_cast<std::size_t>(step->seat)];
          const auto h = static_cast<std::size_t>(city);
          std::set<int> expected;
          for (int i = 0; i < kMaxDisplay; ++i) {
            const auto tile = step->before.display[h][static_cast<std::size_t>(i)];
            if (tile != kNone &&
                slow_can_deliver(played.game, p, p.store, played.game.components().tiles[h][tile]))
              expected.insert(i);
          }
          Solenia::List list;
          played.game.legal(step->before, step->seat, list);
          std::set<int> may;
          for (const Move move : list) may.insert(move.b());
          ASSERT_EQ(may, expected);
        }
        if (const Event* e = step->find(What::kDelivered)) {
          ++delivered;
          ASSERT_EQ(e->a, city);
        }
      }
      ASSERT_EQ(delivered, city < 0 ? 0 : 1);
    }
  }
  EXPECT_EQ(seen.size(), 6U) << "both kinds of cities with 0, 1 and 2";
}

// CITY-1
TEST(City1, WithoutAPossibleDeliveryTheCardMayNotGoThere) {
  const auto with = [](const char* store) {
    return Position().hand(0, {"1W"}).store(0, store).display(kDay, {"SSA", "SAA", "HHAA"}).build();
  };
  EXPECT_FALSE(with("").can("1W-b3"));
  EXPECT_FALSE(with("SAHHWW").can("1W-b3"));
  EXPECT_EQ(with("SA").why_not("1W-b3"), "no-delivery");
  EXPECT_TRUE(with("SSA").can("1W-b3"));
  // A night tile does not do in a city of the day.
  const TestTable t = Position()
                          .hand(0, {"1W"})
                          .store(0, "WHH")
                          .display(kNight, {"WHH"})
                          .display(kDay, {"SSA", "SAA", "HHAA"})
                          .build();
  EXPECT_FALSE(t.can("1W-b3"));
}

// CITY-2
TEST(City2, FirstFreeSlotThenRefillThenBonus) {
  int refilled = 0;
  for (const Played& played : played_games()) {
    if (played.options.mode != Mode::kSummer) continue;
    for (const Step& step : played.steps) {
      const Event* e = step.find(What::kDelivered);
      if (e == nullptr) continue;
      const auto h = static_cast<std::size_t>(e->a);
      const auto seat = static_cast<std::size_t>(e->who);
      const auto& before = step.before.players[seat].slots[h];
      const auto& after = step.after.players[seat].slots[h];
      const auto free = std::find(before.begin(), before.end(), 0) - before.begin();
      ASSERT_EQ(e->c, free) << "the first free slot from the left";
      ASSERT_EQ(after.at(static_cast<std::size_t>(free)), e->b + 1);
      const int place = step.move.b();
      ASSERT_EQ(step.before.display[h].at(static_cast<std::size_t>(place)), e->b);
      if (step.before.tile_deck[h] != 0) {
        ++refilled;
        ASSERT_EQ(step.after.todo.top().what(), Do::kRefill);
        ASSERT_EQ(played.game.ask(step.after).stream, kStreamDay + e->a) << "from its own deck";
        ASSERT_EQ(step.after.players[seat].store,
                  step.before.players[seat].store -
                      played.game.components().tiles[h][static_cast<std::size_t>(e->b)].cost)
            << "the cost is paid, and there is no bonus before the refill";
      }
    }
  }
  EXPECT_GT(refilled, 100);
}

// CITY-2
TEST(City2, EmptyDeckClosesTheGap) {
  // Four players have delivered 20 of the 24 night tiles.
  TestTable t = Position({4, Mode::kSummer, Start::kDusk, 0})
                    .turn(24)
                    .hand(0, {"1W"})
                    .store(0, "HHH")
                    .slots(0, kNight, {"WWHH", "WHHS", "WWHS", "WHHA"})
                    .slots(1, kNight, {"WWHA", "WWSS", "WWAA", "HHSS"})
                    .slots(2, kNight, {"HHAA", "WHSA", "WWWHH", "WWHHH", "WWHHS", "WWHHA"})
                    .slots(3, kNight, {"WHS", "WHA", "WWS", "WWA", "HHS", "HHA"})
                    .display(kNight, {"WWW", "HHH", "WWH", "WHH"})
                    .build();
  ASSERT_EQ(t.s.tile_deck[kNight], 0U);
  t.play({"1W-d3", "n2"});
  EXPECT_EQ(shown(t.s, kNight),
            (std::vector<int>{tile_named(kNight, "WWW"), tile_named(kNight, "WWH"),
                              tile_named(kNight, "WHH")}));
  EXPECT_EQ(t.count(What::kTileShown), 0);
  EXPECT_EQ(t.stars(0), 6) << "the 1 in the city, and the bonus of the fifth slot without a refill";
}

// CITY-2
TEST(City2, WhatIsSpentIsGone) {
  // Every resource of every turn is accounted for.
  for (const Played& played : played_games()) {
    for (const auto& turn : turns_of(played, true)) {
      std::array<Goods, kMaxSeats> store{};
      for (std::size_t i = 0; i < kMaxSeats; ++i)
        store.at(i) = turn.front()->before.players.at(i).store;
      for (const Step* step : turn) {
        for (const Event& e : step->events) {
          Goods& mine = store.at(static_cast<std::size_t>(std::max<int>(e.who, 0)));
          switch (static_cast<What>(e.what)) {
            case What::kGot: mine += goods(e.a, static_cast<std::uint32_t>(e.b)); break;
            case What::kVoyage:
            case What::kReturned: mine -= goods(e.a); break;
            case What::kStoodIn: mine += goods(e.a) - goods(e.b); break;
            case What::kDelivered:
              mine -= played.game.components()
                          .tiles[static_cast<std::size_t>(e.a)][static_cast<std::size_t>(e.b)]
                          .cost;
              break;
            default: break;
          }
        }
      }
      for (std::size_t i = 0; i < kMaxSeats; ++i)
        ASSERT_EQ(write_goods(turn.back()->after.players.at(i).store), write_goods(store.at(i)));
    }
  }
}

// CITY-3
TEST(City3, SixSlotsAndNoSeventhDelivery) {
  const std::vector<std::string> tiles = {"SSS", "AAA", "SAA", "WSA", "HSA", "WSS"};
  const auto with = [&](std::size_t filled) {
    return Position()
        .turn(12)
        .hand(0, {"1W"})
        .store(0, "SSAA")
        .slots(0, kDay, {tiles.begin(), tiles.begin() + static_cast<std::ptrdiff_t>(filled)})
        .display(kDay, {"SSA", "SSAA", "HHAA"})
        .build();
  };
  for (std::size_t filled = 0; filled < 6; ++filled) {
    TestTable t = with(filled);
    ASSERT_TRUE(t.can("1W-b3")) << filled;
    t.play({"1W-b3", "d1"});
    EXPECT_NE(t.player(0).slots[kDay].at(filled), 0);
  }
  EXPECT_FALSE(with(6).can("1W-b3"));
  EXPECT_EQ(with(6).why_not("1W-b3"), "row-full");
  // The other row is another matter.
  const TestTable night = Position({2, Mode::kSummer, Start::kDusk, 0})
                              .turn(12)
                              .hand(0, {"1W"})
                              .store(0, "WHH")
                              .slots(0, kDay, tiles)
                              .display(kNight, {"WHH"})
                              .build();
  EXPECT_TRUE(night.can("1W-d3"));
}

// CITY-3
TEST(City3, NoCityOfAFullRow) {
  int full = 0;
  int sixth = 0;
  for (const AtPlay& at : play_states()) {
    const Player& p = at.s.players[static_cast<std::size_t>(at.seat)];
    Solenia::List list;
    at.game->legal(at.s, at.seat, list);
    for (int h = 0; h < 2; ++h) {
      const auto& row = p.slots[static_cast<std::size_t>(h)];
      const auto empty = std::count(row.begin(), row.end(), 0);
      full += empty == 0 ? 1 : 0;
      for (const Move move : list) {
        if (move.kind() != Move::Kind::kPlay || at.game->terrain(at.s, move.b()) != kDayCity + h)
          continue;
        ASSERT_GT(empty, 0);
        sixth += empty == 1 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(full, 10);
  EXPECT_GT(sixth, 10);
}

// CITY-4
TEST(City4, TheNewTileTakesThePlaceOfTheDeliveredOne) {
  TestTable t =
      Position().hand(0, {"1W"}).store(0, "SSA").display(kDay, {"SAA", "SSA", "WSA"}).build();
  t.play({"1W-b3", "d2"}).answer("20:WHSA6");
  EXPECT_EQ(shown(t.s, kDay), (std::vector<int>{tile_named(kDay, "SAA"), tile_named(kDay, "WHSA"),
                                                tile_named(kDay, "WSA")}));
}

// CITY-4
TEST(City4, TheDisplayKeepsItsOrder) {
  int refills = 0;
  for (const Played& played : played_games()) {
    std::array<std::array<std::uint8_t, kMaxDisplay>, 2> last{};
    std::array<int, 2> gone = {-1, -1};  // place of the tile that left
    for (const Step& step : played.steps) {
      if (const Event* e = step.find(What::kTileShown);
          e != nullptr && step.what() == Do::kRefill) {
        const auto h = static_cast<std::size_t>(e->a);
        ++refills;
        for (std::size_t i = 0; i < kMaxDisplay; ++i) {
          const bool new_one = static_cast<int>(i) == gone.at(h);
          ASSERT_EQ(step.after.display.at(h).at(i), new_one ? e->b : last.at(h).at(i));
        }
      }
      const Event* e = step.find(What::kDelivered);
      if (e == nullptr) e = step.find(What::kNeutralTile);
      if (e == nullptr) continue;
      const auto h = static_cast<std::size_t>(e->a);
      last = step.before.display;
      const auto* place = std::find(last.at(h).begin(), last.at(h).end(), e->b);
      gone.at(h) = static_cast<int>(place - last.at(h).begin());
    }
  }
  EXPECT_GT(refills, 100);
}

// SLOT-1
TEST(Slot1, SummerBonuses) {
  const std::array<std::vector<std::string>, 2> tiles = {
      std::vector<std::string>{"SSS", "AAA", "SAA", "WSA", "HSA", "WSS"},
      std::vector<std::string>{"WWW", "HHH", "WWH", "WHS", "WHA", "WWS"}};
  const std::array<std::array<const char*, 6>, 2> gives = {
      {{"W", "H", "", "WH", "", ""}, {"S", "A", "", "SA", "", ""}}};
  for (const int h : {0, 1}) {
    const auto& row = tiles.at(static_cast<std::size_t>(h));
    for (std::size_t slot = 0; slot < 6; ++slot) {
      TestTable t = Position({2, Mode::kSummer, h == kDay ? Start::kDawn : Start::kDusk, 0})
                        .turn(12)
                        .hand(0, {"1W"})
                        .store(0, h == kDay ? "SSA" : "WHH")
                        .slots(0, h, {row.begin(), row.begin() + static_cast<std::ptrdiff_t>(slot)})
                        .display(h, {h == kDay ? "SSA" : "WHH"})
                        .build();
      t.play(h == kDay ? "1W-b3" : "1W-d3").play(h == kDay ? "d1" : "n1");
      ASSERT_EQ(t.store(0), "");
      t.answer(t.game.write_outcome(t.s, 0));  // the refill, whatever comes
      if (slot == 2) {
        const auto moves =
            h == kDay ? std::vector<std::string>{"+W", "+H"} : std::vector<std::string>{"+S", "+A"};
        ASSERT_EQ(t.moves(), moves);
        for (const std::string& move : moves)
          EXPECT_EQ(TestTable(t).play(move).store(0), move.substr(1))
              << "one, of the player's choice";
      } else {
        EXPECT_EQ(t.store(0), gives.at(static_cast<std::size_t>(h)).at(slot));
      }
      EXPECT_EQ(t.stars(0) - 1, slot >= 4 ? 5 : 0) << "slot " << slot + 1;
    }
  }
}

}  // namespace

}  // namespace tidelock::solenia
