// Where tables are kept. A table is a log: lines in order, the first of which says how it began. A
// line is added at the place its writer expects to be the next, so two writers cannot both add
// one; what has been added is on disk. The store reads no line: what they say is the table's
// business. Documented in docs/server.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace tidelock::store {

enum class Phase : std::uint8_t { kGathering, kPlaying, kOver };

// What a list of tables shows without reading their logs.
struct Card {
  bool listed = false;  // for everybody to see
  Phase phase = Phase::kGathering;
  std::string text;  // as the table wrote it
  friend bool operator==(const Card&, const Card&) = default;
};

struct Append {
  std::string table;
  std::uint64_t seq = 0;  // the place of the line, counted from 0: how many there are already
  std::string line;
  std::optional<Card> card = {};  // the first line brings one, later ones when it changes
  // As it is from this line on, until the next one says otherwise.
  std::optional<std::int64_t> due = {};  // when the table wants to act by itself
  std::uint32_t turn = 0;                // the seats that are asked, a bit for each
};

// A line that was not added changed nothing: there is another at its place, or one before it is
// missing.
enum class Appended : std::uint8_t { kYes, kNo };

struct Listed {
  std::string table;
  Card card;
  std::int64_t changed = 0;
  std::uint64_t lines = 0;  // how many its log has
  std::optional<std::int64_t> due = {};
  std::uint32_t turn = 0;
  friend bool operator==(const Listed&, const Listed&) = default;
};

// A table with all of its log, as a backup has it.
struct Line {
  std::uint64_t seq = 0;
  std::int64_t at = 0;  // when it was added
  std::string line;
  friend bool operator==(const Line&, const Line&) = default;
};
struct Whole {
  Listed row;
  std::vector<Line> lines;
  friend bool operator==(const Whole&, const Whole&) = default;
};

// No lease is taken for longer, in milliseconds. One that seems to last longer was taken while a
// clock was fast, by a server that died before it was put right: it has run out.
inline constexpr std::int64_t kLongestLease = 120'000;

// The code of an error after which it is not known whether lines were added.
inline constexpr const char* kUnsure = "unsure";

// What is kept, to be read as it is.
class StoreReader {
 public:
  StoreReader() = default;
  StoreReader(const StoreReader&) = delete;
  StoreReader& operator=(const StoreReader&) = delete;
  virtual ~StoreReader() = default;

  // Everything as it is at one moment, one table after the other, by name; an error of `visit` ends
  // it. Others go on meanwhile.
  virtual std::optional<Error> each(
      const std::function<std::optional<Error>(const Whole&)>& visit) = 0;
};

// For one thread at a time. Times are in milliseconds since 1970. An error says what is wrong with
// the place where things are kept.
class Store : public StoreReader {
 public:
  // Whether it may take long: it has a disk, or a network.
  [[nodiscard]] virtual bool waits() const { return true; }

  // Each for itself, in order, and all on disk when it returns: one flush for many. After an error
  // none of them is there, but for one with the code kUnsure.
  virtual Result<std::vector<Appended>> append(std::span<const Append> lines) = 0;
  // The lines of a table from a place on; none if there is no such table.
  virtual Result<std::vector<std::string>> log(std::string_view table, std::uint64_t from) = 0;
  Result<std::vector<std::string>> log(std::string_view table) { return log(table, 0); }
  // Listed tables that are not over, those first that changed last.
  virtual Result<std::vector<Listed>> list(std::size_t most) = 0;
  // Those of the given tables that there are, listed or not, in the order they were asked for.
  virtual Result<std::vector<Listed>> rows(std::span<const std::string> tables) = 0;

  // How many lines each of them has.
  virtual Result<std::vector<std::uint64_t>> counts(std::span<const std::string> tables) = 0;
  // Whether somebody else may have written since this was asked last.
  virtual bool others_wrote() = 0;

  // Tables whose time has come and that nobody holds, those first that have waited longest.
  virtual Result<std::vector<std::string>> due(std::int64_t now, std::size_t most) = 0;
  // Takes or renews the lease of each table, for kLongestLease at most, unless another holds it and
  // its time has not run out; the names of those that are held now. It is for who may act by
  // itself, and not for who may append: that everybody may.
  virtual Result<std::vector<std::string>> lease(std::span<const std::string> tables,
                                                 std::string_view holder, std::int64_t now,
                                                 std::int64_t until) = 0;
  // Gives back those that the holder has.
  virtual std::optional<Error> release(std::span<const std::string> tables,
                                       std::string_view holder) = 0;

  // Forgets a table and its log; whether there was one.
  virtual Result<bool> erase(std::string_view table) = 0;
  // Puts another line in the place of one; whether there was one. Nobody who has read the log hears
  // of it.
  virtual Result<bool> rewrite(std::string_view table, std::uint64_t seq,
                               std::string_view line) = 0;

  // Fills a database that holds nothing with what `next` gives until it gives nothing: all of it,
  // or after an error nothing.
  virtual std::optional<Error> fill(const std::function<Result<std::optional<Whole>>()>& next) = 0;
};

// Gone when it ends.
[[nodiscard]] std::unique_ptr<Store> in_memory();
// A file, made where there is none; one of an older version is brought up to date.
[[nodiscard]] Result<std::unique_ptr<Store>> open_sqlite(const std::string& path);
// A database of PostgreSQL, which several servers may share: postgresql://USER@HOST/DATABASE. One
// that is started again is waited for.
[[nodiscard]] Result<std::unique_ptr<Store>> open_postgres(const std::string& address);
// By what it looks like: memory, an address of PostgreSQL, or a file.
[[nodiscard]] Result<std::unique_ptr<Store>> open(const std::string& database);

// The same as they are, also of an older version: nothing is made and nothing brought up to date.
[[nodiscard]] Result<std::unique_ptr<StoreReader>> read_sqlite(const std::string& path);
[[nodiscard]] Result<std::unique_ptr<StoreReader>> read_postgres(const std::string& address);
[[nodiscard]] Result<std::unique_ptr<StoreReader>> read(const std::string& database);

// An address as it may be shown and written down.
[[nodiscard]] std::string without_password(std::string_view address);
// What is said to whoever wants to fill a database that holds something.
[[nodiscard]] inline Error not_empty(const std::string& name) {
  return error("not-empty", "expected a database that holds nothing, found tables in " + name);
}

}  // namespace tidelock::store
