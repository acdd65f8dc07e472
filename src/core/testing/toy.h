// Lanterns, a toy game for the tests: whatever a core must carry, in one page of rules.
//
// Three seats, nine cards 1 to 9, two dealt to each. In each of three rounds all seats choose a
// card in secret and at the same time; the highest wins the round and rolls a die. The winner takes
// that many points, and on an even roll may give: then chooses another seat, which gets 2 points
// while the winner gets 3 more. Everybody draws a card. Most points win. Hidden hands, a deck that
// is a set, dice, a sealed choice, a choice inside a choice.
#pragma once

#include <bit>
#include <concepts>

#include "core/game.h"
#include "core/json.h"
#include "core/show.h"

namespace tidelock::toy {

inline constexpr int kToySeats = 3;
inline constexpr int kRounds = 3;
inline constexpr int kToyCards = 9;
inline constexpr int kHand = 2;

enum class Do : std::uint8_t { kNothing, kDeal, kChoose, kRoll, kGive, kWhom, kDraw, kOver };

struct Todo {
  Do what = Do::kNothing;
  std::uint8_t seat = 0;
  friend bool operator==(const Todo&, const Todo&) = default;
};

struct State {
  std::uint16_t deck;
  std::array<std::uint16_t, kToySeats> hand;
  std::array<std::uint8_t, kToySeats> chosen;  // a card 1 to 9 (out of the hand), or 0
  std::array<std::uint8_t, kToySeats> points;
  std::uint8_t round;
  std::uint8_t winner;
  FixedStack<Todo, 4> todo;
  friend bool operator==(const State&, const State&) = default;
};

// 1 to 9: that card; 10: keep; 11: give; 12 to 14: to that seat.
struct Move {
  std::uint8_t bits = 0;
  friend bool operator==(const Move&, const Move&) = default;
};

class Toy {
 public:
  using Rules = Toy;
  using State = toy::State;
  using Move = toy::Move;
  using List = FixedList<Move, 12>;

  static const GameFacts& facts() {
    static constexpr std::array<std::string_view, 2> kStreams = {"deck", "die"};
    static constexpr std::array<std::string_view, 7> kEvents = {
        "drew", "drew-hidden", "won", "rolled", "points", "gave", "over"};
    static constexpr std::array<std::string_view, 1> kCategories = {"points"};
    static constexpr std::array<OptionFacts, 1> kOptions = {{{"players", "3", "3"}}};
    static const GameFacts kFacts = {"toy",    1,       kToySeats,   kToySeats,
                                     kStreams, kEvents, kCategories, kOptions};
    return kFacts;
  }
  static Result<Toy> compile(const Json& /*pack*/, const Json& options) {
    JsonIn::Trouble trouble;
    const JsonIn in(options, trouble, "options");
    in.only({"players"});
    if (in.maybe("players").exists()) (void)in["players"].integer(kToySeats, kToySeats);
    if (trouble.any()) return trouble.first();
    return Toy();
  }
  [[nodiscard]] Json options() const { return {{"players", kToySeats}}; }
  [[nodiscard]] int seats() const { return kToySeats; }
  [[nodiscard]] State start() const {
    State s{};
    s.deck = (1U << kToyCards) - 1;
    s.todo.push({Do::kDeal, 0});
    return s;
  }
  [[nodiscard]] At at(const State& s) const {
    switch (s.todo.top().what) {
      case Do::kDeal:
      case Do::kRoll:
      case Do::kDraw: return At::kChance;
      case Do::kOver: return At::kOver;
      default: return At::kDecision;
    }
  }
  [[nodiscard]] SeatMask to_act(const State& s) const {
    if (at(s) != At::kDecision) return 0;
    if (s.todo.top().what != Do::kChoose) return seat_bit(static_cast<Seat>(s.todo.top().seat));
    SeatMask mask = 0;
    for (Seat i = 0; i < kToySeats; ++i) {
      if (s.chosen[static_cast<std::size_t>(i)] == 0) mask |= seat_bit(i);
    }
    return mask;
  }
  void legal(const State& s, Seat seat, List& out) const {
    out.clear();
    if (seat < 0 || (to_act(s) & seat_bit(seat)) == 0) return;
    switch (s.todo.top().what) {
      case Do::kChoose:
        for (std::uint8_t card = 1; card <= kToyCards; ++card) {
          if ((s.hand[static_cast<std::size_t>(seat)] & bit(card)) != 0) out.push({card});
        }
        break;
      case Do::kGive:
        out.push({10});
        out.push({11});
        break;
      default:
        for (std::uint8_t i = 0; i < kToySeats; ++i) {
          if (static_cast<Seat>(i) != seat) out.push({static_cast<std::uint8_t>(12 + i)});
        }
    }
  }
  [[nodiscard]] std::uint32_t legal_count(const State& s, Seat seat) const {
    List list;
    legal(s, seat, list);
    return static_cast<std::uint32_t>(list.size());
  }
  [[nodiscard]] Move legal_nth(const State& s, Seat seat, std::uint32_t n) const {
    List list;
    legal(s, seat, list);
    return list[n];
  }
  static constexpr std::uint32_t kActions = 15;
  [[nodiscard]] static std::uint32_t action_of(Move move) { return move.bits; }
  [[nodiscard]] static Move move_of(const State& /*s*/, std::uint32_t action) {
    return {static_cast<std::uint8_t>(action)};
  }
  template <class Sink>
  void apply(State& s, Seat seat, Move move, const Sink& sink) const {
    const auto me = static_cast<std::size_t>(seat);
    switch (s.todo.top().what) {
      case Do::kChoose:
        s.hand[me] = static_cast<std::uint16_t>(s.hand[me] & ~bit(move.bits));
        s.chosen[me] = move.bits;
        if (s.chosen[0] == 0 || s.chosen[1] == 0 || s.chosen[2] == 0) return;
        s.winner = 0;
        for (std::uint8_t i = 1; i < kToySeats; ++i) {
          if (s.chosen[i] > s.chosen[s.winner]) s.winner = i;
        }
        tell(sink, 2, static_cast<Seat>(s.winner), s.chosen[s.winner]);
        s.chosen = {0, 0, 0};
        s.todo.top() = {Do::kRoll, s.winner};
        break;
      case Do::kGive:
        s.todo.pop();
        if (move.bits == 11) {
          s.todo.push({Do::kWhom, static_cast<std::uint8_t>(seat)});
        } else {
          end_round(s, sink);
        }
        break;
      case Do::kWhom:
        s.todo.pop();
        score(s, static_cast<Seat>(move.bits - 12), 2, sink);
        score(s, seat, 3, sink);
        tell(sink, 5, seat, move.bits - 12);
        end_round(s, sink);
        break;
      default: break;
    }
  }
  [[nodiscard]] bool secret(const State& s) const { return s.todo.top().what == Do::kChoose; }
  [[nodiscard]] Sight sight(const State& s, Seat /*seat*/, Move /*move*/) const {
    return s.todo.top().what == Do::kChoose ? Sight::kSealed : Sight::kOpen;
  }
  [[nodiscard]] Ask ask(const State& s) const {
    if (s.todo.top().what == Do::kRoll) return {1, kEverybody, s.round, 6};
    const auto left = static_cast<std::uint16_t>(std::popcount(s.deck));
    return {0, seat_bit(static_cast<Seat>(s.todo.top().seat)),
            static_cast<std::uint16_t>(kToyCards - left), left};
  }
  template <class Sink>
  void resolve(State& s, std::uint32_t outcome, const Sink& sink) const {
    const Todo todo = s.todo.top();
    if (todo.what == Do::kRoll) {
      s.todo.pop();
      tell(sink, 3, static_cast<Seat>(todo.seat), static_cast<int>(outcome) + 1);
      score(s, static_cast<Seat>(todo.seat), static_cast<int>(outcome) + 1, sink);
      if (outcome % 2 == 1) {
        s.todo.push({Do::kGive, todo.seat});
      } else {
        end_round(s, sink);
      }
      return;
    }
    std::uint16_t left = s.deck;
    for (; outcome > 0; --outcome) left = static_cast<std::uint16_t>(left & (left - 1));
    const auto card = static_cast<std::uint16_t>(left & -left);
    s.deck = static_cast<std::uint16_t>(s.deck ^ card);
    s.hand[todo.seat] = static_cast<std::uint16_t>(s.hand[todo.seat] | card);
    tell(sink, 0, static_cast<Seat>(todo.seat), std::countr_zero(card) + 1,
         seat_bit(static_cast<Seat>(todo.seat)));
    tell(sink, 1, static_cast<Seat>(todo.seat), 0,
         static_cast<SeatMask>(~seat_bit(static_cast<Seat>(todo.seat))));
    next_draw(s);
  }
  // Others' sealed choices are taken back, and their hands are the lowest of what could be theirs.
  [[nodiscard]] State knows(const State& s, Seat seat) const {
    State known = s;
    std::uint16_t pool = hide(known, seat);
    for (std::size_t i = 0; i < kToySeats; ++i) {
      if (static_cast<Seat>(i) == seat) continue;
      for (int n = std::popcount(s.hand[i]) + (s.chosen[i] != 0 ? 1 : 0); n > 0; --n) {
        const auto low = static_cast<std::uint16_t>(pool & -pool);
        known.hand[i] = static_cast<std::uint16_t>(known.hand[i] | low);
        pool = static_cast<std::uint16_t>(pool ^ low);
      }
    }
    known.deck = pool;
    return known;
  }
  void resample(State& s, Seat seat, Rng& rng) const {
    const State before = s;
    std::uint16_t pool = hide(s, seat);
    for (std::size_t i = 0; i < kToySeats; ++i) {
      if (static_cast<Seat>(i) == seat) continue;
      for (int n = std::popcount(before.hand[i]) + (before.chosen[i] != 0 ? 1 : 0); n > 0; --n) {
        std::uint16_t left = pool;
        for (auto k = rng.below(static_cast<std::uint32_t>(std::popcount(pool))); k > 0; --k) {
          left = static_cast<std::uint16_t>(left & (left - 1));
        }
        const auto card = static_cast<std::uint16_t>(left & -left);
        s.hand[i] = static_cast<std::uint16_t>(s.hand[i] | card);
        pool = static_cast<std::uint16_t>(pool ^ card);
      }
    }
    s.deck = pool;
  }
  [[nodiscard]] bool quiet(const State& s) const {
    return s.todo.top().what == Do::kChoose || at(s) == At::kOver;
  }
  [[nodiscard]] bool begins_turn(const State& s) const {
    return at(s) == At::kOver ||
           (s.todo.top().what == Do::kChoose && s.chosen == decltype(s.chosen){});
  }
  [[nodiscard]] int evaluate(const State& s, Seat seat) const {
    return 100 * s.points[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] Scores scores(const State& s) const {
    Scores out;
    out.seats = kToySeats;
    out.categories = 1;
    for (std::size_t i = 0; i < kToySeats; ++i) out.by[i][0] = out.total[i] = s.points[i];
    return out;
  }
  [[nodiscard]] Places places(const State& s) const { return places_of(s.points, kToySeats); }
  [[nodiscard]] SeatMask winners(const State& s) const { return first_places(places(s)); }
  [[nodiscard]] std::optional<Error> check(const State& s) const {
    const auto wrong = [](const char* what) { return error("bad-state", what); };
    if (s.todo.depth != 1 || s.round > kRounds) return wrong("expected one thing to do");
    const Do what = s.todo.top().what;
    if (what == Do::kNothing || what > Do::kOver) return wrong("expected a known step");
    if (s.todo.top().seat >= kToySeats || s.winner >= kToySeats) return wrong("expected a seat");
    for (std::size_t i = 1; i < s.todo.items.size(); ++i) {
      if (s.todo.items[i] != Todo()) return wrong("expected nothing above the top");
    }
    std::uint32_t seen = s.deck;
    if (seen >= 1U << kToyCards) return wrong("expected nine cards");
    int held = 0;
    for (std::size_t i = 0; i < kToySeats; ++i) {
      const std::uint32_t mine = s.hand[i] | (s.chosen[i] != 0 ? bit(s.chosen[i]) : 0U);
      if ((s.hand[i] >> kToyCards) != 0 || s.chosen[i] > kToyCards || (seen & mine) != 0 ||
          (s.chosen[i] != 0 && (s.hand[i] & bit(s.chosen[i])) != 0)) {
        return wrong("expected each card once");
      }
      if (s.chosen[i] != 0 && what != Do::kChoose) return wrong("expected no sealed choice now");
      if (what == Do::kChoose && mine == 0) return wrong("expected a card to choose");
      if (s.points[i] > 100) return wrong("expected fewer points");
      seen |= mine;
      held += std::popcount(mine);
    }
    if (what == Do::kChoose && s.chosen[0] != 0 && s.chosen[1] != 0 && s.chosen[2] != 0)
      return wrong("expected a choice to make");
    if ((what == Do::kDeal || what == Do::kDraw) && s.deck == 0)
      return wrong("expected a card to draw");
    if (what == Do::kDeal && (held >= kHand * kToySeats || held % kToySeats != s.todo.top().seat))
      return wrong("expected the deal");
    if ((what == Do::kOver) != (s.round == kRounds)) return wrong("expected three rounds");
    const int full = kHand * kToySeats;
    if (what == Do::kChoose && held != full - kToySeats * std::max(0, s.round - 1))
      return wrong("expected full hands");
    if (what == Do::kDraw && (s.round != 1 || held != kToySeats + s.todo.top().seat))
      return wrong("expected a draw");
    return std::nullopt;
  }
  [[nodiscard]] std::string write(const State& /*s*/, Seat /*seat*/, Move move) const {
    if (move.bits <= kToyCards) return std::to_string(move.bits);
    if (move.bits == 10) return "keep";
    if (move.bits == 11) return "give";
    return "to" + std::to_string(move.bits - 11);
  }
  Result<Move> read(const State& s, Seat seat, std::string_view text) const {
    List list;
    legal(s, seat, list);
    if (list.empty()) return error("not-your-decision", "another seat decides now");
    for (const Move move : list) {
      if (write(s, seat, move) == text) return move;
    }
    return error("unknown-move", "expected one of the listed moves");
  }
  [[nodiscard]] std::string write_outcome(const State& s, std::uint32_t outcome) const {
    if (s.todo.top().what == Do::kRoll) return std::to_string(outcome + 1);
    std::uint16_t left = s.deck;
    for (; outcome > 0; --outcome) left = static_cast<std::uint16_t>(left & (left - 1));
    return std::to_string(std::countr_zero(left) + 1);
  }
  Result<std::uint32_t> read_outcome(const State& s, std::string_view text) const {
    if (at(s) != At::kChance) return error("no-chance", "expected a move");
    for (std::uint32_t i = 0; i < ask(s).n; ++i) {
      if (write_outcome(s, i) == text) return i;
    }
    return error("unknown-outcome", "expected what chance can bring here");
  }
  // Cards are used by who wins a round with them, the end is in play for all.
  [[nodiscard]] std::vector<std::string> item_names() const {
    std::vector<std::string> names;
    for (int card = 1; card <= kToyCards; ++card) names.push_back("cards." + std::to_string(card));
    for (int card = 1; card <= kToyCards; ++card) names.push_back("drawn." + std::to_string(card));
    names.push_back("end.over");
    return names;
  }
  [[nodiscard]] Items items_of(const Event& e) const {
    Items out;
    if (e.what == 2) out.push(static_cast<std::int16_t>(e.a - 1));
    if (e.what == 0) out.push(static_cast<std::int16_t>(kToyCards + e.a - 1));
    if (e.what == 6) out.push(2 * kToyCards);
    return out;
  }
  [[nodiscard]] bool begins(const Event& e) const { return e.what == 2; }  // who won the last round
  [[nodiscard]] Json to_json(const State& s) const {
    return {{"deck", s.deck},
            {"hand", s.hand},
            {"chosen", s.chosen},
            {"points", s.points},
            {"round", s.round},
            {"winner", s.winner},
            {"do", static_cast<int>(s.todo.top().what)},
            {"seat", s.todo.top().seat}};
  }
  Result<State> from_json(const Json& json) const {
    JsonIn::Trouble trouble;
    const JsonIn in(json, trouble);
    in.only({"deck", "hand", "chosen", "points", "round", "winner", "do", "seat"});
    State s{};
    s.deck = static_cast<std::uint16_t>(in["deck"].integer(0, 511));
    for (const char* name : {"hand", "chosen", "points"}) (void)in[name].size(kToySeats, kToySeats);
    for (std::size_t i = 0; i < kToySeats && !trouble.any(); ++i) {
      s.hand[i] = static_cast<std::uint16_t>(in["hand"][i].integer(0, 511));
      s.chosen[i] = static_cast<std::uint8_t>(in["chosen"][i].integer(0, 9));
      s.points[i] = static_cast<std::uint8_t>(in["points"][i].integer(0, 100));
    }
    s.round = static_cast<std::uint8_t>(in["round"].integer(0, kRounds));
    s.winner = static_cast<std::uint8_t>(in["winner"].integer(0, kToySeats - 1));
    s.todo.push({static_cast<Do>(in["do"].integer(1, 7)),
                 static_cast<std::uint8_t>(in["seat"].integer(0, kToySeats - 1))});
    if (trouble.any()) return trouble.first();
    if (auto wrong = check(s)) return *wrong;
    return s;
  }
  [[nodiscard]] Json view(const State& state, Seat seat) const {
    const State s = knows(state, seat);
    Json players = Json::array();
    for (std::size_t i = 0; i < kToySeats; ++i) {
      Json player = {{"points", s.points[i]}};
      if (static_cast<Seat>(i) == seat) {
        player["hand"] = s.hand[i];
        player["chosen"] = s.chosen[i];
      } else {
        player["cards"] = std::popcount(s.hand[i]);
      }
      players.push_back(player);
    }
    return {{"players", players}, {"round", s.round}};
  }
  [[nodiscard]] Json move_json(const State& s, Seat seat, Move move) const {
    return {{"kind", write(s, seat, move)}};
  }
  [[nodiscard]] Json event_json(const Event& e) const {
    return {{"event", facts().events[e.what]}, {"seat", e.who + 1}, {"n", e.a}};
  }
  [[nodiscard]] Text event_text(const Event& e) const {
    return {"toy.event." + std::string(facts().events[e.what]),
            {{"player", std::int64_t{e.who} + 1}, {"n", std::int64_t{e.a}}}};
  }
  void draw(const State& s, Seat /*viewer*/, Canvas& canvas, const Teller& teller) const {
    for (Seat i = 0; i < kToySeats; ++i) {
      canvas.put(0, i,
                 teller.name(i) + " " + std::to_string(s.points[static_cast<std::size_t>(i)]));
    }
  }
  [[nodiscard]] std::vector<std::string> describe(const State& s, Seat /*viewer*/,
                                                  const Teller& teller) const {
    return {teller.say(Text{"toy.describe.round", {{"n", std::int64_t{round_of(s)}}}})};
  }
  [[nodiscard]] std::vector<Area> areas(const State& s, Seat viewer, const Teller& teller) const {
    std::vector<Area> out = {{teller.say("toy.area.table"),
                              kNobody,
                              {{teller.say("toy.area.round"), round_of(s), kRounds}},
                              {}}};
    for (Seat seat = 0; seat < kToySeats; ++seat) {
      const auto i = static_cast<std::size_t>(seat);
      Area area{teller.name(seat), seat, {{teller.say("toy.score.points"), s.points[i], 0}}, {}};
      for (unsigned card = 1; card <= kToyCards; ++card) {
        if (seat == viewer && (s.hand[i] & bit(card)) != 0)
          area.pieces.push_back(std::to_string(card));
      }
      out.push_back(area);
    }
    return out;
  }
  [[nodiscard]] std::vector<std::string> explain(const State& /*s*/, Seat /*viewer*/,
                                                 const Teller& teller) const {
    return {teller.say("toy.explain")};
  }
  [[nodiscard]] std::string prompt(const State& s, Seat /*seat*/, const Teller& teller) const {
    switch (s.todo.top().what) {
      case Do::kGive: return teller.say("toy.prompt.give");
      case Do::kWhom: return teller.say("toy.prompt.whom");
      default: return teller.say("toy.prompt.card");
    }
  }
  [[nodiscard]] std::string move_words(const State& /*s*/, Seat /*seat*/, Move move,
                                       const Teller& teller) const {
    if (move.bits <= kToyCards)
      return teller.say(Text{"toy.move.card", {{"n", std::int64_t{move.bits}}}});
    if (move.bits == 10) return teller.say("toy.move.keep");
    if (move.bits == 11) return teller.say("toy.move.give");
    return teller.say(Text{"toy.move.to", {{"player", std::int64_t{move.bits} - 11}}});
  }
  [[nodiscard]] std::vector<std::string> verdict(const State& /*s*/,
                                                 const Teller& /*teller*/) const {
    return {};
  }

 private:
  // From 1; the last one stays when the game is over.
  static int round_of(const State& s) { return std::min(s.round + 1, kRounds); }
  static constexpr std::uint16_t bit(unsigned card) {
    return static_cast<std::uint16_t>(1U << (card - 1));
  }
  template <class Sink>
  static void tell(const Sink& sink, int what, Seat who, int a, SeatMask sees = kEverybody) {
    if constexpr (Sink::kListens)
      sink(Event{static_cast<std::uint16_t>(what), who, sees, static_cast<std::int16_t>(a), 0, 0});
  }
  template <class Sink>
  static void score(State& s, Seat seat, int n, const Sink& sink) {
    auto& points = s.points[static_cast<std::size_t>(seat)];
    points = static_cast<std::uint8_t>(points + n);
    tell(sink, 4, seat, n);
  }
  template <class Sink>
  static void end_round(State& s, const Sink& sink) {
    if (s.todo.depth > 0) s.todo.pop();
    ++s.round;
    if (s.round == kRounds) {
      s.todo.push({Do::kOver, 0});
      tell(sink, 6, kNobody, 0);
    } else if (s.deck == 0) {
      s.todo.push({Do::kChoose, 0});
    } else {
      s.todo.push({Do::kDraw, 0});
    }
  }
  static void next_draw(State& s) {
    Todo& todo = s.todo.top();
    const bool last = todo.seat + 1 == kToySeats;
    todo.seat = last ? 0 : static_cast<std::uint8_t>(todo.seat + 1);
    const bool dealing =
        todo.what == Do::kDeal && std::popcount(s.deck) > kToyCards - kHand * kToySeats;
    if (last && !dealing) todo = {Do::kChoose, 0};
  }
  // Everything the seat cannot know, as one pool; others' hands and sealed choices are emptied.
  static std::uint16_t hide(State& s, Seat seat) {
    auto pool = s.deck;
    for (std::size_t i = 0; i < kToySeats; ++i) {
      if (static_cast<Seat>(i) == seat) continue;
      pool = static_cast<std::uint16_t>(pool | s.hand[i]);
      if (s.chosen[i] != 0) pool = static_cast<std::uint16_t>(pool | bit(s.chosen[i]));
      s.hand[i] = 0;
      s.chosen[i] = 0;
    }
    return pool;
  }
};

static_assert(Game<Toy>);
static_assert(Shown<Toy>);

}  // namespace tidelock::toy
