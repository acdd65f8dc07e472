// The list of games: the only place that names them. Makes games, their bots and mass play known by
// name.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "ai/any_ai.h"
#include "ai/study.h"
#include "core/any_game.h"
#include "core/text.h"

namespace tidelock::games {

struct Shipped {
  std::string_view id;
  std::string file;  // below data/
};

// What the numbers in tests and documents were measured on, bench and signature among them. It
// stays when another pack becomes the default.
inline constexpr std::string_view kMeasuredPack = "reconstruction-1";

// A game under its name, with the packs that come with it; the first is the default.
struct Entry {
  const GameFacts* facts;
  std::vector<Shipped> packs;
  std::vector<Json> bench_options;  // what `tidelock bench` measures, and the signature plays
  Result<std::shared_ptr<const AnyGame>> (*make)(PackRef pack, const Json& options, int rules);
  // What networks are trained on; the more important options are listed more often.
  std::vector<Json> training_options;
  // Only for games that `make` of the same entry made.
  std::unique_ptr<ai::AnyAi> (*ai)(std::shared_ptr<const AnyGame> game, ai::Networks networks);
  // The network that comes with it; none where it is not at hand.
  ai::Networks (*networks)();
  // What `tidelock study` looks at in a pack that `make` takes.
  ai::StudyPlan (*study)(const Json& pack);
};

[[nodiscard]] const std::vector<Entry>& all();
[[nodiscard]] const Entry* find(std::string_view game);
// `open` reads files with networks, where bots may ask for them.
[[nodiscard]] std::unique_ptr<ai::AnyAi> ai_of(
    const std::shared_ptr<const AnyGame>& game,
    Result<std::string> (*open)(const std::string& path) = nullptr);

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
