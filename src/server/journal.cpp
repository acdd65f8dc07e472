#include "server/journal.h"

#include <utility>

namespace tidelock::server {

Journal::Journal(std::unique_ptr<store::Store> store) : store_(std::move(store)) {
  thread_ = std::thread([this] { run(); });
}

Journal::~Journal() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  more_.notify_one();
  thread_.join();
}

void Journal::append(store::Append line, std::function<void(Result<store::Appended>)> done) {
  {
    const std::lock_guard lock(mutex_);
    lines_.push_back({std::move(line), std::move(done)});
  }
  more_.notify_one();
}

void Journal::log(std::string table, std::function<void(Result<std::vector<std::string>>)> done) {
  ask([table = std::move(table), done = std::move(done)](store::Store& store) {
    done(store.log(table));
  });
}

void Journal::list(std::size_t most, std::function<void(Result<std::vector<store::Listed>>)> done) {
  ask([most, done = std::move(done)](store::Store& store) { done(store.list(most)); });
}

void Journal::ask(std::function<void(store::Store&)> question) {
  {
    const std::lock_guard lock(mutex_);
    questions_.push_back(std::move(question));
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
    for (const auto& question : questions) question(*store_);
    lock.lock();
  }
}

void Journal::append_all(std::vector<Wanted> lines) {
  std::vector<store::Append> batch;
  batch.reserve(lines.size());
  for (Wanted& one : lines) batch.push_back(std::move(one.line));
  const auto added = store_->append(batch);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (added.ok()) {
      lines[i].done(added.value()[i]);
    } else {
      lines[i].done(added.error());
    }
  }
}

}  // namespace tidelock::server
