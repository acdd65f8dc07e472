// Reads the cards, tiles and tokens of a pack, and the solo opponent.
#include "circadians/pack_reader.h"

namespace tidelock::circadians {

void Reader::read_caches(const JsonIn& in) {
  namespace member = schema::pack::cache;
  if (in.size(kCorners, kCorners) != kCorners) return;
  for (std::size_t i = 0; i < kCorners; ++i) {
    in[i].only(member::kTakes);
    auto& cache = out_.caches[i];
    read_named(in[i], cache);
    cache.front = static_cast<std::uint8_t>(in[i][member::kFront].one_of({"gem", "power"}));
    cache.harvest = read_goods(in[i][member::kHarvest], 20);
    cache.points = small(in[i][member::kPoints], 0, 20);
    for (std::size_t k = 0; k < i; ++k) {
      if (out_.caches[k].front == cache.front && out_.caches[k].harvest != cache.harvest)
        in[i][member::kHarvest].wrong("expected the same for every tile of one front",
                                      {"circadians.pack.harvest", {}});
    }
  }
  check_unique(in, out_.caches);
}

void Reader::read_trades(const JsonIn& in) {
  namespace member = schema::pack::trades;
  const std::size_t n = in.size(1, kMaxTrades);
  for (std::size_t i = 0; i < n; ++i) {
    in[i].only(member::kTakes);
    Trade trade;
    read_named(in[i], trade);
    trade.give = read_goods(in[i][member::kGive]);
    trade.get = read_goods(in[i][member::kGet]);
    out_.trades.push_back(trade);
  }
  check_unique(in, out_.trades);
}

void Reader::read_incidents(const JsonIn& in, InplaceVector<Incident, kMaxBreakthroughs>& out,
                            std::size_t most, bool setbacks) {
  namespace member = schema::pack::setbacks;
  const std::size_t n = in.size(6, most);
  for (std::size_t i = 0; i < n; ++i) {
    const JsonIn entry = in[i];
    Incident one;
    read_named(entry, one);
    one.effects = read_effects(entry[member::kDo]);
    if (setbacks) {
      entry.only(member::kTakes);
      one.solo = read_effects(entry[member::kSoloDo]);
    } else {
      entry.only(schema::pack::breakthroughs::kTakes);
      one.with_leader = entry.maybe(schema::pack::breakthroughs::kLeader).exists();
    }
    out.push_back(one);
  }
  check_unique(in, out);
  const auto count = [&](bool expansion) {
    return std::count_if(out.begin(), out.end(), [&](const Incident& one) {
      return !one.with_leader && (expansion || !one.expansion);
    });
  };
  if (count(false) < 6)
    in.wrong("expected at least 6 of the base game", {"circadians.pack.base", {{"n", 6}}});
  if (count(true) < 8)
    in.wrong("expected at least 8 with the expansion", {"circadians.pack.expansion", {{"n", 8}}});
}

void Reader::read_tiles(const JsonIn& in, TileKind kind, InplaceVector<Tile, kMaxTileKinds>& out) {
  namespace member = schema::pack::farm;
  const std::size_t n = in.size(1, kMaxTileKinds);
  int base = 0;
  int more = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const JsonIn entry = in[i];
    entry.only(member::kTakes);
    Tile tile;
    read_named(entry, tile);
    tile.unique = entry.maybe(member::kUnique).exists();
    tile.points = small(entry[member::kPoints], 0, 20);
    tile.copies = small(entry[member::kCopies], 1, 12);
    if (kind == kFarmTile) tile.slot = entry[member::kSlot].boolean();
    tile.rules = read_rules(entry[member::kRules], kind == kShipTile ? kShipOns : kFarmOns);
    for (const Rule& rule : out_.of(tile.rules)) {
      if (kind == kFarmTile && rule.die[0] != 0) {
        tile.low = rule.die[0];
        tile.high = rule.die[1];
      }
    }
    if (!tile.unique) (tile.expansion ? more : base) += tile.copies;
    out.push_back(tile);
  }
  check_unique(in, out);
  if (base % kStacks != 0 || more % kStacks != 0 || base + more > 60 || base < 2 * kStacks)
    in.wrong("expected copies that make three equal stacks", {"circadians.pack.stacks", {}});
}

void Reader::read_contracts(const JsonIn& in) {
  namespace member = schema::pack::contract;
  const std::size_t n = in.size(30, kMaxContracts);
  int base = 0;
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    const JsonIn entry = in[i];
    entry.only(member::kTakes);
    Contract card;
    read_named(entry, card);
    card.kind = static_cast<std::uint8_t>(entry[member::kKind].one_of({"ongoing", "end"}) + 1);
    card.points = small(entry[member::kPoints], 0, 20);
    card.cost = read_goods(entry[member::kCost], 30);
    card.rules = read_rules(entry[member::kRules], kCardOns);
    for (const Rule& rule : out_.of(card.rules)) {
      if (rule.specials != 0)
        entry[member::kRules].wrong("expected no special effects", {"circadians.pack.special", {}});
    }
    base += card.expansion ? 0 : 1;
    out_.contracts.push_back(card);
  }
  check_unique(in, out_.contracts);
  if (base < 30)
    in.wrong("expected at least 30 contracts of the base game",
             {"circadians.pack.base", {{"n", 30}}});
}

void Reader::read_events(const JsonIn& in) {
  namespace member = schema::pack::events;
  const std::size_t count = in.size(1, kMaxEvents);
  int base = 0;
  int last = 0;
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    in[i].only(member::kTakes);
    EventCard card;
    read_named(in[i], card);
    if (const JsonIn ends = in[i].maybe(member::kLast); ends.exists()) card.last = ends.boolean();
    card.rules = read_rules(in[i][member::kRules], kEventOns);
    (card.last ? last : base) += card.expansion ? 0 : 1;
    out_.events.push_back(card);
  }
  check_unique(in, out_.events);
  if (in.ok() && (last != 1 || base < out_.event_cards))
    in.wrong("expected one last event and enough others of the base game",
             {"circadians.pack.events", {}});
}

void Reader::read_leaders(const JsonIn& in) {
  namespace member = schema::pack::leader;
  const std::size_t n = in.size(12, kMaxLeaders);
  int base = 0;
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    const JsonIn entry = in[i];
    entry.only(member::kTakes);
    Leader leader;
    read_named(entry, leader);
    leader.rules = read_rules(entry[member::kRules], kLeaderOns);
    if (const JsonIn board = entry.maybe(member::kBoard); board.exists()) {
      const std::size_t parts = board.size(1, 4);
      for (std::size_t k = 0; k < parts; ++k) {
        board[k].only(member::board::kTakes);
        leader.board_column[k] = small(board[k][member::board::kColumn], 1, 3);
        leader.board[k] = read_effects(board[k][member::board::kDo]);
      }
    }
    leader.own_outpost_board = entry.maybe(member::kOutpostBoard).exists();
    leader.adds_breakthroughs = entry.maybe(member::kBreakthroughs).exists();
    base += leader.expansion ? 0 : 1;
    out_.leaders.push_back(leader);
  }
  check_unique(in, out_.leaders);
  if (base < 4 * out_.leaders_dealt)
    in.wrong("expected enough leaders of the base game for four players",
             {"circadians.pack.leaders", {}});
}

void Reader::read_outposts(const JsonIn& tokens, const JsonIn& boards, const JsonIn& specialists) {
  namespace member = schema::pack::outposts;
  const std::size_t n = tokens.size(5, kMaxTokens);
  for (std::size_t i = 0; i < n; ++i) {
    tokens[i].only(member::kTakes);
    OutpostToken token;
    read_named(tokens[i], token);
    token.effects = read_effects(tokens[i][member::kDo]);
    out_.tokens.push_back(token);
  }
  check_unique(tokens, out_.tokens);
  if (n < static_cast<std::size_t>(4 * out_.tokens_dealt))
    tokens.wrong("expected enough tokens for four players", {"circadians.pack.tokens", {}});
  if (boards.size(2, 2) == 2) {
    for (std::size_t i = 0; i < 2; ++i) {
      boards[i].only(schema::pack::outpost_boards::kTakes);
      out_.outpost_spaces[i] = small(boards[i][schema::pack::outpost_boards::kSpaces], 1, 2);
      out_.owner_bonus[i] = read_effects(boards[i][schema::pack::outpost_boards::kOwnerBonus]);
      if (const JsonIn gain = boards[i].maybe(schema::pack::outpost_boards::kSenderGain);
          gain.exists())
        out_.sender_gain[i] = read_effects(gain);
    }
  }
  if (specialists.size(3, 3) == 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      const JsonIn entry = specialists[i];
      entry.only(schema::pack::specialists::kTakes);
      read_tag(entry);
      out_.specialist_rules[i] =
          read_rules(entry[schema::pack::specialists::kRules], kSpecialistOns);
      if (const JsonIn points = entry.maybe(schema::pack::specialists::kPoints); points.exists())
        out_.top_specialist_points = small(points, 0, 20);
    }
  }
}

void Reader::read_solo(const JsonIn& in) {
  namespace member = schema::pack;
  read_schemes(in[member::kSchemes]);
  read_ai_levels(in[member::kAiLevels]);
  read_ai_progress(in[member::kAiProgress]);
  read_ai(in[member::kAi]);
}

void Reader::read_schemes(const JsonIn& in) {
  namespace member = schema::pack::schemes;
  constexpr std::array<std::string_view, 12> kPlacesOfAi = {
      "mining_camp", "laboratory", "foundry", "market", "academy", "temple",
      "depository",  "oxataya",    "leyrien", "zcharo", "jrayek",  "ahzuri"};
  constexpr auto kWith = Scheme::kNegotiationWith;
  constexpr std::array<std::uint8_t, 12> kCodes = {
      kMiningCamp,      kLaboratory,     kFoundry,        kMarket,
      kAcademy,         kTemple,         kDepository,     kWith + kOxataya,
      kWith + kLeyrien, kWith + kZcharo, kWith + kJrayek, kWith + kAhzuri};
  const std::size_t n = in.size(6, kMaxSchemes);
  int base = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const JsonIn entry = in[i];
    entry.only(member::kTakes);
    Scheme scheme;
    read_named(entry, scheme);
    scheme.value = small(entry[member::kValue], 1, 6);
    scheme.gems = small(entry[member::kGems], 0, 9);
    if (entry[member::kPlaces].size(3, 3) == 3) {
      for (std::size_t k = 0; k < 3; ++k)
        scheme.places[k] = kCodes[idx(entry[member::kPlaces][k].one_of(kPlacesOfAi))];
    }
    base += scheme.expansion ? 0 : 1;
    out_.schemes.push_back(scheme);
  }
  check_unique(in, out_.schemes);
  if (base < 6)
    in.wrong("expected at least 6 schemes of the base game", {"circadians.pack.base", {{"n", 6}}});
}

void Reader::read_ai_levels(const JsonIn& in) {
  namespace member = schema::pack::ai_levels;
  if (in.size(kAiLevels, kAiLevels) != kAiLevels) return;
  for (std::size_t i = 0; i < kAiLevels; ++i) {
    const JsonIn entry = in[i];
    entry.only(member::kTakes);
    AiLevel& level = out_.ai_levels[i];
    read_named(entry, level);
    level.max_dice = small(entry[member::kMaxDice], 1, 5);
    level.start_dice = small(entry[member::kStartDice], 1, level.max_dice);
    level.start_gems = small(entry[member::kStartGems], 0, 9);
    level.harvest_gems = small(entry[member::kHarvestGems], 0, 9);
    level.rest_dice = small(entry[member::kRestDice], 0, 5);
    level.depository_points = small(entry[member::kDepositoryDiePoints], 0, 20);
    level.progress_points = small(entry[member::kProgressPoints], 0, 20);
    if (entry[member::kSpecialistPoints].size(3, 3) == 3) {
      for (std::size_t k = 0; k < 3; ++k)
        level.specialist_points[k] = small(entry[member::kSpecialistPoints][k], 0, 20);
    }
  }
}

// What they do is in the rules; the pack only says how it is known.
void Reader::read_ai_progress(const JsonIn& in) {
  namespace member = schema::pack::ai_progress;
  if (in.size(3, 3) != 3) return;
  for (std::size_t i = 0; i < 3; ++i) {
    in[i].only(member::kTakes);
    read_tag(in[i]);
  }
}

void Reader::read_ai(const JsonIn& in) {
  namespace member = schema::pack::ai;
  in.only(member::kTakes);
  read_tag(in);
  out_.ai.scheme_cards = small(in[member::kSchemeCards], 1, 3);
  out_.ai.cache_gem = small(in[member::kCacheGem], 0, 9);
  out_.ai.stuck_gem = small(in[member::kStuckGem], 0, 9);
  const JsonIn cost = in[member::kGemCost];
  cost.only(member::gem_cost::kTakes);
  out_.ai.negotiation_cost = small(cost[member::gem_cost::kNegotiation], 0, 9);
  out_.ai.depository_cost = small(cost[member::gem_cost::kDepository], 0, 9);
  out_.ai.temple_cost = small(cost[member::gem_cost::kTemple], 0, 9);
  out_.ai.academy_dice = small(in[member::kAcademyDice], 0, 5);
  out_.ai.breakthrough_gem = small(in[member::kBreakthroughGem], 0, 9);
  out_.ai.setback_water = small(in[member::kSetbackWater], 0, 20);
  out_.ai.outpost_gem = small(in[member::kOutpostUseGem], 0, 9);
  out_.ai.outpost_gem_2 = small(in[member::kOutpostUseGem2], 0, 9);
  read_exploitation(in[member::kExploitation]);
}

void Reader::read_exploitation(const JsonIn& in) {
  namespace member = schema::pack::ai::exploitation;
  if (in.size(3, 3) != 3) return;
  std::uint32_t rolls = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const JsonIn one = in[i];
    one.only(member::kTakes);
    std::uint8_t low = 1;
    std::uint8_t high = 1;
    read_values(one[member::kRoll], low, high);
    const int to = one[member::kTo].one_of({"own_outpost", "your_outpost", "scheme"});
    for (int roll = low; roll <= high; ++roll) {
      out_.ai.exploit[idx(roll - 1)] = static_cast<std::uint8_t>(to);
      rolls |= 1U << roll;
    }
    if (to == 0)
      out_.ai.exploit_cost = static_cast<std::uint8_t>(-one[member::kGems].integer(-9, 0));
    if (to == 1) out_.ai.exploit_gems = small(one[member::kGems], 0, 9);
  }
  if (rolls != 0x7E)
    in.wrong("expected every roll from 1 to 6 once", {"circadians.pack.rolls", {}});
}

}  // namespace tidelock::circadians
