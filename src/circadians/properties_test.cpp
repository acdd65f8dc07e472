// Every property of core/testing/properties.h over all numbers of players, with and without the
// expansion, and every level of the automatic opponent.
#include "core/testing/properties.h"

#include <gtest/gtest.h>

#include "circadians/testing.h"

namespace tidelock::circadians {
namespace {

static_assert(tidelock::Game<Circadians>);
static_assert(tidelock::Shown<Circadians>);

constexpr std::uint32_t kRerollsOfSeven = 1715;  // sets of one to seven dice

class CircadiansProperties : public ::testing::TestWithParam<std::tuple<int, bool>> {};

// CIR-Q91, CIR-Q92: among them, that there is always something legal and every game ends.
TEST_P(CircadiansProperties, Hold) {
  const auto [players, expansion] = GetParam();
  for (int level = 1; level <= (players == 1 ? 4 : 1); ++level) {
    const auto game = Circadians::compile(
        pack_json(), {{"players", players}, {"expansion", expansion}, {"ai", level}});
    ASSERT_TRUE(game.ok()) << game.error().sentence();
    testing::Properties<Circadians> properties(game.value());
    // A move has no room for more than seven dice of one value, so larger sets leave gaps.
    properties.actions_are_dense(kActionTable.size() + kRerollsOfSeven);
    const long decisions = properties.play(3, 11, 4000);
    EXPECT_GT(decisions, testing::some(3) * 20);
  }
}

INSTANTIATE_TEST_SUITE_P(All, CircadiansProperties,
                         ::testing::Combine(::testing::Values(1, 2, 3, 4), ::testing::Bool()),
                         [](const auto& tested) {
                           return std::string(std::get<1>(tested.param) ? "specialists" : "base") +
                                  std::to_string(std::get<0>(tested.param));
                         });

}  // namespace
}  // namespace tidelock::circadians
