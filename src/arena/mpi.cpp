#include "arena/mpi.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#ifdef TIDELOCK_MPI
#include <mpi.h>
#endif

namespace tidelock::arena {

bool under_mpi() {
  // Open MPI; MPICH and its kin.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (std::getenv(name) != nullptr) return true;  // NOLINT(concurrency-mt-unsafe)
  }
  return false;
}

#ifdef TIDELOCK_MPI

namespace {

constexpr int kLeader = 0;
constexpr std::chrono::milliseconds kPause(1);  // between two checks for messages

enum Tag : int { kReady, kTask, kResult, kStop, kLeft };

// The leader distributes numbers, plays too, and collects the results. The others play what they
// get until they are told to stop. Only the main thread of each process uses MPI. If a process
// dies, mpirun ends all others.
class MpiWorkers final : public WorkerPool {
 public:
  explicit MpiWorkers(unsigned threads) : threads_(threads) {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~MpiWorkers() override { MPI_Finalize(); }
  MpiWorkers(const MpiWorkers&) = delete;
  MpiWorkers& operator=(const MpiWorkers&) = delete;

  [[nodiscard]] bool leads() const override { return rank_ == kLeader; }
  [[nodiscard]] int processes() const override { return size_; }

  [[nodiscard]] bool broadcast(bool word) override {
    int said = word ? 1 : 0;
    MPI_Bcast(&said, 1, MPI_INT, kLeader, MPI_COMM_WORLD);
    return said != 0;
  }

  [[nodiscard]] Trouble trouble(bool here) override {
    const int mine = here ? rank_ : size_;
    int first = 0;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return {first < size_, first == rank_};
  }

  void run(const MakeWorker& make_worker, std::uint64_t count, const Hear& hear,
           const Tick& tick) override {
    if (leads()) {
      lead(make_worker, count, hear, tick);
    } else {
      follow(make_worker);
    }
  }

 private:
  void lead(const MakeWorker& make_worker, std::uint64_t count, const Hear& hear,
            const Tick& tick) {
    ThreadPool pool(threads_, make_worker);
    InOrder order(hear);
    std::vector<int> room(static_cast<std::size_t>(size_), 0);  // how many more each may be sent
    std::uint64_t given = 0;
    bool go_on = true;
    while (go_on && order.heard() < count) {
      while (given < count && pool.has_room()) pool.give(given++);
      for (int rank = 1; rank < size_; ++rank) {
        for (int& left = room[static_cast<std::size_t>(rank)]; left > 0 && given < count; --left)
          give(given++, rank);
      }
      for (const GroupResult& result : pool.take(kPause)) go_on = order.add(result) && go_on;
      while (const auto mail = look()) {
        auto& left = room[static_cast<std::size_t>(mail->MPI_SOURCE)];
        if (mail->MPI_TAG == kReady) {
          int threads = 0;
          receive(&threads, sizeof threads, *mail);
          left = 2 * threads;  // as ThreadPool::has_room
        } else {
          GroupResult result;
          receive(&result, sizeof result, *mail);
          ++left;
          go_on = order.add(result) && go_on;
        }
      }
      go_on = go_on && tick();
    }
    for (int rank = 1; rank < size_; ++rank) send(nullptr, 0, rank, kStop);
    // Drain results that are still under way.
    for (int left = size_ - 1; left > 0;) {
      MPI_Status mail;
      MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &mail);
      GroupResult any;
      receive(&any, sizeof any, mail);
      if (mail.MPI_TAG == kLeft) --left;
    }
  }

  void follow(const MakeWorker& make_worker) {
    {
      ThreadPool pool(threads_, make_worker);
      const int threads = static_cast<int>(threads_);
      send(&threads, sizeof threads, kLeader, kReady);
      for (bool go_on = true; go_on;) {
        while (const auto mail = look()) {
          std::uint64_t number = 0;
          receive(&number, sizeof number, *mail);
          go_on = mail->MPI_TAG != kStop;
          if (!go_on) break;
          pool.give(number);
        }
        for (const GroupResult& result : pool.take(kPause))
          send(&result, sizeof result, kLeader, kResult);
      }
    }
    send(nullptr, 0, kLeader, kLeft);
  }

  static void give(std::uint64_t number, int rank) { send(&number, sizeof number, rank, kTask); }

  static std::optional<MPI_Status> look() {
    int there = 0;
    MPI_Status mail;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &mail);
    return there != 0 ? std::optional(mail) : std::nullopt;
  }
  static void send(const void* data, std::size_t bytes, int to, Tag tag) {
    MPI_Send(data, static_cast<int>(bytes), MPI_BYTE, to, tag, MPI_COMM_WORLD);
  }
  static void receive(void* data, std::size_t bytes, const MPI_Status& mail) {
    MPI_Recv(data, static_cast<int>(bytes), MPI_BYTE, mail.MPI_SOURCE, mail.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  }

  unsigned threads_;
  int rank_ = 0, size_ = 1;
};

}  // namespace

#endif

Result<std::unique_ptr<WorkerPool>> make_worker_pool(unsigned threads) {
  if (!under_mpi()) {
    return std::unique_ptr<WorkerPool>(std::make_unique<ThreadWorkers>(
        threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency())));
  }
#ifdef TIDELOCK_MPI
  return std::unique_ptr<WorkerPool>(std::make_unique<MpiWorkers>(std::max(1U, threads)));
#else
  return error("no-mpi",
               "this tidelock was built without MPI: install libopenmpi-dev and build it with "
               "-DTIDELOCK_MPI=ON, or start it without mpirun");
#endif
}

}  // namespace tidelock::arena
