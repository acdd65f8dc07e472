// What of Solenia is measured, learned on and studied (core/study.h).
#include <string>
#include <vector>

#include "core/json.h"
#include "solenia/game.h"

namespace tidelock::solenia {

// Two players in summer first: that is the figure the others are compared with.
std::vector<Json> Solenia::bench_options() {
  std::vector<Json> cases;
  for (const char* mode : {"summer", "winter", "improvements"}) {
    for (const int players : {2, 1, 3, 4}) cases.push_back({{"mode", mode}, {"players", players}});
  }
  return cases;
}

// Mostly two players in summer; everything now and then.
std::vector<Json> Solenia::training_options() {
  std::vector<Json> training_options;
  const auto add = [&](const char* mode, int players, int times) {
    for (int i = 0; i < times; ++i)
      training_options.push_back({{"mode", mode}, {"players", players}});
  };
  add("summer", 2, 8);
  add("winter", 2, 3);
  add("improvements", 2, 6);
  for (const char* mode : {"summer", "winter", "improvements"}) {
    add(mode, 1, 1);
    add(mode, 3, 1);
    add(mode, 4, 1);
  }
  return training_options;
}

StudyPlan Solenia::study_plan(const Json& pack) {
  using Claim = StudyClaim::Kind;
  StudyPlan plan;
  const auto mode = [&](const char* name, int part, const char* how, int players) {
    plan.modes.push_back({name, part, {{{"mode", how}, {"players", players}}}});
  };
  mode("summer, 2 players", 5, "summer", 2);
  mode("summer, 3 players", 2, "summer", 3);
  mode("summer, 4 players", 2, "summer", 4);
  mode("winter, 2 players", 2, "winter", 2);
  mode("improvements, 2 players", 2, "improvements", 2);
  mode("improvements, 4 players", 4, "improvements", 4);
  mode("summer, alone", 1, "summer", 1);
  mode("winter, alone", 1, "winter", 1);
  mode("improvements, alone", 1, "improvements", 1);
  plan.groups = {{"level1", "improvements of level 1", "", "", ""},
                 {"level1-works", "improvements of level 1 at work", "level1", "", ""},
                 {"halves-day", "day halves of level 3", "", "", ""},
                 {"halves-night", "night halves of level 3", "", "", ""},
                 {"start", "how the world begins", "", "", ""},
                 {"strips", "strips", "", "", ""},
                 {"tiles-day", "day tiles delivered", "shown-day", "", ""},
                 {"tiles-night", "night tiles delivered", "shown-night", "", ""},
                 {"city-cards", "cards played in cities", "", "", ""}};
  plan.claims = {
      {Claim::kFairShare, "improvements of level 1 win 70 to 140 % of their fair share", "level1",
       0.7, 1.4},
      {Claim::kUsed, "every tile of the day is delivered", "tiles-day"},
      {Claim::kUsed, "every tile of the night is delivered", "tiles-night"},
      {Claim::kPlaces, "places in turn order are within two points", "", 0, 2},
      {Claim::kBands, "alone, 5 to 60 % of results reach the highest band", "", 0.05, 0.6}};
  for (const Json& band : pack["solo"]["bands"]) plan.bands.push_back(band.get<int>());
  return plan;
}

}  // namespace tidelock::solenia
