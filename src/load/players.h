// Tables of two that are played over the wire as fast as they can be, or at a pace: every move is a
// legal one that the server was asked for, and is looked up in what it said before, so that the
// time of a move is the server's.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "load/crowd.h"

namespace tidelock::load {

struct Speed {
  std::size_t moves = 0;
  std::size_t messages = 0;  // received and sent
  std::size_t bytes = 0;     // of those
  double seconds = 0;
  [[nodiscard]] double messages_per_second() const { return double(messages) / seconds; }
  [[nodiscard]] double moves_per_second() const { return double(moves) / seconds; }
  [[nodiscard]] std::size_t mean_bytes() const { return messages == 0 ? 0 : bytes / messages; }
};

// Milliseconds, sorted.
struct Times {
  std::vector<double> all;
  [[nodiscard]] double part(double share) const;  // 0.5 is the median
};

class Players {
 public:
  static constexpr int kPlayers = 2;  // at a table

  Players(std::uint16_t port, std::string game);

  // So many more tables, both people seated, each in a socket of its own.
  std::optional<Error> begin(std::size_t tables);
  // One move at each table.
  std::optional<Error> round();
  // Rounds for so many seconds of moves: what is asked between them does not count.
  Result<Speed> rush(double seconds);
  // Each table moves once a second, one after the other: from a move to the other one's socket.
  Result<Times> stroll(double seconds);
  // Everybody leaves; the times it takes to come back to some of them, from the upgrade to the
  // table's first word.
  void leave();
  Result<Times> come_back(std::size_t tables);

 private:
  struct Table {
    std::string name;
    std::array<std::size_t, kPlayers> sockets{};
    int asked = -1;    // whose turn it is
    std::string move;  // one that is legal
    bool over = false;
    int seated = 0;
    std::chrono::steady_clock::time_point moved;
    bool answered = true;
    bool told = true;
  };
  struct Where {
    std::size_t table = 0;
    int seat = 0;
  };

  Result<Table> make(std::size_t place);
  void seat(const Table& table, int who);
  void hear(std::size_t who, std::string_view message);
  void hear_move(Table& table, bool push);
  std::optional<Error> look();
  std::optional<Error> renew();
  void ask(std::size_t place);
  void move(std::size_t place);
  [[nodiscard]] std::optional<Error> refused() const;

  std::string game_;
  Clerk clerk_;
  Crowd crowd_;
  std::vector<Table> tables_;
  std::vector<Where> where_;  // of each socket
  std::size_t waiting_ = 0;
  Speed count_;
  std::vector<double>* times_ = nullptr;
  bool strolling_ = false;
  std::string refusal_;
  std::uint32_t dice_ = 1;
};

// The same for a server that only echoes, with messages of so many bytes.
Result<Speed> rush_echo(std::uint16_t port, std::size_t sockets, std::size_t bytes, double seconds);

}  // namespace tidelock::load
