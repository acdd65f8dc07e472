#include "server/accounts.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <thread>

#include "server/courier.h"
#include "server/testing.h"
#include "server/testing_world.h"
#include "store/store.h"

namespace tidelock::server {
namespace {

using Verb = AccountCall::Verb;

Ending ending_of(const std::string& table, std::vector<Ending::Player> players) {
  return {table, "toy", 1790000001000, true, false, std::move(players), {}};
}

// Accounts on a store, and a clock that is set by hand.
class AccountsTest : public testing::Test {
 protected:
  AccountsTest() { begin(store::in_memory()); }

  void begin(std::unique_ptr<store::Store> store) {
    accounts_.reset();
    journal_ = std::make_unique<Journal>(std::move(store));
    AccountOptions options;
    options.cost = least_cost();
    options.now = [this] { return now_.load(); };
    options.courier = courier_;
    options.most_changes = most_changes_;
    options.most_lines = most_lines_;
    accounts_ = std::make_unique<Accounts>(*journal_, options);
  }

  Reply ask(AccountCall call) {
    std::promise<Reply> replied;
    accounts_->answer(std::move(call), [&](Reply reply) { replied.set_value(std::move(reply)); });
    return replied.get_future().get();
  }
  Reply ask(Verb verb, const Json& body, const std::string& cookies = {}) {
    return ask({verb, {}, {cookies}, "Firefox, Linux", dump_json(body)});
  }
  Json told(Verb verb, const std::string& cookies, const std::string& subject = {}) {
    return json(ask({verb, subject, {cookies}, {}, {}}));
  }
  static Json json(const Reply& reply) { return parse_json(reply.body).value(); }
  static std::string code(const Reply& reply) { return json(reply)["error"]["code"]; }

  // The cookie as a browser sends it back.
  static std::string cookie(const Reply& reply) {
    for (const auto& [name, value] : reply.headers) {
      if (name == "Set-Cookie") return value.substr(0, value.find(';'));
    }
    return {};
  }
  std::string sign_up(const std::string& name) {
    const Reply reply = ask(Verb::kSignUp, {{"name", name}, {"password", "correct horse"}});
    EXPECT_EQ(reply.status, 201) << reply.body;
    return cookie(reply);
  }
  Reply sign_in(const std::string& name, const std::string& password = "correct horse",
                const std::string& from = "192.0.2.1") {
    const Json body = {{"name", name}, {"password", password}};
    return ask({Verb::kSignIn, {}, {}, "Firefox, Linux", dump_json(body), from});
  }

  std::optional<Person> who(const std::string& cookies) {
    std::promise<std::optional<Person>> out;
    accounts_->look_up({cookies}, [&](Result<std::optional<Person>> one) {
      out.set_value(one.ok() ? std::move(one).value() : std::nullopt);
    });
    return out.get_future().get();
  }
  std::optional<Error> join(const std::string& cookies, const std::string& table,
                            std::size_t seat = 0) {
    const auto person = who(cookies);
    if (!person) return error("nobody", "nobody");
    std::promise<std::optional<Error>> out;
    accounts_->joined(*person, {table, seat, "toy", 0, false},
                      [&](std::optional<Error> one) { out.set_value(std::move(one)); });
    return out.get_future().get();
  }
  bool add_results(const Ending& ending) {
    std::promise<bool> out;
    accounts_->add_results(ending, [&](bool one) { out.set_value(one); });
    return out.get_future().get();
  }
  std::vector<std::string> log(const std::string& name) {
    std::promise<std::vector<std::string>> out;
    journal_->log(
        name, [&](const Result<std::vector<std::string>>& lines) { out.set_value(lines.value()); });
    return out.get_future().get();
  }
  void append(const std::string& table, std::uint64_t seq, const Json& line,
              const Json& card = {}) {
    std::promise<void> out;
    store::Append one{table, seq, dump_json(line)};
    if (!card.is_null()) one.card = store::Card{false, store::Phase::kPlaying, dump_json(card)};
    one.turn = 1;
    journal_->append(one, [&](const Result<store::Appended>& added) {
      EXPECT_TRUE(added.ok() && added.value() == store::Appended::kYes);
      out.set_value();
    });
    out.get_future().get();
  }

  std::atomic<std::int64_t> now_ = 1790000000000;
  std::uint64_t most_changes_ = AccountOptions().most_changes;
  std::uint64_t most_lines_ = AccountOptions().most_lines;
  std::shared_ptr<Courier> courier_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<Accounts> accounts_;
};

TEST_F(AccountsTest, SignsUpInAndOut) {
  EXPECT_TRUE(told(Verb::kMe, "")["account"].is_null());
  const std::string first = sign_up("Ada");
  const Json me = told(Verb::kMe, first)["account"];
  EXPECT_EQ(me["name"], "Ada");
  EXPECT_EQ(me["since"], now_.load());
  ASSERT_EQ(me["sessions"].size(), 1U);
  EXPECT_EQ(me["sessions"][0]["device"], "Firefox, Linux");
  EXPECT_EQ(me["sessions"][0]["current"], true);
  // Upper and lower case are one, and a name is taken once.
  EXPECT_EQ(code(ask(Verb::kSignUp, {{"name", "aDA"}, {"password", "another one"}})), "name-taken");
  const Reply again = sign_in("ADA");
  EXPECT_EQ(again.status, 200);
  const std::string second = cookie(again);
  EXPECT_EQ(json(again)["account"]["sessions"].size(), 2U);
  // One session ends; the other does not.
  const Reply out = ask({Verb::kSignOut, {}, {first}, {}, {}});
  EXPECT_EQ(cookie(out), "tidelock=");
  EXPECT_FALSE(who(first));
  ASSERT_TRUE(who(second));
  EXPECT_EQ(who(second)->account, "Ada");
}

TEST_F(AccountsTest, ACookieIsForItsUseAlone) {
  const Reply reply = ask(Verb::kSignUp, {{"name", "ada"}, {"password", "correct horse"}});
  ASSERT_EQ(reply.headers.size(), 1U);
  const std::string set = reply.headers[0].second;
  for (const char* wanted : {"; HttpOnly", "; SameSite=Strict", "; Path=/"})
    EXPECT_NE(set.find(wanted), std::string::npos) << set;
  EXPECT_EQ(set.find("Secure"), std::string::npos);
  // By TLS the cookie has a name that only this server can set, and the other one opens nothing.
  const Json body = {{"name", "ada"}, {"password", "correct horse"}};
  const Reply secure = ask({Verb::kSignIn, {}, {"", true}, {}, dump_json(body)});
  const std::string safe = secure.headers.at(0).second;
  EXPECT_TRUE(safe.starts_with("__Host-tidelock=ada."));
  EXPECT_NE(safe.find("; Secure"), std::string::npos);
  const auto signed_in = [&](const std::string& text, bool tls) {
    return !json(ask({Verb::kMe, {}, {text, tls}, {}, {}}))["account"].is_null();
  };
  EXPECT_TRUE(signed_in(cookie(secure), true));
  EXPECT_FALSE(signed_in(cookie(secure), false));
  EXPECT_TRUE(signed_in(cookie(reply), false));
  EXPECT_FALSE(signed_in(cookie(reply), true));
}

TEST_F(AccountsTest, CookiesThatAreNotOursOpenNothing) {
  const std::string good = sign_up("ada");
  (void)sign_up("bob");
  ASSERT_TRUE(who(good));
  ASSERT_TRUE(who("a=b; " + good + "; c=d"));
  std::string forged = good;
  forged.back() = forged.back() == '0' ? '1' : '0';
  EXPECT_FALSE(who(forged));
  EXPECT_FALSE(who("tidelock=bob" + good.substr(good.find('.'))));
  for (const char* bad : {"", "tidelock=", "tidelock=..", "tidelock=ada", "tidelock=ada..",
                          "tidelock=../x.y.z", "xtidelock=1", ";;;", "tidelock"})
    EXPECT_FALSE(who(bad)) << bad;
  // The token itself stands nowhere in the log.
  const std::string token = good.substr(good.rfind('.') + 1);
  for (const std::string& line : log("account/ada")) EXPECT_EQ(line.find(token), std::string::npos);
  // A session does not last for ever.
  now_ += std::int64_t{181} * 24 * 3600 * 1000;
  EXPECT_FALSE(who(good));
}

TEST_F(AccountsTest, NamesAndPasswordsThatDoNotFitAreRefused) {
  const auto sign = [&](const Json& name, const Json& password) {
    return code(ask(Verb::kSignUp, {{"name", name}, {"password", password}}));
  };
  for (const char* bad : {"", "a", "with space", "abcdefghijklmnopqrstu", "../etc", "ądä", "a/b"})
    EXPECT_EQ(sign(bad, "correct horse"), "bad-name") << bad;
  EXPECT_EQ(sign(12, "correct horse"), "bad-name");
  EXPECT_EQ(sign("ada", "7 bytes"), "bad-password");
  EXPECT_EQ(sign("ada", std::string(201, 'x')), "bad-password");
  EXPECT_EQ(sign("ada", Json()), "bad-password");
  const Reply reply = ask(Verb::kSignUp, {{"name", "ada"}, {"password", "secret"}});
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(reply.body.find("secret"), std::string::npos);
  EXPECT_EQ(ask({Verb::kSignUp, {}, {}, {}, "[]"}).status, 400);
  EXPECT_EQ(ask({Verb::kSignUp, {}, {}, {}, "{"}).status, 400);
}

TEST_F(AccountsTest, AnUnknownNameIsAnsweredLikeAWrongPassword) {
  (void)sign_up("ada");
  const Reply wrong = sign_in("ada", "wrong horse");
  const Reply nobody = sign_in("bob", "wrong horse");
  EXPECT_EQ(wrong.status, 403);
  EXPECT_EQ(wrong.status, nobody.status);
  EXPECT_EQ(wrong.body, nobody.body);
  EXPECT_EQ(wrong.headers, nobody.headers);
}

TEST_F(AccountsTest, GuessesAreCountedByNameAndAddress) {
  const std::string here = sign_up("ada");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(code(sign_in("ada", "wrong horse")), "wrong-password");
  EXPECT_EQ(sign_in("ada", "wrong horse").status, 429);
  EXPECT_EQ(sign_in("ADA").status, 429);  // not even the right one
  EXPECT_TRUE(who(here));                 // but who is in is in
  // The same for a name that nobody has.
  for (int i = 0; i < 10; ++i) EXPECT_EQ(code(sign_in("bob", "wrong horse")), "wrong-password");
  EXPECT_EQ(sign_in("bob").status, 429);
  now_ += 61 * 1000;
  EXPECT_EQ(sign_in("ada").status, 200);
  // What is right costs nothing.
  for (int i = 0; i < 15; ++i) EXPECT_EQ(sign_in("ada").status, 200);
}

TEST_F(AccountsTest, StrangersWhoGuessKeepNobodyOut) {
  const std::string here = sign_up("ada");
  for (int i = 0; i < 12; ++i) (void)sign_in("ada", "wrong horse");
  EXPECT_EQ(sign_in("ada").status, 429);
  EXPECT_EQ(sign_in("ada", "correct horse", "192.0.2.2").status, 200);
  // Together they have an end too.
  for (int i = 0; i < 250; ++i)
    (void)sign_in("ada", "wrong horse", "198.51.100." + std::to_string(i % 50));
  const Reply late = sign_in("ada", "correct horse", "192.0.2.2");
  EXPECT_EQ(late.status, 429);
  EXPECT_EQ(late.headers.at(0), std::pair(std::string("Retry-After"), std::string("60")));
  // Who is signed in has tries of their own, and an end as well.
  EXPECT_EQ(
      ask(Verb::kPassword, {{"password", "correct horse"}, {"new", "battery staple"}}, here).status,
      200);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(code(ask(Verb::kDelete, {{"password", "wrong horse"}}, here)), "wrong-password");
  EXPECT_EQ(ask(Verb::kDelete, {{"password", "battery staple"}}, here).status, 429);
}

TEST_F(AccountsTest, WhatChangesNothingAddsNothing) {
  const std::string here = sign_up("ada");
  EXPECT_EQ(ask(Verb::kSettings, {{"notify", 3600}, {"lang", "pl"}}, here).status, 200);
  const std::size_t lines = log("account/ada").size();
  EXPECT_EQ(ask(Verb::kSettings, {{"notify", 3600}}, here).status, 200);
  EXPECT_EQ(ask(Verb::kSettings, {{"shown", true}, {"lang", "pl"}}, here).status, 200);
  EXPECT_EQ(ask(Verb::kSettings, Json::object(), here).status, 200);
  EXPECT_EQ(log("account/ada").size(), lines);
}

TEST_F(AccountsTest, AFullAccountCanStillBeLeft) {
  most_changes_ = 3;
  most_lines_ = 8;
  begin(store::in_memory());
  const std::string here = sign_up("ada");
  const auto change = [&](int i) {
    return ask(Verb::kSettings, {{"notify", 60 + i}}, here).status;
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(change(i), 200);
  EXPECT_EQ(change(3), 400);
  EXPECT_EQ(told(Verb::kMe, here)["account"]["notify"], 62);
  int joined = 0;
  while (joined < 20 && !join(here, "t" + std::to_string(joined))) ++joined;
  EXPECT_EQ(joined, 3);
  // A result is kept, or its table would never be done.
  EXPECT_TRUE(add_results(ending_of("t0", {{"ada", true, true, 20}})));
  const std::string there = cookie(sign_in("ada"));
  ASSERT_TRUE(who(there));
  EXPECT_EQ(ask({Verb::kSignOut, {}, {there}, {}, {}}).status, 200);
  EXPECT_FALSE(who(there));
  EXPECT_EQ(
      ask(Verb::kPassword, {{"password", "correct horse"}, {"new", "battery staple"}}, here).status,
      200);
  EXPECT_EQ(ask(Verb::kDelete, {{"password", "battery staple"}}, here).status, 200);
  EXPECT_TRUE(log("account/ada").empty());
}

// Who has used up their own codes takes none from others.
TEST_F(AccountsTest, OnesOwnCodesAreCountedFirst) {
  CourierOptions mail;
  mail.mail_from = "games@example.org";
  mail.sendmail = "/bin/true";
  mail.public_url = "https://example.org/";
  mail.words = whole_world().words;
  courier_ = Courier::open(mail).value();
  begin(store::in_memory());
  const std::string ada = sign_up("ada");
  const auto ask_for = [&](const std::string& who, const std::string& address) {
    return ask(Verb::kMail, {{"address", address}}, who).status;
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask_for(ada, "ada@example.org"), 200);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(ask_for(ada, "bob@example.org"), 429);
  EXPECT_EQ(ask_for(sign_up("bob"), "bob@example.org"), 200);
}

TEST_F(AccountsTest, WhatCannotBeReadIsNotNobody) {
  const auto look_up = [&](const std::string& cookies) {
    std::promise<Result<std::optional<Person>>> out;
    accounts_->look_up({cookies}, [&](Result<std::optional<Person>> one) { out.set_value(one); });
    return out.get_future().get();
  };
  const std::string here = sign_up("ada");
  EXPECT_TRUE(look_up("").ok() && !look_up("").value());
  ASSERT_TRUE(look_up(here).ok() && look_up(here).value());
  EXPECT_EQ(look_up(here).value()->account, "ada");
  append("account/ada", log("account/ada").size(), {{"do", "nonsense"}});
  EXPECT_FALSE(look_up(here).ok());
  EXPECT_FALSE(who(here));
}

TEST(GuessLimit, HoldsABoundedNumberOfNamesAndForgetsTheHarmlessFirst) {
  GuessLimit limit(3, 1000);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.take("victim", 0));
  EXPECT_FALSE(limit.take("victim", 0));
  for (int i = 0; i < 11000; ++i) EXPECT_TRUE(limit.take(std::to_string(i), 0));
  EXPECT_FALSE(limit.take("victim", 0));
  EXPECT_FALSE(limit.take("victim", 999));
  EXPECT_TRUE(limit.take("victim", 1001));
}

TEST_F(AccountsTest, SessionsCanBeEndedFromAnotherAndAPasswordEndsAllOthers) {
  const std::string one = sign_up("ada");
  const std::string two = cookie(sign_in("ada"));
  const std::string three = cookie(sign_in("ada"));
  const std::string id = who(two)->session;
  const Json me = told(Verb::kEndSession, one, id)["account"];
  EXPECT_EQ(me["sessions"].size(), 2U);
  EXPECT_FALSE(who(two));
  // Nothing of it stays.
  for (const std::string& line : log("account/ada"))
    EXPECT_TRUE(line.find(id) == std::string::npos || line.find("signed-out") != std::string::npos);
  EXPECT_EQ(told(Verb::kEndSession, one, id)["error"]["code"], "no-such-session");

  const auto change = [&](const std::string& old, const std::string& fresh) {
    return ask(Verb::kPassword, {{"password", old}, {"new", fresh}}, one);
  };
  EXPECT_EQ(code(change("wrong horse", "battery staple")), "wrong-password");
  EXPECT_EQ(code(change("correct horse", "short")), "bad-password");
  EXPECT_TRUE(who(three));
  EXPECT_EQ(change("correct horse", "battery staple").status, 200);
  EXPECT_FALSE(who(three));
  EXPECT_TRUE(who(one));
  EXPECT_EQ(sign_in("ada").status, 403);
  EXPECT_EQ(sign_in("ada", "battery staple").status, 200);
}

TEST_F(AccountsTest, WhatIsOnesOwnNeedsOneself) {
  for (const Verb verb :
       {Verb::kGames, Verb::kEndSession, Verb::kPassword, Verb::kSettings, Verb::kMail,
        Verb::kConfirmMail, Verb::kRemoveMail, Verb::kExport, Verb::kDelete}) {
    const Reply reply = ask({verb, "x", {"tidelock=a.b.c"}, {}, {}});
    EXPECT_EQ(reply.status, 401) << static_cast<int>(verb);
    EXPECT_EQ(code(reply), "not-signed-in");
  }
}

TEST_F(AccountsTest, ManyAtOnceAreAllKept) {
  const std::string here = sign_up("ada");
  // Two servers on one store, in effect: two queues, and lines at the same places.
  std::atomic<int> left = 60;
  std::promise<void> done;
  for (int i = 0; i < 60; ++i) {
    const auto person = who(here);
    ASSERT_TRUE(person);
    accounts_->joined(*person, {"table-" + std::to_string(i), 0, "toy", 0, false},
                      [&](const std::optional<Error>& bad) {
                        EXPECT_FALSE(bad);
                        if (--left == 0) done.set_value();
                      });
  }
  done.get_future().get();
  EXPECT_EQ(told(Verb::kMe, here)["account"]["tables"].size(), 60U);
}

TEST_F(AccountsTest, ATableCountsOnceForEachAccount) {
  const std::string ada = sign_up("Ada");
  const std::string bob = sign_up("bob");
  EXPECT_FALSE(join(ada, "t1"));
  EXPECT_FALSE(join(bob, "t1", 1));
  EXPECT_FALSE(join(ada, "t1"));  // noted already
  const Ending end = ending_of("t1", {{"Ada", true, true, 20}, {"bob", true, false, 10}});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(add_results(end));
  const Json me = told(Verb::kMe, ada)["account"];
  EXPECT_EQ(me["tables"].size(), 1U);
  EXPECT_EQ(me["tables"][0]["over"], true);
  ASSERT_EQ(me["results"].size(), 1U);
  EXPECT_EQ(me["results"][0]["won"], 1);
  EXPECT_EQ(me["ratings"]["toy"]["games"], 1);
  // Both began as equals: what one won the other lost.
  const int won = me["results"][0]["change"];
  const int lost = told(Verb::kMe, bob)["account"]["results"][0]["change"];
  EXPECT_GT(won, 100);
  EXPECT_EQ(won, -lost);
}

// Died after the first account was told: the second is compared with the first as it was before.
TEST_F(AccountsTest, ItDoesNotMatterWhereItWasInterrupted) {
  (void)sign_up("ada");
  (void)sign_up("bob");
  (void)sign_up("cyd");
  (void)sign_up("dan");
  const auto end = [](const std::string& a, const std::string& b) {
    return ending_of("t-" + a, {{a, true, true, 20}, {b, true, false, 10}});
  };
  Ending half = end("ada", "bob");
  EXPECT_TRUE(add_results(half));
  Ending other = end("cyd", "dan");
  // Only the first account's line: as if the server had died then.
  const auto lines = log("account/ada");
  append("account/cyd", log("account/cyd").size(), [&] {
    Json line = parse_json(lines.back()).value();
    line["table"] = "t-cyd";
    return line;
  }());
  EXPECT_TRUE(add_results(other));
  const auto rating = [&](const std::string& name) {
    return parse_json(log("account/" + name).back()).value()["after"];
  };
  EXPECT_EQ(rating("ada"), rating("cyd"));
  EXPECT_EQ(rating("bob"), rating("dan"));
}

TEST_F(AccountsTest, WhatSaysNothingAboutStrengthChangesNoRating) {
  const std::string ada = sign_up("ada");
  const std::string bob = sign_up("bob");
  Ending aborted = ending_of("t1", {{"ada", true, true, 20}, {"bob", true, false, 10}});
  aborted.aborted = true;
  (void)join(ada, "t1");
  EXPECT_TRUE(add_results(aborted));
  EXPECT_TRUE(add_results(ending_of("t2", {{"ada", true, true, 20}})));  // the others were bots
  EXPECT_TRUE(add_results(ending_of("t3", {{"ada", true, true, 20}, {"ada", true, false, 3}})));
  // With a third at the table, who plays against somebody who sat there twice.
  EXPECT_TRUE(add_results(ending_of(
      "t4", {{"ada", true, true, 20}, {"ada", true, false, 3}, {"bob", true, false, 4}})));
  EXPECT_TRUE(told(Verb::kMe, ada)["account"]["ratings"].empty());
  EXPECT_TRUE(told(Verb::kMe, bob)["account"]["ratings"].empty());
  EXPECT_EQ(told(Verb::kMe, ada)["account"]["tables"][0]["over"], true);
}

TEST(Ending, WhoLeftLosesToThoseWhoStayed) {
  const Ending::Player stayed{"a", true, false, 3};
  const Ending::Player left{"b", false, true, 30};
  const Ending::Player winner{"c", true, true, 10};
  const Ending::Player shares{"d", true, true, 10};
  EXPECT_EQ(score_between(stayed, left), 1);
  EXPECT_EQ(score_between(left, stayed), 0);
  EXPECT_EQ(score_between(winner, stayed), 1);
  EXPECT_EQ(score_between(winner, shares), 0.5);
  EXPECT_EQ(score_between(stayed, {"e", true, false, 4}), 0);
  EXPECT_EQ(score_between(left, {"e", false, false, 4}), 0.5);
}

TEST_F(AccountsTest, AThirdIsComparedWithBoth) {
  const std::string ada = sign_up("ada");
  (void)sign_up("bob");
  const std::string cyd = sign_up("cyd");
  EXPECT_TRUE(add_results(ending_of(
      "t1", {{"ada", true, true, 30}, {"bob", true, false, 20}, {"cyd", true, false, 10}})));
  const Json first = told(Verb::kMe, ada)["account"]["results"][0];
  const Json last = told(Verb::kMe, cyd)["account"]["results"][0];
  EXPECT_EQ(first["won"], 2);
  EXPECT_EQ(last["lost"], 2);
  EXPECT_EQ(first["change"].get<int>(), -last["change"].get<int>());
  EXPECT_EQ(told(Verb::kPlayer, "", "bob")["ratings"]["toy"]["rating"], 1500);
}

TEST_F(AccountsTest, OthersSeeWhatOneWantsToShow) {
  const std::string ada = sign_up("Ada");
  (void)sign_up("bob");
  Ending end = ending_of("open-table", {{"Ada", true, true, 20}, {"bob", true, false, 10}});
  EXPECT_TRUE(add_results(end));
  end.table = "hidden-table";
  end.listed = false;
  EXPECT_TRUE(add_results(end));
  const Json seen = told(Verb::kPlayer, "", "ADA");
  EXPECT_EQ(seen["name"], "Ada");
  EXPECT_EQ(seen["ratings"]["toy"]["games"], 2);
  EXPECT_EQ(seen["results"].size(), 2U);
  const std::string text = dump_json(seen);
  EXPECT_NE(text.find("open-table"), std::string::npos);
  for (const char* hidden : {"hidden-table", "session", "mail", "password", "notify"})
    EXPECT_EQ(text.find(hidden), std::string::npos) << hidden;
  EXPECT_EQ(ask(Verb::kSettings, {{"shown", false}}, ada).status, 200);
  EXPECT_EQ(ask({Verb::kPlayer, "ada", {}, {}, {}}).body,
            ask({Verb::kPlayer, "nobody", {}, {}, {}}).body);
  EXPECT_FALSE(who(ada)->shown);
}

TEST_F(AccountsTest, GamesThatWaitComeFirst) {
  const std::string ada = sign_up("ada");
  append("t1", 0, Json::object(), Json::object());
  append("t2", 0, Json::object(), Json::object());
  EXPECT_FALSE(join(ada, "t1", 0));
  EXPECT_FALSE(join(ada, "t2", 1));
  EXPECT_FALSE(join(ada, "gone", 1));
  const Json games = told(Verb::kGames, ada)["games"];
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0]["table"], "t1");
  EXPECT_EQ(games[0]["waiting"], true);
  EXPECT_EQ(games[0]["phase"], "playing");
  EXPECT_EQ(games[1]["table"], "t2");
  EXPECT_EQ(games[1]["waiting"], false);
}

TEST_F(AccountsTest, AllThatIsKeptCanBeTakenAndNothingThatOpens) {
  const std::string ada = sign_up("Ada");
  append("t1", 0, {{"secret", "hidden"}}, Json::object());
  append("t1", 1,
         {{"do", "sit"}, {"seat", 1}, {"account", "Ada"}, {"name", "Countess"}, {"digest", "dig"}});
  append("t1", 2, {{"do", "sit"}, {"seat", 2}, {"name", "Mallory"}});
  append("t1", 3, {{"do", "apply"}, {"seat", 1}, {"moves", {"e4"}}, {"then", {"hidden"}}});
  append("t1", 4, {{"do", "say"}, {"seat", 2}, {"text", "hello from Mallory"}});
  EXPECT_FALSE(join(ada, "t1"));
  const Reply reply = ask({Verb::kExport, {}, {ada}, {}, {}});
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.headers.at(0).second, "attachment; filename=\"ada.json\"");
  const Json out = json(reply);
  EXPECT_EQ(out["log"].size(), log("account/ada").size());
  EXPECT_EQ(out["tables"][0]["lines"].size(), 2U);
  EXPECT_NE(reply.body.find("Countess"), std::string::npos);
  for (const char* never : {"argon2id", "digest", "hidden", "Mallory"})
    EXPECT_EQ(reply.body.find(never), std::string::npos) << never;
}

TEST_F(AccountsTest, WhatIsDeletedIsGoneFromTheFile) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/tables.db";
  begin(std::move(store::open_sqlite(path)).value());
  const std::string ada = sign_up("Adalovelace");
  append("t1", 0, {{"game", "toy"}},
         {{"seats", {{{"name", "Countess"}, {"account", "Adalovelace"}}, {{"name", "Babbage"}}}}});
  append("t1", 1, {{"do", "sit"}, {"seat", 1}, {"account", "Adalovelace"}, {"name", "Countess"}});
  append("t1", 2, {{"do", "sit"}, {"seat", 2}, {"name", "Babbage"}});
  append("t1", 3, {{"do", "say"}, {"seat", 1}, {"text", "my poem"}});
  append("t1", 4, {{"do", "say"}, {"seat", 2}, {"text", "my engine"}});
  EXPECT_FALSE(join(ada, "t1"));
  std::string changed;
  accounts_->tell_changed([&](const std::string& table, std::uint64_t) { changed = table; });
  EXPECT_EQ(code(ask(Verb::kDelete, {{"password", "wrong horse"}}, ada)), "wrong-password");
  const Reply reply = ask(Verb::kDelete, {{"password", "correct horse"}}, ada);
  EXPECT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(cookie(reply), "tidelock=");
  EXPECT_EQ(changed, "t1");
  EXPECT_FALSE(who(ada));
  EXPECT_TRUE(log("account/adalovelace").empty());
  EXPECT_EQ(log("t1").size(), 6U);
  // While the server still runs, whatever SQLite has beside its file.
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::ifstream file(path + suffix, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    std::transform(bytes.begin(), bytes.end(), bytes.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    for (const char* gone : {"adalovelace", "countess", "my poem"})
      EXPECT_EQ(bytes.find(gone), std::string::npos) << gone << suffix;
    if (*suffix == '\0') {
      EXPECT_NE(bytes.find("babbage"), std::string::npos);
      EXPECT_NE(bytes.find("my engine"), std::string::npos);
    }
  }
  // The name is free, and whoever takes it has nothing of hers.
  const std::string other = sign_up("Adalovelace");
  EXPECT_TRUE(told(Verb::kMe, other)["account"]["tables"].empty());
  EXPECT_FALSE(who(ada));
  accounts_.reset();
  journal_.reset();
}

// A rematch keeps seats for those of the last game, with their names, whether they come or not.
TEST_F(AccountsTest, TheNextGameForgetsTooAndOthersStay) {
  const std::string ada = sign_up("Ada");
  append("t1", 0, {{"game", "toy"}}, {{"seats", {{{"name", "Countess"}}, {{"name", "Bob"}}}}});
  append("t1", 1,
         {{"do", "sit"}, {"seat", 1}, {"account", "Ada"}, {"name", "Countess"}, {"digest", "d1"}});
  append("t1", 2, {{"do", "sit"}, {"seat", 2}, {"name", "Bob"}, {"digest", "d2"}});
  append("t1", 3, {{"do", "rematch"}, {"seat", 2}, {"next", "t2"}});
  const Json kept = {{{"reserved", "d2"}, {"name", "Bob"}},
                     {{"reserved", "d1"}, {"name", "Countess"}}};
  append("t2", 0, {{"game", "toy"}, {"seats", kept}},
         {{"seats", {{{"name", "Bob"}}, {{"name", "Countess"}}}}});
  // A seat that she had, and that is somebody else's now.
  append("t3", 0, {{"game", "toy"}}, {{"seats", {{{"name", "Cyd"}}}}});
  append("t3", 1,
         {{"do", "sit"}, {"seat", 1}, {"account", "Ada"}, {"name", "Countess"}, {"digest", "d3"}});
  append("t3", 2, {{"do", "sit"}, {"seat", 1}, {"name", "Cyd"}, {"digest", "d4"}});
  EXPECT_FALSE(join(ada, "t1"));
  EXPECT_FALSE(join(ada, "t3"));
  EXPECT_EQ(ask(Verb::kDelete, {{"password", "correct horse"}}, ada).status, 200);
  std::string all;
  for (const char* table : {"t1", "t2", "t3"}) {
    for (const std::string& line : log(table)) all += line + "\n";
  }
  EXPECT_EQ(all.find("Countess"), std::string::npos) << all;
  EXPECT_EQ(all.find("Ada"), std::string::npos) << all;
  EXPECT_NE(all.find("Bob"), std::string::npos);
  EXPECT_NE(all.find("Cyd"), std::string::npos);
  EXPECT_EQ(parse_json(log("t2").back()).value()["do"], "forget");
  EXPECT_EQ(parse_json(log("t2").back()).value()["seat"], 2);
  EXPECT_EQ(log("t3").size(), 3U);
}

TEST_F(AccountsTest, WhoIsGoneIsRatedNoMore) {
  const std::string ada = sign_up("ada");
  const std::string bob = sign_up("bob");
  EXPECT_EQ(ask(Verb::kDelete, {{"password", "correct horse"}}, ada).status, 200);
  EXPECT_TRUE(add_results(ending_of("t1", {{"ada", true, false, 2}, {"bob", true, true, 10}})));
  EXPECT_TRUE(log("account/ada").empty());
  EXPECT_EQ(told(Verb::kMe, bob)["account"]["results"].size(), 1U);
}

TEST_F(AccountsTest, TwoServersCountATableOnce) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/tables.db";
  begin(std::move(store::open_sqlite(path)).value());
  (void)sign_up("ada");
  (void)sign_up("bob");
  Journal other(std::move(store::open_sqlite(path)).value());
  AccountOptions options;
  options.cost = least_cost();
  Accounts elsewhere(other, options);
  std::atomic<int> left = 40;
  std::promise<void> done;
  for (int i = 0; i < 20; ++i) {
    const Ending end =
        ending_of("t" + std::to_string(i), {{"ada", true, true, 20}, {"bob", true, false, 10}});
    for (Accounts* one : {accounts_.get(), &elsewhere}) {
      one->add_results(end, [&](bool kept) {
        EXPECT_TRUE(kept);
        if (--left == 0) done.set_value();
      });
    }
  }
  done.get_future().get();
  for (const char* name : {"ada", "bob"}) {
    const auto account = Account::read(log("account/" + std::string(name)));
    ASSERT_TRUE(account.ok());
    EXPECT_EQ(account.value().results.size(), 20U);
    EXPECT_EQ(account.value().ratings.at("toy").games, 20);
  }
  elsewhere.stop();
  accounts_.reset();
}

TEST(Account, ALogThatMakesNoSenseIsNamed) {
  const std::string first = dump_json(created_line("ada", "x", 1));
  const auto wrong = [](std::vector<std::string> log) {
    const auto read = Account::read(log);
    return read.ok() ? "ok" : read.error().where;
  };
  EXPECT_EQ(wrong({first}), "ok");
  EXPECT_EQ(wrong({"{"}), "line 0");
  EXPECT_EQ(wrong({first, first}), "line 1, do");
  EXPECT_EQ(wrong({dump_json(ended_line("t", 1))}), "line 0, do");
  EXPECT_EQ(wrong({first, R"({"do":"result","at":1,"table":"t"})"}).substr(0, 6), "line 1");
  EXPECT_EQ(wrong({first, R"({"do":"hmm","at":1})"}).substr(0, 6), "line 1");
}

TEST(Account, DevicesInWords) {
  EXPECT_EQ(device_of("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"),
            "Firefox, Linux");
  EXPECT_EQ(device_of("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) "
                      "Chrome/126.0.0.0 Mobile Safari/537.36"),
            "Chrome, Android");
  EXPECT_EQ(device_of("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
                      "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"),
            "Safari, iPhone");
  EXPECT_EQ(device_of("curl/8\r\nX: y"), "?");
}

}  // namespace
}  // namespace tidelock::server
