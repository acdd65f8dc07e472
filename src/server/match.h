// A table of the server as its log tells it: who sits where, the game, and what each viewer has
// been told. No network, no disk and no clock: a request becomes a line that says when it was, a
// line read again does the same, and nothing else changes a match. Documented in docs/server.md.
// How it goes on is in match.cpp, what people agree on in match_people.cpp, what
// accounts have to do with it in match_accounts.cpp, what is told of it in match_tells.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/prefetch.h"
#include "server/accounts.h"
#include "server/event_texts.h"
#include "server/seat_clocks.h"
#include "server/secrets.h"
#include "store/store.h"
#include "table/feed.h"
#include "table/session.h"
#include "table/table.h"

namespace tidelock::server {

// Somebody who looks at a match: from which seat, in which language, and what they know already.
struct Viewer {
  Seat seat = kNobody;
  std::size_t seen = 0;                       // items of the feed
  const Catalogue* words = nullptr;           // what it is told without asking is told in these
  std::size_t heard = 0;                      // things that were said
  std::uint32_t holder = 0;                   // the how-manieth person in this seat
  std::shared_ptr<const std::string> status;  // as it was told last
  std::shared_ptr<const std::string> card;
  std::string clock;
};

// After how many seconds somebody wants to be told, or null.
[[nodiscard]] std::optional<std::int64_t> read_wait(const JsonIn& in);

class Match {
 public:
  // What is wished for (docs/server.md), as the first line of a log. The invitation to a private
  // table is not in it.
  static Result<Json> first_line(const Json& wish, const table::World& world,
                                 std::string* invite = nullptr);
  // A match from its log. An error names the line that does not fit.
  static Result<Match> wake(std::span<const std::string> log, const table::World& world);
  // Goes on with lines that another server has added. After an error it has to be woken again.
  std::optional<Error> catch_up(std::span<const std::string> lines);

  // What a move is going to touch.
  void fetch() const {
    fetch_soon(chairs_.data(), chairs_.size() * sizeof(Chair));
    if (table_) table_->fetch();
    feed_.fetch();
  }
  // How many lines its log has: the place of the next one.
  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] store::Phase phase() const;
  // What anybody may know of it: game, options, seats, and what its luck comes from. Of a private
  // one only those who may look at it know everything.
  [[nodiscard]] Json card() const;
  // The same, written once for all: another pointer is another text.
  [[nodiscard]] std::shared_ptr<const std::string> card_text() const;
  [[nodiscard]] Json card_outside() const { return seen_from_outside(card()); }
  static Json seen_from_outside(Json card);
  [[nodiscard]] bool listed() const { return listed_; }
  [[nodiscard]] std::string game() const { return std::string(game_->facts().id); }
  // The people who are asked to decide or to confirm.
  [[nodiscard]] SeatMask turn() const;
  // When the table itself wants to act; and when somebody has to wake it, if it sleeps.
  [[nodiscard]] std::optional<Time> due() const;
  [[nodiscard]] std::optional<Time> due_asleep() const { return owes_results() ? at_ : due(); }

  // The seat that a secret opens, or kNobody; and that of a viewer, who may have lost it.
  [[nodiscard]] Seat seat_of(std::string_view secret) const;
  [[nodiscard]] Seat seat_of(const Viewer& viewer) const;
  // Whoever has come to look, from a seat or not.
  [[nodiscard]] Viewer viewer(Seat seat) const;
  [[nodiscard]] bool may_look(Seat seat) const { return !private_ || seat != kNobody; }
  // What only this seat is told: {"confirm": false, "forced": true}.
  [[nodiscard]] Json auto_of(Seat seat) const;

  // Requests that change something: the line to be added to the log, or nothing when they were
  // answered before. A match that has given a line has changed; if the line is not kept, the match
  // has to be woken again.
  struct Written {
    Seat seat = kNobody;  // whose it is
    std::string text;     // as it is kept
  };
  using Line = std::optional<Written>;
  Result<Line> sit(const JsonIn& in, Time now, const Person* person = nullptr);
  Result<Line> act(const JsonIn& in, Seat seat, Time now);

  // What the table does by itself when it is due, if it has been looked after since `watched`.
  Line tick(Time now, Time watched);

  // The seat of an account, or kNobody; after how many seconds a seat wants to be told, or null.
  [[nodiscard]] Seat seat_of_account(std::string_view account) const;
  [[nodiscard]] Json notify_of(Seat seat) const;
  // A seat is told that it is waited for: the line that says so, once for each turn.
  Line notice(Time now);
  struct Waiting {
    std::string name;
    std::string account;
    std::string game;
    std::int64_t seconds = 0;
  };
  [[nodiscard]] Waiting waiting(Seat seat, Time now) const;
  // It is over, and its accounts have not all been told how; how; and the line that says they were.
  [[nodiscard]] bool owes_results() const;
  [[nodiscard]] Ending ending(const std::string& table) const;
  Line rated(Time now);

  // The next game: the name of its table, once somebody wanted one, and the first line of that.
  [[nodiscard]] const std::string& next() const { return next_; }
  [[nodiscard]] Json next_first_line() const;

  // Requests that change nothing.
  [[nodiscard]] Result<Json> look(const JsonIn& in, const Viewer& viewer,
                                  const Catalogue* words) const;

  // What an answer to a move tells besides, where the request asks for it: of the seat that asked,
  // and of no other. Null where nothing is asked for.
  [[nodiscard]] Json asked(const JsonIn& in, const Viewer& viewer, const Catalogue* words) const;

  // What the viewer has not been told yet; nothing if there is nothing.
  void news(Viewer& viewer, Time now, JsonText& out) const;

  // A bot that has to decide, and what it may know.
  struct Thought {
    Seat seat = kNobody;
    AnyState known;
    std::uint64_t whim = 0;  // another one as soon as the bot knows something else
  };
  [[nodiscard]] std::optional<Thought> thought() const;
  [[nodiscard]] const std::string& level(Seat seat) const { return chair(seat).bot; }
  // For any thread.
  using MakeBot = std::function<std::unique_ptr<ai::AnyBot>()>;
  [[nodiscard]] MakeBot bot(Seat seat) const;
  Line decide(const Thought& thought, AnyMove move, Time now);

 private:
  struct Chair {
    std::string bot;       // a level; empty: for a person
    std::string digest;    // of the secret of whoever sits there; empty: nobody
    std::string reserved;  // the digest of whom it is kept for
    std::string name;
    std::string colour;
    std::string share;                        // of the luck
    std::set<std::string, std::less<>> keys;  // of requests that were done
    std::uint32_t holder = 0;                 // how many people held it before
    bool away = false;                        // has left
    bool open = false;                        // another person may sit down
    bool resigned = false;
    bool confirms = false;     // the table confirms for it
    bool by_hand = false;      // it makes forced moves itself
    std::uint64_t came = 0;    // the how-manieth to sit down
    std::uint64_t asides = 0;  // lines of this seat that a game does not need
    std::string account;
    bool shown = true;                        // the account, to others
    std::optional<std::int64_t> notify = {};  // seconds until its holder wants to be told
    bool noticed = false;                     // and was, this turn
    Time asked = 0;                           // since when it is waited for
    [[nodiscard]] bool taken() const { return !bot.empty() || !digest.empty(); }
    // A person plays here, and no bot for them.
    [[nodiscard]] bool plays() const { return bot.empty() && !digest.empty() && !open; }
  };
  enum class How : std::uint8_t { kPlayed, kResigned, kAborted };
  enum class ProposalKind : std::uint8_t { kPause, kAbort, kUndo, kReplace, kResume };
  struct Proposal {
    std::uint64_t n = 0;
    ProposalKind what = ProposalKind::kPause;
    Seat by = kNobody;
    Seat whom = kNobody;
    std::string with;
    SeatMask yes = 0;
  };
  struct Said {
    Seat seat = kNobody;
    std::string name;
    Time at = 0;
    std::string phrase;
    std::string text;
  };

  Match() = default;
  [[nodiscard]] Chair& chair(Seat seat) { return chairs_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] const Chair& chair(Seat seat) const {
    return chairs_[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] Seat seats() const { return static_cast<Seat>(chairs_.size()); }

  // match.cpp: lines.
  std::optional<Error> read_first(const Json& line, const table::World& world);
  std::optional<Error> follow(const Json& line);
  // What a line says that somebody did; what else it says is read by whoever does it.
  struct Deed {
    std::string verb;
    Seat seat = kNobody;
    std::optional<std::string> key = {};
    std::vector<std::string> moves = {};  // of an apply
  };
  [[nodiscard]] Deed read_deed(const JsonIn& in) const;
  [[nodiscard]] std::optional<Error> may(const Deed& deed, const JsonIn& in) const;
  std::optional<Error> do_deed(const Deed& deed, const JsonIn& in, Time at);
  Result<Line> add(const Deed& deed, Time now, const Json& rest = Json::object());
  void update_turn(std::string_view verb, Seat seat, SeatMask before, Time at);
  std::optional<Error> begin_if_full();
  std::optional<Error> do_move(std::string_view verb, Seat seat,
                               std::span<const std::string> moves);
  [[nodiscard]] std::optional<Error> may_move(Seat seat) const;
  [[nodiscard]] std::uint32_t position_sum() const;

  // match_people.cpp: who sits where, and what they agree on.
  std::optional<Error> do_people(std::string_view verb, Seat seat, const JsonIn& in, Time at);
  std::optional<Error> do_sit(Seat seat, const JsonIn& in, Time at);
  std::optional<Error> do_leave(Seat seat, Time at);
  std::optional<Error> do_back(Seat seat, Time at);
  std::optional<Error> do_replace(Seat seat, const JsonIn& in);
  std::optional<Error> do_replace_before(Seat seat, Seat whom, const std::string& with);
  std::optional<Error> do_propose(Seat seat, const JsonIn& in, Time at);
  std::optional<Error> propose(Proposal wanted, Time at);
  std::optional<Error> do_resume(Seat seat, Time at);
  std::optional<Error> do_answer(Seat seat, const JsonIn& in);
  std::optional<Error> do_resign(Seat seat);
  std::optional<Error> do_say(Seat seat, const JsonIn& in, Time at);
  std::optional<Error> do_late(Seat seat, Time at);
  std::optional<Error> carry_out(const Proposal& proposal, Time at);
  [[nodiscard]] std::optional<Error> may_give(Seat seat, Seat whom, const std::string& with) const;
  void give(Seat whom, const std::string& with);
  void count_votes(Time at);
  [[nodiscard]] SeatMask voters(const Proposal& proposal) const;
  [[nodiscard]] bool given_up(Seat seat) const;
  [[nodiscard]] bool gone(Seat seat, Time at) const;
  [[nodiscard]] Seat host() const;

  // match_accounts.cpp.
  static void note_person(const Person* person, Json& line);
  static void read_person(const JsonIn& in, Chair& chair);
  std::optional<Error> do_account(std::string_view verb, Seat seat, const JsonIn& in);
  void wait_for_seats(std::string_view verb, Seat seat, SeatMask before, Time at);
  [[nodiscard]] std::optional<std::pair<Time, Seat>> next_notice() const;

  // match_tells.cpp.
  [[nodiscard]] std::optional<Teller> teller(const Catalogue* words) const;
  [[nodiscard]] Json seat_json(const Chair& one) const;
  [[nodiscard]] Json proposal_json() const;
  [[nodiscard]] Json ended_json() const;
  [[nodiscard]] Json luck_json() const;
  [[nodiscard]] Json draws_json() const;
  [[nodiscard]] Json status(const Teller* tell) const;
  [[nodiscard]] std::shared_ptr<const std::string> status_text(const Catalogue* words) const;
  void tell_game(Viewer& viewer, JsonText& out) const;
  void tell_talk(Viewer& viewer, JsonText& out) const;

  std::uint64_t lines_ = 0;
  Time at_ = 0;  // of the last line
  std::shared_ptr<const AnyGame> game_;
  std::shared_ptr<EventTexts> texts_;
  std::function<std::shared_ptr<const ai::AnyAi>(const std::shared_ptr<const AnyGame>&)> ai_of_;
  mutable std::shared_ptr<const ai::AnyAi> ai_;  // once a bot has to think
  bool confirm_ = true;
  table::Undo undo_ = table::Undo::kTurn;
  bool listed_ = false;
  bool private_ = false;
  std::string invite_;  // its digest
  bool waits_ = false;  // for those who are late
  std::string secret_;
  std::vector<Chair> chairs_;
  std::uint64_t whims_ = 0;
  std::optional<table::Table> table_;  // once every seat is taken
  std::optional<SeatClocks> clocks_;
  table::Feed feed_;
  std::uint64_t came_ = 0;  // how many have sat down
  std::optional<Proposal> proposal_;
  std::uint64_t proposals_ = 0;
  bool paused_ = false;
  Time paused_at_ = 0;
  How how_ = How::kPlayed;
  std::string next_;
  std::string next_secret_;
  struct Starter {
    std::string account;
    std::uint32_t holder = 0;
  };
  std::vector<Starter> starters_;  // in the seats when the game began
  Time ended_at_ = 0;
  bool results_given_ = false;
  std::vector<Said> talk_;  // the last of what was said
  std::size_t said_ = 0;
  // What was written is not written again for the next viewer.
  mutable std::shared_ptr<const std::string> card_text_;
  mutable bool card_stale_ = true;
  struct Stands {
    std::uint64_t lines = 0;           // how many there were when it was written
    const Catalogue* words = nullptr;  // for whom
    std::shared_ptr<const std::string> text;
  };
  mutable Stands stands_;
  struct Told {
    std::size_t place = 0;  // in the feed
    const Catalogue* words = nullptr;
    Seat reader = kNobody;  // if it is about this seat
    std::string text;
  };
  mutable std::vector<Told> told_;  // the last events
};

}  // namespace tidelock::server
