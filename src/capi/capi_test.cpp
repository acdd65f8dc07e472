// The C interface: whole games through it, and everything that can be wrong with a call.
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

#include "capi/handles.h"
#include "capi/tidelock.h"
#include "core/playout.h"
#include "core/version.h"
#include "games/games.h"

namespace tidelock::capi {
namespace {

constexpr int kOk = TIDELOCK_OK;
constexpr int kBadArgument = TIDELOCK_BAD_ARGUMENT;
constexpr int kBadHandle = TIDELOCK_BAD_HANDLE;
constexpr int kShort = TIDELOCK_SHORT_BUFFER;
constexpr int kBadInput = TIDELOCK_BAD_INPUT;
constexpr int kIllegal = TIDELOCK_ILLEGAL;

std::string why() { return tidelock_last_error(); }

tidelock_game new_game(const char* name, const char* options = nullptr) {
  tidelock_game game = 0;
  EXPECT_EQ(tidelock_game_new(name, nullptr, options, &game), kOk) << why();
  return game;
}
// Where the first seat decides.
tidelock_state new_state(tidelock_game game, std::uint64_t seed = 1) {
  tidelock_state state = 0;
  EXPECT_EQ(tidelock_state_new(game, &state), kOk) << why();
  EXPECT_EQ(tidelock_sample(state, seed, nullptr, nullptr), kOk) << why();
  return state;
}
int node_of(tidelock_state state, std::uint32_t* seats = nullptr) {
  int node = -1;
  EXPECT_EQ(tidelock_state_node(state, &node, seats), kOk) << why();
  return node;
}
std::vector<std::uint32_t> legal(tidelock_state state, int seat) {
  std::size_t count = 0;
  EXPECT_EQ(tidelock_legal(state, seat, nullptr, 0, &count), kShort);
  std::vector<std::uint32_t> out(count);
  EXPECT_EQ(tidelock_legal(state, seat, out.data(), out.size(), &count), kOk) << why();
  EXPECT_EQ(count, out.size());
  return out;
}
// What writes a text, called twice.
template <class F>
std::string text_of(F&& write) {
  std::size_t length = 0;
  EXPECT_EQ(write(nullptr, 0, &length), kShort);
  std::string out(length + 1, '?');
  EXPECT_EQ(write(out.data(), out.size(), &length), kOk) << why();
  EXPECT_EQ(out.back(), '\0');
  out.pop_back();
  EXPECT_EQ(out.size(), length);
  return out;
}
int seat_of(std::uint32_t mask) { return first_seat(static_cast<SeatMask>(mask)); }

struct Freed {
  std::vector<std::uint64_t> handles;
  ~Freed() {
    for (const auto one : handles) EXPECT_EQ(tidelock_free(one), kOk) << why();
  }
};

TEST(Capi, TellsItsVersions) {
  EXPECT_EQ(tidelock_api_version(), TIDELOCK_API_VERSION);
  EXPECT_EQ(tidelock_version(), kVersion);
}

// Every game, by random moves through C and through C++: the same moves, the same end.
TEST(Capi, PlaysAsTheEngineDoes) {
  for (const games::Entry& entry : games::all()) {
    const std::string name(entry.facts->id);
    const auto own = games::ListedGames().make(name, Json(), Json()).value();
    const tidelock_game game = new_game(name.c_str());
    std::uint32_t seats = 0;
    std::uint32_t actions = 0;
    std::uint32_t inputs = 0;
    ASSERT_EQ(tidelock_game_facts(game, &seats, &actions, &inputs), kOk);
    EXPECT_EQ(static_cast<int>(seats), own->seats());
    EXPECT_EQ(inputs, games::position_of(own)->inputs());
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const tidelock_state state = new_state(game, seed);
      const Seeded luck{seed};
      Rng rng(seed);
      AnyState s = own->start();
      const auto settle = [&] {
        while (own->at(s) == At::kChance) own->resolve(s, luck(own->ask(s)), kNoListener);
      };
      settle();
      std::uint32_t mask = 0;
      while (node_of(state, &mask) != TIDELOCK_OVER) {
        ASSERT_EQ(mask, own->to_act(s));
        const int seat = seat_of(mask);
        const auto moves = own->legal(s, static_cast<Seat>(seat));
        const auto list = legal(state, seat);
        ASSERT_EQ(list.size(), moves.size());
        const std::size_t n = rng.below(static_cast<std::uint32_t>(list.size()));
        EXPECT_LT(list[n], actions);
        const std::string text = text_of([&](char* buffer, std::size_t size, std::size_t* length) {
          return tidelock_action_text(state, seat, list[n], buffer, size, length);
        });
        EXPECT_EQ(text, own->write(s, static_cast<Seat>(seat), moves[n]));
        std::uint32_t back = 0;
        ASSERT_EQ(tidelock_action_read(state, seat, text.c_str(), &back), kOk) << why();
        EXPECT_EQ(back, list[n]);
        ASSERT_EQ(tidelock_apply(state, seat, list[n], nullptr, nullptr), kOk) << why();
        ASSERT_EQ(tidelock_sample(state, seed, nullptr, nullptr), kOk);
        own->apply(s, static_cast<Seat>(seat), moves[n], kNoListener);
        settle();
      }
      std::array<std::int32_t, kMaxSeats> scores{};
      std::uint32_t winners = 0;
      ASSERT_EQ(tidelock_scores(state, scores.data(), scores.size(), &winners), kOk) << why();
      EXPECT_EQ(winners, own->winners(s));
      const Scores expected = own->scores(s);
      for (std::size_t i = 0; i < seats; ++i) EXPECT_EQ(scores[i], expected.total[i]);
      EXPECT_EQ(tidelock_free(state), kOk);
    }
    EXPECT_EQ(tidelock_free(game), kOk);
  }
}

// Whether the actions were listed just now, for another state or never, and also where many are
// listed at once.
TEST(Capi, EveryLegalActionIsTaken) {
  for (const char* name : {"solenia", "circadians"}) {
    const tidelock_game game = new_game(name);
    const tidelock_state state = new_state(game, 3);
    const Freed freed{{state, game}};
    Rng rng(3);
    std::uint32_t seats = 0;
    std::size_t most = 0;
    while (node_of(state, &seats) != TIDELOCK_OVER) {
      const int seat = seat_of(seats);
      const auto actions = legal(state, seat);
      most = std::max(most, actions.size());
      for (const std::uint32_t action : actions) {
        for (const bool listed : {false, true}) {
          tidelock_state copy = 0;
          ASSERT_EQ(tidelock_state_copy(state, &copy), kOk);
          if (listed) {
            ASSERT_EQ(legal(copy, seat), actions);
          }
          ASSERT_EQ(tidelock_apply(copy, seat, action, nullptr, nullptr), kOk) << action;
          ASSERT_EQ(tidelock_free(copy), kOk);
        }
      }
      const auto chosen = rng.below(static_cast<std::uint32_t>(actions.size()));
      ASSERT_EQ(tidelock_apply(state, seat, actions[chosen], nullptr, nullptr), kOk);
      ASSERT_EQ(tidelock_sample(state, 3, nullptr, nullptr), kOk);
    }
    EXPECT_GT(most, 40U) << name;
  }
}

TEST(Capi, MasksAndInputsSayWhatListsAndViewsSay) {
  for (const char* name : {"solenia", "circadians"}) {
    const tidelock_game game = new_game(name);
    const tidelock_state state = new_state(game);
    const Freed freed{{state, game}};
    std::uint32_t actions = 0;
    std::uint32_t inputs = 0;
    ASSERT_EQ(tidelock_game_facts(game, nullptr, &actions, &inputs), kOk);
    std::uint32_t seats = 0;
    ASSERT_EQ(node_of(state, &seats), TIDELOCK_DECISION);
    const int seat = seat_of(seats);
    std::vector<std::uint8_t> mask(actions + 3, 7);
    ASSERT_EQ(tidelock_mask(state, seat, mask.data(), mask.size()), kOk) << why();
    std::vector<std::uint8_t> expected(actions + 3, 0);
    for (const auto action : legal(state, seat)) expected[action] = 1;
    EXPECT_EQ(mask, expected);
    EXPECT_EQ(tidelock_mask(state, seat, mask.data(), actions - 1), kShort);

    ASSERT_GT(inputs, 0U);
    std::vector<std::int8_t> row(inputs + 3, 99);
    ASSERT_EQ(tidelock_inputs(state, seat, row.data(), row.size()), kOk) << why();
    EXPECT_EQ(std::count(row.begin(), row.end(), 99), 0);
    EXPECT_GT(std::count(row.begin(), row.end(), Input::kOne), 0);
    EXPECT_EQ(tidelock_inputs(state, seat, row.data(), inputs - 1), kShort);

    for (int viewer = -1; viewer < 2; ++viewer) {
      const auto view =
          parse_json(text_of([&](char* buffer, std::size_t size, std::size_t* length) {
            return tidelock_observe(state, viewer, buffer, size, length);
          }));
      ASSERT_TRUE(view.ok());
      EXPECT_TRUE(view.value().is_object());
    }
  }
}

TEST(Capi, ChanceIsEnumeratedAndSet) {
  const tidelock_game game = new_game("solenia");
  tidelock_state state = 0;
  ASSERT_EQ(tidelock_state_new(game, &state), kOk);
  Freed freed{{state, game}};
  ASSERT_EQ(node_of(state), TIDELOCK_CHANCE);
  std::uint32_t count = 0;
  ASSERT_EQ(tidelock_outcomes(state, &count), kOk);
  ASSERT_GT(count, 1U);
  const auto name = [&](std::uint32_t outcome) {
    return text_of([&](char* buffer, std::size_t size, std::size_t* length) {
      return tidelock_outcome_text(state, outcome, buffer, size, length);
    });
  };
  EXPECT_NE(name(0), name(count - 1));
  EXPECT_EQ(tidelock_outcome_text(state, count, nullptr, 0, nullptr), kIllegal);
  EXPECT_EQ(tidelock_resolve(state, count, nullptr, nullptr), kIllegal);
  EXPECT_EQ(tidelock_legal(state, 0, nullptr, 0, nullptr), kIllegal);
  tidelock_state other = 0;
  ASSERT_EQ(tidelock_state_copy(state, &other), kOk);
  freed.handles.push_back(other);
  EXPECT_EQ(tidelock_resolve(state, 0, nullptr, nullptr), kOk);
  EXPECT_EQ(tidelock_resolve(other, 1, nullptr, nullptr), kOk);
  const auto seen = [](tidelock_state of) {
    return text_of([&](char* buffer, std::size_t size, std::size_t* length) {
      return tidelock_observe(of, -1, buffer, size, length);
    });
  };
  EXPECT_EQ(tidelock_sample(state, 5, nullptr, nullptr), kOk);
  EXPECT_EQ(node_of(state), TIDELOCK_DECISION);
  EXPECT_EQ(tidelock_resolve(state, 0, nullptr, nullptr), kIllegal);
  EXPECT_EQ(tidelock_outcomes(state, &count), kIllegal);
  EXPECT_EQ(tidelock_sample(state, 6, nullptr, nullptr), kOk)
      << "nothing is left to chance, which is no error";
  EXPECT_EQ(tidelock_sample(other, 5, nullptr, nullptr), kOk);
  EXPECT_NE(seen(state), seen(other));
}

TEST(Capi, ACopyGoesItsOwnWay) {
  const tidelock_game game = new_game("circadians");
  const tidelock_state state = new_state(game);
  tidelock_state copy = 0;
  ASSERT_EQ(tidelock_state_copy(state, &copy), kOk);
  const Freed freed{{state, copy}};
  EXPECT_EQ(tidelock_free(game), kOk) << "states keep what they need of their game";
  std::uint32_t seats = 0;
  node_of(state, &seats);
  const int seat = seat_of(seats);
  const auto before = legal(state, seat);
  ASSERT_EQ(tidelock_apply(copy, seat, legal(copy, seat).front(), nullptr, nullptr), kOk) << why();
  EXPECT_EQ(legal(state, seat), before);
}

TEST(Capi, BotsChooseLegalMoves) {
  const tidelock_game game = new_game("solenia");
  const tidelock_game twin = new_game("solenia");
  const tidelock_state state = new_state(game);
  const tidelock_state foreign = new_state(twin);
  tidelock_bot bot = 0;
  ASSERT_EQ(tidelock_bot_new(game, "medium:20", &bot), kOk) << why();
  const Freed freed{{game, twin, state, foreign, bot}};
  std::uint32_t seats = 0;
  node_of(state, &seats);
  const int seat = seat_of(seats);
  std::uint32_t action = 0;
  std::uint32_t again = 0;
  ASSERT_EQ(tidelock_bot_choose(bot, state, seat, 3, &action), kOk) << why();
  ASSERT_EQ(tidelock_bot_choose(bot, state, seat, 3, &again), kOk);
  EXPECT_EQ(action, again);
  EXPECT_EQ(tidelock_bot_choose(bot, foreign, seat, 3, &again), kBadArgument);
  EXPECT_EQ(tidelock_bot_choose(bot, state, 1 - seat, 3, &again), kIllegal);
  EXPECT_EQ(tidelock_apply(state, seat, action, nullptr, nullptr), kOk) << why();
  tidelock_bot none = 7;
  EXPECT_EQ(tidelock_bot_new(game, "grandmaster", &none), kBadInput);
  EXPECT_EQ(none, 0U);
  EXPECT_EQ(tidelock_bot_new(game, "hard@some.network", &none), kBadInput);
}

TEST(Capi, SessionsSpeakTheProtocol) {
  tidelock_session session = 0;
  ASSERT_EQ(tidelock_session_new(&session), kOk);
  const auto hear = [&] {
    return parse_json(text_of([&](char* buffer, std::size_t size, std::size_t* length) {
             return tidelock_session_hear(session, buffer, size, length);
           }))
        .value();
  };
  EXPECT_TRUE(hear().contains("protocol"));
  EXPECT_EQ(tidelock_session_hear(session, nullptr, 0, nullptr), TIDELOCK_NOTHING);
  ASSERT_EQ(tidelock_session_say(session, R"({"id":1,"do":"new","game":"solenia","seed":5})"), kOk);
  const Json made = hear();
  ASSERT_EQ(made["ok"], true);
  const Json ask = {{"id", 2},
                    {"do", "hint"},
                    {"seat", made["status"]["to_act"][0]},
                    {"limit", {{"iterations", 50}}}};
  ASSERT_EQ(tidelock_session_say(session, dump_json(ask).c_str()), kOk);
  Json hint = hear();
  while (hint.contains("progress")) hint = hear();
  EXPECT_EQ(hint["ok"], true) << dump_json(hint);
  ASSERT_EQ(tidelock_session_say(session, "no JSON \xff"), kOk);
  EXPECT_TRUE(hear().contains("error"));
  ASSERT_EQ(tidelock_session_say(session, R"({"id":3,"do":"quit"})"), kOk);
  (void)hear();
  EXPECT_EQ(tidelock_session_say(session, R"({"id":4,"do":"hello"})"), kIllegal);
  EXPECT_EQ(tidelock_free(session), kOk);
}

// --- what can be wrong ---

TEST(Capi, NullPointersAreErrors) {
  const tidelock_game game = new_game("solenia");
  const tidelock_state state = new_state(game);
  tidelock_bot bot = 0;
  tidelock_session session = 0;
  ASSERT_EQ(tidelock_bot_new(game, "random", &bot), kOk);
  ASSERT_EQ(tidelock_session_new(&session), kOk);
  const Freed freed{{game, state, bot, session}};
  std::uint64_t out = 0;
  std::size_t length = 0;
  std::uint32_t seats = 0;
  node_of(state, &seats);
  const int seat = seat_of(seats);
  EXPECT_EQ(tidelock_game_new(nullptr, nullptr, nullptr, &out), kBadArgument);
  EXPECT_EQ(tidelock_game_new("solenia", nullptr, nullptr, nullptr), kBadArgument);
  EXPECT_NE(why().find("null"), std::string::npos) << why();
  EXPECT_EQ(tidelock_game_facts(game, nullptr, nullptr, nullptr), kOk);
  EXPECT_EQ(tidelock_state_new(game, nullptr), kBadArgument);
  EXPECT_EQ(tidelock_state_copy(state, nullptr), kBadArgument);
  EXPECT_EQ(tidelock_state_node(state, nullptr, nullptr), kOk);
  EXPECT_EQ(tidelock_legal(state, seat, nullptr, 5, &length), kBadArgument);
  EXPECT_EQ(tidelock_legal(state, seat, nullptr, 0, nullptr), kShort);
  EXPECT_EQ(tidelock_mask(state, seat, nullptr, 1 << 20), kBadArgument);
  EXPECT_EQ(tidelock_inputs(state, seat, nullptr, 1 << 20), kBadArgument);
  EXPECT_EQ(tidelock_observe(state, seat, nullptr, 5, &length), kBadArgument);
  EXPECT_EQ(tidelock_observe(state, seat, nullptr, 0, nullptr), kShort);
  EXPECT_EQ(tidelock_action_read(state, seat, nullptr, &seats), kBadArgument);
  EXPECT_EQ(tidelock_action_read(state, seat, "x", nullptr), kBadArgument);
  EXPECT_EQ(tidelock_bot_new(game, nullptr, &bot), kBadArgument);
  EXPECT_EQ(tidelock_bot_new(game, "hard", nullptr), kBadArgument);
  EXPECT_EQ(tidelock_bot_choose(bot, state, seat, 1, nullptr), kBadArgument);
  EXPECT_EQ(tidelock_session_new(nullptr), kBadArgument);
  EXPECT_EQ(tidelock_session_say(session, nullptr), kBadArgument);
  EXPECT_EQ(tidelock_session_hear(session, nullptr, 3, nullptr), kBadArgument);
}

TEST(Capi, ShortBuffersHoldNothingOfIt) {
  const tidelock_game game = new_game("solenia");
  const tidelock_state state = new_state(game);
  const Freed freed{{game, state}};
  std::uint32_t seats = 0;
  node_of(state, &seats);
  const int seat = seat_of(seats);
  const std::uint32_t action = legal(state, seat).front();
  std::array<char, 64> buffer{};
  std::size_t length = 0;
  ASSERT_EQ(tidelock_action_text(state, seat, action, buffer.data(), buffer.size(), &length), kOk);
  for (std::size_t size = 0; size <= length; ++size) {
    buffer.fill('?');
    std::size_t told = 0;
    EXPECT_EQ(tidelock_action_text(state, seat, action, buffer.data(), size, &told), kShort);
    EXPECT_EQ(told, length);
    if (size != 0) {
      EXPECT_EQ(buffer[0], '\0');
    }
    EXPECT_EQ(buffer[size == 0 ? 0 : 1], '?');
  }
  std::vector<std::uint32_t> few(2, 9);
  EXPECT_EQ(tidelock_legal(state, seat, few.data(), 1, &length), kShort);
  EXPECT_EQ(few[0], 9U);
  std::int32_t score = 9;
  EXPECT_EQ(tidelock_scores(state, &score, 1, nullptr), kIllegal) << "it is not over";
}

TEST(Capi, WrongInputIsAnErrorWithASentence) {
  tidelock_game game = 1;
  for (const auto& [name, pack, options] :
       std::vector<std::array<const char*, 3>>{{"chess", nullptr, nullptr},
                                               {"\xff", nullptr, nullptr},
                                               {"solenia", "\"no-such-pack\"", nullptr},
                                               {"solenia", "{}", nullptr},
                                               {"solenia", "{", nullptr},
                                               {"solenia", "[]", nullptr},
                                               {"solenia", nullptr, "[]"},
                                               {"solenia", nullptr, "{\"players\":9}"},
                                               {"solenia", nullptr, "{\"\xff\":9}"},
                                               {"solenia", nullptr, ""}}) {
    EXPECT_EQ(tidelock_game_new(name, pack, options, &game), kBadInput) << name;
    EXPECT_EQ(game, 0U);
    EXPECT_FALSE(why().empty());
  }
  game = new_game("solenia");
  const tidelock_state state = new_state(game);
  const Freed freed{{game, state}};
  std::uint32_t seats = 0;
  node_of(state, &seats);
  const int seat = seat_of(seats);
  for (const int wrong : {-2, -1, 2, 4, 100, -2147483647}) {
    EXPECT_EQ(tidelock_legal(state, wrong, nullptr, 0, nullptr), kBadArgument);
    EXPECT_EQ(tidelock_apply(state, wrong, 0, nullptr, nullptr), kBadArgument);
    if (wrong != -1) {
      EXPECT_EQ(tidelock_observe(state, wrong, nullptr, 0, nullptr), kBadArgument);
    }
  }
  EXPECT_EQ(tidelock_apply(state, 1 - seat, 0, nullptr, nullptr), kIllegal);
  std::vector<bool> is_legal(70000, false);
  for (const auto action : legal(state, seat)) is_legal[action] = true;
  for (std::uint32_t action = 0; action < is_legal.size(); ++action) {
    if (!is_legal[action]) {
      ASSERT_EQ(tidelock_apply(state, seat, action, nullptr, nullptr), kIllegal) << action;
    }
  }
  EXPECT_EQ(tidelock_apply(state, seat, 0xFFFFFFFF, nullptr, nullptr), kIllegal);
  std::uint32_t action = 0;
  EXPECT_EQ(tidelock_action_read(state, seat, "nonsense", &action), kBadInput);
  EXPECT_EQ(tidelock_action_read(state, seat, "\xff\xfe", &action), kBadInput);
}

TEST(Capi, StaleHandlesAreNoticed) {
  const tidelock_game game = new_game("solenia");
  const tidelock_state old = new_state(game);
  EXPECT_EQ(tidelock_free(old), kOk);
  EXPECT_EQ(tidelock_free(old), kBadHandle);
  // Another object in the same place.
  const tidelock_state young = new_state(game);
  const Freed freed{{young, game}};
  EXPECT_NE(old, young);
  std::uint32_t number = 0;
  std::uint64_t out = 0;
  for (const std::uint64_t wrong :
       {std::uint64_t{0}, std::uint64_t{1}, old, game, young + 1, young ^ (std::uint64_t{1} << 40),
        young | std::uint64_t{0xFFFFFF}, ~std::uint64_t{0}}) {
    EXPECT_EQ(tidelock_state_node(wrong, nullptr, nullptr), kBadHandle) << wrong;
    EXPECT_EQ(tidelock_state_copy(wrong, &out), kBadHandle);
    EXPECT_EQ(tidelock_apply(wrong, 0, 0, nullptr, nullptr), kBadHandle);
    EXPECT_EQ(tidelock_bot_choose(young, young, 0, 1, &number), kBadHandle);
    EXPECT_EQ(tidelock_session_say(wrong, "{}"), kBadHandle);
    if (wrong != game) {
      EXPECT_EQ(tidelock_state_new(wrong, &out), kBadHandle);
      EXPECT_EQ(tidelock_free(wrong), kBadHandle);
    }
  }
  EXPECT_FALSE(why().empty());
  EXPECT_EQ(node_of(young), TIDELOCK_DECISION);
}

TEST(Handles, GrowAndKeepTheirNumbersApart) {
  static Handles<int, Kind::kBot> handles;  // as the library's own: they stay to the end
  std::vector<std::uint64_t> all;
  for (int i = 0; i < 1000; ++i) all.push_back(handles.add(std::make_unique<int>(i)));
  for (int i = 0; i < 1000; ++i) {
    int found = -1;
    EXPECT_TRUE(handles.with(all[static_cast<std::size_t>(i)], [&](int n) { found = n; }));
    EXPECT_EQ(found, i);
  }
  EXPECT_TRUE(handles.remove(all[500]));
  const auto next = handles.add(std::make_unique<int>(7));
  EXPECT_EQ(next & 0xFFFFFF, all[500] & 0xFFFFFF) << "the place is used again";
  EXPECT_NE(next, all[500]);
  EXPECT_FALSE(handles.with(all[500], [](int) {}));
}

// Threads that play on the same states, free them under each other and make new ones.
TEST(Capi, ThreadsMeetOnTheSameHandles) {
  const tidelock_game game = new_game("solenia");
  std::array<std::atomic<tidelock_state>, 4> states{};
  for (auto& one : states) one = new_state(game);
  std::atomic<int> odd = 0;
  const auto play = [&](std::uint64_t seed) {
    Rng rng(seed);
    std::array<std::uint32_t, 1024> actions{};
    for (int i = 0; i < 3000; ++i) {
      auto& place = states[rng.below(4)];
      const tidelock_state state = place;
      std::uint32_t seats = 0;
      std::size_t count = 0;
      int node = 0;
      const int code = tidelock_state_node(state, &node, &seats);
      if (code != kOk && code != kBadHandle) ++odd;
      if (code == kOk && node == TIDELOCK_DECISION) {
        const int seat = seat_of(seats);
        if (tidelock_legal(state, seat, actions.data(), actions.size(), &count) == kOk)
          (void)tidelock_apply(state, seat, actions[rng.below(static_cast<std::uint32_t>(count))],
                               nullptr, nullptr);
        (void)tidelock_sample(state, seed, nullptr, nullptr);
      } else {
        tidelock_state fresh = 0;
        if (tidelock_state_new(game, &fresh) != kOk ||
            tidelock_sample(fresh, seed, nullptr, nullptr) != kOk)
          ++odd;
        tidelock_state expected = state;
        if (!place.compare_exchange_strong(expected, fresh)) (void)tidelock_free(fresh);
        (void)tidelock_free(state);
      }
      if (rng.below(50) == 0) (void)tidelock_free(state);
    }
  };
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) threads.emplace_back(play, seed);
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(odd, 0);
  for (auto& one : states) (void)tidelock_free(one);
  EXPECT_EQ(tidelock_free(game), kOk);
}

}  // namespace
}  // namespace tidelock::capi
