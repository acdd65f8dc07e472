// Whether pieces, tiles and tokens of a state lie where they can lie, and none is lost or too many.
#include "circadians/checker.h"

namespace tidelock::circadians {

// --- pieces ---

// How many pieces of each player lie on boards: those that come home, and those that stay (`out`).
struct Checker::Sums {
  struct Sum {
    int dice = 0, specialists = 0, out = 0, out_specialists = 0;
  };
  std::array<Sum, kMaxSeats> of{};
};

void Checker::check_pieces() {
  Sums sums;
  add_boards(sums);
  add_stations(sums);
  add_outposts(sums);
  check_home();
  for (int i = 0; i < all_ && !wrong_; ++i) {
    check_base(i);
    check_dice(i, sums);
    if (g_.is_ai(i)) check_ai(i);
  }
}

// A piece on a board, on a space that is in play or not, where it stays or not.
void Checker::add_piece(Sums& sums, Piece piece, const char* where, bool open, bool stays) {
  if (piece.empty()) return;
  need(open, where, "expected no die on a space that is not in play");
  if (wrong_) return;
  auto& sum = sums.of[idx(piece.owner())];
  if (piece.specialist()) {
    need(g_.expansion(), where, "expected no Specialist without the expansion");
    ++(stays ? sum.out_specialists : sum.specialists);
  } else if (piece.regular()) {
    ++(stays ? sum.out : sum.dice);
  } else {
    need(!stays && !g_.is_ai(piece.owner()) && g_.has_special(player(piece.owner()), Special::kSal),
         where, "expected no Sal there");
  }
}

void Checker::add_boards(Sums& sums) {
  for (int f = 0; f < kFactions; ++f) {
    for (int row = 0; row < kRows; ++row) {
      add_piece(sums, s_.negotiation[idx(f)][idx(row)], "negotiation",
                g_.faction_in_play(f) && row < g_.rows(f), true);
    }
  }
  for (int v = 1; v <= 6; ++v) {
    for (int row = 0; row < kDepositoryRows; ++row) {
      const Piece piece = s_.depository[idx(v - 1)][idx(row)];
      add_piece(sums, piece, "depository", g_.depository_open(row), true);
      need(piece.empty() || !piece.regular() || piece.value() == v, "depository",
           "expected the value of the column");
    }
  }
}

void Checker::add_stations(Sums& sums) {
  for (int station = 0; station < kStations; ++station) {
    for (int i = 0; i < kStationSpaces; ++i) {
      add_piece(sums, s_.station[idx(station)][idx(i)], "stations",
                g_.station_in_play(station) && g_.space_open(station, i), false);
    }
  }
  for (int i = 0; i < kStationSpaces; ++i) {
    const Piece piece = s_.partner[idx(i)];
    const Piece first = s_.station[kLaboratory][idx(i)];
    add_piece(sums, piece, "partners", !first.empty(), false);
    need(piece.empty() || piece.owner() == first.owner(), "partners",
         "expected the owner of the other die");
  }
  for (int i = 0; i < kHqSpaces; ++i) {
    const Piece piece = s_.hq[idx(i)];
    add_piece(sums, piece, "hq", g_.hq_open(i), false);
    need(piece.empty() || (!g_.is_ai(piece.owner()) && piece.value() != Piece::kSal), "hq",
         "expected a die of a player");
  }
}

void Checker::add_outposts(Sums& sums) {
  for (int i = 0; i < all_; ++i) {
    const auto& outpost = player(i).outpost;
    for (int k = 0; k < 2; ++k)
      add_piece(sums, outpost[idx(k)], "players", g_.expansion() && k < outpost_spaces(i), false);
    need(outpost[1].empty() || !outpost[0].empty(), "outpost", "expected the first space first", i);
  }
}

// From Rest until the Screens go, what was sent is at home.
void Checker::check_home() {
  if (!in_setup() && s_.phase > static_cast<int>(Phase::kPlan) &&
      s_.phase <= static_cast<int>(Phase::kReturn))
    return;
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

// What lies in the Research Base.
void Checker::check_base(int i) {
  const Player& p = player(i);
  for (const auto die : p.garage) {
    need(
        die == 0 || ((p.flags & kSendingEnded) == 0 && s_.phase <= static_cast<int>(Phase::kTurns)),
        "garages", "expected nothing left to send", i);
  }
  need((p.flags & kFarmsHarvested) == 0 || g_.has_special(p, Special::kAmosHarvestTurn), "flags",
       "expected no such turn with this leader", i);
  for (int slot = 0; slot < kFarms; ++slot) {
    const Tile* farm = g_.farm_at(p, slot);
    need(p.farm[idx(slot)] == 0 || (farm != nullptr && farm->slot), "farms",
         "expected a Farm that takes a die", i);
  }
}

// All dice of a player, and a Specialist for each that was gained.
void Checker::check_dice(int i, const Sums& sums) {
  const Player& p = player(i);
  auto sum = sums.of[idx(i)];
  const auto in_base = [&](std::uint8_t die) {
    if (die != 0) ++(die == Piece::kSpecialist ? sum.specialists : sum.dice);
  };
  for (const auto n : p.rolled) sum.dice += n;
  for (const auto die : p.garage) in_base(die);
  for (const auto die : p.farm) in_base(die);
  sum.dice += p.idle + p.canteen;
  sum.specialists += p.idle_specialists + p.canteen_specialists;
  if (p.stage == Stage::kRerolling) sum.dice += p.to_roll;
  need(sum.out == p.out && sum.out_specialists == p.out_specialists, "out",
       "expected what lies on the boards", i);
  need(sum.dice + p.out + p.reserve == c_.dice, "reserve", "expected all dice of the player", i);
  need(sum.specialists + p.out_specialists + p.locked == std::popcount(p.gained), "gained",
       "expected a Specialist for each gained one", i);
  const bool at_end = g_.rules() > 1 && s_.phase >= static_cast<int>(Phase::kEnd);
  need((p.gained_late & ~p.gained) == 0 && (p.gained_late == 0 || at_end), "gained_late",
       "expected some of those gained, at the end of the game", i);
  need(g_.expansion() || p.gained == 0, "gained", "expected no Specialist without the expansion",
       i);
  const int limit = g_.is_ai(i) ? 1 : g_.specialist_limit(p);
  need(Circadians::active_specialists(p) <= limit, "gained",
       "expected no more active Specialists than allowed", i);
  need(p.locked == 0 || p.gained != 0, "locked", "expected gained Specialists", i);
}

// The AI has dice, Gems and Specialists only.
void Checker::check_ai(int i) {
  const Player& p = player(i);
  need(p.hand.empty() && p.fulfilled.empty() && p.draft.empty() && p.leader == kNone &&
           p.token == kNone && p.goods[kWater] == 0 && p.goods[kAlgae] == 0 &&
           p.goods[kEnergy] == 0 && p.canteen == 0 && p.canteen_specialists == 0,
       "hand", "expected nothing of the kind with the AI", i);
  for (const auto die : p.garage) need(die == 0, "garages", "expected none", i);
  need(p.idle + p.idle_specialists <= 8, "base", "expected fewer dice", i);
  need(p.gained == 0 || p.gained == 1 || p.gained == 3 || p.gained == 7, "gained",
       "expected Specialists in order", i);
}

// --- tiles ---

// Of each kind of tile no more than there are, in stacks, on bases and about to be put somewhere.
void Checker::check_tiles() {
  for (const int kind : {int{kShipTile}, int{kFarmTile}}) {
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
    const auto lies = [&](int tile, bool held) {  // tile + 1, or 0
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
      if (kind == kShipTile) {
        for (const auto tile : player(i).ship) lies(tile, true);
      } else {
        for (const auto tile : player(i).tile) lies(tile, true);
      }
    }
    for (const Todo& t : steps()) {
      if (t.what == Do::kGarage && kind == kShipTile) lies(as<step::Garage>(t).ship + 1, false);
    }
    for (std::size_t i = 0; i < tiles.size() && !wrong_; ++i)
      need(out[i] <= tiles[i].copies, where, "expected no more tiles than there are");
    check_stacks(kind, where);
  }
  for (int i = 0; i < n_; ++i) {
    const auto& farms = player(i).tile;
    for (std::size_t k = 1; k < farms.size(); ++k)
      need(farms[k] == 0 || farms[k - 1] != 0, "farm_tiles",
           "expected the slots filled from the left", i);
  }
}

// A stack shows its top tile, but while the next one is turned up.
void Checker::check_stacks(int kind, const char* where) {
  const auto turns_up = [&](const Todo& t, int stack) {
    if (t.what != Do::kTile) return false;
    const auto turned = as<step::Tile>(t);
    return turned.kind == kind && turned.stack == stack;
  };
  for (int stack = 0; stack < kStacks; ++stack) {
    const auto turned = std::count_if(steps().begin(), steps().end(),
                                      [&](const Todo& t) { return turns_up(t, stack); });
    const bool shown = s_.up[idx(kind)][idx(stack)] != 0;
    const bool more = s_.down[idx(kind)][idx(stack)] != 0;
    need(turned != 0 || bottom().what == Do::kChance || shown || !more, where,
         "expected a tile face up on every stack");
    need(turned == 0 || (!shown && more), "todo", "expected a tile to turn up");
    need(turned <= 1, "todo", "expected a stack once");
  }
}

// --- the Planet and the Negotiation board ---

void Checker::check_planet() {
  for (int i = 0; i < all_; ++i) {
    for (int k = 0; k < i; ++k) {
      need(player(i).harvester < kFirstCorner || player(i).harvester != player(k).harvester,
           "harvester", "expected one Harvester on a Cache", i);
    }
    need(player(i).progress == 0 || g_.is_ai(i), "progress", "expected 0", i);
  }
  check_caches();
  check_planet_tokens();
  for (int f = 0; f < kFactions; ++f)
    need(!has_bit(s_.sides, f + 1) || g_.faction_in_play(f), "sides", "expected boards in play");
  check_incidents();
  check_incident_tokens();
}

// A tile is drawn for a corner when somebody looks; before, only the fronts are known (CIR-Q16).
void Checker::check_caches() {
  std::uint32_t seen = 0;
  for (int i = 0; i < kCorners && !wrong_; ++i) {
    const auto cache = s_.cache[idx(i)];
    if (cache == kNone) continue;
    need(!has_bit(seen, cache) && (c_.caches[cache].front == 1) == has_bit(s_.fronts, i), "caches",
         "expected each tile once, on its front");
    seen |= 1U << cache;
  }
  const auto asks = bottom().what == Do::kChance ? as<step::Chance>(bottom())
                                                 : step::Chance{.ask = SetupAsk::kDeal};
  if (asks.ask > SetupAsk::kCache) {
    need(g_.fronts_left(s_, kCorners, 0) == 0 && g_.fronts_left(s_, kCorners, 1) == 0, "fronts",
         "expected the fronts of the pack");
  } else {
    need((s_.fronts >> asks.number) == 0 || asks.ask < SetupAsk::kCache, "fronts",
         "expected corners that are laid");
  }
  for (int corner = 0; corner < kCorners; ++corner) {
    if (s_.cache[idx(corner)] != kNone) continue;
    need(!has_bit(s_.revealed, corner), "revealed", "expected Caches that are known");
    for (int i = 0; i < n_; ++i)
      need(!has_bit(player(i).seen, corner), "seen", "expected Caches that are known", i);
  }
  for (const Todo& t : steps()) {
    if (t.what != Do::kReveal) continue;
    const int corner = as<step::Reveal>(t).corner;
    need(corner < kCorners && (s_.cache[idx(corner)] != kNone || g_.unseen_tiles(s_, corner) != 0),
         "todo", "expected a Cache");
  }
}

void Checker::check_planet_tokens() {
  for (int i = 0; i < kSpaces; ++i) {
    if (((s_.tokens >> i) & 1U) == 0) continue;
    need(i < kFirstCorner && !covers(Goods{}, c_.planet[s_.sides & 1U][idx(i)].token),
         "planet_tokens", "expected tokens only where the board has them");
  }
  need((s_.tokens >> kSpaces) == 0, "planet_tokens", "expected spaces of the Planet");
}

// An Incident for each token that was used, but for those that are being asked about.
void Checker::check_incidents() {
  need((s_.breakthrough_values & 1) == 0 && (s_.setback_values & 1) == 0, "breakthrough_values",
       "expected values from 1 to 6");
  const int used = std::popcount(s_.breakthrough_values) + s_.specialist_breakthroughs;
  need(std::popcount(s_.breakthroughs) + count(Do::kBreakthrough) == used, "breakthroughs",
       "expected one for each token used");
  const int used_setbacks = std::popcount(s_.setback_values) + s_.specialist_setbacks;
  need(std::popcount(s_.setbacks) + count(Do::kSetback) == used_setbacks, "setbacks",
       "expected one for each token used");
  for (int i = 0; i < static_cast<int>(c_.breakthroughs.size()); ++i) {
    need(!has_bit(s_.breakthroughs, i) || g_.breakthrough_in_play(s_, i), "breakthroughs",
         "expected breakthroughs in play");
  }
  for (int i = 0; i < static_cast<int>(c_.setbacks.size()); ++i) {
    need(!has_bit(s_.setbacks, i) || g_.setback_in_play(i), "setbacks",
         "expected setbacks in play");
  }
  need((s_.breakthroughs >> c_.breakthroughs.size()) == 0 &&
           (s_.setbacks >> c_.setbacks.size()) == 0,
       "breakthroughs", "expected those of the pack");
}

void Checker::check_incident_tokens() {
  for (int token = 0; token < static_cast<int>(s_.incident_tokens.at.size()); ++token) {
    const int value = token + 1;
    const int specialist = value - IncidentTokens::kSpecialists;
    const auto lies = [&](bool setback, std::uint16_t incidents, int values, int specialists) {
      const int which = s_.incident_tokens.where(token, setback);
      if (which == 0) return true;
      return has_bit(incidents, which - 1) &&
             (specialist > 0 ? specialist <= specialists
                             : has_bit(static_cast<std::uint32_t>(values), value));
    };
    need(lies(false, s_.breakthroughs, s_.breakthrough_values, s_.specialist_breakthroughs),
         "breakthrough_tokens", "expected tokens that are used, under Breakthroughs that are");
    need(lies(true, s_.setbacks, s_.setback_values, s_.specialist_setbacks), "setback_tokens",
         "expected tokens that are used, under Setbacks that are");
  }
}

}  // namespace tidelock::circadians
