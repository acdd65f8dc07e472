// SHA-256 (FIPS 180-4), for naming component packs by their content.
#pragma once

#include <string>
#include <string_view>

namespace tidelock {

[[nodiscard]] std::string sha256_hex(std::string_view data);

}  // namespace tidelock
