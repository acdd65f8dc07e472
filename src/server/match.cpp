#include "server/match.h"

#include <algorithm>
#include <limits>

#include "server/match_words.h"
#include "server/message_names.h"
#include "table/messages.h"

namespace tidelock::server {
namespace {

constexpr std::string_view kFormat = "tidelock-match/1";
// Moves are as many as a game has, but who plays and takes back for ever, or does what no game
// needs, comes to an end: everybody waits while a long log is read. Others play on.
constexpr std::uint64_t kMostAsides = 1000;
constexpr std::size_t kMostSaid = 2000;
constexpr std::size_t kLongestSaid = 300;
constexpr std::int64_t kMostSeconds = std::int64_t{60} * 60 * 24 * 60;

// A seat may be named in a request, as to an engine, but only one's own.
void check_seat(const JsonIn& in, Seat seat) {
  const JsonIn named = in.maybe(message::apply::kSeat);  // all requests have the same
  if (!named.exists() || named.is_null()) return;
  if (named.integer(1, kMaxSeats) != seat + 1 && in.ok()) named.wrong("expected one's own seat");
}

std::string read_name(const JsonIn& in) {
  std::string name = in.text(kLongestName);
  if (in.ok() && (name.empty() || !is_plain(name)))
    in.expected("a name without control characters");
  return name;
}

bool is_move(std::string_view verb) {
  return verb == "apply" || verb == "confirm" || verb == "undo";
}

// What a game needs to go on, and to end.
bool is_needed(std::string_view verb) {
  return verb == "apply" || verb == "confirm" || verb == "resign" || verb == "answer" ||
         verb == "rematch";
}

// Seconds, or null; in a log as in a wish.
void read_clock(const JsonIn& in) {
  namespace member = message::clock_wish;
  if (!in.exists() || in.is_null()) return;
  in.only(member::kTakes);
  const auto move = in[member::kMove].integer(0, kMostSeconds);
  const auto bank = in[member::kBank].integer(0, kMostSeconds);
  if (in.ok() && move + bank == 0) in.wrong("expected some time");
}

// What a say, a propose and so on have besides what every request has. The names in a line of the
// log are its own: what was kept is read as it was written.
void read_members(std::string_view verb, const JsonIn& in, Json& line) {
  if (verb == "apply") {
    in.only(message::apply::kTakes);
    (void)table::read_with(in);  // what it asks for is added to the answer (asked)
  } else if (verb == "confirm") {
    in.only(message::confirm::kTakes);
    (void)table::read_with(in);
  } else if (verb == "replace") {
    namespace member = message::replace;
    in.only(member::kTakes);
    line["whom"] = in[member::kWhom].integer(1, kMaxSeats);
    line["with"] = read_with(in[member::kWith]);
  } else if (verb == "propose") {
    namespace member = message::propose;
    in.only(member::kTakes);
    line["what"] = in[member::kWhat].text(kLongestKey);
    if (line["what"] != "replace") return;
    line["whom"] = in[member::kWhom].integer(1, kMaxSeats);
    line["with"] = read_with(in[member::kWith]);
  } else if (verb == "answer") {
    namespace member = message::answer;
    in.only(member::kTakes);
    line["n"] = in[member::kN].integer(1, 1000000);
    line["yes"] = in[member::kYes].boolean();
  } else if (verb == "say") {
    namespace member = message::say;
    in.only(member::kTakes);
    if (const JsonIn phrase = in.maybe(member::kPhrase); phrase.exists()) {
      line["phrase"] = kPhrases[static_cast<std::size_t>(phrase.one_of(kPhrases))];
      if (in.maybe(member::kText).exists())
        in[member::kText].wrong("expected either a phrase or a text");
      return;
    }
    std::string text = in[member::kText].text(2 * kLongestSaid);
    text.erase(0, text.find_first_not_of(' '));
    text.erase(text.find_last_not_of(' ') + 1);
    if (in.ok() && (text.empty() || text.size() > kLongestSaid || !is_plain(text)))
      in[member::kText].wrong("expected a line of at most 300 bytes without control characters");
    line["text"] = std::move(text);
  } else if (verb == "auto") {
    namespace member = message::auto_request;
    in.only(member::kTakes);
    line["confirm"] = in[member::kConfirm].boolean();
    if (in.maybe(member::kForced).exists() && !in[member::kForced].boolean())
      line["forced"] = false;
  } else if (verb == "notify") {
    namespace member = message::notify;
    in.only(member::kTakes);
    const auto after = read_wait(in[member::kAfter]);
    line["after"] = after ? Json(*after) : Json();
  } else {
    in.only(message::leave::kTakes);  // the others have the same
  }
}

// What a line that does not fit was about.
std::string about(const Json& line) {
  std::string out;
  if (!line.is_object()) return out;
  if (const auto seat = line.find("seat"); seat != line.end() && seat->is_number_integer())
    out += std::to_string(seat->get<int>()) + ": ";
  const auto moves = line.find("moves");
  if (moves == line.end() || !moves->is_array()) {
    const auto verb = line.find("do");
    return verb != line.end() && verb->is_string() ? out + verb->get<std::string>() : out;
  }
  for (const Json& move : *moves) {
    if (move.is_string()) out += (out.ends_with(' ') ? "" : ", ") + move.get<std::string>();
  }
  return out;
}

}  // namespace

// --- how it begins ---

Result<Json> Match::first_line(const Json& wish, const table::World& world, std::string* invite) {
  namespace member = message::wish;
  JsonIn::Trouble trouble;
  const JsonIn in(wish, trouble);
  if (!in.is_object()) return error("bad-request", "expected an object with \"game\"");
  in.only(member::kTakes);
  const std::string name = in[member::kGame].text(40);
  // Packs of one's own would have to be kept and checked for everybody: those that come with the
  // program are enough here.
  if (in.maybe(member::kPack).exists()) (void)in[member::kPack].text(60);
  const bool confirm = !in.maybe(member::kConfirm).exists() || in[member::kConfirm].boolean();
  const bool listed = in.maybe(member::kListed).exists() && in[member::kListed].boolean();
  const bool hidden = in.maybe(member::kPrivate).exists() && in[member::kPrivate].boolean();
  const bool free =
      in.maybe(member::kUndo).exists() && in[member::kUndo].one_of({"turn", "free"}) == 1;
  const bool waits =
      in.maybe(member::kLate).exists() && in[member::kLate].one_of({"bot", "wait"}) == 1;
  read_clock(in.maybe(member::kClock));
  if (trouble.any()) return trouble.first();
  if (listed && hidden) return error("bad-value", "expected false: the table is private", "listed");
  const auto made =
      world.games->make(name, in.maybe(member::kPack).raw(), in.maybe(member::kOptions).raw());
  if (!made) return made.error();
  const AnyGame& game = *made.value();
  const auto n = static_cast<std::size_t>(game.seats());
  Json seats = Json::array();
  int people = 0;
  const JsonIn chairs = in.maybe(member::kSeats);
  if (chairs.exists() && chairs.size(n, n) != n) return trouble.first();
  for (std::size_t i = 0; i < n; ++i) {
    Json seat = Json::object();
    if (chairs.exists()) {
      chairs[i].only(member::seats::kTakes);
      if (chairs[i].maybe(member::seats::kBot).exists())
        seat["bot"] = read_level(chairs[i][member::seats::kBot]);
    }
    people += seat.empty() ? 1 : 0;
    seats.push_back(std::move(seat));
  }
  if (trouble.any()) return trouble.first();
  if (people == 0) return error("bad-seats", "expected a seat for a person", "seats");
  if (free && people > 1) return error("bad-value", "expected turn: others play here too", "undo");
  Json line = {{"format", kFormat},
               {"game", game.facts().id},
               {"rules", game.rules()},
               {"pack", {{"id", game.pack().id}, {"hash", game.pack().hash}}},
               {"options", game.options()},
               {"seats", seats},
               {"confirm", confirm},
               {"undo", free ? "free" : "turn"},
               {"listed", listed},
               {"clock", in.maybe(member::kClock).raw()},
               {"late", waits ? "wait" : "bot"},
               {"secret", fresh_secret()}};
  if (hidden) {
    const std::string fresh = fresh_secret();
    line["private"] = {{"invite", digest_of(fresh)}};
    if (invite != nullptr) *invite = fresh;
  }
  return line;
}

std::optional<Error> Match::read_first(const Json& line, const table::World& world) {
  JsonIn::Trouble trouble;
  const JsonIn in(line, trouble);
  (void)in["format"].one_of({kFormat});
  const std::string name = in["game"].text(40);
  const auto rules = static_cast<int>(in["rules"].integer(1, 1000000));
  const std::string pack = in["pack"]["id"].text(60);
  const std::string hash = in["pack"]["hash"].text(kLongestDigest);
  confirm_ = in["confirm"].boolean();
  undo_ = in["undo"].one_of({"turn", "free"}) == 1 ? table::Undo::kFree : table::Undo::kTurn;
  listed_ = in["listed"].boolean();
  secret_ = read_secret(in["secret"]);
  private_ = in.maybe("private").exists();
  if (private_) invite_ = in["private"]["invite"].text(kLongestDigest);
  waits_ = in.maybe("late").exists() && in["late"].one_of({"bot", "wait"}) == 1;
  if (in.maybe("at").exists()) at_ = in["at"].integer(0, kEndOfTime);
  const JsonIn seats_in = in["seats"];
  const std::size_t n = seats_in.size(1, kMaxSeats);
  for (std::size_t i = 0; i < n; ++i) {
    Chair one;
    if (seats_in[i].maybe("bot").exists()) one.bot = read_level(seats_in[i]["bot"]);
    if (seats_in[i].maybe("reserved").exists()) {
      one.reserved = seats_in[i]["reserved"].text(kLongestDigest);
      one.name = seats_in[i]["name"].text(kLongestName);
    }
    chairs_.push_back(std::move(one));
  }
  if (const JsonIn clock = in.maybe("clock"); clock.exists() && !clock.is_null()) {
    read_clock(clock);
    clocks_.emplace(1000 * clock["move"].integer(0, kMostSeconds),
                    1000 * clock["bank"].integer(0, kMostSeconds), n);
  }
  if (trouble.any()) return trouble.first();
  auto made = world.games->make(name, Json(pack), in["options"].raw(), rules);
  if (!made) return made.error();
  game_ = std::move(made).value();
  if (game_->pack().hash != hash)
    return error("bad-log", "expected the pack " + pack + " with the hash " + hash, "pack");
  if (static_cast<std::size_t>(game_->seats()) != n)
    return error("bad-log", "expected as many seats as the game has", "seats");
  ai_of_ = world.ai_of;
  texts_ = EventTexts::of(game_);
  return std::nullopt;
}

Result<Match> Match::wake(std::span<const std::string> log, const table::World& world) {
  Match match;
  for (const std::string& text : log) {
    const auto line = parse_json(text);
    std::optional<Error> bad;
    if (!line) {
      bad = line.error();
    } else {
      bad = match.lines_ == 0 ? match.read_first(line.value(), world) : match.follow(line.value());
    }
    if (bad) {
      const std::string what = line.ok() ? about(line.value()) : std::string();
      return error(
          "no-longer-fits",
          "this does not fit its rules" + (what.empty() ? std::string() : " (" + what + ")") +
              ": " + bad->message,
          "line " + std::to_string(match.lines_) + (bad->where.empty() ? "" : ", ") + bad->where);
    }
    ++match.lines_;
  }
  if (match.lines_ == 0) return error("no-such-table", "there is no such table");
  return match;
}

std::optional<Error> Match::catch_up(std::span<const std::string> lines) {
  for (const std::string& text : lines) {
    const auto line = parse_json(text);
    if (!line) return line.error();
    if (auto bad = follow(line.value())) return bad;
    ++lines_;
  }
  return std::nullopt;
}

std::optional<Error> Match::begin_if_full() {
  if (!std::all_of(chairs_.begin(), chairs_.end(), [](const Chair& one) { return one.taken(); }))
    return std::nullopt;
  std::vector<std::string> shares;
  table::Setup setup;
  setup.game = game_;
  for (const Chair& one : chairs_) {
    shares.push_back(one.share);
    // To the table everybody is a person: bots think elsewhere, and come with their moves.
    const std::string_view bot = kBotNames[setup.seats.size()];
    setup.seats.push_back({one.bot.empty() ? one.name : std::string(bot), {}});
  }
  FairLuck luck(secret_, shares);
  whims_ = luck.whims();
  setup.luck = luck;
  setup.confirm = confirm_;
  setup.undo = undo_;
  auto made = table::Table::create(std::move(setup));
  if (!made) return made.error();
  table_.emplace(std::move(made).value());
  for (Seat seat = 0; seat < seats(); ++seat) table_->by_hand(seat, chair(seat).by_hand);
  return std::nullopt;
}

// --- what it is ---

store::Phase Match::phase() const {
  if (!table_) return store::Phase::kGathering;
  return how_ != How::kPlayed || table_->over() ? store::Phase::kOver : store::Phase::kPlaying;
}

SeatMask Match::turn() const {
  if (phase() != store::Phase::kPlaying || paused_) return 0;
  SeatMask mask =
      table_->held() != kNobody ? seat_bit(table_->held()) : game_->to_act(table_->state());
  for (Seat seat = 0; seat < seats(); ++seat) {
    if (!chair(seat).plays()) mask = static_cast<SeatMask>(mask & ~seat_bit(seat));
  }
  return mask;
}

std::optional<Time> Match::due() const {
  auto out = clocks_ ? clocks_->due() : std::nullopt;
  if (const auto notice = next_notice(); notice && (!out || notice->first < *out))
    out = notice->first;
  return out;
}

Seat Match::seat_of(std::string_view secret) const {
  const std::string digest = digest_of(secret);
  Seat out = kNobody;
  for (Seat seat = 0; seat < seats(); ++seat) {
    if (same_digest(chair(seat).digest, digest)) out = seat;
  }
  return out;
}

Seat Match::seat_of(const Viewer& viewer) const {
  if (viewer.seat == kNobody || chair(viewer.seat).holder != viewer.holder) return kNobody;
  return viewer.seat;
}

Viewer Match::viewer(Seat seat) const {
  Viewer out;
  out.seat = seat;
  if (seat != kNobody) out.holder = chair(seat).holder;
  return out;
}

// --- lines ---

// Whether the seat's own person plays there.
std::optional<Error> Match::may_move(Seat seat) const {
  if (chair(seat).plays()) return std::nullopt;
  return error("bot-seat", "expected back first: this seat was given up");
}

Result<Match::Line> Match::sit(const JsonIn& in, Time now, const Person* person) {
  namespace member = message::sit;
  in.only(member::kTakes);
  const std::string secret = read_secret(in[member::kSecret]);
  const std::string share = read_secret(in[member::kShare]);
  Json rest = {{"name", read_name(in[member::kName])}, {"share", share}};
  if (in.maybe(member::kColour).exists()) rest["colour"] = read_colour(in[member::kColour]);
  const std::string invite =
      in.maybe(member::kInvite).exists() ? read_secret(in[member::kInvite]) : "";
  const JsonIn wanted = in.maybe(member::kSeat);
  const bool any = !wanted.exists() || wanted.is_null();
  const Seat named = any ? kNobody : static_cast<Seat>(wanted.integer(1, seats()) - 1);
  if (!in.ok()) return in.trouble().first();
  if (seat_of(secret) != kNobody) return Line();  // sits already
  const std::string digest = digest_of(secret);
  const auto mine = [&](Seat seat) { return same_digest(chair(seat).reserved, digest); };
  const auto free = [&](Seat seat) {
    if (table_) return phase() == store::Phase::kPlaying && chair(seat).open;
    return !chair(seat).taken() && (chair(seat).reserved.empty() || mine(seat));
  };
  Seat place = named;
  for (Seat seat = 0; any && seat < seats(); ++seat) {
    if (free(seat) && (place == kNobody || mine(seat))) place = seat;
  }
  if (place == kNobody || !free(place))
    return error("seat-taken", "expected a seat that is free", "seat");
  if (private_ && !mine(place) && !same_digest(invite_, digest_of(invite)))
    return error("wrong-invite", "expected the invitation to this table", "invite");
  rest["digest"] = digest;
  note_person(person, rest);
  return add({"sit", place}, now, rest);
}

Result<Match::Line> Match::act(const JsonIn& in, Seat seat, Time now) {
  namespace member = message::apply;  // what all have in common
  Deed deed{in[member::kDo].text(kLongestKey), seat};
  Json rest = Json::object();
  read_members(deed.verb, in, rest);
  const auto played = deed.verb == "apply" ? table::read_played(in) : table::Played();
  if (in.maybe(member::kKey).exists()) deed.key = in[member::kKey].text(kLongestKey);
  check_seat(in, seat);
  if (!in.ok()) return in.trouble().first();
  if (seat == kNobody) return error("no-seat", "expected somebody who has a seat");
  // What the table does by itself is not asked for.
  if (deed.verb == "sit" || deed.verb == "late" || deed.verb == "grace")
    return error("unknown-verb", "expected a verb of docs/server.md", "do");
  if (deed.key && chair(seat).keys.contains(*deed.key)) return Line();
  // What is so already is not written down again.
  if (deed.verb == "auto" && rest["confirm"] == chair(seat).confirms &&
      rest.contains("forced") == chair(seat).by_hand)
    return Line();
  if (deed.verb == "notify" && rest["after"] == notify_of(seat)) return Line();
  if (auto bad = may(deed, in)) return *bad;
  if (deed.verb == "apply") {
    if (!table_) return error("not-begun", "not all seats are taken yet");
    auto moves = table::moves_of(*table_, seat, played);  // a log knows moves only
    if (!moves) return moves.error();
    deed.moves = std::move(moves).value();
  }
  if (deed.verb == "rematch") {
    if (!next_.empty()) return Line();
    rest["next"] = fresh_table_name();
    rest["secret"] = fresh_secret();
  }
  return add(deed, now, rest);
}

// What is judged before anything is done.
std::optional<Error> Match::may(const Deed& deed, const JsonIn& in) const {
  // Whoever thought of another position thinks again.
  if (const JsonIn on = in.maybe(message::apply::kOn); on.exists() && table_) {
    const auto wanted = static_cast<std::size_t>(on.integer(0, 1000000));
    if (!in.ok()) return in.trouble().first();
    if (wanted != table_->open_moves())
      return error("moved-on", "expected a move in the position as it is now", "on");
  }
  if (deed.verb == "say" ? said_ >= kMostSaid
                         : !is_needed(deed.verb) && chair(deed.seat).asides >= kMostAsides)
    return error("too-long", "this was done too often; expected a move, or resign");
  return is_move(deed.verb) && table_ ? may_move(deed.seat) : std::nullopt;
}

Match::Line Match::tick(Time now, Time watched) {
  if (!clocks_) return std::nullopt;
  const Seat seat = clocks_->out(std::max(now, at_));
  if (seat == kNobody) return std::nullopt;
  const bool excused = clocks_->excused(seat, watched);
  auto line = add({excused ? "grace" : "late", seat}, now);
  return line.ok() ? std::move(line).value() : std::nullopt;
}

Match::Line Match::decide(const Thought& thought, AnyMove move, Time now) {
  // Something else is to be thought about by now, or by somebody else.
  const auto still = this->thought();
  if (!still || still->seat != thought.seat || still->whim != thought.whim) return std::nullopt;
  Deed deed{"apply", thought.seat};
  deed.moves.push_back(game_->write(table_->state(), thought.seat, move));
  auto line = add(deed, now);
  return line.ok() ? std::move(line).value() : std::nullopt;
}

// Does what a line says, and what the table does by itself after it. Moves are many: no tree is
// built of what their lines say.
Result<Match::Line> Match::add(const Deed& deed, Time now, const Json& rest) {
  const Time at = std::max(now, at_);
  JsonIn::Trouble trouble;
  const SeatMask before = turn();
  if (auto bad = do_deed(deed, JsonIn(rest, trouble), at)) return *bad;
  std::vector<std::string> then;
  if (table_ && phase() == store::Phase::kPlaying) table_->advance(false, &then);
  update_turn(deed.verb, deed.seat, before, at);
  ++lines_;
  JsonText text;
  text.add("at", static_cast<std::uint64_t>(at));
  text.add_text("do", deed.verb);
  text.add("seat", static_cast<std::uint64_t>(deed.seat + 1));
  if (deed.key) text.add_text("key", *deed.key);
  if (!deed.moves.empty()) text.add_texts("moves", deed.moves);
  text.add_all(rest);
  if (!then.empty()) text.add_texts("then", then);
  if (is_move(deed.verb)) text.add("sum", position_sum());
  return Line(Written{deed.seat, std::move(text).text()});
}

std::optional<Error> Match::follow(const Json& line) {
  JsonIn::Trouble trouble;
  const JsonIn in(line, trouble);
  in.only({"do",     "seat",   "at",      "key",   "moves",  "then",  "digest", "name", "share",
           "colour", "whom",   "with",    "what",  "n",      "yes",   "phrase", "text", "confirm",
           "next",   "secret", "account", "shown", "notify", "after", "forced", "sum"});
  const Time at =
      in.maybe("at").exists() ? std::max(at_, Time{in["at"].integer(0, kEndOfTime)}) : at_;
  if (trouble.any()) return trouble.first();
  const SeatMask before = turn();
  const Deed deed = read_deed(in);
  if (trouble.any()) return trouble.first();
  if (auto bad = do_deed(deed, in, at)) return bad;
  if (const JsonIn then = in.maybe("then"); then.exists()) {
    if (!table_) return error("bad-log", "expected everybody to sit first");
    const std::size_t n = then.size(0, 100000);
    for (std::size_t i = 0; i < n; ++i) {
      const std::string entry = then[i].text();
      if (trouble.any()) return trouble.first();
      if (auto bad = table_->follow(entry)) return bad;
    }
  }
  if (const JsonIn sum = in.maybe("sum"); sum.exists() && table_) {
    if (sum.integer(0, std::numeric_limits<std::uint32_t>::max()) != position_sum())
      sum.wrong("this led to another position when it was played");
  }
  if (trouble.any()) return trouble.first();
  update_turn(deed.verb, deed.seat, before, at);
  return std::nullopt;
}

// A few numbers of the position that are the same as long as the rules are: who may do how many
// things. So a log that still fits, but means something else by now, is noticed.
std::uint32_t Match::position_sum() const {
  std::uint32_t sum = 2166136261U;  // FNV-1a
  const auto mix_in = [&](std::size_t value) {
    sum = (sum ^ static_cast<std::uint32_t>(value)) * 16777619U;
  };
  const AnyState& state = table_->state();
  mix_in(static_cast<std::size_t>(game_->at(state)));
  mix_in(game_->to_act(state));
  mix_in(table_->record().entries.size());
  for (Seat seat = 0; seat < seats(); ++seat) {
    if ((game_->to_act(state) & seat_bit(seat)) != 0) mix_in(game_->legal(state, seat).size());
  }
  return sum;
}

Match::Deed Match::read_deed(const JsonIn& in) const {
  Deed deed{in["do"].text(kLongestKey), static_cast<Seat>(in["seat"].integer(1, seats()) - 1)};
  if (in.maybe("key").exists()) deed.key = in["key"].text(kLongestKey);
  if (deed.verb == "apply") deed.moves = table::read_played(in).texts;
  return deed;
}

std::optional<Error> Match::do_deed(const Deed& deed, const JsonIn& in, Time at) {
  const auto& [verb, seat, key, moves] = deed;
  if (verb != "sit" && verb != "leave" && verb != "replace" && verb != "say" && verb != "auto" &&
      verb != "notify" && verb != "forget" && !table_)
    return error("not-begun", "not all seats are taken yet");
  // A move among others changes nothing that the card tells.
  if (!is_move(verb) || proposal_ || chair(seat).away) card_stale_ = true;
  if (auto bad = is_move(verb) ? do_move(verb, seat, moves) : do_people(verb, seat, in, at))
    return bad;
  if (key) chair(seat).keys.insert(*key);
  if (!is_needed(verb) && verb != "say") ++chair(seat).asides;
  at_ = at;
  return std::nullopt;
}

// Whoever is asked now, and what they are told.
void Match::update_turn(std::string_view verb, Seat seat, SeatMask before, Time at) {
  if (!table_ || verb == "say") return;
  wait_for_seats(verb, seat, before, at);
  feed_.hear(*table_);
  if (phase() == store::Phase::kOver) {
    proposal_.reset();
    card_stale_ = true;
  }
  if (!clocks_) return;
  const SeatMask asked = turn();
  const SeatMask own = seat_bit(seat);
  SeatMask anew = 0;
  // A choice that cannot be taken back ends a move, also if the same seat goes on. Of what is
  // chosen in secret nothing is told, not even how many choices there were.
  if ((verb == "apply" || verb == "confirm") && (asked & before & own) != 0 &&
      table_->held() == kNobody && table_->open_moves() == table_->record().entries.size() &&
      !table_->can_undo(seat))
    anew = own;
  const SeatMask going_on = verb == "resume" ? asked : verb == "undo" ? own : SeatMask{0};
  clocks_->ask(asked, anew, going_on, at);
}

std::optional<Error> Match::do_move(std::string_view verb, Seat seat,
                                    std::span<const std::string> moves) {
  if (phase() == store::Phase::kOver) return error("game-over", "the game is over");
  if (paused_) return error("paused", "expected resume first");
  const std::size_t open = table_->open_moves();
  const Seat held = table_->held();
  std::optional<Error> bad;
  if (verb == "confirm") {
    bad = table_->confirm(seat);
  } else if (verb == "undo") {
    bad = table_->undo(seat);
  } else {
    bad = table_->apply(seat, moves);
    // A bot has thought before it moved.
    if (!bad && table_->held() == seat && (!chair(seat).bot.empty() || chair(seat).confirms))
      (void)table_->confirm(seat);
  }
  if (bad) return bad;
  chair(seat).away = false;
  // What is done in secret changes nothing that others see.
  if (proposal_ && proposal_->what == ProposalKind::kUndo &&
      (open != table_->open_moves() || held != table_->held()))
    proposal_.reset();
  return std::nullopt;
}

// --- bots ---

Match::MakeBot Match::bot(Seat seat) const {
  if (!ai_) ai_ = ai_of_(game_);
  return [ai = ai_, level = chair(seat).bot]() -> std::unique_ptr<ai::AnyBot> {
    auto made = ai->bot(level);
    return made.ok() ? std::move(made).value() : nullptr;
  };
}

std::optional<Match::Thought> Match::thought() const {
  if (phase() != store::Phase::kPlaying || paused_ || table_->held() != kNobody)
    return std::nullopt;
  for (Seat seat = 0; seat < seats(); ++seat) {
    if (chair(seat).bot.empty() || table_->legal(seat).empty()) continue;
    const AnyState known = game_->knows(table_->state(), seat);
    return Thought{seat, known, whims_ ^ game_->hash(known)};
  }
  return std::nullopt;
}

}  // namespace tidelock::server
