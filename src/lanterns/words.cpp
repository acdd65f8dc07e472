// Lanterns in sentences: what happened, and what a terminal and the board for any game show.
#include "core/json.h"
#include "lanterns/game.h"

namespace tidelock::lanterns {

namespace {

Text with_n(std::string key, int n) { return {std::move(key), {{"n", std::int64_t{n}}}}; }

// From 1; the last one stays when the game is over.
int round_of(const State& s) { return std::min(s.round + 1, kRounds); }

std::vector<std::string> in_hand(const State& s, Seat seat) {
  std::vector<std::string> out;
  for (int n = 1; n <= kLanterns; ++n) {
    if ((s.hand[static_cast<std::size_t>(seat)] & only(n)) != 0) out.push_back(std::to_string(n));
  }
  return out;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const auto& part : parts) out += (out.empty() ? "" : " ") + part;
  return out;
}

}  // namespace

Text Game::event_text(const Event& event) const {
  Text out = with_n("lanterns.event." + std::string(facts().events[event.what]), event.a);
  out.args.push_back({"player", std::int64_t{event.who} + 1});
  out.about = event.who + 1;
  if (static_cast<What>(event.what) == What::kShared)
    out.args.push_back({"owner", std::int64_t{event.a}});
  return out;
}

void Game::draw(const State& s, Seat viewer, Canvas& canvas, const Teller& teller) const {
  int row = 0;
  for (const auto& line : describe(s, viewer, teller)) canvas.put(0, row++, line);
}

std::vector<std::string> Game::describe(const State& s, Seat viewer, const Teller& teller) const {
  std::vector<std::string> out = {teller.say(with_n("lanterns.describe.round", round_of(s)))};
  for (Seat seat = 0; seat < kSeats; ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    out.push_back(teller.say(Text{"lanterns.describe.player",
                                  {{"player", std::int64_t{seat} + 1},
                                   {"n", std::int64_t{s.points[i]}},
                                   {"cards", std::int64_t{std::popcount(s.hand[i])}}}}));
  }
  if (viewer >= 0 && s.hand[static_cast<std::size_t>(viewer)] != 0)
    out.push_back(teller.say(
        Text{"lanterns.describe.hand", {{"lanterns", literal(joined(in_hand(s, viewer)))}}}));
  return out;
}

std::vector<Area> Game::areas(const State& s, Seat viewer, const Teller& teller) const {
  std::vector<Area> out = {{teller.say("lanterns.area.table"),
                            kNobody,
                            {{teller.say("lanterns.area.round"), round_of(s), kRounds}},
                            {}}};
  for (Seat seat = 0; seat < kSeats; ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    out.push_back({teller.name(seat),
                   seat,
                   {{teller.say("lanterns.score.points"), s.points[i], 0}},
                   seat == viewer ? in_hand(s, seat) : std::vector<std::string>()});
  }
  return out;
}

std::vector<std::string> Game::explain(const State& /*s*/, Seat /*viewer*/,
                                       const Teller& teller) const {
  return {teller.say("lanterns.explain.rounds"),
          teller.say(Text{"lanterns.explain.sharing",
                          {{"n", std::int64_t{components().sharer}},
                           {"friend", std::int64_t{components().neighbour}}}}),
          teller.say("lanterns.explain.typing")};
}

std::string Game::prompt(const State& s, Seat /*seat*/, const Teller& teller) const {
  switch (s.step) {
    case Step::kShare: return teller.say("lanterns.prompt.share");
    case Step::kWhom: return teller.say("lanterns.prompt.whom");
    default: return teller.say("lanterns.prompt.lantern");
  }
}

std::string Game::move_words(const State& /*s*/, Seat /*seat*/, Move move,
                             const Teller& teller) const {
  if (move.bits <= kLanterns) return teller.say(with_n("lanterns.move.lantern", move.bits));
  if (move.bits == Move::kKeep) return teller.say("lanterns.move.keep");
  if (move.bits == Move::kShare) return teller.say("lanterns.move.share");
  return teller.say(
      Text{"lanterns.move.with", {{"player", std::int64_t{move.bits - Move::kWith} + 1}}});
}

std::vector<std::string> Game::verdict(const State& /*s*/, const Teller& /*teller*/) const {
  return {};
}

}  // namespace tidelock::lanterns
