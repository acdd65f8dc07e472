// Networks and search: fixed-point functions, what a network may read, bounds of value estimates,
// and that the same question gets the same answer.
#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "ai/ai_of.h"
#include "ai/testing.h"
#include "circadians/game.h"
#include "core/testing/slow.h"
#include "games/games.h"
#include "solenia/game.h"

namespace tidelock::ai {
namespace {

using circadians::Circadians;
using solenia::Solenia;

template <class G>
std::shared_ptr<const AnyGame> make(const Json& options) {
  return games::ListedGames()
      .make(G::facts().id, games::measured_pack(G::facts().id), options)
      .value();
}

std::vector<std::pair<int, int>> list_of(const Inputs& inputs) {
  std::vector<std::pair<int, int>> out;
  for (const auto index : inputs.all_yes()) out.emplace_back(index, Input::kOne);
  for (const Input input : inputs.all_amounts()) out.emplace_back(input.index, input.value);
  return out;
}

// --- numbers ---

TEST(Numbers, DecayIsThePowerOfE) {
  EXPECT_EQ(exp_neg(0), 1U << 16);
  for (int x = 1; x < 8000; ++x) {
    ASSERT_LE(exp_neg(x), exp_neg(x - 1));
    ASSERT_NEAR(exp_neg(x), 65536 * std::exp(-x / 256.0), 2) << x;
  }
  EXPECT_EQ(exp_neg(1 << 30), 0U);
}

TEST(Numbers, ChanceIsTheLogisticFunction) {
  for (int x = -5000; x <= 5000; x += 7) {
    ASSERT_NEAR(sigmoid(x), kWin / (1 + std::exp(-x / 256.0)), 3) << x;
    ASSERT_EQ(sigmoid(x) + sigmoid(-x), kWin);
  }
}

TEST(Numbers, LeadsAndRoots) {
  EXPECT_EQ(chance_of_margin(0), kWin / 2);
  for (int margin = -20000; margin < 20000; margin += 50) {
    ASSERT_LE(chance_of_margin(margin), chance_of_margin(margin + 50));
    ASSERT_EQ(chance_of_margin(margin) + chance_of_margin(-margin), kWin);
  }
  for (std::uint64_t n = 0; n < 100000; n += 7) {
    const std::uint64_t root = integer_sqrt(n);
    ASSERT_LE(root * root, n);
    ASSERT_GT((root + 1) * (root + 1), n);
  }
}

// --- networks ---

Weights some_weights(int inputs, int traits, std::uint64_t seed) {
  Rng rng(seed);
  Weights w;
  const auto any = [&] {
    return static_cast<std::int16_t>(static_cast<int>(rng.below(401)) - 200);
  };
  w.in.resize((static_cast<std::size_t>(inputs) + 1) * Weights::kHidden);
  w.policy.resize(static_cast<std::size_t>(traits) * Weights::kHidden);
  for (auto& weight : w.in) weight = any();
  for (auto& weight : w.policy) weight = any();
  for (auto& weight : w.second) weight = any();
  for (auto& weight : w.second_bias) weight = any();
  for (auto& weight : w.out) weight = any();
  for (auto& weight : w.out_bias) weight = any();
  return w;
}

TEST(Networks, HiddenIsTheSumItSays) {
  const Weights w = some_weights(50, 5, 3);
  const Network network(w);
  Rng rng(8);
  for (int round = 0; round < 200; ++round) {
    Inputs inputs;
    for (int i = 0; i < 50; ++i) {
      if (rng.below(2) == 0) inputs.yes(i);
      if (rng.below(3) == 0) inputs.amount(i, static_cast<int>(rng.below(400)) - 200);
    }
    Network::Hidden hidden;
    network.hidden(inputs, hidden);
    for (std::size_t h = 0; h < Weights::kHidden; ++h) {
      int sum = Input::kOne * w.in[50 * Weights::kHidden + h];
      for (const auto& [index, value] : list_of(inputs))
        sum += value * w.in[static_cast<std::size_t>(index) * Weights::kHidden + h];
      ASSERT_EQ(hidden.values[h], std::clamp(sum / Input::kOne, 0, Weights::kMaxActivation));
    }
  }
}

TEST(Networks, SurviveTheirFile) {
  const Network network(some_weights(Solenia::kInputs, Solenia::kTraits, 1));
  const std::string bytes = network.write("solenia");
  const auto read = Network::read(bytes, "solenia", Solenia::kInputs, Solenia::kTraits);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value()->write("solenia"), bytes);
  EXPECT_LE(bytes.size(), 300000U);
}

TEST(Networks, AWrongOrDamagedFileIsAnError) {
  const std::string bytes = Network(some_weights(20, 9, 1)).write("toy");
  const auto code = [](std::string_view text, std::string_view game, int inputs, int traits) {
    const auto read = Network::read(text, game, inputs, traits);
    return read.ok() ? std::string("ok") : read.error().code;
  };
  EXPECT_EQ(code(bytes, "toy", 20, 9), "ok");
  EXPECT_EQ(code(bytes, "solenia", 20, 9), "bad-network");
  EXPECT_EQ(code(bytes, "toy", 21, 9), "bad-network");
  EXPECT_EQ(code(bytes, "toy", 20, 8), "bad-network");
  EXPECT_EQ(code("", "toy", 20, 9), "bad-network");
  for (std::size_t cut = 0; cut < bytes.size(); cut += 97)
    EXPECT_EQ(code(std::string_view(bytes).substr(0, cut), "toy", 20, 9), "bad-network");
  for (std::size_t at = 0; at < bytes.size(); at += 61) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_EQ(code(damaged, "toy", 20, 9), "bad-network") << at;
  }
}

// The networks that come with the games fit them.
TEST(Networks, AreShipped) {
  for (const char* game : {"solenia", "circadians"})
    EXPECT_NE(games::find(game)->networks().shipped, nullptr) << game;
}

// The inputs of a network depend only on what the seat knows, and stay within their bounds.
template <class G>
void expect_readable(const Json& options, std::uint64_t seed) {
  const auto made = make<G>(options);
  const G& game = rules_of<G>(made);
  std::set<int> used;
  walk(game, seed, [&](const typename G::State& s) {
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      const typename G::State known = game.knows(s, seat);
      Inputs inputs;
      game.inputs(known, seat, inputs);
      for (const auto& [index, value] : list_of(inputs)) {
        ASSERT_LT(index, G::kInputs);
        ASSERT_LE(std::abs(value), 127);
        used.insert(index);
      }
      if (!game.secret(s)) {
        Inputs truth;
        game.inputs(s, seat, truth);
        ASSERT_EQ(list_of(truth), list_of(inputs));
      }
      if ((game.to_act(s) & seat_bit(seat)) == 0) continue;
      typename G::List list;
      game.legal(known, seat, list);
      for (const auto move : list) {
        Traits traits;
        game.traits(known, seat, move, traits);
        ASSERT_GT(traits.size(), 0U) << game.write(s, seat, move);
        for (const auto trait : traits) ASSERT_LT(trait, G::kTraits);
      }
    }
  });
  EXPECT_GT(used.size(), 100U);
}

TEST(Inputs, SoleniaReadsOnlyWhatTheSeatKnows) {
  for (const char* mode : {"summer", "winter", "improvements"}) {
    for (int players = 1; players <= 4; ++players)
      expect_readable<Solenia>({{"mode", mode}, {"players", players}}, 4);
  }
}

TEST(Inputs, CircadiansReadsOnlyWhatTheSeatKnows) {
  for (const char* expansion : {"on", "off"}) {
    for (int players = 1; players <= 4; ++players)
      expect_readable<Circadians>({{"expansion", expansion}, {"players", players}}, 5);
  }
}

// --- search ---

template <class G>
SearchOptions options_for(std::uint32_t iterations) {
  SearchOptions options;
  options.limits.iterations = iterations;
  options.network = games::find(G::facts().id)->networks().shipped;
  return options;
}

TEST(Searching, SlicesChangeNothing) {
  const auto made = make<Solenia>({{"players", 3}});
  const Solenia& game = rules_of<Solenia>(made);
  walk(game, 11, [&](const solenia::State& s) {
    const Seat seat = first_seat(game.to_act(s));
    Search<Solenia> whole(options_for<Solenia>(40));
    whole.begin(game, game.knows(s, seat), seat, 9, true);
    whole.run();
    Search<Solenia> parts(options_for<Solenia>(40));
    parts.begin(game, game.knows(s, seat), seat, 9, true);
    while (!parts.advance(std::chrono::milliseconds(0))) {
    }
    const auto a = whole.choices();
    const auto b = parts.choices();
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a[i].move, b[i].move);
      ASSERT_EQ(a[i].visits, b[i].visits);
      ASSERT_EQ(a[i].estimate.margin, b[i].estimate.margin);
    }
  });
}

// Every legal move is among the choices, once, and estimates stay within their bounds.
template <class G>
void expect_sound(const Json& options, std::uint64_t seed) {
  const auto made = make<G>(options);
  const G& game = rules_of<G>(made);
  Searches<G> search(options_for<G>(24), 2);
  int asked = 0;
  walk(game, seed, [&](const typename G::State& s) {
    if (++asked % 5 != 0) return;
    const Seat seat = first_seat(game.to_act(s));
    search.begin(game, game.knows(s, seat), seat, seed, false);
    search.run();
    std::set<std::uint32_t> moves;
    for (const auto& choice : search.choices()) {
      moves.insert(choice.move.bits);
      ASSERT_GE(choice.estimate.chance, 0);
      ASSERT_LE(choice.estimate.chance, kWin);
      ASSERT_GE(choice.estimate.utility, 0);
      ASSERT_LE(choice.estimate.utility, kWin);
    }
    typename G::List list;
    game.legal(s, seat, list);
    ASSERT_EQ(moves.size(), list.size());
    for (const auto move : list) ASSERT_TRUE(moves.contains(move.bits));
    typename G::State on = game.knows(s, seat);
    for (const auto move : search.line()) {
      game.legal(on, seat, list);
      ASSERT_NE(std::find(list.begin(), list.end(), move), list.end());
      game.apply(on, seat, move, NoEvents{});
    }
  });
}

TEST(Searching, IsSoundInEveryMode) {
  for (const auto& entry : games::all()) {
    for (const Json& options : entry.bench_options) {
      if (entry.facts->id == "solenia")
        expect_sound<Solenia>(options, 3);
      else
        expect_sound<Circadians>(options, 3);
    }
  }
}

// --- specifications of bots ---

TEST(Asking, NamesLimitsThreadsAndNetworks) {
  EXPECT_EQ(read_bot("master").value(), (BotSpec{"master", {}, 1, ""}));
  EXPECT_EQ(read_bot("master:40ms").value(), (BotSpec{"master", {0, 40}, 1, ""}));
  EXPECT_EQ(read_bot("hard:2s*3@a.b:c").value(), (BotSpec{"hard", {0, 2000}, 3, "a.b:c"}));
  EXPECT_EQ(read_bot("mcts-plain:500").value(), (BotSpec{"mcts-plain", {500, 0}, 1, ""}));
}

TEST(Asking, NonsenseIsRefused) {
  const auto code = [](std::string_view text) {
    const auto bot = read_bot(text);
    return bot.ok() ? std::string("ok") : bot.error().code;
  };
  for (const char* text : {"", "Hard", "hard ", " hard", "grandmaster", "exec:true", "hard40ms"})
    EXPECT_EQ(code(text), "unknown-bot") << text;
  for (const char* text : {"hard:", "hard:0", "hard:-1", "hard:0ms", "hard:ms", "hard:s",
                           "hard:1.5", "hard:99999999999999", "hard:4000000000", "master:3601s",
                           "hard:+5", "hard: 5", "random:5", "greedy@x", "greedy*2"})
    EXPECT_EQ(code(text), "bad-limit") << text;
  for (const char* text : {"hard*", "hard*0", "hard*-1", "hard*257", "hard:5*x"})
    EXPECT_EQ(code(text), "bad-threads") << text;
  EXPECT_EQ(code("hard@"), "bad-network");
  // Where no files may be asked for.
  const auto made = make<Solenia>({{"players", 2}});
  EXPECT_EQ(games::ai_of(made)->bot("hard@/etc/hostname").error().code, "bad-network");
}

TEST(Asking, SeveralThreadsGiveTheSameMoveEveryTime) {
  const auto made = make<Solenia>({{"players", 2}});
  const Solenia& game = rules_of<Solenia>(made);
  const auto networks = games::find("solenia")->networks();
  const auto first = make_bot<Solenia>("hard:30*3", networks).value();
  const auto second = make_bot<Solenia>("hard:30*3", networks).value();
  walk(game, 6, [&](const solenia::State& s) {
    const Seat seat = first_seat(game.to_act(s));
    ASSERT_EQ(first->choose(game, game.knows(s, seat), seat, 5),
              second->choose(game, game.knows(s, seat), seat, 5));
  });
}

// With hardly any search the network already knows what is good.
TEST(Levels, MediumBeatsGreedyAndRandomLosesToNovice) {
  const auto made = make<Solenia>({{"players", 2}});
  const auto ai = games::ai_of(made);
  const auto share = [&](const char* a, const char* b) {
    double won = 0;
    const auto pairs = static_cast<std::uint64_t>(testing::some(24));
    for (const Seat seat : {Seat{0}, Seat{1}}) {
      std::vector<std::string> bots = {b, b};
      bots[static_cast<std::size_t>(seat)] = a;
      ai->play(bots, 5, 0, pairs, [&](const GameOutcome& outcome) {
        won += outcome.winners == 3 ? 0.5 : outcome.winners == seat_bit(seat) ? 1 : 0;
      });
    }
    return won / (2.0 * static_cast<double>(pairs));
  };
  EXPECT_GT(share("hard:60", "greedy"), 0.7);
  EXPECT_GT(share("novice", "random"), 0.6);
}

}  // namespace
}  // namespace tidelock::ai
