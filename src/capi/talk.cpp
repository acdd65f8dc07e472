#include "capi/talk.h"

#include <random>

#include "games/games.h"

namespace tidelock::capi {
namespace {

table::World world() {
  static const games::ListedGames kSource;
  table::World out;
  out.games = &kSource;
  out.ai_of = [](const std::shared_ptr<const AnyGame>& game) -> std::shared_ptr<const ai::AnyAi> {
    return games::ai_of(game);
  };
  out.fresh_seed = [] {
    std::random_device random;  // 48 bits: short enough to type, and exact in any JSON reader
    return (std::uint64_t{random()} << 16) ^ (random() & 0xFFFFU);
  };
  out.list_games = games::listing;
  out.words = [](Lang lang) { return &games::words(lang); };
  return out;
}

}  // namespace

Talk::Talk() : session_(world()) { waiting_.push_back(dump_json(session_.hello())); }

bool Talk::say(std::string_view request) {
  if (session_.ended()) return false;
  for (std::string& message : session_.handle_line(request)) waiting_.push_back(std::move(message));
  return true;
}

const std::string* Talk::next() {
  while (waiting_.empty() && session_.thinking()) {
    for (const Json& message : session_.step()) waiting_.push_back(dump_json(message));
  }
  return waiting_.empty() ? nullptr : &waiting_.front();
}

}  // namespace tidelock::capi
