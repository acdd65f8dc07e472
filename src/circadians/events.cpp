// Everything that can happen, as data and as sentences. What the numbers of an event mean is in
// rules.h (What).
#include <algorithm>

#include "circadians/game.h"
#include "circadians/schema.h"
#include "core/json.h"
#include "core/same_names.h"

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
    EventNumber{What::kRound, schema::event::round::kRound},
    EventNumber{What::kRolled, schema::event::rolled::kValue},
    EventNumber{What::kFarmRoll, schema::event::farm_roll::kValue},
    EventNumber{What::kGained, schema::event::gained::kN, kB},
    EventNumber{What::kPaid, schema::event::paid::kN, kB},
    EventNumber{What::kLost, schema::event::lost::kN, kB},
    EventNumber{What::kDice, schema::event::dice::kN},
    EventNumber{What::kRerolled, schema::event::rerolled::kN},
    EventNumber{What::kDiceReturned, schema::event::dice_returned::kN},
    EventNumber{What::kAiGems, schema::event::ai_gems::kN},
    EventNumber{What::kAiDice, schema::event::ai_dice::kN},
    EventNumber{What::kSpecialist, schema::event::specialist::kWhich, kA, 1},
    EventNumber{What::kAiSpecialist, schema::event::ai_specialist::kWhich},
    EventNumber{What::kUnlocked, schema::event::unlocked::kPlace},
    EventNumber{What::kShip, schema::event::ship::kGarage, kB, 1},
    EventNumber{What::kFarmTile, schema::event::farm_tile::kSlot, kB, 1},
    EventNumber{What::kTileShown, schema::event::tile_shown::kStack, kB, 1},
    EventNumber{What::kMoved, schema::event::moved::kSpace},
    EventNumber{What::kTokenTaken, schema::event::token_taken::kSpace},
    EventNumber{What::kAiMoved, schema::event::ai_moved::kSpace},
    EventNumber{What::kCacheSeen, schema::event::cache_seen::kCorner, kA, 1},
    EventNumber{What::kCacheRevealed, schema::event::cache_revealed::kCorner, kA, 1},
    EventNumber{What::kPeeked, schema::event::peeked::kCorner, kA, 1},
    EventNumber{What::kOutpostUsed, schema::event::outpost::kOwner, kA, 1},
    EventNumber{What::kFarmWorked, schema::event::farm_worked::kFarm, kA, 1},
    EventNumber{What::kHqRoll, schema::event::hq_roll::kValue},
    EventNumber{What::kHqRoll, schema::event::hq_roll::kSpace, kB, 1},
    EventNumber{What::kFarmPlaced, schema::event::farm_placed::kValue},
    EventNumber{What::kFarmPlaced, schema::event::farm_placed::kFarm, kB, 1},
    EventNumber{What::kRaised, schema::event::raised::kValue},
    EventNumber{What::kRaised, schema::event::raised::kBy, kB},
    EventNumber{What::kAiSent, schema::event::ai_sent::kValue, kB},
    EventNumber{What::kAiProgress, schema::event::ai_progress::kStars},
    EventNumber{What::kAiExploit, schema::event::ai_exploit::kRoll},
    EventNumber{What::kAiAhzuri, schema::event::ai_ahzuri::kRow, kA, 1},
    EventNumber{What::kAiAhzuri, schema::event::ai_ahzuri::kValue, kB},
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

// Where several events are told by one line below, the last of them names the member.
namespace one_line {
using namespace schema::event;  // NOLINT(google-build-using-namespace): for these lines alone
static_assert(same_names({{ai_token::kToken, token::kToken},
                          {token_dealt::kToken, token::kToken},
                          {leader_dealt::kLeader, leader::kLeader},
                          {card_dealt::kContract, end_card::kContract},
                          {picked::kContract, end_card::kContract},
                          {drew::kContract, end_card::kContract},
                          {discarded::kContract, end_card::kContract},
                          {fulfilled::kContract, end_card::kContract},
                          {exchanged::kContract, end_card::kContract},
                          {gained::kResource, lost::kResource},
                          {paid::kResource, lost::kResource},
                          {tile_shown::kKind, ai_tile::kKind},
                          {cache_seen::kPoints, cache_revealed::kPoints}}));
}  // namespace one_line

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
    case What::kToken: return {&c.tokens[idx(e.a)], schema::event::token::kToken, "token"};
    case What::kLeaderDealt:
    case What::kLeader: return {&c.leaders[idx(e.a)], schema::event::leader::kLeader, "leader"};
    case What::kCardDealt:
    case What::kPicked:
    case What::kDrew:
    case What::kDiscarded:
    case What::kFulfilled:
    case What::kExchanged:
    case What::kEndCard:
      return {&c.contracts[idx(e.a)], schema::event::end_card::kContract, "contract"};
    case What::kEvent: return {&c.events[idx(e.a)], schema::event::event::kCard, "event"};
    case What::kScheme: return {&c.schemes[idx(e.a)], schema::event::scheme::kCard, "scheme"};
    case What::kBreakthrough:
      return {&c.breakthroughs[idx(e.a)], schema::event::breakthrough::kBreakthrough,
              "breakthrough"};
    case What::kSetback:
      return {&c.setbacks[idx(e.a)], schema::event::setback::kSetback, "setback"};
    case What::kShip: return {tile(kShipTile, e.a), schema::event::ship::kTile, "tile"};
    case What::kFarmTile: return {tile(kFarmTile, e.a), schema::event::farm_tile::kTile, "tile"};
    case What::kTileShown: return {tile(e.a, e.c), schema::event::tile_shown::kTile, "tile"};
    case What::kAiTile:
      if (e.b < 0) return {};
      return {tile(e.a, e.b), schema::event::ai_tile::kTile, "tile"};
    case What::kTrade: return {&c.trades[idx(e.a)], schema::event::trade::kTrade, "trade"};
    case What::kOutpostUsed: return {&c.tokens[idx(e.b)], schema::event::outpost::kToken, nullptr};
    default: return {};
  }
}

}  // namespace

// --- as data ---

Json Circadians::event_json(const Event& e) const {
  namespace member = schema::event;
  Json out;
  out[member::kEvent] = facts().events[e.what];
  if (e.who >= 0) out[member::kSeat] = e.who + 1;
  if (const Subject is = subject_of(e, components()); is.thing != nullptr)
    out[is.in_json] = id(*is.thing);
  each_number(kInJson, e, [&](const char* name, int number) { out[name] = number; });
  switch (static_cast<What>(e.what)) {
    case What::kSides: add_sides(static_cast<std::uint32_t>(e.a), out); break;
    case What::kPlanned:
      out[member::planned::kDie] = die_json(e.a);
      if (e.b < kGarages) {
        out[member::planned::kGarage] = e.b + 1;
      } else {
        out[member::planned::kFarm] = e.b - kGarages + 1;
      }
      break;
    case What::kCanteen:
      if (e.a != kSomeDie) out[member::canteen::kDie] = die_json(e.a);
      break;
    case What::kSent:
      add_target(e.a, out);
      out[member::sent::kDie] = die_json(e.b);
      out[member::sent::kFrom] = source_json(e.c);
      break;
    case What::kPartnerSent:
      out[member::partner::kFrom] = source_json(e.a);
      out[member::partner::kDie] = die_json(e.b);
      break;
    case What::kGained:
    case What::kPaid:
    case What::kLost: out[member::lost::kResource] = std::string(1, kLetters[idx(e.a)]); break;
    case What::kTileShown:
    case What::kAiTile: out[member::ai_tile::kKind] = e.a == kShipTile ? "ship" : "farm"; break;
    case What::kCacheSeen:
    case What::kCacheRevealed:
      out[member::cache_revealed::kPoints] = components().caches[idx(e.b)].points;
      break;
    case What::kAbility: out[member::ability::kFaction] = kFactionIds[idx(e.a)]; break;
    case What::kFarmWorked:
      if (e.b >= 0) out[member::farm_worked::kTile] = id(components().farms[idx(e.b)]);
      break;
    case What::kAiSent:
      if (e.a >= Scheme::kNegotiationWith) {
        out[member::ai_sent::kFaction] = kFactionIds[idx(e.a - Scheme::kNegotiationWith)];
      } else {
        out[member::ai_sent::kTo] = kPlaceIds[idx(e.a)];
      }
      out[member::ai_sent::kSpecialist] = e.c != 0;
      break;
    case What::kAiOutpost: out[member::ai_outpost::kOwner] = e.a == 0 ? 2 : 1; break;
    default: break;
  }
  return out;
}

void Circadians::add_sides(std::uint32_t sides, Json& out) const {
  namespace member = schema::event::sides;
  out[member::kPlanet] = has_bit(sides, 0) ? "B" : "A";
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
