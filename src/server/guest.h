// Somebody at a table, through whatever door. For the files of this room that use Boost.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/loop.h"

namespace tidelock::server {

// To be asked in the loop of the hall, one thing after the other; news may be fetched meanwhile.
// What is told has an order: it is sent in the order in which it was answered.
class Guest {
 public:
  Guest() = default;
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;
  virtual ~Guest() = default;

  // The first message, before any request; nothing if there is no such table.
  virtual Awaitable<std::optional<std::string>> greet() = 0;
  // The answer to one request. Where nothing has to be waited for it can be had at once; if it
  // cannot, nothing was done.
  virtual Awaitable<std::string> ask(std::string request) = 0;
  virtual std::optional<std::string> ask_now(std::string_view request) = 0;
  // What the guest has not been told yet; nothing if there is nothing.
  virtual Awaitable<std::optional<std::string>> news() = 0;
  enum class News : std::uint8_t { kNone, kThese, kWait };
  // The same at once, if it need not be waited for.
  virtual News news_now(std::string& text) = 0;

  // It is going to be asked in a moment: what that touches is fetched, stage after stage.
  static constexpr std::size_t kStages = 5;
  virtual void fetch(std::size_t /*stage*/) const {}
};

}  // namespace tidelock::server
