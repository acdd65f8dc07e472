#include "arena/study.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "arena/format.h"
#include "arena/simulate.h"
#include "arena/study_plots.h"

namespace tidelock::arena {

namespace {

constexpr std::uint64_t kUnit = 2;  // games between two looks at whether to go on
constexpr std::int64_t kFew = 30;

std::string percent(double part, int digits = 0) { return fixed(100 * part, digits); }

std::string with_error(double value, double error, int digits) {
  return signed_fixed(value, digits) + " ± " + fixed(error, digits);
}

bool alone(const Study& study, std::size_t mode) {
  return study.bot_games[mode].front().game->seats() == 1;
}

std::string name_of(const Study& study, const StudyGroup& group, const std::string& id) {
  if (group.names.empty()) return id;
  const Json& pack = study.game().pack().content;
  const auto list = pack.find(group.names);
  if (list == pack.end() || !list->is_array()) return id;
  for (const Json& one : *list) {
    if (!one.is_object() || one.value("id", "") != id) continue;
    const auto name = one.find("name");
    if (name != one.end() && name->is_object()) return name->value("en", id);
  }
  return id;
}

// Means of several modes, each taken against its own.
struct Mixed {
  double sum = 0, variance = 0, n = 0;
  void add(double mean, double error, double times) {
    sum += mean * times;
    variance += error * error * times * times;
    n += times;
  }
  [[nodiscard]] double mean() const { return n == 0 ? 0 : sum / n; }
  [[nodiscard]] double error() const { return n == 0 ? 0 : std::sqrt(variance) / n; }
};

}  // namespace

double Moments::mean() const {
  return n == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(n);
}

double Moments::standard_deviation() const {
  if (n < 2) return 0;
  const double count = static_cast<double>(n);
  const double away = static_cast<double>(squares) - count * mean() * mean();
  return std::sqrt(std::max(0.0, away / (count - 1)));
}

double Moments::error() const {
  return n == 0 ? 0 : standard_deviation() / std::sqrt(static_cast<double>(n));
}

std::uint64_t Study::games_of(std::size_t mode) const {
  std::uint64_t all = 0;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < plan.modes.size(); ++i) {
    all += static_cast<std::uint64_t>(plan.modes[i].part);
    if (i < mode) before += static_cast<std::uint64_t>(plan.modes[i].part);
  }
  const auto part = static_cast<std::uint64_t>(plan.modes[mode].part);
  return games * (before + part) / all - games * before / all;
}

void ModeSums::add(const ai::GameOutcome& outcome) {
  const int seats = outcome.scores.seats;
  const int unit = kPoint / seats;
  ++games;
  decisions += static_cast<std::uint64_t>(outcome.decisions);
  if (seats == 1 && outcome.winners != 0) ++won;
  int sum = 0;
  for (int i = 0; i < seats; ++i) sum += outcome.scores.total[static_cast<std::size_t>(i)];
  table.add(unit * sum);
  items.resize(std::max(items.size(), outcome.items.size()));
  std::vector<bool> own(items.size());
  std::int64_t opening = 0;
  for (int i = 0; i < seats; ++i) {
    const auto seat = static_cast<std::size_t>(i);
    const int total = outcome.scores.total[seat];
    const bool wins = (outcome.winners & seat_bit(static_cast<Seat>(i))) != 0;
    const std::int64_t share = wins ? kPoint / std::popcount(outcome.winners) * seats : 0;
    const std::int64_t margin = kPoint * total - unit * sum;
    const int place = (i - outcome.first + seats) % seats;
    if (place == 0) opening = share;
    score.add(total);
    ++histogram[static_cast<std::size_t>(std::clamp(total, 0, static_cast<int>(kBins) - 1))];
    places[static_cast<std::size_t>(place)].share.add(share);
    places[static_cast<std::size_t>(place)].margin.add(margin);
    const auto& used = outcome.items_by[seat];
    for (std::size_t k = 0; k < used.size(); ++k) {
      if (used[k] == 0) continue;
      own[k] = true;
      items[k].share.add(share);
      items[k].margin.add(margin);
    }
  }
  for (std::size_t k = 0; k < outcome.items.size(); ++k) {
    items[k].uses += outcome.items[k];
    if (outcome.items[k] == 0 || own[k]) continue;
    items[k].table.add(unit * sum);
    items[k].opening.add(opening);
  }
}

void ModeSums::add(const ModeSums& other) {
  games += other.games;
  decisions += other.decisions;
  won += other.won;
  score.add(other.score);
  table.add(other.table);
  for (std::size_t i = 0; i < histogram.size(); ++i) histogram[i] += other.histogram[i];
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].share.add(other.places[i].share);
    places[i].margin.add(other.places[i].margin);
  }
  items.resize(std::max(items.size(), other.items.size()));
  for (std::size_t k = 0; k < other.items.size(); ++k) {
    items[k].uses += other.items[k].uses;
    items[k].share.add(other.items[k].share);
    items[k].margin.add(other.items[k].margin);
    items[k].table.add(other.items[k].table);
    items[k].opening.add(other.items[k].opening);
  }
}

int ModeSums::score_at(double part) const {
  const double wanted = part * static_cast<double>(score.n);
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    seen += histogram[i];
    if (static_cast<double>(seen) >= wanted && seen > 0) return static_cast<int>(i);
  }
  return 0;
}

StudyReport run_study(const Study& study, const std::function<bool(std::uint64_t)>& progress) {
  // The games with some options of a mode, in units.
  struct Batch {
    std::size_t mode, bot_game;
    std::uint64_t games, before;  // units of the batches before
  };
  std::vector<Batch> batches;
  std::uint64_t units = 0;
  for (std::size_t mode = 0; mode < study.bot_games.size(); ++mode) {
    const std::uint64_t games = study.games_of(mode);
    const std::uint64_t bot_games = study.bot_games[mode].size();
    for (std::size_t i = 0; i < bot_games; ++i) {
      const std::uint64_t own = games * (i + 1) / bot_games - games * i / bot_games;
      if (own == 0) continue;
      batches.push_back({mode, i, own, units});
      units += (own + kUnit - 1) / kUnit;
    }
  }
  const unsigned threads = std::max(1U, study.threads);
  std::vector<std::vector<ModeSums>> own(threads, std::vector<ModeSums>(study.bot_games.size()));
  std::atomic<std::uint64_t> done{0};
  parallel_for(
      units, threads,
      [&](unsigned thread, std::uint64_t unit) {
        const Batch& batch = *std::prev(std::upper_bound(
            batches.begin(), batches.end(), unit,
            [](std::uint64_t wanted, const Batch& one) { return wanted < one.before; }));
        const std::uint64_t first = (unit - batch.before) * kUnit;
        const std::uint64_t count = std::min(kUnit, batch.games - first);
        const BotGame& bot_game = study.bot_games[batch.mode][batch.bot_game];
        const std::vector<std::string> bots(static_cast<std::size_t>(bot_game.game->seats()),
                                            study.bot);
        const std::uint64_t seed = nth_seed(nth_seed(study.seed, batch.mode), batch.bot_game);
        bot_game.ai->play(bots, seed, first, count, [&](const ai::GameOutcome& outcome) {
          own[thread][batch.mode].add(outcome);
        });
        done += count;
      },
      [&] { return progress(done); });
  StudyReport report;
  report.modes.resize(study.bot_games.size());
  report.games = done;
  for (const auto& sums : own) {
    for (std::size_t i = 0; i < sums.size(); ++i) report.modes[i].add(sums[i]);
  }
  return report;
}

StudyComparison study_comparison(const Study& study, const StudyReport& report,
                                 const StudyGroup& group) {
  StudyComparison out;
  out.group = &group;
  const auto names = study.game().item_names();
  const auto in_group = [&](const std::string& name, const std::string& wanted) {
    return name.size() > wanted.size() && name[wanted.size()] == '.' &&
           name.compare(0, wanted.size(), wanted) == 0;
  };
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!in_group(names[k], group.group)) continue;
    StudyRow row;
    row.id = names[k].substr(group.group.size() + 1);
    row.name = name_of(study, group, row.id);
    const auto offer = std::find(names.begin(), names.end(), group.offered + "." + row.id);
    Moments share;
    Moments margin;
    Moments opening;
    Mixed table;
    for (std::size_t m = 0; m < report.modes.size(); ++m) {
      const ModeSums& mode = report.modes[m];
      if (mode.games == 0 || k >= mode.items.size()) continue;
      const ModeSums::Item& item = mode.items[k];
      // What those who play alone use counts as used.
      row.uses += item.uses;
      if (offer != names.end())
        row.offered += mode.items[static_cast<std::size_t>(offer - names.begin())].uses;
      if (!group.mode.empty() && group.mode != study.plan.modes[m].name) continue;
      table.add((item.table.mean() - mode.table.mean()) / kPoint, item.table.error() / kPoint,
                static_cast<double>(item.table.n));
      if (alone(study, m)) continue;
      share.add(item.share);
      margin.add(item.margin);
      opening.add(item.opening);
    }
    const bool for_all = share.n == 0 && table.n > 0;
    out.for_all = out.for_all || for_all;
    const Moments& wins = for_all ? opening : share;
    row.times = for_all ? static_cast<std::int64_t>(table.n) : share.n;
    row.share = wins.n == 0 ? 1 : wins.mean() / kPoint;
    // A few that all went the same way are no certainty.
    row.share_error = wins.error() / kPoint;
    if (wins.n > 0 && wins.n < kFew)
      row.share_error = std::max(row.share_error, 1 / std::sqrt(static_cast<double>(wins.n)));
    row.margin = for_all ? table.mean() : margin.mean() / kPoint;
    row.margin_error = for_all ? table.error() : margin.error() / kPoint;
    out.rows.push_back(row);
  }
  // Points tell apart things in play for all, wins the others.
  std::stable_sort(out.rows.begin(), out.rows.end(), [&](const StudyRow& a, const StudyRow& b) {
    if ((a.times == 0) != (b.times == 0)) return b.times == 0;
    return out.for_all ? a.margin > b.margin : a.share > b.share;
  });
  return out;
}

std::vector<std::uint64_t> count_bands(const ModeSums& mode, const std::vector<int>& bands) {
  std::vector<std::uint64_t> out(bands.size() + 1);
  for (std::size_t score = 0; score < mode.histogram.size(); ++score) {
    std::size_t band = 0;
    for (const int least : bands) band += static_cast<int>(score) >= least ? 1 : 0;
    out[band] += mode.histogram[score];
  }
  return out;
}

std::vector<StudyVerdict> study_verdicts(const Study& study, const StudyReport& report) {
  using Kind = StudyClaim::Kind;
  std::vector<StudyVerdict> out;
  for (const StudyClaim& claim : study.plan.claims) {
    StudyVerdict verdict;
    verdict.claim = claim.text;
    verdict.holds = true;
    std::vector<std::string> found;
    const auto table = [&] {
      for (const auto& group : study.plan.groups) {
        if (group.group == claim.group) return study_comparison(study, report, group);
      }
      return StudyComparison{};
    }();
    switch (claim.kind) {
      case Kind::kFairShare: {
        const StudyRow* best = nullptr;
        const StudyRow* worst = nullptr;
        int unsure = 0;
        for (const StudyRow& row : table.rows) {
          if (row.times == 0) continue;
          if (best == nullptr || row.share > best->share) best = &row;
          if (worst == nullptr || row.share < worst->share) worst = &row;
          if (row.share < claim.low || row.share > claim.high) {
            verdict.holds = false;
            found.push_back("outside: " + row.name + " " + percent(row.share) + " ± " +
                            percent(row.share_error) + " %");
          } else if (row.share - kNormal95 * row.share_error < claim.low ||
                     row.share + kNormal95 * row.share_error > claim.high) {
            ++unsure;
          }
        }
        if (best == nullptr) {
          verdict.holds = false;
          found.emplace_back("none was seen");
          break;
        }
        for (const StudyRow* row : {worst, best}) {
          found.push_back(std::string(row == worst ? "lowest " : "highest ") + row->name + " " +
                          percent(row->share) + " ± " + percent(row->share_error) + " % (" +
                          std::to_string(row->times) + ")");
        }
        if (unsure > 0) {
          found.push_back(std::to_string(unsure) +
                          " of those inside could be outside (95 % interval)");
        }
        break;
      }
      case Kind::kUsed: {
        const StudyRow* least = nullptr;
        for (const StudyRow& row : table.rows) {
          if (row.uses == 0) found.push_back("never: " + row.name);
          verdict.holds = verdict.holds && row.uses != 0;
          if (least == nullptr || row.uses < least->uses) least = &row;
        }
        if (least == nullptr) verdict.holds = false;
        if (least != nullptr && verdict.holds)
          found.push_back("least: " + least->name + ", " + std::to_string(least->uses) +
                          " times in " + std::to_string(report.games) + " games");
        break;
      }
      case Kind::kPlaces:
        for (std::size_t m = 0; m < report.modes.size(); ++m) {
          if (alone(study, m) || report.modes[m].games == 0) continue;
          const auto seats = static_cast<std::size_t>(study.bot_games[m].front().game->seats());
          double least = 0;
          double most = 0;
          double error = 0;
          for (std::size_t i = 0; i < seats; ++i) {
            const Moments& margin = report.modes[m].places[i].margin;
            const double mean = margin.mean() / kPoint;
            least = i == 0 ? mean : std::min(least, mean);
            most = i == 0 ? mean : std::max(most, mean);
            // Two players' points above the table mirror each other.
            error = std::max(error, margin.error() / kPoint * (seats == 2 ? 2 : std::sqrt(2.0)));
          }
          if (most - least > claim.high) verdict.holds = false;
          found.push_back(study.plan.modes[m].name + ": " + fixed(most - least, 1) + " ± " +
                          fixed(error, 1));
        }
        break;
      case Kind::kScores:
        for (std::size_t m = 0; m < report.modes.size(); ++m) {
          if (report.modes[m].games == 0 || alone(study, m)) continue;
          const Moments& score = report.modes[m].score;
          if (score.mean() < claim.low || score.mean() > claim.high) verdict.holds = false;
          found.push_back(study.plan.modes[m].name + ": " + fixed(score.mean(), 1) + " ± " +
                          fixed(score.error(), 1));
        }
        break;
      case Kind::kBands:
        for (std::size_t m = 0; m < report.modes.size(); ++m) {
          if (report.modes[m].games == 0 || !alone(study, m)) continue;
          const double games = static_cast<double>(report.modes[m].games);
          const auto counts = count_bands(report.modes[m], study.plan.bands);
          const double best = static_cast<double>(counts.back()) / games;
          if (best < claim.low || best > claim.high) verdict.holds = false;
          std::string parts;
          for (const auto n : counts)
            parts += (parts.empty() ? "" : ", ") + percent(static_cast<double>(n) / games);
          found.push_back(study.plan.modes[m].name + ": " + parts + " %");
        }
        break;
    }
    for (const auto& one : found) verdict.found += (verdict.found.empty() ? "" : "; ") + one;
    out.push_back(verdict);
  }
  return out;
}

Json study_json(const Study& study, const StudyReport& report) {
  Json modes = Json::array();
  for (std::size_t m = 0; m < report.modes.size(); ++m) {
    const ModeSums& mode = report.modes[m];
    if (mode.games == 0) continue;
    const int seats = study.bot_games[m].front().game->seats();
    Json one = {{"name", study.plan.modes[m].name},
                {"players", seats},
                {"games", mode.games},
                {"decisions", mode.decisions},
                {"score_mean", mode.score.mean()},
                {"score_spread", mode.score.standard_deviation()}};
    if (seats == 1) {
      one["won"] = mode.won;
      if (!study.plan.bands.empty()) one["bands"] = count_bands(mode, study.plan.bands);
    } else {
      for (std::size_t i = 0; i < static_cast<std::size_t>(seats); ++i) {
        one["places"].push_back({{"share", mode.places[i].share.mean() / kPoint},
                                 {"share_error", mode.places[i].share.error() / kPoint},
                                 {"margin", mode.places[i].margin.mean() / kPoint},
                                 {"margin_error", mode.places[i].margin.error() / kPoint}});
      }
    }
    modes.push_back(one);
  }
  Json groups = Json::object();
  for (const auto& group : study.plan.groups) {
    const StudyComparison table = study_comparison(study, report, group);
    Json rows = Json::array();
    for (const StudyRow& row : table.rows) {
      rows.push_back({{"id", row.id},
                      {"name", row.name},
                      {"uses", row.uses},
                      {"times", row.times},
                      {"share", row.share},
                      {"share_error", row.share_error},
                      {"margin", row.margin},
                      {"margin_error", row.margin_error}});
      if (!group.offered.empty()) rows.back()["offered"] = row.offered;
    }
    groups[group.group] = {{"for_all", table.for_all}, {"rows", rows}};
  }
  Json verdicts = Json::array();
  for (const auto& one : study_verdicts(study, report))
    verdicts.push_back({{"claim", one.claim}, {"holds", one.holds}, {"found", one.found}});
  return {{"game", study.game().facts().id},
          {"pack", study.game().pack().id},
          {"bot", study.bot},
          {"seed", study.seed},
          {"games", report.games},
          {"modes", modes},
          {"groups", groups},
          {"verdicts", verdicts}};
}

std::string study_text(const Study& study, const StudyReport& report, const std::string& command) {
  std::string name(study.game().facts().id);
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
  std::string out =
      "# The balance of " + name + ", pack " + study.game().pack().id + "\n\n" +
      std::to_string(report.games) + " games of `" + study.bot + "` against itself, seed " +
      std::to_string(study.seed) +
      ". The same command gives the same numbers, whatever the number of threads:\n\n"
      "```\n" +
      command +
      "\n```\n\n"
      "A share of wins of 100 % is fair: one in as many as there are players, shared "
      "wins in parts. Points are counted above the\nmean of the table. Numbers behind "
      "± are standard errors; bars in plots are twice as long, and hold the truth in "
      "95 % of cases.\nWhat somebody does by choice (a tile delivered, a Station used) "
      "tells who was doing well as much as what it is worth.\n";
  out += "\n## Verdict\n\n| | claim | found |\n|---|---|---|\n";
  for (const auto& one : study_verdicts(study, report))
    out += std::string("| ") + (one.holds ? "✓" : "✗") + " | " + one.claim + " | " + one.found +
           " |\n";

  out +=
      "\n## Scores\n\n![scores](scores.svg)\n\n"
      "| mode | games | decisions | mean | spread | 10 % to 90 % | won |\n"
      "|---|---:|---:|---:|---:|---:|---:|\n";
  for (std::size_t m = 0; m < report.modes.size(); ++m) {
    const ModeSums& mode = report.modes[m];
    if (mode.games == 0) continue;
    const double n = static_cast<double>(mode.games);
    out += "| " + study.plan.modes[m].name + " | " + std::to_string(mode.games) + " | " +
           fixed(static_cast<double>(mode.decisions) / n, 0) + " | " + fixed(mode.score.mean(), 1) +
           " ± " + fixed(mode.score.error(), 1) + " | " +
           fixed(mode.score.standard_deviation(), 1) + " | " + std::to_string(mode.score_at(0.1)) +
           "–" + std::to_string(mode.score_at(0.9)) + " | " +
           (alone(study, m) && study.plan.bands.empty()
                ? percent(static_cast<double>(mode.won) / n) + " %"
                : "") +
           " |\n";
  }
  if (!study.plan.bands.empty()) {
    out += "\nAlone, the result lies\n\n| mode |";
    std::string line = "|---|";
    for (std::size_t i = 0; i <= study.plan.bands.size(); ++i) {
      const auto from = [&](std::size_t k) { return std::to_string(study.plan.bands[k]); };
      out += i == 0 ? " below " + from(0) + " |" : " from " + from(i - 1) + " |";
      line += "---:|";
    }
    out += "\n" + line + "\n";
    for (std::size_t m = 0; m < report.modes.size(); ++m) {
      if (!alone(study, m) || report.modes[m].games == 0) continue;
      out += "| " + study.plan.modes[m].name + " |";
      for (const auto n : count_bands(report.modes[m], study.plan.bands))
        out += " " + percent(static_cast<double>(n) / static_cast<double>(report.modes[m].games)) +
               " % |";
      out += "\n";
    }
  }

  out +=
      "\n## Places in turn order\n\n![places](turn-order.svg)\n\n"
      "| mode | place | share of wins, % | points |\n|---|---:|---:|---:|\n";
  for (std::size_t m = 0; m < report.modes.size(); ++m) {
    if (alone(study, m) || report.modes[m].games == 0) continue;
    for (std::size_t i = 0; i < static_cast<std::size_t>(study.bot_games[m].front().game->seats());
         ++i) {
      const auto& place = report.modes[m].places[i];
      out += "| " + study.plan.modes[m].name + " | " + std::to_string(i + 1) + " | " +
             percent(place.share.mean() / kPoint) + " ± " + percent(place.share.error() / kPoint) +
             " | " + with_error(place.margin.mean() / kPoint, place.margin.error() / kPoint, 2) +
             " |\n";
    }
  }

  for (const auto& group : study.plan.groups) {
    const StudyComparison table = study_comparison(study, report, group);
    out += "\n## " + group.title + "\n\n";
    if (!group.mode.empty()) out += "Shares and points from: " + group.mode + ".\n\n";
    if (table.for_all)
      out +=
          "In play for everybody: points are the mean score of such games above that of all; "
          "the share is the first player's.\n\n";
    out += "![" + group.title + "](" + group.group + ".svg)\n\n";
    for (const auto& claim : study.plan.claims) {
      if (claim.kind == StudyClaim::Kind::kUsed && claim.group == group.group)
        out += "![how often used](" + group.group + "-used.svg)\n\n";
    }
    out += "| | times |" + std::string(group.offered.empty() ? "" : " taken, % |") +
           " share of wins, % | points |\n|---|---:|" + (group.offered.empty() ? "" : "---:|") +
           "---:|---:|\n";
    for (const StudyRow& row : table.rows) {
      if (row.uses == 0 && row.offered == 0) {
        out += "| " + row.name + " | never |" + (group.offered.empty() ? "" : " |") + " | |\n";
        continue;
      }
      out += "| " + row.name + " | " + std::to_string(row.uses) + " |";
      if (!group.offered.empty())
        out += row.offered == 0
                   ? " |"
                   : " " +
                         percent(static_cast<double>(row.uses) / static_cast<double>(row.offered)) +
                         " |";
      out += row.times == 0 ? " | |\n"
                            : " " + percent(row.share) + " ± " + percent(row.share_error) + " | " +
                                  with_error(row.margin, row.margin_error, 2) + " |\n";
    }
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> study_plots(const Study& study,
                                                             const StudyReport& report) {
  std::vector<std::pair<std::string, std::string>> out;
  std::string name(study.game().facts().id);
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
  const std::string below = std::to_string(report.games) + " games of " + study.bot + ", pack " +
                            study.game().pack().id + ", seed " + std::to_string(study.seed);
  std::vector<Histogram> scores;
  std::vector<Bar> places;
  for (std::size_t m = 0; m < report.modes.size(); ++m) {
    const ModeSums& mode = report.modes[m];
    if (mode.games == 0) continue;
    scores.push_back({study.plan.modes[m].name,
                      {mode.histogram.begin(), mode.histogram.end()},
                      mode.score.mean()});
    if (alone(study, m)) continue;
    for (std::size_t i = 0; i < static_cast<std::size_t>(study.bot_games[m].front().game->seats());
         ++i) {
      const Moments& margin = mode.places[i].margin;
      places.push_back(
          {(i == 0 ? study.plan.modes[m].name + ", " : "") + "place " + std::to_string(i + 1),
           margin.mean() / kPoint, kNormal95 * margin.error() / kPoint, i == 0});
    }
  }
  out.emplace_back("scores.svg", histograms_svg(name + ", scores", below, scores));
  out.emplace_back("turn-order.svg", bars_svg({name + ", places in turn order",
                                               below,
                                               "points above the mean of the table",
                                               0,
                                               {},
                                               1,
                                               places}));
  for (const auto& group : study.plan.groups) {
    const StudyComparison table = study_comparison(study, report, group);
    std::vector<Bar> bars;
    for (const StudyRow& row : table.rows) {
      if (row.times == 0) {
        if (row.uses == 0) continue;
        bars.push_back({row.name, 0, -1, false});
        continue;
      }
      if (table.for_all) {
        bars.push_back({row.name, row.margin, kNormal95 * row.margin_error, false});
      } else {
        bars.push_back({row.name, 100 * row.share, 100 * kNormal95 * row.share_error, false});
      }
    }
    std::vector<double> limits;
    for (const auto& claim : study.plan.claims) {
      if (claim.kind == StudyClaim::Kind::kFairShare && claim.group == group.group)
        limits = {100 * claim.low, 100 * claim.high};
    }
    const std::string title = name + ", " + group.title;
    out.emplace_back(
        group.group + ".svg",
        table.for_all
            ? bars_svg({title, below, "mean score above that of all games", 0, {}, 1, bars})
            : bars_svg({title, below, "share of wins, % of what is fair", 100, limits, 0, bars}));
  }
  // How often things were used, where that is a claim.
  for (const auto& claim : study.plan.claims) {
    if (claim.kind != StudyClaim::Kind::kUsed) continue;
    for (const auto& group : study.plan.groups) {
      if (group.group != claim.group) continue;
      StudyComparison table = study_comparison(study, report, group);
      std::stable_sort(table.rows.begin(), table.rows.end(),
                       [](const auto& a, const auto& b) { return a.uses > b.uses; });
      std::vector<Bar> bars;
      for (const StudyRow& row : table.rows)
        bars.push_back({row.name,
                        100 * static_cast<double>(row.uses) /
                            static_cast<double>(std::max<std::uint64_t>(1, report.games)),
                        0, false});
      out.emplace_back(group.group + "-used.svg",
                       columns_svg(name + ", " + group.title + ", how often used", below,
                                   "times in 100 games", bars));
    }
  }
  return out;
}

}  // namespace tidelock::arena
