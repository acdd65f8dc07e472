// Messages of a client, a line each. Every line is answered with lines of JSON, the last one its
// own answer unless it is thought about; after all of them the session still answers, and its table
// can be saved and loaded.
#include "cached.h"
#include "table/session.h"

namespace tidelock::fuzz {
namespace {

constexpr std::size_t kMostLines = 24;  // games of bots take their time

table::World world() {
  table::World out;
  out.games = &source();
  out.ai_of = [](const std::shared_ptr<const AnyGame>& game) -> std::shared_ptr<const ai::AnyAi> {
    return games::ai_of(game);
  };
  out.fresh_seed = [] { return std::uint64_t{7}; };
  out.list_games = games::listing;
  return out;
}

std::vector<std::string> lines_of(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += static_cast<char>(data[i]);
    }
  }
  return lines;
}

// Bots that take their time are not what is tried here.
bool slow(const std::string& line) {
  for (const char* name : {"novice", "easy", "medium", "hard", "master", "mcts"}) {
    if (line.find(name) != std::string::npos) return true;
  }
  return false;
}

// An object with the id and either ok or an error that says something.
void check_answer(const Json& json) {
  must(json.is_object() && json.contains("id"), "an answer is JSON");
  const bool good = json.contains("ok");
  must(good != json.contains("error"), "an answer is good or says what is wrong");
  if (good) return;
  const Json& wrong = json["error"];
  must(wrong.contains("code") && wrong.contains("message") &&
           !wrong["message"].get<std::string>().empty(),
       "an error says what is wrong");
}

// The last of the answers; nothing where thinking has begun.
Json answer(table::Session& session, const std::string& line) {
  const bool before = session.thinking();
  const auto texts = session.handle_line(line);
  must(!texts.empty() || (!before && session.thinking()),
       "a request is answered, or thought about");
  Json last;
  for (const std::string& text : texts) {
    must(text.find('\n') == std::string::npos, "an answer is one line");
    const auto json = parse_json(text);
    must(json.ok(), "an answer is JSON");
    check_answer(json.value());
    last = json.value();
  }
  // A moment of it, whatever its limit is.
  for (const Json& message : session.step()) {
    if (!message.contains("progress")) check_answer(message);
  }
  return last;
}

void talk(const std::uint8_t* data, std::size_t size) {
  table::Session session(world());
  const auto lines = lines_of(data, size);
  for (std::size_t i = 0; i < lines.size() && i < kMostLines && !session.ended(); ++i) {
    if (!slow(lines[i])) (void)answer(session, lines[i]);
  }
  const Json hello = answer(session, R"({"id":1,"do":"hello"})");
  must(hello.contains("ok") && hello["id"] == 1, "the session still answers");
  const Json state = answer(session, R"({"id":2,"do":"state"})");
  if (!state.contains("ok")) {
    must(state["error"]["code"] == "no-table", "without a table there is no state");
    return;
  }
  // What was played is a record that loads again, to the same state.
  const Json record = answer(session, R"({"id":3,"do":"record"})");
  must(record.contains("ok"), "a table has a record");
  table::Session other(world());
  const Json request = {{"id", 4}, {"do", "load"}, {"record", record["record"]}, {"confirm", true}};
  const Json loaded = answer(other, dump_json(request));
  must(loaded.contains("ok"), "a record loads: " + dump_json(loaded));
  must(answer(other, R"({"id":5,"do":"observe"})").contains("ok"), "a loaded table answers");
}

}  // namespace

// A line is changed as JSON; or lines change places, come twice or go.
std::size_t mutate_lines(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  JsonMutator mutator(seed);
  if (mutator.below(16) == 0) return LLVMFuzzerMutate(data, size, most);
  auto lines = lines_of(data, size);
  const std::size_t at = mutator.below(lines.size());
  switch (mutator.below(8)) {
    case 0: lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[at]); break;
    case 1: std::swap(lines[at], lines[mutator.below(lines.size())]); break;
    case 2:
      if (lines.size() > 1) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    default: {
      auto value = parse_json(lines[at]);
      if (!value) return LLVMFuzzerMutate(data, size, most);
      mutator.change(value.value());
      lines[at] = dump_json(value.value());
      break;
    }
  }
  std::string text;
  for (const auto& line : lines) text += (text.empty() ? "" : "\n") + line;
  return put(text, data, size, most);
}

}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tidelock::fuzz::talk(data, size);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return tidelock::fuzz::mutate_lines(data, size, most, seed);
}
