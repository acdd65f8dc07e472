// The table at a terminal as a picture, made from a state as the viewer knows it; it shows nothing
// that only another seat may see.
#include "circadians/picture.h"

namespace tidelock::circadians {

namespace {

class Picture : private Sketch {
 public:
  using Sketch::Sketch;

  void draw() {
    draw_title();
    int y = 14;
    if (offering() && !roomy_) {
      // Beside the Planet if they fit there, else in its place.
      const int room = canvas_.height() - 3;
      const bool beside = draw_offers(panel_x_, 1, 0) <= room + 1;
      if (beside) draw_planet(1);
      y = draw_offers(beside ? panel_x_ : 0, 1, room);
      if (beside) y = std::max(y, 14);
    } else {
      draw_planet(1);
      y = std::max(y, draw_boards());
    }
    if (roomy_) {
      draw_stacks(14);
      y = std::max(y, 15 + kStacks);
    }
    draw_players(y);
  }

 private:
  // --- round and event ---

  void draw_title() {
    Row row;
    if (s_.round > 0 && !w_.over())
      row.push_back(
          {w_.say("title.round", {number("round", s_.round), number("rounds", c_.rounds)}), kBold});
    row.push_back({(row.empty() ? "" : " · ") + w_.phase(), kBold});
    if (s_.event != kNone && !w_.over()) {
      row.push_back({" · " + w_.name(c_.events[s_.event]) + ": ", {Colour::kOrange}});
      row.push_back({w_.power(c_.events[s_.event]), {}});
    }
    Row right;
    for (Seat seat = 0; seat < g_.seats(); ++seat) {
      if (!w_.acts(seat)) continue;
      right.push_back({" ", {}});
      right.push_back({w_.mark(seat), colour(seat)});
      if (std::popcount(g_.to_act(s_)) == 1)
        right.push_back({" " + clip(w_.name(seat), 14), kBold});
    }
    const int end = canvas_.width() - width_of(right);
    put(0, 0, row, right.empty() ? end : end - 2);
    if (!right.empty()) {
      canvas_.put(end - 1, 0, "▶", kBold);
      put(end, 0, right, canvas_.width());
    }
  }

  // --- the Planet ---

  void draw_planet(int y0) {
    const auto& planet = c_.planet[s_.sides & 1U];
    for (int i = 0; i < kSpaces; ++i) {
      const PlanetSpace& space = planet[idx(i)];
      Row row;
      goods(row, g_.harvest_of(s_, i), false);
      if (i >= kFirstCorner) {
        const int corner = i - kFirstCorner;
        const Style style = {Colour::kBlack, Colour::kPink, true};
        row.push_back({w_.knows_cache(viewer_, corner)
                           ? "★" + std::to_string(c_.caches[s_.cache[idx(corner)]].points)
                           : "★?",
                       style});
      } else if (((s_.tokens >> i) & 1U) != 0) {
        const bool gem = space.token[kGem] != 0;
        row.push_back({gem ? "*" : "°", kGoodsStyles[gem ? kGem : kWater]});
      }
      if (may_space_[idx(i)]) {
        for (Span& span : row) span.style = kMay;
      }
      for (Seat seat = 0; seat < g_.colours(); ++seat) {
        if (w_.player(seat).harvester == i) row.push_back({w_.mark(seat), colour(seat)});
      }
      const int x = (space.q + 3) * step_ + 4 - (width_of(row) + 1) / 2;
      put(std::max(0, x), y0 + 6 + 2 * space.r + space.q, row, canvas_.width());
    }
    // The directions of the dice, and what the tokens are.
    canvas_.put(0, y0 + 11, "6↖1↑2↗", kQuiet);
    canvas_.put(0, y0 + 12, "5↙4↓3↘", kQuiet);
    std::string water;
    std::string gem;
    for (const PlanetSpace& space : planet) {
      if (space.token == Goods{}) continue;
      (space.token[kGem] != 0 ? gem : water) = write_goods(space.token);
    }
    const std::string tokens = "°" + water + " *" + gem;
    canvas_.put(panel_x_ - 1 - display_width(tokens), y0 + 12, tokens, kQuiet);
  }

  // --- Stations, Headquarters, Negotiation, Depository ---

  [[nodiscard]] std::string brief_cost(const Action& action) const {
    std::string out;
    for (const Cost& cost : action.costs) {
      if (!out.empty()) out += "/";
      for (std::size_t r = 0; r < kResources; ++r) {
        const Amount& one = cost.amounts[r];
        if (one.kind == Amount::Kind::kNumber) {
          if (one.n != 0) out += std::to_string(one.n) + kLetters[r];
        } else {
          out += one.kind == Amount::Kind::kValue
                     ? "(v+" + std::to_string(one.n) + ")" + kLetters[r]
                     : "(" + std::to_string(one.n) + "-v)" + kLetters[r];
        }
      }
    }
    return out;
  }
  // Price and effect in signs, as much as fits.
  [[nodiscard]] std::string brief_actions(int station, int room) const {
    const auto& actions = c_.stations[idx(station)].actions;
    const auto arrow = [](const std::string& cost, const std::string& gain) {
      return cost + (gain.starts_with("→") ? "" : "→") + gain;
    };
    std::string full;
    std::string gains;
    bool same_cost = true;
    bool same_gain = true;
    const std::string cost = brief_cost(actions.front());
    const auto gain_of = [&](const Action& action) {
      return station == kFoundry ? w_.say("brief.ship") : w_.brief(action.effects);
    };
    const std::string gain = gain_of(actions.front());
    for (const Action& action : actions) {
      const bool by_value = actions.size() > 1 && action.column == 0;
      same_cost = same_cost && brief_cost(action) == cost;
      same_gain = same_gain && gain_of(action) == gain;
      full += (full.empty() ? "" : " ") +
              (by_value ? values_text(action.low, action.high) + ":" : "") +
              arrow(brief_cost(action), gain_of(action));
      gains += (gains.empty() ? "" : " ") +
               (by_value ? values_text(action.low, action.high) + ":" : "") + gain_of(action);
    }
    if (same_cost && same_gain) full = arrow(cost, gain);
    if (same_cost && !same_gain) full = cost + "→ " + gains;
    for (const std::string& text : {full, same_cost ? arrow(cost, "…") : "→ " + gains}) {
      if (display_width(text) <= room) return text;
    }
    return {};
  }

  void draw_station(int i, int x, int y, int room, int label) {
    const bool may = may_go(i);
    canvas_.put(x, y, kStationWords[idx(i)], may ? kMay : kBold);
    const auto& spaces = c_.stations[idx(i)].spaces[g_.side()];
    std::vector<int> order;
    for (std::size_t k = 0; k < spaces.size(); ++k) {
      if (g_.space_open(i, static_cast<int>(k))) order.push_back(static_cast<int>(k));
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return spaces[idx(a)].column < spaces[idx(b)].column; });
    const int n = static_cast<int>(order.size());
    const int widest = i == kLaboratory ? 5 : 4;
    const int cell = std::clamp((room - label) / std::max(1, n), widest - 1, widest);
    int at = x + label;
    for (const int k : order) {
      const Piece one = s_.station[idx(i)][idx(k)];
      if (one.empty()) {
        std::string sign(kFreeSpace);
        if (spaces[idx(k)].column != 0) sign = std::to_string(spaces[idx(k)].column);
        if (spaces[idx(k)].low != 1 || spaces[idx(k)].high != 6)
          sign = values_text(spaces[idx(k)].low, spaces[idx(k)].high);
        const bool here =
            spaces[idx(k)].column != 0 && may_target_[idx(kToMine + spaces[idx(k)].column - 1)];
        const int width = display_width(sign);
        canvas_.put(at + (width < 3 ? 1 : 0), y, sign, here ? kMay : kQuiet);
      } else {
        Span span = piece(one);
        if (i == kLaboratory && !s_.partner[idx(k)].empty())
          span.text += die_sign(s_.partner[idx(k)].value());
        canvas_.put(at, y, span.text, span.style);
      }
      at += cell;
    }
    if (roomy_) at = std::max(at, x + label + 16);
    canvas_.put(at, y, brief_actions(i, x + room - 1 - at), kQuiet);
  }
  void draw_hq(int x, int y, int room, int label) {
    canvas_.put(x, y, "hq", may_target_[kToHq] ? kMay : kBold);
    int at = x + label;
    const int cell = room - label >= 16 ? 4 : 3;
    for (int i = 0; i < kHqSpaces; ++i) {
      if (!g_.hq_open(i)) continue;
      const Piece one = s_.hq[idx(i)];
      if (one.empty()) {
        canvas_.put(at + 1, y, std::to_string(i + 1), kQuiet);
      } else {
        const Span span = piece(one);
        canvas_.put(at, y, span.text, span.style);
      }
      at += cell;
    }
    const std::string reward = "→" + w_.brief(c_.hq_reward);
    if (roomy_) at = std::max(at, x + label + 16);
    if (at + display_width(reward) < x + room) canvas_.put(at, y, reward, kQuiet);
  }

  // Answers the line below.
  int draw_boards() {
    int y = 1;
    const int x = panel_x_;
    if (roomy_) {
      for (int i = 0; i < kStations; ++i) {
        if (g_.station_in_play(i)) draw_station(i, x, y++, panel_w_, 9);
      }
      draw_hq(x, y++, panel_w_, 9);
    } else {
      const int left = 27 + std::max(0, panel_w_ - 47) / 2;
      const int right = panel_w_ - left;
      const int right_x = x + left;
      draw_station(kMiningCamp, x, y, left, 8);
      draw_hq(right_x, y++, right, panel_w_ >= 52 ? 8 : 4);
      draw_station(kLaboratory, x, y, left, 8);
      draw_station(kFoundry, right_x, y++, right, 8);
      draw_station(kControlRoom, x, y, left, 8);
      draw_station(kMarket, right_x, y++, right, 8);
      draw_station(kAcademy, x, y, left, 8);
      if (g_.station_in_play(kTemple)) draw_station(kTemple, right_x, y, right, 8);
      ++y;
    }
    y = draw_negotiation(y);
    return draw_depository(y);
  }

  int draw_negotiation(int y) {
    std::vector<int> columns;
    int rows = 0;
    for (int f = 0; f < kFactions; ++f) {
      if (!g_.faction_in_play(f)) continue;
      columns.push_back(f);
      rows = std::max(rows, g_.rows(f));
    }
    const int n = static_cast<int>(columns.size());
    const int cell = std::clamp((panel_w_ - 2) / std::max(1, n), 8, 13);
    for (int k = 0; k < n; ++k) {
      const int f = columns[idx(k)];
      const int x = panel_x_ + 2 + k * cell;
      canvas_.put(x, y, clip(kFactionIds[idx(f)], cell - 1), may_faction(f) ? kMay : kBold);
      if (roomy_)
        canvas_.put(x, y + rows + 1, clip("+" + w_.brief(w_.ability(f)), cell - 1), kQuiet);
      for (int row = 0; row < g_.rows(f); ++row) {
        const NegotiationSpace& space = g_.negotiation_space(f, row);
        const Piece one = s_.negotiation[idx(f)][idx(row)];
        const std::string points = "→" + std::to_string(space.points);
        Row line;
        if (!one.empty()) {
          line.push_back(piece(one));
          line.push_back({points, kQuiet});
        } else {
          if (space.need.any.empty()) {
            goods(line, space.cost, false);
          } else {
            line.push_back({w_.brief_need(space.need), {Colour::kPurple, Colour::kPlain, true}});
          }
          line.push_back({points, {}});
          if (may_target_[idx(kToNegotiation + f * kRows + row)]) {
            for (Span& span : line) span.style = kMay;
          }
        }
        put(x, y + 1 + row, line, x + cell);
      }
    }
    for (int row = 0; row < rows; ++row)
      canvas_.put(panel_x_, y + 1 + row, std::to_string(row + 1), kQuiet);
    return y + 1 + rows + (roomy_ ? 1 : 0);
  }
  [[nodiscard]] bool may_faction(int f) const {
    for (int row = 0; row < kRows; ++row) {
      if (may_target_[idx(kToNegotiation + f * kRows + row)]) return true;
    }
    return false;
  }

  int draw_depository(int y) {
    for (int row = 0; row < kDepositoryRows; ++row) {
      if (!g_.depository_open(row)) continue;
      const bool may = may_target_[idx(kToDepository + row)];
      int x = canvas_.put(panel_x_, y, "dep" + std::to_string(row + 1), may ? kMay : kBold) + 1;
      for (int column = 0; column < 6; ++column) {
        const Piece one = s_.depository[idx(column)][idx(row)];
        if (one.empty()) {
          canvas_.put(x + 1, y, std::to_string(column + 1), kQuiet);
        } else {
          const Span span = piece(one);
          canvas_.put(x, y, span.text, span.style);
        }
        x += panel_w_ >= 44 ? 5 : 4;
      }
      canvas_.put(x, y, "→" + w_.brief(c_.depository[idx(row)].effects), kQuiet);
      ++y;
    }
    return y;
  }

  // The open tiles, under the Planet.
  void draw_stacks(int y) {
    for (int kind = 0; kind < 2; ++kind) {
      const int half = (panel_x_ - 1) / 2;
      const int x = kind * half;
      canvas_.put(x, y,
                  clip(w_.say(kind == kShipTile ? "heading.ships" : "heading.farms"), half - 1),
                  kQuiet);
      const Todo& top = s_.todo.top();
      for (int i = 0; i < kStacks; ++i) {
        const auto up = s_.up[idx(kind)][idx(i)];
        if (up == 0) continue;
        const Tile& tile = (kind == kShipTile ? c_.ships : c_.farms)[up - 1U];
        const bool may =
            top.what == Do::kStack && as<step::Stack>(top).kind == kind && may_stack_[idx(i)];
        canvas_.put(x, y + 1 + i, std::to_string(i + 1), may ? kMay : kBold);
        canvas_.put(x + 2, y + 1 + i,
                    clip(w_.name(tile) + " " + std::to_string(tile.points) + "★", half - 3));
      }
    }
  }

  // --- beside the Planet: what is offered before round 1 ---

  // Not below the line `last`; with 0 nothing is drawn. Answers the line below them.
  int draw_offers(int x, int y, int last) {
    const int room = canvas_.width() - x;
    for (const Offer& one : offers()) {
      Row head;
      if (!one.id.empty()) head.push_back({one.id, one.may ? kMay : kBold});
      head.push_back({(head.empty() ? "" : " ") + one.name + " ", kBold});
      head.push_back({one.price, kGoodsStyles[kGem]});
      if (y <= last) put(x, y, head, canvas_.width());
      ++y;
      for (const std::string& line : wrap(one.what, room - 2)) {
        if (y <= last) canvas_.put(x + 2, y, line);
        ++y;
      }
    }
    return last == 0 ? y : std::min(y, last + 1);
  }
};

}  // namespace

void Circadians::draw(const State& s, Seat viewer, Canvas& canvas, const Teller& teller) const {
  const Phrases words(*this, s, teller);
  Picture(words, viewer, canvas).draw();
}

}  // namespace tidelock::circadians
