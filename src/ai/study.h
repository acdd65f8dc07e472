// What a study of a game looks at (arena/study.h): the list of games says it, the study only
// counts.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"

namespace tidelock::ai {

// A way to play: so many parts of all games. Several options are played in turn.
struct StudyMode {
  std::string name;
  int part = 1;
  std::vector<Json> options;
};

// Things that are compared (AnyGame::item_names).
struct StudyGroup {
  std::string group;
  std::string title;
  std::string offered;  // the group of the same things where they could be had; may be empty
  std::string names;    // where the pack has their names, by id; empty: the id is the name
  std::string mode;     // only there; empty: wherever there is somebody to win against
};

// What ought to be true.
struct StudyClaim {
  enum class Kind {
    kFairShare,  // each of a group wins from `low` to `high` of its fair share
    kUsed,       // nothing of a group is never used
    kPlaces,     // no two places in turn order are further apart than `high` points
    kScores,     // mean scores lie between `low` and `high`
    kBands,      // from `low` to `high` of those who play alone reach the highest band
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
  std::vector<int> bands;  // where results of those who play alone get another name
};

}  // namespace tidelock::ai
