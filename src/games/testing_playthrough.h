// Whole games as people read them, kept in tests/playthroughs: every question to chance with its
// answer, every decision with what its seat sees, all it may do and what it does, and what happened
// in words. A change of rules, words or bots shows up there. To write them anew and look at the
// difference:
//   TIDELOCK_UPDATE=1 build/NAME_test --gtest_filter='*Playthrough*' && git diff tests/playthroughs
//
// A game that has some says which in a file playthrough_test.cpp of its own.
#pragma once

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "games/games.h"

namespace tidelock::games {

using Lines = std::vector<std::string>;
// What a seat sees, in a few lines; only what concerns it when it is still in its turn.
using Short = Lines (*)(const Json& view, const std::vector<std::string>& names, Seat seat,
                        bool whole);

struct Story {
  const char* game;
  const char* name;  // of its file, behind that of the game
  Json options;
  std::uint64_t seed;
  std::vector<const char*> bots;  // one for each seat
  Short view;

  [[nodiscard]] std::string file() const { return std::string(game) + "-" + name; }
  friend void PrintTo(const Story& story, std::ostream* out) { *out << story.file(); }
};

inline std::string joined(const Lines& parts, const char* between = " ") {
  std::string out;
  for (const auto& part : parts) out += (out.empty() ? "" : between) + part;
  return out;
}

inline std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

class StoryWriter {
 public:
  explicit StoryWriter(const Story& story)
      : story_(story),
        game_(ListedGames().make(story.game, measured_pack(story.game), story.options).value()),
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
    return {all.begin(), all.begin() + game_->seats()};
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
inline std::string first_difference(const std::string& kept, const std::string& now) {
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

TEST_P(Playthrough, IsAsKept) {
  const std::string path = TIDELOCK_SOURCE_DIR "/tests/playthroughs/" + GetParam().file() + ".txt";
  const std::string now = StoryWriter(GetParam()).write();
  constexpr std::size_t kMost = 250000;
  EXPECT_LT(now.size(), kMost) << "nobody reads that much";
  EXPECT_EQ(now.find('<'), std::string::npos) << "a sentence is missing";
  EXPECT_EQ(now.find('{', now.find('\n')), std::string::npos) << "a value is missing";
  if (std::getenv("TIDELOCK_UPDATE") != nullptr) {
    std::ofstream(path) << now;
    return;
  }
  const std::ifstream file(path);
  ASSERT_TRUE(file.good()) << path
                           << " is missing: see the head of src/games/testing_playthrough.h";
  std::stringstream kept;
  kept << file.rdbuf();
  if (kept.str() != now) {
    FAIL() << path << ": " << first_difference(kept.str(), now)
           << "\nIf this is meant: see the head of src/games/testing_playthrough.h.";
  }
}

// The name of a story among tests.
inline std::string story_name(const ::testing::TestParamInfo<Story>& tested) {
  std::string name = tested.param.file();
  std::erase(name, '-');
  return name;
}

}  // namespace tidelock::games
