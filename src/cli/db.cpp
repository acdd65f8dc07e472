// `tidelock db`: backup, restore, check and upgrade of a database.
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <unistd.h>

#include "cli/common.h"
#include "cli/files.h"
#include "server/account.h"
#include "server/match.h"
#include "server/secrets.h"
#include "store/backup.h"
#include "store/store.h"

namespace tidelock::cli {
namespace {

std::string place_of(const std::string& database) {
  return database.empty() ? state_folder() + "/tables.db" : database;
}

std::optional<Error> wrong_place(const std::string& where, bool made) {
  if (where == "memory")
    return error("bad-database", "expected a file or postgresql://USER@HOST/NAME, found memory");
  std::error_code unknown;
  if (where.find("://") == std::string::npos && !made && !std::filesystem::exists(where, unknown))
    return error("bad-database", "there is no database " + where);
  return std::nullopt;
}

// One that is there; a new one is made for those who want to fill it.
Result<std::unique_ptr<store::Store>> open_database(const std::string& database, bool made) {
  const std::string where = place_of(database);
  if (auto bad = wrong_place(where, made)) return *bad;
  if (database.empty() && made) files::make_folders(state_folder());
  return store::open(where);
}

// One that is there, as it is: who looks at an older one does not bring it up to date.
Result<std::unique_ptr<store::StoreReader>> read_database(const std::string& database) {
  const std::string where = place_of(database);
  if (auto bad = wrong_place(where, false)) return *bad;
  return store::read(where);
}

std::string counted(const store::BackedUp& what) {
  return std::to_string(what.tables) + " tables, " + std::to_string(what.lines) + " lines";
}

int back_up(const DbArgs& args) {
  auto from = read_database(args.database);
  if (!from) return fail(from.error());
  // It holds what only players should know, and a table's luck: for nobody else to read.
  const int file = ::open(args.file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) {
    std::error_code unknown;
    if (std::filesystem::exists(args.file, unknown))
      return fail(error("file-exists", "there is something already: " + args.file));
    return fail(error("no-file", "cannot be written: " + args.file));
  }
  std::ofstream out(args.file, std::ios::binary | std::ios::trunc);
  auto done = store::back_up(*from.value(), out);
  out.close();
  if (done.ok() && (!out || ::fsync(file) != 0))
    done = error("not-written", "the backup could not be written to " + args.file);
  (void)::close(file);
  if (!done) {
    (void)::unlink(args.file.c_str());  // half of one would look like one
    return fail(done.error());
  }
  std::printf("%s\n", counted(done.value()).c_str());
  return kExitOk;
}

int restore(const DbArgs& args) {
  std::ifstream in(args.file, std::ios::binary);
  if (!in) return fail(error("no-file", "cannot be read: " + args.file));
  auto to = open_database(args.database, true);
  if (!to) return fail(to.error());
  const auto done = store::restore(in, *to.value());
  if (!done) return fail(done.error());
  std::printf("%s\n", counted(done.value()).c_str());
  return kExitOk;
}

// What is wrong with a table, if anything.
std::optional<Error> wrong_with(const store::Whole& whole, const table::World& games) {
  std::vector<std::string> log;
  for (const store::Line& line : whole.lines) {
    if (line.seq != log.size())
      return error("bad-log", "expected line " + std::to_string(log.size()) + ", found line " +
                                  std::to_string(line.seq));
    log.push_back(line.line);
  }
  if (log.size() != whole.row.lines)
    return error("bad-log", "expected " + std::to_string(whole.row.lines) + " lines, found " +
                                std::to_string(log.size()));
  if (whole.row.table.starts_with(server::account_log(""))) {
    const auto account = server::Account::read(log);
    return account.ok() ? std::nullopt : std::optional(account.error());
  }
  if (!server::is_table_name(whole.row.table)) return std::nullopt;
  const auto woken = server::Match::wake(log, games);
  if (!woken) return woken.error();
  if (woken.value().phase() != whole.row.card.phase)
    return error("bad-card", "its row does not say what its log says");
  return std::nullopt;
}

int check(const DbArgs& args) {
  auto from = read_database(args.database);
  if (!from) return fail(from.error());
  const table::World games = world();
  store::BackedUp all;
  std::uint64_t bad = 0;
  const auto failed = from.value()->each([&](const store::Whole& whole) -> std::optional<Error> {
    ++all.tables;
    all.lines += whole.lines.size();
    if (const auto wrong = wrong_with(whole, games)) {
      ++bad;
      std::printf("%s: %s\n", plain_safe(whole.row.table).c_str(),
                  plain_safe(wrong->sentence()).c_str());
    }
    return std::nullopt;
  });
  if (failed) return fail(*failed);
  std::printf("%s: %s\n", counted(all).c_str(),
              bad == 0 ? "all fit" : (std::to_string(bad) + " do not fit").c_str());
  return bad == 0 ? kExitOk : kExitError;
}

int upgrade(const DbArgs& args) {
  const auto opened = open_database(args.database, false);
  if (!opened) return fail(opened.error());
  std::printf("up to date\n");
  return kExitOk;
}

}  // namespace

int run_db(const DbArgs& args) {
  if (args.what == "backup") return back_up(args);
  if (args.what == "restore") return restore(args);
  return args.what == "check" ? check(args) : upgrade(args);
}

}  // namespace tidelock::cli
