// Moves as numbers (core/actions.h), for programs that want one fixed list of everything that could
// ever be chosen. Nearly all moves are cells of one table (kActionTable). A set of dice to roll
// again has too many parts for a cell: these sets are counted one by one, and a set's number is how
// many come before it (the combinatorial number system, for multisets).
#include "circadians/rules.h"

namespace tidelock::circadians {

namespace {

constexpr int kPips = 6;

// In how many ways `dice` equal dice may show values of which there are `values`.
constexpr std::uint32_t ways(int dice, int values) {
  std::uint32_t n = 1;  // (dice + values - 1) over (values - 1)
  for (int i = 1; i < values; ++i)
    n = n * static_cast<std::uint32_t>(dice + i) / static_cast<std::uint32_t>(i);
  return values == 0 ? (dice == 0 ? 1 : 0) : n;
}
static_assert(ways(2, kPips) == 21 && ways(kMaxRerolled, kPips) == 8568);

constexpr std::uint32_t rerolls_of(int dice) {
  std::uint32_t n = 0;
  for (int k = 1; k <= dice; ++k) n += ways(k, kPips);
  return n;
}
static_assert(rerolls_of(kMaxRerolled) == kRerolls);

// Sets of dice to roll again: few dice before many, those of equal size by how many show a 1, a 2
// and so on.
std::uint32_t reroll_number(Move move) {
  int left = 0;
  for (int v = 1; v <= kPips; ++v) left += move.rerolled(v);
  std::uint32_t number = rerolls_of(left - 1);
  for (int v = 1; v < kPips; ++v) {
    for (int fewer = 0; fewer < move.rerolled(v); ++fewer) number += ways(left - fewer, kPips - v);
    left -= move.rerolled(v);
  }
  return number;
}
Move reroll_of(std::uint32_t number) {
  int left = 1;
  while (number >= rerolls_of(left)) ++left;
  number -= rerolls_of(left - 1);
  std::uint32_t bits = 0;
  for (int v = 1; v <= kPips; ++v) {
    int n = v == kPips ? left : 0;
    while (v < kPips && number >= ways(left - n, kPips - v)) {
      number -= ways(left - n, kPips - v);
      ++n;
    }
    bits |= static_cast<std::uint32_t>(n) << (3 * (kPips - v));
    left -= n;
  }
  return Move{(static_cast<std::uint32_t>(Move::Kind::kReroll) << 24) | bits};
}

}  // namespace

std::uint32_t Rules::action_of(Move move) {
  if (move.kind() == Move::Kind::kReroll) return kActionTable.size() + reroll_number(move);
  return kActionTable.number(static_cast<std::size_t>(move.kind()), move.a(), move.b(), move.c());
}

Move Rules::move_of(const State& /*s*/, std::uint32_t action) {
  if (action >= kActionTable.size()) return reroll_of(action - kActionTable.size());
  const auto is = kActionTable.parts(action);
  return Move::make(static_cast<Move::Kind>(is.kind), is.a, is.b, is.c);
}

}  // namespace tidelock::circadians
