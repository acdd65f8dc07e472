#include "server/hall.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/use_future.hpp>
#include <future>
#include <gtest/gtest.h>
#include <thread>

#include "server/guest.h"
#include "server/loop.h"
#include "server/match.h"
#include "server/shelf.h"
#include "server/testing.h"
#include "server/testing_world.h"

namespace tidelock::server {
namespace {

// A store whose disk can become full, also for new tables alone.
class Fickle final : public store::Store {
 public:
  explicit Fickle(std::atomic<bool>& full, std::atomic<bool>* nothing_new = nullptr)
      : full_(full), nothing_new_(nothing_new), store_(store::in_memory()) {}
  Result<std::vector<store::Appended>> append(std::span<const store::Append> lines) override {
    const bool fresh = std::any_of(lines.begin(), lines.end(),
                                   [](const store::Append& one) { return one.seq == 0; });
    if (full_ || (fresh && nothing_new_ != nullptr && *nothing_new_))
      return error("bad-database", "the disk is full");
    return store_->append(lines);
  }
  Result<std::vector<std::string>> log(std::string_view table, std::uint64_t from) override {
    return store_->log(table, from);
  }
  Result<std::vector<store::Listed>> list(std::size_t most) override { return store_->list(most); }
  Result<std::vector<store::Listed>> rows(std::span<const std::string> tables) override {
    return store_->rows(tables);
  }
  Result<std::vector<std::uint64_t>> counts(std::span<const std::string> tables) override {
    return store_->counts(tables);
  }
  bool others_wrote() override { return store_->others_wrote(); }
  Result<std::vector<std::string>> due(std::int64_t now, std::size_t most) override {
    return store_->due(now, most);
  }
  Result<std::vector<std::string>> lease(std::span<const std::string> tables,
                                         std::string_view holder, std::int64_t now,
                                         std::int64_t until) override {
    return store_->lease(tables, holder, now, until);
  }
  std::optional<Error> release(std::span<const std::string> tables,
                               std::string_view holder) override {
    return store_->release(tables, holder);
  }
  Result<bool> erase(std::string_view table) override { return store_->erase(table); }
  Result<bool> rewrite(std::string_view table, std::uint64_t seq, std::string_view line) override {
    return store_->rewrite(table, seq, line);
  }
  std::optional<Error> each(
      const std::function<std::optional<Error>(const store::Whole&)>& visit) override {
    return store_->each(visit);
  }
  std::optional<Error> fill(
      const std::function<Result<std::optional<store::Whole>>()>& next) override {
    return store_->fill(next);
  }

 private:
  std::atomic<bool>& full_;
  std::atomic<bool>* nothing_new_;
  std::unique_ptr<store::Store> store_;
};

// A guest, and the loop in which it is asked.
struct Visitor {
  Loop& loop;
  std::shared_ptr<Guest> guest;
};

// How often somebody may have had news.
struct CountingBell : Bell {
  void ring(const std::shared_ptr<const void>& /*until_told*/) override { ++rung; }
  std::atomic<int> rung = 0;
};

// A hall that is asked, and waited for.
class Asked {
 public:
  explicit Asked(std::unique_ptr<store::Store> store, std::shared_ptr<Clock> clock = nullptr,
                 std::chrono::milliseconds look = std::chrono::milliseconds(20))
      : hall_(loop_, std::move(store), whole_world(), quick(std::move(clock), look)),
        thread_([this] { loop_.io.run(); }) {}
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;
  ~Asked() {
    hall_.end();
    work_.reset();
    thread_.join();
  }

  Json make(const Json& wish) {
    const Hall::Reply reply =
        waited<Hall::Reply>([&](auto done) { hall_.make_table(dump_json(wish), std::move(done)); });
    status_ = reply.status;
    return parse_json(reply.body).value();
  }
  int status_of(const std::string& table) {
    return waited<Hall::Reply>([&](auto done) { hall_.show_table(table, std::move(done)); }).status;
  }
  template <class Question>
  static auto in_loop(const Visitor& visitor, const Question& question) {
    return boost::asio::co_spawn(visitor.loop.io, question(*visitor.guest), boost::asio::use_future)
        .get();
  }

  std::shared_ptr<Visitor> enter(const std::string& table) {
    return std::make_shared<Visitor>(Visitor{loop_, hall_.enter(table, bell_)});
  }
  static std::optional<std::string> greeting(const Visitor& visitor) {
    return in_loop(visitor, [](Guest& guest) { return guest.greet(); });
  }
  static Json ask(const Visitor& visitor, const Json& request) {
    const auto text = in_loop(visitor, [&](Guest& guest) { return guest.ask(dump_json(request)); });
    return parse_json(text).value();
  }
  static std::optional<std::string> news(const Visitor& visitor) {
    return in_loop(visitor, [](Guest& guest) { return guest.news(); });
  }
  // Sits down with a secret of one's own.
  static Json sit(const Visitor& guest, char own) {
    return ask(guest, {{"do", "sit"},
                       {"secret", std::string(32, own)},
                       {"name", std::string(1, own)},
                       {"share", std::string(32, own)}});
  }
  [[nodiscard]] std::size_t awake() const { return hall_.awake(); }
  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] int notified() const { return bell_->rung; }

 private:
  static HallOptions quick(std::shared_ptr<Clock> clock, std::chrono::milliseconds look) {
    HallOptions out;
    out.clock = std::move(clock);
    out.watch.look = look;
    return out;
  }

  template <class T, class Begin>
  static T waited(const Begin& begin) {
    auto promise = std::make_shared<std::promise<T>>();
    auto future = promise->get_future();
    begin([promise](T value) { promise->set_value(std::move(value)); });
    return future.get();
  }

  std::shared_ptr<CountingBell> bell_ = std::make_shared<CountingBell>();
  int status_ = 0;
  Loop loop_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
      loop_.io.get_executor()};
  Hall hall_;
  std::thread thread_;
};

// The first legal move of whoever's turn it is; the guests are those of seats 1 and 2.
struct Turn {
  const Visitor* guest = nullptr;
  Json move;
};
Turn turn_of(const Visitor& first, const Visitor& second) {
  for (const Visitor* guest : {&first, &second}) {
    const Json moves = Asked::ask(*guest, {{"do", "legal"}})["moves"];
    if (!moves.empty()) return {guest, moves[0]["move"]};
  }
  return {};
}

TEST(Hall, WhatCannotBeKeptDidNotHappen) {
  std::atomic<bool> full = false;
  Asked hall(std::make_unique<Fickle>(full));
  const Json table = hall.make({{"game", "solenia"}});
  const auto first = hall.enter(table["table"].get<std::string>());
  const auto second = hall.enter(table["table"].get<std::string>());
  Asked::sit(*first, 'a');
  full = true;
  EXPECT_EQ(Asked::sit(*second, 'b')["error"]["code"], "not-kept");
  EXPECT_EQ(Asked::ask(*second, {{"do", "observe"}})["error"]["code"], "join-first");
  full = false;
  EXPECT_EQ(Asked::sit(*second, 'b')["seat"], 2);
  const Turn turn = turn_of(*first, *second);
  (void)Asked::news(*first);
  const Json before = Asked::ask(*turn.guest, {{"do", "observe"}});
  full = true;
  EXPECT_EQ(Asked::ask(*turn.guest, {{"do", "apply"}, {"move", turn.move}})["error"]["code"],
            "not-kept");
  EXPECT_EQ(Asked::ask(*turn.guest, {{"do", "observe"}}), before);
  EXPECT_EQ(Asked::news(*first), std::nullopt);
  hall.make({{"game", "solenia"}});
  EXPECT_EQ(hall.status(), 503);
  full = false;
  EXPECT_TRUE(Asked::ask(*turn.guest, {{"do", "apply"}, {"move", turn.move}}).contains("ok"));
  EXPECT_NE(Asked::news(turn.guest == first.get() ? *second : *first), std::nullopt);
}

// Two servers on one database: one of them adds the line, and the other goes on from there.
TEST(Hall, TwoShareADatabase) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/tables.db";
  Asked here(store::open_sqlite(path).value());
  Asked there(store::open_sqlite(path).value());
  const auto table = here.make({{"game", "solenia"}})["table"].get<std::string>();
  const auto first = here.enter(table);
  const auto second = there.enter(table);
  EXPECT_EQ(Asked::sit(*first, 'a')["seat"], 1);
  EXPECT_EQ(Asked::sit(*second, 'b')["seat"], 2);
  // Whether or not the first server has heard already that the game has begun.
  EXPECT_EQ(Asked::sit(*here.enter(table), 'c')["error"]["code"], "seat-taken");
  EXPECT_EQ(Asked::ask(*first, {{"do", "observe"}})["status"],
            Asked::ask(*second, {{"do", "observe"}})["status"]);
}

// What is done at one server is told at the other, under numbers that go on without a gap, although
// nobody asks there.
TEST(Hall, LinesOfAnotherServerAreFollowed) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/tables.db";
  Asked here(store::open_sqlite(path).value());
  Asked there(store::open_sqlite(path).value());
  const auto table = here.make({{"game", "solenia"}})["table"].get<std::string>();
  const auto first = here.enter(table);
  const auto second = there.enter(table);
  std::array<const Visitor*, 2> guests{first.get(), second.get()};
  std::array<std::size_t, 2> seen{};
  Json status;
  const auto hear = [&](std::size_t which, const Json& told) {
    if (!told.contains("from")) return;
    EXPECT_EQ(told["from"], seen[which]);
    seen[which] = told["next"].get<std::size_t>();
    status = told["status"];
  };
  hear(0, Asked::sit(*first, 'a'));
  hear(1, Asked::sit(*second, 'b'));
  for (int moves = 0; moves < 6; ++moves) {
    const auto seat = status["to_act"][0].get<std::size_t>() - 1;
    // Until the server of whoever is asked has heard of it.
    Json legal;
    for (int i = 0; i < 4000 && legal.empty(); ++i) {
      legal = Asked::ask(*guests[seat], {{"do", "legal"}})["moves"];
      if (legal.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_FALSE(legal.empty());
    if (const auto news = Asked::news(*guests[seat])) hear(seat, parse_json(*news).value());
    hear(seat, Asked::ask(*guests[seat], {{"do", "apply"}, {"move", legal[0]["move"]}}));
    if (status["at"] == "confirm") hear(seat, Asked::ask(*guests[seat], {{"do", "confirm"}}));
  }
  EXPECT_EQ(here.awake(), 1U);
}

// Also where a server has not looked for a long time: whoever comes from another one is told
// nothing that it knows already, and misses nothing.
TEST(Hall, WhoeverComesFromAnotherServerGoesOn) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/tables.db";
  Asked here(store::open_sqlite(path).value());
  Asked there(store::open_sqlite(path).value(), nullptr, std::chrono::hours(1));
  const auto table = here.make({{"game", "solenia"}})["table"].get<std::string>();
  const auto first = here.enter(table);
  const auto second = here.enter(table);
  const auto watcher = there.enter(table);
  EXPECT_TRUE(Asked::ask(*watcher, {{"do", "watch"}}).contains("ok"));
  Asked::sit(*first, 'a');
  const Json seen = Asked::sit(*second, 'b')["next"];
  ASSERT_GT(seen, 0);
  const Json back = Asked::ask(*there.enter(table),
                               {{"do", "join"}, {"secret", std::string(32, 'b')}, {"seen", seen}});
  EXPECT_EQ(back["from"], seen);
  EXPECT_EQ(back["next"], seen);
}

// A bot whose server went away without a word: when the lease has run out another one takes the
// table over and goes on, also if nobody looks at it there.
TEST(Hall, ATableThatIsDueIsWoken) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/tables.db";
  auto store = store::open_sqlite(path).value();
  std::vector<std::string> names;
  {
    Asked gone(store::open_sqlite(path).value());
    const Json wish = {{"game", "solenia"},
                       {"seats", {Json::object(), {{"bot", "novice"}}}},
                       {"options", {{"first", 2}}}};
    names.push_back(gone.make(wish)["table"].get<std::string>());
    const std::int64_t until = store::now_ms() + store::kLongestLease / 2;
    ASSERT_EQ(store->lease(names, "somebody", 0, until).value(), names);
    const auto guest = gone.enter(names[0]);
    EXPECT_EQ(Asked::sit(*guest, 'a')["seat"], 1);
    EXPECT_EQ(Asked::ask(*guest, {{"do", "observe"}})["status"]["to_act"], Json{2});
  }
  ASSERT_EQ(store->counts(names).value()[0], 2U);
  ASSERT_TRUE(store->rows(names).value()[0].due);
  const Asked other(store::open_sqlite(path).value());
  ASSERT_EQ(store->release(names, "somebody"), std::nullopt);
  std::uint64_t lines = 2;
  for (int i = 0; i < 4000 && lines == 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    lines = store->counts(names).value()[0];
  }
  EXPECT_GT(lines, 2U);
}

TEST(Hall, ATableNobodyLooksAtSleeps) {
  Asked hall(store::in_memory());
  const auto table = hall.make({{"game", "solenia"}})["table"].get<std::string>();
  EXPECT_EQ(hall.awake(), 0U);
  auto guest = hall.enter(table);
  EXPECT_EQ(Asked::sit(*guest, 'a')["seat"], 1);
  EXPECT_EQ(hall.awake(), 1U);
  guest.reset();
  // What was asked of it last may still be on its way out.
  for (int i = 0; i < 1000 && hall.awake() > 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(hall.awake(), 0U);
  EXPECT_EQ(hall.status_of(table), 200);
  EXPECT_EQ(hall.status_of("AAAAAAAAAAAAAAAA"), 404);
  guest = hall.enter(table);
  EXPECT_EQ(Asked::ask(*guest, {{"do", "join"}, {"secret", std::string(32, 'a')}})["seat"], 1);
}

// A clock that jumps gives time; when it is out, a bot sits down, and plays.
TEST(Hall, ATableActsWhenItsTimeIsOut) {
  const TemporaryFolder folder;
  folder.write("clock", "0");
  auto clock = clock_with(folder.path() + "/clock");
  ASSERT_TRUE(clock.ok());
  Asked hall(store::in_memory(), std::move(clock).value());
  const auto table =
      hall.make({{"game", "solenia"}, {"clock", {{"move", 30}, {"bank", 0}}}})["table"]
          .get<std::string>();
  const auto first = hall.enter(table);
  const auto second = hall.enter(table);
  Asked::sit(*first, 'a');
  const Json begun = Asked::sit(*second, 'b');
  const auto seat = begun["status"]["to_act"][0].get<std::size_t>() - 1;
  const auto all = [&] { return Asked::ask(*first, {{"do", "watch"}}); };
  const auto until = [&](const auto& reached) {
    for (int i = 0; i < 4000; ++i) {
      if (reached(all())) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  };
  const Json out = begun["clock"]["seats"][seat]["until"];
  folder.write("clock", "100000");
  EXPECT_TRUE(until([&](Json now) {
    const Json later = now["clock"]["seats"][seat]["until"];
    return later.is_number() && later > out;
  })) << "a minute more";
  EXPECT_FALSE(all()["table"]["seats"][seat].contains("bot"));
  folder.write("clock", "200000");
  EXPECT_TRUE(until([&](Json now) { return now["table"]["seats"][seat]["bot"] == "medium"; }));
  EXPECT_TRUE(until([&](Json now) { return now["status"]["to_act"] != Json{seat + 1}; }));
}

// Two who want to play again get the same table, and also if it could not be made at first.
TEST(Hall, OneNextGame) {
  std::atomic<bool> full = false;
  std::atomic<bool> nothing_new = false;
  Asked hall(std::make_unique<Fickle>(full, &nothing_new));
  const auto table = hall.make({{"game", "solenia"}})["table"].get<std::string>();
  const auto first = hall.enter(table);
  const auto second = hall.enter(table);
  Asked::sit(*first, 'a');
  Asked::sit(*second, 'b');
  EXPECT_EQ(Asked::ask(*first, {{"do", "rematch"}})["error"]["code"], "not-over");
  EXPECT_TRUE(Asked::ask(*first, {{"do", "resign"}}).contains("ok"));
  nothing_new = true;
  EXPECT_EQ(Asked::ask(*first, {{"do", "rematch"}})["error"]["code"], "not-kept");
  nothing_new = false;
  const Json next = Asked::ask(*second, {{"do", "rematch"}})["next"];
  ASSERT_TRUE(next.is_string());
  EXPECT_EQ(Asked::ask(*first, {{"do", "rematch"}})["next"], next);
  const auto there = hall.enter(next.get<std::string>());
  EXPECT_EQ(Asked::sit(*there, 'b')["seat"], 1);
  EXPECT_EQ(Asked::sit(*hall.enter(next.get<std::string>()), 'c')["error"]["code"], "seat-taken");
}

// Rules of tomorrow: who comes hears which line does not fit, not that there is no such table.
TEST(Hall, SaysWhatNoLongerFits) {
  auto store = store::in_memory();
  const std::string name = "AAAABBBBCCCCDDDD";
  const auto first = Match::first_line({{"game", "solenia"}}, whole_world());
  ASSERT_TRUE(first.ok());
  std::vector<store::Append> lines = {{name, 0, dump_json(first.value())},
                                      {name, 1, R"({"do":"apply","seat":1,"moves":["0WA-c2"]})"}};
  lines.front().card = store::Card{};
  ASSERT_TRUE(store->append(lines).ok());
  Asked hall(std::move(store));
  const auto guest = hall.enter(name);
  const auto greeting = Asked::greeting(*guest);
  ASSERT_TRUE(greeting);
  const Json wrong = parse_json(*greeting).value()["error"];
  EXPECT_EQ(wrong["code"], "no-longer-fits");
  EXPECT_EQ(wrong["where"], "line 1");
  EXPECT_NE(wrong["message"].get<std::string>().find("1: 0WA-c2"), std::string::npos);
  EXPECT_EQ(Asked::ask(*guest, {{"do", "watch"}})["error"]["code"], "no-longer-fits");
  EXPECT_EQ(Asked::greeting(*hall.enter("AAAAAAAAAAAAAAAA")), std::nullopt);
}

TEST(Hall, TablesShareTheirGame) {
  const table::World world = whole_world();
  const Shelf shelf(*world.games);
  const auto game = shelf.make("solenia", {}, {{"players", 2}}).value();
  EXPECT_EQ(shelf.make("solenia", {}, {{"players", 2}}).value(), game);
  EXPECT_NE(shelf.make("solenia", {}, {{"players", 3}}).value(), game);
  EXPECT_FALSE(shelf.make("chess", {}, {}).ok());
}

TEST(Hall, BotsMoveByThemselves) {
  Asked hall(store::in_memory());
  const Json wish = {{"game", "solenia"},
                     {"seats", {Json::object(), {{"bot", "novice"}}}},
                     {"options", {{"first", 2}}}};
  const auto table = hall.make(wish)["table"].get<std::string>();
  const auto guest = hall.enter(table);
  Json told = Asked::sit(*guest, 'a');
  for (int i = 0; i < 4000 && told["status"]["to_act"] != Json{1}; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (const auto news = Asked::news(*guest)) told = parse_json(*news).value();
  }
  EXPECT_EQ(told["status"]["to_act"], Json{1});
  EXPECT_GT(hall.notified(), 0);
}

}  // namespace
}  // namespace tidelock::server
