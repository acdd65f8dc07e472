// Names the JSON type without its 20,000 lines; include core/json.h where values are touched.
#pragma once

#ifndef JSON_NOEXCEPTION
#error "build with -DJSON_NOEXCEPTION=1: every file must agree on it"
#endif

#include <nlohmann/json_fwd.hpp>

namespace tidelock {
using Json = nlohmann::json;
}
