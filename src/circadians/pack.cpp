// Reads a pack from its first member to its last.
#include "circadians/pack_reader.h"

namespace tidelock::circadians {

// The names of all members make it long.
void Reader::read(const JsonIn& in) {
  (void)in["format"].one_of({"component-pack/1"});
  (void)in["game"].one_of({"circadians"});
  in.only({"format",
           "game",
           "id",
           "note",
           "tags",
           "tag_rule",
           "provenance",
           "constants",
           "planet",
           "caches",
           "negotiation",
           "factions",
           "breakthroughs",
           "setbacks",
           "spaceport",
           "stations",
           "trades",
           "research_base",
           "ships",
           "farms",
           "contracts",
           "events",
           "leaders",
           "outposts",
           "outpost_boards",
           "specialists",
           "specialist_pair_points",
           "schemes",
           "ai_levels",
           "ai_progress",
           "ai"});
  // In an order of its own: later parts name what earlier ones define, as a leader names the tile
  // that it begins with. Where those are wrong already, what follows would only be wrong again.
  (void)in["id"].text(60);
  read_constants(in["constants"]);
  read_planet(in["planet"]);
  read_caches(in["caches"]);
  if (!in.ok()) return;
  read_negotiation(in["negotiation"]);
  read_trades(in["trades"]);
  read_tiles(in["ships"], kShipTile, out_.ships);
  read_tiles(in["farms"], kFarmTile, out_.farms);
  if (!in.ok()) return;
  read_factions(in["factions"]);
  read_incidents(in["breakthroughs"], out_.breakthroughs, kMaxBreakthroughs, false);
  read_incidents(in["setbacks"], out_.setbacks, kMaxSetbacks, true);
  read_spaceport(in["spaceport"]);
  read_stations(in["stations"]);
  read_base(in["research_base"]);
  read_contracts(in["contracts"]);
  if (!in.ok()) return;
  read_events(in["events"]);
  read_leaders(in["leaders"]);
  read_outposts(in["outposts"], in["outpost_boards"], in["specialists"]);
  in["specialist_pair_points"].only({"id", "name", "tag", "tags", "spaces", "points"});
  out_.specialist_pair_points = small(in["specialist_pair_points"]["points"], 0, 20);
  read_solo(in);
}

Result<std::shared_ptr<const Pack>> compile_pack(const Json& json) {
  auto out = std::make_shared<Pack>();
  JsonIn::Trouble trouble;
  const JsonIn in(json, trouble);
  Reader(*out).read(in);
  if (trouble.any()) {
    Error wrong = trouble.first();
    wrong.code = name_of(Code::kBadPack);
    return wrong;
  }
  compile(out->components);
  return std::shared_ptr<const Pack>(std::move(out));
}

}  // namespace tidelock::circadians
