#include "server/log.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>

#include "core/json.h"
#include "server/testing.h"

namespace tidelock::server {
namespace {

std::vector<Json> lines_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<Json> out;
  for (std::string line; std::getline(in, line);) {
    const auto parsed = parse_json(line);
    EXPECT_TRUE(parsed.ok()) << line;
    if (parsed.ok()) out.push_back(parsed.value());
  }
  return out;
}

TEST(Log, ALineIsOneObject) {
  const std::string line = log_line(1794855781.25, LogLevel::kInfo, "request",
                                    {{"method", "GET"},
                                     {"status", std::int64_t{200}},
                                     {"ms", 1.5},
                                     {"new", true},
                                     {"none", ""},
                                     {"odd", "a\"b\n\x01\xff"}});
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const auto read = parse_json(line);
  ASSERT_TRUE(read.ok()) << line;
  EXPECT_EQ(read.value()["time"], "2026-11-16T19:03:01.250Z");
  EXPECT_EQ(read.value()["level"], "info");
  EXPECT_EQ(read.value()["event"], "request");
  EXPECT_EQ(read.value()["status"], 200);
  EXPECT_EQ(read.value()["ms"], 1.5);
  EXPECT_EQ(read.value()["new"], true);
  EXPECT_FALSE(read.value().contains("none"));
}

TEST(Log, NamesNoTableThatItsNameWouldOpen) {
  const std::string name = "AbCdEfGhIjKlMnOp";
  EXPECT_EQ(table_in_log(name).size(), 12U);
  EXPECT_EQ(table_in_log(name), table_in_log(name));
  EXPECT_EQ(table_in_log(name).find(name.substr(0, 4)), std::string::npos);
}

TEST(Log, IsWrittenFromItsLevelOnAndByAllThreads) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/log";
  {
    auto opened = Log::open(file, LogLevel::kInfo);
    ASSERT_TRUE(opened.ok());
    Log& log = *opened.value();
    log.write(LogLevel::kDebug, "small", {});
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&log] {
        for (std::int64_t n = 0; n < 500; ++n) log.write(LogLevel::kInfo, "n", {{"n", n}});
      });
    }
    for (auto& thread : threads) thread.join();
  }
  EXPECT_EQ(lines_of(file).size(), 2000U);
  Log nothing;
  nothing.write(LogLevel::kError, "x", {});
  EXPECT_FALSE(nothing.wants(LogLevel::kError));
}

TEST(Log, IsOpenedAgainWhenItWasMovedAway) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/log";
  {
    auto opened = Log::open(file, LogLevel::kInfo);
    ASSERT_TRUE(opened.ok());
    Log& log = *opened.value();
    log.write(LogLevel::kInfo, "before", {});
    while (lines_of(file).empty()) std::this_thread::yield();
    std::filesystem::rename(file, file + ".1");
    log.reopen();
    while (!std::filesystem::exists(file)) std::this_thread::yield();
    log.write(LogLevel::kInfo, "after", {});
  }
  ASSERT_EQ(lines_of(file + ".1").size(), 1U);
  ASSERT_EQ(lines_of(file).size(), 1U);
  EXPECT_EQ(lines_of(file)[0]["event"], "after");
}

TEST(Log, SaysWhatIsWrong) {
  EXPECT_FALSE(Log::open("/none/there", LogLevel::kInfo).ok());
  EXPECT_FALSE(read_log_level("loud").ok());
  EXPECT_EQ(read_log_level("warn").value(), LogLevel::kWarn);
}

}  // namespace
}  // namespace tidelock::server
