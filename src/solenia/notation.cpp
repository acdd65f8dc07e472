// The notation of moves and of what chance brought (docs/notation.md). Written one way, read
// leniently: letters of either case, "1W c4" for "1W-c4". What is not legal is answered with the
// reason.
#include <algorithm>
#include <bit>

#include "core/json.h"
#include "core/refusal.h"
#include "solenia/game.h"
#include "solenia/schema.h"
#include "solenia/why.h"

namespace tidelock::solenia {

namespace {

constexpr std::array<std::string_view, kSlots> kSlotNames = {"1l", "1r", "2l", "2r", "3l", "3r"};

std::string lower(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ' || c == '\t') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

template <class CodeOrWhy>
Error not_legal(CodeOrWhy code, std::string message, std::vector<ErrorArg> args = {}) {
  return refusal("solenia.why.", code, std::move(message), std::move(args));
}

std::string tile_text(const Components& c, std::size_t hemisphere, int tile) {
  const Tile& t = c.tiles[hemisphere][static_cast<std::size_t>(tile)];
  return std::to_string(tile + 1) + ":" + write_goods(t.cost) + std::to_string(t.stars);
}

}  // namespace

std::string Solenia::write(const State& s, Seat /*seat*/, Move move) const {
  switch (move.kind()) {
    case Move::Kind::kPlay:
      return card_name(components().cards[static_cast<std::size_t>(move.a())]) + "-" +
             space_name(move.b());
    case Move::Kind::kDiscard:
      return card_name(components().cards[static_cast<std::size_t>(move.a())]) + "-x";
    case Move::Kind::kPay: return "pay " + letter(move.b());
    case Move::Kind::kTile:
      return (s.todo.top().a() == kDay ? "d" : "n") + std::to_string(move.b() + 1);
    case Move::Kind::kExact: return "exact";
    case Move::Kind::kStandIn: return letter(move.a()) + ">" + letter(move.b());
    case Move::Kind::kSlot:
      return "s" + std::string(kSlotNames[static_cast<std::size_t>(move.b())]);
    case Move::Kind::kGain: return "+" + letter(move.b());
    case Move::Kind::kReturn: return "-" + letter(move.b());
    case Move::Kind::kDraft: return (move.a() == 1 ? "i" : "p") + std::to_string(move.b() + 1);
    case Move::Kind::kNeutral: return "N-" + space_name(move.b());
    case Move::Kind::kInvalid: break;
  }
  return "?";
}

namespace {

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

// Why a card cannot go to a space, or a card cannot be discarded (TURN-2, TURN-3, VOY-1, CITY-1,
// STUCK-1).
Error why_not_play(const Solenia& g, const State& s, Seat seat, const std::string& card,
                   const std::string& where) {
  const Components& c = g.components();
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  std::string known;
  bool held = false;
  std::vector<std::string> hand;
  for (std::size_t i = 0; i < kCards; ++i) {
    const std::string name = card_name(c.cards[i]);
    const bool mine = (p.hand & (1U << i)) != 0;
    if (mine) hand.push_back(name);
    if (lower(name) != card) continue;
    known = name;
    held = held || mine;
  }
  if (known.empty()) {
    return not_legal(Why::kUnknownCard,
                     "expected a card of your hand (" + joined(hand) + ") and a space, as in 1W-c4",
                     {{schema::refusal::unknown_card::kHand, hand}});
  }
  const ErrorArg it{schema::refusal::not_in_hand::kCard, known};
  if (!held) return not_legal(Why::kNotInHand, "you do not hold the card " + known, {it});
  if (where == "x") {
    return not_legal(Why::kNotStuck,
                     "a card may be discarded only when no space can be reached without paying",
                     {it});
  }
  if (where.size() != 2 || where[0] < 'a' || where[0] > 'e' || where[1] < '1' || where[1] > '5') {
    return not_legal(Why::kUnknownSpace,
                     "expected a space from a1 to e5 after the card, as in " + known + "-c4", {it});
  }
  const int space = (where[1] - '1') * kColumns + (where[0] - 'a');
  const ErrorArg at{schema::refusal::too_far::kSpace, where};
  if ((g.occupied(s) & (1U << space)) != 0)
    return not_legal(Why::kSpaceTaken, "there is a card on " + where + " already", {at});
  const int cost = g.voyage_cost(s, seat, space);
  const int total = total_of(p.store);
  if (cost > total) {
    return not_legal(Why::kTooFar,
                     where + " needs a voyage of " + std::to_string(cost) +
                         ", and the store holds " + std::to_string(total),
                     {at,
                      {schema::refusal::too_far::kCost, std::int64_t{cost}},
                      {schema::refusal::too_far::kHeld, std::int64_t{total}}});
  }
  const int hemisphere = g.terrain(s, space) - kDayCity;
  if (hemisphere >= 0 && p.delivered[static_cast<std::size_t>(hemisphere)] == kSlots) {
    return not_legal(Why::kRowFull, "all six slots for the tiles of this city are filled", {at});
  }
  return not_legal(cost > 0 ? Why::kNoDeliveryAfterVoyage : Why::kNoDelivery,
                   "no tile of this city can be delivered" +
                       std::string(cost > 0 ? " after paying the voyage" : ""),
                   {at, {schema::refusal::no_delivery::kCost, std::int64_t{cost}}});
}

// A tile by its place, as "d2", that cannot be delivered: what the store lacks of its cost.
Error why_not_tile(const Solenia& g, const State& s, Seat seat, const std::string& place,
                   const std::vector<std::string>& choices) {
  const auto hemisphere = static_cast<std::size_t>(s.todo.top().a());
  const int number = place.empty() ? 0 : place.back() - '0';
  const bool named =
      place.size() == 1 || (place.size() == 2 && place[0] == (hemisphere == kDay ? 'd' : 'n'));
  const bool there = named && number >= 1 && number <= kMaxDisplay &&
                     s.display[hemisphere][static_cast<std::size_t>(number - 1)] != kNone;
  if (!there) {
    return not_legal(Code::kUnknownMove, "expected one of " + joined(choices),
                     {{schema::refusal::unknown_move::kMoves, choices}});
  }
  const auto tile = s.display[hemisphere][static_cast<std::size_t>(number - 1)];
  const Goods cost = g.components().tiles[hemisphere][tile].cost;
  const Goods store = s.players[static_cast<std::size_t>(seat)].store;
  Goods missing{};
  for (int r = 0; r < kResources; ++r) {
    for (int n = count_of(cost, r) - count_of(store, r); n > 0; --n) missing = missing + goods(r);
  }
  return not_legal(
      Why::kNotDeliverable,
      "this tile cannot be delivered now: expected one of those listed, as in " + choices.front(),
      {{schema::refusal::not_deliverable::kPlace,
        choices.front().substr(0, 1) + std::to_string(number)},
       {schema::refusal::not_deliverable::kCost, write_goods(cost)},
       {schema::refusal::not_deliverable::kMissing, write_goods(missing)}});
}

// A resource, by its letter, that the voyage cannot be paid with or that cannot be given back.
Error why_not_pay(const State& s, Seat seat, int resource) {
  const ErrorArg it{schema::refusal::not_in_store::kResource, letter(resource)};
  if (count_of(s.players[static_cast<std::size_t>(seat)].store, resource) > 0) {
    return not_legal(Why::kNeededForDelivery,
                     "paying this would leave no tile that can be delivered", {it});
  }
  return not_legal(Why::kNotInStore, "the store holds none of these", {it});
}

// A slot, as "s2l", that a tile cannot go into.
std::optional<Error> why_not_slot(const Solenia& g, const State& s, Seat seat,
                                  const std::string& word) {
  const std::string name = word.starts_with('s') ? word.substr(1) : word;
  for (int slot = 0; slot < kSlots; ++slot) {
    if (kSlotNames[static_cast<std::size_t>(slot)] != name) continue;
    const Player& p = s.players[static_cast<std::size_t>(seat)];
    const int hemisphere = s.todo.top().a();
    const bool filled =
        p.slots[static_cast<std::size_t>(hemisphere)][static_cast<std::size_t>(slot)] != 0;
    const std::int64_t first = filled ? 0 : g.tiles_first(p, hemisphere, slot);
    return not_legal(Why::kSlotClosed,
                     "this slot is filled, or the level below it is not filled enough",
                     {{schema::refusal::slot_closed::kSlot, "s" + name},
                      {schema::refusal::slot_closed::kNeeds, first}});
  }
  return std::nullopt;
}

}  // namespace

Result<Move> Solenia::read(const State& s, Seat seat, std::string_view text) const {
  if (at(s) == At::kOver) return not_legal(Code::kOver, "the game is over");
  if (seat < 0 || (to_act(s) & seat_bit(seat)) == 0)
    return not_legal(Code::kNotYourDecision, "another seat decides now");
  List list;
  legal(s, seat, list);
  const auto unreadable = [&] {
    const std::string example = write(s, seat, list[0]);
    return not_legal(Code::kUnreadable, "expected a move such as " + example,
                     {{schema::refusal::unreadable::kExample, example}});
  };
  if (text.size() > 40 || !is_utf8(text)) return unreadable();
  // As it is written, nearly always.
  for (const Move move : list) {
    if (write(s, seat, move) == text) return move;
  }
  std::string word = lower(text);
  if (word.empty()) return unreadable();
  const auto plain = [](std::string w) {
    std::erase(w, '-');
    return w;
  };
  const Do what = s.todo.top().what();
  for (const Move move : list) {
    const std::string name = lower(write(s, seat, move));
    if (name == word) return move;
    if (what == Do::kPlay || what == Do::kNeutralSpace) {
      if (plain(name) == plain(word)) return move;
    }
    // A resource alone is enough where a resource is asked; a place or slot alone where one of
    // these is.
    const bool resource = what == Do::kPay || what == Do::kGain || what == Do::kReturn;
    if (resource && word.size() == 1 && word[0] == name.back()) return move;
    if ((what == Do::kTile || what == Do::kSlot) && name.substr(1) == word) return move;
  }
  return why_not(s, seat, word, list);
}

// Why a text that is no legal move is none.
Error Solenia::why_not(const State& s, Seat seat, const std::string& word, const List& list) const {
  if (s.todo.top().what() == Do::kPlay) {
    std::string card = word;
    std::erase(card, '-');
    std::string where;
    if (card.ends_with('x')) {
      where = "x";
    } else if (card.size() >= 3) {
      where = card.substr(card.size() - 2);
    }
    card.resize(card.size() - where.size());
    return why_not_play(*this, s, seat, card, where);
  }
  std::vector<std::string> choices;
  for (const Move move : list) choices.push_back(write(s, seat, move));
  switch (s.todo.top().what()) {
    case Do::kTile: return why_not_tile(*this, s, seat, word, choices);
    case Do::kPay:
    case Do::kReturn: {
      const bool pays = s.todo.top().what() == Do::kPay;
      const std::string name =
          word.starts_with(pays ? "pay" : "-") ? word.substr(pays ? 3 : 1) : word;
      for (int r = 0; r < kResources; ++r) {
        if (name == lower(letter(r))) return why_not_pay(s, seat, r);
      }
      break;
    }
    case Do::kSlot:
      if (auto closed = why_not_slot(*this, s, seat, word)) return *closed;
      break;
    default: break;
  }
  for (std::uint32_t action = 0; action < kActions; ++action) {
    const std::string known = write(s, seat, move_of(s, action));
    if (lower(known) == word)
      return not_legal(Code::kNotOffered,
                       "this is not among the choices now: expected one of " + joined(choices),
                       {{schema::refusal::not_offered::kItem, known},
                        {schema::refusal::unknown_move::kMoves, choices}});
  }
  return not_legal(Code::kUnknownMove, "expected one of " + joined(choices),
                   {{schema::refusal::unknown_move::kMoves, choices}});
}

// Resources that are paid, gained or given back one by one, and the two improvements of who drafts
// alone.
std::optional<Several> Solenia::several(const State& s, Seat seat) const {
  List list;
  legal(s, seat, list);
  if (list.empty()) return std::nullopt;
  const Todo& todo = s.todo.top();
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  Several out;
  switch (todo.what()) {
    case Do::kPay:
      out.kind = "pay";
      out.most = todo.a();
      break;
    case Do::kGain:
      out.kind = "gain";
      out.most = todo.b();
      break;
    case Do::kReturn:
      out.kind = "return";
      out.most = total_of(p.store) - p.capacity;
      break;
    case Do::kDraft:
      if (!solo() || p.level1 != kNone || p.level3[kDay] != kNone) return std::nullopt;
      out.kind = "draft";
      out.most = 2;
      break;
    default: return std::nullopt;
  }
  if (out.most < 2) return std::nullopt;
  out.least = out.most;
  for (const Move move : list) {
    Several::Item item{write(s, seat, move), 1, move.bits, 0};
    if (move.kind() == Move::Kind::kDraft) {
      item.group = move.a();
    } else {
      item.name = letter(move.b());
      item.most = move.kind() == Move::Kind::kGain
                      ? out.most
                      : std::min(out.most, count_of(p.store, move.b()));
    }
    out.items.push_back(std::move(item));
  }
  return out;
}

std::string Solenia::write_outcome(const State& s, std::uint32_t outcome) const {
  const Todo& todo = s.todo.top();
  const auto nth = [&](std::uint32_t mask) {
    for (std::uint32_t i = outcome; i > 0; --i) mask &= mask - 1;
    return std::countr_zero(mask);
  };
  const auto card = [&](std::uint16_t deck) {
    return card_name(components().cards[static_cast<std::size_t>(nth(deck))]);
  };
  switch (todo.what()) {
    case Do::kRefill: return tile_text(components(), todo.a(), nth(s.tile_deck[todo.a()]));
    case Do::kDraw: return card(s.players[static_cast<std::size_t>(todo.seat())].deck);
    case Do::kNeutralCard: return card(s.players[kNeutral].deck);
    case Do::kNeutralDie: return std::to_string(outcome + 1);
    case Do::kSetup: break;
    default: return "?";
  }
  const SetupItem item = script()[todo.a()];
  // What a set-up question leads to is written as what lies there afterwards.
  State after = s;
  const NoEvents nobody;
  switch (item.kind) {
    case SetupItem::Kind::kStart: return outcome == 0 ? "dawn" : "dusk";
    case SetupItem::Kind::kStrip:
      resolve(after, outcome, nobody);
      return side_name(after.rows[item.a]);
    case SetupItem::Kind::kFirst: return std::to_string(outcome + 1);
    case SetupItem::Kind::kTile: return tile_text(components(), item.a, nth(s.tile_deck[item.a]));
    case SetupItem::Kind::kCard: return card(s.players[item.a].deck);
    case SetupItem::Kind::kLevel1:
      resolve(after, outcome, nobody);
      return std::to_string(after.offer1[item.a] + 1);
    case SetupItem::Kind::kDayHalf:
      resolve(after, outcome, nobody);
      return std::to_string(after.offer3[item.a][kDay] + 1);
    case SetupItem::Kind::kNightHalf:
      resolve(after, outcome, nobody);
      return std::to_string(after.offer3[item.a][kNight] + 1);
  }
  return "?";
}

Result<std::uint32_t> Solenia::read_outcome(const State& s, std::string_view text) const {
  if (at(s) != At::kChance)
    return error(Code::kNoChance, "expected a move: nothing is left to chance here");
  const std::string word = lower(text);
  const std::uint32_t n = ask(s).n;
  for (std::uint32_t outcome = 0; outcome < n; ++outcome) {
    if (lower(write_outcome(s, outcome)) == word) return outcome;
  }
  return error(Code::kUnknownOutcome,
               "expected what chance can bring here, as in " + write_outcome(s, 0));
}

}  // namespace tidelock::solenia
