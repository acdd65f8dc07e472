// The picture and the sentences, at every state of random games: complete, in words that exist, and
// without what the viewer cannot know.
#include <array>
#include <bit>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

#include "core/json.h"
#include "core/testing/said.h"
#include "core/testing/slow.h"
#include "solenia/testing.h"

namespace tidelock::solenia {
namespace {

using testing::contains;
using testing::joined;

Json read_json(const std::string& path) {
  const std::ifstream file(TIDELOCK_SOURCE_DIR "/data/" + path);
  std::stringstream text;
  text << file.rdbuf();
  Result<Json> json = parse_json(text.str());
  if (!json) ADD_FAILURE() << path << ": " << json.error().sentence();
  return json ? json.value() : Json::object();
}
const Json& pack() {
  static const Json kPack = read_json("solenia/reconstruction-1.json");
  return kPack;
}

const Catalogue& english() {
  static const Catalogue kWords = [] {
    Result<Catalogue> words = Catalogue::load(Lang::kEn, read_json("lang/en/solenia.json"));
    if (!words) ADD_FAILURE() << words.error().sentence();
    return words ? words.value() : Catalogue();
  }();
  return kWords;
}

const Teller& teller() {
  static const Teller kTeller(english(), {"Miranda", "Anselm", "Jo", "Łucja"});
  return kTeller;
}

std::string picture(const Solenia& game, const State& s, Seat viewer, int width = 80,
                    int height = 17, ColourMode mode = ColourMode::kNone) {
  Canvas canvas(width, height);
  game.draw(s, viewer, canvas, teller());
  return canvas.render(mode);
}

std::vector<std::string> split(const std::string& text, const std::string& mark) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t at = 0; (at = text.find(mark, from)) != std::string::npos;
       from = at + mark.size()) {
    parts.push_back(text.substr(from, at - from));
  }
  parts.push_back(text.substr(from));
  return parts;
}

// An entry, a value or the name of a player that is not there.
bool all_said(const std::string& text) {
  return !contains(text, "<") && !contains(text, "{") && !contains(text, "}") &&
         !contains(text, "@");
}

struct Shown {
  Solenia game;
  std::vector<State> states;
  std::vector<Event> events;
};

// One game of every mode and number of players. Stores are filled up now and then, and cities
// preferred, so that the game is delivered to its end and every improvement works.
Shown play(int players, const char* mode, std::uint64_t seed) {
  Result<Solenia> made = Solenia::compile(pack(), Json{{"players", players}, {"mode", mode}});
  Shown out{std::move(made).value(), {}, {}};
  const Solenia& game = out.game;
  State s = game.start();
  Rng rng(seed);
  const Seeded luck{seed};
  auto hear = [&](const Event& event) { out.events.push_back(event); };
  const Listener listener(hear);
  out.states.push_back(s);
  while (game.at(s) != At::kOver) {
    if (game.at(s) == At::kChance) {
      game.resolve(s, luck(game.ask(s)), listener);
    } else {
      const Seat seat = first_seat(game.to_act(s));
      Player& p = s.players[static_cast<std::size_t>(seat)];
      if (s.todo.top().what() == Do::kPlay && rng.below(3) == 0) {
        while (total_of(p.store) < p.capacity)
          p.store += goods(static_cast<int>(rng.below(kResources)));
        out.states.push_back(s);
      }
      Solenia::List list;
      game.legal(s, seat, list);
      Move move = list[rng.below(static_cast<std::uint32_t>(list.size()))];
      for (int tries = 0; tries < 6 && move.kind() == Move::Kind::kPlay; ++tries) {
        if (game.terrain(s, move.b()) >= kDayCity) break;
        move = list[rng.below(static_cast<std::uint32_t>(list.size()))];
      }
      game.apply(s, seat, move, listener);
    }
    out.states.push_back(s);
  }
  return out;
}

const std::vector<Shown>& shown_games() {
  static const std::vector<Shown> kGames = [] {
    std::vector<Shown> games;
    for (int players = 1; players <= 4; ++players) {
      for (const char* mode : {"summer", "winter", "improvements"})
        games.push_back(play(players, mode, nth_seed(77, games.size())));
    }
    return games;
  }();
  return kGames;
}

// At every state, or at one in `stride`: for the seat that decides, and in turn for everybody else
// and a spectator.
template <class See>
void at_every_state(See see, std::size_t every = 1) {
  const std::size_t stride = testing::kSlow ? 8 * every + 1 : every;
  for (const Shown& shown : shown_games()) {
    for (std::size_t i = 0; i < shown.states.size(); i += stride) {
      const State& s = shown.states[i];
      const auto other =
          static_cast<Seat>(static_cast<int>(i / stride) % (shown.game.seats() + 1) - 1);
      const Seat decides = first_seat(shown.game.to_act(s));
      see(shown.game, s, other);
      if (decides != other && decides != kNobody) see(shown.game, s, decides);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

Seat owner_of(const Solenia& game, const State& s, int space) {
  for (Seat seat = 0; seat < game.colours(); ++seat) {
    if (has_space(s.cards[static_cast<std::size_t>(seat)], space)) return seat;
  }
  return kNobody;
}

// Otherwise the tests below would look at less than they say.
TEST(Draw, TheseGamesAskEverything) {
  std::set<Do> asked;
  for (const Shown& shown : shown_games()) {
    for (const State& s : shown.states) asked.insert(s.todo.top().what());
  }
  for (const Do what : {Do::kDraft, Do::kPlay, Do::kPay, Do::kTile, Do::kStandIn, Do::kSlot,
                        Do::kGain, Do::kReturn, Do::kNeutralSpace, Do::kOver})
    EXPECT_TRUE(asked.contains(what)) << static_cast<int>(what);
}

constexpr std::array<const char*, 6> kSigns = {" W ", " H ", " S ", " A ", "⌂☀ ", "⌂☾ "};

TEST(Draw, TheSmallestPictureHoldsEverySpace) {
  at_every_state([](const Solenia& game, const State& s, Seat viewer) {
    const std::string all = picture(game, game.knows(s, viewer), viewer);
    const std::vector<std::string> lines = split(all, "\n");
    ASSERT_EQ(lines.size(), 17U);
    for (const std::string& line : lines) ASSERT_LE(display_width(line), 80) << all;
    for (int space = 0; space < kSpaces; ++space) {
      const int row = space / kColumns;
      if (s.rows[static_cast<std::size_t>(row)] == kNone) continue;
      const auto y = static_cast<std::size_t>(1 + 2 * (kStrips - 1 - row));
      const auto cell = static_cast<std::size_t>(1 + space % kColumns);
      const std::vector<std::string> above = split(lines[y], "│");
      const std::vector<std::string> below = split(lines[y + 1], "│");
      ASSERT_GT(above.size(), cell) << all;
      ASSERT_EQ(above[0][0], '1' + row);
      const auto ground = static_cast<std::size_t>(game.terrain(s, space));
      ASSERT_TRUE(above[cell].starts_with(kSigns[ground])) << space_name(space) << "\n" << all;
      const bool ship = space == (s.moved != 0 ? kShipSpace + kColumns : kShipSpace);
      ASSERT_EQ(contains(below[cell], "▲"), ship) << space_name(space) << "\n" << all;
      const Seat owner = owner_of(game, s, space);
      if (owner == kNobody) continue;
      const bool neutral = game.solo() && owner == kNeutral;
      const std::string card =
          (neutral ? std::string("N") : std::to_string(owner + 1)) + ":" +
          card_name(game.components().cards[s.card_at[static_cast<std::size_t>(space)]]);
      ASSERT_TRUE(contains(below[cell], card)) << card << "\n" << all;
      ASSERT_EQ(contains(above[cell], "→"), !neutral) << all;
    }
  });
}

TEST(Draw, TheSmallestPictureHoldsTilesHandAndPlayers) {
  at_every_state([](const Solenia& game, const State& s, Seat viewer) {
    const Components& c = game.components();
    const std::string all = picture(game, game.knows(s, viewer), viewer);
    for (std::size_t h = 0; h < 2; ++h) {
      for (std::size_t place = 0; place < kMaxDisplay; ++place) {
        if (s.display[h][place] == kNone) continue;
        const Tile& tile = c.tiles[h][s.display[h][place]];
        const std::string name = (h == kDay ? "d" : "n") + std::to_string(place + 1);
        ASSERT_TRUE(contains(
            all, name + "  " + pad(write_goods(tile.cost), 6) + std::to_string(tile.stars) + "★"))
            << name << "\n"
            << all;
      }
    }
    if (viewer >= 0 && game.at(s) != At::kOver) {
      for (std::size_t i = 0; i < kCards; ++i) {
        if ((s.players[static_cast<std::size_t>(viewer)].hand & (1U << i)) != 0) {
          ASSERT_TRUE(contains(all, "─ " + card_name(c.cards[i]) + " ─"))
              << card_name(c.cards[i]) << all;
        }
      }
    }
    const std::vector<std::string> lines = split(all, "\n");
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      const Player& p = s.players[static_cast<std::size_t>(seat)];
      std::string row;
      for (std::size_t y = 11; y < lines.size(); ++y) {
        if (contains(lines[y], teller().name(seat))) row = lines[y];
      }
      std::string store;
      for (int r = 0; r < kResources; ++r) {
        store += std::string(r == 0 ? "" : " ") + kLetters[static_cast<std::size_t>(r)] +
                 std::to_string(count_of(p.store, r));
      }
      ASSERT_TRUE(contains(row, store)) << store << "\n" << all;
      ASSERT_TRUE(contains(row, "/" + std::to_string(p.capacity))) << all;
      ASSERT_TRUE(
          contains(row, std::to_string(game.scores(s).total[static_cast<std::size_t>(seat)]) + "★"))
          << all;
      ASSERT_TRUE(contains(
          row, std::to_string(std::popcount(p.hand)) + "+" + std::to_string(std::popcount(p.deck))))
          << all;
      if (s.todo.top().what() == Do::kDraft) continue;
      // Nothing is cut off at the end: the last slot of the night row.
      const auto last = p.slots[kNight][kSlots - 1];
      const std::string sign = last != 0 ? "]" : game.mode() == Mode::kImprovements ? "P" : "5★";
      ASSERT_TRUE(row.ends_with(sign)) << all;
      ASSERT_EQ(static_cast<int>(split(row, "[").size()) - 1,
                p.delivered[kDay] + p.delivered[kNight])
          << all;
    }
  });
}

TEST(Draw, ImprovementsAreShown) {
  at_every_state([](const Solenia& game, const State& s, Seat viewer) {
    if (game.mode() != Mode::kImprovements || s.todo.top().what() == Do::kSetup) return;
    const std::string all = picture(game, game.knows(s, viewer), viewer);
    for (std::size_t i = 0; i < static_cast<std::size_t>(game.colours()); ++i) {
      if (s.todo.top().what() != Do::kDraft) break;
      if (s.offer1[i] != kNone) {
        ASSERT_TRUE(contains(all, "i" + std::to_string(i + 1) + " "));
      }
      if (s.offer3[i][kDay] != kNone) {
        ASSERT_TRUE(contains(all, "p" + std::to_string(i + 1) + " ☀"));
      }
    }
    std::size_t tiles = 0;
    std::size_t pairs = 0;
    for (int seat = 0; seat < game.seats(); ++seat) {
      tiles += s.players[static_cast<std::size_t>(seat)].level1 != kNone ? 1 : 0;
      pairs += s.players[static_cast<std::size_t>(seat)].level3[kDay] != kNone ? 1 : 0;
    }
    // Each has its own sign and, of level 3, both halves.
    ASSERT_GE(split(all, "I ").size() - 1, tiles) << all;
    ASSERT_EQ(split(all, "P ☀").size() - 1, pairs) << all;
  });
}

TEST(Draw, EveryWordIsInTheCatalogue) {
  at_every_state([](const Solenia& game, const State& s, Seat viewer) {
    const State known = game.knows(s, viewer);
    const std::vector<std::string> said = {
        picture(game, known, viewer), joined(game.describe(known, viewer, teller())),
        joined(game.explain(known, viewer, teller())), game.prompt(known, viewer, teller())};
    for (const std::string& text : said) {
      ASSERT_FALSE(text.empty());
      ASSERT_TRUE(all_said(text)) << text;
    }
    ASSERT_FALSE(contains(said.back(), "\n"));
    if (viewer < 0 || (game.to_act(s) & seat_bit(viewer)) == 0) return;
    Solenia::List list;
    game.legal(known, viewer, list);
    std::set<std::string> different;
    for (const Move move : list) {
      const std::string words = game.move_words(known, viewer, move, teller());
      ASSERT_FALSE(words.empty());
      ASSERT_TRUE(all_said(words)) << words;
      different.insert(words);
    }
    // Cards of one value differ by their name alone; all else by its words.
    if (s.todo.top().what() != Do::kPlay && s.todo.top().what() != Do::kTile) {
      ASSERT_EQ(different.size(), list.size());
    }
  });
}

TEST(Draw, EveryWordOfLargerPicturesIsInTheCatalogue) {
  at_every_state(
      [](const Solenia& game, const State& s, Seat viewer) {
        for (const auto& [width, height] : {std::pair{80, 24}, {100, 30}, {140, 60}}) {
          const std::string all = picture(game, game.knows(s, viewer), viewer, width, height);
          ASSERT_TRUE(all_said(all)) << all;
        }
      },
      5);
}

TEST(Draw, EveryEventIsInTheCatalogue) {
  std::set<std::uint16_t> heard;
  std::vector<Shown> more;
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    more.push_back(play(1 + static_cast<int>(seed % 4), "improvements", seed));
  for (const std::vector<Shown>* games : {&shown_games(), &std::as_const(more)}) {
    for (const Shown& shown : *games) {
      for (const Event& event : shown.events) {
        const std::string words = teller().say(shown.game.event_text(event));
        ASSERT_TRUE(all_said(words)) << words;
        heard.insert(event.what);
      }
    }
  }
  for (const std::string_view event : Solenia::facts().events)
    EXPECT_TRUE(english().has("solenia.event." + std::string(event))) << event;
  EXPECT_GE(heard.size(), Solenia::facts().events.size() - 1);
}

TEST(Draw, NamesOfTheGameAreInTheCatalogue) {
  for (const std::string_view category : Solenia::facts().categories)
    EXPECT_TRUE(english().has("solenia.score." + std::string(category))) << category;
  for (const OptionFacts& option : Solenia::facts().options)
    EXPECT_TRUE(english().has("solenia.option." + std::string(option.name))) << option.name;
  for (const char* key : {"name", "tagline", "rules", "solo.band.0", "solo.band.3",
                          "option.mode.summer", "option.mode.winter", "option.mode.improvements"})
    EXPECT_TRUE(english().has("solenia." + std::string(key))) << key;
  // All improvements, whether or not one of these games met them.
  const Solenia& game = shown_games().back().game;
  for (std::int16_t i = 0; i < kHalves; ++i) {
    for (const What what : {What::kOffer1, What::kOffer3}) {
      const std::string words = teller().say(
          game.event_text(Event{static_cast<std::uint16_t>(what), kNobody, kEverybody, 0, i, i}));
      EXPECT_TRUE(all_said(words)) << words;
    }
  }
}

// Idea 4 of the design: a seat's view depends on nothing that seat cannot see.
TEST(Draw, NothingHiddenIsShown) {
  Rng rng(5);
  const auto shown = [](const Solenia& game, const State& s, Seat viewer) {
    return picture(game, s, viewer, 100, 30, ColourMode::kAnsi) +
           joined(game.describe(s, viewer, teller())) + joined(game.explain(s, viewer, teller())) +
           game.prompt(s, viewer, teller());
  };
  at_every_state(
      [&](const Solenia& game, const State& s, Seat viewer) {
        State other = s;
        game.resample(other, viewer, rng);
        ASSERT_EQ(game.knows(s, viewer), game.knows(other, viewer));
        const std::string known = shown(game, game.knows(s, viewer), viewer);
        ASSERT_EQ(known, shown(game, game.knows(other, viewer), viewer));
        // Not even where somebody forgot to take it out of the state.
        ASSERT_EQ(known, shown(game, other, viewer));
      },
      3);
}

TEST(Draw, EverySizeCanBeDrawn) {
  const Shown& played = shown_games().back();
  const State& s = played.states[played.states.size() / 2];
  for (const auto& [width, height] :
       {std::pair{0, 0}, {1, 1}, {20, 5}, {79, 16}, {80, 24}, {100, 30}, {120, 40}, {300, 100}}) {
    for (const std::string& line : split(picture(played.game, s, 0, width, height), "\n"))
      EXPECT_LE(display_width(line), width);
  }
  // More room, more words.
  EXPECT_FALSE(contains(picture(played.game, s, 0), "wood"));
  EXPECT_TRUE(contains(picture(played.game, s, 0, 100, 30), "W wood"));
  EXPECT_TRUE(contains(picture(played.game, s, 0, 120, 40), "Tiles"));
}

TEST(Draw, WhatMayBePlayedIsMarked) {
  at_every_state([](const Solenia& game, const State& s, Seat viewer) {
    const std::string all = picture(game, s, viewer);
    const bool asked =
        viewer >= 0 && (game.to_act(s) & seat_bit(viewer)) != 0 && s.todo.top().what() == Do::kPlay;
    const Reach reach = asked ? game.legal_spaces(s, viewer) : Reach{};
    const std::vector<std::string> lines = split(all, "\n");
    for (int space = 0; space < kSpaces; ++space) {
      if (s.todo.top().what() == Do::kNeutralSpace || s.rows[0] == kNone) return;
      const auto y = static_cast<std::size_t>(2 + 2 * (kStrips - 1 - space / kColumns));
      const std::vector<std::string> cells = split(lines[y], "│");
      if (cells.size() < 6) continue;
      const std::string& cell = cells[static_cast<std::size_t>(1 + space % kColumns)];
      const std::string name = space_name(space);
      ASSERT_EQ(contains(cell, name), has_space(reach.all(), space)) << name << "\n" << all;
      for (int cost = 1; cost <= kMaxVoyage; ++cost) {
        ASSERT_EQ(contains(cell, name + " −" + std::to_string(cost)),
                  has_space(reach.at[static_cast<std::size_t>(cost)], space))
            << all;
      }
    }
  });
}

TEST(Draw, AMoveInWords) {
  at_every_state([](const Solenia& game, const State& s, Seat viewer) {
    if (viewer < 0 || (game.to_act(s) & seat_bit(viewer)) == 0) return;
    Solenia::List list;
    game.legal(s, viewer, list);
    for (const Move move : list) {
      if (move.kind() != Move::Kind::kPlay) return;
      const std::string words = game.move_words(s, viewer, move, teller());
      const int value = game.components().cards[static_cast<std::size_t>(move.a())].value;
      ASSERT_TRUE(words.starts_with(std::to_string(value) + " on " + space_name(move.b())))
          << words;
      ASSERT_EQ(contains(words, "airship"), value == 0) << words;
      ASSERT_EQ(contains(words, "deliver"), game.terrain(s, move.b()) >= kDayCity) << words;
      const int cost = game.voyage_cost(s, viewer, move.b());
      ASSERT_EQ(contains(words, "voyage −" + std::to_string(cost)), cost > 0) << words;
    }
  });
}

// A pack with longer names still fits: nothing on a card or tile hides something else.
TEST(Draw, WideCardsAndTilesFit) {
  Json wide = pack();
  wide["cards"][0]["gain"] = "WHSA";
  for (auto& tile : wide["tiles"]["day"]) tile["stars"] = 17;
  wide["tiles"]["day"][0]["cost"] = "WWHSSA";
  const Result<Solenia> game = Solenia::compile(wide, Json{{"players", 2}, {"first", 1}});
  ASSERT_TRUE(game.ok()) << game.error().sentence();
  State s = game.value().start();
  resolve_chance(game.value(), s, Seeded{3});
  s.cards[0] = 1U << kShipSpace;
  s.card_at[kShipSpace] = 0;
  s.players[1].hand = 7;
  s.display[kDay][0] = 0;
  const std::string all = picture(game.value(), s, 1);
  EXPECT_TRUE(contains(all, "1:0WHSA▲│")) << all;
  EXPECT_TRUE(contains(all, "→WHSA")) << all;
  EXPECT_TRUE(contains(all, "╭ 0WHSA ╮")) << all;
  EXPECT_TRUE(contains(all, "d1  WWHSSA17★")) << all;
}

}  // namespace
}  // namespace tidelock::solenia
