// Component packs of Solenia: JSON in, tables out.
#pragma once

#include "core/json_fwd.h"
#include "core/result.h"
#include "solenia/components.h"

namespace tidelock::solenia {

// Checks every entry of a pack; the error names the place and what was expected there.
Result<Components> compile_components(const Json& pack);

}  // namespace tidelock::solenia
