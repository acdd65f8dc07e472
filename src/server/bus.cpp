// The only file that knows hiredis.
#include "server/bus.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <hiredis/hiredis.h>
#include <mutex>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "store/store.h"

namespace tidelock::server {
namespace {

constexpr const char* kChannel = "tidelock";
constexpr timeval kRedisPatience{3, 0};
constexpr std::chrono::milliseconds kBetweenTries{300};
constexpr std::size_t kMostHints = 10000;  // hints; more are not worth keeping

struct RedisPlace {
  std::string user;
  std::string password;
  std::string host;
  int port = 6379;
};

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    unsigned code = 0;
    if (text.size() - i < 3) return std::nullopt;
    const char* from = text.data() + i + 1;
    const auto [end, wrong] = std::from_chars(from, from + 2, code, 16);
    if (wrong != std::errc() || end != from + 2 || code == 0) return std::nullopt;
    out += static_cast<char>(code);
    i += 2;
  }
  return out;
}

std::optional<RedisPlace> read_place(std::string_view address) {
  constexpr std::string_view kScheme = "redis://";
  if (!address.starts_with(kScheme)) return std::nullopt;
  address.remove_prefix(kScheme.size());
  RedisPlace out;
  if (const std::size_t at = address.rfind('@'); at != std::string_view::npos) {
    const std::string_view who = address.substr(0, at);
    const std::size_t colon = std::min(who.find(':'), who.size());
    const auto user = percent_decoded(who.substr(0, colon));
    const auto password =
        percent_decoded(colon < who.size() ? who.substr(colon + 1) : std::string_view());
    if (!user || !password) return std::nullopt;
    out.user = *user;
    out.password = *password;
    address.remove_prefix(at + 1);
  }
  // Databases have numbers, and messages do not care.
  if (const std::size_t slash = address.find('/'); slash != std::string_view::npos) {
    if (address.find_first_not_of("0123456789", slash + 1) != std::string_view::npos)
      return std::nullopt;
    address = address.substr(0, slash);
  }
  std::size_t colon = address.rfind(':');
  if (address.ends_with(']')) colon = std::string_view::npos;
  if (colon != std::string_view::npos) {
    const std::string_view port = address.substr(colon + 1);
    const auto [end, wrong] = std::from_chars(port.data(), port.data() + port.size(), out.port);
    if (wrong != std::errc() || end != port.data() + port.size() || out.port < 1 ||
        out.port > 65535)
      return std::nullopt;
    address = address.substr(0, colon);
  }
  if (address.starts_with('[') && address.ends_with(']'))
    address = address.substr(1, address.size() - 2);
  if (address.empty()) return std::nullopt;
  out.host = address;
  return out;
}

struct FreeContext {
  void operator()(redisContext* context) const { redisFree(context); }
};
struct FreeReply {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};
using Context = std::unique_ptr<redisContext, FreeContext>;
using Reply = std::unique_ptr<redisReply, FreeReply>;

class RedisBus final : public Bus {
 public:
  RedisBus(RedisPlace place, std::string shown)
      : place_(std::move(place)), shown_(std::move(shown)), wake_(::eventfd(0, EFD_CLOEXEC)) {}
  RedisBus(const RedisBus&) = delete;
  RedisBus& operator=(const RedisBus&) = delete;
  ~RedisBus() override {
    end();
    if (wake_ >= 0) (void)::close(wake_);
  }

  std::optional<Error> open() {
    if (wake_ < 0) return error("bad-bus", "no more files may be open");
    return connect();
  }

  void begin(Heard heard) override {
    heard_ = std::move(heard);
    thread_ = std::thread([this] { run(); });
  }

  void end() override {
    ending_ = true;
    ring();
    if (thread_.joinable()) thread_.join();
  }

  void tell(const std::string& table, std::uint64_t lines) override {
    {
      const std::lock_guard lock(mutex_);
      if (waiting_.size() >= kMostHints) return;
      waiting_.push_back(std::to_string(lines) + " " + table);
      if (waiting_.size() > 1) return;  // the bell has been rung
    }
    ring();
  }

  [[nodiscard]] bool works() const override { return works_; }

 private:
  void ring() const {
    const std::uint64_t one = 1;
    (void)!::write(wake_, &one, sizeof one);
  }
  [[nodiscard]] Error cannot(const std::string& why) const {
    return error("bad-bus", "Redis at " + shown_ + " cannot be reached: " + why);
  }

  static Reply reply_to(redisContext& context, std::initializer_list<std::string> words) {
    std::vector<const char*> texts;
    std::vector<std::size_t> lengths;
    for (const std::string& word : words) {
      texts.push_back(word.data());
      lengths.push_back(word.size());
    }
    return Reply(static_cast<redisReply*>(
        redisCommandArgv(&context, static_cast<int>(texts.size()), texts.data(), lengths.data())));
  }

  // A connection that may be used, or why there is none.
  Result<Context> connected() const {
    Context out(redisConnectWithTimeout(place_.host.c_str(), place_.port, kRedisPatience));
    if (!out) return cannot("no memory");
    if (out->err != 0) return cannot(out->errstr);
    (void)redisSetTimeout(out.get(), kRedisPatience);
    (void)redisEnableKeepAlive(out.get());
    if (place_.password.empty()) return out;
    const Reply let_in = place_.user.empty()
                             ? reply_to(*out, {"AUTH", place_.password})
                             : reply_to(*out, {"AUTH", place_.user, place_.password});
    if (!let_in) return cannot(out->errstr);
    if (let_in->type == REDIS_REPLY_ERROR)
      return error("bad-bus", "Redis at " + shown_ + " does not take this password");
    return out;
  }

  std::optional<Error> connect() {
    auto in = connected();
    if (!in) return in.error();
    auto out = connected();
    if (!out) return out.error();
    const Reply heard = reply_to(*in.value(), {"SUBSCRIBE", kChannel});
    if (!heard) return cannot(in.value()->errstr);
    if (heard->type == REDIS_REPLY_ERROR)
      return error("bad-bus",
                   "Redis at " + shown_ + " refuses: " + std::string(heard->str, heard->len));
    in_ = std::move(in).value();
    out_ = std::move(out).value();
    works_ = true;
    return std::nullopt;
  }

  void lose() {
    works_ = false;
    in_.reset();
    out_.reset();
    const std::lock_guard lock(mutex_);
    waiting_.clear();
  }

  void run() {
    while (!ending_) {
      if (!works_) {
        wait_for_bell(static_cast<int>(kBetweenTries.count()));
        {
          const std::lock_guard lock(mutex_);
          waiting_.clear();
        }
        if (ending_ || connect()) continue;
        heard_({}, 0);
      }
      std::array<pollfd, 2> files{pollfd{in_->fd, POLLIN, 0}, pollfd{wake_, POLLIN, 0}};
      (void)::poll(files.data(), files.size(), -1);
      if ((files[1].revents & POLLIN) != 0) {
        std::uint64_t ignored = 0;
        (void)!::read(wake_, &ignored, sizeof ignored);
      }
      if (ending_) break;
      if (!say_all() || (files[0].revents != 0 && !hear_all())) lose();
    }
  }

  void wait_for_bell(int milliseconds) const {
    pollfd bell{wake_, POLLIN, 0};
    if (::poll(&bell, 1, milliseconds) <= 0) return;
    std::uint64_t ignored = 0;
    (void)!::read(wake_, &ignored, sizeof ignored);
    // A hint that comes while there is nobody to tell is no reason to try faster.
    if (!ending_) std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds) / 4);
  }

  // All that is waiting, in one journey.
  bool say_all() {
    std::vector<std::string> texts;
    {
      const std::lock_guard lock(mutex_);
      texts.swap(waiting_);
    }
    for (const std::string& text : texts) {
      if (redisAppendCommand(out_.get(), "PUBLISH %s %b", kChannel, text.data(), text.size()) !=
          REDIS_OK)
        return false;
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      void* raw = nullptr;
      const int code = redisGetReply(out_.get(), &raw);
      const Reply done(static_cast<redisReply*>(raw));
      if (code != REDIS_OK || !done || done->type == REDIS_REPLY_ERROR) return false;
    }
    return true;
  }

  bool hear_all() {
    if (redisBufferRead(in_.get()) != REDIS_OK) return false;
    while (true) {
      void* raw = nullptr;
      if (redisGetReplyFromReader(in_.get(), &raw) != REDIS_OK) return false;
      const Reply message(static_cast<redisReply*>(raw));
      if (!message) return true;
      if (message->type != REDIS_REPLY_ARRAY || message->elements != 3) continue;
      const redisReply* said = message->element[2];
      if (said->type == REDIS_REPLY_STRING) hear(std::string_view(said->str, said->len));
    }
  }

  // Anybody may say anything there.
  void hear(std::string_view text) const {
    std::uint64_t lines = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), lines);
    if (wrong != std::errc() || end == text.data() + text.size() || *end != ' ') return;
    const std::string_view table(end + 1,
                                 static_cast<std::size_t>(text.data() + text.size() - end - 1));
    if (!table.empty()) heard_(std::string(table), lines);
  }

  RedisPlace place_;
  std::string shown_;  // the address as it may be said
  int wake_;           // a bell for the thread
  Heard heard_;
  std::atomic<bool> ending_ = false;
  std::atomic<bool> works_ = false;
  Context in_, out_;  // the thread's, once it runs
  std::mutex mutex_;
  std::vector<std::string> waiting_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<Bus>> open_redis(const std::string& address) {
  const auto place = read_place(address);
  const std::string shown = store::without_password(address);
  if (!place)
    return error("bad-bus",
                 "expected redis://HOST:PORT or redis://USER:PASSWORD@HOST:PORT, with "
                 "%40 for @, %3A for : and %2F for / in a password, found another address");
  auto bus = std::make_unique<RedisBus>(*place, shown);
  if (auto bad = bus->open()) return *bad;
  return std::unique_ptr<Bus>(std::move(bus));
}

}  // namespace tidelock::server
