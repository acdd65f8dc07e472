// Every property of core/testing/properties.h over all modes and numbers of players.
#include "core/testing/properties.h"

#include <gtest/gtest.h>

#include "solenia/testing.h"

namespace tidelock::solenia {
namespace {

static_assert(tidelock::Game<Solenia>);
static_assert(tidelock::Shown<Solenia>);

class SoleniaProperties : public ::testing::TestWithParam<std::tuple<int, const char*>> {};

TEST_P(SoleniaProperties, Hold) {
  const auto [players, mode] = GetParam();
  const auto game = Solenia::compile(shipped_pack(), {{"players", players}, {"mode", mode}});
  ASSERT_TRUE(game.ok());
  testing::Properties<Solenia> properties(game.value());
  properties.actions_are_dense();
  const long decisions = properties.play(6, 11);
  EXPECT_GT(decisions, testing::some(6) * 16);
}

INSTANTIATE_TEST_SUITE_P(AllModes, SoleniaProperties,
                         ::testing::Combine(::testing::Values(1, 2, 3, 4),
                                            ::testing::Values("summer", "winter", "improvements")),
                         [](const auto& tested) {
                           return std::string(std::get<1>(tested.param)) +
                                  std::to_string(std::get<0>(tested.param));
                         });

}  // namespace
}  // namespace tidelock::solenia
