// A mutator that knows JSON: most of what it makes still parses, so that a fuzzer reaches what lies
// behind the parser.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/luck.h"
#include "must.h"

// Given by libFuzzer: a mutation of plain bytes in place.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace tidelock::fuzz {

class JsonMutator {
 public:
  explicit JsonMutator(std::uint64_t seed) : rng_(seed) {}

  // One to four changes somewhere in the value.
  void change(Json& root) {
    for (std::uint32_t n = 1 + rng_.below(4); n > 0; --n) change_once(root);
  }
  std::uint32_t below(std::size_t n) { return rng_.below(static_cast<std::uint32_t>(n)); }

 private:
  using Nodes = std::vector<Json*>;

  static void collect(Json& value, Nodes& out) {
    out.push_back(&value);
    if (!value.is_structured()) return;
    for (auto& part : value) collect(part, out);
  }
  static Nodes nodes(Json& root) {
    Nodes out;
    collect(root, out);
    return out;
  }
  Json& pick(const Nodes& from) { return *from[below(from.size())]; }

  void change_once(Json& root) {
    const Nodes all = nodes(root);
    Json& at = pick(all);
    if (below(8) == 0) {  // another part of the value in its place
      Json copy = pick(all);
      at = std::move(copy);
      return;
    }
    if (below(24) == 0) {
      at = another();
      return;
    }
    if (below(4) == 0) {  // what must be there once stays there once
      rearrange(all);
      return;
    }
    switch (at.type()) {
      case Json::value_t::object: change_object(at); break;
      case Json::value_t::array: change_array(at); break;
      case Json::value_t::string: change_text(at, all); break;
      case Json::value_t::boolean: at = !at.get<bool>(); break;
      case Json::value_t::number_integer:
      case Json::value_t::number_unsigned: change_number(at); break;
      default: at = another(); break;
    }
  }

  static bool flat(const Json& list) {
    return std::none_of(list.begin(), list.end(),
                        [](const Json& one) { return one.is_structured(); });
  }
  // Two parts change places, or one moves from list to list.
  void rearrange(const Nodes& all) {
    Json& one = pick(all);
    Json& two = pick(all);
    if (!one.is_structured() && !two.is_structured()) {
      std::swap(one, two);
    } else if (one.is_array() && two.is_array() && &one != &two && !one.empty() && flat(one) &&
               flat(two)) {  // neither lies inside the other
      const std::size_t i = below(one.size());
      Json part = one[i];
      one.erase(i);
      two.insert(two.begin() + static_cast<std::ptrdiff_t>(below(two.size() + 1)), std::move(part));
    }
  }

  // A value of any kind, with a liking for edges.
  Json another() {
    switch (below(10)) {
      case 0: return nullptr;
      case 1: return below(2) == 0;
      case 2: return Json::array();
      case 3: return Json::object();
      case 4: return "";
      case 5: return std::string(1 + below(80), static_cast<char>('A' + below(58)));
      case 6: return 0.5;
      case 7: return -1;
      default: return edge();
    }
  }
  Json edge() {
    static const std::vector<Json> kEdges = {0,
                                             1,
                                             2,
                                             3,
                                             4,
                                             5,
                                             15,
                                             16,
                                             31,
                                             32,
                                             33,
                                             40,
                                             41,
                                             63,
                                             64,
                                             100,
                                             127,
                                             128,
                                             255,
                                             256,
                                             65535,
                                             65536,
                                             2147483647,
                                             2147483648LL,
                                             -2147483648LL,
                                             9223372036854775807LL,
                                             18446744073709551615ULL,
                                             1e300};
    return kEdges[below(kEdges.size())];
  }
  void change_number(Json& at) {
    if (below(4) == 0) {
      at = edge();
      return;
    }
    if (at.is_number_unsigned() && at.get<std::uint64_t>() > 1000000000ULL) {
      at = at.get<std::uint64_t>() ^ (std::uint64_t{1} << below(64));
      return;
    }
    const auto near = at.get<std::int64_t>();
    const std::int64_t step = 1 + below(4);
    if (near > -1000000000 && near < 1000000000) at = below(2) == 0 ? near + step : near - step;
  }
  void change_text(Json& at, const Nodes& all) {
    std::string text = at.get<std::string>();
    switch (below(5)) {
      case 0: {  // another text of the same value
        const Json& other = pick(all);
        if (other.is_string()) text = other.get<std::string>();
        break;
      }
      case 1:
        if (!text.empty()) text.erase(below(text.size()), 1 + below(3));
        break;
      case 2:
        if (!text.empty()) text.insert(below(text.size()), 1, text[below(text.size())]);
        break;
      case 3:
        if (!text.empty()) text[below(text.size())] = static_cast<char>(' ' + below(95));
        break;
      default: {
        std::vector<std::uint8_t> bytes(text.begin(), text.end());
        const std::size_t size = bytes.size();
        bytes.resize(size + 8);
        bytes.resize(LLVMFuzzerMutate(bytes.data(), size, bytes.size()));
        text.assign(bytes.begin(), bytes.end());
        break;
      }
    }
    at = text;
  }
  void change_array(Json& at) {
    if (at.empty()) {
      at.push_back(another());
      return;
    }
    const std::size_t i = below(at.size());
    switch (below(5)) {
      case 0: at.erase(i); break;
      case 1: {
        Json copy = at[i];
        at.insert(at.begin() + static_cast<std::ptrdiff_t>(below(at.size() + 1)), std::move(copy));
        break;
      }
      case 2: std::swap(at[i], at[below(at.size())]); break;
      case 3: {
        Json copy = at[below(at.size())];
        at[i] = std::move(copy);
        break;
      }
      default:  // the tail goes
        at.erase(at.begin() + static_cast<std::ptrdiff_t>(i), at.end());
        break;
    }
  }
  void change_object(Json& at) {
    if (at.empty()) {
      at["x"] = another();
      return;
    }
    std::vector<std::string> keys;
    for (auto it = at.begin(); it != at.end(); ++it) keys.push_back(it.key());
    const std::string& one = keys[below(keys.size())];
    const std::string& two = keys[below(keys.size())];
    switch (below(4)) {
      case 0: at.erase(one); break;
      case 1: {  // the member under a name a little off
        std::string name = one;
        if (!name.empty()) name[below(name.size())] = static_cast<char>('0' + below(75));
        Json copy = at[one];
        at[name] = std::move(copy);
        if (below(2) == 0) at.erase(one);
        break;
      }
      case 2: std::swap(at[one], at[two]); break;
      default: {
        Json copy = at[one];
        at[two] = std::move(copy);
        break;
      }
    }
  }

  Rng rng_;
};

// What fits, or else a mutation of the bytes.
inline std::size_t put(const std::string& text, std::uint8_t* data, std::size_t size,
                       std::size_t most) {
  if (text.empty() || text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

inline std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t most,
                               unsigned seed) {
  JsonMutator mutator(seed);
  if (mutator.below(16) == 0) return LLVMFuzzerMutate(data, size, most);
  auto value = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!value) return LLVMFuzzerMutate(data, size, most);
  mutator.change(value.value());
  return put(dump_json(value.value()), data, size, most);
}

// Input that was accepted. Nearly every change makes a strict reader refuse, and what lies behind
// it would seldom be reached: so changes start from what was accepted and are tried again until the
// reader accepts.
inline std::vector<Json>& accepted() {
  static std::vector<Json> all;
  return all;
}
inline void keep_accepted(const Json& value) {
  constexpr std::size_t kMost = 400;
  if (accepted().size() < kMost) {
    accepted().push_back(value);
  } else {
    accepted()[mix(std::hash<Json>()(value)) % kMost] = value;
  }
}
template <class Accepts>
std::size_t mutate_accepted(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed,
                            const Accepts& accepts) {
  constexpr int kTries = 3;
  JsonMutator mutator(seed);
  if (accepted().empty() || mutator.below(4) == 0) return mutate_json(data, size, most, seed);
  const Json& from = accepted()[mutator.below(accepted().size())];
  Json changed;
  for (int i = 0; i < kTries; ++i) {
    changed = from;
    mutator.change(changed);
    if (changed != from && accepts(changed)) break;
  }
  return put(dump_json(changed), data, size, most);
}

}  // namespace tidelock::fuzz
