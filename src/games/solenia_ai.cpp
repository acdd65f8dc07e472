// Search and bots of Solenia, compiled by themselves.
#include "ai/ai_of.h"
#include "games/bots.h"
#include "solenia/game.h"

namespace tidelock::games {

std::unique_ptr<ai::AnyAi> solenia_ai(std::shared_ptr<const AnyGame> game, ai::Networks networks) {
  using Game = Wrapped<solenia::Solenia>;
  return std::make_unique<ai::AiOf<solenia::Solenia>>(
      std::static_pointer_cast<const Game>(std::move(game)), std::move(networks));
}

}  // namespace tidelock::games
