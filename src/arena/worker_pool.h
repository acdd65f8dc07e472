// Worker pools that play the games of a pairing: threads of this process, or of several processes
// under MPI. Work is numbered and results are delivered in that order, however fast each worker is.
// So what is counted, and where a sequential test stops, is the same for every pool.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "arena/stats.h"
#include "core/result.h"

namespace tidelock::arena {

// How long a bot thought.
struct BotTime {
  std::uint64_t decisions = 0;
  std::uint64_t nanoseconds = 0;
  std::uint64_t longest = 0;
};

// The games of one group. Plain data, sent between processes as bytes.
struct GroupResult {
  std::uint64_t number = 0;
  std::int32_t games = 0;
  std::int32_t failed = 0;  // there is an error and no result
  std::array<GameLine, kMaxSeats> game{};
  std::array<BotTime, 2> time{};  // of A and of B
  std::array<char, 40> code{};
  std::array<char, 600> message{};
  std::array<char, 200> where{};

  void fail(const Error& wrong);
  [[nodiscard]] Error error() const;
};

// Plays one group; when `stop` is set it may return early with anything.
using PlayGroup = std::function<GroupResult(std::uint64_t number, const std::atomic<bool>& stop)>;
// Makes one worker; called in the thread that will use it.
using MakeWorker = std::function<PlayGroup()>;

class WorkerPool {
 public:
  // Whether to go on.
  using Hear = std::function<bool(const GroupResult&)>;
  using Tick = std::function<bool()>;

  WorkerPool() = default;
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  virtual ~WorkerPool() = default;

  // Plays the groups 0 to count - 1 and passes them to `hear` in order, in this thread. `tick` is
  // called now and then. Once either returns false, nothing more is started or heard. Only the
  // leading process calls them.
  virtual void run(const MakeWorker& make_worker, std::uint64_t count, const Hear& hear,
                   const Tick& tick) = 0;

  // Only one process prints.
  [[nodiscard]] virtual bool leads() const { return true; }
  [[nodiscard]] virtual int processes() const { return 1; }
  // The leader's value, in every process.
  [[nodiscard]] virtual bool broadcast(bool word) { return word; }
  // Whether something is wrong in any process, and whether this one should report it.
  struct Trouble {
    bool any, speak;
  };
  [[nodiscard]] virtual Trouble trouble(bool here) { return {here, here}; }
};

// Threads that take numbers from a queue and return results.
class ThreadPool {
 public:
  ThreadPool(unsigned threads, MakeWorker make_worker);
  ~ThreadPool();  // stops games in progress
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  void give(std::uint64_t number);
  // All results that are ready; waits up to `patience` for the first.
  std::vector<GroupResult> take(std::chrono::milliseconds patience);
  // Whether more should be queued: enough that no thread has to wait for its next number.
  [[nodiscard]] bool has_room() const { return open_ < 2 * static_cast<std::size_t>(threads_); }

 private:
  void work();

  unsigned threads_;
  MakeWorker make_worker_;
  std::size_t open_ = 0;  // given and not yet taken; used by the owner's thread only
  std::mutex guard_;
  std::condition_variable more_, ready_;
  std::deque<std::uint64_t> todo_;
  std::vector<GroupResult> done_;
  std::atomic<bool> stop_{false};
  std::vector<std::thread> workers_;
};

// Holds results back until all earlier ones have come.
class InOrder {
 public:
  explicit InOrder(const WorkerPool::Hear& hear) : hear_(hear) {}
  // Whether to go on.
  [[nodiscard]] bool add(const GroupResult& result);
  [[nodiscard]] std::uint64_t heard() const { return next_; }

 private:
  const WorkerPool::Hear& hear_;
  std::uint64_t next_ = 0;
  bool open_ = true;
  std::map<std::uint64_t, GroupResult> early_;
};

class ThreadWorkers final : public WorkerPool {
 public:
  explicit ThreadWorkers(unsigned threads) : threads_(threads) {}
  void run(const MakeWorker& make_worker, std::uint64_t count, const Hear& hear,
           const Tick& tick) override;

 private:
  unsigned threads_;
};

}  // namespace tidelock::arena
