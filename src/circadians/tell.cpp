// The table in sentences, what is asked, and every choice in words.
#include "circadians/rules.h"

namespace tidelock::circadians {

void Circadians::draw(const State& s, Seat /*viewer*/, Canvas& canvas, const Teller& teller) const {
  canvas.put(0, 0, teller.say("circadians.name") + " " + std::to_string(s.round));
}
std::vector<std::string> Circadians::describe(const State& s, Seat viewer, const Teller&) const {
  return {std::to_string(s.round) + std::to_string(viewer)};
}
std::vector<std::string> Circadians::explain(const State&, Seat, const Teller&) const { return {}; }
std::string Circadians::prompt(const State&, Seat, const Teller&) const { return "?"; }
std::string Circadians::move_words(const State& s, Seat seat, Move move, const Teller&) const {
  return write(s, seat, move);
}
std::vector<std::string> Circadians::verdict(const State&, const Teller&) const { return {}; }

}  // namespace tidelock::circadians
