#include "ai/spec.h"

#include <algorithm>
#include <charconv>

#include "core/canvas.h"

namespace tidelock::ai {

namespace {

constexpr std::uint32_t kMostIterations = 1'000'000'000;
constexpr unsigned kMostThreads = 256;
constexpr std::uint32_t kMostMilliseconds = 3'600'000;

}  // namespace

bool searches(std::string_view name) { return name != "random" && name != "greedy"; }

Result<Limits> read_limits(std::string_view text) {
  const Error wrong =
      error(Code::kBadLimit,
            "expected iterations or a time, as in 500, 40ms or 2s, above zero; found '" +
                plain_safe(text) + "'",
            "limit");
  std::string_view number = text;
  std::uint32_t unit = 0;  // iterations
  if (number.ends_with("ms")) {
    unit = 1;
    number.remove_suffix(2);
  } else if (number.ends_with('s')) {
    unit = 1000;
    number.remove_suffix(1);
  }
  std::uint32_t value = 0;
  const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (code != std::errc() || end != number.data() + number.size() || value == 0) return wrong;
  if (unit == 0) return value <= kMostIterations ? Result<Limits>(Limits{value, 0}) : wrong;
  if (value > kMostMilliseconds / unit) return wrong;
  return Limits{0, value * unit};
}

// NAME[:LIMIT][*THREADS][@FILE], taken apart from the end: a file may have any name, so all after
// the first '@' is its, and neither ':' nor '*' means anything there.
Result<BotSpec> read_bot(std::string_view text) {
  BotSpec spec;
  std::string_view rest = text;
  if (const auto at = rest.find('@'); at != std::string_view::npos) {
    spec.network = rest.substr(at + 1);
    rest = rest.substr(0, at);
    if (spec.network.empty()) return error(Code::kBadNetwork, "expected a file after '@'", "bot");
  }
  if (const auto star = rest.find('*'); star != std::string_view::npos) {
    const std::string_view number = rest.substr(star + 1);
    const auto [end, code] =
        std::from_chars(number.data(), number.data() + number.size(), spec.threads);
    if (code != std::errc() || end != number.data() + number.size() || spec.threads < 1 ||
        spec.threads > kMostThreads)
      return error(Code::kBadThreads, "expected 1 to 256 threads after '*'", "bot");
    rest = rest.substr(0, star);
  }
  const auto colon = rest.find(':');
  spec.name = rest.substr(0, colon);
  if (std::find(kBotNames.begin(), kBotNames.end(), spec.name) == kBotNames.end()) {
    std::string names;
    for (const auto name : kBotNames) names += (names.empty() ? "" : ", ") + std::string(name);
    return error(Code::kUnknownBot,
                 "expected one of: " + names + "; found '" + plain_safe(text) + "'", "bot");
  }
  if (colon != std::string_view::npos) {
    const auto limits = read_limits(rest.substr(colon + 1));
    if (!limits) return limits.error();
    spec.limits = limits.value();
  }
  // Refused rather than ignored: who asks for a limit expects that it does something.
  if (!searches(spec.name) &&
      (spec.limits != Limits{} || spec.threads != 1 || !spec.network.empty()))
    return error(Code::kBadLimit,
                 spec.name + " does not search: it takes no limit, threads or network", "bot");
  return spec;
}

}  // namespace tidelock::ai
