// Events as JSON without words, written once: tables of the same game tell the same few over and
// over. For any thread.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "core/any_game.h"

namespace tidelock::server {

class EventTexts {
 public:
  // Those of a game, shared by all who play it.
  static std::shared_ptr<EventTexts> of(const std::shared_ptr<const AnyGame>& game);
  explicit EventTexts(std::shared_ptr<const AnyGame> game) : game_(std::move(game)) {}

  void add(const Event& event, std::string& to);

 private:
  std::shared_ptr<const AnyGame> game_;
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::string> texts_;
};

}  // namespace tidelock::server
