// What each viewer of a table was told, under numbers that only grow: what was taken back is told
// as such and never unsaid. So a viewer that knows the last number it saw gets the rest, whatever
// happened meanwhile. A viewer's numbers count what that viewer was told, and depend on nothing
// else.
#pragma once

#include <vector>

#include "table/table.h"

namespace tidelock::table {

class Feed {
 public:
  struct Item {
    std::size_t back = 0;  // so many events before this item did not happen; 0: an event
    Event event{};
  };

  // To be called after every change of the table.
  void hear(const Table& table);

  // How many items a viewer was told, and those from the `from`-th on.
  [[nodiscard]] std::size_t count(Seat viewer) const;
  [[nodiscard]] std::vector<Item> items(Seat viewer, std::size_t from) const;

 private:
  void take_back(const Table& table, Seat viewer);

  std::vector<Item> items_;      // an event says who sees it, and so does what is taken back
  std::vector<Event> happened_;  // as the table told it last
};

// {"back": 2}, or the event.
[[nodiscard]] Json feed_json(const AnyGame& game, const std::vector<Feed::Item>& items,
                             const Teller* teller);

}  // namespace tidelock::table
