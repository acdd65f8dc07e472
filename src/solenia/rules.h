// Solenia, the game.
//
// A giant airship floats over a planet of five board strips. In 16 rounds every player plays 16
// cards, one a turn, on a free space next to the airship or to an own card (or further away, for
// resources). An island gives as many of its resource as the card's value (0, 1 or 2); a city gives
// as many stars and demands a delivery: one face-up tile of the city's hemisphere, paid from the
// store and put into a slot of the player's board that gives a bonus. A 0 moves the airship: at the
// end of that turn the cards on the rear strip give their removal effects, and the strip is turned
// over and laid in front, so day turns to night and night to day. Most stars win.
//
// The rules with their ids are in docs/rules/solenia.md; the code cites the ids. Options:
//
//   players  1 to 4 (2); alone against the neutral player
//   mode     summer, winter, improvements (summer): the side of the player boards, and tiles
//   start    dawn, dusk, random (random): which way the world begins
//   first    random, 1 to 4 (random): the first player
//
// This file, and what implements it (rules.cpp, evaluate.cpp, canonical_form.cpp, learn.cpp), is
// plain data and integers: it runs on the processor, in the browser and on a GPU. Names, notation,
// JSON and pictures are in game.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/actions.h"
#include "core/inputs.h"
#include "core/rules.h"
#include "solenia/components.h"
#include "solenia/state.h"

namespace tidelock::solenia {

enum class Mode : std::uint8_t { kSummer, kWinter, kImprovements };
enum class Start : std::uint8_t { kDawn, kDusk, kRandom };

struct Options {
  int players = 2;
  Mode mode = Mode::kSummer;
  Start start = Start::kRandom;
  int first = -1;  // a seat, or -1 for random
};

inline constexpr int kRounds = kCards;
inline constexpr Seat kNeutral = 1;  // the second colour of the solo game

// Streams of luck: one for each deck, so that the same seed deals the same whatever the players do.
enum Stream : std::uint8_t {
  kStreamStart,
  kStreamStrips,
  kStreamFirst,
  kStreamDay,
  kStreamNight,
  kStreamDeck1,
  kStreamDeck2,
  kStreamDeck3,
  kStreamDeck4,
  kStreamLevel1,
  kStreamDayHalves,
  kStreamNightHalves,
  kStreamDie
};

enum class What : std::uint16_t {
  kStart,             // a: 0 dawn, 1 dusk
  kStrip,             // a: row, b: 2 * strip + side
  kFirst,             // who
  kStartGoods,        // who, a: resource, b: how many
  kTileShown,         // a: hemisphere, b: tile, c: place
  kDrew,              // who, a: card type (only the owner sees this one)
  kDrewHidden,        // who (what the others see)
  kOffer1,            // a: place, b: level-1 tile
  kOffer3,            // a: place, b: day half, c: night half
  kDrafted1,          // who, a: level-1 tile
  kDrafted3,          // who, a: day half, b: night half
  kTurn,              // who, a: round
  kVoyage,            // who, a: resource paid
  kPlayed,            // who, a: card type, b: space, c: terrain
  kDiscarded,         // who, a: card type (stuck)
  kGot,               // who, a: resource, b: how many, c: GotFrom
  kStars,             // who, a: how many, b: StarSource
  kAirship,           // the airship moves
  kDelivered,         // who, a: hemisphere, b: tile, c: slot
  kStoodIn,           // who, a: resource left out, b: resource paid instead
  kCapacity,          // who, a: new capacity
  kActivated,         // who, a: level-1 tile
  kReturned,          // who, a: resource
  kRemoved,           // who, a: card type, b: column
  kTurned,            // a: 2 * strip + side, as it lies in front now
  kNeutralCard,       // a: card type
  kNeutralDie,        // a: 1 to 6
  kNeutralPlayed,     // a: card type, b: space
  kNeutralDiscarded,  // a: card type
  kNeutralTile,       // a: hemisphere, b: tile
  kOver,
};
// The lines of the score sheet.
enum Category : std::uint8_t {
  kTiles,
  kPairs,
  kCities,
  kSlotStars,
  kRemoval,
  kImproved,
  kLeftovers,
  kCategories
};
enum GotFrom : std::uint8_t { kGotIsland, kGotSlot, kGotRemoval, kGotImprovement };

// Where a card may go now and what the voyage costs: spaces by cost, each space in one set only.
inline constexpr int kMaxVoyage = 3;  // the airship stands in the middle: nothing is further than 4
struct Reach {
  std::array<std::uint32_t, kMaxVoyage + 1> at;
  [[nodiscard]] std::uint32_t all() const { return at[0] | at[1] | at[2] | at[3]; }
};

// What a card gives its owner when the strip below it is lifted.
struct Removal {
  Goods gain;
  std::uint32_t stars;
};
[[nodiscard]] Removal removal_of(const Card& card, int terrain);

inline constexpr std::size_t kMoveKinds = 12;
// By Move::Kind.
inline constexpr ActionTable<kMoveKinds> kActionTable({{
    {0, 0, 0},                    // kInvalid
    {4, kMaxSeats, 1},            // kDraft: level, place
    {kCards, kSpaces, 1},         // kPlay: card type, space
    {kCards, 1, 1},               // kDiscard: card type
    {1, kResources, 1},           // kPay
    {2, kMaxDisplay, 1},          // kTile: hemisphere, place
    {1, 1, 1},                    // kExact
    {kResources, kResources, 1},  // kStandIn: left out, paid instead
    {2, kSlots, 1},               // kSlot: hemisphere, slot
    {1, kResources, 1},           // kGain
    {1, kResources, 1},           // kReturn
    {1, kSpaces, 1},              // kNeutral: space
}});

// The action of a move whose b is 0, by its bits above b; the others of its kind and a follow it.
// So a list of moves is numbered by one look and one addition each.
inline constexpr std::size_t kFirstActions = 1 << (16 - Move::kBitsOfB);
inline constexpr auto kFirstAction = [] {
  std::array<std::uint16_t, kFirstActions> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Move first{static_cast<std::uint16_t>(i << Move::kBitsOfB)};
    const auto kind = static_cast<std::size_t>(first.kind());
    if (kind < kMoveKinds)
      out[i] = static_cast<std::uint16_t>(kActionTable.number(kind, first.a()));
  }
  return out;
}();

class Rules {
 public:
  using State = solenia::State;
  using Move = solenia::Move;
  // Moves are written eight at a time, so there is room for eight more than the longest list.
  using List = FixedList<Move, kHandSize*(kSpaces + 1) + 8>;

  Rules(const Components& components, const Options& options);

  [[nodiscard]] int seats() const { return options_.players; }
  [[nodiscard]] State start() const;

  [[nodiscard]] At at(const State& s) const {
    const Do what = s.todo.top().what();
    return what < Do::kSetup ? At::kDecision : what == Do::kOver ? At::kOver : At::kChance;
  }
  [[nodiscard]] SeatMask to_act(const State& s) const {
    return at(s) == At::kDecision ? seat_bit(s.todo.top().seat()) : SeatMask{0};
  }
  void legal(const State& s, Seat seat, List& out) const;
  [[nodiscard]] std::uint32_t legal_count(const State& s, Seat seat) const;
  [[nodiscard]] Move legal_nth(const State& s, Seat seat, std::uint32_t n) const;
  // A random legal move: the draw is the one from the list.
  [[nodiscard]] Move random_move(const State& s, Seat seat, Rng& rng) const;
  static constexpr std::uint32_t kActions = kActionTable.size();
  [[nodiscard]] static std::uint32_t action_of(Move move) {
    return std::uint32_t{kFirstAction[move.bits >> Move::kBitsOfB]} +
           static_cast<std::uint32_t>(move.b());
  }
  [[nodiscard]] static Move move_of(const State& /*s*/, std::uint32_t action) {
    const auto is = kActionTable.parts(action);
    return Move::make(static_cast<Move::Kind>(is.kind), is.a, is.b);
  }
  // The attributes stand here, because the concept asks for these functions before they are
  // defined.
  template <class Sink>
  [[gnu::flatten]] void apply(State& s, Seat seat, Move move, const Sink& sink) const;
  [[nodiscard]] Sight sight(const State& /*s*/, Seat /*seat*/, Move /*move*/) const {
    return Sight::kOpen;
  }
  [[nodiscard]] bool secret(const State& /*s*/) const { return false; }
  [[nodiscard]] Ask ask(const State& s) const;
  template <class Sink>
  [[gnu::flatten]] void resolve(State& s, std::uint32_t outcome, const Sink& sink) const;

  [[nodiscard]] State knows(const State& s, Seat seat) const;
  void resample(State& s, Seat seat, Rng& rng) const;

  [[nodiscard]] bool quiet(const State& s) const {
    const Do what = s.todo.top().what();
    return what == Do::kPlay || what == Do::kNeutralCard || what == Do::kOver;
  }
  [[nodiscard]] bool begins_turn(const State& s) const { return quiet(s); }
  [[nodiscard]] int evaluate(const State& s, Seat seat) const;
  [[nodiscard]] Scores scores(const State& s) const;
  [[nodiscard]] Places places(const State& s) const;
  [[nodiscard]] SeatMask winners(const State& s) const { return first_places(places(s)); }
  // What still matters near the end, and how it can end (core/rules.h).
  [[nodiscard]] State canonical_form(const State& s) const;
  [[nodiscard]] ScoreBounds score_bounds(const State& s) const;
  void outcome_classes(const State& s, std::span<std::uint16_t> weights) const;

  // For networks (core/inputs.h).
  static constexpr int kInputs = 717;
  static constexpr int kTraits = 344;
  void inputs(const State& s, Seat seat, Inputs& in) const;
  void traits(const State& s, Seat seat, Move move, Traits& is) const;

  // Questions about a state that notation, drawing and evaluation share.
  [[nodiscard]] const Components& components() const { return c_; }
  [[nodiscard]] const Options& chosen() const { return options_; }
  [[nodiscard]] Mode mode() const { return options_.mode; }
  [[nodiscard]] bool winter() const { return options_.mode != Mode::kSummer; }
  [[nodiscard]] bool solo() const { return options_.players == 1; }
  [[nodiscard]] int colours() const { return solo() ? 2 : options_.players; }
  [[nodiscard]] int total_turns() const { return kRounds * colours(); }
  [[nodiscard]] int display_size() const {
    return c_.display[static_cast<std::size_t>(options_.players)];
  }
  [[nodiscard]] Seat seat_of_turn(const State& s) const {
    return static_cast<Seat>((s.first + s.turn) % colours());
  }
  [[nodiscard]] int terrain(const State& s, int space) const {
    return c_.terrain[s.rows[static_cast<std::size_t>(space / kColumns)]]
                     [static_cast<std::size_t>(space % kColumns)];
  }
  [[nodiscard]] std::uint32_t occupied(const State& s) const {
    return s.cards[0] | s.cards[1] | s.cards[2] | s.cards[3];
  }
  // Free spaces by voyage cost, cities included whether or not a delivery is possible.
  [[nodiscard]] Reach reach(const State& s, Seat seat) const;
  // What it costs to play on a free space.
  [[nodiscard]] int voyage_cost(const State& s, Seat seat, int space) const;
  // The same without the cities where nothing can be delivered.
  [[nodiscard]] Reach legal_spaces(const State& s, Seat seat) const;
  // Whether `p` can deliver this tile and still has `reserve` resources over.
  [[nodiscard]] bool can_deliver(const Player& p, Goods store, const Tile& tile, int reserve) const;
  [[nodiscard]] bool can_deliver_any(const State& s, Seat seat, int hemisphere, Goods store,
                                     int reserve) const;
  // How many tiles must come before one can go into this free slot, and whether it can now.
  [[nodiscard]] int tiles_first(const Player& p, int hemisphere, int slot) const;
  [[nodiscard]] bool slot_open(const Player& p, int hemisphere, int slot) const;
  // Spaces whose cards may still be lifted, as far as everybody knows: the others stay.
  [[nodiscard]] std::uint32_t may_be_lifted(const State& s) const;
  [[nodiscard]] bool has_lasting(const Player& p, Level1::Kind kind) const {
    return p.active != 0 && c_.level1[p.level1].kind == kind;
  }
  [[nodiscard]] const Removal& removal(int type, int terrain) const {
    return removal_[static_cast<std::size_t>(type)][static_cast<std::size_t>(terrain)];
  }
  [[nodiscard]] std::uint16_t hand_types(std::uint16_t cards) const;

  // One question of the set-up.
  struct SetupItem {
    enum class Kind : std::uint8_t {
      kStart,
      kStrip,
      kFirst,
      kTile,
      kCard,
      kLevel1,
      kDayHalf,
      kNightHalf
    };
    Kind kind;
    std::uint8_t a, b;  // row; hemisphere and place; seat; place
  };
  using Script = FixedList<SetupItem, 48>;
  [[nodiscard]] const Script& script() const { return script_; }

 private:
  template <class Sink>
  struct Turn;  // the verbs of a turn, in rules.cpp
  struct Hidden {
    std::uint32_t pool, open;
    int held;
  };
  // What a seat may have when it delivers in its last turn, never less than the rules allow.
  struct Prospect {
    int turns;    // that it has left
    Goods store;  // with all that its cards on the board can bring until then
    int more;     // resources of any kind that its turns before can bring
  };
  [[nodiscard]] Prospect prospect(const State& s, Seat seat) const;
  [[nodiscard]] bool in_reach(const Tile& tile, const Prospect& hopes) const;
  [[nodiscard]] int most_halves(const State& s, Seat seat, const Prospect& hopes) const;
  [[nodiscard]] bool pays_no_more(const State& s) const;
  // What a seat has in its last turn, and with what it can end then, in half stars: if the airship
  // does not move and if it does.
  struct Chances {
    Reach spaces;
    std::array<std::uint32_t, 2> tiles;  // those that it can pay
    bool stuck;                          // it may discard
    bool rear;                           // a card on the strip that it lifts itself counts
  };
  using Ends = std::array<int, 2>;
  [[nodiscard]] Ends last_ends(const State& s, Seat seat, const Chances& chances) const;
  // Tiles, and those in the display, that a store covers.
  [[nodiscard]] std::uint32_t covered(const Player& p, std::size_t hemisphere,
                                      std::uint32_t tiles) const;
  [[nodiscard]] std::array<std::uint32_t, 2> covered(const State& s, Seat seat) const;
  [[nodiscard]] int stars_of(const Player& p) const;
  [[nodiscard]] int points(const Player& p) const;
  // What a seat gets if the airship moves.
  [[nodiscard]] Removal lifted_next(const State& s, Seat seat) const;
  [[nodiscard]] int next_pair(const Player& p, std::size_t hemisphere) const;
  [[nodiscard]] int last_lead(const State& s) const;
  [[nodiscard]] std::optional<ScoreBounds> late_score_bounds(const State& s) const;
  [[nodiscard]] Hidden hidden_cards(const State& s, Seat other) const;
  [[nodiscard]] Ask ask_setup(const State& s) const;
  [[nodiscard]] std::uint32_t choice_set(const State& s, Seat seat) const;
  [[nodiscard]] static Move numbered_choice(const Todo& todo, int number);
  // Where voyages of a player begin: the spaces that cost nothing, and those beyond a corner that
  // cost nothing either, but lead no further.
  struct Voyages {
    std::uint32_t near, corners;
  };
  [[nodiscard]] Voyages voyages(const State& s, Seat seat) const;
  template <class Which>
  [[nodiscard]] Move choose_move(const State& s, Seat seat, const Which& which) const;

  Components c_;
  Options options_;
  Script script_;
  std::array<std::array<Removal, kNightCity + 1>, kCards> removal_;
  bool fair_tiles_ = true;  // no delivery costs more than it brings
};

static_assert(tidelock::Rules<Rules> && Solvable<Rules> && Learned<Rules>);

}  // namespace tidelock::solenia
