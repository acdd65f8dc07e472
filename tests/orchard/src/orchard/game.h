// Orchard as people and programs see it: the rules (rules.h) with packs, notation, JSON and words.
#pragma once

#include "core/game.h"
#include "core/show.h"
#include "orchard/rules.h"

namespace tidelock::orchard {

class Game : public Rules {
 public:
  using Rules = orchard::Rules;
  using Rules::Rules;

  [[nodiscard]] static const GameFacts& facts();
  static Result<Game> compile(const Json& pack, const Json& options);
  [[nodiscard]] Json options() const;
  static std::vector<Json> bench_options();  // what `tidelock bench` measures
  [[nodiscard]] std::optional<Error> check(const State& s) const;

  // Notation: moves and what chance brings, as text.
  [[nodiscard]] std::string write(const State& s, Seat seat, Move move) const;
  Result<Move> read(const State& s, Seat seat, std::string_view text) const;
  [[nodiscard]] std::string write_outcome(const State& s, std::uint32_t outcome) const;
  Result<std::uint32_t> read_outcome(const State& s, std::string_view text) const;

  // JSON: a position, what a seat sees of it, moves and events.
  [[nodiscard]] Json to_json(const State& s) const;
  Result<State> from_json(const Json& json) const;
  [[nodiscard]] Json view(const State& s, Seat seat) const;
  [[nodiscard]] Json move_json(const State& s, Seat seat, Move move) const;
  [[nodiscard]] Json event_json(const Event& event) const;
  [[nodiscard]] Text event_text(const Event& event) const;

  // What a terminal shows, and the board for any game (areas).
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
};

}  // namespace tidelock::orchard
