// Search and bots of Circadians, compiled by themselves.
#include "ai/ai_of.h"
#include "circadians/game.h"
#include "games/bots.h"

namespace tidelock::games {

std::unique_ptr<ai::AnyAi> circadians_ai(std::shared_ptr<const AnyGame> game,
                                         ai::Networks networks) {
  using Game = Wrapped<circadians::Circadians>;
  return std::make_unique<ai::AiOf<circadians::Circadians>>(
      std::static_pointer_cast<const Game>(std::move(game)), std::move(networks));
}

}  // namespace tidelock::games
