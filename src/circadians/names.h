// What things are called in packs, notation, JSON and pictures: the words of the game itself, and
// the ids and names that a pack gives its entries.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "circadians/components.h"

namespace tidelock::circadians {

inline constexpr std::string_view kLetters = "WAEG";
inline constexpr std::array<std::string_view, kResources> kResourceIds = {"water", "algae",
                                                                          "energy", "gem"};
inline constexpr std::array<std::string_view, kPlaces> kPlaceIds = {
    "mining_camp", "laboratory", "foundry",    "control_room", "market",  "academy",
    "temple",      "hq",         "depository", "negotiation",  "outpost", "farm"};
inline constexpr std::array<std::string_view, kFactions> kFactionIds = {
    "oxataya", "leyrien", "zcharo", "jrayek", "ahzuri"};
inline constexpr std::array<std::string_view, 6> kDirections = {"n", "ne", "se", "s", "sw", "nw"};

[[nodiscard]] std::string write_goods(const Goods& goods);  // "3W1E"

using Names = std::array<std::string, 4>;  // by Lang

// The ids and names of a pack's entries, which say by a number where theirs are.
class Texts {
 public:
  struct Entry {
    std::string id;
    Names names;
  };
  [[nodiscard]] const std::string& id(const Named& what) const { return entries_[what.text].id; }
  [[nodiscard]] const Names& names(const Named& what) const { return entries_[what.text].names; }
  std::uint16_t add(Entry entry) {
    entries_.push_back(std::move(entry));
    return static_cast<std::uint16_t>(entries_.size() - 1);
  }
  // The place of an id in a list of entries, or the list's size.
  template <class List>
  [[nodiscard]] std::size_t find(const List& list, std::string_view wanted) const {
    std::size_t i = 0;
    while (i < list.size() && id(list[i]) != wanted) ++i;
    return i;
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace tidelock::circadians
