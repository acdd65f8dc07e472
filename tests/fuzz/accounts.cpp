// What is asked of accounts: a list of objects with `what` (a number), `subject`, `cookie` (a text,
// or a number for the one that an earlier answer set), `from`, and `body` (a text, or a value).
// Every request is done or refused in words, nothing that opens something is told, and every log
// can be read afterwards.
#include "server/accounts.h"

#include <atomic>
#include <future>

#include "json_mutator.h"
#include "server/journal.h"

namespace tidelock::fuzz {
namespace {

constexpr std::size_t kMostCalls = 12;  // each works a password out
constexpr unsigned kVerbs = 14;

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::size_t number_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::size_t>() : 0;
}

class Fuzzed {
 public:
  Fuzzed() : journal_(store::in_memory()), accounts_(journal_, options()) {}

  void send(const Json& one) {
    server::AccountCall call;
    call.verb = static_cast<server::AccountCall::Verb>(number_of(one, "what") % kVerbs);
    call.subject = text_of(one, "subject");
    call.from = text_of(one, "from");
    call.device = server::device_of(text_of(one, "device"));
    call.cookies.text = text_of(one, "cookie");
    if (call.cookies.text.empty() && !cookies_.empty())
      call.cookies.text = cookies_[number_of(one, "cookie") % cookies_.size()];
    const auto body = one.find("body");
    if (body != one.end()) call.body = body->is_string() ? text_of(one, "body") : dump_json(*body);
    std::promise<server::Reply> replied;
    accounts_.answer(call, [&](server::Reply reply) { replied.set_value(std::move(reply)); });
    check(replied.get_future().get());
    now_ += number_of(one, "later") % kLongest;
  }

  void check_logs() {
    std::promise<void> done;
    journal_.ask([&](store::Store& store) {
      const auto bad = store.each([](const store::Whole& whole) -> std::optional<Error> {
        must(whole.row.table.starts_with("account/"), "only accounts are kept here");
        std::vector<std::string> lines;
        for (const auto& line : whole.lines) lines.push_back(line.line);
        const auto account = server::Account::read(lines);
        must(account.ok(), "an account can be read again");
        return std::nullopt;
      });
      must(!bad, "all of it can be read");
      done.set_value();
    });
    done.get_future().get();
  }

 private:
  static constexpr std::size_t kLongest = 1U << 30U;

  server::AccountOptions options() {
    server::AccountOptions out;
    out.cost = server::least_cost();
    out.now = [this] { return now_.load(); };
    return out;
  }

  void check(const server::Reply& reply) {
    must(reply.status >= 200 && reply.status < 500, "it is done or refused");
    const auto json = parse_json(reply.body);
    must(json.ok() && json.value().is_object(), "an answer is an object");
    must(json.value().contains("error") == (reply.status >= 400), "a refusal says why");
    must(reply.body.find("$argon2") == std::string::npos, "no password is told");
    must(reply.body.find("digest") == std::string::npos || reply.status >= 400,
         "nothing that opens something is told");
    for (const auto& [name, value] : reply.headers) {
      must(value.find_first_of("\r\n") == std::string::npos, "a header is one line");
      if (name == "Set-Cookie") cookies_.push_back(value.substr(0, value.find(';')));
    }
  }

  std::atomic<std::int64_t> now_ = 1790000000000;
  std::vector<std::string> cookies_;
  server::Journal journal_;
  server::Accounts accounts_;
};

void ask_all(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters here
  const auto calls = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!calls || !calls.value().is_array()) return;
  Fuzzed fuzzed;
  std::size_t n = 0;
  for (const Json& one : calls.value()) {
    if (!one.is_object() || ++n > kMostCalls) continue;
    fuzzed.send(one);
  }
  fuzzed.check_logs();
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tidelock::fuzz::ask_all(data, size);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return tidelock::fuzz::mutate_json(data, size, most, seed);
}
