#include "server/site.h"

#include <algorithm>
#include <optional>
#include <string>

namespace tidelock::server {
namespace {

constexpr std::string_view kPolicy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

constexpr std::string_view kPermissions =
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
    "magnetometer=(), "
    "microphone=(), midi=(), payment=(), usb=()";

constexpr std::string_view kBlank = " \t";

Answer with_status(int status) {
  return {status,
          {{"Content-Security-Policy", kPolicy},
           {"X-Content-Type-Options", "nosniff"},
           {"X-Frame-Options", "DENY"},
           {"Referrer-Policy", "no-referrer"},
           {"Cross-Origin-Opener-Policy", "same-origin"},
           {"Cross-Origin-Resource-Policy", "same-origin"},
           {"Permissions-Policy", kPermissions}},
          {}};
}

std::string_view sentence(int status) {
  switch (status) {
    case 400: return "This request could not be understood.\n";
    case 404: return "There is nothing at this address.\n";
    case 405: return "Only GET and HEAD are answered here.\n";
    case 413: return "A request to this server has no body.\n";
    case 414: return "This address is too long.\n";
    case 421:
      return "This server answers to localhost only; begin it with --bind to change that.\n";
    case 429: return "Too much was asked for from this address; try again later.\n";
    case 431: return "The headers of this request are too long.\n";
    case 505: return "HTTP/1.0 and HTTP/1.1 are spoken here.\n";
    default: return "This could not be answered.\n";
  }
}

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_case(x) == lower_case(y); });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(kBlank);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlank) - from + 1);
}

// Takes the text up to a separator off the front.
std::string_view next_part(std::string_view& text, char separator) {
  const std::size_t at = text.find(separator);
  const std::string_view part = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  return trimmed(part);
}

constexpr int kFullWeight = 1000;

// "0.25" in thousandths; what is no weight wants nothing.
int weight_of(std::string_view text) {
  if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return 0;
  int out = (text[0] - '0') * kFullWeight;
  if (text.size() > 1 && text[1] != '.') return 0;
  int place = kFullWeight / 10;
  for (std::size_t i = 2; i < text.size(); ++i, place /= 10) {
    if (text[i] < '0' || text[i] > '9') return 0;
    out += (text[i] - '0') * place;
  }
  return out <= kFullWeight ? out : 0;
}

struct Accepted {
  std::optional<int> br, gzip, identity, any;
};

Accepted accepted_codings(std::string_view header) {
  Accepted out;
  while (!header.empty()) {
    std::string_view item = next_part(header, ',');
    const std::string_view name = next_part(item, ';');
    int weight = kFullWeight;
    while (!item.empty()) {
      std::string_view parameter = next_part(item, ';');
      const std::string_view key = next_part(parameter, '=');
      if (same_word(key, "q")) weight = weight_of(trimmed(parameter));
    }
    if (same_word(name, "br")) out.br = weight;
    if (same_word(name, "gzip") || same_word(name, "x-gzip")) out.gzip = weight;
    if (same_word(name, "identity")) out.identity = weight;
    if (name == "*") out.any = weight;
  }
  return out;
}

struct Chosen {
  const Form* form;
  std::string_view coding;  // empty: as it is
};

// The form that is wanted most; of equals the shorter. Where nothing is wanted that there is, the
// file as it is: better than no answer.
Chosen choose(const PageFile& file, std::string_view accept_encoding) {
  const Accepted accepted = accepted_codings(accept_encoding);
  const int others = accepted.any.value_or(0);
  const int br = file.br ? accepted.br.value_or(others) : 0;
  const int gzip = file.gzip ? accepted.gzip.value_or(others) : 0;
  const int plain = accepted.identity.value_or(others);
  if (br > 0 && br >= gzip && br >= plain) return {&*file.br, "br"};
  if (gzip > 0 && gzip >= plain) return {&*file.gzip, "gzip"};
  return {&file.plain, {}};
}

// If-None-Match compares weakly: "x" and W/"x" are the same.
bool names_etag(std::string_view header, std::string_view etag) {
  while (!header.empty()) {
    std::string_view one = next_part(header, ',');
    if (one == "*") return true;
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag) return true;
  }
  return false;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = lower_case(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// The path of a target without its query; nothing where it is malformed.
std::optional<std::string> decoded_path(std::string_view target) {
  if (!target.starts_with('/')) return std::nullopt;
  target = target.substr(0, target.find_first_of("?#"));
  std::string out;
  for (std::size_t i = 0; i < target.size(); ++i) {
    char c = target[i];
    if (c == '%') {
      const int high = i + 2 < target.size() ? hex_digit(target[i + 1]) : -1;
      const int low = high >= 0 ? hex_digit(target[i + 2]) : -1;
      if (low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7f) return std::nullopt;
    out += c;
  }
  return out;
}

bool only_of(std::string_view text, std::string_view allowed) {
  return text.find_first_not_of(allowed) == std::string_view::npos;
}

bool names_this_machine(std::string_view host) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && !host.ends_with(']')) {
    if (!only_of(host.substr(colon + 1), kDigits)) return false;
    host = host.substr(0, colon);
  }
  if (same_word(host, "localhost") || host == "[::1]") return true;
  // All of 127.0.0.0/8; digits alone are no name that somebody could own.
  return host.starts_with("127.") && only_of(host, "0123456789.");
}

// The host of "http://host/path" stands above the header.
void split_absolute(std::string_view& target, std::string_view& host) {
  constexpr std::string_view kScheme = "http://";
  if (!same_word(target.substr(0, kScheme.size()), kScheme)) return;
  target.remove_prefix(kScheme.size());
  const std::size_t end = std::min(target.find_first_of("/?#"), target.size());
  host = target.substr(0, end);
  target = end < target.size() && target[end] == '/' ? target.substr(end) : "/";
}

}  // namespace

Answer refusal(int status) {
  Answer out = text_answer(status, "text/plain; charset=utf-8", sentence(status));
  if (status == 405) out.headers.emplace_back("Allow", "GET, HEAD");
  return out;
}

Answer text_answer(int status, std::string_view type, std::string_view text) {
  Answer out = with_status(status);
  out.headers.emplace_back("Content-Type", type);
  out.headers.emplace_back("Cache-Control", "no-store");
  out.body = text;
  return out;
}

Answer json_answer(int status, std::string_view text) {
  return text_answer(status, "application/json", text);
}

Place place_of(const Request& request, Hosts hosts) {
  std::string_view target = request.target;
  Place out;
  out.host = trimmed(request.host);
  split_absolute(target, out.host);
  if (out.host.empty()) out.refused = 400;
  if (out.refused == 0 && hosts == Hosts::kThisMachine && !names_this_machine(out.host))
    out.refused = 421;
  out.path = decoded_path(target);
  return out;
}

Answer PageSite::answer(const Request& request) const {
  const Place place = place_of(request, hosts_);
  if (place.refused != 0) return refusal(place.refused);
  if (request.method != "GET" && request.method != "HEAD") return refusal(405);
  if (!place.path) return refusal(400);
  const PageFile* file = files_.find(*place.path);
  if (file == nullptr) return refusal(404);

  const Chosen chosen = choose(*file, request.accept_encoding);
  const bool known = names_etag(request.if_none_match, chosen.form->etag);
  Answer out = with_status(known ? 304 : 200);
  out.headers.emplace_back("Cache-Control",
                           file->forever ? "public, max-age=31536000, immutable" : "no-cache");
  out.headers.emplace_back("ETag", chosen.form->etag);
  out.headers.emplace_back("Vary", "Accept-Encoding");
  if (known) return out;
  out.headers.emplace_back("Content-Type", file->type);
  if (!chosen.coding.empty()) out.headers.emplace_back("Content-Encoding", chosen.coding);
  out.body = chosen.form->bytes;
  return out;
}

}  // namespace tidelock::server
