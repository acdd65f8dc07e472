// The feed of a table: what each viewer was told, under numbers that only grow. An undo is an item
// of its own and removes nothing. So a viewer that knows the last number it saw gets the rest,
// whatever happened in between. Each viewer has its own numbers, which reveal nothing about what
// others were told.
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
    std::uint16_t back = 0;  // this many events before the item are undone; 0: an event
    Event event{};
  };

  void fetch() const { fetch_soon(items_.data() + items_.size()); }
  // Call after every change of the table.
  void hear(const Table& table);

  // The number of a viewer's items; its items from the `from`-th on.
  [[nodiscard]] std::size_t count(Seat viewer) const { return counts_[place(viewer)]; }
  [[nodiscard]] std::vector<Item> items(Seat viewer, std::size_t from) const;
  // The same, each with its index among the items of all viewers.
  void each(Seat viewer, std::size_t from,
            const std::function<void(std::size_t place, const Item&)>& tell) const;

 private:
  static std::size_t place(Seat viewer) { return static_cast<std::size_t>(viewer - kNobody); }
  void take_back(const Table& table, Seat viewer);
  void add(const Item& item);

  std::vector<Item> items_;   // each says who sees it
  std::size_t happened_ = 0;  // the table's number of events at the last call of hear()
  std::size_t undone_ = 0;    // and its number of undos
  std::array<std::size_t, kMaxSeats + 1> counts_{};
};

// {"back": 2}, or the event.
[[nodiscard]] Json item_json(const AnyGame& game, const Feed::Item& item, Seat reader,
                             const Teller* teller);
[[nodiscard]] Json feed_json(const AnyGame& game, const std::vector<Feed::Item>& items, Seat reader,
                             const Teller* teller);

}  // namespace tidelock::table
