// What a table says in the message language (docs/protocol.md), the same at every door. With a
// teller it says it in words too. What is said to a seat is made from what that seat may know.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "table/table.h"

namespace tidelock::table {

[[nodiscard]] Json error_json(const Error& wrong, const Teller* teller);
// The id of a request, as its answer repeats it; null where there is none that could be repeated.
[[nodiscard]] Json id_of(const Json& request);
// One that could not come back as it was is an error.
void check_id(const JsonIn& request);
[[nodiscard]] std::vector<std::string> names_of(const Table& table);

// The same of a game that is not over, as text.
[[nodiscard]] std::string playing_text(const Table& table);
[[nodiscard]] Json status_json(const Table& table, const Teller* teller);
[[nodiscard]] Json events_json(const AnyGame& game, std::span<const Event> events,
                               const Teller* teller);
// What a viewer sees.
[[nodiscard]] Json observed_json(const Table& table, Seat viewer, const Teller* teller);
// `observe`, `legal` and `why`.
[[nodiscard]] Json observe_json(const Table& table, Seat viewer, const Teller* teller);
[[nodiscard]] Json legal_json(const Table& table, Seat seat, const Teller* teller);
[[nodiscard]] Json why_json(const Table& table, Seat seat, std::string_view move,
                            const Teller* teller);

// The `move` of an `apply`, or its `moves`, which belong together.
[[nodiscard]] std::vector<std::string> read_moves(const JsonIn& in);

}  // namespace tidelock::table
