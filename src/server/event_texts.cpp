#include "server/event_texts.h"

#include <algorithm>
#include <vector>

#include "core/json.h"
#include "core/luck.h"

namespace tidelock::server {

std::shared_ptr<EventTexts> EventTexts::of(const std::shared_ptr<const AnyGame>& game) {
  static std::mutex mutex;
  static std::vector<std::weak_ptr<EventTexts>> all;
  const std::lock_guard lock(mutex);
  std::erase_if(all, [](const auto& one) { return one.expired(); });
  for (const auto& one : all) {
    if (auto texts = one.lock(); texts && texts->game_ == game) return texts;
  }
  auto made = std::make_shared<EventTexts>(game);
  all.push_back(made);
  return made;
}

void EventTexts::add(const Event& event, std::string& to) {
  constexpr std::size_t kPlaces = 16384;
  constexpr std::uint16_t kKinds = 256;
  const auto part = [](auto value, unsigned shift) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(value)) << shift;
  };
  // All of an event but who sees it.
  const std::uint64_t key = part(event.what % kKinds, 56) |
                            part(static_cast<std::uint8_t>(event.who), 48) | part(event.a, 32) |
                            part(event.b, 16) | part(event.c, 0);
  const std::lock_guard lock(mutex_);
  if (places_.empty()) places_.resize(kPlaces);
  Place& place = places_[mix(key) % kPlaces];
  if (place.size > 0 && place.key == key && event.what < kKinds) {
    to.append(place.text.data(), place.size);
    return;
  }
  const std::string text = dump_json(game_->event_json(event));
  to += text;
  if (text.size() > place.text.size() || event.what >= kKinds) return;
  place.key = key;
  place.size = static_cast<std::uint8_t>(text.size());
  std::copy(text.begin(), text.end(), place.text.begin());
}

}  // namespace tidelock::server
