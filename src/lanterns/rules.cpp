#include "lanterns/rules.h"

namespace tidelock::lanterns {

namespace {

template <class Sink>
void tell(const Sink& sink, What what, Seat who, int a, SeatMask sees = kEverybody) {
  if constexpr (Sink::kListens)
    sink(Event{static_cast<std::uint16_t>(what), who, sees, static_cast<std::int16_t>(a), 0, 0});
}

template <class Sink>
void score(State& s, Seat seat, int n, const Sink& sink) {
  auto& points = s.points[static_cast<std::size_t>(seat)];
  points = static_cast<std::uint8_t>(points + n);
  tell(sink, What::kPoints, seat, n);
}

// ROUND-5: everybody draws, while there is something to draw.
template <class Sink>
void end_round(State& s, const Sink& sink) {
  ++s.round;
  s.seat = 0;
  s.step = s.round == kRounds ? Step::kOver : s.deck == 0 ? Step::kChoose : Step::kDraw;
  if (s.step == Step::kOver) tell(sink, What::kOver, kNobody, 0);
}

// ROUND-2: the brightest wins, and all choices are seen.
template <class Sink>
void open_choices(State& s, const Sink& sink) {
  s.winner = 0;
  for (std::uint8_t i = 1; i < kSeats; ++i) {
    if (s.chosen[i] > s.chosen[s.winner]) s.winner = i;
  }
  tell(sink, What::kWon, static_cast<Seat>(s.winner), s.chosen[s.winner]);
  s.chosen = {};
  s.step = Step::kRoll;
  s.seat = s.winner;
}

// Who draws after this seat; SETUP-2 deals in turn until all hands are full.
void next_draw(State& s) {
  const bool last = s.seat + 1 == kSeats;
  s.seat = last ? 0 : static_cast<std::uint8_t>(s.seat + 1);
  const bool dealing = s.step == Step::kDeal && std::popcount(s.deck) > kLanterns - kHand * kSeats;
  if (last && !dealing) s.step = Step::kChoose;
}

// Everything the seat cannot know, as one set; what others have is taken away.
Set hide(State& s, Seat seat) {
  Set hidden = s.deck;
  for (std::size_t i = 0; i < kSeats; ++i) {
    if (static_cast<Seat>(i) == seat) continue;
    hidden = static_cast<Set>(hidden | s.hand[i]);
    if (s.chosen[i] != 0) hidden = static_cast<Set>(hidden | only(s.chosen[i]));
    s.hand[i] = 0;
    s.chosen[i] = 0;
  }
  return hidden;
}

// Gives the others as many lanterns as they had, each the one that `pick` takes of those left.
template <class Pick>
void give_back(State& s, const State& before, Seat seat, Set hidden, const Pick& pick) {
  for (std::size_t i = 0; i < kSeats; ++i) {
    if (static_cast<Seat>(i) == seat) continue;
    const int had = std::popcount(before.hand[i]) + (before.chosen[i] != 0 ? 1 : 0);
    for (int n = 0; n < had; ++n) {
      const Set lantern = only(pick(hidden));
      s.hand[i] = static_cast<Set>(s.hand[i] | lantern);
      hidden = static_cast<Set>(hidden ^ lantern);
    }
  }
  s.deck = hidden;
}

}  // namespace

State Rules::start() const {
  State s{};
  s.deck = (1U << kLanterns) - 1;
  s.step = Step::kDeal;
  return s;
}

At Rules::at(const State& s) const {
  switch (s.step) {
    case Step::kDeal:
    case Step::kRoll:
    case Step::kDraw: return At::kChance;
    case Step::kOver: return At::kOver;
    default: return At::kDecision;
  }
}

SeatMask Rules::to_act(const State& s) const {
  if (at(s) != At::kDecision) return 0;
  if (s.step != Step::kChoose) return seat_bit(static_cast<Seat>(s.seat));
  SeatMask mask = 0;
  for (Seat i = 0; i < kSeats; ++i) {
    if (s.chosen[static_cast<std::size_t>(i)] == 0)
      mask = static_cast<SeatMask>(mask | seat_bit(i));
  }
  return mask;
}

void Rules::legal(const State& s, Seat seat, List& out) const {
  out.clear();
  if (seat < 0 || (to_act(s) & seat_bit(seat)) == 0) return;
  switch (s.step) {
    case Step::kChoose:
      for (std::uint8_t n = 1; n <= kLanterns; ++n) {
        if ((s.hand[static_cast<std::size_t>(seat)] & only(n)) != 0) out.push({n});
      }
      break;
    case Step::kShare:
      out.push({Move::kKeep});
      out.push({Move::kShare});
      break;
    default:
      for (std::uint8_t i = 0; i < kSeats; ++i) {
        if (static_cast<Seat>(i) != seat) out.push({static_cast<std::uint8_t>(Move::kWith + i)});
      }
  }
}

std::uint32_t Rules::legal_count(const State& s, Seat seat) const {
  List list;
  legal(s, seat, list);
  return static_cast<std::uint32_t>(list.size());
}

Move Rules::legal_nth(const State& s, Seat seat, std::uint32_t n) const {
  List list;
  legal(s, seat, list);
  return list[n];
}

template <class Sink>
void Rules::apply(State& s, Seat seat, Move move, const Sink& sink) const {
  const auto me = static_cast<std::size_t>(seat);
  switch (s.step) {
    case Step::kChoose:  // ROUND-1
      s.hand[me] = static_cast<Set>(s.hand[me] & ~only(move.bits));
      s.chosen[me] = move.bits;
      if (to_act(s) == 0) open_choices(s, sink);
      break;
    case Step::kShare:  // ROUND-4
      if (move.bits == Move::kShare) {
        s.step = Step::kWhom;
      } else {
        end_round(s, sink);
      }
      break;
    case Step::kWhom: {
      const Seat other = static_cast<Seat>(move.bits - Move::kWith);
      tell(sink, What::kShared, seat, other + 1);
      score(s, other, c_.neighbour, sink);
      score(s, seat, c_.sharer, sink);
      end_round(s, sink);
      break;
    }
    default: break;
  }
}

Ask Rules::ask(const State& s) const {
  if (s.step == Step::kRoll) return {kStreamDie, kEverybody, s.round, kFaces};
  const auto left = static_cast<std::uint16_t>(std::popcount(s.deck));
  return {kStreamDeck, seat_bit(static_cast<Seat>(s.seat)),
          static_cast<std::uint16_t>(kLanterns - left), left};
}

template <class Sink>
void Rules::resolve(State& s, std::uint32_t outcome, const Sink& sink) const {
  const Seat seat = static_cast<Seat>(s.seat);
  if (s.step == Step::kRoll) {  // ROUND-3
    const int points = c_.die[outcome];
    tell(sink, What::kRolled, seat, points);
    score(s, seat, points, sink);
    if (points % 2 == 0) {
      s.step = Step::kShare;
    } else {
      end_round(s, sink);
    }
    return;
  }
  const int lantern = nth_of(s.deck, outcome);
  s.deck = static_cast<Set>(s.deck ^ only(lantern));
  s.hand[s.seat] = static_cast<Set>(s.hand[s.seat] | only(lantern));
  tell(sink, What::kDrew, seat, lantern, seat_bit(seat));
  tell(sink, What::kDrewHidden, seat, 0, static_cast<SeatMask>(~seat_bit(seat)));
  next_draw(s);
}

// Others' sealed choices are taken back, and their hands are the lowest of what could be theirs.
State Rules::knows(const State& s, Seat seat) const {
  State known = s;
  give_back(known, s, seat, hide(known, seat), [](Set set) { return nth_of(set, 0); });
  return known;
}

void Rules::resample(State& s, Seat seat, Rng& rng) const {
  const State before = s;
  give_back(s, before, seat, hide(s, seat), [&](Set set) {
    return nth_of(set, rng.below(static_cast<std::uint32_t>(std::popcount(set))));
  });
}

Scores Rules::scores(const State& s) const {
  Scores out;
  out.seats = kSeats;
  out.categories = 1;
  for (std::size_t i = 0; i < kSeats; ++i) out.by[i][0] = out.total[i] = s.points[i];
  return out;
}

template void Rules::apply(State& s, Seat seat, Move move, const NoEvents& sink) const;
template void Rules::apply(State& s, Seat seat, Move move, const Listener& sink) const;
template void Rules::resolve(State& s, std::uint32_t outcome, const NoEvents& sink) const;
template void Rules::resolve(State& s, std::uint32_t outcome, const Listener& sink) const;

}  // namespace tidelock::lanterns
