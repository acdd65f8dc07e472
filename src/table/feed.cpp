#include "table/feed.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "table/message_names.h"
#include "table/messages.h"

namespace tidelock::table {

void Feed::add(const Item& item) {
  items_.push_back(item);
  for (Seat viewer = kNobody; viewer < kMaxSeats; ++viewer) {
    if ((item.event.sees & seat_bit(viewer)) != 0) ++counts_[place(viewer)];
  }
}

void Feed::hear(const Table& table) {
  const std::vector<Event>& now = table.all_events();
  if (std::exchange(undone_, table.undone()) == table.undone()) {
    for (std::size_t i = happened_; i < now.size(); ++i) add({0, now[i]});
  } else {
    for (Seat viewer = kNobody; viewer < table.game().seats(); ++viewer) take_back(table, viewer);
  }
  happened_ = now.size();
}

// A viewer is told of it only if that viewer was told something else before.
void Feed::take_back(const Table& table, Seat viewer) {
  std::vector<Event> old;
  std::copy_if(table.unsaid().begin(), table.unsaid().end(), std::back_inserter(old),
               [&](const Event& event) { return (event.sees & seat_bit(viewer)) != 0; });
  const std::vector<Event> now = table.events(viewer);
  const auto [before, after] = std::mismatch(old.begin(), old.end(), now.begin(), now.end());
  if (before != old.end()) {
    Item back{static_cast<std::uint16_t>(old.end() - before), {}};
    back.event.sees = seat_bit(viewer);
    add(back);
  }
  for (auto event = after; event != now.end(); ++event) {
    Item item{0, *event};
    item.event.sees = seat_bit(viewer);
    add(item);
  }
}

// Backwards, because a viewer mostly lacks only the last few.
void Feed::each(Seat viewer, std::size_t from,
                const std::function<void(std::size_t, const Item&)>& tell) const {
  const auto seen = [&](std::size_t place) {
    return (items_[place].event.sees & seat_bit(viewer)) != 0;
  };
  std::size_t left = count(viewer) - std::min(from, count(viewer));
  std::size_t place = items_.size();
  while (left > 0) left -= seen(--place) ? 1 : 0;
  for (; place < items_.size(); ++place) {
    if (seen(place)) tell(place, items_[place]);
  }
}

std::vector<Feed::Item> Feed::items(Seat viewer, std::size_t from) const {
  std::vector<Item> out;
  each(viewer, from, [&](std::size_t, const Item& item) { out.push_back(item); });
  return out;
}

Json item_json(const AnyGame& game, const Feed::Item& item, Seat reader, const Teller* teller) {
  if (item.back > 0) return {{answer::back::kBack, item.back}};
  return std::move(events_json(game, std::span(&item.event, 1), reader, teller).front());
}

Json feed_json(const AnyGame& game, const std::vector<Feed::Item>& items, Seat reader,
               const Teller* teller) {
  Json out = Json::array();
  for (const Feed::Item& item : items) out.push_back(item_json(game, item, reader, teller));
  return out;
}

}  // namespace tidelock::table
