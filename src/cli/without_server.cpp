// In place of serve.cpp, db.cpp and bench_server.cpp, where the server is left out.
#include "cli/common.h"

namespace tidelock::cli {

namespace {

int no_server() {
  return fail(error("not-built",
                    "this tidelock was built without the server: ./play builds it with it, or "
                    "install what ./setup server names and build it with -DTIDELOCK_SERVER=ON"));
}

}  // namespace

int run_serve(const ServeArgs& /*args*/) { return no_server(); }
int run_db(const DbArgs& /*args*/) { return no_server(); }
int run_bench_server(const BenchServerArgs& /*args*/) { return no_server(); }

}  // namespace tidelock::cli
