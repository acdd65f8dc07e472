// The list of games of an engine for Solenia alone.
#include "games/bots.h"

namespace tidelock::games {

const std::vector<Entry>& all() {
  static const std::vector<Entry> kAll = {solenia_entry()};
  return kAll;
}

}  // namespace tidelock::games
