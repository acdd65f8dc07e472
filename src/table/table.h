// A table: a game in progress. Seats for people and bots, the record, confirming, undoing, what
// each seat has been told. It knows no game by name, and reveals to a seat only what that seat may
// know.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ai/any_ai.h"
#include "core/any_game.h"
#include "core/prefetch.h"
#include "core/record.h"

namespace tidelock::table {

// How far a seat may undo: to the last point where somebody learned something new (kTurn), or
// without limit (kFree: solo, against bots, for study).
enum class Undo : std::uint8_t { kTurn, kFree };

struct SeatSetup {
  std::string name;
  std::string bot;  // empty: a person, or a program that sends moves
};

struct Setup {
  std::shared_ptr<const AnyGame> game;
  std::shared_ptr<const ai::AnyAi> ai;  // for bots; may be null when there are none
  std::vector<SeatSetup> seats;         // as many as the game has, or empty for people everywhere
  std::uint64_t seed = 0;
  // Answers chance, a pure function; none: the seed does, and is part of the record.
  std::function<std::uint32_t(const Ask&)> luck;
  bool confirm = false;      // a seat confirms before chance answers, the next seat decides, or
                             // its sealed choice opens those of all seats
  bool confirmed = false;    // for resuming: the last move of the record is confirmed already
  Seat kept_seat = kNobody;  // for resuming: the seat whose sealed choice awaits confirmation
  std::string kept_move;
  bool autoplay = true;  // the table plays forced moves
  Undo undo = Undo::kTurn;
  std::shared_ptr<const AnyState> position;  // the start, if not the set-up
};

class Table {
 public:
  static Result<Table> create(Setup setup);
  // Continues a record. Its luck follows from the seed in the record, or else from the one in
  // `setup`.
  static Result<Table> resume(Setup setup, Record record);

  [[nodiscard]] const AnyGame& game() const { return *record_.game; }
  [[nodiscard]] const AnyState& state() const { return state_; }
  // The state to show to a seat: with its own sealed choice that awaits confirmation.
  [[nodiscard]] AnyState shown(Seat viewer) const;
  // The number of public entries of the record: sealed choices count once they are opened.
  [[nodiscard]] std::size_t open_moves() const { return open_moves_; }
  [[nodiscard]] const Record& record() const { return record_; }
  [[nodiscard]] const Setup& setup() const { return setup_; }
  [[nodiscard]] std::string name(Seat seat) const;
  [[nodiscard]] bool is_bot(Seat seat) const;
  [[nodiscard]] bool over() const { return game().at(state_) == At::kOver && held_ == kNobody; }

  // Prefetches the memory a move will touch besides the table itself.
  void fetch() const {
    fetch_soon(events_.data() + events_.size());
    fetch_soon(record_.entries.data() + record_.entries.size());
  }
  // The seat whose confirmation is awaited, or kNobody.
  [[nodiscard]] Seat held() const { return held_; }
  // Seats that are not bots and may decide now; none while a confirmation is awaited.
  [[nodiscard]] SeatMask waiting() const;
  [[nodiscard]] std::vector<AnyMove> legal(Seat seat) const;

  // What the seat chooses now, if it is several items at once (core/several.h); and the moves that
  // choose some of them, named in any order.
  [[nodiscard]] std::optional<Several> several(Seat seat) const;
  [[nodiscard]] Result<std::vector<std::string>> moves_for(
      Seat seat, std::span<const std::string> items) const;

  // After an error the table is unchanged.
  std::optional<Error> apply(Seat seat, std::string_view move);
  // Several moves as one: all of them, or none.
  std::optional<Error> apply(Seat seat, std::span<const std::string> moves);
  std::optional<Error> confirm(Seat seat);
  std::optional<Error> undo(Seat seat) { return undo(seat, setup_.undo); }
  [[nodiscard]] bool can_undo(Seat seat) const {
    return takes_back_kept(seat) || undo_target(seat, setup_.undo).has_value();
  }
  // An undo that everybody agreed to, as with kFree: to before the seat's last real choice, with
  // everything others did since.
  std::optional<Error> take_back(Seat seat) { return undo(seat, Undo::kFree); }
  [[nodiscard]] bool can_take_back(Seat seat) const {
    return takes_back_kept(seat) || undo_target(seat, Undo::kFree).has_value();
  }

  // Lets a seat make its forced moves itself.
  void by_hand(Seat seat, bool wanted) {
    by_hand_ =
        static_cast<SeatMask>(wanted ? by_hand_ | seat_bit(seat) : by_hand_ & ~seat_bit(seat));
  }

  // Lets chance, forced moves and bots act until a person has to decide, or at most once
  // (`single`), so that a front end can show each step. Returns whether anything happened.
  // `written`: receives the entries added to the record, as text.
  bool advance(bool single = false, std::vector<std::string>* written = nullptr);

  // For reading a log: repeats an entry made by chance or by the table itself, as advance() wrote
  // it.
  std::optional<Error> follow(std::string_view entry);

  // What a move would do up to the next chance node: the events its seat would see, and that seat's
  // view afterwards.
  Result<Json> preview(Seat seat, std::string_view move, const Teller* teller = nullptr) const;

  // Everything this viewer was told, numbered from 0; a viewer's numbers count what that viewer
  // saw.
  [[nodiscard]] std::vector<Event> events(Seat viewer, std::size_t from = 0) const;
  // Everything that was told to anybody.
  [[nodiscard]] const std::vector<Event>& all_events() const { return events_; }
  // The number of undos, and the events that had been told before the last one.
  [[nodiscard]] std::size_t undone() const { return undone_; }
  [[nodiscard]] const std::vector<Event>& unsaid() const { return unsaid_; }
  [[nodiscard]] std::size_t event_count(Seat viewer) const { return events(viewer).size(); }

  [[nodiscard]] Json save()
      const;  // the record with its seed and the table's settings, for resuming

 private:
  explicit Table(Setup setup) : setup_(std::move(setup)) {}
  void restart();
  void add(Entry entry);
  [[nodiscard]] Entry luck() const;
  [[nodiscard]] std::optional<Error> may_move(const AnyState& state, Seat seat) const;
  [[nodiscard]] Result<AnyMove> read(const AnyState& state, Seat seat, std::string_view move) const;
  [[nodiscard]] bool must_hold(Seat seat) const;
  [[nodiscard]] bool autoplays(Seat seat) const {
    return is_bot(seat) || (setup_.autoplay && (by_hand_ & seat_bit(seat)) == 0);
  }
  bool keep(Seat seat, AnyMove move);
  [[nodiscard]] bool takes_back_kept(Seat seat) const;
  std::optional<Error> undo(Seat seat, Undo how);
  [[nodiscard]] std::optional<std::vector<Entry>> undo_target(Seat seat, Undo how) const;
  // Whether the seat had only forced moves since another seat decided or chance answered.
  [[nodiscard]] bool was_forced(Seat seat) const;

  Setup setup_;
  Record record_;
  AnyState state_;
  std::vector<Event> events_;
  std::vector<Event> unsaid_;
  std::size_t undone_ = 0;
  Seat held_ = kNobody;
  std::optional<Entry> kept_;  // the last of the sealed choices, held back until it is confirmed
  SeatMask choosing_ = 0;      // the seats asked last
  SeatMask by_hand_ = 0;
  std::size_t open_moves_ = 0;
  std::vector<std::unique_ptr<ai::AnyBot>> bots_;
};

// Reads the settings that save() wrote beside the record.
struct Saved {
  Record record;
  Setup setup;  // without the ai
};
Result<Saved> read_saved(const Json& json, const GameSource& games);

}  // namespace tidelock::table
