// What a game declares about itself for measuring, learning and studies (arena/study.h). Each part
// is optional; games/entry.h has the defaults.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "core/json_fwd.h"

namespace tidelock {

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
