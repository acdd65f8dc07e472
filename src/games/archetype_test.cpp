// The concepts are enough: a type that has what Game and Shown ask for and nothing else becomes a
// game of tables, bots and the list of games. That this file compiles is the test.
#include <gtest/gtest.h>

#include "ai/ai_of.h"
#include "games/entry.h"

namespace tidelock {
namespace {

// A coin is tossed for who begins with a point. Then two players say yes or no in turn, and each
// yes is another point.
namespace archetype {

struct State {
  std::uint8_t tossed, said;
  std::array<std::uint8_t, 2> yes;
  friend bool operator==(const State&, const State&) = default;
};

struct Move {
  std::uint8_t bits;
  friend bool operator==(const Move&, const Move&) = default;
};

class List {
 public:
  void clear() { size_ = 0; }
  void push(Move move) { moves_[size_++] = move; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move operator[](std::size_t i) const { return moves_[i]; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, 2> moves_{};
  std::size_t size_ = 0;
};

class Rules {
 public:
  using State = archetype::State;
  using Move = archetype::Move;
  using List = archetype::List;

  [[nodiscard]] int seats() const { return 2; }
  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] At at(const State& s) const {
    return s.tossed == 0 ? At::kChance : s.said < 6 ? At::kDecision : At::kOver;
  }
  [[nodiscard]] SeatMask to_act(const State& s) const {
    return at(s) != At::kDecision ? SeatMask{0} : seat_bit(static_cast<Seat>(s.said % 2));
  }
  void legal(const State& s, Seat seat, List& out) const {
    out.clear();
    if ((to_act(s) & seat_bit(seat)) == 0) return;
    out.push({0});
    out.push({1});
  }
  [[nodiscard]] std::uint32_t legal_count(const State& s, Seat seat) const {
    return (to_act(s) & seat_bit(seat)) == 0 ? 0 : 2;
  }
  [[nodiscard]] Move legal_nth(const State& /*s*/, Seat /*seat*/, std::uint32_t n) const {
    return {static_cast<std::uint8_t>(n)};
  }
  static constexpr std::uint32_t kActions = 2;
  [[nodiscard]] std::uint32_t action_of(Move move) const { return move.bits; }
  [[nodiscard]] Move move_of(const State& /*s*/, std::uint32_t action) const {
    return {static_cast<std::uint8_t>(action)};
  }
  template <class Sink>
  void apply(State& s, Seat seat, Move move, const Sink& sink) const {
    ++s.said;
    auto& mine = s.yes[static_cast<std::size_t>(seat)];
    mine = static_cast<std::uint8_t>(mine + move.bits);
    sink(Event{0, seat, kEverybody, move.bits});
  }
  [[nodiscard]] Sight sight(const State& /*s*/, Seat /*seat*/, Move /*move*/) const {
    return Sight::kOpen;
  }
  [[nodiscard]] bool secret(const State& /*s*/) const { return false; }
  [[nodiscard]] Ask ask(const State& /*s*/) const { return {0, kEverybody, 0, 2}; }
  template <class Sink>
  void resolve(State& s, std::uint32_t outcome, const Sink& /*sink*/) const {
    s.tossed = 1;
    ++s.yes[outcome];
  }
  [[nodiscard]] State knows(const State& s, Seat /*seat*/) const { return s; }
  void resample(State& /*s*/, Seat /*seat*/, Rng& /*rng*/) const {}
  [[nodiscard]] bool quiet(const State& /*s*/) const { return true; }
  [[nodiscard]] bool begins_turn(const State& /*s*/) const { return true; }
  [[nodiscard]] int evaluate(const State& s, Seat seat) const {
    return 100 * s.yes[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] Scores scores(const State& s) const {
    Scores out;
    out.seats = 2;
    out.categories = 1;
    for (std::size_t i = 0; i < 2; ++i) out.by[i][0] = out.total[i] = s.yes[i];
    return out;
  }
  [[nodiscard]] Places places(const State& s) const { return places_of(s.yes, 2); }
  [[nodiscard]] SeatMask winners(const State& s) const { return first_places(places(s)); }
};

class Game : public Rules {
 public:
  using Rules = archetype::Rules;
  static const GameFacts& facts() {
    static constexpr std::array<std::string_view, 1> kOne = {"one"};
    static const GameFacts kFacts = {"archetype", 1, 2, 2, kOne, kOne, kOne, {}};
    return kFacts;
  }
  static Result<Game> compile(const Json& /*pack*/, const Json& /*options*/) { return Game(); }
  [[nodiscard]] Json options() const { return Json::object(); }
  [[nodiscard]] std::optional<Error> check(const State& /*s*/) const { return std::nullopt; }
  [[nodiscard]] std::string write(const State& /*s*/, Seat /*seat*/, Move move) const {
    return move.bits == 1 ? "yes" : "no";
  }
  Result<Move> read(const State& /*s*/, Seat /*seat*/, std::string_view text) const {
    return Move{static_cast<std::uint8_t>(text == "yes")};
  }
  [[nodiscard]] std::string write_outcome(const State& /*s*/, std::uint32_t outcome) const {
    return outcome == 0 ? "heads" : "tails";
  }
  Result<std::uint32_t> read_outcome(const State& /*s*/, std::string_view text) const {
    return std::uint32_t{text == "tails"};
  }
  [[nodiscard]] Json to_json(const State& /*s*/) const { return Json::object(); }
  Result<State> from_json(const Json& /*json*/) const { return State{}; }
  [[nodiscard]] Json view(const State& /*s*/, Seat /*seat*/) const { return Json::object(); }
  [[nodiscard]] Json move_json(const State& /*s*/, Seat /*seat*/, Move /*move*/) const {
    return Json::object();
  }
  [[nodiscard]] Json event_json(const Event& /*event*/) const { return Json::object(); }
  [[nodiscard]] Text event_text(const Event& /*event*/) const { return {}; }

  void draw(const State& /*s*/, Seat /*viewer*/, Canvas& /*canvas*/,
            const Teller& /*teller*/) const {}
  [[nodiscard]] std::vector<std::string> describe(const State& /*s*/, Seat /*viewer*/,
                                                  const Teller& /*teller*/) const {
    return {};
  }
  [[nodiscard]] std::vector<Area> areas(const State& /*s*/, Seat /*viewer*/,
                                        const Teller& /*teller*/) const {
    return {};
  }
  [[nodiscard]] std::vector<std::string> explain(const State& /*s*/, Seat /*viewer*/,
                                                 const Teller& /*teller*/) const {
    return {};
  }
  [[nodiscard]] std::string prompt(const State& /*s*/, Seat /*seat*/,
                                   const Teller& /*teller*/) const {
    return {};
  }
  [[nodiscard]] std::string move_words(const State& /*s*/, Seat /*seat*/, Move /*move*/,
                                       const Teller& /*teller*/) const {
    return {};
  }
  [[nodiscard]] std::vector<std::string> verdict(const State& /*s*/,
                                                 const Teller& /*teller*/) const {
    return {};
  }
};

}  // namespace archetype

static_assert(Game<archetype::Game> && Shown<archetype::Game>);
static_assert(!Itemised<archetype::Game> && !Learned<archetype::Game> &&
              !Versioned<archetype::Game> && !HasOpponent<archetype::Game> &&
              !Solvable<archetype::Game> && !Measured<archetype::Game> &&
              !Trained<archetype::Game> && !Studied<archetype::Game>);

std::unique_ptr<ai::AnyAi> archetype_ai(std::shared_ptr<const AnyGame> game,
                                        ai::Networks networks) {
  return std::make_unique<ai::AiOf<archetype::Game>>(
      std::static_pointer_cast<const Wrapped<archetype::Game>>(std::move(game)),
      std::move(networks));
}

TEST(Archetype, IsAGameOfTheListWithBots) {
  const games::Entry entry = games::entry<archetype::Game>({"any"}, archetype_ai);
  EXPECT_EQ(entry.facts->id, "archetype");
  EXPECT_EQ(entry.measured_pack(), "any");
  EXPECT_TRUE(entry.bench_options.empty());
  EXPECT_EQ(entry.training_options, std::vector<Json>{Json::object()});
  EXPECT_EQ(entry.study(Json::object()).modes.size(), 1U);
  const auto game = entry.make({"any", "", true, Json::object()}, {}, 1);
  ASSERT_TRUE(game.ok());
  const auto ai = entry.ai(game.value(), entry.networks());
  EXPECT_EQ(ai->inputs(), 0);
  EXPECT_EQ(ai->play_random(1, 0, 10, nullptr), 60U);
  AnyState state = game.value()->start();
  game.value()->resolve(state, 0, kNoListener);
  for (const auto name : ai::kBotNames) {
    const auto bot = ai->bot(name);
    ASSERT_TRUE(bot.ok()) << bot.error().sentence();
    if (name == "random") continue;
    EXPECT_EQ(bot.value()->choose(state, 0, 7), 1U) << name;
  }
}

}  // namespace
}  // namespace tidelock
