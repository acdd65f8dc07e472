// What a game shows at a terminal, and sentences with the names of the players.
#pragma once

#include <string>
#include <vector>

#include "core/canvas.h"
#include "core/luck.h"
#include "core/text.h"

namespace tidelock {

// Says texts in one language, with the players' names: a catalogue and the names. A numeric
// argument named "player" or "owner" is a seat and becomes its name. To the seat that a text is
// about it says the entry KEY.you, if there is one: "You draw a card."
class Teller {
 public:
  Teller(const Catalogue& words, std::vector<std::string> names, Seat reader = kNobody)
      : words_(&words), names_(std::move(names)), reader_(reader) {}

  [[nodiscard]] const Catalogue& words() const { return *words_; }
  [[nodiscard]] std::string name(Seat seat) const {
    const auto i = static_cast<std::size_t>(seat);
    return i < names_.size() ? names_[i] : std::to_string(seat + 1);
  }
  // The same words for another reader.
  [[nodiscard]] Teller to(Seat reader) const { return {*words_, names_, reader}; }
  [[nodiscard]] std::string say(Text text) const {
    if (text.about != 0 && text.about == reader_ + 1 && words_->has(text.key + ".you"))
      text.key += ".you";
    for (TextArg& arg : text.args) {
      const auto* seat = std::get_if<std::int64_t>(&arg.value);
      if ((arg.name == "player" || arg.name == "owner") && seat != nullptr)
        arg.value = literal(name(static_cast<Seat>(*seat - 1)));
    }
    return words_->say(text);
  }
  [[nodiscard]] std::string say(std::string key) const { return say(Text{std::move(key), {}}); }

 private:
  const Catalogue* words_;
  std::vector<std::string> names_;
  Seat reader_;
};

// A part of the table as the generic board shows it.
struct Area {
  struct Counter {
    std::string label;
    int n = 0;
    int of = 0;  // how many there can be, if that matters
  };
  std::string label;
  Seat seat = kNobody;  // whose it is
  std::vector<Counter> counters;
  std::vector<std::string> pieces;
};

// What a piece of the pack does, in sentences: the piece by its list and id, as in "leaders.bjorg".
struct PieceWords {
  std::string piece, words;
};
// A game may say so for every piece.
template <class G>
concept SaysPieces = requires(const G g, const Teller& teller) {
  { g.pieces(teller) } -> std::same_as<std::vector<PieceWords>>;
};

// Games that can be played at a terminal. Every function gets the state as the viewer knows it.
template <class G>
concept Shown = requires(const G g, const typename G::State cs, typename G::Move m, Seat seat,
                         Canvas canvas, const Teller& teller) {
  // The table, in the whole canvas; it must fit 80 x 17 and use more where there is more.
  g.draw(cs, seat, canvas, teller);
  // The table in plain sentences, one a line, for screen readers.
  { g.describe(cs, seat, teller) } -> std::same_as<std::vector<std::string>>;
  // The table in parts, for a board that knows nothing of the game.
  { g.areas(cs, seat, teller) } -> std::same_as<std::vector<Area>>;
  // Everything on screen explained: symbols, cards, tiles, bonuses, notation of what is asked now.
  { g.explain(cs, seat, teller) } -> std::same_as<std::vector<std::string>>;
  // What the seat is asked now, and one of its choices in words.
  { g.prompt(cs, seat, teller) } -> std::same_as<std::string>;
  { g.move_words(cs, seat, m, teller) } -> std::same_as<std::string>;
  // Remarks of the rules on a result, besides who won; often none.
  { g.verdict(cs, teller) } -> std::same_as<std::vector<std::string>>;
};

}  // namespace tidelock
