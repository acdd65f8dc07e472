// The record: how a game started, and every move and every outcome of chance since. Replay, undo,
// saving, resuming and sharing all read it. Documented in docs/record.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.h"

namespace tidelock {

// One entry of a record: a seat's move, or (seat kNobody) an outcome of chance.
struct Entry {
  Seat seat = kNobody;
  std::uint32_t value = 0;
  friend bool operator==(const Entry&, const Entry&) = default;
};

struct Record {
  std::shared_ptr<const AnyGame> game;
  // The start, if not the set-up. A pointer, because few records have one and a state is large.
  std::shared_ptr<const AnyState> position;
  std::optional<std::uint64_t> seed;  // known to the keeper of the table; public once it is over
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

// Whether the sealed choices made before this state are open in it: no seat chooses in secret any
// more, or seats other than `choosing`, those asked last, do: then the next sealed choice has
// begun.
[[nodiscard]] bool opened(const AnyGame& game, const AnyState& state, SeatMask choosing);

// The result of a finished game: scores, places and winners, and a solo opponent's score.
[[nodiscard]] Json result_json(const AnyGame& game, const AnyState& end);

// The index of the first outcome of chance that does not follow from the record's seed.
[[nodiscard]] std::optional<std::size_t> not_of_seed(const Record& record);

// write_record: the whole record. It has the seed if the game is over and all its luck came from
// it, or if `with_seed` (for the keeper of the table). write_record_for: what a seat may see of it
// (kNobody: a spectator). What others drew is "?", their sealed choices are left out until they are
// opened, and there is no seed.
[[nodiscard]] Json write_record(const Record& record, bool with_seed);
[[nodiscard]] Json write_record_for(const Record& record, Seat viewer);

// Reads one entry, as Replay::text writes it; an error if it is not legal in this state.
Result<Entry> read_entry(const AnyGame& game, const AnyState& state, std::string_view text);

// Reads a whole record and replays it: every move must be legal, every outcome possible.
Result<Record> read_record(const Json& json, const GameSource& games);

}  // namespace tidelock
