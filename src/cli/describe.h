// What the command line takes, for tools/command_pages.
#pragma once

#include "core/json.h"

namespace CLI {  // NOLINT(readability-identifier-naming): not ours
class App;
}

namespace tidelock::cli {

// A command, its positionals and options, and the commands below it.
[[nodiscard]] Json describe(const CLI::App& app);

}  // namespace tidelock::cli
