// The list of games, where all are there.
#include "games/bots.h"

namespace tidelock::games {

const std::vector<Entry>& all() {
  static const std::vector<Entry> kAll = {solenia_entry(), circadians_entry()};
  return kAll;
}

}  // namespace tidelock::games
