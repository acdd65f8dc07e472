#include "table/session.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/version.h"
#include "table/message_names.h"
#include "table/messages.h"

namespace tidelock::table {

namespace {

// A seat from 1.
Seat read_seat(const JsonIn& seat, int seats) {
  return static_cast<Seat>(seat.integer(1, seats) - 1);
}

// The same where null or nothing is a spectator.
Seat read_viewer(const JsonIn& seat, int seats) {
  return seat.exists() && !seat.is_null() ? read_seat(seat, seats) : kNobody;
}

Json told_json(const Table& table, Seat viewer, std::size_t from, const Teller* teller) {
  return events_json(table.game(), table.events(viewer, from), viewer, teller);
}

// The version of the rules; without one, that of new games.
int read_rules(const JsonIn& rules) {
  return rules.exists() ? static_cast<int>(rules.integer(1, 1000000)) : kNewestRules;
}

// Whether the table advances on its own; otherwise the client sends `go`.
bool goes_on(const JsonIn& go) { return !go.exists() || go.boolean(); }

// How long may be thought; an error unless there is some limit, above zero.
ai::Limits read_limits(const JsonIn& limit, ai::Limits fallback) {
  namespace member = request::limit;
  if (!limit.exists()) return fallback;
  if (!limit.is_object()) {
    limit.expected("an object with iterations or ms");
    return fallback;
  }
  limit.only({member::kIterations, member::kMs});
  ai::Limits out;
  if (limit.maybe(member::kIterations).exists())
    out.iterations =
        static_cast<std::uint32_t>(limit[member::kIterations].integer(1, kMostIterations));
  if (limit.maybe(member::kMs).exists())
    out.milliseconds = static_cast<std::uint32_t>(limit[member::kMs].integer(1, kMostMilliseconds));
  if (limit.ok() && out == ai::Limits{}) limit.wrong("expected iterations or ms");
  return out;
}

// A page that has one thread listens in between.
constexpr std::chrono::milliseconds kSlice{20};
constexpr int kEvery = 250;  // ms

Error busy() {
  return error(Code::kBusy, "expected one hint or analysis at a time; cancel ends the one before");
}

}  // namespace

Json Session::hello() const {
  namespace member = answer::greeting;
  return {{member::kTidelock, kVersion},
          {member::kProtocol, kProtocol},
          {member::kGames, world_.list_games()}};
}

std::vector<std::string> Session::handle_line(std::string_view line) {
  const auto request = parse_json(line);
  if (!request)
    return {dump_json({{answer::error::kId, nullptr},
                       {answer::error::kError, error_json(request.error(), nullptr)}})};
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
  Json last = {{answer::error::kId, id_of(request)}};
  if (!result.ok()) {
    last[answer::error::kError] = error_json(result.error(), teller());
  } else {
    last[answer::quit::kOk] = true;
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
  if (!in.is_object() || !in.maybe(request::hello::kLang).exists()) return;
  const std::string code = in[request::hello::kLang].text(20);
  for (const Lang lang : kLangs) {
    if (code == lang_code(lang)) words_ = world_.words(lang);
  }
  if (in.ok() && words_ == nullptr) in[request::hello::kLang].expected("en, pl, de or zh-Hant");
}

// With the names of the table's current players.
const Teller* Session::teller() {
  if (words_ == nullptr) return nullptr;
  teller_.emplace(*words_, table_ ? names_of(*table_) : std::vector<std::string>{});
  return &*teller_;
}

// --- thinking ---

Json Session::last_words(bool cancelled) const {
  namespace member = answer::hint;  // analyse has the same
  static_assert(std::string_view(member::kCancelled) == answer::analyse::kCancelled);
  Json out = {{member::kId, task_->id}, {member::kOk, true}, {member::kCancelled, cancelled}};
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
  if (SteadyClock::now() - task_->told < task_->every) return {};
  task_->told = SteadyClock::now();
  return {Json{{answer::progress::kId, task_->id},
               {answer::progress::kProgress,
                task_->thinking->progress(task_->teller ? &*task_->teller : nullptr)}}};
}

// Its answer is what was found so far.
void Session::end_task(bool only_of_table) {
  if (!task_ || (only_of_table && !task_->of_table)) return;
  outbox_.push_back(last_words(true));
  task_.reset();
}

void Session::think(const JsonIn& in, const JsonIn& every, std::unique_ptr<Thinking> thinking,
                    bool of_table, const std::vector<std::string>& names) {
  Task task;
  if (words_ != nullptr) task.teller.emplace(*words_, names);
  task.id = id_of(in.raw());
  task.thinking = std::move(thinking);
  task.of_table = of_table;
  task.every =
      std::chrono::milliseconds(every.exists() ? every.integer(1, kMostMilliseconds) : kEvery);
  task.told = SteadyClock::now();
  if (in.ok()) task_ = std::move(task);
}

Result<Json> Session::hint(const JsonIn& in) {
  namespace member = request::hint;
  if (thinking()) return busy();
  const Seat seat = read_seat(in[member::kSeat], table_->game().seats());
  const ai::Limits limits = read_limits(in.maybe(member::kLimit), kHintLimits);
  if (!in.ok()) return in.trouble().first();
  if (table_->over()) return error(Code::kOver, "expected a game that is not over");
  if (table_->held() != kNobody)
    return error(Code::kConfirmFirst, "expected confirm or undo: a move waits for confirmation");
  if (table_->legal(seat).empty())
    return error(Code::kNotYourDecision, "expected a seat that decides now");
  think(in, in.maybe(member::kEveryMs),
        std::make_unique<HintSearch>(table_->setup().game, *table_->setup().ai, table_->state(),
                                     seat, limits),
        true, names_of(*table_));
  return Json::object();
}

Result<Json> Session::analyse(const JsonIn& in) {
  namespace member = request::analyse;
  if (thinking()) return busy();
  const ai::Limits limits = read_limits(in.maybe(member::kLimit), kAnalysisLimits);
  if (!in.ok()) return in.trouble().first();
  Record record;
  if (const JsonIn given = in.maybe(member::kRecord); given.exists()) {
    auto read = read_record(given.raw(), *world_.games);
    if (!read) return read.error();
    record = std::move(read).value();
  } else {
    if (!table_) return error(Code::kNoTable, "expected new or load first, or a record");
    record = table_->record();
  }
  const auto ai = world_.ai_of(record.game);
  const std::vector<std::string> names = record.names;
  think(in, in.maybe(member::kEveryMs),
        std::make_unique<RecordAnalysis>(std::move(record), *ai, limits), false, names);
  return Json::object();
}

// --- looking back ---

Result<Json> Session::replay(const JsonIn& in) {
  auto read = read_record(in[request::replay::kRecord].raw(), *world_.games);
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
    namespace member = answer::replay::decisions;
    Json one = {{member::kEntry, walk.index() + 1},
                {member::kSeat, entry.seat + 1},
                {member::kMove, game.write(walk.state(), entry.seat, entry.value)},
                {member::kForced, game.legal(walk.state(), entry.seat).size() == 1}};
    if (said) one[member::kWords] = game.move_words(walk.state(), entry.seat, entry.value, *said);
    decisions.push_back(std::move(one));
  }
  namespace member = answer::replay;
  return Json{{member::kGame, game.facts().id},
              {member::kSeats, game.seats()},
              {member::kNames, replay_->names},
              {member::kOptions, game.options()},
              {member::kEntries, replay_->entries.size()},
              {member::kDecisions, decisions}};
}

// The table as it was after this many entries: a seat's view, and the events it heard.
Result<Json> Session::at(const JsonIn& in) {
  namespace member = request::at;
  if (!replay_) return error(Code::kNoReplay, "expected replay with a record first");
  const auto last = static_cast<std::int64_t>(replay_->entries.size());
  const auto entry = in[member::kEntry].integer(0, last);
  const JsonIn since = in.maybe(member::kFrom);
  const auto from = since.exists() ? since.integer(0, last) : std::max<std::int64_t>(entry - 1, 0);
  const Seat viewer = read_viewer(in.maybe(member::kSeat), replay_->game->seats());
  const JsonIn named = in.maybe(member::kNamed);
  const Seat reader = named.exists() && named.boolean() ? kNobody : viewer;
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
  out[answer::at::kEntry] = entry;
  const std::vector<Event> events = now.value().events(viewer, told);
  out[answer::at::kEvents] = events_json(now.value().game(), events, reader, teller);
  return out;
}

// Of `new` and of both kinds of `load`, whose members for this are the same.
Result<Setup> Session::read_setup(const JsonIn& in) {
  namespace member = request::new_;
  Setup setup;
  const JsonIn seats = in.maybe(member::kSeats);
  if (seats.exists()) {
    namespace of_seat = request::seats;
    const std::size_t n = seats.size(1, kMaxSeats);
    for (std::size_t i = 0; i < n; ++i) {
      seats[i].only({of_seat::kName, of_seat::kBot});
      SeatSetup seat;
      if (const JsonIn name = seats[i].maybe(of_seat::kName); name.exists())
        seat.name = name.text(60);
      if (const JsonIn bot = seats[i].maybe(of_seat::kBot); bot.exists()) seat.bot = bot.text(60);
      setup.seats.push_back(seat);
    }
  }
  if (const JsonIn confirm = in.maybe(member::kConfirm); confirm.exists())
    setup.confirm = confirm.boolean();
  if (const JsonIn autoplay = in.maybe(member::kAutoplay); autoplay.exists())
    setup.autoplay = autoplay.boolean();
  // A client that asks for no confirmation owns all seats and may undo without limit.
  setup.undo = setup.confirm ? Undo::kTurn : Undo::kFree;
  if (const JsonIn undo = in.maybe(member::kUndo); undo.exists())
    setup.undo = undo.one_of({"turn", "free"}) == 0 ? Undo::kTurn : Undo::kFree;
  const JsonIn seed = in.maybe(member::kSeed);
  setup.seed = seed.exists() ? seed.unsigned64() : world_.fresh_seed();
  if (!in.ok()) return in.trouble().first();
  return setup;
}

Result<Json> Session::begin(Result<Table> table, bool go) {
  if (!table) return table.error();
  end_task(true);
  table_.emplace(std::move(table).value());
  if (go) table_->advance();
  const AnyGame& game = table_->game();
  namespace member = answer::new_;  // load has the same
  return Json{{member::kStatus, status_json(*table_, teller())},
              {member::kRules, game.rules()},
              {member::kOptions, game.options()},
              {member::kPack,
               {{answer::pack::kId, game.pack().id}, {answer::pack::kHash, game.pack().hash}}}};
}

Result<Json> Session::make(const JsonIn& in) {
  namespace member = request::new_;
  const std::string name = in[member::kGame].text(40);
  const int rules = read_rules(in.maybe(member::kRules));
  const bool go = goes_on(in.maybe(member::kGo));
  auto setup = read_setup(in);
  if (!setup) return setup.error();
  auto game = world_.games->make(name, in.maybe(member::kPack).raw(),
                                 in.maybe(member::kOptions).raw(), rules);
  if (!game) return game.error();
  setup.value().game = std::move(game).value();
  setup.value().ai = world_.ai_of(setup.value().game);
  return begin(Table::create(std::move(setup).value()), go);
}

Result<Json> Session::load(const JsonIn& in) {
  if (in.maybe(request::load_record::kRecord).exists() ==
      in.maybe(request::load_state::kState).exists())
    return error(Code::kBadRequest, "expected either a record or a state");
  return in.maybe(request::load_record::kRecord).exists() ? load_record(in) : load_state(in);
}

Result<Json> Session::load_record(const JsonIn& in) {
  namespace member = request::load_record;
  in.only(member::kTakes);
  auto setup = read_setup(in);
  if (!setup) return setup.error();
  auto loaded = read_record(in[member::kRecord].raw(), *world_.games);
  if (!loaded) return loaded.error();
  if (in.maybe(member::kSeed).exists()) loaded.value().seed.reset();
  setup.value().game = loaded.value().game;
  setup.value().ai = world_.ai_of(setup.value().game);
  const bool go = goes_on(in.maybe(member::kGo));
  if (!in.ok()) return in.trouble().first();
  return begin(Table::resume(std::move(setup).value(), std::move(loaded).value()), go);
}

Result<Json> Session::load_state(const JsonIn& in) {
  namespace member = request::load_state;
  in.only(member::kTakes);
  auto setup = read_setup(in);
  if (!setup) return setup.error();
  const std::string name = in[member::kGame].text(40);
  const int rules = read_rules(in.maybe(member::kRules));
  const bool go = goes_on(in.maybe(member::kGo));
  if (!in.ok()) return in.trouble().first();
  auto game = world_.games->make(name, in.maybe(member::kPack).raw(),
                                 in.maybe(member::kOptions).raw(), rules);
  if (!game) return game.error();
  auto state = game.value()->from_json(in[member::kState].raw());
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
Result<Json> Session::act(const JsonIn& in, const JsonIn& go, Seat seat, std::optional<Error> wrong,
                          std::size_t told) {
  const With with = read_with(in);
  if (!in.ok()) return in.trouble().first();
  if (wrong) return *wrong;
  end_task(true);
  if (goes_on(go)) table_->advance();
  namespace member = answer::apply;  // confirm has the same
  Json out = {{member::kEvents, told_json(*table_, seat, told, teller())},
              {member::kStatus, status_json(*table_, teller())}};
  add_asked(*table_, seat, with, teller(), out);
  return out;
}

// --- a table that is there ---

Result<Json> Session::state(const JsonIn& /*in*/) {
  namespace member = answer::state;
  return Json{{member::kRules, table_->game().rules()},
              {member::kState, table_->game().to_json(table_->state())},
              {member::kStatus, status_json(*table_, teller())}};
}

Result<Json> Session::scores(const JsonIn& /*in*/) {
  const Scores sheet = table_->game().scores(table_->state());
  Json totals = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(sheet.seats); ++i)
    totals.push_back(sheet.total[i]);
  namespace member = answer::scores;
  return Json{{member::kTotals, totals}, {member::kStatus, status_json(*table_, teller())}};
}

// What is printed, in sentences; so there are none without a language.
Result<Json> Session::pieces(const JsonIn& /*in*/) {
  Json out = Json::object();
  if (const Teller* said = teller()) {
    for (PieceWords& one : table_->game().pieces(*said)) out[one.piece] = std::move(one.words);
  }
  return Json{{answer::pieces::kPieces, out}};
}

Result<Json> Session::observe(const JsonIn& in) {
  const Seat viewer = read_viewer(in.maybe(request::observe::kSeat), seats());
  return observe_json(*table_, viewer, teller());
}

Result<Json> Session::events(const JsonIn& in) {
  const Seat viewer = read_viewer(in.maybe(request::events::kSeat), seats());
  const JsonIn since = in.maybe(request::events::kFrom);
  const std::size_t from = since.exists() ? static_cast<std::size_t>(since.integer(0, 1000000)) : 0;
  return Json{{answer::events::kEvents, told_json(*table_, viewer, from, teller())},
              {answer::events::kNext, table_->event_count(viewer)}};
}

Result<Json> Session::record(const JsonIn& in) {
  const JsonIn seat = in.maybe(request::record::kSeat);
  return Json{{answer::record::kRecord,
               seat.exists() ? write_record_for(table_->record(), read_viewer(seat, seats()))
                             : write_record(table_->record(), false)}};
}

Result<Json> Session::go(const JsonIn& in) {
  const Seat viewer = read_viewer(in.maybe(request::go::kSeat), seats());
  const With with = read_with(in);
  if (!in.ok()) return in.trouble().first();
  const std::size_t heard = table_->event_count(viewer);
  const bool went = table_->advance(true);
  if (went) end_task(true);
  namespace member = answer::go;
  Json out = {{member::kEvents, told_json(*table_, viewer, heard, teller())},
              {member::kWent, went},
              {member::kStatus, status_json(*table_, teller())}};
  add_asked(*table_, viewer, with, teller(), out);
  return out;
}

Result<Json> Session::legal(const JsonIn& in) {
  const Seat seat = read_seat(in[request::legal::kSeat], seats());
  return legal_json(*table_, seat, teller());
}

Result<Json> Session::preview(const JsonIn& in) {
  const Seat seat = read_seat(in[request::preview::kSeat], seats());
  const std::string move = in[request::preview::kMove].text(kLongestMove);
  if (!in.ok()) return in.trouble().first();
  return table_->preview(seat, move, teller());
}

Result<Json> Session::why(const JsonIn& in) {
  const Seat seat = read_seat(in[request::why::kSeat], seats());
  const std::string move = in[request::why::kMove].text(kLongestMove);
  if (!in.ok()) return in.trouble().first();
  return why_json(*table_, seat, move, teller());
}

Result<Json> Session::apply(const JsonIn& in) {
  namespace member = request::apply;
  const Seat seat = read_seat(in[member::kSeat], seats());
  const JsonIn go = in.maybe(member::kGo);
  (void)goes_on(go);
  (void)read_with(in);
  const Played played = read_played(in);
  if (!in.ok()) return in.trouble().first();
  const auto moves = moves_of(*table_, seat, played);
  if (!moves) return moves.error();
  const std::size_t told = table_->event_count(seat);
  return act(in, go, seat, table_->apply(seat, moves.value()), told);
}

Result<Json> Session::confirm(const JsonIn& in) {
  namespace member = request::confirm;
  const Seat seat = read_seat(in[member::kSeat], seats());
  const JsonIn go = in.maybe(member::kGo);
  (void)goes_on(go);
  (void)read_with(in);
  if (!in.ok()) return in.trouble().first();
  const std::size_t told = table_->event_count(seat);
  return act(in, go, seat, table_->confirm(seat), told);
}

Result<Json> Session::undo(const JsonIn& in) {
  const Seat seat = read_seat(in[request::undo::kSeat], seats());
  if (!in.ok()) return in.trouble().first();
  if (auto wrong = table_->undo(seat)) return *wrong;
  end_task(true);
  return Json{{answer::undo::kStatus, status_json(*table_, teller())},
              {answer::undo::kNext, table_->event_count(seat)}};
}

// --- without a table ---

Result<Json> Session::greet(const JsonIn& /*in*/) { return hello(); }

Result<Json> Session::games(const JsonIn& /*in*/) {
  return Json{{answer::games::kGames, world_.list_games()}};
}

Result<Json> Session::cancel(const JsonIn& in) {
  if (!in.ok()) return in.trouble().first();
  const bool any = thinking();
  end_task(false);
  return Json{{answer::cancel::kCancelled, any}};
}

Result<Json> Session::quit(const JsonIn& in) {
  if (!in.ok()) return in.trouble().first();
  end_task(false);
  ended_ = true;
  return Json::object();
}

// --- which is asked for ---

// What answers a verb, in the order of kVerbs.
const std::array<Session::Handler, kVerbs.size()> Session::kHandlers = {{
    {Verb::kHello, &Session::greet, false},     {Verb::kNew, &Session::make, false},
    {Verb::kLoad, &Session::load, false},       {Verb::kState, &Session::state, true},
    {Verb::kObserve, &Session::observe, true},  {Verb::kLegal, &Session::legal, true},
    {Verb::kPreview, &Session::preview, true},  {Verb::kWhy, &Session::why, true},
    {Verb::kApply, &Session::apply, true},      {Verb::kConfirm, &Session::confirm, true},
    {Verb::kUndo, &Session::undo, true},        {Verb::kEvents, &Session::events, true},
    {Verb::kRecord, &Session::record, true},    {Verb::kScores, &Session::scores, true},
    {Verb::kGames, &Session::games, false},     {Verb::kHint, &Session::hint, true},
    {Verb::kAnalyse, &Session::analyse, false}, {Verb::kCancel, &Session::cancel, false},
    {Verb::kQuit, &Session::quit, false},       {Verb::kReplay, &Session::replay, false},
    {Verb::kAt, &Session::at, false},           {Verb::kGo, &Session::go, true},
    {Verb::kPieces, &Session::pieces, true},
}};

Result<Json> Session::answer(const JsonIn& in) {
  if (!in.is_object()) return error(Code::kBadRequest, "expected an object with \"do\"");
  const std::string what = in[request::hello::kDo].text(40);
  if (!in.ok()) return error(Code::kBadRequest, in.trouble().first().message, request::hello::kDo);
  // NOLINTNEXTLINE(readability-qualified-auto): libc++ has a class there
  const auto verb = std::ranges::find(kVerbs, what, &VerbFacts::name);
  if (verb == kVerbs.end()) {
    std::string names;
    for (const VerbFacts& one : kVerbs)
      names += (names.empty() ? "" : ", ") + std::string(one.name);
    return error(Code::kUnknownVerb, "expected one of: " + names, request::hello::kDo);
  }
  const Handler& handler = kHandlers[static_cast<std::size_t>(verb - kVerbs.begin())];
  if (handler.of_table && !table_) return error(Code::kNoTable, "expected new or load first");
  in.only(verb->takes);
  return (this->*handler.answer)(in);
}

}  // namespace tidelock::table
