// The seven examples of the rulebook (section 10 of the rules).
#include "solenia/testing.h"

namespace tidelock::solenia {

namespace {

constexpr Options kExampleDusk = {2, Mode::kSummer, Start::kDusk, 0};

// Example 1: VOY-1, VOY-2
TEST(Example, Voyage) {
  // From the own card on e4 to e1 two spaces lie between.
  TestTable t = Position().turn(2).hand(0, {"1W"}).card(0, "e4", "1x1").store(0, "WS").build();
  t.play("1W-e1");
  EXPECT_EQ(t.moves(), (std::vector<std::string>{"pay W", "pay S"}));
  t.play({"pay S", "pay W"});
  EXPECT_EQ(t.count(What::kVoyage), 2);
  EXPECT_EQ(t.store(0), "S") << "all paid; then the stone of e1";
  EXPECT_EQ(t.s.cards[0], (1U << space_at("e4")) | (1U << space_at("e1")));
}

// Example 2: ISL-1
TEST(Example, Island) {
  TestTable t = Position().hand(0, {"2*H"}).build();
  t.play("2*H-c4");
  EXPECT_EQ(t.store(0), "WW");
}

// Example 3: CITY-1, CITY-2, SLOT-1
TEST(Example, City) {
  TestTable t = Position(kExampleDusk)
                    .turn(2)
                    .hand(0, {"1H"})
                    .store(0, "WWHHS")
                    .slots(0, kNight, {"WWW"})
                    .display(kNight, {"HHSS", "WHH", "WWAA"})
                    .build();
  t.play("1H-d3");
  EXPECT_EQ(t.stars(0), 1);
  t.play("n2").resolve_chance();
  EXPECT_EQ(t.player(0).slots[kNight][1], tile_named(kNight, "WHH") + 1);
  EXPECT_EQ(t.store(0), "WSA") << "1 wood and 2 wheat paid, 1 water got";
  EXPECT_EQ(t.stars(0), 1);
}

// Example 4: ADV-1, ADV-2, REM-2, CITY-1
TEST(Example, AirshipAndRemoval) {
  TestTable t = Position(kExampleDusk)
                    .turn(4)
                    .hand(0, {"0WA"})
                    .card(0, "c1", "0HS")
                    .card(1, "a1", "1A")
                    .store(0, "WHHS")
                    .display(kNight, {"WHHS", "WWAA", "HHAA"})
                    .build();
  const auto rows = t.s.rows;
  t.play("0WA-d3");
  EXPECT_EQ(t.count(What::kAirship), 1) << "at once";
  EXPECT_EQ(t.count(What::kTurned), 0);
  t.play("n1");
  EXPECT_EQ(t.store(0), "");
  t.resolve_chance();
  EXPECT_EQ(t.store(0), "HSS") << "the slot's stone, and stone and wheat for the 0";
  EXPECT_EQ(t.store(1), "A");
  EXPECT_EQ(t.s.cards[0], 1U << space_at("d2"));
  EXPECT_EQ(t.s.cards[1], 0U);
  EXPECT_EQ(side_name(rows[0]), "1day");
  EXPECT_EQ(side_name(t.s.rows[4]), "1night") << "turned and put last";
  EXPECT_EQ(t.s.rows[0], rows[1]);
}

// Example 4, with the 0 itself on the first strip: ADV-2, REM-2
TEST(Example, AirshipAndRemovalOfTheCardJustPlayed) {
  TestTable t = Position()
                    .turn(4)
                    .hand(0, {"0HS"})
                    .card(0, "d2", "1x1")
                    .card(1, "a1", "1A")
                    .store(0, "WHHS")
                    .display(kNight, {"WHHS", "WWAA", "HHAA"})
                    .build();
  t.play({"0HS-d1", "n1"}).resolve_chance();
  EXPECT_EQ(t.store(0), "HSS");
  EXPECT_EQ(t.store(1), "A");
  EXPECT_EQ(t.s.cards[0], 1U << space_at("d1")) << "what lay on d2";
}

// Example 5: REM-1, REM-2, REM-3
TEST(Example, Removal) {
  TestTable t = Position({3, Mode::kSummer, Start::kDawn, 0})
                    .turn(6)
                    .hand(0, {"0WS"})
                    .card(0, "b1", "2*W")
                    .card(0, "a1", "0x2")
                    .card(1, "d1", "0x2")
                    .card(2, "e1", "1A")
                    .build();
  t.play("0WS-c3").resolve_chance();
  EXPECT_EQ(t.stars(0), 1) << "a 2 with the wood star on a wood island";
  EXPECT_EQ(t.store(0), "AA") << "2 of the space on a water island";
  EXPECT_EQ(t.stars(1), 2) << "2 of the space in a city";
  EXPECT_EQ(t.store(1), "");
  EXPECT_EQ(t.store(2), "A") << "water wherever it lay";
  EXPECT_EQ(t.stars(2), 0);
}

// Example 6: WIN-2
TEST(Example, WinterSlots) {
  const auto moves = [](std::vector<std::string> day) {
    TestTable t = Position({2, Mode::kWinter, Start::kDawn, 0})
                      .turn(20)
                      .hand(0, {"1W"})
                      .store(0, "SSA")
                      .slots(0, kDay, std::move(day))
                      .slots(0, kNight, {"WWW", "HHH", "WWH", "WHS"})
                      .display(kDay, {"SSA"})
                      .build();
    t.play({"1W-b3", "d1"});
    return t.moves();
  };
  using Slots = std::vector<std::string>;
  EXPECT_EQ(moves({}), (Slots{"s1l", "s1r"})) << "night tiles do not open the day";
  EXPECT_EQ(moves({"", "AAA"}), (Slots{"s1l", "s2l", "s2r"}));
  EXPECT_EQ(moves({"", "AAA", "SAA"}), (Slots{"s1l", "s3l", "s3r"})) << "no second of level 2";
  EXPECT_EQ(moves({"SSS", "AAA", "SAA"}), (Slots{"s2r", "s3l", "s3r"}));
  EXPECT_EQ(moves({"SSS", "AAA", "SAA", "", "WSA"}), (Slots{"s2r"})) << "no second of level 3";
  EXPECT_EQ(moves({"SSS", "AAA", "SAA", "HSA", "WSA"}), (Slots{"s3r"}));
}

// Example 7: IMP-3
TEST(Example, Improvement) {
  TestTable t = Position({2, Mode::kImprovements, Start::kDawn, 0})
                    .turn(12)
                    .hand(0, {"1W", "1H"})
                    .hand(1, {"0WA"})
                    .card(0, "c2", "1x1")
                    .store(0, "SSAWHH")
                    .improvements(0, Level1::Kind::kStars)
                    .display(kDay, {"SSA"})
                    .display(kNight, {"WHH"})
                    .build();
  t.play({"1W-b3", "d1", "s1l"}).resolve_chance();
  EXPECT_EQ(t.stars(0), 1) << "with only the day slot filled it does not work";
  t.play("0WA-c3").resolve_chance();
  ASSERT_EQ(t.to_act(), 0);
  t.play({"1H-b1", "n1", "s1l"}).resolve_chance();  // the night city that was b2
  EXPECT_EQ(t.count(What::kActivated, 0), 1);
  EXPECT_EQ(t.stars(0), 1 + 1 + 4) << "the night slot opposite activates it";
}

}  // namespace

}  // namespace tidelock::solenia
