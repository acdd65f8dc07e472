// What a seat sees of a state, with what it would otherwise have to work out, and moves, as JSON.
#include <algorithm>

#include "circadians/game.h"
#include "circadians/schema.h"
#include "core/json.h"
#include "core/same_names.h"

namespace tidelock::circadians {

Json Circadians::die_json(int value) {
  return value == Piece::kSpecialist ? Json("specialist")
         : value == Piece::kSal      ? Json("sal")
                                     : Json(value);
}

Json Circadians::source_json(int from) {
  return from < kGarages ? Json(from + 1) : from == kFromHq ? Json("hq") : Json("sal");
}

void Circadians::add_target(int target, Json& out) {
  namespace member = schema::event::sent;
  const Place place = place_of(target);
  out[member::kTo] = kPlaceIds[place];
  if (place == kMiningCamp) out[member::kColumn] = target - kToMine + 1;
  if (place == kDepository) out[member::kRow] = target - kToDepository + 1;
  if (place == kNegotiation) {
    out[member::kFaction] = kFactionIds[idx((target - kToNegotiation) / kRows)];
    out[member::kRow] = (target - kToNegotiation) % kRows + 1;
  }
  if (place == kOutpost) out[member::kOwner] = target - kToOutpost + 1;
  if (place == kFarm) out[member::kFarm] = target - kToFarm + 1;
}

namespace {

// What the die on a Farm counts as there; 0: none lies there.
int farm_value(const Player& p, int slot) {
  const int die = p.farm[idx(slot)];
  return die == Piece::kSpecialist ? 6 : die;
}

}  // namespace

// A target is written the same where it is offered and where it was sent to.
static_assert(same_names({{schema::move::send::kTo, schema::event::sent::kTo},
                          {schema::move::send::kColumn, schema::event::sent::kColumn},
                          {schema::move::send::kRow, schema::event::sent::kRow},
                          {schema::move::send::kFaction, schema::event::sent::kFaction},
                          {schema::move::send::kOwner, schema::event::sent::kOwner},
                          {schema::move::send::kFarm, schema::event::sent::kFarm}}));

// What the base of a seat costs and brings as it stands, for all who see it.
void Circadians::add_prospects(const State& s, Seat seat, Json& out) const {
  namespace member = schema::view::own;
  const Player& p = s.players[idx(seat)];
  Json costs = Json::array();
  int algae = 0;
  for (int i = 0; i < kGarages; ++i) {
    const int cost = garage_cost(s, seat, i);
    costs.push_back(cost);
    if (p.garage[idx(i)] != 0) algae += cost;
  }
  Goods sum = planet_goods(s, p.harvester);
  out[member::kHarvest][schema::view::harvest::kPlanet] = write_goods(sum);
  Json farms = Json::array();
  for (int slot = 0; slot < kFarms; ++slot) {
    const Goods goods = farm_goods(p, slot, farm_value(p, slot));
    for (std::size_t r = 0; r < kResources; ++r)
      sum[r] = static_cast<std::int16_t>(sum[r] + goods[r]);
    farms.push_back(write_goods(goods));
  }
  out[member::kHarvest][schema::view::harvest::kFarms] = farms;
  out[member::kHarvest][schema::view::harvest::kSum] = write_goods(sum);
  out[member::kGarageCosts] = costs;
  out[member::kGaragesCost] = algae;
}

// What the viewer would otherwise have to work out: what Farms yield by value, which of the
// Ahzuri's requirements are met, what is missing for Contracts.
void Circadians::add_means(const State& s, Seat seat, Json& out) const {
  namespace member = schema::view::own;
  const Player& p = s.players[idx(seat)];
  Json yields = Json::array();
  for (int slot = 0; slot < kFarms; ++slot) {
    const Tile* farm = farm_at(p, slot);
    Json by_value = Json::array();
    for (int value = 1; value <= 6; ++value) {
      const bool takes = farm != nullptr && farm->slot && value >= farm->low && value <= farm->high;
      by_value.push_back(takes ? Json(write_goods(farm_goods(p, slot, value))) : Json());
    }
    yields.push_back(by_value);
  }
  out[member::kYields] = yields;
  Json deeds = Json::array();
  for (int row = 0; row < kRows; ++row) {
    const Need& need = negotiation_space(kAhzuri, row).need;
    deeds.push_back(!need.any.empty() && meets(s, seat, need));
  }
  out[member::kDeeds] = deeds;
  Json missing = Json::object();
  for (const int card : p.hand) {
    const Contract& contract = components().contracts[idx(card)];
    Goods lacks{};
    if (!can_pay(p, p.goods, contract.cost)) {
      for (std::size_t r = 0; r < kResources; ++r)
        lacks[r] = static_cast<std::int16_t>(std::max(0, contract.cost[r] - p.goods[r]));
    }
    missing[id(contract)] = write_goods(lacks);
  }
  out[member::kMissing] = missing;
}

// What a view takes from the state as it is has the same name in both; most is told of everybody.
namespace kept_in_view {
using namespace schema;  // NOLINT(google-build-using-namespace): for these lines alone
static_assert(same_names({{view::kRound, state::kRound},
                          {view::kRadio, state::kRadio},
                          {view::kTurn, state::kTurn},
                          {view::kEvent, state::kEvent},
                          {view::kSides, state::kSides},
                          {view::kDiscards, state::kDiscards},
                          {view::kFronts, state::kFronts},
                          {view::kRevealed, state::kRevealed},
                          {view::kPlanetTokens, state::kPlanetTokens},
                          {view::kShipPool, state::kShipPool},
                          {view::kFarmPool, state::kFarmPool},
                          {view::kShipsUp, state::kShipsUp},
                          {view::kFarmsUp, state::kFarmsUp},
                          {view::kShipsDown, state::kShipsDown},
                          {view::kFarmsDown, state::kFarmsDown},
                          {view::kNegotiation, state::kNegotiation},
                          {view::kDepository, state::kDepository},
                          {view::kStations, state::kStations},
                          {view::kPartners, state::kPartners},
                          {view::kHq, state::kHq},
                          {view::kBreakthroughs, state::kBreakthroughs},
                          {view::kSetbacks, state::kSetbacks},
                          {view::kBreakthroughValues, state::kBreakthroughValues},
                          {view::kSetbackValues, state::kSetbackValues},
                          {view::kSpecialistBreakthroughs, state::kSpecialistBreakthroughs},
                          {view::kSpecialistSetbacks, state::kSpecialistSetbacks},
                          {view::kBreakthroughTokens, state::kBreakthroughTokens},
                          {view::kSetbackTokens, state::kSetbackTokens},
                          {view::kAiToken, state::kAiToken},
                          {view::kSchemeDiscards, state::kSchemeDiscards},
                          {view::kSchemeShown, state::kSchemeShown},
                          {view::kPlayers, state::kPlayers}}));
static_assert(same_names({{view::own::kHand, state::player::kHand},
                          {view::own::kDraft, state::player::kDraft},
                          {view::own::kLeaders, state::player::kLeaders},
                          {view::own::kTokens, state::player::kTokens},
                          {view::own::kSeen, state::player::kSeen},
                          {view::own::kFulfilled, state::player::kFulfilled},
                          {view::own::kGoods, state::player::kGoods},
                          {view::own::kLeader, state::player::kLeader},
                          {view::own::kToken, state::player::kToken},
                          {view::own::kGarages, state::player::kGarages},
                          {view::own::kFarms, state::player::kFarms},
                          {view::own::kShips, state::player::kShips},
                          {view::own::kFarmTiles, state::player::kFarmTiles},
                          {view::own::kRolled, state::player::kRolled},
                          {view::own::kBase, state::player::kBase},
                          {view::own::kBaseSpecialists, state::player::kBaseSpecialists},
                          {view::own::kCanteen, state::player::kCanteen},
                          {view::own::kCanteenSpecialists, state::player::kCanteenSpecialists},
                          {view::own::kReserve, state::player::kReserve},
                          {view::own::kGained, state::player::kGained},
                          {view::own::kGainedLate, state::player::kGainedLate},
                          {view::own::kLocked, state::player::kLocked},
                          {view::own::kHarvester, state::player::kHarvester},
                          {view::own::kOutpost, state::player::kOutpost},
                          {view::own::kProgress, state::player::kProgress}}));
static_assert(same_names({{view::other::kFulfilled, state::player::kFulfilled},
                          {view::other::kGoods, state::player::kGoods},
                          {view::other::kLeader, state::player::kLeader},
                          {view::other::kToken, state::player::kToken},
                          {view::other::kGarages, state::player::kGarages},
                          {view::other::kFarms, state::player::kFarms},
                          {view::other::kShips, state::player::kShips},
                          {view::other::kFarmTiles, state::player::kFarmTiles},
                          {view::other::kRolled, state::player::kRolled},
                          {view::other::kBase, state::player::kBase},
                          {view::other::kBaseSpecialists, state::player::kBaseSpecialists},
                          {view::other::kCanteen, state::player::kCanteen},
                          {view::other::kCanteenSpecialists, state::player::kCanteenSpecialists},
                          {view::other::kReserve, state::player::kReserve},
                          {view::other::kGained, state::player::kGained},
                          {view::other::kGainedLate, state::player::kGainedLate},
                          {view::other::kLocked, state::player::kLocked},
                          {view::other::kHarvester, state::player::kHarvester},
                          {view::other::kOutpost, state::player::kOutpost},
                          {view::other::kProgress, state::player::kProgress}}));
static_assert(same_names({{view::other::kActiveSpecialists, view::own::kActiveSpecialists},
                          {view::other::kGarageCosts, view::own::kGarageCosts},
                          {view::other::kGaragesCost, view::own::kGaragesCost},
                          {view::other::kHarvest, view::own::kHarvest},
                          {view::other::kDiceLimit, view::own::kDiceLimit},
                          {view::other::kHandLimit, view::own::kHandLimit}}));
}  // namespace kept_in_view

// Starts from the whole state, as far as the seat knows it, and takes out what is for programs
// only.
Json Circadians::view(const State& real, Seat seat) const {
  namespace known = schema::state;
  namespace member = schema::view;
  const State s = knows(real, seat);
  Json v = to_json(s);
  for (const char* name :
       {known::kAsked, known::kTodo, known::kNow, known::kDeck, known::kPlanDiscards,
        known::kEvents, known::kSchemes, known::kSchemeCards, known::kSchemeTotal, known::kHqWaits,
        known::kPicks, known::kPhase})
    v.erase(name);
  v[member::kDeck] = s.deck.count();
  v[member::kCaches] = caches_json(s, seat);
  for (int i = 0; i < colours(); ++i) {
    Json& p = v[member::kPlayers][idx(i)];
    if (i != seat) hide_secrets(s, i, p);
    const Player& player = s.players[idx(i)];
    for (const char* name :
         {known::player::kStage, known::player::kPick, known::player::kToRoll,
          known::player::kPlanRolls, known::player::kFlags, known::player::kExchanged,
          known::player::kRenewed, known::player::kDrawn})
      p.erase(name);
    p[member::own::kActiveSpecialists] = active_specialists(player);
    if (is_ai(i)) continue;
    add_prospects(s, static_cast<Seat>(i), p);
    if (i == seat) add_means(s, seat, p);
    p[member::own::kDiceLimit] = dice_limit(player);
    p[member::own::kHandLimit] = hand_limit(player);
  }
  Json points = Json::array();
  for (Seat i = 0; i < chosen().players; ++i) points.push_back(score_seen(s, i, seat));
  v[member::kPoints] = points;
  if (solo()) v[member::kAiPoints] = score_seen(s, kAiSeat, seat);
  v[member::kExpansion] = chosen().expansion;
  v[member::kDue] = due_json(s);
  v[member::kPhase] = phase_name(s);
  v[member::kSeats] = chosen().players;
  return v;
}

Json Circadians::caches_json(const State& s, Seat viewer) const {
  namespace member = schema::view::caches;
  const auto seen = s.revealed | (viewer >= 0 ? s.players[idx(viewer)].seen : 0);
  Json caches = Json::array();
  for (int i = 0; i < kCorners; ++i) {
    const auto tile = s.cache[idx(i)];
    Json one = {{member::kFront, has_bit(s.fronts, i) ? "energy" : "gem"}};
    if (tile != kNone && has_bit(seen, i)) one[member::kPoints] = components().caches[tile].points;
    caches.push_back(one);
  }
  return caches;
}

// Of another player: how many cards and dice, not which (CIR-Q18).
void Circadians::hide_secrets(const State& s, int seat, Json& out) const {
  namespace member = schema::view::other;
  const Player& p = s.players[idx(seat)];
  out[member::kHand] = p.hand.count();
  for (const char* name : {schema::state::player::kDraft, schema::state::player::kLeaders,
                           schema::state::player::kTokens, schema::state::player::kSeen})
    out.erase(name);
  if (s.todo.top().what != Do::kPlan) return;
  out.erase(member::kRolled);
  int dice = p.idle;
  for (const auto n : p.rolled) dice += n;
  out[member::kBase] = dice;
}

// The piece that has to leave Headquarters now.
Json Circadians::due_json(const State& s) {
  namespace member = schema::view::due;
  if (!leaves_hq(s)) return {};
  const int space = sends_from(s);
  return {{member::kSeat, s.todo.top().seat + 1},
          {member::kHq, space + 1},
          {member::kPiece, die_json(s.hq[idx(space)].value())}};
}

// --- moves ---

// Kinds that one line below tells.
static_assert(same_names({{schema::move::pick::kContract, schema::move::end_card::kContract},
                          {schema::move::exchange::kContract, schema::move::end_card::kContract},
                          {schema::move::discard::kContract, schema::move::end_card::kContract}}));

Json Circadians::move_json(const State& s, Seat seat, Move move) const {
  using Kind = Move::Kind;
  namespace member = schema::move;
  constexpr std::array<std::string_view, 33> kKinds = {
      "unknown", "leader", "token",   "pick",         "exchange",    "reroll",  "raise",
      "keep",    "assign", "harvest", "send",         "trade-first", "partner", "pay",
      "trade",   "step",   "stack",   "garage",       "contract",    "discard", "choose",
      "yes",     "swap",   "space",   "breakthrough", "setback",     "ability", "outpost",
      "peek",    "farm",   "option",  "end-card",     "done"};
  Json out = {{member::kKind, kKinds[idx(static_cast<int>(move.kind()))]}};
  const Components& c = components();
  switch (move.kind()) {
    case Kind::kLeader: out[member::leader::kLeader] = id(c.leaders[idx(move.a())]); break;
    case Kind::kToken: out[member::token::kToken] = id(c.tokens[idx(move.a())]); break;
    case Kind::kPick:
    case Kind::kExchange:
    case Kind::kDiscard:
    case Kind::kEndCard: out[member::end_card::kContract] = id(c.contracts[idx(move.a())]); break;
    case Kind::kContract: {
      const auto how = as<step::Contract>(s.todo.top());
      out[member::contract::kContract] = id(c.contracts[idx(move.a())]);
      out[member::contract::kCost] =
          write_goods(contract_cost(move.a(), how.less, how.full_cost ? kNoLess : s.now.less));
      break;
    }
    case Kind::kAssign: add_assigned(s.players[idx(seat)], move.a(), out); break;
    case Kind::kSend: add_send(s, seat, move, out); break;
    case Kind::kTradeFirst:
      out[member::trade_first::kFrom] = source_json(move.a());
      if (move.c() != 0) out[member::trade_first::kPartner] = move.c();
      out[member::trade_first::kTrade] = id(c.trades[idx(move.b())]);
      break;
    case Kind::kTrade: out[member::trade::kTrade] = id(c.trades[idx(move.a())]); break;
    case Kind::kDirection: out[member::step::kDirection] = move.a() + 1; break;
    case Kind::kStack: {
      const int kind = as<step::Stack>(s.todo.top()).kind;
      const auto tile = s.up[idx(kind)][idx(move.a())];
      out[member::stack::kStack] = move.a() + 1;
      if (tile != 0)
        out[member::stack::kTile] = id((kind == kShipTile ? c.ships : c.farms)[tile - 1U]);
      break;
    }
    case Kind::kGarage: out[member::garage::kGarage] = move.a() + 1; break;
    case Kind::kBreakthrough:
      out[member::breakthrough::kBreakthrough] = id(c.breakthroughs[idx(move.a())]);
      break;
    case Kind::kSetback: out[member::setback::kSetback] = id(c.setbacks[idx(move.a())]); break;
    case Kind::kFaction: out[member::ability::kFaction] = kFactionIds[idx(move.a())]; break;
    case Kind::kOutpost: out[member::outpost::kOwner] = move.a() + 1; break;
    default: break;
  }
  return out;
}

void Circadians::add_assigned(const Player& p, int slot, Json& out) {
  namespace member = schema::move::assign;
  out[member::kDie] = die_json(next_to_assign(p));
  if (slot < kGarages) {
    out[member::kGarage] = slot + 1;
  } else if (slot < kCanteenSlot) {
    out[member::kFarm] = slot - kGarages + 1;
  } else {
    out[member::kCanteen] = true;
  }
}

// A send with its entry cost: one for each alternative.
void Circadians::add_send(const State& s, Seat seat, Move move, Json& out) const {
  namespace member = schema::move::send;
  const Sender piece = sender(s, seat, move.a(), sends_from(s));
  const int target = move.b();
  out[member::kFrom] = source_json(move.a());
  out[member::kPiece] = die_json(piece.piece);
  if (target == kToCanteen) {
    out[member::kTo] = "canteen";
    return;
  }
  add_target(target, out);
  const Place place = place_of(target);
  if (place == kDepository) out[member::kColumn] = move.c();
  if (place == kNegotiation) {
    const int faction = (target - kToNegotiation) / kRows;
    out[member::kPoints] = negotiation_space(faction, (target - kToNegotiation) % kRows).points;
    const Incidents comes = incidents(s, piece.piece, faction, move.c());
    out[member::kIncidents] = Json::array();
    if (comes.breakthrough) out[member::kIncidents].push_back("breakthrough");
    if (comes.setback) out[member::kIncidents].push_back("setback");
  }
  if (move.c() != 0) out[member::kValue] = move.c();
  out[member::kGarageCost] = piece.garage;
  Costs costs;
  entry_costs(s, seat, piece, target, move.c(), costs);
  out[member::kCost] = Json::array();
  for (const Goods& cost : costs)
    out[member::kCost].push_back(write_goods(reduced(cost, piece.less)));
}

}  // namespace tidelock::circadians
