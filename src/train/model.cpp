#include "train/model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#include "core/luck.h"

namespace tidelock::train {

namespace {

constexpr float kMaxActivation = 4.0F;
constexpr float kMostWeight = 7.9F;    // within the range of the quantised weights
constexpr float kMarginWeight = 0.5F;  // of the margin's loss beside the chance's
constexpr float kHuberDelta = 2.0F;    // Huber loss: from here on the gradient is constant

float clip(float x) { return std::clamp(x, 0.0F, kMaxActivation); }
// The derivative of the clipped ReLU, with a small leak where it is flat: no unit dies for good.
float leaky_slope(float x) { return x > 0 && x < kMaxActivation ? 1.0F : 0.01F; }

}  // namespace

Model::Model(int inputs, int traits, std::uint64_t seed)
    : inputs_(static_cast<std::size_t>(inputs)), traits_(static_cast<std::size_t>(traits)) {
  at_.in = 0;
  at_.policy = at_.in + (inputs_ + 1) * kHidden;
  at_.second = at_.policy + traits_ * kHidden;
  at_.second_bias = at_.second + kSecond * kHidden;
  at_.out = at_.second_bias + kSecond;
  at_.out_bias = at_.out + kOuts * kSecond;
  at_.all = at_.out_bias + kOuts;
  weights_.assign(at_.all, 0.0F);
  first_moment_.assign(at_.all, 0.0F);
  second_moment_.assign(at_.all, 0.0F);
  Rng rng(seed);
  const auto fill = [&](std::size_t from, std::size_t to, float width) {
    for (std::size_t i = from; i < to; ++i)
      weights_[i] = width * (static_cast<float>(rng.below(20001)) / 10000.0F - 1.0F);
  };
  fill(at_.in, at_.policy, 0.12F);
  for (std::size_t h = 0; h < kHidden; ++h) weights_[at_.policy - kHidden + h] = 0.5F;
  fill(at_.second, at_.second_bias, 0.15F);
  fill(at_.out, at_.out_bias, 0.1F);
}

void Model::add_gradient(const ai::TrainingSet& data, const ai::TrainingSample& sample,
                         float* gradient, Loss& loss) const {
  // Forward: the sparse first layer. `before` is what goes into the activation.
  const float* w = weights_.data();
  std::array<float, kHidden> before;
  std::array<float, kHidden> hidden;
  const float* bias = w + at_.policy - kHidden;
  for (std::size_t h = 0; h < kHidden; ++h) before[h] = bias[h];
  const Input* inputs = data.inputs.data() + sample.first_input;
  for (std::uint32_t i = 0; i < sample.inputs; ++i) {
    const float x = static_cast<float>(inputs[i].value) / Input::kOne;
    const float* from = w + at_.in + inputs[i].index * kHidden;
    for (std::size_t h = 0; h < kHidden; ++h) before[h] += x * from[h];
  }
  for (std::size_t h = 0; h < kHidden; ++h) hidden[h] = clip(before[h]);
  std::array<float, kHidden> back{};  // d loss / d hidden, from both heads

  // The value head: cross-entropy for the chance, Huber loss for the margin. `error` is the
  // derivative by each output; for a sigmoid with cross-entropy that is output - target.
  if (sample.weight > 0) {
    std::array<float, kSecond> second_before;
    std::array<float, kSecond> second;
    for (std::size_t k = 0; k < kSecond; ++k) {
      float sum = w[at_.second_bias + k];
      const float* from = w + at_.second + k * kHidden;
      for (std::size_t h = 0; h < kHidden; ++h) sum += from[h] * hidden[h];
      second_before[k] = sum;
      second[k] = clip(sum);
    }
    std::array<float, kOuts> out;
    for (std::size_t o = 0; o < kOuts; ++o) {
      out[o] = w[at_.out_bias + o];
      for (std::size_t k = 0; k < kSecond; ++k) out[o] += w[at_.out + o * kSecond + k] * second[k];
    }
    const float chance = 1.0F / (1.0F + std::exp(-out[0]));
    const float margin = out[1] - sample.margin / ai::Weights::kPointsPerOne;
    const float tiny = 1e-6F;
    loss.chance -=
        sample.chance * std::log(chance + tiny) + (1 - sample.chance) * std::log(1 - chance + tiny);
    loss.margin += std::abs(margin) * ai::Weights::kPointsPerOne;
    loss.judged += 1;
    if (gradient != nullptr) {
      const std::array<float, kOuts> error = {
          chance - sample.chance, kMarginWeight * std::clamp(margin, -kHuberDelta, kHuberDelta)};
      std::array<float, kSecond> second_back{};
      for (std::size_t o = 0; o < kOuts; ++o) {
        gradient[at_.out_bias + o] += error[o];
        for (std::size_t k = 0; k < kSecond; ++k) {
          gradient[at_.out + o * kSecond + k] += error[o] * second[k];
          second_back[k] += error[o] * w[at_.out + o * kSecond + k];
        }
      }
      for (std::size_t k = 0; k < kSecond; ++k) {
        const float g = second_back[k] * leaky_slope(second_before[k]);
        gradient[at_.second_bias + k] += g;
        const float* from = w + at_.second + k * kHidden;
        float* to = gradient + at_.second + k * kHidden;
        for (std::size_t h = 0; h < kHidden; ++h) {
          to[h] += g * hidden[h];
          back[h] += g * from[h];
        }
      }
    }
  }

  // The policy head: cross-entropy between the softmax of the logits and the visit distribution,
  // whose derivative by a logit is again probability - target.
  if (sample.moves > 1) {
    std::vector<float> logits(sample.moves);
    const std::uint16_t* trait = data.traits.data() + sample.first_trait;
    const ai::TrainingSet::Option* options = data.options.data() + sample.first_move;
    float most = -1e30F;
    for (std::uint32_t m = 0; m < sample.moves; ++m) {
      float sum = 0;
      for (std::uint32_t t = 0; t < options[m].traits; ++t) {
        const float* row = w + at_.policy + *trait++ * kHidden;
        for (std::size_t h = 0; h < kHidden; ++h) sum += row[h] * hidden[h];
      }
      logits[m] = sum;
      most = std::max(most, sum);
    }
    float sum = 0;
    for (float& logit : logits) {
      logit = std::exp(logit - most);
      sum += logit;
    }
    trait = data.traits.data() + sample.first_trait;
    loss.moved += 1;
    for (std::uint32_t m = 0; m < sample.moves; ++m) {
      const float share = logits[m] / sum;
      if (options[m].share > 0)
        loss.moves += options[m].share * std::log(options[m].share / (share + 1e-9F));
      const float error = share - options[m].share;
      for (std::uint32_t t = 0; t < options[m].traits; ++t) {
        const std::size_t place = at_.policy + *trait++ * kHidden;
        if (gradient == nullptr) continue;
        for (std::size_t h = 0; h < kHidden; ++h) {
          gradient[place + h] += error * hidden[h];
          back[h] += error * w[place + h];
        }
      }
    }
  }

  if (gradient == nullptr) return;
  for (std::size_t h = 0; h < kHidden; ++h) back[h] *= leaky_slope(before[h]);
  for (std::size_t h = 0; h < kHidden; ++h) gradient[at_.policy - kHidden + h] += back[h];
  for (std::uint32_t i = 0; i < sample.inputs; ++i) {
    const float x = static_cast<float>(inputs[i].value) / Input::kOne;
    float* to = gradient + at_.in + inputs[i].index * kHidden;
    for (std::size_t h = 0; h < kHidden; ++h) to[h] += x * back[h];
  }
}

Loss Model::learn(const ai::TrainingSet& data, const std::vector<std::uint32_t>& which, float rate,
                  unsigned threads) {
  threads = std::max(1U, threads);
  std::vector<std::vector<float>> gradients(threads);
  std::vector<Loss> losses(threads);
  const auto work = [&](unsigned part) {
    gradients[part].assign(at_.all, 0.0F);
    for (std::size_t i = part; i < which.size(); i += threads)
      add_gradient(data, data.samples[which[i]], gradients[part].data(), losses[part]);
  };
  std::vector<std::thread> workers;
  for (unsigned part = 1; part < threads; ++part) workers.emplace_back(work, part);
  work(0);
  for (auto& one : workers) one.join();
  Loss loss;
  for (const Loss& one : losses) loss.add(one);

  // Adam. The bias corrections are 1 in float long before step 20000, where they stop.
  constexpr float kBeta1 = 0.9F;
  constexpr float kBeta2 = 0.999F;
  ++steps_;
  const float scale = 1.0F / static_cast<float>(which.size());
  const auto n = static_cast<float>(std::min<std::uint64_t>(steps_, 20000));
  const float first_correction = 1.0F / (1.0F - std::pow(kBeta1, n));
  const float second_correction = 1.0F / (1.0F - std::pow(kBeta2, n));
  for (unsigned part = 1; part < threads; ++part) {
    for (std::size_t i = 0; i < at_.all; ++i) gradients[0][i] += gradients[part][i];
  }
  const float* gradient = gradients[0].data();
  for (std::size_t i = 0; i < at_.all; ++i) {
    const float g = gradient[i] * scale;
    first_moment_[i] = kBeta1 * first_moment_[i] + (1 - kBeta1) * g;
    second_moment_[i] = kBeta2 * second_moment_[i] + (1 - kBeta2) * g * g;
    const float step = rate * first_moment_[i] * first_correction /
                       (std::sqrt(second_moment_[i] * second_correction) + 1e-8F);
    weights_[i] = std::clamp(weights_[i] - step, -kMostWeight, kMostWeight);
  }
  return loss;
}

Loss Model::evaluate(const ai::TrainingSet& data, const std::vector<std::uint32_t>& which) const {
  Loss loss;
  for (const std::uint32_t i : which) add_gradient(data, data.samples[i], nullptr, loss);
  return loss;
}

ai::Network Model::network() const {
  // Post-training quantisation: round to the nearest multiple of 1/256.
  const auto whole = [&](std::size_t i) {
    const long rounded = std::lround(weights_[i] * static_cast<float>(ai::Weights::kUnit));
    return static_cast<std::int16_t>(
        std::clamp<long>(rounded, -ai::Weights::kMaxWeight, ai::Weights::kMaxWeight));
  };
  ai::Weights w;
  for (std::size_t i = at_.in; i < at_.policy; ++i) w.in.push_back(whole(i));
  for (std::size_t i = at_.policy; i < at_.second; ++i) w.policy.push_back(whole(i));
  for (std::size_t i = 0; i < w.second.size(); ++i) w.second[i] = whole(at_.second + i);
  for (std::size_t i = 0; i < w.second_bias.size(); ++i)
    w.second_bias[i] = whole(at_.second_bias + i);
  for (std::size_t i = 0; i < w.out.size(); ++i) w.out[i] = whole(at_.out + i);
  for (std::size_t i = 0; i < w.out_bias.size(); ++i) w.out_bias[i] = whole(at_.out_bias + i);
  return ai::Network(std::move(w));
}

namespace {
constexpr std::string_view kMagic = "tidelock training 1\n";
}

std::string Model::save() const {
  std::string bytes(kMagic);
  const auto put = [&](const void* from, std::size_t size) {
    bytes.append(static_cast<const char*>(from), size);
  };
  const std::uint64_t counts[2] = {at_.all, steps_};
  put(counts, sizeof counts);
  for (const auto* list : {&weights_, &first_moment_, &second_moment_})
    put(list->data(), list->size() * sizeof(float));
  return bytes;
}

bool Model::load(std::string_view bytes) {
  const std::size_t part = at_.all * sizeof(float);
  std::uint64_t counts[2];
  if (!bytes.starts_with(kMagic) || bytes.size() != kMagic.size() + sizeof counts + 3 * part)
    return false;
  std::memcpy(counts, bytes.data() + kMagic.size(), sizeof counts);
  if (counts[0] != at_.all) return false;
  steps_ = counts[1];
  const char* from = bytes.data() + kMagic.size() + sizeof counts;
  for (auto* list : {&weights_, &first_moment_, &second_moment_}) {
    std::memcpy(list->data(), from, part);
    from += part;
  }
  return std::all_of(weights_.begin(), weights_.end(), [](float w) { return std::isfinite(w); });
}

}  // namespace tidelock::train
