#include "server/api.h"

#include <algorithm>
#include <array>

#include "server/secrets.h"

namespace tidelock::server {
namespace {

constexpr std::string_view kApi = "/api/";
constexpr std::string_view kTables = "/api/tables";
constexpr std::string_view kSocket = "/socket";

Call refused_call(int status, std::string code, std::string message) {
  Call out;
  out.status = status;
  out.why = error(std::move(code), std::move(message));
  return out;
}

// A page of another site may not speak for the person who looks at it. Programs send no origin.
// Who comes by TLS looks at a page that came by TLS too, which nobody between can have changed.
bool own_origin(std::string_view origin, std::string_view host, bool encrypted) {
  if (origin.empty()) return true;
  const std::size_t scheme = origin.find("://");
  if (scheme == std::string_view::npos) return false;
  const auto same = [](std::string_view one, std::string_view other) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [&](char a, char b) { return lower(a) == lower(b); });
  };
  if (encrypted && !same(origin.substr(0, scheme), "https")) return false;
  return same(origin.substr(scheme + 3), host);
}

// A form of another site can send text, but not this.
bool is_json(std::string_view content_type) {
  constexpr std::string_view kJson = "application/json";
  return content_type == kJson || content_type.starts_with("application/json;");
}

struct AccountRoute {
  std::string_view method;
  std::string_view path;
  AccountCall::Verb verb;
  bool body = false;
};

constexpr std::array<AccountRoute, 12> kAccountRoutes = {
    AccountRoute{"POST", "/api/accounts", AccountCall::Verb::kSignUp, true},
    {"POST", "/api/session", AccountCall::Verb::kSignIn, true},
    {"DELETE", "/api/session", AccountCall::Verb::kSignOut},
    {"GET", "/api/me", AccountCall::Verb::kMe},
    {"DELETE", "/api/me", AccountCall::Verb::kDelete, true},
    {"GET", "/api/me/games", AccountCall::Verb::kGames},
    {"POST", "/api/me/password", AccountCall::Verb::kPassword, true},
    {"POST", "/api/me/settings", AccountCall::Verb::kSettings, true},
    {"POST", "/api/me/mail", AccountCall::Verb::kMail, true},
    {"DELETE", "/api/me/mail", AccountCall::Verb::kRemoveMail},
    {"POST", "/api/me/mail/confirm", AccountCall::Verb::kConfirmMail, true},
    {"GET", "/api/me/export", AccountCall::Verb::kExport}};
constexpr std::string_view kPlayers = "/api/players/";
constexpr std::string_view kSessions = "/api/me/sessions/";

std::optional<Call> read_account_call(const Request& request, std::string_view path) {
  Call out;
  out.route = Call::Route::kAccount;
  out.account.cookies = {std::string(request.cookies), request.encrypted};
  out.account.device = device_of(request.user_agent);
  out.account.from = request.from.household().text();
  std::string methods;
  const auto fits = [&](std::string_view method) {
    methods += (methods.empty() ? "" : " or ") + std::string(method);
    return request.method == method;
  };
  if (path.starts_with(kPlayers) && is_account_name(path.substr(kPlayers.size()))) {
    out.account.verb = AccountCall::Verb::kPlayer;
    out.account.subject = path.substr(kPlayers.size());
    if (fits("GET")) return out;
  } else if (path.starts_with(kSessions)) {
    out.account.verb = AccountCall::Verb::kEndSession;
    out.account.subject = path.substr(kSessions.size());
    if (fits("DELETE")) return out;
  } else {
    for (const AccountRoute& route : kAccountRoutes) {
      if (path != route.path || !fits(route.method)) continue;
      if (route.body && !is_json(request.content_type))
        return refused_call(415, "wrong-type", "expected Content-Type: application/json");
      out.account.verb = route.verb;
      out.body = route.body;
      return out;
    }
  }
  if (methods.empty()) return std::nullopt;
  return refused_call(405, "wrong-method", "expected " + methods);
}

}  // namespace

std::optional<Call> read_call(const Request& request, Hosts hosts) {
  const Place place = place_of(request, hosts);
  if (!place.path || !place.path->starts_with(kApi)) return std::nullopt;
  if (place.refused != 0)
    return refused_call(place.refused, "wrong-host", "this server does not answer to that name");
  if (!own_origin(request.origin, place.host, request.encrypted))
    return refused_call(403, "wrong-origin", "expected a request from a page of this server");
  const auto wrong_method = [](std::string_view expected) {
    return refused_call(405, "wrong-method", "expected " + std::string(expected));
  };
  Call out;
  std::string_view path = *place.path;
  if (path == kTables) {
    if (request.method == "GET") {
      out.route = Call::Route::kListTables;
      return out;
    }
    if (request.method != "POST") return wrong_method("GET or POST");
    if (!is_json(request.content_type))
      return refused_call(415, "wrong-type", "expected Content-Type: application/json");
    out.route = Call::Route::kMakeTable;
    return out;
  }
  if (auto account = read_account_call(request, path)) return account;
  const auto nothing = [] { return refused_call(404, "not-found", "there is nothing here"); };
  if (!path.starts_with(std::string(kTables) + "/")) return nothing();
  path.remove_prefix(kTables.size() + 1);
  const bool socket = path.ends_with(kSocket);
  if (socket) path.remove_suffix(kSocket.size());
  if (!is_table_name(path)) return nothing();
  if (request.method != "GET") return wrong_method("GET");
  if (socket && !request.upgrade)
    return refused_call(426, "no-upgrade", "expected the upgrade to a WebSocket");
  out.route = socket ? Call::Route::kSocket : Call::Route::kShowTable;
  out.account.cookies = {std::string(request.cookies), request.encrypted};
  out.table = path;
  return out;
}

}  // namespace tidelock::server
