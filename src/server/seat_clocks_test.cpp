#include "server/seat_clocks.h"

#include <gtest/gtest.h>

#include "core/luck.h"
#include "server/testing.h"

namespace tidelock::server {
namespace {

// A clock that is set, and time that passes, by hand.
class SetClock final : public Clock {
 public:
  Time set = 1000000;
  Time passed = 0;

 private:
  [[nodiscard]] Time wall() const override { return set; }
  [[nodiscard]] Time steady() const override { return passed; }
};

TEST(Clock, NeverGoesBackAndKnowsWhenItJumped) {
  SetClock clock;
  EXPECT_EQ(clock.now(), 1000000);
  const Time begun = clock.jumped();
  clock.set += 60000;
  clock.passed += 60000;
  EXPECT_EQ(clock.now(), 1060000);
  EXPECT_EQ(clock.jumped(), begun);
  clock.set -= 30000;
  EXPECT_EQ(clock.now(), 1060000);
  clock.set += 3630000;  // an hour ahead, while a second passed
  clock.passed += 1000;
  EXPECT_EQ(clock.now(), 4660000);
  EXPECT_EQ(clock.jumped(), 4660000);
}

// At whatever steps it is looked at. It has not jumped when it goes on as usual.
TEST(Clock, GoesOnAtHalfItsPaceUntilItIsReachedAgain) {
  SetClock clock;
  (void)clock.now();
  const Time begun = clock.jumped();
  clock.set -= 60000;
  Rng rng(5);
  Time last = clock.now();
  for (Time passed = 0; passed < 118000;) {
    const Time step = 1 + rng.below(700);
    passed += step;
    clock.set += step;
    clock.passed += step;
    const Time now = clock.now();
    EXPECT_GE(now, last);
    EXPECT_EQ(now, 1000000 + passed / 2);
    last = now;
  }
  clock.set += 10000;
  clock.passed += 10000;
  EXPECT_EQ(clock.now(), clock.set);
  EXPECT_EQ(clock.jumped(), begun);
}

// A log with a time outside of these could not be read again.
TEST(Clock, SaysNoTimeOutsideOfTheCalendar) {
  constexpr Time kMost = 253402300799999;
  SetClock clock;
  for (const Time set : {INT64_MIN, Time{-1}}) {
    clock.set = set;
    EXPECT_EQ(clock.now(), 0);
  }
  for (const Time set : {kMost, kMost + 1, INT64_MAX}) {
    clock.set = set;
    EXPECT_EQ(clock.now(), kMost);
    EXPECT_LE(clock.jumped(), kMost);
  }
  const TemporaryFolder folder;
  folder.write("clock", std::to_string(INT64_MAX));
  EXPECT_EQ(clock_with(folder.path() + "/clock").value()->now(), kMost);
  folder.write("clock", std::to_string(INT64_MIN));
  EXPECT_EQ(clock_with(folder.path() + "/clock").value()->now(), 0);
}

TEST(Clock, AFileSaysWhatIsAdded) {
  const TemporaryFolder folder;
  EXPECT_EQ(clock_with(folder.path() + "/none").error().code, "bad-clock");
  folder.write("clock", "soon");
  EXPECT_EQ(clock_with(folder.path() + "/clock").error().code, "bad-clock");
  folder.write("clock", "0\n");
  const auto clock = clock_with(folder.path() + "/clock");
  ASSERT_TRUE(clock.ok());
  const Time before = clock.value()->now();
  folder.write("clock", "86400000");
  EXPECT_GE(clock.value()->now(), before + 86400000);
  EXPECT_GE(clock.value()->jumped(), before + 86400000);
  folder.write("clock", "");
  EXPECT_GE(clock.value()->now(), before + 86400000) << "a file that is being written";
}

// What is taken from a bank is what was used beyond what is free each time, and nothing else.
TEST(SeatClocks, SumUp) {
  Rng rng(3);
  constexpr Time kMove = 5000;
  constexpr Time kBank = 300000;
  for (int round = 0; round < 50; ++round) {
    SeatClocks clocks(kMove, kBank, 3);
    std::array<Time, 3> used{};   // of the banks
    std::array<Time, 3> asked{};  // how long, this time
    SeatMask now_asked = 0;
    Time now = 1000;
    for (int n = 0; n < 100; ++n) {
      const auto next = static_cast<SeatMask>(rng.below(8));
      const auto anew = static_cast<SeatMask>(rng.below(4) == 0 ? rng.below(8) : 0);
      const auto going_on = static_cast<SeatMask>(rng.below(4) == 0 ? rng.below(8) : 0);
      for (Seat seat = 0; seat < 3; ++seat) {
        const auto i = static_cast<std::size_t>(seat);
        const bool was = (now_asked & seat_bit(seat)) != 0;
        const bool is = (next & seat_bit(seat)) != 0;
        const bool again = (anew & seat_bit(seat)) != 0;
        const bool fresh = is && (!was || again) && (going_on & seat_bit(seat)) == 0;
        if (fresh) asked[i] = 0;
      }
      clocks.ask(next, anew, going_on, now);
      now_asked = next;
      const Time passes = rng.below(3000);
      for (Seat seat = 0; seat < 3; ++seat) {
        const auto i = static_cast<std::size_t>(seat);
        if ((now_asked & seat_bit(seat)) == 0) continue;
        used[i] +=
            std::max<Time>(0, asked[i] + passes - kMove) - std::max<Time>(0, asked[i] - kMove);
        asked[i] += passes;
      }
      now += passes;
    }
    clocks.ask(0, 0, 0, now);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_EQ(clocks.told()["seats"][i]["bank"], std::max<Time>(0, kBank - used[i]));
    EXPECT_EQ(clocks.due(), std::nullopt);
  }
}

TEST(SeatClocks, WhoseTimeIsOutIsLateOnce) {
  SeatClocks clocks(1000, 2000, 2);
  clocks.ask(seat_bit(0), 0, 0, 10000);
  EXPECT_EQ(clocks.due(), 13000);
  EXPECT_EQ(clocks.out(12999), kNobody);
  EXPECT_EQ(clocks.out(13000), 0);
  EXPECT_FALSE(clocks.excused(0, 10000)) << "looked after since it was asked";
  EXPECT_TRUE(clocks.excused(0, 12000)) << "nobody looked after it, and a minute is not over";
  EXPECT_FALSE(clocks.excused(0, 10001 - 60000));
  clocks.forgive(0, 13000);
  EXPECT_EQ(clocks.due(), 73000);
  EXPECT_FALSE(clocks.excused(0, 80000)) << "once";
  clocks.set_late(0);
  EXPECT_EQ(clocks.due(), std::nullopt);
  clocks.ask(seat_bit(1), 0, 0, 80000);
  EXPECT_FALSE(clocks.late(0));
  EXPECT_EQ(clocks.told()["seats"][0]["bank"], 0);
  EXPECT_EQ(clocks.due(), 83000);
  SeatClocks slow(86400000, 0, 1);
  slow.ask(seat_bit(0), 0, 0, 0);
  slow.forgive(0, 86400000);
  EXPECT_EQ(slow.due(), 90000000) << "an hour where a move has days";
}

}  // namespace
}  // namespace tidelock::server
