// For tests of matches: one that is played, with the log that its lines make.
#pragma once

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

#include "core/luck.h"
#include "server/match.h"
#include "server/testing_world.h"

namespace tidelock::server {

// What a viewer has not been told yet, read again; nothing if there is nothing.
inline std::optional<Json> news_for(const Match& match, Viewer& viewer, Time now) {
  JsonText out;
  match.news(viewer, now, out);
  if (out.empty()) return std::nullopt;
  const std::string text = std::move(out).text();
  auto read = parse_json(text);
  EXPECT_TRUE(read.ok()) << text;
  return read.ok() ? std::optional(std::move(read).value()) : std::nullopt;
}

// A match and the log that its lines make.
class Played {
 public:
  explicit Played(const Json& wish) {
    auto line = Match::first_line(wish, world_);
    EXPECT_TRUE(line.ok()) << line.error().sentence();
    log_.push_back(dump_json(line.value()));
    match_.emplace(woken());
  }

  [[nodiscard]] Match woken() const {
    auto match = Match::wake(log_, world_);
    EXPECT_TRUE(match.ok()) << match.error().sentence();
    return std::move(match).value();
  }
  [[nodiscard]] const Match& match() const { return *match_; }
  [[nodiscard]] const std::vector<std::string>& log() const { return log_; }
  void start_with(const Json& line) {
    log_ = {dump_json(line)};
    match_.emplace(woken());
  }

  // The code of what is wrong; "again" if it was done before, "" if it is done now.
  std::string sit(const Json& request) {
    return done([&](const JsonIn& in) { return match_->sit(in, now_); }, request);
  }
  std::string sit(Seat seat) {
    return sit({{"do", "sit"},
                {"seat", seat + 1},
                {"secret", secret(seat)},
                {"name", "Guest " + std::to_string(seat + 1)},
                {"share", std::string(32, static_cast<char>('1' + seat))}});
  }
  std::string act(Seat seat, const Json& request) {
    return done([&](const JsonIn& in) { return match_->act(in, seat, now_); }, request);
  }
  Json look(Seat seat, const Json& request) const {
    JsonIn::Trouble trouble;
    const Viewer viewer = match_->viewer(seat);
    const auto out = match_->look(JsonIn(request, trouble), viewer, nullptr);
    return out.ok() ? out.value() : Json(out.error().code);
  }
  void think() {
    const auto thought = match_->thought();
    ASSERT_TRUE(thought);
    const AnyMove move =
        match_->bot(thought->seat)()->choose(thought->known, thought->seat, thought->whim);
    auto line = match_->decide(*thought, move, now_);
    ASSERT_TRUE(line);
    log_.push_back(line->text);
    EXPECT_FALSE(match_->decide(*thought, move, now_)) << "an old thought is of no use";
  }
  [[nodiscard]] std::string all_news(Seat seat) const { return all_news(*match_, seat); }
  static std::string all_news(const Match& match, Seat seat) {
    Viewer viewer = match.viewer(seat);
    const auto news = news_for(match, viewer, 0);
    EXPECT_FALSE(news_for(match, viewer, 0)) << "told twice";
    return news ? dump_json(*news) : "";
  }
  // Time goes on.
  void pass(Time milliseconds) { now_ += milliseconds; }
  [[nodiscard]] Time now() const { return now_; }
  // What the table does by itself, if it has been looked after since `watched`: "late", "grace".
  std::string tick(Time watched = 0) {
    auto line = match_->tick(now_, watched);
    if (!line) return "";
    log_.push_back(line->text);
    return parse_json(line->text).value()["do"].get<std::string>();
  }
  [[nodiscard]] Json clock(Seat seat) const {
    Viewer viewer;
    const auto news = news_for(*match_, viewer, now_);
    return (*news)["clock"]["seats"][static_cast<std::size_t>(seat)];
  }
  static std::string secret(Seat seat) {
    return std::string(31, 'a') + static_cast<char>('0' + seat);
  }

 private:
  template <class Change>
  std::string done(const Change& change, const Json& request) {
    JsonIn::Trouble trouble;
    const auto line = change(JsonIn(request, trouble));
    if (!line) return line.error().code;
    if (!line.value()) return "again";
    log_.push_back(line.value()->text);
    return "";
  }

  table::World world_ = whole_world();
  std::vector<std::string> log_;
  std::optional<Match> match_;
  Time now_ = 1000000;
};

// One step of somebody; false when the game is over.
inline bool step(Played& table, int seats, Rng& rng) {
  if (table.match().phase() == store::Phase::kOver) return false;
  if (table.match().thought()) {
    table.think();
    return true;
  }
  for (Seat seat = 0; seat < seats; ++seat) {
    const Json legal = table.look(seat, {{"do", "legal"}});
    if (rng.below(12) == 0 && table.act(seat, {{"do", "undo"}}).empty()) return true;
    if (legal["status"]["at"] == "confirm") {
      if (table.act(seat, {{"do", "confirm"}}).empty()) return true;
      continue;
    }
    const Json& moves = legal["moves"];
    if (moves.empty()) continue;
    const Json& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    EXPECT_EQ(table.act(seat, {{"do", "apply"}, {"move", move["move"]}}), "");
    return true;
  }
  ADD_FAILURE() << "nobody can do anything: " << table.all_news(kNobody);
  return false;
}

}  // namespace tidelock::server
