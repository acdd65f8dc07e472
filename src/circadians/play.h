// What happens to a state, used by Rules::apply and resolve only: a move or an answer of chance is
// carried out, and then the machine (proceed) runs what is on the stack until somebody has to
// decide or chance is asked again.
//
// Every function here works on the one state `s`. Questions about a state are Rules' (`g`), numbers
// of the pack are Components' (`c`); `tell` says what happened to those who may know it, and costs
// nothing when nobody listens, as in a search.
#pragma once

#include "circadians/rules.h"

namespace tidelock::circadians {

class Play {
 public:
  // `ear`: who listens to events, or nobody.
  Play(const Rules& game, State& state, const Listener* ear)
      : g(game), c(game.components()), s(state), ear_(ear) {}

  void begin();
  void apply(Seat seat, Move move);
  void resolve(std::uint32_t outcome);

  const Rules& g;
  const Components& c;
  State& s;

 private:
  static constexpr SeatMask others_of(Seat seat) {
    return static_cast<SeatMask>(kEverybody & ~seat_bit(seat));
  }
  Player& player(int seat) { return s.players[idx(seat)]; }
  void tell(What what, Seat who, int a = 0, int b = 0, int c3 = 0, SeatMask sees = kEverybody) {
    if (ear_ == nullptr) return;
    (*ear_)(Event{static_cast<std::uint16_t>(what), who, sees, static_cast<std::int16_t>(a),
                  static_cast<std::int16_t>(b), static_cast<std::int16_t>(c3)});
  }
  // A step without operands, and one with them.
  void push(Do what, int seat) {
    s.todo.push({.what = what, .seat = static_cast<std::uint8_t>(seat)});
  }
  template <class Step>
  void push(int seat, const Step& step) {
    s.todo.push(todo_of(seat, step));
  }
  void push_run(int seat, Range effects, int value = 0) {
    if (!effects.empty()) push(seat, step::Run{.effects = effects, .value = value});
  }
  // The step on top, and new values for its fields.
  template <class Step>
  [[nodiscard]] Step top() const {
    return as<Step>(s.todo.top());
  }
  template <class Step>
  void update(const Step& step) {
    put(step, s.todo.top());
  }
  // One less is left to do of the step on top.
  template <class Step>
  void count_down() {
    auto step = top<Step>();
    if (--step.left == 0) {
      s.todo.pop();
    } else {
      update(step);
    }
  }

  // decisions.cpp: the machine
  void proceed();
  void run_top();
  void run_next_effect(Seat seat);
  void unlock(Seat seat);
  void fulfil(Seat seat);
  [[nodiscard]] bool lapses();
  [[nodiscard]] bool draw_lapses();
  [[nodiscard]] bool walk_lapses(Seat seat) const;
  [[nodiscard]] bool options_lapse(const Player& p) const;
  [[nodiscard]] bool has_trade(const Player& p) const;
  [[nodiscard]] bool has_free_farm(const Player& p) const;
  [[nodiscard]] bool all_chosen() const;

  // decisions.cpp: what each decision does
  void decide(Seat seat, Move move);
  void apply_partner(Seat seat, Move move);
  void apply_pay_entry(Seat seat, Move move);
  void pay_entry_by(Seat seat, int garage_cost, Move way);
  void apply_pay(Seat seat, Move move);
  void apply_trade(Seat seat, Move move);
  void apply_walk(Seat seat, Move move);
  void apply_move_any(Seat seat, Move move);
  void apply_stack(Seat seat, Move move);
  void apply_garage(Seat seat, Move move);
  void apply_contract(Seat seat, Move move);
  void apply_discard(Seat seat, Move move);
  void apply_choose(Seat seat, Move move);
  void apply_optional(Seat seat, Move move);
  void apply_setup_space(Seat seat, Move move);
  void apply_breakthrough(Seat seat, Move move);
  void apply_michela(Seat seat, Move move);
  void apply_ability(Seat seat, Move move);
  void apply_peek(Seat seat, Move move);
  void apply_to_farm(Seat seat, Move move);
  void apply_option(Seat seat, Move move);
  void apply_repeat(Seat seat, Move move);
  void apply_end_card(Seat seat, Move move);

  // chance.cpp
  void answer(std::uint32_t outcome);
  void resolve_draw(Seat seat, std::uint32_t outcome);
  void resolve_tile(std::uint32_t outcome);
  void resolve_event(std::uint32_t outcome);
  void resolve_hq_roll(Seat seat, int value);
  void resolve_reveal(Seat seat, std::uint32_t outcome);
  void resolve_ai_ahzuri(int value);

  // setup.cpp
  void setup_step();
  [[nodiscard]] bool setup_asks();
  void setup_goes_on(SetupAsk answered);
  [[nodiscard]] bool deals_to_each(int cards);
  void lay_planet_tokens();
  void put_side_b(int faction);
  void fill_pool(int kind);
  void turn_up_tiles();
  void resolve_setup(std::uint32_t outcome);
  void begin_leaders();
  void leaders_chosen();
  void begin_draft();
  void draft_picked();
  void take_picks();
  void end_draft();
  void apply_sealed(Seat seat, Move move);
  void choose_sealed(Seat seat, Move move);
  void pick(Seat seat, int card);
  void exchange(Seat seat, int card);
  void reroll(Seat seat, Move move);
  void raise(Seat seat, Move move);
  void assign(Seat seat, int slot);
  void resolve_sealed(Seat seat, std::uint32_t outcome);
  void enter(Seat seat, Stage from);
  void refill_for(Seat seat);
  void plan_ready();
  void show_plan(Seat seat);
  void show_exchange(Seat seat);
  void seat_setup(Seat seat);

  // round.cpp
  void round_step();
  void rest_step(Phase phase);
  void next_phase(Phase to) { update(step::Round{.next = to}); }
  void push_each_seat(SeatTask task);
  void push_each_resting_seat(SeatTask task);
  void begin_round();
  void begin_plan();
  void next_hq_send();
  void next_ai_scheme();
  void next_garage_turn();
  void come_home();
  void check_hands();
  void begin_intrigue();
  void pass_radio();
  void begin_end();
  void seat_step();
  void rest(Seat seat, bool missing);
  void reveal(Seat seat);
  void harvest(Seat seat);
  void harvest_step(Seat seat, int part);
  void harvest_contracts(Seat seat);
  void harvest_leader(Seat seat);
  void harvest_farm(Seat seat, int slot, bool early);
  void return_pieces();
  void dice_limit(Seat seat);
  void finish_game();

  // action.cpp, effects.cpp, decisions.cpp
  void apply_send(Seat seat, Move move);
  void harvest_turn(Seat seat);
  void trade_first(Seat seat, Move move);
  void to_canteen(Seat seat, int from);
  void start_action(Seat seat, const Sender& sender, int target, int value);
  void act();
  void pay_entry();
  void place();
  void leave(Seat seat, int from, int hq_space);
  void put_down(Seat seat, Place where, Piece piece);
  void put_on_station(Seat seat, Place where, Piece piece);
  void put_partner(Seat seat, int space);
  void gains();
  void opponents_gain(Seat seat, int faction);
  void overhear(Seat who, int faction);
  void incident();
  void effect();
  void owner_bonus();
  void hq_reward(Seat seat);
  [[nodiscard]] Goods inner_cost(Goods cost);
  void spend(Seat seat, const Goods& cost);
  void pay(Seat seat, const Goods& cost);
  void make_trade(Seat seat, int which);
  void gain(Seat seat, int what, int n);
  void lose(Seat seat, int what, int n);
  void get_dice(Seat seat, int n);
  void run_effect(Seat seat, const Effect& e, int value);
  void others_run(Seat seat, Range effects, int value);
  void run_per(Seat seat, const Effect& e, int value);
  void begin_move(Seat seat, const Effect& e, int value);
  void begin_trades(Seat seat, Amount amount, int value);
  void put_start_tile(Seat seat, const Effect& e);
  void trigger(Seat seat, const Rule& rule, int value);
  void use_outpost(Seat seat, int owner);
  void move_harvester(Seat seat, int to);
  void move_towards(Seat seat, int direction);
  void swap(Seat seat, int place);
  void swap_on_board(Seat seat, int place);
  void take_tile(Seat seat, int kind, int stack);
  void put_farm(Seat seat, int tile);
  void put_token(int value, bool setback, int which);
  void resolve_setback(Seat seat, int which);
  void put_in_hq(Seat seat, int value);

  // solo.cpp
  void ai_begin();
  void push_scheme(SchemeUse use);
  void ai_scheme(int card, SchemeUse use);
  bool ai_send(const Scheme& card, bool specialist);
  bool ai_place(const Scheme& card, int place, bool specialist);
  bool ai_negotiate(int faction, int value, bool specialist);
  bool ai_deliver(int value, bool specialist);
  bool ai_to_station(const Scheme& card, int station, bool specialist);
  [[nodiscard]] bool ai_may_use(int station) const;
  [[nodiscard]] int ai_free_space(int station, int value) const;
  void ai_use_station(const Scheme& card, int station);
  void ai_leave(int place, int value, bool specialist);
  void ai_stay(bool specialist);
  void ai_incident(int faction, int value, bool specialist, Piece placed);
  void ai_breakthrough(Piece placed);
  void ai_setback(Piece placed);
  void ai_store_surplus();
  void ai_move(int value);
  void ai_gems(int n);
  void ai_dice(int n);
  void ai_progress();
  void ai_exploit(int roll);
  void ai_harvest();
  void ai_rest();
  void ai_intrigue_specialist();
  void ai_used_outpost();
  [[nodiscard]] int ai_ahzuri() const;
  [[nodiscard]] int ai_active() const;

  const Listener* ear_;
};

}  // namespace tidelock::circadians
