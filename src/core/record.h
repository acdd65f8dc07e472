// The record: how a game started, and every move and every outcome of chance since. Everything else
// (replay, undo, saving, resuming, sharing) is reading it. Documented in docs/record.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.h"

namespace tidelock {

// One thing that happened: a seat's move, or (seat kNobody) what chance brought.
struct Entry {
  Seat seat = kNobody;
  std::uint32_t value = 0;
  friend bool operator==(const Entry&, const Entry&) = default;
};

struct Record {
  std::shared_ptr<const AnyGame> game;
  // Where it started, when not from the set-up; few do, and a state is large.
  std::shared_ptr<const AnyState> position;
  std::optional<std::uint64_t> seed;  // known to whoever runs the table; told when the game is over
  std::vector<std::string> names;     // of the seats; may be empty
  std::vector<Entry> entries;

  [[nodiscard]] AnyState start() const { return position ? *position : game->start(); }
};

// Walks through a record state by state.
class Replay {
 public:
  explicit Replay(const Record& record) : record_(&record), state_(record.start()) {}
  [[nodiscard]] bool done() const { return next_ == record_->entries.size(); }
  [[nodiscard]] std::size_t index() const { return next_; }
  [[nodiscard]] const Entry& entry() const { return record_->entries[next_]; }
  [[nodiscard]] const AnyState& state() const { return state_; }
  // The entry as it stands in the record: "1: 1W-c4", "deck-1 = 0WS".
  [[nodiscard]] std::string text() const;
  void step(const Listener& listener);

 private:
  const Record* record_;
  AnyState state_;
  std::size_t next_ = 0;
};

// An entry as it stands in a record, made in this state.
[[nodiscard]] std::string entry_text(const AnyGame& game, const AnyState& state,
                                     const Entry& entry);

// Whether what was chosen in secret is open in this state: nobody chooses in secret any more, or
// others than `choosing` do, the seats that were asked last: then the next secret choice has begun.
[[nodiscard]] bool opened(const AnyGame& game, const AnyState& state, SeatMask choosing);

// How a game that is over ended: the seats' scores, places and winners, and a solo opponent's
// score.
[[nodiscard]] Json result_json(const AnyGame& game, const AnyState& end);

// The first answer of chance that the seed of the record does not give.
[[nodiscard]] std::optional<std::size_t> not_of_seed(const Record& record);

// With `viewer`, what that seat may see of it (kNobody: a spectator): what others drew is "?",
// their sealed choices are left out until opened, and there is no seed. Without, all of it; the
// seed when the game is over and all its luck came from it, or before `with_seed` (for its keeper).
[[nodiscard]] Json write_record(const Record& record, bool with_seed);
[[nodiscard]] Json write_record_for(const Record& record, Seat viewer);

// One entry, as Replay::text writes it: legal in this state, or what is wrong with it.
Result<Entry> read_entry(const AnyGame& game, const AnyState& state, std::string_view text);

// Reads a whole record and plays it through: every move legal, every outcome possible.
Result<Record> read_record(const Json& json, const GameSource& games);

}  // namespace tidelock
