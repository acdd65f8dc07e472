// A table's messages (docs/protocol.md), the same for every front end. With a teller they also come
// in words. A message to a seat is made only from what that seat may know.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "table/table.h"

namespace tidelock::table {

[[nodiscard]] Json error_json(const Error& wrong, const Teller* teller);
// The id of a request, which its answer repeats; null if there is none or it is not acceptable.
[[nodiscard]] Json id_of(const Json& request);
// An id that cannot be repeated exactly is an error.
void check_id(const JsonIn& request);
[[nodiscard]] std::vector<std::string> names_of(const Table& table);

// status_json() of an unfinished game, as text: sent after every move, so it builds no tree.
[[nodiscard]] std::string playing_text(const Table& table);
[[nodiscard]] Json status_json(const Table& table, const Teller* teller);
// In words for `reader`: what it did itself is told to it as such.
[[nodiscard]] Json events_json(const AnyGame& game, std::span<const Event> events, Seat reader,
                               const Teller* teller);
// A viewer's view of the table.
[[nodiscard]] Json observed_json(const Table& table, Seat viewer, const Teller* teller);
// `observe`, `legal` and `why`.
[[nodiscard]] Json observe_json(const Table& table, Seat viewer, const Teller* teller);
[[nodiscard]] Json legal_json(const Table& table, Seat seat, const Teller* teller);
[[nodiscard]] Json why_json(const Table& table, Seat seat, std::string_view move,
                            const Teller* teller);

inline constexpr std::size_t kLongestMove = 60;
// What an answer to a move tells besides, if the request asks for it `with` "view" and "legal": of
// the seat that is asked next, so that it takes one request.
struct With {
  bool view = false;
  bool legal = false;
};
[[nodiscard]] With read_with(const JsonIn& in);
// Adds it as `asked`. The seat is `own` while it is asked itself, or nobody else of the people is.
void add_asked(const Table& table, Seat own, With with, const Teller* teller, Json& out);

// What an `apply` plays: its `move`; its `moves`, which are applied together or not at all; or its
// `items`, chosen at once (core/several.h).
struct Played {
  std::vector<std::string> texts;
  bool items = false;
};
[[nodiscard]] Played read_played(const JsonIn& in);
// The moves that come of it.
[[nodiscard]] Result<std::vector<std::string>> moves_of(const Table& table, Seat seat,
                                                        const Played& played);

}  // namespace tidelock::table
