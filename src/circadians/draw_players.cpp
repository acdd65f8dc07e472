// Below the boards: the own base, the hand, the others, and what the signs mean; as full as there
// is room.
#include "circadians/picture.h"

namespace tidelock::circadians {

namespace {

class Players : private Sketch {
 public:
  explicit Players(const Sketch& sketch) : Sketch(sketch) {}

  // Each part as full as there is room.
  void draw(int y) {
    enum Part : std::uint8_t { kOwn, kHand, kOthers, kIncidents, kDone, kLegend, kParts };
    const auto rows_of = [&](int part, int detail) {
      switch (part) {
        case kOwn: return own_rows(detail);
        case kHand: return hand_rows(detail);
        case kOthers: return others_rows(detail);
        case kIncidents: return incident_rows(detail);
        case kDone: return fulfilled_rows(detail);
        default: return legend_rows(detail);
      }
    };
    std::array<Rows, kParts> chosen;
    for (int part = 0; part < kParts; ++part) chosen[idx(part)] = rows_of(part, 0);
    const int room = canvas_.height() - y;
    const auto total = [&] {
      std::size_t n = 0;
      for (const Rows& rows : chosen) n += rows.size();
      return static_cast<int>(n);
    };
    constexpr std::array<std::array<int, 2>, 9> kOrder = {{{kOwn, 1},
                                                           {kOthers, 1},
                                                           {kHand, 1},
                                                           {kOwn, 2},
                                                           {kHand, 2},
                                                           {kIncidents, 1},
                                                           {kDone, 1},
                                                           {kOthers, 2},
                                                           {kLegend, 1}}};
    for (const auto& [part, detail] : kOrder) {
      Rows better = rows_of(part, detail);
      std::swap(better, chosen[idx(part)]);
      if (total() > room) std::swap(better, chosen[idx(part)]);
    }
    bool spaced = total() + 2 <= room;
    if (spaced) canvas_.hline(0, y++, canvas_.width(), kQuiet);
    for (const int part : {kOwn, kDone, kHand, kOthers, kIncidents, kLegend}) {
      for (const Row& row : chosen[idx(part)]) put(0, y++, row, canvas_.width());
    }
  }

 private:
  // --- below: the own base, the hand, the others ---

  [[nodiscard]] bool hidden(Seat seat) const {
    return s_.todo.top().what == Do::kPlan && seat != viewer_;
  }
  [[nodiscard]] Row head(Seat seat, int name_w) const {
    Row row;
    const bool won = w_.over() && (g_.winners(s_) & seat_bit(seat)) != 0 && !g_.is_ai(seat);
    row.push_back({won ? "★" : w_.acts(seat) ? "▶" : " ", kBold});
    row.push_back({w_.mark(seat), colour(seat)});
    if (name_w > 0)
      row.push_back({" " + pad(clip(w_.name(seat), name_w), name_w) + " ",
                     seat == viewer_ ? kBold : Style{}});
    const std::string points = std::to_string(w_.score(seat, viewer_)) + "★";
    row.push_back({std::string(points.size() < 5 ? 1 : 0, ' ') + points + " ", kBold});
    if (!g_.solo() && s_.round > 0 && s_.radio == seat) row.push_back({"◉ ", {Colour::kOrange}});
    return row;
  }
  [[nodiscard]] Row rolled() const {
    Row row;
    if (viewer_ < 0 || s_.todo.top().what != Do::kPlan) return row;
    const Player& p = w_.player(viewer_);
    const int next =
        w_.acts(viewer_) && p.stage == Stage::kAssign ? Circadians::next_to_assign(p) : 0;
    bool marked = false;
    const auto add = [&](int value) {
      const bool now = value == next && !marked;
      marked = marked || now;
      row.push_back({" " + die_sign(value) + " ", now ? kMay : colour(viewer_)});
      row.push_back({" ", {}});
    };
    for (int i = 0; i < p.idle_specialists; ++i) add(Piece::kSpecialist);
    for (int v = 6; v >= 1; --v) {
      for (int k = p.rolled[idx(v - 1)]; k > 0; --k) add(v);
    }
    if (!row.empty()) row.insert(row.begin(), {w_.say("heading.rolled") + " ", kQuiet});
    return row;
  }
  [[nodiscard]] Span die_in(int value, Seat seat) const {
    if (value == 0) return {std::string(kNoDie), kQuiet};
    return {die_sign(value), colour(seat)};
  }
  // Garages and Farms with their dice, in a few signs.
  void brief_base(Row& row, Seat seat, bool costs) const {
    const Player& p = w_.player(seat);
    if (hidden(seat)) {
      row.push_back({w_.say("screen"), kQuiet});
      return;
    }
    for (int i = 0; i < kGarages; ++i) {
      std::string label = (seat == viewer_ ? "g" : "") + std::to_string(i + 1);
      const bool may = seat == viewer_ && may_slot_[idx(i)];
      row.push_back({label, may ? kMay : p.ship[idx(i)] != 0 ? kBold : kQuiet});
      if (costs) {
        const int algae = g_.garage_cost(s_, seat, i);
        row.push_back({algae == 0 ? "" : "-" + std::to_string(algae) + "A", kQuiet});
      }
      row.push_back({costs ? " " : ":", kQuiet});
      row.push_back(die_in(p.garage[idx(i)], seat));
      row.push_back({costs ? "  " : " ", {}});
    }
    row.push_back({"│", kQuiet});
    for (int slot = 0; slot < kFarms; ++slot) {
      const Tile* farm = g_.farm_at(p, slot);
      if (farm == nullptr) continue;
      const bool may = seat == viewer_ && may_slot_[idx(kGarages + slot)];
      row.push_back({" ", {}});
      row.push_back({(slot == 0 ? "f" : "") + std::to_string(slot + 1), may ? kMay : kQuiet});
      if (!farm->slot) {
        row.push_back({"✓", kQuiet});
        continue;
      }
      row.push_back({":", kQuiet});
      row.push_back(die_in(p.farm[idx(slot)], seat));
    }
    if (p.canteen + p.canteen_specialists > 0)
      row.push_back({" │ " + w_.say("heading.canteen") + " " +
                         std::to_string(p.canteen + p.canteen_specialists),
                     kQuiet});
  }
  void facts(Row& row, Seat seat) const {
    const Player& p = w_.player(seat);
    row.push_back({w_.say("heading.dice") + " " + std::to_string(g_.counted_dice(p)) + "/" +
                       std::to_string(g_.dice_limit(p)) + "+" + std::to_string(p.reserve) + " ",
                   {}});
    row.push_back({w_.say("heading.hand") + " " + std::to_string(p.hand.count()) + "/" +
                       std::to_string(g_.hand_limit(p)) + " ",
                   {}});
    if (g_.expansion()) {
      row.push_back({w_.say("heading.specialists") + " ", {}});
      const int gained = std::popcount(p.gained);
      for (int i = 0; i < 3; ++i)
        row.push_back({i >= gained ? "–" : i >= gained - p.locked ? "○" : "●", kBold});
      row.push_back({" ", {}});
    }
  }
  void outpost(Row& row, Seat seat) const {
    const auto token = g_.token_of(s_, seat);
    if (!g_.expansion() || token == kNone) return;
    const bool may = may_target_[idx(kToOutpost + seat)];
    row.push_back({"out" + std::to_string(seat + 1), may ? kMay : kQuiet});
    row.push_back({" " + w_.name(c_.tokens[token]) + " ", {}});
    for (const Piece one : w_.player(seat).outpost) {
      if (!one.empty()) row.push_back(piece(one));
    }
  }

  Rows own_rows(int detail) const {
    Rows rows;
    if (viewer_ < 0) return rows;
    const Player& p = w_.player(viewer_);
    Row first = head(viewer_, detail == 0 ? 5 : 12);
    goods(first, p.goods, true);
    const Row dice = rolled();
    if (detail == 0) {
      first.insert(first.end(), dice.begin(), dice.end());
      brief_base(first, viewer_, false);
      rows.push_back(std::move(first));
      return rows;
    }
    facts(first, viewer_);
    outpost(first, viewer_);
    rows.push_back(std::move(first));
    if (const Leader* who = g_.leader(p); who != nullptr && detail >= 2) {
      Row row = {{"   " + w_.name(*who) + ": ", kBold}};
      row.push_back({w_.power(*who), {}});
      rows.push_back(std::move(row));
    }
    if (detail == 1) {
      Row row = {{"   ", {}}};
      row.insert(row.end(), dice.begin(), dice.end());
      brief_base(row, viewer_, true);
      rows.push_back(std::move(row));
      return rows;
    }
    if (!dice.empty()) {
      Row row = {{"   ", {}}};
      row.insert(row.end(), dice.begin(), dice.end());
      rows.push_back(std::move(row));
    }
    std::vector<Row> cells;
    for (int i = 0; i < kGarages; ++i) {
      const auto ship = p.ship[idx(i)];
      Row row = {{"g" + std::to_string(i + 1), may_slot_[idx(i)] ? kMay : kBold}, {" ", {}}};
      row.push_back(die_in(p.garage[idx(i)], viewer_));
      row.push_back(
          {" " + std::to_string(g_.garage_cost(s_, viewer_, i)) + "A ", kGoodsStyles[kAlgae]});
      if (ship != 0) row.push_back({w_.name(c_.ships[ship - 1U]), {}});
      cells.push_back(std::move(row));
    }
    into_columns(cells, kGarages, rows);
    cells.clear();
    for (int slot = 0; slot < kFarms; ++slot) {
      const Tile* farm = g_.farm_at(p, slot);
      if (farm == nullptr) continue;
      Row row = {
          {"farm" + std::to_string(slot + 1), may_slot_[idx(kGarages + slot)] ? kMay : kBold},
          {" ", {}}};
      row.push_back(farm->slot ? die_in(p.farm[idx(slot)], viewer_) : Span{"✓", kQuiet});
      row.push_back({" " + w_.brief_farm(*farm) + " ", kBold});
      row.push_back({w_.name(*farm), kQuiet});
      cells.push_back(std::move(row));
    }
    if (p.canteen + p.canteen_specialists > 0 || may_slot_[kCanteenSlot])
      cells.push_back({{w_.say("heading.canteen"), may_slot_[kCanteenSlot] ? kMay : kBold},
                       {" " + std::to_string(p.canteen + p.canteen_specialists), {}}});
    into_columns(cells, 4, rows);
    return rows;
  }
  void into_columns(const std::vector<Row>& cells, int columns, Rows& rows) const {
    const int width = (canvas_.width() - 3) / columns;
    for (std::size_t i = 0; i < cells.size(); i += idx(columns)) {
      Row row = {{"   ", {}}};
      for (std::size_t k = i; k < std::min(cells.size(), i + idx(columns)); ++k) {
        int left = width - 1;
        for (const Span& span : cells[k]) {
          if (left <= 0) break;
          row.push_back({clip(span.text, left), span.style});
          left -= display_width(row.back().text);
        }
        row.push_back({std::string(idx(std::max(0, left) + 1), ' '), {}});
      }
      rows.push_back(std::move(row));
    }
  }

  [[nodiscard]] bool affordable(int card) const {
    const Player& p = w_.player(viewer_);
    return g_.can_pay(p, p.goods, c_.contracts[idx(card)].cost);
  }
  Row card_row(int card) const {
    const Contract& one = c_.contracts[idx(card)];
    Row row = {{"#" + g_.id(one), may_card_.has(card) ? kMay : kBold}, {" ", {}}};
    goods(row, one.cost, false);
    row.push_back({"→" + std::to_string(one.points) + "★", kBold});
    row.push_back({affordable(card) ? "✓" : " ", kBold});
    return row;
  }
  Rows hand_rows(int detail) const {
    Rows rows;
    if (viewer_ < 0) return rows;
    if (offering() && roomy_) {
      for (const Offer& one : offers()) {
        Row row = {{one.id, one.may ? kMay : kBold}, {" " + one.name + " ", kBold}};
        row.push_back({one.price + ": ", kGoodsStyles[kGem]});
        row.push_back({one.what, {}});
        rows.push_back(std::move(row));
      }
      return rows;
    }
    const Player& p = w_.player(viewer_);
    if (p.hand.empty()) return rows;
    if (detail >= 2) {
      for (const int card : p.hand) {
        const Contract& one = c_.contracts[idx(card)];
        Row row = {{"   ", {}}};
        Row start = card_row(card);
        row.insert(row.end(), start.begin(), start.end());
        const int gap = std::max(1, 20 - width_of(row));
        row.push_back({std::string(idx(gap), ' ') + w_.name(one) + ": ", {}});
        row.push_back({w_.power(one), kQuiet});
        rows.push_back(std::move(row));
      }
      return rows;
    }
    std::vector<Row> cells;
    for (const int card : p.hand) {
      Row row = card_row(card);
      if (detail == 1) {
        row.push_back({" " + w_.name(c_.contracts[idx(card)]), {}});
        cells.push_back(std::move(row));
        continue;
      }
      cells.push_back(std::move(row));
    }
    if (detail == 1) {
      into_columns(cells, canvas_.width() >= 96 ? 3 : 2, rows);
      return rows;
    }
    Row all = {{w_.say("heading.hand") + " ", kQuiet}};
    for (const Row& cell : cells) {
      all.insert(all.end(), cell.begin(), cell.end());
      all.push_back({" ", {}});
    }
    rows.push_back(std::move(all));
    return rows;
  }

  Rows ai_rows(int detail) const {
    const Player& ai = w_.player(Circadians::kAiSeat);
    Rows rows;
    Row row = head(Circadians::kAiSeat, detail == 0 || canvas_.width() < 96 ? 6 : 12);
    row.push_back({std::to_string(ai.goods[kGem]) + "G ", kGoodsStyles[kGem]});
    row.push_back({w_.say("heading.dice") + " " + std::to_string(ai.idle) + "+" +
                       std::to_string(ai.reserve) + " ",
                   {}});
    row.push_back({w_.say("heading.progress") + " " + std::to_string(ai.progress) + "/3 ", {}});
    if (g_.expansion()) {
      row.push_back({w_.say("heading.specialists") + " ", {}});
      const int gained = std::popcount(ai.gained);
      for (int i = 0; i < 3; ++i)
        row.push_back({i >= gained ? "–" : i >= gained - ai.locked ? "○" : "●", kBold});
      row.push_back({" ", {}});
    }
    if (detail < 2) {
      for (int i = 0; i < kMaxSchemes; ++i) {
        if (!has_bit(s_.scheme_shown, i)) continue;
        row.push_back({"│ " + g_.id(c_.schemes[idx(i)]) + " ", kQuiet});
        row.push_back({std::to_string(c_.schemes[idx(i)].value) + " ", kBold});
      }
      outpost(row, Circadians::kAiSeat);
      rows.push_back(std::move(row));
      return rows;
    }
    outpost(row, Circadians::kAiSeat);
    rows.push_back(std::move(row));
    for (int i = 0; i < kMaxSchemes; ++i) {
      if (has_bit(s_.scheme_shown, i)) rows.push_back({{"     " + w_.scheme(i), {}}});
    }
    return rows;
  }

  // The others in as few lines as can be, with names of so many letters; without any, only what
  // they own.
  Rows brief_others(int letters) const {
    Rows rows;
    Row together;
    for (Seat seat = 0; seat < g_.seats(); ++seat) {
      if (seat == viewer_) continue;
      const Player& p = w_.player(seat);
      Row row = head(seat, letters);
      goods(row, p.goods, false);
      if (letters > 0)
        row.push_back(
            {" d" + std::to_string(g_.counted_dice(p)) + " h" + std::to_string(p.hand.count()),
             {}});
      if (g_.seats() == 2) {
        row.push_back({" ", {}});
        brief_base(row, seat, false);
      }
      if (!together.empty() && width_of(together) + width_of(row) > canvas_.width()) {
        rows.push_back(std::move(together));
        together.clear();
      }
      together.insert(together.end(), row.begin(), row.end());
    }
    if (!together.empty()) rows.push_back(std::move(together));
    return rows;
  }

  Rows others_rows(int detail) const {
    Rows rows;
    if (g_.solo()) rows = ai_rows(detail);
    if (detail == 0) {
      Rows brief = brief_others(6);
      for (int letters = 4; brief.size() > 1 && letters >= 0; letters -= 2)
        brief = brief_others(letters);
      rows.insert(rows.end(), brief.begin(), brief.end());
      return rows;
    }
    for (Seat seat = 0; seat < g_.seats(); ++seat) {
      if (seat == viewer_) continue;
      const Player& p = w_.player(seat);
      Row row = head(seat, canvas_.width() < 96 ? 6 : 12);
      goods(row, p.goods, true);
      if (detail == 1 && canvas_.width() < 96) {
        row.push_back({"d" + std::to_string(g_.counted_dice(p)) + "+" + std::to_string(p.reserve) +
                           " h" + std::to_string(p.hand.count()) + " ",
                       {}});
      } else {
        facts(row, seat);
      }
      if (detail == 1) {
        brief_base(row, seat, false);
        rows.push_back(std::move(row));
        continue;
      }
      outpost(row, seat);
      rows.push_back(std::move(row));
      Row more = {{"   ", {}}};
      if (const Leader* who = g_.leader(p)) more.push_back({w_.name(*who) + " · ", kBold});
      brief_base(more, seat, false);
      std::string tiles;
      for (const auto ship : p.ship) {
        if (ship != 0) tiles += (tiles.empty() ? " │ " : ", ") + w_.name(c_.ships[ship - 1U]);
      }
      for (const auto tile : p.tile) {
        if (tile != 0) tiles += (tiles.empty() ? " │ " : ", ") + w_.name(c_.farms[tile - 1U]);
      }
      more.push_back({tiles, {}});
      if (!p.fulfilled.empty())
        more.push_back(
            {" │ " + w_.say("heading.fulfilled") + " " + std::to_string(p.fulfilled.count()), {}});
      rows.push_back(std::move(more));
    }
    return rows;
  }

  Rows incident_rows(int detail) const {
    Rows rows;
    if (detail == 0 || s_.round == 0) return rows;
    Row good = {{w_.say("heading.breakthroughs") + " ", kQuiet}};
    for (std::size_t i = 0; i < c_.breakthroughs.size(); ++i) {
      const int n = static_cast<int>(i);
      if (g_.breakthrough_in_play(s_, n) && !has_bit(s_.breakthroughs, n))
        good.push_back({w_.brief(c_.breakthroughs[i].effects) + " ", {Colour::kLime}});
    }
    good.push_back({"│ ", kQuiet});
    for (int v = 1; v <= 6; ++v) {
      if (!has_bit(s_.breakthrough_values, v)) good.push_back({std::to_string(v) + " ", kBold});
    }
    good.push_back({"│ " + w_.say("heading.setbacks") + " ", kQuiet});
    int left = 0;
    for (std::size_t i = 0; i < c_.setbacks.size(); ++i) {
      const int n = static_cast<int>(i);
      left += g_.setback_in_play(n) && !has_bit(s_.setbacks, n) ? 1 : 0;
    }
    good.push_back({std::to_string(left), {Colour::kOrange}});
    rows.push_back(std::move(good));
    return rows;
  }

  Rows fulfilled_rows(int detail) const {
    Rows rows;
    if (detail == 0 || viewer_ < 0) return rows;
    const Player& p = w_.player(viewer_);
    if (p.fulfilled.empty()) return rows;
    std::string names;
    for (const int card : p.fulfilled) {
      const Contract& one = c_.contracts[idx(card)];
      names += (names.empty() ? "" : " · ") + w_.name(one) + ": " + w_.power(one);
    }
    rows.push_back({{"   " + w_.say("heading.fulfilled") + " ", kQuiet}, {names, {}}});
    return rows;
  }

  Rows legend_rows(int detail) const {
    Rows rows;
    if (detail == 0) return rows;
    for (const std::string& line : wrap(w_.say("legend"), canvas_.width() - 1))
      rows.push_back({{line, kQuiet}});
    return rows;
  }
};

}  // namespace

void Sketch::draw_players(int y) { Players(*this).draw(y); }

}  // namespace tidelock::circadians
