// Properties that hold at every state of every game: written once, run for each game, mode and
// number of seats.
#pragma once

#include <algorithm>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "core/game.h"
#include "core/inputs.h"
#include "core/json.h"
#include "core/several.h"
#include "core/testing/allocations.h"
#include "core/testing/slow.h"

namespace tidelock::testing {

template <class G>
class Properties {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  explicit Properties(const G& game) : g_(game) { read_refusals(); }

  // Each of the first `count` numbers is the action of one move, legal or not.
  void actions_are_dense(std::uint32_t count = G::kActions) {
    const State s = g_.start();
    for (std::uint32_t action = 0; action < count; ++action)
      ASSERT_EQ(g_.action_of(g_.move_of(s, action)), action);
  }

  // How often each code was met.
  [[nodiscard]] const std::map<std::string, long>& refused() const { return refused_; }

  // How often several items were chosen, by kind.
  [[nodiscard]] const std::map<std::string, long>& chosen() const { return chosen_; }

  // Plays random games, fewer in slow builds; returns the number of decisions.
  long play(int games, std::uint64_t seed, long longest = 2000) {
    long decisions = 0;
    for (int i = 0; i < some(games) && !::testing::Test::HasFailure(); ++i) {
      const std::uint64_t own = nth_seed(seed, static_cast<std::uint64_t>(i));
      decisions += play_one(own, longest);
    }
    return decisions;
  }

 private:
  long play_one(std::uint64_t seed, long longest) {
    Rng rng(seed);
    const Seeded luck{seed};
    State s = g_.start();
    long decisions = 0;
    while (g_.at(s) != At::kOver && !::testing::Test::HasFailure()) {
      at_every_state(s, rng);
      const State before = s;
      if (g_.at(s) == At::kChance) {
        at_chance(s);
        g_.resolve(s, luck(g_.ask(s)), NoEvents{});
      } else {
        at_decision(s, rng);
        const Seat seat = some_seat(g_.to_act(s), rng);
        typename G::List list;
        g_.legal(s, seat, list);
        if (list.empty()) return decisions;
        State copy = s;
        const Move move = list[rng.below(static_cast<std::uint32_t>(list.size()))];
        g_.apply(copy, seat, move, NoEvents{});
        EXPECT_EQ(s, before) << "applying to a copy changed the original";
        s = copy;
        if (++decisions > longest) {
          ADD_FAILURE() << "the game does not end";
          return decisions;
        }
      }
    }
    at_every_state(s, rng);
    EXPECT_NE(g_.at(s) == At::kOver ? 1 : 0, 0);
    return decisions;
  }

  static Seat some_seat(SeatMask mask, Rng& rng) {
    std::vector<Seat> seats;
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      if ((mask & seat_bit(seat)) != 0) seats.push_back(seat);
    }
    return seats.empty() ? kNobody : seats[rng.below(static_cast<std::uint32_t>(seats.size()))];
  }

  void at_every_state(const State& s, Rng& rng) {
    const auto wrong = g_.check(s);
    EXPECT_FALSE(wrong.has_value()) << (wrong ? wrong->sentence() : "");

    allocates_nothing(s, rng);

    const Json json = g_.to_json(s);
    const auto parsed = parse_json(dump_json(json));
    ASSERT_TRUE(parsed.ok());
    const auto back = g_.from_json(parsed.value());
    ASSERT_TRUE(back.ok()) << back.error().sentence() << "\n" << dump_json(json);
    EXPECT_EQ(back.value(), s) << dump_json(json);

    const Scores sheet = g_.scores(s);
    EXPECT_EQ(sheet.seats, g_.seats());
    for (std::size_t i = 0; i < static_cast<std::size_t>(sheet.seats); ++i) {
      int sum = 0;
      for (std::size_t c = 0; c < static_cast<std::size_t>(sheet.categories); ++c)
        sum += sheet.by[i][c];
      EXPECT_EQ(sum, sheet.total[i]);
    }
    // For every seat and for nobody; where that is slow, for one of them.
    const auto views = static_cast<std::uint32_t>(g_.seats() + 1);
    const Seat one = static_cast<Seat>(static_cast<int>(rng.below(views)) + kNobody);
    for (Seat seat = kNobody; seat < g_.seats(); ++seat) {
      if (!kSlow || seat == one) hidden_stays_hidden(s, seat, rng);
    }
  }

  // What the rules say of a state, and each step on from it, takes no memory besides the state.
  void allocates_nothing(const State& s, Rng& rng) {
    Rng own = rng;
    typename G::List list;
    Inputs inputs;
    Traits traits;
    std::vector<std::uint16_t> classes;
    if (g_.at(s) == At::kChance) classes.assign(g_.ask(s).n, 1);
    std::uint64_t heard = 0;
    auto hear = [&](const Event& event) { heard += event.what; };

    const Allocations since;
    std::uint64_t told = 0;  // so that no call can be left out
    told += hash_state(g_.start()) + static_cast<std::uint64_t>(g_.at(s)) + hash_state(s) +
            g_.to_act(s) + static_cast<std::uint64_t>(g_.seats());
    told += static_cast<std::uint64_t>(g_.quiet(s)) + static_cast<std::uint64_t>(g_.secret(s)) +
            static_cast<std::uint64_t>(g_.begins_turn(s));
    told += static_cast<std::uint64_t>(g_.scores(s).total[0]) + g_.places(s)[0] + g_.winners(s);
    if constexpr (HasOpponent<G>) told += g_.opponent_score(s).has_value() ? 1U : 0U;
    for (Seat seat = kNobody; seat < g_.seats(); ++seat) {
      State other = g_.knows(s, seat);
      g_.resample(other, seat, own);
      told += hash_state(other);
      if (seat == kNobody) continue;
      told += static_cast<std::uint64_t>(g_.evaluate(s, seat)) + g_.legal_count(s, seat);
      g_.legal(s, seat, list);
      if constexpr (Learned<G>) {
        inputs.clear();
        if (!list.empty()) g_.inputs(s, seat, inputs);
      }
      for (std::uint32_t i = 0; i < list.size(); ++i) {
        const Move move = g_.legal_nth(s, seat, i);
        told += g_.move_of(s, g_.action_of(move)).bits +
                static_cast<std::uint64_t>(g_.sight(s, seat, move));
        if constexpr (Learned<G>) {
          traits.clear();
          g_.traits(s, seat, move, traits);
        }
        State next = s;
        g_.apply(next, seat, move, NoEvents{});
        State watched = s;
        g_.apply(watched, seat, move, Listener(hear));
        told += hash_state(next) + hash_state(watched);
      }
    }
    for (std::uint32_t outcome = 0; outcome < classes.size(); ++outcome) {
      State next = s;
      g_.resolve(next, outcome, NoEvents{});
      State watched = s;
      g_.resolve(watched, outcome, Listener(hear));
      told += hash_state(next) + hash_state(watched);
    }
    if constexpr (Solvable<G>) {
      if (g_.begins_turn(s)) told += hash_state(g_.canonical_form(s));
      if (g_.seats() == 2) told += static_cast<std::uint64_t>(g_.score_bounds(s).low);
      if (!classes.empty()) g_.outcome_classes(s, classes);
    }
    EXPECT_EQ(since.count(), 0) << "the rules allocate memory (" << told + heard << ")";
  }

  // Views are written from what a seat knows; any truth that fits gives the same.
  void hidden_stays_hidden(const State& s, Seat seat, Rng& rng) {
    const State known = g_.knows(s, seat);
    EXPECT_EQ(g_.knows(known, seat), known) << "knowing twice is knowing once";
    const auto wrong = g_.check(known);
    EXPECT_FALSE(wrong.has_value()) << (wrong ? wrong->sentence() : "");
    State other = known;
    g_.resample(other, seat, rng);
    const auto other_wrong = g_.check(other);
    EXPECT_FALSE(other_wrong.has_value()) << (other_wrong ? other_wrong->sentence() : "");
    EXPECT_EQ(g_.knows(other, seat), known) << "a possible truth looks different";
    const Json view = g_.view(s, seat);
    EXPECT_EQ(g_.view(other, seat), view);
    EXPECT_EQ(g_.view(known, seat), view);
    EXPECT_EQ(hash_state(g_.knows(other, seat)), hash_state(known));
    if (seat == kNobody || (g_.to_act(s) & seat_bit(seat)) == 0) return;
    typename G::List list;
    typename G::List list_other;
    g_.legal(s, seat, list);
    g_.legal(other, seat, list_other);
    ASSERT_EQ(list.size(), list_other.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      EXPECT_EQ(list[i], list_other[i]);
      EXPECT_EQ(g_.move_json(s, seat, list[i]), g_.move_json(other, seat, list[i]));
    }
    // What a move tells its own seat does not depend on the hidden truth, up to the next chance.
    const Move move = list[rng.below(static_cast<std::uint32_t>(list.size()))];
    if (g_.sight(s, seat, move) == Sight::kOpen) {
      EXPECT_EQ(told(s, seat, move), told(other, seat, move));
    }
  }
  std::vector<Event> told(State s, Seat seat, Move move) {
    std::vector<Event> events;
    auto hear = [&](const Event& event) {
      if ((event.sees & seat_bit(seat)) != 0) events.push_back(event);
    };
    g_.apply(s, seat, move, Listener(hear));
    return events;
  }

  void at_decision(const State& s, Rng& rng) {
    const SeatMask mask = g_.to_act(s);
    EXPECT_NE(mask, 0);
    for (Seat seat = 0; seat < g_.seats(); ++seat) {
      typename G::List list;
      g_.legal(s, seat, list);
      EXPECT_EQ(list.empty(), (mask & seat_bit(seat)) == 0);
      std::set<std::string> names;
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0) {
          EXPECT_LT(list[i - 1].bits, list[i].bits);
        }
        const std::string name = g_.write(s, seat, list[i]);
        EXPECT_TRUE(names.insert(name).second) << name << " means two moves";
        const auto back = g_.read(s, seat, name);
        ASSERT_TRUE(back.ok()) << name << ": " << back.error().sentence();
        EXPECT_EQ(back.value(), list[i]) << name;
        const std::uint32_t action = g_.action_of(list[i]);
        EXPECT_LT(action, G::kActions) << name;
        EXPECT_EQ(g_.move_of(s, action), list[i]) << name;
        EXPECT_EQ(g_.legal_nth(s, seat, static_cast<std::uint32_t>(i)), list[i]) << name;
      }
      EXPECT_EQ(g_.legal_count(s, seat), list.size());
      if (!list.empty()) refusals(s, seat, list, rng);
      if constexpr (ChoosesSeveral<G>) several_in_any_order(s, seat, list, rng);
      if constexpr (Learned<G>) dense_inputs(s, seat);
      for (const char* nonsense : {"", "x", "zz99", "-", "9999999999999999999999", "\x1b[2J"}) {
        const auto read = g_.read(s, seat, nonsense);
        if (!read.ok()) {
          EXPECT_FALSE(read.error().message.empty());
        }
      }
    }
    // Sealed choices of two seats commute.
    const Seat first = first_seat(mask);
    const SeatMask rest = static_cast<SeatMask>(mask & ~seat_bit(first));
    if (rest == 0) return;
    const Seat second = first_seat(rest);
    typename G::List mine;
    typename G::List theirs;
    g_.legal(s, first, mine);
    g_.legal(s, second, theirs);
    const Move a = mine[rng.below(static_cast<std::uint32_t>(mine.size()))];
    const Move b = theirs[rng.below(static_cast<std::uint32_t>(theirs.size()))];
    State ab = s;
    g_.apply(ab, first, a, NoEvents{});
    g_.apply(ab, second, b, NoEvents{});
    State ba = s;
    g_.apply(ba, second, b, NoEvents{});
    g_.apply(ba, first, a, NoEvents{});
    EXPECT_EQ(ab, ba) << "sealed choices do not commute";
    const Move c = mine[rng.below(static_cast<std::uint32_t>(mine.size()))];
    sealed_stays_sealed(s, first, a, c);
  }

  // While another seat has not chosen yet, only its own seat knows which choice was made.
  void sealed_stays_sealed(const State& s, Seat seat, Move one, Move other) {
    if (g_.sight(s, seat, one) == Sight::kOpen || g_.sight(s, seat, other) == Sight::kOpen) return;
    State after_one = s;
    State after_other = s;
    g_.apply(after_one, seat, one, NoEvents{});
    g_.apply(after_other, seat, other, NoEvents{});
    for (Seat viewer = kNobody; viewer < g_.seats(); ++viewer) {
      if (viewer == seat) continue;
      EXPECT_EQ(g_.knows(after_one, viewer), g_.knows(after_other, viewer))
          << "a sealed choice is seen";
    }
  }

  // The codes of docs/schema/NAME-refusal.json with the names of their arguments.
  void read_refusals() {
    const std::ifstream file(TIDELOCK_SOURCE_DIR "/docs/schema/" + std::string(G::facts().id) +
                             "-refusal.json");
    if (!file) return;
    std::stringstream text;
    text << file.rdbuf();
    const auto schema = parse_json(text.str());
    ASSERT_TRUE(schema.ok()) << schema.error().sentence();
    for (const Json& one : schema.value().at("oneOf")) {
      const Json& properties = one.at("properties");
      std::set<std::string>& names = refusals_[properties.at("code").at("const")];
      if (!properties.at("args").is_object()) continue;
      for (const auto& name : properties.at("args").at("required")) names.insert(name);
    }
  }

  // What is no legal move, though the game knows such moves, is refused with a documented code and
  // its arguments; "unknown-move" is for what is no move at all.
  void refusals(const State& s, Seat seat, const typename G::List& list, Rng& rng) {
    constexpr std::uint32_t kMostlyUpTo = 8000;
    for (int i = 0; i < 24; ++i) {
      const std::uint32_t range =
          i % 4 == 0 ? G::kActions : std::min<std::uint32_t>(G::kActions, kMostlyUpTo);
      const Move move = g_.move_of(s, rng.below(range));
      const std::string name = g_.write(s, seat, move);
      const auto read = g_.read(s, seat, name);
      if (read.ok()) {
        EXPECT_NE(std::find(list.begin(), list.end(), read.value()), list.end()) << name;
        continue;
      }
      EXPECT_EQ(std::find(list.begin(), list.end(), move), list.end()) << name;
      const Error& wrong = read.error();
      EXPECT_FALSE(wrong.message.empty());
      if (refusals_.empty()) continue;
      const auto known = refusals_.find(wrong.code);
      ASSERT_NE(known, refusals_.end()) << name << ": " << wrong.code;
      std::set<std::string> args;
      for (const ErrorArg& arg : wrong.args) args.insert(arg.name);
      EXPECT_EQ(args, known->second) << name << ": " << wrong.code;
      ++refused_[wrong.code];
    }
  }

  // Items of a choice of several, in whatever order they are named, are the same moves, which are
  // legal one after the other; too few, too many and strange ones are refused.
  void several_in_any_order(const State& s, Seat seat, const typename G::List& list, Rng& rng) {
    const auto choice = g_.several(s, seat);
    if (!choice) return;
    ASSERT_FALSE(list.empty());
    ASSERT_GT(choice->most, 1);
    ASSERT_LE(choice->least, choice->most);
    std::vector<std::string> bag;
    for (const Several::Item& item : choice->items) {
      for (int i = 0; i < item.most; ++i) bag.push_back(item.name);
    }
    const auto mix_up = [&](std::vector<std::string>& names) {
      for (std::size_t i = names.size(); i > 1; --i)
        std::swap(names[i - 1], names[rng.below(static_cast<std::uint32_t>(i))]);
    };
    mix_up(bag);
    const auto spread = static_cast<std::uint32_t>(choice->most - choice->least + 1);
    const auto wanted = static_cast<std::size_t>(choice->least) + rng.below(spread);
    ASSERT_GE(bag.size(), wanted);
    std::vector<std::string> items(bag.begin(), bag.begin() + static_cast<std::ptrdiff_t>(wanted));
    const auto moves = several::moves(g_, s, seat, *choice, items);
    mix_up(items);
    const auto again = several::moves(g_, s, seat, *choice, items);
    ASSERT_EQ(moves.ok(), again.ok());
    if (!moves.ok()) {
      EXPECT_FALSE(moves.error().code.empty());
    } else {
      EXPECT_EQ(moves.value(), again.value());
      ++chosen_[choice->kind];
      State after = s;
      for (const std::string& move : moves.value()) {
        const auto read = g_.read(after, seat, move);
        ASSERT_TRUE(read.ok()) << move << ": " << read.error().sentence();
        g_.apply(after, seat, read.value(), NoEvents{});
      }
    }
    items.assign(static_cast<std::size_t>(choice->most) + 1, choice->items[0].name);
    EXPECT_FALSE(several::moves(g_, s, seat, *choice, items).ok());
    items.assign(static_cast<std::size_t>(choice->most), "nonsense");
    EXPECT_FALSE(several::moves(g_, s, seat, *choice, items).ok());
  }

  // The inputs of a network as a row of bytes say what the list of them says.
  void dense_inputs(const State& s, Seat seat) {
    Inputs inputs;
    g_.inputs(s, seat, inputs);
    std::array<std::int8_t, static_cast<std::size_t>(G::kInputs)> row{};
    row.fill(-1);
    write_inputs(g_, s, seat, row);
    std::array<std::int8_t, static_cast<std::size_t>(G::kInputs)> expected{};
    for (const auto index : inputs.all_yes()) expected[index] = Input::kOne;
    for (const Input& one : inputs.all_amounts())
      expected[one.index] = static_cast<std::int8_t>(one.value);
    EXPECT_EQ(row, expected);
  }

  void at_chance(const State& s) {
    const Ask ask = g_.ask(s);
    ASSERT_GT(ask.n, 0);
    ASSERT_LT(ask.stream, G::facts().streams.size());
    EXPECT_EQ(g_.to_act(s), 0);
    for (std::uint32_t outcome = 0; outcome < ask.n; ++outcome) {
      const std::string name = g_.write_outcome(s, outcome);
      const auto back = g_.read_outcome(s, name);
      ASSERT_TRUE(back.ok()) << name;
      if (back.value() == outcome) continue;
      State one = s;  // two outcomes may share a name only if they lead to the same place
      State two = s;
      g_.resolve(one, outcome, NoEvents{});
      g_.resolve(two, back.value(), NoEvents{});
      EXPECT_EQ(one, two) << name;
    }
  }

  const G& g_;
  std::map<std::string, std::set<std::string>> refusals_;
  std::map<std::string, long> refused_, chosen_;
};

}  // namespace tidelock::testing
