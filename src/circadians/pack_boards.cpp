// Reads the boards of a pack: constants, Planet, Negotiation board, Spaceport, Stations and bases.
#include "circadians/pack_reader.h"

namespace tidelock::circadians {

// Numbers that the code takes for granted (three Specialists, the stacks, the Incident tokens) are
// checked and not kept: a pack that says otherwise would be another game.
void Reader::read_constants(const JsonIn& in) {
  const auto value = [&](const char* name) {
    in[name].only({"value", "tag"});
    read_tag(in[name]);
    return in[name]["value"];
  };
  const auto number = [&](const char* name, int least, int most) {
    return static_cast<int>(value(name).integer(least, most));
  };
  in.only({"rounds", "dice_per_player", "start_dice", "specialists_per_player", "dice_limit",
           "hand_limit", "active_specialist_limit", "start_resources", "leaders_dealt",
           "outpost_tokens_dealt", "draft_cards", "draft_keep", "solo_draw", "event_cards_on_top",
           "incident_tokens", "hq_reward", "stacks", "gem_points", "canteen_water"});
  out_.rounds = number("rounds", 1, 12);
  out_.dice = number("dice_per_player", 4, 20);
  out_.start_dice = number("start_dice", 1, 4);
  (void)number("specialists_per_player", 3, 3);
  out_.dice_limit = number("dice_limit", 3, 8);
  out_.hand_limit = number("hand_limit", 1, 12);
  out_.specialist_limit = number("active_specialist_limit", 1, 1);
  out_.start_goods = read_goods(value("start_resources"), 99);
  out_.leaders_dealt = number("leaders_dealt", 1, 4);
  out_.tokens_dealt = number("outpost_tokens_dealt", 1, 2);
  out_.draft_cards = number("draft_cards", 2, 6);
  out_.draft_keep = number("draft_keep", 1, out_.draft_cards - 1);
  out_.solo_draw = number("solo_draw", out_.draft_keep + 1, 8);
  out_.event_cards = number("event_cards_on_top", out_.rounds - 1, out_.rounds - 1);
  const JsonIn tokens = value("incident_tokens");
  tokens.only({"base", "expansion"});
  (void)tokens["base"].integer(12, 12);
  (void)tokens["expansion"].integer(4, 4);
  (void)value("hq_reward");
  (void)number("stacks", kStacks, kStacks);
  out_.gem_points = number("gem_points", 0, 5);
  out_.canteen_water = number("canteen_water", 0, 9);
}

// Both sides list the same spaces in the same order, the centre first and the corners last, so that
// a number means the same space on either side and a corner is known by its number.
void Reader::read_planet(const JsonIn& in) {
  in.only({"radius", "hexes", "tag", "tags", "directions", "cache_corners", "sides"});
  read_tag(in);
  (void)in["radius"].integer(3, 3);
  const JsonIn directions = in["directions"];
  if (directions.size(6, 6) != 6) return;
  for (std::size_t i = 0; i < 6; ++i) {
    directions[i].only({"id", "name", "value", "q", "r", "tag", "tags"});
    (void)directions[i]["value"].integer(static_cast<int>(i) + 1, static_cast<int>(i) + 1);
    (void)directions[i]["q"].integer(kHexSteps[i][0], kHexSteps[i][0]);
    (void)directions[i]["r"].integer(kHexSteps[i][1], kHexSteps[i][1]);
  }
  const JsonIn corners = in["cache_corners"];
  if (corners.size(kCorners, kCorners) != kCorners) return;
  const JsonIn sides = in["sides"];
  if (sides.size(2, 2) != 2) return;
  for (std::size_t side = 0; side < 2; ++side) {
    sides[side].only({"id", "name", "tag", "tags", "spaces"});
    read_tag(sides[side]);
    const JsonIn spaces = sides[side]["spaces"];
    if (spaces.size(kFirstCorner, kFirstCorner) != kFirstCorner) return;
    auto& planet = out_.planet[side];
    for (int i = 0; i < kSpaces; ++i) {
      const bool corner = i >= kFirstCorner;
      const JsonIn space = corner ? corners[idx(i - kFirstCorner)] : spaces[idx(i)];
      PlanetSpace& one = planet[idx(i)];
      one.q = tiny(space["q"], -3, 3);
      one.r = tiny(space["r"], -3, 3);
      const int distance = hex_distance(one.q, one.r);
      if (distance > 3 ||
          corner != (distance == 3 && (one.q == 0 || one.r == 0 || one.q + one.r == 0)))
        corner
            ? space.wrong("expected a corner", {"circadians.pack.corner", {}})
            : space.wrong("expected a space that is no corner", {"circadians.pack.no-corner", {}});
      if (i == 0 && distance != 0)
        space.wrong("expected the centre first", {"circadians.pack.centre", {}});
      for (int k = 0; k < i; ++k) {
        if (planet[idx(k)].q == one.q && planet[idx(k)].r == one.r)
          space.wrong("expected each space once", {"circadians.pack.space-once", {}});
        if (side == 1 && k == 0 &&
            (out_.planet[0][idx(i)].q != one.q || out_.planet[0][idx(i)].r != one.r))
          space.wrong("expected the spaces in the order of the first side",
                      {"circadians.pack.space-order", {}});
      }
      if (corner) {
        space.only({"q", "r"});
        continue;
      }
      space.only({"id", "ring", "q", "r", "harvest", "token"});
      one.harvest = read_goods(space["harvest"], 20);
      if (const JsonIn token = space.maybe("token"); token.exists())
        one.token = read_goods(token, 20);
    }
  }
}

Need Reader::read_need(const JsonIn& in) {
  Need need;
  const auto one = [&](const JsonIn& entry) {
    entry.only({"count", "at_least"});
    need.any.push_back(
        {static_cast<Count>(entry["count"].one_of(kCountIds)), small(entry["at_least"], 1, 20)});
  };
  if (const JsonIn any = in.maybe("any"); any.exists()) {
    in.only({"any"});
    const std::size_t n = any.size(1, kMaxNeeds);
    for (std::size_t i = 0; i < n; ++i) one(any[i]);
  } else {
    one(in);
  }
  return need;
}

// A faction of the base game pays with goods and may have a row on one side of the board only; one
// that has conditions instead of costs lists the rows of each side apart.
void Reader::read_negotiation(const JsonIn& in) {
  if (in.size(kFactions, kFactions) != kFactions) return;
  for (std::size_t f = 0; f < kFactions; ++f) {
    const JsonIn entry = in[f];
    entry.only({"id", "name", "tag", "tags", "expansion", "position", "resource", "rows",
                "rows_multi", "rows_solo"});
    Column& column = out_.columns[f];
    read_named(entry, column);
    (void)entry["id"].one_of({kFactionIds[f]});
    if (entry.maybe("rows").exists()) {
      const JsonIn rows = entry["rows"];
      const std::size_t n = rows.size(1, kRows);
      for (std::size_t i = 0; i < n; ++i) {
        const JsonIn row = rows[i];
        row.only({"row", "cost", "points", "sides"});
        NegotiationSpace space;
        space.cost = read_goods(row["cost"]);
        space.points = small(row["points"], 0, 20);
        const JsonIn sides = row["sides"];
        const std::size_t count = sides.size(1, 2);
        for (std::size_t k = 0; k < count; ++k) {
          const auto side = idx(sides[k].one_of({"multi", "solo"}));
          if (column.count[side] != i)
            row.wrong("expected the rows of a side from the first on",
                      {"circadians.pack.rows", {}});
          column.rows[side][i] = space;
          column.count[side] = static_cast<std::uint8_t>(i + 1);
        }
      }
    } else {
      for (std::size_t side = 0; side < 2; ++side) {
        const JsonIn rows = entry[side == 0 ? "rows_multi" : "rows_solo"];
        const std::size_t n = rows.size(1, kRows);
        for (std::size_t i = 0; i < n; ++i) {
          const JsonIn row = rows[i];
          row.only({"row", "need", "ai_need", "points"});
          NegotiationSpace& space = column.rows[side][i];
          space.need = read_need(row["need"]);
          if (side == 1) space.ai_need = read_need(row["ai_need"]);
          space.points = small(row["points"], 0, 20);
        }
        column.count[side] = static_cast<std::uint8_t>(n);
      }
    }
  }
}

void Reader::read_factions(const JsonIn& in) {
  if (in.size(2 * kFactions, 2 * kFactions) != 2 * kFactions) return;
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < 2 * kFactions; ++i) {
    const JsonIn entry = in[i];
    entry.only({"id", "name", "tag", "tags", "faction", "side", "expansion", "do"});
    Named text;
    read_named(entry, text);
    const auto f = idx(entry["faction"].one_of(kFactionIds));
    const auto side = idx(entry["side"].one_of({"A", "B"}));
    if (has_bit(seen, static_cast<int>(2 * f + side)))
      entry.wrong("expected each side once", {"circadians.pack.side-once", {}});
    seen |= 1U << (2 * f + side);
    out_.abilities[f][side] = read_effects(entry["do"]);
    out_.ability_texts[f][side] = text;
  }
}

void Reader::read_spaceport(const JsonIn& in) {
  in.only({"depository", "hq"});
  const JsonIn depository = in["depository"];
  depository.only({"id", "name", "tag", "tags", "columns", "rows"});
  read_tag(depository);
  out_.depository_text.text = texts_.add({{}, read_names(depository["name"])});
  (void)depository["columns"].size(6, 6);
  const JsonIn rows = depository["rows"];
  if (rows.size(kDepositoryRows, kDepositoryRows) != kDepositoryRows) return;
  for (std::size_t i = 0; i < kDepositoryRows; ++i) {
    rows[i].only({"row", "min_players", "do"});
    out_.depository[i].players = small(rows[i]["min_players"], 1, 4);
    out_.depository[i].effects = read_effects(rows[i]["do"]);
  }
  const JsonIn hq = in["hq"];
  hq.only({"id", "name", "tag", "tags", "spaces", "do"});
  read_tag(hq);
  out_.hq_text.text = texts_.add({{}, read_names(hq["name"])});
  const JsonIn spaces = hq["spaces"];
  const std::size_t n = spaces.size(1, kHqSpaces);
  for (std::size_t i = 0; i < kHqSpaces; ++i)
    out_.hq_players[i] = i < n ? small(spaces[i]["min_players"], 1, 4) : std::uint8_t{5};
  out_.hq_reward = read_effects(hq["do"]);
}

// Every value of a die must have an action; which one is worked out once and kept by value.
void Reader::read_stations(const JsonIn& in) {
  if (in.size(kStations, kStations) != kStations) return;
  for (std::size_t i = 0; i < kStations; ++i) {
    const JsonIn entry = in[i];
    entry.only({"id", "name", "tag", "tags", "expansion", "pair", "spaces", "actions",
                "other_stack_cost", "free_steps", "max_steps", "step_cost"});
    Station& station = out_.stations[i];
    read_named(entry, station);
    (void)entry["id"].one_of({kPlaceIds[i]});
    entry["spaces"].only({"multi", "solo"});
    for (std::size_t side = 0; side < 2; ++side) {
      const JsonIn spaces = entry["spaces"][side == 0 ? "multi" : "solo"];
      const std::size_t most = i == kLaboratory ? 3 : kStationSpaces;
      const std::size_t n = spaces.size(1, most);
      for (std::size_t k = 0; k < n; ++k) {
        spaces[k].only({"column", "value", "min_players"});
        StationSpace space;
        if (i == kMiningCamp) space.column = small(spaces[k]["column"], 1, 3);
        if (const JsonIn value = spaces[k].maybe("value"); value.exists())
          read_values(value, space.low, space.high);
        if (const JsonIn players = spaces[k].maybe("min_players"); players.exists())
          space.players = small(players, 1, 4);
        station.spaces[side].push_back(space);
      }
    }
    const JsonIn actions = entry["actions"];
    const std::size_t n = actions.size(1, kMaxActions);
    for (std::size_t k = 0; k < n; ++k) {
      const JsonIn one = actions[k];
      one.only({"column", "value", "cost", "do"});
      Action action;
      if (i == kMiningCamp) action.column = small(one["column"], 1, 3);
      read_values(one["value"], action.low, action.high);
      read_costs(one["cost"], action.costs);
      action.effects = read_effects(one["do"]);
      station.actions.push_back(action);
    }
    std::stable_sort(station.actions.begin(), station.actions.end(),
                     [](const Action& a, const Action& b) { return a.low < b.low; });
    for (std::uint8_t v = 1; v <= 6; ++v) {
      const auto fits = [&](const Action& a) { return v >= a.low && v <= a.high; };
      if (std::none_of(station.actions.begin(), station.actions.end(), fits))
        actions.wrong("expected an action for the value " + std::to_string(v),
                      {"circadians.pack.action", {{"value", v}}});
    }
    if (i == kFoundry) out_.other_stack_cost = read_goods(entry["other_stack_cost"]);
    if (i == kControlRoom) {
      out_.free_steps = small(entry["free_steps"], 1, 3);
      out_.max_steps = small(entry["max_steps"], 1, 6);
      out_.step_cost = read_goods(entry["step_cost"]);
    }
  }
}

void Reader::read_base(const JsonIn& in) {
  in.only(
      {"id", "name", "tag", "tags", "garages", "farms", "farm_tile_slots", "canteen", "points"});
  read_tag(in);
  const JsonIn garages = in["garages"];
  if (garages.size(kGarages, kGarages) != kGarages) return;
  for (std::size_t i = 0; i < kGarages; ++i) {
    garages[i].only({"garage", "cost"});
    garages[i]["cost"].only({"algae"});
    const JsonIn cost = garages[i]["cost"].maybe("algae");
    out_.garage_cost[i] = cost.exists() ? small(cost, 0, 9) : std::uint8_t{0};
  }
  const JsonIn farms = in["farms"];
  if (farms.size(kPrintedFarms, kPrintedFarms) != kPrintedFarms) return;
  for (std::size_t i = 0; i < kPrintedFarms; ++i) {
    farms[i].only({"id", "name", "tag", "tags", "slot", "rules"});
    read_named(farms[i], out_.printed_farms[i]);
    out_.printed_farms[i].slot = farms[i]["slot"].boolean();
    out_.printed_farms[i].rules = read_rules(farms[i]["rules"], kFarmOns);
  }
  (void)in["farm_tile_slots"].integer(kTileFarms, kTileFarms);
  const JsonIn points = in["points"];
  if (points.size(2, 2) != 2) return;
  for (std::size_t i = 0; i < 2; ++i) {
    points[i].only({"when", "points"});
    const int which = points[i]["when"].one_of({"all_garages_have_ships", "all_farm_slots_filled"});
    (which == 0 ? out_.all_ships_points : out_.all_farms_points) =
        small(points[i]["points"], 0, 20);
  }
}

}  // namespace tidelock::circadians
