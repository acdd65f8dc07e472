#include "wasm/provided.h"

#include <map>

#include "games/embedded.h"

namespace tidelock::data {

namespace {

std::map<std::string, std::string, std::less<>>& files() {
  static std::map<std::string, std::string, std::less<>> all;
  return all;
}

}  // namespace

void provide(std::string name, std::string text) {
  files().try_emplace(std::move(name), std::move(text));
}

std::string_view file(std::string_view name) {
  const auto found = files().find(name);
  return found == files().end() ? std::string_view{} : std::string_view(found->second);
}

}  // namespace tidelock::data
