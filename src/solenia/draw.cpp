// The table at a terminal: a picture, the same in sentences, and every choice in words. All of it
// is made from a state as the viewer knows it, and shows no hand but the viewer's.
#include <algorithm>
#include <bit>

#include "solenia/rules.h"

namespace tidelock::solenia {

namespace {

constexpr std::size_t idx(int i) { return static_cast<std::size_t>(i); }

constexpr bool has(std::uint32_t spaces, int space) { return ((spaces >> space) & 1U) != 0; }

constexpr std::array<std::string_view, 2> kHemispheres = {"day", "night"};
constexpr std::array<std::string_view, kSlots> kSlotNames = {"s1l", "s1r", "s2l",
                                                             "s2r", "s3l", "s3r"};

// The light over a strip: day, night, dawn, dusk.
constexpr std::array<std::string_view, 4> kSkies = {"day", "night", "dawn", "dusk"};
constexpr std::array<std::string_view, 4> kSkySigns = {"☀", "☾", "◓", "◒"};
int sky_of(int side) { return side / 2 == kDawnDuskStrip ? 2 + side % 2 : side % 2; }

// By terrain. Signs of the notation first; then a little scenery where there is room.
constexpr std::array<std::string_view, 6> kTerrainKeys = {"wood",  "wheat",    "stone",
                                                          "water", "day-city", "night-city"};
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

std::string letter(int resource) { return std::string(1, kLetters[idx(resource)]); }

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

// --- what things are, in words ---

using Args = std::vector<TextArg>;
TextArg number(const char* name, int n) { return {name, std::int64_t{n}}; }
TextArg text(const char* name, std::string_view value) { return {name, literal(value)}; }
TextArg choice(const char* name, std::string_view word) { return {name, std::string(word)}; }

class Phrases {
 public:
  Phrases(const Solenia& game, const State& state, const Teller& teller)
      : g(game), c(game.components()), s(state), teller_(teller) {}

  const Solenia& g;
  const Components& c;
  const State& s;

  [[nodiscard]] std::string say(std::string_view key, Args args = {}) const {
    return teller_.say(Text{"solenia." + std::string(key), std::move(args)});
  }
  [[nodiscard]] const Player& player(Seat seat) const { return s.players[idx(seat)]; }
  [[nodiscard]] bool is_neutral(Seat seat) const { return g.solo() && seat == kNeutral; }
  [[nodiscard]] TextArg who(Seat seat) const {
    if (is_neutral(seat)) return {"player", "@solenia.neutral"};
    return number("player", seat + 1);
  }
  [[nodiscard]] std::string name(Seat seat) const {
    return is_neutral(seat) ? say("neutral") : teller_.name(seat);
  }
  // The owner of a card: a digit, or N for the neutral player.
  [[nodiscard]] std::string mark(Seat seat) const {
    return is_neutral(seat) ? "N" : std::to_string(seat + 1);
  }
  [[nodiscard]] Seat owner(int space) const {
    for (Seat seat = 0; seat < g.colours(); ++seat) {
      if (has(s.cards[idx(seat)], space)) return seat;
    }
    return kNobody;
  }
  [[nodiscard]] int airship() const { return s.moved != 0 ? kShipSpace + kColumns : kShipSpace; }
  [[nodiscard]] bool drafting() const { return s.todo.top().what() == Do::kDraft; }
  [[nodiscard]] bool acts(Seat seat) const {
    return seat >= 0 && (g.to_act(s) & seat_bit(seat)) != 0;
  }
  [[nodiscard]] bool payable(Seat seat, int hemisphere, int tile) const {
    if (seat < 0 || g.at(s) == At::kOver) return false;
    const Player& p = player(seat);
    return p.delivered[idx(hemisphere)] < kSlots &&
           g.can_deliver(p, p.store, c.tiles[idx(hemisphere)][idx(tile)], 0);
  }
  [[nodiscard]] const Bonus& bonus_at(int hemisphere, int slot) const {
    return c.slots[g.winter() ? 1 : 0][idx(hemisphere)][idx(slot)];
  }
  // IMP-3: the slots under improvements.
  [[nodiscard]] bool covered(int slot) const {
    return g.mode() == Mode::kImprovements && (slot == 0 || slot == kSlots - 1);
  }
  [[nodiscard]] static bool level1_filled(const Player& p) {
    return p.slots[kDay][0] != 0 && p.slots[kNight][0] != 0;
  }
  [[nodiscard]] std::vector<int> hand(Seat seat) const {
    std::vector<int> cards;
    for (std::uint32_t left = player(seat).hand; left != 0; left &= left - 1)
      cards.push_back(std::countr_zero(left));
    return cards;
  }

  [[nodiscard]] std::string list(const std::vector<std::string>& parts,
                                 std::string_view key = "list") const {
    std::string sum;
    for (const std::string& part : parts)
      sum = sum.empty() ? part : say(key, {text("a", sum), text("b", part)});
    return sum;
  }
  [[nodiscard]] std::string resource(int r, int n) const {
    return say("count",
               {number("n", n), {"resource", "@solenia." + std::string(kTerrainKeys[idx(r)])}});
  }
  [[nodiscard]] std::string terrain(int where) const {
    return say("terrain." + std::string(kTerrainKeys[idx(where)]));
  }
  [[nodiscard]] std::string stars(int n) const { return say("stars", {number("n", n)}); }
  [[nodiscard]] std::string nothing() const { return say("nothing"); }
  [[nodiscard]] std::string goods_words(Goods what) const {
    std::vector<std::string> parts;
    for (int r = 0; r < kResources; ++r) {
      if (count_of(what, r) > 0) parts.push_back(resource(r, count_of(what, r)));
    }
    return parts.empty() ? nothing() : list(parts);
  }
  [[nodiscard]] std::string removal(const Removal& what) const {
    return what.stars > 0 ? stars(static_cast<int>(what.stars)) : goods_words(what.gain);
  }
  [[nodiscard]] std::string effect(const Card& card) const {
    switch (card.effect) {
      case Card::Effect::kSpace: return say("effect.space", {number("n", card.amount)});
      case Card::Effect::kGain: return goods_words(card.gain);
      case Card::Effect::kStar: return say("effect.star", {text("terrain", terrain(card.amount))});
    }
    return {};
  }
  [[nodiscard]] std::string bonus(const Bonus& what) const {
    if (what.capacity > 0) return say("bonus.capacity", {number("n", what.capacity)});
    if (what.stars > 0) return stars(what.stars);
    if (what.choice == 0) return goods_words(what.gain);
    std::vector<std::string> parts;
    for (int r = 0; r < kResources; ++r) {
      if (((what.choice >> r) & 1) != 0) parts.push_back(resource(r, 1));
    }
    return list(parts, "list.or");
  }
  // Who won; alone, how well it went (END-3, SOLO-4).
  [[nodiscard]] std::string result() const {
    if (g.solo()) {
      const int total = g.scores(s).total[0];
      const auto band = std::count_if(c.solo_bands.begin(), c.solo_bands.end(),
                                      [&](int least) { return total >= least; });
      return say("solo.band." + std::to_string(band));
    }
    std::vector<std::string> names;
    for (Seat seat = 0; seat < g.seats(); ++seat) {
      if ((g.winners(s) & seat_bit(seat)) != 0) names.push_back(name(seat));
    }
    return say("result",
               {number("n", static_cast<int>(names.size())), text("players", list(names))});
  }
  // What a slot gives to this player, improvements included.
  [[nodiscard]] std::string slot_gives(const Player& p, int hemisphere, int slot) const {
    if (!covered(slot)) return bonus(bonus_at(hemisphere, slot));
    if (slot == 0) {
      if (p.level1 == kNone) return say("slot.level1");
      return say(p.slots[idx(1 - hemisphere)][0] != 0 ? "slot.activates" : "slot.waits",
                 {text("tile", level1(p.level1))});
    }
    const auto half = p.level3[idx(hemisphere)];
    return half == kNone ? say("slot.level3")
                         : say("slot.counts", {text("half", level3(hemisphere, half))});
  }
  [[nodiscard]] std::string slot_name(int slot) const {
    return say("slot.name",
               {number("level", slot / 2 + 1), choice("side", slot % 2 == 0 ? "left" : "right")});
  }
  [[nodiscard]] std::string tile(int hemisphere, int i) const {
    const Tile& t = c.tiles[idx(hemisphere)][idx(i)];
    return say("tile", {text("cost", write_goods(t.cost)), number("stars", t.stars)});
  }

  // Improvements in the words that events use for them, or in a few signs.
  [[nodiscard]] std::string level1(int i) const {
    return improvement(What::kOffer1, i, "tile", nullptr);
  }
  [[nodiscard]] std::string level3(int hemisphere, int i) const {
    return improvement(What::kOffer3, i, kHemispheres[idx(hemisphere)], nullptr);
  }
  [[nodiscard]] std::string brief_level1(int i) const {
    return improvement(What::kOffer1, i, "tile", "short.level1.",
                       {number("n", c.level1[idx(i)].n)});
  }
  [[nodiscard]] std::string brief_level3(int hemisphere, int i) const {
    const Level3& half = c.level3[idx(hemisphere)][idx(i)];
    return improvement(What::kOffer3, i, kHemispheres[idx(hemisphere)], "short.level3.",
                       {number("n", half.n), number("cost", half.cost)});
  }

 private:
  [[nodiscard]] std::string improvement(What what, int i, std::string_view name, const char* brief,
                                        Args args = {}) const {
    const auto which = static_cast<std::int16_t>(i);
    const Text offer =
        g.event_text(Event{static_cast<std::uint16_t>(what), kNobody, kEverybody, 0, which, which});
    for (const TextArg& arg : offer.args) {
      if (arg.name != name) continue;
      const std::string key = std::get_if<std::string>(&arg.value)->substr(1);
      if (brief == nullptr) return teller_.say(Text{key, offer.args});
      return say(brief + key.substr(key.rfind('.') + 1), std::move(args));
    }
    return {};
  }

  const Teller& teller_;
};

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
    return canvas_.put(x, y, w_.mark(owner) + ":" + c_.card_names[idx(type)] + behind,
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
      const std::string name = " " + c_.card_names[idx(cards[n])] + " ";
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
      const bool open =
          g_.winter() ? g_.slot_open(p, hemisphere, slot) : slot == p.delivered[idx(hemisphere)];
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

// --- the same in sentences ---

namespace {

using Lines = std::vector<std::string>;

class Reading {
 public:
  Reading(const Phrases& words, Seat viewer)
      : w_(words), g_(words.g), c_(words.c), s_(words.s), viewer_(viewer) {}

  // The table as it lies.
  Lines describe() {
    say_round();
    say_board();
    say_reach();
    say_tiles();
    for (Seat seat = 0; seat < g_.colours(); ++seat) say_player(seat);
    say_offers();
    if (viewer_ >= 0) say_hand("describe.hand", w_.hand(viewer_));
    return std::move(lines_);
  }

  // What the signs mean, and how a choice is written.
  Lines explain() {
    for (const char* key :
         {"explain.goal", "explain.board", "explain.sky", "explain.islands", "explain.cities",
          "explain.airship", "explain.card", "explain.value", "explain.effect"}) {
      add(key);
    }
    if (viewer_ >= 0) {
      std::vector<int> kinds;  // cards that are the same are explained once
      for (const int i : w_.hand(viewer_)) {
        if (kinds.empty() || c_.type[idx(kinds.back())] != c_.type[idx(i)]) kinds.push_back(i);
      }
      say_hand("explain.hand", kinds);
    }
    add("explain.reach");
    add("explain.tiles");
    add("explain.players");
    explain_slots();
    explain_improvements();
    if (g_.solo()) add("explain.solo");
    explain_choice();
    return std::move(lines_);
  }

 private:
  void add(std::string_view key, Args args = {}) { lines_.push_back(w_.say(key, std::move(args))); }

  void say_round() {
    const Do what = s_.todo.top().what();
    if (g_.at(s_) == At::kOver) {
      add("title.over");
      lines_.push_back(w_.result());
    } else if (what == Do::kSetup) {
      add("title.setup");
    } else if (what == Do::kDraft) {
      add("title.draft");
    } else {
      add("describe.round", {number("round", std::min(kRounds, s_.turn / g_.colours() + 1)),
                             number("rounds", kRounds)});
    }
    const Seat seat = first_seat(g_.to_act(s_));
    if (seat != kNobody) add("describe.turn", {w_.who(seat)});
  }

  void say_board() {
    for (int row = kStrips - 1; row >= 0; --row) {
      const int side = s_.rows[idx(row)];
      if (side == kNone) continue;
      Lines spaces;
      for (int column = 0; column < kColumns; ++column)
        spaces.push_back(space(row * kColumns + column));
      add(row == kStrips - 1 ? "describe.row.front"
          : row == 0         ? "describe.row.rear"
                             : "describe.row",
          {number("row", row + 1), sky(sky_of(side)),
           text("spaces", w_.list(spaces, "list.long"))});
    }
    add("describe.airship", {text("space", space_name(w_.airship()))});
  }
  static TextArg sky(int i) { return {"sky", "@solenia.sky." + std::string(kSkies[idx(i)])}; }
  [[nodiscard]] std::string space(int i) const {
    const int where = g_.terrain(s_, i);
    Args args = {text("space", space_name(i)), text("terrain", w_.terrain(where))};
    const Seat owner = w_.owner(i);
    if (owner == kNobody) return w_.say("describe.space", std::move(args));
    const int type = s_.card_at[idx(i)];
    args.push_back(w_.who(owner));
    args.push_back(text("card", c_.card_names[idx(type)]));
    if (w_.is_neutral(owner)) return w_.say("describe.space.neutral", std::move(args));
    args.push_back(text("gives", w_.removal(g_.removal(type, where))));
    return w_.say("describe.space.card", std::move(args));
  }
  void say_reach() {
    if (!w_.acts(viewer_) || s_.todo.top().what() != Do::kPlay) return;
    const Reach reach = g_.legal_spaces(s_, viewer_);
    for (int cost = 0; cost <= kMaxVoyage; ++cost) {
      Lines names;
      for (int i = 0; i < kSpaces; ++i) {
        if (has(reach.at[idx(cost)], i)) names.push_back(space_name(i));
      }
      if (names.empty()) continue;
      const TextArg spaces = text("spaces", w_.list(names));
      if (cost == 0) {
        add("describe.reach", {spaces});
      } else {
        add("describe.voyage", {number("n", cost), spaces});
      }
    }
  }

  void say_tiles() {
    for (int h = 0; h < 2; ++h) {
      Lines tiles;
      for (int place = 0; place < g_.display_size(); ++place) {
        const auto tile = s_.display[idx(h)][idx(place)];
        if (tile == kNone) continue;
        const bool fits = w_.payable(viewer_, h, tile);
        tiles.push_back(w_.say(fits ? "describe.tile.fits" : "describe.tile",
                               {text("place", (h == kDay ? "d" : "n") + std::to_string(place + 1)),
                                text("tile", w_.tile(h, tile))}));
      }
      add("describe.tiles",
          {choice("row", kHemispheres[idx(h)]),
           text("tiles", tiles.empty() ? w_.nothing() : w_.list(tiles, "list.long")),
           number("n", std::popcount(s_.tile_deck[idx(h)]))});
    }
  }

  void say_player(Seat seat) {
    const Player& p = w_.player(seat);
    if (w_.is_neutral(seat)) {
      add("describe.neutral", {number("n", std::popcount(p.deck))});
      return;
    }
    add("describe.player", {w_.who(seat), text("stars", w_.stars(g_.scores(s_).total[idx(seat)])),
                            text("store", w_.goods_words(p.store)), number("n", total_of(p.store)),
                            number("capacity", p.capacity), number("hand", std::popcount(p.hand)),
                            number("deck", std::popcount(p.deck))});
    for (int h = 0; h < 2; ++h) {
      if (g_.winter()) {
        say_winter_slots(seat, h);
      } else {
        const int n = p.delivered[idx(h)];
        add("describe.slots",
            {w_.who(seat), choice("row", kHemispheres[idx(h)]), number("n", n),
             number("slots", kSlots),
             text("bonus", n == kSlots ? w_.nothing() : w_.bonus(w_.bonus_at(h, n)))});
      }
    }
    say_improvements(seat);
  }
  void say_winter_slots(Seat seat, int h) {
    const Player& p = w_.player(seat);
    Lines slots;
    for (int slot = 0; slot < kSlots; ++slot) {
      const auto tile = p.slots[idx(h)][idx(slot)];
      const TextArg name = text("slot", w_.slot_name(slot));
      if (tile != 0) {
        slots.push_back(w_.say("describe.slot.filled",
                               {name, text("stars", w_.stars(c_.tiles[idx(h)][tile - 1U].stars))}));
      } else {
        slots.push_back(
            w_.say(g_.slot_open(p, h, slot) ? "describe.slot.open" : "describe.slot.closed",
                   {name, text("bonus", w_.slot_gives(p, h, slot))}));
      }
    }
    add("describe.slots.winter", {w_.who(seat), choice("row", kHemispheres[idx(h)]),
                                  text("slots", w_.list(slots, "list.long"))});
  }
  void say_improvements(Seat seat) {
    const Player& p = w_.player(seat);
    if (p.level1 != kNone) {
      add("describe.level1", {w_.who(seat), text("tile", w_.level1(p.level1)),
                              choice("state", Phrases::level1_filled(p) ? "works" : "waits")});
    }
    for (int h = 0; h < 2; ++h) {
      const auto half = p.level3[idx(h)];
      if (half == kNone) continue;
      add("describe.level3",
          {w_.who(seat), choice("row", kHemispheres[idx(h)]), text("half", w_.level3(h, half)),
           choice("state", p.slots[idx(h)][kSlots - 1] != 0 ? "works" : "waits")});
    }
  }
  void say_offers() {
    if (!w_.drafting()) return;
    for (int i = 0; i < g_.colours(); ++i) {
      if (s_.offer1[idx(i)] == kNone) continue;
      add("describe.offer1",
          {text("name", "i" + std::to_string(i + 1)), text("tile", w_.level1(s_.offer1[idx(i)]))});
    }
    for (int i = 0; i < g_.colours(); ++i) {
      const auto& pair = s_.offer3[idx(i)];
      if (pair[kDay] == kNone) continue;
      add("describe.offer3",
          {text("name", "p" + std::to_string(i + 1)), text("day", w_.level3(kDay, pair[kDay])),
           text("night", w_.level3(kNight, pair[kNight]))});
    }
  }
  void say_hand(std::string_view key, const std::vector<int>& cards) {
    for (const int i : cards) {
      const Card& card = c_.cards[idx(i)];
      add(key, {text("card", c_.card_names[idx(i)]), number("value", card.value),
                text("gives", w_.effect(card))});
    }
  }

  void explain_slots() {
    add(g_.winter() ? "explain.slots.winter" : "explain.slots");
    for (int h = 0; h < 2; ++h) {
      Lines bonuses;
      for (int slot = 0; slot < kSlots; ++slot) {
        const std::string gives = w_.covered(slot)
                                      ? w_.say(slot == 0 ? "slot.level1" : "slot.level3")
                                      : w_.bonus(w_.bonus_at(h, slot));
        const std::string name =
            g_.winter() ? std::string(kSlotNames[idx(slot)]) : std::to_string(slot + 1);
        bonuses.push_back(w_.say("explain.slot", {text("slot", name), text("bonus", gives)}));
      }
      add("explain.bonuses",
          {choice("row", kHemispheres[idx(h)]), text("bonuses", w_.list(bonuses, "list.long"))});
    }
    if (g_.winter()) return;
    Lines pairs;
    for (int n = 1; n < static_cast<int>(c_.pair_score.size()); ++n) {
      pairs.push_back(
          w_.say("explain.pair", {number("n", n), number("stars", c_.pair_score[idx(n)])}));
    }
    add("explain.pairs", {text("pairs", w_.list(pairs))});
  }
  void explain_improvements() {
    if (g_.mode() != Mode::kImprovements) return;
    add("explain.improvements");
    say_offers();
    for (Seat seat = 0; seat < g_.seats(); ++seat) say_improvements(seat);
  }

  void explain_choice() {
    if (!w_.acts(viewer_)) {
      add("explain.wait");
      return;
    }
    Solenia::List list;
    g_.legal(s_, viewer_, list);
    const TextArg example = text("example", g_.write(s_, viewer_, list[0]));
    const TextArg other = text("other", g_.write(s_, viewer_, list[list.size() - 1]));
    const char* key = "explain.write.resource";
    switch (s_.todo.top().what()) {
      case Do::kDraft: key = "explain.write.draft"; break;
      case Do::kPlay:
        key = list[list.size() - 1].kind() == Move::Kind::kDiscard ? "explain.write.stuck"
                                                                   : "explain.write.play";
        break;
      case Do::kTile: key = "explain.write.tile"; break;
      case Do::kStandIn: key = "explain.write.stand-in"; break;
      case Do::kSlot: key = "explain.write.slot"; break;
      case Do::kNeutralSpace: key = "explain.write.neutral"; break;
      default: break;
    }
    add(key, {example, other});
  }

  const Phrases& w_;
  const Solenia& g_;
  const Components& c_;
  const State& s_;
  Seat viewer_;
  Lines lines_;
};

}  // namespace

std::vector<std::string> Solenia::describe(const State& s, Seat viewer,
                                           const Teller& teller) const {
  const Phrases words(*this, s, teller);
  return Reading(words, viewer).describe();
}

std::vector<std::string> Solenia::explain(const State& s, Seat viewer, const Teller& teller) const {
  const Phrases words(*this, s, teller);
  return Reading(words, viewer).explain();
}

// --- what is asked, and what a choice means ---

std::string Solenia::prompt(const State& s, Seat seat, const Teller& teller) const {
  const Phrases w(*this, s, teller);
  if (at(s) == At::kOver) return w.say("title.over");
  if (at(s) == At::kChance) return w.say("prompt.chance");
  if (!w.acts(seat)) return w.say("prompt.wait", {w.who(s.todo.top().seat())});
  const Todo todo = s.todo.top();
  const Player& p = w.player(seat);
  List list;
  legal(s, seat, list);
  const TextArg example = text("example", write(s, seat, list[0]));
  const auto cost = [&] {
    return text("cost", write_goods(c_->tiles[todo.a()][s.display[todo.a()][todo.b()]].cost));
  };
  switch (todo.what()) {
    case Do::kDraft:
      if (p.level1 != kNone) return w.say("prompt.draft.level3", {example});
      if (p.level3[kDay] != kNone) return w.say("prompt.draft.level1", {example});
      return w.say("prompt.draft", {example});
    case Do::kPlay: {
      const Move last = list[list.size() - 1];
      if (last.kind() == Move::Kind::kDiscard)
        return w.say("prompt.stuck", {text("example", write(s, seat, last))});
      return w.say("prompt.play", {example});
    }
    case Do::kPay:
      return w.say("prompt.pay", {number("n", todo.a()), text("space", space_name(todo.c()))});
    case Do::kTile: return w.say("prompt.tile", {choice("row", kHemispheres[todo.a()])});
    case Do::kStandIn: return w.say("prompt.stand-in", {cost()});
    case Do::kSlot: return w.say("prompt.slot", {cost(), choice("row", kHemispheres[todo.a()])});
    case Do::kGain: return w.say("prompt.gain", {number("n", todo.b())});
    case Do::kReturn:
      return w.say("prompt.return",
                   {number("n", total_of(p.store) - p.capacity), number("capacity", p.capacity)});
    case Do::kNeutralSpace:
      return w.say("prompt.neutral", {text("card", c_->card_names[todo.a()])});
    default: return {};
  }
}

std::string Solenia::move_words(const State& s, Seat seat, Move move, const Teller& teller) const {
  using Kind = Move::Kind;
  const Phrases w(*this, s, teller);
  const Todo todo = s.todo.top();
  const Player& p = w.player(seat);
  const auto where = [&](int space) { return text("terrain", w.terrain(terrain(s, space))); };
  switch (move.kind()) {
    case Kind::kPlay: {
      const int value = c_->cards[idx(move.a())].value;
      const int ground = terrain(s, move.b());
      std::vector<std::string> parts;
      const int cost = voyage_cost(s, seat, move.b());
      if (cost > 0) parts.push_back(w.say("move.voyage", {number("n", cost)}));
      if (value > 0) {
        parts.push_back(
            w.say("move.plus",
                  {text("what", ground < kDayCity ? w.resource(ground, value) : w.stars(value))}));
      }
      if (value == 0) parts.push_back(w.say("move.airship"));
      if (ground >= kDayCity)
        parts.push_back(
            w.say("move.deliver", {choice("row", kHemispheres[idx(ground - kDayCity)])}));
      return w.say("move.play", {number("value", value), text("space", space_name(move.b())),
                                 where(move.b()), text("what", w.list(parts))});
    }
    case Kind::kDiscard:
      return w.say("move.discard", {text("card", c_->card_names[idx(move.a())])});
    case Kind::kPay:
      return w.say("move.pay", {text("what", w.resource(move.b(), 1)), number("n", todo.a() - 1)});
    case Kind::kTile: {
      const int tile = s.display[idx(move.a())][idx(move.b())];
      if (winter()) return w.tile(move.a(), tile);
      const int slot = p.delivered[idx(move.a())];
      return w.say("move.tile", {text("tile", w.tile(move.a(), tile)),
                                 text("bonus", w.bonus(w.bonus_at(move.a(), slot)))});
    }
    case Kind::kExact: {
      const int tile = s.display[todo.a()][todo.b()];
      return w.say("move.exact", {text("cost", write_goods(c_->tiles[todo.a()][idx(tile)].cost))});
    }
    case Kind::kStandIn:
      return w.say("move.stand-in",
                   {text("out", w.resource(move.a(), 1)), text("in", w.resource(move.b(), 1))});
    case Kind::kSlot:
      return w.say("move.slot", {text("slot", w.slot_name(move.b())),
                                 text("bonus", w.slot_gives(p, move.a(), move.b()))});
    case Kind::kGain: return w.say("move.plus", {text("what", w.resource(move.b(), 1))});
    case Kind::kReturn: return w.say("move.minus", {text("what", w.resource(move.b(), 1))});
    case Kind::kDraft:
      if (move.a() == 1) return w.level1(s.offer1[idx(move.b())]);
      return w.say("move.pair", {text("day", w.level3(kDay, s.offer3[idx(move.b())][kDay])),
                                 text("night", w.level3(kNight, s.offer3[idx(move.b())][kNight]))});
    case Kind::kNeutral:
      return w.say("move.neutral", {text("card", c_->card_names[todo.a()]),
                                    text("space", space_name(move.b())), where(move.b())});
    case Kind::kInvalid: break;
  }
  return {};
}

}  // namespace tidelock::solenia
