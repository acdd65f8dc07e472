// A compiled game is one block of plain data: it goes on working as a copy, elsewhere in memory,
// and in another process.
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <new>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "ai/testing.h"
#include "core/playout.h"
#include "games/every_game.h"
#include "games/games.h"

namespace tidelock {
namespace {

template <class R>
std::uint64_t mark_of(const R& rules, int games) {
  std::uint64_t checksum = 0;
  for (int i = 0; i < games; ++i) {
    const auto played = play_randomly(rules, nth_seed(7, static_cast<std::uint64_t>(i)));
    checksum = add_to_checksum(checksum, hash_state(played.end));
  }
  return checksum;
}

// Every mode that is measured, or else learned on.
template <class G, class F>
void each_case(const F& f) {
  const games::ListedGames source;
  const games::Entry& entry = *games::find(G::facts().id);
  for (const Json& options :
       entry.bench_options.empty() ? entry.training_options : entry.bench_options) {
    SCOPED_TRACE(dump_json(options));
    const auto made = source.make(G::facts().id, nullptr, options, kNewestRules);
    ASSERT_TRUE(made) << made.error().sentence();
    f(std::static_pointer_cast<const Wrapped<G>>(made.value()));
  }
}

template <class G>
class Block : public testing::Test {};
TYPED_TEST_SUITE(Block, games::EveryGame, games::NameOfGame);

TYPED_TEST(Block, IsPlainData) {
  using R = typename TypeParam::Rules;
  static_assert(std::is_trivially_copyable_v<R>);
  static_assert(std::is_trivially_destructible_v<R>);
}

TYPED_TEST(Block, GoesOnAsACopyWithoutTheOriginal) {
  using R = typename TypeParam::Rules;
  each_case<TypeParam>([](std::shared_ptr<const Wrapped<TypeParam>> game) {
    const std::uint64_t expected = mark_of<R>(game->game(), 3);
    // The beginning of a game by the original, the rest by the copy.
    auto original = std::make_unique<R>(game->game());
    const Seeded luck{11};
    auto state = original->start();
    resolve_chance(*original, state, luck);
    typename R::List list;
    const auto decide = [&](const R& rules) {
      const Seat seat = first_seat(rules.to_act(state));
      rules.legal(state, seat, list);
      step(rules, state, seat, list[list.size() / 2], luck);
    };
    auto alone = state;
    for (int i = 0; i < 20 && original->at(state) != At::kOver; ++i) decide(*original);
    std::vector<std::byte> bytes(sizeof(R) + alignof(R));
    void* place = bytes.data();
    std::size_t room = bytes.size();
    ASSERT_NE(std::align(alignof(R), sizeof(R), place, room), nullptr);
    const R* copy = static_cast<const R*>(std::memcpy(place, original.get(), sizeof(R)));
    std::memset(static_cast<void*>(original.get()), 0xA5, sizeof(R));
    original.reset();
    game.reset();
    while (copy->at(state) != At::kOver) decide(*copy);
    std::swap(state, alone);
    while (copy->at(state) != At::kOver) decide(*copy);
    EXPECT_EQ(hash_state(state), hash_state(alone));
    EXPECT_EQ(mark_of(*copy, 3), expected);
  });
}

// Two processes map one file, each at an address of its own.
TYPED_TEST(Block, IsSharedByTwoProcesses) {
  using R = typename TypeParam::Rules;
  each_case<TypeParam>([](const std::shared_ptr<const Wrapped<TypeParam>>& game) {
    const R& rules = game->game();
    const int file = memfd_create("block", 0);
    ASSERT_GE(file, 0);
    ASSERT_EQ(write(file, &rules, sizeof(R)), static_cast<ssize_t>(sizeof(R)));
    void* mine = mmap(nullptr, sizeof(R), PROT_READ, MAP_SHARED, file, 0);
    ASSERT_NE(mine, MAP_FAILED);
    void* answer = mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(answer, MAP_FAILED);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const void* its = mmap(nullptr, sizeof(R), PROT_READ, MAP_SHARED, file, 0);
      if (its == MAP_FAILED || its == mine) _exit(1);
      munmap(mine, sizeof(R));
      *static_cast<std::uint64_t*>(answer) = mark_of(*static_cast<const R*>(its), 3);
      _exit(0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(*static_cast<std::uint64_t*>(answer), mark_of(*static_cast<const R*>(mine), 3));
    EXPECT_EQ(*static_cast<std::uint64_t*>(answer), mark_of(rules, 3));
    munmap(answer, sizeof(std::uint64_t));
    munmap(mine, sizeof(R));
    close(file);
  });
}

}  // namespace
}  // namespace tidelock
