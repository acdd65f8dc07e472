// A game in progress that is changed in place and speaks of moves by their actions
// (core/actions.h): type-erased like core/any_game.h, but fast enough to play thousands of games a
// second from another language.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/inputs.h"
#include "core/rules.h"

namespace tidelock {

class Position {
 public:
  Position() = default;
  Position& operator=(const Position&) = delete;
  virtual ~Position() = default;

  [[nodiscard]] virtual std::unique_ptr<Position> copy() const = 0;
  // How many numbers there are for moves, and inputs of a network (0: it has none).
  [[nodiscard]] virtual std::uint32_t actions() const = 0;
  [[nodiscard]] virtual std::size_t inputs() const = 0;
  // The bytes of the state, for AnyState.
  [[nodiscard]] virtual std::span<const std::byte> bytes() const = 0;
  // What it waits for, looked up once after all that changes it.
  struct Node {
    At at{};
    SeatMask to_act = 0;
  };
  [[nodiscard]] const Node& node() const { return node_; }
  // How many actions a seat has that may decide. They are written in the order of its legal moves,
  // all of them or, where there is not enough room, none.
  virtual std::size_t legal(Seat seat, std::span<std::uint32_t> to) = 0;
  // 1 for each of them.
  virtual void mask(Seat seat, std::span<std::uint8_t> actions) = 0;
  // The move of one of these actions; none if it is not one of them.
  virtual std::optional<std::uint32_t> move_of(Seat seat, std::uint32_t action) = 0;
  [[nodiscard]] virtual std::uint32_t action_of(std::uint32_t move) const = 0;
  // False if the action was not one of these: then nothing has happened.
  virtual bool apply(Seat seat, std::uint32_t action) = 0;
  // At a chance node.
  [[nodiscard]] virtual Ask ask() const = 0;
  virtual void resolve(std::uint32_t outcome) = 0;
  // Resolves chance nodes until there is none, as a table with this seed does.
  virtual void resolve_all(std::uint64_t seed) = 0;
  // The inputs of a network, one byte each; nothing for a game without them.
  virtual void inputs(Seat seat, std::span<std::int8_t> row) const = 0;

 protected:
  Position(const Position&) = default;

  Node node_;
};

// `Owner` keeps the rules.
template <Rules R, class Owner>
class PositionOf final : public Position {
 public:
  PositionOf(const R& rules, Owner owner) : PositionOf(rules, std::move(owner), rules.start()) {}
  PositionOf(const R& rules, Owner owner, const typename R::State& state)
      : rules_(&rules), owner_(std::move(owner)), state_(state) {
    changed();
  }

  [[nodiscard]] std::unique_ptr<Position> copy() const override {
    return std::make_unique<PositionOf>(*rules_, owner_, state_);
  }
  [[nodiscard]] std::uint32_t actions() const override { return R::kActions; }
  [[nodiscard]] std::size_t inputs() const override {
    if constexpr (Learned<R>) return static_cast<std::size_t>(R::kInputs);
    return 0;
  }
  [[nodiscard]] std::span<const std::byte> bytes() const override {
    return std::as_bytes(std::span(&state_, 1));
  }
  std::size_t legal(Seat seat, std::span<std::uint32_t> to) override {
    const auto& moves = list(seat);
    if (to.size() < moves.size()) return moves.size();
    std::uint32_t* out = to.data();
    std::uint16_t place = 0;
    for (const typename R::Move move : moves) {
      const std::uint32_t action = rules_->action_of(move);
      *out++ = action;
      hint(action) = place++;
    }
    return moves.size();
  }
  void mask(Seat seat, std::span<std::uint8_t> actions) override {
    for (const typename R::Move move : list(seat)) actions[rules_->action_of(move)] = 1;
  }
  std::optional<std::uint32_t> move_of(Seat seat, std::uint32_t action) override {
    const typename R::Move* move = listed(seat, action);
    return move == nullptr ? std::nullopt : std::optional<std::uint32_t>(move->bits);
  }
  [[nodiscard]] std::uint32_t action_of(std::uint32_t move) const override {
    typename R::Move out;
    out.bits = static_cast<decltype(out.bits)>(move);
    return rules_->action_of(out);
  }
  bool apply(Seat seat, std::uint32_t action) override {
    const typename R::Move* move = listed(seat, action);
    if (move == nullptr) return false;
    rules_->apply(state_, seat, typename R::Move(*move), NoEvents{});
    changed();
    return true;
  }
  [[nodiscard]] Ask ask() const override { return rules_->ask(state_); }
  void resolve(std::uint32_t outcome) override {
    rules_->resolve(state_, outcome, NoEvents{});
    changed();
  }
  void resolve_all(std::uint64_t seed) override {
    resolve_chance(*rules_, state_, Seeded{seed});
    changed();
  }
  void inputs(Seat seat, std::span<std::int8_t> row) const override {
    if constexpr (Learned<R>) {
      constexpr auto kSize = static_cast<std::size_t>(R::kInputs);
      write_inputs(*rules_, state_, seat, row.template first<kSize>());
    }
  }

 private:
  void changed() {
    moves_.reset();
    node_ = {rules_->at(state_), rules_->to_act(state_)};
  }

  const typename R::List& list(Seat seat) {
    if (!moves_ || listed_ != seat) {
      moves_.emplace();
      listed_ = seat;
      rules_->legal(state_, seat, *moves_);
    }
    return *moves_;
  }

  // Where an action was written, if no other has taken its hint since: looking through the list
  // would cost more than all else that is done here for a move.
  static constexpr std::size_t kHints = 256;
  [[nodiscard]] std::uint16_t& hint(std::uint32_t action) { return hints_[action % kHints]; }
  // The move of an action; null if the seat may not choose it.
  const typename R::Move* listed(Seat seat, std::uint32_t action) {
    const auto& moves = list(seat);
    const std::size_t hinted = hint(action);
    if (hinted < moves.size()) {
      const auto* there = moves.begin() + hinted;
      if (rules_->action_of(*there) == action) return there;
    }
    const auto is_it = [&](typename R::Move move) { return rules_->action_of(move) == action; };
    const auto* found = std::find_if(moves.begin(), moves.end(), is_it);
    return found == moves.end() ? nullptr : found;
  }

  const R* rules_;
  Owner owner_;
  typename R::State state_;
  // The moves that were listed last and have not changed, of which seat, and where each may stand.
  std::optional<typename R::List> moves_;
  Seat listed_ = kNobody;
  std::array<std::uint16_t, kHints> hints_{};
};

}  // namespace tidelock
