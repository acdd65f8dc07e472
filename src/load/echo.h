// What a WebSocket server does at the least, to measure another by: Boost.Beast, and each message
// goes back as it came.
#pragma once

#include <cstdint>
#include <functional>

namespace tidelock::load {

// Until its process ends; tells the port that it listens on.
void echo(const std::function<void(std::uint16_t)>& listens);

}  // namespace tidelock::load
