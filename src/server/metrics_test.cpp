#include "server/metrics.h"

#include <gtest/gtest.h>
#include <sstream>
#include <thread>
#include <vector>

namespace tidelock::server {
namespace {

using std::chrono::microseconds;
using std::chrono::seconds;

std::uint64_t bucket_of(const std::string& text, const std::string& name) {
  const std::size_t at = text.find("\n" + name + " ");
  EXPECT_NE(at, std::string::npos) << name;
  return at == std::string::npos ? 0 : std::stoull(text.substr(at + name.size() + 2));
}

TEST(Metrics, HistogramsAddUp) {
  Metrics metrics;
  metrics.flush.observe(microseconds(50));
  metrics.flush.observe(microseconds(100));
  metrics.flush.observe(microseconds(2000));
  metrics.flush.observe(seconds(100));
  metrics.flush.observe(seconds(-1));
  const std::string text = metrics.text();
  EXPECT_EQ(bucket_of(text, R"(tidelock_flush_seconds_bucket{le="0.0001"})"), 3U);
  EXPECT_EQ(bucket_of(text, R"(tidelock_flush_seconds_bucket{le="0.001"})"), 3U);
  EXPECT_EQ(bucket_of(text, R"(tidelock_flush_seconds_bucket{le="0.0025"})"), 4U);
  EXPECT_EQ(bucket_of(text, R"(tidelock_flush_seconds_bucket{le="5"})"), 4U);
  EXPECT_EQ(bucket_of(text, R"(tidelock_flush_seconds_bucket{le="+Inf"})"), 5U);
  EXPECT_EQ(bucket_of(text, "tidelock_flush_seconds_count"), 5U);
  EXPECT_EQ(metrics.flush.count(), 5U);
}

TEST(Metrics, AStopwatchStopsWithTheLastWhoHoldsIt) {
  Metrics metrics;
  auto one = std::make_shared<Stopwatch>(metrics.move_told);
  auto two = one;
  one.reset();
  EXPECT_EQ(metrics.move_told.count(), 0U);
  two.reset();
  EXPECT_EQ(metrics.move_told.count(), 1U);
}

TEST(Metrics, AStoreThatFailedMayShowThatItWorks) {
  Metrics metrics;
  const auto now = std::chrono::steady_clock::now();
  EXPECT_FALSE(metrics.store_failing(now));
  metrics.store_failed(now);
  EXPECT_TRUE(metrics.store_failing(now));
  EXPECT_TRUE(metrics.store_failing(now + seconds(29)));
  EXPECT_FALSE(metrics.store_failing(now + seconds(30)));
  metrics.store_worked();
  EXPECT_FALSE(metrics.store_failing(now));
  EXPECT_EQ(metrics.store_errors.value(), 1U);
}

TEST(Metrics, NamesFromOutsideAreBounded) {
  Metrics metrics;
  for (int i = 0; i < 1000; ++i) metrics.errors.add("code" + std::to_string(i));
  metrics.errors.add("code7");
  metrics.errors.add("a\"b\\c\n");
  const std::string text = metrics.text();
  EXPECT_EQ(bucket_of(text, R"(tidelock_errors_total{code="code7"})"), 2U);
  EXPECT_EQ(bucket_of(text, R"(tidelock_errors_total{code="others"})"), 801U);
}

TEST(Metrics, AllThreadsCount) {
  Metrics metrics;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 10000; ++n) {
        metrics.moves.add();
        metrics.requests.add("200");
        metrics.request.observe(microseconds(n));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  const std::string text = metrics.text();
  EXPECT_EQ(bucket_of(text, "tidelock_moves_total"), 40000U);
  EXPECT_EQ(bucket_of(text, R"(tidelock_requests_total{status="200"})"), 40000U);
  EXPECT_EQ(bucket_of(text, "tidelock_request_seconds_count"), 40000U);
}

}  // namespace
}  // namespace tidelock::server
