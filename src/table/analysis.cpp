#include "table/analysis.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "table/message_names.h"

namespace tidelock::table {

namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kMovesTold = 8;
constexpr std::size_t kTurningPoints = 5;
constexpr double kLeastTurn = 0.1;     // of the chance of winning
constexpr double kPointsForSure = 40;  // solo: as many points as a certain win counts
constexpr double kSteepness = 4;       // of the accuracy
constexpr double kInaccuracy = 0.05;   // chance that is lost
constexpr double kMistake = 0.1;
constexpr double kBlunder = 0.2;

MoveValue value_of(const ai::ValueEstimate& estimate) {
  return {static_cast<double>(estimate.chance) / ai::kWin, estimate.margin / 100.0};
}

double rounded(double value, double unit) { return std::round(value * unit) / unit; }

Json value_json(const MoveValue& value, bool alone) {
  if (alone) return {{answer::worth::kPoints, rounded(value.points, 100)}};
  return {{answer::worth::kChance, rounded(value.chance, 10000)},
          {answer::worth::kMargin, rounded(value.points, 100)}};
}

Json lost_json(const MoveValue& lost, bool alone) {
  Json out = {{answer::lost::kPoints, rounded(lost.points, 100)}};
  if (!alone) out[answer::lost::kChance] = rounded(lost.chance, 10000);
  return out;
}

// The seed of a search depends only on what its seat knows: equal knowledge, equal hint.
std::uint64_t seed_of(const AnyGame& game, const AnyState& known) {
  return mix(game.hash(known) ^ 0x68696E74ULL);
}

std::vector<std::string> written(const AnyGame& game, const AnyState& known, Seat seat,
                                 const std::vector<AnyMove>& line) {
  std::vector<std::string> out;
  AnyState state = known;
  for (const AnyMove move : line) {
    out.push_back(game.write(state, seat, move));
    game.apply(state, seat, move, kNoListener);
  }
  return out;
}

const ai::Advice::Option* find(const ai::Advice& advice, AnyMove move) {
  for (const auto& option : advice.options) {
    if (option.move == move) return &option;
  }
  return nullptr;
}

double in_chance(const MoveValue& lost, bool alone) {
  return alone ? lost.points / kPointsForSure : lost.chance;
}

}  // namespace

// --- a hint ---

HintSearch::HintSearch(std::shared_ptr<const AnyGame> game, const ai::AnyAi& ai,
                       const AnyState& state, Seat seat, ai::Limits limits)
    : game_(std::move(game)),
      known_(game_->knows(state, seat)),
      seat_(seat),
      rest_{limits.iterations / 8, limits.milliseconds / 8} {
  // Too little to divide.
  if ((limits.iterations != 0) != (rest_.iterations != 0) ||
      (limits.milliseconds != 0) != (rest_.milliseconds != 0))
    rest_ = {};
  limits.iterations -= rest_.iterations;
  limits.milliseconds -= rest_.milliseconds;
  search_ = ai.search(limits, ai::Goal::kWinning, true);
  search_->begin(known_, seat_, seed_of(*game_, known_), true);
  // Cancelled at once, it still has an answer.
  (void)search_->advance(milliseconds(0));
}

bool HintSearch::advance(milliseconds slice) {
  if (!search_->advance(slice)) return false;
  if (best_) return true;
  const ai::Advice advice = search_->advice();
  best_ = advice.options.front().move;
  if (advice.options.size() < 2 || advice.options[1].exact || rest_ == ai::Limits{}) return true;
  second_ = advice.options[1].move;
  search_->focus(*second_, rest_);
  return false;
}

Hint HintSearch::hint() {
  ai::Advice advice = search_->advice();
  auto& options = advice.options;
  // The comparison gave the second one extra visits: restore the order from before.
  const auto bring = [&](std::optional<AnyMove> move, std::size_t to) {
    const auto at = std::find_if(options.begin(), options.end(),
                                 [&](const auto& option) { return move && option.move == *move; });
    if (at != options.end())
      std::rotate(options.begin() + static_cast<std::ptrdiff_t>(to), at, at + 1);
  };
  bring(best_, 0);
  bring(second_, 1);
  if (!advice.line.empty() && advice.line.front() != options.front().move)
    advice.line = {options.front().move};
  Hint out;
  for (const auto& option : options) {
    if (option.visits == 0 && !option.exact && !out.moves.empty()) continue;
    out.moves.push_back({option.move, game_->write(known_, seat_, option.move), option.visits,
                         value_of(option.estimate), option.exact});
  }
  out.line = advice.line.empty() ? std::vector<AnyMove>{options.front().move} : advice.line;
  out.words = written(*game_, known_, seat_, out.line);
  out.iterations = advice.iterations;
  return out;
}

namespace {

Json move_json(const Hint::Move& move, bool alone) {
  Json out = value_json(move.value, alone);
  out[answer::worth::kMove] = move.text;
  out[answer::worth::kVisits] = move.visits;
  if (move.exact) out[answer::worth::kExact] = true;
  return out;
}

}  // namespace

Json HintSearch::told(const Hint::Move& move, const Teller* teller) const {
  Json out = move_json(move, game_->seats() == 1);
  if (teller != nullptr)
    out[answer::worth::kWords] = game_->move_words(known_, seat_, move.move, *teller);
  return out;
}

Json HintSearch::progress(const Teller* teller) {
  const Hint now = hint();
  namespace member = answer::progress::progress;
  return {{member::kIterations, now.iterations},
          {member::kBest, told(now.moves.front(), teller)},
          {member::kLine, now.words}};
}

Json HintSearch::result(const Teller* teller) {
  const Hint now = hint();
  Json moves = Json::array();
  for (const auto& move : now.moves) {
    if (moves.size() < kMovesTold) moves.push_back(told(move, teller));
  }
  namespace member = answer::hint;
  return {{member::kSeat, seat_ + 1},
          {member::kIterations, now.iterations},
          {member::kMoves, moves},
          {member::kLine, now.words}};
}

// --- an analysis ---

double accuracy_of(const MoveValue& lost, bool alone) {
  return 100 * std::exp(-kSteepness * in_chance(lost, alone));
}

Grade grade_of(const MoveValue& lost, bool best, bool alone) {
  const double chance = in_chance(lost, alone);
  if (chance >= kBlunder) return Grade::kBlunder;
  if (chance >= kMistake) return Grade::kMistake;
  if (chance >= kInaccuracy) return Grade::kInaccuracy;
  return best ? Grade::kBest : Grade::kGood;
}

RecordAnalysis::RecordAnalysis(Record record, const ai::AnyAi& ai, ai::Limits limits)
    : record_(std::move(record)),
      replay_(record_),
      limits_(limits),
      search_(ai.search(limits, ai::Goal::kWinning, false)) {
  while (find_next()) {
    ++of_;
    replay_.step(kNoListener);
  }
  replay_ = Replay(record_);
}

// Goes to the next entry where a seat had a choice.
bool RecordAnalysis::find_next() {
  for (; !replay_.done(); replay_.step(kNoListener)) {
    const Seat seat = replay_.entry().seat;
    if (seat != kNobody && record_.game->legal(replay_.state(), seat).size() > 1) return true;
  }
  return false;
}

bool RecordAnalysis::advance(milliseconds slice) {
  const auto stop = SteadyClock::now() + slice;
  do {
    if (!searching_) {
      if (!find_next()) return true;
      const Seat seat = replay_.entry().seat;
      known_ = record_.game->knows(replay_.state(), seat);
      search_->begin(known_, seat, seed_of(*record_.game, known_), true);
      best_.reset();
      searching_ = true;
    }
    const auto left = std::chrono::ceil<milliseconds>(stop - SteadyClock::now());
    if (!search_->advance(std::max(left, milliseconds(0)))) continue;
    const ai::Advice advice = search_->advice();
    const auto& best = advice.options.front();
    const auto* played = find(advice, replay_.entry().value);
    // The played move needs visits too: at least a quarter of the best move's.
    const std::uint32_t enough = best.visits / 4 + 1;
    if (!best_ && played != nullptr && !played->exact && (best.exact || played->visits < enough)) {
      best_ = best.move;
      // A quarter of the iterations has another seat as observer.
      search_->focus(played->move,
                     best.exact ? limits_ : ai::Limits{(enough - played->visits) * 4 / 3 + 4, 0});
      continue;
    }
    judge(advice);
    searching_ = false;
    replay_.step(kNoListener);
  } while (SteadyClock::now() < stop);
  return false;
}

void RecordAnalysis::judge(const ai::Advice& advice) {
  const AnyGame& game = *record_.game;
  const bool alone = game.seats() == 1;
  const auto* best = &advice.options.front();
  if (best_) best = find(advice, *best_);
  const auto* played = find(advice, replay_.entry().value);
  if (played == nullptr) played = best;
  Decision one;
  one.entry = replay_.index() + 1;
  one.seat = replay_.entry().seat;
  one.known = known_;
  // Of two that are as good as each other the one that was played is the best.
  if (played->estimate.utility >= best->estimate.utility) best = played;
  one.played = played->move;
  one.best = best->move;
  one.played_text = game.write(known_, one.seat, one.played);
  one.best_text = game.write(known_, one.seat, one.best);
  one.played_value = value_of(played->estimate);
  one.best_value = value_of(best->estimate);
  one.lost = {std::max(0.0, one.best_value.chance - one.played_value.chance),
              std::max(0.0, one.best_value.points - one.played_value.points)};
  one.exact = best->exact && played->exact;
  one.grade = grade_of(one.lost, one.best == one.played, alone);
  one.line = !advice.line.empty() && advice.line.front() == one.best
                 ? written(game, known_, one.seat, advice.line)
                 : std::vector<std::string>{one.best_text};
  decisions_.push_back(std::move(one));
}

Analysis RecordAnalysis::analysis() const {
  const AnyGame& game = *record_.game;
  const bool alone = game.seats() == 1;
  const auto seats = static_cast<std::size_t>(game.seats());
  Analysis out;
  out.seats = game.seats();
  out.of = of_;
  out.decisions = decisions_;
  out.players.resize(seats);
  std::array<double, kMaxSeats> latest{};
  for (std::size_t i = 0; i < seats; ++i) latest[i] = 1.0 / game.seats();
  for (const Decision& one : decisions_) {
    Player& player = out.players[static_cast<std::size_t>(one.seat)];
    if (player.decisions++ == 0) player.accuracy = 0;
    ++player.grades[static_cast<std::size_t>(one.grade)];
    player.accuracy += accuracy_of(one.lost, alone);
    player.lost.chance += one.lost.chance;
    player.lost.points += one.lost.points;
    const auto mover = static_cast<std::size_t>(one.seat);
    latest[mover] = alone ? one.played_value.points : one.played_value.chance;
    GraphPoint point{one.entry, latest};
    double sum = 0;
    for (std::size_t i = 0; i < seats; ++i) sum += latest[i];
    for (std::size_t i = 0; i < seats && !alone && sum > 0; ++i) point.values[i] /= sum;
    out.graph.push_back(point);
  }
  for (Player& player : out.players) {
    if (player.decisions == 0) continue;
    player.accuracy /= player.decisions;
    player.lost.chance /= player.decisions;
    player.lost.points /= player.decisions;
  }

  // The steps of the graph, the largest first; then in the order of the game.
  const double unit = alone ? kPointsForSure : 1;
  for (std::size_t i = 1; i < out.graph.size(); ++i) {
    const auto mover = static_cast<std::size_t>(decisions_[i].seat);
    const TurningPoint turn{i, out.graph[i - 1].values[mover], out.graph[i].values[mover]};
    if (std::abs(turn.after - turn.before) >= kLeastTurn * unit) out.turning_points.push_back(turn);
  }
  std::stable_sort(out.turning_points.begin(), out.turning_points.end(),
                   [](const TurningPoint& a, const TurningPoint& b) {
                     return std::abs(a.after - a.before) > std::abs(b.after - b.before);
                   });
  if (out.turning_points.size() > kTurningPoints) out.turning_points.resize(kTurningPoints);
  std::sort(out.turning_points.begin(), out.turning_points.end(),
            [](const TurningPoint& a, const TurningPoint& b) { return a.decision < b.decision; });

  if (replay_.done() && game.at(replay_.state()) == At::kOver) {
    const SeatMask winners = game.winners(replay_.state());
    GraphPoint last{record_.entries.size(), {}};
    const int shares = std::max(1, std::popcount(winners));
    for (std::size_t i = 0; i < seats; ++i) {
      if ((winners & seat_bit(static_cast<Seat>(i))) != 0) last.values[i] = 1.0 / shares;
    }
    if (alone) last.values[0] = game.scores(replay_.state()).total[0];
    out.graph.push_back(last);
  }
  return out;
}

namespace {

Json decision_json(const Decision& one, const AnyGame& game, const Teller* teller) {
  const bool alone = game.seats() == 1;
  Json played = value_json(one.played_value, alone);
  played[answer::worth::kMove] = one.played_text;
  Json best = value_json(one.best_value, alone);
  best[answer::worth::kMove] = one.best_text;
  if (teller != nullptr) {
    played[answer::worth::kWords] = game.move_words(one.known, one.seat, one.played, *teller);
    best[answer::worth::kWords] = game.move_words(one.known, one.seat, one.best, *teller);
  }
  namespace member = answer::decision;
  return {{member::kEntry, one.entry},
          {member::kSeat, one.seat + 1},
          {member::kPlayed, played},
          {member::kBest, best},
          {member::kLost, lost_json(one.lost, alone)},
          {member::kGrade, kGradeNames[static_cast<std::size_t>(one.grade)]},
          {member::kExact, one.exact},
          {member::kLine, one.line}};
}

}  // namespace

Json RecordAnalysis::progress(const Teller* teller) {
  namespace member = answer::progress::progress;
  Json out = {{member::kDecisions, decisions_.size()}, {member::kOf, of_}};
  if (!decisions_.empty())
    out[member::kLast] = decision_json(decisions_.back(), *record_.game, teller);
  return out;
}

Json RecordAnalysis::result(const Teller* teller) {
  return analysis_json(analysis(), *record_.game, teller);
}

Json analysis_json(const Analysis& analysis, const AnyGame& game, const Teller* teller) {
  namespace member = answer::analyse;
  const bool alone = analysis.seats == 1;
  Json decisions = Json::array();
  for (const Decision& one : analysis.decisions)
    decisions.push_back(decision_json(one, game, teller));
  Json players = Json::array();
  for (std::size_t i = 0; i < analysis.players.size(); ++i) {
    const Player& player = analysis.players[i];
    Json grades = Json::object();
    for (std::size_t g = 0; g < kGradeNames.size(); ++g)
      grades[std::string(kGradeNames[g])] = player.grades[g];
    players.push_back({{member::players::kSeat, i + 1},
                       {member::players::kDecisions, player.decisions},
                       {member::players::kAccuracy,
                        player.decisions == 0 ? Json() : Json(rounded(player.accuracy, 10))},
                       {member::players::kLost, lost_json(player.lost, alone)},
                       {member::players::kGrades, grades}});
  }
  Json graph = Json::array();
  for (const GraphPoint& point : analysis.graph) {
    Json one = {{member::graph::kEntry, point.entry}};
    if (alone) {
      one[member::graph::kPoints] = rounded(point.values[0], 100);
    } else {
      one[member::graph::kChances] = Json::array();
      for (std::size_t k = 0; k < static_cast<std::size_t>(analysis.seats); ++k)
        one[member::graph::kChances].push_back(rounded(point.values[k], 10000));
    }
    graph.push_back(one);
  }
  Json turns = Json::array();
  for (const TurningPoint& turn : analysis.turning_points) {
    const double unit = alone ? 100 : 10000;
    turns.push_back({{member::turning_points::kEntry, analysis.decisions[turn.decision].entry},
                     {member::turning_points::kSeat, analysis.decisions[turn.decision].seat + 1},
                     {member::turning_points::kBefore, rounded(turn.before, unit)},
                     {member::turning_points::kAfter, rounded(turn.after, unit)},
                     {member::turning_points::kLost,
                      lost_json(analysis.decisions[turn.decision].lost, alone)}});
  }
  return {{member::kOf, analysis.of},
          {member::kDecisions, decisions},
          {member::kPlayers, players},
          {member::kTurningPoints, turns},
          {member::kGraph, graph}};
}

}  // namespace tidelock::table
