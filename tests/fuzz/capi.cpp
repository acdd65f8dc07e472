// Calls of the C interface, one after another, with arguments from the input: handles that are
// live, freed, of another kind or invented, buffers that are long, short or none, texts that are
// anything. Each answers a code, and what it wrote is within what it was given.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "capi/tidelock.h"
#include "games/games.h"
#include "must.h"

namespace tidelock::fuzz {
namespace {

// What leads further than noise does.
const std::vector<std::string>& usual() {
  static const std::vector<std::string> kAll = [] {
    std::vector<std::string> all = {"{\"players\":3}",
                                    "{}",
                                    "random",
                                    "greedy",
                                    "medium:2",
                                    R"({"id":2,"do":"legal","seat":1})",
                                    R"({"id":3,"do":"hint","seat":1,"limit":{"iterations":5}})",
                                    R"({"id":4,"do":"observe"})",
                                    "null"};
    for (const games::Entry& game : games::all()) {
      const std::string id(game.facts->id);
      all.push_back(id);
      all.push_back(R"({"id":1,"do":"new","game":")" + id + "\"}");
    }
    return all;
  }();
  return kAll;
}

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  [[nodiscard]] bool empty() const { return size_ == 0; }
  std::uint8_t byte() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  std::uint64_t number() {
    std::uint64_t out = 0;
    const unsigned bytes = byte() % 9U;
    for (unsigned i = 0; i < bytes; ++i) out = out << 8 | byte();
    return out;
  }
  // Up to a zero byte or so many; null now and then.
  const char* text(std::string& room) {
    const std::uint8_t kind = byte();
    if (kind == 0) return nullptr;
    if (kind <= usual().size()) return usual()[kind - 1].c_str();
    room.clear();
    for (unsigned i = 0; i < kind && !empty(); ++i) {
      const std::uint8_t next = byte();
      if (next == 0) break;
      room += static_cast<char>(next);
    }
    return room.c_str();
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

// Bots that take long, and the sessions that have them, are not what is tried here.
bool slow(const char* text) {
  if (text == nullptr) return false;
  const std::string all(text);
  for (const char* name : {"novice", "easy", "hard", "master", "mcts", "analyse", "\\u"}) {
    if (all.find(name) != std::string::npos) return true;
  }
  return (all.find("medium") != std::string::npos && all != "medium:2") ||
         (all.find("hint") != std::string::npos && all.find(":5}}") == std::string::npos);
}

constexpr std::size_t kMostCalls = 300;
constexpr std::size_t kRoom = 40960;  // more than the actions of any game
constexpr unsigned char kUntouched = 0xA5;
using Room = std::array<unsigned char, kRoom>;
const Room& untouched() {
  static const Room kAll = [] {
    Room all{};
    all.fill(kUntouched);
    return all;
  }();
  return kAll;
}

// What a call begins with; tests/fuzz/make_corpus has the same list.
enum What : std::uint8_t {
  kGameNew,
  kStateNew,
  kStateCopy,
  kFree,
  kBotNew,
  kSessionNew,
  kSay,
  kHear,
  kNode,
  kLegal,
  kMask,
  kActionText,
  kActionRead,
  kApply,
  kResolve,
  kSample,
  kOutcomes,
  kOutcomeText,
  kObserve,
  kInputs,
  kChoose,
  kScores,
  kGameFacts,
  kVersions,
  kStep,
  kWhats = 32  // what is left of them is a step too
};

// A step of a game: chance, and then a legal action of a seat that may decide.
int step(std::uint64_t state, std::uint32_t number, std::array<std::uint32_t, kRoom / 4>& numbers) {
  int node = 0;
  std::uint32_t seats = 0;
  const int code = tidelock_sample(state, number, &node, &seats);
  if (code != TIDELOCK_OK || node == TIDELOCK_OVER) return code;
  must(node == TIDELOCK_DECISION, "nothing is left to chance");
  int seat = 0;
  while (seat < 32 && (seats >> seat & 1) == 0) ++seat;
  std::size_t length = 0;
  must(tidelock_legal(state, seat, numbers.data(), numbers.size(), &length) == TIDELOCK_OK,
       "a seat that may decide is told its actions");
  must(length > 0, "a seat that may decide has a legal action");
  must(tidelock_apply(state, seat, numbers[number % length], &node, &seats) == TIDELOCK_OK,
       "a legal action is taken");
  int told = 0;
  std::uint32_t told_seats = 0;
  must(tidelock_state_node(state, &told, &told_seats) == TIDELOCK_OK && told == node &&
           told_seats == seats,
       "what applying tells is what the state waits for");
  return TIDELOCK_OK;
}

// How many outcomes chance has: the last of them has a name, and the next is none.
int outcomes(std::uint64_t state) {
  std::uint32_t count = 0;
  const int code = tidelock_outcomes(state, &count);
  if (code != TIDELOCK_OK) return code;
  must(count > 0, "chance can answer");
  must(tidelock_outcome_text(state, count - 1, nullptr, 0, nullptr) == TIDELOCK_SHORT_BUFFER,
       "the last outcome has a name");
  must(tidelock_resolve(state, count, nullptr, nullptr) == TIDELOCK_ILLEGAL,
       "no outcome comes after the last");
  return TIDELOCK_OK;
}

// Each pointer may be null.
int facts(std::uint64_t game, std::uint8_t wanted) {
  std::uint32_t seats = 0;
  std::uint32_t actions = 0;
  std::uint32_t inputs = 0;
  const int code = tidelock_game_facts(game, (wanted & 1) != 0 ? &seats : nullptr,
                                       (wanted & 2) != 0 ? &actions : nullptr,
                                       (wanted & 4) != 0 ? &inputs : nullptr);
  if (code == TIDELOCK_OK && (wanted & 1) != 0) must(seats > 0, "a game has seats");
  if (code == TIDELOCK_OK && (wanted & 2) != 0) must(actions > 0, "a game has actions");
  return code;
}

void play(const std::uint8_t* data, std::size_t size) {
  Input in(data, size);
  std::array<std::uint64_t, 8> handles{};
  Room room{};
  alignas(8) std::array<std::uint32_t, kRoom / 4> numbers{};
  const auto handle = [&] {
    const std::uint8_t which = in.byte();
    return which < 0xF0 ? handles[which % handles.size()] : in.number();
  };
  for (std::size_t i = 0; i < kMostCalls && !in.empty(); ++i) {
    const std::uint8_t what = in.byte() % kWhats;
    // The usual seat, or any.
    int seat = in.byte() % 4 - 1;
    if (seat == 2) seat = static_cast<int>(in.number());
    const std::uint8_t wanted = in.byte();
    const std::size_t given = wanted >= 0xC0 ? kRoom : wanted;
    char* buffer = wanted == 1 ? nullptr : reinterpret_cast<char*>(room.data());
    std::size_t length = 0;
    std::size_t* told = wanted % 16 == 15 ? nullptr : &length;
    std::uint32_t number = static_cast<std::uint32_t>(in.byte());
    // Where this call puts what it makes.
    std::uint64_t& place = handles[number % handles.size()];
    std::uint64_t made = 0;
    std::uint64_t* to = wanted == 2 ? nullptr : &made;
    int node = 0;
    std::string one;
    std::string two;
    std::string three;
    room = untouched();
    int code = 0;
    bool writes = false;
    switch (what) {
      case kGameNew: {
        const char* name = in.text(one);
        const char* pack = in.text(two);
        code = tidelock_game_new(name, pack, in.text(three), to);
        break;
      }
      case kStateNew: code = tidelock_state_new(handle(), to); break;
      case kStateCopy: code = tidelock_state_copy(handle(), to); break;
      case kFree: code = tidelock_free(handle()); break;
      case kBotNew: {
        const char* spec = in.text(one);
        if (slow(spec)) continue;
        code = tidelock_bot_new(handle(), spec, to);
        break;
      }
      case kSessionNew: code = tidelock_session_new(to); break;
      case kSay: {
        const char* request = in.text(one);
        if (!slow(request)) code = tidelock_session_say(handle(), request);
        break;
      }
      case kHear:
        code = tidelock_session_hear(handle(), buffer, given, told);
        writes = true;
        break;
      case kNode: code = tidelock_state_node(handle(), nullptr, &number); break;
      case kLegal: code = tidelock_legal(handle(), seat, numbers.data(), given / 8, told); break;
      case kMask:
        code = tidelock_mask(handle(), seat, wanted == 1 ? nullptr : room.data(), given);
        writes = true;
        break;
      case kActionText:
        code = tidelock_action_text(handle(), seat, number, buffer, given, told);
        writes = true;
        break;
      case kActionRead: {
        const char* text = in.text(one);
        code = tidelock_action_read(handle(), seat, text, &number);
        break;
      }
      case kApply: code = tidelock_apply(handle(), seat, number, &node, nullptr); break;
      case kResolve: code = tidelock_resolve(handle(), number, &node, nullptr); break;
      case kSample: code = tidelock_sample(handle(), number, nullptr, nullptr); break;
      case kOutcomes:
        code = wanted == 2 ? tidelock_outcomes(handle(), nullptr) : outcomes(handle());
        break;
      case kOutcomeText:
        code = tidelock_outcome_text(handle(), number, buffer, given, told);
        writes = true;
        break;
      case kObserve:
        code = tidelock_observe(handle(), seat, buffer, given, told);
        writes = true;
        break;
      case kInputs:
        code = tidelock_inputs(handle(), seat,
                               wanted == 1 ? nullptr : reinterpret_cast<std::int8_t*>(room.data()),
                               given);
        writes = true;
        break;
      case kChoose: {
        const std::uint64_t bot = handle();
        code = tidelock_bot_choose(bot, handle(), seat, number, wanted == 2 ? nullptr : &number);
        break;
      }
      case kScores:
        code = tidelock_scores(handle(), reinterpret_cast<std::int32_t*>(numbers.data()), given / 8,
                               &number);
        break;
      case kGameFacts: code = facts(handle(), wanted); break;
      case kVersions:
        must(tidelock_api_version() == TIDELOCK_API_VERSION, "the version of the header");
        must(*tidelock_version() != '\0', "a version");
        break;
      default: code = step(handle(), number, numbers); break;
    }
    must(code >= TIDELOCK_OK && code < TIDELOCK_NO_MEMORY, "a code, and no mistake of ours");
    must(code == TIDELOCK_OK || *tidelock_last_error() != '\0', "an error has a sentence");
    must(made == 0 || code == TIDELOCK_OK, "what fails makes nothing");
    if (made != 0) {
      // A number that a call has freed is already stale; it stays to be tried until here.
      (void)tidelock_free(place);
      place = made;
    }
    if (writes) {
      must(std::equal(room.begin() + given, room.end(), untouched().begin() + given),
           "nothing is written behind the buffer");
    }
  }
  for (const std::uint64_t one : handles) (void)tidelock_free(one);
}

}  // namespace
}  // namespace tidelock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tidelock::fuzz::play(data, size);
  return 0;
}
