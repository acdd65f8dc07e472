// What of a game is measured, learned on and studied (arena/study.h): the game says it where it
// wants to, and has its default otherwise (games/entry.h).
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "core/json_fwd.h"

namespace tidelock {

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

// What `tidelock bench` measures, and the signature of a build plays: options of games.
template <class G>
concept Measured = requires {
  { G::bench_options() } -> std::same_as<std::vector<Json>>;
};

// What networks are learned on, the more important more often: options of games.
template <class G>
concept Trained = requires {
  { G::training_options() } -> std::same_as<std::vector<Json>>;
};

// What `tidelock study` looks at in a pack that the game takes.
template <class G>
concept Studied = requires(const Json& pack) {
  { G::study_plan(pack) } -> std::same_as<StudyPlan>;
};

}  // namespace tidelock
