// The notation of moves and of what chance brought (docs/notation.md). Written one way, read
// leniently: letters of either case, "1W c4" for "1W-c4". What is not legal is answered with the
// reason.
#include <bit>

#include "core/json.h"
#include "solenia/game.h"

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

Error not_legal(Code code, std::string message, std::vector<TextArg> args = {}) {
  Error e = error(code, std::move(message));
  e.text = {"solenia.why." + e.code, std::move(args)};
  return e;
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

// Why a card cannot go to a space, or a card cannot be discarded (TURN-2, TURN-3, VOY-1, CITY-1,
// STUCK-1).
Error why_not_play(const Solenia& g, const State& s, Seat seat, const std::string& card,
                   const std::string& where) {
  const Components& c = g.components();
  const Player& p = s.players[static_cast<std::size_t>(seat)];
  std::string known;
  bool held = false;
  for (std::size_t i = 0; i < kCards; ++i) {
    if (lower(card_name(c.cards[i])) != card) continue;
    known = card_name(c.cards[i]);
    held = held || (p.hand & (1U << i)) != 0;
  }
  if (known.empty()) {
    std::string hand;
    for (std::size_t i = 0; i < kCards; ++i) {
      if ((p.hand & (1U << i)) != 0) hand += (hand.empty() ? "" : ", ") + card_name(c.cards[i]);
    }
    return not_legal(Code::kUnknownCard,
                     "expected a card of your hand (" + hand + ") and a space, as in 1W-c4",
                     {{"hand", literal(hand)}});
  }
  if (!held)
    return not_legal(Code::kNotInHand, "you do not hold the card " + known,
                     {{"card", literal(known)}});
  if (where == "x") {
    return not_legal(Code::kNotStuck,
                     "a card may be discarded only when no space can be reached without paying");
  }
  if (where.size() != 2 || where[0] < 'a' || where[0] > 'e' || where[1] < '1' || where[1] > '5') {
    return not_legal(Code::kUnknownSpace,
                     "expected a space from a1 to e5 after the card, as in " + known + "-c4",
                     {{"card", literal(known)}});
  }
  const int space = (where[1] - '1') * kColumns + (where[0] - 'a');
  const TextArg at{"space", literal(where)};
  if ((g.occupied(s) & (1U << space)) != 0)
    return not_legal(Code::kSpaceTaken, "there is a card on " + where + " already", {at});
  const int cost = g.voyage_cost(s, seat, space);
  const int total = total_of(p.store);
  if (cost > total) {
    return not_legal(Code::kTooFar,
                     where + " needs a voyage of " + std::to_string(cost) +
                         ", and the store holds " + std::to_string(total),
                     {at, {"cost", std::int64_t{cost}}, {"held", std::int64_t{total}}});
  }
  const int hemisphere = g.terrain(s, space) - kDayCity;
  if (hemisphere >= 0 && p.delivered[static_cast<std::size_t>(hemisphere)] == kSlots) {
    return not_legal(Code::kRowFull, "all six slots for the tiles of this city are filled", {at});
  }
  return not_legal(cost > 0 ? Code::kNoDeliveryAfterVoyage : Code::kNoDelivery,
                   "no tile of this city can be delivered" +
                       std::string(cost > 0 ? " after paying the voyage" : ""),
                   {at, {"cost", std::int64_t{cost}}});
}

}  // namespace

Result<Move> Solenia::read(const State& s, Seat seat, std::string_view text) const {
  if (at(s) == At::kOver) return not_legal(Code::kOver, "the game is over");
  if (seat < 0 || (to_act(s) & seat_bit(seat)) == 0)
    return not_legal(Code::kNotYourDecision, "another seat decides now");
  if (text.size() > 40 || !is_utf8(text))
    return not_legal(Code::kUnreadable, "expected a move such as 1W-c4");
  List list;
  legal(s, seat, list);
  // As it is written, nearly always.
  for (const Move move : list) {
    if (write(s, seat, move) == text) return move;
  }
  std::string word = lower(text);
  if (word.empty())
    return not_legal(Code::kUnreadable, "expected a move such as " + write(s, seat, list[0]));
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
  switch (what) {
    case Do::kPlay: {
      word = plain(word);
      if (word.ends_with('x'))
        return why_not_play(*this, s, seat, word.substr(0, word.size() - 1), "x");
      if (word.size() < 3) return why_not_play(*this, s, seat, word, "");
      return why_not_play(*this, s, seat, word.substr(0, word.size() - 2),
                          word.substr(word.size() - 2));
    }
    case Do::kTile:
      return not_legal(Code::kNotDeliverable,
                       "this tile cannot be delivered now: expected one of those listed, as in " +
                           write(s, seat, list[0]));
    case Do::kPay: {
      for (int r = 0; r < kResources; ++r) {
        if (word.back() != lower(letter(r))[0]) continue;
        if (count_of(s.players[static_cast<std::size_t>(seat)].store, r) > 0) {
          return not_legal(Code::kNeededForDelivery,
                           "paying this would leave no tile that can be delivered");
        }
        return not_legal(Code::kNotInStore, "the store holds none of these");
      }
      break;
    }
    case Do::kSlot:
      return not_legal(Code::kSlotClosed,
                       "this slot is filled, or the level below it is not filled enough");
    default: break;
  }
  std::string choices;
  for (const Move move : list) choices += (choices.empty() ? "" : ", ") + write(s, seat, move);
  return not_legal(Code::kUnknownMove, "expected one of " + choices, {{"moves", literal(choices)}});
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
