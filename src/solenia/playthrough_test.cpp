// Whole games of Solenia as people read them (games/testing_playthrough.h).
#include "games/testing_playthrough.h"

namespace tidelock::solenia {
namespace {

std::string story_slots(const Json& row) {
  games::Lines out;
  for (const auto& tile : row) out.push_back(tile.is_null() ? "." : dump_json(tile));
  return games::joined(out);
}

std::string story_player(const Json& player, const std::string& name) {
  games::Lines cards;
  const bool own = player.contains("hand");
  if (own) {
    for (const auto& card : player["hand"]) cards.push_back(card.get<std::string>());
  }
  const std::string store = player["store"].get<std::string>();
  std::string out = games::padded(name, 9);
  if (player.contains("score")) out += games::padded(dump_json(player["score"]) + "*", 5);
  out += own ? "holds " + games::joined(cards) : "holds " + dump_json(player["hand_size"]);
  out += ", store " + (store.empty() ? "-" : store) + "/" + dump_json(player["capacity"]);
  out += ", day " + story_slots(player["slots"]["day"]);
  out += ", night " + story_slots(player["slots"]["night"]);
  if (player.contains("improvements")) {
    const Json& has = player["improvements"];
    out += ", improvements " + dump_json(has["level1"]) + " " + dump_json(has["day"]) + "+" +
           dump_json(has["night"]) + (has["active"].get<bool>() ? " at work" : "");
  }
  return out;
}

// Rows from the front to the rear: a letter for an island, + and = for a city by day and by night,
// owner and card where one lies.
games::Lines story_view(const Json& view, const std::vector<std::string>& names, Seat seat,
                        bool whole) {
  games::Lines out;
  const auto who = [&](std::size_t i) { return i < names.size() ? names[i] : "neutral"; };
  const Json& players = view["players"];
  if (!whole) {
    const auto me = static_cast<std::size_t>(seat);
    return {story_player(players[me], who(me))};
  }
  for (std::size_t row = 5; row-- > 0;) {
    std::string line = std::to_string(row + 1) + " ";
    for (std::size_t column = 0; column < 5; ++column) {
      const Json& space = view["board"][5 * row + column];
      const std::string name = space["space"].get<std::string>();
      const std::string is = space["is"].get<std::string>();
      std::string cell = is == "day-city" ? "+" : is == "night-city" ? "=" : is;
      if (view["cards"].contains(name)) cell += " " + view["cards"][name].get<std::string>();
      line += games::padded(cell, 9);
    }
    out.push_back(line + view["rows"][row].get<std::string>());
  }
  games::Lines tiles;
  for (const char* sky : {"day", "night"}) {
    tiles.emplace_back(sky);
    for (const auto& tile : view["tiles"][sky])
      tiles.push_back(tile["cost"].get<std::string>() + dump_json(tile["stars"]));
    tiles.push_back("(" + std::to_string(view["decks"][sky].size()) + ")");
  }
  out.push_back(games::joined(tiles));
  for (std::size_t i = 0; i < players.size(); ++i) out.push_back(story_player(players[i], who(i)));
  return out;
}

std::vector<games::Story> stories() {
  const auto story = [](const char* name, const char* mode, std::uint64_t seed,
                        std::vector<const char*> bots) {
    const Json options = {{"mode", mode}, {"players", bots.size()}};
    return games::Story{"solenia", name, options, seed, std::move(bots), &story_view};
  };
  return {story("summer-2", "summer", 11, {"greedy", "random"}),
          story("winter-2", "winter", 12, {"random", "greedy"}),
          story("improvements-2", "improvements", 13, {"greedy", "random"}),
          story("summer-1", "summer", 14, {"greedy"}),
          story("improvements-4", "improvements", 15, {"greedy", "random", "greedy", "greedy"})};
}

using games::Playthrough;
INSTANTIATE_TEST_SUITE_P(Kept, Playthrough, ::testing::ValuesIn(stories()), games::story_name);

}  // namespace
}  // namespace tidelock::solenia
