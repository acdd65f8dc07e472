#include "store/backup.h"

#include <limits>
#include <string>
#include <utility>

#include "core/json.h"
#include "store/now.h"

namespace tidelock::store {
namespace {

constexpr std::string_view kBackupFormat = "tidelock-backup/1";
constexpr std::int64_t kMostNumber = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kLongestText = kMaxJsonBytes;
constexpr std::int64_t kMostLinesOfOne = 1'000'000;

// A file, one object of JSON after the other.
class BackupReader {
 public:
  explicit BackupReader(std::istream& in) : in_(in) {}

  std::optional<Error> open() {
    auto first = next();
    if (!first) return error("bad-backup", "expected a backup of tidelock", "line 1");
    const JsonIn head(first.value(), trouble_);
    if (!head.is_object() || head["format"].text() != kBackupFormat)
      return error("bad-backup",
                   "expected a backup of tidelock (" + std::string(kBackupFormat) + ")", "line 1");
    return std::nullopt;
  }

  // The next table; nothing at the end.
  Result<std::optional<Whole>> table() {
    auto read = next();
    if (!read) return read.error();
    const Json head = std::move(read).value();
    const JsonIn in(head, trouble_);
    if (in.is_object() && in.maybe("end").exists()) return finish(in);
    Whole out;
    out.row.table = in["table"].text();
    out.row.card.listed = in["listed"].boolean();
    out.row.card.phase = static_cast<Phase>(in["phase"].integer(0, 2));
    out.row.card.text = in["card"].text(kLongestText);
    out.row.changed = in["changed"].integer(0, kMostNumber);
    out.row.lines = static_cast<std::uint64_t>(in["lines"].integer(0, kMostLinesOfOne));
    if (in.maybe("due").exists()) out.row.due = in["due"].integer(0, kMostNumber);
    out.row.turn = static_cast<std::uint32_t>(
        in["turn"].integer(0, std::numeric_limits<std::uint32_t>::max()));
    const std::int64_t there = in["kept"].integer(0, kMostLinesOfOne);
    if (trouble_.any()) return wrong();
    if (out.row.table.empty() || out.row.table.find('\0') != std::string::npos)
      return error("bad-backup", "expected the name of a table", where());
    // A table with a line that is missing could not be woken, and nothing could be added to it.
    if (static_cast<std::uint64_t>(there) != out.row.lines)
      return error("bad-backup",
                   "expected " + std::to_string(out.row.lines) + " lines of this table, found " +
                       std::to_string(there),
                   where());
    for (std::int64_t i = 0; i < there; ++i) {
      auto line = read_line();
      if (!line) return line.error();
      if (line.value().seq != static_cast<std::uint64_t>(i))
        return error("bad-backup",
                     "expected line " + std::to_string(i) + " of this table, found line " +
                         std::to_string(line.value().seq),
                     where());
      out.lines.push_back(std::move(line).value());
    }
    ++counted_.tables;
    counted_.lines += out.lines.size();
    return std::optional(std::move(out));
  }

  [[nodiscard]] const BackedUp& counted() const { return counted_; }

 private:
  [[nodiscard]] std::string where() const { return "line " + std::to_string(number_); }
  [[nodiscard]] Error wrong() const {
    const Error& first = trouble_.first();
    return error("bad-backup", first.message,
                 where() + (first.where.empty() ? "" : ", " + first.where));
  }

  Result<Json> next() {
    std::string text;
    ++number_;
    if (!std::getline(in_, text) || in_.eof())
      return error("bad-backup", "the backup ends here, before its end: it is not whole", where());
    auto parsed = parse_json(text);
    if (!parsed) return error("bad-backup", parsed.error().message, where());
    return parsed;
  }

  Result<Line> read_line() {
    auto read = next();
    if (!read) return read.error();
    const Json value = std::move(read).value();
    const JsonIn in(value, trouble_);
    Line out;
    out.seq = static_cast<std::uint64_t>(in["seq"].integer(0, kMostNumber));
    out.at = in["at"].integer(0, kMostNumber);
    out.line = in["line"].text(kLongestText);
    if (trouble_.any()) return wrong();
    // PostgreSQL has no place for it, and no line of a table has it.
    if (out.line.find('\0') != std::string::npos)
      return error("bad-backup", "expected text without NUL", where());
    return out;
  }

  Result<std::optional<Whole>> finish(const JsonIn& in) {
    const std::int64_t tables = in["end"].integer(0, kMostNumber);
    if (trouble_.any()) return wrong();
    if (static_cast<std::uint64_t>(tables) != counted_.tables)
      return error("bad-backup",
                   "expected " + std::to_string(tables) + " tables, found " +
                       std::to_string(counted_.tables),
                   where());
    return std::optional<Whole>();
  }

  std::istream& in_;
  std::uint64_t number_ = 0;
  JsonIn::Trouble trouble_;
  BackedUp counted_;
};

}  // namespace

Result<BackedUp> back_up(StoreReader& from, std::ostream& out) {
  BackedUp counted;
  out << dump_json({{"format", kBackupFormat}, {"at", now_ms()}}) << '\n';
  const auto bad = from.each([&](const Whole& whole) -> std::optional<Error> {
    const Listed& row = whole.row;
    Json head = {{"table", row.table},
                 {"listed", row.card.listed},
                 {"phase", static_cast<int>(row.card.phase)},
                 {"card", row.card.text},
                 {"changed", row.changed},
                 {"lines", row.lines},
                 {"turn", row.turn},
                 {"kept", whole.lines.size()}};
    if (row.due) head["due"] = *row.due;
    out << dump_json(head) << '\n';
    for (const Line& line : whole.lines)
      out << dump_json({{"seq", line.seq}, {"at", line.at}, {"line", line.line}}) << '\n';
    ++counted.tables;
    counted.lines += whole.lines.size();
    if (out) return std::nullopt;
    return error("not-written", "the backup could not be written");
  });
  if (bad) return *bad;
  out << dump_json({{"end", counted.tables}}) << '\n';
  return counted;
}

Result<BackedUp> restore(std::istream& in, Store& to) {
  BackupReader reader(in);
  if (auto bad = reader.open()) return *bad;
  if (auto bad = to.fill([&] { return reader.table(); })) return *bad;
  return reader.counted();
}

}  // namespace tidelock::store
