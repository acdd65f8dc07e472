#include "load/players.h"

#include <algorithm>
#include <cmath>

#include "core/json.h"

namespace tidelock::load {
namespace {

using std::chrono::steady_clock;

double seconds_since(steady_clock::time_point then) {
  return std::chrono::duration<double>(steady_clock::now() - then).count();
}

// So many are sent before what came is heard, so that both sides are at work all the time.
constexpr std::size_t kAtOnce = 64;

// Secrets of these games protect nothing.
std::string secret_of(std::size_t table, int seat) {
  std::string out = std::to_string(table * 10 + static_cast<std::size_t>(seat));
  return std::string(32 - out.size(), '0') + out;
}

}  // namespace

double Times::part(double share) const {
  if (all.empty()) return 0;
  const auto at = static_cast<std::size_t>(std::ceil(share * double(all.size())));
  return all[std::clamp<std::size_t>(at, 1, all.size()) - 1];
}

Players::Players(std::uint16_t port, std::string game, Busy busy)
    : game_(std::move(game)),
      busy_(std::move(busy)),
      clerk_(port),
      crowd_(port, [this](std::size_t who, std::string_view message) { hear(who, message); }) {}

std::optional<Error> Players::refused() const {
  if (crowd_.lost() > 0) return error("closed", "the server closed a socket");
  if (refusal_.empty()) return std::nullopt;
  return error("refused", "the server refused something: " + refusal_);
}

// --- tables ---

Result<Players::LoadTable> Players::make(std::size_t place) {
  const auto made = clerk_.post("/api/tables", dump_json({{"game", game_}, {"confirm", false}}));
  if (!made) return made.error();
  const auto parsed = parse_json(made.value());
  LoadTable table;
  if (parsed.ok() && parsed.value().is_object() && parsed.value().contains("table"))
    table.name = parsed.value()["table"].get<std::string>();
  for (int seat = 0; seat < kPlayers; ++seat) {
    const auto entered = crowd_.enter("/api/tables/" + table.name + "/socket");
    if (!entered) return entered.error();
    table.sockets[static_cast<std::size_t>(seat)] = entered.value();
    where_.push_back({place, seat});
  }
  return table;
}

void Players::seat(const LoadTable& table, int who) {
  const std::size_t socket = table.sockets[static_cast<std::size_t>(who)];
  const std::string secret = secret_of(where_[socket].table, who);
  crowd_.say(socket, dump_json({{"do", "sit"},
                                {"seat", who + 1},
                                {"secret", secret},
                                {"share", secret},
                                {"name", "Crowd"}}));
}

std::optional<Error> Players::begin(std::size_t tables) {
  const std::size_t first = tables_.size();
  for (std::size_t i = 0; i < tables; ++i) {
    auto made = make(tables_.size());
    if (!made) return made.error();
    tables_.push_back(std::move(made).value());
    for (int who = 0; who < kPlayers; ++who) seat(tables_.back(), who);
    crowd_.hear(steady_clock::now());
  }
  const auto playing = [&] {
    return std::all_of(tables_.begin() + static_cast<std::ptrdiff_t>(first), tables_.end(),
                       [](const LoadTable& one) { return one.asked >= 0; }) ||
           refused();
  };
  if (auto bad = crowd_.hear_until(playing)) return bad;
  return refused();
}

// New tables for those that are over.
std::optional<Error> Players::renew() {
  for (std::size_t place = 0; place < tables_.size(); ++place) {
    if (!tables_[place].over) continue;
    for (const std::size_t socket : tables_[place].sockets) crowd_.leave(socket);
    auto made = make(place);
    if (!made) return made.error();
    tables_[place] = std::move(made).value();
    for (int who = 0; who < kPlayers; ++who) seat(tables_[place], who);
    LoadTable& table = tables_[place];
    if (auto bad = crowd_.hear_until([&] { return table.asked >= 0 || refused(); })) return bad;
  }
  return refused();
}

// --- moves ---

void Players::ask(std::size_t place) {
  LoadTable& table = tables_[place];
  table.move.clear();
  crowd_.say(table.sockets[static_cast<std::size_t>(table.asked)], R"({"do":"legal"})");
}

void Players::move(std::size_t place) {
  LoadTable& table = tables_[place];
  const std::string text = R"({"id":7,"do":"apply","move":")" + table.move + "\"}";
  table.answered = false;
  table.told = false;
  table.moved = steady_clock::now();
  ++waiting_;
  ++count_.moves;
  ++count_.messages;
  count_.bytes += text.size();
  crowd_.say(table.sockets[static_cast<std::size_t>(table.asked)], text);
}

void Players::hear_move(LoadTable& table, bool push) {
  if (push && !table.told && times_ != nullptr)
    times_->push_back(1000 * seconds_since(table.moved));
  (push ? table.told : table.answered) = true;
  if (table.answered && table.told) --waiting_;
}

void Players::hear(std::size_t who, std::string_view message) {
  const Where at = where_[who];
  LoadTable& table = tables_.size() > at.table ? tables_[at.table] : tables_.back();
  if (message.find(R"("error":{)") != std::string_view::npos) {
    if (refusal_.empty()) refusal_ = message.substr(0, 200);
    return;
  }
  if (const auto list = message.find(R"("moves":[)"); list != std::string_view::npos) {
    // Any of them: the first behind a random place.
    constexpr std::string_view kMove = R"("move":")";
    dice_ = dice_ * 1664525U + 1013904223U;
    std::size_t from = message.find(kMove, list + (dice_ >> 8U) % (message.size() - list));
    if (from == std::string_view::npos) from = message.find(kMove, list);
    if (from == std::string_view::npos) return;
    from += kMove.size();
    table.move = message.substr(from, message.find('"', from) - from);
    if (strolling_) move(at.table);
    return;
  }
  const bool moving = !table.answered || !table.told;
  if (moving) {
    ++count_.messages;
    count_.bytes += message.size();
  }
  if (const auto asked = message.rfind(R"("to_act":[)"); asked != std::string_view::npos) {
    const char seat = message[asked + 10];
    table.asked = seat == ']' ? -1 : seat - '1';
    table.over = message.find(R"("at":"over")") != std::string_view::npos;
  }
  if (moving) hear_move(table, message.find(R"("push":true)") != std::string_view::npos);
}

std::optional<Error> Players::look() {
  if (auto bad = renew()) return bad;
  for (std::size_t i = 0; i < tables_.size(); ++i) ask(i);
  const auto known = [&] {
    return refused() || std::all_of(tables_.begin(), tables_.end(),
                                    [](const LoadTable& one) { return !one.move.empty(); });
  };
  if (auto bad = crowd_.hear_until(known)) return bad;
  return refused();
}

std::optional<Error> Players::round() {
  if (auto bad = look()) return bad;
  count_ = {};
  const double busy = busy_();
  const auto begun = steady_clock::now();
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    move(i);
    if (i % kAtOnce == 0) crowd_.hear(steady_clock::now());
  }
  if (auto bad = crowd_.hear_until([&] { return waiting_ == 0 || refused(); })) return bad;
  count_.seconds = seconds_since(begun);
  count_.busy = busy_() - busy;
  return refused();
}

Result<Speed> Players::rush(double seconds) {
  Speed out;
  while (out.seconds < seconds) {
    if (const auto bad = round()) return *bad;
    out += count_;
  }
  return out;
}

Result<Times> Players::stroll(double seconds) {
  if (const auto bad = renew()) return *bad;
  Times out;
  times_ = &out.all;
  strolling_ = true;
  struct Due {
    double at;
    std::size_t table;
  };
  std::vector<Due> round;
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    dice_ = dice_ * 1664525U + 1013904223U;
    round.push_back({double(dice_) / 4294967296.0, i});
  }
  std::sort(round.begin(), round.end(), [](const Due& a, const Due& b) { return a.at < b.at; });
  const auto begun = steady_clock::now();
  for (std::size_t turn = 0; !refused(); ++turn) {
    const std::size_t rounds = turn / round.size();
    if (double(rounds) >= seconds) break;
    const Due& due = round[turn % round.size()];
    const double after = double(rounds) + due.at;
    const auto then = begun + std::chrono::duration_cast<steady_clock::duration>(
                                  std::chrono::duration<double>(after));
    while (steady_clock::now() < then) crowd_.hear(then);
    const LoadTable& table = tables_[due.table];
    if (table.asked >= 0 && table.answered && table.told) {
      ask(due.table);
    } else {
      ++out.missed;
    }
  }
  const auto bad = crowd_.hear_until([&] { return waiting_ == 0 || refused(); });
  strolling_ = false;
  times_ = nullptr;
  if (bad) return *bad;
  if (const auto no = refused()) return *no;
  std::sort(out.all.begin(), out.all.end());
  return out;
}

void Players::leave_one() {
  for (const LoadTable& table : tables_) crowd_.leave(table.sockets[1]);
}

void Players::leave() {
  for (const LoadTable& table : tables_) {
    for (const std::size_t socket : table.sockets) crowd_.leave(socket);
  }
}

Result<Times> Players::come_back(std::size_t tables) {
  Times out;
  for (std::size_t i = 0; i < std::min(tables, tables_.size()); ++i) {
    LoadTable& table = tables_[i];
    table.asked = -1;
    const auto begun = steady_clock::now();
    const auto entered = crowd_.enter("/api/tables/" + table.name + "/socket");
    if (!entered) return entered.error();
    where_.push_back({i, 0});
    crowd_.say(entered.value(), dump_json({{"do", "join"}, {"secret", secret_of(i, 0)}}));
    if (const auto bad = crowd_.hear_until([&] { return table.asked >= 0 || refused(); }))
      return *bad;
    out.all.push_back(1000 * seconds_since(begun));
    crowd_.leave(entered.value());
  }
  if (const auto bad = refused()) return *bad;
  std::sort(out.all.begin(), out.all.end());
  return out;
}

Echoes::Echoes(std::uint16_t port, Busy busy)
    : busy_(std::move(busy)), crowd_(port, [this](std::size_t, std::string_view) { ++back_; }) {}

std::optional<Error> Echoes::begin(std::size_t sockets) {
  for (; sockets_ < sockets; ++sockets_) {
    const auto entered = crowd_.enter("/");
    if (!entered) return entered.error();
  }
  return std::nullopt;
}

Result<Speed> Echoes::rush(std::size_t bytes, double seconds) {
  Speed out;
  const std::string message(bytes, 'x');
  while (out.seconds < seconds) {
    back_ = 0;
    const double before = busy_();
    const auto begun = steady_clock::now();
    for (std::size_t i = 0; i < sockets_; ++i) {
      crowd_.say(i, message);
      if (i % kAtOnce == 0) crowd_.hear(steady_clock::now());
    }
    if (const auto bad = crowd_.hear_until([&] { return back_ == sockets_; })) return *bad;
    out.seconds += seconds_since(begun);
    out.busy += busy_() - before;
    out.messages += 2 * sockets_;
    out.bytes += 2 * sockets_ * bytes;
  }
  return out;
}

}  // namespace tidelock::load
