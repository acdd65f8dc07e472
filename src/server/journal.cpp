#include "server/journal.h"

#include <utility>

namespace tidelock::server {

template <class T>
Result<T> Journal::looked_at(Result<T> done) {
  if (!done.ok()) metrics_->store_failed(std::chrono::steady_clock::now());
  return done;
}

Journal::Journal(std::unique_ptr<store::Store> store, std::shared_ptr<Metrics> metrics)
    : store_(std::move(store)),
      waits_(store_->waits()),
      metrics_(std::move(metrics)),
      closed_(!waits_) {
  if (!closed_) thread_ = std::thread([this] { run(); });
}

void Journal::close() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  more_.notify_one();
  if (thread_.joinable()) thread_.join();
}

Result<store::Appended> Journal::append_here(const store::Append& line) {
  const std::lock_guard alone(here_);
  const auto added = looked_at(store_->append(std::span(&line, 1)));
  if (!added) return added.error();
  metrics_->store_worked();
  return added.value().front();
}

void Journal::append(store::Append line, std::function<void(Result<store::Appended>)> done) {
  std::vector<Wanted> one;
  {
    const std::lock_guard lock(mutex_);
    auto& lines = closed_ ? one : lines_;
    lines.push_back({std::move(line), std::move(done)});
  }
  if (one.empty()) return more_.notify_one();
  const std::lock_guard alone(here_);
  append_all(std::move(one));
}

void Journal::log(std::string table, std::function<void(Result<std::vector<std::string>>)> done) {
  ask([this, table = std::move(table), done = std::move(done)](store::Store& store) {
    done(looked_at(store.log(table)));
  });
}

void Journal::list(std::size_t most, std::function<void(Result<std::vector<store::Listed>>)> done) {
  ask([this, most, done = std::move(done)](store::Store& store) {
    done(looked_at(store.list(most)));
  });
}

void Journal::ask(std::function<void(store::Store&)> question) {
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      questions_.push_back(std::move(question));
      return more_.notify_one();
    }
  }
  const std::lock_guard alone(here_);
  question(*store_);
}

void Journal::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    more_.wait(lock, [this] { return ending_ || !lines_.empty() || !questions_.empty(); });
    if (lines_.empty() && questions_.empty()) break;
    const auto questions = std::exchange(questions_, {});
    auto lines = std::exchange(lines_, {});
    lock.unlock();
    if (!lines.empty()) append_all(std::move(lines));
    for (const auto& question : questions) question(*store_);
    lock.lock();
  }
  closed_ = true;
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
