// Events in words: named fields for programs, a catalogue key with values for people.
#include <algorithm>

#include "core/json.h"
#include "core/same_names.h"
#include "solenia/game.h"
#include "solenia/schema.h"

namespace tidelock::solenia {

namespace {

constexpr std::array<const char*, 4> kResourceKeys = {"@solenia.wood", "@solenia.wheat",
                                                      "@solenia.stone", "@solenia.water"};
constexpr std::array<const char*, 4> kGotFromNames = {"island", "slot", "removal", "improvement"};
constexpr std::array<const char*, 4> kStarFromNames = {"city", "slot", "removal", "improvement"};
// Improvements are named by what they do, so that a pack with other numbers needs no other words.
constexpr std::array<const char*, 8> kLevel1Keys = {
    "gain-choice", "gain-each",      "stars",     "voyage-discount",
    "stand-in",    "delivery-stars", "zero-gain", "diagonal"};
constexpr std::array<const char*, 8> kLevel3Keys = {
    "row", "opposite-row", "pairs", "leftovers", "cost-exactly", "cost-at-least", "cards", "flat"};

template <class Names>
auto pick(const Names& names, int i) {
  return names[static_cast<std::size_t>(i)];
}

// Where several events are told by one line below, the last of them names the member.
namespace one_line {
using namespace schema::event;  // NOLINT(google-build-using-namespace): for these lines alone
static_assert(same_names({{start_goods::kResource, got::kResource},
                          {start_goods::kN, got::kN},
                          {drafted1::kTile, activated::kTile},
                          {voyage::kResource, returned::kResource},
                          {played::kCard, removed::kCard},
                          {played::kSpace, removed::kSpace},
                          {neutral_played::kCard, removed::kCard},
                          {neutral_played::kSpace, removed::kSpace},
                          {drew::kCard, neutral_discarded::kCard},
                          {discarded::kCard, neutral_discarded::kCard},
                          {neutral_card::kCard, neutral_discarded::kCard}}));
}  // namespace one_line

}  // namespace

Json Solenia::event_json(const Event& e) const {
  namespace member = schema::event;
  Json out;
  out[member::kEvent] = facts().events[e.what];
  if (e.who >= 0) out[member::kSeat] = e.who + 1;
  const auto resource = [](int r) { return std::string(1, kLetters[static_cast<std::size_t>(r)]); };
  const auto card = [&](int type) {
    return card_name(components().cards[static_cast<std::size_t>(type)]);
  };
  switch (static_cast<What>(e.what)) {
    case What::kStart: out[member::start::kSide] = e.a == 0 ? "dawn" : "dusk"; break;
    case What::kStrip:
      out[member::strip::kRow] = e.a + 1;
      out[member::strip::kStrip] = side_name(e.b);
      break;
    case What::kStartGoods:
    case What::kGot:
      out[member::got::kResource] = resource(e.a);
      out[member::got::kN] = e.b;
      if (static_cast<What>(e.what) == What::kGot)
        out[member::got::kFrom] = pick(kGotFromNames, e.c);
      break;
    case What::kTileShown:
      out[member::tile_shown::kRow] = pick(kHemispheres, e.a);
      out[member::tile_shown::kTile] = e.b + 1;
      out[member::tile_shown::kPlace] = e.c + 1;
      break;
    case What::kOffer1:
      out[member::offer1::kPlace] = e.a + 1;
      out[member::offer1::kTile] = e.b + 1;
      break;
    case What::kOffer3:
      out[member::offer3::kPlace] = e.a + 1;
      out[member::offer3::kDay] = e.b + 1;
      out[member::offer3::kNight] = e.c + 1;
      break;
    case What::kDrafted1:
    case What::kActivated: out[member::activated::kTile] = e.a + 1; break;
    case What::kDrafted3:
      out[member::drafted3::kDay] = e.a + 1;
      out[member::drafted3::kNight] = e.b + 1;
      break;
    case What::kTurn: out[member::turn::kRound] = e.a; break;
    case What::kVoyage:
    case What::kReturned: out[member::returned::kResource] = resource(e.a); break;
    case What::kPlayed:
    case What::kNeutralPlayed:
    case What::kRemoved:
      out[member::removed::kCard] = card(e.a);
      out[member::removed::kSpace] = space_name(e.b);
      break;
    case What::kDrew:
    case What::kDiscarded:
    case What::kNeutralCard:
    case What::kNeutralDiscarded: out[member::neutral_discarded::kCard] = card(e.a); break;
    case What::kStars:
      out[member::stars::kN] = e.a;
      out[member::stars::kFrom] = pick(kStarFromNames, e.b);
      break;
    case What::kDelivered:
      out[member::delivered::kRow] = pick(kHemispheres, e.a);
      out[member::delivered::kTile] = e.b + 1;
      out[member::delivered::kSlot] = e.c + 1;
      break;
    case What::kNeutralTile:
      out[member::neutral_tile::kRow] = pick(kHemispheres, e.a);
      out[member::neutral_tile::kTile] = e.b + 1;
      break;
    case What::kStoodIn:
      out[member::stood_in::kOut] = resource(e.a);
      out[member::stood_in::kIn] = resource(e.b);
      break;
    case What::kCapacity: out[member::capacity::kCapacity] = e.a; break;
    case What::kTurned: out[member::turned::kStrip] = side_name(e.a); break;
    case What::kNeutralDie: out[member::neutral_die::kDie] = e.a; break;
    case What::kFirst:
    case What::kDrewHidden:
    case What::kAirship:
    case What::kOver: break;
  }
  return out;
}

Text Solenia::event_text(const Event& e) const {
  Text out{"solenia.event." + std::string(facts().events[e.what]), {}};
  const auto add = [&](const char* name, auto value) {
    if constexpr (std::is_integral_v<decltype(value)>) {
      out.args.push_back({name, static_cast<std::int64_t>(value)});
    } else {
      out.args.push_back({name, std::string(value)});
    }
  };
  const auto card = [&](int type) {
    return literal(card_name(components().cards[static_cast<std::size_t>(type)]));
  };
  const auto space = [](int i) { return space_name(i); };
  const auto tile = [&](int hemisphere, int i) {
    const Tile& t =
        components().tiles[static_cast<std::size_t>(hemisphere)][static_cast<std::size_t>(i)];
    add("row", pick(kHemispheres, hemisphere));
    add("cost", write_goods(t.cost));
    add("stars", t.stars);
  };
  const auto level1 = [&](int i) {
    const Level1& what = components().level1[static_cast<std::size_t>(i)];
    add("tile", std::string("@solenia.level1.") + pick(kLevel1Keys, static_cast<int>(what.kind)));
    add("n", what.n);
  };
  // Both halves stand in one sentence: each has numbers of its own.
  const auto level3 = [&](int day, int night) {
    for (int h = 0; h < 2; ++h) {
      const int i = h == kDay ? day : night;
      const Level3& what =
          components().level3[static_cast<std::size_t>(h)][static_cast<std::size_t>(i)];
      const std::string half(pick(kHemispheres, h));
      add(half.c_str(),
          "@solenia.level3." + half + "." + pick(kLevel3Keys, static_cast<int>(what.kind)));
      add((half + "_n").c_str(), what.n);
      add((half + "_cost").c_str(), what.cost);
    }
  };
  const auto strip = [&](int side) {
    add("strip", side / 2 + 1);
    add("side", "@solenia.sky." + side_name(side).substr(1));
  };
  const auto one = [&](const char* name, int resource) {
    add(name, pick(kResourceKeys, resource));
    add("n", 1);
  };
  if (solo() && e.who == kNeutral) {
    add("player", "@solenia.neutral");
  } else if (e.who >= 0) {
    add("player", static_cast<int>(e.who) + 1);  // whoever says this puts the name in
    out.about = e.who + 1;
  }
  switch (static_cast<What>(e.what)) {
    case What::kStart: add("side", e.a == 0 ? "dawn" : "dusk"); break;
    case What::kStrip:
      add("rank", e.a + 1);
      strip(e.b);
      break;
    case What::kStartGoods:
    case What::kGot:
      add("resource", pick(kResourceKeys, e.a));
      add("n", e.b);
      if (static_cast<What>(e.what) == What::kGot) add("from", pick(kGotFromNames, e.c));
      break;
    case What::kTileShown: tile(e.a, e.b); break;
    case What::kOffer1: level1(e.b); break;
    case What::kOffer3: level3(e.b, e.c); break;
    case What::kDrafted1:
    case What::kActivated: level1(e.a); break;
    case What::kDrafted3: level3(e.a, e.b); break;
    case What::kTurn: add("round", e.a); break;
    case What::kVoyage:
    case What::kReturned: one("resource", e.a); break;
    case What::kPlayed:
    case What::kNeutralPlayed:
    case What::kRemoved:
      add("card", card(e.a));
      add("space", space(e.b));
      break;
    case What::kDrew:
    case What::kDiscarded:
    case What::kNeutralCard:
    case What::kNeutralDiscarded: add("card", card(e.a)); break;
    case What::kStars:
      add("n", e.a);
      add("from", pick(kStarFromNames, e.b));
      break;
    case What::kDelivered:
      tile(e.a, e.b);
      add("slot", e.c + 1);
      break;
    case What::kNeutralTile: tile(e.a, e.b); break;
    case What::kStoodIn:
      add("out", pick(kResourceKeys, e.a));
      one("in", e.b);
      break;
    case What::kCapacity: add("n", e.a); break;
    case What::kTurned: strip(e.a); break;
    case What::kNeutralDie: add("die", e.a); break;
    case What::kFirst:
    case What::kDrewHidden:
    case What::kAirship:
    case What::kOver: break;
  }
  return out;
}

// --- what can be used ---

std::vector<std::string> Solenia::item_names() const {
  std::vector<std::string> names;
  // Of things that look the same the later ones get a number.
  const auto add = [&](const std::string& name) {
    std::string own = name;
    for (int n = 2; std::find(names.begin(), names.end(), own) != names.end(); ++n)
      own = name + "#" + std::to_string(n);
    names.push_back(own);
  };
  const auto add_level1 = [&](const char* group) {
    for (const Level1& tile : components().level1)
      add(std::string(group) + pick(kLevel1Keys, static_cast<int>(tile.kind)));
  };
  add("start.dawn");
  add("start.dusk");
  add_level1("level1.");
  add_level1("level1-works.");
  for (std::size_t h = 0; h < 2; ++h) {
    for (const Level3& half : components().level3[h])
      add("halves-" + std::string(kHemispheres[h]) + "." +
          pick(kLevel3Keys, static_cast<int>(half.kind)));
  }
  for (const char* group : {"tiles-", "shown-"}) {
    for (std::size_t h = 0; h < 2; ++h) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(components().tile_count[h]); ++i)
        add(std::string(group).append(kHemispheres[h]) + "." +
            write_goods(components().tiles[h][i].cost));
    }
  }
  for (const Card& card : components().cards) add("city-cards." + card_name(card));
  for (int strip = 1; strip <= kDawnDuskStrip; ++strip) {
    for (int row = 1; row <= kStrips; ++row)
      add("strips.strip " + std::to_string(strip) + " in row " + std::to_string(row));
  }
  return names;
}

// In the order of the names.
Items Solenia::items_of(const Event& e) const {
  Items out;
  const auto what = static_cast<What>(e.what);
  int before = 0;
  const auto group = [&](int size, bool fits, int which) {
    if (fits) out.push(static_cast<std::int16_t>(before + which));
    before += size;
  };
  group(2, what == What::kStart, e.a);
  group(kLevel1Tiles, what == What::kDrafted1, e.a);
  group(kLevel1Tiles, what == What::kActivated, e.a);
  group(kHalves, what == What::kDrafted3, e.a);
  group(kHalves, what == What::kDrafted3, e.b);
  for (const What about : {What::kDelivered, What::kTileShown}) {
    for (int h = 0; h < 2; ++h)
      group(components().tile_count[static_cast<std::size_t>(h)], what == about && e.a == h, e.b);
  }
  group(kCards, what == What::kPlayed && e.c >= kDayCity, e.a);
  const int strip = e.b / 2;
  group(kDawnDuskStrip * kStrips, what == What::kStrip && strip < kDawnDuskStrip,
        strip * kStrips + e.a);
  return out;
}

bool Solenia::begins(const Event& e) const { return static_cast<What>(e.what) == What::kFirst; }

std::vector<std::string> Solenia::verdict(const State& s, const Teller& teller) const {
  if (!solo()) return {};
  // SOLO-4: what the result is called.
  const int total = scores(s).total[0];
  int band = 0;
  for (const int least : components().solo_bands) band += total >= least ? 1 : 0;
  return {teller.say("solenia.solo.band." + std::to_string(band))};
}

}  // namespace tidelock::solenia
