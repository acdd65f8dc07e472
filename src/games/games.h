// The list of games (list.cmake), and games, their bots and mass play by name.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "ai/any_ai.h"
#include "core/any_game.h"
#include "core/position.h"
#include "core/study.h"
#include "core/text.h"

namespace tidelock::games {

struct Shipped {
  std::string_view id;
  std::string file;  // below data/
};

// As usual, played and studied as it is without any options.
[[nodiscard]] inline StudyPlan usual_study(const Json& /*pack*/) {
  return {{{"as usual", 1, {Json::object()}}}, {}, {}, {}};
}

// A game under its name.
struct Entry {
  const GameFacts* facts = nullptr;
  std::vector<Shipped> packs;  // those that come with it, the newest first: it is the default
  Result<std::shared_ptr<const AnyGame>> (*make)(PackRef pack, const Json& options,
                                                 int rules) = nullptr;
  // Only for games that `make` of the same entry made.
  std::unique_ptr<ai::AnyAi> (*ai)(std::shared_ptr<const AnyGame> game,
                                   ai::Networks networks) = nullptr;
  std::unique_ptr<Position> (*position)(std::shared_ptr<const AnyGame> game) = nullptr;
  // The network that comes with it; none where it is not at hand.
  ai::Networks (*networks)() = nullptr;
  // What the game says in core/study.h.
  std::vector<Json> bench_options;  // none: it is not measured
  std::vector<Json> training_options = {Json::object()};
  StudyPlan (*study)(const Json& pack) = usual_study;

  // What the numbers in tests and documents were measured on, bench and signature among them. It
  // stays when another pack becomes the default.
  [[nodiscard]] std::string_view measured_pack() const { return packs.back().id; }
};

[[nodiscard]] const std::vector<Entry>& all();
[[nodiscard]] const Entry* find(std::string_view game);
// Of a game that there is.
[[nodiscard]] inline std::string_view measured_pack(std::string_view game) {
  return find(game)->measured_pack();
}
// `open` reads files with networks, where bots may ask for them.
[[nodiscard]] std::unique_ptr<ai::AnyAi> ai_of(
    const std::shared_ptr<const AnyGame>& game,
    Result<std::string> (*open)(const std::string& path) = nullptr);

// Its start, to be changed in place.
[[nodiscard]] std::unique_ptr<Position> position_of(const std::shared_ptr<const AnyGame>& game);

class ListedGames final : public GameSource {
 public:
  using GameSource::make;
  Result<std::shared_ptr<const AnyGame>> make(std::string_view game, const Json& pack,
                                              const Json& options, int rules) const override;
};

// What there is to play, as the message language tells it.
[[nodiscard]] Json listing();

// The words of a language: complete, where all of data/ is at hand.
[[nodiscard]] const Catalogue& words(Lang lang);

}  // namespace tidelock::games
