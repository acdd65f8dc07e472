#include "server/seat_clocks.h"

#include <algorithm>

#include "server/message_names.h"

namespace tidelock::server {
namespace {

constexpr Time kMinute = 60000;
constexpr Time kHour = 60 * kMinute;

}  // namespace

SeatClocks::SeatClocks(Time move, Time bank, std::size_t seats) : move_(move), bank_(bank) {
  Hand hand;
  hand.free = move;
  hand.bank = bank;
  hands_.assign(seats, hand);
}

Time SeatClocks::until(const Hand& hand) {
  return std::max(*hand.since + hand.free + hand.bank, hand.forgiven);
}

void SeatClocks::stop(Hand& hand, Time now) {
  const Time passed = now - *hand.since;
  const Time forgiven = hand.forgiven - now;
  const Time free = std::min(hand.free, passed);
  hand.bank = std::max<Time>(0, hand.bank - (passed - free));
  hand.free = std::max(hand.free - free, forgiven);
  hand.since.reset();
  hand.forgiven = 0;
  hand.late = false;
}

void SeatClocks::ask(SeatMask seats, SeatMask anew, SeatMask going_on, Time now) {
  for (Seat seat = 0; static_cast<std::size_t>(seat) < hands_.size(); ++seat) {
    Hand& one = hand(seat);
    const SeatMask bit = seat_bit(seat);
    const bool asked = (seats & bit) != 0;
    if (one.since && (!asked || (anew & bit) != 0)) stop(one, now);
    if (!asked || one.since) continue;
    if ((going_on & bit) == 0) one.free = move_;
    one.since = now;
  }
}

Seat SeatClocks::out(Time now) const {
  for (Seat seat = 0; static_cast<std::size_t>(seat) < hands_.size(); ++seat) {
    const Hand& one = hand(seat);
    if (one.since && !one.late && until(one) <= now) return seat;
  }
  return kNobody;
}

std::optional<Time> SeatClocks::due() const {
  std::optional<Time> out;
  for (const Hand& one : hands_) {
    if (!one.since || one.late) continue;
    out = out ? std::min(*out, until(one)) : until(one);
  }
  return out;
}

bool SeatClocks::excused(Seat seat, Time watched) const {
  const Hand& one = hand(seat);
  return one.since && one.forgiven == 0 && *one.since < watched && until(one) < watched + kMinute;
}

void SeatClocks::forgive(Seat seat, Time now) {
  hand(seat).forgiven = now + (move_ >= kHour ? kHour : kMinute);
}

Json SeatClocks::told() const {
  namespace member = message::hand;
  Json seats = Json::array();
  for (const Hand& one : hands_) {
    seats.push_back({{member::kFree, one.free},
                     {member::kBank, one.bank},
                     {member::kSince, one.since ? Json(*one.since) : Json()},
                     {member::kUntil, one.since ? Json(until(one)) : Json()},
                     {member::kLate, one.late}});
  }
  return {{message::clocks::kSeats, seats}};
}

}  // namespace tidelock::server
