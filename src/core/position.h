// A game in progress that is changed in place and speaks of moves by their actions
// (core/actions.h): type-erased like core/any_game.h, but fast enough to play thousands of games a
// second from another language.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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
  // What it waits for; the answer of all that changes it.
  struct Node {
    At at;
    SeatMask to_act;
  };
  [[nodiscard]] virtual Node node() const = 0;
  // The actions of a seat that may decide, in the order of its legal moves; until something
  // changes.
  virtual std::span<const std::uint32_t> legal(Seat seat) = 0;
  // The move of one of these actions; none if it is not one of them.
  virtual std::optional<std::uint32_t> move_of(Seat seat, std::uint32_t action) = 0;
  [[nodiscard]] virtual std::uint32_t action_of(std::uint32_t move) const = 0;
  // None if the action was not one of these: then nothing has happened.
  virtual std::optional<Node> apply(Seat seat, std::uint32_t action) = 0;
  // At a chance node.
  [[nodiscard]] virtual Ask ask() const = 0;
  virtual Node resolve(std::uint32_t outcome) = 0;
  // Resolves chance nodes until there is none, as a table with this seed does.
  virtual Node resolve_all(std::uint64_t seed) = 0;
  // The inputs of a network, one byte each; nothing for a game without them.
  virtual void inputs(Seat seat, std::span<std::int8_t> row) const = 0;

 protected:
  Position(const Position&) = default;
};

// `Owner` keeps the rules.
template <Rules R, class Owner>
class PositionOf final : public Position {
 public:
  PositionOf(const R& rules, Owner owner)
      : rules_(&rules), owner_(std::move(owner)), state_(rules.start()) {}

  [[nodiscard]] std::unique_ptr<Position> copy() const override {
    auto out = std::make_unique<PositionOf>(*rules_, owner_);
    out->state_ = state_;
    return out;
  }
  [[nodiscard]] std::uint32_t actions() const override { return R::kActions; }
  [[nodiscard]] std::size_t inputs() const override {
    if constexpr (Learned<R>) return static_cast<std::size_t>(R::kInputs);
    return 0;
  }
  [[nodiscard]] std::span<const std::byte> bytes() const override {
    return std::as_bytes(std::span(&state_, 1));
  }
  [[nodiscard]] Node node() const override { return {rules_->at(state_), rules_->to_act(state_)}; }
  std::span<const std::uint32_t> legal(Seat seat) override {
    if (!moves_ || listed_ != seat) {
      moves_.emplace();
      listed_ = seat;
      rules_->legal(state_, seat, *moves_);
      if (actions_.size() < moves_->size()) actions_.resize(moves_->size());
      std::uint32_t* action = actions_.data();
      for (const typename R::Move move : *moves_) *action++ = rules_->action_of(move);
    }
    return {actions_.data(), moves_->size()};
  }
  std::optional<std::uint32_t> move_of(Seat seat, std::uint32_t action) override {
    const auto at = place_of(seat, action);
    return at ? std::optional<std::uint32_t>((*moves_)[*at].bits) : std::nullopt;
  }
  [[nodiscard]] std::uint32_t action_of(std::uint32_t move) const override {
    typename R::Move out;
    out.bits = static_cast<decltype(out.bits)>(move);
    return rules_->action_of(out);
  }
  std::optional<Node> apply(Seat seat, std::uint32_t action) override {
    const auto at = place_of(seat, action);
    if (!at) return std::nullopt;
    const typename R::Move move = (*moves_)[*at];
    rules_->apply(state_, seat, move, NoEvents{});
    moves_.reset();
    return node();
  }
  [[nodiscard]] Ask ask() const override { return rules_->ask(state_); }
  Node resolve(std::uint32_t outcome) override {
    rules_->resolve(state_, outcome, NoEvents{});
    moves_.reset();
    return node();
  }
  Node resolve_all(std::uint64_t seed) override {
    resolve_chance(*rules_, state_, Seeded{seed});
    moves_.reset();
    return node();
  }
  void inputs(Seat seat, std::span<std::int8_t> row) const override {
    if constexpr (Learned<R>) {
      constexpr auto kSize = static_cast<std::size_t>(R::kInputs);
      write_inputs(*rules_, state_, seat, row.template first<kSize>());
    }
  }

 private:
  std::optional<std::size_t> place_of(Seat seat, std::uint32_t action) {
    const auto all = legal(seat);
    const auto found = std::find(all.begin(), all.end(), action);
    if (found == all.end()) return std::nullopt;
    return static_cast<std::size_t>(found - all.begin());
  }

  const R* rules_;
  Owner owner_;
  typename R::State state_;
  // The moves that were listed last and have not changed, and their actions.
  std::optional<typename R::List> moves_;
  std::vector<std::uint32_t> actions_;  // of these; it only grows
  Seat listed_ = kNobody;
};

}  // namespace tidelock
