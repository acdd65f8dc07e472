// The clocks of the seats of a table. Each time a seat begins to be asked it has some time for
// free, then what it has for the whole game runs. They are told the time and know none themselves.
#pragma once

#include <optional>
#include <vector>

#include "core/any_game.h"
#include "server/clock.h"

namespace tidelock::server {

class SeatClocks {
 public:
  SeatClocks(Time move, Time bank, std::size_t seats);

  [[nodiscard]] Time move() const { return move_; }
  [[nodiscard]] Time bank() const { return bank_; }

  // From now on these seats are asked. Of those that were asked before, `anew` begin again. Who
  // is asked again in `going_on` goes on with what was left for free.
  void ask(SeatMask seats, SeatMask anew, SeatMask going_on, Time now);

  // The seat whose time is out, and when the first time is out of those that are not late.
  [[nodiscard]] Seat out(Time now) const;
  [[nodiscard]] std::optional<Time> due() const;
  // Nobody looked after the table when the seat's time was out: it began to be asked before
  // `watched`, and had no time to come back since.
  [[nodiscard]] bool excused(Seat seat, Time watched) const;

  void forgive(Seat seat, Time now);
  void set_late(Seat seat) { hand(seat).late = true; }
  [[nodiscard]] bool late(Seat seat) const { return hand(seat).late; }

  // As news tell it, but for the time that it is.
  [[nodiscard]] Json told() const;

 private:
  struct Hand {
    Time free = 0;  // what is left, at `since`
    Time bank = 0;
    std::optional<Time> since;  // it runs
    Time forgiven = 0;          // not late before
    bool late = false;
  };
  [[nodiscard]] Hand& hand(Seat seat) { return hands_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] const Hand& hand(Seat seat) const { return hands_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] static Time until(const Hand& hand);
  static void stop(Hand& hand, Time now);

  Time move_;
  Time bank_;
  std::vector<Hand> hands_;
};

}  // namespace tidelock::server
