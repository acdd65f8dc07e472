// The message language: JSON requests in, one JSON answer out for each. Long work (a hint, an
// analysis) is answered later and done in slices between other requests. The same messages drive a
// table through stdin/stdout, WebAssembly and a socket. Documented in docs/protocol.md.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "table/analysis.h"
#include "table/message_names.h"
#include "table/table.h"

namespace tidelock::table {

inline constexpr int kProtocol = 1;

// The environment of a session: games by name, their bots, and seeds when none is given.
struct World {
  const GameSource* games = nullptr;
  std::function<std::shared_ptr<const ai::AnyAi>(const std::shared_ptr<const AnyGame>&)> ai_of;
  std::function<std::uint64_t()> fresh_seed;
  std::function<Json()> list_games;
  // The catalogue of a language; null if it is not available.
  std::function<const Catalogue*(Lang)> words;
};

// One client that owns one table and may ask for everything.
class Session {
 public:
  explicit Session(World world) : world_(std::move(world)) {}

  // The first message, before any request.
  [[nodiscard]] Json hello() const;
  // Handles one request and returns the messages to send now: its answer, preceded by the final
  // message of a task that the request ended; or none, if it starts a task.
  [[nodiscard]] std::vector<std::string> handle_line(std::string_view line);
  [[nodiscard]] std::vector<Json> handle(const Json& request);
  [[nodiscard]] bool ended() const { return ended_; }

  // While a task runs, call step(): it works for at most 30 ms and returns the messages to send.
  [[nodiscard]] bool thinking() const { return task_.has_value(); }
  [[nodiscard]] std::vector<Json> step();

 private:
  // What answers a verb; one of_table needs a table that is there.
  struct Handler {
    Verb verb;
    Result<Json> (Session::*answer)(const JsonIn&);
    bool of_table;
  };
  static const std::array<Handler, kVerbs.size()> kHandlers;

  Result<Json> answer(const JsonIn& in);
  Result<Json> greet(const JsonIn& in);
  Result<Json> games(const JsonIn& in);
  Result<Json> make(const JsonIn& in);
  Result<Json> load(const JsonIn& in);
  Result<Json> load_record(const JsonIn& in);
  Result<Json> load_state(const JsonIn& in);
  Result<Json> state(const JsonIn& in);
  Result<Json> scores(const JsonIn& in);
  Result<Json> pieces(const JsonIn& in);
  Result<Json> observe(const JsonIn& in);
  Result<Json> events(const JsonIn& in);
  Result<Json> record(const JsonIn& in);
  Result<Json> legal(const JsonIn& in);
  Result<Json> preview(const JsonIn& in);
  Result<Json> why(const JsonIn& in);
  Result<Json> apply(const JsonIn& in);
  Result<Json> confirm(const JsonIn& in);
  Result<Json> undo(const JsonIn& in);
  Result<Json> go(const JsonIn& in);
  Result<Json> hint(const JsonIn& in);
  Result<Json> analyse(const JsonIn& in);
  Result<Json> replay(const JsonIn& in);
  Result<Json> at(const JsonIn& in);
  Result<Json> cancel(const JsonIn& in);
  Result<Json> quit(const JsonIn& in);

  [[nodiscard]] int seats() const { return table_->game().seats(); }
  Result<Json> begin(Result<Table> table, bool go);
  Result<Setup> read_setup(const JsonIn& in);
  Result<Json> act(const JsonIn& in, const JsonIn& go, Seat seat, std::optional<Error> wrong,
                   std::size_t told);
  void speak(const JsonIn& in);
  const Teller* teller();
  void think(const JsonIn& in, const JsonIn& every, std::unique_ptr<Thinking> thinking,
             bool of_table, const std::vector<std::string>& names);
  void end_task(bool only_of_table);
  [[nodiscard]] Json last_words(bool cancelled) const;

  using SteadyClock = std::chrono::steady_clock;
  struct Task {
    Json id;
    std::unique_ptr<Thinking> thinking;
    bool of_table = false;  // ends when the table changes
    std::chrono::milliseconds every{};
    SteadyClock::time_point told;
    std::optional<Teller> teller;
  };

  World world_;
  std::optional<Table> table_;
  std::optional<Record> replay_;      // the record opened by `replay`
  const Catalogue* words_ = nullptr;  // in the language of the current request
  std::optional<Teller> teller_;
  std::optional<Task> task_;
  std::vector<Json> outbox_;  // to be sent before the answer
  bool ended_ = false;
};

}  // namespace tidelock::table
