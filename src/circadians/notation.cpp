// Moves and outcomes as people type and read them (docs/notation.md).
#include <algorithm>

#include "circadians/game.h"
#include "core/bits.h"
#include "core/json.h"

namespace tidelock::circadians {

namespace {

constexpr std::array<std::string_view, kStations> kStationWords = {
    "mine", "lab", "foundry", "control", "market", "academy", "temple"};

std::string piece_word(int piece) {
  return piece == Piece::kSpecialist ? "s" : piece == Piece::kSal ? "sal" : std::to_string(piece);
}
std::string from_word(int from) {
  if (from < kGarages) return "g" + std::to_string(from + 1);
  return from == kFromHq ? "hq" : "sal";
}
std::string slot_word(int slot) {
  if (slot < kGarages) return "g" + std::to_string(slot + 1);
  return slot < kCanteenSlot ? "farm" + std::to_string(slot - kGarages + 1) : "canteen";
}
std::string target_word(int target) {
  if (target == kToCanteen) return "canteen";
  const Place place = place_of(target);
  switch (place) {
    case kMiningCamp: return "mine" + std::to_string(target - kToMine + 1);
    case kHeadquarters: return "hq";
    case kDepository: return "dep" + std::to_string(target - kToDepository + 1);
    case kNegotiation: {
      const int n = target - kToNegotiation;
      return std::string(kFactionIds[idx(n / kRows)]) + std::to_string(n % kRows + 1);
    }
    case kOutpost: return "out" + std::to_string(target - kToOutpost + 1);
    case kFarm: return "farm" + std::to_string(target - kToFarm + 1);
    default: return std::string(kStationWords[place]);
  }
}
std::string swap_word(int place) {
  if (place < kSwapFarm) return "g" + std::to_string(place + 1);
  if (place < kSwapIdle) return "farm" + std::to_string(place - kSwapFarm + 1);
  if (place == kSwapIdle) return "base";
  if (place == kSwapCanteen) return "canteen";
  if (place < kSwapStation) return "hq" + std::to_string(place - kSwapHq + 1);
  if (place < kSwapOutpost) return std::string(kStationWords[idx(place - kSwapStation)]);
  return "out" + std::to_string(place - kSwapOutpost + 1);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& ch : out) {
    if (ch >= 'A' && ch <= 'Z') ch = static_cast<char>(ch - 'A' + 'a');
  }
  return out;
}

}  // namespace

// What is paid in all; where there are alternatives, that tells them apart.
std::string Circadians::write_payment(const State& s, Seat seat, Move move) const {
  if (s.todo.top().what == Do::kPay) {
    const Goods cost = as<step::Pay>(s.todo.top()).cost;
    return "pay-" + write_goods(substituted(s.players[idx(seat)], cost, move.b()));
  }
  const Sender piece = sent_piece(s, as<step::PayEntry>(s.todo.top()).garage_cost);
  Payments ways;
  payments(s, seat, piece, s.now.target, s.now.value, ways);
  for (const Payment& way : ways) {
    if (way.alternative == move.a() && way.substituted == move.b() &&
        (way.free == kNone ? 0 : way.free + 1) == move.c())
      return "pay-" + write_goods(way.goods);
  }
  return "pay";
}

std::string Circadians::write(const State& s, Seat seat, Move move) const {
  using Kind = Move::Kind;
  const Player& p = s.players[idx(seat)];
  const auto own_piece = [&](int from) -> int {
    if (from < kGarages) return p.garage[idx(from)];
    if (from == kFromSal) return 3;
    return s.hq[idx(sends_from(s))].value();
  };
  switch (move.kind()) {
    case Kind::kLeader: return id(components().leaders[idx(move.a())]);
    case Kind::kToken: return id(components().tokens[idx(move.a())]);
    case Kind::kPick: return "#" + id(components().contracts[idx(move.a())]);
    case Kind::kExchange: return "-#" + id(components().contracts[idx(move.a())]);
    case Kind::kReroll: {
      std::string text = "reroll";
      for (int v = 1; v <= 6; ++v) {
        for (int k = move.rerolled(v); k > 0; --k) text += "-" + std::to_string(v);
      }
      return text;
    }
    case Kind::kRaise: {
      std::string text = "raise-" + std::to_string(move.a()) + "+" + std::to_string(move.b());
      if (move.c() != 0) text += "-" + std::to_string(move.c()) + "+1";
      return text;
    }
    case Kind::kKeep: return "keep";
    case Kind::kAssign: return piece_word(next_to_assign(p)) + ">" + slot_word(move.a());
    case Kind::kHarvestTurn: return "harvest";
    case Kind::kSend: {
      std::string text = from_word(move.a()) + ">" + target_word(move.b());
      if (move.c() != 0 && move.c() != own_piece(move.a())) text += "@" + std::to_string(move.c());
      return text;
    }
    case Kind::kTradeFirst: {
      const std::string partner = move.c() == 0 ? "" : "+" + from_word(move.c() - 1);
      return from_word(move.a()) + partner + "-" + lower(id(components().trades[idx(move.b())]));
    }
    case Kind::kPartner: return "with-" + from_word(move.a());
    case Kind::kPay: return write_payment(s, seat, move);
    case Kind::kTrade: return lower(id(components().trades[idx(move.a())]));
    case Kind::kDirection: return std::string(kDirections[idx(move.a())]);
    case Kind::kStack: return "stack" + std::to_string(move.a() + 1);
    case Kind::kGarage: return "g" + std::to_string(move.a() + 1);
    case Kind::kContract: return "#" + id(components().contracts[idx(move.a())]);
    case Kind::kDiscard: return "-#" + id(components().contracts[idx(move.a())]);
    case Kind::kChoose: return std::string(1, static_cast<char>('a' + move.a()));
    case Kind::kYes: return "yes";
    case Kind::kSwap: return "swap-" + swap_word(move.a());
    case Kind::kSpace: return "spec" + std::to_string(move.a() + 1);
    case Kind::kBreakthrough: return lower(id(components().breakthroughs[idx(move.a())]));
    case Kind::kSetback: return lower(id(components().setbacks[idx(move.a())]));
    case Kind::kFaction: return std::string(kFactionIds[idx(move.a())]);
    case Kind::kOutpost: return "out" + std::to_string(move.a() + 1);
    case Kind::kPeek: return "peek" + std::to_string(move.a() + 1);
    case Kind::kFarm: return "farm" + std::to_string(move.a() + 1);
    case Kind::kOption:
      if (move.a() == kOptionLeader)
        return "leader-" + std::string(1, static_cast<char>('a' + move.b()));
      return (move.a() == kOptionTrade ? "ship-" : "partner-") +
             lower(id(components().trades[idx(move.b())]));
    case Kind::kEndCard: return "#" + id(components().contracts[idx(move.a())]);
    case Kind::kDone: return "done";
    default: return "?";
  }
}

namespace {

Error why_not(Code code, std::string message, std::vector<TextArg> args = {}) {
  Error e = error(code, std::move(message));
  e.text = {"circadians.why." + e.code, std::move(args)};
  return e;
}
Error why_not(Code code, const std::string& message, const std::string& example) {
  return why_not(code, message + example, {{"example", literal(example)}});
}

int source_of(std::string_view from) {
  if (from == "hq") return kFromHq;
  return from.size() == 2 && from[0] == 'g' ? from[1] - '1' : kFromSal;
}

}  // namespace

// A legal move by its name, capitals or not; or why it is none.
Result<Move> Circadians::read(const State& s, Seat seat, std::string_view text) const {
  List list;
  legal(s, seat, list);
  if (at(s) == At::kOver) return why_not(Code::kOver, "the game is over");
  if (list.empty()) return why_not(Code::kNotYourDecision, "another seat decides now");
  const std::string wanted = lower(text.substr(0, 60));
  for (const Move move : list) {
    if (lower(write(s, seat, move)) == wanted) return move;
  }
  if (s.todo.top().what == Do::kSend) return why_not_send(s, seat, list, wanted);
  return why_not(Code::kUnknownMove, "expected one of the listed moves, as in ",
                 write(s, seat, list[0]));
}

// What stands in the way of a send, from the outside in.
Error Circadians::why_not_send(const State& s, Seat seat, const List& list,
                               const std::string& wanted) const {
  const std::string example = write(s, seat, list[0]);
  const auto arrow = wanted.find('>');
  if (arrow == std::string::npos)
    return why_not(Code::kUnknownMove, "expected a die and a place, as in ", example);
  const std::string from = wanted.substr(0, arrow);
  const bool any_from = std::any_of(list.begin(), list.end(), [&](Move move) {
    if (move.kind() != Move::Kind::kSend) return false;
    const std::string name = lower(write(s, seat, move));
    return name.substr(0, name.find('>')) == from;
  });
  if (!any_from)
    return why_not(Code::kNotThisDie, "this die cannot be sent now: expected one as in ", example);
  const std::string place = wanted.substr(arrow + 1);
  const std::optional<int> target = read_target(place.substr(0, place.find('@')));
  if (!target) return why_not(Code::kUnknownPlace, "expected a place, as in ", example);
  if (bound_partner(s) != kNone)
    return why_not(Code::kPairBound, "this pair has to go to the Laboratory: expected ", example);
  const int source = source_of(from);
  const Sender piece = sender(s, seat, source, sends_from(s));
  if (*target != kToCanteen && piece.garage > s.players[idx(seat)].goods[kAlgae])
    return why_not(Code::kGarageCost, "the Garage costs more Algae than you have");
  if (all_taken(s, *target)) return why_not(Code::kSpaceTaken, "no space is free there");
  for (const Move move : list) {
    if (move.kind() == Move::Kind::kSend && move.a() == source && move.b() == *target)
      return why_not(Code::kWrongValue, "the die cannot count as that there: expected ",
                     write(s, seat, move));
  }
  return why_not_there(*target, source);
}

// The target of that name.
std::optional<int> Circadians::read_target(const std::string& name) const {
  const std::array<std::array<int, 2>, 5> ranges = {
      {{kToMine, kToDepository + kDepositoryRows},
       {kToNegotiation, kToNegotiation + kRows * kFactions},
       {kToOutpost, kToOutpost + colours()},
       {kToFarm, kToFarm + kFarms},
       {kToCanteen, kToCanteen + 1}}};
  for (const auto& [first, end] : ranges) {
    for (int target = first; target < end; ++target) {
      if (target_word(target) == name) return target;
    }
  }
  return std::nullopt;
}

bool Circadians::all_taken(const State& s, int target) const {
  const Place place = place_of(target);
  if (place == kNegotiation) {
    const int n = target - kToNegotiation;
    return !s.negotiation[idx(n / kRows)][idx(n % kRows)].empty();
  }
  if (place == kHeadquarters) return free_hq(s) < 0;
  if (place >= kStations) return false;
  for (int v = 1; v <= 6; ++v) {
    if (free_space(s, place, place == kMiningCamp ? target - kToMine + 1 : 0, v) >= 0) return false;
  }
  return true;
}

// The place is known and has room, and still the piece cannot go there.
Error Circadians::why_not_there(int target, int source) {
  if (target == kToCanteen && source == kFromSal)
    return why_not(Code::kNoCanteen, "only dice and Specialists go to the Canteen");
  if (target == kToCanteen)
    return why_not(Code::kNotStuck,
                   "after a trade the Canteen is only for a piece with no place to go");
  const Place place = place_of(target);
  if (place == kNegotiation && (target - kToNegotiation) / kRows == kAhzuri)
    return why_not(Code::kRequirement, "the requirement of this space is not met");
  if (place == kDepository)
    return why_not(Code::kNoDelivery,
                   "no free space for this die's value, or no Contract in hand that you can pay");
  if (place == kOutpost)
    return why_not(Code::kNoOutpost,
                   "this piece cannot use that Outpost now, or its action cannot be done");
  if (place == kFarm)
    return why_not(Code::kNoFarm, "only a Specialist goes to an empty Farm of your own");
  return why_not(Code::kNotPossible,
                 "the die's value does not fit there, or the cost cannot be paid");
}

std::string Circadians::write_setup_outcome(const State& s, std::uint32_t outcome) const {
  const auto nth = [](std::uint32_t mask, std::uint32_t n) { return idx(nth_bit(mask, n)); };
  const auto [what, number] = as<step::Chance>(s.todo.top());
  switch (what) {
    case SetupAsk::kPlanet:
    case SetupAsk::kFaction: return outcome == 0 ? "A" : "B";
    case SetupAsk::kFirst: return std::to_string(outcome + 1);
    case SetupAsk::kCache: return outcome < idx(fronts_left(s, number, 0)) ? "gem" : "energy";
    case SetupAsk::kAiToken: return id(components().tokens[outcome]);
    case SetupAsk::kLeader: return id(components().leaders[nth(leaders_left(s), outcome)]);
    case SetupAsk::kToken: return id(components().tokens[nth(tokens_left(s), outcome)]);
    case SetupAsk::kDeal: return write_card(s, outcome);
  }
  return std::to_string(outcome + 1);
}

// The Contract that is drawn.
std::string Circadians::write_card(const State& s, std::uint32_t outcome) const {
  return "#" + id(components().contracts[idx(s.deck.nth(static_cast<int>(outcome)))]);
}

std::string Circadians::write_outcome(const State& s, std::uint32_t outcome) const {
  const Todo& top = s.todo.top();
  const auto nth = [](std::uint32_t mask, std::uint32_t n) { return idx(nth_bit(mask, n)); };
  std::string plain = std::to_string(static_cast<int>(outcome) + 1);
  if (top.what <= Do::kPlan) {
    const Seat who = sealed_chance(s);
    if (who != kNobody && s.players[idx(who)].stage == Stage::kDrawing)
      return write_card(s, outcome);
    return plain;
  }
  switch (top.what) {
    case Do::kChance: return write_setup_outcome(s, outcome);
    case Do::kDraw: return write_card(s, outcome);
    case Do::kTile: {
      const int kind = as<step::Tile>(top).kind;
      const auto& tiles = kind == kShipTile ? components().ships : components().farms;
      const std::size_t tile = idx(tile_in_pool(s, kind, outcome));
      return tile < tiles.size() ? id(tiles[tile]) : plain;
    }
    case Do::kEventCard: return id(components().events[nth(s.events, outcome)]);
    case Do::kReveal: {
      const int corner = as<step::Reveal>(top).corner;
      const auto known = s.cache[idx(corner)];
      return id(
          components().caches[known != kNone ? known : nth(unseen_tiles(s, corner), outcome)]);
    }
    case Do::kScheme: return id(components().schemes[nth(s.schemes, outcome)]);
    default: return plain;
  }
}

Result<std::uint32_t> Circadians::read_outcome(const State& s, std::string_view text) const {
  if (at(s) != At::kChance) return error(Code::kNoChance, "expected a move");
  const std::uint32_t n = ask(s).n;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (write_outcome(s, i) == text) return i;
  }
  return error(Code::kUnknownOutcome,
               "expected what chance can bring here, such as " + write_outcome(s, 0));
}

}  // namespace tidelock::circadians
