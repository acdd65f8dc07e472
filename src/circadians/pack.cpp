// Reads a pack from its first member to its last.
#include "circadians/pack_reader.h"

namespace tidelock::circadians {

void Reader::read(const JsonIn& in) {
  namespace member = schema::pack;
  (void)in[member::kFormat].one_of({"component-pack/1"});
  (void)in[member::kGame].one_of({"circadians"});
  in.only(member::kTakes);
  (void)in[member::kId].text(60);
  read_constants(in[member::kConstants]);
  read_planet(in[member::kPlanet]);
  read_caches(in[member::kCaches]);
  if (!in.ok()) return;
  read_negotiation(in[member::kNegotiation]);
  read_trades(in[member::kTrades]);
  read_tiles(in[member::kShips], kShipTile, out_.ships);
  read_tiles(in[member::kFarms], kFarmTile, out_.farms);
  if (!in.ok()) return;
  read_factions(in[member::kFactions]);
  read_incidents(in[member::kBreakthroughs], out_.breakthroughs, kMaxBreakthroughs, false);
  read_incidents(in[member::kSetbacks], out_.setbacks, kMaxSetbacks, true);
  read_spaceport(in[member::kSpaceport]);
  read_stations(in[member::kStations]);
  read_base(in[member::kResearchBase]);
  read_contracts(in[member::kContracts]);
  if (!in.ok()) return;
  read_events(in[member::kEvents]);
  read_leaders(in[member::kLeaders]);
  read_outposts(in[member::kOutposts], in[member::kOutpostBoards], in[member::kSpecialists]);
  const JsonIn pair = in[member::kSpecialistPairPoints];
  pair.only(member::specialist_pair_points::kTakes);
  out_.specialist_pair_points = small(pair[member::specialist_pair_points::kPoints], 0, 20);
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
