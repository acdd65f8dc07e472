// Everything that can happen, as data and as sentences. What the numbers of an event mean is in
// rules.h (What).
#include <algorithm>

#include "circadians/game.h"
#include "core/json.h"

namespace tidelock::circadians {

namespace {

// Numbers of events and their names: of `a` or of `b`, counted from 1 where players count so.
struct EventNumber {
  What what;
  const char* name;
  std::int16_t Event::*number = &Event::a;
  int first = 0;
};
constexpr auto kB = &Event::b;
constexpr auto kA = &Event::a;

constexpr std::array kInJson = {
    EventNumber{What::kRound, "round"},
    EventNumber{What::kRolled, "value"},
    EventNumber{What::kFarmRoll, "value"},
    EventNumber{What::kGained, "n", kB},
    EventNumber{What::kPaid, "n", kB},
    EventNumber{What::kLost, "n", kB},
    EventNumber{What::kDice, "n"},
    EventNumber{What::kRerolled, "n"},
    EventNumber{What::kDiceReturned, "n"},
    EventNumber{What::kAiGems, "n"},
    EventNumber{What::kAiDice, "n"},
    EventNumber{What::kSpecialist, "which", kA, 1},
    EventNumber{What::kAiSpecialist, "which"},
    EventNumber{What::kUnlocked, "place"},
    EventNumber{What::kShip, "garage", kB, 1},
    EventNumber{What::kFarmTile, "slot", kB, 1},
    EventNumber{What::kTileShown, "stack", kB, 1},
    EventNumber{What::kMoved, "space"},
    EventNumber{What::kTokenTaken, "space"},
    EventNumber{What::kAiMoved, "space"},
    EventNumber{What::kCacheSeen, "corner", kA, 1},
    EventNumber{What::kCacheRevealed, "corner", kA, 1},
    EventNumber{What::kPeeked, "corner", kA, 1},
    EventNumber{What::kOutpostUsed, "owner", kA, 1},
    EventNumber{What::kFarmWorked, "farm", kA, 1},
    EventNumber{What::kHqRoll, "value"},
    EventNumber{What::kHqRoll, "space", kB, 1},
    EventNumber{What::kFarmPlaced, "value"},
    EventNumber{What::kFarmPlaced, "farm", kB, 1},
    EventNumber{What::kRaised, "value"},
    EventNumber{What::kRaised, "by", kB},
    EventNumber{What::kAiSent, "value", kB},
    EventNumber{What::kAiProgress, "stars"},
    EventNumber{What::kAiExploit, "roll"},
    EventNumber{What::kAiAhzuri, "row", kA, 1},
    EventNumber{What::kAiAhzuri, "value", kB},
};

constexpr std::array kInSentences = {
    EventNumber{What::kRound, "round"},
    EventNumber{What::kRolled, "value"},
    EventNumber{What::kFarmRoll, "value"},
    EventNumber{What::kGained, "n", kB},
    EventNumber{What::kPaid, "n", kB},
    EventNumber{What::kLost, "n", kB},
    EventNumber{What::kDice, "n"},
    EventNumber{What::kRerolled, "n"},
    EventNumber{What::kDiceReturned, "n"},
    EventNumber{What::kAiGems, "n"},
    EventNumber{What::kAiDice, "n"},
    EventNumber{What::kAiProgress, "n"},
    EventNumber{What::kAiSpecialist, "n"},
    EventNumber{What::kAiExploit, "n"},
    EventNumber{What::kSpecialist, "n", kA, 1},
    EventNumber{What::kShip, "n", kB, 1},
    EventNumber{What::kFarmTile, "n", kB, 1},
    EventNumber{What::kTileShown, "n", kB, 1},
    EventNumber{What::kHqRoll, "value"},
    EventNumber{What::kHqRoll, "n", kB, 1},
    EventNumber{What::kFarmPlaced, "value"},
    EventNumber{What::kFarmPlaced, "n", kB, 1},
    EventNumber{What::kRaised, "value"},
    EventNumber{What::kRaised, "n", kB},
    EventNumber{What::kAiSent, "value", kB},
    EventNumber{What::kAiAhzuri, "n", kA, 1},
    EventNumber{What::kAiAhzuri, "value", kB},
};

template <class F>
void each_number(std::span<const EventNumber> numbers, const Event& e, const F& f) {
  for (const EventNumber& one : numbers) {
    if (one.what == static_cast<What>(e.what)) f(one.name, e.*one.number + one.first);
  }
}

// The thing of the pack that an event is about, with its name in JSON and in sentences.
struct Subject {
  const Named* thing = nullptr;
  const char* in_json = nullptr;
  const char* in_sentences = nullptr;  // null: not said
};

Subject subject_of(const Event& e, const Components& c) {
  const auto tile = [&](int kind, int which) -> const Named* {
    return &(kind == kShipTile ? c.ships : c.farms)[idx(which)];
  };
  switch (static_cast<What>(e.what)) {
    case What::kAiToken:
    case What::kTokenDealt:
    case What::kToken: return {&c.tokens[idx(e.a)], "token", "token"};
    case What::kLeaderDealt:
    case What::kLeader: return {&c.leaders[idx(e.a)], "leader", "leader"};
    case What::kCardDealt:
    case What::kPicked:
    case What::kDrew:
    case What::kDiscarded:
    case What::kFulfilled:
    case What::kExchanged:
    case What::kEndCard: return {&c.contracts[idx(e.a)], "contract", "contract"};
    case What::kEvent: return {&c.events[idx(e.a)], "card", "event"};
    case What::kScheme: return {&c.schemes[idx(e.a)], "card", "scheme"};
    case What::kBreakthrough: return {&c.breakthroughs[idx(e.a)], "breakthrough", "breakthrough"};
    case What::kSetback: return {&c.setbacks[idx(e.a)], "setback", "setback"};
    case What::kShip: return {tile(kShipTile, e.a), "tile", "tile"};
    case What::kFarmTile: return {tile(kFarmTile, e.a), "tile", "tile"};
    case What::kTileShown: return {tile(e.a, e.c), "tile", "tile"};
    case What::kAiTile:
      if (e.b < 0) return {};
      return {tile(e.a, e.b), "tile", "tile"};
    case What::kTrade: return {&c.trades[idx(e.a)], "trade", "trade"};
    case What::kOutpostUsed: return {&c.tokens[idx(e.b)], "token", nullptr};
    default: return {};
  }
}

}  // namespace

// --- as data ---

Json Circadians::event_json(const Event& e) const {
  Json out;
  out["event"] = facts().events[e.what];
  if (e.who >= 0) out["seat"] = e.who + 1;
  if (const Subject is = subject_of(e, components()); is.thing != nullptr)
    out[is.in_json] = id(*is.thing);
  each_number(kInJson, e, [&](const char* name, int number) { out[name] = number; });
  switch (static_cast<What>(e.what)) {
    case What::kSides: add_sides(static_cast<std::uint32_t>(e.a), out); break;
    case What::kPlanned:
      out["die"] = die_json(e.a);
      if (e.b < kGarages) {
        out["garage"] = e.b + 1;
      } else {
        out["farm"] = e.b - kGarages + 1;
      }
      break;
    case What::kCanteen:
      if (e.a != kSomeDie) out["die"] = die_json(e.a);
      break;
    case What::kSent:
      add_target(e.a, out);
      out["die"] = die_json(e.b);
      out["from"] = source_json(e.c);
      break;
    case What::kPartnerSent:
      out["from"] = source_json(e.a);
      out["die"] = die_json(e.b);
      break;
    case What::kGained:
    case What::kPaid:
    case What::kLost: out["resource"] = std::string(1, kLetters[idx(e.a)]); break;
    case What::kTileShown:
    case What::kAiTile: out["kind"] = e.a == kShipTile ? "ship" : "farm"; break;
    case What::kCacheSeen:
    case What::kCacheRevealed: out["points"] = components().caches[idx(e.b)].points; break;
    case What::kAbility: out["faction"] = kFactionIds[idx(e.a)]; break;
    case What::kFarmWorked:
      if (e.b >= 0) out["tile"] = id(components().farms[idx(e.b)]);
      break;
    case What::kAiSent:
      if (e.a >= Scheme::kNegotiationWith) {
        out["faction"] = kFactionIds[idx(e.a - Scheme::kNegotiationWith)];
      } else {
        out["to"] = kPlaceIds[idx(e.a)];
      }
      out["specialist"] = e.c != 0;
      break;
    case What::kAiOutpost: out["owner"] = e.a == 0 ? 2 : 1; break;
    default: break;
  }
  return out;
}

void Circadians::add_sides(std::uint32_t sides, Json& out) const {
  out["planet"] = has_bit(sides, 0) ? "B" : "A";
  for (int f = 0; f < kFactions; ++f) {
    if (faction_in_play(f))
      out[std::string(kFactionIds[idx(f)])] = has_bit(sides, f + 1) ? "B" : "A";
  }
}

// --- as sentences ---

namespace {

// Collects what the sentence of an event is about.
class EventArgs {
 public:
  EventArgs(const Circadians& game, const Event& event, std::vector<TextArg>& args)
      : g_(game), c_(game.components()), e_(event), args_(args) {}

  void add() {
    if (e_.who >= 0) seat("player", e_.who);
    if (const Subject is = subject_of(e_, c_); is.in_sentences != nullptr)
      thing(is.in_sentences, *is.thing);
    words();
    each_number(kInSentences, e_, [&](const char* name, int value) { number(name, value); });
    if (static_cast<What>(e_.what) == What::kAiSent) die(e_.c != 0 ? Piece::kSpecialist : e_.b);
  }

 private:
  void number(const char* name, int value) { args_.push_back({name, std::int64_t{value}}); }
  void word(const char* name, std::string value) { args_.push_back({name, std::move(value)}); }
  void thing(const char* name, const Named& what) { word(name, named(g_.texts().names(what))); }
  void die(int value) { number("die", value); }  // 7 for a Specialist, 0 for Sal
  void from(int where) { number("from", where < kGarages ? where + 1 : where == kFromHq ? 6 : 7); }
  void seat(const char* name, int who) {
    if (g_.is_ai(who)) {
      word(name, "@circadians.ai");
    } else {
      number(name, who + 1);
    }
  }

  void words();
  void sent();
  void ai_sent();

  const Circadians& g_;
  const Components& c_;
  const Event& e_;
  std::vector<TextArg>& args_;
};

void EventArgs::words() {
  switch (static_cast<What>(e_.what)) {
    case What::kSides:
      word("side", has_bit(static_cast<std::uint32_t>(e_.a), 0) ? "B" : "A");
      break;
    case What::kPlanned:
      die(e_.a);
      word("place", e_.b < kGarages ? "garage" : "farm");
      number("n", e_.b < kGarages ? e_.b + 1 : e_.b - kGarages + 1);
      break;
    case What::kCanteen: die(e_.a); break;
    case What::kSent: sent(); break;
    case What::kPartnerSent:
      from(e_.a);
      die(e_.b);
      break;
    case What::kGained:
    case What::kPaid:
    case What::kLost:
      word("resource", "@circadians." + std::string(kResourceIds[idx(e_.a)]));
      break;
    case What::kTileShown:
    case What::kAiTile: word("kind", e_.a == kShipTile ? "ship" : "farm"); break;
    case What::kCacheSeen:
    case What::kCacheRevealed: number("n", c_.caches[idx(e_.b)].points); break;
    case What::kPeeked: word("direction", std::string(kDirections[idx(e_.a)])); break;
    case What::kAbility: thing("faction", c_.columns[idx(e_.a)]); break;
    case What::kOutpostUsed: seat("owner", e_.a); break;
    case What::kFarmWorked:
      thing("farm", e_.b >= 0 ? static_cast<const Named&>(c_.farms[idx(e_.b)])
                              : static_cast<const Named&>(c_.printed_farms[idx(e_.a)]));
      break;
    case What::kAiSent: ai_sent(); break;
    case What::kAiOutpost: word("whose", e_.a == 0 ? "own" : "yours"); break;
    default: break;
  }
}

void EventArgs::sent() {
  const Place place = place_of(e_.a);
  word("place", std::string(kPlaceIds[place]));
  if (place < kStations) thing("station", c_.stations[place]);
  if (place == kNegotiation) {
    const int n = e_.a - kToNegotiation;
    thing("faction", c_.columns[idx(n / kRows)]);
    number("n", n % kRows + 1);
  }
  if (place == kMiningCamp) number("n", e_.a - kToMine + 1);
  if (place == kDepository) number("n", e_.a - kToDepository + 1);
  if (place == kFarm) number("n", e_.a - kToFarm + 1);
  if (place == kOutpost) seat("owner", e_.a - kToOutpost);
  die(e_.b);
  from(e_.c);
}

void EventArgs::ai_sent() {
  if (e_.a >= Scheme::kNegotiationWith) {
    word("place", "negotiation");
    thing("faction", c_.columns[idx(e_.a - Scheme::kNegotiationWith)]);
  } else {
    word("place", std::string(kPlaceIds[idx(e_.a)]));
    if (e_.a < kStations) thing("station", c_.stations[idx(e_.a)]);
  }
}

}  // namespace

Text Circadians::event_text(const Event& e) const {
  Text out{"circadians.event." + std::string(facts().events[e.what]), {}};
  EventArgs(*this, e, out.args).add();
  if (e.who >= 0 && !is_ai(e.who)) out.about = e.who + 1;
  return out;
}

}  // namespace tidelock::circadians
