// The course of a game as a picture: the chances of each seat after each decision, or alone the
// points, in the terminal and as SVG.
#pragma once

#include <string>
#include <vector>

#include "core/show.h"
#include "table/analysis.h"

namespace tidelock::cli {

enum class Signs : std::uint8_t { kAscii, kBlocks };

// At most 72 columns and 16 lines.
[[nodiscard]] std::vector<std::string> graph_lines(const table::Analysis& analysis,
                                                   const Teller& teller, Signs signs,
                                                   ColourMode mode);
// `title` stands above it.
[[nodiscard]] std::string graph_svg(const table::Analysis& analysis, const Teller& teller,
                                    const std::string& title);

}  // namespace tidelock::cli
