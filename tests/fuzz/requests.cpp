// What a client may send: method, target, host, accepted codings, known tags, origin, type of the
// body, cookies and what it calls itself, a line each. Every request is answered with a file of the
// page, the news that it is still the same, or a refusal; nothing that was sent comes back in a
// header. Below /api/ it wants something that there is, or is refused.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "must.h"
#include "server/address.h"
#include "server/api.h"
#include "server/limits.h"
#include "server/secrets.h"
#include "server/site.h"
#include "server/testing.h"

namespace tidelock::fuzz {
namespace {

constexpr std::string_view kPlain = "plain", kBr = "br form", kGzip = "gzip form", kOther = "other";

const server::PageSite& page_site() {
  static const server::PageSite kSite = [] {
    const server::TemporaryFolder folder;
    folder.write("index.html", std::string(kPlain));
    folder.write("index.html.br", std::string(kBr));
    folder.write("index.html.gz", std::string(kGzip));
    folder.write("assets/a-B1234567.js", std::string(kOther));
    auto files = server::PageFiles::read(folder.path());
    must(files.ok(), "the page is read");
    return server::PageSite(std::move(files).value(), server::Hosts::kThisMachine);
  }();
  return kSite;
}

std::string_view header(const server::Answer& answer, std::string_view name) {
  for (const auto& [key, value] : answer.headers) {
    if (key == name) return value;
  }
  return {};
}

// What a proxy says, or somebody who pretends to be one.
void check_proxies(std::string_view chain) {
  static const std::vector<server::Network> kProxies = {
      server::Network::read("127.0.0.1").value(), server::Network::read("10.0.0.0/8").value()};
  const auto trusted = *server::Address::read("127.0.0.1");
  const auto stranger = *server::Address::read("192.0.2.1");
  must(server::forwarded(stranger, chain, chain, kProxies).from == stranger,
       "strangers are not believed");
  const server::Address from = server::forwarded(trusted, chain, chain, kProxies).from;
  const auto again = server::Address::read(from.text());
  must(again && *again == from, "an address is read as it is written");
  server::LimitRules rules;
  (void)rules.set(chain);
  for (const auto& one : rules.allowances)
    must(one.at_once >= 1 && one.per_minute > 0, "a limit lets something through");
}

void check(const server::Request& request) {
  check_proxies(request.host);
  const server::Answer answer = page_site().answer(request);
  for (const auto& [name, value] : answer.headers) {
    must(!name.empty() && !value.empty(), "a header has a name and a value");
    must(value.find_first_of("\r\n") == std::string_view::npos, "a header is one line");
  }
  must(!header(answer, "Content-Security-Policy").empty(), "every answer is guarded");
  switch (answer.status) {
    case 200: {
      const std::string_view coding = header(answer, "Content-Encoding");
      must(answer.body == (coding == "br"          ? kBr
                           : coding == "gzip"      ? kGzip
                           : answer.body == kOther ? kOther
                                                   : kPlain),
           "a file comes in the form that its header says");
      must(coding.empty() || !request.accept_encoding.empty(), "no form that nobody asked for");
      break;
    }
    case 304: must(answer.body.empty(), "nothing new has no body"); break;
    case 400:
    case 404:
    case 405:
    case 421: must(answer.body.ends_with(".\n"), "a refusal is a sentence"); break;
    default: must(false, "a status that was meant");
  }
  must(request.method == "GET" || request.method == "HEAD" || answer.status >= 400,
       "only reading is answered");
}

void check_account(const server::Call& call, const server::Request& request) {
  using Verb = server::AccountCall::Verb;
  const server::AccountCall& account = call.account;
  must(call.table.empty(), "an account is no table");
  must(account.verb != Verb::kPlayer || server::is_account_name(account.subject),
       "a player is named by a name");
  must(!account.guess() || call.body, "a password comes in a body");
  must(!call.body || request.content_type.starts_with("application/json"),
       "no form of another site is taken");
  must(!call.body || request.method != "GET", "what is read has no body");
  const auto cookie = server::cookie_value(account.cookies.text, "tidelock");
  must(!cookie || cookie->find(';') == std::string::npos, "a cookie ends where the next begins");
  must(account.device.size() < 30, "a device is told in our words");
}

void check_call(const server::Request& request) {
  const auto call = server::read_call(request, server::Hosts::kThisMachine);
  if (!call) return;
  using Route = server::Call::Route;
  if (call->route == Route::kRefused) {
    must(call->status >= 400 && !call->why.message.empty(), "a refusal says why");
    return;
  }
  const bool lower = request.origin.starts_with("http://");
  must(!request.encrypted || !lower, "who comes by TLS comes from a page that did");
  if (call->route == Route::kAccount) return check_account(*call, request);
  const bool post = call->route == Route::kMakeTable;
  must(request.method == (post ? "POST" : "GET"), "only a table is made by sending something");
  must(server::is_table_name(call->table) || post || call->route == Route::kListTables,
       "a table is named by its name");
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters here
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::array<std::string_view, 9> lines;
  for (std::string_view& line : lines) {
    const std::size_t end = rest.find('\n');
    line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  const bool upgrade = size % 2 == 0;
  const bool encrypted = size % 4 < 2;
  const tidelock::server::Request request{lines[0], lines[1],  lines[2], lines[3],
                                          lines[4], lines[5],  lines[6], upgrade,
                                          {},       encrypted, lines[7], lines[8]};
  tidelock::fuzz::check(request);
  tidelock::fuzz::check_call(request);
  return 0;
}
