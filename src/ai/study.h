// What a study of a game examines (arena/study.h): the games declare it, the study counts.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"

namespace tidelock::ai {

// A way to play, with its share of all games. Several sets of options are played in turn.
struct StudyMode {
  std::string name;
  int part = 1;
  std::vector<Json> options;
};

// Items that are compared with each other (AnyGame::item_names).
struct StudyGroup {
  std::string group;
  std::string title;
  std::string offered;  // the group that counts when they were on offer; may be empty
  std::string names;    // the pack's list with their names, by id; empty: the id is the name
  std::string mode;     // only this one; empty: every mode with opponents
};

// A claim about the game's balance that a study tests.
struct StudyClaim {
  enum class Kind {
    kFairShare,  // each of a group wins from `low` to `high` of its fair share
    kUsed,       // nothing of a group is never used
    kPlaces,     // no two places in turn order are more than `high` points apart
    kScores,     // mean scores lie between `low` and `high`
    kBands,      // a share from `low` to `high` of solo games reaches the highest band
  };
  Kind kind;
  std::string text;
  std::string group;
  double low = 0, high = 0;
};

struct StudyPlan {
  std::vector<StudyMode> modes;
  std::vector<StudyGroup> groups;
  std::vector<StudyClaim> claims;
  std::vector<int> bands;  // the least scores of solo results with names of their own
};

}  // namespace tidelock::ai
