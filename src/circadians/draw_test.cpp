// The picture and the sentences, at states of random games: complete, in words that exist, and
// without what the viewer cannot know.
#include "circadians/testing.h"
#include "circadians/testing_words.h"
#include "core/testing/slow.h"

namespace tidelock::circadians {
namespace {

using testing::contains;
using testing::joined;

std::string picture(const Circadians& game, const State& s, Seat viewer, int width, int height,
                    const Teller& teller, ColourMode mode = ColourMode::kNone) {
  Canvas canvas(width, height);
  game.draw(s, viewer, canvas, teller);
  return canvas.render(mode);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

struct Shown {
  Circadians game;
  std::vector<State> states;
  std::vector<Event> events;
};

Shown play(const Setting& setting, std::uint64_t seed, bool rich) {
  Shown out{make_game(setting, true), {}, {}};
  const Circadians& game = out.game;
  State s = game.start();
  Rng rng(seed);
  const Seeded luck{seed};
  auto hear = [&](const Event& event) { out.events.push_back(event); };
  const Listener listener(hear);
  while (game.at(s) != At::kOver) {
    if (game.at(s) == At::kChance) {
      game.resolve(s, luck(game.ask(s)), listener);
    } else {
      const Seat seat = first_seat(game.to_act(s));
      // Whoever is rich does more.
      if (rich && s.todo.top().what == Do::kSend) {
        for (auto& n : s.players[idx(seat)].goods) n = std::max<std::int16_t>(n, 12);
      }
      Circadians::List list;
      game.legal(s, seat, list);
      game.apply(s, seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], listener);
    }
    out.states.push_back(s);
  }
  return out;
}

const std::vector<Shown>& shown_games() {
  static const std::vector<Shown> kGames = [] {
    std::vector<Shown> games;
    for (int players = 1; players <= 4; ++players) {
      for (const bool expansion : {true, false}) {
        Setting setting;
        setting.players = players;
        setting.expansion = expansion;
        setting.planet_b = players % 2 == 0;
        games.push_back(play(setting, nth_seed(77, games.size()), players != 3));
      }
    }
    return games;
  }();
  return kGames;
}

// At one state in `stride`: for the seat that decides, and in turn for everybody else and a
// spectator.
template <class See>
void at_states(std::size_t every, See see) {
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

// As they are typed.
constexpr std::array<const char*, kStations> kStationWords = {
    "mine", "lab", "foundry", "control", "market", "academy", "temple"};

// Otherwise the tests below would look at less than they say.
TEST(Draw, TheseGamesAskNearlyEverything) {
  std::set<Do> asked;
  for (const Shown& shown : shown_games()) {
    for (const State& s : shown.states) asked.insert(s.todo.top().what);
  }
  for (const Do what : {Do::kLeaders, Do::kDraft, Do::kPlan, Do::kSend, Do::kPayEntry, Do::kTrade,
                        Do::kWalk, Do::kStack, Do::kGarage, Do::kContract, Do::kChoose, Do::kSwap,
                        Do::kSetupSpace, Do::kBreakthrough, Do::kAbility, Do::kOver})
    EXPECT_TRUE(asked.contains(what)) << static_cast<int>(what);
}

// On 100 x 40 and on 80 x 24, of which the terminal keeps some lines for the question and the news.
TEST(Draw, ThePictureHoldsTheWholeTable) {
  const Teller teller = teller_of();
  for (const auto& [width, height] : {std::pair{100, 33}, {80, 17}}) {
    at_states(3, [&, w = width, h = height](const Circadians& game, const State& s, Seat viewer) {
      const std::string all = picture(game, game.knows(s, viewer), viewer, w, h, teller);
      const auto lines = lines_of(all);
      ASSERT_LE(lines.size(), static_cast<std::size_t>(h));
      for (const std::string& line : lines) ASSERT_LE(display_width(line), w) << all;
      // While cards are chosen these are shown instead.
      if (s.round == 0 || s.todo.top().what <= Do::kDraft || game.at(s) == At::kOver) return;
      ASSERT_TRUE(contains(lines[0], "Round " + std::to_string(s.round))) << all;
      if (w < 100) {
        // Everybody's points, whatever else there is room for.
        int points = 0;
        for (std::size_t y = 14; y < lines.size(); ++y) {
          if (contains(lines[y], "#")) continue;  // the hand
          for (std::size_t at = 0; (at = lines[y].find("★ ", at)) != std::string::npos; ++at)
            ++points;
        }
        ASSERT_EQ(points, game.colours()) << all;
        return;
      }
      for (int seat = 0; seat < game.seats(); ++seat)
        ASSERT_TRUE(
            contains(all, std::to_string(seat + 1) + " " + teller.name(static_cast<Seat>(seat))))
            << all;
      const Components& c = game.components();
      for (int station = 0; station < kStations; ++station) {
        if (!game.station_in_play(station)) continue;
        ASSERT_TRUE(contains(all, std::string(kStationWords[idx(station)]))) << all;
      }
      for (int f = 0; f < kFactions; ++f) {
        if (!game.faction_in_play(f)) continue;
        ASSERT_TRUE(contains(all, std::string(kFactionIds[idx(f)]))) << all;
      }
      if (s.event != kNone && s.todo.top().what != Do::kOver) {
        ASSERT_TRUE(contains(lines[0], names_of(c.events[s.event])[0].substr(0, 10))) << all;
      }
    });
  }
}

// Every Contract in hand with its cost, its points and what it does.
TEST(Draw, TheHandIsToldInWords) {
  const Teller teller = teller_of();
  at_states(7, [&](const Circadians& game, const State& s, Seat viewer) {
    if (viewer == kNobody || s.round == 0) return;
    const std::string all = joined(game.describe(s, viewer, teller));
    for (const int card : s.players[idx(viewer)].hand) {
      const Contract& contract = game.components().contracts[idx(card)];
      ASSERT_TRUE(contains(all, names_of(contract)[0])) << id_of(contract) << "\n" << all;
      ASSERT_TRUE(contains(all, id_of(contract))) << id_of(contract) << "\n" << all;
    }
  });
}

TEST(Draw, EveryWordIsInTheCatalogues) {
  for (const char* lang : {"en", "pl", "de", "zh-Hant"}) {
    const Teller teller = teller_of(lang);
    at_states(11, [&](const Circadians& game, const State& s, Seat viewer) {
      const State known = game.knows(s, viewer);
      const std::vector<std::string> said = {picture(game, known, viewer, 80, 17, teller),
                                             picture(game, known, viewer, 140, 60, teller),
                                             joined(game.describe(known, viewer, teller)),
                                             joined(game.explain(known, viewer, teller)),
                                             game.prompt(known, viewer, teller)};
      for (const std::string& text : said) {
        ASSERT_FALSE(text.empty());
        ASSERT_TRUE(all_said(text)) << text;
      }
      ASSERT_FALSE(contains(said.back(), "\n"));
      if (viewer < 0 || (game.to_act(s) & seat_bit(viewer)) == 0) return;
      Circadians::List list;
      game.legal(known, viewer, list);
      for (const Move move : list) {
        const std::string text = game.move_words(known, viewer, move, teller);
        ASSERT_FALSE(text.empty()) << game.write(known, viewer, move);
        ASSERT_TRUE(all_said(text)) << text;
      }
    });
  }
}

TEST(Draw, EveryEventIsInTheCatalogues) {
  std::set<std::uint16_t> heard;
  for (const char* lang : {"en", "pl", "de", "zh-Hant"}) {
    const Teller teller = teller_of(lang);
    for (const Shown& shown : shown_games()) {
      for (const Event& event : shown.events) {
        const std::string text = teller.say(shown.game.event_text(event));
        ASSERT_TRUE(all_said(text)) << text;
        heard.insert(event.what);
      }
    }
    for (const std::string_view event : Circadians::facts().events)
      EXPECT_TRUE(words_of(lang).has("circadians.event." + std::string(event))) << lang << event;
    for (const std::string_view category : Circadians::facts().categories)
      EXPECT_TRUE(words_of(lang).has("circadians.score." + std::string(category))) << category;
    for (const OptionFacts& option : Circadians::facts().options)
      EXPECT_TRUE(words_of(lang).has("circadians.option." + std::string(option.name)))
          << option.name;
  }
  EXPECT_GT(heard.size(), static_cast<std::size_t>(kWhats * 4 / 5));
}

// Powers and components of the pack in every language, whether or not these games met them.
TEST(Draw, EveryPowerHasItsWords) {
  for (const char* lang : {"en", "pl", "de", "zh-Hant"}) {
    const Teller teller = teller_of(lang);
    for (const Leader& leader : pack()->leaders) {
      Setting setting;
      setting.leaders = {id_of(leader)};
      const Circadians game = make_game(setting);
      State s = game.start();
      resolve_chance(game, s, Seeded{1});
      const std::string text =
          joined(game.explain(s, 0, teller)) + joined(game.describe(s, 0, teller));
      ASSERT_TRUE(all_said(text)) << id_of(leader) << "\n" << text;
      ASSERT_TRUE(contains(text, names_of(leader)[static_cast<std::size_t>(*lang_from_code(lang))]))
          << id_of(leader);
    }
  }
}

// The question says what it is about: the piece, the card, the place.
TEST(Draw, WhatIsAskedNamesWhatItIsAbout) {
  const Teller teller = teller_of();
  const auto asked = [&](const TestTable& t) { return t.game.prompt(t.s, t.to_act(), teller); };
  TestTable talks;
  talks.own(0, "9A9E").die(0, 1, 4).fix().play("g1>leyrien1");
  EXPECT_EQ(asked(talks), "Breakthrough for the 4 with Leyrien: choose your reward");
  talks.play("bt1");
  EXPECT_EQ(asked(talks), "Use the ability of Leyrien?");
  TestTable joined_value;
  joined_value.own(0, "9A").die(0, 1, 5).negotiated(kLeyrien, 2, 1, 5).fix().play("g1>leyrien1");
  EXPECT_EQ(asked(joined_value), "Setback for the 5 with Leyrien: choose one");
  TestTable hq;
  hq.own(0, "9A").die(0, 1, 2).fix().play("g1>hq");
  EXPECT_EQ(asked(hq), "Headquarters · Choose one");
  TestTable market;
  market.own(0, "9A9W9E").die(0, 1, 3).fix().play("g1>market");
  EXPECT_EQ(asked(market), "Market · Trade (3 left)");
  TestTable depository;
  depository.own(0, "9W9A9E9G").die(0, 1, 4).hand(0, {"B17", "B2"}).fix().play("g1>dep1");
  EXPECT_EQ(asked(depository), "Depository, row 1 · Fulfil a Contract");
}

// Idea 4 of the design: a seat's view depends on nothing that seat cannot see.
TEST(Draw, NothingHiddenIsShown) {
  Rng rng(5);
  const Teller teller = teller_of();
  const auto shown = [&](const Circadians& game, const State& s, Seat viewer) {
    return picture(game, s, viewer, 100, 33, teller, ColourMode::kAnsi) +
           joined(game.describe(s, viewer, teller)) + joined(game.explain(s, viewer, teller)) +
           game.prompt(s, viewer, teller);
  };
  at_states(7, [&](const Circadians& game, const State& s, Seat viewer) {
    State other = game.knows(s, viewer);
    game.resample(other, viewer, rng);
    ASSERT_EQ(game.knows(s, viewer), game.knows(other, viewer));
    const std::string known = shown(game, game.knows(s, viewer), viewer);
    ASSERT_EQ(known, shown(game, game.knows(other, viewer), viewer));
  });
}

TEST(Draw, EverySizeCanBeDrawn) {
  const Teller teller = teller_of();
  for (const Shown& shown : shown_games()) {
    for (std::size_t i = 0; i < shown.states.size(); i += 37) {
      for (const auto& [width, height] : {std::pair{0, 0},
                                          {1, 1},
                                          {20, 5},
                                          {79, 16},
                                          {81, 40},
                                          {120, 10},
                                          {100, 40},
                                          {300, 100}}) {
        const auto all = picture(shown.game, shown.states[i], 0, width, height, teller);
        for (const std::string& line : lines_of(all)) ASSERT_LE(display_width(line), width);
      }
    }
  }
}

}  // namespace
}  // namespace tidelock::circadians
