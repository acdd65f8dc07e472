#include "arena/ladder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "arena/format.h"
#include "arena/svg.h"
#include "core/canvas.h"

namespace tidelock::arena {

namespace {

using Matrix = std::vector<std::vector<double>>;

Matrix square(std::size_t n, double value) { return Matrix(n, std::vector<double>(n, value)); }

// Gauss-Jordan; a positive definite matrix needs no pivoting.
Matrix inverse(Matrix m) {
  const std::size_t n = m.size();
  Matrix out = square(n, 0);
  for (std::size_t i = 0; i < n; ++i) out[i][i] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    const double pivot = m[k][k];
    for (std::size_t j = 0; j < n; ++j) {
      m[k][j] /= pivot;
      out[k][j] /= pivot;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double factor = m[i][k];
      if (i == k || factor == 0) continue;
      for (std::size_t j = 0; j < n; ++j) {
        m[i][j] -= factor * m[k][j];
        out[i][j] -= factor * out[k][j];
      }
    }
  }
  return out;
}

// Adds the Hessian of one pairing: only the difference of two ratings matters. The mean of all is
// kept at 0 by the constant the matrix starts with.
void add_difference(Matrix& m, const Pairing& pairing, double weight) {
  m[pairing.a][pairing.a] += weight;
  m[pairing.b][pairing.b] += weight;
  m[pairing.a][pairing.b] -= weight;
  m[pairing.b][pairing.a] -= weight;
}

std::string game_line(const BotGame& bot_game, const LadderOptions& options) {
  return std::string(bot_game.game->facts().id) + " " + dump_json(bot_game.game->options()) +
         ", pack " + bot_game.game->pack().id + ", seed " + std::to_string(options.pairing.seed);
}

std::string rating_text(const Rating& rating) {
  return fixed(rating.elo, 0) + " ± " + fixed(rating.error, 0);
}

}  // namespace

std::size_t pairings_of(std::size_t bots, int sides) {
  return bots * (bots - 1) / (sides == 2 ? 2 : 1);
}

std::vector<Rating> rate(std::size_t bots, const std::vector<Pairing>& pairings, int sides) {
  for (const Pairing& one : pairings) {
    if (one.report.tally.groups() == 0) return {};
  }
  if (bots < 2 || pairings.size() != pairings_of(bots, sides)) return {};
  const double logit = kEloScale / std::log(10.0);  // Elo for a step of the natural logarithm
  const double n = static_cast<double>(bots);
  std::vector<double> strength(bots, 0);
  Matrix back;
  constexpr int kRounds = 200;
  for (int round = 0; round < kRounds; ++round) {  // Newton's method, with bounded steps
    std::vector<double> slope(bots, 0);
    Matrix curve = square(bots, 1 / n);
    for (const Pairing& one : pairings) {
      const Tally& tally = one.report.tally;
      const auto games = static_cast<double>(tally.games());
      const double share = expected_score((strength[one.a] - strength[one.b]) * logit, sides);
      slope[one.a] += games * (tally.safe_score() - share);
      slope[one.b] -= games * (tally.safe_score() - share);
      add_difference(curve, one, games * share * (1 - share));
    }
    back = inverse(std::move(curve));
    double longest = 0;
    for (std::size_t i = 0; i < bots; ++i) {
      double way = 0;
      for (std::size_t j = 0; j < bots; ++j) way += back[i][j] * slope[j];
      strength[i] += std::clamp(way, -1.0, 1.0);
      longest = std::max(longest, std::abs(way));
    }
    if (longest < 1e-9) break;
  }
  // The covariance of the gradient, carried over to the strengths: H^-1 * S * H^-1.
  Matrix spread = square(bots, 0);
  for (const Pairing& one : pairings) {
    const double off =
        one.report.tally.score_error() * static_cast<double>(one.report.tally.games());
    add_difference(spread, one, off * off);
  }
  const double weakest = *std::min_element(strength.begin(), strength.end());
  std::vector<Rating> out(bots);
  for (std::size_t i = 0; i < bots; ++i) {
    double variance = 0;
    for (std::size_t j = 0; j < bots; ++j) {
      for (std::size_t k = 0; k < bots; ++k) variance += back[i][j] * spread[j][k] * back[k][i];
    }
    out[i].elo = (strength[i] - weakest) * logit;
    out[i].error = kNormal95 * std::sqrt(std::max(0.0, variance)) * logit;
  }
  return out;
}

std::vector<std::size_t> LadderReport::order(std::size_t bots) const {
  std::vector<std::size_t> out(bots);
  std::iota(out.begin(), out.end(), std::size_t{0});
  if (ratings.size() == bots) {
    std::stable_sort(out.begin(), out.end(), [&](std::size_t left, std::size_t right) {
      return ratings[left].elo > ratings[right].elo;
    });
  }
  return out;
}

double LadderReport::score(std::size_t bot, std::size_t against) const {
  for (const Pairing& one : pairings) {
    if (one.report.tally.groups() == 0) continue;
    const Tally& tally = one.report.tally;
    if (one.a == bot && one.b == against) return tally.score();
    if (tally.sides() == 2 && one.a == against && one.b == bot) return 1 - tally.score();
  }
  return -1;
}

Result<LadderReport> play_ladder(const BotGame& bot_game, const LadderOptions& options,
                                 WorkerPool& workers,
                                 const std::function<bool(std::uint64_t)>& progress) {
  LadderReport out;
  std::uint64_t before = 0;
  for (std::size_t b = 0; b < options.bots.size(); ++b) {
    for (std::size_t a = 0; a < options.bots.size(); ++a) {
      if (a == b || (a > b && bot_game.sides() == 2)) continue;
      PairingOptions pairing = options.pairing;
      pairing.a = options.bots[a];
      pairing.b = options.bots[b];
      pairing.mirror = true;
      auto report = play_pairing(bot_game, pairing, workers, [&](const PairingReport& so_far) {
        return progress(before + so_far.tally.games());
      });
      const bool ended = !report || report.value().ending == Ending::kInterrupted;
      const bool all_end = workers.broadcast(ended);
      if (!report) return report.error();
      before += report.value().tally.games();
      out.pairings.push_back({a, b, std::move(report).value()});
      if (!all_end) continue;
      out.interrupted = true;
      return out;
    }
  }
  out.ratings = rate(options.bots.size(), out.pairings, bot_game.sides());
  return out;
}

Json ladder_json(const LadderReport& report, const BotGame& bot_game,
                 const LadderOptions& options) {
  Json bots = Json::array();
  for (const std::size_t i : report.order(options.bots.size())) {
    Json bot = {{"bot", options.bots[i]}};
    if (!report.ratings.empty()) {
      bot["elo"] = report.ratings[i].elo;
      bot["elo_error"] = report.ratings[i].error;
    }
    bots.push_back(bot);
  }
  Json pairings = Json::array();
  for (const Pairing& one : report.pairings) {
    PairingOptions pairing = options.pairing;
    pairing.a = options.bots[one.a];
    pairing.b = options.bots[one.b];
    pairing.mirror = true;
    pairings.push_back(pairing_json(one.report, bot_game, pairing));
  }
  return {{"game", bot_game.game->facts().id},
          {"options", bot_game.game->options()},
          {"pack", bot_game.game->pack().id},
          {"players", bot_game.game->seats()},
          {"seed", options.pairing.seed},
          {"ended", report.interrupted ? "interrupted" : "games"},
          {"bots", bots},
          {"pairings", pairings}};
}

std::string ladder_text(const LadderReport& report, const BotGame& bot_game,
                        const LadderOptions& options) {
  const auto order = report.order(options.bots.size());
  std::size_t widest = 3;
  for (const auto& bot : options.bots) widest = std::max(widest, bot.size());
  std::string out = game_line(bot_game, options) + "; " + std::to_string(options.pairing.games) +
                    " games for each pairing\n\n" + left("", 4 + widest) + right("Elo", 15);
  for (std::size_t i = 1; i <= order.size(); ++i) out += right(std::to_string(i), 8);
  out += "\n";
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t bot = order[i];
    const std::string rating = report.ratings.empty() ? "" : rating_text(report.ratings[bot]);
    out += right(std::to_string(i + 1), 2) + "  " + left(options.bots[bot], widest) +
           std::string(15 - std::min<std::size_t>(15, length(rating)), ' ') + rating;
    for (const std::size_t other : order) {
      const double score = report.score(bot, other);
      out += score < 0 ? right("-", 8) : right(fixed(score, 3), 8);
    }
    out += "\n";
  }
  if (bot_game.sides() > 2) {
    out += "\nA row is one player among " + std::to_string(bot_game.sides() - 1) +
           " of the column; its fair share is " + fixed(1.0 / bot_game.sides(), 3);
  }
  out +=
      "\nElo above the weakest, with errors of 95 %; then the share of the points of each row "
      "against each column\n";
  return out;
}

std::string ladder_svg(const LadderReport& report, const BotGame& bot_game,
                       const LadderOptions& options) {
  constexpr double kWidth = 800;
  constexpr double kTop = 84;
  constexpr double kRow = 40;
  constexpr double kBottom = 56;
  constexpr double kRight = 32;
  constexpr double kSign = 8.2;      // about as wide as a letter
  constexpr double kHalfValue = 40;  // of the words above a bar
  constexpr std::size_t kLongest = 32;

  const auto order = report.order(options.bots.size());
  const auto label = [&](std::size_t bot) {
    // The end of a program's path says more than its beginning.
    std::string safe = plain_safe(options.bots[bot]);
    if (length(safe) <= kLongest) return safe;
    std::size_t from = safe.size() - kLongest;
    while (from < safe.size() && (safe[from] & 0xC0) == 0x80) ++from;
    return "…" + safe.substr(from);
  };
  std::size_t longest = 4;
  double least = 0;
  double most = 1;
  for (std::size_t i = 0; i < options.bots.size(); ++i) {
    longest = std::max(longest, length(label(i)));
    if (report.ratings.empty()) continue;
    least = std::min(least, report.ratings[i].elo - report.ratings[i].error);
    most = std::max(most, report.ratings[i].elo + report.ratings[i].error);
  }
  constexpr int kMostMarks = 8;
  const double step = mark_step(most - least, kMostMarks);
  const double first = std::floor(least / step) * step;
  const double last = std::ceil(most / step) * step;
  const double begin = 32 + kSign * static_cast<double>(longest);
  const double end = kWidth - kRight;
  const double height = kTop + kRow * static_cast<double>(order.size()) + kBottom;
  const double floor_y = height - kBottom;
  const auto x = [&](double elo) { return begin + (elo - first) / (last - first) * (end - begin); };
  const auto at = [](double value) { return fixed(value, 1); };
  const auto text = [&](double tx, double ty, const char* style, const std::string& words) {
    return "<text class=\"" + std::string(style) + "\" x=\"" + at(tx) + "\" y=\"" + at(ty) + "\">" +
           words + "</text>\n";
  };
  const auto line = [&](const char* style, double x1, double y1, double x2, double y2) {
    return "<line class=\"" + std::string(style) + "\" x1=\"" + at(x1) + "\" y1=\"" + at(y1) +
           "\" x2=\"" + at(x2) + "\" y2=\"" + at(y2) + "\"/>\n";
  };

  const int players = bot_game.game->seats();
  std::string out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + fixed(kWidth, 0) + " " +
      fixed(height, 0) + "\" width=\"" + fixed(kWidth, 0) + "\" height=\"" + fixed(height, 0) +
      "\" role=\"img\" aria-label=\"Elo of bots\">\n"
      "<style>\n"
      "  text { font: 14px system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif; fill: #222; }\n"
      "  .title { font-size: 18px; font-weight: 600; }\n"
      "  .small, .mark { font-size: 12px; fill: #666; }\n"
      "  .mark, .value { text-anchor: middle; }\n"
      "  .value { font-size: 12px; paint-order: stroke; stroke: #fff; stroke-width: 5px; }\n"
      "  .name { text-anchor: end; }\n"
      "  .axis { text-anchor: end; font-size: 12px; fill: #666; }\n"
      "  .paper { fill: #fff; }\n"
      "  .grid { stroke: #ddd; }\n"
      "  .zero { stroke: #999; }\n"
      "  .error { stroke: #2b6cb0; stroke-width: 2; }\n"
      "  .dot { fill: #2b6cb0; }\n"
      "  @media (prefers-color-scheme: dark) {\n"
      "    text { fill: #eee; }\n"
      "    .small, .mark, .axis { fill: #aaa; }\n"
      "    .paper { fill: #17181c; }\n"
      "    .value { stroke: #17181c; }\n"
      "    .grid { stroke: #3a3c44; }\n"
      "    .zero { stroke: #777; }\n"
      "    .error { stroke: #7ab8f5; }\n"
      "    .dot { fill: #7ab8f5; }\n"
      "  }\n"
      "</style>\n"
      "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
  std::string name(bot_game.game->facts().id);
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
  out += text(24, 34, "title", xml(name) + ", strength of bots");
  out += text(24, 56, "small",
              std::to_string(players) + (players == 1 ? " player, " : " players, ") +
                  std::to_string(options.pairing.games) +
                  " games for each pairing, mirrored; bars hold the truth in 95 % of cases");
  for (double mark = first; mark <= last + step / 2; mark += step) {
    out += line(std::abs(mark) < step / 2 ? "zero" : "grid", x(mark), kTop - 8, x(mark), floor_y);
    out += text(x(mark), floor_y + 18, "mark", fixed(mark, 0));
  }
  out += text(end, floor_y + 40, "axis", "Elo above the weakest");
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double y = kTop + kRow * (static_cast<double>(i) + 0.5);
    out += text(begin - 14, y + 5, "name", xml(label(order[i])));
    if (report.ratings.empty()) continue;
    const Rating& rating = report.ratings[order[i]];
    const double from = x(rating.elo - rating.error);
    const double to = x(rating.elo + rating.error);
    out += line("error", from, y, to, y);
    out += line("error", from, y - 5, from, y + 5);
    out += line("error", to, y - 5, to, y + 5);
    out +=
        "<circle class=\"dot\" cx=\"" + at(x(rating.elo)) + "\" cy=\"" + at(y) + "\" r=\"5\"/>\n";
    const double middle = std::clamp(x(rating.elo), begin + kHalfValue, kWidth - kHalfValue);
    out += text(middle, y - 10, "value", rating_text(rating));
  }
  return out + "</svg>\n";
}

}  // namespace tidelock::arena
