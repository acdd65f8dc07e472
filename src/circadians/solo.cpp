// The automatic opponent (CIR-2.10, CIR-5.12, CIR-Q82 to CIR-Q90), which is seat 2 of a game for
// one.
//
// It has a Player like everybody, of which it uses dice, Specialists, Gems and its Harvester. Its
// dice on its board have no values, and it chooses nothing: what it does follows from the Scheme
// cards that are revealed and from rolls. So no step ever asks it; its phases (round.cpp) call what
// is here.
#include <algorithm>

#include "circadians/play.h"

namespace tidelock::circadians {

namespace {
constexpr Seat kAiSeat = Rules::kAiSeat;
}

void Play::ai_begin() {
  Player& ai = player(kAiSeat);
  const AiLevel& level = g.ai_level();
  ai.idle = level.start_dice;
  ai.reserve = static_cast<std::uint8_t>(c.dice - level.start_dice);
  ai.goods[kGem] = level.start_gems;
}

// Specialists on its board: gained, not locked, not sent away.
int Play::ai_active() const { return s.players[kAiSeat].idle_specialists; }

void Play::ai_gems(int n) {
  Player& ai = player(kAiSeat);
  n = std::max<int>(n, -ai.goods[kGem]);
  if (n == 0) return;
  ai.goods[kGem] = static_cast<std::int16_t>(ai.goods[kGem] + n);
  tell(What::kAiGems, kAiSeat, n);
}

// At most so many dice and Specialists lie on its board (CIR-Q87).
void Play::ai_dice(int n) {
  Player& ai = player(kAiSeat);
  const int room = std::max(0, g.ai_level().max_dice - ai.idle - ai.idle_specialists);
  n = std::min({n, room, int{ai.reserve}});
  if (n <= 0) return;
  ai.idle = static_cast<std::uint8_t>(ai.idle + n);
  ai.reserve = static_cast<std::uint8_t>(ai.reserve - n);
  tell(What::kAiDice, kAiSeat, n);
}

void Play::ai_progress() {
  Player& ai = player(kAiSeat);
  if (ai.progress >= 3) return;
  ++ai.progress;
  tell(What::kAiProgress, kAiSeat, ai.progress);
}

// The next Scheme; an exhausted deck is made anew from the discards (CIR-Q87).
void Play::push_scheme(SchemeUse use) {
  if (s.schemes == 0) {
    s.schemes = s.scheme_discards;
    s.scheme_discards = 0;
  }
  if (s.schemes != 0) push(0, step::Scheme{.use = use});
}

// A Scheme is revealed: the first one of Execute moves the Harvester before a piece is sent
// (CIR-Q85).
void Play::ai_scheme(int card, SchemeUse use) {
  const Scheme& scheme = c.schemes[idx(card)];
  const bool first =
      use == SchemeUse::kExecute && (s.scheme_cards & kSchemesLeft) == s.scheme_total - 1;
  s.schemes &= ~(1U << card);
  s.scheme_shown |= 1U << card;
  tell(What::kScheme, kAiSeat, card);
  if (first) ai_move(scheme.value);
  Player& ai = player(kAiSeat);
  const bool specialist = use == SchemeUse::kSpecialist;
  if (specialist ? ai.idle_specialists == 0 : ai.idle == 0) return;  // CIR-Q86: nothing is sent
  if (!ai_send(scheme, specialist)) {
    tell(What::kAiStuck, kAiSeat);
    ai_gems(c.ai.stuck_gem);
  }
}

bool Play::ai_send(const Scheme& card, bool specialist) {
  for (const auto place : card.places) {
    if (ai_place(card, place, specialist)) return true;
  }
  return false;
}

// Whether the place can be used; then it is (CIR-Q86).
bool Play::ai_place(const Scheme& card, int place, bool specialist) {
  if (place >= Scheme::kNegotiationWith)
    return ai_negotiate(place - Scheme::kNegotiationWith, card.value, specialist);
  if (place == kDepository) return ai_deliver(card.value, specialist);
  return ai_to_station(card, place, specialist);
}

bool Play::ai_negotiate(int faction, int value, bool specialist) {
  if (!g.faction_in_play(faction) || player(kAiSeat).goods[kGem] < c.ai.negotiation_cost)
    return false;
  for (int row = 0; row < g.rows(faction); ++row) {
    Piece& space = s.negotiation[idx(faction)][idx(row)];
    if (!space.empty()) continue;
    ai_leave(Scheme::kNegotiationWith + faction, value, specialist);
    ai_gems(-c.ai.negotiation_cost);
    space = Piece(kAiSeat, specialist ? Piece::kSpecialist : value);
    ai_stay(specialist);
    ai_incident(faction, value, specialist, space);
    return true;
  }
  return false;
}

bool Play::ai_deliver(int value, bool specialist) {
  if (player(kAiSeat).goods[kGem] < c.ai.depository_cost) return false;
  for (int row = 0; row < kDepositoryRows; ++row) {
    Piece& space = s.depository[idx(value - 1)][idx(row)];
    if (!g.depository_open(row) || !space.empty()) continue;
    ai_leave(kDepository, value, specialist);
    ai_gems(-c.ai.depository_cost);
    space = Piece(kAiSeat, specialist ? Piece::kSpecialist : value);
    ai_stay(specialist);
    return true;
  }
  return false;
}

bool Play::ai_to_station(const Scheme& card, int station, bool specialist) {
  if (!g.station_in_play(station) || !ai_may_use(station)) return false;
  const int space = ai_free_space(station, card.value);
  if (space < 0) return false;
  ai_leave(station, card.value, specialist);
  s.station[idx(station)][idx(space)] =
      Piece(kAiSeat, specialist ? Piece::kSpecialist : card.value);
  ai_use_station(card, station);
  return true;
}

bool Play::ai_may_use(int station) const {
  const Player& ai = s.players[kAiSeat];
  if (station == kLaboratory) return ai.progress < 3;
  if (station == kFoundry) return (s.scheme_cards & kExtraScheme) == 0;
  if (station == kTemple) return ai.goods[kGem] >= c.ai.temple_cost && std::popcount(ai.gained) < 3;
  return true;
}

// The leftmost free space: at the Mining Camp whatever its column.
int Play::ai_free_space(int station, int value) const {
  if (station != kMiningCamp) return g.free_space(s, station, 0, value);
  for (int i = 0; i < kStationSpaces; ++i) {
    if (g.space_open(station, i) && s.station[idx(station)][idx(i)].empty()) return i;
  }
  return -1;
}

void Play::ai_use_station(const Scheme& card, int station) {
  Player& ai = player(kAiSeat);
  switch (station) {
    case kMiningCamp:
    case kMarket: ai_gems(card.gems); break;
    case kLaboratory: ai_progress(); break;
    case kFoundry:
      s.scheme_cards |= kExtraScheme;
      push_scheme(SchemeUse::kExtra);
      break;
    case kAcademy: ai_dice(c.ai.academy_dice); break;
    case kTemple:
      // The first one gained is that of the Outpost board, bit 0 (CIR-5.12).
      ai_gems(-c.ai.temple_cost);
      ai.gained = static_cast<std::uint8_t>((ai.gained << 1) | 1);
      ++ai.locked;
      tell(What::kAiSpecialist, kAiSeat, std::popcount(ai.gained));
      break;
    default: break;
  }
}

// A piece leaves its board.
void Play::ai_leave(int place, int value, bool specialist) {
  Player& ai = player(kAiSeat);
  --(specialist ? ai.idle_specialists : ai.idle);
  tell(What::kAiSent, kAiSeat, place, value, specialist ? 1 : 0);
}
// One that does not come back.
void Play::ai_stay(bool specialist) {
  Player& ai = player(kAiSeat);
  ++(specialist ? ai.out_specialists : ai.out);
}

// Its Incidents: those of a die go by the card's value, those of a Specialist by the Specialist
// rule (CIR-2.5, CIR-Q86). You hear of them as of any opponent's negotiation (CIR-Q90).
void Play::ai_incident(int faction, int value, bool specialist, Piece placed) {
  overhear(0, faction);
  int same = 0;
  for (const Piece piece : s.negotiation[idx(faction)]) {
    if (!piece.empty() && piece.value() == placed.value()) ++same;
  }
  if (specialist) {
    if (s.specialist_breakthroughs < 2) {
      ++s.specialist_breakthroughs;
      ai_breakthrough(placed);
    }
    if (same > 1 && s.specialist_setbacks < 2) {
      ++s.specialist_setbacks;
      ai_setback(placed);
    }
    return;
  }
  if (!has_bit(s.breakthrough_values, value)) {
    s.breakthrough_values = static_cast<std::uint8_t>(s.breakthrough_values | (1U << value));
    ai_breakthrough(placed);
  } else if (same > 1 && !has_bit(s.setback_values, value)) {
    s.setback_values = static_cast<std::uint8_t>(s.setback_values | (1U << value));
    ai_setback(placed);
  }
}

// It takes the first free one in the order of the pack, for a Gem.
void Play::ai_breakthrough(Piece placed) {
  for (int which = 0; which < static_cast<int>(c.breakthroughs.size()); ++which) {
    if (has_bit(s.breakthroughs, which) || !g.breakthrough_in_play(s, which)) continue;
    s.breakthroughs = static_cast<std::uint16_t>(s.breakthroughs | (1U << which));
    put_token(placed.value(), false, which);
    tell(What::kBreakthrough, kAiSeat, which);
    break;
  }
  ai_gems(c.ai.breakthrough_gem);
}

// Its Setbacks give you Water, and your leader what he has from any Setback.
void Play::ai_setback(Piece placed) {
  constexpr Seat kYou = 0;
  for (int which = 0; which < static_cast<int>(c.setbacks.size()); ++which) {
    if (has_bit(s.setbacks, which) || !g.setback_in_play(which)) continue;
    s.setbacks = static_cast<std::uint16_t>(s.setbacks | (1U << which));
    put_token(placed.value(), true, which);
    tell(What::kSetback, kAiSeat, which);
    break;
  }
  gain(kYou, kWater, c.ai.setback_water);
  for (const Rule& rule : g.leader_rules(player(kYou))) {
    if (rule.on == On::kSetback && rule.by == By::kAny && !rule.effects.empty())
      trigger(kYou, rule, 0);
  }
}

// Straight on until a Gem, a Cache or the edge stops it (CIR-Q85).
void Play::ai_move(int value) {
  Player& ai = player(kAiSeat);
  bool moved = false;
  while (true) {
    const int to = g.step_from(s, kAiSeat, value - 1);
    if (to < 0) break;
    ai.harvester = static_cast<std::uint8_t>(to);
    moved = true;
    if (to >= kFirstCorner) break;
    if (((s.tokens >> to) & 1U) == 0) continue;
    s.tokens &= ~(std::uint64_t{1} << to);
    const int gems = c.planet[s.sides & 1U][idx(to)].token[kGem];
    if (gems == 0) continue;  // Water goes back
    ai_gems(gems);
    break;
  }
  if (moved) tell(What::kAiMoved, kAiSeat, ai.harvester);
}

// Exploitation (CIR-5.12, phase 2b; CIR-Q88): its own Outpost, yours, or a Scheme. What it cannot
// do it does not, and goes on to the next.
void Play::ai_exploit(int roll) {
  Player& ai = player(kAiSeat);
  Player& you = player(0);
  tell(What::kAiExploit, kAiSeat, roll);
  int what = c.ai.exploit[idx(roll - 1)];
  if (what == 0 &&
      (ai.goods[kGem] < c.ai.exploit_cost || !ai.outpost[0].empty() || ai.progress >= 3))
    what = 1;
  const int spaces = c.outpost_spaces[idx(g.outpost_board(you))];
  const bool full = !you.outpost[0].empty() && (spaces == 1 || !you.outpost[1].empty());
  if (what == 1 && (full || g.outposts_owner_only(s))) what = 2;
  const Piece piece(kAiSeat, Piece::kSpecialist);
  if (what == 0) {
    --ai.idle_specialists;
    ai.outpost[0] = piece;
    tell(What::kAiOutpost, kAiSeat, 0);
    ai_gems(-c.ai.exploit_cost);
    ai_progress();
  } else if (what == 1) {
    --ai.idle_specialists;
    you.outpost[you.outpost[0].empty() ? 0 : 1] = piece;
    tell(What::kAiOutpost, kAiSeat, 1);
    ai_gems(c.ai.exploit_gems);
    if (has_bit(you.gained, 0)) push_run(0, c.ability_one);
    push_run(0, c.owner_bonus[idx(g.outpost_board(you))]);
  } else {
    push_scheme(SchemeUse::kSpecialist);
  }
}

// What does not fit on its board goes to the reserve (CIR-Q87).
void Play::ai_store_surplus() {
  Player& ai = player(kAiSeat);
  while (ai.idle > 0 && ai.idle + ai.idle_specialists > g.ai_level().max_dice) {
    --ai.idle;
    ++ai.reserve;
  }
}

void Play::ai_used_outpost() {
  ai_gems(std::popcount(player(kAiSeat).gained) >= 2 ? c.ai.outpost_gem_2 : c.ai.outpost_gem);
}

// Dice on Stations return, Gems are gained.
void Play::ai_harvest() {
  Player& ai = player(kAiSeat);
  for (auto& station : s.station) {
    for (auto& piece : station) {
      if (piece.empty() || !g.is_ai(piece.owner())) continue;
      if (piece.specialist()) {
        ++ai.idle_specialists;
      } else {
        ++ai.idle;
      }
      piece = Piece();
    }
  }
  ai_store_surplus();
  ai_gems(g.ai_level().harvest_gems + (ai.harvester >= kFirstCorner ? c.ai.cache_gem : 0) +
          (ai.progress >= 1 ? 1 : 0));
}

// Dice are gained, a Farm and a Ship tile leave the game (CIR-Q84).
void Play::ai_rest() {
  Player& ai = player(kAiSeat);
  for (auto* outpost : {&ai.outpost, &player(0).outpost}) {
    for (auto& piece : *outpost) {
      if (piece.empty() || !g.is_ai(piece.owner())) continue;
      ++ai.idle_specialists;
      piece = Piece();
    }
  }
  ai_store_surplus();
  ai_dice(g.ai_level().rest_dice + (ai.progress >= 2 ? 1 : 0));
  // The Farm first: what is pushed later is done earlier, and neither asks anything.
  for (const int kind : {int{kFarmTile}, int{kShipTile}}) {
    int best = -1;
    int most = 0;
    for (int stack = 0; stack < kStacks; ++stack) {
      const int n = s.down[idx(kind)][idx(stack)] + (s.up[idx(kind)][idx(stack)] != 0 ? 1 : 0);
      if (n <= most) continue;
      most = n;
      best = stack;
    }
    if (best < 0) continue;
    auto& up = s.up[idx(kind)][idx(best)];
    tell(What::kAiTile, kAiSeat, kind, up - 1);
    up = 0;
    if (s.down[idx(kind)][idx(best)] != 0) push(0, step::Tile{.kind = kind, .stack = best});
  }
}

// The topmost free Ahzuri space whose requirement it meets, or -1.
int Play::ai_ahzuri() const {
  for (int row = 0; row < g.rows(kAhzuri); ++row) {
    if (s.negotiation[kAhzuri][idx(row)].empty() &&
        g.meets(s, kAiSeat, g.negotiation_space(kAhzuri, row).ai_need))
      return row;
  }
  return -1;
}

// Intrigue 2: a waiting Specialist takes the place of a die.
void Play::ai_intrigue_specialist() {
  Player& ai = player(kAiSeat);
  s.todo.pop();
  int active = ai.idle_specialists;
  for (const auto& outpost : {ai.outpost, player(0).outpost}) {
    for (const Piece piece : outpost) {
      if (!piece.empty() && g.is_ai(piece.owner())) ++active;
    }
  }
  if (ai.locked == 0 || active > 0 || ai.idle == 0) return;
  --ai.locked;
  --ai.idle;
  ++ai.reserve;
  ++ai.idle_specialists;
  tell(What::kAiUnlocked, kAiSeat);
}

}  // namespace tidelock::circadians
