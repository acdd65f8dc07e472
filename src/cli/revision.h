// Which source this program was built from; cmake/revision.cmake writes it.
#pragma once

namespace tidelock::cli {

extern const char* const kFullVersion;  // of a snapshot with its date and revision
extern const char* const kRevision;     // the commit

}  // namespace tidelock::cli
