// What is answered to a request, without the wire it comes by: which file, in which form, with
// which headers, and what is refused.
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "server/page_files.h"

namespace tidelock::server {

// Headers that came several times are joined with commas; one that did not come is empty.
struct Request {
  std::string_view method;
  std::string_view target;  // as it was sent: "/assets/a.js?x=%20"
  std::string_view host;
  std::string_view accept_encoding;
  std::string_view if_none_match;
};

// All of it lives at least as long as the site that gave it. Length, date and connection are added
// when it is sent, and of an answer to HEAD the body stays away.
struct Answer {
  int status = 200;
  std::vector<std::pair<std::string_view, std::string_view>> headers;
  std::string_view body;
};

using Site = std::function<Answer(const Request&)>;

// A sentence in plain text that belongs to the status, with the headers that every answer has.
[[nodiscard]] Answer refusal(int status);

enum class Hosts {
  kAny,
  kThisMachine,  // only names of this machine: another site cannot have its own name lead here
};

class PageSite {
 public:
  PageSite(PageFiles files, Hosts hosts) : files_(std::move(files)), hosts_(hosts) {}
  [[nodiscard]] Answer answer(const Request& request) const;

 private:
  PageFiles files_;
  Hosts hosts_;
};

}  // namespace tidelock::server
