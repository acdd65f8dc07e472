// The verbs of the rules: what happens to a state. Used by Rules::apply and resolve only.
#pragma once

#include "circadians/rules.h"

namespace tidelock::circadians {

// The steps of kAct.
enum Step : std::uint8_t {
  kBeforeStep,
  kPayStep,
  kPlaceStep,
  kUnlockStep,
  kGainStep,
  kIncidentStep,
  kEffectStep,
  kAfterStep,
  kOwnerStep,
  kRepeatStep,
  kEndStep,
};

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
  void push(Do what, int seat, int a = 0, int b = 0, int pc = 0, int n = 0) {
    s.todo.push({what, static_cast<std::uint8_t>(seat), static_cast<std::uint8_t>(a),
                 static_cast<std::uint8_t>(b), static_cast<std::uint16_t>(pc),
                 static_cast<std::uint16_t>(n)});
  }
  void push_run(int seat, Range list, int value = 0) {
    if (!list.empty()) push(Do::kRun, seat, value, 0, list.begin, list.end);
  }
  // Runs until somebody has to decide or chance is asked.
  void proceed();
  void step();
  [[nodiscard]] bool lapses();

  // setup.cpp
  void setup_step();
  void resolve_setup(std::uint32_t outcome);
  void begin_leaders();
  void leaders_chosen();
  void begin_draft();
  void draft_picked();
  void apply_sealed(Seat seat, Move move);
  void resolve_sealed(Seat seat, std::uint32_t outcome);
  void enter(Seat seat, Stage from);
  void refill_for(Seat seat);
  void plan_ready();
  void seat_setup(Seat seat);

  // round.cpp
  void round_step();
  void seat_step();
  void harvest(Seat seat);
  void harvest_step(Seat seat, int step);
  void harvest_farm(Seat seat, int slot, bool early);
  void return_pieces();
  void dice_limit(Seat seat);
  void finish_game();

  // action.cpp, effects.cpp, decisions.cpp
  void apply_send(Seat seat, Move move);
  void start_action(Seat seat, const Sender& sender, int target, int value);
  void act();
  void pay_entry();
  void place();
  void gains();
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
  void trigger(Seat seat, const Rule& rule, int value);
  void use_outpost(Seat seat, int owner);
  void move_harvester(Seat seat, int to);
  void swap(Seat seat, int place);
  void take_tile(Seat seat, int kind, int stack);
  void put_farm(Seat seat, int tile);
  void put_token(int value, bool setback, int which);
  void resolve_setback(Seat seat, int which);
  void put_in_hq(Seat seat, int value);

  // solo.cpp
  void ai_begin();
  void push_scheme(int mode);
  void ai_scheme(int card, int mode);
  bool ai_send(const Scheme& card, bool specialist);
  bool ai_place(const Scheme& card, int place, bool specialist);
  void ai_incident(int faction, int value, bool specialist, Piece placed);
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
