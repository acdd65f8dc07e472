// What tests of sentences share: the catalogues as they are in the tree.
#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "core/json.h"
#include "core/show.h"
#include "core/testing/said.h"

namespace tidelock::circadians {

inline const Catalogue& words_of(const char* lang) {
  static std::map<std::string, Catalogue> all;
  const auto found = all.find(lang);
  if (found != all.end()) return found->second;
  const std::ifstream file(TIDELOCK_SOURCE_DIR "/data/lang/" + std::string(lang) +
                           "/circadians.json");
  std::stringstream text;
  text << file.rdbuf();
  const Result<Json> json = parse_json(text.str());
  if (!json) ADD_FAILURE() << json.error().sentence();
  const auto id = lang_from_code(lang);
  if (!id) ADD_FAILURE() << lang;
  Result<Catalogue> words = Catalogue::load(id.value_or(Lang::kEn), json ? json.value() : Json());
  if (!words) ADD_FAILURE() << words.error().sentence();
  return all.emplace(lang, words ? std::move(words).value() : Catalogue()).first->second;
}

inline Teller teller_of(const char* lang = "en") {
  return {words_of(lang), {"Miranda", "Anselm", "Jo", "Luca"}};
}

// An entry of the catalogue, a value or a name that is not there.
inline bool all_said(const std::string& text) {
  return !testing::contains(text, "<") && !testing::contains(text, "{") &&
         !testing::contains(text, "}");
}

}  // namespace tidelock::circadians
