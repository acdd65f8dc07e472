// How an entry of the list of games is made of its rules.
#pragma once

#include "core/inputs.h"
#include "games/embedded.h"
#include "games/games.h"

namespace tidelock::games {

template <class G>
Result<std::shared_ptr<const AnyGame>> make_game(PackRef pack, const Json& options, int rules) {
  const Json& chosen = options.is_null() ? Json::object() : options;
  auto game = [&] {
    if constexpr (Versioned<G>) return G::compile(pack.content, chosen, rules);
    return G::compile(pack.content, chosen);
  }();
  if (!game) return game.error();
  return std::shared_ptr<const AnyGame>(
      std::make_shared<Wrapped<G>>(std::move(game).value(), std::move(pack)));
}

// The network that comes with a game. Without one, or with one that cannot be read, the bots go by
// the game's simple evaluation.
template <class G>
ai::Networks shipped_network() {
  ai::Networks out;
  out.game = G::facts().id;
  if constexpr (Learned<G>) {
    static const auto kRead =
        ai::Network::read(data::file(std::string(G::facts().id) + "/network-1.network"),
                          G::facts().id, G::kInputs, G::kTraits);
    if (kRead) out.shipped = kRead.value();
  }
  return out;
}

template <class G>
Entry entry(const std::vector<std::string_view>& packs, std::vector<Json> bench_options,
            std::vector<Json> training_options,
            std::unique_ptr<ai::AnyAi> (*make_ai)(std::shared_ptr<const AnyGame>, ai::Networks),
            ai::StudyPlan (*study)(const Json& pack)) {
  std::vector<Shipped> shipped;
  shipped.reserve(packs.size());
  for (const std::string_view id : packs)
    shipped.push_back({id, std::string(G::facts().id) + "/" + std::string(id) + ".json"});
  return {&G::facts(),
          std::move(shipped),
          std::move(bench_options),
          &make_game<G>,
          std::move(training_options),
          make_ai,
          &shipped_network<G>,
          study};
}

// Of the studies of both games.
constexpr double kLeastShare = 0.7;
constexpr double kMostShare = 1.4;

}  // namespace tidelock::games
