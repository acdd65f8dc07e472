// All tables of a database as a file: lines of JSON, the same for every kind of database, so that
// what was in one can be put into another. Documented in docs/serving.md.
#pragma once

#include <cstdint>
#include <istream>
#include <ostream>

#include "core/result.h"
#include "store/store.h"

namespace tidelock::store {

struct BackedUp {
  std::uint64_t tables = 0;
  std::uint64_t lines = 0;
};

// Everything as it is at one moment. The stream's state says whether it could be written.
[[nodiscard]] Result<BackedUp> back_up(StoreReader& from, std::ostream& out);
// Into a database that holds nothing; all of it or nothing. An error names the line of the file.
[[nodiscard]] Result<BackedUp> restore(std::istream& in, Store& to);

}  // namespace tidelock::store
