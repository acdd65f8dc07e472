#include "table/table.h"

#include <utility>

#include "core/any_names.h"
#include "table/message_names.h"

namespace tidelock::table {

namespace {

bool sees(const Event& event, Seat viewer) { return (event.sees & seat_bit(viewer)) != 0; }

}  // namespace

Result<Table> Table::create(Setup setup) {
  Record record;
  record.game = setup.game;
  record.position = setup.position;
  record.seed = setup.seed;
  return resume(std::move(setup), std::move(record));
}

Result<Table> Table::resume(Setup setup, Record record) {
  const auto seats = static_cast<std::size_t>(record.game->seats());
  if (setup.seats.empty()) {
    setup.seats.resize(seats);
    for (std::size_t i = 0; i < seats && i < record.names.size(); ++i) {
      setup.seats[i].name = record.names[i];
    }
  }
  if (setup.seats.size() != seats) {
    return error(
        Code::kBadSeats,
        "expected " + std::to_string(seats) + " seats, found " + std::to_string(setup.seats.size()),
        "seats");
  }
  Table table(std::move(setup));
  table.setup_.game = record.game;
  if (record.seed) table.setup_.seed = *record.seed;
  record.seed.reset();
  if (!table.setup_.luck) record.seed = table.setup_.seed;
  record.names.clear();
  for (std::size_t i = 0; i < seats; ++i) {
    const SeatSetup& seat = table.setup_.seats[i];
    record.names.push_back(seat.name.empty() ? std::to_string(i + 1) : seat.name);
    std::unique_ptr<ai::AnyBot> bot;
    if (!seat.bot.empty()) {
      const std::string where = "seats[" + std::to_string(i) + "]";
      if (!table.setup_.ai) return error(Code::kUnknownBot, "there are no bots here", where);
      auto made = table.setup_.ai->bot(seat.bot);
      if (!made) {
        Error wrong = made.error();
        wrong.where = where;
        return wrong;
      }
      bot = std::move(made).value();
    }
    table.bots_.push_back(std::move(bot));
  }
  table.record_ = std::move(record);
  const std::vector<Entry> entries = std::move(table.record_.entries);
  table.restart();
  for (const Entry& entry : entries) table.add(entry);
  if (!entries.empty()) {
    const Seat last = entries.back().seat;
    if (last != kNobody && !table.setup_.confirmed && table.must_hold(last)) table.held_ = last;
  }
  if (const Seat seat = std::exchange(table.setup_.kept_seat, kNobody); seat != kNobody) {
    const auto move = table.game().read(table.state_, seat, table.setup_.kept_move);
    if (!move) {
      Error wrong = move.error();
      wrong.where = "kept.move";
      return wrong;
    }
    if (!table.keep(seat, move.value()))
      return error(Code::kBadTable, "expected a secret choice that waits for its confirmation",
                   "kept");
  }
  return table;
}

std::string Table::name(Seat seat) const { return record_.names[static_cast<std::size_t>(seat)]; }
bool Table::is_bot(Seat seat) const { return bots_[static_cast<std::size_t>(seat)] != nullptr; }

void Table::restart() {
  record_.entries.clear();
  events_.clear();
  held_ = kNobody;
  kept_.reset();
  choosing_ = 0;
  open_moves_ = 0;
  state_ = record_.start();
}

void Table::add(Entry entry) {
  auto hear = [&](const Event& event) { events_.push_back(event); };
  const bool secret = game().secret(state_);
  if (game().at(state_) == At::kDecision) choosing_ = game().to_act(state_);
  if (entry.seat == kNobody) {
    game().resolve(state_, entry.value, Listener(hear));
  } else {
    game().apply(state_, entry.seat, entry.value, Listener(hear));
  }
  record_.entries.push_back(entry);
  if (!secret || opened(game(), state_, choosing_)) open_moves_ = record_.entries.size();
}

AnyState Table::shown(Seat viewer) const {
  if (!kept_ || kept_->seat != viewer) return state_;
  AnyState own = game().knows(state_, viewer);  // others' choices stay closed
  game().apply(own, viewer, kept_->value, kNoListener);
  return own;
}

SeatMask Table::waiting() const {
  if (held_ != kNobody) return 0;
  SeatMask mask = game().to_act(state_);
  for (Seat seat = 0; seat < game().seats(); ++seat) {
    if (is_bot(seat)) mask = static_cast<SeatMask>(mask & ~seat_bit(seat));
  }
  return mask;
}

std::vector<AnyMove> Table::legal(Seat seat) const {
  if (held_ != kNobody || seat < 0 || (game().to_act(state_) & seat_bit(seat)) == 0) return {};
  return game().legal(state_, seat);
}

std::optional<Several> Table::several(Seat seat) const {
  if (held_ != kNobody || seat < 0 || seat >= game().seats()) return std::nullopt;
  return game().several(state_, seat);
}

Result<std::vector<std::string>> Table::moves_for(Seat seat,
                                                  std::span<const std::string> items) const {
  if (auto wrong = may_move(state_, seat)) return *wrong;
  if ((game().to_act(state_) & seat_bit(seat)) == 0) return game().read(state_, seat, "").error();
  return game().moves_for(state_, seat, items);
}

// A seat has to confirm its move if the next step would reveal something or is another seat's.
bool Table::must_hold(Seat seat) const {
  if (!setup_.confirm || is_bot(seat)) return false;
  if (game().at(state_) != At::kDecision) return true;
  if ((game().to_act(state_) & seat_bit(seat)) != 0) return false;
  return !game().secret(state_);
}

// The choice that would open the sealed choices of all seats is held back until it is confirmed.
bool Table::keep(Seat seat, AnyMove move) {
  if (!setup_.confirm || is_bot(seat) || game().sight(state_, seat, move) == Sight::kOpen)
    return false;
  AnyState after = state_;
  game().apply(after, seat, move, kNoListener);
  if (!opened(game(), after, game().to_act(state_))) return false;
  kept_ = Entry{seat, move};
  held_ = seat;
  return true;
}

std::optional<Error> Table::may_move(const AnyState& state, Seat seat) const {
  if (held_ != kNobody)
    return error(Code::kConfirmFirst, "expected confirm or undo: a move waits for confirmation");
  if (seat < 0 || seat >= game().seats())
    return error(Code::kBadSeat, "expected a seat from 1 to " + std::to_string(game().seats()));
  if (is_bot(seat)) return error(Code::kBotSeat, "a bot sits in this seat");
  if (game().at(state) == At::kChance)
    return error(Code::kChanceFirst, "chance has to answer first");
  return std::nullopt;
}

Result<AnyMove> Table::read(const AnyState& state, Seat seat, std::string_view move) const {
  if (auto wrong = may_move(state, seat)) return *wrong;
  return game().read(state, seat, move);
}

std::optional<Error> Table::apply(Seat seat, std::span<const std::string> moves) {
  if (moves.empty()) return error(Code::kNotLegal, "expected a move");
  if (moves.size() == 1) return apply(seat, moves.front());
  std::vector<AnyMove> first;
  AnyState ahead = state_;
  for (const std::string& move : moves) {
    const auto one = read(ahead, seat, move);
    if (!one) return one.error();
    if (first.size() + 1 == moves.size()) break;
    first.push_back(one.value());
    const SeatMask choosing = game().to_act(ahead);
    game().apply(ahead, seat, one.value(), kNoListener);
    if (game().secret(state_) && opened(game(), ahead, choosing))
      return error(Code::kNotYourDecision, "expected no move after the one that opens all choices");
  }
  for (const AnyMove move : first) add({seat, move});
  return apply(seat, moves.back());
}

std::optional<Error> Table::apply(Seat seat, std::string_view move) {
  const auto one = read(state_, seat, move);
  if (!one) return one.error();
  if (keep(seat, one.value())) return std::nullopt;
  const bool sealed = game().sight(state_, seat, one.value()) != Sight::kOpen;
  add({seat, one.value()});
  // A chain of single options belongs to the move that led there.
  while (autoplays(seat) && game().at(state_) == At::kDecision &&
         (game().to_act(state_) & seat_bit(seat)) != 0) {
    const auto options = game().legal(state_, seat);
    if (options.size() != 1) break;
    if (keep(seat, options.front())) return std::nullopt;
    add({seat, options.front()});
  }
  // A sealed choice needs no confirmation: it can be undone until all are opened.
  if (!sealed && must_hold(seat)) held_ = seat;
  return std::nullopt;
}

std::optional<Error> Table::confirm(Seat seat) {
  if (held_ == kNobody) return error(Code::kNothingToConfirm, "no move waits for confirmation");
  if (seat != held_) return error(Code::kNotYourDecision, "another seat confirms its move");
  held_ = kNobody;
  if (kept_) add(*std::exchange(kept_, std::nullopt));
  return std::nullopt;
}

bool Table::takes_back_kept(Seat seat) const {
  // A forced move goes with the choice before it.
  return kept_ && kept_->seat == seat && game().legal(state_, seat).size() > 1;
}

// The entries that would be left, or nullopt if this seat has nothing to undo.
std::optional<std::vector<Entry>> Table::undo_target(Seat seat, Undo how) const {
  if (seat < 0 || seat >= game().seats() || is_bot(seat)) return std::nullopt;
  // The last real choice of this seat: forced moves belong to the choice before them.
  std::optional<std::size_t> target;
  bool sealed = false;
  // Where the current sealed choices began: from there on seats only leave the mask.
  std::size_t began = 0;
  SeatMask choosing = 0;
  const auto meet = [&](const AnyState& state, std::size_t index) {
    if (game().at(state) != At::kDecision) return;
    const SeatMask mask = game().to_act(state);
    if ((mask & ~choosing) != 0) began = index;
    choosing = mask;
  };
  std::vector<SeatMask> seen;  // of each entry: who learned an answer of chance
  for (Replay replay(record_); !replay.done();) {
    const Entry entry = replay.entry();
    meet(replay.state(), replay.index());
    seen.push_back(entry.seat == kNobody ? game().ask(replay.state()).sees : SeatMask{0});
    if (entry.seat == seat && game().legal(replay.state(), seat).size() > 1) {
      target = replay.index();
      sealed = game().sight(replay.state(), seat, entry.value) != Sight::kOpen;
    }
    replay.step(kNoListener);
  }
  meet(state_, record_.entries.size());
  if (!target) return std::nullopt;
  const auto& entries = record_.entries;
  std::vector<Entry> left(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(*target));
  if (how == Undo::kFree) return left;
  const bool still_sealed = sealed && began <= *target && game().secret(state_);
  if (sealed && !still_sealed) return std::nullopt;  // opened: everybody has seen it
  for (std::size_t i = *target + 1; i < entries.size(); ++i) {
    if (entries[i].seat == seat) continue;
    // Somebody learned something, or another seat decided: no undo, unless all of it is still
    // sealed.
    if (!still_sealed || (seen[i] & seat_bit(seat)) != 0) return std::nullopt;
    left.push_back(entries[i]);
  }
  return left;
}

bool Table::was_forced(Seat seat) const {
  bool forced = true;
  for (Replay replay(record_); !replay.done(); replay.step(kNoListener)) {
    if (replay.entry().seat != seat) {
      forced = true;
    } else if (game().legal(replay.state(), seat).size() > 1) {
      forced = false;
    }
  }
  return forced;
}

std::optional<Error> Table::undo(Seat seat, Undo how) {
  if (seat < 0 || seat >= game().seats())
    return error(Code::kBadSeat, "expected a seat from 1 to " + std::to_string(game().seats()));
  if (takes_back_kept(seat)) {
    kept_.reset();
    held_ = kNobody;
    return std::nullopt;
  }
  const auto left = undo_target(seat, how);
  if (!left) {
    return held_ == seat && was_forced(seat)
               ? error(Code::kNothingToUndo,
                       "nothing can be taken back: the move that waits was the only one there was")
               : error(Code::kNothingToUndo,
                       "nothing can be taken back: something new has been seen since, or it was "
                       "another's move");
  }
  // A sealed choice that another seat had still to confirm opens nothing any more, so it is added
  // now; an undo without limit drops it.
  const auto kept = kept_;
  unsaid_ = events_;
  ++undone_;
  restart();
  for (const Entry& entry : *left) add(entry);
  if (kept && kept->seat != seat && how == Undo::kTurn) add(*kept);
  return std::nullopt;
}

// The answer of chance to the current question.
Entry Table::luck() const {
  const Ask ask = game().ask(state_);
  return {kNobody, setup_.luck ? setup_.luck(ask) : Seeded{setup_.seed}(ask)};
}

bool Table::advance(bool single, std::vector<std::string>* written) {
  bool happened = false;
  const auto enter = [&](const Entry& entry) {
    if (written != nullptr) written->push_back(entry_text(game(), state_, entry));
    add(entry);
  };
  while (held_ == kNobody) {
    const At at = game().at(state_);
    if (at == At::kOver) return happened;
    if (at == At::kChance) {
      enter(luck());
    } else {
      Seat actor = kNobody;
      AnyMove move = 0;
      for (Seat seat = 0; seat < game().seats() && actor == kNobody; ++seat) {
        if ((game().to_act(state_) & seat_bit(seat)) == 0) continue;
        const auto options = game().legal(state_, seat);
        if (options.size() == 1 && autoplays(seat)) {
          actor = seat;
          move = options.front();
        } else if (is_bot(seat)) {
          actor = seat;
          // A bot's seed depends on what it knows and on the table's seed, so that it repeats its
          // move after an undo.
          const AnyState known = game().knows(state_, seat);
          const std::uint64_t seed = mix(setup_.seed ^ 0x626F74ULL) ^ game().hash(known);
          move = bots_[static_cast<std::size_t>(seat)]->choose(known, seat, seed);
        }
      }
      if (actor == kNobody) return happened;
      enter({actor, move});
    }
    happened = true;
    if (single) return true;
  }
  return happened;
}

std::optional<Error> Table::follow(std::string_view entry) {
  if (held_ != kNobody)
    return error(Code::kConfirmFirst, "expected confirm or undo: a move waits for confirmation");
  // Equivalent outcomes have the same text: the one that luck gives is meant.
  if (game().at(state_) == At::kChance) {
    const Entry given = luck();
    if (entry_text(game(), state_, given) == entry) {
      add(given);
      return std::nullopt;
    }
  }
  const auto read = read_entry(game(), state_, entry);
  if (!read) return read.error();
  add(read.value());
  return std::nullopt;
}

Result<Json> Table::preview(Seat seat, std::string_view move, const Teller* teller) const {
  if (held_ != kNobody)
    return error(Code::kConfirmFirst, "expected confirm or undo: a move waits for confirmation");
  if (seat < 0 || seat >= game().seats())
    return error(Code::kBadSeat, "expected a seat from 1 to " + std::to_string(game().seats()));
  const auto read = game().read(state_, seat, move);
  if (!read) return read.error();
  AnyState after =
      game().knows(state_, seat);  // the last of several sealed choices must not open the others
  Json events = Json::array();
  auto hear = [&](const Event& event) {
    if (!sees(event, seat)) return;
    events.push_back(game().event_json(event));
    if (teller == nullptr) return;
    if (const Text text = game().event_text(event); !text.key.empty())
      events.back()[any_event::kText] = teller->to(seat).say(text);
  };
  game().apply(after, seat, read.value(), Listener(hear));
  const At at = game().at(after);
  namespace member = answer::preview;
  return Json{{member::kEvents, events},
              {member::kThen, at == At::kChance ? "chance"
                              : at == At::kOver ? "over"
                                                : "decision"},
              {member::kView, game().view(after, seat)}};
}

std::vector<Event> Table::events(Seat viewer, std::size_t from) const {
  std::vector<Event> out;
  std::size_t n = 0;
  for (const Event& event : events_) {
    if (!sees(event, viewer)) continue;
    if (n++ >= from) out.push_back(event);
  }
  return out;
}

Json Table::save() const {
  Json seats = Json::array();
  for (const SeatSetup& seat : setup_.seats) {
    Json one = {{"name", seat.name}};
    if (!seat.bot.empty()) one["bot"] = seat.bot;
    seats.push_back(one);
  }
  Json out = {{"format", "tidelock-table/1"},
              {"record", write_record(record_, true)},
              {"seats", seats},
              {"confirm", setup_.confirm},
              {"confirmed", held_ == kNobody},
              {"autoplay", setup_.autoplay},
              {"undo", setup_.undo == Undo::kFree ? "free" : "turn"}};
  if (kept_)
    out["kept"] = {{"seat", kept_->seat + 1},
                   {"move", game().write(state_, kept_->seat, kept_->value)}};
  return out;
}

Result<Saved> read_saved(const Json& json, const GameSource& games) {
  JsonIn::Trouble trouble;
  const JsonIn in(json, trouble);
  in.only({"format", "record", "seats", "confirm", "confirmed", "autoplay", "undo", "kept"});
  (void)in["format"].one_of({"tidelock-table/1"});
  Setup setup;
  setup.confirm = in["confirm"].boolean();
  setup.confirmed = in["confirmed"].boolean();
  setup.autoplay = in["autoplay"].boolean();
  setup.undo = in["undo"].one_of({"turn", "free"}) == 0 ? Undo::kTurn : Undo::kFree;
  const JsonIn seats = in["seats"];
  const std::size_t n = seats.size(1, kMaxSeats);
  for (std::size_t i = 0; i < n; ++i) {
    seats[i].only({"name", "bot"});
    SeatSetup seat;
    seat.name = seats[i]["name"].text(60);
    if (seats[i].maybe("bot").exists()) seat.bot = seats[i]["bot"].text(60);
    setup.seats.push_back(seat);
  }
  if (const JsonIn kept = in.maybe("kept"); kept.exists()) {
    kept.only({"seat", "move"});
    setup.kept_seat = static_cast<Seat>(kept["seat"].integer(1, static_cast<int>(n)) - 1);
    setup.kept_move = kept["move"].text(200);
  }
  if (trouble.any()) return trouble.first();
  auto record = read_record(in["record"].raw(), games);
  if (!record) {
    Error wrong = record.error();
    wrong.where = wrong.where.empty() ? "record" : "record." + wrong.where;
    return wrong;
  }
  setup.game = record.value().game;
  return Saved{std::move(record).value(), std::move(setup)};
}

}  // namespace tidelock::table
