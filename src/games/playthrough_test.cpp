// Whole games as people read them, kept in tests/playthroughs: every question to chance with its
// answer, every decision with what its seat sees, all it may do and what it does, and what happened
// in words. A change of rules, words or bots shows up there. To write them anew and look at the
// difference:
//   TIDELOCK_UPDATE=1 build/games_test --gtest_filter='*Playthrough*' && git diff
//   tests/playthroughs
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "games/games.h"

namespace tidelock::games {
namespace {

using Lines = std::vector<std::string>;
// What a seat sees, in a few lines; only what concerns it when it is still in its turn.
using Short = Lines (*)(const Json& view, const std::vector<std::string>& names, Seat seat,
                        bool whole);

struct Story {
  const char* game;
  const char* mode;  // Circadians: expansion on or off
  int players;
  std::uint64_t seed;
  std::vector<const char*> bots;  // one for each seat
  Short view;
};

std::string file_name(const Story& story) {
  return std::string(story.game) + "-" + story.mode + "-" + std::to_string(story.players);
}

Json options_of(const Story& story) {
  if (story.game == std::string_view("solenia"))
    return {{"mode", story.mode}, {"players", story.players}};
  const bool expansion = story.mode == std::string_view("specialists");
  return {{"expansion", expansion ? "on" : "off"}, {"players", story.players}};
}

std::string joined(const Lines& parts, const char* between = " ") {
  std::string out;
  for (const auto& part : parts) out += (out.empty() ? "" : between) + part;
  return out;
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

// --- Solenia ---

std::string solenia_slots(const Json& row) {
  Lines out;
  for (const auto& tile : row) out.push_back(tile.is_null() ? "." : dump_json(tile));
  return joined(out);
}

std::string solenia_player(const Json& player, const std::string& name) {
  Lines cards;
  const bool own = player.contains("hand");
  if (own) {
    for (const auto& card : player["hand"]) cards.push_back(card.get<std::string>());
  }
  const std::string store = player["store"].get<std::string>();
  std::string out = padded(name, 9);
  if (player.contains("score")) out += padded(dump_json(player["score"]) + "*", 5);
  out += own ? "holds " + joined(cards) : "holds " + dump_json(player["hand_size"]);
  out += ", store " + (store.empty() ? "-" : store) + "/" + dump_json(player["capacity"]);
  out += ", day " + solenia_slots(player["slots"]["day"]);
  out += ", night " + solenia_slots(player["slots"]["night"]);
  if (player.contains("improvements")) {
    const Json& has = player["improvements"];
    out += ", improvements " + dump_json(has["level1"]) + " " + dump_json(has["day"]) + "+" +
           dump_json(has["night"]) + (has["active"].get<bool>() ? " at work" : "");
  }
  return out;
}

// Rows from the front to the rear: a letter for an island, + and = for a city by day and by night,
// owner and card where one lies.
Lines solenia_view(const Json& view, const std::vector<std::string>& names, Seat seat, bool whole) {
  Lines out;
  const auto who = [&](std::size_t i) { return i < names.size() ? names[i] : "neutral"; };
  const Json& players = view["players"];
  if (!whole) {
    const auto me = static_cast<std::size_t>(seat);
    return {solenia_player(players[me], who(me))};
  }
  for (std::size_t row = 5; row-- > 0;) {
    std::string line = std::to_string(row + 1) + " ";
    for (std::size_t column = 0; column < 5; ++column) {
      const Json& space = view["board"][5 * row + column];
      const std::string name = space["space"].get<std::string>();
      const std::string is = space["is"].get<std::string>();
      std::string cell = is == "day-city" ? "+" : is == "night-city" ? "=" : is;
      if (view["cards"].contains(name)) cell += " " + view["cards"][name].get<std::string>();
      line += padded(cell, 9);
    }
    out.push_back(line + view["rows"][row].get<std::string>());
  }
  Lines tiles;
  for (const char* sky : {"day", "night"}) {
    tiles.emplace_back(sky);
    for (const auto& tile : view["tiles"][sky])
      tiles.push_back(tile["cost"].get<std::string>() + dump_json(tile["stars"]));
    tiles.push_back("(" + std::to_string(view["decks"][sky].size()) + ")");
  }
  out.push_back(joined(tiles));
  for (std::size_t i = 0; i < players.size(); ++i)
    out.push_back(solenia_player(players[i], who(i)));
  return out;
}

// --- Circadians ---

// A list without its empty places.
std::string filled(const Json& list) {
  Lines out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& one = list[i];
    if (one.is_null() || one == 0) continue;
    out.push_back(std::to_string(i + 1) + ":" +
                  (one.is_string() ? one.get<std::string>() : dump_json(one)));
  }
  return out.empty() ? "-" : joined(out);
}

std::string circadians_player(const Json& player, const std::string& name) {
  const Json& goods = player["goods"];
  std::string out = padded(name, 5) + dump_json(goods["water"]) + "W" + dump_json(goods["algae"]) +
                    "A" + dump_json(goods["energy"]) + "E" + dump_json(goods["gem"]) + "G";
  const Json& hand = player.value("hand", Json(0));
  Lines cards;
  if (hand.is_array()) {
    for (const auto& card : hand) cards.push_back(card.get<std::string>());
  } else {
    cards.push_back(dump_json(hand));
  }
  Lines done;
  for (const auto& card : player["fulfilled"]) done.push_back(card.get<std::string>());
  out += ", holds " + (cards.empty() ? "-" : joined(cards));
  if (!done.empty()) out += ", fulfilled " + joined(done);
  out += ", garages " + filled(player["garages"]) + ", farms " + filled(player["farms"]);
  out += ", base " + dump_json(player["base"]) + "+" + dump_json(player["base_specialists"]) +
         ", reserve " + dump_json(player["reserve"]);
  out += ", ships " + filled(player["ships"]) + ", tiles " + filled(player["farm_tiles"]);
  return out + ", harvester " + dump_json(player["harvester"]);
}

Lines circadians_view(const Json& view, const std::vector<std::string>& names, Seat seat,
                      bool whole) {
  const auto who = [&](std::size_t i) { return i < names.size() ? names[i] : "AI"; };
  const Json& players = view["players"];
  const auto me = static_cast<std::size_t>(seat);
  if (!whole) return {circadians_player(players[me], who(me))};
  Lines out;
  const auto board = [&](const char* name, const Json& rows) {
    Lines parts;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (const std::string row = filled(rows[i]); row != "-")
        parts.push_back(std::to_string(i + 1) + " (" + row + ")");
    }
    if (!parts.empty()) out.push_back(std::string(name) + " " + joined(parts));
  };
  out.push_back("round " + dump_json(view["round"]) + ", event " + dump_json(view["event"]) +
                ", ships " + filled(view["ships_up"]) + ", farms " + filled(view["farms_up"]) +
                ", hq " + filled(view["hq"]));
  board("stations", view["stations"]);
  board("depository", view["depository"]);
  board("negotiation", view["negotiation"]);
  for (std::size_t i = 0; i < players.size(); ++i)
    out.push_back(circadians_player(players[i], who(i)));
  return out;
}

// --- any game ---

class Writer {
 public:
  explicit Writer(const Story& story)
      : story_(story),
        game_(ListedGames().make(story.game, measured_pack(story.game), options_of(story)).value()),
        ai_(ai_of(game_)),
        teller_(words(Lang::kEn), names()) {
    for (const char* bot : story.bots) bots_.push_back(ai_->bot(bot).value());
  }

  std::string write() {
    head();
    AnyState state = game_->start();
    Seat last = kNobody;
    while (game_->at(state) != At::kOver) {
      if (game_->at(state) == At::kChance) {
        const Ask ask = game_->ask(state);
        const std::uint32_t outcome = Seeded{story_.seed}(ask);
        line(number() + "chance: " + std::string(game_->facts().streams[ask.stream]) + " = " +
             game_->write_outcome(state, outcome) + ", one of " + std::to_string(ask.n));
        listen([&](const Listener& listener) { game_->resolve(state, outcome, listener); });
        if (ask.sees != kEverybody) last = kNobody;  // a turn is over: the whole table again
      } else {
        const Seat seat = first_seat(game_->to_act(state));
        decide(state, seat, seat != last);
        last = seat;
      }
    }
    tail(state);
    return text_;
  }

 private:
  [[nodiscard]] std::vector<std::string> names() const {
    const std::vector<std::string> all = {"Ada", "Ben", "Cleo", "Dora"};
    return {all.begin(), all.begin() + story_.players};
  }
  void line(const std::string& text) { text_ += text + "\n"; }
  std::string number() { return std::to_string(++entries_) + ". "; }

  void head() {
    const GameFacts& facts = game_->facts();
    line(std::string(facts.id) + ", rules " + std::to_string(facts.rules_version) + ", pack " +
         game_->pack().id + ", options " + dump_json(game_->options()) + ", seed " +
         std::to_string(story_.seed));
    Lines seats;
    for (std::size_t i = 0; i < story_.bots.size(); ++i)
      seats.push_back(names()[i] + " (" + story_.bots[i] + ")");
    line(joined(seats, ", "));
    const auto list = [&](const char* what, std::span<const std::string_view> all) {
      line(std::string(what) + ": " + joined(Lines(all.begin(), all.end()), ", "));
    };
    list("streams of luck", facts.streams);
    list("score sheet", facts.categories);
    line("");
  }

  void decide(AnyState& state, Seat seat, bool whole) {
    const auto i = static_cast<std::size_t>(seat);
    const Json view = game_->view(state, seat);
    const auto moves = game_->legal(state, seat);
    if (whole) line("");
    line(number() + teller_.name(seat) + ": " + game_->prompt(state, seat, teller_));
    for (const auto& one : story_.view(view, names(), seat, whole)) line("   | " + one);
    Lines all;
    for (const AnyMove move : moves) all.push_back(game_->write(state, seat, move));
    line("   may: " + joined(all, ", "));
    const AnyMove move = bots_[i]->choose(game_->knows(state, seat), seat,
                                          mix(story_.seed ^ static_cast<std::uint64_t>(entries_)));
    line("   does: " + game_->write(state, seat, move) + ", " +
         game_->move_words(state, seat, move, teller_));
    listen([&](const Listener& listener) { game_->apply(state, seat, move, listener); });
  }

  // What happened in words: as the one it happened to heard it.
  void listen(const std::function<void(const Listener&)>& act) {
    auto hear = [&](const Event& event) {
      if (event.sees == kEverybody || (event.sees & seat_bit(event.who)) != 0)
        line("   > " + teller_.say(game_->event_text(event)));
    };
    act(Listener(hear));
  }

  void tail(const AnyState& state) {
    line("");
    const Scores sheet = game_->scores(state);
    for (Seat seat = 0; seat < sheet.seats; ++seat) {
      const auto i = static_cast<std::size_t>(seat);
      Lines parts;
      for (std::size_t c = 0; c < game_->facts().categories.size(); ++c)
        parts.push_back(std::string(game_->facts().categories[c]) + " " +
                        std::to_string(sheet.by[i][c]));
      const bool won = (game_->winners(state) & seat_bit(seat)) != 0;
      line(teller_.name(seat) + ": " + std::to_string(sheet.total[i]) + (won ? " (first)" : "") +
           " = " + joined(parts, " + "));
    }
    for (const auto& one : game_->verdict(state, teller_)) line(one);
  }

  const Story& story_;
  const std::shared_ptr<const AnyGame> game_;
  const std::unique_ptr<ai::AnyAi> ai_;
  const Teller teller_;
  std::vector<std::unique_ptr<ai::AnyBot>> bots_;
  std::string text_;
  int entries_ = 0;
};

// The first line that differs, with the line before it.
std::string first_difference(const std::string& kept, const std::string& now) {
  std::istringstream old_lines(kept);
  std::istringstream new_lines(now);
  std::string before;
  for (int n = 1;; ++n) {
    std::string one;
    std::string two;
    const bool more_old = static_cast<bool>(std::getline(old_lines, one));
    const bool more_new = static_cast<bool>(std::getline(new_lines, two));
    if (!more_old && !more_new) return "only line ends differ";
    if (one == two && more_old == more_new) {
      before = one;
      continue;
    }
    return "line " + std::to_string(n) + "\n  after:    " + before +
           "\n  expected: " + (more_old ? one : "(the end)") +
           "\n  found:    " + (more_new ? two : "(the end)");
  }
}

class Playthrough : public ::testing::TestWithParam<Story> {};

INSTANTIATE_TEST_SUITE_P(
    Kept, Playthrough,
    ::testing::Values(
        Story{"solenia", "summer", 2, 11, {"greedy", "random"}, &solenia_view},
        Story{"solenia", "winter", 2, 12, {"random", "greedy"}, &solenia_view},
        Story{"solenia", "improvements", 2, 13, {"greedy", "random"}, &solenia_view},
        Story{"solenia", "summer", 1, 14, {"greedy"}, &solenia_view},
        Story{"solenia",
              "improvements",
              4,
              15,
              {"greedy", "random", "greedy", "greedy"},
              &solenia_view},
        Story{"circadians", "specialists", 1, 16, {"greedy"}, &circadians_view},
        Story{"circadians", "specialists", 2, 17, {"greedy", "random"}, &circadians_view},
        Story{"circadians", "base", 2, 18, {"random", "greedy"}, &circadians_view}),
    [](const auto& tested) {
      std::string name = file_name(tested.param);
      std::erase(name, '-');
      return name;
    });

TEST_P(Playthrough, IsAsKept) {
  const std::string path =
      TIDELOCK_SOURCE_DIR "/tests/playthroughs/" + file_name(GetParam()) + ".txt";
  const std::string now = Writer(GetParam()).write();
  constexpr std::size_t kMost = 250000;
  EXPECT_LT(now.size(), kMost) << "nobody reads that much";
  EXPECT_EQ(now.find('<'), std::string::npos) << "a sentence is missing";
  EXPECT_EQ(now.find('{', now.find('\n')), std::string::npos) << "a value is missing";
  if (std::getenv("TIDELOCK_UPDATE") != nullptr) {
    std::ofstream(path) << now;
    return;
  }
  const std::ifstream file(path);
  ASSERT_TRUE(file.good()) << path << " is missing: see the head of this file";
  std::stringstream kept;
  kept << file.rdbuf();
  if (kept.str() != now) {
    FAIL() << path << ": " << first_difference(kept.str(), now)
           << "\nIf this is meant: see the head of playthrough_test.cpp.";
  }
}

}  // namespace
}  // namespace tidelock::games
