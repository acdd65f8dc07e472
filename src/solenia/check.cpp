// Every invariant of a state. A state from outside passes here before it is played; after that no
// move can reach an assertion.
#include <algorithm>
#include <bit>

#include "solenia/game.h"

namespace tidelock::solenia {

namespace {

// More than any pack can give at once on top of a full store, and far from what a byte can count.
constexpr int kMostHeld = 100;

class Checker {
 public:
  Checker(const Solenia& game, const State& state) : g_(game), c_(game.components()), s_(state) {}

  std::optional<Error> run() {
    check_strips();
    check_cards();
    check_tiles();
    check_players();
    check_improvements();
    check_todo();
    return wrong_;
  }

 private:
  // A place, put into words only when it is wrong.
  struct Place {
    const char* part;
    int player = -1;
    Place(const char* name) : part(name) {}  // NOLINT(google-explicit-constructor)
    Place(int i, const char* name) : part(name), player(i) {}
  };
  template <class Sentence>
  void need(bool holds, Place where, const Sentence& sentence) {
    if (holds || wrong_) return;
    std::string place = where.part;
    if (where.player >= 0) place = "players[" + std::to_string(where.player) + "]." + place;
    wrong_ = error(Code::kBadState, sentence, std::move(place));
  }
  [[nodiscard]] const Player& player(int i) const {
    return s_.players[static_cast<std::size_t>(i)];
  }
  static Place name(int i, const char* part) { return {i, part}; }

  [[nodiscard]] Do bottom() const {
    return s_.todo.depth > 0 ? s_.todo.items[0].what() : Do::kNothing;
  }
  // How many questions of the set-up are answered; all of them once the game has begun.
  [[nodiscard]] int answered() const {
    return bottom() == Do::kSetup ? s_.todo.items[0].a() : static_cast<int>(g_.script().size());
  }
  [[nodiscard]] int asked(Solenia::SetupItem::Kind kind, int a = -1) const {
    int n = 0;
    for (int i = 0; i < answered() && i < static_cast<int>(g_.script().size()); ++i) {
      const auto& item = g_.script()[static_cast<std::size_t>(i)];
      n += item.kind == kind && (a < 0 || item.a == a) ? 1 : 0;
    }
    return n;
  }
  [[nodiscard]] bool setting_up() const { return bottom() == Do::kSetup; }

  // SET-2, and the world's order: day strips, dusk, night strips, dawn.
  void check_strips() {
    need(s_.todo.depth >= 1 && s_.todo.depth <= s_.todo.items.size(), "todo",
         "expected something to do");
    need(answered() <= static_cast<int>(g_.script().size()), "todo",
         "expected a question of the set-up");
    if (wrong_) return;
    std::uint32_t seen = 0;
    std::array<std::uint32_t, 2> cities{};
    for (int row = 0; row < kStrips; ++row) {
      const auto side = s_.rows[static_cast<std::size_t>(row)];
      if (side == kNone) continue;
      need(side < 2 * kStrips, "rows", "expected strips 1 to 5");
      if (wrong_) return;
      need((seen & (1U << (side / 2U))) == 0, "rows", "expected each strip once");
      seen |= 1U << (side / 2U);
      for (std::size_t h = 0; h < 2; ++h) cities[h] |= c_.cities[side][h] << (kColumns * row);
    }
    need(s_.cities == cities, "rows", "expected the cities of these strips");
    if (setting_up()) {
      check_strips_of_setup();
      return;
    }
    need(seen == (1U << kStrips) - 1, "rows", "expected five strips");
    if (wrong_) return;
    // Walking from the rear, the side changes at the dawn or dusk strip and nowhere else.
    int middle = 0;
    while (s_.rows[static_cast<std::size_t>(middle)] / 2 != kDawnDuskStrip) ++middle;
    const int behind = s_.rows[static_cast<std::size_t>(middle)] % 2 == 0 ? kNight : kDay;
    for (int row = 0; row < kStrips; ++row) {
      if (row == middle) continue;
      need(s_.rows[static_cast<std::size_t>(row)] % 2 == (row < middle ? behind : 1 - behind),
           "rows",
           "expected night behind dawn and day before it, or day behind dusk and night before it");
    }
  }
  void check_strips_of_setup() {
    using Kind = Solenia::SetupItem::Kind;
    const bool middle = s_.rows[2] != kNone;
    const bool expected = s_.todo.items[0].a() > 0 || g_.script()[0].kind != Kind::kStart;
    need(middle == expected && (!middle || s_.rows[2] / 2 == kDawnDuskStrip), "rows",
         "expected the middle strip");
    for (const int row : {0, 1, 3, 4}) {
      const auto side = s_.rows[static_cast<std::size_t>(row)];
      need((side != kNone) == (asked(Kind::kStrip, row) > 0), "rows",
           "expected the strips laid so far");
      if (wrong_ || side == kNone) continue;
      need(side / 2 != kDawnDuskStrip &&
               side % 2 == ((row < 2) == (s_.rows[2] % 2 == 0) ? kNight : kDay),
           "rows", "expected the side that belongs there");
    }
  }

  // TURN-1, TURN-6: sixteen cards each; how many are in hand follows from the turn.
  void check_cards() {
    std::uint32_t taken = 0;
    for (int i = 0; i < kMaxSeats; ++i) {
      const auto cards = s_.cards[static_cast<std::size_t>(i)];
      need((cards & ~kAllSpaces) == 0 && (cards & taken) == 0, "cards",
           "expected at most one card on a space");
      need(i < g_.colours() || cards == 0, "cards", "expected cards of the players only");
      taken |= cards;
    }
    for (int i = 0; i < kSpaces; ++i) {
      const auto type = s_.card_at[static_cast<std::size_t>(i)];
      if ((taken & (1U << i)) == 0) {
        need(type == 0, "cards", "expected no card on an empty space");
      } else {
        need(type < kCards && c_.type[type] == type, "cards", "expected a card of the pack");
      }
    }
    need(!setting_up() || taken == 0, "cards", "expected an empty board before the game");
    if (wrong_) return;
    for (int i = 0; i < g_.colours(); ++i) check_cards_of(i);
    need(s_.turn <= g_.total_turns(), "turn",
         "expected at most " + std::to_string(g_.total_turns()));
    need(s_.first < g_.seats(), "first", "expected a seat");
    need(s_.moved <= 1, "moved", "expected true or false");
  }
  void check_cards_of(int i) {
    const Player& p = player(i);
    need((p.hand & p.deck) == 0, name(i, "hand"), "expected each card once");
    // Cards that are the same leave in order: deck before hand before board.
    for (std::size_t card = 0; card < kCards; ++card) {
      const auto lower = static_cast<std::uint16_t>(c_.same[card] & ((1U << card) - 1U));
      const auto bit = static_cast<std::uint16_t>(1U << card);
      need((p.deck & lower) == 0 || (p.deck & bit) != 0, name(i, "deck"),
           "expected like cards to leave in order");
      need((p.hand & lower) == 0 || ((p.hand | p.deck) & bit) != 0, name(i, "hand"),
           "expected like cards to leave in order");
    }
    // What lies on the board is neither in hand nor in the deck.
    std::array<int, kCards> on_board{};
    for (std::uint32_t left = s_.cards[static_cast<std::size_t>(i)]; left != 0; left &= left - 1) {
      ++on_board[s_.card_at[static_cast<std::size_t>(std::countr_zero(left))]];
    }
    for (std::size_t type = 0; type < kCards; ++type) {
      if (c_.type[type] != type) continue;
      const int hidden =
          std::popcount(static_cast<std::uint32_t>((p.hand | p.deck) & c_.same[type]));
      need(on_board[type] + hidden <= std::popcount(c_.same[type]), "cards",
           "expected no more copies of a card than the pack has");
    }
    const int gone = kCards - std::popcount(p.hand) - std::popcount(p.deck);
    if (g_.solo() && i == kNeutral) {
      need(p.hand == 0 && gone == neutral_cards_gone(), name(i, "deck"),
           "expected one neutral card a neutral turn");
      return;
    }
    if (setting_up()) {
      need(gone == 0 && std::popcount(p.hand) == asked(Solenia::SetupItem::Kind::kCard, i),
           name(i, "hand"), "expected the cards dealt so far");
      return;
    }
    const int played = cards_played(i);
    need(gone == played, name(i, "hand"),
         "expected " + std::to_string(played) + " cards played by now");
    const bool draws = between_play_and_draw() && turn_seat() == i;
    const int held = std::min(kHandSize - (draws ? 1 : 0), kCards - played);
    need(std::popcount(p.hand) == held, name(i, "hand"),
         "expected " + std::to_string(held) + " cards in hand");
  }
  [[nodiscard]] int turn_seat() const { return (s_.first + s_.turn) % g_.colours(); }
  // The card of this turn has left the hand and the next one is not drawn yet.
  [[nodiscard]] bool between_play_and_draw() const {
    const Do what = bottom();
    return what == Do::kEndTurn || what == Do::kFinish || what == Do::kDraw;
  }
  [[nodiscard]] int cards_played(int i) const {
    const int place = (i - s_.first + g_.colours()) % g_.colours();
    const int finished = (s_.turn + g_.colours() - 1 - place) / g_.colours();
    return finished + (between_play_and_draw() && turn_seat() == i ? 1 : 0);
  }
  [[nodiscard]] int neutral_cards_gone() const {
    const Do what = bottom();
    const bool up = what == Do::kNeutralDie || what == Do::kNeutralSpace ||
                    (between_play_and_draw() && turn_seat() == kNeutral);
    return s_.turn / 2 + (up ? 1 : 0);
  }

  // Each tile is in the deck, in the display, in a slot, or (solo) out of the game.
  void check_tiles() {
    if (wrong_) return;
    for (std::size_t h = 0; h < 2; ++h) {
      const char* where = h == kDay ? "display.day" : "display.night";
      const int count = c_.tile_count[h];
      need(count == 32 || (s_.tile_deck[h] >> count) == 0, where, "expected tiles of the pack");
      std::uint32_t seen = s_.tile_deck[h];
      const auto once = [&](int tile) {
        need(tile < count && (seen & (1U << tile)) == 0, where, "expected each tile once");
        if (!wrong_) seen |= 1U << tile;
      };
      int shown = 0;
      int gaps = 0;
      for (int i = 0; i < kMaxDisplay; ++i) {
        const auto tile = s_.display[h][static_cast<std::size_t>(i)];
        const bool hole = refilling(static_cast<int>(h), i);
        if (tile == kNone) {
          gaps += hole ? 0 : 1;
          need(!hole || i < g_.display_size(), where, "expected the gap inside the display");
          continue;
        }
        need(!hole && gaps == 0, where, "expected no gap");
        once(tile);
        if (wrong_) return;
        ++shown;
      }
      for (int i = 0; i < kMaxSeats; ++i) {
        for (const auto tile : player(i).slots[h]) {
          if (tile != 0) once(tile - 1);
          if (wrong_) return;
        }
      }
      const int holes = any_refill(static_cast<int>(h)) ? 1 : 0;
      if (setting_up()) {
        need(shown == asked(Solenia::SetupItem::Kind::kTile, static_cast<int>(h)), where,
             "expected the tiles dealt so far");
        need(std::popcount(s_.tile_deck[h]) == count - shown, where,
             "expected the other tiles in the deck");
      } else {
        need(shown + holes <= g_.display_size(), where,
             "expected at most " + std::to_string(g_.display_size()) + " tiles");
        need(shown + holes == g_.display_size() || s_.tile_deck[h] == 0, where,
             "expected a full display while there is a deck");
        need(holes == 0 || s_.tile_deck[h] != 0, where, "expected a tile to refill with");
      }
      need(g_.solo() || seen == static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1), where,
           "expected all tiles of the pack");
    }
  }
  [[nodiscard]] bool refilling(int hemisphere, int place) const {
    const Todo& top = s_.todo.top();
    return top.what() == Do::kRefill && top.a() == hemisphere && top.b() == place;
  }
  [[nodiscard]] bool any_refill(int hemisphere) const {
    const Todo& top = s_.todo.top();
    return top.what() == Do::kRefill && top.a() == hemisphere;
  }

  void check_players() {
    if (wrong_) return;
    for (int i = 0; i < kMaxSeats; ++i) {
      const Player& p = player(i);
      need(p.spare == 0, name(i, "spare"), "expected nothing");
      if (i >= g_.seats()) {
        Player none{};
        none.level1 = kNone;
        none.level3 = {kNone, kNone};
        if (g_.solo() && i == kNeutral) {
          none.deck = p.deck;
          none.capacity = static_cast<std::uint8_t>(c_.capacity[g_.winter() ? 1 : 0]);
        }
        need(p == none, "players", "expected " + std::to_string(g_.seats()) + " players");
        continue;
      }
      for (int r = 0; r < kResources; ++r)
        need(count_of(p.store, r) <= kMostHeld, name(i, "store"), "expected a smaller store");
      if (wrong_) return;
      int capacity = c_.capacity[g_.winter() ? 1 : 0];
      for (std::size_t h = 0; h < 2; ++h) {
        int filled = 0;
        for (std::size_t k = 0; k < kSlots; ++k) {
          if (p.slots[h][k] == 0) continue;
          ++filled;
          need(g_.winter() || k == 0 || p.slots[h][k - 1] != 0, name(i, "slots"),
               "expected slots filled from the left");
          const bool covered = g_.mode() == Mode::kImprovements && (k == 0 || k == kSlots - 1);
          const bool taken = !waits_for_bonus(i, static_cast<int>(h), static_cast<int>(k));
          if (!covered && taken) capacity += c_.slots[g_.winter() ? 1 : 0][h][k].capacity;
        }
        need(p.delivered[h] == filled, name(i, "slots"), "expected the number of filled slots");
        if (g_.winter()) {
          for (std::size_t level = 1; level < 3; ++level) {  // WIN-2
            const auto on = [&](std::size_t l) {
              return int{p.slots[h][2 * l] != 0} + int{p.slots[h][2 * l + 1] != 0};
            };
            need(on(level) <= on(level - 1), name(i, "slots"),
                 "expected a filled slot below each higher one");
          }
        }
      }
      need(p.capacity == capacity, name(i, "capacity"), "expected " + std::to_string(capacity));
      const int deliveries = p.delivered[0] + p.delivered[1];
      const int played = setting_up() ? 0 : cards_played(i);
      need(deliveries <= played, name(i, "slots"), "expected no more deliveries than cards played");
      // At most two for a card in a city or lifted, at most nine for a slot or an improvement: what
      // comes later stays within it.
      const int lifted = played - std::popcount(s_.cards[static_cast<std::size_t>(i)]);
      const std::array<int, kStarSources> most = {2 * played, 9 * deliveries, 2 * lifted,
                                                  9 * deliveries};
      for (std::size_t k = 0; k < kStarSources; ++k) {
        need(p.stars[k] <= most[k], name(i, "stars"),
             "expected at most " + std::to_string(most[k]));
      }
      if (!may_overflow(i)) {
        need(total_of(p.store) <= p.capacity, name(i, "store"),
             "expected at most " + std::to_string(p.capacity) + " resources");
      }
      if (setting_up())
        need(p.store == 0, name(i, "store"), "expected an empty store before the game");
    }
  }
  [[nodiscard]] bool waits_for_bonus(int i, int hemisphere, int slot) const {
    for (std::uint32_t k = 0; k < s_.todo.depth; ++k) {
      const Todo& todo = s_.todo.items[k];
      if (todo.what() == Do::kBonus && todo.seat() == i && todo.a() == hemisphere &&
          todo.b() == slot)
        return true;
    }
    return false;
  }
  // Above the capacity only while a return is asked, or while choices of one source are still
  // coming.
  [[nodiscard]] bool may_overflow(int i) const {
    for (std::uint32_t k = 0; k < s_.todo.depth; ++k) {
      const Todo& todo = s_.todo.items[k];
      if ((todo.what() == Do::kReturn || todo.what() == Do::kGain) && todo.seat() == i) return true;
    }
    return false;
  }

  // IMP-1, IMP-2: what lies out and what was taken.
  void check_improvements() {
    if (wrong_) return;
    using Kind = Solenia::SetupItem::Kind;
    const bool played_with = g_.mode() == Mode::kImprovements;
    const bool drafted = bottom() != Do::kSetup && bottom() != Do::kDraft;
    std::array<std::uint32_t, 3> seen{};  // level 1, day halves, night halves
    const auto once = [&](std::size_t which, int tile, int most) {
      need(tile < most && (seen[which] & (1U << tile)) == 0, "improvements",
           "expected each improvement once");
      if (!wrong_) seen[which] |= 1U << tile;
    };
    int out1 = 0;
    int out3 = 0;
    for (int i = 0; i < kMaxSeats; ++i) {
      const auto& offer3 = s_.offer3[static_cast<std::size_t>(i)];
      if (s_.offer1[static_cast<std::size_t>(i)] != kNone) {
        need(played_with && i < g_.colours(), "improvements", "expected no more than one a player");
        once(0, s_.offer1[static_cast<std::size_t>(i)], kLevel1Tiles);
        ++out1;
      }
      if (offer3[kDay] != kNone || offer3[kNight] != kNone) {
        need(played_with && i < g_.colours(), "improvements", "expected no more than one a player");
        once(1, offer3[kDay], kHalves);
        if (offer3[kNight] != kNone || !setting_up()) once(2, offer3[kNight], kHalves);
        check_pair(offer3);
        ++out3;
      }
      const Player& p = player(i);
      if (i >= g_.seats()) continue;
      need(p.active <= 1, name(i, "active"), "expected true or false");
      if (p.level1 != kNone) once(0, p.level1, kLevel1Tiles);
      if (p.level3[kDay] != kNone || p.level3[kNight] != kNone) {
        once(1, p.level3[kDay], kHalves);
        once(2, p.level3[kNight], kHalves);
        check_pair(p.level3);
      }
      if (wrong_) return;
      if (played_with && drafted) {
        need(p.level1 != kNone && p.level3[kDay] != kNone, name(i, "improvements"),
             "expected a tile of each level");
      }
      if (!played_with || !drafted) {
        need(p.active == 0, name(i, "active"), "expected no improvement at work");
        if (!played_with)
          need(p.level1 == kNone && p.level3[kDay] == kNone, name(i, "improvements"),
               "expected none");
        continue;
      }
      if (wrong_) return;
      const bool filled = p.slots[kDay][0] != 0 && p.slots[kNight][0] != 0;
      need(p.active == 0 || (filled && lasts(c_.level1[p.level1].kind)), name(i, "active"),
           "expected both its slots filled");
    }
    if (wrong_ || !played_with) return;
    if (setting_up()) {
      for (int i = 0; i < g_.colours(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        need((s_.offer1[at] != kNone) == (asked(Kind::kLevel1, i) > 0), "improvements",
             "expected those revealed so far");
        need((s_.offer3[at][kDay] != kNone) == (asked(Kind::kDayHalf, i) > 0), "improvements",
             "expected those revealed so far");
        need((s_.offer3[at][kNight] != kNone) == (asked(Kind::kNightHalf, i) > 0), "improvements",
             "expected those revealed so far");
        need(i >= g_.seats() || (player(i).level1 == kNone && player(i).level3[kDay] == kNone),
             "improvements", "expected none drafted yet");
      }
      return;
    }
    int took1 = 0;
    int took3 = 0;
    for (int i = 0; i < g_.seats(); ++i) {
      took1 += player(i).level1 != kNone ? 1 : 0;
      took3 += player(i).level3[kDay] != kNone ? 1 : 0;
    }
    need(out1 + took1 == g_.colours() && out3 + took3 == g_.colours(), "improvements",
         "expected as many as players");
    if (bottom() == Do::kDraft && !wrong_) {
      const int made = s_.todo.items[0].a();
      need(took1 + took3 == made, "improvements", "expected " + std::to_string(made) + " taken");
      for (int i = 0; i < g_.seats(); ++i) {  // each has one after the first round, in draft order
        const int place = g_.seats() - 1 - (i - s_.first + g_.seats()) % g_.seats();
        const int mine = (made > place ? 1 : 0) + (made > g_.seats() + place ? 1 : 0);
        const int has = int{player(i).level1 != kNone} + int{player(i).level3[kDay] != kNone};
        need(has == mine, name(i, "improvements"),
             "expected " + std::to_string(mine) + " taken by now");
      }
    }
  }
  void check_pair(const std::array<std::uint8_t, 2>& pair) {
    if (wrong_ || pair[kDay] == kNone || pair[kNight] == kNone) return;
    need(c_.level3[kDay][pair[kDay]] != c_.level3[kNight][pair[kNight]], "improvements",
         "expected two different effects in a pair");
  }

  // The stack: only what a turn can leave there.
  void check_todo() {
    if (wrong_) return;
    const auto& items = s_.todo.items;
    const std::uint32_t depth = s_.todo.depth;
    for (std::uint32_t i = depth; i < items.size(); ++i)
      need(items[i] == Todo(), "todo", "expected nothing above the top");
    const Todo& base = items[0];
    const int turn = turn_seat();
    const bool human = turn < g_.seats();
    switch (base.what()) {
      case Do::kSetup:
        need(base == Todo(Do::kSetup, 0, base.a()) && depth == 1 && s_.turn == 0, "todo",
             "expected the set-up alone");
        need(base.a() < g_.script().size(), "todo", "expected a question of the set-up");
        need(s_.moved == 0, "moved", "expected false before the game");
        break;
      case Do::kDraft: {
        const int place = g_.seats() - 1 - base.a() % g_.seats();
        const auto seat = static_cast<Seat>((s_.first + place) % g_.seats());
        need(g_.mode() == Mode::kImprovements && base.a() < 2 * g_.seats() &&
                 base == Todo(Do::kDraft, seat, base.a()) && depth == 1 && s_.turn == 0 &&
                 s_.moved == 0,
             "todo", "expected the draft alone");
        break;
      }
      case Do::kPlay:
        need(depth == 1 && s_.moved == 0 && human && s_.turn < g_.total_turns() &&
                 base == Todo(Do::kPlay, static_cast<Seat>(turn)),
             "todo", "expected the turn of seat " + std::to_string(turn + 1));
        break;
      case Do::kPay: check_pay(base, human, turn); break;
      case Do::kEndTurn: check_turn(turn, human); break;
      case Do::kFinish: check_finish(turn); break;
      case Do::kDraw:
        need(depth == 1 && s_.moved == 0 && human &&
                 base == Todo(Do::kDraw, static_cast<Seat>(turn)) && player(turn).deck != 0,
             "todo", "expected a card to draw");
        break;
      case Do::kNeutralCard:
        need(depth == 1 && s_.moved == 0 && !human && s_.turn < g_.total_turns() &&
                 base == Todo(Do::kNeutralCard, 0),
             "todo", "expected the neutral turn");
        break;
      case Do::kNeutralDie:
      case Do::kNeutralSpace:
        need(depth == 1 && s_.moved == 0 && !human && s_.turn < g_.total_turns() &&
                 base == Todo(base.what(), 0, base.a()),
             "todo", "expected the neutral turn");
        check_neutral_card(base);
        break;
      case Do::kOver:
        need(depth == 1 && s_.turn == g_.total_turns() && base == Todo(Do::kOver, 0) &&
                 s_.moved == 0,
             "todo", "expected the end");
        break;
      default: need(false, "todo", "expected a step of the turn"); break;
    }
    need(s_.turn < g_.total_turns() || base.what() == Do::kOver, "turn", "expected fewer turns");
  }
  void check_neutral_card(const Todo& base) {
    need(base.a() < kCards && c_.type[base.a()] == base.a(), "todo", "expected a card");
    if (wrong_) return;
    // The card is turned up: one copy of it is neither in the deck nor on the board.
    int on_board = 0;
    for (std::uint32_t left = s_.cards[kNeutral]; left != 0; left &= left - 1) {
      on_board += s_.card_at[static_cast<std::size_t>(std::countr_zero(left))] == base.a() ? 1 : 0;
    }
    const int in_deck =
        std::popcount(static_cast<std::uint32_t>(player(kNeutral).deck & c_.same[base.a()]));
    need(on_board + in_deck < std::popcount(c_.same[base.a()]), "todo",
         "expected a card that is not elsewhere");
    if (base.what() == Do::kNeutralSpace) {
      Solenia::List list;
      g_.legal(s_, 0, list);
      need(!list.empty(), "todo", "expected a free space");
    }
  }
  void check_pay(const Todo& base, bool human, int turn) {
    need(s_.todo.depth == 1 && s_.moved == 0 && human && base.seat() == turn &&
             s_.turn < g_.total_turns(),
         "todo", "expected the turn of seat " + std::to_string(turn + 1));
    need(base.a() >= 1 && base.a() <= kMaxVoyage && base.b() < kCards && base.c() < kSpaces, "todo",
         "expected a voyage");
    if (wrong_) return;
    const Player& p = player(turn);
    need(c_.type[base.b()] == base.b() && (p.hand & c_.same[base.b()]) != 0, "todo",
         "expected a card in hand");
    need((g_.occupied(s_) & (1U << base.c())) == 0, "todo", "expected a free space");
    if (wrong_) return;
    need(base.a() <= g_.voyage_cost(s_, static_cast<Seat>(turn), base.c()), "todo",
         "expected the cost of this voyage");
    need(total_of(p.store) >= base.a(), "todo", "expected a voyage that can be paid");
    const int where = g_.terrain(s_, base.c());
    need(where < kDayCity ||
             g_.can_deliver_any(s_, static_cast<Seat>(turn), where - kDayCity, p.store, base.a()),
         "todo", "expected a delivery that stays possible");
  }
  // EndTurn [ZeroGain] [Tile | StandIn | Slot | Bonus Refill | Gain | Return], all of the turn's
  // player; neutral: EndTurn Refill.
  void check_turn(int turn, bool human) {
    const auto& items = s_.todo.items;
    const std::uint32_t depth = s_.todo.depth;
    std::uint32_t i = 1;
    const auto is = [&](Do what) { return i < depth && items[i].what() == what; };
    const auto seat = static_cast<Seat>(turn);
    need(items[0] == Todo(Do::kEndTurn, seat), "todo",
         "expected the turn of seat " + std::to_string(turn + 1));
    need(depth > 1, "todo", "expected a choice or a chance");
    if (wrong_) return;
    if (!human) {
      need(is(Do::kRefill) && depth == 2 &&
               items[1] == Todo(Do::kRefill, 0, items[1].a(), items[1].b()) && items[1].a() < 2 &&
               items[1].b() < kMaxDisplay,
           "todo", "expected a refill");
      return;
    }
    const Player& p = player(turn);
    if (is(Do::kZeroGain)) {
      need(items[i] == Todo(Do::kZeroGain, seat) && s_.moved != 0 &&
               g_.has_lasting(p, Level1::Kind::kZeroGain),
           "todo", "expected that improvement");
      ++i;
    }
    const bool bonus = is(Do::kBonus);
    if (bonus) {
      need(items[i].seat() == seat && items[i].a() < 2 && items[i].b() < kSlots &&
               items[i].c() == 0 && p.slots[items[i].a() & 1U][items[i].b() % kSlots] != 0,
           "todo", "expected a filled slot");
      ++i;
      need(is(Do::kRefill), "todo", "expected a refill");
    }
    if (wrong_) return;
    need(i + 1 == depth, "todo", "expected one choice or chance");
    if (wrong_) return;
    const Todo& top = items[i];
    const auto h = static_cast<std::size_t>(top.a() & 1U);
    switch (top.what()) {
      case Do::kTile:
        need(top == Todo(Do::kTile, seat, top.a()) && top.a() < 2 &&
                 g_.can_deliver_any(s_, seat, top.a(), p.store, 0),
             "todo", "expected a delivery that is possible");
        break;
      case Do::kStandIn:
      case Do::kSlot: {
        need(top == Todo(top.what(), seat, top.a(), top.b()) && top.a() < 2 &&
                 top.b() < kMaxDisplay && s_.display[h][top.b() % kMaxDisplay] != kNone &&
                 p.delivered[h] < kSlots,
             "todo", "expected a tile of the display");
        if (wrong_) return;
        if (top.what() == Do::kSlot) {
          need(g_.winter(), "todo", "expected a slot to choose in winter only");
        } else {
          need(g_.has_lasting(p, Level1::Kind::kStandIn) &&
                   g_.can_deliver(p, p.store, c_.tiles[h][s_.display[h][top.b()]], 0),
               "todo", "expected a delivery that is possible");
        }
        break;
      }
      case Do::kRefill:
        need(bonus && top == Todo(Do::kRefill, 0, top.a(), top.b()) && top.a() < 2 &&
                 top.b() < kMaxDisplay && items[i - 1].a() == top.a(),
             "todo", "expected a refill");
        break;
      case Do::kGain:
        need(top.seat() == seat && top.a() >= 1 && top.a() <= 0xF && top.b() >= 1 && top.b() <= 9 &&
                 top.c() <= kGotImprovement,
             "todo", "expected a choice of resources");
        need(total_of(p.store) + top.b() <= p.capacity + 9, "todo", "expected a smaller store");
        break;
      case Do::kReturn:
        need(top == Todo(Do::kReturn, seat) && total_of(p.store) > p.capacity, "todo",
             "expected something to return");
        need(total_of(p.store) <= kMostHeld, "todo", "expected a smaller store");
        break;
      default: need(false, "todo", "expected a step of the turn"); break;
    }
  }
  // Finish Return*: the turn's player is asked first, so lies on top.
  void check_finish(int turn) {
    const auto& items = s_.todo.items;
    need(items[0] == Todo(Do::kFinish, static_cast<Seat>(turn)) && s_.moved != 0 &&
             s_.todo.depth > 1,
         "todo", "expected the end of the turn of seat " + std::to_string(turn + 1));
    need((g_.occupied(s_) & kFirstStrip) == 0, "cards",
         "expected no card on the first strip after removal");
    if (wrong_) return;
    std::uint32_t i = 1;
    for (int k = g_.colours() - 1; k >= 0 && i < s_.todo.depth; --k) {
      const auto seat = static_cast<Seat>((turn + k) % g_.colours());
      if (items[i].seat() != seat) continue;
      need(seat < g_.seats() && items[i] == Todo(Do::kReturn, seat) &&
               total_of(player(seat).store) > player(seat).capacity &&
               total_of(player(seat).store) <= kMostHeld,
           "todo", "expected something to return");
      ++i;
    }
    need(i == s_.todo.depth, "todo", "expected returns in the order of seats");
  }

  const Solenia& g_;
  const Components& c_;
  const State& s_;
  std::optional<Error> wrong_;
};

}  // namespace

std::optional<Error> Solenia::check(const State& s) const { return Checker(*this, s).run(); }

}  // namespace tidelock::solenia
