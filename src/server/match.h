// A table of the server as its log tells it: who sits where, the game, and what each viewer has
// been told. No network, no disk and no clock: a request becomes a line, a line read again does the
// same, and nothing else changes a match. Documented in docs/server.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/secrets.h"
#include "store/store.h"
#include "table/feed.h"
#include "table/session.h"
#include "table/table.h"

namespace tidelock::server {

// Somebody who looks at a match: from which seat, in which language, and what they know already.
struct Viewer {
  Seat seat = kNobody;
  std::size_t seen = 0;              // items of the feed
  const Catalogue* words = nullptr;  // what it is told without asking is told in these
  std::string status;                // as it was told last
  std::string card;
};

class Match {
 public:
  // What is wished for (docs/server.md), as the first line of a log.
  static Result<Json> first_line(const Json& wish, const table::World& world);
  // A match from its log. An error names the line that does not fit.
  static Result<Match> wake(std::span<const std::string> log, const table::World& world);
  // Goes on with lines that another server has added. After an error it has to be woken again.
  std::optional<Error> catch_up(std::span<const std::string> lines);

  // How many lines its log has: the place of the next one.
  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] store::Phase phase() const;
  // What anybody may know of it: game, options, seats, and what its luck comes from.
  [[nodiscard]] Json card() const;
  [[nodiscard]] bool listed() const { return listed_; }

  // The seat that a secret opens, or kNobody.
  [[nodiscard]] Seat seat_of(std::string_view secret) const;

  // Requests that change something: the line to be added to the log, or nothing when they were
  // answered before. A match that has given a line has changed; if the line is not kept, the match
  // has to be woken again.
  using Line = std::optional<Json>;
  Result<Line> sit(const JsonIn& in);
  Result<Line> act(const JsonIn& in, Seat seat);

  // Requests that change nothing.
  [[nodiscard]] Result<Json> look(const JsonIn& in, const Viewer& viewer,
                                  const Catalogue* words) const;

  // What the viewer has not been told yet; nothing if there is nothing.
  [[nodiscard]] std::optional<Json> news(Viewer& viewer) const;

  // A bot that has to decide, and what it may know.
  struct Thought {
    Seat seat = kNobody;
    AnyState known;
    std::uint64_t whim = 0;
    std::uint64_t at = 0;  // only as long as the log has so many lines
  };
  [[nodiscard]] std::optional<Thought> thought() const;
  [[nodiscard]] std::unique_ptr<ai::AnyBot> bot(Seat seat) const;
  Line decide(const Thought& thought, AnyMove move);

 private:
  struct Chair {
    std::string bot;     // a level; empty: for a person
    std::string digest;  // of the secret of whoever sits there; empty: free
    std::string name;
    std::string share;                        // of the luck
    std::set<std::string, std::less<>> keys;  // of requests that were done
    [[nodiscard]] bool taken() const { return !bot.empty() || !digest.empty(); }
  };

  Match() = default;
  std::optional<Error> read_first(const Json& line, const table::World& world);
  std::optional<Error> follow(const Json& line);
  std::optional<Error> begin_if_full();
  std::optional<Error> do_it(std::string_view verb, Seat seat, std::span<const std::string> moves);
  Json finish(Json line);
  [[nodiscard]] std::optional<Teller> teller(const Catalogue* words) const;

  std::uint64_t lines_ = 0;
  std::shared_ptr<const AnyGame> game_;
  std::shared_ptr<const ai::AnyAi> ai_;
  bool confirm_ = true;
  table::Undo undo_ = table::Undo::kTurn;
  bool listed_ = false;
  std::string secret_;
  std::vector<Chair> chairs_;
  std::uint64_t whims_ = 0;
  std::optional<table::Table> table_;  // once every seat is taken
  table::Feed feed_;
};

}  // namespace tidelock::server
