// Training: samples make the model better, a run can be resumed, and a wrong state is refused.
#include "train/trainer.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "games/games.h"

namespace tidelock::train {
namespace {

std::vector<std::shared_ptr<const ai::AnyAi>> solenia() {
  std::vector<std::shared_ptr<const ai::AnyAi>> games;
  for (const Json& options : {Json{{"players", 2}}, Json{{"players", 1}, {"mode", "winter"}}}) {
    const auto game =
        games::ListedGames().make("solenia", games::measured_pack("solenia"), options).value();
    games.push_back(games::ai_of(game));
  }
  return games;
}

Options few() {
  Options options;
  options.iterations = 4;
  options.games = 4;
  options.window = 2;
  return options;
}

// Runs `count` generations and returns the progress of the last one.
Progress rounds(Trainer& trainer, int count) {
  Progress last;
  trainer.run([&](const Progress& progress) {
    last = progress;
    return --count > 0;
  });
  return last;
}

TEST(Models, LearnWhatTheyAreTold) {
  const auto games = solenia();
  ai::TrainingSet data;
  games[0]->self_play(ai::SearchOptions{}, 5, 0, 6, data);
  ASSERT_GT(data.samples.size(), 200U);
  std::vector<std::uint32_t> all(data.samples.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  Model model(games[0]->inputs(), games[0]->traits(), 1);
  const Loss before = model.evaluate(data, all);
  for (int step = 0; step < 30; ++step) model.learn(data, all, 3e-3F, 1);
  const Loss after = model.evaluate(data, all);
  EXPECT_LT(after.chance, 0.8 * before.chance);
  EXPECT_LT(after.margin, 0.8 * before.margin);
  EXPECT_LT(after.moves, 0.8 * before.moves);
}

// The quantised network agrees with the model, up to rounding.
TEST(Models, TheirNetworkIsTheSame) {
  const auto games = solenia();
  ai::TrainingSet data;
  games[0]->self_play(ai::SearchOptions{}, 6, 0, 4, data);
  std::vector<std::uint32_t> all(data.samples.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  Model model(games[0]->inputs(), games[0]->traits(), 2);
  for (int step = 0; step < 20; ++step) model.learn(data, all, 3e-3F, 1);
  const ai::Network network = model.network();
  double chance = 0;
  double judged = 0;
  for (const ai::TrainingSample& sample : data.samples) {
    if (sample.weight == 0) continue;
    Inputs inputs;
    for (std::uint32_t i = 0; i < sample.inputs; ++i) {
      const Input input = data.inputs[sample.first_input + i];
      inputs.amount(input.index, input.value);
    }
    ai::Network::Hidden hidden;
    network.hidden(inputs, hidden);
    const double p = std::clamp(static_cast<double>(network.value_head(hidden).chance) / ai::kWin,
                                1e-6, 1 - 1e-6);
    chance -= sample.chance * std::log(p) + (1 - sample.chance) * std::log(1 - p);
    ++judged;
  }
  const Loss loss = model.evaluate(data, all);
  EXPECT_EQ(loss.judged, judged);
  EXPECT_NEAR(chance / judged, loss.chance / loss.judged, 0.02);
}

TEST(Training, GoesOnWhereItWasLeft) {
  Trainer whole(solenia(), few());
  const Progress there = rounds(whole, 2);
  EXPECT_EQ(there.generation, 2);
  EXPECT_EQ(there.games, 20U);  // four times as many in the first round
  const auto read = ai::Network::read(whole.network().write("solenia"), "solenia",
                                      solenia()[0]->inputs(), solenia()[0]->traits());
  ASSERT_TRUE(read.ok());
  Options later = few();
  later.state = whole.state();
  Trainer resumed(solenia(), later);
  ASSERT_TRUE(resumed.ready());
  EXPECT_EQ(resumed.network().write("solenia"), whole.network().write("solenia"));
  const Progress further = rounds(resumed, 1);
  EXPECT_EQ(further.generation, 3);
  EXPECT_EQ(further.games, 24U);
  EXPECT_NE(resumed.network().write("solenia"), whole.network().write("solenia"));
}

TEST(Training, AStateThatDoesNotFitIsRefused) {
  Trainer trainer(solenia(), few());
  for (const std::string& state :
       {std::string("nonsense"), trainer.state() + "x", trainer.state().substr(0, 1000)}) {
    Options options = few();
    options.state = state;
    EXPECT_FALSE(Trainer(solenia(), options).ready());
  }
}

}  // namespace
}  // namespace tidelock::train
