// What each viewer of a table was told, under numbers that only grow: what was taken back is told
// as such and never unsaid. So a viewer that knows the last number it saw gets the rest, whatever
// happened meanwhile. A viewer's numbers count what that viewer was told, and depend on nothing
// else.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "table/table.h"

namespace tidelock::table {

class Feed {
 public:
  struct Item {
    std::uint16_t back = 0;  // so many events before this item did not happen; 0: an event
    Event event{};
  };

  void fetch() const { fetch_soon(items_.data() + items_.size()); }
  // To be called after every change of the table.
  void hear(const Table& table);

  // How many items a viewer was told, and those from the `from`-th on.
  [[nodiscard]] std::size_t count(Seat viewer) const { return counts_[place(viewer)]; }
  [[nodiscard]] std::vector<Item> items(Seat viewer, std::size_t from) const;
  // The same, each with its place among those of all viewers.
  void each(Seat viewer, std::size_t from,
            const std::function<void(std::size_t place, const Item&)>& tell) const;

 private:
  static std::size_t place(Seat viewer) { return static_cast<std::size_t>(viewer - kNobody); }
  void take_back(const Table& table, Seat viewer);
  void add(const Item& item);

  std::vector<Item> items_;   // an event says who sees it, and so does what is taken back
  std::size_t happened_ = 0;  // events of the table, as it told them last
  std::size_t undone_ = 0;    // how often something had been taken back by then
  std::array<std::size_t, kMaxSeats + 1> counts_{};
};

// {"back": 2}, or the event.
[[nodiscard]] Json item_json(const AnyGame& game, const Feed::Item& item, const Teller* teller);
[[nodiscard]] Json feed_json(const AnyGame& game, const std::vector<Feed::Item>& items,
                             const Teller* teller);

}  // namespace tidelock::table
