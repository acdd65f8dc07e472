#include "arena/pairing.h"

#include <algorithm>
#include <bit>
#include <chrono>

#include "arena/exec_bot.h"
#include "arena/format.h"

namespace tidelock::arena {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kA = 0;
constexpr std::size_t kB = 1;

// The bots of one thread, reused from game to game: one A, and a B for each other seat.
class Worker {
 public:
  Worker(const BotGame& bot_game, const PairingOptions& options)
      : bot_game_(bot_game), options_(options) {
    start_bot(options.a, a_);
    for (int i = 1; i < bot_game.sides(); ++i) start_bot(options.b, b_.emplace_back());
  }

  GroupResult play(std::uint64_t number, const std::atomic<bool>& stop) {
    result_ = {};
    result_.number = number;
    if (broken_) {
      result_.fail(*broken_);
      return result_;
    }
    const int seats = bot_game_.game->seats();
    const std::uint64_t deal = nth_seed(options_.seed, number);
    if (seats == 1) {
      BotSlot* alone = &a_;
      const Played first = game(deal, {&alone, 1}, stop);
      alone = &b_.front();
      const Played second = game(deal, {&alone, 1}, stop);
      GameLine& line = next_line();
      line.total_a = first.scores.total[0];
      line.total_b = second.scores.total[0];
      line.margin = line.total_a - line.total_b;
      line.share = line.margin > 0 ? kPoint : line.margin == 0 ? kPoint / 2 : 0;
      line.decisions = first.decisions + second.decisions;
      return result_;
    }
    const int games = bot_game_.games_in_group(options_.mirror);
    for (int i = 0; i < games && result_.failed == 0 && !stop; ++i) {
      const int own = games == 1 ? static_cast<int>(number % static_cast<unsigned>(seats)) : i;
      std::array<BotSlot*, kMaxSeats> sitting{};
      std::size_t other = 0;
      for (int seat = 0; seat < seats; ++seat)
        sitting[static_cast<std::size_t>(seat)] = seat == own ? &a_ : &b_[other++];
      count(game(deal, {sitting.data(), static_cast<std::size_t>(seats)}, stop), own);
    }
    return result_;
  }

 private:
  struct BotSlot {
    std::unique_ptr<ai::AnyBot> bot;
    ExecBot* program = nullptr;  // the same bot, if it is an outside program
  };
  struct Played {
    Scores scores;
    SeatMask winners = 0;
    int decisions = 0;
  };

  void start_bot(const std::string& name, BotSlot& slot) {
    if (broken_) return;
    if (!is_exec(name)) {
      auto bot = bot_game_.ai->bot(name);
      if (!bot) {
        broken_ = bot.error();
        return;
      }
      slot.bot = std::move(bot).value();
      return;
    }
    auto program = ExecBot::start(bot_game_.game, name, options_.exec_milliseconds);
    if (!program) {
      broken_ = program.error();
      return;
    }
    slot.program = program.value().get();
    slot.bot = std::move(program).value();
  }

  GameLine& next_line() { return result_.game[static_cast<std::size_t>(result_.games++)]; }

  void count(const Played& played, int own) {
    GameLine& line = next_line();
    const auto a = static_cast<std::size_t>(own);
    line.total_a = played.scores.total[a];
    int best = 0;
    bool any = false;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(bot_game_.game->seats()); ++seat) {
      if (seat == a) continue;
      const int total = played.scores.total[seat];
      line.total_b += total;
      best = any ? std::max(best, total) : total;
      any = true;
    }
    line.margin = line.total_a - best;
    if ((played.winners & seat_bit(static_cast<Seat>(own))) != 0)
      line.share = kPoint / std::popcount(played.winners);
    line.decisions = played.decisions;
  }

  Played game(std::uint64_t deal, std::span<BotSlot* const> sitting,
              const std::atomic<bool>& stop) {
    const AnyGame& game = *bot_game_.game;
    const Seeded luck(deal);
    Played out;
    AnyState state = game.start();
    while (game.at(state) != At::kOver && !stop && result_.failed == 0) {
      if (game.at(state) == At::kChance) {
        game.resolve(state, luck(game.ask(state)), kNoListener);
        continue;
      }
      const Seat seat = first_seat(game.to_act(state));
      const auto legal = game.legal(state, seat);
      if (legal.size() == 1) {  // forced: no bot is asked
        game.apply(state, seat, legal.front(), kNoListener);
        continue;
      }
      BotSlot& slot = *sitting[static_cast<std::size_t>(seat)];
      game.apply(state, seat, ask(slot, state, seat, deal, out.decisions++), kNoListener);
    }
    if (game.at(state) != At::kOver) return out;
    out.scores = game.scores(state);
    out.winners = game.winners(state);
    return out;
  }

  // The bot's seed follows from the deal, the seat and the number of the decision, never from who
  // sits there: a bot paired with itself plays the same game on both sides of a mirror.
  AnyMove ask(BotSlot& slot, const AnyState& state, Seat seat, std::uint64_t deal, int decision) {
    const std::uint64_t seed = nth_seed(nth_seed(deal, static_cast<std::uint64_t>(seat) + 1),
                                        static_cast<std::uint64_t>(decision));
    const AnyState known = bot_game_.game->knows(state, seat);
    const auto before = SteadyClock::now();
    const AnyMove move = slot.bot->choose(known, seat, seed);
    const auto spent = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(SteadyClock::now() - before).count());
    BotTime& time = result_.time[&slot == &a_ ? kA : kB];
    ++time.decisions;
    time.nanoseconds += spent;
    time.longest = std::max(time.longest, spent);
    if (slot.program != nullptr && slot.program->broken()) result_.fail(*slot.program->broken());
    return move;
  }

  BotGame bot_game_;
  PairingOptions options_;
  BotSlot a_;
  std::deque<BotSlot> b_;
  std::optional<Error> broken_;
  GroupResult result_;
};

std::string ending_word(Ending ending) {
  switch (ending) {
    case Ending::kAllPlayed: return "games";
    case Ending::kDecided: return "sprt";
    case Ending::kInterrupted: return "interrupted";
  }
  return {};
}

std::string verdict_word(double llr) {
  return llr >= Sprt::kBound ? "high" : llr <= -Sprt::kBound ? "low" : "open";
}

double mean_ms(const BotTime& time) {
  return static_cast<double>(time.nanoseconds) / 1e6 /
         static_cast<double>(std::max<std::uint64_t>(1, time.decisions));
}

double longest_ms(const BotTime& time) { return static_cast<double>(time.longest) / 1e6; }

std::string group_word(const BotGame& bot_game, bool mirror) {
  if (bot_game.game->seats() == 1) return "deals that each played alone";
  if (!mirror) return {};
  return bot_game.game->seats() == 2 ? "mirrored pairs" : "mirrored rounds of the table";
}

}  // namespace

int BotGame::games_in_group(bool mirror) const {
  return mirror && game->seats() > 1 ? game->seats() : 1;
}

std::optional<Error> check_bot(const ai::AnyAi& ai, const std::string& bot) {
  if (is_exec(bot)) {
    if (bot.find_first_not_of(' ', kExec.size()) != std::string::npos) return std::nullopt;
    return error("bad-program", "expected a program, as in exec:./mybot", "bot");
  }
  const auto made = ai.bot(bot);
  if (made) return std::nullopt;
  return made.error();
}

Result<PairingReport> play_pairing(const BotGame& bot_game, const PairingOptions& options,
                                   WorkerPool& workers,
                                   const std::function<bool(const PairingReport&)>& progress) {
  const auto begin = SteadyClock::now();
  const auto group = static_cast<std::uint64_t>(bot_game.games_in_group(options.mirror));
  const std::uint64_t groups = (options.games + group - 1) / group;
  PairingReport report{Tally(bot_game.sides(), static_cast<int>(group))};
  std::optional<Error> failed;
  const auto hear = [&](const GroupResult& result) {
    if (result.failed != 0) {
      failed = result.error();
      return false;
    }
    report.tally.add({result.game.data(), static_cast<std::size_t>(result.games)});
    for (std::size_t i = 0; i < report.time.size(); ++i) {
      report.time[i].decisions += result.time[i].decisions;
      report.time[i].nanoseconds += result.time[i].nanoseconds;
      report.time[i].longest = std::max(report.time[i].longest, result.time[i].longest);
    }
    if (!options.sprt) return true;
    report.llr = report.tally.llr(*options.sprt);
    if (std::abs(report.llr) < Sprt::kBound) return true;
    report.ending = Ending::kDecided;
    return false;
  };
  const auto tick = [&] {
    if (progress(report)) return true;
    if (report.tally.groups() < groups) report.ending = Ending::kInterrupted;
    return false;
  };
  const auto make_worker = [&]() -> PlayGroup {
    auto worker = std::make_shared<Worker>(bot_game, options);
    return [worker](std::uint64_t number, const std::atomic<bool>& stop) {
      return worker->play(number, stop);
    };
  };
  workers.run(make_worker, groups, hear, tick);
  report.seconds = std::chrono::duration<double>(SteadyClock::now() - begin).count();
  if (failed) return *failed;
  return report;
}

Json pairing_json(const PairingReport& report, const BotGame& bot_game,
                  const PairingOptions& options) {
  const Tally& tally = report.tally;
  Json out = {{"a", options.a},
              {"b", options.b},
              {"game", bot_game.game->facts().id},
              {"options", bot_game.game->options()},
              {"pack", bot_game.game->pack().id},
              {"players", bot_game.game->seats()},
              {"mirror", options.mirror},
              {"seed", options.seed},
              {"games", tally.games()},
              {"groups", tally.groups()},
              {"ended", ending_word(report.ending)},
              {"wins", tally.wins()},
              {"draws", tally.draws()},
              {"losses", tally.losses()},
              {"score", tally.score()},
              {"score_error", tally.score_error()},
              {"fair_score", tally.fair()},
              {"margin", tally.margin()},
              {"margin_error", tally.margin_error()},
              {"elo", tally.elo()},
              {"elo_error", tally.elo_error()},
              {"points", {{"a", tally.points_a()}, {"b", tally.points_b()}}},
              {"decisions", tally.decisions()}};
  if (options.sprt) {
    out["llr"] = report.llr;
    out["sprt"] = {{"low", options.sprt->low},
                   {"high", options.sprt->high},
                   {"bound", Sprt::kBound},
                   {"verdict", verdict_word(report.llr)}};
  }
  Json timing = {{"seconds", report.seconds}};
  constexpr std::array<const char*, 2> kNames = {"a", "b"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    timing[kNames[i]] = {{"decisions", report.time[i].decisions},
                         {"mean_ms", mean_ms(report.time[i])},
                         {"longest_ms", longest_ms(report.time[i])}};
  }
  out["timing"] = timing;
  return out;
}

std::string pairing_text(const PairingReport& report, const BotGame& bot_game,
                         const PairingOptions& options) {
  const Tally& tally = report.tally;
  const int seats = bot_game.game->seats();
  std::string out =
      "A " + options.a + "\nB " + options.b + (seats > 2 ? ", in all other seats\n" : "\n") +
      std::string(bot_game.game->facts().id) + " " + dump_json(bot_game.game->options()) +
      ", pack " + bot_game.game->pack().id + ", seed " + std::to_string(options.seed) + "\n\n";
  const auto line = [&](const std::string& label, const std::string& value) {
    out += left(label, 10) + value + "\n";
  };
  const std::string groups = group_word(bot_game, options.mirror);
  line("games",
       std::to_string(tally.games()) +
           (groups.empty() ? "" : ", in " + std::to_string(tally.groups()) + " " + groups));
  line("A", std::to_string(tally.wins()) + " won, " + std::to_string(tally.draws()) +
                (seats > 2 ? " shared, " : " drawn, ") + std::to_string(tally.losses()) + " lost");
  line("score", fixed(tally.score(), 4) + " ± " + fixed(tally.score_error(), 4) +
                    (seats > 2 ? " (fair is " + fixed(tally.fair(), 4) + ")" : ""));
  line("margin", signed_fixed(tally.margin(), 2) + " ± " + fixed(tally.margin_error(), 2) + " (" +
                     fixed(tally.points_a(), 2) + " to " + fixed(tally.points_b(), 2) +
                     " on average)");
  line("Elo", signed_fixed(tally.elo(), 1) + " ± " + fixed(tally.elo_error(), 1) + " (95 %)");
  if (options.sprt) {
    const std::string verdict = verdict_word(report.llr);
    const double claim = verdict == "high" ? options.sprt->high : options.sprt->low;
    line("LLR", signed_fixed(report.llr, 2) + ", bounds ±" + fixed(Sprt::kBound, 2) + " for Elo " +
                    fixed(options.sprt->low, 1) + " or " + fixed(options.sprt->high, 1) + ": " +
                    (verdict == "open" ? "not decided" : fixed(claim, 1) + " it is"));
  }
  line("time", fixed(mean_ms(report.time[kA]), 3) + " and " + fixed(mean_ms(report.time[kB]), 3) +
                   " ms a decision, at most " + fixed(longest_ms(report.time[kA]), 1) + " and " +
                   fixed(longest_ms(report.time[kB]), 1) + "; " + fixed(report.seconds, 1) +
                   " s in all");
  return out;
}

}  // namespace tidelock::arena
