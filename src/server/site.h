// What is answered to a request, without the wire it comes by: which file, in which form, with
// which headers, and what is refused.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/address.h"
#include "server/page_files.h"

namespace tidelock::server {

// Headers that came several times are joined with commas; one that did not come is empty.
struct Request {
  std::string_view method;
  std::string_view target;  // as it was sent: "/assets/a.js?x=%20"
  std::string_view host;
  std::string_view accept_encoding;
  std::string_view if_none_match;
  std::string_view origin = {};
  std::string_view content_type = {};
  bool upgrade = false;  // to a WebSocket
  Address from = {};     // whoever asks, also through proxies that are believed
  bool encrypted = false;
  std::string_view cookies = {};
  std::string_view user_agent = {};
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

// An object in JSON, with the same headers; the text must live as long as the answer. And a text of
// any type.
[[nodiscard]] Answer json_answer(int status, std::string_view text);
[[nodiscard]] Answer text_answer(int status, std::string_view type, std::string_view text);

enum class Hosts {
  kAny,
  kThisMachine,  // only names of this machine: another site cannot have its own name lead here
};

// Where a request goes.
struct Place {
  int refused = 0;  // the status, where it does not come to this server
  std::string_view host;
  std::optional<std::string> path;  // decoded, without its query; nothing where it is malformed
};
[[nodiscard]] Place place_of(const Request& request, Hosts hosts);

class PageSite {
 public:
  PageSite(PageFiles files, Hosts hosts) : files_(std::move(files)), hosts_(hosts) {}
  [[nodiscard]] Answer answer(const Request& request) const;

 private:
  PageFiles files_;
  Hosts hosts_;
};

}  // namespace tidelock::server
