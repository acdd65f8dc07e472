// What a game is, and everything that can happen, as data and as sentences.
#include "circadians/game.h"
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
    "contracts", "effects", "negotiation", "cache", "farms", "ships", "base", "gems", "outpost"};

constexpr std::array<OptionFacts, 10> kOptions = {
    {{"players", "1 to 4", "2"},
     {"expansion", "on, off", "on"},
     {"planet", "A, B, random", "random"},
     {"leyrien", "A, B, random", "random"},
     {"zcharo", "A, B, random", "random"},
     {"jrayek", "A, B, random", "random"},
     {"oxataya", "A, B, random", "random"},
     {"ahzuri", "A, B, random", "random"},
     {"ai", "1 to 4", "1"},
     {"leaders", "dealt, or ids joined by +", "dealt"}}};

}  // namespace

const GameFacts& Circadians::facts() {
  static const GameFacts kFacts = {"circadians", kRulesVersion, 1,           kMaxSeats,
                                   kStreamNames, kEventNames,   kCategories, kOptions};
  return kFacts;
}

Json Circadians::event_json(const Event& e) const {
  Json out;
  out["event"] = kEventNames[e.what];
  if (e.who >= 0) out["seat"] = e.who + 1;
  const auto resource = [](int r) { return std::string(1, kLetters[idx(r)]); };
  const auto piece = [](int value) {
    return value == Piece::kSpecialist ? Json("specialist")
           : value == Piece::kSal      ? Json("sal")
                                       : Json(value);
  };
  switch (static_cast<What>(e.what)) {
    case What::kSides:
      out["planet"] = has_bit(static_cast<std::uint32_t>(e.a), 0) ? "B" : "A";
      for (int f = 0; f < kFactions; ++f) {
        if (faction_in_play(f))
          out[std::string(kFactionIds[idx(f)])] =
              has_bit(static_cast<std::uint32_t>(e.a), f + 1) ? "B" : "A";
      }
      break;
    case What::kAiToken:
    case What::kTokenDealt:
    case What::kToken: out["token"] = id(components().tokens[idx(e.a)]); break;
    case What::kLeaderDealt:
    case What::kLeader: out["leader"] = id(components().leaders[idx(e.a)]); break;
    case What::kCardDealt:
    case What::kPicked:
    case What::kDrew:
    case What::kDiscarded:
    case What::kFulfilled:
    case What::kExchanged:
    case What::kEndCard: out["contract"] = id(components().contracts[idx(e.a)]); break;
    case What::kRound: out["round"] = e.a; break;
    case What::kEvent: out["card"] = id(components().events[idx(e.a)]); break;
    case What::kRolled:
    case What::kFarmRoll: out["value"] = e.a; break;
    case What::kPlanned:
      out["die"] = piece(e.a);
      if (e.b < kGarages) {
        out["garage"] = e.b + 1;
      } else {
        out["farm"] = e.b - kGarages + 1;
      }
      break;
    case What::kCanteen:
      if (e.a != kSomeDie) out["die"] = piece(e.a);
      break;
    case What::kSent: {
      const Place place = place_of(e.a);
      out["to"] = kPlaceIds[place];
      if (place == kMiningCamp) out["column"] = e.a - kToMine + 1;
      if (place == kDepository) out["row"] = e.a - kToDepository + 1;
      if (place == kNegotiation) {
        out["faction"] = kFactionIds[idx((e.a - kToNegotiation) / kRows)];
        out["row"] = (e.a - kToNegotiation) % kRows + 1;
      }
      if (place == kOutpost) out["owner"] = e.a - kToOutpost + 1;
      if (place == kFarm) out["farm"] = e.a - kToFarm + 1;
      out["die"] = piece(e.b);
      out["from"] = e.c < kGarages ? Json(e.c + 1) : e.c == kFromHq ? Json("hq") : Json("sal");
      break;
    }
    case What::kPartnerSent:
      out["from"] = e.a < kGarages ? Json(e.a + 1) : e.a == kFromHq ? Json("hq") : Json("sal");
      out["die"] = piece(e.b);
      break;
    case What::kGained:
    case What::kPaid:
    case What::kLost:
      out["resource"] = resource(e.a);
      out["n"] = e.b;
      break;
    case What::kDice:
    case What::kRerolled:
    case What::kDiceReturned:
    case What::kAiGems:
    case What::kAiDice: out["n"] = e.a; break;
    case What::kSpecialist:
    case What::kAiSpecialist:
      out["which"] = static_cast<What>(e.what) == What::kSpecialist ? e.a + 1 : e.a;
      break;
    case What::kUnlocked: out["place"] = e.a; break;
    case What::kShip:
      out["tile"] = id(components().ships[idx(e.a)]);
      out["garage"] = e.b + 1;
      break;
    case What::kFarmTile:
      out["tile"] = id(components().farms[idx(e.a)]);
      out["slot"] = e.b + 1;
      break;
    case What::kTileShown:
      out["kind"] = e.a == kShipTile ? "ship" : "farm";
      out["stack"] = e.b + 1;
      out["tile"] = id((e.a == kShipTile ? components().ships : components().farms)[idx(e.c)]);
      break;
    case What::kAiTile:
      out["kind"] = e.a == kShipTile ? "ship" : "farm";
      if (e.b >= 0)
        out["tile"] = id((e.a == kShipTile ? components().ships : components().farms)[idx(e.b)]);
      break;
    case What::kTrade: out["trade"] = id(components().trades[idx(e.a)]); break;
    case What::kMoved:
    case What::kTokenTaken:
    case What::kAiMoved: out["space"] = e.a; break;
    case What::kCacheSeen:
    case What::kCacheRevealed:
      out["corner"] = e.a + 1;
      out["points"] = components().caches[idx(e.b)].points;
      break;
    case What::kPeeked: out["corner"] = e.a + 1; break;
    case What::kBreakthrough: out["breakthrough"] = id(components().breakthroughs[idx(e.a)]); break;
    case What::kSetback: out["setback"] = id(components().setbacks[idx(e.a)]); break;
    case What::kAbility: out["faction"] = kFactionIds[idx(e.a)]; break;
    case What::kOutpostUsed:
      out["owner"] = e.a + 1;
      out["token"] = id(components().tokens[idx(e.b)]);
      break;
    case What::kFarmWorked:
      out["farm"] = e.a + 1;
      if (e.b >= 0) out["tile"] = id(components().farms[idx(e.b)]);
      break;
    case What::kHqRoll:
      out["value"] = e.a;
      out["space"] = e.b + 1;
      break;
    case What::kFarmPlaced:
      out["value"] = e.a;
      out["farm"] = e.b + 1;
      break;
    case What::kRaised:
      out["value"] = e.a;
      out["by"] = e.b;
      break;
    case What::kScheme: out["card"] = id(components().schemes[idx(e.a)]); break;
    case What::kAiSent:
      if (e.a >= Scheme::kNegotiationWith) {
        out["faction"] = kFactionIds[idx(e.a - Scheme::kNegotiationWith)];
      } else {
        out["to"] = kPlaceIds[idx(e.a)];
      }
      out["value"] = e.b;
      out["specialist"] = e.c != 0;
      break;
    case What::kAiProgress: out["stars"] = e.a; break;
    case What::kAiExploit: out["roll"] = e.a; break;
    case What::kAiOutpost: out["owner"] = e.a == 0 ? 2 : 1; break;
    case What::kAiAhzuri:
      out["row"] = e.a + 1;
      out["value"] = e.b;
      break;
    default: break;
  }
  return out;
}

Text Circadians::event_text(const Event& e) const {
  Text out{"circadians.event." + std::string(kEventNames[e.what]), {}};
  const auto number = [&](const char* name, int value) {
    out.args.push_back({name, std::int64_t{value}});
  };
  const auto word = [&](const char* name, std::string value) {
    out.args.push_back({name, std::move(value)});
  };
  const auto thing = [&](const char* name, const Named& what) {
    word(name, named(texts().names(what)));
  };
  // The die: a number, or 7 for a Specialist and 0 for Sal.
  const auto die = [&](int value) { number("die", value); };
  const auto from = [&](int where) {
    number("from", where < kGarages ? where + 1 : where == kFromHq ? 6 : 7);
  };
  if (e.who >= 0) {
    if (is_ai(e.who)) {
      word("player", "@circadians.ai");
    } else {
      number("player", e.who + 1);
    }
  }
  const auto owner = [&](int who) {
    if (is_ai(who)) {
      word("owner", "@circadians.ai");
    } else {
      number("owner", who + 1);
    }
  };
  switch (static_cast<What>(e.what)) {
    case What::kSides: word("side", has_bit(static_cast<std::uint32_t>(e.a), 0) ? "B" : "A"); break;
    case What::kAiToken:
    case What::kTokenDealt:
    case What::kToken: thing("token", components().tokens[idx(e.a)]); break;
    case What::kLeaderDealt:
    case What::kLeader: thing("leader", components().leaders[idx(e.a)]); break;
    case What::kCardDealt:
    case What::kPicked:
    case What::kDrew:
    case What::kDiscarded:
    case What::kFulfilled:
    case What::kExchanged:
    case What::kEndCard: thing("contract", components().contracts[idx(e.a)]); break;
    case What::kRound: number("round", e.a); break;
    case What::kEvent: thing("event", components().events[idx(e.a)]); break;
    case What::kRolled:
    case What::kFarmRoll: number("value", e.a); break;
    case What::kPlanned:
      die(e.a);
      word("place", e.b < kGarages ? "garage" : "farm");
      number("n", e.b < kGarages ? e.b + 1 : e.b - kGarages + 1);
      break;
    case What::kCanteen: die(e.a); break;
    case What::kSent: {
      const Place place = place_of(e.a);
      word("place", std::string(kPlaceIds[place]));
      if (place < kStations) thing("station", components().stations[place]);
      if (place == kNegotiation) {
        const int n = e.a - kToNegotiation;
        thing("faction", components().columns[idx(n / kRows)]);
        number("n", n % kRows + 1);
      }
      if (place == kMiningCamp) number("n", e.a - kToMine + 1);
      if (place == kDepository) number("n", e.a - kToDepository + 1);
      if (place == kFarm) number("n", e.a - kToFarm + 1);
      if (place == kOutpost) owner(e.a - kToOutpost);
      die(e.b);
      from(e.c);
      break;
    }
    case What::kPartnerSent:
      from(e.a);
      die(e.b);
      break;
    case What::kGained:
    case What::kPaid:
    case What::kLost:
      word("resource", "@circadians." + std::string(kResourceIds[idx(e.a)]));
      number("n", e.b);
      break;
    case What::kDice:
    case What::kRerolled:
    case What::kDiceReturned:
    case What::kAiGems:
    case What::kAiDice:
    case What::kAiProgress:
    case What::kAiSpecialist:
    case What::kAiExploit: number("n", e.a); break;
    case What::kSpecialist: number("n", e.a + 1); break;
    case What::kShip:
      thing("tile", components().ships[idx(e.a)]);
      number("n", e.b + 1);
      break;
    case What::kFarmTile:
      thing("tile", components().farms[idx(e.a)]);
      number("n", e.b + 1);
      break;
    case What::kTileShown:
      thing("tile", (e.a == kShipTile ? components().ships : components().farms)[idx(e.c)]);
      word("kind", e.a == kShipTile ? "ship" : "farm");
      number("n", e.b + 1);
      break;
    case What::kAiTile:
      if (e.b >= 0)
        thing("tile", (e.a == kShipTile ? components().ships : components().farms)[idx(e.b)]);
      word("kind", e.a == kShipTile ? "ship" : "farm");
      break;
    case What::kTrade: thing("trade", components().trades[idx(e.a)]); break;
    case What::kCacheSeen:
    case What::kCacheRevealed: number("n", components().caches[idx(e.b)].points); break;
    case What::kPeeked: word("direction", std::string(kDirections[idx(e.a)])); break;
    case What::kBreakthrough: thing("breakthrough", components().breakthroughs[idx(e.a)]); break;
    case What::kSetback: thing("setback", components().setbacks[idx(e.a)]); break;
    case What::kAbility: thing("faction", components().columns[idx(e.a)]); break;
    case What::kOutpostUsed: owner(e.a); break;
    case What::kFarmWorked:
      thing("farm", e.b >= 0 ? static_cast<const Named&>(components().farms[idx(e.b)])
                             : static_cast<const Named&>(components().printed_farms[idx(e.a)]));
      break;
    case What::kHqRoll:
      number("value", e.a);
      number("n", e.b + 1);
      break;
    case What::kFarmPlaced:
      number("value", e.a);
      number("n", e.b + 1);
      break;
    case What::kRaised:
      number("value", e.a);
      number("n", e.b);
      break;
    case What::kScheme: thing("scheme", components().schemes[idx(e.a)]); break;
    case What::kAiSent:
      if (e.a >= Scheme::kNegotiationWith) {
        word("place", "negotiation");
        thing("faction", components().columns[idx(e.a - Scheme::kNegotiationWith)]);
      } else {
        word("place", std::string(kPlaceIds[idx(e.a)]));
        if (e.a < kStations) thing("station", components().stations[idx(e.a)]);
      }
      number("value", e.b);
      die(e.c != 0 ? Piece::kSpecialist : e.b);
      break;
    case What::kAiOutpost: word("whose", e.a == 0 ? "own" : "yours"); break;
    case What::kAiAhzuri:
      number("n", e.a + 1);
      number("value", e.b);
      break;
    default: break;
  }
  return out;
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
