// Choosing several items at once: what there is and how many are wanted. To players the order means
// nothing. The rules ask for one item after the other, in an order of their own, and records hold
// it; that order is found here and shows nowhere else.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/any_names.h"
#include "core/refusal.h"
#include "core/result.h"
#include "core/rules.h"

namespace tidelock {

struct Several {
  struct Item {
    std::string name;        // as it is chosen: "#B12", "W"
    int most = 1;            // so often
    std::uint32_t move = 0;  // it alone, as bits of a move
    int group = 0;           // at most one of a group is chosen; 0: none
  };
  std::string kind;  // of the moves
  std::vector<Item> items;
  int least = 0, most = 0;  // so many are chosen in all
  // The rules take the items one by one and no longer offer those that they have passed.
  bool ordered = false;
  // All items are one move, written as `whole` and the items; `none` is the move without any.
  std::string whole, none;
};

namespace several {

inline constexpr std::string_view kEntries = "shell.why.";

inline std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

// How often each item was chosen; an error if the choice asks for something else.
inline Result<std::vector<int>> count(const Several& choice, std::span<const std::string> names) {
  const auto found = static_cast<int>(names.size());
  if (found < choice.least || found > choice.most) {
    const std::string wanted =
        std::to_string(choice.least) +
        (choice.least == choice.most ? "" : " to " + std::to_string(choice.most));
    return refusal(kEntries, Code::kItemCount,
                   "expected " + wanted + " items, found " + std::to_string(found),
                   {{item_count::kLeast, std::int64_t{choice.least}},
                    {item_count::kMost, std::int64_t{choice.most}},
                    {item_count::kFound, std::int64_t{found}}});
  }
  std::vector<int> chosen(choice.items.size());
  std::vector<int> groups;
  for (const std::string& name : names) {
    std::size_t i = 0;
    while (i < chosen.size() && lower(choice.items[i].name) != lower(name)) ++i;
    const bool known = i < chosen.size() && ++chosen[i] <= choice.items[i].most;
    const int group = known ? choice.items[i].group : 0;
    if (!known || (group != 0 && std::find(groups.begin(), groups.end(), group) != groups.end())) {
      std::vector<std::string> all;
      for (const Several::Item& item : choice.items) all.push_back(item.name);
      return refusal(kEntries, Code::kUnknownItem,
                     "expected items of those listed, none more often than it is there",
                     {{unknown_item::kItems, all}});
    }
    groups.push_back(group);
  }
  return chosen;
}

// The moves that choose these items, as they are written, in the order in which the rules ask.
template <class G>
Result<std::vector<std::string>> moves(const G& g, typename G::State s, Seat seat,
                                       const Several& choice, std::span<const std::string> names) {
  auto counted = count(choice, names);
  if (!counted) return counted.error();
  std::vector<int>& left = counted.value();
  std::vector<std::string> out;
  if (!choice.whole.empty()) {
    std::string move = names.empty() ? choice.none : choice.whole;
    for (std::size_t i = 0; i < left.size(); ++i) {
      for (; left[i] > 0; --left[i]) move += "-" + choice.items[i].name;
    }
    out.push_back(std::move(move));
    return out;
  }
  while (out.size() < names.size()) {
    typename G::List list;
    g.legal(s, seat, list);
    const auto take = [&](auto move) {
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i] == 0 || choice.items[i].move != move.bits) continue;
        --left[i];
        return true;
      }
      return false;
    };
    const auto next = std::find_if(list.begin(), list.end(), take);
    if (next == list.end()) {  // one of them rules out another
      std::size_t i = 0;
      while (left[i] == 0) ++i;
      typename G::Move move;
      move.bits = static_cast<decltype(move.bits)>(choice.items[i].move);
      const auto read = g.read(s, seat, g.write(s, seat, move));
      if (!read) return read.error();
      return refusal(
          kEntries, Code::kUnknownItem, "expected items that can be chosen together",
          {{unknown_item::kItems, std::vector<std::string>(names.begin(), names.end())}});
    }
    out.push_back(g.write(s, seat, *next));
    g.apply(s, seat, *next, NoEvents{});
  }
  return out;
}

}  // namespace several

// Games with decisions of several items: what is chosen now, if it is several.
template <class G>
concept ChoosesSeveral = requires(const G g, const typename G::State cs, Seat seat) {
  { g.several(cs, seat) } -> std::same_as<std::optional<Several>>;
};

}  // namespace tidelock
