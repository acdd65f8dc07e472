// How an entry of the list of games is made of its rules.
#pragma once

#include "core/inputs.h"
#include "core/study.h"
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

template <class G>
std::unique_ptr<Position> make_position(std::shared_ptr<const AnyGame> game) {
  const G& own = static_cast<const Wrapped<G>&>(*game).game();
  return std::make_unique<PositionOf<typename G::Rules, std::shared_ptr<const AnyGame>>>(
      own, std::move(game));
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
Entry entry(const std::vector<std::string_view>& packs,
            std::unique_ptr<ai::AnyAi> (*make_ai)(std::shared_ptr<const AnyGame>, ai::Networks)) {
  Entry out;
  out.facts = &G::facts();
  for (const std::string_view id : packs)
    out.packs.push_back({id, std::string(G::facts().id) + "/" + std::string(id) + ".json"});
  out.make = &make_game<G>;
  out.ai = make_ai;
  out.position = &make_position<G>;
  out.networks = &shipped_network<G>;
  if constexpr (Measured<G>) out.bench_options = G::bench_options();
  if constexpr (Trained<G>) out.training_options = G::training_options();
  if constexpr (Studied<G>) out.study = &G::study_plan;
  return out;
}

}  // namespace tidelock::games
