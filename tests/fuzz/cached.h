// Games made once: compiling a shipped pack takes most of a short run. Where no pack is named it is
// the one that the corpus was made with.
#pragma once

#include <map>

#include "games/games.h"
#include "json_mutator.h"

namespace tidelock::fuzz {

class CachedSource final : public GameSource {
 public:
  Result<std::shared_ptr<const AnyGame>> make(std::string_view game, const Json& pack,
                                              const Json& options) const override {
    if (pack.is_object()) return games::Source().make(game, pack, options);
    const std::string key = std::string(game) + "\n" + dump_json(pack) + "\n" + dump_json(options);
    const auto found = made_.find(key);
    if (found != made_.end()) return found->second;
    auto made =
        games::Source().make(game, pack.is_null() ? Json(games::kMeasuredPack) : pack, options);
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
