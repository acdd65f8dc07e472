#include "server/journal.h"

#include <utility>

namespace tidelock::server {
namespace {

Error closed() { return error("closing", "the server is ending"); }

}  // namespace

template <class T>
Result<T> Journal::looked_at(Result<T> done) {
  if (!done.ok()) metrics_->store_failed(std::chrono::steady_clock::now());
  return done;
}

Journal::Journal(std::unique_ptr<store::Store> store, std::shared_ptr<Metrics> metrics)
    : store_(std::move(store)), metrics_(std::move(metrics)) {
  thread_ = std::thread([this] { run(); });
}

void Journal::close() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  more_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Journal::append(store::Append line, std::function<void(Result<store::Appended>)> done) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return done(closed());
    lines_.push_back({std::move(line), std::move(done)});
  }
  more_.notify_one();
}

void Journal::log(std::string table, std::function<void(Result<std::vector<std::string>>)> done) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return done(closed());
    questions_.emplace_back([this, table = std::move(table), done = std::move(done)] {
      done(looked_at(store_->log(table)));
    });
  }
  more_.notify_one();
}

void Journal::list(std::size_t most, std::function<void(Result<std::vector<store::Listed>>)> done) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return done(closed());
    questions_.emplace_back(
        [this, most, done = std::move(done)] { done(looked_at(store_->list(most))); });
  }
  more_.notify_one();
}

void Journal::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    more_.wait(lock, [this] { return ending_ || !lines_.empty() || !questions_.empty(); });
    if (lines_.empty() && questions_.empty()) return;
    const auto questions = std::exchange(questions_, {});
    auto lines = std::exchange(lines_, {});
    lock.unlock();
    if (!lines.empty()) append_all(std::move(lines));
    for (const auto& question : questions) question();
    lock.lock();
  }
}

void Journal::append_all(std::vector<Wanted> lines) {
  std::vector<store::Append> batch;
  batch.reserve(lines.size());
  for (Wanted& one : lines) batch.push_back(std::move(one.line));
  const auto added = [&] {
    const Stopwatch flushed(metrics_->flush);
    return looked_at(store_->append(batch));
  }();
  if (added.ok()) metrics_->store_worked();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (added.ok()) {
      lines[i].done(added.value()[i]);
    } else {
      lines[i].done(added.error());
    }
  }
}

}  // namespace tidelock::server
