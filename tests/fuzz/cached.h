// Games made once: compiling a shipped pack takes most of a short run. Where no pack is named it is
// the one that the corpus was made with.
#pragma once

#include <map>

#include "games/games.h"
#include "json_mutator.h"

namespace tidelock::fuzz {

class CachedSource final : public GameSource {
 public:
  using GameSource::make;
  Result<std::shared_ptr<const AnyGame>> make(std::string_view game, const Json& pack,
                                              const Json& options, int rules) const override {
    if (pack.is_object()) return games::ListedGames().make(game, pack, options, rules);
    const std::string key = dump_json({game, pack, options, rules});
    const auto found = made_.find(key);
    if (found != made_.end()) return found->second;
    const games::Entry* entry = games::find(game);
    const bool usual = pack.is_null() && entry != nullptr;
    auto made = games::ListedGames().make(game, usual ? Json(entry->measured_pack()) : pack,
                                          options, rules);
    if (made.ok() && made_.size() < kMost) made_.emplace(key, made.value());
    return made;
  }

 private:
  static constexpr std::size_t kMost = 200;
  mutable std::map<std::string, std::shared_ptr<const AnyGame>> made_;
};

inline const CachedSource& source() {
  static const CachedSource kSource;
  return kSource;
}

}  // namespace tidelock::fuzz
