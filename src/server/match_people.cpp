// Who sits where at a match, and what they agree on.
#include <algorithm>

#include "server/match.h"
#include "server/match_words.h"

namespace tidelock::server {
namespace {

constexpr std::size_t kMostTold = 500;
constexpr std::array<std::string_view, 5> kProposalKinds = {"pause", "abort", "undo", "replace",
                                                            "resume"};
// Where no clock runs, whoever is waited for so long may be replaced.
constexpr Time kLongWait = 15 * 60 * 1000;
// A pause that somebody else has forgotten.
constexpr Time kLongPause = 24 * 60 * 60 * 1000;

}  // namespace

std::optional<Error> Match::do_people(std::string_view verb, Seat seat, const JsonIn& in, Time at) {
  if (verb == "sit") return do_sit(seat, in, at);
  if (verb == "say") return do_say(seat, in, at);
  if (verb == "late") return do_late(seat, at);
  if (verb == "notify" || verb == "noticed" || verb == "rated" || verb == "forget")
    return do_account(verb, seat, in);
  if (verb == "grace") {
    if (!clocks_) return error("bad-log", "expected a table with a clock");
    clocks_->forgive(seat, at);
    return std::nullopt;
  }
  Chair& own = chair(seat);
  if (own.digest.empty()) return error("bad-log", "expected somebody in this seat");
  if (verb == "auto") {
    const bool confirms = in["confirm"].boolean();
    const bool by_hand = in.maybe("forced").exists() && !in["forced"].boolean();
    if (!in.ok()) return in.trouble().first();
    own.confirms = confirms;
    own.by_hand = by_hand;
    if (table_) table_->by_hand(seat, by_hand);
    return std::nullopt;
  }
  if (verb == "rematch") {
    if (phase() != store::Phase::kOver) return error("not-over", "the game is not over yet");
    if (!next_.empty()) return error("bad-log", "expected one next game");
    std::string next = in["next"].text(kLongestKey);
    std::string secret = read_secret(in["secret"]);
    if (!in.ok()) return in.trouble().first();
    next_ = std::move(next);
    next_secret_ = std::move(secret);
    return std::nullopt;
  }
  if (phase() == store::Phase::kOver) return error("game-over", "the game is over");
  if (verb == "leave") return do_leave(seat, at);
  if (verb == "back") return do_back(seat, at);
  if (table_) {
    if (auto bad = may_move(seat)) return bad;
  }
  std::optional<Error> bad;
  if (verb == "replace") {
    bad = do_replace(seat, in);
  } else if (verb == "propose") {
    bad = do_propose(seat, in, at);
  } else if (verb == "answer") {
    bad = do_answer(seat, in);
  } else if (verb == "resign") {
    bad = do_resign(seat);
  } else if (verb == "resume") {
    bad = do_resume(seat, at);
  } else {
    return error("unknown-verb", "expected a verb of docs/server.md", "do");
  }
  if (bad) return bad;
  own.away = false;
  count_votes(at);
  return std::nullopt;
}

// --- seats ---

// Whoever has sat here longest while people gather: they may free a chair whose person is gone.
Seat Match::host() const {
  Seat out = kNobody;
  for (Seat seat = 0; seat < seats(); ++seat) {
    if (chair(seat).digest.empty()) continue;
    if (out == kNobody || chair(seat).came < chair(out).came) out = seat;
  }
  return out;
}

std::optional<Error> Match::do_sit(Seat seat, const JsonIn& in, Time at) {
  const std::string digest = in["digest"].text(kLongestDigest);
  const std::string name = in["name"].text(kLongestName);
  const std::string share = in["share"].text(kLongestKey);
  const std::string colour =
      in.maybe("colour").exists() ? read_colour(in["colour"]) : std::string();
  if (!in.ok()) return in.trouble().first();
  const Chair before = chair(seat);
  if (table_ ? !before.open : before.taken())
    return error("seat-taken", "expected a seat that is free", "seat");
  for (Seat other = 0; other < seats(); ++other) {
    if (other != seat && !colour.empty() && chair(other).colour == colour)
      return error("colour-taken", "expected a colour that nobody has", "colour");
  }
  Chair now;
  now.digest = digest;
  now.name = name;
  now.colour = colour;
  read_person(in, now);
  if (!in.ok()) return in.trouble().first();
  now.share = table_ ? before.share : share;  // luck goes on as it began
  // Whoever looks on from here, and is another, has no seat any more.
  now.holder = before.holder + (before.digest.empty() ? 0 : 1);
  now.asides = before.asides;
  now.came = ++came_;
  now.asked = before.asked;
  chair(seat) = now;
  if (table_) {
    table_->by_hand(seat, false);
    // What others agreed on was about whoever sat here, or by them.
    if (proposal_ && (proposal_->by == seat || proposal_->whom == seat)) proposal_.reset();
    if (proposal_) proposal_->yes = static_cast<SeatMask>(proposal_->yes & ~seat_bit(seat));
    count_votes(at);
    return std::nullopt;
  }
  auto bad = begin_if_full();
  if (bad) chair(seat) = before;
  return bad;
}

std::optional<Error> Match::do_leave(Seat seat, Time at) {
  Chair& own = chair(seat);
  if (table_) {
    own.away = true;
    count_votes(at);
    return std::nullopt;
  }
  Chair empty;
  empty.holder = own.holder + 1;
  own = empty;
  return std::nullopt;
}

std::optional<Error> Match::do_back(Seat seat, Time at) {
  Chair& own = chair(seat);
  if (own.resigned) return error("resigned", "whoever resigned does not come back");
  if (own.plays() && !own.away) return error("not-away", "nobody else plays in this seat");
  own.bot.clear();
  own.open = false;
  own.away = false;
  count_votes(at);
  return std::nullopt;
}

// Others may put somebody else there without asking everybody.
bool Match::given_up(Seat seat) const {
  const Chair& one = chair(seat);
  const bool substitute = !one.bot.empty() && !one.digest.empty();
  return one.away || one.open || substitute || (clocks_ && clocks_->late(seat));
}

// The same, or they have been waited for so long that they must have gone without a word.
bool Match::gone(Seat seat, Time at) const {
  const Chair& one = chair(seat);
  return given_up(seat) || !one.plays() ||
         (!clocks_ && (turn() & seat_bit(seat)) != 0 && at - one.asked >= kLongWait);
}

std::optional<Error> Match::may_give(Seat seat, Seat whom, const std::string& with) const {
  if (whom >= seats() || whom == seat)
    return error("bad-value", "expected the seat of somebody else", "whom");
  if (with == kPerson && undo_ == table::Undo::kFree)
    return error("bad-value", "expected a bot: here one person plays alone", "with");
  return std::nullopt;
}

std::optional<Error> Match::do_replace(Seat seat, const JsonIn& in) {
  const auto whom = static_cast<Seat>(in["whom"].integer(1, kMaxSeats) - 1);
  const std::string with = read_with(in["with"]);
  if (!in.ok()) return in.trouble().first();
  if (auto bad = may_give(seat, whom, with)) return bad;
  if (!table_) return do_replace_before(seat, whom, with);
  if (!given_up(whom)) return error("ask-first", "expected propose: the others have to agree");
  give(whom, with);
  return std::nullopt;
}

// While people gather, chairs that nobody sits in are filled, or free again; the host may also free
// one that somebody sits in.
std::optional<Error> Match::do_replace_before(Seat seat, Seat whom, const std::string& with) {
  const Chair before = chair(whom);
  if (before.plays() && (seat != host() || with != kPerson))
    return error("seat-taken", "expected a seat that nobody sits in", "whom");
  Chair now;
  now.holder = before.holder + (before.plays() ? 1 : 0);
  if (with != kPerson) now.bot = with;
  chair(whom) = now;
  auto bad = begin_if_full();
  if (bad) chair(whom) = before;
  return bad;
}

void Match::give(Seat whom, const std::string& with) {
  Chair& one = chair(whom);
  one.away = false;
  one.open = with == kPerson;
  one.bot = one.open ? std::string() : with;
  // A bot does not think again about what somebody else has played.
  if (!one.open && table_->held() == whom) (void)table_->confirm(whom);
}

// --- agreements ---

// What touches somebody's own moves or result needs their word, also while they are away.
SeatMask Match::voters(const Proposal& proposal) const {
  const bool all = proposal.what == ProposalKind::kUndo || proposal.what == ProposalKind::kAbort;
  SeatMask out = 0;
  for (Seat seat = 0; seat < seats(); ++seat) {
    const bool concerned =
        seat == proposal.by || (proposal.what == ProposalKind::kReplace && seat == proposal.whom);
    if (!concerned && chair(seat).plays() && (all || !given_up(seat)))
      out = static_cast<SeatMask>(out | seat_bit(seat));
  }
  return out;
}

std::optional<Error> Match::do_propose(Seat seat, const JsonIn& in, Time at) {
  Proposal wanted;
  wanted.what = static_cast<ProposalKind>(in["what"].one_of(kProposalKinds));
  wanted.by = seat;
  if (wanted.what == ProposalKind::kReplace) {
    wanted.whom = static_cast<Seat>(in["whom"].integer(1, kMaxSeats) - 1);
    wanted.with = read_with(in["with"]);
  }
  if (!in.ok()) return in.trouble().first();
  if (wanted.what == ProposalKind::kPause && paused_)
    return error("paused", "the game is paused already");
  if (wanted.what == ProposalKind::kResume) return do_resume(seat, at);
  if (wanted.what == ProposalKind::kReplace) {
    if (auto bad = may_give(seat, wanted.whom, wanted.with)) return bad;
    // Nobody is there to say no for them.
    if (voters(wanted) == 0 && !gone(wanted.whom, at))
      return error("not-away",
                   "expected somebody who has left, is late, or was waited for for 15 minutes",
                   "whom");
  }
  if (wanted.what == ProposalKind::kUndo && !table_->can_take_back(seat))
    return error("nothing-to-undo", "this seat has not decided anything yet");
  return propose(wanted, at);
}

std::optional<Error> Match::propose(Proposal wanted, Time at) {
  if (proposal_) return error("proposal-open", "expected an answer to the last proposal first");
  const bool alone =
      (wanted.what == ProposalKind::kUndo && !paused_ && table_->can_undo(wanted.by)) ||
      (wanted.what == ProposalKind::kReplace && given_up(wanted.whom));
  if (alone || voters(wanted) == 0) return carry_out(wanted, at);
  wanted.n = ++proposals_;
  proposal_ = wanted;
  return std::nullopt;
}

// Who starts nobody's clock but their own goes on at once, and so does everybody after a day.
std::optional<Error> Match::do_resume(Seat seat, Time at) {
  if (!paused_) return error("not-paused", "the game is not paused");
  Proposal wanted;
  wanted.what = ProposalKind::kResume;
  wanted.by = seat;
  paused_ = false;
  const SeatMask asked = turn();
  paused_ = true;
  if ((asked & ~seat_bit(seat)) == 0 || at - paused_at_ >= kLongPause) return carry_out(wanted, at);
  return propose(wanted, at);
}

std::optional<Error> Match::do_answer(Seat seat, const JsonIn& in) {
  const auto n = static_cast<std::uint64_t>(in["n"].integer(1, 1000000));
  const bool yes = in["yes"].boolean();
  if (!in.ok()) return in.trouble().first();
  if (!proposal_ || proposal_->n != n)
    return error("no-proposal", "this proposal is not open any more", "n");
  const bool asked = (voters(*proposal_) & seat_bit(seat)) != 0;
  if (!asked && seat != proposal_->by)
    return error("not-asked", "expected somebody who has to agree");
  if (!yes) {
    proposal_.reset();
  } else if (asked) {
    proposal_->yes = static_cast<SeatMask>(proposal_->yes | seat_bit(seat));
  }
  return std::nullopt;
}

// Done as soon as nobody is missing; also because somebody has left who was. But nobody who is
// there loses a seat without a single yes.
void Match::count_votes(Time at) {
  if (!proposal_) return;
  if (!chair(proposal_->by).plays() || given_up(proposal_->by)) {
    proposal_.reset();
    return;
  }
  const SeatMask asked = voters(*proposal_);
  if ((asked & ~proposal_->yes) != 0) return;
  if (proposal_->what == ProposalKind::kReplace && (asked & proposal_->yes) == 0 &&
      !gone(proposal_->whom, at)) {
    proposal_.reset();
    return;
  }
  const Proposal agreed = *proposal_;
  proposal_.reset();
  (void)carry_out(agreed, at);  // if it cannot be done any more, nothing is
}

std::optional<Error> Match::carry_out(const Proposal& proposal, Time at) {
  switch (proposal.what) {
    case ProposalKind::kPause:
      paused_ = true;
      paused_at_ = at;
      break;
    case ProposalKind::kResume: paused_ = false; break;
    case ProposalKind::kAbort:
      how_ = How::kAborted;
      paused_ = false;
      break;
    case ProposalKind::kUndo: {
      feed_.hear(*table_);  // what was told is taken back, and nothing else
      auto bad = table_->can_undo(proposal.by) ? table_->undo(proposal.by)
                                               : table_->take_back(proposal.by);
      if (bad) return bad;
      break;
    }
    case ProposalKind::kReplace: give(proposal.whom, proposal.with); break;
  }
  return std::nullopt;
}

std::optional<Error> Match::do_resign(Seat seat) {
  Chair& own = chair(seat);
  own.resigned = true;
  int others = 0;
  for (Seat other = 0; other < seats(); ++other) {
    const Chair& one = chair(other);
    if (other != seat && !one.digest.empty() && !one.resigned) ++others;
  }
  if (others == 0 || (others == 1 && chairs_.size() == 2)) {
    how_ = How::kResigned;
    paused_ = false;
    proposal_.reset();
  } else {
    give(seat, std::string(kSubstitute));
  }
  return std::nullopt;
}

std::optional<Error> Match::do_late(Seat seat, Time at) {
  if (!clocks_) return error("bad-log", "expected a table with a clock");
  clocks_->set_late(seat);
  bool others = false;
  for (Seat other = 0; other < seats(); ++other) {
    others = others || (other != seat && chair(other).plays() && !given_up(other));
  }
  if (!waits_ && others) give(seat, std::string(kSubstitute));
  count_votes(at);
  return std::nullopt;
}

// --- talk ---

std::optional<Error> Match::do_say(Seat seat, const JsonIn& in, Time at) {
  Said one;
  one.seat = seat;
  one.name = chair(seat).name;
  one.at = at;
  if (in.maybe("phrase").exists()) one.phrase = in["phrase"].text(kLongestKey);
  if (in.maybe("text").exists()) one.text = in["text"].text(1000);
  if (!in.ok()) return in.trouble().first();
  talk_.push_back(std::move(one));
  ++said_;
  if (talk_.size() > kMostTold) talk_.erase(talk_.begin());
  return std::nullopt;
}

// --- again ---

Json Match::next_first_line() const {
  Json seats_json = Json::array();
  for (std::size_t i = 0; i < chairs_.size(); ++i) {
    const Chair& from = chairs_[(i + 1) % chairs_.size()];
    Json one = Json::object();
    if (!from.digest.empty()) {
      one = {{"reserved", from.digest}, {"name", from.name}};
    } else if (!from.bot.empty()) {
      one["bot"] = from.bot;
    }
    seats_json.push_back(std::move(one));
  }
  const Json clock =
      clocks_ ? Json{{"move", clocks_->move() / 1000}, {"bank", clocks_->bank() / 1000}} : Json();
  Json line = {{"format", "tidelock-match/1"},
               {"game", game_->facts().id},
               {"rules", game_->facts().rules_version},
               {"pack", {{"id", game_->pack().id}, {"hash", game_->pack().hash}}},
               {"options", game_->options()},
               {"seats", seats_json},
               {"confirm", confirm_},
               {"undo", undo_ == table::Undo::kFree ? "free" : "turn"},
               {"listed", listed_},
               {"clock", clock},
               {"late", waits_ ? "wait" : "bot"},
               {"secret", next_secret_}};
  if (private_) line["private"] = {{"invite", invite_}};
  return line;
}

}  // namespace tidelock::server
