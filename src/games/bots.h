// What each game brings to the list: its entry, and what makes search and bots of it, only for
// games of that kind.
#pragma once

#include <memory>

#include "games/games.h"

namespace tidelock::games {

std::unique_ptr<ai::AnyAi> solenia_ai(std::shared_ptr<const AnyGame> game, ai::Networks networks);
std::unique_ptr<ai::AnyAi> circadians_ai(std::shared_ptr<const AnyGame> game,
                                         ai::Networks networks);
[[nodiscard]] Entry solenia_entry();
[[nodiscard]] Entry circadians_entry();

}  // namespace tidelock::games
