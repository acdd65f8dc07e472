// Whether a state is one that the rules can play on: its numbers, the round, cards and leaders, and
// secret choices. The stack and the send are checked in check_stack.cpp, boards in
// check_boards.cpp.
#include "circadians/checker.h"

namespace tidelock::circadians {

std::optional<Error> Circadians::check(const State& s) const { return Checker(*this, s).check(); }

std::optional<Error> Checker::check() {
  check_shape();
  if (!wrong_) check_stack();
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

// --- shape ---

// Every number within what it counts or points at, so that the rest can look things up.
void Checker::check_shape() {
  check_pieces_shape();
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
  const CardSet in_play = g_.contracts_in_play();
  need((s_.deck - in_play).empty(), "deck", "expected contracts in play");
  need((s_.discards - in_play).empty(), "discards", "expected contracts in play");
  for (int i = 0; i < all_; ++i) check_player_shape(i);
  need(s_.now.value <= 6 && s_.now.piece <= Piece::kSpecialist && s_.now.from <= kFromSal &&
           s_.now.hq_space < kHqSpaces,
       "now", "expected a send");
}

bool Checker::piece_fine(Piece piece) const {
  return piece.empty() ||
         (piece.owner() >= 0 && piece.owner() < all_ && piece.value() <= Piece::kSpecialist);
}

void Checker::check_pieces_shape() {
  const auto pieces = [&](const char* where, const auto& list) {
    for (const Piece piece : list) need(piece_fine(piece), where, "expected a player's die");
  };
  for (const auto& column : s_.negotiation) pieces("negotiation", column);
  for (const auto& column : s_.depository) pieces("depository", column);
  for (const auto& station : s_.station) pieces("stations", station);
  pieces("partners", s_.partner);
  pieces("hq", s_.hq);
}

void Checker::check_player_shape(int i) {
  const Player& p = player(i);
  for (const Piece piece : p.outpost)
    need(piece_fine(piece), "outpost", "expected a player's die", i);
  const auto cards = [&](const CardSet& set, const char* where) {
    need((set - g_.contracts_in_play()).empty(), where, "expected contracts in play", i);
  };
  cards(p.hand, "hand");
  cards(p.fulfilled, "fulfilled");
  cards(p.draft, "draft");
  need(p.leader == kNone || p.leader < c_.leaders.size(), "leader", "expected a leader", i);
  need(p.token == kNone || p.token < c_.tokens.size(), "token", "expected a token", i);
  for (const auto die : p.garage) need(die <= Piece::kSpecialist, "garages", "expected a die", i);
  for (const auto die : p.farm) need(die <= Piece::kSpecialist, "farms", "expected a die", i);
  for (const auto tile : p.ship) need(tile <= c_.ships.size(), "ships", "expected a tile", i);
  for (const auto tile : p.tile) need(tile <= c_.farms.size(), "farm_tiles", "expected a tile", i);
  need(p.harvester < kSpaces, "harvester", "expected a space of the Planet", i);
  need(p.stage <= Stage::kDone, "stage", "expected a stage", i);
  need(p.gained < 8 && p.locked <= 3 && p.out_specialists <= 3, "gained",
       "expected three Specialists at most", i);
}

// --- the round ---

// The round, its Event and how many Events are left.
void Checker::check_round() {
  need(s_.round <= c_.rounds, "round", "expected a round of the game");
  need(s_.radio < n_ && s_.turn < n_, "radio", "expected a seat");
  if (g_.rules() > 1) check_turn();  // positions saved under version 1 need not pass
  const Do what = bottom().what;
  const bool of_setup = what == Do::kChance || what == Do::kLeaders || what == Do::kDraft;
  need(!of_setup || in_setup(), "round", "expected 0 in the set-up");
  need(what != Do::kOver || s_.revealed == (1U << kCorners) - 1, "revealed",
       "expected all Caches at the end");
  need(s_.revealed == 0 || what == Do::kOver || next_phase() == Phase::kScore, "revealed",
       "expected none before the end");
  need(what != Do::kOver || s_.round == c_.rounds, "round", "expected the last one");
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
  check_schemes();
}

void Checker::check_schemes() {
  need(!g_.solo() || s_.scheme_total <= 4, "scheme_total", "expected at most 4");
  const std::uint32_t schemes = g_.solo() ? g_.schemes_in_play() : 0U;
  need((s_.schemes | s_.scheme_discards | s_.scheme_shown) == schemes &&
           (s_.schemes & s_.scheme_discards) == 0 && (s_.schemes & s_.scheme_shown) == 0 &&
           (s_.scheme_discards & s_.scheme_shown) == 0,
       "schemes", "expected each scheme in play once");
}

void Checker::check_turn() {
  const auto phase = static_cast<Phase>(s_.phase);
  if (in_setup() || (s_.round == 1 && phase <= Phase::kHq))
    need(s_.turn == 0, "turn", "expected 0 before the first Garage turn");
  if (!in_setup() && phase == Phase::kTurns && s_.todo.depth > 1)
    need(s_.turn == (steps()[1].seat + 1) % n_, "turn", "expected the seat that is next");
}

// --- cards and leaders ---

// Leaders, tokens and Contracts of the draft that lie before a seat in the set-up.
struct Checker::Dealt {
  int leaders = 0, tokens = 0, cards = 0;
  bool done = false;  // leaders and tokens are chosen
};

Checker::Dealt Checker::dealt_to(int seat) const {
  const int leaders = g_.chosen().leaders.empty() ? c_.leaders_dealt : 1;
  const int tokens = g_.expansion() ? c_.tokens_dealt : 0;
  if (bottom().what == Do::kLeaders) return {.leaders = leaders, .tokens = tokens};
  if (bottom().what != Do::kChance) return {.done = true};
  const auto [ask, number] = as<step::Chance>(bottom());
  const int so_far = (number + n_ - 1 - seat) / n_;  // one after the other, to each in turn
  switch (ask) {
    case SetupAsk::kLeader: return {.leaders = so_far};
    case SetupAsk::kToken: return {.leaders = leaders, .tokens = so_far};
    case SetupAsk::kDeal: return {.cards = so_far, .done = true};
    default: return {};
  }
}

// Each Contract in play lies in exactly one place.
void Checker::check_contracts() {
  CardSet seen = s_.deck;
  int total = s_.deck.count();
  const auto add = [&](const CardSet& set) {
    seen |= set;
    total += set.count();
  };
  add(s_.discards);
  for (int i = 0; i < n_; ++i) {
    const Player& p = player(i);
    add(p.hand);
    add(p.fulfilled);
    if (in_setup()) add(p.draft);
    check_draft(i);
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

// In the set-up the cards to choose from, at the end of the game those still to be used.
void Checker::check_draft(int i) {
  const Player& p = player(i);
  const Do what = bottom().what;
  const bool at_end = on_stack(Do::kEndCards) || on_stack(Do::kSeatTask) ||
                      next_phase() >= Phase::kEnd || top() == Do::kOver;
  if (in_setup()) {
    need(what != Do::kChance || p.draft.count() == dealt_to(i).cards, "draft",
         "expected as many as are dealt at this time", i);
    need(what == Do::kChance || what == Do::kDraft || p.draft.empty(), "draft",
         "expected none at this time", i);
  } else {
    need((p.draft - p.fulfilled).empty() && (at_end || p.draft.empty()), "draft",
         "expected end-game contracts of the player", i);
    for (const int card : p.draft) {
      need(c_.contracts_on[idx(static_cast<int>(On::kEnd))].has(card), "draft",
           "expected end-game contracts of the player", i);
    }
  }
  need(p.renewed == 0 || (p.renewed == 1 && p.exchanged != 0), "renewed", "expected an exchange",
       i);
}

// Leaders and tokens: dealt, chosen among those dealt, or nobody's; none twice.
void Checker::check_leaders() {
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

// --- secret choices ---

// A seat has a stage while all choose in secret, and somebody still has to.
void Checker::check_stages() {
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
      case Do::kLeaders: check_leader_choice(i); break;
      case Do::kDraft: check_pick(i); break;
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

void Checker::check_leader_choice(int i) {
  const Player& p = player(i);
  need(p.pick == 0, "pick", "expected none yet", i);
  need(p.stage == Stage::kLeader || p.stage == Stage::kToken || p.stage == Stage::kDone, "stage",
       "expected the choice of a leader", i);
  need(p.leaders != 0 && (p.tokens != 0) == g_.expansion(), "leaders",
       "expected dealt leaders and tokens", i);
  need((p.leader == kNone) == (p.stage == Stage::kLeader), "leader",
       "expected it chosen or not, as the stage says", i);
  need((p.token != kNone) == (p.stage == Stage::kDone && g_.expansion()), "token",
       "expected it chosen or not, as the stage says", i);
  need(p.stage != Stage::kToken || g_.expansion(), "stage", "expected no token", i);
}

void Checker::check_pick(int i) {
  const Player& p = player(i);
  need(p.stage == Stage::kPick || p.stage == Stage::kDone, "stage", "expected a pick", i);
  need(!p.draft.empty(), "draft", "expected cards", i);
  if (g_.solo()) {
    int left = 0;
    for (const int card : p.draft) left += card >= p.pick ? 1 : 0;
    need(p.stage == Stage::kDone || left >= c_.draft_keep - s_.picks, "pick",
         "expected enough cards to choose from", i);
    need(s_.picks <= c_.draft_keep && p.hand.count() == s_.picks, "picks", "expected as many cards",
         i);
  } else {
    need(p.pick == 0 || (p.stage == Stage::kDone && p.draft.has((p.pick - 1) & 127)), "pick",
         "expected a card of the draft", i);
    need((p.stage == Stage::kDone) == (p.pick != 0), "stage", "expected a pick", i);
    need(s_.picks < c_.draft_keep, "picks", "expected a pick to make");
    need(p.draft.count() == c_.draft_cards - s_.picks && p.hand.count() == s_.picks, "draft",
         "expected as many cards as the draft says", i);
  }
}

// Dice that were rolled or assigned fit the stage of the seat's Plan.
void Checker::check_plan(int i) {
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
  check_plan_powers(i, rolled);
  if (p.exchanged != 0) check_exchange(i);
  need(p.plan_rolls >= rolled && s_.asked[idx(kDieStream + i)] >= p.plan_rolls, "plan_rolls",
       "expected the dice that were rolled", i);
}

// Stages that only a leader's power brings.
void Checker::check_plan_powers(int i, int rolled) {
  const Player& p = player(i);
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
}

// Eden's exchange, while it is secret.
void Checker::check_exchange(int i) {
  const Player& p = player(i);
  need(s_.asked[kContractStream] >= p.drawn, "asked", "expected as many draws");
  // What everybody else sees has to fit: cards in hand before, the deck before.
  need(p.hand.count() + 1 >= p.drawn, "hand", "expected the drawn cards", i);
  CardSet others = s_.plan_discards;
  for (int k = 0; k < n_; ++k) {
    need((others & player(k).fulfilled).empty(), "plan_discards", "expected the discards of before",
         k);
    if (k != i)
      need((others & player(k).hand).empty(), "plan_discards", "expected the discards of before",
           k);
  }
  if (p.renewed == 0) {
    need(!others.has(p.exchanged - 1), "plan_discards", "expected the discards of before", i);
    need(s_.discards == s_.plan_discards, "plan_discards", "expected the discards", i);
  } else {
    need(s_.discards.empty(), "discards", "expected a new deck", i);
  }
}

}  // namespace tidelock::circadians
