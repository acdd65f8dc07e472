#include "cli/common.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/version.h"
#include "games/games.h"

namespace tidelock::cli {

Result<std::string> read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr)
    return error("no-file", "cannot be opened: " + std::string(std::strerror(errno)), path);
  std::string text;
  std::array<char, 65536> buffer{};
  std::size_t n = 0;
  bool large = false;
  while ((n = std::fread(buffer.data(), 1, buffer.size(), file)) > 0 && !large) {
    text.append(buffer.data(), n);
    large = text.size() > kMaxJsonBytes;
  }
  const bool broken = std::ferror(file) != 0;
  const std::string reason = broken ? std::strerror(errno) : "";
  std::fclose(file);
  if (broken) return error("no-file", "cannot be read: " + reason, path);
  if (large) return error("too-large", "expected at most 8 MiB", path);
  return text;
}

std::optional<Error> write_file(const std::string& path, const std::string& text) {
  const std::string beside = path + ".new";
  const auto wrong = [&](const char* what) {
    Error out = error("not-written", std::string(what) + ": " + std::strerror(errno), path);
    (void)::unlink(beside.c_str());
    return out;
  };
  const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return wrong("cannot be written");
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      Error out = wrong("cannot be written");
      ::close(file);
      return out;
    }
    done += static_cast<std::size_t>(n);
  }
  const bool safe = ::fsync(file) == 0;
  if (::close(file) != 0 || !safe) return wrong("cannot be written");
  if (std::rename(beside.c_str(), path.c_str()) != 0) return wrong("cannot be replaced");
  return std::nullopt;
}

Result<Record> record_from_file(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  const auto json = parse_json(text.value());
  if (!json) {
    Error wrong = json.error();
    wrong.where = path;
    return wrong;
  }
  const games::ListedGames source;
  const bool saved = json.value().is_object() && json.value().contains("record");
  return read_record(saved ? json.value()["record"] : json.value(), source);
}

std::uint64_t fresh_seed() {
  std::uint64_t seed = 0;
  if (::getrandom(&seed, sizeof seed, 0) != sizeof seed) {
    seed = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  }
  return seed >> 16;  // short enough to type, and exact in any JSON reader
}

std::string state_folder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  std::string folder = state != nullptr && *state == '/'
                           ? state
                           : std::string(home != nullptr ? home : "/tmp") + "/.local/state";
  return folder + "/tidelock";
}

void make_folders(const std::string& path) {
  for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    (void)::mkdir(path.substr(0, at).c_str(), 0700);
  }
  (void)::mkdir(path.c_str(), 0700);
}

int fail(const Error& wrong) {
  std::fprintf(stderr, "tidelock: %s [%s]\n", plain_safe(wrong.sentence()).c_str(),
               wrong.code.c_str());
  return kExitError;
}

Lang language(const std::string& wanted) {
  if (const auto lang = lang_from_code(wanted)) return *lang;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return lang_from_code(value).value_or(Lang::kEn);
  }
  return Lang::kEn;
}

std::string decimal(double value, Lang lang) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.1f", value);
  std::string out = text.data();
  if (out == "-0.0") out = "0.0";
  if (lang == Lang::kPl || lang == Lang::kDe) std::replace(out.begin(), out.end(), '.', ',');
  return out;
}

std::string game_names() {
  std::string names;
  for (const auto& entry : games::all())
    names += (names.empty() ? "" : ", ") + std::string(entry.facts->id);
  return names;
}

void GameChoice::add_to(CLI::App& app, Named named) {
  auto* name = app.add_option(named == Named::kByFlag ? "--game" : "game", game,
                              "the game: " + game_names());
  if (named == Named::kRequired) name->required();
  app.add_option("--pack", pack, kPackHelp);
  std::set<std::string> seen;
  for (const auto& entry : games::all()) {
    for (const OptionFacts& option : entry.facts->options) {
      if (!seen.insert(std::string(option.name)).second) continue;
      const std::string key(option.name);
      app.add_option_function<std::string>(
          "--" + key, [this, key](const std::string& value) { options[key] = value; },
          std::string(option.values) + " (" + std::string(option.fallback) + ")");
    }
  }
}

Result<std::shared_ptr<const AnyGame>> GameChoice::make() const {
  const std::string name = game.empty() ? std::string(games::all().front().facts->id) : game;
  Json chosen = Json::object();
  for (const auto& [key, value] : options) {
    const bool number = !value.empty() && value.size() < 10 &&
                        value.find_first_not_of("0123456789") == std::string::npos;
    if (number) {
      chosen[key] = std::stoi(value);
    } else {
      chosen[key] = is_utf8(value) ? value : std::string("?");
    }
  }
  Json wanted;
  const games::Entry* entry = games::find(name);
  // Of a game that is not there no pack is looked for: what is wrong is its name.
  if (entry != nullptr && !pack.empty()) {
    bool shipped = false;
    for (const auto& one : entry->packs) shipped = shipped || one.id == pack;
    if (shipped) {
      wanted = pack;
    } else {
      const auto text = read_file(pack);
      if (!text) return text.error();
      auto content = parse_json(text.value());
      if (content.ok() && !content.value().is_object())
        content = error("bad-pack", "expected a component pack");
      if (!content) {
        Error wrong = content.error();
        wrong.where = pack;
        return wrong;
      }
      wanted = std::move(content).value();
    }
  }
  return games::ListedGames().make(name, wanted, chosen);
}

table::World world() {
  static const games::ListedGames kSource;
  table::World out;
  out.games = &kSource;
  out.ai_of = [](const std::shared_ptr<const AnyGame>& game) -> std::shared_ptr<const ai::AnyAi> {
    return games::ai_of(game);
  };
  out.fresh_seed = [] { return fresh_seed(); };
  out.list_games = games::listing;
  out.words = [](Lang lang) { return &games::words(lang); };
  return out;
}

}  // namespace tidelock::cli
