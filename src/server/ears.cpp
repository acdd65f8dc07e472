#include "server/ears.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <unistd.h>
#include <utility>

#include "core/prefetch.h"

namespace tidelock::server {

namespace asio = boost::asio;
using boost::system::error_code;

Ears::Ears(asio::execution_context& context)
    : service(context),
      epoll_(static_cast<asio::io_context&>(context),  // NOLINT: every loop is one
             ::epoll_create1(EPOLL_CLOEXEC)) {}

Ears& Ears::of(const InLoop& loop) { return asio::use_service<Ears>(loop.context()); }

error_code Ears::add(int file, Ear& ear) {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLPRI | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.ptr = &ear;
  if (::epoll_ctl(epoll_.native_handle(), EPOLL_CTL_ADD, file, &event) != 0)
    return {errno, boost::system::system_category()};
  all_.push_back(ear);
  return {};
}

void Ears::forget(int file, Ear& ear) {
  if (!ear.is_linked()) return;
  ear.unlink();
  epoll_event ignored{};
  (void)::epoll_ctl(epoll_.native_handle(), EPOLL_CTL_DEL, file, &ignored);
  // It may have been next.
  for (std::size_t i = at_; i < count_; ++i) {
    if (events_[i].data.ptr == &ear) events_[i].data.ptr = nullptr;
  }
}

void Ears::wait_for(int change) {
  waiting_ += change;
  if (!hearing_ && at_ == count_) listen();
}

void Ears::listen() {
  error_code ignored;
  if (waiting_ == 0 && listening_) epoll_.cancel(ignored);
  if (waiting_ == 0 || listening_) return;
  epoll_.async_wait(asio::posix::descriptor_base::wait_read, [this](const error_code& wrong) {
    listening_ = false;
    if (wrong) return listen();
    const int n = ::epoll_wait(epoll_.native_handle(), events_.data(), kAtOnce, 0);
    at_ = 0;
    count_ = static_cast<std::size_t>(std::max(n, 0));
    hear();
  });
  listening_ = true;
}

// Tells those in the list, and then listens again; the rest of the list later if one of them threw
// something.
void Ears::hear() {
  struct After {
    Ears& ears;
    ~After() {
      ears.hearing_ = false;
      if (ears.at_ < ears.count_) {
        asio::post(ears.epoll_.get_executor(), [&all = ears] { all.hear(); });
      } else {
        ears.listen();
      }
    }
  };
  const After after{*this};
  hearing_ = true;
  const auto next = [&](std::size_t ahead) {
    return at_ + ahead < count_ ? static_cast<Ear*>(events_[at_ + ahead].data.ptr) : nullptr;
  };
  constexpr std::size_t kLikely = 1024;  // what lies around it is used as well
  while (at_ < count_) {
    if (const Ear* const far = next(Ear::kStages + 1)) fetch_soon(far, kLikely);
    for (std::size_t stage = 0; stage < Ear::kStages; ++stage) {
      if (const Ear* const one = next(Ear::kStages - stage)) one->fetch(stage);
    }
    Ear* const ear = next(0);
    const std::uint32_t events = events_[at_].events;
    ++at_;
    if (ear == nullptr) continue;
    // What is urgent is not read, but whoever sends it is not read to the end at once any more.
    const bool end = (events & (EPOLLPRI | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    ear->ready(end || (events & EPOLLIN) != 0, end || (events & EPOLLOUT) != 0, end);
  }
}

void Ears::shutdown() {
  while (!all_.empty()) all_.front().abandon();
  error_code ignored;
  epoll_.close(ignored);
}

}  // namespace tidelock::server
