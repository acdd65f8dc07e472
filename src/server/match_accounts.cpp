// What a match has to do with accounts: whose seats are theirs, how it ended for them, and whose
// turn has waited for longer than they want.
#include <algorithm>

#include "server/match.h"
#include "server/match_words.h"

namespace tidelock::server {
namespace {

constexpr std::int64_t kLeastWait = 60;  // seconds
constexpr std::int64_t kMostWait = std::int64_t{14} * 24 * 60 * 60;
constexpr std::size_t kLongestAccountName = 20;
constexpr Time kSecondOf = 1000;

}  // namespace

std::optional<std::int64_t> read_wait(const JsonIn& in) {
  if (!in.exists() || in.is_null()) return std::nullopt;
  return in.integer(kLeastWait, kMostWait);
}

void Match::note_person(const Person* person, Json& line) {
  if (person == nullptr) return;
  line["account"] = person->account;
  if (!person->shown) line["shown"] = false;
  if (person->notify) line["notify"] = *person->notify;
}

void Match::read_person(const JsonIn& in, Chair& chair) {
  if (in.maybe("account").exists()) chair.account = in["account"].text(kLongestAccountName);
  chair.shown = !in.maybe("shown").exists() || in["shown"].boolean();
  chair.notify = read_wait(in.maybe("notify"));
}

Seat Match::seat_of_account(std::string_view account) const {
  const std::string folded = folded_name(account);
  for (Seat seat = 0; seat < seats(); ++seat) {
    const std::string& there = chair(seat).account;
    if (!there.empty() && folded_name(there) == folded) return seat;
  }
  return kNobody;
}

Json Match::notify_of(Seat seat) const {
  if (seat == kNobody || !chair(seat).notify) return {};
  return *chair(seat).notify;
}

std::optional<Error> Match::do_account(std::string_view verb, Seat seat, const JsonIn& in) {
  Chair& own = chair(seat);
  if (verb == "notify") {
    if (own.digest.empty()) return error("bad-log", "expected somebody in this seat");
    const auto after = read_wait(in["after"]);
    if (!in.ok()) return in.trouble().first();
    own.notify = after;  // who was told in this turn was told
  } else if (verb == "noticed") {
    own.noticed = true;
  } else if (verb == "rated") {
    results_given_ = true;
  } else {  // forget: nothing is left of whoever sat here but their moves
    own.account.clear();
    own.name.clear();
    own.notify.reset();
    if (!starters_.empty()) starters_[static_cast<std::size_t>(seat)].account.clear();
    for (Said& one : talk_) {
      if (one.seat != seat) continue;
      one.name.clear();
      if (!one.text.empty()) one.text = "…";
    }
  }
  return std::nullopt;
}

// Each time a seat begins to be asked, and each time it does something, it is waited for anew.
void Match::wait_for_seats(std::string_view verb, Seat seat, SeatMask before, Time at) {
  if (table_ && starters_.empty()) {
    for (const Chair& one : chairs_) starters_.push_back({one.account, one.holder});
  }
  if (ended_at_ == 0 && phase() == store::Phase::kOver) ended_at_ = at;
  const SeatMask asked = turn();
  const bool moved = verb == "apply" || verb == "confirm" || verb == "undo";
  for (Seat one = 0; one < seats(); ++one) {
    if ((asked & seat_bit(one)) == 0) continue;
    const bool anew = (before & seat_bit(one)) == 0;
    if (anew) chair(one).noticed = false;
    if (anew || (moved && one == seat)) chair(one).asked = at;
  }
}

// The seat that is to be told next, and when.
std::optional<std::pair<Time, Seat>> Match::next_notice() const {
  std::optional<std::pair<Time, Seat>> out;
  const SeatMask asked = turn();
  for (Seat seat = 0; seat < seats(); ++seat) {
    const Chair& one = chair(seat);
    if ((asked & seat_bit(seat)) == 0 || !one.notify || one.noticed) continue;
    const Time when = one.asked + *one.notify * kSecondOf;
    if (!out || when < out->first) out = {when, seat};
  }
  return out;
}

Match::Line Match::notice(Time now) {
  const auto next = next_notice();
  if (!next || next->first > now) return std::nullopt;
  auto line = add({"noticed", next->second}, now);
  return line.ok() ? std::move(line).value() : std::nullopt;
}

Match::Waiting Match::waiting(Seat seat, Time now) const {
  const Chair& one = chair(seat);
  return {one.name, one.account, std::string(game_->facts().id),
          std::max<Time>(0, now - one.asked) / kSecondOf};
}

// --- how it ended ---

bool Match::owes_results() const {
  if (results_given_ || phase() != store::Phase::kOver) return false;
  const auto has_account = [](const auto& one) { return !one.account.empty(); };
  return std::any_of(starters_.begin(), starters_.end(), has_account) ||
         std::any_of(chairs_.begin(), chairs_.end(), has_account);
}

Ending Match::ending(const std::string& table) const {
  Ending out;
  out.table = table;
  out.game = game_->facts().id;
  out.at = ended_at_;
  out.listed = listed_;
  out.aborted = how_ == How::kAborted;
  const Json ended = ended_json();
  for (std::size_t i = 0; i < starters_.size(); ++i) {
    const Chair& now = chairs_[i];
    if (!now.account.empty()) out.others.push_back(now.account);
    if (starters_[i].account.empty()) continue;
    const bool stayed =
        now.holder == starters_[i].holder && now.bot.empty() && !now.open && !now.resigned;
    const int rank = out.aborted ? 1 : ended["ranks"][i].get<int>();
    out.players.push_back({starters_[i].account, stayed, rank == 1, -rank});
  }
  return out;
}

Match::Line Match::rated(Time now) {
  auto line = add({"rated", 0}, now);
  return line.ok() ? std::move(line).value() : std::nullopt;
}

}  // namespace tidelock::server
