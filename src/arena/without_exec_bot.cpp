// In place of exec_bot.cpp, where programs are not started as POSIX says.
#include <utility>

#include "arena/exec_bot.h"

namespace tidelock::arena {

ExecBot::ExecBot(std::shared_ptr<const AnyGame> game, std::string name, int milliseconds)
    : game_(std::move(game)), name_(std::move(name)), milliseconds_(milliseconds) {}
ExecBot::~ExecBot() = default;

Result<std::unique_ptr<ExecBot>> ExecBot::start(std::shared_ptr<const AnyGame> /*game*/,
                                                std::string_view text, int /*milliseconds*/) {
  return error("bad-program",
               "cannot be started: this tidelock starts no outside bots, which needs a system with "
               "POSIX (Linux, macOS)",
               plain_safe(text));
}

AnyMove ExecBot::choose(const AnyState& known, Seat seat, std::uint64_t /*seed*/) {
  return game_->legal(known, seat).front();
}

}  // namespace tidelock::arena
