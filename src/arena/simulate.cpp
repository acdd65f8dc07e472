#include "arena/simulate.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <thread>

#include "arena/format.h"

namespace tidelock::arena {

namespace {

constexpr std::uint64_t kChunk = 64;

}  // namespace

void SimReport::add(const ai::GameOutcome& outcome) {
  ++games;
  decisions += static_cast<std::uint64_t>(outcome.decisions);
  seats = outcome.scores.seats;
  items.resize(std::max(items.size(), outcome.items.size()));
  for (std::size_t i = 0; i < outcome.items.size(); ++i) items[i] += outcome.items[i];
  const int winners = std::max(1, std::popcount(outcome.winners));
  for (std::size_t i = 0; i < static_cast<std::size_t>(seats); ++i) {
    SeatSums& sums = by_seat[i];
    const int score = outcome.scores.total[i];
    sums.least = games == 1 ? score : std::min(sums.least, score);
    sums.most = games == 1 ? score : std::max(sums.most, score);
    sums.score += score;
    sums.score_squared += std::int64_t{score} * score;
    if ((outcome.winners & seat_bit(static_cast<Seat>(i))) != 0)
      sums.win_shares += kShares / winners;
    for (std::size_t c = 0; c < static_cast<std::size_t>(outcome.scores.categories); ++c)
      sums.by[c] += outcome.scores.by[i][c];
    for (std::size_t e = 0; e < sums.events.size(); ++e) sums.events[e] += outcome.events[i][e];
    ++sums.histogram[static_cast<std::size_t>(std::clamp(score, 0, static_cast<int>(kBins) - 1))];
  }
}

void SimReport::add(const SimReport& other) {
  if (other.games == 0) return;
  for (std::size_t i = 0; i < static_cast<std::size_t>(other.seats); ++i) {
    SeatSums& to = by_seat[i];
    const SeatSums& from = other.by_seat[i];
    to.least = games == 0 ? from.least : std::min(to.least, from.least);
    to.most = games == 0 ? from.most : std::max(to.most, from.most);
    to.score += from.score;
    to.score_squared += from.score_squared;
    to.win_shares += from.win_shares;
    for (std::size_t c = 0; c < to.by.size(); ++c) to.by[c] += from.by[c];
    for (std::size_t e = 0; e < to.events.size(); ++e) to.events[e] += from.events[e];
    for (std::size_t b = 0; b < to.histogram.size(); ++b) to.histogram[b] += from.histogram[b];
  }
  items.resize(std::max(items.size(), other.items.size()));
  for (std::size_t i = 0; i < other.items.size(); ++i) items[i] += other.items[i];
  games += other.games;
  decisions += other.decisions;
  seats = other.seats;
}

double SimReport::mean(int seat) const {
  return games == 0 ? 0
                    : static_cast<double>(by_seat[static_cast<std::size_t>(seat)].score) /
                          static_cast<double>(games);
}

double SimReport::standard_deviation(int seat) const {
  if (games < 2) return 0;
  const SeatSums& sums = by_seat[static_cast<std::size_t>(seat)];
  const double n = static_cast<double>(games);
  const double m = mean(seat);
  return std::sqrt(std::max(0.0, (static_cast<double>(sums.score_squared) - n * m * m) / (n - 1)));
}

void parallel_for(std::uint64_t units, unsigned threads,
                  const std::function<void(unsigned, std::uint64_t)>& work,
                  const std::function<bool()>& tick) {
  std::atomic<std::uint64_t> next{0};
  std::atomic<unsigned> busy{threads};
  std::atomic<bool> stop{false};
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < threads; ++i) {
    workers.emplace_back([&, i] {
      while (!stop) {
        const std::uint64_t unit = next++;
        if (unit >= units) break;
        work(i, unit);
      }
      --busy;
    });
  }
  while (busy > 0) {
    if (!tick()) stop = true;
    if (stop) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  for (auto& worker : workers) worker.join();
  tick();
}

SimReport simulate(const ai::AnyAi& ai, const SimOptions& options,
                   const std::function<bool(std::uint64_t)>& progress) {
  const unsigned threads = std::max(1U, options.threads);
  std::atomic<std::uint64_t> done{0};
  std::vector<SimReport> own(threads);
  parallel_for((options.games + kChunk - 1) / kChunk, threads,
               [&](unsigned thread, std::uint64_t unit) {
                 const std::uint64_t first = unit * kChunk;
                 const std::uint64_t count = std::min(kChunk, options.games - first);
                 ai.play(options.bots, options.seed, first, count,
                         [&](const ai::GameOutcome& outcome) { own[thread].add(outcome); });
                 done += count;
               },
               [&] { return progress(done); });
  SimReport total;
  for (const SimReport& one : own) total.add(one);
  return total;
}

Json report_json(const SimReport& report, const AnyGame& game, const SimOptions& options) {
  const double n = static_cast<double>(std::max<std::uint64_t>(1, report.games));
  Json seats = Json::array();
  for (int i = 0; i < report.seats; ++i) {
    const auto& sums = report.by_seat[static_cast<std::size_t>(i)];
    Json by = Json::object();
    for (std::size_t c = 0; c < game.facts().categories.size(); ++c)
      by[std::string(game.facts().categories[c])] = static_cast<double>(sums.by[c]) / n;
    Json events = Json::object();
    for (std::size_t e = 0; e < game.facts().events.size(); ++e) {
      if (sums.events[e] != 0)
        events[std::string(game.facts().events[e])] = static_cast<double>(sums.events[e]) / n;
    }
    Json histogram = Json::array();
    for (std::size_t b = 0; b < sums.histogram.size(); ++b) {
      if (sums.histogram[b] != 0) histogram.push_back({b, sums.histogram[b]});
    }
    seats.push_back({{"seat", i + 1},
                     {"bot", options.bots[static_cast<std::size_t>(i)]},
                     {"score_mean", report.mean(i)},
                     {"score_spread", report.standard_deviation(i)},
                     {"score_error", report.standard_deviation(i) / std::sqrt(n)},
                     {"score_min", sums.least},
                     {"score_max", sums.most},
                     {"wins", static_cast<double>(sums.win_shares) / SimReport::kShares},
                     {"win_rate", static_cast<double>(sums.win_shares) / SimReport::kShares / n},
                     {"score_by", by},
                     {"events_per_game", events},
                     {"histogram", histogram}});
  }
  // What was used, and how often; what stays at zero is there too.
  Json used = Json::object();
  const auto names = game.item_names();
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto dot = names[k].find('.');
    used[names[k].substr(0, dot)][names[k].substr(dot + 1)] =
        k < report.items.size() ? report.items[k] : 0;
  }
  Json out = {
      {"game", game.facts().id}, {"options", game.options()},
      {"pack", game.pack().id},  {"games", report.games},
      {"seed", options.seed},    {"decisions_per_game", static_cast<double>(report.decisions) / n},
      {"seats", seats}};
  if (!names.empty()) out["used"] = used;
  return out;
}

std::string report_csv(const SimReport& report, const AnyGame& game) {
  const double n = static_cast<double>(std::max<std::uint64_t>(1, report.games));
  std::string out = "seat,games,score_mean,score_spread,score_min,score_max,win_rate";
  for (const auto name : game.facts().categories) out += ",score_" + std::string(name);
  for (const auto name : game.facts().events) out += ",event_" + std::string(name);
  out += "\n";
  for (int i = 0; i < report.seats; ++i) {
    const auto& sums = report.by_seat[static_cast<std::size_t>(i)];
    out += std::to_string(i + 1) + "," + std::to_string(report.games) + "," +
           fixed(report.mean(i), 4) + "," + fixed(report.standard_deviation(i), 4) + "," +
           std::to_string(sums.least) + "," + std::to_string(sums.most) + "," +
           fixed(static_cast<double>(sums.win_shares) / SimReport::kShares / n, 4);
    for (std::size_t c = 0; c < game.facts().categories.size(); ++c)
      out += "," + fixed(static_cast<double>(sums.by[c]) / n, 4);
    for (std::size_t e = 0; e < game.facts().events.size(); ++e)
      out += "," + fixed(static_cast<double>(sums.events[e]) / n, 4);
    out += "\n";
  }
  return out;
}

std::string report_text(const SimReport& report, const AnyGame& game, const SimOptions& options) {
  const double n = static_cast<double>(std::max<std::uint64_t>(1, report.games));
  std::string out = std::string(game.facts().id) + " " + dump_json(game.options()) + ", pack " +
                    game.pack().id + ", seed " + std::to_string(options.seed) + ": " +
                    std::to_string(report.games) + " games, " +
                    fixed(static_cast<double>(report.decisions) / n, 1) + " decisions each\n\n";
  const auto line = [&](const std::string& label, const std::function<std::string(int)>& cell) {
    out += left(label, 22);
    for (int i = 0; i < report.seats; ++i) out += right(cell(i), 11);
    out += "\n";
  };
  const auto sums = [&](int i) -> const SimReport::SeatSums& {
    return report.by_seat[static_cast<std::size_t>(i)];
  };
  line("seat", [](int i) { return std::to_string(i + 1); });
  line("bot", [&](int i) { return options.bots[static_cast<std::size_t>(i)]; });
  line("score, mean", [&](int i) { return fixed(report.mean(i), 2); });
  line("  error of the mean",
       [&](int i) { return fixed(report.standard_deviation(i) / std::sqrt(n), 2); });
  line("  spread", [&](int i) { return fixed(report.standard_deviation(i), 2); });
  line("  least", [&](int i) { return std::to_string(sums(i).least); });
  line("  most", [&](int i) { return std::to_string(sums(i).most); });
  line("wins, %", [&](int i) {
    return fixed(100.0 * static_cast<double>(sums(i).win_shares) / SimReport::kShares / n, 1);
  });
  out += "\nwhere the points came from, per game\n";
  for (std::size_t c = 0; c < game.facts().categories.size(); ++c) {
    line("  " + std::string(game.facts().categories[c]),
         [&](int i) { return fixed(static_cast<double>(sums(i).by[c]) / n, 2); });
  }
  out += "\nhow often it happened, per game\n";
  for (std::size_t e = 0; e < game.facts().events.size(); ++e) {
    std::int64_t any = 0;
    for (int i = 0; i < report.seats; ++i) any += sums(i).events[e];
    if (any == 0) continue;
    line("  " + std::string(game.facts().events[e]),
         [&](int i) { return fixed(static_cast<double>(sums(i).events[e]) / n, 3); });
  }
  // All seats together, five points a bar.
  constexpr std::size_t kStep = 5;
  std::array<std::uint64_t, SimReport::kBins / kStep + 1> bars{};
  std::uint64_t highest = 1;
  std::size_t first = bars.size();
  std::size_t last = 0;
  for (int i = 0; i < report.seats; ++i) {
    for (std::size_t b = 0; b < SimReport::kBins; ++b) {
      bars[b / kStep] += sums(i).histogram[b];
      if (sums(i).histogram[b] == 0) continue;
      first = std::min(first, b / kStep);
      last = std::max(last, b / kStep);
    }
  }
  for (const auto bar : bars) highest = std::max(highest, bar);
  out += "\nscores of all seats\n";
  for (std::size_t b = first; b <= last && first < bars.size(); ++b) {
    const auto length = static_cast<std::size_t>(
        std::lround(static_cast<double>(bars[b]) * 50.0 / static_cast<double>(highest)));
    out += right(std::to_string(b * kStep), 5) + "-" +
           left(std::to_string(b * kStep + kStep - 1), 4) + " " + std::string(length, '#') + " " +
           std::to_string(bars[b]) + "\n";
  }
  return out;
}

}  // namespace tidelock::arena
