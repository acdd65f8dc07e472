// A session (table/session.h) whose messages wait until they are heard.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "table/session.h"

namespace tidelock::capi {

class Talk {
 public:
  Talk();
  // Whether it was taken: not after the session has ended.
  bool say(std::string_view request);
  // The oldest message, null if there is none; while the session thinks, it works until it has one.
  [[nodiscard]] const std::string* next();
  // That one is done with.
  void heard() { waiting_.pop_front(); }

 private:
  table::Session session_;
  std::deque<std::string> waiting_;
};

}  // namespace tidelock::capi
