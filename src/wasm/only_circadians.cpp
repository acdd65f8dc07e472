// The list of games of an engine for Circadians alone.
#include "games/bots.h"

namespace tidelock::games {

const std::vector<Entry>& all() {
  static const std::vector<Entry> kAll = {circadians_entry()};
  return kAll;
}

}  // namespace tidelock::games
