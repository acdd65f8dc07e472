// What tests share that try things on Lanterns.
#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "core/any_game.h"
#include "core/json.h"
#include "core/sha256.h"
#include "lanterns/game.h"

namespace tidelock::lanterns {

inline const Json& shipped_pack() {
  static const Json kPack = [] {
    const std::ifstream file(TIDELOCK_SOURCE_DIR "/data/lanterns/lanterns-1.json");
    std::stringstream text;
    text << file.rdbuf();
    return parse_json(text.str()).value();
  }();
  return kPack;
}

inline Game make_game() { return Game::compile(shipped_pack(), Json::object()).value(); }

// The one game under its name, with one shipped pack; any other object is a pack of one's own.
class LanternsSource final : public GameSource {
 public:
  using GameSource::make;
  Result<std::shared_ptr<const AnyGame>> make(std::string_view game, const Json& pack,
                                              const Json& options, int rules) const override {
    if (game != "lanterns") return error(Code::kUnknownGame, "expected one of: lanterns", "game");
    if (auto unknown = check_rules(Game::facts(), rules == kNewestRules ? 1 : rules))
      return *unknown;
    PackRef ref{"lanterns-1", "", true, shipped_pack()};
    if (pack.is_object()) {
      ref.shipped = pack == ref.content;
      ref.content = pack;
      ref.id = pack.contains("id") && pack["id"].is_string() ? pack["id"].get<std::string>() : "";
    } else if (!pack.is_null() && pack != ref.id) {
      return error(Code::kUnknownPack, "expected a shipped pack (lanterns-1)", "pack");
    }
    ref.hash = sha256_hex(dump_json(ref.content));
    auto made = Game::compile(ref.content, options.is_null() ? Json::object() : options);
    if (!made) return made.error();
    return std::shared_ptr<const AnyGame>(
        std::make_shared<Wrapped<Game>>(made.value(), std::move(ref)));
  }
};

}  // namespace tidelock::lanterns
