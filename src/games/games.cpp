#include "games/games.h"

#include <cassert>

#include "core/sha256.h"
#include "games/embedded.h"

namespace tidelock::games {

const Entry* find(std::string_view game) {
  for (const Entry& one : all()) {
    if (one.facts->id == game) return &one;
  }
  return nullptr;
}

std::unique_ptr<ai::AnyAi> ai_of(const std::shared_ptr<const AnyGame>& game,
                                 Result<std::string> (*open)(const std::string& path)) {
  const Entry* found = find(game->facts().id);
  if (found == nullptr) return nullptr;
  ai::Networks networks = found->networks();
  networks.open = open;
  return found->ai(game, std::move(networks));
}

std::unique_ptr<Position> position_of(const std::shared_ptr<const AnyGame>& game) {
  const Entry* found = find(game->facts().id);
  return found == nullptr ? nullptr : found->position(game);
}

Result<std::shared_ptr<const AnyGame>> ListedGames::make(std::string_view game, const Json& pack,
                                                         const Json& options, int rules) const {
  const Entry* found = find(game);
  if (found == nullptr) {
    std::string names;
    for (const Entry& one : all())
      names += (names.empty() ? "" : ", ") + std::string(one.facts->id);
    return error(Code::kUnknownGame, "expected one of: " + names, "game");
  }
  if (rules == kNewestRules) rules = found->facts->rules_version;
  if (auto unknown = check_rules(*found->facts, rules)) return *unknown;
  PackRef ref;
  if (pack.is_object()) {
    ref.content = pack;
    ref.shipped = false;
    const auto id = pack.find("id");
    if (id != pack.end() && id->is_string()) ref.id = id->get<std::string>();
  } else {
    const Shipped* wanted = nullptr;
    std::string names;
    for (const Shipped& one : found->packs) {
      names += (names.empty() ? "" : ", ") + std::string(one.id);
      const bool named = pack.is_string() && pack.get_ref<const std::string&>() == one.id;
      if (wanted == nullptr && (pack.is_null() || named)) wanted = &one;
    }
    if (wanted == nullptr)
      return error(Code::kUnknownPack, "expected a shipped pack (" + names + ") or a pack itself",
                   "pack");
    auto content = parse_json(data::file(wanted->file));
    if (!content) return error(Code::kNoPack, "this pack is not at hand", "pack");
    ref.content = std::move(content).value();
    ref.id = wanted->id;
  }
  ref.hash = sha256_hex(dump_json(ref.content));
  // A shipped pack given in full is still that pack.
  for (const Shipped& one : found->packs) {
    if (ref.shipped || one.id != ref.id) continue;
    const auto content = parse_json(data::file(one.file));
    ref.shipped = content.ok() && sha256_hex(dump_json(content.value())) == ref.hash;
  }
  return found->make(std::move(ref), options, rules);
}

Json listing() {
  Json list = Json::array();
  for (const Entry& entry : all()) {
    Json options = Json::array();
    for (const OptionFacts& option : entry.facts->options) {
      options.push_back(
          {{"name", option.name}, {"values", option.values}, {"default", option.fallback}});
    }
    Json packs = Json::array();
    for (const Shipped& pack : entry.packs) packs.push_back(pack.id);
    list.push_back({{"id", entry.facts->id},
                    {"rules", entry.facts->rules_version},
                    {"oldest_rules", entry.facts->oldest_rules},
                    {"options", options},
                    {"packs", packs},
                    {"bots", ai::kBotNames}});
  }
  return list;
}

namespace {

// Read when it is first asked for.
template <Lang Wanted>
const Catalogue& read_words() {
  static const Catalogue kWords = [] {
    Json messages = Json::object();
    const auto add = [&](std::string_view name) {
      const std::string file =
          "lang/" + std::string(lang_code(Wanted)) + "/" + std::string(name) + ".json";
      if (const auto more = parse_json(data::file(file)); more && more.value().is_object())
        messages.update(more.value());
    };
    add("shell");
    add("server");
    for (const Entry& game : all()) add(game.facts->id);
    auto catalogue = Catalogue::load(Wanted, messages);
    assert(catalogue.ok());
    return std::move(catalogue).value();
  }();
  return kWords;
}

}  // namespace

const Catalogue& words(Lang lang) {
  switch (lang) {
    case Lang::kPl: return read_words<Lang::kPl>();
    case Lang::kDe: return read_words<Lang::kDe>();
    case Lang::kZhHant: return read_words<Lang::kZhHant>();
    case Lang::kEn: break;
  }
  return read_words<Lang::kEn>();
}

}  // namespace tidelock::games
