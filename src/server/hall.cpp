#include "server/hall.h"

#include <algorithm>
#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/version.h"
#include "server/callback.h"
#include "server/journal.h"
#include "server/loop.h"
#include "server/match.h"
#include "server/shelf.h"
#include "store/clock.h"
#include "table/messages.h"

namespace tidelock::server {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kMostListed = 100;
constexpr const char* kTryAgain = "try-again";
constexpr int kTries = 3;
// A table whose time comes so soon does not go to sleep before.
constexpr Time kStaysAwake = 600000;
// How long another server has for what it has to do by itself.
constexpr Time kOtherServer = 1000;

std::string with_error(const Json& id, const Error& wrong, const Teller* teller = nullptr) {
  return dump_json({{"id", id}, {"error", table::error_json(wrong, teller)}});
}

Hall::Reply refused(int status, const Error& wrong) {
  return {status, dump_json({{"error", table::error_json(wrong, nullptr)}})};
}

WatchTimes with(WatchTimes times, const std::shared_ptr<Clock>& clock) {
  times.now = [clock] { return clock->now(); };
  return times;
}

Json with_name(Json card, const std::string& name) {
  card["table"] = name;
  return card;
}

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
        accounts_(journal_, std::move(options.accounts)),
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
  void asleep(const std::string& name);
  [[nodiscard]] bool ending() const {
    const std::lock_guard lock(mutex_);
    return ending_;
  }

  asio::io_context::executor_type loop_;
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
  asio::thread_pool bots_pool_;
};

// --- one table ---

// Whoever needs it keeps it: its guests, what is asked of it, a bot that thinks for it. When nobody
// does it is gone, and with it nothing that is not in its log.
class Hall::Impl::LiveTable : public std::enable_shared_from_this<LiveTable> {
 public:
  LiveTable(std::shared_ptr<Impl> hall, std::string name)
      : hall_(std::move(hall)),
        name_(std::move(name)),
        strand_(asio::make_strand(hall_->loop_)),
        alarm_(strand_) {}
  LiveTable(const LiveTable&) = delete;
  LiveTable& operator=(const LiveTable&) = delete;
  ~LiveTable() { hall_->asleep(name_); }

  using Task = std::function<asio::awaitable<void>()>;
  // One after the other, also where one has to wait.
  void in_turn(Task task) {
    asio::post(strand_, [self = shared_from_this(), task = std::move(task)]() mutable {
      self->tasks_.push_back(std::move(task));
      if (std::exchange(self->busy_, true)) return;
      asio::co_spawn(
          self->strand_, [self] { return self->run(); }, asio::detached);
    });
  }

  void enters(const std::shared_ptr<Seated>& guest) {
    in_turn([self = shared_from_this(), guest]() -> asio::awaitable<void> {
      self->guests_.push_back(guest);
      co_return;
    });
  }

  void rest() {
    asio::post(strand_, [self = shared_from_this()] { self->alarm_.cancel(); });
  }

  // Within a task: the match, or why there is none.
  asio::awaitable<std::optional<Error>> wake();
  [[nodiscard]] const Match& match() const { return *match_; }
  [[nodiscard]] Time now() const { return hall_->clock_->now(); }
  asio::awaitable<std::string> answer(Viewer& viewer, bool& joined, std::string request);

  // Another server has added lines.
  void grown();
  // Its time has come, and nobody looks after it.
  void act();

 private:
  asio::awaitable<void> run();
  asio::awaitable<void> catch_up();
  asio::awaitable<Result<Json>> answer_to(const JsonIn& in, Viewer& viewer, bool& joined);
  asio::awaitable<std::optional<Error>> keep(Json line, std::shared_ptr<const void> until_told);
  void changed(const std::shared_ptr<const void>& until_told);
  void think();
  [[nodiscard]] bool mine();
  void set_alarm(Time least = 1);
  asio::awaitable<bool> act_when_due();
  asio::awaitable<std::optional<Error>> make_next();
  [[nodiscard]] const Catalogue* words_of(const JsonIn& in) const;

  std::shared_ptr<Impl> hall_;
  std::string name_;
  asio::strand<asio::io_context::executor_type> strand_;
  asio::steady_timer alarm_;
  std::deque<Task> tasks_;
  bool busy_ = false;
  std::optional<Match> match_;
  std::string card_;  // as it is kept
  Time watched_ = 0;  // since when the table is looked after
  std::vector<std::weak_ptr<Seated>> guests_;
  struct Bot {
    std::string level;
    std::shared_ptr<ai::AnyBot> bot;
  };
  std::array<Bot, kMaxSeats> bots_;
  bool thinking_ = false;
  bool wanting_ = false;  // to act by itself
};

// --- one guest ---

class Hall::Impl::Seated final : public Guest, public std::enable_shared_from_this<Seated> {
 public:
  Seated(std::shared_ptr<LiveTable> table, Notify notify, May may, Cookies cookies)
      : table_(std::move(table)),
        notify_(std::move(notify)),
        may_(std::move(may)),
        cookies_(std::move(cookies)) {}

  void notify(const std::shared_ptr<const void>& until_told) const { notify_(until_told); }
  [[nodiscard]] double may(Limited what) const { return may_ ? may_(what) : 0; }

  void greet(std::function<void(std::optional<std::string>)> done) override {
    table_->in_turn([self = shared_from_this(), done = std::move(done)]() -> asio::awaitable<void> {
      Json greeting = {{"tidelock", kVersion}, {"protocol", table::kProtocol}};
      if (const auto bad = co_await self->table_->wake()) {
        if (bad->code == "no-such-table") {
          done(std::nullopt);
          co_return;
        }
        greeting["error"] = table::error_json(*bad, nullptr);
      } else {
        greeting["table"] = self->table_->match().card_outside();
      }
      done(dump_json(greeting));
    });
  }

  void ask(std::string request, std::function<void(std::string)> done) override {
    table_->in_turn([self = shared_from_this(), request = std::move(request),
                     done = std::move(done)]() -> asio::awaitable<void> {
      done(co_await self->table_->answer(self->viewer_, self->joined_, request));
    });
  }

  void news(std::function<void(std::optional<std::string>)> done) override {
    table_->in_turn([self = shared_from_this(), done = std::move(done)]() -> asio::awaitable<void> {
      std::optional<std::string> out;
      if (self->joined_ && !co_await self->table_->wake()) {
        if (auto told = self->table_->match().news(self->viewer_, self->table_->now())) {
          (*told)["push"] = true;
          out = dump_json(*told);
        }
      }
      done(std::move(out));
    });
  }

 private:
  std::shared_ptr<LiveTable> table_;
  Notify notify_;
  May may_;
  Cookies cookies_;
  Viewer viewer_;  // touched by tasks of the table alone, as is what follows
  bool joined_ = false;
};

// --- how a table works ---

asio::awaitable<void> Hall::Impl::LiveTable::run() {
  while (!tasks_.empty()) {
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    try {
      co_await task();
    } catch (const std::exception&) {
      match_.reset();  // no memory, most likely; what is kept is on disk
    }
  }
  busy_ = false;
}

asio::awaitable<std::optional<Error>> Hall::Impl::LiveTable::wake() {
  if (match_) co_return std::nullopt;
  const Stopwatch woken_in(hall_->metrics_->wake);
  auto read = [this](auto done) { hall_->journal_.log(name_, std::move(done)); };
  const auto log = co_await called_back<Result<std::vector<std::string>>>(read);
  if (!log) co_return log.error();
  auto woken = Match::wake(log.value(), hall_->world_);
  if (!woken) co_return woken.error();
  match_.emplace(std::move(woken).value());
  card_ = dump_json(match_->card());
  hall_->watch_.knows(name_, match_->lines());
  if (watched_ == 0) watched_ = now();
  think();
  set_alarm();
  co_return std::nullopt;
}

void Hall::Impl::LiveTable::grown() {
  in_turn([self = shared_from_this()] { return self->catch_up(); });
}

asio::awaitable<void> Hall::Impl::LiveTable::catch_up() {
  if (!match_) {  // it was thrown away, and is read again from the beginning
    if (!co_await wake()) changed({});
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
    if (co_await wake()) co_return;
  }
  card_ = dump_json(match_->card());
  hall_->watch_.knows(name_, match_->lines());
  changed({});
}

void Hall::Impl::LiveTable::act() {
  in_turn([self = shared_from_this()]() -> asio::awaitable<void> {
    bool acted = false;
    if (!co_await self->wake()) {
      self->think();
      acted = co_await self->act_when_due();
    }
    if (!acted && !self->thinking_ && !self->wanting_) self->hall_->watch_.lay_aside(self->name_);
  });
}

// On disk, or there is no match any more: what others see is what is kept.
asio::awaitable<std::optional<Error>> Hall::Impl::LiveTable::keep(
    Json line, std::shared_ptr<const void> until_told) {
  store::Append one{name_, match_->lines() - 1, dump_json(line)};
  one.due = match_->due();
  one.turn = match_->turn();
  std::string card = dump_json(match_->card());
  if (card != card_) one.card = store::Card{match_->listed(), match_->phase(), card};
  if (match_->thought()) one.due = store::now_ms();
  auto write = [this, &one](auto done) { hall_->journal_.append(std::move(one), std::move(done)); };
  const auto added = co_await called_back<Result<store::Appended>>(write);
  if (added.ok() && added.value() == store::Appended::kYes) {
    card_ = std::move(card);
    hall_->watch_.added(name_, match_->lines());
    changed(until_told);
    co_return std::nullopt;
  }
  match_.reset();
  if (!added && added.error().code == store::kUnsure)
    co_return error("unsure", "the database went away meanwhile; ask again to learn what happened");
  if (!added) co_return error("not-kept", "this could not be kept, and did not happen");
  if (!co_await wake()) changed({});
  co_return error(kTryAgain, "another server was faster; ask again");
}

void Hall::Impl::LiveTable::changed(const std::shared_ptr<const void>& until_told) {
  std::erase_if(guests_, [](const auto& guest) { return guest.expired(); });
  for (const auto& one : guests_) {
    if (const auto guest = one.lock()) guest->notify(until_told);
  }
  think();
  set_alarm();
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
    self->in_turn([self]() -> asio::awaitable<void> { (void)co_await self->act_when_due(); });
  });
}

// Whether it did anything.
asio::awaitable<bool> Hall::Impl::LiveTable::act_when_due() {
  if (co_await wake()) co_return false;
  const Time time = now();
  bool acted = false;
  while (match_->due() && *match_->due() <= time) {
    if (!mine()) {
      set_alarm(kOtherServer);
      co_return acted;
    }
    auto line = match_->tick(time, std::max(watched_, hall_->clock_->jumped()));
    if (!line || co_await keep(std::move(*line), nullptr)) co_return acted;
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
    self->in_turn([self, granted]() -> asio::awaitable<void> {
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
  Bot& there = bots_[static_cast<std::size_t>(thought->seat)];
  if (!there.bot || there.level != match_->level(thought->seat))
    there = {match_->level(thought->seat), match_->bot(thought->seat)};
  const auto bot = there.bot;
  if (!bot) return;
  thinking_ = true;
  auto thinks = std::make_shared<Counted>(hall_->metrics_->bots_thinking);
  asio::post(hall_->bots_pool_,
             [self = shared_from_this(), bot, thought = *thought, thinks = std::move(thinks)] {
               const AnyMove move = bot->choose(thought.known, thought.seat, thought.whim);
               self->in_turn([self, thought, move]() -> asio::awaitable<void> {
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
  if (!in.is_object() || !in.maybe("lang").exists()) return nullptr;
  const std::string code = in["lang"].text(20);
  for (const Lang lang : kLangs) {
    if (code == lang_code(lang)) return hall_->world_.words(lang);
  }
  if (in.ok()) in["lang"].expected("en, pl, de or zh-Hant");
  return nullptr;
}

asio::awaitable<std::string> Hall::Impl::LiveTable::answer(Viewer& viewer, bool& joined,
                                                           std::string request) {
  const auto parsed = parse_json(request);
  const auto refuse = [this](const Json& id, const Error& wrong) {
    hall_->metrics_->errors.add(wrong.code);
    return with_error(id, wrong);
  };
  if (!parsed) co_return refuse(Json(), parsed.error());
  const Json id = table::id_of(parsed.value());
  if (const auto asleep = co_await wake()) co_return refuse(id, *asleep);
  JsonIn::Trouble trouble;
  const JsonIn in(parsed.value(), trouble);
  Result<Json> result = co_await answer_to(in, viewer, joined);
  // What another server did meanwhile is known now: asked again it is as if it had come later.
  for (int tries = 0; tries < kTries && !result && result.error().code == kTryAgain; ++tries) {
    if (co_await wake()) break;
    result = co_await answer_to(in, viewer, joined);
  }
  if (result.ok() && trouble.any()) result = trouble.first();
  if (!result) co_return refuse(id, result.error());
  Json out = {{"id", id}, {"ok", true}};
  out.update(result.value());
  co_return dump_json(out);
}

asio::awaitable<Result<Json>> Hall::Impl::LiveTable::answer_to(const JsonIn& in, Viewer& viewer,
                                                               bool& joined) {
  static constexpr std::array<std::string_view, 10> kLooks = {
      "watch", "join", "sit", "table", "observe", "legal", "why", "preview", "events", "record"};
  static constexpr std::array<std::string_view, 13> kActs = {
      "apply",  "confirm", "undo",   "leave", "back", "replace", "propose",
      "answer", "resume",  "resign", "say",   "auto", "rematch"};
  if (!in.is_object()) co_return error("bad-request", "expected an object with \"do\"");
  const std::string verb = in["do"].text(40);
  const Catalogue* words = words_of(in);
  if (!in.ok()) co_return in.trouble().first();
  const bool looks = std::find(kLooks.begin(), kLooks.end(), verb) != kLooks.end();
  if (!looks && std::find(kActs.begin(), kActs.end(), verb) == kActs.end()) {
    std::string names;
    for (const auto one : kLooks) names += std::string(one) + ", ";
    for (const auto one : kActs) names += (one == kActs.front() ? "" : ", ") + std::string(one);
    co_return error("unknown-verb", "expected one of: " + names, "do");
  }
  const auto caught_up = [&](Json out) {
    if (const auto told = match_->news(viewer, now())) out.update(*told);
    return out;
  };
  if (verb == "watch" || verb == "join" || verb == "sit") {
    if (verb == "watch") in.only({"id", "do", "lang", "seen", "heard"});
    if (verb == "join") in.only({"id", "do", "lang", "secret", "seen", "heard"});
    const auto count = [&](std::string_view member) {
      return in.maybe(member).exists() ? static_cast<std::size_t>(in[member].integer(0, 1000000))
                                       : std::size_t{0};
    };
    const std::size_t seen = count("seen");
    const std::size_t heard = count("heard");
    const std::string secret = verb == "watch" ? "" : in["secret"].text(40);
    if (!in.ok()) co_return in.trouble().first();
    // Whoever comes from another server has seen all that was there.
    if (!hall_->watch_.alone()) co_await catch_up();
    if (!match_) co_return error(kTryAgain, "the table has to be read again; ask again");
    if (verb == "sit") {
      auto line = match_->sit(in, now());
      if (!line) co_return line.error();
      if (line.value()) {
        if (const auto lost = co_await keep(std::move(*line.value()), nullptr)) co_return *lost;
      }
    }
    const Seat seat = verb == "watch" ? kNobody : match_->seat_of(secret);
    if (verb != "watch" && seat == kNobody)
      co_return error("wrong-secret", "this secret opens no seat of this table");
    if (!match_->may_look(seat))
      co_return error("private", "only those with a seat look at this table");
    viewer = match_->viewer(seat);
    viewer.seen = seen;
    viewer.heard = heard;
    viewer.words = words;
    joined = true;
    co_return caught_up(
        {{"seat", seat == kNobody ? Json() : Json(seat + 1)}, {"auto", match_->auto_of(seat)}});
  }
  if (!joined && verb != "table")
    co_return error("join-first", "expected watch, join or sit first");
  if (looks) co_return match_->look(in, viewer, words);
  const auto asked = std::chrono::steady_clock::now();
  auto line = match_->act(in, match_->seat_of(viewer), now());
  if (!line) co_return line.error();
  if (line.value()) {
    const bool move = verb == "apply" || verb == "confirm" || verb == "undo";
    auto told =
        move ? std::make_shared<const Stopwatch>(hall_->metrics_->move_told, asked) : nullptr;
    if (const auto lost = co_await keep(std::move(*line.value()), std::move(told))) co_return *lost;
    if (move) hall_->metrics_->moves.add();
  }
  Json out = Json::object();
  if (verb == "auto") out["auto"] = match_->auto_of(match_->seat_of(viewer));
  if (verb == "rematch") {
    if (const auto lost = co_await make_next()) co_return *lost;
    co_return Json{{"next", match_->next()}};  // in news this is how far the events are
  }
  co_return caught_up(std::move(out));
}

// The table of the next game is named in the log of this one, and may be there already, made by
// whoever asked first. Nobody hears its name before.
asio::awaitable<std::optional<Error>> Hall::Impl::LiveTable::make_next() {
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
  watch_.rest();  // others may go on
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
  watch_.begin({[with_table](const std::string& name) {
                  with_table(name, [](Impl& self, const std::string& table) {
                    std::shared_ptr<LiveTable> live;
                    {
                      const std::lock_guard lock(self.mutex_);
                      const auto there = self.live_.find(table);
                      if (there != self.live_.end()) live = there->second.lock();
                    }
                    if (live) live->grown();
                  });
                },
                [with_table](const std::string& name) {
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
  if (!invite.empty()) card["invite"] = invite;
  journal_.append(std::move(one), [self = shared_from_this(), name, card = std::move(card),
                                   done = std::move(done)](const Result<store::Appended>& added) {
    if (!added || added.value() == store::Appended::kNo)
      return done(refused(503, error("not-kept", "the table could not be kept")));
    self->metrics_->tables_made.add();
    done({201, dump_json(with_name(card, name))});
  });
}

void Hall::Impl::list_tables(Answered done) {
  journal_.list(kMostListed,
                [done = std::move(done)](const Result<std::vector<store::Listed>>& listed) {
                  if (!listed)
                    return done(refused(503, error("not-read", "the tables could not be read")));
                  Json tables = Json::array();
                  for (const store::Listed& one : listed.value()) {
                    const auto card = parse_json(one.card.text);
                    if (card.ok() && card.value().is_object())
                      tables.push_back(with_name(card.value(), one.table));
                  }
                  done({200, dump_json({{"tables", tables}})});
                });
}

void Hall::Impl::show_table(const std::string& name, Answered done) {
  const auto table = find(name);
  table->in_turn([table, name, done = std::move(done)]() -> asio::awaitable<void> {
    if (const auto bad = co_await table->wake()) {
      const int status = bad->code == "no-such-table"    ? 404
                         : bad->code == "no-longer-fits" ? 409
                                                         : 503;
      done(refused(status, *bad));
      co_return;
    }
    done({200, dump_json(with_name(table->match().card_outside(), name))});
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

std::shared_ptr<Guest> Hall::enter(const std::string& name, Notify notify, May may,
                                   Cookies cookies) {
  const auto table = impl_->find(name);
  auto guest =
      std::make_shared<Impl::Seated>(table, std::move(notify), std::move(may), std::move(cookies));
  table->enters(guest);
  return guest;
}

}  // namespace tidelock::server
