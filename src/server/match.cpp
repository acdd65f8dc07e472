#include "server/match.h"

#include <algorithm>

#include "table/messages.h"

namespace tidelock::server {
namespace {

constexpr std::string_view kFormat = "tidelock-match/1";
constexpr std::size_t kLongestName = 40;
constexpr std::size_t kLongestKey = 40;
constexpr std::size_t kLongestMove = 60;
// A game has some hundred; only somebody who plays and takes back for ever comes near.
constexpr std::uint64_t kMostLines = 20000;

// A name as people see it: nothing that moves a cursor or breaks a line.
std::string read_name(const JsonIn& in) {
  std::string name = in.text(kLongestName);
  const bool plain = std::none_of(name.begin(), name.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code == 0x7F;
  });
  if (in.ok() && (name.empty() || !plain)) in.expected("a name without control characters");
  return name;
}

std::string read_secret(const JsonIn& in) {
  std::string secret = in.text(kLongestKey);
  // What was found is not repeated: an error may be written down somewhere.
  if (in.ok() && !is_secret(secret)) in.wrong("expected 32 hexadecimal digits, in lower case");
  return secret;
}

std::string read_level(const JsonIn& in) {
  return std::string(ai::kLevels[static_cast<std::size_t>(in.one_of(ai::kLevels))]);
}

// A seat may be named in a request, as to an engine, but only one's own.
void check_seat(const JsonIn& in, Seat seat) {
  const JsonIn named = in.maybe("seat");
  if (!named.exists() || named.is_null()) return;
  if (named.integer(1, kMaxSeats) != seat + 1 && in.ok()) named.wrong("expected one's own seat");
}

}  // namespace

// --- how it begins ---

Result<Json> Match::first_line(const Json& wish, const table::World& world) {
  JsonIn::Trouble trouble;
  const JsonIn in(wish, trouble);
  if (!in.is_object()) return error("bad-request", "expected an object with \"game\"");
  in.only({"game", "options", "pack", "seats", "confirm", "undo", "listed"});
  const std::string name = in["game"].text(40);
  // Packs of one's own would have to be kept and checked for everybody: those that come with the
  // program are enough here.
  if (in.maybe("pack").exists()) (void)in["pack"].text(60);
  const bool confirm = !in.maybe("confirm").exists() || in["confirm"].boolean();
  const bool listed = in.maybe("listed").exists() && in["listed"].boolean();
  const bool free = in.maybe("undo").exists() && in["undo"].one_of({"turn", "free"}) == 1;
  if (trouble.any()) return trouble.first();
  const auto made = world.games->make(name, in.maybe("pack").raw(), in.maybe("options").raw());
  if (!made) return made.error();
  const AnyGame& game = *made.value();
  const auto n = static_cast<std::size_t>(game.seats());
  Json seats = Json::array();
  int people = 0;
  const JsonIn chairs = in.maybe("seats");
  if (chairs.exists() && chairs.size(n, n) != n) return trouble.first();
  for (std::size_t i = 0; i < n; ++i) {
    Json seat = Json::object();
    if (chairs.exists()) {
      chairs[i].only({"bot"});
      if (chairs[i].maybe("bot").exists()) seat["bot"] = read_level(chairs[i]["bot"]);
    }
    people += seat.empty() ? 1 : 0;
    seats.push_back(std::move(seat));
  }
  if (trouble.any()) return trouble.first();
  if (people == 0) return error("bad-seats", "expected a seat for a person", "seats");
  if (free && people > 1) return error("bad-value", "expected turn: others play here too", "undo");
  return Json{{"format", kFormat},
              {"game", game.facts().id},
              {"rules", game.facts().rules_version},
              {"pack", {{"id", game.pack().id}, {"hash", game.pack().hash}}},
              {"options", game.options()},
              {"seats", seats},
              {"confirm", confirm},
              {"undo", free ? "free" : "turn"},
              {"listed", listed},
              {"secret", fresh_secret()}};
}

std::optional<Error> Match::read_first(const Json& line, const table::World& world) {
  JsonIn::Trouble trouble;
  const JsonIn in(line, trouble);
  (void)in["format"].one_of({kFormat});
  const std::string name = in["game"].text(40);
  const std::string pack = in["pack"]["id"].text(60);
  const std::string hash = in["pack"]["hash"].text(64);
  confirm_ = in["confirm"].boolean();
  undo_ = in["undo"].one_of({"turn", "free"}) == 1 ? table::Undo::kFree : table::Undo::kTurn;
  listed_ = in["listed"].boolean();
  secret_ = read_secret(in["secret"]);
  const JsonIn seats = in["seats"];
  const std::size_t n = seats.size(1, kMaxSeats);
  for (std::size_t i = 0; i < n; ++i) {
    Chair chair;
    if (seats[i].maybe("bot").exists()) chair.bot = read_level(seats[i]["bot"]);
    chairs_.push_back(std::move(chair));
  }
  if (trouble.any()) return trouble.first();
  auto made = world.games->make(name, Json(pack), in["options"].raw());
  if (!made) return made.error();
  game_ = std::move(made).value();
  if (game_->pack().hash != hash)
    return error("bad-log", "expected the pack " + pack + " with the hash " + hash, "pack");
  if (static_cast<std::size_t>(game_->seats()) != n)
    return error("bad-log", "expected as many seats as the game has", "seats");
  const auto is_bot = [](const Chair& chair) { return !chair.bot.empty(); };
  if (std::any_of(chairs_.begin(), chairs_.end(), is_bot)) ai_ = world.ai_of(game_);
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
      bad->where =
          "line " + std::to_string(match.lines_) + (bad->where.empty() ? "" : ", ") + bad->where;
      bad->code = "bad-log";
      return *bad;
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

// --- what it is ---

store::Phase Match::phase() const {
  if (!table_) return store::Phase::kGathering;
  return table_->over() ? store::Phase::kOver : store::Phase::kPlaying;
}

Json Match::card() const {
  constexpr std::array<std::string_view, 3> kPhases = {"gathering", "playing", "over"};
  Json seats = Json::array();
  for (const Chair& chair : chairs_) {
    Json one = {{"taken", chair.taken()}};
    if (!chair.bot.empty()) one["bot"] = chair.bot;
    if (!chair.name.empty()) one["name"] = chair.name;
    seats.push_back(std::move(one));
  }
  const store::Phase now = phase();
  Json luck = {{"commit", digest_of(secret_)}};
  if (now == store::Phase::kOver) {
    luck["secret"] = secret_;
    for (const Chair& chair : chairs_) luck["shares"].push_back(chair.share);
  }
  return {{"game", game_->facts().id},
          {"options", game_->options()},
          {"pack", {{"id", game_->pack().id}, {"hash", game_->pack().hash}}},
          {"confirm", confirm_},
          {"undo", undo_ == table::Undo::kFree ? "free" : "turn"},
          {"listed", listed_},
          {"phase", kPhases[static_cast<std::size_t>(now)]},
          {"seats", seats},
          {"luck", luck}};
}

Seat Match::seat_of(std::string_view secret) const {
  const std::string digest = digest_of(secret);
  Seat out = kNobody;
  for (std::size_t i = 0; i < chairs_.size(); ++i) {
    if (same_digest(chairs_[i].digest, digest)) out = static_cast<Seat>(i);
  }
  return out;
}

// --- what changes it ---

// The line that was just done, with what the table does by itself after it.
Json Match::finish(Json line) {
  if (table_) {
    std::vector<std::string> then;
    table_->advance(false, &then);
    if (!then.empty()) line["then"] = std::move(then);
    feed_.hear(*table_);
  }
  ++lines_;
  return line;
}

std::optional<Error> Match::begin_if_full() {
  if (!std::all_of(chairs_.begin(), chairs_.end(), [](const Chair& one) { return one.taken(); }))
    return std::nullopt;
  std::vector<std::string> shares;
  table::Setup setup;
  setup.game = game_;
  for (const Chair& chair : chairs_) {
    shares.push_back(chair.share);
    // To the table everybody is a person: bots think elsewhere, and come with their moves.
    setup.seats.push_back({chair.bot.empty() ? chair.name : chair.bot, {}});
  }
  FairLuck luck(secret_, shares);
  whims_ = luck.whims();
  setup.luck = luck;
  setup.confirm = confirm_;
  setup.undo = undo_;
  auto made = table::Table::create(std::move(setup));
  if (!made) return made.error();
  table_.emplace(std::move(made).value());
  return std::nullopt;
}

Result<Match::Line> Match::sit(const JsonIn& in) {
  in.only({"id", "do", "lang", "seat", "secret", "name", "share", "seen"});
  const std::string secret = read_secret(in["secret"]);
  const std::string share = read_secret(in["share"]);
  const std::string name = read_name(in["name"]);
  const JsonIn wanted = in.maybe("seat");
  const bool any = !wanted.exists() || wanted.is_null();
  const auto seats = static_cast<std::int64_t>(chairs_.size());
  std::size_t place = any ? 0 : static_cast<std::size_t>(wanted.integer(1, seats) - 1);
  if (!in.ok()) return in.trouble().first();
  if (seat_of(secret) != kNobody) return Line();  // sits already
  if (any) {
    while (place < chairs_.size() && chairs_[place].taken()) ++place;
  }
  if (place == chairs_.size() || chairs_[place].taken())
    return error("seat-taken", "expected a seat that is free", "seat");
  Chair& chair = chairs_[place];
  chair.digest = digest_of(secret);
  chair.name = name;
  chair.share = share;
  if (auto bad = begin_if_full()) {
    chair = Chair();
    return *bad;
  }
  return Line(finish({{"do", "sit"},
                      {"seat", place + 1},
                      {"digest", chair.digest},
                      {"name", name},
                      {"share", share}}));
}

std::optional<Error> Match::do_it(std::string_view verb, Seat seat,
                                  std::span<const std::string> moves) {
  if (verb == "confirm") return table_->confirm(seat);
  if (verb == "undo") return table_->undo(seat);
  if (auto bad = table_->apply(seat, moves)) return bad;
  // A bot has thought before it moved.
  if (!chairs_[static_cast<std::size_t>(seat)].bot.empty() && table_->held() == seat)
    return table_->confirm(seat);
  return std::nullopt;
}

Result<Match::Line> Match::act(const JsonIn& in, Seat seat) {
  const std::string verb = in["do"].text(40);
  const bool move = verb == "apply";
  if (move) {
    in.only({"id", "do", "lang", "seat", "key", "move", "moves"});
  } else {
    in.only({"id", "do", "lang", "seat", "key"});
  }
  const auto moves = move ? table::read_moves(in) : std::vector<std::string>();
  const bool keyed = in.maybe("key").exists();
  const std::string key = keyed ? in["key"].text(kLongestKey) : std::string();
  check_seat(in, seat);
  if (!in.ok()) return in.trouble().first();
  if (seat == kNobody) return error("no-seat", "expected somebody who has a seat");
  if (!table_) return error("not-begun", "not all seats are taken yet");
  Chair& chair = chairs_[static_cast<std::size_t>(seat)];
  if (keyed && chair.keys.contains(key)) return Line();
  if (lines_ >= kMostLines) return error("too-long", "this game has become too long");
  if (auto bad = do_it(verb, seat, moves)) return *bad;
  Json line = {{"do", verb}, {"seat", seat + 1}};
  if (move) line["moves"] = moves;
  if (keyed) {
    line["key"] = key;
    chair.keys.insert(key);
  }
  return Line(finish(std::move(line)));
}

std::optional<Error> Match::follow(const Json& line) {
  JsonIn::Trouble trouble;
  const JsonIn in(line, trouble);
  in.only({"do", "seat", "digest", "name", "share", "moves", "key", "then"});
  constexpr std::array<std::string_view, 4> kVerbs = {"sit", "apply", "confirm", "undo"};
  const std::string_view verb = kVerbs[static_cast<std::size_t>(in["do"].one_of(kVerbs))];
  const auto place =
      static_cast<std::size_t>(in["seat"].integer(1, static_cast<int>(chairs_.size())) - 1);
  Chair& chair = chairs_[place];
  if (verb == "sit") {
    chair.digest = in["digest"].text(64);
    chair.name = in["name"].text(kLongestName);
    chair.share = in["share"].text(kLongestKey);
    if (trouble.any()) return trouble.first();
    if (auto bad = begin_if_full()) return bad;
  } else {
    const auto moves = verb == "apply" ? table::read_moves(in) : std::vector<std::string>();
    if (in.maybe("key").exists()) chair.keys.insert(in["key"].text(kLongestKey));
    if (trouble.any()) return trouble.first();
    if (!table_) return error("bad-log", "expected everybody to sit first");
    if (auto bad = do_it(verb, static_cast<Seat>(place), moves)) return bad;
  }
  if (const JsonIn then = in.maybe("then"); then.exists()) {
    if (!table_) return error("bad-log", "expected everybody to sit first");
    const std::size_t n = then.size(0, 100000);
    for (std::size_t i = 0; i < n; ++i) {
      const std::string entry = then[i].text();
      if (trouble.any()) return trouble.first();
      if (auto bad = table_->follow(entry)) return bad;
    }
  }
  if (trouble.any()) return trouble.first();
  if (table_) feed_.hear(*table_);
  return std::nullopt;
}

// --- what is said about it ---

std::optional<Teller> Match::teller(const Catalogue* words) const {
  if (words == nullptr || !table_) return std::nullopt;
  return Teller(*words, table::names_of(*table_));
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
  check_seat(in, viewer.seat);
  const std::string move = of_move ? in["move"].text(kLongestMove) : std::string();
  const auto from =
      in.maybe("from").exists() ? static_cast<std::size_t>(in["from"].integer(0, 1000000)) : 0;
  if (!in.ok()) return in.trouble().first();
  if (verb == "table") return Json{{"table", card()}};
  if (!table_) return error("not-begun", "not all seats are taken yet");
  const auto said = teller(words);
  const Teller* tell = said ? &*said : nullptr;
  if (verb == "observe") return table::observe_json(*table_, viewer.seat, tell);
  if (verb == "events")
    return Json{{"events", table::feed_json(*game_, feed_.items(viewer.seat, from), tell)},
                {"next", feed_.count(viewer.seat)}};
  if (viewer.seat == kNobody) return error("no-seat", "expected somebody who has a seat");
  if (verb == "legal") return table::legal_json(*table_, viewer.seat, tell);
  if (verb == "why") return table::why_json(*table_, viewer.seat, move, tell);
  return table_->preview(viewer.seat, move, tell);
}

std::optional<Json> Match::news(Viewer& viewer) const {
  Json out = Json::object();
  if (std::string now = dump_json(card()); now != viewer.card) {
    out["table"] = card();
    viewer.card = std::move(now);
  }
  if (table_) {
    const auto said = teller(viewer.words);
    const Teller* tell = said ? &*said : nullptr;
    const Json status = table::status_json(*table_, tell);
    std::string now = dump_json(status);
    const std::size_t count = feed_.count(viewer.seat);
    // Who has seen more than there is was at another table, or at a later one of this.
    if (viewer.seen > count) viewer.seen = 0;
    if (now != viewer.status || viewer.seen < count) {
      out["from"] = viewer.seen;
      out["events"] = table::feed_json(*game_, feed_.items(viewer.seat, viewer.seen), tell);
      out["next"] = count;
      out["status"] = status;
      viewer.seen = count;
      viewer.status = std::move(now);
    }
  }
  return out.empty() ? std::nullopt : std::optional(out);
}

// --- bots ---

std::unique_ptr<ai::AnyBot> Match::bot(Seat seat) const {
  auto made = ai_->bot(chairs_[static_cast<std::size_t>(seat)].bot);
  return made.ok() ? std::move(made).value() : nullptr;
}

std::optional<Match::Thought> Match::thought() const {
  if (!table_ || table_->held() != kNobody) return std::nullopt;
  for (Seat seat = 0; seat < game_->seats(); ++seat) {
    if (chairs_[static_cast<std::size_t>(seat)].bot.empty() || table_->legal(seat).empty())
      continue;
    const AnyState known = game_->knows(table_->state(), seat);
    return Thought{seat, known, whims_ ^ game_->hash(known), lines_};
  }
  return std::nullopt;
}

Match::Line Match::decide(const Thought& thought, AnyMove move) {
  if (thought.at != lines_ || !table_) return std::nullopt;
  const std::vector<std::string> moves = {game_->write(table_->state(), thought.seat, move)};
  if (do_it("apply", thought.seat, moves)) return std::nullopt;
  return finish({{"do", "apply"}, {"seat", thought.seat + 1}, {"moves", moves}});
}

}  // namespace tidelock::server
