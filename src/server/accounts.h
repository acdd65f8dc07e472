// All accounts: what is asked of them by HTTP, who a cookie belongs to, and what tables tell them.
// Everything is done in threads of its own, from the log and back to it; nothing of an account is
// kept in memory. Documented in docs/server.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "server/account.h"
#include "server/journal.h"
#include "server/passwords.h"
#include "server/reply.h"

namespace tidelock::server {

class Courier;
class Log;
struct Metrics;
struct Notice;

struct AccountOptions {
  PasswordCost cost;
  bool secure = false;                // browsers come by TLS: the cookie is for nothing else
  std::function<std::int64_t()> now;  // milliseconds since 1970; empty: the clock of this machine
  std::shared_ptr<Courier> courier;   // none: nothing can be sent
  std::shared_ptr<Log> log;           // none: nobody is told what went wrong
  std::shared_ptr<Metrics> metrics;   // none: nobody counts it
  // Lines of one account; only a program comes near. What ends something is always added: a
  // session, a game, the account.
  std::uint64_t most_lines = 50000;
  std::uint64_t most_changes = 5000;  // of settings and the address
};

// The header of a request, as it came, and whether that came by TLS.
struct Cookies {
  std::string text = {};
  bool secure = false;
};

struct AccountCall {
  enum class Verb : std::uint8_t {
    kSignUp,
    kSignIn,
    kSignOut,
    kMe,
    kGames,
    kEndSession,
    kPassword,
    kSettings,
    kMail,
    kConfirmMail,
    kRemoveMail,
    kExport,
    kDelete,
    kPlayer,
  };
  Verb verb = Verb::kMe;
  std::string subject = {};  // whose page, or the number of a session
  Cookies cookies = {};
  std::string device = {};  // in words
  std::string body = {};
  std::string from = {};  // the address that asks
  // Whether it comes with a password that may be wrong, or makes one.
  [[nodiscard]] bool guess() const {
    return verb == Verb::kSignUp || verb == Verb::kSignIn || verb == Verb::kPassword ||
           verb == Verb::kDelete;
  }
  // Whether it takes long, so that one address may not have many at once.
  [[nodiscard]] bool slow() const { return guess() || verb == Verb::kExport; }
};

// Somebody who is signed in.
struct Person {
  std::string account = {};  // the name as it was written first
  std::string session = {};
  bool shown = true;
  std::optional<std::int64_t> notify = {};
};

class Accounts {
 public:
  explicit Accounts(Journal& journal, AccountOptions options = {});
  Accounts(const Accounts&) = delete;
  Accounts& operator=(const Accounts&) = delete;
  ~Accounts();
  // Does what was asked for; answers everything else with a refusal.
  void stop();

  // Each calls back once, from any thread.
  void answer(AccountCall call, std::function<void(Reply)> done);
  // Whose cookie it is; nothing where nobody is signed in, and an error where that cannot be known
  // now.
  void look_up(Cookies cookies, std::function<void(Result<std::optional<Person>>)> done);
  // The table is noted in the account, before the account is noted at the table; an error where
  // the session has ended meanwhile.
  void joined(Person person, Account::AtTable table,
              std::function<void(std::optional<Error>)> done);
  // The results of a table that is over, for each account once, however often it is asked for.
  // Whether all of them are kept.
  void add_results(Ending ending, std::function<void(bool)> done);
  // Tells the holder of a seat that a turn waits, with the address that is confirmed, if any.
  void notify(Notice notice, std::string account);

  // Called, from any thread, with the name of a table whose log was changed from here, and how many
  // lines it has now.
  using Changed = std::function<void(const std::string& table, std::uint64_t lines)>;
  void tell_changed(Changed changed);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// The value of a cookie in a header.
[[nodiscard]] std::optional<std::string> cookie_value(std::string_view cookies,
                                                      std::string_view name);

// Of a table's log: the lines of the seats that an account held, for whoever held them, without
// what was hidden from them or opens the seat.
[[nodiscard]] Json own_lines(const std::vector<std::string>& log, std::string_view account);
// Lines of a table's log as they are without an account and what it said: place and line of those
// that change, the one that names the account last, and the seats (from 1) that were the account's.
struct Forgotten {
  std::vector<std::pair<std::uint64_t, std::string>> lines;
  std::vector<int> seats;
  std::vector<std::string> digests;  // of the secrets that opened them
  std::vector<std::string> next;     // the table of the next game, if there is one
};
// `digests` are those of a table before, which may have had seats kept here.
[[nodiscard]] Forgotten without_account(const std::vector<std::string>& log,
                                        std::string_view account,
                                        const std::vector<std::string>& digests = {});

}  // namespace tidelock::server
