// The list of games of an engine for the toy alone: to see that the page needs to know nothing of a
// game.
#include "ai/ai_of.h"
#include "core/testing/toy.h"
#include "games/entry.h"
#include "wasm/provided.h"

namespace tidelock::games {

namespace {

std::unique_ptr<ai::AnyAi> toy_ai(std::shared_ptr<const AnyGame> game, ai::Networks networks) {
  return std::make_unique<ai::AiOf<toy::Toy>>(
      std::static_pointer_cast<const Wrapped<toy::Toy>>(std::move(game)), std::move(networks));
}

}  // namespace

const std::vector<Entry>& all() {
  data::provide(std::string(toy::Toy::facts().id) + "/lanterns-1.json", "{}");
  static const std::vector<Entry> kAll = {entry<toy::Toy>({"lanterns-1"}, {}, {}, toy_ai, nullptr)};
  return kAll;
}

}  // namespace tidelock::games
