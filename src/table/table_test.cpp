// A table on two games: Lanterns (sealed choices, a draw of three seats) and Solenia in several
// modes. The table itself knows neither; only this test names them.
#include "table/table.h"

#include <gtest/gtest.h>
#include <set>

#include "ai/ai_of.h"
#include "ai/testing.h"
#include "circadians/game.h"
#include "core/sha256.h"
#include "core/testing/slow.h"
#include "games/games.h"
#include "lanterns/testing.h"
#include "solenia/game.h"

namespace tidelock::table {
namespace {

const lanterns::LanternsSource kLanterns;
const games::ListedGames kGames;

struct World {
  std::shared_ptr<const AnyGame> game;
  std::shared_ptr<const ai::AnyAi> ai;
  const GameSource* source;
};

World lanterns_world() {
  const auto game = kLanterns.make("lanterns", {}, {}).value();
  return {game,
          std::make_shared<ai::AiOf<lanterns::Game>>(
              std::static_pointer_cast<const Wrapped<lanterns::Game>>(game), ai::Networks{}),
          &kLanterns};
}

World solenia_world(const std::string& mode, int players) {
  const auto game =
      kGames
          .make("solenia", games::measured_pack("solenia"), {{"mode", mode}, {"players", players}})
          .value();
  return {game, games::ai_of(game), &kGames};
}

World circadians_world(bool expansion, int players) {
  const auto game = kGames
                        .make("circadians", games::measured_pack("circadians"),
                              {{"expansion", expansion}, {"players", players}})
                        .value();
  return {game, games::ai_of(game), &kGames};
}

// "lanterns", "summer2", "improvements4"; "base2", "specialists3" are Circadians
World world_named(const std::string& name) {
  if (name == "lanterns") return lanterns_world();
  if (name.starts_with("base") || name.starts_with("specialists"))
    return circadians_world(name.starts_with("specialists"), name.back() - '0');
  return solenia_world(name.substr(0, name.size() - 1), name.back() - '0');
}

Setup setup_of(const World& world, std::uint64_t seed = 1) {
  Setup setup;
  setup.game = world.game;
  setup.ai = world.ai;
  setup.seed = seed;
  return setup;
}

// A person in the first seat, this bot in the others.
Setup against(const World& world, const std::string& bot, std::uint64_t seed = 1) {
  Setup setup = setup_of(world, seed);
  setup.seats.resize(static_cast<std::size_t>(world.game->seats()));
  for (std::size_t i = 1; i < setup.seats.size(); ++i) setup.seats[i].bot = bot;
  return setup;
}

Table table_of(Setup setup) {
  auto table = Table::create(std::move(setup));
  EXPECT_TRUE(table.ok()) << (table.ok() ? "" : table.error().sentence());
  return std::move(table).value();
}

// Everything that can be asked of a table.
struct Snapshot {
  AnyState state;
  std::vector<Entry> entries;
  std::vector<std::vector<Event>> events;  // of a spectator, then of each seat
  Seat held;
  SeatMask waiting;
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

Snapshot look(const Table& table) {
  Snapshot now{table.state(), table.record().entries, {}, table.held(), table.waiting()};
  for (Seat viewer = kNobody; viewer < table.game().seats(); ++viewer)
    now.events.push_back(table.events(viewer));
  return now;
}

// The moves as they are written. Two copies of a card are one name: which of them chance took is
// not kept, and does not matter.
Json moves_of(const Record& record) { return write_record(record, true)["moves"]; }

std::string text_of(const Table& table, Seat seat, AnyMove move) {
  return table.game().write(table.state(), seat, move);
}

// What a person does: any move, but always the same one who knows the same.
AnyMove pick(const Table& table, Seat seat, std::uint64_t taste) {
  const auto moves = table.legal(seat);
  EXPECT_FALSE(moves.empty());
  const std::uint64_t known = hash_state(table.game().knows(table.state(), seat).bytes);
  return moves[scale(mix(known ^ taste), static_cast<std::uint32_t>(moves.size()))];
}

void expect_applied(Table& table, Seat seat, AnyMove move) {
  const auto wrong = table.apply(seat, text_of(table, seat, move));
  EXPECT_FALSE(wrong.has_value()) << wrong->sentence();
}

// The next thing people do, and what the table does after it. False when the game is over.
bool people_go_on(Table& table, std::uint64_t taste) {
  if (table.held() != kNobody) {
    EXPECT_FALSE(table.confirm(table.held()).has_value());
  } else {
    const Seat seat = first_seat(table.waiting());
    if (seat == kNobody) return table.advance();
    expect_applied(table, seat, pick(table, seat, taste));
  }
  table.advance();
  return !table.over();
}

// A person's move, a confirmation, or one thing the table does.
void small_step(Table& table, std::uint64_t taste) {
  if (table.held() != kNobody) {
    EXPECT_FALSE(table.confirm(table.held()).has_value());
  } else if (!table.advance(true)) {
    const Seat seat = first_seat(table.waiting());
    ASSERT_NE(seat, kNobody);
    expect_applied(table, seat, pick(table, seat, taste));
  }
}

void finish(Table& table, std::uint64_t taste) {
  table.advance();
  for (int i = 0; i < 5000 && people_go_on(table, taste); ++i) {
  }
  EXPECT_TRUE(table.over());
}

bool is_sealed(const Table& table) { return table.game().secret(table.state()); }
// Whether secret choices, made by these seats, are over or begin anew.
bool is_opened(const Table& table, SeatMask choosing) {
  return !is_sealed(table) || (table.game().to_act(table.state()) & ~choosing) != 0;
}

// In the tests below gtest hides the name Setup.
class Tables : public ::testing::TestWithParam<const char*> {
 protected:
  const World world_ = world_named(GetParam());
};

std::vector<const char*> worlds() {
  std::vector<const char*> all = {"lanterns",     "summer1",      "summer2", "improvements4",
                                  "specialists1", "specialists2", "base3"};
  if (!testing::kSlow) all.insert(all.end(), {"winter3", "improvements1", "improvements2"});
  return all;
}
INSTANTIATE_TEST_SUITE_P(Games, Tables, ::testing::ValuesIn(worlds()),
                         [](const auto& tested) { return std::string(tested.param); });

// --- undo ---

// Each seat's choices in a row are taken back one by one, each to exactly what was before it, and
// nothing before them; played again they lead to the same place.
TEST_P(Tables, UndoGoesBackToTheLastRevelationAndNotFurther) {
  for (const bool autoplay : {true, false}) {
    auto setup = setup_of(world_, 8);
    setup.autoplay = autoplay;
    Table table = table_of(std::move(setup));
    table.advance();
    int longest = 0;
    while (!table.over()) {
      const Seat seat = first_seat(table.waiting());
      ASSERT_NE(seat, kNobody);
      EXPECT_FALSE(table.can_undo(seat));
      std::vector<Snapshot> before;
      std::vector<std::string> moves;
      bool opened = false;
      while ((table.waiting() & seat_bit(seat)) != 0 && !opened) {
        const bool sealed = is_sealed(table);
        const SeatMask choosing = table.game().to_act(table.state());
        const bool choice = table.legal(seat).size() > 1;
        const std::string move = text_of(table, seat, pick(table, seat, 3));
        const Snapshot was = look(table);
        ASSERT_FALSE(table.apply(seat, move).has_value());
        opened = sealed && is_opened(table, choosing);
        if (opened) break;  // what is opened stays open, see Sealed
        if (choice) {
          before.push_back(was);
          moves.push_back(move);
        }
        EXPECT_EQ(table.can_undo(seat), !before.empty());
      }
      longest = std::max(longest, static_cast<int>(moves.size()));
      if (!opened && !moves.empty()) {
        const Snapshot after = look(table);
        for (std::size_t i = moves.size(); i-- > 0;) {
          ASSERT_TRUE(table.can_undo(seat));
          ASSERT_FALSE(table.undo(seat).has_value());
          EXPECT_EQ(look(table), before[i]);
        }
        const auto refused = table.undo(seat);
        ASSERT_TRUE(refused.has_value());
        EXPECT_EQ(refused->code, "nothing-to-undo");
        EXPECT_EQ(look(table), before.front());
        for (const auto& move : moves) {
          ASSERT_FALSE(table.apply(seat, move).has_value());
          // Forced moves between them are played again by hand where the table does not.
          while (!autoplay && !(table.state() == after.state) &&
                 (table.waiting() & seat_bit(seat)) != 0 && table.legal(seat).size() == 1)
            expect_applied(table, seat, table.legal(seat).front());
        }
        EXPECT_EQ(look(table), after);
      }
      const std::size_t entries = table.record().entries.size();
      table.advance();
      bool chance = false;
      for (std::size_t i = entries; i < table.record().entries.size(); ++i)
        chance = chance || table.record().entries[i].seat == kNobody;
      for (Seat one = 0; chance && one < table.game().seats(); ++one) {
        EXPECT_FALSE(table.can_undo(one)) << "chance has answered since";
      }
    }
    EXPECT_GE(longest, 2) << "no turn of several choices was met";
  }
}

TEST_P(Tables, AMoveOfAnotherSeatEndsUndo) {
  if (world_.game->seats() == 1) return;  // there is no other seat
  Table table = table_of(setup_of(world_, 9));
  table.advance();
  int met = 0;
  while (!table.over()) {
    const Seat seat = first_seat(table.waiting());
    const bool sealed = is_sealed(table);
    expect_applied(table, seat, pick(table, seat, 1));
    table.advance();
    const Seat next = first_seat(table.waiting());
    if (sealed || is_sealed(table) || next == kNobody || next == seat) continue;
    if (!table.can_undo(seat)) continue;  // a card was drawn
    ++met;
    expect_applied(table, next, pick(table, next, 1));
    EXPECT_FALSE(table.can_undo(seat));
    EXPECT_EQ(table.undo(seat)->code, "nothing-to-undo");
    table.advance();
  }
  if (std::string(GetParam()) != "lanterns") {
    EXPECT_GT(met, 0) << "at the end of a game no cards are drawn";
  }
}

TEST_P(Tables, FreeUndoGoesBackToTheStartAndTheSameLuckComesAgain) {
  for (const char* bot : {"random", "greedy"}) {
    auto setup = against(world_, bot, 12);
    setup.undo = Undo::kFree;
    Table table = table_of(std::move(setup));
    finish(table, 7);
    const Snapshot end = look(table);
    int choices = 0;
    for (Replay replay(table.record()); !replay.done();) {
      choices +=
          replay.entry().seat == 0 && world_.game->legal(replay.state(), 0).size() > 1 ? 1 : 0;
      replay.step(kNoListener);
    }
    int undone = 0;
    while (table.can_undo(0)) {
      const std::size_t entries = table.record().entries.size();
      ASSERT_FALSE(table.undo(0).has_value());
      EXPECT_LT(table.record().entries.size(), entries);
      EXPECT_TRUE((table.waiting() & seat_bit(0)) != 0 && table.legal(0).size() > 1);
      ++undone;
    }
    EXPECT_EQ(undone, choices);
    EXPECT_EQ(table.undo(0)->code, "nothing-to-undo");
    finish(table, 7);
    EXPECT_EQ(look(table), end) << "the same choices met other luck or other bots";
  }
}

TEST_P(Tables, UndoAndAnotherMoveAndBackMeetsTheSameLuck) {
  auto setup = against(world_, "random", 21);
  setup.undo = Undo::kFree;
  Table table = table_of(std::move(setup));
  table.advance();
  while (!table.over()) {
    const auto moves = table.legal(0);
    ASSERT_GT(moves.size(), 1U);
    const AnyMove first = pick(table, 0, 2);
    const std::string one = text_of(table, 0, first);
    const std::string two =
        text_of(table, 0, moves.front() == first ? moves.back() : moves.front());
    const Snapshot before = look(table);
    ASSERT_FALSE(table.apply(0, one).has_value());
    table.advance();
    const Snapshot after = look(table);
    ASSERT_FALSE(table.undo(0).has_value());
    EXPECT_EQ(look(table), before);
    ASSERT_FALSE(table.apply(0, two).has_value());
    table.advance();
    ASSERT_FALSE(table.undo(0).has_value());
    EXPECT_EQ(look(table), before);
    ASSERT_FALSE(table.apply(0, one).has_value());
    table.advance();
    EXPECT_EQ(look(table), after);
  }
}

// --- sealed choices ---

TEST(Sealed, AChoiceIsTakenBackAloneUntilAllAreIn) {
  const World world = lanterns_world();
  for (const bool confirm : {false, true}) {
    auto setup = setup_of(world, 4);
    setup.confirm = confirm;
    Table table = table_of(std::move(setup));
    table.advance();
    ASSERT_EQ(table.waiting(), 7);
    const auto choose = [&](Seat seat, std::size_t which) {
      expect_applied(table, seat, table.legal(seat)[which]);
      table.advance();
    };
    choose(1, 0);
    EXPECT_EQ(table.held(), kNobody) << "others still choose";
    EXPECT_EQ(table.waiting(), 5);
    choose(0, 1);
    const Snapshot two = look(table);
    EXPECT_EQ(table.waiting(), 4);
    // The first to choose changes its mind; the other choice stays.
    ASSERT_TRUE(table.can_undo(1));
    ASSERT_FALSE(table.undo(1).has_value());
    EXPECT_EQ(table.waiting(), 6);
    ASSERT_EQ(table.record().entries.size(), two.entries.size() - 1);
    EXPECT_EQ(table.record().entries.back(), two.entries.back());
    EXPECT_TRUE(table.can_undo(0));
    EXPECT_FALSE(table.can_undo(1));
    choose(1, 1);
    ASSERT_FALSE(table.undo(0).has_value());
    ASSERT_FALSE(table.undo(1).has_value());
    EXPECT_EQ(table.waiting(), 7);
    EXPECT_FALSE(table.can_undo(0) || table.can_undo(1) || table.can_undo(2));
    // All are in: opened is opened.
    choose(2, 0);
    choose(0, 0);
    const Snapshot two_in = look(table);
    expect_applied(table, 1, table.legal(1)[0]);
    if (confirm) {
      // The last choice opens nothing before it is confirmed; until then all may think again.
      EXPECT_EQ(table.held(), 1);
      EXPECT_EQ(look(table).events, two_in.events);
      EXPECT_EQ(table.record().entries, two_in.entries);
      EXPECT_NE(table.shown(1), table.state());
      for (const Seat other : {kNobody, Seat{0}, Seat{2}})
        EXPECT_EQ(table.shown(other), table.state());
      ASSERT_FALSE(table.undo(1).has_value());
      EXPECT_EQ(look(table), two_in);
      choose(1, 1);
      ASSERT_EQ(table.held(), 1);
      ASSERT_FALSE(table.undo(0).has_value());
      EXPECT_EQ(table.held(), kNobody);
      EXPECT_EQ(table.waiting(), 1);
      EXPECT_EQ(table.record().entries.size(), two_in.entries.size());
      choose(0, 0);
      ASSERT_EQ(table.held(), 0);
      EXPECT_EQ(table.confirm(1)->code, "not-your-decision");
      ASSERT_FALSE(table.confirm(0).has_value());
    }
    table.advance();
    for (Seat seat = 0; seat < 3; ++seat) EXPECT_FALSE(table.can_undo(seat));
  }
}

TEST(Sealed, NobodyIsToldOfAChoiceBeforeAllAreIn) {
  const World world = lanterns_world();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Table table = table_of(setup_of(world, seed));
    table.advance();
    const Snapshot none = look(table);
    std::vector<Json> views;
    for (Seat viewer = kNobody; viewer < 3; ++viewer)
      views.push_back(world.game->view(table.state(), viewer));
    for (const Seat seat : {Seat{2}, Seat{0}}) {
      expect_applied(table, seat, pick(table, seat, seed));
      EXPECT_EQ(look(table).events, none.events);
      for (const Seat viewer : {kNobody, Seat{1}}) {
        EXPECT_EQ(world.game->view(table.state(), viewer),
                  views[static_cast<std::size_t>(viewer + 1)]);
      }
    }
  }
}

// Trying a sealed choice tells nothing of those that lie there already.
TEST(Sealed, PreviewDoesNotOpenTheOthersChoices) {
  const World world = lanterns_world();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Table table = table_of(setup_of(world, seed));
    table.advance();
    const std::string move = text_of(table, 1, table.legal(1).front());
    const auto alone = table.preview(1, move);
    ASSERT_TRUE(alone.ok());
    for (const Seat seat : {Seat{2}, Seat{0}}) {
      expect_applied(table, seat, pick(table, seat, seed));
      const auto now = table.preview(1, move);
      ASSERT_TRUE(now.ok());
      ASSERT_EQ(dump_json(now.value()), dump_json(alone.value()));
    }
  }
}

// --- confirm ---

TEST_P(Tables, ConfirmHoldsBeforeChanceAndBeforeTheNextSeat) {
  auto setup = setup_of(world_, 6);
  setup.confirm = true;
  Table table = table_of(std::move(setup));
  table.advance();
  const AnyGame& game = table.game();
  std::set<std::string> held_before;
  while (!table.over()) {
    const Seat seat = first_seat(table.waiting());
    ASSERT_NE(seat, kNobody);
    const Snapshot before = look(table);
    const bool was_sealed = is_sealed(table);
    const std::string move = text_of(table, seat, pick(table, seat, 4));
    ASSERT_FALSE(table.apply(seat, move).has_value());
    const At at = game.at(table.state());
    const bool own = at == At::kDecision && (game.to_act(table.state()) & seat_bit(seat)) != 0;
    const bool kept = was_sealed && table.held() == seat;
    if (!kept && (own || (was_sealed && is_sealed(table)))) {
      EXPECT_EQ(table.held(), kNobody);
      table.advance();
      continue;
    }
    ASSERT_EQ(table.held(), seat);
    if (kept) {
      EXPECT_TRUE(is_sealed(table)) << "opened before it was confirmed";
      EXPECT_TRUE(table.can_undo(seat));
    }
    held_before.insert(kept                ? "opening"
                       : at == At::kChance ? "chance"
                       : at == At::kOver   ? "end"
                                           : "seat");
    const Snapshot held = look(table);
    EXPECT_EQ(table.waiting(), 0);
    EXPECT_FALSE(table.over());
    EXPECT_FALSE(table.advance());
    for (Seat one = 0; one < game.seats(); ++one) {
      EXPECT_TRUE(table.legal(one).empty());
      EXPECT_EQ(table.apply(one, move)->code, "confirm-first");
      EXPECT_EQ(table.preview(one, move).error().code, "confirm-first");
      if (one != seat) {
        EXPECT_EQ(table.confirm(one)->code, "not-your-decision");
      }
    }
    EXPECT_EQ(look(table), held);
    if (table.can_undo(seat)) {
      ASSERT_FALSE(table.undo(seat).has_value());
      EXPECT_EQ(table.held(), kNobody);
      if (before.waiting == table.waiting() && look(table) == before) {
        ASSERT_FALSE(table.apply(seat, move).has_value());
        EXPECT_EQ(look(table), held);
      } else {
        continue;  // the last choice before it was taken back, with what was forced after it
      }
    }
    ASSERT_FALSE(table.confirm(seat).has_value());
    EXPECT_EQ(table.held(), kNobody);
    EXPECT_EQ(table.confirm(seat)->code, "nothing-to-confirm");
    table.advance();
  }
  if (std::string(GetParam()) == "lanterns") return;
  EXPECT_TRUE(held_before.contains("chance"));
  EXPECT_EQ(held_before.contains("end"), game.seats() > 1 && game.facts().id != "circadians")
      << "solo ends with a neutral turn";
  EXPECT_EQ(held_before.contains("seat"), game.seats() > 1);
  EXPECT_EQ(held_before.contains("opening"), game.facts().id == "circadians");
}

// How often others have chosen in secret is in no number that everybody sees.
TEST_P(Tables, MovesAreCountedWhenTheyAreOpen) {
  for (const bool confirm : {false, true}) {
    auto setup = setup_of(world_, 6);
    setup.confirm = confirm;
    Table table = table_of(std::move(setup));
    table.advance();
    bool hidden = false;
    while (!table.over()) {
      people_go_on(table, 4);
      ASSERT_EQ(table.open_moves(), write_record_for(table.record(), kNobody)["moves"].size());
      hidden = hidden || table.open_moves() < table.record().entries.size();
    }
    EXPECT_EQ(table.open_moves(), table.record().entries.size());
    EXPECT_EQ(hidden, table.game().facts().id != "solenia");
  }
}

TEST_P(Tables, ABotNeedsNoConfirmation) {
  auto setup = against(world_, "random", 3);
  setup.confirm = true;
  Table table = table_of(std::move(setup));
  table.advance();
  for (int i = 0; i < 1000 && !table.over(); ++i) {
    EXPECT_TRUE(table.held() == kNobody || table.held() == 0);
    people_go_on(table, 1);
  }
  EXPECT_TRUE(table.over());
}

// --- forced moves ---

TEST_P(Tables, ForcedMovesPlayThemselves) {
  int forced = 0;
  int all_single = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const bool confirm : {false, true}) {
      auto setup = setup_of(world_, seed);
      setup.confirm = confirm;
      Table table = table_of(std::move(setup));
      table.advance();
      do {
        for (Seat seat = 0; seat < table.game().seats(); ++seat) {
          if ((table.waiting() & seat_bit(seat)) != 0) {
            EXPECT_GT(table.legal(seat).size(), 1U);
          }
        }
      } while (people_go_on(table, 9));
      for (Replay replay(table.record()); !replay.done();) {
        const Seat seat = replay.entry().seat;
        if (seat != kNobody && world_.game->legal(replay.state(), seat).size() == 1) ++forced;
        replay.step(kNoListener);
      }
    }
    // Without, every decision is asked.
    auto setup = setup_of(world_, seed);
    setup.autoplay = false;
    Table table = table_of(std::move(setup));
    table.advance();
    int single = 0;
    do {
      const Seat seat = first_seat(table.waiting());
      if (seat != kNobody) single += table.legal(seat).size() == 1 ? 1 : 0;
    } while (people_go_on(table, 9));
    all_single += single;
  }
  EXPECT_GT(all_single, 0);
  EXPECT_GT(forced, 0);
}

// --- bots ---

TEST_P(Tables, BotsSitAndPlay) {
  for (const auto bot : ai::kQuickBots) {
    auto setup = setup_of(world_, 8);
    setup.seats.assign(static_cast<std::size_t>(world_.game->seats()),
                       SeatSetup{"", std::string(bot)});
    Table table = table_of(setup);
    EXPECT_TRUE(table.advance());
    EXPECT_TRUE(table.over());
    EXPECT_FALSE(table.advance());
    EXPECT_EQ(table.waiting(), 0);

    Table slow = table_of(setup);
    std::size_t steps = 0;
    while (slow.advance(true)) {
      ++steps;
      EXPECT_EQ(slow.record().entries.size(), steps);
    }
    EXPECT_EQ(look(slow), look(table));

    const auto read = read_record(write_record(table.record(), false), *world_.source);
    ASSERT_TRUE(read.ok()) << read.error().sentence();
    EXPECT_EQ(moves_of(read.value()), moves_of(table.record()));
  }
}

TEST_P(Tables, NobodyPlaysForABotOrOutOfTurn) {
  auto setup = against(world_, "random", 2);
  setup.seats[0].name = "Ada";
  Table table = table_of(std::move(setup));
  EXPECT_EQ(table.name(0), "Ada");
  EXPECT_FALSE(table.is_bot(0));
  EXPECT_EQ(table.apply(0, "x")->code, "chance-first");
  table.advance();
  const Snapshot before = look(table);
  const auto seats = static_cast<Seat>(table.game().seats());
  const std::string move = text_of(table, 0, table.legal(0).front());
  for (Seat bot = 1; bot < seats; ++bot) {
    EXPECT_TRUE(table.is_bot(bot));
    EXPECT_EQ(table.apply(bot, move)->code, "bot-seat");
    EXPECT_EQ(table.undo(bot)->code, "nothing-to-undo");
  }
  for (const Seat none : {kNobody, seats, Seat{100}, Seat{-128}}) {
    EXPECT_EQ(table.apply(none, move)->code, "bad-seat");
    EXPECT_EQ(table.preview(none, move).error().code, "bad-seat");
    EXPECT_EQ(table.undo(none)->code, "bad-seat");
    EXPECT_EQ(table.confirm(none)->code, "nothing-to-confirm");
    EXPECT_TRUE(table.legal(none).empty());
    EXPECT_FALSE(table.can_undo(none));
  }
  EXPECT_EQ(look(table), before);
}

TEST_P(Tables, AnotherSeatsDecisionIsRefused) {
  if (world_.game->seats() == 1) return;  // there is no other seat
  Table table = table_of(setup_of(world_, 2));
  table.advance();
  for (int i = 0; i < 20 && !table.over(); ++i) {
    const Snapshot before = look(table);
    const Seat seat = first_seat(table.waiting());
    const std::string move = text_of(table, seat, table.legal(seat).front());
    for (Seat other = 0; other < table.game().seats(); ++other) {
      if ((table.waiting() & seat_bit(other)) != 0) continue;
      EXPECT_EQ(table.apply(other, move)->code, "not-your-decision");
      EXPECT_EQ(table.preview(other, move).error().code, "not-your-decision");
      EXPECT_TRUE(table.legal(other).empty());
    }
    EXPECT_EQ(look(table), before);
    people_go_on(table, 5);
  }
}

TEST_P(Tables, ATableWithWrongSeatsIsNotMade) {
  auto unknown = against(world_, "random");
  unknown.seats[0].bot = "oracle";
  const auto no_bot = Table::create(unknown);
  ASSERT_FALSE(no_bot.ok());
  EXPECT_EQ(no_bot.error().code, "unknown-bot");
  EXPECT_EQ(no_bot.error().where, "seats[0]");
  EXPECT_NE(no_bot.error().message.find("greedy"), std::string::npos);

  unknown.seats[0].bot = "greedy";
  unknown.ai = nullptr;
  EXPECT_EQ(Table::create(unknown).error().code, "unknown-bot");

  auto more = setup_of(world_);
  more.seats.resize(static_cast<std::size_t>(world_.game->seats()) + 1);
  EXPECT_EQ(Table::create(more).error().code, "bad-seats");
}

// --- resuming ---

TEST_P(Tables, ResumesAtEveryPoint) {
  for (const bool confirm : {false, true}) {
    for (const bool bots : {false, true}) {
      auto setup = bots ? against(world_, "random", 17) : setup_of(world_, 17);
      setup.confirm = confirm;
      setup.autoplay = !bots;
      setup.undo = bots ? Undo::kFree : Undo::kTurn;
      setup.seats.resize(static_cast<std::size_t>(world_.game->seats()));
      setup.seats[0].name = "Ada \"the\" Żółw";
      Table whole = table_of(setup);
      finish(whole, 6);
      Table table = table_of(setup);
      const int every =
          (world_.game->seats() > 2 && std::string(GetParam()) != "lanterns" ? 4 : 1) *
          (testing::kSlow ? 7 : 1);
      for (int point = 0; point < 3000; ++point) {
        if (point % every != 0 && !table.over()) {
          small_step(table, 6);
          continue;
        }
        const Json saved = parse_json(dump_json_pretty(table.save())).value();
        auto read = read_saved(saved, *world_.source);
        ASSERT_TRUE(read.ok()) << read.error().sentence();
        read.value().setup.ai = world_.ai;
        auto resumed = Table::resume(std::move(read.value().setup), std::move(read.value().record));
        ASSERT_TRUE(resumed.ok()) << resumed.error().sentence();
        Table again = std::move(resumed).value();
        EXPECT_EQ(again.save(), table.save());
        EXPECT_EQ(again.state(), table.state());
        EXPECT_EQ(moves_of(again.record()), moves_of(table.record()));
        EXPECT_EQ(look(again).events, look(table).events);
        EXPECT_EQ(again.name(0), "Ada \"the\" Żółw");
        if (table.held() != kNobody) {
          EXPECT_EQ(again.held(), table.held());
        }
        EXPECT_EQ(again.can_undo(0), table.can_undo(0));
        finish(again, 6);
        ASSERT_EQ(moves_of(again.record()), moves_of(whole.record())) << "at point " << point;
        ASSERT_EQ(again.state(), whole.state());
        if (table.over()) break;
        small_step(table, 6);
      }
      EXPECT_TRUE(table.over());
    }
  }
}

// What was confirmed before saving is not asked again; what was not, is, and not lost.
TEST_P(Tables, ResumingAsksForTheSameConfirmation) {
  auto setup = setup_of(world_, 6);
  setup.confirm = true;
  Table table = table_of(std::move(setup));
  table.advance();
  while (!table.over()) {
    people_go_on(table, 4);
    if (table.over()) continue;
    auto read = read_saved(table.save(), *world_.source);
    ASSERT_TRUE(read.ok());
    const auto again = Table::resume(std::move(read.value().setup), std::move(read.value().record));
    ASSERT_TRUE(again.ok());
    ASSERT_EQ(again.value().held(), table.held())
        << "after " << table.record().entries.size() << " entries";
    ASSERT_EQ(again.value().waiting(), table.waiting());
    for (Seat viewer = kNobody; viewer < table.game().seats(); ++viewer)
      ASSERT_EQ(again.value().shown(viewer), table.shown(viewer));
  }
}

TEST(Saved, WrongSettingsAreRefusedWithTheirPlace) {
  const World world = lanterns_world();
  Table table = table_of(against(world, "greedy", 3));
  finish(table, 1);
  const Json good = table.save();
  ASSERT_TRUE(read_saved(good, *world.source).ok());
  const auto refused = [&](const char* where, const std::function<void(Json&)>& edit) {
    Json edited = good;
    edit(edited);
    const auto read = read_saved(edited, *world.source);
    ASSERT_FALSE(read.ok()) << where;
    EXPECT_EQ(read.error().where, where) << read.error().sentence();
  };
  refused("format", [](Json& j) { j["format"] = "tidelock-table/0"; });
  refused("confirm", [](Json& j) { j["confirm"] = 1; });
  refused("autoplay", [](Json& j) { j.erase("autoplay"); });
  refused("undo", [](Json& j) { j["undo"] = "always"; });
  refused("seats", [](Json& j) { j["seats"] = Json::array(); });
  refused("seats", [](Json& j) { j["seats"] = Json(5, Json::object()); });
  refused("seats[1].name", [](Json& j) { j["seats"][1]["name"] = 4; });
  refused("seats[1].bot", [](Json& j) { j["seats"][1]["bot"] = Json::array(); });
  refused("seats[1]", [](Json& j) { j["seats"][1]["age"] = 4; });
  refused("record.rules", [](Json& j) { j["record"]["rules"] = 9; });
  refused("record.moves[0]", [](Json& j) { j["record"]["moves"][0] = "deck = 0"; });
  refused("record.result", [](Json& j) { j["record"]["result"] = 0; });
}

// --- previews ---

TEST_P(Tables, APreviewIsWhatTheMoveDoesUpToChance) {
  auto setup = setup_of(world_, 14);
  setup.autoplay = false;
  Table table = table_of(std::move(setup));
  table.advance();
  const AnyGame& game = table.game();
  int chances = 0;
  while (!table.over()) {
    const Seat seat = first_seat(table.waiting());
    const bool sealed = is_sealed(table);
    const SeatMask choosing = game.to_act(table.state());
    const Snapshot before = look(table);
    std::vector<Json> previews;
    for (const AnyMove move : table.legal(seat)) {
      const auto shown = table.preview(seat, text_of(table, seat, move));
      ASSERT_TRUE(shown.ok()) << shown.error().sentence();
      previews.push_back(shown.value());
    }
    EXPECT_EQ(look(table), before) << "looking changed the table";
    const auto moves = table.legal(seat);
    const AnyMove chosen = pick(table, seat, 8);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      // Every move is tried in truth and taken back; the chosen one last.
      const bool last = moves[i] == chosen;
      if (!last && moves.size() > 8 && i % 5 != 0) continue;
      if (last) continue;
      expect_applied(table, seat, moves[i]);
      if (sealed && is_opened(table, choosing)) break;  // stays: seen by Sealed above
      Json told = Json::array();
      for (const Event& event :
           table.events(seat, before.events[static_cast<std::size_t>(seat) + 1].size()))
        told.push_back(game.event_json(event));
      EXPECT_EQ(previews[i]["events"], told);
      EXPECT_EQ(previews[i]["view"], game.view(table.state(), seat));
      const At at = game.at(table.state());
      EXPECT_EQ(previews[i]["then"], at == At::kChance ? "chance"
                                     : at == At::kOver ? "over"
                                                       : "decision");
      chances += at == At::kChance ? 1 : 0;
      ASSERT_FALSE(table.undo(seat).has_value());
      ASSERT_EQ(look(table), before);
    }
    if (look(table) == before) expect_applied(table, seat, chosen);
    table.advance();
  }
  EXPECT_TRUE(chances > 0 || std::string(GetParam()) == "lanterns");
}

// --- nothing illegal does anything ---

// Whatever a seat does one by one it can do at once; with something wrong in it nothing happens.
TEST_P(Tables, MovesThatBelongTogetherArePlayedTogetherOrNotAtAll) {
  int several = 0;
  for (const bool confirm : {false, true}) {
    auto setup = setup_of(world_, 21);
    setup.confirm = confirm;
    setup.autoplay = false;
    Table one_by_one = table_of(setup);
    Table table = table_of(setup);
    one_by_one.advance();
    table.advance();
    for (int turn = 0; turn < 60 && !table.over(); ++turn) {
      const Seat seat = first_seat(table.waiting());
      std::vector<std::string> moves;
      bool closed = true;  // nothing that was chosen in secret has been opened
      do {
        const SeatMask choosing = one_by_one.game().to_act(one_by_one.state());
        const bool sealed = is_sealed(one_by_one);
        const AnyMove move = pick(one_by_one, seat, 3);
        moves.push_back(text_of(one_by_one, seat, move));
        expect_applied(one_by_one, seat, move);
        closed = !sealed || !is_opened(one_by_one, choosing);
      } while (closed && moves.size() < 8 && !one_by_one.legal(seat).empty());
      if (moves.size() > 1) {
        ++several;
        const Snapshot before = look(table);
        for (const std::size_t at : {std::size_t{0}, moves.size() / 2, moves.size() - 1}) {
          auto wrong = moves;
          wrong[at] = "nonsense";
          EXPECT_TRUE(table.apply(seat, wrong).has_value());
          EXPECT_EQ(look(table), before);
        }
      }
      const auto wrong = table.apply(seat, moves);
      ASSERT_FALSE(wrong.has_value()) << wrong->sentence();
      ASSERT_EQ(look(table), look(one_by_one));
      if (table.held() != kNobody) {
        ASSERT_FALSE(table.confirm(table.held()).has_value());
        ASSERT_FALSE(one_by_one.confirm(one_by_one.held()).has_value());
      }
      table.advance();
      one_by_one.advance();
    }
  }
  EXPECT_GT(several, 0);
  EXPECT_TRUE(table_of(setup_of(world_)).apply(0, std::span<const std::string>{}).has_value());
}

// What opens everybody's choices is the last of what is played together.
TEST(Sealed, NothingFollowsWhatOpensAllInOneBreath) {
  const World world = circadians_world(true, 2);
  Table table = table_of(setup_of(world, 4));
  table.advance();
  for (int i = 0; i < 400 && !table.over(); ++i) {
    const SeatMask choosing = table.game().to_act(table.state());
    const Seat seat = first_seat(table.waiting());
    const AnyMove move = pick(table, seat, 9);
    AnyState after = table.state();
    table.game().apply(after, seat, move, kNoListener);
    const bool opens = is_sealed(table) && table.game().at(after) == At::kDecision &&
                       !table.game().secret(after) &&
                       (table.game().to_act(after) & seat_bit(seat)) != 0;
    if (opens && choosing != 0) {
      const auto next = table.game().legal(after, seat).front();
      const std::vector<std::string> both = {text_of(table, seat, move),
                                             table.game().write(after, seat, next)};
      const Snapshot before = look(table);
      EXPECT_EQ(table.apply(seat, both)->code, "not-your-decision");
      EXPECT_EQ(look(table), before);
      return;
    }
    expect_applied(table, seat, move);
    table.advance();
  }
  FAIL() << "no choice opened a turn of the same seat";
}

TEST_P(Tables, IllegalCallsLeaveTheTableUntouched) {
  for (const bool confirm : {false, true}) {
    auto setup = against(world_, "random", 31);
    setup.confirm = confirm;
    Table table = table_of(std::move(setup));
    const auto abuse = [&] {
      const Snapshot before = look(table);
      const Json saved = table.save();
      const std::vector<std::string> nonsense = {"",
                                                 " ",
                                                 "x",
                                                 "?",
                                                 "-",
                                                 "99",
                                                 "1: 1",
                                                 "pass",
                                                 "2*W-z9",
                                                 "2*W-c3-c4",
                                                 "\xff\xfe",
                                                 "\xf0\x9f\x92\xa9",
                                                 std::string(1, '\0'),
                                                 "\x1b[2J",
                                                 std::string(100000, 'a')};
      for (Seat seat = -2; seat < 6; ++seat) {
        for (const auto& text : nonsense) {
          const auto wrong = table.apply(seat, text);
          ASSERT_TRUE(wrong.has_value()) << text;
          EXPECT_FALSE(wrong->code.empty());
          EXPECT_FALSE(wrong->message.empty());
          EXPECT_FALSE(table.preview(seat, text).ok());
        }
        if (seat != table.held()) {
          EXPECT_TRUE(table.confirm(seat).has_value());
        }
        if (!table.can_undo(seat)) {
          EXPECT_TRUE(table.undo(seat).has_value());
        }
      }
      EXPECT_EQ(look(table), before);
      EXPECT_EQ(table.save(), saved);
    };
    for (int i = 0; i < 2000 && !table.over(); ++i) {
      if (i % 7 == 0 || table.held() != kNobody) abuse();
      small_step(table, 3);
    }
    EXPECT_TRUE(table.over());
    abuse();
  }
}

// --- nobody knows more than it may ---

// Two tables that differ only in what a seat cannot see: that seat sees the same, may do the same,
// hears the same, and a bot in it does the same.
template <class G>
void expect_twins_alike(const World& world, std::uint64_t seed) {
  const G& g = static_cast<const Wrapped<G>&>(*world.game).game();
  using Wrap = Wrapped<G>;
  Rng rng(seed);
  const Seeded luck{seed};
  typename G::State truth = g.start();
  resolve_chance(g, truth, luck);
  int different = 0;
  while (g.at(truth) != At::kOver && !::testing::Test::HasFailure()) {
    for (Seat seat = 0; seat < g.seats(); ++seat) {
      typename G::State twin = g.knows(truth, seat);
      g.resample(twin, seat, rng);
      different += twin == truth ? 0 : 1;
      const auto sit = [&](const typename G::State& state, const std::string& bot) {
        auto setup = setup_of(world, seed);
        setup.position = std::make_shared<const AnyState>(Wrap::out(state));
        setup.autoplay = false;
        setup.seats.resize(static_cast<std::size_t>(g.seats()));
        setup.seats[static_cast<std::size_t>(seat)].bot = bot;
        return table_of(std::move(setup));
      };
      Table one = sit(truth, "");
      Table two = sit(twin, "");
      EXPECT_EQ(world.game->view(one.state(), seat), world.game->view(two.state(), seat));
      EXPECT_EQ(write_record_for(one.record(), seat), write_record_for(two.record(), seat));
      EXPECT_EQ(one.legal(seat), two.legal(seat));
      if ((g.to_act(truth) & seat_bit(seat)) == 0) continue;
      for (const auto bot : ai::kQuickBots) {
        Table first = sit(truth, std::string(bot));
        Table second = sit(twin, std::string(bot));
        ASSERT_TRUE(first.advance(true));
        ASSERT_TRUE(second.advance(true));
        EXPECT_EQ(first.record().entries.back(), second.record().entries.back()) << bot;
      }
      const AnyMove move = pick(one, seat, seed);
      EXPECT_EQ(move, pick(two, seat, seed));
      const std::string text = text_of(one, seat, move);
      const auto shown = one.preview(seat, text);
      const auto shown_twin = two.preview(seat, text);
      ASSERT_TRUE(shown.ok() && shown_twin.ok());
      const bool sealed = is_sealed(one);
      const auto choosing = static_cast<SeatMask>(g.to_act(truth) & g.to_act(twin));
      if (!sealed) {
        EXPECT_EQ(shown.value(), shown_twin.value());
      }
      expect_applied(one, seat, move);
      expect_applied(two, seat, move);
      // Opened, perhaps in one of them only.
      if (sealed && (is_opened(one, choosing) || is_opened(two, choosing))) continue;
      EXPECT_EQ(one.events(seat), two.events(seat));
      EXPECT_EQ(world.game->view(one.state(), seat), world.game->view(two.state(), seat));
    }
    const Seat seat = first_seat(g.to_act(truth));
    typename G::List list;
    g.legal(truth, seat, list);
    step(g, truth, seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], luck);
  }
  EXPECT_TRUE(different > 0 || g.seats() == 1) << "nothing was hidden";
}

TEST_P(Tables, HiddenThingsChangeNothingForASeat) {
  if (std::string(GetParam()) == "lanterns") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      expect_twins_alike<lanterns::Game>(world_, seed);
  } else if (world_.game->facts().id == "circadians") {
    expect_twins_alike<circadians::Circadians>(world_, 77);
  } else {
    expect_twins_alike<solenia::Solenia>(world_, 77);
  }
}

// What a spectator hears is heard by every seat.
TEST_P(Tables, NumbersCountWhatTheViewerSaw) {
  Table table = table_of(setup_of(world_, 19));
  finish(table, 2);
  for (Seat viewer = kNobody; viewer < table.game().seats(); ++viewer) {
    const auto all = table.events(viewer);
    EXPECT_EQ(table.event_count(viewer), all.size());
    for (const Event& event : all) {
      EXPECT_TRUE(event.sees == kEverybody || (event.sees & seat_bit(viewer)) != 0);
    }
    for (std::size_t from = 0; from <= all.size(); from += 7) {
      const auto rest = table.events(viewer, from);
      ASSERT_EQ(rest.size(), all.size() - from);
      EXPECT_TRUE(
          std::equal(rest.begin(), rest.end(), all.begin() + static_cast<std::ptrdiff_t>(from)));
    }
    EXPECT_TRUE(table.events(viewer, all.size() + 5).empty());
  }
}

}  // namespace
}  // namespace tidelock::table
