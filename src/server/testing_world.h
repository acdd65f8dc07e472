// For tests that play: what a server is given by whoever knows the games.
#pragma once

#include "games/games.h"
#include "table/session.h"

namespace tidelock::server {

// All games, their bots and words.
inline table::World whole_world() {
  static const games::ListedGames kSource;
  table::World out;
  out.games = &kSource;
  out.ai_of = [](const std::shared_ptr<const AnyGame>& game) -> std::shared_ptr<const ai::AnyAi> {
    return games::ai_of(game);
  };
  out.fresh_seed = [] { return std::uint64_t{1}; };
  out.list_games = games::listing;
  out.words = [](Lang lang) { return &games::words(lang); };
  return out;
}

}  // namespace tidelock::server
