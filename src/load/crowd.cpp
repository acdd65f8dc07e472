#include "load/crowd.h"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace tidelock::load {
namespace {

constexpr std::size_t kBuffer = 1U << 18U;
constexpr std::string_view kHeadEnd = "\r\n\r\n";

Error no_server(const std::string& why) {
  return error("no-server", "the server that is measured does not answer: " + why);
}

// A connection to this machine, or -1. Each hundredth one comes from an address of its own: there
// are only so many ports.
int connected(std::uint16_t port, std::size_t who) {
  const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0) return -1;
  const auto address = [](std::uint32_t host, std::uint16_t at) {
    sockaddr_in out{};
    out.sin_family = AF_INET;
    out.sin_addr.s_addr = htonl(host);
    out.sin_port = htons(at);
    return out;
  };
  constexpr std::size_t kPerAddress = 100;
  const auto from = address(INADDR_LOOPBACK + static_cast<std::uint32_t>(who / kPerAddress), 0);
  const auto to = address(INADDR_LOOPBACK, port);
  const int on = 1;
  // The interface of sockets is one of C.
  // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast)
  if (::bind(file, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0 ||
      ::connect(file, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0 ||
      ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) {
    ::close(file);
    return -1;
  }
  // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
  return file;
}

bool send_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto n = ::send(file, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

// The head of an answer, and what came after it.
std::optional<std::string> read_head(int file) {
  std::string out;
  std::array<char, 4096> some{};
  while (out.find(kHeadEnd) == std::string::npos) {
    const auto n = ::recv(file, some.data(), some.size(), 0);
    if (n <= 0) return std::nullopt;
    out.append(some.data(), static_cast<std::size_t>(n));
  }
  return out;
}

}  // namespace

Crowd::Crowd(std::uint16_t port, Heard heard)
    : port_(port),
      heard_(std::move(heard)),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      buffer_(kBuffer, '\0') {}

Crowd::~Crowd() {
  for (std::size_t i = 0; i < all_.size(); ++i) leave(i);
  ::close(epoll_);
}

Result<std::size_t> Crowd::enter(const std::string& path) {
  const std::size_t who = all_.size();
  const int file = connected(port_, who);
  if (file < 0) return no_server(std::strerror(errno));
  const std::string request = "GET " + path +
                              " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                              "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: dGlkZWxvY2sgY3Jvd2QgIQ==\r\n\r\n";
  std::optional<std::string> head;
  if (send_all(file, request)) head = read_head(file);
  if (!head || !head->starts_with("HTTP/1.1 101")) {
    ::close(file);
    return no_server("expected an upgrade, found '" + head.value_or("").substr(0, 30) + "'");
  }
  (void)::fcntl(file, F_SETFL, O_NONBLOCK);
  all_.push_back({file, {}, {}});
  all_.back().in = head->substr(head->find(kHeadEnd) + kHeadEnd.size());
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = who;
  if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, file, &event) != 0) return no_server(std::strerror(errno));
  return who;
}

void Crowd::leave(std::size_t who) {
  One& one = all_[who];
  if (one.file >= 0) ::close(one.file);
  one = {};
}

void Crowd::write(One& one, std::string_view bytes) {
  if (one.out.empty()) {
    const auto n = ::send(one.file, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  one.out.append(bytes);
}

// A frame of text, masked with zeros: the server unmasks it all the same.
void Crowd::say(std::size_t who, std::string_view message) {
  std::string frame;
  frame.reserve(message.size() + 8);
  frame.push_back(static_cast<char>(0x81));
  if (message.size() < 126) {
    frame.push_back(static_cast<char>(0x80U | message.size()));
  } else {
    frame.push_back(static_cast<char>(0x80U | 126U));
    frame.push_back(static_cast<char>(message.size() >> 8U));
    frame.push_back(static_cast<char>(message.size() & 0xFFU));
  }
  frame.append(4, '\0');
  frame.append(message);
  write(all_[who], frame);
}

void Crowd::read(std::size_t who) {
  One& one = all_[who];
  if (one.file < 0) return;
  const auto n = ::recv(one.file, buffer_.data(), buffer_.size(), 0);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0) {
    ++lost_;
    return leave(who);
  }
  if (!one.out.empty()) {
    const std::string rest = std::exchange(one.out, {});
    write(one, rest);
  }
  std::string_view all(buffer_.data(), static_cast<std::size_t>(n));
  std::string joined;
  if (!one.in.empty()) {
    joined = std::exchange(one.in, {}) + std::string(all);
    all = joined;
  }
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(all[i]));
  };
  while (all.size() >= 2) {
    std::size_t length = byte(1);
    std::size_t head = 2;
    if (length == 126) {
      head = 4;
      if (all.size() < head) break;
      length = byte(2) << 8U | byte(3);
    } else if (length == 127) {
      head = 10;
      if (all.size() < head) break;
      length = byte(6) << 24U | byte(7) << 16U | byte(8) << 8U | byte(9);
    }
    if (all.size() < head + length) break;
    const bool text = (byte(0) & 0x0FU) == 1;
    const std::string_view message = all.substr(head, length);
    all.remove_prefix(head + length);
    if (text) {
      ++messages_;
      heard_(who, message);
    }
    if (all_[who].file < 0) return;  // left meanwhile
  }
  all_[who].in = all;
}

// It has a core of its own and never sleeps: a server that has to wake those it tells pays for
// that, and how much depends on who is faster.
void Crowd::hear(std::chrono::steady_clock::time_point until) {
  std::array<epoll_event, 512> events{};
  int n = 0;
  do {
    n = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 0);
  } while (n == 0 && std::chrono::steady_clock::now() < until);
  for (int i = 0; i < n; ++i)
    read(static_cast<std::size_t>(events[static_cast<std::size_t>(i)].data.u64));
}

std::optional<Error> Crowd::hear_until(const std::function<bool()>& enough) {
  constexpr std::chrono::seconds kPatience{10};
  auto last = std::chrono::steady_clock::now();
  std::size_t before = messages_;
  while (!enough()) {
    hear(last + kPatience);
    const auto now = std::chrono::steady_clock::now();
    if (std::exchange(before, messages_) != messages_) {
      last = now;
    } else if (now - last >= kPatience) {
      return no_server("nothing was heard for ten seconds");
    }
  }
  return std::nullopt;
}

Clerk::~Clerk() {
  if (file_ >= 0) ::close(file_);
}

Result<std::string> Clerk::post(const std::string& path, const std::string& body) {
  const std::string request = "POST " + path +
                              " HTTP/1.1\r\nHost: localhost\r\n"
                              "Content-Type: application/json\r\nContent-Length: " +
                              std::to_string(body.size()) + "\r\n\r\n" + body;
  std::optional<std::string> answer;
  // A connection that was idle for long may be closed by now: then a new one.
  for (int tries = 0; tries < 2 && !answer; ++tries) {
    if (tries > 0 && file_ >= 0) ::close(std::exchange(file_, -1));
    if (file_ < 0) file_ = connected(port_, 0);
    if (file_ >= 0 && send_all(file_, request)) answer = read_head(file_);
  }
  if (!answer) return no_server("it closes");
  constexpr std::string_view kLength = "Content-Length: ";
  const std::size_t at = answer->find(kLength);
  if (at == std::string::npos) return no_server("expected a length");
  const std::size_t length = std::strtoul(answer->c_str() + at + kLength.size(), nullptr, 10);
  const std::size_t begin = answer->find(kHeadEnd) + kHeadEnd.size();
  while (answer->size() < begin + length) {
    std::array<char, 4096> some{};
    const auto n = ::recv(file_, some.data(), some.size(), 0);
    if (n <= 0) return no_server("it closes");
    answer->append(some.data(), static_cast<std::size_t>(n));
  }
  const std::string status = answer->substr(9, 3);
  std::string text = answer->substr(begin, length);
  if (status != "200" && status != "201") return no_server(status + ": " + text);
  return text;
}

}  // namespace tidelock::load
