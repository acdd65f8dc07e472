// Events as JSON without words, written once: tables of the same game tell the same few over and
// over. For any thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/any_game.h"

namespace tidelock::server {

class EventTexts {
 public:
  // Those of a game, shared by all who play it.
  static std::shared_ptr<EventTexts> of(const std::shared_ptr<const AnyGame>& game);
  explicit EventTexts(std::shared_ptr<const AnyGame> game) : game_(std::move(game)) {}

  void add(const Event& event, std::string& to);

 private:
  // Text and all, so that one is found with one look into memory. Another event may have the same
  // place: then the later one has it.
  struct alignas(128) Place {
    std::uint64_t key = 0;
    std::uint8_t size = 0;  // nothing: nobody has been here
    std::array<char, 119> text;
  };

  std::shared_ptr<const AnyGame> game_;
  std::mutex mutex_;
  std::vector<Place> places_;
};

}  // namespace tidelock::server
