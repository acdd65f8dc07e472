// The files of data/: built into the program, or in a page handed over by it (src/wasm).
#pragma once

#include <string_view>

namespace tidelock::data {

// By its name below data/ ("GAME/PACK.json"); empty if there is none.
[[nodiscard]] std::string_view file(std::string_view name);

}  // namespace tidelock::data
