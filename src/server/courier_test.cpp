#include "server/courier.h"

#include <condition_variable>
#include <gtest/gtest.h>
#include <mutex>
#include <sys/stat.h>
#include <thread>
#include <vector>

#include "core/json.h"
#include "server/testing.h"
#include "server/testing_world.h"

namespace tidelock::server {
namespace {

// Programs of the operator, as they might be, and what went wrong with them.
class CourierTest : public testing::Test {
 protected:
  std::string program(const std::string& name, const std::string& script) const {
    folder_.write(name, "#!/bin/sh\n" + script);
    const std::string path = folder_.path() + "/" + name;
    EXPECT_EQ(::chmod(path.c_str(), 0755), 0);
    return path;
  }
  CourierOptions options() {
    CourierOptions out;
    out.public_url = "https://example.org/games";
    out.grace = std::chrono::minutes(10);
    out.words = whole_world().words;
    out.failed = [this](const std::string& what) {
      const std::lock_guard lock(mutex_);
      failures_.push_back(what);
    };
    return out;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(folder_.path() + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TemporaryFolder folder_;
  std::mutex mutex_;
  std::vector<std::string> failures_;
};

TEST_F(CourierTest, ACommandReadsWhoIsWaitedFor) {
  CourierOptions wanted = options();
  // Arguments, an environment and a shell could be misunderstood; its input cannot.
  wanted.command =
      program("tell", "cat >> " + folder_.path() + "/told; echo $# >> " + folder_.path() + "/told");
  {
    const auto courier = Courier::open(wanted).value();
    EXPECT_TRUE(courier->commands());
    EXPECT_FALSE(courier->mails());
    EXPECT_TRUE(courier->notify({"TABLE", "toy", "$(reboot); \"Ada\"", 3600, "", Lang::kEn}));
  }
  const std::string told = read("told");
  ASSERT_TRUE(told.ends_with("\n0\n")) << told;
  const Json json = parse_json(told.substr(0, told.size() - 3)).value();
  EXPECT_EQ(json["table"], "TABLE");
  EXPECT_EQ(json["game"], "toy");
  EXPECT_EQ(json["name"], "$(reboot); \"Ada\"");
  EXPECT_EQ(json["waited"], 3600);
  EXPECT_TRUE(json["mail"].is_null());
  EXPECT_EQ(json["link"].get<std::string>().find("https://example.org/games/#"), 0U);
  EXPECT_TRUE(failures_.empty());
}

TEST_F(CourierTest, WhatGoesWrongIsSaidAndStopsNothing) {
  CourierOptions wanted = options();
  wanted.command = program("fails", "exit 3");
  wanted.mail_from = "games@example.org";
  wanted.sendmail = program("sleeps", "exec sleep 60");
  wanted.limit = std::chrono::milliseconds(200);
  {
    const auto courier = Courier::open(wanted).value();
    EXPECT_TRUE(courier->notify({"TABLE", "toy", "Ada", 60, "ada@example.org", Lang::kEn}));
  }
  ASSERT_EQ(failures_.size(), 2U);
  std::sort(failures_.begin(), failures_.end());
  EXPECT_TRUE(failures_[0].ends_with("fails: it ended with 3"));
  EXPECT_TRUE(failures_[1].ends_with("sleeps: it took too long"));
}

TEST_F(CourierTest, OnlySoManyWait) {
  CourierOptions wanted = options();
  wanted.command = program("sleeps", "exec sleep 60");
  wanted.limit = std::chrono::milliseconds(300);
  wanted.at_once = 1;
  wanted.waiting = 2;
  const auto courier = Courier::open(wanted).value();
  int taken = 0;
  for (int i = 0; i < 10; ++i) taken += courier->notify({"TABLE", "toy"}) ? 1 : 0;
  EXPECT_GE(taken, 2);
  EXPECT_LE(taken, 3);
}

TEST_F(CourierTest, ItsEndIsNotWaitedForLong) {
  CourierOptions wanted = options();
  wanted.command = program("sleeps", "touch " + folder_.path() + "/began; exec sleep 600");
  wanted.limit = std::chrono::minutes(10);
  wanted.grace = std::chrono::milliseconds(100);
  wanted.at_once = 1;
  const auto courier = Courier::open(wanted).value();
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(courier->notify({"TABLE", "toy"}));
  while (!std::filesystem::exists(folder_.path() + "/began")) std::this_thread::yield();
  courier->end();
  ASSERT_EQ(failures_.size(), 2U);
  EXPECT_TRUE(failures_[0].ends_with("sleeps: it was ended, for the server ends"));
  EXPECT_TRUE(failures_[1].starts_with("3 that waited were dropped"));
  EXPECT_FALSE(courier->notify({"TABLE", "toy"}));
}

TEST_F(CourierTest, AProgramThatReadsNothingEndsNothing) {
  CourierOptions wanted = options();
  wanted.command = program("deaf", "exec <&-; exit 0");
  {
    const auto courier = Courier::open(wanted).value();
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(courier->notify({"TABLE", "toy"}));
  }
  EXPECT_TRUE(failures_.empty());
}

TEST_F(CourierTest, MailsAreHandedToSendmail) {
  CourierOptions wanted = options();
  wanted.mail_from = "games@example.org";
  wanted.sendmail = program("sendmail", "(echo \"$@\"; cat) > " + folder_.path() + "/mail");
  {
    const auto courier = Courier::open(wanted).value();
    EXPECT_TRUE(courier->send_code("ada@example.org", "12345678", Lang::kPl));
  }
  const std::string mail = read("mail");
  EXPECT_EQ(mail.find("-t -i\nFrom: games@example.org\nTo: ada@example.org\nSubject: "), 0U)
      << mail;
  EXPECT_TRUE(failures_.empty());
}

// Everything that a person can choose is either an address of plain letters or in base64.
TEST_F(CourierTest, NothingCanBeAddedToTheHeaders) {
  const std::string mail = mail_text("a@b.c", "d@e.f", "x\nBcc: all@example.org",
                                     "text\n.\nFrom someone\nBcc: all@example.org\n");
  EXPECT_EQ(mail.find("Bcc"), std::string::npos);
  EXPECT_EQ(std::count(mail.begin(), mail.end(), '@'), 2);
  for (const char* bad : {"", "ada", "@example.org", "ada@", "a b@c.d", "ada@c.d\nBcc: e@f.g",
                          "ada@c.d,e@f.g", "<ada@c.d>", "\"a\"@c.d", "ada@c..d", "ada@.d",
                          "-oQ/tmp@c.d", "ada@c.d;", "a@b@c", "ä@c.d"})
    EXPECT_FALSE(is_mail_address(bad)) << bad;
  EXPECT_FALSE(is_mail_address(std::string(250, 'a') + "@c.de"));
  for (const char* good : {"ada@example.org", "a.b+c@mail.example.co", "x_1@localhost"})
    EXPECT_TRUE(is_mail_address(good)) << good;
}

TEST_F(CourierTest, OptionsThatMakeNoSenseAreNamed) {
  const auto wrong = [](const CourierOptions& one) {
    const auto made = Courier::open(one);
    return made.ok() ? std::string() : made.error().message;
  };
  CourierOptions one = options();
  EXPECT_EQ(wrong(one), "");
  one.command = "tell --all";
  EXPECT_NE(wrong(one).find("--notify-command"), std::string::npos);
  one.command = folder_.path();  // may be entered, but not run
  EXPECT_NE(wrong(one).find("--notify-command"), std::string::npos);
  one = options();
  one.mail_from = "games at example";
  EXPECT_NE(wrong(one).find("--mail-from"), std::string::npos);
  one.mail_from = "games@example.org";
  one.sendmail = "/nowhere/sendmail";
  EXPECT_NE(wrong(one).find("--sendmail"), std::string::npos);
  one.sendmail = folder_.path();
  EXPECT_NE(wrong(one).find("--sendmail"), std::string::npos);
  one.sendmail = program("sendmail", "exit 0");
  one.public_url = "";
  EXPECT_NE(wrong(one).find("--public-url"), std::string::npos);
  for (const char* bad : {"example.org", "https://example.org/\n", "https://", "https:///games",
                          "http://:80/", "ftp://example.org"}) {
    one.public_url = bad;
    EXPECT_NE(wrong(one).find("--public-url"), std::string::npos) << bad;
  }
}

}  // namespace
}  // namespace tidelock::server
