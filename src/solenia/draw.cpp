// The table at a terminal as a picture, made from a state as the viewer knows it; it shows no hand
// but the viewer's.
#include "solenia/phrases.h"

namespace tidelock::solenia {

namespace {

constexpr std::array<std::string_view, 4> kSkySigns = {"☀", "☾", "◓", "◒"};
// By terrain. Signs of the notation first; then a little scenery where there is room.
constexpr std::array<std::string_view, 6> kTerrainSigns = {" W ", " H ", " S ",
                                                           " A ", "⌂☀ ", "⌂☾ "};
constexpr std::array<std::string_view, 6> kScenery = {"♣♣ ", "ψψ ", "◢◣ ", "≈≈ ", "⌂⌂ ", "⌂⌂ "};
constexpr std::array<std::string_view, 6> kMoreScenery = {"♣♣ ♣♣",  "ψψ ψψ ", " ◢◣ ◢◣",
                                                          " ≈≈ ≈≈", " ⌂ ⌂⌂ ", " ⌂ ⌂⌂ "};

constexpr std::string_view kAirshipSign = "«▲»";
constexpr std::string_view kLifted = "→";
constexpr std::string_view kNothing = "–";
constexpr std::string_view kFits = "✓";

// --- what things give, in signs ---

// "WS", "2W".
std::string brief_goods(Goods what) {
  for (int r = 0; r < kResources; ++r) {
    const int n = count_of(what, r);
    if (n > 1 && n == total_of(what)) return std::to_string(n) + letter(r);
  }
  return write_goods(what);
}
std::string brief_stars(int n) { return (n == 1 ? "" : std::to_string(n)) + "★"; }

std::string brief_removal(const Removal& what) {
  if (what.gain != 0) return brief_goods(what.gain);
  return what.stars > 0 ? brief_stars(static_cast<int>(what.stars)) : std::string(kNothing);
}
// The same of a card that lies nowhere yet.
std::string brief_effect(const Card& card) {
  switch (card.effect) {
    case Card::Effect::kSpace: return "x" + std::to_string(card.amount);
    case Card::Effect::kGain: return brief_goods(card.gain);
    case Card::Effect::kStar: return "★ " + letter(card.amount);
  }
  return {};
}

// "W", "WH", "W/H", "5★", "+1".
std::string brief_bonus(const Bonus& bonus) {
  if (bonus.capacity > 0) return "+" + std::to_string(bonus.capacity);
  if (bonus.stars > 0) return brief_stars(bonus.stars);
  if (bonus.choice == 0) return brief_goods(bonus.gain);
  std::string text;
  for (int r = 0; r < kResources; ++r) {
    if (((bonus.choice >> r) & 1) != 0) text += (text.empty() ? "" : "/") + letter(r);
  }
  return text;
}

// --- the picture ---

constexpr std::array<Style, 4> kSkyStyles = {{{Colour::kBlack, Colour::kSky},
                                              {Colour::kWhite, Colour::kNavy},
                                              {Colour::kBlack, Colour::kPink},
                                              {Colour::kBlack, Colour::kOrange}}};
constexpr std::array<Style, 6> kTerrainStyles = {{{Colour::kBlack, Colour::kGreen, true},
                                                  {Colour::kBlack, Colour::kGold, true},
                                                  {Colour::kBlack, Colour::kGrey, true},
                                                  {Colour::kWhite, Colour::kBlue, true},
                                                  {Colour::kBlack, Colour::kWhite, true},
                                                  {Colour::kYellow, Colour::kBlack, true}}};
constexpr std::array<Style, kMaxSeats> kPlayerStyles = {{{Colour::kWhite, Colour::kRed, true},
                                                         {Colour::kBlack, Colour::kTeal, true},
                                                         {Colour::kBlack, Colour::kPurple, true},
                                                         {Colour::kBlack, Colour::kYellow, true}}};
constexpr Style kNeutralStyle = {Colour::kWhite, Colour::kCoal, true};
constexpr Style kAirshipStyle = {Colour::kYellow, Colour::kBrown, true};
// Whoever looks may choose this now.
constexpr Style kMay = {Colour::kBlack, Colour::kYellow, true};
constexpr Style kQuiet = {Colour::kGrey};
constexpr Style kBold = {Colour::kPlain, Colour::kPlain, true};

Style quiet_on(Style ground) {
  ground.fg = kQuiet.fg;
  return ground;
}

class Picture {
 public:
  Picture(const Phrases& words, Seat viewer, Canvas& canvas)
      : w_(words), g_(words.g), c_(words.c), s_(words.s), viewer_(viewer), canvas_(canvas) {
    may_.fill(kMayNot);
    if (!w_.acts(viewer_)) return;
    Solenia::List list;
    g_.legal(s_, viewer_, list);
    for (const Move move : list) {
      if (move.kind() == Move::Kind::kPlay) {
        may_[idx(move.b())] = g_.voyage_cost(s_, viewer_, move.b());
      } else if (move.kind() == Move::Kind::kNeutral) {
        may_[idx(move.b())] = 0;
      }
    }
  }

  void draw() {
    arrange();
    draw_board();
    draw_panel();
    draw_players();
  }

 private:
  static constexpr int kMayNot = -1;
  static constexpr int kLeastWidth = 80;
  static constexpr int kLeastCellWidth = 8;
  static constexpr int kMostCellWidth = 16;
  static constexpr int kLeastCellHeight = 2;
  static constexpr int kMostCellHeight = 6;
  static constexpr int kRoomyCellHeight = 4;  // enough before players get more lines
  static constexpr int kWordyCardHeight = 8;
  static constexpr int kMostDetail = 3;
  static constexpr int kLabelWidth = 2;

  // --- room ---

  // Lines below the board: a heading, the players, and with `detail` more about each.
  [[nodiscard]] int lines_below(int detail) const {
    const int colours = g_.colours();
    const bool improved = g_.mode() == Mode::kImprovements;
    if (w_.drafting()) return 1 + colours + (detail == 0 ? 2 : 2 * colours);
    if (detail == 0) return 1 + colours + (improved ? (g_.seats() + 1) / 2 : 0);
    return 1 + colours + g_.seats() * (improved ? detail : 1);
  }
  void arrange() {
    cell_w_ = std::clamp(kLeastCellWidth + (canvas_.width() - kLeastWidth) * 3 / 20,
                         kLeastCellWidth, kMostCellWidth);
    const auto cell_height = [&](int detail) {
      return (canvas_.height() - 1 - lines_below(detail)) / kStrips;
    };
    // While improvements are drafted nobody plays on the board.
    const int roomy = w_.drafting() ? kRoomyCellHeight - 1 : kRoomyCellHeight;
    const int least = std::min(std::max(cell_height(0), kLeastCellHeight), roomy);
    while (detail_ < kMostDetail && cell_height(detail_ + 1) >= least) ++detail_;
    cell_h_ = std::clamp(cell_height(detail_), kLeastCellHeight, kMostCellHeight);
    board_w_ = kLabelWidth + kColumns * (cell_w_ + 1) + 1;
    board_h_ = 1 + kStrips * cell_h_;
    panel_x_ = board_w_ + 1;
    panel_w_ = canvas_.width() - panel_x_;
    headed_ = board_h_ + lines_below(detail_) <= canvas_.height();
  }

  // --- the board ---

  void draw_board() {
    canvas_.put(0, 0, "↑", kQuiet);
    for (int column = 0; column < kColumns; ++column)
      canvas_.put(cell_x(column) + 1, 0, std::string(1, static_cast<char>('a' + column)), kBold);
    for (int row = 0; row < kStrips; ++row) draw_strip(row);
  }
  [[nodiscard]] int cell_x(int column) const { return kLabelWidth + 1 + column * (cell_w_ + 1); }
  [[nodiscard]] int cell_y(int row) const { return 1 + (kStrips - 1 - row) * cell_h_; }

  void draw_strip(int row) {
    const int side = s_.rows[idx(row)];
    const int y = cell_y(row);
    const bool laid = side != kNone;
    const int sky = laid ? sky_of(side) : 0;
    const Style style = laid ? kSkyStyles[idx(sky)] : Style{};
    canvas_.fill(0, y, board_w_, cell_h_, style);
    Style hairline = quiet_on(style);
    hairline.underline = row > 0;
    canvas_.fill(kLabelWidth, y + cell_h_ - 1, board_w_ - kLabelWidth, 1, hairline);
    Style bold = style;
    bold.bold = true;
    canvas_.put(0, y, std::to_string(row + 1), bold);
    if (row == 0) canvas_.put(1, y, "↓", bold);
    if (laid) canvas_.put(0, y + 1, kSkySigns[idx(sky)], bold);
    for (int column = 0; column <= kColumns; ++column)
      canvas_.vline(cell_x(column) - 1, y, cell_h_, quiet_on(style));
    for (int column = 0; column < kColumns && laid; ++column)
      draw_space(row * kColumns + column, cell_x(column), y, style);
  }

  void draw_space(int space, int x, int y, Style sky) {
    const int where = g_.terrain(s_, space);
    const bool tall = cell_h_ > kLeastCellHeight;
    const bool wide = cell_w_ >= kLeastCellWidth + 3;
    const Style island = kTerrainStyles[idx(where)];
    int behind = canvas_.put(x, y, kTerrainSigns[idx(where)], island);
    if (wide) behind = canvas_.put(behind, y, kScenery[idx(where)], island);
    const bool deep = wide && cell_h_ >= kRoomyCellHeight;
    if (deep) canvas_.put(x, y + 1, pad(kMoreScenery[idx(where)], behind - x), island);
    const int card_y = y + (deep ? cell_h_ / 2 : 1);
    const int may = may_[idx(space)];
    if (tall && may == kMayNot) canvas_.put(x + cell_w_ - 2, y, space_name(space), sky);

    int card_end = x;
    const Seat owner = w_.owner(space);
    if (owner != kNobody) {
      const int type = s_.card_at[idx(space)];
      card_end = draw_card(x, card_y, owner, type, "");
      if (!w_.is_neutral(owner)) {
        const Removal& removal = g_.removal(type, where);
        const std::string brief = std::string(kLifted) + brief_removal(removal);
        const std::string full = std::string(kLifted) + w_.removal(removal);
        if (!tall) {
          canvas_.put(std::max(x + cell_w_ - display_width(brief), behind), y, brief, sky);
        } else {
          canvas_.put(x, card_y + 1, display_width(full) <= cell_w_ ? full : brief, sky);
        }
      }
    } else if (is_target(space)) {
      card_end = draw_card(x, card_y, s_.todo.top().seat(), s_.todo.top().b(), "?");
    } else if (may == 0) {
      canvas_.put(x, card_y, " " + space_name(space) + " ", kMay);
    } else if (may > 0) {
      canvas_.put(x + 1, card_y, space_name(space) + " −" + std::to_string(may), sky);
    }
    if (space == w_.airship()) {
      const int ship_y = tall ? y + cell_h_ - 1 : card_y;
      const int end = x + cell_w_;
      const bool room = ship_y != card_y || card_end + 3 <= end;
      canvas_.put(room ? end - 3 : end - 1, ship_y, room ? kAirshipSign : "▲", kAirshipStyle);
    }
  }
  // The card whose voyage is being paid is not there yet.
  [[nodiscard]] bool is_target(int space) const {
    const Todo todo = s_.todo.top();
    return todo.what() == Do::kPay && todo.c() == space;
  }
  [[nodiscard]] Style colour(Seat seat) const {
    return w_.is_neutral(seat) ? kNeutralStyle : kPlayerStyles[idx(seat)];
  }
  int draw_card(int x, int y, Seat owner, int type, const char* behind) {
    return canvas_.put(x, y, w_.mark(owner) + ":" + card_name(c_.cards[idx(type)]) + behind,
                       colour(owner));
  }

  // --- beside the board: round, tiles, hand ---

  void draw_panel() {
    draw_title();
    draw_tiles();
    int y = 2 + g_.display_size() + (board_h_ > 12 ? 1 : 0);
    if (g_.at(s_) == At::kOver) {
      for (const std::string& line : wrap(w_.result(), panel_w_))
        canvas_.put(panel_x_, y++, line, kBold);
    } else if (viewer_ >= 0) {
      y = draw_hand(y);
    }
    draw_legend(y);
  }

  void draw_title() {
    canvas_.put(panel_x_, 0, clip(title(), panel_w_), kBold);
    const Seat seat = first_seat(g_.to_act(s_));
    if (seat == kNobody) return;
    const int room = panel_w_ - display_width(title()) - 4;
    const std::string name = clip(w_.name(seat), room);
    const int x = canvas_.width() - display_width(name) - 2;
    if (room < 3) return;
    canvas_.put(x - 1, 0, w_.mark(seat), colour(seat));
    canvas_.put(x + 1, 0, name, kBold);
  }
  [[nodiscard]] std::string title() const {
    if (g_.at(s_) == At::kOver) return w_.say("title.over");
    const Do what = s_.todo.top().what();
    if (what == Do::kSetup) return w_.say("title.setup");
    if (what == Do::kDraft) return w_.say("title.draft");
    return w_.say("title.round", {number("round", std::min(kRounds, s_.turn / g_.colours() + 1)),
                                  number("rounds", kRounds)});
  }

  void draw_tiles() {
    const int half = panel_w_ / 2;
    const Todo todo = s_.todo.top();
    for (int h = 0; h < 2; ++h) {
      const int x = panel_x_ + h * half;
      const std::string heading =
          std::string(kSkySigns[idx(h)]) + " " +
          w_.say("tiles", {choice("row", kHemispheres[idx(h)]),
                           number("n", std::popcount(s_.tile_deck[idx(h)]))});
      canvas_.put(x, 1, clip(heading, half - 1), kQuiet);
      for (int place = 0; place < g_.display_size(); ++place) {
        const auto tile = s_.display[idx(h)][idx(place)];
        if (tile == kNone) continue;
        const int y = 2 + place;
        const bool asked = todo.what() == Do::kTile && todo.a() == h && w_.acts(viewer_);
        const bool fits = w_.payable(viewer_, h, tile);
        const std::string name = (h == kDay ? "d" : "n") + std::to_string(place + 1);
        canvas_.put(x, y, name, asked && fits ? kMay : kBold);
        const Tile& t = c_.tiles[idx(h)][tile];
        const int behind =
            canvas_.put(x + 3, y, pad(" " + write_goods(t.cost), 7), kSkyStyles[idx(h)]);
        const std::string stars = std::to_string(t.stars) + "★ ";
        const int end = canvas_.put(behind, y, stars, kSkyStyles[idx(h)]);
        if (fits) canvas_.put(end, y, kFits, kBold);
      }
    }
  }

  // The viewer's cards, drawn as cards. Answers the line below them.
  int draw_hand(int y) {
    const std::vector<int> cards = w_.hand(viewer_);
    canvas_.put(panel_x_, y, clip(w_.say("hand"), panel_w_), kQuiet);
    const int width = std::min((panel_w_ - 2) / kHandSize, 14);
    std::vector<std::vector<std::string>> effects;  // in words where there is room
    std::size_t most = 1;
    for (const int i : cards) {
      effects.push_back(wrap(std::string(kLifted) + w_.effect(c_.cards[idx(i)]), width - 3));
      most = std::max(most, effects.back().size());
    }
    const bool words = board_h_ - y - 1 >= kWordyCardHeight;
    const int height = words ? std::min(3 + static_cast<int>(most), kWordyCardHeight) : 4;
    Style edge;
    edge.fg = colour(viewer_).bg;
    for (std::size_t n = 0; n < cards.size(); ++n) {
      const int x = panel_x_ + static_cast<int>(n) * (width + 1);
      const Card& card = c_.cards[idx(cards[n])];
      canvas_.box(x, y + 1, width, height, edge, Border::kRound);
      const std::string name = " " + card_name(c_.cards[idx(cards[n])]) + " ";
      canvas_.put(x + (width - display_width(name)) / 2, y + 1, name, colour(viewer_));
      canvas_.put(x + 2, y + 2, std::to_string(card.value), kBold);
      if (card.value == 0) canvas_.put(x + 4, y + 2, kAirshipSign, kAirshipStyle);
      if (!words) effects[n] = {clip(std::string(kLifted) + brief_effect(card), width - 3)};
      for (int k = 0; k < height - 3 && idx(k) < effects[n].size(); ++k)
        canvas_.put(x + 2, y + 3 + k, effects[n][idx(k)]);
    }
    return y + 1 + height;
  }

  // Where room is left: what the signs mean.
  void draw_legend(int y) {
    ++y;
    for (const char* key : {"legend.resources", "legend.cities", "legend.airship", "legend.lifted",
                            "legend.reach", "legend.rear"}) {
      const std::vector<std::string> lines = wrap(w_.say(key), panel_w_);
      if (y + static_cast<int>(lines.size()) > board_h_) return;
      for (const std::string& line : lines) canvas_.put(panel_x_, y++, line, kQuiet);
    }
  }

  // --- below the board: the players ---

  struct Columns {
    int name, name_w, stars, store, full, cards;
    std::array<std::array<int, kSlots + 1>, 2> slots;  // the last is behind the row
  };
  static constexpr int kOtherColumns = 32;  // all but the slots and the name
  static constexpr int kLeastName = 6;
  static constexpr int kMostName = 18;
  [[nodiscard]] Columns columns() const {
    Columns at{};
    const int slot_w =
        std::clamp((canvas_.width() - kOtherColumns - kMostName / 2) / (2 * kSlots), 3, 5);
    std::array<std::array<int, kSlots>, 2> widths{};
    int slots = 0;
    for (int most = 6; most >= slot_w; --most) {  // wide bonuses give way to the names
      slots = 0;
      for (int h = 0; h < 2; ++h) {
        for (int slot = 0; slot < kSlots; ++slot) {
          const int bonus = display_width(brief_bonus(w_.bonus_at(h, slot))) + 1;
          // In winter a line stands between the levels.
          const int gap = g_.winter() && (slot == 1 || slot == 3) ? 1 : 0;
          widths[idx(h)][idx(slot)] = std::clamp(bonus, slot_w, most) + gap;
          slots += widths[idx(h)][idx(slot)];
        }
      }
      if (slots + kOtherColumns + kLeastName <= canvas_.width()) break;
    }
    at.name = 4;
    at.name_w = std::clamp(canvas_.width() - slots - kOtherColumns, kLeastName, kMostName);
    at.stars = at.name + at.name_w + 1;
    at.store = at.stars + 4;
    at.full = at.store + 12;
    at.cards = at.full + 5;
    int x = at.cards + 5;
    for (int h = 0; h < 2; ++h) {
      for (int slot = 0; slot < kSlots; ++slot) {
        at.slots[idx(h)][idx(slot)] = x;
        x += widths[idx(h)][idx(slot)];
      }
      at.slots[idx(h)][kSlots] = x++;
    }
    return at;
  }

  void draw_players() {
    const Columns at = columns();
    const Scores sheet = g_.scores(s_);
    int y = board_h_;
    if (headed_) draw_heading(at, y++);
    for (Seat seat = 0; seat < g_.colours(); ++seat) {
      draw_player(at, y++, seat, sheet);
      if (w_.is_neutral(seat) || detail_ == 0 || w_.drafting()) continue;
      if (g_.mode() == Mode::kImprovements) {
        const bool whole = detail_ == kMostDetail;
        draw_improvements(at.name, y, canvas_.width() - at.name, seat, whole);
        y += whole ? 2 : 1;
        if (detail_ == 1) continue;
      }
      canvas_.put(at.name, y, clip(breakdown(sheet, seat), canvas_.width() - at.name), kQuiet);
      ++y;
    }
    if (g_.mode() != Mode::kImprovements) return;
    if (w_.drafting()) {
      draw_offers(y);
    } else if (detail_ == 0) {
      const int half = canvas_.width() / 2;
      for (Seat seat = 0; seat < g_.seats(); ++seat) {
        const int x = seat % 2 * half;
        canvas_.put(x, y + seat / 2, w_.mark(seat), colour(seat));
        draw_improvements(x + 2, y + seat / 2, half - 3, seat, false);
      }
    }
  }
  void draw_heading(const Columns& at, int y) {
    canvas_.hline(0, y, canvas_.width(), kQuiet);
    const auto head = [&](int x, int room, const std::string& word) {
      canvas_.put(x - 1, y, " " + clip(word, room) + " ", kQuiet);
    };
    head(at.name, at.name_w - 1, w_.say("heading.player"));
    head(at.stars + 1, 1, "★");
    head(at.store, 14, w_.say("heading.store"));
    head(at.cards, 4, w_.say("heading.cards"));
    if (w_.drafting()) return;
    for (int h = 0; h < 2; ++h) {
      const auto& row = at.slots[idx(h)];
      head(row[0], row[kSlots] - row[0] - 2,
           std::string(kSkySigns[idx(h)]) + " " +
               w_.say(h == kDay ? "heading.day" : "heading.night"));
    }
  }
  void draw_player(const Columns& at, int y, Seat seat, const Scores& sheet) {
    const Player& p = w_.player(seat);
    const bool over = g_.at(s_) == At::kOver;
    const bool won = over && (g_.winners(s_) & seat_bit(seat)) != 0;
    if (w_.acts(seat)) canvas_.put(0, y, "▶", kBold);
    if (won && !g_.solo()) canvas_.put(0, y, "★", kBold);
    canvas_.put(1, y, w_.mark(seat) + " ", colour(seat));
    canvas_.put(at.name, y, clip(w_.name(seat), at.name_w), seat == viewer_ ? kBold : Style{});
    const int held = std::popcount(p.hand);
    const int left = std::popcount(p.deck);
    if (w_.is_neutral(seat)) {
      canvas_.put(at.cards, y, std::to_string(left));
      return;
    }
    canvas_.put(at.cards, y, std::to_string(held) + "+" + std::to_string(left));
    const std::string total = std::to_string(sheet.total[idx(seat)]) + "★";
    canvas_.put(at.stars + std::max(0, 3 - display_width(total)), y, total, kBold);
    int x = at.store;
    for (int r = 0; r < kResources; ++r) {
      const int n = count_of(p.store, r);
      canvas_.put(x, y, letter(r), n > 0 ? kTerrainStyles[idx(r)] : kQuiet);
      x = canvas_.put(x + 1, y, std::to_string(n), n > 0 ? kBold : kQuiet) + 1;
    }
    const int total_held = total_of(p.store);
    canvas_.put(at.full, y, std::to_string(total_held) + "/" + std::to_string(p.capacity),
                total_held >= p.capacity ? kBold : Style{});
    if (w_.drafting()) {
      const int x0 = at.slots[kDay][0];
      draw_improvements(x0, y, canvas_.width() - x0, seat, false);
    } else {
      for (int h = 0; h < 2; ++h) draw_slots(at, y, seat, h);
    }
  }
  void draw_slots(const Columns& at, int y, Seat seat, int hemisphere) {
    const Player& p = w_.player(seat);
    const Todo todo = s_.todo.top();
    const bool asked =
        todo.what() == Do::kSlot && todo.a() == hemisphere && seat == viewer_ && w_.acts(seat);
    for (int slot = 0; slot < kSlots; ++slot) {
      const int x = at.slots[idx(hemisphere)][idx(slot)];
      const auto tile = p.slots[idx(hemisphere)][idx(slot)];
      const bool open = g_.slot_open(p, hemisphere, slot);
      if (tile != 0) {
        const int stars = c_.tiles[idx(hemisphere)][tile - 1U].stars;
        const std::string text =
            stars < 10 ? "[" + std::to_string(stars) + "]" : std::to_string(stars) + "]";
        canvas_.put(x, y, text, kSkyStyles[idx(hemisphere)]);
        continue;
      }
      std::string text = brief_bonus(w_.bonus_at(hemisphere, slot));
      if (w_.covered(slot)) text = slot == 0 ? "I" : "P";
      const int room = at.slots[idx(hemisphere)][idx(slot) + 1] - x;
      canvas_.put(x, y, clip(text, room), open ? (asked ? kMay : kBold) : kQuiet);
    }
    if (!g_.winter()) return;
    for (const int slot : {2, 4})
      canvas_.put(at.slots[idx(hemisphere)][idx(slot)] - 1, y, "│", kQuiet);
  }

  struct Improvement {
    std::string sign, brief, full;
    bool works;
  };
  [[nodiscard]] std::vector<Improvement> improvements(Seat seat) const {
    const Player& p = w_.player(seat);
    std::vector<Improvement> out;
    if (p.level1 != kNone) {
      out.push_back(
          {"I ", w_.brief_level1(p.level1), w_.level1(p.level1), Phrases::level1_filled(p)});
    }
    for (int h = 0; h < 2; ++h) {
      const auto half = p.level3[idx(h)];
      if (half == kNone) continue;
      const std::string sky(kSkySigns[idx(h)]);
      out.push_back({h == kDay ? "P " : "", sky + w_.brief_level3(h, half),
                     sky + " " + w_.level3(h, half), p.slots[idx(h)][kSlots - 1] != 0});
    }
    return out;
  }
  // In words, unless those of somebody do not fit. With `whole`, level 1 and level 3 have a line
  // each.
  void draw_improvements(int x, int y, int room, Seat seat, bool whole) {
    bool full = true;
    for (Seat other = 0; other < g_.seats(); ++other) {
      int width = 0;
      for (const Improvement& part : improvements(other)) {
        if (whole && !part.sign.empty()) width = 0;
        width += display_width(part.sign + part.full) + 2;
        full = full && width <= room;
      }
    }
    int at = x;
    for (const Improvement& part : improvements(seat)) {
      if (whole && !part.sign.empty()) {
        at = x;
        if (part.sign.front() == 'P') ++y;
      }
      at = canvas_.put(at, y, part.sign, kBold);
      at = canvas_.put(at, y, clip(full ? part.full : part.brief, x + room - at),
                       part.works ? kBold : kQuiet);
      if (part.works && at < x + room) at = canvas_.put(at, y, kFits, kBold);
      ++at;
    }
  }
  // What can be drafted: in two lines of signs, or a line of words each.
  void draw_offers(int y) {
    const bool asked = w_.acts(viewer_);
    const Player* p = asked ? &w_.player(viewer_) : nullptr;
    const int quarter = canvas_.width() / 4;
    int line = y;
    for (int i = 0; i < g_.colours(); ++i) {
      const auto tile = s_.offer1[idx(i)];
      const int x = detail_ == 0 ? i * quarter : 0;
      if (tile != kNone) {
        const Style name = p != nullptr && p->level1 == kNone ? kMay : kBold;
        const int behind = canvas_.put(x, line, "i" + std::to_string(i + 1), name) + 1;
        canvas_.put(behind, line,
                    detail_ == 0 ? clip(w_.brief_level1(tile), quarter - 4)
                                 : clip(w_.level1(tile), canvas_.width() - behind));
      }
      if (detail_ > 0) ++line;
    }
    if (detail_ == 0) ++line;
    for (int i = 0; i < g_.colours(); ++i) {
      const auto& pair = s_.offer3[idx(i)];
      const int x = detail_ == 0 ? i * quarter : 0;
      if (pair[kDay] != kNone) {
        const Style name = p != nullptr && p->level3[kDay] == kNone ? kMay : kBold;
        const int behind = canvas_.put(x, line, "p" + std::to_string(i + 1), name) + 1;
        const std::string text = detail_ == 0 ? clip("☀" + w_.brief_level3(kDay, pair[kDay]) + "☾" +
                                                         w_.brief_level3(kNight, pair[kNight]),
                                                     quarter - 3)
                                              : clip("☀ " + w_.level3(kDay, pair[kDay]) + "  ☾ " +
                                                         w_.level3(kNight, pair[kNight]),
                                                     canvas_.width() - behind);
        canvas_.put(behind, line, text);
      }
      if (detail_ > 0) ++line;
    }
  }

  // Where the stars come from.
  [[nodiscard]] std::string breakdown(const Scores& sheet, Seat seat) const {
    std::string out;
    for (std::size_t i = 0; i < idx(sheet.categories); ++i) {
      const int n = sheet.by[idx(seat)][i];
      if (n == 0) continue;
      out += (out.empty() ? "" : " · ") +
             w_.say("score." + std::string(Solenia::facts().categories[i])) + " " +
             std::to_string(n);
    }
    return out;
  }

  const Phrases& w_;
  const Solenia& g_;
  const Components& c_;
  const State& s_;
  Seat viewer_;
  Canvas& canvas_;
  std::array<int, kSpaces> may_{};  // what a voyage there costs the viewer now, or kMayNot
  int cell_w_ = 0, cell_h_ = 0, board_w_ = 0, board_h_ = 0, panel_x_ = 0, panel_w_ = 0;
  int detail_ = 0;
  bool headed_ = true;
};

}  // namespace

void Solenia::draw(const State& s, Seat viewer, Canvas& canvas, const Teller& teller) const {
  const Phrases words(*this, s, teller);
  Picture(words, viewer, canvas).draw();
}

}  // namespace tidelock::solenia
