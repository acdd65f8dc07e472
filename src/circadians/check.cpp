// Whether a state is one that the rules can play on: every loaded state passes this first.
#include <algorithm>

#include "circadians/game.h"

namespace tidelock::circadians {

namespace {

class Checker {
 public:
  Checker(const Circadians& game, const State& state)
      : g_(game), c_(game.components()), s_(state), n_(game.seats()), all_(game.colours()) {}

  std::optional<Error> check() {
    check_shape();
    if (!wrong_) check_todo();
    if (!wrong_) check_round();
    if (!wrong_) check_pieces();
    if (!wrong_) check_contracts();
    if (!wrong_) check_leaders();
    if (!wrong_) check_tiles();
    if (!wrong_) check_planet();
    if (!wrong_) check_stages();
    if (!wrong_) check_now();
    return wrong_;
  }

 private:
  void need(bool holds, const char* where, const char* sentence, int player = -1) {
    if (holds || wrong_) return;
    std::string place = where;
    if (player >= 0) place = "players[" + std::to_string(player) + "]." + place;
    wrong_ = error("bad-state", sentence, std::move(place));
  }
  [[nodiscard]] const Player& player(int i) const { return s_.players[idx(i)]; }
  [[nodiscard]] Do top() const { return s_.todo.top().what; }
  [[nodiscard]] bool on_stack(Do what) const {
    for (std::uint32_t i = 0; i < s_.todo.depth; ++i) {
      if (s_.todo.items[i].what == what) return true;
    }
    return false;
  }
  [[nodiscard]] bool in_setup() const { return s_.round == 0; }

  // A part of one list of effects; what is done inside a send, by who sends.
  [[nodiscard]] bool effects(const Todo& t) const {
    if (t.pc >= t.n || t.n > c_.effects.size() || t.n > c_.list_ends[t.pc]) return false;
    for (auto i = t.pc; i < t.n; ++i) {
      const Effect& e = c_.effects[i];
      const bool inner =
          e.op == Effect::Op::kUseOutpost || (e.op == Effect::Op::kMove && e.what == kByDie);
      if (inner && ((s_.now.flags & kActive) == 0 || t.seat != s_.now.seat)) return false;
    }
    return true;
  }
  [[nodiscard]] bool choice(const Todo& t) const {
    return std::any_of(c_.effects.begin(), c_.effects.end(), [&](const Effect& e) {
      return e.op == Effect::Op::kChoose && e.list.begin == t.pc && e.list.end == t.n;
    });
  }
  [[nodiscard]] bool goods(const Todo& t) const {
    return (t.pc & 0xFF) <= 99 && (t.pc >> 8) <= 99 && (t.n & 0xFF) <= 99 && (t.n >> 8) <= 99;
  }
  [[nodiscard]] bool tile(int kind, int tile) const {
    return idx(tile) < (kind == kShipTile ? c_.ships.size() : c_.farms.size());
  }

  // Every number within what it counts or points at, so that the rest can look things up.
  void check_shape() {
    const auto pieces = [&](const char* where, const auto& list, int i = -1) {
      for (const Piece piece : list) {
        need(piece.empty() || (piece.owner() >= 0 && piece.owner() < all_ &&
                               piece.value() <= Piece::kSpecialist),
             where, "expected a player's die", i);
      }
    };
    for (const auto& column : s_.negotiation) pieces("negotiation", column);
    for (const auto& column : s_.depository) pieces("depository", column);
    for (const auto& station : s_.station) pieces("stations", station);
    pieces("partners", s_.partner);
    pieces("hq", s_.hq);
    need(s_.event == kNone || s_.event < c_.events.size(), "event", "expected an event");
    need(s_.ai_token == kNone || s_.ai_token < c_.tokens.size(), "ai_token", "expected a token");
    need(s_.phase <= static_cast<int>(Phase::kScore), "phase", "expected a phase");
    need(s_.sides < (1U << (kFactions + 1)) && s_.fronts < (1U << kCorners), "sides",
         "expected sides of the boards");
    for (const auto cache : s_.cache)
      need(cache == kNone || cache < kCorners, "caches", "expected a Gem Cache");
    for (const auto& stacks : s_.up) {
      for (const auto tile : stacks) need(tile <= kMaxTileKinds, "ships_up", "expected a tile");
    }
    const auto cards = [&](const CardSet& set, const char* where, int i = -1) {
      need((set - g_.contracts_in_play()).empty(), where, "expected contracts in play", i);
    };
    cards(s_.deck, "deck");
    cards(s_.discards, "discards");
    for (int i = 0; i < all_; ++i) {
      const Player& p = player(i);
      pieces("outpost", p.outpost, i);
      cards(p.hand, "hand", i);
      cards(p.fulfilled, "fulfilled", i);
      cards(p.draft, "draft", i);
      need(p.leader == kNone || p.leader < c_.leaders.size(), "leader", "expected a leader", i);
      need(p.token == kNone || p.token < c_.tokens.size(), "token", "expected a token", i);
      for (const auto die : p.garage)
        need(die <= Piece::kSpecialist, "garages", "expected a die", i);
      for (const auto die : p.farm) need(die <= Piece::kSpecialist, "farms", "expected a die", i);
      for (const auto tile : p.ship) need(tile <= c_.ships.size(), "ships", "expected a tile", i);
      for (const auto tile : p.tile)
        need(tile <= c_.farms.size(), "farm_tiles", "expected a tile", i);
      need(p.harvester < kSpaces, "harvester", "expected a space of the Planet", i);
      need(p.stage <= Stage::kDone, "stage", "expected a stage", i);
      need(p.gained < 8 && p.locked <= 3 && p.out_specialists <= 3, "gained",
           "expected three Specialists at most", i);
    }
    need(s_.now.value <= 6 && s_.now.piece <= Piece::kSpecialist && s_.now.from <= kFromSal &&
             s_.now.hq_space < kHqSpaces,
         "now", "expected a send");
  }

  void check_todo() {
    need(s_.todo.depth >= 1 && s_.todo.depth <= 30, "todo", "expected 1 to 30 steps");
    if (wrong_) return;
    for (std::uint32_t i = s_.todo.depth; i < kTodos; ++i)
      need(s_.todo.items[i] == Todo(), "todo", "expected nothing above the top");
    const Do bottom = s_.todo.items[0].what;
    need(bottom == Do::kChance || bottom == Do::kLeaders || bottom == Do::kDraft ||
             bottom == Do::kRound || bottom == Do::kOver,
         "todo", "expected a phase of the game at the bottom");
    need(!runs_by_itself(top()), "todo", "expected a decision or chance at the top");
    for (std::uint32_t i = 0; i < s_.todo.depth && !wrong_; ++i) {
      const Todo& t = s_.todo.items[i];
      need(t.seat < n_, "todo", "expected a seat");
      const bool phase = t.what == Do::kChance || t.what == Do::kLeaders || t.what == Do::kDraft ||
                         t.what == Do::kRound || t.what == Do::kOver;
      need(phase ? i == 0 : true, "todo", "expected a phase only at the bottom");
      need(t.what != Do::kPlan || (i == 1 && i + 1 == s_.todo.depth), "todo",
           "expected the plan at the top");
      need(fine(t), "todo", "expected a step of the rules");
    }
    if (bottom == Do::kRound) check_phase();
    const bool act = on_stack(Do::kAct);
    int acts = 0;
    for (std::uint32_t i = 0; i < s_.todo.depth; ++i) {
      const Do what = s_.todo.items[i].what;
      acts += what == Do::kAct ? 1 : 0;
      const bool inner = what == Do::kPartner || what == Do::kPayEntry || what == Do::kOptions ||
                         what == Do::kRepeat || what == Do::kAbility || what == Do::kUseOutpost ||
                         what == Do::kStep || what == Do::kDepositoryReward;
      need(!inner || (acts == 1 && s_.todo.items[i].seat == s_.now.seat), "todo",
           "expected it inside a send, for who sends");
    }
    need(acts <= 1, "todo", "expected one send at a time");
    need(act == ((s_.now.flags & kActive) != 0), "now",
         "expected it to be active with a send only");
  }
  // The phase that runs and the one that comes next, and what may wait in it.
  void check_phase() {
    const auto next = static_cast<Phase>(s_.todo.items[0].a);
    const auto phase = static_cast<Phase>(s_.phase);
    if (in_setup()) {
      need(next == Phase::kEvent && phase == Phase::kEvent, "phase", "expected the first one");
      return;
    }
    const bool again = phase == Phase::kHq || phase == Phase::kAiExecute ||
                       phase == Phase::kTurns || phase == Phase::kScore;
    const bool last = phase == Phase::kBritta && !g_.solo();
    need(again ? next == phase : static_cast<int>(next) == static_cast<int>(phase) + (last ? 2 : 1),
         "phase", "expected the phase before the next one");
    const bool alone = phase == Phase::kExploit || phase == Phase::kAiExecute ||
                       phase == Phase::kAiHarvest || phase == Phase::kIntrigue;
    need(g_.solo() || !alone, "phase", "expected a phase with the AI only");
    const bool execute = phase == Phase::kHq || phase == Phase::kTurns;
    for (std::uint32_t i = 1; i < s_.todo.depth; ++i) {
      const Todo& t = s_.todo.items[i];
      bool here = true;
      switch (t.what) {
        case Do::kEventCard: here = phase == Phase::kEvent; break;
        case Do::kPlan: here = phase == Phase::kPlan; break;
        case Do::kSend: here = i == 1 && phase == (t.a == 1 ? Phase::kHq : Phase::kTurns); break;
        case Do::kAct:
        case Do::kFulfilled: here = execute || phase == Phase::kEnd; break;
        case Do::kHarvestFarm: here = phase == Phase::kTurns; break;
        case Do::kMichela: here = phase == Phase::kHarvest; break;
        case Do::kEndCards: here = phase == Phase::kEnd; break;
        case Do::kExploit: here = phase == Phase::kExploit; break;
        case Do::kAi:
        case Do::kAiAhzuri: here = phase == Phase::kIntrigue; break;
        case Do::kSeatStep:
          switch (static_cast<SeatStep>(t.a)) {
            case SeatStep::kHarvest: here = phase == Phase::kHarvest; break;
            case SeatStep::kRestDraw: here = phase == Phase::kDeclan; break;
            case SeatStep::kRestGain: here = phase == Phase::kBritta; break;
            case SeatStep::kEndCards: here = phase == Phase::kEnd; break;
            default: here = false; break;
          }
          break;
        default: break;
      }
      need(here, "todo", "expected a step of this phase");
    }
  }
  [[nodiscard]] bool fine(const Todo& t) const {
    switch (t.what) {
      case Do::kNothing: return false;
      case Do::kChance: return t.a <= static_cast<int>(SetupAsk::kDeal) && t.b <= 40;
      case Do::kSend:
        return t.a == 0 || (t.a == 1 && t.b < kHqSpaces && !s_.hq[t.b].empty() &&
                            s_.hq[t.b].owner() == static_cast<Seat>(t.seat));
      case Do::kPayEntry: return t.a <= 30;
      case Do::kAct: return t.a <= 10 && t.b <= 30;
      case Do::kPay: {
        const Leader* who = g_.leader(player(t.seat));
        return who != nullptr && who->substitute >= 0 && goods(t);
      }
      case Do::kReceive:
      case Do::kContract: return goods(t) && (t.what == Do::kReceive || (t.a >= 1 && t.a <= 3));
      case Do::kTrade: return t.a >= 1 && t.a <= 60;
      case Do::kStep: return t.a < 6 && t.b >= 1 && t.b <= 20;
      case Do::kMoveAny: return t.a >= 1 && t.a <= 6;
      case Do::kStack: return t.a <= 1 && (t.b < kStacks || t.b == kNone);
      case Do::kGarage: return tile(kShipTile, t.a);
      case Do::kDiscard: return t.a >= 1 && t.a <= 100;
      case Do::kChoose: return choice(t) && t.a <= 7;
      case Do::kOptional:
      case Do::kRun: return effects(t) && t.a <= 7;
      case Do::kToFarm: return t.a >= 1 && t.a <= 6;
      case Do::kDraw: return t.a >= 1 && t.a <= 250;
      case Do::kTile: return t.a <= 1 && t.b < kStacks;
      case Do::kScheme: return g_.solo() && t.a <= 2 && s_.schemes != 0;
      case Do::kExploit: return g_.solo() && player(Circadians::kAiSeat).idle_specialists != 0;
      case Do::kAiAhzuri:
        return g_.solo() && t.a < g_.rows(kAhzuri) && g_.expansion() &&
               s_.negotiation[kAhzuri][t.a].empty() && player(Circadians::kAiSeat).reserve != 0;
      case Do::kAi: return g_.solo();
      case Do::kGetDice: return t.a <= 250;
      case Do::kFulfilled: return player(t.seat).hand.has(t.a & 127) && t.a < c_.contracts.size();
      case Do::kDepositoryReward: return t.a < kDepositoryRows;
      case Do::kHarvestFarm: return t.a < kFarms;
      case Do::kSeatStep: return t.a <= static_cast<int>(SeatStep::kEndCards) && t.b <= 20;
      default: return true;
    }
  }

  void check_round() {
    need(s_.round <= c_.rounds, "round", "expected a round of the game");
    need(s_.radio < n_ && s_.turn < n_, "radio", "expected a seat");
    if (g_.rules() > 1) check_turn();  // positions of before were not asked for this much
    const Do bottom = s_.todo.items[0].what;
    need((bottom == Do::kChance || bottom == Do::kLeaders || bottom == Do::kDraft) ? in_setup()
                                                                                   : true,
         "round", "expected 0 in the set-up");
    need(bottom != Do::kOver || s_.revealed == (1U << kCorners) - 1, "revealed",
         "expected all Caches at the end");
    need(s_.revealed == 0 || bottom == Do::kOver ||
             s_.todo.items[0].a == static_cast<int>(Phase::kScore),
         "revealed", "expected none before the end");
    need(bottom != Do::kOver || s_.round == c_.rounds, "round", "expected the last one");
    need((s_.events & ~g_.events_in_play()) == 0, "events", "expected events in play");
    const int shown = std::popcount(g_.events_in_play()) - std::popcount(s_.events);
    need(shown == std::min<int>(s_.round, c_.rounds - 1) ||
             (top() == Do::kEventCard && shown + 1 == s_.round),
         "events", "expected one for each round before the last");
    if (s_.event != kNone) {
      need(!has_bit(s_.events, s_.event), "event", "expected a revealed event");
      need(g_.expansion() || !c_.events[s_.event].expansion, "event", "expected an event in play");
    }
    for (int i = 0; i < all_; ++i) {
      for (const auto n : player(i).goods)
        need(n >= 0 && n <= 30000, "goods", "expected no debts", i);
    }
    need(!g_.solo() || s_.scheme_total <= 4, "scheme_total", "expected at most 4");
    const std::uint32_t schemes = g_.solo() ? g_.schemes_in_play() : 0U;
    need((s_.schemes | s_.scheme_discards | s_.scheme_shown) == schemes &&
             (s_.schemes & s_.scheme_discards) == 0 && (s_.schemes & s_.scheme_shown) == 0 &&
             (s_.scheme_discards & s_.scheme_shown) == 0,
         "schemes", "expected each scheme in play once");
  }

  void check_turn() {
    const auto phase = static_cast<Phase>(s_.phase);
    if (in_setup() || (s_.round == 1 && phase <= Phase::kHq))
      need(s_.turn == 0, "turn", "expected 0 before the first Garage turn");
    if (!in_setup() && phase == Phase::kTurns && s_.todo.depth > 1)
      need(s_.turn == (s_.todo.items[1].seat + 1) % n_, "turn", "expected the seat that is next");
  }

  void check_pieces() {
    struct Sum {
      int dice = 0, specialists = 0, out = 0, out_specialists = 0;
    };
    std::array<Sum, kMaxSeats> sums{};
    const auto lies = [&](Piece piece, const char* where, bool open, bool stays) {
      if (piece.empty()) return;
      need(open, where, "expected no die on a space that is not in play");
      if (wrong_) return;
      Sum& sum = sums[idx(piece.owner())];
      if (piece.specialist()) {
        need(g_.expansion(), where, "expected no Specialist without the expansion");
        ++(stays ? sum.out_specialists : sum.specialists);
      } else if (piece.regular()) {
        ++(stays ? sum.out : sum.dice);
      } else {
        need(!stays && !g_.is_ai(piece.owner()) &&
                 g_.has_special(player(piece.owner()), Special::kSal),
             where, "expected no Sal there");
      }
    };
    for (int f = 0; f < kFactions; ++f) {
      for (int row = 0; row < kRows; ++row) {
        lies(s_.negotiation[idx(f)][idx(row)], "negotiation",
             g_.faction_in_play(f) && row < g_.rows(f), true);
      }
    }
    for (int v = 1; v <= 6; ++v) {
      for (int row = 0; row < kDepositoryRows; ++row) {
        const Piece piece = s_.depository[idx(v - 1)][idx(row)];
        lies(piece, "depository", g_.depository_open(row), true);
        need(piece.empty() || !piece.regular() || piece.value() == v, "depository",
             "expected the value of the column");
      }
    }
    for (int station = 0; station < kStations; ++station) {
      for (int i = 0; i < kStationSpaces; ++i) {
        lies(s_.station[idx(station)][idx(i)], "stations",
             g_.station_in_play(station) && g_.space_open(station, i), false);
      }
    }
    for (int i = 0; i < kStationSpaces; ++i) {
      const Piece piece = s_.partner[idx(i)];
      lies(piece, "partners", !s_.station[kLaboratory][idx(i)].empty(), false);
      need(piece.empty() || piece.owner() == s_.station[kLaboratory][idx(i)].owner(), "partners",
           "expected the owner of the other die");
    }
    for (int i = 0; i < kHqSpaces; ++i) {
      lies(s_.hq[idx(i)], "hq", g_.hq_open(i), false);
      need(s_.hq[idx(i)].empty() ||
               (!g_.is_ai(s_.hq[idx(i)].owner()) && s_.hq[idx(i)].value() != Piece::kSal),
           "hq", "expected a die of a player");
    }
    for (int i = 0; i < all_; ++i) {
      const Player& p = player(i);
      const int spaces = g_.is_ai(i) ? 1 : c_.outpost_spaces[idx(g_.outpost_board(p))];
      for (int k = 0; k < 2; ++k)
        lies(p.outpost[idx(k)], "players", g_.expansion() && k < spaces, false);
      need(p.outpost[1].empty() || !p.outpost[0].empty(), "outpost",
           "expected the first space first", i);
    }
    // From Rest until the Screens go, what was sent is at home.
    if (in_setup() || s_.phase <= static_cast<int>(Phase::kPlan) ||
        s_.phase > static_cast<int>(Phase::kReturn)) {
      const auto home = [&](Piece piece, const char* where) {
        need(piece.empty() || g_.is_ai(piece.owner()), where, "expected no die before Execute");
      };
      for (const auto& station : s_.station) {
        for (const Piece piece : station) home(piece, "stations");
      }
      for (int i = 0; i < all_; ++i) {
        const Player& p = player(i);
        for (const Piece piece : p.outpost) home(piece, "players");
        if (top() == Do::kPlan) continue;
        for (const auto die : p.garage) need(die == 0, "garages", "expected none before Plan", i);
        for (const auto die : p.farm) need(die == 0, "farms", "expected none before Plan", i);
        need(p.canteen + p.canteen_specialists == 0, "canteen", "expected none before Plan", i);
      }
    }
    for (int i = 0; i < all_ && !wrong_; ++i) {
      const Player& p = player(i);
      Sum sum = sums[idx(i)];
      for (const auto n : p.rolled) sum.dice += n;
      const auto in_base = [&](std::uint8_t die) {
        if (die == Piece::kSpecialist) {
          ++sum.specialists;
        } else if (die != 0) {
          ++sum.dice;
        }
      };
      for (const auto die : p.garage) {
        in_base(die);
        need(die == 0 ||
                 ((p.flags & kSendingEnded) == 0 && s_.phase <= static_cast<int>(Phase::kTurns)),
             "garages", "expected nothing left to send", i);
      }
      need((p.flags & kFarmsHarvested) == 0 || g_.has_special(p, Special::kAmosHarvestTurn),
           "flags", "expected no such turn with this leader", i);
      for (int slot = 0; slot < kFarms; ++slot) {
        in_base(p.farm[idx(slot)]);
        const Tile* farm = g_.farm_at(p, slot);
        need(p.farm[idx(slot)] == 0 || (farm != nullptr && farm->slot), "farms",
             "expected a Farm that takes a die", i);
      }
      sum.dice += p.idle + p.canteen;
      sum.specialists += p.idle_specialists + p.canteen_specialists;
      if (p.stage == Stage::kRerolling) sum.dice += p.to_roll;
      need(sum.out == p.out && sum.out_specialists == p.out_specialists, "out",
           "expected what lies on the boards", i);
      need(sum.dice + p.out + p.reserve == c_.dice, "reserve", "expected all dice of the player",
           i);
      need(sum.specialists + p.out_specialists + p.locked == std::popcount(p.gained), "gained",
           "expected a Specialist for each gained one", i);
      need(
          (p.gained_late & ~p.gained) == 0 &&
              (p.gained_late == 0 || (g_.rules() > 1 && s_.phase >= static_cast<int>(Phase::kEnd))),
          "gained_late", "expected some of those gained, at the end of the game", i);
      need(g_.expansion() || p.gained == 0, "gained",
           "expected no Specialist without the expansion", i);
      const int limit = g_.is_ai(i) ? 1 : g_.specialist_limit(p);
      need(Circadians::active_specialists(p) <= limit, "gained",
           "expected no more active Specialists than allowed", i);
      need(p.locked == 0 || p.gained != 0, "locked", "expected gained Specialists", i);
      if (g_.is_ai(i)) {
        need(p.hand.empty() && p.fulfilled.empty() && p.draft.empty() && p.leader == kNone &&
                 p.token == kNone && p.goods[kWater] == 0 && p.goods[kAlgae] == 0 &&
                 p.goods[kEnergy] == 0 && p.canteen == 0 && p.canteen_specialists == 0,
             "hand", "expected nothing of the kind with the AI", i);
        for (const auto die : p.garage) need(die == 0, "garages", "expected none", i);
        need(p.idle + p.idle_specialists <= 8, "base", "expected fewer dice", i);
        need(p.gained == 0 || p.gained == 1 || p.gained == 3 || p.gained == 7, "gained",
             "expected Specialists in order", i);
      }
    }
  }

  void check_contracts() {
    CardSet seen = s_.deck;
    int total = s_.deck.count();
    const auto add = [&](const CardSet& set) {
      seen |= set;
      total += set.count();
    };
    add(s_.discards);
    const bool end =
        !in_setup() && (on_stack(Do::kEndCards) || on_stack(Do::kSeatStep) ||
                        s_.todo.items[0].a >= static_cast<int>(Phase::kEnd) || top() == Do::kOver);
    for (int i = 0; i < n_; ++i) {
      const Player& p = player(i);
      add(p.hand);
      add(p.fulfilled);
      if (in_setup()) {
        add(p.draft);
        need(s_.todo.items[0].what != Do::kChance || p.draft.count() == dealt_to(i).cards, "draft",
             "expected as many as are dealt at this time", i);
        need(s_.todo.items[0].what == Do::kChance || s_.todo.items[0].what == Do::kDraft ||
                 p.draft.empty(),
             "draft", "expected none at this time", i);
      } else {
        need((p.draft - p.fulfilled).empty() && (end || p.draft.empty()), "draft",
             "expected end-game contracts of the player", i);
        for (const int card : p.draft) {
          need(c_.contracts_on[idx(static_cast<int>(On::kEnd))].has(card), "draft",
               "expected end-game contracts of the player", i);
        }
      }
      need(p.renewed == 0 || (p.renewed == 1 && p.exchanged != 0), "renewed",
           "expected an exchange", i);
      if (p.exchanged != 0 && p.renewed == 0) {
        CardSet one;
        need(p.exchanged <= c_.contracts.size(), "exchanged", "expected a contract", i);
        if (wrong_) return;
        one.add(p.exchanged - 1);
        add(one);
      }
    }
    need(seen == g_.contracts_in_play() && total == seen.count(), "deck",
         "expected each contract in play once");
    need((s_.plan_discards - g_.contracts_in_play()).empty(), "plan_discards",
         "expected contracts in play");
  }

  // Leaders, tokens and Contracts of the draft that lie before a seat in the set-up.
  struct Dealt {
    int leaders = 0, tokens = 0, cards = 0;
    bool done = false;  // leaders and tokens are chosen
  };
  [[nodiscard]] Dealt dealt_to(int seat) const {
    const Todo& bottom = s_.todo.items[0];
    Dealt dealt;
    const int leaders = g_.chosen().leaders.empty() ? c_.leaders_dealt : 1;
    const int tokens = g_.expansion() ? c_.tokens_dealt : 0;
    const int so_far = (bottom.b + n_ - 1 - seat) / n_;  // one after the other, to each in turn
    const auto ask = static_cast<SetupAsk>(bottom.a);
    if (bottom.what == Do::kLeaders) {
      dealt.leaders = leaders;
      dealt.tokens = tokens;
    } else if (bottom.what != Do::kChance || ask == SetupAsk::kDeal) {
      dealt.done = true;
      if (bottom.what == Do::kChance) dealt.cards = so_far;
    } else if (ask == SetupAsk::kLeader) {
      dealt.leaders = so_far;
    } else if (ask == SetupAsk::kToken) {
      dealt.leaders = leaders;
      dealt.tokens = so_far;
    }
    return dealt;
  }

  void check_leaders() {
    std::uint32_t leaders = 0;
    std::uint32_t tokens = s_.ai_token == kNone ? 0U : 1U << s_.ai_token;
    need((s_.ai_token == kNone) || (g_.solo() && g_.expansion()), "ai_token", "expected none");
    for (int i = 0; i < n_; ++i) {
      const Player& p = player(i);
      std::uint32_t mine = p.leaders;
      if (p.leader != kNone) {
        if (p.leaders != 0) {
          need(has_bit(p.leaders, p.leader), "leader", "expected one that was dealt", i);
        } else {
          mine |= 1U << p.leader;
        }
      }
      std::uint32_t held = p.tokens;
      if (p.token != kNone) {
        if (p.tokens != 0) {
          need(has_bit(p.tokens, p.token), "token", "expected one that was dealt", i);
        } else {
          held |= 1U << p.token;
        }
      }
      need((mine & leaders) == 0 && (mine & ~g_.leaders_in_play()) == 0, "leader",
           "expected a leader in play that no other player has", i);
      need((held & tokens) == 0 && (held == 0 || g_.expansion()), "token",
           "expected a token that no other player has", i);
      leaders |= mine;
      tokens |= held;
      const Dealt dealt = dealt_to(i);
      need(std::popcount(p.leaders) == dealt.leaders && std::popcount(p.tokens) == dealt.tokens,
           "leaders", "expected as many as are dealt at this time", i);
      const bool chosen = dealt.done;
      need(!chosen || (p.leader != kNone && p.leaders == 0), "leader", "expected a chosen one", i);
      need(!chosen || ((p.token != kNone) == g_.expansion() && p.tokens == 0), "token",
           "expected a chosen one", i);
    }
  }

  void check_tiles() {
    for (int kind = 0; kind < 2; ++kind) {
      const char* where = kind == kShipTile ? "ship_pool" : "farm_pool";
      const auto& tiles = kind == kShipTile ? c_.ships : c_.farms;
      const auto& pool = kind == kShipTile ? s_.ship_pool : s_.farm_pool;
      std::array<int, kMaxTileKinds> out{};
      int below = 0;
      int in_pool = 0;
      for (const auto n : s_.down[idx(kind)]) below += n;
      for (std::size_t i = 0; i < kMaxTileKinds; ++i) {
        in_pool += pool[i];
        out[i] = pool[i];
        need(pool[i] == 0 ||
                 (i < tiles.size() && !tiles[i].unique && (g_.expansion() || !tiles[i].expansion)),
             where, "expected tiles in play");
      }
      need(below == in_pool, where, "expected as many tiles as lie face down");
      const auto lies = [&](int tile, bool held) {
        if (tile == 0 || wrong_) return;
        need(idx(tile) <= tiles.size(), where, "expected a tile");
        if (wrong_) return;
        const Tile& one = tiles[idx(tile - 1)];
        need((held || !one.unique) && (g_.expansion() || !one.expansion), where,
             "expected tiles in play");
        ++out[idx(tile - 1)];
      };
      for (const auto tile : s_.up[idx(kind)]) lies(tile, false);
      for (int i = 0; i < n_; ++i) {
        const Player& p = player(i);
        if (kind == kShipTile) {
          for (const auto tile : p.ship) lies(tile, true);
        } else {
          bool gap = false;
          for (const auto tile : p.tile) {
            lies(tile, true);
            need(tile == 0 || !gap, "farm_tiles", "expected the slots filled from the left", i);
            gap = gap || tile == 0;
          }
        }
      }
      for (std::uint32_t i = 0; i < s_.todo.depth; ++i) {
        if (s_.todo.items[i].what == Do::kGarage && kind == kShipTile)
          lies(s_.todo.items[i].a + 1, false);
      }
      for (std::size_t i = 0; i < tiles.size() && !wrong_; ++i) {
        need(out[i] <= tiles[i].copies, where, "expected no more tiles than there are");
      }
      // A stack shows its top tile, but while the next one is turned up.
      for (int stack = 0; stack < kStacks; ++stack) {
        bool turning = s_.todo.items[0].what == Do::kChance;
        for (std::uint32_t i = 0; i < s_.todo.depth; ++i) {
          const Todo& t = s_.todo.items[i];
          if (t.what == Do::kTile && t.a == kind && t.b == stack) turning = true;
        }
        need(turning || s_.up[idx(kind)][idx(stack)] != 0 || s_.down[idx(kind)][idx(stack)] == 0,
             where, "expected a tile face up on every stack");
      }
      for (std::uint32_t i = 0; i < s_.todo.depth; ++i) {
        const Todo& t = s_.todo.items[i];
        if (t.what != Do::kTile || t.a != kind) continue;
        need(s_.up[t.a][t.b] == 0 && s_.down[t.a][t.b] != 0, "todo", "expected a tile to turn up");
        for (std::uint32_t k = 0; k < i; ++k)
          need(s_.todo.items[k] != t, "todo", "expected a stack once");
      }
    }
  }

  void check_planet() {
    for (int i = 0; i < all_; ++i) {
      for (int k = 0; k < i; ++k) {
        need(player(i).harvester < kFirstCorner || player(i).harvester != player(k).harvester,
             "harvester", "expected one Harvester on a Cache", i);
      }
      need(player(i).progress == 0 || g_.is_ai(i), "progress", "expected 0", i);
    }
    std::uint32_t seen = 0;
    const bool laid = !(s_.todo.items[0].what == Do::kChance &&
                        s_.todo.items[0].a <= static_cast<int>(SetupAsk::kCache));
    for (int i = 0; i < kCorners && !wrong_; ++i) {
      const auto cache = s_.cache[idx(i)];
      if (cache == kNone) continue;
      need(!has_bit(seen, cache) && (c_.caches[cache].front == 1) == has_bit(s_.fronts, i),
           "caches", "expected each tile once, on its front");
      seen |= 1U << cache;
    }
    if (laid) {
      need(g_.fronts_left(s_, kCorners, 0) == 0 && g_.fronts_left(s_, kCorners, 1) == 0, "fronts",
           "expected the fronts of the pack");
    } else {
      need((s_.fronts >> s_.todo.items[0].b) == 0 ||
               s_.todo.items[0].a < static_cast<int>(SetupAsk::kCache),
           "fronts", "expected corners that are laid");
    }
    for (int i = 0; i < n_; ++i) {
      for (int corner = 0; corner < kCorners; ++corner) {
        need(!has_bit(s_.revealed, corner) || s_.cache[idx(corner)] != kNone, "revealed",
             "expected Caches that are known");
        need(!has_bit(player(i).seen, corner) || s_.cache[idx(corner)] != kNone, "seen",
             "expected Caches that are known", i);
      }
    }
    for (std::uint32_t i = 0; i < s_.todo.depth; ++i) {
      const Todo& t = s_.todo.items[i];
      if (t.what == Do::kReveal)
        need(t.a < kCorners && (s_.cache[t.a] != kNone || g_.unseen_tiles(s_, t.a) != 0), "todo",
             "expected a Cache");
    }
    for (int i = 0; i < kSpaces; ++i) {
      if (((s_.tokens >> i) & 1U) == 0) continue;
      need(i < kFirstCorner && !covers(Goods{}, c_.planet[s_.sides & 1U][idx(i)].token),
           "planet_tokens", "expected tokens only where the board has them");
    }
    need((s_.tokens >> kSpaces) == 0, "planet_tokens", "expected spaces of the Planet");
    for (int f = 0; f < kFactions; ++f)
      need(!has_bit(s_.sides, f + 1) || g_.faction_in_play(f), "sides", "expected boards in play");
    // A value's token is used when a die of that value lies on the board.
    need((s_.breakthrough_values & 1) == 0 && (s_.setback_values & 1) == 0, "breakthrough_values",
         "expected values from 1 to 6");
    const int used = std::popcount(s_.breakthrough_values) + s_.specialist_breakthroughs;
    const int pending = count_todo(Do::kBreakthrough);
    need(std::popcount(s_.breakthroughs) + pending == used, "breakthroughs",
         "expected one for each token used");
    const int used_setbacks = std::popcount(s_.setback_values) + s_.specialist_setbacks;
    need(std::popcount(s_.setbacks) + count_todo(Do::kSetback) == used_setbacks, "setbacks",
         "expected one for each token used");
    for (std::size_t i = 0; i < c_.breakthroughs.size(); ++i) {
      need(!has_bit(s_.breakthroughs, static_cast<int>(i)) ||
               g_.breakthrough_in_play(s_, static_cast<int>(i)),
           "breakthroughs", "expected breakthroughs in play");
    }
    for (std::size_t i = 0; i < c_.setbacks.size(); ++i) {
      need(!has_bit(s_.setbacks, static_cast<int>(i)) || g_.setback_in_play(static_cast<int>(i)),
           "setbacks", "expected setbacks in play");
    }
    for (int token = 0; token < static_cast<int>(s_.incident_tokens.at.size()); ++token) {
      const int value = token + 1;
      const int specialist = value - IncidentTokens::kSpecialists;
      const auto lies = [&](bool setback, std::uint16_t incidents, int values, int specialists) {
        const int which = s_.incident_tokens.where(token, setback);
        if (which == 0) return true;
        return has_bit(incidents, which - 1) &&
               (specialist > 0 ? specialist <= specialists : has_bit(values, value));
      };
      need(lies(false, s_.breakthroughs, s_.breakthrough_values, s_.specialist_breakthroughs),
           "breakthrough_tokens", "expected tokens that are used, under Breakthroughs that are");
      need(lies(true, s_.setbacks, s_.setback_values, s_.specialist_setbacks), "setback_tokens",
           "expected tokens that are used, under Setbacks that are");
    }
    need((s_.breakthroughs >> c_.breakthroughs.size()) == 0 &&
             (s_.setbacks >> c_.setbacks.size()) == 0,
         "breakthroughs", "expected those of the pack");
  }
  [[nodiscard]] int count_todo(Do what) const {
    int n = 0;
    for (std::uint32_t i = 0; i < s_.todo.depth; ++i) n += s_.todo.items[i].what == what ? 1 : 0;
    return n;
  }

  void check_stages() {
    const bool sealed = top() <= Do::kPlan;
    bool waiting = false;
    for (int i = 0; i < n_ && !wrong_; ++i) {
      const Player& p = player(i);
      if (top() != Do::kPlan) {
        need(p.to_roll == 0 && p.exchanged == 0 && p.drawn == 0 && p.plan_rolls == 0, "to_roll",
             "expected no plan now", i);
        for (const auto n : p.rolled) need(n == 0, "rolled", "expected no dice to assign now", i);
      }
      if (!sealed) {
        need(p.stage == Stage::kNothing, "stage", "expected no secret choice now", i);
        continue;
      }
      waiting = waiting || p.stage != Stage::kDone;
      switch (top()) {
        case Do::kLeaders:
          need(p.pick == 0, "pick", "expected none yet", i);
          need(p.stage == Stage::kLeader || p.stage == Stage::kToken || p.stage == Stage::kDone,
               "stage", "expected the choice of a leader", i);
          need(p.leaders != 0 && (p.tokens != 0) == g_.expansion(), "leaders",
               "expected dealt leaders and tokens", i);
          need((p.leader == kNone) == (p.stage == Stage::kLeader), "leader",
               "expected it chosen or not, as the stage says", i);
          need((p.token != kNone) == (p.stage == Stage::kDone && g_.expansion()), "token",
               "expected it chosen or not, as the stage says", i);
          need(p.stage != Stage::kToken || g_.expansion(), "stage", "expected no token", i);
          break;
        case Do::kDraft: {
          need(p.stage == Stage::kPick || p.stage == Stage::kDone, "stage", "expected a pick", i);
          need(!p.draft.empty(), "draft", "expected cards", i);
          if (g_.solo()) {
            int left = 0;
            for (const int card : p.draft) left += card >= p.pick ? 1 : 0;
            need(p.stage == Stage::kDone || left >= c_.draft_keep - s_.picks, "pick",
                 "expected enough cards to choose from", i);
            need(s_.picks <= c_.draft_keep && p.hand.count() == s_.picks, "picks",
                 "expected as many cards", i);
          } else {
            need(p.pick == 0 || (p.stage == Stage::kDone && p.draft.has((p.pick - 1) & 127)),
                 "pick", "expected a card of the draft", i);
            need((p.stage == Stage::kDone) == (p.pick != 0), "stage", "expected a pick", i);
            need(s_.picks < c_.draft_keep, "picks", "expected a pick to make");
            need(p.draft.count() == c_.draft_cards - s_.picks && p.hand.count() == s_.picks,
                 "draft", "expected as many cards as the draft says", i);
          }
          break;
        }
        default: check_plan(i); break;
      }
    }
    need(!sealed || waiting, "players", "expected somebody to choose");
    int exchanged = 0;
    for (int i = 0; i < n_; ++i) exchanged += player(i).exchanged != 0 ? 1 : 0;
    need(exchanged <= 1, "players", "expected one exchange at most");
    need(exchanged == 1 || s_.plan_discards.empty(), "plan_discards",
         "expected none without an exchange");
  }

  void check_plan(int i) {
    const Player& p = player(i);
    need(p.stage >= Stage::kRoll, "stage", "expected a stage of the plan", i);
    int rolled = 0;
    int assigned = p.canteen + p.canteen_specialists;
    for (const auto n : p.rolled) rolled += n;
    for (const auto die : p.garage) assigned += die != 0 ? 1 : 0;
    for (const auto die : p.farm) assigned += die != 0 ? 1 : 0;
    need(assigned == 0 || p.stage == Stage::kAssign || p.stage == Stage::kDone, "stage",
         "expected no die assigned yet", i);
    const bool chance =
        p.stage == Stage::kRoll || p.stage == Stage::kDrawing || p.stage == Stage::kRerolling;
    need(chance == (p.to_roll != 0), "to_roll", "expected dice to roll", i);
    need(p.stage == Stage::kRoll ? p.to_roll == p.idle : p.idle == 0, "base",
         "expected all dice rolled", i);
    need(p.stage != Stage::kDone || (rolled == 0 && p.idle_specialists == 0), "rolled",
         "expected all dice assigned", i);
    need(p.stage != Stage::kAssign || Circadians::next_to_assign(p) != 0, "rolled",
         "expected a die to assign", i);
    need(p.pick <= kCanteenSlot && (p.stage == Stage::kAssign || p.pick == 0), "pick",
         "expected a slot", i);
    for (int slot = 0; slot < kFarms && !wrong_; ++slot) {
      const int die = p.farm[idx(slot)];
      if (die == 0) continue;
      const Tile* farm = g_.farm_at(p, slot);
      const int value = die == Piece::kSpecialist ? 6 : die;
      need(farm != nullptr && value >= farm->low && value <= farm->high, "farms",
           "expected a die that the Farm takes", i);
    }
    bool exchange = false;
    bool reroll = false;
    bool raise = false;
    for (const Rule& rule : g_.leader_rules(p)) {
      exchange = exchange || rule.exchange_out != 0;
      reroll = reroll || rule.reroll;
      raise = raise || !rule.raises.empty();
    }
    need(exchange || (p.exchanged == 0 && p.drawn == 0 && p.stage != Stage::kExchange &&
                      p.stage != Stage::kDrawing),
         "exchanged", "expected none with this leader", i);
    need(p.stage != Stage::kDrawing || (p.exchanged != 0 && !s_.deck.empty()), "exchanged",
         "expected an exchanged card", i);
    need(p.exchanged == 0 || p.stage != Stage::kExchange, "exchanged", "expected none yet", i);
    need(p.stage != Stage::kExchange || !p.hand.empty(), "hand", "expected a card to exchange", i);
    need(reroll || (p.stage != Stage::kReroll && p.stage != Stage::kRerolling), "stage",
         "expected no reroll with this leader", i);
    need(p.stage != Stage::kReroll || rolled > 0, "rolled", "expected dice", i);
    need(raise || p.stage != Stage::kRaise, "stage", "expected no raise with this leader", i);
    need(p.drawn <= 4, "drawn", "expected fewer cards", i);
    if (p.exchanged != 0) {
      need(s_.asked[kContractStream] >= p.drawn, "asked", "expected as many draws");
      // What everybody else sees has to fit: cards in hand before, the deck before.
      need(p.hand.count() + 1 >= p.drawn, "hand", "expected the drawn cards", i);
      CardSet others = s_.plan_discards;
      for (int k = 0; k < n_; ++k) {
        need((others & player(k).fulfilled).empty(), "plan_discards",
             "expected the discards of before", k);
        if (k != i)
          need((others & player(k).hand).empty(), "plan_discards",
               "expected the discards of before", k);
      }
      if (p.renewed == 0) {
        need(!others.has(p.exchanged - 1), "plan_discards", "expected the discards of before", i);
        need(s_.discards == s_.plan_discards, "plan_discards", "expected the discards", i);
      } else {
        need(s_.discards.empty(), "discards", "expected a new deck", i);
      }
    }
    need(p.plan_rolls >= rolled && s_.asked[idx(kDieStream + i)] >= p.plan_rolls, "plan_rolls",
         "expected the dice that were rolled", i);
  }

  // A trade was made before sending: the piece is chosen, and perhaps its partner.
  void check_trade_first() {
    const Current& now = s_.now;
    const Player& p = player(now.seat);
    if (g_.rules() == 1) {
      need(now.from < kGarages && p.garage[now.from] != 0, "now.from",
           "expected a die in the Garage");
      return;
    }
    const bool pair = (now.flags & kPartnerTraded) != 0;
    const Todo& send = s_.todo.items[1];
    need(s_.todo.depth > 1 && send.what == Do::kSend && send.seat == now.seat &&
             (send.a == 1) == (now.from == kFromHq) && (send.a == 0 || send.b == now.hq_space),
         "now", "expected the send that waits");
    if (wrong_) return;
    need((now.flags & kTraded) == 0 || g_.ship_trades(p, now.from), "now.from",
         "expected a Ship that trades");
    need((now.flags & kPartnerTraded) == 0 || g_.ship_trades(p, now.partner), "now.partner",
         "expected a Ship that trades");
    need((now.flags & ~(kBeforeTrade | kTraded | kPartnerTraded)) == 0 &&
             (now.flags & (kTraded | kPartnerTraded)) != 0,
         "now.flags", "expected a trade before sending");
    need(now.from < kGarages ? p.garage[now.from] != 0 : pair, "now.from",
         "expected a die in the Garage");
    need(now.from != kFromHq || (!s_.hq[now.hq_space].empty() &&
                                 s_.hq[now.hq_space].owner() == static_cast<Seat>(now.seat)),
         "now.from", "expected the die there");
    need(now.from != kFromSal || (g_.has_special(p, Special::kSal) && (p.flags & kSalSent) == 0),
         "now.from", "expected Sal");
    need(pair ? now.partner < kGarages && now.partner != now.from && p.garage[now.partner] != 0
              : now.partner == kNone,
         "now.partner", "expected a die in a Garage");
  }

  // What is left of "less for the action" came from somewhere (CIR-Q38).
  void check_less() {
    const Current& now = s_.now;
    const Player& p = player(now.seat);
    std::array<int, kResources> most{};
    const auto add = [&](RuleRange rules) {
      for (const Rule& rule : c_.of(rules)) {
        for (std::size_t r = 0; r < kResources; ++r) most[r] += rule.discount[r];
      }
    };
    for (const int card : p.fulfilled) add(c_.contracts[idx(card)].rules);
    if (const Leader* who = g_.leader(p)) add(who->rules);
    for (std::size_t i = 0; i < 3; ++i) {
      if (has_bit(p.gained, static_cast<int>(i))) add(c_.specialist_rules[i]);
    }
    // The Ships that the piece and its partner came with, one of which may be covered by now.
    std::array<int, kResources> ship{};
    for (const Tile& tile : c_.ships) {
      for (const Rule& rule : c_.of(tile.rules)) {
        for (std::size_t r = 0; r < kResources; ++r)
          ship[r] = std::max<int>(ship[r], rule.discount[r]);
      }
    }
    const int ships = (now.from < kGarages ? 1 : 0) + (now.partner < kGarages ? 1 : 0);
    for (std::size_t r = 0; r < kResources; ++r)
      need(now.less[r] <= most[r] + ships * ship[r], "now.less", "expected less of a discount");
  }

  // What has been done inside a send fits it.
  void check_flags() {
    const Current& now = s_.now;
    const Leader* who = g_.leader(player(now.seat));
    const auto flag = [&](int bits, bool may) {
      need((now.flags & bits) == 0 || may, "now.flags", "expected what this send may have done");
    };
    flag(kBeforeTrade, false);
    flag(kRepeated,
         now.from == kFromHq && g_.has_special(player(now.seat), Special::kRepeatAction));
    flag(kTraded, now.from < kGarages && has_bit(now.ships, 0));
    flag(kPartnerTraded, now.partner < kGarages);
    flag(kLeaderUsed, who != nullptr);
    flag(kOwnAbility, place_of(now.target) == kNegotiation);
    flag(kOtherAbility,
         place_of(now.target) == kNegotiation && who != nullptr && who->other_ability);
    need((!has_bit(now.ships, 0) || now.from < kGarages) &&
             (!has_bit(now.ships, 1) || now.partner < kGarages),
         "now.ships", "expected Ships of the Garages that they come from");
  }

  void check_now() {
    const Current& now = s_.now;
    if ((now.flags & (kActive | kBeforeTrade)) == 0) {
      need(now == Current{}, "now", "expected nothing without a send");
      return;
    }
    need(now.seat < n_, "now.seat", "expected a seat");
    need(now.partner == kNone || now.partner <= kFromSal, "now.partner", "expected a die");
    need(now.outpost <= all_, "now.outpost", "expected a player");
    if (wrong_) return;
    if ((now.flags & kActive) == 0) {
      need(top() == Do::kSend || top() == Do::kPay, "now", "expected a send");
      check_trade_first();
      return;
    }
    for (std::uint32_t i = 0; i < s_.todo.depth; ++i) {
      if (s_.todo.items[i].what == Do::kAct)
        need(s_.todo.items[i].seat == now.seat, "now.seat", "expected the seat that sends");
    }
    if (g_.rules() > 1) {
      check_less();
      check_flags();
    }
    const Place place = place_of(now.target);
    const bool known =
        now.target < kToDepository + kDepositoryRows ||
        (now.target >= kToNegotiation && now.target < kToNegotiation + kRows * kFactions) ||
        (now.target >= kToOutpost && now.target < kToOutpost + all_) ||
        (now.target >= kToFarm && now.target < kToFarm + kFarms);
    need(known, "now.target", "expected a place");
    need(!on_stack(Do::kPartner) || now.target == kToLaboratory, "now.target",
         "expected the Laboratory");
    need(!on_stack(Do::kAbility) || place == kNegotiation, "now.target", "expected a negotiation");
    need(!on_stack(Do::kDepositoryReward) || place == kDepository, "now.target",
         "expected the Depository");
    need(place != kOutpost || g_.expansion(), "now.target", "expected no Outpost");
    if (place < kStations)
      need(g_.station_in_play(place) && now.value >= 1, "now.target", "expected a station in play");
    if (place == kDepository) need(now.value >= 1, "now.value", "expected a value");
    if (wrong_) return;
    if (place == kNegotiation) {
      const int n = now.target - kToNegotiation;
      need(g_.faction_in_play(n / kRows) && n % kRows < g_.rows(n / kRows), "now.target",
           "expected a space in play");
    }
    // Before it is placed the die still stands where it comes from, and its space is free.
    int step = 0;
    for (std::uint32_t i = 0; i < s_.todo.depth; ++i) {
      if (s_.todo.items[i].what == Do::kAct) step = s_.todo.items[i].a;
    }
    constexpr int kPlaced = 3;
    if (step < kPlaced && (now.flags & kRepeated) == 0) {
      const Player& p = player(now.seat);
      if (now.from < kGarages) {
        need(p.garage[now.from] == now.piece && now.piece != 0, "now.from",
             "expected the die there");
      } else if (now.from == kFromHq) {
        const Piece piece = s_.hq[now.hq_space];
        need(!piece.empty() && piece.owner() == static_cast<Seat>(now.seat) &&
                 piece.value() == now.piece,
             "now.from", "expected the die there");
      } else {
        need(g_.has_special(p, Special::kSal) && now.piece == Piece::kSal && place < kStations,
             "now.from", "expected Sal");
      }
      need(place != kFarm || (now.piece == Piece::kSpecialist &&
                              g_.farm_takes(p, now.target - kToFarm, Piece::kSpecialist)),
           "now.target", "expected a free Farm");
      need(place != kHeadquarters || g_.free_hq(s_) >= 0, "now.target", "expected a free space");
      if (place == kDepository)
        need(s_.depository[idx(now.value - 1)][idx(now.target - kToDepository)].empty(),
             "now.target", "expected a free space");
      if (place == kNegotiation) {
        const int n = now.target - kToNegotiation;
        need(s_.negotiation[idx(n / kRows)][idx(n % kRows)].empty(), "now.target",
             "expected a free space");
      }
      if (place < kStations)
        need(g_.free_space(s_, place, place == kMiningCamp ? now.target - kToMine + 1 : 0,
                           now.value) >= 0,
             "now.target", "expected a free space");
      if (place == kOutpost) {
        const Player& host = player(now.target - kToOutpost);
        const int spaces =
            g_.is_ai(now.target - kToOutpost) ? 1 : c_.outpost_spaces[idx(g_.outpost_board(host))];
        need(host.outpost[0].empty() || (spaces == 2 && host.outpost[1].empty()), "now.target",
             "expected a free space");
      }
      if (now.partner != kNone) {
        need(place == kLaboratory && now.partner != now.from, "now.partner",
             "expected another die");
        need(now.partner >= kGarages || p.garage[now.partner] != 0, "now.partner",
             "expected a die there");
      }
      const bool regular = now.piece >= 1 && now.piece <= 6;
      need(regular || now.piece == Piece::kSpecialist || now.piece == Piece::kSal, "now.piece",
           "expected a die");
      need(place < kStations || place == kDepository || now.value != 0 || !regular ||
               place == kOutpost,
           "now.value", "expected a value");
    }
  }

  const Circadians& g_;
  const Components& c_;
  const State& s_;
  int n_, all_;
  std::optional<Error> wrong_;
};

}  // namespace

std::optional<Error> Circadians::check(const State& s) const { return Checker(*this, s).check(); }

}  // namespace tidelock::circadians
