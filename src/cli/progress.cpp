#include "cli/progress.h"

#include <algorithm>
#include <csignal>
#include <cstdio>

#include "cli/console.h"

namespace tidelock::cli {

namespace {

volatile std::sig_atomic_t caught =
    0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void on_interrupt(int /*signal*/) { caught = 1; }

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

bool interrupted() { return caught != 0; }

ProgressBar::ProgressBar(std::uint64_t all, bool shown)
    : all_(all), shown_(shown && console::is_terminal(console::Stream::kError)) {}

ProgressBar::~ProgressBar() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::at(std::uint64_t done, const std::string& note) const {
  if (!shown_ || all_ == 0) return;
  constexpr std::uint64_t kBarWidth = 40;
  const std::uint64_t filled = std::min(done, all_) * kBarWidth / all_;
  std::string bar(filled, '#');
  bar.append(kBarWidth - filled, '.');
  std::fprintf(stderr, "\r[%s] %llu of %llu%s\x1b[K", bar.c_str(),
               static_cast<unsigned long long>(done), static_cast<unsigned long long>(all_),
               note.c_str());
}

}  // namespace tidelock::cli
