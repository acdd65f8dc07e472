// A crew of several processes, on one machine or many, where tidelock is started by mpirun and was
// built with MPI. A plain run never touches it.
#pragma once

#include <memory>

#include "arena/worker_pool.h"

namespace tidelock::arena {

// Whether mpirun started this process, by what it leaves in the environment.
[[nodiscard]] bool under_mpi();

// Threads of this process; under mpirun those of all its processes. `threads`: for each process,
// 0 for one a core (under mpirun: one, as processes are what mpirun counts). An error if this build
// has no MPI but is needed. Made once, used by one thread.
[[nodiscard]] Result<std::unique_ptr<WorkerPool>> make_worker_pool(unsigned threads);

}  // namespace tidelock::arena
