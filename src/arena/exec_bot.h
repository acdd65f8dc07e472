// A bot that is another program, spoken to in JSON lines over its standard input and output
// ("External bots" in docs/protocol.md). It can only be named on the command line, never over the
// protocol.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

#include "ai/any_ai.h"

namespace tidelock::arena {

inline constexpr std::string_view kExec = "exec:";

[[nodiscard]] inline bool is_exec(std::string_view bot) { return bot.starts_with(kExec); }

// The program is not trusted: whatever it answers or does not answer, `choose` returns a legal move
// within the time limit, and `broken` keeps the first error.
class ExecBot final : public ai::AnyBot {
 public:
  // `text`: exec:PROGRAM, and arguments after spaces. An error if it cannot be started.
  static Result<std::unique_ptr<ExecBot>> start(std::shared_ptr<const AnyGame> game,
                                                std::string_view text, int milliseconds);
  ~ExecBot() override;

  AnyMove choose(const AnyState& known, Seat seat, std::uint64_t seed) override;
  [[nodiscard]] const std::optional<Error>& broken() const { return broken_; }

 private:
  ExecBot(std::shared_ptr<const AnyGame> game, std::string name, int milliseconds);

  Result<std::string> ask(const std::string& line);
  Result<AnyMove> judge(const std::string& answer, const AnyState& known, Seat seat) const;
  [[nodiscard]] Error gone();  // how the program ended
  [[nodiscard]] Error wrong(std::string_view what) const;

  std::shared_ptr<const AnyGame> game_;
  std::string name_;  // as given on the command line
  int milliseconds_;
  pid_t process_ = -1;
  int to_ = -1, from_ = -1;
  std::uint64_t asked_ = 0;
  std::string unread_;
  std::optional<Error> broken_;
};

}  // namespace tidelock::arena
