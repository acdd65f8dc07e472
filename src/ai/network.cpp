#include "ai/network.h"

#include <algorithm>

#include "core/luck.h"

namespace tidelock::ai {

namespace {

constexpr std::string_view kMagic = "tidelock network 1\n";

// Tables of e^(-i) and e^(-i / 256), times 2^30, computed in integers: no libm, whose last bit
// differs between machines. exp_neg() is the product of an entry of each.
constexpr std::uint64_t kOne = std::uint64_t{1} << 30;
constexpr std::uint64_t kStep = 1069555701;  // e^(-1/256)
constexpr auto kFine = [] {
  std::array<std::uint32_t, 257> table{};
  std::uint64_t value = kOne;
  for (auto& entry : table) {
    entry = static_cast<std::uint32_t>(value);
    value = value * kStep >> 30;
  }
  return table;
}();
constexpr auto kCoarse = [] {
  std::array<std::uint32_t, 24> table{};
  std::uint64_t value = kOne;
  for (auto& entry : table) {
    entry = static_cast<std::uint32_t>(value);
    value = value * kFine[256] >> 30;
  }
  return table;
}();

}  // namespace

// x / 256 is a whole part and a rest of 256ths, and e^-(a + b) is e^-a times e^-b. Both entries are
// times 2^30, so 44 of the 60 bits go to leave 2^16.
std::uint32_t exp_neg(int x) {
  if (x >= 256 * static_cast<int>(kCoarse.size())) return 0;
  const auto i = static_cast<std::size_t>(x);
  return static_cast<std::uint32_t>((std::uint64_t{kCoarse[i >> 8]} * kFine[i & 255]) >> 44);
}

int sigmoid(int x) {
  const std::uint64_t e = exp_neg(x < 0 ? -x : x);
  const auto high = static_cast<int>((std::uint64_t{kWin} << 16) / ((std::uint64_t{1} << 16) + e));
  return x < 0 ? kWin - high : high;
}

void Network::hidden(const Inputs& inputs, Hidden& out) const {
  // The sparse first layer: the rows of the inputs that are on are added up, eight sums to a vector
  // register. Binary inputs are added first and scaled once; only amounts need multiplications.
  using Narrow = std::int16_t __attribute__((vector_size(16), aligned(2), may_alias));
  using Wide = std::int32_t __attribute__((vector_size(32)));
  constexpr std::size_t kLanes = 8;
  constexpr std::size_t kWords = Weights::kHidden / kLanes;
  std::array<Wide, kWords> sums;
  const auto row = [&](std::size_t index) {
    return reinterpret_cast<const Narrow*>(w_.in.data() + index * Weights::kHidden);
  };
  const Narrow* bias = row(w_.in.size() / Weights::kHidden - 1);
  for (std::size_t k = 0; k < kWords; ++k) sums[k] = __builtin_convertvector(bias[k], Wide);
  for (const std::uint16_t index : inputs.all_yes()) {
    const Narrow* weights = row(index);
    for (std::size_t k = 0; k < kWords; ++k) sums[k] += __builtin_convertvector(weights[k], Wide);
  }
  for (std::size_t k = 0; k < kWords; ++k) sums[k] *= Input::kOne;
  for (const Input input : inputs.all_amounts()) {
    const Narrow* weights = row(input.index);
    const std::int32_t value = input.value;
    for (std::size_t k = 0; k < kWords; ++k)
      sums[k] += __builtin_convertvector(weights[k], Wide) * value;
  }
  for (std::size_t h = 0; h < Weights::kHidden; ++h)
    out.values[h] = static_cast<std::int16_t>(std::clamp(sums[h / kLanes][h % kLanes] / Input::kOne,
                                                         0, std::int32_t{Weights::kMaxActivation}));
}

// Two small dense layers. A weight and an activation have 8 bits after the point each, so their
// products have 16, the bias is raised to that, and one division brings the sum back to 8.
ValueOutput Network::value_head(const Hidden& hidden) const {
  std::array<std::int16_t, Weights::kSecond> second;
  for (std::size_t k = 0; k < Weights::kSecond; ++k) {
    const std::int16_t* weights = w_.second.data() + k * Weights::kHidden;
    std::int32_t sum = std::int32_t{w_.second_bias[k]} * Weights::kUnit;
    for (std::size_t h = 0; h < Weights::kHidden; ++h)
      sum += std::int32_t{weights[h]} * hidden.values[h];
    second[k] = static_cast<std::int16_t>(
        std::clamp(sum / Weights::kUnit, 0, std::int32_t{Weights::kMaxActivation}));
  }
  std::array<std::int32_t, Weights::kOuts> outs{};
  for (std::size_t o = 0; o < Weights::kOuts; ++o) {
    std::int32_t sum = std::int32_t{w_.out_bias[o]} * Weights::kUnit;
    for (std::size_t k = 0; k < Weights::kSecond; ++k)
      sum += std::int32_t{w_.out[o * Weights::kSecond + k]} * second[k];
    outs[o] = sum / Weights::kUnit;
  }
  return {sigmoid(outs[0]), outs[1] * (100 * Weights::kPointsPerOne) / Weights::kUnit};
}

// The dot product with the sum of the rows is the sum of the dot products: a move has few traits,
// so nothing is gained by adding the rows up first.
int Network::policy_logit(const Hidden& hidden, const Traits& traits) const {
  std::int32_t sum = 0;
  for (const std::uint16_t trait : traits) {
    const std::int16_t* row = w_.policy.data() + std::size_t{trait} * Weights::kHidden;
    for (std::size_t h = 0; h < Weights::kHidden; ++h)
      sum += std::int32_t{row[h]} * hidden.values[h];
  }
  return sum / Weights::kUnit;
}

namespace {

void put(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xFF);
}

std::uint64_t take(std::string_view bytes, std::size_t at, int size) {
  std::uint64_t value = 0;
  for (int i = 0; i < size; ++i)
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)])}
             << (8 * i);
  return value;
}

// Finds a file that was cut or damaged on its way. No protection against anybody who means harm: a
// network may hold any weights, and the limits below keep all of them from overflowing.
std::uint64_t check_sum(std::string_view bytes) {
  std::uint64_t sum = bytes.size();
  for (const char c : bytes) sum = mix(sum ^ static_cast<unsigned char>(c)) + 1;
  return sum;
}

// Every layer, in the order of the file.
template <class W, class F>
void each_part(W& weights, const F& f) {
  f(weights.in);
  f(weights.policy);
  f(weights.second);
  f(weights.second_bias);
  f(weights.out);
  f(weights.out_bias);
}

}  // namespace

// The file: the magic line, the game's name on a line, the numbers of inputs and traits (4 bytes
// each), all weights (2 bytes each) and the check sum of everything before it (8 bytes), with the
// lowest byte first on every machine.
std::string Network::write(std::string_view game) const {
  std::string bytes(kMagic);
  bytes += game;
  bytes += '\n';
  put(bytes, w_.in.size() / Weights::kHidden - 1, 4);
  put(bytes, w_.policy.size() / Weights::kHidden, 4);
  each_part(w_, [&](const auto& part) {
    for (const std::int16_t weight : part) put(bytes, static_cast<std::uint16_t>(weight), 2);
  });
  put(bytes, check_sum(bytes), 8);
  return bytes;
}

Result<std::shared_ptr<const Network>> Network::read(std::string_view bytes, std::string_view game,
                                                     int inputs, int traits) {
  const auto wrong = [](std::string what) {
    return error(Code::kBadNetwork, std::move(what), "network");
  };
  const std::string head = std::string(kMagic) + std::string(game) + "\n";
  if (!bytes.starts_with(kMagic)) return wrong("expected a network of this program, version 1");
  if (!bytes.starts_with(head)) return wrong("expected a network for " + std::string(game));
  Weights weights;
  weights.in.resize((static_cast<std::size_t>(inputs) + 1) * Weights::kHidden);
  weights.policy.resize(static_cast<std::size_t>(traits) * Weights::kHidden);
  std::size_t size = head.size() + 8;
  each_part(weights, [&](const auto& part) { size += 2 * part.size(); });
  if (bytes.size() < head.size() + 8 ||
      take(bytes, head.size(), 4) != static_cast<std::uint64_t>(inputs) ||
      take(bytes, head.size() + 4, 4) != static_cast<std::uint64_t>(traits))
    return wrong("expected " + std::to_string(inputs) + " inputs and " + std::to_string(traits) +
                 " traits");
  if (bytes.size() != size + 8 || take(bytes, size, 8) != check_sum(bytes.substr(0, size)))
    return wrong("the file is damaged: its check sum does not fit");
  std::size_t at = head.size() + 8;
  bool fits = true;
  each_part(weights, [&](auto& part) {
    for (std::int16_t& weight : part) {
      weight = static_cast<std::int16_t>(take(bytes, at, 2));
      at += 2;
      fits = fits && weight >= -Weights::kMaxWeight && weight <= Weights::kMaxWeight;
    }
  });
  if (!fits) return wrong("expected weights between -2047 and 2047");
  return std::shared_ptr<const Network>(std::make_shared<Network>(std::move(weights)));
}

}  // namespace tidelock::ai
