#include "table/session.h"

#include <utility>

#include "core/version.h"
#include "table/messages.h"

namespace tidelock::table {

namespace {

// A seat from 1; null or nothing is a spectator where that makes sense.
Seat read_viewer(const JsonIn& in, int seats) {
  const JsonIn seat = in.maybe("seat");
  if (!seat.exists() || seat.is_null()) return kNobody;
  return static_cast<Seat>(seat.integer(1, seats) - 1);
}

Seat read_seat(const JsonIn& in, int seats) {
  return static_cast<Seat>(in["seat"].integer(1, seats) - 1);
}

Json told_json(const Table& table, Seat viewer, std::size_t from, const Teller* teller) {
  return events_json(table.game(), table.events(viewer, from), viewer, teller);
}

// The version of the rules; without one, that of new games.
int read_rules(const JsonIn& in) {
  const JsonIn rules = in.maybe("rules");
  return rules.exists() ? static_cast<int>(rules.integer(1, 1000000)) : kNewestRules;
}

// Whether the table advances on its own; otherwise the client sends `go`.
bool goes_on(const JsonIn& in) { return !in.maybe("go").exists() || in["go"].boolean(); }

// How long may be thought; an error unless there is some limit, above zero.
ai::Limits read_limits(const JsonIn& in, ai::Limits fallback) {
  const JsonIn limit = in.maybe("limit");
  if (!limit.exists()) return fallback;
  if (!limit.is_object()) {
    limit.expected("an object with iterations or ms");
    return fallback;
  }
  limit.only({"iterations", "ms"});
  ai::Limits out;
  if (limit.maybe("iterations").exists())
    out.iterations = static_cast<std::uint32_t>(limit["iterations"].integer(1, kMostIterations));
  if (limit.maybe("ms").exists())
    out.milliseconds = static_cast<std::uint32_t>(limit["ms"].integer(1, kMostMilliseconds));
  if (limit.ok() && out == ai::Limits{}) limit.wrong("expected iterations or ms");
  return out;
}

// A page that has one thread listens in between.
constexpr std::chrono::milliseconds kSlice{20};
constexpr int kEvery = 250;  // ms

}  // namespace

Json Session::hello() const {
  return {{"tidelock", kVersion}, {"protocol", kProtocol}, {"games", world_.list_games()}};
}

std::vector<std::string> Session::handle_line(std::string_view line) {
  const auto request = parse_json(line);
  if (!request)
    return {dump_json({{"id", nullptr}, {"error", error_json(request.error(), nullptr)}})};
  std::vector<std::string> lines;
  for (const Json& message : handle(request.value())) lines.push_back(dump_json(message));
  return lines;
}

std::vector<Json> Session::handle(const Json& request) {
  JsonIn::Trouble trouble;
  const JsonIn in(request, trouble);
  const bool before = thinking();
  speak(in);
  check_id(in);
  Result<Json> result = trouble.any() ? Result<Json>(trouble.first()) : answer(in);
  if (result.ok() && trouble.any()) result = trouble.first();
  std::vector<Json> out = std::exchange(outbox_, {});
  if (!before && thinking()) return out;  // answered when the task is done
  Json last = {{"id", id_of(request)}};
  if (!result.ok()) {
    last["error"] = error_json(result.error(), teller());
  } else {
    last["ok"] = true;
    last.update(result.value());
  }
  out.push_back(std::move(last));
  return out;
}

// --- words ---

// In which language this request is answered, if in any.
void Session::speak(const JsonIn& in) {
  teller_.reset();
  words_ = nullptr;
  if (!in.is_object() || !in.maybe("lang").exists()) return;
  const std::string code = in["lang"].text(20);
  for (const Lang lang : kLangs) {
    if (code == lang_code(lang)) words_ = world_.words(lang);
  }
  if (in.ok() && words_ == nullptr) in["lang"].expected("en, pl, de or zh-Hant");
}

// With the names of the table's current players.
const Teller* Session::teller() {
  if (words_ == nullptr) return nullptr;
  teller_.emplace(*words_, table_ ? names_of(*table_) : std::vector<std::string>{});
  return &*teller_;
}

// --- thinking ---

Json Session::last_words(bool cancelled) const {
  Json out = {{"id", task_->id}, {"ok", true}, {"cancelled", cancelled}};
  out.update(task_->thinking->result(task_->teller ? &*task_->teller : nullptr));
  return out;
}

std::vector<Json> Session::step() {
  if (!task_) return {};
  if (task_->thinking->advance(kSlice)) {
    Json last = last_words(false);
    task_.reset();
    return {std::move(last)};
  }
  if (Clock::now() - task_->told < task_->every) return {};
  task_->told = Clock::now();
  return {Json{{"id", task_->id},
               {"progress", task_->thinking->progress(task_->teller ? &*task_->teller : nullptr)}}};
}

// Its answer is what was found so far.
void Session::end_task(bool only_of_table) {
  if (!task_ || (only_of_table && !task_->of_table)) return;
  outbox_.push_back(last_words(true));
  task_.reset();
}

void Session::think(const JsonIn& in, std::unique_ptr<Thinking> thinking, bool of_table,
                    const std::vector<std::string>& names) {
  Task task;
  if (words_ != nullptr) task.teller.emplace(*words_, names);
  task.id = id_of(in.raw());
  task.thinking = std::move(thinking);
  task.of_table = of_table;
  task.every = std::chrono::milliseconds(
      in.maybe("every_ms").exists() ? in["every_ms"].integer(1, kMostMilliseconds) : kEvery);
  task.told = Clock::now();
  if (in.ok()) task_ = std::move(task);
}

Result<Json> Session::hint(const JsonIn& in) {
  in.only({"id", "do", "lang", "seat", "limit", "every_ms"});
  const Seat seat = read_seat(in, table_->game().seats());
  const ai::Limits limits = read_limits(in, kHintLimits);
  if (!in.ok()) return in.trouble().first();
  if (table_->over()) return error("over", "expected a game that is not over");
  if (table_->held() != kNobody)
    return error("confirm-first", "expected confirm or undo: a move waits for confirmation");
  if (table_->legal(seat).empty())
    return error("not-your-decision", "expected a seat that decides now");
  think(in,
        std::make_unique<HintSearch>(table_->setup().game, *table_->setup().ai, table_->state(),
                                     seat, limits),
        true, names_of(*table_));
  return Json::object();
}

Result<Json> Session::analyse(const JsonIn& in) {
  in.only({"id", "do", "lang", "record", "limit", "every_ms"});
  const ai::Limits limits = read_limits(in, kAnalysisLimits);
  if (!in.ok()) return in.trouble().first();
  Record record;
  if (in.maybe("record").exists()) {
    auto read = read_record(in["record"].raw(), *world_.games);
    if (!read) return read.error();
    record = std::move(read).value();
  } else {
    if (!table_) return error("no-table", "expected new or load first, or a record");
    record = table_->record();
  }
  const auto ai = world_.ai_of(record.game);
  const std::vector<std::string> names = record.names;
  think(in, std::make_unique<RecordAnalysis>(std::move(record), *ai, limits), false, names);
  return Json::object();
}

// --- looking back ---

Result<Json> Session::replay(const JsonIn& in) {
  in.only({"id", "do", "lang", "record"});
  auto read = read_record(in["record"].raw(), *world_.games);
  if (!in.ok()) return in.trouble().first();
  if (!read) return read.error();
  replay_ = std::move(read).value();
  const AnyGame& game = *replay_->game;
  const std::optional<Teller> said =
      words_ != nullptr ? std::optional<Teller>(std::in_place, *words_, replay_->names)
                        : std::nullopt;
  Json decisions = Json::array();
  for (Replay walk(*replay_); !walk.done(); walk.step(kNoListener)) {
    const Entry& entry = walk.entry();
    if (entry.seat == kNobody) continue;
    Json one = {{"entry", walk.index() + 1},
                {"seat", entry.seat + 1},
                {"move", game.write(walk.state(), entry.seat, entry.value)},
                {"forced", game.legal(walk.state(), entry.seat).size() == 1}};
    if (said) one["words"] = game.move_words(walk.state(), entry.seat, entry.value, *said);
    decisions.push_back(std::move(one));
  }
  return Json{{"game", game.facts().id},
              {"seats", game.seats()},
              {"names", replay_->names},
              {"options", game.options()},
              {"entries", replay_->entries.size()},
              {"decisions", decisions}};
}

// The table as it was after this many entries: a seat's view, and the events it heard.
Result<Json> Session::at(const JsonIn& in) {
  in.only({"id", "do", "lang", "entry", "from", "seat"});
  if (!replay_) return error("no-replay", "expected replay with a record first");
  const auto last = static_cast<std::int64_t>(replay_->entries.size());
  const auto entry = in["entry"].integer(0, last);
  const auto from = in.maybe("from").exists() ? in["from"].integer(0, last)
                                              : std::max<std::int64_t>(entry - 1, 0);
  const Seat viewer = read_viewer(in, replay_->game->seats());
  if (!in.ok()) return in.trouble().first();
  const auto table_at = [&](std::int64_t n) {
    Setup setup;
    setup.game = replay_->game;
    Record record = *replay_;
    record.entries.resize(static_cast<std::size_t>(n));
    return Table::resume(std::move(setup), std::move(record));
  };
  const auto now = table_at(entry);
  if (!now) return now.error();
  std::size_t told = 0;
  if (from > 0) {
    const auto before = table_at(std::min(from, entry));
    if (!before) return before.error();
    told = before.value().event_count(viewer);
  }
  const std::optional<Teller> said =
      words_ != nullptr ? std::optional<Teller>(std::in_place, *words_, replay_->names)
                        : std::nullopt;
  const Teller* teller = said ? &*said : nullptr;
  Json out = observed_json(now.value(), viewer, teller);
  out["entry"] = entry;
  out["events"] = told_json(now.value(), viewer, told, teller);
  return out;
}

Result<Setup> Session::read_setup(const JsonIn& in) {
  Setup setup;
  const JsonIn seats = in.maybe("seats");
  if (seats.exists()) {
    const std::size_t n = seats.size(1, kMaxSeats);
    for (std::size_t i = 0; i < n; ++i) {
      seats[i].only({"name", "bot"});
      SeatSetup seat;
      if (seats[i].maybe("name").exists()) seat.name = seats[i]["name"].text(60);
      if (seats[i].maybe("bot").exists()) seat.bot = seats[i]["bot"].text(60);
      setup.seats.push_back(seat);
    }
  }
  if (in.maybe("confirm").exists()) setup.confirm = in["confirm"].boolean();
  if (in.maybe("autoplay").exists()) setup.autoplay = in["autoplay"].boolean();
  // A client that asks for no confirmation owns all seats and may undo without limit.
  setup.undo = setup.confirm ? Undo::kTurn : Undo::kFree;
  if (in.maybe("undo").exists())
    setup.undo = in["undo"].one_of({"turn", "free"}) == 0 ? Undo::kTurn : Undo::kFree;
  setup.seed = in.maybe("seed").exists() ? in["seed"].unsigned64() : world_.fresh_seed();
  if (!in.ok()) return in.trouble().first();
  return setup;
}

Result<Json> Session::begin(Result<Table> table, bool go) {
  if (!table) return table.error();
  end_task(true);
  table_.emplace(std::move(table).value());
  if (go) table_->advance();
  Json out = {{"status", status_json(*table_, teller())},
              {"rules", table_->game().rules()},
              {"options", table_->game().options()},
              {"pack", {{"id", table_->game().pack().id}, {"hash", table_->game().pack().hash}}}};
  return out;
}

Result<Json> Session::make(const JsonIn& in) {
  in.only({"id", "do", "lang", "game", "rules", "options", "pack", "seed", "seats", "confirm",
           "autoplay", "undo", "go"});
  const std::string name = in["game"].text(40);
  const int rules = read_rules(in);
  const bool go = goes_on(in);
  auto setup = read_setup(in);
  if (!setup) return setup.error();
  auto game = world_.games->make(name, in.maybe("pack").raw(), in.maybe("options").raw(), rules);
  if (!game) return game.error();
  setup.value().game = std::move(game).value();
  setup.value().ai = world_.ai_of(setup.value().game);
  return begin(Table::create(std::move(setup).value()), go);
}

Result<Json> Session::load(const JsonIn& in) {
  const bool record = in.maybe("record").exists();
  if (record == in.maybe("state").exists())
    return error("bad-request", "expected either a record or a state");
  const bool go = goes_on(in);
  auto setup = read_setup(in);
  if (!setup) return setup.error();
  if (record) {
    in.only({"id", "do", "lang", "record", "seed", "seats", "confirm", "autoplay", "undo", "go"});
    auto loaded = read_record(in["record"].raw(), *world_.games);
    if (!loaded) return loaded.error();
    if (in.maybe("seed").exists()) loaded.value().seed.reset();
    setup.value().game = loaded.value().game;
    setup.value().ai = world_.ai_of(setup.value().game);
    if (!in.ok()) return in.trouble().first();
    return begin(Table::resume(std::move(setup).value(), std::move(loaded).value()), go);
  }
  in.only({"id", "do", "lang", "game", "rules", "options", "pack", "state", "seed", "seats",
           "confirm", "autoplay", "undo", "go"});
  const std::string name = in["game"].text(40);
  const int rules = read_rules(in);
  if (!in.ok()) return in.trouble().first();
  auto game = world_.games->make(name, in.maybe("pack").raw(), in.maybe("options").raw(), rules);
  if (!game) return game.error();
  auto state = game.value()->from_json(in["state"].raw());
  if (!state) {
    Error wrong = state.error();
    wrong.where = wrong.where.empty() ? "state" : "state." + wrong.where;
    return wrong;
  }
  setup.value().game = game.value();
  setup.value().ai = world_.ai_of(game.value());
  setup.value().position = std::make_shared<const AnyState>(state.value());
  return begin(Table::create(std::move(setup).value()), go);
}

// After a change: lets the table advance, and tells the seat what it saw.
Result<Json> Session::act(const JsonIn& in, Seat seat, std::optional<Error> wrong,
                          std::size_t told) {
  const With with = read_with(in);
  if (!in.ok()) return in.trouble().first();
  if (wrong) return *wrong;
  end_task(true);
  if (goes_on(in)) table_->advance();
  Json out = {{"events", told_json(*table_, seat, told, teller())},
              {"status", status_json(*table_, teller())}};
  add_asked(*table_, seat, with, teller(), out);
  return out;
}

Result<Json> Session::answer(const JsonIn& in) {
  if (!in.is_object()) return error("bad-request", "expected an object with \"do\"");
  static constexpr std::array<std::string_view, 22> kVerbs = {
      "hello",   "new",     "load", "state",  "observe", "legal",  "preview", "why",
      "apply",   "confirm", "undo", "events", "record",  "scores", "games",   "hint",
      "analyse", "cancel",  "quit", "replay", "at",      "go"};
  const JsonIn verb = in["do"];
  const std::string what = verb.text(40);
  if (!in.ok()) return error("bad-request", in.trouble().first().message, "do");
  bool known = false;
  for (const auto one : kVerbs) known = known || one == what;
  if (!known) {
    std::string names;
    for (const auto one : kVerbs) names += (names.empty() ? "" : ", ") + std::string(one);
    return error("unknown-verb", "expected one of: " + names, "do");
  }
  if (what == "hello" || what == "games") {
    in.only({"id", "do", "lang"});
    return what == "hello" ? hello() : Json{{"games", world_.list_games()}};
  }
  if (what == "new") return make(in);
  if (what == "load") return load(in);
  if (what == "quit") {
    in.only({"id", "do", "lang"});
    if (!in.ok()) return in.trouble().first();
    end_task(false);
    ended_ = true;
    return Json::object();
  }
  if (what == "cancel") {
    in.only({"id", "do", "lang"});
    if (!in.ok()) return in.trouble().first();
    const bool any = thinking();
    end_task(false);
    return Json{{"cancelled", any}};
  }
  if ((what == "hint" || what == "analyse") && thinking())
    return error("busy", "expected one hint or analysis at a time; cancel ends the one before");
  if (what == "analyse") return analyse(in);
  if (what == "replay") return replay(in);
  if (what == "at") return at(in);
  if (!table_) return error("no-table", "expected new or load first");

  const AnyGame& game = table_->game();
  const int seats = game.seats();
  if (what == "state") {
    in.only({"id", "do", "lang"});
    return Json{{"rules", game.rules()},
                {"state", game.to_json(table_->state())},
                {"status", status_json(*table_, teller())}};
  }
  if (what == "scores") {
    in.only({"id", "do", "lang"});
    const Scores sheet = game.scores(table_->state());
    Json totals = Json::array();
    for (std::size_t i = 0; i < static_cast<std::size_t>(sheet.seats); ++i)
      totals.push_back(sheet.total[i]);
    return Json{{"totals", totals}, {"status", status_json(*table_, teller())}};
  }
  if (what == "observe") {
    in.only({"id", "do", "lang", "seat"});
    const Seat viewer = read_viewer(in, seats);
    return observe_json(*table_, viewer, teller());
  }
  if (what == "events") {
    in.only({"id", "do", "lang", "seat", "from"});
    const Seat viewer = read_viewer(in, seats);
    const std::size_t from =
        in.maybe("from").exists() ? static_cast<std::size_t>(in["from"].integer(0, 1000000)) : 0;
    return Json{{"events", told_json(*table_, viewer, from, teller())},
                {"next", table_->event_count(viewer)}};
  }
  if (what == "record") {
    in.only({"id", "do", "lang", "seat"});
    if (in.maybe("seat").exists())
      return Json{{"record", write_record_for(table_->record(), read_viewer(in, seats))}};
    return Json{{"record", write_record(table_->record(), false)}};
  }

  if (what == "go") {
    in.only({"id", "do", "lang", "seat", "with"});
    const Seat viewer = read_viewer(in, seats);
    const With with = read_with(in);
    if (!in.ok()) return in.trouble().first();
    const std::size_t heard = table_->event_count(viewer);
    const bool went = table_->advance(true);
    if (went) end_task(true);
    Json out = {{"events", told_json(*table_, viewer, heard, teller())},
                {"went", went},
                {"status", status_json(*table_, teller())}};
    add_asked(*table_, viewer, with, teller(), out);
    return out;
  }
  if (what == "hint") return hint(in);
  const Seat seat = read_seat(in, seats);
  const std::size_t told = in.ok() ? table_->event_count(seat) : 0;
  if (what == "legal") {
    in.only({"id", "do", "lang", "seat"});
    return legal_json(*table_, seat, teller());
  }
  if (what == "confirm" || what == "undo") {
    if (what == "confirm") in.only({"id", "do", "lang", "seat", "go", "with"});
    if (what == "undo") in.only({"id", "do", "lang", "seat"});
    if (!in.ok()) return in.trouble().first();
    if (what == "confirm") {
      (void)goes_on(in);
      (void)read_with(in);
      if (!in.ok()) return in.trouble().first();
      return act(in, seat, table_->confirm(seat), told);
    }
    auto wrong = table_->undo(seat);
    if (wrong) return *wrong;
    end_task(true);
    return Json{{"status", status_json(*table_, teller())}, {"next", table_->event_count(seat)}};
  }
  if (what == "apply") {
    in.only({"id", "do", "lang", "seat", "move", "moves", "items", "go", "with"});
    (void)goes_on(in);
    (void)read_with(in);
    const Played played = read_played(in);
    if (!in.ok()) return in.trouble().first();
    const auto moves = moves_of(*table_, seat, played);
    if (!moves) return moves.error();
    return act(in, seat, table_->apply(seat, moves.value()), told);
  }
  in.only({"id", "do", "lang", "seat", "move"});
  const std::string move = in["move"].text(60);
  if (!in.ok()) return in.trouble().first();
  if (what == "preview") return table_->preview(seat, move, teller());
  return why_json(*table_, seat, move, teller());
}

}  // namespace tidelock::table
