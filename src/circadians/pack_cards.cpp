// Reads the cards, tiles and tokens of a pack, and the solo opponent.
#include "circadians/pack_reader.h"

namespace tidelock::circadians {

void Reader::read_caches(const JsonIn& in) {
  if (in.size(kCorners, kCorners) != kCorners) return;
  for (std::size_t i = 0; i < kCorners; ++i) {
    in[i].only({"id", "name", "tag", "tags", "front", "harvest", "points"});
    auto& cache = out_.caches[i];
    read_named(in[i], cache);
    cache.front = static_cast<std::uint8_t>(in[i]["front"].one_of({"gem", "power"}));
    cache.harvest = read_goods(in[i]["harvest"], 20);
    cache.points = small(in[i]["points"], 0, 20);
    for (std::size_t k = 0; k < i; ++k) {
      if (out_.caches[k].front == cache.front && out_.caches[k].harvest != cache.harvest)
        in[i]["harvest"].wrong("expected the same for every tile of one front",
                               {"circadians.pack.harvest", {}});
    }
  }
  check_unique(in, out_.caches);
}

void Reader::read_trades(const JsonIn& in) {
  const std::size_t n = in.size(1, kMaxTrades);
  for (std::size_t i = 0; i < n; ++i) {
    in[i].only({"id", "name", "tag", "tags", "give", "get"});
    Trade trade;
    read_named(in[i], trade);
    trade.give = read_goods(in[i]["give"]);
    trade.get = read_goods(in[i]["get"]);
    out_.trades.push_back(trade);
  }
  check_unique(in, out_.trades);
}

void Reader::read_incidents(const JsonIn& in, InplaceVector<Incident, kMaxBreakthroughs>& out,
                            std::size_t most, bool setbacks) {
  const std::size_t n = in.size(6, most);
  for (std::size_t i = 0; i < n; ++i) {
    const JsonIn entry = in[i];
    Incident one;
    read_named(entry, one);
    one.effects = read_effects(entry["do"]);
    if (setbacks) {
      entry.only({"id", "name", "tag", "tags", "expansion", "do", "solo_do"});
      one.solo = read_effects(entry["solo_do"]);
    } else {
      entry.only({"id", "name", "tag", "tags", "expansion", "leader", "do"});
      one.with_leader = entry.maybe("leader").exists();
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
  const std::size_t n = in.size(1, kMaxTileKinds);
  int base = 0;
  int more = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const JsonIn entry = in[i];
    entry.only(
        {"id", "name", "tag", "tags", "expansion", "unique", "slot", "points", "copies", "rules"});
    Tile tile;
    read_named(entry, tile);
    tile.unique = entry.maybe("unique").exists();
    tile.points = small(entry["points"], 0, 20);
    tile.copies = small(entry["copies"], 1, 12);
    if (kind == kFarmTile) tile.slot = entry["slot"].boolean();
    tile.rules = read_rules(entry["rules"], kind == kShipTile ? kShipOns : kFarmOns);
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
  const std::size_t n = in.size(30, kMaxContracts);
  int base = 0;
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    const JsonIn entry = in[i];
    entry.only({"id", "name", "tag", "tags", "expansion", "kind", "cost", "points", "rules"});
    Contract card;
    read_named(entry, card);
    card.kind = static_cast<std::uint8_t>(entry["kind"].one_of({"ongoing", "end"}) + 1);
    card.points = small(entry["points"], 0, 20);
    card.cost = read_goods(entry["cost"], 30);
    card.rules = read_rules(entry["rules"], kCardOns);
    for (const Rule& rule : out_.of(card.rules)) {
      if (rule.specials != 0)
        entry["rules"].wrong("expected no special effects", {"circadians.pack.special", {}});
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
  const std::size_t count = in.size(1, kMaxEvents);
  int base = 0;
  int last = 0;
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    in[i].only({"id", "name", "tag", "tags", "expansion", "last", "rules"});
    EventCard card;
    read_named(in[i], card);
    if (const JsonIn ends = in[i].maybe("last"); ends.exists()) card.last = ends.boolean();
    card.rules = read_rules(in[i]["rules"], kEventOns);
    (card.last ? last : base) += card.expansion ? 0 : 1;
    out_.events.push_back(card);
  }
  check_unique(in, out_.events);
  if (in.ok() && (last != 1 || base < out_.event_cards))
    in.wrong("expected one last event and enough others of the base game",
             {"circadians.pack.events", {}});
}

void Reader::read_leaders(const JsonIn& in) {
  const std::size_t n = in.size(12, kMaxLeaders);
  int base = 0;
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    const JsonIn entry = in[i];
    entry.only({"id", "name", "tag", "tags", "expansion", "ally", "slot", "rules", "token", "board",
                "outpost_board", "breakthroughs"});
    Leader leader;
    read_named(entry, leader);
    leader.rules = read_rules(entry["rules"], kLeaderOns);
    if (const JsonIn board = entry.maybe("board"); board.exists()) {
      const std::size_t parts = board.size(1, 4);
      for (std::size_t k = 0; k < parts; ++k) {
        board[k].only({"column", "do", "tag", "tags"});
        leader.board_column[k] = small(board[k]["column"], 1, 3);
        leader.board[k] = read_effects(board[k]["do"]);
      }
    }
    leader.own_outpost_board = entry.maybe("outpost_board").exists();
    leader.adds_breakthroughs = entry.maybe("breakthroughs").exists();
    base += leader.expansion ? 0 : 1;
    out_.leaders.push_back(leader);
  }
  check_unique(in, out_.leaders);
  if (base < 4 * out_.leaders_dealt)
    in.wrong("expected enough leaders of the base game for four players",
             {"circadians.pack.leaders", {}});
}

void Reader::read_outposts(const JsonIn& tokens, const JsonIn& boards, const JsonIn& specialists) {
  const std::size_t n = tokens.size(5, kMaxTokens);
  for (std::size_t i = 0; i < n; ++i) {
    tokens[i].only({"id", "name", "tag", "tags", "expansion", "do"});
    OutpostToken token;
    read_named(tokens[i], token);
    token.effects = read_effects(tokens[i]["do"]);
    out_.tokens.push_back(token);
  }
  check_unique(tokens, out_.tokens);
  if (n < static_cast<std::size_t>(4 * out_.tokens_dealt))
    tokens.wrong("expected enough tokens for four players", {"circadians.pack.tokens", {}});
  if (boards.size(2, 2) == 2) {
    for (std::size_t i = 0; i < 2; ++i) {
      boards[i].only({"id", "name", "tag", "tags", "expansion", "copies", "spaces", "owner_bonus",
                      "sender_gain"});
      out_.outpost_spaces[i] = small(boards[i]["spaces"], 1, 2);
      out_.owner_bonus[i] = read_effects(boards[i]["owner_bonus"]);
      if (const JsonIn gain = boards[i].maybe("sender_gain"); gain.exists())
        out_.sender_gain[i] = read_effects(gain);
    }
  }
  if (specialists.size(3, 3) == 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      const JsonIn entry = specialists[i];
      entry.only({"id", "name", "tag", "tags", "expansion", "space", "rules", "points"});
      read_tag(entry);
      out_.specialist_rules[i] = read_rules(entry["rules"], kSpecialistOns);
      if (const JsonIn points = entry.maybe("points"); points.exists())
        out_.top_specialist_points = small(points, 0, 20);
    }
  }
}

void Reader::read_solo(const JsonIn& in) {
  read_schemes(in["schemes"]);
  read_ai_levels(in["ai_levels"]);
  read_ai_progress(in["ai_progress"]);
  read_ai(in["ai"]);
}

void Reader::read_schemes(const JsonIn& in) {
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
    entry.only({"id", "name", "tag", "tags", "expansion", "value", "gems", "places"});
    Scheme scheme;
    read_named(entry, scheme);
    scheme.value = small(entry["value"], 1, 6);
    scheme.gems = small(entry["gems"], 0, 9);
    if (entry["places"].size(3, 3) == 3) {
      for (std::size_t k = 0; k < 3; ++k)
        scheme.places[k] = kCodes[idx(entry["places"][k].one_of(kPlacesOfAi))];
    }
    base += scheme.expansion ? 0 : 1;
    out_.schemes.push_back(scheme);
  }
  check_unique(in, out_.schemes);
  if (base < 6)
    in.wrong("expected at least 6 schemes of the base game", {"circadians.pack.base", {{"n", 6}}});
}

void Reader::read_ai_levels(const JsonIn& in) {
  if (in.size(kAiLevels, kAiLevels) != kAiLevels) return;
  for (std::size_t i = 0; i < kAiLevels; ++i) {
    const JsonIn entry = in[i];
    entry.only({"id", "name", "tag", "tags", "start_dice", "start_gems", "harvest_gems",
                "rest_dice", "max_dice", "depository_die_points", "progress_points",
                "specialist_points"});
    AiLevel& level = out_.ai_levels[i];
    read_named(entry, level);
    level.max_dice = small(entry["max_dice"], 1, 5);
    level.start_dice = small(entry["start_dice"], 1, level.max_dice);
    level.start_gems = small(entry["start_gems"], 0, 9);
    level.harvest_gems = small(entry["harvest_gems"], 0, 9);
    level.rest_dice = small(entry["rest_dice"], 0, 5);
    level.depository_points = small(entry["depository_die_points"], 0, 20);
    level.progress_points = small(entry["progress_points"], 0, 20);
    if (entry["specialist_points"].size(3, 3) == 3) {
      for (std::size_t k = 0; k < 3; ++k)
        level.specialist_points[k] = small(entry["specialist_points"][k], 0, 20);
    }
  }
}

// What they do is in the rules; the pack only says how it is known.
void Reader::read_ai_progress(const JsonIn& in) {
  if (in.size(3, 3) != 3) return;
  for (std::size_t i = 0; i < 3; ++i) {
    in[i].only({"id", "name", "tag", "tags", "stars", "off"});
    read_tag(in[i]);
  }
}

void Reader::read_ai(const JsonIn& in) {
  in.only({"id", "name", "tag", "tags", "scheme_cards", "cache_gem", "stuck_gem", "gem_cost",
           "academy_dice", "breakthrough_gem", "setback_water", "outpost_use_gem",
           "outpost_use_gem_2", "exploitation", "exploitation_tag"});
  read_tag(in);
  out_.ai.scheme_cards = small(in["scheme_cards"], 1, 3);
  out_.ai.cache_gem = small(in["cache_gem"], 0, 9);
  out_.ai.stuck_gem = small(in["stuck_gem"], 0, 9);
  in["gem_cost"].only({"negotiation", "depository", "temple"});
  out_.ai.negotiation_cost = small(in["gem_cost"]["negotiation"], 0, 9);
  out_.ai.depository_cost = small(in["gem_cost"]["depository"], 0, 9);
  out_.ai.temple_cost = small(in["gem_cost"]["temple"], 0, 9);
  out_.ai.academy_dice = small(in["academy_dice"], 0, 5);
  out_.ai.breakthrough_gem = small(in["breakthrough_gem"], 0, 9);
  out_.ai.setback_water = small(in["setback_water"], 0, 20);
  out_.ai.outpost_gem = small(in["outpost_use_gem"], 0, 9);
  out_.ai.outpost_gem_2 = small(in["outpost_use_gem_2"], 0, 9);
  read_exploitation(in["exploitation"]);
}

void Reader::read_exploitation(const JsonIn& in) {
  if (in.size(3, 3) != 3) return;
  std::uint32_t rolls = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const JsonIn one = in[i];
    one.only({"roll", "to", "gems", "progress", "else"});
    std::uint8_t low = 1;
    std::uint8_t high = 1;
    read_values(one["roll"], low, high);
    const int to = one["to"].one_of({"own_outpost", "your_outpost", "scheme"});
    for (int roll = low; roll <= high; ++roll) {
      out_.ai.exploit[idx(roll - 1)] = static_cast<std::uint8_t>(to);
      rolls |= 1U << roll;
    }
    if (to == 0) out_.ai.exploit_cost = static_cast<std::uint8_t>(-one["gems"].integer(-9, 0));
    if (to == 1) out_.ai.exploit_gems = small(one["gems"], 0, 9);
  }
  if (rolls != 0x7E)
    in.wrong("expected every roll from 1 to 6 once", {"circadians.pack.rolls", {}});
}

}  // namespace tidelock::circadians
