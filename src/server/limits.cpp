#include "server/limits.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string>

namespace tidelock::server {
namespace {

constexpr std::array<std::string_view, kLimitedThings> kNames = {"requests", "tables", "upgrades",
                                                                 "chat", "guesses"};
constexpr double kSecondsAMinute = 60;
constexpr double kMost = 1e6;

std::optional<double> number_of(std::string_view text) {
  double out = 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (bad != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out > 0 && out <= kMost ? std::optional(out) : std::nullopt;
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::optional<Error> LimitRules::set(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view() : text.substr(equals + 1);
  if (name == "sockets" || name == "connections") {
    const auto most = number_of(value);
    if (most && *most >= 1) {
      (name == "sockets" ? sockets : connections) = static_cast<std::size_t>(*most);
      return std::nullopt;
    }
  }
  const auto* const named = std::find(kNames.begin(), kNames.end(), name);
  const std::size_t colon = value.find(':');
  if (named != kNames.end() && colon != std::string_view::npos) {
    const auto at_once = number_of(value.substr(0, colon));
    const auto per_minute = number_of(value.substr(colon + 1));
    if (at_once && *at_once >= 1 && per_minute) {
      allowances[static_cast<std::size_t>(named - kNames.begin())] = {*at_once, *per_minute};
      return std::nullopt;
    }
  }
  return error(
      "bad-limit",
      "expected a limit such as tables=20:10 (20 at once, then 10 a minute; also requests, "
      "upgrades, chat, guesses), sockets=100 or connections=100, found '" +
          std::string(text) + "'");
}

void Limits::age(Caller& caller, double now, double times) const {
  const double since = std::max(0.0, now - caller.counted);
  for (std::size_t i = 0; i < kLimitedThings; ++i) {
    const double back = since * times * rules_.allowances[i].per_minute / kSecondsAMinute;
    caller.used[i] = std::max(0.0, caller.used[i] - back);
  }
  caller.counted = std::max(caller.counted, now);
}

// Two at a time, so that there are never many to look at: those who have all of their allowance are
// as good as new.
void Limits::forget(double now) {
  for (int i = 0; i < 2 && !order_.empty(); ++i) {
    Caller& oldest = order_.front();
    age(oldest, now, 1);
    const bool fresh =
        oldest.held == std::array<std::size_t, kHeldThings>{} &&
        std::all_of(oldest.used.begin(), oldest.used.end(), [](double used) { return used <= 0; });
    if (fresh) {
      callers_.erase(oldest.address);
      order_.pop_front();
    } else {
      order_.splice(order_.end(), order_, order_.begin());  // looked at again when its turn comes
    }
  }
}

Limits::Caller& Limits::find(const Address& from, double now) {
  const Address key = from.household();
  if (const auto there = callers_.find(key); there != callers_.end()) {
    order_.splice(order_.end(), order_, there->second);
    age(*there->second, now, 1);
    return *there->second;
  }
  forget(now);
  if (callers_.size() >= rules_.callers) {
    age(strangers_, now, rules_.strangers);
    return strangers_;
  }
  Caller fresh;
  fresh.address = key;
  fresh.counted = now;
  order_.push_back(fresh);
  callers_.emplace(key, std::prev(order_.end()));
  return order_.back();
}

double Limits::wait_for(const Address& from, Limited what, double now) {
  if (!rules_.on) return 0;
  const auto i = static_cast<std::size_t>(what);
  const Caller& caller = find(from, now);
  const double times = &caller == &strangers_ ? rules_.strangers : 1;
  const double over = caller.used[i] + 1 - rules_.allowances[i].at_once * times;
  return over <= 0 ? 0 : over * kSecondsAMinute / (rules_.allowances[i].per_minute * times);
}

double Limits::take(const Address& from, Limited what, double now) {
  const double wait = wait_for(from, what, now);
  if (wait <= 0 && rules_.on) find(from, now).used[static_cast<std::size_t>(what)] += 1;
  return wait;
}

void Limits::give_back(const Address& from, Limited what, double now) {
  if (!rules_.on) return;
  double& used = find(from, now).used[static_cast<std::size_t>(what)];
  used = std::max(0.0, used - 1);
}

bool Limits::enter(const Address& from, Held what, double now) {
  if (!rules_.on) return true;
  Caller& caller = find(from, now);
  std::size_t& held = caller.held[static_cast<std::size_t>(what)];
  const double times = &caller == &strangers_ ? rules_.strangers : 1;
  const std::array<std::size_t, kHeldThings> rules = {rules_.connections, rules_.sockets,
                                                      rules_.slow};
  const std::size_t most = rules[static_cast<std::size_t>(what)];
  if (static_cast<double>(held) >= static_cast<double>(most) * times) return false;
  ++held;
  return true;
}

void Limits::leave(const Address& from, Held what) {
  if (!rules_.on) return;
  const auto i = static_cast<std::size_t>(what);
  // Who entered as a stranger leaves as one: nobody is forgotten who holds something.
  const auto there = callers_.find(from.household());
  Caller& caller =
      there != callers_.end() && there->second->held[i] > 0 ? *there->second : strangers_;
  if (caller.held[i] > 0) --caller.held[i];
}

}  // namespace tidelock::server
