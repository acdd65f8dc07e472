// What a match tells those who look at it.
#include <algorithm>
#include <utility>

#include "core/record.h"
#include "server/match.h"
#include "server/match_words.h"
#include "server/message_names.h"
#include "table/message_names.h"
#include "table/messages.h"

namespace tidelock::server {
namespace {

constexpr std::size_t kLongestMove = 60;
constexpr std::array<std::string_view, 5> kWhatNames = {"pause", "abort", "undo", "replace",
                                                        "resume"};

Json seat_list(SeatMask mask) {
  Json out = Json::array();
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if ((mask & seat_bit(seat)) != 0) out.push_back(seat + 1);
  }
  return out;
}

}  // namespace

// --- the card ---

Json Match::seat_json(const Chair& one) const {
  namespace member = message::chair;
  Json out = {{member::kTaken, one.taken() && !one.open}};
  if (!one.bot.empty()) out[member::kBot] = one.bot;
  if (!one.name.empty()) out[member::kName] = one.name;
  if (!one.account.empty() && one.shown) out[member::kAccount] = one.account;
  if (!one.colour.empty()) out[member::kColour] = one.colour;
  if (one.away) out[member::kAway] = true;
  if (one.open) out[member::kOpen] = true;
  if (one.resigned) out[member::kResigned] = true;
  if (!one.reserved.empty() && !one.taken()) out[member::kReserved] = true;
  return out;
}

Json Match::proposal_json() const {
  namespace member = message::proposal;
  Json out = {{member::kN, proposal_->n},
              {member::kWhat, kWhatNames[static_cast<std::size_t>(proposal_->what)]},
              {member::kBy, proposal_->by + 1},
              {member::kYes, seat_list(proposal_->yes)},
              {member::kAsked, seat_list(voters(*proposal_))}};
  if (proposal_->what == ProposalKind::kReplace) {
    out[member::kSeat] = proposal_->whom + 1;
    out[member::kWith] = proposal_->with;
  }
  return out;
}

Json Match::ended_json() const {
  namespace member = message::ended;
  if (how_ == How::kAborted) return {{member::kHow, "aborted"}};
  SeatMask resigned = 0;
  SeatMask others = 0;
  for (Seat seat = 0; seat < seats(); ++seat) {
    SeatMask& group = chair(seat).resigned ? resigned : others;
    group = static_cast<SeatMask>(group | seat_bit(seat));
  }
  SeatMask winners = others;
  Places places{};
  if (how_ == How::kPlayed) {
    places = game_->places(table_->state());
    const SeatMask won = first_places(places);
    winners = static_cast<SeatMask>(won & others);
    if (winners == 0 && won != 0) {  // those who won have resigned: the best of the rest
      int best = kMaxSeats + 1;
      for (Seat seat = 0; seat < seats(); ++seat) {
        if ((others & seat_bit(seat)) == 0) continue;
        const int place = places[static_cast<std::size_t>(seat)];
        if (place < best) winners = 0;
        best = std::min(best, place);
        if (place == best) winners = static_cast<SeatMask>(winners | seat_bit(seat));
      }
    }
  }
  // By their places, then who resigned.
  const auto before = [&](Seat a, Seat b) {
    const bool out_a = (resigned & seat_bit(a)) != 0;
    const bool out_b = (resigned & seat_bit(b)) != 0;
    if (out_a != out_b) return out_b;
    return !out_a && places[static_cast<std::size_t>(a)] < places[static_cast<std::size_t>(b)];
  };
  Json ranks = Json::array();
  for (Seat seat = 0; seat < seats(); ++seat) {
    int rank = 1;
    for (Seat other = 0; other < seats(); ++other) rank += before(other, seat) ? 1 : 0;
    ranks.push_back(rank);
  }
  Json out = {{member::kHow, how_ == How::kPlayed ? "finished" : "resigned"},
              {member::kWinners, seat_list(winners)},
              {member::kRanks, ranks}};
  if (resigned != 0) out[member::kResigned] = seat_list(resigned);
  return out;
}

Json Match::luck_json() const {
  namespace member = message::luck;
  Json luck = {{member::kCommit, digest_of(secret_)}};
  if (phase() == store::Phase::kOver) {
    luck[member::kSecret] = secret_;
    for (const Chair& one : chairs_) luck[member::kShares].push_back(one.share);
  }
  return luck;
}

// Every question of chance, and its answer.
Json Match::draws_json() const {
  Json out = Json::array();
  for (Replay replay(table_->record()); !replay.done(); replay.step(kNoListener)) {
    if (replay.entry().seat != kNobody) continue;
    const Ask ask = game_->ask(replay.state());
    out.push_back(Json::array({ask.stream, ask.index, ask.n, replay.entry().value}));
  }
  return out;
}

Json Match::card() const {
  namespace member = message::card;
  constexpr std::array<std::string_view, 3> kPhases = {"gathering", "playing", "over"};
  Json seats_json = Json::array();
  for (const Chair& one : chairs_) seats_json.push_back(seat_json(one));
  const store::Phase now = phase();
  Json out = {{member::kGame, game_->facts().id},
              {member::kOptions, game_->options()},
              {member::kPack,
               {{table::answer::pack::kId, game_->pack().id},
                {table::answer::pack::kHash, game_->pack().hash}}},
              {member::kConfirm, confirm_},
              {member::kUndo, undo_ == table::Undo::kFree ? "free" : "turn"},
              {member::kListed, listed_},
              {member::kPrivate, private_},
              {member::kClock, clocks_ ? Json{{message::clock_wish::kMove, clocks_->move() / 1000},
                                              {message::clock_wish::kBank, clocks_->bank() / 1000}}
                                       : Json()},
              {member::kLate, waits_ ? "wait" : "bot"},
              {member::kPhase, kPhases[static_cast<std::size_t>(now)]},
              {member::kSeats, seats_json},
              {member::kLuck, luck_json()}};
  if (const Seat first = host(); now == store::Phase::kGathering && first != kNobody)
    out[member::kHost] = first + 1;
  if (paused_) out[member::kPaused] = true;
  if (proposal_) out[member::kProposal] = proposal_json();
  if (now == store::Phase::kOver) out[member::kEnded] = ended_json();
  if (!next_.empty()) out[member::kNext] = next_;
  return out;
}

std::shared_ptr<const std::string> Match::card_text() const {
  if (std::exchange(card_stale_, false)) {
    std::string text = dump_json(card());
    if (!card_text_ || *card_text_ != text)
      card_text_ = std::make_shared<const std::string>(std::move(text));
  }
  return card_text_;
}

Json Match::seen_from_outside(Json card) {
  namespace member = message::card;
  const auto hidden = card.find(member::kPrivate);
  if (hidden == card.end() || *hidden != true) return card;
  for (Json& seat : card[member::kSeats]) {
    for (const char* name :
         {message::chair::kName, message::chair::kAccount, message::chair::kColour})
      seat.erase(name);
  }
  for (const char* name : {member::kProposal, member::kEnded, member::kNext}) card.erase(name);
  card[member::kLuck].erase(message::luck::kSecret);
  card[member::kLuck].erase(message::luck::kShares);
  return card;
}

Json Match::auto_of(Seat seat) const {
  namespace member = message::auto_;
  return {{member::kConfirm, seat != kNobody && chair(seat).confirms},
          {member::kForced, seat == kNobody || !chair(seat).by_hand}};
}

// --- what is asked ---

std::optional<Teller> Match::teller(const Catalogue* words) const {
  if (words == nullptr || !table_) return std::nullopt;
  std::vector<std::string> names;
  for (const Chair& one : chairs_)
    names.push_back(one.name.empty() ? std::string(kBotNames[names.size()]) : one.name);
  return Teller(*words, names);
}

// A game that was ended by its people is over too.
Json Match::status(const Teller* tell) const {
  Json out = table::status_json(*table_, tell);
  if (how_ == How::kPlayed) return out;
  namespace member = table::answer::status;
  return {{member::kAt, "over"},
          {member::kToAct, Json::array()},
          {member::kMoves, out[member::kMoves]}};
}

Result<Json> Match::look(const JsonIn& in, const Viewer& viewer, const Catalogue* words) const {
  const std::string verb = in[message::observe::kDo].text(40);
  const bool of_move = verb == "why" || verb == "preview";
  if (of_move) {
    in.only(message::why::kTakes);
  } else if (verb == "events") {
    in.only(message::events::kTakes);
  } else {
    in.only(message::observe::kTakes);
  }
  const Seat own = seat_of(viewer);
  const bool over = phase() == store::Phase::kOver;
  const std::string move = of_move ? in[message::why::kMove].text(kLongestMove) : std::string();
  const JsonIn first = in.maybe(message::events::kFrom);
  const auto from = first.exists() ? static_cast<std::size_t>(first.integer(0, 1000000)) : 0;
  // A seat may be named, as to an engine: one's own, and when nothing is hidden any more, any.
  const bool any = over && (verb == "observe" || verb == "events" || verb == "record");
  const JsonIn named = in.maybe(message::observe::kSeat);
  Seat seat = own;
  if (named.exists() && (any || !named.is_null())) {
    seat = named.is_null() ? kNobody : static_cast<Seat>(named.integer(1, seats()) - 1);
    if (in.ok() && !any && seat != own) named.wrong("expected one's own seat");
  }
  if (!in.ok()) return in.trouble().first();
  if (verb == "table")
    return Json{{message::table_answer::kTable, may_look(own) ? card() : card_outside()}};
  if (!may_look(own)) return error("private", "only those with a seat look at this table");
  if (!table_) return error("not-begun", "not all seats are taken yet");
  const auto said = teller(words);
  const Teller* tell = said ? &*said : nullptr;
  if (verb == "record") {
    const bool all = over && !named.exists();
    Json record =
        all ? write_record(table_->record(), true) : write_record_for(table_->record(), seat);
    namespace member = message::record_answer;
    Json out = {{member::kRecord, std::move(record)}};
    if (all) {
      out[member::kLuck] = luck_json();
      out[member::kLuck][message::luck::kDraws] = draws_json();
    }
    return out;
  }
  if (verb == "observe") {
    Json out = table::observe_json(*table_, seat, tell);
    out[message::observe_answer::kStatus] = status(tell);
    return out;
  }
  if (verb == "events")
    return Json{{message::events_answer::kEvents,
                 table::feed_json(*game_, feed_.items(seat, from), own, tell)},
                {message::events_answer::kNext, feed_.count(seat)}};
  if (seat == kNobody) return error("no-seat", "expected somebody who has a seat");
  if (how_ != How::kPlayed) {
    if (verb == "legal")
      return Json{{message::legal_answer::kMoves, Json::array()},
                  {message::legal_answer::kStatus, status(tell)}};
    return error("game-over", "the game is over");
  }
  if (verb == "legal") return table::legal_json(*table_, seat, tell);
  if (verb == "why") return table::why_json(*table_, seat, move, tell);
  return table_->preview(seat, move, tell);
}

Json Match::asked(const JsonIn& in, const Viewer& viewer, const Catalogue* words) const {
  const table::With with = table::read_with(in);
  const Seat seat = seat_of(viewer);
  if ((!with.view && !with.legal) || seat == kNobody || !table_) return {};
  const auto said = teller(words);
  const Teller* tell = said ? &*said : nullptr;
  namespace member = table::answer::asked;
  Json out = {{member::kSeat, seat + 1}};
  if (with.view) out.update(table::observe_json(*table_, seat, tell));
  if (with.legal)
    out.update(how_ == How::kPlayed ? table::legal_json(*table_, seat, tell)
                                    : Json{{member::kMoves, Json::array()}});
  out.erase(table::answer::observe::kStatus);  // it is among the news
  return out;
}

// --- news ---

// Only at the end it has words.
std::shared_ptr<const std::string> Match::status_text(const Catalogue* words) const {
  if (phase() != store::Phase::kOver) words = nullptr;
  if (!stands_.text || stands_.lines != lines_ || stands_.words != words) {
    const auto said = teller(words);
    std::string text = phase() == store::Phase::kPlaying
                           ? table::playing_text(*table_)
                           : dump_json(status(said ? &*said : nullptr));
    stands_.text = std::make_shared<const std::string>(std::move(text));
    stands_.lines = lines_;
    stands_.words = words;
  }
  return stands_.text;
}

void Match::tell_game(Viewer& viewer, JsonText& out) const {
  auto stands = status_text(viewer.words);
  const std::size_t count = feed_.count(viewer.seat);
  // Who has seen more than there is was at another table, or at a later one of this.
  if (viewer.seen > count) viewer.seen = 0;
  if (viewer.seen == count && viewer.status &&
      (viewer.status == stands || *viewer.status == *stands))
    return;
  const auto said = teller(viewer.words);
  out.add(message::news::kFrom, viewer.seen);
  std::string& events = out.begin(message::news::kEvents);
  events += '[';
  bool first = true;
  feed_.each(viewer.seat, viewer.seen, [&](std::size_t place, const table::Feed::Item& item) {
    if (!std::exchange(first, false)) events += ',';
    if (viewer.words == nullptr && item.back == 0) return texts_->add(item.event, events);
    // Only who an event is about is told it in other words.
    const Seat reader = item.event.who == viewer.seat ? viewer.seat : kNobody;
    const auto told = std::find_if(told_.begin(), told_.end(), [&](const Told& one) {
      return one.place == place && one.words == viewer.words && one.reader == reader;
    });
    if (told != told_.end()) {
      events += told->text;
      return;
    }
    // As many as a line brings are kept for the others.
    constexpr std::size_t kMostTexts = 16;
    if (told_.size() >= kMostTexts) told_.clear();
    told_.push_back({place, viewer.words, reader,
                     dump_json(table::item_json(*game_, item, reader, said ? &*said : nullptr))});
    events += told_.back().text;
  });
  events += ']';
  out.add(message::news::kNext, count);
  out.add(message::news::kStatus, *stands);
  viewer.seen = count;
  viewer.status = std::move(stands);
}

void Match::tell_talk(Viewer& viewer, JsonText& out) const {
  // Who has heard more than there is was at another table.
  if (viewer.heard > said_) viewer.heard = 0;
  if (viewer.heard == said_) return;
  const std::size_t first = said_ - talk_.size();
  const std::size_t from = std::max(viewer.heard, first);
  Json talk = Json::array();
  for (std::size_t i = from - first; i < talk_.size(); ++i) {
    const Said& said = talk_[i];
    namespace member = message::spoken;
    Json one = {{member::kSeat, said.seat + 1}, {member::kName, said.name}, {member::kAt, said.at}};
    if (said.phrase.empty()) {
      one[member::kText] = said.text;
    } else {
      one[member::kPhrase] = said.phrase;
    }
    talk.push_back(std::move(one));
  }
  out.add(message::news::kTalkFrom, from);
  out.add(message::news::kTalk, dump_json(talk));
  viewer.heard = said_;
}

void Match::news(Viewer& viewer, Time now, JsonText& out) const {
  if (seat_of(viewer) != viewer.seat) {  // somebody else sits there now, or nobody
    const Catalogue* words = viewer.words;
    viewer = Viewer();
    viewer.words = words;
    viewer.heard = said_;
    out.add(message::news::kSeat, "null");
  }
  if (!may_look(viewer.seat)) return;
  if (auto text = card_text(); text != viewer.card) {
    if (!viewer.card || *viewer.card != *text) out.add(message::news::kTable, *text);
    viewer.card = std::move(text);
  }
  if (table_) {
    tell_game(viewer, out);
    if (clocks_ && phase() == store::Phase::kPlaying) {
      Json clock = clocks_->told();
      if (std::string told = dump_json(clock); told != viewer.clock) {
        viewer.clock = std::move(told);
        clock[message::clocks::kNow] = std::max(now, at_);
        out.add(message::news::kClock, dump_json(clock));
      }
    }
  }
  tell_talk(viewer, out);
}

}  // namespace tidelock::server
