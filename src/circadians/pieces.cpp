// What every piece of the pack does, for those who look at the pack and at no table.
#include "circadians/phrases.h"

namespace tidelock::circadians {

std::vector<PieceWords> Circadians::pieces(const Teller& teller) const {
  const State s = start();
  const Phrases w(*this, s, teller);
  const Components& c = w.c;
  std::vector<PieceWords> out;
  const auto add = [&](std::string piece, std::string words) {
    out.push_back({std::move(piece), std::move(words)});
  };
  const auto powers = [&](const std::string& list, const auto& entries) {
    for (const auto& one : entries) add(list + "." + id(one), w.power(one));
  };
  const auto tiles = [&](const std::string& list, const auto& entries, int kind) {
    for (const Tile& one : entries) add(list + "." + id(one), w.power(one, kind));
  };
  powers("leaders", c.leaders);
  powers("contracts", c.contracts);
  powers("events", c.events);
  powers("outposts", c.tokens);
  tiles("ships", c.ships, kShipTile);
  tiles("farms", c.farms, kFarmTile);
  tiles("research_base.farms", c.printed_farms, kFarmTile);
  for (const Station& one : c.stations) add("stations." + id(one), w.actions(one));
  for (int faction = 0; faction < kFactions; ++faction) {
    for (std::size_t side = 0; side < 2; ++side)
      add("factions." + id(c.ability_texts[idx(faction)][side]),
          w.printed(c.abilities[idx(faction)][side]));
  }
  for (const Incident& one : c.breakthroughs)
    add("breakthroughs." + id(one), w.printed(one.effects));
  for (const Incident& one : c.setbacks) {
    add("setbacks." + id(one), w.printed(one.effects));
    add("setbacks." + id(one) + ".solo_do", w.printed(one.solo));
  }
  for (std::size_t i = 0; i < c.specialist_rules.size(); ++i)
    add("specialists." + std::to_string(i + 1), w.rules(c.specialist_rules[i]));
  for (std::size_t row = 0; row < c.depository.size(); ++row)
    add("spaceport.depository." + std::to_string(row + 1), w.printed(c.depository[row].effects));
  add("spaceport.hq", w.printed(c.hq_reward));
  for (std::size_t i = 0; i < c.owner_bonus.size(); ++i) {
    const std::string board = "outpost_boards." + std::to_string(i + 1);
    add(board + ".owner_bonus", w.printed(c.owner_bonus[i]));
    add(board + ".sender_gain", w.printed(c.sender_gain[i]));
  }
  return out;
}

}  // namespace tidelock::circadians
