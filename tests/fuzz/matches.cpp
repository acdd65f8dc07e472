// What guests of a table may send: the first letter of a game, and then a line each: a digit for
// the seat (0 looks on), and a request; or a number, for the legal move at that place; `tick` lets
// time go on. Every request is done or refused; then the table, woken from its log, tells everybody
// the same, and nobody what is secret.
#include "cached.h"
#include "server/match.h"

namespace tidelock::fuzz {
namespace {

constexpr std::size_t kMostLines = 60;
constexpr Seat kSeats = 2;
const std::string kSecret(32, '5');

table::World world_of_guests() {
  table::World out;
  out.games = &source();
  out.ai_of = [](const std::shared_ptr<const AnyGame>& game) -> std::shared_ptr<const ai::AnyAi> {
    return games::ai_of(game);
  };
  return out;
}

std::string news_of(const server::Match& match, Seat seat) {
  server::Viewer viewer = match.viewer(seat);
  JsonText news;
  match.news(viewer, 0, news);
  return std::move(news).text();
}

class Log {
 public:
  explicit Log(std::string_view game) {
    auto first = server::Match::first_line(
        {{"game", game}, {"clock", {{"move", 60}, {"bank", 60}}}, {"late", "wait"}}, world_);
    must(first.ok(), "a table can be made");
    first.value()["secret"] = kSecret;  // the same luck every time
    lines_.push_back(dump_json(first.value()));
    match_.emplace(woken());
  }

  void send(Seat seat, std::string_view text) {
    auto request = parse_json(text);
    if (!request) return;
    if (request.value().is_number_unsigned()) request = nth_move(seat, request.value());
    JsonIn::Trouble trouble;
    const JsonIn in(request.value(), trouble);
    const std::string verb = in.is_object() ? in["do"].text(40) : std::string();
    if (trouble.any()) return;
    if (verb == "sit") return keep(match_->sit(in, now_));
    if (verb == "tick") return tick(in["by"].integer(0, 1000000));
    static constexpr std::array<std::string_view, 7> kLooks = {"table",   "observe", "legal", "why",
                                                               "preview", "events",  "record"};
    if (std::find(kLooks.begin(), kLooks.end(), verb) == kLooks.end())
      return keep(match_->act(in, seat, now_));
    (void)match_->look(in, match_->viewer(seat), nullptr);
  }

  void check() const {
    const server::Match again = woken();
    must(again.lines() == match_->lines(), "every line is in the log");
    for (Seat seat = kNobody; seat < kSeats; ++seat) {
      const std::string news = news_of(*match_, seat);
      must(news == news_of(again, seat), "a woken table tells the same");
      must(match_->phase() == store::Phase::kOver || news.find(kSecret) == std::string::npos,
           "its secret is told at the end");
    }
  }

 private:
  [[nodiscard]] server::Match woken() const {
    auto match = server::Match::wake(lines_, world_);
    must(match.ok(), "what was done can be done again");
    return std::move(match).value();
  }
  [[nodiscard]] Json nth_move(Seat seat, const Json& n) const {
    const Json legal = {{"do", "legal"}};
    JsonIn::Trouble trouble;
    const auto found = match_->look(JsonIn(legal, trouble), match_->viewer(seat), nullptr);
    if (!found.ok() || found.value()["moves"].empty()) return {{"do", "confirm"}};
    const Json& moves = found.value()["moves"];
    return {{"do", "apply"}, {"move", moves[n.get<std::uint64_t>() % moves.size()]["move"]}};
  }
  void keep(const Result<server::Match::Line>& line) {
    if (line.ok() && line.value()) lines_.push_back(line.value()->text);
  }

  // Time goes on, and the table does what it then does.
  void tick(server::Time by) {
    now_ += by;
    while (auto line = match_->tick(now_, now_ - by / 2)) lines_.push_back(line->text);
  }

  table::World world_ = world_of_guests();
  server::Time now_ = 1000;
  std::vector<std::string> lines_;
  std::optional<server::Match> match_;
};

// The game that begins with this letter, or else the first one.
std::string_view game_of(char letter) {
  for (const games::Entry& entry : games::all()) {
    if (entry.facts->id.front() == letter) return entry.facts->id;
  }
  return games::all().front().facts->id;
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters here
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  // The fuzzer reads the secret in memory; whoever says it as a name has not been told it.
  if (rest.empty() || rest.find(tidelock::fuzz::kSecret) != std::string_view::npos) return 0;
  tidelock::fuzz::Log log(tidelock::fuzz::game_of(rest.front()));
  rest.remove_prefix(1);
  for (std::size_t i = 0; i < tidelock::fuzz::kMostLines && !rest.empty(); ++i) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.size() < 2) continue;
    log.send(static_cast<tidelock::Seat>(static_cast<unsigned char>(line.front()) % 3 - 1),
             line.substr(1));
  }
  log.check();
  return 0;
}
