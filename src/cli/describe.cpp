#include "cli/describe.h"

#include <CLI/CLI.hpp>

namespace tidelock::cli {
namespace {

// "-h", "--help"
Json names_of(const CLI::Option& option) {
  Json out = Json::array();
  for (const std::string& name : option.get_snames()) out.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.push_back("--" + name);
  return out;
}

Json describe(const CLI::Option& option) {
  Json out{{"help", option.get_description()}, {"required", option.get_required()}};
  if (option.get_positional()) {
    out["name"] = option.get_name(true);
  } else {
    out["names"] = names_of(option);
  }
  if (option.get_items_expected_max() > 0) out["value"] = option.get_type_name();
  if (!option.get_default_str().empty()) out["default"] = option.get_default_str();
  return out;
}

}  // namespace

Json describe(const CLI::App& app) {
  Json out{{"name", app.get_name()},
           {"help", app.get_description()},
           {"positionals", Json::array()},
           {"options", Json::array()},
           {"commands", Json::array()}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // not in --help either
    out[option->get_positional() ? "positionals" : "options"].push_back(describe(*option));
  }
  const auto all = [](const CLI::App* /*any*/) { return true; };
  for (const CLI::App* command : app.get_subcommands(all))
    out["commands"].push_back(describe(*command));
  return out;
}

}  // namespace tidelock::cli
