// An account as its log tells it: who, which sessions, which tables, results and ratings. No
// network, no disk and no clock: like a match, it is its lines. Documented in docs/server.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/text.h"
#include "server/glicko.h"

namespace tidelock::server {

// Whether an account may be called so, and the form in which names are compared.
[[nodiscard]] bool is_account_name(std::string_view name);
[[nodiscard]] std::string folded_name(std::string_view name);
// The name of its log.
[[nodiscard]] std::string account_log(std::string_view name);

// One's own words for a browser: "Firefox, Linux", from what it says of itself.
[[nodiscard]] std::string device_of(std::string_view user_agent);

class Account {
 public:
  struct Session {
    std::string id;
    std::string digest;  // of its token
    std::string device;
    std::int64_t since = 0;
    std::uint64_t line = 0;  // where it stands in the log
  };
  struct AtTable {
    std::string table;
    std::size_t seat = 0;  // counted from 0
    std::string game;
    std::int64_t since = 0;
    bool over = false;
  };
  struct Outcome {
    std::string table;
    std::string game;
    std::int64_t at = 0;
    bool listed = false;
    int won = 0;
    int drawn = 0;
    int lost = 0;
    Rating before;
    Rating after;
  };
  struct Standing {
    Rating rating;
    std::int64_t at = 0;  // of the last game
    int games = 0;
  };
  struct Mail {
    std::string address;
    bool confirmed = false;
    std::string digest;  // of the code that was sent
    std::int64_t at = 0;
  };

  // An error names the line that does not fit.
  static Result<Account> read(std::span<const std::string> log);

  // Everything is public: whoever has an account in hand works for it.
  std::uint64_t lines = 0;
  std::uint64_t changes = 0;  // of those, how many changed settings or the address
  std::string name;           // as it was written first
  std::string password;
  std::int64_t since = 0;
  bool shown = true;
  std::optional<std::int64_t> notify;  // seconds that a turn may wait
  Lang lang = Lang::kEn;               // of what is sent
  std::optional<Mail> mail;
  std::vector<std::int64_t> codes;  // when codes were sent
  std::vector<Session> sessions;
  std::vector<AtTable> tables;
  std::vector<Outcome> results;
  std::map<std::string, Standing> ratings;

  [[nodiscard]] const Session* session(std::string_view id) const;
  [[nodiscard]] const Outcome* result(std::string_view table) const;
  [[nodiscard]] bool over(std::string_view table) const;
  // At a time: the deviation grows.
  [[nodiscard]] Rating rating(const std::string& game, std::int64_t now) const;

 private:
  std::optional<Error> follow(const Json& line);
};

[[nodiscard]] Lang read_lang(const JsonIn& in);

// Lines, as they are added.
[[nodiscard]] Json created_line(std::string_view name, std::string_view password, std::int64_t at);
[[nodiscard]] Json signed_in_line(const Account::Session& session);
[[nodiscard]] Json signed_out_line(std::string_view id, std::int64_t at);
[[nodiscard]] Json password_line(std::string_view password, std::string_view keep, std::int64_t at);
[[nodiscard]] Json settings_line(const Account& account, std::int64_t at);
[[nodiscard]] Json mail_line(std::string_view address, std::string_view digest, std::int64_t at);
[[nodiscard]] Json joined_line(const Account::AtTable& table);
[[nodiscard]] Json result_line(const Account::Outcome& outcome);
// A table that is over and says nothing about anybody's strength.
[[nodiscard]] Json ended_line(std::string_view table, std::int64_t at);
// In the place of a line that need not be kept any more.
[[nodiscard]] Json gone_line();

// How a table ended, as far as accounts are concerned.
struct Ending {
  std::string table;
  std::string game;
  std::int64_t at = 0;
  bool listed = false;
  bool aborted = false;
  struct Player {
    std::string account;
    bool stayed = true;  // neither resigned nor replaced
    bool winner = false;
    int total = 0;
  };
  std::vector<Player> players;      // seats that were an account's when the game began
  std::vector<std::string> others;  // who sat down later; they are told that it is over
};
// 1, 0.5 or 0 for the first of two.
[[nodiscard]] double score_between(const Ending::Player& one, const Ending::Player& other);
// With whom a player is compared: nobody where the table was aborted, or where the player sat at
// it twice.
[[nodiscard]] std::vector<const Ending::Player*> opponents_of(const Ending& ending,
                                                              std::string_view account);

// What people are told.
[[nodiscard]] Json me_json(const Account& account, std::string_view session, std::int64_t now);
[[nodiscard]] Json player_json(const Account& account, std::int64_t now);

}  // namespace tidelock::server
