// Nothing hidden leaves the server. Random games are played over the wire; then a second table is
// made whose log differs in one thing that a viewer cannot know: what another seat drew, or chose
// in secret. Both go on with the same moves, and whatever the viewer receives is compared to the
// byte, until the difference shows by the rules: the seat has no move in common, what was chosen is
// opened, or chance answers the viewer differently.
//
// TIDELOCK_LEAK_PAIRS=10000 plays more.
#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <boost/asio/post.hpp>
#include <cstdlib>
#include <future>
#include <gtest/gtest.h>
#include <map>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <set>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include "core/testing/slow.h"
#include "server/http_server.h"
#include "server/loop.h"
#include "server/match.h"
#include "server/testing_world.h"
#include "table/table.h"

namespace tidelock::server {
namespace {

// --- a server in this process, and its wire ---

class PlainConnection {
 public:
  explicit PlainConnection(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as the system wants it
    if (::connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0)
      throw std::runtime_error("no connection");
    const int one = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  }
  PlainConnection(const PlainConnection&) = delete;
  PlainConnection& operator=(const PlainConnection&) = delete;
  ~PlainConnection() { ::close(fd_); }

  void send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n <= 0) throw std::runtime_error("nobody listens");
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  std::string until(std::string_view end) {
    while (true) {
      if (const std::size_t at = in_.find(end); at != std::string::npos)
        return take(at + end.size());
      more();
    }
  }
  std::string exactly(std::size_t n) {
    while (in_.size() < n) more();
    return take(n);
  }

 private:
  std::string take(std::size_t n) {
    std::string out = in_.substr(0, n);
    in_.erase(0, n);
    return out;
  }
  void more() {
    std::array<char, 65536> part{};
    const ssize_t n = ::recv(fd_, part.data(), part.size(), 0);
    if (n <= 0) throw std::runtime_error("closed");
    in_.append(part.data(), static_cast<std::size_t>(n));
  }

  int fd_;
  std::string in_;
};

// A WebSocket from the client's side, as much of it as is needed here.
class PlainSocket {
 public:
  PlainSocket(std::uint16_t port, const std::string& table) : connection_(port) {
    connection_.send("GET /api/tables/" + table +
                     "/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
    (void)connection_.until("\r\n\r\n");
  }
  void send(std::string_view text) const {
    std::string frame = "\x81";
    constexpr std::size_t kShort = 126;
    if (text.size() < kShort) {
      frame += static_cast<char>(0x80U | text.size());
    } else {
      frame += static_cast<char>(0x80U | kShort);
      frame += static_cast<char>(text.size() >> 8U);
      frame += static_cast<char>(text.size() & 255U);
    }
    frame.append(4, '\0');  // a mask of zeros
    connection_.send(frame.append(text));
  }
  std::string receive() {
    const std::string head = connection_.exactly(2);
    if (head[0] != '\x81') throw std::runtime_error("closed by the server");
    std::size_t n = static_cast<unsigned char>(head[1]);
    const std::size_t bytes = n == 126 ? 2 : n == 127 ? 8 : 0;
    if (bytes > 0) {
      n = 0;
      for (const char c : connection_.exactly(bytes)) n = n << 8U | static_cast<unsigned char>(c);
    }
    return connection_.exactly(n);
  }

 private:
  PlainConnection connection_;
};

class PlayServer {
 public:
  explicit PlayServer(std::chrono::milliseconds write = std::chrono::seconds(30))
      : server_(opened(write)) {
    thread_ = std::thread([this] { server_.run(); });
  }
  PlayServer(const PlayServer&) = delete;
  PlayServer& operator=(const PlayServer&) = delete;
  ~PlayServer() {
    server_.stop();
    thread_.join();
  }
  [[nodiscard]] std::uint16_t port() const { return server_.port(); }
  [[nodiscard]] const Metrics& metrics() const { return *metrics_; }

  std::string make(const Json& wish) const {
    PlainConnection connection(port());
    const std::string body = dump_json(wish);
    connection.send(
        "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        "Content-Type: application/json\r\nContent-Length: " +
        std::to_string(body.size()) + "\r\n\r\n" + body);
    const std::string head = connection.until("\r\n\r\n");
    const std::string length = "Content-Length: ";
    const auto bytes = std::stoul(head.substr(head.find(length) + length.size()));
    const auto table = parse_json(connection.exactly(bytes));
    return table.value()["table"].get<std::string>();
  }

  // In the thread of the server, to which the store belongs.
  template <class Do>
  auto in_store(Do action) {
    std::promise<decltype(action(*store_))> done;
    boost::asio::post(loop_->io, [&] { done.set_value(action(*store_)); });
    return done.get_future().get();
  }

 private:
  HttpServer opened(std::chrono::milliseconds write) {
    ServerOptions options;
    options.until_signal = false;
    options.metrics = metrics_;
    options.socket.write = write;
    options.socket.requests_per_second = 1e9;
    options.socket.requests_at_once = 1e9;
    auto server = HttpServer::open(
        std::move(options), [](const Request&) { return refusal(404); },
        [this](Loop& loop) {
          loop_ = &loop;
          auto store = store::in_memory();
          store_ = store.get();
          return std::make_unique<Hall>(loop, std::move(store), whole_world());
        });
    if (!server) throw std::runtime_error(server.error().sentence());
    return std::move(server).value();
  }

  std::shared_ptr<Metrics> metrics_ = std::make_shared<Metrics>();
  Loop* loop_ = nullptr;
  store::Store* store_ = nullptr;
  HttpServer server_;
  std::thread thread_;
};

// --- what really happens at a table, from its log ---

// A place in a log where chance answered, and what else it could have answered.
struct Answered {
  std::size_t line = 0;
  std::size_t entry = 0;
  std::string text;  // as in the log
  std::string stream;
  SeatMask sees = 0;
  bool in_secret = false;
  int stage = 0;  // how often secrets had begun or ended
  std::vector<std::string> others;
};

class Truth {
 public:
  explicit Truth(const table::World& world) : world_(&world) {}

  // The lines that it does not know yet.
  void follow(const std::vector<std::string>& lines, bool all_answers) {
    for (const std::string& line : lines) {
      follow(parse_json(line).value(), all_answers);
      ++lines_;
    }
  }
  [[nodiscard]] std::size_t lines() const { return lines_; }
  [[nodiscard]] int stage() const { return stage_; }
  [[nodiscard]] const std::vector<Answered>& answers() const { return answers_; }
  [[nodiscard]] std::vector<Answered>& answers() { return answers_; }
  // Moves that the table made by itself, as it wrote them.
  [[nodiscard]] const std::vector<std::string>& own_moves() const { return own_moves_; }
  // How much of the game is open: forced moves go with the move that led there.
  [[nodiscard]] std::size_t open_moves() const { return table_->open_moves(); }
  [[nodiscard]] bool in_secret() const { return game_->secret(table_->state()); }
  [[nodiscard]] bool over() const { return table_->over(); }
  [[nodiscard]] SeatMask to_act() const { return game_->to_act(table_->state()); }
  // Contracts that lie before everybody: who sends a die for one shows it.
  [[nodiscard]] std::vector<Json> fulfilled() const {
    std::vector<Json> out;
    const std::function<void(const Json&)> look = [&](const Json& part) {
      if (part.is_object() && part.contains("fulfilled")) out.push_back(part["fulfilled"]);
      if (part.is_structured()) std::for_each(part.begin(), part.end(), look);
    };
    look(game_->to_json(table_->state()));
    return out;
  }
  // Whose confirmation is awaited.
  [[nodiscard]] Seat held() const { return table_->held(); }
  [[nodiscard]] bool sealed(Seat seat, const std::string& move) const {
    const auto read = game_->read(table_->state(), seat, move);
    return read.ok() && game_->sight(table_->state(), seat, read.value()) != Sight::kOpen;
  }
  [[nodiscard]] int seats() const { return game_->seats(); }

 private:
  void follow(const Json& line, bool all_answers) {
    if (lines_ == 0) {
      auto made =
          world_->games->make(line["game"].get<std::string>(), line["pack"]["id"], line["options"]);
      ASSERT_TRUE(made.ok());
      game_ = std::move(made).value();
      confirm_ = line["confirm"].get<bool>();
      return;
    }
    const auto verb = line["do"].get<std::string>();
    const auto seat = static_cast<Seat>(line.value("seat", 1) - 1);
    if (verb == "sit") {
      if (++sitting_ == game_->seats()) begin();
    } else if (verb == "confirm") {
      EXPECT_FALSE(table_->confirm(seat));
    } else if (verb == "undo") {
      EXPECT_FALSE(table_->undo(seat));
    } else if (verb == "apply") {
      EXPECT_FALSE(table_->apply(seat, line["moves"].get<std::vector<std::string>>()));
    }
    if (table_) note_stage();
    if (!line.contains("then")) return;
    for (std::size_t i = 0; i < line["then"].size(); ++i)
      follow_entry(line["then"][i].get<std::string>(), i, all_answers);
  }
  void begin() {
    table::Setup setup;
    setup.game = game_;
    setup.luck = [](const Ask&) { return 0U; };  // nobody asks it: the log knows
    setup.confirm = confirm_;
    auto made = table::Table::create(std::move(setup));
    ASSERT_TRUE(made.ok());
    table_.emplace(std::move(made).value());
  }
  void follow_entry(const std::string& entry, std::size_t i, bool all_answers) {
    const AnyState before = table_->state();
    if (game_->at(before) == At::kChance) {
      const Ask ask = game_->ask(before);
      Answered one{lines_,   i,
                   entry,    std::string(game_->facts().streams[ask.stream]),
                   ask.sees, game_->secret(before),
                   stage_,   {}};
      const std::string head = entry.substr(0, entry.find(" = ") + 3);
      for (std::uint32_t n = 0; all_answers && n < ask.n; ++n) {
        std::string other = head + game_->write_outcome(before, n);
        if (other != entry) one.others.push_back(std::move(other));
      }
      answers_.push_back(std::move(one));
    } else {
      own_moves_.push_back(entry);
    }
    EXPECT_FALSE(table_->follow(entry)) << entry;
    note_stage();
  }
  void note_stage() {
    if (std::exchange(was_secret_, in_secret()) != in_secret()) ++stage_;
  }

  const table::World* world_;
  std::shared_ptr<const AnyGame> game_;
  bool confirm_ = true;
  int sitting_ = 0;
  bool was_secret_ = false;
  int stage_ = 0;
  std::size_t lines_ = 0;
  std::optional<table::Table> table_;
  std::vector<Answered> answers_;
  std::vector<std::string> own_moves_;
};

// --- those who sit there ---

// What a viewer received: answers as they came, and what was pushed, put together, for how it is
// cut into messages depends on time alone.
struct Heard {
  std::vector<std::string> answers;
  Json events = Json::array();
  Json status;
  Json card;
  bool operator==(const Heard&) const = default;
};

class Person {
 public:
  Person(std::uint16_t port, const std::string& table, const Json& joining) : socket_(port, table) {
    heard_.answers.push_back(socket_.receive());  // the greeting
    (void)ask(joining);
  }

  Json ask(const Json& request) {
    look(request);
    const Json message = parse_json(heard_.answers.back()).value();
    note(message);
    return message;
  }
  // Only for its bytes.
  void look(const Json& request) {
    socket_.send(dump_json(request));
    while (true) {
      std::string text = socket_.receive();
      if (text.find("\"push\":true") == std::string::npos) {
        heard_.answers.push_back(std::move(text));
        return;
      }
      push(parse_json(text).value());
    }
  }
  [[nodiscard]] Heard heard() { return std::exchange(heard_, {}); }
  [[nodiscard]] const Json& status() const { return status_; }
  [[nodiscard]] std::size_t seen() const { return seen_; }

 private:
  void push(const Json& message) {
    note(message);
    if (message.contains("events"))
      for (const Json& event : message["events"]) heard_.events.push_back(event);
    if (message.contains("status")) heard_.status = message["status"];
    if (message.contains("table")) heard_.card = message["table"];
    // Whatever else it says is compared too.
    Json rest = message;
    for (const char* known : {"events", "status", "table", "push", "from", "next"})
      rest.erase(known);
    if (!rest.empty()) heard_.answers.push_back(dump_json(rest));
  }
  void note(const Json& message) {
    if (message.contains("status")) status_ = message["status"];
    if (message.contains("from")) seen_ = message["next"].get<std::size_t>();
  }

  PlainSocket socket_;
  Heard heard_;
  Json status_;
  std::size_t seen_ = 0;
};

std::string secret_of(Seat seat) { return std::string(31, 'a') + static_cast<char>('0' + seat); }

// Everybody at one table: its seats, and a spectator behind them.
class Company {
 public:
  Company(PlayServer& server, std::string table, const table::World& world)
      : server_(&server), table_(std::move(table)), truth_(world) {}

  void sit(Seat seat) {
    people_.push_back(
        std::make_unique<Person>(server_->port(), table_,
                                 Json{{"do", "sit"},
                                      {"seat", seat + 1},
                                      {"secret", secret_of(seat)},
                                      {"name", "Guest " + std::to_string(seat + 1)},
                                      {"share", std::string(32, static_cast<char>('1' + seat))}}));
    status_ = people_.back()->status();
  }
  void join(Seat seat) {
    people_.push_back(std::make_unique<Person>(server_->port(), table_,
                                               Json{{"do", "join"}, {"secret", secret_of(seat)}}));
  }
  void watch() {
    people_.push_back(std::make_unique<Person>(server_->port(), table_, Json{{"do", "watch"}}));
  }
  [[nodiscard]] std::vector<std::string> log(std::size_t from = 0) const {
    return server_->in_store([&](store::Store& store) { return store.log(table_, from).value(); });
  }
  void follow(bool all_answers) { truth_.follow(log(truth_.lines()), all_answers); }
  // The last that anybody was told who did something.
  [[nodiscard]] const Json& status() const { return status_; }
  Json act(Seat seat, const Json& request) {
    Json answer = at(seat).ask(request);
    if (answer.contains("status")) status_ = answer["status"];
    return answer;
  }
  Truth& truth() { return truth_; }
  [[nodiscard]] const std::string& name() const { return table_; }
  Person& at(Seat seat) {
    return *people_[seat == kNobody ? people_.size() - 1 : static_cast<std::size_t>(seat)];
  }

 private:
  PlayServer* server_;
  std::string table_;
  Truth truth_;
  std::vector<std::unique_ptr<Person>> people_;
  Json status_;
};

std::vector<std::string> moves_in(const Json& answer) {
  std::vector<std::string> out;
  if (!answer.contains("moves")) return out;
  for (const Json& move : answer["moves"]) out.push_back(move["move"].get<std::string>());
  return out;
}

// --- pairs ---

struct LeakKind {
  friend void PrintTo(const LeakKind& kind, std::ostream* out) { *out << kind.name; }
  std::string name;
  Json wish;
  int seats = 2;
  std::vector<std::string> streams;  // of which answers are changed
};

class Leak : public ::testing::TestWithParam<LeakKind> {
 protected:
  static PlayServer& server() {
    static PlayServer kServer;
    return kServer;
  }

  // Who may decide now; kNobody when it is over.
  static Seat somebody(SeatMask mask, Rng& rng) {
    std::vector<Seat> seats;
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      if ((mask & seat_bit(seat)) != 0) seats.push_back(seat);
    }
    return seats.empty() ? kNobody : seats[rng.below(static_cast<std::uint32_t>(seats.size()))];
  }

  // Who is asked for something, as everybody is told.
  static Seat asked(const Json& status, Rng& rng) {
    SeatMask mask = 0;
    for (const Json& seat : status["to_act"])
      mask |= seat_bit(static_cast<Seat>(seat.get<int>() - 1));
    return somebody(mask, rng);
  }

  // One step of a single table; false when it is over.
  static bool play(Company& one, Rng& rng) {
    const Json status = one.status();
    if (status["at"] == "over") return false;
    const Seat seat = asked(status, rng);
    if (seat == kNobody) return false;
    if (status["at"] == "confirm") return one.act(seat, {{"do", "confirm"}}).contains("ok");
    const auto moves = moves_in(one.at(seat).ask({{"do", "legal"}}));
    if (moves.empty()) return false;
    const std::string& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    return one.act(seat, {{"do", "apply"}, {"move", move}}).contains("ok");
  }

  // A table under another name, with this log.
  static std::string copy(const std::vector<std::string>& log) {
    std::string name = fresh_table_name();
    server().in_store([&](store::Store& store) {
      std::vector<store::Append> lines;
      for (std::size_t i = 0; i < log.size(); ++i) lines.push_back({name, i, log[i]});
      lines.front().card = store::Card{};
      return store.append(lines).ok();
    });
    return name;
  }

  // Whether several seats got contracts at once.
  static bool dealt(const std::string& line) {
    int n = 0;
    for (std::size_t at = line.find("contracts = "); at != std::string::npos; ++n)
      at = line.find("contracts = ", at + 1);
    return n > 2;
  }

  bool pair(std::uint64_t seed);
  bool compare(Company& one, Company& two, Seat viewer, bool sealed, Rng& rng);

  table::World world_ = whole_world();
  std::map<std::string, int> tried_;  // how many pairs differed in what
  long compared_ = 0;                 // steps
};

// Answers whether there was something to compare.
bool Leak::pair(std::uint64_t seed) {
  Rng rng(seed);
  const LeakKind& kind = GetParam();
  Json wish = kind.wish;
  wish["confirm"] = rng.below(3) == 0;
  Company one(server(), server().make(wish), world_);
  for (Seat seat = 0; seat < kind.seats; ++seat) one.sit(seat);
  for (auto n = rng.below(50); n > 0 && play(one, rng);) --n;
  const Seat viewer = static_cast<Seat>(static_cast<int>(rng.below(kind.seats + 1U)) + kNobody);
  one.follow(true);
  if (one.truth().over()) return false;
  const bool confirming = one.status()["at"] == "confirm";
  const bool by_choice = !confirming && one.truth().in_secret() && rng.below(2) == 0;
  std::vector<std::string> log = one.log();
  if (by_choice) {
    // Another seat chooses in secret, at each table something else.
    SeatMask others = one.truth().to_act();
    if (viewer != kNobody) others = static_cast<SeatMask>(others & ~seat_bit(viewer));
    const Seat seat = somebody(others, rng);
    if (seat == kNobody) return false;
    auto moves = moves_in(one.at(seat).ask({{"do", "legal"}}));
    std::erase_if(moves, [&](const auto& move) { return !one.truth().sealed(seat, move); });
    if (moves.size() < 2) return false;
    const std::size_t n = moves.size();
    const std::size_t a = rng.below(static_cast<std::uint32_t>(n));
    const std::size_t b = (a + 1 + rng.below(static_cast<std::uint32_t>(n - 1))) % n;
    // Its last choice would open what all have chosen.
    if (others == seat_bit(seat) && viewer == kNobody) return false;
    if (viewer != kNobody && (one.truth().to_act() & ~seat_bit(seat)) == 0) return false;
    Company two(server(), copy(log), world_);
    for (Seat other = 0; other < kind.seats; ++other) two.join(other);
    one.watch();
    two.watch();
    two.follow(false);
    for (Company* company : {&one, &two}) {
      company->at(viewer).look({{"do", "table"}});
      (void)company->at(viewer).heard();
    }
    const SeatMask before = one.truth().to_act();
    const Json first = one.at(seat).ask({{"do", "apply"}, {"move", moves[a]}});
    const Json second = two.at(seat).ask({{"do", "apply"}, {"move", moves[b]}});
    if (!first.contains("ok") || !second.contains("ok")) return false;
    one.follow(false);
    two.follow(false);
    // One choice may ask for another of the same seat, and the other one not.
    if (one.truth().to_act() != two.truth().to_act() || (before & ~one.truth().to_act()) == 0)
      return false;
    ++tried_["a secret choice"];
    SCOPED_TRACE(moves[a] + " or " + moves[b] + " of seat " + std::to_string(seat + 1));
    return compare(one, two, viewer, true, rng);
  }
  // Another seat drew something else, at the last place where that fits the rest of the log.
  std::vector<Answered> places = one.truth().answers();
  std::erase_if(places, [&](const Answered& place) {
    const bool hidden =
        viewer == kNobody ? place.sees != kEverybody : (place.sees & seat_bit(viewer)) == 0;
    return !hidden || place.others.empty() ||
           std::find(kind.streams.begin(), kind.streams.end(), place.stream) ==
               kind.streams.end() ||
           (place.in_secret && place.stage != one.truth().stage()) ||
           // Hands that were dealt to be chosen from go round.
           (place.stream == "contracts" && place.line + 1 != log.size() && dealt(log[place.line]));
  });
  for (int tries = 0; tries < 8 && !places.empty(); ++tries) {
    const auto late = std::min<std::uint32_t>(6, static_cast<std::uint32_t>(places.size()));
    const Answered& place = places[places.size() - 1 - rng.below(late)];
    Json line = parse_json(log[place.line]).value();
    line["then"][place.entry] =
        place.others[rng.below(static_cast<std::uint32_t>(place.others.size()))];
    std::vector<std::string> other = log;
    other[place.line] = dump_json(line);
    if (!Match::wake(other, world_).ok()) continue;
    Company two(server(), copy(other), world_);
    for (Seat seat = 0; seat < kind.seats; ++seat) two.join(seat);
    two.watch();
    two.follow(false);
    // Everybody comes anew, and hears all of it.
    Company again(server(), copy(log), world_);
    for (Seat seat = 0; seat < kind.seats; ++seat) again.join(seat);
    again.watch();
    again.follow(false);
    ++tried_[place.stream];
    SCOPED_TRACE(log[place.line] + "\nor " + other[place.line] + "\nthen " + log.back());
    return compare(again, two, viewer, one.truth().in_secret(), rng);
  }
  return false;
}

// Goes on at both with the same moves while the viewer must not tell them apart. `sealed`: the
// difference shows when what is chosen in secret is opened.
bool Leak::compare(Company& one, Company& two, Seat viewer, bool sealed, Rng& rng) {
  const std::size_t answers_before = one.truth().answers().size();
  // Everybody may know who still has something to decide.
  if (two.truth().answers().size() != answers_before ||
      one.truth().to_act() != two.truth().to_act() || one.truth().held() != two.truth().held() ||
      one.truth().in_secret() != two.truth().in_secret() ||
      one.truth().fulfilled() != two.truth().fulfilled())
    return false;
  SeatMask waiting = one.truth().to_act();
  static const std::array<const char*, 4> kLanguages = {"en", "pl", "de", "zh-Hant"};
  for (int step = 0; step < 16; ++step) {
    // Everything that the viewer can ask for.
    const char* lang = kLanguages[rng.below(4)];
    for (Company* company : {&one, &two}) {
      Person& person = company->at(viewer);
      if (step % 4 != 0) {
        person.look({{"do", "observe"}});
        continue;
      }
      person.look({{"do", "observe"}, {"lang", lang}});
      person.look({{"do", "events"}, {"from", step == 0 ? 0 : person.seen() / 2}});
      person.look({{"do", "table"}});
      if (viewer == kNobody) continue;
      const auto moves = moves_in(person.ask({{"do", "legal"}, {"lang", lang}}));
      if (!moves.empty())
        person.look({{"do", "preview"}, {"move", moves[moves.size() / 2]}, {"lang", lang}});
    }
    const Heard a = one.at(viewer).heard();
    const Heard b = two.at(viewer).heard();
    if (!(a == b)) {
      for (std::size_t i = 0; i < std::max(a.answers.size(), b.answers.size()); ++i) {
        const std::string x = i < a.answers.size() ? a.answers[i] : "nothing";
        const std::string y = i < b.answers.size() ? b.answers[i] : "nothing";
        if (x == y) continue;
        const auto same = std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first - x.begin();
        const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, same - 100));
        EXPECT_EQ(x.substr(from, 200), y.substr(from, 200));
      }
      EXPECT_EQ(dump_json(a.events), dump_json(b.events)) << "viewer " << int{viewer};
      EXPECT_EQ(dump_json(a.status), dump_json(b.status)) << "viewer " << int{viewer};
      EXPECT_EQ(dump_json(a.card), dump_json(b.card)) << "viewer " << int{viewer};
      const auto last = [](const Company& company) {
        const std::vector<std::string> log = company.log();
        std::string out;
        for (std::size_t i = log.size() - std::min<std::size_t>(log.size(), 6); i < log.size(); ++i)
          out += "\n  " + log[i];
        return out;
      };
      ADD_FAILURE() << "viewer " << int{viewer} << " can tell them apart at step " << step
                    << "\none:" << last(one) << "\ntwo:" << last(two);
      return true;
    }
    ++compared_;
    const Json status = one.at(viewer).status();
    if (!status.is_object() || status["at"] == "over") return true;
    const Seat seat = asked(status, rng);
    if (seat == kNobody) return true;
    Json request = {{"do", "confirm"}};
    if (status["at"] != "confirm") {
      const auto mine = moves_in(one.at(seat).ask({{"do", "legal"}}));
      const auto theirs = moves_in(two.at(seat).ask({{"do", "legal"}}));
      std::vector<std::string> common;
      for (const std::string& move : mine) {
        if (std::find(theirs.begin(), theirs.end(), move) != theirs.end()) common.push_back(move);
      }
      if (common.empty()) return true;
      request = {{"do", "apply"},
                 {"move", common[rng.below(static_cast<std::uint32_t>(common.size()))]}};
    }
    // The answer brings what could be asked for after it, and that is compared like the rest.
    if (rng.below(2) == 0) request["with"] = {"view", "legal"};
    const Json first = one.at(seat).ask(request);
    const Json second = two.at(seat).ask(request);
    if (!first.contains("ok") || !second.contains("ok")) return true;
    one.follow(false);
    two.follow(false);
    // What is legitimately seen: others chose all at once, the table moved for somebody who had
    // only one move, somebody fulfilled a contract, or chance answered the viewer otherwise.
    const SeatMask now = one.truth().to_act();
    const bool open = !one.truth().in_secret() || !two.truth().in_secret();
    if (sealed && (open || (now & ~waiting) != 0)) return true;
    waiting = static_cast<SeatMask>(waiting & now);
    if (!sealed) waiting = now;
    if (one.truth().own_moves() != two.truth().own_moves() || now != two.truth().to_act() ||
        one.truth().held() != two.truth().held() ||
        one.truth().open_moves() != two.truth().open_moves() ||
        one.truth().fulfilled() != two.truth().fulfilled())
      return true;
    const auto& x = one.truth().answers();
    const auto& y = two.truth().answers();
    if (x.size() != y.size()) return true;
    for (std::size_t i = answers_before; i < x.size(); ++i) {
      const bool sees =
          viewer == kNobody ? x[i].sees == kEverybody : (x[i].sees & seat_bit(viewer)) != 0;
      if (sees && x[i].text != y[i].text) return true;
    }
    // What was pushed has come when the next answer has: a push is begun before.
    for (Company* company : {&one, &two}) company->at(viewer).look({{"do", "table"}});
  }
  return true;
}

// Whoever takes nothing is dropped when a message has waited long enough.
TEST(SlowReader, IsDropped) {
  PlayServer server(std::chrono::milliseconds(50));
  const table::World world = whole_world();
  Company one(server, server.make({{"game", "solenia"}}), world);
  one.sit(0);
  one.sit(1);
  const PlainSocket silent(server.port(), one.name());
  silent.send(R"({"do":"watch"})");
  // More than the buffers between hold; one is answered before the next is read.
  const auto ask = [&] {
    try {
      for (int i = 0; i < 100; ++i) silent.send(R"({"do":"observe","lang":"en"})");
    } catch (const std::exception&) {
      std::this_thread::yield();  // dropped already
    }
  };
  while (server.metrics().sockets_dropped.value() == 0) ask();
  EXPECT_TRUE(one.at(0).ask({{"do", "table"}}).contains("ok"));
  EXPECT_EQ(server.metrics().sockets_dropped.value(), 1U);
}

TEST_P(Leak, NothingHiddenIsTold) {
  const char* wanted = std::getenv("TIDELOCK_LEAK_PAIRS");
  const int pairs = wanted != nullptr ? std::atoi(wanted) : tidelock::testing::some(250);
  int found = 0;
  for (std::uint64_t seed = 1; found < pairs && !HasFailure(); ++seed) {
    ASSERT_LT(seed, static_cast<std::uint64_t>(pairs) * 20 + 200) << "too few games had a secret";
    SCOPED_TRACE("seed " + std::to_string(seed));
    found += pair(seed) ? 1 : 0;
  }
  for (const auto& [what, n] : tried_) RecordProperty(what, n);
  constexpr int kEnough = 250;  // to meet everything
  if (pairs >= kEnough) {
    for (const std::string& stream : GetParam().streams)
      EXPECT_GT(tried_[stream], 0) << "nothing was changed in " << stream;
  }
  EXPECT_GT(compared_, pairs) << "the viewers saw next to nothing";
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Leak,
    ::testing::Values(LeakKind{"Solenia", {{"game", "solenia"}}, 2, {"deck-1", "deck-2"}},
                      LeakKind{
                          "SoleniaOfThree",
                          {{"game", "solenia"}, {"options", {{"players", 3}, {"mode", "winter"}}}},
                          3,
                          {"deck-1", "deck-2", "deck-3"}},
                      LeakKind{"Circadians",
                               {{"game", "circadians"}},
                               2,
                               {"leaders", "tokens", "contracts", "dice-1", "dice-2"}},
                      LeakKind{"CircadiansOfThree",
                               {{"game", "circadians"}, {"options", {{"players", 3}}}},
                               3,
                               {"leaders", "tokens", "contracts", "dice-1", "dice-2", "dice-3"}}),
    [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace tidelock::server
