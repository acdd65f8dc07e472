// Orchard in letters: facts, packs, options, notation, JSON.
#include "orchard/game.h"

#include <algorithm>

#include "core/json.h"
#include "core/refusal.h"
#include "core/study.h"
#include "orchard/why.h"

namespace tidelock::orchard {

static_assert(tidelock::Game<Game> && Shown<Game> && HasOpponent<Game> && Measured<Game>);

const GameFacts& Game::facts() {
  static constexpr std::array<std::string_view, 1> kStreams = {"crow"};
  static constexpr std::array<std::string_view, 2> kEvents = {"picked", "crow"};
  static constexpr std::array<std::string_view, 1> kCategories = {"apples"};
  static constexpr std::array<OptionFacts, 1> kOptions = {{{"players", "1 to 3", "2"}}};
  static const GameFacts kFacts = {"orchard", 1,       1,           kPlayers,
                                   kStreams,  kEvents, kCategories, kOptions};
  return kFacts;
}

Result<Game> Game::compile(const Json& pack, const Json& options) {
  JsonIn::Trouble trouble;
  const JsonIn in(pack, trouble);
  in.only({"format", "game", "id", "rounds", "trees"});
  (void)in["format"].one_of({"component-pack/1"});
  (void)in["game"].one_of({"orchard"});
  (void)in["id"].text(60);
  Components out{};
  out.rounds = static_cast<std::uint8_t>(in["rounds"].integer(1, 9));
  const JsonIn trees = in["trees"];
  for (std::size_t i = 0; i < trees.size(kTrees, kTrees); ++i)
    out.trees[i] = static_cast<std::uint8_t>(trees[i].integer(1, 9));
  if (trouble.any()) return error(Code::kBadPack, trouble.first().message, trouble.first().where);
  const JsonIn chosen(options, trouble, "options");
  chosen.only({"players"});
  const JsonIn players = chosen.maybe("players");
  const int seats = players.exists() ? static_cast<int>(players.integer(1, kPlayers)) : 2;
  if (trouble.any())
    return error(Code::kBadOptions, trouble.first().message, trouble.first().where);
  return Game(out, seats);
}

Json Game::options() const { return {{"players", seats()}}; }

std::vector<Json> Game::bench_options() {
  return {{{"players", 2}}, {{"players", 1}}, {{"players", 3}}};
}

std::optional<Error> Game::check(const State& s) const {
  const auto wrong = [](const char* what) { return error(Code::kBadState, what); };
  if (s.round > components().rounds) return wrong("expected no more rounds than there are");
  const int most = 9 * s.round;
  if (s.crow > (solo() ? most : 0)) return wrong("expected fewer apples for the crow");
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const bool plays = i < static_cast<std::size_t>(seats());
    if (s.chosen[i] > (plays ? kTrees : 0)) return wrong("expected a tree");
    if (s.apples[i] > (plays ? most : 0)) return wrong("expected fewer apples");
  }
  if (at(s) == At::kOver && !begins_turn(s)) return wrong("expected no choice after the end");
  if (at(s) == At::kChance && !solo()) return wrong("expected a choice to make");
  return std::nullopt;
}

std::string Game::write(const State& /*s*/, Seat /*seat*/, Move move) const {
  return std::to_string(move.bits);
}

Result<Move> Game::read(const State& s, Seat seat, std::string_view text) const {
  const std::uint32_t choices = legal_count(s, seat);
  if (choices == 0)
    return refusal("orchard.why.", Code::kNotYourDecision, "another seat decides now");
  for (std::uint32_t n = 0; n < choices; ++n) {
    const Move move = legal_nth(s, seat, n);
    if (write(s, seat, move) == text) return move;
  }
  const std::string expected = "expected a number from 1 to " + std::to_string(choices);
  const bool number = !text.empty() && std::all_of(text.begin(), text.end(),
                                                   [](char c) { return c >= '0' && c <= '9'; });
  if (!number) return refusal("orchard.why.", Code::kUnknownMove, expected);
  return refusal("orchard.why.", Why::kNoSuchTree, expected, {{"trees", std::int64_t{choices}}});
}

std::string Game::write_outcome(const State& /*s*/, std::uint32_t outcome) const {
  return std::to_string(outcome + 1);
}

Result<std::uint32_t> Game::read_outcome(const State& s, std::string_view text) const {
  if (at(s) != At::kChance) return error(Code::kNoChance, "expected a move");
  for (std::uint32_t i = 0; i < kTrees; ++i) {
    if (write_outcome(s, i) == text) return i;
  }
  return error(Code::kUnknownOutcome, "expected the crow's tree");
}

Json Game::to_json(const State& s) const {
  Json out = {{"chosen", Json::array()}, {"apples", Json::array()}, {"round", s.round}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(seats()); ++i) {
    out["chosen"].push_back(s.chosen[i]);
    out["apples"].push_back(s.apples[i]);
  }
  if (solo()) out["crow"] = s.crow;
  return out;
}

Result<State> Game::from_json(const Json& json) const {
  JsonIn::Trouble trouble;
  const JsonIn in(json, trouble);
  if (solo()) {
    in.only({"chosen", "apples", "crow", "round"});
  } else {
    in.only({"chosen", "apples", "round"});
  }
  State s{};
  const auto players = static_cast<std::size_t>(seats());
  for (const char* name : {"chosen", "apples"}) (void)in[name].size(players, players);
  for (std::size_t i = 0; i < players && !trouble.any(); ++i) {
    s.chosen[i] = static_cast<std::uint8_t>(in["chosen"][i].integer(0, kTrees));
    s.apples[i] = static_cast<std::uint8_t>(in["apples"][i].integer(0, 81));
  }
  if (solo()) s.crow = static_cast<std::uint8_t>(in["crow"].integer(0, 81));
  s.round = static_cast<std::uint8_t>(in["round"].integer(0, components().rounds));
  if (trouble.any()) return error(Code::kBadState, trouble.first().message, trouble.first().where);
  if (auto wrong = check(s)) return *wrong;
  return s;
}

Json Game::view(const State& s, Seat seat) const { return to_json(knows(s, seat)); }

Json Game::move_json(const State& /*s*/, Seat /*seat*/, Move move) const {
  return {{"kind", "tree"}, {"n", move.bits}};
}

Json Game::event_json(const Event& event) const {
  Json out = {{"event", facts().events[event.what]}, {"tree", event.a}, {"n", event.b}};
  if (event.who != kNobody) out["seat"] = event.who + 1;
  return out;
}

}  // namespace tidelock::orchard
