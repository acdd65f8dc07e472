// Why a game refuses a move: a code with arguments for programs, and the same as a sentence.
// docs/schema/NAME-refusal.json has the codes of each game and their arguments; of those that are
// its own, cmake/messages.cmake makes the enumeration Why (NAME/why.h).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/text.h"

namespace tidelock {

// `entries`: where the game's sentences are, NAME.why.; that of the code has the same
// arguments, several texts as one.
template <class CodeOrWhy>
[[nodiscard]] Error refusal(std::string_view entries, CodeOrWhy which, std::string message,
                            std::vector<ErrorArg> args = {}) {
  const std::string code(name_of(which));
  Text text{std::string(entries) + code, {}};
  for (const ErrorArg& arg : args) {
    if (const auto* number = std::get_if<std::int64_t>(&arg.value)) {
      text.args.push_back({arg.name, *number});
    } else if (const auto* one = std::get_if<std::string>(&arg.value)) {
      text.args.push_back({arg.name, literal(*one)});
    } else {
      std::string all;
      for (const std::string& item : std::get<std::vector<std::string>>(arg.value))
        all += (all.empty() ? "" : ", ") + item;
      text.args.push_back({arg.name, literal(all)});
    }
  }
  return {code, std::move(message), {}, std::move(text), std::move(args)};
}

}  // namespace tidelock
