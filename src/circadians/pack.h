// Component packs of Circadians: JSON in, tables and names out.
#pragma once

#include <memory>

#include "circadians/names.h"
#include "core/json_fwd.h"
#include "core/result.h"

namespace tidelock::circadians {

struct Pack {
  Components components;
  Texts texts;
};

// Checks every entry of a pack; the error names the place and what was expected there.
Result<std::shared_ptr<const Pack>> compile_pack(const Json& json);

// What follows from the entries and is looked up while a game is played (compile.cpp).
void compile(Components& c);

}  // namespace tidelock::circadians
