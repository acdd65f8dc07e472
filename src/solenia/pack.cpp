#include "solenia/pack.h"

#include <bit>

#include "core/json.h"
#include "solenia/names.h"
#include "solenia/schema.h"

namespace tidelock::solenia {

namespace {

constexpr std::array<std::string_view, 4> kProvenance = {"rulebook", "review", "inferred",
                                                         "reconstruction"};

// Where a fact comes from: one word, or one word for each named part of the entry.
void read_provenance(const JsonIn& entry) {
  const JsonIn from = entry[schema::pack::card::kFrom];  // every entry has the same
  if (from.is_object()) {
    for (auto it = from.raw().begin(); it != from.raw().end(); ++it) {
      (void)from[it.key()].one_of(kProvenance);
    }
    if (from.raw().empty()) from.expected("a provenance for each part", {"solenia.pack.from", {}});
  } else {
    (void)from.one_of(kProvenance);
  }
}

Goods read_goods(const JsonIn& in, std::size_t least, std::size_t most) {
  if (!in.is_text()) {
    in.expected("letters W H S A", {"solenia.pack.letters", {}});
    return 0;
  }
  const auto& text = in.raw().get_ref<const std::string&>();
  Goods sum = 0;
  for (const char c : text) {
    const auto at = kLetters.find(c);
    if (at == std::string_view::npos) {
      in.expected("letters W H S A", {"solenia.pack.letters", {}});
      return 0;
    }
    if (text.size() <= most) sum += goods(static_cast<int>(at));
  }
  if (text.size() < least || text.size() > most) {
    in.expected(std::to_string(least) + " to " + std::to_string(most) + " letters W H S A",
                {"solenia.pack.goods",
                 {{"least", static_cast<std::int64_t>(least)},
                  {"most", static_cast<std::int64_t>(most)},
                  {"n", static_cast<std::int64_t>(text.size())}}});
    return 0;
  }
  return sum;
}

std::uint8_t small(const JsonIn& in, int least, int most) {
  return static_cast<std::uint8_t>(in.integer(least, most));
}

void read_cards(const JsonIn& in, Components& out) {
  namespace member = schema::pack::card;
  if (in.size(kCards, kCards) == 0) return;
  for (std::size_t i = 0; i < kCards; ++i) {
    const JsonIn entry = in[i];
    entry.only(member::kTakes);
    read_provenance(entry);
    Card card{};
    card.value = small(entry[member::kValue], 0, 2);
    const JsonIn gain = entry.maybe(member::kGain);
    const JsonIn space = entry.maybe(member::kSpace);
    const JsonIn star = entry.maybe(member::kStarIf);
    if (int{gain.exists()} + int{space.exists()} + int{star.exists()} != 1) {
      entry.wrong("expected exactly one of gain, space, starIf", {"solenia.pack.effect", {}});
      return;
    }
    if (gain.exists()) {
      card.effect = Card::Effect::kGain;
      card.gain = read_goods(gain, 1, 4);
    } else if (space.exists()) {
      card.effect = Card::Effect::kSpace;
      card.amount = small(space, 1, 2);
    } else {
      card.effect = Card::Effect::kStar;
      const Goods one = read_goods(star, 1, 1);
      while (card.amount < 3 && count_of(one, card.amount) == 0) ++card.amount;
    }
    out.cards[i] = card;
  }
  for (std::size_t i = 0; i < kCards; ++i) {
    out.same[i] = 0;
    out.type[i] = static_cast<std::uint8_t>(i);
    for (std::size_t k = kCards; k-- > 0;) {
      if (out.cards[k] != out.cards[i]) continue;
      out.same[i] = static_cast<std::uint16_t>(out.same[i] | (1U << k));
      out.type[i] = static_cast<std::uint8_t>(k);
    }
  }
}

void read_side(const JsonIn& in, bool twilight, Hemisphere usual, int side, Components& out) {
  namespace member = schema::pack::twilight_side;
  if (twilight) {
    in.only(member::kTakes);
  } else {
    in.only(schema::pack::side::kTakes);
  }
  read_provenance(in);
  const int hemisphere = twilight ? in[member::kCity].one_of({"day", "night"}) : usual;
  const JsonIn spaces = in[member::kSpaces];
  const std::string text = spaces.text(100);
  if (text.size() != kColumns || text.find_first_not_of("WHSAC") != std::string::npos) {
    spaces.expected("5 letters W H S A C", {"solenia.pack.spaces", {}});
    return;
  }
  const auto row = static_cast<std::size_t>(side);
  out.cities[row] = {0, 0};
  for (std::size_t c = 0; c < kColumns; ++c) {
    if (text[c] == 'C') {
      out.terrain[row][c] = static_cast<std::uint8_t>(kDayCity + hemisphere);
      out.cities[row][static_cast<std::size_t>(hemisphere)] |= 1U << c;
    } else {
      out.terrain[row][c] = static_cast<std::uint8_t>(kLetters.find(text[c]));
    }
  }
}

void read_strips(const JsonIn& in, Components& out) {
  namespace member = schema::pack::strips;
  if (in.size(kStrips, kStrips) == 0) return;
  for (int i = 0; i < kDawnDuskStrip; ++i) {
    const JsonIn entry = in[static_cast<std::size_t>(i)];
    entry.only(schema::pack::strip::kTakes);
    read_side(entry[schema::pack::strip::kDay], false, kDay, 2 * i, out);
    read_side(entry[schema::pack::strip::kNight], false, kNight, 2 * i + 1, out);
  }
  const JsonIn last = in[kDawnDuskStrip];
  last.only({member::kDawn, member::kDusk});
  read_side(last[member::kDawn], true, kDay, 2 * kDawnDuskStrip, out);
  read_side(last[member::kDusk], true, kNight, 2 * kDawnDuskStrip + 1, out);
}

void read_tiles(const JsonIn& in, int hemisphere, Components& out) {
  namespace member = schema::pack::tile_list;
  const auto h = static_cast<std::size_t>(hemisphere);
  const std::size_t n = in.size(12, kMaxTiles);
  out.tile_count[h] = static_cast<int>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const JsonIn entry = in[i];
    entry.only(member::kTakes);
    read_provenance(entry);
    Tile tile{};
    tile.cost = read_goods(entry[member::kCost], 1, 6);
    tile.size = static_cast<std::uint8_t>(total_of(tile.cost));
    tile.stars = small(entry[member::kStars], 0, 20);
    out.tiles[h][i] = tile;
    if (i == 0 || tile.size < out.smallest_tile[h]) out.smallest_tile[h] = tile.size;
  }
}

// "W", "WH" (both), "W|H" (one of them), "5*" (stars), "+1" (capacity).
Bonus read_bonus(const JsonIn& in, bool winter) {
  Bonus bonus{};
  const std::string text = in.text(40);
  const std::string_view what = winter ? "a slot bonus such as 'W', 'WH', 'W|H', '5*' or '+1'"
                                       : "a slot bonus such as 'W', 'WH', 'W|H' or '5*'";
  if (winter && text == "+1") {
    bonus.capacity = 1;
  } else if (text.size() == 2 && text[0] >= '1' && text[0] <= '9' && text[1] == '*') {
    bonus.stars = static_cast<std::uint8_t>(text[0] - '0');
  } else if (text.find('|') != std::string::npos) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto at = kLetters.find(text[i]);
      const bool good = i % 2 == 0
                            ? at != std::string_view::npos && (bonus.choice & (1U << at)) == 0
                            : text[i] == '|' && i + 1 < text.size();
      if (!good) {
        in.expected(what, {"solenia.pack.bonus", {}});
        return {};
      }
      if (i % 2 == 0) bonus.choice = static_cast<std::uint8_t>(bonus.choice | (1U << at));
    }
  } else if (text.empty() || text.size() > 4 ||
             text.find_first_not_of(kLetters) != std::string::npos) {
    in.expected(what, {"solenia.pack.bonus", {}});
  } else {
    bonus.gain = read_goods(in, 1, 4);
  }
  return bonus;
}

void read_slots(const JsonIn& in, bool winter, Components& out) {
  namespace member = schema::pack::winter_row;
  in.only(schema::pack::slots::winter::kTakes);
  int growth = 0;
  for (std::size_t h = 0; h < 2; ++h) {
    const JsonIn row =
        in[h == kDay ? schema::pack::slots::winter::kDay : schema::pack::slots::winter::kNight];
    const std::size_t n = row.size(kSlots, kSlots);
    for (std::size_t i = 0; i < n; ++i) {
      row[i].only(member::kTakes);
      read_provenance(row[i]);
      const Bonus bonus = read_bonus(row[i][member::kBonus], winter);
      out.slots[winter ? 1 : 0][h][i] = bonus;
      growth += bonus.capacity;
    }
  }
  // WIN-1: the rulebook lets the store grow by 2 in winter.
  if (winter && in.ok() && growth != 2)
    in.wrong("expected two '+1' bonuses in all, found " + std::to_string(growth),
             {"solenia.pack.room", {{"n", growth}}});
}

constexpr std::array<std::string_view, 8> kLevel1Kinds = {
    "gain-choice", "gain-each",      "stars",     "voyage-discount",
    "stand-in",    "delivery-stars", "zero-gain", "diagonal"};
constexpr std::array<std::string_view, 8> kLevel3Kinds = {
    "row", "opposite-row", "pairs", "leftovers", "cost-exactly", "cost-at-least", "cards", "flat"};

void read_level1(const JsonIn& in, Components& out) {
  namespace member = schema::pack::level1;
  const std::size_t n = in.size(kLevel1Tiles, kLevel1Tiles);
  for (std::size_t i = 0; i < n; ++i) {
    in[i].only(member::kTakes);
    read_provenance(in[i]);
    Level1 tile{};
    tile.kind = static_cast<Level1::Kind>(in[i][member::kKind].one_of(kLevel1Kinds));
    const bool single = tile.kind == Level1::Kind::kStandIn || tile.kind == Level1::Kind::kDiagonal;
    tile.n = small(in[i][member::kN], 1, single ? 1 : 9);
    out.level1[i] = tile;
  }
}

void read_halves(const JsonIn& in, int hemisphere, Components& out) {
  namespace member = schema::pack::halves;
  const std::size_t n = in.size(kHalves, kHalves);
  for (std::size_t i = 0; i < n; ++i) {
    Level3 half{};
    half.kind = static_cast<Level3::Kind>(in[i][member::kKind].one_of(kLevel3Kinds));
    half.n = small(in[i][member::kN], 1, 20);
    if (half.kind == Level3::Kind::kCostExactly || half.kind == Level3::Kind::kCostAtLeast) {
      in[i].only(member::kTakes);
      half.cost = small(in[i][member::kCost], 1, 6);
    } else {
      in[i].only({member::kKind, member::kN, member::kFrom});
    }
    read_provenance(in[i]);
    out.level3[static_cast<std::size_t>(hemisphere)][i] = half;
  }
}

// IMP-1 joins a day half with a night half of another effect, for up to four players: whatever was
// drawn before, one must be left.
void check_halves(const JsonIn& in, const Components& out) {
  for (std::size_t d = 0; d < kHalves && in.ok(); ++d) {
    int different = 0;
    for (const Level3& night : out.level3[kNight])
      different += night != out.level3[kDay][d] ? 1 : 0;
    if (different < 4) {
      in[schema::pack::improvements::kNight].wrong(
          "expected at least 4 halves with an effect other than day[" + std::to_string(d) + "]",
          {"solenia.pack.halves", {{"n", static_cast<std::int64_t>(d) + 1}}});
    }
  }
}

}  // namespace

Result<Components> compile_components(const Json& pack) {
  namespace member = schema::pack;
  JsonIn::Trouble trouble;
  const JsonIn in(pack, trouble);
  Components out{};
  (void)in[member::kFormat].one_of({"component-pack/1"});
  (void)in[member::kGame].one_of({"solenia"});
  const std::string id = in[member::kId].text(60);
  if (in.maybe(member::kNote).exists()) (void)in[member::kNote].text(1000);
  in.only(member::kTakes);
  if (id.empty() ||
      id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos) {
    in[member::kId].expected("a name of small letters, digits and '-'", {"shell.wrong.id", {}});
  }

  const JsonIn capacity = in[member::kCapacity];
  capacity.only(member::capacity::kTakes);
  for (std::size_t winter = 0; winter < 2; ++winter) {
    const JsonIn entry =
        capacity[winter == 0 ? member::capacity::kSummer : member::capacity::kWinter];
    entry.only(member::board_capacity::kTakes);
    read_provenance(entry);
    out.capacity[winter] = static_cast<int>(entry[member::board_capacity::kSize].integer(6, 16));
  }

  const JsonIn display = in[member::kDisplay];
  display.only(member::display::kTakes);
  display[member::display::kPlayers].only({"1", "2", "3", "4"});
  read_provenance(display);
  for (int players = 1; players <= 4; ++players) {
    out.display[static_cast<std::size_t>(players)] = static_cast<int>(
        display[member::display::kPlayers][std::to_string(players)].integer(1, kMaxDisplay));
  }

  const JsonIn start = in[member::kStart];
  start.only(member::start::kTakes);
  read_provenance(start);
  for (std::size_t players = 3; players <= 4; ++players) {
    const JsonIn list = start[std::to_string(players)];
    const std::size_t n = list.size(players, players);
    for (std::size_t i = 0; i < n; ++i) out.start[players][i] = read_goods(list[i], 0, 4);
  }

  read_cards(in[member::kCards], out);
  read_strips(in[member::kStrips], out);
  const JsonIn tiles = in[member::kTiles];
  tiles.only(member::tiles::kTakes);
  read_tiles(tiles[member::tiles::kDay], kDay, out);
  read_tiles(tiles[member::tiles::kNight], kNight, out);
  const JsonIn slots = in[member::kSlots];
  slots.only(member::slots::kTakes);
  read_slots(slots[member::slots::kSummer], false, out);
  read_slots(slots[member::slots::kWinter], true, out);

  const JsonIn improvements = in[member::kImprovements];
  improvements.only(member::improvements::kTakes);
  read_level1(improvements[member::improvements::kLevel1], out);
  read_halves(improvements[member::improvements::kDay], kDay, out);
  read_halves(improvements[member::improvements::kNight], kNight, out);
  check_halves(improvements, out);

  const JsonIn solo = in[member::kSolo];
  solo.only(member::solo::kTakes);
  read_provenance(solo);
  constexpr std::array<std::string_view, kDieSides> kDie = {"front", "right", "rear",
                                                            "left",  "under", "choice"};
  if (solo[member::solo::kDie].size(kDieSides, kDieSides) != 0) {
    for (std::size_t i = 0; i < kDieSides; ++i) (void)solo[member::solo::kDie][i].one_of({kDie[i]});
  }
  if (solo[member::solo::kBands].size(3, 3) != 0) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int least = i == 0 ? 1 : out.solo_bands[i - 1] + 1;
      out.solo_bands[i] = static_cast<int>(solo[member::solo::kBands][i].integer(least, 500));
    }
  }

  const JsonIn pairs = in[member::kPairs];
  pairs.only(member::pairs::kTakes);
  read_provenance(pairs);
  if (pairs[member::pairs::kScore].size(5, 5) != 0) {
    for (std::size_t i = 0; i < 5; ++i)
      out.pair_score[i] = static_cast<int>(pairs[member::pairs::kScore][i].integer(0, 100));
  }

  if (trouble.any()) {
    Error wrong = trouble.first();
    wrong.code = name_of(Code::kBadPack);
    return wrong;
  }
  return out;
}

}  // namespace tidelock::solenia
