// What a game is: its options, its streams of luck, its events and scores by name, and the things
// of a pack that statistics count. What an event says is in events.cpp.
#include "circadians/game.h"
#include "circadians/schema.h"
#include "core/json.h"

namespace tidelock::circadians {

namespace {

constexpr std::array<std::string_view, kStreams> kStreamNames = {
    "setup", "caches",  "leaders", "tokens", "contracts", "events", "ships",
    "farms", "schemes", "ai-die",  "dice-1", "dice-2",    "dice-3", "dice-4"};

constexpr std::array<std::string_view, kWhats> kEventNames = {
    "sides",          "first",       "ai-token",      "leader-dealt",  "token-dealt",  "leader",
    "token",          "card-dealt",  "picked",        "round",         "event",        "rolled",
    "planned",        "canteen",     "sent",          "partner",       "gained",       "paid",
    "lost",           "drew",        "drew-hidden",   "discarded",     "reshuffled",   "fulfilled",
    "dice",           "no-dice",     "specialist",    "unlocked",      "ship",         "farm-tile",
    "tile-shown",     "trade",       "moved",         "token-taken",   "cache-seen",   "peeked",
    "breakthrough",   "setback",     "ability",       "outpost",       "harvest-turn", "harvest",
    "farm-worked",    "hq-reward",   "hq-roll",       "farm-roll",     "farm-placed",  "repeat",
    "exchanged",      "rerolled",    "raised",        "dice-returned", "radio",        "end-card",
    "cache-revealed", "scheme",      "ai-sent",       "ai-stuck",      "ai-gems",      "ai-dice",
    "ai-moved",       "ai-progress", "ai-specialist", "ai-unlocked",   "ai-exploit",   "ai-outpost",
    "ai-tile",        "ai-ahzuri",   "over"};

constexpr std::array<std::string_view, 9> kCategories = {
    schema::scores::kContracts, schema::scores::kEffects, schema::scores::kNegotiation,
    schema::scores::kCache,     schema::scores::kFarms,   schema::scores::kShips,
    schema::scores::kBase,      schema::scores::kGems,    schema::scores::kOutpost};

constexpr std::array<OptionFacts, 10> kOptions = {
    {{schema::options::kPlayers, "1 to 4", "2"},
     {schema::options::kExpansion, "on, off", "on"},
     {schema::options::kPlanet, "A, B, random", "random"},
     {schema::options::kLeyrien, "A, B, random", "random"},
     {schema::options::kZcharo, "A, B, random", "random"},
     {schema::options::kJrayek, "A, B, random", "random"},
     {schema::options::kOxataya, "A, B, random", "random"},
     {schema::options::kAhzuri, "A, B, random", "random"},
     {schema::options::kAi, "1 to 4", "1"},
     {schema::options::kLeaders, "dealt, or ids joined by +", "dealt"}}};

}  // namespace

const GameFacts& Circadians::facts() {
  static const GameFacts kFacts = {"circadians", kRulesVersion, 1,           kMaxSeats,
                                   kStreamNames, kEventNames,   kCategories, kOptions};
  return kFacts;
}

std::string_view Circadians::phase_name(const State& s) const {
  if (at(s) == At::kOver) return "over";
  if (s.round == 0) {
    const Do what = s.todo.top().what;
    return what == Do::kDraft ? "draft" : what == Do::kLeaders ? "leaders" : "setup";
  }
  const auto now = static_cast<Phase>(s.phase);
  if (now <= Phase::kPlan) return "plan";
  if (now <= Phase::kTurns) return "execute";
  if (now <= Phase::kHarvest) return "harvest";
  return now <= Phase::kRadio ? "rest" : "end";
}

// --- what can be used ---

std::vector<std::string> Circadians::item_names() const {
  std::vector<std::string> names;
  const auto add = [&](const char* group, const auto& list) {
    for (const auto& one : list) names.push_back(group + id(one));
  };
  add("leaders.", components().leaders);
  add("contracts.", components().contracts);
  add("ships.", components().ships);
  add("farms.", components().farms);
  add("events.", components().events);
  add("tokens.", components().tokens);
  add("breakthroughs.", components().breakthroughs);
  add("setbacks.", components().setbacks);
  add("schemes.", components().schemes);
  add("leaders-dealt.", components().leaders);
  add("contracts-drawn.", components().contracts);
  add("contracts-kept.", components().contracts);
  add("outposts.", components().tokens);
  add("stations.", components().stations);
  for (int place = kStations; place < kPlaces; ++place)
    names.push_back("places." + std::string(kPlaceIds[idx(place)]));
  add("factions.", components().columns);
  for (const char* side : {"a", "b"}) names.push_back("planet.planet_" + std::string(side));
  for (const auto faction : kFactionIds) {
    for (const char* side : {"_a", "_b"}) names.push_back("boards." + std::string(faction) + side);
  }
  return names;
}

// In the order of the names.
Items Circadians::items_of(const Event& e) const {
  Items out;
  const auto what = static_cast<What>(e.what);
  int before = 0;
  const auto group = [&](std::size_t size, bool fits, int which) {
    if (fits) out.push(static_cast<std::int16_t>(before + which));
    before += static_cast<int>(size);
  };
  const auto list = [&](const auto& things, What about, int which) {
    group(things.size(), what == about, which);
  };
  list(components().leaders, What::kLeader, e.a);
  list(components().contracts, What::kFulfilled, e.a);
  list(components().ships, What::kShip, e.a);
  list(components().farms, What::kFarmTile, e.a);
  list(components().events, What::kEvent, e.a);
  list(components().tokens, What::kOutpostUsed, e.b);
  list(components().breakthroughs, What::kBreakthrough, e.a);
  list(components().setbacks, What::kSetback, e.a);
  list(components().schemes, What::kScheme, e.a);
  list(components().leaders, What::kLeaderDealt, e.a);
  group(components().contracts.size(), what == What::kCardDealt || what == What::kDrew, e.a);
  list(components().contracts, What::kPicked, e.a);
  list(components().tokens, What::kToken, e.a);
  const bool sent = what == What::kSent;
  const int place = sent ? place_of(e.a) : 0;
  group(kStations, sent && place < kStations, place);
  group(kPlaces - kStations, sent && place >= kStations, place - kStations);
  group(kFactions, sent && place == kNegotiation, (e.a - kToNegotiation) / kRows);
  const bool sides = what == What::kSides;
  const auto side = [&](int bit) { return has_bit(static_cast<std::uint32_t>(e.a), bit) ? 1 : 0; };
  group(2, sides, side(0));
  for (int faction = 0; faction < kFactions; ++faction)
    group(2, sides && faction_in_play(faction), side(1 + faction));
  return out;
}

bool Circadians::begins(const Event& e) const { return static_cast<What>(e.what) == What::kFirst; }

}  // namespace tidelock::circadians
