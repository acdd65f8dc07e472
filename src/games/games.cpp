#include "games/games.h"

#include <cassert>

#include "circadians/rules.h"
#include "core/sha256.h"
#include "games/bots.h"
#include "games/embedded.h"
#include "solenia/rules.h"

namespace tidelock::games {

namespace {

template <class G>
Result<std::shared_ptr<const AnyGame>> make_game(PackRef pack, const Json& options) {
  auto game = G::compile(pack.content, options.is_null() ? Json::object() : options);
  if (!game) return game.error();
  return std::shared_ptr<const AnyGame>(
      std::make_shared<Wrapped<G>>(std::move(game).value(), std::move(pack)));
}

// The network that comes with a game. Without one, or with one that cannot be read, the bots go by
// the game's simple evaluation.
template <class G>
ai::Networks shipped_network() {
  if constexpr (Learned<G>) {
    const auto bytes = data::file(std::string(G::facts().id) + "/network-1.network");
    auto network = ai::Network::read(bytes, G::facts().id, G::kInputs, G::kTraits);
    if (network) return {network.value()};
  }
  return {};
}

template <class G>
Entry entry(std::vector<Shipped> packs, std::vector<Json> bench_options, std::vector<Json> lessons,
            MakeAi make_ai, ai::StudyPlan (*study)(const Json& pack)) {
  return {&G::facts(),        std::move(packs), std::move(bench_options), &make_game<G>,
          std::move(lessons), make_ai,          shipped_network<G>(),     study};
}

// Two players in summer first: that is the figure the others are compared with.
std::vector<Json> solenia_cases() {
  std::vector<Json> cases;
  for (const char* mode : {"summer", "winter", "improvements"}) {
    for (const int players : {2, 1, 3, 4}) cases.push_back({{"mode", mode}, {"players", players}});
  }
  return cases;
}

// Two players with the expansion first, for the same reason.
std::vector<Json> circadians_cases() {
  std::vector<Json> cases;
  for (const char* expansion : {"on", "off"}) {
    for (const int players : {2, 1, 3, 4})
      cases.push_back({{"expansion", expansion}, {"players", players}});
  }
  return cases;
}

// Mostly two players in summer; everything now and then.
std::vector<Json> solenia_lessons() {
  std::vector<Json> lessons;
  const auto add = [&](const char* mode, int players, int times) {
    for (int i = 0; i < times; ++i) lessons.push_back({{"mode", mode}, {"players", players}});
  };
  add("summer", 2, 8);
  add("winter", 2, 3);
  add("improvements", 2, 6);
  for (const char* mode : {"summer", "winter", "improvements"}) {
    add(mode, 1, 1);
    add(mode, 3, 1);
    add(mode, 4, 1);
  }
  return lessons;
}

std::vector<Json> circadians_lessons() {
  std::vector<Json> lessons;
  const auto add = [&](const char* expansion, int players, int ai, int times) {
    for (int i = 0; i < times; ++i)
      lessons.push_back({{"expansion", expansion}, {"players", players}, {"ai", ai}});
  };
  add("on", 2, 1, 8);
  add("off", 2, 1, 3);
  add("on", 3, 1, 1);
  add("on", 4, 1, 1);
  add("off", 3, 1, 1);
  for (int ai = 1; ai <= 4; ++ai) add("on", 1, ai, 1);
  return lessons;
}

using Claim = ai::StudyClaim::Kind;
constexpr double kLeastShare = 0.7;
constexpr double kMostShare = 1.4;

ai::StudyPlan solenia_study(const Json& pack) {
  ai::StudyPlan plan;
  const auto mode = [&](const char* name, int part, const char* how, int players) {
    plan.modes.push_back({name, part, {{{"mode", how}, {"players", players}}}});
  };
  mode("summer, 2 players", 5, "summer", 2);
  mode("summer, 3 players", 2, "summer", 3);
  mode("summer, 4 players", 2, "summer", 4);
  mode("winter, 2 players", 2, "winter", 2);
  mode("improvements, 2 players", 2, "improvements", 2);
  mode("improvements, 4 players", 4, "improvements", 4);
  mode("summer, alone", 1, "summer", 1);
  mode("winter, alone", 1, "winter", 1);
  mode("improvements, alone", 1, "improvements", 1);
  plan.groups = {{"level1", "improvements of level 1", "", "", ""},
                 {"level1-works", "improvements of level 1 at work", "level1", "", ""},
                 {"halves-day", "day halves of level 3", "", "", ""},
                 {"halves-night", "night halves of level 3", "", "", ""},
                 {"start", "how the world begins", "", "", ""},
                 {"strips", "strips", "", "", ""},
                 {"tiles-day", "day tiles delivered", "shown-day", "", ""},
                 {"tiles-night", "night tiles delivered", "shown-night", "", ""},
                 {"city-cards", "cards played in cities", "", "", ""}};
  plan.claims = {
      {Claim::kFairShare, "improvements of level 1 win 70 to 140 % of their fair share", "level1",
       kLeastShare, kMostShare},
      {Claim::kUsed, "every tile of the day is delivered", "tiles-day"},
      {Claim::kUsed, "every tile of the night is delivered", "tiles-night"},
      {Claim::kPlaces, "places in turn order are within two points", "", 0, 2},
      {Claim::kBands, "alone, 5 to 60 % of results reach the highest band", "", 0.05, 0.6}};
  for (const Json& band : pack["solo"]["bands"]) plan.bands.push_back(band.get<int>());
  return plan;
}

ai::StudyPlan circadians_study(const Json& pack) {
  ai::StudyPlan plan;
  const auto mode = [&](const char* name, int part, const char* expansion, int players,
                        int level = 1) {
    plan.modes.push_back(
        {name, part, {{{"expansion", expansion}, {"players", players}, {"ai", level}}}});
  };
  // Bots do not choose here: every leader meets as many others, as often in either seat.
  const std::string drawn = "2 players, leaders by lot";
  std::vector<std::string> leaders;
  for (const Json& leader : pack["leaders"]) leaders.push_back(leader["id"].get<std::string>());
  ai::StudyMode lot = {drawn, 10, {}};
  for (const std::size_t apart : {1, 2, 3, 5, 7, 8, 10, 11}) {
    for (std::size_t i = 0; i < leaders.size(); ++i) {
      const std::string& other = leaders[(i + apart) % leaders.size()];
      lot.options.push_back(
          {{"expansion", "on"}, {"players", 2}, {"leaders", leaders[i] + "+" + other}});
    }
  }
  plan.modes.push_back(lot);
  mode("2 players", 3, "on", 2);
  mode("3 players", 1, "on", 3);
  mode("4 players", 1, "on", 4);
  mode("2 players, base game", 1, "off", 2);
  mode("alone, AI level 1", 1, "on", 1, 1);
  mode("alone, AI level 2", 1, "on", 1, 2);
  mode("alone, AI level 3", 1, "on", 1, 3);
  mode("alone, AI level 4", 1, "on", 1, 4);
  plan.groups = {{"leaders", "leaders", "", "leaders", drawn},
                 {"contracts", "contracts fulfilled", "contracts-drawn", "contracts", ""},
                 {"contracts-kept", "contracts kept in the draft", "", "contracts", ""},
                 {"stations", "stations used", "", "stations", ""},
                 {"places", "other places used", "", "", ""},
                 {"factions", "factions negotiated with", "", "negotiation", ""},
                 {"ships", "ships gained", "", "ships", ""},
                 {"farms", "farms gained", "", "farms", ""},
                 {"outposts", "own outposts", "", "outposts", ""},
                 {"tokens", "outposts used", "", "outposts", ""},
                 {"breakthroughs", "breakthroughs", "", "breakthroughs", ""},
                 {"setbacks", "setbacks", "", "setbacks", ""},
                 {"events", "events", "", "events", ""},
                 {"planet", "sides of the planet", "", "", ""},
                 {"boards", "sides of the faction boards", "", "factions", ""}};
  plan.claims = {{Claim::kFairShare, "leaders win 70 to 140 % of their fair share", "leaders",
                  kLeastShare, kMostShare},
                 {Claim::kUsed, "no contract is never fulfilled", "contracts"},
                 {Claim::kUsed, "no station is never used", "stations"},
                 {Claim::kPlaces, "places in turn order are within two points", "", 0, 2},
                 {Claim::kScores, "mean scores lie from 55 to 80", "", 55, 80}};
  return plan;
}

}  // namespace

const std::vector<Entry>& all() {
  static const std::vector<Entry> kAll = {
      entry<solenia::Solenia>({{"reconstruction-2", data::file("solenia/reconstruction-2.json")},
                               {"reconstruction-1", data::file("solenia/reconstruction-1.json")}},
                              solenia_cases(), solenia_lessons(), solenia_ai, solenia_study),
      entry<circadians::Circadians>(
          {{"reconstruction-2", data::file("circadians/reconstruction-2.json")},
           {"reconstruction-1", data::file("circadians/reconstruction-1.json")}},
          circadians_cases(), circadians_lessons(), circadians_ai, circadians_study),
  };
  return kAll;
}

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
  ai::Networks networks = found->networks;
  networks.open = open;
  return found->ai(game, std::move(networks));
}

Result<std::shared_ptr<const AnyGame>> Source::make(std::string_view game, const Json& pack,
                                                    const Json& options) const {
  const Entry* found = find(game);
  if (found == nullptr) {
    std::string names;
    for (const Entry& one : all())
      names += (names.empty() ? "" : ", ") + std::string(one.facts->id);
    return error("unknown-game", "expected one of: " + names, "game");
  }
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
      return error("unknown-pack", "expected a shipped pack (" + names + ") or a pack itself",
                   "pack");
    auto content = parse_json(wanted->text);
    assert(content.ok());
    ref.content = std::move(content).value();
    ref.id = wanted->id;
  }
  ref.hash = sha256_hex(dump_json(ref.content));
  // A shipped pack given in full is still that pack.
  for (const Shipped& one : found->packs) {
    if (!ref.shipped && one.id == ref.id &&
        sha256_hex(dump_json(parse_json(one.text).value())) == ref.hash)
      ref.shipped = true;
  }
  return found->make(std::move(ref), options);
}

const Catalogue& words(Lang lang) {
  static const std::vector<Catalogue> kAll = [] {
    std::vector<Catalogue> loaded;
    for (const Lang one : kLangs) {
      const std::string folder = "lang/" + std::string(lang_code(one)) + "/";
      Json messages = parse_json(data::file(folder + "shell.json")).value();
      for (const Entry& game : all()) {
        messages.update(
            parse_json(data::file(folder + std::string(game.facts->id) + ".json")).value());
      }
      auto catalogue = Catalogue::load(one, messages);
      assert(catalogue.ok());
      loaded.push_back(std::move(catalogue).value());
    }
    return loaded;
  }();
  return kAll[static_cast<std::size_t>(lang)];
}

}  // namespace tidelock::games
