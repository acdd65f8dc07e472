// Games that are being played, each made once: tables with the same game, pack and options share
// it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "core/any_game.h"

namespace tidelock::server {

// For any thread.
class Shelf final : public GameSource {
 public:
  explicit Shelf(const GameSource& source) : source_(source) {}
  using GameSource::make;
  Result<std::shared_ptr<const AnyGame>> make(std::string_view game, const Json& pack,
                                              const Json& options, int rules) const override;

 private:
  const GameSource& source_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::weak_ptr<const AnyGame>> made_;
};

}  // namespace tidelock::server
