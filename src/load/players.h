// Tables of two that are played over the wire as fast as they can be, or at a pace: every move is a
// legal one that the server was asked for, and is looked up in what it said before, so that the
// time of a move is the server's.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "load/crowd.h"

namespace tidelock::load {

struct Speed {
  std::size_t moves = 0;
  std::size_t messages = 0;  // received and sent
  std::size_t bytes = 0;     // of those
  double seconds = 0;
  double busy = 0;  // of the server, in seconds of its processor
  [[nodiscard]] double messages_per_second() const { return double(messages) / seconds; }
  [[nodiscard]] double moves_per_second() const { return double(moves) / seconds; }
  Speed& operator+=(const Speed& other) {
    moves += other.moves;
    messages += other.messages;
    bytes += other.bytes;
    seconds += other.seconds;
    busy += other.busy;
    return *this;
  }
  [[nodiscard]] std::size_t mean_bytes() const { return messages == 0 ? 0 : bytes / messages; }
};

// How long the server has been busy, in seconds.
using Busy = std::function<double()>;

// Milliseconds, sorted.
struct Times {
  std::vector<double> all;
  std::size_t missed = 0;  // moves that could not be made: the one before was not answered yet
  [[nodiscard]] double part(double share) const;  // 0.5 is the median
};

class Players {
 public:
  static constexpr int kPlayers = 2;  // at a table

  Players(std::uint16_t port, std::string game, Busy busy);

  // So many more tables, both people seated, each in a socket of its own.
  std::optional<Error> begin(std::size_t tables);
  // One move at each table.
  std::optional<Error> round();
  // Rounds for so many seconds of moves: what is asked between them does not count.
  Result<Speed> rush(double seconds);
  // Each table moves once a second, at a time of its own: from a move to the other one's socket.
  Result<Times> stroll(double seconds);
  // Of each table the second one leaves.
  void leave_one();
  // Everybody leaves; the times it takes to come back to some of them, from the upgrade to the
  // table's first word.
  void leave();
  Result<Times> come_back(std::size_t tables);

 private:
  struct LoadTable {
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

  Result<LoadTable> make(std::size_t place);
  void seat(const LoadTable& table, int who);
  void hear(std::size_t who, std::string_view message);
  void hear_move(LoadTable& table, bool push);
  std::optional<Error> look();
  std::optional<Error> renew();
  void ask(std::size_t place);
  void move(std::size_t place);
  [[nodiscard]] std::optional<Error> refused() const;

  std::string game_;
  Busy busy_;
  Clerk clerk_;
  Crowd crowd_;
  std::vector<LoadTable> tables_;
  std::vector<Where> where_;  // of each socket
  std::size_t waiting_ = 0;
  Speed count_;
  std::vector<double>* times_ = nullptr;
  bool strolling_ = false;
  std::string refusal_;
  std::uint32_t dice_ = 1;
};

// The same for a server that only echoes.
class Echoes {
 public:
  Echoes(std::uint16_t port, Busy busy);
  std::optional<Error> begin(std::size_t sockets);
  // Each socket sends a message of so many bytes until it is back, and again.
  Result<Speed> rush(std::size_t bytes, double seconds);

 private:
  Busy busy_;
  std::size_t back_ = 0;
  std::size_t sockets_ = 0;
  Crowd crowd_;
};

}  // namespace tidelock::load
