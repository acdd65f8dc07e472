// The entry points of a game's GPU module. CMakeLists.txt puts the rules of one game and this into
// one unit and calls its class GameRules; clang compiles it to PTX, without CUDA's headers and
// without a mark in the rules. Whoever launches a kernel hands over the bytes of a compiled game,
// which are the same on the processor and here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/inputs.h"
#include "core/playout.h"

// What a compiler may call for whole objects; the target has no library.
extern "C" inline int memcmp(const void* a, const void* b, std::size_t n) {
  const auto* x = static_cast<const unsigned char*>(a);
  const auto* y = static_cast<const unsigned char*>(b);
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}

namespace tidelock::gpu {

static_assert(std::is_trivially_copyable_v<GameRules>);

// The number of this thread among all of them.
[[nodiscard]] inline std::uint32_t lane() {
  return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
         __nvvm_read_ptx_sreg_tid_x();
}

// Random games from..from+games of this lane, of those that the seed has; what came of them as one
// number, and how many decisions they took.
extern "C" __attribute__((nvptx_kernel)) void play(const GameRules* rules, std::uint64_t seed,
                                                   std::uint32_t games, std::uint64_t* checksums,
                                                   std::uint64_t* decisions) {
  const std::uint32_t me = lane();
  std::uint64_t checksum = 0;
  std::uint64_t made = 0;
  for (std::uint32_t i = 0; i < games; ++i) {
    const auto played = play_randomly(*rules, nth_seed(seed, std::uint64_t{me} * games + i));
    checksum = add_to_checksum(checksum, hash_state(played.end));
    made += played.decisions;
  }
  checksums[me] = checksum;
  decisions[me] = made;
}

// What a network reads, of games that have one.
template <class R>
void read_inputs(const R& rules, const typename R::State& state, Seat seat, Inputs& inputs) {
  inputs.clear();
  if constexpr (Learned<R>) rules.inputs(state, seat, inputs);
}

// What else learning on a GPU will ask of the rules, so that all of them are compiled: what the
// seat to move knows of each state, filled with a possible truth; what a network reads of it; its
// value.
extern "C" __attribute__((nvptx_kernel)) void look(const GameRules* rules, std::uint64_t seed,
                                                   const GameRules::State* states,
                                                   GameRules::State* truths, Inputs* inputs,
                                                   Scores* scores, std::int32_t* values) {
  const std::uint32_t me = lane();
  const auto seat = first_seat(rules->to_act(states[me]));
  if (seat == kNobody) return;
  truths[me] = rules->knows(states[me], seat);
  Rng rng(nth_seed(seed, me));
  rules->resample(truths[me], seat, rng);
  read_inputs(*rules, truths[me], seat, inputs[me]);
  scores[me] = rules->scores(truths[me]);
  values[me] = rules->evaluate(truths[me], seat);
}

}  // namespace tidelock::gpu
