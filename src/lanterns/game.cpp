// Lanterns in letters: facts, packs, notation, JSON, and the check of every invariant.
#include "lanterns/game.h"

#include "core/json.h"
#include "lanterns/schema.h"

namespace tidelock::lanterns {

static_assert(tidelock::Game<Game> && Shown<Game> && Itemised<Game>);

namespace {

constexpr std::array<std::string_view, 7> kSteps = {"deal", "choose", "roll", "share",
                                                    "whom", "draw",   "over"};

Error named(Code code, Error wrong) {
  wrong.code = name_of(code);
  return wrong;
}

Result<Components> compile_components(const Json& pack) {
  namespace member = schema::pack;
  JsonIn::Trouble trouble;
  const JsonIn in(pack, trouble);
  (void)in[member::kFormat].one_of({"component-pack/1"});
  (void)in[member::kGame].one_of({Game::facts().id});
  (void)in[member::kId].text(60);
  in.only(member::kTakes);
  Components out{};
  const JsonIn die = in[member::kDie];
  for (std::size_t i = 0; i < die.size(kFaces, kFaces); ++i)
    out.die[i] = static_cast<std::uint8_t>(die[i].integer(1, 9));
  const JsonIn share = in[member::kShare];
  share.only(member::share::kTakes);
  out.sharer = static_cast<std::uint8_t>(share[member::share::kSharer].integer(0, 9));
  out.neighbour = static_cast<std::uint8_t>(share[member::share::kFriend].integer(0, 9));
  if (trouble.any()) return named(Code::kBadPack, trouble.first());
  return out;
}

// Each lantern is in one place; how many there are where follows from the step.
std::optional<Error> check_lanterns(const State& s) {
  const auto wrong = [](const char* what) { return error(Code::kBadState, what); };
  Set seen = s.deck;
  int held = 0;
  for (std::size_t i = 0; i < kSeats; ++i) {
    if (s.chosen[i] > kLanterns) return wrong("expected a lantern from 1 to 9, or 0");
    const Set mine = static_cast<Set>(s.hand[i] | (s.chosen[i] != 0 ? only(s.chosen[i]) : 0));
    const bool twice = s.chosen[i] != 0 && (s.hand[i] & only(s.chosen[i])) != 0;
    if (twice || (seen & mine) != 0) return wrong("expected each lantern once");
    if (s.chosen[i] != 0 && s.step != Step::kChoose)
      return wrong("expected sealed choices only while all choose");
    if (s.step == Step::kChoose && mine == 0) return wrong("expected a lantern to choose");
    seen = static_cast<Set>(seen | mine);
    held += std::popcount(mine);
  }
  if (seen >= 1U << kLanterns) return wrong("expected nine lanterns");
  const int full = kHand * kSeats;
  const bool draws = s.step == Step::kDeal || s.step == Step::kDraw;
  if (draws && s.deck == 0) return wrong("expected a lantern to draw");
  if (s.step == Step::kDeal && (held >= full || held % kSeats != s.seat))
    return wrong("expected the deal");
  if (s.step == Step::kDraw && (s.round != 1 || held != kSeats + s.seat))
    return wrong("expected a draw");
  if (s.step == Step::kChoose && held != full - kSeats * std::max(0, s.round - 1))
    return wrong("expected full hands");
  return std::nullopt;
}

}  // namespace

const GameFacts& Game::facts() {
  static constexpr std::array<std::string_view, 2> kStreams = {"deck", "die"};
  static constexpr std::array<std::string_view, 7> kEvents = {
      "drew", "drew-hidden", "won", "rolled", "points", "shared", "over"};
  static constexpr std::array<std::string_view, 1> kCategories = {schema::scores::kPoints};
  static constexpr std::array<OptionFacts, 1> kOptions = {{{schema::options::kPlayers, "3", "3"}}};
  static const GameFacts kFacts = {"lanterns", 1,       kSeats,      kSeats,
                                   kStreams,   kEvents, kCategories, kOptions};
  return kFacts;
}

Result<Game> Game::compile(const Json& pack, const Json& options) {
  const auto components = compile_components(pack);
  if (!components) return components.error();
  JsonIn::Trouble trouble;
  const JsonIn in(options, trouble, "options");
  in.only(schema::options::kTakes);
  if (const JsonIn players = in.maybe(schema::options::kPlayers); players.exists())
    (void)players.integer(kSeats, kSeats);
  if (trouble.any()) return named(Code::kBadOptions, trouble.first());
  return Game(components.value());
}

Json Game::options() const { return {{schema::options::kPlayers, kSeats}}; }

std::optional<Error> Game::check(const State& s) const {
  const auto wrong = [](const char* what) { return error(Code::kBadState, what); };
  if (s.step > Step::kOver) return wrong("expected a known step");
  if (s.seat >= kSeats || s.winner >= kSeats) return wrong("expected a seat");
  if (s.round > kRounds || (s.step == Step::kOver) != (s.round == kRounds))
    return wrong("expected three rounds");
  if (auto misplaced = check_lanterns(s)) return misplaced;
  if (s.step == Step::kChoose && to_act(s) == 0) return wrong("expected a choice to make");
  for (const auto points : s.points) {
    if (points > 100) return wrong("expected fewer points");
  }
  return std::nullopt;
}

std::string Game::write(const State& /*s*/, Seat /*seat*/, Move move) const {
  if (move.bits <= kLanterns) return std::to_string(move.bits);
  if (move.bits == Move::kKeep) return "keep";
  if (move.bits == Move::kShare) return "share";
  return "with" + std::to_string(move.bits - Move::kWith + 1);
}

Result<Move> Game::read(const State& s, Seat seat, std::string_view text) const {
  List list;
  legal(s, seat, list);
  if (list.empty()) return error(Code::kNotYourDecision, "another seat decides now");
  for (const Move move : list) {
    if (write(s, seat, move) == text) return move;
  }
  return error(Code::kUnknownMove, "expected one of the listed moves");
}

std::string Game::write_outcome(const State& s, std::uint32_t outcome) const {
  if (s.step == Step::kRoll) return std::to_string(outcome + 1);
  return std::to_string(nth_of(s.deck, outcome));
}

Result<std::uint32_t> Game::read_outcome(const State& s, std::string_view text) const {
  if (at(s) != At::kChance) return error(Code::kNoChance, "expected a move");
  for (std::uint32_t i = 0; i < ask(s).n; ++i) {
    if (write_outcome(s, i) == text) return i;
  }
  return error(Code::kUnknownOutcome, "expected what chance can bring here");
}

Json Game::to_json(const State& s) const {
  namespace member = schema::state;
  return {{member::kDeck, s.deck},
          {member::kHand, s.hand},
          {member::kChosen, s.chosen},
          {member::kPoints, s.points},
          {member::kRound, s.round},
          {member::kWinner, s.winner},
          {member::kStep, kSteps[static_cast<std::size_t>(s.step)]},
          {member::kSeat, s.seat}};
}

Result<State> Game::from_json(const Json& json) const {
  namespace member = schema::state;
  JsonIn::Trouble trouble;
  const JsonIn in(json, trouble);
  in.only(member::kTakes);
  constexpr int kAll = (1 << kLanterns) - 1;
  State s{};
  s.deck = static_cast<Set>(in[member::kDeck].integer(0, kAll));
  for (const char* name : {member::kHand, member::kChosen, member::kPoints})
    (void)in[name].size(kSeats, kSeats);
  for (std::size_t i = 0; i < kSeats && !trouble.any(); ++i) {
    s.hand[i] = static_cast<Set>(in[member::kHand][i].integer(0, kAll));
    s.chosen[i] = static_cast<std::uint8_t>(in[member::kChosen][i].integer(0, kLanterns));
    s.points[i] = static_cast<std::uint8_t>(in[member::kPoints][i].integer(0, 100));
  }
  s.round = static_cast<std::uint8_t>(in[member::kRound].integer(0, kRounds));
  s.winner = static_cast<std::uint8_t>(in[member::kWinner].integer(0, kSeats - 1));
  s.step = static_cast<Step>(in[member::kStep].one_of(kSteps));
  s.seat = static_cast<std::uint8_t>(in[member::kSeat].integer(0, kSeats - 1));
  if (trouble.any()) return named(Code::kBadState, trouble.first());
  if (auto wrong = check(s)) return *wrong;
  return s;
}

Json Game::view(const State& state, Seat seat) const {
  namespace member = schema::view;
  const State s = knows(state, seat);
  Json players = Json::array();
  for (std::size_t i = 0; i < kSeats; ++i) {
    Json player = {{member::players::kPoints, s.points[i]},
                   {member::players::kCards, std::popcount(s.hand[i])}};
    if (static_cast<Seat>(i) == seat) {
      player[member::players::kHand] = s.hand[i];
      player[member::players::kChosen] = s.chosen[i];
    }
    players.push_back(player);
  }
  return {{member::kPlayers, players}, {member::kRound, s.round}};
}

Json Game::move_json(const State& /*s*/, Seat /*seat*/, Move move) const {
  namespace member = schema::move;
  if (move.bits <= kLanterns) return {{member::kKind, "lantern"}, {member::lantern::kN, move.bits}};
  if (move.bits == Move::kKeep) return {{member::kKind, "keep"}};
  if (move.bits == Move::kShare) return {{member::kKind, "share"}};
  return {{member::kKind, "with"}, {member::with::kSeat, move.bits - Move::kWith + 1}};
}

Json Game::event_json(const Event& event) const {
  namespace member = schema::event;
  Json out = {{member::kEvent, facts().events[event.what]}};
  if (event.who != kNobody) out[member::kSeat] = event.who + 1;
  const auto what = static_cast<What>(event.what);
  if (what == What::kShared) {
    out[member::shared::kWith] = event.a;
  } else if (what != What::kDrewHidden && what != What::kOver) {
    out[member::kN] = event.a;
  }
  return out;
}

std::vector<std::string> Game::item_names() const {
  std::vector<std::string> names;
  for (int n = 1; n <= kLanterns; ++n) names.push_back("lanterns." + std::to_string(n));
  for (int n = 1; n <= kLanterns; ++n) names.push_back("drawn." + std::to_string(n));
  names.emplace_back("end.over");
  return names;
}

Items Game::items_of(const Event& event) const {
  Items out;
  switch (static_cast<What>(event.what)) {
    case What::kWon: out.push(static_cast<std::int16_t>(event.a - 1)); break;
    case What::kDrew: out.push(static_cast<std::int16_t>(kLanterns + event.a - 1)); break;
    case What::kOver: out.push(2 * kLanterns); break;
    default: break;
  }
  return out;
}

bool Game::begins(const Event& event) const { return event.what == static_cast<int>(What::kWon); }

}  // namespace tidelock::lanterns
