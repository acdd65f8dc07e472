// What a seat sees of a state, with what it would otherwise have to work out, and moves, as JSON.
#include <algorithm>

#include "circadians/game.h"
#include "core/json.h"

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
  const Place place = place_of(target);
  out["to"] = kPlaceIds[place];
  if (place == kMiningCamp) out["column"] = target - kToMine + 1;
  if (place == kDepository) out["row"] = target - kToDepository + 1;
  if (place == kNegotiation) {
    out["faction"] = kFactionIds[idx((target - kToNegotiation) / kRows)];
    out["row"] = (target - kToNegotiation) % kRows + 1;
  }
  if (place == kOutpost) out["owner"] = target - kToOutpost + 1;
  if (place == kFarm) out["farm"] = target - kToFarm + 1;
}

namespace {

// What the die on a Farm counts as there; 0: none lies there.
int farm_value(const Player& p, int slot) {
  const int die = p.farm[idx(slot)];
  return die == Piece::kSpecialist ? 6 : die;
}

}  // namespace

// What the base of a seat costs and brings as it stands, for all who see it.
void Circadians::add_prospects(const State& s, Seat seat, Json& out) const {
  const Player& p = s.players[idx(seat)];
  Json costs = Json::array();
  int algae = 0;
  for (int i = 0; i < kGarages; ++i) {
    const int cost = garage_cost(s, seat, i);
    costs.push_back(cost);
    if (p.garage[idx(i)] != 0) algae += cost;
  }
  Goods sum = planet_goods(s, p.harvester);
  out["harvest"]["planet"] = write_goods(sum);
  Json farms = Json::array();
  for (int slot = 0; slot < kFarms; ++slot) {
    const Goods goods = farm_goods(p, slot, farm_value(p, slot));
    for (std::size_t r = 0; r < kResources; ++r)
      sum[r] = static_cast<std::int16_t>(sum[r] + goods[r]);
    farms.push_back(write_goods(goods));
  }
  out["harvest"]["farms"] = farms;
  out["harvest"]["sum"] = write_goods(sum);
  out["garage_costs"] = costs;
  out["garages_cost"] = algae;
}

// What the viewer would otherwise have to work out: what Farms yield by value, which of the
// Ahzuri's requirements are met, what is missing for Contracts.
void Circadians::add_means(const State& s, Seat seat, Json& out) const {
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
  out["yields"] = yields;
  Json deeds = Json::array();
  for (int row = 0; row < kRows; ++row) {
    const Need& need = negotiation_space(kAhzuri, row).need;
    deeds.push_back(!need.any.empty() && meets(s, seat, need));
  }
  out["deeds"] = deeds;
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
  out["missing"] = missing;
}

// Starts from the whole state, as far as the seat knows it, and takes out what is for programs
// only.
Json Circadians::view(const State& real, Seat seat) const {
  const State s = knows(real, seat);
  Json v = to_json(s);
  for (const char* name : {"asked", "todo", "now", "deck", "plan_discards", "events", "schemes",
                           "scheme_cards", "scheme_total", "hq_waits", "picks", "phase"})
    v.erase(name);
  v["deck"] = s.deck.count();
  v["caches"] = caches_json(s, seat);
  for (int i = 0; i < colours(); ++i) {
    Json& p = v["players"][idx(i)];
    if (i != seat) hide_secrets(s, i, p);
    const Player& player = s.players[idx(i)];
    for (const char* name :
         {"stage", "pick", "to_roll", "plan_rolls", "flags", "exchanged", "renewed", "drawn"})
      p.erase(name);
    p["active_specialists"] = active_specialists(player);
    if (is_ai(i)) continue;
    add_prospects(s, static_cast<Seat>(i), p);
    if (i == seat) add_means(s, seat, p);
    p["dice_limit"] = dice_limit(player);
    p["hand_limit"] = hand_limit(player);
  }
  Json points = Json::array();
  for (Seat i = 0; i < chosen().players; ++i) points.push_back(score_seen(s, i, seat));
  v["points"] = points;
  if (solo()) v["ai_points"] = score_seen(s, kAiSeat, seat);
  v["expansion"] = chosen().expansion;
  v["due"] = due_json(s);
  v["phase"] = phase_name(s);
  v["seats"] = chosen().players;
  return v;
}

Json Circadians::caches_json(const State& s, Seat viewer) const {
  const auto seen = s.revealed | (viewer >= 0 ? s.players[idx(viewer)].seen : 0);
  Json caches = Json::array();
  for (int i = 0; i < kCorners; ++i) {
    const auto tile = s.cache[idx(i)];
    Json one = {{"front", has_bit(s.fronts, i) ? "energy" : "gem"}};
    if (tile != kNone && has_bit(seen, i)) one["points"] = components().caches[tile].points;
    caches.push_back(one);
  }
  return caches;
}

// Of another player: how many cards and dice, not which (CIR-Q18).
void Circadians::hide_secrets(const State& s, int seat, Json& out) const {
  const Player& p = s.players[idx(seat)];
  out["hand"] = p.hand.count();
  for (const char* name : {"draft", "leaders", "tokens", "seen"}) out.erase(name);
  if (s.todo.top().what != Do::kPlan) return;
  out.erase("rolled");
  int dice = p.idle;
  for (const auto n : p.rolled) dice += n;
  out["base"] = dice;
}

// The piece that has to leave Headquarters now.
Json Circadians::due_json(const State& s) {
  if (!leaves_hq(s)) return {};
  const int space = sends_from(s);
  return {{"seat", s.todo.top().seat + 1},
          {"hq", space + 1},
          {"piece", die_json(s.hq[idx(space)].value())}};
}

// --- moves ---

Json Circadians::move_json(const State& s, Seat seat, Move move) const {
  using Kind = Move::Kind;
  constexpr std::array<std::string_view, 33> kKinds = {
      "unknown", "leader", "token",   "pick",         "exchange",    "reroll",  "raise",
      "keep",    "assign", "harvest", "send",         "trade-first", "partner", "pay",
      "trade",   "step",   "stack",   "garage",       "contract",    "discard", "choose",
      "yes",     "swap",   "space",   "breakthrough", "setback",     "ability", "outpost",
      "peek",    "farm",   "option",  "end-card",     "done"};
  Json out = {{"kind", kKinds[idx(static_cast<int>(move.kind()))]}};
  const Components& c = components();
  switch (move.kind()) {
    case Kind::kLeader: out["leader"] = id(c.leaders[idx(move.a())]); break;
    case Kind::kToken: out["token"] = id(c.tokens[idx(move.a())]); break;
    case Kind::kPick:
    case Kind::kExchange:
    case Kind::kDiscard:
    case Kind::kEndCard: out["contract"] = id(c.contracts[idx(move.a())]); break;
    case Kind::kContract: {
      const auto how = as<step::Contract>(s.todo.top());
      out["contract"] = id(c.contracts[idx(move.a())]);
      out["cost"] =
          write_goods(contract_cost(move.a(), how.less, how.full_cost ? kNoLess : s.now.less));
      break;
    }
    case Kind::kAssign: add_assigned(s.players[idx(seat)], move.a(), out); break;
    case Kind::kSend: add_send(s, seat, move, out); break;
    case Kind::kTradeFirst:
      out["from"] = source_json(move.a());
      if (move.c() != 0) out["partner"] = move.c();
      out["trade"] = id(c.trades[idx(move.b())]);
      break;
    case Kind::kTrade: out["trade"] = id(c.trades[idx(move.a())]); break;
    case Kind::kDirection: out["direction"] = move.a() + 1; break;
    case Kind::kStack: {
      const int kind = as<step::Stack>(s.todo.top()).kind;
      const auto tile = s.up[idx(kind)][idx(move.a())];
      out["stack"] = move.a() + 1;
      if (tile != 0) out["tile"] = id((kind == kShipTile ? c.ships : c.farms)[tile - 1U]);
      break;
    }
    case Kind::kGarage: out["garage"] = move.a() + 1; break;
    case Kind::kBreakthrough: out["breakthrough"] = id(c.breakthroughs[idx(move.a())]); break;
    case Kind::kSetback: out["setback"] = id(c.setbacks[idx(move.a())]); break;
    case Kind::kFaction: out["faction"] = kFactionIds[idx(move.a())]; break;
    case Kind::kOutpost: out["owner"] = move.a() + 1; break;
    default: break;
  }
  return out;
}

void Circadians::add_assigned(const Player& p, int slot, Json& out) {
  out["die"] = die_json(next_to_assign(p));
  if (slot < kGarages) {
    out["garage"] = slot + 1;
  } else if (slot < kCanteenSlot) {
    out["farm"] = slot - kGarages + 1;
  } else {
    out["canteen"] = true;
  }
}

// A send with its entry cost: one for each alternative.
void Circadians::add_send(const State& s, Seat seat, Move move, Json& out) const {
  const Sender piece = sender(s, seat, move.a(), sends_from(s));
  const int target = move.b();
  out["from"] = source_json(move.a());
  out["piece"] = die_json(piece.piece);
  if (target == kToCanteen) {
    out["to"] = "canteen";
    return;
  }
  add_target(target, out);
  const Place place = place_of(target);
  if (place == kDepository) out["column"] = move.c();
  if (place == kNegotiation) {
    const int faction = (target - kToNegotiation) / kRows;
    out["points"] = negotiation_space(faction, (target - kToNegotiation) % kRows).points;
    const Incidents comes = incidents(s, piece.piece, faction, move.c());
    out["incidents"] = Json::array();
    if (comes.breakthrough) out["incidents"].push_back("breakthrough");
    if (comes.setback) out["incidents"].push_back("setback");
  }
  if (move.c() != 0) out["value"] = move.c();
  out["garage_cost"] = piece.garage;
  Costs costs;
  entry_costs(s, seat, piece, target, move.c(), costs);
  out["cost"] = Json::array();
  for (const Goods& cost : costs) out["cost"].push_back(write_goods(reduced(cost, piece.less)));
}

}  // namespace tidelock::circadians
