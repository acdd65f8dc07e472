// What somebody who makes a table may wish for. A wish that is refused is told why; one that is
// accepted is a table that can be woken, gathers people, and does not tell its secret.
#include "cached.h"
#include "server/match.h"

namespace tidelock::fuzz {
namespace {

const table::World& world_of_wishes() {
  static const table::World kWorld = [] {
    table::World out;
    out.games = &source();
    out.ai_of = [](const std::shared_ptr<const AnyGame>& game) -> std::shared_ptr<const ai::AnyAi> {
      return games::ai_of(game);
    };
    return out;
  }();
  return kWorld;
}

bool is_granted(const Json& wish) {
  return server::Match::first_line(wish, world_of_wishes()).ok();
}

void wish_for(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters here
  const auto wish = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!wish) return;
  std::string invite;
  const auto first = server::Match::first_line(wish.value(), world_of_wishes(), &invite);
  if (!first) {
    must(!first.error().code.empty() && !first.error().message.empty() &&
             is_utf8(first.error().sentence()),
         "a refusal says why");
    return;
  }
  keep_accepted(wish.value());
  const std::vector<std::string> log = {dump_json(first.value())};
  const auto match = server::Match::wake(log, world_of_wishes());
  must(match.ok(), "what was granted is a table");
  must(match.value().phase() == store::Phase::kGathering, "people have to come first");
  const std::string card = dump_json(match.value().card());
  must(card.find(first.value()["secret"].get<std::string>()) == std::string::npos,
       "its secret is not on its card");
  must(invite.empty() || card.find(invite) == std::string::npos, "nor is its invitation");
  must(invite.empty() || !match.value().listed(), "what is private is not listed");
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tidelock::fuzz::wish_for(data, size);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return tidelock::fuzz::mutate_accepted(data, size, most, seed, tidelock::fuzz::is_granted);
}
