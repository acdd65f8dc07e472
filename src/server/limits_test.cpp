#include "server/limits.h"

#include <gtest/gtest.h>
#include <map>

#include "core/luck.h"

namespace tidelock::server {
namespace {

Address nth_address(std::uint32_t n) {
  return *Address::read("10." + std::to_string(n >> 16U & 255U) + "." +
                        std::to_string(n >> 8U & 255U) + "." + std::to_string(n & 255U));
}

TEST(Limits, SoManyAtOnceAndThenSoManyAMinute) {
  LimitRules rules;
  ASSERT_FALSE(rules.set("tables=3:6"));
  Limits limits(rules);
  const Address one = nth_address(1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(limits.take(one, Limited::kTables, 100), 0);
  EXPECT_DOUBLE_EQ(limits.take(one, Limited::kTables, 100), 10);
  EXPECT_DOUBLE_EQ(limits.take(one, Limited::kTables, 104), 6) << "who is refused pays nothing";
  EXPECT_EQ(limits.take(nth_address(2), Limited::kTables, 104), 0) << "others are others";
  EXPECT_EQ(limits.take(one, Limited::kUpgrades, 104), 0) << "and other things other things";
  EXPECT_EQ(limits.take(one, Limited::kTables, 110), 0);
  EXPECT_GT(limits.take(one, Limited::kTables, 110), 0);
  EXPECT_GT(limits.take(one, Limited::kTables, 50), 0) << "a clock that goes back gives nothing";
}

TEST(Limits, SocketsAreCountedWhileTheyAreOpen) {
  LimitRules rules;
  ASSERT_FALSE(rules.set("sockets=2"));
  Limits limits(rules);
  const Address one = *Address::read("2001:db8::1");
  const Address same = *Address::read("2001:db8::2");
  EXPECT_TRUE(limits.enter(one, Held::kSockets, 0));
  EXPECT_TRUE(limits.enter(same, Held::kSockets, 0));
  EXPECT_FALSE(limits.enter(one, Held::kSockets, 1e9)) << "however long they are open";
  limits.leave(same, Held::kSockets);
  EXPECT_TRUE(limits.enter(one, Held::kSockets, 1e9));
}

TEST(Limits, WhatIsGivenBackCanBeTakenAgain) {
  LimitRules rules;
  ASSERT_FALSE(rules.set("guesses=2:1"));
  Limits limits(rules);
  const Address one = nth_address(1);
  limits.give_back(one, Limited::kGuesses, 0);  // and nobody has more than all
  for (int i = 0; i < 2; ++i) EXPECT_EQ(limits.take(one, Limited::kGuesses, 0), 0);
  EXPECT_GT(limits.take(one, Limited::kGuesses, 0), 0);
  limits.give_back(one, Limited::kGuesses, 0);
  EXPECT_EQ(limits.take(one, Limited::kGuesses, 0), 0);
  EXPECT_GT(limits.take(one, Limited::kGuesses, 0), 0);
}

// Against a model that remembers everybody: nobody ever gets more, however many others come by.
TEST(Limits, NobodyIsFreshByBeingForgotten) {
  LimitRules rules;
  rules.callers = 50;
  rules.strangers = 1;
  Limits limits(rules);
  const auto [at_once, per_minute] = rules.allowances[static_cast<std::size_t>(Limited::kTables)];
  std::map<std::uint32_t, std::pair<double, double>> used;  // how much, and when
  Rng rng(7);
  double now = 0;
  int given = 0;
  for (int i = 0; i < 100000; ++i) {
    now += rng.below(100) / 1000.0;
    const std::uint32_t who = rng.below(2) == 0 ? rng.below(3) : rng.below(100000);
    auto& [much, when] = used[who];
    much = std::max(0.0, much - (now - when) * per_minute / 60);
    when = now;
    if (limits.take(nth_address(who), Limited::kTables, now) > 0) continue;
    ++given;
    much += 1;
    ASSERT_LE(much, at_once + 1e-6) << who;
    ASSERT_LE(limits.remembered(), rules.callers);
  }
  EXPECT_GT(given, 1000);
  // When all is quiet they are forgotten again.
  for (std::uint32_t i = 0; i < 200; ++i)
    (void)limits.wait_for(nth_address(200000 + i), Limited::kTables, now + 1e6 + i);
  EXPECT_LT(limits.remembered(), 10U);
}

TEST(Limits, SocketsOfStrangersAreGivenBack) {
  LimitRules rules;
  rules.callers = 4;
  rules.sockets = 2;
  rules.strangers = 3;
  Limits limits(rules);
  Rng rng(3);
  std::vector<std::uint32_t> inside;
  for (int i = 0; i < 5000; ++i) {
    const std::uint32_t who = rng.below(40);
    if (rng.below(2) == 0 && limits.enter(nth_address(who), Held::kSockets, i))
      inside.push_back(who);
    ASSERT_LE(inside.size(), 4U * 2 + 2 * 3);
    if (rng.below(2) == 0 && !inside.empty()) {
      std::swap(inside[rng.below(static_cast<std::uint32_t>(inside.size()))], inside.back());
      limits.leave(nth_address(inside.back()), Held::kSockets);
      inside.pop_back();
    }
  }
  for (const std::uint32_t who : inside) limits.leave(nth_address(who), Held::kSockets);
  std::size_t entered = 0;
  for (std::uint32_t who = 100; who < 200; ++who)
    entered += limits.enter(nth_address(who), Held::kSockets, 1e7);
  EXPECT_GE(entered, 4U) << "nothing stays taken";
}

TEST(Limits, RulesThatMakeNoSenseAreRefused) {
  LimitRules rules;
  for (const char* good : {"tables=1:0.5", "requests=1000:1000", "sockets=1", "chat=5:5"})
    EXPECT_FALSE(rules.set(good)) << good;
  EXPECT_EQ(rules.sockets, 1U);
  for (const char* bad : {"", "tables", "tables=", "tables=5", "tables=0:1", "tables=1:0",
                          "tables=1:-1", "tables=1:x", "tables=1:1:1", "sockets=0", "sockets=1:1",
                          "people=1:1", "tables=nan:1", "tables=inf:1", "tables=1e99:1"})
    EXPECT_TRUE(rules.set(bad)) << bad;
}

}  // namespace
}  // namespace tidelock::server
