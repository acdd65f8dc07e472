// `tidelock play`: a game at this terminal. The shell around the table (seats, log, prompt,
// commands, saving); the picture in the middle is the game's own.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "cli/common.h"
#include "cli/console.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "games/games.h"
#include "table/analysis.h"
#include "table/table.h"

namespace tidelock::cli {

namespace {

using table::Table;

constexpr int kLeastLog = 2;
constexpr int kPromptLines = 4;  // what is asked, two lines of choices, the line typed
constexpr int kTableHeight = 17;
constexpr ai::Limits kHintTime{0,
                               1500};  // ms; plain output counts iterations, to say the same again

constexpr const char* kOpponent = "medium";  // where nobody is named: a good game, answered at once

// A game that is in the way of a new one is put beside it, never overwritten.
void keep_aside(const std::string& path) {
  for (int n = 1; n < 10000; ++n) {
    const std::string kept = path + ".kept-" + std::to_string(n);
    if (file_exists(kept)) continue;
    if (std::rename(path.c_str(), kept.c_str()) == 0) {
      std::fprintf(stderr, "tidelock: the unfinished game is kept in %s\n", kept.c_str());
    }
    return;
  }
}

std::string trimmed(const std::string& text) {
  const auto from = text.find_first_not_of(" \t\r");
  if (from == std::string::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

class Shell {
 public:
  Shell(Table table, Lang lang, std::string save_path, bool plain, bool colour)
      : table_(std::move(table)),
        lang_(lang),
        save_path_(std::move(save_path)),
        plain_(plain),
        colour_(colour),
        terminal_(!plain) {}

  int run() {
    for (Seat seat = 0; seat < game().seats(); ++seat) people_ += table_.is_bot(seat) ? 0 : 1;
    if (plain_) say(words("shell.welcome.plain"));
    while (true) {
      table_.advance();
      save();
      if (table_.over()) return finish();
      const Seat seat = table_.held() != kNobody ? table_.held() : first_seat(table_.waiting());
      if (seat == kNobody) return finish();
      if (people_ > 1 && seat != viewer_) {
        if (!hand_over(seat)) return leave();
      }
      viewer_ = seat;
      if (!ask(seat)) return leave();
    }
  }

 private:
  [[nodiscard]] const AnyGame& game() const { return table_.game(); }
  [[nodiscard]] Teller teller() const {
    std::vector<std::string> names;
    for (Seat seat = 0; seat < game().seats(); ++seat)
      names.push_back(plain_safe(table_.name(seat)));
    return {games::words(lang_), names, viewer_};
  }
  [[nodiscard]] std::string words(const std::string& key, std::vector<TextArg> args = {}) const {
    return teller().say(Text{key, std::move(args)});
  }
  void say(const std::string& line) { terminal_.print(line + "\n"); }
  void print_lines(const std::vector<std::string>& lines) {
    for (const auto& line : lines) say(line);
  }

  // One question to one seat; answers false when the person leaves.
  bool ask(Seat seat) {
    if (plain_) tell_news(seat);
    while (true) {
      const bool confirming = table_.held() == seat;
      if (plain_) {
        print_question(seat, confirming);
      } else {
        draw(seat, confirming);
      }
      std::string line;
      const Input input = terminal_.read(line);
      if (input == Input::kResized) continue;
      if (input == Input::kEnd || input == Input::kInterrupted) return false;
      line = trimmed(line);
      note_.clear();
      if (confirming && line.empty()) {
        (void)table_.confirm(seat);
        return true;
      }
      if (line.empty()) continue;
      const Done done = obey(seat, line, confirming);
      if (done == Done::kLeave) return false;
      if (done == Done::kMoved) return true;
      if (done == Done::kAgain) continue;
    }
  }

  enum class Done { kMoved, kAgain, kLeave };

  Done obey(Seat seat, const std::string& line, bool confirming) {
    const auto moves = listed(seat);
    if (!confirming) {
      if (const auto done = choose_items(seat, line)) return *done;
      // A number picks from the list; everything else is notation first.
      if (line.find_first_not_of("0123456789") == std::string::npos) {
        const std::size_t n = line.size() < 6 ? static_cast<std::size_t>(std::stoi(line)) : 0;
        if (n >= 1 && n <= moves.size()) {
          (void)table_.apply(seat, game().write(table_.state(), seat, moves[n - 1]));
          return Done::kMoved;
        }
        note_ = words("shell.no-such-number", {{"n", static_cast<std::int64_t>(moves.size())}});
        return Done::kAgain;
      }
      if (game().read(table_.state(), seat, line).ok()) {
        (void)table_.apply(seat, line);
        return Done::kMoved;
      }
    }
    const auto space = line.find(' ');
    const std::string word = line.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : trimmed(line.substr(space));
    if (word == "q" || word == "quit" || word == "exit") return Done::kLeave;
    if ((word == "u" || word == "undo") && !chosen_.empty()) {
      chosen_.pop_back();
      note_ = words("shell.undone");
      return Done::kAgain;
    }
    if (word == "u" || word == "undo") {
      const auto wrong = table_.undo(seat);
      note_ = wrong ? words("shell.cannot-undo") : words("shell.undone");
      return wrong ? Done::kAgain : Done::kMoved;
    }
    if (word == "c" || word == "confirm" || word == "ok" || word == "y" || word == "yes") {
      if (!confirming) {
        note_ = words("shell.nothing-to-confirm");
        return Done::kAgain;
      }
      (void)table_.confirm(seat);
      return Done::kMoved;
    }
    if (word == "?" || word == "help") {
      std::vector<std::string> lines = game().explain(table_.shown(viewer_), viewer_, teller());
      lines.insert(lines.begin(), "");
      const std::vector<std::string> commands = command_help();
      lines.insert(lines.begin(), commands.begin(), commands.end());
      return page(lines);
    }
    if (word == "m" || word == "moves") return page(move_lines(seat));
    if (word == "l" || word == "log") return page(log_lines());
    if (word == "look" || word == "table")
      return page(game().describe(table_.shown(viewer_), viewer_, teller()));
    if (word == "hint" && !confirming) return hint(seat);
    if (word == "score" || word == "scores") return page(score_lines(teller()));
    if (word == "lang") {
      if (const auto lang = lang_from_code(rest)) {
        lang_ = *lang;
      } else {
        note_ = words("shell.languages");
      }
      return Done::kAgain;
    }
    if (word == "save") {
      if (rest.empty()) {
        note_ = words("shell.saved", {{"file", literal(save_path_)}});
        return Done::kAgain;
      }
      const auto wrong = write_file(rest, dump_json_pretty(table_.save()) + "\n");
      note_ =
          wrong ? plain_safe(wrong->sentence()) : words("shell.saved", {{"file", literal(rest)}});
      return Done::kAgain;
    }
    if (confirming) {
      note_ = words("shell.confirm-or-undo");
      return Done::kAgain;
    }
    const auto read = game().read(table_.state(), seat, line);
    if (!read) note_ = sentence(read.error());
    return Done::kAgain;
  }

  // --- several items at once (core/several.h) ---

  // What can be chosen now: moves, or items of which several are chosen and that are left.
  [[nodiscard]] std::vector<AnyMove> listed(Seat seat) const {
    const auto choice = table_.several(seat);
    if (!choice) return table_.legal(seat);
    std::vector<AnyMove> out;
    for (const Several::Item& item : choice->items) {
      if (std::count(chosen_.begin(), chosen_.end(), item.name) < item.most)
        out.push_back(item.move);
    }
    if (!choice->none.empty()) {
      if (const auto none = game().read(table_.state(), seat, choice->none); none.ok())
        out.push_back(none.value());
    }
    return out;
  }

  // The item that a number in the list, its name or its move means; nothing if none.
  [[nodiscard]] std::string item_of(Seat seat, const Several& choice,
                                    const std::string& typed) const {
    const auto moves = listed(seat);
    const bool number = typed.find_first_not_of("0123456789") == std::string::npos;
    const std::size_t n =
        number && typed.size() < 6 ? static_cast<std::size_t>(std::stoi(typed)) : 0;
    for (const Several::Item& item : choice.items) {
      const bool same =
          several::lower(item.name) == several::lower(typed) ||
          several::lower(game().write(table_.state(), seat, item.move)) == several::lower(typed);
      if (number ? n >= 1 && n <= moves.size() && moves[n - 1] == item.move : same)
        return item.name;
    }
    return {};
  }

  // Items in one line, in any order. Nothing if the line says something else. Those that the rules
  // ask for in an order of their own are kept here until there are enough.
  std::optional<Done> choose_items(Seat seat, const std::string& line) {
    const auto choice = table_.several(seat);
    if (!choice) return std::nullopt;
    std::vector<std::string> items;
    std::string typed;
    for (const char c : line + " ") {
      if (c != ' ' && c != ',') {
        typed += c;
      } else if (!typed.empty()) {
        items.push_back(item_of(seat, *choice, typed));
        if (items.back().empty()) return std::nullopt;
        typed.clear();
      }
    }
    if (items.empty() || (items.size() == 1 && !choice->ordered)) return std::nullopt;
    items.insert(items.begin(), chosen_.begin(), chosen_.end());
    if (choice->ordered && static_cast<int>(items.size()) < choice->least) {
      chosen_ = std::move(items);
      return Done::kAgain;
    }
    const auto moves = table_.moves_for(seat, items);
    if (!moves) {
      note_ = sentence(moves.error());
      return Done::kAgain;
    }
    if (const auto wrong = table_.apply(seat, moves.value())) {
      note_ = sentence(*wrong);
      return Done::kAgain;
    }
    chosen_.clear();
    return Done::kMoved;
  }

  // The question, and how several items are chosen.
  [[nodiscard]] std::string question(Seat seat) const {
    std::string out = game().prompt(table_.state(), seat, teller());
    const auto choice = table_.several(seat);
    if (!choice) return out;
    const std::int64_t left = choice->most - static_cast<std::int64_t>(chosen_.size());
    out += " · " + (choice->least == choice->most
                        ? words("shell.several", {{"n", left}})
                        : words("shell.several.range", {{"least", std::int64_t{choice->least}},
                                                        {"most", std::int64_t{choice->most}}}));
    if (chosen_.empty()) return out;
    std::string all;
    for (const std::string& item : chosen_) all += (all.empty() ? "" : ", ") + item;
    return out + " " + words("shell.several.chosen", {{"items", literal(all)}});
  }

  [[nodiscard]] std::string sentence(const Error& wrong) const {
    if (!wrong.text.key.empty() && games::words(lang_).has(wrong.text.key))
      return teller().say(wrong.text);
    return plain_safe(wrong.sentence());
  }

  [[nodiscard]] std::vector<std::string> command_help() const {
    std::vector<std::string> lines = {words("shell.help.title")};
    for (const char* key : {"move", "undo", "confirm", "moves", "hint", "look", "log", "score",
                            "save", "lang", "quit"}) {
      lines.push_back("  " + words(std::string("shell.help.") + key));
    }
    return lines;
  }

  [[nodiscard]] std::vector<std::string> move_lines(Seat seat) const {
    std::vector<std::string> lines;
    const auto moves = listed(seat);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      lines.push_back(std::to_string(i + 1) + ". " + game().write(table_.state(), seat, moves[i]) +
                      ": " + game().move_words(table_.state(), seat, moves[i], teller()));
    }
    return lines;
  }

  // The best move and why, from what this seat can know. The table does not change.
  Done hint(Seat seat) {
    using SteadyClock = std::chrono::steady_clock;
    table::HintSearch search(table_.setup().game, *table_.setup().ai, table_.state(), seat,
                             plain_ ? table::kHintLimits : kHintTime);
    constexpr std::chrono::milliseconds kSlice{20};
    constexpr std::chrono::milliseconds kEvery{200};
    for (auto told = SteadyClock::now(); !search.advance(kSlice) && !terminal_.pressed();) {
      if (plain_ || SteadyClock::now() - told < kEvery) continue;
      told = SteadyClock::now();
      note_ = words("shell.hint.thinking", {{"move", literal(search.hint().moves[0].text)}});
      draw(seat, false);
    }
    const table::Hint found = search.hint();
    const Done done = page(hint_lines(seat, found, search.known()));
    note_ = plain_ ? "" : words("shell.hint.short", {{"move", literal(found.moves[0].text)}});
    return done;
  }

  [[nodiscard]] std::vector<std::string> hint_lines(Seat seat, const table::Hint& hint,
                                                    const AnyState& known) const {
    const auto& best = hint.moves[0];
    const bool alone = game().seats() == 1;
    const auto about = [&](const table::Hint::Move& move) -> std::vector<TextArg> {
      return {{"move", literal(move.text)},
              {"words", literal(game().move_words(known, seat, move.move, teller()))}};
    };
    std::vector<std::string> lines = {words("shell.hint.best", about(best))};
    const std::vector<TextArg> worth = {
        {"chance", std::int64_t{std::lround(best.value.chance * 100)}},
        {"points", decimal(std::abs(best.value.points), lang_)}};
    lines.push_back(words(alone                   ? "shell.hint.alone"
                          : best.value.points < 0 ? "shell.hint.behind"
                                                  : "shell.hint.ahead",
                          worth));
    if (table_.legal(seat).size() == 1) {
      lines.push_back(words("shell.hint.only"));
    } else if (hint.moves.size() > 1 && hint.moves[1].visits > 0) {
      const auto& next = hint.moves[1];
      const std::int64_t chance = std::lround((best.value.chance - next.value.chance) * 100);
      const double points = best.value.points - next.value.points;
      const bool likelier = chance > 0 && !alone;
      const bool more = points >= 0.05;
      std::vector<TextArg> args = about(next);
      args.push_back({"chance", chance});
      args.push_back({"points", decimal(points, lang_)});
      lines.push_back(words(likelier && more ? "shell.hint.next.both"
                            : likelier       ? "shell.hint.next.chance"
                            : !more          ? "shell.hint.next.equal"
                            : alone          ? "shell.hint.next.alone"
                                             : "shell.hint.next.points",
                            args));
    }
    if (hint.line.size() > 1) lines.push_back(words("shell.hint.line"));
    AnyState state = known;
    for (std::size_t i = 0; i < hint.line.size(); ++i) {
      if (i > 0)
        lines.push_back("  " + hint.words[i] + ": " +
                        game().move_words(state, seat, hint.line[i], teller()));
      game().apply(state, seat, hint.line[i], kNoListener);
    }
    return lines;
  }

  [[nodiscard]] std::vector<std::string> log_lines() const {
    std::vector<std::string> lines;
    for (const Event& event : table_.events(viewer_))
      lines.push_back(teller().say(game().event_text(event)));
    return lines;
  }

  [[nodiscard]] std::vector<std::string> score_lines(const Teller& t) const {
    const Scores sheet = game().scores(game().knows(table_.shown(viewer_), viewer_));
    const std::string id(game().facts().id);
    std::vector<std::string> lines;
    constexpr int kLabel = 26;
    constexpr int kCell = 12;
    const auto cell = [&](const std::string& text) {
      const std::string cut = clip(text, kCell - 1);
      return std::string(static_cast<std::size_t>(kCell - display_width(cut)), ' ') + cut;
    };
    std::string head = pad("", kLabel);
    for (Seat seat = 0; seat < game().seats(); ++seat) head += cell(t.name(seat));
    lines.push_back(head);
    for (std::size_t c = 0; c < game().facts().categories.size(); ++c) {
      bool any = false;
      std::string line = pad(
          clip(t.say(id + ".score." + std::string(game().facts().categories[c])), kLabel), kLabel);
      for (std::size_t i = 0; i < static_cast<std::size_t>(sheet.seats); ++i) {
        line += cell(std::to_string(sheet.by[i][c]));
        any = any || sheet.by[i][c] != 0;
      }
      if (any) lines.push_back(line);
    }
    std::string total = pad(t.say("shell.total"), kLabel);
    for (std::size_t i = 0; i < static_cast<std::size_t>(sheet.seats); ++i)
      total += cell(std::to_string(sheet.total[i]));
    lines.push_back(total);
    if (game().seats() > 2 && table_.over()) {
      const Places places = game().places(table_.state());
      std::string place = pad(t.say("shell.place"), kLabel);
      for (std::size_t i = 0; i < static_cast<std::size_t>(sheet.seats); ++i)
        place += cell(std::to_string(places[i]));
      lines.push_back(place);
    }
    return lines;
  }

  // A text of any length, a screenful at a time; plain output just prints it.
  Done page(const std::vector<std::string>& lines) {
    if (plain_) {
      print_lines(lines);
      return Done::kAgain;
    }
    std::size_t at = 0;
    while (true) {
      std::vector<std::string> wrapped;
      for (const auto& line : lines) {
        const auto parts =
            line.empty() ? std::vector<std::string>{""} : wrap(line, terminal_.width());
        wrapped.insert(wrapped.end(), parts.begin(), parts.end());
      }
      const auto room = static_cast<std::size_t>(std::max(3, terminal_.height() - 2));
      at = std::min(at, wrapped.size());
      std::string text;
      std::size_t last = at;
      for (; last < wrapped.size() && last < at + room; ++last) text += wrapped[last] + "\n";
      const bool more = last < wrapped.size();
      text += words(more ? "shell.more" : "shell.back") + " ";
      terminal_.show(text);
      std::string line;
      const Input input = terminal_.read(line);
      if (input == Input::kResized) continue;
      if (input == Input::kEnd || input == Input::kInterrupted) return Done::kLeave;
      if (!more || !trimmed(line).empty()) return Done::kAgain;
      at = last;
    }
  }

  // Nobody sees a hand while the screen changes owners.
  bool hand_over(Seat seat) {
    const std::string text =
        words("shell.hand-over", {{"player", static_cast<std::int64_t>(seat) + 1}});
    while (true) {
      if (plain_) {
        // Push what was said before out of sight.
        say(std::string(60, '\n') + text);
      } else {
        terminal_.show("\n\n  " + text + "\n\n  ");
      }
      std::string line;
      const Input input = terminal_.read(line);
      if (input == Input::kResized) continue;
      if (input == Input::kEnd || input == Input::kInterrupted) return false;
      return trimmed(line) != "q" && trimmed(line) != "quit";
    }
  }

  // What happened since this seat was last asked; at first the whole table.
  void tell_news(Seat seat) {
    auto& told = told_[static_cast<std::size_t>(seat)];
    if (told == 0) {
      print_lines(game().describe(table_.shown(seat), seat, teller()));
      told = table_.event_count(seat);
      return;
    }
    const auto news = table_.events(seat, told);
    for (const Event& event : news) say(teller().say(game().event_text(event)));
    told = table_.event_count(seat);
  }

  void print_question(Seat seat, bool confirming) {
    if (!note_.empty()) say(note_);
    if (confirming) {
      say(words("shell.confirm"));
    } else {
      say(question(seat));
      const auto moves = move_lines(seat);
      constexpr std::size_t kListed = 12;
      for (std::size_t i = 0; i < moves.size() && (moves.size() <= kListed || i < kListed - 2); ++i)
        say(moves[i]);
      if (moves.size() > kListed)
        say(words("shell.all-moves", {{"n", static_cast<std::int64_t>(moves.size())}}));
    }
    terminal_.print("> ");
  }

  // The picture, the latest of the log, what is asked, choices in short, the line being typed.
  void draw(Seat seat, bool confirming) {
    const int width = std::max(20, terminal_.width());
    const int height = std::max(10, terminal_.height());
    const int spare = std::max(0, height - kTableHeight - kLeastLog - kPromptLines - 1);
    const int log_height = kLeastLog + 1 + spare / 2;
    const int table_height = std::max(5, height - kPromptLines - log_height);
    Canvas canvas(width, table_height);
    game().draw(table_.shown(viewer_), viewer_, canvas, teller());
    const ColourMode mode = colour_ ? ColourMode::kAnsi : ColourMode::kNone;
    std::string text = canvas.render(mode) + "\n";

    std::vector<std::string> log;
    for (const auto& line : log_lines()) {
      const auto parts = wrap(line, width);
      log.insert(log.end(), parts.begin(), parts.end());
    }
    const std::size_t shown = std::min(log.size(), static_cast<std::size_t>(log_height));
    for (std::size_t i = shown; i < static_cast<std::size_t>(log_height); ++i) text += "\n";
    for (std::size_t i = log.size() - shown; i < log.size(); ++i)
      text += dim(clip(log[i], width)) + "\n";

    std::string asked = note_;
    if (asked.empty()) asked = confirming ? words("shell.confirm") : question(seat);
    text += bold(clip(asked, width)) + "\n";
    std::vector<std::string> choices(2);
    if (!confirming) choices = short_choices(seat, width);
    text += choices[0] + "\n" + choices[1] + "\n> " + terminal_.typed();
    terminal_.show(text);
  }

  [[nodiscard]] std::string dim(const std::string& text) const {
    return colour_ ? "\x1b[2m" + text + "\x1b[0m" : text;
  }
  [[nodiscard]] std::string bold(const std::string& text) const {
    return colour_ ? "\x1b[1m" + text + "\x1b[0m" : text;
  }

  // As many numbered choices as fit in two lines, with what they mean if all of that fits.
  [[nodiscard]] std::vector<std::string> short_choices(Seat seat, int width) const {
    const auto moves = listed(seat);
    const std::string rest =
        words("shell.all-moves.short", {{"n", static_cast<std::int64_t>(moves.size())}});
    for (const bool in_words : {true, false}) {
      if (in_words && moves.size() > 6) continue;
      std::vector<std::string> lines(2);
      std::size_t line = 0;
      std::size_t i = 0;
      for (; i < moves.size(); ++i) {
        std::string one =
            std::to_string(i + 1) + " " + game().write(table_.state(), seat, moves[i]);
        if (in_words)
          one += " (" + game().move_words(table_.state(), seat, moves[i], teller()) + ")";
        one += "  ";
        const int room = width - (line == 1 ? display_width(rest) : 0);
        if (display_width(lines[line] + one) > room) {
          if (line == 1) break;
          ++line;
          if (display_width(one) > width - display_width(rest)) break;
        }
        lines[line] += one;
      }
      if (i < moves.size() && in_words) continue;
      if (i < moves.size()) lines[1] += rest;
      if (line == 0) lines[1] = dim(clip(words("shell.commands"), width));
      return lines;
    }
    return std::vector<std::string>(2);
  }

  // Kept after every step. A disk that refuses is told, and the game goes on.
  void save() {
    const auto wrong = write_file(save_path_, dump_json_pretty(table_.save()) + "\n");
    not_kept_ = wrong ? plain_safe(wrong->sentence()) : "";
    if (wrong) note_ = not_kept_;
  }

  int leave() {
    if (!not_kept_.empty()) {
      farewell_ = words("shell.not-kept", {{"reason", literal(not_kept_)}});
      return kExitError;
    }
    farewell_ = words("shell.left", {{"file", literal(save_path_)}});
    return kExitOk;
  }

  int finish() {
    const std::string record_path = record_file();
    const auto wrong =
        write_file(record_path, dump_json_pretty(write_record(table_.record(), true)) + "\n");
    if (!wrong) (void)std::remove(save_path_.c_str());
    std::vector<std::string> lines;
    const Teller t = teller();
    std::vector<std::string> closing = game().verdict(table_.state(), t);
    if (!plain_) lines.push_back(words("shell.over"));  // plain, the news say so
    if (game().seats() > 1) lines.push_back(winners_line());
    lines.insert(lines.end(), closing.begin(), closing.end());
    lines.emplace_back();
    const auto sheet = score_lines(t);
    lines.insert(lines.end(), sheet.begin(), sheet.end());
    lines.emplace_back();
    lines.push_back(wrong ? plain_safe(wrong->sentence())
                          : words("shell.record-kept", {{"file", literal(record_path)}}));
    if (plain_) tell_news(viewer_ == kNobody ? Seat{0} : viewer_);
    if (!plain_) {
      // A last look at the table.
      Canvas canvas(std::max(20, terminal_.width()), std::max(8, terminal_.height() - 3));
      game().draw(table_.state(), viewer_, canvas, t);
      if (Terminal::input_is_person()) {
        terminal_.show(canvas.render(colour_ ? ColourMode::kAnsi : ColourMode::kNone) + "\n" +
                       words("shell.over") + " " + words("shell.back") + " ");
        std::string line;
        while (terminal_.read(line) == Input::kResized) {
        }
      }
    }
    for (const auto& line : lines) farewell_ += line + "\n";
    farewell_.pop_back();
    return kExitOk;
  }

  [[nodiscard]] std::string winners_line() const {
    std::string names;
    int n = 0;
    for (Seat seat = 0; seat < game().seats(); ++seat) {
      if ((game().winners(table_.state()) & seat_bit(seat)) == 0) continue;
      const std::string name = teller().name(seat);
      names = n++ == 0 ? name : words("shell.list", {{"a", literal(names)}, {"b", literal(name)}});
    }
    return words("shell.winners", {{"n", std::int64_t{n}}, {"names", literal(names)}});
  }

  [[nodiscard]] std::string record_file() const {
    const std::string folder = state_folder() + "/records";
    files::make_folders(folder);
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const auto today = std::chrono::floor<std::chrono::days>(now);
    const std::chrono::year_month_day date(today);
    const std::chrono::hh_mm_ss time(now - today);
    std::array<char, 64> when{};
    (void)std::snprintf(
        when.data(), when.size(), "%04d%02u%02u-%02d%02d%02d", int(date.year()),
        unsigned(date.month()), unsigned(date.day()), static_cast<int>(time.hours().count()),
        static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
    return folder + "/" + std::string(game().facts().id) + "-" + when.data() + "-" +
           std::to_string(table_.setup().seed) + ".json";
  }

  Table table_;
  Lang lang_;
  std::string save_path_;
  bool plain_;
  bool colour_;
  int people_ = 0;
  Seat viewer_ = kNobody;
  std::array<std::size_t, kMaxSeats> told_{};
  std::vector<std::string> chosen_;  // items, until there are enough
  std::string note_;
  std::string not_kept_;  // why the last save failed
  std::string farewell_;

 public:
  [[nodiscard]] const std::string& farewell() const { return farewell_; }

 private:
  Terminal terminal_;
};

Result<std::vector<table::SeatSetup>> read_seats(const std::string& text, int seats,
                                                 const ai::AnyAi& ai, const Catalogue& words) {
  std::vector<table::SeatSetup> out;
  if (text.empty()) {
    for (int i = 0; i < seats; ++i) {
      if (i == 0) {
        out.push_back({words.say({"shell.you", {}}), ""});
      } else {
        const std::string bot = kOpponent;
        out.push_back({seats > 2 ? bot + " " + std::to_string(i) : bot, bot});
      }
    }
    return out;
  }
  std::string name;
  for (const char c : text + ",") {
    if (c != ',') {
      name += c;
      continue;
    }
    name = plain_safe(trimmed(name));
    if (name.empty() || name.size() > 60)
      return error("bad-seats", "expected names of people or bots, as in Ann,greedy", "--seats");
    // A name that is no bot's is a person's; one that is, with nonsense behind it, is a mistake.
    const auto bot = ai.bot(name);
    if (!bot && bot.error().code != "unknown-bot") {
      Error wrong = bot.error();
      wrong.where = "--seats";
      return wrong;
    }
    out.push_back({name, bot ? name : ""});
    name.clear();
  }
  if (out.size() != static_cast<std::size_t>(seats)) {
    return error(
        "bad-seats",
        "expected " + std::to_string(seats) + " names, found " + std::to_string(out.size()),
        "--seats");
  }
  return out;
}

Result<Table> load_table(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  const auto json = parse_json(text.value());
  const auto at_file = [&](Error wrong) {
    wrong.where = wrong.where.empty() ? path : path + ": " + wrong.where;
    return wrong;
  };
  if (!json) return at_file(json.error());
  const games::ListedGames source;
  if (json.value().is_object() && json.value().contains("record")) {
    auto saved = table::read_saved(json.value(), source);
    if (!saved) return at_file(saved.error());
    saved.value().setup.ai = games::ai_of(saved.value().record.game);
    return Table::resume(std::move(saved.value().setup), std::move(saved.value().record));
  }
  auto record = read_record(json.value(), source);
  if (!record) return at_file(record.error());
  table::Setup setup;
  setup.ai = games::ai_of(record.value().game);
  setup.seed = record.value().seed.value_or(fresh_seed());
  setup.confirm = true;
  for (Seat seat = 0; seat < record.value().game->seats(); ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    setup.seats.push_back({i < record.value().names.size() ? record.value().names[i] : "", ""});
  }
  return Table::resume(std::move(setup), std::move(record).value());
}

bool is_saved_table(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return false;
  const auto json = parse_json(text.value());
  return json.ok() && json.value().is_object() && json.value().contains("record");
}

}  // namespace

int run_play(const PlayArgs& args) {
  if (!args.lang.empty() && !lang_from_code(args.lang))
    return fail(error("bad-language", "expected en, pl, de or zh-Hant", "--lang"));
  const Lang lang = language(args.lang);
  const bool plain = args.plain || !Terminal::output_is_screen();
  const char* no_colour = std::getenv("NO_COLOR");
  const bool colour = !args.no_colour && (no_colour == nullptr || *no_colour == '\0');

  std::string save_path = args.save;
  if (save_path.empty()) {
    files::make_folders(state_folder());
    save_path = state_folder() + "/game.json";
  }
  const bool unfinished = file_exists(save_path);
  std::string resume = args.resume;
  if (resume.empty() && args.resume_last) {
    if (!unfinished)
      return fail(error("no-game", "there is no unfinished game to continue", save_path));
    resume = save_path;
  }
  const bool chosen = args.fresh || !args.choice.game.empty() || !args.choice.options.empty() ||
                      !args.choice.pack.empty() || !args.seats.empty() || args.seed;
  if (resume.empty() && unfinished && !(chosen && !Terminal::input_is_person()) && !args.fresh) {
    std::fputs((games::words(lang).say({"shell.unfinished", {}}) + " ").c_str(), stdout);
    std::fflush(stdout);
    std::string answer;
    char c = 0;
    std::ptrdiff_t n = 0;
    while ((n = console::read(&c, 1)) > 0 && c != '\n') answer += c;
    if (n <= 0 && answer.empty()) return kExitOk;
    answer = trimmed(answer);
    // Yes in each of the languages: yes, tak, ja, and 是.
    const bool yes = answer.empty() ||
                     std::string_view("yYtTjJ").find(answer[0]) != std::string_view::npos ||
                     answer.starts_with("是");
    if (yes) resume = save_path;
  }

  Result<Table> table = error("", "");
  if (!resume.empty()) {
    table = load_table(resume);
  } else {
    const auto game = args.choice.make();
    if (!game) return fail(game.error());
    table::Setup setup;
    setup.game = game.value();
    setup.ai = games::ai_of(game.value());
    auto seats = read_seats(args.seats, game.value()->seats(), *setup.ai, games::words(lang));
    if (!seats) return fail(seats.error());
    setup.seats = std::move(seats).value();
    setup.seed = args.seed ? *args.seed : fresh_seed();
    setup.confirm = !args.no_confirm;
    setup.undo = args.free_undo ? table::Undo::kFree : table::Undo::kTurn;
    table = Table::create(std::move(setup));
  }
  if (!table) return fail(table.error());
  // A saved game goes on in its own file.
  if (!resume.empty() && args.save.empty() && is_saved_table(resume)) save_path = resume;
  if (unfinished && save_path != resume && file_exists(save_path)) keep_aside(save_path);
  std::string farewell;
  int status = kExitOk;
  {
    Shell shell(std::move(table).value(), lang, save_path, plain, colour);
    status = shell.run();
    farewell = shell.farewell();
  }
  if (!farewell.empty()) std::printf("%s\n", farewell.c_str());
  return status;
}

}  // namespace tidelock::cli
