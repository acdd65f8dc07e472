// Options of Circadians.
#include "circadians/game.h"

#include <algorithm>

#include "circadians/schema.h"
#include "core/json.h"

namespace tidelock::circadians {

static_assert(tidelock::Game<Circadians> && Shown<Circadians> && Itemised<Circadians> &&
              Versioned<Circadians>);

Result<Circadians> Circadians::compile(const Json& pack, const Json& options, int rules) {
  namespace member = schema::options;
  const auto compiled = compile_pack(pack);
  if (!compiled) return compiled.error();
  const auto& in_pack = compiled.value()->components.leaders;
  JsonIn::Trouble trouble;
  const JsonIn in(options, trouble, "options");
  in.only(member::kTakes);
  Options chosen;
  chosen.rules = rules;
  const auto side = [&](std::string_view name) {
    const JsonIn one = in.maybe(name);
    return one.exists() ? static_cast<std::uint8_t>(one.one_of({"A", "B", "random"}))
                        : Options::kRandomSide;
  };
  if (in.maybe(member::kPlayers).exists())
    chosen.players = static_cast<int>(in[member::kPlayers].integer(1, kMaxSeats));
  if (const JsonIn expansion = in.maybe(member::kExpansion); expansion.exists()) {
    chosen.expansion =
        expansion.is_text() ? expansion.one_of({"off", "on"}) == 1 : expansion.boolean();
  }
  chosen.planet = side(member::kPlanet);
  for (std::size_t f = 0; f < kFactions; ++f) chosen.faction[f] = side(kFactionIds[f]);
  if (in.maybe(member::kAi).exists())
    chosen.ai_level = static_cast<int>(in[member::kAi].integer(1, kAiLevels));
  const JsonIn leaders = in.maybe(member::kLeaders);
  const bool dealt = !leaders.exists() || (leaders.is_text() && leaders.raw() == "dealt");
  if (!dealt && !trouble.any()) {
    std::vector<std::string> names;
    if (leaders.is_array()) {
      const auto n = static_cast<std::size_t>(chosen.players);
      if (leaders.size(n, n) == n) {
        for (std::size_t i = 0; i < n; ++i) names.push_back(leaders[i].text(40));
      }
    } else {
      std::string text = leaders.text(200);
      for (std::size_t at = 0; at != std::string::npos;) {
        const std::size_t end = text.find('+', at);
        names.push_back(text.substr(at, end == std::string::npos ? end : end - at));
        at = end == std::string::npos ? end : end + 1;
      }
    }
    for (const std::string& name : names) {
      const std::size_t i = compiled.value()->texts.find(in_pack, name);
      const bool known =
          std::find(chosen.leaders.begin(), chosen.leaders.end(), i) != chosen.leaders.end();
      if (chosen.leaders.size() == kMaxSeats) break;  // too many, as is said below
      if (i < in_pack.size() && !known && (chosen.expansion || !in_pack[i].expansion))
        chosen.leaders.push_back(static_cast<std::uint8_t>(i));
    }
    if (!trouble.any() &&
        (names.size() != chosen.leaders.size() || chosen.leaders.size() != idx(chosen.players)))
      leaders.expected("'dealt', or a different leader in play for each player, as in eden+luna");
  }
  if (trouble.any()) {
    Error wrong = trouble.first();
    wrong.code = name_of(Code::kBadOptions);
    return wrong;
  }
  return Circadians(*compiled.value(), chosen);
}

Json Circadians::options() const {
  namespace member = schema::options;
  constexpr std::array<std::string_view, 3> kSides = {"A", "B", "random"};
  Json out = {{member::kPlayers, chosen().players},
              {member::kExpansion, chosen().expansion ? "on" : "off"},
              {member::kPlanet, kSides[chosen().planet]},
              {member::kAi, chosen().ai_level}};
  for (std::size_t f = 0; f < kFactions; ++f)
    out[std::string(kFactionIds[f])] = kSides[chosen().faction[f]];
  if (chosen().leaders.empty()) {
    out[member::kLeaders] = "dealt";
  } else {
    out[member::kLeaders] = Json::array();
    for (const auto i : chosen().leaders)
      out[member::kLeaders].push_back(id(components().leaders[i]));
  }
  return out;
}

}  // namespace tidelock::circadians
