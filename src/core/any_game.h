// A type-erased game, for tables and front ends: coarse operations behind virtual functions. Search
// and simulation use the games themselves (core/game.h), never this.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/json.h"
#include "core/several.h"
#include "core/show.h"

namespace tidelock {

using AnyMove = std::uint32_t;

// Room for the state of any game.
struct AnyState {
  alignas(16) std::array<std::byte, kMaxStateBytes> bytes{};
  friend bool operator==(const AnyState&, const AnyState&) = default;
};

// The component pack a game is made from. Records contain the pack itself unless it is a shipped
// one.
struct PackRef {
  std::string id;
  std::string hash;  // SHA-256 of the pack's JSON with sorted keys
  bool shipped = true;
  Json content;
};

class AnyGame {
 public:
  AnyGame() = default;
  AnyGame(const AnyGame&) = delete;
  AnyGame& operator=(const AnyGame&) = delete;
  virtual ~AnyGame() = default;

  [[nodiscard]] virtual const GameFacts& facts() const = 0;
  // The version of the rules this game is played by.
  [[nodiscard]] virtual int rules() const = 0;
  [[nodiscard]] virtual const PackRef& pack() const = 0;
  [[nodiscard]] virtual Json options() const = 0;
  [[nodiscard]] virtual int seats() const = 0;
  [[nodiscard]] virtual AnyState start() const = 0;
  [[nodiscard]] virtual At at(const AnyState& s) const = 0;
  [[nodiscard]] virtual SeatMask to_act(const AnyState& s) const = 0;
  [[nodiscard]] virtual std::vector<AnyMove> legal(const AnyState& s, Seat seat) const = 0;
  // `move` must be legal; input from outside goes through read() first.
  virtual void apply(AnyState& s, Seat seat, AnyMove move, const Listener& listener) const = 0;
  [[nodiscard]] virtual Sight sight(const AnyState& s, Seat seat, AnyMove move) const = 0;
  [[nodiscard]] virtual bool secret(const AnyState& s) const = 0;
  [[nodiscard]] virtual Ask ask(const AnyState& s) const = 0;
  virtual void resolve(AnyState& s, std::uint32_t outcome, const Listener& listener) const = 0;
  [[nodiscard]] virtual AnyState knows(const AnyState& s, Seat seat) const = 0;
  // A hash of a seat's knowledge; it seeds bots, so they act on nothing else.
  [[nodiscard]] virtual std::uint64_t hash(const AnyState& known) const = 0;
  [[nodiscard]] virtual Scores scores(const AnyState& s) const = 0;
  [[nodiscard]] virtual Places places(const AnyState& s) const = 0;
  [[nodiscard]] virtual SeatMask winners(const AnyState& s) const = 0;
  // The score of a solo opponent, if it has one.
  [[nodiscard]] virtual std::optional<int> opponent_score(const AnyState& s) const = 0;
  [[nodiscard]] virtual std::string write(const AnyState& s, Seat seat, AnyMove move) const = 0;
  virtual Result<AnyMove> read(const AnyState& s, Seat seat, std::string_view text) const = 0;
  // What is chosen now, if it is several items (core/several.h); and the moves, as they are
  // written, that choose some of them, named in any order.
  [[nodiscard]] virtual std::optional<Several> several(const AnyState& s, Seat seat) const = 0;
  virtual Result<std::vector<std::string>> moves_for(const AnyState& s, Seat seat,
                                                     std::span<const std::string> items) const = 0;
  [[nodiscard]] virtual std::string write_outcome(const AnyState& s,
                                                  std::uint32_t outcome) const = 0;
  virtual Result<std::uint32_t> read_outcome(const AnyState& s, std::string_view text) const = 0;
  [[nodiscard]] virtual Json to_json(const AnyState& s) const = 0;
  virtual Result<AnyState> from_json(const Json& json) const = 0;
  [[nodiscard]] virtual Json view(const AnyState& s, Seat seat) const = 0;
  [[nodiscard]] virtual Json move_json(const AnyState& s, Seat seat, AnyMove move) const = 0;
  [[nodiscard]] virtual Json event_json(const Event& event) const = 0;
  [[nodiscard]] virtual Text event_text(const Event& event) const = 0;
  // Items whose use a study counts, as "group.id"; may be empty.
  [[nodiscard]] virtual std::vector<std::string> item_names() const = 0;
  virtual void draw(const AnyState& s, Seat viewer, Canvas& canvas, const Teller& teller) const = 0;
  [[nodiscard]] virtual std::vector<std::string> describe(const AnyState& s, Seat viewer,
                                                          const Teller& teller) const = 0;
  [[nodiscard]] virtual std::vector<Area> areas(const AnyState& s, Seat viewer,
                                                const Teller& teller) const = 0;
  [[nodiscard]] virtual std::vector<std::string> explain(const AnyState& s, Seat viewer,
                                                         const Teller& teller) const = 0;
  [[nodiscard]] virtual std::string prompt(const AnyState& s, Seat seat,
                                           const Teller& teller) const = 0;
  [[nodiscard]] virtual std::string move_words(const AnyState& s, Seat seat, AnyMove move,
                                               const Teller& teller) const = 0;
  [[nodiscard]] virtual std::vector<std::string> verdict(const AnyState& s,
                                                         const Teller& teller) const = 0;
  // What the pieces of the pack do; may be empty.
  [[nodiscard]] virtual std::vector<PieceWords> pieces(const Teller& teller) const = 0;
};

template <class G>
requires Game<G> && Shown<G>
class Wrapped final : public AnyGame {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  Wrapped(G game, PackRef pack) : g_(std::move(game)), pack_(std::move(pack)) {}

  [[nodiscard]] const G& game() const { return g_; }
  [[nodiscard]] static State in(const AnyState& s) {
    State state;
    std::memcpy(&state, s.bytes.data(), sizeof state);
    return state;
  }
  [[nodiscard]] static AnyState out(const State& state) {
    AnyState s;
    std::memcpy(s.bytes.data(), &state, sizeof state);
    return s;
  }

  [[nodiscard]] const GameFacts& facts() const override { return G::facts(); }
  [[nodiscard]] int rules() const override {
    if constexpr (Versioned<G>) return g_.rules();
    return G::facts().rules_version;
  }
  [[nodiscard]] const PackRef& pack() const override { return pack_; }
  [[nodiscard]] Json options() const override { return g_.options(); }
  [[nodiscard]] int seats() const override { return g_.seats(); }
  [[nodiscard]] AnyState start() const override { return out(g_.start()); }
  [[nodiscard]] At at(const AnyState& s) const override { return g_.at(in(s)); }
  [[nodiscard]] SeatMask to_act(const AnyState& s) const override { return g_.to_act(in(s)); }
  [[nodiscard]] std::vector<AnyMove> legal(const AnyState& s, Seat seat) const override {
    typename G::List list;
    g_.legal(in(s), seat, list);
    std::vector<AnyMove> moves;
    moves.reserve(list.size());
    for (const Move move : list) moves.push_back(move.bits);
    return moves;
  }
  void apply(AnyState& s, Seat seat, AnyMove move, const Listener& listener) const override {
    State state = in(s);
    g_.apply(state, seat, to_move(move), listener);
    s = out(state);
  }
  [[nodiscard]] Sight sight(const AnyState& s, Seat seat, AnyMove move) const override {
    return g_.sight(in(s), seat, to_move(move));
  }
  [[nodiscard]] bool secret(const AnyState& s) const override { return g_.secret(in(s)); }
  [[nodiscard]] Ask ask(const AnyState& s) const override { return g_.ask(in(s)); }
  void resolve(AnyState& s, std::uint32_t outcome, const Listener& listener) const override {
    State state = in(s);
    g_.resolve(state, outcome, listener);
    s = out(state);
  }
  [[nodiscard]] AnyState knows(const AnyState& s, Seat seat) const override {
    return out(g_.knows(in(s), seat));
  }
  [[nodiscard]] std::uint64_t hash(const AnyState& known) const override {
    return hash_state(out(bare_state(in(known))).bytes);
  }
  [[nodiscard]] Scores scores(const AnyState& s) const override { return g_.scores(in(s)); }
  [[nodiscard]] Places places(const AnyState& s) const override { return g_.places(in(s)); }
  [[nodiscard]] SeatMask winners(const AnyState& s) const override { return g_.winners(in(s)); }
  [[nodiscard]] std::optional<int> opponent_score(const AnyState& s) const override {
    if constexpr (HasOpponent<G>) return g_.opponent_score(in(s));
    return std::nullopt;
  }
  [[nodiscard]] std::string write(const AnyState& s, Seat seat, AnyMove move) const override {
    return g_.write(in(s), seat, to_move(move));
  }
  Result<AnyMove> read(const AnyState& s, Seat seat, std::string_view text) const override {
    const auto move = g_.read(in(s), seat, text);
    if (!move) return move.error();
    return AnyMove{move.value().bits};
  }
  [[nodiscard]] std::optional<Several> several(const AnyState& s, Seat seat) const override {
    if constexpr (ChoosesSeveral<G>) return g_.several(in(s), seat);
    return std::nullopt;
  }
  Result<std::vector<std::string>> moves_for(const AnyState& s, Seat seat,
                                             std::span<const std::string> items) const override {
    const auto choice = several(s, seat);
    if (choice) return several::moves(g_, in(s), seat, *choice, items);
    return refusal(several::kEntries, Code::kOneAtATime,
                   "expected one move: several items are not chosen now");
  }
  [[nodiscard]] std::string write_outcome(const AnyState& s, std::uint32_t outcome) const override {
    return g_.write_outcome(in(s), outcome);
  }
  Result<std::uint32_t> read_outcome(const AnyState& s, std::string_view text) const override {
    return g_.read_outcome(in(s), text);
  }
  [[nodiscard]] Json to_json(const AnyState& s) const override { return g_.to_json(in(s)); }
  Result<AnyState> from_json(const Json& json) const override {
    const auto state = g_.from_json(json);
    if (!state) return state.error();
    return out(state.value());
  }
  [[nodiscard]] Json view(const AnyState& s, Seat seat) const override {
    return g_.view(in(s), seat);
  }
  [[nodiscard]] Json move_json(const AnyState& s, Seat seat, AnyMove move) const override {
    return g_.move_json(in(s), seat, to_move(move));
  }
  [[nodiscard]] Json event_json(const Event& event) const override { return g_.event_json(event); }
  [[nodiscard]] Text event_text(const Event& event) const override { return g_.event_text(event); }
  [[nodiscard]] std::vector<std::string> item_names() const override {
    if constexpr (Itemised<G>) return g_.item_names();
    return {};
  }
  void draw(const AnyState& s, Seat viewer, Canvas& canvas, const Teller& teller) const override {
    g_.draw(g_.knows(in(s), viewer), viewer, canvas, teller);
  }
  [[nodiscard]] std::vector<std::string> describe(const AnyState& s, Seat viewer,
                                                  const Teller& teller) const override {
    return g_.describe(g_.knows(in(s), viewer), viewer, teller);
  }
  [[nodiscard]] std::vector<Area> areas(const AnyState& s, Seat viewer,
                                        const Teller& teller) const override {
    return g_.areas(g_.knows(in(s), viewer), viewer, teller);
  }
  [[nodiscard]] std::vector<std::string> explain(const AnyState& s, Seat viewer,
                                                 const Teller& teller) const override {
    return g_.explain(g_.knows(in(s), viewer), viewer, teller);
  }
  [[nodiscard]] std::string prompt(const AnyState& s, Seat seat,
                                   const Teller& teller) const override {
    return g_.prompt(g_.knows(in(s), seat), seat, teller);
  }
  [[nodiscard]] std::string move_words(const AnyState& s, Seat seat, AnyMove move,
                                       const Teller& teller) const override {
    return g_.move_words(g_.knows(in(s), seat), seat, to_move(move), teller);
  }

  [[nodiscard]] std::vector<std::string> verdict(const AnyState& s,
                                                 const Teller& teller) const override {
    return g_.verdict(in(s), teller);
  }
  [[nodiscard]] std::vector<PieceWords> pieces(const Teller& teller) const override {
    if constexpr (SaysPieces<G>) return g_.pieces(teller);
    return {};
  }

 private:
  static Move to_move(AnyMove move) {
    Move out;
    out.bits = static_cast<decltype(out.bits)>(move);
    return out;
  }
  G g_;
  PackRef pack_;
};

// Makes games by name; src/games implements it.
class GameSource {
 public:
  GameSource() = default;
  GameSource(const GameSource&) = delete;
  GameSource& operator=(const GameSource&) = delete;
  virtual ~GameSource() = default;
  // `pack`: null for the default one, a string for the id of a shipped one, an object for a pack
  // itself. `rules`: the version of the rules.
  virtual Result<std::shared_ptr<const AnyGame>> make(std::string_view game, const Json& pack,
                                                      const Json& options, int rules) const = 0;
  // With the newest version of the rules.
  Result<std::shared_ptr<const AnyGame>> make(std::string_view game, const Json& pack,
                                              const Json& options) const {
    return make(game, pack, options, kNewestRules);
  }
};

// Checks the version of the rules that a record or a log names: an error if it is unknown.
[[nodiscard]] inline std::optional<Error> check_rules(const GameFacts& facts, std::int64_t rules) {
  if (rules >= facts.oldest_rules && rules <= facts.rules_version) return std::nullopt;
  const std::string newest = std::to_string(facts.rules_version);
  const std::string known = facts.oldest_rules == facts.rules_version
                                ? newest
                                : std::to_string(facts.oldest_rules) + " to " + newest;
  return error(Code::kUnknownRules,
               "expected rules version " + known + ", found " + std::to_string(rules), "rules");
}

}  // namespace tidelock
