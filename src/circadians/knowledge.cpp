// Who knows what (CIR-Q18): what a seat knows of a state, and a random truth that fits it.
#include <algorithm>

#include "circadians/rules.h"
#include "core/bits.h"

namespace tidelock::circadians {

// A Contract that is being paid for is on the table already.
CardSet Rules::being_fulfilled(const State& s, Seat seat) {
  CardSet cards;
  for (std::uint32_t i = 0; i < s.todo.depth; ++i) {
    const Todo& todo = s.todo.items[i];
    if (todo.what == Do::kFulfilled && todo.seat == static_cast<std::uint8_t>(seat))
      cards.add(as<step::Fulfilled>(todo).card & 127);
  }
  return cards;
}

// What the seat cannot know is put to one canonical value: lowest cards in hidden hands, others'
// secret choices not made yet, their dice not assigned, Caches in order. So two states that differ
// only in what is hidden become the same one.
class Rules::Hider {
 public:
  Hider(const Rules& rules, State& state, Seat seat)
      : g_(rules),
        seat_(seat),
        s_(state),
        what_(state.todo.top().what),
        leaders_(
            what_ == Do::kLeaders ||
            (what_ == Do::kChance && as<step::Chance>(state.todo.top()).ask >= SetupAsk::kLeader)),
        dealt_(what_ == Do::kDraft || what_ == Do::kChance),
        plan_(what_ == Do::kPlan),
        pool_(state.deck) {}

  void hide() {
    if (plan_) undo_exchanges();
    // All hidden cards come together before the first are given out again: whose they were must not
    // show in who gets which.
    collect_cards();
    leader_pool_ = g_.leaders_in_play();
    token_pool_ = (1U << g_.c_.tokens.size()) - 1;
    if (s_.ai_token != kNone) token_pool_ &= ~(1U << s_.ai_token);
    if (seat_ >= 0) {
      leader_pool_ &= ~s_.players[idx(seat_)].leaders;
      token_pool_ &= ~std::uint32_t{s_.players[idx(seat_)].tokens};
    }
    for (int i = 0; i < g_.options_.players; ++i) {
      if (i == seat_) continue;
      deal_lowest(i);
      if (leaders_) hide_leaders(s_.players[idx(i)]);
      if (what_ == Do::kLeaders) unchoose_leader(i);
      if (plan_) undo_plan(i);
    }
    s_.deck = pool_;
    if (plan_ && !any_exchange()) s_.plan_discards = {};
    hide_caches();
  }

 private:
  struct Counts {
    int hand = 0, draft = 0;
  };

  // The n lowest bits of a set, which leave it.
  static std::uint32_t lowest(std::uint32_t& from, int n) {
    std::uint32_t out = 0;
    for (; n > 0 && from != 0; --n) {
      out |= from & (~from + 1);
      from &= from - 1;
    }
    return out;
  }
  [[nodiscard]] CardSet shown(int i) const { return being_fulfilled(s_, static_cast<Seat>(i)); }

  // Secret exchanges in this Plan (Eden) are undone first, for they change what everybody counts:
  // the cards in hand, the discards and the deck, which may even have been made anew for one.
  void undo_exchanges() {
    for (int i = 0; i < g_.options_.players; ++i) {
      const Player& p = s_.players[idx(i)];
      if (i == seat_ || p.exchanged == 0) continue;
      // Everything hidden becomes one pool below; only the numbers matter here.
      s_.asked[kContractStream] = static_cast<std::uint16_t>(s_.asked[kContractStream] - p.drawn);
      pool_ = g_.contracts_in_play() - s_.plan_discards;
      for (const Player& other : s_.players) pool_ = pool_ - other.fulfilled;
      if (seat_ >= 0) pool_ = pool_ - s_.players[idx(seat_)].hand;
      s_.discards = s_.plan_discards;
    }
  }

  // Counts others' hidden cards and puts them all into the pool.
  void collect_cards() {
    for (int i = 0; i < g_.options_.players; ++i) {
      Player& p = s_.players[idx(i)];
      if (i == seat_) continue;
      p.hand = p.hand - shown(i);
      Counts& counts = counts_[idx(i)];
      counts = {p.hand.count(), p.draft.count()};
      if (plan_ && p.exchanged != 0) counts.hand += 1 - p.drawn;
      pool_ |= p.hand - s_.discards;  // of a deck that was made anew in secret
      if (dealt_) {
        pool_ |= p.draft;
      } else {
        counts.draft = 0;
      }
    }
  }
  void take_lowest(CardSet& into, int n) {
    for (; n > 0; --n) {
      const int card = pool_.first();
      into.add(card);
      pool_.remove(card);
    }
  }
  void deal_lowest(int i) {
    Player& p = s_.players[idx(i)];
    p.hand = {};
    take_lowest(p.hand, counts_[idx(i)].hand);
    p.hand |= shown(i);
    if (dealt_) {
      p.draft = {};
      take_lowest(p.draft, counts_[idx(i)].draft);
    }
    if (what_ == Do::kDraft) {
      p.stage = Stage::kPick;
      p.pick = 0;
    }
  }

  void hide_leaders(Player& p) {
    p.leaders = lowest(leader_pool_, std::popcount(p.leaders));
    p.tokens = static_cast<std::uint16_t>(lowest(token_pool_, std::popcount(p.tokens)));
  }
  // Leaders that were agreed on before are no secret: then only the token is chosen.
  void unchoose_leader(int i) {
    Player& p = s_.players[idx(i)];
    if (g_.options_.leaders.empty()) {
      p.leader = kNone;
      p.stage = Stage::kLeader;
    } else {
      p.leaders = 1U << g_.options_.leaders[idx(i)];
      p.stage = Stage::kToken;
    }
    p.token = kNone;
  }

  // Behind the Screen everything is as it was before the first roll, with the dice that are there
  // now on one pile, as if all showed 1: how many they are is known, also of those that were rolled
  // again or laid somewhere.
  void undo_plan(int i) {
    Player& p = s_.players[idx(i)];
    int dice = p.idle + p.canteen;
    int specialists = p.idle_specialists + p.canteen_specialists;
    for (const auto n : p.rolled) dice += n;
    const auto take_back = [&](auto& slots) {
      for (auto& die : slots) {
        (die == Piece::kSpecialist ? specialists : dice) += die != 0 ? 1 : 0;
        die = 0;
      }
    };
    take_back(p.garage);
    take_back(p.farm);
    if (p.stage == Stage::kRerolling) dice += p.to_roll;
    // Rerolls are secret, and so is how often luck was asked for them.
    const auto stream = idx(kDieStream + i);
    s_.asked[stream] = static_cast<std::uint16_t>(s_.asked[stream] - p.plan_rolls + dice);
    p.plan_rolls = static_cast<std::uint8_t>(dice);
    p.idle = 0;
    p.canteen = 0;
    p.canteen_specialists = 0;
    p.idle_specialists = static_cast<std::uint8_t>(specialists);
    p.rolled = {};
    p.rolled[0] = static_cast<std::uint8_t>(dice);
    p.to_roll = 0;
    p.exchanged = 0;
    p.renewed = 0;
    p.drawn = 0;
    p.pick = 0;
    p.stage = g_.first_stage(s_, static_cast<Seat>(i), Stage::kExchange);
  }
  [[nodiscard]] bool any_exchange() const {
    for (int i = 0; i < g_.options_.players; ++i) {
      if (s_.players[idx(i)].exchanged != 0) return true;
    }
    return false;
  }

  // Points of Caches that only others have seen are as unknown as those that nobody has.
  void hide_caches() {
    const auto seen = s_.revealed | (seat_ >= 0 ? s_.players[idx(seat_)].seen : 0);
    for (int i = 0; i < kCorners; ++i) {
      if (!has_bit(seen, i)) s_.cache[idx(i)] = kNone;
    }
    for (int i = 0; i < g_.options_.players; ++i) {
      if (i != seat_) s_.players[idx(i)].seen &= s_.revealed;
    }
  }

  const Rules& g_;
  const Seat seat_;
  State& s_;
  const Do what_;
  const bool leaders_;  // leaders and tokens are being dealt or chosen
  const bool dealt_;    // the cards of the draft are in play
  const bool plan_;
  CardSet pool_;  // cards whose place the seat does not know
  std::uint32_t leader_pool_ = 0, token_pool_ = 0;
  std::array<Counts, kMaxSeats> counts_{};
};

State Rules::knows(const State& real, Seat seat) const {
  State s = real;
  Hider(*this, s, seat).hide();
  return s;
}

// The other way round: all that is hidden from the seat is dealt and rolled anew. The state comes
// from `knows`, so each hand has as many cards as in truth, and others' secret choices are not made
// yet. Every assignment of hidden cards to hands is equally likely; what others' choices so far
// tell of their hands is not used. Caches need nothing: a tile that the seat has not seen stays
// open, and chance draws it when it is revealed.
void Rules::resample(State& s, Seat seat, Rng& rng) const {
  const Do what = s.todo.top().what;
  const bool dealing = what == Do::kDraft || what == Do::kChance;
  CardSet pool = s.deck;
  for (int i = 0; i < options_.players; ++i) {
    if (i == seat) continue;
    pool |= s.players[idx(i)].hand - being_fulfilled(s, static_cast<Seat>(i));
    if (dealing) pool |= s.players[idx(i)].draft;
  }
  // As many cards as before, from all that are hidden.
  const auto deal = [&](CardSet& into) {
    const int n = into.count();
    into = {};
    for (int k = 0; k < n; ++k) {
      const int card =
          pool.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(pool.count()))));
      pool.remove(card);
      into.add(card);
    }
  };
  std::uint32_t leader_pool = leaders_in_play();
  std::uint32_t token_pool = (1U << c_.tokens.size()) - 1;
  if (s.ai_token != kNone) token_pool &= ~(1U << s.ai_token);
  if (seat >= 0) {
    leader_pool &= ~s.players[idx(seat)].leaders;
    token_pool &= ~std::uint32_t{s.players[idx(seat)].tokens};
  }
  const auto draw = [&](std::uint32_t& from, int n) {
    std::uint32_t out = 0;
    for (; n > 0 && from != 0; --n) {
      const std::uint32_t bit =
          1U << nth_bit(from, rng.below(static_cast<std::uint32_t>(std::popcount(from))));
      out |= bit;
      from &= ~bit;
    }
    return out;
  };
  for (int i = 0; i < options_.players; ++i) {
    Player& p = s.players[idx(i)];
    if (i == seat) continue;
    // A card that is being paid for lies open, though it still counts as one of the hand.
    const CardSet open = being_fulfilled(s, static_cast<Seat>(i));
    p.hand = p.hand - open;
    deal(p.hand);
    p.hand |= open;
    if (dealing) deal(p.draft);
    if (p.leaders != 0 && options_.leaders.empty())
      p.leaders = draw(leader_pool, std::popcount(p.leaders));
    if (p.tokens != 0)
      p.tokens = static_cast<std::uint16_t>(draw(token_pool, std::popcount(p.tokens)));
    if (what != Do::kPlan) continue;
    // Behind the Screen: rolled, and nothing done with the roll.
    int dice = 0;
    for (const auto n : p.rolled) dice += n;
    p.rolled = {};
    for (; dice > 0; --dice) ++p.rolled[rng.below(6)];
    p.stage = first_stage(s, static_cast<Seat>(i), Stage::kExchange);
  }
  s.deck = pool;
}

}  // namespace tidelock::circadians
