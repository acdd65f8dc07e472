// The message language: one JSON request in, one JSON answer out. The same messages drive a table
// through stdin/stdout, through WebAssembly and through a socket. Documented in docs/protocol.md.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "table/table.h"

namespace tidelock::table {

inline constexpr int kProtocol = 1;

// What a session needs from outside: games by name, their bots, and a seed when none is given.
struct World {
  const GameSource* games = nullptr;
  std::function<std::shared_ptr<const ai::AnyAi>(const std::shared_ptr<const AnyGame>&)> ai_of;
  std::function<std::uint64_t()> fresh_seed;
  std::function<Json()> list_games;
};

// One client with one table, which it owns: it may ask for everything.
class Session {
 public:
  explicit Session(World world) : world_(std::move(world)) {}

  // The first message, before any request.
  [[nodiscard]] Json hello() const;
  // One line of text; the answer is one line.
  [[nodiscard]] std::string handle_line(std::string_view line);
  [[nodiscard]] Json handle(const Json& request);
  [[nodiscard]] bool ended() const { return ended_; }

 private:
  Result<Json> answer(const JsonIn& in);
  Result<Json> make(const JsonIn& in);
  Result<Json> load(const JsonIn& in);
  Result<Json> begin(Result<Table> table);
  Result<Setup> read_setup(const JsonIn& in);
  [[nodiscard]] Json status() const;
  [[nodiscard]] Json events(Seat viewer, std::size_t from) const;
  Result<Json> act(const JsonIn& in, Seat seat, std::optional<Error> wrong, std::size_t told);

  World world_;
  std::optional<Table> table_;
  bool ended_ = false;
};

}  // namespace tidelock::table
