#include <array>
#include <chrono>
#include <sqlite3.h>
#include <utility>

#include "store/store.h"

namespace tidelock::store {
namespace {

// Marks a file as ours: "tide".
constexpr int kApplication = 0x74696465;
constexpr std::chrono::milliseconds kPatience{5000};  // with another process that writes

// Each brings a file from the version that is its place to the next. What was released is never
// changed.
constexpr std::array kMigrations = {
    "CREATE TABLE tables ("
    "  id TEXT PRIMARY KEY,"
    "  listed INTEGER NOT NULL,"
    "  phase INTEGER NOT NULL,"
    "  card TEXT NOT NULL,"
    "  changed INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX tables_shown ON tables (changed) WHERE listed AND phase < 2;"
    "CREATE TABLE lines ("
    "  table_id TEXT NOT NULL REFERENCES tables (id),"
    "  seq INTEGER NOT NULL,"
    "  at INTEGER NOT NULL,"
    "  line TEXT NOT NULL,"
    "  PRIMARY KEY (table_id, seq)"
    ") STRICT, WITHOUT ROWID;",
};

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct EndStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

// A statement that is prepared once. Values are bound from 1 on and must live until it was run.
class Statement {
 public:
  bool prepare(sqlite3* database, const char* sql) {
    sqlite3_stmt* made = nullptr;
    const int code =
        sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    statement_.reset(made);
    return code == SQLITE_OK;
  }

  Statement& bind(int place, std::string_view text) {
    (void)sqlite3_bind_text64(get(), place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
    return *this;
  }
  Statement& bind(int place, std::int64_t number) {
    (void)sqlite3_bind_int64(get(), place, number);
    return *this;
  }

  // One row after the other, until there is none (true) or something is wrong (false).
  template <class Row>
  bool run(Row&& row) {
    int code = sqlite3_step(get());
    for (; code == SQLITE_ROW; code = sqlite3_step(get())) row(*this);
    (void)sqlite3_reset(get());
    return code == SQLITE_DONE;
  }
  bool run() {
    return run([](const Statement&) {});
  }

  [[nodiscard]] std::string text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(get(), column));
    const int n = sqlite3_column_bytes(get(), column);
    return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(n));
  }
  [[nodiscard]] std::int64_t number(int column) const {
    return sqlite3_column_int64(get(), column);
  }

 private:
  [[nodiscard]] sqlite3_stmt* get() const { return statement_.get(); }
  std::unique_ptr<sqlite3_stmt, EndStatement> statement_;
};

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

class SqliteStore final : public Store {
 public:
  explicit SqliteStore(std::string path) : path_(std::move(path)) {}

  std::optional<Error> open() {
    sqlite3* made = nullptr;
    const int code =
        sqlite3_open_v2(path_.c_str(), &made,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    database_.reset(made);
    if (code != SQLITE_OK) return wrong("cannot be opened");
    (void)sqlite3_busy_timeout(get(), static_cast<int>(kPatience.count()));
    if (auto bad = migrate()) return bad;
    // Readers and the writer do not wait for each other; each transaction is flushed to the disk.
    if (!execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON"))
      return wrong("cannot be written to");
    const bool ready =
        add_table_.prepare(get(),
                           "INSERT INTO tables (id, changed, listed, phase, card)"
                           " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING") &&
        add_line_.prepare(get(),
                          "INSERT INTO lines (table_id, seq, at, line) SELECT ?1, ?2, ?3, ?4"
                          " WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1) AND ?2 ="
                          " coalesce((SELECT max(seq) + 1 FROM lines WHERE table_id = ?1), 0)") &&
        touch_.prepare(get(), "UPDATE tables SET changed = ?2 WHERE id = ?1") &&
        show_.prepare(get(),
                      "UPDATE tables SET changed = ?2, listed = ?3, phase = ?4, card = ?5"
                      " WHERE id = ?1") &&
        log_.prepare(get(), "SELECT line FROM lines WHERE table_id = ?1 ORDER BY seq") &&
        list_.prepare(get(),
                      "SELECT id, phase, card, changed FROM tables"
                      " WHERE listed AND phase < 2 ORDER BY changed DESC, id LIMIT ?1") &&
        begin_.prepare(get(), "BEGIN IMMEDIATE") && commit_.prepare(get(), "COMMIT") &&
        rollback_.prepare(get(), "ROLLBACK");
    if (!ready) return wrong("does not have the tables it should have");
    return std::nullopt;
  }

  Result<std::vector<Appended>> append(std::span<const Append> lines) override {
    std::vector<Appended> out;
    if (!begin_.run()) return wrong("cannot be written to");
    for (const Append& one : lines) {
      const auto added = add(one);
      if (!added) {
        const Error why = wrong("cannot be written to");
        (void)rollback_.run();  // SQLite may have done so itself
        return why;
      }
      out.push_back(*added);
    }
    if (!commit_.run()) {
      const Error why = wrong("cannot be written to");
      (void)rollback_.run();
      return why;
    }
    return out;
  }

  Result<std::vector<std::string>> log(std::string_view table) override {
    std::vector<std::string> out;
    if (!log_.bind(1, table).run([&](const Statement& row) { out.push_back(row.text(0)); }))
      return wrong("cannot be read");
    return out;
  }

  Result<std::vector<Listed>> list(std::size_t most) override {
    std::vector<Listed> out;
    list_.bind(1, static_cast<std::int64_t>(most));
    const bool done = list_.run([&](const Statement& row) {
      out.push_back(
          {row.text(0), {true, static_cast<Phase>(row.number(1)), row.text(2)}, row.number(3)});
    });
    if (!done) return wrong("cannot be read");
    return out;
  }

 private:
  [[nodiscard]] sqlite3* get() const { return database_.get(); }
  bool execute(const char* sql) {
    return sqlite3_exec(get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK;
  }
  [[nodiscard]] Error wrong(const std::string& what) const {
    const char* why = database_ == nullptr ? "no memory" : sqlite3_errmsg(get());
    return error("bad-database", "the database " + path_ + " " + what + ": " + why);
  }

  std::int64_t pragma(const char* sql, std::int64_t otherwise) {
    Statement ask;
    std::int64_t out = otherwise;
    if (!ask.prepare(get(), sql) || !ask.run([&](const Statement& row) { out = row.number(0); }))
      return otherwise;
    return out;
  }

  std::optional<Error> migrate() {
    constexpr std::int64_t kUnreadable = -1;
    constexpr auto kLatest = static_cast<std::int64_t>(kMigrations.size());
    if (!execute("BEGIN IMMEDIATE")) return wrong("cannot be written to");
    const std::int64_t owner = pragma("PRAGMA application_id", kUnreadable);
    std::int64_t version = pragma("PRAGMA user_version", kUnreadable);
    const std::int64_t things = pragma("SELECT count(*) FROM sqlite_schema", kUnreadable);
    std::optional<Error> bad;
    if (things > 0 && owner != kApplication) {
      bad = error("bad-database", "expected a database of tidelock, found another one: " + path_);
    } else if (version > kLatest) {
      bad = error("bad-database", "the database " + path_ +
                                      " was written by a later version of tidelock (its version " +
                                      std::to_string(version) + ", expected at most " +
                                      std::to_string(kLatest) + ")");
    } else if (owner == kUnreadable || version == kUnreadable || things == kUnreadable) {
      bad = wrong("cannot be read");
    }
    for (; !bad && version < kLatest; ++version) {
      if (!execute(kMigrations[static_cast<std::size_t>(version)]))
        bad = wrong("cannot be brought up to date");
    }
    if (!bad) {
      const std::string mark = "PRAGMA application_id = " + std::to_string(kApplication) +
                               "; PRAGMA user_version = " + std::to_string(kLatest) + "; COMMIT";
      if (execute(mark.c_str())) return std::nullopt;
      bad = wrong("cannot be written to");
    }
    (void)execute("ROLLBACK");
    return bad;
  }

  // Nothing if the database does not work.
  std::optional<Appended> add(const Append& one) {
    const std::int64_t now = now_ms();
    // A table is there before its first line, and changes after every other one.
    const auto table = [&](Statement& with_card) {
      with_card.bind(1, one.table).bind(2, now).bind(3, std::int64_t{one.card->listed});
      with_card.bind(4, static_cast<std::int64_t>(one.card->phase)).bind(5, one.card->text);
      return with_card.run();
    };
    if (one.seq == 0 && one.card && !table(add_table_)) return std::nullopt;
    add_line_.bind(1, one.table).bind(2, static_cast<std::int64_t>(one.seq)).bind(3, now);
    if (!add_line_.bind(4, one.line).run()) return std::nullopt;
    if (sqlite3_changes(get()) == 0) return Appended::kNo;
    if (one.seq == 0) return Appended::kYes;
    const bool done = one.card ? table(show_) : touch_.bind(1, one.table).bind(2, now).run();
    return done ? std::optional(Appended::kYes) : std::nullopt;
  }

  std::string path_;
  Database database_;  // outlives its statements
  Statement begin_, commit_, rollback_, add_table_, add_line_, touch_, show_, log_, list_;
};

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite(const std::string& path) {
  auto store = std::make_unique<SqliteStore>(path);
  if (auto bad = store->open()) return *bad;
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace tidelock::store
