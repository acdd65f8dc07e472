#include <algorithm>
#include <array>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <sqlite3.h>
#include <unistd.h>
#include <utility>

#include "store/now.h"
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

    "ALTER TABLE tables ADD COLUMN lines INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN due INTEGER;"
    "ALTER TABLE tables ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN holder TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN until INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET lines = (SELECT count(*) FROM lines WHERE table_id = id);"
    "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;",
};

constexpr auto kLatest = static_cast<std::int64_t>(kMigrations.size());
constexpr const char* kNoTables = "does not have the tables it should have";

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
  Statement& bind(int place, std::optional<std::int64_t> number) {
    if (number) return bind(place, *number);
    (void)sqlite3_bind_null(get(), place);
    return *this;
  }
  Statement& bind_nothing(int place) { return bind(place, std::optional<std::int64_t>()); }

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
  [[nodiscard]] std::optional<std::int64_t> maybe_number(int column) const {
    if (sqlite3_column_type(get(), column) == SQLITE_NULL) return std::nullopt;
    return number(column);
  }

 private:
  [[nodiscard]] sqlite3_stmt* get() const { return statement_.get(); }
  std::unique_ptr<sqlite3_stmt, EndStatement> statement_;
};

class SqliteStore final : public Store {
 public:
  explicit SqliteStore(std::string path) : path_(std::move(path)) {}

  std::optional<Error> open() {
    make_private();
    if (auto bad = connect(SQLITE_OPEN_CREATE)) return bad;
    if (auto bad = migrate()) return bad;
    // Readers and the writer do not wait for each other; each transaction is flushed to the disk;
    // what is erased is overwritten.
    if (!execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                 "PRAGMA secure_delete = ON"))
      return wrong("cannot be written to");
    const bool ready =
        add_table_.prepare(get(),
                           "INSERT INTO tables (id, changed, due, turn, listed, phase, card, lines)"
                           " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1) ON CONFLICT DO NOTHING") &&
        touch_.prepare(
            get(),
            "UPDATE tables SET changed = ?2, due = ?3, turn = ?4,"
            " listed = coalesce(?5, listed), phase = coalesce(?6, phase),"
            " card = coalesce(?7, card), lines = lines + 1 WHERE id = ?1 AND lines = ?8") &&
        add_line_.prepare(get(),
                          "INSERT INTO lines (table_id, seq, at, line) VALUES (?1, ?2, ?3, ?4)") &&
        log_.prepare(get(),
                     "SELECT line FROM lines WHERE table_id = ?1 AND seq >= ?2 ORDER BY seq") &&
        list_.prepare(get(),
                      "SELECT id, listed, phase, card, changed, lines, due, turn FROM tables"
                      " WHERE listed AND phase < 2 ORDER BY changed DESC, id LIMIT ?1") &&
        row_.prepare(get(),
                     "SELECT id, listed, phase, card, changed, lines, due, turn FROM tables"
                     " WHERE id = ?1") &&
        count_.prepare(get(), "SELECT lines FROM tables WHERE id = ?1") &&
        due_.prepare(get(),
                     "SELECT id FROM tables WHERE due <= ?1 AND (until <= ?1 OR until > ?3)"
                     " ORDER BY due, id LIMIT ?2") &&
        lease_.prepare(get(),
                       "UPDATE tables SET holder = ?2, until = ?4"
                       " WHERE id = ?1 AND (holder = ?2 OR until <= ?3 OR until > ?5)") &&
        release_.prepare(get(), "UPDATE tables SET until = 0 WHERE id = ?1 AND holder = ?2") &&
        erase_lines_.prepare(get(), "DELETE FROM lines WHERE table_id = ?1") &&
        erase_table_.prepare(get(), "DELETE FROM tables WHERE id = ?1") &&
        rewrite_.prepare(get(), "UPDATE lines SET line = ?3 WHERE table_id = ?1 AND seq = ?2") &&
        prepare_each(kLatest) &&
        put_.prepare(get(),
                     "INSERT INTO tables (id, listed, phase, card, changed, lines, due, turn)"
                     " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)") &&
        begin_.prepare(get(), "BEGIN IMMEDIATE") && commit_.prepare(get(), "COMMIT");
    if (!ready) return wrong(kNoTables);
    return std::nullopt;
  }

  // For `each` alone.
  std::optional<Error> open_to_read() {
    if (auto bad = connect(0)) return bad;
    const auto version = version_of();
    if (!version) return version.error();
    if (version.value() == 0)
      return error("bad-database", "expected a database of tidelock, found an empty one: " + path_);
    return prepare_each(version.value()) ? std::nullopt : std::optional(wrong(kNoTables));
  }

  Result<std::vector<Appended>> append(std::span<const Append> lines) override {
    std::vector<Appended> out;
    const auto bad = in_one([&] {
      for (const Append& one : lines) {
        const auto added = add(one);
        if (!added) return false;
        out.push_back(*added);
      }
      return true;
    });
    if (bad) return *bad;
    return out;
  }

  using Store::log;
  Result<std::vector<std::string>> log(std::string_view table, std::uint64_t from) override {
    std::vector<std::string> out;
    log_.bind(1, table).bind(2, static_cast<std::int64_t>(from));
    if (!log_.run([&](const Statement& row) { out.push_back(row.text(0)); }))
      return wrong("cannot be read");
    return out;
  }

  Result<std::vector<Listed>> list(std::size_t most) override {
    std::vector<Listed> out;
    list_.bind(1, static_cast<std::int64_t>(most));
    if (!list_.run([&](const Statement& row) { out.push_back(listed(row)); }))
      return wrong("cannot be read");
    return out;
  }

  Result<std::vector<Listed>> rows(std::span<const std::string> tables) override {
    std::vector<Listed> out;
    for (const std::string& table : tables) {
      row_.bind(1, table);
      if (!row_.run([&](const Statement& row) { out.push_back(listed(row)); }))
        return wrong("cannot be read");
    }
    return out;
  }

  Result<std::vector<std::uint64_t>> counts(std::span<const std::string> tables) override {
    std::vector<std::uint64_t> out;
    for (const std::string& table : tables) {
      out.push_back(0);
      const auto found = [&](const Statement& row) {
        out.back() = static_cast<std::uint64_t>(row.number(0));
      };
      if (!count_.bind(1, table).run(found)) return wrong("cannot be read");
    }
    return out;
  }

  // SQLite counts what other connections did.
  bool others_wrote() override {
    const std::int64_t version = pragma("PRAGMA data_version", 0);
    return std::exchange(seen_version_, version) != version;
  }

  Result<std::vector<std::string>> due(std::int64_t now, std::size_t most) override {
    begin_log_again();  // this is asked again and again
    std::vector<std::string> out;
    due_.bind(1, now).bind(2, static_cast<std::int64_t>(most)).bind(3, now + kLongestLease);
    if (!due_.run([&](const Statement& row) { out.push_back(row.text(0)); }))
      return wrong("cannot be read");
    return out;
  }

  Result<std::vector<std::string>> lease(std::span<const std::string> tables,
                                         std::string_view holder, std::int64_t now,
                                         std::int64_t until) override {
    std::vector<std::string> out;
    const auto bad = in_one([&] {
      for (const std::string& table : tables) {
        lease_.bind(1, table).bind(2, holder).bind(3, now).bind(4, until);
        if (!lease_.bind(5, now + kLongestLease).run()) return false;
        if (sqlite3_changes(get()) > 0) out.push_back(table);
      }
      return true;
    });
    if (bad) return *bad;
    return out;
  }

  std::optional<Error> release(std::span<const std::string> tables,
                               std::string_view holder) override {
    return in_one([&] {
      return std::all_of(tables.begin(), tables.end(), [&](const std::string& table) {
        return release_.bind(1, table).bind(2, holder).run();
      });
    });
  }

  Result<bool> erase(std::string_view table) override {
    bool there = false;
    const auto bad = in_one([&] {
      if (!erase_lines_.bind(1, table).run() || !erase_table_.bind(1, table).run()) return false;
      there = sqlite3_changes(get()) > 0;
      return true;
    });
    if (bad) return *bad;
    erased_ = true;
    begin_log_again();
    return there;
  }

  Result<bool> rewrite(std::string_view table, std::uint64_t seq, std::string_view line) override {
    bool there = false;
    const auto bad = in_one([&] {
      rewrite_.bind(1, table).bind(2, static_cast<std::int64_t>(seq)).bind(3, line);
      if (!rewrite_.run()) return false;
      there = sqlite3_changes(get()) > 0;
      return true;
    });
    if (bad) return *bad;
    return there;
  }

  std::optional<Error> each(
      const std::function<std::optional<Error>(const Whole&)>& visit) override {
    if (!read_.run()) return wrong("cannot be read");
    std::optional<Error> bad;
    std::string last;
    for (bool more = true; more && !bad;) {
      Whole whole;
      more = false;
      const auto found = [&](const Statement& row) {
        whole.row = listed(row);
        more = true;
      };
      const auto line = [&](const Statement& row) {
        whole.lines.push_back(
            {static_cast<std::uint64_t>(row.number(0)), row.number(1), row.text(2)});
      };
      if (!next_.bind(1, last).run(found) || (more && !whole_.bind(1, whole.row.table).run(line))) {
        bad = wrong("cannot be read");
      } else if (more) {
        last = whole.row.table;
        bad = visit(whole);
      }
    }
    (void)rollback_.run();
    return bad;
  }

  std::optional<Error> fill(const std::function<Result<std::optional<Whole>>()>& next) override {
    std::optional<Error> refused;
    const auto bad = in_one([&] {
      bool any = false;
      if (!next_.bind(1, "").run([&](const Statement&) { any = true; })) return false;
      if (any) refused = not_empty(path_);
      while (!refused) {
        const auto whole = next();
        if (!whole) {
          refused = whole.error();
        } else if (!whole.value()) {
          return true;
        } else if (!put(*whole.value())) {
          return false;
        }
      }
      return false;
    });
    return refused ? refused : bad;
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

  // It holds hands that others must not see, and digests of passwords: a new file is for its owner
  // alone, and what SQLite puts beside it has the same permissions. One that is there is not
  // opened here: to close it would give up locks that this process has on it.
  void make_private() const {
    const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) (void)::close(file);
  }

  std::int64_t pragma(const char* sql, std::int64_t otherwise) {
    Statement ask;
    std::int64_t out = otherwise;
    if (!ask.prepare(get(), sql) || !ask.run([&](const Statement& row) { out = row.number(0); }))
      return otherwise;
    return out;
  }

  std::optional<Error> connect(int more) {
    // SQLite says the same of both, and not what to do.
    std::error_code ignored;
    const std::filesystem::path file(path_);
    if (std::filesystem::is_directory(file, ignored))
      return error("bad-database", "expected a file for the database, found the folder " + path_);
    if (const auto folder = file.parent_path();
        !folder.empty() && !std::filesystem::is_directory(folder, ignored))
      return error("bad-database",
                   "the database " + path_ + " has no folder; make " + folder.string() + " first");
    sqlite3* made = nullptr;
    const int code = sqlite3_open_v2(path_.c_str(), &made,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | more, nullptr);
    database_.reset(made);
    if (code != SQLITE_OK) return wrong("cannot be opened");
    (void)sqlite3_busy_timeout(get(), static_cast<int>(kPatience.count()));
    return std::nullopt;
  }

  // What a backup needs, of a file of this version. The first had no columns for what follows from
  // the log.
  bool prepare_each(std::int64_t version) {
    const char* next = version == 1 ? "SELECT id, listed, phase, card, changed,"
                                      " (SELECT count(*) FROM lines WHERE table_id = id), NULL, 0"
                                      " FROM tables WHERE id > ?1 ORDER BY id LIMIT 1"
                                    : "SELECT id, listed, phase, card, changed, lines, due, turn"
                                      " FROM tables WHERE id > ?1 ORDER BY id LIMIT 1";
    return next_.prepare(get(), next) &&
           whole_.prepare(get(),
                          "SELECT seq, at, line FROM lines WHERE table_id = ?1 ORDER BY seq") &&
           read_.prepare(get(), "BEGIN") && rollback_.prepare(get(), "ROLLBACK");
  }

  // Of a file that is ours, or holds nothing: 0.
  Result<std::int64_t> version_of() {
    constexpr std::int64_t kUnreadable = -1;
    const std::int64_t owner = pragma("PRAGMA application_id", kUnreadable);
    const std::int64_t version = pragma("PRAGMA user_version", kUnreadable);
    const std::int64_t things = pragma("SELECT count(*) FROM sqlite_schema", kUnreadable);
    if (things > 0 && owner != kApplication)
      return error("bad-database", "expected a database of tidelock, found another one: " + path_);
    if (version > kLatest)
      return error("bad-database", "the database " + path_ +
                                       " was written by a later version of tidelock (its version " +
                                       std::to_string(version) + ", expected at most " +
                                       std::to_string(kLatest) + ")");
    if (owner == kUnreadable || version == kUnreadable || things == kUnreadable)
      return wrong("cannot be read");
    return version;
  }

  std::optional<Error> migrate() {
    if (!execute("BEGIN IMMEDIATE")) return wrong("cannot be written to");
    const auto found = version_of();
    std::optional<Error> bad;
    if (!found) bad = found.error();
    for (std::int64_t version = found ? found.value() : kLatest; !bad && version < kLatest;
         ++version) {
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

  // What was erased stands in the write-ahead log until that begins again, which it cannot while
  // somebody reads what was there before. A backup may do so for long, and nobody waits for that:
  // it is tried again.
  void begin_log_again() {
    if (!erased_) return;
    (void)sqlite3_busy_timeout(get(), 0);
    erased_ = pragma("PRAGMA wal_checkpoint(TRUNCATE)", 1) != 0;
    (void)sqlite3_busy_timeout(get(), static_cast<int>(kPatience.count()));
  }

  // All that `work` does in one transaction, flushed to the disk, or nothing of it.
  template <class Work>
  std::optional<Error> in_one(const Work& work) {
    if (!begin_.run()) return wrong("cannot be written to");
    const bool worked = work();
    if (worked && commit_.run()) return std::nullopt;
    Error why = wrong("cannot be written to");
    const int code = sqlite3_extended_errcode(get());
    (void)rollback_.run();  // SQLite may have done so itself
    // What was written but not flushed may be there when the file is opened again. Where writing
    // itself failed, as on a disk that is full, the mark at the end of it is not there.
    const bool written = (code & 0xFF) == SQLITE_IOERR && code != SQLITE_IOERR_WRITE;
    if (worked && (written || sqlite3_get_autocommit(get()) == 0)) why.code = kUnsure;
    return why;
  }

  static Listed listed(const Statement& row) {
    return {
        row.text(0),         {row.number(1) != 0, static_cast<Phase>(row.number(2)), row.text(3)},
        row.number(4),       static_cast<std::uint64_t>(row.number(5)),
        row.maybe_number(6), static_cast<std::uint32_t>(row.number(7))};
  }

  bool put(const Whole& whole) {
    const Listed& row = whole.row;
    put_.bind(1, row.table).bind(2, std::int64_t{row.card.listed});
    put_.bind(3, static_cast<std::int64_t>(row.card.phase)).bind(4, row.card.text);
    put_.bind(5, row.changed).bind(6, static_cast<std::int64_t>(row.lines)).bind(7, row.due);
    if (!put_.bind(8, std::int64_t{row.turn}).run()) return false;
    return std::all_of(whole.lines.begin(), whole.lines.end(), [&](const Line& one) {
      add_line_.bind(1, row.table).bind(2, static_cast<std::int64_t>(one.seq));
      return add_line_.bind(3, one.at).bind(4, one.line).run();
    });
  }

  // Nothing if the database does not work.
  std::optional<Appended> add(const Append& one) {
    if (one.seq == 0 && !one.card) return Appended::kNo;
    const std::int64_t now = now_ms();
    const auto seq = static_cast<std::int64_t>(one.seq);
    // The row of the table says how many lines there are, and changes with every one.
    Statement& row = one.seq == 0 ? add_table_ : touch_;
    row.bind(1, one.table).bind(2, now).bind(3, one.due).bind(4, std::int64_t{one.turn});
    if (one.card) {
      row.bind(5, std::int64_t{one.card->listed})
          .bind(6, static_cast<std::int64_t>(one.card->phase));
      row.bind(7, one.card->text);
    } else {
      row.bind_nothing(5).bind_nothing(6).bind_nothing(7);
    }
    if (one.seq > 0) row.bind(8, seq);
    if (!row.run()) return std::nullopt;
    if (sqlite3_changes(get()) == 0) return Appended::kNo;
    if (!add_line_.bind(1, one.table).bind(2, seq).bind(3, now).bind(4, one.line).run())
      return std::nullopt;
    return Appended::kYes;
  }

  std::string path_;
  Database database_;  // outlives its statements
  std::int64_t seen_version_ = 0;
  bool erased_ = false;  // and it may still stand in the write-ahead log
  Statement begin_, commit_, rollback_, add_table_, add_line_, touch_, log_, list_, row_, count_,
      due_;
  Statement next_, whole_, put_, read_, lease_, release_, erase_lines_, erase_table_, rewrite_;
};

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite(const std::string& path) {
  auto store = std::make_unique<SqliteStore>(path);
  if (auto bad = store->open()) return *bad;
  return std::unique_ptr<Store>(std::move(store));
}

Result<std::unique_ptr<StoreReader>> read_sqlite(const std::string& path) {
  auto store = std::make_unique<SqliteStore>(path);
  if (auto bad = store->open_to_read()) return *bad;
  return std::unique_ptr<StoreReader>(std::move(store));
}

}  // namespace tidelock::store
