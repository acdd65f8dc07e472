#include "table/feed.h"

#include <algorithm>

#include "table/messages.h"

namespace tidelock::table {

void Feed::hear(const Table& table) {
  const std::vector<Event>& now = table.all_events();
  const auto [before, after] =
      std::mismatch(happened_.begin(), happened_.end(), now.begin(), now.end());
  if (before == happened_.end()) {
    for (auto event = after; event != now.end(); ++event) items_.push_back({0, *event});
  } else {
    for (Seat viewer = kNobody; viewer < table.game().seats(); ++viewer) take_back(table, viewer);
  }
  happened_ = now;
}

// A viewer is told of it only if that viewer was told something else before.
void Feed::take_back(const Table& table, Seat viewer) {
  std::vector<Event> old;
  std::copy_if(happened_.begin(), happened_.end(), std::back_inserter(old),
               [&](const Event& event) { return (event.sees & seat_bit(viewer)) != 0; });
  const std::vector<Event> now = table.events(viewer);
  const auto [before, after] = std::mismatch(old.begin(), old.end(), now.begin(), now.end());
  if (before != old.end()) {
    Item back{static_cast<std::size_t>(old.end() - before), {}};
    back.event.sees = seat_bit(viewer);
    items_.push_back(back);
  }
  for (auto event = after; event != now.end(); ++event) {
    Item item{0, *event};
    item.event.sees = seat_bit(viewer);
    items_.push_back(item);
  }
}

std::size_t Feed::count(Seat viewer) const {
  return static_cast<std::size_t>(
      std::count_if(items_.begin(), items_.end(),
                    [&](const Item& item) { return (item.event.sees & seat_bit(viewer)) != 0; }));
}

std::vector<Feed::Item> Feed::items(Seat viewer, std::size_t from) const {
  std::vector<Item> out;
  std::size_t n = 0;
  for (const Item& item : items_) {
    if ((item.event.sees & seat_bit(viewer)) == 0) continue;
    if (n++ >= from) out.push_back(item);
  }
  return out;
}

Json feed_json(const AnyGame& game, const std::vector<Feed::Item>& items, const Teller* teller) {
  Json out = Json::array();
  for (const Feed::Item& item : items) {
    if (item.back > 0) {
      out.push_back({{"back", item.back}});
    } else {
      out.push_back(events_json(game, std::span(&item.event, 1), teller).front());
    }
  }
  return out;
}

}  // namespace tidelock::table
