// SET-1 to SET-7: how a game begins.
#include "solenia/testing_games.h"

namespace tidelock::solenia {

namespace {

// Every way the next `questions` answers of chance can fall, from this state on.
template <class F>
void every_answer(const Solenia& game, const State& s, int questions, const F& f) {
  if (questions == 0) {
    f(s);
    return;
  }
  for (std::uint32_t outcome = 0; outcome < game.ask(s).n; ++outcome) {
    State next = s;
    game.resolve(next, outcome, NoEvents{});
    every_answer(game, next, questions - 1, f);
  }
}

State settled(const Solenia& game, std::uint64_t seed) {
  State s = game.start();
  resolve_chance(game, s, Seeded{seed});
  return s;
}

// The first state of the set-up that asks this stream.
State state_asking(const Solenia& game, Stream stream) {
  State s = game.start();
  while (game.at(s) == At::kChance && game.ask(s).stream != stream) game.resolve(s, 0, NoEvents{});
  return s;
}

// Not a rule of its own: the random games that the tests of the rules look at are sound.
TEST(Games, EveryStateIsCleanAndEveryGameEnds) {
  for (const Played& played : played_games()) {
    ASSERT_TRUE(played.finished);
    for (const Step& step : played.steps) {
      const auto wrong = played.game.check(step.after);
      ASSERT_FALSE(wrong) << wrong->sentence();
    }
  }
}

// SET-1
TEST(Set1, OneToFourPlayers) {
  for (int players = 0; players <= 5; ++players) {
    const auto game = Solenia::compile(shipped_pack(), {{"players", players}});
    ASSERT_EQ(game.ok(), players >= 1 && players <= 4) << players;
    if (game) {
      EXPECT_EQ(game.value().seats(), players);
    }
  }
}

// SET-1
TEST(Set1, TurnOrderIsSeatOrder) {
  for (const Played& played : played_games()) {
    const int n = played.options.players;
    if (n == 1) continue;
    int turns = 0;
    for (const Step& step : played.steps) {
      if (step.after.todo.top().what() != Do::kPlay) continue;
      ASSERT_EQ(step.after.todo.top().seat(), (step.after.first + turns) % n);
      ++turns;
    }
    ASSERT_GT(turns, 0);
  }
}

// SET-1
TEST(Set1, FirstPlayerIsRandomOrChosen) {
  for (int players = 2; players <= 4; ++players) {
    const Solenia random = make_game({players, Mode::kSummer, Start::kDawn, -1});
    const State asks = state_asking(random, kStreamFirst);
    ASSERT_EQ(random.at(asks), At::kChance);
    ASSERT_EQ(random.ask(asks).n, players) << "each player can be the first";
    for (int first = 0; first < players; ++first) {
      State s = asks;
      random.resolve(s, static_cast<std::uint32_t>(first), NoEvents{});
      resolve_chance(random, s, Seeded{3});
      EXPECT_EQ(s.first, first);
      EXPECT_EQ(first_seat(random.to_act(s)), first);

      const Solenia chosen = make_game({players, Mode::kSummer, Start::kDawn, first});
      EXPECT_EQ(chosen.at(state_asking(chosen, kStreamFirst)), At::kDecision) << "nothing to ask";
      EXPECT_EQ(first_seat(chosen.to_act(settled(chosen, 3))), first);
    }
  }
}

enum class Part { kDaySide, kNightSide, kDawn, kDusk };

std::vector<Part> parts(const State& s) {
  std::vector<Part> out;
  for (const auto side : s.rows) {
    const bool fifth = side / 2 == kDawnDuskStrip;
    out.push_back(fifth ? (side % 2 == 0 ? Part::kDawn : Part::kDusk)
                        : (side % 2 == 0 ? Part::kDaySide : Part::kNightSide));
  }
  return out;
}
const std::vector<Part> kDawnWorld = {Part::kNightSide, Part::kNightSide, Part::kDawn,
                                      Part::kDaySide, Part::kDaySide};
const std::vector<Part> kDuskWorld = {Part::kDaySide, Part::kDaySide, Part::kDusk, Part::kNightSide,
                                      Part::kNightSide};

// SET-2
TEST(Set2, FromRearToFrontThroughDawnOrDusk) {
  for (const Start start : {Start::kDawn, Start::kDusk}) {
    const Solenia game = make_game({2, Mode::kSummer, start, 0});
    std::set<std::array<std::uint8_t, kStrips>> orders;
    every_answer(game, game.start(), 4, [&](const State& s) {
      EXPECT_EQ(parts(s), start == Start::kDawn ? kDawnWorld : kDuskWorld);
      orders.insert(s.rows);
    });
    EXPECT_EQ(orders.size(), 24U) << "which of the four strips lies where is random";
  }
}

// SET-2
TEST(Set2, RandomStartIsEitherWay) {
  const Solenia game = make_game({2, Mode::kSummer, Start::kRandom, 0});
  ASSERT_EQ(game.ask(game.start()).stream, kStreamStart);
  std::set<std::vector<Part>> worlds;
  every_answer(game, game.start(), 5, [&](const State& s) { worlds.insert(parts(s)); });
  EXPECT_EQ(worlds, (std::set<std::vector<Part>>{kDawnWorld, kDuskWorld}));
}

// SET-2
TEST(Set2, DawnCityIsOfTheDayAndDuskCityOfTheNight) {
  for (const Start start : {Start::kDawn, Start::kDusk}) {
    const Solenia game = make_game({2, Mode::kSummer, start, 0});
    const State s = settled(game, 1);
    int cities = 0;
    for (int space = 10; space < 15; ++space) {
      if (game.terrain(s, space) < kDayCity) continue;
      ++cities;
      EXPECT_EQ(game.terrain(s, space), start == Start::kDawn ? kDayCity : kNightCity);
    }
    EXPECT_EQ(cities, 1);
  }
}

// SET-3
TEST(Set3, AirshipStandsOnTheMiddleOfTheMiddleStrip) {
  for (const Start start : {Start::kDawn, Start::kDusk}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const TestTable t({2, Mode::kSummer, start, 0}, seed);
      // Nobody has a card or a resource yet: the islands around the airship and the one under it.
      std::set<int> expected;
      for (const char* name : {"c2", "b3", "c3", "d3", "c4"}) {
        if (t.game.terrain(t.s, space_at(name)) < kDayCity) expected.insert(space_at(name));
      }
      Solenia::List list;
      t.game.legal(t.s, 0, list);
      std::set<int> spaces;
      for (const Move move : list) spaces.insert(move.b());
      EXPECT_EQ(spaces, expected);
    }
  }
}

// SET-4
TEST(Set4, DisplayIsThreeAndThreeOrFourAndFour) {
  for (int players = 1; players <= 4; ++players) {
    for (const Mode mode : kEveryMode) {
      const Solenia game = make_game({players, mode, Start::kRandom, -1});
      const State s = settled(game, 5);
      for (std::size_t h = 0; h < 2; ++h) {
        std::uint32_t shown = 0;
        int n = 0;
        for (const auto tile : s.display[h]) {
          if (tile == kNone) continue;
          ++n;
          shown |= 1U << tile;
        }
        EXPECT_EQ(n, players == 4 ? 4 : 3) << players << " players";
        EXPECT_EQ(std::popcount(shown), n);
        EXPECT_EQ(shown & s.tile_deck[h], 0U);
        EXPECT_EQ(shown | s.tile_deck[h], 0xFFFFFFU) << "24 tiles, the others face down";
      }
    }
  }
}

// SET-4
TEST(Set4, DecksAreShuffled) {
  const Solenia game = make_game({2, Mode::kSummer, Start::kDawn, 0});
  for (const Stream stream : {kStreamDay, kStreamNight}) {
    const State s = state_asking(game, stream);
    const auto h = static_cast<std::size_t>(stream - kStreamDay);
    std::set<int> first;
    ASSERT_EQ(game.ask(s).n, 24);
    every_answer(game, s, 1, [&](const State& next) { first.insert(next.display[h][0]); });
    EXPECT_EQ(first.size(), 24U) << "any tile can be the first";
  }
}

// SET-5
TEST(Set5, ThirdAndFourthInTurnOrderBeginWithAResource) {
  for (int players = 1; players <= 4; ++players) {
    for (int first = 0; first < players; ++first) {
      for (const Mode mode : kEveryMode) {
        const TestTable t({players, mode, Start::kRandom, first});
        for (int place = 0; place < players; ++place) {
          const auto seat = static_cast<Seat>((first + place) % players);
          EXPECT_EQ(t.store(seat), place == 2   ? "W"
                                   : place == 3 ? "S"
                                                : "")
              << players << " players, seat " << int{seat} << ", first " << first;
        }
      }
    }
  }
}

// SET-6
TEST(Set6, SixteenCardsEachAndThreeInHand) {
  for (int players = 1; players <= 4; ++players) {
    const Solenia game = make_game({players, Mode::kSummer, Start::kRandom, -1});
    std::array<int, 3> values{};
    for (const Card& card : game.components().cards) ++values.at(card.value);
    EXPECT_EQ(values, (std::array<int, 3>{6, 6, 4}));
    for (int p = 0; p < players; ++p) {
      const auto stream = static_cast<Stream>(kStreamDeck1 + p);
      EXPECT_EQ(game.ask(state_asking(game, stream)).n, 16) << "one shuffled deck each";
    }
    const State s = settled(game, 9);
    for (int p = 0; p < players; ++p) {
      const Player& player = s.players[static_cast<std::size_t>(p)];
      EXPECT_EQ(std::popcount(player.hand), 3);
      EXPECT_EQ(std::popcount(player.deck), 13);
      EXPECT_EQ(player.hand | player.deck, 0xFFFF);
    }
  }
}

// SET-6
TEST(Set6, EveryCardIsAsLikelyAsAnyOther) {
  const Solenia game = make_game({2, Mode::kSummer, Start::kDawn, 0});
  const State s = state_asking(game, kStreamDeck1);
  std::map<std::string, int> drawn;
  every_answer(game, s, 1, [&](const State& next) {
    const auto card = static_cast<std::size_t>(std::countr_zero(next.players[0].hand));
    ++drawn[card_name(game.components().cards[card])];
  });
  for (const auto& [name, n] : drawn) EXPECT_EQ(n, name == "0x2" || name == "1x1" ? 2 : 1) << name;
  EXPECT_EQ(drawn.size(), 14U);
}

// SET-6
TEST(Set6, HandsAndDecksAreHidden) {
  for (const Played& played : played_games()) {
    const Solenia& game = played.game;
    for (const Step& step : played.steps) {
      if (step.chance) {
        const Ask ask = game.ask(step.before);
        const int deck = ask.stream - kStreamDeck1;
        if (deck >= 0 && deck < game.seats()) {
          ASSERT_EQ(ask.sees, seat_bit(static_cast<Seat>(deck)));
        }
      }
      int secret = 0;
      int open = 0;
      for (const Event& e : step.events) {
        if (e.what == static_cast<std::uint16_t>(What::kDrew)) {
          ++secret;
          ASSERT_EQ(e.sees, seat_bit(e.who)) << "only the owner sees the card";
        } else if (e.what == static_cast<std::uint16_t>(What::kDrewHidden)) {
          ++open;
          ASSERT_EQ(e.sees & seat_bit(e.who), 0);
          ASSERT_EQ((std::array<int, 3>{e.a, e.b, e.c}), (std::array<int, 3>{0, 0, 0}));
        }
      }
      ASSERT_EQ(secret, open);
    }
  }
}

// SET-6
TEST(Set6, ViewsHideHandsAndShowWhatWasPlayed) {
  Rng rng(4);
  for (const Played& played : played_games()) {
    const Solenia& game = played.game;
    for (const Step& step : played.steps) {
      if (step.what() != Do::kPlay) continue;
      for (Seat seat = kNobody; seat < game.seats(); ++seat) {
        const State known = game.knows(step.before, seat);
        State other = step.before;  // what it may be as well, for all this seat can know
        game.resample(other, seat, rng);
        ASSERT_TRUE(game.knows(other, seat) == known);
        for (Seat i = 0; i < game.seats(); ++i) {
          const Player& was = step.before.players[static_cast<std::size_t>(i)];
          const Player& is = known.players[static_cast<std::size_t>(i)];
          ASSERT_EQ(is.hand | is.deck, was.hand | was.deck) << "what was played is public";
          if (i == seat) {
            ASSERT_EQ(is.hand, was.hand);
          }
        }
        ASSERT_EQ(known.cards, step.before.cards);
        ASSERT_EQ(known.card_at, step.before.card_at);
      }
    }
  }
  // A hand behind the same three unplayed cards less is another secret, not another view.
  Position position;
  const State a = position.hand(1, {"0WS", "1W", "2*W"}).build().s;
  const State b = position.hand(1, {"0HA", "1x1", "2*A"}).build().s;
  ASSERT_FALSE(a == b);
  EXPECT_TRUE(make_game().knows(a, 0) == make_game().knows(b, 0));
  EXPECT_FALSE(make_game().knows(a, 1) == make_game().knows(b, 1));
}

// SET-6
TEST(Set6, LikeCardsAreOneChoice) {
  const TestTable t = Position().hand(0, {"0x2", "0x2", "1W"}).build();
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"0x2-c2", "0x2-c3", "0x2-d3", "0x2-c4", "1W-c2",
                                                 "1W-c3", "1W-d3", "1W-c4"}));
}

// SET-7
TEST(Set7, SupplyIsUnlimited) {
  // The box has 15 wood and fewer stars than are out here.
  const TestTable t = Position({4, Mode::kSummer, Start::kDusk, 0})
                          .turn(56)
                          .hand(0, {"2*W", "2*S"})
                          .card(0, "a2", "1x1")
                          .store(0, "WHH")
                          .store(1, "WWWWWWWW")
                          .store(2, "WWWWWWWW")
                          .store(3, "WWWWWWWW")
                          .stars(0, 28)
                          .stars(1, 28)
                          .stars(2, 28)
                          .stars(3, 28)
                          .display(kNight, {"WHH"})
                          .build();
  TestTable island = t;
  island.play("2*S-a3");
  EXPECT_EQ(island.store(0), "WWWHH");
  TestTable city = t;
  city.play({"2*W-d3", "n1"});
  EXPECT_EQ(city.stars(0), 30);
}

// SET-7
TEST(Set7, StoreHoldsEightOrSix) {
  for (int players = 1; players <= 4; ++players) {
    for (const Mode mode : kEveryMode) {
      const TestTable t({players, mode, Start::kRandom, -1});
      for (Seat seat = 0; seat < players; ++seat)
        EXPECT_EQ(t.player(seat).capacity, mode == Mode::kSummer ? 8 : 6);
    }
  }
}

}  // namespace

}  // namespace tidelock::solenia
