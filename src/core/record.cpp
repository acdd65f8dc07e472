#include "core/record.h"

#include "core/record_names.h"

namespace tidelock {

namespace member = record;

namespace {

constexpr std::string_view kFormat = "tidelock-record/1";

Json header(const Record& record) {
  const AnyGame& game = *record.game;
  Json pack = {{member::pack::kId, game.pack().id}, {member::pack::kHash, game.pack().hash}};
  if (!game.pack().shipped) pack[member::pack::kContent] = game.pack().content;
  Json out = {{member::kFormat, kFormat},
              {member::kGame, game.facts().id},
              {member::kRules, game.rules()},
              {member::kPack, pack},
              {member::kOptions, game.options()}};
  if (!record.names.empty()) out[member::kNames] = record.names;
  return out;
}

void add_result(Json& out, const AnyGame& game, const AnyState& end) {
  if (game.at(end) == At::kOver) out[member::kResult] = result_json(game, end);
}

}  // namespace

Json result_json(const AnyGame& game, const AnyState& end) {
  Json out = {{member::result::kScores, Json::array()},
              {member::result::kWinners, Json::array()},
              {member::result::kPlaces, Json::array()}};
  const Scores sheet = game.scores(end);
  const Places places = game.places(end);
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    out[member::result::kScores].push_back(sheet.total[i]);
    out[member::result::kPlaces].push_back(places[i]);
    if (places[i] == 1) out[member::result::kWinners].push_back(seat + 1);
  }
  if (const auto opponent = game.opponent_score(end)) out[member::result::kOpponent] = *opponent;
  return out;
}

std::string entry_text(const AnyGame& game, const AnyState& state, const Entry& entry) {
  if (entry.seat == kNobody) {
    return std::string(game.facts().streams[game.ask(state).stream]) + " = " +
           game.write_outcome(state, entry.value);
  }
  return std::to_string(entry.seat + 1) + ": " + game.write(state, entry.seat, entry.value);
}

std::string Replay::text() const { return entry_text(*record_->game, state_, entry()); }

void Replay::step(const Listener& listener) {
  const Entry now = entry();
  if (now.seat == kNobody) {
    record_->game->resolve(state_, now.value, listener);
  } else {
    record_->game->apply(state_, now.seat, now.value, listener);
  }
  ++next_;
}

std::optional<std::size_t> not_of_seed(const Record& record) {
  if (!record.seed) return std::nullopt;
  const Seeded luck(*record.seed);
  const AnyGame& game = *record.game;
  for (Replay replay(record); !replay.done(); replay.step(kNoListener)) {
    const Entry entry = replay.entry();
    if (entry.seat != kNobody) continue;
    // Copies of a card read alike.
    const std::uint32_t answer = luck(game.ask(replay.state()));
    if (answer != entry.value && game.write_outcome(replay.state(), answer) !=
                                     game.write_outcome(replay.state(), entry.value))
      return replay.index();
  }
  return std::nullopt;
}

Json write_record(const Record& record, bool with_seed) {
  Json out = header(record);
  if (record.position) out[member::kPosition] = record.game->to_json(*record.position);
  Json moves = Json::array();
  Replay replay(record);
  for (; !replay.done(); replay.step(kNoListener)) moves.push_back(replay.text());
  out[member::kMoves] = moves;
  add_result(out, *record.game, replay.state());
  // Of a game that is over, a seed that explains all of its luck; of one that is saved, where its
  // further luck comes from.
  const bool over = record.game->at(replay.state()) == At::kOver;
  if (record.seed && (over ? !not_of_seed(record) : with_seed)) out[member::kSeed] = *record.seed;
  return out;
}

bool opened(const AnyGame& game, const AnyState& state, SeatMask choosing) {
  if (!game.secret(state)) return true;
  return game.at(state) == At::kDecision && (game.to_act(state) & ~choosing) != 0;
}

Json write_record_for(const Record& record, Seat viewer) {
  const AnyGame& game = *record.game;
  Json out = header(record);
  out[member::kSeat] = viewer < 0 ? Json() : Json(viewer + 1);
  if (record.position) out[member::kPosition] = game.view(*record.position, viewer);
  // Others' sealed choices wait here until they are opened; even their number is secret before.
  Json moves = Json::array();
  Json waiting = Json::array();
  SeatMask choosing = 0;
  Replay replay(record);
  while (!replay.done()) {
    const Entry entry = replay.entry();
    const bool secret = game.secret(replay.state());
    if (game.at(replay.state()) == At::kDecision) choosing = game.to_act(replay.state());
    std::string text = replay.text();
    bool own = entry.seat == viewer && viewer != kNobody;
    if (entry.seat == kNobody) {
      const Ask ask = game.ask(replay.state());
      const bool seen = (ask.sees & seat_bit(viewer)) != 0;
      if (!seen) text = std::string(game.facts().streams[ask.stream]) + " = ?";
      own = seen;
    } else if (!own && game.sight(replay.state(), entry.seat, entry.value) == Sight::kOwn) {
      text = std::to_string(entry.seat + 1) + ": ?";
    }
    replay.step(kNoListener);
    (own || !secret ? moves : waiting).push_back(text);
    if (!opened(game, replay.state(), choosing)) continue;
    for (const auto& one : waiting) moves.push_back(one);
    waiting = Json::array();
  }
  out[member::kMoves] = moves;
  add_result(out, game, replay.state());
  return out;
}

namespace {

Error at_move(std::size_t index, const Error& error) {
  Error wrong = error;
  wrong.where = "moves[" + std::to_string(index) + "]";
  wrong.code = name_of(Code::kBadRecord);
  wrong.args.clear();  // they were of another code
  return wrong;
}

Error at_move(std::size_t index, std::string sentence) {
  return at_move(index, error(Code::kBadRecord, std::move(sentence)));
}

}  // namespace

Result<Entry> read_entry(const AnyGame& game, const AnyState& state, std::string_view text) {
  if (game.at(state) == At::kOver)
    return error(Code::kBadRecord, "expected nothing more: the game is over");
  if (game.at(state) == At::kChance) {
    const std::string stream(game.facts().streams[game.ask(state).stream]);
    const std::string lead = stream + " = ";
    if (!text.starts_with(lead)) {
      return error(Code::kBadRecord, "expected what chance brought, as in '" + lead +
                                         game.write_outcome(state, 0) + "'");
    }
    const auto outcome = game.read_outcome(state, text.substr(lead.size()));
    if (!outcome) return outcome.error();
    return Entry{kNobody, outcome.value()};
  }
  const Seat seat = text.size() > 3 && text[0] >= '1' && text[0] <= '4' && text.substr(1, 2) == ": "
                        ? static_cast<Seat>(text[0] - '1')
                        : kNobody;
  if (seat == kNobody)
    return error(Code::kBadRecord, "expected a seat and its move, as in '1: 1W-c4'");
  if ((game.to_act(state) & seat_bit(seat)) == 0) {
    return error(Code::kBadRecord,
                 "expected a move of seat " + std::to_string(first_seat(game.to_act(state)) + 1));
  }
  const auto move = game.read(state, seat, text.substr(3));
  if (!move) return move.error();
  return Entry{seat, move.value()};
}

Result<Record> read_record(const Json& json, const GameSource& games) {
  JsonIn::Trouble trouble;
  const JsonIn in(json, trouble);
  const auto bad = [&] {
    Error wrong = trouble.first();
    wrong.code = name_of(Code::kBadRecord);
    return wrong;
  };
  in.only(member::kTakes);
  (void)in[member::kFormat].one_of({kFormat});
  const std::string name = in[member::kGame].text(40);
  const auto rules = in[member::kRules].integer(1, 1000000);
  const JsonIn pack = in[member::kPack];
  pack.only(member::pack::kTakes);
  const std::string id = pack[member::pack::kId].text(60);
  const std::string hash = pack[member::pack::kHash].text(64);
  if (in.maybe(member::kSeat).exists())
    in[member::kSeat].wrong("expected a whole record: this is what one seat saw of it");
  if (!in[member::kOptions].is_object()) in[member::kOptions].expected("an object");
  if (trouble.any()) return bad();
  const JsonIn content = pack.maybe(member::pack::kContent);
  if (content.exists() && !content.is_object()) content.expected("a component pack");
  const JsonIn result_in = in.maybe(member::kResult);
  if (result_in.exists() && !result_in.is_object()) result_in.expected("an object");
  if (trouble.any()) return bad();
  auto made = games.make(name, content.exists() ? content.raw() : Json(id),
                         in[member::kOptions].raw(), static_cast<int>(rules));
  if (!made) {
    Error wrong = made.error();
    if (content.exists() && wrong.code == name_of(Code::kBadPack))
      wrong.where = wrong.where.empty() ? "pack.content" : "pack.content." + wrong.where;
    wrong.code = name_of(Code::kBadRecord);
    return wrong;
  }
  Record record;
  record.game = std::move(made).value();
  const AnyGame& game = *record.game;
  if (game.pack().hash != hash || game.pack().id != id)
    pack[member::pack::kHash].wrong("expected the pack " + game.pack().id + " with the hash " +
                                    game.pack().hash);
  const JsonIn names = in.maybe(member::kNames);
  if (names.exists()) {
    const auto n = static_cast<std::size_t>(game.seats());
    if (names.size(n, n) == n) {
      for (std::size_t i = 0; i < n; ++i) record.names.push_back(names[i].text(60));
    }
  }
  if (in.maybe(member::kSeed).exists()) record.seed = in[member::kSeed].unsigned64();
  const JsonIn moves = in[member::kMoves];
  const std::size_t n = moves.size(0, 100000);
  if (trouble.any()) return bad();
  const JsonIn position = in.maybe(member::kPosition);
  if (position.exists()) {
    auto state = game.from_json(position.raw());
    if (!state) {
      Error wrong = state.error();
      wrong.where = wrong.where.empty() ? "position" : "position." + wrong.where;
      wrong.code = name_of(Code::kBadRecord);
      return wrong;
    }
    record.position = std::make_shared<const AnyState>(state.value());
  }
  AnyState state = record.start();
  for (std::size_t i = 0; i < n; ++i) {
    if (!moves[i].is_text()) return at_move(i, "expected a text, found " + found(&moves[i].raw()));
    const auto entry = read_entry(game, state, moves[i].raw().get_ref<const std::string&>());
    if (!entry) return at_move(i, entry.error());
    record.entries.push_back(entry.value());
    if (entry.value().seat == kNobody) {
      game.resolve(state, entry.value().value, kNoListener);
    } else {
      game.apply(state, entry.value().seat, entry.value().value, kNoListener);
    }
  }
  // A result that does not follow from the moves was edited. Earlier versions told less of it.
  if (result_in.exists()) {
    if (game.at(state) != At::kOver) {
      result_in.wrong("expected none before the game is over");
      return bad();
    }
    const Json result = result_json(game, state);
    result_in.only(member::result::kTakes);
    const bool all = result_in.maybe(member::result::kPlaces).exists();
    for (const std::string_view part : member::result::kTakes) {
      const bool must = all || part == member::result::kScores || part == member::result::kWinners;
      if (must || result_in.maybe(part).exists()) {
        if (result_in.raw().value(part, Json()) != result.value(part, Json()))
          result_in.wrong("expected the result that the moves lead to: " + dump_json(result));
      }
    }
    // Earlier versions kept the last seed of a game that had gone on with other luck.
    if (const auto entry = all ? not_of_seed(record) : std::nullopt)
      in[member::kSeed].wrong("expected the seed that its chance was answered from: moves[" +
                              std::to_string(*entry) + "] is another's");
    if (trouble.any()) return bad();
  }
  return record;
}

}  // namespace tidelock
