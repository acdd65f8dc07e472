// Circadians as people and programs see it: the rules (rules.h) with packs, options, notation,
// JSON, sentences and pictures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "circadians/pack.h"
#include "circadians/rules.h"
#include "core/game.h"
#include "core/several.h"
#include "core/show.h"
#include "core/study.h"

namespace tidelock::circadians {

class Refusals;

class Circadians : public Rules {
 public:
  using Rules = circadians::Rules;

  [[nodiscard]] static const GameFacts& facts();
  static Result<Circadians> compile(const Json& pack, const Json& options,
                                    int rules = kRulesVersion);
  Circadians(const Pack& pack, const Options& options)
      : Rules(pack.components, options), texts_(pack.texts) {}

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
  [[nodiscard]] Json view(const State& real, Seat seat) const;
  [[nodiscard]] Json move_json(const State& s, Seat seat, Move move) const;
  [[nodiscard]] Json event_json(const Event& event) const;
  [[nodiscard]] Text event_text(const Event& event) const;
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
  [[nodiscard]] std::vector<PieceWords> pieces(const Teller& teller) const;

  // What is measured, learned on and studied (core/study.h).
  static std::vector<Json> bench_options();
  static std::vector<Json> training_options();
  static StudyPlan study_plan(const Json& pack);

  [[nodiscard]] const Texts& texts() const { return texts_; }
  [[nodiscard]] const std::string& id(const Named& what) const { return texts().id(what); }
  // What people call the time: setup, leaders, draft, plan, execute, harvest, rest, end, over.
  [[nodiscard]] std::string_view phase_name(const State& s) const;

 private:
  [[nodiscard]] std::string write_payment(const State& s, Seat seat, Move move) const;
  friend class Refusals;
  [[nodiscard]] Error why_not(const State& s, Seat seat, const List& list,
                              const std::string& wanted) const;
  [[nodiscard]] std::optional<int> read_target(const std::string& name) const;
  [[nodiscard]] std::string write_card(const State& s, std::uint32_t outcome) const;
  [[nodiscard]] std::string write_setup_outcome(const State& s, std::uint32_t outcome) const;
  void add_prospects(const State& s, Seat seat, Json& out) const;
  void add_means(const State& s, Seat seat, Json& out) const;
  // Parts that moves and events have in common.
  [[nodiscard]] static Json die_json(int value);
  [[nodiscard]] static Json source_json(int from);
  static void add_target(int target, Json& out);
  void add_sides(std::uint32_t sides, Json& out) const;
  [[nodiscard]] Json caches_json(const State& s, Seat viewer) const;
  void hide_secrets(const State& s, int seat, Json& out) const;
  [[nodiscard]] static Json due_json(const State& s);
  static void add_assigned(const Player& p, int slot, Json& out);
  void add_send(const State& s, Seat seat, Move move, Json& out) const;

  Texts texts_;
};

using Game = Circadians;  // as every game is called in its own namespace

}  // namespace tidelock::circadians
