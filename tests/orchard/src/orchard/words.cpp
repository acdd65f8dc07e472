// Orchard in sentences.
#include <algorithm>

#include "orchard/game.h"

namespace tidelock::orchard {

namespace {

Text with_n(const char* key, int n) { return {key, {{"n", std::int64_t{n}}}}; }

Text with_tree(const char* key, int tree, int apples) {
  return {key, {{"tree", std::int64_t{tree}}, {"n", std::int64_t{apples}}}};
}

}  // namespace

Text Game::event_text(const Event& event) const {
  const bool crow = event.who == kNobody;
  Text out = with_tree(crow ? "orchard.event.crow" : "orchard.event.picked", event.a, event.b);
  if (!crow) out.args.push_back({"player", std::int64_t{event.who} + 1});
  return out;
}

void Game::draw(const State& s, Seat viewer, Canvas& canvas, const Teller& teller) const {
  int row = 0;
  for (const auto& line : describe(s, viewer, teller)) canvas.put(0, row++, line);
}

std::vector<std::string> Game::describe(const State& s, Seat viewer, const Teller& teller) const {
  const int rounds = components().rounds;
  std::vector<std::string> out = {teller.say(Text{
      "orchard.describe.round",
      {{"n", std::int64_t{std::min(s.round + 1, rounds)}}, {"rounds", std::int64_t{rounds}}}})};
  for (int tree = 1; tree <= kTrees; ++tree)
    out.push_back(move_words(s, viewer, {static_cast<std::uint8_t>(tree)}, teller));
  for (Seat seat = 0; seat < seats(); ++seat) {
    Text line = with_n("orchard.describe.player", s.apples[static_cast<std::size_t>(seat)]);
    line.args.push_back({"player", std::int64_t{seat} + 1});
    out.push_back(teller.say(line));
  }
  if (solo()) out.push_back(teller.say(with_n("orchard.describe.crow", s.crow)));
  return out;
}

std::vector<Area> Game::areas(const State& s, Seat /*viewer*/, const Teller& teller) const {
  const int rounds = components().rounds;
  Area trees{teller.say("orchard.name"),
             kNobody,
             {{teller.say("orchard.round"), std::min(s.round + 1, rounds), rounds}},
             {}};
  for (int tree = 1; tree <= kTrees; ++tree)
    trees.counters.push_back({teller.say(with_n("orchard.tree", tree)),
                              components().trees[static_cast<std::size_t>(tree - 1)]});
  std::vector<Area> out = {trees};
  for (Seat seat = 0; seat < seats(); ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    Area area{teller.name(seat), seat, {{teller.say("orchard.score.apples"), s.apples[i]}}, {}};
    if (s.chosen[i] != 0) area.pieces.push_back(teller.say(with_n("orchard.tree", s.chosen[i])));
    out.push_back(area);
  }
  if (solo())
    out.push_back(
        {teller.say("orchard.crow"), kNobody, {{teller.say("orchard.score.apples"), s.crow}}, {}});
  return out;
}

std::vector<std::string> Game::explain(const State& /*s*/, Seat /*viewer*/,
                                       const Teller& teller) const {
  return {teller.say(with_n("orchard.explain.round", components().rounds)),
          teller.say(solo() ? "orchard.explain.solo" : "orchard.explain.end"),
          teller.say("orchard.explain.typing")};
}

std::string Game::prompt(const State& /*s*/, Seat /*seat*/, const Teller& teller) const {
  return teller.say("orchard.prompt");
}

std::string Game::move_words(const State& /*s*/, Seat /*seat*/, Move move,
                             const Teller& teller) const {
  return teller.say(with_tree("orchard.move", move.bits, components().trees[move.bits - 1U]));
}

std::vector<std::string> Game::verdict(const State& s, const Teller& teller) const {
  if (!solo()) return {};
  const bool won = winners(s) != 0;
  return {teller.say(with_n(won ? "orchard.verdict.won" : "orchard.verdict.lost", s.crow))};
}

}  // namespace tidelock::orchard
