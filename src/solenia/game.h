// Solenia as people and programs see it: the rules (rules.h) with packs, options, notation, JSON,
// sentences and pictures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/several.h"
#include "core/show.h"
#include "core/study.h"
#include "solenia/names.h"
#include "solenia/rules.h"

namespace tidelock::solenia {

class Solenia : public Rules {
 public:
  using Rules = solenia::Rules;
  using Rules::Rules;

  [[nodiscard]] static const GameFacts& facts();
  static Result<Solenia> compile(const Json& pack, const Json& options);
  [[nodiscard]] Json options() const;
  [[nodiscard]] std::optional<Error> check(const State& s) const;

  [[nodiscard]] std::string write(const State& s, Seat seat, Move move) const;
  Result<Move> read(const State& s, Seat seat, std::string_view text) const;
  [[nodiscard]] std::optional<Several> several(const State& s, Seat seat) const;
  [[nodiscard]] std::string write_outcome(const State& s, std::uint32_t outcome) const;
  Result<std::uint32_t> read_outcome(const State& s, std::string_view text) const;
  [[nodiscard]] Json to_json(const State& s) const;
  Result<State> from_json(const Json& json) const;

  // For tables and doors.
  [[nodiscard]] Json view(const State& s, Seat seat) const;
  [[nodiscard]] Json move_json(const State& s, Seat seat, Move move) const;
  [[nodiscard]] Json event_json(const Event& event) const;
  [[nodiscard]] Text event_text(const Event& event) const;
  // What can be used (core/game.h).
  [[nodiscard]] std::vector<std::string> item_names() const;
  [[nodiscard]] Items items_of(const Event& event) const;
  [[nodiscard]] bool begins(const Event& event) const;

  // For the terminal (core/show.h).
  void draw(const State& s, Seat viewer, Canvas& canvas, const Teller& teller) const;
  [[nodiscard]] std::vector<std::string> describe(const State& s, Seat viewer,
                                                  const Teller& teller) const;
  [[nodiscard]] std::vector<Area> areas(const State& s, Seat viewer, const Teller& teller) const;
  [[nodiscard]] std::vector<std::string> explain(const State& s, Seat viewer,
                                                 const Teller& teller) const;
  [[nodiscard]] std::string prompt(const State& s, Seat seat, const Teller& teller) const;
  [[nodiscard]] std::string move_words(const State& s, Seat seat, Move move,
                                       const Teller& teller) const;

  [[nodiscard]] std::vector<std::string> verdict(const State& s, const Teller& teller) const;

  // What is measured, learned on and studied (core/study.h).
  static std::vector<Json> bench_options();
  static std::vector<Json> training_options();
  static StudyPlan study_plan(const Json& pack);

 private:
  [[nodiscard]] Error why_not(const State& s, Seat seat, const std::string& word,
                              const List& list) const;
};

using Game = Solenia;  // as every game is called in its own namespace

}  // namespace tidelock::solenia
