#include "store/store.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <sqlite3.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

#include "core/luck.h"
#include "store/backup.h"

namespace tidelock::store {
namespace {

// A kind of store, and how one that was used is opened again; nothing where that makes no sense.
struct Kind {
  std::string name;
  std::function<std::unique_ptr<Store>(const std::string& folder)> open;
  bool lasting = false;
};

class StoreTest : public testing::TestWithParam<Kind> {
 protected:
  StoreTest() {
    folder_ = (std::filesystem::temp_directory_path() / "tidelock-test-XXXXXX").string();
    if (::mkdtemp(folder_.data()) == nullptr) std::abort();
    store_ = GetParam().open(folder_);
    // What an earlier test left in a database that all of them share.
    std::vector<std::string> left;
    for (const Whole& one : everything()) left.push_back(one.row.table);
    for (const std::string& table : left) EXPECT_TRUE(store_->erase(table).value());
  }
  ~StoreTest() override {
    store_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  void reopen() {
    if (!GetParam().lasting) return;
    store_.reset();
    store_ = GetParam().open(folder_);
  }
  std::vector<Appended> append(const std::vector<Append>& lines) {
    const auto done = store_->append(lines);
    EXPECT_TRUE(done.ok()) << done.error().sentence();
    return done.value();
  }
  std::vector<std::string> log(std::string_view table) { return store_->log(table).value(); }
  std::vector<Whole> everything() {
    std::vector<Whole> out;
    const auto bad = store_->each([&](const Whole& one) {
      out.push_back(one);
      return std::optional<Error>();
    });
    EXPECT_FALSE(bad) << bad->sentence();
    return out;
  }
  // Fills the store with these and perhaps an error after them.
  std::optional<Error> fill(std::vector<Whole> wholes, const std::optional<Error>& then = {}) {
    std::size_t next = 0;
    return store_->fill([&]() -> Result<std::optional<Whole>> {
      if (next < wholes.size()) return std::optional(wholes[next++]);
      if (then) return *then;
      return std::optional<Whole>();
    });
  }

  std::string folder_;
  std::unique_ptr<Store> store_;
};

const Card kShown{true, Phase::kGathering, R"({"game":"toy"})"};

// Whatever is added in whatever order, by writers that are right or wrong about the next place: the
// store holds exactly what it said it added, in order, also when it is opened again.
TEST_P(StoreTest, HoldsWhatItAcknowledged) {
  std::map<std::string, std::vector<std::string>> logs;
  std::map<std::string, Card> cards;
  std::map<std::string, Append> last;
  Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<Append> batch;
    std::vector<Appended> expected;
    for (std::uint32_t i = rng.below(6); i < 6; ++i) {
      const std::string table = "table-" + std::to_string(rng.below(5));
      const std::size_t next = logs[table].size();
      const std::uint64_t seq = rng.below(3) == 0 ? rng.below(12) : next;
      Append one{table, seq, "line\n\"" + std::to_string(rng.next()) + "\" \xC3\xB3", {}};
      if (rng.below(3) == 0)
        one.card = Card{rng.below(2) == 0, static_cast<Phase>(rng.below(3)), "card " + one.line};
      if (rng.below(2) == 0) one.due = rng.below(1000);
      one.turn = rng.below(16);
      const bool fits = seq == next && (next > 0 || one.card);
      if (fits) logs[table].push_back(one.line);
      if (fits) last[table] = one;
      if (fits && one.card) cards[table] = *one.card;
      expected.push_back(fits ? Appended::kYes : Appended::kNo);
      batch.push_back(std::move(one));
    }
    EXPECT_EQ(append(batch), expected);
    if (round % 20 == 0) reopen();
    for (const auto& [table, lines] : logs) {
      EXPECT_EQ(log(table), lines);
      const std::uint32_t from = rng.below(static_cast<std::uint32_t>(lines.size()) + 3);
      const auto skipped = std::min<std::ptrdiff_t>(from, std::ssize(lines));
      EXPECT_EQ(store_->log(table, from).value(),
                std::vector<std::string>(lines.begin() + skipped, lines.end()));
    }
  }
  std::vector<std::string> names{"none"};
  for (const auto& [table, lines] : logs) names.push_back(table);
  const auto rows = store_->rows(names).value();
  ASSERT_EQ(rows.size(), last.size());
  const auto counts = store_->counts(names).value();
  ASSERT_EQ(counts.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(counts[i], logs[names[i]].size());
  for (const Listed& row : rows) {
    EXPECT_EQ(row.card, cards[row.table]);
    EXPECT_EQ(row.lines, logs[row.table].size());
    EXPECT_EQ(row.due, last[row.table].due);
    EXPECT_EQ(row.turn, last[row.table].turn);
  }
  std::map<std::string, Card> shown;
  for (const auto& [table, card] : cards) {
    if (card.listed && card.phase != Phase::kOver) shown[table] = card;
  }
  const auto listed = store_->list(100).value();
  std::map<std::string, Card> found;
  for (const Listed& one : listed) found[one.table] = one.card;
  EXPECT_EQ(found, shown);
  EXPECT_TRUE(std::is_sorted(listed.begin(), listed.end(),
                             [](const auto& a, const auto& b) { return a.changed > b.changed; }));
}

TEST_P(StoreTest, OfTwoWritersOneAdds) {
  using enum Appended;
  EXPECT_EQ(append({{"a", 0, "begins", kShown}}), std::vector{kYes});
  EXPECT_EQ(append({{"a", 1, "mine", {}}, {"a", 1, "theirs", {}}}), (std::vector{kYes, kNo}));
  EXPECT_EQ(append({{"a", 0, "begins again", kShown}}), std::vector{kNo});
  EXPECT_EQ(append({{"a", 3, "too far", {}}}), std::vector{kNo});
  EXPECT_EQ(log("a"), (std::vector<std::string>{"begins", "mine"}));
}

TEST_P(StoreTest, ATableBeginsWithACard) {
  EXPECT_EQ(append({{"a", 0, "begins", {}}}), std::vector{Appended::kNo});
  EXPECT_TRUE(log("a").empty());
  EXPECT_TRUE(store_->list(10).value().empty());
}

TEST_P(StoreTest, ListsAsManyAsAreWanted) {
  for (int i = 0; i < 10; ++i) append({{std::to_string(i), 0, "begins", kShown}});
  EXPECT_EQ(store_->list(3).value().size(), 3U);
  EXPECT_TRUE(store_->list(0).value().empty());
}

// Whatever servers do at whatever time: a table is held by one of them until its time has run out,
// and only tables that nobody holds are said to be due. What a server held whose clock was years
// ahead has run out as soon as another looks whose clock is right.
TEST_P(StoreTest, ATableIsHeldByOne) {
  struct Held {
    std::optional<std::int64_t> due;
    std::uint64_t lines = 1;
    std::string holder;
    std::int64_t until = 0;
    [[nodiscard]] bool by_somebody(std::int64_t now) const {
      return until > now && until <= now + kLongestLease;
    }
  };
  std::map<std::string, Held> model;
  for (int i = 0; i < 6; ++i) {
    const std::string table = "table-" + std::to_string(i);
    append({{table, 0, "begins", kShown}});
    model[table] = {};
  }
  Rng rng(11);
  std::int64_t now = 1000;
  for (int round = 0; round < 200; ++round) {
    now += rng.below(3);
    const std::string table = "table-" + std::to_string(rng.below(6));
    const std::string other = "table-" + std::to_string(rng.below(7));  // the last is not there
    const std::string holder(1, static_cast<char>('A' + static_cast<char>(rng.below(3))));
    switch (rng.below(4)) {
      case 0: {
        Held& held = model[table];
        held.due = rng.below(3) == 0 ? std::nullopt : std::optional(now + rng.below(4));
        append({{table, held.lines++, "goes on", {}, held.due}});
        break;
      }
      case 1: {
        const std::vector<std::string> tables{table, other};
        const std::int64_t ahead = rng.below(4) == 0 ? kLongestLease - 4 : 0;
        const std::int64_t until = now + ahead + rng.below(8);
        std::vector<std::string> expected;
        for (const std::string& one : tables) {
          if (!model.contains(one)) continue;
          Held& held = model[one];
          if (held.by_somebody(now) && held.holder != holder) continue;
          held.holder = holder;
          held.until = until;
          expected.push_back(one);
        }
        EXPECT_EQ(store_->lease(tables, holder, now, until).value(), expected);
        break;
      }
      case 2:
        EXPECT_EQ(store_->release(std::vector{table}, holder), std::nullopt);
        if (model[table].holder == holder) model[table].until = 0;
        break;
      default: reopen();
    }
    std::vector<std::pair<std::int64_t, std::string>> waiting;
    for (const auto& [name, held] : model) {
      if (held.due && *held.due <= now && !held.by_somebody(now))
        waiting.emplace_back(*held.due, name);
    }
    std::sort(waiting.begin(), waiting.end());
    std::vector<std::string> expected;
    for (const auto& one : waiting) expected.push_back(one.second);
    EXPECT_EQ(store_->due(now, 100).value(), expected);
    if (expected.size() > 2) expected.resize(2);
    EXPECT_EQ(store_->due(now, 2).value(), expected);
  }
}

TEST_P(StoreTest, ALeaseOfAFastClockHasRunOut) {
  constexpr std::int64_t kNow = 1700000000000;
  const std::vector<std::string> names{"a"};
  append({{"a", 0, "begins", kShown, kNow}});
  const std::int64_t fast = kNow + std::int64_t{1000} * 365 * 24 * 3600 * 1000;
  EXPECT_EQ(store_->lease(names, "fast", fast, fast + 10000).value(), names);
  EXPECT_EQ(store_->due(kNow, 10).value(), names);
  EXPECT_EQ(store_->lease(names, "right", kNow, kNow + 10000).value(), names);
  EXPECT_TRUE(store_->due(kNow, 10).value().empty());
  EXPECT_TRUE(store_->lease(names, "late", kNow, kNow + 10000).value().empty());
}

TEST_P(StoreTest, ForgetsATableAndNoOther) {
  append({{"a", 0, "begins", kShown}, {"a", 1, "goes on"}, {"b", 0, "begins", kShown}});
  EXPECT_TRUE(store_->erase("a").value());
  EXPECT_FALSE(store_->erase("a").value());
  reopen();
  EXPECT_TRUE(log("a").empty());
  EXPECT_EQ(log("b"), std::vector<std::string>{"begins"});
  EXPECT_EQ(store_->list(10).value().size(), 1U);
  EXPECT_EQ(append({{"a", 2, "too late"}, {"a", 0, "anew", kShown}}),
            (std::vector{Appended::kNo, Appended::kYes}));
  EXPECT_EQ(log("a"), std::vector<std::string>{"anew"});
}

TEST_P(StoreTest, RewritesOneLine) {
  append({{"a", 0, "begins", kShown}, {"a", 1, "Ann"}, {"a", 2, "ends"}});
  EXPECT_TRUE(store_->rewrite("a", 1, "somebody").value());
  EXPECT_FALSE(store_->rewrite("a", 3, "nothing").value());
  EXPECT_FALSE(store_->rewrite("b", 0, "nothing").value());
  reopen();
  EXPECT_EQ(log("a"), (std::vector<std::string>{"begins", "somebody", "ends"}));
  EXPECT_EQ(append({{"a", 3, "goes on"}}), std::vector{Appended::kYes});
}

// What is taken out can be put back into an empty store, to the last byte; one that holds
// something, or a backup that ends too early, changes nothing.
TEST_P(StoreTest, IsFilledWithWhatWasTakenOut) {
  std::vector<Whole> wholes;
  Rng rng(13);
  for (int i = 0; i < 20; ++i) {
    Whole whole;
    whole.row = {"table-" + std::to_string(100 + i),
                 {rng.below(2) == 0, static_cast<Phase>(rng.below(3)), "{\"x\":\"\\\\\"}"},
                 1700000000000 + rng.below(1000),
                 rng.below(700)};
    if (rng.below(2) == 0) whole.row.due = rng.below(1000);
    whole.row.turn = rng.below(16);
    for (std::uint64_t seq = 0; seq < whole.row.lines; ++seq)
      whole.lines.push_back({seq, rng.below(1000), "line \"" + std::to_string(rng.next()) + "\\"});
    wholes.push_back(std::move(whole));
  }
  const auto broken = fill(wholes, error("torn", "the rest is missing"));
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->code, "torn");
  EXPECT_TRUE(everything().empty());
  EXPECT_FALSE(fill({wholes[0], wholes[0]}) == std::nullopt);
  EXPECT_TRUE(everything().empty());
  ASSERT_EQ(fill(wholes), std::nullopt);
  reopen();
  EXPECT_EQ(everything(), wholes);
  const auto refused = fill({wholes[0]});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, "not-empty");
  EXPECT_EQ(everything(), wholes);
  // The same as a file, into another kind of store.
  std::ostringstream file;
  const auto backed_up = back_up(*store_, file);
  ASSERT_TRUE(backed_up.ok());
  EXPECT_EQ(backed_up.value().tables, wholes.size());
  const auto other = in_memory();
  std::istringstream again(file.str());
  ASSERT_TRUE(restore(again, *other).ok());
  std::vector<Whole> restored;
  EXPECT_FALSE(other->each([&](const Whole& one) {
    restored.push_back(one);
    return std::optional<Error>();
  }));
  EXPECT_EQ(restored, wholes);
  const auto stopped = store_->each([](const Whole&) { return error("enough", "no more"); });
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->code, "enough");
  const auto next = static_cast<std::uint64_t>(wholes[3].lines.size());
  EXPECT_EQ(append({{wholes[3].row.table, next, "goes on", kShown}})[0],
            next > 0 ? Appended::kYes : Appended::kNo);
}

// A file that ends anywhere, or has something else at any place, is refused with the line, and
// nothing of it is there.
TEST(Backups, ThatAreNotWholeAreRefused) {
  const auto from = in_memory();
  const std::vector<Append> lines{
      {"a", 0, "begins", kShown, 5, 3}, {"a", 1, "goes on"}, {"b", 0, "begins \xC3\xB3", kShown}};
  (void)from->append(lines).value();
  std::ostringstream file;
  ASSERT_TRUE(back_up(*from, file).ok());
  const std::string whole = file.str();
  const auto refused = [&](const std::string& text) {
    const auto to = in_memory();
    std::istringstream in(text);
    const auto done = restore(in, *to);
    EXPECT_TRUE(to->list(10).value().empty() || done.ok());
    return done.ok() ? std::string() : done.error().sentence();
  };
  EXPECT_EQ(refused(whole), "");
  for (std::size_t end = 0; end < whole.size(); ++end)
    EXPECT_EQ(refused(whole.substr(0, end)).substr(0, 5), "line ") << end;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char wrong : {'{', '"', '9', '\n', '\0', '\xFF'}) {
      std::string other = whole;
      other[at] = wrong;
      (void)refused(other);  // whatever it says
    }
  }
  EXPECT_NE(refused("{\"format\":\"other\"}\n").find("backup of tidelock"), std::string::npos);
}

// Every line of a table at its place, and as many as its row says: what could not be woken is
// refused before it is served.
TEST(Backups, WithALineMissingAreRefused) {
  const auto refused = [](const std::string& kept, const std::string& lines) {
    const auto to = in_memory();
    std::istringstream in(R"({"at":1,"format":"tidelock-backup/1"})"
                          "\n"
                          R"({"card":"{}","changed":1,"kept":)" +
                          kept + R"(,"lines":2,"listed":true,"phase":0,"table":"a","turn":0})" +
                          "\n" + lines + "{\"end\":1}\n");
    const auto done = restore(in, *to);
    EXPECT_EQ(to->list(10).value().size(), done.ok() ? 1U : 0U);
    return done.ok() ? std::string() : done.error().sentence();
  };
  const auto line = [](int seq) {
    return R"({"at":1,"line":"x","seq":)" + std::to_string(seq) + "}\n";
  };
  EXPECT_EQ(refused("2", line(0) + line(1)), "");
  EXPECT_EQ(refused("2", line(0) + line(2)), "line 4: expected line 1 of this table, found line 2");
  EXPECT_EQ(refused("2", line(1) + line(0)), "line 3: expected line 0 of this table, found line 1");
  EXPECT_EQ(refused("1", line(0)), "line 2: expected 2 lines of this table, found 1");
  EXPECT_EQ(refused("3", line(0) + line(1) + line(2)),
            "line 2: expected 2 lines of this table, found 3");
}

// Several servers at once: each place is taken once, by a line that was acknowledged.
TEST_P(StoreTest, IsSharedByManyWriters) {
  if (!GetParam().lasting) return;
  constexpr int kWriters = 4;
  constexpr int kTables = 5;
  for (int i = 0; i < kTables; ++i) append({{"table-" + std::to_string(i), 0, "begins", kShown}});
  std::array<std::map<std::string, std::vector<std::string>>, kWriters> acknowledged;
  const auto write = [&](std::size_t self) {
    const auto store = GetParam().open(folder_);
    Rng rng(self);
    for (int round = 0; round < 40; ++round) {
      std::vector<Append> batch;
      for (std::uint32_t i = rng.below(kTables); i < kTables; ++i) {
        const std::string table = "table-" + std::to_string(rng.below(kTables));
        const auto lines = store->rows(std::vector{table}).value()[0].lines;
        batch.push_back({table, lines, std::to_string(self) + " " + std::to_string(rng.next())});
      }
      const auto added = store->append(batch);
      ASSERT_TRUE(added.ok()) << added.error().sentence();
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (added.value()[i] == Appended::kYes)
          acknowledged[self][batch[i].table].push_back(batch[i].line);
      }
    }
  };
  std::vector<std::thread> writers;
  for (std::size_t i = 0; i < kWriters; ++i) writers.emplace_back(write, i);
  for (std::thread& one : writers) one.join();
  for (int i = 0; i < kTables; ++i) {
    const std::string table = "table-" + std::to_string(i);
    std::array<std::vector<std::string>, kWriters> found;
    const auto lines = log(table);
    for (std::size_t seq = 1; seq < lines.size(); ++seq)
      found[static_cast<std::size_t>(lines[seq][0] - '0')].push_back(lines[seq]);
    for (std::size_t self = 0; self < kWriters; ++self)
      EXPECT_EQ(found[self], acknowledged[self][table]);
  }
}

std::unique_ptr<Store> sqlite_in(const std::string& folder) {
  auto opened = open(folder + "/tables.db");
  EXPECT_TRUE(opened.ok()) << opened.error().sentence();
  return opened.ok() ? std::move(opened).value() : nullptr;
}

// The database that tests/with_postgres.py started.
const char* test_postgres() { return std::getenv("TIDELOCK_TEST_POSTGRES"); }

std::vector<Kind> kinds() {
  std::vector<Kind> out{
      Kind{"Memory", [](const std::string&) { return open("memory").value(); }, false},
      Kind{"Sqlite", sqlite_in, true}};
  if (test_postgres() != nullptr) {
    const auto opened = [](const std::string&) {
      auto made = open(test_postgres());
      EXPECT_TRUE(made.ok()) << made.error().sentence();
      return made.ok() ? std::move(made).value() : nullptr;
    };
    out.push_back(Kind{"Postgres", opened, true});
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Every, StoreTest, testing::ValuesIn(kinds()),
                         [](const auto& kind) { return kind.param.name; });

TEST(Addresses, ThatLeadNowhereAreSaidWithoutTheirPassword) {
  for (const char* address :
       {"postgresql://ann:geheim@127.0.0.1:1/x", "postgresql://ann:geheim@127.0.0.1:x/x",
        "postgresql://ann@127.0.0.1:1/x?password=geheim", "postgresql://ann:geheim@[::1/x",
        "postgresql://127.0.0.1:1/x?passwort=geheim", "mysql://ann:geheim@localhost/x"}) {
    const auto opened = open(address);
    ASSERT_FALSE(opened.ok()) << address;
    EXPECT_EQ(opened.error().code, "bad-database");
    EXPECT_EQ(opened.error().sentence().find("geheim"), std::string::npos)
        << opened.error().sentence();
  }
  EXPECT_EQ(without_password("postgresql://ann:a@b@host:5/x?y=z"), "postgresql://ann@host:5/x");
  EXPECT_EQ(without_password("redis://:geheim@host"), "redis://@host");
  EXPECT_EQ(without_password("/var/a:b@c"), "/var/a:b@c");
}

// What only a file can be.
class SqliteFile : public testing::Test {
 protected:
  SqliteFile() {
    std::string name = (std::filesystem::temp_directory_path() / "tidelock-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    folder_ = name;
  }
  ~SqliteFile() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string path() const { return (folder_ / "tables.db").string(); }
  void run(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }
  // What is there, in one value.
  [[nodiscard]] std::string in_file(const std::string& sql) const {
    sqlite3* database = nullptr;
    std::string out;
    EXPECT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
    const auto found = [](void* to, int, char** texts, char**) {
      *static_cast<std::string*>(to) = texts[0];
      return 0;
    };
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), found, &out, nullptr), SQLITE_OK);
    sqlite3_close(database);
    return out;
  }
  [[nodiscard]] std::string refused() const {
    const auto opened = open_sqlite(path());
    EXPECT_FALSE(opened.ok());
    return opened.ok() ? "" : opened.error().sentence();
  }

  std::filesystem::path folder_;
};

// A file as the first version wrote it.
constexpr const char* kFirstVersion = R"(
PRAGMA application_id = 1953064037;
PRAGMA user_version = 1;
CREATE TABLE tables (id TEXT PRIMARY KEY, listed INTEGER NOT NULL, phase INTEGER NOT NULL,
  card TEXT NOT NULL, changed INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX tables_shown ON tables (changed) WHERE listed AND phase < 2;
CREATE TABLE lines (table_id TEXT NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL,
  at INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID;
INSERT INTO tables VALUES ('a', 1, 0, '{"game":"toy"}', 1700000000000), ('b', 0, 2, '{}', 5);
INSERT INTO lines VALUES ('a', 0, 1, 'begins'), ('a', 1, 2, 'goes on'), ('b', 0, 3, 'begins');
)";

TEST_F(SqliteFile, OfTheFirstVersionGoesOn) {
  run(kFirstVersion);
  for (int time = 0; time < 2; ++time) {
    auto store = open_sqlite(path()).value();
    EXPECT_EQ(store->log("a").value(), (std::vector<std::string>{"begins", "goes on"}));
    EXPECT_EQ(store->rows(std::vector<std::string>{"b", "a"}).value(),
              (std::vector<Listed>{{"b", {false, Phase::kOver, "{}"}, 5, 1},
                                   {"a", kShown, 1700000000000, 2}}));
    EXPECT_EQ(store->list(10).value().size(), 1U);
    EXPECT_TRUE(store->due(1800000000000, 10).value().empty());
  }
  EXPECT_EQ(in_file("PRAGMA user_version"), "2");
  auto store = open_sqlite(path()).value();
  const std::vector<Append> more{{"a", 1, "no"}, {"a", 2, "yes"}, {"b", 1, "yes"}};
  EXPECT_EQ(store->append(more).value(),
            (std::vector{Appended::kNo, Appended::kYes, Appended::kYes}));
}

// So that one can be made before the upgrade: the file stays as it was, and the backup is the same
// as one that is made afterwards.
TEST_F(SqliteFile, OfTheFirstVersionIsBackedUpAsItIs) {
  run(kFirstVersion);
  const auto rows_of = [](StoreReader& from) {
    std::ostringstream file;
    EXPECT_TRUE(back_up(from, file).ok());
    return file.str().substr(file.str().find('\n'));  // when it was made stands before
  };
  const std::string before = rows_of(*read(path()).value());
  EXPECT_EQ(in_file("PRAGMA user_version"), "1");
  EXPECT_EQ(in_file("PRAGMA journal_mode"), "delete");
  EXPECT_NE(before.find("goes on"), std::string::npos);
  EXPECT_EQ(rows_of(*open(path()).value()), before);
  EXPECT_EQ(rows_of(*read(path()).value()), before);
}

TEST_F(SqliteFile, ThatIsOnlyReadIsNotMade) {
  EXPECT_FALSE(read(path()).ok());
  EXPECT_FALSE(std::filesystem::exists(path()));
  std::ofstream(path()).close();
  EXPECT_NE(read(path()).error().sentence().find("empty"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(path()), 0U);
}

// Whatever the umask is; what stands beside it while it is open too. Whoever shared a file that was
// there goes on sharing it.
TEST_F(SqliteFile, IsForItsOwnerAlone) {
  const mode_t before = ::umask(0);
  const auto store = open_sqlite(path()).value();
  const std::vector<Append> begins{{"a", 0, "begins", kShown}};
  (void)store->append(begins).value();
  std::ofstream(folder_ / "shared.db").close();
  ASSERT_TRUE(open_sqlite((folder_ / "shared.db").string()).ok());
  ::umask(before);
  using std::filesystem::perms;
  for (const char* name : {"tables.db", "tables.db-wal", "tables.db-shm"})
    EXPECT_EQ(std::filesystem::status(folder_ / name).permissions(),
              perms::owner_read | perms::owner_write)
        << name;
  EXPECT_EQ(std::filesystem::status(folder_ / "shared.db").permissions(), static_cast<perms>(0666));
}

TEST_F(SqliteFile, OfALaterVersionIsLeftAlone) {
  ASSERT_TRUE(open_sqlite(path()).ok());
  run("PRAGMA user_version = 1000");
  EXPECT_NE(refused().find("later version"), std::string::npos);
}

TEST_F(SqliteFile, OfAnotherProgramIsLeftAlone) {
  run("CREATE TABLE theirs (x)");
  EXPECT_NE(refused().find("found another one"), std::string::npos);
}

TEST_F(SqliteFile, ThatIsNoDatabaseIsRefused) {
  std::ofstream(path()) << std::string(10000, 'x');
  EXPECT_NE(refused().find("not a database"), std::string::npos);
}

TEST_F(SqliteFile, WhereThereIsNoFolderIsRefused) {
  const auto opened = open_sqlite((folder_ / "none" / "tables.db").string());
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, "bad-database");
}

TEST_F(SqliteFile, KnowsWhetherOthersWrote) {
  auto first = open_sqlite(path()).value();
  auto second = open_sqlite(path()).value();
  (void)first->others_wrote();
  const std::vector<Append> begins{{"a", 0, "begins", kShown}};
  (void)first->append(begins).value();
  EXPECT_FALSE(first->others_wrote());
  const std::vector<Append> goes_on{{"a", 1, "goes on"}};
  (void)second->append(goes_on).value();
  EXPECT_TRUE(first->others_wrote());
  EXPECT_FALSE(first->others_wrote());
}

// SQLite's way to the disk with an eye on it: how often the write-ahead log was flushed and how
// often somebody was waited for, and a disk that fails to flush.
class WatchedDisk {
 public:
  WatchedDisk() {
    flushes = waits = 0;
    broken = false;
    real = sqlite3_vfs_find(nullptr);
    watched = *real;
    watched.zName = "watched";
    watched.xOpen = open_file;
    watched.xSleep = [](sqlite3_vfs*, int microseconds) {
      ++waits;
      return real->xSleep(real, microseconds);
    };
    sqlite3_vfs_register(&watched, 1);
  }
  WatchedDisk(const WatchedDisk&) = delete;
  WatchedDisk& operator=(const WatchedDisk&) = delete;
  ~WatchedDisk() {
    sqlite3_vfs_unregister(&watched);
    sqlite3_vfs_register(real, 1);
  }

  static inline int flushes = 0;
  static inline int waits = 0;
  static inline bool broken = false;

 private:
  static int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
    const int code = real->xOpen(real, name, file, flags, out);
    if (code != SQLITE_OK || (flags & SQLITE_OPEN_WAL) == 0) return code;
    real_file = file->pMethods;
    watched_file = *real_file;
    watched_file.xSync = [](sqlite3_file* one, int how) {
      if (broken) return SQLITE_IOERR_FSYNC;
      ++flushes;
      return real_file->xSync(one, how);
    };
    file->pMethods = &watched_file;
    return code;
  }
  static inline sqlite3_vfs* real = nullptr;
  static inline sqlite3_vfs watched{};
  static inline const sqlite3_io_methods* real_file = nullptr;
  static inline sqlite3_io_methods watched_file{};
};

// Durable before it is acknowledged: every batch is flushed before `append` returns.
TEST_F(SqliteFile, IsFlushedForEveryBatch) {
  const WatchedDisk disk;
  auto store = open_sqlite(path()).value();
  for (std::uint64_t seq = 0; seq < 20; ++seq) {
    const int before = WatchedDisk::flushes;
    const std::vector<Append> batch{{"a", seq, "line", kShown}, {"b", seq, "line", kShown}};
    ASSERT_EQ(store->append(batch).value(), (std::vector{Appended::kYes, Appended::kYes}));
    EXPECT_GT(WatchedDisk::flushes, before);
  }
}

// Whoever is told that it did not happen must not find it there later.
TEST_F(SqliteFile, ThatCouldNotBeFlushedIsUnsure) {
  const WatchedDisk disk;
  auto store = open_sqlite(path()).value();
  const std::vector<Append> begins{{"a", 0, "begins", kShown}};
  (void)store->append(begins).value();
  WatchedDisk::broken = true;
  const std::vector<Append> goes_on{{"a", 1, "goes on"}};
  EXPECT_EQ(store->append(goes_on).error().code, kUnsure);
  WatchedDisk::broken = false;
  // As it would be if the power failed now: it is there.
  std::filesystem::copy(path(), path() + "2");
  std::filesystem::copy(path() + "-wal", path() + "2-wal");
  EXPECT_EQ(open_sqlite(path() + "2").value()->log("a").value().size(), 2U);
  // And if it does not: it can be added again.
  EXPECT_EQ(store->append(goes_on).value(), std::vector{Appended::kYes});
  EXPECT_EQ(store->log("a").value(), (std::vector<std::string>{"begins", "goes on"}));
}

// What is erased while a backup reads is gone from the disk soon after it, and nobody waits for
// that.
TEST_F(SqliteFile, ErasesWithoutWaitingForReaders) {
  const WatchedDisk disk;
  auto store = open_sqlite(path()).value();
  const std::vector<Append> begins{{"a", 0, "a secret of Ann", kShown}, {"b", 0, "x", kShown}};
  (void)store->append(begins).value();
  const auto on_disk = [&] {
    std::ostringstream all;
    for (const char* name : {"tables.db", "tables.db-wal"})
      all << std::ifstream(folder_ / name, std::ios::binary).rdbuf() << '\n';
    return all.str().find("a secret of Ann") != std::string::npos;
  };
  EXPECT_TRUE(on_disk());
  auto other = open_sqlite(path()).value();
  EXPECT_FALSE(other->each([&](const Whole& one) {
    if (one.row.table != "a") return std::optional<Error>();
    EXPECT_TRUE(store->erase("a").value());
    EXPECT_TRUE(store->due(0, 1).ok());
    return std::optional<Error>();
  }));
  EXPECT_EQ(WatchedDisk::waits, 0);
  EXPECT_TRUE(store->due(0, 1).ok());
  EXPECT_FALSE(on_disk());
}

// The longest a file of this process may become, as on a disk that is full.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit now = before_;
    now.rlim_cur = bytes;
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;
  ~FileLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

TEST_F(SqliteFile, ThatIsFullTakesNothingOfABatch) {
  auto store = open_sqlite(path()).value();
  const std::vector<Append> begins{{"a", 0, "begins", kShown}};
  ASSERT_EQ(store->append(begins).value(), std::vector{Appended::kYes});
  const std::vector<Append> goes_on{{"a", 1, "fits", {}}, {"a", 2, std::string(1 << 20, 'x'), {}}};
  {
    const FileLimit limit(200000);
    EXPECT_FALSE(store->append(goes_on).ok());
    EXPECT_EQ(store->log("a").value(), std::vector<std::string>{"begins"});
  }
  EXPECT_EQ(store->append(goes_on).value(), (std::vector{Appended::kYes, Appended::kYes}));
}

}  // namespace
}  // namespace tidelock::store
