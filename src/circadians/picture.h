// The parts that the drawing of the table and of the players share: styles, lines of styled text,
// and what the viewer may choose now.
#pragma once

#include <algorithm>

#include "circadians/phrases.h"

namespace tidelock::circadians {

inline constexpr std::array<Style, kMaxSeats> kPlayerStyles = {
    {{Colour::kWhite, Colour::kRed, true},
     {Colour::kBlack, Colour::kTeal, true},
     {Colour::kBlack, Colour::kPurple, true},
     {Colour::kBlack, Colour::kYellow, true}}};
inline constexpr Style kAiStyle = {Colour::kWhite, Colour::kCoal, true};
inline constexpr std::array<Style, kResources> kGoodsStyles = {
    {{Colour::kSky, Colour::kPlain, true},
     {Colour::kLime, Colour::kPlain, true},
     {Colour::kGold, Colour::kPlain, true},
     {Colour::kPink, Colour::kPlain, true}}};
// Whoever looks may choose this now.
inline constexpr Style kMay = {Colour::kBlack, Colour::kYellow, true};
inline constexpr Style kQuiet = {Colour::kGrey};
inline constexpr Style kBold = {Colour::kPlain, Colour::kPlain, true};

inline constexpr std::string_view kFreeSpace = "·";
inline constexpr std::string_view kNoDie = "–";

struct Span {
  std::string text;
  Style style;
};
using Row = std::vector<Span>;
using Rows = std::vector<Row>;

inline int width_of(const Row& row) {
  int width = 0;
  for (const Span& span : row) width += display_width(span.text);
  return width;
}

inline std::string die_sign(int value) {
  return value == Piece::kSpecialist ? "S" : value == Piece::kSal ? "*" : std::to_string(value);
}

class Sketch {
 public:
  Sketch(const Phrases& words, Seat viewer, Canvas& canvas)
      : w_(words),
        g_(words.g),
        c_(words.c),
        s_(words.s),
        viewer_(viewer),
        canvas_(canvas),
        step_(canvas.width() >= 110 ? 5 : 4),
        panel_x_(6 * step_ + 8),
        panel_w_(canvas.width() - panel_x_),
        roomy_(canvas.height() >= 31 && panel_w_ >= 58) {
    look_for_choices();
  }

  // The own base, the hand and the others, from a line on (draw_players.cpp).
  void draw_players(int y);

 protected:
  // --- what the viewer may choose now ---

  void look_for_choices() {
    if (!w_.acts(viewer_)) return;
    Circadians::List list;
    g_.legal(s_, viewer_, list);
    using Kind = Move::Kind;
    for (const Move move : list) {
      switch (move.kind()) {
        case Kind::kSend:
          may_target_[idx(move.b())] = true;
          if (move.a() < kGarages) may_slot_[idx(move.a())] = true;
          break;
        case Kind::kAssign: may_slot_[idx(move.a())] = true; break;
        case Kind::kGarage: may_slot_[idx(move.a())] = true; break;
        case Kind::kFarm: may_slot_[idx(kGarages + move.a())] = true; break;
        case Kind::kPick:
        case Kind::kExchange:
        case Kind::kContract:
        case Kind::kDiscard: may_card_.add(move.a()); break;
        case Kind::kDirection:
          if (const int to = g_.step_from(s_, viewer_, move.a()); to >= 0)
            may_space_[idx(to)] = true;
          break;
        case Kind::kPeek: may_space_[idx(kFirstCorner + move.a())] = true; break;
        case Kind::kStack: may_stack_[idx(move.a())] = true; break;
        default: break;
      }
    }
  }
  [[nodiscard]] bool may_go(int place) const {
    for (int t = 0; t <= kToCanteen; ++t) {
      if (may_target_[idx(t)] && t != kToCanteen && place_of(t) == place) return true;
    }
    return false;
  }
  [[nodiscard]] bool offering() const {
    const Do what = s_.todo.top().what;
    return viewer_ >= 0 && (what == Do::kLeaders || what == Do::kDraft);
  }

  // --- small pieces ---

  [[nodiscard]] Style colour(Seat seat) const {
    return g_.is_ai(seat) ? kAiStyle : kPlayerStyles[idx(seat)];
  }
  [[nodiscard]] Span piece(Piece one) const {
    return {w_.mark(one.owner()) + ":" + die_sign(one.value()), colour(one.owner())};
  }
  int put(int x, int y, const Row& row, int end) {
    for (const Span& span : row) {
      if (x >= end) break;
      x = canvas_.put(x, y, clip(span.text, end - x), span.style);
    }
    return x;
  }
  static void goods(Row& row, const Goods& what, bool all) {
    for (std::size_t r = 0; r < kResources; ++r) {
      if (what[r] == 0 && !all) continue;
      row.push_back(
          {std::to_string(what[r]) + kLetters[r], what[r] != 0 ? kGoodsStyles[r] : kQuiet});
      if (all) row.push_back({" ", {}});
    }
  }

  // --- what is offered before round 1 ---

  struct Offer {
    std::string id, name, price, what;
    bool may;
  };
  [[nodiscard]] std::vector<Offer> offers() const {
    std::vector<Offer> out;
    const Player& p = w_.player(viewer_);
    const bool acts = w_.acts(viewer_);
    if (s_.todo.top().what == Do::kLeaders) {
      if (p.leader != kNone) {
        const Leader& one = c_.leaders[p.leader];
        out.push_back({"", w_.name(one), "", w_.power(one), false});
      } else {
        for (int i = 0; i < static_cast<int>(c_.leaders.size()); ++i) {
          const Leader& one = c_.leaders[idx(i)];
          if (has_bit(p.leaders, i))
            out.push_back(
                {g_.id(one), w_.name(one), "", w_.power(one), acts && p.stage == Stage::kLeader});
        }
      }
      for (int i = 0; i < static_cast<int>(c_.tokens.size()); ++i) {
        const OutpostToken& one = c_.tokens[idx(i)];
        if (has_bit(p.tokens, i) && (p.token == kNone || p.token == i))
          out.push_back(
              {g_.id(one), w_.name(one), "", w_.power(one), acts && p.stage == Stage::kToken});
      }
    } else if (s_.todo.top().what == Do::kDraft) {
      for (const int card : p.draft) {
        const Contract& one = c_.contracts[idx(card)];
        out.push_back({"#" + g_.id(one), w_.name(one),
                       Phrases::cost(one.cost) + "→" + std::to_string(one.points) + "★",
                       w_.power(one), acts && may_card_.has(card)});
      }
    }
    return out;
  }
  const Phrases& w_;
  const Circadians& g_;
  const Components& c_;
  const State& s_;
  Seat viewer_;
  Canvas& canvas_;
  std::array<bool, 64> may_target_{};
  std::array<bool, kCanteenSlot + 1> may_slot_{};
  std::array<bool, kSpaces> may_space_{};
  std::array<bool, kStacks> may_stack_{};
  CardSet may_card_;
  int step_ = 4, panel_x_ = 0, panel_w_ = 0;
  bool roomy_ = false;
};

}  // namespace tidelock::circadians
