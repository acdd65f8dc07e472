// The files of data/ that the page has handed over so far.
#pragma once

#include <string>

namespace tidelock::data {

// Once for each file, before anything asks for it.
void provide(std::string name, std::string text);

}  // namespace tidelock::data
