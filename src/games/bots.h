// What makes search and bots of each game: only for games of that kind.
#pragma once

#include <memory>

#include "ai/any_ai.h"
#include "core/any_game.h"

namespace tidelock::games {

using MakeAi = std::unique_ptr<ai::AnyAi> (*)(std::shared_ptr<const AnyGame> game,
                                              ai::Networks networks);
std::unique_ptr<ai::AnyAi> solenia_ai(std::shared_ptr<const AnyGame> game, ai::Networks networks);
std::unique_ptr<ai::AnyAi> circadians_ai(std::shared_ptr<const AnyGame> game,
                                         ai::Networks networks);

}  // namespace tidelock::games
