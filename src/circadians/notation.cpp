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
      if (n >= kRows * kFactions) return "?";
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
  if (place < kSwapStation + kStations)
    return std::string(kStationWords[idx(place - kSwapStation)]);
  if (place < kSwapOutpost) return "?";
  return "out" + std::to_string(place - kSwapOutpost + 1);
}

// Dice to roll again, or to raise, in the order in which they are written: "reroll-1-3".
std::string in_order(const std::string& text) {
  const auto first = text.find('-');
  if (!text.starts_with("reroll-") && !text.starts_with("raise-")) return text;
  std::vector<std::string> dice;
  for (auto at = first; at != std::string::npos;) {
    const auto next = text.find('-', at + 1);
    dice.push_back(text.substr(at, next - at));
    at = next;
  }
  std::sort(dice.begin(), dice.end());
  std::string out = text.substr(0, first);
  for (const std::string& die : dice) out += die;
  return out;
}

}  // namespace

// What is paid in all; where there are alternatives, that tells them apart.
std::string Circadians::write_payment(const State& s, Seat seat, Move move) const {
  const Do asked = s.todo.top().what;
  if (asked != Do::kPay && asked != Do::kPayEntry) return "pay";
  if (asked == Do::kPay) {
    const Goods cost = as<step::Pay>(s.todo.top()).cost;
    if (move.substituted() > most_substituted(s.players[idx(seat)], cost)) return "pay";
    return "pay-" + write_goods(substituted(s.players[idx(seat)], cost, move.substituted()));
  }
  const Sender piece = sent_piece(s, as<step::PayEntry>(s.todo.top()).garage_cost);
  Payments ways;
  payments(s, seat, piece, s.now.target, s.now.value, ways);
  for (const Payment& way : ways) {
    if (way.alternative == move.alternative() && way.substituted == move.substituted() &&
        (way.free == kNone ? -1 : way.free) == move.discounted())
      return "pay-" + write_goods(way.goods);
  }
  return "pay";
}

// A case for each kind of move, most of one line, in the words of docs/notation.md.
std::string Circadians::write(const State& s, Seat seat, Move move) const {
  using Kind = Move::Kind;
  const Player& p = s.players[idx(seat)];
  // Not every number that fits into a move is one of an entry.
  const auto entry = [&](const auto& list, int i) {
    return idx(i) < list.size() ? id(list[idx(i)]) : std::string("?");
  };
  const auto own_piece = [&](int from) -> int {
    if (from < kGarages) return p.garage[idx(from)];
    if (from == kFromSal) return 3;
    return s.hq[idx(sends_from(s) % kHqSpaces)].value();
  };
  switch (move.kind()) {
    case Kind::kLeader: return entry(components().leaders, move.leader());
    case Kind::kToken: return entry(components().tokens, move.token());
    case Kind::kPick: return "#" + entry(components().contracts, move.card());
    case Kind::kExchange: return "-#" + entry(components().contracts, move.card());
    case Kind::kReroll: {
      std::string text = "reroll";
      for (int v = 1; v <= 6; ++v) {
        for (int k = move.rerolled(v); k > 0; --k) text += "-" + std::to_string(v);
      }
      return text;
    }
    case Kind::kRaise: {
      std::string text =
          "raise-" + std::to_string(move.raised()) + "+" + std::to_string(move.raised_by());
      if (move.raised_too() != 0) text += "-" + std::to_string(move.raised_too()) + "+1";
      return text;
    }
    case Kind::kKeep: return "keep";
    case Kind::kAssign: return piece_word(next_to_assign(p)) + ">" + slot_word(move.slot());
    case Kind::kHarvestTurn: return "harvest";
    case Kind::kSend: {
      std::string text = from_word(move.from()) + ">" + target_word(move.target());
      if (move.value() != 0 && move.value() != own_piece(move.from()))
        text += "@" + std::to_string(move.value());
      return text;
    }
    case Kind::kTradeFirst: {
      const std::string partner = move.partner() < 0 ? "" : "+" + from_word(move.partner());
      return from_word(move.from()) + partner + "-" +
             several::lower(entry(components().trades, move.trade()));
    }
    case Kind::kPartner: return "with-" + from_word(move.from());
    case Kind::kPay: return write_payment(s, seat, move);
    case Kind::kTrade: return several::lower(entry(components().trades, move.trade()));
    case Kind::kDirection: return std::string(kDirections[idx(move.direction())]);
    case Kind::kStack: return "stack" + std::to_string(move.stack() + 1);
    case Kind::kGarage: return "g" + std::to_string(move.garage() + 1);
    case Kind::kContract: return "#" + entry(components().contracts, move.card());
    case Kind::kDiscard: return "-#" + entry(components().contracts, move.card());
    case Kind::kChoose: return std::string(1, static_cast<char>('a' + move.chosen()));
    case Kind::kYes: return "yes";
    case Kind::kSwap: return "swap-" + swap_word(move.swapped());
    case Kind::kSpace: return "spec" + std::to_string(move.space() + 1);
    case Kind::kBreakthrough:
      return several::lower(entry(components().breakthroughs, move.breakthrough()));
    case Kind::kSetback: return several::lower(entry(components().setbacks, move.setback()));
    case Kind::kFaction: return std::string(kFactionIds[idx(move.faction())]);
    case Kind::kOutpost: return "out" + std::to_string(move.owner() + 1);
    case Kind::kPeek: return "peek" + std::to_string(move.corner() + 1);
    case Kind::kFarm: return "farm" + std::to_string(move.slot() + 1);
    case Kind::kOption:
      if (move.option() == kOptionLeader)
        return "leader-" + std::string(1, static_cast<char>('a' + move.leader_list()));
      return (move.option() == kOptionTrade ? "ship-" : "partner-") +
             several::lower(entry(components().trades, move.trade()));
    case Kind::kEndCard: return "#" + entry(components().contracts, move.card());
    case Kind::kDone: return "done";
    default: return "?";
  }
}

// A legal move by its name, capitals or not; or why it is none.
Result<Move> Circadians::read(const State& s, Seat seat, std::string_view text) const {
  List list;
  legal(s, seat, list);
  const std::string wanted = in_order(several::lower(text.substr(0, 60)));
  for (const Move move : list) {
    if (several::lower(write(s, seat, move)) == wanted) return move;
  }
  return why_not(s, seat, list, wanted);
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

// What somebody alone keeps of the draft, dice to roll again, Contracts to give away.
std::optional<Several> Circadians::several(const State& s, Seat seat) const {
  if (seat < 0 || (to_act(s) & seat_bit(seat)) == 0) return std::nullopt;
  using Kind = Move::Kind;
  const Player& p = s.players[idx(seat)];
  const Do asked = s.todo.top().what;
  Several out;
  const auto add_card = [&](Kind kind, int card) {
    out.items.push_back(
        {"#" + id(components().contracts[idx(card)]), 1, Move::make(kind, card).bits, 0});
  };
  int wanted = 0;
  if (asked == Do::kDraft && solo()) {
    out.kind = "pick";
    out.ordered = true;
    for (const int card : p.draft) {
      if (card >= p.pick) add_card(Kind::kPick, card);
    }
    wanted = components().draft_keep - s.picks;
  } else if (asked == Do::kDiscard) {
    out.kind = "discard";
    for (const int card : p.hand) add_card(Kind::kDiscard, card);
    wanted = as<step::Discard>(s.todo.top()).left;
  } else if (asked == Do::kPlan && p.stage == Stage::kReroll) {
    out.kind = "reroll";
    out.whole = "reroll";
    out.none = "keep";
    for (int value = 1; value <= 6; ++value) {
      const int n = std::min<int>(p.rolled[idx(value - 1)], 7);
      const std::uint32_t one =
          (static_cast<std::uint32_t>(Kind::kReroll) << 24) | (1U << (3 * (6 - value)));
      if (n > 0) out.items.push_back({std::to_string(value), n, one, 0});
      wanted += n;
    }
    out.most = std::min(wanted, kMaxRerolled);
    return out.most < 2 ? std::nullopt : std::optional(out);
  }
  out.most = std::min(wanted, static_cast<int>(out.items.size()));
  out.least = out.most;
  return out.most < 2 ? std::nullopt : std::optional(out);
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
