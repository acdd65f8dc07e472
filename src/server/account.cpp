#include "server/account.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "server/message_names.h"

namespace tidelock::server {
namespace {

constexpr std::string_view kAccountFormat = "tidelock-account/1";
constexpr std::size_t kShortestAccount = 2;
constexpr std::size_t kLongestAccount = 20;
constexpr std::size_t kMostSessions = 20;  // more, and the oldest ends
constexpr std::size_t kTablesTold = 200;
constexpr std::size_t kResultsTold = 100;
constexpr std::int64_t kLatest = std::int64_t{1} << 52;

Json rating_line(const Rating& rating) {
  return {rating.rating, rating.deviation, rating.volatility};
}

double read_double(const JsonIn& in) {
  if (in.exists() && in.raw().is_number()) return in.raw().get<double>();
  in.expected("a number");
  return 0;
}

Rating read_rating(const JsonIn& in) {
  if (in.size(3, 3) != 3) return {};
  return {read_double(in[std::size_t{0}]), read_double(in[1]), read_double(in[2])};
}

Json rounded(double number) { return std::llround(number); }

Json ratings_json(const Account& account, std::int64_t now) {
  namespace member = message::account::rating;
  Json out = Json::object();
  for (const auto& [game, standing] : account.ratings) {
    const Rating rating = account.rating(game, now);
    out[game] = {{member::kRating, rounded(rating.rating)},
                 {member::kDeviation, rounded(rating.deviation)},
                 {member::kGames, standing.games}};
  }
  return out;
}

Json results_json(const Account& account, bool to_all) {
  namespace member = message::account::result;
  Json out = Json::array();
  for (auto one = account.results.rbegin();
       one != account.results.rend() && out.size() < kResultsTold; ++one) {
    Json told = {
        {member::kGame, one->game},
        {member::kAt, one->at},
        {member::kWon, one->won},
        {member::kDrawn, one->drawn},
        {member::kLost, one->lost},
        {member::kRating, rounded(one->after.rating)},
        {member::kChange, std::llround(one->after.rating) - std::llround(one->before.rating)}};
    if (!to_all || one->listed) told[member::kTable] = one->table;
    out.push_back(std::move(told));
  }
  return out;
}

}  // namespace

// ASCII alone: letters of other alphabets can look like each other, and a name is who somebody is.
bool is_account_name(std::string_view name) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return name.size() >= kShortestAccount && name.size() <= kLongestAccount &&
         name.find_first_not_of(kLetters) == std::string_view::npos;
}

std::string folded_name(std::string_view name) {
  std::string out(name);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return out;
}

std::string account_log(std::string_view name) { return "account/" + folded_name(name); }

std::string device_of(std::string_view user_agent) {
  using Name = std::pair<std::string_view, std::string_view>;
  // The first that fits: most claim to be others too.
  constexpr std::array<Name, 6> kBrowsers = {Name{"Firefox/", "Firefox"}, {"Edg", "Edge"},
                                             {"OPR/", "Opera"},           {"Chrome/", "Chrome"},
                                             {"CriOS/", "Chrome"},        {"Safari/", "Safari"}};
  constexpr std::array<Name, 6> kSystems = {Name{"Android", "Android"}, {"iPhone", "iPhone"},
                                            {"iPad", "iPad"},           {"Windows", "Windows"},
                                            {"Macintosh", "macOS"},     {"Linux", "Linux"}};
  std::string out;
  const auto add = [&](std::span<const Name> names) {
    for (const auto& [sign, name] : names) {
      if (user_agent.find(sign) == std::string_view::npos) continue;
      out += (out.empty() ? "" : ", ") + std::string(name);
      return;
    }
  };
  add(kBrowsers);
  add(kSystems);
  return out.empty() ? "?" : out;
}

Lang read_lang(const JsonIn& in) {
  const std::string code = in.text();
  for (const Lang lang : kLangs) {
    if (code == lang_code(lang)) return lang;
  }
  if (in.ok()) in.expected("en, pl, de or zh-Hant");
  return Lang::kEn;
}

// --- the log ---

Result<Account> Account::read(std::span<const std::string> log) {
  Account out;
  if (log.empty()) return error("no-such-account", "there is no such account");
  for (const std::string& text : log) {
    const auto line = parse_json(text);
    std::optional<Error> bad;
    if (!line) {
      bad = line.error();
    } else {
      bad = out.follow(line.value());
    }
    if (bad) {
      return error(
          "bad-log", bad->message,
          "line " + std::to_string(out.lines) + (bad->where.empty() ? "" : ", ") + bad->where);
    }
    ++out.lines;
  }
  return out;
}

std::optional<Error> Account::follow(const Json& line) {
  constexpr std::array<std::string_view, 12> kLines = {
      "created", "signed-in", "signed-out",     "password",     "settings", "mail",
      "joined",  "result",    "mail-confirmed", "mail-removed", "ended",    "gone"};
  JsonIn::Trouble trouble;
  const JsonIn in(line, trouble);
  const std::string_view what = kLines[static_cast<std::size_t>(in["do"].one_of(kLines))];
  if (trouble.any()) return trouble.first();
  if (what == "gone") return std::nullopt;
  if ((what == "created") != (lines == 0))
    return error("bad-log", "expected an account that is created first, and once", "do");
  const std::int64_t at = in["at"].integer(0, kLatest);
  if (what == "created") {
    (void)in["format"].one_of({kAccountFormat});
    name = in["name"].text(kLongestAccount);
    password = in["password"].text();
    since = at;
  } else if (what == "signed-in") {
    sessions.push_back({in["id"].text(), in["digest"].text(), in["device"].text(), at, lines});
    if (sessions.size() > kMostSessions) sessions.erase(sessions.begin());
  } else if (what == "signed-out") {
    const std::string id = in["id"].text();
    std::erase_if(sessions, [&](const Session& one) { return one.id == id; });
  } else if (what == "password") {
    password = in["password"].text();
    const std::string keep = in["keep"].text();
    std::erase_if(sessions, [&](const Session& one) { return one.id != keep; });
  } else if (what == "settings") {
    ++changes;
    shown = in["shown"].boolean();
    notify.reset();
    if (!in["notify"].is_null()) notify = in["notify"].integer(0, kLatest);
    lang = read_lang(in["lang"]);
  } else if (what == "mail") {
    ++changes;
    mail = Mail{in["address"].text(), false, in["digest"].text(), at};
    codes.push_back(at);
  } else if (what == "mail-confirmed") {
    if (mail) mail->confirmed = true;
  } else if (what == "mail-removed") {
    mail.reset();
  } else if (what == "joined") {
    tables.push_back({in["table"].text(),
                      static_cast<std::size_t>(in["seat"].integer(1, kLatest) - 1),
                      in["game"].text(), at, false});
  } else {
    const std::string table = in["table"].text();
    for (AtTable& one : tables) one.over = one.over || one.table == table;
    if (what == "result") {
      const auto count = [&](std::string_view key) {
        return static_cast<int>(in[key].integer(0, kLatest));
      };
      Outcome one{table,
                  in["game"].text(),
                  at,
                  in["listed"].boolean(),
                  count("won"),
                  count("drawn"),
                  count("lost"),
                  read_rating(in["before"]),
                  read_rating(in["after"])};
      Standing& standing = ratings[one.game];
      standing = {one.after, at, standing.games + 1};
      results.push_back(std::move(one));
    }
  }
  return trouble.any() ? std::optional(trouble.first()) : std::nullopt;
}

const Account::Session* Account::session(std::string_view id) const {
  const auto found = std::find_if(sessions.begin(), sessions.end(),
                                  [&](const Session& one) { return one.id == id; });
  return found == sessions.end() ? nullptr : &*found;
}

const Account::Outcome* Account::result(std::string_view table) const {
  const auto found = std::find_if(results.begin(), results.end(),
                                  [&](const Outcome& one) { return one.table == table; });
  return found == results.end() ? nullptr : &*found;
}

bool Account::over(std::string_view table) const {
  return result(table) != nullptr ||
         std::any_of(tables.begin(), tables.end(),
                     [&](const AtTable& one) { return one.over && one.table == table; });
}

Rating Account::rating(const std::string& game, std::int64_t now) const {
  const auto found = ratings.find(game);
  if (found == ratings.end()) return {};
  return rested(found->second.rating, now - found->second.at);
}

Json created_line(std::string_view name, std::string_view password, std::int64_t at) {
  return {{"do", "created"},
          {"format", kAccountFormat},
          {"name", name},
          {"password", password},
          {"at", at}};
}

Json signed_in_line(const Account::Session& session) {
  return {{"do", "signed-in"},
          {"id", session.id},
          {"digest", session.digest},
          {"device", session.device},
          {"at", session.since}};
}

Json signed_out_line(std::string_view id, std::int64_t at) {
  return {{"do", "signed-out"}, {"id", id}, {"at", at}};
}

Json password_line(std::string_view password, std::string_view keep, std::int64_t at) {
  return {{"do", "password"}, {"password", password}, {"keep", keep}, {"at", at}};
}

Json settings_line(const Account& account, std::int64_t at) {
  return {{"do", "settings"},
          {"shown", account.shown},
          {"notify", account.notify ? Json(*account.notify) : Json()},
          {"lang", lang_code(account.lang)},
          {"at", at}};
}

Json mail_line(std::string_view address, std::string_view digest, std::int64_t at) {
  return {{"do", "mail"}, {"address", address}, {"digest", digest}, {"at", at}};
}

Json joined_line(const Account::AtTable& table) {
  return {{"do", "joined"},
          {"table", table.table},
          {"seat", table.seat + 1},
          {"game", table.game},
          {"at", table.since}};
}

Json result_line(const Account::Outcome& outcome) {
  return {{"do", "result"},
          {"table", outcome.table},
          {"game", outcome.game},
          {"at", outcome.at},
          {"listed", outcome.listed},
          {"won", outcome.won},
          {"drawn", outcome.drawn},
          {"lost", outcome.lost},
          {"before", rating_line(outcome.before)},
          {"after", rating_line(outcome.after)}};
}

Json ended_line(std::string_view table, std::int64_t at) {
  return {{"do", "ended"}, {"table", table}, {"at", at}};
}

Json gone_line() { return {{"do", "gone"}}; }

// --- results ---

double score_between(const Ending::Player& one, const Ending::Player& other) {
  if (one.stayed != other.stayed) return one.stayed ? 1 : 0;
  if (!one.stayed) return 0.5;  // nobody knows how it would have ended between two who left
  if (one.winner != other.winner) return one.winner ? 1 : 0;
  if (one.winner || one.total == other.total) return 0.5;
  return one.total > other.total ? 1 : 0;
}

std::vector<const Ending::Player*> opponents_of(const Ending& ending, std::string_view account) {
  std::vector<const Ending::Player*> out;
  if (ending.aborted) return out;
  const auto seats_of = [&](const std::string& name) {
    return std::count_if(ending.players.begin(), ending.players.end(),
                         [&](const Ending::Player& one) { return one.account == name; });
  };
  if (seats_of(std::string(account)) != 1) return out;
  for (const Ending::Player& one : ending.players) {
    if (one.account != account && seats_of(one.account) == 1) out.push_back(&one);
  }
  return out;
}

// --- what people are told ---

Json me_json(const Account& account, std::string_view session, std::int64_t now) {
  namespace told = message::account;
  Json sessions = Json::array();
  for (const Account::Session& one : account.sessions) {
    sessions.push_back({{told::session::kId, one.id},
                        {told::session::kDevice, one.device},
                        {told::session::kSince, one.since},
                        {told::session::kCurrent, one.id == session}});
  }
  Json tables = Json::array();
  for (auto one = account.tables.rbegin();
       one != account.tables.rend() && tables.size() < kTablesTold; ++one) {
    tables.push_back({{told::at_table::kTable, one->table},
                      {told::at_table::kSeat, one->seat + 1},
                      {told::at_table::kGame, one->game},
                      {told::at_table::kSince, one->since},
                      {told::at_table::kOver, one->over}});
  }
  Json mail;
  if (account.mail)
    mail = {{told::me::mail::kAddress, account.mail->address},
            {told::me::mail::kConfirmed, account.mail->confirmed}};
  return {{told::me::kName, account.name},
          {told::me::kSince, account.since},
          {told::me::kShown, account.shown},
          {told::me::kNotify, account.notify ? Json(*account.notify) : Json()},
          {told::me::kLang, lang_code(account.lang)},
          {told::me::kMail, mail},
          {told::me::kSessions, sessions},
          {told::me::kTables, tables},
          {told::me::kResults, results_json(account, false)},
          {told::me::kRatings, ratings_json(account, now)}};
}

Json player_json(const Account& account, std::int64_t now) {
  namespace member = message::account::player;
  return {{member::kName, account.name},
          {member::kSince, account.since},
          {member::kRatings, ratings_json(account, now)},
          {member::kResults, results_json(account, true)}};
}

}  // namespace tidelock::server
