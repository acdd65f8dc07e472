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

std::string Circadians::write(const State& s, Seat seat, Move move) const {
  using Kind = Move::Kind;
  const Player& p = s.players[idx(seat)];
  const auto own_piece = [&](int from) -> int {
    if (from < kGarages) return p.garage[idx(from)];
    if (from == kFromSal) return 3;
    const int space = s.todo.top().what == Do::kSend ? s.todo.top().b : s.now.hq_space;
    return s.hq[idx(space)].value();
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
    case Kind::kPay: {
      if (s.todo.top().what == Do::kPay)
        return "pay-" + write_goods(substituted(p, unpack(s.todo.top()), move.b()));
      Sender first;
      first.from = s.now.from;
      first.piece = s.now.piece;
      first.garage = s.todo.top().a;
      first.less = s.now.less;
      Payments ways;
      payments(s, seat, first, s.now.target, s.now.value, ways);
      for (const Payment& way : ways) {
        if (way.alternative == move.a() && way.substituted == move.b() &&
            (way.free == kNone ? 0 : way.free + 1) == move.c())
          return "pay-" + write_goods(way.goods);
      }
      return "pay";
    }
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

// A legal move by its name, capitals or not; or why it is none.
Result<Move> Circadians::read(const State& s, Seat seat, std::string_view text) const {
  List list;
  legal(s, seat, list);
  const auto why = [](const std::string& code, std::string message,
                      std::vector<TextArg> args = {}) {
    Error e = error(code, std::move(message));
    e.text = {"circadians.why." + code, std::move(args)};
    return e;
  };
  if (at(s) == At::kOver) return why("over", "the game is over");
  if (list.empty()) return why("not-your-decision", "another seat decides now");
  const std::string wanted = lower(text.substr(0, 60));
  for (const Move move : list) {
    const std::string name = lower(write(s, seat, move));
    if (name == wanted) return move;
  }
  const std::string example = write(s, seat, list[0]);
  if (s.todo.top().what == Do::kSend) {
    // What stands in the way, from the outside in.
    const auto arrow = wanted.find('>');
    if (arrow == std::string::npos)
      return why("unknown-move", "expected a die and a place, as in " + example,
                 {{"example", literal(example)}});
    const std::string from = wanted.substr(0, arrow);
    std::string target = wanted.substr(arrow + 1);
    bool any_from = false;
    for (const Move move : list) {
      if (move.kind() != Move::Kind::kSend) continue;
      const std::string name = lower(write(s, seat, move));
      any_from = any_from || name.substr(0, name.find('>')) == from;
    }
    if (!any_from)
      return why("not-this-die", "this die cannot be sent now: expected one as in " + example,
                 {{"example", literal(example)}});
    target = target.substr(0, target.find('@'));
    std::optional<int> known;
    for (int t = 0; t <= kToCanteen; ++t) {
      if (t == kToDepository + kDepositoryRows) t = kToNegotiation;
      if (t == kToNegotiation + kRows * kFactions) t = kToOutpost;
      if (t == kToOutpost + colours()) t = kToFarm;
      if (t == kToFarm + kFarms) t = kToCanteen;
      if (target_word(t) == target) known = t;
    }
    if (!known)
      return why("unknown-place", "expected a place, as in " + example,
                 {{"example", literal(example)}});
    const int t = *known;
    const Place place = place_of(t);
    int source = kFromSal;
    if (from == "hq") source = kFromHq;
    if (from.size() == 2 && from[0] == 'g') source = from[1] - '1';
    if (bound_partner(s) != kNone)
      return why("pair-bound", "this pair has to go to the Laboratory: expected " + example,
                 {{"example", literal(example)}});
    const Sender piece = sender(s, seat, source, s.todo.top().b);
    const Player& p = s.players[idx(seat)];
    if (t != kToCanteen && piece.garage > p.goods[kAlgae])
      return why("garage-cost", "the Garage costs more Algae than you have");
    const bool taken = [&] {
      if (place == kNegotiation) {
        const int n = t - kToNegotiation;
        return !s.negotiation[idx(n / kRows)][idx(n % kRows)].empty();
      }
      if (place == kHeadquarters) return free_hq(s) < 0;
      if (place < kStations) {
        for (int v = 1; v <= 6; ++v) {
          if (free_space(s, place, place == kMiningCamp ? t - kToMine + 1 : 0, v) >= 0)
            return false;
        }
        return true;
      }
      return false;
    }();
    if (taken) return why("space-taken", "no space is free there");
    for (const Move move : list) {
      if (move.kind() == Move::Kind::kSend && move.a() == source && move.b() == t)
        return why("wrong-value",
                   "the die cannot count as that there: expected " + write(s, seat, move),
                   {{"example", literal(write(s, seat, move))}});
    }
    if (t == kToCanteen && source == kFromSal)
      return why("no-canteen", "only dice and Specialists go to the Canteen");
    if (t == kToCanteen)
      return why("not-stuck", "after a trade the Canteen is only for a piece with no place to go");
    if (place == kNegotiation && (t - kToNegotiation) / kRows == kAhzuri)
      return why("requirement", "the requirement of this space is not met");
    if (place == kDepository)
      return why("no-delivery",
                 "no free space for this die's value, or no Contract in hand that you can pay");
    if (place == kOutpost)
      return why("no-outpost",
                 "this piece cannot use that Outpost now, or its action cannot be done");
    if (place == kFarm)
      return why("no-farm", "only a Specialist goes to an empty Farm of your own");
    return why("not-possible", "the die's value does not fit there, or the cost cannot be paid");
  }
  return why("unknown-move", "expected one of the listed moves, as in " + example,
             {{"example", literal(example)}});
}

std::string Circadians::write_outcome(const State& s, std::uint32_t outcome) const {
  const Todo& top = s.todo.top();
  const auto nth = [](std::uint32_t mask, std::uint32_t n) { return idx(nth_bit(mask, n)); };
  const auto card = [&] {
    return "#" + id(components().contracts[idx(s.deck.nth(static_cast<int>(outcome)))]);
  };
  std::string plain = std::to_string(static_cast<int>(outcome) + 1);
  if (top.what <= Do::kPlan) {
    const Seat who = sealed_chance(s);
    if (who != kNobody && s.players[idx(who)].stage == Stage::kDrawing) return card();
    return plain;
  }
  switch (top.what) {
    case Do::kChance:
      switch (static_cast<SetupAsk>(top.a)) {
        case SetupAsk::kPlanet:
        case SetupAsk::kFaction: return outcome == 0 ? "A" : "B";
        case SetupAsk::kFirst: return plain;
        case SetupAsk::kCache: return outcome < idx(fronts_left(s, top.b, 0)) ? "gem" : "energy";
        case SetupAsk::kAiToken: return id(components().tokens[outcome]);
        case SetupAsk::kLeader: {
          std::uint32_t left = leaders_in_play();
          for (const Player& p : s.players) left &= ~p.leaders;
          return id(components().leaders[nth(left, outcome)]);
        }
        case SetupAsk::kToken: {
          std::uint32_t left = (1U << components().tokens.size()) - 1;
          if (s.ai_token != kNone) left &= ~(1U << s.ai_token);
          for (const Player& p : s.players) left &= ~std::uint32_t{p.tokens};
          return id(components().tokens[nth(left, outcome)]);
        }
        case SetupAsk::kDeal: return card();
      }
      return plain;
    case Do::kDraw: return card();
    case Do::kTile: {
      const auto& pool = top.a == kShipTile ? s.ship_pool : s.farm_pool;
      std::uint32_t n = outcome;
      std::size_t kind = 0;
      while (kind + 1 < kMaxTileKinds && n >= pool[kind]) n -= pool[kind++];
      const auto& tiles = top.a == kShipTile ? components().ships : components().farms;
      return kind < tiles.size() ? id(tiles[kind]) : plain;
    }
    case Do::kEventCard: return id(components().events[nth(s.events, outcome)]);
    case Do::kReveal: {
      const auto known = s.cache[top.a];
      return id(components().caches[known != kNone ? known : nth(unseen_tiles(s, top.a), outcome)]);
    }
    case Do::kScheme: return id(components().schemes[nth(s.schemes, outcome)]);
    default: return plain;
  }
}

Result<std::uint32_t> Circadians::read_outcome(const State& s, std::string_view text) const {
  if (at(s) != At::kChance) return error("no-chance", "expected a move");
  const std::uint32_t n = ask(s).n;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (write_outcome(s, i) == text) return i;
  }
  return error("unknown-outcome",
               "expected what chance can bring here, such as " + write_outcome(s, 0));
}

}  // namespace tidelock::circadians
