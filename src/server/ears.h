// Who of very many connections has something to be read, or can be written to again. Beside the
// loop's own way of waiting: a connection is asked about once and not again for every message, and
// those that are next are known, so that what they touch comes into the cache meanwhile. One for
// each loop; for eager_stream.h.
#pragma once

#include <array>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/intrusive/list.hpp>
#include <cstddef>
#include <cstdint>
#include <sys/epoll.h>

#include "server/loop.h"

namespace tidelock::server {

// One of them.
class Ear : public boost::intrusive::list_base_hook<
                boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
 public:
  Ear() = default;
  Ear(const Ear&) = delete;
  Ear& operator=(const Ear&) = delete;
  virtual ~Ear() = default;
  // Since it was looked at last, something came, or there is room again, or both because it ended
  // or something is wrong: from then on no event tells that there is something to read.
  virtual void ready(bool in, bool out, bool end) = 0;
  // The loop is gone: forgets whoever waits.
  virtual void abandon() = 0;
  // It is going to be ready in a moment: stage after stage, each may touch what the one before
  // it has fetched.
  static constexpr std::size_t kStages = 7;
  virtual void fetch(std::size_t stage) const = 0;
};

class Ears final : public boost::asio::execution_context::service {
 public:
  using key_type = Ears;  // NOLINT(readability-identifier-naming): as Asio asks for it
  static inline boost::asio::execution_context::id id;  // NOLINT: the same

  explicit Ears(boost::asio::execution_context& context);
  Ears(const Ears&) = delete;
  Ears& operator=(const Ears&) = delete;
  ~Ears() override = default;

  static Ears& of(const InLoop& loop);

  // Listens to a file until it is forgotten, which is before it is closed; an error if it cannot.
  boost::system::error_code add(int file, Ear& ear);
  void forget(int file, Ear& ear);
  // So many more, or fewer, wait for something: while there is one, the loop has work.
  void wait_for(int change);

 private:
  void shutdown() override;
  void listen();
  void hear();

  boost::asio::posix::basic_stream_descriptor<InLoop> epoll_;
  boost::intrusive::list<Ear, boost::intrusive::constant_time_size<false>> all_;
  static constexpr std::size_t kAtOnce = 64;  // then others have their turn
  std::array<epoll_event, kAtOnce> events_{};
  std::size_t at_ = 0;  // those before were told
  std::size_t count_ = 0;
  long waiting_ = 0;
  bool listening_ = false;
  bool hearing_ = false;
};

}  // namespace tidelock::server
