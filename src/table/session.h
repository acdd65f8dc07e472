// The message language: JSON requests in, JSON answers out, one for each. What has to be thought
// about (a hint, an analysis) is answered later, in small steps between other requests. The same
// messages drive a table through stdin/stdout, through WebAssembly and through a socket. Documented
// in docs/protocol.md.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "table/analysis.h"
#include "table/table.h"

namespace tidelock::table {

inline constexpr int kProtocol = 1;

// What a session needs from outside: games by name, their bots, and a seed when none is given.
struct World {
  const GameSource* games = nullptr;
  std::function<std::shared_ptr<const ai::AnyAi>(const std::shared_ptr<const AnyGame>&)> ai_of;
  std::function<std::uint64_t()> fresh_seed;
  std::function<Json()> list_games;
  // The words of a language; null where they are not at hand.
  std::function<const Catalogue*(Lang)> words;
};

// One client with one table, which it owns: it may ask for everything.
class Session {
 public:
  explicit Session(World world) : world_(std::move(world)) {}

  // The first message, before any request.
  [[nodiscard]] Json hello() const;
  // One request: what is to be said now. That is its answer, after the last words of what the
  // request has put an end to; or nothing, when thinking begins.
  [[nodiscard]] std::vector<std::string> handle_line(std::string_view line);
  [[nodiscard]] std::vector<Json> handle(const Json& request);
  [[nodiscard]] bool ended() const { return ended_; }

  // While it thinks, step() wants to be called: it goes on for at most 30 ms, and answers with what
  // there is to say.
  [[nodiscard]] bool thinking() const { return task_.has_value(); }
  [[nodiscard]] std::vector<Json> step();

 private:
  Result<Json> answer(const JsonIn& in);
  Result<Json> make(const JsonIn& in);
  Result<Json> load(const JsonIn& in);
  Result<Json> begin(Result<Table> table, bool go);
  Result<Setup> read_setup(const JsonIn& in);
  void speak(const JsonIn& in);
  const Teller* teller();
  Result<Json> replay(const JsonIn& in);
  Result<Json> at(const JsonIn& in);
  Result<Json> act(const JsonIn& in, Seat seat, std::optional<Error> wrong, std::size_t told);
  Result<Json> hint(const JsonIn& in);
  Result<Json> analyse(const JsonIn& in);
  void think(const JsonIn& in, std::unique_ptr<Thinking> thinking, bool of_table,
             const std::vector<std::string>& names);
  void end_task(bool only_of_table);
  [[nodiscard]] Json last_words(bool cancelled) const;

  using Clock = std::chrono::steady_clock;
  struct Task {
    Json id;
    std::unique_ptr<Thinking> thinking;
    bool of_table = false;  // ends when the table changes
    std::chrono::milliseconds every{};
    Clock::time_point told;
    std::optional<Teller> teller;
  };

  World world_;
  std::optional<Table> table_;
  std::optional<Record> replay_;      // that is looked back at
  const Catalogue* words_ = nullptr;  // of the request that is answered now
  std::optional<Teller> teller_;
  std::optional<Task> task_;
  std::vector<Json> outbox_;  // to be said before the answer
  bool ended_ = false;
};

}  // namespace tidelock::table
