// What the hand-written texts of cards are found by (docs/packs.md): the shape of an effect, which
// is all of it but the numbers, resources, places and names. Those are the values of the text.
#pragma once

#include <string>
#include <string_view>

#include "circadians/phrases.h"

namespace tidelock::circadians {

struct Shape {
  std::string key;  // "send-to.gain"; empty where nothing happens
  Args args;
};

// `of`: "ship" for a rule of a Ship tile, whose dice are sent from there.
[[nodiscard]] Shape shape_of(const Phrases& words, const Rule& rule, std::string_view of = "");
// Effects of which it is known when they happen: "do" for those of a token, say.
[[nodiscard]] Shape shape_of(const Phrases& words, std::string_view when, Range effects);
// The Breakthroughs that a leader adds.
[[nodiscard]] Shape shape_of_added(const Phrases& words);

}  // namespace tidelock::circadians
