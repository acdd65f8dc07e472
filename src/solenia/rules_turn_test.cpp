// TURN-1 to TURN-6, VOY-1 to VOY-3 and STUCK-1: which card goes where, and at what price.
#include "solenia/testing_games.h"

namespace tidelock::solenia {

namespace {

struct Choices {
  std::set<int> spaces;                  // where some card may go
  std::map<int, std::set<int>> by_card;  // the same for each card type
  std::set<int> discards;                // card types
};
Choices choices(const Solenia& game, const State& s, Seat seat) {
  Solenia::List list;
  game.legal(s, seat, list);
  Choices out;
  for (const Move move : list) {
    if (move.kind() == Move::Kind::kPlay) {
      out.spaces.insert(move.b());
      out.by_card[move.a()].insert(move.b());
    } else {
      out.discards.insert(move.a());
    }
  }
  return out;
}
std::set<int> types_in_hand(const Solenia& game, const Player& p) {
  std::set<int> out;
  for (std::size_t i = 0; i < kCards; ++i) {
    if (((p.hand >> i) & 1U) != 0) out.insert(game.components().type[i]);
  }
  return out;
}
// Not a rule of its own: the crowded boards are positions that can be played.
TEST(Games, CrowdedBoardsAreClean) {
  for (const AtPlay& at : play_states()) {
    const auto wrong = at.game->check(at.s);
    ASSERT_FALSE(wrong) << wrong->sentence();
  }
}

// TURN-1
TEST(Turn1, OneCardATurnForSixteenRounds) {
  for (const Played& played : played_games()) {
    const int n = played.options.players;
    std::array<int, kMaxSeats> cards{};
    int rounds = 0;
    const auto turns = turns_of(played);
    ASSERT_EQ(turns.size(), 16U * static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < turns.size(); ++i) {
      int in_this_turn = 0;
      for (const Step* step : turns[i]) {
        for (const Event& e : step->events) {
          if (!is(e, What::kPlayed) && !is(e, What::kDiscarded)) continue;
          ++in_this_turn;
          ++cards.at(static_cast<std::size_t>(e.who));
          ASSERT_EQ(e.who, turns[i].front()->seat);
        }
      }
      ASSERT_EQ(in_this_turn, 1);
      if (i % static_cast<std::size_t>(n) == 0) ++rounds;
    }
    EXPECT_EQ(rounds, 16);
    const State& end = played.steps.back().after;
    EXPECT_EQ(played.game.at(end), At::kOver);
    for (int seat = 0; seat < n; ++seat) {
      EXPECT_EQ(cards.at(static_cast<std::size_t>(seat)), 16);
      EXPECT_EQ(end.players[static_cast<std::size_t>(seat)].hand, 0);
      EXPECT_EQ(end.players[static_cast<std::size_t>(seat)].deck, 0);
    }
  }
}

// TURN-2
TEST(Turn2, NoCardOnACard) {
  for (const AtPlay& at : play_states()) {
    for (const int space : choices(*at.game, at.s, at.seat).spaces) {
      for (const std::uint32_t cards : at.s.cards) ASSERT_FALSE(has_space(cards, space));
    }
  }
}

// TURN-2
TEST(Turn2, NeitherOnAnOwnCardNorOnAnothers) {
  const TestTable t =
      Position().turn(4).hand(0, {"1W"}).card(0, "c4", "1x1").card(1, "c2", "1x1").build();
  EXPECT_FALSE(t.can("1W-c4"));
  EXPECT_FALSE(t.can("1W-c2"));
  EXPECT_TRUE(t.can("1W-c3"));
  EXPECT_EQ(t.why_not("1W-c2"), "space-taken");
}

// TURN-3
TEST(Turn3, NextToTheAirshipOrToAnOwnCard) {
  for (const AtPlay& at : play_states()) {
    State s = at.s;
    Player& p = s.players[static_cast<std::size_t>(at.seat)];
    if (p.active != 0) continue;  // IMP-4
    p.store = 0;                  // no voyage, no delivery
    std::set<int> expected;
    for (int space = 0; space < kSpaces; ++space) {
      bool taken = false;
      for (const std::uint32_t cards : s.cards) taken = taken || has_space(cards, space);
      bool next = slow_distance(space, space_at("c3")) <= 1;
      for (int own = 0; own < kSpaces; ++own) {
        next = next || (has_space(s.cards[static_cast<std::size_t>(at.seat)], own) &&
                        slow_distance(space, own) == 1);
      }
      if (!taken && next && at.game->terrain(s, space) < kDayCity) expected.insert(space);
    }
    ASSERT_EQ(choices(*at.game, s, at.seat).spaces, expected);
  }
}

// TURN-3
TEST(Turn3, OpponentsCardsGiveNoAdjacencyAndBlock) {
  const auto with_card_of = [](Seat seat) {
    return Position().turn(2).hand(0, {"1W"}).card(seat, "c4", "1x1").build();
  };
  EXPECT_TRUE(with_card_of(0).can("1W-c5"));
  EXPECT_TRUE(with_card_of(0).can("1W-b4"));
  EXPECT_FALSE(with_card_of(1).can("1W-c5"));
  EXPECT_FALSE(with_card_of(1).can("1W-b4"));
  EXPECT_FALSE(with_card_of(1).can("1W-c4"));
  EXPECT_FALSE(with_card_of(0).can("1W-d5")) << "a corner is no side";
  EXPECT_FALSE(with_card_of(0).can("1W-b2")) << "nor is it next to the airship";
}

// TURN-3
TEST(Turn3, TheBoardHasEdges) {
  // e2 and a3 are neighbours in numbers only.
  const TestTable t = Position().turn(2).hand(0, {"1W"}).card(0, "e2", "1x1").build();
  EXPECT_FALSE(t.can("1W-a3"));
  EXPECT_TRUE(t.can("1W-e3"));
}

// TURN-4
TEST(Turn4, UnderTheAirshipIfNoCardLiesThere) {
  EXPECT_TRUE(Position().hand(0, {"1W"}).build().can("1W-c3"));
  for (const Seat owner : {Seat{0}, Seat{1}}) {
    EXPECT_FALSE(Position().turn(2).hand(0, {"1W"}).card(owner, "c3", "1x1").build().can("1W-c3"));
  }
  int seen = 0;
  for (const AtPlay& at : play_states()) {
    const int middle = space_at("c3");
    bool taken = false;
    for (const std::uint32_t cards : at.s.cards) taken = taken || has_space(cards, middle);
    if (at.game->terrain(at.s, middle) >= kDayCity) continue;
    ASSERT_EQ(choices(*at.game, at.s, at.seat).spaces.contains(middle), !taken);
    seen += taken ? 0 : 1;
  }
  EXPECT_GT(seen, 100);
}

// TURN-5
TEST(Turn5, OrderInsideATurn) {
  enum Phase {
    kChoose,
    kPayVoyage,
    kPlace,
    kTake,
    kShip,
    kChooseTile,
    kPayTile,
    kChooseSlot,
    kPutTile,
    kShowTile,
    kTakeBonus,
    kTakeZeroGain,
    kRemoval,
    kTurnStrip,
    kDrawCard
  };
  std::map<int, int> seen;
  for (const Played& played : played_games()) {
    for (const auto& turn : turns_of(played)) {
      std::vector<int> order;
      bool activated = false;
      for (const Step* step : turn) {
        switch (step->what()) {
          case Do::kPlay: order.push_back(kChoose); break;
          case Do::kPay: order.push_back(kPayVoyage); break;
          case Do::kTile: order.push_back(kChooseTile); break;
          case Do::kStandIn: order.push_back(kPayTile); break;
          case Do::kSlot: order.push_back(kChooseSlot); break;
          case Do::kGain:
            order.push_back(step->before.todo.top().c() == kGotSlot || activated ? kTakeBonus
                                                                                 : kTakeZeroGain);
            break;
          default: break;
        }
        for (const Event& e : step->events) {
          switch (static_cast<What>(e.what)) {
            case What::kVoyage: order.push_back(kPayVoyage); break;
            case What::kPlayed:
            case What::kDiscarded: order.push_back(kPlace); break;
            case What::kAirship: order.push_back(kShip); break;
            case What::kStoodIn: order.push_back(kPayTile); break;
            case What::kDelivered: order.push_back(kPutTile); break;
            case What::kTileShown: order.push_back(kShowTile); break;
            case What::kActivated:
              activated = true;
              order.push_back(kTakeBonus);
              break;
            case What::kCapacity: order.push_back(kTakeBonus); break;
            case What::kGot:
              order.push_back(e.c == kGotIsland              ? kTake
                              : e.c == kGotRemoval           ? kRemoval
                              : e.c == kGotSlot || activated ? kTakeBonus
                                                             : kTakeZeroGain);
              break;
            case What::kStars:
              order.push_back(e.b == kFromCities               ? kTake
                              : e.b == kFromRemoval            ? kRemoval
                              : e.b == kFromSlots || activated ? kTakeBonus
                                                               : kPutTile);
              break;
            case What::kRemoved: order.push_back(kRemoval); break;
            case What::kTurned: order.push_back(kTurnStrip); break;
            case What::kDrew: order.push_back(kDrawCard); break;
            default: break;
          }
        }
      }
      for (std::size_t i = 0; i < order.size(); ++i) {
        ++seen[order[i]];
        ASSERT_TRUE(i == 0 || order[i - 1] <= order[i])
            << "phase " << order[i] << " after " << order[i - 1];
      }
    }
  }
  for (int phase = kChoose; phase <= kDrawCard; ++phase) EXPECT_GT(seen[phase], 10) << phase;
}

// TURN-5
TEST(Turn5, PaidBeforePlacedAndBeforeTheSlotIsChosen) {
  int voyages = 0;
  int slots = 0;
  for (const Played& played : played_games()) {
    for (const Step& step : played.steps) {
      const Todo todo = step.before.todo.top();
      if (todo.what() == Do::kPay) {
        ++voyages;
        for (const std::uint32_t cards : step.before.cards)
          ASSERT_FALSE(has_space(cards, todo.c())) << "not placed before all is paid";
      }
      if (step.after.todo.top().what() == Do::kSlot) {
        ++slots;
        const auto seat = static_cast<std::size_t>(step.seat);
        const Todo slot = step.after.todo.top();
        const Tile& tile =
            played.game.components().tiles[slot.a()][step.after.display[slot.a()][slot.b()]];
        ASSERT_EQ(
            total_of(step.before.players[seat].store) - total_of(step.after.players[seat].store),
            tile.size);
      }
    }
  }
  EXPECT_GT(voyages, 100);
  EXPECT_GT(slots, 100);
}

// TURN-5
TEST(Turn5, NewTileIsSeenBeforeTheChoiceInsideTheBonus) {
  // The third day slot gives wood or wheat: the tile that follows is known by then.
  TestTable t = Position()
                    .turn(6)
                    .hand(0, {"1W"})
                    .store(0, "SSA")
                    .slots(0, kDay, {"SSS", "AAA"})
                    .display(kDay, {"SAA", "SSA", "WSA"})
                    .build();
  t.play({"1W-b3", "d2"});
  ASSERT_EQ(t.game.at(t.s), At::kChance);
  EXPECT_EQ(t.game.ask(t.s).stream, kStreamDay);
  EXPECT_EQ(t.store(0), "");
  t.answer("20:WHSA6");
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"+W", "+H"}));
  EXPECT_EQ(t.s.display[kDay][1], tile_named(kDay, "WHSA"));
}

// TURN-6
TEST(Turn6, OneCardIsDrawnAtTheEndOfEveryTurn) {
  int last_turns = 0;
  for (const Played& played : played_games()) {
    std::array<int, kMaxSeats> turns{};
    for (const auto& turn : turns_of(played)) {
      const Seat seat = turn.front()->seat;
      int drawn = 0;
      for (const Step* step : turn) {
        for (const Event& e : step->events) {
          if (!is(e, What::kDrew)) continue;
          ++drawn;
          ASSERT_EQ(e.who, seat);
        }
      }
      const int played_now = ++turns.at(static_cast<std::size_t>(seat));
      ASSERT_EQ(drawn, played_now <= 13 ? 1 : 0);  // 3 + 13 = 16
      const Player& p = turn.back()->after.players[static_cast<std::size_t>(seat)];
      ASSERT_EQ(std::popcount(p.hand), std::min(3, 16 - played_now));
      last_turns += played_now > 14 ? 1 : 0;
    }
  }
  EXPECT_GT(last_turns, 100);
}

// VOY-1
TEST(Voy1, WhereACardMayGoAndWhatItCosts) {
  std::map<int, int> seen;
  for (const AtPlay& at : play_states()) {
    const auto expected = slow_spaces(*at.game, at.s, at.seat);
    std::set<int> spaces;
    for (const auto& [space, cost] : expected) {
      ++seen[cost];
      spaces.insert(space);
      ASSERT_EQ(at.game->voyage_cost(at.s, at.seat, space), cost) << space_name(space);
    }
    ASSERT_EQ(choices(*at.game, at.s, at.seat).spaces, spaces);
  }
  for (int cost = 0; cost <= 3; ++cost) EXPECT_GT(seen[cost], 100) << cost;
}

// VOY-1
TEST(Voy1, ExactlyTheCostIsPaid) {
  std::map<int, int> seen;
  for (const Played& played : played_games()) {
    for (const auto& turn : turns_of(played)) {
      const Step& first = *turn.front();
      if (first.move.kind() != Move::Kind::kPlay) continue;
      int paid = 0;
      for (const Step* step : turn) paid += step->what() == Do::kPay ? 1 : 0;
      ASSERT_EQ(paid, slow_cost(played.game, first.before, first.seat, first.move.b()));
      ++seen[paid];
      const Step& landing = *turn[static_cast<std::size_t>(paid)];
      const Event* placed = landing.find(What::kPlayed);
      ASSERT_NE(placed, nullptr);
      ASSERT_EQ(placed->b, first.move.b());
    }
  }
  for (int cost = 0; cost <= 3; ++cost) EXPECT_GT(seen[cost], 3) << cost;
}

// VOY-1
TEST(Voy1, SpacesBetweenCountWhetherEmptyOrNot) {
  // From the airship to c5 there is one space between, taken or free; to a corner there are three.
  for (const bool taken : {false, true}) {
    Position position;
    position.turn(2).hand(0, {"1W"}).store(0, "HS");
    if (taken) position.card(1, "c4", "1x1");
    TestTable t = position.build();
    t.play("1W-c5");
    EXPECT_EQ(t.moves(), (std::vector<std::string>{"pay H", "pay S"}));
    t.play("pay H");
    EXPECT_EQ(t.store(0), "WS") << "one resource went, the wood of c5 came";
  }
  EXPECT_FALSE(Position().hand(0, {"1W"}).store(0, "HS").build().can("1W-a1"));
  EXPECT_TRUE(Position().hand(0, {"1W"}).store(0, "HSS").build().can("1W-a1"));
  // From an own card that is nearer, d2 to e1, one space lies between.
  EXPECT_TRUE(
      Position().turn(2).hand(0, {"1W"}).store(0, "H").card(0, "d2", "1x1").build().can("1W-e1"));
  EXPECT_FALSE(Position().turn(2).hand(0, {"1W"}).store(0, "H").build().can("1W-e1"));
}

// VOY-2
TEST(Voy2, WhatMayBePaid) {
  int checked = 0;
  int bound = 0;
  const auto check = [&](const Solenia& game, const State& s, Seat seat) {
    const Todo todo = s.todo.top();
    const Goods store = s.players[static_cast<std::size_t>(seat)].store;
    const int where = game.terrain(s, todo.c());
    std::set<int> expected;
    for (int r = 0; r < kResources; ++r) {
      if (count_of(store, r) == 0) continue;
      bool good = where < kDayCity;
      for (const Goods left : slow_payments(store - goods(r), todo.a() - 1))
        good = good || slow_can_deliver_any(game, s, seat, where - kDayCity, left);
      if (good) {
        expected.insert(r);
      } else {
        ++bound;
      }
    }
    Solenia::List list;
    game.legal(s, seat, list);
    std::set<int> may;
    for (const Move move : list) may.insert(move.b());
    ASSERT_EQ(may, expected);
    ASSERT_FALSE(may.empty());
    ++checked;
  };
  Rng rng(5);
  for (const AtPlay& at : play_states()) {
    // Every voyage to a city, paid in a random way to its end.
    for (const auto& [space, cost] : slow_spaces(*at.game, at.s, at.seat)) {
      if (cost == 0 || (at.game->terrain(at.s, space) < kDayCity && rng.below(8) != 0)) continue;
      const int type =
          *types_in_hand(*at.game, at.s.players[static_cast<std::size_t>(at.seat)]).begin();
      State s = at.s;
      at.game->apply(s, at.seat, Move::make(Move::Kind::kPlay, type, space), NoEvents{});
      for (int i = 0; i < cost; ++i) {
        ASSERT_EQ(s.todo.top().what(), Do::kPay);
        check(*at.game, s, at.seat);
        if (HasFatalFailure()) return;
        Solenia::List list;
        at.game->legal(s, at.seat, list);
        const Move move = list[rng.below(static_cast<std::uint32_t>(list.size()))];
        const Goods before = s.players[static_cast<std::size_t>(at.seat)].store;
        at.game->apply(s, at.seat, move, NoEvents{});
        if (i + 1 < cost) {
          ASSERT_EQ(s.players[static_cast<std::size_t>(at.seat)].store, before - goods(move.b()));
        }
      }
      ASSERT_NE(s.todo.top().what(), Do::kPay);
      if (s.todo.top().what() == Do::kTile) {
        Solenia::List list;
        at.game->legal(s, at.seat, list);
        ASSERT_FALSE(list.empty()) << "a delivery is still possible";
      }
    }
  }
  EXPECT_GT(checked, 1000);
  EXPECT_GT(bound, 100);
}

// VOY-2
TEST(Voy2, OneStoreForVoyageAndDelivery) {
  // e5 is a day city three spaces between away... d5 is next to an own card: e5 costs one.
  const auto with = [](const char* store) {
    return Position()
        .turn(4)
        .hand(0, {"1W"})
        .card(0, "c5", "1x1")
        .store(0, store)
        .display(kDay, {"SSA", "WWAA", "HHAA"})
        .build();
  };
  EXPECT_FALSE(with("SSA").can("1W-e5")) << "the delivery alone takes all";
  TestTable t = with("SSAH");
  ASSERT_TRUE(t.can("1W-e5"));
  t.play("1W-e5");
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"pay H"})) << "nothing else can be spared";
  EXPECT_EQ(t.why_not("pay S"), "needed-for-delivery");
  t.play({"pay H", "d1"});
  EXPECT_EQ(t.store(0), "") << "both are paid";
}

// VOY-2
TEST(Voy2, TheTileNeedNotBeChosenBeforehand) {
  TestTable t = Position()
                    .turn(4)
                    .hand(0, {"1W"})
                    .card(0, "c5", "1x1")
                    .store(0, "WSAA")
                    .display(kDay, {"SAA", "WAA", "HHAA"})
                    .build();
  t.play("1W-e5");
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"pay W", "pay S"}));
  TestTable other = t;
  EXPECT_EQ(t.play("pay W").moves(), (std::vector<std::string>{"d1"}));
  EXPECT_EQ(other.play("pay S").moves(), (std::vector<std::string>{"d2"}));
}

// VOY-2
TEST(Voy2, TheRestOfTheVoyageStaysPayable) {
  // Two to pay of WWWHH: only WWW is left to deliver. After paying a wood WWHH would be
  // deliverable, but the voyage is not over.
  TestTable t = Position({2, Mode::kSummer, Start::kDusk, 0})
                    .hand(0, {"1W"})
                    .store(0, "WWWHH")
                    .display(kNight, {"WWW", "WWHH", "HHSS"})
                    .build();
  t.play("1W-e4");
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"pay H"}));
  t.play("pay H");
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"pay H"}));
  t.play("pay H");
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"n1"}));
}

// VOY-3
TEST(Voy3, MeasuredBeforeTheAirshipMoves) {
  TestTable t = Position().hand(0, {"0WS"}).store(0, "H").build();
  t.play("0WS-c5");  // next to where the airship will stand, one space away from where it stands
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"pay H"}));
  EXPECT_EQ(t.s.moved, 0);
  EXPECT_FALSE(Position().hand(0, {"0WS"}).build().can("0WS-c5"));

  TestTable rear = Position().hand(0, {"0WS"}).build();
  rear.play("0WS-c2");  // and what lies behind is no further away for it
  EXPECT_EQ(rear.count(What::kVoyage), 0);
  EXPECT_EQ(rear.count(What::kPlayed), 1);
}

// VOY-3
TEST(Voy3, AZeroPaysWhatAnyCardPays) {
  int seen = 0;
  for (const Played& played : played_games()) {
    for (const auto& turn : turns_of(played)) {
      const Step& first = *turn.front();
      if (first.move.kind() != Move::Kind::kPlay) continue;
      const auto type = static_cast<std::size_t>(first.move.a());
      if (played.game.components().cards[type].value != 0) continue;
      int paid = 0;
      for (const Step* step : turn) {
        for (const Event& e : step->events) paid += is(e, What::kVoyage) ? 1 : 0;
      }
      ASSERT_EQ(paid, slow_cost(played.game, first.before, first.seat, first.move.b()));
      seen += paid > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(seen, 20);
}

// STUCK-1
TEST(Stuck1, OnlyWithoutALegalSpaceThatCostsNothing) {
  int stuck = 0;
  int may_pay = 0;
  for (const AtPlay& at : play_states()) {
    const auto spaces = slow_spaces(*at.game, at.s, at.seat);
    const bool any_free = std::any_of(spaces.begin(), spaces.end(),
                                      [](const auto& entry) { return entry.second == 0; });
    const Choices c = choices(*at.game, at.s, at.seat);
    if (any_free) {
      ASSERT_TRUE(c.discards.empty());
    } else {
      ASSERT_EQ(c.discards,
                types_in_hand(*at.game, at.s.players[static_cast<std::size_t>(at.seat)]));
      ++stuck;
      may_pay += c.spaces.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(stuck, 100);
  EXPECT_GT(may_pay, 30) << "a paid voyage stays possible";
}

// STUCK-1
TEST(Stuck1, TheCardNeverDecidesWhetherASpaceIsLegal) {
  for (const AtPlay& at : play_states()) {
    const Choices c = choices(*at.game, at.s, at.seat);
    for (const auto& [type, spaces] : c.by_card) ASSERT_EQ(spaces, c.spaces);
    if (c.spaces.empty()) continue;
    const auto hand = types_in_hand(*at.game, at.s.players[static_cast<std::size_t>(at.seat)]);
    ASSERT_EQ(c.by_card.size(), hand.size());
  }
}

// Around the airship only the day city b3 is free.
Position stuck_position(bool card_below = true) {
  Position position;
  position.turn(10)
      .hand(0, {"0WS", "1W", "2*W"})
      .card(1, "c2", "0WS")
      .card(1, "d3", "1W")
      .card(1, "c4", "1A")
      .display(kDay, {"SSA", "WWAA", "HHAA"});
  if (card_below) position.card(1, "c3", "1x1");
  return position;
}

// STUCK-1
TEST(Stuck1, ACityWithoutADeliveryIsNoLegalSpace) {
  EXPECT_EQ(stuck_position().build().moves(), (std::vector<std::string>{"0WS-x", "1W-x", "2*W-x"}));
  // With a delivery the city is a space, and nobody is stuck.
  const TestTable t = stuck_position().store(0, "SSA").build();
  EXPECT_TRUE(t.can("1W-b3"));
  EXPECT_FALSE(t.can("1W-x"));
}

// STUCK-1, TURN-4: who may play on the airship's own space is not stuck.
TEST(Stuck1, TheAirshipsOwnSpaceIsALegalSpace) {
  EXPECT_EQ(stuck_position(false).build().moves(),
            (std::vector<std::string>{"0WS-c3", "1W-c3", "2*W-c3"}));
}

// STUCK-1
TEST(Stuck1, APaidVoyageStaysPossible) {
  const TestTable t = stuck_position().store(0, "H").build();
  EXPECT_TRUE(t.can("0WS-x"));
  EXPECT_TRUE(t.can("2*W-c5"));
  EXPECT_TRUE(t.can("2*W-c1"));
  EXPECT_FALSE(t.can("2*W-b3"));
}

// STUCK-1
TEST(Stuck1, ADiscardMovesTheAirshipAndDoesNothingElse) {
  for (const char* card : {"0WS-x", "1W-x", "2*W-x"}) {
    TestTable t = stuck_position().card(1, "a1", "1H").store(0, "H").build();
    const auto rows = t.s.rows;
    t.play(card).resolve_chance();
    EXPECT_EQ(t.store(0), "H") << "no gain, and no removal effect of the discarded card";
    EXPECT_EQ(t.stars(0), 0);
    EXPECT_EQ(t.store(1), "H") << "the removal of the first strip does happen";
    EXPECT_EQ(t.count(What::kAirship), 1) << "also for a 0: it is not a 0 card played";
    EXPECT_EQ(t.count(What::kTurned), 1);
    EXPECT_EQ(t.count(What::kPlayed), 0);
    EXPECT_EQ(t.count(What::kDelivered), 0);
    EXPECT_EQ(t.count(What::kDrew, 0), 1) << "and so does the draw";
    EXPECT_EQ(std::popcount(t.player(0).hand), 3);
    EXPECT_EQ(t.s.rows[0], rows[1]);
    EXPECT_EQ(t.s.cards[0], 0U);
    EXPECT_EQ(t.to_act(), 1) << "the discard is that turn's card";
    EXPECT_EQ(t.s.turn, 11);
  }
}

// STUCK-1
TEST(Stuck1, TheDiscardedCardIsOneOfTheSixteen) {
  // In the last turn of the game: it ends all the same.
  TestTable t = Position({2, Mode::kSummer, Start::kDawn, 1})
                    .turn(31)
                    .hand(0, {"0WS"})
                    .card(1, "c2", "0WS")
                    .card(1, "c3", "1x1")
                    .card(1, "d3", "1W")
                    .card(1, "c4", "1A")
                    .display(kDay, {"SSA", "WWAA", "HHAA"})
                    .build();
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"0WS-x"}));
  t.play("0WS-x").resolve_chance();
  EXPECT_TRUE(t.over());
}

}  // namespace

}  // namespace tidelock::solenia
