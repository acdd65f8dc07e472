#include "cli/common.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>

#include "cli/console.h"
#include "cli/files.h"
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
  std::error_code wrong;
  const bool written = files::write(beside, text);
  if (written) {
    std::filesystem::rename(files::path_of(beside), files::path_of(path), wrong);
  } else {
    wrong = std::error_code(errno, std::generic_category());
  }
  if (!wrong) return std::nullopt;
  (void)std::remove(beside.c_str());
  const char* what = written ? "cannot be replaced" : "cannot be written";
  return error("not-written", std::string(what) + ": " + wrong.message(), path);
}

bool file_exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(files::path_of(path), ignored);
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
  std::random_device chance;
  // Short enough to type, and exact in any JSON reader.
  return ((std::uint64_t{chance()} << 32) | chance()) >> 16;
}

std::string state_folder() { return files::home_of_states() + "/tidelock"; }

int fail(const Error& wrong) {
  std::fprintf(stderr, "tidelock: %s [%s]\n", plain_safe(wrong.sentence()).c_str(),
               wrong.code.c_str());
  return kExitError;
}

Lang language(const std::string& wanted) {
  if (const auto lang = lang_from_code(wanted)) return *lang;
  return lang_from_code(console::locale()).value_or(Lang::kEn);
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
