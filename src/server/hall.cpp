#include "server/hall.h"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/prefetch.h"
#include "core/version.h"
#include "server/callback.h"
#include "server/courier.h"
#include "server/guest.h"
#include "server/journal.h"
#include "server/loop.h"
#include "server/match.h"
#include "server/message_names.h"
#include "server/shelf.h"
#include "store/now.h"
#include "table/messages.h"

namespace tidelock::server {
namespace {

namespace asio = boost::asio;
using Alarm = asio::steady_timer::rebind_executor<InLoop>::other;

constexpr std::size_t kMostListed = 100;
constexpr const char* kTryAgain = "try-again";
constexpr const char* kNoTable = "no-such-table";
constexpr const char* kNotRead = "not-read";
constexpr int kTries = 3;
// A table whose time comes so soon does not go to sleep before.
constexpr Time kStaysAwake = 600000;
// How long another server has for what it has to do by itself.
constexpr Time kOtherServer = 1000;

std::string with_error(const Json& id, const Error& wrong) {
  return dump_json(
      {{message::refusal::kId, id}, {message::refusal::kError, table::error_json(wrong, nullptr)}});
}

// How an answer begins to what was done.
JsonText answered(const Json& id) {
  JsonText out;
  if (id.is_number_unsigned()) {
    out.add(message::news::kId, id.get<std::uint64_t>());
  } else {
    out.add(message::news::kId, dump_json(id));
  }
  out.add(message::news::kOk, "true");
  return out;
}

Hall::Reply refused(int status, const Error& wrong) {
  return {status, dump_json({{message::refusal::kError, table::error_json(wrong, nullptr)}})};
}

// Accounts and tables have the same time.
AccountOptions on_time(AccountOptions options, const std::shared_ptr<Clock>& clock) {
  if (!options.now) options.now = [clock] { return clock->now(); };
  return options;
}

// What opens a seat besides a secret: the account that the cookies of a guest belong to.
struct Pass {
  Cookies cookies;
  bool needed = false;  // nothing else opened the seat
  Time checked = 0;
};
// So long a session that was ended elsewhere may still look on.
constexpr Time kBelieved = 20000;

WatchTimes with(WatchTimes times, const std::shared_ptr<Clock>& clock) {
  times.now = [clock] { return clock->now(); };
  return times;
}

Json with_name(Json card, const std::string& name) {
  card[message::card::kTable] = name;
  return card;
}

// Bots that have just thought: what they remember helps with the next choice of the same turn, but
// takes much memory, so only a few are kept. For any thread.
class KeptBots {
 public:
  std::unique_ptr<ai::AnyBot> take(const std::string& whose) {
    const std::lock_guard lock(mutex_);
    const auto there = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const auto& one) { return one.first == whose; });
    if (there == kept_.end()) return nullptr;
    auto bot = std::move(there->second);
    kept_.erase(there);
    return bot;
  }
  void put(const std::string& whose, std::unique_ptr<ai::AnyBot> bot) {
    constexpr std::size_t kMost = 8;
    const std::lock_guard lock(mutex_);
    kept_.emplace_back(whose, std::move(bot));
    if (kept_.size() > kMost) kept_.erase(kept_.begin());
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<std::string, std::unique_ptr<ai::AnyBot>>> kept_;
};

}  // namespace

// Its tables keep it: some may still be in the loop when nobody else does.
class Hall::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(Loop& loop, std::unique_ptr<store::Store> store, table::World world, HallOptions options)
      : loop_(loop.io.get_executor()),
        shelf_(*world.games),
        world_(std::move(world)),
        metrics_(options.metrics),
        clock_(options.clock ? options.clock : std::shared_ptr<Clock>(machine_clock())),
        watch_(journal_, !store->waits(), std::move(options.bus), with(options.watch, clock_)),
        journal_(std::move(store), metrics_),
        accounts_(journal_, on_time(std::move(options.accounts), clock_)),
        bots_pool_(std::max(1U, options.bot_threads)) {
    world_.games = &shelf_;
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { watch_.end(); }

  // Other servers are heard, and tables that are due are woken.
  void begin();
  void drain();
  void end() {
    drain();
    watch_.end();
    bots_pool_.stop();  // what no bot has begun to think about
    bots_pool_.join();
    accounts_.stop();
    journal_.close();
  }

  class LiveTable;
  class Seated;

  std::shared_ptr<LiveTable> find(const std::string& name);
  void make_table(std::string wish, Answered done);
  void list_tables(Answered done);
  void show_table(const std::string& name, Answered done);
  [[nodiscard]] Accounts& accounts() { return accounts_; }
  [[nodiscard]] std::size_t awake() const {
    const std::lock_guard lock(mutex_);
    return live_.size();
  }

 private:
  void begin_table(const std::string& wish, Answered done);
  [[nodiscard]] static bool stale(const store::Listed& row, const Json& card);
  void asleep(const std::string& name);
  [[nodiscard]] bool ending() const {
    const std::lock_guard lock(mutex_);
    return ending_;
  }

  InLoop loop_;
  Shelf shelf_;
  table::World world_;  // with games from the shelf
  std::shared_ptr<Metrics> metrics_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::weak_ptr<LiveTable>> live_;
  bool ending_ = false;
  std::shared_ptr<Clock> clock_;
  Watch watch_;
  Journal journal_;  // is closed before all that it calls is gone
  Accounts accounts_;
  KeptBots bots_;
  asio::thread_pool bots_pool_;
};

// --- one table ---

// Whoever needs it keeps it: its guests, what is asked of it, a bot that thinks for it. When nobody
// does it is gone, and with it nothing that is not in its log.
class Hall::Impl::LiveTable : public std::enable_shared_from_this<LiveTable> {
 public:
  LiveTable(std::shared_ptr<Impl> hall, std::string name)
      : hall_(std::move(hall)), name_(std::move(name)), alarm_(hall_->loop_) {}
  LiveTable(const LiveTable&) = delete;
  LiveTable& operator=(const LiveTable&) = delete;
  ~LiveTable() { hall_->asleep(name_); }

  // What it does by itself, and what comes from other threads.
  using Task = std::function<Awaitable<void>()>;
  void in_turn(Task task) {
    asio::co_spawn(
        hall_->loop_,
        [self = shared_from_this(), task = std::move(task)] { return self->run(task); },
        asio::detached);
  }
  // One after the other, also where one has to wait.
  [[nodiscard]] Strand& strand() { return strand_; }

  void enters(const std::shared_ptr<Seated>& guest) {
    asio::dispatch(hall_->loop_, [self = shared_from_this(), guest = std::weak_ptr(guest)] {
      self->forget_gone();
      self->guests_.push_back({guest, guest.lock().get()});
    });
  }

  void rest() {
    asio::post(hall_->loop_, [self = shared_from_this()] { self->alarm_.cancel(); });
  }

  // Within a turn: the match, or why there is none.
  Awaitable<std::optional<Error>> wake();
  [[nodiscard]] bool awake() const { return match_.has_value(); }
  [[nodiscard]] const Match& match() const { return *match_; }
  // An answer has one time, from its beginning to its end.
  [[nodiscard]] Time now() const { return answering_ ? *answering_ : hall_->clock_->now(); }
  Awaitable<std::string> answer(Seated& guest, const std::string& request);
  // The same where nothing has to be waited for; otherwise nothing was done.
  std::optional<std::string> answer_now(Seated& guest, std::string_view request);
  // What an answer is going to touch, here and at the guests: stage after stage, each touches what
  // the one before it has fetched.
  void fetch(std::size_t stage) const;
  // Whether news may be told now: within a turn, or in one that can be had at once.
  [[nodiscard]] bool telling() const { return telling_; }
  // Something went wrong that nobody foresaw, most likely for want of memory: what is kept is on
  // disk.
  void give_up() { match_.reset(); }
  // Whether the session that opened the seat of a guest has to be looked at again; it is, and the
  // guest has no seat any more where it has ended.
  [[nodiscard]] bool doubts(const Pass& pass) const {
    return pass.needed && now() - pass.checked >= kBelieved;
  }
  Awaitable<void> look_again(Seated& guest);

  // Another server has added lines.
  void grown();
  // Its time has come, and nobody looks after it.
  void act();

 private:
  Awaitable<void> run(Task task);
  void forget_gone();
  Awaitable<void> catch_up();
  Awaitable<Result<JsonText>> answer_to(const JsonIn& in, Seated& guest);
  Awaitable<Result<JsonText>> come(const JsonIn& in, std::string_view verb, Seated& guest);
  struct Verb {
    enum class Kind : std::uint8_t { kCome, kLook, kAct };
    Kind kind = Kind::kAct;
    std::string name;
    const Catalogue* words = nullptr;
  };
  [[nodiscard]] Result<Verb> read_verb(const JsonIn& in, const Seated& guest) const;
  [[nodiscard]] Result<JsonText> look(const JsonIn& in, const Catalogue* words,
                                      const Seated& guest) const;
  struct Act {
    Match::Line line;
    bool move = false;
    std::shared_ptr<const void> told;  // until everybody is
  };
  Result<Act> begin(const JsonIn& in, std::string_view verb, const Seated& guest);
  void end(const JsonIn& in, const Verb& verb, Seated& guest, JsonText& out) const;
  [[nodiscard]] std::string refuse(const Json& id, const Error& wrong) const;
  [[nodiscard]] std::string written(const Json& id, const JsonIn& in,
                                    const Result<JsonText>& result) const;
  Awaitable<Result<Seat>> seat_for(const JsonIn& in, std::string_view verb, Pass& pass);
  Awaitable<std::optional<Error>> sit(const JsonIn& in, const Pass& pass);
  Awaitable<Result<std::optional<Person>>> person(const Pass& pass);
  void give_results();
  struct Keeping {
    store::Append one;
    std::shared_ptr<const std::string> card;
  };
  [[nodiscard]] Keeping to_keep(Match::Written line) const;
  void was_kept(const Keeping& kept, const std::shared_ptr<const void>& until_told,
                const Seated* but);
  Awaitable<std::optional<Error>> keep(Match::Written line, std::shared_ptr<const void> until_told,
                                       const Seated* but = nullptr);
  bool keep_now(Match::Written line, const std::shared_ptr<const void>& until_told,
                const Seated* but);
  void changed(const std::shared_ptr<const void>& until_told, const Seated* but = nullptr);
  void tell_all(const std::shared_ptr<const void>& until_told, const Seated* but);
  void think();
  [[nodiscard]] bool mine();
  void set_alarm(Time least = 1);
  void try_soon();
  Awaitable<bool> act_when_due();
  Awaitable<std::optional<Error>> make_next();
  [[nodiscard]] const Catalogue* words_of(const JsonIn& in) const;

  std::shared_ptr<Impl> hall_;
  std::string name_;
  Strand strand_;
  Alarm alarm_;
  std::optional<Match> match_;
  std::shared_ptr<const std::string> card_;  // as it is kept
  Time watched_ = 0;                         // since when the table is looked after
  struct Place {
    std::weak_ptr<Seated> guest;
    const void* at;  // where it is, if it is
  };
  std::vector<Place> guests_;
  std::optional<Time> answering_;  // since when, where nothing is waited for
  bool telling_ = false;
  bool thinking_ = false;
  bool wanting_ = false;         // to act by itself
  bool giving_results_ = false;  // its accounts are being told how it ended
};

// --- one guest ---

class Hall::Impl::Seated final : public Guest, public std::enable_shared_from_this<Seated> {
 public:
  Seated(std::shared_ptr<LiveTable> table, std::weak_ptr<Bell> bell, May may, Cookies cookies)
      : table_(std::move(table)),
        bell_(std::move(bell)),
        bell_at_(bell_.lock().get()),
        may_(std::move(may)) {
    pass.cookies = std::move(cookies);
  }

  void notify(const std::shared_ptr<const void>& until_told) const {
    if (const auto bell = bell_.lock()) bell->ring(until_told);
  }
  void fetch(std::size_t stage) const override { table_->fetch(stage); }
  void fetch_bell() const {
    constexpr std::size_t kBell = 512;  // about as much as a socket
    fetch_soon(bell_at_, kBell);
  }
  void fetch_behind_bell() const {
    if (const auto bell = bell_.lock()) bell->fetch();
  }
  // Seconds until whoever comes through this door may.
  [[nodiscard]] double may(Limited what) const { return may_ ? may_(what) : 0; }

  Awaitable<std::optional<std::string>> greet() override;
  Awaitable<std::string> ask(std::string request) override;
  std::optional<std::string> ask_now(std::string_view request) override;
  Awaitable<std::optional<std::string>> news() override;
  News news_now(std::string& text) override;

  // For the table, within a turn.
  Viewer viewer;
  bool joined = false;
  Pass pass;

 private:
  bool tell(std::string& text);

  std::shared_ptr<LiveTable> table_;
  std::weak_ptr<Bell> bell_;
  const void* bell_at_;
  May may_;
};

Awaitable<std::optional<std::string>> Hall::Impl::Seated::greet() {
  const auto self = shared_from_this();
  if (!table_->strand().take()) co_await table_->strand().wait();
  const Strand::Turn turn(table_->strand());
  JsonText greeting;
  greeting.add_all(Json{{message::greeting::kTidelock, kVersion},
                        {message::greeting::kProtocol, table::kProtocol}});
  if (const auto bad = co_await table_->wake()) {
    if (bad->code == kNoTable) co_return std::nullopt;
    greeting.add(message::greeting::kError, dump_json(table::error_json(*bad, nullptr)));
  } else {
    greeting.add(message::greeting::kTable, dump_json(table_->match().card_outside()));
  }
  co_return std::move(greeting).text();
}

Awaitable<std::string> Hall::Impl::Seated::ask(std::string request) {
  const auto self = shared_from_this();
  if (!table_->strand().take()) co_await table_->strand().wait();
  const Strand::Turn turn(table_->strand());
  try {
    co_return co_await table_->answer(*this, request);
  } catch (const std::exception&) {
    table_->give_up();
  }
  co_return with_error(Json(), error("unsure", "something went wrong here; ask again"));
}

std::optional<std::string> Hall::Impl::Seated::ask_now(std::string_view request) {
  if (!table_->strand().take()) return std::nullopt;
  const Strand::Turn turn(table_->strand());
  try {
    return table_->answer_now(*this, request);
  } catch (const std::exception&) {
    table_->give_up();
  }
  return with_error(Json(), error("unsure", "something went wrong here; ask again"));
}

void Hall::Impl::LiveTable::fetch(std::size_t stage) const {
  constexpr std::size_t kFew = 8;  // those who play; a crowd is not fetched
  if (stage == 0) return fetch_soon(this, sizeof *this);
  if (stage == 1 && match_) match_->fetch();
  if (guests_.size() > kFew) return;
  if (stage == 1) return fetch_soon(guests_.data(), guests_.size() * sizeof(Place));
  for (const Place& one : guests_) {
    if (stage == 2) fetch_soon(one.at, sizeof(Seated));
    const auto guest = stage > 2 ? one.guest.lock() : nullptr;
    if (guest && stage == 3) guest->fetch_bell();
    if (guest && stage == 4) guest->fetch_behind_bell();
  }
}

// Within a turn, of a table that is awake.
bool Hall::Impl::Seated::tell(std::string& text) {
  JsonText out;
  table_->match().news(viewer, table_->now(), out);
  if (out.empty()) return false;
  out.add(message::news::kPush, "true");
  text = std::move(out).text();
  return true;
}

Awaitable<std::optional<std::string>> Hall::Impl::Seated::news() {
  const auto self = shared_from_this();
  if (!table_->strand().take()) co_await table_->strand().wait();
  const Strand::Turn turn(table_->strand());
  try {
    if (joined && table_->doubts(pass)) co_await table_->look_again(*this);
    if (joined && !table_->awake()) (void)co_await table_->wake();
    std::string text;
    if (joined && table_->awake() && tell(text)) co_return text;
  } catch (const std::exception&) {
    table_->give_up();
  }
  co_return std::nullopt;
}

Guest::News Hall::Impl::Seated::news_now(std::string& text) {
  if (!joined) return News::kNone;
  if (!table_->awake() || table_->doubts(pass)) return News::kWait;
  const bool within = table_->telling();
  if (!within && !table_->strand().take()) return News::kWait;
  std::optional<Strand::Turn> turn;
  if (!within) turn.emplace(table_->strand());
  try {
    return tell(text) ? News::kThese : News::kNone;
  } catch (const std::exception&) {
    if (!within) table_->give_up();
  }
  return News::kWait;
}

// --- how a table works ---

Awaitable<void> Hall::Impl::LiveTable::run(Task task) {
  const auto self = shared_from_this();
  if (!strand_.take()) co_await strand_.wait();
  const Strand::Turn turn(strand_);
  try {
    co_await task();
  } catch (const std::exception&) {
    give_up();
  }
}

void Hall::Impl::LiveTable::forget_gone() {
  std::erase_if(guests_, [](const Place& one) { return one.guest.expired(); });
}

// Whoever looks on may have missed what was kept meanwhile.
Awaitable<std::optional<Error>> Hall::Impl::LiveTable::wake() {
  if (match_) co_return std::nullopt;
  const Stopwatch woken_in(hall_->metrics_->wake);
  auto read = [this](auto done) { hall_->journal_.log(name_, std::move(done)); };
  const auto log = co_await called_back<Result<std::vector<std::string>>>(read);
  // Where it is kept is nobody's business.
  if (!log) co_return error(kNotRead, "the table could not be read; ask again");
  auto woken = Match::wake(log.value(), hall_->world_);
  if (!woken) co_return woken.error();
  match_.emplace(std::move(woken).value());
  card_ = match_->card_text();
  hall_->watch_.knows(name_, match_->lines());
  if (watched_ == 0) watched_ = now();
  changed({});
  co_return std::nullopt;
}

void Hall::Impl::LiveTable::grown() {
  in_turn([self = shared_from_this()] { return self->catch_up(); });
}

Awaitable<void> Hall::Impl::LiveTable::catch_up() {
  if (!match_) {  // it was thrown away, and is read again from the beginning
    (void)co_await wake();
    co_return;
  }
  auto read = [this](auto done) {
    hall_->journal_.ask([done = std::move(done), name = name_, from = match_->lines()](
                            store::Store& store) mutable { done(store.log(name, from)); });
  };
  const auto lines = co_await called_back<Result<std::vector<std::string>>>(read);
  if (!lines || lines.value().empty()) co_return;
  if (match_->catch_up(lines.value())) {
    match_.reset();
    (void)co_await wake();
    co_return;
  }
  card_ = match_->card_text();
  hall_->watch_.knows(name_, match_->lines());
  changed({});
}

void Hall::Impl::LiveTable::act() {
  in_turn([self = shared_from_this()]() -> Awaitable<void> {
    bool acted = false;
    const auto bad = co_await self->wake();
    if (bad && bad->code == kNotRead) co_return;  // it is still due
    if (!bad) {
      self->think();
      self->give_results();
      acted = co_await self->act_when_due();
    }
    if (!acted && !self->hall_->ending() && !self->thinking_ && !self->wanting_ &&
        !self->giving_results_)
      self->hall_->watch_.lay_aside(self->name_);
  });
}

// A line as it is given to the store, of a match that has just given it.
Hall::Impl::LiveTable::Keeping Hall::Impl::LiveTable::to_keep(Match::Written line) const {
  Keeping out{{name_, match_->lines() - 1, std::move(line.text)}, match_->card_text()};
  out.one.due = match_->thought() ? now() : match_->due_asleep();
  out.one.turn = match_->turn();
  if (out.card != card_) out.one.card = store::Card{match_->listed(), match_->phase(), *out.card};
  return out;
}

// `but` hears of it in another way.
void Hall::Impl::LiveTable::was_kept(const Keeping& kept,
                                     const std::shared_ptr<const void>& until_told,
                                     const Seated* but) {
  card_ = kept.card;
  hall_->watch_.added(name_, match_->lines());
  changed(until_told, but);
}

// On disk, or there is no match any more: what others see is what is kept.
Awaitable<std::optional<Error>> Hall::Impl::LiveTable::keep(Match::Written line,
                                                            std::shared_ptr<const void> until_told,
                                                            const Seated* but) {
  Keeping keeping = to_keep(std::move(line));
  auto write = [&](auto done) { hall_->journal_.append(std::move(keeping.one), std::move(done)); };
  const auto added = co_await called_back<Result<store::Appended>>(write);
  if (added.ok() && added.value() == store::Appended::kYes) {
    was_kept(keeping, until_told, but);
    co_return std::nullopt;
  }
  match_.reset();
  if (!added) try_soon();
  if (!added && added.error().code == store::kUnsure)
    co_return error("unsure", "the database went away meanwhile; ask again to learn what happened");
  if (!added) co_return error("not-kept", "this could not be kept, and did not happen");
  (void)co_await wake();
  co_return error(kTryAgain, "another server was faster; ask again");
}

// The same in a store that never makes one wait. If it is not kept, it did not happen, and the
// match is gone.
bool Hall::Impl::LiveTable::keep_now(Match::Written line,
                                     const std::shared_ptr<const void>& until_told,
                                     const Seated* but) {
  const Keeping keeping = to_keep(std::move(line));
  const auto added = hall_->journal_.append_here(keeping.one);
  if (!added.ok() || added.value() != store::Appended::kYes) {
    match_.reset();
    return false;
  }
  was_kept(keeping, until_told, but);
  return true;
}

void Hall::Impl::LiveTable::changed(const std::shared_ptr<const void>& until_told,
                                    const Seated* but) {
  forget_gone();
  tell_all(until_told, but);
  think();
  set_alarm();
  give_results();
}

// They may fetch their news at once.
void Hall::Impl::LiveTable::tell_all(const std::shared_ptr<const void>& until_told,
                                     const Seated* but) {
  telling_ = true;
  for (const Place& one : guests_) {
    if (const auto guest = one.guest.lock(); guest && guest.get() != but) guest->notify(until_told);
  }
  telling_ = false;
}

// Each account of a table that is over is told how it ended, and then a line says that all were.
// Whoever wakes the table before that does it again, which changes nothing.
void Hall::Impl::LiveTable::give_results() {
  if (giving_results_ || !match_ || !match_->owes_results() || hall_->ending()) return;
  giving_results_ = true;
  hall_->accounts_.add_results(match_->ending(name_), [self = shared_from_this()](bool kept) {
    self->in_turn([self, kept]() -> Awaitable<void> {
      self->giving_results_ = false;
      if (!kept) co_return;
      if (co_await self->wake()) co_return;
      if (!self->match_->owes_results()) co_return;
      auto line = self->match_->rated(self->now());
      if (line) (void)co_await self->keep(std::move(*line), nullptr);
    });
  });
}

// What could not be kept or read: bots and clocks go on when it can.
void Hall::Impl::LiveTable::try_soon() {
  constexpr std::chrono::seconds kSoon{1};
  if (hall_->ending()) return;
  alarm_.expires_after(kSoon);
  alarm_.async_wait([self = shared_from_this()](const boost::system::error_code& cancelled) {
    if (cancelled) return;
    self->in_turn([self]() -> Awaitable<void> { (void)co_await self->act_when_due(); });
  });
}

// It looks at the clock now and then, for that may be set, and acts when its time has come.
void Hall::Impl::LiveTable::set_alarm(Time least) {
  const auto due = match_ ? match_->due() : std::nullopt;
  alarm_.cancel();
  if (!due || hall_->ending()) return;
  const Time left = *due - now();
  alarm_.expires_after(std::chrono::milliseconds(
      std::clamp(left, least, std::max(least, hall_->clock_->patience()))));
  const auto stays = left < kStaysAwake ? shared_from_this() : nullptr;
  alarm_.async_wait([weak = weak_from_this(), stays](const boost::system::error_code& cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self) return;
    self->in_turn([self]() -> Awaitable<void> { (void)co_await self->act_when_due(); });
  });
}

// Whether it did anything.
Awaitable<bool> Hall::Impl::LiveTable::act_when_due() {
  if (const auto bad = co_await wake()) {
    if (bad->code == kNotRead) try_soon();
    co_return false;
  }
  const Time time = now();
  bool acted = false;
  while (match_->due() && *match_->due() <= time) {
    if (!mine()) {
      set_alarm(kOtherServer);
      co_return acted;
    }
    auto line = match_->tick(time, std::max(watched_, hall_->clock_->jumped()));
    const bool waits = !line;
    if (waits) line = match_->notice(time);
    if (!line) co_return acted;
    // First it is in the log, then it is sent: nobody is told twice.
    const Match::Waiting waiting = match_->waiting(line->seat, time);
    const auto lost = co_await keep(std::move(*line), nullptr);
    if (lost) co_return acted;
    if (waits)
      hall_->accounts_.notify({name_, waiting.game, waiting.name, waiting.seconds},
                              waiting.account);
    acted = true;
  }
  set_alarm();
  co_return acted;
}

// Whether this server lets the table act by itself. If nobody else does, it soon will.
bool Hall::Impl::LiveTable::mine() {
  if (hall_->watch_.holds(name_)) return true;
  if (std::exchange(wanting_, true)) return false;
  hall_->watch_.want(name_, [self = shared_from_this()](bool granted) {
    self->in_turn([self, granted]() -> Awaitable<void> {
      self->wanting_ = false;
      if (!granted || co_await self->wake()) co_return;
      self->think();
      (void)co_await self->act_when_due();
    });
  });
  return false;
}

// A bot thinks in another thread, about what it may know; its move is one more task.
void Hall::Impl::LiveTable::think() {
  if (thinking_ || !match_ || hall_->ending()) return;
  const auto thought = match_->thought();
  if (!thought || !mine()) return;
  thinking_ = true;
  auto thinks = std::make_shared<Counted>(hall_->metrics_->bots_thinking);
  const auto whose = name_ + '/' + std::to_string(thought->seat) + match_->level(thought->seat);
  asio::post(hall_->bots_pool_,
             [self = shared_from_this(), whose, make = match_->bot(thought->seat),
              thought = *thought, thinks = std::move(thinks)] {
               auto bot = self->hall_->bots_.take(whose);
               if (!bot) bot = make();
               const AnyMove move = bot->choose(thought.known, thought.seat, thought.whim);
               self->hall_->bots_.put(whose, std::move(bot));
               self->in_turn([self, thought, move]() -> Awaitable<void> {
                 self->thinking_ = false;
                 if (co_await self->wake()) co_return;
                 const auto moved = std::chrono::steady_clock::now();
                 if (auto line = self->match_->decide(thought, move, self->now())) {
                   Metrics& metrics = *self->hall_->metrics_;
                   auto told = std::make_shared<const Stopwatch>(metrics.move_told, moved);
                   if (!co_await self->keep(std::move(*line), std::move(told))) metrics.moves.add();
                 } else {
                   self->think();  // something was taken back meanwhile
                 }
               });
             });
}

const Catalogue* Hall::Impl::LiveTable::words_of(const JsonIn& in) const {
  namespace member = message::observe;  // all requests have the same
  if (!in.is_object() || !in.maybe(member::kLang).exists()) return nullptr;
  const std::string code = in[member::kLang].text(20);
  for (const Lang lang : kLangs) {
    if (code == lang_code(lang)) return hall_->world_.words(lang);
  }
  if (in.ok()) in[member::kLang].expected("en, pl, de or zh-Hant");
  return nullptr;
}

std::string Hall::Impl::LiveTable::refuse(const Json& id, const Error& wrong) const {
  hall_->metrics_->errors.add(wrong.code);
  return with_error(id, wrong);
}

std::string Hall::Impl::LiveTable::written(const Json& id, const JsonIn& in,
                                           const Result<JsonText>& result) const {
  if (!result) return refuse(id, result.error());
  if (in.trouble().any()) return refuse(id, in.trouble().first());
  JsonText out = answered(id);
  out.add_all(result.value());
  return std::move(out).text();
}

Awaitable<std::string> Hall::Impl::LiveTable::answer(Seated& guest, const std::string& request) {
  const auto parsed = parse_json(request);
  if (!parsed) co_return refuse(Json(), parsed.error());
  const Json id = table::id_of(parsed.value());
  if (guest.joined && doubts(guest.pass)) {
    co_await look_again(guest);
    if (!guest.joined) co_return refuse(id, error("not-signed-in", "this session was ended"));
  }
  if (!match_) {
    if (const auto asleep = co_await wake()) co_return refuse(id, *asleep);
  }
  JsonIn::Trouble trouble;
  const JsonIn in(parsed.value(), trouble);
  Result<JsonText> result = co_await answer_to(in, guest);
  // What another server did meanwhile is known now: asked again it is as if it had come later.
  for (int tries = 0; tries < kTries && !result && result.error().code == kTryAgain; ++tries) {
    if (co_await wake()) break;
    result = co_await answer_to(in, guest);
  }
  co_return written(id, in, result);
}

std::optional<std::string> Hall::Impl::LiveTable::answer_now(Seated& guest,
                                                             std::string_view request) {
  if (!match_ || hall_->journal_.waits() || !guest.joined || doubts(guest.pass))
    return std::nullopt;
  struct Answering {
    LiveTable& table;
    explicit Answering(LiveTable& one) : table(one) { table.answering_ = table.now(); }
    Answering(const Answering&) = delete;
    Answering& operator=(const Answering&) = delete;
    ~Answering() { table.answering_.reset(); }
  };
  const Answering answering(*this);
  const auto parsed = parse_json(request);
  if (!parsed) return refuse(Json(), parsed.error());
  const Json id = table::id_of(parsed.value());
  JsonIn::Trouble trouble;
  const JsonIn in(parsed.value(), trouble);
  const auto asked = read_verb(in, guest);
  if (!asked) return refuse(id, asked.error());
  const auto& [kind, verb, words] = asked.value();
  if (kind == Verb::Kind::kLook) return written(id, in, look(in, words, guest));
  if (kind == Verb::Kind::kCome || verb == "rematch") return std::nullopt;
  auto act = begin(in, verb, guest);
  if (!act) return refuse(id, act.error());
  if (act.value().line) {
    if (!keep_now(std::move(*act.value().line), act.value().told, &guest)) return std::nullopt;
    if (act.value().move) hall_->metrics_->moves.add();
  }
  JsonText out = answered(id);
  end(in, asked.value(), guest, out);
  return std::move(out).text();
}

Result<Hall::Impl::LiveTable::Verb> Hall::Impl::LiveTable::read_verb(const JsonIn& in,
                                                                     const Seated& guest) const {
  static constexpr std::array<std::string_view, 3> kComes = {"watch", "join", "sit"};
  static constexpr std::array<std::string_view, 7> kLooks = {"table",   "observe", "legal", "why",
                                                             "preview", "events",  "record"};
  static constexpr std::array<std::string_view, 14> kActs = {
      "apply",  "confirm", "undo",   "leave", "back", "replace", "propose",
      "answer", "resume",  "resign", "say",   "auto", "rematch", "notify"};
  if (!in.is_object()) return error("bad-request", "expected an object with \"do\"");
  table::check_id(in);
  Verb out{Verb::Kind::kAct, in[message::observe::kDo].text(40), words_of(in)};
  if (!in.ok()) return in.trouble().first();
  const auto among = [&](const auto& verbs) {
    return std::find(verbs.begin(), verbs.end(), out.name) != verbs.end();
  };
  if (among(kComes)) {
    out.kind = Verb::Kind::kCome;
  } else if (among(kLooks)) {
    out.kind = Verb::Kind::kLook;
  } else if (!among(kActs)) {
    std::string names;
    for (const auto one : kComes) names += std::string(one) + ", ";
    for (const auto one : kLooks) names += std::string(one) + ", ";
    for (const auto one : kActs) names += (one == kActs.front() ? "" : ", ") + std::string(one);
    return error("unknown-verb", "expected one of: " + names, "do");
  }
  if (out.kind != Verb::Kind::kCome && !guest.joined && out.name != "table")
    return error("join-first", "expected watch, join or sit first");
  return out;
}

Awaitable<Result<JsonText>> Hall::Impl::LiveTable::answer_to(const JsonIn& in, Seated& guest) {
  const auto asked = read_verb(in, guest);
  if (!asked) co_return asked.error();
  const auto& [kind, verb, words] = asked.value();
  if (kind == Verb::Kind::kLook) co_return look(in, words, guest);
  if (kind == Verb::Kind::kCome) {
    Result<JsonText> came = co_await come(in, verb, guest);
    co_return came;
  }
  auto act = begin(in, verb, guest);
  if (!act) co_return act.error();
  const bool again = verb == "rematch";
  if (act.value().line) {
    const auto lost = co_await keep(std::move(*act.value().line), std::move(act.value().told),
                                    again ? nullptr : &guest);
    if (lost) co_return *lost;
    if (act.value().move) hall_->metrics_->moves.add();
  }
  if (again) {
    if (const auto lost = co_await make_next()) co_return *lost;
    JsonText out;
    out.add(message::rematch_answer::kNext,
            dump_json(match_->next()));  // in news this is how far the events are
    co_return out;
  }
  JsonText out;
  end(in, asked.value(), guest, out);
  co_return out;
}

Result<JsonText> Hall::Impl::LiveTable::look(const JsonIn& in, const Catalogue* words,
                                             const Seated& guest) const {
  const auto seen = match_->look(in, guest.viewer, words);
  if (!seen) return seen.error();
  JsonText out;
  out.add_all(seen.value());
  return out;
}

// What changes something: first the match changes, then its line is kept, then it is told.
Result<Hall::Impl::LiveTable::Act> Hall::Impl::LiveTable::begin(const JsonIn& in,
                                                                std::string_view verb,
                                                                const Seated& guest) {
  if (verb == "say" && guest.may(Limited::kChat) > 0)
    return error("too-many", "too many lines came from this address; try again later");
  if (verb == "rematch" && match_->next().empty() && guest.may(Limited::kTables) > 0)
    return error("too-many", "too many tables came from this address; try again later");
  Act out;
  out.move = verb == "apply" || verb == "confirm" || verb == "undo";
  if (out.move) out.told = std::make_shared<const Stopwatch>(hall_->metrics_->move_told);
  auto line = match_->act(in, match_->seat_of(guest.viewer), now());
  if (!line) return line.error();
  out.line = std::move(line).value();
  return out;
}

void Hall::Impl::LiveTable::end(const JsonIn& in, const Verb& verb, Seated& guest,
                                JsonText& out) const {
  const Seat seat = match_->seat_of(guest.viewer);
  if (verb.name == "auto") out.add(message::news::kAuto, dump_json(match_->auto_of(seat)));
  if (verb.name == "notify") out.add(message::news::kNotify, dump_json(match_->notify_of(seat)));
  if (verb.name == "apply" || verb.name == "confirm") {
    if (const Json told = match_->asked(in, guest.viewer, verb.words); !told.is_null())
      out.add(message::news::kAsked, dump_json(told));
  }
  match_->news(guest.viewer, now(), out);
}

Awaitable<Result<JsonText>> Hall::Impl::LiveTable::come(const JsonIn& in, std::string_view verb,
                                                        Seated& guest) {
  if (verb == "watch") in.only(message::watch::kTakes);
  if (verb == "join") in.only(message::join::kTakes);
  const auto count = [&](std::string_view member) {
    return in.maybe(member).exists() ? static_cast<std::size_t>(in[member].integer(0, 1000000))
                                     : std::size_t{0};
  };
  const std::size_t seen = count(message::join::kSeen);
  const std::size_t heard = count(message::join::kHeard);
  // Whoever comes from another server has seen all that was there.
  if (!hall_->watch_.alone()) co_await catch_up();
  if (!match_) co_return error(kTryAgain, "the table has to be read again; ask again");
  const auto found = co_await seat_for(in, verb, guest.pass);
  if (!found) co_return found.error();
  const Seat seat = found.value();
  if (!match_->may_look(seat))
    co_return error("private", "only those with a seat look at this table");
  guest.viewer = match_->viewer(seat);
  guest.viewer.seen = seen;
  guest.viewer.heard = heard;
  guest.viewer.words = words_of(in);
  guest.joined = true;
  JsonText out;
  out.add_all(Json{{message::news::kSeat, seat == kNobody ? Json() : Json(seat + 1)},
                   {message::news::kAuto, match_->auto_of(seat)},
                   {message::news::kNotify, match_->notify_of(seat)}});
  match_->news(guest.viewer, now(), out);
  co_return out;
}

// The seat that somebody comes to: nobody's, or one that a secret or an account opens.
Awaitable<Result<Seat>> Hall::Impl::LiveTable::seat_for(const JsonIn& in, std::string_view verb,
                                                        Pass& pass) {
  pass.needed = false;
  const bool by_account = verb == "join" && !in.maybe(message::join::kSecret).exists();
  const std::string secret =
      verb == "watch" || by_account ? "" : in[message::join::kSecret].text(40);
  if (!in.ok()) co_return in.trouble().first();
  if (verb == "watch") co_return kNobody;
  if (by_account) {
    const auto found = co_await person(pass);
    if (!found) co_return found.error();
    const auto& who = found.value();
    if (!who) co_return error("not-signed-in", "expected a secret, or somebody who is signed in");
    const Seat seat = match_->seat_of_account(who->account);
    if (seat == kNobody) co_return error("no-seat", "this account has no seat at this table");
    pass.needed = true;
    pass.checked = now();
    co_return seat;
  }
  if (verb == "sit") {
    if (const auto bad = co_await sit(in, pass)) co_return *bad;
  }
  const Seat seat = match_->seat_of(secret);
  if (seat == kNobody) co_return error("wrong-secret", "this secret opens no seat of this table");
  co_return seat;
}

// The table is noted in the account before the account is in the log of the table: so whoever
// deletes an account finds every table that knows it.
Awaitable<std::optional<Error>> Hall::Impl::LiveTable::sit(const JsonIn& in, const Pass& pass) {
  const auto found = co_await person(pass);
  if (!found) co_return found.error();
  const auto& who = found.value();
  auto line = match_->sit(in, now(), who ? &*who : nullptr);
  if (!line) co_return line.error();
  if (!line.value()) co_return std::nullopt;
  if (who) {
    const Account::AtTable at{name_, static_cast<std::size_t>(line.value()->seat), match_->game(),
                              0, false};
    auto note = [this, &who, &at](auto done) {
      hall_->accounts_.joined(*who, at, std::move(done));
    };
    const auto bad = co_await called_back<std::optional<Error>>(note);
    if (bad) {
      match_.reset();
      co_return bad;
    }
  }
  const auto lost = co_await keep(std::move(*line.value()), nullptr);
  co_return lost;
}

Awaitable<Result<std::optional<Person>>> Hall::Impl::LiveTable::person(const Pass& pass) {
  using Found = Result<std::optional<Person>>;
  if (pass.cookies.text.empty()) co_return Found(std::optional<Person>());
  auto ask = [this, &pass](auto done) { hall_->accounts_.look_up(pass.cookies, std::move(done)); };
  Found who = co_await called_back<Found>(ask);
  if (!who) co_return error(kNotRead, "the account could not be read; ask again");
  co_return who;
}

// Who cannot be looked up now keeps the seat until they can.
Awaitable<void> Hall::Impl::LiveTable::look_again(Seated& guest) {
  const auto who = co_await person(guest.pass);
  guest.pass.checked = now();
  if (!who) co_return;
  guest.joined = who.value().has_value();
  guest.pass.needed = guest.joined;
}

// The table of the next game is named in the log of this one, and may be there already, made by
// whoever asked first. Nobody hears its name before.
Awaitable<std::optional<Error>> Hall::Impl::LiveTable::make_next() {
  Json line = match_->next_first_line();
  line["at"] = now();
  const std::string text = dump_json(line);
  const auto next = Match::wake(std::span(&text, 1), hall_->world_);
  if (!next) co_return next.error();
  store::Append one{
      match_->next(), 0, text,
      store::Card{next.value().listed(), next.value().phase(), dump_json(next.value().card())}};
  auto write = [this, &one](auto done) { hall_->journal_.append(std::move(one), std::move(done)); };
  const auto added = co_await called_back<Result<store::Appended>>(write);
  if (!added) co_return error("not-kept", "the next table could not be kept; ask again");
  co_return std::nullopt;
}

// --- all of them ---

std::shared_ptr<Hall::Impl::LiveTable> Hall::Impl::find(const std::string& name) {
  const std::lock_guard lock(mutex_);
  auto& there = live_[name];
  auto table = there.lock();
  if (!table) {
    table = std::make_shared<LiveTable>(shared_from_this(), name);
    there = table;
  }
  return table;
}

void Hall::Impl::drain() {
  std::vector<std::shared_ptr<LiveTable>> tables;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const auto& one : live_) {
      if (auto table = one.second.lock()) tables.push_back(std::move(table));
    }
  }
  for (const auto& table : tables) table->rest();
  watch_.rest();  // others may go on
}

void Hall::Impl::asleep(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto there = live_.find(name);
  // It may have been woken again already.
  if (there == live_.end() || !there->second.expired()) return;
  live_.erase(there);
  watch_.asleep(name);
}

void Hall::Impl::begin() {
  const auto with_table = [weak = weak_from_this()](const std::string& name, auto then) {
    const auto self = weak.lock();
    if (!self || self->ending()) return;
    asio::post(self->loop_, [self, name, then] { then(*self, name); });
  };
  const auto grown = [with_table](const std::string& name) {
    with_table(name, [](Impl& self, const std::string& table) {
      std::shared_ptr<LiveTable> live;
      {
        const std::lock_guard lock(self.mutex_);
        const auto there = self.live_.find(table);
        if (there != self.live_.end()) live = there->second.lock();
      }
      if (live) live->grown();
    });
  };
  accounts_.tell_changed([grown](const std::string& name, std::uint64_t) { grown(name); });
  watch_.begin({grown, [with_table](const std::string& name) {
                  with_table(name, [](Impl& self, const std::string& table) {
                    if (is_table_name(table)) self.find(table)->act();
                  });
                }});
}

void Hall::Impl::make_table(std::string wish, Answered done) {
  asio::post(loop_,
             [self = shared_from_this(), wish = std::move(wish), done = std::move(done)]() mutable {
               self->begin_table(wish, std::move(done));
             });
}

void Hall::Impl::begin_table(const std::string& wish, Answered done) {
  const auto parsed = parse_json(wish);
  if (!parsed) return done(refused(400, parsed.error()));
  std::string invite;
  auto line = Match::first_line(parsed.value(), world_, &invite);
  if (!line) return done(refused(400, line.error()));
  line.value()["at"] = clock_->now();
  const std::string text = dump_json(line.value());
  const auto match = Match::wake(std::span(&text, 1), world_);
  if (!match) return done(refused(500, match.error()));
  const std::string name = fresh_table_name();
  Json card = match.value().card();
  store::Append one{name, 0, text,
                    store::Card{match.value().listed(), match.value().phase(), dump_json(card)}};
  if (!invite.empty()) card[message::card::kInvite] = invite;
  journal_.append(std::move(one), [self = shared_from_this(), name, card = std::move(card),
                                   done = std::move(done)](const Result<store::Appended>& added) {
    if (!added || added.value() == store::Appended::kNo)
      return done(refused(503, error("not-kept", "the table could not be kept")));
    self->metrics_->tables_made.add();
    done({201, dump_json(with_name(card, name))});
  });
}

// What nobody came to for so long is not shown any more; where people have days for a turn, or days
// until somebody sits down, that takes longer.
bool Hall::Impl::stale(const store::Listed& row, const Json& card) {
  constexpr Time kHour = 3600000;
  constexpr Time kQuick = 24 * kHour;
  constexpr Time kSlow = 21 * 24 * kHour;
  const Json clock = card.value(message::card::kClock, Json());
  const bool slow =
      clock.is_object() && clock.value(message::clock_wish::kMove, std::int64_t{0}) * 1000 >= kHour;
  return store::now_ms() - row.changed > (slow ? kSlow : kQuick);
}

void Hall::Impl::list_tables(Answered done) {
  journal_.list(kMostListed,
                [done = std::move(done)](const Result<std::vector<store::Listed>>& listed) {
                  if (!listed)
                    return done(refused(503, error(kNotRead, "the tables could not be read")));
                  Json tables = Json::array();
                  for (const store::Listed& one : listed.value()) {
                    const auto card = parse_json(one.card.text);
                    if (card.ok() && card.value().is_object() && !stale(one, card.value()))
                      tables.push_back(with_name(card.value(), one.table));
                  }
                  done({200, dump_json({{message::tables::kTables, tables}})});
                });
}

// From its row: to ask for it wakes nobody.
void Hall::Impl::show_table(const std::string& name, Answered done) {
  journal_.ask([name, done = std::move(done)](store::Store& store) {
    const std::vector<std::string> names = {name};
    const auto rows = store.rows(names);
    if (!rows) return done(refused(503, error(kNotRead, "the table could not be read")));
    const auto card = rows.value().empty() ? Result<Json>(error(kNoTable, "there is no such table"))
                                           : parse_json(rows.value().front().card.text);
    if (!card) return done(refused(404, card.error()));
    done({200, dump_json(with_name(Match::seen_from_outside(card.value()), name))});
  });
}

Hall::Hall(Loop& loop, std::unique_ptr<store::Store> store, table::World world, HallOptions options)
    : impl_(std::make_shared<Impl>(loop, std::move(store), std::move(world), std::move(options))) {
  impl_->begin();
}
Hall::~Hall() { impl_->end(); }

void Hall::drain() { impl_->drain(); }
void Hall::end() { impl_->end(); }

void Hall::make_table(std::string wish, Answered done) {
  impl_->make_table(std::move(wish), std::move(done));
}
void Hall::list_tables(Answered done) { impl_->list_tables(std::move(done)); }
void Hall::show_table(const std::string& name, Answered done) {
  impl_->show_table(name, std::move(done));
}
Accounts& Hall::accounts() { return impl_->accounts(); }
std::size_t Hall::awake() const { return impl_->awake(); }

std::shared_ptr<Guest> Hall::enter(const std::string& name, std::weak_ptr<Bell> bell, May may,
                                   Cookies cookies) {
  const auto table = impl_->find(name);
  auto guest =
      std::make_shared<Impl::Seated>(table, std::move(bell), std::move(may), std::move(cookies));
  table->enters(guest);
  return guest;
}

}  // namespace tidelock::server
