#include "server/event_texts.h"

#include <algorithm>
#include <vector>

#include "core/json.h"

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
  constexpr std::size_t kMost = 8192;
  constexpr std::uint16_t kKinds = 256;
  if (event.what >= kKinds) {
    to += dump_json(game_->event_json(event));
    return;
  }
  const auto part = [](auto value, unsigned shift) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(value)) << shift;
  };
  // All of an event but who sees it.
  const std::uint64_t key = part(event.what, 56) | part(static_cast<std::uint8_t>(event.who), 48) |
                            part(event.a, 32) | part(event.b, 16) | part(event.c, 0);
  const std::lock_guard lock(mutex_);
  if (texts_.size() >= kMost) texts_.clear();
  const auto [there, fresh] = texts_.try_emplace(key);
  if (fresh) there->second = dump_json(game_->event_json(event));
  to += there->second;
}

}  // namespace tidelock::server
