// Whole games of Circadians as people read them (games/testing_playthrough.h).
#include "games/testing_playthrough.h"

namespace tidelock::circadians {
namespace {

// A list without its empty places.
std::string filled(const Json& list) {
  games::Lines out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& one = list[i];
    if (one.is_null() || one == 0) continue;
    out.push_back(std::to_string(i + 1) + ":" +
                  (one.is_string() ? one.get<std::string>() : dump_json(one)));
  }
  return out.empty() ? "-" : games::joined(out);
}

std::string story_player(const Json& player, const std::string& name) {
  const Json& goods = player["goods"];
  std::string out = games::padded(name, 5) + dump_json(goods["water"]) + "W" +
                    dump_json(goods["algae"]) + "A" + dump_json(goods["energy"]) + "E" +
                    dump_json(goods["gem"]) + "G";
  const Json& hand = player.value("hand", Json(0));
  games::Lines cards;
  if (hand.is_array()) {
    for (const auto& card : hand) cards.push_back(card.get<std::string>());
  } else {
    cards.push_back(dump_json(hand));
  }
  games::Lines done;
  for (const auto& card : player["fulfilled"]) done.push_back(card.get<std::string>());
  out += ", holds " + (cards.empty() ? "-" : games::joined(cards));
  if (!done.empty()) out += ", fulfilled " + games::joined(done);
  out += ", garages " + filled(player["garages"]) + ", farms " + filled(player["farms"]);
  out += ", base " + dump_json(player["base"]) + "+" + dump_json(player["base_specialists"]) +
         ", reserve " + dump_json(player["reserve"]);
  out += ", ships " + filled(player["ships"]) + ", tiles " + filled(player["farm_tiles"]);
  return out + ", harvester " + dump_json(player["harvester"]);
}

games::Lines story_view(const Json& view, const std::vector<std::string>& names, Seat seat,
                        bool whole) {
  const auto who = [&](std::size_t i) { return i < names.size() ? names[i] : "AI"; };
  const Json& players = view["players"];
  const auto me = static_cast<std::size_t>(seat);
  if (!whole) return {story_player(players[me], who(me))};
  games::Lines out;
  const auto board = [&](const char* name, const Json& rows) {
    games::Lines parts;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (const std::string row = filled(rows[i]); row != "-")
        parts.push_back(std::to_string(i + 1) + " (" + row + ")");
    }
    if (!parts.empty()) out.push_back(std::string(name) + " " + games::joined(parts));
  };
  out.push_back("round " + dump_json(view["round"]) + ", event " + dump_json(view["event"]) +
                ", ships " + filled(view["ships_up"]) + ", farms " + filled(view["farms_up"]) +
                ", hq " + filled(view["hq"]));
  board("stations", view["stations"]);
  board("depository", view["depository"]);
  board("negotiation", view["negotiation"]);
  for (std::size_t i = 0; i < players.size(); ++i) out.push_back(story_player(players[i], who(i)));
  return out;
}

std::vector<games::Story> stories() {
  const auto story = [](const char* name, const char* expansion, std::uint64_t seed,
                        std::vector<const char*> bots) {
    const Json options = {{"expansion", expansion}, {"players", bots.size()}};
    return games::Story{"circadians", name, options, seed, std::move(bots), &story_view};
  };
  return {story("specialists-1", "on", 16, {"greedy"}),
          story("specialists-2", "on", 17, {"greedy", "random"}),
          story("base-2", "off", 18, {"random", "greedy"})};
}

using games::Playthrough;
INSTANTIATE_TEST_SUITE_P(Kept, Playthrough, ::testing::ValuesIn(stories()), games::story_name);

}  // namespace
}  // namespace tidelock::circadians
