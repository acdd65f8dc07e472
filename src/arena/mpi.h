// A worker pool of several processes, on one machine or many, if tidelock was built with MPI and is
// started by mpirun. A plain run never uses MPI.
#pragma once

#include <memory>

#include "arena/worker_pool.h"

namespace tidelock::arena {

// Whether mpirun started this process, as its environment variables tell.
[[nodiscard]] bool under_mpi();

// Threads of this process; under mpirun the threads of all processes. `threads`: per process; 0 for
// one a core (under mpirun for one, as mpirun starts a process a core). An error if MPI is needed
// but not built in. Made once, used by one thread.
[[nodiscard]] Result<std::unique_ptr<WorkerPool>> make_worker_pool(unsigned threads);

}  // namespace tidelock::arena
