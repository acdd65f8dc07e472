#include "orchard/rules.h"

namespace tidelock::orchard {

namespace {

template <class Sink>
void tell(const Sink& sink, What what, Seat who, int tree, int apples) {
  if constexpr (Sink::kListens)
    sink(Event{static_cast<std::uint16_t>(what), who, kEverybody, static_cast<std::int16_t>(tree),
               static_cast<std::int16_t>(apples)});
}

}  // namespace

SeatMask Rules::waiting(const State& s) const {
  SeatMask mask = 0;
  for (Seat seat = 0; seat < players_; ++seat) {
    if (s.chosen[static_cast<std::size_t>(seat)] == 0)
      mask = static_cast<SeatMask>(mask | seat_bit(seat));
  }
  return mask;
}

void Rules::legal(const State& s, Seat seat, List& out) const {
  out.clear();
  for (std::uint32_t n = 0; n < legal_count(s, seat); ++n) out.push(legal_nth(s, seat, n));
}

template <class Sink>
void Rules::apply(State& s, Seat seat, Move move, const Sink& sink) const {  // ROUND-1
  s.chosen[static_cast<std::size_t>(seat)] = move.bits;
  if (!solo() && waiting(s) == 0) end_round(s, 0, sink);
}

template <class Sink>
void Rules::resolve(State& s, std::uint32_t outcome, const Sink& sink) const {  // SOLO-1
  end_round(s, static_cast<int>(outcome) + 1, sink);
}

// ROUND-2; `crow` is the tree of the crow, 0 without one.
template <class Sink>
void Rules::end_round(State& s, int crow, const Sink& sink) const {
  std::array<int, kTrees + 1> there{};
  ++there[static_cast<std::size_t>(crow)];
  for (const auto tree : s.chosen) ++there[tree];
  const auto gain = [&](std::size_t tree) { return there[tree] == 1 ? c_.trees[tree - 1] : 0; };
  for (Seat seat = 0; seat < players_; ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    const int apples = gain(s.chosen[i]);
    s.apples[i] = static_cast<std::uint8_t>(s.apples[i] + apples);
    tell(sink, What::kPicked, seat, s.chosen[i], apples);
  }
  if (crow != 0) {
    const int apples = gain(static_cast<std::size_t>(crow));
    s.crow = static_cast<std::uint8_t>(s.crow + apples);
    tell(sink, What::kCrow, kNobody, crow, apples);
  }
  s.chosen = {};
  ++s.round;
}

State Rules::knows(const State& s, Seat seat) const {
  State known = s;
  for (Seat other = 0; other < players_; ++other) {
    if (secret(s) && other != seat) known.chosen[static_cast<std::size_t>(other)] = 0;
  }
  return known;
}

Scores Rules::scores(const State& s) const {
  Scores out;
  out.seats = players_;
  out.categories = 1;
  for (std::size_t i = 0; i < kPlayers; ++i) out.by[i][0] = out.total[i] = s.apples[i];
  return out;
}

Places Rules::places(const State& s) const {  // END-1, SOLO-2
  if (solo()) return {static_cast<std::uint8_t>(s.apples[0] > s.crow ? 1 : 2)};
  return places_of(s.apples, players_);
}

template void Rules::apply(State& s, Seat seat, Move move, const NoEvents& sink) const;
template void Rules::apply(State& s, Seat seat, Move move, const Listener& sink) const;
template void Rules::resolve(State& s, std::uint32_t outcome, const NoEvents& sink) const;
template void Rules::resolve(State& s, std::uint32_t outcome, const Listener& sink) const;

}  // namespace tidelock::orchard
