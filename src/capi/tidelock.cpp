#include "capi/tidelock.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "capi/handles.h"
#include "capi/talk.h"
#include "core/version.h"
#include "games/games.h"

namespace tidelock::capi {
namespace {

struct GameHere {
  std::shared_ptr<const AnyGame> game;
  std::unique_ptr<Position> start;
};

struct StateHere {
  StateHere(std::shared_ptr<const AnyGame> of, std::unique_ptr<Position> at_first)
      : game(std::move(of)), position(std::move(at_first)), seats(game->seats()) {}

  std::shared_ptr<const AnyGame> game;
  std::unique_ptr<Position> position;
  int seats;

  [[nodiscard]] AnyState state() const {
    AnyState out;
    const auto bytes = position->bytes();
    std::memcpy(out.bytes.data(), bytes.data(), bytes.size());
    return out;
  }
  [[nodiscard]] bool has(int seat) const { return seat >= 0 && seat < seats; }
};

struct BotHere {
  std::shared_ptr<const AnyGame> game;
  std::unique_ptr<Position> start;
  std::shared_ptr<const ai::AnyAi> ai;
  std::unique_ptr<ai::AnyBot> bot;
};

// They stay until the process is gone: a thread may be at work while it ends.
struct All {
  Handles<GameHere, Kind::kGame> games;
  Handles<StateHere, Kind::kState> states;
  Handles<BotHere, Kind::kBot> bots;
  Handles<Talk, Kind::kSession> sessions;
};
All& all() {
  static All* const kAll = new All;  // NOLINT(cppcoreguidelines-owning-memory)
  return *kAll;
}

std::string& last_error() {
  thread_local std::string text;
  return text;
}

// --- codes ---

int failed(tidelock_code code, std::string_view why) {
  last_error() = why;
  return code;
}
int failed(tidelock_code code, const Error& why) { return failed(code, why.sentence()); }

int null_pointer(std::string_view name) {
  return failed(TIDELOCK_BAD_ARGUMENT,
                "expected a pointer for " + std::string(name) + ", found null");
}
int no_such(std::string_view what) {
  return failed(TIDELOCK_BAD_HANDLE, "expected a " + std::string(what) +
                                         ", found a number that is none, or one no more");
}
int no_such_seat(const AnyGame& game, int seat) {
  return failed(TIDELOCK_BAD_ARGUMENT, "expected a seat from 0 to " +
                                           std::to_string(game.seats() - 1) + ", found " +
                                           std::to_string(seat));
}
int too_many() { return failed(TIDELOCK_NO_MEMORY, "expected fewer of them at once"); }

// What comes out of a call.
template <class F>
int guarded(F&& work) noexcept {
  try {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      return failed(TIDELOCK_NO_MEMORY, "out of memory");
    } catch (const std::exception& wrong) {
      return failed(TIDELOCK_FAILED, wrong.what());
    } catch (...) {
      return failed(TIDELOCK_FAILED, "an unknown exception");
    }
  } catch (...) {
    return TIDELOCK_NO_MEMORY;  // not even for the sentence
  }
}

// Calls `work` with what the number stands for; it returns a code.
template <class Pool, class F>
int with(Pool& pool, std::uint64_t handle, std::string_view what, F&& work) {
  int code = TIDELOCK_OK;
  if (!pool.with(handle, [&](auto& here) { code = work(here); })) return no_such(what);
  return code;
}
template <class F>
int with_state(tidelock_state state, F&& work) noexcept {
  return guarded([&] { return with(all().states, state, "state", work); });
}
// For a seat that may decide.
template <class F>
int with_choice(tidelock_state state, int seat, F&& work) noexcept {
  return with_state(state, [&](StateHere& here) -> int {
    if (!here.has(seat)) return no_such_seat(*here.game, seat);
    const auto who = static_cast<Seat>(seat);
    if ((here.position->node().to_act & seat_bit(who)) == 0)
      return failed(TIDELOCK_ILLEGAL, "expected a seat that may decide now");
    return work(here, who);
  });
}
template <class F>
int with_chance(tidelock_state state, F&& work) noexcept {
  return with_state(state, [&](StateHere& here) -> int {
    if (here.position->node().at != At::kChance)
      return failed(TIDELOCK_ILLEGAL, "expected a state that waits for chance");
    return work(here, here.position->ask());
  });
}

int illegal_action(std::uint32_t action) {
  return failed(TIDELOCK_ILLEGAL,
                "expected a legal action of this seat, found " + std::to_string(action));
}
int illegal_outcome(std::uint32_t outcome, const Ask& ask) {
  return failed(TIDELOCK_ILLEGAL, "expected an outcome from 0 to " + std::to_string(ask.n - 1) +
                                      ", found " + std::to_string(outcome));
}

int write_text(std::string_view text, char* buffer, std::size_t size, std::size_t* length) {
  if (length != nullptr) *length = text.size();
  if (buffer == nullptr && size != 0) return null_pointer("buffer");
  if (size <= text.size()) {
    if (size != 0) *buffer = '\0';
    return failed(TIDELOCK_SHORT_BUFFER, "expected a buffer of " + std::to_string(text.size() + 1) +
                                             " bytes, found " + std::to_string(size));
  }
  std::memcpy(buffer, text.data(), text.size());
  buffer[text.size()] = '\0';
  return TIDELOCK_OK;
}

int short_list(std::size_t expected, std::size_t found) {
  return failed(TIDELOCK_SHORT_BUFFER, "expected room for " + std::to_string(expected) +
                                           ", found room for " + std::to_string(found));
}

template <class T>
void give(T* to, T value) {
  if (to != nullptr) *to = value;
}

int tell_node(const StateHere& here, int* node, std::uint32_t* seats) {
  const Position::Node& now = here.position->node();
  give(node, static_cast<int>(now.at));
  give(seats, std::uint32_t{now.to_act});
  return TIDELOCK_OK;
}

}  // namespace
}  // namespace tidelock::capi

using namespace tidelock;        // NOLINT(google-*): what follows is C
using namespace tidelock::capi;  // NOLINT(google-*)

int tidelock_api_version() { return TIDELOCK_API_VERSION; }

const char* tidelock_version() { return kVersion.data(); }

const char* tidelock_last_error() { return last_error().c_str(); }

int tidelock_free(std::uint64_t handle) {
  return guarded([&]() -> int {
    bool there = false;
    switch (kind_of(handle)) {
      case Kind::kGame: there = all().games.remove(handle); break;
      case Kind::kState: there = all().states.remove(handle); break;
      case Kind::kBot: there = all().bots.remove(handle); break;
      case Kind::kSession: there = all().sessions.remove(handle); break;
    }
    return there ? TIDELOCK_OK : no_such("game, state, bot or session");
  });
}

// --- games ---

int tidelock_game_new(const char* name, const char* pack, const char* options,
                      tidelock_game* game) {
  return guarded([&]() -> int {
    if (name == nullptr) return null_pointer("name");
    if (game == nullptr) return null_pointer("game");
    *game = 0;
    const auto read = [](const char* text, const char* where) -> Result<Json> {
      if (text == nullptr) return Json();
      auto json = parse_json(text);
      if (json) return json;
      Error wrong = json.error();
      wrong.where = where;
      return wrong;
    };
    const auto components = read(pack, "pack");
    if (!components) return failed(TIDELOCK_BAD_INPUT, components.error());
    const auto chosen = read(options, "options");
    if (!chosen) return failed(TIDELOCK_BAD_INPUT, chosen.error());
    if (!is_utf8(name)) return failed(TIDELOCK_BAD_INPUT, "name: expected UTF-8");
    auto made = games::ListedGames().make(name, components.value(), chosen.value());
    if (!made) return failed(TIDELOCK_BAD_INPUT, made.error());
    auto start = games::position_of(made.value());
    const auto handle = all().games.add(
        std::make_unique<GameHere>(GameHere{std::move(made).value(), std::move(start)}));
    if (handle == 0) return too_many();
    *game = handle;
    return TIDELOCK_OK;
  });
}

int tidelock_game_facts(tidelock_game game, std::uint32_t* seats, std::uint32_t* actions,
                        std::uint32_t* inputs) {
  return guarded([&] {
    return with(all().games, game, "game", [&](const GameHere& here) {
      give(seats, static_cast<std::uint32_t>(here.game->seats()));
      give(actions, here.start->actions());
      give(inputs, static_cast<std::uint32_t>(here.start->inputs()));
      return TIDELOCK_OK;
    });
  });
}

// --- states ---

int tidelock_state_new(tidelock_game game, tidelock_state* state) {
  return guarded([&]() -> int {
    if (state == nullptr) return null_pointer("state");
    *state = 0;
    std::unique_ptr<StateHere> made;
    const bool there = all().games.with(game, [&](const GameHere& here) {
      made = std::make_unique<StateHere>(here.game, here.start->copy());
    });
    if (!there) return no_such("game");
    const auto handle = all().states.add(std::move(made));
    if (handle == 0) return too_many();
    *state = handle;
    return TIDELOCK_OK;
  });
}

int tidelock_state_copy(tidelock_state state, tidelock_state* copy) {
  return guarded([&]() -> int {
    if (copy == nullptr) return null_pointer("copy");
    *copy = 0;
    std::unique_ptr<StateHere> made;
    const bool there = all().states.with(state, [&](const StateHere& here) {
      made = std::make_unique<StateHere>(here.game, here.position->copy());
    });
    if (!there) return no_such("state");
    const auto handle = all().states.add(std::move(made));
    if (handle == 0) return too_many();
    *copy = handle;
    return TIDELOCK_OK;
  });
}

int tidelock_state_node(tidelock_state state, int* node, std::uint32_t* seats) {
  return with_state(state, [&](const StateHere& here) { return tell_node(here, node, seats); });
}

int tidelock_legal(tidelock_state state, int seat, std::uint32_t* actions, std::size_t capacity,
                   std::size_t* count) {
  return with_choice(state, seat, [&](const StateHere& here, Seat who) -> int {
    const std::size_t n = here.position->legal(who, {actions, actions == nullptr ? 0 : capacity});
    give(count, n);
    if (actions == nullptr && capacity != 0) return null_pointer("actions");
    return capacity < n ? short_list(n, capacity) : TIDELOCK_OK;
  });
}

int tidelock_mask(tidelock_state state, int seat, std::uint8_t* mask, std::size_t size) {
  return with_choice(state, seat, [&](const StateHere& here, Seat who) -> int {
    if (mask == nullptr) return null_pointer("mask");
    const std::size_t needed = here.position->actions();
    if (size < needed) return short_list(needed, size);
    std::fill_n(mask, size, std::uint8_t{0});
    here.position->mask(who, {mask, needed});
    return TIDELOCK_OK;
  });
}

int tidelock_action_text(tidelock_state state, int seat, std::uint32_t action, char* buffer,
                         std::size_t size, std::size_t* length) {
  return with_choice(state, seat, [&](const StateHere& here, Seat who) {
    const auto move = here.position->move_of(who, action);
    if (!move) return illegal_action(action);
    return write_text(here.game->write(here.state(), who, *move), buffer, size, length);
  });
}

int tidelock_action_read(tidelock_state state, int seat, const char* text, std::uint32_t* action) {
  return with_choice(state, seat, [&](const StateHere& here, Seat who) -> int {
    if (text == nullptr) return null_pointer("text");
    if (action == nullptr) return null_pointer("action");
    if (!is_utf8(text)) return failed(TIDELOCK_BAD_INPUT, "text: expected UTF-8");
    const auto move = here.game->read(here.state(), who, text);
    if (!move) return failed(TIDELOCK_BAD_INPUT, move.error());
    *action = here.position->action_of(move.value());
    return TIDELOCK_OK;
  });
}

int tidelock_apply(tidelock_state state, int seat, std::uint32_t action, int* node,
                   std::uint32_t* seats) {
  return with_choice(state, seat, [&](const StateHere& here, Seat who) {
    if (!here.position->apply(who, action)) return illegal_action(action);
    return tell_node(here, node, seats);
  });
}

// --- chance ---

int tidelock_outcomes(tidelock_state state, std::uint32_t* count) {
  return with_chance(state, [&](const StateHere& /*here*/, const Ask& ask) -> int {
    if (count == nullptr) return null_pointer("count");
    *count = ask.n;
    return TIDELOCK_OK;
  });
}

int tidelock_outcome_text(tidelock_state state, std::uint32_t outcome, char* buffer,
                          std::size_t size, std::size_t* length) {
  return with_chance(state, [&](const StateHere& here, const Ask& ask) {
    if (outcome >= ask.n) return illegal_outcome(outcome, ask);
    return write_text(here.game->write_outcome(here.state(), outcome), buffer, size, length);
  });
}

int tidelock_resolve(tidelock_state state, std::uint32_t outcome, int* node, std::uint32_t* seats) {
  return with_chance(state, [&](const StateHere& here, const Ask& ask) {
    if (outcome >= ask.n) return illegal_outcome(outcome, ask);
    here.position->resolve(outcome);
    return tell_node(here, node, seats);
  });
}

int tidelock_sample(tidelock_state state, std::uint64_t seed, int* node, std::uint32_t* seats) {
  return with_state(state, [&](const StateHere& here) {
    if (here.position->node().at == At::kChance) here.position->resolve_all(seed);
    return tell_node(here, node, seats);
  });
}

// --- what is known and what it is worth ---

int tidelock_observe(tidelock_state state, int seat, char* buffer, std::size_t size,
                     std::size_t* length) {
  return with_state(state, [&](const StateHere& here) {
    if (seat != kNobody && !here.has(seat)) return no_such_seat(*here.game, seat);
    const auto viewer = static_cast<Seat>(seat);
    const AnyState known = here.game->knows(here.state(), viewer);
    return write_text(dump_json(here.game->view(known, viewer)), buffer, size, length);
  });
}

int tidelock_inputs(tidelock_state state, int seat, std::int8_t* inputs, std::size_t size) {
  return with_state(state, [&](const StateHere& here) -> int {
    if (!here.has(seat)) return no_such_seat(*here.game, seat);
    if (inputs == nullptr) return null_pointer("inputs");
    const std::size_t needed = here.position->inputs();
    if (needed == 0) return failed(TIDELOCK_ILLEGAL, "this game has no inputs for networks");
    if (size < needed) return short_list(needed, size);
    std::fill_n(inputs + needed, size - needed, std::int8_t{0});
    here.position->inputs(static_cast<Seat>(seat), {inputs, needed});
    return TIDELOCK_OK;
  });
}

int tidelock_scores(tidelock_state state, std::int32_t* scores, std::size_t size,
                    std::uint32_t* winners) {
  return with_state(state, [&](const StateHere& here) -> int {
    if (here.position->node().at != At::kOver)
      return failed(TIDELOCK_ILLEGAL, "expected a game that is over");
    const AnyState end = here.state();
    const auto seats = static_cast<std::size_t>(here.game->seats());
    if (scores != nullptr) {
      if (size < seats) return short_list(seats, size);
      const Scores found = here.game->scores(end);
      std::fill_n(scores, size, 0);
      std::copy_n(found.total.begin(), seats, scores);
    }
    give(winners, std::uint32_t{here.game->winners(end)});
    return TIDELOCK_OK;
  });
}

// --- bots ---

int tidelock_bot_new(tidelock_game game, const char* spec, tidelock_bot* bot) {
  return guarded([&]() -> int {
    if (spec == nullptr) return null_pointer("spec");
    if (bot == nullptr) return null_pointer("bot");
    *bot = 0;
    auto made = std::make_unique<BotHere>();
    const bool there = all().games.with(game, [&](const GameHere& here) {
      made->game = here.game;
      made->start = here.start->copy();
    });
    if (!there) return no_such("game");
    if (!is_utf8(spec)) return failed(TIDELOCK_BAD_INPUT, "spec: expected UTF-8");
    made->ai = games::ai_of(made->game);
    auto found = made->ai->bot(spec);
    if (!found) return failed(TIDELOCK_BAD_INPUT, found.error());
    made->bot = std::move(found).value();
    const auto handle = all().bots.add(std::move(made));
    if (handle == 0) return too_many();
    *bot = handle;
    return TIDELOCK_OK;
  });
}

int tidelock_bot_choose(tidelock_bot bot, tidelock_state state, int seat, std::uint64_t seed,
                        std::uint32_t* action) {
  if (action == nullptr) return guarded([] { return null_pointer("action"); });
  // The state is free again while the bot thinks.
  std::shared_ptr<const AnyGame> game;
  AnyState known;
  const int code = with_choice(state, seat, [&](const StateHere& here, Seat who) {
    game = here.game;
    known = here.game->knows(here.state(), who);
    return TIDELOCK_OK;
  });
  if (code != TIDELOCK_OK) return code;
  return guarded([&] {
    return with(all().bots, bot, "bot", [&](const BotHere& here) -> int {
      if (here.game != game)
        return failed(TIDELOCK_BAD_ARGUMENT, "expected a state of the game the bot was made for");
      const AnyMove move = here.bot->choose(known, static_cast<Seat>(seat), seed);
      *action = here.start->action_of(move);
      return TIDELOCK_OK;
    });
  });
}

// --- everything else ---

int tidelock_session_new(tidelock_session* session) {
  return guarded([&]() -> int {
    if (session == nullptr) return null_pointer("session");
    *session = 0;
    const auto handle = all().sessions.add(std::make_unique<Talk>());
    if (handle == 0) return too_many();
    *session = handle;
    return TIDELOCK_OK;
  });
}

int tidelock_session_say(tidelock_session session, const char* request) {
  return guarded([&]() -> int {
    if (request == nullptr) return null_pointer("request");
    return with(all().sessions, session, "session", [&](Talk& here) -> int {
      if (here.say(request)) return TIDELOCK_OK;
      return failed(TIDELOCK_ILLEGAL, "expected a session that has not ended");
    });
  });
}

int tidelock_session_hear(tidelock_session session, char* buffer, std::size_t size,
                          std::size_t* length) {
  return guarded([&] {
    return with(all().sessions, session, "session", [&](Talk& here) -> int {
      const std::string* message = here.next();
      if (message == nullptr) return failed(TIDELOCK_NOTHING, "no message waits");
      const int code = write_text(*message, buffer, size, length);
      if (code == TIDELOCK_OK) here.heard();
      return code;
    });
  });
}
