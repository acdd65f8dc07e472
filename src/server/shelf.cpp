#include "server/shelf.h"

namespace tidelock::server {

Result<std::shared_ptr<const AnyGame>> Shelf::make(std::string_view game, const Json& pack,
                                                   const Json& options, int rules) const {
  const std::string key = dump_json({game, pack, options, rules});
  {
    const std::lock_guard lock(mutex_);
    const auto there = made_.find(key);
    if (there != made_.end()) {
      if (auto shared = there->second.lock()) return shared;
    }
  }
  // Meanwhile others are not kept waiting; what two make at the same time is made twice.
  auto made = source_.make(game, pack, options, rules);
  if (!made) return made;
  const std::lock_guard lock(mutex_);
  std::erase_if(made_, [](const auto& one) { return one.second.expired(); });
  made_[key] = made.value();
  return made;
}

}  // namespace tidelock::server
