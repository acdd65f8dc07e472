#include "table/messages.h"

#include <utility>

#include "core/any_names.h"
#include "table/message_names.h"

namespace tidelock::table {

namespace {

Json seats_json(SeatMask mask) {
  Json out = Json::array();
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if ((mask & seat_bit(seat)) != 0) out.push_back(seat + 1);
  }
  return out;
}

Json area_json(const Area& area) {
  namespace member = answer::areas;
  Json out = {{member::kLabel, area.label}};
  if (area.seat != kNobody) out[member::kSeat] = area.seat + 1;
  Json counters = Json::array();
  for (const Area::Counter& one : area.counters) {
    counters.push_back({{member::counters::kLabel, one.label}, {member::counters::kN, one.n}});
    if (one.of > 0) counters.back()[member::counters::kOf] = one.of;
  }
  Json pieces = Json::array();
  for (const std::string& one : area.pieces) pieces.push_back({{member::pieces::kLabel, one}});
  out[member::kCounters] = counters;
  out[member::kPieces] = pieces;
  return out;
}

}  // namespace

Json error_json(const Error& wrong, const Teller* teller) {
  namespace member = answer::reason;
  Json out = {{member::kCode, wrong.code}, {member::kMessage, wrong.message}};
  if (!wrong.where.empty()) out[member::kWhere] = wrong.where;
  for (const ErrorArg& arg : wrong.args)
    std::visit([&](const auto& value) { out[member::kArgs][arg.name] = value; }, arg.value);
  if (!wrong.text.key.empty()) {
    Json args = Json::object();
    for (const TextArg& arg : wrong.text.args) {
      if (const auto* number = std::get_if<std::int64_t>(&arg.value)) {
        args[arg.name] = *number;
      } else {
        args[arg.name] = std::get<std::string>(arg.value);
      }
    }
    out[member::kText] = {{answer::said::kKey, wrong.text.key}, {answer::said::kArgs, args}};
    if (teller != nullptr) out[member::kSentence] = teller->say(wrong.text);
  }
  return out;
}

Json id_of(const Json& request) {
  if (!request.is_object()) return {};
  const auto given = request.find(request::hello::kId);
  if (given == request.end()) return {};
  const bool fits = given->is_number_integer() ||
                    (given->is_string() && given->get_ref<const std::string&>().size() <= 100);
  return fits ? *given : Json();
}

void check_id(const JsonIn& request) {
  if (!request.is_object()) return;
  const JsonIn id = request.maybe(request::hello::kId);
  if (id.exists() && !id.is_null() && id_of(request.raw()).is_null())
    id.expected("a whole number, or a text of at most 100 bytes");
}

std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (Seat seat = 0; seat < table.game().seats(); ++seat) names.push_back(table.name(seat));
  return names;
}

std::string playing_text(const Table& table) {
  const AnyGame& game = table.game();
  const bool held = table.held() != kNobody;
  const SeatMask asked = held ? seat_bit(table.held()) : game.to_act(table.state());
  constexpr std::size_t kLongest = 60;
  std::string out;
  out.reserve(kLongest);
  namespace member = answer::status;
  const auto begin = [&](const char* name) {
    out += out.empty() ? "{\"" : ",\"";
    out += name;
    out += "\":";
  };
  begin(member::kAt);
  out += held                                    ? R"("confirm")"
         : game.at(table.state()) == At::kChance ? R"("chance")"
                                                 : R"("decision")";
  begin(member::kMoves);
  out += std::to_string(table.open_moves());
  begin(member::kToAct);
  out += '[';
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if ((asked & seat_bit(seat)) == 0) continue;
    if (out.back() != '[') out += ',';
    out += std::to_string(seat + 1);
  }
  out += "]}";
  return out;
}

Json status_json(const Table& table, const Teller* teller) {
  const AnyGame& game = table.game();
  const bool held = table.held() != kNobody;
  const At at = game.at(table.state());
  namespace member = answer::status;
  Json out;
  out[member::kAt] = held                ? "confirm"
                     : at == At::kOver   ? "over"
                     : at == At::kChance ? "chance"
                                         : "decision";
  out[member::kToAct] = seats_json(held ? seat_bit(table.held()) : game.to_act(table.state()));
  out[member::kMoves] = table.open_moves();
  if (at == At::kOver && !held) {
    const Scores sheet = game.scores(table.state());
    Json scores = Json::array();
    for (std::size_t i = 0; i < static_cast<std::size_t>(sheet.seats); ++i) {
      Json by = Json::object();
      for (std::size_t c = 0; c < static_cast<std::size_t>(sheet.categories); ++c)
        by[std::string(game.facts().categories[c])] = sheet.by[i][c];
      scores.push_back({{answer::score::kSeat, i + 1},
                        {answer::score::kTotal, sheet.total[i]},
                        {answer::score::kBy, by}});
    }
    out[member::kScores] = scores;
    Json result = result_json(game, table.state());
    result.erase("scores");
    out.update(result);
    if (teller != nullptr) out[member::kVerdict] = game.verdict(table.state(), *teller);
  }
  return out;
}

Json events_json(const AnyGame& game, std::span<const Event> events, Seat reader,
                 const Teller* teller) {
  Json list = Json::array();
  std::optional<Teller> mine;
  if (teller != nullptr) mine = teller->to(reader);
  for (const Event& event : events) {
    list.push_back(game.event_json(event));
    if (!mine) continue;
    if (const Text text = game.event_text(event); !text.key.empty())
      list.back()[any_event::kText] = mine->say(text);
  }
  return list;
}

Json observed_json(const Table& table, Seat viewer, const Teller* teller) {
  const AnyGame& game = table.game();
  const AnyState shown = table.shown(viewer);
  namespace member = answer::observe;  // at has the same
  Json out = {{member::kView, game.view(shown, viewer)},
              {member::kStatus, status_json(table, teller)}};
  if (teller == nullptr) return out;
  out[member::kLines] = game.describe(shown, viewer, *teller);
  out[member::kHelp] = game.explain(shown, viewer, *teller);
  Json areas = Json::array();
  for (const Area& area : game.areas(shown, viewer, *teller)) areas.push_back(area_json(area));
  out[member::kAreas] = areas;
  return out;
}

Json observe_json(const Table& table, Seat viewer, const Teller* teller) {
  Json out = observed_json(table, viewer, teller);
  if (viewer != kNobody) out[answer::observe::kUndo] = table.can_undo(viewer);
  return out;
}

namespace {

Json move_json(const Table& table, Seat seat, AnyMove move, const Teller* teller) {
  const AnyGame& game = table.game();
  Json one = game.move_json(table.state(), seat, move);
  one[any_move::kMove] = game.write(table.state(), seat, move);
  if (teller != nullptr)
    one[any_move::kWords] = game.move_words(table.state(), seat, move, *teller);
  return one;
}

// Items to choose several of, with the move that is each of them alone.
Json several_json(const Table& table, Seat seat, const Several& choice, const Teller* teller) {
  Json items = Json::array();
  for (const Several::Item& item : choice.items) {
    namespace member = answer::item;
    Json one = {{member::kItem, item.name},
                {member::kN, item.most},
                {member::kMove, move_json(table, seat, item.move, teller)}};
    if (item.group != 0) one[member::kGroup] = item.group;
    items.push_back(std::move(one));
  }
  namespace member = answer::choose;
  return {{member::kKind, choice.kind},
          {member::kItems, items},
          {member::kMin, choice.least},
          {member::kMax, choice.most}};
}

}  // namespace

Json legal_json(const Table& table, Seat seat, const Teller* teller) {
  const AnyGame& game = table.game();
  Json moves = Json::array();
  for (const AnyMove move : table.legal(seat))
    moves.push_back(move_json(table, seat, move, teller));
  const bool asked = !moves.empty();
  Json out = {{answer::legal::kMoves, std::move(moves)},
              {answer::legal::kStatus, status_json(table, teller)}};
  if (teller != nullptr && asked)
    out[answer::legal::kPrompt] = game.prompt(table.state(), seat, *teller);
  if (const auto choice = table.several(seat))
    out[answer::legal::kChoose] = several_json(table, seat, *choice, teller);
  return out;
}

Json why_json(const Table& table, Seat seat, std::string_view move, const Teller* teller) {
  namespace member = answer::why;
  if (table.held() != kNobody) {
    const Error wrong =
        error(Code::kConfirmFirst, "expected confirm or undo: a move waits for confirmation");
    return {{member::kLegal, false}, {member::kReason, error_json(wrong, teller)}};
  }
  const AnyGame& game = table.game();
  const auto read = game.read(table.state(), seat, move);
  if (!read) return {{member::kLegal, false}, {member::kReason, error_json(read.error(), teller)}};
  return {{member::kLegal, true}, {member::kMove, game.write(table.state(), seat, read.value())}};
}

With read_with(const JsonIn& in) {
  With out;
  const JsonIn with = in.maybe(request::apply::kWith);  // confirm and go have the same
  if (!with.exists()) return out;
  const std::size_t n = with.size(0, 2);
  for (std::size_t i = 0; i < n; ++i)
    (with[i].one_of({"view", "legal"}) == 0 ? out.view : out.legal) = true;
  return out;
}

void add_asked(const Table& table, Seat own, With with, const Teller* teller, Json& out) {
  if (!with.view && !with.legal) return;
  const SeatMask asked = table.held() != kNobody ? seat_bit(table.held()) : table.waiting();
  const bool other = asked != 0 && (asked & seat_bit(own)) == 0;
  const Seat seat = other ? first_seat(asked) : own;
  Json one = {{answer::asked::kSeat, seat == kNobody ? Json() : Json(seat + 1)}};
  if (with.view) one.update(observe_json(table, seat, teller));
  if (with.legal) one.update(legal_json(table, seat, teller));
  one.erase(answer::observe::kStatus);  // it stands beside
  out[answer::apply::kAsked] = std::move(one);
}

Played read_played(const JsonIn& in) {
  constexpr std::size_t kMostMoves = 40;
  namespace member = request::apply;
  const JsonIn items = in.maybe(member::kItems);
  const JsonIn several = items.exists() ? items : in.maybe(member::kMoves);
  if (!several.exists()) return {{in[member::kMove].text(kLongestMove)}, false};
  if (in.maybe(member::kMove).exists() || (items.exists() && in.maybe(member::kMoves).exists()))
    several.wrong("expected either a move, or moves, or items");
  // Nothing is also a choice of items.
  Played out{std::vector<std::string>(several.size(items.exists() ? 0 : 1, kMostMoves)),
             items.exists()};
  for (std::size_t i = 0; i < out.texts.size(); ++i) out.texts[i] = several[i].text(kLongestMove);
  return out;
}

Result<std::vector<std::string>> moves_of(const Table& table, Seat seat, const Played& played) {
  if (!played.items) return played.texts;
  return table.moves_for(seat, played.texts);
}

}  // namespace tidelock::table
