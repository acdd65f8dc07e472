#include "table/feed.h"

#include <gtest/gtest.h>

#include "games/games.h"

namespace tidelock::table {
namespace {

Table confirmed_table(std::string_view game, int players, std::uint64_t seed) {
  const games::ListedGames source;
  Setup setup;
  setup.game = source.make(game, games::measured_pack(game), {{"players", players}}).value();
  setup.confirm = true;
  setup.seed = seed;
  auto table = Table::create(std::move(setup));
  EXPECT_TRUE(table.ok());
  return std::move(table).value();
}

// A seat that may do something does it: a random move, a confirmation, or it takes one back.
void do_something(Table& table, Rng& rng) {
  const auto seats = static_cast<std::uint32_t>(table.game().seats());
  const auto seat = static_cast<Seat>(rng.below(seats));
  if (rng.below(4) == 0) {
    (void)table.undo(seat);
  } else if (table.held() != kNobody) {
    (void)table.confirm(table.held());
  } else if (const auto moves = table.legal(seat); !moves.empty()) {
    const AnyMove move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    EXPECT_FALSE(table.apply(seat, table.game().write(table.state(), seat, move)));
  }
  table.advance();
}

// Whoever reads only the numbers after the last one it saw knows what has happened.
class FeedTest : public ::testing::TestWithParam<std::string_view> {};

TEST_P(FeedTest, TellsEveryViewerWhatHappened) {
  constexpr int kPlayers = 3;
  constexpr int kSteps = 400;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Table table = confirmed_table(GetParam(), kPlayers, seed);
    Feed feed;
    Rng rng(seed);
    struct Reader {
      std::size_t seen = 0;
      std::vector<Event> happened;
    };
    std::array<Reader, kPlayers + 1> readers;
    table.advance();
    feed.hear(table);
    for (int step = 0; step < kSteps && !table.over(); ++step) {
      do_something(table, rng);
      feed.hear(table);
      for (Seat viewer = kNobody; viewer < kPlayers; ++viewer) {
        Reader& reader = readers[static_cast<std::size_t>(viewer + 1)];
        if (rng.below(3) == 0) continue;  // away for a while
        for (const Feed::Item& item : feed.items(viewer, reader.seen)) {
          ++reader.seen;
          ASSERT_LE(item.back, reader.happened.size());
          if (item.back > 0) {
            reader.happened.resize(reader.happened.size() - item.back);
          } else {
            reader.happened.push_back(item.event);
          }
        }
        ASSERT_EQ(reader.seen, feed.count(viewer));
        const auto events = table.events(viewer);
        ASSERT_EQ(reader.happened.size(), events.size());
        for (std::size_t i = 0; i < events.size(); ++i)
          ASSERT_EQ(table.game().event_json(reader.happened[i]),
                    table.game().event_json(events[i]));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, FeedTest, ::testing::Values("solenia", "circadians"),
                         [](const auto& game) { return std::string(game.param); });

// A choice in secret that is taken back is nobody else's business.
TEST(Feed, SaysNothingOfWhatAViewerWasNotTold) {
  Table table = confirmed_table("circadians", 2, 3);
  Feed feed;
  table.advance();
  feed.hear(table);
  const std::size_t before = feed.count(0);
  const auto moves = table.legal(1);
  ASSERT_GT(moves.size(), 1U);
  ASSERT_FALSE(table.apply(1, table.game().write(table.state(), 1, moves.front())));
  feed.hear(table);
  ASSERT_FALSE(table.undo(1));
  feed.hear(table);
  EXPECT_EQ(feed.count(0), before);
  EXPECT_EQ(feed.count(kNobody), feed.items(kNobody, 0).size());
}

// What a table wrote, read again by another: the same record, the same luck, the same events.
TEST(Follow, LeadsToTheSameTable) {
  Table table = confirmed_table("solenia", 2, 5);
  std::vector<std::string> written;
  table.advance(false, &written);
  auto other = Table::create(table.setup());
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(written.size(), table.record().entries.size());
  for (const std::string& entry : written) EXPECT_FALSE(other.value().follow(entry));
  EXPECT_EQ(other.value().state(), table.state());
  EXPECT_EQ(other.value().all_events(), table.all_events());
  EXPECT_TRUE(other.value().follow("deck-1 = 0WS"));
  EXPECT_TRUE(other.value().follow("nonsense"));
}

// Luck that is given answers every question of chance, and leaves no seed in the record.
TEST(Luck, OfATableCanComeFromOutside) {
  const games::ListedGames source;
  table::Setup setup;
  setup.game = source.make("solenia", games::measured_pack("solenia"), {{"players", 2}}).value();
  setup.luck = [](const Ask& ask) { return ask.n - 1U; };
  auto table = Table::create(std::move(setup)).value();
  table.advance();
  EXPECT_FALSE(table.record().seed);
  for (Replay replay(table.record()); !replay.done(); replay.step(kNoListener)) {
    if (replay.entry().seat != kNobody) continue;
    EXPECT_EQ(replay.entry().value, table.game().ask(replay.state()).n - 1U);
  }
}

}  // namespace
}  // namespace tidelock::table
