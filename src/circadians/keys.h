// The parts of catalogue keys that say what a thing, an occasion or a power is.
#pragma once

#include <array>
#include <string_view>

#include "circadians/components.h"

namespace tidelock::circadians {

inline constexpr std::array<std::string_view, 7> kThings = {"water",    "algae", "energy",    "gem",
                                                            "contract", "die",   "specialist"};
inline constexpr std::array<std::string_view, 20> kCounts = {
    "supply-die",       "fulfilled",  "in-hand",     "ship-tile",   "farm-tile",
    "ship-farm-pair",   "column-die", "negotiation", "faction",     "depository",
    "depository-row",   "gained",     "out",         "missing-die", "on-cache",
    "progress-removed", "water",      "algae",       "energy",      "gem"};
inline constexpr std::array<std::string_view, kSpecialCount> kSpecials = {
    "outposts-owner-only", "amos-harvest-turn", "charlene-board",   "melvan-start",
    "radio-left",          "tariq-start",       "repeat-action",    "sal",
    "roll-to-farm",        "counts-as-other",   "reserve-die-to-hq"};
inline constexpr std::array<std::string_view, kOns> kOnKeys = {
    "reveal",      "setup",        "plan",      "turn",   "send",     "negotiate",
    "use-outpost", "outpost-used", "hq-reward", "fulfil", "gain-die", "setback",
    "harvest",     "rest",         "end",       "score",  "always"};
inline constexpr std::array<std::string_view, 3> kBys = {"self", "opponent", "any"};
inline constexpr std::array<std::string_view, 4> kContractKinds = {"any", "ongoing", "end", "any"};

}  // namespace tidelock::circadians
