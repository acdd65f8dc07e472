// Reads the boards of a pack: constants, Planet, Negotiation board, Spaceport, Stations and bases.
#include "circadians/pack_reader.h"

namespace tidelock::circadians {

// Numbers that the code takes for granted (three Specialists, the stacks, the Incident tokens) are
// checked and not kept: a pack that says otherwise would be another game.
void Reader::read_constants(const JsonIn& in) {
  namespace member = schema::pack::constants;
  const auto value = [&](const char* name) {
    in[name].only({member::rounds::kValue, schema::pack::contract::kTag});
    read_tag(in[name]);
    return in[name][member::rounds::kValue];
  };
  const auto number = [&](const char* name, int least, int most) {
    return static_cast<int>(value(name).integer(least, most));
  };
  in.only(member::kTakes);
  out_.rounds = number(member::kRounds, 1, 12);
  out_.dice = number(member::kDicePerPlayer, 4, 20);
  out_.start_dice = number(member::kStartDice, 1, 4);
  (void)number(member::kSpecialistsPerPlayer, 3, 3);
  out_.dice_limit = number(member::kDiceLimit, 3, 8);
  out_.hand_limit = number(member::kHandLimit, 1, 12);
  out_.specialist_limit = number(member::kActiveSpecialistLimit, 1, 1);
  out_.start_goods = read_goods(value(member::kStartResources), 99);
  out_.leaders_dealt = number(member::kLeadersDealt, 1, 4);
  out_.tokens_dealt = number(member::kOutpostTokensDealt, 1, 2);
  out_.draft_cards = number(member::kDraftCards, 2, 6);
  out_.draft_keep = number(member::kDraftKeep, 1, out_.draft_cards - 1);
  out_.solo_draw = number(member::kSoloDraw, out_.draft_keep + 1, 8);
  out_.event_cards = number(member::kEventCardsOnTop, out_.rounds - 1, out_.rounds - 1);
  const JsonIn tokens = value(member::kIncidentTokens);
  tokens.only(member::incident_tokens::value::kTakes);
  (void)tokens[member::incident_tokens::value::kBase].integer(12, 12);
  (void)tokens[member::incident_tokens::value::kExpansion].integer(4, 4);
  (void)value(member::kHqReward);
  (void)number(member::kStacks, kStacks, kStacks);
  out_.gem_points = number(member::kGemPoints, 0, 5);
  out_.canteen_water = number(member::kCanteenWater, 0, 9);
}

// Both sides list the same spaces in the same order, the centre first and the corners last, so that
// a number means the same space on either side and a corner is known by its number.
void Reader::read_planet(const JsonIn& in) {
  namespace member = schema::pack::planet;
  in.only(member::kTakes);
  read_tag(in);
  (void)in[member::kRadius].integer(3, 3);
  const JsonIn directions = in[member::kDirections];
  if (directions.size(6, 6) != 6) return;
  for (std::size_t i = 0; i < 6; ++i) {
    directions[i].only(member::directions::kTakes);
    (void)directions[i][member::directions::kValue].integer(static_cast<int>(i) + 1,
                                                            static_cast<int>(i) + 1);
    (void)directions[i][member::directions::kQ].integer(kHexSteps[i][0], kHexSteps[i][0]);
    (void)directions[i][member::directions::kR].integer(kHexSteps[i][1], kHexSteps[i][1]);
  }
  const JsonIn corners = in[member::kCacheCorners];
  if (corners.size(kCorners, kCorners) != kCorners) return;
  const JsonIn sides = in[member::kSides];
  if (sides.size(2, 2) != 2) return;
  for (std::size_t side = 0; side < 2; ++side) {
    sides[side].only(member::sides::kTakes);
    read_tag(sides[side]);
    const JsonIn spaces = sides[side][member::sides::kSpaces];
    if (spaces.size(kFirstCorner, kFirstCorner) != kFirstCorner) return;
    auto& planet = out_.planet[side];
    for (int i = 0; i < kSpaces; ++i) {
      const bool corner = i >= kFirstCorner;
      const JsonIn space = corner ? corners[idx(i - kFirstCorner)] : spaces[idx(i)];
      PlanetSpace& one = planet[idx(i)];
      one.q = tiny(space[schema::pack::planet_space::kQ], -3, 3);
      one.r = tiny(space[schema::pack::planet_space::kR], -3, 3);
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
        space.only(member::cache_corners::kTakes);
        continue;
      }
      space.only(schema::pack::planet_space::kTakes);
      one.harvest = read_goods(space[schema::pack::planet_space::kHarvest], 20);
      if (const JsonIn token = space.maybe(schema::pack::planet_space::kToken); token.exists())
        one.token = read_goods(token, 20);
    }
  }
}

Need Reader::read_need(const JsonIn& in) {
  namespace member = schema::pack::need;
  Need need;
  const auto one = [&](const JsonIn& entry) {
    entry.only(schema::pack::need_one::kTakes);
    need.any.push_back({static_cast<Count>(entry[schema::pack::need_one::kCount].one_of(kCountIds)),
                        small(entry[schema::pack::need_one::kAtLeast], 1, 20)});
  };
  if (const JsonIn any = in.maybe(member::kAny); any.exists()) {
    in.only({member::kAny});
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
  namespace member = schema::pack::column;
  if (in.size(kFactions, kFactions) != kFactions) return;
  for (std::size_t f = 0; f < kFactions; ++f) {
    const JsonIn entry = in[f];
    entry.only(member::kTakes);
    Column& column = out_.columns[f];
    read_named(entry, column);
    (void)entry[member::kId].one_of({kFactionIds[f]});
    if (entry.maybe(member::kRows).exists()) {
      const JsonIn rows = entry[member::kRows];
      const std::size_t n = rows.size(1, kRows);
      for (std::size_t i = 0; i < n; ++i) {
        const JsonIn row = rows[i];
        row.only(member::rows::kTakes);
        NegotiationSpace space;
        space.cost = read_goods(row[member::rows::kCost]);
        space.points = small(row[member::rows::kPoints], 0, 20);
        const JsonIn sides = row[member::rows::kSides];
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
        const JsonIn rows = entry[side == 0 ? member::kRowsMulti : member::kRowsSolo];
        const std::size_t n = rows.size(1, kRows);
        for (std::size_t i = 0; i < n; ++i) {
          const JsonIn row = rows[i];
          row.only(schema::pack::need_row::kTakes);
          NegotiationSpace& space = column.rows[side][i];
          space.need = read_need(row[schema::pack::need_row::kNeed]);
          if (side == 1) space.ai_need = read_need(row[schema::pack::need_row::kAiNeed]);
          space.points = small(row[schema::pack::need_row::kPoints], 0, 20);
        }
        column.count[side] = static_cast<std::uint8_t>(n);
      }
    }
  }
}

void Reader::read_factions(const JsonIn& in) {
  namespace member = schema::pack::factions;
  if (in.size(2 * kFactions, 2 * kFactions) != 2 * kFactions) return;
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < 2 * kFactions; ++i) {
    const JsonIn entry = in[i];
    entry.only(member::kTakes);
    Named text;
    read_named(entry, text);
    const auto f = idx(entry[member::kFaction].one_of(kFactionIds));
    const auto side = idx(entry[member::kSide].one_of({"A", "B"}));
    if (has_bit(seen, static_cast<int>(2 * f + side)))
      entry.wrong("expected each side once", {"circadians.pack.side-once", {}});
    seen |= 1U << (2 * f + side);
    out_.abilities[f][side] = read_effects(entry[member::kDo]);
    out_.ability_texts[f][side] = text;
  }
}

void Reader::read_spaceport(const JsonIn& in) {
  namespace member = schema::pack::spaceport;
  in.only(member::kTakes);
  const JsonIn depository = in[member::kDepository];
  depository.only(member::depository::kTakes);
  read_tag(depository);
  out_.depository_text.text = texts_.add({{}, read_names(depository[member::depository::kName])});
  (void)depository[member::depository::kColumns].size(6, 6);
  const JsonIn rows = depository[member::depository::kRows];
  if (rows.size(kDepositoryRows, kDepositoryRows) != kDepositoryRows) return;
  for (std::size_t i = 0; i < kDepositoryRows; ++i) {
    rows[i].only(member::depository::rows::kTakes);
    out_.depository[i].players = small(rows[i][member::depository::rows::kMinPlayers], 1, 4);
    out_.depository[i].effects = read_effects(rows[i][member::depository::rows::kDo]);
  }
  const JsonIn hq = in[member::kHq];
  hq.only(member::hq::kTakes);
  read_tag(hq);
  out_.hq_text.text = texts_.add({{}, read_names(hq[member::hq::kName])});
  const JsonIn spaces = hq[member::hq::kSpaces];
  const std::size_t n = spaces.size(1, kHqSpaces);
  for (std::size_t i = 0; i < kHqSpaces; ++i)
    out_.hq_players[i] =
        i < n ? small(spaces[i][member::hq::spaces::kMinPlayers], 1, 4) : std::uint8_t{5};
  out_.hq_reward = read_effects(hq[member::hq::kDo]);
}

// Every value of a die must have an action; which one is worked out once and kept by value.
void Reader::read_stations(const JsonIn& in) {
  namespace member = schema::pack::station;
  if (in.size(kStations, kStations) != kStations) return;
  for (std::size_t i = 0; i < kStations; ++i) {
    const JsonIn entry = in[i];
    entry.only(member::kTakes);
    Station& station = out_.stations[i];
    read_named(entry, station);
    (void)entry[member::kId].one_of({kPlaceIds[i]});
    entry[member::kSpaces].only(member::spaces::kTakes);
    for (std::size_t side = 0; side < 2; ++side) {
      const JsonIn spaces =
          entry[member::kSpaces][side == 0 ? member::spaces::kMulti : member::spaces::kSolo];
      const std::size_t most = i == kLaboratory ? 3 : kStationSpaces;
      const std::size_t n = spaces.size(1, most);
      for (std::size_t k = 0; k < n; ++k) {
        spaces[k].only(schema::pack::station_spaces::kTakes);
        StationSpace space;
        if (i == kMiningCamp)
          space.column = small(spaces[k][schema::pack::station_spaces::kColumn], 1, 3);
        if (const JsonIn value = spaces[k].maybe(schema::pack::station_spaces::kValue);
            value.exists())
          read_values(value, space.low, space.high);
        if (const JsonIn players = spaces[k].maybe(schema::pack::station_spaces::kMinPlayers);
            players.exists())
          space.players = small(players, 1, 4);
        station.spaces[side].push_back(space);
      }
    }
    const JsonIn actions = entry[member::kActions];
    const std::size_t n = actions.size(1, kMaxActions);
    for (std::size_t k = 0; k < n; ++k) {
      const JsonIn one = actions[k];
      one.only(member::actions::kTakes);
      Action action;
      if (i == kMiningCamp) action.column = small(one[member::actions::kColumn], 1, 3);
      read_values(one[member::actions::kValue], action.low, action.high);
      read_costs(one[member::actions::kCost], action.costs);
      action.effects = read_effects(one[member::actions::kDo]);
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
    if (i == kFoundry) out_.other_stack_cost = read_goods(entry[member::kOtherStackCost]);
    if (i == kControlRoom) {
      out_.free_steps = small(entry[member::kFreeSteps], 1, 3);
      out_.max_steps = small(entry[member::kMaxSteps], 1, 6);
      out_.step_cost = read_goods(entry[member::kStepCost]);
    }
  }
}

void Reader::read_base(const JsonIn& in) {
  namespace member = schema::pack::base;
  in.only(member::kTakes);
  read_tag(in);
  const JsonIn garages = in[member::kGarages];
  if (garages.size(kGarages, kGarages) != kGarages) return;
  for (std::size_t i = 0; i < kGarages; ++i) {
    garages[i].only(member::garages::kTakes);
    const JsonIn algae = garages[i][member::garages::kCost];
    algae.only(member::garages::cost::kTakes);
    const JsonIn cost = algae.maybe(member::garages::cost::kAlgae);
    out_.garage_cost[i] = cost.exists() ? small(cost, 0, 9) : std::uint8_t{0};
  }
  const JsonIn farms = in[member::kFarms];
  if (farms.size(kPrintedFarms, kPrintedFarms) != kPrintedFarms) return;
  for (std::size_t i = 0; i < kPrintedFarms; ++i) {
    farms[i].only(member::farms::kTakes);
    read_named(farms[i], out_.printed_farms[i]);
    out_.printed_farms[i].slot = farms[i][member::farms::kSlot].boolean();
    out_.printed_farms[i].rules = read_rules(farms[i][member::farms::kRules], kFarmOns);
  }
  (void)in[member::kFarmTileSlots].integer(kTileFarms, kTileFarms);
  const JsonIn points = in[member::kPoints];
  if (points.size(2, 2) != 2) return;
  for (std::size_t i = 0; i < 2; ++i) {
    points[i].only(member::points::kTakes);
    const int which = points[i][member::points::kWhen].one_of(
        {"all_garages_have_ships", "all_farm_slots_filled"});
    (which == 0 ? out_.all_ships_points : out_.all_farms_points) =
        small(points[i][member::points::kPoints], 0, 20);
  }
}

}  // namespace tidelock::circadians
