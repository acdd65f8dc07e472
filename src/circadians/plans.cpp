// What of Circadians is measured, learned on and studied (core/study.h).
#include <string>
#include <vector>

#include "circadians/game.h"
#include "core/json.h"

namespace tidelock::circadians {

// Two players with the expansion first, for the same reason.
std::vector<Json> Circadians::bench_options() {
  std::vector<Json> cases;
  for (const char* expansion : {"on", "off"}) {
    for (const int players : {2, 1, 3, 4})
      cases.push_back({{"expansion", expansion}, {"players", players}});
  }
  return cases;
}

std::vector<Json> Circadians::training_options() {
  std::vector<Json> training_options;
  const auto add = [&](const char* expansion, int players, int ai, int times) {
    for (int i = 0; i < times; ++i)
      training_options.push_back({{"expansion", expansion}, {"players", players}, {"ai", ai}});
  };
  add("on", 2, 1, 8);
  add("off", 2, 1, 3);
  add("on", 3, 1, 1);
  add("on", 4, 1, 1);
  add("off", 3, 1, 1);
  for (int ai = 1; ai <= 4; ++ai) add("on", 1, ai, 1);
  return training_options;
}

StudyPlan Circadians::study_plan(const Json& pack) {
  using Claim = StudyClaim::Kind;
  StudyPlan plan;
  const auto mode = [&](const char* name, int part, const char* expansion, int players,
                        int level = 1) {
    plan.modes.push_back(
        {name, part, {{{"expansion", expansion}, {"players", players}, {"ai", level}}}});
  };
  // Bots do not choose here: every leader meets as many others, as often in either seat.
  const std::string drawn = "2 players, leaders by lot";
  std::vector<std::string> leaders;
  for (const Json& leader : pack["leaders"]) leaders.push_back(leader["id"].get<std::string>());
  StudyMode lot = {drawn, 10, {}};
  for (const std::size_t apart : {1, 2, 3, 5, 7, 8, 10, 11}) {
    for (std::size_t i = 0; i < leaders.size(); ++i) {
      const std::string& other = leaders[(i + apart) % leaders.size()];
      lot.options.push_back(
          {{"expansion", "on"}, {"players", 2}, {"leaders", leaders[i] + "+" + other}});
    }
  }
  plan.modes.push_back(lot);
  mode("2 players", 3, "on", 2);
  mode("3 players", 1, "on", 3);
  mode("4 players", 1, "on", 4);
  mode("2 players, base game", 1, "off", 2);
  mode("alone, AI level 1", 1, "on", 1, 1);
  mode("alone, AI level 2", 1, "on", 1, 2);
  mode("alone, AI level 3", 1, "on", 1, 3);
  mode("alone, AI level 4", 1, "on", 1, 4);
  plan.groups = {{"leaders", "leaders", "", "leaders", drawn},
                 {"contracts", "contracts fulfilled", "contracts-drawn", "contracts", ""},
                 {"contracts-kept", "contracts kept in the draft", "", "contracts", ""},
                 {"stations", "stations used", "", "stations", ""},
                 {"places", "other places used", "", "", ""},
                 {"factions", "factions negotiated with", "", "negotiation", ""},
                 {"ships", "ships gained", "", "ships", ""},
                 {"farms", "farms gained", "", "farms", ""},
                 {"outposts", "own outposts", "", "outposts", ""},
                 {"tokens", "outposts used", "", "outposts", ""},
                 {"breakthroughs", "breakthroughs", "", "breakthroughs", ""},
                 {"setbacks", "setbacks", "", "setbacks", ""},
                 {"events", "events", "", "events", ""},
                 {"planet", "sides of the planet", "", "", ""},
                 {"boards", "sides of the faction boards", "", "factions", ""}};
  plan.claims = {
      {Claim::kFairShare, "leaders win 70 to 140 % of their fair share", "leaders", 0.7, 1.4},
      {Claim::kUsed, "no contract is never fulfilled", "contracts"},
      {Claim::kUsed, "no station is never used", "stations"},
      {Claim::kPlaces, "places in turn order are within two points", "", 0, 2},
      {Claim::kScores, "mean scores lie from 55 to 80", "", 55, 80}};
  return plan;
}

}  // namespace tidelock::circadians
