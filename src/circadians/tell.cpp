// The table in sentences, and everything on screen explained, made from a state as the viewer knows
// it.
#include <algorithm>
#include <utility>

#include "circadians/phrases.h"

namespace tidelock::circadians {

namespace {

class Reading {
 public:
  Reading(const Phrases& words, Seat viewer)
      : w_(words), g_(words.g), c_(words.c), s_(words.s), viewer_(viewer) {}

  // The table as it lies.
  Lines describe() {
    say_round();
    say_planet();
    for (int i = 0; i < kStations; ++i) {
      if (g_.station_in_play(i)) say_station(i);
    }
    say_spaceport();
    for (int f = 0; f < kFactions; ++f) {
      if (g_.faction_in_play(f)) say_column(f);
    }
    say_incidents();
    for (int kind = 0; kind < 2; ++kind) say_stacks(kind);
    for (Seat seat = 0; seat < g_.seats(); ++seat) say_player(seat);
    if (g_.solo()) say_ai();
    if (viewer_ >= 0) say_own("describe.hand");
    return std::move(lines_);
  }

  // The same in parts.
  std::vector<Area> areas() {
    part(w_.say("area.round"), kNobody, [&] { say_round(); });
    if (viewer_ >= 0) part(w_.say("area.own"), viewer_, [&] { say_own("describe.hand"); });
    for (Seat seat = 0; seat < g_.seats(); ++seat) {
      part(w_.name(seat), seat, [&] { say_player(seat); });
      count_player(seat);
    }
    if (g_.solo()) part(w_.name(g_.ai_level()), kNobody, [&] { say_ai(); });
    part(w_.say("area.stations"), kNobody, [&] {
      for (int i = 0; i < kStations; ++i) {
        if (g_.station_in_play(i)) say_station(i);
      }
    });
    part(w_.say("area.spaceport"), kNobody, [&] { say_spaceport(); });
    part(w_.say("area.negotiation"), kNobody, [&] {
      for (int f = 0; f < kFactions; ++f) {
        if (g_.faction_in_play(f)) say_column(f);
      }
    });
    part(w_.say("area.planet"), kNobody, [&] { say_planet(); });
    part(w_.say("area.stacks"), kNobody, [&] {
      for (int kind = 0; kind < 2; ++kind) say_stacks(kind);
    });
    part(w_.say("area.incidents"), kNobody, [&] { say_incidents(); });
    return std::move(areas_);
  }

  // What the signs mean, what the powers in play do, and how a choice is written.
  Lines explain() {
    add("explain.goal", {number("rounds", c_.rounds)});
    for (const char* key : {"explain.round", "explain.resources", "explain.pieces",
                            "explain.planet", "explain.directions", "explain.stations"}) {
      add(key);
    }
    for (int i = 0; i < kStations; ++i) {
      if (g_.station_in_play(i)) say_actions(i);
    }
    say_trades();
    add("explain.hq", {text("what", w_.effects(c_.hq_reward))});
    add("explain.depository");
    add("explain.negotiation");
    add("explain.incidents");
    if (g_.expansion()) {
      add("explain.ahzuri");
      add("explain.specialists");
      for (int i = 0; i < 3; ++i)
        add("explain.specialist",
            {number("n", i + 1), text("what", w_.rules(c_.specialist_rules[idx(i)]))});
      add("explain.outposts", {text("what", w_.effects(c_.owner_bonus[0]))});
    }
    add("explain.base", {text("what", w_.thing(kWater, c_.canteen_water))});
    for (int slot = 0; slot < kPrintedFarms; ++slot) {
      const Tile& farm = c_.printed_farms[idx(slot)];
      add("explain.farm", {number("n", slot + 1), text("name", w_.name(farm)),
                           text("what", w_.power(farm, kFarmTile))});
    }
    if (g_.solo()) add("explain.solo");
    explain_powers();
    if (viewer_ >= 0) say_own("explain.hand");
    explain_choice();
    return std::move(lines_);
  }

 private:
  void add(std::string_view key, Args args = {}) { lines_.push_back(w_.say(key, std::move(args))); }
  template <class F>
  void part(std::string label, Seat seat, const F& say) {
    say();
    if (!lines_.empty()) areas_.push_back({std::move(label), seat, {}, std::exchange(lines_, {})});
  }
  void count_player(Seat seat) {
    const Player& p = w_.player(seat);
    auto& counters = areas_.back().counters;
    counters.push_back({w_.say("area.points"), w_.score(seat, viewer_), 0});
    for (int r = 0; r < kResources; ++r)
      counters.push_back(
          {w_.say(kResourceIds[idx(r)], {number("n", p.goods[idx(r)])}), p.goods[idx(r)], 0});
    counters.push_back({w_.say("area.dice"), g_.regular_dice(p), g_.dice_limit(p)});
    counters.push_back({w_.say("area.hand"), static_cast<int>(p.hand.count()), 0});
    counters.push_back({w_.say("area.fulfilled"), static_cast<int>(p.fulfilled.count()), 0});
  }

  void say_round() {
    if (s_.round == 0 || w_.over()) {
      lines_.push_back(w_.phase());
    } else {
      add("describe.round",
          {number("round", s_.round), number("rounds", c_.rounds), text("phase", w_.phase())});
    }
    if (s_.event != kNone)
      add("describe.event", {text("name", w_.name(c_.events[s_.event])),
                             text("what", w_.power(c_.events[s_.event]))});
    if (!g_.solo() && s_.round > 0) add("describe.radio", {w_.who(static_cast<Seat>(s_.radio))});
    Lines names;
    for (Seat seat = 0; seat < g_.seats(); ++seat) {
      if (w_.acts(seat)) names.push_back(w_.name(seat));
    }
    if (!names.empty()) add("describe.turn", {text("players", w_.list(names))});
  }

  [[nodiscard]] std::string space(int i) const {
    std::string words = w_.space(i, viewer_);
    Lines here;
    for (Seat seat = 0; seat < g_.colours(); ++seat) {
      if (w_.player(seat).harvester == i) here.push_back(w_.name(seat));
    }
    if (here.empty()) return words;
    return w_.say("describe.space", {text("space", words), text("players", w_.list(here))});
  }
  void say_planet() {
    for (int q = -3; q <= 3; ++q) {
      Lines spaces;
      for (int r = -3; r <= 3; ++r) {
        for (int i = 0; i < kSpaces; ++i) {
          const PlanetSpace& one = c_.planet[s_.sides & 1U][idx(i)];
          if (one.q == q && one.r == r) spaces.push_back(space(i));
        }
      }
      add("describe.planet", {number("n", q + 4), text("spaces", w_.list(spaces, "list.long"))});
    }
    if (viewer_ < 0) return;
    Lines around;
    for (int d = 0; d < 6; ++d) {
      const int to = g_.step_from(s_, viewer_, d);
      if (to >= 0)
        around.push_back(
            w_.say("titled", {text("name", w_.direction(d)), text("what", w_.space(to, viewer_))}));
    }
    add("describe.around", {text("space", w_.space(w_.player(viewer_).harvester, viewer_)),
                            text("spaces", w_.list(around, "list.long"))});
  }

  [[nodiscard]] std::string piece(Piece piece) const {
    return w_.say("describe.piece", {number("die", piece.value()), w_.who(piece.owner(), "owner")});
  }
  void say_station(int i) {
    const auto& spaces = c_.stations[idx(i)].spaces[g_.side()];
    int free = 0;
    Lines taken;
    Lines open;
    for (std::size_t k = 0; k < spaces.size(); ++k) {
      if (!g_.space_open(i, static_cast<int>(k))) continue;
      const Piece one = s_.station[idx(i)][k];
      if (!one.empty()) {
        taken.push_back(piece(one));
        if (i == kLaboratory && !s_.partner[k].empty()) taken.push_back(piece(s_.partner[k]));
        continue;
      }
      ++free;
      if (spaces[k].column != 0) {
        open.push_back(w_.say("describe.column", {number("n", spaces[k].column)}));
      } else if (spaces[k].low != 1 || spaces[k].high != 6) {
        open.push_back(values_text(spaces[k].low, spaces[k].high));
      }
    }
    add("describe.station",
        {text("name", w_.name(c_.stations[idx(i)])), text("word", kStationWords[idx(i)]),
         number("n", free), text("open", open.empty() ? w_.nothing() : w_.list(open)),
         choice("kind", open.empty() ? "plain" : "listed"),
         text("taken", taken.empty() ? w_.nothing() : w_.list(taken))});
  }
  void say_spaceport() {
    Lines spaces;
    for (int i = 0; i < kHqSpaces; ++i) {
      if (!g_.hq_open(i)) continue;
      const Piece one = s_.hq[idx(i)];
      spaces.push_back(w_.say("titled", {text("name", std::to_string(i + 1)),
                                         text("what", one.empty() ? w_.say("free") : piece(one))}));
    }
    add("describe.hq", {text("name", w_.name(c_.hq_text)), text("spaces", w_.list(spaces))});
    for (int row = 0; row < kDepositoryRows; ++row) {
      if (!g_.depository_open(row)) continue;
      Lines free;
      Lines taken;
      for (int column = 0; column < 6; ++column) {
        const Piece one = s_.depository[idx(column)][idx(row)];
        if (one.empty()) {
          free.push_back(std::to_string(column + 1));
        } else {
          taken.push_back(w_.say(
              "titled", {text("name", std::to_string(column + 1)), text("what", piece(one))}));
        }
      }
      add("describe.depository", {text("name", w_.name(c_.depository_text)), number("n", row + 1),
                                  text("what", w_.effects(c_.depository[idx(row)].effects)),
                                  text("free", free.empty() ? w_.nothing() : w_.list(free)),
                                  text("taken", taken.empty() ? w_.nothing() : w_.list(taken))});
    }
  }
  void say_column(int f) {
    Lines rows;
    for (int row = 0; row < g_.rows(f); ++row) {
      const NegotiationSpace& space = g_.negotiation_space(f, row);
      const Piece one = s_.negotiation[idx(f)][idx(row)];
      const TextArg points = text("points", w_.points(space.points));
      if (!one.empty()) {
        rows.push_back(w_.say("describe.space.taken",
                              {number("n", row + 1), points, text("piece", piece(one))}));
      } else {
        rows.push_back(w_.say(
            "describe.space.free",
            {number("n", row + 1), points,
             text("cost", space.need.any.empty() ? w_.goods(space.cost) : w_.need(space.need))}));
      }
    }
    add("describe.faction",
        {text("faction", w_.name(c_.columns[idx(f)])), text("spaces", w_.list(rows, "list.long")),
         text("what", w_.printed(w_.ability(f)))});
  }
  void say_incidents() {
    Lines good;
    for (std::size_t i = 0; i < c_.breakthroughs.size(); ++i) {
      const int n = static_cast<int>(i);
      if (g_.breakthrough_in_play(s_, n) && !has_bit(s_.breakthroughs, n))
        good.push_back(w_.printed(c_.breakthroughs[i].effects));
    }
    Lines bad;
    for (std::size_t i = 0; i < c_.setbacks.size(); ++i) {
      const int n = static_cast<int>(i);
      if (g_.setback_in_play(n) && !has_bit(s_.setbacks, n))
        bad.push_back(w_.power(c_.setbacks[i]));
    }
    Lines values;
    for (int v = 1; v <= 6; ++v) {
      if (!has_bit(s_.breakthrough_values, v)) values.push_back(std::to_string(v));
    }
    add("describe.breakthroughs", {text("what", all_of(good))});
    add("describe.breakthrough-values",
        {text("values", values.empty() ? w_.nothing() : w_.list(values))});
    add("describe.setbacks", {text("what", all_of(bad))});
  }
  [[nodiscard]] std::string all_of(const Lines& sentences) const {
    return sentences.empty() ? w_.say("sentence", {text("what", w_.nothing())})
                             : w_.list(sentences, "sentences");
  }
  void say_stacks(int kind) {
    const auto& tiles = kind == kShipTile ? c_.ships : c_.farms;
    for (int i = 0; i < kStacks; ++i) {
      const auto up = s_.up[idx(kind)][idx(i)];
      if (up == 0) continue;
      add("describe.stack",
          {choice("kind", kind == kShipTile ? "ship" : "farm"), number("stack", i + 1),
           number("n", s_.down[idx(kind)][idx(i)]), text("tile", w_.tile(tiles[up - 1U], kind))});
    }
  }

  [[nodiscard]] bool hidden(Seat seat) const {
    return s_.todo.top().what == Do::kPlan && seat != viewer_;
  }
  void say_player(Seat seat) {
    const Player& p = w_.player(seat);
    add("describe.player",
        {w_.who(seat), text("points", w_.points(w_.score(seat, viewer_))),
         text("goods", w_.goods(p.goods)), number("dice", g_.regular_dice(p)),
         number("limit", g_.dice_limit(p)), number("reserve", p.reserve),
         number("hand", p.hand.count()), number("fulfilled", p.fulfilled.count())});
    if (const Leader* who = g_.leader(p))
      add("describe.leader", {w_.who(seat), text("name", w_.name(*who))});
    if (hidden(seat)) {
      add("describe.screen", {w_.who(seat)});
    } else {
      say_base(seat);
    }
    if (!p.fulfilled.empty()) {
      Lines cards;
      for (const int card : p.fulfilled) cards.push_back(w_.name(c_.contracts[idx(card)]));
      add("describe.fulfilled", {w_.who(seat), text("cards", w_.list(cards))});
    }
    if (!g_.expansion()) return;
    if (p.token != kNone) {
      Lines here;
      for (const Piece one : p.outpost) {
        if (!one.empty()) here.push_back(piece(one));
      }
      add("describe.outpost", {w_.who(seat), text("name", w_.name(c_.tokens[p.token])),
                               text("what", w_.power(c_.tokens[p.token])),
                               text("pieces", here.empty() ? w_.nothing() : w_.list(here))});
    }
    add("describe.specialists", {w_.who(seat), number("gained", std::popcount(p.gained)),
                                 number("active", Circadians::active_specialists(p)),
                                 number("locked", p.locked), number("out", p.out_specialists)});
  }
  void say_base(Seat seat) {
    const Player& p = w_.player(seat);
    Lines garages;
    for (int i = 0; i < kGarages; ++i) {
      const auto ship = p.ship[idx(i)];
      garages.push_back(w_.say(
          ship == 0 ? "describe.garage" : "describe.garage.ship",
          {number("n", i + 1), text("cost", w_.thing(kAlgae, g_.garage_cost(s_, seat, i))),
           text("piece", p.garage[idx(i)] == 0 ? w_.say("empty") : w_.piece(p.garage[idx(i)])),
           text("name", ship == 0 ? "" : w_.name(c_.ships[ship - 1U]))}));
    }
    add("describe.garages", {w_.who(seat), text("garages", w_.list(garages, "list.long"))});
    Lines farms;
    for (int slot = 0; slot < kFarms; ++slot) {
      const Tile* farm = g_.farm_at(p, slot);
      if (farm == nullptr) continue;
      const auto die = p.farm[idx(slot)];
      farms.push_back(w_.say("describe.farm", {number("n", slot + 1), text("name", w_.name(*farm)),
                                               text("piece", die != 0     ? w_.piece(die)
                                                             : farm->slot ? w_.say("empty")
                                                                          : w_.say("no-slot"))}));
    }
    add("describe.farms", {w_.who(seat), text("farms", w_.list(farms, "list.long")),
                           number("canteen", p.canteen + p.canteen_specialists)});
  }
  void say_ai() {
    const Player& ai = w_.player(Circadians::kAiSeat);
    add("describe.ai", {text("name", w_.name(g_.ai_level())),
                        text("points", w_.points(w_.score(Circadians::kAiSeat, viewer_))),
                        number("dice", ai.idle), text("gems", w_.thing(kGem, ai.goods[kGem])),
                        number("progress", ai.progress), number("reserve", ai.reserve)});
    if (g_.expansion() && s_.ai_token != kNone) {
      Lines here;
      for (const Piece one : ai.outpost) {
        if (!one.empty()) here.push_back(piece(one));
      }
      add("describe.outpost",
          {w_.who(Circadians::kAiSeat), text("name", w_.name(c_.tokens[s_.ai_token])),
           text("what", w_.power(c_.tokens[s_.ai_token])),
           text("pieces", here.empty() ? w_.nothing() : w_.list(here))});
      add("describe.ai-specialists",
          {number("gained", std::popcount(ai.gained)), number("active", ai.idle_specialists),
           number("locked", ai.locked)});
    }
    for (int i = 0; i < kMaxSchemes; ++i) {
      if (has_bit(s_.scheme_shown, i)) add("describe.scheme", {text("scheme", w_.scheme(i))});
    }
  }

  // What only the viewer sees: the hand, or what there is to choose from.
  void say_own(std::string_view hand) {
    const Player& p = w_.player(viewer_);
    if (s_.todo.top().what == Do::kLeaders) {
      if (p.stage == Stage::kLeader) {
        for (int i = 0; i < static_cast<int>(c_.leaders.size()); ++i) {
          if (has_bit(p.leaders, i))
            add("describe.dealt", {text("name", w_.name(c_.leaders[idx(i)])),
                                   text("what", w_.power(c_.leaders[idx(i)]))});
        }
      }
      for (int i = 0; i < static_cast<int>(c_.tokens.size()); ++i) {
        if (has_bit(p.tokens, i))
          add("describe.dealt-token", {text("name", w_.name(c_.tokens[idx(i)])),
                                       text("what", w_.power(c_.tokens[idx(i)]))});
      }
    }
    if (s_.todo.top().what == Do::kDraft) {
      for (const int card : p.draft)
        add("describe.draft", {text("id", "#" + g_.id(c_.contracts[idx(card)])),
                               text("contract", w_.contract(card))});
    }
    Lines dice;
    for (int v = 1; v <= 6; ++v) {
      for (int k = p.rolled[idx(v - 1)]; k > 0; --k) dice.push_back(std::to_string(v));
    }
    if (p.idle_specialists != 0 && s_.todo.top().what == Do::kPlan)
      dice.push_back(w_.thing(kSpecialists, p.idle_specialists));
    if (!dice.empty()) add("describe.rolled", {text("dice", w_.list(dice))});
    for (const int card : p.hand)
      add(hand,
          {text("id", "#" + g_.id(c_.contracts[idx(card)])), text("contract", w_.contract(card))});
  }

  // --- explaining ---

  void say_actions(int i) {
    const Station& station = c_.stations[idx(i)];
    add("explain.station", {text("name", w_.name(station)), text("word", kStationWords[idx(i)]),
                            text("actions", w_.actions(station))});
  }
  void say_trades() {
    Lines trades;
    for (const Trade& trade : c_.trades) {
      std::string id = g_.id(trade);
      std::transform(id.begin(), id.end(), id.begin(), [](char ch) {
        return ch >= 'A' && ch <= 'Z' ? static_cast<char>(ch + 32) : ch;
      });
      trades.push_back(w_.say(
          "titled", {text("name", id),
                     text("what", w_.say("move.trade", {text("give", w_.goods(trade.give)),
                                                        text("get", w_.goods(trade.get))}))}));
    }
    add("explain.trades", {text("trades", w_.list(trades, "list.long"))});
  }
  void explain_powers() {
    add("explain.powers");
    if (s_.event != kNone)
      add("describe.event", {text("name", w_.name(c_.events[s_.event])),
                             text("what", w_.power(c_.events[s_.event]))});
    for (Seat seat = 0; seat < g_.seats(); ++seat) {
      const Player& p = w_.player(seat);
      if (const Leader* who = g_.leader(p))
        add("explain.leader",
            {w_.who(seat), text("name", w_.name(*who)), text("what", w_.power(*who))});
      for (const auto ship : p.ship) {
        if (ship != 0)
          add("explain.tile",
              {w_.who(seat), text("tile", w_.tile(c_.ships[ship - 1U], kShipTile))});
      }
      for (const auto tile : p.tile) {
        if (tile != 0)
          add("explain.tile",
              {w_.who(seat), text("tile", w_.tile(c_.farms[tile - 1U], kFarmTile))});
      }
      for (const int card : p.fulfilled)
        add("explain.fulfilled", {w_.who(seat), text("contract", w_.contract(card))});
    }
    for (int kind = 0; kind < 2; ++kind) say_stacks(kind);
  }
  void explain_choice() {
    if (!w_.acts(viewer_)) {
      add("explain.wait");
      return;
    }
    Circadians::List list;
    g_.legal(s_, viewer_, list);
    if (list.empty()) return;
    const TextArg example = text("example", g_.write(s_, viewer_, list[0]));
    const TextArg other = text("other", g_.write(s_, viewer_, list[list.size() - 1]));
    const Do what = s_.todo.top().what;
    add(what == Do::kSend   ? "explain.write.send"
        : what == Do::kPlan ? "explain.write.plan"
                            : "explain.write",
        {example, other});
  }

  const Phrases& w_;
  const Circadians& g_;
  const Components& c_;
  const State& s_;
  Seat viewer_;
  Lines lines_;
  std::vector<Area> areas_;
};

}  // namespace

std::vector<std::string> Circadians::describe(const State& s, Seat viewer,
                                              const Teller& teller) const {
  const Phrases words(*this, s, teller);
  return Reading(words, viewer).describe();
}

std::vector<Area> Circadians::areas(const State& s, Seat viewer, const Teller& teller) const {
  const Phrases words(*this, s, teller);
  return Reading(words, viewer).areas();
}

std::vector<std::string> Circadians::explain(const State& s, Seat viewer,
                                             const Teller& teller) const {
  const Phrases words(*this, s, teller);
  return Reading(words, viewer).explain();
}

std::vector<std::string> Circadians::verdict(const State& s, const Teller& teller) const {
  if (!solo()) return {};
  const Phrases words(*this, s, teller);
  const int mine = scores(s).total[0];
  const int its = ai_score(s);
  return {
      words.say(mine > its ? "verdict.won" : "verdict.lost",
                {text("name", words.name(ai_level())), number("points", mine), number("n", its)})};
}

}  // namespace tidelock::circadians
