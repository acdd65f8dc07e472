// What small things are called in notation, JSON and pictures.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "solenia/components.h"

namespace tidelock::solenia {

inline constexpr std::string_view kLetters = "WHSA";
inline constexpr std::array<std::string_view, 2> kHemispheres = {"day", "night"};

[[nodiscard]] std::string letter(int resource);  // "W"
[[nodiscard]] std::string write_goods(Goods g);  // "WWH"; empty for none
// A card by value and removal effect, the same for cards that are alike: "0WS", "0x2", "2*W".
[[nodiscard]] std::string card_name(const Card& card);
[[nodiscard]] std::string space_name(int space);  // "c3"
[[nodiscard]] std::string side_name(int side);    // "1day", "5dusk"

}  // namespace tidelock::solenia
