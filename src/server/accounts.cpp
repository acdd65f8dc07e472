#include "server/accounts.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <mutex>
#include <utility>

#include "server/courier.h"
#include "server/log.h"
#include "server/message_names.h"
#include "server/metrics.h"
#include "server/secrets.h"
#include "server/workers.h"
#include "table/messages.h"

namespace tidelock::server {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kAnHour = 3600 * kSecond;
constexpr std::int64_t kDay = 24 * kAnHour;
constexpr std::int64_t kSessionLasts = 180 * kDay;
constexpr std::int64_t kCodeLasts = kAnHour;
constexpr int kCodesPerDay = 3;
constexpr std::int64_t kLeastNotify = 60;  // seconds
constexpr std::int64_t kMostNotify = 14 * kDay / kSecond;
constexpr std::size_t kMostGames = 200;
constexpr int kMostAttempts = 20;  // to add a line, while others add theirs
constexpr std::size_t kMostHashing = 64;
constexpr std::size_t kMostExports = 64;
constexpr std::size_t kMostWork = 10000;

std::int64_t clock_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Reply refuse_with(int status, const Error& wrong) {
  constexpr int kTooMany = 429;
  Reply out{status, dump_json({{message::refusal::kError, table::error_json(wrong, nullptr)}})};
  if (status == kTooMany) out.headers.emplace_back("Retry-After", "60");
  return out;
}

int status_of(const Error& wrong) {
  using Known = std::pair<std::string_view, int>;
  constexpr std::array<Known, 13> kKnown = {Known{"not-signed-in", 401},
                                            {"wrong-password", 403},
                                            {"wrong-code", 403},
                                            {"no-such-player", 404},
                                            {"no-such-session", 404},
                                            {"no-mail", 404},
                                            {"name-taken", 409},
                                            {"too-many", 429},
                                            {"not-kept", 503},
                                            {"unsure", 503},
                                            {"try-again", 503},
                                            {"busy", 503},
                                            {"bad-log", 500}};
  for (const auto& [code, status] : kKnown) {
    if (wrong.code == code) return status;
  }
  return 400;
}

Error not_signed_in() { return error("not-signed-in", "expected somebody who is signed in"); }
Error wrong_password() {
  return error("wrong-password", "this name and this password do not belong together");
}
Error not_added(const Error& why) {
  if (why.code == store::kUnsure)
    return error("unsure", "the database went away meanwhile; whether this happened is not known");
  return error("not-kept", "this could not be kept, and did not happen");
}
Error too_long() { return error("too-long", "this account has become too long"); }
Error busy() { return error("busy", "too much is asked for; try later"); }
Error too_many() { return error("too-many", "too many tries; wait for a while"); }

// A card as the table would write it without the names of these seats.
std::string card_without(const std::string& text, const std::vector<int>& seats) {
  auto card = parse_json(text);
  if (!card || !card.value().is_object()) return "{}";
  const auto chairs = card.value().find(message::card::kSeats);
  for (const int seat : seats) {
    const auto place = static_cast<std::size_t>(seat - 1);
    if (chairs == card.value().end() || !chairs->is_array() || place >= chairs->size()) continue;
    Json& chair = (*chairs)[place];
    if (!chair.is_object()) continue;
    chair.erase(message::chair::kName);
    chair.erase(message::chair::kAccount);
  }
  return dump_json(card.value());
}

struct Credential {
  std::string name;
  std::string id;
  std::string token;
};

std::optional<Credential> read_credential(std::string_view text) {
  const std::size_t first = text.find('.');
  const std::size_t second = first == std::string_view::npos ? first : text.find('.', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  Credential out{std::string(text.substr(0, first)),
                 std::string(text.substr(first + 1, second - first - 1)),
                 std::string(text.substr(second + 1))};
  if (!is_account_name(out.name)) return std::nullopt;
  return out;
}

// What is found is not repeated, as of everything that is secret.
std::string read_password(const JsonIn& in) {
  const bool fits = in.exists() && in.raw().is_string() &&
                    in.raw().get_ref<const std::string&>().size() >= kShortestPassword &&
                    in.raw().get_ref<const std::string&>().size() <= kLongestPassword;
  if (fits) return in.raw().get<std::string>();
  in.trouble().add(error("bad-password", "expected a password of 8 to 200 bytes", in.path()));
  return {};
}

std::string read_account_name(const JsonIn& in) {
  std::string name = in.exists() && in.is_text() ? in.raw().get<std::string>() : "";
  if (!is_account_name(name)) {
    in.trouble().add(
        error("bad-name", "expected 2 to 20 letters from a to z, digits, - and _", in.path()));
  }
  return name;
}

}  // namespace

std::optional<std::string> cookie_value(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    const std::size_t end = std::min(cookies.find(';'), cookies.size());
    std::string_view one = cookies.substr(0, end);
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=')
      return std::string(one.substr(name.size() + 1));
  }
  return std::nullopt;
}

class Accounts::Impl {
 public:
  Impl(Journal& journal, AccountOptions options) : journal_(journal), options_(std::move(options)) {
    if (!options_.now) options_.now = clock_now;
  }

  void stop() {
    hashing_.stop();
    exports_.stop();
    work_.stop();
    results_worker_.stop();
  }

  void answer(AccountCall call, std::function<void(Reply)> done) {
    // What needs a password, or long, waits in a line of its own.
    const bool all_of_it = call.verb == AccountCall::Verb::kExport;
    Workers& line = call.guess() ? hashing_ : all_of_it ? exports_ : work_;
    const auto shared = std::make_shared<std::function<void(Reply)>>(std::move(done));
    auto work = [this, call = std::move(call), shared] { (*shared)(reply_to(call)); };
    if (!line.post(std::move(work))) (*shared)(refused(busy()));
  }

  void look_up(Cookies cookies, std::function<void(Result<std::optional<Person>>)> done) {
    post(work_, std::move(done), Result<std::optional<Person>>(busy()),
         [this, cookies = std::move(cookies)] { return person_of(cookies); });
  }

  void joined(Person person, Account::AtTable table,
              std::function<void(std::optional<Error>)> done) {
    post(work_, std::move(done), std::optional(busy()),
         [this, person = std::move(person), table = std::move(table)] {
           return note_joined(person, table);
         });
  }

  // In a thread of its own: whoever waits for a table in another one must not keep it waiting.
  void add_results(Ending ending, std::function<void(bool)> done) {
    post(results_worker_, std::move(done), false,
         [this, ending = std::move(ending)] { return add_results(ending); });
  }

  void notify(Notice notice, std::string account) {
    if (!options_.courier) return;
    // Where too much waits a notice is the first thing to do without.
    (void)work_.post([this, notice = std::move(notice), account = std::move(account)]() mutable {
      if (const auto there = account.empty() ? Account() : read(account); there.ok()) {
        const Account& whose = there.value();
        if (whose.mail && whose.mail->confirmed) notice.mail = whose.mail->address;
        notice.lang = whose.lang;
      }
      options_.courier->notify(notice);
    });
  }

  void tell_changed(Changed changed) { changed_ = std::move(changed); }

 private:
  template <class T, class Work>
  void post(Workers& where, std::function<void(T)> done, T otherwise, Work work) {
    const auto shared = std::make_shared<std::function<void(T)>>(std::move(done));
    if (!where.post([shared, work = std::move(work)] { (*shared)(work()); }))
      (*shared)(std::move(otherwise));
  }

  // --- the store, waited for ---

  template <class Question>
  auto ask(Question question) {
    std::promise<decltype(question(std::declval<store::Store&>()))> answered;
    journal_.ask([&](store::Store& store) { answered.set_value(question(store)); });
    auto out = answered.get_future().get();
    if (!out.ok()) {
      if (options_.metrics) options_.metrics->store_errors.add();
      tell_operator(out.error());
    }
    return out;
  }

  // Why the store did not do what it was asked. The first line is about the store; what follows may
  // be about whom it was asked for.
  void tell_operator(const Error& why) {
    if (!options_.log) return;
    const std::string_view text = why.message;
    options_.log->write(LogLevel::kError, "store-failed",
                        {{"why", text.substr(0, text.find('\n'))}});
  }

  Result<std::vector<std::string>> log(const std::string& name) {
    return ask([&](store::Store& store) { return store.log(name); });
  }

  Result<Account> read(std::string_view name) {
    const auto lines = log(account_log(name));
    if (!lines) return error("not-kept", "the account could not be read");
    return Account::read(lines.value());
  }

  Result<store::Appended> append(store::Append line) {
    std::promise<Result<store::Appended>> added;
    journal_.append(std::move(line),
                    [&](Result<store::Appended> one) { added.set_value(std::move(one)); });
    auto out = added.get_future().get();
    if (!out) tell_operator(out.error());
    return out;
  }

  // What a line of an account is for: some there are without end only where a program asks.
  enum class Line : std::uint8_t {
    kNeeded,  // ends something, or somebody signs in
    kChange,  // of settings or the address
    kTable,   // that somebody sat down at
  };
  [[nodiscard]] bool full(const Account& account, Line what) const {
    return (what == Line::kChange && account.changes >= options_.most_changes) ||
           (what == Line::kTable && account.lines >= options_.most_lines);
  }

  // Adds the line that `new_line` makes of the account as it is, or none; and the account
  // afterwards. Where another adds one at the same place, again.
  template <class Change>
  Result<Account> change(std::string_view name, Line line_is, Change new_line) {
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      auto account = read(name);
      if (!account) return account;
      Result<std::optional<Json>> line = new_line(account.value());
      if (!line) return line.error();
      if (!line.value()) return account;
      if (full(account.value(), line_is)) return too_long();
      const auto added =
          append({account_log(name), account.value().lines, dump_json(*line.value())});
      if (!added) return not_added(added.error());
      if (added.value() == store::Appended::kYes) return read(name);
    }
    return error("try-again", "others changed this account at the same time; ask again");
  }

  // --- who ---

  // What came by TLS is never sent otherwise, and only this server can have set it.
  [[nodiscard]] bool secure(const Cookies& cookies) const {
    return options_.secure || cookies.secure;
  }
  static std::string cookie_name(bool secure) { return secure ? "__Host-tidelock" : "tidelock"; }

  [[nodiscard]] std::pair<std::string, std::string> cookie(const Cookies& came,
                                                           const std::string& value,
                                                           std::int64_t seconds) const {
    const bool only_tls = secure(came);
    return {"Set-Cookie", cookie_name(only_tls) + "=" + value +
                              "; Path=/; Max-Age=" + std::to_string(seconds) +
                              "; HttpOnly; SameSite=Strict" + (only_tls ? "; Secure" : "")};
  }

  struct SignedIn {
    Account account;
    std::string session;
  };
  Result<SignedIn> signed_in(const Cookies& cookies) {
    const auto value = cookie_value(cookies.text, cookie_name(secure(cookies)));
    const auto credential = value ? read_credential(*value) : std::nullopt;
    if (!credential) return not_signed_in();
    auto account = read(credential->name);
    if (!account) {
      if (account.error().code == "no-such-account") return not_signed_in();
      return account.error();
    }
    const Account::Session* session = account.value().session(credential->id);
    const std::string digest = digest_of(credential->token);
    if (session == nullptr || !same_digest(session->digest, digest) ||
        options_.now() - session->since > kSessionLasts)
      return not_signed_in();
    return SignedIn{std::move(account).value(), credential->id};
  }

  Result<std::optional<Person>> person_of(const Cookies& cookies) {
    auto there = signed_in(cookies);
    if (!there) {
      if (there.error().code == "not-signed-in") return std::optional<Person>();
      return there.error();
    }
    const Account& account = there.value().account;
    return std::optional(
        Person{account.name, there.value().session, account.shown, account.notify});
  }

  // A try at somebody's password. Strangers spend nothing that the holder of the name needs:
  // neither of one who asks from elsewhere, unless there are very many, nor of one who is signed
  // in.
  bool may_guess(const std::string& name, const std::string& from, bool inside) {
    const std::int64_t now = options_.now();
    const std::lock_guard lock(mutex_);
    if (inside) return own_guesses_.take(name, now);
    if (!guesses_.take(name + " " + from, now)) return false;
    if (all_guesses_.take(name, now)) return true;
    guesses_.give_back(name + " " + from);
    return false;
  }
  void no_guess(const std::string& name, const std::string& from, bool inside) {
    const std::lock_guard lock(mutex_);
    if (inside) return own_guesses_.give_back(name);
    guesses_.give_back(name + " " + from);
    all_guesses_.give_back(name);
  }

  // As long for a name that nobody has. `inside`: for somebody who is signed in as that.
  Result<Account> with_password(const std::string& name, const std::string& password,
                                const std::string& from, bool inside) {
    const std::string folded = folded_name(name);
    if (!may_guess(folded, from, inside)) return too_many();
    if (nobody_.empty()) nobody_ = keep_password(fresh_token(), options_.cost);
    auto account = read(name);
    if (!account && account.error().code != "no-such-account") return account;
    const std::string& kept = account.ok() ? account.value().password : nobody_;
    const bool right = right_password(kept, password);
    if (!right || !account.ok()) return wrong_password();
    no_guess(folded, from, inside);
    return account;
  }

  // --- by HTTP ---

  [[nodiscard]] Reply me(const Account& account, const std::string& session) const {
    Json out = me_json(account, session, options_.now());
    out[message::account::me::kNotices] = notices(true);
    return {200, dump_json({{message::account::answer::kAccount, out}})};
  }

  // The ways in which people can be told; a mail needs an account's address.
  [[nodiscard]] Json notices(bool has_account) const {
    Json out = Json::array();
    if (!options_.courier) return out;
    if (has_account && options_.courier->mails()) out.push_back("mail");
    if (options_.courier->commands()) out.push_back("command");
    return out;
  }

  static Reply nobody() {
    return {200, dump_json({{message::account::answer::kAccount, nullptr}})};
  }
  [[nodiscard]] Reply stranger() const {
    return {200, dump_json({{message::account::answer::kAccount, nullptr},
                            {message::account::answer::kNotices, notices(false)}})};
  }

  Reply reply_to(const AccountCall& call) {
    Result<Reply> out = answer_to(call);
    return out.ok() ? std::move(out).value() : refused(out.error());
  }

  [[nodiscard]] Reply refused(const Error& why) const {
    if (options_.metrics) options_.metrics->errors.add(why.code);
    return refuse_with(status_of(why), why);
  }

  Result<Reply> answer_to(const AccountCall& call) {
    using Verb = AccountCall::Verb;
    Json body = Json::object();
    if (!call.body.empty()) {
      auto parsed = parse_json(call.body);
      if (!parsed) return parsed.error();
      body = std::move(parsed).value();
    }
    JsonIn::Trouble trouble;
    const JsonIn in(body, trouble);
    if (!in.is_object()) return error("bad-request", "expected an object");
    switch (call.verb) {
      case Verb::kSignUp: return sign_up(in, call);
      case Verb::kSignIn: return sign_in(in, call);
      case Verb::kPlayer: return player(call.subject);
      default: break;
    }
    const auto there = signed_in(call.cookies);
    if (!there) {
      const bool nobody_is = there.error().code == "not-signed-in";
      if (nobody_is && call.verb == Verb::kMe) return stranger();
      if (nobody_is && call.verb == Verb::kSignOut) return gone(call);
      return there.error();
    }
    const Account& account = there.value().account;
    const std::string& session = there.value().session;
    switch (call.verb) {
      case Verb::kSignOut: {
        if (const auto bad = end_session(account.name, session)) return *bad;
        return gone(call);
      }
      case Verb::kGames: return games(account);
      case Verb::kEndSession: {
        if (const auto bad = end_session(account.name, call.subject)) return *bad;
        return then_me(read(account.name), session);
      }
      case Verb::kPassword: return change_password(in, account, session, call);
      case Verb::kSettings: return change_settings(in, account, session);
      case Verb::kMail: return change_mail(in, account, session);
      case Verb::kConfirmMail: return confirm_mail(in, account, session);
      case Verb::kRemoveMail: return remove_mail(account, session);
      case Verb::kExport: return everything(account);
      case Verb::kDelete: return erase(in, account, call);
      default: return me(account, session);
    }
  }

  Result<Reply> then_me(const Result<Account>& account, const std::string& session) const {
    if (!account) return account.error();
    return me(account.value(), session);
  }

  [[nodiscard]] Reply gone(const AccountCall& call) const {
    Reply out = nobody();
    out.headers.push_back(cookie(call.cookies, "", 0));
    return out;
  }

  Result<Reply> begin_session(const std::string& name, const std::string& verified,
                              const AccountCall& call, int status) {
    const std::string token = fresh_token();
    const Account::Session session{fresh_session_id(), digest_of(token), call.device,
                                   options_.now(), 0};
    {
      const std::lock_guard lock(mutex_);
      if (!sign_ins_.take(folded_name(name), options_.now())) return too_many();
    }
    const auto changed =
        change(name, Line::kNeeded, [&](const Account& account) -> Result<std::optional<Json>> {
          // The password was changed while it was being worked out.
          if (account.password != verified) return wrong_password();
          return std::optional(signed_in_line(session));
        });
    if (!changed) return changed.error();
    Reply out = me(changed.value(), session.id);
    out.status = status;
    out.headers.push_back(cookie(call.cookies, folded_name(name) + "." + session.id + "." + token,
                                 kSessionLasts / kSecond));
    return out;
  }

  Result<Reply> sign_up(const JsonIn& in, const AccountCall& call) {
    in.only({"name", "password"});
    const std::string name = read_account_name(in["name"]);
    const std::string password = read_password(in["password"]);
    if (!in.ok()) return in.trouble().first();
    const auto taken = [] { return error("name-taken", "this name is taken", "name"); };
    const auto there = log(account_log(name));
    if (!there) return error("not-kept", "the account could not be read");
    if (!there.value().empty()) return taken();
    const std::string kept = keep_password(password, options_.cost);
    if (kept.empty()) return error("busy", "not enough memory; try later");
    const auto added =
        append({account_log(name), 0, dump_json(created_line(name, kept, options_.now())),
                store::Card{false, store::Phase::kOver, "{}"}});
    if (!added) return not_added(added.error());
    if (added.value() == store::Appended::kNo) return taken();
    constexpr int kCreated = 201;
    return begin_session(name, kept, call, kCreated);
  }

  Result<Reply> sign_in(const JsonIn& in, const AccountCall& call) {
    in.only({"name", "password"});
    const std::string name = read_account_name(in["name"]);
    const std::string password = read_password(in["password"]);
    if (!in.ok()) return in.trouble().first();
    const auto account = with_password(name, password, call.from, false);
    if (!account) return account.error();
    return begin_session(name, account.value().password, call, 200);
  }

  // Of a session that has ended nothing is kept but that something was there.
  std::optional<Error> end_session(const std::string& name, const std::string& id) {
    std::uint64_t line = 0;
    const auto changed =
        change(name, Line::kNeeded, [&](const Account& account) -> Result<std::optional<Json>> {
          const Account::Session* session = account.session(id);
          if (session == nullptr) return error("no-such-session", "there is no such session");
          line = session->line;
          return std::optional(signed_out_line(id, options_.now()));
        });
    if (!changed) return changed.error();
    (void)ask([&](store::Store& store) {
      return store.rewrite(account_log(name), line, dump_json(gone_line()));
    });
    return std::nullopt;
  }

  Result<Reply> change_password(const JsonIn& in, const Account& account,
                                const std::string& session, const AccountCall& call) {
    in.only({"password", "new"});
    const std::string old = read_password(in["password"]);
    const std::string fresh = read_password(in["new"]);
    if (!in.ok()) return in.trouble().first();
    const auto verified = with_password(account.name, old, call.from, true);
    if (!verified) return verified.error();
    const std::string kept = keep_password(fresh, options_.cost);
    if (kept.empty()) return error("busy", "not enough memory; try later");
    return then_me(change(account.name, Line::kNeeded,
                          [&](const Account& now) -> Result<std::optional<Json>> {
                            if (now.session(session) == nullptr) return not_signed_in();
                            if (now.password != verified.value().password) return wrong_password();
                            return std::optional(password_line(kept, session, options_.now()));
                          }),
                   session);
  }

  Result<Reply> change_settings(const JsonIn& in, const Account& account,
                                const std::string& session) {
    in.only({"shown", "notify", "lang"});
    const JsonIn shown = in.maybe("shown");
    const JsonIn notify = in.maybe("notify");
    const bool show = shown.exists() && shown.boolean();
    std::optional<std::int64_t> after;
    if (notify.exists() && !notify.is_null()) after = notify.integer(kLeastNotify, kMostNotify);
    const JsonIn lang = in.maybe("lang");
    const Lang spoken = lang.exists() ? read_lang(lang) : Lang::kEn;
    if (!in.ok()) return in.trouble().first();
    return then_me(change(account.name, Line::kChange,
                          [&](Account now) -> Result<std::optional<Json>> {
                            const Json before = settings_line(now, 0);
                            if (shown.exists()) now.shown = show;
                            if (notify.exists()) now.notify = after;
                            if (lang.exists()) now.lang = spoken;
                            if (settings_line(now, 0) == before) return std::optional<Json>();
                            return std::optional(settings_line(now, options_.now()));
                          }),
                   session);
  }

  Result<Reply> change_mail(const JsonIn& in, const Account& account, const std::string& session) {
    in.only({"address"});
    const std::string address =
        in["address"].is_text() ? in["address"].raw().get<std::string>() : "";
    if (!is_mail_address(address))
      return error("bad-address", "expected an address such as name@example.org", "address");
    if (!options_.courier || !options_.courier->mails())
      return error("no-mail", "this server sends no mail");
    const std::int64_t now = options_.now();
    // One's own first: who has no more takes nothing from others.
    const auto no_more = [&](const Account& one) {
      return std::count_if(one.codes.begin(), one.codes.end(),
                           [&](std::int64_t at) { return now - at < kDay; }) >= kCodesPerDay;
    };
    if (full(account, Line::kChange)) return too_long();
    if (no_more(account)) return too_many();
    {
      // Nobody is to have this server write to strangers, whatever accounts they have.
      const std::lock_guard lock(mutex_);
      if (!codes_.take(folded_name(address), now)) return too_many();
      if (!all_codes_.take("", now)) {
        codes_.give_back(folded_name(address));
        return too_many();
      }
    }
    const std::string code = fresh_code();
    auto changed = change(
        account.name, Line::kChange, [&](const Account& there) -> Result<std::optional<Json>> {
          if (no_more(there)) return too_many();
          return std::optional(mail_line(address, digest_of(code + address), now));
        });
    if (!changed) return changed.error();
    if (!options_.courier->send_code(address, code, account.lang))
      return error("busy", "too much is to be sent; try later");
    return me(changed.value(), session);
  }

  Result<Reply> confirm_mail(const JsonIn& in, const Account& account, const std::string& session) {
    in.only({"code"});
    const std::string code = in["code"].text();
    if (!in.ok()) return in.trouble().first();
    {
      const std::lock_guard lock(mutex_);
      if (!code_guesses_.take(folded_name(account.name), options_.now())) return too_many();
    }
    return then_me(
        change(account.name, Line::kNeeded,
               [&](const Account& now) -> Result<std::optional<Json>> {
                 if (now.mail && now.mail->confirmed) return std::optional<Json>();
                 if (!now.mail || options_.now() - now.mail->at > kCodeLasts ||
                     !same_digest(now.mail->digest, digest_of(code + now.mail->address)))
                   return error("wrong-code", "this is not the code that was sent last", "code");
                 return std::optional(Json{{"do", "mail-confirmed"}, {"at", options_.now()}});
               }),
        session);
  }

  // The address is not only no longer used, it is no longer there.
  Result<Reply> remove_mail(const Account& account, const std::string& session) {
    const auto changed =
        change(account.name, Line::kNeeded, [&](const Account& now) -> Result<std::optional<Json>> {
          if (!now.mail) return std::optional<Json>();
          return std::optional(Json{{"do", "mail-removed"}, {"at", options_.now()}});
        });
    if (!changed) return changed.error();
    const auto lines = log(account_log(account.name));
    if (!lines) return error("not-kept", "the account could not be read");
    for (std::size_t i = 0; i < lines.value().size(); ++i) {
      auto line = parse_json(lines.value()[i]);
      if (!line || line.value().value("do", "") != "mail") continue;
      line.value()["address"] = "";
      (void)ask([&](store::Store& store) {
        return store.rewrite(account_log(account.name), i, dump_json(line.value()));
      });
    }
    return me(changed.value(), session);
  }

  Result<Reply> player(const std::string& name) {
    const auto account = read(name);
    const bool none = !account && account.error().code == "no-such-account";
    if (!account && !none) return account.error();
    if (none || !account.value().shown)
      return error("no-such-player", "there is no such player, or they do not want to be shown");
    return Reply{200, dump_json(player_json(account.value(), options_.now()))};
  }

  // Tables that are not over, from their rows: none is woken for it.
  Result<Reply> games(const Account& account) {
    std::vector<std::string> names;
    std::map<std::string, const Account::AtTable*> at;
    for (auto one = account.tables.rbegin();
         one != account.tables.rend() && names.size() < kMostGames; ++one) {
      if (one->over || !at.try_emplace(one->table, &*one).second) continue;
      names.push_back(one->table);
    }
    const auto rows = ask([&](store::Store& store) { return store.rows(names); });
    if (!rows) return error("not-kept", "the tables could not be read");
    std::vector<Json> games;
    for (const store::Listed& row : rows.value()) {
      if (row.card.phase == store::Phase::kOver) continue;
      const Account::AtTable& mine = *at[row.table];
      games.push_back({{message::account::game::kTable, row.table},
                       {message::account::game::kSeat, mine.seat + 1},
                       {message::account::game::kGame, mine.game},
                       {message::account::game::kPhase,
                        row.card.phase == store::Phase::kPlaying ? "playing" : "gathering"},
                       {message::account::game::kWaiting, ((row.turn >> mine.seat) & 1U) != 0}});
    }
    std::stable_partition(games.begin(), games.end(), [](const Json& one) {
      return one[message::account::game::kWaiting].get<bool>();
    });
    return Reply{200, dump_json({{message::account::games::kGames, games}})};
  }

  Result<Reply> everything(const Account& account) {
    const auto lines = log(account_log(account.name));
    if (!lines) return error("not-kept", "the account could not be read");
    Json own = Json::array();
    for (const std::string& text : lines.value()) {
      auto line = parse_json(text);
      if (!line) return error("bad-log", "a line of the account cannot be read");
      // What opens something is not handed out, not even to whom it belongs.
      line.value().erase("password");
      line.value().erase("digest");
      own.push_back(std::move(line).value());
    }
    Json tables = Json::array();
    std::vector<std::string> seen;
    for (const Account::AtTable& one : account.tables) {
      if (std::find(seen.begin(), seen.end(), one.table) != seen.end()) continue;
      seen.push_back(one.table);
      const auto table = log(one.table);
      if (!table) return error("not-kept", "a table could not be read");
      tables.push_back({{"table", one.table}, {"lines", own_lines(table.value(), account.name)}});
    }
    const Json out = {{"format", "tidelock-export/1"},
                      {"account", me_json(account, "", options_.now())},
                      {"log", own},
                      {"tables", tables}};
    return Reply{200,
                 dump_json(out),
                 {{"Content-Disposition",
                   "attachment; filename=\"" + folded_name(account.name) + ".json\""}}};
  }

  // First no session is left that could sit down anywhere, then the name goes out of every table,
  // and the log goes last: whoever is interrupted signs in and asks again.
  Result<Reply> erase(const JsonIn& in, const Account& account, const AccountCall& call) {
    in.only({"password"});
    const std::string password = read_password(in["password"]);
    if (!in.ok()) return in.trouble().first();
    const auto verified = with_password(account.name, password, call.from, true);
    if (!verified) return verified.error();
    const auto last =
        change(account.name, Line::kNeeded, [&](const Account& now) -> Result<std::optional<Json>> {
          if (now.password != verified.value().password) return wrong_password();
          return std::optional(password_line(now.password, "", options_.now()));
        });
    if (!last) return last.error();
    for (const Account::AtTable& one : last.value().tables) {
      if (!forget(one.table, account.name))
        return error("not-kept", "a table could not be changed; sign in and ask again");
    }
    const auto erased =
        ask([&](store::Store& store) { return store.erase(account_log(account.name)); });
    if (!erased) return error("not-kept", "the account could not be erased; ask again");
    return gone(call);
  }

  // Takes a name out of a table, and of the next one, which may have kept a seat: lines say so, for
  // whoever has the table awake; then what that person said goes, and last the line that says who
  // it was. Whether all of it is done.
  bool forget(const std::string& table, const std::string& account,
              const std::vector<std::string>& digests = {}) {
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      const auto lines = log(table);
      if (!lines) return false;
      const Forgotten out = without_account(lines.value(), account, digests);
      if (out.lines.empty()) return true;
      for (const std::string& next : out.next) {
        if (!forget(next, account, out.digests)) return false;
      }
      const std::vector<std::string> names = {table};
      const auto rows = ask([&](store::Store& store) { return store.rows(names); });
      if (!rows || rows.value().empty()) return false;
      const store::Listed& row = rows.value().front();
      bool all = true;
      for (std::size_t i = 0; all && i < out.seats.size(); ++i) {
        const Json says = {{"do", "forget"}, {"seat", out.seats[i]}, {"at", options_.now()}};
        store::Append line{table, lines.value().size() + i, dump_json(says)};
        line.card =
            store::Card{row.card.listed, row.card.phase, card_without(row.card.text, out.seats)};
        line.due = row.due;
        line.turn = row.turn;
        const auto added = append(std::move(line));
        if (!added) return false;
        all = added.value() == store::Appended::kYes;
      }
      if (!all) continue;
      for (const auto& [place, text] : out.lines) {
        const auto done = ask([&, at = place, &one = text](store::Store& store) {
          return store.rewrite(table, at, one);
        });
        if (!done) return false;
      }
      if (changed_) changed_(table, lines.value().size() + out.seats.size());
      return true;
    }
    return false;
  }

  // --- from tables ---

  std::optional<Error> note_joined(const Person& person, const Account::AtTable& table) {
    Account::AtTable noted = table;
    noted.since = options_.now();
    const auto changed = change(
        person.account, Line::kTable, [&](const Account& account) -> Result<std::optional<Json>> {
          if (account.session(person.session) == nullptr) return not_signed_in();
          const bool there = std::any_of(
              account.tables.begin(), account.tables.end(), [&](const Account::AtTable& one) {
                return one.table == table.table && one.seat == table.seat;
              });
          return there ? std::optional<Json>() : std::optional(joined_line(noted));
        });
    if (changed) return std::nullopt;
    if (changed.error().code == "no-such-account") return not_signed_in();
    return changed.error();
  }

  // What somebody's rating was before a table: as its own result says, once that is there.
  Result<Rating> before(const std::string& name, const Ending& ending) {
    const auto account = read(name);
    if (!account) {
      if (account.error().code == "no-such-account") return Rating{};
      return account.error();
    }
    if (const auto* there = account.value().result(ending.table)) return there->before;
    return account.value().rating(ending.game, ending.at);
  }

  bool add_results(const Ending& ending) {
    bool all = true;
    std::vector<std::string> done;
    for (const Ending::Player& player : ending.players) {
      if (std::find(done.begin(), done.end(), player.account) != done.end()) continue;
      done.push_back(player.account);
      all = add_results(ending, player) && all;
    }
    for (const std::string& name : ending.others) {
      if (std::find(done.begin(), done.end(), name) != done.end()) continue;
      done.push_back(name);
      const auto changed =
          change(name, Line::kNeeded, [&](const Account& account) -> Result<std::optional<Json>> {
            if (account.over(ending.table)) return std::optional<Json>();
            return std::optional(ended_line(ending.table, ending.at));
          });
      all = (changed.ok() || changed.error().code == "no-such-account") && all;
    }
    return all;
  }

  bool add_results(const Ending& ending, const Ending::Player& player) {
    const auto opponents = opponents_of(ending, player.account);
    std::vector<Encounter> encounters;
    Account::Outcome outcome;
    for (const Ending::Player* other : opponents) {
      const auto rating = before(other->account, ending);
      if (!rating) return false;
      const double score = score_between(player, *other);
      encounters.push_back({rating.value(), score, 1 / static_cast<double>(opponents.size())});
      outcome.won += score == 1 ? 1 : 0;
      outcome.lost += score == 0 ? 1 : 0;
      outcome.drawn += score != 1 && score != 0 ? 1 : 0;
    }
    const auto changed = change(
        player.account, Line::kNeeded, [&](const Account& account) -> Result<std::optional<Json>> {
          if (account.over(ending.table)) return std::optional<Json>();
          if (encounters.empty()) return std::optional(ended_line(ending.table, ending.at));
          Account::Outcome one = outcome;
          one.table = ending.table;
          one.game = ending.game;
          one.at = ending.at;
          one.listed = ending.listed;
          const auto standing = account.ratings.find(ending.game);
          const bool first = standing == account.ratings.end();
          one.before = account.rating(ending.game, ending.at);
          one.after = played(first ? Rating{} : standing->second.rating,
                             first ? 0 : ending.at - standing->second.at, encounters);
          return std::optional(result_line(one));
        });
    // Somebody who deleted the account has no results.
    return changed.ok() || changed.error().code == "no-such-account";
  }

  Journal& journal_;
  AccountOptions options_;
  Changed changed_;
  std::string nobody_;  // nobody's password; for the thread that works passwords out
  std::mutex mutex_;
  GuessLimit guesses_{10, 60 * kSecond};           // of a password, for a name and an address
  GuessLimit all_guesses_{200, 10 * kSecond};      // for a name
  GuessLimit own_guesses_{10, 60 * kSecond};       // for a name, by whoever is signed in
  GuessLimit sign_ins_{60, 5 * 60 * kSecond};      // that were right, for a name: each is a line
  GuessLimit code_guesses_{5, 12 * 60 * kSecond};  // of a code, for a name
  GuessLimit codes_{3, 8 * kAnHour};               // mails to an address
  GuessLimit all_codes_{60, 60 * kSecond};         // mails to anybody
  Workers hashing_{1, kMostHashing};
  Workers exports_{1, kMostExports};
  Workers work_{2, kMostWork};
  Workers results_worker_{1, kMostWork};
};

Accounts::Accounts(Journal& journal, AccountOptions options)
    : impl_(std::make_unique<Impl>(journal, std::move(options))) {}
Accounts::~Accounts() { impl_->stop(); }
void Accounts::stop() { impl_->stop(); }
void Accounts::answer(AccountCall call, std::function<void(Reply)> done) {
  impl_->answer(std::move(call), std::move(done));
}
void Accounts::look_up(Cookies cookies, std::function<void(Result<std::optional<Person>>)> done) {
  impl_->look_up(std::move(cookies), std::move(done));
}
void Accounts::joined(Person person, Account::AtTable table,
                      std::function<void(std::optional<Error>)> done) {
  impl_->joined(std::move(person), std::move(table), std::move(done));
}
void Accounts::add_results(Ending ending, std::function<void(bool)> done) {
  impl_->add_results(std::move(ending), std::move(done));
}
void Accounts::notify(Notice notice, std::string account) {
  impl_->notify(std::move(notice), std::move(account));
}
void Accounts::tell_changed(Changed changed) { impl_->tell_changed(std::move(changed)); }

// --- tables' logs ---

namespace {

// Calls `visit` with each line of a table's log and whether it belongs to a seat that the account
// held then; the seats that it still has at the end.
template <class Visit>
std::vector<int> visit_lines(const std::vector<std::string>& log, std::string_view account,
                             Visit visit) {
  const std::string folded = folded_name(account);
  std::vector<int> seats;
  for (std::size_t i = 1; i < log.size(); ++i) {
    auto parsed = parse_json(log[i]);
    if (!parsed || !parsed.value().is_object()) continue;
    Json& line = parsed.value();
    const auto whose = line.find("seat");
    if (whose == line.end() || !whose->is_number_integer()) continue;
    const int seat = whose->get<int>();
    if (line.value("do", "") == "sit") {
      std::erase(seats, seat);
      const auto named = line.find("account");
      if (named != line.end() && named->is_string() &&
          folded_name(named->get_ref<const std::string&>()) == folded)
        seats.push_back(seat);
    }
    if (std::find(seats.begin(), seats.end(), seat) != seats.end()) visit(i, line);
  }
  return seats;
}

}  // namespace

Json own_lines(const std::vector<std::string>& log, std::string_view account) {
  Json out = Json::array();
  (void)visit_lines(log, account, [&](std::size_t, Json& line) {
    line.erase("then");  // what chance brought may still be hidden
    line.erase("digest");
    out.push_back(line);
  });
  return out;
}

Forgotten without_account(const std::vector<std::string>& log, std::string_view account,
                          const std::vector<std::string>& digests) {
  Forgotten out;
  out.digests = digests;
  const auto note = [](auto& list, const auto& one) {
    if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(one);
  };
  out.seats = visit_lines(log, account, [&](std::size_t place, Json& line) {
    const bool sits = line.value("do", "") == "sit";
    const bool talks = line.contains("text");
    if (sits && line.contains("digest")) note(out.digests, line["digest"].get<std::string>());
    if (!sits && !talks) return;
    line.erase("account");
    if (sits) line["name"] = "";
    if (talks) line["text"] = "…";
    out.lines.emplace_back(place, dump_json(line));
  });
  // A seat that was kept for somebody has their name from the table before.
  auto first = log.empty() ? Result<Json>(Json()) : parse_json(log.front());
  if (first.ok() && first.value().is_object() && first.value().contains("seats")) {
    Json& chairs = first.value()["seats"];
    bool changed = false;
    for (std::size_t i = 0; i < chairs.size(); ++i) {
      const std::string reserved = chairs[i].value("reserved", "");
      if (reserved.empty() ||
          std::find(out.digests.begin(), out.digests.end(), reserved) == out.digests.end())
        continue;
      if (chairs[i].value("name", "").empty()) continue;
      chairs[i]["name"] = "";
      changed = true;
      // Where somebody sits by now the name is theirs.
      const bool taken = std::any_of(log.begin() + 1, log.end(), [&](const std::string& text) {
        const auto line = parse_json(text);
        return line && line.value().value("do", "") == "sit" &&
               line.value().value("seat", 0) == static_cast<int>(i) + 1;
      });
      if (!taken) note(out.seats, static_cast<int>(i) + 1);
    }
    if (changed) out.lines.emplace_back(0, dump_json(first.value()));
  }
  for (const std::string& text : log) {
    if (text.find("\"rematch\"") == std::string::npos) continue;
    if (const auto line = parse_json(text); line && line.value().value("do", "") == "rematch")
      note(out.next, line.value().value("next", ""));
  }
  // The line that says who it was is the last to go.
  std::sort(out.lines.begin(), out.lines.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  std::stable_partition(out.lines.begin(), out.lines.end(),
                        [](const auto& one) { return one.first == 0; });
  return out;
}

}  // namespace tidelock::server
