// Games to fuzz with, and a random game that is looked at in every state.
#pragma once

#include <string>
#include <vector>

#include "games/embedded.h"
#include "games/games.h"
#include "json_mutator.h"
#include TIDELOCK_FUZZED_HEADER

namespace tidelock::fuzz {

using Fuzzed = TIDELOCK_FUZZED;  // the game of this target

// Options that make all the games of a shipped pack: those that are measured, or none.
inline const std::vector<Json>& all_options() {
  static const std::vector<Json> kAll = [] {
    const auto& measured = games::find(Fuzzed::facts().id)->bench_options;
    return measured.empty() ? std::vector<Json>{Json::object()} : measured;
  }();
  return kAll;
}

inline const Json& shipped_pack() {
  static const Json kPack = [] {
    const auto& packs = games::find(Fuzzed::facts().id)->packs;
    return parse_json(data::file(packs.back().file)).value();
  }();
  return kPack;
}

struct Shipped {
  Json options;
  Fuzzed game;
};
inline const std::vector<Shipped>& shipped_games() {
  static const std::vector<Shipped> kGames = [] {
    std::vector<Shipped> all;
    for (const Json& options : all_options()) {
      auto made = Fuzzed::compile(shipped_pack(), options);
      must(made.ok(), "the shipped pack compiles");
      all.push_back({options, std::move(made).value()});
    }
    return all;
  }();
  return kGames;
}

inline std::uint64_t hash_bytes(const std::uint8_t* data, std::size_t size) {
  std::uint64_t hash = size;
  for (std::size_t i = 0; i < size; ++i) hash = mix(hash ^ data[i]) + i;
  return hash;
}

// Plays at random to the end. In every state the checks hold, somebody can decide or chance can
// answer; now and then a move is read as it is written.
inline void play_to_the_end(const Fuzzed& game, Fuzzed::State state, std::uint64_t seed) {
  constexpr int kMost = 4000;  // the longest real game has some hundred
  constexpr std::uint32_t kNamesEvery = 8;
  Rng rng(seed);
  for (int steps = 0; game.at(state) != At::kOver; ++steps) {
    must(steps < kMost, "the game ends");
    if (game.at(state) == At::kChance) {
      const Ask ask = game.ask(state);
      must(ask.n > 0 && ask.stream < Fuzzed::facts().streams.size(), "chance can answer");
      const std::uint32_t outcome = rng.below(ask.n);
      if (rng.below(kNamesEvery) == 0) {
        const auto read = game.read_outcome(state, game.write_outcome(state, outcome));
        must(read.ok(), "an outcome is read as it is written");
      }
      game.resolve(state, outcome, NoEvents{});
    } else {
      const Seat seat = first_seat(game.to_act(state));
      must(seat != kNobody && seat < game.seats(), "a seat decides");
      Fuzzed::List list;
      game.legal(state, seat, list);
      must(!list.empty(), "there is a legal move");
      const auto move = list[rng.below(static_cast<std::uint32_t>(list.size()))];
      if (rng.below(kNamesEvery) == 0) {
        const std::string name = game.write(state, seat, move);
        const auto read = game.read(state, seat, name);
        must(read.ok() && read.value() == move, "a move is read as it is written: " + name);
      }
      game.apply(state, seat, move, NoEvents{});
    }
    if (const auto wrong = game.check(state)) {
      fail("after " + std::to_string(steps + 1) + " steps: " + wrong->sentence() + "\n" +
           dump_json(game.to_json(state)));
    }
  }
  (void)game.scores(state);
  must(game.winners(state) != 0 || game.seats() == 1, "somebody wins");
}

}  // namespace tidelock::fuzz
