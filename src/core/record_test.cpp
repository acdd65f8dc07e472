// Records of Lanterns: written and read back, what a seat's record keeps secret, and what is
// refused.
#include "core/record.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <set>

#include "core/sha256.h"
#include "lanterns/testing.h"

namespace tidelock {
namespace {

const lanterns::LanternsSource kSource;

std::shared_ptr<const AnyGame> lanterns_game(const Json& pack = {}) {
  return kSource.make("lanterns", pack, {}).value();
}

// Adds what random players and the seed bring: `steps` entries, or all until the end.
void play_on(Record& record, std::uint64_t seed, std::size_t steps = 1000) {
  const AnyGame& game = *record.game;
  Rng rng(seed);
  Replay replay(record);
  while (!replay.done()) replay.step(kNoListener);
  while (steps-- > 0 && game.at(replay.state()) != At::kOver) {
    if (game.at(replay.state()) == At::kChance) {
      record.entries.push_back({kNobody, Seeded{seed}(game.ask(replay.state()))});
    } else {
      // Sealed choices come in any order.
      Seat seat = kNobody;
      while (seat == kNobody || (game.to_act(replay.state()) & seat_bit(seat)) == 0)
        seat = static_cast<Seat>(rng.below(static_cast<std::uint32_t>(game.seats())));
      const auto moves = game.legal(replay.state(), seat);
      record.entries.push_back({seat, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]});
    }
    replay.step(kNoListener);
  }
}

Record random_record(std::uint64_t seed, std::size_t steps = 1000) {
  Record record;
  record.game = lanterns_game();
  record.seed = seed;
  record.names = {"Ada", "Ben", "Cleo"};
  play_on(record, seed, steps);
  return record;
}

AnyState end_of(const Record& record) {
  Replay replay(record);
  while (!replay.done()) replay.step(kNoListener);
  return replay.state();
}

// A record from its moves as they are written.
Result<Record> written(const std::vector<std::string>& moves) {
  Record empty;
  empty.game = lanterns_game();
  Json json = write_record(empty, false);
  json["moves"] = moves;
  return read_record(json, kSource);
}

// Through text, as a file would bring it.
Result<Record> reread(const Json& json) {
  return read_record(parse_json(dump_json_pretty(json)).value(), kSource);
}

TEST(Record, ComesBackAsItWasAtEveryPoint) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::size_t all = random_record(seed).entries.size();
    for (std::size_t n = 0; n <= all; ++n) {
      const Record record = random_record(seed, n);
      const auto back = reread(write_record(record, true));
      ASSERT_TRUE(back.ok()) << back.error().sentence();
      EXPECT_EQ(back.value().entries, record.entries);
      EXPECT_EQ(back.value().seed, record.seed);
      EXPECT_EQ(back.value().names, record.names);
      EXPECT_EQ(back.value().position, nullptr);
      EXPECT_EQ(end_of(back.value()), end_of(record));
      EXPECT_EQ(write_record(back.value(), true), write_record(record, true));
    }
  }
}

TEST(Record, TellsTheSeedOnlyWhenTheGameIsOverOrToItsKeeper) {
  const Record half = random_record(3, 9);
  EXPECT_FALSE(write_record(half, false).contains("seed"));
  EXPECT_EQ(write_record(half, true)["seed"], 3);
  EXPECT_FALSE(write_record(half, true).contains("result"));
  const Record whole = random_record(3);
  EXPECT_EQ(write_record(whole, false)["seed"], 3);
  const Json result = write_record(whole, false)["result"];
  const Scores sheet = whole.game->scores(end_of(whole));
  EXPECT_EQ(result["scores"], Json({sheet.total[0], sheet.total[1], sheet.total[2]}));
  for (const auto& winner : result["winners"]) {
    EXPECT_EQ(result["scores"][winner.get<std::size_t>() - 1],
              *std::max_element(sheet.total.begin(), sheet.total.begin() + 3));
  }
}

TEST(Record, StartsFromAPosition) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::size_t all = random_record(seed).entries.size();
    for (std::size_t n = 0; n < all; n += 3) {
      Record record;
      record.game = lanterns_game();
      record.position = std::make_shared<const AnyState>(end_of(random_record(seed, n)));
      play_on(record, seed + 100);
      const auto back = reread(write_record(record, false));
      ASSERT_TRUE(back.ok()) << back.error().sentence();
      ASSERT_NE(back.value().position, nullptr);
      EXPECT_EQ(*back.value().position, *record.position);
      EXPECT_EQ(back.value().entries, record.entries);
      EXPECT_EQ(end_of(back.value()), end_of(record));
    }
  }
}

TEST(Record, CarriesAPackThatIsNotShipped) {
  Record record = random_record(5);
  EXPECT_FALSE(write_record(record, false)["pack"].contains("content"));
  Json own = lanterns::shipped_pack();
  own["id"] = "mine";
  record.game = lanterns_game(own);
  const Json json = write_record(record, false);
  EXPECT_EQ(json["pack"]["content"], own);
  const auto back = reread(json);
  ASSERT_TRUE(back.ok()) << back.error().sentence();
  EXPECT_EQ(back.value().game->pack().content, own);
  EXPECT_FALSE(back.value().game->pack().shipped);

  Json edited = json;
  edited["pack"]["content"]["note"] = "others' lanterns";
  const auto refused = reread(edited);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().where, "pack.hash");
}

TEST(Replay, StepsThroughEveryEntry) {
  const Record record = random_record(8);
  const Json moves = write_record(record, false)["moves"];
  Replay replay(record);
  AnyState state = record.start();
  for (std::size_t i = 0; i < record.entries.size(); ++i) {
    ASSERT_FALSE(replay.done());
    EXPECT_EQ(replay.index(), i);
    EXPECT_EQ(replay.entry(), record.entries[i]);
    EXPECT_EQ(replay.state(), state);
    EXPECT_EQ(moves[i], replay.text());
    const Entry& entry = record.entries[i];
    if (entry.seat == kNobody) {
      record.game->resolve(state, entry.value, kNoListener);
    } else {
      record.game->apply(state, entry.seat, entry.value, kNoListener);
    }
    replay.step(kNoListener);
  }
  EXPECT_TRUE(replay.done());
  EXPECT_EQ(record.game->at(replay.state()), At::kOver);
}

// --- what a seat's record keeps secret ---

TEST(SeatRecord, HidesWhatOthersDraw) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Record record = random_record(seed);
    const Json whole = write_record(record, false);
    for (Seat viewer = kNobody; viewer < 3; ++viewer) {
      const Json seen = write_record_for(record, viewer);
      EXPECT_EQ(seen["seat"], viewer == kNobody ? Json() : Json(viewer + 1));
      EXPECT_FALSE(seen.contains("seed")) << "a seed tells every draw";
      EXPECT_EQ(seen["result"], whole["result"]);
      // Of a finished game everything is open but the draws of others.
      std::multiset<std::string> expected;
      for (Replay replay(record); !replay.done(); replay.step(kNoListener)) {
        std::string text = replay.text();
        const bool draw = text.starts_with("deck");
        if (draw && record.game->ask(replay.state()).sees != seat_bit(viewer)) text = "deck = ?";
        expected.insert(text);
      }
      std::multiset<std::string> told;
      for (const auto& move : seen["moves"]) told.insert(move.get<std::string>());
      EXPECT_EQ(told, expected);
      if (viewer == kNobody) {
        EXPECT_EQ(told.count("deck = ?"), 9U);
      }
    }
  }
}

TEST(SeatRecord, HoldsTheViewOfItsPosition) {
  const Record from = random_record(4, 7);
  Record record;
  record.game = from.game;
  record.position = std::make_shared<const AnyState>(end_of(from));
  for (Seat viewer = kNobody; viewer < 3; ++viewer) {
    EXPECT_EQ(write_record_for(record, viewer)["position"],
              record.game->view(*record.position, viewer));
  }
}

TEST(SeatRecord, SealedChoicesAndTheirNumberWaitUntilAllAreIn) {
  const std::vector<std::string> deal = {"deck = 4", "deck = 1", "deck = 2",
                                         "deck = 7", "deck = 8", "deck = 9"};
  const auto seen = [&](std::vector<std::string> choices, Seat viewer) {
    choices.insert(choices.begin(), deal.begin(), deal.end());
    const auto record = written(choices);
    EXPECT_TRUE(record.ok()) << (record.ok() ? "" : record.error().sentence());
    const Json json = record.ok() ? write_record_for(record.value(), viewer) : Json();
    const auto moves = json.value("moves", std::vector<std::string>());
    EXPECT_GE(moves.size(), deal.size());
    return std::vector<std::string>(moves.begin() + static_cast<std::ptrdiff_t>(deal.size()),
                                    moves.end());
  };
  using Moves = std::vector<std::string>;
  EXPECT_EQ(seen({"2: 8"}, 0), Moves());
  EXPECT_EQ(seen({"2: 8", "3: 2"}, 0), Moves());
  EXPECT_EQ(seen({"2: 8", "1: 4"}, 0), Moves({"1: 4"}));
  EXPECT_EQ(seen({"2: 8", "1: 4"}, 1), Moves({"2: 8"}));
  EXPECT_EQ(seen({"2: 8", "1: 4"}, 2), Moves());
  EXPECT_EQ(seen({"2: 8", "1: 4"}, kNobody), Moves());
  // Opened for all, in the order in which each learned of them.
  EXPECT_EQ(seen({"2: 8", "1: 4", "3: 2"}, 0), Moves({"1: 4", "2: 8", "3: 2"}));
  EXPECT_EQ(seen({"2: 8", "1: 4", "3: 2"}, 2), Moves({"3: 2", "2: 8", "1: 4"}));
  EXPECT_EQ(seen({"2: 8", "1: 4", "3: 2"}, kNobody), Moves({"2: 8", "1: 4", "3: 2"}));
  EXPECT_EQ(seen({"2: 8", "1: 4", "3: 2", "die = 3"}, kNobody),
            Moves({"2: 8", "1: 4", "3: 2", "die = 3"}));
}

// Whatever a seat cannot know, its record is the same text.
TEST(SeatRecord, IsTheSameForEveryHiddenTruth) {
  const auto one = written({"deck = 4", "deck = 1", "deck = 2", "deck = 7", "deck = 8", "deck = 9",
                            "2: 8", "3: 2", "1: 7"});
  const auto two = written({"deck = 4", "deck = 1", "deck = 3", "deck = 7", "deck = 8", "deck = 6",
                            "2: 8", "3: 3", "1: 7"});
  const auto before = written(
      {"deck = 4", "deck = 1", "deck = 2", "deck = 7", "deck = 8", "deck = 9", "2: 1", "1: 7"});
  const auto other = written(
      {"deck = 4", "deck = 8", "deck = 9", "deck = 7", "deck = 3", "deck = 5", "1: 7", "3: 5"});
  ASSERT_TRUE(one.ok() && two.ok() && before.ok() && other.ok());
  EXPECT_NE(write_record_for(one.value(), 0), write_record_for(two.value(), 0))
      << "once all are in, each sees what the others chose";
  EXPECT_EQ(dump_json(write_record_for(before.value(), 0)),
            dump_json(write_record_for(other.value(), 0)));
  EXPECT_NE(write_record_for(before.value(), 1), write_record_for(other.value(), 1));
}

TEST(SeatRecord, IsNotReadAsAWholeOne) {
  const auto refused = reread(write_record_for(random_record(2), 1));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "bad-record");
  EXPECT_EQ(refused.error().where, "seat");
}

// --- what is refused, and where ---

void expect_refused(const Json& json, const std::string& where, const std::string& what) {
  const auto refused = reread(json);
  ASSERT_FALSE(refused.ok()) << what;
  EXPECT_EQ(refused.error().code, "bad-record") << what;
  EXPECT_EQ(refused.error().where, where) << what << ": " << refused.error().sentence();
  EXPECT_FALSE(refused.error().message.empty()) << what;
}

TEST(BadRecord, EveryEditedEntryIsRefusedInItsPlace) {
  const Json whole = write_record(random_record(6), true);
  for (std::size_t i = 0; i < whole["moves"].size(); ++i) {
    const std::string where = "moves[" + std::to_string(i) + "]";
    const bool chance = whole["moves"][i].get<std::string>().find('=') != std::string::npos;
    const std::vector<Json> wrong = {"",
                                     "x",
                                     "1",
                                     "1:",
                                     "1: ",
                                     "0: 1",
                                     "4: 1",
                                     "1: 10",
                                     "1: 99",
                                     "9: 1",
                                     "deck",
                                     "deck=",
                                     "deck =",
                                     "deck = ",
                                     "deck = 0",
                                     "deck = 10",
                                     "deck = ?",
                                     "die = 7",
                                     "die = 0",
                                     "1: ?",
                                     "?",
                                     Json(),
                                     1,
                                     true,
                                     Json::array(),
                                     Json::object(),
                                     std::string(5000, '1'),
                                     "1: \x1b[2J",
                                     "deck = 99999999999999999999"};
    for (const Json& text : wrong) {
      Json edited = whole;
      edited["moves"][i] = text;
      expect_refused(edited, where, dump_json(text));
    }
    // A move where chance answers, and the other way round.
    Json edited = whole;
    edited["moves"][i] = chance ? "1: 1" : "deck = 1";
    expect_refused(edited, where, "the other kind");
  }
}

TEST(BadRecord, EntriesLeftOutDoubledOrAddedAreRefused) {
  const Json whole = write_record(random_record(6), true);
  const std::size_t n = whole["moves"].size();
  for (std::size_t i = 0; i < n; ++i) {
    Json shorter = whole;
    shorter["moves"].erase(i);
    const auto left_out = reread(shorter);
    ASSERT_FALSE(left_out.ok()) << i;
    // It may take a while until the rest does not fit any more, never less.
    const std::string& where = left_out.error().where;
    EXPECT_TRUE(where == "result" ||
                (where.starts_with("moves[") && std::stoul(where.substr(6)) >= i))
        << i << ": " << left_out.error().sentence();
    Json cut = whole;
    cut["moves"].erase(cut["moves"].begin() + static_cast<std::ptrdiff_t>(i), cut["moves"].end());
    expect_refused(cut, "result", "cut");
    cut.erase("result");
    EXPECT_TRUE(reread(cut).ok()) << "without its result it is a game that goes on";
  }
  Json longer = whole;
  longer["moves"].push_back("1: 1");
  expect_refused(longer, "moves[" + std::to_string(n) + "]", "more");
}

TEST(BadRecord, TheHeaderMustFit) {
  const Json whole = write_record(random_record(6), true);
  const auto expect = [&](const char* where, const std::function<void(Json&)>& edit) {
    Json edited = whole;
    edit(edited);
    expect_refused(edited, where, where);
  };
  expect("format", [](Json& r) { r["format"] = "tidelock-record/2"; });
  expect("format", [](Json& r) { r["format"] = 1; });
  expect("game", [](Json& r) { r["game"] = "solenia"; });
  expect("game", [](Json& r) { r["game"] = std::string(1000, 'x'); });
  expect("rules", [](Json& r) { r["rules"] = 2; });
  expect("rules", [](Json& r) { r["rules"] = "1"; });
  expect("rules", [](Json& r) { r["rules"] = 1e300; });
  expect("pack", [](Json& r) { r["pack"]["id"] = "lanterns-2"; });
  expect("pack", [](Json& r) { r["pack"] = "lanterns-1"; });
  expect("pack.hash", [](Json& r) { r["pack"]["hash"] = std::string(64, '0'); });
  expect("pack.hash", [](Json& r) { r["pack"].erase("hash"); });
  expect("pack.hash", [](Json& r) {
    r["pack"]["content"] = lanterns::shipped_pack();
    r["pack"]["content"]["note"] = "another";
  });
  expect("options.players", [](Json& r) { r["options"]["players"] = 4; });
  expect("options", [](Json& r) { r["options"] = "players"; });
  expect("names", [](Json& r) { r["names"].push_back("Dora"); });
  expect("names", [](Json& r) { r["names"] = "Ada"; });
  expect("names[1]", [](Json& r) { r["names"][1] = 7; });
  expect("names[1]", [](Json& r) { r["names"][1] = std::string(61, 'x'); });
  expect("seed", [](Json& r) { r["seed"] = -1; });
  expect("seed", [](Json& r) { r["seed"] = 1.5; });
  expect("moves", [](Json& r) { r["moves"] = "1: 1"; });
  expect("moves", [](Json& r) { r["moves"] = Json::object(); });
  expect("result", [](Json& r) { r["result"]["scores"][0] = 77; });
  expect("result", [](Json& r) { r["result"]["winners"] = Json::array(); });
  expect("result", [](Json& r) { r["result"] = 1; });
  expect("seat", [](Json& r) { r["seat"] = 1; });
  expect("", [](Json& r) { r["extra"] = 1; });
  expect("position.deck", [](Json& r) { r["position"] = {{"deck", "all"}}; });
  expect("position", [](Json& r) { r["position"] = 3; });
  for (const char* needed : {"format", "game", "rules", "pack", "options", "moves"}) {
    expect(needed, [&](Json& r) { r.erase(needed); });
  }
  for (const Json& nonsense : {Json(), Json(1), Json("x"), Json::array(), Json::object()}) {
    const auto refused = reread(nonsense);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, "bad-record");
  }
}

TEST(BadRecord, APositionThatCannotBeIsRefused) {
  Record record;
  record.game = lanterns_game();
  record.position = std::make_shared<const AnyState>(end_of(random_record(4, 7)));
  Json json = write_record(record, false);
  json["position"]["hand"][0] = 511;  // every card, though others hold some
  const auto refused = reread(json);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "bad-record");
  EXPECT_TRUE(refused.error().where.starts_with("position")) << refused.error().sentence();
}

// --- SHA-256: the vectors of FIPS 180-4, and lengths around the padding ---

TEST(Sha256, KnownVectors) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                       "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256_hex(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, EveryLengthOfPadding) {
  const auto as = [](std::size_t n) { return sha256_hex(std::string(n, 'a')); };
  EXPECT_EQ(as(55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  EXPECT_EQ(as(56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  EXPECT_EQ(as(63), "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34");
  EXPECT_EQ(as(64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
  EXPECT_EQ(as(65), "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0");
  EXPECT_EQ(as(119), "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb");
  EXPECT_EQ(as(120), "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c");
}

}  // namespace
}  // namespace tidelock
