// The only file that knows libpq. Several servers share one database: what two of them do at once
// is sorted out by the locks of rows, which are always taken in the order of names.
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <libpq-fe.h>
#include <map>
#include <numeric>
#include <set>
#include <thread>
#include <utility>

#include "store/now.h"
#include "store/store.h"

namespace tidelock::store {
namespace {

using SteadyClock = std::chrono::steady_clock;

// How long a server that is being started again is waited for, and how often it is tried.
constexpr std::chrono::milliseconds kRestartTime{15000};
constexpr std::chrono::milliseconds kBetweenTries{100};
// The server answers so many before anybody reads: neither side waits for the other.
constexpr std::size_t kAtOnce = 100;
constexpr int kMostClashes = 20;
constexpr int kLinesPerPage = 500;

// Held while a database is brought up to date: "tide", as in a file.
constexpr const char* kLockUpgrade = "SELECT pg_advisory_xact_lock(1953064037)";

// Each brings a database from the version that is its place to the next. What was released is never
// changed.
constexpr std::array kSteps = {
    "CREATE TABLE tidelock.tables ("
    "  id text COLLATE \"C\" PRIMARY KEY,"
    "  listed boolean NOT NULL,"
    "  phase smallint NOT NULL,"
    "  card text NOT NULL,"
    "  changed bigint NOT NULL,"
    "  lines bigint NOT NULL,"
    "  due bigint,"
    "  turn bigint NOT NULL DEFAULT 0,"
    "  holder text NOT NULL DEFAULT '',"
    "  until bigint NOT NULL DEFAULT 0"
    ");"
    "CREATE INDEX tables_shown ON tidelock.tables (changed) WHERE listed AND phase < 2;"
    "CREATE INDEX tables_due ON tidelock.tables (due) WHERE due IS NOT NULL;"
    "CREATE TABLE tidelock.lines ("
    "  table_id text COLLATE \"C\" NOT NULL REFERENCES tidelock.tables (id) ON DELETE CASCADE,"
    "  seq bigint NOT NULL,"
    "  at bigint NOT NULL,"
    "  line text NOT NULL,"
    "  PRIMARY KEY (table_id, seq)"
    ");",
};

constexpr auto kNewest = static_cast<std::int64_t>(kSteps.size());
constexpr const char* kNotOurs = "does not have the tables it should";

struct Named {
  const char* name;
  const char* sql;
};
constexpr std::array kStatements = {
    Named{"begin", "BEGIN"},
    Named{"commit", "COMMIT"},
    Named{"begins",
          "WITH made AS (INSERT INTO tidelock.tables"
          " (id, changed, due, turn, listed, phase, card, lines)"
          " VALUES ($1, $2, $3, $4, $5::int <> 0, $6, $7, 1) ON CONFLICT DO NOTHING RETURNING id)"
          " INSERT INTO tidelock.lines (table_id, seq, at, line)"
          " SELECT id, $8::bigint, $2, $9 FROM made"},
    Named{"goes_on",
          "WITH made AS (UPDATE tidelock.tables SET changed = $2, due = $3, turn = $4,"
          " listed = coalesce($5::int <> 0, listed), phase = coalesce($6, phase),"
          " card = coalesce($7, card), lines = lines + 1 WHERE id = $1 AND lines = $8::bigint"
          " RETURNING id) INSERT INTO tidelock.lines (table_id, seq, at, line)"
          " SELECT id, $8::bigint, $2, $9 FROM made"},
    Named{"same", "SELECT 1 FROM tidelock.lines WHERE table_id = $1 AND seq = $2 AND line = $3"},
    Named{"log", "SELECT line FROM tidelock.lines WHERE table_id = $1 AND seq >= $2 ORDER BY seq"},
    Named{"list",
          "SELECT id, listed::int, phase, card, changed, lines, due, turn"
          " FROM tidelock.tables WHERE listed AND phase < 2"
          " ORDER BY changed DESC, id LIMIT $1"},
    Named{"rows",
          "SELECT id, listed::int, phase, card, changed, lines, due, turn"
          " FROM unnest($1::text[]) WITH ORDINALITY AS wanted (name, place)"
          " JOIN tidelock.tables ON id = name ORDER BY place"},
    Named{"counts",
          "SELECT coalesce(lines, 0) FROM unnest($1::text[]) WITH ORDINALITY AS wanted"
          " (name, place) LEFT JOIN tidelock.tables ON id = name ORDER BY place"},
    Named{"due",
          "SELECT id FROM tidelock.tables WHERE due <= $1 AND (until <= $1 OR until > $3)"
          " ORDER BY due, id LIMIT $2"},
    Named{"lease",
          "WITH free AS MATERIALIZED (SELECT id FROM tidelock.tables WHERE id = ANY ($1::text[])"
          " AND (holder = $2 OR until <= $3 OR until > $5) ORDER BY id FOR UPDATE)"
          " UPDATE tidelock.tables AS t SET holder = $2, until = $4 FROM free WHERE t.id = free.id"
          " RETURNING t.id"},
    Named{"release",
          "WITH mine AS MATERIALIZED (SELECT id FROM tidelock.tables WHERE id = ANY ($1::text[])"
          " AND holder = $2 ORDER BY id FOR UPDATE)"
          " UPDATE tidelock.tables AS t SET until = 0 FROM mine WHERE t.id = mine.id"},
    Named{"erase", "DELETE FROM tidelock.tables WHERE id = $1"},
    Named{"rewrite", "UPDATE tidelock.lines SET line = $3 WHERE table_id = $1 AND seq = $2"},
    Named{"snapshot", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
    Named{"next",
          "SELECT id, listed::int, phase, card, changed, lines, due, turn"
          " FROM tidelock.tables WHERE id > $1 ORDER BY id LIMIT 1"},
    Named{"whole",
          "SELECT seq, at, line FROM tidelock.lines WHERE table_id = $1 AND seq > $2"
          " ORDER BY seq LIMIT $3"},
    Named{"lock", "LOCK TABLE tidelock.tables IN EXCLUSIVE MODE"},
    Named{"any", "SELECT 1 FROM tidelock.tables LIMIT 1"},
    Named{"put",
          "INSERT INTO tidelock.tables (id, listed, phase, card, changed, lines, due, turn)"
          " VALUES ($1, $2::int <> 0, $3, $4, $5, $6, $7, $8)"},
    Named{"put_line",
          "INSERT INTO tidelock.lines (table_id, seq, at, line) VALUES ($1, $2, $3, $4)"},
};

struct CloseConnection {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using Connection = std::unique_ptr<PGconn, CloseConnection>;

class Rows {
 public:
  Rows() = default;
  explicit Rows(PGresult* result) : result_(result) {}
  [[nodiscard]] const PGresult* get() const { return result_.get(); }
  [[nodiscard]] bool ok() const {
    const ExecStatusType status = PQresultStatus(get());
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
  }
  [[nodiscard]] int size() const { return PQntuples(get()); }
  // How many rows a statement changed.
  [[nodiscard]] int changed() const {
    return static_cast<int>(to_number(PQcmdTuples(result_.get())));
  }
  [[nodiscard]] std::string text(int row, int column) const {
    return {PQgetvalue(get(), row, column),
            static_cast<std::size_t>(PQgetlength(get(), row, column))};
  }
  [[nodiscard]] std::int64_t number(int row, int column) const {
    return to_number(PQgetvalue(get(), row, column));
  }
  [[nodiscard]] std::optional<std::int64_t> maybe_number(int row, int column) const {
    if (PQgetisnull(get(), row, column) != 0) return std::nullopt;
    return number(row, column);
  }
  [[nodiscard]] Listed listed(int row) const {
    return {text(row, 0),
            {number(row, 1) != 0, static_cast<Phase>(number(row, 2)), text(row, 3)},
            number(row, 4),
            static_cast<std::uint64_t>(number(row, 5)),
            maybe_number(row, 6),
            static_cast<std::uint32_t>(number(row, 7))};
  }

 private:
  static std::int64_t to_number(std::string_view text) {
    std::int64_t out = 0;
    (void)std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
  }
  std::unique_ptr<PGresult, ClearResult> result_;
};

// A statement by its name, and its values; nothing is NULL.
struct Query {
  const char* name;
  std::vector<std::optional<std::string>> values = {};
};

std::optional<std::string> as_text(std::optional<std::int64_t> number) {
  return number ? std::optional(std::to_string(*number)) : std::nullopt;
}
std::string as_text(std::int64_t number) { return std::to_string(number); }
std::string as_text(std::uint64_t number) { return std::to_string(number); }

// {"one","two"}
std::string as_array(std::span<const std::string> texts) {
  std::string out = "{";
  for (const std::string& text : texts) {
    out += out.size() > 1 ? ",\"" : "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += '"';
  }
  return out + "}";
}

// What came of something: done, or not. Lost: perhaps done, and the connection is gone. Elsewhere:
// not done, since this server may only be read any more, and another connection may lead to one
// that takes it. Clash: not done because of another server, and to be tried again.
enum class Fate : std::uint8_t { kDone, kLost, kElsewhere, kClash, kWrong };

std::string first_line_of(std::string_view message) {
  message = message.substr(0, message.find('\n'));
  return std::string(message);
}

class PostgresStore final : public Store {
 public:
  explicit PostgresStore(std::string address)
      : address_(std::move(address)), shown_(without_password(address_)) {}

  std::optional<Error> open() {
    if (auto bad = reach()) return bad;
    if (auto bad = upgrade()) return bad;
    return prepare() ? std::nullopt : std::optional(wrong(kNotOurs));
  }

  // For `each` alone. There is no older version than the first.
  std::optional<Error> open_to_read() {
    if (auto bad = reach()) return bad;
    const auto there = versioned();
    if (!there) return there.error();
    if (!there.value())
      return error("bad-database",
                   "expected a database of tidelock, found one without its tables: " + shown_);
    const auto version = version_of();
    if (!version) return version.error();
    return prepare() ? std::nullopt : std::optional(wrong(kNotOurs));
  }

  // Connects for the first time.
  std::optional<Error> reach() {
    std::unique_ptr<PQconninfoOption, FreeOptions> options(
        PQconninfoParse(address_.c_str(), nullptr));
    // What libpq says of an address it cannot read repeats it, with its password.
    bool good = options != nullptr;
    for (const PQconninfoOption* one = options.get(); good && one->keyword != nullptr; ++one) {
      const std::string_view value = one->val == nullptr ? "" : one->val;
      if (std::string_view(one->keyword) == "port")
        good = value.find_first_not_of("0123456789,") == std::string_view::npos;
    }
    if (!good)
      return error("bad-database",
                   "expected the address of a database as in postgresql://USER@HOST:PORT/DATABASE, "
                   "with %40 for @, %3A for : and %2F for / in a password");
    if (!connect()) return wrong("cannot be reached");
    const Rows coding(PQexec(get(), "SELECT current_setting('server_encoding')"));
    if (!coding.ok()) return wrong("cannot be read");
    if (coding.text(0, 0) != "UTF8")
      return error("bad-database", "expected a database in UTF8, found " + coding.text(0, 0) +
                                       "; make one with createdb --template=template0 "
                                       "--encoding=UTF8: " +
                                       shown_);
    return std::nullopt;
  }

  Result<std::vector<Appended>> append(std::span<const Append> lines) override {
    // By name, so that two servers do not wait for each other's rows.
    std::vector<std::size_t> order(lines.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return lines[a].table < lines[b].table; });
    std::vector<Query> queries;
    queries.reserve(lines.size());
    for (const std::size_t i : order) queries.push_back(to_add(lines[i]));
    std::vector<Appended> out;
    bool unsure = false;
    const auto bad = persist(unsure, [&] {
      std::vector<Rows> results;
      const Fate fate = in_one(queries, results);
      if (fate != Fate::kDone) return fate;
      out.assign(lines.size(), Appended::kNo);
      for (std::size_t i = 0; i < order.size(); ++i) {
        const Append& one = lines[order[i]];
        const bool begins_bare = one.seq == 0 && !one.card;
        if (results[i].changed() > 0) {
          out[order[i]] = Appended::kYes;
        } else if (unsure && !begins_bare) {
          // The connection was lost before: this line may be the very one that is in the way.
          Rows same;
          const Fate looked = run({"same", {one.table, as_text(one.seq), one.line}}, same);
          if (looked != Fate::kDone) return looked;
          if (same.size() > 0) out[order[i]] = Appended::kYes;
        }
      }
      return Fate::kDone;
    });
    if (bad) return *bad;
    return out;
  }

  using Store::log;
  Result<std::vector<std::string>> log(std::string_view table, std::uint64_t from) override {
    return texts(ask({"log", {std::string(table), as_text(from)}}));
  }

  Result<std::vector<Listed>> list(std::size_t most) override {
    return listed(ask({"list", {as_text(std::uint64_t{most})}}));
  }

  Result<std::vector<Listed>> rows(std::span<const std::string> tables) override {
    return listed(ask({"rows", {as_array(tables)}}));
  }

  Result<std::vector<std::uint64_t>> counts(std::span<const std::string> tables) override {
    const auto found = ask({"counts", {as_array(tables)}});
    if (!found) return found.error();
    std::vector<std::uint64_t> out;
    out.reserve(tables.size());
    for (int i = 0; i < found.value().size(); ++i)
      out.push_back(static_cast<std::uint64_t>(found.value().number(i, 0)));
    return out;
  }
  bool others_wrote() override { return true; }

  Result<std::vector<std::string>> due(std::int64_t now, std::size_t most) override {
    return texts(
        ask({"due", {as_text(now), as_text(std::uint64_t{most}), as_text(now + kLongestLease)}}));
  }

  Result<std::vector<std::string>> lease(std::span<const std::string> tables,
                                         std::string_view holder, std::int64_t now,
                                         std::int64_t until) override {
    const auto held = ask({"lease",
                           {as_array(tables), std::string(holder), as_text(now), as_text(until),
                            as_text(now + kLongestLease)}});
    if (!held) return held.error();
    std::set<std::string, std::less<>> names;
    for (int i = 0; i < held.value().size(); ++i) names.insert(held.value().text(i, 0));
    std::vector<std::string> out;
    for (const std::string& table : tables) {
      if (names.contains(table)) out.push_back(table);
    }
    return out;
  }

  std::optional<Error> release(std::span<const std::string> tables,
                               std::string_view holder) override {
    const auto done = ask({"release", {as_array(tables), std::string(holder)}});
    return done.ok() ? std::nullopt : std::optional(done.error());
  }

  Result<bool> erase(std::string_view table) override {
    const auto done = ask({"erase", {std::string(table)}});
    if (!done) return done.error();
    return done.value().changed() > 0;
  }

  Result<bool> rewrite(std::string_view table, std::uint64_t seq, std::string_view line) override {
    const auto done = ask({"rewrite", {std::string(table), as_text(seq), std::string(line)}});
    if (!done) return done.error();
    return done.value().changed() > 0;
  }

  std::optional<Error> each(
      const std::function<std::optional<Error>(const Whole&)>& visit) override {
    Rows found;
    if (!connect() || run({"snapshot"}, found) != Fate::kDone) return wrong("cannot be read");
    std::optional<Error> bad;
    for (std::string last; !bad;) {
      if (run({"next", {last}}, found) != Fate::kDone) {
        bad = wrong("cannot be read");
      } else if (found.size() == 0) {
        break;
      } else {
        Whole whole;
        whole.row = found.listed(0);
        last = whole.row.table;
        bad = read_lines(whole);
        if (!bad) bad = visit(whole);
      }
    }
    end_transaction();
    return bad;
  }

  std::optional<Error> fill(const std::function<Result<std::optional<Whole>>()>& next) override {
    Rows found;
    if (!connect() || run({"begin"}, found) != Fate::kDone || run({"lock"}, found) != Fate::kDone)
      return wrong("cannot be written to");
    std::optional<Error> bad;
    if (run({"any"}, found) != Fate::kDone) bad = wrong("cannot be read");
    if (!bad && found.size() > 0) bad = not_empty(shown_);
    while (!bad) {
      const auto whole = next();
      if (!whole) {
        bad = whole.error();
      } else if (!whole.value()) {
        if (run({"commit"}, found) != Fate::kDone) bad = wrong("cannot be written to");
        break;
      } else if (put(*whole.value()) != Fate::kDone) {
        bad = wrong("cannot be written to");
      }
    }
    if (bad) end_transaction();
    return bad;
  }

 private:
  [[nodiscard]] PGconn* get() const { return connection_.get(); }
  [[nodiscard]] Error wrong(const std::string& what, bool unsure = false) const {
    return error(unsure ? kUnsure : "bad-database",
                 "the database " + shown_ + " " + what + ": " + why_);
  }
  static Query to_add(const Append& one) {
    // A table that would begin without a card is not there to go on either.
    const bool begins = one.seq == 0 && one.card;
    Query out{begins ? "begins" : "goes_on",
              {one.table, as_text(now_ms()), as_text(one.due), as_text(std::uint64_t{one.turn})}};
    if (one.card) {
      out.values.insert(out.values.end(),
                        {one.card->listed ? "1" : "0",
                         std::to_string(static_cast<int>(one.card->phase)), one.card->text});
    } else {
      out.values.insert(out.values.end(), 3, std::nullopt);
    }
    out.values.insert(out.values.end(), {as_text(one.seq), one.line});
    return out;
  }
  static Result<std::vector<std::string>> texts(const Result<Rows>& found) {
    if (!found) return found.error();
    std::vector<std::string> out;
    out.reserve(static_cast<std::size_t>(found.value().size()));
    for (int i = 0; i < found.value().size(); ++i) out.push_back(found.value().text(i, 0));
    return out;
  }
  static Result<std::vector<Listed>> listed(const Result<Rows>& found) {
    if (!found) return found.error();
    std::vector<Listed> out;
    out.reserve(static_cast<std::size_t>(found.value().size()));
    for (int i = 0; i < found.value().size(); ++i) out.push_back(found.value().listed(i));
    return out;
  }

  // --- one connection ---

  bool connect() {
    if (connection_ != nullptr && PQstatus(get()) == CONNECTION_OK) return true;
    // What stands before the address may be said otherwise there. A line that breaks without a word
    // is noticed after some seconds.
    constexpr std::array kKeys = {
        "connect_timeout",  "keepalives_idle",           "keepalives_interval",
        "keepalives_count", "tcp_user_timeout",          "dbname",
        "client_encoding",  "fallback_application_name", static_cast<const char*>(nullptr)};
    const std::array values = {"5",    "10",       "5",
                               "3",    "15000",    address_.c_str(),
                               "UTF8", "tidelock", static_cast<const char*>(nullptr)};
    const bool again = connection_ != nullptr || reconnecting_;
    connection_.reset(PQconnectdbParams(kKeys.data(), values.data(), 1));
    (void)PQsetNoticeProcessor(
        get(), [](void*, const char*) {}, nullptr);
    if (PQstatus(get()) != CONNECTION_OK) {
      why_ = first_line_of(PQerrorMessage(get()));
      connection_.reset();
      return false;
    }
    // A commit is on the disk when it is said to be, whatever the database is set to.
    const Rows durable(PQexec(get(),
                              "SELECT set_config('synchronous_commit', 'on', false)"
                              " WHERE current_setting('synchronous_commit') = 'off'"));
    const bool ready = durable.ok() && (!again || prepare());
    reconnecting_ = true;
    if (!ready) connection_.reset();
    return ready;
  }

  bool prepare() {
    for (const Named& one : kStatements) {
      const Rows made(PQprepare(get(), one.name, one.sql, 0, nullptr));
      if (!made.ok()) {
        why_ = first_line_of(PQerrorMessage(get()));
        return false;
      }
    }
    return true;
  }

  Fate fate_of(const Rows& result) {
    if (result.ok()) return Fate::kDone;
    why_ = first_line_of(PQerrorMessage(get()));
    const char* found = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
    const std::string_view state = found == nullptr ? "" : found;
    // Shut down, crashed, or not up yet; deadlock, or not serializable.
    if (PQstatus(get()) != CONNECTION_OK || state.starts_with("57P") || state.starts_with("08")) {
      connection_.reset();
      return Fate::kLost;
    }
    // After a failover the old connection may last, to a server that is nobody's first any more.
    if (state == "25006") {
      connection_.reset();
      return Fate::kElsewhere;
    }
    return state == "40P01" || state == "40001" ? Fate::kClash : Fate::kWrong;
  }

  struct Values {
    explicit Values(const Query& query) {
      for (const auto& value : query.values) at.push_back(value ? value->c_str() : nullptr);
    }
    [[nodiscard]] int size() const { return static_cast<int>(at.size()); }
    std::vector<const char*> at;
  };

  Fate run(const Query& query, Rows& out) {
    if (connection_ == nullptr) return Fate::kLost;
    const Values values(query);
    out = Rows(
        PQexecPrepared(get(), query.name, values.size(), values.at.data(), nullptr, nullptr, 0));
    return fate_of(out);
  }

  void end_transaction() {
    if (connection_ == nullptr) return;
    const Rows ended(PQexec(get(), "ROLLBACK"));
    if (!ended.ok()) connection_.reset();
  }

  // All in one transaction, and few journeys: one for a hundred.
  Fate in_one(std::span<const Query> queries, std::vector<Rows>& results) {
    std::vector<Query> all{{"begin"}};
    all.insert(all.end(), queries.begin(), queries.end());
    all.push_back({"commit"});
    results.clear();
    for (std::size_t from = 0; from < all.size(); from += kAtOnce) {
      const Fate fate =
          pipeline(std::span(all).subspan(from, std::min(kAtOnce, all.size() - from)), results);
      if (fate == Fate::kDone) continue;
      end_transaction();
      return fate;
    }
    results.erase(results.begin());
    results.pop_back();
    return Fate::kDone;
  }

  Fate pipeline(std::span<const Query> queries, std::vector<Rows>& results) {
    if (PQenterPipelineMode(get()) == 0) return lost();
    for (const Query& query : queries) {
      const Values values(query);
      if (PQsendQueryPrepared(get(), query.name, values.size(), values.at.data(), nullptr, nullptr,
                              0) == 0)
        return lost();
    }
    if (PQpipelineSync(get()) == 0) return lost();
    // For each the result and the end of it; at last the end of all.
    Fate out = Fate::kDone;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      Rows result(PQgetResult(get()));
      if (result.get() == nullptr) return lost();
      if (out == Fate::kDone) {
        out = fate_of(result);
        if (connection_ == nullptr) return out;
      }
      results.push_back(std::move(result));
      const Rows end(PQgetResult(get()));
      if (end.get() != nullptr) return lost();
    }
    const Rows synced(PQgetResult(get()));
    if (PQresultStatus(synced.get()) != PGRES_PIPELINE_SYNC || PQexitPipelineMode(get()) == 0)
      return lost();
    return out;
  }

  Fate lost() {
    why_ = first_line_of(PQerrorMessage(get()));
    connection_.reset();
    return Fate::kLost;
  }

  // --- and another when it is lost ---

  // Does `work` until something came of it. `unsure`: it may have been done already, and from then
  // on no error means that it was not.
  template <class Work>
  std::optional<Error> persist(bool& unsure, const Work& work) {
    // Who has waited in vain does not wait again until it is back.
    const auto end = SteadyClock::now() + (away_ ? std::chrono::milliseconds{0} : kRestartTime);
    for (int clashes = 0;;) {
      if (connect()) {
        const Fate fate = work();
        if (fate == Fate::kLost) unsure = true;
        away_ = away_ && connection_ == nullptr;
        if (fate == Fate::kDone) return std::nullopt;
        if (fate == Fate::kWrong || (fate == Fate::kClash && ++clashes > kMostClashes))
          return wrong("cannot be used", unsure);
        if (fate == Fate::kClash) continue;
      }
      if (SteadyClock::now() >= end) {
        away_ = true;
        return wrong("cannot be reached", unsure);
      }
      std::this_thread::sleep_for(kBetweenTries);
    }
  }

  // One statement, which may be run twice.
  Result<Rows> ask(const Query& query) {
    Rows out;
    bool unsure = false;
    if (auto bad = persist(unsure, [&] { return run(query, out); })) {
      bad->code = "bad-database";
      return *bad;
    }
    return out;
  }

  // --- all of it ---

  std::optional<Error> read_lines(Whole& whole) {
    std::int64_t last = -1;
    while (true) {
      Rows found;
      const Query page{"whole", {whole.row.table, as_text(last), std::to_string(kLinesPerPage)}};
      if (run(page, found) != Fate::kDone) return wrong("cannot be read");
      for (int i = 0; i < found.size(); ++i) {
        last = found.number(i, 0);
        whole.lines.push_back(
            {static_cast<std::uint64_t>(last), found.number(i, 1), found.text(i, 2)});
      }
      if (found.size() < kLinesPerPage) return std::nullopt;
    }
  }

  Fate put(const Whole& whole) {
    const Listed& row = whole.row;
    std::vector<Query> queries{
        {"put",
         {row.table, row.card.listed ? "1" : "0", std::to_string(static_cast<int>(row.card.phase)),
          row.card.text, as_text(row.changed), as_text(row.lines), as_text(row.due),
          as_text(std::uint64_t{row.turn})}}};
    for (const Line& line : whole.lines)
      queries.push_back({"put_line", {row.table, as_text(line.seq), as_text(line.at), line.line}});
    std::vector<Rows> results;
    for (std::size_t from = 0; from < queries.size(); from += kAtOnce) {
      const std::size_t n = std::min(kAtOnce, queries.size() - from);
      const Fate fate = pipeline(std::span(queries).subspan(from, n), results);
      if (fate != Fate::kDone) return fate;
    }
    return Fate::kDone;
  }

  bool execute(const char* sql) {
    const Rows done(PQexec(get(), sql));
    if (!done.ok()) why_ = first_line_of(PQerrorMessage(get()));
    return done.ok();
  }

  std::optional<Error> upgrade() {
    if (!execute("BEGIN") || !execute(kLockUpgrade)) return wrong("cannot be written to");
    auto bad = steps_to_newest();
    if (!bad && !execute("COMMIT")) bad = wrong("cannot be brought up to date");
    if (bad) end_transaction();
    return bad;
  }

  // Whether the database says of which version it is.
  Result<bool> versioned() {
    const Rows found(PQexec(get(),
                            "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON"
                            " n.oid = c.relnamespace WHERE n.nspname = 'tidelock' AND"
                            " c.relname = 'version'"));
    if (!found.ok()) return wrong("cannot be read");
    return found.number(0, 0) > 0;
  }

  Result<std::int64_t> version_of() {
    const Rows kept(PQexec(get(), "SELECT version FROM tidelock.version"));
    if (!kept.ok() || kept.size() != 1) return wrong("cannot be read");
    const std::int64_t version = kept.number(0, 0);
    if (version > kNewest)
      return error("bad-database", "the database " + shown_ +
                                       " was written by a later version of tidelock (its version " +
                                       std::to_string(version) + ", expected at most " +
                                       std::to_string(kNewest) + ")");
    return version;
  }

  std::optional<Error> steps_to_newest() {
    const auto there = versioned();
    if (!there) return there.error();
    if (!there.value()) {
      const bool made = execute("CREATE SCHEMA IF NOT EXISTS tidelock") &&
                        execute("CREATE TABLE tidelock.version (version bigint NOT NULL)") &&
                        execute("INSERT INTO tidelock.version VALUES (0)");
      if (!made) return wrong("cannot be filled; its user must be allowed to create a schema");
    }
    const auto version = version_of();
    if (!version) return version.error();
    for (std::int64_t next = version.value(); next < kNewest; ++next) {
      if (!execute(kSteps[static_cast<std::size_t>(next)]))
        return wrong("cannot be brought up to date");
    }
    if (!execute(("UPDATE tidelock.version SET version = " + std::to_string(kNewest)).c_str()))
      return wrong("cannot be written to");
    return std::nullopt;
  }

  std::string address_;
  std::string shown_;  // the address as it may be said
  std::string why_;    // the last thing that went wrong
  Connection connection_;
  bool reconnecting_ = false;  // the database is known to be ours
  bool away_ = false;          // it was waited for in vain
};

}  // namespace

Result<std::unique_ptr<Store>> open_postgres(const std::string& address) {
  auto store = std::make_unique<PostgresStore>(address);
  if (auto bad = store->open()) return *bad;
  return std::unique_ptr<Store>(std::move(store));
}

Result<std::unique_ptr<StoreReader>> read_postgres(const std::string& address) {
  auto store = std::make_unique<PostgresStore>(address);
  if (auto bad = store->open_to_read()) return *bad;
  return std::unique_ptr<StoreReader>(std::move(store));
}

}  // namespace tidelock::store
