// Facts and options of Solenia.
#include "solenia/game.h"

#include "core/json.h"
#include "solenia/pack.h"
#include "solenia/schema.h"

namespace tidelock::solenia {

static_assert(tidelock::Game<Solenia> && Shown<Solenia> && Itemised<Solenia>);

const GameFacts& Solenia::facts() {
  static constexpr std::array<std::string_view, 13> kStreams = {
      "start",  "strips", "first",  "day",        "night",        "deck-1", "deck-2",
      "deck-3", "deck-4", "level1", "day-halves", "night-halves", "die"};
  static constexpr std::array<std::string_view, 31> kEvents = {"start",
                                                               "strip",
                                                               "first",
                                                               "start-goods",
                                                               "tile-shown",
                                                               "drew",
                                                               "drew-hidden",
                                                               "offer1",
                                                               "offer3",
                                                               "drafted1",
                                                               "drafted3",
                                                               "turn",
                                                               "voyage",
                                                               "played",
                                                               "discarded",
                                                               "got",
                                                               "stars",
                                                               "airship",
                                                               "delivered",
                                                               "stood-in",
                                                               "capacity",
                                                               "activated",
                                                               "returned",
                                                               "removed",
                                                               "turned",
                                                               "neutral-card",
                                                               "neutral-die",
                                                               "neutral-played",
                                                               "neutral-discarded",
                                                               "neutral-tile",
                                                               "over"};
  static_assert(kEvents.size() == static_cast<std::size_t>(What::kOver) + 1);
  static constexpr std::array<std::string_view, kCategories> kLines = {
      schema::scores::kTiles,    schema::scores::kPairs,   schema::scores::kCities,
      schema::scores::kSlots,    schema::scores::kRemoval, schema::scores::kImprovements,
      schema::scores::kLeftovers};
  static constexpr std::array<OptionFacts, 4> kOptions = {
      {{schema::options::kPlayers, "1 to 4", "2"},
       {schema::options::kMode, "summer, winter, improvements", "summer"},
       {schema::options::kStart, "dawn, dusk, random", "random"},
       {schema::options::kFirst, "random, 1 to 4", "random"}}};
  static const GameFacts kFacts = {"solenia", 1, 1, 4, kStreams, kEvents, kLines, kOptions};
  return kFacts;
}

Result<Solenia> Solenia::compile(const Json& pack, const Json& options) {
  namespace member = schema::options;
  Result<Components> components = compile_components(pack);
  if (!components) return components.error();
  JsonIn::Trouble trouble;
  const JsonIn in(options, trouble, "options");
  in.only(member::kTakes);
  Options out;
  if (in.maybe(member::kPlayers).exists())
    out.players = static_cast<int>(in[member::kPlayers].integer(1, 4));
  if (in.maybe(member::kMode).exists())
    out.mode = static_cast<Mode>(in[member::kMode].one_of({"summer", "winter", "improvements"}));
  if (in.maybe(member::kStart).exists())
    out.start = static_cast<Start>(in[member::kStart].one_of({"dawn", "dusk", "random"}));
  const JsonIn first = in.maybe(member::kFirst);
  if (first.is_number()) {
    out.first = static_cast<int>(first.integer(1, out.players)) - 1;
  } else if (first.exists() &&
             !(first.is_text() && first.raw().get_ref<const std::string&>() == "random")) {
    first.expected("'random', or a seat as a number from 1 to " + std::to_string(out.players));
  }
  if (trouble.any()) {
    Error wrong = trouble.first();
    wrong.code = name_of(Code::kBadOptions);
    return wrong;
  }
  if (out.players == 1) out.first = 0;  // SOLO-1
  return Solenia(components.value(), out);
}

Json Solenia::options() const {
  namespace member = schema::options;
  constexpr std::array<const char*, 3> kModes = {"summer", "winter", "improvements"};
  constexpr std::array<const char*, 3> kStarts = {"dawn", "dusk", "random"};
  Json out = {{member::kPlayers, chosen().players},
              {member::kMode, kModes[static_cast<std::size_t>(chosen().mode)]},
              {member::kStart, kStarts[static_cast<std::size_t>(chosen().start)]}};
  if (chosen().first < 0) {
    out[member::kFirst] = "random";
  } else {
    out[member::kFirst] = chosen().first + 1;
  }
  return out;
}

}  // namespace tidelock::solenia
