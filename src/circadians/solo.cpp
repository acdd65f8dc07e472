// The automatic opponent (CIR-2.10, CIR-5.12, CIR-Q82 to CIR-Q90). Its dice have no values and no
// choices: what it does follows from its cards and rolls.
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

// mode 0: a card of Execute, 1: the extra one, 2: the Specialist's.
void Play::push_scheme(int mode) {
  if (s.schemes == 0) {
    s.schemes = s.scheme_discards;
    s.scheme_discards = 0;
  }
  if (s.schemes != 0) push(Do::kScheme, 0, mode);
}

void Play::ai_scheme(int card, int mode) {
  const Scheme& scheme = c.schemes[idx(card)];
  const bool first = mode == 0 && (s.scheme_cards & 0x7F) == s.scheme_total - 1;
  s.schemes &= ~(1U << card);
  s.scheme_shown |= 1U << card;
  tell(What::kScheme, kAiSeat, card);
  if (first) ai_move(scheme.value);
  Player& ai = player(kAiSeat);
  const bool specialist = mode == 2;
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

bool Play::ai_place(const Scheme& card, int place, bool specialist) {
  Player& ai = player(kAiSeat);
  const int gems = ai.goods[kGem];
  const int value = card.value;
  const Piece piece(kAiSeat, specialist ? Piece::kSpecialist : value);
  const auto leave = [&] {
    if (specialist) {
      --ai.idle_specialists;
    } else {
      --ai.idle;
    }
    tell(What::kAiSent, kAiSeat, place, value, specialist ? 1 : 0);
  };
  const auto out = [&] {
    if (specialist) {
      ++ai.out_specialists;
    } else {
      ++ai.out;
    }
  };
  if (place >= Scheme::kNegotiationWith) {
    const int faction = place - Scheme::kNegotiationWith;
    if (!g.faction_in_play(faction) || gems < c.ai.negotiation_cost) return false;
    for (int row = 0; row < g.rows(faction); ++row) {
      if (!s.negotiation[idx(faction)][idx(row)].empty()) continue;
      leave();
      ai_gems(-c.ai.negotiation_cost);
      s.negotiation[idx(faction)][idx(row)] = piece;
      out();
      ai_incident(faction, value, specialist, piece);
      return true;
    }
    return false;
  }
  if (place == kDepository) {
    if (gems < c.ai.depository_cost) return false;
    for (int row = 0; row < kDepositoryRows; ++row) {
      Piece& space = s.depository[idx(value - 1)][idx(row)];
      if (!g.depository_open(row) || !space.empty()) continue;
      leave();
      ai_gems(-c.ai.depository_cost);
      space = piece;
      out();
      return true;
    }
    return false;
  }
  if (!g.station_in_play(place)) return false;
  // The leftmost free space: at the Mining Camp whatever its column.
  int space = -1;
  if (place == kMiningCamp) {
    for (int i = 0; i < kStationSpaces && space < 0; ++i) {
      if (g.space_open(place, i) && s.station[idx(place)][idx(i)].empty()) space = i;
    }
  } else {
    space = g.free_space(s, place, 0, value);
  }
  if (space < 0) return false;
  if (place == kLaboratory && ai.progress >= 3) return false;
  if (place == kFoundry && (s.scheme_cards & 0x80) != 0) return false;
  if (place == kTemple && (gems < c.ai.temple_cost || std::popcount(ai.gained) >= 3)) return false;
  leave();
  s.station[idx(place)][idx(space)] = piece;
  switch (place) {
    case kMiningCamp:
    case kMarket: ai_gems(card.gems); break;
    case kLaboratory: ai_progress(); break;
    case kFoundry:
      s.scheme_cards |= 0x80;
      push_scheme(1);
      break;
    case kAcademy: ai_dice(c.ai.academy_dice); break;
    case kTemple:
      ai_gems(-c.ai.temple_cost);
      ai.gained = static_cast<std::uint8_t>((ai.gained << 1) | 1);
      ++ai.locked;
      tell(What::kAiSpecialist, kAiSeat, std::popcount(ai.gained));
      break;
    default: break;
  }
  return true;
}

// Breakthroughs give it a Gem, Setbacks give you Water (CIR-Q86); you overhear (CIR-Q90).
void Play::ai_incident(int faction, int value, bool specialist, Piece placed) {
  const Seat you = 0;
  const Player& p = player(you);
  const auto overhear = [&](const Rule& rule) {
    if (rule.on != On::kNegotiate || rule.by == By::kSelf || rule.effects.empty()) return;
    if (rule.with == 0 || has_bit(rule.with, faction)) trigger(you, rule, 0);
  };
  if (const Leader* who = g.leader(p)) {
    for (const Rule& rule : c.of(who->rules)) overhear(rule);
  }
  for (const int card : p.fulfilled& c.contracts_on[idx(static_cast<int>(On::kNegotiate))]) {
    for (const Rule& rule : c.of(c.contracts[idx(card)].rules)) overhear(rule);
  }
  const auto breakthrough = [&] {
    for (std::size_t i = 0; i < c.breakthroughs.size(); ++i) {
      const int which = static_cast<int>(i);
      if (has_bit(s.breakthroughs, which) || !g.breakthrough_in_play(s, which)) continue;
      s.breakthroughs = static_cast<std::uint16_t>(s.breakthroughs | (1U << i));
      put_token(placed.value(), false, which);
      tell(What::kBreakthrough, kAiSeat, which);
      break;
    }
    ai_gems(c.ai.breakthrough_gem);
  };
  const auto setback = [&] {
    for (std::size_t i = 0; i < c.setbacks.size(); ++i) {
      const int which = static_cast<int>(i);
      if (has_bit(s.setbacks, which) || !g.setback_in_play(which)) continue;
      s.setbacks = static_cast<std::uint16_t>(s.setbacks | (1U << i));
      put_token(placed.value(), true, which);
      tell(What::kSetback, kAiSeat, which);
      break;
    }
    gain(you, kWater, c.ai.setback_water);
    const auto look = [&](const Rule& rule) {
      if (rule.on == On::kSetback && rule.by == By::kAny && !rule.effects.empty())
        trigger(you, rule, 0);
    };
    if (const Leader* who = g.leader(p)) {
      for (const Rule& rule : c.of(who->rules)) look(rule);
    }
  };
  int same = 0;
  for (const Piece piece : s.negotiation[idx(faction)]) {
    if (!piece.empty() && piece.value() == placed.value()) ++same;
  }
  if (specialist) {
    if (s.specialist_breakthroughs < 2) {
      ++s.specialist_breakthroughs;
      breakthrough();
    }
    if (same > 1 && s.specialist_setbacks < 2) {
      ++s.specialist_setbacks;
      setback();
    }
    return;
  }
  if (!has_bit(s.breakthrough_values, value)) {
    s.breakthrough_values = static_cast<std::uint8_t>(s.breakthrough_values | (1U << value));
    breakthrough();
  } else if (same > 1 && !has_bit(s.setback_values, value)) {
    s.setback_values = static_cast<std::uint8_t>(s.setback_values | (1U << value));
    setback();
  }
}

// CIR-Q85
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

// CIR-5.12, phase 2b
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
    push_scheme(2);
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
  // CIR-Q87: what does not fit goes to the reserve.
  while (ai.idle > 0 && ai.idle + ai.idle_specialists > g.ai_level().max_dice) {
    --ai.idle;
    ++ai.reserve;
  }
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
  while (ai.idle > 0 && ai.idle + ai.idle_specialists > g.ai_level().max_dice) {
    --ai.idle;
    ++ai.reserve;
  }
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
    if (s.down[idx(kind)][idx(best)] != 0) push(Do::kTile, 0, kind, best);
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
