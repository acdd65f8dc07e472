#include "server/metrics.h"

#include <algorithm>
#include <cstdio>

#include "core/version.h"

namespace tidelock::server {
namespace {

std::string written(double value) {
  std::array<char, 40> text{};
  (void)std::snprintf(text.data(), text.size(), "%.9g", value);
  return text.data();
}

void head(std::string& out, std::string_view name, std::string_view help, std::string_view type) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
  out.append(name).append(" ").append(type).append("\n");
}

void one(std::string& out, std::string_view name, std::string_view help, std::string_view type,
         std::string_view value) {
  head(out, name, help, type);
  out.append(name).append(" ").append(value).append("\n");
}

// Inside the quotes of a label.
std::string in_quotes(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace

void Histogram::observe(std::chrono::steady_clock::duration took) {
  const auto nanoseconds =
      std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
  const double seconds = static_cast<double>(nanoseconds) / 1e9;
  const auto bucket = std::lower_bound(kBounds.begin(), kBounds.end(), seconds) - kBounds.begin();
  buckets_[static_cast<std::size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
  nanoseconds_.fetch_add(static_cast<std::uint64_t>(nanoseconds), std::memory_order_relaxed);
}

std::uint64_t Histogram::count() const {
  std::uint64_t out = 0;
  for (const auto& bucket : buckets_) out += bucket.load(std::memory_order_relaxed);
  return out;
}

void Histogram::write(std::string& out, std::string_view name, std::string_view help) const {
  head(out, name, help, "histogram");
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    sum += buckets_[i].load(std::memory_order_relaxed);
    const std::string bound = i < kBounds.size() ? written(kBounds[i]) : "+Inf";
    out.append(name).append("_bucket{le=\"").append(bound).append("\"} ");
    out.append(std::to_string(sum)).append("\n");
  }
  const auto nanoseconds = static_cast<double>(nanoseconds_.load(std::memory_order_relaxed));
  out.append(name).append("_sum ").append(written(nanoseconds / 1e9)).append("\n");
  // The same number as the last bucket, also while others count.
  out.append(name).append("_count ").append(std::to_string(sum)).append("\n");
}

void Named::add(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto there = counts_.find(name);
  if (there != counts_.end()) {
    ++there->second;
  } else {
    ++counts_[counts_.size() < kMost ? std::string(name) : "others"];
  }
}

void Named::write(std::string& out, std::string_view name, std::string_view help,
                  std::string_view label) const {
  head(out, name, help, "counter");
  const std::lock_guard lock(mutex_);
  for (const auto& [text, n] : counts_) {
    out.append(name).append("{").append(label).append("=\"").append(in_quotes(text)).append("\"} ");
    out.append(std::to_string(n)).append("\n");
  }
}

void Metrics::store_failed(std::chrono::steady_clock::time_point now) {
  store_errors.add();
  const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch());
  store_failed_.store(since.count(), std::memory_order_relaxed);
}

bool Metrics::store_failing(std::chrono::steady_clock::time_point now) const {
  constexpr std::chrono::seconds kCounts{30};
  const std::int64_t failed = store_failed_.load(std::memory_order_relaxed);
  return failed != kNever && now.time_since_epoch() - std::chrono::nanoseconds(failed) < kCounts;
}

std::string Metrics::text() const {
  std::string out;
  const auto gauge = [&](std::string_view name, std::string_view help, const Gauge& value) {
    one(out, name, help, "gauge", std::to_string(value.value()));
  };
  const auto counter = [&](std::string_view name, std::string_view help, const Counter& value) {
    one(out, name, help, "counter", std::to_string(value.value()));
  };
  head(out, "tidelock_build_info", "The version that runs.", "gauge");
  out.append("tidelock_build_info{version=\"").append(kVersion).append("\"} 1\n");
  gauge("tidelock_tables_awake", "Tables that are in memory.", tables_awake);
  gauge("tidelock_connections", "Connections by HTTP.", connections);
  gauge("tidelock_sockets", "WebSockets.", sockets);
  gauge("tidelock_bots_thinking", "Bots that think, or wait for a thread to think in.",
        bots_thinking);
  gauge("tidelock_draining", "1 while the server ends.", draining);
  one(out, "tidelock_store_failing", "1 if the store could not keep the last lines.", "gauge",
      store_failing(std::chrono::steady_clock::now()) ? "1" : "0");
  counter("tidelock_tables_made_total", "Tables made.", tables_made);
  counter("tidelock_moves_total", "Moves kept, of people and bots.", moves);
  counter("tidelock_messages_total", "Messages by WebSocket, received and sent.", messages);
  counter("tidelock_connections_dropped_total",
          "Connections closed while they said nothing, because there were too many.",
          connections_dropped);
  counter("tidelock_sockets_opened_total", "WebSockets opened.", sockets_opened);
  counter("tidelock_sockets_dropped_total", "WebSockets closed because they took nothing.",
          sockets_dropped);
  counter("tidelock_limited_total", "Requests refused by a limit per address.", limited);
  counter("tidelock_store_errors_total", "Times the store could not keep or read.", store_errors);
  requests.write(out, "tidelock_requests_total", "Requests by HTTP, by status.", "status");
  errors.write(out, "tidelock_errors_total", "Errors answered, by code.", "code");
  request.write(out, "tidelock_request_seconds", "From a request by HTTP to its answer.");
  message.write(out, "tidelock_message_seconds", "From a message by WebSocket to its answer.");
  move_told.write(out, "tidelock_move_told_seconds",
                  "From a move to the last socket that was told of it.");
  flush.write(out, "tidelock_flush_seconds", "One batch of lines into the store.");
  wake.write(out, "tidelock_wake_seconds", "A table from its log.");
  return out;
}

}  // namespace tidelock::server
