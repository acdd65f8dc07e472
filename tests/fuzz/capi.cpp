// Calls of the C interface, one after another, with arguments from the input: handles that are
// live, freed, of another kind or invented, buffers that are long, short or none, texts that are
// anything. Each answers a code, and what it wrote is within what it was given.
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
    for (unsigned i = 0; i < kind && !empty(); ++i) room += static_cast<char>(byte());
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
constexpr std::size_t kRoom = 4096;
constexpr unsigned char kUntouched = 0xA5;

void play(const std::uint8_t* data, std::size_t size) {
  Input in(data, size);
  std::array<std::uint64_t, 8> handles{};
  std::array<unsigned char, kRoom> room{};
  alignas(8) std::array<std::uint32_t, kRoom / 4> numbers{};
  const auto handle = [&] {
    const std::uint8_t which = in.byte();
    return which < 0xF0 ? handles[which % handles.size()] : in.number();
  };
  for (std::size_t i = 0; i < kMostCalls && !in.empty(); ++i) {
    const std::uint8_t what = in.byte() % 24;
    // The usual seat, or any.
    int seat = in.byte() % 4 - 1;
    if (seat == 2) seat = static_cast<int>(in.number());
    const std::uint8_t wanted = in.byte();
    const std::size_t given = wanted >= 0xC0 ? kRoom : wanted;
    char* buffer = wanted == 1 ? nullptr : reinterpret_cast<char*>(room.data());
    std::size_t length = 0;
    std::size_t* told = wanted % 16 == 15 ? nullptr : &length;
    std::uint32_t number = static_cast<std::uint32_t>(in.byte());
    std::uint64_t made = 0;
    std::string one;
    std::string two;
    std::string three;
    room.fill(kUntouched);
    int code = 0;
    bool writes = false;
    std::uint64_t& place = handles[number % handles.size()];
    switch (what) {
      case 0: {
        const char* name = in.text(one);
        const char* pack = in.text(two);
        code = tidelock_game_new(name, pack, in.text(three), wanted == 2 ? nullptr : &made);
        if (code == TIDELOCK_OK) place = made;
        break;
      }
      case 1:
      case 2:
        code = tidelock_state_new(handle(), &made);
        if (code == TIDELOCK_OK) place = made;
        break;
      case 3:
        code = tidelock_state_copy(handle(), wanted == 2 ? nullptr : &made);
        if (code == TIDELOCK_OK) place = made;
        break;
      case 4: code = tidelock_free(handle()); break;
      case 5: {
        const char* spec = in.text(one);
        if (slow(spec)) continue;
        code = tidelock_bot_new(handle(), spec, &made);
        if (code == TIDELOCK_OK) place = made;
        break;
      }
      case 6:
        code = tidelock_session_new(&made);
        if (code == TIDELOCK_OK) place = made;
        break;
      case 7: {
        const char* request = in.text(one);
        if (!slow(request)) code = tidelock_session_say(handle(), request);
        break;
      }
      case 8:
        code = tidelock_session_hear(handle(), buffer, given, told);
        writes = true;
        break;
      case 9: code = tidelock_state_node(handle(), nullptr, &number); break;
      case 10:
      case 11:
      case 12: {
        // A step of a game.
        const std::uint64_t state = handle();
        std::uint32_t seats = 0;
        (void)tidelock_sample(state, number, nullptr, nullptr);
        code = tidelock_state_node(state, nullptr, &seats);
        for (seat = 0; seat < 3 && (seats >> seat & 1) == 0;) ++seat;
        if (tidelock_legal(state, seat, numbers.data(), numbers.size(), &length) == TIDELOCK_OK) {
          must(length > 0, "a seat that may decide has a legal action");
          must(tidelock_apply(state, seat, numbers[number % length], nullptr, nullptr) ==
                   TIDELOCK_OK,
               "a legal action is taken");
        }
        break;
      }
      case 13: code = tidelock_legal(handle(), seat, numbers.data(), given / 8, told); break;
      case 14:
        code = tidelock_mask(handle(), seat, wanted == 1 ? nullptr : room.data(), given);
        writes = true;
        break;
      case 15:
        code = tidelock_action_text(handle(), seat, number, buffer, given, told);
        writes = true;
        break;
      case 16: {
        const char* text = in.text(one);
        code = tidelock_action_read(handle(), seat, text, &number);
        break;
      }
      case 17: code = tidelock_apply(handle(), seat, number, nullptr, nullptr); break;
      case 18: code = tidelock_resolve(handle(), number, nullptr, nullptr); break;
      case 19:
        code = tidelock_outcome_text(handle(), number, buffer, given, told);
        writes = true;
        break;
      case 20:
        code = tidelock_observe(handle(), seat, buffer, given, told);
        writes = true;
        break;
      case 21:
        code = tidelock_inputs(handle(), seat,
                               wanted == 1 ? nullptr : reinterpret_cast<std::int8_t*>(room.data()),
                               given);
        writes = true;
        break;
      case 22: {
        const std::uint64_t bot = handle();
        code = tidelock_bot_choose(bot, handle(), seat, number, wanted == 2 ? nullptr : &number);
        break;
      }
      default:
        code = tidelock_scores(handle(), reinterpret_cast<std::int32_t*>(numbers.data()), given / 8,
                               &number);
        break;
    }
    must(code >= TIDELOCK_OK && code < TIDELOCK_NO_MEMORY, "a code, and no mistake of ours");
    must(code == TIDELOCK_OK || *tidelock_last_error() != '\0', "an error has a sentence");
    if (writes) {
      for (std::size_t k = given; k < room.size(); ++k)
        must(room[k] == kUntouched, "nothing is written behind the buffer");
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
