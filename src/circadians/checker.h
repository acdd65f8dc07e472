// Checks that a state is one that the rules can play on. A state from outside passes all of this
// before anything else reads it, so that the rules themselves may trust every number in a state.
//
// The parts build on each other: check_shape makes sure that every number is within what it counts
// or points at, check_stack that the steps fit each other; what follows looks things up by them.
// The first thing that is wrong is told; later checks then do nothing.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "circadians/game.h"

namespace tidelock::circadians {

class Checker {
 public:
  Checker(const Circadians& game, const State& state)
      : g_(game), c_(game.components()), s_(state), n_(game.seats()), all_(game.colours()) {}

  std::optional<Error> check();

 private:
  void need(bool holds, const char* where, const char* sentence, int player = -1) {
    if (holds || wrong_) return;
    std::string place = where;
    if (player >= 0) place = "players[" + std::to_string(player) + "]." + place;
    wrong_ = error(Code::kBadState, sentence, std::move(place));
  }
  [[nodiscard]] const Player& player(int i) const { return s_.players[idx(i)]; }
  [[nodiscard]] bool in_setup() const { return s_.round == 0; }
  [[nodiscard]] int outpost_spaces(int owner) const {
    return g_.is_ai(owner) ? 1 : c_.outpost_spaces[idx(g_.outpost_board(player(owner)))];
  }

  // The stack.
  [[nodiscard]] std::span<const Todo> steps() const {
    return {s_.todo.items.data(), s_.todo.depth};
  }
  [[nodiscard]] Do top() const { return s_.todo.top().what; }
  [[nodiscard]] const Todo& bottom() const { return s_.todo.items[0]; }
  [[nodiscard]] Phase next_phase() const {  // the first one while there is none
    return bottom().what == Do::kRound ? as<step::Round>(bottom()).next : Phase::kEvent;
  }
  [[nodiscard]] int count(Do what) const {
    return static_cast<int>(std::count_if(steps().begin(), steps().end(),
                                          [&](const Todo& t) { return t.what == what; }));
  }
  [[nodiscard]] bool on_stack(Do what) const { return count(what) != 0; }

  // check.cpp
  void check_shape();
  [[nodiscard]] bool piece_fine(Piece piece) const;
  void check_pieces_shape();
  void check_player_shape(int i);
  void check_round();
  void check_turn();
  void check_schemes();
  void check_contracts();
  void check_draft(int i);
  struct Dealt;
  [[nodiscard]] Dealt dealt_to(int seat) const;
  void check_leaders();
  void check_stages();
  void check_leader_choice(int i);
  void check_pick(int i);
  void check_plan(int i);
  void check_plan_powers(int i, int rolled);
  void check_exchange(int i);

  // check_stack.cpp
  void check_stack();
  void check_inside_send();
  void check_phase();
  [[nodiscard]] bool in_phase(const Todo& t, int depth) const;
  [[nodiscard]] bool task_in_phase(SeatTask task) const;
  [[nodiscard]] bool fine(const Todo& t) const;
  [[nodiscard]] bool asks_fine(const Todo& t) const;
  [[nodiscard]] bool chance_fine(const Todo& t) const;
  [[nodiscard]] bool runs_fine(const Todo& t) const;
  [[nodiscard]] bool in_one_list(Range effects, int seat) const;
  [[nodiscard]] bool are_choices(Range lists) const;
  void check_now();
  void check_trade_first();
  void check_less();
  void check_flags();
  void check_target();
  void check_not_placed();
  void check_source();
  void check_space_free();

  // check_boards.cpp
  struct Sums;
  void check_pieces();
  void add_piece(Sums& sums, Piece piece, const char* where, bool open, bool stays);
  void add_boards(Sums& sums);
  void add_stations(Sums& sums);
  void add_outposts(Sums& sums);
  void check_home();
  void check_dice(int i, const Sums& sums);
  void check_base(int i);
  void check_ai(int i);
  void check_tiles();
  void check_stacks(int kind, const char* where);
  void check_planet();
  void check_caches();
  void check_planet_tokens();
  void check_incidents();
  void check_incident_tokens();

  const Circadians& g_;
  const Components& c_;
  const State& s_;
  int n_, all_;
  std::optional<Error> wrong_;
};

}  // namespace tidelock::circadians
