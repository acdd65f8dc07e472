// What a match tells those who look at it.
#include <algorithm>
#include <utility>

#include "core/record.h"
#include "server/match.h"
#include "server/match_words.h"
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
  Json out = {{"taken", one.taken() && !one.open}};
  if (!one.bot.empty()) out["bot"] = one.bot;
  if (!one.name.empty()) out["name"] = one.name;
  if (!one.account.empty() && one.shown) out["account"] = one.account;
  if (!one.colour.empty()) out["colour"] = one.colour;
  if (one.away) out["away"] = true;
  if (one.open) out["open"] = true;
  if (one.resigned) out["resigned"] = true;
  if (!one.reserved.empty() && !one.taken()) out["reserved"] = true;
  return out;
}

Json Match::proposal_json() const {
  Json out = {{"n", proposal_->n},
              {"what", kWhatNames[static_cast<std::size_t>(proposal_->what)]},
              {"by", proposal_->by + 1},
              {"yes", seat_list(proposal_->yes)},
              {"asked", seat_list(voters(*proposal_))}};
  if (proposal_->what == What::kReplace) {
    out["seat"] = proposal_->whom + 1;
    out["with"] = proposal_->with;
  }
  return out;
}

Json Match::ended_json() const {
  if (how_ == How::kAborted) return {{"how", "aborted"}};
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
  Json out = {{"how", how_ == How::kPlayed ? "finished" : "resigned"},
              {"winners", seat_list(winners)},
              {"ranks", ranks}};
  if (resigned != 0) out["resigned"] = seat_list(resigned);
  return out;
}

Json Match::luck_json() const {
  Json luck = {{"commit", digest_of(secret_)}};
  if (phase() == store::Phase::kOver) {
    luck["secret"] = secret_;
    for (const Chair& one : chairs_) luck["shares"].push_back(one.share);
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
  constexpr std::array<std::string_view, 3> kPhases = {"gathering", "playing", "over"};
  Json seats_json = Json::array();
  for (const Chair& one : chairs_) seats_json.push_back(seat_json(one));
  const store::Phase now = phase();
  Json out = {
      {"game", game_->facts().id},
      {"options", game_->options()},
      {"pack", {{"id", game_->pack().id}, {"hash", game_->pack().hash}}},
      {"confirm", confirm_},
      {"undo", undo_ == table::Undo::kFree ? "free" : "turn"},
      {"listed", listed_},
      {"private", private_},
      {"clock",
       clocks_ ? Json{{"move", clocks_->move() / 1000}, {"bank", clocks_->bank() / 1000}} : Json()},
      {"late", waits_ ? "wait" : "bot"},
      {"phase", kPhases[static_cast<std::size_t>(now)]},
      {"seats", seats_json},
      {"luck", luck_json()}};
  if (const Seat first = host(); now == store::Phase::kGathering && first != kNobody)
    out["host"] = first + 1;
  if (paused_) out["paused"] = true;
  if (proposal_) out["proposal"] = proposal_json();
  if (now == store::Phase::kOver) out["ended"] = ended_json();
  if (!next_.empty()) out["next"] = next_;
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
  const auto hidden = card.find("private");
  if (hidden == card.end() || *hidden != true) return card;
  for (Json& seat : card["seats"]) {
    seat.erase("name");
    seat.erase("account");
    seat.erase("colour");
  }
  for (const char* member : {"proposal", "ended", "next"}) card.erase(member);
  card["luck"].erase("secret");
  card["luck"].erase("shares");
  return card;
}

Json Match::auto_of(Seat seat) const {
  return {{"confirm", seat != kNobody && chair(seat).confirms},
          {"forced", seat == kNobody || !chair(seat).by_hand}};
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
  return {{"at", "over"}, {"to_act", Json::array()}, {"moves", out["moves"]}};
}

Result<Json> Match::look(const JsonIn& in, const Viewer& viewer, const Catalogue* words) const {
  const std::string verb = in["do"].text(40);
  const bool of_move = verb == "why" || verb == "preview";
  if (of_move) {
    in.only({"id", "do", "lang", "seat", "move"});
  } else if (verb == "events") {
    in.only({"id", "do", "lang", "seat", "from"});
  } else {
    in.only({"id", "do", "lang", "seat"});
  }
  const Seat own = seat_of(viewer);
  const bool over = phase() == store::Phase::kOver;
  const std::string move = of_move ? in["move"].text(kLongestMove) : std::string();
  const auto from =
      in.maybe("from").exists() ? static_cast<std::size_t>(in["from"].integer(0, 1000000)) : 0;
  // A seat may be named, as to an engine: one's own, and when nothing is hidden any more, any.
  const bool any = over && (verb == "observe" || verb == "events" || verb == "record");
  const JsonIn named = in.maybe("seat");
  Seat seat = own;
  if (named.exists() && (any || !named.is_null())) {
    seat = named.is_null() ? kNobody : static_cast<Seat>(named.integer(1, seats()) - 1);
    if (in.ok() && !any && seat != own) named.wrong("expected one's own seat");
  }
  if (!in.ok()) return in.trouble().first();
  if (verb == "table") return Json{{"table", may_look(own) ? card() : card_outside()}};
  if (!may_look(own)) return error("private", "only those with a seat look at this table");
  if (!table_) return error("not-begun", "not all seats are taken yet");
  const auto said = teller(words);
  const Teller* tell = said ? &*said : nullptr;
  if (verb == "record") {
    const bool all = over && !named.exists();
    Json record =
        all ? write_record(table_->record(), true) : write_record_for(table_->record(), seat);
    Json out = {{"record", std::move(record)}};
    if (all) {
      out["luck"] = luck_json();
      out["luck"]["draws"] = draws_json();
    }
    return out;
  }
  if (verb == "observe") {
    Json out = table::observe_json(*table_, seat, tell);
    out["status"] = status(tell);
    return out;
  }
  if (verb == "events")
    return Json{{"events", table::feed_json(*game_, feed_.items(seat, from), own, tell)},
                {"next", feed_.count(seat)}};
  if (seat == kNobody) return error("no-seat", "expected somebody who has a seat");
  if (how_ != How::kPlayed) {
    if (verb == "legal") return Json{{"moves", Json::array()}, {"status", status(tell)}};
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
  out.add("from", viewer.seen);
  std::string& events = out.begin("events");
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
  out.add("next", count);
  out.add("status", *stands);
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
    Json one = {{"seat", said.seat + 1}, {"name", said.name}, {"at", said.at}};
    if (said.phrase.empty()) {
      one["text"] = said.text;
    } else {
      one["phrase"] = said.phrase;
    }
    talk.push_back(std::move(one));
  }
  out.add("talk_from", from);
  out.add("talk", dump_json(talk));
  viewer.heard = said_;
}

void Match::news(Viewer& viewer, Time now, JsonText& out) const {
  if (seat_of(viewer) != viewer.seat) {  // somebody else sits there now, or nobody
    const Catalogue* words = viewer.words;
    viewer = Viewer();
    viewer.words = words;
    viewer.heard = said_;
    out.add("seat", "null");
  }
  if (!may_look(viewer.seat)) return;
  if (auto text = card_text(); text != viewer.card) {
    if (!viewer.card || *viewer.card != *text) out.add("table", *text);
    viewer.card = std::move(text);
  }
  if (table_) {
    tell_game(viewer, out);
    if (clocks_ && phase() == store::Phase::kPlaying) {
      Json clock = clocks_->told();
      if (std::string told = dump_json(clock); told != viewer.clock) {
        viewer.clock = std::move(told);
        clock["now"] = std::max(now, at_);
        out.add("clock", dump_json(clock));
      }
    }
  }
  tell_talk(viewer, out);
}

}  // namespace tidelock::server
